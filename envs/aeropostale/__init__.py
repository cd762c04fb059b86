"""L'Aéropostale (Asyncron 2013): companies that open air-mail lines from Europe to South America."""

from __future__ import annotations

from .._core.game import Game, GameSpec, Hidden, Kernels
from .._core.registry import declared_version
from .action_words import ACTIONS
from .actions import Action
from .faults import faults
from .limits import ACTIONS_PER_TURN, MAX_SEATS, MAX_TURNS, Scenario
from .observation import Observation
from .observe import observe
from .pictures.news import news
from .pictures.svg import svg
from .pictures.text import text
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
    """Things that never change: seats at the table with a company, strips of cities, tokens, places of pilots."""
    return {}


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
