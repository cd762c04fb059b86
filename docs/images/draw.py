"""Draw the board picture of the README: `python docs/images/draw.py` writes `ab_die_post.png` beside this file.

It plays games between experts and takes the position that shows most of the game.
"""

from __future__ import annotations

from pathlib import Path

from mailwing.agents import make, play_game
from mailwing.envs import load
from mailwing.envs.ab_die_post.state import NOBODY, Phase
from mailwing.envs.ab_die_post.tables import GOAL, START
from mailwing.envs.core.game import Game
from mailwing.envs.core.render import png
from mailwing.envs.core.state import State

PLAYERS = 4
GAMES = 60
TARGET = Path(__file__).with_name("ab_die_post.png")


def interest(state: State) -> int:
    """How much of the game a position shows: planes in the air and apart, lanes, the passenger aboard, markers."""
    s, t = state.record, state.game.tables[0]
    if s.phase != Phase.MOVE or s.flight < 2:
        return 0
    fields = [int(field) for field in s.field[: state.game.players] if field not in (START, GOAL)]
    sections = {int(t.section[s.direction, field]) for field in fields}
    lanes = {int(t.lane_of[field]) for field in fields}
    return 10 * len(sections) + 6 * len(lanes) + 8 * int(s.holder != NOBODY) + len(set(state.scores()))


def best_position(game: Game) -> State:
    """The most interesting position of some games between experts."""
    best = game.new()

    def look(state: State, action: int) -> None:
        nonlocal best
        if interest(state) > interest(best):
            best = state.copy()

    players = [make(game, "expert") for _ in range(game.players)]
    for seed in range(GAMES):
        play_game(game, players, seed, on_action=look)
    return best


if __name__ == "__main__":
    TARGET.write_bytes(png(best_position(load("ab_die_post", players=PLAYERS)).svg()))
    print(TARGET)
