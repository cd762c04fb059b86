"""Data packs: the game's own, an asymmetric board, and packs that are refused with file, key and fault."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mailwing.envs._core.game import Game
from mailwing.envs._core.packs import DataPackError
from mailwing.envs.ab_die_post import SPEC
from mailwing.envs.ab_die_post.tables import OWN_DATA, load_tables
from mailwing.envs.ab_die_post.testing import Table, position

rule = pytest.mark.rule


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the game's own pack, to be changed."""
    return Path(shutil.copytree(OWN_DATA, tmp_path / "my_pack"))


def change(pack: Path, name: str, old: str, new: str) -> None:
    text = (pack / name).read_text(encoding="utf-8")
    assert old in text
    (pack / name).write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_copy_of_the_own_pack_is_the_same_game(pack: Path) -> None:
    assert {Game(SPEC, data=data).data_hash for data in (pack, None, pack, None)} == {Game(SPEC).data_hash}


def test_what_is_handed_out_is_a_copy() -> None:
    load_tables()[0].win_at = 3
    assert load_tables()[0].win_at == 15


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("track.toml", "inner = 1", "", "lanes.inner: is missing"),
        ("track.toml", "inner = 1", "iner = 1", "lanes.inner: is missing (nearest: 'iner')"),
        ("track.toml", "outer = 5", "outer = [5, 5]", "lanes.outer: must hold 10 numbers, not 2"),
        ("track.toml", "outer = 5", "outer = 0", "lanes.outer: must be from 1 to 128, not 0"),
        ("track.toml", "outer = 5", "outer = 50", "lanes: the lanes have 530 fields together; 128 is the most"),
        ("track.toml", "inner = 1", f"inner = {[0] * 10}", "lanes.inner: the lane needs at least one field"),
        ("track.toml", "sections = 10", "sections = 10\nrivers = 9", "track.rivers: is not a key of this table"),
        ("track.toml", "[25, 26]", "[26, 25]", "passenger.outer_fields: must name two fields in flight order"),
        ("track.toml", "[25, 26]", "[25, 51]", "passenger.outer_fields[1]: must be from 1 to 50, not 51"),
        ("track.toml", "half_way_after_section = 5", "half_way_after_section = 11", "must be from 0 to 10, not 11"),
        ("track.toml", '"published"', '"guessed"', "lanes.provenance: 'guessed' is unknown"),
        ("cards.toml", "copies = 16", "copies = -1", "card 1.copies: must be from 0 to 200, not -1"),
        ("cards.toml", "value = 2", 'value = "2"', "card 2.value: must be a whole number, not '2'"),
        ("cards.toml", "red = true", "red = 1", "card 3.red: must be true or false, not 1"),
        ("cards.toml", "[flying]", "[fliing]", "flying: is missing (nearest: 'fliing')"),
        ("wind.toml", "[balls.3]", "[balls.33]", "balls.3: is missing (nearest: '33')"),
        ("wind.toml", "black = 2", "black = 2\npink = 1", "balls.3.pink: is not a key of this table"),
        ("wind.toml", "yellow = 5", "yellow = 21", "steps.yellow: must be from 1 to 20, not 21"),
        ("track.toml", "outer = 5", "outer = 9", "beyond the 24 fields ahead in its lane"),
        (
            "wind.toml",
            "green = 1\nblue = 2\nred = 2\nyellow = 1",
            "green = 0\nblue = 0\nred = 0\nyellow = 0",
            "balls.3: needs at least one ball that is not black",
        ),
        ("scoring.toml", "[7, 5, 4, 3, 2, 1]", "[7, 5]", "flight.places: must hold 6 numbers, not 2"),
        ("scoring.toml", "[7, 5, 4, 3, 2, 1]", "[0, 0, 0, 0, 0, 0]", "the first place must score at least 1 point"),
        ("scoring.toml", "[7, 5, 4, 3, 2, 1]", "[7, 8, 4, 3, 2, 1]", "may not score more than the one before it"),
        ("scoring.toml", "win_at = 15", "win_at = 0", "game.win_at: must be from 1 to 999, not 0"),
    ],
)
def test_a_bad_pack_is_refused_by_file_and_key(pack: Path, name: str, old: str, new: str, words: str) -> None:
    change(pack, name, old, new)
    with pytest.raises(DataPackError) as caught:
        Game(SPEC, data=pack)
    assert str(caught.value).startswith(f"{pack / name}: ")
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        ("outer 51", "middle 3", "lane_change 1.from: 'outer 51' is no field of this track (nearest: 'outer 5')"),
        ("outer 3", "inner 3", "lane_change 1.to: 'inner 3' is not in a neighbouring lane of 'outer 3'"),
        ("outer 3", "middle 1", "lane_change 1.to: 'middle 1' does not lie ahead of 'outer 3'"),
    ],
)
def test_bad_lane_changes_are_refused(pack: Path, a: str, b: str, words: str) -> None:
    change(pack, "track.toml", "[track]", f'[[lane_change]]\nfrom = "{a}"\nto = "{b}"\n[track]')
    with pytest.raises(DataPackError) as caught:
        load_tables(pack)
    assert words in str(caught.value)


def test_a_missing_file_is_named(pack: Path) -> None:
    (pack / "wind.toml").unlink()
    with pytest.raises(DataPackError, match=r"wind.toml: is missing"):
        load_tables(pack)


@rule("ADP-R27", "ADP-8.2")
def test_a_board_can_print_its_own_lane_changes(pack: Path) -> None:
    """One link out, outer 3 to middle 3; the flight back takes it from middle 18 (of 20) to outer 48 (of 50)."""
    change(pack, "track.toml", "[track]", '[[lane_change]]\nfrom = "outer 3"\nto = "middle 3"\n[track]')
    game = Game(SPEC, 3, data=pack)
    table = Table(game).planes(A="outer 2").hand("A", "2", "2").fly("A", "green")
    assert table.moves() == {"outer 4", "middle 3"}
    table = Table(game).planes(A="outer 20").hand("A", "2", "2").fly("A", "green")
    assert table.moves() == {"outer 22"}
    table = Table(game).return_flight().planes(A="middle 17").hand("A", "2", "2").fly("A", "green")
    assert table.moves() == {"middle 19", "outer 48"}


@rule("ADP-8.2")
def test_an_uneven_board_looks_different_on_the_way_back(pack: Path) -> None:
    """Sections of 6, 4 and 2 outer fields, passenger at outer 2 and 3, the half-way line after the first section."""
    change(pack, "track.toml", "sections = 10", "sections = 3")
    change(pack, "track.toml", "half_way_after_section = 5", "half_way_after_section = 1")
    change(pack, "track.toml", "outer = 5", "outer = [6, 4, 2]")
    change(pack, "track.toml", "[25, 26]", "[2, 3]")
    t = load_tables(pack)[0]
    assert t.section[0, :12].tolist() == [1] * 6 + [2] * 4 + [3] * 2
    assert t.section[1, :12].tolist() == [1] * 2 + [2] * 4 + [3] * 6
    assert t.first_half[0, :12].tolist() == [1] * 6 + [0] * 6
    assert t.first_half[1, :12].tolist() == [1] * 6 + [0] * 6
    assert t.passenger_field.tolist() == [[1, 2], [9, 10]]
    assert t.x[1, 0] == pytest.approx(3 - t.x[0, 11])


@rule("ADP-5.3", "ADP-R6")
def test_a_short_lane_can_be_flown_from_start_to_goal_in_one_move(pack: Path) -> None:
    """Three sections, so an inner lane of three fields: red flies straight through. Then all of a plane's ways land."""
    change(pack, "track.toml", "sections = 10", "sections = 3")
    change(pack, "track.toml", "half_way_after_section = 5", "half_way_after_section = 1")
    change(pack, "track.toml", "[25, 26]", "[8, 9]")
    table = Table(Game(SPEC, 3, data=pack)).hand("A", "2", "2").fly("A", "red")
    assert table.moves() == {"outer 4", "middle 4", "Land"}
    assert table.play("A", "Land").scores == [7, 0, 0]


@rule("ADP-5.2", "ADP-R4")
@pytest.mark.parametrize(
    ("start", "ball"),
    [
        ("start", "yellow"),
        ("outer 1", "yellow"),
        ("middle 2", "yellow"),
        ("inner 1", "yellow"),
        ("outer 3", "blue"),
        ("outer 1", "green"),
    ],
)
def test_a_plane_is_in_the_way_of_its_own_field_and_of_no_other(pack: Path, start: str, ball: str) -> None:
    """Balls of one, two and six steps, the last up to outer 25 or middle 12. Where B stands, A cannot end."""
    change(pack, "wind.toml", "green = 2", "green = 1")
    change(pack, "wind.toml", "blue = 3", "blue = 2")
    change(pack, "wind.toml", "yellow = 5", "yellow = 6")
    table = Table(Game(SPEC, 3, data=pack)).planes(A=start).hand("A", "2", "2").fly("A", ball)
    free = table.moves()
    assert len(free) >= 2
    for lane, fields in (("outer", 50), ("middle", 20), ("inner", 10)):
        for field in (f"{lane} {number}" for number in range(1, fields + 1)):
            assert table.planes(B=field).moves() == free - {field}
            assert "Stay" in table.choices()


@rule("ADP-2.3")
def test_a_pack_without_red_cards_never_breaks(pack: Path) -> None:
    change(pack, "cards.toml", "red = true", "red = false")
    table = Table(Game(SPEC, 3, data=pack))
    for _ in range(6):
        table.draw("A", "red 3")
    assert len(table.cards("A")) == 6
    assert position().choices() == ["Draw a card"]
