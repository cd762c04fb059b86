"""What people can do wrong at the command line: one line says what, where, what was expected; never a traceback."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mailwing import cli, envs
from mailwing.envs import Replay
from mailwing.envs._core.words import plain

HOSTILE = "nov\u001b[2J\u202e\u200b\u0085\nice</script><img src=x>"
"""A name that clears the screen, turns the direction of writing, breaks the line and would be an element of a page."""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A short game of three in an otherwise empty folder that is the current one."""
    monkeypatch.chdir(tmp_path)
    state = envs.load("ab_die_post", players=3, turn_limit=20).new(11)
    while not state.done:
        state.apply(state.legal()[0])
    return Replay.of(state, agents=["ada", "bob", "cid"]).save("game.json")


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """The one line with which a command refuses its arguments."""

    def line(*words: str) -> str:
        capsys.readouterr()
        assert cli.main(list(words)) == cli.USER_ERROR
        said = capsys.readouterr()
        assert said.out == ""
        assert_printable(said.err)
        (only,) = [text for text in said.err.splitlines() if "compil" not in text]
        assert only.startswith("mailwing: error: ")
        return only

    return line


def assert_printable(text: str) -> None:
    hidden = {letter for letter in text if letter != "\n" and unicodedata.category(letter)[0] == "C"}
    assert not hidden


FILES = [
    (lambda text: "[" * 100_000 + "]" * 100_000, "nested too deeply"),
    (lambda text: '{"a":' * 100_000, "nested too deeply"),
    (lambda text: "", "is it truncated"),
    (lambda text: text[:40], "is it truncated"),
    (lambda text: text + "{}", "is it truncated"),
    (lambda text: "[]", "a replay is a JSON object, not a list"),
    (lambda text: text.replace('"seed": 11', '"seed": NaN'), "NaN is no number of JSON"),
    (lambda text: text.replace('"seed": 11', '"seed": -Infinity'), "-Infinity is no number of JSON"),
    (lambda text: text.replace('"seed": 11', '"seed": 11, "seed": 12'), "'seed' stands there twice"),
    (lambda text: text.replace('"seed": 11', '"seed": ' + "9" * 5000), "digits"),
    (lambda text: text.replace('"seed": 11', '"seed": 1' + "0" * 30), "outside 0 to"),
    (lambda text: text.replace('"cid"', '"cid", "dot"'), "field 'agents' has 4 entries for 3 players"),
    (lambda text: re.sub('"agents": .*]', '"agents": ["a"]', text), "field 'agents' has 1 entries for 3 players"),
    (lambda text: re.sub('"scores": .*]', '"scores": [1, 2]', text), "field 'scores' has 2 entries for 3 players"),
    (lambda text: text.replace('"ada"', json.dumps("a" * 10_000)), "has an entry 0 that is a text of 10000"),
    (lambda text: text.replace('"ada"', "7"), "must be a list of texts, but entry 0 is a whole number"),
    *(
        (lambda text, name=name: text.replace('"turn_limit"', json.dumps(name)), words)
        for name, words in (("self", "unknown option 'self'"), ("spec", "unknown option 'spec'"))
    ),
    *(
        (lambda text, name=name: text.replace('"turn_limit"', json.dumps(name)), "which is none")
        for name in ("players", "data")
    ),
    (lambda text: text.replace('"turn_limit"', '"__class__"'), "unknown option '__class__'"),
    (lambda text: text.replace('"turn_limit"', '"\\u001b[2J"'), "unknown option"),
]


@pytest.mark.parametrize(("change", "message"), FILES)
def test_a_file_that_is_no_replay_is_refused(
    game: Path, change: Callable[[str], str], message: str, refused: Callable[..., str]
) -> None:
    Path("game.json").write_text(change(game.read_text(encoding="utf-8")), encoding="utf-8")
    line = refused("replay", "game.json", "--check")
    assert message in line
    assert "game.json: " in line


WRONG: list[Any] = [None, True, -1, 2**70, 1.5, "", "x", HOSTILE, [], [1], ["a"], [None], [[]], {}, {"self": 1}]


@pytest.mark.parametrize("key", json.loads(Replay("x", 1, 2, {}, "", "", 0, []).to_json()))
def test_every_field_of_a_replay_may_hold_anything(game: Path, key: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each is accepted or refused in one line that names the file."""
    values = json.loads(game.read_text(encoding="utf-8"))
    for wrong in WRONG:
        Path("wrong.json").write_text(json.dumps({**values, key: wrong}), encoding="utf-8")
        code = cli.main(["replay", "wrong.json", "--json"])
        said = capsys.readouterr()
        assert_printable(said.out + said.err)
        assert code in (0, cli.USER_ERROR)
        if code == 0:
            assert json.loads(said.out)["game"] == "ab_die_post"
        else:
            assert said.err.startswith("mailwing: error: wrong.json: ")
            assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff\xfe{\x00}\x00", "is not a text file in UTF-8"),
        (bytes(range(256)), "is not a text file in UTF-8"),
        (b"n\xf6vice", "is not a text file in UTF-8 (byte 1 is 0xf6)"),
    ],
)
def test_what_is_no_text_is_refused(game: Path, data: bytes, message: str, refused: Callable[..., str]) -> None:
    Path("game.json").write_bytes(data)
    assert message in refused("replay", "game.json", "--check")


def test_a_byte_order_mark_does_no_harm(game: Path) -> None:
    game.write_bytes(b"\xef\xbb\xbf" + game.read_bytes())
    assert cli.main(["replay", "game.json", "--check"]) == 0


def test_a_file_without_an_end_is_not_read_for_ever(
    monkeypatch: pytest.MonkeyPatch, refused: Callable[..., str]
) -> None:
    monkeypatch.setattr("mailwing.envs._core.files.LARGEST_TEXT", 5_000_000)
    assert "/dev/zero: is longer than 5 MB" in refused("replay", "/dev/zero", "--check")


ARGUMENTS = [
    ("replay game.json --gif x.gif --width 0", "--width=0 must be a whole number of pixels from 16 to 4096"),
    ("replay game.json --gif x.gif --width 100000000", "from 16 to 4096"),
    *(
        (f"replay game.json --gif x.gif --seconds {value}", "must be from 0.02 to 60.0")
        for value in ("0", "-1", "inf", "nan")
    ),
    ("replay game.json --gif .", ".: is a folder; name the file that is to be written"),
    ("replay game.json --html none/x.html", "none/x.html: the folder none does not exist"),
    ("replay game.json --html game.json/x.html", "game.json/x.html: Not a directory"),
    ("replay game.json --picture /dev/full", "must end in .png or .svg"),
    ("replay game.json --html /dev/full", "/dev/full: No space left on device"),
    (f"replay game.json --html {'x' * 300}", "File name too long"),
    ("replay none.json", "none.json: No such file or directory"),
    ("replay .", ".: Is a directory"),
    ("replay game.json --data none", "none: is not a folder"),
    ("play ab_die_post --agents random --save .", "name the replay that is to be written"),
    ("play ab_die_post --agents random --save none/x.json", "the folder none does not exist"),
    ("play ab_die_post --agents random --option self=1", "unknown option 'self'"),
    ("play ab_die_post --agents random --option players=3", "give it as --players NUMBER"),
    ("play ab_die_post --agents random --option data=x", "give it as --data FOLDER"),
    ("play ab_die_post --agents random --option game=x", "give it as the first argument"),
    (f"play ab_die_post --agents random --option turn_limit={'9' * 5000}", "a number of 5000 digits"),
    ("play ab_die_post --agents random --seed -1", "from 0 to 2**64 - 1, not -1"),
    ("bench ab_die_post --option self=1", "unknown option 'self'"),
    *(
        (f"bench ab_die_post --seconds {value}", "must be more than 0 and at most")
        for value in ("0", "-1", "inf", "nan")
    ),
    *((f"bench ab_die_post --threads {value}", "threads=") for value in ("0", "-1", "100000")),
    *((f"bench ab_die_post --num-envs {value}", "num_envs=") for value in ("0", "-1", "9" * 30)),
    ("evaluate ab_die_post --agents random,novice --deals 1 --option self=1", "unknown option 'self'"),
    ("evaluate ab_die_post --agents random,novice --deals 1 --threads 100000", "threads=100000"),
    ("docs ab_die_post --folder game.json", "game.json: File exists"),
    *((f"warmup none --prune {value}", "must be a number of days from 0") for value in ("-1", "nan", "inf")),
    ("demo --deals 0", "--deals 0 must be 1 or more"),
]


@pytest.mark.parametrize(("words", "message"), ARGUMENTS, ids=lambda value: value[:60])
def test_arguments_that_make_no_sense_are_refused(
    game: Path, words: str, message: str, refused: Callable[..., str]
) -> None:
    assert message in refused(*words.split())
    assert [path.name for path in Path().iterdir()] == ["game.json"]


def test_names_of_agents_are_made_printable_wherever_they_are_shown(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    values = json.loads(game.read_text(encoding="utf-8"))
    Path("game.json").write_text(json.dumps({**values, "agents": [HOSTILE, "\ud800", "Zoë"]}), encoding="utf-8")
    for mode in ([], ["--at", "3"], ["--json"], ["--check"]):
        assert cli.main(["replay", "game.json", *mode]) == 0
        assert_printable(capsys.readouterr().out)
    assert cli.main(["replay", "game.json", "--html", "page.html"]) == 0
    page = Path("page.html").read_text(encoding="utf-8")
    assert_printable(page)
    assert "<img" not in page
    assert "nov\ufffd[2J" in page
    assert "Zoë" in page


def test_what_an_error_repeats_is_printable(refused: Callable[..., str]) -> None:
    assert "unknown game 'ab\ufffd[2J'" in refused("play", "ab\x1b[2J")
    assert "a b: No such file" in refused("replay", "a\nb")


def mailwing(*words: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    program = [sys.executable, "-m", "mailwing", *words]
    environment = {**os.environ, **settings.pop("environment", {})}
    return subprocess.run(program, text=True, check=False, stderr=subprocess.PIPE, env=environment, **settings)


def lines_of(done: subprocess.CompletedProcess[str]) -> list[str]:
    return [line for line in done.stderr.splitlines() if "compil" not in line]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_named(game: Path) -> None:
    with open("/dev/full", "w") as full:
        done = mailwing("replay", "game.json", "--check", stdout=full)
    assert done.returncode == cli.USER_ERROR
    assert lines_of(done) == ["mailwing: error: standard output: No space left on device"]


def test_a_person_who_cannot_be_asked_is_an_error(game: Path) -> None:
    program = f"exec {sys.executable} -m mailwing play ab_die_post --agents human,random --seed 1 <&-"
    done = subprocess.run(["bash", "-c", program], text=True, check=False, capture_output=True)
    assert done.returncode == cli.USER_ERROR
    assert "the standard input is closed" in lines_of(done)[-1]


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii", "LANG": "C"},
        {"COLUMNS": "1", "TERM": "dumb", "NO_COLOR": "1"},
        {"COLUMNS": "0", "LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
)
def test_any_terminal_will_do(game: Path, environment: dict[str, str]) -> None:
    for words in (["replay", "game.json"], ["replay", "--help"], ["play", "--help"]):
        done = mailwing(*words, environment=environment, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        assert (done.returncode, lines_of(done)) == (0, [])


ENCODINGS = [{"PYTHONIOENCODING": "ascii", "LANG": "C"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}]


@pytest.mark.parametrize("environment", ENCODINGS)
def test_a_terminal_without_utf_8_shows_the_same_in_ascii(game: Path, environment: dict[str, str]) -> None:
    """Letter for letter what `plain` makes of it: no letter is lost, accents and signs have a readable form."""
    play = ["play", "aeroplanes", "--agents", "random", "--seed", "2", "--save", "played.json"]
    match = ["evaluate", "ab_die_post", "--agents", "novice,random", "--deals", "2", "--seed", "1"]
    for words in ([*play, "--option", "round_limit=5"], ["replay", "played.json"], match):
        told = [mailwing(*words, environment=each, stdout=subprocess.PIPE) for each in ({}, environment)]
        assert [done.returncode for done in told] == [0, 0]
        utf_8, ascii_only = (re.sub(r"\d+(\.\d+)? s\b", "", done.stdout) for done in told)
        assert not utf_8.isascii()
        assert ascii_only == plain(utf_8)


@pytest.mark.parametrize("environment", ENCODINGS)
def test_a_person_may_type_what_the_terminal_cannot_read(game: Path, environment: dict[str, str]) -> None:
    play = ["play", "aeroplanes", "--agents", "human", "--seed", "3"]
    done = mailwing(*play, environment=environment, stdout=subprocess.PIPE, input="zürich\nzurich\n")
    assert (done.returncode, lines_of(done)) == (0, [])
    assert done.stdout.count("is none of the legal actions") == 1
    assert "(human): Home in Zurich" in done.stdout


@pytest.mark.parametrize("environment", ENCODINGS)
def test_json_keeps_every_letter_on_a_terminal_without_utf_8(game: Path, environment: dict[str, str]) -> None:
    """Programs read it, so that letters are escaped and not replaced."""
    state = envs.load("aeroplanes", players=3).new(1)
    state.apply(state.parse("zurich"))
    Replay.of(state, agents=["Müller", "中", "c"]).save("letters.json")
    done = mailwing("replay", "letters.json", "--json", environment=environment, stdout=subprocess.PIPE)
    assert done.stdout.isascii()
    told = json.loads(done.stdout)
    assert told["agents"] == ["Müller", "中", "c"]
    assert told["actions"][0]["words"] == "Home in Zürich"


def test_letters_without_a_form_in_ascii_are_escaped() -> None:
    assert plain("Zürich – São Paulo: £−2 × 3 …") == "Zurich - Sao Paulo: GBP -2 x 3 ..."
    assert plain("中") == r"\u4e2d"


def test_a_special_file_stays_what_it_is(game: Path) -> None:
    assert cli.main(["replay", "game.json", "--html", "/dev/null"]) == 0
    assert Path("/dev/null").is_char_device()
