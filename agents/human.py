"""A person at the terminal as an agent: the table is printed, actions are chosen by number or by words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..envs._core.view import View

PROMPT = "your choice (? help, q quit): "

HELP = """\
Type the number of an action, its words, or a beginning of its words that fits no other action.
  ?  this help      t  the table once more      q  quit (what has been played so far is kept)
"""

DETAILS = "  d  all that is known of the table and has no room in its picture\n"
NO_DETAILS = "The table shows all that is known."


class QuitGame(Exception):  # noqa: N818 - leaving a game is no error
    """The person at the terminal quits the game."""


class Human:
    """Asks a person for every decision.

    Args:
        ask: returns the answer to a prompt; `input` by default. EOFError counts as quitting.
        say: prints a text; `print` by default.
    """

    name = "human"

    def __init__(self, ask: Callable[[str], str] | None = None, say: Callable[[str], Any] | None = None) -> None:
        self._ask = ask if ask is not None else input
        self._say = say if say is not None else print

    def reset(self, seed: int) -> None:
        """Start a new game; the seed is not used."""

    def act(self, view: View) -> int:
        """Show the table and ask until the answer is a legal action.

        Raises:
            QuitGame: the person quits.
        """
        self._show(view)
        while True:
            try:
                answer = self._ask(PROMPT).strip()
            except EOFError:
                raise QuitGame from None
            if answer.casefold() in ("q", "quit"):
                raise QuitGame
            if answer.casefold() in ("?", "h", "help"):
                self._show_help(view)
            elif answer.casefold() == "t":
                self._show(view)
            elif answer.casefold() == "d":
                self._say(view.details() or NO_DETAILS)
            elif answer:
                chosen = self._understand(view, answer)
                if chosen is not None:
                    return chosen

    def _understand(self, view: View, answer: str) -> int | None:
        try:
            return view.parse(answer)
        except ValueError as error:
            self._say(str(error))
            return None

    def _show(self, view: View) -> None:
        self._say(f"\n{view.text()}")
        self._say(f"You are seat {view.seat}. You may:")
        for action in view.legal():
            self._say(f"  {action:>4}  {view.describe(action)}")

    def _show_help(self, view: View) -> None:
        table = view.game.spec.actions
        self._say(HELP + (DETAILS if view.details() else ""))
        for entry in table.ranges:
            here = [action for action in view.legal() if entry.start <= action < entry.start + entry.size]
            if here:
                words, more = view.describe(here[0]), " …" if len(here) > 1 else ""
                means = f"  ({entry.doc})" if entry.doc != words else ""
                self._say(f"  {_span(here):>9}  {words}{more}{means}")
        self._say(f"\n{signs}\n" if (signs := view.game.spec.signs) else "")


def _span(actions: list[int]) -> str:
    return str(actions[0]) if len(actions) == 1 else f"{actions[0]} … {actions[-1]}"
