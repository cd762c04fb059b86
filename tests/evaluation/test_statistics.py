"""Intervals hold what they promise, also where samples are small, extreme or looked at too often."""

from __future__ import annotations

import math

import numpy as np
import pytest

from mailwing.evaluation.statistics import (
    Estimate,
    confidence_sequence,
    excluded,
    mean_interval,
    mean_intervals,
    plain,
    resampled_means,
    win_rates,
)


def deals(rng: np.random.Generator, count: int, share: float = 0.25) -> np.ndarray:
    """Win rates of an agent in deals of four games each."""
    return rng.binomial(4, share, size=count) / 4


def test_shared_victories_are_split_and_nobody_may_win() -> None:
    rank = np.array([[1, 2, 3], [1, 1, 3], [1, 1, 1], [2, 2, 2]])
    np.testing.assert_allclose(win_rates(rank), [[1, 0, 0], [0.5, 0.5, 0], [1 / 3] * 3, [0, 0, 0]])


@pytest.mark.parametrize("count", [30, 300])
def test_the_interval_covers_the_truth_in_95_of_100_experiments(count: int) -> None:
    rng = np.random.default_rng(1)
    inside = 0
    for k in range(600):
        estimate = mean_interval(deals(rng, count), seed=k)
        inside += estimate.low <= 0.25 <= estimate.high
    assert 0.92 <= inside / 600 <= 0.985


def test_resampling_counts_of_equal_rows_is_resampling_rows() -> None:
    """The fast way over few different rows has the spread of the plain way over many."""
    rng = np.random.default_rng(2)
    few = deals(rng, 400)
    many = few + rng.uniform(-1e-9, 1e-9, size=400)
    fast = resampled_means(few[:, None], resamples=4000, seed=1)[:, 0]
    plain = resampled_means(many[:, None], resamples=4000, seed=2)[:, 0]
    assert fast.mean() == pytest.approx(plain.mean(), abs=0.002)
    assert fast.std() == pytest.approx(plain.std(), rel=0.08)
    assert fast.std() == pytest.approx(few.std() / 20, rel=0.08)


def test_columns_are_resampled_together() -> None:
    values = np.stack([np.arange(50.0), -np.arange(50.0)], axis=1)
    means = resampled_means(values)
    np.testing.assert_allclose(means[:, 0], -means[:, 1])


def test_equal_seeds_give_equal_intervals() -> None:
    values = deals(np.random.default_rng(3), 100)
    assert mean_interval(values, seed=5) == mean_interval(values, seed=5)


def test_a_clean_sheet_is_not_certainty() -> None:
    """Winning 500 of 500 deals leaves room for a loss in 130."""
    estimate = mean_interval(np.ones(500))
    assert estimate.high == 1.0
    assert 0.990 < estimate.low < 0.995
    assert mean_interval(np.zeros(500)).high == pytest.approx(1 - estimate.low)


def test_one_deal_says_almost_nothing() -> None:
    estimate = mean_interval([1.0])
    assert estimate.low < 0.05
    assert estimate.high == 1.0


def test_figures_without_bounds_have_an_interval_only_if_deals_differ() -> None:
    """Ten equal deals, like a single one, do not show how much such a figure varies."""
    unknown = mean_interval(np.full(10, 70.0), bounds=None)
    assert (unknown.low, unknown.high) == (-math.inf, math.inf)
    assert unknown.text(1) == "70.0 [no interval]"
    known = mean_interval([70.0, 72.0] * 5, bounds=None)
    assert 69 < known.low < 71 < known.high < 73


def test_other_bounds_leave_the_same_room() -> None:
    """A mean rank of 1 in 10 deals of 3 seats is a win rate of 1 on another scale."""
    rank, share = mean_interval(np.ones(10), bounds=(1.0, 3.0)), mean_interval(np.ones(10))
    assert rank.low == 1.0
    assert rank.high == pytest.approx(1 + 2 * (1 - share.low))


def test_an_end_that_is_not_known_is_written_so() -> None:
    assert Estimate(1.0, 0.5, math.inf).text(1) == "1.0 [0.5, ∞)"
    assert Estimate(1.0, -math.inf, 1.5).text(1) == "1.0 (−∞, 1.5]"
    assert plain({"a": [1.0, math.inf], "b": (math.nan, "x", 2)}) == {"a": [1.0, None], "b": [None, "x", 2]}


def test_no_deal_no_interval() -> None:
    with pytest.raises(ValueError, match="at least one deal"):
        mean_intervals(np.zeros((0, 2)))


def test_looking_all_the_time_does_not_fool_the_confidence_sequence() -> None:
    """Among 150 even matches looked at after every 64 deals, hardly one is called decided; bootstrap calls many."""
    rng = np.random.default_rng(4)
    fooled = fooled_bootstrap = 0
    for _ in range(150):
        values = deals(rng, 1280)
        looks = range(64, 1281, 64)
        fooled += any(excluded(values[:look], 0.25) for look in looks)
    for _ in range(40):
        values = deals(rng, 1280)
        fooled_bootstrap += any(mean_interval(values[:look]).excludes(0.25) for look in range(64, 1281, 64))
    assert fooled <= 7
    assert fooled_bootstrap >= 4


def test_a_clear_question_is_decided_soon() -> None:
    values = deals(np.random.default_rng(5), 640, share=0.5)
    assert excluded(values[:64], 0.25)
    assert excluded(1 - values[:64], 0.75)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.25, 0.9, 1.0])
def test_the_sequence_interval_holds_the_mean_and_agrees_with_excluded(share: float) -> None:
    values = deals(np.random.default_rng(6), 500, share)
    estimate = confidence_sequence(values)
    assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1
    for level in (0.05, 0.2, 0.25, 0.3, 0.5, 0.95):
        assert excluded(values, level) == estimate.excludes(level)
    plain = mean_interval(values)
    assert estimate.high - estimate.low > plain.high - plain.low


@pytest.mark.parametrize(
    ("estimate", "words"),
    [
        (Estimate(0.58, 0.56, 0.6), "0.58 [0.56, 0.60]"),
        (Estimate(0.9996, 0.999, 0.9999), "0.9996 [0.9990, 0.9999]"),
        (Estimate(0.994, 0.99, 0.998), "0.994 [0.990, 0.998]"),
    ],
)
def test_figures_show_as_many_decimals_as_they_deserve(estimate: Estimate, words: str) -> None:
    assert str(estimate) == words
