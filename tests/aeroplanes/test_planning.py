"""What the picture and the text mark for the seat to decide is what the rules let it do."""

from __future__ import annotations

import pytest

from aeroplanes.pictures import marked, walk, words_of, written
from mailwing.envs._core.position import Position
from mailwing.envs.aeroplanes.actions import Action
from mailwing.envs.aeroplanes.names import city_name
from mailwing.envs.aeroplanes.pictures.ways import easiest, ways
from mailwing.envs.aeroplanes.pictures.words import claimable, landings, status
from mailwing.envs.aeroplanes.state import Phase
from mailwing.envs.aeroplanes.testing import position


@pytest.mark.parametrize("seed", range(6))
def test_what_is_marked_is_legal(seed: int) -> None:
    """Destinations of a tile, ways to one with their rolls, and passengers to be claimed, all through a game."""
    for state in walk(3 + seed % 3, seed):
        game, s = state.game, state.record
        legal = [] if state.done else state.legal()
        claims = [(Action.CLAIM_OVERFLOW if late else Action.CLAIM) + place for late, place in claimable(game, s)]
        if state.done or s.phase in (Phase.ACTION, Phase.NIGHT_FLIGHTS):
            assert claims == [action for action in legal if Action.CLAIM <= action < Action.LOAD]
        if not state.done and s.phase == Phase.DESTINATION:
            assert [Action.TO + city for city in landings(game, s)] == legal
        if not state.done and s.phase == Phase.ROUTE:
            found = dict(ways(game, s, int(s.destination)))
            assert sorted(found) == legal
            for action, rolls in found.items():
                assert rolls == needs_after(state, action)


def needs_after(state: Position, action: int) -> list[int]:
    """What the rules ask of a route (nothing is left to be seen if it crashes at once)."""
    for chance in range(200):
        trial = state.copy()
        trial._record.chance = chance
        trial._record.failures[:] = 0
        trial._record.advantages[trial.seat, :] = 1
        trial._record.money[trial.seat] = 0
        trial.apply(action)
        if not trial.done and trial.record.rolls:
            return trial.record.need[: trial.record.rolls].tolist()
    return []


def test_destinations_of_a_tile_are_framed_with_the_risk() -> None:
    table = position(homes=("Paris", "Berlin", "Rome")).tiles("A", "I").play("A", "Place a Stage I airport")
    names = {city_name(table.game, city) for city in landings(table.game, table.s)}
    assert set(marked(table.state, "to")) == names == table.destinations()
    assert words_of(table.state).count("12+") == 3 + 2
    assert easiest(table.game, table.s, table.cities["Brussels"]) == []
    assert "Casablanca 12+; Cairo 12+; Middle East 12+" in " ".join(written(table).split())


def test_ways_are_listed_the_easiest_first() -> None:
    table = position(homes=("Paris", "Berlin", "Rome")).airports("A", "Zürich").tiles("A", "II long-distance")
    table.play("A", "Place a Stage II long-distance", "To Frankfurt")
    expected = ["direct white: no roll"]
    expected += [f"skip {city}: 10+" for city in ("Amsterdam", "Paris", "Zürich", "Brussels")]
    assert [words for words in words_of(table.state) if words in expected] == expected
    assert f"Ways: what must be rolled {'; '.join(expected)} " in " ".join(written(table).split())


def test_an_attempt_and_its_dice() -> None:
    """The rulebook's flight from Ethiopia over Kenya to East Africa; the first roll is short by one."""
    table = position().airports("A", "Ethiopia").airports("B", "East Africa").tiles("A", "II long-distance").money(A=5)
    table.play("A", "Place", "To East Africa").dice(2, 4, 5).play("A", "Skip Kenya")
    assert status(table.game, table.s) == "seat 0: 11 of 12, £1 short: make up for it or give up?"
    assert marked(table.state, "to") == ["East Africa"]
    assert marked(table.state, "over") == ["Kenya"]
    assert marked(table.state, "dice") == ["shown"]
    assert "attempt: Stage II long-distance airport to East Africa, skipping Kenya\n" in written(table)
    assert "  needs 12+, 10+; roll 1: 2 4 5 = 11 of 12" in written(table)
    assert {"roll 1 of 2; needs 12, then 10", "11 of 12: short by 1"} <= set(words_of(table.state))
    table.play("A", "Pay")
    assert status(table.game, table.s) == "seat 0: part 1 of 2 flown: roll on or abort?"
    table.play("A", "Abort")
    assert marked(table.state, "dice") == ["last"]
    assert "last roll: 2 4 5" in written(table)


def test_the_passenger_claimed() -> None:
    table = position().plane("A", 6).waiting("London", 2, "London")
    assert marked(table.state, "claimable") == ["yes"]
    table.play("A", "Claim London passenger 2")
    assert status(table.game, table.s) == "seat 0: the passenger to London, 1 seat: aboard which aeroplane?"
