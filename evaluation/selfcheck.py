"""A check of the evaluation itself: each agent gets the observations of its own seat and is credited with its results.

An evaluation that passed an agent the observation of another seat would still give plausible figures. Therefore games
are played by agents whose choice is a fingerprint of the observation they get, and played again directly on positions,
each seat choosing by the fingerprint of its own observation. Any mistake (the observation of another seat or row, an
old one, a wrong mask, results credited to the wrong seat) makes the two differ.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs._core.errors import MailwingError
from ..envs._core.game import Game
from ..envs._core.loops.matches import Results
from ..envs._core.position import Position
from ..envs._core.view import View
from .entrants import Entrant
from .lineups import deal_seeds, seatings
from .matches import play

Harness = Callable[..., Results]
"""Plays games like `matches.play`."""


class SeatError(MailwingError, RuntimeError):
    """An agent got an observation that its seat does not have, or was credited with the result of another seat."""


class Fingerprint:
    """Plays a legal action chosen by a digest of the observation it gets, and keeps every digest in order."""

    def __init__(self, salt: int) -> None:
        self.name = f"fingerprint {salt}"
        self.salt = salt
        self.shown: list[int] = []

    def reset(self, seed: int) -> None:
        """Start a new game; the agent is deterministic."""

    def act(self, view: View) -> int:
        """One decision."""
        return self._choose(view.observation(), view.mask())

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
    return _digest(np.asarray(obs, dtype=np.float32).tobytes(), np.asarray(mask, dtype=np.uint8).tobytes())


def pick(digest: int, salt: int, mask: NDArray[Any]) -> int:
    """The legal action that an agent of this salt plays on a digest."""
    legal = np.flatnonzero(mask)
    return int(legal[_digest(digest.to_bytes(8, "little"), salt.to_bytes(8, "little")) % len(legal)])


def _digest(*parts: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(b"".join(parts), digest_size=8).digest(), "little")


def check_seats(game: Game, *, deals: int = 2, seed: int = 0, harness: Harness = play) -> None:
    """Check that agents get the observations of their own seats, in batches and one by one.

    Args:
        game: the game.
        deals: deals that are played, each in every rotation.
        seed: chooses the deals.
        harness: what is checked, called like `matches.play`.

    Raises:
        SeatError: they do not; the message says in which game and decision and, if possible, whose observation an
            agent got.
    """
    seeds = deal_seeds(seed, 0, deals)
    seats = seatings(game.players, seeds, mixed=True).reshape(-1, game.players)
    by_game = np.repeat(seeds, game.players)
    for kind in (BatchFingerprint, Fingerprint):
        spies = [kind(salt) for salt in range(1, game.players + 1)]
        results = harness(game, [_player(spy) for spy in spies], seats, by_game)
        truth = [_replayed(game, seats[k], int(by_game[k])) for k in range(len(seats))]
        _compare_shown(game, spies, truth, seats, by_game)
        _compare_results(results, truth, by_game)


def _player(spy: Fingerprint) -> Entrant:
    kind = "network" if isinstance(spy, BatchFingerprint) else "python"
    return Entrant(spy.name, kind, spy.name, make=lambda: spy)


@dataclass(frozen=True)
class _Truth:
    """The correct game: the final position, and for each decision the seat to decide and the digests by seat."""

    state: Position
    asked: list[int]
    known: list[dict[int, int]]


def _replayed(game: Game, places: NDArray[Any], seed: int, *, all_seats: bool = False) -> _Truth:
    """Play a game directly; digests of the seat to decide, or of all seats."""
    state = game.new(seed)
    asked: list[int] = []
    known: list[dict[int, int]] = []
    state.play_forced()
    while not state.done:
        mask, seat = state.mask(), state.seat
        seats = range(game.players) if all_seats else (seat,)
        known.append({other: fingerprint(state.observation(other), mask) for other in seats})
        asked.append(seat)
        state.apply(pick(known[-1][seat], int(places[seat]) + 1, mask))
        state.play_forced()
    return _Truth(state, asked, known)


def _compare_shown(
    game: Game, spies: list[Any], truth: list[_Truth], seats: NDArray[Any], seeds: NDArray[np.uint64]
) -> None:
    """Every observation that an agent got must be that of its seat at one of its decisions."""
    own: list[set[int]] = [set() for _ in spies]
    for number, replayed in enumerate(truth):
        for seat, known in zip(replayed.asked, replayed.known, strict=True):
            own[seats[number, seat]].add(known[seat])
    for place, spy in enumerate(spies):
        wrong = next((digest for digest in spy.shown if digest not in own[place]), None)
        if wrong is not None:
            raise SeatError(_whose(game, wrong, place, seats, seeds) or f"{spy.name} was shown what no seat ever knew")


def _whose(game: Game, digest: int, place: int, seats: NDArray[Any], seeds: NDArray[np.uint64]) -> str:
    """Whose observation an agent got, in words; empty if no seat had it."""
    for number, seed in enumerate(seeds):
        for decision, known in enumerate(_replayed(game, seats[number], int(seed), all_seats=True).known):
            for seat, other in known.items():
                if other == digest:
                    mine = int(np.flatnonzero(seats[number] == place)[0])
                    where = f"game {number}, decision {decision}"
                    return f"the agent at seat {mine} was shown what seat {seat} knows ({where})"
    return ""


def _compare_results(results: Results, truth: list[_Truth], seeds: NDArray[np.uint64]) -> None:
    """Points, ranks and length must be those of the replayed game, seat by seat."""
    for number, game in enumerate(truth):
        found = {
            "points": (results.scores[number].tolist(), game.state.scores()),
            "ranks": (results.ranks[number].tolist(), game.state.ranks()),
            "num_decisions": (int(results.num_decisions[number]), game.state.num_decisions),
        }
        for what, (credited, right) in found.items():
            if credited != right:
                raise SeatError(f"game {number} (seed {seeds[number]}): {what} {credited}, but they were {right}")
