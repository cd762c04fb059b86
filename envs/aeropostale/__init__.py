"""L'Aéropostale (Asyncron 2013): companies that open air-mail lines from Europe to South America."""

from __future__ import annotations

import numpy as np

from .._core.game import Game, GameSpec, Hidden, Kernels
from .._core.registry import declared_version
from .action_words import ACTIONS
from .actions import Action
from .faults import faults
from .limits import ACTIONS_PER_TURN, HOME_STRIPS, MAX_SEATS, MAX_TURNS, MONOPOLY_CONTRACTS, Condition, Rank, Scenario
from .names import seat_name
from .observation import Observation
from .observe import observe
from .pictures.details import details
from .pictures.facts import ending
from .pictures.news import news
from .pictures.prospects import prospect, why_not
from .pictures.svg import svg
from .pictures.text import SIGNS, text
from .rules.kernels import apply, deal, legal, redeal, score
from .state import Goal, Options, Phase, State
from .tables import Tables, load_tables

__all__ = ["SPEC", "Action", "Observation", "Options", "Phase", "State", "Tables"]

ACTION_DECISIONS = 60
"""No action has more: a flight takes five, five contracts, what is carried, a cube for each of at most eight, a
monopoly; a record takes three, the tile, five trades and three tiles in two decisions each; conversions use wings."""

MAX_DECISIONS = MAX_TURNS * MAX_SEATS * (1 + ACTIONS_PER_TURN * ACTION_DECISIONS + ACTION_DECISIONS)
"""All turns of the longest scenario; each seat registers, acts, and converts wings of supremacy."""


def check(game: Game) -> None:
    """Only the campaign has another goal than the printed one (ValueError)."""
    values = game.option_values
    if game.options[0].goal != Goal.PRINTED and game.options[0].scenario != Scenario.CAMPAIGN:
        raise ValueError(
            f"{game.id}: goal '{values['goal']}' can be set for scenario 'campaign', but not for '{values['scenario']}'"
        )


def conserved(game: Game, s: State) -> dict[str, int]:
    """Strips of cities and designs of companies in all, and what is counted in two places alike (their difference)."""
    t, n = game.tables[0], game.players
    lying, held = s.strip[s.monopoly < 0], s.monopoly[s.monopoly >= 0]
    homes = len(set(t.home[s.company[:n]].tolist()) & set(np.flatnonzero(s.monopoly >= 0).tolist()))
    shown = int(((lying >= 0) & (lying < HOME_STRIPS)).sum())
    has_design = t.design_level[s.company[:n]] <= np.take_along_axis(
        s.level[:n], np.maximum(t.design_record[s.company[:n]], 0), axis=1
    )
    legends, choosing = bin(int(s.legends_left)).count("1"), int(s.phase == Phase.LEGEND and not s.done)
    laid = n * int(t.has_legends[game.options[0].scenario]) - int(s.legend_strip.sum())
    return {
        "strips face down, face up and under monopolies": int(s.face_down.sum()) + shown + n * len(held) - homes,
        "open cities": int((s.maximum > 0).sum()),
        "designs, less those of records": sum(bin(int(d)).count("1") for d in s.designs[:n]) - int(has_design.sum()),
        "legendary pilots in the reserve, and strips that brought one": legends + laid - choosing,
        "legendary pilots on panels, less those with a name": int(s.pilots[..., Rank.LEGENDARY].sum())
        - int((s.legend >= 0).sum()),
        "figures on the board, less those on runways": int((s.condition == Condition.USED).sum())
        - int((s.runway >= 0).sum()),
        "monopolies, less their tiles": len(held) - int((s.strip >= MONOPOLY_CONTRACTS).sum()),
        "record tiles, less records broken": int((s.tile_owner >= 0).sum()) - int(s.level.any(axis=0).sum()),
    }


SPEC = GameSpec(
    id="aeropostale",
    title="L'Aéropostale",
    version=declared_version(__file__),
    seats=(2, 3, 4, 5),
    default_seats=4,
    options=Options,
    tables=Tables,
    state=State,
    observation=Observation,
    kernels=Kernels(deal, legal, apply, observe, redeal, score),
    actions=ACTIONS,
    load_tables=load_tables,
    max_decisions=MAX_DECISIONS,
    svg=svg,
    text=text,
    details=details,
    prospect=prospect,
    why_not=why_not,
    signs=SIGNS,
    seat_name=seat_name,
    ending=ending,
    news=news,
    zero_sum=False,
    hidden=(Hidden("choice", seat_axis=0),),
    faults=faults,
    check=check,
    phases=Phase,
    changes=((0, "The first version."),),
    doc="Companies of the first air mail create stops from Europe over Africa to South America and make runs between "
    "them, whose contracts pay wings. Weather on geographical lines, strips that show what a stop is worth, and dice "
    "for records and meetings are chance; who registers for a meeting is chosen in secret. Wings win, or stop points "
    "at the end.",
)
