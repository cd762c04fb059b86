"""What the table hears: dice, flights, customs, cards that are turned up, Revenues, rounds and the end."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from air_postal.pictures import aboard, city, do, fly, liveliness, play, said, table, walk
from mailwing.envs._core.game import Game
from mailwing.envs._core.position import Position
from mailwing.envs.air_postal import SPEC
from mailwing.envs.air_postal.limits import (
    AIR_ROUTES,
    FIRST_VIP,
    NONE,
    VIPS,
    AircraftType,
    Board,
    Category,
    Equipment,
    Face,
    Load,
    Nation,
)
from mailwing.envs.air_postal.names import aircraft_name, city_name, equipment_name, objective_name, pilot_name
from mailwing.envs.air_postal.phrases import money, objective_words
from mailwing.envs.air_postal.pictures.facts import objectives_in
from mailwing.envs.air_postal.pictures.words import named
from mailwing.envs.air_postal.state import Phase
from mailwing.envs.air_postal.testing import position

TABLES = (
    (1, 4, {"setup": "la_ligne"}),
    (2, 2, {"setup": "blue_riband", "basic": "yes", "round_limit": 8}),
    (3, 9, {"setup": "clippers", "main_base": "yes", "round_limit": 6}),
    (4, 8, {"setup": "empire_routes", "warbirds": "yes", "round_limit": 8}),
)


@pytest.mark.parametrize(("players", "seed", "options"), TABLES)
def test_news_are_told_of_whole_games(players: int, seed: int, options: dict[str, Any]) -> None:
    state, rng = Game(SPEC, players, **options).new(seed), random.Random(seed)
    while not state.done:
        before, legal = int(state.record.round_number), state.legal()
        lines = do(state, rng.choices(legal, [liveliness(state, action) for action in legal])[0])
        assert all(line and line == line.strip() for line in lines)
        assert any(line.startswith("round ") for line in lines) == (state.record.round_number != before)
        over = [line for line in lines if line.startswith("game over: ")]
        assert over == (lines[-1:] if state.done else [])


def me(state: Position) -> str:
    """Who is to decide."""
    return named(state.game, state.record, int(state.record.seat))


# Flights


def flying(start: str = "Berlin", end: str = "Moscow", faces: tuple[Face, ...] = (), fuel: int = 9) -> Position:
    """A long-range aircraft is on its way with these dice."""
    state = fly(table(), start, fuel)
    s = state._record
    s.held[:] = 0
    s.aircraft[s.seat] = int(state.game.tables[0].range.argmax())
    s.endurance[s.seat] = 7
    play(state, f"Fly to {end}")
    s.face[: len(faces)] = faces
    return state


CLEAR = (Face.CLEAR_SKY, Face.CLEAR_SKY, Face.CLEAR_SKY)


def test_the_dice_are_read_out() -> None:
    state = fly(table(), "Berlin")
    state._record.aircraft[state.record.seat] = int(state.game.tables[0].range.argmax())
    (line,) = play(state, "Fly to Moscow")
    assert line.startswith("the dice: ")
    assert line.count(",") == 2


def test_a_landing() -> None:
    state = flying(faces=CLEAR)
    assert play(state, "Accept") == ["lands in Moscow with 6 fuel and 7 endurance"]


def air_route(state: Position, start: str, end: str) -> int:
    """The Air Route card of two cities."""
    ends = {city(state, start), city(state, end)}
    return next(k for k in range(AIR_ROUTES) if set(state.game.tables[0].air_route[k].tolist()) == ends)


def test_cubes_and_achieved_objectives() -> None:
    state = flying(faces=CLEAR)
    s, t = state._record, state.game.tables[0]
    card = air_route(state, "Paris", "Moscow")
    s.held[s.seat, 0] = 1 << card
    again = state.copy()
    assert play(state, "Accept")[1:] == ["puts a cube on Paris – Moscow"]
    other_end = 0 if t.air_route[card, 1] == city(state, "Moscow") else 1
    again._record.marked[other_end] = 1 << card
    assert play(again, "Accept")[1:] == [f"achieves {objective_words(state.game, card)}"]


def test_a_great_first_and_a_hub() -> None:
    state = flying("St. John's", "London", fuel=18)
    s, t = state._record, state.game.tables[0]
    s.face[:7] = Face.CLEAR_SKY
    route = int(t.route_to[Board.ATLANTIC, city(state, "London"), city(state, "St. John's")])
    glory = t.great_first_glory[t.great_first_of[route]]
    s.hub[0] = city(state, "London")
    lines = play(state, "Accept")
    assert lines[1] == f"Great First North Atlantic nonstop: {glory} glory"
    assert lines[2] == "reaches the Hub London"
    assert play(state, "Take") == []


def test_an_incident() -> None:
    state = flying(faces=(Face.CLEAR_SKY, Face.HEADWIND, Face.FOG), fuel=3)
    s = state._record
    s.glory[s.seat] = 20
    level = int(state.game.tables[0].level[s.aircraft[s.seat]])
    assert play(state, "Accept")[0] == f"an incident on square 2: back in Berlin, loses {level} glory"
    state = flying(faces=(Face.CLEAR_SKY, Face.HEADWIND, Face.FOG), fuel=3)
    state._record.glory[:] = 0
    assert play(state, "Accept")[0] == "an incident on square 2: back in Berlin"


def test_a_crash() -> None:
    state = flying(faces=(Face.CLEAR_SKY, Face.HEADWIND, Face.FOG), fuel=3)
    s, t = state._record, state.game.tables[0]
    seaplane = next(k for k, kind in enumerate(t.aircraft_type) if kind == AircraftType.SEAPLANE)
    s.aircraft[s.seat] = seaplane
    lost = f"{pilot_name(state.game, int(s.pilot[s.seat]))} and the {aircraft_name(state.game, seaplane)}"
    assert play(state, "Accept") == [f"a crash on square 2: {lost} are lost, gains 3 glory"]


def test_a_die_that_is_rolled_again() -> None:
    state = flying(faces=CLEAR)
    s = state._record
    s.equipment[s.seat] = aboard(Equipment.FLIGHT_ENGINEER, Equipment.MET_REPORT)
    s.face[0] = Face.RAIN
    assert play(state, "Use the Flight Engineer") == []
    (line,) = play(state, "Square 1")
    assert line.startswith("the green die on square 1 shows ")
    s.face[0] = Face.RAIN
    assert play(state, "Use the Met Report", "Square 1") == []


# Customs and diplomacy


def landed(place: str, *loads: Load) -> Position:
    """The seat to decide has landed in a city with these Load cards."""
    state = fly(table(), place)
    s = state._record
    s.phase = Phase.DELIVERY
    s.held[:] = 0
    s.aboard[:] = 0
    for load in loads:
        s.aboard[s.seat, load] += 1
    return state


def test_customs_find_the_only_card() -> None:
    lines = play(landed("Dakar", Load.SMUGGLING_CASE), "Deliver the Smuggling Case")
    assert lines[0] == "customs find a Smuggling Case: a fine of $10,000, and the turn ends"


def test_customs_find_one_case_or_the_other_cards() -> None:
    told = set()
    for chance in range(40):
        state = landed("Dakar", Load.SMUGGLING_CASE, *[Load.MAIL] * 3)
        state._record.chance += chance
        told.add(play(state, "Deliver the Smuggling Case")[0])
    assert told == {
        "customs find nothing: $30,000",
        "customs find a Smuggling Case: a fine of $10,000, and the turn ends",
    }


def test_bags_for_diplomacy() -> None:
    state = landed("Berlin", Load.SOVIET_BAG)
    s, t = state._record, state.game.tables[0]
    assert play(state.copy(), "Deliver the Soviet") == []
    s.held[s.seat, 1] = 1 << (VIPS + int(t.diplomacy_of[Nation.SOVIET]))
    assert play(state, "Deliver the Soviet") == ["Soviet Diplomacy: 3 glory"]


# Cards


def choosing(state: Position) -> Position:
    """The seat to decide takes an Objective card, the last one in this round."""
    s = state._record
    s.phase, s.slot = Phase.OBJECTIVE, 1
    s.marker[:] = NONE
    s.marker[s.seat] = 1
    return state


def test_the_top_card_of_the_deck_is_shown() -> None:
    state = choosing(table())
    seat = int(state.record.seat)
    lines = play(state, "Take the top card")
    (card,) = objectives_in(state.record.held[seat])
    assert lines[0] == f"draws {objective_words(state.game, card)}"
    assert any(line.startswith("round 2 begins: ") for line in lines)


def test_vips_without_a_seat_are_set_aside() -> None:
    state = choosing(table())
    s = state._record
    s.aboard[s.seat] = 0
    s.aboard[s.seat, Load.PAX] = state.game.tables[0].load_value[s.aircraft[s.seat], Category.PAX]
    s.objective_deck[0], s.objective_deck[1] = 0, 0b11
    s.objective_discard[:] = (1, 0)
    s.marker[1 - s.seat] = 3  # whose turn is next, so that the discard pile stays as it is
    lines = play(state, "Take the top card")
    aside = {f"sets {objective_name(state.game, FIRST_VIP + k)} aside, there is no free seat" for k in range(2)}
    assert set(lines[:2]) == aside
    assert lines[2] == f"draws {objective_words(state.game, 0)}"


def test_a_card_of_the_river_needs_no_news_but_a_cube_does() -> None:
    state = choosing(table())
    s, t = state._record, state.game.tables[0]
    s.objective_river[0] = card = air_route(state, "Paris", "Moscow")
    s.city[s.seat] = city(state, "Dakar")
    assert play(state.copy(), f"Take {objective_name(state.game, card)}")[0].startswith("round 2")
    s.city[s.seat] = t.air_route[card, 1]
    lines = play(state, f"Take {objective_name(state.game, card)}")
    assert lines[0] == f"puts a cube on {city_name(state.game, int(t.air_route[card, 1]))}"


def test_the_next_expert_card() -> None:
    state = table()
    s = state._record
    s.phase, s.money[s.seat], s.slot = Phase.MAINTENANCE, 500, 3
    s.marker[s.seat] = 3
    s.expert = Equipment.FLAPS
    s.experts_seen = 1 << (Equipment.FLAPS - Equipment.FUEL_EXPERT)
    s.equipment[s.seat] = 0
    s.aircraft[s.seat] = int(state.game.tables[0].load_value[:, Category.SYSTEM].argmax())
    (line,) = play(state, "Buy Flaps")
    assert line == f"the next Expert card is {equipment_name(state.game, int(s.expert))}"
    assert play(state, "Buy a Compass") == []


def test_what_lies_open_anew() -> None:
    state = choosing(table())
    river, loads = state.record.objective_river.tolist(), state.record.load_river.tolist()
    lines = play(state, "Take")
    # One was taken from the left, and one was discarded at the right.
    new = [card for card in state.record.objective_river.tolist() if card != NONE][:2]
    words = " and ".join(objective_words(state.game, card) for card in new)
    assert lines[-2] == f"new objectives: {words}"
    assert lines[-1].startswith("new loads: ")
    assert state.record.objective_river.tolist()[2:4] == river[1:3]
    assert state.record.load_river.tolist()[1:6] == loads[:5]


# Ground Ops and rounds


def test_who_is_unseated_gets_the_fee() -> None:
    state = table()
    first = me(state)
    play(state, "Place on Maintenance & Revenues")
    state._record.money[:] = 50
    lines = play(state, "Place on Maintenance & Revenues")
    assert lines == [f"{first} is unseated and gets $10,000"]


def test_revenues_of_all_slots_whose_turn_comes() -> None:
    state = table()
    seats = [int(seat) for seat in state.record.order[:2]]
    pay = [money(state.game.tables[0].revenue[state.record.pilot[seat]]) for seat in seats]
    names = [named(state.game, state.record, seat) for seat in seats]
    play(state, "Place on Revenues")
    lines = play(state, "Place on Maintenance & Revenues")
    assert lines == [
        f"{names[0]} receives Revenues: {pay[0]}",
        f"{names[1]} receives Revenues: {pay[1]}",
    ]
    assert play(state, "That is all")[0] == f"round 2 begins: {names[1]} and {names[0]}"


def test_a_solo_round() -> None:
    state = table(1)
    t, s = state.game.tables[0], state._record
    lines = play(state, "Place on Revenues")
    name = city_name(state.game, int(t.path[s.setup, s.solo_pilot, 0]))
    assert lines[0].endswith(f"receives Revenues: {money(t.revenue[s.pilot[0]])}")
    assert lines[1].startswith(f"the Solo plane flies to {name}")
    assert lines[2].startswith("round 2 begins: ")


def test_the_solo_plane_scores_hubs_and_great_firsts() -> None:
    told = []
    for state in walk(1, 3, setup="la_ligne"):
        if state.done:
            break
        for action in state.legal():
            if state.describe(action) in ("Place on Revenues", "Keep the aircraft", "That is all"):
                told += do(state.copy(), action)
    assert any(", a Hub: " in line for line in told)
    assert any(line.startswith("the Solo plane flies to ") and "Great First" in line for line in told)


# Set-up and the end


def test_main_bases() -> None:
    state = Game(SPEC, 2, setup="la_ligne").new(1)
    t = state.game.tables[0]
    base = int(t.setup_base[0, [int(k) for k in t.setup_pilot[0]].index(state.legal()[0])])
    worth = f"{t.city_glory[base]} glory, {money(t.city_money[base])}"
    assert do(state, state.legal()[0]) == [f"Main Base {city_name(state.game, base)}: {worth}"]


def test_city_cards_are_secret_until_all_have_chosen() -> None:
    state = Game(SPEC, 3, setup="la_ligne", main_base="yes").new(2)
    told: dict[Phase, list[list[str]]] = {}
    while state.record.round_number == 0:
        phase = Phase(int(state.record.phase))
        told.setdefault(phase, []).append(do(state, state.legal()[0]))
    assert told[Phase.PILOT] == [[], [], []]
    assert told[Phase.BASE][:2] == [[], []]
    assert [line.split(":")[1] for line in told[Phase.BASE][2]] == [
        f" Main Base {city_name(state.game, int(base))}" for base in state.record.main_base[:3]
    ]
    assert told[Phase.SPARE_CITY][:2] == [[], []]
    assert told[Phase.SPARE_CITY][2][0].startswith("Hubs: ")


def last_turn(change: Callable[[Any], None], **options: Any) -> list[str]:
    """The news of the last decision of a round in which something is changed before."""
    state = table(**options)
    play(state, "Place on Revenues", "Place on Maintenance & Revenues")
    state._record.held[:] = 0
    change(state._record)
    return play(state, "That is all")


def test_the_end_is_triggered() -> None:
    def near(s: Any) -> None:
        s.glory[s.seat] = 70

    lines = last_turn(near)
    assert lines[0] == "the end is triggered"
    assert lines[-1].startswith("game over: ")
    assert len([line for line in lines if " has " in line]) == 2


def test_the_end_is_triggered_before_others_have_had_their_turn() -> None:
    state = table()
    play(state, "Place on Maintenance & Revenues", "Place on Objectives & Revenues")
    s = state._record
    s.glory[s.seat] = 70
    lines = play(state, "That is all")
    assert lines[-1].startswith("the end is triggered: ")
    assert not state.done


def test_the_basic_variant_shows_what_is_drawn() -> None:
    state = table(basic="yes")
    pay = money(state.game.tables[0].revenue[state.record.pilot[state.record.seat]])
    again = state.copy()
    lines = play(state, "Objectives")
    assert lines[0] == f"Revenues: {pay}"
    assert lines[1].startswith("drawn: ")
    assert lines[1].count("glory") == 5
    (line,) = play(again, "Flight Ops")
    assert line.startswith("drawn: ")
    assert any(words.startswith("Load ") for words in said(again))


def test_the_basic_variant_shows_vips_that_nobody_can_seat() -> None:
    """Five of the deck, or the last one of the deck and those of the discard pile; or nothing at all."""
    vips = ("Josephine Baker", "Ernest Hemingway", "Charlie Chaplin", "Winston Churchill", "Carlos Gardel")
    full = ("Mail Delivery",) * 5
    for deck, discard in ((vips, ("Louis Armstrong",)), (vips[:1], vips[1:])):
        board = position(2, basic="yes").objective_piles(deck, discard).loads("Bastié", *full)
        revenues, drawn = play(board.state, "Objectives")
        assert revenues == "Revenues: $30,000"
        assert all(f"{name} to " in drawn for name in vips)
        assert "Armstrong" not in drawn
        assert drawn.endswith(", and discarded: there is no free place")
    board = position(2, basic="yes").objective_piles().loads("Bastié", *full)
    assert play(board.state, "Objectives") == ["Revenues: $30,000", "drawn: nothing"]
