"""The text fits a terminal of 24 lines of 80 columns at every table; the details say in words what it leaves out."""

from __future__ import annotations

import pytest
from expert_games import expert_game

from aeropostale.pictures import walk
from mailwing.envs._core.game import Game
from mailwing.envs._core.pictures.fitting import COLUMNS, LINES
from mailwing.envs.aeropostale import SPEC, Action
from mailwing.envs.aeropostale.limits import CITIES, NONE
from mailwing.envs.aeropostale.names import city_name, design_name, seat_name

SCENARIOS = ("campaign", "short", "la_paz", "supremacy", "introduction")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_position_fits(players: int, scenario: str) -> None:
    for game in (walk(players, 5, scenario), expert_game(Game(SPEC, players, scenario=scenario), 6)):
        for number, state in enumerate(game):
            if number % 7 == 0 or state.done:
                lines = state.text((state.seat, number % players, None)[number % 3]).splitlines()
                assert len(lines) <= LINES
                assert max(map(len, lines)) <= COLUMNS, max(lines, key=len)
                assert max(map(len, state.details().splitlines())) <= COLUMNS


def test_the_own_aeroplanes_are_never_left_out() -> None:
    for number, state in enumerate(expert_game(Game(SPEC, 5, scenario="campaign"), 3)):
        if number % 10 == 0 and not state.done:
            lines = state.text(state.seat).splitlines()
            row = next(k for k, line in enumerate(lines) if line.startswith(f">{state.seat} "))
            assert lines[row + 1].startswith("  ")


def test_the_details_name_all_that_lies_open() -> None:
    for number, state in enumerate(expert_game(Game(SPEC, 5, scenario="campaign"), 7)):
        if number % 25 == 0:
            game, s = state.game, state.record
            told = " ".join(state.details().split())
            names = [city_name(game, city) for city in range(CITIES)]
            for seat in range(5):
                fleet = [int(design) for design in s.fleet[seat] if design != NONE]
                names += [design_name(game, int(s.company[seat]), design) for design in fleet]
                names.append(f"{seat} {seat_name(game, s, seat)}: ")
            assert not [name for name in names if name not in told]


def test_what_lies_in_a_city_is_told_of_a_flight_there() -> None:
    state = Game(SPEC, 2, scenario="short").new(3)
    while Action.PASS not in state.legal():
        state.apply(state.legal()[-1])
    told = {state.describe(action): state.prospect(action) for action in state.legal()}
    stops = [words for name, words in told.items() if name.startswith("Create a stop")]
    assert stops
    assert all(words.startswith("room for ") and words.endswith(" face down") for words in stops)
    assert {words for name, words in told.items() if name.startswith("Break ")} <= {"no wings", "wings 2b"}
    own = next(city for city in range(CITIES) if state.record.cubes[state.seat, city])
    assert state.why_not(Action.CREATE + own) == "you have a stop there"
