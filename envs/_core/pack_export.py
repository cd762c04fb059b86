"""Writing a data pack to a folder, with a README that says what each key is and which values are estimates."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .files import read_text, write_text
from .pack_lines import lines_of
from .packs import PROVENANCES, Place, own_pack, watched

README = "README.md"
ESTIMATE = PROVENANCES[-1]
COMMENT = re.compile(r"#\s?(.*)")


def export_pack(
    load_tables: Callable[..., Any], game: str, title: str, folder: Path, source: Path | None, overwrite: bool
) -> list[Path]:
    """Write the files of a data pack, as they are, and a README of them.

    Args:
        load_tables: the game's.
        game: its id, and title: its name, for the README.
        folder: where to; it is made if it does not exist.
        source: the pack; None: the game's own.
        overwrite: replace files that are there.

    Returns:
        The files, the README last.

    Raises:
        DataPackError: the pack cannot be played.
        ValueError: a file is there already (and `overwrite` is False), or the game has no pack in a folder.
    """
    pack = source or own_pack(load_tables)
    if pack is None:
        raise ValueError(f"{game}: its tables do not come from a folder, so that there is no data pack to export")
    seen = _Seen()
    with watched(seen):
        load_tables(pack)
    texts = {name: read_text(pack / name) for name in seen.files}
    texts[README] = _readme(game, title, texts, seen)
    _check_folder(folder, texts, pack, overwrite)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        write_text(folder / name, text)
    return [folder / name for name in texts]


def _check_folder(folder: Path, texts: dict[str, str], pack: Path, overwrite: bool) -> None:
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"{folder}: is a file; name a folder for the pack")
    if folder.exists() and folder.samefile(pack):
        raise ValueError(f"{folder}: is the pack itself; name another folder")
    there = [name for name in texts if (folder / name).exists()]
    if there and not overwrite:
        raise ValueError(
            f"{folder}: {', '.join(there)} would be overwritten; name another folder, or add --overwrite to lose them"
        )


@dataclass
class _Seen:
    """What a game asks for while it reads a pack."""

    files: dict[str, dict[str, Any]] = field(default_factory=dict)
    expected: dict[str, dict[str, str]] = field(default_factory=dict)

    def toml(self, path: Path, parse: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Note a file."""
        self.files[path.name] = parse()
        return self.files[path.name]

    def read(self, file: Path, where: Place, expected: str) -> None:
        """Note what may stand at a place; tables of one list are one thing."""
        if where[-1] != "provenance":
            self.expected.setdefault(file.name, {}).setdefault(_general(where), expected)


def _general(where: Place) -> str:
    """`("card", 3, "value")` as `"card[].value"`."""
    return "".join("[]" if isinstance(step, int) else f".{step}" for step in where).removeprefix(".")


def _readme(game: str, title: str, texts: dict[str, str], seen: _Seen) -> str:
    lines = [
        f"# Data pack: {title}",
        "",
        "What is printed on the board and on the cards, as files to type into. Change a number, save the file, then:",
        "",
        "```bash",
        f"mailwing data {game} --check FOLDER        # lists every fault, by file and line",
        f"mailwing play {game} --data FOLDER         # as does every other command, and data=… in Python",
        "```",
        "",
        "Each table says with `provenance` where its values come from: `rulebook` (printed there), `published` (shown",
        "or told elsewhere), or `reconstructed`: **an estimate**, to be replaced by whoever has the board or the card.",
        "No rule depends on the word; change it with the value.",
    ]
    for name in texts:
        lines += ["", f"## {name}", "", *_about(texts[name]), *_origins(seen.files[name])]
        lines += ["", "| key | what can stand there | meaning |", "| --- | --- | --- |"]
        comments = _comments(texts[name])
        expected = {**dict(_examples(seen.files[name], ())), **seen.expected.get(name, {})}
        for key, what in expected.items():
            lines.append(f"| `{key}` | {what} | {_meaning(key, comments)} |")
    return "\n".join(lines) + "\n"


def _examples(value: Any, place: Place) -> Iterator[tuple[str, str]]:
    """Every key of a file, with its first value as an example."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        for entry in reversed(value):
            yield from _examples(entry, (*place, 0))
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key != "provenance":
                yield from _examples(inner, (*place, key))
    else:
        yield _general(place), f"such as `{json.dumps(value, ensure_ascii=False)}`"


def _meaning(key: str, comments: dict[str, str]) -> str:
    """The comment of a key, or else that of the nearest table around it."""
    while key not in comments and "." in key:
        key = key.rpartition(".")[0]
    return comments.get(key, "").replace("|", "/")


def _about(text: str) -> list[str]:
    """The comment with which a file begins."""
    lines = []
    for line in text.splitlines():
        comment = COMMENT.fullmatch(line.strip())
        if comment is None:
            break
        lines.append(comment[1])
    return lines


def _origins(values: Any) -> list[str]:
    """How many tables are from where, and the names of the estimates."""
    found = list(_provenances(values, ()))
    counts = [f"{sum(word == each for each, _ in found)} {word}" for word in PROVENANCES]
    guessed = dict.fromkeys(_general(place) for word, place in found if word == ESTIMATE)
    lines = ["", f"Tables: {', '.join(counts)}."]
    if guessed:
        names = ", ".join(f"`{name}`" for name in guessed)
        some = " (or some of its entries)" if any(name.endswith("[]") for name in guessed) else ""
        lines.append(f"Estimates are in {names}{some}.")
    return lines


def _provenances(values: Any, place: Place) -> Iterator[tuple[str, Place]]:
    if isinstance(values, dict):
        if isinstance(values.get("provenance"), str):
            yield values["provenance"], place
        for key, value in values.items():
            yield from _provenances(value, (*place, key))
    elif isinstance(values, list):
        for number, value in enumerate(values):
            yield from _provenances(value, (*place, number))


def _comments(text: str) -> dict[str, str]:
    """The comment behind the first line of each key."""
    found: dict[str, str] = {}
    lines = text.splitlines()
    for where, number in lines_of(text).items():
        _, mark, comment = lines[number - 1].rpartition("# ")
        if mark and not isinstance(where[-1], int):
            found.setdefault(_general(where), comment.strip())
    return found
