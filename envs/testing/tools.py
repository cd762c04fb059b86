"""What the checks share: refusals, numbers that are nearly equal, silence, and checks that do not apply."""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import io
import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import numpy as np

from .._core.record import Record

Fn = TypeVar("Fn", bound=Callable[..., Any])


class NotApplicable(Exception):  # noqa: N818 - no fault of the game
    """A check has nothing to look at in this game, or needs something that is not installed; the message says why."""


@contextlib.contextmanager
def refused(kind: type[Exception] | tuple[type[Exception], ...], pattern: str = "") -> Iterator[None]:
    """The body must raise an error of this kind whose message has the pattern in it (AssertionError otherwise)."""
    names = " or ".join(each.__name__ for each in (kind if isinstance(kind, tuple) else (kind,)))
    try:
        yield
    except kind as error:
        if not re.search(pattern, str(error)):
            raise AssertionError(f"the message should have {pattern!r} in it, but is: {error}") from error
    else:
        expected = f" with {pattern!r} in its message" if pattern else ""
        raise AssertionError(f"{names} should have been raised{expected}")


def close(values: Any, expected: Any) -> bool:
    """Whether numbers are as many as expected, and equal but for rounding."""
    return np.shape(values) == np.shape(expected) and bool(np.allclose(values, expected, rtol=1e-6, atol=1e-12))


def differing(kind: type[Record], one: Any, other: Any) -> str:
    """The paths of the fields in which two records differ, for messages."""
    paths = [leaf.path for leaf in kind.leaves()]
    return ", ".join(path for path in paths if not np.array_equal(kind.read(one, path), kind.read(other, path)))


def quiet(check: Fn) -> Fn:
    """Checkers of libraries print that all is well, and warn of matters of taste: not for our readers."""

    @functools.wraps(check)
    def silent(*arguments: Any, **settings: Any) -> Any:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            return check(*arguments, **settings)

    return silent  # type: ignore[return-value]


def needs(module: str, extra: str) -> None:
    """Go on only where an optional module is installed (NotApplicable: it is not)."""
    if importlib.util.find_spec(module) is None:
        raise NotApplicable(f"the extra `{extra}` is not installed")


def for_each(name: str, values: dict[str, Any]) -> Callable[[Fn], Fn]:
    """The check is one check for each of these values of its argument `name`; the keys say which in its id."""

    def marked(check: Fn) -> Fn:
        check.variants = (name, values)  # type: ignore[attr-defined]
        return check

    return marked
