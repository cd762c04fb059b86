"""What lies where before the first decision."""

from __future__ import annotations

from typing import Any

import pytest

from mailwing.envs.aeropostale.limits import MAX_EXTRA, NONE, ROUTES, Condition, Flight, Rank
from mailwing.envs.aeropostale.rules.weather import origins_in
from mailwing.envs.aeropostale.state import NOT_POSSIBLE, UNDECIDED, Event, Phase
from mailwing.envs.aeropostale.testing import COMPANIES, Table, dealt, position

rule = pytest.mark.rule
HOMES = {"Latécoère": "Toulouse", "Sabena": "Brussels", "KLM": "Amsterdam", "Luft Hansa": "Berlin", "CAT": "Barcelona"}
ALL_ROUTES = 2**ROUTES - 1
SCENARIOS = ("introduction", "short", "campaign", "la_paz", "supremacy")


def face_down(table: Table) -> dict[str, int]:
    """The strips that lie face down in each city."""
    return {name: int(table.s.face_down[city]) for name, city in table.cities.items()}


def maximum(table: Table) -> dict[str, int]:
    """The maximum trade value of each city."""
    return {name: int(table.s.maximum[city]) for name, city in table.cities.items()}


@rule("AO-2.8", "AO-1.1", "AO-1.2")
@pytest.mark.parametrize("players", [2, 4, 5])
def test_each_company_begins_with_its_panel(players: int) -> None:
    """4 logistics points, 3 available rookies, its three starting designs available, and two places without one."""
    table = dealt(players)
    for company in COMPANIES[:players]:
        assert table.logistics_of(company) == 4
        assert table.pilots_of(company) == {"rookie": 3}
        assert table.pilots_of(company, "used") == table.pilots_of(company, "recovering") == {}
        seat = table.seat(company)
        assert table.s.fleet[seat].tolist() == [0, 1, 2, NONE, NONE]
        assert table.s.designs[seat] == 0b111
        assert set(table.s.condition[seat].tolist()) == {Condition.AVAILABLE}
        assert set(table.s.runway[seat].tolist()) == {NONE}
    assert table.s.logistics[players:].sum() == table.s.pilots[players:].sum() == table.s.cubes[players:].sum() == 0
    assert set(table.s.fleet[players:].ravel().tolist()) <= {NONE}


@rule("AO-2.8", "AO-1.1")
def test_the_starting_designs_of_latecoere() -> None:
    table = position()
    table.play("Latécoère", "Create a stop in Brussels", "Take off from Toulouse")
    assert table.choices("Fly") == ["Fly the Salmson 2A2", "Fly the Breguet 14T", "Fly the Farman 60 Goliath"]


@rule("AO-2.9", "AO-1.0")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_cubes_on_each_starting_stop(players: int) -> None:
    table = dealt(players)
    for company in COMPANIES[:players]:
        assert {city: table.cubes_of(company, city) for city in table.cities if table.cubes_of(company, city)} == {
            HOMES[company]: 3
        }


@rule("AO-2.10", "AO-2.9", "AO-2.7")
def test_with_five_players_cat_begins_in_barcelona_with_one_cube() -> None:
    """And with one strip less than there are players, like all starting stops."""
    table = dealt(5)
    assert [table.cubes_of(company, HOMES[company]) for company in COMPANIES] == [3, 3, 3, 3, 1]
    strips = face_down(table)
    assert [strips[city] for city in HOMES.values()] == [4] * 5
    assert [strips[city] for city in strips if city not in HOMES.values()] == [5] * 8
    assert table.face_up("Barcelona") == ["1 mail for 1 bronze"]


@rule("AO-2.7", "AO-R13")
def test_with_four_players_four_strips_lie_in_a_city_and_three_on_a_starting_stop() -> None:
    strips = face_down(dealt(4))
    assert [strips[city] for city in ("Toulouse", "Brussels", "Amsterdam", "Berlin")] == [3] * 4
    assert [strips[city] for city in strips if city not in ("Toulouse", "Brussels", "Amsterdam", "Berlin")] == [4] * 9


@rule("AO-2.11", "AO-2.7", "AO-R13", "AO-R45")
def test_starting_stops_of_companies_that_are_not_played_are_closed() -> None:
    """With KLM and Sabena alone nobody can create a stop in Toulouse or Berlin, but in Barcelona."""
    table = dealt(2, ("KLM", "Sabena"))
    values, strips = maximum(table), face_down(table)
    assert values["Toulouse"] == values["Berlin"] == strips["Toulouse"] == strips["Berlin"] == 0
    assert (values["Amsterdam"], values["Brussels"], values["Barcelona"]) == (9, 9, 8)
    assert (strips["Amsterdam"], strips["Brussels"], strips["Barcelona"], strips["Dakar"]) == (1, 1, 2, 2)
    table.at("KLM")
    assert table.choices("Create") == [
        f"Create a stop in {city}" for city in ("Brussels", "Barcelona", "Tangier", "Casablanca")
    ]


@rule("AO-2.11", "AO-R13", "AO-R45")
def test_with_three_players_one_starting_stop_is_closed() -> None:
    table = dealt(3, ("Luft Hansa", "Latécoère", "Sabena"))
    assert [city for city, value in maximum(table).items() if value == 0] == ["Amsterdam"]
    assert face_down(table)["Barcelona"] == 3
    assert table.face_up("Barcelona") == table.face_up("Amsterdam") == []


@rule("AO-2.7")
def test_a_printed_strip_lies_on_each_starting_stop_and_nothing_else_is_face_up() -> None:
    table = dealt(4)
    for city in table.cities:
        assert table.face_up(city) == (["1 mail for 1 bronze"] if city in list(HOMES.values())[:4] else [])
    assert table.s.strips_seen == 0


@rule("AO-2.7", "AO-4.2.2", "AO-1.3")
def test_what_a_run_to_a_starting_stop_can_pay_is_known_from_the_beginning() -> None:
    """A bronze wing for a mail; nothing in a city without a strip."""
    table = dealt(4)
    toulouse, dakar = table.s.pays[table.cities["Toulouse"]], table.s.pays[table.cities["Dakar"]]
    assert toulouse[0, 0b001 - 1] == toulouse[5, 0b111 - 1] == 1
    assert toulouse[0, 0b010 - 1] == NOT_POSSIBLE
    assert (dakar == NOT_POSSIBLE).all()


@rule("AO-4.1.1", "AO-R2")
def test_the_maximum_trade_values() -> None:
    """Dakar's is 8."""
    assert list(maximum(dealt(4)).values()) == [9, 9, 9, 9, 8, 6, 6, 7, 8, 6, 7, 6, 5]


@rule("AO-9.1", "AO-9.2", "AO-9.3")
@pytest.mark.parametrize(
    ("options", "values"),
    [
        ({"europe": "easier"}, [10, 10, 10, 10, 9, 6, 6, 7, 8, 6, 7, 6, 5]),
        ({"africa": "easier"}, [9, 9, 9, 9, 8, 7, 7, 8, 9, 6, 7, 6, 5]),
        ({"africa": "harder"}, [9, 9, 9, 9, 8, 5, 5, 6, 7, 6, 7, 6, 5]),
        ({"south_america": "easier"}, [9, 9, 9, 9, 8, 6, 6, 7, 8, 7, 8, 6, 5]),
        ({"south_america": "harder"}, [9, 9, 9, 9, 8, 6, 6, 7, 8, 5, 6, 6, 5]),
        ({"europe": "easier", "africa": "harder", "south_america": "easier"}, [10] * 4 + [9, 5, 5, 6, 7, 7, 8, 6, 5]),
    ],
)
def test_tokens_for_the_maximum_value(options: dict[str, Any], values: list[int]) -> None:
    assert list(maximum(dealt(4, **options)).values()) == values


@rule("AO-2.1", "AO-R10")
def test_no_record_is_set_and_the_tiles_lie_on_the_board() -> None:
    """Level 1 has to be broken first."""
    table = dealt(4)
    assert table.s.level.sum() == table.s.swept.sum() == table.s.tile_place.sum() == 0
    assert table.s.tile_owner.tolist() == [NONE] * 3
    wings = table.t.record_wings.sum(axis=(0, 1)).tolist()
    assert wings == [6, 2], "bronze and gold"


@rule("AO-2.2", "AO-5.5")
def test_all_wings_lie_on_the_board() -> None:
    table = dealt(4)
    assert table.s.wings.sum() == table.s.pioneers.sum() == table.s.farthest == table.s.diamond.sum() == 0
    assert table.s.won.sum() == 0


@rule("AO-2.3", "AO-R12", "AO-1.0")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_reserve_of_pilots(players: int) -> None:
    """15 rookies less those of the companies, which with five players leaves none; all legendary pilots."""
    table = position(players)
    assert table.s.legends_left == 0b11111
    assert table.s.legend.tolist() == [NONE] * 5
    assert table.s.feat.sum() == 0
    first = table.decider
    for left in range(15 - 3 * players, 0, -1):
        assert table.may("Recruit a rookie"), left
        table.play(first, "Recruit a rookie").at(first)
    assert not table.may("Recruit a rookie")


@rule("AO-2.4")
def test_all_tokens_of_meetings_lie_on_the_board() -> None:
    table = dealt(4)
    assert table.s.tokens.sum() == 0
    assert (table.t.tokens, table.t.token_value.tolist()) == (4, [2, 3])


@rule("AO-2.5", "AO-3.1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_first_turn_begins(scenario: str) -> None:
    """With the meeting where there are meetings; nothing is under way."""
    table = dealt(4, scenario=scenario)
    meets = scenario != "introduction"
    assert (table.s.turn, table.s.action) == (1, 0 if meets else 1)
    assert table.phase == (Phase.REGISTERING if meets else Phase.ACTION)
    assert set(table.s.sent.tolist()) == {NONE}
    assert table.s.registered.sum() == table.s.barred.sum() == table.s.inspired.sum() == 0
    assert set(table.s.choice.tolist()) == {UNDECIDED}
    s = table.s
    assert {int(s.city), int(s.origin), int(s.place), int(s.pilot), int(s.ignored), int(s.record)} == {NONE}
    assert {int(s.incoming), int(s.moving), int(s.last_in), int(s.last_moved)} == {NONE}
    assert s.event == Event.NOTHING
    nothing = (s.able, s.contracts, s.load, s.carried, s.due, s.removing, s.world, s.spare, s.swapped, s.gained)
    assert {int(number) for number in nothing} == {0}
    assert not table.state.done


@rule("AO-2.6", "AO-3.3")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_weather_is_known_and_every_line_is_neutral(scenario: str) -> None:
    table = dealt(4, scenario=scenario)
    assert table.s.card.tolist() == [NONE] * 5
    assert table.s.cards_seen.sum() == 0
    for flight in Flight:
        near = [origins_in(routes, 0) for routes in table.s.near[flight]]
        assert near == [0b1, 0b11, 0b111, 0b1111, 0b11111, 0b111111, *[0b1111111] * 4]
        assert origins_in(table.s.near[flight, 1], 6) == 0b1100000, "the Pacific"
        assert not table.s.cheap[flight, :MAX_EXTRA].any(), "no wind helps"
        assert (table.s.cheap[flight, MAX_EXTRA:] == ALL_ROUTES).all(), "nor costs anything"
        assert table.s.flown[flight, Rank.SEASONED] == ALL_ROUTES
        rookies = [origins_in(table.s.flown[flight, Rank.ROOKIE], to) for to in range(7)]
        assert rookies == [0b111] * 3 + [0] * 4, "rookies shun South America"
    assert (table.s.carried_on == ALL_ROUTES).all()


@rule("AO-3.2", "AO-R42")
@pytest.mark.parametrize("seat", range(4))
def test_latecoere_begins_wherever_it_sits(seat: int) -> None:
    companies = ["Sabena", "KLM", "Luft Hansa"]
    companies.insert(seat, "Latécoère")
    table = dealt(4, tuple(companies))
    assert (table.s.first, table.state.seat, table.decider) == (seat, seat, "Latécoère")


@rule("AO-3.2", "AO-R42", "AO-R47")
def test_without_latecoere_the_first_seat_begins() -> None:
    table = dealt(2, ("Luft Hansa", "Sabena"))
    assert (table.s.first, table.decider) == (0, "Luft Hansa")


@rule("AO-2.8", "AO-R76", "AO-R13")
@pytest.mark.parametrize(("players", "companies"), [(2, 4), (3, 4), (4, 4), (5, 5)])
def test_companies_are_drawn_by_lot(players: int, companies: int) -> None:
    """Each seat gets each company about equally often, CAT with five players only, and no two seats the same."""
    game = dealt(players).game
    deals = [game.new(seed).record.company[:players].tolist() for seed in range(200)]
    assert all(len(set(deal)) == players for deal in deals)
    for seat in range(players):
        for company in range(5):
            share = sum(deal[seat] == company for deal in deals) / len(deals)
            assert share == pytest.approx(1 / companies if company < companies else 0, abs=0.1)


@rule("AO-2.8", "AO-R76")
def test_the_lots_in_order() -> None:
    """For each seat one of the companies that are left, in the order of the box."""
    table = dealt(3, ("KLM", "Latécoère", "Luft Hansa"))
    assert table.companies == ["KLM", "Latécoère", "Luft Hansa"]
    assert table.s.company[:3].tolist() == [2, 0, 3]


@rule("AO-1.2", "AO-4.5.4", "AO-8.1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_company_has_its_legendary_strip_except_in_the_introduction(scenario: str) -> None:
    table = dealt(3, scenario=scenario)
    assert table.s.legend_strip.tolist() == ([0] * 5 if scenario == "introduction" else [1, 1, 1, 0, 0])


@rule("AO-2.9", "AO-4.2.7")
def test_nobody_has_a_monopoly() -> None:
    assert set(dealt(4).s.monopoly.tolist()) == {NONE}
