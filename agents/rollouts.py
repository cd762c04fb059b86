"""Rollouts: candidates are played in the same sampled positions, then a bot plays all seats to the end; compiled.

The k-th rollout of every candidate begins with the same redealt position, and chance is drawn anew from the same stream
whenever a turn begins: stream (seed, rollout, seat, how many turns of that seat). A rival's turn is then equally lucky
after either action, and differences between candidates vary less than the results themselves (common random numbers:
P. Glasserman, D. Yao, "Some Guidelines and Guarantees for Common Random Numbers", Management Science 1992).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from ..envs._core.bots import WORK_RECORDS, Bot
from ..envs._core.chance import mix, scramble
from ..envs._core.game import Game, Kernels
from ..envs._core.kernel import kernel
from ..envs._core.loops.pool import pack_params
from ..envs._core.loops.stepping import BOT_SALT, Entry, clear, only_action
from ..envs._core.loops.thread_pool import ThreadPool
from ..envs._core.rewards import final_rewards
from ..envs._core.view import View

GIVEN, DEALT, PLAYED = 0, 1, 2
"""State records of a thread: the position that is searched, one redealt for a rollout, and the one that is played."""


FAULT = -1

ANY_LENGTH = 1_000_000
"""Decisions that no game has."""


class Scratch(NamedTuple):
    """Arrays of a thread that a rollout overwrites.

    Attributes:
        mask: uint8 [actions].
        scores: int32 [seats].
        ranks: int8 [seats].
        rewards: float32 [seats].
        turns: uint64 [seats], turns that have begun in this rollout.
        rng: uint64 [1], the generator of the bot.
    """

    mask: Any
    scores: Any
    ranks: Any
    rewards: Any
    turns: Any
    rng: Any


SCRATCH_TYPE = types.NamedTuple(
    (
        *(types.uint8[::1], types.int32[::1], types.int8[::1], types.float32[::1]),
        *(types.uint64[::1], types.uint64[::1]),
    ),
    Scratch,
)


class Task(NamedTuple):
    """What is played: candidate `rows[i]` is `actions[i]`; its rewards go to `rewards[rows[i]]`.

    Attributes:
        actions: int64 [candidates].
        rows: int64 [candidates].
        rewards: float32 [rows, rollouts], of the seat to decide.
    """

    actions: Any
    rows: Any
    rewards: Any


TASK_TYPE = types.NamedTuple((types.int64[::1], types.int64[::1], types.float32[:, ::1]), Task)


def make_rollouts(kernels: Kernels, bot_at: Any) -> Entry:
    """`rollouts(T, O, S, work, scratch, functions, params, task, seed, first, last, kind, limit) -> int`.

    `S` are the three records of a thread, `kind` is the reward, `limit` the most decisions of a rollout. Returns how
    many decisions were played after the candidates, forced ones included; FAULT: the bot chose an illegal action.
    """
    redeal, apply, score = kernels.redeal, kernels.apply, kernels.score
    play_on = make_play_on(kernels, bot_at)

    @kernel
    def rollouts(
        T: Any, O: Any, S: Any, work: Any, scratch: Scratch, functions: Any, params: Any, task: Task,
        seed: Any, first: int, last: int, kind: int, limit: int,
    ) -> int:  # fmt: skip
        t, o, seat, total = T[0], O[0], S[GIVEN].seat, 0
        for k in range(first, last):
            stream = mix(seed, np.uint64(k), np.uint64(0))
            S[DEALT] = S[GIVEN]
            redeal(t, o, S[DEALT], seat, stream)
            for i in range(task.actions.shape[0]):
                S[PLAYED] = S[DEALT]
                s = S[PLAYED]
                clear(scratch.turns)
                scratch.rng[0] = scramble(stream ^ BOT_SALT)
                apply(t, o, s, task.actions[i])
                played = play_on(t, o, s, scratch, functions, params, work, stream, seat, limit)
                if played == FAULT:
                    return FAULT
                total += played
                clear(scratch.scores)
                clear(scratch.ranks)
                score(t, o, s, scratch.scores, scratch.ranks)
                final_rewards(kind, o.players, scratch.scores, scratch.ranks, scratch.rewards)
                task.rewards[task.rows[i], k] = scratch.rewards[seat]
        return total

    return rollouts, lambda ty: (
        *(ty["T"], ty["O"], ty["S"], ty["S"], SCRATCH_TYPE, types.int64[::1], types.float64[:, ::1], TASK_TYPE),
        *(types.uint64, types.int64, types.int64, types.int64, types.int64),
    )


def make_play_on(kernels: Kernels, bot_at: Any) -> Any:
    """`play_on(…) -> int`: a bot plays all seats to the end, or for `limit` decisions; how many it were, or FAULT."""
    legal, apply = kernels.legal, kernels.apply

    @kernel
    def play_on(
        t: Any, o: Any, s: Any, scratch: Scratch, functions: Any, params: Any, work: Any,
        stream: Any, seat: int, limit: int,
    ) -> int:  # fmt: skip
        mask, turns, rng, turn_of = scratch.mask, scratch.turns, scratch.rng, seat
        for played in range(limit):
            if s.done != 0:
                return played
            if s.seat != turn_of:
                turn_of = s.seat + 0
                turns[turn_of] += np.uint64(1)
                s.chance = mix(stream, np.uint64(turn_of + 1), turns[turn_of])
                rng[0] = scramble(s.chance ^ BOT_SALT)
            clear(mask)
            legal(t, o, s, mask)
            action = only_action(mask)
            if action < 0:
                action = bot_at(functions, 0)(t, o, s, mask, params[0], rng, work)
                if action < 0 or action >= mask.shape[0] or mask[action] == 0:
                    return FAULT
            apply(t, o, s, action)
            s.num_decisions += 1
        return limit

    return play_on


class Rollouts:
    """Plays rollouts of one game over one bot, on several threads; rewards do not depend on how many there are.

    Args:
        game: the game.
        bot: the bot that plays all seats after a candidate action.
        threads: number of threads.
        kind: the reward, one of `rewards.Reward`.
        limit: decisions after which a rollout is stopped and scored as it stands.
    """

    least_gain = 0.0
    """Results of games are right, so that every gain counts that is not chance."""

    def __init__(self, game: Game, bot: Bot, *, threads: int, kind: int, limit: int) -> None:
        spec = game.spec
        self.game, self.player, self._kind, self._limit = game, bot, kind, limit
        self._pool = ThreadPool(threads)
        self._states = [spec.state.zeros(PLAYED + 1) for _ in range(threads)]
        self._work = [spec.state.zeros(WORK_RECORDS) for _ in range(threads)]
        self._scratch = [_scratch(game) for _ in range(threads)]
        self._functions, self._params = spec.compiled.functions([bot]), pack_params([bot])
        self._run = spec.compiled.further("rollouts", make_rollouts)

    def start(self, position: Any) -> None:
        """The position from which rollouts begin, one that agrees with all that the seat to decide knows."""
        for states in self._states:
            states[: GIVEN + 1].view(np.uint8)[:] = position._memory

    def choice(self, seed: int, view: View) -> int:
        """What the bot itself would choose at the view."""
        rng = np.array([seed], dtype=np.uint64)
        return self.game.spec.compiled.choose(
            *(self.game._tables, self.game._options, self._states[0], GIVEN, view.mask(), self._functions, 0),
            *(self._params, rng, self._work[0]),
        )

    def play(self, task: Task, seed: int, first: int, last: int) -> int:
        """Play rollouts `first` to `last` (exclusive) of every candidate; returns how many decisions that took.

        Raises:
            RuntimeError: the bot chose an illegal action.
        """
        played = [0] * self._pool.threads
        arguments = self.game._tables, self.game._options

        def part(low: int, high: int, k: int) -> None:
            played[k] = self._run(
                *(*arguments, self._states[k], self._work[k], self._scratch[k], self._functions, self._params, task),
                *(np.uint64(seed), first + low, first + high, self._kind, self._limit),
            )

        self._pool.share(part, last - first)
        if FAULT in played:
            raise RuntimeError(f"{self.game.id}: the bot '{self.player.name}' chose an illegal action in a rollout")
        return sum(played)


def _scratch(game: Game) -> Scratch:
    seats = game.spec.max_seats
    return Scratch(
        mask=np.zeros(game.num_actions, dtype=np.uint8),
        scores=np.zeros(seats, dtype=np.int32),
        ranks=np.zeros(seats, dtype=np.int8),
        rewards=np.zeros(seats, dtype=np.float32),
        turns=np.zeros(seats, dtype=np.uint64),
        rng=np.zeros(1, dtype=np.uint64),
    )
