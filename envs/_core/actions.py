"""The action table: a game's fixed `Discrete(n)`, as named ranges, with words both ways.

A game declares where its ranges begin in an `IntEnum` (kernels use its members as constants) and describes each once:

    ACTIONS = ActionTable(
        ActionRange("draw", Action.DRAW, 1, "Draw a card", lambda game, s, k: "Draw a card"),
        ActionRange("fly_to", Action.FLY_TO, 40, "Fly to the k-th field ahead", words_of_fly_to),
    )
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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
        """The legal action that a player's words, a unique beginning of them or an action number mean.

        Beginnings of whole words count before others: `"Fly the F.II"` is not the beginning of `"Fly the F.III"`.

        Raises:
            ValueError: no legal action, or more than one, is meant; the message lists near ones.
        """
        said = text.strip().casefold()
        if said.lstrip("-").isdigit():
            if int(said) in legal:
                return int(said)
            raise ValueError(f"{game.id}: action {said} is not legal now; legal: {', '.join(map(str, legal))}")
        words = {action: self.describe(game, record, action) for action in legal}
        exact = [action for action, phrase in words.items() if phrase.casefold() == said]
        begun = [action for action, phrase in words.items() if said and phrase.casefold().startswith(said)]
        whole = [action for action in begun if not words[action].casefold()[len(said) :][:1].isalnum()]
        found = exact or (whole if len(whole) == 1 else begun)
        if len(found) == 1:
            return found[0]
        near = difflib.get_close_matches(text, words.values(), n=3, cutoff=0.3) or list(words.values())[:5]
        fault = "could mean several actions" if found else "is none of the legal actions"
        raise ValueError(f"{game.id}: '{text}' {fault}; try: {'; '.join(near)}")
