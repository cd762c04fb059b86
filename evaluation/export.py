"""Games between agents as a data set on disk: played, recorded and written a portion at a time."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mailwing import __version__

from ..envs._core.chance import checked_seed
from ..envs._core.game import Game
from ..envs._core.layout import action_ranges, observation_layout
from ..envs._core.numbers import whole_number
from ..envs._core.registry import load
from ..envs._core.rewards import RewardName, reward_kind, shaping_factor
from .data_about import About, DataSetError
from .data_files import LIBRARIES, WRITERS, checked_target
from .entrants import Source, read_agents, resolve
from .lineups import Match, Request, mixed_lineups
from .progress import Progress, silent
from .trajectories import Recorder


@dataclass(frozen=True)
class Export:
    """What was written.

    Attributes:
        path: the file or folder.
        format: `parquet` or `minari`.
        games, trajectories, decisions: how many there are.
        megabytes: its size on disk, in 1,000,000 bytes.
        seconds: time used.
        about: what it says of itself.
    """

    path: Path
    format: str
    games: int
    trajectories: int
    decisions: int
    megabytes: float
    seconds: float
    about: About

    def to_dict(self) -> dict[str, Any]:
        """As values for JSON, without the layout of observation and actions."""
        about = {name: value for name, value in asdict(self.about).items() if name not in ("observation", "actions")}
        return {**asdict(self), "path": str(self.path), "about": about}

    def __str__(self) -> str:
        numbers = f"{self.games:,} games, {self.trajectories:,} trajectories, {self.decisions:,} decisions"
        return f"{self.path}: {numbers}, {self.megabytes:,.1f} MB in {self.seconds:,.1f} s"


def export_games(
    game: str | Game,
    agents: str | Sequence[Source] | Mapping[str, Source],
    path: str | Path,
    *,
    games: int = 1000,
    format: str = "parquet",
    overwrite: bool = False,
    seed: int = 0,
    players: int | None = None,
    data: str | Path | None = None,
    options: Mapping[str, int | str] | None = None,
    threads: int = 1,
    reward: RewardName = "placement",
    shaping: float = 0.0,
    progress: Progress = silent,
) -> Export:
    """Play games between agents and write every decision: what the seat knew, could do and did, and what it received.

    Every game is a deal of its own, other than those of evaluations. Agents without opponents of their own sit at mixed
    tables in which all play equally often; one agent alone plays against itself. Tables such as `"ppo:3xexpert"` are
    played as given. From game to game agents move on by a seat.

    Memory does not depend on the number of games. The file takes its name when all is written: a kill or a full disk
    leaves nothing there.

    Args:
        game: id of a game, or a loaded `Game`; then without `players`, `data` and `options`.
        agents: a text as for `mailwing evaluate --agents`, a list of agents, or a mapping from labels to agents.
        path: the file (parquet) or folder (minari) that is written.
        games: how many games.
        format: `parquet` or `minari`.
        overwrite: replace what is there.
        seed: determines the deals.
        players: seats at the table; None: the usual number of the game.
        data: folder of a data pack; None: the one that comes with the game.
        options: options of the game by name.
        threads: number of threads; what is written does not depend on it.
        reward: `placement`, `win` or `score`: what a seat receives at the end.
        shaping: factor of the potential-based shaping that is added, as in `envs.batch`.
        progress: called with (games played, games in total, words).

    Raises:
        ValueError: an unknown game, option, agent, format or reward, or a number out of range; nothing is played.
        DataSetError: something is at `path` already; nothing is played.
        ImportError: the library of the format is missing; the message says what installs it.
        AgentError, BotError: an agent chose an illegal action; nothing is written.
        OSError: the file cannot be written; the error names it.
    """
    target = _checked(path, format, games, threads, overwrite)
    reward_kind(reward)
    shaping_factor(shaping)
    table = load(game, players=players, data=data, **dict(options or {}))
    request, sources = read_agents(table, agents, alone=True)
    entrants = {label: resolve(table, label, source) for label, source in sources.items()}
    matches = _tables(request, table.players)
    about = About(
        game=table.id,
        version=table.spec.version,
        players=table.players,
        options=dict(table.option_values),
        data_hash=table.data_hash,
        spec_hash=table.spec_hash,
        agents=dict(request.sources),
        matches=[list(match.lineup) for match in matches],
        identities={label: entrant.identity for label, entrant in entrants.items()},
        seed=checked_seed(seed),
        games=games,
        reward=reward,
        shaping=float(shaping),
        mailwing=__version__,
        observation=observation_layout(table),
        actions=action_ranges(table),
    )
    recorder = Recorder(table, entrants, matches, seed=about.seed, threads=threads, reward=reward, shaping=shaping)
    started, words = time.perf_counter(), ", ".join(about.agents)
    played = trajectories = decisions = 0
    with WRITERS[format](target, table, about) as writer:
        progress(0, games, words)
        for portion in recorder.portions(games):
            writer.add(portion)
            played += portion.games
            trajectories += len(portion.ends)
            decisions += len(portion.decisions.game)
            progress(played, games, words)
    seconds = time.perf_counter() - started
    return Export(target, format, played, trajectories, decisions, _megabytes(target), seconds, about)


def _checked(path: str | Path, format: str, games: int, threads: int, overwrite: bool) -> Path:
    """The target, if everything fits that can be checked without the game."""
    for name, value in (("games", games), ("threads", threads)):
        whole_number(name, value, 1)
    if format not in WRITERS:
        raise DataSetError(f"there is no format {format!r}; the formats are {', '.join(WRITERS)}")
    LIBRARIES[format]()
    return checked_target(Path(path), format, overwrite)


def _tables(request: Request, players: int) -> list[Match]:
    """The line-ups that are played, without repetitions."""
    mixed = mixed_lineups(request.ladder, players) if request.ladder else []
    matches = [Match(lineup, mixed=True) for lineup in mixed] + [Match(lineup) for lineup in request.match_ups]
    return list(dict.fromkeys(matches))


def _megabytes(path: Path) -> float:
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files) / 1e6
