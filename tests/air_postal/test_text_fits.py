"""The text fits a terminal of 24 lines of 80 columns in every variant and phase, and the details say all the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from expert_games import expert_game

from air_postal.pictures import walk
from mailwing.envs._core.bits import members
from mailwing.envs._core.game import Game
from mailwing.envs._core.pictures.fitting import COLUMNS, LINES, beside, broken, clipped, fitted
from mailwing.envs._core.position import Position
from mailwing.envs.air_postal import SPEC
from mailwing.envs.air_postal.limits import NONE
from mailwing.envs.air_postal.names import aircraft_name, city_name, equipment_name, objective_name, seat_name
from mailwing.envs.air_postal.pictures.facts import objectives_in
from mailwing.envs.air_postal.pictures.text import SIGNS

VARIANTS = (
    {},
    {"warbirds": "yes"},
    {"main_base": "yes"},
    {"basic": "yes"},
    {"basic": "yes", "main_base": "yes", "warbirds": "yes"},
)
TABLES = [(1, {}), (1, {"warbirds": "yes"}), *((players, options) for players in (2, 3, 4) for options in VARIANTS)]
EVERY = 7
"""One of so many positions is looked at, by the seat to decide, another one or a spectator in turn."""


def assert_fits(state: Position, seat: int | None) -> None:
    lines = state.text(seat).splitlines()
    assert len(lines) <= LINES, state.text(seat)
    assert max(map(len, lines)) <= COLUMNS, max(lines, key=len)
    assert all(line.strip() and line == line.rstrip() for line in lines)


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_every_position_fits(players: int, options: dict[str, Any]) -> None:
    """Along a lively random game, in which much is aboard, and along one of experts."""
    limit = {} if players == 1 else {"round_limit": 12}
    setup = ("blue_riband", "around_the_world")[players % 2]
    games = (
        walk(players, 5, setup=setup, **limit, **options),
        expert_game(Game(SPEC, players, setup=setup, **options), 6),
    )
    for game in games:
        for number, state in enumerate(game):
            if number % EVERY == 0:
                assert_fits(state, (state.seat, number // EVERY % players, None)[number // EVERY % 3])


@pytest.mark.parametrize(("players", "options"), [(1, {}), (4, {}), (3, VARIANTS[-1])])
def test_the_details_name_all_that_lies_open(players: int, options: dict[str, Any]) -> None:
    """Seats with what they have and have achieved, rivers, Hubs, aircraft that nobody has, in lines that fit."""
    for number, state in enumerate(expert_game(Game(SPEC, players, setup="la_ligne", **options), 7)):
        if number % 10 == 0:
            told = state.details()
            assert max(map(len, told.splitlines())) <= COLUMNS
            missing = [name for name in open_names(state) if name not in " ".join(told.split())]
            assert not missing, (missing, told)


def open_names(state: Position) -> Iterator[str]:
    """Names of what everybody sees."""
    game, s = state.game, state.record
    for seat in range(game.players):
        yield seat_name(game, s, seat)
        if s.aircraft[seat] != NONE:
            yield aircraft_name(game, int(s.aircraft[seat]))
            yield city_name(game, int(s.city[seat]))
            yield from (objective_name(game, k) for k in objectives_in(s.held[seat] | s.achieved[seat]))
            yield from (equipment_name(game, k) for k in members(s.equipment[seat]))
    yield from (objective_name(game, int(k)) for k in s.objective_river if k != NONE)
    yield from (city_name(game, int(k)) for k in s.hub if k != NONE)
    yield from (f"{city_name(game, k)}, " for k in range(8))


# How it is made to fit


def test_parts_give_way_in_turn_until_all_fits() -> None:
    parts = {"top": [["a"]], "river": [["b", "c"], ["bc"], []], "foot": [["d", "e"], ["de"]]}
    order = ("river", "foot", "river")
    assert fitted(parts, order, 5) == ["a", "b", "c", "d", "e"]
    assert fitted(parts, order, 4) == ["a", "bc", "d", "e"]
    assert fitted(parts, order, 3) == ["a", "bc", "de"]
    assert fitted(parts, order, 2) == ["a", "de"]
    assert fitted(parts, (*order, "top", "unknown"), 1) == ["a", "de"], "nothing more gives way"


def test_words_go_on_in_the_next_line_or_are_left_out_with_a_mark() -> None:
    words = "   " + ", ".join(["Flight Engineer"] * 6)
    assert [line[:5] for line in broken(words)] == ["   Fl", "     "]
    assert "".join(broken(words)).replace(" ", "") == words.replace(" ", "")
    (line,) = clipped(words)
    assert line == f"   {', '.join(['Flight Engineer'] * 4)} …"
    assert clipped("short") == ["short"]


def test_rows_stand_beside_each_other_if_there_is_room() -> None:
    assert beside(["a", "b", "c"]) == [f"{'a':<40}c", "b"]
    assert beside(["a" * 41, "b", "c" * 39]) == [f"{'a' * 41}{'c' * 39}", "b"]
    rows = ["a" * 41, "b", "c" * 40]
    assert beside(rows) == rows
    assert beside([]) == []


def test_every_sign_is_explained() -> None:
    assert all(len(line) <= COLUMNS for line in SIGNS.splitlines())
    for sign in ("PAR*", "Garbo>NYC", "Bag S", "[02]", "Order:", "Flight 31", "5 Aircraft", "WBB 3.9/1.4", "Embassy B"):
        assert sign in SIGNS
    for sign in ("Hub:", "First 5", "*:", "!:", "worth", "type 5L", "(S)", "end.", "range 3/8", "C 2/3 P c s", "…"):
        assert sign in SIGNS
