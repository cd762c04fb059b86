"""Sweeps: the same evaluation once for each value of a game option, or for several numbers of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .entrants import Source
from .progress import Progress, silent
from .results import Result, Tournament
from .tournaments import check_request, tournament

FORMAT = "mailwing-sweep-1"

PLAYERS = "players"
"""What is swept besides options of a game."""

Value = int | str


@dataclass(frozen=True)
class Sweep:
    """The results of a sweep.

    Attributes:
        option: what was swept: an option of the game, or `"players"`.
        values: its values, as asked for.
        tournaments: the results with each value, in the same order.
        command: the command or call that repeats the sweep.
    """

    option: str
    values: tuple[Value, ...]
    tournaments: tuple[Tournament, ...]
    command: str

    @property
    def labels(self) -> tuple[str, ...]:
        """Such as `("players=3", "players=4")`."""
        return tuple(f"{self.option}={value}" for value in self.values)

    @property
    def games(self) -> int:
        """Games with all values."""
        return sum(each.games for each in self.tournaments)

    @property
    def num_decisions(self) -> int:
        """Decisions of all games."""
        return sum(each.num_decisions for each in self.tournaments)

    @property
    def match_ups(self) -> dict[str, list[Result]]:
        """The results of each match-up by its name, one for each value.

        At tables of different sizes the name leaves out how many the opponents are.
        """
        found: dict[str, list[Result]] = {}
        for each in self.tournaments:
            for result in each.results:
                found.setdefault(self._name(result), []).append(result)
        return found

    def _name(self, result: Result) -> str:
        if self.option != PLAYERS or not result.opponents:
            return result.name
        return f"{result.agent} vs {', '.join(dict.fromkeys(result.opponents))}"

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON: under `sweep` the value and the results of each tournament."""
        sweep = [{"value": value, **each.to_dict()} for value, each in zip(self.values, self.tournaments, strict=True)]
        return {
            "format": FORMAT,
            "game": self.tournaments[0].game,
            "option": self.option,
            "values": list(self.values),
            "games": self.games,
            "num_decisions": self.num_decisions,
            "seconds": round(sum(each.seconds for each in self.tournaments), 3),
            "sweep": sweep,
            "command": self.command,
        }

    def text(self) -> str:
        """The figures as text: a block for each match-up, a line for each value."""
        head = f"{self.tournaments[0].title}, {len(self.values)} values of {self.option}, "
        lines = [f"{head}{self.games:,} games ({self.num_decisions:,} decisions)"]
        width = max(map(len, self.labels))
        for name, results in self.match_ups.items():
            lines += ["", f"{name}: win rate"]
            lines += [f"  {label:<{width}}  {_line(r)}" for label, r in zip(self.labels, results, strict=True)]
        for agent in self.tournaments[0].ladder if self.tournaments[0].ratings else ():
            lines += ["", f"{agent}: rank and rating"]
            for label, each in zip(self.labels, self.tournaments, strict=True):
                rating = next(rating for rating in each.ratings if rating.agent == agent)
                lines.append(f"  {label:<{width}}  {rating.rank:<3}  {rating.words}")
        notes = [
            f"note: {label}: {note}"
            for label, each in zip(self.labels, self.tournaments, strict=True)
            for note in each.notes
        ]
        return "\n".join([*lines, *notes])


def _line(result: Result) -> str:
    if result.baseline is None:
        return result.words
    verdict = "" if result.mirror or result.verdict == "open" else f", {result.verdict}"
    return f"{result.words}, baseline {result.baseline:.2f}{verdict}"


def sweep(
    game: str,
    agents: str | Sequence[Source] | Mapping[str, Source],
    option: str,
    values: Sequence[Value],
    *,
    deals: int = 1000,
    seed: int = 0,
    players: int | None = None,
    data: str | Path | None = None,
    options: Mapping[str, Value] | None = None,
    threads: int = 1,
    until_decided: bool = False,
    progress: Progress = silent,
    store: str | Path | None = None,
    command: str | None = None,
) -> Sweep:
    """Play a tournament once for each value of an option; all values are checked before anything is played.

    Args:
        game: id of a game.
        agents: as for `tournament`.
        option: an option of the game, or `"players"`.
        values: its values, different from each other.
        deals, seed, players, data, options, threads, until_decided, progress: as for `tournament`.
        store: results of each value are kept in a file of its own, as by `tournament`: `results.sqlite` becomes
            `results.players=3.sqlite`.
        command: the command that repeats this, for the report; None: the call in Python.

    Raises:
        TypeError, ValueError: as for `tournament`, for any of the values; no value, the same one twice, or an option
            that is given otherwise too.
        StoreError: a file holds another tournament.
    """
    fixed = dict(options or {})
    _check_values(option, values, fixed, players)
    settings: list[dict[str, Any]] = [
        {"players": value, "options": fixed}
        if option == PLAYERS
        else {"players": players, "options": {**fixed, option: value}}
        for value in values
    ]
    for each in settings:
        check_request(game, agents, deals=deals, threads=threads, data=data, **each)
    played = []
    for value, each in zip(values, settings, strict=True):
        label = f"{option}={value}"

        def shown(done: int, total: int, name: str, label: str = label) -> None:
            progress(done, total, f"{label} {name}".strip())

        played.append(
            tournament(
                game,
                agents,
                deals=deals,
                seed=seed,
                data=data,
                threads=threads,
                until_decided=until_decided,
                progress=shown,
                store=None if store is None else store_of(store, label),
                **each,
            )
        )
    call = command or "\n".join(each.command for each in played)
    return Sweep(option, tuple(values), tuple(played), call)


def _check_values(option: str, values: Sequence[Value], options: Mapping[str, Value], players: int | None) -> None:
    if not values:
        raise ValueError(f"a sweep over {option} needs values")
    if twice := [value for value in values if list(values).count(value) > 1]:
        raise ValueError(f"a sweep over {option} names {twice[0]} twice")
    if option in options or (option == PLAYERS and players is not None):
        raise ValueError(f"{option} is swept, so it cannot have a value of its own as well")


def store_of(store: str | Path, label: str) -> Path:
    """The file of one value, such as `results.players=3.sqlite`."""
    path = Path(store)
    return path.with_name(f"{path.stem}.{label}{path.suffix}")
