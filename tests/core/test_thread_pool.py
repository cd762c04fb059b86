"""Threads that share work: every row is processed once, errors reach the caller, a batch is freed."""

from __future__ import annotations

import gc
import pickle
import time
import weakref

import numpy as np
import pytest

from mailwing import envs
from mailwing.envs._core.kernel import kernel
from mailwing.envs._core.loops.atomics import compare_and_swap, load, store
from mailwing.envs._core.loops.thread_pool import ThreadPool


def test_every_row_is_done_once_whatever_the_number_of_threads() -> None:
    """Ten rows among four threads."""
    done = np.zeros(10, dtype=int)

    def part(low: int, high: int, k: int) -> None:
        done[low:high] += 1

    ThreadPool(4).share(part, 10)
    assert done.tolist() == [1] * 10


def test_what_a_thread_raises_reaches_the_caller() -> None:
    """The pool still works afterwards."""
    thread_pool = ThreadPool(2)

    def part(low: int, high: int, k: int) -> None:
        if k == 1:
            raise ZeroDivisionError("in the second part")

    with pytest.raises(ZeroDivisionError, match="second part"):
        thread_pool.share(part, 4)
    thread_pool.share(lambda low, high, k: None, 4)


def test_a_batch_without_references_is_freed_although_its_threads_have_worked() -> None:
    """Sleeping worker threads hold no reference to it."""
    batch = envs.batch("ab_die_post", 256, threads=2)
    batch.step(batch.mask.argmax(axis=1))
    gone = weakref.ref(batch)
    del batch
    for _ in range(200):
        gc.collect()
        if gone() is None:
            return
        time.sleep(0.01)
    pytest.fail("the batch was not freed")


@pytest.mark.parametrize("opponents", [None, "random"])
def test_steps_with_pauses_between_them_are_the_same_for_two_threads(opponents: str | None) -> None:
    """Workers that poll, sleep or are about to sleep: the games are those of one thread, through resets too."""
    one = envs.batch("ab_die_post", 256, seed=3, threads=1, opponents=opponents)
    two = envs.batch("ab_die_post", 256, seed=3, threads=2, opponents=opponents)
    for step in range(300):
        actions = one.mask.argmax(axis=1) if step % 3 else one.mask.shape[1] - 1 - one.mask[:, ::-1].argmax(axis=1)
        one.step(actions)
        two.step(actions)
        assert (one.records.view(np.uint8) == two.records.view(np.uint8)).all()
        if step % 50 == 7:
            time.sleep(0.002)
        if step % 100 == 99:
            one.reset(step)
            two.reset(step)
    assert (one.obs == two.obs).all()
    assert (one.mask == two.mask).all()


def test_a_batch_cannot_be_pickled() -> None:
    """Its arrays are views of one memory and would come apart silently."""
    with pytest.raises(TypeError, match="neither copied nor pickled"):
        pickle.dumps(envs.batch("ab_die_post", 8))


def test_a_claim_is_granted_once() -> None:
    """The second thread that claims a task finds it taken."""

    @kernel
    def try_twice(words: np.ndarray) -> tuple[int, int, int]:
        store(words, 2, 41)
        first = compare_and_swap(words, 2, 41, 42)
        second = compare_and_swap(words, 2, 41, 43)
        return first, second, load(words, 2)

    first, second, left = try_twice(np.zeros(4, dtype=np.int64))
    assert (bool(first), bool(second), int(left)) == (True, False, 42)
