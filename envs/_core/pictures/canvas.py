"""Pictures of one game after another as pixels, drawing anew only what has changed since the last one.

Most of a picture is the same after a decision, and most of what changes has been seen before. So every element is turned
into pixels once, at the first picture that needs it, and kept. A new picture is compared with the last one in small
tiles; where other elements lie, the tile is put together from the pixels of its elements.

Drawings that `svg.Svg` has not made, with elements that depend on each other, are turned into pixels as a whole.
"""

from __future__ import annotations

import io
import math
import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .extents import ELEMENT, attributes, extent
from .render import need, png, rasterise

TILE = 32
"""Pixels across a tile."""

ROOM = 24_000_000
"""Pixels of kept elements at one size; beyond it, those that the last picture did not need are dropped."""

HEAD = re.compile(r'(<svg [^<>]*?) width="(\d+)" height="(\d+)" viewBox="0 0 \2 \3"([^<>]*)>')


DEFINES = "<clipPath "
"""How the definition of something begins that elements refer to."""


class NotInParts(Exception):
    """A drawing that cannot be taken apart; it is drawn as a whole."""


@dataclass
class Part:
    """One element of a drawing, or one group.

    Attributes:
        svg: its lines.
        tiles: the tiles that it may touch.
        box: left, top, right and bottom in pixels.
        pixels: colours, coverage and place of the upper left corner; None until it is needed.
    """

    svg: str
    tiles: list[int]
    box: tuple[int, int, int, int]
    pixels: tuple[Any, Any, int, int] | None = None


@dataclass
class Sheet:
    """What is kept of the drawings of one size: their elements, by their text.

    Attributes:
        start, end: the text of the root element before and after its size.
        scale: pixels a unit of the drawing, across and down.
        size: width and height in pixels.
        columns: tiles in a row.
    """

    start: str
    end: str
    scale: tuple[float, float]
    size: tuple[int, int]
    columns: int
    parts: dict[str, Part] = field(default_factory=dict)
    drawn: int = 0

    def part(self, lines: list[str], definitions: str) -> Part:
        """The part of these lines, with the definitions if it refers to one (NotInParts: it depends on others)."""
        text = "\n".join(lines)
        if "url(#" in text:
            text = f"{definitions}\n{text}"
        found = self.parts.get(text)
        if found is None:
            found = self.parts[text] = self._new_part(lines, text)
        return found

    def _new_part(self, lines: list[str], text: str) -> Part:
        if " style=" in text or (len(lines) == 1 and ELEMENT.fullmatch(text) is None):
            raise NotInParts
        box, (width, height) = extent(lines), self.size
        left, top, right, bottom = 0, 0, width, height
        if box is not None:
            # A pixel more on each side: what is smoothed at an edge reaches into the next one.
            across, down = self.scale
            left, top = max(math.floor(box[0] * across) - 1, 0), max(math.floor(box[1] * down) - 1, 0)
            right, bottom = math.ceil(box[2] * across) + 1, math.ceil(box[3] * down) + 1
            right, bottom = min(right, width), min(bottom, height)
        rows = range(top // TILE, -(-bottom // TILE))
        columns = range(left // TILE, -(-right // TILE))
        tiles = [row * self.columns + column for row in rows for column in columns] 
        return Part(text, tiles, (left, top, right, bottom))

    def pixels(self, part: Part) -> tuple[Any, Any, int, int]:
        """The pixels of a part alone, on nothing."""
        if part.pixels is None:
            image: Any = need("PIL.Image", "turning a drawing into pixels")
            left, top, right, bottom = part.box
            width, height, (across, down) = right - left, bottom - top, self.scale
            view = f"{left / across!r} {top / down!r} {width / across!r} {height / down!r}"
            size = f'width="{width}" height="{height}" viewBox="{view}" preserveAspectRatio="none"'
            root = f"{self.start} {size}{self.end}>"
            with image.open(io.BytesIO(png(f"{root}\n{part.svg}\n</svg>"))) as opened:
                drawn = opened.convert("RGBA")
            touched = drawn.getbbox() or (0, 0, 1, 1)
            drawn = drawn.crop(touched)
            cover = drawn.getchannel("A")
            solid = cover.getextrema()[0] == 255
            part.pixels = drawn.convert("RGB"), None if solid else cover, left + touched[0], top + touched[1]
            self.drawn += drawn.width * drawn.height
        return part.pixels

    def tidy(self, needed: list[Part]) -> None:
        """Drop what the last picture did not need, if too much is kept."""
        if self.drawn > ROOM:
            self.parts = {part.svg: part for part in needed}
            self.drawn = sum(part.pixels[0].width * part.pixels[0].height for part in needed if part.pixels)


@lru_cache(maxsize=4)
def _sheet(start: str, end: str, width: int, height: int, across: int) -> Sheet:
    """The sheet of a size, shared by all canvases of the process."""
    down = -(-height * across // width)  # rounded up, and the drawing stretched to it, as resvg does
    return Sheet(start, end, (across / width, down / height), (across, down), columns=-(-across // TILE))


class Canvas:
    """Turns drawings into pixels, one after another.

    Args:
        width: pixels across; None: each drawing's own size.
    """

    def __init__(self, width: int | None = None) -> None:
        self.width = width
        self._sheet: Sheet | None = None
        self._parts: list[Part] = []
        self._tiles: list[list[int]] = []
        self._image: Any = None

    def draw(self, svg: str) -> NDArray[np.uint8]:
        """A drawing as a fresh array of uint8 [height, width, 3] (red, green, blue).

        Raises:
            ImportError: the extra `render` is missing.
            ValueError: `svg` is not a drawing.
        """
        try:
            sheet, parts = self._taken_apart(svg)
        except NotInParts:
            self._sheet = None
            return rasterise(svg, self.width)
        if sheet is self._sheet:
            self._update(sheet, parts)
        else:
            image: Any = need("PIL.Image", "turning a drawing into pixels")
            self._image = image.fromarray(rasterise(svg, self.width))
            self._sheet, self._tiles = sheet, _by_tile(sheet, parts)
        self._parts = parts
        sheet.tidy(parts)
        return np.array(self._image, dtype=np.uint8)

    def _taken_apart(self, svg: str) -> tuple[Sheet, list[Part]]:
        """The sheet of a drawing's size, and its parts in order."""
        head, *lines = svg.rstrip("\n").split("\n")
        found = HEAD.fullmatch(head)
        if found is None or lines[-1:] != ["</svg>"]:
            raise NotInParts
        width, height = int(found[2]), int(found[3])
        sheet = _sheet(found[1], found[4], width, height, self.width or width)
        groups = _groups(lines[:-1])
        definitions = "\n".join(line for group in groups if group[0].startswith(DEFINES) for line in group)
        return sheet, [sheet.part(group, definitions) for group in groups if not group[0].startswith(DEFINES)]

    def _update(self, sheet: Sheet, parts: list[Part]) -> None:
        """Draw the tiles anew in which other parts lie than before."""
        tiles = _by_tile(sheet, parts)
        changed = {tile for tile, (new, old) in enumerate(zip(tiles, self._tiles, strict=True)) if new != old}
        image: Any = need("PIL.Image", "turning a drawing into pixels")
        for left, top, right, bottom in _rectangles(changed, sheet.columns):
            touched = {k for y in range(top, bottom) for x in range(left, right) for k in tiles[y * sheet.columns + x]}
            patch = image.new("RGB", ((right - left) * TILE, (bottom - top) * TILE))
            for part in parts:
                if id(part) in touched:
                    colours, cover, x, y = sheet.pixels(part)
                    patch.paste(colours, (x - left * TILE, y - top * TILE), cover)
            self._image.paste(patch, (left * TILE, top * TILE))
        self._tiles = tiles


def _groups(lines: list[str]) -> list[list[str]]:
    """The elements of a drawing in order; a group is one, unless all that it adds are notes (`data-…`)."""
    found: list[list[str]] = []
    open_tags: list[bool] = []
    inside: list[str] = []
    for line in lines:
        if line.startswith(("<g ", "<g>", DEFINES)):
            kept = bool(inside) or not line.startswith("<g") or _does_something(line)
            open_tags.append(kept)
            if kept:
                inside.append(line)
        elif line in ("</g>", "</clipPath>"):
            if not open_tags:
                raise NotInParts
            if open_tags.pop():
                inside.append(line)
                if not any(open_tags):
                    found.append(inside)
                    inside = []
        elif inside:
            inside.append(line)
        elif not line.startswith("<title>"):
            found.append([line])
    if open_tags:
        raise NotInParts
    return found


@lru_cache(maxsize=4096)
def _does_something(line: str) -> bool:
    return any(not name.startswith("data-") for name in attributes(line))


def _by_tile(sheet: Sheet, parts: list[Part]) -> list[list[int]]:
    """For every tile, which parts lie there, the lowest first."""
    tiles: list[list[int]] = [[] for _ in range(sheet.columns * -(-sheet.size[1] // TILE))]
    for part in parts:
        number = id(part)
        for tile in part.tiles:
            tiles[tile].append(number)
    return tiles


def _rectangles(tiles: set[int], columns: int) -> list[tuple[int, int, int, int]]:
    """Tiles as rectangles (left, top, right, bottom in tiles) that cover them and no other."""
    left_over, found = set(tiles), []
    for tile in sorted(tiles):
        if tile not in left_over:
            continue
        top, left = divmod(tile, columns)
        right = left + 1
        while right < columns and top * columns + right in left_over:
            right += 1
        bottom = top + 1
        while left_over.issuperset(range(bottom * columns + left, bottom * columns + right)):
            bottom += 1
        left_over.difference_update(y * columns + x for y in range(top, bottom) for x in range(left, right))
        found.append((left, top, right, bottom))
    return found
