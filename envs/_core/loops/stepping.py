"""Factories that build the compiled entry points of `Position` and of the environments for a single game.

Each `make_…` returns the kernel and a function from numba types to its argument types. In the loops, a forced decision
(one legal action) is played immediately; no bot is called for it. These calls are short and keep the GIL: threads that
share a position then wait for each other, and none sees a record that another one is changing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import types

from ..bits import MARKS, lowest, marked, size
from ..kernel import kernel
from ..rewards import end_shaping, final_rewards, shape

if TYPE_CHECKING:
    from ..game import Kernels

Entry = tuple[Any, Any]

BOT_SALT = np.uint64(0xB07B07B07B07B07B)
"""Bots draw from `scramble(seed ^ BOT_SALT)`, never from the game's generator."""

OK, FAULT, STOPPED = 0, 1, 2
"""How a game stands: it goes on or is over; a bot broke the rules; it was stopped from outside."""

LEARNER = -1
"""The entry of a line-up for a seat that is played from outside; loops treat all negative entries so."""

NO_ACTION = -1
"""There is no only legal action, or none to begin with."""

REFUSED = -2
"""The action to begin with is not legal; nothing has changed."""

LOG_SIZE = 1024
"""Forced decisions played in one compiled call; if there are more, it is called again."""


@kernel(inline=True)
def clear_row(array: Any, i: int) -> None:
    """Set row `i` of a two-dimensional array to zero (a plain loop: cheaper than numba's slice assignment)."""
    for column in range(array.shape[1]):
        array[i, column] = 0


@kernel(inline=True)
def clear(array: Any) -> None:
    """Set a one-dimensional array to zero."""
    for k in range(array.shape[0]):
        array[k] = 0


@kernel
def no_bot(t: Any, o: Any, s: Any, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """A placeholder in pools without bots; it is never called."""
    return 0


@kernel(inline=True)
def only_action(mask: Any) -> int:
    """The legal action if there is exactly one, else −1; 64 entries at a time."""
    count, action = 0, NO_ACTION
    for start in range(0, mask.shape[0], MARKS):
        legal = marked(mask, start)
        count += size(legal)
        action = start + lowest(legal) if legal != 0 else action
    return action if count == 1 else NO_ACTION


def make_deal(kernels: Kernels) -> Entry:
    """`deal(T, O, S, i, seed)`."""
    deal = kernels.deal

    @kernel(gil=True)
    def deal_state(T: Any, O: Any, S: Any, i: int, seed: Any) -> None:
        s = S[i]
        s.chance = seed
        deal(T[0], O[0], s, seed)

    return deal_state, lambda ty: (ty["T"], ty["O"], ty["S"], types.int64, types.uint64)


def make_legal(kernels: Kernels) -> Entry:
    """`legal(T, O, S, i, mask) -> int`."""
    legal = kernels.legal

    @kernel(gil=True)
    def legal_actions(T: Any, O: Any, S: Any, i: int, mask: Any) -> int:
        clear(mask)
        if S[i].done != 0:
            return 0
        legal(T[0], O[0], S[i], mask)
        return mask.sum()

    return legal_actions, lambda ty: (ty["T"], ty["O"], ty["S"], types.int64, types.uint8[::1])


def make_play(kernels: Kernels) -> Entry:
    """`play(T, O, S, i, action, mask) -> bool`."""
    legal, apply = kernels.legal, kernels.apply

    @kernel(gil=True)
    def play(T: Any, O: Any, S: Any, i: int, action: int, mask: Any) -> bool:
        s = S[i]
        if s.done != 0 or action < 0 or action >= mask.shape[0]:
            return False
        clear(mask)
        legal(T[0], O[0], s, mask)
        if mask[action] == 0:
            return False
        apply(T[0], O[0], s, action)
        s.num_decisions += 1
        return True

    return play, lambda ty: (ty["T"], ty["O"], ty["S"], types.int64, types.int64, types.uint8[::1])


def make_play_forced(kernels: Kernels) -> Entry:
    """`play_forced(T, O, S, i, mask, log) -> int`."""
    legal, apply = kernels.legal, kernels.apply

    @kernel(gil=True)
    def play_forced(T: Any, O: Any, S: Any, i: int, mask: Any, log: Any) -> int:
        s = S[i]
        played = 0
        while s.done == 0 and played < log.shape[0]:
            clear(mask)
            legal(T[0], O[0], s, mask)
            action = only_action(mask)
            if action < 0:
                break
            apply(T[0], O[0], s, action)
            s.num_decisions += 1
            log[played] = action
            played += 1
        return played

    return play_forced, lambda ty: (ty["T"], ty["O"], ty["S"], types.int64, types.uint8[::1], types.int32[::1])


def make_observe(kernels: Kernels) -> Entry:
    """`observe(T, O, S, i, seat, OBS, flat, k)`."""
    observe = kernels.observe

    @kernel(gil=True)
    def observation(T: Any, O: Any, S: Any, i: int, seat: int, OBS: Any, flat: Any, k: int) -> None:
        clear_row(flat, k)
        observe(T[0], O[0], S[i], seat, OBS[k])

    return observation, lambda ty: (
        *(ty["T"], ty["O"], ty["S"], types.int64, types.int64),
        *(ty["OBS"], types.float32[:, ::1], types.int64),
    )


def make_redeal(kernels: Kernels) -> Entry:
    """`redeal(T, O, S, i, seat, seed)`."""
    redeal = kernels.redeal

    @kernel(gil=True)
    def redeal_state(T: Any, O: Any, S: Any, i: int, seat: int, seed: Any) -> None:
        redeal(T[0], O[0], S[i], seat, seed)

    return redeal_state, lambda ty: (ty["T"], ty["O"], ty["S"], types.int64, types.int64, types.uint64)


def make_score(kernels: Kernels) -> Entry:
    """`score(T, O, S, i, scores, ranks)`."""
    score = kernels.score

    @kernel(gil=True)
    def score_state(T: Any, O: Any, S: Any, i: int, scores: Any, ranks: Any) -> None:
        clear(scores)
        clear(ranks)
        score(T[0], O[0], S[i], scores, ranks)

    return score_state, lambda ty: (ty["T"], ty["O"], ty["S"], types.int64, types.int32[::1], types.int8[::1])


def make_returns(kernels: Kernels) -> Entry:
    """`returns(T, O, S, i, kind, scores, ranks, out)`."""
    score = kernels.score

    @kernel(gil=True)
    def returns(T: Any, O: Any, S: Any, i: int, kind: int, scores: Any, ranks: Any, out: Any) -> None:
        clear(scores)
        clear(ranks)
        clear(out)
        score(T[0], O[0], S[i], scores, ranks)
        final_rewards(kind, O[0].players, scores, ranks, out)

    return returns, lambda ty: (
        *(ty["T"], ty["O"], ty["S"], types.int64, types.int64),
        *(types.int32[::1], types.int8[::1], types.float32[::1]),
    )


def make_receive(kernels: Kernels) -> Entry:
    """`receive(T, O, S, i, kind, shaping, scores, ranks, potential, rewards)`."""
    score = kernels.score

    @kernel(gil=True)
    def receive(
        T: Any, O: Any, S: Any, i: int, kind: int, shaping: float, scores: Any, ranks: Any, potential: Any, rewards: Any
    ) -> None:
        players = O[0].players
        clear(scores)
        clear(ranks)
        clear(rewards)
        score(T[0], O[0], S[i], scores, ranks)
        if S[i].done != 0:
            final_rewards(kind, players, scores, ranks, rewards)
            end_shaping(players, shaping, potential, rewards)
        else:
            shape(players, scores, shaping, potential, rewards)

    return receive, lambda ty: (
        *(ty["T"], ty["O"], ty["S"], types.int64, types.int64, types.float64),
        *(types.int32[::1], types.int8[::1], types.float64[::1], types.float32[::1]),
    )


def make_choose(kernels: Kernels, bot_at: Any) -> Entry:
    """`choose(T, O, S, i, mask, functions, k, params, rng, work) -> int`."""

    @kernel(gil=True)
    def choose(
        T: Any, O: Any, S: Any, i: int, mask: Any, functions: Any, k: int, params: Any, rng: Any, work: Any
    ) -> int:
        return bot_at(functions, k)(T[0], O[0], S[i], mask, params[k], rng, work)

    return choose, lambda ty: (
        *(ty["T"], ty["O"], ty["S"], types.int64, types.uint8[::1]),
        *(types.int64[::1], types.int64, types.float64[:, ::1], types.uint64[::1], ty["S"]),
    )


def make_advance(kernels: Kernels, bot_at: Any) -> Entry:
    """`advance(T, O, S, i, action, mask, lineup, functions, params, rng, work, log) -> int`.

    It plays `action` under `mask`, which has to be that of the decision, or begins with the others where it is
    `NO_ACTION`. It returns how many actions of the others it has written to `log`; −1: one of them is not legal; or
    `REFUSED`.
    """
    legal, apply = kernels.legal, kernels.apply

    @kernel(gil=True)
    def advance(
        T: Any,
        O: Any,
        S: Any,
        i: int,
        action: int,
        mask: Any,
        lineup: Any,
        functions: Any,
        params: Any,
        rng: Any,
        work: Any,
        log: Any,
    ) -> int:
        s = S[i]
        if action != NO_ACTION:
            if s.done != 0 or action < 0 or action >= mask.shape[0] or mask[action] == 0:
                return REFUSED
            apply(T[0], O[0], s, action)
            s.num_decisions += 1
        played = 0
        while s.done == 0 and played < log.shape[0]:
            clear(mask)
            legal(T[0], O[0], s, mask)
            action = only_action(mask)
            bot = lineup[s.seat]
            if action < 0:
                if bot < 0:
                    break
                action = bot_at(functions, bot)(T[0], O[0], s, mask, params[bot], rng, work)
                if action < 0 or action >= mask.shape[0] or mask[action] == 0:
                    return -1
            apply(T[0], O[0], s, action)
            s.num_decisions += 1
            log[played] = action
            played += 1
        return played

    return advance, lambda ty: (
        *(ty["T"], ty["O"], ty["S"], types.int64, types.int64, types.uint8[::1], types.int8[::1]),
        *(types.int64[::1], types.float64[:, ::1], types.uint64[::1], ty["S"], types.int32[::1]),
    )
