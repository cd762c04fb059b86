"""Strips: what they say, which one is revealed, and their special effects."""

from __future__ import annotations

from collections import Counter

import pytest

from mailwing.envs.aeropostale.action_words import contract_words
from mailwing.envs.aeropostale.limits import StripEffect
from mailwing.envs.aeropostale.state import Phase
from mailwing.envs.aeropostale.testing import Table, position

rule = pytest.mark.rule

LOSE_PILOT, LOSE_LOGISTICS, FEAT = "Lose the pilot", "Lose 2 logistics points", "Feat of Henri Guillaumet"


def explorer(city: str, *, logistics: int = 4, scenario: str = "introduction") -> Table:
    """Latécoère can create a stop in a city by crossing one line, which costs its Salmson 2A2 a point."""
    table = position(scenario=scenario).logistics(Latécoère=logistics + 1).pilots("Latécoère", rookie=3, seasoned=2)
    return table.stop(FROM[city], Latécoère=1)


FROM = {"Barcelona": "Toulouse", "Berlin": "Toulouse", "Tangier": "Toulouse", "Dakar": "Tangier", "Natal": "Dakar"}


def create(table: Table, city: str, pilot: str = "a rookie", *, value: int | None = None, effect: str = "") -> Table:
    """Latécoère creates the stop and the strip is one of this value and effect."""
    table.next_strip(city, value=value, effect=effect or None)
    return table.create("Latécoère", city, FROM[city], "Salmson 2A2", pilot)


# What strips say


@rule("AO-1.3")
def test_two_strips_of_the_rulebook() -> None:
    """Value 2, one mail for a bronze wing in Europe; value 3, the pilot is lost, any 3 for nothing in South America."""
    table = explorer("Barcelona").next_strip("Barcelona", 1)
    table.create("Latécoère", "Barcelona", "Toulouse", "Salmson 2A2")
    assert table.cubes_of("Latécoère", "Barcelona") == 2
    assert table.face_up("Barcelona") == ["1 mail for 1 bronze"]
    table = explorer("Natal").next_strip("Natal", 14)
    table.create("Latécoère", "Natal", "Dakar", "Salmson 2A2", "a seasoned pilot")
    assert table.cubes_of("Latécoère", "Natal") == 3
    assert table.face_up("Natal") == ["any 3 for nothing"]
    assert table.pilots_of("Latécoère", "used") == {}


@rule("AO-1.3", "AO-7.16", "AO-7.17", "AO-7.18", "AO-7.19", "AO-7.20", "AO-7.21", "AO-7.22", "AO-7.23", "AO-7.24")
def test_how_many_strips_have_an_effect() -> None:
    effects = position().t.strip_effect
    counts = [Counter(StripEffect(k) for k in effects[start : start + 20].tolist()) for start in (0, 20, 40)]
    assert counts[0] == {StripEffect.NOTHING: 15, StripEffect.NAVIGATION_ERROR: 2, StripEffect.MECHANICAL_FAILURE: 3}
    assert counts[1] == {
        StripEffect.NOTHING: 11,
        StripEffect.MECHANICAL_FAILURE: 2,
        StripEffect.HOSTAGE: 3,
        StripEffect.ARMY_SUPPLIES: 4,
    }
    assert counts[2] == {
        StripEffect.NOTHING: 11,
        StripEffect.REPEATED_CRASHES: 4,
        StripEffect.INSUFFICIENT_LOGISTICS: 1,
        StripEffect.FAVORABLE_ENCOUNTER: 2,
        StripEffect.TRADE_AGREEMENT: 2,
    }


# Which strip


@rule("AO-2.7", "AO-4.1.2.1")
@pytest.mark.parametrize(("city", "start"), [("Barcelona", 0), ("Tangier", 20), ("Natal", 40)])
@pytest.mark.parametrize("number", [1, 4, 20])
def test_any_strip_of_the_continent_can_be_revealed(city: str, start: int, number: int) -> None:
    table = explorer(city)
    down, seen = table.s.face_down.copy(), int(table.s.strips_seen)
    table.next_strip(city, number).create("Latécoère", city, FROM[city], "Salmson 2A2", "a seasoned pilot")
    assert table.face_up(city) == [contract_words(table.game, start + number - 1)]
    assert table.s.strips_seen == seen | 1 << (start + number - 1)
    down[table.cities[city]] -= 1
    assert table.s.face_down.tolist() == down.tolist()


@rule("AO-4.1.2.1", "AO-2.7")
def test_a_strip_that_was_revealed_is_not_revealed_again() -> None:
    """Five players, in whose game all strips of Africa but the last lie face up in its cities."""
    table = position(5, scenario="introduction").strips("Tangier", 1, 2, 3, 4).strips("Casablanca", 5, 6, 7, 8, 9)
    table.strips("Nouakchott", 10, 11, 12, 13, 14).strips("Dakar", 15, 16, 17, 18, 19)
    table.create("Latécoère", "Tangier", "Toulouse", "Salmson 2A2")
    assert table.face_up("Tangier")[4:] == ["any 2 for nothing"]
    assert table.cubes_of("Latécoère", "Tangier") == 5


@rule("AO-4.1.2.1", "AO-1.3")
def test_strips_stay_for_every_company_with_a_stop() -> None:
    """The second strip lies in the second slot; both companies can execute both contracts."""
    table = explorer("Tangier").stop("Tangier", KLM=1).strips("Tangier", "1 mail for 1 bronze").at("Latécoère")
    table.next_strip("Tangier", "1 freight for 1 bronze").create("Latécoère", "Tangier", "Toulouse", "Salmson 2A2")
    both = ["1 mail for 1 bronze", "1 freight for 1 bronze"]
    assert table.face_up("Tangier") == both
    assert table.s.strip[table.cities["Tangier"]].tolist()[2:] == [-1] * 3
    for company, home, design in (("KLM", "Amsterdam", "Airco DH.16"), ("Latécoère", "Toulouse", "Breguet 14T")):
        table.at(company).announce(company, "Make a run to Tangier", home, design).play(company, "With a rookie")
        taken = both if company == "Latécoère" else both[:1]
        assert table.choices("Execute") == [f"Execute the contract: {contract}" for contract in taken]


@rule("AO-2.7", "AO-2.10")
@pytest.mark.parametrize(("players", "home", "elsewhere"), [(2, 1, 2), (4, 3, 4), (5, 4, 5)])
def test_how_many_strips_lie_face_down(players: int, home: int, elsewhere: int) -> None:
    """As many as there are players, one less in starting cities, where one is printed."""
    table = position(players, scenario="introduction")
    assert table.s.face_down[table.cities["Toulouse"]] == home
    assert table.face_up("Toulouse") == ["1 mail for 1 bronze"]
    assert table.s.face_down[table.cities["Barcelona"]] == (home if players == 5 else elsewhere)
    assert (
        table.s.face_down[[table.cities[city] for city in ("Tangier", "Dakar", "La Paz")]].tolist() == [elsewhere] * 3
    )


# Europe


@rule("AO-7.16", "AO-R26", "AO-R12")
def test_navigation_error_loses_a_rookie() -> None:
    """The stop is created all the same; the rookie is back in the stock."""
    table = create(explorer("Barcelona"), "Barcelona", value=3, effect="navigation error")
    assert table.pilots_of("Latécoère") == {"rookie": 2, "seasoned": 2}
    assert table.pilots_of("Latécoère", "used") == {}
    assert table.cubes_of("Latécoère", "Barcelona") == 3
    assert table.logistics_of("Latécoère") == 4
    assert (table.decider, table.phase) == ("Sabena", Phase.ACTION)


@rule("AO-7.16")
def test_navigation_error_does_nothing_to_a_seasoned_pilot() -> None:
    table = create(explorer("Barcelona"), "Barcelona", "a seasoned pilot", value=2, effect="navigation error")
    assert table.pilots_of("Latécoère", "used") == {"seasoned": 1}
    assert table.logistics_of("Latécoère") == 4


@rule("AO-R12", "AO-4.5.1")
def test_a_lost_rookie_can_be_recruited_again() -> None:
    """All fifteen rookies are with companies, until one is lost."""
    table = explorer("Barcelona").pilots("KLM", rookie=6)
    assert "Recruit a rookie" not in table.choices()
    create(table, "Barcelona", value=3, effect="navigation error")
    assert "Recruit a rookie" in table.choices()


@rule("AO-7.17", "AO-7.18")
@pytest.mark.parametrize(("city", "value"), [("Barcelona", 4), ("Tangier", 2)])
@pytest.mark.parametrize(("before", "after"), [(4, 3), (1, 0), (0, 0)])
def test_mechanical_failure_loses_a_point(city: str, value: int, before: int, after: int) -> None:
    table = create(explorer(city, logistics=before), city, value=value, effect="mechanical failure")
    assert table.logistics_of("Latécoère") == after
    assert table.pilots_of("Latécoère", "used") == {"rookie": 1}
    assert table.cubes_of("Latécoère", city) == value


# Africa


@rule("AO-7.19", "AO-R26")
@pytest.mark.parametrize("pilot", ["rookie", "seasoned"])
def test_a_hostage_costs_the_pilot_or_two_points(pilot: str) -> None:
    words = "a rookie" if pilot == "rookie" else "a seasoned pilot"
    table = create(explorer("Tangier"), "Tangier", words, value=4, effect="hostage")
    assert (table.decider, table.phase) == ("Latécoère", Phase.STRIP_EFFECT)
    assert table.cubes_of("Latécoère", "Tangier") == 4
    assert table.choices() == [LOSE_PILOT, LOSE_LOGISTICS]
    table.play("Latécoère", LOSE_LOGISTICS)
    assert table.logistics_of("Latécoère") == 2
    assert table.pilots_of("Latécoère", "used") == {pilot: 1}
    table = create(explorer("Tangier"), "Tangier", words, value=4, effect="hostage").play("Latécoère", LOSE_PILOT)
    assert table.logistics_of("Latécoère") == 4
    assert table.pilots_of("Latécoère", "used") == {}
    assert table.cubes_of("Latécoère", "Tangier") == 4
    assert table.decider == "Sabena"


@rule("AO-7.19", "AO-R27")
@pytest.mark.parametrize(
    ("points", "choices"), [(2, [LOSE_PILOT, LOSE_LOGISTICS]), (1, [LOSE_PILOT]), (0, [LOSE_PILOT])]
)
def test_with_fewer_than_two_points_the_hostage_is_lost(points: int, choices: list[str]) -> None:
    table = create(explorer("Tangier", logistics=points), "Tangier", value=2, effect="hostage")
    assert table.choices() == choices


@rule("AO-7.19")
def test_the_hostage_of_a_second_strip() -> None:
    """The strip that counts is the one just revealed, not an earlier one; it is the fourth of four players."""
    table = explorer("Tangier").stop("Tangier", KLM=1).strips("Tangier", 1, 2, 3).at("Latécoère")
    create(table, "Tangier", value=2, effect="hostage")
    assert table.choices() == [LOSE_PILOT, LOSE_LOGISTICS]
    assert table.s.face_down[table.cities["Tangier"]] == 0
    assert table.s.strip[table.cities["Tangier"]].tolist()[:3] == [20, 21, 22]
    assert table.s.strip[table.cities["Tangier"], 3] >= 0


@rule("AO-7.20", "AO-R57")
@pytest.mark.parametrize(("before", "after"), [(0, 2), (5, 7), (9, 10)])
def test_army_supplies_bring_two_points(before: int, after: int) -> None:
    """The gauge ends at 10."""
    table = create(explorer("Tangier", logistics=before), "Tangier", value=3, effect="army supplies")
    assert table.logistics_of("Latécoère") == after
    assert table.pilots_of("Latécoère", "used") == {"rookie": 1}


# South America


@rule("AO-7.21", "AO-R26", "AO-R12")
@pytest.mark.parametrize("value", [2, 3, 4])
def test_repeated_crashes_lose_the_pilot(value: int) -> None:
    """The stop is created; the seasoned pilot goes back to the reserve."""
    table = create(explorer("Natal"), "Natal", "a seasoned pilot", value=value, effect="repeated crashes")
    assert table.pilots_of("Latécoère") == {"rookie": 3, "seasoned": 1}
    assert table.pilots_of("Latécoère", "used") == {}
    assert table.logistics_of("Latécoère") == 4
    assert table.cubes_of("Latécoère", "Natal") == value
    assert table.decider == "Sabena"


@rule("AO-7.21", "AO-R12")
def test_a_legendary_pilot_who_crashes_leaves_the_game() -> None:
    table = explorer("Natal", scenario="campaign").weather("Atlantic", 1).legend("Latécoère", "Mermoz")
    create(table, "Natal", "Jean Mermoz", value=4, effect="repeated crashes")
    assert table.decider == "Sabena"
    assert table.pilots_of("Latécoère") == {"rookie": 3, "seasoned": 2}
    assert table.pilots_of("Latécoère", "used") == {}
    assert (table.s.legend[0], table.s.feat[0]) == (-1, 0)
    assert table.s.legends_left == 0b11011


@rule("AO-7.22")
@pytest.mark.parametrize(("before", "after"), [(3, 2), (1, 0), (0, 0)])
def test_insufficient_logistics(before: int, after: int) -> None:
    table = create(explorer("Natal", logistics=before), "Natal", "a seasoned pilot", effect="insufficient logistics")
    assert table.logistics_of("Latécoère") == after
    assert table.pilots_of("Latécoère", "used") == {"seasoned": 1}


@rule("AO-7.23", "AO-R57")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (5, 6), (9, 10)])
def test_a_favorable_encounter_brings_a_point(before: int, after: int) -> None:
    table = create(explorer("Natal", logistics=before), "Natal", "a seasoned pilot", effect="favorable encounter")
    assert table.logistics_of("Latécoère") == after


@rule("AO-7.24", "AO-R57")
@pytest.mark.parametrize(("before", "after"), [(0, 2), (5, 7), (9, 10)])
def test_a_trade_agreement_brings_two_points(before: int, after: int) -> None:
    table = create(explorer("Natal", logistics=before), "Natal", "a seasoned pilot", effect="trade agreement")
    assert table.logistics_of("Latécoère") == after


@rule("AO-R26", "AO-R61")
def test_the_effect_comes_after_the_flight_is_paid() -> None:
    """One point: the flight costs it, then Army supplies bring two."""
    table = create(explorer("Tangier", logistics=0), "Tangier", value=1, effect="army supplies")
    assert table.logistics_of("Latécoère") == 2
    assert table.cubes_of("Latécoère", "Tangier") == 1


# Guillaumet


@rule("AO-4.5.4.1", "AO-R52")
@pytest.mark.parametrize("points", [4, 1])
def test_guillaumet_frees_the_hostage_for_nothing(points: int) -> None:
    table = explorer("Tangier", logistics=points, scenario="campaign").weather("Pyrenees", 1)
    table.legend("Latécoère", "Guillaumet", city="Casablanca")
    create(table, "Tangier", "Henri Guillaumet", value=4, effect="hostage")
    lose = [LOSE_PILOT, LOSE_LOGISTICS] if points >= 2 else [LOSE_PILOT]
    assert table.choices() == [f"{FEAT}: nothing is lost", *lose]
    table.play("Latécoère", FEAT)
    assert table.logistics_of("Latécoère") == points
    assert table.pilots_of("Latécoère", "used") == {"legendary": 1}
    assert table.s.feat[0] == 0
    assert table.decider == "Sabena"


@rule("AO-4.5.4.1", "AO-7.19")
def test_guillaumet_can_also_be_given_up() -> None:
    table = explorer("Tangier", scenario="campaign").weather("Pyrenees", 1)
    table.legend("Latécoère", "Guillaumet", city="Casablanca")
    create(table, "Tangier", "Henri Guillaumet", value=4, effect="hostage").play("Latécoère", LOSE_PILOT)
    assert table.s.legend[0] == -1
    assert table.pilots_of("Latécoère", "used") == {}


@rule("AO-4.5.4.1")
@pytest.mark.parametrize(("name", "feat"), [("Henri Guillaumet", False), ("Maryse Bastié", True)])
def test_nobody_else_frees_the_hostage(name: str, feat: bool) -> None:
    """Guillaumet after his feat cannot, and another legendary pilot cannot."""
    table = explorer("Tangier", scenario="campaign").weather("Pyrenees", 6)
    table.legend("Latécoère", name, feat=feat, city="Casablanca")
    create(table, "Tangier", name, value=4, effect="hostage")
    assert table.choices() == [LOSE_PILOT, LOSE_LOGISTICS]


@rule("AO-4.5.4.1")
def test_guillaumet_at_home_frees_nobody() -> None:
    table = explorer("Tangier", scenario="campaign").weather("Pyrenees", 1)
    table.legend("Latécoère", "Guillaumet", city="Casablanca")
    create(table, "Tangier", "a seasoned pilot", value=4, effect="hostage")
    assert table.choices() == [LOSE_PILOT, LOSE_LOGISTICS]


@rule("AO-4.5.4.1", "AO-7.21", "AO-4.5.4")
def test_guillaumet_survives_in_santiago() -> None:
    """From Buenos Aires with a Potez 25, in good weather that is known: the stop is created, the card turned over."""
    table = position().stop("Buenos Aires", Latécoère=2).fleet("Latécoère", "Potez 25").weather("Andes", 5)
    table.legend("Latécoère", "Guillaumet").next_strip("Santiago", value=3, effect="repeated crashes")
    table.create("Latécoère", "Santiago", "Buenos Aires", "Potez 25", "Henri Guillaumet")
    assert table.phase == Phase.STRIP_EFFECT
    assert table.choices() == [f"{FEAT}: nothing is lost", LOSE_PILOT]
    assert table.state.mask().max() == 1
    table.play("Latécoère", FEAT)
    assert table.cubes_of("Latécoère", "Santiago") == 3
    assert table.pilots_of("Latécoère", "used") == {"legendary": 1}
    assert (table.s.legend[0], table.s.feat[0]) == (1, 0)
    assert table.logistics_of("Latécoère") == 2


@rule("AO-4.5.4.1", "AO-7.21")
def test_guillaumet_may_crash_all_the_same() -> None:
    table = position().stop("Buenos Aires", Latécoère=2).fleet("Latécoère", "Potez 25").weather("Andes", 5)
    table.legend("Latécoère", "Guillaumet").next_strip("Santiago", value=3, effect="repeated crashes")
    table.create("Latécoère", "Santiago", "Buenos Aires", "Potez 25", "Henri Guillaumet").play("Latécoère", LOSE_PILOT)
    assert table.pilots_of("Latécoère", "used") == {}
    assert table.s.legend[0] == -1
    assert table.logistics_of("Latécoère") == 2


@rule("AO-4.5.4.1", "AO-7.21")
def test_after_his_feat_guillaumet_is_lost_at_once() -> None:
    table = position().stop("Buenos Aires", Latécoère=2).fleet("Latécoère", "Potez 25").weather("Andes", 5)
    table.legend("Latécoère", "Guillaumet", feat=False).next_strip("Santiago", value=3, effect="repeated crashes")
    table.create("Latécoère", "Santiago", "Buenos Aires", "Potez 25", "Henri Guillaumet")
    assert table.decider == "Sabena"
    assert table.s.legend[0] == -1


@rule("AO-8.4", "AO-4.5.4.1")
@pytest.mark.parametrize("feat", [True, False])
def test_guillaumet_wins_the_race_by_his_feat(feat: bool) -> None:
    """In La Paz the strip says Repeated crashes: with the feat the pilot is alive after the creation."""
    table = position(scenario="la_paz").stop("Santiago", Latécoère=1).legend("Latécoère", "Guillaumet")
    table.next_strip("La Paz", effect="repeated crashes")
    table.create("Latécoère", "La Paz", "Santiago", "Salmson 2A2", "Henri Guillaumet")
    table.play("Latécoère", FEAT if feat else LOSE_PILOT)
    assert table.s.done == feat
    assert table.s.won[0] == feat
