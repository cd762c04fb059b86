"""What choices lead to as far as a seat can know, why one is not possible, and whether any of them matters."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ..envs._core.position import Position
    from ..envs._core.view import View

SAMPLES = 40
"""Futures that are looked at, where chance decides."""

COMMON = 6
"""So many of the things that may happen are named."""

NAMED = 4
"""So many of the choices that follow are named."""

SEARCHED = 400
"""Positions that are looked at to see whether a choice matters."""


def outlook(view: View, action: int) -> list[str]:
    """What an action leads to, in lines: what is known of it, what happens, the points, and what is decided next.

    Where chance or what others hide decides, futures that agree with what the seat knows are sampled.

    Args:
        view: what the seat to decide knows.
        action: one of its legal actions.
    """
    prospect = view.prospect(action)
    lines = [f"  {prospect}"] if prospect else []
    told: Counter[str] = Counter()
    futures = []
    for seed in range(SAMPLES):
        after = view.sample(seed)
        told.update(set(_played(after, action)))
        futures.append(after)
    always = [line for line, count in told.items() if count == SAMPLES]
    lines += [f"  then: {line}" for line in always]
    for line, count in [(line, n) for line, n in told.most_common() if n < SAMPLES][:COMMON]:
        lines.append(f"  about {100 * count / SAMPLES:.0f} %: {line}")
    return [*lines, *_points(view, futures), *_next(view, futures)]


def _played(state: Position, action: int) -> list[str]:
    """Play an action and all that is forced after it; the news."""
    news: list[str] = []
    while True:
        before = state.copy()
        state.apply(action)
        news += state.news(before, action)
        if state.done or len(legal := state.legal()) > 1:
            return news
        (action,) = legal


def _points(view: View, futures: list[Position]) -> list[str]:
    """How the points of the seat change."""
    now = view.sample(0).scores()[view.seat]
    then = sorted({after.scores()[view.seat] for after in futures})
    if then == [now]:
        return []
    return [f"  points now {now}, then {then[0]}" + (f" to {then[-1]}" if len(then) > 1 else "")]


def _next(view: View, futures: list[Position]) -> list[str]:
    """Who decides next about what, if that is certain."""
    if any(after.done for after in futures):
        return ["  the game is over" if all(after.done for after in futures) else "  the game may be over"]
    seats = {after.seat for after in futures}
    if seats != {view.seat}:
        return [f"  next to decide: {' or '.join(f'seat {seat}' for seat in sorted(seats))}"]
    found = {tuple(after.describe(action) for action in after.legal()) for after in futures}
    if len(found) > 1:
        return ["  you decide again"]
    (words,) = found
    more = f", … ({len(words)} in all)" if len(words) > NAMED else ""
    return [f"  you decide next: {', '.join(words[:NAMED])}{more}"]


def why_not(view: View, answer: str) -> str:
    """Why the actions that a number or words mean are not possible, a line each; empty: one is, or none or many are."""
    actions = _named(view, answer)
    if not 0 < len(actions) <= NAMED or set(actions) & set(view.legal()):
        return ""
    lines = []
    for action in actions:
        reason = view.why_not(action)
        name = f"{action} {_words(view, action)}".strip()
        lines.append(f"'{name}' is not possible now{f': {reason}' if reason else ''}.")
    return "\n".join(lines)


def _named(view: View, answer: str) -> list[int]:
    """The actions of the game, possible or not, that a number or words mean."""
    from ..envs._core.actions import folded, meant

    if answer.isdigit():
        return [int(answer)] if int(answer) < view.game.num_actions else []
    return meant(folded(answer), {action: folded(_words(view, action)) for action in range(view.game.num_actions)})


def _words(view: View, action: int) -> str:
    """The words of an action; empty if it has none in this position."""
    try:
        return view.describe(action)
    except Exception:  # words of what is impossible here may not exist
        return ""


def makes_no_difference(position: Position) -> bool:
    """Whether whatever the seat to decide chooses until another seat decides, the same position comes of it.

    So it is where a payment takes all that a seat has, card by card. A choice after which chance has its say before
    that is known counts as one that matters, and so does one that would take too long to look through.
    """
    seat, chance, end, met = position.seat, int(position.record.chance), None, set()
    waiting = [position]
    while waiting:
        state = waiting.pop()
        if state.done or state.seat != seat:
            here = _apart_from_count(state)
            if int(state.record.chance) != chance or (end is not None and here != end):
                return False
            end = here
            continue
        for action in state.legal():
            after = state.copy()
            after.apply(action)
            here = _apart_from_count(after)
            if here not in met:
                met.add(here)
                waiting.append(after)
        if len(met) > SEARCHED:
            return False
    return end is not None


def _apart_from_count(position: Position) -> bytes:
    """A position as bytes, without the number of decisions."""
    array = np.array(position.array)
    array["num_decisions"] = 0
    return array.tobytes()
