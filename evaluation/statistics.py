"""Figures with intervals: bootstrap over deals, and a confidence sequence, which is valid at any stopping time.

The unit is the deal. The games of one deal are not independent, so they are averaged first and deals are resampled.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

LEVEL = 0.95
"""Confidence of every interval."""

RESAMPLES = 2000
"""Number of bootstrap samples for an interval."""

BLOCK = 2**22
"""Weights held at once while resampling rows that are mostly different."""

BET_CAP = 0.5
"""Largest share of the capital that one bet against a mean may lose; see `confidence_sequence`."""


Bounds = tuple[float, float]
"""The smallest and the largest value that a figure can have."""


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval, such as `0.58 [0.56, 0.60]`; an end that nothing is known about is infinite."""

    value: float
    low: float
    high: float

    def excludes(self, level: float) -> bool:
        """Whether the interval lies wholly above or wholly below a level (rounding noise apart)."""
        return self.low > level + 1e-12 or self.high < level - 1e-12

    @property
    def decimals(self) -> int:
        """Number of decimals that suits the width of the interval (2 to 4)."""
        width = self.high - self.low
        return 2 if width >= 0.015 else 3 if width >= 0.0015 else 4

    def text(self, decimals: int) -> str:
        """The figure and its interval with so many decimals."""
        if math.isinf(self.low) and math.isinf(self.high):
            return f"{self.value:.{decimals}f} [no interval]"
        low = "(−∞" if math.isinf(self.low) else f"[{self.low:.{decimals}f}"
        high = "∞)" if math.isinf(self.high) else f"{self.high:.{decimals}f}]"
        return f"{self.value:.{decimals}f} {low}, {high}"

    def __str__(self) -> str:
        return self.text(self.decimals)


def plain(values: Any) -> Any:
    """Nested values for JSON: numbers that are not finite become None."""
    if isinstance(values, dict):
        return {name: plain(value) for name, value in values.items()}
    if isinstance(values, (list, tuple)):
        return [plain(value) for value in values]
    return None if isinstance(values, float) and not math.isfinite(values) else values


def win_rates(rank: NDArray[Any]) -> NDArray[np.float64]:
    """Share of the win of each seat: the seats of rank 1 share 1 equally; without a rank 1 all shares are 0.

    Args:
        rank: integers [..., seats]; 1 is best.

    Returns:
        float64 of the same shape.
    """
    won = rank == 1
    return won / np.maximum(won.sum(axis=-1, keepdims=True), 1)


def resampled_means(values: ArrayLike, resamples: int = RESAMPLES, seed: int = 0) -> NDArray[np.float64]:
    """Means of bootstrap samples of the rows (deals), all columns resampled together.

    Equal rows are drawn as one multinomial count: the same distribution, computed faster when deals have few
    different results.

    Args:
        values: numbers [deals, columns], at least one deal.
        resamples: number of bootstrap samples.
        seed: of the bootstrap alone; equal seeds give equal intervals.

    Returns:
        float64 [resamples, columns].
    """
    data = np.asarray(values, dtype=np.float64)
    deals = len(data)
    rng = np.random.default_rng(seed)
    rows, counts = np.unique(data, axis=0, return_counts=True)
    if len(rows) * 4 <= deals:
        return rng.multinomial(deals, counts / deals, size=resamples) @ rows / deals
    means = np.empty((resamples, data.shape[1]))
    block = max(1, BLOCK // deals)
    for first in range(0, resamples, block):
        size = min(block, resamples - first)
        drawn = rng.integers(0, deals, (size, deals)) + deals * np.arange(size)[:, None]
        weights = np.bincount(drawn.ravel(), minlength=size * deals).reshape(size, deals)
        means[first : first + size] = weights @ data / deals
    return means


def mean_intervals(values: ArrayLike, *, bounds: Bounds | None = (0.0, 1.0), seed: int = 0) -> list[Estimate]:
    """The mean of every column with its bootstrap interval over the rows (deals).

    Percentile intervals, expanded for small samples (Hesterberg, "What teachers should know about the bootstrap",
    2015). A bootstrap ignores results that have not occurred yet. For figures with `bounds` the interval is therefore
    at least wide enough for such results with their largest plausible probability (`unseen_share`). So 500 wins in 500
    deals give 1.000 [0.993, 1.000]. Figures without bounds have no interval (infinite ends) while all deals are equal,
    as a single one is: nothing is then known about how they vary.

    Args:
        values: numbers [deals, columns], at least one deal.
        bounds: the range in which the figures lie; None: unknown.
        seed: of the bootstrap alone.

    Returns:
        One estimate per column.
    """
    data = np.asarray(values, dtype=np.float64)
    if data.ndim != 2 or not len(data):
        raise ValueError(f"an interval needs values of shape [deals, columns] and at least one deal, not {data.shape}")
    deals = len(data)
    tail = tail_of(deals)
    mean = data.mean(axis=0)
    low, high = np.quantile(resampled_means(data, seed=seed), [tail, 1 - tail], axis=0)
    low, high = np.minimum(low, mean), np.maximum(high, mean)
    if bounds is None:
        equal = (data == data[0]).all(axis=0)
        low, high = np.where(equal, -np.inf, low), np.where(equal, np.inf, high)
    else:
        unseen = unseen_share(deals)
        low = np.minimum(low, mean + (bounds[0] - mean) * unseen)
        high = np.maximum(high, mean + (bounds[1] - mean) * unseen)
    return [Estimate(float(m), float(a), float(b)) for m, a, b in zip(mean, low, high, strict=True)]


def mean_interval(values: ArrayLike, *, bounds: Bounds | None = (0.0, 1.0), seed: int = 0) -> Estimate:
    """The mean of one figure per deal [deals] with its interval; see `mean_intervals`."""
    return mean_intervals(np.asarray(values, dtype=np.float64)[:, None], bounds=bounds, seed=seed)[0]


def unseen_share(deals: int) -> float:
    """The largest plausible share of results that have not occurred yet: 1 − 0.025^(1/deals), about 3.7 / deals."""
    return 1 - ((1 - LEVEL) / 2) ** (1 / deals)


def tail_of(deals: int) -> float:
    """The tail probability that a percentile interval of so few deals must use to cover 95 %."""
    if deals < 2:
        return 0.0
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    v = deals - 1
    # Quantile of Student's t by its Cornish-Fisher expansion.
    t = z + (z**3 + z) / (4 * v) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
    return NormalDist().cdf(-t * math.sqrt(deals / v))


def confidence_sequence(values: ArrayLike) -> Estimate:
    """The mean of figures in [0, 1] with an interval that is valid at any stopping time, for any stopping rule.

    A gambler bets deal by deal that the mean is above m, another that it is below; while the mean is m neither can
    expect to gain, so with probability 0.95 neither capital ever exceeds 2 / 0.05 (Ville). The interval contains every
    m for which neither capital has reached that: the hedged capital process of Waudby-Smith and Ramdas, "Estimating
    means of bounded random variables by betting" (JRSS B, 2024), with their predictable plug-in bets. It is wider than
    a bootstrap interval, which is only right when the number of deals was fixed beforehand.

    Args:
        values: numbers [deals] in [0, 1], in the order of play.
    """
    x = np.asarray(values, dtype=np.float64)
    mean = float(x.mean())
    bets = _bets(x)
    # The capital of the upper gambler falls in m, that of the lower one rises: bisection finds the ends.
    low = _edge(lambda m: _ruin(x, m, bets), 0.0, mean)
    high = 1 - _edge(lambda m: _ruin(1 - x, m, bets), 0.0, 1 - mean)
    return Estimate(mean, low, high)


def excluded(values: ArrayLike, level: float) -> bool:
    """Whether `confidence_sequence` of the same values excludes a level, without computing the whole interval."""
    x = np.asarray(values, dtype=np.float64)
    bets = _bets(x)
    return _ruin(x, level, bets) or _ruin(1 - x, 1 - level, bets)


def _bets(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """The stake of every deal, from the deals before it alone; the same for `x` and `1 − x`."""
    count = np.arange(1, len(x) + 1)
    mean = (0.5 + np.cumsum(x)) / (count + 1)
    variance = (0.25 + np.cumsum((x - mean) ** 2)) / (count + 1)
    before = np.concatenate(([0.25], variance[:-1]))
    return np.sqrt(2 * math.log(2 / (1 - LEVEL)) / (before * count * np.log1p(count)))


def _ruin(x: NDArray[np.float64], m: float, bets: NDArray[np.float64]) -> bool:
    """Whether the capital of the gambler who bets that the mean is above m is large enough to exclude m."""
    if m <= 0:
        return bool(x.any())
    stake = np.minimum(bets, BET_CAP / m)
    return float(np.log1p(stake * (x - m)).sum()) >= math.log(2 / (1 - LEVEL))


def _edge(excluded: Callable[[float], bool], outside: float, inside: float) -> float:
    """The largest excluded m between `outside` and `inside`; `outside` itself when nothing is excluded."""
    if excluded(inside):
        return inside
    for _ in range(40):
        middle = (outside + inside) / 2
        if excluded(middle):
            outside = middle
        else:
            inside = middle
    return outside
