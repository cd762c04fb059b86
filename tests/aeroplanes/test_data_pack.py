"""Data packs: the own one as printed, packs with other numbers, and packs refused by file, key and fault."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mailwing.envs._core.game import Game
from mailwing.envs._core.packs import DataPackError
from mailwing.envs.aeroplanes import SPEC
from mailwing.envs.aeroplanes.limits import NONE
from mailwing.envs.aeroplanes.tables import OWN_DATA, load_tables
from mailwing.envs.aeroplanes.testing import HOMES, Table, position

rule = pytest.mark.rule
WHITE_WHITE = '[[row]]\nlinks = ["white", "white"]\nneeds = [10]'


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the game's own pack, to be changed."""
    return Path(shutil.copytree(OWN_DATA, tmp_path / "my_pack"))


def change(pack: Path, name: str, old: str, new: str) -> None:
    """Change the first occurrence of a text in a file of the pack."""
    text = (pack / name).read_text(encoding="utf-8")
    assert old in text
    (pack / name).write_text(text.replace(old, new, 1), encoding="utf-8")


def table_with(pack: Path) -> Table:
    """Three players at home in London, Berlin and Rome, with this pack."""
    table = Table(Game(SPEC, 3, data=pack)).homes(*HOMES[:3]).nobody_waits()
    return table.money(A=0, B=0, C=0)


def test_a_copy_of_the_own_pack_is_the_same_game(pack: Path) -> None:
    assert {Game(SPEC, data=data).data_hash for data in (pack, None, pack, None)} == {Game(SPEC).data_hash}


def test_what_is_handed_out_is_a_copy() -> None:
    load_tables()[0].subsidies = 3
    assert load_tables()[0].subsidies == 8


@rule("AE-3.1.7", "AE-1.9")
def test_the_cards_in_numbers() -> None:
    """46 cards: 15, 15 and 16 of the Stages; each brings one or two airports and 0 or 1 points."""
    t = position().t
    cards = range(46)
    assert t.cards == 46
    assert [(t.card_stage[:46] == stage).sum() for stage in (1, 2, 3)] == [15, 15, 16]
    assert {int(t.card_airports[card]) for card in cards} == {1, 2}
    assert {int(t.card_points[card]) for card in cards} == {0, 1}
    assert [int(t.card_long[:46][t.card_stage[:46] == stage].sum()) for stage in (1, 2, 3)] == [0, 6, 10]
    assert "Junkers Ju 52/3m" in position().card_names


@rule("AE-3.5.1", "AE-4.1")
def test_the_board_in_numbers() -> None:
    """34 destinations with 74 spaces, 68 with three players; 16, 8 and 8 of them in the markets."""
    t = position().t
    assert t.cities == 34
    assert [t.spaces[players].sum() for players in (3, 4, 5)] == [68, 74, 74]
    assert [int(market).bit_count() for market in t.markets] == [16, 8, 8]
    assert t.spaces_per_home == 4


@rule("AE-3.3.3")
@pytest.mark.parametrize(("need", "chance"), [(8, 0.769), (10, 0.569), (12, 0.347), (14, 0.162), (0, 1), (19, 0)])
def test_the_chances_of_three_dice(need: int, chance: float) -> None:
    assert position().t.odds[need] == pytest.approx(chance, abs=0.0006)


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        (
            "risk.toml",
            "faces = [2, 3, 4, 5, 6]",
            "faces = [1, 3, 4, 5, 6]",
            "dice.faces[0]: must be from 2 to 6, not 1",
        ),
        ("risk.toml", "failures = 4", "failurs = 4", "limits.failures: is missing (nearest: 'failurs')"),
        ("risk.toml", WHITE_WHITE, WHITE_WHITE.replace("[10]", "[10, 10, 10]"), "asks for 3 rolls on 2 connections"),
        ("risk.toml", WHITE_WHITE, f"{WHITE_WHITE}\nprovenance = 'rulebook'\n{WHITE_WHITE}", "white + white has a row"),
        ("risk.toml", 'links = ["white"]', 'links = ["pink"]', "must list one or two of white, red, black"),
        ("map.toml", 'name = "Amsterdam"', 'name = "London"', "'London' stands on the map already"),
        (
            "map.toml",
            '["London", "Paris"]',
            '["London", "Pariss"]',
            "'Pariss' is no [[city]] of this map (nearest: 'Paris')",
        ),
        ("map.toml", '["London", "Paris"]', '["London", "London"]', "must name two different cities"),
        ("map.toml", '["London", "Amsterdam"]', '["Paris", "London"]', "these two cities are connected already"),
        ("map.toml", "blocked_with_3 = 1", "blocked_with_3 = 3", "must be from 0 to 2, not 3"),
        ("map.toml", 'region = "europe"', 'region = "europa"', "'europa' is unknown (nearest: 'europe')"),
        (
            "map.toml",
            'name = "Brussels"',
            'name = "Brussels"\nhome_income = 1',
            "there are more than 6 starting cities",
        ),
        ("map.toml", 'to = "Casablanca"', 'to = "Athens"', "'Athens' lies in that region itself"),
        ("map.toml", "bars = 2", "bars = 4", "bars: must be from 2 to 3, not 4"),
        ("map.toml", 'colour = "white"', 'colour = "white"\nbars = 2', "a white connection is not rolled for"),
        ("supply.toml", "[8, 9, 9]", "[8, 9]", "airports.stage: must hold 3 numbers, not 2"),
        ("supply.toml", '"Night Flights"', '"Night Flight"', "'Night Flight' is unknown (nearest: 'Night Flights')"),
        ("supply.toml", '"Daring Pilot"', '"Radio Beacons"', "must be 'Daring Pilot'"),
        ("supply.toml", '"rulebook"', '"hearsay"', "'hearsay' is unknown"),
        ("cards.toml", "stage = 1", "stage = 3", "a later one cannot be of an earlier era"),
        ("cards.toml", "capacity = 1", "capacity = 11", "must be from 0 to 10, not 11"),
        ("cards.toml", '"Airco DH.4A"', f'"{"x" * 33}"', "must have 1 to 32 bytes"),
        ("passengers.toml", 'to = "Amsterdam"', 'to = "Amstredam"', "no city of map.toml (nearest: 'Amsterdam')"),
        ("passengers.toml", "seats = [1, 1, 1, 2, 3]", f"seats = {[1] * 6}", "there are more than 96 passenger tiles"),
        ("scoring.toml", "[4, 2, 1]", "[2, 4, 1]", "a rank may not score more than the one before it"),
        ("scoring.toml", "paid_with_3 = 2", "paid_with_3 = 2\npaid_with_4 = 2", "is not a key of this table"),
    ],
)
def test_a_bad_pack_is_refused_by_file_and_key(pack: Path, name: str, old: str, new: str, words: str) -> None:
    change(pack, name, old, new)
    with pytest.raises(DataPackError) as caught:
        load_tables(pack)
    assert str(caught.value).startswith(f"{pack / name}: ")
    assert words in str(caught.value)


def test_too_few_tiles_for_the_waiting_area_are_refused(pack: Path) -> None:
    text = (pack / "passengers.toml").read_text(encoding="utf-8")
    (pack / "passengers.toml").write_text(text.replace("wild = false", "wild = true"), encoding="utf-8")
    with pytest.raises(DataPackError, match="24 tiles that are not wild"):
        load_tables(pack)


def test_a_missing_file_is_named(pack: Path) -> None:
    (pack / "risk.toml").unlink()
    with pytest.raises(DataPackError, match=r"risk.toml: is missing"):
        load_tables(pack)


@rule("AE-R26")
def test_other_points_and_prices(pack: Path) -> None:
    change(pack, "scoring.toml", "europe = [4, 2, 1]", "europe = [9, 2, 1]")
    change(pack, "cards.toml", "skipped = 1", "skipped = 2")
    change(pack, "supply.toml", "era = [12, 22, 32]", "era = [12, 7, 32]")
    table = table_with(pack).money(A=9).airports("A", "Paris")
    assert table.choices("Buy ")[:2] == ["1 Airco DH.4A for £2", "2 Breguet 14T for £4"]
    table.subsidies(0).play("A", "Take the token")
    assert table.s.points[0] == 9
    assert table.cash("B") == 7


@rule("AE-R40")
def test_a_pack_with_more_rows_of_risk_has_more_skips(pack: Path) -> None:
    """White then black, if there were such a row, and a black link from Paris to Kenya."""
    row = '[[row]]\nlinks = ["white", "black"]\nneeds = [13]\nprovenance = "reconstructed"\n\n[[row]]'
    link = '[[link]]\nbetween = ["Paris", "Kenya"]\ncolour = "black"\nprovenance = "reconstructed"\n\n[[link]]'
    change(pack, "map.toml", "[[link]]", link)
    table = table_with(pack).tiles("A", "II long-distance").play("A", "Place")
    assert "Kenya" not in table.destinations()
    change(pack, "risk.toml", "[[row]]", row)
    table = table_with(pack).tiles("A", "II long-distance").airports("B", "Paris", "Kenya")
    table.fly("A", "II long-distance", "Kenya", "Skip Paris", (2, 2, 2))
    assert table.needs == [11], "the only roll is for the second link: the opponent in Kenya helps"


@rule("AE-R40")
def test_a_pack_without_a_row_for_a_colour_has_no_such_connections(pack: Path) -> None:
    """Persia–Burma is black: without that row the way by India is left."""
    change(pack, "risk.toml", '[[row]]\nlinks = ["black"]\nneeds = [14]\nprovenance = "rulebook"\n', "")
    table = table_with(pack).airports("A", "Persia").tiles("A", "II long-distance")
    table.play("A", "Place", "To Burma")
    assert table.choices() == ["Skip India"]


@rule("AE-3.3.9")
def test_help_never_makes_a_need_less_than_nothing(pack: Path) -> None:
    """White and white asks for 1 in this pack; with an opponent at the end of the flight any roll will do."""
    change(pack, "risk.toml", "needs = [10]", "needs = [1]")
    table = table_with(pack).airports("B", "Frankfurt").tiles("A", "II long-distance", "I")
    table.fly("A", "II long-distance", "Frankfurt", "Skip Paris", ("failure", "failure", "failure"))
    assert table.airport("A", "Frankfurt") == 2


@rule("AE-1.1")
def test_a_pack_with_fewer_passenger_spaces(pack: Path) -> None:
    """Two in each starting city: nobody waits in the places of the others."""
    change(pack, "passengers.toml", "spaces = 4", "spaces = 2")
    waiting = Game(SPEC, 3, data=pack).new(0).record.waiting.reshape(6, 4)
    assert (waiting[:, :2] != NONE).all()
    assert (waiting[:, 2:] == NONE).all()


@rule("AE-3.6.2")
def test_a_pack_with_one_bonus_in_each_of_the_americas(pack: Path) -> None:
    change(pack, "map.toml", "players = 2", "players = 1")
    table = table_with(pack).airports("B", "South America").airports("A", "Dakar").tiles("A", "II long-distance")
    table.fly("A", "II long-distance", "South America", "Direct, barred black", (5, 5, 5)).dice(5, 5, 5).play(
        "A", "Roll"
    )
    assert table.airport("A", "South America") == 2
    assert table.cash("A") == 0


@rule("AE-R24", "AE-1.9")
def test_a_smaller_display(pack: Path) -> None:
    change(pack, "cards.toml", "cards = 12", "cards = 3")
    table = table_with(pack).money(A=9)
    assert table.shown == [1, 2, 3]
    assert table.play("A", "Buy 2").shown == [1, 3, 4]
