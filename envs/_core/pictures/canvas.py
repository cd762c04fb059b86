"""Pictures of one game after another as pixels, drawing anew only what has changed since the last one.

Most of a picture is the same after a decision, and most of what changes has been seen before. So every element is
turned into pixels once, at the first picture that needs it, and kept. A new picture is compared with the last one in
small tiles; where other elements lie, the tile is put together from the pixels of its elements.

Drawings that `svg.Svg` has not made, with elements that depend on each other, are turned into pixels as a whole.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .extents import ELEMENT, attributes, extent
from .render import DEFAULT_WIDTH, checked_width, need, png, rasterise

TILE = 32
"""Pixels across a tile."""

ROOM = 24_000_000
"""Pixels of kept elements at one size; beyond it, those that the last picture did not need are dropped."""

HIGHEST = 4096
"""Pixels down of a picture on which parts are drawn side by side."""

HEAD = re.compile(r'(<svg [^<>]*?) width="(\d+)" height="(\d+)" viewBox="0 0 \2 \3"([^<>]*)>')


DEFINES = "<clipPath "
"""How the definition of something begins that elements refer to."""


class NotInPartsError(Exception):
    """A drawing that cannot be taken apart; it is drawn as a whole."""


@dataclass(eq=False)
class Part:
    """One element of a drawing, or one group.

    Attributes:
        svg: its lines.
        tiles: the tiles that it may touch.
        box: left, top, right and bottom in pixels, within the picture.
        whole: whether all of it lies in the box; if not, it would reach into its neighbours.
        pixels: colours, coverage (None: everywhere) and place of the upper left corner; None until it is needed.
    """

    svg: str
    tiles: list[int]
    box: tuple[int, int, int, int]
    whole: bool
    pixels: tuple[Any, Any, int, int] | None = None


@dataclass
class Sheet:
    """What is kept of the drawings of one size: their elements, by their text.

    Attributes:
        start, end: the text of the root element before and after its size.
        scale: pixels a unit of the drawing, across and down.
        size: width and height in pixels.
        columns: tiles in a row.
        parts: the elements by their text; `drawn` is how many pixels of them are kept.
    """

    start: str
    end: str
    scale: tuple[float, float]
    size: tuple[int, int]
    columns: int
    parts: dict[str, Part] = field(default_factory=dict)
    drawn: int = 0

    def parts_of(self, groups: list[list[str]]) -> list[Part]:
        """The parts of a drawing in order, no two the same (NotInPartsError: elements depend on each other)."""
        definitions = "\n".join(line for group in groups if group[0].startswith(DEFINES) for line in group)
        found: dict[Part, None] = {}
        for group in groups:
            if group[0].startswith(DEFINES):
                continue
            text = group[0] if len(group) == 1 else "\n".join(group)
            if "url(#" in text:
                text = f"{definitions}\n{text}"
            part = self.parts.get(text) or self._new_part(group, text)
            while part in found:  # what is drawn twice is two parts
                text += "<!-- again -->"
                part = self.parts.get(text) or self._new_part(group, text)
            found[part] = None
        return list(found)

    def _new_part(self, lines: list[str], text: str) -> Part:
        if " style=" in text or (len(lines) == 1 and ELEMENT.fullmatch(lines[0]) is None):
            raise NotInPartsError
        box, (width, height), (across, down) = extent(lines), self.size, self.scale
        left, top, right, bottom, whole = 0, 0, width, height, False
        if box is not None:
            # A pixel more on each side: what is smoothed at an edge reaches into the next one.
            left, top = math.floor(box[0] * across) - 1, math.floor(box[1] * down) - 1
            right, bottom = math.ceil(box[2] * across) + 1, math.ceil(box[3] * down) + 1
            whole = left >= 0 and top >= 0 and right <= width and bottom <= height
            left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
        rows = range(top // TILE, -(-bottom // TILE))
        columns = range(left // TILE, -(-right // TILE))
        tiles = [row * self.columns + column for row in rows for column in columns]
        part = self.parts[text] = Part(text, tiles, (left, top, right, bottom), whole)
        return part

    def draw(self, parts: Iterable[Part]) -> None:
        """Turn parts into pixels, each alone, on nothing; many at once, because calls of the renderer are slow."""
        image: Any = need("PIL.Image", "turning a drawing into pixels")
        for places, (width, height) in _side_by_side([part for part in parts if part.pixels is None], self.size[0]):
            across, down = self.scale
            lines = [f'{self.start} width="{width}" height="{height}" viewBox="0 0 {width} {height}"{self.end}>']
            for part, x, y in places:
                move = f"matrix({across!r} 0 0 {down!r} {x - part.box[0]} {y - part.box[1]})"
                lines += [f'<g transform="{move}">', part.svg, "</g>"]
            with image.open(io.BytesIO(png("\n".join([*lines, "</svg>"])))) as opened:
                drawn = opened.convert("RGBA")
            for part, x, y in places:
                left, top, right, bottom = part.box
                part.pixels = _trimmed(drawn.crop((x, y, x + right - left, y + bottom - top)), left, top)
                self.drawn += part.pixels[0].width * part.pixels[0].height

    def tidy(self, needed: list[Part]) -> None:
        """Drop what the last picture did not need, if too much is kept."""
        if self.drawn > ROOM:
            self.parts = {part.svg: part for part in needed}
            self.drawn = sum(part.pixels[0].width * part.pixels[0].height for part in needed if part.pixels)


def _trimmed(drawn: Any, left: int, top: int) -> tuple[Any, Any, int, int]:
    """The pixels of a part without the empty ones around it."""
    touched = drawn.getbbox() or (0, 0, 1, 1)
    drawn = drawn.crop(touched)
    cover = drawn.getchannel("A")
    solid = cover.getextrema()[0] == 255
    return drawn.convert("RGB"), None if solid else cover, left + touched[0], top + touched[1]


def _side_by_side(parts: list[Part], width: int) -> Iterator[tuple[list[tuple[Part, int, int]], tuple[int, int]]]:
    """Parts laid out in rows on pictures of this width: each with its place, and the size of the picture."""
    places: list[tuple[Part, int, int]] = []
    x = y = row = 0
    for part in sorted(parts, key=lambda part: part.box[1] - part.box[3]):
        across, down = part.box[2] - part.box[0], part.box[3] - part.box[1]
        if not part.whole:
            yield [(part, 0, 0)], (across, down)
            continue
        if x + across > width:
            x, y, row = 0, y + row, 0
        if places and y + down > HIGHEST:
            yield places, (width, y + row)
            places, x, y, row = [], 0, 0, 0
        places.append((part, x, y))
        x, row = x + across, max(row, down)
    if places:
        yield places, (width, y + row)


@lru_cache(maxsize=4)
def _sheet(start: str, end: str, width: int, height: int, across: int) -> Sheet:
    """The sheet of a size, shared by all canvases of the process."""
    down = -(-height * across // width)  # rounded up, and the drawing stretched to it, as resvg does
    return Sheet(start, end, (across / width, down / height), (across, down), columns=-(-across // TILE))


class Canvas:
    """Turns drawings into pixels, one after another.

    Args:
        width: pixels across; None: each drawing's own width, or `DEFAULT_WIDTH` if it is wider.
    """

    def __init__(self, width: int | None = None) -> None:
        self.width = None if width is None else checked_width(width)
        self._sheet: Sheet | None = None
        self._tiles: list[list[Part]] = []
        self._image: Any = None

    def draw(self, svg: str) -> NDArray[np.uint8]:
        """A drawing as a fresh array of uint8 [height, width, 3] (red, green, blue).

        Raises:
            ImportError: the extra `render` is missing.
            ValueError: `svg` is not a drawing.
        """
        try:
            sheet, parts = self._taken_apart(svg)
        except NotInPartsError:
            self._sheet = None
            return rasterise(svg, self.width)
        if sheet is not self._sheet:
            image: Any = need("PIL.Image", "turning a drawing into pixels")
            self._sheet, self._image = sheet, image.new("RGB", sheet.size)
            self._tiles = [[] for _ in range(sheet.columns * -(-sheet.size[1] // TILE))]
        self._update(sheet, parts)
        sheet.tidy(parts)
        return np.array(self._image, dtype=np.uint8)

    def _taken_apart(self, svg: str) -> tuple[Sheet, list[Part]]:
        """The sheet of a drawing's size, and its parts in order."""
        head, *lines = svg.rstrip("\n").split("\n")
        found = HEAD.fullmatch(head)
        if found is None or lines[-1:] != ["</svg>"]:
            raise NotInPartsError
        width, height = int(found[2]), int(found[3])
        sheet = _sheet(found[1], found[4], width, height, self.width or min(width, DEFAULT_WIDTH))
        return sheet, sheet.parts_of(_groups(lines[:-1]))

    def _update(self, sheet: Sheet, parts: list[Part]) -> None:
        """Draw the tiles anew in which other parts lie than before."""
        tiles: list[list[Part]] = [[] for _ in self._tiles]
        for part in parts:
            for tile in part.tiles:
                tiles[tile].append(part)
        changed = {tile for tile, (new, old) in enumerate(zip(tiles, self._tiles, strict=True)) if new != old}
        sheet.draw({part for tile in changed for part in tiles[tile]})
        image: Any = need("PIL.Image", "turning a drawing into pixels")
        order = {part: place for place, part in enumerate(parts)}
        for left, top, right, bottom in _rectangles(changed, sheet.columns):
            inside = {
                part for y in range(top, bottom) for x in range(left, right) for part in tiles[y * sheet.columns + x]
            }
            patch = image.new("RGB", ((right - left) * TILE, (bottom - top) * TILE))
            for part in sorted(inside, key=order.__getitem__):
                if part.pixels is not None:
                    colours, cover, x, y = part.pixels
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
                raise NotInPartsError
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
        raise NotInPartsError
    return found


@lru_cache(maxsize=4096)
def _does_something(line: str) -> bool:
    return any(not name.startswith("data-") for name in attributes(line))


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
