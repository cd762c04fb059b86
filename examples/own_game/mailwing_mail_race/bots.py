"""The bot of the game, a kernel like the rules, so that it plays at their speed."""

from __future__ import annotations

from typing import Any

from mailwing.envs.authoring import Bot, kernel

from .records import Action, Options, State, Tables


@kernel
def choose_novice(t: Tables, o: Options, s: State, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """Open the slip when it brings the plane home, else fly high when another is ahead, else low."""
    mine = s.miles[s.seat]
    if mask[Action.OPEN] and mine + s.slip[s.seat] + t.wind >= t.goal:
        return Action.OPEN + 0
    for other in range(o.players):
        if s.miles[other] > mine:
            return Action.FLY_HIGH + 0
    return Action.FLY_LOW + 0


NOVICE = Bot("novice", choose_novice, doc="keeps its slip for the landing, flies high when it is behind")


def find_bots(game_id: str) -> dict[str, Bot]:
    """The bots of a game by name, from weak to strong."""
    return {"novice": NOVICE} if game_id == "mail_race" else {}
