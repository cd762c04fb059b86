"""Files are replaced in one step, and locks go with their holders."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mailwing.envs._core.files import flush, remove_partial_files, whole_file, write_bytes, write_text
from mailwing.envs._core.locks import BusyError, Lock


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    write_text(target, "old")
    with whole_file(target) as partial:
        partial.write_text("half")
        assert target.read_text() == "old"
    assert target.read_text() == "half"
    assert list(tmp_path.iterdir()) == [target]


def fail_in(target: Path, error: BaseException) -> None:
    with whole_file(target) as partial:
        partial.write_text("half")
        raise error


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failure_leaves_the_older_file(error: BaseException, tmp_path: Path) -> None:
    write_text(tmp_path / "a.txt", "old")
    with pytest.raises(type(error)):
        fail_in(tmp_path / "a.txt", error)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("a.txt", "old")]


def test_errors_name_the_file_that_was_asked_for(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No space left on device: '.*/a.txt'"):
        fail_in(tmp_path / "a.txt", OSError(28, "No space left on device"))
    with pytest.raises(FileNotFoundError) as missing:
        write_text(tmp_path / "nowhere" / "a.txt", "x")
    assert missing.value.filename == str(tmp_path / "nowhere" / "a.txt")
    with pytest.raises(OSError, match="Too large: 'other'"):
        fail_in(tmp_path / "a.txt", OSError(27, "Too large", "other"))


@pytest.mark.skipif(os.name == "nt", reason="needs modes of files")
def test_new_files_have_the_usual_mode(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_bytes(tmp_path / "a", b"")
        assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640
    finally:
        os.umask(before)


def test_links_are_followed_and_devices_are_written_directly(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "a.txt")
    write_text(tmp_path / "link", "x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "a.txt").read_text() == "x"
    write_text(os.devnull, "x")
    assert not Path(os.devnull).is_file()


def test_names_may_be_as_long_as_the_system_allows(tmp_path: Path) -> None:
    write_text(tmp_path / ("x" * 255), "x")
    flush(tmp_path)


def test_what_killed_writers_left_is_removed(tmp_path: Path) -> None:
    for name in (".mailwing-1-ab.partial", ".mailwing", "a.partial"):
        (tmp_path / name).touch()
    remove_partial_files(tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == [".mailwing", "a.partial"]


def test_a_lock_is_had_once_and_given_back(tmp_path: Path) -> None:
    lock = Lock(tmp_path / "lock", "the house")
    with pytest.raises(BusyError, match=rf"the house is in use by process {os.getpid()} on \S+ since 20"):
        Lock(tmp_path / "lock", "the house")
    lock.release()
    lock.release()
    assert list(tmp_path.iterdir()) == []
    Lock(tmp_path / "lock", "the house").release()


HOLDER = """
import sys, time
from pathlib import Path
from mailwing.envs._core.locks import Lock
lock = Lock(Path(sys.argv[1]), "it")
print("held", flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_dead_process_holds_nothing(tmp_path: Path) -> None:
    """Its file still names it, and is taken over."""
    file = tmp_path / "lock"
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(file)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with pytest.raises(BusyError, match=f"process {process.pid} on"):
            Lock(file, "it")
        process.kill()
        process.wait()
    assert f'"pid": {process.pid}' in file.read_text()
    Lock(file, "it").release()


def test_a_lock_without_words_is_one_all_the_same(tmp_path: Path) -> None:
    lock = Lock(tmp_path / "lock", "it")
    (tmp_path / "lock").write_text("")
    with pytest.raises(BusyError, match="it is in use by another process"):
        Lock(tmp_path / "lock", "it")
    lock.release()


def test_a_file_system_without_locks_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def none(handle: int) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr("mailwing.envs._core.locks._claim", none)
    monkeypatch.setattr("mailwing.envs._core.locks.logger.propagate", True)
    Lock(tmp_path / "lock", "it").release()
    assert "this file system has no locks (No locks available)" in caplog.text
