"""Replays: a record rebuilds every position of a game, and a record that was tampered with is caught."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from contract.cases import Case, live, play_randomly, positions
from mailwing.envs import Position
from mailwing.envs._core.replay import Replay, ReplayError


def random_game(case: Case, seed: int) -> list[Position]:
    """Every position of a random game."""
    return [state.copy() for state in play_randomly(case.game.new(seed), random.Random(seed))]


def test_a_record_rebuilds_every_position(case: Case, tmp_path: Path) -> None:
    for seed in (0, 2**64 - 1):
        walk = random_game(case, seed)
        replay = Replay.of(walk[-1], agents=["random"] * case.players)
        assert Replay.load(replay.save(tmp_path / "game.json")) == replay
        assert [state.to_bytes() for state in replay.states()] == [state.to_bytes() for state in walk]
        assert replay.check() == []
        assert replay.scores == walk[-1].scores()
        words = [state.describe(action) for state, action in zip(walk, replay.actions, strict=False)]
        transcript = [line for line in replay.transcript() if not line.startswith(" ")]
        assert [line.split(": ", 1)[1] for line in transcript] == words


def test_forced_decisions_are_on_record_either_way(case: Case) -> None:
    """A game in which forced decisions are played on has the same record as one in which they are all shown."""
    rng, state = random.Random(5), case.game.new(5)
    state.play_forced()
    while not state.done:
        state.apply(rng.choice(state.legal()))
        state.play_forced()
    assert [*Replay.of(state).states()][-1] == state


def test_an_unfinished_game_has_a_record_without_scores(case: Case) -> None:
    replay = Replay.of(live(case)[-1])
    assert replay.scores is None
    assert replay.check() == []


def test_positions_without_a_past_have_no_record(case: Case) -> None:
    state = live(case)[-1]
    for orphan in (state.redeal(0, 1), *([case.game.from_bytes(state.to_bytes())] if state.num_decisions else [])):
        with pytest.raises(ValueError, match="not reached from a deal"):
            Replay.of(orphan)


def test_tampered_records_are_caught(case: Case) -> None:
    walk = random_game(case, 1)
    replay = Replay.of(walk[-1])
    index = len(replay.actions) // 2
    unplayed = [action for action in range(case.game.num_actions) if action not in walk[index].legal()]
    illegal = unplayed[0] if unplayed else case.game.num_actions
    broken = [*replay.actions[:index], illegal, *replay.actions[index + 1 :]]
    with pytest.raises(ReplayError, match=rf"stops being legal at action {index} of {len(broken)}"):
        replace(replay, actions=broken).check()
    with pytest.raises(ReplayError, match="the game is not over"):
        replace(replay, actions=replay.actions[:-1]).check()
    with pytest.raises(ReplayError, match=rf"stops being legal at action {len(broken)} of .*the game is over"):
        replace(replay, actions=[*replay.actions, 0]).check()
    assert replay.scores is not None
    with pytest.raises(ReplayError, match=r"says that the scores are .*, but they are"):
        replace(replay, scores=[replay.scores[0] + 1, *replay.scores[1:]]).check()
    with pytest.raises(ReplayError, match="another data pack"):
        replace(replay, data_hash="0" * 16).check()
    with pytest.raises(ReplayError, match=r"cannot be replayed: .*not a number of players"):
        replace(replay, players=99).check()
    assert "sources of the rules have changed" in replace(replay, rules_hash="0" * 16).check()[0]


def test_truncated_files_are_caught(case: Case) -> None:
    text = Replay.of(positions(case)[1]).to_json().rstrip()
    for length in {0, 1, len(text) // 3, len(text) // 2, len(text) - 1}:
        with pytest.raises(ReplayError, match=r"torn\.json: not a complete JSON file"):
            Replay.from_json(text[:length], "torn.json")
