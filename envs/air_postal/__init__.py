"""Air Postal (Platypus Game 2023): player-pilots who open the first air routes, from the early 1920s on."""

from __future__ import annotations

from .._core.game import Game, GameSpec, Hidden, Kernels
from .._core.registry import declared_version
from .action_words import ACTIONS
from .actions import Action
from .faults import faults
from .limits import FIRST_EXPERT, LOADS, MAX_RANGE, MAX_ROUNDS, MAX_SEATS, NONE, PILOT_CARDS, SLOTS, Load
from .observation import Observation
from .observe import observe
from .pictures.news import news
from .pictures.svg import svg
from .pictures.text import text
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


def conserved(game: Game, s: State) -> dict[str, int]:
    """Cards of all kinds, which are always somewhere; how many Objective cards there are depends on the postcard."""
    t, n = game.tables[0], game.players
    dealt = sum(int(cards).bit_count() for cards in t.setup_objectives[s.setup])
    places = (s.objective_deck, s.objective_discard, s.objective_box, *s.held[:n], *s.achieved[:n])
    objectives = sum(int(cards).bit_count() for place in places for cards in place)
    loads = s.load_deck + s.load_discard + s.load_box + s.aboard[:n].sum(axis=0)
    loads[Load.SOVIET_BAG : Load.GERMAN_BAG + 1] += s.bags[:n].sum(axis=0)
    aboard = [sum(int(cards) >> card & 1 for cards in s.equipment[:n]) for card in range(len(s.equipment_box))]
    equipment = aboard + s.equipment_box
    experts = int(equipment[FIRST_EXPERT:].sum()) + int(s.experts_below) + int(s.expert != NONE)
    pilots = int((s.pilot[:n] != NONE).sum()) + int(s.solo_pilot != NONE)
    lost = int(s.lost_pilots) - int(s.phase == Phase.NEW_PILOT and s.done == 0)
    left = int(s.pilots_left).bit_count()
    return {
        "Objective cards, less those of the postcard": objectives + int((s.objective_river != NONE).sum()) - dealt,
        "Cargo and PAX cards": int(loads.sum()) + int((s.load_river != NONE).sum()),
        "Basic and Standard cards": int(s.stock.sum()) + int(equipment[:FIRST_EXPERT].sum()),
        "Expert cards": experts + int((s.experts_returned != NONE).sum()),
        # Whoever crashes when no card is left keeps the pilot.
        "Pilot cards, and pilots lost": left + pilots + lost if left else PILOT_CARDS,
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
    news=news,
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
