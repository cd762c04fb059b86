"""What the end of an era scores: majorities in the three markets, and profit."""

from __future__ import annotations

import pytest

from mailwing.envs.aeroplanes.testing import Table, position

rule = pytest.mark.rule
AFRICA = ("Cairo", "Casablanca", "Ethiopia", "Kenya", "Dakar")
ASIA = ("Persia", "India", "Burma", "Middle East", "Java")
EUROPE = ("Vienna", "Warsaw", "Budapest", "Athens", "Madrid", "Frankfurt", "Brussels", "Copenhagen", "Stockholm")


def end_of_era(table: Table) -> list[int]:
    """The era ends; what the tokens on the victory point track have moved."""
    before = table.s.points.copy()
    table.subsidies(0).play(table.decider, "Take the token")
    return (table.s.points - before)[: table.game.players].tolist()


def europe(*counts: int) -> Table:
    """Seats with so many airports in Europe besides their homes; A and B share cities, C and D others."""
    table = position(len(counts))
    for letter, count, first in zip("ABCD", counts, (0, 0, 5, 5), strict=False):
        table.airports(letter, *EUROPE[first : first + count])
    return table


@rule("AE-7.1", "AE-R26")
@pytest.mark.parametrize(("era", "points"), [(1, [4, 2, 1, 0]), (2, [4, 2, 1, 0]), (3, [5, 3, 1, 0])])
def test_most_airports_in_europe(era: int, points: list[int]) -> None:
    """Homes count too. Four seats with 5, 4, 3 and 1 airports."""
    table = position(4).era(era).airports("A", "Vienna", "Warsaw", "Athens", "Madrid")
    table.airports("B", "Vienna", "Warsaw", "Budapest").airports("C", "Athens", "Madrid")
    assert end_of_era(table) == points


@rule("AE-7.1", "AE-R26", "AE-R27", "AE-R28")
@pytest.mark.parametrize(("era", "points"), [(1, [4, 2, 0]), (2, [4, 2, 0]), (3, [4, 2, 1])])
def test_most_airports_in_africa(era: int, points: list[int]) -> None:
    """Five seats; D and E have none there. The five homes share Europe's ranks, which leaves 1 each or 1."""
    table = position(5).era(era).airports("A", *AFRICA[:3]).airports("B", *AFRICA[:2]).airports("C", "Kenya")
    shared = (7 if era < 3 else 9) // 5
    assert end_of_era(table) == [number + shared for number in [*points, 0, 0]]


@rule("AE-7.1", "AE-R26")
@pytest.mark.parametrize(("era", "points"), [(1, [4, 2, 0]), (3, [5, 2, 1])])
def test_asia_and_australia_are_one_market(era: int, points: list[int]) -> None:
    """The Americas belong to none."""
    table = position(5).era(era).airports("A", "Australia", "Japan", "China").airports("B", "India", "Australia")
    table.airports("C", "Persia").airports("D", "North America", "South America")
    shared = (7 if era < 3 else 9) // 5
    assert end_of_era(table) == [number + shared for number in [*points, 0, 0]]


@rule("AE-R28")
@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((3, 3, 1, 0), [3, 3, 1, 0]),
        ((3, 2, 2, 0), [4, 1, 1, 0]),
        ((4, 3, 1, 1), [4, 2, 0, 0]),
        ((2, 2, 2, 0), [2, 2, 2, 0]),
        ((1, 1, 1, 1), [1, 1, 1, 1]),
    ],
)
def test_tied_seats_share_the_ranks_they_occupy(counts: tuple[int, ...], points: list[int]) -> None:
    """4 + 2 for two are 3 each; 2 + 1 for two 1 each; 1 for two nothing; 7 for three 2 each; 7 for four 1 each."""
    assert end_of_era(europe(*counts)) == points


@rule("AE-R19")
@pytest.mark.parametrize(
    ("counts", "points"),
    [((3, 2, 1), [4, 2, 0]), ((3, 1, 1), [4, 1, 1]), ((2, 2, 1), [3, 3, 0]), ((1, 1, 1), [2, 2, 2])],
)
def test_with_three_players_only_two_ranks_score(counts: tuple[int, ...], points: list[int]) -> None:
    """Two seats tied for second halve the second prize; all three tied share 4 and 2."""
    assert end_of_era(europe(*counts)) == points


@rule("AE-7.2", "AE-R29", "AE-R26")
@pytest.mark.parametrize(("era", "points"), [(1, [4, 2, 1, 0]), (2, [4, 2, 1, 0]), (3, [5, 3, 1, 0])])
def test_profit_is_filled_seats_less_empty_ones(era: int, points: list[int]) -> None:
    """A filled 3 of 3, B 4 of 6 (2 more than empty), C 2 of 3, D 1 of 3."""
    table = position(4).plane("A", 12, free=0).plane("B", 14, free=0).plane("B", 15, free=2)
    table.plane("C", 10, free=1).plane("D", 13, free=1).era(era)
    assert table.s.profit[:4].tolist() == [3, 2, 1, 0]
    shared = (7 if era < 3 else 9) // 4
    assert end_of_era(table) == [number + shared for number in points]


@rule("AE-R27", "AE-R30", "AE-7.2")
def test_a_loss_has_no_rank_and_costs_nothing() -> None:
    """A's empty Goliath is −3, the others stand at 0: nobody scores for profit, and A stays at 0 on the track."""
    table = europe(0, 1, 1, 1).plane("A", 12)
    assert table.s.profit[:4].tolist() == [-3, 0, 0, 0]
    assert end_of_era(table) == [0, 2, 2, 2]


@rule("AE-R29", "AE-R13", "AE-R12")
def test_profit_begins_anew_with_each_era_and_old_empty_seats_count_once() -> None:
    """A filled one of three seats in era I; in era II only what is bought and claimed then counts."""
    table = position(4).plane("A", 12, free=2).subsidies(0).play("A", "Take the token")
    assert table.s.profit.tolist() == table.s.carried.tolist() == [0] * 5
    table.money(A=20).play("A", "Buy 16 Dornier Komet")
    assert table.s.profit[0] == -2
    table.nobody_waits().waiting("London", 1, "London", seats=2).turn("A").play("A", "Claim", "Aboard 16")
    assert table.s.profit[0] == 2


@rule("AE-R20", "AE-7.1")
def test_a_home_counts_in_europe() -> None:
    """Five homes and nothing else: the five share 7 points, 1 each."""
    assert end_of_era(position(5)) == [1] * 5


@rule("AE-7.1", "AE-7.2")
def test_four_scorings_add_up() -> None:
    """A is first everywhere in era III: 5 + 4 + 5 + 5."""
    table = position(4).plane("A", 12, free=0).era(3).airports("A", "Vienna", "Cairo", "Persia")
    assert end_of_era(table)[0] == 19
