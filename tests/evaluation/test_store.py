"""Results on disk: nothing is lost by a kill, and nothing of another tournament gets in."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path

import numpy as np
import pytest

from mailwing.evaluation.games import Games
from mailwing.evaluation.lineups import Match, deal_seeds, seatings
from mailwing.evaluation.store import Store, StoreError, differences

MATCHES = [Match(("a", "b", "b")), Match(("b", "a", "a"))]
SETTINGS = {"game": "toy-v0", "players": 3, "options": {"length": "short"}, "agents": {"a": "bot a 1", "b": "bot b 2"}}


def games(first: int, deals: int) -> Games:
    """Made-up games of the deals `first` to `first + deals`."""
    rng = np.random.default_rng(first)
    seeds = deal_seeds(0, first, deals)
    return Games(
        seeds,
        seatings(3, seeds, mixed=False),
        rng.integers(1, 4, (deals, 3, 3)).astype(np.int8),
        rng.integers(-50, 50, (deals, 3, 3)).astype(np.int32),
        rng.integers(1, 99, (deals, 3)).astype(np.int32),
        rng.integers(0, 2, (deals, 3)).astype(np.bool_),
    )


def assert_same(one: Games, other: Games) -> None:
    for name in ("seeds", "seats", "ranks", "scores", "num_decisions", "limit_reached"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
        assert getattr(one, name).dtype == getattr(other, name).dtype


def test_what_was_appended_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with Store(path, SETTINGS, MATCHES, 10) as store:
        assert store.load(0, 3).deals == 0
        store.append(0, 0, games(0, 4))
        store.append(1, 0, games(9, 2))
        store.append(0, 4, games(4, 3))
    with Store(path, SETTINGS, MATCHES, 10) as store:
        assert_same(store.load(0, 3), Games.join([games(0, 4), games(4, 3)]))
        assert_same(store.load(1, 3), games(9, 2))


def test_the_file_can_be_read_without_mailwing(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with Store(path, SETTINGS, MATCHES, 10) as store:
        store.append(1, 0, games(0, 2))
    query = """SELECT m.name, json_extract(m.lineup, '$[' || json_extract(g.seats, '$[0]') || ']'), g.ranks
               FROM games g JOIN matches m ON m.id = g.match WHERE deal = 1 AND rotation = 0"""
    with sqlite3.connect(path) as db:
        name, first_seat, ranks = db.execute(query).fetchone()
    assert (name, first_seat) == ("b vs 2 × a", "b")
    assert json.loads(ranks) == games(0, 2).ranks[1, 0].tolist()


def test_a_chunk_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with Store(path, SETTINGS, MATCHES, 10) as store:
        store.append(0, 0, games(0, 4))
        with pytest.raises(StoreError, match="another process"):
            store.append(0, 3, games(3, 4))
        assert store.load(0, 3).deals == 4


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": 4}, "players: 3 in the file, 4 asked for"),
        ({"options": {"length": "long"}}, "options.length: short in the file, long asked for"),
        ({"agents": {"a": "bot a 1", "b": "bot b 3"}}, "agents.b: bot b 2 in the file, bot b 3 asked for"),
        ({"seed": 1}, "seed: not in the file"),
    ],
)
def test_another_setting_is_refused_by_name(tmp_path: Path, change: dict[str, object], words: str) -> None:
    path = tmp_path / "results.sqlite"
    Store(path, SETTINGS, MATCHES, 10).__exit__()
    before = path.read_bytes()
    with pytest.raises(StoreError) as error:
        Store(path, {**SETTINGS, **change}, MATCHES, 10)
    assert words in str(error.value)
    assert "Name another --store file" in str(error.value)
    assert path.read_bytes() == before


def test_other_matches_and_fewer_deals_are_refused_more_deals_are_not(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    Store(path, SETTINGS, MATCHES, 10).__exit__()
    with pytest.raises(StoreError, match=r"matches.b vs 2 × a: only in the file"):
        Store(path, SETTINGS, MATCHES[:1], 10)
    with pytest.raises(StoreError, match="deals: 10 in the file, 5 asked for"):
        Store(path, SETTINGS, MATCHES, 5)
    Store(path, SETTINGS, MATCHES, 20).__exit__()


def test_an_empty_file_is_a_fresh_start(tmp_path: Path) -> None:
    """A kill between creating the file and writing to it leaves one."""
    path = tmp_path / "results.sqlite"
    path.touch()
    with Store(path, SETTINGS, MATCHES, 10) as store:
        assert store.load(0, 3).deals == 0


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database, but long enough to be read as one " * 20)
    with pytest.raises(StoreError, match="file is not a database"):
        Store(text, SETTINGS, MATCHES, 10)
    assert text.read_text().startswith("not a database")
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE people (name TEXT)")
    with pytest.raises(StoreError, match="database was not written by mailwing"):
        Store(other, SETTINGS, MATCHES, 10)
    with pytest.raises(StoreError, match="does not exist"):
        Store(tmp_path / "nowhere" / "results.sqlite", SETTINGS, MATCHES, 10)


def test_games_missing_in_the_middle_are_noticed(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with Store(path, SETTINGS, MATCHES, 10) as store:
        store.append(0, 0, games(0, 4))
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM games WHERE deal = 1")
    with Store(path, SETTINGS, MATCHES, 10) as store, pytest.raises(StoreError, match="missing in the middle"):
        store.load(0, 3)


def test_a_full_disk_keeps_what_was_stored(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with Store(path, SETTINGS, MATCHES, 10_000) as store:
        store.append(0, 0, games(0, 4))
        pages = store._db.execute("PRAGMA page_count").fetchone()[0]
        store._db.execute(f"PRAGMA max_page_count = {pages + 1}")
        with pytest.raises(StoreError, match="disk is full: free some space"):
            store.append(0, 4, games(4, 2000))
        assert store.load(0, 3).deals == 4


def test_differences_name_the_path() -> None:
    assert differences({"a": {"b": 1}}, {"a": {"b": 1}}) == []
    assert differences({"a": {"b": 1, "c": 2}}, {"a": {"b": 2}}) == [
        "a.b: 1 in the file, 2 asked for",
        "a.c: only in the file",
    ]


def test_a_second_user_is_refused_by_name(tmp_path: Path) -> None:
    """Before it has played a game; the lock goes with its holder."""
    path = tmp_path / "results.sqlite"
    (tmp_path / "link.sqlite").symlink_to(path)
    with Store(path, SETTINGS, MATCHES, 10) as store:
        for name in ("results.sqlite", "link.sqlite"):
            with pytest.raises(StoreError, match=rf"{name} is in use by process {os.getpid()} on .+ since 20\d\d-"):
                Store(tmp_path / name, SETTINGS, MATCHES, 10)
        store.append(0, 0, games(0, 4))
    with pytest.raises(StoreError, match="deals: 10 in the file"):
        Store(path, SETTINGS, MATCHES, 5)
    with Store(path, SETTINGS, MATCHES, 10) as store:
        assert store.load(0, 3).deals == 4
    assert sorted(file.name for file in tmp_path.iterdir()) == ["link.sqlite", "results.sqlite"]
