"""Flights of Latécoère in weather, for tests of the cards."""

from __future__ import annotations

from mailwing.envs.aeropostale.testing import Table, position

MAIL, FREIGHT, PASSENGER = "1 mail for 1 bronze", "1 freight for 1 bronze", "1 passenger for 1 bronze"
ANYTHING = "any 1 for nothing"
FLYER = "Dewoitine 333"
"""Latécoère's aeroplane of capacity 4 for everything, fuel 3 and range 2."""


def flown_to(city: str, *strips: str, scenario: str = "campaign", design: str = FLYER) -> Table:
    """Latécoère can run to a city with strips, from Toulouse, Tangier or Dakar; all wings of pioneers are gone."""
    table = position(scenario=scenario).no_pioneers_left().fleet("Latécoère", design).only("Latécoère", design)
    table.logistics(Latécoère=8).pilots("Latécoère", seasoned=1)
    for stop in ("Tangier", "Dakar", city):
        table.stop(stop, Latécoère=1)
    return table.strips(city, *strips) if strips else table


def run(table: Table, city: str, take_off: str, *contracts: str, pilot: str = "a rookie") -> Table:
    """Latécoère runs with its one available design."""
    place = table.s.condition[0].tolist().index(0)
    names = [name for name in DESIGNS if table.design("Latécoère", name) == table.s.fleet[0, place]]
    return table.run("Latécoère", city, take_off, names[0], *contracts, pilot=pilot)


DESIGNS = (FLYER, "Latécoère 28-1", "Latécoère 28-3", "Potez 25", "Couzinet 71 Arc-en-Ciel", "Farman 220 Le Centaure")


def may_run(table: Table, city: str, pilot: str, *, take_off: str = "Toulouse", design: str = FLYER) -> bool:
    """Whether the pilot could make the run."""
    if f"Make a run to {city}" not in table.choices():
        return False
    table.play("Latécoère", f"Make a run to {city}")
    if not any(take_off in said for said in table.choices()):
        return False
    table.play("Latécoère", next(said for said in table.choices() if take_off in said), f"Fly the {design}")
    return f"With {pilot}" in table.choices()


def may_create(table: Table, city: str) -> bool:
    """Whether Latécoère may announce the stop."""
    return f"Create a stop in {city}" in table.choices()


def create(table: Table, city: str, take_off: str, *, value: int = 3) -> Table:
    """Latécoère creates a stop with its Salmson 2A2 and a seasoned pilot; the strip is one of this value."""
    table.announce("Latécoère", f"Create a stop in {city}", take_off, "Salmson 2A2").next_strip(city, value=value)
    table.play("Latécoère", "With a seasoned pilot")
    return table.play("Latécoère", "Reveal the strip") if "Reveal the strip" in table.choices() else table


def explorer(scenario: str = "campaign") -> Table:
    """Latécoère has stops in Toulouse and Tangier, eight points, and a seasoned pilot."""
    table = position(scenario=scenario).stop("Tangier", Latécoère=1).pilots("Latécoère", seasoned=1)
    return table.logistics(Latécoère=8)
