"""Spare parts: drawing cards, the red card too many, and hands of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.chance import draw_counted
from ..._core.kernel import kernel
from ..limits import MAX_KINDS

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
def are_too_many(t: Tables, reds: int) -> bool:
    """Whether a hand of that many red cards loses them all (Rule ADP-2.3)."""
    return reds >= t.reds_that_break


@kernel(inline=True)
def cards_in_pile(s: State) -> int:
    """Number of cards in the draw pile."""
    cards = 0
    for kind in range(MAX_KINDS):
        cards += s.pile[kind]
    return cards


@kernel(inline=True)
def cards_discarded(s: State) -> int:
    """Number of cards in the discard pile."""
    cards = 0
    for kind in range(MAX_KINDS):
        cards += s.discard[kind]
    return cards


@kernel(inline=True)
def can_draw(s: State) -> bool:
    """Whether a card is left in either pile (Rule ADP-R8)."""
    return cards_in_pile(s) + cards_discarded(s) > 0


@kernel(inline=True)
def must_turn_over(s: State) -> bool:
    """Whether the next card is drawn from the discard pile, turned over (Rules ADP-2.4, ADP-R17)."""
    return cards_in_pile(s) == 0


@kernel(inline=True)
def turn_over_discard(s: State) -> int:
    """Make the discard pile the draw pile if that one is empty; the cards in the draw pile (Rules ADP-2.4, ADP-R17)."""
    if must_turn_over(s):
        for kind in range(MAX_KINDS):
            s.pile[kind] = s.discard[kind]
            s.discard[kind] = 0
    return cards_in_pile(s)


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
    if not are_too_many(t, reds_in_hand(t, s, s.seat)):
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
