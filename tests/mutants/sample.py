"""All mutants of a game's rules, and a random sample of those that change something."""

# pyright: reportMissingImports=false

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.work_item import MutationSpec

from .equivalents import ROOT, Change, equivalents
from .operators import operators

NOT_RULES = ("@", "if TYPE_CHECKING")
"""Lines that begin so are left alone."""


class Mutant(NamedTuple):
    """A mutant: what Cosmic Ray needs to make it, and what a person reads."""

    spec: MutationSpec
    change: Change


def rules_of(game: str) -> list[Path]:
    """The files that are changed."""
    return sorted((ROOT / "envs" / game / "rules").glob("*.py"))


def specs_of(path: Path) -> Iterator[MutationSpec]:
    """Every change of a file of rules; in a copy of the project it lies in the package that is installed from it."""
    source = path.read_text(encoding="utf-8")
    lines, nodes = source.splitlines(), list(ast_nodes(get_ast(source)))
    there = Path("mailwing") / path.relative_to(ROOT)
    for name, operator in operators().items():
        places = [place for node in nodes for place in operator.mutation_positions(node)]
        for k, (start, end) in enumerate(places):
            if not lines[start[0] - 1].startswith(NOT_RULES):
                yield MutationSpec(there, name, k, start, end)


def source_of(spec: MutationSpec) -> str:
    """The file that a change is made in, as it is."""
    return (ROOT / spec.module_path.relative_to("mailwing")).read_text(encoding="utf-8")


def job_of(spec: MutationSpec) -> str:
    """An id that stays the same as long as the file does."""
    return hashlib.sha256(f"{source_of(spec)} {spec.operator_name} {spec.occurrence}".encode()).hexdigest()


def change_of(spec: MutationSpec) -> Change | None:
    """What a mutant changes; None if nothing but spaces."""
    source = source_of(spec)
    before = source.splitlines()
    after = str(mutate_code(source, operators()[spec.operator_name], spec.occurrence)).splitlines()
    steps = [step for step in SequenceMatcher(None, before, after, autojunk=False).get_opcodes() if step[0] != "equal"]
    if not steps:
        return None
    (_, first, _, other_first, _), (_, _, last, _, other_last) = steps[0], steps[-1]
    sides = (before[first:last], after[other_first:other_last])
    change = Change(function_at(before, spec), *(" ".join(" ".join(lines).split()) for lines in sides))
    return None if change.before == change.after else change


def function_at(lines: list[str], spec: MutationSpec) -> str:
    """`chapter.function` that a change is in, or the chapter."""
    heads = [line for line in lines[: spec.start_pos[0]] if line.startswith(("def ", "class "))]
    chapter = spec.module_path.stem
    return f"{chapter}.{re.split(r'[ (:]', heads[-1])[1]}" if heads else chapter


def sample_of(game: str, size: int, seed: int) -> tuple[dict[str, Mutant], int]:
    """A random sample by id, and how many mutants that change nothing were left out to draw it."""
    known, left_out = equivalents(game), 0
    specs = [spec for path in rules_of(game) for spec in specs_of(path)]
    random.Random(seed).shuffle(specs)
    sample: dict[str, Mutant] = {}
    for spec in specs:
        if len(sample) == size:
            break
        change = change_of(spec)
        if change is None or change in known:
            left_out += 1
        else:
            sample[job_of(spec)] = Mutant(spec, change)
    return sample, left_out
