"""What is not let in: each kind of thing that a table can never show, made by hand from a possible position."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from mailwing.envs.air_postal.limits import EXPERTS, NONE, SOLO, BasicAction, Category, Equipment, Face, Load, Slot
from mailwing.envs.air_postal.rules.flights import FUEL_CAN
from mailwing.envs.air_postal.state import Phase
from mailwing.envs.air_postal.testing import Table, position
from mailwing.envs.testing.cases import Case, cases_of, play_randomly

from .changed import (
    Edit,
    a_gap_in_the_river,
    a_level_too_high,
    add,
    air_route_in_the_box,
    an_expert_card_twice,
    basic,
    basic_loads,
    basic_objectives,
    both,
    choice_of_another,
    choosing,
    crashed,
    cubes_on_both_cities,
    delivering,
    die,
    first_aircraft,
    flying,
    hub_at_home,
    in_paris,
    is_refused,
    loading,
    main_base,
    maintaining,
    move,
    over,
    placing,
    put,
    rolled,
    same_hand,
    second_hand_museum_piece,
    solo,
    solo_plane_at_its_end,
    spare_city,
    two_objectives,
    unloading,
)

Row = tuple[Callable[[], Table], str, Edit]

THE_TABLE: list[Row] = [
    (position, "money of a seat that nobody sits at", put("money", 5, 2)),
    (position, "Setup postcard 2 is played", put("setup", 1)),
    (position, "not each seat once", put("order", 1, 0)),
    (lambda: position(3, basic="yes"), "clockwise", both(put("order", 2, 1), put("order", 1, 2))),
    (position, "nobody sits at", put("great_first", 3, 0)),
    (position, "nobody sits at", put("great_first", SOLO, 0)),
    (position, "nobody sits at", put("passed", 8)),
    (position, "nobody sits at", put("line", 3, 0)),
    (position, "seat 0 has Main Base -1", put("main_base", NONE, 0)),
    (position, "not on this side of the board", put("city", 32, 0)),
    (position, "two seats have one Main Base", put("main_base", 11, 0)),
    (position, "not on the postcard", put("main_base", 1, 0)),
    (main_base, "1 Main Bases are open", both(put("main_base", NONE, 0), put("city", NONE, 0))),
    (position, "the Hubs are", put("hub", 3, 0)),
    (main_base, "the Hubs are", put("hub", 3, 7)),
    (main_base, "not City cards that can have been dealt", hub_at_home),
    (main_base, "a Hub that is not there", put("hubs_reached", 128, 0)),
    (lambda: position().city(Bastié="Lisbon"), "has not reached this Hub", put("hubs_reached", 0, 0)),
    (position, "seat 0 has 1 City cards in hand", put("hand", 1, 0)),
    (position, "seat 0 has chosen city 1", put("choice", 1, 0)),
    (spare_city, "another seat has", same_hand),
    (spare_city, "which it cannot have", choice_of_another),
    (position, "is not on this side of the board", put("great_first", 0, 6)),
    (position, "the Solo plane is there", put("solo_at", 1)),
    (solo, "has made 3 flights, not 1", put("solo_at", 3)),
    (solo, "the Solo plane has 90 points", put("solo_glory", 90)),
    (solo, "has flown Sahara, or not", put("great_first", SOLO, 0)),
    (solo, "has the Main Base of the Solo plane", put("main_base", 12, 0)),
]

THE_ROUND: list[Row] = [
    (position, "of another variant", put("phase", Phase.BASIC_ACTION)),
    (basic, "of another variant", put("phase", Phase.PLACING)),
    (flying, "of another variant", put("phase", Phase.SOLO_PILOT)),
    (position, "it is round 0", put("round_number", 0)),
    (over, "cannot be over in phase FLYING", put("phase", Phase.FLYING)),
    (basic, "markers are on the Operations board", put("marker", 0, 0)),
    (loading, "the Flight Ops line holds", put("line", NONE, 0)),
    (loading, "but never was there", put("visited", 2, 0)),
    (placing, "from some of which nobody is unseated", put("visited", 1 << Slot.REVENUES, 2)),
    (over, "2 seats are in slot 3", both(put("marker", 3, 0), put("visited", 8, 0))),
    (loading, "did not come to the Flight Ops line in turn order", both(put("line", 1, 0), put("line", 0, 1))),
    (placing, "has the turn 2", put("turn", 2)),
    (placing, "seat 2 has the turn 1", put("seat", 2)),
    (loading, "seat 1 has the turn 0", put("seat", 1)),
    (loading, "of slot 3", put("slot", 3)),
    (maintaining, "of slot 5", put("slot", 5)),
    (over, "seat 0 has the turn", put("seat", 0)),
    (basic, "seat 0 has the turn 1", put("turn", 1)),
    (position, "have taken enough Load cards", put("passed", 1)),
    (loading, "or it has passed", put("passed", 1)),
    (flying, "Load cards are left", put("passed", 0)),
    (position, "it is round 61 of 60", put("round_number", 61)),
    (placing, "the seats [] have ended a turn with enough points", put("last_round", 1)),
    (maintaining, "have ended a turn with enough points", put("glory", 60, 0)),
    (position, "since the round before", put("glory", 60, 0)),
    (over, "no reason", put("limit_reached", 0)),
    (solo, "is at its last Hub", solo_plane_at_its_end),
    (position, "decisions are too few", put("num_decisions", 3)),
]

THE_CARDS: list[Row] = [
    (position, "twice in the river", lambda s: put("objective_river", s.objective_river[3], 2)(s)),
    (position, "in two places", lambda s: put("held", s.objective_deck[0], 0, 0)(s)),
    (position, "lies nowhere", put("objective_deck", 0, 1)),
    (position, "is not in this game", put("objective_discard", 1 << 59, 0)),
    (position, "no crash has put there", air_route_in_the_box),
    (position, "on both cities", cubes_on_both_cities),
    (position, "that nobody tries to achieve", put("marked", 1, 0)),
    (in_paris, "but no cube says so", both(put("marked", 0, 0), put("marked", 0, 1))),
    (solo, "seat 0 has 2 Objective cards after 1 rounds", two_objectives),
    (position, "from which 0 cards have been taken", a_gap_in_the_river),
    (position, "Load cards are in the box, but", both(add("load_deck", -1, 0), put("load_box", 1, 0))),
    (position, "Crew cards are in the box, but", both(add("stock", -1, 3), put("equipment_box", 1, 3))),
    (position, "keeps 1 cards Soviet", both(add("load_deck", -1, Load.SOVIET_BAG), put("bags", 1, 0, 0))),
    (position, "there are 11 cards Mail Delivery", add("load_deck", -1, Load.MAIL)),
    (position, "the river of Objective cards has more than 4 places", move("objective_river", 3, 5)),
    (position, "the river of Load cards has more than 6 places", move("load_river", 5, 9)),
    (basic, "nobody has drawn so many", both(add("load_deck", -1, Load.MAIL), put("load_river", Load.MAIL, 0))),
    (basic_objectives, "one after the other", move("objective_river", 0, 5)),
    (basic_loads, "in the order of their kinds", both(put("load_river", Load.PAX, 0), put("load_river", Load.MAIL, 4))),
    (position, "there are 3 cards Radio", add("stock", -1, Equipment.RADIO)),
    (basic, "Radio is aboard", both(add("stock", -1, Equipment.RADIO), put("equipment", 1 << Equipment.RADIO, 0))),
    (position, "do not lie one after the other", put("experts_returned", Equipment.FLAPS, 1)),
    (position, "that is no Expert card", put("expert", Equipment.RADIO)),
    (position, "no card lies on top", put("expert", NONE)),
    (position, "there are 2 cards", an_expert_card_twice),
    (position, "been on top", put("experts_seen", 2**EXPERTS - 1)),
    (position, "the game has 5", put("experts_below", 2)),
]

SET_UP = Phase.FIRST_AIRCRAFT
THE_PILOTS: list[Row] = [
    (position, "is with a seat, and left", put("pilots_left", 0xFF)),
    (position, "two seats have one Pilot card", put("pilot", 1, 1)),
    (position, "the pilots of seats are", put("pilot", NONE, 1)),
    (position, "1 pilots have disappeared, but 0", put("lost_pilots", 1)),
    (basic, "in the Basic variant", both(put("lost_pilots", 1), put("pilots_left", 0b01101100))),
    (crashed, "there is no new pilot", put("pilots_left", 0)),
    (position, "are not those who began", both(put("pilot", 8, 1), put("pilots_left", 0b11101100))),
    (position, "is in two places", lambda s: put("used_aircraft", s.new_aircraft)(s)),
    (position, "is not in this game", lambda s: put("new_aircraft", s.new_aircraft | 1)(s)),
    (position, "second-hand, but cannot be sold", second_hand_museum_piece),
    (lambda: crashed().play("Bastié", "Go on as Marga"), "no aircraft to take", put("new_aircraft", 0)),
    (position, "1 aircraft are gone, but 0 have crashed", add("new_aircraft", -(1 << 33))),
    (position, "the seats have the aircraft", put("aircraft", NONE, 0)),
    (lambda: choosing(SET_UP), "sold during set-up", add("new_aircraft", -(1 << 35))),
    (first_aircraft, "cannot begin with", a_level_too_high),
    (position, "seat 0 has 7 endurance", put("endurance", 7, 0)),
    (position, "seat 0 has 3 endurance", put("endurance", 3, 0)),
    (position, "cannot have won more than 3", put("glory", 50, 0)),
    (position, "has $7,000, which it cannot have", put("money", 7, 0)),
    (solo, "has $32000,000, which it cannot have", put("money", 32_000, 0)),
    (lambda: position(round_limit=9), "before its first turn", put("fuel", 1, 0)),
    (rolled, "seat 0 has 7 endurance", put("endurance", 7, 0)),
    (lambda: choosing(SET_UP), "has 0 endurance", put("endurance", 0, 0)),
    (lambda: choosing(SET_UP), "has done something before its first turn", put("fuel", 1, 0)),
    (lambda: choosing(SET_UP), "points and $5,000 before its first turn", put("money", 5, 0)),
    (lambda: choosing(SET_UP), "a Great First was flown", put("great_first", 0, 0)),
    (lambda: choosing(SET_UP), "cards were discarded", both(add("load_deck", -1, 0), put("load_discard", 1, 0))),
]

SAVED = both(put("saved_endurance", 1, 2), put("saved_endurance", 1, 1))
A_TURN: list[Row] = [
    (position, "means nothing in phase PLACING", put("flown", 3)),
    (over, "means nothing in phase MAINTENANCE", put("bought", 4)),
    (rolled, "phase DICE needs it", put("route", NONE)),
    (die, "phase DIE needs it", put("using", NONE)),
    (flying, "Weather dice lie on the table", put("face", Face.FOG, 0)),
    (position, "action 2 is taken", put("action", BasicAction.FLIGHT_OPS)),
    (basic_loads, "action 0 is taken", put("action", 0)),
    (maintaining, "cannot have been bought in this Maintenance", put("bought", 1 << Equipment.RADIO)),
    (flying, "has 7 fuel, its aircraft takes 6", put("fuel", 7, 0)),
    (position, "holds 3 Cargo cards too many", both(add("load_deck", -6, Load.MAIL), put("aboard", 6, 0, Load.MAIL))),
    (basic, "holds 1 cards too many", both(add("load_deck", -6, Load.MAIL), put("aboard", 6, 0, Load.MAIL))),
    (unloading, "holds 2 Cargo cards too many", both(add("load_deck", -1, 0), add("aboard", 1, 0, 0))),
    (flying, "cannot have been bought before this take-off", put("bought", 1 << Equipment.RADIO)),
    (flying, "cannot have been bought before this take-off", put("bought", 1 << Equipment.COPILOT)),
    (flying, "has bought fuel, but has none", both(put("fuelled", 1), put("fuel", 0, 0))),
    (flying, "farther than its aircraft can", put("flown", 9)),
    (flying, "are not used once in a turn", put("used_this_turn", 1 << Equipment.RADIO)),
    (flying, "cannot have flown 1 squares to Berlin", put("flown", 1)),
    (delivering, "Paris is no Hub", both(put("phase", Phase.HUB), put("delivered", 0))),
    (rolled, "does not lead from Berlin", put("route", 0)),
    (rolled, "cannot have taken off for 3 squares", put("fuel", 0, 0)),
    (rolled, "square 3 has a die", put("face", Face.FOG, 3)),
    (rolled, "which it has not", put("face", Face.TROPICAL_CYCLONE, 0)),
    (rolled, "more points are saved on square 0", put("saved_fuel", 3, 0)),
    (rolled, "Radio cannot have been used", put("used_this_flight", 1 << Equipment.RADIO)),
    (rolled, "no card can have eased the die", put("eased", 2)),
    (rolled, "fuel have been used, but saved [1, 0, 0]", put("saved_fuel", 1, 0)),
    (rolled, "endurance have been used, but saved [0, 1, 1]", SAVED),
    (rolled, "endurance have been used, but saved [0, 0, 0]", put("used_this_flight", 1 << Equipment.GYROSCOPE)),
    (die, "cannot be used on any die", put("using", Equipment.RADIO)),
    (die, "cannot be used on any die", put("used_this_flight", 1 << Equipment.FLIGHT_ENGINEER)),
    (die, "cannot be used on any die", both(put("using", FUEL_CAN), add("load_deck", 1, 8), put("aboard", 0, 0, 8))),
    (delivering, "has nothing to deliver in Paris", put("delivered", 2)),
    (delivering, "category 2 is not what was delivered", put("delivered_category", Category.CREW)),
    (delivering, "nothing of category 0 can have been", both(add("load_deck", 1, 0), put("load_discard", 0, 0))),
    (crashed, "but still has cards aboard", both(add("load_deck", -1, 0), put("aboard", 1, 0, 0))),
    (crashed, "cannot have crashed on a route from Moscow", put("city", 2, 0)),
]


ALL = [*THE_TABLE, *THE_ROUND, *THE_CARDS, *THE_PILOTS, *A_TURN]


@pytest.mark.parametrize(("table", "words", "edit"), ALL, ids=[words for _, words, _ in ALL])
def test_what_a_table_cannot_show_is_noticed(table: Callable[[], Table], words: str, edit: Edit) -> None:
    is_refused(table(), words, edit)


POSITIONS = 60
"""That are looked at in each game; the contract looks at every position of some games."""


@pytest.mark.parametrize("case", [case for case in cases_of("air_postal") if not case.slow], ids=lambda case: case.id)
def test_positions_of_random_games_have_no_fault(case: Case) -> None:
    """Thousands of them in all variants together."""
    game, rng = case.game, random.Random(case.id)
    for seed in range(3):
        walk = [state.copy() for state in play_randomly(game.new(seed), rng)]
        for state in [walk[-1], *rng.sample(walk, POSITIONS)]:
            assert not game.faults(state.record), f"{game.faults(state.record)}\n{state}"
