"""The report: one self-contained HTML file with table, plots, settings and the command that repeats it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from ..envs._core.files import write_text
from . import charts
from .lineups import table_words
from .results import Result, Tournament
from .style import STYLE

VERDICTS = {"above": "above baseline", "below": "below baseline", "open": "not decided"}


def save_report(tournament: Tournament, path: str | Path) -> Path:
    """Write the report of a tournament: one HTML file that loads nothing from elsewhere.

    The file is replaced in one step: if writing fails (a full disk), an older report stays as it was.

    Args:
        tournament: what `evaluation.tournament` returned.
        path: the file.

    Returns:
        The path of the file.

    Raises:
        ValueError: the path is a folder, or its parent folder does not exist.
        OSError: the file cannot be written.
    """
    target = Path(path)
    check_target(target)
    write_text(target, html(tournament))
    return target


def check_target(target: Path) -> None:
    """Refuse a path to which no report can be written; called before the games are played (ValueError)."""
    if target.is_dir() or not target.parent.is_dir():
        fault = "is a folder" if target.is_dir() else f"the folder {target.parent} does not exist"
        raise ValueError(f"{target}: {fault}; a report needs the path of a file")


def html(tournament: Tournament) -> str:
    """The page as text."""
    title = f"{tournament.title}: evaluation"
    parts = [
        _header(tournament),
        _heat_map(tournament),
        _ratings(tournament),
        section("Match-ups", TABLE_NOTE, table(tournament)),
        _seats(tournament),
        section("How to repeat this", "", f"<pre><code>{escape(tournament.command)}</code></pre>"),
        settings("Settings", {"agents": dict(tournament.agents), **tournament.settings}),
        settings("Versions", tournament.versions),
        section("How the figures are made", "", METHOD),
    ]
    return page(title, parts, tournament.to_dict())


def page(title: str, parts: Sequence[str], results: Mapping[str, Any]) -> str:
    """A whole page: its sections, those that are empty left out, and the figures as JSON for programs."""
    data = json.dumps(results, ensure_ascii=False).replace("</", "<\\/")
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n"
        '<body><div class="stripes"></div><main>\n'
        + "\n".join(part for part in parts if part)
        + f'\n</main><script type="application/json" id="results">{data}</script></body></html>\n'
    )


TABLE_NOTE = (
    "The agent in question has one seat, its opponents the others; every deal is played once from every seat. "
    "Win rate: share of the games won, shared victories split. The dashed line is the baseline, 1 / seats."
)

METHOD = """<ul>
<li>The unit is the deal. The games of a deal are not independent, so they are averaged first, and the 95 % intervals
come from resampling deals (percentile bootstrap, expanded for small samples). Every interval leaves room for rare
results that have not occurred yet.</li>
<li>Matches that stop as soon as they are decided have wider intervals, which are valid at any stopping time (a
confidence sequence by betting).</li>
<li>Ratings are one Plackett–Luce fit over the placements of all games of mixed line-ups, so that their order cannot
matter; shared ranks count as all their orders. 400 points are odds of 10 to 1 to be placed ahead, the mean is 0. All
places count, not only the first, so an agent can lead in win rate and not in rating.</li>
<li>Agents whose intervals overlap share a range of ranks: “2–3” means second or third place.</li>
<li>Where nothing is known, nothing is claimed: one deal, or groups that never met, give ratings no interval and no
rank; an agent that was never placed behind the others has no upper end, one that was never ahead no lower one.</li>
<li>Distinct games differ in seating, points, ranks or length; if there are far fewer of them than games, the same
games were repeated.</li>
</ul>"""


def section(title: str, note: str, body: str) -> str:
    """A part of the page with a heading; `note` is text, `body` is HTML."""
    words = f'<p class="note">{escape(note)}</p>' if note else ""
    return f"<section><h2>{escape(title)}</h2>{words}{body}</section>"


def _header(tournament: Tournament) -> str:
    deals = max((result.deals for result in tournament.results), default=0)
    cards = [
        (f"{tournament.players}", "seats"),
        (f"{deals:,}", "deals in each match, each played from every seat"),
        (f"{tournament.games:,}", "games"),
        (f"{tournament.num_decisions:,}", "decisions"),
    ]
    boxes = "".join(f"<div><b>{figure}</b><span>{words}</span></div>" for figure, words in cards)
    notes = "".join(f'<p class="warning">{escape(note)}</p>' for note in tournament.notes)
    return (
        f"<header><h1>{escape(tournament.title)}</h1>"
        f'<p class="lead">How strong are {escape(listed(list(tournament.agents)))}?</p>'
        f'<div class="cards">{boxes}</div>{notes}</header>'
    )


def listed(names: list[str]) -> str:
    """`"a, b and c"`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def table(tournament: Tournament) -> str:
    """All match-ups with their figures, as HTML."""
    head = ("Match-up", "Win rate", "", "Baseline", "Verdict", "Mean rank", "Decisions per game", "Deals", "Games")
    rows = "".join(_row(result) for result in tournament.results)
    columns = "".join(f"<th>{escape(name)}</th>" for name in head)
    return f'<div class="wide"><table><thead><tr>{columns}</tr></thead><tbody>{rows}</tbody></table></div>'


def _row(result: Result) -> str:
    chance = "" if result.baseline is None else f"{result.baseline:.2f}"
    limits = f"<br>{result.limits_reached:,} games ended by the turn limit" if result.limits_reached else ""
    deals = f"{result.deals:,}{'<br>decided' if result.stopped_early else ''}"
    cells = [
        f'<th scope="row" title="{escape(result.name)}">{escape(_short_name(result))}</th>',
        f'<td class="number">{result.words}</td>',
        f"<td>{charts.interval_strip(result.share, result.baseline, result.verdict)}</td>",
        f'<td class="number">{chance}</td>',
        f'<td><span class="tag {result.verdict}">{"mirror" if result.mirror else VERDICTS[result.verdict]}</span></td>',
        f'<td class="number">{result.rank.text(2)}</td>',
        f'<td class="number">{result.num_decisions.text(1)}{limits}</td>',
        f'<td class="number">{deals}</td>',
        f'<td class="number">{result.games:,} ({result.distinct_games:,} distinct)</td>',
    ]
    return f"<tr>{''.join(cells)}</tr>"


def _short_name(result: Result) -> str:
    opponents = tuple(charts.short(label) for label in result.opponents)
    agent = charts.short(result.agent)
    return f"{agent} vs {table_words(opponents)}" if opponents else agent


def _heat_map(tournament: Tournament) -> str:
    if len(tournament.ladder) < 2:
        return ""
    note = (
        f"Row: the agent in one seat. Column: the agent at the other {tournament.players - 1}. "
        "Blue is above the baseline, red below; plain cells are not decided."
    )
    picture = charts.heat_map(tournament.ladder, tournament.results)
    return section("Win rates", note, f'<div class="wide">{picture}</div>')


def _ratings(tournament: Tournament) -> str:
    if not tournament.ratings:
        return ""
    note = (
        f"From {tournament.rated_games:,} games of mixed line-ups. Left: the ranks that are possible while intervals "
        "overlap. 400 points are odds of 10 to 1 to be placed ahead. All places count: where those behind the winner "
        "are mostly chance, ratings differ less than win rates."
    )
    return section("Ratings", note, f'<div class="wide">{charts.ratings_plot(tournament.ratings)}</div>')


def _seats(tournament: Tournament) -> str:
    if tournament.players == 1:
        return ""
    panels = "".join(
        f"<figure><figcaption>{escape(_short_name(result))}</figcaption>{charts.seat_panel(result)}</figure>"
        for result in tournament.results
    )
    note = "Win rate of the agent in question by its seat (from 0); in mirrors this is the effect of the seat alone."
    return section("Seat effects", note, f'<div class="panels">{panels}</div>')


def settings(title: str, values: Mapping[str, Any]) -> str:
    """Nested values as a part of the page."""
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td>{escape(_plain(value))}</td></tr>' for name, value in _flat(values)
    )
    return f'<section><h2>{escape(title)}</h2><table class="plain"><tbody>{rows}</tbody></table></section>'


def _flat(values: Mapping[str, Any], path: str = "") -> list[tuple[str, Any]]:
    rows: list[tuple[str, Any]] = []
    for key, value in values.items():
        name = f"{path} · {key}" if path else str(key)
        rows += _flat(value, name) if isinstance(value, Mapping) else [(name, value)]
    return rows


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None else str(value)
