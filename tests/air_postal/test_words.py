"""What players say: words differ, name what counts, and ask the rules for amounts."""

from __future__ import annotations

import pytest

from air_postal.pictures import aboard, city, fly, play, said, table, walk
from mailwing.envs._core.position import Position
from mailwing.envs.air_postal.actions import Action
from mailwing.envs.air_postal.limits import (
    EQUIPMENTS,
    FIRST_DIPLOMACY,
    FIRST_VIP,
    OBJECTIVES,
    VIPS,
    AircraftType,
    Equipment,
    Face,
    Load,
    Nation,
)
from mailwing.envs.air_postal.names import aircraft_name, equipment_name, objective_name
from mailwing.envs.air_postal.phrases import a, counted, equipment_card, listed, money, objective_words
from mailwing.envs.air_postal.pictures.words import question, status
from mailwing.envs.air_postal.state import Phase
from mailwing.envs.air_postal.testing import position

TABLES = (
    (1, 4, {"setup": "la_ligne"}),
    (2, 2, {"setup": "blue_riband", "basic": "yes", "round_limit": 12}),
    (3, 9, {"setup": "clippers", "main_base": "yes", "round_limit": 8}),
    (4, 8, {"setup": "empire_routes", "warbirds": "yes", "round_limit": 12}),
)


@pytest.mark.parametrize(("players", "seed", "options"), TABLES)
def test_the_legal_actions_have_words_of_their_own(players: int, seed: int, options: dict[str, object]) -> None:
    for state in walk(players, seed, **options):
        words = said(state)
        assert len(set(words)) == len(words)
        assert all(line == line.strip() and len(line) <= 130 for line in words)


def test_every_action_has_words_in_every_position() -> None:
    """Also where it is not legal: tools may ask."""
    for state in (table(), fly(table(), "Paris"), table(basic="yes")):
        for action in range(int(Action.END)):
            assert state.game.spec.actions.describe(state.game, state.record, action)


# Amounts


def test_amounts_and_lists() -> None:
    assert [money(15), money(0), money(-5), money(1250)] == ["$15,000", "$0", "−$5,000", "$1,250,000"]
    assert [counted(1, "square"), counted(3, "square")] == ["1 square", "3 squares"]
    assert [listed(()), listed("A"), listed("ABC"), listed("AB", last_one="or")] == [
        "nothing",
        "A",
        "A, B and C",
        "A or B",
    ]
    assert [a("Altimeter"), a("Compass"), a("Flaps")] == ["an Altimeter", "a Compass", "Flaps"]


def test_fuel_says_its_price_and_what_a_debt_costs() -> None:
    state = fly(table(), "Paris", fuel=0)
    s = state._record
    s.phase, s.money[s.seat], s.glory[s.seat] = Phase.PREFLIGHT, 10, 9
    words = said(state)
    assert "Buy 2 fuel for $10,000" in words
    assert "Buy 3 fuel for $15,000, losing 1 glory for debt" in words
    assert "Buy 5 fuel for $25,000, losing 2 glory for debt" in words


def test_crew_is_hired_and_systems_are_bought() -> None:
    state = fly(table(), "Paris", fuel=0)
    s = state._record
    s.phase, s.equipment[s.seat] = Phase.PREFLIGHT, 0
    words = said(state)
    assert {"Buy a Met Report for $5,000", "Hire a Copilot for $5,000", "Ready for take-off"} <= set(words)


def test_an_aircraft_says_what_it_costs_in_the_end() -> None:
    state = table()
    s, t = state._record, state.game.tables[0]
    seat, own = int(s.seat), int(s.aircraft[s.seat])
    other = next(k for k in range(len(t.price)) if int(s.new_aircraft) >> k & 1 and t.level[k] == t.level[own])
    s.phase, s.money[seat] = Phase.CHANGE, 500
    name = aircraft_name(state.game, other)
    assert f"Change to the {name} for {money(t.price[other] - t.resale[own])}" in said(state)
    s.new_aircraft &= ~(1 << other)
    s.used_aircraft |= 1 << other
    second_hand = [line for line in said(state) if "second-hand" in line]
    paid = int(t.resale[other]) - int(t.resale[own])
    ending = f"and get {money(-paid)}" if paid < 0 else f"for {money(paid)}"
    assert second_hand == [f"Change to the second-hand {name} {ending}"]
    assert said(state)[-1] == "Keep the aircraft"


def test_unseating_somebody_has_its_price() -> None:
    state = table()
    play(state, "Place on Maintenance & Revenues")
    state._record.money[:] = 50
    rival = state.game.tables[0].pilot_name[state.record.pilot[1 - state.record.seat]]
    name = rival.tobytes().rstrip(b"\0").decode()
    assert f"Place on Maintenance & Revenues for $10,000 to {name}" in said(state)
    assert "Place on Objectives & Revenues" in said(state)


# Flights


def test_a_flight_says_its_squares_in_the_order_in_which_they_are_passed() -> None:
    words = said(fly(table(), "Berlin"))
    there = next(line for line in words if line.startswith("Fly to Moscow"))
    assert there.startswith("Fly to Moscow: 3 squares, ")
    back = next(line for line in said(fly(table(), "Moscow")) if line.startswith("Fly to Berlin"))
    assert back.split(", ")[1].split() == there.split(", ")[1].split()[::-1]


def test_a_flight_says_whether_it_is_overwater_and_a_great_first() -> None:
    state = fly(table(), "Dakar")
    state._record.aircraft[state.record.seat] = int(state.game.tables[0].range.argmax())
    line = next(line for line in said(state) if line.startswith("Fly to Natal"))
    assert ", Overwater, Great First South Atlantic (" in line
    first = state.game.tables[0].great_first_of[
        state.game.tables[0].route_to[1, city(state, "Dakar"), city(state, "Natal")]
    ]
    state._record.great_first[first] = 1
    line = next(line for line in said(state) if line.startswith("Fly to Natal"))
    assert line.endswith(", Overwater")


def rolled(*faces: Face, fuel: int = 9, start: str = "Berlin", end: str = "Moscow") -> Position:
    """Dice lie on the route from Berlin to Moscow."""
    state = fly(table(), start, fuel)
    state._record.aircraft[state.record.seat] = int(state.game.tables[0].range.argmax())
    state.apply(Action.CITY + city(state, end))
    s = state._record
    for k, face in enumerate(faces):
        s.face[k] = face
    s.endurance[s.seat] = 4
    return state


def test_accepting_says_where_the_dice_lead() -> None:
    clear, wind, ice = Face.CLEAR_SKY, Face.HEADWIND, Face.ICE_AND_SNOW
    state = rolled(clear, wind, ice)
    assert "Accept the dice: land in Moscow with 5 fuel and 2 endurance" in said(state)
    state = rolled(clear, wind, ice, fuel=3)
    state._record.glory[state.record.seat] = 9
    level = int(state.game.tables[0].level[state.record.aircraft[state.record.seat]])
    assert f"Accept the dice: an incident on square 2, lose {level} glory" in said(state)
    state._record.aircraft[state.record.seat] = next(
        k for k, kind in enumerate(state.game.tables[0].aircraft_type) if kind == AircraftType.SEAPLANE
    )
    assert "Accept the dice: a crash on square 2" in said(state)


def test_cards_say_what_they_do_and_dice_what_they_show() -> None:
    state = rolled(Face.HEADWIND, Face.CLEAR_SKY, Face.FOG)
    s = state._record
    s.equipment[s.seat] = aboard(Equipment.MET_REPORT, Equipment.COPILOT, Equipment.AUTOPILOT)
    s.aboard[s.seat, Load.FUEL_CAN] = 1
    assert said(state)[:4] == [
        "Use the Met Report: a die becomes Clear Sky",
        "Use the Copilot: 1 endurance less",
        "Use the Autopilot: 3 endurance more",
        "Use a Fuel Can: 1 fuel less",
    ]
    state.apply(Action.USE + Equipment.MET_REPORT)
    assert [line.split(", ")[1] for line in said(state)] == ["Headwind", "Fog"]
    assert [line.split(":")[0] for line in said(state)] == ["Square 1", "Square 3"]


def test_all_system_and_crew_cards_say_what_they_do() -> None:
    game = table().game
    words = [equipment_card(game, card) for card in range(EQUIPMENTS)]
    assert len(set(words)) == EQUIPMENTS
    assert words[Equipment.MET_REPORT] == "Met Report: a die becomes Clear Sky, then discarded"
    assert words[Equipment.RADIO] == "Radio: roll a white die again, once per flight"
    assert words[Equipment.GYROSCOPE] == "Gyroscope: 1 endurance less on a white or red die, once per flight"
    assert words[Equipment.AUTOPILOT] == "Autopilot: 3 endurance more, once per turn"
    assert words[Equipment.SLATS] == "Slats: Crew +1, System +2"
    assert words[Equipment.CARGO_DOOR] == "Cargo Door: deliver 2 Cargo cards"
    assert words[Equipment.STEWARD] == "Steward: $5,000 more for PAX and VIPs"
    long = "1 fuel less on a flight of 4 squares or more, once per flight"
    assert words[Equipment.VARIABLE_PROPELLER] == f"Variable Propeller: {long}"
    assert equipment_name(game, Equipment.FLOATS + 0) == "Floats"


# Cards


def test_load_cards_that_lie_apart_say_which_they_are() -> None:
    state = table()
    s = state._record
    s.phase = Phase.LOADING
    s.aboard[:] = 0
    s.held[:] = 0
    s.load_river[:6] = (Load.MAIL, Load.MAIL, Load.PAX, Load.MAIL, -1, Load.FUEL_CAN)
    assert said(state) == [
        "Load a Mail Delivery ($5,000), card 1 of 5",
        "Load a PAX on Board ($15,000)",
        "Load a Mail Delivery ($5,000), card 4 of 5",
        "Load a Fuel Can",
        "No more Load cards",
    ]
    s.load_river[3] = -1
    assert said(state)[0] == "Load a Mail Delivery ($5,000)"


def landed(place: str, **loads: int) -> Position:
    """The seat to decide has landed in a city with these Load cards."""
    state = fly(table(), place)
    s = state._record
    s.phase = Phase.DELIVERY
    s.aboard[:] = 0
    for name, count in loads.items():
        s.aboard[s.seat, Load[name.upper()]] = count
    return state


def test_deliveries_say_what_they_earn() -> None:
    assert said(landed("Dakar", mail=1, smuggling_case=1)) == [
        "Deliver the Mail Delivery for $5,000",
        "Deliver the Smuggling Case for $30,000, or a fine of $10,000",
        "Deliver nothing",
    ]
    state = landed("Paris", pax=1)
    s = state._record
    s.equipment[s.seat] = aboard(Equipment.STEWARD)
    vip = next(k for k in range(VIPS) if state.game.tables[0].vip_city[k] == city(state, "Paris"))
    s.held[s.seat, 1] = 1 << vip
    name = objective_name(state.game, FIRST_VIP + vip)
    assert said(state) == [
        "Deliver the PAX on Board for $20,000",
        f"Deliver {name} for $20,000 and {state.game.tables[0].objective_glory[FIRST_VIP + vip]} glory",
        "Deliver nothing",
    ]
    s.delivered, s.delivered_category = 1, 1
    s.equipment[s.seat] |= aboard(Equipment.AIR_STAIRS)
    assert said(state)[-1] == "Deliver no more"


def test_a_bag_for_a_diplomacy_card_earns_glory() -> None:
    state = landed("Berlin", soviet_bag=1)
    s, t = state._record, state.game.tables[0]
    assert said(state)[0] == "Deliver the Soviet Diplomatic Bag for $20,000"
    s.held[s.seat, 1] = 1 << (VIPS + int(t.diplomacy_of[Nation.SOVIET]))
    assert said(state)[0] == "Deliver the Soviet Diplomatic Bag for $20,000 and 3 glory"
    s.bags[s.seat, Nation.SOVIET] = 1
    assert said(state)[0] == "Deliver the Soviet Diplomatic Bag for $20,000 and 4 glory"


def test_what_is_given_up_is_paid_for() -> None:
    state = landed("Berlin", mail=9, fuel_can=1)
    s = state._record
    s.phase, s.money[s.seat], s.glory[s.seat] = Phase.UNLOADING, 0, 5
    assert said(state)[:2] == [
        "Give up the Mail Delivery, pay $5,000, lose 1 glory for debt",
        "Give up the Fuel Can",
    ]


def test_a_vip_who_is_given_up_costs_no_more_glory_than_there_is() -> None:
    """The debt of 2 points is paid first, the VIP's 2 points after it."""
    for glory, debt, lost in ((5, 2, 2), (3, 2, 1), (2, 2, 0), (1, 1, 0)):
        table = position(2, aircraft=("Latécoère 25", "Loening OA-1")).objectives("Bastié", "Josephine Baker")
        table.loads("Bastié", "PAX on Board").money(Bastié=35).glory(Bastié=glory)
        table.in_slot("Bastié", 5).play("Bastié", "Change to the Potez 25")
        table.money(Bastié=0)
        words = f"Give up Josephine Baker, pay $15,000, lose {debt} glory for debt"
        words += f", lose {lost} glory" if lost else ""
        assert words in table.choices()
        assert table.play("Bastié", words).glory_of("Bastié") == glory - debt - lost


def test_a_hub_offers_glory_or_money() -> None:
    state = fly(table(), "Havana")
    state._record.phase = Phase.HUB
    t, hub = state.game.tables[0], city(state, "Havana")
    assert said(state) == [f"Take {t.city_glory[hub]} glory", f"Take {money(t.city_money[hub])}"]


def test_objective_cards_in_full() -> None:
    game = table().game
    words = [objective_words(game, card) for card in range(OBJECTIVES)]
    assert len(set(words)) == OBJECTIVES
    assert "Paris – Moscow (4 glory, $20,000)" in words
    assert "Anna May Wong to Beijing (3 glory, $15,000)" in words
    assert words[FIRST_DIPLOMACY + game.tables[0].diplomacy_of[Nation.SOVIET]] == "Soviet Diplomacy (3, 4, 5 glory)"


def test_objectives_of_the_river() -> None:
    state = table()
    s = state._record
    s.phase = Phase.OBJECTIVE
    words = said(state)
    assert words[-1] == "Take the top card of the Objective deck"
    assert words[0] == f"Take {objective_words(state.game, int(s.objective_river[0]))}"


# Questions


def test_pilots_are_chosen_for_the_solo_plane_to_begin_and_after_a_crash() -> None:
    state = next(walk(1, 1, setup="la_ligne"))
    assert said(state)[0].endswith("flies the Solo plane")
    state.apply(state.legal()[0])
    assert said(state)[0].startswith("Fly as ")
    assert " from " in said(state)[0]
    state = table()
    state._record.phase = Phase.NEW_PILOT
    assert all(line.startswith("Go on as ") for line in said(state))


def test_the_question_of_every_phase() -> None:
    state = rolled(Face.CLEAR_SKY, Face.CLEAR_SKY, Face.CLEAR_SKY)
    state._record.using = Equipment.MET_REPORT
    questions = []
    for phase in Phase:
        state._record.phase = phase
        questions.append(question(state.game, state.record))
        assert questions[-1].endswith("?")
    assert len(set(questions)) == len(Phase)
    assert "on the way to Moscow, accept the dice?" in questions
    assert "the Met Report: on which square?" in questions


def test_who_has_been_unseated_is_asked_where_to_go() -> None:
    state = table()
    play(state, "Place on Maintenance & Revenues")
    state._record.money[:] = 50
    play(state, "Place on Maintenance & Revenues for $10,000")
    assert status(state.game, state.record).endswith(": unseated, in which slot instead?")
