"""What is kept of a compiled kernel, and what people are told about it."""

from __future__ import annotations

import enum
import errno
import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import types
from toys import two_ply

from mailwing.envs._core import kernel_cache, kernel_files
from mailwing.envs._core.kernel import INTERPRETED, count_not_kept, kernel
from mailwing.envs._core.loops.compiled import CompiledGame

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")

AT_EVERY_START = "and every start compiles them anew (MAILWING_CACHE=FOLDER names another folder)"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Path:
    """An empty cache, and nothing said or compiled before."""
    monkeypatch.setenv("MAILWING_CACHE", str(tmp_path))
    monkeypatch.setattr(kernel_cache, "_held", {})
    monkeypatch.setattr(kernel_cache, "_said", set())
    caplog.set_level(logging.WARNING, logger="mailwing")
    return tmp_path


def kept(folder: Path) -> list[str]:
    return sorted(path.name.partition("-")[0] for path in folder.rglob("*.nbc"))


def test_a_compiled_kernel_is_kept_and_nothing_is_said(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    @kernel
    def half(x: Any) -> float:
        return x / 2

    assert half(3) == 1.5
    assert [name.rpartition(".")[2] for name in kept(folder)] == ["half"]
    assert caplog.messages == []


def test_an_enum_that_no_module_has_is_not_kept_as_a_result(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A later process would be given members of a copy of the class."""

    class Colour(enum.Enum):
        RED = 1

    @kernel
    def red(x: Any) -> Any:
        return Colour.RED

    assert red(1) is Colour.RED
    assert kept(folder) == []
    assert "takes or returns test_an_enum" in caplog.messages[0]
    assert ".Colour, a class that no module has under this name. So it is compiled at every start" in caplog.messages[0]


def test_a_large_array_is_not_kept_because_its_address_is_compiled_in(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = np.zeros(1_000_000)

    @kernel
    def entry(k: Any) -> Any:
        return table[k]

    assert entry(1) == 0
    assert kept(folder) == []
    assert ".entry uses a large array, a C function or the interpreter. So it is compiled" in caplog.messages[0]


def test_a_disk_that_fills_up_while_compiling_is_named_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(path: Path, key: bytes, payload: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(kernel_files, "write", full)
    before = count_not_kept()
    assert kernel(lambda x: x + 1)(1) == 2
    assert kernel(lambda x: x + 2)(1) == 3
    assert count_not_kept() == before + 2
    assert caplog.messages == [
        f"mailwing: {folder} could not be written (No space left on device), so compiled kernels are not kept "
        + AT_EVERY_START
    ]


def test_a_file_that_cannot_be_used_is_compiled_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is sound and was written for this kernel, but its content is not machine code."""

    def double(x: Any) -> Any:
        return 2 * x

    assert kernel(double)(2) == 4
    (file,) = folder.rglob("*.nbc")
    content = file.read_bytes()
    key = content[len(kernel_files.MARK) + kernel_files.HASH_SIZE :][: kernel_files.HASH_SIZE]
    for payload in (b"", b"no pickle", b"\x80\x04N."):
        kernel_files.write(file, key, payload)
        monkeypatch.setattr(kernel_cache, "_held", {})  # as in another process
        assert kernel(double)(2) == 4
        assert kernel_files.read(file, key) not in (None, payload)


def test_the_log_says_whether_what_is_compiled_will_be_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    CompiledGame(two_ply.SPEC).deal  # noqa: B018
    assert caplog.messages == [f"mailwing: compiling two_ply (deal), kept in {folder} …"]
    caplog.clear()
    CompiledGame(two_ply.SPEC).deal  # noqa: B018
    assert caplog.messages == []
    (folder / "file").write_text("")
    monkeypatch.setenv("MAILWING_CACHE", str(folder / "file"))
    game = CompiledGame(two_ply.SPEC)
    for name in ("deal", "score"):
        getattr(game, name)
    assert caplog.messages == [
        f"mailwing: {folder / 'file'} cannot be written (there is a file of this name), so compiled kernels are not "
        "kept " + AT_EVERY_START,
        "mailwing: compiling two_ply (deal), needed at every start …",
        "mailwing: compiling two_ply (score), needed at every start …",
    ]


def test_the_log_does_not_promise_to_keep_a_kernel_without_identity(caplog: pytest.LogCaptureFixture) -> None:
    names = ["a list"]

    @kernel
    def count(x: Any) -> int:
        return len(names)

    cache: Any = kernel_cache.KernelCache(count)
    assert cache.prospect((types.int64,)) == "needed at every start"
    assert cache.prospect((types.int64,)) == "needed at every start"
    assert len(caplog.messages) == 1
    assert ".count uses `names`, a list. So it is compiled at every start" in caplog.messages[0]
