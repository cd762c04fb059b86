"""Data packs with other numbers, and packs refused by file, key and fault."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest

from mailwing.envs._core.packs import DataPackError
from mailwing.envs.air_postal.limits import Equipment
from mailwing.envs.air_postal.tables import OWN_DATA, load_tables

BERLIN_MOSCOW = '["Berlin", "Moscow"], '
LONDON_PARIS = '["London", "Paris"], '
SAHARA = '"Sahara"'
OSIPENKO = '"Polina Denisovna Osipenko" = '
FIRST_HUBS = 'hubs = ["Monrovia",'


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the game's own pack, to be changed."""
    return Path(shutil.copytree(OWN_DATA, tmp_path / "my_pack"))


def change(pack: Path, name: str, row: str, old: str, new: str) -> None:
    """Change a text in a file of the pack, the first time that it stands in or after a row."""
    text = (pack / name).read_text(encoding="utf-8")
    before, rest = text.split(row, 1)
    rest = row + rest
    assert old in rest
    (pack / name).write_text(before + rest.replace(old, new, 1), encoding="utf-8")


def drop_row(pack: Path, name: str, row: str) -> None:
    """Take the line that begins with a text out of a file of the pack."""
    lines = (pack / name).read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if not line.strip().startswith(row)]
    assert len(kept) == len(lines) - 1
    (pack / name).write_text("".join(kept), encoding="utf-8")


def refused(pack: Path, name: str, words: str) -> None:
    """The pack is refused: the message names the file and says the words."""
    with pytest.raises(DataPackError) as caught:
        load_tables(pack)
    assert str(caught.value).startswith(f"{pack / name}: ")
    assert words in str(caught.value)


def test_a_copy_of_the_own_pack_gives_the_same_tables(pack: Path) -> None:
    assert load_tables(pack).tobytes() == load_tables().tobytes()


@pytest.mark.parametrize(
    ("row", "old", "new", "words"),
    [
        ("[count]", "red = 2", "red = 0", "count.red: must be from 1 to 8, not 0"),
        ("[count]", "red = 2", "rde = 2", "count.red: is missing (nearest: 'rde')"),
        ("[faces]", '"rain"]', '"rains"]', "faces.blue: must list 6 of clear_sky, ice_and_snow"),
        ("[faces]", ', "rain"]', "]", "faces.blue: must list 6 of"),
        ("[faces]", 'red = ["clear_sky", "clear_sky"', 'red = ["fog", "fog"', "faces.red: has no side 'clear_sky'"),
        ("[fuel]", "rain = 2", "rain = 10", "fuel.rain: must be from 0 to 9, not 10"),
        ("[endurance]", '"rulebook"', '"hearsay"', "endurance.provenance: 'hearsay' is unknown"),
    ],
)
def test_dice_that_cannot_be_played(pack: Path, row: str, old: str, new: str, words: str) -> None:
    change(pack, "dice.toml", row, old, new)
    refused(pack, "dice.toml", words)


@pytest.mark.parametrize(
    ("row", "old", "new", "words"),
    [
        ('"LON"', "LON", "PAR", "city 2.code: 'PAR' is another city"),
        ('"LON"', "LON", "Lon", "city 2.code: must be three capital letters, not 'Lon'"),
        ('"LON"', "LON", "LO", "city 2.code: must be three capital letters, not 'LO'"),
        ('"LON"', '"London"', '"Paris"', "city 2.name: there is 'Paris' already"),
        ('"LON"', '"London"', f'"{"x" * 33}"', "city 2.name: must have 1 to 32 bytes"),
        ('"LON"', '"europe"', '"eurpe"', "city 2.continent: 'eurpe' is unknown (nearest: 'europe')"),
        ('"LON"', '"europe"', '"asia"', "city: there are 7 City cards of europe, not 8"),
        ('"LON"', '"big_city"', '"city"', "city 2.kind: 'city' is unknown (nearest: 'big_city')"),
        ('"LON"', '"big_city"', '"embassy"', "city 2.nation: is missing"),
        ('"LON"', "glory", 'nation = "british", glory', "city 2.nation: only an embassy has a nation"),
        ('"BER"', '"soviet"', '"russian"', "city 4.nation: 'russian' is unknown"),
        ('"LON"', "51.5", "91.5", "city 2.latitude: must be a number from -90 to 90, not 91.5"),
        ('"LON"', "-0.13", "true", "city 2.longitude: must be a number from -180 to 180, not True"),
        ('"LON"', "-0.13", "nan", "city 2.longitude: must be a number from -180 to 180, not nan"),
        ('"LON"', '["world", "atlantic"]', "[]", "city 2.boards: must name at least one side"),
        ('"LON"', '"atlantic"', '"pacific"', "city 2.boards: 'pacific' is unknown"),
        ('"LON"', '["world", "atlantic"]', '"world"', "city 2.boards: must list words in quotes, not 'world'"),
        ('"LON"', "glory = 3", "glory = -1", "city 2.glory: must be from 1 to 9, not -1"),
        ('"LON"', "glory = 3, ", "", "city 2.glory: is missing"),
        ('"LON"', "money = 50", "money = -5", "city 2.money: must be from 0 to 999, not -5"),
        ('"TLS"', '"atlantic"], ', '"atlantic"], glory = 3, money = 50, ', "city 41.glory: only the first 40 have"),
        ('"TLS"', '"atlantic"], ', '"atlantic"], money = 50, ', "city 41.money: only the first 40 have"),
        ('"LON"', "latitude", "lattitude", "city 2.latitude: is missing (nearest: 'lattitude')"),
        (LONDON_PARIS, '"London", "Paris"', '"Paris", "Paris"', "route 1.between: 'Paris' stands there twice"),
        (LONDON_PARIS, '"London", "Paris"', '"London"', "route 1.between: must list 2 names in quotes"),
        (LONDON_PARIS, '"London"', '"Londn"', "'Londn' is no [[city]] of map.toml (nearest: 'London')"),
        (LONDON_PARIS, '"London"', '"Tokyo"', "route 1.boards: 'Tokyo' is not on the side 'atlantic'"),
        (LONDON_PARIS, '"London"', '"Bermuda"', "route 1.boards: 'Bermuda' is not on the side 'world'"),
        (BERLIN_MOSCOW, '"Moscow"', '"Paris"', "route 11.between: route 2 lies between these cities already"),
        (BERLIN_MOSCOW, "length = 3", "length = 4", "route 11.squares: there are 3, the length is 4"),
        (BERLIN_MOSCOW, "length = 3", "length = 9", "route 11.length: must be from 1 to 8, not 9"),
        (BERLIN_MOSCOW, '"ggw"', '"ggx"', "route 11.squares: must be of the letters b, g, w, r, not 'x'"),
        (BERLIN_MOSCOW, '3, squares = "ggw"', '4, squares = "gggg"', "4 green dice are needed, there are 3"),
        (BERLIN_MOSCOW, '"ggw"', '"rrr"', "route 11.squares: 3 red dice are needed, there are 2"),
        (BERLIN_MOSCOW, "false", '"land"', "route 11.overwater: must be true or false, not 'land'"),
        (BERLIN_MOSCOW, '["world", "atlantic"]', "[]", "route 11.boards: must name at least one side"),
        (BERLIN_MOSCOW, "reconstructed", "guessed", "route 11.provenance: 'guessed' is unknown"),
        (SAHARA, '"Gao"', '"Paris"', "great_first 1.between: there is no [[route]] between"),
        (SAHARA, '"Gao"', '"Goa"', "'Goa' is no [[city]] of map.toml (nearest: 'Gao')"),
        (
            SAHARA,
            '["Algiers", "Gao"]',
            '["Dakar", "Natal"]',
            "great_first 2.between: this flight is another Great First",
        ),
        (SAHARA, "Sahara", "Andes", "great_first 11.name: there is 'Andes' already"),
        (SAHARA, "glory = 3", "glory = 0", "great_first 1.glory: must be from 1 to 9, not 0"),
    ],
)
def test_maps_that_cannot_be_played(pack: Path, row: str, old: str, new: str, words: str) -> None:
    change(pack, "map.toml", row, old, new)
    refused(pack, "map.toml", words)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ('{ code = "MDY"', "city: must have 73 to 73 tables, not 72"),
        ('{ between = ["London", "Paris"]', "route: must have 129 to 129 tables, not 128"),
        ('{ name = "Sahara"', "great_first: must have 14 to 14 tables, not 13"),
    ],
)
def test_what_is_missing_on_the_map_is_missed(pack: Path, row: str, words: str) -> None:
    drop_row(pack, "map.toml", row)
    refused(pack, "map.toml", words)


def test_more_routes_than_there_is_room_for(pack: Path) -> None:
    """Dakar has six on the Atlantic side."""
    for row, city in (("Rome", "Athens"), ("Oslo", "Reykjavik"), ("Caracas", "Bogotá")):
        change(pack, "map.toml", f'["{row}", "{city}"]', f'"{row}", "{city}"', f'"Dakar", "{city}"')
    refused(pack, "map.toml", "route: 9 routes begin in 'Dakar' on the side 'atlantic', 8 can")


def test_a_side_in_two_parts(pack: Path) -> None:
    """Both routes of Midway begin elsewhere."""
    change(pack, "map.toml", '"Honolulu", "Midway"', '"Midway"', '"Beijing"')
    change(pack, "map.toml", '"Midway", "Tokyo"', '"Midway"', '"Calcutta"')
    change(pack, "map.toml", '["Midway", "Tokyo"],  ', '"Midway"', '"Calcutta"')
    refused(pack, "map.toml", "route: no way leads from 'Paris' to 'Midway' on the side 'world'")


@pytest.mark.parametrize(
    ("row", "old", "new", "words"),
    [
        ('"Potez 25"', '"Potez 25"', '"Airco DH.4"', "aircraft 12.name: there is 'Airco DH.4' already"),
        ('"Potez 25"', "level = 3", "level = 8", "aircraft 12.level: must be from 1 to 7, not 8"),
        ('"Potez 25"', "false", "0", "aircraft 12.warbird: must be true or false, not 0"),
        ('"Potez 25"', '"land_plane"', '"plane"', "aircraft 12.type: 'plane' is unknown (nearest: 'seaplane')"),
        ('"Potez 25"', "fuel = 7", "fuel = 21", "aircraft 12.fuel: must be from 1 to 20, not 21"),
        ('"Potez 25"', "range = 5", "range = 0", "aircraft 12.range: must be from 1 to 15, not 0"),
        ('"Potez 25"', "cargo = 3", "cargo = 9", "aircraft 12.cargo: must be from 0 to 8, not 9"),
        ('"Potez 25"', "basic = 4", "basic = 13", "aircraft 12.basic: must be from 1 to 12, not 13"),
        ('"Potez 25"', "price = 35", "price = -35", "aircraft 12.price: must be from 0 to 999, not -35"),
        ('"Potez 25"', "resale = 10", "resale = -1", "aircraft 12.resale: must be from 0 to 999, not -1"),
        ('"Potez 25"', "resale = 10", "resale = 36", "aircraft 12.resale: is 36, more than the price of 35"),
        ('"Potez 25"', "crew", "crews", "aircraft 12.crew: is missing (nearest: 'crews')"),
        ('"Potez 25"', "crew", "year = 1924, crew", "aircraft 12.year: is not a key of this table"),
    ],
)
def test_aircraft_that_cannot_be_played(pack: Path, row: str, old: str, new: str, words: str) -> None:
    change(pack, "aircraft.toml", row, old, new)
    refused(pack, "aircraft.toml", words)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"Jean Mermoz"', '"Howard Hughes"', "pilot 6.name: there is 'Howard Hughes' already"),
        ("revenue = 25", "revenue = -25", "pilot 4.revenue: must be from 0 to 999, not -25"),
        ("start_level = 3", "start_level = 0", "pilot 4.start_level: must be from 1 to 7, not 0"),
        ("competence = 2", "competence = 8", "pilot 4.competence: must be from 0 to 7, not 8"),
        ("endurance = 5", "endurance = 8", "pilot 4.endurance: must be from 0 to 7, not 8"),
    ],
)
def test_pilots_that_cannot_be_played(pack: Path, old: str, new: str, words: str) -> None:
    change(pack, "pilots.toml", '"Jean Mermoz"', old, new)
    refused(pack, "pilots.toml", words)


@pytest.mark.parametrize(
    ("row", "old", "new", "words"),
    [
        ('"Paris", "Berlin"', '"Berlin"', '"Berln"', "air_route 1.between: 'Berln' is no [[city]] of map.toml"),
        ('"Paris", "Berlin"', '"Berlin"', '"Paris"', "air_route 1.between: 'Paris' stands there twice"),
        ('"London", "Rome"', '"London", "Rome"', '"Berlin", "Paris"', "air_route 2.between: another Air Route has"),
        ('"London", "Rome"', "glory = 3", "glory = 0", "air_route 2.glory: must be from 1 to 9, not 0"),
        ('"London", "Rome"', "money = 15", "money = -15", "air_route 2.money: must be from 0 to 999, not -15"),
        ('"Anna May Wong"', '"Beijing"', '"Bangkok"', "vip 14.city: 'Bangkok' is no Big City"),
        ('"Anna May Wong"', '"Beijing"', '"Peking"', "vip 14.city: 'Peking' is no [[city]] of map.toml"),
        ('"Anna May Wong"', "Anna May Wong", "Greta Garbo", "vip 14.name: there is 'Greta Garbo' already"),
        ('"Greta Garbo"', '"Greta Garbo"', "7", "vip 8.name: must be a text in quotes, not 7"),
        ('"german"', '"german"', '"soviet"', "diplomacy 5.nation: 'soviet' has a Diplomacy card already"),
        ('"german"', '"german"', '"germn"', "diplomacy 5.nation: 'germn' is unknown (nearest: 'german')"),
        ('"german"', "[4, 5]", "[]", "diplomacy 5.scale: must have 1 to 3 steps, not 0"),
        ('"german"', "[4, 5]", "[4, 5, 6, 7]", "diplomacy 5.scale: must have 1 to 3 steps, not 4"),
        ('"german"', "[4, 5]", "[4, 0]", "diplomacy 5.scale[1]: must be from 1 to 9, not 0"),
    ],
)
def test_objectives_that_cannot_be_played(pack: Path, row: str, old: str, new: str, words: str) -> None:
    change(pack, "objectives.toml", row, old, new)
    refused(pack, "objectives.toml", words)


def test_an_objective_card_too_few(pack: Path) -> None:
    drop_row(pack, "objectives.toml", '{ continent = "asia",          name = "Anna May Wong"')
    refused(pack, "objectives.toml", "vip: must have 16 to 16 tables, not 15")


@pytest.mark.parametrize(
    ("row", "old", "new", "words"),
    [
        ('"mail"', '"mail"', '"pax"', "load 1.kind: must be 'mail': they stand in this order: mail, priority_letter"),
        ('"mail"', "count = 12", "count = 17", "load 1.count: must be from 1 to 16, not 17"),
        ('"mail"', "money = 5", "money = -5", "load 1.money: must be from 0 to 999, not -5"),
        ('"mail"', '"airfield"', '"airport"', "load 1.to: 'airport' is unknown (nearest: 'airfield')"),
        ('"pax"', '["big_city"]', "[]", "load 10.to: there is no city on the side 'world' where it can be delivered"),
        ('"german_bag"', "count = 2", "count = 4", "load 8.count: a nation has at most 3 Diplomatic Bags, not 4"),
        (
            '"german_bag"',
            "count = 2",
            "count = 1",
            "load 8.count: the scale of German Diplomacy in objectives.toml has 2",
        ),
        ('"german_bag"', '["embassy"]', '["customs"]', "load 8.to: a Diplomatic Bag goes to an embassy"),
    ],
)
def test_loads_that_cannot_be_played(pack: Path, row: str, old: str, new: str, words: str) -> None:
    change(pack, "loads.toml", row, old, new)
    refused(pack, "loads.toml", words)


def test_a_scale_longer_than_the_bags_of_its_nation(pack: Path) -> None:
    change(pack, "objectives.toml", '"german"', "[4, 5]", "[4, 5, 6]")
    refused(pack, "loads.toml", "load 8.count: the scale of German Diplomacy in objectives.toml has 3 steps")


def test_bags_of_a_nation_without_an_embassy_on_a_side(pack: Path) -> None:
    for city in ("LEO", "SCL"):
        change(pack, "map.toml", f'"{city}"', '"german"', '"french"')
    refused(pack, "loads.toml", "load 8.to: there is no city on the side 'atlantic' where it can be delivered")


@pytest.mark.parametrize(
    ("row", "old", "new", "words"),
    [
        ('"compass"', '"compass"', '"radio"', "card 6.kind: must be 'compass': they stand in this order: met_report"),
        ('"compass"', '"Compass"', '"Radio"', "card 6.name: there is 'Radio' already"),
        ('"compass"', '"system"', '"cargo"', "card 6.category: must be 'crew' or 'system', not 'cargo'"),
        ('"compass"', "copies = 4", "copies = 5", "card 6.copies: must be from 1 to 4, not 5"),
        ('"flaps"', "copies = 1", "copies = 2", "card 13.copies: must be from 1 to 1, not 2"),
        ('"compass"', "price = 10", "price = -10", "card 6.price: must be from 0 to 999, not -10"),
        ('"compass"', '"clear"', '"clean"', "card 6.effect: 'clean' is unknown (nearest: 'clear')"),
        ('"compass"', '"per_flight"', '"permanent"', "card 6.frequency: 'clear' without a limit would never end"),
        ('"compass"', '"per_flight"', '"per_round"', "card 6.frequency: 'per_round' is unknown"),
        ('"compass"', '"white"]', '"yellow"]', "card 6.colours: 'yellow' is unknown"),
        ('"compass"', '["headwind"]', '["wind"]', "card 6.faces: 'wind' is unknown"),
        ('"compass"', '["headwind"]', "[]", "card 6.faces: must name at least one"),
        ('"compass"', '["blue", "green", "white"]', "[]", "card 6.colours: must name at least one"),
        ('"fuel_expert"', '"rain", ', '"fog", ', "card 9.faces: 'fog' costs 1 fuel, the card makes 2 into 1"),
        ('"autopilot"', "rest = 3 ", "rest = 5 ", "card 8.rest: must be from 1 to 4, not 5"),
        ('"flaps"', "pax = 1", 'pax = 1\nfaces = "any"', "card 13.faces: is not a key of this table"),
        ('"flaps"', "pax = 1", "pax = 0", "card 13.pax: must be from 1 to 4, not 0"),
        ('"variable_propeller"', "min_length = 4", "min_length = 9", "card 18.min_length: must be from 1 to 8"),
        ('"veteran"', "rest = 2", "rest = 2\nmin_length = 4", "card 11.min_length: is not a key of this table"),
    ],
)
def test_system_and_crew_cards_that_cannot_be_played(pack: Path, row: str, old: str, new: str, words: str) -> None:
    change(pack, "equipment.toml", row, old, new)
    refused(pack, "equipment.toml", words)


@pytest.mark.parametrize(
    ("name", "row", "old", "new", "words"),
    [
        ("aircraft.toml", '"Tupolev ANT-25"', "fuel = 18", "fuel = 20", "fuel could be 21, 20 is the most"),
        ("aircraft.toml", '"Tupolev ANT-25"', "range = 12", "range = 15", "range could be 16, 15 is the most"),
        ("equipment.toml", '"veteran"', "rest = 2", "rest = 3", "endurance could be 13, 12 is the most"),
        ("equipment.toml", '"flaps"', "cargo = 1", "cargo = 4", "load could be 14, 12 is the most"),
    ],
)
def test_more_than_a_cockpit_shows(pack: Path, name: str, row: str, old: str, new: str, words: str) -> None:
    change(pack, "pilots.toml", '"Jean Mermoz"', "endurance = 5", "endurance = 7")
    change(pack, "aircraft.toml", '"Douglas DC-3"', "pax = 6", "pax = 8")
    change(pack, name, row, old, new)
    refused(pack, "equipment.toml", f"card: with all cards, {words}")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[60, 50, 40]", "[60, 50]", "end.threshold: must hold 3 numbers, not 2"),
        ("[60, 50, 40]", "[60, 50, 0]", "end.threshold[2]: must be from 1 to 127, not 0"),
        ("[40, 60, 50, 40]", "[40, 60, 50, 101]", "rounds.limit[3]: must be from 1 to 100, not 101"),
        ("[4, 4, 5, 6]", "[4, 4, 5, 7]", "rivers.objectives[3]: must be from 1 to 6, not 7"),
        ("[6, 6, 8, 10]", "[0, 6, 8, 10]", "rivers.loads[0]: must be from 1 to 10, not 0"),
        ("extra = 3 ", "extra = 4 ", "experts.extra: must be from 0 to 3, not 4"),
        ("solo = 4", "solo = 8", "experts.solo: must be from 1 to 7, not 8"),
        ("revenues = 10\nobjectives", "revenues = -1\nobjectives", "slots.maintenance_and_revenues: must be from 1"),
        ("fuel = 5 ", "fuel = 0 ", "prices.fuel: must be from 1 to 999, not 0"),
        ("debt = 10 ", "debt = 0 ", "prices.debt: must be from 1 to 999, not 0"),
        ("fine = 10 ", "fines = 10 ", "prices.fine: is missing (nearest: 'fines')"),
        ("with_vip = 5", "with_vip = -5", "crash.with_vip: must be from 0 to 9, not -5"),
        ("famous = 3 ", "famous = 10 ", "crash.famous: must be from 0 to 9, not 10"),
        ("[5, 4, 4]", "[5, 5, 4]", "main_base.cards[1]: would make 9 Hubs, 8 is the most"),
        ("[5, 4, 4]", "[2, 4, 4]", "main_base.cards[0]: must be from 3 to 5, not 2"),
        ("levels = 2 ", "levels = 4 ", "warbirds.levels: must be from 0 to 3, not 4"),
        ("objectives = 5\n", "objectives = 7\n", "basic.objectives: must be from 1 to 6, not 7"),
        ("[basic]", "[basics]", "basic: is missing (nearest: 'basics')"),
    ],
)
def test_rules_that_cannot_be_played(pack: Path, old: str, new: str, words: str) -> None:
    change(pack, "rules.toml", "[end]", old, new)
    refused(pack, "rules.toml", words)


@pytest.mark.parametrize(
    ("row", "old", "new", "words"),
    [
        ('"blue_riband"', '"blue_riband"', '"la_ligne"', "setup 2.postcard: must be 'blue_riband': they stand"),
        ('"blue_riband"', '"Blue Riband of the Atlantic"', '"La Ligne"', "setup 2.name: there is 'La Ligne' already"),
        ('"la_ligne"', '"atlantic"', '"pacific"', "setup 1.board: 'pacific' is unknown"),
        ('"blue_riband"', '["europe", "north_america"]', "[]", "setup 2.continents: must name at least one"),
        ('"blue_riband"', '"europe"', '"asia"', "setup 2.continents: an Objective card of asia leads to 'Beijing'"),
        ('"la_ligne"', '"europe", "africa"', '"antarctica"', "setup 1.continents: 'antarctica' is unknown"),
        (FIRST_HUBS, '"Monrovia", ', "", "setup 1.hubs: must list 8 names in quotes"),
        (FIRST_HUBS, '"Monrovia"', '"Málaga"', "setup 1.hubs: 'Málaga' stands there twice"),
        (FIRST_HUBS, '"Monrovia"', '"Monrova"', "'Monrova' is no [[city]] of map.toml (nearest: 'Monrovia')"),
        (FIRST_HUBS, '"Monrovia"', '"Tokyo"', "setup 1.hubs[0]: 'Tokyo' is not on the side 'atlantic'"),
        (FIRST_HUBS, '"Monrovia"', '"Toulouse"', "setup 1.hubs[0]: 'Toulouse' has no City card"),
        (FIRST_HUBS, '"Monrovia"', '"Paris"', "setup 1.hubs[0]: 'Paris' is a Main Base"),
        (OSIPENKO, "Polina Denisovna", "Polina", "'Polina Osipenko' is no [[pilot]]"),
        (OSIPENKO, "Polina Denisovna Osipenko", "Dieudonné Costes", "is the other face of the Pilot card of"),
        (OSIPENKO, "Porto Novo", "Tokyo", "'Tokyo' is not on the side 'atlantic'"),
        (OSIPENKO, "Porto Novo", "Toulouse", "'Toulouse' has no City card"),
        (OSIPENKO, "Porto Novo", "Porto Nuovo", "'Porto Nuovo' is no [[city]] of map.toml (nearest: 'Porto Novo')"),
        ('"Jean Mermoz"', "Dakar", "Porto Novo", "'Porto Novo' is the Main Base of another pilot"),
        (OSIPENKO, OSIPENKO, '"Bessie Coleman" = "Rome"\n' + OSIPENKO, "setup 1.base: must name 4 pilots, not 5"),
        ("[setup.base]", "[setup.base]", "[setup.bases]", "setup 1.base: is missing (nearest: 'bases')"),
    ],
)
def test_setups_that_cannot_be_played(pack: Path, row: str, old: str, new: str, words: str) -> None:
    change(pack, "setups.toml", row, old, new)
    refused(pack, "setups.toml", words)


def test_the_first_postcard_without_asia(pack: Path) -> None:
    change(pack, "objectives.toml", '["Paris", "Moscow"]', '"Moscow"', '"Beijing"')
    refused(pack, "setups.toml", "an Objective card of europe leads to 'Beijing', which is not on the side 'atlantic'")


def test_a_pilot_who_finds_no_first_aircraft(pack: Path) -> None:
    """Three others may have taken what there is."""
    change(pack, "pilots.toml", '"Polina Denisovna Osipenko"', "start_level = 3", "start_level = 2")
    refused(
        pack, "setups.toml", "setup 1: Polina Denisovna Osipenko can choose among 0 first aircraft; there must be 4"
    )


def test_a_pilot_who_finds_no_first_aircraft_with_warbirds(pack: Path) -> None:
    change(pack, "aircraft.toml", '"Airco DH.4"', "level = 1", "level = 2")
    refused(pack, "setups.toml", "can choose among 3 first aircraft with Warbirds; there must be 4")


def test_a_solo_plane_that_would_fly_too_long(pack: Path) -> None:
    """From one end of the world to the other, again and again."""
    hubs = '["Paris", "Moscow", "Casablanca", "Dakar", "New York", "Rio de Janeiro", "Istanbul", "Tehran"]'
    far = '["Lisbon", "Bogotá", "Cape Town", "Buenos Aires", "Cairo", "St. John\'s", "Irkutsk", "Hong Kong"]'
    change(pack, "setups.toml", '"around_the_world"', hubs, far)
    refused(pack, "setups.toml", "setup 5.hubs: the Solo plane of Lady Mary Bailey would need 41 flights, 40 is the")


def test_a_side_with_too_few_city_cards(pack: Path) -> None:
    """Without Europe, Africa, Natal and an island behind it there are fifteen; four players get sixteen."""
    cities = tomllib.loads((pack / "map.toml").read_text(encoding="utf-8"))["city"]
    lands = ("europe", "africa")
    gone = {city["name"] for city in cities if city["continent"] in lands} | {"Natal", "Fernando de Noronha"}
    lines = (pack / "map.toml").read_text(encoding="utf-8").splitlines()
    for k, line in enumerate(lines):
        if '["world", "atlantic"]' in line and any(f'"{name}"' in line for name in gone):
            lines[k] = line.replace(', "atlantic"', "")
        elif '["atlantic"]' in line and any(f'"{name}"' in line for name in gone):
            lines[k] = line.replace('["atlantic"]', '["world"]')
    (pack / "map.toml").write_text("\n".join(lines), encoding="utf-8")
    for island in ("Bermuda", "Angmagssalik (Greenland)"):
        change(pack, "map.toml", f'name = "{island}"', '["atlantic"]', '["world", "atlantic"]')
    refused(pack, "rules.toml", "main_base.cards[2]: 16 cards would be dealt, the side 'atlantic' has 15 cities")


def test_a_missing_file_is_named(pack: Path) -> None:
    (pack / "setups.toml").unlink()
    refused(pack, "setups.toml", "is missing")


def test_other_numbers(pack: Path) -> None:
    """Dearer fuel, a longer game, a compass for red dice, another first Hub."""
    change(pack, "rules.toml", "[prices]", "fuel = 5 ", "fuel = 7 ")
    change(pack, "rules.toml", "[end]", "[60, 50, 40]", "[70, 60, 50]")
    change(pack, "equipment.toml", '"compass"', '["blue", "green", "white"]', '"any"')
    change(pack, "setups.toml", FIRST_HUBS, '"Monrovia", "Málaga"', '"Cape Town", "Málaga"')
    t = load_tables(pack)[0]
    assert t.fuel_price == 7
    assert t.threshold.tolist() == [0, 0, 70, 60, 50]
    assert t.works_on[Equipment.COMPASS].sum() == 4
    assert t.path_length[0, 0] != 13
