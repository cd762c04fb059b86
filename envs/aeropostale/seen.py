"""What is printed, written as it is observed, so that the observation need only copy it."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from .._core.record import Record
from .limits import (
    BEYOND,
    CARGOES,
    COMPANIES,
    CONTRACTS,
    DESIGNS,
    MAX_CARDS,
    RECORDS,
    WEATHER_LINES,
    Cargo,
    Effect,
    Rank,
)
from .observation import SCALE, Contract, Design, Weather

if TYPE_CHECKING:
    from .tables import Tables

EFFECTS_SEEN = {
    Effect.BRONZE_FOR_ANY: "bronze",
    Effect.BRONZE_FOR_PASSENGERS: "bronze_for_passengers",
    Effect.COST: "cost",
    Effect.CUBES_OF_RUN: "cubes_of_run",
    Effect.CUBES_OF_STOP: "cubes_of_stop",
    Effect.NO_PASSENGERS: "no_passengers",
    Effect.MAIL_ONLY: "mail_only",
    Effect.COUNTS_AS: "lines",
    Effect.PILOTS_FROM: "rank",
    Effect.NO_INCREASE: "no_increase",
}
"""Field of the observed weather for each effect that there is."""


def write_as_observed(t: Tables) -> None:
    """Fill in contracts, designs and cards as they are observed, and what breaking records brings and costs."""
    for strip in range(CONTRACTS):
        _write(t.contract_seen[1 + strip], Contract, **_contract(t, strip))
    for company, design in product(range(COMPANIES), range(DESIGNS)):
        _write(t.design_seen[company * DESIGNS + design], Design, **_design(t, company, design))
    for line, card in product(range(WEATHER_LINES), range(MAX_CARDS)):
        if t.card_there[line, card]:
            _write(t.card_seen[line * (1 + MAX_CARDS) + 1 + card], Weather, **_card(t, line, card))
    for record in range(RECORDS):
        t.worth_up_to[record] = np.cumsum(t.record_wings[record] @ t.in_bronze[:2])
    for target, rank in product(range(BEYOND + 1), Rank):
        t.record_cost_seen[target, rank] = _average_cost(t, target, rank) * SCALE.record_cost


def _write(place: Any, kind: type[Record], **values: int) -> None:
    for name, value in values.items():
        setattr(place, name, value / kind.fields[name].scale)


def _average_cost(t: Tables, target: int, rank: int) -> float:
    """What a record costs on average with a pilot of a rank."""
    return float(np.maximum(0, target - t.record_die - t.rank_bonus[rank]).mean())


def _contract(t: Tables, strip: int) -> dict[str, int]:
    asks = {Cargo(kind).name.lower(): int(t.asks[strip, kind]) for kind in range(CARGOES)}
    return {
        **asks,
        "anything": int(t.asks_any[strip]),
        "bronze": int(t.earns[strip, 0]),
        "gold": int(t.earns[strip, 1]),
    }


def _design(t: Tables, company: int, design: int) -> dict[str, int]:
    icons = int(t.icons[company, design])
    carries = {kind.name.lower(): icons >> kind & 1 for kind in Cargo}
    numbers = {"capacity": t.capacity, "fuel": t.fuel, "range": t.range, "red": t.red_range}
    return {**carries, **{name: int(values[company, design]) for name, values in numbers.items()}}


def _card(t: Tables, line: int, card: int) -> dict[str, int]:
    effect, value = Effect(int(t.card_effect[line, card])), int(t.card_value[line, card])
    seen = {"known": 1}
    if effect in (Effect.NO_PASSENGERS, Effect.NO_INCREASE):
        seen[EFFECTS_SEEN[effect]] = 1
    elif effect == Effect.COUNTS_AS:
        seen[EFFECTS_SEEN[effect]] = value - 1
    elif effect != Effect.NOTHING:
        seen[EFFECTS_SEEN[effect]] = value
    return seen
