"""The action table: a game's fixed `Discrete(n)`, as named ranges, with words both ways.

A game declares where its ranges begin in an `IntEnum` (kernels use its members as constants) and describes each once:

    ACTIONS = ActionTable(
        ActionRange("draw", Action.DRAW, 1, "Draw a card", lambda game, s, k: "Draw a card"),
        ActionRange("fly_to", Action.FLY_TO, 40, "Fly to the k-th field ahead", words_of_fly_to),
    )
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .words import plain

if TYPE_CHECKING:
    from .game import Game

Words = Callable[["Game", Any, int], str]
"""`(game, state record, k) -> words` of the k-th action of a range, as a player at the table would say them."""


@dataclass(frozen=True)
class ActionRange:
    """`size` consecutive actions from `start` on that mean the same with another `k`.

    `doc` explains the range on the docs page; `words(game, record, k)` says one action in a position.
    """

    name: str
    start: int
    size: int
    doc: str
    words: Words


class ActionTable:
    """All actions of a game, in order, without gaps.

    Raises:
        ValueError: the ranges overlap, leave a gap or repeat a name.
    """

    def __init__(self, *ranges: ActionRange) -> None:
        expected = 0
        for entry in ranges:
            if int(entry.start) != expected:
                raise ValueError(f"action range '{entry.name}' starts at {int(entry.start)}, expected {expected}")
            expected += entry.size
        if len({entry.name for entry in ranges}) != len(ranges):
            raise ValueError("two action ranges have the same name")
        self.ranges = ranges
        self.size = expected

    def range_of(self, action: int) -> ActionRange:
        """The range that an action index lies in (IndexError: there is no such action)."""
        for entry in self.ranges:
            if entry.start <= action < entry.start + entry.size:
                return entry
        raise IndexError(f"there is no action {action}; the actions are 0 to {self.size - 1}")

    def describe(self, game: Game, record: Any, action: int) -> str:
        """A player's words for an action in a position, such as `"Fly to inner 4"`."""
        entry = self.range_of(action)
        return entry.words(game, record, int(action) - int(entry.start))

    def parse(self, game: Game, record: Any, legal: Sequence[int], text: str) -> int:
        """The legal action that a player's words or an action number mean.

        The words of an action, a beginning of them, or some of its words (or beginnings of these) in any order. What
        fits better wins: all the words, then a beginning that ends with a whole word (`"Fly the F.II"` is no such
        beginning of `"Fly the F.III"`), then another beginning, then whole words, then beginnings of words. Capitals
        and accents do not matter: `"zurich"` finds Zürich.

        Raises:
            ValueError: no legal action, or more than one, is meant; the message lists near ones.
        """
        said = folded(text)
        if said.lstrip("-").isdigit():
            if int(said) in legal:
                return int(said)
            raise ValueError(f"{game.id}: action {said} is not legal now; legal: {', '.join(map(str, legal))}")
        words = {action: self.describe(game, record, action) for action in legal}
        found = meant(said, {action: folded(phrase) for action, phrase in words.items()})
        if len(found) == 1:
            return found[0]
        near = [words[action] for action in found[:5]]
        near = near or difflib.get_close_matches(text, words.values(), n=3, cutoff=0.3) or list(words.values())[:5]
        fault = "could mean several actions" if found else "is none of the legal actions"
        raise ValueError(f"{game.id}: '{text}' {fault}; try: {'; '.join(near)}")


def meant(said: str, phrases: Mapping[int, str]) -> list[int]:
    """The actions that words fit best, several if they fit equally well; all texts are folded."""
    parts = _parts(said)
    if not parts:
        return []
    of_action = {action: _parts(phrase) for action, phrase in phrases.items()}
    begun = [action for action, phrase in phrases.items() if phrase.startswith(said)]
    fits = (
        [action for action, phrase in phrases.items() if phrase == said],
        [action for action in begun if not phrases[action][len(said) :][:1].isalnum()],
        begun,
        [action for action, words in of_action.items() if all(part in words for part in parts)],
        [
            action
            for action, words in of_action.items()
            if all(any(word.startswith(part) for word in words) for part in parts)
        ],
    )
    return next((found for found in fits if found), [])


def folded(text: str) -> str:
    """Words as they are compared: without capitals, accents, and more than one space."""
    return " ".join(plain(text).casefold().split())


def _parts(folded: str) -> list[str]:
    return re.findall(r"[\w./+-]*\w", folded)
