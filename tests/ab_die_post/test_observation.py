"""What a seat sees, checked against positions in words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mailwing.envs.ab_die_post.observe import SCALE, Observation
from mailwing.envs.ab_die_post.state import Phase
from mailwing.envs.ab_die_post.testing import Table, position


def seen(table: Table, letter: str) -> Any:
    return table.state.observation_record(table.seat(letter))


def test_seats_count_from_the_observer() -> None:
    table = position(players=4).planes(A="outer 5", B="inner 2").hand("B", "2", "2", "red 3").markers(C=5)
    table.turn("B", first="D")
    view = seen(table, "C")
    assert view.present.tolist() == [1, 1, 1, 1, 0, 0]
    assert view.decider.tolist() == [0, 0, 0, 1, 0, 0]
    assert view.first.tolist() == [0, 1, 0, 0, 0, 0]
    assert view.lane[2].tolist() == [1, 0, 0]
    assert view.lane[3].tolist() == [0, 0, 1]
    assert view.on_start.tolist() == [1, 1, 0, 0, 0, 0]
    assert view.score[0] == pytest.approx(5 / 15)
    assert view.hand[3].tolist() == [0, 2 / 8, 1 / 8]
    assert view.points[3] == pytest.approx(7 / 16)
    assert view.can_fly.tolist() == [0, 0, 0, 1, 0, 0]
    assert view.repair[3] == pytest.approx(8 / 16)
    assert view.can_repair[2:4].tolist() == [0, 0]
    assert view.x[2] == pytest.approx(0.09)
    assert view.earns[:4] * 9 == pytest.approx([0, 0, 5, 7])


def test_odds_of_cards_and_balls() -> None:
    table = position(players=3).hand("A", "red 3", "red 3")
    view = seen(table, "A")
    assert view.draw_odds == pytest.approx(np.array([16, 23, 14]) / 53)
    assert view.break_odds == pytest.approx(14 / 53)
    assert seen(table, "B").break_odds == 0
    assert view.bag == pytest.approx(np.array([1, 2, 2, 1, 2]) / 8)
    table.pile_thrown()
    assert seen(table, "A").draw_odds == pytest.approx(np.array([16, 23, 14]) / 53)


def test_landing_odds_and_the_way_ahead() -> None:
    """From middle 18 blue, red and yellow land, from the start nothing does; B is in A's way with a green ball."""
    table = position(players=3).planes(A="middle 18", B="middle 20").turn("A")
    view = seen(table, "A")
    assert view.land_odds[:3] == pytest.approx([5 / 8, 6 / 8, 0])
    assert view.blocked.tolist() == [1, 0, 0, 0]
    assert view.gain == pytest.approx([0.1, 0.125, 0.125, 0.125])
    assert view.ahead == pytest.approx([0.15, 0.5, 0.75])


def test_the_ball_and_the_open_paths_are_seen() -> None:
    table = position().planes(A="outer 24").hand("A", "2", "2").fly("A", "red")
    view = seen(table, "B")
    assert view.phase[Phase.MOVE] == 1
    assert view.ball.tolist() == [0, 0, 1, 0, 0]
    assert view.steps == pytest.approx(4 / 5)
    table.play("A", "Fly to outer 27")
    view = seen(table, "B")
    assert view.paths.tolist() == [0, 1, 0, 1]
    assert view.end_lane.tolist() == [1, 0, 0]
    assert view.end_x == pytest.approx(0.53)


def test_what_is_paid_is_seen() -> None:
    table = position().planes(B="middle 7").hand("A", "2", "2").hand("B", "2", "2", "1").fly("A", "black")
    assert seen(table, "C").paid == 0
    table.play("B", "Pay a 2")
    assert seen(table, "C").paid == pytest.approx(2 / 16)


def test_an_explained_observation_names_phases_balls_lanes_and_winds() -> None:
    table = position().planes(A="middle 18", B="middle 20").hand("A", "2", "2")
    said = table.state.explain()
    assert [phase for phase, share in said["phase"].items() if share] == ["turn"]
    assert [lane for lane, share in said["lane"][1].items() if share] == ["middle"]
    assert [wind for wind, share in said["blocked"].items() if share] == ["green"]
    assert list(said["bag"]) == ["green", "blue", "red", "yellow", "black"]
    assert list(said["over"][0]) == ["first", "second"]


def test_what_goes_on_and_on_is_shown_up_to_its_bound() -> None:
    table = position().markers(A=29, B=31, C=400)
    table.s.flight = 19
    assert seen(table, "A").flight == pytest.approx(19 / 20)
    assert seen(table, "A").score[:3] == pytest.approx([29 / 15, 2, 2])
    table.s.flight = 21
    assert seen(table, "A").flight == Observation.fields["flight"].high == 1


def test_on_the_start_field_no_flight_is_told_to_be_blocked() -> None:
    """From there a straight flight exists in each lane; only the mask says which of them end on a plane."""
    table = position(4).hand("A", "2", "2").planes(B="outer 2", C="middle 2", D="inner 2")
    assert seen(table, "A").blocked.tolist() == [0, 0, 0, 0]


def test_scales_stand_in_the_declaration() -> None:
    assert SCALE.hand == pytest.approx(1 / Observation.fields["hand"].scale)
    assert Observation.fields["hand"].unit == "cards"
    assert Observation.fields["phase"].labels == tuple(phase.name.lower() for phase in Phase)
