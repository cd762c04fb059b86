"""Reading the numbers of the rulebook in a data pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.packs import PackTable
from .limits import (
    CITY_CARDS,
    EXTRA_EXPERTS,
    HUBS,
    LOAD_RIVER,
    MAX_CITY_HAND,
    MAX_EXPERTS,
    MAX_ROUNDS,
    MAX_SEATS,
    OBJECTIVE_RIVER,
    SLOT_LABELS,
    Slot,
)
from .read_map import BOARD_LABELS, MAX_GLORY, MAX_MONEY

if TYPE_CHECKING:
    from .tables import Tables

CARDS_LEFT_OUT = 2
"""Of the City cards of a player one is the Main Base, and one goes back to the box."""

FIRST_FOR_SALE = Slot.MAINTENANCE_AND_REVENUES
"""From here on a slot can be taken from somebody."""


def read_rules(t: Tables, file: PackTable) -> None:
    """All numbers that stand in the rulebook, and not on a card or the map; after the map."""
    end, rounds, rivers, slots = (file.table(key) for key in ("end", "rounds", "rivers", "slots"))
    t.threshold[2:] = end.integers("threshold", 1, 127, MAX_SEATS - 1)
    t.glory_unit = end.integer("money", 1, MAX_MONEY)
    t.round_limit[:] = _for_all(rounds.integers("limit", 1, MAX_ROUNDS, MAX_SEATS))
    t.objectives_open[:] = _for_all(rivers.integers("objectives", 1, OBJECTIVE_RIVER, MAX_SEATS))
    t.loads_open[:] = _for_all(rivers.integers("loads", 1, LOAD_RIVER, MAX_SEATS))
    for slot in range(FIRST_FOR_SALE, len(Slot)):
        t.fee[slot] = slots.integer(SLOT_LABELS[slot], 1, MAX_MONEY)
    for table in (end, rounds, rivers, slots):
        table.done()
    _read_money(t, file)
    _read_variants(t, file)
    file.done()


def _for_all(values: list[int]) -> list[int]:
    """Values for 1 to 4 players, with one for 0 players before them, who do not play: it is in range."""
    return [values[0], *values]


def _read_money(t: Tables, file: PackTable) -> None:
    prices, crash = file.table("prices"), file.table("crash")
    t.fuel_price = prices.integer("fuel", 1, MAX_MONEY)
    t.debt_unit = prices.integer("debt", 1, MAX_MONEY)
    t.fine = prices.integer("fine", 0, MAX_MONEY)
    t.crash_glory[:] = crash.integer("glory", 0, MAX_GLORY), crash.integer("with_vip", 0, MAX_GLORY)
    t.famous_crashes = crash.integer("famous", 0, 9)
    for table in (prices, crash):
        table.done()


def _read_variants(t: Tables, file: PackTable) -> None:
    experts, main_base, warbirds, basic = (file.table(key) for key in ("experts", "main_base", "warbirds", "basic"))
    t.extra_experts = experts.integer("extra", 0, EXTRA_EXPERTS)
    t.solo_experts = experts.integer("solo", 1, MAX_EXPERTS)
    _read_hands(t, main_base)
    t.warbird_levels = warbirds.integer("levels", 0, 3)
    t.basic_objectives = basic.integer("objectives", 1, OBJECTIVE_RIVER)
    t.basic_loads = basic.integer("loads", 1, LOAD_RIVER)
    for table in (experts, main_base, warbirds, basic):
        table.done()


def _read_hands(t: Tables, main_base: PackTable) -> None:
    """City cards in the Main Base variant: no more Hubs than there is room for, no more cards than a side has."""
    t.city_hand[2:] = main_base.integers("cards", CARDS_LEFT_OUT + 1, MAX_CITY_HAND, MAX_SEATS - 1)
    for players in range(2, MAX_SEATS + 1):
        hubs = players * (int(t.city_hand[players]) - CARDS_LEFT_OUT)
        if hubs > HUBS:
            raise main_base.fault(f"cards[{players - 2}]", f"would make {hubs} Hubs, {HUBS} is the most")
        dealt = players * int(t.city_hand[players])
        for board, label in enumerate(BOARD_LABELS):
            cards = int(t.on_board[board, :CITY_CARDS].sum())
            if dealt > cards:
                what = f"{dealt} cards would be dealt, the side '{label}' has {cards} cities with a City card"
                raise main_base.fault(f"cards[{players - 2}]", what)
