"""Flying: who may, how far, over which lanes, past whom; take-off and landing. Examples of the Flight Companion."""

from __future__ import annotations

from functools import cache

import pytest

from mailwing.envs.ab_die_post.actions import Action
from mailwing.envs.ab_die_post.limits import LAND_MOVE, LANE_NAMES, MOVES, START, WINDS
from mailwing.envs.ab_die_post.tables import load_tables
from mailwing.envs.ab_die_post.testing import position

rule = pytest.mark.rule


@rule("ADP-3.1", "ADP-R9")
def test_flying_takes_four_points_and_does_not_spend_them() -> None:
    """Three points do not do; four do, and they are still there, and tested again, at the next flight."""
    assert position().hand("A", "2", "1").choices() == ["Draw a card"]
    table = position().hand("A", "2", "2").hand("B", "1").hand("C", "1")
    assert "Shake the balls to fly" in table.choices()
    table.fly("A", "green").play("A", "Fly to outer 2")
    assert table.cards("A") == ["2", "2"]
    table.s.hand[0] = [1, 1, 0]
    table.turn("A")
    assert table.choices() == ["Draw a card"]


@rule("ADP-3.1")
def test_in_the_first_round_nobody_can_fly() -> None:
    for letter in "ABC":
        assert position().turn(letter).choices() == ["Draw a card"]


@rule("ADP-3.2")
def test_the_ball_decides_between_wind_and_hurricane() -> None:
    table = position().planes(B="outer 4").hand("A", "2", "2").hand("B", "2")
    assert table.moves() == {"Draw a card", "Shake the balls to fly"}
    wind = position().hand("A", "2", "2").fly("A", "red")
    assert wind.decider == "A"
    assert wind.moves() == {"outer 4", "middle 4", "inner 4"}
    table.fly("A", "black")
    assert table.decider == "B"
    assert table.choices() == ["Pay a 2"]


@rule("ADP-5.1")
@pytest.mark.parametrize(("ball", "steps"), [("green", 2), ("blue", 3), ("red", 4), ("yellow", 5)])
def test_a_ball_moves_its_number_of_fields(ball: str, steps: int) -> None:
    table = position().planes(A="outer 30").hand("A", "2", "2").fly("A", ball)
    table.play("A", f"Fly to outer {30 + steps}")
    assert table.where("A") == f"outer {30 + steps}"
    assert table.decider == "B"


@rule("ADP-5.1", "ADP-5.4")
def test_companion_a_red_ball_flies_four_fields_by_several_paths() -> None:
    """From middle 5: on along the lane, or by the inner lane, or by the outer one, changing as often as one likes."""
    table = position().planes(A="middle 5").hand("A", "2", "2").fly("A", "red")
    straight = {"middle 9"}
    by_inner = {"inner 6", "middle 10"}  # inner 3, 4, 5, then inner 6 or middle 10
    by_inner_and_back = {"outer 20"}  # inner 3, inner 4, middle 8, outer 20
    by_outer = {"outer 15", "outer 16"}  # outer 12 to 15; middle 6, outer 15 …
    assert straight | by_inner | by_inner_and_back | by_outer <= table.moves()
    assert "middle 11" not in table.moves()
    assert "inner 7" not in table.moves()


@rule("ADP-5.4", "ADP-R27")
def test_a_lane_change_is_a_step_to_the_first_field_ahead() -> None:
    """The links of the board, as the published reconstruction lists them for a few fields."""
    t = load_tables()[0]
    names = [f"{LANE_NAMES[t.lane_of[f]]} {t.number[f]}" for f in range(t.field_count)]
    links: dict[str, set[str]] = {}
    for a, b in t.links[0, : t.link_count]:
        links.setdefault(names[a], set()).add(names[b])
    assert links["outer 1"] == {"middle 1"}
    assert links["outer 3"] == {"middle 2"}
    assert links["outer 47"] == {"middle 20"}
    assert "outer 48" in links
    assert links["outer 49"] == {"middle 20"}
    assert "outer 50" not in links
    assert links["middle 1"] == {"outer 2", "inner 1"}
    assert links["middle 19"] == {"outer 47", "inner 10"}
    assert links["middle 20"] == {"outer 50"}
    assert links["inner 10"] == {"middle 20"}


@rule("ADP-5.3", "ADP-R5")
def test_companion_taking_off_with_a_blue_ball_is_straight() -> None:
    """Three fields along one lane; a lane change on the way out would reach middle 4 by the inner lane."""
    table = position().hand("A", "2", "2").fly("A", "blue")
    assert table.moves() == {"outer 3", "middle 3", "inner 3"}
    assert table.play("A", "Fly to inner 3").where("A") == "inner 3"


@rule("ADP-5.3", "ADP-R5")
def test_companion_landing_with_a_blue_ball_is_straight() -> None:
    """Outer 46 to middle 19, middle 20 and the goal would be three steps, but not in one lane."""
    table = position().planes(A="outer 46").hand("A", "2", "2").fly("A", "blue")
    assert table.moves() == {"outer 48", "outer 49", "outer 50", "middle 20"}
    table = position().planes(A="middle 18").hand("A", "2", "2").fly("A", "blue")
    assert "Land" in table.moves()
    table.play("A", "Land")
    assert table.scores[0] == 7


@rule("ADP-7.1", "ADP-R6")
def test_surplus_steps_of_a_landing_are_ignored() -> None:
    for start, ball in [("outer 50", "green"), ("outer 46", "yellow"), ("inner 10", "yellow"), ("middle 20", "red")]:
        table = position().planes(A=start).hand("A", "2", "2").fly("A", ball)
        assert "Land" in table.moves()
    table = position().planes(A="outer 46").hand("A", "2", "2").fly("A", "red")
    assert "Land" not in table.moves()


@rule("ADP-R24")
def test_from_middle_19_a_yellow_ball_has_a_second_flight() -> None:
    """Besides landing: outer 47, 48, 49, middle 20, outer 50."""
    table = position().planes(A="middle 19").hand("A", "2", "2").fly("A", "yellow")
    assert table.choices() == ["Stay", "Land", "Fly to outer 50"]
    assert table.play("A", "Fly to outer 50").where("A") == "outer 50"


@rule("ADP-5.2", "ADP-R4")
def test_planes_may_be_passed_but_not_joined() -> None:
    """B on outer 31 and 32 is no obstacle on the way to outer 33; on outer 33 it is."""
    table = position().planes(A="outer 30", B="outer 31", C="outer 32").hand("A", "2", "2").fly("A", "blue")
    assert "outer 33" in table.moves()
    table = position().planes(A="outer 30", B="outer 33").hand("A", "2", "2").fly("A", "blue")
    assert "outer 33" not in table.moves()
    assert "outer 32" in table.moves()  # outer 31, middle 13 and out again


@rule("ADP-5.2", "ADP-R4")
def test_if_every_flight_ends_on_a_plane_there_is_no_move() -> None:
    """Three planes took off with a green ball before: outer 2, middle 2, inner 2."""
    table = position(players=4).planes(B="outer 2", C="middle 2", D="inner 2").hand("A", "2", "2").fly("A", "green")
    assert table.choices() == ["Stay"]
    table.play("A", "Stay")
    assert table.where("A") == "start"
    assert table.decider == "B"


@rule("ADP-R4")
def test_one_may_decline_to_move_and_start_and_goal_hold_any_number() -> None:
    table = position().hand("A", "2", "2").fly("A", "blue")
    assert "Stay" in table.choices()
    table.play("A", "Stay")
    assert [table.where(letter) for letter in "ABC"] == ["start"] * 3


@cache
def flights(direction: int, field: int, steps: int) -> frozenset[tuple[int, int]]:
    """Every path within the course by brute force: (end field, passenger fields flown over)."""
    t = load_tables()[0]
    if steps == 0:
        return frozenset({(field, 0)})
    following = []
    for lane in range(3):
        if abs(lane - t.lane_of[field]) <= 1:
            ahead = [
                f for f in range(t.field_count) if t.lane_of[f] == lane and t.x[direction, f] > t.x[direction, field]
            ]
            following += ahead[:1]
    return frozenset(
        (end, over | int(t.passed[direction, f])) for f in following for end, over in flights(direction, f, steps - 1)
    )


@rule("ADP-5.1", "ADP-5.4", "ADP-R24")
@pytest.mark.parametrize("direction", [0, 1])
def test_every_flight_from_every_field_is_offered_and_no_other(direction: int) -> None:
    t = load_tables()[0]
    for wind in range(WINDS):
        steps = int(t.steps[wind])
        for field in range(t.field_count):
            found = set()
            for move in range(LAND_MOVE + 1, MOVES):
                lane = sum(move + Action.LAND >= start for start in (Action.MIDDLE, Action.INNER))
                k = move + Action.LAND - (Action.OUTER, Action.MIDDLE, Action.INNER)[lane]
                end = int(t.ahead[direction, field, lane]) + k
                sets = int(t.reach[direction, wind, field, move])
                found |= {(end, over) for over in range(4) if sets >> over & 1}
            assert found == flights(direction, field, steps)
            lane = t.lane_of[field]
            assert bool(t.reach[direction, wind, field, LAND_MOVE]) == (t.number[field] + steps > t.length[lane])


@rule("ADP-5.3")
def test_from_the_start_only_three_flights_exist() -> None:
    t = load_tables()[0]
    for wind in range(WINDS):
        moves = [int(move) for move in t.reach[0, wind, START].nonzero()[0]]
        steps = int(t.steps[wind])
        starts = (Action.OUTER, Action.MIDDLE, Action.INNER)
        assert moves == [start - Action.LAND + steps - 1 for start in starts]
