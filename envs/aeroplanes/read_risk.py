"""Reading the table of risks of a data pack, and how likely every way to fly succeeds."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from .._core.packs import PackTable
from .limits import COLOUR_NAMES, COLOURS, DICE, DIE_FACES, FAILURE, MAX_NEED, MAX_ROLLS
from .rules.connections import end_of_roll, need_with_help

if TYPE_CHECKING:
    from .tables import Tables


def read_risk(t: Tables, file: PackTable) -> None:
    """The dice and the table of risks, and what follows from them."""
    dice, limits = file.table("dice"), file.table("limits")
    t.die[0] = FAILURE
    t.die[1:] = dice.integers("faces", FAILURE + 1, 6, DIE_FACES - 1)
    t.opponent_bonus = limits.integer("opponent", 0, 9)
    t.failure_limit = limits.integer("failures", 1, 9)
    t.single_rolls[:] = -1
    t.pair_rolls[:] = -1
    for row in file.tables("row", 1, COLOURS + COLOURS**2):
        _read_row(t, row)
    for second in range(COLOURS):
        first_needs = [t.pair_need[c, second, 0] for c in range(COLOURS) if t.pair_rolls[c, second] == 2]
        if sorted(first_needs) != first_needs:
            raise file.fault("row", "white, red and black must go from the easiest first link of a skip to the hardest")
    for need in range(MAX_NEED + 1):
        sums = [sum(face for face in roll if face != FAILURE) for roll in product(t.die.tolist(), repeat=DICE)]
        t.odds[need] = np.mean([total >= need for total in sums])
    _work_out_odds(t)
    for table in (dice, limits, file):
        table.done()


def _read_row(t: Tables, row: PackTable) -> None:
    """One row of the table of risks: one or two colours, and what each roll must reach."""
    links = row.value("links")
    if not isinstance(links, list) or len(links) not in (1, 2) or not all(name in COLOUR_NAMES for name in links):
        raise row.fault("links", f"must list one or two of {', '.join(COLOUR_NAMES)}, not {links!r}")
    colours = tuple(COLOUR_NAMES.index(name) for name in links)
    needs = row.integers("needs", 1, MAX_NEED)
    if len(needs) > len(links):
        raise row.fault("needs", f"asks for {len(needs)} rolls on {len(links)} connections")
    rolls, need = (t.single_rolls, t.single_need) if len(colours) == 1 else (t.pair_rolls, t.pair_need)
    if rolls[colours if len(colours) == 2 else colours[0]] >= 0:
        raise row.fault("links", f"{' + '.join(links)} has a row already")
    if len(colours) == 1:
        rolls[colours[0]] = len(needs)
        need[colours[0]] = needs[0] if needs else 0
    else:
        rolls[colours] = len(needs)
        need[colours][: len(needs)] = needs
    row.done()


def _work_out_odds(t: Tables) -> None:
    """The chance of every way to fly, with and without opponents' help (Rules AE-3.3.9, AE-3.3.10), nothing paid."""

    def odds(need: int, helped: int) -> float:
        return float(t.odds[need_with_help(t, int(need), helped)])

    for colour, helped in product(range(COLOURS), range(2)):
        if t.single_rolls[colour] >= 0:
            once = odds(t.single_need[colour], helped)
            t.single_odds[colour, helped] = once if t.single_rolls[colour] else 1
            for bars in range(2, MAX_ROLLS + 1):
                t.barred_odds[colour, bars, helped] = once**bars
    for first, second, middle, end in product(range(COLOURS), range(COLOURS), range(2), range(2)):
        rolls = int(t.pair_rolls[first, second])
        if rolls >= 0:
            parts = [odds(t.pair_need[first, second, k], end_of_roll(k, rolls, middle, end)) for k in range(rolls)]
            t.pair_odds[first, second, middle, end] = np.prod(parts)
