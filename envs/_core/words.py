"""Text that came from outside, made safe to show: on a terminal, in a picture, in a page."""

from __future__ import annotations

import unicodedata

HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories that nobody sees but a terminal or a browser obeys, or that no file of text may hold: control
characters, marks of direction and of width zero, lone surrogates, private and unassigned ones, ends of lines."""

REPLACEMENT = "\ufffd"

PLAIN = {
    "·": ".",
    "×": "x",
    "÷": "/",
    "‖": "#",
    "│": "|",
    "▏": "|",
    "█": "#",
    "←": "<-",
    "→": "->",
    "−": "-",
    "–": "-",
    "—": "-",
    "…": "...",
    "£": "GBP ",
    "€": "EUR ",
    "°": " deg",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "≥": ">=",
    "≤": "<=",
    "±": "+-",
    "∞": "inf",
    "★": "*",
    "✓": "ok",
    "ß": "ss",
    "æ": "ae",
    "Æ": "AE",
    "ø": "o",
    "Ø": "O",
    "œ": "oe",
    "Œ": "OE",
    "ł": "l",
    "Ł": "L",
    REPLACEMENT: "?",
}
"""Letters and signs as ASCII, where taking accents away does not do it."""


def plain(text: str) -> str:
    """Text in ASCII that says the same: `"Zürich: £−2"` is `"Zurich: GBP -2"`; what has no such form is escaped."""
    return text if text.isascii() else "".join(letter if letter.isascii() else _plain(letter) for letter in text)


def _plain(letter: str) -> str:
    if letter in PLAIN:
        return PLAIN[letter]
    base = "".join(part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part))
    if base and base.isascii():
        return base
    return letter.encode("ascii", "backslashreplace").decode()


def printable(text: str) -> str:
    """The text with a `�` for each character that is not to be shown, such as ESC, a line break or a lone surrogate."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(REPLACEMENT if unicodedata.category(letter) in HIDDEN else letter for letter in text)


def percent(chance: float) -> str:
    """Such as `"74 %"`; what is possible is never 0 %, what may fail never 100 %."""
    whole = round(100 * chance)
    if 0 < chance < 1:
        whole = min(max(whole, 1), 99)
    return f"{whole} %"


def fault_of(text: str) -> str:
    """What is wrong with a name that is to be shown, such as `"has the character U+001B"`; empty if nothing."""
    for letter in text:
        if unicodedata.category(letter) in HIDDEN:
            return f"has the character U+{ord(letter):04X}, which cannot be shown"
    return ""


def short(value: object, most: int = 80) -> str:
    """A value as Python writes it, for messages: one line, cut off where it is long."""
    try:
        text = repr(value)
    except ValueError:  # Python refuses to write whole numbers of thousands of digits
        return "a number of thousands of digits"
    return printable(text if len(text) <= most else text[: most - 1] + "…")
