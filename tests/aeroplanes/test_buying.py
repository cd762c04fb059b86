"""Buying aeroplane cards: prices, airport tiles, the display, Increased Production."""

from __future__ import annotations

import pytest

from mailwing.envs.aeroplanes.state import Phase
from mailwing.envs.aeroplanes.testing import position

rule = pytest.mark.rule


@rule("AE-3.1.1", "AE-R24")
def test_each_skipped_card_costs_one_more() -> None:
    table = position().money(A=30, B=30)
    assert table.choices("Buy ")[:7] == [
        "1 Airco DH.4A for £2",
        "2 Breguet 14T for £3",
        "3 Westland Limousine for £4",
        "4 Airco DH.16 for £5",
        "5 Sablatnig P.III for £6",
        "6 Junkers F 13 for £8",
        "7 Potez VII for £8",
    ]
    table.play("A", "Buy 6 Junkers F 13")
    assert table.cash("A") == 22
    assert table.choices("Buy ")[5] == "7 Potez VII for £7", "the card that was sold is not skipped"


@rule("AE-3.1.2")
def test_only_what_one_can_pay_for_is_for_sale() -> None:
    table = position().money(A=4, B=1)
    assert table.choices("Buy ") == ["1 Airco DH.4A for £2", "2 Breguet 14T for £3", "3 Westland Limousine for £4"]
    table.play("A", "Buy 3")
    assert table.cash("A") == 0
    assert table.decider == "B", "one card is the whole action"
    assert table.choices("Buy ") == []


@rule("AE-3.1.3", "AE-3.1.7")
@pytest.mark.parametrize(
    ("era", "card", "tiles", "supply"),
    [
        (1, "1 Airco", {"I": 1}, [7, 9, 9]),
        (1, "6 Junkers F 13", {"I": 2}, [6, 9, 9]),
        (2, "16 Dornier Komet", {"II": 1}, [8, 8, 9]),
        (2, "21 Fokker F.VIIb/3m", {"II long-distance": 2}, [8, 7, 9]),
        (3, "34 Junkers Ju 52/3m", {"III long-distance": 2}, [8, 9, 7]),
        (3, "36 Wibault 283", {"III": 2}, [8, 9, 7]),
    ],
)
def test_a_card_brings_the_airports_that_it_shows(
    era: int, card: str, tiles: dict[str, int], supply: list[int]
) -> None:
    table = position().era(era).money(A=30).play("A", f"Buy {card}")
    assert table.on_cards("A") == tiles
    assert table.supply("A") == supply


@rule("AE-3.1.4")
def test_the_next_card_of_the_deck_joins_the_display() -> None:
    table = position().money(A=30, B=30).play("A", "Buy 4")
    assert table.shown == [1, 2, 3, *range(5, 14)]
    table.play("B", "Buy 13")
    assert table.shown == [1, 2, 3, *range(5, 13), 14]


@rule("AE-R35")
def test_with_an_empty_deck_the_display_shrinks() -> None:
    table = position().era(3).display(40).money(A=30)
    assert table.shown == list(range(40, 47))
    table.play("A", "Buy 41")
    assert table.shown == [40, *range(42, 47)]


@rule("AE-3.1.5")
def test_a_seat_may_own_many_cards() -> None:
    table = position()
    for name in table.card_names[:15]:
        card = table.card_names.index(name) + 1
        table.turn("A").money(A=30).play("A", f"Buy {card} {name} for")
    assert (table.s.owner == 0).sum() == 15


@rule("AE-3.1.6")
@pytest.mark.parametrize(("left", "brought"), [(2, {"I": 2}), (1, {"I": 1}), (0, {})])
def test_a_card_brings_only_what_the_supply_has(left: int, brought: dict[str, int]) -> None:
    """With no tile left it is bought for its seats alone."""
    table = position().money(A=30)
    table.airports(
        "A", *["Paris", "Amsterdam", "Brussels", "Frankfurt", "Madrid", "Vienna", "Warsaw", "Budapest"][: 8 - left]
    )
    table.play("A", "Buy 6 Junkers F 13")
    assert table.on_cards("A") == brought
    assert table.supply("A")[0] == 0 or left == 2
    assert table.free_seats(6) == 2


@rule("AE-5.9", "AE-R44", "AE-5.12")
def test_increased_production_brings_one_more_tile_of_the_same_kind() -> None:
    table = position().era(2).money(A=30).advantages("A", "Increased Production", 2).play("A", "Buy 21 Fokker")
    assert table.phase == Phase.EXTRA
    assert table.choices() == ["Use Increased Production", "Keep Increased Production"]
    assert table.state.mask().sum() == 2
    table.play("A", "Use Increased Production")
    assert table.on_cards("A") == {"II long-distance": 3}
    assert table.supply("A") == [8, 6, 9]
    assert table.held("A") == {"Increased Production": 1}
    assert table.s.stock[table.advantage("Increased Production")] == 5
    assert table.decider == "B", "one is the most for a card"


@rule("AE-5.9")
def test_increased_production_may_be_kept() -> None:
    table = position().era(2).money(A=30).advantages("A", "Increased Production").play("A", "Buy 16", "Keep")
    assert table.on_cards("A") == {"II": 1}
    assert table.held("A") == {"Increased Production": 1}


@rule("AE-5.9", "AE-R7")
def test_nobody_is_asked_without_the_tile_or_without_supply() -> None:
    table = position().era(2).money(A=30, B=30).advantages("B", "Increased Production")
    table.tiles("B", *["II"] * 7).play("A", "Buy 16")
    assert table.decider == "B"
    table.play("B", "Buy 19 Junkers G 24")
    assert table.supply("B")[1] == 0
    assert table.decider == "C", "the two normal tiles took the last ones"


@rule("AE-5.9", "AE-R7")
def test_the_last_tile_of_the_supply_may_be_the_extra_one() -> None:
    """One of nine is left after the normal tile of the card."""
    table = position().era(2).money(A=30).advantages("A", "Increased Production").tiles("A", *["II"] * 7)
    table.play("A", "Buy 16 Dornier Komet")
    assert table.supply("A")[1] == 1
    table.play("A", "Use Increased Production")
    assert table.supply("A")[1] == 0
    assert table.on_cards("A") == {"II": 9}


@rule("AE-R12")
def test_a_card_of_a_later_colour_may_be_bought_as_soon_as_it_is_shown() -> None:
    """Its seats count in the era of the purchase."""
    table = position().display(5).money(A=30)
    assert table.shown[-1] == 16
    table.play("A", "Buy 16 Dornier Komet")
    assert table.on_cards("A") == {"II": 1}
    assert table.s.profit[0] == -2
    assert table.s.era == 1
