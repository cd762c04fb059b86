"""A person at the terminal as an agent: the table is printed, actions are chosen by number or by words."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .outlook import outlook, why_not

if TYPE_CHECKING:
    from ..envs._core.view import View

COLUMNS = 80
"""What a terminal shows in a line."""

PROMPT = "your choice (? help, q quit): "

HELP = """\
Type the number of an action, which is always the same, or its words: all, the
first ones, or some in any order.
  ?             this help
  ? 12          what action 12 leads to, or why it is not possible; or ? WORDS
  t             the table once more, and what may be chosen
"""

DETAILS = "  d             all that has no room in the table; or one section of it:"
NO_DETAILS = "The table shows all that is known."
QUIT = "  q, quit       quit (what has been played so far is kept)"

MANY = 10
"""More choices than these stand in columns."""


class QuitGame(Exception):  # noqa: N818 - leaving a game is no error
    """The person at the terminal quits the game."""


@dataclass(frozen=True)
class Command:
    """What a person may ask for beside choosing an action.

    Args:
        means: what it does, for the help.
        run: does it with what was typed behind the word, and returns what to print. What it raises leaves `Human.act`.
        takes: what may be typed behind it, empty: nothing.
    """

    means: str
    run: Callable[[str], str]
    takes: str = ""


class Human:
    """Asks a person for every decision.

    The table is printed whole at the first decision of a turn. Afterwards only its lines that have changed are, until
    `look_again` is called or the seat changes.

    Args:
        ask: returns the answer to a prompt; `input` by default. EOFError counts as quitting.
        say: prints a text; `print` by default.
        commands: what else may be typed, by word.
    """

    name = "human"

    def __init__(
        self,
        ask: Callable[[str], str] | None = None,
        say: Callable[[str], Any] | None = None,
        commands: Mapping[str, Command] | None = None,
    ) -> None:
        self._ask = ask if ask is not None else input
        self._say = say if say is not None else print
        self._commands = {} if commands is None else dict(commands)
        self._seat: int | None = None
        self._shown: list[str] = []

    def reset(self, seed: int) -> None:
        """Start a new game; the seed is not used."""
        self.look_again()

    def look_again(self) -> None:
        """Print the whole table at the next decision, since others have played."""
        self._seat = None

    def act(self, view: View) -> int:
        """Show the table and ask until the answer is a legal action.

        Raises:
            QuitGame: the person quits.
        """
        self._show(view, whole=view.seat != self._seat)
        while True:
            try:
                answer = self._ask(PROMPT).strip()
            except EOFError:
                raise QuitGame from None
            if answer.casefold() in ("q", "quit"):
                raise QuitGame
            chosen = self._heed(view, answer) if answer else None
            if chosen is not None:
                return chosen

    def _heed(self, view: View, answer: str) -> int | None:
        """The action that an answer chooses, None if it asked for something else."""
        word, _, rest = answer.partition(" ")
        word, rest = word.casefold(), rest.strip()
        if answer[0] == "?" and answer != "?":
            self._say(self._explained(view, answer[1:].strip()))
        elif answer.casefold() in ("?", "h", "help"):
            self._say(self._help(view))
        elif answer.casefold() == "t":
            self._show(view, whole=True)
        elif word in ("d", "details") and (not rest or section(view, rest)):
            self._say(section(view, rest) if rest else view.details() or NO_DETAILS)
        elif word in self._commands and (not rest or self._commands[word].takes):
            self._say(self._commands[word].run(rest))
        else:
            return self._understand(view, answer)
        return None

    def _understand(self, view: View, answer: str) -> int | None:
        try:
            return view.parse(answer)
        except ValueError as error:
            self._say("\n".join(filter(None, [str(error), why_not(view, answer)])))
            return None

    def _explained(self, view: View, answer: str) -> str:
        """What an action leads to, or why it cannot be chosen."""
        try:
            action = view.parse(answer)
        except ValueError as error:
            return why_not(view, answer) or str(error)
        entry = view.game.spec.actions.range_of(action)
        return "\n".join([f"{action}  {view.describe(action)}  ({entry.doc})", *outlook(view, action)])

    def _show(self, view: View, whole: bool) -> None:
        """The table, whole or what has changed of it, and what may be chosen."""
        text = view.text()
        lines = [line for line in text.splitlines() if line.strip()]
        new = [line for line in lines if line not in self._shown]
        if whole or 2 * len(new) > len(lines):
            self._say(f"\n{text}")
        elif new:
            self._say("\n" + "\n".join(new))
        self._seat, self._shown = view.seat, lines
        name = view.seat_name()
        self._say(f"You are seat {view.seat}{f', {name}' if name else ''}. You may:")
        for line in choices(view):
            self._say(line)

    def _help(self, view: View) -> str:
        """The keys, what the choices mean, and the signs of the table."""
        lines = [HELP.rstrip("\n")]
        if view.details():
            lines += [DETAILS, *(f"  d {head.casefold()}" for head in heads(view.details()))]
        for command in dict.fromkeys(self._commands.values()):
            keys = ", ".join(word for word, other in self._commands.items() if other is command)
            lines.append(f"  {f'{keys} {command.takes}'.strip():<13} {command.means}")
        lines.append(QUIT)
        for entry in view.game.spec.actions.ranges:
            here = [action for action in view.legal() if entry.start <= action < entry.start + entry.size]
            if here:
                words, more = view.describe(here[0]), " …" if len(here) > 1 else ""
                means = f"  ({entry.doc})" if entry.doc != words else ""
                row = f"  {_span(here):>11}  {words}{more}{means}"
                lines += textwrap.wrap(row, COLUMNS, subsequent_indent=" " * 17, break_on_hyphens=False)
        return "\n".join([*lines, f"\n{view.game.spec.signs}" if view.game.spec.signs else ""])


def choices(view: View) -> list[str]:
    """What may be chosen, in lines of at most 80 columns: number, words, and what it leads to; many in columns."""
    said = {}
    for action in view.legal():
        prospect = view.prospect(action)
        said[action] = view.describe(action) + (f": {prospect}" if prospect else "")
    rows = [f"{action:>3} {words}" for action, words in said.items()]
    for columns in (3, 2) if len(rows) > MANY else ():
        high = -(-len(rows) // columns)
        wide = [max(map(len, rows[k : k + high])) for k in range(0, len(rows), high)]
        if sum(wide) + 2 * (len(wide) - 1) <= COLUMNS:
            lines = [zip(rows[k::high], wide, strict=False) for k in range(high)]
            return ["  ".join(f"{row:<{room}}" for row, room in line).rstrip() for line in lines]
    return [line for action, words in said.items() for line in _filled(f"  {action:>4}  {words}")]


def _filled(row: str) -> list[str]:
    if len(row) <= COLUMNS:
        return [row]
    return textwrap.wrap(row, COLUMNS, subsequent_indent=" " * 10, break_on_hyphens=False, drop_whitespace=False)


def heads(details: str) -> list[str]:
    """The heads of the sections of details: what stands before the colon of lines that are not moved to the right."""
    lines = [line for line in details.splitlines() if line and not line.startswith(" ")]
    return [line.partition(":")[0].partition(" (")[0] for line in lines if ":" in line]


def section(view: View, words: str) -> str:
    """The sections of the details whose head has the words in it, empty if there is none."""
    found: list[str] = []
    inside = False
    for line in view.details().splitlines():
        if line and not line.startswith(" "):
            inside = words.casefold() in line.partition(":")[0].casefold()
        found += [line] if inside else []
    return "\n".join(found)


def _span(actions: list[int]) -> str:
    return str(actions[0]) if len(actions) == 1 else f"{actions[0]} … {actions[-1]}"
