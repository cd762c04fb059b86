"""Ratings recover known strengths, do not depend on order, and claim no rank that they cannot."""

from __future__ import annotations

import math

import numpy as np
import pytest

from mailwing.evaluation.ratings import ALWAYS_AHEAD, ALWAYS_BEHIND, NEVER_MET, SCALE, rate
from mailwing.evaluation.statistics import mean_interval, unseen_share


def placements(strengths: list[float], seats: np.ndarray, seed: int = 0) -> np.ndarray:
    """Ranks of games among agents of given log-strengths, drawn from the Plackett–Luce model (Gumbel's way)."""
    rng = np.random.default_rng(seed)
    luck = rng.gumbel(size=seats.shape) + np.array(strengths)[seats]
    return (-luck).argsort(axis=-1).argsort(axis=-1) + 1


def everybody(agents: int, deals: int) -> np.ndarray:
    """All agents at one table, in every rotation: [deals, agents, agents]."""
    rotations = (np.arange(agents)[None, :] - np.arange(agents)[:, None]) % agents
    return np.broadcast_to(rotations, (deals, agents, agents)).copy()


def test_known_strengths_are_found() -> None:
    strengths = [1.5, 0.5, 0.0, -2.0]
    seats = everybody(4, 600)
    ratings = rate(["a", "b", "c", "d"], seats, placements(strengths, seats))
    assert [entry.agent for entry in ratings] == ["a", "b", "c", "d"]
    assert [entry.rank for entry in ratings] == ["1", "2", "3", "4"]
    for entry, truth in zip(ratings, strengths, strict=True):
        assert entry.rating.value == pytest.approx(SCALE * truth, abs=20)
        assert entry.rating.low - 5 <= SCALE * truth <= entry.rating.high + 5
        assert 10 < entry.rating.high - entry.rating.low < 60


def test_intervals_cover_the_truth() -> None:
    strengths = np.array([0.8, 0.0, -0.8])
    seats = everybody(3, 60)
    inside = 0
    for seed in range(60):
        for entry in rate(["a", "b", "c"], seats, placements(strengths.tolist(), seats, seed)):
            truth = SCALE * strengths["abc".index(entry.agent)]
            inside += entry.rating.low <= truth <= entry.rating.high
    assert 0.88 <= inside / 180 <= 1.0


def test_the_order_of_games_and_seats_does_not_matter() -> None:
    seats = everybody(4, 50)
    rank = placements([1.0, 0.5, 0.0, -1.0], seats)
    again = np.random.default_rng(1).permutation(50)
    first = rate("abcd", seats, rank)
    second = rate("abcd", seats[again][:, ::-1, ::-1], rank[again][:, ::-1, ::-1])
    for one, other in zip(first, second, strict=True):
        assert one.agent == other.agent
        assert one.rating.value == pytest.approx(other.rating.value, abs=1e-4)
        assert one.rating.low == pytest.approx(other.rating.low, abs=8)


def test_no_rank_is_claimed_while_intervals_overlap() -> None:
    seats = everybody(4, 200)
    ratings = rate("abcd", seats, placements([2.0, 0.0, 0.0, -2.0], seats))
    assert [entry.rank for entry in ratings] == ["1", "2–3", "2–3", "4"]
    assert {ratings[1].agent, ratings[2].agent} == {"b", "c"}


def test_who_always_wins_is_ranked_and_has_no_upper_end() -> None:
    """In 100 deals a is always first and c always last: how far apart they are, no number of such games can tell."""
    seats = everybody(3, 100)
    ratings = rate("abc", seats, seats + 1)
    assert [(entry.agent, entry.rank) for entry in ratings] == [("a", "1"), ("b", "2"), ("c", "3")]
    assert ratings[0].rating.value - ratings[1].rating.value > 800
    a, b, c = (entry.rating for entry in ratings)
    assert (a.high, c.low) == (math.inf, -math.inf)
    assert np.isfinite([a.low, b.low, b.high, c.high]).all()
    assert [entry.reason for entry in ratings] == [ALWAYS_AHEAD, "", ALWAYS_BEHIND]
    assert ratings[0].words == f"{a.value:.0f} [{a.low:.0f}, ∞) (never placed behind the others)"
    assert ratings[2].words == f"{c.value:.0f} (−∞, {c.high:.0f}] (never placed ahead of the others)"


@pytest.mark.parametrize(("deals", "ranks"), [(2, ["1–2", "1–2"]), (5, ["1–2", "1–2"]), (6, ["1", "2"])])
def test_equal_deals_leave_room_for_what_has_not_happened_yet(deals: int, ranks: list[str]) -> None:
    """Like win rates: between equals five wins in a row are not rare (1 in 32), six are (1 in 64)."""
    seats = everybody(2, deals)
    ratings = rate("ab", seats, seats + 1)
    assert [entry.rank for entry in ratings] == ranks
    assert all(entry.rating.high > entry.rating.low for entry in ratings)
    share = mean_interval(np.ones(deals))
    assert share.excludes(0.5) == (ranks == ["1", "2"])


def test_equal_deals_of_agents_that_share_their_wins_have_a_width() -> None:
    """Every deal is the same, a wins three of its four games: the bootstrap alone would say 191 [191, 191]."""
    seats = np.broadcast_to([[0, 1]] * 4, (50, 4, 2)).copy()
    rank = np.broadcast_to([[1, 2]] * 3 + [[2, 1]], (50, 4, 2)).copy()
    a, b = (entry.rating for entry in rate("ab", seats, rank))
    assert a.value - b.value == pytest.approx(SCALE * math.log(3), abs=2)
    share = unseen_share(50)
    lowest, highest = (SCALE * math.log(odds(0.75 * (1 - share) + extra)) / 2 for extra in (0, share))
    assert a.low == pytest.approx(lowest, abs=1)
    assert a.high == pytest.approx(highest, abs=1)
    assert (b.low, b.high) == (pytest.approx(-highest, abs=1), pytest.approx(-lowest, abs=1))


def odds(share: float) -> float:
    return share / (1 - share)


def test_one_deal_gives_no_interval_and_no_rank() -> None:
    ratings = rate("ab", everybody(2, 1), everybody(2, 1) + 1)
    assert [entry.rank for entry in ratings] == ["1–2", "1–2"]
    assert all((entry.rating.low, entry.rating.high) == (-math.inf, math.inf) for entry in ratings)
    assert ratings[0].words.endswith("[no interval] (one deal does not show how much is chance)")


def test_groups_that_never_met_are_not_compared() -> None:
    """a and b play each other, c and d too: who of a and c is stronger, nobody can say. One game of b and c tells."""
    seats = np.broadcast_to([[0, 1], [2, 3]], (200, 2, 2)).copy()
    ratings = rate("abcd", seats, placements([1.0, 0.0, 0.0, -1.0], seats))
    assert {entry.rank for entry in ratings} == {"1–4"}
    assert {entry.reason for entry in ratings} == {NEVER_MET}
    joined = np.concatenate([seats, np.broadcast_to([[1, 2]], (200, 1, 2))], axis=1)
    ratings = rate("abcd", joined, placements([1.0, 0.0, 0.0, -1.0], joined))
    assert {entry.reason for entry in ratings} == {""}
    assert [ratings[0].rank, ratings[-1].rank] == ["1", "4"]


def test_shared_ranks_pull_together() -> None:
    """a always wins, b and c always share the second place: they are equal, and a stands above both."""
    seats = everybody(3, 40)
    ratings = {entry.agent: entry for entry in rate("abc", seats, np.where(seats == 0, 1, 2))}
    assert ratings["b"].rating.value == pytest.approx(ratings["c"].rating.value, abs=1e-4)
    assert ratings["a"].rating.low > ratings["b"].rating.high


def test_a_tie_of_all_is_worth_as_much_as_all_orders_once() -> None:
    """Six orders of three equal agents and one game in which all tie say the same."""
    orders = np.array([[[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]])
    rank = np.broadcast_to([1, 2, 3], orders.shape)
    strong = np.array([[[0, 1, 2]] * 6])
    seats = np.concatenate([orders, strong], axis=1)
    plain = rate("abc", seats, np.concatenate([rank, np.broadcast_to([1, 2, 3], strong.shape)], axis=1))
    ties = np.concatenate([np.ones_like(rank), np.broadcast_to([1, 2, 3], strong.shape)], axis=1)
    tied = rate("abc", seats, ties)
    for one, other in zip(plain, tied, strict=True):
        assert one.agent == other.agent
        assert one.rating.value == pytest.approx(other.rating.value, abs=1e-3)


def test_two_seats_of_one_agent_are_allowed() -> None:
    seats = np.broadcast_to([[0, 0, 1, 1]], (300, 1, 4)).copy()
    ratings = rate("ab", seats, placements([0.7, -0.7], seats))
    assert ratings[0].agent == "a"
    assert ratings[0].rating.value == pytest.approx(SCALE * 0.7, abs=40)


def test_equal_agents_stay_equal_among_many_ties() -> None:
    seats = everybody(3, 30)
    ratings = rate("abc", seats, np.ones_like(seats))
    assert [round(entry.rating.value, 6) for entry in ratings] == [0, 0, 0]
    assert {entry.rank for entry in ratings} == {"1–3"}


def test_an_agent_without_a_game_is_named() -> None:
    seats = everybody(3, 5)
    with pytest.raises(ValueError, match="d played no game"):
        rate("abcd", seats, seats + 1)
