"""The documentation page of a game, written from its records, action table and data pack."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from ..bots import RANDOM
from ..faces.opponents import known_bots
from ..game import Game, GameSpec
from ..loops.matches import play_out
from ..record import F, Leaf
from ..registry import declared_versions
from ..rewards import SCORE_SCALE

ABSENT = "—"

GAMES_PLAYED = 200
"""Games played for the lengths on the page, for each number of players."""


def page(spec: GameSpec) -> str:
    """The page in Markdown."""
    sections = [
        f"# {spec.title}",
        f"<!-- Written by `mailwing docs {spec.id}`; changes made here are lost. -->",
        spec.doc,
        _ledger(spec),
        _facts(spec),
        _first_lines(spec),
        _options(spec),
        _phases(spec),
        _actions(spec),
        _signs(spec),
        _rewards(spec),
        _length(spec),
        _observation(spec),
        _state(spec),
        _data(spec),
        _changes(spec),
    ]
    return "\n\n".join(section for section in sections if section) + "\n"


def data_folder(spec: GameSpec) -> Path | None:
    """The folder of the data pack that comes with a game: `data` beside the module of its tables."""
    file = sys.modules[spec.tables.__module__].__file__
    folder = Path(file).parent / "data" if file else None
    return folder if folder is not None and folder.is_dir() else None


def _ledger(spec: GameSpec) -> str:
    """Where the rules stand; games of other packages keep theirs elsewhere."""
    if spec.id not in declared_versions():
        return ""
    return (
        f"[The rules in our own words](../rules/{spec.id}.md): how the game is played, what was ruled where the "
        "rulebook is silent, and the code and tests of each rule."
    )


def _signs(spec: GameSpec) -> str:
    if not spec.signs:
        return ""
    return f"## The table as text\n\nThe signs of `position.text()`.\n\n```text\n{spec.signs}\n```"


def _facts(spec: GameSpec) -> str:
    words = "".join(part.capitalize() for part in spec.id.split("_"))
    secrets = f"{counted(len(spec.hidden), 'field')}, and chance to come" if spec.hidden else "chance to come alone"
    rows = [
        ("players", f"{', '.join(map(str, spec.seats))} (default {spec.default_seats})"),
        ("version", f"v{spec.version}"),
        ("in PettingZoo's registry", f"`mailwing/{spec.id}-v{spec.version}`"),
        ("in Gymnasium's registry", f"`mailwing/{words}-v{spec.version}`"),
        ("actions", f"`Discrete({spec.actions.size})`, with a mask"),
        ("observation", f"`Box({spec.obs_size},)`, float32, from the deciding seat's view"),
        ("hidden from players", secrets),
        ("placement rewards sum to zero", "yes" if spec.zero_sum else "no"),
        ("no game is longer than", f"{spec.max_decisions:,} decisions at the default options"),
        ("a state", f"{spec.state.dtype.itemsize:,} bytes"),
    ]
    return table(("", ""), rows)


def _first_lines(spec: GameSpec) -> str:
    return f"""## First lines

```python
from mailwing import envs

position = envs.load("{spec.id}", players={spec.default_seats}).new(seed=7)
while not position.done:
    position.apply(position.legal()[0])
print(position.scores(), position.winners())
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
    intro = "`position.describe(action)` says an action in a player's words, `position.parse(words)` finds it again."
    return f"## Actions\n\n{intro}\n\n" + table(("index", "name", "meaning"), rows)


def _phases(spec: GameSpec) -> str:
    """What the state field `phase` holds, from the texts below the members of the enum."""
    if spec.phases is None:
        return ""
    words = _member_texts(spec.phases)
    rows = [(int(member), f"`{member.name}`", words.get(member.name, "")) for member in spec.phases]
    return "## Phases\n\nWhat is to be decided, the field `phase`.\n\n" + table(("number", "name", "meaning"), rows)


def _member_texts(enum: type[IntEnum]) -> dict[str, str]:
    """The text that stands below each member of an enum."""
    body = ast.parse(textwrap.dedent(inspect.getsource(enum))).body[0]
    assert isinstance(body, ast.ClassDef)
    found, name = {}, ""
    for node in body.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
        elif name and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found[name] = " ".join(str(node.value.value).split())
    return found


def _rewards(spec: GameSpec) -> str:
    solo = 1 in spec.seats
    placement = "(seats beaten − seats that beat me) / (players − 1), from −1 to 1"
    placement += "; alone: 1 for a task done, −1 otherwise" if solo else ""
    rows = [
        ("`placement` (default)", placement + "; −1 for all if nobody wins"),
        ("`win`", "1, shared among the seats that win together"),
        ("`score`", f"{SCORE_SCALE:g} times (own score minus the mean of the others)"),
    ]
    return f"""## Rewards and the end

Each seat receives its reward when the game ends, nothing before; `shaping=` adds a factor times the change of the own
score above the mean of the others, which the end takes back.

{table(("reward", "what a seat receives"), rows)}

A game is *terminated* when the rules end it, {_limit(spec)}; it is *truncated* only by a caller's own `max_cycles`.
`returns`, `scores`, `ranks`, `winners` and `limit_reached` are in the infos of the last step."""


def _limit(spec: GameSpec) -> str:
    limits = [name for name in spec.options.fields if name.endswith("_limit")]
    if not limits:
        return "which they always do"
    return f"also by the option `{limits[0]}`, which ends it as it stands and sets `limit_reached`"


def _length(spec: GameSpec) -> str:
    """Lengths of games with the seeds 0 and up, so that the figures are the same on every machine."""
    bots = known_bots(spec.id)
    rows = []
    for name in dict.fromkeys((RANDOM.name, list(bots)[-1])):
        for players in spec.seats:
            game = Game(spec, players)
            seats = np.zeros((GAMES_PLAYED, players), dtype=np.int8)
            lengths = play_out(game, [bots[name]], seats, np.arange(GAMES_PLAYED)).num_decisions
            figures = [f"{value:,.0f}" for value in np.percentile(lengths, (0, 5, 50, 95, 100))]
            rows.append((f"`{name}`", players, *figures))
    intro = f"Decisions of a game, forced ones included, over {GAMES_PLAYED} games (seeds 0 and up) of equal bots."
    head = ("all seats", "players", "shortest", "5 %", "median", "95 %", "longest")
    return f"## Length of a game\n\n{intro}\n\n" + table(head, rows)


def _changes(spec: GameSpec) -> str:
    if not spec.changes:
        return ""
    rows = [(f"v{version}", words) for version, words in spec.changes]
    return "## Versions\n\n" + table(("version", "what changed"), rows)


def _observation(spec: GameSpec) -> str:
    intro = """\
Seats count from the observing one (index 0); absent seats are zero. `position.observation_record()` has these fields by
name, `position.observation()` is the same memory as a vector: a field begins at the index given, and its entries follow
each other. Fields of nested records take turns instead: `318 + 15i + 3j` is where entry [i, j] of such a field stands.
The column *1.0 is* says what an entry of one stands for; a field that counts nothing is a flag, a share or a chance."""
    rows = [
        (_index(spec, leaf), f"`{leaf.path}`", _shape(leaf), _range(leaf.spec), _one(leaf.spec), _meaning(leaf.spec))
        for leaf in spec.observation.leaves()
    ]
    return f"## Observation\n\n{intro}\n\n" + table(("index", "field", "shape", "range", "1.0 is", "meaning"), rows)


def _index(spec: GameSpec, leaf: Leaf) -> str:
    """Where the entries of a field stand in the vector: from `12` on, or at `318 + 15i + 3j` with others between."""
    values = spec.observation.read(spec.observation.zeros(1)[0], leaf.path)
    first = str(leaf.offset // 4)
    if values.flags.c_contiguous:
        return first
    return " + ".join([first, *(f"{step // 4}{axis}" for step, axis in zip(values.strides, "ijkl", strict=False))])


def _one(field: F) -> str:
    """What 1.0 in an observation stands for: `32 VP`, or nothing for flags, shares and chances."""
    if not field.unit:
        return "" if field.scale == 1 else f"{field.scale:g}"
    if field.unit in ("£1", "$1", "€1"):
        return f"{field.unit[0]}{field.scale:g}"
    return field.unit if field.scale == 1 else f"{field.scale:g} {field.unit}"


def _meaning(field: F) -> str:
    return f"{field.doc} [{', '.join(field.labels)}]" if field.labels else field.doc


def _state(spec: GameSpec) -> str:
    intro = "`position.record` has these fields by name; arrays by seat have room for the largest table."
    sketch = inspect.getdoc(spec.state) or ""
    rows = []
    for leaf in spec.state.leaves():
        name, kind = f"`{leaf.path}`", str(leaf.spec.kind)
        rows.append((name, kind, _shape(leaf), _range(leaf.spec), _hidden_from(spec, leaf.path), _doc(leaf.spec)))
    fields = table(("field", "type", "shape", "range", "hidden from", "meaning"), rows)
    return f"## State\n\n{intro}\n\n```text\n{sketch}\n```\n\n{fields}"


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


def counted(amount: int, noun: str) -> str:
    """A number of things: `"1 field"`, `"2 fields"`."""
    return f"{amount} {noun}" + ("" if amount == 1 else "s")


def _number(value: float | None) -> str:
    if value is None:
        return "any"
    return f"{int(value):,}".replace("-", "−") if float(value).is_integer() else f"{value:g}".replace("-", "−")


def _doc(spec: F) -> str:
    return f"{spec.doc} ({spec.unit})" if spec.unit else spec.doc
