"""Mutants of rules: the table of those that change nothing, and the changes that are made."""

from __future__ import annotations

from pathlib import Path

import pytest
from mutants import equivalents
from mutants.equivalents import Change


def test_a_row_of_the_ledger_is_read_as_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bars in a line are no ends of cells."""
    change = Change("moves.visit", "if a | b == `3`:", "if a & b == `3`:")
    (tmp_path / "docs" / "rules").mkdir(parents=True)
    ledger = tmp_path / "docs" / "rules" / "my_game.md"
    row = equivalents.row_of(change, "both are 3")
    ledger.write_text(f"| `moves.fly` | `x` | `y` | a row of rules |\n\n{equivalents.HEADING}\n\n{row}\n")
    monkeypatch.setattr(equivalents, "ROOT", tmp_path)
    assert equivalents.equivalents("my_game") == {change: "both are 3"}


def test_the_changes_look_like_slips() -> None:
    """Each operator does what its examples say, and of those of Cosmic Ray the chosen ones only are used."""
    mutating = pytest.importorskip("cosmic_ray.mutating", reason="the extra `mutants` is not installed")
    from mutants.operators import operators

    names = operators()
    assert {"mailwing/LeaveOutStatement", "mailwing/SwapToken", "core/NumberReplacer", "core/AddNot"} <= set(names)
    assert "core/RemoveDecorator" not in names
    for name, operator in names.items():
        for example in operator.examples():
            mutated = mutating.mutate_code(example.pre_mutation_code, operator, example.occurrence)
            assert mutated.split() == example.post_mutation_code.split(), name
