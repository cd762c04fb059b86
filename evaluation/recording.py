"""Recording games: what every seat saw, could do and did, and what it received, as trajectories.

A trajectory is one seat's own decisions in one game, as in training (`training/rollouts.py`): the reward of a decision
is all that the seat received until its next one, the end of the game included. What a seat receives before its first
decision belongs to none. Decisions with one legal action are played by the loop and are no part of it.

One compiled loop plays the bots and writes; it stops where a seat is played from outside, which then says what it does.
The games are those that `matches.play` plays with the same agents, seeds and seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import types

from ..envs._core.chance import scramble
from ..envs._core.kernel import kernel
from ..envs._core.loops.batching import make_margins
from ..envs._core.loops.bot_calls import as_array
from ..envs._core.loops.rows import POOL_TYPE, OpponentPool
from ..envs._core.loops.stepping import BOT_SALT, FAULT, OK, Entry, clear, clear_row, only_action
from ..envs._core.rewards import end_shaping, final_rewards, shape

if TYPE_CHECKING:
    from ..envs._core.game import Kernels

NEW, ASKED, PLAYING = 0, 1, 2
"""`episode` of a row: not dealt yet; an agent outside is to say what it does; neither."""

FULL = -2
"""The loop ran out of tape; any other result is `ENDED`."""

ENDED = -1
"""Every game is over, or waits for an agent outside."""


class Tape(NamedTuple):
    """What the loop writes.

    Attributes:
        observations: Observation [capacity]; `flat` is its memory, float32 [capacity, obs_size].
        flat: see `observations`.
        masks: uint8 [capacity, actions].
        game, seat, action: int32 [capacity], the row of the game, the seat that decided, what it did.
        rewards: float32 [capacity], what it received until its next decision.
        last: int32 [games, max seats], the last decision of each seat, −1: none yet.
        gains: float32 [games, max seats], what the seat has received since.
        size: int64 [1], how many decisions there are.
    """

    observations: Any
    flat: Any
    masks: Any
    game: Any
    seat: Any
    action: Any
    rewards: Any
    last: Any
    gains: Any
    size: Any


class Ends(NamedTuple):
    """What every seat sees at the end: Observation [games × max seats], and its memory as float32."""

    observations: Any
    flat: Any


def _tape_type(ty: dict[str, Any]) -> Any:
    numbers, shares = types.int32[::1], types.float32[::1]
    tables = (types.int32[:, ::1], types.float32[:, ::1], types.int64[::1])
    fields = (ty["OBS"], types.float32[:, ::1], types.uint8[:, ::1], numbers, numbers, numbers, shares, *tables)
    return types.NamedTuple(fields, Tape)


def make_note(kernels: Kernels) -> Any:
    """Write a decision to the tape that is yet to be made, linked to the one before of its seat."""
    observe = kernels.observe

    @kernel
    def note(t: Any, o: Any, s: Any, row: Any, tape: Tape, i: int) -> None:
        index, seat = tape.size[0], s.seat
        tape.size[0] = index + 1
        clear_row(tape.flat, index)
        observe(t, o, s, seat, tape.observations[index])
        for action in range(tape.masks.shape[1]):
            tape.masks[index, action] = row.mask[action]
        tape.game[index], tape.seat[index] = i, seat
        before = tape.last[i, seat]
        if before >= 0:
            tape.rewards[before] = tape.gains[i, seat]
        tape.gains[i, seat] = 0.0
        tape.last[i, seat] = index

    return note


def make_close(kernels: Kernels) -> Any:
    """Write the results of a finished game, close its trajectories, and show every seat the end."""
    score, observe = kernels.score, kernels.observe

    @kernel
    def close(
        t: Any, o: Any, s: Any, row: Any, tape: Tape, ends: Ends, i: int, kind: int, shaping: float
    ) -> None:  # fmt: skip
        clear(row.scores)
        clear(row.ranks)
        clear(row.rewards)
        score(t, o, s, as_array(row.scores), as_array(row.ranks))
        final_rewards(kind, o.players, row.scores, row.ranks, row.rewards)
        if shaping != 0.0:
            end_shaping(o.players, shaping, row.potential, row.rewards)
        row.done = 1
        row.num_decisions = s.num_decisions
        row.limit_reached = s.limit_reached
        for seat in range(o.players):
            last = tape.last[i, seat]
            if last >= 0:
                tape.rewards[last] = tape.gains[i, seat] + row.rewards[seat]
            place = i * tape.last.shape[1] + seat
            clear_row(ends.flat, place)
            observe(t, o, s, seat, ends.observations[place])

    return close


def make_open(kernels: Kernels) -> Any:
    """Deal the game of a row, whose seed and line-up are given."""
    deal, margins = kernels.deal, make_margins(kernels)

    @kernel
    def begin(t: Any, o: Any, s: Any, row: Any, shaping: float) -> None:
        row.rng[0] = scramble(row.seed ^ BOT_SALT)
        row.episode = PLAYING
        s.chance = row.seed
        deal(t, o, s, row.seed)
        if shaping != 0.0:
            margins(t, o, s, row, 0.0)

    return begin


def make_receive(kernels: Kernels) -> Any:
    """Give every seat what shaping brings it after a decision that did not end the game."""
    score = kernels.score

    @kernel
    def receive(t: Any, o: Any, s: Any, row: Any, tape: Tape, i: int, shaping: float) -> None:
        clear(row.scores_now)
        clear(row.ranks_now)
        clear(row.rewards)
        score(t, o, s, as_array(row.scores_now), as_array(row.ranks_now))
        shape(o.players, row.scores_now, shaping, row.potential, row.rewards)
        for seat in range(o.players):
            tape.gains[i, seat] += row.rewards[seat]

    return receive


def make_record(kernels: Kernels, bot_at: Any) -> Entry:
    """`record(T, O, S, rows, work, pool, tape, ends, choices, kind, shaping, low, high) -> int`.

    Plays the games of rows `low` to `high`, each to its end or to a decision from outside, which is asked for by
    `row.episode == ASKED` and answered by `choices[i]`. Returns `ENDED`, or `FULL`: it goes on with a longer tape.
    """
    legal, apply = kernels.legal, kernels.apply
    begin, note, receive, close = make_open(kernels), make_note(kernels), make_receive(kernels), make_close(kernels)

    @kernel
    def record(
        T: Any, O: Any, S: Any, rows: Any, work: Any, pool: OpponentPool, tape: Tape, ends: Ends, choices: Any,
        kind: int, shaping: float, low: int, high: int,
    ) -> int:  # fmt: skip
        t, o = T[0], O[0]
        for i in range(low, high):
            row, s = rows[i], S[i]
            if row.done != 0 or row.fault != OK:
                continue
            if row.episode == NEW:
                begin(t, o, s, row, shaping)
            mask = row.mask
            while s.done == 0:
                clear(mask)
                legal(t, o, s, as_array(mask))
                action = only_action(mask)
                if action < 0:
                    bot = row.lineup[s.seat]
                    if row.episode == ASKED:
                        action = choices[i]
                        row.episode = PLAYING
                    else:
                        if tape.size[0] == tape.masks.shape[0]:
                            return FULL
                        note(t, o, s, row, tape, i)
                        if bot < 0:
                            row.episode = ASKED
                            break
                        choose = bot_at(pool.functions, bot)
                        action = choose(t, o, s, as_array(mask), pool.params[bot], as_array(row.rng), work)
                    if action < 0 or action >= mask.shape[0] or mask[action] == 0:
                        row.seat = s.seat
                        row.fault = FAULT
                        break
                    tape.action[tape.last[i, s.seat]] = action
                apply(t, o, s, action)
                s.num_decisions += 1
                if shaping != 0.0 and s.done == 0:
                    receive(t, o, s, row, tape, i, shaping)
            if s.done != 0:
                close(t, o, s, row, tape, ends, i, kind, shaping)
        return ENDED

    number = types.int64
    return record, lambda ty: (
        *(ty["T"], ty["O"], ty["S"], ty["ROW"], ty["S"], POOL_TYPE, _tape_type(ty)),
        types.NamedTuple((ty["OBS"], types.float32[:, ::1]), Ends),
        *(types.int64[::1], number, types.float64, number, number),
    )


def new_tape(game: Any, games: int, capacity: int) -> Tape:
    """An empty tape for some games."""
    seats = game.spec.max_seats
    observations = game.spec.observation.zeros(capacity)
    return Tape(
        observations,
        observations.view(np.float32).reshape(capacity, -1),
        np.zeros((capacity, game.num_actions), dtype=np.uint8),
        np.zeros(capacity, dtype=np.int32),
        np.zeros(capacity, dtype=np.int32),
        np.zeros(capacity, dtype=np.int32),
        np.zeros(capacity, dtype=np.float32),
        np.full((games, seats), -1, dtype=np.int32),
        np.zeros((games, seats), dtype=np.float32),
        np.zeros(1, dtype=np.int64),
    )


def longer(game: Any, tape: Tape) -> Tape:
    """The same tape with twice the room."""
    capacity, count = len(tape.masks), int(tape.size[0])
    fresh = new_tape(game, len(tape.last), 2 * capacity)
    for name in ("flat", "masks", "game", "seat", "action", "rewards"):
        getattr(fresh, name)[:count] = getattr(tape, name)[:count]
    return fresh._replace(last=tape.last, gains=tape.gains, size=tape.size)
