"""The Operations board: slots with markers, both rivers, and the System and Crew cards on sale."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._core.bits import members
from ..._core.pictures.lettering import fit_text, wrapped
from ..._core.pictures.remembered import remembered
from ..._core.pictures.svg import FAINT, INK, LINE, SHEET, SOFT, Point, Svg
from ..limits import (
    FIRST_DIPLOMACY,
    FIRST_EXPERT,
    FIRST_VIP,
    NONE,
    SLOTS,
    Category,
    Equipment,
    Slot,
)
from ..names import city_name, equipment_name, objective_name, slot_name
from ..phrases import money
from .draw import (
    CREW_FILL,
    NATION_FILLS,
    SYSTEM_FILL,
    VIP_FILL,
    draw_box,
    draw_seat_badge,
    load_look,
    quiet,
)
from .words import short_money

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

ROUTE_FILL, DIPLOMACY_FILL = "#fdf3cf", "#e6e2da"
GAP = 4.0


def draw_operations(picture: Svg, game: Game, record: State, corner: Point, size: tuple[float, float]) -> None:
    """The whole board; in the Basic variant what is drawn, and the two decks that are on sale."""
    (x, y), (width, _) = corner, size
    basic = bool(game.options[0].basic)
    draw_box(picture, corner, size, "Cards" if basic else "Operations board")
    inner, left = width - 16, x + 8
    if not basic:
        _draw_slots(picture, game, record, (left, y + 26), (inner, 56))
    top = y + (30 if basic else 88)
    _draw_objectives(picture, game, record, (left, top), (inner, 62))
    _draw_loads(picture, game, record, (left, top + 67), (inner, 34))
    _draw_stock(picture, game, record, (left, top + 106), (inner, 38.0))


def _draw_slots(picture: Svg, game: Game, record: State, corner: Point, size: tuple[float, float]) -> None:
    """Flight Ops with its line, then the slots of Ground Ops."""
    (x, y), (width, height) = corner, size
    step = (width + GAP) / (SLOTS + 0.5)
    for slot in range(SLOTS):
        wide = step * (1.5 if slot == Slot.FLIGHT_OPS else 1) - GAP
        if slot == Slot.FLIGHT_OPS:
            there = tuple(int(seat) for seat in record.line if seat != NONE)
        else:
            there = tuple(seat for seat in range(game.players) if record.marker[seat] == slot)
        now = record.slot == slot and record.slot > 0 and not record.done
        fee = int(game.tables[0].fee[slot])
        with picture.group(data_slot=slot_name(slot)):
            _draw_slot(picture, (x, y), (wide, height), slot_name(slot), fee, there, bool(now))
        x += wide + GAP


@remembered
def _draw_slot(
    picture: Svg, corner: Point, size: tuple[float, float], name: str, fee: int, there: tuple[int, ...], now: bool
) -> None:
    (x, y), (width, height) = corner, size
    picture.rect(x, y, width, height, rx=5, fill="#e9eef2", stroke=INK if now else LINE, stroke_width=2 if now else 1)
    for k, line in enumerate(wrapped(name, width - 6, 9.5)[:3]):
        fit_text(picture, x + 4, y + 12 + 10.5 * k, line, width - 7, 9.5, bold=True)
    for k, seat in enumerate(there):
        draw_seat_badge(picture, (x + 13 + k * 21, y + height - 12), seat, 8.5)
    if fee:
        quiet(picture, x + width - 4, y + height - 6, money(fee), 9, "end")


def _draw_objectives(picture: Svg, game: Game, record: State, corner: Point, size: tuple[float, float]) -> None:
    """The river of Objective cards, or those drawn, and how many are in the deck and the discard pile."""
    (x, y), (width, height) = corner, size
    places = _places(game, record.objective_river.tolist(), game.tables[0].objectives_open)
    deck = sum(len(members(word)) for word in record.objective_deck)
    gone = sum(len(members(word)) for word in record.objective_discard)
    _draw_pile(picture, (x, y), (54, height), "Objectives", deck, gone)
    step = (width - 54 - GAP) / max(len(places), 1)
    for k, card in enumerate(places):
        where = (x + 58 + k * step, y), (step - GAP, height)
        with picture.group(data_objective=k):
            if card == NONE:
                _draw_free(picture, *where)
            else:
                _draw_objective(picture, *where, *objective_look(game, card))


def _places(game: Game, cards: list[int], by_players: Any) -> list[int]:
    """Places of a river: as many as are open with so many players, in the Basic variant what has been drawn."""
    if game.options[0].basic:
        return [card for card in cards if card != NONE]
    return cards[: int(by_players[game.players])]


def objective_look(game: Game, card: int) -> tuple[tuple[str, ...], str, str]:
    """Lines of words, reward and fill of an Objective card."""
    t = game.tables[0]
    reward = f"{t.objective_glory[card]}★ {short_money(t.objective_money[card])}"
    if card >= FIRST_DIPLOMACY:
        nation = int(t.diplomacy_nation[card - FIRST_DIPLOMACY])
        steps = "+".join(str(step) for step in t.diplomacy_scale[card - FIRST_DIPLOMACY].tolist() if step)
        return (objective_name(game, card),), f"{steps}★", list(NATION_FILLS.values())[nation]
    if card >= FIRST_VIP:
        return (
            (objective_name(game, card), f"to {city_name(game, int(t.vip_city[card - FIRST_VIP]))}"),
            reward,
            VIP_FILL,
        )
    ends = tuple(city_name(game, int(city)) for city in t.air_route[card])
    return ends, reward, ROUTE_FILL


@remembered
def _draw_objective(
    picture: Svg, corner: Point, size: tuple[float, float], words: tuple[str, ...], reward: str, fill: str
) -> None:
    (x, y), (width, height) = corner, size
    dark = fill in NATION_FILLS.values()
    ink = "#ffffff" if dark else INK
    picture.rect(x, y, width, height, rx=5, fill=fill, stroke=SOFT, stroke_width=0.8)
    lines = [line for part in words for line in wrapped(part, width - 6, 10, bold=True)]
    for k, line in enumerate(lines[:3]):
        fit_text(picture, x + 4, y + 13 + 12.5 * k, line, width - 8, 10, bold=True, fill=ink)
    picture.text(x + width - 4, y + height - 6, reward.replace("★", " glory"), size=9.5, fill=ink, anchor="end")


def _draw_loads(picture: Svg, game: Game, record: State, corner: Point, size: tuple[float, float]) -> None:
    """The river of Load cards, or those drawn."""
    (x, y), (width, height) = corner, size
    places = _places(game, record.load_river.tolist(), game.tables[0].loads_open)
    deck, gone = int(record.load_deck.sum()), int(record.load_discard.sum())
    _draw_pile(picture, (x, y), (54, height), "Loads", deck, gone)
    step = (width - 54 - GAP) / max(len(places), 1)
    for k, card in enumerate(places):
        where = (x + 58 + k * step, y), (step - GAP, height)
        with picture.group(data_load=k):
            if card == NONE:
                _draw_free(picture, *where)
            else:
                words, fill, ink = load_look(card)
                pays = int(game.tables[0].load_money[card])
                _draw_load(picture, *where, words, short_money(pays) if pays else "", fill, ink)


@remembered
def _draw_load(
    picture: Svg, corner: Point, size: tuple[float, float], words: str, pays: str, fill: str, ink: str
) -> None:
    (x, y), (width, height) = corner, size
    picture.rect(x, y, width, height, rx=4, fill=fill, stroke=SOFT, stroke_width=0.8)
    fit_text(picture, x + width / 2, y + 14, words, width - 5, 10.5, bold=True, fill=ink, anchor="middle")
    picture.text(x + width / 2, y + 27, pays, size=9.5, fill=ink, anchor="middle")


@remembered
def _draw_pile(picture: Svg, corner: Point, size: tuple[float, float], name: str, deck: int, gone: int) -> None:
    """A deck: how many cards are in it and in its discard pile."""
    (x, y), (_, height) = corner, size
    fit_text(picture, x, y + height / 2 - 6, name, size[0], 10.5, bold=True)
    quiet(picture, x, y + height / 2 + 6, f"deck {deck}", 9)
    quiet(picture, x, y + height / 2 + 16, f"gone {gone}", 9)


@remembered
def _draw_free(picture: Svg, corner: Point, size: tuple[float, float]) -> None:
    """A place of a river from which the card has been taken."""
    picture.rect(*corner, *size, rx=4, fill="none", stroke=FAINT, stroke_dasharray="3 2")


def _draw_stock(picture: Svg, game: Game, record: State, corner: Point, size: tuple[float, float]) -> None:
    """Decks of System and Crew cards with price and what is left, and the Expert card on top of its deck."""
    (x, y), (width, height) = corner, size
    basic = bool(game.options[0].basic)
    cards = [Equipment.MET_REPORT + 0, Equipment.COPILOT + 0] if basic else list(range(FIRST_EXPERT))
    step = (width + GAP) / (len(cards) + (0 if basic else 1.6))
    for card in cards:
        left = int(record.stock[card])
        _draw_deck(picture, game, card, (x, y), (step - GAP, height), f"×{left}")
        x += step
    if basic:
        return
    below = int(record.experts_below) + sum(card != NONE for card in record.experts_returned)
    where = (x, y), (1.6 * step - GAP, height)
    if record.expert == NONE:
        _draw_free(picture, *where)
        quiet(picture, x + 5, y + 14, "no Expert card left", 9.5)
        return
    _draw_deck(picture, game, int(record.expert), *where, f"{below} below")


def _draw_deck(picture: Svg, game: Game, card: int, corner: Point, size: tuple[float, float], rest: str) -> None:
    t = game.tables[0]
    crew = t.equipment_category[card] == Category.CREW
    with picture.group(data_deck=equipment_name(game, card)):
        price = short_money(t.equipment_price[card])
        fill = SHEET if rest == "×0" else CREW_FILL if crew else SYSTEM_FILL
        _draw_equipment(picture, corner, size, equipment_name(game, card), price, rest, fill)


@remembered
def _draw_equipment(
    picture: Svg, corner: Point, size: tuple[float, float], name: str, price: str, rest: str, fill: str
) -> None:
    (x, y), (width, height) = corner, size
    picture.rect(x, y, width, height, rx=4, fill=fill, stroke=SOFT, stroke_width=0.8)
    for k, line in enumerate(wrapped(name, width - 6, 9.2, bold=True)[:2]):
        fit_text(picture, x + 4, y + 11.5 + 10 * k, line, width - 6, 9.2, bold=True)
    quiet(picture, x + 4, y + height - 4, price, 9.2)
    quiet(picture, x + width - 4, y + height - 4, rest, 9.2, "end")
