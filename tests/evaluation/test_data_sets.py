"""Data sets on disk: what is written is what was played, whole or not at all, and damage is noticed."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mailwing import cli, envs, evaluation
from mailwing.evaluation.data_about import About
from mailwing.evaluation.data_files import minari_id
from mailwing.evaluation.entrants import resolve
from mailwing.evaluation.lineups import Match
from mailwing.evaluation.trajectories import Recorder, Trajectories

pa: Any = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'mailwing[data]'")

WORDS = ["ab_die_post", "--option", "turn_limit=20", "--agents", "expert,novice"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Ten short games of four."""
    path = tmp_path / "games.parquet"
    evaluation.export_games("ab_die_post", "expert,novice", path, games=10, options={"turn_limit": 20})
    return path


def played() -> Trajectories:
    """The same games, recorded."""
    game = envs.load("ab_die_post", turn_limit=20)
    entrants = {name: resolve(game, name, name) for name in ("expert", "novice")}
    recorder = Recorder(game, entrants, [Match(("expert", "novice") * 2, mixed=True)], seed=0)
    (portion,) = recorder.portions(10)
    return portion.decisions


def test_what_is_read_is_what_was_played(file: Path) -> None:
    found, wanted = evaluation.DataSet(file).read(), played()
    for name in Trajectories._fields:
        assert getattr(found, name).dtype == getattr(wanted, name).dtype, name
        assert (getattr(found, name) == getattr(wanted, name)).all(), name


def test_a_file_says_what_it_is(file: Path) -> None:
    data, game = evaluation.DataSet(file), envs.load("ab_die_post", turn_limit=20)
    about = data.about
    assert (about.game, about.version, about.spec_hash) == (game.id, game.spec.version, game.spec_hash)
    assert about.options == {"turn_limit": 20}
    assert (about.seed, about.games, about.reward) == (0, 10, "placement")
    assert list(about.agents) == ["expert", "novice"]
    assert about.identities["expert"].startswith("bot expert ")
    assert (about.obs_size, about.num_actions) == (game.obs_size, game.num_actions)
    data.check_fits(game)
    with pytest.raises(evaluation.DataSetError, match="game ab_die_post instead of aeroplanes"):
        data.check_fits(envs.load("aeroplanes"))


@pytest.mark.parametrize("game_id", ["ab_die_post", "aeroplanes", "aeropostale", "air_postal"])
def test_a_reader_can_take_observations_apart(game_id: str, tmp_path: Path) -> None:
    """The layout in the file agrees with what the game itself says of an observation, and covers all of it once."""
    game = envs.load(game_id)
    evaluation.export_games(game, "random", tmp_path / "x.parquet", games=1)
    data = evaluation.DataSet(tmp_path / "x.parquet")
    places = np.zeros(game.obs_size, dtype=int)
    for field in data.about.observation:
        places[field["start"] : field["start"] + int(np.prod(field["shape"]))] += 1
    assert (places == 1).all()
    observation = data.read().observation[-1]
    explained = game.explain(observation)
    for field in data.about.observation:
        value: Any = explained
        for part in field["name"].split("."):
            name, bracket, index = part.partition("[")
            value = value[name]
            if bracket:
                value = value[int(index[:-1])]
        given = data.about.field(observation, field["name"])
        assert numbers_in(value) == given.ravel().tolist()


def numbers_in(value: Any) -> list[float]:
    """The numbers of nested lists and dictionaries, in order."""
    if isinstance(value, (dict, list)):
        return [each for inner in (value.values() if isinstance(value, dict) else value) for each in numbers_in(inner)]
    return [value]


def test_decisions_of_one_agent_can_be_read_alone(file: Path) -> None:
    data = evaluation.DataSet(file)
    parts = [len(data.read([name]).action) for name in ("expert", "novice")]
    assert sum(parts) == len(data)
    assert (data.read(["novice"]).agent == 1).all()
    with pytest.raises(evaluation.DataSetError, match=r"no agent 'adept' is in it; it has expert, novice"):
        data.read(["adept"])
    with pytest.raises(evaluation.DataSetError, match="has no field 'speed'; it has phase, "):
        data.about.field(data.read().observation, "speed")


def test_equal_commands_write_equal_files_whatever_the_threads(tmp_path: Path) -> None:
    for threads in ("1", "3"):
        words = ["export", *WORDS, "--games", "40", "--threads", threads, "--out", str(tmp_path / threads)]
        assert cli.main(words) == 0
    assert (tmp_path / "1").read_bytes() == (tmp_path / "3").read_bytes()


def test_the_command_says_what_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "x.parquet"
    assert cli.main(["export", *WORDS, "--games", "3", "--seed", "7", "--players", "3", "--out", str(out)]) == 0
    assert capsys.readouterr().out.startswith(f"{out}: 3 games, 9 trajectories, ")
    assert cli.main(["export", *WORDS, "--games", "3", "--out", str(out), "--overwrite", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["games"], said["trajectories"], said["format"], said["path"]) == (3, 12, "parquet", str(out))
    assert said["about"]["agents"] == {"expert": "expert", "novice": "novice"}
    assert said["decisions"] == len(evaluation.DataSet(out))


def test_a_bot_alone_plays_against_itself(tmp_path: Path) -> None:
    evaluation.export_games("ab_die_post", "expert", tmp_path / "x", games=2, options={"turn_limit": 20})
    assert evaluation.DataSet(tmp_path / "x").about.matches == [["expert"] * 4]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess", "--agents", "expert", "--out", "x"], "chess"),
        ([*WORDS[:3], "--agents", "experts", "--out", "x"], "experts"),
        ([*WORDS, "--format", "csv", "--out", "x"], "there is no format 'csv'; the formats are parquet, minari"),
        ([*WORDS, "--games", "0", "--out", "x"], "games"),
        ([*WORDS, "--threads", "0", "--out", "x"], "threads"),
        ([*WORDS, "--seed", "-1", "--out", "x"], "seed"),
        ([*WORDS, "--reward", "gold", "--out", "x"], "unknown reward 'gold'"),
        ([*WORDS, "--shaping", "nan", "--out", "x"], "shaping=nan is not a number from"),
        ([*WORDS, "--players", "9", "--out", "x"], "players=9"),
        ([*WORDS, "--option", "wind=3", "--out", "x"], "unknown option 'wind'"),
        ([*WORDS, "--out", "here"], "here: is there already; name another one, or replace it with --overwrite"),
        ([*WORDS, "--out", ".", "--overwrite"], ".: is a folder; name the file that is to be written"),
        ([*WORDS, "--out", "none/x"], "none/x: the folder none does not exist"),
        ([*WORDS, "--out", "none/x", "--format", "minari"], "none/x: the folder none does not exist"),
        (
            [*WORDS, "--out", "here", "--format", "minari", "--overwrite"],
            "here: is no data set of Minari, so it is not",
        ),
        ([*WORDS, "--out", ".", "--format", "minari", "--overwrite"], ".: is no data set of Minari, so it is not"),
        ([*WORDS, "--out", "/dev/full", "--overwrite"], "/dev/full: No space left on device"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if "minari" in words:
        pytest.importorskip("minari", reason="minari is not installed: pip install 'mailwing[data]'")
    monkeypatch.chdir(tmp_path)
    Path("here").write_text("precious")
    assert cli.main(["export", *words]) == cli.USER_ERROR
    said = capsys.readouterr()
    assert said.out == ""
    assert message in said.err
    assert said.err.startswith("mailwing: error: ")
    assert [entry.name for entry in tmp_path.iterdir()] == ["here"]
    assert Path("here").read_text() == "precious"


SMALL_DISK = """
import resource, sys
from mailwing import cli
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
sys.exit(cli.main(["export", *sys.argv[2:]]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits on the size of files")
def test_a_file_that_cannot_grow_leaves_what_was_there(file: Path, tmp_path: Path) -> None:
    before = file.read_bytes()
    words = [*WORDS, "--games", "200", "--out", str(file), "--overwrite"]
    done = subprocess.run(
        [sys.executable, "-c", SMALL_DISK, "200000", *words], capture_output=True, text=True, check=False
    )
    lines = [line for line in done.stderr.splitlines() if "compil" not in line]
    assert done.returncode == cli.USER_ERROR, done.stderr
    assert lines == [f"mailwing: error: {file}: File too large"]
    assert [entry.name for entry in tmp_path.iterdir()] == [file.name]
    assert file.read_bytes() == before


def no_room(handle: int, offset: int, size: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def hdf5_fails(storage: Any, episodes: Any) -> None:
    raise RuntimeError("Can't close file (file write failed: errno = 28, error message = 'No space left on device')")


@pytest.mark.parametrize(
    ("place", "instead"),
    [
        ("os.posix_fallocate", no_room),
        ("minari.dataset._storages.hdf5_storage.HDF5Storage.update_episodes", hdf5_fails),
    ],
)
def test_a_full_disk_leaves_the_folder_that_was_there(
    place: str, instead: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("minari", reason="minari is not installed: pip install 'mailwing[data]'")
    out = tmp_path / "out"
    words = ["export", *WORDS, "--games", "1", "--format", "minari", "--out", str(out)]
    assert cli.main(words) == 0
    before = {file: file.read_bytes() for file in sorted(tmp_path.rglob("*")) if file.is_file()}
    monkeypatch.setattr(place, instead)
    assert cli.main([*words, "--overwrite"]) == cli.USER_ERROR
    assert capsys.readouterr().err == f"mailwing: error: {out}: No space left on device\n"
    assert {file: file.read_bytes() for file in sorted(tmp_path.rglob("*")) if file.is_file()} == before


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize("format", ["parquet", "minari"])
@pytest.mark.parametrize("how", ["SIGKILL", "SIGTERM"])
def test_a_kill_leaves_nothing_under_the_name(format: str, how: str, tmp_path: Path) -> None:
    if format == "minari":
        pytest.importorskip("minari", reason="minari is not installed: pip install 'mailwing[data]'")
    out = tmp_path / "out"
    words = [*WORDS, "--games", "100000000", "--format", format, "--out", str(out), "--threads", "1"]
    running = subprocess.Popen([sys.executable, "-m", "mailwing", "export", *words], stderr=subprocess.PIPE)
    limit = time.monotonic() + 120
    while size_of(tmp_path) < 100_000:
        assert running.poll() is None
        assert time.monotonic() < limit
        time.sleep(0.05)
    running.send_signal(getattr(signal, how))
    running.communicate(timeout=60)
    assert running.returncode != 0
    assert not out.exists()
    left = [entry.name for entry in tmp_path.iterdir()]
    assert left == [] if how == "SIGTERM" else all(name.endswith(".partial") for name in left)
    assert cli.main(["export", *WORDS, "--games", "1", "--format", format, "--out", str(out)]) == 0


def size_of(folder: Path) -> int:
    total = 0
    for file in folder.rglob("*"):
        try:
            total += file.stat().st_size if file.is_file() else 0
        except FileNotFoundError:
            continue
    return total


DAMAGES: list[Any] = [
    ("cut off", lambda data: data[: len(data) // 2], "is no Parquet file, or a damaged one"),
    ("empty", lambda data: b"", "is no Parquet file, or a damaged one"),
    ("another kind", lambda data: b"{}", "is no Parquet file, or a damaged one"),
    ("a flipped bit in the data", lambda data: flipped(data, len(data) // 3), "is no Parquet file, or a damaged one"),
]


def flipped(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :]


@pytest.mark.parametrize(("change", "message"), [case[1:] for case in DAMAGES], ids=[case[0] for case in DAMAGES])
def test_a_damaged_file_is_noticed(file: Path, change: Callable[[bytes], bytes], message: str) -> None:
    file.write_bytes(change(file.read_bytes()))
    with pytest.raises(evaluation.DataSetError, match=message) as refused:
        evaluation.DataSet(file).read()
    assert str(file) in str(refused.value)


def rewritten(file: Path, about: str | None, drop: str = "") -> Path:
    """The file with other metadata, or without a column."""
    parquet: Any = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(file)
    if drop:
        table = table.drop_columns([drop])
    parquet.write_table(table.replace_schema_metadata({} if about is None else {"mailwing": about}), file)
    return file


def test_files_of_others_are_refused(file: Path, tmp_path: Path) -> None:
    about = json.loads(evaluation.DataSet(file).about.to_json())
    for change, message in (
        ({"format": 9}, "its format is 9, this version of mailwing reads 1"),
        ({"observation": 3}, "what it says of itself is damaged"),
        ({"observation": [{"shape": ["x"]}]}, "what it says of itself is damaged"),
        ({"agents": []}, "what it says of itself is damaged"),
        ({"observation": about["observation"][:3]}, r"the column 'observation' is .* instead of lists of 18"),
    ):
        with pytest.raises(evaluation.DataSetError, match=message):
            evaluation.DataSet(rewritten(file, json.dumps({**about, **change})))
    with pytest.raises(evaluation.DataSetError, match="was not written by mailwing"):
        evaluation.DataSet(rewritten(file, None))
    with pytest.raises(evaluation.DataSetError, match="the column 'mask' is missing"):
        evaluation.DataSet(rewritten(file, json.dumps(about), drop="mask"))
    with pytest.raises(evaluation.DataSetError, match=r"is a folder, perhaps a data set of Minari: minari\.Minari"):
        evaluation.DataSet(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"nothing\.parquet"):
        evaluation.DataSet(tmp_path / "nothing.parquet")
    assert About.from_json(json.dumps(about)).games == 10


def test_minari_reads_episodes_with_masks(tmp_path: Path) -> None:
    minari: Any = pytest.importorskip("minari", reason="minari is not installed: pip install 'mailwing[data]'")
    out = tmp_path / "expert-v0"
    written = evaluation.export_games(
        "ab_die_post", "expert,novice", out, games=10, options={"turn_limit": 20}, format="minari"
    )
    data, wanted = minari.MinariDataset(out / "data"), played()
    assert data.spec.dataset_id == "mailwing/ab_die_post/expert-v0"
    assert (data.total_episodes, data.total_steps) == (written.trajectories, written.decisions)
    assert json.loads(data.storage.metadata["mailwing"])["game"] == "ab_die_post"
    stops = np.flatnonzero(wanted.last) + 1
    for number, low, high in zip((0, 5, 39), [0, *stops[[4, 38]]], stops[[0, 5, 39]], strict=True):
        (episode,) = data.iterate_episodes([number])
        (about,) = data.storage.get_episode_metadata([number])
        part = slice(low, high)
        assert (episode.observations["observation"][:-1] == wanted.observation[part]).all()
        assert (episode.observations["action_mask"][:-1] == wanted.mask[part]).all()
        assert (episode.observations["action_mask"][-1] == 1).all()
        assert (episode.actions == wanted.action[part]).all()
        assert episode.rewards == pytest.approx(wanted.reward[part])
        assert episode.terminations.tolist() == wanted.last[part].tolist()
        assert not episode.truncations.any()
        assert about["seed"] == wanted.seed[low]
        assert about["options"]["seat"] == wanted.seat[low]
        assert about["options"]["agent"] == ("expert", "novice")[wanted.agent[low]]
        assert data.spec.observation_space["observation"].contains(episode.observations["observation"][-1])


def test_ids_of_minari_have_a_version() -> None:
    assert minari_id("ab_die_post", "my games") == "mailwing/ab_die_post/my_games-v0"
    assert minari_id("ab_die_post", "expert-v3") == "mailwing/ab_die_post/expert-v3"


def test_a_former_folder_is_put_back(tmp_path: Path) -> None:
    """A kill between the two renames of an exchange left the former data set under a hidden name."""
    pytest.importorskip("minari", reason="minari is not installed: pip install 'mailwing[data]'")
    out = tmp_path / "out"
    words = ["export", *WORDS, "--games", "1", "--format", "minari", "--out", str(out)]
    assert cli.main(words) == 0
    out.rename(tmp_path / ".out.former")
    assert cli.main([*words, "--games", "0"]) == cli.USER_ERROR
    assert cli.main([*words[:-1], "none/out"]) == cli.USER_ERROR
    assert (tmp_path / ".out.former" / "data").is_dir()
    assert cli.main(words) == 0
    assert [entry.name for entry in tmp_path.iterdir()] == ["out"]


WITHOUT = """
import sys
for library in ("pyarrow", "minari", "onnx"):
    sys.modules[library] = None
from mailwing import agents, evaluation

for use in (
    lambda: evaluation.export_games("ab_die_post", "expert", "x"),
    lambda: evaluation.export_games("ab_die_post", "expert", "x", format="minari"),
    lambda: evaluation.DataSet("x"),
    lambda: agents.export_policy("x", "x"),
):
    try:
        use()
    except ImportError as error:
        print(error)
"""


def test_a_missing_library_is_named_with_what_installs_it(run_python: Callable[..., str]) -> None:
    lines = run_python(WITHOUT).splitlines()
    wanted = [("pyarrow 18", "data"), ("minari 0.5.3", "data"), ("pyarrow 18", "data"), ("onnx 1.16", "onnx")]
    for line, (library, extra) in zip(lines, wanted, strict=True):
        assert line == (
            f"this needs {library} or newer, which is not installed; install it with: pip install 'mailwing[{extra}]'"
        )
