"""Runs of Latécoère without weather, for tests of contracts, pioneers and distances."""

from __future__ import annotations

from mailwing.envs.aeropostale.testing import Table, position

MAIL, FREIGHT, PASSENGER = "1 mail for 1 bronze", "1 freight for 1 bronze", "1 passenger for 1 bronze"
DAKAR = ("1 mail for 1 bronze", "1 passenger for 2 bronze")
"""The two contracts of the rulebook's example."""

BIG = "Dewoitine 333"
"""Latécoère's aeroplane of capacity 4 for everything, fuel 3 and range 2."""


def calm(design: str = BIG, *stops: str) -> Table:
    """The introduction, without weather: Latécoère has one design available and stops besides Toulouse."""
    table = position(scenario="introduction").pilots("Latécoère", seasoned=1).logistics(Latécoère=10)
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
