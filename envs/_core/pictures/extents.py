"""Where an element of a drawing lies at most: a box that holds everything it paints.

A box may be too large, never too small. Elements whose box is not known have none: they may lie anywhere.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

Box = tuple[float, float, float, float]
"""Left, top, right and bottom in the units of the drawing."""

ATTRIBUTE = re.compile(r""" ([\w:-]+)=(?:"([^"<>]*)"|'([^'<>]*)')""")
ELEMENT = re.compile(
    r"<(rect|circle|line|path|polyline|polygon|text)"
    r"""((?: [\w:-]+=(?:"[^"<>]*"|'[^'<>]*'))*)(?:/>|>([^<>]*)</\1>)"""
)
PLACED = frozenset(
    {"x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "points", "d"}
    | {"font-size", "text-anchor", "font-weight", "font-family", "class", "fill", "fill-opacity", "opacity"}
    | {"stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "stroke-opacity"}
)
"""Attributes that say all about where an element lies; with any other one, its box is not known."""

SLIM, ROUND, WIDE = 0.5, 0.8, 1.15
"""Widths of letters in ems, wider than those of the bundled font in bold."""
SLIM_LETTERS, ROUND_LETTERS = frozenset("ijlrtfI1.,:;'|!()[]/- "), frozenset("abcdeghknopqsuvxyz023456789")
ABOVE, BELOW = 1.15, 0.45
"""How far letters reach above and below their line, in ems."""

MITRE = 2.0
"""How far the corner of a path reaches, in widths of its line: half the mitre limit of SVG, which is 4."""

_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_STEP = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
_TRANSFORM = re.compile(r"(translate|rotate|scale)\(([^()]*)\)")


def attributes(text: str) -> dict[str, str]:
    """The attributes in the head of an element."""
    return {name: double or single for name, double, single in ATTRIBUTE.findall(text)}


def extent(lines: Sequence[str]) -> Box | None:
    """The box of one element, or of one group with all that is in it; None if it is not known.

    Args:
        lines: the element, or the lines of a group from `<g …>` to `</g>`, one element each.
    """
    try:
        if len(lines) == 1:
            return _of_element(lines[0])
        inner = [_of_element(line) for line in lines[1:-1] if not line.startswith("<title>")]
        known = [box for box in inner if box is not None]
        return _moved(union(known), attributes(lines[0])) if known and len(known) == len(inner) else None
    except (KeyError, ValueError, IndexError):
        return None


def union(boxes: Sequence[Box]) -> Box:
    """The smallest box that holds all of them."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _of_element(line: str) -> Box | None:
    found = ELEMENT.fullmatch(line)
    if found is None:
        return None
    tag, values = found[1], attributes(found[2])
    if any(name not in PLACED and not name.startswith("data-") for name in values):
        return None
    left, top, right, bottom = _TEXT_OR_SHAPE[tag](values, found[3] or "")
    edge = float(values.get("stroke-width", 1)) if "stroke" in values else 0.0
    reach = edge * (MITRE if tag.startswith("p") else 0.75)
    return left - reach, top - reach, right + reach, bottom + reach


def _rect(values: dict[str, str], _: str) -> Box:
    x, y = float(values.get("x", 0)), float(values.get("y", 0))
    return x, y, x + float(values["width"]), y + float(values["height"])


def _circle(values: dict[str, str], _: str) -> Box:
    x, y, radius = (float(values[name]) for name in ("cx", "cy", "r"))
    return x - radius, y - radius, x + radius, y + radius


def _line(values: dict[str, str], _: str) -> Box:
    return _around([(float(values["x1"]), float(values["y1"])), (float(values["x2"]), float(values["y2"]))])


def _points(values: dict[str, str], _: str) -> Box:
    numbers = [float(text) for text in _NUMBER.findall(values["points"])]
    return _around(list(zip(numbers[::2], numbers[1::2], strict=True)))


def _text(values: dict[str, str], words: str) -> Box:
    size, x, y = (float(values[name]) for name in ("font-size", "x", "y"))
    width = size * sum(SLIM if c in SLIM_LETTERS else ROUND if c in ROUND_LETTERS else WIDE for c in words)
    left = x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[values.get("text-anchor", "start")]
    return left - 1, y - ABOVE * size, left + width + 1, y + BELOW * size


def _path(values: dict[str, str], _: str) -> Box:
    return _around(list(_corners(values["d"])))


_TEXT_OR_SHAPE = {
    "rect": _rect,
    "circle": _circle,
    "line": _line,
    "polyline": _points,
    "polygon": _points,
    "text": _text,
    "path": _path,
}


def _around(points: Sequence[tuple[float, float]]) -> Box:
    return union([(x, y, x, y) for x, y in points])


def _corners(data: str) -> Iterator[tuple[float, float]]:
    """Points whose box holds a path: its corners, control points, and room for its arcs (ValueError: not known)."""
    steps, at, letter = _STEP.findall(data), 0, ""
    x = y = 0.0
    while at < len(steps):
        if steps[at].isalpha():
            letter, at = steps[at], at + 1
        if letter in "Zz":
            continue
        count = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "A": 7}.get(letter.upper())
        if count is None:
            raise ValueError(f"the step {letter!r} of a path")
        values, at = [float(text) for text in steps[at : at + count]], at + count
        start = (x, y) if letter.islower() else (0.0, 0.0)
        if letter in "Hh":
            x = values[0] + start[0]
        elif letter in "Vv":
            y = values[0] + start[1]
        else:
            ends = values[5:] if letter in "Aa" else values
            points = [(ends[k] + start[0], ends[k + 1] + start[1]) for k in range(0, len(ends), 2)]
            yield from points
            if letter in "Aa":
                yield from _room_for_arc((x, y), points[-1], values)
            x, y = points[-1]
        yield x, y


def _room_for_arc(
    start: tuple[float, float], end: tuple[float, float], values: list[float]
) -> list[tuple[float, float]]:
    """Points around the ends of an arc whose box holds it: by how far a small part of a circle bulges, else a lot."""
    rx, ry, large = values[0], values[1], values[3]
    half = math.dist(start, end) / 2
    reach = 2 * max(rx, ry, half)
    if rx == ry and not large and half <= rx:
        reach = rx - math.sqrt(rx * rx - half * half)
    return [(x + dx, y + dy) for x, y in (start, end) for dx, dy in ((-reach, -reach), (reach, reach))]


def _moved(box: Box, values: dict[str, str]) -> Box | None:
    """The box of a group's content where its `transform` puts it."""
    if any(name not in ("transform", "opacity", "clip-path") and not name.startswith("data-") for name in values):
        return None
    left, top, right, bottom = box
    corners = [(left, top), (right, top), (left, bottom), (right, bottom)]
    steps = _TRANSFORM.findall(values.get("transform", ""))
    if _TRANSFORM.sub("", values.get("transform", "")).strip():
        return None
    for name, numbers in reversed(steps):
        corners = [
            _transformed(name, [float(text) for text in _NUMBER.findall(numbers)], *corner) for corner in corners
        ]
    return _around(corners)


def _transformed(name: str, values: list[float], x: float, y: float) -> tuple[float, float]:
    if name == "translate":
        return x + values[0], y + values[1]
    if name == "scale":
        return x * values[0], y * values[-1]
    if len(values) != 1:
        raise ValueError("a rotation about a point")
    turn = math.radians(values[0])
    return x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
