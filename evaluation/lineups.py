"""The schedule: reading `--agents`, match-ups, mixed line-ups, and the seats of every game of a deal.

A line-up is a list of agents, one for each seat. A deal is one seed, played once in each rotation of the line-up, so
that every agent plays every seat of the same deal.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ..agents.names import NamesAside
from ..envs._core.chance import mix

EXAMPLES = """\
  --agents expert,adept,novice,random       every agent against tables of every other one, and rated together
  --agents runs/x/best:3xexpert             one match-up: the checkpoint in one seat, expert in the other three
  --agents ppo=runs/x/best:3xadept          the same under a name of your choice
  --agents my_bots:Clever,expert            a class of your own as an agent
  --agents adept:1xexpert+2xnovice          a mixed table
  --agents runs/lr=0.1,seed=1/best,expert   folders that exist are taken whole; quotes do the same"""

MATCH_UP = re.compile(r"(?P<agent>.+?):(?P<table>\d+x.+)")
SEATED = re.compile(r"(?P<count>\d+)x(?P<agent>.+)")

MOST_MIXED = 24
"""The largest number of mixed line-ups that are all played; with more, a balanced selection is."""

DEAL_SALT, ORDER_SALT = 0x0DEA1, 0x50EA7
"""Third argument of `mix`, so that seeds of deals and of seating orders differ."""


class AgentsError(ValueError):
    """The text of `--agents` cannot be read; the message shows how to write it."""


@dataclass(frozen=True)
class Match:
    """Agents that play the same deals at one table.

    Attributes:
        lineup: labels of the agents, one for each seat; in a match-up the first one is the agent in question.
        mixed: a line-up for ratings, with a seating order drawn for each deal; False: a match-up.
    """

    lineup: tuple[str, ...]
    mixed: bool = False

    @property
    def name(self) -> str:
        """Its name in results, such as `"expert vs 3 × adept"`."""
        if self.mixed or len(self.lineup) == 1:
            return " + ".join(self.lineup)
        return f"{self.lineup[0]} vs {table_words(self.lineup[1:])}"


@dataclass(frozen=True)
class Request:
    """What the text of `--agents` requests.

    Attributes:
        sources: the agent of each label: a name on the ladder, a checkpoint folder or `module:NAME`.
        ladder: the labels that all play each other.
        match_ups: single line-ups, the agent in question first.
    """

    sources: dict[str, str]
    ladder: tuple[str, ...]
    match_ups: tuple[tuple[str, ...], ...]


def table_words(opponents: Sequence[str]) -> str:
    """Opponents in words, such as `"3 × adept"` or `"expert + 2 × novice"`."""
    counts = {name: opponents.count(name) for name in opponents}
    return " + ".join(name if count == 1 else f"{count} × {name}" for name, count in counts.items())


def parse_agents(text: str, players: int, known: Sequence[str] = (), *, alone: bool = False) -> Request:
    """Read the text of `--agents`.

    Args:
        text: names separated by commas; a name with `:3xNAME` after it is a match-up, `LABEL=` before it renames it.
            Folders that exist are taken whole, whatever is in their names; so is a name in quotes.
        players: seats at the table.
        known: names on the ladder of the game, for messages about a missing number of opponents.
        alone: an agent without opponents is no mistake: it plays against itself.

    Raises:
        AgentsError: the text cannot be read, or a table has another number of seats; the message gives examples.
    """
    return _AgentsParser(text, players, known, alone).request()


class _AgentsParser:
    """Reads the text of `--agents` from left to right."""

    def __init__(self, text: str, players: int, known: Sequence[str], alone: bool) -> None:
        self._text, self._players, self._known, self._alone = text, players, known, alone
        self._aside = NamesAside(text)
        self._sources: dict[str, str] = {}

    def request(self) -> Request:
        """What the whole text requests."""
        ladder: list[str] = []
        match_ups: list[tuple[str, ...]] = []
        for entry in (part.strip() for part in self._aside.text.split(",")):
            found = MATCH_UP.fullmatch(entry)
            agent = self._label(found["agent"] if found else entry)
            if found is None:
                ladder.append(agent)
                continue
            opponents = self._opponents(found["table"])
            if len(opponents) != self._players - 1:
                seats, whole = 1 + len(opponents), self._aside.restore(entry)
                words = f"'{whole}' seats {seats}, but the table has {self._players} (use {self._players - 1} opponents"
                raise _error(self._text, f"{words}, or --players {seats})")
            match_ups.append((agent, *opponents))
        seats = 1 if self._alone else self._players
        checked = _checked_ladder(tuple(ladder), self._text, bool(match_ups), seats)
        return Request(self._sources, checked, tuple(match_ups))

    def _opponents(self, table: str) -> tuple[str, ...]:
        """The agents of `"1xexpert+2xnovice"`."""
        opponents: list[str] = []
        for part in table.split("+"):
            found = SEATED.fullmatch(part.strip())
            if found is None or not 1 <= int(found["count"]) <= 99:
                words = f"'{self._aside.restore(part)}' is not a number of opponents and their name, such as 3xexpert"
                raise _error(self._text, words)
            opponents += [self._label(found["agent"])] * int(found["count"])
        return tuple(opponents)

    def _label(self, words: str) -> str:
        """The label of an agent; enters its source into the sources."""
        label, renamed, source = words.strip().partition("=")
        front, colon, back = (source if renamed else label).rpartition(":")
        if colon and back in self._known:
            named, whole = self._aside.restore(front), self._aside.restore(source or label)
            raise _error(self._text, f"'{whole}' lacks the number of opponents; did you mean '{named}:3x{back}'?")
        label, source = self._aside.restore(label), self._aside.restore(source)
        if not renamed:
            source = label
            label = label.rstrip("/") or label
        if not label or not source:
            raise _error(self._text, "an agent's name is empty" if words else "there is an empty entry (two commas?)")
        if self._sources.setdefault(label, source) != source:
            former = self._sources[label]
            raise _error(self._text, f"'{label}' stands for both '{former}' and '{source}'; rename one with LABEL=")
        return label


def _checked_ladder(ladder: tuple[str, ...], text: str, match_ups: bool, players: int) -> tuple[str, ...]:
    twice = sorted({name for name in ladder if ladder.count(name) > 1})
    if twice:
        raise _error(text, f"'{twice[0]}' is named twice")
    if len(ladder) == 1 and players > 1 and not match_ups:
        hint = f"name its opponents ({ladder[0]}:{players - 1}xNAME) or a second agent"
        raise _error(text, f"'{ladder[0]}' alone has no opponent; {hint}")
    if len(ladder) == 1 and players > 1:
        raise _error(text, f"'{ladder[0]}' has no opponent beside the match-ups; give it one or name another agent")
    return ladder


def _error(text: str, fault: str) -> AgentsError:
    return AgentsError(f"--agents {text}: {fault}; examples:\n{EXAMPLES}")


def ladder_matches(labels: Sequence[str], players: int) -> list[Match]:
    """Every ordered pair (one seat of a, the rest b), mirrors a against a included, and mixed line-ups for ratings."""
    if players == 1:
        return [Match((label,)) for label in labels]
    pairs = [Match((a, *[b] * (players - 1))) for a in labels for b in labels]
    return pairs + [Match(lineup, mixed=True) for lineup in mixed_lineups(labels, players)]


def mixed_lineups(labels: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Line-ups with as many different agents as there are seats, in which all agents play equally often.

    With fewer agents than seats, agents take several seats. If there are more than `MOST_MIXED` combinations, only the
    shifted copies of some patterns are taken, which keeps the balance.
    """
    rounds, rest = divmod(players, len(labels))
    base = tuple(labels) * rounds
    if not rest:
        return [base]
    if math.comb(len(labels), rest) <= MOST_MIXED or rest == 1:
        return [base + extra for extra in combinations(labels, rest)]
    return [base + tuple(labels[k] for k in chosen) for chosen in _balanced(len(labels), rest)]


def _balanced(agents: int, seats: int) -> list[tuple[int, ...]]:
    """Patterns shifted around the circle of agents: each plays equally often, and every two of them meet."""
    apart = set(range(1, agents // 2 + 1))
    chosen: set[tuple[int, ...]] = set()
    for others in combinations(range(1, agents), seats - 1):
        pattern = (0, *others)
        new = {min(b - a, agents - b + a) for a, b in combinations(pattern, 2)} & apart
        if new:
            apart -= new
            chosen |= {tuple(sorted((k + shift) % agents for k in pattern)) for shift in range(agents)}
    return sorted(chosen)


def deal_seeds(seed: int, first: int, count: int) -> NDArray[np.uint64]:
    """The seeds of deals `first` to `first + count` of a tournament, uint64 [count]; `game.new(seed)` is the deal."""
    return _mix(seed, np.arange(first, first + count, dtype=np.uint64), DEAL_SALT)


def seatings(players: int, seeds: NDArray[np.uint64], mixed: bool) -> NDArray[np.int8]:
    """The seating of every game: int8 [deals, rotations, seats], index into the line-up.

    In rotation r the line-up has moved by r seats. The order of a mixed line-up is first drawn from the seed of the
    deal, so that over many deals every agent sits to the left of every other one.
    """
    seat = np.arange(players)
    place = (seat[None, :] - seat[:, None]) % players
    if not mixed:
        return np.broadcast_to(place, (len(seeds), players, players)).astype(np.int8)
    keys = np.stack([_mix(k, seeds, ORDER_SALT) for k in range(players)], axis=1)
    order = np.argsort(keys, axis=1)
    return order[:, place].astype(np.int8)


def _mix(seed: int, numbers: NDArray[np.uint64], salt: int) -> NDArray[np.uint64]:
    """`chance.mix(seed, number, salt)` for every number."""
    with np.errstate(over="ignore"):
        return mix(np.uint64(seed), np.ascontiguousarray(numbers), np.uint64(salt))
