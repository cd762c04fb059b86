"""The phases of a turn, rounds of actions, passing, weather, maintenance and recovery."""

from __future__ import annotations

import pytest

from mailwing.envs.aeropostale.limits import MAX_EXTRA, NONE, Condition, Flight
from mailwing.envs.aeropostale.rules.weather import origins_in
from mailwing.envs.aeropostale.state import Phase
from mailwing.envs.aeropostale.testing import COMPANIES, Table, dealt, position

rule = pytest.mark.rule
FOUR = COMPANIES[:4]
NUMBERED = ("city", "origin", "place", "pilot", "ignored", "record", "incoming", "moving", "last_in", "last_moved")
COUNTED = ("event", "able", "contracts", "load", "carried", "due", "removing", "world", "spare", "swapped")
UNDER_WAY = (*NUMBERED, *COUNTED)
"""What the state says of an action that is under way: numbers of things, of which none is −1, and others."""


def pass_all(table: Table, rounds: int = 4) -> Table:
    """Everybody passes in so many rounds."""
    for _ in range(rounds * table.game.players):
        table.play(table.decider, "Pass")
    return table


@rule("AO-3.1", "AO-3.4", "AO-3.5")
def test_registering_then_four_rounds_of_actions_then_the_next_turn() -> None:
    """Seats go in turn order from the first player, who is Luft Hansa here."""
    table = dealt(4)
    table.s.first = table.s.seat = 3
    order = [FOUR[3], *FOUR[:3]]
    for company in order:
        assert table.phase == Phase.REGISTERING
        table.play(company, "Stay away from the meeting")
    for action in range(1, 5):
        for company in order:
            assert (table.phase, table.s.action) == (Phase.ACTION, action)
            table.play(company, "Pass")
    assert (table.phase, table.s.turn, table.s.action, table.decider) == (Phase.REGISTERING, 2, 0, "Luft Hansa")


@rule("AO-3.5", "AO-R31")
def test_who_passes_acts_again_in_the_next_round() -> None:
    table = position(2).skip("Latécoère")
    table.play("Sabena", "Increase logistics by 2").play("Latécoère", "Increase logistics by 2")
    assert (table.logistics_of("Latécoère"), table.logistics_of("Sabena")) == (6, 6)


@rule("AO-4", "AO-3.5")
def test_the_same_action_four_times_in_a_turn() -> None:
    table = position(2).logistics(Latécoère=0)
    for points in (3, 2, 2, 1):
        table.play("Latécoère", f"Increase logistics by {points}").skip("Sabena")
    assert table.logistics_of("Latécoère") == 8
    assert table.s.turn == 3


@rule("AO-4", "AO-3.5")
def test_the_nine_actions_and_passing() -> None:
    """A table at which everything can be done."""
    table = position().logistics(Latécoère=5, KLM=2).stop("Barcelona", Latécoère=1)
    table.level("Latécoère", "distance", 5).pilots("Latécoère", "recovering", seasoned=1).only(
        "Latécoère", "Salmson 2A2"
    )
    table.s.registered[0] = 1
    assert table.s.phase == Phase.ACTION
    words = table.choices()
    beginnings = (
        "Pass",
        "Create a stop",
        "Make a run",
        "Break the",
        "Send",
        "Recruit a rookie",
        "Recruit a rookie from",
    )
    beginnings += ("Increase", "Reorganise", "Maintain", "Recover")
    for beginning in beginnings:
        assert any(said.startswith(beginning) for said in words), beginning
    assert all(said.startswith(beginnings) for said in words)
    assert set(table.state.mask().tolist()) == {0, 1}


@rule("AO-3.5", "AO-4.3", "AO-4.4", "AO-R41")
def test_without_an_available_pilot_nobody_flies_breaks_records_or_goes_to_the_meeting() -> None:
    table = position(2).pilots("Latécoère", rookie=0).pilots("Latécoère", "recovering", rookie=3)
    table.s.registered[0] = 1
    assert table.choices() == ["Pass", "Recruit a rookie", "Increase logistics by 2"]


@rule("AO-R41")
def test_a_company_without_any_stop_keeps_the_other_actions() -> None:
    table = position(2)
    table.s.cubes[0] = 0
    assert not table.choices("Create")
    assert not table.choices("Make a run")
    assert table.may("Pass", "Recruit a rookie", "Increase logistics by 2", "Break the world speed record: level 1")


@rule("AO-3.2", "AO-3.5")
def test_without_a_meeting_the_first_player_stays() -> None:
    table = position(3).at("KLM", turn=2)
    pass_all(table)
    assert (table.decider, table.s.first, table.s.turn) == ("KLM", 2, 3)


# Weather


@rule("AO-3.3")
def test_open_cards_are_replaced_at_the_beginning_of_a_turn() -> None:
    """Lines whose card nobody has turned up stay unknown; the old card does not come back."""
    table = position(2).weather("Pyrenees", 5).weather("Atlantic", 7)
    pass_all(table.next_cards(Pyrenees=1, Atlantic=8))
    assert [table.card(line) for line in table.lines] == [1, None, 8, None, None]
    assert table.s.cards_seen.tolist() == [0b10001, 0, 0b11000000, 0, 0]
    assert origins_in(table.s.cheap[Flight.STOP, MAX_EXTRA], 0) >> 1 & 1, "no contrary winds any more"
    near = [origins_in(routes, 3) >> 2 & 1 for routes in table.s.near[Flight.RUN, :3]]
    assert near == [0, 0, 1], "thunderstorms"


@rule("AO-3.3", "AO-8.3")
def test_in_six_turns_each_card_of_a_pile_lies_open_once_at_most() -> None:
    table = position(2).weather("Pyrenees", 3)
    seen = [3]
    for turn in range(3, 7):
        pass_all(table)
        assert table.s.turn == turn
        seen.append(table.card("Pyrenees") or 0)
        table.play(table.decider, "Stay away from the meeting").play(table.decider, "Stay away from the meeting")
    assert len(set(seen)) == 5
    assert set(seen) <= set(range(1, 9))


@rule("AO-3.3")
def test_every_card_that_is_left_is_equally_likely() -> None:
    """Of the eight cards one has been seen: each of the others comes in a seventh of the games."""
    game = position(2).game
    cards = []
    for chance in range(350):
        table = Table(game, chance)
        first, last = table.companies
        table.weather("Pyrenees", 4).at(last, first=first, action=4)
        table.play(table.decider, "Pass")
        cards.append(table.card("Pyrenees"))
    for number in range(1, 9):
        assert cards.count(number) / 350 == pytest.approx(0 if number == 4 else 1 / 7, abs=0.06)


@rule("AO-3.3")
def test_new_weather_comes_before_the_registration() -> None:
    """Whoever registers knows it."""
    table = position(2).weather("Sahara", 5)
    pass_all(table.next_cards(Sahara=7))
    assert (table.phase, table.card("Sahara"), table.decider) == (Phase.REGISTERING, 7, "Latécoère")


# Maintenance and recovery


@rule("AO-3.7", "AO-R32")
def test_what_was_used_misses_exactly_the_next_turn() -> None:
    """A rookie and the Breguet fly in turn 2, recover in turn 3 and are available again in turn 4."""
    table = position(2).next_strip("Brussels", value=2).create("Latécoère", "Brussels", "Toulouse", "Breguet 14T")
    assert table.pilots_of("Latécoère") == {"rookie": 2}
    assert table.pilots_of("Latécoère", "used") == {"rookie": 1}
    assert table.condition_of("Latécoère", "Breguet 14T") == Condition.USED
    assert table.s.runway[0].tolist() == [NONE, table.cities["Brussels"], NONE, NONE, NONE]
    for _ in range(7):
        table.play(table.decider, "Pass")
    assert table.s.turn == 3
    assert table.pilots_of("Latécoère") == {"rookie": 2}
    assert table.pilots_of("Latécoère", "recovering") == {"rookie": 1}
    assert table.condition_of("Latécoère", "Breguet 14T") == Condition.RECOVERING
    assert table.condition_of("Latécoère", "Salmson 2A2") == Condition.AVAILABLE
    assert set(table.s.runway[0].tolist()) == {NONE}
    table.play("Latécoère", "Stay away from the meeting").play("Sabena", "Stay away from the meeting")
    pass_all(table)
    assert table.pilots_of("Latécoère") == {"rookie": 3}
    assert table.pilots_of("Latécoère", "recovering") == {}
    assert table.condition_of("Latécoère", "Breguet 14T") == Condition.AVAILABLE


@rule("AO-3.7", "AO-R32")
def test_all_ranks_and_all_companies_recover_at_once() -> None:
    table = position(3).pilots("KLM", "recovering", rookie=1, seasoned=2).pilots("KLM", rookie=1, seasoned=1)
    table.legend("Sabena", "Mermoz", condition="used").pilots("Sabena", "used", seasoned=1).pilots("Sabena", rookie=1)
    pass_all(table)
    assert table.pilots_of("KLM") == {"rookie": 2, "seasoned": 3}
    assert table.pilots_of("KLM", "recovering") == table.pilots_of("KLM", "used") == {}
    assert table.pilots_of("Sabena", "recovering") == {"seasoned": 1, "legendary": 1}
    assert table.pilots_of("Sabena") == {"rookie": 1}


@rule("AO-3.7", "AO-3.6", "AO-4.4")
def test_pilots_at_the_meeting_recover_in_the_next_turn() -> None:
    table = dealt(2).play("Latécoère", "Register for the meeting").play("Sabena", "Stay away from the meeting")
    table.play("Latécoère", "Send a rookie to the meeting")
    for _ in range(7):
        table.play(table.decider, "Pass")
    assert table.pilots_of("Latécoère", "recovering") == {"rookie": 1}


@rule("AO-3.7")
def test_every_place_of_the_panel_is_maintained() -> None:
    """All five aeroplanes were used, then none is; a place without a design stays as it is."""
    table = position(2).level("Latécoère", "altitude", 4)
    table.s.condition[0] = Condition.USED
    table.s.runway[0] = table.cities["Toulouse"]
    table.s.condition[1, :3] = Condition.RECOVERING
    pass_all(table)
    assert set(table.s.condition[0].tolist()) == {Condition.RECOVERING}
    assert set(table.s.condition[1].tolist()) == {Condition.AVAILABLE}
    assert set(table.s.runway[0].tolist()) == {NONE}


# What is going on


@rule("AO-3.5", "AO-3.1")
@pytest.mark.parametrize("field", UNDER_WAY)
def test_nothing_is_left_of_an_action_when_the_next_begins(field: str) -> None:
    """Whatever an action has noted for itself."""
    table = position(2)
    nothing = int(table.s[field])
    table.s[field] = nothing + 1
    table.state.apply(table.state.parse("Pass"))
    assert int(table.s[field]) == nothing == (NONE if field in NUMBERED else 0)
    assert table.decider == "Sabena"


@rule("AO-3.5", "AO-4.1.2.1")
def test_a_stop_given_up_is_an_action() -> None:
    table = position(2).announce("Latécoère", "Create a stop in Brussels", "Toulouse", "Salmson 2A2")
    table.play("Latécoère", "Give up creating the stop")
    assert (table.decider, table.s.acted, table.s.action) == ("Sabena", 1, 1)
    assert (table.logistics_of("Latécoère"), table.pilots_of("Latécoère")) == (4, {"rookie": 3})
