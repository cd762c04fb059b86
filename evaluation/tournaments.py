"""Tournaments: all matches of a schedule, played until they are complete or decided, optionally stored on disk."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np

from mailwing import __version__

from ..envs._core.chance import checked_seed
from ..envs._core.errors import MailwingError
from ..envs._core.game import Game
from ..envs._core.kernel import INTERPRETED
from ..envs._core.numbers import whole_number
from ..envs._core.registry import load
from .entrants import Entrant, Source, labelled, name_of, read_agents, resolve
from .games import Games
from .lineups import Match, Request, deal_seeds, ladder_matches, seatings
from .matches import play
from .progress import Progress, silent
from .ratings import Rating, rate
from .results import Result, Tournament, summarise
from .selfcheck import check_seats
from .statistics import excluded
from .store import Store

CHECK_EVERY = 64
"""A match that may stop early is checked after so many deals at most; one of agents in Python after every chunk."""

CHUNK_DEALS = {"bot": 1024, "network": 256, "python": 8}
"""Deals played at once, by the slowest kind of entrant; fixed, so that networks get batches of the same size."""

FEW_DISTINCT = 0.1
"""Share of distinct games below which the results contain a warning."""

_checked: set[object] = set()


class ScheduleError(MailwingError, RuntimeError):
    """Games of the schedule are missing or repeated: an error of this package, not of the caller."""


def tournament(
    game: str | Game,
    agents: str | Sequence[Source] | Mapping[str, Source],
    *,
    deals: int = 1000,
    seed: int = 0,
    players: int | None = None,
    data: str | Path | None = None,
    options: Mapping[str, int | str] | None = None,
    threads: int = 1,
    until_decided: bool = False,
    progress: Progress = silent,
    store: str | Path | None = None,
    command: str | None = None,
) -> Tournament:
    """Play agents against each other; win rates, ratings and all other figures have intervals.

    Agents without opponents of their own all play each other: one seat of each against tables of every other one, and
    mixed line-ups for ratings. Match-ups such as `"ppo:3xexpert"` are played as given.

    Args:
        game: id of a game, or a loaded `Game`; then without `players`, `data` and `options`.
        agents: a text as for `mailwing evaluate --agents`, or a list of agents (names, those of the zoo among them,
            checkpoint folders, `module:NAME`, bots, agent objects), or a mapping from labels to agents.
        deals: deals of every match; each is played in all rotations of its line-up.
        seed: determines the deals, which are the same for all matches.
        players: seats at the table; None: the usual number of the game.
        data: folder of a data pack; None: the one that comes with the game.
        options: options of the game by name.
        threads: number of threads; results do not depend on it.
        until_decided: stop a match as soon as its interval excludes the baseline; the intervals are then valid at any
            stopping time (`statistics.confidence_sequence`).
        progress: called with (games played, games in total, name of the match).
        store: SQLite file for all games; an unfinished tournament in it is continued.
        command: the command that repeats this, for the report; None: the call in Python.

    Raises:
        ValueError: unknown game, option or agent, a number out of range, or a text that cannot be read.
        StoreError: the file holds another tournament; the message says what differs.
        SeatError: an agent would get the observation of another seat (checked before agents other than bots play).
    """
    table = _bound(game, players, data, options, deals, threads)
    request, sources = read_agents(table, agents)
    entrants = {label: resolve(table, label, source) for label, source in sources.items()}
    matches = _schedule(request, table.players)
    settings = {
        **_settings(table, seed, until_decided),
        "agents": {label: entrant.identity for label, entrant in entrants.items()},
    }
    run = _Run(table, entrants, matches, deals, seed, threads, until_decided, progress)
    _check_once(table, entrants)
    played = run.play_all(None) if store is None else _play_stored(run, store, settings)
    return _concluded(run, request, played, settings, command or _call(table, agents, deals, seed, until_decided))


def check_request(
    game: str | Game,
    agents: str | Sequence[Source] | Mapping[str, Source],
    *,
    deals: int,
    threads: int,
    players: int | None = None,
    data: str | Path | None = None,
    options: Mapping[str, int | str] | None = None,
) -> None:
    """Raise what `tournament` would raise for its game, options and agents' names; nothing is played or loaded."""
    read_agents(_bound(game, players, data, options, deals, threads), agents)


def compare(
    game: str | Game,
    agent: Source,
    against: Source | Sequence[Source],
    *,
    deals: int = 1000,
    seed: int = 0,
    players: int | None = None,
    data: str | Path | None = None,
    options: Mapping[str, int | str] | None = None,
    threads: int = 1,
    until_decided: bool = False,
    progress: Progress = silent,
) -> Result:
    """Play one agent in one seat against a table of others, every deal from every seat.

    Args:
        game: id of a game, or a loaded `Game`; then without `players`, `data` and `options`.
        agent: a name, a checkpoint folder, `module:NAME`, a bot or an agent object.
        against: the agent at all other seats, or a list with one agent for each of them.
        deals: number of deals; each is played in all rotations of the line-up.
        seed: determines the deals.
        players: seats at the table; None: the usual number of the game.
        data: folder of a data pack; None: the one that comes with the game.
        options: options of the game by name.
        threads: number of threads; results do not depend on it.
        until_decided: stop as soon as the interval excludes the baseline; see `tournament`.
        progress: called with (games played, games in total, name of the match).

    Returns:
        Its win rate with the 95 % interval: `result.win_rate`, `result.low`, `result.high`, and more.

    Raises:
        ValueError: unknown game, option or agent, a number out of range, or a wrong number of opponents.
        SeatError: see `tournament`.
    """
    table = _bound(game, players, data, options, deals, threads)
    several = isinstance(against, Sequence) and not isinstance(against, str)
    opponents = list(cast(Sequence[Source], against)) if several else [cast(Source, against)] * (table.players - 1)
    if len(opponents) != table.players - 1:
        raise ValueError(f"{table.id}: {len(opponents)} opponents for {table.players} seats; name {table.players - 1}")
    named: dict[str, Source] = {}
    lineup = tuple(labelled(named, source) for source in (agent, *opponents))
    entrants = {label: resolve(table, label, source) for label, source in named.items()}
    match = Match(lineup)
    run = _Run(table, entrants, [match], deals, seed, threads, until_decided, progress)
    _check_once(table, entrants)
    return summarise(match, run.play_all(None)[0], asked=deals, until_decided=until_decided)


def _bound(
    game: str | Game,
    players: int | None,
    data: str | Path | None,
    options: Mapping[str, int | str] | None,
    deals: int,
    threads: int,
) -> Game:
    """The game with its options; deals and threads are checked too."""
    for name, value in (("deals", deals), ("threads", threads)):
        whole_number(name, value, 1)
    return load(game, players=players, data=data, **dict(options or {}))


def _check_once(game: Game, entrants: Mapping[str, Entrant]) -> None:
    """Call `check_seats` before agents other than bots play; once in a process for each game with its options."""
    key = (game.id, game.spec.rules_hash, game.options.tobytes(), game.data_hash)
    if key not in _checked and any(entrant.kind != "bot" for entrant in entrants.values()):
        check_seats(game)
        _checked.add(key)


class _Run:
    """A tournament in progress."""

    def __init__(
        self,
        game: Game,
        entrants: Mapping[str, Entrant],
        matches: Sequence[Match],
        deals: int,
        seed: int,
        threads: int,
        until_decided: bool,
        progress: Progress,
    ) -> None:
        self.game, self.entrants, self.matches = game, entrants, list(matches)
        self.deals, self.seed, self.threads = deals, checked_seed(seed), threads
        self.until_decided, self.progress = until_decided, progress
        self.total = len(self.matches) * deals * game.players
        self.started = time.perf_counter()

    def play_all(self, store: Store | None) -> list[Games]:
        """Play every match to its end; the games of each."""
        played = [self.play_match(number, store) for number in range(len(self.matches))]
        self.progress(self.total, self.total, "")
        return played

    def play_match(self, number: int, store: Store | None) -> Games:
        """Play the missing deals of a match, chunk by chunk."""
        match, seats = self.matches[number], self.game.players
        games = Games.empty(seats) if store is None else store.load(number, seats).first(self.deals)
        before = number * self.deals * seats
        while games.deals < self.deals and not self._decided(match, games):
            self.progress(before + games.deals * seats, self.total, _standing(match, games))
            chunk = self._play_chunk(match, games.deals, self._next_stop(match, games.deals))
            if store is not None:
                store.append(number, games.deals, chunk)
            games = Games.join([games, chunk])
        self._check_complete(match, games)
        return games

    def _play_chunk(self, match: Match, first: int, stop: int) -> Games:
        seats = self.game.players
        seeds = deal_seeds(self.seed, first, stop - first)
        seating = seatings(seats, seeds, match.mixed)
        lineup = [self.entrants[label] for label in match.lineup]
        results = play(self.game, lineup, seating.reshape(-1, seats), np.repeat(seeds, seats), threads=self.threads)
        shape = (stop - first, seats)
        return Games(
            seeds,
            seating,
            results.ranks.reshape(*shape, seats),
            results.scores.reshape(*shape, seats),
            results.num_decisions.reshape(shape),
            results.limit_reached.reshape(shape),
        )

    def _next_stop(self, match: Match, done: int) -> int:
        """The end of the next chunk; chunks begin at the same deals when a tournament is continued."""
        size = self._chunk_deals(match)
        return min(self.deals, (done // size + 1) * size)

    def _chunk_deals(self, match: Match) -> int:
        size = min(CHUNK_DEALS[self.entrants[label].kind] for label in match.lineup)
        return min(size, CHECK_EVERY) if self.until_decided and not match.mixed else size

    def _decided(self, match: Match, games: Games) -> bool:
        """Whether a match may stop early; checked after whole chunks, never in mixed line-ups and mirrors."""
        if not self.until_decided or match.mixed or not games.deals or games.deals % self._chunk_deals(match):
            return False
        if len(set(match.lineup)) == 1:
            return False
        return excluded(games.win_rates_by_seat().mean(axis=1), 1 / self.game.players)

    def _check_complete(self, match: Match, games: Games) -> None:
        """Check that every deal was played once, in every rotation, with the seed and the seats of the schedule."""
        seeds = deal_seeds(self.seed, 0, games.deals)
        wanted = seatings(self.game.players, seeds, match.mixed)
        complete = games.deals == self.deals or self._decided(match, games)
        if not complete or (games.seeds != seeds).any() or (games.seats != wanted).any() or games.repeated_deals():
            raise ScheduleError(f"{match.name}: {games.deals} of {self.deals} deals, or not those of the schedule")


def _play_stored(run: _Run, path: str | Path, settings: Mapping[str, Any]) -> list[Games]:
    with Store(path, settings, run.matches, run.deals) as store:
        return run.play_all(store)


def _schedule(request: Request, players: int) -> list[Match]:
    """All matches, without repetitions."""
    matches = ladder_matches(request.ladder, players) if request.ladder else []
    matches += [Match(lineup) for lineup in request.match_ups]
    return list(dict.fromkeys(matches))


def _concluded(
    run: _Run, request: Request, played: Sequence[Games], settings: Mapping[str, Any], command: str
) -> Tournament:
    results: list[Result] = []
    mixed: list[tuple[Match, Games]] = []
    for match, games in zip(run.matches, played, strict=True):
        if match.mixed:
            mixed.append((match, games))
        else:
            results.append(summarise(match, games, asked=run.deals, until_decided=run.until_decided))
    return Tournament(
        game=run.game.id,
        title=run.game.spec.title,
        players=run.game.players,
        agents=request.sources,
        ladder=request.ladder,
        results=tuple(results),
        ratings=tuple(_ratings(request.ladder, mixed)),
        rated_games=sum(games.num_decisions.size for _, games in mixed),
        settings={**settings, "deals": run.deals},
        versions=versions(),
        seconds=time.perf_counter() - run.started,
        num_decisions=sum(int(games.num_decisions.sum()) for games in played),
        command=command,
        notes=tuple(_notes(results)),
    )


def _ratings(ladder: Sequence[str], mixed: Sequence[tuple[Match, Games]]) -> list[Rating]:
    if not mixed:
        return []
    seats = [np.array([ladder.index(label) for label in match.lineup])[games.seats] for match, games in mixed]
    ranks = [games.ranks for _, games in mixed]
    return rate(ladder, np.concatenate(seats, axis=1), np.concatenate(ranks, axis=1))


def _notes(results: Sequence[Result]) -> list[str]:
    """Warnings about figures that may be misleading."""
    return [
        f"{result.name}: only {result.distinct_games:,} of {result.games:,} games differ in seating, points, ranks or "
        "length; make sure that deterministic agents do not repeat a few games"
        for result in results
        if not result.mirror and result.distinct_games < FEW_DISTINCT * result.games
    ]


def _settings(game: Game, seed: int, until_decided: bool) -> dict[str, Any]:
    """Everything that results depend on, without the agents."""
    return {
        "game": f"{game.id}-v{game.spec.version}",
        "players": game.players,
        "options": dict(game.option_values),
        "data_hash": game.data_hash,
        "rules_hash": game.spec.rules_hash,
        "seed": seed,
        "until_decided": until_decided,
    }


def versions() -> dict[str, str]:
    """Versions of the packages and the machine."""
    packages = ("numpy", "numba", "gymnasium", "torch")
    found = {"mailwing": __version__, "python": platform.python_version()}
    for name in packages:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"
    return {**found, "machine": machine, "kernels": "interpreted" if INTERPRETED else "compiled"}


def _call(game: Game, agents: object, deals: int, seed: int, until_decided: bool) -> str:
    """The call in Python that repeats a tournament."""
    words: object = agents
    if isinstance(agents, Mapping):
        words = {label: name_of(source) for label, source in agents.items()}
    elif isinstance(agents, Sequence) and not isinstance(agents, str):
        words = [name_of(source) for source in agents]
    pack = "" if game.data is None else f", data={str(game.data)!r}"
    return (
        "from mailwing import evaluation\n"
        f"evaluation.tournament({game.id!r}, {words!r}, deals={deals}, seed={seed}, players={game.players}{pack}, "
        f"options={game.option_values!r}, until_decided={until_decided})"
    )


def _standing(match: Match, games: Games) -> str:
    """The match being played, and the win rate of its first agent so far, where the others all play against it."""
    if match.mixed or not games.deals:
        return match.name
    return f"{match.name}: {games.win_rates_by_seat().mean():.2f} so far"
