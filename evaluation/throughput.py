"""The speed of a game on this machine, and an upper bound given by the sizes of its arrays: `mailwing bench`.

Each figure is that of the fastest of several short windows, since other programs can only make a window slower.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from mailwing import __version__

from ..agents.rollouts import ANY_LENGTH, Rollouts, Task
from ..envs._core.bots import RANDOM, pick_legal
from ..envs._core.faces.batch import Batch
from ..envs._core.game import Game
from ..envs._core.kernel import INTERPRETED, kernel
from ..envs._core.loops.stepping import clear_row
from ..envs._core.loops.thread_pool import MOST_THREADS
from ..envs._core.rewards import Reward

WINDOWS = 20
SETTLING_STEPS = 200
"""Random decisions before anything is measured, so that games of all ages are in the batch."""

SNAPSHOTS, STEPS_BETWEEN = 4, 40
"""Positions for the parts of a step: this many batches of them, this many decisions apart."""


@dataclass(frozen=True)
class Throughput:
    """The speed of a game, uniformly random legal play; times in nanoseconds for one decision.

    Attributes:
        game, players, num_envs: what was played, in a batch of `num_envs` games.
        threads: threads that `decisions_per_s` was measured with.
        decisions_per_s: decisions with selection, rules, mask and observation; forced ones, which are played on the
            way, do not count.
        bound_decisions_per_s: the same for a loop without a game, one thread: it clears a mask and an observation of
            the game's sizes, writes as many entries as the game does on average, and picks a legal action.
        times_bound: bound ÷ speed on one thread.
        two_thread_speedup: speed on two threads ÷ speed on one.
        simulated_decisions_per_s: decisions in rollouts of random play from the deal, as a search plays them; forced
            ones count, one thread.
        rules_ns, mask_ns, observation_ns: `apply`, `legal`, `observe`, the latter two with clearing.
        copy_ns: copying the state record; position_copy_us: `Position.copy()` in Python, microseconds.
        actions, obs_size, state_bytes: sizes.
        mask_entries, obs_entries: non-zero entries written on average.
        mailwing, python, numpy, numba, processor: versions and machine; interpreted: compiled kernels were off.
    """

    game: str
    players: int
    num_envs: int
    threads: int
    decisions_per_s: float
    bound_decisions_per_s: float
    times_bound: float
    two_thread_speedup: float
    simulated_decisions_per_s: float
    rules_ns: float
    mask_ns: float
    observation_ns: float
    copy_ns: float
    position_copy_us: float
    actions: int
    obs_size: int
    state_bytes: int
    mask_entries: float
    obs_entries: float
    mailwing: str = __version__
    python: str = platform.python_version()
    numpy: str = np.__version__
    numba: str = numba.__version__
    processor: str = ""
    interpreted: bool = INTERPRETED

    def to_dict(self) -> dict[str, Any]:
        """The figures as plain values, for JSON."""
        return asdict(self)


TOGETHER = 16
"""Rollouts in one call, where their speed is measured."""

LONGEST = 3600.0
"""Seconds for one figure."""
MOST_GAMES = 10_000_000


def measure(game: Game, *, num_envs: int = 1024, threads: int = 1, seconds: float = 1.0) -> Throughput:
    """Measure a game.

    Args:
        game: the game with its options.
        num_envs: games in the batch.
        threads: threads for `decisions_per_s`.
        seconds: time for each figure (about ten of them), split into windows.

    Raises:
        ValueError: a number is out of range.
    """
    if not 0 < seconds <= LONGEST:  # false for what is no number, too
        raise ValueError(f"seconds={seconds} must be more than 0 and at most {LONGEST:,}")
    for name, value, most in (("num_envs", num_envs, MOST_GAMES), ("threads", threads, MOST_THREADS)):
        if not 1 <= value <= most:
            raise ValueError(f"{name}={value} must be from 1 to {most:,}")
    single = decisions_per_second(Batch(game, num_envs), seconds)
    speedup = decisions_per_second(Batch(game, num_envs, threads=2), seconds) / single
    speed = single if threads == 1 else decisions_per_second(Batch(game, num_envs, threads=threads), seconds)
    parts = {name: round(value, 1) for name, value in step_parts(game, num_envs, seconds).items()}
    bound = bound_per_second(game, num_envs, parts["mask_entries"], parts["obs_entries"], seconds)
    state = game.new(seed=1)
    return Throughput(
        game=game.id,
        players=game.players,
        num_envs=num_envs,
        threads=threads,
        decisions_per_s=round(speed),
        bound_decisions_per_s=round(bound),
        times_bound=round(bound / single, 3),
        two_thread_speedup=round(speedup, 3),
        simulated_decisions_per_s=round(simulated_per_second(game, seconds)),
        rules_ns=parts["rules_ns"],
        mask_ns=parts["mask_ns"],
        observation_ns=parts["observation_ns"],
        copy_ns=parts["copy_ns"],
        mask_entries=parts["mask_entries"],
        obs_entries=parts["obs_entries"],
        position_copy_us=round(fastest(state.copy, seconds) * 1e6, 3),
        actions=game.num_actions,
        obs_size=game.obs_size,
        state_bytes=game.spec.state.dtype.itemsize,
        processor=processor(),
    )


def fastest(call: Callable[[], object], seconds: float) -> float:
    """Seconds that one call takes, in the fastest of several windows that fill `seconds` together."""
    call()
    once = max(_seconds_of(call, 1), 1e-7)
    repeats = max(1, int(seconds / WINDOWS / once))
    return min(_seconds_of(call, repeats) for _ in range(WINDOWS))


def _seconds_of(call: Callable[[], object], repeats: int) -> float:
    # Interpreted generators overflow on purpose; compiled ones never warn.
    with np.errstate(over="ignore"):
        started = time.perf_counter()
        for _ in range(repeats):
            call()
        return (time.perf_counter() - started) / repeats


def decisions_per_second(batch: Batch, seconds: float) -> float:
    """Speed of uniformly random legal play in a batch, selection included."""
    for _ in range(SETTLING_STEPS):
        batch.step_random()
    return batch.num_envs / fastest(batch.step_random, seconds)


def simulated_per_second(game: Game, seconds: float) -> float:
    """Speed of rollouts, a candidate at a time, that begin with the deal and end with the game."""
    state = game.new(seed=1)
    rollouts = Rollouts(game, RANDOM, threads=1, kind=Reward.WIN, limit=ANY_LENGTH)
    rollouts.start(state)
    rewards = np.zeros((1, TOGETHER), dtype=np.float32)
    task = Task(np.array(state.legal()[:1]), np.zeros(1, dtype=np.int64), rewards)
    seed, most = 0, 0.0
    for _ in range(WINDOWS):
        decisions, used, started = 0, 0.0, time.perf_counter()
        while used < seconds / WINDOWS:
            decisions += rollouts.play(task, seed, 0, TOGETHER)
            seed, used = seed + 1, time.perf_counter() - started
        most = max(most, decisions / used)
    return most


def step_parts(game: Game, num_envs: int, seconds: float) -> dict[str, float]:
    """The parts of a decision apart (nanoseconds) and the entries that it writes, over positions of random play."""
    batch = Batch(game, num_envs, seed=2)
    rng = np.array([2], dtype=np.uint64)
    loops = _loops(game)
    totals: dict[str, float] = {}
    for snapshot in range(SNAPSHOTS):
        for _ in range(STEPS_BETWEEN if snapshot else SETTLING_STEPS):
            batch.step(batch.random_actions(rng))
        actions = batch.random_actions(rng).copy()
        for name, value in _snapshot_parts(batch, actions, loops, seconds / SNAPSHOTS).items():
            totals[name] = totals.get(name, 0.0) + value / SNAPSHOTS
    return totals


def _snapshot_parts(
    batch: Batch, actions: NDArray[np.int64], loops: tuple[Any, Any, Any, Any], seconds: float
) -> dict[str, float]:
    game, n = batch.game, batch.num_envs
    t, o, states = game._tables, game._options, batch._records
    scratch = game.spec.state.zeros(n)
    mask, flat = np.zeros_like(batch.mask), np.zeros_like(batch.obs)
    records = flat.reshape(-1).view(game.spec.observation.dtype)
    copy_all, play_all, mask_all, observe_all = loops

    def nanoseconds(call: Callable[[], object]) -> float:
        return fastest(call, seconds) / n * 1e9

    copying = nanoseconds(lambda: copy_all(states, scratch))
    return {
        "copy_ns": copying,
        "rules_ns": max(0.0, nanoseconds(lambda: play_all(t, o, states, scratch, actions)) - copying),
        "mask_ns": nanoseconds(lambda: mask_all(t, o, states, mask)),
        "observation_ns": nanoseconds(lambda: observe_all(t, o, states, records, flat)),
        "mask_entries": float(np.count_nonzero(batch.mask)) / n,
        "obs_entries": float(np.count_nonzero(batch.obs)) / n,
    }


@kernel
def copy_states(S: Any, scratch: Any) -> None:
    """Copy every state of a batch."""
    for i in range(S.shape[0]):
        scratch[i] = S[i]


def _loops(game: Game) -> tuple[Any, Any, Any, Any]:
    """Loops over the states of a batch that do one part of a step each: copy, rules, mask, observation."""
    apply, legal, observe = game.spec.kernels.apply, game.spec.kernels.legal, game.spec.kernels.observe

    @kernel
    def play_states(T: Any, O: Any, S: Any, scratch: Any, actions: Any) -> None:
        for i in range(S.shape[0]):
            scratch[i] = S[i]
            apply(T[0], O[0], scratch[i], actions[i])

    @kernel
    def mask_states(T: Any, O: Any, S: Any, mask: Any) -> None:
        for i in range(S.shape[0]):
            clear_row(mask, i)
            legal(T[0], O[0], S[i], mask[i])

    @kernel
    def observe_states(T: Any, O: Any, S: Any, obs: Any, flat: Any) -> None:
        for i in range(S.shape[0]):
            clear_row(flat, i)
            observe(T[0], O[0], S[i], S[i].seat, obs[i])

    return copy_states, play_states, mask_states, observe_states


@kernel
def bound_step(mask: Any, flat: Any, mask_entries: int, obs_entries: int, rng: Any, actions: Any) -> None:
    """What a step costs without a game: clear and write mask and observation of every row, pick a legal action."""
    mask_stride = mask.shape[1] // mask_entries
    obs_stride = flat.shape[1] // obs_entries
    for i in range(mask.shape[0]):
        clear_row(mask, i)
        for k in range(mask_entries):
            mask[i, k * mask_stride] = 1
        clear_row(flat, i)
        for k in range(obs_entries):
            flat[i, k * obs_stride] = 1.0
        actions[i] = pick_legal(mask[i], rng)


def bound_per_second(game: Game, num_envs: int, mask_entries: float, obs_entries: float, seconds: float) -> float:
    """Decisions per second of a game without rules that has this game's sizes and writes as many entries."""
    mask = np.zeros((num_envs, game.num_actions), dtype=np.uint8)
    flat = np.zeros((num_envs, game.obs_size), dtype=np.float32)
    actions = np.zeros(num_envs, dtype=np.int64)
    rng = np.array([3], dtype=np.uint64)
    legal, written = max(1, round(mask_entries)), max(1, round(obs_entries))
    return num_envs / fastest(lambda: bound_step(mask, flat, legal, written, rng, actions), seconds)


def processor() -> str:
    """The name of the processor, if the system gives one."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
