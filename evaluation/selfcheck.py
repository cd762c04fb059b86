"""The harness checks itself: every seat is shown what that seat knows and credited with what it did.

An evaluation that hands an agent another seat's observation still prints figures, and they look plausible. So games are
played by agents whose choice is a fingerprint of what they are shown, and played again without the harness, on states
alone, every seat choosing by the fingerprint of its own observation. Whatever goes wrong on the way (another seat's
observation or row, an old one, a wrong mask, results credited to the wrong seat) makes the two part company.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs.core.company import Results
from ..envs.core.game import Game
from ..envs.core.state import State
from ..envs.core.view import View
from .lineups import deal_seeds, seatings
from .matches import play
from .players import Player

Harness = Callable[..., Results]
"""Plays games like `matches.play`."""


class SeatError(RuntimeError):
    """An agent was shown what its seat does not know, or was credited with another seat's result."""


class Fingerprint:
    """Plays a legal action picked by a digest of what it is shown, and remembers every digest, in order."""

    def __init__(self, salt: int) -> None:
        self.name = f"fingerprint {salt}"
        self.salt = salt
        self.shown: list[int] = []

    def reset(self, seed: int) -> None:
        """A new game; it plays without chance."""

    def act(self, view: View) -> int:
        """One decision."""
        return self._choose(view.observation, view.mask)

    def _choose(self, obs: NDArray[Any], mask: NDArray[Any]) -> int:
        digest = fingerprint(obs, mask)
        self.shown.append(digest)
        return pick(digest, self.salt, mask)


class BatchFingerprint(Fingerprint):
    """The same for many games at once, as networks play."""

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.uint8]) -> NDArray[np.int64]:
        """One decision in each row."""
        return np.array([self._choose(*row) for row in zip(obs, mask, strict=True)], dtype=np.int64)


def fingerprint(obs: NDArray[Any], mask: NDArray[Any]) -> int:
    """A digest of an observation and its mask."""
    return zlib.crc32(np.asarray(mask, dtype=np.uint8).tobytes(), zlib.crc32(np.asarray(obs, np.float32).tobytes()))


def pick(digest: int, salt: int, mask: NDArray[Any]) -> int:
    """The legal action that an agent of this salt plays on a digest."""
    legal = np.flatnonzero(mask)
    return int(legal[zlib.crc32(digest.to_bytes(4, "little"), salt) % len(legal)])


def check_seats(game: Game, *, deals: int = 4, seed: int = 0, harness: Harness = play) -> None:
    """Check that agents see what their own seats know, in batches and one by one.

    Args:
        game: the game.
        deals: deals that are played, each in every rotation.
        seed: chooses the deals.
        harness: what is checked, called like `matches.play`.

    Raises:
        SeatError: it does not hold; says in which game and decision and, where it can be told, whose observation an
            agent was shown.
    """
    seeds = deal_seeds(seed, 0, deals)
    seats = seatings(game.players, seeds, mixed=True).reshape(-1, game.players)
    by_game = np.repeat(seeds, game.players)
    for kind in (BatchFingerprint, Fingerprint):
        spies = [kind(salt) for salt in range(1, game.players + 1)]
        results = harness(game, [_player(spy) for spy in spies], seats, by_game)
        truth = [_replayed(game, seats[k], int(by_game[k])) for k in range(len(seats))]
        _compare_shown(spies, truth, seats)
        _compare_results(results, truth, by_game)


def _player(spy: Fingerprint) -> Player:
    kind = "network" if isinstance(spy, BatchFingerprint) else "python"
    return Player(spy.name, kind, spy.name, make=lambda: spy)


@dataclass(frozen=True)
class _Truth:
    """One game as it has to be: `known[decision][seat]` are digests, `asked[decision]` the seat to decide."""

    state: State
    known: list[list[int]]
    asked: list[int]


def _replayed(game: Game, places: NDArray[Any], seed: int) -> _Truth:
    """Play a game without any harness."""
    state = game.new(seed)
    known: list[list[int]] = []
    asked: list[int] = []
    state.play_forced()
    while not state.done:
        mask = state.mask()
        known.append([fingerprint(state.observation(seat), mask) for seat in range(game.players)])
        asked.append(state.seat)
        state.apply(pick(known[-1][state.seat], int(places[state.seat]) + 1, mask))
        state.play_forced()
    return _Truth(state, known, asked)


def _compare_shown(spies: list[Any], truth: list[_Truth], seats: NDArray[Any]) -> None:
    """Everything that an agent was shown must be what its seat knew at one of its decisions."""
    whose = {
        digest: (number, decision, seat)
        for number, game in enumerate(truth)
        for decision, digests in enumerate(game.known)
        for seat, digest in enumerate(digests)
    }
    for place, spy in enumerate(spies):
        own = {
            game.known[decision][seat]
            for number, game in enumerate(truth)
            for decision, seat in enumerate(game.asked)
            if seats[number, seat] == place
        }
        wrong = next((digest for digest in spy.shown if digest not in own), None)
        if wrong is not None and wrong in whose:
            number, decision, seat = whose[wrong]
            mine = int(np.flatnonzero(seats[number] == place)[0])
            raise SeatError(
                f"the agent at seat {mine} was shown what seat {seat} knows (game {number}, decision {decision})"
            )
        if wrong is not None:
            raise SeatError(f"{spy.name} was shown an observation and a mask that belong to no decision of its games")


def _compare_results(results: Results, truth: list[_Truth], seeds: NDArray[np.uint64]) -> None:
    """Points, ranks and length must be those of the replayed game, seat by seat."""
    for number, game in enumerate(truth):
        found = {
            "points": (results.points[number].tolist(), game.state.scores()),
            "ranks": (results.rank[number].tolist(), game.state.ranks()),
            "decisions": (int(results.decisions[number]), game.state.decisions),
        }
        for what, (credited, right) in found.items():
            if credited != right:
                raise SeatError(f"game {number} (seed {seeds[number]}): {what} {credited}, but they were {right}")
