"""The gate: every position that can be reached is let in, and what is let in can be played on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .._core.bots import WORK_RECORDS, Bot
from .._core.faces.opponents import known_bots
from .._core.game import Game
from .._core.gate import Element, elements_of
from .._core.loops.pool import pack_params
from .._core.position import Position
from .cases import Case, cases_of, positions
from .tools import for_each, refused

GAMES = 4
MOST_DECISIONS = 1_500
"""Decisions of a game that are looked at one by one; a part of the cases plays longer games."""

CHANGED = 5_000
"""Positions that `digests.main` changes by hand, unless it is told another number."""

DECISIONS = 60
"""Decisions that a changed position is played on."""

LOOKED_AT = (0, 5)
"""Decisions at which observations, redeals and scores are looked at too."""


def check_every_position_is_let_in(case: Case) -> None:
    """At every decision of games between bots and at random nothing is found inconsistent, and bytes come back."""
    for seed in range(GAMES):
        for state in mixed_play(case.game, seed):
            assert not (faults := case.game.faults(state.record)), f"{'; '.join(faults)}\n{state!r}\n{state}"
    for state in positions(case):
        assert case.game.from_bytes(state.to_bytes()) == state


@for_each("share", {"random": 1.0, "bots": 0.0, "both": 0.2})
def check_games_played_on_from_bytes_go_on_alike(case: Case, share: float) -> None:
    """A position saved and restored in mid-game plays on as the original does."""
    walk = mixed_play(case.game, 7, share)
    for _ in range(20):
        state = next(walk, None)
        if state is None or state.done:
            return
        kept = case.game.from_bytes(state.to_bytes())
        assert (kept.seat, kept.legal(), kept.scores()) == (state.seat, state.legal(), state.scores())
        assert np.array_equal(kept.observation(), state.observation())


def mixed_play(game: Game, seed: int, share: float | None = None) -> Iterator[Position]:
    """A game between bots of the ladder, of whose decisions a share is random; the same object after each decision.

    Args:
        game: the game.
        seed: the deal, and who plays.
        share: random decisions among all; None: it follows from the seed.
    """
    rng = random.Random(seed)
    share = (1.0, 0.0, 0.3, 0.05)[seed % 4] if share is None else share
    bots = list(known_bots(game.id).values())
    seated = [rng.choice(bots) for _ in range(game.players)]
    choosers = {bot: _chooser(game, bot) for bot in dict.fromkeys(seated)}
    state = game.new(seed)
    yield state
    while not state.done and state.num_decisions < MOST_DECISIONS:
        legal = state.legal()
        by_chance = len(legal) == 1 or rng.random() < share
        state.apply(rng.choice(legal) if by_chance else choosers[seated[state.seat]](state))
        yield state


def _chooser(game: Game, bot: Bot) -> Any:
    compiled = game.spec.compiled
    functions, params = compiled.functions([bot]), pack_params([bot])
    rng, work = np.array([11], dtype=np.uint64), game.spec.state.zeros(WORK_RECORDS)

    def choose(state: Position) -> int:
        arrays = (game._tables, game._options, state._array, 0, state.mask())
        return compiled.choose(*arrays, functions, 0, params, rng, work)

    return choose


def check_what_is_no_saved_position_is_refused(case: Case) -> None:
    """Bytes that are cut, changed, of another table or of nothing are refused, and the message says in which way."""
    game = case.game
    data = positions(case)[0].to_bytes()
    size = case.game.spec.state.dtype.itemsize
    flipped = bytearray(data)
    flipped[-size] ^= 1
    for broken, words in {
        b"": "not a saved position",
        data[-size:]: "not a saved position",
        data[:-1]: f"has {len(data)} bytes, not {len(data) - 1}",
        data + b"\0": f"has {len(data)} bytes, not {len(data) + 1}",
        bytes(flipped): "its bytes are damaged",
        data.replace(f'"players": {case.players}'.encode(), b'"players": 99'): "players = 99; expected: ",
        data.replace(b'"version": ', b'"version": 9'): "is of version 9",
        data.replace(b'"format": ', b'"format": 9'): "has format 9",
    }.items():
        with refused(ValueError, rf"{case.game_id}: .*{words}"):
            game.from_bytes(broken)
    forged = bytearray(positions(case)[0].memory.tobytes())
    seat = next(leaf for leaf in game.spec.state.leaves() if leaf.path == "seat")
    forged[seat.offset] = 100
    with refused(ValueError, r"not a position of this game: State\.seat = 100 is not in its range"):
        game.from_bytes(game._gate.seal(np.frombuffer(bytes(forged), dtype=np.uint8)))


@dataclass
class Changed:
    """What became of positions that were changed by hand.

    Attributes:
        accepted, refused: how many the gate let in, and kept out.
        faults: what went wrong with those let in, at most `MOST_FAULTS` of them.
    """

    accepted: int = 0
    refused: int = 0
    faults: list[str] = field(default_factory=list)

    MOST_FAULTS = 20


def play_changed(game_id: str, count: int, seed: int = 1) -> Changed:
    """Change positions of a game by hand and play on what the gate lets in.

    One to three numbers of a reachable position get other values, most of them within the declared ranges, some at
    their ends or beyond.

    Args:
        game_id: the game; positions are of all its quick cases.
        count: how many positions are changed.
        seed: of the changes.
    """
    rng, found = random.Random(seed), Changed()
    cases = [case for case in cases_of(game_id) if not case.slow]
    kept = [(case.game, _reached(case.game, rng)) for case in cases]
    fields: dict[str, list[Element]] = {}
    for element in elements_of(cases[0].game.spec.state):
        fields.setdefault(element.name.partition("[")[0], []).append(element)
    names = list(fields)
    for _ in range(count):
        game, states = rng.choice(kept)
        memory = rng.choice(states).copy()
        words = [_change(memory, rng.choice(fields[rng.choice(names)]), rng) for _ in range(rng.randint(1, 3))]
        try:
            state = game.from_bytes(game._gate.seal(memory))
        except ValueError:
            found.refused += 1
            continue
        found.accepted += 1
        try:
            _play_on(state, rng)
        except Exception as error:
            if len(found.faults) < Changed.MOST_FAULTS:
                found.faults.append(f"{game!r}, {', '.join(words)}: {type(error).__name__}: {error}")
    return found


def _reached(game: Game, rng: random.Random) -> list[np.ndarray[Any, Any]]:
    """The memory of some positions of each kind of play."""
    found = []
    for seed in range(GAMES):
        walk = [state.memory.copy() for state in mixed_play(game, seed)]
        found += [walk[-1], *rng.sample(walk, min(12, len(walk)))]
    return found


def _change(memory: np.ndarray[Any, Any], element: Element, rng: random.Random) -> str:
    """Write another value into one number of a record; what was changed, in words."""
    kind = np.dtype(element.spec.kind)
    place = memory[element.offset : element.offset + kind.itemsize].view(kind)
    before = place[0]
    low, high = element.spec.low, element.spec.high
    near, ways = int(before), []
    if kind.kind != "f":
        limits = np.iinfo(kind)
        low, high = int(limits.min if low is None else low), int(limits.max if high is None else high)
        ways = [low, high, rng.randint(low, high), near - 1, near + 1, near ^ 1, rng.choice((limits.min, limits.max))]
        place[0] = min(max(rng.choice(ways), limits.min), limits.max)
    else:
        place[0] = rng.choice((low or 0.0, high or 1.0, rng.random(), np.nan, np.inf))
    return f"{element.name}: {before} is now {place[0]}"


def _play_on(state: Position, rng: random.Random) -> None:
    """Play up to `DECISIONS` decisions, look at everything on the way, and end in what is let in too."""
    for decision in range(DECISIONS):
        if decision in LOOKED_AT:
            for seat in range(state.game.players):
                assert np.isfinite(state.observation(seat)).all(), f"the observation of seat {seat} is not finite"
                state.redeal(seat, decision)
            state.scores()
            state.returns()
        if state.done:
            break
        legal = state.legal()
        assert legal, f"nothing can be played after {decision} decisions"
        state.apply(rng.choice(legal))
        assert 0 <= state.seat < state.game.players, f"seat {state.seat} is to decide"
    assert not (faults := state.game.faults(state.record)), f"it is played on to what is not let in: {faults[0]}"
