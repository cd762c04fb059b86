"""Drawings as pixels: rasterised arrays and a window; both need the extra `render`."""

from __future__ import annotations

import importlib
import io
from importlib.resources import as_file, files
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import fonts

FONT_FAMILY = "Inter"

DEFAULT_WIDTH = 960
"""Pixels across of frames and films for which no width is named: all words can be read, and a film stays small."""

WIDTHS = (16, 4096)
"""The narrowest and the widest picture; far beyond it, the memory of any machine ends."""


def checked_width(width: int, what: str = "width") -> int:
    """The width, if it is one of a picture (ValueError: it is not; `what` names the setting)."""
    low, high = WIDTHS
    if isinstance(width, bool) or not isinstance(width, (int, np.integer)) or not low <= width <= high:
        raise ValueError(f"{what}={width!r} must be a whole number of pixels from {low} to {high}")
    return int(width)


def need(module: str, purpose: str) -> ModuleType:
    """Import a module of the extra `render`.

    Raises:
        ImportError: it is not installed; the message says what needs it and how to install it.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(
            f"{purpose} needs the extra 'render' (the module '{module}' is missing): pip install 'mailwing[render]'",
            name=module,
        ) from error


def png(svg: str, width: int | None = None) -> bytes:
    """A drawing as a PNG file.

    Args:
        svg: the SVG document.
        width: pixels across, the height follows; None keeps the drawing's own size.

    Raises:
        ImportError: the extra `render` is missing.
        ValueError: `svg` is not a drawing, or the width is out of range.
    """
    width = None if width is None else checked_width(width)
    resvg: Any = need("resvg_py", "turning a drawing into pixels")
    # Only the bundled font is loaded: system fonts would make the same position look different on other machines.
    with as_file(files(fonts) / "Inter.ttf") as font:
        try:
            drawn = resvg.svg_to_bytes(
                svg_string=svg,
                width=width,
                skip_system_fonts=True,
                font_files=[str(font)],
                font_family=FONT_FAMILY,
                sans_serif_family=FONT_FAMILY,
                serif_family=FONT_FAMILY,
                monospace_family=FONT_FAMILY,
            )
        except ValueError as error:
            raise ValueError(f"this is not an SVG drawing that can be shown: {error}") from error
    return bytes(drawn)


def rasterise(svg: str, width: int | None = None) -> NDArray[np.uint8]:
    """A drawing as an array of uint8 [height, width, 3] (red, green, blue); arguments and errors as for `png`."""
    image: Any = need("PIL.Image", "turning a drawing into pixels")
    with image.open(io.BytesIO(png(svg, width))) as opened:
        return np.array(opened.convert("RGB"), dtype=np.uint8)


class Window:
    """A window that shows one picture at a time (the render mode `human`).

    Args:
        title: text of its title bar.

    Raises:
        ImportError: the extra `render` is missing.
    """

    def __init__(self, title: str) -> None:
        self._pygame: Any = need("pygame", "showing a window")
        self._title = title
        self._screen: Any = None

    def show(self, pixels: NDArray[np.uint8]) -> None:
        """Show a picture, uint8 [height, width, 3], opening the window at the first call; returns at once.

        A window that the player has closed stays closed.
        """
        pygame = self._pygame
        height, width, _ = pixels.shape
        if self._screen is None:
            pygame.display.init()
            pygame.display.set_caption(self._title)
            self._screen = pygame.display.set_mode((width, height))
        if self.closed or any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()
            return
        self._screen.blit(pygame.surfarray.make_surface(pixels.swapaxes(0, 1)), (0, 0))
        pygame.display.flip()

    @property
    def closed(self) -> bool:
        """Whether the window was opened and has been closed since."""
        return self._screen is not None and not self._pygame.display.get_init()

    def close(self) -> None:
        """Close the window (does nothing when it is not open)."""
        if self._screen is not None and self._pygame.display.get_init():
            self._pygame.display.quit()
