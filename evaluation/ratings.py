"""Ratings from placements: one Plackett–Luce fit over all games at once, independent of their order.

The model: the first place goes to one of the seats with probability proportional to its strength, the second place
to one of the others likewise, and so on. The fit maximises the likelihood by the MM algorithm of Hunter, "MM algorithms
for generalized Bradley–Terry models" (Annals of Statistics, 2004).

Shared ranks count as all orders of those who share, equally likely: every subset of k tied seats that
could still be without a place enters with its probability. A game in which all tie makes the strengths more equal.

One drawn game between every two agents is added (half a win each way), so that an agent that never lost has a finite
rating; among hundreds of games its effect on the other ratings is negligible.

Intervals come from resampling deals. As with win rates, they leave room for results that have not occurred yet: each is
at least as wide as if the agent had been last, or first, in the largest plausible share of the games (`unseen_share`).
An agent that was never placed behind others has no upper end, since its true rating may be infinite; one that was never
ahead has no lower one. From one deal, or between groups that never met, nothing is known, and there is no interval.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from .statistics import Estimate, resampled_means, tail_of, unseen_share

SCALE = 400 / math.log(10)
"""Rating points per unit of log-strength: 400 points are odds of 10 to 1 to be placed ahead, as in Elo's scale."""

RESAMPLES = 400
"""Number of bootstrap samples for the intervals of ratings."""

TOLERANCE = 1e-9
"""Change of a log-strength in one round at which the fit has converged."""

MAX_ROUNDS = 20_000
"""Rounds after which a fit is accepted without convergence (the added drawn games make it converge earlier)."""

ONE_DEAL = "one deal does not show how much is chance"
NEVER_MET = "there are groups of agents that never met"
ALWAYS_AHEAD, ALWAYS_BEHIND = "never placed behind the others", "never placed ahead of the others"
"""Why an interval has no end."""


@dataclass(frozen=True)
class Rating:
    """The strength of one agent among those rated.

    Attributes:
        agent: its label.
        rating: in points of Elo's scale; the mean of all agents is 0.
        best, worst: the range of possible ranks, given the intervals (1 is the strongest).
        reason: why the interval has no upper end, no lower one, or neither; empty if it has both.
    """

    agent: str
    rating: Estimate
    best: int
    worst: int
    reason: str = ""

    @property
    def words(self) -> str:
        """The rating with its interval, and the reason if an end is missing."""
        return f"{self.rating.text(0)}{f' ({self.reason})' if self.reason else ''}"

    @property
    def rank(self) -> str:
        """The rank, such as `"1"`, or the range of possible ranks, such as `"2–3"`."""
        return str(self.best) if self.best == self.worst else f"{self.best}–{self.worst}"


def rate(agents: Sequence[str], seats: NDArray[np.integer], rank: NDArray[np.integer]) -> list[Rating]:
    """Ratings of all agents, strongest first, with bootstrap intervals over deals.

    Args:
        agents: labels.
        seats: int [deals, games, seats], index into `agents` of the agent at each seat; several seats may have the
            same agent. The games of one row belong to one deal and are resampled together.
        rank: int, same shape; 1 is best, shared ranks are equal.

    Raises:
        ValueError: the shapes differ, there is no deal, or an agent plays no game.
    """
    if seats.shape != rank.shape or seats.ndim != 3 or not len(seats):
        raise ValueError(f"ratings need seats and ranks [deals, games, seats], not {seats.shape} and {rank.shape}")
    missing = sorted(set(range(len(agents))) - set(np.unique(seats).tolist()))
    if missing:
        raise ValueError(f"ratings: {', '.join(agents[i] for i in missing)} played no game of the mixed line-ups")
    patterns, counts = _patterns(seats, rank, len(agents))
    stages = _stages(patterns, len(agents))
    total = counts.sum(axis=0, keepdims=True)
    fitted = _fit(stages, total)
    samples = resampled_means(counts, resamples=RESAMPLES) * len(counts)
    tail = tail_of(len(counts))
    drawn = np.quantile(_fit(stages, samples, start=fitted), [tail, 1 - tail], axis=0)
    low, high = _with_room(stages, total, _met(patterns, total[0], len(agents)), unseen_share(len(counts)), fitted)
    low, high = np.minimum(low, np.minimum(drawn[0], fitted[0])), np.maximum(high, np.maximum(drawn[1], fitted[0]))
    reasons = _open_ends(patterns, len(agents), len(counts), low, high)
    estimates = [Estimate(*(SCALE * float(x) for x in row)) for row in zip(fitted[0], low, high, strict=True)]
    return _ranked(agents, estimates, reasons)


def _with_room(
    stages: _Stages, total: NDArray[np.float64], met: NDArray[np.float64], share: float, fitted: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The log-strength of each agent if, in a share of its games, it had been last, and if it had been first."""
    agents = len(met)
    own = np.eye(agents)[:, :, None] * met[:, None, :] * share  # [agent, agent, other]: its games, as wins of its own
    wins = np.concatenate([own.transpose(0, 2, 1), own])
    fits = _fit(stages, np.repeat(total * (1 - share), 2 * agents, axis=0), fitted, wins)
    return np.diagonal(fits[:agents]), np.diagonal(fits[agents:])


def _met(patterns: NDArray[np.int64], total: NDArray[np.float64], agents: int) -> NDArray[np.float64]:
    """How often a seat of one agent met a seat of another: float64 [agents, agents], zero on the diagonal."""
    seats = np.stack([np.bincount(codes % agents, minlength=agents) for codes in patterns]).astype(np.float64)
    met = np.einsum("p,pa,pb->ab", total, seats, seats)
    np.fill_diagonal(met, 0.0)
    return met


def _open_ends(
    patterns: NDArray[np.int64], agents: int, deals: int, low: NDArray[np.float64], high: NDArray[np.float64]
) -> list[str]:
    """Set the ends of intervals about which nothing is known to infinity; the reason for each agent."""
    ahead = np.eye(
        agents, dtype=np.bool_
    )  # [a, b]: a was ahead of b or tied with it, or can be compared through others
    for codes in patterns:
        ranks, who = codes // agents, codes % agents
        for at, one in enumerate(who):
            ahead[one, who[ranks >= ranks[at]]] = True
    met = ahead | ahead.T
    for middle in range(agents):
        ahead |= ahead[:, [middle]] & ahead[[middle]]
        met |= met[:, [middle]] & met[[middle]]
    if deals < 2 or not met.all():
        low[:], high[:] = -np.inf, np.inf
        return [ONE_DEAL if deals < 2 else NEVER_MET] * agents
    level = ahead & ahead.T
    first = (level == ahead.T).all(axis=1) & ~level.all(axis=1)  # whoever was ever ahead of it is level with it
    last = (ahead == level).all(axis=1) & ~level.all(axis=1)
    high[first], low[last] = np.inf, -np.inf
    return [ALWAYS_AHEAD if a else ALWAYS_BEHIND if b else "" for a, b in zip(first, last, strict=True)]


def _ranked(agents: Sequence[str], estimates: Sequence[Estimate], reasons: Sequence[str]) -> list[Rating]:
    """Sort the ratings; agents whose intervals overlap share a range of ranks."""
    ratings = []
    for name, own, reason in zip(agents, estimates, reasons, strict=True):
        above = sum(other.low > own.high for other in estimates)
        below = sum(other.high < own.low for other in estimates)
        ratings.append(Rating(name, own, 1 + above, len(estimates) - below, reason))
    return sorted(ratings, key=lambda entry: -entry.rating.value)


def _patterns(
    seats: NDArray[np.integer], rank: NDArray[np.integer], agents: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The different results that occurred, and how often each occurred in each deal.

    Returns:
        patterns int64 [patterns, seats], each the sorted codes `rank × agents + agent` of one result;
        counts float64 [deals, patterns].
    """
    deals, games, _ = seats.shape
    codes = np.sort(rank.astype(np.int64) * agents + seats, axis=2).reshape(deals * games, -1)
    patterns, inverse = np.unique(codes, axis=0, return_inverse=True)
    cells = np.repeat(np.arange(deals), games) * len(patterns) + inverse.ravel()
    counts = np.bincount(cells, minlength=deals * len(patterns)).reshape(deals, len(patterns))
    return patterns, counts.astype(np.float64)


@dataclass(frozen=True)
class _Stages:
    """Every contest for a place: the seats in it, and the winner.

    Attributes:
        pattern: int [stages], the result that a stage belongs to.
        waiting: float64 [stages, agents], seats of each agent still without a place, times the stage's probability
            root; `weight` float64 [stages] is that probability (below 1 inside ties).
        taken: float64 [stages, agents], places that each agent gets here, by weight.
    """

    pattern: NDArray[np.int64]
    waiting: NDArray[np.float64]
    weight: NDArray[np.float64]
    taken: NDArray[np.float64]


def _stages(patterns: NDArray[np.int64], agents: int) -> _Stages:
    """Split results into contests; contests among seats of the same agent carry no information and are left out."""
    rows: list[tuple[int, NDArray[np.float64], float, NDArray[np.float64]]] = []
    for number, codes in enumerate(patterns):
        ranks, who = codes // agents, codes % agents
        for place in np.unique(ranks):
            tied = who[ranks == place].tolist()
            behind = np.bincount(who[ranks > place], minlength=agents)
            for size in range(1, len(tied) + 1):
                weight = 1 / math.comb(len(tied), size)
                for subset in combinations(tied, size):
                    own = np.bincount(subset, minlength=agents)
                    waiting = (own + behind).astype(np.float64)
                    if np.count_nonzero(waiting) > 1:
                        rows.append((number, waiting, weight, np.asarray(own * (weight / size), dtype=np.float64)))
    columns = list(zip(*rows, strict=True)) or [(), (), (), ()]
    return _Stages(
        np.array(columns[0], dtype=np.int64),
        np.array(columns[1], dtype=np.float64).reshape(-1, agents),
        np.array(columns[2], dtype=np.float64),
        np.array(columns[3], dtype=np.float64).reshape(-1, agents),
    )


def _fit(
    stages: _Stages,
    counts: NDArray[np.float64],
    start: NDArray[np.float64] | None = None,
    wins_added: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Log-strengths [samples, agents], mean 0, that best explain how often each result occurred [samples, patterns].

    `wins_added` [samples, agents, agents] are further wins of one agent over another in games of two.
    """
    agents = stages.waiting.shape[1]
    pairs = np.zeros((agents * (agents - 1) // 2, agents))
    for row, pair in enumerate(combinations(range(agents), 2)):
        pairs[row, list(pair)] = 1.0
    added = np.zeros((1, agents, agents)) if wins_added is None else wins_added
    first, second = np.triu_indices(agents, 1)
    games = np.broadcast_to(1.0 + (added + added.transpose(0, 2, 1))[:, first, second], (len(counts), len(pairs)))
    waiting = np.concatenate([stages.waiting, pairs])
    times = counts[:, stages.pattern]
    wins = times @ stages.taken + pairs.sum(axis=0) / 2 + added.sum(axis=2)
    weight = np.concatenate([times * stages.weight, games], axis=1)
    log = np.zeros((len(counts), agents)) if start is None else np.repeat(start, len(counts), axis=0)
    for _ in range(MAX_ROUNDS):
        strength = np.exp(log)
        shares = weight / (strength @ waiting.T)
        new = np.log(wins / (shares @ waiting))
        new -= new.mean(axis=1, keepdims=True)
        moved = np.abs(new - log).max()
        log = new
        if moved < TOLERANCE:
            break
    return log
