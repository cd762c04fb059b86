"""A small SVG builder: shapes in document order, escaping, and colours that colour-blind people can tell apart.

Numbers are rounded and attributes written in the order given, so equal positions give equal text: pictures can be
compared, cached and kept as golden files. Every element stands on a line of its own, which the HTML export relies on.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

from ..words import printable

FONT = "Inter, 'Helvetica Neue', Arial, sans-serif"
"""Font of all text; `render.rasterise` loads the bundled Inter, browsers fall back to the next one."""

PAPER, SHEET, INK, SOFT, FAINT, LINE = "#f6f2e9", "#fffdf8", "#22262b", "#5d646d", "#9aa0a6", "#d8d2c4"
"""Background, lighter panel, text, quiet text, quietest text, hairlines."""

SEAT_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#f0c419", "#cc79a7", "#3c4650")
"""One per seat, after Okabe and Ito; pictures always add the seat's number as well."""
SEAT_INKS = ("#ffffff", "#ffffff", "#ffffff", "#22262b", "#22262b", "#ffffff")
"""The colour of text that is written on a seat's colour."""

Number = float | int
Point = tuple[float, float]


def number(value: Number) -> str:
    """A coordinate as short text: at most two decimals, no trailing zeros, no negative zero."""
    text = f"{float(value):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def polar(centre: Point, radius: float, angle: float) -> Point:
    """The point at a radius and an angle in radians, counted anticlockwise from the right as in school (y goes up)."""
    return centre[0] + radius * math.cos(angle), centre[1] - radius * math.sin(angle)


def ring_sector(centre: Point, inner: float, outer: float, start: float, end: float) -> str:
    """Path data of the part of a ring between two radii and two angles (radians, start > end: drawn clockwise)."""
    (ax, ay), (bx, by) = polar(centre, outer, start), polar(centre, outer, end)
    (cx, cy), (dx, dy) = polar(centre, inner, end), polar(centre, inner, start)
    large = int(abs(start - end) > math.pi)
    out, back = number(outer), number(inner)
    return (
        f"M{number(ax)} {number(ay)}A{out} {out} 0 {large} 1 {number(bx)} {number(by)}"
        f"L{number(cx)} {number(cy)}A{back} {back} 0 {large} 0 {number(dx)} {number(dy)}Z"
    )


class Svg:
    """A picture under construction; `str()` gives the document.

    Attribute names are Python's: `stroke_width=2` writes `stroke-width="2"`; an attribute that is None is left out.

    Args:
        width, height: size in pixels, also the coordinate system.
        title: what the picture shows, for screen readers and tooltips.
        background: colour of the whole area.

    Attributes:
        lines: the elements so far, one each.
    """

    def __init__(self, width: int, height: int, title: str, background: str = PAPER) -> None:
        self.width, self.height = width, height
        self.lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img" font-family={quoteattr(FONT)}>',
            f"<title>{_escaped(title)}</title>",
        ]
        self.rect(0, 0, width, height, fill=background)

    def add(self, tag: str, text: str | None = None, /, **attributes: str | Number | None) -> None:
        """Append one element, with `text` as its content."""
        head = f"<{tag}{_attributes(attributes)}"
        self.lines.append(f"{head}/>" if text is None else f"{head}>{_escaped(text)}</{tag}>")

    def extend(self, lines: Iterable[str]) -> None:
        """Append elements of another picture's `lines`."""
        self.lines.extend(lines)

    def rect(self, x: Number, y: Number, width: Number, height: Number, **attributes: str | Number | None) -> None:
        """A rectangle by its upper left corner (`rx` rounds the corners)."""
        self.add("rect", x=x, y=y, width=width, height=height, **attributes)

    def circle(self, x: Number, y: Number, radius: Number, **attributes: str | Number | None) -> None:
        """A circle by its centre."""
        self.add("circle", cx=x, cy=y, r=radius, **attributes)

    def line(self, start: Point, end: Point, **attributes: str | Number | None) -> None:
        """A straight line."""
        self.add("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], **attributes)

    def path(self, data: str, **attributes: str | Number | None) -> None:
        """A path by its data, such as that of `ring_sector`."""
        self.add("path", d=data, **attributes)

    def polyline(self, points: Sequence[Point], **attributes: str | Number | None) -> None:
        """A line through points, not filled."""
        joined = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self.add("polyline", points=joined, fill="none", **attributes)

    def text(
        self,
        x: Number,
        y: Number,
        text: str,
        size: Number = 14,
        fill: str = INK,
        anchor: str = "start",
        bold: bool = False,
        **attributes: str | Number | None,
    ) -> None:
        """One line of text with its baseline at `y`; `anchor` is start, middle or end."""
        weight = 700 if bold else None
        placed = None if anchor == "start" else anchor
        self.add(
            "text", text, x=x, y=y, font_size=size, fill=fill, text_anchor=placed, font_weight=weight, **attributes
        )

    @contextmanager
    def group(self, **attributes: str | Number | None) -> Iterator[None]:
        """Elements added inside share these attributes (`transform="translate(10 20)"`, `opacity=0.5`, …)."""
        self.lines.append(f"<g{_attributes(attributes)}>")
        yield
        self.lines.append("</g>")

    def __str__(self) -> str:
        return "\n".join([*self.lines, "</svg>"]) + "\n"


def _attributes(attributes: dict[str, str | Number | None]) -> str:
    return "".join([_attribute(name, value) for name, value in attributes.items() if value is not None])


# The same few thousand attributes and texts are in every picture of a game; writing them is most of the work.
@lru_cache(maxsize=1 << 15)
def _attribute(name: str, value: str | Number) -> str:
    shown = quoteattr(printable(value)) if isinstance(value, str) else f'"{number(value)}"'
    return f" {name.rstrip('_').replace('_', '-')}={shown}"


@lru_cache(maxsize=1 << 13)
def _escaped(text: str) -> str:
    return escape(printable(text))
