"""Draw the board pictures of the README: `python docs/images/draw.py [GAME…]` writes `GAME.png` beside this file.

It plays games between experts and takes the position that shows most of the game.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from mailwing.agents import make, play_game
from mailwing.envs import load
from mailwing.envs._core.game import Game
from mailwing.envs._core.pictures.render import png
from mailwing.envs._core.position import Position
from mailwing.envs.ab_die_post import state as post
from mailwing.envs.ab_die_post.limits import GOAL, START
from mailwing.envs.aeroplanes import state as air
from mailwing.envs.aeroplanes.limits import NONE
from mailwing.envs.aeroplanes.pictures.words import landings
from mailwing.envs.aeropostale import state as mail
from mailwing.envs.air_postal import state as route

PLAYERS = 4
GAMES = {"ab_die_post": 60, "aeroplanes": 10, "aeropostale": 10, "air_postal": 10}
FOLDER = Path(__file__).parent


def interest_in_post(state: Position) -> int:
    """How much of the game a position shows: planes in the air and apart, lanes, the passenger aboard, markers."""
    s, t = state.record, state.game.tables[0]
    if s.phase != post.Phase.MOVE or s.flight < 2:
        return 0
    fields = [int(field) for field in s.field[: state.game.players] if field not in (START, GOAL)]
    sections = {int(t.section[s.direction, field]) for field in fields}
    lanes = {int(t.lane_of[field]) for field in fields}
    return 10 * len(sections) + 6 * len(lanes) + 8 * int(s.holder != post.NOBODY) + len(set(state.scores()))


def interest_in_aeroplanes(state: Position) -> int:
    """How much of the game a position shows: networks in every region, where a tile may go, late passengers."""
    s, t = state.record, state.game.tables[0]
    if s.phase != air.Phase.DESTINATION or s.era < 2:
        return 0
    built = (s.airport > 0).any(axis=0)
    regions = {int(region) for region, there in zip(t.region, built, strict=True) if there}
    late = int((s.overflow != NONE).sum())
    return 12 * len(regions) + int(built.sum()) + 2 * len(landings(state.game, s)) + min(late, 8)


def interest_in_aeropostale(state: Position) -> int:
    """How much of the game a position shows: stops on all continents, open weather, strips, an action to choose."""
    s, t = state.record, state.game.tables[0]
    if s.phase != mail.Phase.ACTION or s.turn < 4:
        return 0
    stops = (s.cubes > 0).any(axis=0)
    continents = {int(continent) for continent, there in zip(t.continent, stops, strict=True) if there}
    open_cards = int((s.card >= 0).sum())
    return 12 * len(continents) + 2 * int(stops.sum()) + 3 * open_cards + len(state.legal()) + int(s.level.sum())


def interest_in_air_postal(state: Position) -> int:
    """How much of the game a position shows: a long flight, Hubs and Great Firsts, cards in cockpits."""
    s, t = state.record, state.game.tables[0]
    if s.phase != route.Phase.DICE or s.round_number < 6:
        return 0
    hubs = sum(int(reached).bit_count() for reached in s.hubs_reached.tolist())
    cards = sum(int(cards).bit_count() for cards in s.equipment.tolist()) + int(s.aboard.sum())
    firsts = int((s.great_first >= 0).sum())
    return 4 * int(t.route_length[s.route]) + hubs + cards + 3 * firsts + 2 * len(state.legal())


INTERESTS: dict[str, Callable[[Position], int]] = {
    "ab_die_post": interest_in_post,
    "aeroplanes": interest_in_aeroplanes,
    "aeropostale": interest_in_aeropostale,
    "air_postal": interest_in_air_postal,
}


def best_position(game: Game, interest: Callable[[Position], int]) -> Position:
    """The most interesting position of some games between experts."""
    best = game.new()

    def look(state: Position, action: int) -> None:
        nonlocal best
        if interest(state) > interest(best):
            best = state.copy()

    players = [make(game, "expert") for _ in range(game.players)]
    for seed in range(GAMES[game.id]):
        play_game(game, players, seed, on_action=look)
    return best


if __name__ == "__main__":
    for name in sys.argv[1:] or INTERESTS:
        target = FOLDER / f"{name}.png"
        target.write_bytes(png(best_position(load(name, players=PLAYERS), INTERESTS[name]).svg()))
        print(target)
