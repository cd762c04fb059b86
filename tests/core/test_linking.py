"""The three forms of a kernel: linked into what calls it, called from Python, and jumped to."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import objmode, types
from numba.core import config
from numba.core.errors import UnsupportedError

from mailwing.envs._core import kernel_cache
from mailwing.envs._core.kernel import INTERPRETED, apart, compile_counts, kernel
from mailwing.envs._core.kernel_library import Form, KernelLibrary
from mailwing.envs._core.numba_hooks import neighbours_as_vectors

pytestmark = [
    pytest.mark.skipif(INTERPRETED, reason="nothing is compiled"),
    pytest.mark.usefixtures("folder"),
]


def compiled_by(call: Any) -> int:
    """How many kernels are compiled while something is called."""
    before = compile_counts()[1]
    call()
    return compile_counts()[1] - before


def files(folder: Path, name: str) -> list[Path]:
    """The files of the cache that belong to a kernel."""
    return [path for path in folder.rglob("*.nbc") if path.name.partition("-")[0].endswith(f".{name}")]


def make_family() -> tuple[Any, Any, Any, Any]:
    """Three generations: `grandchild` and `sibling` call `child`, which calls `parent`."""

    @kernel
    def parent(x: Any) -> Any:
        return x * 10

    @kernel
    def child(x: Any) -> Any:
        return parent(x) + 1

    @kernel
    def grandchild(x: Any) -> Any:
        return child(x) + child(x + 1)

    @kernel
    def sibling(x: Any) -> Any:
        return parent(x) - child(x)

    return parent, child, grandchild, sibling


def library_of(dispatcher: Any) -> KernelLibrary:
    (compiled,) = dispatcher.overloads.values()
    return compiled.library


def test_a_kernel_that_others_call_is_translated_once_and_not_compiled() -> None:
    parent, child, grandchild, sibling = make_family()
    assert compiled_by(lambda: grandchild(1)) == 3
    assert grandchild(1) == 11 + 21
    assert compiled_by(lambda: sibling(1)) == 1  # itself; the others are linked as they are
    assert sibling(1) == 10 - 11
    assert all(library_of(relative.linked).merges for relative in (parent, child))
    assert not parent.signatures
    assert library_of(grandchild).form is Form.CALLABLE


def test_a_kernel_is_translated_once_for_whole_numbers_of_all_widths() -> None:
    """Fields of one byte, sums and constants come as int64; floats, flags and enums stay what they are."""

    @kernel
    def twice(x: Any) -> Any:
        return x * 2

    double: Any = twice

    @kernel
    def caller(small: Any, real: Any) -> Any:
        return double(small) + double(small + 100) + double(7) + double(real)

    assert caller(np.int8(100), 0.5) == 200 + 400 + 14 + 1.0
    assert sorted(str(signature[0]) for signature in double.linked.overloads) == ["float64", "int64"]


def test_a_linked_kernel_can_be_called_from_python_too() -> None:
    parent, child, *_ = make_family()
    assert child(1) == 11
    assert parent(2) == 20
    assert parent(2.5) == 25.0


def test_a_kernel_apart_is_compiled_once_for_its_declared_arguments() -> None:
    """Callers with other types of numbers have them converted."""

    @kernel
    def triple(x: Any) -> Any:
        return 3 * x

    jump = apart(triple, (types.int64,))

    @kernel
    def of_small(x: Any) -> Any:
        return jump(np.int8(x))

    @kernel
    def of_large(x: Any) -> Any:
        return jump(np.int32(x)) + 1

    assert compiled_by(lambda: of_small(4)) == 2
    assert compiled_by(lambda: of_large(4)) == 1
    assert (of_small(4), of_large(4)) == (12, 13)
    assert library_of(of_large).needs == [library_of(jump)]


def make_caller() -> Any:
    """A kernel that jumps to another one, into which a third one is merged."""
    _, child, _, _ = make_family()
    jump = apart(child)

    @kernel
    def caller(x: Any) -> Any:
        return jump(x) + 100

    return caller


def test_a_second_process_loads_what_a_kernel_needs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of kernels that are merged nothing is needed; what is jumped to is loaded first."""
    assert make_caller()(1) == 111
    monkeypatch.setattr(kernel_cache, "_held", {})
    parents = files(folder, "parent")
    assert parents
    for path in parents:
        path.unlink()
    assert compiled_by(lambda: make_caller()(1)) == 0


def test_a_kernel_whose_needs_are_damaged_is_compiled_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert make_caller()(1) == 111
    monkeypatch.setattr(kernel_cache, "_held", {})
    (file,) = files(folder, "child")
    file.write_bytes(file.read_bytes()[:-1])
    assert make_caller()(1) == 111
    monkeypatch.setattr(kernel_cache, "_held", {})
    assert compiled_by(lambda: make_caller()(1)) == 0


def test_two_dispatchers_of_one_meaning_share_what_is_compiled() -> None:
    first, second = make_family(), make_family()
    assert first[2](3) == 31 + 41
    assert compiled_by(lambda: second[2](3)) == 0
    assert library_of(first[2]) is library_of(second[2])


def test_a_kernel_may_call_itself() -> None:
    @kernel
    def factorial(n: int) -> int:
        if n < 2:
            return 1
        return n * factorial(n - 1)

    assert factorial(10) == 3_628_800


def test_a_kernel_is_taken_in_whichever_order_its_callers_are_merged() -> None:
    """`deep` is called by a kernel whose own call is optimised away, and by another one that is merged later."""

    @kernel
    def deep(x: Any) -> Any:
        return x + 1

    @kernel
    def unused(x: Any) -> Any:
        return deep(x) * 2

    @kernel
    def used(x: Any) -> Any:
        return deep(x) * 3

    @kernel
    def root(x: Any) -> Any:
        if False:
            return unused(x)
        unused(x)
        return used(x)

    assert root(1) == 6


def test_arrays_pass_between_forms() -> None:
    """A kernel that makes an array owns it, whichever way it is called."""

    @kernel
    def made(n: int) -> Any:
        return np.arange(n)

    jump = apart(made, (types.int64,))

    @kernel
    def total(n: int) -> Any:
        return made(n).sum() + jump(n).sum()

    assert total(5) == 20


def test_kernels_that_call_each_other_in_a_circle_are_refused(folder: Path) -> None:
    """numba would look up the other one when the code runs; nothing of it is kept."""

    @kernel
    def even(n: int) -> bool:
        return True if n == 0 else odd(n - 1)

    @kernel
    def odd(n: int) -> bool:
        return False if n == 0 else even(n - 1)

    with pytest.raises(UnsupportedError, match="kernels that call each other in a circle cannot be compiled"):
        even(4)
    assert list(folder.rglob("*.nbc")) == []


def test_a_kernel_has_no_part_that_runs_as_python() -> None:
    @kernel
    def half(n: int) -> int:
        with objmode(result="int64"):
            result = int(n) // 2
        return result + 1

    with pytest.raises(UnsupportedError, match="a kernel cannot run Python code in between"):
        half(4)


def test_the_garbage_collector_is_as_before_when_a_kernel_is_compiled() -> None:
    before = gc.get_threshold()
    grandchild = make_family()[2]
    assert grandchild(1) == 32
    assert gc.get_threshold() == before


TWO_HALVES = """
import sys
import numba
import numpy as np
from mailwing.envs._core.kernel import apart, kernel

others = [numba.from_dtype(np.dtype([("field", "i4", (length,))])) for length in range(1, int(sys.argv[1]))]

@kernel
def least(record):
    return record.money

@kernel
def twice(record):
    return least(record) + least(record)

@kernel
def whole(record):
    return twice(record)

@kernel
def total(records):
    return jump(records[0])

jump, purse = apart(whole), np.ones(1, dtype=[("money", "i8")])
if len(sys.argv) > 2:
    least.linked.compile((numba.typeof(purse[0]),))
print(total(purse))
"""


def test_processes_that_meet_records_in_another_order_link_each_others_kernels(tmp_path: Path) -> None:
    """numba numbers types as it meets them: a record has another number in each of these processes."""
    program = tmp_path / "halves.py"
    program.write_text(TWO_HALVES)

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, program, *arguments], capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    assert run("1") == "2\n"
    for path in tmp_path.rglob("*.nbc"):
        if not path.name.startswith("twice"):
            path.unlink()
    assert run("9", "first") == "2\n", "one kernel is loaded, those above and below it are compiled"


def test_the_setting_of_numba_is_as_before_after_neighbours_are_put_together() -> None:
    before = vars(config)["SLP_VECTORIZE"]
    with neighbours_as_vectors():
        assert vars(config)["SLP_VECTORIZE"] == 1
    assert vars(config)["SLP_VECTORIZE"] == before
