"""The plot of a learning curve as inline SVG."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .charts import axis, svg, text_at

WIDTH, LEFT, UPPER, BOTTOM = 340, 40, 12, 150

MOST = 160
"""Points of one line: more than a panel has room for would only make the page large."""

Sample = tuple[float, float, float, float]
"""Where on the x axis, the win rate, and the ends of its interval."""


TOPS = (0.4, 0.6, 0.8, 1.0)
"""Where the axis of win rates can end."""


def top_of(panels: Iterable[Sequence[Sample]]) -> float:
    """Where the axis of win rates ends, so that panels beside each other have the same and waste little of it."""
    highest = max((high for samples in panels for _, _, _, high in samples), default=1.0)
    return next((top for top in TOPS if highest <= top), TOPS[-1])


def curve_panel(
    name: str,
    samples: Sequence[Sample],
    baseline: float | None,
    unit: str,
    dots: bool = True,
    top: float = TOPS[-1],
) -> str:
    """A win rate, from 0 to `top`, over what was used, with the band of its intervals and the baseline.

    Args:
        name: what screen readers say.
        samples: at least one, by rising x.
        baseline: the win rate among equal agents; None: there is none.
        unit: of x, in words below the axis.
        dots: mark each sample, which pointing at it explains.
        top: where the axis of win rates ends (`top_of`).
    """
    shown = _thinned(samples)
    most = max(samples[-1][0], 1e-9)
    _, _, ticks = axis([0.0, most])

    def at_x(value: float) -> float:
        return LEFT + 6 + value / most * (WIDTH - LEFT - 22)

    def at_y(value: float) -> float:
        return BOTTOM - min(value / top, 1.0) * (BOTTOM - UPPER)

    parts = []
    for tick in (0.0, top / 2, top):
        y = at_y(tick)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - 8}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(text_at(LEFT - 6, y + 4, f"{tick:g}", "end", "small"))
    for tick in [tick for tick in ticks if tick <= most * 1.001][:: 2 if len(ticks) > 5 else 1]:
        parts.append(text_at(at_x(tick), BOTTOM + 16, in_short(tick), "middle", "small"))
    parts.append(text_at(WIDTH - 8, BOTTOM + 32, unit, "end", "small"))
    if baseline is not None:
        y = at_y(baseline)
        parts.append(f'<line class="baseline" x1="{LEFT}" x2="{WIDTH - 8}" y1="{y:.1f}" y2="{y:.1f}"/>')
    ends = [(x, high) for x, _, _, high in shown] + [(x, low) for x, _, low, _ in reversed(shown)]
    parts.append(f'<polygon class="band" points="{_points([(at_x(x), at_y(y)) for x, y in ends])}"/>')
    parts.append(f'<polyline class="curve" points="{_points([(at_x(x), at_y(y)) for x, y, _, _ in shown])}"/>')
    if dots:
        for x, y, low, high in shown:
            title = f"<title>{in_short(x)} {unit}: {y:.3f} [{low:.3f}, {high:.3f}]</title>"
            parts.append(f'<circle class="dot" cx="{at_x(x):.1f}" cy="{at_y(y):.1f}" r="3.5">{title}</circle>')
    return svg((WIDTH, BOTTOM + 38), parts, name)


def _thinned(samples: Sequence[Sample]) -> list[Sample]:
    """At most `MOST` samples, the first and the last ones among them."""
    if len(samples) <= MOST:
        return list(samples)
    return [samples[round(k * (len(samples) - 1) / (MOST - 1))] for k in range(MOST)]


def _points(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def in_short(value: float) -> str:
    """`"1.5 M"`, `"300 k"`, `"0.5"`."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g}"
