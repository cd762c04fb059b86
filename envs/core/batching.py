"""How thousands of games go on: factories that build the compiled loops of `Batch` and of whole matches.

As in `stepping.py`, forced decisions are played on at once, without asking bots. A bot that names an illegal action
stops its game with a fault instead of touching memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import types

from .chance import below, mix, scramble
from .kernel import kernel
from .rewards import final_rewards, score_margin
from .stepping import BOT_SALT, FAULT, OK, Entry, clear, clear_row, only_action

if TYPE_CHECKING:
    from .game import Kernels


class Rows(NamedTuple):
    """The arrays of a batch, one row a game; see `Batch`."""

    actions: Any
    lineup: Any
    rng: Any
    seed: Any
    episode: Any
    obs: Any
    flat: Any
    final_obs: Any
    final_flat: Any
    mask: Any
    seat: Any
    acted: Any
    reward: Any
    potential: Any
    done: Any
    points: Any
    rank: Any
    length: Any
    turn_limit: Any
    fault: Any


class Company(NamedTuple):
    """Who plays the seats that are not the learner's: bots as functions with their numbers, and the line-ups."""

    functions: Any
    params: Any
    lineups: Any
    weights: Any


class Manner(NamedTuple):
    """How a batch is played: seed, reward kind, shaping factor, forced decisions shown, finished games restarted."""

    base: Any
    reward: Any
    shaping: Any
    show_forced: Any
    restart: Any


def rows_type(ty: dict[str, Any]) -> Any:
    """The numba type of `Rows` for a game."""
    f4, u1, i1 = types.float32, types.uint8, types.int8
    columns = Rows(
        actions=types.int64[::1],
        lineup=i1[:, ::1],
        rng=types.uint64[:, ::1],
        seed=types.uint64[::1],
        episode=types.int64[::1],
        obs=ty["OBS"],
        flat=f4[:, ::1],
        final_obs=ty["OBS"],
        final_flat=f4[:, ::1],
        mask=u1[:, ::1],
        seat=i1[::1],
        acted=i1[::1],
        reward=f4[:, ::1],
        potential=types.float64[:, ::1],
        done=u1[::1],
        points=types.int32[:, ::1],
        rank=i1[:, ::1],
        length=types.int32[::1],
        turn_limit=u1[::1],
        fault=u1[::1],
    )
    return types.NamedTuple(tuple(columns), Rows)


def company_type(ty: dict[str, Any]) -> Any:
    """The numba type of `Company`."""
    return types.NamedTuple((types.int64[::1], types.float64[:, ::1], types.int8[:, ::1], types.float64[::1]), Company)


MANNER_TYPE = types.NamedTuple((types.uint64, types.int64, types.float64, types.boolean, types.boolean), Manner)


@kernel
def first_illegal(mask: Any, actions: Any, done: Any) -> int:
    """The first row whose action is not legal there, or −1; finished games take any action."""
    for i in range(actions.shape[0]):
        action = actions[i]
        if done[i] == 0 and (action < 0 or action >= mask.shape[1] or mask[i, action] == 0):
            return i
    return -1


@kernel
def random_actions(mask: Any, rng: Any, actions: Any) -> None:
    """A uniformly random legal action for every row of a batch, `rng` uint64 [1]."""
    for i in range(actions.shape[0]):
        row = mask[i]
        count = 0
        for action in range(row.shape[0]):
            count += row[action]
        rng[0] = rng[0] + np.uint64(0x9E3779B97F4A7C15)
        k = below(scramble(rng[0]), count)
        action = 0
        while row[action] == 0 or k > 0:
            k -= row[action]
            action += 1
        actions[i] = action


def make_go_on(kernels: Kernels, bot_at: Any) -> Any:
    """The inner loop of batches: bots and forced decisions up to the learner's next one; OK or FAULT."""
    legal, apply = kernels.legal, kernels.apply

    @kernel
    def go_on(
        t: Any, o: Any, s: Any, mask: Any, lineup: Any, functions: Any, params: Any, rng: Any, work: Any, shown: bool
    ) -> int:
        while s.over == 0:
            clear(mask)
            legal(t, o, s, mask)
            bot = lineup[s.seat]
            if bot < 0 and shown:
                return OK
            action = only_action(mask)
            if action < 0:
                if bot < 0:
                    return OK
                action = bot_at(functions, bot)(t, o, s, mask, params[bot], rng, work)
                if action < 0 or action >= mask.shape[0] or mask[action] == 0:
                    return FAULT
            apply(t, o, s, action)
            s.decisions += 1
        return OK

    return go_on


def make_begin(kernels: Kernels, bot_at: Any) -> Any:
    """Deal games in row `i` until a learner has a decision (or, without restarts, the game is over)."""
    deal, score = kernels.deal, kernels.score
    go_on = make_go_on(kernels, bot_at)

    @kernel
    def begin(
        t: Any, o: Any, S: Any, blank: Any, rows: Rows, company: Company, manner: Manner, i: int, work: Any
    ) -> None:
        while True:
            if manner.restart:
                rows.episode[i] += 1
                rows.seed[i] = mix(manner.base, np.uint64(i), np.uint64(rows.episode[i]))
            seed = rows.seed[i]
            rows.rng[i, 0] = scramble(seed ^ BOT_SALT)
            if manner.restart or rows.lineup[i, 0] == -2:
                choose_lineup(rows, company, i)
            S[i] = blank[0]
            s = S[i]
            s.chance = seed
            deal(t, o, s, seed)
            rows.fault[i] = go_on(
                t,
                o,
                s,
                rows.mask[i],
                rows.lineup[i],
                company.functions,
                company.params,
                rows.rng[i],
                work,
                manner.show_forced,
            )
            if s.over == 0 or rows.fault[i] != OK or not manner.restart:
                break
        if manner.shaping != 0.0:
            points, rank = rows.points[i], rows.rank[i]
            clear(points)
            clear(rank)
            score(t, o, S[i], points, rank)
            for seat in range(o.players):
                rows.potential[i, seat] = score_margin(o.players, points, seat)

    return begin


@kernel
def choose_lineup(rows: Rows, company: Company, i: int) -> None:
    """Draw a line-up for row `i` by weight (`weights` is cumulative and ends at 1)."""
    rows.rng[i, 0] = scramble(rows.rng[i, 0])
    u = np.float64(rows.rng[i, 0] >> np.uint64(11)) * (1.0 / 9007199254740992.0)
    k = 0
    while k < company.weights.shape[0] - 1 and u >= company.weights[k]:
        k += 1
    rows.lineup[i, :] = company.lineups[k, :]


def make_show(kernels: Kernels) -> Any:
    """Write what the outside sees of row `i`: the seat to decide and its observation (the mask is there already)."""
    observe = kernels.observe

    @kernel
    def show(t: Any, o: Any, s: Any, rows: Rows, i: int) -> None:
        rows.seat[i] = s.seat
        clear_row(rows.flat, i)
        observe(t, o, s, s.seat, rows.obs[i])

    return show


def make_finish(kernels: Kernels) -> Any:
    """Write the results of the finished game of row `i`, seen by the seat that acted last."""
    observe, score = kernels.observe, kernels.score

    @kernel
    def finish(t: Any, o: Any, s: Any, rows: Rows, manner: Manner, i: int) -> None:
        points, rank = rows.points[i], rows.rank[i]
        clear(points)
        clear(rank)
        score(t, o, s, points, rank)
        final_rewards(manner.reward, o.players, points, rank, rows.reward[i])
        if manner.shaping != 0.0:
            for seat in range(o.players):
                rows.reward[i, seat] -= manner.shaping * rows.potential[i, seat]
        rows.done[i] = 1
        rows.length[i] = s.decisions
        rows.turn_limit[i] = s.turn_limit
        clear_row(rows.final_flat, i)
        observe(t, o, s, rows.acted[i], rows.final_obs[i])

    return finish


def make_restart(kernels: Kernels, bot_at: Any) -> Entry:
    """`restart(T, O, S, blank, work, rows, company, manner, low, high, thread)`."""
    begin, show, finish = make_begin(kernels, bot_at), make_show(kernels), make_finish(kernels)

    @kernel
    def restart(
        T: Any,
        O: Any,
        S: Any,
        blank: Any,
        work: Any,
        rows: Rows,
        company: Company,
        manner: Manner,
        low: int,
        high: int,
        thread: int,
    ) -> None:
        t, o = T[0], O[0]
        for i in range(low, high):
            begin(t, o, S, blank, rows, company, manner, i, work[thread])
            clear_row(rows.reward, i)
            rows.done[i] = 0
            rows.acted[i] = S[i].seat
            if S[i].over != 0:
                finish(t, o, S[i], rows, manner, i)
                rows.mask[i, :] = 1
            show(t, o, S[i], rows, i)

    return restart, _batch_signature


def make_step(kernels: Kernels, bot_at: Any) -> Entry:
    """`step(T, O, S, blank, work, rows, company, manner, low, high, thread)`."""
    apply, score = kernels.apply, kernels.score
    go_on, begin = make_go_on(kernels, bot_at), make_begin(kernels, bot_at)
    show, finish = make_show(kernels), make_finish(kernels)

    @kernel
    def shape(t: Any, o: Any, s: Any, rows: Rows, manner: Manner, i: int) -> None:
        points, rank = rows.points[i], rows.rank[i]
        clear(points)
        clear(rank)
        score(t, o, s, points, rank)
        for seat in range(o.players):
            potential = score_margin(o.players, points, seat)
            rows.reward[i, seat] = manner.shaping * (potential - rows.potential[i, seat])
            rows.potential[i, seat] = potential

    @kernel
    def step(
        T: Any,
        O: Any,
        S: Any,
        blank: Any,
        work: Any,
        rows: Rows,
        company: Company,
        manner: Manner,
        low: int,
        high: int,
        thread: int,
    ) -> None:
        t, o = T[0], O[0]
        for i in range(low, high):
            s = S[i]
            if s.over != 0 or rows.fault[i] != OK:
                clear_row(rows.reward, i)
                continue
            rows.acted[i] = s.seat
            clear_row(rows.reward, i)
            rows.done[i] = 0
            apply(t, o, s, rows.actions[i])
            s.decisions += 1
            rows.fault[i] = go_on(
                t,
                o,
                s,
                rows.mask[i],
                rows.lineup[i],
                company.functions,
                company.params,
                rows.rng[i],
                work[thread],
                manner.show_forced,
            )
            if s.over != 0:
                finish(t, o, s, rows, manner, i)
                if manner.restart:
                    begin(t, o, S, blank, rows, company, manner, i, work[thread])
                else:
                    rows.mask[i, :] = 1
            elif manner.shaping != 0.0:
                shape(t, o, s, rows, manner, i)
            show(t, o, s, rows, i)

    return step, _batch_signature


def _batch_signature(ty: dict[str, Any]) -> Any:
    work = types.Array(ty["s"], 2, "C")
    number = types.int64
    return (
        ty["T"],
        ty["O"],
        ty["S"],
        ty["S"],
        work,
        rows_type(ty),
        company_type(ty),
        MANNER_TYPE,
        number,
        number,
        number,
    )


def make_match(kernels: Kernels, bot_at: Any) -> Entry:
    """`match(T, O, S, blank, work, lineup, seed, company, points, …, low, high, thread)`: whole games between bots."""
    deal, score = kernels.deal, kernels.score
    go_on = make_go_on(kernels, bot_at)

    @kernel
    def match(
        T: Any, O: Any, S: Any, blank: Any, work: Any, lineup: Any, seed: Any, company: Company, points: Any, rank: Any,
        decisions: Any, turn_limit: Any, fault: Any, mask: Any, rng: Any, low: int, high: int, thread: int,
    ) -> None:  # fmt: skip
        t, o = T[0], O[0]
        for i in range(low, high):
            rng[thread, 0] = scramble(seed[i] ^ BOT_SALT)
            S[thread] = blank[0]
            s = S[thread]
            s.chance = seed[i]
            deal(t, o, s, seed[i])
            fault[i] = go_on(
                t, o, s, mask[thread], lineup[i], company.functions, company.params, rng[thread], work[thread], False
            )
            score(t, o, s, points[i], rank[i])
            decisions[i] = s.decisions
            turn_limit[i] = s.turn_limit

    def signature(ty: dict[str, Any]) -> Any:
        u1, i1, i4 = types.uint8, types.int8, types.int32
        number = types.int64
        return (
            *(ty["T"], ty["O"], ty["S"], ty["S"], types.Array(ty["s"], 2, "C"), i1[:, ::1], types.uint64[::1]),
            *(company_type(ty), i4[:, ::1], i1[:, ::1], i4[::1], u1[::1], u1[::1]),
            *(u1[:, ::1], types.uint64[:, ::1], number, number, number),
        )

    return match, signature
