"""The end of a flight: places and points, the card kept, the flight back, the end of the game."""

from __future__ import annotations

import pytest

from mailwing.envs.ab_die_post.testing import Table, position

rule = pytest.mark.rule


def d_lands(**planes: str) -> Table:
    """Four seats, D on inner 10 lands while the others are where they are."""
    table = position(players=4).planes(D="inner 10", **planes).turn("D", first="A").hand("D", "2", "2")
    return table.fly("D", "green").play("D", "Land")


@rule("ADP-7.1")
def test_the_first_landing_ends_the_flight_for_all() -> None:
    table = d_lands(A="outer 1", B="inner 9", C="middle 20")
    assert table.s.flight == 2
    assert [table.where(letter) for letter in "ABCD"] == ["start"] * 4


@rule("ADP-7.2")
def test_places_score_seven_five_four_three_two_one() -> None:
    table = position(players=6).planes(
        A="inner 10", B="outer 48", C="outer 40", D="outer 30", E="outer 20", F="outer 10"
    )
    table.hand("A", "2", "2").fly("A", "green").play("A", "Land")
    assert table.scores == [7, 5, 4, 3, 2, 1]


@rule("ADP-7.3", "ADP-R10")
def test_planes_on_the_start_field_score_nothing_and_take_no_place() -> None:
    """B and C never left; A is second of two planes in the air."""
    assert d_lands(A="outer 1").scores == [5, 0, 0, 7]


@rule("ADP-7.4", "ADP-R10")
def test_companion_example_1_the_section_nearer_to_the_goal_is_ahead() -> None:
    """A is one section ahead of B, B one ahead of C, whatever their lanes."""
    assert d_lands(A="outer 36", B="inner 7", C="middle 12").scores == [5, 4, 3, 7]


@rule("ADP-7.4", "ADP-R10")
def test_companion_example_2_in_one_section_the_inner_lane_is_ahead() -> None:
    """A inner before B middle before C outer, although C has flown furthest."""
    assert d_lands(A="inner 8", B="middle 16", C="outer 40").scores == [5, 4, 3, 7]


@rule("ADP-7.4", "ADP-R10")
def test_companion_example_3_section_comes_before_lane() -> None:
    """A inner and C middle share a section; B, though on the inner lane, is a section behind both."""
    assert d_lands(A="inner 8", B="inner 7", C="middle 15").scores == [5, 3, 4, 7]


@rule("ADP-R10")
def test_in_one_section_and_lane_the_farther_field_is_ahead() -> None:
    assert d_lands(A="outer 41", B="outer 45", C="outer 43").scores == [3, 5, 4, 7]


def landed_with_cards(**planes: str) -> Table:
    """As `d_lands`, all others holding a 1, a 2 and a red 3."""
    table = position(players=4).planes(D="inner 10", **planes).turn("D", first="A").hand("D", "2", "2")
    for letter in "ABC":
        table.hand(letter, "1", "2", "red 3")
    return table.fly("D", "green").play("D", "Land")


@rule("ADP-7.5", "ADP-R11")
def test_in_the_first_half_one_keeps_a_card() -> None:
    """A on the start field and B in section 5 keep one; C in section 6 and the lander lose all."""
    table = landed_with_cards(A="start", B="outer 25", C="outer 26")
    assert table.decider == "A"
    assert table.choices() == ["Keep a 1", "Keep a 2", "Keep a red 3", "Keep no card"]
    table.play("A", "Keep a red 3").play("B", "Keep a 2")
    assert table.s.flight == 2
    assert [table.cards(letter) for letter in "ABCD"] == [["red 3"], ["2"], [], []]
    assert len(table.discards()) == 9


@rule("ADP-7.5")
def test_of_two_cards_of_a_kind_one_is_kept() -> None:
    """B keeps one of three twos; the others go, as do the 1 and the red 3."""
    table = position(players=4).planes(D="inner 10", B="outer 1").turn("D").hand("D", "2", "2")
    table.hand("B", "2", "2", "2", "1", "red 3").fly("D", "green").play("D", "Land")
    table.play("B", "Keep a 2")
    assert table.cards("B") == ["2"]
    assert sorted(table.discards()) == ["1", "2", "2", "2", "2", "red 3"]


@rule("ADP-R18")
def test_one_may_keep_no_card() -> None:
    table = landed_with_cards(B="outer 30", C="outer 26").play("A", "Keep no card")
    assert table.cards("A") == []


@rule("ADP-R19")
def test_cards_are_chosen_after_scoring_clockwise_from_the_lander() -> None:
    table = landed_with_cards()
    assert table.scores == [0, 0, 0, 7]
    for letter in "ABC":
        table.play(letter, "Keep a 1")
    table = position(players=4).planes(B="inner 10").turn("B").hand("B", "2", "2")
    for letter in "ACD":
        table.hand(letter, "1", "2")
    table.fly("B", "green").play("B", "Land")
    for letter in "CDA":
        table.play(letter, "Keep a 1")
    assert table.s.flight == 2


@rule("ADP-R19", "ADP-9.1")
def test_no_card_is_chosen_when_the_game_is_over() -> None:
    table = position(players=4).planes(D="inner 10").markers(D=8).turn("D").hand("D", "2", "2").hand("A", "1", "2")
    table.fly("D", "green").play("D", "Land")
    assert table.state.done
    assert table.state.winners() == [3]


@rule("ADP-R28")
def test_who_has_no_card_is_not_asked() -> None:
    table = position(players=4).planes(D="inner 10").turn("D").hand("D", "2", "2").hand("B", "1")
    table.fly("D", "green").play("D", "Land")
    assert table.decider == "B"
    assert table.choices() == ["Keep a 1", "Keep no card"]
    table.play("B", "Keep a 1")
    assert table.s.flight == 2


@rule("ADP-7.5", "ADP-R28")
@pytest.mark.parametrize("cards", [["1"], ["2"], ["red 3"], ["1", "2"], ["1", "red 3"], ["2", "red 3"]])
def test_who_has_a_card_of_any_kind_is_asked(cards: list[str]) -> None:
    table = position(players=4).planes(D="inner 10", B="outer 1").turn("D").hand("D", "2", "2").hand("B", *cards)
    table.fly("D", "green").play("D", "Land")
    assert table.decider == "B"
    assert table.choices() == [*(f"Keep a {card}" for card in cards), "Keep no card"]


@rule("ADP-8.1")
def test_the_passenger_waits_beside_the_board_again() -> None:
    table = position().planes(A="inner 10", B="outer 25", C="outer 30").passenger("C").flown_over("B", 1)
    table.hand("A", "2", "2").fly("A", "green").play("A", "Land")
    assert table.holder is None
    assert table.s.progress.tolist() == [0] * 6


@rule("ADP-8.2", "ADP-R12")
def test_the_next_flight_goes_the_other_way_with_the_same_piles() -> None:
    """Start and goal have changed roles: outer 1 of the flight back is outer 50 of the flight out."""
    table = position().planes(A="inner 10").thrown("1", "1", "2").hand("A", "2", "2")
    table.fly("A", "green").play("A", "Land")
    assert (int(table.s.flight), int(table.s.direction)) == (2, 1)
    assert table.discards() == ["1", "1", "2", "2", "2"]
    assert table.s.pile.tolist() == [14, 20, 16]
    t = table.game.tables[0]
    assert t.passenger_field.tolist() == [[24, 25], [24, 25]]
    assert t.x[1, 0] == t.x[0, 0]


@rule("ADP-8.3", "ADP-R13")
@pytest.mark.parametrize(
    ("markers", "last", "first"),
    [
        ({"A": 2, "B": 3, "C": 1}, {}, "C"),
        ({"A": 2, "B": 2, "C": 3}, {"A": 4, "B": 1}, "A"),  # all on the start field: this flight brought 0 to both
    ],
)
def test_whoever_is_furthest_behind_begins(markers: dict[str, int], last: dict[str, int], first: str) -> None:
    """The last flight's points are those of the flight that has just ended."""
    table = position(players=4).planes(D="inner 10").markers(**markers).last_flight(**last).turn("D", first="D")
    table.hand("D", "2", "2").fly("D", "green").play("D", "Land")
    assert table.decider == first


@rule("ADP-8.3")
def test_among_equals_the_poorer_last_flight_begins() -> None:
    """A and B come to 5 points each; A scored 5 of them now, B only 4."""
    table = d_lands_with_markers(A=0, B=1, C=9)
    assert table.scores == [5, 5, 12, 7]
    assert table.decider == "B"


def d_lands_with_markers(**markers: int) -> Table:
    """D lands, A is second, B third, C fourth."""
    table = position(players=4).planes(D="inner 10", A="inner 9", B="inner 8", C="inner 7").markers(**markers)
    table.turn("D", first="A").hand("D", "2", "2")
    return table.fly("D", "green").play("D", "Land")


@rule("ADP-R13", "ADP-R22")
@pytest.mark.parametrize(("previous", "first"), [("A", "B"), ("B", "C"), ("C", "A")])
def test_among_full_equals_the_seat_after_the_previous_first_player_begins(previous: str, first: str) -> None:
    """A, B and C are all on the start field with 0 points; who began the last flight comes last."""
    table = position(players=4).planes(D="inner 10").turn("D", first=previous).hand("D", "2", "2")
    table.fly("D", "green").play("D", "Land")
    assert table.decider == first


@rule("ADP-R22")
def test_the_previous_first_player_begins_again_only_if_nobody_is_level() -> None:
    table = position(players=4).planes(D="inner 10").markers(B=1, C=1).turn("D", first="A").hand("D", "2", "2")
    table.fly("D", "green").play("D", "Land")
    assert table.decider == "A"


@rule("ADP-9.1")
@pytest.mark.parametrize(("before", "over"), [(7, False), (8, True), (9, True)])
def test_the_game_ends_with_a_marker_at_fifteen(before: int, over: bool) -> None:
    table = position().planes(A="inner 10").markers(A=before).hand("A", "2", "2")
    table.fly("A", "green").play("A", "Land")
    assert table.state.done == over
    assert not table.state.limit_reached


@rule("ADP-9.1", "ADP-9.2")
@pytest.mark.parametrize(("before", "over"), [(9, False), (10, True)])
def test_the_game_may_end_through_a_seat_that_has_not_landed(before: int, over: bool) -> None:
    """D lands and has 7; A, second in the air, comes to 14 or 15."""
    table = d_lands_with_markers(A=before, B=0, C=0)
    assert table.scores[0] == before + 5
    assert table.state.done == over
    assert not over or table.state.winners() == [0]


@rule("ADP-9.2", "ADP-R14")
def test_the_furthest_marker_wins_even_if_another_landed() -> None:
    """D lands and has 15, but A with 12 and the second place comes to 17."""
    table = d_lands_with_markers(D=8, A=12, B=0, C=0)
    assert table.scores == [17, 4, 3, 15]
    assert table.state.ranks() == [1, 3, 4, 2]
    assert table.state.winners() == [0]


@rule("ADP-9.2", "ADP-R14")
def test_among_equals_the_better_last_flight_wins() -> None:
    """A and D have 15 both; D scored 7 of them in the last flight, A 5."""
    table = d_lands_with_markers(D=8, A=10, B=2, C=3)
    assert table.scores == [15, 6, 6, 15]
    assert table.state.ranks() == [2, 3, 4, 1]


@rule("ADP-9.2", "ADP-6.4")
def test_the_passenger_counts_among_the_points_of_the_last_flight() -> None:
    """B and C have 16 both; C was third but had the passenger aboard, so C scored 6 of them and B, second, 5."""
    table = position(players=4).planes(D="inner 10", B="inner 9", C="inner 8").passenger("C")
    table.markers(B=11, C=10).turn("D").hand("D", "2", "2").fly("D", "green").play("D", "Land")
    assert table.scores == [0, 16, 16, 7]
    assert table.state.ranks() == [4, 2, 1, 3]


@rule("ADP-9.2", "ADP-R14", "ADP-6.4")
def test_the_first_place_is_shared_among_higher_seats() -> None:
    """B lands for 7, D is second with the passenger and scores 7 too; both have 15, and A and C look on."""
    table = position(players=4).planes(B="inner 10", D="inner 9", C="inner 8").passenger("D")
    table.markers(A=1, B=8, C=3, D=8).turn("B").hand("B", "2", "2").fly("B", "green").play("B", "Land")
    assert table.scores == [1, 15, 7, 15]
    assert table.state.ranks() == [4, 1, 3, 1]
    assert table.state.winners() == [1, 3]


@rule("ADP-R14")
def test_full_equals_share() -> None:
    """B and C never left the start field in the last flight and stand level: they share the third rank."""
    table = position(players=4).planes(D="inner 10", A="inner 9").markers(D=9, B=4, C=4).turn("D").hand("D", "2", "2")
    table.fly("D", "green").play("D", "Land")
    assert table.scores == [5, 4, 4, 16]
    assert table.state.ranks() == [2, 3, 3, 1]
