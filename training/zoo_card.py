"""The card of an agent of the zoo, `README.md` beside its weights; all of it follows from metadata and results."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..agents.arrays import CheckpointError
from ..agents.network import PolicyNetwork
from ..agents.policy import Metadata
from ..agents.zoo import PREFIX
from ..envs._core.registry import spec_of
from ..envs._core.words import printable

CARD, RESULTS = "README.md", "results.json"
"""The files of an agent of the zoo besides those of every checkpoint."""


@dataclass(frozen=True)
class Table:
    """A table that an agent was trained at: number of players, and options by name."""

    players: int
    options: dict[str, Any]


def tables_of(metadata: Metadata) -> list[Table]:
    """The tables that a network was trained at, the most frequent first.

    Raises:
        CheckpointError: the config in the metadata has no tables that this version knows.
    """
    given = metadata.config.get("selfplay") or {}
    if not isinstance(given, dict) or not given.get("tables"):
        return [Table(metadata.players, metadata.options)]
    try:
        ordered = sorted(given["tables"], key=lambda table: -table.get("share", 1.0))
        found = [
            Table(table.get("players") or metadata.players, {**metadata.options, **table.get("options", {})})
            for table in ordered
        ]
    except (TypeError, AttributeError) as error:
        raise CheckpointError(f"the tables of [selfplay] in the metadata cannot be read: {error}") from error
    return [table for k, table in enumerate(found) if table not in found[:k]]


def card(name: str, metadata: Metadata, results: Mapping[str, Any], size: int) -> str:
    """The card in Markdown.

    Args:
        name: its name, without `zoo/`.
        metadata: the metadata of the checkpoint.
        results: `matches`, played when the agent was added, and `decisions`, how well it was rounded.
        size: bytes of the weights.
    """
    spec = spec_of(metadata.game)
    intro = (
        f"# {PREFIX}{name} for {spec.title}\n\n"
        f"A network that was trained with mailwing and comes with it; its weights lie beside this page.\n\n"
        f"```bash\nmailwing play {spec.id} --agents human,{PREFIX}{name}\n```\n"
    )
    chapters = [intro, _facts(metadata, results, size), _results(metadata, results), _origin(name, metadata)]
    return "\n".join(chapters)


def _facts(metadata: Metadata, results: Mapping[str, Any], size: int) -> str:
    spec, shape = spec_of(metadata.game), metadata.network
    numbers = sum(value.numel() for value in PolicyNetwork(shape).state_dict().values())
    seats = ", ".join(map(str, spec.seats))
    layers = " × ".join(map(str, shape.hidden))
    shared = "shared by policy and value" if shape.shared else "each for policy and value"
    rounding = results["decisions"]
    rows = {
        "game": f"{spec.title} (`{spec.id}-v{metadata.version}`)",
        "trained at": "; ".join(_tables(metadata)),
        "plays": f"every table and variant of this version of the game ({seats} players), though not always well where "
        "it was not trained; results are below",
        "network": f"{layers} hidden units ({shape.activation}), {shared}; {numbers:,} weights",
        "size": f"{size / 1000:,.0f} kB, as float16; {rounding['equal']:,} of {rounding['compared']:,} decisions are "
        "those of the weights before rounding",
        **({"plays over": _base(shape.base)} if shape.base else {}),
        "learnt by": _learning(metadata),
        "time": f"{metadata.minutes:.1f} minutes",
        "made with": f"mailwing {metadata.mailwing}"
        + (f", revision {metadata.git}" if metadata.git else "")
        + f", seed {metadata.seed}",
        "data pack": f"`{metadata.data_hash[:12]}`",
        "layout": f"`{metadata.spec_hash[:12]}`",
        "licence": "MIT, as mailwing itself",
    }
    return "| | |\n| --- | --- |\n" + "".join(f"| {key} | {_cell(value)} |\n" for key, value in rows.items())


def _tables(metadata: Metadata) -> Iterator[str]:
    """The tables that it was trained at, in words; options that are the usual ones are left out."""
    usual = spec_of(metadata.game).options.fields
    for table in tables_of(metadata):
        changed = [f"{name}={value}" for name, value in table.options.items() if not _is_usual(usual, name, value)]
        yield f"{table.players} players" + (f" ({', '.join(changed)})" if changed else "")


def _is_usual(fields: Mapping[str, Any], name: str, value: Any) -> bool:
    field = fields[name]
    return value in (field.default, field.choices[field.default - int(field.low or 0)] if field.choices else None)


def _base(bot: str) -> str:
    return f"the bot `{bot}`: it is told what that would choose, and has learnt where to choose otherwise"


def _learning(metadata: Metadata) -> str:
    """How it learnt, in words, from the config of the run."""
    config = metadata.config
    cloning, steps = config.get("cloning", {}), f"{metadata.steps:,} decisions"
    parts = []
    if cloning.get("bot"):
        amount = f"{cloning['samples']:,} decisions" if cloning.get("samples") else f"{cloning.get('seconds', 0):g} s"
        what = "values of games" if metadata.network.base else "imitation"
        parts.append(f"{what} of the bot `{cloning['bot']}` ({amount})")
    rivals = ", ".join(f"`{name}`" for name in config.get("opponents", {}).get("weights", {}))
    if config.get("selfplay"):
        among = " against itself, past selves" + (f", {rivals}" if rivals else "")
        parts.append(f"self-play ({steps},{among})")
    elif steps:
        parts.append(f"PPO ({steps} against {rivals or 'nobody'})")
    return ", then ".join(parts)


def _results(metadata: Metadata, results: Mapping[str, Any]) -> str:
    head = "## Results\n\n"
    if results["matches"]:
        rows = [
            f"| {_against(row)} | {_interval(row['win_rate'])} | {_interval(row['rank'])} | {row['games']:,} "
            f"| `{row['command']}` |"
            for row in results["matches"]
        ]
        note = "One seat is the agent's, the others are its opponent's. Intervals are 95 % over deals.\n\n"
        return (
            head
            + note
            + "| table | wins | mean rank | games | command |\n"
            + "\n".join(["| --- | --- | --- | --- | --- |", *rows, ""])
        )
    if metadata.results:
        games = metadata.config.get("evaluation", {}).get("deals", 0) * metadata.players
        note = (
            f"Of the evaluation in training, {games:,} games against each; this checkpoint may have been chosen by "
            "them, which makes them a little too high. Intervals are 95 % over deals.\n\n"
        )
        rows = [f"| {metadata.players - 1} × {name} | {_interval(rate)} |" for name, rate in metadata.results.items()]
        return head + note + "| table | wins |\n" + "\n".join(["| --- | --- |", *rows, ""])
    return head + "None were measured.\n"


def _against(row: Mapping[str, Any]) -> str:
    options = "".join(f", {name}={value}" for name, value in row["options"].items())
    rivals = f"{row['players'] - 1} × {row['opponent']}" if row["opponent"] else "alone"
    chance = f" (chance {row['baseline']:.2f})" if row["baseline"] else ""
    return _cell(f"{rivals}{options}{chance}")


def _interval(values: list[float | None]) -> str:
    value, low, high = ("?" if number is None else f"{number:.3f}" for number in values)
    return f"{value} [{low}, {high}]"


def _origin(name: str, metadata: Metadata) -> str:
    """The config and the command that made it."""
    if not metadata.config:
        return "## How it was made\n\nIts metadata has no config.\n"
    return (
        "## How it was made\n\nWith this text as `config.toml`:\n\n"
        f"```bash\nmailwing train config.toml --run-dir runs/{name}\n```\n\n"
        f"```toml\n{toml_of(metadata.config)}```\n"
    )


def toml_of(config: Mapping[str, Any]) -> str:
    """A config as TOML: tables of values, in which a list of tables is written inline."""
    lines: list[str] = []
    for table, values in config.items():
        lines += [f"[{table}]", *(f"{key} = {_value(value)}" for key, value in values.items()), ""]
    return "\n".join(lines)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        pairs = (f"{json.dumps(key, ensure_ascii=False)} = {_value(inner)}" for key, inner in value.items())
        return "{ " + ", ".join(pairs) + " }" if value else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _cell(text: str) -> str:
    """A text inside a cell of a table."""
    return printable(text).replace("|", "\\|")
