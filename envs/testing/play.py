"""Play: never a dead end, exact masks, an end in time, nothing lost, values in their ranges."""

from __future__ import annotations

import random
from typing import Any

from .._core.position import IllegalActionError, Position
from .cases import Case, live, play_randomly, positions
from .tools import for_each, refused

GAMES = 40
RUNS = 25


def assert_sound(state: Position, conserved: dict[str, int]) -> None:
    """What holds in every position: values in range, nothing lost, a decision or an end."""
    spec = state.game.spec
    assert not (faults := spec.state.out_of_range(state.record)), "; ".join(faults)
    now = dict(spec.conserved(state.game, state.record))
    assert now == conserved, f"{conserved} was dealt, {now} is there now"
    assert 0 <= state.seat < state.game.players
    assert state.done or state.legal(), f"dead end: {state!r}\n{state}"


def check_every_game_ends_in_time_without_a_dead_end(case: Case) -> None:
    """Random games end within `max_decisions`, and always have a legal action before."""
    game = case.game
    for seed in range(GAMES):
        state = game.new(seed)
        for _ in play_randomly(state, random.Random(seed)):
            assert state.done or state.mask().any()
        assert state.num_decisions == len(state.history)
        most = game.spec.max_decisions
        assert state.num_decisions <= most, f"{state.num_decisions} decisions, but max_decisions is {most}"
        assert state.limit_reached in (False, True)


def check_positions_are_sound(case: Case) -> None:
    """Values lie in their ranges, what is conserved is all there, and there is a decision or an end."""
    for state in positions(case):
        assert state.seed is not None
        assert_sound(state, dict(case.game.spec.conserved(case.game, case.game.new(state.seed).record)))


def check_legal_actions_apply_and_all_others_are_refused_untouched(case: Case) -> None:
    """Masks are exact: what is legal can be played, anything else is refused and changes nothing."""
    for state in live(case):
        before = state.to_bytes()
        legal = set(state.legal())
        mask = state.mask()
        assert set(mask.tolist()) <= {0, 1}
        for action in range(case.game.num_actions):
            tried = state.copy()
            if action in legal:
                tried.apply(action)
                assert tried.num_decisions == state.num_decisions + 1
                assert tried.history == [*state.history, action]
                assert tried.done or tried.mask().any(), f"dead end after {state.describe(action)}"
            else:
                with refused(IllegalActionError, r"(?s)cannot play.*the position is unchanged"):
                    tried.apply(action)
                assert tried.to_bytes() == before
                assert tried.history == state.history
        assert state.to_bytes() == before


@for_each("action", {repr(action): action for action in (-1, 10**6, 2**70, 0.5, None, "0x", float("nan"))})
def check_what_is_no_action_is_refused(case: Case, action: Any) -> None:
    """What is no action at all is refused and changes nothing."""
    state = live(case)[0].copy()
    before = state.to_bytes()
    with refused(IllegalActionError):
        state.apply(action)
    assert state.to_bytes() == before


def check_a_finished_game_takes_no_action(case: Case) -> None:
    """After the end nothing is legal, and nothing changes any more."""
    state = next(state for state in positions(case) if state.done).copy()
    before = state.to_bytes()
    assert state.legal() == []
    assert not state.mask().any()
    for action in range(case.game.num_actions):
        with refused(IllegalActionError, "the game is over"):
            state.apply(action)
    assert state.play_forced() == []
    assert state.to_bytes() == before


def check_words_name_every_legal_action_once(case: Case) -> None:
    """Words of the legal actions differ, and lead back to their actions."""
    for state in live(case):
        words = [state.describe(action) for action in state.legal()]
        assert len({phrase.casefold() for phrase in words}) == len(words), words
        for action, phrase in zip(state.legal(), words, strict=True):
            assert phrase == phrase.strip() != ""
            assert "\n" not in phrase
            assert state.parse(phrase) == action


def check_runs_of_one_kind_of_choice_are_sound(case: Case) -> None:
    """Uniformly random play is not all play: the first or the last action many times over, then another."""
    rng = random.Random(7)
    for seed in range(RUNS):
        choices: list[int] = []
        while len(choices) < 80:
            choices += [rng.choice([0, -1, rng.randrange(2**16)])] * rng.randint(1, 12)
        assert_sequence_is_sound(case, seed, choices)


def assert_sequence_is_sound(case: Case, seed: int, choices: list[int]) -> None:
    """Every position on the way is sound when the k-th decision is the `choices[k]`-th legal action, counted round."""
    state = case.game.new(seed)
    conserved = dict(case.game.spec.conserved(case.game, state.record))
    for choice in choices:
        if state.done:
            break
        legal = state.legal()
        state.apply(legal[choice % len(legal)])
        assert_sound(state, conserved)


@for_each("greedy", {"first": "first", "last": "last"})
def check_one_sided_play_ends_too(case: Case, greedy: str) -> None:
    """Always the first or always the last legal action: the play in which games go on for ever."""
    state = case.game.new(1)
    while not state.done:
        state.apply(state.legal()[0 if greedy == "first" else -1])
        assert state.num_decisions <= case.game.spec.max_decisions
    assert state.game.spec.state.out_of_range(state.record) == []
