"""Batches: every row is the game that its seed says, whatever the number of rows and threads."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._core.bots import RANDOM, Bot, BotError
from .._core.chance import seed_of
from .._core.faces.batch import Batch
from .._core.kernel import kernel
from .._core.position import IllegalActionError, Position
from .cases import Case, positions
from .digests import arrays_of
from .tools import NotApplicable, close, for_each, refused

STEPS = 60
ROWS_COMPARED = 3


@kernel
def choose_nothing(t: Any, o: Any, s: Any, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """A bot that breaks the rules."""
    return -1


def nth_legal(mask: NDArray[np.uint8], row: int, step: int) -> int:
    """A choice that depends on the row and the step alone, so that batches of any size make the same one."""
    legal = np.flatnonzero(mask)
    return int(legal[(row * 7 + step * 13) % legal.size])


def play(batch: Batch, step: int) -> None:
    """One step of every row."""
    batch.step(np.array([nth_legal(batch.mask[row], row, step) for row in range(batch.num_envs)]))


def snapshots(batch: Batch, steps: int = STEPS) -> list[bytes]:
    """What the first rows show, step by step."""
    shown = []
    for step in range(steps):
        play(batch, step)
        shown.append(b"".join(array[:ROWS_COMPARED].tobytes() for array in (*arrays_of(batch), batch.records)))
    return shown


def everything(batch: Batch) -> bytes:
    """All arrays and games."""
    return b"".join(array.tobytes() for array in (*arrays_of(batch), batch.records))


def check_sizes_and_threads_change_nothing(case: Case) -> None:
    """The first rows of a batch are the same, whatever the number of rows and threads."""
    lineups = [[-1] * case.players] + ([[0] + [-1] * (case.players - 1)] if case.players > 1 else [])
    made = [
        Batch(case.game, rows, seed=4, bots=[RANDOM], lineups=lineups, threads=threads)
        for rows, threads in ((ROWS_COMPARED, 1), (130, 1), (130, 2))
    ]
    few, many, threaded = [snapshots(batch) for batch in made]
    assert few == many == threaded
    assert everything(made[1]) == everything(made[2])


def check_each_row_is_the_game_of_its_seed(case: Case) -> None:
    """A row is rebuilt from its seed and decisions as a Position: masks, observations, results, rewards."""
    batch = Batch(case.game, ROWS_COMPARED, seed=11)
    states, episodes = [], [1] * ROWS_COMPARED
    for row in range(ROWS_COMPARED):
        states.append(fresh(case, row, 1))
    for step in range(STEPS):
        chosen = [nth_legal(batch.mask[row], row, step) for row in range(ROWS_COMPARED)]
        play(batch, step)
        for row, state in enumerate(states):
            assert int(batch.acted[row]) == state.seat
            state.apply(chosen[row])
            state.play_forced()
            assert bool(batch.done[row]) == state.done
            if state.done:
                assert_results(batch, row, state)
                episodes[row] += 1
                states[row] = state = fresh(case, row, episodes[row])
            else:
                assert not batch.rewards[row].any()
            assert_shows(batch, row, state)


def fresh(case: Case, row: int, episode: int) -> Position:
    """The game that a batch of seed 11 plays in a row."""
    state = case.game.new(seed_of(11, row, episode))
    state.play_forced()
    return state


def assert_shows(batch: Batch, row: int, state: Position) -> None:
    """The row shows this position."""
    assert batch.records[row].tobytes() == state.memory.tobytes()
    assert int(batch.seat[row]) == state.seat
    assert np.array_equal(batch.mask[row], state.mask())
    assert np.array_equal(batch.obs[row], state.observation())
    assert int(batch.seeds[row]) == state.seed
    assert batch.position(row) == state


def assert_results(batch: Batch, row: int, state: Position) -> None:
    """The row has just finished this game."""
    players = state.game.players
    assert batch.scores[row, :players].tolist() == state.scores()
    assert batch.ranks[row, :players].tolist() == state.ranks()
    assert close(batch.rewards[row, :players], state.returns()), (batch.rewards[row], state.returns())
    assert int(batch.num_decisions[row]) == state.num_decisions
    assert bool(batch.limit_reached[row]) == state.limit_reached
    assert np.array_equal(batch.final_obs[row], state.observation(int(batch.acted[row])))


def check_finished_games_stay_finished_without_restart(case: Case) -> None:
    """With `restart=False` a finished row takes any action, gives no reward and stays as it is."""
    batch = Batch(case.game, 4, restart=False)
    batch.reset(seeds=[3, 4, 5, 6])
    rng = np.array([2], dtype=np.uint64)
    for _ in range(case.game.spec.max_decisions):
        batch.step(batch.random_actions(rng))
        if batch.done.all():
            break
    assert batch.done.all()
    assert batch.mask.all()
    assert batch.seeds.tolist() == [3, 4, 5, 6]
    before = batch.records.tobytes()
    batch.step(np.full(4, -5))
    assert batch.records.tobytes() == before
    assert not batch.rewards.any()
    assert batch.done.all()


@for_each("action", {"unmasked": "unmasked", "negative": -1, "huge": 10**9})
def check_an_illegal_action_changes_no_row(case: Case, action: Any) -> None:
    """One illegal action refuses the whole step, names row, seat and action, and changes nothing."""
    batch = Batch(case.game, 5, seed=1)
    actions = np.array([nth_legal(batch.mask[row], row, 0) for row in range(5)])
    unmasked = np.flatnonzero(batch.mask[3] == 0)
    if action == "unmasked":
        if unmasked.size == 0:
            raise NotApplicable("everything is legal here")
        action = int(unmasked[0])
    actions[3] = action
    before = everything(batch)
    with refused(IllegalActionError, rf"row 3: {case.game_id}: seat \d cannot play action {action}"):
        batch.step(actions)
    assert everything(batch) == before


@for_each("actions", {"too few": [0, 0], "nested": [[0] * 3], "floats": [0.0, 1.0, 0.0], "none": None})
def check_what_are_no_actions_is_refused(case: Case, actions: Any) -> None:
    """Arrays of a wrong shape or type are refused, and nothing changes."""
    batch = Batch(case.game, 3)
    before = everything(batch)
    with refused(ValueError, r"integer array of shape \(3,\)"):
        batch.step(np.asarray(actions))
    assert everything(batch) == before


def check_a_bot_that_breaks_the_rules_is_named(case: Case) -> None:
    """Its game is stopped before memory is touched."""
    if case.players == 1:
        raise NotApplicable("no opponents in a solo game")
    cheat = Bot("cheat", choose_nothing)
    with refused(BotError, r"the bot 'cheat' chose an illegal action"):
        snapshots(Batch(case.game, ROWS_COMPARED, bots=[cheat], lineups=[[-1] + [0] * (case.players - 1)]))


@for_each(
    "lineups",
    {"short": [[0]], "long": [[-1] * 9], "below": [[-2, -1, -1, -1, -1, -1]], "no such bot": [[7] * 6]},
)
def check_lineups_that_do_not_fit_are_refused(case: Case, lineups: Any) -> None:
    """A line-up has one entry for each seat: the learner or a bot that is there."""
    fitted = [row[: case.players] if len(row) == 6 else row for row in lineups]
    if case.players == 1:
        fitted = [[-2]]
    with refused(ValueError, rf"{case.game_id}: .*line-up"):
        Batch(case.game, 2, bots=[RANDOM], lineups=fitted)


def check_the_arrays_are_those_of_the_spaces(case: Case) -> None:
    """Shapes and dtypes of a batch are those of the game's spaces."""
    game, batch = case.game, Batch(case.game, 3)
    seats = game.spec.max_seats
    assert (batch.obs.dtype, batch.obs.shape) == (np.float32, (3, game.obs_size))
    assert (batch.mask.dtype, batch.mask.shape) == (np.uint8, (3, game.num_actions))
    assert (batch.seat.dtype, batch.rewards.dtype, batch.done.dtype) == (np.int8, np.float32, np.uint8)
    assert (batch.scores.dtype, batch.ranks.dtype, batch.scores.shape) == (np.int32, np.int8, (3, seats))
    assert game.observation_space.shape == (game.obs_size,)
    assert game.observation_space.dtype == np.float32
    assert game.action_space.n == game.num_actions
    assert all(game.observation_space.contains(row) for row in batch.obs)
    assert positions(case)[0].mask().dtype == np.uint8
