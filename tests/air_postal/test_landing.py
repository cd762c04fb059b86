"""At the destination: Air Routes, Great Firsts and Hubs, and in which order all of it comes."""

from __future__ import annotations

import pytest

from mailwing.envs.air_postal.limits import NONE
from mailwing.envs.air_postal.state import MAX_GLORY, MAX_MONEY, Phase
from mailwing.envs.air_postal.testing import ROUND, Table, position

rule = pytest.mark.rule


def at(city: str, players: int = 2, setup: str = "la_ligne") -> Table:
    """The first seat is about to fly from a city, poor and without glory."""
    table = position(players, setup=setup)
    who = table.pilots[0]
    return table.city(**{who: city}).fuel(**{who: 6}).money(**{who: 0}).glory(**{who: 0}).flying(who)


# Air Routes


@rule("PO-8.2", "PO-8.3", "PO-13.1")
@pytest.mark.parametrize(
    ("first", "then", "mark"), [("Paris", "Berlin", [True, False]), ("Berlin", "Paris", [False, True])]
)
def test_an_air_route_is_achieved_in_its_second_city_whichever_comes_first(
    first: str, then: str, mark: list[bool]
) -> None:
    """Any route will do between the two."""
    table = at("London").objectives("Bastié", "Paris - Berlin", "Málaga - Rome").arrive("Bastié", first)
    assert table.marks_on("Paris - Berlin") == mark
    assert table.marks_on("Málaga - Rome") == [False, False]
    assert (table.glory_of("Bastié"), table.money_of("Bastié")) == (0, 0)
    table.arrive("Bastié", then)
    assert (table.glory_of("Bastié"), table.money_of("Bastié")) == (2, 10)
    assert table.objectives_of("Bastié") == {"Málaga – Rome"}
    assert table.achieved_of("Bastié") == {"Paris – Berlin"}
    assert table.marks_on("Paris - Berlin") == [False, False]


@rule("PO-8.2", "PO-13.1")
def test_landing_twice_in_the_same_city_achieves_nothing() -> None:
    table = at("London").objectives("Bastié", "Paris - Berlin").arrive("Bastié", "Paris").arrive("Bastié", "London")
    table.arrive("Bastié", "Paris")
    assert table.marks_on("Paris - Berlin") == [True, False]
    assert table.objectives_of("Bastié") == {"Paris – Berlin"}


@rule("PO-8.3", "PO-13.1")
def test_several_air_routes_in_one_landing_each_with_its_reward() -> None:
    """Paris – Moscow and Moscow – Lisbon: 4 and 5 glory, $20,000 and $25,000."""
    table = at("Berlin").objectives("Bastié", "Paris - Moscow", "Moscow - Lisbon", "Paris - Berlin")
    table.mark("Bastié", "Paris - Moscow", "Paris").mark("Bastié", "Moscow - Lisbon", "Lisbon")
    table.mark("Bastié", "Paris - Berlin", "Berlin").arrive("Bastié", "Moscow")
    assert (table.glory_of("Bastié"), table.money_of("Bastié")) == (9, 45)
    assert table.achieved_of("Bastié") == {"Paris – Moscow", "Moscow – Lisbon"}
    assert table.marks_on("Paris - Moscow") == table.marks_on("Moscow - Lisbon") == [False, False]
    assert table.marks_on("Paris - Berlin") == [False, True]


@rule("PO-8.2", "PO-13.1")
def test_cubes_lie_on_ones_own_cards_only() -> None:
    """Mermoz's cards stay as they are; cubes stay from turn to turn."""
    table = (
        at("Berlin").objectives("Mermoz", "Paris - Moscow", "Moscow - Lisbon").mark("Mermoz", "Paris - Moscow", "Paris")
    )
    table.objectives("Bastié", "London - Rome").mark("Bastié", "London - Rome", "London").arrive("Bastié", "Moscow")
    assert (table.marks_on("Paris - Moscow"), table.marks_on("Moscow - Lisbon")) == ([True, False], [False, False])
    assert table.objectives_of("Mermoz") == {"Paris – Moscow", "Moscow – Lisbon"}
    assert (table.glory_of("Bastié"), table.glory_of("Mermoz")) == (0, 3)
    table.play("Bastié", "End the turn")
    assert table.marks_on("London - Rome") == [True, False]


@rule("PO-R8", "PO-R52", "PO-13.1")
@pytest.mark.parametrize(
    ("city", "marks"), [("Paris", [True, False]), ("Moscow", [False, True]), ("Berlin", [False, False])]
)
def test_where_the_aircraft_stands_when_the_card_is_taken_counts(city: str, marks: list[bool]) -> None:
    table = position().city(Bastié=city).objective_river("Paris - Moscow", "Josephine Baker").in_slot("Bastié", 1)
    table.play("Bastié", "Take Paris – Moscow")
    assert table.marks_on("Paris - Moscow") == marks
    assert table.objectives_of("Bastié") == {"Paris – Moscow"}


@rule("PO-R8")
def test_where_it_stands_counts_for_the_top_of_the_deck_too_and_not_for_other_cards() -> None:
    """Taking a VIP to Paris in Paris marks nothing."""
    table = position().next_cards(objectives=("Paris - Moscow",)).in_slot("Bastié", 1).play("Bastié", "Take the top")
    assert table.marks_on("Paris - Moscow") == [True, False]
    table = position().objective_river("Josephine Baker").in_slot("Bastié", 1).play("Bastié", "Take Josephine Baker")
    assert table.s.marked.tolist() == [0, 0]


# Great Firsts


@rule("PO-8.5", "PO-R22")
@pytest.mark.parametrize(
    ("start", "end", "name", "glory"),
    [
        ("Algiers", "Gao", "Sahara", 3),
        ("Gao", "Algiers", "Sahara", 3),
        ("Santiago", "Buenos Aires", "Andes", 4),
        ("Praia", "Fernando de Noronha", "South Atlantic by islands", 4),
    ],
)
def test_the_first_to_make_a_flight_earns_its_glory(start: str, end: str, name: str, glory: int) -> None:
    """In either direction."""
    table = at(start).arrive("Bastié", end)
    number = table.number("great first", name)
    assert table.glory_of("Bastié") == glory
    assert table.s.great_first[number] == 0
    assert (table.s.great_first == NONE).sum() == 13


@rule("PO-8.5", "PO-R22")
@pytest.mark.parametrize("who", ["Bastié", "Mermoz"])
def test_nobody_earns_a_great_first_that_has_been_flown(who: str) -> None:
    table = at("Algiers").great_firsts(who, "Sahara").arrive("Bastié", "Gao")
    assert table.glory_of("Bastié") == 0
    assert table.s.great_first[0] == table.seat(who)


@rule("PO-8.5")
def test_the_flight_must_be_made_at_once() -> None:
    """Not by way of another city, and not if it is interrupted."""
    table = at("Algiers").arrive("Bastié", "Gao", "clear_sky", "clear_sky", "clear_sky", "thunderstorm")
    assert table.glory_of("Bastié") == 3
    table = at("Algiers").fuel(Bastié=3).arrive("Bastié", "Gao", "clear_sky", "clear_sky", "clear_sky", "clear_sky")
    assert (table.glory_of("Bastié"), table.s.great_first[0]) == (0, NONE)
    assert at("Berlin").arrive("Bastié", "Moscow").glory_of("Bastié") == 0


# Hubs


@rule("PO-8.4", "PO-R21")
@pytest.mark.parametrize(("word", "glory", "money"), [("Take 2 glory", 2, 0), ("Take $60,000", 0, 60)])
def test_a_hub_brings_glory_or_money(word: str, glory: int, money: int) -> None:
    """Málaga is the second Hub of the postcard."""
    table = at("Casablanca").arrive("Bastié", "Málaga")
    assert (table.phase, table.choices()) == (Phase.HUB, ["Take 2 glory", "Take $60,000"])
    table.play("Bastié", word)
    assert (table.glory_of("Bastié"), table.money_of("Bastié"), table.phase) == (glory, money, Phase.FLYING)
    assert table.s.hubs_reached.tolist() == [0b10, 0, 0, 0]


@rule("PO-8.4", "PO-R21")
def test_a_hub_brings_nothing_the_second_time() -> None:
    """Neither what was taken nor the other reward; Hubs of others are still open to the rest."""
    table = at("Casablanca").hubs("Bastié", "Málaga").hubs("Mermoz", "Lisbon", "Málaga").arrive("Bastié", "Málaga")
    assert table.phase == Phase.FLYING
    table.arrive("Bastié", "Lisbon").play("Bastié", "Take 3 glory")
    assert table.s.hubs_reached.tolist() == [0b110, 0b110, 0, 0]
    table.arrive("Bastié", "Málaga")
    assert (table.phase, table.glory_of("Bastié")) == (Phase.FLYING, 3)


@rule("PO-8.4", "PO-R21")
def test_other_cities_and_bases_of_others_bring_nothing() -> None:
    table = at("Casablanca").arrive("Bastié", "Dakar")
    assert (table.phase, table.glory_of("Bastié"), table.money_of("Bastié")) == (Phase.FLYING, 0, 0)


@rule("PO-8.4")
def test_the_last_hub_of_the_postcard() -> None:
    table = at("Caracas").arrive("Bastié", "Bogotá").play("Bastié", "Take 5 glory")
    assert table.s.hubs_reached[0] == 0b11000000
    table = at("Porto Novo").arrive("Bastié", "Monrovia").play("Bastié", "Take $50,000")
    assert (table.s.hubs_reached[0], table.money_of("Bastié")) == (1, 50)


# All together


@rule("PO-R9", "PO-R53", "PO-7.9", "PO-8.1")
def test_air_route_great_first_and_hub_come_before_the_delivery() -> None:
    """In Havana a fine ends the turn, when 3 points for the flight and 4 for New York – Havana have been earned."""
    table = at("Caracas").loads("Bastié", "Smuggling Case").objectives("Bastié", "New York - Havana")
    table.mark("Bastié", "New York - Havana", "New York").arrive("Bastié", "Havana")
    assert (table.phase, table.glory_of("Bastié"), table.money_of("Bastié")) == (Phase.HUB, 7, 20)
    table.play("Bastié", "Take 3 glory")
    assert table.phase == Phase.DELIVERY
    table.play("Bastié", "Deliver the Smuggling Case")
    assert (table.glory_of("Bastié"), table.money_of("Bastié")) == (10, 10)
    assert (table.phase, table.s.round_number, table.city_of("Bastié")) == (Phase.PLACING, ROUND + 1, "Havana")


@rule("PO-1.1")
def test_track_and_purse_have_an_end() -> None:
    """Nobody gets there; the sums must fit into the record all the same."""
    table = at("Caracas").objectives("Bastié", "New York - Havana").mark("Bastié", "New York - Havana", "New York")
    table.fly("Bastié", "Havana", *("clear_sky",) * 4).glory(Bastié=MAX_GLORY - 1).money(Bastié=MAX_MONEY - 1)
    for said in ("Accept", "Take $50,000"):
        table.state.apply(table.action(said))
    assert (table.glory_of("Bastié"), table.money_of("Bastié")) == (MAX_GLORY, MAX_MONEY)
