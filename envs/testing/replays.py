"""Replays: one rebuilds every position of a game, and one that was tampered with is caught."""

from __future__ import annotations

import random
import tempfile
from dataclasses import replace
from pathlib import Path

from .._core.position import Position
from .._core.replay import Replay, ReplayError
from .cases import Case, live, play_randomly, positions
from .tools import refused


def random_game(case: Case, seed: int) -> list[Position]:
    """Every position of a random game."""
    return [state.copy() for state in play_randomly(case.game.new(seed), random.Random(seed))]


def check_a_replay_rebuilds_every_position(case: Case) -> None:
    """A replay, saved and loaded, shows every position and every word of the game again."""
    for seed in (0, 2**64 - 1):
        walk = random_game(case, seed)
        replay = Replay.of(walk[-1], agents=["random"] * case.players)
        with tempfile.TemporaryDirectory() as folder:
            assert Replay.load(replay.save(Path(folder) / "game.json")) == replay
        assert [state.to_bytes() for state in replay.positions()] == [state.to_bytes() for state in walk]
        assert replay.check() == []
        assert replay.scores == walk[-1].scores()
        words = [state.describe(action) for state, action in zip(walk, replay.actions, strict=False)]
        transcript = [line for line in replay.transcript() if not line.startswith(" ")]
        assert [line.split(": ", 1)[1] for line in transcript] == words


def check_forced_decisions_are_in_the_replay_either_way(case: Case) -> None:
    """A game in which forced decisions are played on has the same replay as one in which they are all shown."""
    rng, state = random.Random(5), case.game.new(5)
    state.play_forced()
    while not state.done:
        state.apply(rng.choice(state.legal()))
        state.play_forced()
    assert [*Replay.of(state).positions()][-1] == state


def check_an_unfinished_game_has_a_replay_without_scores(case: Case) -> None:
    """A game in progress has a replay too."""
    replay = Replay.of(live(case)[-1])
    assert replay.scores is None
    assert replay.check() == []


def check_positions_without_a_past_have_no_replay(case: Case) -> None:
    """A redealt or restored position has no replay, for its past is not known."""
    state = live(case)[-1]
    for orphan in (state.redeal(0, 1), *([case.game.from_bytes(state.to_bytes())] if state.num_decisions else [])):
        with refused(ValueError, "not reached from a deal"):
            Replay.of(orphan)


def check_tampered_replays_are_caught(case: Case) -> None:
    """Other actions, scores, tables or players than those of the game are noticed."""
    walk = random_game(case, 1)
    replay = Replay.of(walk[-1])
    index = len(replay.actions) // 2
    unplayed = [action for action in range(case.game.num_actions) if action not in walk[index].legal()]
    illegal = unplayed[0] if unplayed else case.game.num_actions
    broken = [*replay.actions[:index], illegal, *replay.actions[index + 1 :]]
    with refused(ReplayError, rf"stops being legal at action {index} of {len(broken)}"):
        replace(replay, actions=broken).check()
    with refused(ReplayError, "the game is not over"):
        replace(replay, actions=replay.actions[:-1]).check()
    with refused(ReplayError, rf"stops being legal at action {len(broken)} of .*the game is over"):
        replace(replay, actions=[*replay.actions, 0]).check()
    assert replay.scores is not None
    with refused(ReplayError, r"says that the scores are .*, but they are"):
        replace(replay, scores=[replay.scores[0] + 1, *replay.scores[1:]]).check()
    with refused(ReplayError, "another data pack"):
        replace(replay, data_hash="0" * 16).check()
    with refused(ReplayError, r"cannot be replayed: .*not a number of players"):
        replace(replay, players=99).check()
    assert "sources of the rules have changed" in replace(replay, rules_hash="0" * 16).check()[0]


def check_truncated_files_are_caught(case: Case) -> None:
    """A file that was cut off is refused as such."""
    text = Replay.of(positions(case)[1]).to_json().rstrip()
    for length in {0, 1, len(text) // 3, len(text) // 2, len(text) - 1}:
        with refused(ReplayError, r"torn\.json: not a complete JSON file"):
            Replay.from_json(text[:length], "torn.json")
