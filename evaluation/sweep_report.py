"""The report of a sweep: small multiples, one panel for each match-up, and the table of every value."""

from __future__ import annotations

from html import escape
from pathlib import Path

from ..envs._core.files import write_text
from . import charts
from .report import METHOD, TABLE_NOTE, check_target, listed, page, section, settings, table
from .sweeps import Sweep


def save_sweep_report(sweep: Sweep, path: str | Path) -> Path:
    """Write the report of a sweep: one HTML file that loads nothing from elsewhere.

    Raises:
        ValueError: the path is a folder, or its parent folder does not exist.
        OSError: the file cannot be written.
    """
    target = Path(path)
    check_target(target)
    write_text(target, sweep_html(sweep))
    return target


def sweep_html(sweep: Sweep) -> str:
    """The page as text."""
    first = sweep.tournaments[0]
    shared = {name: value for name, value in first.settings.items() if _is_shared(sweep, name)}
    parts = [
        _header(sweep),
        section("Win rates", PANEL_NOTE, f'<div class="panels large">{_panels(sweep)}</div>'),
        *(
            section(f"Match-ups: {label}", TABLE_NOTE if k == 0 else "", table(each))
            for k, (label, each) in enumerate(zip(sweep.labels, sweep.tournaments, strict=True))
        ),
        section("How to repeat this", "", f"<pre><code>{escape(sweep.command)}</code></pre>"),
        settings("Settings", {"agents": dict(first.agents), **shared, sweep.option: ", ".join(map(str, sweep.values))}),
        settings("Versions", first.versions),
        section("How the figures are made", "", METHOD),
    ]
    return page(f"{first.title}: a sweep over {sweep.option}", parts, sweep.to_dict())


PANEL_NOTE = (
    "One panel for each match-up, one point for each value, with its 95 % interval. The dashed line is the baseline, "
    "1 / seats. Blue lies above it, red below, grey is not decided. All panels have one scale; mirrors are left out."
)


def _is_shared(sweep: Sweep, name: str) -> bool:
    return all(each.settings[name] == sweep.tournaments[0].settings[name] for each in sweep.tournaments)


def _header(sweep: Sweep) -> str:
    first = sweep.tournaments[0]
    values = listed([str(value) for value in sweep.values])
    cards = [
        (f"{len(sweep.values)}", f"values of {sweep.option}: {values}"),
        (f"{sweep.games:,}", "games"),
        (f"{sweep.num_decisions:,}", "decisions"),
    ]
    boxes = "".join(f"<div><b>{figure}</b><span>{escape(words)}</span></div>" for figure, words in cards)
    notes = "".join(
        f'<p class="warning">{escape(f"{label}: {note}")}</p>'
        for label, each in zip(sweep.labels, sweep.tournaments, strict=True)
        for note in each.notes
    )
    return (
        f"<header><h1>{escape(first.title)}</h1>"
        f'<p class="lead">What does {escape(sweep.option)} change between {escape(listed(list(first.agents)))}?</p>'
        f'<div class="cards">{boxes}</div>{notes}</header>'
    )


def _panels(sweep: Sweep) -> str:
    names = [str(value) for value in sweep.values]
    shown = {name: results for name, results in sweep.match_ups.items() if not results[0].mirror} or sweep.match_ups
    top = charts.top_of([result for results in shown.values() for result in results])
    return "".join(
        f"<figure><figcaption>{escape(name)}</figcaption>{charts.sweep_panel(name, names, results, top)}</figure>"
        for name, results in shown.items()
    )
