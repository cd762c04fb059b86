"""All faults of a data pack at once: what is found, where, and what is not said because it only follows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mailwing.envs._core.pack_faults import check_pack
from mailwing.envs._core.pack_lines import line_of, lines_of
from mailwing.envs._core.packs import read_toml, table_loader

CITIES = """\
# Two cities and a line.

[rules]
provenance = "rulebook"
turns = 3          # of a game
open = true

[[city]]
provenance = "rulebook"
name = "Dakar"
size = 8

[[city]]
provenance = "rulebook"
name = "Natal"
size = 5
"""
LINES = """\
line = [
    { provenance = "rulebook", between = ["Dakar", "Natal"], colour = "red" },
    { provenance = "rulebook", between = ["Natal", "Dakar"], colour = "blue" },
]
"""

Check = Callable[..., list[str]]


def read(folder: Path) -> Any:
    """A game's reading, which stops at the first fault."""
    file = read_toml(folder, "cities.toml")
    rules = file.table("rules")
    rules.integer("turns", 1, 9)
    rules.flag("open")
    names = []
    for city in file.tables("city", 1, 2):
        name = city.text("name")
        if len(name) > 9:
            raise city.fault("name", "is too long")
        names.append(name)
        city.integer("size", 1, 9)
        city.done()
    for table in (rules, file):
        table.done()
    lines = read_toml(folder, "lines.toml")
    for line in lines.tables("line", 1, 5):
        for k, end in enumerate(line.value("between")):
            if end not in names:
                raise line.fault(f"between[{k}]", f"'{end}' is no city")
        line.text("colour", ["red", "blue"])
        line.done()
    lines.done()
    return np.zeros(1)


def write(folder: Path, cities: str = CITIES, lines: str = LINES) -> Path:
    folder.mkdir()
    (folder / "cities.toml").write_text(cities, encoding="utf-8")
    (folder / "lines.toml").write_text(lines, encoding="utf-8")
    return folder


@pytest.fixture
def check(tmp_path: Path) -> Check:
    load = table_loader(write(tmp_path / "own"), read)

    def checked(cities: str = CITIES, lines: str = LINES, complete: bool = True) -> list[str]:
        found = check_pack(load, write(tmp_path / "mine", cities, lines))
        assert found.complete == complete
        return [str(fault).split("\n")[0] for fault in found.faults]

    return checked


def test_a_pack_without_faults(check: Check) -> None:
    assert check() == []


def test_every_fault_is_found_with_its_line(check: Check) -> None:
    cities = CITIES.replace("turns = 3", "turns = 30").replace("size = 5", 'size = "large"').replace("open", "opne")
    lines = LINES.replace('"red"', '"rad"').replace('["Natal", "Dakar"]', '["Natal", "Oran"]')
    assert check(cities, lines) == [
        "cities.toml:5: rules.turns: must be from 1 to 9, not 30",
        "cities.toml:3: rules.open: is missing (nearest: 'opne')",
        "cities.toml:16: city 2.size: must be a whole number, not 'large'",
        "lines.toml:2: line 1.colour: 'rad' is unknown (nearest: 'red'); choose one of red, blue",
        "lines.toml:3: line 2.between[1]: 'Oran' is no city",
    ]


def test_equal_faults_are_all_told(check: Check) -> None:
    assert len(check(lines=LINES.replace('"Dakar"', '"Daker"'))) == 2


def test_who_refers_to_a_name_at_fault_is_not_at_fault(check: Check) -> None:
    long = "Dakar in the far west"
    assert check(CITIES.replace("Dakar", long), LINES.replace("Dakar", long)) == [
        "cities.toml:10: city 1.name: is too long"
    ]


def test_a_key_too_many_and_a_table_too_many(check: Check) -> None:
    third = '\n[[city]]\nprovenance = "rulebook"\nname = "Oran"\nsize = 2\n'
    assert check(CITIES.replace("size = 8", "size = 8\nport = true") + third) == [
        "cities.toml:8: city: must have 1 to 2 tables, not 3",
        "cities.toml:12: city 1.port: is not a key of this table",
    ]


def test_a_file_that_is_no_toml_does_not_hide_the_other(check: Check) -> None:
    faults = check("turns = = 3", LINES.replace('"red"', "1"))
    assert faults[0].startswith("cities.toml: is not TOML: Invalid value (at line 1")
    assert faults[1] == "lines.toml:2: line 1.colour: must be a text in quotes, not 1"


def test_what_may_only_follow_is_said_to(tmp_path: Path) -> None:
    """The sum over all cities is wrong because of one size, or for another reason: nobody can know."""

    def read_sum(folder: Path) -> Any:
        file = read_toml(folder, "cities.toml")
        sizes = [city.integer("size", 1, 9) for city in file.tables("city", 1, 2)]
        if sum(sizes) > 10:
            raise file.fault("city", f"the sizes are {sum(sizes)} together")
        return np.zeros(1)

    load = table_loader(write(tmp_path / "own", CITIES.replace("size = 8", "size = 4")), read_sum)
    found = check_pack(load, write(tmp_path / "mine", CITIES.replace("size = 5", "size = 50")))
    assert [fault.follows for fault in found.faults] == [False, True]


def test_remedies_name_what_the_own_pack_has(tmp_path: Path) -> None:
    load = table_loader(write(tmp_path / "own"), read)
    (fault,) = check_pack(load, write(tmp_path / "mine", CITIES.replace("size = 8", "size = 88"))).faults
    assert fault.remedy == "put it right; the game's own pack has 8 there"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    (fault,) = check_pack(table_loader(write(tmp_path / "own"), read), tmp_path / "none").faults
    assert "is not a folder" in fault.what


def test_lines_of_nested_tables() -> None:
    text = '[[setup]]\nname = "a"\n[setup.base]\n"Jean Mermoz" = "Dakar"\n[[setup]]\n[setup.base]\nhubs = [\n  1,\n]\n'
    lines = lines_of(text)
    assert line_of(lines, ("setup", 0, "base", "Jean Mermoz")) == 4
    assert line_of(lines, ("setup", 1, "base", "hubs", 0)) == 7
    assert line_of(lines, ("other",)) is None
