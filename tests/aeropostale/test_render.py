"""The picture and the text of the table: all that a player looks for is on them, and secrets are not."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from aeropostale.pictures import SVG, drawing, walk, words_in, words_of
from mailwing.envs._core.pictures.lettering import text_width
from mailwing.envs._core.pictures.render import rasterise
from mailwing.envs._core.position import Position
from mailwing.envs.aeropostale.pictures.svg import HEIGHT, WIDTH, svg
from mailwing.envs.aeropostale.pictures.text import SIGNS, short_name, text
from mailwing.envs.aeropostale.pictures.words import (
    CARGO_LETTERS,
    RANK_LETTERS,
    RECORD_LETTERS,
    WING_LETTERS,
    status,
)
from mailwing.envs.aeropostale.state import Phase
from mailwing.envs.aeropostale.testing import Table, dealt, position

SCENARIOS = ("campaign", "short", "la_paz", "supremacy", "introduction")
LINES = {2: 20, 3: 22, 4: 24, 5: 24}
"""Lines of the text by number of players."""


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    """Positions of every phase, of tables of 2 to 5 and of every scenario, and the ends of their games."""
    found: dict[tuple[int, int], Position] = {}
    for seed in range(20):
        for state in walk(2 + seed % 4, seed, SCENARIOS[seed % len(SCENARIOS)]):
            key = (state.game.players, 99 if state.done else int(state.record.phase))
            # Later positions show more; one of each phase is enough.
            if key not in found or random.Random(seed).random() < 0.3:
                found[key] = state.copy()
    assert {phase for _, phase in found} == {99, *(phase.value for phase in Phase)}
    return list(found.values())


def test_every_position_is_drawn_and_written(positions: list[Position]) -> None:
    for state in positions:
        for seat in (None, 0):
            assert drawing(state, seat).tag == f"{SVG}svg"
            lines = text(state.game, state.record, seat).splitlines()
            assert len(lines) == LINES[state.game.players]
            assert max(len(line) for line in lines) <= 80
            assert all(line == line.rstrip() for line in lines)
            assert lines[1].startswith(status(state.game, state.record)[:80])
        assert status(state.game, state.record) in words_of(state)


def test_the_legal_actions_have_words_of_their_own(positions: list[Position]) -> None:
    for state in positions:
        words = [state.describe(action) for action in state.legal()]
        assert len(set(words)) == len(words)


def test_chance_is_not_to_be_seen(positions: list[Position]) -> None:
    for state in positions[::5]:
        other = state.copy()
        other._record.chance += 1
        assert svg(state.game, state.record) == svg(other.game, other.record)
        assert text(state.game, state.record) == text(other.game, other.record)


def test_words_stay_on_the_picture(positions: list[Position]) -> None:
    for state in positions:
        for element in drawing(state).iter(f"{SVG}text"):
            left, right = span(element)
            assert 0 <= left <= right <= WIDTH, element.text
            assert 0 <= float(element.get("y", 0)) <= HEIGHT, element.text


def test_words_of_a_line_do_not_overlap(positions: list[Position]) -> None:
    for state in positions:
        lines: dict[float, list[tuple[float, float, str]]] = {}
        for element in drawing(state).iter(f"{SVG}text"):
            lines.setdefault(round(float(element.get("y", 0))), []).append((*span(element), element.text or ""))
        for line in lines.values():
            line.sort()
            for (_, right, one), (left, _, other) in pairwise(line):
                assert left >= right - 1.5, (one, other)


def span(element: ElementTree.Element) -> tuple[float, float]:
    """Left and right end of a line of text."""
    size, x = float(element.get("font-size", 0)), float(element.get("x", 0))
    # The estimate is on the safe side by about this much.
    width = 0.9 * text_width(element.text or "", size, element.get("font-weight") == "700")
    left = {"middle": x - width / 2, "end": x - width}.get(str(element.get("text-anchor")), x)
    return left, left + width


def test_the_picture_turns_into_pixels() -> None:
    pixels = rasterise(svg(position().game, position().s), width=320)
    assert pixels.shape == (200, 320, 3)


# The map


def test_a_city_shows_cubes_contracts_and_strips_that_lie_face_down() -> None:
    table = position().stop("Dakar", KLM=3, Sabena=2).strips("Dakar", "1 mail for 1 bronze", "2 mail for 3 bronze")
    words = words_in(table.state, "city", "Dakar")
    assert words == ["Dakar", "5 of 8", *"11222", "M", "1", "M", "M", "3", "face down", "face down"]
    assert "Dakar        8  . 2 3 . ?? m1b mm3b" in text(table.game, table.s)


def test_a_monopoly() -> None:
    table = position().monopoly("KLM", "Tangier", "B")
    assert words_in(table.state, "city", "Tangier") == ["Tangier", "maximum 6", "monopoly of seat 2", "?", "?", "1"]
    assert "Tangier      6  monopoly of seat 2, **1g" in text(table.game, table.s)


def test_cities_of_companies_that_are_not_there_are_closed() -> None:
    table = position(2)
    assert words_in(table.state, "city", "Berlin") == ["Berlin is closed"]
    assert "Berlin       closed" in text(table.game, table.s)


def test_weather() -> None:
    table = position().weather("Pyrenees", 5).weather("Sahara", 7).pioneers(pyrenees=1)
    words = words_in(table.state, "line", "Pyrenees")
    assert words[:4] == ["Pyrenees", "Contrary winds", "+1 logistics", "stops and runs, once"]
    assert "no rookies" in words_in(table.state, "line", "Sahara")
    assert "no weather" in words_in(table.state, "line", "Pacific")
    lines = text(table.game, table.s)
    assert "Pyrenees  cost +1      fp" in lines
    assert "Sahara    no rookies  mfp" in lines


def test_where_a_stop_or_a_run_is_possible() -> None:
    table = position().stop("Tangier", Latécoère=1).strips("Tangier", "1 mail for 1 bronze")
    assert words_in(table.state, "city", "Barcelona")[-1] == "stop"
    assert words_in(table.state, "city", "Tangier")[-1] == "run"
    table.play("Latécoère", "Make a run to Tangier", "Take off")
    assert words_in(table.state, "city", "Tangier")[-1] == "to"
    assert words_in(table.state, "city", "Toulouse")[-1] == "from"


# What is decided


def test_what_a_flight_costs() -> None:
    table = position().weather("Pyrenees", 5)
    table.announce("Latécoère", "Create a stop in Tangier", "Toulouse", "Salmson 2A2")
    words = words_of(table.state)
    assert "Costs 2 of 4 logistics points." in words
    assert "From Toulouse: over Pyrenees (Contrary winds, +1 logistics)" in words
    assert {"With a rookie", "Give up creating the stop"} <= set(words)


def test_the_text_says_what_one_should_know() -> None:
    """The cost of a flight, what is loaded, and the designs in reserve, as far as there is room."""
    table = position().weather("Pyrenees", 5)
    table.announce("Latécoère", "Create a stop in Tangier", "Toulouse", "Salmson 2A2")
    assert (
        second_line(table)
        == ("Latécoère (seat 0): stop in Tangier with Salmson 2A2: which pilot?  Costs 2 of 4 ").rstrip()
    )
    table = position().level("Latécoère", "speed", 5).play("Latécoère", "Reorganise the fleet")
    assert second_line(table) == "Latécoère (seat 0): a change of the fleet?  Dewoit 333 4mfp 3/2"


def test_the_text_says_what_is_loaded() -> None:
    table = position().stop("Tangier", Latécoère=1).strips("Tangier", "1 mail for 1 bronze", "1 freight for 1 bronze")
    table.run("Latécoère", "Tangier", "Toulouse", "Breguet 14T").play("Latécoère", "Execute the contract: 1 mail")
    assert second_line(table).endswith("another contract?  1/2 full")


def test_each_aeroplane_is_offered_with_its_price() -> None:
    """In contrary winds over the Pyrenees the Salmson takes 2 points; what lies behind them is not known yet."""
    table = position().weather("Pyrenees", 5).play("Latécoère", "Create a stop in Tangier", "Take off")
    assert table.choices() == [
        "Fly the Salmson 2A2 for 2 logistics",
        "Fly the Breguet 14T for 3 logistics",
        "Fly the Farman 60 Goliath for 3 logistics",
    ]
    table = position().play("Latécoère", "Create a stop in Tangier", "Take off")
    assert table.choices("Fly the Salmson 2A2") == ["Fly the Salmson 2A2 for 1 logistics before new weather"]
    table = position(scenario="introduction").play("Latécoère", "Create a stop in Tangier", "Take off")
    assert table.choices("Fly the Salmson 2A2") == ["Fly the Salmson 2A2 for 1 logistics"]


def test_an_aeroplane_that_only_a_feat_lets_fly_has_no_price() -> None:
    """Thunderstorms make two lines of the Pyrenees, which is beyond the range of 1, unless the pilot ignores them."""
    table = position().weather("Pyrenees", 8).pilots("Latécoère", rookie=0).legend("Latécoère", "Mermoz")
    table.play("Latécoère", "Create a stop in Tangier", "Take off")
    assert "Fly the Salmson 2A2" in table.choices()


@pytest.mark.parametrize(
    ("scenario", "goal"),
    [
        ("introduction", "goal 4b3g"),
        ("short", "goal 4b3g1p"),
        ("campaign", "goal 4b3g1p"),
        ("la_paz", "goal La Paz"),
        ("supremacy", "stop points win"),
    ],
)
def test_the_text_says_what_wins(scenario: str, goal: str) -> None:
    table = position(scenario=scenario)
    first = text(table.game, table.s).splitlines()[0]
    assert first.endswith(f"  {goal}  +ready ~out xred")


def test_every_sign_is_explained() -> None:
    assert all(len(line) <= 80 for line in SIGNS.splitlines())
    for sign in (
        "mfp",
        "Europe 3/0/5/4",
        "lines 1–5 1b",
        "3:2b",
        "stock 9r 4s",
        "4×+3",
        "3r/-/1s",
        "S1 D0 A2",
        "1 spare",
    ):
        assert sign in SIGNS
    for mark in (*"!*?+~x>-.", *CARGO_LETTERS, *WING_LETTERS, *RANK_LETTERS, *RECORD_LETTERS):
        assert mark in SIGNS


def test_the_text_names_legendary_pilots() -> None:
    table = position().legend("KLM", "Mermoz")
    line = next(line for line in text(table.game, table.s).splitlines() if " KLM " in line)
    assert line.endswith(" Mermoz!"), "the feat is still to come"


def test_a_full_line_keeps_its_end() -> None:
    """Letters of the legendary pilot's name go, not what stands at the end of the line."""
    table = dealt().legend("KLM", "Guillaumet").tokens("KLM", first=1, second=1).level("KLM", "speed", 5)
    table.wings("KLM", bronze=4, gold=3, platinum=2, diamond=1).pilots("KLM", "recovering", rookie=1, seasoned=1)
    line = next(line for line in text(table.game, table.s, 2).splitlines() if " KLM " in line)
    assert len(line) <= 80
    assert re.search(r" 1 spare Guil\w*!$", line)


def test_the_text_adds_up_what_counts_for_supremacy() -> None:
    table = position().stop("Brussels", Latécoère=2).stop("Dakar", KLM=3, Latécoère=1).stop("Tangier", Latécoère=4)
    lines = text(table.game, table.s)
    assert "Europe    5/3/3/3" in lines
    assert "Africa    5/0/3/0     mfp" in lines
    assert "S America 0/0/0/0     mfp" in lines
    assert "lines 1–5 1b 1b 2b 3b 1g" in lines


def test_a_tile_lies_nowhere_before_its_place_is_chosen() -> None:
    table = position().play("Latécoère", "Break the world speed record: level 1", "With a rookie")
    assert " 1m 1/1S" not in text(table.game, table.s)
    table.play("Latécoère", "Put the tile under the Salmson 2A2")
    assert " 1m 1/1S" in text(table.game, table.s)


def second_line(table: Table) -> str:
    return text(table.game, table.s).splitlines()[1]


def test_what_is_loaded() -> None:
    table = position().stop("Tangier", Latécoère=1).strips("Tangier", "1 mail for 1 bronze", "1 freight for 1 bronze")
    table.run("Latécoère", "Tangier", "Toulouse", "Breguet 14T")
    table.play("Latécoère", "Execute the contract: 1 mail")
    assert {"Loaded: 1 of 2 elements.", "+ 1 mail for 1 bronze"} <= set(words_of(table.state))


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (("Create a stop in Barcelona",), "stop in Barcelona: take off where?"),
        (("Create a stop in Barcelona", "Take off"), "stop in Barcelona: which aeroplane?"),
        (("Break the world speed record: level 1",), "world speed record, level 1: which pilot?"),
    ],
)
def test_the_question(words: tuple[str, ...], asked: str) -> None:
    table = position().play("Latécoère", *words)
    assert status(table.game, table.s) == f"Latécoère (seat 0): {asked}"


# The panels


def panel(table: Table, company: str, seat: int | None = None) -> list[str]:
    """What is written on a company's panel."""
    return words_in(table.state, "panel", str(table.seat(company)), seat)


def test_a_panel() -> None:
    table = position().wings("KLM", bronze=2, gold=1).tokens("KLM", first=1).pilots("KLM", "recovering", seasoned=2)
    words = panel(table, "KLM", seat=2)
    assert words[:3] == ["2", "1 point", "KLM (you)"]
    assert words[4:8] == ["b", "b", "g", "+3"]
    assert {"r", "×3", "s", "×2", "fuel 1", "range 1", "legendary strip · 30 cubes left"} <= set(words)
    line = next(line for line in text(table.game, table.s, 2).splitlines() if "KLM you" in line)
    assert " ".join(line.split()) == "2 KLM you log 4 pilots 3r/-/2s 2b1g S0 D0 A0 1pt +3"


def test_an_aeroplane_on_the_board_and_a_record_tile() -> None:
    table = position().tile("Latécoère", "speed", under="Breguet 14T")
    table.next_strip("Brussels", value=2).create("Latécoère", "Brussels", "Toulouse", "Salmson 2A2")
    words = panel(table, "Latécoère")
    assert words.count("Brussels") == 1
    assert words[words.index("Breguet 14T") + 1 : words.index("Breguet 14T") + 7] == [
        "3",
        "M",
        "F",
        "fuel 2",
        "range 1",
        "S",
    ]
    assert "~Salmso 2A2 1m 1/1 +Breg 14T 2mf 2/1S" in text(table.game, table.s)


def test_a_legendary_pilot_and_designs_in_reserve() -> None:
    table = position().stop("Tangier", KLM=1).legend("KLM", "Bastié", feat=False)
    table.level("KLM", "speed", 5)
    words = panel(table, "KLM")
    assert "Maryse Bastié (feat used) · 29 cubes left" in words
    assert "reserve: Douglas DC-2 4mfp 3/2" in words
    assert "1 spare" in text(table.game, table.s)


# Secrets


def test_who_registers_is_secret_until_all_have_chosen() -> None:
    table = dealt().play("Latécoère", "Register")
    assert "chose yes" in panel(table, "Latécoère", seat=0)
    assert "chose yes" in text(table.game, table.s, 0)
    other = dealt().play("Latécoère", "Stay away")
    for seat in (None, 1, 2, 3):
        assert svg(table.game, table.s, seat) == svg(other.game, other.s, seat)
        assert text(table.game, table.s, seat) == text(other.game, other.s, seat)
    for _ in range(3):
        table.play(table.decider, "Stay away")
    assert "registered" in panel(table, "Latécoère")
    assert " joins" in text(table.game, table.s)


def test_who_is_barred() -> None:
    table = dealt().barred("KLM")
    assert "barred" in panel(table, "KLM")
    assert "barred" in text(table.game, table.s)


# Names


@pytest.mark.parametrize(
    ("name", "room", "short"),
    [
        ("Latécoère 28-1", 14, "Latécoère 28-1"),
        ("Latécoère 28-1", 9, "Laté 28-1"),
        ("Farman 60 Goliath", 9, "Farman 60"),
        ("Westland Wessex", 8, "W Wessex"),
        ("Westland Wessex", 4, "Wess"),
        ("Condor", 3, "Con"),
        ("Arado V I", 6, "Ar V I"),
        ("Dornier Komet II", 9, "Komet II"),
    ],
)
def test_names_of_aeroplanes_are_shortened(name: str, room: int, short: str) -> None:
    assert short_name(name, room) == short
