"""Runs: contracts, their wings, and what is carried."""

from __future__ import annotations

import pytest

from aeropostale.runs_of_latecoere import (
    BIG,
    DAKAR,
    FREIGHT,
    MAIL,
    PASSENGER,
    calm,
    execute,
    in_bronze,
    landed,
    offered,
    wings,
)
from mailwing.envs.aeropostale.state import Phase
from mailwing.envs.aeropostale.testing import Table, position

rule = pytest.mark.rule


# Contracts


def klm_between_dakar_and_natal() -> Table:
    """KLM has stops in Dakar and Natal and its Fokker F.VIII; all wings of pioneers are gone."""
    table = position(scenario="introduction", africa="harder").no_pioneers_left().pilots("KLM", seasoned=1)
    table.stop("Dakar", KLM=3, Latécoère=2, Luft_Hansa=2).stop("Natal", KLM=1).fleet("KLM", "Fokker F.VIII")
    return table.strips("Dakar", *DAKAR, "2 freight for 1 bronze").strips("Natal", "2 mail for 1 gold").at("KLM")


@rule("AO-4.2.2", "AO-4.2.4", "AO-5.1")
def test_klm_runs_to_natal_for_a_gold_wing() -> None:
    table = klm_between_dakar_and_natal()
    table.run("KLM", "Natal", "Dakar", "Fokker F.VIII", "2 mail for 1 gold", pilot="a seasoned pilot")
    assert table.wings_of("KLM") == {"gold": 1}
    assert (table.logistics_of("KLM"), table.cubes_of("KLM", "Natal")) == (1, 2)
    assert table.face_up("Natal") == ["2 mail for 1 gold"]


@rule("AO-4.2.2", "AO-4.2.4", "AO-4.2.6", "AO-5.1", "AO-R2")
def test_klm_runs_to_dakar_for_two_contracts_and_drives_luft_hansa_out() -> None:
    """Three bronze wings and two cubes: Dakar, of value 7 with the token, is full, and loses those of Luft Hansa."""
    table = klm_between_dakar_and_natal()
    table.run("KLM", "Dakar", "Natal", "Fokker F.VIII", *DAKAR, pilot="a seasoned pilot")
    assert table.wings_of("KLM") == {"bronze": 3}
    assert table.choices() == ["Remove a cube of Luft Hansa", "Remove a cube of Latécoère"]
    table.play("KLM", "Remove a cube of Luft Hansa", "Remove a cube of Luft Hansa")
    assert [table.cubes_of(company, "Dakar") for company in table.companies] == [2, 0, 5, 0]
    assert table.decider == "Luft Hansa"
    assert "Make a run to Dakar" not in table.choices()


@rule("AO-4.2.4")
def test_contracts_stay_for_other_turns_and_companies() -> None:
    table = klm_between_dakar_and_natal()
    before = table.face_up("Dakar")
    table.run("KLM", "Dakar", "Natal", "Fokker F.VIII", DAKAR[0], pilot="a seasoned pilot")
    table.play("KLM", "Remove a cube of Luft Hansa")
    assert table.face_up("Dakar") == before
    table.at("KLM").only("KLM", "Fokker F.VIII").logistics(KLM=3).pilots("KLM", seasoned=1)
    assert table.may("Make a run to Dakar")
    table.fleet("Luft Hansa", "Dornier Do J II Wal").logistics(Luft_Hansa=2).at("Luft Hansa")
    assert table.may("Make a run to Dakar")


@rule("AO-4.2.2", "AO-R20")
def test_at_least_one_contract_is_executed() -> None:
    table = landed(calm(BIG, "Tangier").strips("Tangier", MAIL), "Tangier", "Toulouse")
    assert table.choices() == [f"Execute the contract: {MAIL}"]
    table.play("Latécoère", f"Execute the contract: {MAIL}")
    assert table.choices() == ["No more contracts"]


@rule("AO-R20", "AO-4.2.4", "AO-R71")
def test_any_contracts_within_the_capacity() -> None:
    """Four elements; contracts are named from the first slot to the last, each once."""
    strips = ("2 mail for 3 bronze", FREIGHT, "1 mail, 2 passengers for 1 gold", "1 passenger for 2 bronze")
    table = landed(calm(BIG, "Tangier").strips("Tangier", *strips), "Tangier", "Toulouse")
    assert offered(table) == list(strips)
    table.play("Latécoère", f"Execute the contract: {strips[1]}")
    assert table.choices() == [f"Execute the contract: {c}" for c in strips[2:]] + ["No more contracts"]
    table.play("Latécoère", f"Execute the contract: {strips[2]}")
    assert table.choices() == ["No more contracts"]


@rule("AO-R20", "AO-1.1")
def test_the_capacity_can_be_filled_exactly() -> None:
    strips = ("2 mail for 3 bronze", FREIGHT, "1 passenger for 2 bronze", MAIL)
    table = landed(calm(BIG, "Tangier").strips("Tangier", *strips), "Tangier", "Toulouse")
    table.play("Latécoère", *(f"Execute the contract: {contract}" for contract in strips[:2]))
    assert offered(table) == list(strips[2:])
    table.play("Latécoère", f"Execute the contract: {strips[2]}")
    assert table.choices() == ["No more contracts"]


@rule("AO-R71")
def test_of_equal_contracts_the_first_is_named() -> None:
    """Strips 4, 8 and 10 of Africa ask for a mail for a bronze wing; between them lies another one."""
    table = landed(calm(BIG, "Tangier").strips("Tangier", 4, 11, 8, 10), "Tangier", "Toulouse")
    assert offered(table) == [MAIL, FREIGHT]
    table.play("Latécoère", f"Execute the contract: {MAIL}")
    assert offered(table) == [FREIGHT, MAIL]
    table.play("Latécoère", f"Execute the contract: {FREIGHT}")
    assert offered(table) == [MAIL]
    table.play("Latécoère", f"Execute the contract: {MAIL}")
    assert offered(table) == [MAIL]
    table = landed(calm(BIG, "Tangier").strips("Tangier", 4, 11, 8, 10), "Tangier", "Toulouse")
    table.play("Latécoère", f"Execute the contract: {FREIGHT}")
    assert offered(table) == [MAIL]
    assert table.s.contracts == 0b10
    table.play("Latécoère", f"Execute the contract: {MAIL}")
    assert table.s.contracts == 0b110


@rule("AO-R71")
def test_contracts_that_pay_differently_are_not_equal() -> None:
    """A freight for a bronze wing or for nothing."""
    table = landed(calm(BIG, "Tangier").strips("Tangier", FREIGHT, "1 freight for nothing"), "Tangier", "Toulouse")
    assert offered(table) == [FREIGHT, "1 freight for nothing"]


@rule("AO-1.1", "AO-4.2.2")
@pytest.mark.parametrize(
    ("design", "taken"),
    [
        ("Salmson 2A2", [MAIL, "any 1 for nothing"]),
        ("Breguet 14T", [MAIL, FREIGHT, "any 1 for nothing"]),
        ("Farman 60 Goliath", [FREIGHT, PASSENGER, "any 1 for nothing"]),
        ("Blériot-Spad 33", [PASSENGER, "any 1 for nothing"]),
    ],
)
def test_an_aeroplane_carries_what_its_icons_say(design: str, taken: list[str]) -> None:
    """A contract for anything takes what the aeroplane carries."""
    table = calm(design, "Tangier").strips("Tangier", MAIL, FREIGHT, PASSENGER, "any 1 for nothing")
    assert offered(landed(table, "Tangier", "Toulouse", design)) == taken


@rule("AO-1.1", "AO-4.2.2")
@pytest.mark.parametrize(
    ("contract", "designs"),
    [
        ("2 mail for 3 bronze", ["Breguet 14T", BIG]),
        ("1 mail, 1 freight for 3 bronze", ["Breguet 14T", BIG]),
        ("1 freight, 1 passenger for 3 bronze", ["Farman 60 Goliath", BIG]),
        ("1 mail, 2 passengers for 1 gold", [BIG]),
        ("any 2 for nothing", ["Breguet 14T", "Farman 60 Goliath", BIG]),
        ("any 1 for nothing", ["Salmson 2A2", "Breguet 14T", "Farman 60 Goliath", BIG]),
    ],
)
def test_only_aeroplanes_that_can_execute_a_contract_make_the_run(contract: str, designs: list[str]) -> None:
    table = calm(BIG, "Tangier").strips("Tangier", contract)
    table.only("Latécoère", "Salmson 2A2", "Breguet 14T", "Farman 60 Goliath", BIG)
    table.play("Latécoère", "Make a run to Tangier", "Take off from Toulouse")
    assert sorted(table.aeroplanes()) == sorted(designs)


@rule("AO-4.2.2", "AO-1.3")
def test_without_a_contract_that_can_be_executed_there_is_no_run() -> None:
    table = calm("Salmson 2A2", "Tangier").strips("Tangier", FREIGHT, "2 mail for 3 bronze")
    assert table.choices("Make") == ["Make a run to Toulouse"]
    assert table.strips("Tangier", FREIGHT, "2 mail for 3 bronze", MAIL).may("Make a run to Tangier")


@rule("AO-R24", "AO-4.5.4")
def test_a_legendary_strip_is_no_contract() -> None:
    """Not alone, and not together with others."""
    table = position().no_pioneers_left().legend("Latécoère", "Bastié").strips("Tangier", "legendary")
    table.stop("Tangier", Latécoère=1).weather("Pyrenees", 4)
    assert not table.may("Make a run to Tangier")
    table.strips("Tangier", "legendary", MAIL, FREIGHT)
    table.run("Latécoère", "Tangier", "Toulouse", "Breguet 14T")
    assert offered(table) == [MAIL, FREIGHT]
    table.play("Latécoère", f"Execute the contract: {MAIL}", f"Execute the contract: {FREIGHT}", "No more contracts")
    assert table.wings_of("Latécoère") == {"bronze": 2}


@rule("AO-4.2.4", "AO-5.1", "AO-R62")
def test_contracts_pay_their_wings_together() -> None:
    """A gold wing and two bronze ones and one."""
    table = calm(BIG, "Tangier").no_pioneers_left()
    table.strips("Tangier", "1 mail, 2 passengers for 1 gold", "1 freight for 1 bronze")
    execute(landed(table, "Tangier", "Toulouse"), "1 mail, 2 passengers for 1 gold", FREIGHT)
    assert wings(table) == {"bronze": 1, "gold": 1}
    assert table.cubes_of("Latécoère", "Tangier") == 3


@rule("AO-5.1", "AO-R61")
def test_a_run_can_pay_nothing() -> None:
    """A cube all the same; who has four bronze wings is not asked to convert them, since none were won."""
    table = calm(BIG, "Tangier").no_pioneers_left().wings("Latécoère", bronze=4)
    table.strips("Tangier", "1 freight for nothing")
    execute(landed(table, "Tangier", "Toulouse"), "1 freight for nothing")
    assert table.decider == "Sabena"
    assert wings(table) == {"bronze": 4}
    assert table.cubes_of("Latécoère", "Tangier") == 2


@rule("AO-R61", "AO-R62", "AO-R34")
def test_wings_of_a_run_are_converted_before_the_stop_is_increased() -> None:
    table = calm(BIG, "Tangier").no_pioneers_left().wings("Latécoère", bronze=4).strips("Tangier", MAIL)
    execute(landed(table, "Tangier", "Toulouse"), MAIL)
    assert table.choices() == ["Convert 4 bronze wings into 1 gold", "Keep the wings"]
    assert table.cubes_of("Latécoère", "Tangier") == 1
    table.play("Latécoère", "Keep the wings")
    assert wings(table) == {"bronze": 4}
    assert table.cubes_of("Latécoère", "Tangier") == 2
    assert (table.decider, table.phase) == ("Sabena", Phase.ACTION)


@rule("AO-R61", "AO-6.1")
def test_a_run_can_win_before_the_stop_is_increased() -> None:
    """The introduction is won with four bronze and three gold wings."""
    table = calm(BIG, "Tangier").no_pioneers_left().wings("Latécoère", bronze=3, gold=3).strips("Tangier", MAIL)
    execute(landed(table, "Tangier", "Toulouse"), MAIL)
    assert table.s.done
    assert table.s.won.tolist() == [1, 0, 0, 0, 0]
    assert table.cubes_of("Latécoère", "Tangier") == 1


@rule("AO-4.2.4", "AO-R20", "AO-1.3")
@pytest.mark.parametrize(
    ("capacity", "pays"),
    [
        (1, {"m": 1, "f": -1, "mf": 1, "p": 2, "mp": 2, "fp": 2, "mfp": 2}),
        (2, {"m": 3, "f": -1, "mf": 3, "p": 2, "mp": 3, "fp": 2, "mfp": 3}),
        (3, {"m": 4, "f": -1, "mf": 4, "p": 2, "mp": 5, "fp": 2, "mfp": 5}),
        (4, {"m": 4, "f": -1, "mf": 4, "p": 2, "mp": 6, "fp": 2, "mfp": 6}),
        (5, {"m": 4, "f": -1, "mf": 4, "p": 2, "mp": 7, "fp": 2, "mfp": 7}),
        (6, {"m": 4, "f": -1, "mf": 4, "p": 2, "mp": 9, "fp": 2, "mfp": 9}),
    ],
)
def test_what_the_contracts_of_a_city_can_pay_at_best(capacity: int, pays: dict[str, int]) -> None:
    """A mail for 1, a passenger for 2, two mails for 3, a mail and two passengers for a gold wing, worth 4."""
    strips = (MAIL, "1 passenger for 2 bronze", "2 mail for 3 bronze", "1 mail, 2 passengers for 1 gold")
    table = calm().strips("Dakar", *strips)
    found = table.s.pays[table.cities["Dakar"], capacity - 1].tolist()
    assert dict(zip(("m", "f", "mf", "p", "mp", "fp", "mfp"), found, strict=True)) == pays


@rule("AO-4.2.4", "AO-R24")
def test_a_city_without_a_contract_pays_nothing() -> None:
    """No strip, or a legendary one, which also adds nothing to others."""
    table = position().legend("Latécoère", "Bastié", city="Dakar")
    for city in ("Dakar", "Natal"):
        assert (table.s.pays[table.cities[city]] == -1).all()
    table.strips("Dakar", "legendary", MAIL)
    assert table.s.pays[table.cities["Dakar"], :, 0].tolist() == [1] * 6


# Anything


@rule("AO-R58", "AO-4.2.2")
def test_who_carries_anything_says_what_it_is() -> None:
    """Two elements to Dakar, where no pioneer has been: each set wins something else, or nothing alike."""
    table = calm("Breguet 14T", "Tangier").strips("Tangier", "any 2 for nothing").pioneers(pyrenees=0, africa=0)
    execute(landed(table, "Tangier", "Toulouse", "Breguet 14T"), "any 2 for nothing")
    assert table.choices() == ["Carry mail", "Carry freight", "Carry mail and freight"]


@rule("AO-R58")
@pytest.mark.parametrize(("cargo", "bronze"), [("mail", 2), ("freight", 0), ("mail and freight", 4)])
def test_what_anything_is_decides_the_wings_of_pioneers(cargo: str, bronze: int) -> None:
    """For the Pyrenees and for Africa: one for mail, one more for freight; none for freight alone."""
    table = calm("Breguet 14T", "Tangier").strips("Tangier", "any 2 for nothing").farthest(1)
    execute(landed(table, "Tangier", "Toulouse", "Breguet 14T"), "any 2 for nothing").play(
        "Latécoère", f"Carry {cargo}"
    )
    assert in_bronze(table) == bronze
    assert table.s.carried == 0 or table.phase == Phase.CONVERTING


@rule("AO-R72", "AO-R58")
def test_sets_of_cargo_that_win_the_same_are_one_choice() -> None:
    """Mail's wings are gone: freight wins, mail and passengers are alike. When all are gone all sets are alike."""
    table = calm(BIG, "Tangier").strips("Tangier", "any 1 for nothing").pioneers(pyrenees=1, africa=1)
    execute(landed(table, "Tangier", "Toulouse"), "any 1 for nothing")
    assert table.choices() == ["Carry mail", "Carry freight"]
    table = calm(BIG, "Tangier").strips("Tangier", "any 2 for nothing").no_pioneers_left()
    execute(landed(table, "Tangier", "Toulouse"), "any 2 for nothing")
    assert table.choices() == ["Carry mail"]
    table.play("Latécoère", "Carry mail")
    assert table.cubes_of("Latécoère", "Tangier") == 2


@rule("AO-R72")
@pytest.mark.parametrize("zone", ["pyrenees", "sahara", "africa"])
def test_a_wing_of_one_zone_makes_sets_of_cargo_different(zone: str) -> None:
    table = calm(BIG, "Dakar").strips("Dakar", "any 1 for nothing").no_pioneers_left().pioneers(**{zone: 2})
    execute(landed(table, "Dakar", "Toulouse"), "any 1 for nothing")
    assert table.choices() == ["Carry mail", "Carry passengers"]


@rule("AO-R72")
def test_one_wing_here_is_not_one_wing_there() -> None:
    """Mail's of the Pyrenees, passengers' of the Sahara, and none for freight."""
    table = calm(BIG, "Dakar").strips("Dakar", "any 1 for nothing").no_pioneers_left().pioneers(pyrenees=0, sahara=2)
    execute(landed(table, "Dakar", "Toulouse"), "any 1 for nothing")
    assert table.choices() == ["Carry mail", "Carry freight", "Carry passengers"]


@rule("AO-R72")
@pytest.mark.parametrize("zone", ["atlantic", "amazonia", "andes", "south_america"])
def test_wings_of_other_zones_do_not(zone: str) -> None:
    table = calm(BIG, "Dakar").strips("Dakar", "any 1 for nothing").no_pioneers_left().pioneers(**{zone: 2})
    execute(landed(table, "Dakar", "Toulouse"), "any 1 for nothing")
    assert table.choices() == ["Carry mail"]


@rule("AO-R58", "AO-4.2.2")
def test_anything_comes_on_top_of_what_contracts_ask_for() -> None:
    """A freight and one of anything: with the freight go mail, freight or passengers, but not two kinds more."""
    table = calm(BIG, "Tangier").strips("Tangier", FREIGHT, "any 1 for nothing").pioneers(pyrenees=1)
    execute(landed(table, "Tangier", "Toulouse"), FREIGHT, "any 1 for nothing")
    choices = ["Carry freight", "Carry mail and freight", "Carry freight and passengers"]
    assert table.choices() == choices
    table.play("Latécoère", "Carry freight and passengers")
    assert table.s.pioneers.tolist() == [3, 0, 0, 0, 0, 0, 0]
    table = calm(BIG, "Tangier").strips("Tangier", MAIL, "any 2 for nothing")
    execute(landed(table, "Tangier", "Toulouse"), MAIL, "any 2 for nothing")
    assert table.choices() == ["Carry mail", "Carry mail and freight", "Carry mail, freight and passengers"]


@rule("AO-R58")
def test_contracts_for_certain_things_leave_nothing_to_say() -> None:
    table = calm(BIG, "Tangier").strips("Tangier", MAIL, "any 1 for nothing").no_pioneers_left()
    execute(landed(table, "Tangier", "Toulouse"), MAIL)
    assert table.decider == "Sabena"


@rule("AO-R72", "AO-7.2")
def test_passengers_are_another_choice_when_weather_pays_for_them() -> None:
    table = position().no_pioneers_left().fleet("Latécoère", BIG).stop("Tangier", Latécoère=1)
    table.strips("Tangier", "any 1 for nothing").weather("Pyrenees", 2)
    table.run("Latécoère", "Tangier", "Toulouse", BIG, "any 1 for nothing")
    assert table.choices() == ["Carry mail", "Carry passengers"]


@rule("AO-R72", "AO-R38")
def test_in_the_race_it_does_not_matter_what_anything_is() -> None:
    """There are no wings: neither for contracts nor for pioneers."""
    table = position(scenario="la_paz").fleet("Latécoère", BIG).stop("Tangier", Latécoère=1)
    table.strips("Tangier", "any 1 for nothing", "1 passenger for 2 bronze")
    table.run("Latécoère", "Tangier", "Toulouse", BIG, "any 1 for nothing", "1 passenger for 2 bronze")
    assert table.choices() == ["Carry passengers"]
    table.play("Latécoère", "Carry passengers")
    assert wings(table) == {}
    assert table.s.pioneers.tolist() == [0] * 7
    assert table.s.farthest == 0
    assert table.cubes_of("Latécoère", "Tangier") == 3
