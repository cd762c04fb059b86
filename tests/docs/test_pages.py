"""The page of every game stands in docs/games as it would be written today."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from toys import hidden_coin, several_moves

from mailwing import envs
from mailwing.cli import main
from mailwing.envs._core.pictures.page import data_folder, page, table
from mailwing.envs._core.registry import spec_of

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = [name for name in envs.games() if (ROOT / "envs" / name).is_dir()]


@pytest.mark.parametrize("game", SHIPPED)
def test_the_page_is_current(game: str) -> None:
    path = ROOT / "docs" / "games" / f"{game}.md"
    assert path.read_text(encoding="utf-8") == page(spec_of(game)), f"{path.name} is out of date: run `make docs`"


@pytest.mark.parametrize("game", SHIPPED)
def test_every_field_of_the_observation_is_explained(game: str) -> None:
    silent = [leaf.path for leaf in spec_of(game).observation.leaves() if not leaf.spec.doc]
    assert not silent, f"fields of the observation without doc: {silent}"


@pytest.mark.parametrize("game", SHIPPED)
def test_every_table_of_the_data_pack_is_on_the_page(game: str) -> None:
    folder = data_folder(spec_of(game))
    assert folder is not None
    text = page(spec_of(game))
    assert all(f"`{file.name}`" in text for file in folder.glob("*.toml"))


def test_the_page_of_a_toy_has_what_its_declaration_says() -> None:
    text = page(several_moves.SPEC)
    assert "| `length` | `short`, `long` | `short` | letters for each seat |" in text
    assert "| 0–1 | `sort` | Put the letter into a sack |" in text
    assert "| 5 | `present` | 4 | 0 to 1 |  | the seat plays |" in text
    assert "`desks.right`" in text
    assert "## Data" not in text


@pytest.mark.parametrize("game", SHIPPED)
def test_the_index_of_a_field_leads_to_its_entries(game: str) -> None:
    """Also where fields of nested records take turns: every entry is found where the page says."""
    spec = spec_of(game)
    vector = np.arange(spec.obs_size, dtype=np.float32)
    record = vector.view(spec.observation.dtype)[0]
    rows = re.findall(r"^\| (\d+[^|]*) \| `([\w.]+)` \|", page(spec).split("## Observation")[1], re.MULTILINE)
    assert len(rows) == len(list(spec.observation.leaves())) > 20
    for index, path in rows:
        values = spec.observation.read(record, path)
        first, *steps = (int(re.sub(r"[ijkl]", "", part)) for part in index.split(" + "))
        inner = [int(np.prod(values.shape[axis + 1 :])) for axis in range(values.ndim)]
        for entry in np.ndindex(values.shape):
            assert values[entry] == first + np.dot(entry, steps or inner), (path, entry)


def test_the_page_leads_to_the_rules_and_explains_the_text() -> None:
    text = page(spec_of("aeropostale"))
    assert "[The rules in our own words](../rules/aeropostale.md)" in text
    assert "## The table as text" in text
    assert spec_of("aeropostale").signs in text
    assert "4 bronze, 3 gold and 1 platinum" in text, "the goal stands at the option"
    assert "../rules" not in page(several_moves.SPEC), "a game of another package has its rules elsewhere"


def test_secrets_are_marked() -> None:
    text = page(hidden_coin.SPEC)
    for secret in hidden_coin.SPEC.hidden:
        (row,) = [line for line in text.splitlines() if line.startswith(f"| `{secret.path}` |") and "| i1 |" in line]
        assert "| all |" in row or "| the others |" in row


def test_bars_in_cells_do_not_end_them() -> None:
    assert table(("a",), [("x | y",)]).splitlines()[-1] == "| x \\| y |"


def test_the_command_writes_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = SHIPPED[0]
    assert main(["docs", game, "--folder", str(tmp_path / "pages")]) == 0
    assert (tmp_path / "pages" / f"{game}.md").read_text(encoding="utf-8") == page(spec_of(game))
    assert game in capsys.readouterr().out


def test_all_pages_are_those_of_games_that_come_with_mailwing(tmp_path: Path) -> None:
    """The toys are known too, as games of other packages are."""
    assert set(envs.games()) > set(SHIPPED)
    assert main(["docs", "--all", "--folder", str(tmp_path)]) == 0
    assert {path.stem for path in tmp_path.glob("*.md")} == set(SHIPPED)


def test_the_command_refuses_unknown_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs", "ab_die_past"]) == 2
    assert "did you mean 'ab_die_post'" in capsys.readouterr().err
    assert main(["docs"]) == 2
    assert "--all" in capsys.readouterr().err
