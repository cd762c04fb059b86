"""Spare parts: drawing cards, the red card too many, and hands of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.chance import draw_counted
from ..._core.kernel import kernel
from ..actions import MAX_KINDS

if TYPE_CHECKING:
    from ..state import State
    from ..tables import Tables


@kernel(inline=True)
def points_in_hand(t: Tables, s: State, seat: int) -> int:
    """Spare parts that a seat has, in points."""
    points = 0
    for kind in range(MAX_KINDS):
        points += s.hand[seat, kind] * t.value[kind]
    return points


@kernel(inline=True)
def cards_in_hand(s: State, seat: int) -> int:
    """Number of cards of a seat."""
    return s.hand[seat, 0] + s.hand[seat, 1] + s.hand[seat, 2]


@kernel(inline=True)
def reds_in_hand(t: Tables, s: State, seat: int) -> int:
    """Red cards of a seat, those of earlier turns included (Rule ADP-2.3)."""
    reds = 0
    for kind in range(MAX_KINDS):
        reds += s.hand[seat, kind] * t.red[kind]
    return reds


@kernel(inline=True)
def can_draw(s: State) -> bool:
    """Whether a card is left in either pile (Rule ADP-R8)."""
    left = 0
    for kind in range(MAX_KINDS):
        left += s.pile[kind] + s.discard[kind]
    return left > 0


@kernel(inline=True)
def turn_over_discard(s: State) -> int:
    """Make the discard pile the draw pile if that one is empty; the cards in the draw pile (Rules ADP-2.4, ADP-R17)."""
    left = 0
    for kind in range(MAX_KINDS):
        left += s.pile[kind]
    if left > 0:
        return left
    for kind in range(MAX_KINDS):
        s.pile[kind] = s.discard[kind]
        s.discard[kind] = 0
        left += s.pile[kind]
    return left


@kernel(inline=True)
def draw_card(t: Tables, s: State) -> bool:
    """Lay the top card of the draw pile open before oneself; True if that ends the turn (Rule ADP-2.2)."""
    kind = draw_counted(s, s.pile, turn_over_discard(s))
    s.hand[s.seat, kind] += 1
    s.drawn += 1
    return t.red[kind] != 0 and one_red_too_many(t, s)


@kernel
def one_red_too_many(t: Tables, s: State) -> bool:
    """The third red card loses all three and ends the turn; other cards stay (Rules ADP-2.3, ADP-R8)."""
    if reds_in_hand(t, s, s.seat) < t.reds_that_break:
        return False
    for kind in range(MAX_KINDS):
        if t.red[kind] != 0:
            discard_cards(s, s.seat, kind, s.hand[s.seat, kind])
    return True


@kernel(inline=True)
def discard_cards(s: State, seat: int, kind: int, count: int) -> None:
    """Put cards of a seat on the discard pile."""
    s.hand[seat, kind] -= count
    s.discard[kind] += count


@kernel
def discard_hand(s: State, seat: int) -> None:
    """Put all cards of a seat on the discard pile."""
    for kind in range(MAX_KINDS):
        discard_cards(s, seat, kind, s.hand[seat, kind])
