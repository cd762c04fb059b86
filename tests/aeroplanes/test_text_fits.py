"""The text fits a terminal of 24 lines of 80 columns in every phase, and the details say all that it leaves out."""

from __future__ import annotations

from itertools import pairwise

import pytest
from expert_games import expert_game

from aeroplanes.pictures import walk
from mailwing.envs._core.game import Game
from mailwing.envs._core.pictures.fitting import COLUMNS, LINES
from mailwing.envs.aeroplanes import SPEC
from mailwing.envs.aeroplanes.limits import HOME_AIRPORT, NONE, Region
from mailwing.envs.aeroplanes.names import STAGE_NAMES, card_name, city_code, city_name
from mailwing.envs.aeroplanes.pictures.text import SIGNS

EVERY = 7
"""Every so many positions one is looked at, as the seat to decide, another one and a spectator see it in turn."""


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_position_fits(players: int) -> None:
    """Along a lively random game and along one of experts."""
    for game in (walk(players, 5), expert_game(Game(SPEC, players), 6)):
        for number, state in enumerate(game):
            if number % EVERY == 0 or state.done:
                told = state.text((state.seat, number // EVERY % players, None)[number // EVERY % 3])
                lines = told.splitlines()
                assert len(lines) <= LINES, told
                assert max(map(len, lines)) <= COLUMNS, max(lines, key=len)
                assert all(line.strip() and line == line.rstrip() for line in lines)


@pytest.mark.parametrize("players", [3, 5])
def test_a_person_can_plan_on_the_map(players: int) -> None:
    """All airports and, while an airport tile is placed, all connections are on it."""
    for number, state in enumerate(expert_game(Game(SPEC, players), 6)):
        if number % 20:
            continue
        game, s, t = state.game, state.record, state.game.tables[0]
        told = state.text()
        for city in range(int(t.cities)):
            built = [(seat, int(s.airport[seat, city])) for seat in range(players) if s.airport[seat, city]]
            marks = "".join(f"{seat}{'H' if stage == HOME_AIRPORT else STAGE_NAMES[stage]}" for seat, stage in built)
            assert f"{city_code(game, city)}[{marks}{'.' * int(s.free[city])}]" in told
        if state.describe(state.legal()[0]).startswith("To "):
            assert "\nFrom all Europe: " in told


def test_the_details_name_all_that_lies_open() -> None:
    """Cities, cards on display and owned, passengers, in lines that fit."""
    for number, state in enumerate(expert_game(Game(SPEC, 5), 7)):
        if number % 25 == 0:
            game, s = state.game, state.record
            told = state.details()
            assert max(map(len, told.splitlines())) <= COLUMNS
            joined = " ".join(told.split())
            cards = [int(card) for card in s.display if card != NONE]
            cards += [card for card in range(len(s.owner)) if 0 <= s.owner[card] < 5]
            assert all(card_name(game, card) in joined for card in cards)
            cities = range(int(game.tables[0].cities))
            assert all(f"{city_code(game, city)} {city_name(game, city)}" in joined for city in cities)


def test_what_seats_would_score_now_is_what_they_score() -> None:
    """The column `era` of the last position of an era is what its scoring brings."""
    ends = 0
    for before, after in pairwise(state.copy() for state in walk(4, 3)):
        if after.done or after.record.era == before.record.era or before.record.subsidies:
            continue
        rows = [line for line in before.text().splitlines() if line[2:3].isdigit() and "=" in line]
        said = [int(row.split("+", 3)[3].split()[0]) for row in rows]
        assert said == (after.record.points - before.record.points)[:4].tolist()
        ends += 1
    assert ends


def test_codes_of_cities_differ() -> None:
    game = Game(SPEC)
    codes = [city_code(game, city) for city in range(int(game.tables[0].cities))]
    assert len(set(codes)) == len(codes)
    assert [codes[k] for k in (0, 12, 22)] == ["LON", "WAR", "EAF"]
    assert sum(game.tables[0].region[: len(codes)] == Region.EUROPE) == 16


def test_every_sign_is_explained() -> None:
    assert all(len(line) <= COLUMNS for line in SIGNS.splitlines())
    for sign in ("VP=tr+ca+pe", "era +4", "fail 2/4", "prof", "free", "holds", "AUSr||", "CAI3*2", "2I+/4*3", "…"):
        assert sign in SIGNS
