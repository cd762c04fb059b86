"""How thousands of games go on: factories that build the compiled loops of `Batch` and of whole matches.

As in `stepping.py`, forced decisions are played on at once, without asking bots. A bot that names an illegal action
stops its game with a fault instead of touching memory. What belongs to one game of a batch lies in one `Row` record:
fields of a record are reached without the reference counting that views of arrays cost, which two threads would share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import numpy as np
from numba import types

from ..bots import pick_legal
from ..chance import below, mix, scramble
from ..kernel import kernel
from ..record import F, Record
from ..rewards import final_rewards, score_margin
from .bot_calls import as_array
from .stepping import BOT_SALT, FAULT, OK, Entry, clear, clear_row, only_action

if TYPE_CHECKING:
    from ..game import GameSpec, Kernels


def make_row(spec: GameSpec) -> type[Record]:
    """The record that holds what a batch keeps of one game of this kind, apart from its state and observation."""
    seats = (spec.max_seats,)
    fields = {
        "seed": F("u8", doc="seed of the game being played"),
        "rng": F("u8", (1,), doc="generator of the bots"),
        "episode": F("i8", doc="number of the game in this row, from 1"),
        "potential": F("f8", seats, doc="score margins, for shaping"),
        "num_decisions": F("i4", doc="decisions of the game that ended"),
        "scores": F("i4", seats, doc="points of the game that ended"),
        "scores_now": F("i4", seats, doc="points of the game being played, for shaping"),
        "rewards": F("f4", seats, doc="what each seat received in the last step"),
        "ranks": F("i1", seats, doc="ranks of the game that ended"),
        "ranks_now": F("i1", seats, doc="ranks of the game being played, for shaping"),
        "lineup": F("i1", seats, doc="the bot of each seat, −1: played from outside"),
        "seat": F("i1", doc="seat to decide"),
        "acted": F("i1", doc="seat that played in the last step"),
        "done": F("u1", doc="1 when the last step ended a game"),
        "limit_reached": F("u1", doc="1 when the documented limit ended it"),
        "fault": F("u1", doc="1 when a bot named an illegal action"),
        "given": F("u1", doc="1 when the line-up is given, not drawn"),
        "mask": F("u1", (spec.actions.size,), doc="what the seat to decide may play"),
    }
    annotations = {name: Annotated[Any, field] for name, field in fields.items()}
    return type("Row", (Record,), {"__annotations__": annotations, "__module__": __name__, "__doc__": make_row.__doc__})


class OpponentPool(NamedTuple):
    """Who plays the seats that are not played from outside: bots with their numbers, and the line-ups to draw from."""

    functions: Any
    params: Any
    lineups: Any
    weights: Any


class BatchSettings(NamedTuple):
    """How a batch is played: seed, reward kind, shaping factor, forced decisions shown, finished games restarted."""

    base: Any
    reward: Any
    shaping: Any
    show_forced: Any
    restart: Any


POOL_TYPE = types.NamedTuple(
    (types.int64[::1], types.float64[:, ::1], types.int8[:, ::1], types.float64[::1]), OpponentPool
)
SETTINGS_TYPE = types.NamedTuple(
    (types.uint64, types.int64, types.float64, types.boolean, types.boolean), BatchSettings
)


@kernel
def first_illegal(rows: Any, actions: Any, restart: bool) -> int:
    """The first row whose action is not legal there, or −1; games that are over for good take any action."""
    for i in range(actions.shape[0]):
        action = actions[i]
        row = rows[i]
        mask = row.mask
        finished = row.fault != OK or (row.done != 0 and not restart)
        if not finished and (action < 0 or action >= mask.shape[0] or mask[action] == 0):
            return i
    return -1


@kernel
def random_actions(rows: Any, rng: Any, actions: Any) -> None:
    """A uniformly random legal action for every row of a batch, `rng` uint64 [1]."""
    for i in range(actions.shape[0]):
        mask = rows[i].mask
        count = 0
        for action in range(mask.shape[0]):
            count += mask[action]
        rng[0] = rng[0] + np.uint64(0x9E3779B97F4A7C15)
        k = below(scramble(rng[0]), count)
        action = 0
        while mask[action] == 0 or k > 0:
            k -= mask[action]
            action += 1
        actions[i] = action


def make_go_on(kernels: Kernels, bot_at: Any) -> Any:
    """The inner loop of batches: bots and forced decisions up to the next one from outside; OK or FAULT.

    Without `bot_at` every seat is played from outside: a batch without bots is spared what calling them takes.
    """
    legal, apply = kernels.legal, kernels.apply

    @kernel
    def go_on_alone(
        t: Any, o: Any, s: Any, mask: Any, lineup: Any, functions: Any, params: Any, rng: Any, work: Any, shown: bool
    ) -> int:
        while s.done == 0:
            clear(mask)
            legal(t, o, s, mask)
            action = -1 if shown else only_action(mask)
            if action < 0:
                return OK
            apply(t, o, s, action)
            s.num_decisions += 1
        return OK

    if bot_at is None:
        return go_on_alone

    @kernel
    def go_on(
        t: Any, o: Any, s: Any, mask: Any, lineup: Any, functions: Any, params: Any, rng: Any, work: Any, shown: bool
    ) -> int:
        while s.done == 0:
            clear(mask)
            legal(t, o, s, mask)
            bot = lineup[s.seat]
            if bot < 0 and shown:
                return OK
            action = only_action(mask)
            if action < 0:
                if bot < 0:
                    return OK
                action = bot_at(functions, bot)(t, o, s, as_array(mask), params[bot], as_array(rng), work)
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
    """Note the score margins that shaping compares in `row.potential`; add what they gained to `row.rewards`."""
    score = kernels.score

    @kernel
    def margins(t: Any, o: Any, s: Any, row: Any, shaping: float) -> None:
        scores, ranks = row.scores_now, row.ranks_now
        clear(scores)
        clear(ranks)
        score(t, o, s, scores, ranks)
        for seat in range(o.players):
            potential = score_margin(o.players, scores, seat)
            row.rewards[seat] += shaping * (potential - row.potential[seat])
            row.potential[seat] = potential

    return margins


def make_begin(kernels: Kernels, bot_at: Any) -> Any:
    """Deal games in a row until one has a decision from outside (or, without restarts, just one)."""
    deal = kernels.deal
    go_on, margins = make_go_on(kernels, bot_at), make_margins(kernels)

    @kernel
    def begin(
        t: Any, o: Any, S: Any, blank: Any, row: Any, pool: OpponentPool, settings: BatchSettings, i: int, work: Any
    ) -> None:
        while True:
            if settings.restart:
                row.episode += 1
                row.seed = mix(settings.base, np.uint64(i), np.uint64(row.episode))
            row.rng[0] = scramble(row.seed ^ BOT_SALT)
            if row.given == 0:
                choose_lineup(row, pool)
            S[i] = blank[0]
            s = S[i]
            s.chance = row.seed
            deal(t, o, s, row.seed)
            row.fault = go_on(
                t, o, s, row.mask, row.lineup, pool.functions, pool.params, row.rng, work, settings.show_forced
            )
            if s.done == 0 or row.fault != OK or not settings.restart:
                break
        if settings.shaping != 0.0:
            margins(t, o, S[i], row, 0.0)

    return begin


def make_finish(kernels: Kernels) -> Any:
    """Write the results of a finished game, seen by the seat that acted last."""
    observe, score = kernels.observe, kernels.score

    @kernel
    def finish(t: Any, o: Any, s: Any, row: Any, settings: BatchSettings, final_obs: Any) -> None:
        scores, ranks = row.scores, row.ranks
        clear(scores)
        clear(ranks)
        score(t, o, s, scores, ranks)
        final_rewards(settings.reward, o.players, scores, ranks, row.rewards)
        if settings.shaping != 0.0:
            for seat in range(o.players):
                row.rewards[seat] -= settings.shaping * row.potential[seat]
        row.done = 1
        row.num_decisions = s.num_decisions
        row.limit_reached = s.limit_reached
        observe(t, o, s, row.acted, final_obs)

    return finish


def make_restart(kernels: Kernels, bot_at: Any) -> Entry:
    """`restart(T, …, work, pool, settings, low, high)`: the first games of rows `low` to `high`."""
    begin, finish = make_begin(kernels, bot_at), make_finish(kernels)
    observe = kernels.observe

    @kernel
    def restart(
        T: Any, O: Any, S: Any, rows: Any, OBS: Any, FINAL: Any, flat: Any, final_flat: Any, blank: Any, work: Any,
        pool: OpponentPool, settings: BatchSettings, low: int, high: int,
    ) -> None:  # fmt: skip
        t, o = T[0], O[0]
        for i in range(low, high):
            row = rows[i]
            begin(t, o, S, blank, row, pool, settings, i, work)
            s = S[i]
            clear(row.rewards)
            row.done = 0
            row.acted = s.seat
            if s.done != 0:
                clear_row(final_flat, i)
                finish(t, o, s, row, settings, FINAL[i])
                fill(row.mask)
            row.seat = s.seat
            clear_row(flat, i)
            observe(t, o, s, s.seat, OBS[i])

    return restart, _batch_signature


@kernel
def fill(mask: Any) -> None:
    """Set a mask to all ones: what a finished game shows, since samplers divide."""
    for action in range(mask.shape[0]):
        mask[action] = 1


def make_step(kernels: Kernels, bot_at: Any) -> Entry:
    """`step(T, …, work, pool, settings, low, high, actions)`: a decision in each of the rows `low` to `high`."""
    apply, observe = kernels.apply, kernels.observe
    go_on, begin = make_go_on(kernels, bot_at), make_begin(kernels, bot_at)
    finish, margins = make_finish(kernels), make_margins(kernels)

    @kernel
    def step(
        T: Any, O: Any, S: Any, rows: Any, OBS: Any, FINAL: Any, flat: Any, final_flat: Any, blank: Any, work: Any,
        pool: OpponentPool, settings: BatchSettings, low: int, high: int, actions: Any,
    ) -> None:  # fmt: skip
        t, o = T[0], O[0]
        for i in range(low, high):
            s, row = S[i], rows[i]
            clear(row.rewards)
            if s.done != 0 or row.fault != OK:
                continue
            row.acted = s.seat
            row.done = 0
            action = actions[i]
            if action < 0:
                action = pick_legal(row.mask, row.rng)
            apply(t, o, s, action)
            s.num_decisions += 1
            row.fault = go_on(
                t, o, s, row.mask, row.lineup, pool.functions, pool.params, row.rng, work, settings.show_forced
            )
            if s.done != 0:
                clear_row(final_flat, i)
                finish(t, o, s, row, settings, FINAL[i])
                if settings.restart:
                    begin(t, o, S, blank, row, pool, settings, i, work)
                else:
                    fill(row.mask)
            elif settings.shaping != 0.0:
                margins(t, o, s, row, settings.shaping)
            row.seat = s.seat
            clear_row(flat, i)
            observe(t, o, s, s.seat, OBS[i])

    return step, lambda ty: (*_batch_signature(ty), types.int64[::1])


def _batch_signature(ty: dict[str, Any]) -> Any:
    return (*batch_types(ty), types.int64, types.int64)


def batch_types(ty: dict[str, Any]) -> Any:
    """Numba types of what every loop over a batch takes first: tables to settings."""
    return (
        *(ty["T"], ty["O"], ty["S"], ty["ROW"], ty["OBS"], ty["OBS"]),
        *(types.float32[:, ::1], types.float32[:, ::1], ty["S"], ty["S"]),
        *(POOL_TYPE, SETTINGS_TYPE),
    )


def make_match(kernels: Kernels, bot_at: Any) -> Entry:
    """`match(T, O, S, rows, blank, work, pool, low, high, thread)`: whole games between bots.

    Rows `low` to `high` hold seeds and line-ups and receive the results; `S[thread]` is the position being played.
    """
    deal, score = kernels.deal, kernels.score
    go_on = make_go_on(kernels, bot_at)

    @kernel
    def match(
        T: Any, O: Any, S: Any, rows: Any, blank: Any, work: Any, pool: OpponentPool, low: int, high: int, thread: int
    ) -> None:
        t, o = T[0], O[0]
        for i in range(low, high):
            row = rows[i]
            row.rng[0] = scramble(row.seed ^ BOT_SALT)
            S[thread] = blank[0]
            s = S[thread]
            s.chance = row.seed
            deal(t, o, s, row.seed)
            row.fault = go_on(t, o, s, row.mask, row.lineup, pool.functions, pool.params, row.rng, work, False)
            score(t, o, s, row.scores, row.ranks)
            row.num_decisions = s.num_decisions
            row.limit_reached = s.limit_reached

    number = types.int64
    return match, lambda ty: (
        *(ty["T"], ty["O"], ty["S"], ty["ROW"], ty["S"], ty["S"], POOL_TYPE, number, number, number),
    )
