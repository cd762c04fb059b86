"""Random games against a plain reading of the rules: what is offered, what a flight scores, what is left behind."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mailwing.envs.ab_die_post.limits import GOAL, START
from mailwing.envs.ab_die_post.state import NO_BALL, NOBODY, Phase
from mailwing.envs.ab_die_post.testing import CARDS, LETTERS, Table, position

rule = pytest.mark.rule
VALUE = {"1": 1, "2": 2, "red 3": 3}
REPAIR = {"start": 0, "outer": 2, "middle": 4, "inner": 8}
PLACES = (7, 5, 4, 3, 2, 1)


def worth(cards: list[str]) -> int:
    """Cards in points."""
    return sum(VALUE[card] for card in cards)


def offered(table: Table) -> set[str] | None:
    """What a seat may do, by the rulebook; where it is about the course, None (that is in `test_flying`)."""
    s, letter = table.s, table.decider
    cards, lane = table.cards(letter), table.where(letter).split()[0]
    left = 55 - sum(len(table.cards(other)) for other in LETTERS)
    kinds = set(cards)
    if table.s.phase == Phase.TURN:
        actions = {"Draw a card"} if left else set()
        return actions | ({"Shake the balls to fly"} if worth(cards) >= 4 else set()) or {"Pass"}
    if s.phase == Phase.DRAWING:
        return {"Stop drawing"} | ({"Draw another card"} if left else set())
    if s.phase == Phase.REPAIR:
        return {f"Pay a {card}" for card in kinds} | ({"Done paying"} if s.paid >= REPAIR[lane] else set())
    if s.phase == Phase.KEEP:
        return {f"Keep a {card}" for card in kinds} | {"Keep no card"}
    return None


def check_what_is_over_is_forgotten(table: Table) -> None:
    """Fields that hold what is going on hold nothing when nothing of that kind goes on."""
    s, phase = table.s, table.s.phase
    assert (s.ball != NO_BALL) == (phase in (Phase.MOVE, Phase.PASSENGER, Phase.REPAIR))
    assert (s.move != NOBODY) == (phase == Phase.PASSENGER)
    assert s.move >= -1
    assert (s.asked != 0) == (phase in (Phase.REPAIR, Phase.KEEP))
    assert (s.lander != NOBODY) == (phase == Phase.KEEP)
    assert (s.drawn > 0) == (phase == Phase.DRAWING)
    assert s.shown == NO_BALL or s.turns > 1 or phase != Phase.TURN, "no ball of an earlier flight is in sight"
    assert s.paid == 0 or phase == Phase.REPAIR
    assert phase == Phase.KEEP or (s.field != GOAL).all()
    assert phase in (Phase.REPAIR, Phase.KEEP) or s.turn == s.seat


def points_by_hand(table: Table) -> list[int]:
    """What the flight scores when the seat to decide lands: planes in the air by section, then lane, then field."""
    t, s = table.game.tables[0], table.s

    def how_far(seat: int) -> tuple[int, ...]:
        field = int(s.field[seat])
        if seat == table.state.seat:
            return (11,)
        return int(t.section[s.direction, field]), int(t.lane_of[field]), field * (1 - 2 * int(s.direction))

    seats = range(table.game.players)
    flying = [seat for seat in seats if s.field[seat] != START or seat == table.state.seat]
    order = sorted(flying, key=how_far, reverse=True)
    return [PLACES[order.index(seat)] + 2 * (s.holder == seat) if seat in flying else 0 for seat in seats]


def choose(table: Table, luck: random.Random) -> int:
    """An action at random that gets planes across: flying comes before drawing, the inner lane before the others."""
    legal = table.state.legal()
    words = {action: table.state.describe(action) for action in legal}
    eager = [action for action in legal if words[action].startswith(("Shake", "Land", "Fly to inner", "Fly over"))]
    return luck.choice(eager if eager and luck.random() < 0.7 else legal)


@rule("ADP-2.1", "ADP-2.2", "ADP-3.1", "ADP-4.1", "ADP-4.2", "ADP-4.3", "ADP-7.2", "ADP-7.3", "ADP-7.4", "ADP-7.5")
@pytest.mark.parametrize("players", [3, 5])
def test_random_games_are_what_a_person_would_read(players: int) -> None:
    luck, table, seen, landings = random.Random(players), position(players), set[Phase](), 0
    for _ in range(1_000):
        if table.state.done:
            table = position(players)
        expected = offered(table)
        assert expected is None or set(table.choices()) == expected
        assert set(np.unique(table.state.mask())) <= {0, 1}
        check_what_is_over_is_forgotten(table)
        seen.add(Phase(int(table.s.phase)))
        action = choose(table, luck)
        lands, scores = table.state.describe(action) == "Land", np.array(table.scores)
        points = points_by_hand(table) if lands else [0] * players
        table.state.apply(action)
        landings += lands
        assert (np.array(table.scores) - scores).tolist() == points
        assert int(table.s.done) == (max(table.scores) >= 15)
    assert seen >= set(Phase) - {Phase.PASSENGER}
    assert landings > 1


@rule("ADP-R12", "ADP-1.1")
@pytest.mark.parametrize("players", [4])
def test_no_card_is_ever_lost(players: int) -> None:
    """Sixteen of 1, 23 of 2 and 16 red 3 are in the piles and hands after every action."""
    luck, table = random.Random(players), position(players)
    while not table.state.done:
        table.state.apply(choose(table, luck))
        cards = table.s.pile + table.s.discard + table.s.hand.sum(axis=0)
        assert dict(zip(CARDS, cards.tolist(), strict=True)) == {"1": 16, "2": 23, "red 3": 16}
        assert min(table.s.pile.min(), table.s.discard.min(), table.s.hand.min()) >= 0
