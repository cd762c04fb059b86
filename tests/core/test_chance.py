"""The generator: known words, uniform and independent draws, the same in every mode."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mailwing.envs._core.chance import below, draw, draw_counted, draw_from, mix, scramble, uniform_from
from mailwing.envs._core.kernel import kernel
from mailwing.envs._core.record import F, Record


class Luck(Record):
    chance: Annotated[int, F("u8")]
    counts: Annotated[NDArray[np.int8], F("i1", (3,), 0, 100)]


@kernel
def draw_many(luck: Any, n: int, out: Any) -> None:
    s = luck[0]
    for i in range(out.shape[0]):
        out[i] = draw(s, n)


@kernel
def draw_all_counted(luck: Any, out: Any) -> None:
    s = luck[0]
    for i in range(out.shape[0]):
        out[i] = draw_counted(s, s.counts, out.shape[0] - i)


@kernel
def fill_uniform(rng: Any, out: Any) -> None:
    for i in range(out.shape[0]):
        out[i] = uniform_from(rng)


def luck(seed: int) -> NDArray[Any]:
    made = Luck.zeros(1)
    made[0].chance = seed
    return made


def draws(seed: int, n: int, count: int) -> NDArray[np.int64]:
    out = np.zeros(count, dtype=np.int64)
    with np.errstate(over="ignore"):
        draw_many(luck(seed), n, out)
    return out


def chi_square(found: NDArray[np.int64], cells: int) -> float:
    """(X² − degrees of freedom) in its standard deviations."""
    expected = found.size / cells
    distance = float(((np.bincount(found, minlength=cells) - expected) ** 2 / expected).sum())
    return (distance - (cells - 1)) / np.sqrt(2 * (cells - 1))


def test_the_words_are_those_of_splitmix64() -> None:
    """The first outputs for seed 1234567 as published with the reference implementation."""
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    counter = 1234567
    for word in published:
        counter = (counter + 0x9E3779B97F4A7C15) % 2**64
        with np.errstate(over="ignore"):
            assert int(scramble(np.uint64(counter))) == word


@pytest.mark.parametrize("n", [1, 2, 6, 52, 1000])
def test_draws_are_in_range_and_uniform(n: int) -> None:
    found = draws(7, n, 100_000)
    assert found.min() == 0
    assert found.max() == n - 1
    if n > 1:
        assert abs(chi_square(found, n)) < 4


def test_successive_draws_are_independent() -> None:
    found = draws(11, 6, 200_001)
    assert abs(chi_square(found[:-1] * 6 + found[1:], 36)) < 4


def test_neighbouring_seeds_are_independent() -> None:
    """The first draw of the games with seeds 0, 1, 2, …, as tournaments use them."""
    first = np.array([draws(seed, 6, 2) for seed in range(20_000)])
    assert abs(chi_square(first[:, 0], 6)) < 4
    assert abs(chi_square(first[:-1, 0] * 6 + first[1:, 0], 36)) < 4


def test_mix_tells_its_parts_apart() -> None:
    parts = [(b, k, e) for b in range(12) for k in range(12) for e in range(12)]
    with np.errstate(over="ignore"):
        words = {int(mix(np.uint64(b), np.uint64(k), np.uint64(e))) for b, k, e in parts}
    assert len(words) == len(parts)
    assert abs(chi_square(np.array([word >> 61 for word in words]), 8)) < 4


def test_mix_takes_an_array_of_numbers() -> None:
    numbers = np.arange(2**63 - 50, 2**63 + 50, dtype=np.uint64)
    with np.errstate(over="ignore"):
        mixed = mix(np.uint64(2**64 - 1), numbers, np.uint64(3))
        assert mixed.dtype == np.uint64
        assert mixed.tolist() == [int(mix(np.uint64(2**64 - 1), number, np.uint64(3))) for number in numbers]


def test_below_reaches_both_ends() -> None:
    assert below(np.uint64(0), 7) == 0
    assert below(np.uint64(2**64 - 1), 7) == 6
    assert below(np.uint64(2**64 - 1), 2**31) == 2**31 - 1


def test_a_multiset_is_drawn_empty_and_every_item_first_equally_often() -> None:
    firsts = []
    for seed in range(3000):
        bag = luck(seed)
        bag[0].counts[:] = (3, 0, 2)
        out = np.zeros(5, dtype=np.int64)
        with np.errstate(over="ignore"):
            draw_all_counted(bag, out)
        assert np.bincount(out, minlength=3).tolist() == [3, 0, 2]
        assert not bag[0].counts.any()
        firsts.append(out[0] != 0)
    assert abs(np.mean(firsts) - 0.4) < 4 * np.sqrt(0.24 / 3000)


def test_generators_of_bots_leave_the_record_alone() -> None:
    rng = np.array([5], dtype=np.uint64)
    with np.errstate(over="ignore"):
        values = [int(draw_from(rng, 10)) for _ in range(100)]
    again = draws(5, 10, 100)
    assert values == again.tolist()
    assert rng[0] != 5


def test_uniform_floats_are_below_one_and_even() -> None:
    out = np.zeros(50_000)
    with np.errstate(over="ignore"):
        fill_uniform(np.array([3], dtype=np.uint64), out)
    assert out.min() >= 0
    assert out.max() < 1
    assert abs(out.mean() - 0.5) < 0.006
