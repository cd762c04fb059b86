"""Reading what a data pack says of strips, weather cards, records and wings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.packs import PackTable
from .._core.words import short
from .limits import (
    CARGO_KINDS,
    COMPANIES,
    CONTINENT_LABELS,
    CONTRACTS,
    DISTANCES,
    FLIGHTS,
    HOME_STRIPS,
    LEGENDARY_STRIP,
    LEVELS,
    LINE_LABELS,
    MAX_CAPACITY,
    MAX_CARDS,
    MAX_WEATHER_VALUE,
    MONOPOLY_CONTRACTS,
    MONOPOLY_TILES,
    NONE,
    PIONEER_ZONES,
    RECORD_DIE_FACES,
    RECORD_LABELS,
    SLOTS,
    STRIPS_PER_CONTINENT,
    WEATHER_LINES,
    WING_LABELS,
    ZONE_LABELS,
    Cargo,
    Effect,
    Flight,
    Rank,
    RecordKind,
    StripEffect,
    Wing,
    labels_of,
)
from .names import spell
from .state import MAX_PAY, MAX_WINGS

if TYPE_CHECKING:
    from .tables import Tables

EARNED = WING_LABELS[:2]
"""Wings that are earned otherwise than by exchange, La Paz aside."""

MAX_EXCHANGE = 4
"""The most wings that one of the next kind costs; then a wing is never worth more than 64 bronze ones."""

EFFECT_VALUES = {
    Effect.NOTHING: (0, 0),
    Effect.BRONZE_FOR_ANY: (1, MAX_WEATHER_VALUE),
    Effect.BRONZE_FOR_PASSENGERS: (1, MAX_WEATHER_VALUE),
    Effect.COST: (-2, 2),
    Effect.CUBES_OF_RUN: (-MAX_WEATHER_VALUE, MAX_WEATHER_VALUE),
    Effect.CUBES_OF_STOP: (1, MAX_WEATHER_VALUE),
    Effect.NO_PASSENGERS: (0, 0),
    Effect.MAIL_ONLY: (0, MAX_WEATHER_VALUE),
    Effect.COUNTS_AS: (1, MAX_WEATHER_VALUE),
    Effect.PILOTS_FROM: (Rank.SEASONED, Rank.LEGENDARY),
    Effect.NO_INCREASE: (0, 0),
}
"""What values the effects of weather cards can have."""


def read_strips(t: Tables, file: PackTable) -> None:
    """Strips of continents, printed strips, contracts of monopoly tiles; what contracts are worth comes with wings."""
    for continent, label in enumerate(CONTINENT_LABELS):
        for k, entry in enumerate(file.tables(label, STRIPS_PER_CONTINENT, STRIPS_PER_CONTINENT)):
            strip = STRIPS_PER_CONTINENT * continent + k
            t.strip_value[strip] = entry.integer("value", 0, 9)
            effects = labels_of(StripEffect)
            t.strip_effect[strip] = effects.index(entry.text("effect", effects))
            _read_contract(t, strip, entry, least=0)
    for company, entry in enumerate(file.tables("home", COMPANIES, COMPANIES)):
        _read_contract(t, HOME_STRIPS + company, entry, least=0)
    for tile, entry in enumerate(file.tables("monopoly", MONOPOLY_TILES, MONOPOLY_TILES)):
        _read_contract(t, MONOPOLY_CONTRACTS + tile, entry, least=1)
    amounts, legendary = file.table("amounts"), file.table("legendary")
    for effect in StripEffect:
        if effect not in (StripEffect.NOTHING, StripEffect.NAVIGATION_ERROR, StripEffect.REPEATED_CRASHES):
            t.effect_amount[effect] = amounts.integer(effect.name.lower(), 0, 9)
    t.strip_value[LEGENDARY_STRIP] = legendary.integer("value", 0, 9)
    for table in (amounts, legendary, file):
        table.done()
    _compare_contracts(t)


def _read_contract(t: Tables, strip: int, entry: PackTable, least: int) -> None:
    """The half of a strip for runs, and the end of its row."""
    for kind, name in enumerate(CARGO_KINDS):
        t.asks[strip, kind] = entry.integer(name, 0, MAX_CAPACITY)
    t.asks_any[strip] = entry.integer("any", 0, MAX_CAPACITY)
    t.earns[strip] = [entry.integer(name, 0, 9) for name in EARNED]
    size = int(t.asks[strip].sum() + t.asks_any[strip])
    if not least <= size <= MAX_CAPACITY:
        raise entry.fault("", f"a contract takes {least} to {MAX_CAPACITY} elements, not {size}")
    if size == 0 and t.earns[strip].any():
        raise entry.fault("", "a strip without a contract pays no wings")
    t.asks_all[strip] = size
    t.needs[strip] = sum(1 << kind for kind in Cargo if t.asks[strip, kind])
    entry.done()


def _compare_contracts(t: Tables) -> None:
    first: dict[tuple[int, ...], int] = {}
    for strip in range(CONTRACTS):
        contract = (*t.asks[strip].tolist(), int(t.asks_any[strip]), *t.earns[strip].tolist())
        t.likeness[strip] = first.setdefault(contract, strip) if t.asks_all[strip] else strip


def read_weather(t: Tables, file: PackTable) -> None:
    """The weather cards."""
    lines = [label.title() for label in LINE_LABELS[:WEATHER_LINES]]
    t.card_once[:] = NONE
    alike: dict[tuple[str, int, int], int] = {}
    for entry in file.tables("card", 1, WEATHER_LINES * MAX_CARDS):
        line, card = lines.index(entry.text("line", lines)), entry.integer("number", 1, MAX_CARDS) - 1
        if t.card_there[line, card]:
            raise entry.fault("number", f"{lines[line]} has a card {card + 1} already")
        _read_card(t, line, card, entry)
        if entry.flag("once"):
            effect = entry.text("name"), int(t.card_effect[line, card]), int(t.card_value[line, card])
            t.card_once[line, card] = alike.setdefault(effect, len(alike))
        entry.done()
    file.done()


def _read_card(t: Tables, line: int, card: int, entry: PackTable) -> None:
    t.card_there[line, card] = True
    spell(t.card_name[line, card], entry.text("name"), entry)
    effects = labels_of(Effect)
    effect = Effect(effects.index(entry.text("effect", effects)))
    t.card_effect[line, card] = effect
    t.card_value[line, card] = entry.integer("value", *EFFECT_VALUES[effect])
    acts_on, flights = entry.value("acts_on"), labels_of(Flight)
    if not isinstance(acts_on, list) or len(acts_on) > FLIGHTS or not all(flight in flights for flight in acts_on):
        raise entry.fault("acts_on", f"must list none, one or both of {', '.join(flights)}, not {short(acts_on)}")
    t.card_acts[line, card] = [flight in acts_on for flight in flights]


def read_records(t: Tables, file: PackTable) -> None:
    """The record die, the record tiles and the wings on the squares, after the designs."""
    die, tiles = file.table("die"), file.table("tiles")
    t.record_die[:] = die.integers("faces", 0, 9, RECORD_DIE_FACES)
    t.tile_bonus = tiles.integer("bonus", 0, 3)
    most = int(t.capacity.max())
    if most + t.tile_bonus > MAX_CAPACITY:
        raise tiles.fault("bonus", f"a design of capacity {most} would carry more than {MAX_CAPACITY} elements")
    t.tile_cost = tiles.integer("cost", 0, 3)
    for record, entry in enumerate(file.tables("record", len(RecordKind), len(RecordKind))):
        if entry.text("name", RECORD_LABELS) != RECORD_LABELS[record]:
            raise entry.fault("name", f"must be '{RECORD_LABELS[record]}': the records stand in this order")
        for kind, name in enumerate(EARNED):
            t.record_wings[record, 1:, kind] = entry.integers(name, 0, 9, LEVELS)
        entry.done()
    for table in (die, tiles, file):
        table.done()


def read_wings(t: Tables, file: PackTable) -> None:
    """Slots, exchange and the wings of runs, after strips: what contracts are worth follows."""
    slots, exchange = file.table("slots"), file.table("exchange")
    last, supremacy = file.table("last_city"), file.table("supremacy")
    t.slots[:] = [slots.integer(name, 1, 9) for name in WING_LABELS]
    t.in_bronze[Wing.BRONZE] = 1
    for kind, name in enumerate(WING_LABELS[:-1]):
        t.exchange[kind] = exchange.integer(name, 2, MAX_EXCHANGE)
        t.in_bronze[kind + 1] = t.in_bronze[kind] * t.exchange[kind]
    t.diamonds = last.integer("diamonds", 0, 1)
    t.supremacy_gold = supremacy.integer("gold", 0, 3)
    _read_distances(t, file)
    for zone, entry in enumerate(file.tables("pioneer", PIONEER_ZONES, PIONEER_ZONES)):
        if entry.text("zone", ZONE_LABELS) != ZONE_LABELS[zone]:
            raise entry.fault("zone", f"must be '{ZONE_LABELS[zone]}': lines and continents stand in their order")
        for kind, name in enumerate(CARGO_KINDS):
            t.pioneer_wings[zone, kind] = entry.integers(name, 0, 9, len(EARNED))
        entry.done()
    _value_contracts(t, exchange)
    _refuse_too_many_wings(t, file)
    for table in (slots, exchange, last, supremacy, file):
        table.done()


def _read_distances(t: Tables, file: PackTable) -> None:
    """The board has a wing for each number of lines; a longer run earns the last of them."""
    for lines, entry in enumerate(file.tables("distance", DISTANCES, DISTANCES), start=1):
        if entry.integer("lines", 1, DISTANCES) != lines:
            raise entry.fault("lines", f"must be {lines}: distances stand in their order")
        t.distance_wings[lines] = [entry.integer(name, 0, 9) for name in EARNED]
        entry.done()


def _value_contracts(t: Tables, exchange: PackTable) -> None:
    worth = t.earns.astype(int) @ t.in_bronze[: len(EARNED)]
    most = MAX_PAY // SLOTS
    if worth.max() > most:
        raise exchange.fault("bronze", f"a contract would be worth {worth.max()} bronze wings, {most} is the most")
    t.worth[:] = worth


def _refuse_too_many_wings(t: Tables, file: PackTable) -> None:
    """The most that a company can have after a run, with all slots filled before it and all pioneers' wings at once."""
    kinds = range(len(EARNED))
    gains = [SLOTS * t.earns[:, k].max() + t.pioneer_wings[..., k].sum() + t.distance_wings[:, k].max() for k in kinds]
    bronze, gold = (int(gain + t.slots[k]) for k, gain in enumerate(gains))
    bronze += WEATHER_LINES * MAX_WEATHER_VALUE
    gold += bronze // int(t.exchange[Wing.BRONZE])
    if max(bronze, gold) > MAX_WINGS:
        raise file.fault(
            "pioneer", f"after a run there could be {bronze} bronze or {gold} gold wings, not only {MAX_WINGS}"
        )
