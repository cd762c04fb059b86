"""Data packs with other numbers, and packs refused by file, key and fault."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mailwing.envs._core.packs import DataPackError
from mailwing.envs.aeropostale.limits import DISTANCES, Wing
from mailwing.envs.aeropostale.tables import OWN_DATA, load_tables

FIRST_STRIP = 'value = 2, effect = "nothing",            mail = 1, freight = 0, passengers = 0, any = 0, bronze = 1'
FIRST_CARD = 'line = "Pyrenees", number = 1, '
FIRST_PIONEER = 'zone = "pyrenees"\nmail = [1, 0]'
SALMSON = 'company = "Latécoère",  name = "Salmson 2A2", '
FULGUR = 'company = "CAT",        name = "Breguet 470 Fulgur"'
SPAD = 'record = "speed",    level = 1, capacity = 2, carries = "p"'


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the game's own pack, to be changed."""
    return Path(shutil.copytree(OWN_DATA, tmp_path / "my_pack"))


def change(pack: Path, name: str, old: str, new: str, count: int = 1) -> None:
    """Change the first occurrences of a text in a file of the pack; -1: all of them."""
    text = (pack / name).read_text(encoding="utf-8")
    assert old in text
    (pack / name).write_text(text.replace(old, new, count), encoding="utf-8")


def drop(pack: Path, name: str, start: str, end: str) -> None:
    """Take the text from a start to an end, both included, out of a file of the pack."""
    text = (pack / name).read_text(encoding="utf-8")
    before, rest = text.split(start, 1)
    (pack / name).write_text(before + rest.split(end, 1)[1], encoding="utf-8")


def refused(pack: Path, name: str, words: str) -> None:
    """The pack is refused: the message names the file and says the words."""
    with pytest.raises(DataPackError) as caught:
        load_tables(pack)
    assert str(caught.value).startswith(f"{pack / name}: ")
    assert words in str(caught.value)


def test_a_copy_of_the_own_pack_gives_the_same_tables(pack: Path) -> None:
    assert load_tables(pack).tobytes() == load_tables().tobytes()


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("map.toml", 'name = "Brussels"', 'name = "Toulouse"', "city 2.name: 'Toulouse' stands on the map already"),
        ("map.toml", 'city = "La Paz"', 'city = "La Pas"', "is no [[city]] of map.toml (nearest: 'La Paz')"),
        ("map.toml", '"Sahara", ', '"Sahra", ', "'Sahra' is unknown (nearest: 'Sahara')"),
        ("map.toml", '"Sahara", ', '"Pacific", ', "line 2.name: must be 'Sahara'"),
        ("map.toml", "between = [1, 2]", "between = [1, 3]", "line 2.between: must be [1, 2]: the regions are a chain"),
        ("map.toml", "region = 5", "region = 4", "no city lies in region 5, so that the chain of regions has a gap"),
        ("map.toml", "region = 2", "region = 3", "region 3 has cities of South America and of another continent"),
        ("map.toml", '"africa"', '"afrika"', "'afrika' is unknown (nearest: 'africa')"),
        ("map.toml", "maximum = 9", "maximum = 13", "city 1.maximum: must be from 1 to 12, not 13"),
        ("map.toml", "easier = 10", "easier = 8", "city 1.easier: must be from 9 to 12, not 8"),
        ("map.toml", "harder = 9", "harder = 10", "city 1.harder: must be from 1 to 9, not 10"),
        ("map.toml", "red = false", 'red = "no"', "line 1.red: must be true or false"),
        ("map.toml", "x = 8", "x = 101", "city 1.x: must be from 0 to 100, not 101"),
        ("companies.toml", 'city = "Brussels"', 'city = "Paris"', "'Paris' is no [[city]] of map.toml"),
        ("companies.toml", '"Brussels", ', '"Toulouse", ', "'Toulouse' is the starting city of another company"),
        ("companies.toml", '"Sabena", ', '"KLM", ', "company 3.name: there is a company 'KLM' already"),
        ("companies.toml", "cubes = 3", "cubes = 10", "company 1.cubes: must be from 1 to 9, not 10"),
        ("companies.toml", "opens = true", "opens = false", "one company opens the game, not 0"),
        ("companies.toml", "opens = false", "opens = true", "one company opens the game, not 2"),
        (
            "companies.toml",
            "five_players_only = false",
            "five_players_only = true",
            "only one company can be left to games with five players",
        ),
        ("companies.toml", SALMSON, SALMSON.replace("oè", "oe"), "is no company of this file (nearest: 'Latécoère')"),
        ("companies.toml", FULGUR, FULGUR.replace("CAT", "KLM"), "design 60.company: 'KLM' has more than 12 designs"),
        ("companies.toml", SALMSON, f'{SALMSON} record = "speed", level = 1,', "they start"),
        ("companies.toml", SPAD, SPAD.replace('record = "speed",', ""), "design 4.record: is missing"),
        ("companies.toml", SPAD, SPAD.replace("speed", "sped"), "'sped' is unknown (nearest: 'speed')"),
        ("companies.toml", SPAD, SPAD.replace("level = 1", "level = 6"), "design 4.level: must be from 1 to 5, not 6"),
        ("companies.toml", SPAD, SPAD.replace('"p"', '"pm"'), "design 4.carries: 'pm' is unknown"),
        ("companies.toml", "fuel = 1", "fuel = 0", "design 1.fuel: must be from 1 to 9, not 0"),
        ("companies.toml", "range = 1", "range = 7", "design 1.range: must be from 0 to 6, not 7"),
        ("companies.toml", "Salmson 2A2", "x" * 41, "must have 1 to 40 bytes"),
        ("panel.toml", "[3, 3, 2,", "[3, 2,", "gauge.increase: must hold 11 numbers, not 10"),
        ("panel.toml", "logistics = 4", "logistics = 11", "start.logistics: must be from 0 to 10, not 11"),
        ("panel.toml", "rookies = 3", "rookies = 4", "start.rookies: must be from 0 to 3, not 4"),
        ("panel.toml", "each = 4", "each = 5", "tokens.each: must be from 0 to 4, not 5"),
        ("pilots.toml", "rookies = 15", "rookies = 14", "reserve.rookies: five companies begin with 15"),
        ("pilots.toml", "seasoned = 2", "seasoned = 4", "reserve.seasoned: must be from 0 to 3, not 4"),
        ("pilots.toml", "legendary = 2", "legendary = 4", "bonus.legendary: must be from 0 to 3, not 4"),
        ("pilots.toml", '"record_bonus"', '"ignore_strip"', "legend 1.feat: must be 'record_bonus'"),
        ("strips.toml", FIRST_STRIP, FIRST_STRIP.replace("any = 0", "any = 6"), "takes 0 to 6 elements, not 7"),
        ("strips.toml", FIRST_STRIP, FIRST_STRIP.replace("mail = 1", "mail = 0"), "pays no wings"),
        ("strips.toml", FIRST_STRIP, FIRST_STRIP.replace("nothing", "hostages"), "(nearest: 'hostage')"),
        ("strips.toml", FIRST_STRIP, FIRST_STRIP.replace("any = 0, ", ""), "europe 1.any: is missing"),
        ("strips.toml", "any = 1, bronze = 2", "any = 0, bronze = 2", "monopoly 1: a contract takes 1 to 6 elements"),
        ("strips.toml", "hostage = 2", "hostages = 2", "amounts.hostage: is missing (nearest: 'hostages')"),
        ("weather.toml", FIRST_CARD, FIRST_CARD.replace("Pyrenees", "Pyrenes"), "(nearest: 'Pyrenees')"),
        ("weather.toml", FIRST_CARD, FIRST_CARD.replace("Pyrenees", "Pacific"), "card 1.line: 'Pacific' is unknown"),
        ("weather.toml", FIRST_CARD, FIRST_CARD.replace("1", "2"), "card 2.number: Pyrenees has a card 2 already"),
        ("weather.toml", "value = -1", "value = -3", "card 3.value: must be from -2 to 2, not -3"),
        ("weather.toml", '["run"]', '["runs"]', "must list none, one or both of stop, run, not ['runs']"),
        ("weather.toml", '"cubes_of_run"', '"cubes_of_runs"', "(nearest: 'cubes_of_run')"),
        ("records.toml", "[0, 0, 1, 1, 2, 3]", "[0, 0, 1, 1, 2]", "die.faces: must hold 6 numbers, not 5"),
        ("records.toml", "bonus = 1", "bonus = 3", "a design of capacity 4 would carry more than 6 elements"),
        ("records.toml", 'name = "distance"', 'name = "speed"', "record 2.name: must be 'distance'"),
        ("records.toml", "[0, 0, 2, 0, 0]", "[0, 0, 2, 0]", "record 1.bronze: must hold 5 numbers, not 4"),
        ("wings.toml", "gold = 3", "gold = 0", "slots.gold: must be from 1 to 9, not 0"),
        ("wings.toml", "diamonds = 1", "diamonds = 2", "last_city.diamonds: must be from 0 to 1, not 2"),
        ("wings.toml", "lines = 2", "lines = 3", "distance 2.lines: must be 2"),
        ("wings.toml", 'zone = "sahara"', 'zone = "atlantic"', "pioneer 2.zone: must be 'sahara'"),
        ("wings.toml", FIRST_PIONEER, FIRST_PIONEER.replace(", 0]", "]"), "mail: must hold 2 numbers, not 1"),
        ("scenarios.toml", "turns = 6", "turns = 7", "scenario 3.turns: must be from 1 to 6, not 7"),
        ("scenarios.toml", 'name = "short"', 'name = "la_paz"', "scenario 2.name: must be 'short'"),
        (
            "scenarios.toml",
            "[4, 3, 0, 0]",
            "[5, 3, 0, 0]",
            "scenario 1.goal[0]: a company has no slots for 5 such wings",
        ),
        ("scenarios.toml", "[0, 0, 0, 0]", "[4, 3, 0, 0]", "scenario 4.goal: wings decide nothing in a race"),
        ("scenarios.toml", "race = false", "race = true", "scenario 1.goal: wings decide nothing in a race"),
        (
            "scenarios.toml",
            "race = true\nlast_city_ends = false",
            "race = true\nlast_city_ends = true",
            "scenario 4.last_city_ends: a stop in the last city already decides a race",
        ),
        ("scenarios.toml", "weather = true", "weather = false", "scenario 2.decks: is not a key of this table"),
        ("scenarios.toml", "weather = false ", "weather = true ", "scenario 1.decks: is missing"),
        ("scenarios.toml", "pyrenees = [1, 2, 3, 4, 5, 6, 7, 8]", "pyrenees = [1, 2, 3]", "has 3 cards, 4 turns need"),
        ("scenarios.toml", "andes = [1, 2,", "andes = [11, 2,", "scenario 2.decks.andes: weather.toml has no card 11"),
        ("scenarios.toml", "sahara = [1, 2,", "sahara = [1, 1,", "decks.sahara: a card cannot be there twice"),
        ("scenarios.toml", '"rulebook"', '"hearsay"', "'hearsay' is unknown"),
    ],
)
def test_a_bad_pack_is_refused_by_file_and_key(pack: Path, name: str, old: str, new: str, words: str) -> None:
    change(pack, name, old, new)
    refused(pack, name, words)


def test_a_missing_city_is_missed(pack: Path) -> None:
    drop(pack, "map.toml", '[[city]]\nname = "Berlin"', 'provenance = "rulebook"')
    refused(pack, "map.toml", "city: must have 13 to 13 tables, not 12")


def test_a_missing_design_is_missed(pack: Path) -> None:
    drop(pack, "companies.toml", f"    {{ {FULGUR}", "},\n")
    refused(pack, "companies.toml", "design: 'CAT' must have 12 designs, not 11")


def test_a_missing_strip_is_missed(pack: Path) -> None:
    drop(pack, "strips.toml", f"    {{ {FIRST_STRIP}", "},\n")
    refused(pack, "strips.toml", "europe: must have 20 to 20 tables, not 19")


def test_a_missing_file_is_named(pack: Path) -> None:
    (pack / "strips.toml").unlink()
    refused(pack, "strips.toml", "is missing")


def test_contracts_that_pay_too_much(pack: Path) -> None:
    """Five of them in a city must not pay more than the tables can hold."""
    change(pack, "strips.toml", "bronze = 1, gold = 0", "bronze = 1, gold = 3")
    refused(pack, "wings.toml", "exchange.bronze: a contract would be worth 13 bronze wings, 12 is the most")


def test_pioneers_that_win_too_much(pack: Path) -> None:
    for kind in ("mail", "freight", "passengers"):
        change(pack, "wings.toml", f"{kind} = [1, 0]", f"{kind} = [9, 0]", -1)
    refused(pack, "wings.toml", "pioneer: after a run there could be 108 bronze or")


def test_too_many_cities_for_the_strips_of_a_continent(pack: Path) -> None:
    change(pack, "map.toml", 'name = "Natal"\ncontinent = "south_america"', 'name = "Natal"\ncontinent = "africa"')
    refused(pack, "companies.toml", "company: five players need 25 strips of africa, there are 20")


def test_other_numbers(pack: Path) -> None:
    """Wings at another rate, a shorter gauge, and cards that add up."""
    change(pack, "wings.toml", "platinum = 2\n\n[last_city]", "platinum = 3\n\n[last_city]")
    change(pack, "panel.toml", "last = 10 ", "last = 8 ")
    change(pack, "panel.toml", "1, 1, 0]", "0]")
    change(pack, "weather.toml", "once = true", "once = false", -1)
    t = load_tables(pack)[0]
    assert t.in_bronze.tolist() == [1, 4, 12, 36]
    assert t.gauge == 8
    assert t.increase.tolist() == [3, 3, 2, 2, 2, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert (t.card_once == -1).all()


def test_six_lines_earn_what_five_do_in_any_pack(pack: Path) -> None:
    change(pack, "wings.toml", "lines = 5\nbronze = 0\ngold = 1", "lines = 5\nbronze = 2\ngold = 1")
    assert load_tables(pack)[0].distance_wings[DISTANCES, : Wing.PLATINUM].tolist() == [2, 1]
