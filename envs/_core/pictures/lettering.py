"""Lines of text that fit: how wide they are drawn, smaller letters, and breaking them into several."""

from __future__ import annotations

import re
from typing import Any

from .svg import Svg

NARROW, WIDE = "iljtfrI1.,:;'|!()[]/ ·-", "mwMW@"


def text_width(text: str, size: float, bold: bool = False) -> float:
    """About how wide a line of text is drawn, a little too wide rather than too narrow."""
    ems = sum(
        0.36 if letter in NARROW else 0.9 if letter in WIDE else 0.72 if letter.isupper() else 0.6 for letter in text
    )
    return ems * size * (1.05 if bold else 1.0)


def fit_text(
    picture: Svg, x: float, y: float, text: str, width: float, size: float, bold: bool = False, **attributes: Any
) -> None:
    """A line of text, smaller if it would be wider than `width`."""
    fits = min(size, size * width / max(text_width(text, size, bold), 1e-6))
    picture.text(x, y, text, size=fits, bold=bold, **attributes)


def wrapped(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """Text in lines of at most `width`, broken at spaces and at hyphens between words; a longer word stays whole."""
    lines = [""]
    for word in re.sub(r"-(?=\w{3})", "- ", text).split(" "):
        glue = "" if not lines[-1] or lines[-1].endswith("-") else " "
        if lines[-1] and text_width(lines[-1] + glue + word, size, bold) > width:
            lines.append(word)
        else:
            lines[-1] += glue + word
    return lines
