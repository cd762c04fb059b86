"""Factories that build the compiled loops of `Batch`, which steps thousands of games.

As in `stepping.py`, forced decisions are played without calling a bot. If a bot chooses an illegal action, its game
stops with a fault and the action is not applied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import types

from ..bots import pick_legal
from ..chance import mix, scramble
from ..kernel import kernel
from ..rewards import end_shaping, final_rewards, shape
from .bot_calls import as_array
from .fetching import fetch
from .rows import SETTINGS_TYPE, BatchArrays, BatchSettings, OpponentPool, arrays_type
from .stepping import BOT_SALT, FAULT, LEARNER, OK, Entry, clear, clear_row, only_action

if TYPE_CHECKING:
    from ..game import Kernels


WAIT = -2
"""An entry of the actions with which a game is left as it is, with the results of its last step."""


@kernel
def first_illegal(rows: Any, actions: Any, restart: bool, waits: bool) -> int:
    """The first row whose action is not legal there, or −1; games that are over for good take any action.

    With `waits`, games may also be left as they are (`WAIT`).
    """
    for i in range(actions.shape[0]):
        action = actions[i]
        row = rows[i]
        mask = row.mask
        exempt = row.fault != OK or (row.done != 0 and not restart) or (waits and action == WAIT)
        if not exempt and (action < 0 or action >= mask.shape[0] or mask[action] == 0):
            return i
    return -1


@kernel
def random_actions(rows: Any, rng: Any, actions: Any) -> None:
    """A uniformly random legal action for every row of a batch, `rng` uint64 [1]."""
    for i in range(actions.shape[0]):
        actions[i] = pick_legal(rows[i].mask, rng)


def make_go_on(kernels: Kernels, bot_at: Any) -> Any:
    """The inner loop of batches: play bots and forced decisions up to the next decision from outside; OK or FAULT.

    Without `bot_at` every seat is played from outside, and the loop is compiled without the calls of bots.
    """
    legal, apply = kernels.legal, kernels.apply

    @kernel
    def go_on_alone(t: Any, o: Any, s: Any, row: Any, pool: OpponentPool, work: Any, shown: bool) -> int:
        mask = row.mask
        while s.done == 0:
            clear(mask)
            legal(t, o, s, as_array(mask))
            action = -1 if shown else only_action(mask)
            if action < 0:
                return OK
            apply(t, o, s, action)
            s.num_decisions += 1
        return OK

    if bot_at is None:
        return go_on_alone

    @kernel
    def go_on(t: Any, o: Any, s: Any, row: Any, pool: OpponentPool, work: Any, shown: bool) -> int:
        mask = row.mask
        while s.done == 0:
            clear(mask)
            legal(t, o, s, as_array(mask))
            bot = row.lineup[s.seat]
            if bot < 0 and shown:
                return OK
            action = only_action(mask)
            if action < 0:
                if bot < 0:
                    return OK
                choose = bot_at(pool.functions, bot)
                action = choose(t, o, s, as_array(mask), pool.params[bot], as_array(row.rng), work)
                if action < 0 or action >= mask.shape[0] or mask[action] == 0:
                    return FAULT
            apply(t, o, s, action)
            s.num_decisions += 1
        return OK

    return go_on


@kernel
def choose_lineup(row: Any, pool: OpponentPool) -> None:
    """Draw a line-up by weight (`weights` is cumulative and ends at 1)."""
    row.rng[0] = scramble(row.rng[0])
    u = np.float64(row.rng[0] >> np.uint64(11)) * (1.0 / 9007199254740992.0)
    k = 0
    while k < pool.weights.shape[0] - 1 and u >= pool.weights[k]:
        k += 1
    for seat in range(pool.lineups.shape[1]):
        row.lineup[seat] = pool.lineups[k, seat]


def make_margins(kernels: Kernels) -> Any:
    """Store the score margins in `row.potential`, and add the shaping reward of their change to `row.rewards`."""
    score = kernels.score

    @kernel
    def margins(t: Any, o: Any, s: Any, row: Any, shaping: float) -> None:
        scores, ranks = row.scores_now, row.ranks_now
        clear(scores)
        clear(ranks)
        score(t, o, s, as_array(scores), as_array(ranks))
        shape(o.players, scores, shaping, row.potential, row.rewards)

    return margins


def make_begin(kernels: Kernels, bot_at: Any) -> Any:
    """Deal games in a row until one has a decision from outside (or, without restarts, just one)."""
    deal = kernels.deal
    go_on, margins = make_go_on(kernels, bot_at), make_margins(kernels)

    @kernel
    def begin(arrays: BatchArrays, settings: BatchSettings, i: int) -> None:
        t, o, row, pool = arrays.tables[0], arrays.options[0], arrays.rows[i], arrays.pool
        while True:
            if settings.restart:
                row.episode += 1
                row.seed = mix(settings.base, np.uint64(i), np.uint64(row.episode))
            row.rng[0] = scramble(row.seed ^ BOT_SALT)
            if row.given == 0:
                choose_lineup(row, pool)
            arrays.records[i] = arrays.blank[0]
            s = arrays.records[i]
            s.chance = row.seed
            deal(t, o, s, row.seed)
            row.fault = go_on(t, o, s, row, pool, arrays.work, settings.show_forced)
            if s.done == 0 or row.fault != OK or not settings.restart:
                break
        if settings.shaping != 0.0:
            margins(t, o, arrays.records[i], row, 0.0)

    return begin


@kernel
def last_seen_by(row: Any, players: int) -> int:
    """The seat that sees the end of a game: the one that acted last, or the learner's if that was another outsider."""
    if row.lineup[row.acted] < LEARNER:
        for seat in range(players):
            if row.lineup[seat] == LEARNER:
                return seat
    return row.acted


def make_finish(kernels: Kernels) -> Any:
    """Write the results of a finished game, and the last observation of the learner (else: of who acted last)."""
    observe, score = kernels.observe, kernels.score

    @kernel
    def finish(arrays: BatchArrays, settings: BatchSettings, i: int) -> None:
        t, o, s, row = arrays.tables[0], arrays.options[0], arrays.records[i], arrays.rows[i]
        scores, ranks = row.scores, row.ranks
        clear(scores)
        clear(ranks)
        score(t, o, s, as_array(scores), as_array(ranks))
        final_rewards(settings.reward, o.players, scores, ranks, row.returns)
        for seat in range(o.players):
            row.rewards[seat] = row.returns[seat]
        if settings.shaping != 0.0:
            end_shaping(o.players, settings.shaping, row.potential, row.rewards)
        row.done = 1
        row.num_decisions = s.num_decisions
        row.limit_reached = s.limit_reached
        clear_row(arrays.final_flat, i)
        observe(t, o, s, last_seen_by(row, o.players), arrays.final_observations[i])

    return finish


def make_restart(kernels: Kernels, bot_at: Any) -> Entry:
    """`restart(arrays, settings, low, high)`: start the first games of rows `low` to `high`."""
    begin, finish = make_begin(kernels, bot_at), make_finish(kernels)
    observe = kernels.observe

    @kernel
    def restart(arrays: BatchArrays, settings: BatchSettings, low: int, high: int) -> None:
        t, o = arrays.tables[0], arrays.options[0]
        for i in range(low, high):
            row = arrays.rows[i]
            begin(arrays, settings, i)
            s = arrays.records[i]
            clear(row.rewards)
            row.done = 0
            row.acted = s.seat
            if s.done != 0:
                finish(arrays, settings, i)
                fill(row.mask)
            row.seat = s.seat
            clear_row(arrays.flat, i)
            observe(t, o, s, s.seat, arrays.observations[i])

    return restart, lambda ty: (arrays_type(ty), SETTINGS_TYPE, types.int64, types.int64)


@kernel
def fill(mask: Any) -> None:
    """Set a mask to all ones, as finished games have it: samplers divide by the number of legal actions."""
    for action in range(mask.shape[0]):
        mask[action] = 1


def make_step(kernels: Kernels, bot_at: Any) -> Entry:
    """`step(arrays, settings, low, high, actions)`: play a decision in each of the rows `low` to `high`."""
    apply, observe = kernels.apply, kernels.observe
    go_on, begin = make_go_on(kernels, bot_at), make_begin(kernels, bot_at)
    finish, margins = make_finish(kernels), make_margins(kernels)

    @kernel
    def step(arrays: BatchArrays, settings: BatchSettings, low: int, high: int, actions: Any) -> None:
        t, o, pool, work = arrays.tables[0], arrays.options[0], arrays.pool, arrays.work
        records, rows, observations, flat = arrays.records, arrays.rows, arrays.observations, arrays.flat
        for i in range(low, high):
            s, row = records[i], rows[i]
            if i + 1 < high:
                # Its lines are read here and there: no processor guesses which ones.
                fetch(records, i + 1)
                fetch(rows, i + 1)
            action = actions[i]
            if action == WAIT:
                continue
            clear(row.rewards)
            if s.done != 0 or row.fault != OK:
                continue
            row.acted = s.seat
            row.done = 0
            if action < 0:
                action = pick_legal(row.mask, row.rng)
            apply(t, o, s, action)
            s.num_decisions += 1
            row.fault = go_on(t, o, s, row, pool, work, settings.show_forced)
            if s.done != 0:
                finish(arrays, settings, i)
                if settings.restart:
                    begin(arrays, settings, i)
                else:
                    fill(row.mask)
            elif settings.shaping != 0.0:
                margins(t, o, s, row, settings.shaping)
            row.seat = s.seat
            clear_row(flat, i)
            observe(t, o, s, s.seat, observations[i])

    return step, lambda ty: (arrays_type(ty), SETTINGS_TYPE, types.int64, types.int64, types.int64[::1])
