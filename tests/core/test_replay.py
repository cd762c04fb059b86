"""Replays: what is written comes back, and what is damaged or tampered with is refused in words."""

from __future__ import annotations

import dataclasses
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from mailwing import __version__, envs
from mailwing.envs import Position
from mailwing.envs._core.replay import Replay, ReplayError


def played(game: envs.Game, seed: int, actions: int = 10**6) -> Position:
    rng = random.Random(seed)
    state = game.new(seed)
    while not state.done and state.num_decisions < actions:
        state.apply(rng.choice(state.legal()))
    return state


@pytest.fixture
def game() -> envs.Game:
    return envs.load("several_moves", players=3, length="long")


@pytest.fixture
def record(game: envs.Game) -> Replay:
    return Replay.of(played(game, 5), agents=["a", "b", "c"])


@pytest.mark.parametrize("game_id", envs.games())
def test_a_record_comes_back_from_its_file_and_holds(game_id: str, tmp_path: Path) -> None:
    state = played(envs.load(game_id), 3)
    path = Replay.of(state).save(tmp_path / "game.json")
    record = Replay.load(path)
    assert record == Replay.of(state)
    assert record.check() == []
    states = list(record.positions())
    assert len(states) == len(record.actions) + 1
    assert states[-1].to_bytes() == state.to_bytes()
    assert states[0] == state.game.new(3)
    assert len({id(s) for s in states}) == len(states)


def test_what_a_record_says(game: envs.Game, record: Replay) -> None:
    assert (record.game, record.version, record.players) == ("several_moves", 0, 3)
    assert record.options == {"length": "long", "mistakes": "free"}
    assert record.seed == 5
    assert record.scores == played(game, 5).scores()
    assert record.agents == ["a", "b", "c"]
    assert record.created_by == f"mailwing {__version__}"
    assert record.to_json().count("\n") == len(dataclasses.fields(record)) + 2


def test_an_unfinished_game_has_no_scores_and_holds(game: envs.Game) -> None:
    record = Replay.of(played(game, 5, actions=4))
    assert record.scores is None
    assert record.check() == []
    assert len(record.actions) == 4


def test_a_transcript_is_in_words(record: Replay) -> None:
    lines = list(record.transcript())
    assert len(lines) == len(record.actions)
    assert lines[0].startswith("0  seat 0: Sort ")
    assert lines[-1] == f"{len(lines) - 1}  seat 2: Hand over"


def test_a_transcript_tells_below_an_action_what_happened(game: envs.Game) -> None:
    def news(game: envs.Game, before: Any, action: int, after: Any) -> list[str]:
        return [f"from {before.num_decisions}", f"to {after.num_decisions}"] if action else []

    told = envs.Game(dataclasses.replace(game.spec, news=news), players=3, length="long")
    record = Replay.of(played(game, 5, actions=4))
    plain = iter(record.transcript(game))
    expected = []
    for number, action in enumerate(record.actions):
        expected.append(next(plain))
        expected += [f"    from {number}", f"    to {number + 1}"] if action else []
    assert list(record.transcript(told)) == expected
    assert len(expected) > 4


def test_a_position_without_a_deal_leaves_no_record(game: envs.Game) -> None:
    state = played(game, 1, actions=3)
    for lost in (game.from_bytes(state.to_bytes()), state.redeal(0, 1)):
        with pytest.raises(ValueError, match="this position was not reached from a deal"):
            Replay.of(lost)
    with pytest.raises(ValueError, match="2 agents are named for 3 seats"):
        Replay.of(state, agents=["a", "b"])


def changed(record: Replay, **values: Any) -> str:
    fields = {**json.loads(record.to_json()), **values}
    return json.dumps({name: value for name, value in fields.items() if value != "DROP"})


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"format": 2}, "game.json: format 2 is unknown; this program reads format 1"),
        ({"format": "DROP"}, "game.json: field 'format' is missing, so this is not a replay"),
        ({"seed": "DROP"}, "game.json: field 'seed' is missing"),
        ({"seed": "DROP", "sead": 4}, r"game.json: unknown field 'sead' \(did you mean 'seed'\?\)"),
        ({"seed": -1}, "field 'seed' is -1, outside 0 to 18446744073709551615"),
        ({"seed": 1.5}, "field 'seed' must be a whole number, not a fraction"),
        ({"players": True}, "field 'players' must be a whole number, not true or false"),
        ({"actions": None}, "field 'actions' must be a list of whole numbers, not null"),
        ({"actions": [0, "1"]}, "field 'actions' must be a list of whole numbers, but entry 1 is a text"),
        ({"scores": {}}, "field 'scores' must be a list of whole numbers, not an object"),
        ({"agents": [1]}, "field 'agents' must be a list of texts, but entry 0 is a whole number"),
        ({"options": []}, "field 'options' must be an object, not a list"),
        ({"options": {"length": None}}, "field 'options' has an option 'length' that is null"),
        ({"options": {"data": "/etc"}}, "field 'options' has an option 'data', which is none"),
        ({"game": 3}, "field 'game' must be a text, not a whole number"),
    ],
)
def test_a_mistyped_file_is_refused_in_words(
    record: Replay, values: dict[str, Any], words: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    path.write_text(changed(record, **values))
    with pytest.raises(ReplayError, match=words):
        Replay.load(path)


def test_a_truncated_file_is_refused_with_the_place(record: Replay, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    text = record.to_json()
    for cut in (0, 10, len(text) // 2, len(text) - 4):
        path.write_text(text[:cut])
        with pytest.raises(ReplayError, match=r"game.json: not a complete JSON file \(.* at line \d+, column \d+\)"):
            Replay.load(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ReplayError, match=r"game.json: is not a text file"):
        Replay.load(path)
    path.write_text("[1, 2]")
    with pytest.raises(ReplayError, match="a replay is a JSON object, not a list"):
        Replay.load(path)
    with pytest.raises(FileNotFoundError):
        Replay.load(tmp_path / "nothing.json")


def test_the_action_that_stops_being_legal_is_named(record: Replay) -> None:
    actions = [*record.actions]
    actions[3] = 2
    tampered = dataclasses.replace(record, actions=actions)
    words = r"stops being legal at action 3 of 18 \(counted from 0\): several_moves: seat 0 cannot play action 2 \(Hand"
    with pytest.raises(ReplayError, match=words):
        tampered.check()
    with pytest.raises(ReplayError, match="action 18 of 19 .*the game is over"):
        dataclasses.replace(record, actions=[*record.actions, 0]).check()


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"scores": [0, 0, 99]}, r"the scores are \[0, 0, 99\], but they are"),
        ({"scores": None}, "the game of the replay is over, but it has no final scores"),
        ({"game": "severl_moves"}, r"cannot be replayed: unknown game 'severl_moves' \(did you mean 'several_moves'"),
        ({"version": 3}, "a replay of several_moves-v3, but the rules here are several_moves-v0"),
        ({"players": 9}, "cannot be replayed: several_moves: players=9 is not a number of players"),
        ({"options": {"size": 3}}, "cannot be replayed: several_moves: unknown option 'size'"),
        (
            {"options": {"length": "long"}},
            "this is a replay of <Game several_moves-v0 players=3, length='long'>, not of",
        ),
        ({"data_hash": "abc"}, "played with another data pack .its hash is abc, here [0-9a-f]+.; name that pack"),
    ],
)
def test_what_does_not_fit_the_rules_is_told(record: Replay, values: dict[str, Any], words: str) -> None:
    with pytest.raises(ReplayError, match=words):
        dataclasses.replace(record, **values).check()


def test_scores_of_an_unfinished_game_are_told(game: envs.Game) -> None:
    record = Replay.of(played(game, 5, actions=4))
    with pytest.raises(ReplayError, match="has final scores, but after its 4 actions the game is not over"):
        dataclasses.replace(record, scores=[0, 0, 0]).check()


def test_edited_rules_are_a_note_not_a_fault(record: Replay) -> None:
    (note,) = dataclasses.replace(record, rules_hash="0123").check()
    assert note.startswith("the sources of the rules have changed since (hash 0123, now ")


def test_a_loaded_game_must_be_that_of_the_record(record: Replay, game: envs.Game) -> None:
    assert record.check(game) == []
    with pytest.raises(ReplayError, match="this is a replay of <Game several_moves-v0 players=3.* not of <Game .*=4"):
        record.check(envs.load("several_moves", players=4, length="long"))


def test_a_failed_save_keeps_the_older_file(record: Replay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    record.save(path)

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        dataclasses.replace(record, seed=99).save(path)
    assert Replay.load(path) == record
    assert os.listdir(tmp_path) == ["game.json"]
    with pytest.raises(FileNotFoundError):
        record.save(tmp_path / "no folder" / "game.json")
