"""One call that checks a game against the whole contract."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .._core.bots import Bot
from .._core.game import GameSpec
from .._core.registry import register, spec_of
from .cases import Case, cases_of
from .checks import Check, ContractError, checks, told
from .tools import NotApplicable

log = logging.getLogger("mailwing.testing")


@dataclass(frozen=True)
class Checked:
    """One check of one case: `outcome` is `"passed"`, or why there was nothing to look at."""

    check: str
    case: str
    outcome: str
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether it was run to its end."""
        return self.outcome == "passed"


@dataclass
class Report:
    """What `check_game` has looked at.

    Attributes:
        game: id of the game.
        checked: every check of every case, in order.
    """

    game: str
    checked: list[Checked] = field(default_factory=list)

    @property
    def passed(self) -> int:
        """How many checks were run; none of them failed."""
        return sum(each.passed for each in self.checked)

    def __str__(self) -> str:
        cases = {each.case for each in self.checked} - {self.game}
        skipped = sorted({f"{each.check}: {each.outcome}" for each in self.checked if not each.passed})
        seconds = sum(each.seconds for each in self.checked)
        tables = "1 table" if len(cases) == 1 else f"{len(cases)} tables"
        head = f"{self.game}: {self.passed} checks passed at {tables} in {seconds:.0f} s"
        return "\n".join([head, *(f"  not looked at: {line}" for line in skipped)])


def check_game(
    game: str | GameSpec,
    *,
    players: int | Collection[int] | None = None,
    thorough: bool = False,
    only: Collection[str] | None = None,
    bots: Sequence[Bot] = (),
    golden: str | Path | None = None,
) -> Report:
    """Check that a game keeps all that faces, agents, trainers and the evaluation rely on.

    Args:
        game: id from `envs.games()`, or a declaration, which is registered if it is not known.
        players: these numbers of seats only; all that the game has when None.
        thorough: every combination of options at every table, and the checks that start fresh interpreters (compiled,
            interpreted and bounds-checked play are the same): minutes instead of seconds.
        only: these topics (such as `"knowledge"`) or checks (`"play.positions_are_sound"`) only.
        bots: bots to look at besides those that people can name.
        golden: the folder of the game's golden files; None: the game has none. `write_golden` makes them.

    Returns:
        What was looked at; progress goes to the logger `mailwing.testing`.

    Raises:
        ContractError: the first thing that does not hold; the message names the check, the case and what is wrong.
        ValueError: an unknown game, or numbers of players or checks that there are not.
        RuntimeError: Python runs with -O, which takes all assertions out.
    """
    if not __debug__:
        raise RuntimeError("Python runs with -O, which takes assertions out: nothing would be checked")
    spec = spec_of(game) if isinstance(game, str) else register(game)
    cases = _cases(spec, players, thorough)
    report = Report(spec.id)
    further = {"bots": tuple(bots), "folder": None if golden is None else Path(golden)}
    for check in _chosen(only, thorough, golden is not None):
        for subject in [spec.id] if check.of_game else cases:
            report.checked.append(_run(check, subject, further))
    return report


def _cases(spec: GameSpec, players: int | Collection[int] | None, thorough: bool) -> list[Case]:
    wanted = set(spec.seats) if players is None else {players} if isinstance(players, int) else set(players)
    if not wanted or not wanted <= set(spec.seats):
        raise ValueError(f"{spec.id}: players={players!r}, but the game has {', '.join(map(str, spec.seats))}")
    return [case for case in cases_of(spec.id) if case.players in wanted and (thorough or not case.slow)]


def _chosen(only: Collection[str] | None, thorough: bool, golden: bool) -> list[Check]:
    found = [check for check in checks() if golden or check.topic != "golden"]
    if only is None:
        return [check for check in found if thorough or not check.separate]
    known = {check.topic for check in checks()} | {check.id for check in checks()}
    if unknown := sorted({*only} - known):
        raise ValueError(f"there are no checks {', '.join(unknown)}; topics: {', '.join(sorted(known - _ids()))}")
    return [check for check in found if check.topic in only or check.id in only]


def _ids() -> set[str]:
    return {check.id for check in checks()}


def _run(check: Check, subject: Case | str, further: dict[str, object]) -> Checked:
    """Run one check and say how it went (ContractError: it does not hold)."""
    case, started = subject if isinstance(subject, str) else subject.id, time.perf_counter()
    outcome = "passed"
    try:
        check(subject, **further)
    except NotApplicable as reason:
        outcome = str(reason)
    except Exception as error:
        raise ContractError(told(check, subject, error)) from error
    done = Checked(check.id, case, outcome, time.perf_counter() - started)
    log.info("%s %s: %s (%.1f s)", done.case, done.check, done.outcome, done.seconds)
    return done
