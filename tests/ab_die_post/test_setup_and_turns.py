"""Set-up, the order of turns, and the limit on a flight without end."""

from __future__ import annotations

import pytest

from mailwing.envs._core.game import Game
from mailwing.envs.ab_die_post import SPEC, conserved
from mailwing.envs.ab_die_post.limits import BALL_NAMES
from mailwing.envs.ab_die_post.testing import LETTERS, position

rule = pytest.mark.rule


@rule("ADP-1.1")
def test_everything_lies_ready() -> None:
    """16 cards of 1, 23 of 2, 16 red 3 face down; planes on the start field, the passenger beside the board."""
    table = position(players=5)
    assert conserved(table.game, table.s) == {"cards 1": 16, "cards 2": 23, "cards red 3": 16}
    assert table.s.pile.tolist() == [16, 23, 16]
    assert [table.where(letter) for letter in "ABCDE"] == ["start"] * 5
    assert [table.cards(letter) for letter in "ABCDE"] == [[]] * 5
    assert table.scores == [0] * 5
    assert table.holder is None


@rule("ADP-1.2")
@pytest.mark.parametrize(
    ("players", "balls"), [(3, [1, 2, 2, 1, 2]), (4, [2, 2, 2, 2, 2]), (5, [2, 3, 3, 2, 2]), (6, [3, 3, 3, 3, 2])]
)
def test_the_shaker_holds_balls_for_the_number_of_players(players: int, balls: list[int]) -> None:
    """Each ball shows in proportion to its number, also after it has shown: it stays in the shaker."""
    table = position(players).hand("A", "2", "2")
    assert Game(SPEC, players).tables[0].balls[players].tolist() == balls
    shown = dict.fromkeys(BALL_NAMES, 0)
    for chance in range(2_000):
        trial = table.state.copy()
        trial._record.chance = chance * 7919
        before = trial.record.field.tolist()
        trial.apply(trial.parse("Shake"))
        assert trial.record.field.tolist() == before
        shown[BALL_NAMES[trial.record.shown]] += 1
    for name, count in zip(BALL_NAMES, balls, strict=True):
        assert shown[name] / 2_000 == pytest.approx(count / sum(balls), abs=0.045)


@rule("ADP-1.2")
def test_the_same_ball_may_show_twice_in_a_row() -> None:
    """With three players one green ball is in the shaker; when A has seen it, B may see it again."""
    table = position(3).hand("A", "2", "2").hand("B", "2", "2").fly("A", "green").play("A", "Fly to outer 2")
    table.fly("B", "green")
    assert table.moves() == {"middle 2", "inner 2"}


@rule("ADP-1.3")
def test_turns_go_clockwise() -> None:
    table = position(players=3).turn("B")
    table.draw("B", "1").play("B", "Stop").draw("C", "1").play("C", "Stop").draw("A", "1").play("A", "Stop")
    assert table.decider == "B"


@rule("ADP-R25")
@pytest.mark.parametrize("players", [3, 6])
def test_lots_are_drawn_for_who_begins(players: int) -> None:
    game = Game(SPEC, players)
    first = [game.new(seed).seat for seed in range(300)]
    for seat in range(players):
        assert first.count(seat) / 300 == pytest.approx(1 / players, abs=0.08)


@rule("ADP-2.1", "ADP-R15")
def test_a_turn_is_drawing_or_flying_never_both() -> None:
    table = position().hand("A", "2", "2")
    assert table.choices() == ["Draw a card", "Shake the balls to fly"]
    table.draw("A", "1")
    assert table.choices() == ["Draw another card", "Stop drawing"]
    table.play("A", "Stop")
    assert table.decider == "B"


@rule("ADP-R21")
def test_who_can_neither_draw_nor_fly_passes() -> None:
    """All 55 cards are in other hands."""
    table = position()
    table.s.hand[1] = table.s.pile
    table.s.pile[:] = 0
    assert table.choices() == ["Pass"]
    table.play("A", "Pass")
    assert table.choices() == ["Shake the balls to fly"]
    assert table.decider == "B"


@rule("ADP-R26")
def test_a_flight_without_end_is_scored_as_it_stands() -> None:
    """The limit is 20 turns: at the end of the 20th, B leads on the inner lane, A follows, C is on the start field."""
    table = position(turn_limit=20).planes(A="middle 3", B="inner 2").markers(C=3)
    table.s.turns = 20
    table.draw("A", "1").play("A", "Stop")
    assert (int(table.s.done), int(table.s.limit_reached)) == (1, 1)
    assert table.scores == [5, 7, 3]
    assert table.state.winners() == [LETTERS.index("B")]


@rule("ADP-R26")
def test_the_limit_counts_the_turns_of_one_flight() -> None:
    table = position(turn_limit=20).planes(A="inner 10").hand("A", "2", "2")
    table.s.turns = 20
    table.fly("A", "green").play("A", "Land")
    assert not table.state.done
    assert table.s.turns == 1
