"""An agent that is handed what another seat knows is caught, whatever way it is handed over."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mailwing import envs
from mailwing.envs import Batch, Position
from mailwing.evaluation import matches, tournament, tournaments
from mailwing.evaluation.matches import play
from mailwing.evaluation.selfcheck import SeatError, check_seats

from .players import Lowest, LowestInBatches


class Broken(Batch):
    """A batch in which something is wrong after every step."""

    def reset(self, *arguments: Any, **named: Any) -> None:
        super().reset(*arguments, **named)
        self.spoil()

    def step(self, actions: Any) -> None:
        super().step(actions)
        self.spoil()

    def spoil(self) -> None:
        raise NotImplementedError


class NextSeat(Broken):
    """Shows the seat to decide what the seat after it knows."""

    def spoil(self) -> None:
        for row in range(self.num_envs):
            if not self.done[row]:
                self.obs[row] = self.position(row).observation((int(self.seat[row]) + 1) % self.game.players)


class RowBefore(Broken):
    """Shows the observations of the rows before."""

    def spoil(self) -> None:
        self.obs[:] = np.roll(self.obs, 1, axis=0)


class Stale(Broken):
    """Shows the observation of the decision before."""

    def spoil(self) -> None:
        shown = getattr(self, "true", self.obs)
        self.true = self.obs.copy()
        self.obs[:] = shown


class FullMask(Broken):
    """Allows one action too many."""

    def spoil(self) -> None:
        self._rows["mask"][:, 0] = 1


@pytest.mark.parametrize("game", ["drop_out", "hidden_coin", "two_ply"])
def test_the_harness_is_sound(game: str) -> None:
    check_seats(envs.load(game), deals=12)


@pytest.mark.parametrize(
    ("game", "broken"),
    # In drop_out every action is always legal, so that a mask cannot allow too much.
    [(game, broken) for game in ("drop_out", "hidden_coin") for broken in (NextSeat, RowBefore, Stale)]
    + [("hidden_coin", FullMask)],
)
def test_a_broken_batch_is_caught(game: str, broken: type[Batch], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "Batch", broken)
    with pytest.raises((SeatError, matches.AgentError)):
        check_seats(envs.load(game), deals=12)


def test_the_message_says_whose_observation_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "Batch", NextSeat)
    with pytest.raises(
        SeatError, match=r"the agent at seat \d was shown what seat \d knows \(game \d+, decision \d+\)"
    ):
        check_seats(envs.load("hidden_coin"), deals=12)


def test_a_view_of_another_seat_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """One by one, too: every view shows what the seat after the right one knows."""
    observe = Position.observation

    def shifted(state: Position, seat: int | None = None) -> Any:
        return observe(state, (state.seat + 1) % state.game.players if seat is None else seat)

    monkeypatch.setattr(Position, "observation", shifted)
    with pytest.raises(SeatError, match="was shown"):
        check_seats(envs.load("hidden_coin"), deals=12)


def test_results_credited_to_the_wrong_seat_are_caught() -> None:
    def credit_the_next(*arguments: Any, **named: Any) -> Any:
        results = play(*arguments, **named)
        return results._replace(scores=np.roll(results.scores, 1, axis=1), ranks=np.roll(results.ranks, 1, axis=1))

    with pytest.raises(SeatError, match=r"points .* but they were"):
        check_seats(envs.load("drop_out"), deals=12, harness=credit_the_next)


def test_seats_mixed_up_are_caught() -> None:
    def other_seats(game: Any, lineup: Any, seats: Any, seeds: Any, **named: Any) -> Any:
        return play(game, lineup, np.roll(seats, 1, axis=1), seeds, **named)

    with pytest.raises(SeatError):
        check_seats(envs.load("drop_out"), deals=12, harness=other_seats)


@pytest.mark.parametrize("agent", [Lowest(), LowestInBatches()])
def test_tournaments_with_agents_check_before_they_play(agent: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "Batch", RowBefore)
    monkeypatch.setattr(tournaments, "_checked", set())
    with pytest.raises(SeatError):
        tournament("drop_out", [agent, "random"], deals=2)
