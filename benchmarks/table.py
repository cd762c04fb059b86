"""The tables of the README, written from the figures: no figure there stands by hand.

python benchmarks/table.py --write    write the chapter "Measured" of README.md and benchmarks/README.md anew
python benchmarks/table.py --check    fail if they are not what the figures say
"""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from strength_table import strength_lines

HERE = Path(__file__).resolve().parent
BEGIN, END = "<!-- measured figures: begin -->", "<!-- measured figures: end -->"
WIDTH = 120
PAGES = {HERE.parent / "README.md": True, HERE / "README.md": False}
"""The pages that have figures, and whether they show the headlines only."""


def figure(values: Mapping[str, float], unit: str = "") -> str:
    """A median with its quartiles: `5.06 M (4.98–5.10)` for a speed, `0.36 (0.35–0.36)` for others."""
    middle = values["median"]
    size, letter = next(
        ((n, c) for n, c in ((1e6, " M"), (1e3, " k")) if unit == "decisions/s" and middle >= n), (1, "")
    )
    scaled = [values[name] / size for name in ("median", "low", "high")]
    digits = max(0, 2 - len(str(int(scaled[0]))) + 1) if scaled[0] >= 1 else 2
    median, low, high = (f"{value:,.{digits}f}" for value in scaled)
    return f"{median}{letter} ({low}–{high})"


def group_lines(group: Mapping[str, Any]) -> list[str]:
    """A group as text for the terminal: every side, then the ratios."""
    lines = ["", f"{group['title']}, {group['unit']}"]
    sides = group["sides"]
    lines += [f"  {side['label']:<64}{figure(side, group['unit'])}" for side in sides.values()]
    for row in group["rows"]:
        if "ratio" in row:
            pair = f"{sides[row['ours']]['label']} : {sides[row['peer']]['label']}"
            lines.append(f"    {pair:<110}{figure(row['ratio'])}")
    lines += [f"  left out: {key}: {why}" for key, why in group["left_out"].items()]
    return lines


def table_rows(group: Mapping[str, Any], headlines: bool) -> list[str]:
    """The rows of a group in a table of five columns, below a row with its title."""
    sides, unit = group["sides"], group["unit"]
    lines = []
    for row in group["rows"]:
        if headlines and not row["headline"]:
            continue
        ours, peer = sides[row["ours"]], sides.get(row["peer"])
        cells = [ours["label"], figure(ours, unit), "", "", ""]
        if peer:
            note = "" if row["same"] else ", another game"
            cells[2:] = [peer["label"], figure(peer, unit), figure(row["ratio"]) + note]
        lines.append(f"| {' | '.join(cells)} |")
    return [f"| **{group['title']}, {unit}** | | | | |", *lines] if lines else []


def measured_lines(groups: Mapping[str, Any], headlines: bool) -> list[str]:
    """The table of speeds and the sentences around it."""
    first = next(iter(groups.values()))["made"]
    machine = first["machine"]
    words = (
        f"On {machine['cores']} cores of an {machine['processor']}, {machine['system']}. Ours and the peers take "
        "turns. A figure is the median of its windows with quartiles, a ratio the median of the ratios within the "
        "rounds. It says how many times better ours is: **below 1 the peer is better**. Where the games differ, it "
        "also compares the games. Ratios hold on other machines better than absolute numbers do."
    )
    lines = [
        textwrap.fill(words, WIDTH, break_on_hyphens=False),
        "",
        "| mailwing | | peer | | times better |",
        "| --- | ---: | --- | ---: | ---: |",
    ]
    for group in groups.values():
        lines += table_rows(group, headlines)
    return [*lines, "", *made_lines(groups)]


def made_lines(groups: Mapping[str, Any]) -> list[str]:
    """Where the figures come from; groups of different runs are told apart."""
    runs: dict[tuple[str, str, str], list[str]] = {}
    for name, group in groups.items():
        made = group["made"]
        runs.setdefault((made["date"], made["revision"], made["command"]), []).append(name)
    versions = {name: version for group in groups.values() for name, version in group["made"]["versions"].items()}
    lines = [
        f"Measured {date} at revision {revision} with `{command}`"
        + (f" ({', '.join(names)})." if len(runs) > 1 else ".")
        for (date, revision, command), names in runs.items()
    ]
    lines.append(f"Versions: {', '.join(f'{name} {version}' for name, version in sorted(versions.items()))}.")
    return [textwrap.fill(" ".join(lines), WIDTH, break_long_words=False, break_on_hyphens=False)]


def left_out_lines(groups: Mapping[str, Any]) -> list[str]:
    """The peers that could not be measured, and why."""
    missing = [
        f"- {group['title']}: {key} ({why})" for group in groups.values() for key, why in group["left_out"].items()
    ]
    return ["", "Left out because they did not work in this run:", "", *missing] if missing else []


def chapter(headlines: bool) -> str:
    """The text between the two markers of a page."""
    groups = _read("figures.json")["groups"]
    lines = ["## Measured", "", *measured_lines(groups, headlines)]
    if headlines:
        lines += ["", "All rows and how to read them: [benchmarks](benchmarks/README.md).", ""]
        lines += strength_lines(_read("strength.json"))
    else:
        lines += left_out_lines(groups)
    return "\n".join([BEGIN, *lines, "", END])


def _read(name: str) -> dict[str, Any]:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def renewed(page: str, text: str) -> str:
    """A page with the text between its markers replaced.

    Raises:
        ValueError: it does not have both markers.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page needs the lines {BEGIN} and {END} around the figures")
    return before + text + after


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages, or check them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true", help="write the pages anew")
    what.add_argument("--check", action="store_true", help="fail if a page is not what the figures say")
    args = parser.parse_args(arguments)
    stale = []
    for path, headlines in PAGES.items():
        page = path.read_text(encoding="utf-8")
        new = renewed(page, chapter(headlines))
        if args.write:
            path.write_text(new, encoding="utf-8")
        elif new != page:
            stale.append(str(path.relative_to(HERE.parent)))
    if stale:
        print(f"{', '.join(stale)}: not what the figures say; run: python benchmarks/table.py --write", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    raise SystemExit(main())
