"""The generator: splitmix64, counter-based, held in the record, the only source of chance in a game.

`record.chance` is the counter. Equal options, seed and actions give equal games on every machine, at every batch size.
Reference: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .kernel import kernel
from .numbers import is_whole, whole_number

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""The step of the counter at every draw."""

LAST = 2**64 - 1
"""The largest seed."""

MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@kernel(inline=True)
def scramble(z: Any) -> Any:
    """The output function of splitmix64: uint64 → uint64."""
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)


@kernel(inline=True)
def mix(a: Any, b: Any, c: Any) -> Any:
    """One uint64 seed from three uint64 (batch seed, row, episode): `new(mix(b, k, e))` is that game of a batch.

    Called from Python, `b` may be a C-contiguous uint64 array [n]; the result is then a uint64 array [n].
    """
    return scramble(scramble(scramble(a + GOLDEN) ^ (b + MIX_1)) ^ (c + MIX_2))


def seed_of(batch_seed: int, row: int, episode: int) -> int:
    """The seed of a game of a batch: `game.new(seed_of(batch_seed, row, episode))` is its deal.

    Raises:
        ValueError: an argument is not a whole number from 0 to 2⁶⁴ − 1.
    """
    game = whole_number("row", row, 0, LAST), whole_number("episode", episode, 0, LAST)
    with np.errstate(over="ignore"):
        return int(mix(np.uint64(checked_seed(batch_seed)), np.uint64(game[0]), np.uint64(game[1])))


def checked_seed(seed: Any) -> int:
    """A seed that the caller named, as a Python integer (ValueError: not a whole number from 0 to 2⁶⁴ − 1)."""
    if is_whole(seed) and 0 <= seed <= LAST:
        return int(seed)
    raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")


def fresh_seed() -> int:
    """A seed in [0, 2⁶⁴) drawn by the operating system."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])


@kernel(inline=True)
def below(word: Any, n: int) -> Any:
    """An integer in [0, n) from a uint64 word, n up to 2³¹ (bias below n / 2³²)."""
    return (np.int64(word >> S32) * np.int64(n)) >> np.int64(32)


@kernel(inline=True)
def draw(s: Any, n: int) -> int:
    """A uniform integer in [0, n) from the record's own generator."""
    s.chance = s.chance + GOLDEN
    return below(scramble(s.chance), n)


@kernel(inline=True)
def draw_from(rng: Any, n: int) -> int:
    """A uniform integer in [0, n) from a generator held in a uint64[1] array (bots, never the game's)."""
    rng[0] = rng[0] + GOLDEN
    return below(scramble(rng[0]), n)


@kernel(inline=True)
def uniform_from(rng: Any) -> float:
    """A uniform float in [0, 1) from a uint64[1] generator."""
    rng[0] = rng[0] + GOLDEN
    return np.float64(scramble(rng[0]) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@kernel(inline=True)
def draw_counted(s: Any, counts: Any, total: int) -> int:
    """Take one item uniformly out of a multiset `counts` (int[kinds], `total` items in all, at least one); its kind."""
    k = draw(s, total)
    kind = 0
    while k >= counts[kind]:
        k -= counts[kind]
        kind += 1
    counts[kind] -= 1
    return kind
