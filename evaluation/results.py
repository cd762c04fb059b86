"""Results: figures of every match with their intervals, ratings, and their text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from .games import Games
from .lineups import Match, table_words
from .ratings import Rating
from .statistics import Estimate, confidence_sequence, mean_interval, mean_intervals, plain

FORMAT = "mailwing-evaluation-2"


@dataclass(frozen=True)
class Result:
    """One match-up: an agent in one seat against a table, every deal played from every seat.

    Attributes:
        agent: label of the agent in question.
        opponents: labels at the other seats.
        win_rate, low, high: its mean share of wins (shared victories split) and the 95 % interval.
        baseline: 1 / seats, the win rate among equal agents; None for solo games.
        deals, games: numbers of deals and games played.
        by_seat: win rate on each seat.
        rank: mean rank.
        num_decisions: decisions of a game, forced ones included.
        distinct_games: games that differ in seating, scores, ranks or length.
        limits_reached: number of games that the documented limit ended.
        stopped_early: fewer deals were played than requested, since the match was decided.
    """

    agent: str
    opponents: tuple[str, ...]
    win_rate: float
    low: float
    high: float
    baseline: float | None
    deals: int
    games: int
    by_seat: tuple[Estimate, ...]
    rank: Estimate
    num_decisions: Estimate
    distinct_games: int
    limits_reached: int
    stopped_early: bool = False

    @property
    def share(self) -> Estimate:
        """The win rate with its interval."""
        return Estimate(self.win_rate, self.low, self.high)

    @property
    def name(self) -> str:
        """The match-up in words, such as `"expert vs 3 × adept"`."""
        return f"{self.agent} vs {table_words(self.opponents)}" if self.opponents else self.agent

    @property
    def mirror(self) -> bool:
        """Whether the agent played against itself; its expected win rate is the baseline."""
        return bool(self.opponents) and set(self.opponents) == {self.agent}

    @property
    def verdict(self) -> str:
        """`"above"` or `"below"` if the whole interval is above or below the baseline, otherwise `"open"`."""
        if self.baseline is None or not self.share.excludes(self.baseline):
            return "open"
        return "above" if self.win_rate > self.baseline else "below"

    @property
    def decimals(self) -> int:
        """Decimals that suit the width of the interval and show on which side of the baseline it lies."""
        decimals = self.share.decimals
        if self.verdict != "open" and self.baseline is not None:
            nearest = self.low if self.verdict == "above" else self.high
            while decimals < 4 and f"{nearest:.{decimals}f}" == f"{self.baseline:.{decimals}f}":
                decimals += 1
        return decimals

    @property
    def words(self) -> str:
        """The win rate with its interval, such as `"0.58 [0.56, 0.60]"`."""
        return self.share.text(self.decimals)

    def __str__(self) -> str:
        chance = "" if self.baseline is None else f", baseline {self.baseline:.2f}"
        return f"{self.name}: win rate {self.words}{chance}"

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON; an end of an interval that nothing is known about is None."""
        return {"name": self.name, **plain(asdict(self)), "verdict": self.verdict}


def summarise(match: Match, games: Games, *, asked: int, until_decided: bool) -> Result:
    """The figures of a match-up from its games.

    Args:
        match: the match-up.
        games: at least one deal.
        asked: deals that were requested.
        until_decided: the match could stop early, so that the interval must be valid at any stopping time.
    """
    shares = games.win_rates_by_seat()
    players = shares.shape[1]
    per_deal = shares.mean(axis=1)
    share = confidence_sequence(per_deal) if until_decided else mean_interval(per_deal)
    return Result(
        agent=match.lineup[0],
        opponents=match.lineup[1:],
        win_rate=share.value,
        low=share.low,
        high=share.high,
        baseline=1 / players if players > 1 else None,
        deals=games.deals,
        games=games.deals * players,
        by_seat=tuple(mean_intervals(shares)),
        rank=mean_interval(games.mean_rank(), bounds=(1.0, players)),
        num_decisions=mean_interval(games.num_decisions.mean(axis=1), bounds=None),
        distinct_games=games.distinct(match.lineup),
        limits_reached=int(games.limit_reached.sum()),
        stopped_early=games.deals < asked,
    )


@dataclass(frozen=True)
class Tournament:
    """The results of a tournament.

    Attributes:
        game: id of the game; title: its name.
        players: seats at the table.
        agents: the source of each agent by label.
        ladder: the labels that all played each other, in the order given.
        results: the match-ups.
        ratings: strongest first; empty without mixed line-ups.
        rated_games: number of games of the mixed line-ups.
        settings: everything that the results depend on.
        versions: of the packages and of the machine.
        seconds: time of this call (without the games that were loaded from a store).
        num_decisions: decisions of all games.
        command: the command or call that repeats it.
        notes: warnings about these figures.
    """

    game: str
    title: str
    players: int
    agents: Mapping[str, str]
    ladder: tuple[str, ...]
    results: tuple[Result, ...]
    ratings: tuple[Rating, ...]
    rated_games: int
    settings: Mapping[str, Any]
    versions: Mapping[str, str]
    seconds: float
    num_decisions: int
    command: str
    notes: tuple[str, ...] = ()

    @property
    def games(self) -> int:
        """Games of all matches."""
        return sum(result.games for result in self.results) + self.rated_games

    def result(self, agent: str, opponent: str) -> Result:
        """The match-up of one agent against a table of another (KeyError: it was not played)."""
        for entry in self.results:
            if entry.agent == agent and set(entry.opponents) == {opponent}:
                return entry
        raise KeyError(f"{agent} did not play a table of {opponent}; played: {', '.join(r.name for r in self.results)}")

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON; an end of an interval that nothing is known about is None, with the reason."""
        return {
            "format": FORMAT,
            "game": self.game,
            "players": self.players,
            "agents": dict(self.agents),
            "results": [result.to_dict() for result in self.results],
            "ratings": [{**plain(asdict(rating)), "rank": rating.rank} for rating in self.ratings],
            "games": self.games,
            "num_decisions": self.num_decisions,
            "seconds": round(self.seconds, 3),
            "settings": dict(self.settings),
            "versions": dict(self.versions),
            "notes": list(self.notes),
            "command": self.command,
        }

    def text(self) -> str:
        """The figures as text."""
        seats = "1 player" if self.players == 1 else f"{self.players} players"
        lines = [f"{self.title}, {seats}, {self.games:,} games ({self.num_decisions:,} decisions)"]
        lines += aligned(self.results)
        if self.ratings:
            games = f"{self.rated_games:,} games of mixed line-ups"
            lines += ["", f"ratings over {games}, all places counted (400 points are odds of 10 to 1)"]
            width = max(len(rating.agent) for rating in self.ratings)
            ranks = max(len(rating.rank) for rating in self.ratings)
            lines += [f"  {r.rank:<{ranks}}  {r.agent:<{width}}  {r.words}" for r in self.ratings]
            lines += ["  (where the places behind the winner are mostly chance, ratings differ less than win rates)"]
        return "\n".join([*lines, *(f"note: {note}" for note in self.notes)])


def aligned(results: Sequence[Result]) -> list[str]:
    """The results as lines with aligned figures."""
    width = max((len(result.name) for result in results), default=0)
    return [f"{result.name + ':':<{width + 1}}{str(result)[len(result.name) + 1 :]}" for result in results]
