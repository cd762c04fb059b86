"""Air Postal (Platypus Game 2023): player-pilots who open the first air routes, from the early 1920s on."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._core.game import Game, GameSpec, Hidden, Kernels
from .._core.registry import declared_version
from .action_words import ACTIONS
from .actions import Action
from .faults import faults
from .limits import FIRST_EXPERT, LOADS, MAX_RANGE, MAX_ROUNDS, MAX_SEATS, NONE, PILOT_CARDS, SLOTS
from .observation import Observation
from .observe import observe
from .pictures.details import details
from .pictures.news import news
from .pictures.prospects import prospect
from .pictures.refusals import why_not
from .pictures.svg import svg
from .pictures.text import SIGNS, text
from .rules.kernels import apply, deal, legal, redeal, score
from .state import Options, Phase, State
from .tables import Tables, load_tables

__all__ = ["SPEC", "Action", "Observation", "Options", "Phase", "State", "Tables"]

FLIGHT_DECISIONS = 40
"""No flight has more: where to, thirteen cards that are used once, each on a die, Fuel Cans, a Hub, deliveries."""

MAX_DECISIONS = MAX_SEATS * MAX_ROUNDS * (2 * SLOTS + LOADS + MAX_RANGE * FLIGHT_DECISIONS)
"""In each round each seat places its marker, is moved, loads, and flies from city to city."""


def check(game: Game) -> None:
    """Variants that do not go together are refused (ValueError)."""
    o, values = game.options[0], game.option_values
    if game.players == 1:
        for variant in ("basic", "main_base"):
            if values[variant] != "no":
                raise ValueError(f"{game.id}: the Solo version, with 1 player, cannot be played with {variant}='yes'")
    if o.round_limit and game.players == 1:
        raise ValueError(f"{game.id}: the Solo version ends by itself; round_limit must be 0, not {o.round_limit}")


def cards_in(sets: NDArray[Any]) -> int:
    """How many cards are in sets together."""
    return sum(cards.bit_count() for cards in sets.tolist())


def conserved(game: Game, s: State) -> dict[str, int]:
    """Cards of all kinds, which are always somewhere; how many Objective cards there are depends on the postcard."""
    t, n = game.tables[0], game.players
    places = np.concatenate([s.objective_deck, s.objective_discard, s.objective_box, *s.held[:n], *s.achieved[:n]])
    objectives = cards_in(places) + (s.objective_river != NONE).sum() - cards_in(t.setup_objectives[s.setup])
    loads = s.load_deck.sum() + s.load_discard.sum() + s.load_box.sum() + (s.load_river != NONE).sum()
    box, aboard, basic = s.equipment_box, s.equipment[:n], 2**FIRST_EXPERT - 1
    standard = s.stock.sum() + box[:FIRST_EXPERT].sum() + cards_in(aboard & basic)
    experts = s.experts_below + (s.expert != NONE) + (s.experts_returned != NONE).sum()
    pilots = (s.pilot[:n] != NONE).sum() + (s.solo_pilot != NONE) + s.lost_pilots
    left, choosing = int(s.pilots_left).bit_count(), s.phase == Phase.NEW_PILOT and s.done == 0
    return {
        "Objective cards, less those of the postcard": int(objectives),
        "Cargo and PAX cards": int(loads + s.aboard[:n].sum() + s.bags[:n].sum()),
        "Basic and Standard cards": int(standard),
        "Expert cards": int(experts + box[FIRST_EXPERT:].sum() + cards_in(aboard & ~basic)),
        # Whoever crashes when no card is left keeps the pilot.
        "Pilot cards, and pilots lost": int(left + pilots - choosing) if left else PILOT_CARDS,
    }


SPEC = GameSpec(
    id="air_postal",
    title="Air Postal",
    version=declared_version(__file__),
    seats=(1, 2, 3, 4),
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
    signs=SIGNS,
    news=news,
    prospect=prospect,
    why_not=why_not,
    zero_sum=False,
    hidden=(Hidden("hand", seat_axis=0), Hidden("choice", seat_axis=0)),
    conserved=conserved,
    faults=faults,
    check=check,
    phases=Phase,
    changes=((0, "The first version."),),
    doc="Pilots open air routes between the cities of a world map. Turn markers on an Operations board say who flies "
    "and who stays on the ground for objectives, Revenues, equipment or another aircraft. A flight rolls "
    "a Weather die for every square of the route: fuel and endurance must last, cards of Crew and Systems help, an "
    "interrupted flight is an incident or a crash. Hubs, objectives and Great Firsts earn glory.",
)
