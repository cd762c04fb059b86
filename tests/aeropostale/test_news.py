"""The news: what the table hears and sees when an action is played."""

from __future__ import annotations

import random

import pytest

from mailwing.envs._core.game import Game
from mailwing.envs.aeropostale import SPEC
from mailwing.envs.aeropostale.pictures.news import news
from mailwing.envs.aeropostale.testing import Table, dealt, position


def said(table: Table, words: str) -> list[str]:
    """The news of one action of the company to decide."""
    before = table.state.copy()
    table.play(table.decider, words)
    return news(table.game, before.record, table.state.history[-1], table.s)


def last_action(scenario: str = "campaign") -> Table:
    """The last action of turn 2 is Luft Hansa's."""
    return position(scenario=scenario).at("Luft Hansa", first="Latécoère", action=4)


# The meeting


def test_who_registers_is_told_when_all_have_chosen() -> None:
    table = dealt()
    assert [said(table, words) for words in ("Register", "Stay away", "Register")] == [[], [], []]
    assert said(table, "Stay away") == ["registered for the meeting: Latécoère (seat 0) and KLM (seat 2)"]


def test_nobody_registers() -> None:
    table = dealt()
    for _ in range(3):
        table.play(table.decider, "Stay away")
    assert said(table, "Stay away") == ["registered for the meeting: nobody"]


def test_the_meeting() -> None:
    table = last_action().registered("Latécoère", "Sabena", "KLM")
    table.at("Latécoère", first="Latécoère", action=4).play("Latécoère", "Send a rookie")
    table.play("Sabena", "Send a rookie").skip("KLM").rolls(2, 5)
    assert said(table, "Pass")[:4] == [
        "meeting: Sabena (seat 1) 5, Latécoère (seat 0) 2",
        "Sabena (seat 1) gets a +3 token",
        "Latécoère (seat 0) gets a +2 token",
        "barred from the next meeting: KLM (seat 2)",
    ]


def test_a_meeting_at_which_ties_are_rolled_again() -> None:
    """Sixes, then two threes and a two, then one and two: the last rolls alone do not tell the places."""
    table = last_action().registered("Latécoère", "Sabena", "KLM").at("Latécoère", action=4)
    table.play("Latécoère", "Send a rookie").play("Sabena", "Send a rookie").play("KLM", "Send a rookie")
    table.rolls(6, 6, 6, 3, 3, 2, 1, 2)
    assert said(table, "Pass")[:3] == [
        "meeting: Sabena (seat 1) 2, Latécoère (seat 0) 1, KLM (seat 2) 2 (ties were rolled again)",
        "Sabena (seat 1) gets a +3 token",
        "Latécoère (seat 0) gets a +2 token",
    ]


def test_alone_at_the_meeting() -> None:
    table = last_action().registered("Luft Hansa")
    lines = said(table, "Send a rookie")
    assert lines[:2] == ["Luft Hansa (seat 3) is alone at the meeting", "Luft Hansa (seat 3) gets a +3 token"]


# The end of a turn


def test_supremacy_and_the_next_turn() -> None:
    """Three cubes each in Europe are a tie; the open card gives way to another."""
    table = last_action().stop("Dakar", KLM=2).weather("Pyrenees", 5).next_cards(Pyrenees=8, Sahara=7)
    assert said(table, "Pass") == [
        "nobody is at the meeting",
        "supremacy in Africa: KLM (seat 2) wins 1 gold",
        "turn 3 begins: Latécoère (seat 0) is first",
        "Pyrenees weather: Thunderstorms: counts as 2 lines",
        "Sahara weather: Sandstorms: no rookies",
    ]


def test_the_introduction_has_no_meeting_and_no_weather() -> None:
    table = last_action(scenario="introduction")
    assert said(table, "Pass") == ["turn 3 begins: Sabena (seat 1) is first"]


def test_the_end_of_the_game() -> None:
    table = last_action(scenario="introduction").stop("Dakar", KLM=2).at("Luft Hansa", first="Latécoère", action=4)
    table.at("Luft Hansa", first="Latécoère", turn=3, action=4)
    assert said(table, "Pass") == [
        "supremacy in Africa: KLM (seat 2) wins 1 gold",
        "game over: KLM (seat 2) wins with 2 stop points",
    ]


def test_the_goal() -> None:
    """A run to Barcelona brings 6 bronze wings."""
    contract = "1 mail, 1 freight for 3 bronze"
    table = position(scenario="introduction").stop("Barcelona", Latécoère=1).strips("Barcelona", contract)
    table.wings("Latécoère", bronze=2, gold=2).run("Latécoère", "Barcelona", "Toulouse", "Breguet 14T", contract)
    assert said(table, "Convert 4 bronze") == ["game over: Latécoère (seat 0) wins, the goal is reached"]


def test_the_race_is_lost_by_all() -> None:
    table = last_action(scenario="la_paz").at("Luft Hansa", first="Latécoère", turn=5, action=4)
    assert said(table, "Pass") == ["nobody is at the meeting", "game over: nobody wins"]


# Stops


def test_weather_is_turned_up_on_the_way() -> None:
    table = position().next_cards(Pyrenees=5).play("Latécoère", "Create a stop in Tangier", "Take off")
    assert said(table, "Fly the Salmson 2A2") == ["Pyrenees weather: Contrary winds: +1 logistics"]
    assert said(table, "Give up") == []


def test_a_stop() -> None:
    table = position().next_strip("Brussels", value=4)
    table.announce("Latécoère", "Create a stop in Brussels", "Toulouse", "Breguet 14T")
    lines = said(table, "With a rookie")
    assert lines[0] == "pays 2 logistics points"
    assert lines[1].startswith("strip: 4 cubes, ")
    assert lines[2:] == ["puts 4 cubes in Brussels"]


def test_the_flight_that_ends_the_race_is_told_like_any_other() -> None:
    """The feat is the last decision of the game."""
    table = position(scenario="la_paz").stop("Buenos Aires", Latécoère=1).fleet("Latécoère", "Latécoère 28-1")
    table.legend("Latécoère", "Bolland").pilots("Latécoère", rookie=0).weather("Andes", 1)
    table.announce("Latécoère", "Create a stop in La Paz", "Buenos Aires", "Latécoère 28-1")
    table.next_strip("La Paz", value=1).play("Latécoère", "With Adrienne Bolland")
    assert said(table, "Feat of Adrienne Bolland")[0] == "pays 1 logistics point"


@pytest.mark.parametrize(
    ("city", "effect", "told"),
    [
        ("Brussels", "navigation error", ["loses the rookie"]),
        ("Brussels", "mechanical failure", ["loses 1 logistics point"]),
        ("Tangier", "army supplies", ["gains 2 logistics points"]),
    ],
)
def test_the_effect_of_a_strip(city: str, effect: str, told: list[str]) -> None:
    table = position().weather("Pyrenees", 7)
    table.announce("Latécoère", f"Create a stop in {city}", "Toulouse", "Salmson 2A2")
    if city == "Tangier":
        table.play("Latécoère", "With a rookie")
    lines = said(table.next_strip(city, effect=effect), "With" if city == "Brussels" else "Reveal")
    strip = next(line for line in lines if line.startswith("strip: "))
    assert f", {effect}, " in strip
    assert lines[-1:] == told


def test_a_hostage() -> None:
    table = position().weather("Pyrenees", 7).create("Latécoère", "Tangier", "Toulouse", "Salmson 2A2")
    lines = said(table.next_strip("Tangier", effect="hostage"), "Reveal")
    assert "the pilot is a hostage" in lines[0]
    again = table.state.copy()
    assert said(table, "Lose the pilot") == ["loses the rookie"]
    table.state = again
    assert said(table, "Lose 2 logistics points") == []


def test_the_legendary_strip() -> None:
    table = position().weather("Pyrenees", 7).create("Latécoère", "Tangier", "Toulouse", "Salmson 2A2")
    lines = said(table.next_strip("Tangier", "2 mail for 3 bronze"), "Lay")
    assert lines == [
        "the strip that leaves the game: 1 cube, 2 mail for 3 bronze",
        "puts 1 cube in Tangier",
    ]
    assert said(table, "Turn the pilot into Jean Mermoz") == []


def test_the_diamond_of_la_paz() -> None:
    table = position().stop("Santiago", Latécoère=1).pilots("Latécoère", seasoned=1)
    table.announce("Latécoère", "Create a stop in La Paz", "Santiago", "Salmson 2A2")
    lines = said(table.next_strip("La Paz", value=1), "With a seasoned pilot")
    assert lines[2:] == ["puts 1 cube in La Paz", "wins 1 diamond for the stop in La Paz"]


# Runs


def ready(city: str = "Tangier", *strips: str, **cubes: int) -> Table:
    """Latécoère can make a run from Toulouse to a city where these contracts lie; the weather has no effect on it."""
    table = position().stop(city, **{"Latécoère": 1, **cubes}).strips(city, *strips)
    return table.weather("Pyrenees", 7)


def test_a_run_of_a_pioneer() -> None:
    table = ready("Tangier", "1 mail for 1 bronze")
    table.announce("Latécoère", "Make a run to Tangier", "Toulouse", "Salmson 2A2")
    assert said(table, "With a rookie") == ["pays 1 logistics point"]
    assert said(table, "Execute") == []
    assert said(table, "No more contracts") == [
        "wins 1 bronze for the contract",
        "wins 1 bronze for the first mail over Pyrenees",
        "wins 1 bronze for the first mail to Africa",
        "wins 1 bronze for the first run over 1 line",
    ]
    assert said(table, "Convert 4 bronze") == ["puts 1 cube in Tangier"]


def test_anything_and_the_weather() -> None:
    table = ready("Barcelona", "any 1 for nothing").no_pioneers_left().weather("Pyrenees", 1)
    table.run("Latécoère", "Barcelona", "Toulouse", "Breguet 14T", "any 1 for nothing")
    assert said(table, "Carry mail") == ["wins 1 bronze by the weather", "puts 1 cube in Barcelona"]


def test_wings_without_a_slot() -> None:
    table = ready("Barcelona", "1 mail for 1 bronze").no_pioneers_left().wings("Latécoère", bronze=4)
    table.run("Latécoère", "Barcelona", "Toulouse", "Salmson 2A2")
    table.play("Latécoère", "Execute")
    assert said(table, "No more contracts") == ["wins 1 bronze for the contract"]
    assert said(table, "Keep the wings") == ["loses 1 bronze, which have no slot", "puts 1 cube in Barcelona"]


def test_a_rival_is_driven_out_and_a_monopoly_follows() -> None:
    table = ready("Tangier", "1 mail for 1 bronze", "1 passenger for 2 bronze", KLM=1).stop("Tangier", Latécoère=5)
    table.no_pioneers_left().run("Latécoère", "Tangier", "Toulouse", "Salmson 2A2")
    table.play("Latécoère", "Execute the contract: 1 mail")
    assert said(table, "No more contracts") == ["wins 1 bronze for the contract"]
    assert said(table, "Remove a cube of KLM") == ["KLM (seat 2) is driven out of Tangier"]
    assert said(table, "Put monopoly tile A") == ["all cubes and strips of Tangier are discarded"]


# Records


def test_a_world_record() -> None:
    table = position().play("Latécoère", "Break the world speed record: level 1").die(0)
    assert said(table, "With a rookie") == [
        "the record die shows 0, pays 1 logistics point",
        "the rookie becomes a seasoned pilot",
        "takes the speed tile from the board",
        "gets Blériot-Spad 33",
    ]
    assert said(table, "Put the tile under the Blériot-Spad 33") == []


def test_a_personal_record_takes_what_is_left_on_the_track() -> None:
    table = position().level("KLM", "speed", 3).logistics(Latécoère=3)
    table.s.swept[0] = 2
    table.play("Latécoère", "Break the personal speed record: level 3").die(1)
    assert said(table, "With a rookie") == [
        "the record die shows 1, pays 2 logistics points",
        "gets Blériot-Spad 33 and Farman 121",
        "wins 2 bronze on the speed track",
    ]


def test_the_die_waits_for_a_feat() -> None:
    table = position().stop("Tangier", Latécoère=1).legend("Latécoère", "Bastié").logistics(Latécoère=1)
    table.play("Latécoère", "Break the world speed record: level 1")
    assert said(table, "With Maryse Bastié") == []
    lines = said(table.die(0), "Feat of Maryse Bastié")
    assert lines[0] == "the record die shows 0, pays 0 logistics points"


# All games


@pytest.mark.parametrize("scenario", ["introduction", "short", "campaign", "la_paz", "supremacy"])
def test_news_are_told_of_whole_games(scenario: str) -> None:
    for seed in range(3):
        state, rng = Game(SPEC, 2 + seed, scenario=scenario).new(seed), random.Random(seed)
        while not state.done:
            before = state.copy()
            state.apply(rng.choice(state.legal()))
            lines = news(state.game, before.record, state.history[-1], state.record)
            assert all(line and line == line.strip() for line in lines)
            assert any(line.startswith("turn ") for line in lines) == (state.record.turn != before.record.turn)
            over = [line for line in lines if line.startswith("game over: ")]
            assert over == (lines[-1:] if state.done else [])
