"""The list of all checks, and how one is run: what it is called, when it does not apply, and how a failure is told."""

from __future__ import annotations

import inspect
import reprlib
import sysconfig
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any

from . import batches, bots, faces, gate, golden, knowledge, memory, modes, play, replays, results
from .cases import Case

TOPICS: tuple[ModuleType, ...] = (play, memory, gate, knowledge, results, replays, bots, batches, faces, golden, modes)
"""The modules of checks, in the order in which they are best run: the simplest faults first."""


class ContractError(AssertionError):
    """A game does not keep what every game keeps; the message names the check, the case and what is wrong."""


@dataclass(frozen=True)
class Check:
    """One thing that every game keeps: a function `check_…` of a module of this package.

    Attributes:
        topic: the module, such as `"knowledge"`.
        name: such as `"secrets_of_others_cannot_be_seen"`; of several variants the one in brackets.
        function: takes a case, or the id of a game.
        of_game: it takes the id of a game.
        needs: further arguments that it takes, such as `"folder"`.
    """

    topic: str
    name: str
    function: Callable[..., None] = field(repr=False)
    of_game: bool
    needs: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Topic and name."""
        return f"{self.topic}.{self.name}"

    @property
    def separate(self) -> bool:
        """Whether it starts fresh interpreters, which takes minutes."""
        return self.topic == "modes"

    @property
    def doc(self) -> str:
        """What must hold, in a sentence."""
        text = inspect.getdoc(getattr(self.function, "func", self.function)) or ""
        return text.partition("\n\n")[0].replace("\n", " ")

    def __call__(self, subject: Case | str, **further: Any) -> None:
        """Check a case (or a game, by its id).

        Raises:
            AssertionError: it does not hold.
            NotApplicable: there is nothing to look at.
        """
        self.function(subject, **{name: value for name, value in further.items() if name in self.needs})


@cache
def checks() -> tuple[Check, ...]:
    """All checks."""
    return tuple(check for topic in TOPICS for check in _checks_of(topic))


def checks_of_cases() -> tuple[Check, ...]:
    """The checks of a game at a table that need nothing else and no fresh interpreter."""
    return tuple(check for check in checks() if not check.of_game and check.topic != "golden")


def checks_of_games() -> tuple[Check, ...]:
    """The checks of a game as a whole that need nothing else, those that start fresh interpreters included."""
    return tuple(check for check in checks() if check.of_game and check.topic != "golden")


def _checks_of(topic: ModuleType) -> Iterator[Check]:
    for name, function in vars(topic).items():
        if not name.startswith("check_") or function.__module__ != topic.__name__:
            continue
        subject, *further = inspect.signature(function).parameters
        place, plain = topic.__name__.rpartition(".")[2], name.removeprefix("check_")
        argument, values = getattr(function, "variants", ("", {}))
        needs = tuple(each for each in further if each != argument)
        if not values:
            yield Check(place, plain, function, subject == "game_id", needs)
        for word, value in values.items():
            bound = partial(function, **{argument: value})
            yield Check(place, f"{plain}[{word}]", bound, subject == "game_id", needs)


def _raised_at(error: Exception) -> str:
    """The last line of the game's own on the way to an error; empty if there is none."""
    tools = {Path(__file__).parent, Path(__file__).parents[1] / "_core", Path(sysconfig.get_path("stdlib"))}
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if frame.line and "site-packages" not in path.parts and not tools & {*path.parents}:
            return f"\n  raised at {path.name}:{frame.lineno}: {frame.line}"
    return ""


def told(check: Check, subject: Case | str, error: Exception) -> str:
    """What went wrong, for a person: check, case, and the message or the line that does not hold with its values."""
    case = subject if isinstance(subject, str) else subject.id
    head = f"{case}: {check.id} ({check.doc.removesuffix('.')})"
    kind = "" if isinstance(error, AssertionError) else f"{type(error).__name__}: "
    frames = [
        (frame, number)
        for frame, number in traceback.walk_tb(error.__traceback__)
        if Path(frame.f_code.co_filename).parent == Path(__file__).parent
    ]
    if not frames:
        return f"{head}: {kind}{error}"
    frame, number = frames[-1]
    line = traceback.extract_tb(error.__traceback__)[-1].line if kind == "" else None
    what = f"{error}{_raised_at(error) if kind else ''}" if str(error) else f"this does not hold: {line}"
    values = ", ".join(f"{name} = {reprlib.repr(value)}" for name, value in list(frame.f_locals.items())[:10])
    return f"{head}: {kind}{what}\n  at {Path(frame.f_code.co_filename).name}:{number} with {values}"
