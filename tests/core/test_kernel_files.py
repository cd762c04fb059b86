"""The files of the cache of kernels: any damage counts as missing, and a folder that is of no use is explained."""

from __future__ import annotations

import os
import random
import re
import stat
import time
from pathlib import Path

import pytest

from mailwing.envs._core import kernel_files
from mailwing.envs._core.kernel_files import DAY, HEADER_SIZE, cache_folder, obstacle, path_of, prune, read, write

KEY, OTHER_KEY = bytes(range(32)), bytes(range(1, 33))
PAYLOAD = random.Random(1).randbytes(3000)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is named as the cache and does not exist yet."""
    monkeypatch.setenv("MAILWING_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def file_of(key: bytes = KEY, module: str = "rules", name: str = "f") -> Path:
    path = path_of(module, name, key)
    assert path is not None
    return path


def test_what_was_written_is_read(folder: Path) -> None:
    write(file_of(), KEY, PAYLOAD)
    assert read(file_of(), KEY) == PAYLOAD
    assert file_of().parent == folder / "rules"
    assert [path.name for path in file_of().parent.iterdir()] == [file_of().name]


def test_a_file_of_another_kernel_is_not_taken(folder: Path) -> None:
    write(file_of(), KEY, PAYLOAD)
    file_of().rename(file_of(OTHER_KEY))
    assert read(file_of(OTHER_KEY), OTHER_KEY) is None
    assert read(file_of(), KEY) is None


def damages(whole: bytes) -> dict[str, bytes]:
    """A file damaged in every way: each header byte, many places of the payload, several kinds of damage."""
    random_numbers = random.Random(2)
    places = [*range(HEADER_SIZE + 1), *random_numbers.sample(range(HEADER_SIZE, len(whole)), 150), len(whole) - 1]
    found = {
        "empty": b"",
        "zeros": bytes(len(whole)),
        "garbage": random_numbers.randbytes(len(whole)),
        "longer": whole + b"\0",
    }
    for k in places:
        bit = 1 << random_numbers.randrange(8)
        found[f"bit {k}"] = whole[:k] + bytes([whole[k] ^ bit]) + whole[k + 1 :]
        found[f"cut at {k}"] = whole[:k]
        found[f"zeros from {k}"] = whole[:k] + bytes(len(whole) - k)
        found[f"byte lost at {k}"] = whole[:k] + whole[k + 1 :]
        noise = random_numbers.randbytes(min(64, len(whole) - k))
        found[f"garbage at {k}"] = whole[:k] + noise + whole[k + len(noise) :]
    return {name: content for name, content in found.items() if content != whole}


def test_any_damage_counts_as_missing_and_is_written_over(folder: Path) -> None:
    write(file_of(), KEY, PAYLOAD)
    whole = file_of().read_bytes()
    kinds = damages(whole)
    assert len(kinds) > 1000
    for name, content in kinds.items():
        file_of().write_bytes(content)
        assert read(file_of(), KEY) is None, name
    write(file_of(), KEY, PAYLOAD)
    assert file_of().read_bytes() == whole


def test_a_folder_in_place_of_a_file_counts_as_missing(folder: Path) -> None:
    file_of().mkdir(parents=True)
    assert read(file_of(), KEY) is None
    with pytest.raises(IsADirectoryError):
        write(file_of(), KEY, PAYLOAD)
    assert [path.name for path in file_of().parent.iterdir()] == [file_of().name], "no temporary file is left"


def test_names_of_modules_and_functions_stay_inside_the_folder(folder: Path) -> None:
    """Source may be run under any name, and names may be long."""
    for module, name in (("../..", "f"), ("..", "<lambda>"), ("/etc", "a/b"), ("m" * 999, "f" * 999), ("", "é.x")):
        path = file_of(KEY, module, name)
        write(path, KEY, PAYLOAD)
        assert path.resolve().parent.parent == folder.resolve()


def test_the_folder_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MAILWING_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.setenv("MAILWING_CACHE", "~/kernels")
    assert cache_folder() == tmp_path / "home" / "kernels"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAILWING_CACHE", "kernels")
    assert cache_folder() == tmp_path / "kernels"
    monkeypatch.delenv("MAILWING_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder() == tmp_path / "xdg" / "mailwing"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative paths are to be ignored")
    assert cache_folder() == tmp_path / "home" / ".cache" / "mailwing"


def test_a_user_without_a_home_has_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("MAILWING_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    assert cache_folder() is None
    assert path_of("rules", "f", KEY) is None
    assert prune() == 0
    assert obstacle() == "this user has no home folder"


def test_an_obstacle_is_told_in_words(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left behind by the trial."""
    assert obstacle() is None
    assert list(folder.iterdir()) == []
    file = tmp_path / "file"
    file.write_text("")
    for named, why in (
        (file, "there is a file of this name"),
        ("/proc/none", "No such file or directory"),
        ("x" * 300, "File name too long"),
    ):
        monkeypatch.setenv("MAILWING_CACHE", str(named))
        assert obstacle() == f"{cache_folder()} cannot be written ({why})"
        assert read(file_of(), KEY) is None
        with pytest.raises(OSError, match=re.escape(str(cache_folder()))):
            write(file_of(), KEY, PAYLOAD)
        assert prune() == 0


def test_a_full_disk_is_an_obstacle(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files can be made there, but nothing can be written into them."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        assert obstacle() == f"{folder} cannot be written (File too large)"
        with pytest.raises(OSError, match="File too large"):
            write(file_of(), KEY, PAYLOAD)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(folder.rglob("*.*")) == []


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.skipif(os.name == "nt", reason="modes of POSIX")
def test_a_users_cache_is_private_and_a_named_one_is_as_shared_as_other_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    former = os.umask(0o022)
    try:
        monkeypatch.delenv("MAILWING_CACHE", raising=False)
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
        write(file_of(), KEY, PAYLOAD)
        assert mode_of(tmp_path / "home" / "mailwing") == 0o700
        monkeypatch.setenv("MAILWING_CACHE", str(tmp_path / "shared"))
        write(file_of(), KEY, PAYLOAD)
        assert [mode_of(path) for path in (tmp_path / "shared", file_of().parent, file_of())] == [0o755, 0o755, 0o644]
    finally:
        os.umask(former)


def test_machine_code_that_nobody_loads_any_more_is_removed(folder: Path) -> None:
    """One file was last loaded 40 days ago, another one yesterday; a killed process has left an unfinished one."""
    place = folder / "my_game.rules"
    place.mkdir(parents=True)
    names = {"old-1.nbc": 40, "recent-1.nbc": 1, "old-1-77-aa.tmp": 40, "notes.txt": 40}
    for name, days in names.items():
        (place / name).write_bytes(b"")
        loaded = time.time() - days * DAY
        os.utime(place / name, (loaded, loaded))
    assert prune() == 2
    assert sorted(path.name for path in place.iterdir()) == ["notes.txt", "recent-1.nbc"]


def test_a_file_in_use_gets_a_new_time_stamp_where_that_is_allowed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(file_of(), KEY, PAYLOAD)
    old = time.time() - 3 * DAY
    os.utime(file_of(), (old, old))

    def forbidden(path: Path) -> None:
        raise PermissionError(path)

    with monkeypatch.context() as patch:
        patch.setattr(os, "utime", forbidden)
        kernel_files.note_use(file_of())
    assert file_of().stat().st_mtime == pytest.approx(old)
    kernel_files.note_use(file_of())
    assert time.time() - file_of().stat().st_mtime < DAY
