"""Results on disk: a SQLite file to which games are appended, so that a killed tournament can be continued.

One row of `games` is one game: its match, deal, rotation and seed, and by seat the agent (index into the line-up of
the match), ranks and scores, as JSON that SQLite itself can read (`json_extract(ranks, '$[0]')`). Seeds are stored as
signed 64-bit numbers. A file belongs to one tournament: other settings are refused, with a list of differences.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np

from ..envs._core.locks import BusyError, Lock
from .games import Games
from .lineups import Match

FORMAT = 2

SCHEMA = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE matches (id INTEGER PRIMARY KEY, name TEXT NOT NULL, lineup TEXT NOT NULL);
CREATE TABLE games (
    match INTEGER NOT NULL REFERENCES matches (id), deal INTEGER NOT NULL, rotation INTEGER NOT NULL,
    seed INTEGER NOT NULL, seats TEXT NOT NULL, ranks TEXT NOT NULL, scores TEXT NOT NULL,
    num_decisions INTEGER NOT NULL, limit_reached INTEGER NOT NULL,
    PRIMARY KEY (match, deal, rotation)
) WITHOUT ROWID;
"""


class StoreError(ValueError):
    """A results file that cannot be used; the message says why and what to do; the file is unchanged."""


class Store:
    """The results file of one tournament; a context manager.

    Args:
        path: the file; created when missing.
        settings: everything that results depend on, as nested mappings of plain values; kept in the file and compared.
        matches: every match, in order.
        deals: deals of each match; may grow from run to run, since that only appends.

    Raises:
        StoreError: not a results file, one that another process uses, or one of other settings (the message names what
            differs).
    """

    def __init__(self, path: str | Path, settings: Mapping[str, Any], matches: Sequence[Match], deals: int) -> None:
        self.path = Path(path)
        if not self.path.parent.is_dir():
            raise StoreError(f"{path}: the folder {self.path.parent} does not exist")
        self._open_things = contextlib.ExitStack()
        with self._open_things as opening, self._explained():
            opening.callback(self._locked().release)
            self._db = sqlite3.connect(self.path, timeout=5.0)
            opening.callback(self._db.close)
            self._open({"format": FORMAT, **settings}, matches, deals)
            self._open_things = opening.pop_all()

    def _locked(self) -> Lock:
        """The lock of the file, so that no two processes play the same games (StoreError: another one has it)."""
        real = Path(os.path.realpath(self.path))  # also if the path is a link to it
        try:
            return Lock(real.with_name(f".{real.name[:200]}.lock"), str(self.path))
        except BusyError as error:
            raise StoreError(f"{error}; let it finish, or name another --store file") from None

    def _open(self, settings: Mapping[str, Any], matches: Sequence[Match], deals: int) -> None:
        tables = {name for (name,) in self._db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and not {"about", "matches", "games"} <= tables:
            raise StoreError(f"{self.path}: this database was not written by mailwing; name another --store file")
        wanted = {**settings, "matches": {match.name: list(match.lineup) for match in matches}}
        if not tables:
            self._create(json.dumps(wanted), matches, deals)
            return
        about = dict(self._db.execute("SELECT key, value FROM about"))
        other = differences(json.loads(about["settings"]), json.loads(json.dumps(wanted)))
        if int(about["deals"]) > deals:
            other.append(f"deals: {about['deals']} in the file, {deals} asked for (only more can be added)")
        if other:
            raise StoreError(
                f"{self.path} holds the results of another tournament: {'; '.join(other)}. "
                "Name another --store file, or use the settings of this one to continue it"
            )
        with self._db:
            self._db.execute("UPDATE about SET value = ? WHERE key = 'deals'", [str(deals)])

    def _create(self, settings: str, matches: Sequence[Match], deals: int) -> None:
        """Tables and settings in one transaction: a kill leaves an empty file or a complete one."""
        with self._db:
            self._db.execute("BEGIN")
            for statement in SCHEMA.split(";"):
                self._db.execute(statement)
            self._db.executemany("INSERT INTO about VALUES (?, ?)", [("settings", settings), ("deals", str(deals))])
            rows = [(k, match.name, json.dumps(match.lineup)) for k, match in enumerate(matches)]
            self._db.executemany("INSERT INTO matches VALUES (?, ?, ?)", rows)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._open_things.close()

    def load(self, match: int, players: int) -> Games:
        """The games of a match that are in the file, in order (deals 0 to k, all rotations of each)."""
        columns = "deal, rotation, seed, seats, ranks, scores, num_decisions, limit_reached"
        query = f"SELECT {columns} FROM games WHERE match = ? ORDER BY deal, rotation"
        with self._explained():
            rows = self._db.execute(query, [match]).fetchall()
        if not rows:
            return Games.empty(players)
        deal, rotation, seed, seats, ranks, scores, num_decisions, limit = zip(*rows, strict=True)
        deals = len(rows) // players
        grid = np.arange(deals * players)
        if len(rows) % players or (np.array(deal) * players + np.array(rotation) != grid).any():
            raise StoreError(f"{self.path}: games of match {match} are missing in the middle; the file was edited")
        shape = (deals, players, players)
        return Games(
            seeds=np.array(seed[::players], dtype=np.int64).view(np.uint64),
            seats=_numbers(seats, np.int8).reshape(shape),
            ranks=_numbers(ranks, np.int8).reshape(shape),
            scores=_numbers(scores, np.int32).reshape(shape),
            num_decisions=np.array(num_decisions, dtype=np.int32).reshape(deals, players),
            limit_reached=np.array(limit, dtype=np.bool_).reshape(deals, players),
        )

    def append(self, match: int, first: int, games: Games) -> None:
        """Write games of the deals `first` on, all or none of them.

        Raises:
            StoreError: the disk is full, or another process writes to the file; what was stored before stays.
        """
        deals, players = games.num_decisions.shape
        count = deals * players
        flat = (games.seats, games.ranks, games.scores)
        seats, ranks, scores = ([json.dumps(row) for row in x.reshape(count, players).tolist()] for x in flat)
        number = np.arange(count)
        seeds = np.repeat(games.seeds.view(np.int64), players).tolist()
        rows = zip(
            *([match] * count, (first + number // players).tolist(), (number % players).tolist(), seeds),
            *(
                seats,
                ranks,
                scores,
                games.num_decisions.ravel().tolist(),
                games.limit_reached.ravel().astype(int).tolist(),
            ),
            strict=True,
        )
        with self._explained(), self._db:
            self._db.executemany("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn errors of SQLite into messages that say what to do."""
        try:
            yield
        except sqlite3.IntegrityError as error:
            raise StoreError(
                f"{self.path}: another process adds to this file; let it finish, or name another"
            ) from error
        except sqlite3.OperationalError as error:
            hint = {
                "database or disk is full": "free some space and run the same command again; it continues where it was",
                "database is locked": "another process uses this file; let it finish, or name another --store file",
            }.get(str(error), "what was stored before is unchanged")
            raise StoreError(f"{self.path}: {error}: {hint}") from error
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{self.path}: {error}; name another --store file") from error


def differences(stored: Any, wanted: Any, path: str = "") -> list[str]:
    """What differs between two nested settings, as `"name: a in the file, b asked for"`."""
    if isinstance(stored, dict) and isinstance(wanted, dict):
        found: list[str] = []
        for key in [*stored, *(key for key in wanted if key not in stored)]:
            name = f"{path}.{key}" if path else key
            if key not in wanted:
                found.append(f"{name}: only in the file")
            elif key not in stored:
                found.append(f"{name}: not in the file")
            else:
                found += differences(stored[key], wanted[key], name)
        return found
    return [] if stored == wanted else [f"{path}: {stored} in the file, {wanted} asked for"]


def _numbers(texts: tuple[str, ...], dtype: Any) -> np.ndarray[Any, Any]:
    return np.array(json.loads(f"[{','.join(texts)}]"), dtype=dtype)
