"""What people say about a position: who decides what, and how the game goes on. Picture, text and news say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..limits import EQUIPMENTS, FIRST_DIPLOMACY, FIRST_VIP, NONE
from ..names import city_code, city_name, equipment_name, objective_name, pilot_name, seat_name, setup_name
from ..phrases import listed, money
from ..rules.common import last_round
from ..rules.flights import destination
from ..state import Phase

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

LOAD_WORDS = ("Mail", "Letter", "Case", "Bag", "Bag", "Bag", "Bag", "Bag", "Fuel Can", "PAX")
"""Kinds of Load cards where there is little room; a nation's colour or letter is added to a bag."""

COLOUR_LETTERS = "BGWR"
NATION_LETTERS = "SFBAG"
FACE_LETTERS = ("clear", "ice", "rain", "fog", "wind", "storm", "cyclone")
"""Faces of dice where there is little room."""

SECRET_PHASES = frozenset({Phase.BASE, Phase.SPARE_CITY})
"""What may be done is secret, because it says what is in a hand."""

QUESTIONS = {
    Phase.SOLO_PILOT: "who flies the Solo plane?",
    Phase.PILOT: "which pilot?",
    Phase.BASE: "which City card is the Main Base?",
    Phase.SPARE_CITY: "which City card goes back in the box?",
    Phase.FIRST_AIRCRAFT: "which aircraft to begin with?",
    Phase.BASIC_ACTION: "which action?",
    Phase.LOADING: "which Load card?",
    Phase.PREFLIGHT: "what to buy before take-off?",
    Phase.FLYING: "where to fly?",
    Phase.NEW_PILOT: "after the crash, which pilot?",
    Phase.NEW_AIRCRAFT: "after the crash, which aircraft?",
    Phase.OBJECTIVE: "which Objective card?",
    Phase.CHANGE: "another aircraft?",
    Phase.UNLOADING: "too much is aboard, what has to go?",
    Phase.MAINTENANCE: "which System and Crew cards?",
}


def named(game: Game, s: Any, seat: int) -> str:
    """A seat as people call it, with its number: `"Maryse Bastié (seat 2)"`."""
    name = seat_name(game, s, seat)
    return name if s.pilot[seat] == NONE else f"{name} (seat {seat})"


def last_name(game: Game, s: Any, seat: int) -> str:
    """A seat's pilot where there is little room: `"Bastié"`, `"seat 2"`."""
    return seat_name(game, s, seat) if s.pilot[seat] == NONE else seat_name(game, s, seat).split()[-1]


def status(game: Game, record: State) -> str:
    """What is to be decided and by whom, in one line."""
    if record.done:
        return f"game over: {victory(game, record)}"
    return f"{named(game, record, int(record.seat))}: {question(game, record)}"


def question(game: Game, record: State) -> str:
    """What the seat to decide is asked."""
    phase = Phase(int(record.phase))
    if phase == Phase.PLACING:
        unseated = bool(record.visited[record.seat]) and record.marker[record.seat] == NONE
        return "unseated, in which slot instead?" if unseated else "in which slot?"
    if phase == Phase.DICE:
        return f"on the way to {city_name(game, int(destination(game.tables[0], record)))}, accept the dice?"
    if phase == Phase.DIE:
        card = "Fuel Can" if record.using == EQUIPMENTS else equipment_name(game, int(record.using))
        return f"the {card}: on which square?"
    if phase in (Phase.HUB, Phase.DELIVERY):
        city = city_name(game, int(record.city[record.seat]))
        return f"the Hub {city}: glory or money?" if phase == Phase.HUB else f"what to deliver in {city}?"
    return QUESTIONS[phase]


def victory(game: Game, record: State) -> str:
    """Who has won, and with how many points."""
    scores, _ = game.standing_of(record)
    if game.players == 1:
        other = f"{points(record.solo_glory)} of the Solo plane"
        verb = "wins" if winners(game, record) else "loses"
        return f"{named(game, record, 0)} {verb} with {points(scores[0])} against {other}"
    best = winners(game, record)
    verb = "wins" if len(best) == 1 else "share the victory"
    return f"{listed(named(game, record, seat) for seat in best)} {verb} with {points(scores[best[0]])}"


def points(number: Any) -> str:
    """A score: `"34 points"`, `"−1 point"`."""
    return f"{str(number).replace('-', '−')} point" + ("" if abs(number) == 1 else "s")


def short_money(amount: Any) -> str:
    """Money where there is little room: `"$20k"`."""
    return money(amount).replace(",000", "k")


def objective_code(game: Game, card: int) -> str:
    """An Objective card, short: `"PAR-MOS 4/$20k"`, `"May Wong>PEK 3/$15k"`, `"Soviet Diplomacy 3+4+5"`."""
    t = game.tables[0]
    if card >= FIRST_DIPLOMACY:
        steps = "+".join(str(step) for step in t.diplomacy_scale[card - FIRST_DIPLOMACY].tolist() if step)
        return f"{objective_name(game, card)} {steps}"
    reward = f"{t.objective_glory[card]}/{short_money(int(t.objective_money[card]))}"
    if card >= FIRST_VIP:
        who = objective_name(game, card).split(" ", 1)[-1]
        return f"{who}>{city_code(game, int(t.vip_city[card - FIRST_VIP]))} {reward}"
    return f"{'-'.join(city_code(game, int(city)) for city in t.air_route[card])} {reward}"


def winners(game: Game, record: State) -> list[int]:
    """The seats in front, ties broken."""
    _, ranks = game.standing_of(record)
    return [seat for seat in range(game.players) if ranks[seat] == 1]


def course(game: Game, record: State) -> str:
    """The Setup postcard, the round, and whether it is the last one."""
    words = setup_name(game, int(record.setup))
    if record.round_number:
        words += f"  round {record.round_number}/{last_round(game.tables[0], game.options[0], record)}"
    return words + (", the last one" if record.last_round and not record.done else "")


def solo_pilot(game: Game, record: State) -> str:
    """Who flies the Solo plane: `"Bessie Coleman"`."""
    return pilot_name(game, int(game.tables[0].setup_pilot[record.setup, record.solo_pilot]))
