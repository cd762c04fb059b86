"""`mailwing replay`: stepping, checking, exporting; truncated and tampered records."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from mailwing import cli, envs
from mailwing.cli.replay import captions, position, turns
from mailwing.envs._core.pictures.render import rasterise
from mailwing.envs._core.position import Position
from mailwing.envs._core.replay import Replay


def played(decisions: int | None = None) -> Position:
    """A short game of three, played by a simple rule; unfinished if a number of decisions is given."""
    state = envs.load("ab_die_post", players=3, turn_limit=20).new(11)
    while not state.done and (decisions is None or state.num_decisions < decisions):
        legal = state.legal()
        state.apply(legal[state.num_decisions * 7919 % len(legal)])
    return state


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The record of a finished game."""
    return Replay.of(played(), agents=["ada", "bob", "cid"]).save(tmp_path / "game.json")


@pytest.fixture
def step(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[list[int], str]]:
    """Step through the record with these answers (then Ctrl-D): the positions shown, and all that was printed."""

    def run(*answers: str) -> tuple[list[int], str]:
        given = iter(answers)

        def ask(prompt: str) -> str:
            try:
                return next(given)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", ask)
        assert cli.main(["replay", str(file), "--step"]) == 0
        said = capsys.readouterr().out
        return [int(at) for at in re.findall(r"^\[(\d+) / \d+\]", said, re.MULTILINE)], said

    return run


def test_check_confirms_a_true_record(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(file), "--check"]) == 0
    count = len(Replay.load(file).actions)
    said = capsys.readouterr().out
    assert said == f"{file}: ab_die_post, 3 players, seed 11, {count} decisions, finished: follows the rules\n"


def test_check_notes_that_the_rules_were_edited(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replace(Replay.load(file), rules_hash="0" * 16).save(file)
    assert cli.main(["replay", str(file), "--check"]) == 0
    assert capsys.readouterr().out.startswith("note: the sources of the rules have changed")


def test_an_unfinished_game_is_a_record_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = Replay.of(played(decisions=9)).save(tmp_path / "game.json")
    assert cli.main(["replay", str(file), "--check"]) == 0
    assert "9 decisions, unfinished: follows the rules" in capsys.readouterr().out
    assert cli.main(["replay", str(file), "--at", "-1"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("[9 / 9]  seat ")
    assert "game is over" not in said


@pytest.mark.parametrize("mode", [["--check"], ["--step"], ["--at", "0"], ["--json"], ["--html", "x.html"], []])
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text[: len(text) // 2], "is it truncated?"),
        (lambda text: re.sub(r'"actions": \[\d+', '"actions": [30', text), "stops being legal at action 0"),
        (lambda text: text.replace('"seed"', '"sead"'), "did you mean 'seed'?"),
        (lambda text: text.replace('"ab_die_post"', '"ab_die_pots"'), "did you mean 'ab_die_post'?"),
    ],
)
def test_a_tampered_record_is_refused_in_every_mode(
    file: Path, change: Callable[[str], str], message: str, mode: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(change(file.read_text()))
    assert cli.main(["replay", str(file), *mode]) == cli.USER_ERROR
    said = capsys.readouterr()
    assert message in said.err
    assert str(file) in said.err
    assert said.out == ""
    assert [path.name for path in file.parent.iterdir()] == ["game.json"]


def test_other_final_scores_are_found_out(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replace(Replay.load(file), scores=[15, 0, 0]).save(file)
    assert cli.main(["replay", str(file), "--check"]) == cli.USER_ERROR
    assert "the replay says that the scores are [15, 0, 0]" in capsys.readouterr().err


def test_a_missing_file_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", "no_such_game.json"]) == cli.USER_ERROR
    assert "no_such_game.json: No such file or directory" in capsys.readouterr().err


def test_at_prints_one_position(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    states = list(Replay.load(file).positions())
    assert cli.main(["replay", str(file), "--at", "3"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"[3 / {len(states) - 1}]  seat ")
    assert states[3].text() in said
    assert cli.main(["replay", str(file), "--at", "0"]) == 0
    assert "The deal" in capsys.readouterr().out


def test_positions_count_from_either_end() -> None:
    assert [position(wanted, 9) for wanted in (0, 9, -1, -10)] == [0, 9, 9, 0]
    for wanted in (10, -11):
        with pytest.raises(ValueError, match=f"no position {wanted}; the replay has decisions 0 to 9"):
            position(wanted, 9)


def test_elsewhere_than_in_a_terminal_it_prints_the_game(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    assert cli.main(["replay", str(file)]) == 0
    said = capsys.readouterr().out
    replay = Replay.load(file)
    assert len(re.findall(r"^ +\d+  seat \d \((?:ada|bob|cid)\): ", said, re.MULTILINE)) == len(replay.actions)
    assert re.search(r"^    1  seat \d \(\w+\): Draw a card\n {11}draws a ", said, re.MULTILINE)
    assert "rank  points  player" in said


def test_json_holds_every_action_in_words(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    replay = Replay.load(file)
    assert [entry["action"] for entry in found["actions"]] == replay.actions
    assert found["actions"][0]["words"] == "Draw a card"
    assert found["actions"][0]["news"][0].startswith("draws a ")
    assert found["scores"] == replay.scores
    assert sorted(found["ranks"])[0] == 1
    assert found["finished"]
    assert found["agents"] == ["ada", "bob", "cid"]


def test_stepping_forwards_back_and_by_number(step: Callable[..., tuple[list[int], str]]) -> None:
    shown, said = step("", "n", "b", "7", "-1", "q")
    assert shown[:5] == [0, 1, 2, 1, 7]
    assert "(bob): " in said
    assert re.search(r"^\[1 / \d+\]  seat \d \(\w+\): Draw a card\n    draws a .*\n\n", said, re.MULTILINE)
    assert "rank  points  player" in said, "the result stands at the last position"


def test_stepping_stops_at_both_ends_and_explains_itself(step: Callable[..., tuple[list[int], str]]) -> None:
    shown, said = step("b", "99999", "what", "-1", "")
    assert len(shown) == 2
    assert "That is the deal." in said
    assert "there is no position 99999" in said
    assert "'what' is not understood: Enter next" in said
    assert "That is the end." in said


def test_html_holds_every_position(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "game.html"
    assert cli.main(["replay", str(file), "--html", str(target)]) == 0
    page = target.read_text(encoding="utf-8")
    count = len(Replay.load(file).actions) + 1
    assert f"{count} pictures" in capsys.readouterr().out
    words = json.loads(re.search(r"^const words = (.*);$", page, re.MULTILINE).group(1))  # type: ignore[union-attr]
    assert len(words) == count
    assert words[0] == "The deal"
    assert re.fullmatch(r"seat \d \(\w+\): Draw a card\n    draws a .*", words[1])


def test_gif_has_a_picture_for_every_turn(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "game.gif"
    Replay.of(played(decisions=12)).save(file)
    states = list(Replay.load(file).positions())
    assert cli.main(["replay", str(file), "--gif", str(target), "--width", "400", "--seconds", "0.2"]) == 0
    assert f"{len(turns(states))} pictures" in capsys.readouterr().out
    with Image.open(target) as film:
        assert film.size == (400, 248)
        assert 2 <= getattr(film, "n_frames", 1) <= len(turns(states)) < len(states)


def test_turns_are_where_another_seat_decides() -> None:
    state = played(decisions=0)
    states = [state.copy()]
    for words in ("Draw a card", "Draw another", "Stop", "Draw a card"):
        state.apply(state.parse(words))
        states.append(state.copy())
    assert turns(states) == [0, 3, 4]


def test_captions_tell_all_since_the_picture_before() -> None:
    state = played(decisions=4)
    replay = Replay.of(state)
    states = list(replay.positions())
    single = captions(replay, states, range(5))
    assert single[0] == "The deal"
    assert len([line for line in single[1].split("\n") if not line.startswith(" ")]) == 1
    assert captions(replay, states, [0, 3, 4]) == [single[0], "\n".join(single[1:4]), single[4]]


def test_picture_of_a_position(file: Path, tmp_path: Path) -> None:
    state = list(Replay.load(file).positions())[5]
    assert cli.main(["replay", str(file), "--at", "5", "--picture", str(tmp_path / "board.svg")]) == 0
    assert (tmp_path / "board.svg").read_text(encoding="utf-8") == state.svg()
    assert cli.main(["replay", str(file), "--at", "5", "--picture", str(tmp_path / "board.png")]) == 0
    with Image.open(tmp_path / "board.png") as image:
        assert np.array_equal(np.array(image.convert("RGB")), rasterise(state.svg()))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--picture", "board.jpg"], "must end in .png or .svg"),
        (["--picture", "no_such_folder/board.png"], "the folder no_such_folder does not exist"),
        (["--gif", "no_such_folder/x.gif"], "the folder no_such_folder does not exist"),
        (["--html", "no_such_folder/x.html"], "the folder no_such_folder does not exist"),
        (["--at", "5", "--json"], "--at goes with --picture or alone"),
        (["--at", "99999"], "there is no position 99999"),
        (["--gif", "x.gif", "--width", "0"], "--width=0 must be a whole number of pixels"),
        (["--data", "no_such_pack"], "no_such_pack"),
    ],
)
def test_mistakes_are_refused(
    file: Path,
    words: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["replay", str(file), *words]) == cli.USER_ERROR
    assert message in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
