"""The plots of the report as inline SVG; colours and fonts come from the style sheet of the page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape

from .ratings import Rating
from .results import Result
from .statistics import Estimate

LETTER = 7.2
"""Width of a letter at the plots' font size, in SVG units."""

CELL, CELL_HEIGHT = 132, 62
ROW = 34
PANEL_WIDTH, PANEL_HEIGHT = 230, 150


def heat_map(labels: Sequence[str], results: Iterable[Result]) -> str:
    """Win rates of one seat (rows) against tables of each agent (columns), with their intervals.

    Cells above the baseline are blue, below it red, darker with distance; cells whose interval contains it are plain.
    """
    margin = _margin(labels)
    cells = {(entry.agent, entry.opponents[0]): entry for entry in results if len(set(entry.opponents)) == 1}
    parts = []
    for column, label in enumerate(labels):
        parts.append(text_at(margin + (column + 0.5) * CELL, 22, short(label, 17), "middle", "strong", title=label))
    for row, agent in enumerate(labels):
        y = 34 + row * CELL_HEIGHT
        parts.append(text_at(margin - 12, y + CELL_HEIGHT / 2 + 4, short(agent), "end", "strong", title=agent))
        for column, opponent in enumerate(labels):
            if (agent, opponent) in cells:
                parts.append(_cell(margin + column * CELL, y, cells[agent, opponent]))
    size = (margin + CELL * len(labels) + 4, 38 + CELL_HEIGHT * len(labels))
    return svg(size, parts, "Win rate of one seat (rows) against a table of each agent (columns)")


def _cell(x: float, y: float, result: Result) -> str:
    chance = result.baseline or 0.5
    value = result.win_rate
    strength = (value - chance) / (1 - chance) if value > chance else (chance - value) / chance
    opacity = 0.0 if result.verdict == "open" else 0.15 + 0.75 * min(1.0, strength)
    ink = " on" if opacity > 0.55 else ""
    box = f'x="{x + 2:.0f}" y="{y + 2:.0f}" width="{CELL - 4}" height="{CELL_HEIGHT - 4}" rx="6"'
    middle = x + CELL / 2
    figure, _, interval = result.words.partition(" ")
    return (
        f'<g><title>{escape(str(result))}, {result.deals:,} deals</title><rect class="cell" {box}/>'
        f'<rect class="{result.verdict}" fill-opacity="{opacity:.2f}" {box}/>'
        + text_at(middle, y + 28, figure, "middle", f"figure{ink}")
        + text_at(middle, y + 46, interval, "middle", f"small{ink}")
        + "</g>"
    )


def ratings_plot(ratings: Sequence[Rating]) -> str:
    """Ratings with their intervals, strongest first, and the possible ranks."""
    margin = _margin([rating.agent for rating in ratings]) + 44
    width = 420
    figures = [figure for r in ratings for figure in (r.rating.value, r.rating.low, r.rating.high)]
    low, high, ticks = axis([figure for figure in figures if math.isfinite(figure)])

    def at(value: float) -> float:
        return margin + (min(max(value, low), high) - low) / (high - low) * width

    bottom = 14 + ROW * len(ratings)
    parts = []
    for tick in ticks:
        parts.append(f'<line class="grid" x1="{at(tick):.1f}" x2="{at(tick):.1f}" y1="8" y2="{bottom}"/>')
        parts.append(text_at(at(tick), bottom + 18, f"{tick:+.0f}" if tick else "0", "middle", "small"))
    for row, entry in enumerate(ratings):
        y = 14 + ROW * (row + 0.5)
        parts.append(text_at(8, y + 4, entry.rank, "start", "small"))
        parts.append(text_at(margin - 12, y + 4, short(entry.agent), "end", "strong", title=entry.agent))
        parts.append(_bar(at(entry.rating.low), at(entry.rating.high), y, at(entry.rating.value)))
        parts.append(text_at(margin + width + 14, y + 4, entry.rating.text(0), "start", "small", title=entry.words))
    return svg((margin + width + 150, bottom + 28), parts, "Ratings with 95 % intervals")


def seat_panel(result: Result) -> str:
    """Win rate of the agent on each seat (counted from 0), with intervals and the baseline."""
    highest = max((share.high for share in result.by_seat), default=1.0)
    top = _round_top(max(highest, result.baseline or 0))
    left, bottom, upper = 40, PANEL_HEIGHT - 26, 12
    step = (PANEL_WIDTH - left - 12) / len(result.by_seat)

    def at(value: float) -> float:
        return bottom - value / top * (bottom - upper)

    parts = []
    for tick in (0.0, top / 2, top):
        parts.append(f'<line class="grid" x1="{left}" x2="{PANEL_WIDTH - 8}" y1="{at(tick):.1f}" y2="{at(tick):.1f}"/>')
        parts.append(text_at(left - 6, at(tick) + 4, f"{tick:.2g}", "end", "small"))
    if result.baseline is not None:
        y = at(result.baseline)
        parts.append(f'<line class="baseline" x1="{left}" x2="{PANEL_WIDTH - 8}" y1="{y:.1f}" y2="{y:.1f}"/>')
    for seat, share in enumerate(result.by_seat):
        x = left + (seat + 0.5) * step
        parts.append(_post(x, at(share.low), at(share.high), at(share.value), f"seat {seat}: {share}"))
        parts.append(text_at(x, bottom + 18, str(seat), "middle", "small"))
    return svg((PANEL_WIDTH, PANEL_HEIGHT), parts, f"{result.name}: win rate by seat")


def top_of(results: Iterable[Result]) -> float:
    """The end of a scale that shows the win rates of all results."""
    return _round_top(max((max(r.high, r.baseline or 0) for r in results), default=1.0))


def _round_top(highest: float) -> float:
    return next((end for end in (0.1, 0.2, 0.4, 0.6, 0.8) if highest <= end + 1e-9), 1.0)


def sweep_panel(name: str, values: Sequence[str], results: Sequence[Result], top: float) -> str:
    """Win rate of a match-up with each value of what is swept, from 0 to `top`, with intervals and the baselines.

    The names of many or long values stand upright.
    """
    left, upper, width = 40, 12, 340
    step = (width - left - 12) / len(values)
    upright = max(map(len, values)) * LETTER > step
    below = min(150.0, 12 + LETTER * max(map(len, values))) if upright else 26.0
    bottom = 150.0

    def at(value: float) -> float:
        return bottom - min(max(value, 0.0), top) / top * (bottom - upper)

    parts = []
    for tick in (0.0, top / 2, top):
        parts.append(f'<line class="grid" x1="{left}" x2="{width - 8}" y1="{at(tick):.1f}" y2="{at(tick):.1f}"/>')
        parts.append(text_at(left - 6, at(tick) + 4, f"{tick:.2g}", "end", "small"))
    for k, (value, result) in enumerate(zip(values, results, strict=True)):
        x = left + (k + 0.5) * step
        if result.baseline is not None:
            y, half = at(result.baseline), step / 2
            parts.append(f'<line class="baseline" x1="{x - half:.1f}" x2="{x + half:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
        post = _post(x, at(result.low), at(result.high), at(result.win_rate), f"{value}: {result}")
        parts.append(f'<g class="mark {result.verdict}">{post}</g>')
        turn = f' transform="rotate(-90 {x:.1f} {bottom + 10:.1f})"' if upright else ""
        words = text_at(
            x + 4 if upright else x,
            bottom + (10 if upright else 18),
            short(value),
            "end" if upright else "middle",
            "small",
        )
        parts.append(f"<g{turn}>{words}</g>")
    return svg((width, bottom + below), parts, f"{name}: win rate by value")


def interval_strip(share: Estimate, chance: float | None, verdict: str) -> str:
    """A small picture of a win rate on a line from 0 to 1, for a cell of the table."""
    width, height = 110, 22
    parts = [f'<line class="axis" x1="6" x2="{width - 6}" y1="11" y2="11"/>']
    if chance is not None:
        x = 6 + chance * (width - 12)
        parts.append(f'<line class="baseline" x1="{x:.1f}" x2="{x:.1f}" y1="2" y2="20"/>')
    low, high, value = (6 + bound * (width - 12) for bound in (share.low, share.high, share.value))
    parts.append(f'<g class="mark {verdict}">{_bar(low, high, 11, value)}</g>')
    return svg((width, height), parts, str(share))


def short(label: str, most: int = 20) -> str:
    """A label cut to a length; the beginning is cut, since the end of a path says more."""
    return label if len(label) <= most else "…" + label[-(most - 1) :]


def _margin(labels: Sequence[str]) -> float:
    return 24 + LETTER * max((len(short(label)) for label in labels), default=0)


def axis(values: Sequence[float]) -> tuple[float, float, list[float]]:
    """Ends and round ticks of an axis that shows all values."""
    span = max(values) - min(values) or 1.0
    raw = span / 5
    unit = 10 ** math.floor(math.log10(raw))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= raw)
    first, last = math.floor(min(values) / step), math.ceil(max(values) / step)
    return first * step, last * step, [k * step for k in range(first, last + 1)]


def _bar(low: float, high: float, y: float, value: float) -> str:
    return (
        f'<line class="interval" x1="{low:.1f}" x2="{high:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<circle class="dot" cx="{value:.1f}" cy="{y:.1f}" r="4"/>'
    )


def _post(x: float, low: float, high: float, value: float, title: str) -> str:
    return (
        f'<g><title>{escape(title)}</title><line class="interval" x1="{x:.1f}" x2="{x:.1f}" y1="{low:.1f}" '
        f'y2="{high:.1f}"/><circle class="dot" cx="{x:.1f}" cy="{value:.1f}" r="4"/></g>'
    )


def text_at(x: float, y: float, words: str, anchor: str, kind: str, title: str = "") -> str:
    """Text at a place; `kind` is a class of the style sheet, `title` what pointing at it shows."""
    tip = f"<title>{escape(title)}</title>" if title and title != words else ""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{tip}{escape(words)}</text>'


def svg(size: tuple[float, float], parts: Sequence[str], label: str) -> str:
    """A picture of this size, with the words that a screen reader says."""
    width, height = size
    box = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return f'<svg role="img" aria-label="{escape(label)}" {box}>{"".join(parts)}</svg>'
