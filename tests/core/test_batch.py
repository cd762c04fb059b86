"""`Batch`: many games in arrays, the same games as one by one, for any number of threads."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import toys

from mailwing import envs
from mailwing.envs import Batch, Bot, IllegalActionError
from mailwing.envs._core.bots import BotError, pick_legal
from mailwing.envs._core.chance import seed_of
from mailwing.envs._core.gate import checksum
from mailwing.envs._core.kernel import INTERPRETED, kernel
from mailwing.envs.authoring import play_out
from mailwing.envs.testing.batches import everything

BEST = toys.BEST["several_moves"]


@kernel
def choose_nonsense(t: Any, o: Any, s: Any, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """An action that does not exist."""
    return 1000


def steps(batch: Batch, count: int, seed: int = 1) -> list[bytes]:
    """Random play; what the arrays held after every step."""
    rng = np.array([seed], dtype=np.uint64)
    seen = []
    for _ in range(count):
        batch.step(batch.random_actions(rng))
        ended = batch.done[:, None]
        results = (batch.scores * ended, batch.ranks * ended)
        arrays = (batch.obs, batch.mask, batch.seat, batch.acted, batch.rewards, batch.done, *results)
        seen.append(b"".join(np.ascontiguousarray(array).tobytes() for array in arrays))
    return seen


@pytest.mark.parametrize("game", ["several_moves", "drop_out", "hidden_coin", "solo_flight"])
def test_each_row_is_a_game_of_its_own(game: str) -> None:
    """Row k plays the deals `seed_of(seed, k, 1)`, `seed_of(seed, k, 2)`, … as `Position` would."""
    batch = envs.batch(game, 5, seed=3)
    episode = [1] * 5
    states = [batch.game.new(seed_of(3, k, 1)) for k in range(5)]
    rng = np.array([9], dtype=np.uint64)
    ended = 0
    for state in states:
        state.play_forced()
    for _ in range(120):
        for k, state in enumerate(states):
            assert batch.seat[k] == state.seat
            assert np.array_equal(batch.mask[k], state.mask())
            assert np.array_equal(batch.obs[k], state.observation())
        actions = batch.random_actions(rng).copy()
        batch.step(actions)
        for k, state in enumerate(states):
            mover = state.seat
            state.apply(actions[k])
            state.play_forced()
            assert batch.acted[k] == mover
            assert batch.done[k] == state.done
            if state.done:
                n = batch.game.players
                assert batch.scores[k, :n].tolist() == state.scores()
                assert batch.ranks[k, :n].tolist() == state.ranks()
                assert batch.rewards[k, :n] == pytest.approx(state.returns())
                assert batch.num_decisions[k] == state.num_decisions
                assert batch.limit_reached[k] == state.limit_reached
                assert np.array_equal(batch.final_obs[k], state.observation(mover))
                episode[k] += 1
                ended += 1
                states[k] = batch.game.new(seed_of(3, k, episode[k]))
                states[k].play_forced()
            else:
                assert not batch.rewards[k].any()
            assert batch.seeds[k] == seed_of(3, k, episode[k])
    assert ended >= 10


def test_neither_threads_nor_neighbours_change_a_game() -> None:
    lineups = [[-1, 0, 1], [0, -1, -1]]
    game = envs.load("several_moves", players=3)
    settings: Any = {"seed": 4, "bots": [BEST, toys.BEST["several_moves"]], "lineups": lineups}
    one = Batch(game, 300, threads=1, **settings)
    two = Batch(game, 300, threads=3, **settings)
    assert two.threads == 3
    assert steps(one, 30) == steps(two, 30)
    few = Batch(game, 10, **settings)
    many = Batch(game, 300, **settings)
    for _ in range(30):
        few.step(few.mask.argmax(axis=1))
        many.step(many.mask.argmax(axis=1))
        assert np.array_equal(few.obs, many.obs[:10])
        assert np.array_equal(few.lineup, many.lineup[:10])


def test_a_reset_plays_the_same_again() -> None:
    batch = envs.batch("several_moves", 20, seed=1)
    first = steps(batch, 20)
    batch.reset(1)
    assert steps(batch, 20) == first
    batch.reset(2)
    assert steps(batch, 20) != first


def test_bots_play_their_seats_and_the_learner_its_own() -> None:
    batch = Batch(envs.load("several_moves", players=3), 50, bots=[BEST], lineups=[[-1, 0, 0]], seed=1)
    for _ in range(30):
        assert (batch.seat == 0).all()
        batch.step(batch.mask.argmax(axis=1))
        assert (batch.acted == 0).all()
        assert (batch.scores[batch.done == 1][:, 1:3] == 3).all()


def test_line_ups_are_drawn_by_weight() -> None:
    batch = Batch(envs.load("several_moves"), 4000, bots=[BEST], lineups=[[-1, 0], [0, -1]], weights=[3, 1])
    assert np.mean(batch.lineup[:, 0] == -1) == pytest.approx(0.75, abs=0.03)


def test_without_restarts_finished_games_stay_finished() -> None:
    batch = envs.batch("several_moves", 3, restart=False)
    batch.reset(seeds=[11, 12, 2**64 - 1])
    assert batch.seeds.tolist() == [11, 12, 2**64 - 1]
    while not batch.done.all():
        batch.step(batch.mask.argmax(axis=1))
    assert batch.mask.all()
    ends = [batch.position(row) for row in range(3)]
    batch.step([77, 77, 77])
    assert batch.done.all()
    assert not batch.rewards.any()
    assert [batch.position(row) for row in range(3)] == ends


def test_rows_can_be_restarted_one_by_one() -> None:
    """A batch without restarts that restarts its finished rows by hand plays the games of one with restarts."""
    by_hand, by_itself = (envs.batch("drop_out", 8, seed=5, restart=restart) for restart in (False, True))
    for _ in range(60):
        assert np.array_equal(by_hand.obs, by_itself.obs)
        assert np.array_equal(by_hand.seeds, by_itself.seeds)
        actions = by_itself.mask.argmax(axis=1)
        for batch in (by_hand, by_itself):
            batch.step(actions)
        assert np.array_equal(by_hand.rewards, by_itself.rewards)
        assert np.array_equal(by_hand.final_obs[by_hand.done == 1], by_itself.final_obs[by_itself.done == 1])
        by_hand.restart_rows(np.flatnonzero(by_hand.done))


def test_the_memory_of_a_batch_can_be_saved_and_restored() -> None:
    """A batch with the same seed that gets the memory of the first one later continues its games."""
    first, second = (envs.batch("drop_out", 8, seed=5) for _ in range(2))
    for _ in range(3):
        first.step(first.mask.argmax(axis=1))
    second.restore(first.memory())
    for _ in range(30):
        assert np.array_equal(first.obs, second.obs)
        assert np.array_equal(first.mask, second.mask)
        assert np.array_equal(first.scores, second.scores)
        actions = first.mask.argmax(axis=1)
        first.step(actions)
        second.step(actions)


def test_line_ups_by_row() -> None:
    batch = Batch(envs.load("several_moves"), 2, bots=[BEST], restart=False)
    batch.reset(seeds=[1, 1], lineups=[[-1, 0], [0, -1]])
    assert batch.seat.tolist() == [0, 1]
    with pytest.raises(ValueError, match="seeds and line-ups by row need a batch with restart=False"):
        envs.batch("several_moves", 2).reset(seeds=[1, 2])


@pytest.mark.parametrize("reward", ["placement", "win", "score"])
def test_rewards_are_those_of_the_state(reward: Any) -> None:
    batch = envs.batch("several_moves", 40, reward=reward, restart=False, seed=2)
    while not batch.done.all():
        batch.step(batch.mask.argmax(axis=1))
        for row in np.flatnonzero(batch.done * (batch.rewards.any(axis=1))).tolist():
            assert batch.rewards[row, :2] == pytest.approx(batch.position(row).returns(reward))


def test_shaping_adds_up_to_the_final_reward() -> None:
    plain, shaped = (envs.batch("several_moves", 30, players=4, shaping=shaping, seed=6) for shaping in (0.0, 0.5))
    total = np.zeros_like(shaped.rewards)
    for _ in range(12):
        actions = plain.mask.argmax(axis=1)
        plain.step(actions)
        shaped.step(actions)
        total += shaped.rewards
    assert plain.done.all()
    assert total == pytest.approx(plain.rewards, abs=1e-5)  # at the deal nobody has points


def test_an_illegal_action_names_its_row_and_changes_no_game() -> None:
    batch = envs.batch("several_moves", 3, seed=1)
    before = [batch.position(row).to_bytes() for row in range(3)]
    for wrong in (2, -1, 3):
        with pytest.raises(IllegalActionError, match=rf"row 1: several_moves: seat 0 cannot play action {wrong}"):
            batch.step([0, wrong, 0])
    assert [batch.position(row).to_bytes() for row in range(3)] == before


@pytest.mark.parametrize("wrong", [[0, 0], [[0, 0, 0]], 0, [0.0, 0.0, 0.0], ["0", "0", "0"], [True, True, False]])
def test_actions_of_a_wrong_shape_or_kind_are_refused(wrong: Any) -> None:
    batch = envs.batch("several_moves", 3)
    with pytest.raises(ValueError, match=r"several_moves: expected an integer array of shape \(3,\)"):
        batch.step(wrong)


def test_a_bot_that_breaks_the_rules_is_named() -> None:
    nonsense = Bot("nonsense", choose_nonsense)
    batch = Batch(envs.load("several_moves"), 2, bots=[nonsense], lineups=[[-1, 0]])
    for _ in range(2):
        batch.step([0, 0])
    with pytest.raises(BotError, match="several_moves: row 0, seat 1: the bot 'nonsense' chose an illegal action"):
        batch.step([0, 0])


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"num_envs": 0}, "num_envs=0 is not a whole number from 1 on"),
        ({"threads": 0}, "threads=0 is not a whole number from 1 on"),
        ({"reward": "gold"}, "unknown reward 'gold'"),
        ({"lineups": [[-1, 0]]}, "a line-up holds −1 .learner. or the index of one of 0 bots"),
        ({"lineups": [[-1]]}, r"line-ups have shape \[any, 2\]"),
        ({"bots": [BEST], "lineups": [[0, 0]]}, "every line-up of a batch needs a seat that is played from outside"),
        ({"bots": [BEST], "lineups": [[-1, 0]], "weights": [0]}, "weights are 1 numbers"),
        ({"bots": [BEST], "lineups": [[-1, 0]], "weights": [1, 2]}, "weights are 1 numbers"),
    ],
)
def test_bad_settings_are_refused_in_words(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Batch(envs.load("several_moves"), **{"num_envs": 2, **settings})


@pytest.mark.parametrize("row", [2, -1, 10**6, 0.5])
def test_rows_that_are_not_there_are_refused_before_anything_changes(row: Any) -> None:
    """A batch of two games has the rows 0 and 1; memory beside it stays untouched."""
    batch = envs.batch("several_moves", 2, seed=1)
    before = batch.records.tobytes()
    with pytest.raises(ValueError, match="the rows are 0 to 1"):
        batch.restart_rows([0, row])
    with pytest.raises(ValueError, match="the rows are 0 to 1"):
        batch.position(row)
    assert batch.records.tobytes() == before


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", True])
def test_seeds_that_are_none_are_refused_everywhere(seed: Any) -> None:
    game = envs.load("several_moves")
    batch, position = envs.batch(game, 2, seed=1), game.new(seed=1)
    for call in (
        lambda: game.new(seed),
        lambda: envs.batch(game, 2, seed=seed),
        lambda: batch.reset(seed),
        lambda: position.redeal(0, seed),
        lambda: envs.View(position).sample(seed),
        lambda: envs.seed_of(seed, 0, 1),
        lambda: envs.aec(game).reset(seed=seed),
        lambda: envs.parallel(game).reset(seed=seed),
        lambda: envs.solo(game).reset(seed=seed),
    ):
        with pytest.raises(ValueError, match=r"a seed is a whole number from 0 to 2\*\*64 - 1"):
            call()


def test_a_misspelt_setting_is_told_from_an_option() -> None:
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'thread' \(did you mean 'threads'\?\)"):
        envs.batch("several_moves", 2, thread=2)


def test_seeds_and_lineups_that_do_not_fit_are_refused_before_anything_changes() -> None:
    """A batch of four is not reset by three seeds or three line-ups."""
    batch = envs.batch("ab_die_post", 4, restart=False)
    before = batch.records.tobytes(), batch.seeds.tolist()
    with pytest.raises(ValueError, match="one for each game"):
        batch.reset(seeds=[1, 2, 3])
    with pytest.raises(ValueError, match="one for each game"):
        batch.reset(seeds=[1, 2, 3, 4], lineups=[[-1, -1, -1, -1]] * 3)
    assert (batch.records.tobytes(), batch.seeds.tolist()) == before


def test_random_steps_are_legal_and_the_same_for_any_number_of_threads() -> None:
    """Rows pick from generators of their own; every decision of the records is legal when it is replayed."""
    one, two = (envs.batch("ab_die_post", 256, seed=5, threads=threads) for threads in (1, 2))
    for _ in range(300):
        one.step_random()
        two.step_random()
    assert one.records.tobytes() == two.records.tobytes()
    assert one.done.sum() == two.done.sum()
    assert len({row.tobytes() for row in one.obs}) == 256
    for row in range(8):
        state = one.position(row)
        assert not state.done
        assert state.legal() == np.flatnonzero(one.mask[row]).tolist()


READ_ONLY = (
    *("records", "mask", "seat", "acted", "rewards", "done", "scores", "ranks", "returns", "num_decisions"),
    *("limit_reached", "lineup", "seeds"),
)


@pytest.mark.parametrize("name", READ_ONLY)
def test_what_the_loops_rely_on_cannot_be_written(name: str) -> None:
    """A mask of ones would let actions through that lead the rules out of their arrays."""
    batch = envs.batch("several_moves", 3)
    with pytest.raises(ValueError, match="read-only"):
        getattr(batch, name)[...] = 1


def test_observations_can_be_written_since_no_step_reads_them() -> None:
    written, left = (envs.batch("several_moves", 3, seed=1) for _ in range(2))
    written.obs[:] = np.nan
    written.final_obs[:] = np.nan
    for batch in (written, left):
        batch.step([0, 0, 0])
    assert np.array_equal(written.obs, left.obs)


def test_actions_that_change_during_a_step_are_those_of_its_beginning() -> None:
    """What is checked is a copy: `random_actions` gives an array that the caller may write to."""
    batch = envs.batch("several_moves", 3, seed=1)
    actions = batch.random_actions(np.array([1], dtype=np.uint64))
    actions[:] = 1000
    with pytest.raises(IllegalActionError, match="cannot play action 1000"):
        batch.step(actions)
    assert not np.shares_memory(actions, batch._actions)


@pytest.mark.parametrize("rng", [1, np.array([1]), np.zeros(2, dtype=np.uint64), np.zeros((1, 1), dtype=np.uint64)])
def test_what_is_no_generator_is_refused(rng: Any) -> None:
    with pytest.raises(ValueError, match="the generator is a writable uint64 array with one entry"):
        envs.batch("several_moves", 3).random_actions(rng)


def test_actions_of_any_integer_kind_and_layout_are_taken() -> None:
    """Big-endian, strided, unsigned: the same step."""
    one, other = (envs.batch("several_moves", 3, seed=1) for _ in range(2))
    strided = np.array([[1, 9], [0, 9], [1, 9]], dtype=">u2")[:, 0]
    one.step(strided)
    other.step([1, 0, 1])
    assert one.records.tobytes() == other.records.tobytes()
    with pytest.raises(IllegalActionError, match="cannot play action 18446744073709551615"):
        one.step(np.array([0, 0, 2**64 - 1], dtype=np.uint64))


@pytest.mark.parametrize(
    "lineups", [[[-1.0, 0.0]], [[-1, float("nan")]], [[True, False]], [["a", "b"]], [[-1], [0, 1]]]
)
def test_line_ups_that_are_no_whole_numbers_are_refused(lineups: Any) -> None:
    with pytest.raises(ValueError, match="several_moves: line-ups: expected whole numbers"):
        Batch(envs.load("several_moves"), 2, bots=[BEST], lineups=lineups)


def test_more_bots_than_line_ups_can_tell_apart_are_refused_everywhere() -> None:
    """Line-ups are int8: bot 200 would become a learner."""
    game = envs.load("several_moves")
    bots = [Bot(str(k), BEST.choose) for k in range(200)]
    assert Batch(game, 2, bots=bots[:127], lineups=[[-1, 126]]).lineup[0, 1] == 126
    with pytest.raises(ValueError, match="200 bots; line-ups can tell 127 apart"):
        Batch(game, 2, bots=bots, lineups=[[-1, 199]])
    with pytest.raises(ValueError, match="200 bots; line-ups can tell 127 apart"):
        play_out(game, bots, [[0, 199]], [1])
    with pytest.raises(ValueError, match="a mix of 200 opponents; 127 is the most"):
        envs.lineups_for(game, dict.fromkeys(bots, 1.0))


@pytest.mark.parametrize("weights", [[float("nan")], [float("inf")], [-1.0]])
def test_weights_that_are_no_numbers_are_refused(weights: Any) -> None:
    with pytest.raises(ValueError, match="weights are 1 numbers ≥ 0, finite"):
        Batch(envs.load("several_moves"), 2, bots=[BEST], lineups=[[-1, 0]], weights=weights)


@pytest.mark.parametrize("seeds", [[1, 2.5], [1, -1], [1, 2**64], [True, 2], np.array([1, -1]), np.array([0.5, 1])])
def test_seeds_of_rows_that_are_none_are_refused(seeds: Any) -> None:
    batch = envs.batch("several_moves", 2, seed=1, restart=False)
    before = batch.records.tobytes()
    for call in (lambda: batch.reset(seeds=seeds), lambda: play_out(batch.game, [BEST], [[0, 0]] * 2, seeds)):
        with pytest.raises(ValueError, match="a seed is a whole number from 0"):
            call()
    assert batch.records.tobytes() == before


@pytest.mark.parametrize("threads", [0, -1, 1.5, True])
def test_threads_of_matches_are_a_number_from_one_on(threads: Any) -> None:
    with pytest.raises(ValueError, match="is not a whole number from 1 on"):
        play_out(envs.load("several_moves"), [BEST], [[0, 0]], [1], threads=threads)


def test_a_batch_in_use_refuses_a_second_thread() -> None:
    """Whatever it wants: a step, a reset, a position."""
    batch = envs.batch("several_moves", 2, seed=1)
    calls = (
        lambda: batch.step([0, 0]),
        batch.step_random,
        lambda: batch.reset(1),
        lambda: batch.restart_rows([0]),
        lambda: batch.position(0),
        lambda: batch.random_actions(np.zeros(1, dtype=np.uint64)),
        batch.memory,
        lambda: batch.restore({}),
    )
    with batch._alone:
        for call in calls:
            with pytest.raises(RuntimeError, match="this batch is being used by another thread"):
                call()
    batch.step([0, 0])


def test_threads_that_share_a_batch_get_errors_and_no_crash(run_python: Callable[..., str]) -> None:
    """Each of three threads steps as often as it can; games and results stay those of one batch."""
    program = """
import threading
from mailwing import envs
batch = envs.batch("ab_die_post", 256, seed=1)
errors = []
def work():
    for _ in range(2000):
        try:
            batch.step_random()
        except RuntimeError as error:
            errors.append(error)
threads = [threading.Thread(target=work) for _ in range(3)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
assert all(not batch.game.faults(batch.position(row).record) for row in range(256))
print(all("another thread" in str(error) for error in errors))
"""
    assert run_python(program).split() == ["True"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_forked_process_plays_on_with_threads_of_its_own(run_python: Callable[..., str]) -> None:
    """The threads of its parent are not there; the games are the same. In the middle of a step it is told so."""
    program = """
import os, signal, warnings
warnings.simplefilter("ignore", DeprecationWarning)
from mailwing import envs
batch, vector = (envs.batch("ab_die_post", 256, threads=2, seed=1),
                 envs.vector("ab_die_post", num_envs=256, threads=2, opponents="random"))
batch.step_random()
child = os.fork()
if child == 0:
    signal.alarm(60)
    batch.step_random()
    batch.reset(1)
    vector.reset(seed=1)
    batch.step_random()
    with batch._alone:
        grandchild = os.fork()
        if grandchild == 0:
            try:
                batch.step_random()
            except RuntimeError as error:
                os._exit(7 if "when this process was forked" in str(error) else 1)
            os._exit(1)
    ended = os.waitpid(grandchild, 0)[1]
    batch.reset(2)
    other = envs.batch("ab_die_post", 256, threads=1, seed=2)
    os._exit(0 if os.waitstatus_to_exitcode(ended) == 7 and batch.obs.tobytes() == other.obs.tobytes() else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    assert run_python(program).split() == ["0"]


def altered(memory: dict[str, Any], name: str, change: Callable[[Any], None]) -> dict[str, Any]:
    """Saved memory in which one array is changed, under a right checksum."""
    made = {key: array.copy() for key, array in memory.items()}
    change(made[name])
    made["checksum"] = np.frombuffer(checksum(made["states"], made["rows"]), dtype=np.uint8)
    return made


def test_memory_that_is_not_of_the_batch_is_refused_and_nothing_changes() -> None:
    """Each kind of damage by name."""
    game = envs.load("several_moves", players=3)
    batch = Batch(game, 4, seed=1, bots=[BEST], lineups=[[-1, 0, -1]])
    memory = batch.memory()
    before = everything(batch)

    def row(field: str, value: Any) -> dict[str, Any]:
        return altered(memory, "rows", lambda rows: rows.reshape(-1).view(game.spec.row.dtype)[field].fill(value))

    def state(field: str, value: Any) -> dict[str, Any]:
        return altered(
            memory, "states", lambda states: states.reshape(-1).view(game.spec.state.dtype)[field].fill(value)
        )

    others = {
        "'states' is missing": {name: memory[name] for name in ("header", "checksum", "rows")},
        "'rows' is not uint8 but float64": {**memory, "rows": memory["rows"].astype(float)},
        "'states' has shape": {**memory, "states": memory["states"][:2]},
        "the header of the saved batch is damaged": {**memory, "header": memory["header"][1:]},
        "the checksum of the saved batch is wrong": {**memory, "checksum": memory["checksum"] ^ 1},
        "was played with the options": Batch(
            envs.load("several_moves", players=3, length="long"), 4, bots=[BEST]
        ).memory(),
        r"has bots = \[\]; expected: \['best'\]": Batch(game, 4).memory(),
        "has games = 3; expected: 4": Batch(game, 3, bots=[BEST]).memory(),
        "game 0 of the saved batch is not a position of this game: letters": state("waiting", 3),
        "row 0: the seat to decide is not that of the state": row("seat", 1),
        "row 0: a seat has no such bot": row("lineup", 1),
        "row 0: no such seat has acted": row("acted", 3),
        "row 0: a reward is not a number": row("potential", np.nan),
        "row 0: a bot has broken the rules": row("fault", 1),
    }
    for words, broken in others.items():
        with pytest.raises(ValueError, match=f"several_moves: .*{words}"):
            batch.restore(broken)
    assert everything(batch) == before
    batch.restore(memory)
    assert everything(batch) == before


def test_a_restored_batch_deals_the_same_next_games_though_it_had_another_seed() -> None:
    first, second = (envs.batch("drop_out", 8, seed=seed) for seed in (5, 6))
    first.step(first.mask.argmax(axis=1))
    second.restore(first.memory())
    assert steps(first, 40) == steps(second, 40)


@kernel
def raises_late(t: Any, o: Any, s: Any, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """Plays at random, and raises an error after thirty decisions."""
    if s.num_decisions > 30:
        raise ValueError("the bot gives up")
    return pick_legal(mask, rng)


@pytest.mark.skipif(INTERPRETED, reason="compiled threads")
def test_a_bot_that_raises_an_error_stops_no_thread() -> None:
    """Kernels should not raise. Where one does, all threads finish the step, and the batch can be begun anew."""
    batch = envs.batch("ab_die_post", num_envs=256, seed=1, opponents=Bot("tired", raises_late), threads=2)

    def step_often() -> None:
        for _ in range(60):
            batch.step_random()

    for seed in range(3):
        with pytest.raises(BotError, match="a bot raised an error in the middle of a step"):
            step_often()
        batch.reset(seed)


def test_stopping_games_leaves_results_and_refuses_penalties_that_are_none() -> None:
    batch = envs.batch("two_ply", num_envs=4, seed=1, restart=False)
    while not batch.done[0]:
        batch.step_random()
    returns = batch.returns.copy()
    batch.stop_rows([0], -1.0)
    assert batch.returns.tolist() == returns.tolist()
    for penalty in ("x", None, float("nan"), float("inf"), 1e300, True):
        with pytest.raises(ValueError, match="penalty="):
            batch.stop_rows([1], penalty)  # type: ignore[arg-type]


@pytest.mark.parametrize("shaping", [float("nan"), float("inf"), 1e308, -1e308])
def test_shaping_that_overflows_is_refused(shaping: float) -> None:
    with pytest.raises(ValueError, match="shaping="):
        envs.batch("two_ply", num_envs=4, shaping=shaping)


def test_what_is_no_bot_is_refused_in_words() -> None:
    with pytest.raises(TypeError, match="bots are Bot objects, not 'adept'"):
        Batch(envs.load("two_ply"), 4, bots=["adept"], lineups=[[-1, 0]])  # type: ignore[list-item]
    with pytest.raises(TypeError, match=r"the numbers of the bot 'x' are a float64 array \[any\], not \[3.0\]"):
        Bot("x", raises_late, [3.0])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="is no kernel; decorate it with @kernel"):
        Bot("x", "adept")  # type: ignore[arg-type]
