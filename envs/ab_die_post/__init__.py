"""Ab die Post! (Helga and Hermann Huber, Goldsieber 1996): a race of mail planes that push their luck."""

from __future__ import annotations

from .._core.game import Game, GameSpec, Kernels
from .._core.registry import declared_version
from .actions import ACTIONS, Action
from .faults import faults
from .names import card_name
from .observe import Observation, observe
from .pictures.news import news
from .pictures.prospects import prospect, why_not
from .pictures.svg import svg
from .pictures.text import SIGNS, text
from .rules.kernels import apply, deal, legal, redeal
from .rules.scoring import score
from .state import Options, Phase, State
from .tables import Tables, load_tables

__all__ = ["SPEC", "Action", "Observation", "Options", "Phase", "State", "Tables"]

TURN_DECISIONS = 58
"""No turn has more: 1 to shake, 51 cards in six hands are paid one by one, 6 seats say that they are done."""

MAX_FLIGHTS = 13
"""Each landing scores 7 of the 15 points that win: the third landing of one of six seats ends the game."""

MAX_DECISIONS = MAX_FLIGHTS * (500 * TURN_DECISIONS + 6)
"""With the turn limit of 500, and a decision a seat on the card to keep."""


def conserved(game: Game, s: State) -> dict[str, int]:
    """Cards of each kind in piles and hands, which never change."""
    total = s.pile + s.discard + s.hand.sum(axis=0)
    return {f"cards {card_name(game, kind)}": int(total[kind]) for kind in range(int(game.tables[0].kinds))}


SPEC = GameSpec(
    id="ab_die_post",
    title="Ab die Post!",
    version=declared_version(__file__),
    seats=(3, 4, 5, 6),
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
    signs=SIGNS,
    prospect=prospect,
    why_not=why_not,
    news=news,
    conserved=conserved,
    faults=faults,
    phases=Phase,
    changes=(
        (1, "Scales, units and labels of the observation; values and rules are those of v0."),
        (0, "The first version."),
    ),
    doc="Mail planes race over three lanes around the airport. In a turn a seat draws spare parts, as many as it "
    "dares before the third red card, or flies by the wind ball that shows. A hurricane makes every plane pay for its "
    "lane or start again. The flight ends with the first landing; the next one goes back. Whoever has 15 points after "
    "a flight wins. Nothing is hidden but chance: all cards lie open and the piles are drawn from at random.",
)
