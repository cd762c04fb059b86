"""The documentation page of a game, written from its records, action table and data pack."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..game import GameSpec
from ..record import F, Leaf

ABSENT = "—"


def page(spec: GameSpec) -> str:
    """The page in Markdown."""
    sections = [
        f"# {spec.title}",
        f"<!-- Written by `mailwing docs {spec.id}`; changes made here are lost. -->",
        spec.doc,
        _facts(spec),
        _first_lines(spec),
        _options(spec),
        _actions(spec),
        _observation(spec),
        _state(spec),
        _data(spec),
    ]
    return "\n\n".join(section for section in sections if section) + "\n"


def data_folder(spec: GameSpec) -> Path | None:
    """The folder of the data pack that comes with a game: `data` beside the module of its tables."""
    file = sys.modules[spec.tables.__module__].__file__
    folder = Path(file).parent / "data" if file else None
    return folder if folder is not None and folder.is_dir() else None


def _facts(spec: GameSpec) -> str:
    words = "".join(part.capitalize() for part in spec.id.split("_"))
    secrets = f"{len(spec.hidden)} fields, and chance to come" if spec.hidden else "chance to come alone"
    rows = [
        ("players", f"{', '.join(map(str, spec.seats))} ({spec.default_seats} when nothing is said)"),
        ("version", f"v{spec.version}"),
        ("in PettingZoo's registry", f"`mailwing/{spec.id}-v{spec.version}`"),
        ("in Gymnasium's registry", f"`mailwing/{words}-v{spec.version}`"),
        ("actions", f"`Discrete({spec.actions.size})`, with a mask"),
        ("observation", f"`Box({spec.obs_size},)`, float32, from the deciding seat's view"),
        ("hidden from players", secrets),
        ("placement rewards sum to zero", "yes" if spec.zero_sum else "no"),
        ("longest game", f"{spec.max_decisions:,} decisions at the default options"),
        ("a state", f"{spec.state.dtype.itemsize:,} bytes"),
    ]
    return table(("", ""), rows)


def _first_lines(spec: GameSpec) -> str:
    return f"""## First lines

```python
from mailwing import envs

state = envs.load("{spec.id}", players={spec.default_seats}).new(seed=7)
while not state.done:
    state.apply(state.legal()[0])
print(state.scores(), state.winners())
```"""


def _options(spec: GameSpec) -> str:
    options = [(name, field) for name, field in spec.options.fields.items() if name != "players"]
    if not options:
        return "## Options\n\nNone besides the number of players."
    rows = [(f"`{name}`", _option_values(field), _option_default(field), _doc(field)) for name, field in options]
    intro = f'Given by name: `envs.load("{spec.id}", {options[0][0]}={_literal(options[0][1])})`.'
    return f"## Options\n\n{intro}\n\n" + table(("option", "values", "default", "meaning"), rows)


def _option_values(field: F) -> str:
    if field.choices:
        return ", ".join(f"`{word}`" for word in field.choices)
    return f"{_number(field.low)} to {_number(field.high)}"


def _option_default(field: F) -> str:
    word = _literal(field)
    return f"`{word}`".replace('"', "")


def _literal(field: F) -> str:
    default = field.default or 0
    return f'"{field.choices[default - int(field.low or 0)]}"' if field.choices else str(default)


def _actions(spec: GameSpec) -> str:
    rows = []
    for entry in spec.actions.ranges:
        first = int(entry.start)
        numbers = str(first) if entry.size == 1 else f"{first}–{first + entry.size - 1}"
        rows.append((numbers, f"`{entry.name}`", entry.doc))
    intro = "`state.describe(action)` says an action in a player's words, `state.parse(words)` finds it again."
    return f"## Actions\n\n{intro}\n\n" + table(("index", "name", "meaning"), rows)


def _observation(spec: GameSpec) -> str:
    intro = """\
Seats count from the observing one (index 0); absent seats are zero. `state.observation_record()` has these fields by
name, `state.observation()` is the same memory as a vector: a field begins at the index given."""
    rows = [
        (leaf.offset // 4, f"`{leaf.path}`", _shape(leaf), _range(leaf.spec), _doc(leaf.spec))
        for leaf in spec.observation.leaves()
    ]
    return f"## Observation\n\n{intro}\n\n" + table(("index", "field", "shape", "range", "meaning"), rows)


def _state(spec: GameSpec) -> str:
    intro = "`position.record` has these fields by name; arrays by seat have room for the largest table."
    rows = []
    for leaf in spec.state.leaves():
        name, kind = f"`{leaf.path}`", str(leaf.spec.kind)
        rows.append((name, kind, _shape(leaf), _range(leaf.spec), _hidden_from(spec, leaf.path), _doc(leaf.spec)))
    return f"## State\n\n{intro}\n\n" + table(("field", "type", "shape", "range", "hidden from", "meaning"), rows)


def _hidden_from(spec: GameSpec, path: str) -> str:
    if path == "chance":
        return "all"
    for secret in spec.hidden:
        if path == secret.path or path.startswith(f"{secret.path}."):
            return "all" if secret.seat_axis is None else "the others"
    return ""


def _data(spec: GameSpec) -> str:
    folder = data_folder(spec)
    if folder is None:
        return ""
    intro = f"""\
Board and cards stand in `envs/{spec.id}/data/*.toml`. A folder with the same files and other numbers is played with
`envs.load("{spec.id}", data="my_pack/")`. Where the numbers come from: *rulebook*, printed there; *published*, said by
the publisher or by a review; *reconstructed*, chosen so that the game plays as reported."""
    rows = []
    for file in sorted(folder.glob("*.toml")):
        found: dict[tuple[str, str], int] = {}
        for name, provenance in _provenances(tomllib.loads(file.read_text(encoding="utf-8")), ""):
            found[name, provenance] = found.get((name, provenance), 0) + 1
        for (name, provenance), count in found.items():
            rows.append((f"`{file.name}`", f"`{name}`" + (f" × {count}" if count > 1 else ""), provenance))
    return f"## Data\n\n{intro}\n\n" + table(("file", "table", "provenance"), rows)


def _provenances(values: dict[str, Any], path: str) -> Iterator[tuple[str, str]]:
    """Every table below a parsed TOML table that says where it comes from: its name and its provenance."""
    if "provenance" in values:
        yield path or "(whole file)", values["provenance"]
    for key, value in values.items():
        name = f"{path}.{key}" if path else key
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, dict):
                yield from _provenances(inner, name)


def table(head: tuple[str, ...], rows: list[tuple[Any, ...]]) -> str:
    """A Markdown table; `|` in cells is escaped."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


def _shape(leaf: Leaf) -> str:
    return " × ".join(map(str, leaf.shape)) or "1"


def _range(spec: F) -> str:
    if spec.low is None and spec.high is None:
        return ABSENT
    return f"{_number(spec.low)} to {_number(spec.high)}"


def _number(value: float | None) -> str:
    if value is None:
        return "any"
    return f"{int(value):,}".replace("-", "−") if float(value).is_integer() else f"{value:g}".replace("-", "−")


def _doc(spec: F) -> str:
    return f"{spec.doc} ({spec.unit})" if spec.unit else spec.doc
