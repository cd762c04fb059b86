"""Aeroplanes: Aviation Ascendant (Mayfair Games 2012): airlines that open routes at the risk of the dice."""

from __future__ import annotations

from .._core.game import Game, GameSpec, Kernels
from .._core.registry import declared_version
from .action_words import ACTIONS
from .actions import Action
from .faults import faults
from .limits import MAX_CAPACITY, STAGES
from .names import STAGE_NAMES, advantage_name
from .observation import Observation
from .observe import observe
from .pictures.details import details
from .pictures.news import news
from .pictures.prospects import prospect, why_not
from .pictures.svg import svg
from .pictures.text import SIGNS, text
from .rules.kernels import apply, deal, legal, redeal
from .rules.scoring import score
from .state import Options, Phase, State
from .tables import Tables, load_tables

__all__ = ["SPEC", "Action", "Observation", "Options", "Phase", "State", "Tables"]

TURN_DECISIONS = 400
"""No turn has more: each of at most 27 airport tiles is chosen, flown in three rolls with four decisions each, and
placed; six Radio Beacons and six Daring Pilots come once."""

MAX_DECISIONS = 3 * 60 * 5 * TURN_DECISIONS + 5
"""Three eras of the default limit of rounds with five seats, after each seat has chosen its home."""


def conserved(game: Game, s: State) -> dict[str, int]:
    """Money by the bank's ledger, airport tiles, advantage tiles, cards, seats and passengers, which never change."""
    t, players = game.tables[0], game.players
    found = {"money in hands and box, less the bank's ledger": int(s.money.sum()) + int(s.subsidies) - int(s.bank)}
    for stage in range(STAGES):
        on_board = (s.airport == stage + 1).sum(axis=1)
        total = on_board + s.supply[:, stage] + s.tiles[:, 2 * stage] + s.tiles[:, 2 * stage + 1]
        for seat, count in enumerate(total[:players].tolist()):
            found[f"Stage {STAGE_NAMES[stage + 1]} airports of seat {seat}"] = count
    for kind, count in enumerate((s.stock + s.advantages.sum(axis=0)).tolist()):
        found[advantage_name(kind)] = count
    for city, count in enumerate((s.free + (s.airport > 0).sum(axis=0))[: int(t.cities)].tolist()):
        found[f"spaces {city}"] = count
    found["open planes and cards owned"] = int(s.planes.sum()) - int(((s.owner >= 0) & (s.owner < players)).sum())
    free = int((s.planes.sum(axis=0) * range(MAX_CAPACITY + 1)).sum())
    found["free seats by plane and by seat"] = int(s.seats.sum()) - free
    found["profit and seats"] = int(s.profit.sum() - s.carried.sum()) + free
    return found


SPEC = GameSpec(
    id="aeroplanes",
    title="Aeroplanes: Aviation Ascendant",
    version=declared_version(__file__),
    seats=(3, 4, 5),
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
    news=news,
    conserved=conserved,
    faults=faults,
    phases=Phase,
    changes=(
        (1, "Names, scales and units of the observation, `demand` as its page says; the rules are those of v0."),
        (0, "The first version."),
    ),
    doc="Airlines buy aeroplanes, which bring airports; a new airport is flown to, at the risk of dice unless it is a "
    "single link within Europe, and passengers fly between one's airports. An era ends when the subsidies are used up "
    "and somebody takes the token; majorities in three markets and a profit of filled over empty seats score; after "
    "three eras aeroplanes and passengers do too. "
    "All lies open; only the dice and the bag of passengers are chance.",
)
