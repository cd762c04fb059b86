"""Runs: contracts, what is carried, and the wings of contracts, pioneers and distances."""

from __future__ import annotations

import pytest

from mailwing.envs.aeropostale.state import Phase
from mailwing.envs.aeropostale.testing import Table, position

rule = pytest.mark.rule

MAIL, FREIGHT, PASSENGER = "1 mail for 1 bronze", "1 freight for 1 bronze", "1 passenger for 1 bronze"
DAKAR = ("1 mail for 1 bronze", "1 passenger for 2 bronze")
"""The two contracts of the rulebook's example."""

BIG = "Dewoitine 333"
"""Latécoère's aeroplane of capacity 4 for everything, fuel 3 and range 2."""


def calm(design: str = BIG, *stops: str, **options: str) -> Table:
    """The introduction, without weather: Latécoère has one design available and stops besides Toulouse."""
    table = position(scenario="introduction", **options).pilots("Latécoère", seasoned=1).logistics(Latécoère=10)
    table.fleet("Latécoère", design).only("Latécoère", design)
    for stop in stops:
        table.stop(stop, Latécoère=1)
    return table


def landed(table: Table, city: str, take_off: str, design: str = BIG) -> Table:
    """Latécoère lands there and is to choose contracts."""
    return table.run("Latécoère", city, take_off, design, pilot="a seasoned pilot")


def offered(table: Table) -> list[str]:
    """The contracts that can be named now."""
    return [said.removeprefix("Execute the contract: ") for said in table.choices("Execute")]


def execute(table: Table, *contracts: str) -> Table:
    """Latécoère executes contracts, and no more."""
    table.play("Latécoère", *(f"Execute the contract: {contract}" for contract in contracts))
    return table.play("Latécoère", "No more contracts")


def wings(table: Table) -> dict[str, int]:
    """Latécoère's wings, converted or not yet."""
    return table.wings_of("Latécoère")


def in_bronze(table: Table) -> int:
    """What they are worth."""
    return sum(wings(table).get(kind, 0) * worth for kind, worth in (("bronze", 1), ("gold", 4), ("platinum", 12)))


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
    assert sorted(table.choices()) == sorted(f"Fly the {design}" for design in designs)


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


# Pioneers


@rule("AO-5.2", "AO-4.2.5", "AO-R5")
def test_latecoere_wins_five_wings_from_toulouse_to_dakar() -> None:
    """One for the Pyrenees, two for the Sahara, one for Africa, one for two lines; the contract pays one more.

    The wing for a distance of one line is discarded.
    """
    table = calm("Latécoère 28-1", "Dakar").strips("Dakar", MAIL)
    execute(landed(table, "Dakar", "Toulouse", "Latécoère 28-1"), MAIL)
    assert wings(table) == {"bronze": 5 + 1}
    assert table.s.pioneers.tolist() == [1, 1, 0, 0, 0, 1, 0]
    assert table.s.farthest == 2
    table.play("Latécoère", "Convert 4 bronze wings into 1 gold").at("Latécoère").only("Latécoère", "Salmson 2A2")
    assert wings(table) == {"bronze": 2, "gold": 1}
    table.stop("Tangier", Latécoère=1).strips("Tangier", "1 mail for 1 bronze")
    table.run("Latécoère", "Tangier", "Toulouse", "Salmson 2A2", "1 mail for 1 bronze")
    assert wings(table) == {"bronze": 3, "gold": 1}


@rule("AO-5.2")
@pytest.mark.parametrize(
    ("taken", "strip", "bronze", "then"),
    [
        (0, "1 mail for 1 bronze", 1, 1),
        (0, "1 freight for 1 bronze", 0, 0),
        (0, "1 passenger for 1 bronze", 0, 0),
        (0, "1 mail, 1 freight for 3 bronze", 2, 2),
        (0, "1 freight, 1 passenger for 3 bronze", 0, 0),
        (0, "1 mail, 2 passengers for 1 gold", 1, 1),
        (1, "1 mail for 1 bronze", 0, 1),
        (1, "1 freight for 1 bronze", 1, 2),
        (1, "1 passenger for 1 bronze", 0, 1),
        (1, "1 freight, 1 passenger for 3 bronze", 2, 3),
        (2, "1 freight for 1 bronze", 0, 2),
        (2, "1 passenger for 1 bronze", 1, 3),
        (3, "1 passenger for 1 bronze", 0, 3),
    ],
)
def test_mail_then_freight_then_passengers(taken: int, strip: str, bronze: int, then: int) -> None:
    """In the Pyrenees each earns a bronze wing, if the wings before are won or are won in the same run."""
    table = calm(BIG, "Tangier").strips("Tangier", strip).no_pioneers_left().pioneers(pyrenees=taken)
    contract = int(table.t.worth[table.s.strip[table.cities["Tangier"], 0]])
    execute(landed(table, "Tangier", "Toulouse"), strip)
    assert in_bronze(table) == contract + bronze
    assert table.s.pioneers.tolist() == [then, 3, 3, 3, 3, 3, 3]


RED = "Farman 220 Le Centaure"
"""Latécoère's aeroplane of capacity 3 for everything, fuel 3 and a red range of 3."""

ZONES = {
    "pyrenees": ("Toulouse", "Barcelona", (1, 1, 1)),
    "sahara": ("Tangier", "Dakar", (2, 2, 2)),
    "atlantic": ("Dakar", "Natal", (3, 4, 4)),
    "amazonia": ("Natal", "Buenos Aires", (2, 2, 4)),
    "andes": ("Buenos Aires", "Santiago", (4, 4, 4)),
    "africa": ("Toulouse", "Tangier", (1, 1, 1)),
    "south_america": ("Santiago", "La Paz", (2, 2, 4)),
}
"""Where a run takes off and lands, and what its wings for mail, freight and passengers are worth in bronze ones."""


@rule("AO-5.2", "AO-4.2.5", "AO-R21")
@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("taken", [0, 1, 2])
def test_wings_of_every_zone(zone: str, taken: int) -> None:
    """Wings still lie in one zone only; the run carries everything that has none yet."""
    take_off, city, worth = ZONES[zone]
    table = calm(RED, take_off, city).no_pioneers_left().pioneers(**{zone: taken})
    kinds = ["mail", "freight", "passengers"][taken:]
    anything = {"Barcelona": "any 2 for nothing", "Dakar": "any 2 for nothing", "Tangier": "any 2 for nothing"}
    table.strips(city, anything.get(city, "any 3 for nothing"), *(["any 1 for nothing"] if city in anything else []))
    landed(table, city, take_off, RED)
    table.play("Latécoère", *(said for said in table.choices() if "any" in said), "No more contracts")
    words = "mail, freight and passengers" if taken == 0 else " and ".join(kinds)
    table.play("Latécoère", f"Carry {words}")
    assert in_bronze(table) == sum(worth[taken:])
    assert set(table.s.pioneers.tolist()) == {3}


@rule("AO-R21", "AO-5.2")
def test_where_the_wings_of_a_continent_are_won() -> None:
    """Where the run lands, even from the same continent; none in Europe."""
    zones = ["africa", "south_america"]
    for take_off, city, contract, won in (
        ("Casablanca", "Tangier", MAIL, [1, 0]),
        ("Toulouse", "Barcelona", MAIL, [0, 0]),
        ("Tangier", "Toulouse", MAIL, [0, 0]),
        ("Dakar", "Natal", "1 mail for 2 bronze", [0, 1]),
        ("Natal", "Dakar", MAIL, [1, 0]),
        ("Santiago", "La Paz", "1 mail for 2 bronze", [0, 1]),
    ):
        table = calm("Potez 25", take_off, city).no_pioneers_left().pioneers(**dict.fromkeys(zones, 0))
        if city != "Toulouse":
            table.strips(city, contract)
        execute(landed(table, city, take_off, "Potez 25"), contract)
        assert table.s.pioneers[5:].tolist() == won, (take_off, city)


@rule("AO-5.2", "AO-4.2.5")
def test_wings_of_lines_are_won_both_ways() -> None:
    """From Natal to Tangier: Sahara and Atlantic."""
    table = calm("Latécoère 28-1", "Natal", "Tangier").strips("Tangier", MAIL)
    execute(landed(table, "Tangier", "Natal", "Latécoère 28-1"), MAIL)
    assert table.s.pioneers.tolist() == [0, 1, 1, 0, 0, 1, 0]
    assert wings(table) == {"bronze": 1 + 2 + 3 + 1 + 1}


@rule("AO-2.6", "AO-5.2")
def test_the_pacific_has_no_wings_of_pioneers() -> None:
    """From Santiago to La Paz: the contract's two, South America's two, one for a line."""
    table = calm("Salmson 2A2", "Santiago", "La Paz").strips("La Paz", "1 mail for 2 bronze")
    execute(landed(table, "La Paz", "Santiago", "Salmson 2A2"), "1 mail for 2 bronze")
    assert wings(table) == {"bronze": 5}
    assert table.s.pioneers.tolist() == [0, 0, 0, 0, 0, 0, 1]


@rule("AO-R62", "AO-5.2")
def test_wings_of_pioneers_and_contracts_are_one_gain() -> None:
    """Six bronze wings at once: converted are four of them, the other two are kept."""
    table = calm("Latécoère 28-1", "Dakar").strips("Dakar", MAIL)
    execute(landed(table, "Dakar", "Toulouse", "Latécoère 28-1"), MAIL)
    assert table.choices() == ["Convert 4 bronze wings into 1 gold", "Keep the wings"]
    table.play("Latécoère", "Keep the wings")
    assert wings(table) == {"bronze": 4}


# Distances


LONG = "Latécoère 300 Croix-du-Sud"
"""Latécoère's aeroplane of range 4, capacity 3 for mail and freight, fuel 3."""


@rule("AO-5.2", "AO-R5")
@pytest.mark.parametrize(
    ("city", "lines", "bronze"), [("Tangier", 1, 1), ("Dakar", 2, 1), ("Natal", 3, 2), ("Buenos Aires", 4, 3)]
)
@pytest.mark.parametrize("before", [0, 1, 2, 3, 4, 5])
def test_wings_of_the_longest_run(city: str, lines: int, bronze: int, before: int) -> None:
    """Only a run that is longer than any before wins; shorter distances are then discarded."""
    contract = MAIL if lines < 3 else "1 mail for 2 bronze"
    table = calm(LONG, city).strips(city, contract).no_pioneers_left().farthest(before)
    execute(landed(table, city, "Toulouse", LONG), contract)
    assert wings(table).get("bronze", 0) == (1 if lines < 3 else 2) + (bronze if before < lines else 0)
    assert table.s.farthest == max(lines, before)


@rule("AO-5.2")
@pytest.mark.parametrize(("before", "gold"), [(4, 1), (5, 0)])
def test_the_first_run_over_five_lines_wins_a_gold_wing(before: int, gold: int) -> None:
    """From Toulouse to Santiago with the tiles of distance and altitude."""
    table = calm(LONG, "Santiago").no_pioneers_left().farthest(before).strips("Santiago", "1 mail for 2 bronze")
    table.tile("Latécoère", "distance", under=LONG).tile("Latécoère", "altitude", under=LONG).only("Latécoère", LONG)
    execute(landed(table, "Santiago", "Toulouse", LONG), "1 mail for 2 bronze")
    assert wings(table) == ({"bronze": 2, "gold": gold} if gold else {"bronze": 2})
    assert table.s.farthest == 5


def from_toulouse_to_la_paz() -> Table:
    """Mermoz flies a run over six lines with two tiles, in weather that does nothing to runs."""
    table = position(scenario="supremacy").no_pioneers_left().legend("Latécoère", "Mermoz").logistics(Latécoère=10)
    table.fleet("Latécoère", LONG).tile("Latécoère", "distance", under=LONG).tile("Latécoère", "altitude", under=LONG)
    table.only("Latécoère", LONG).stop("La Paz", Latécoère=1).strips("La Paz", "1 mail for 2 bronze")
    table.announce("Latécoère", "Make a run to La Paz", "Toulouse", LONG)
    return table.play("Latécoère", "With Jean Mermoz", "Feat of Jean Mermoz")


@rule("AO-R22", "AO-5.2")
@pytest.mark.parametrize("before", [4, 5])
def test_a_run_over_six_lines_wins_what_one_over_five_does(before: int) -> None:
    table = execute(from_toulouse_to_la_paz().farthest(before), "1 mail for 2 bronze")
    assert wings(table) == ({"bronze": 2, "gold": 1} if before == 4 else {"bronze": 2})
    assert table.s.farthest == 5
    assert table.logistics_of("Latécoère") == 10 - 3 - 1


@rule("AO-R16", "AO-5.2")
def test_lines_that_count_as_more_do_not_make_a_run_longer() -> None:
    """Thunderstorms over the Pyrenees: one line for the wings."""
    table = position().weather("Pyrenees", "Thunderstorms").fleet("Latécoère", "Latécoère 28-1").no_pioneers_left()
    table.stop("Tangier", Latécoère=1).strips("Tangier", MAIL).farthest(0)
    table.run("Latécoère", "Tangier", "Toulouse", "Latécoère 28-1", MAIL)
    assert table.s.farthest == 1
    assert wings(table) == {"bronze": 2}
