"""When a candidate counts as better than the base's own action."""

from __future__ import annotations

import numpy as np
import pytest

from mailwing.agents.evidence import better_beyond_doubt, gains, needed, promising


def won(*rows: str) -> np.ndarray:
    """Rewards of rollouts, a row of games won (1) and lost (0) for each candidate."""
    return np.array([[float(game) for game in row] for row in rows], dtype=np.float32)


def test_gains_are_differences_within_the_same_rollout() -> None:
    """Both win as often as the base: one the same games, the other one those that the base loses."""
    mean, error = gains(won("1010" * 4, "1010" * 4, "0101" * 4))
    assert mean.tolist() == [0, 0, 0]
    assert error[1] == 0
    assert error[2] == pytest.approx(np.std([-1, 1] * 8, ddof=1) / 4)


def test_a_candidate_a_little_behind_the_base_gets_more_rollouts() -> None:
    """It wins two games more and loses three more of 32: that is chance. One that loses three more is behind it."""
    base = "1010" * 8
    assert promising(won(base, "0101" + "0" + base[5:], "0000" + "0" + base[5:])).tolist() == [1]


def test_only_candidates_that_may_be_better_get_more_rollouts() -> None:
    """An action that is the same thing as the base's own in every rollout can be no better."""
    rewards = won("1100" * 8, "1100" * 8, "1110" * 8, "1000" * 8)
    assert promising(rewards).tolist() == [2]


def test_a_candidate_far_behind_the_best_one_gets_no_more_rollouts() -> None:
    """All three look better than the base; the last one loses many games that the best one wins."""
    rewards = won("0000" * 16, "1111" * 16, "1111" * 15 + "1110", "1000" * 16)
    assert promising(rewards).tolist() == [1, 2]


def test_nobody_is_promising_if_the_base_wins_most() -> None:
    assert promising(won("1111" * 8, "1110" * 8, "0111" * 8)).tolist() == []


def test_less_evidence_is_needed_the_more_rollouts_there_are() -> None:
    assert needed(64) == pytest.approx(2)
    assert needed(256) == pytest.approx(1.5)
    assert needed(16) > needed(64) > needed(1024) > 1


def test_a_few_lucky_games_are_no_evidence() -> None:
    """Two games more of 32: a gain of 0.06 with a standard error of 0.04, where 2.4 standard errors are needed."""
    base = "1010" * 8
    assert better_beyond_doubt(won(base, "1111" + base[4:])) == 0


def test_the_best_of_those_beyond_doubt_is_chosen() -> None:
    base = "1000" * 16
    assert better_beyond_doubt(won(base, "1100" * 16, "1110" * 16, "0000" * 16)) == 2


def test_a_candidate_that_always_gains_as_much_is_beyond_doubt() -> None:
    """There is no spread at all: a win at once against a loss at once."""
    assert better_beyond_doubt(won("0000" * 8, "1111" * 8)) == 1


def test_where_rewards_have_errors_of_their_own_a_gain_must_be_larger() -> None:
    """A gain of 0.1 without any spread is beyond doubt, but not where 0.1 may be a mistake."""
    rewards = np.array([[0.5] * 64, [0.6] * 64], dtype=np.float32)
    assert better_beyond_doubt(rewards) == 1
    assert better_beyond_doubt(rewards, least=0.09) == 1
    assert better_beyond_doubt(rewards, least=0.11) == 0
