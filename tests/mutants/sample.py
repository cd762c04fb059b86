"""All mutants of the functions of a game's rules, and a random sample of those that change something."""

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

ADDED_ZERO = re.compile(r"[+-](?= 0\b(?!\.))")


class Mutant(NamedTuple):
    """A mutant: what Cosmic Ray needs to make it, the source of its file, and what a person reads."""

    spec: MutationSpec
    source: str
    change: Change


def specs_of(path: Path) -> Iterator[MutationSpec]:
    """Every change of a function in a file of rules."""
    source = path.read_text(encoding="utf-8")
    lines, nodes = source.splitlines(), list(ast_nodes(get_ast(source)))
    for name, operator in operators().items():
        places = [place for node in nodes for place in operator.mutation_positions(node)]
        for k, (start, end) in enumerate(places):
            if function_at(lines, start[0]):
                yield MutationSpec(path.relative_to(ROOT), name, k, start, end)


def function_at(lines: list[str], number: int) -> str:
    """The name of the function that a line (from 1) is in, empty outside of functions."""
    heads = [line for line in lines[:number] if line[:1].strip()]
    return heads[-1].removeprefix("def ").partition("(")[0] if heads[-1].startswith("def ") else ""


def mutant_of(spec: MutationSpec) -> Mutant | None:
    """The mutant; None if nothing but spaces is changed, or 0 subtracted that was added (`member + 0` is a number)."""
    source = (ROOT / spec.module_path).read_text(encoding="utf-8")
    mutated = str(mutate_code(source, operators()[spec.operator_name], spec.occurrence))
    before, after = source.splitlines(), mutated.splitlines()
    steps = [step for step in SequenceMatcher(None, before, after, autojunk=False).get_opcodes() if step[0] != "equal"]
    if not steps:
        return None
    (_, first, _, other_first, _), (_, _, last, _, other_last) = steps[0], steps[-1]
    sides = (" ".join(" ".join(lines).split()) for lines in (before[first:last], after[other_first:other_last]))
    change = Change(f"{spec.module_path.stem}.{function_at(before, spec.start_pos[0])}", *sides)
    same = ADDED_ZERO.sub("-", change.before) == ADDED_ZERO.sub("-", change.after)
    return None if same else Mutant(spec, mutated, change)


def sample_of(game: str, size: int, seed: int) -> tuple[dict[str, Mutant], int]:
    """A random sample by an id that follows from the change, and how many that change nothing were left out."""
    known, left_out = equivalents(game), 0
    specs = [spec for path in sorted((ROOT / "envs" / game / "rules").glob("*.py")) for spec in specs_of(path)]
    random.Random(seed).shuffle(specs)
    sample: dict[str, Mutant] = {}
    for spec in specs:
        if len(sample) == size:
            break
        mutant = mutant_of(spec)
        if mutant is None or mutant.change in known:
            left_out += 1
        else:
            sample[hashlib.sha256(mutant.source.encode()).hexdigest()] = mutant
    return sample, left_out
