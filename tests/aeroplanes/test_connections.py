"""Where an airport can be placed: connections, one-way links, long-distance aeroplanes, skipping."""

from __future__ import annotations

import pytest

from mailwing.envs.aeroplanes.limits import Colour
from mailwing.envs.aeroplanes.state import Phase
from mailwing.envs.aeroplanes.testing import Table, position

rule = pytest.mark.rule


def ways(table: Table, stage: str, to: str) -> list[str]:
    """How A could take a tile of this Stage there."""
    return table.play("A", f"Place a Stage {stage} airport", f"To {to}").choices()


@rule("AE-3.2.1")
def test_one_places_as_many_tiles_as_one_likes() -> None:
    """The second airport may go on from the first; the action ends by saying so, or with the last tile."""
    table = position().tiles("A", "I", "I", "I")
    table.fly("A", "I", "Paris", "Direct, white")
    assert table.phase == Phase.PLACING
    table.fly("A", "I", "Madrid", "Direct, white")
    assert table.airport("A", "Madrid") == 1
    assert "That is all" in table.choices()
    table.play("A", "That is all")
    assert table.decider == "B"
    assert table.on_cards("A") == {"I": 1}


@rule("AE-R53")
def test_the_action_is_over_with_the_last_tile() -> None:
    table = position().tiles("A", "I").fly("A", "I", "Paris", "Direct, white")
    assert table.decider == "B"
    assert table.on_cards("A") == {}


@rule("AE-R53", "AE-3.2.1")
@pytest.mark.parametrize("left", ["I", "I long-distance", "II", "II long-distance", "III", "III long-distance"])
def test_the_action_goes_on_while_a_tile_of_any_kind_can_be_placed(left: str) -> None:
    table = position(homes=("Rome", "London", "Berlin")).tiles("A", "II", left)
    table.fly("A", "II", "Madrid", "Direct, white")
    assert table.phase == Phase.PLACING
    assert table.choices("Place a Stage ") == [f"{left} airport"]


@rule("AE-R53", "AE-3.5.5")
def test_the_action_goes_on_for_a_tile_that_can_only_replace() -> None:
    """All that A could fly to is full of airports of Stage II, which a tile of Stage III replaces."""
    table, cities = position(homes=("Rome", "London", "Berlin")), ["Paris", "Vienna", "Athens", "Zürich"]
    cities += ["Casablanca", "Cairo", "Middle East"]
    table.airports("B", *cities, "Madrid", stage=2).airports("C", *cities, stage=2).tiles("A", "II", "III")
    table.fly("A", "II", "Madrid", "Direct, white")
    assert table.phase == Phase.PLACING
    assert table.choices("Place a Stage ") == ["III airport"]


@rule("AE-R53", "AE-3.2.2")
def test_placing_is_offered_only_with_a_tile_that_could_go_somewhere() -> None:
    table = position().tiles("A", "II")
    assert table.choices("Place") == [" a Stage II airport"]
    table = position()
    assert table.choices("Place") == []


@rule("AE-3.2.2")
def test_a_destination_must_be_connected_with_an_own_airport() -> None:
    """London leads to Paris, Amsterdam and Brussels, and out of Europe."""
    near = {"Paris", "Amsterdam", "Brussels", "Casablanca", "Cairo", "Middle East"}
    assert position().tiles("A", "I").offered("A", "I") == near
    more = position().tiles("A", "I").airports("A", "Paris").offered("A", "I")
    assert more == near - {"Paris"} | {"Frankfurt", "Zürich", "Madrid"}


@rule("AE-3.2.3")
@pytest.mark.parametrize("home", ["Paris", "London", "Berlin", "Rome", "Zürich", "Amsterdam"])
def test_all_of_europe_leads_out_of_europe(home: str) -> None:
    """Such as Paris–Cairo; North America takes a long-distance aeroplane."""
    others = [city for city in ("London", "Rome", "Berlin") if city != home]
    table = position(homes=(home, *others)).tiles("A", "II", "II long-distance")
    assert table.offered("A", "II") >= {"Casablanca", "Cairo", "Middle East"}
    assert table.t.special_colour[table.cities["North America"]] == Colour.BLACK


@rule("AE-3.2.3")
def test_stockholm_leads_to_the_middle_east() -> None:
    table = position()
    for city, number in table.cities.items():
        if table.t.region[number] == 0:
            to = table.t.colour_between[number]
            assert [to[table.cities[name]] for name in ("Cairo", "Casablanca", "Middle East")] == [Colour.RED] * 3, city


@rule("AE-3.2.4", "AE-R4")
def test_nothing_leads_back_to_europe() -> None:
    """Cairo–Paris and Middle East–Stockholm cannot be flown, not even by skipping."""
    table = (
        position().tiles("A", "II long-distance").airports("A", "Cairo", "Middle East", "Casablanca", "North America")
    )
    assert table.t.colour_between[table.cities["Cairo"], table.cities["Paris"]] == -1
    europe = {"Paris", "Amsterdam", "Brussels"} | {"Frankfurt", "Copenhagen", "Zürich", "Madrid"}
    found = table.offered("A", "II long-distance")
    assert {city for city in found if table.t.region[table.cities[city]] == 0} == europe


@rule("AE-R4")
def test_barred_connections_are_flown_both_ways() -> None:
    table = position().tiles("A", "II", "II long-distance").airports("A", "South America", "Australia")
    assert "Java" in table.offered("A", "II")
    assert table.play("A", "To Java").choices() == ["Direct, barred red"]
    table = position().tiles("A", "II", "II long-distance").airports("A", "South America", "Australia")
    assert ways(table, "II long-distance", "Dakar") == ["Direct, barred black", "Skip Casablanca"]
    table = position().tiles("A", "II").airports("A", "South America")
    assert "Dakar" not in table.offered("A", "II")


@rule("AE-3.2.5")
def test_a_long_distance_connection_takes_a_long_distance_aeroplane() -> None:
    """Ethiopia–India, Dakar–South America, Europe–North America."""
    far = {"India", "South America", "North America"}
    plain = position().tiles("A", "II").airports("A", "Ethiopia", "Dakar").offered("A", "II")
    long = position().tiles("A", "II long-distance").airports("A", "Ethiopia", "Dakar").offered("A", "II long-distance")
    assert not plain & far
    assert long >= far


@rule("AE-3.2.6", "AE-R41", "AE-3.3.6")
def test_from_frankfurt_to_madrid_skipping_paris() -> None:
    """No airport is needed in Paris, and no space: it is full here."""
    table = position(homes=("Berlin", "Paris", "Rome")).tiles("A", "II", "II long-distance").airports("A", "Frankfurt")
    table.airports("C", "Paris")
    assert table.s.free[table.cities["Paris"]] == 0
    assert "Madrid" not in table.offered("A", "II")
    table = position(homes=("Berlin", "Paris", "Rome")).tiles("A", "II long-distance").airports("A", "Frankfurt")
    table.airports("C", "Paris").dice(4, 3, 3)
    assert ways(table, "II long-distance", "Madrid") == ["Skip Paris"]
    table.play("A", "Skip Paris")
    assert table.airport("A", "Madrid") == 2
    assert table.airport("A", "Paris") == 0


@rule("AE-R1", "AE-3.3.1")
def test_an_upgrade_needs_nothing() -> None:
    """A's airport in Japan stands alone; North America would take a long-distance aeroplane."""
    table = position().tiles("A", "II", "II").airports("A", "Japan", "North America")
    table.airports("B", "Japan", "North America")
    table.fly("A", "II", "Japan")
    assert table.airport("A", "Japan") == 2
    assert table.engine_failures("A") == 0
    table.fly("A", "II", "North America")
    assert table.airport("A", "North America") == 2
    assert table.supply("A")[0] == 8, "both old tiles are back"


@rule("AE-R2")
def test_java_can_be_reached_in_two_ways() -> None:
    """From India with 14, or from Australia with 12 and 12: neither is plainly better."""
    table = position().tiles("A", "I").airports("A", "India", "Australia")
    assert ways(table, "I", "Java") == ["Direct, black", "Direct, barred red"]


@rule("AE-R2")
@pytest.mark.parametrize(
    ("own", "to", "offers"),
    [
        (("India", "Persia"), "Burma", ["Direct, red", "Direct, black"]),
        (("India", "Burma", "Australia"), "Java", ["Direct, red", "Direct, black", "Direct, barred red"]),
        (("Persia",), "Burma", ["Direct, black"]),
        (("Kenya", "Dakar"), "Nigeria", ["Direct, black"]),
    ],
)
def test_every_colour_of_connection_can_be_chosen(own: tuple[str, ...], to: str, offers: list[str]) -> None:
    """Connections of one colour are equal, wherever they begin."""
    assert ways(position().tiles("A", "I").airports("A", *own), "I", to) == offers


@rule("AE-R3")
def test_ethiopia_india_may_be_half_of_a_skip() -> None:
    """Ethiopia–India–Burma 14, 12; Kenya–Ethiopia–India 12, 14."""
    table = position().tiles("A", "II long-distance").airports("A", "Ethiopia")
    assert ways(table, "II long-distance", "Burma") == ["Skip India"]
    table.dice(2, 2, 2).play("A", "Skip India")
    assert table.needs == [14, 12]
    table = position().tiles("A", "II long-distance").airports("A", "Kenya")
    assert ways(table, "II long-distance", "India") == ["Skip Ethiopia"]
    table.dice(2, 2, 2).play("A", "Skip Ethiopia")
    assert table.needs == [12, 14]


@rule("AE-R5")
def test_skips_that_seem_to_be_no_better_are_legal() -> None:
    """Persia–Burma 14, or by skipping India 12 and 12; also over an own airport in India."""
    table = position().tiles("A", "II long-distance").airports("A", "Persia")
    assert ways(table, "II long-distance", "Burma") == ["Direct, black", "Skip India"]
    table = position().tiles("A", "II long-distance").airports("A", "Persia", "India")
    assert set(ways(table, "II long-distance", "Burma")) >= {"Direct, red", "Direct, black", "Skip India"}
    table = position().tiles("A", "II long-distance")
    assert set(ways(table, "II long-distance", "Paris")) == {"Direct, white", "Skip Amsterdam", "Skip Brussels"}


@rule("AE-R5", "AE-3.3.7")
def test_white_and_red_leads_to_cairo() -> None:
    table = position().tiles("A", "II long-distance")
    found = ways(table, "II long-distance", "Cairo")
    assert found[0] == "Direct, red"
    assert {"Skip Paris", "Skip Brussels", "Skip Middle East", "Skip Casablanca"} <= set(found)
    table.dice(2, 2, 2).play("A", "Skip Paris")
    assert table.needs == [12]


@rule("AE-R51")
def test_the_better_first_link_to_a_skipped_city_is_flown() -> None:
    """Burma is red from India and black from Persia: whoever has both skips it from India."""
    table = position().tiles("A", "II long-distance").airports("A", "India", "Persia")
    assert ways(table, "II long-distance", "China") == ["Skip Burma"]
    table.dice(2, 2, 2).play("A", "Skip Burma")
    assert table.needs == [12, 14]
    table = position().tiles("A", "II long-distance").airports("A", "Persia")
    ways(table, "II long-distance", "China")
    table.dice(2, 2, 2).play("A", "Skip Burma")
    assert table.needs == [14, 14]


@rule("AE-R40", "AE-3.3.8")
def test_barred_connections_are_never_half_of_a_skip() -> None:
    """Not Casablanca–Dakar–South America, not Burma–Java–Australia; and white-black is no row of the table."""
    table = position().tiles("A", "II long-distance").airports("A", "Casablanca", "Burma")
    found = table.offered("A", "II long-distance")
    assert not found & {"South America", "Australia"}
    assert {"Dakar", "Java"} <= found
    assert table.t.pair_rolls[Colour.WHITE, Colour.BLACK] == -1
    assert table.t.pair_rolls[Colour.RED, Colour.WHITE] == -1


@rule("AE-R20")
def test_the_city_of_the_home_is_closed_to_its_owner() -> None:
    """Though Berlin has an empty space and A an airport in Warsaw."""
    table = position(homes=("Berlin", "London", "Rome")).tiles("A", "III").airports("A", "Warsaw")
    assert "Berlin" not in table.offered("A", "III")


@rule("AE-R46", "AE-R11")
def test_before_the_first_roll_there_is_no_turning_back() -> None:
    """Taking the tile, choosing the destination and the way are one move."""
    table = position().tiles("A", "I", "I")
    table.play("A", "Place a Stage I airport")
    assert all(said.startswith("To ") for said in table.choices())
    table.play("A", "To Cairo")
    assert table.choices() == ["Direct, red"]
    table.dice(2, 2, 2).play("A", "Direct, red")
    assert table.phase == Phase.SHORT


@rule("AE-R47")
def test_tiles_of_one_kind_are_interchangeable() -> None:
    table = position().tiles("A", "I", "I", "II", "II long-distance", "III")
    assert table.choices("Place a ") == [
        "Stage I airport",
        "Stage II airport",
        "Stage II long-distance airport",
        "Stage III airport",
    ]
