"""The picture and the text of the table: all that a player looks for is on them, whatever the board."""

from __future__ import annotations

import random
import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from aeroplanes.pictures import SVG, drawing, marked, walk, words_of, written
from mailwing.envs._core.game import Game
from mailwing.envs._core.pictures.lettering import text_width
from mailwing.envs._core.pictures.render import rasterise
from mailwing.envs._core.position import Position
from mailwing.envs.aeroplanes import SPEC
from mailwing.envs.aeroplanes.names import city_name
from mailwing.envs.aeroplanes.pictures.draw_board import MAP, Layout
from mailwing.envs.aeroplanes.pictures.svg import HEIGHT, PANEL_LEFT, WIDTH, svg
from mailwing.envs.aeroplanes.pictures.text import text
from mailwing.envs.aeroplanes.pictures.words import status, winners
from mailwing.envs.aeroplanes.state import Phase
from mailwing.envs.aeroplanes.tables import OWN_DATA
from mailwing.envs.aeroplanes.testing import Table, dealt, position

Box = tuple[float, float, float, float]


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    """Positions of every phase, of tables of 3, 4 and 5, and the ends of their games."""
    found: dict[tuple[int, int], Position] = {}
    for seed in range(12):
        for state in walk(3 + seed % 3, seed):
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
        lines = text(state.game, state.record).splitlines()
        assert max(len(line) for line in lines) <= 80
        assert all(line == line.rstrip() for line in lines)
        assert status(state.game, state.record) in lines
        assert status(state.game, state.record) in words_of(state)


def test_chance_is_not_to_be_seen(positions: list[Position]) -> None:
    for state in positions[::5]:
        other = state.copy()
        other._record.chance += 1
        assert svg(state.game, state.record) == svg(other.game, other.record)
        assert text(state.game, state.record) == text(other.game, other.record)


def test_words_stay_on_the_picture_and_within_their_parts(positions: list[Position]) -> None:
    """Nothing is written beyond the edges, nor from the map's side into the players' panels."""
    for state in positions:
        for element in drawing(state).iter(f"{SVG}text"):
            left, right = span(element)
            y = float(element.get("y", 0))
            assert 0 <= left <= right <= WIDTH, element.text
            assert 0 <= y <= HEIGHT, element.text
            assert right <= PANEL_LEFT or left >= PANEL_LEFT, element.text


def span(element: ElementTree.Element) -> tuple[float, float]:
    """Left and right end of a line of text."""
    size, x = float(element.get("font-size", 0)), float(element.get("x", 0))
    # The estimate is on the safe side by about this much.
    width = 0.93 * text_width(element.text or "", size, element.get("font-weight") == "700")
    left = {"middle": x - width / 2, "end": x - width}.get(str(element.get("text-anchor")), x)
    return left, left + width


def test_words_of_a_line_do_not_overlap(positions: list[Position]) -> None:
    for state in positions:
        lines: dict[float, list[tuple[float, float, str]]] = {}
        for element in drawing(state).iter(f"{SVG}text"):
            lines.setdefault(round(float(element.get("y", 0))), []).append((*span(element), element.text or ""))
        for line in lines.values():
            line.sort()
            for (_, right, one), (left, _, other) in pairwise(line):
                assert left >= right - 1, (one, other)


# The map


def test_the_whole_board_is_drawn() -> None:
    state = position().state
    t = state.game.tables[0]
    assert len(marked(state, "plate")) == t.cities == 34
    assert len(marked(state, "link")) == t.link_count == 51
    assert marked(state, "special") == ["Casablanca", "Cairo", "Middle East", "North America"]
    words = words_of(state)
    assert {"Constantinople", "+2", "−1", "+1"} <= set(words)
    assert words.count("all Europe") == 4
    assert "\nConnections: | one roll a bar" in state.details()
    assert "AUSr||" in text(state.game, state.record)
    assert "\nFrom all Europe: CASr CAIr MEAr NAMb|||+\n" in text(state.game, state.record)


def boxes(game: Game) -> list[Box]:
    """Left, top, right and bottom of every destination's plate."""
    layout, found = Layout(game), []
    for city in range(int(game.tables[0].cities)):
        (x, y), (wide, high) = layout.place(city), layout.plate(city)
        found.append((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
    return found


def test_destinations_lie_apart_and_on_the_map() -> None:
    plates = boxes(Game(SPEC))
    left, top, width, height = MAP
    for k, (a, b, c, d) in enumerate(plates):
        assert left < a < c < left + width
        assert top < b < d < top + height
        for e, f, g, h in plates[:k]:
            assert a > g + 6 or c < e - 6 or b > h + 6 or d < f - 6


def test_no_connection_runs_under_another_destination() -> None:
    game = Game(SPEC)
    t, layout, plates = game.tables[0], Layout(game), boxes(game)
    for link in range(int(t.link_count)):
        (ax, ay), (bx, by) = layout.ends(link)
        for city, (left, top, right, bottom) in enumerate(plates):
            if city in t.link_ends[link]:
                continue
            along = [(ax + (bx - ax) * k / 200, ay + (by - ay) * k / 200) for k in range(201)]
            under = [p for p in along if left - 3 < p[0] < right + 3 and top - 3 < p[1] < bottom + 3]
            assert not under, (link, city_name(game, city))


def test_airports_stand_where_they_are(positions: list[Position]) -> None:
    stages = ("", "I", "II", "III", "home")
    for state in positions:
        game, s = state.game, state.record
        expected = {
            (city_name(game, city), str(seat), stages[s.airport[seat, city]])
            for seat in range(game.players)
            for city in range(int(game.tables[0].cities))
            if s.airport[seat, city]
        }
        groups = [element for element in drawing(state).iter(f"{SVG}g") if element.get("data-stage")]
        drawn = [tuple(str(element.get(f"data-{name}")) for name in ("city", "seat", "stage")) for element in groups]
        assert set(drawn) == expected
        assert len(drawn) == len(expected)
        assert len(marked(state, "empty")) == s.free.sum()


def test_three_players_leave_a_space_of_each_starting_city_out() -> None:
    homes = ["London", "Amsterdam", "Berlin", "Paris", "Zürich", "Rome"]
    assert marked(position(3).state, "blocked") == homes
    assert "Paris £-1 . . x" in written(position(3))
    assert marked(position(4).state, "blocked") == []
    assert "Paris £-1 . . .," in written(position(4))


# Passengers, cards, panels


def test_passengers_wait_in_their_spaces() -> None:
    table = position().waiting("Berlin", 3, "Cairo", seats=2).era(2).overflow(5, "Athens")
    assert len(marked(table.state, "passenger")) == 2
    assert {"Cairo", "Athens"} <= set(words_of(table.state))
    lines = written(table).splitlines()
    assert next(line for line in lines if line.startswith("  Berlin ")).endswith("3 Cairo 2, 4 -")
    assert "  overflow  5 Athens 1" in lines
    assert "BER: - - CAI2 -" in written(table)
    assert "Overflow: - - - - ATH1" in lines


def test_the_display_with_prices_now() -> None:
    table = position()
    assert marked(table.state, "display") == [str(number) for number in range(1, 13)]
    assert "£15 12 Farman F.60 Goliath 2×I 3 *1" in written(table)
    assert "12 £15 2I/3*1" in written(table)
    assert "deck: 34 left, next 13 Fokker F.III" in written(table)
    table.era(3).display(44)
    assert marked(table.state, "display") == ["44", "45", "46"]
    assert "  deck: 0 left" in written(table).splitlines()


def test_a_panel_tells_all_of_a_seat() -> None:
    table = position().money(B=17).points(B=5).failures(B=2).advantages("B", "Night Flights", 2)
    table.tiles("B", "I", "II long-distance").plane("B", 13, free=1)
    row = next(line for line in written(table).splitlines() if line.startswith("  1 "))
    assert row.split() == ["1", "6=5+1+0", "+2", "17", "2/4", "1", "0", "0", "0", "1", "Ni2,", "1I", "1II+"]
    told = " ".join(written(table).split())
    assert (
        "seat 1 5 on the track, 1 of cards, 0 of passengers; £17; 2 engine failures; Night Flights 2; 1×Stage I" in told
    )
    words = words_of(table.state)
    assert {"£17", "6 VP", "track 5 · planes 1 · people 0"} <= set(words)


def test_aeroplanes_with_their_seats() -> None:
    table = position().plane("A", 6).plane("A", 12).waiting("London", 1, "London")
    table.play("A", "Claim London passenger 1", "Aboard 12")
    assert "  seat 0    6 Junkers F 13 [..]; 12 Farman F.60 Goliath [London 1, ..]" in written(table)
    cards = [element for element in drawing(table.state).iter(f"{SVG}g") if element.get("data-card")]
    assert [(card.get("data-card"), card.get("data-free")) for card in cards] == [("6", "2"), ("12", "2")]
    titles = [str(element.text) for element in drawing(table.state).iter(f"{SVG}title")]
    assert "12 Farman F.60 Goliath: 2 free seats; to London, 1 seat" in titles
    table.s.seats[:] = 0
    assert "6 Junkers F 13 [xx]; 12 Farman F.60 Goliath [London 1, xx]" in written(table)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_even_the_largest_fleet_fits_its_panel(players: int) -> None:
    table = position(players)
    table.s.owner[: table.t.cards] = 0
    table.s.seats[: table.t.cards] = table.t.card_capacity[: table.t.cards]
    panels = [element for element in drawing(table.state).iter(f"{SVG}g") if element.get("data-panel")]
    frame = next(panels[0].iter(f"{SVG}rect"))
    bottom = float(str(frame.get("y"))) + float(str(frame.get("height")))
    cards = [element for element in panels[0].iter(f"{SVG}g") if element.get("data-card")]
    assert len(cards) == table.t.cards
    for card in cards:
        for seat in card.iter(f"{SVG}rect"):
            assert float(str(seat.get("y"))) + float(str(seat.get("height"))) <= bottom
            assert float(str(seat.get("x"))) + float(str(seat.get("width"))) <= WIDTH


def test_the_seat_that_looks_is_told() -> None:
    table = position()
    assert [name in words_of(table.state) for name in ("seat 1 (you)", "seat 1")] == [False, True]
    assert "seat 1 (you)" in [e.text for e in drawing(table.state, 1).iter(f"{SVG}text")]
    assert "\n  1 you" in text(table.game, table.s, 1)


def test_what_is_asked_in_each_phase() -> None:
    assert status(dealt().game, dealt(seed=3).s).endswith(": which home?")
    table = position().money(A=9)
    assert status(table.game, table.s) == "seat 0: buy, place, claim, take advantages or a subsidy"
    table.dice("failure", "failure", 2).play("A", "Roll for two")
    assert status(table.game, table.s) == "seat 0: rolled failure failure 2: which two dice?"
    table.play("A", "Use failure and failure")
    assert status(table.game, table.s) == "seat 0: 2 failures to exchange for an advantage of choice"
    table = position().era(2).advantages("A", "Increased Production").money(A=30).play("A", "Buy 16")
    assert status(table.game, table.s) == "seat 0: Increased Production on 16 Dornier Komet?"


def test_the_end(positions: list[Position]) -> None:
    ended = [state for state in positions if state.done]
    assert {state.game.players for state in ended} == {3, 4, 5}
    for state in ended:
        assert winners(state.game, state.record) == state.winners()
        assert status(state.game, state.record).startswith(("game over: seat", "round limit reached: seat"))
        assert words_of(state).count("winner") == len(state.winners())
        assert f"{max(state.scores())} VP" in words_of(state)


# Whatever is public can be seen


@pytest.mark.parametrize(
    ("field", "at"),
    [
        ("era", ()),
        ("round_number", ()),
        ("first", ()),
        ("die", ()),
        ("subsidies", ()),
        ("money", (1,)),
        ("points", (2,)),
        ("plane_points", (0,)),
        ("passenger_points", (2,)),
        ("failures", (1,)),
        ("advantages", (1, 0)),
        ("stock", (0,)),
        ("supply", (2, 1)),
        ("tiles", (0, 3)),
        ("airport", (0, 20)),
        ("next_card", ()),
        ("owner", (20,)),
        ("profit", (1,)),
        ("waiting", (7,)),
        ("overflow", (3,)),
        ("passenger_at", (90,)),
        ("seat", ()),
        ("dice", (0,)),
        ("display", (0,)),
    ],
)
def test_public_things_show(field: str, at: tuple[int, ...]) -> None:
    table = position()
    before, words = svg(table.game, table.s), written(table)
    if at:
        getattr(table.s, field)[at] += 1
    else:
        setattr(table.s, field, getattr(table.s, field) + 1)
    assert svg(table.game, table.s) != before
    assert written(table) != words


# Other boards


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack with other names, longer and shorter, other risks, fewer spaces for passengers and another display."""
    pack = Path(shutil.copytree(OWN_DATA, tmp_path / "pack"))
    changes: dict[str, list[tuple[str, str]]] = {
        "map.toml": [('"Constantinople"', '"Bosphorus, both of its shores"'), ('"Paris"', '"Ö"')],
        "passengers.toml": [
            ('"Constantinople"', '"Bosphorus, both of its shores"'),
            ('"Paris"', '"Ö"'),
            ("spaces = 4", "spaces = 3"),
        ],
        "cards.toml": [('"Airco DH.4A"', '"Wright Flyer & <Sons>, the third"'), ("cards = 12 ", "cards = 7 ")],
        "risk.toml": [("needs = [12, 14]", "needs = [9, 15]"), ("failures = 4", "failures = 6")],
        "supply.toml": [("subsidies = 8", "subsidies = 30")],
    }
    for name, pairs in changes.items():
        words = (pack / name).read_text(encoding="utf-8")
        for old, new in pairs:
            assert old in words
            words = words.replace(old, new)
        (pack / name).write_text(words, encoding="utf-8")
    return pack


def test_another_board_is_drawn_as_it_is(pack: Path) -> None:
    table = Table(Game(SPEC, 4, data=pack), 5)
    words = words_of(table.state)
    assert {"Bosphorus, both of its shores", "Ö", "9+, 15+"} <= set(words)
    assert len(marked(table.state, "display")) == 7
    assert len(marked(table.state, "passenger")) == 18
    assert "Wright Flyer & <Sons>, the third" in written(table)
    for element in drawing(table.state).iter(f"{SVG}text"):
        left, right = span(element)
        assert 0 <= left <= right <= WIDTH, element.text


def test_pixels() -> None:
    pytest.importorskip("resvg_py")
    pixels: Any = rasterise(svg(position().game, position().s))
    assert pixels.shape == (HEIGHT, WIDTH, 3)
    assert pixels.std() > 20
