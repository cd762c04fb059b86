"""Data pack helpers: what is read, and that every fault names file, key and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailwing.envs._core.packs import DataPackError, PackTable, read_toml


def pack(tmp_path: Path, text: str) -> PackTable:
    (tmp_path / "map.toml").write_text(text, encoding="utf-8")
    return read_toml(tmp_path, "map.toml")


GOOD = """
[city]
provenance = "rulebook"
name = "Dakar"
size = 8
costs = [1, 2, 3]
port = true
[[link]]
to = "Sahara"
"""


def test_typed_getters_read_what_is_there(tmp_path: Path) -> None:
    file = pack(tmp_path, GOOD)
    city = file.table("city")
    assert (city.text("name"), city.integer("size", 0, 9), city.flag("port")) == ("Dakar", 8, True)
    assert city.integers("costs", 0, 9, 3) == [1, 2, 3]
    (link,) = file.tables("link", 1, 5, provenance=False)
    assert link.text("to", ["Sahara"]) == "Sahara"
    for table in (city, link, file):
        table.done()


def test_an_optional_key_can_be_asked_for(tmp_path: Path) -> None:
    file = pack(tmp_path, GOOD)
    assert file.has("city")
    assert not file.has("town")


@pytest.mark.parametrize(
    ("read", "words"),
    [
        (lambda f: f.table("city").integer("siz", 0, 9), "map.toml: city.siz: is missing (nearest: 'size')"),
        (lambda f: f.table("city").integer("size", 0, 7), "city.size: must be from 0 to 7, not 8"),
        (lambda f: f.table("city").integer("name", 0, 7), "city.name: must be a whole number, not 'Dakar'"),
        (lambda f: f.table("city").integer("port", 0, 7), "city.port: must be a whole number, not True"),
        (lambda f: f.table("city").integers("costs", 0, 9, 2), "city.costs: must hold 2 numbers, not 3"),
        (lambda f: f.table("city").integers("costs", 0, 2), "city.costs[2]: must be from 0 to 2, not 3"),
        (lambda f: f.table("city").integers("size", 0, 2), "city.size: must be a list of whole numbers, not 8"),
        (lambda f: f.table("city").text("size"), "city.size: must be a text in quotes, not 8"),
        (lambda f: f.table("city").text("name", ["Dakkar", "Oran"]), "'Dakar' is unknown (nearest: 'Dakkar')"),
        (lambda f: f.table("city").flag("size"), "city.size: must be true or false, not 8"),
        (lambda f: f.table("city").table("name"), "city.name: must be a table, not 'Dakar'"),
        (lambda f: f.table("link"), "link: must be a table"),
        (lambda f: f.tables("city", 1, 2), "city: must be a list of tables ([[city]])"),
        (lambda f: f.tables("link", 2, 4), "link: must have 2 to 4 tables, not 1"),
        (lambda f: f.tables("link", 1, 4), "link 1.provenance: is missing"),
        (lambda f: f.done(), "city: is not a key of this table"),
        (lambda f: f.table("city").done(), "city.name: is not a key of this table"),
    ],
)
def test_a_fault_names_file_and_key(tmp_path: Path, read: object, words: str) -> None:
    file = pack(tmp_path, GOOD)
    with pytest.raises(DataPackError) as caught:
        read(file)  # type: ignore[operator]
    assert str(caught.value).startswith(f"{tmp_path / 'map.toml'}: ")
    assert words in str(caught.value)


def test_provenance_is_one_of_three(tmp_path: Path) -> None:
    file = pack(tmp_path, '[city]\nprovenance = "rulebok"\n')
    with pytest.raises(DataPackError, match=r"city.provenance: 'rulebok' is unknown \(nearest: 'rulebook'\)"):
        file.table("city")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DataPackError, match="is not a folder"):
        read_toml(tmp_path / "nowhere", "map.toml")
    (tmp_path / "map.html").touch()  # no file of a pack
    with pytest.raises(DataPackError, match=r"map.toml: is missing$"):
        read_toml(tmp_path, "map.toml")
    (tmp_path / "mapp.toml").write_text("x = 1")
    with pytest.raises(DataPackError, match=r"map.toml: is missing \(nearest: 'mapp.toml'\)"):
        read_toml(tmp_path, "map.toml")
    (tmp_path / "map.toml").write_text("x = ")
    with pytest.raises(DataPackError, match=r"map.toml: is not TOML: "):
        read_toml(tmp_path, "map.toml")
    (tmp_path / "map.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(DataPackError, match=r"map.toml: is not a text file in UTF-8"):
        read_toml(tmp_path, "map.toml")
