"""The picture and the text of the table: all that a player looks for is on them, whatever the board."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from mailwing.envs._core.game import Game
from mailwing.envs._core.pictures.render import rasterise
from mailwing.envs.ab_die_post import SPEC
from mailwing.envs.ab_die_post.pictures.draw_board import CENTRE, Layout, destinations
from mailwing.envs.ab_die_post.pictures.svg import HEIGHT, WIDTH
from mailwing.envs.ab_die_post.pictures.words import repair_due, status, winners
from mailwing.envs.ab_die_post.tables import OWN_DATA
from mailwing.envs.ab_die_post.testing import Table, position

SVG = "{http://www.w3.org/2000/svg}"


def drawing(table: Table, seat: int | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(table.state.svg(seat))


def words_of(table: Table) -> list[str]:
    return [element.text or "" for element in drawing(table).iter(f"{SVG}text")]


def marked(table: Table, name: str) -> list[str]:
    """The values of one of the picture's data attributes, in drawing order."""
    return [value for element in drawing(table).iter() if (value := element.get(f"data-{name}")) is not None]


def planes(table: Table) -> dict[str, str]:
    """Where the planes are drawn, by seat."""
    found = [element for element in drawing(table).iter(f"{SVG}g") if element.get("data-at")]
    return {str(element.get("data-seat")): str(element.get("data-at")) for element in found}


def at(element: ElementTree.Element) -> tuple[float, float]:
    found = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", str(element.get("transform")))
    assert found is not None
    return float(found[1]), float(found[2])


@pytest.fixture
def storm() -> Table:
    """Six players; B has shaken a hurricane, C is paying, D and E are still to pay."""
    table = position(players=6).planes(A="outer 12", B="middle 6", C="inner 3", D="outer 26", E="outer 25", F="start")
    table.hand("A", "1", "2").hand("B", "2", "2", "2").hand("C", "red 3", "2", "2", "2").hand("D", "1", "2")
    table.hand("E", "red 3").hand("F", "1").passenger("D").markers(A=7, B=9, C=14, D=9, E=9).turn("B")
    return table.fly("B", "black").play("B", "Pay a 2").play("B", "Pay a 2").play("B", "Done").play("C", "Pay a red 3")


def test_the_whole_board_is_drawn_and_every_field_has_its_number() -> None:
    table = position()
    fields = marked(table, "field")
    assert len(fields) == len(set(fields)) == 80
    assert {"outer 1", "outer 50", "middle 20", "inner 10"} <= set(fields)
    words = words_of(table)
    assert all(str(number) in words for number in range(1, 51))
    assert {"START", "GOAL", "half-way", "Ab die Post!", "15+"} <= set(words)


def test_planes_stand_on_their_fields(storm: Table) -> None:
    assert planes(storm) == {
        "0": "outer 12",
        "1": "middle 6",
        "2": "inner 3",
        "3": "outer 26",
        "4": "outer 25",
        "5": "start",
    }


def test_start_and_goal_hold_every_plane_without_overlap() -> None:
    table = position(players=6).planes(A="goal", B="start", C="start", D="start", E="start", F="start")
    spots = [at(element) for element in drawing(table).iter(f"{SVG}g") if element.get("data-at")]
    assert len(spots) == 6
    for k, (ax, ay) in enumerate(spots):
        assert all(abs(ax - bx) >= 40 or abs(ay - by) >= 40 for bx, by in spots[:k])


def test_the_board_stays_and_the_planes_turn_round_on_the_return_flight() -> None:
    there, back = position(), position().return_flight()
    first, last = Layout(there.game.tables[0], 0), Layout(back.game.tables[0], 1)
    for name, mirrored in (("outer 1", "outer 50"), ("outer 12", "outer 39"), ("middle 6", "middle 15")):
        assert first.place(there.field(name)) == pytest.approx(last.place(back.field(mirrored)))
    assert first.place(there.field("outer 1"))[0] < CENTRE[0] < last.place(back.field("outer 1"))[0]
    assert "flight 2 (← return), turn 1" in words_of(back)
    there.planes(A="outer 25")
    back.planes(A="outer 26")
    (out,) = (e for e in drawing(there).iter(f"{SVG}g") if e.get("data-at") == "outer 25")
    (home,) = (e for e in drawing(back).iter(f"{SVG}g") if e.get("data-at") == "outer 26")
    assert at(out) == at(home)
    turned = [float(str(e.get("transform")).split("rotate(")[1].split(")")[0]) for e in (out, home)]
    assert turned[1] - turned[0] == pytest.approx(180)


@pytest.mark.parametrize("direction", [0, 1])
@pytest.mark.parametrize("ball", ["green", "blue", "red", "yellow"])
@pytest.mark.parametrize("where", ["start", "middle 6", "outer 24", "middle 19", "inner 9"])
def test_the_fields_framed_are_the_legal_moves(where: str, ball: str, direction: int) -> None:
    table = position().planes(A=where, B="outer 3", C="inner 8").hand("A", "red 3", "2")
    if direction:
        table.return_flight()
    table.fly("A", ball)
    assert {("Land" if to == "goal" else to) for to in marked(table, "to")} == table.moves()


def test_nothing_is_framed_unless_a_ball_is_flown(storm: Table) -> None:
    assert destinations(storm.game, storm.s) == []
    assert marked(position(), "to") == []


def test_the_chosen_field_is_framed_while_the_path_is_open() -> None:
    table = position().planes(A="outer 24").hand("A", "red 3", "2").fly("A", "yellow").play("A", "Fly to middle 12")
    assert status(table.game, table.s) == "seat 0: by way of the passenger?"
    assert marked(table, "to") == ["middle 12"]


def test_repairs_owed_and_paid(storm: Table) -> None:
    assert status(storm.game, storm.s) == "hurricane! seat 2: 3 of 8 points paid"
    due = [repair_due(storm.game, storm.s, seat) for seat in range(6)]
    assert due == [(2, 0), None, (8, 3), (2, 0), (2, 0), None]
    words = words_of(storm)
    assert "repair 3/8" in words
    assert words.count("repair 0/2") == 3
    assert repair_due(storm.game, position().s, 0) is None


def test_the_passenger_card_lies_at_the_board_or_with_its_holder(storm: Table) -> None:
    assert {"card with", "seat 3"} <= set(words_of(storm))
    assert "card with" not in words_of(position())


@pytest.mark.rule("ADP-6.1", "ADP-6.2")
@pytest.mark.parametrize(
    ("where", "flown_over", "told"),
    [
        ("outer 25", 1, True),
        ("middle 10", 1, True),
        ("outer 26", 2, False),
        ("outer 27", 1, False),
        ("start", 0, False),
    ],
)
def test_the_way_to_the_passenger_is_marked_while_it_matters(where: str, flown_over: int, told: bool) -> None:
    """With the second field still ahead, and the card still free."""
    table = position().planes(B=where).flown_over("B", flown_over)
    for _ in range(2):
        assert ("1 of 2 fields" in words_of(table)) == told
        assert ("passenger 1/2" in table.state.text()) == told
        table.passenger("C")
        told = False


def test_the_last_ball_stays_in_sight_until_the_flight_ends() -> None:
    table = position().hand("A", "red 3", "2").planes(A="inner 10")
    assert "ball: none   wind" in table.state.text()
    assert (marked(table, "ball"), "Ball" in words_of(table)) == ([], True)
    table.planes(A="outer 3").fly("A", "red")
    assert "\nball: red   wind" in table.state.text()
    assert (marked(table, "ball"), "Ball" in words_of(table)) == (["red"], True)
    table.play("A", "Fly to outer 7").draw("B", "1")
    assert "\nlast ball: red   wind" in table.state.text()
    assert (marked(table, "ball"), "Last ball" in words_of(table)) == (["red"], True)
    table.play("B", "Stop").turn("A").planes(A="inner 10").fly("A", "yellow").play("A", "Land")
    assert table.s.flight == 1, "B still chooses a card to keep"
    assert "\nlast ball: yellow   wind" in table.state.text()
    table.play("B", "Keep no card")
    assert table.s.flight == 2
    assert "\nball: none   wind" in table.state.text()


def test_the_last_ball_is_shown_after_a_hurricane_too() -> None:
    table = position().hand("A", "red 3", "2").fly("A", "black")
    assert table.decider == "B"
    assert "\nlast ball: black   wind" in table.state.text()


def test_hands_piles_and_markers(storm: Table) -> None:
    words = words_of(storm)
    assert "= 3" in words
    assert "needs 4" in words
    assert "can fly" in words
    assert {"7 points", "14 points", "9 points", "0 points"} <= set(words)
    assert str(int(storm.s.pile.sum())) in words
    assert "black: hurricane" in words
    assert "repair: outer 2 · middle 4 · inner 8" in words


def test_who_looks_is_told_who_they_are() -> None:
    table = position()
    assert [word for word in words_of(table) if "(you)" in word] == []
    assert [e.text for e in drawing(table, 1).iter(f"{SVG}text") if "(you)" in (e.text or "")] == ["seat 1 (you)"]
    assert "\n  1 you" in table.state.text(1)


def test_every_phase_has_its_words() -> None:
    table = position().hand("A", "red 3", "2", "2")
    said = [status(table.game, table.s)]
    said.append(status(table.game, table.draw("A", "2").s))
    said.append(status(table.game, table.play("A", "Stop").turn("A").fly("A", "red").s))
    table.planes(A="inner 10", B="outer 3", C="outer 40").hand("B", "1").play("A", "Land")
    said.append(status(table.game, table.s))
    assert said == [
        *("seat 0: draw or fly", "seat 0: drew 1 card; another one?", "seat 0: fly 4 fields (red ball)"),
        "the flight is over; seat 1: keep a card?",
    ]


def test_the_end_of_the_game_names_the_winner() -> None:
    table = position().markers(A=9, B=13, C=14).hand("A", "red 3", "2").planes(A="inner 10", B="outer 1", C="start")
    table.fly("A", "red").play("A", "Land")
    assert table.state.done
    assert table.state.winners() == winners(table.game, table.s) == [1]
    assert "game over: seat 1 wins with 18 points" in words_of(table)
    assert "winner" in words_of(table)
    assert "to decide" not in words_of(table)


def test_a_shared_victory_and_the_turn_limit_have_their_words() -> None:
    table = position().markers(A=16, B=16).last_flight(A=4, B=4)
    table.s.done = 1
    assert table.state.winners() == winners(table.game, table.s)
    assert status(table.game, table.s) == "game over: seat 0 and seat 1 share the victory with 16 points"
    table.s.limit_reached = 1
    assert status(table.game, table.s).startswith("turn limit reached: ")


def test_text_shows_the_course_in_columns(storm: Table) -> None:
    lines = storm.state.text().splitlines()
    assert lines[0] == "Ab die Post!  flight 1 (outbound →), turn 1"
    assert lines[1] == status(storm.game, storm.s)
    assert "outer   ·····|·····|·0···|·····|····4‖3····|·····|·····|·····|·····" in lines
    assert "inner     ·  |  ·  |  2  |  ·  |  ·  ‖  ·  |  ·  |  ·  |  ·  |  ·" in lines
    assert "start: 5    goal: -" in lines
    assert any(line.startswith("> 2 ") and "inner 3 " in line and " 3/8 " in line for line in lines)
    assert any("seat 3 has the card (+2)" in line for line in lines)


def test_text_marks_the_passenger_fields_and_the_half_way_line() -> None:
    assert "|····*‖*····|" in position().state.text()


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_position_of_a_game_can_be_drawn_and_fits(players: int) -> None:
    state = Game(SPEC, players).new(players)
    pictures = 0
    while not state.done:
        legal = state.legal()
        state.apply(legal[state.num_decisions * 7919 % len(legal)])
        if state.num_decisions % 50 == 0 or state.done:
            pictures += 1
            ElementTree.fromstring(state.svg())
            assert max(map(len, state.text().splitlines())) <= 80
            assert len(state.text().splitlines()) <= 24
    assert pictures > 1


def test_equal_positions_give_equal_pictures_and_the_future_is_not_in_them(storm: Table) -> None:
    again = storm.state.copy()
    again._record.chance = 12345
    assert again.svg() == storm.state.svg()
    assert again.text() == storm.state.text()
    assert storm.state.redeal(2, 99).svg(2) == storm.state.svg(2)


def test_rasterised_it_fills_its_size(storm: Table) -> None:
    pixels = rasterise(storm.state.svg())
    assert pixels.shape == (HEIGHT, WIDTH, 3)
    assert len({tuple(pixel) for pixel in pixels[::20, ::20].reshape(-1, 3).tolist()}) > 12


def test_another_board_is_drawn_as_its_pack_says(tmp_path: Path) -> None:
    """Seven uneven sections, half-way after the third, another passenger, a marker field to 40."""
    pack = Path(shutil.copytree(OWN_DATA, tmp_path / "pack"))
    track = (pack / "track.toml").read_text(encoding="utf-8")
    for old, new in (
        ("sections = 10", "sections = 7"),
        ("half_way_after_section = 5", "half_way_after_section = 3"),
        ("outer = 5 ", "outer = [3, 4, 5, 6, 5, 4, 3]"),
        ("outer = 5\n", "outer = [3, 4, 5, 6, 5, 4, 3]\n"),
        ("inner = 1", "inner = [1, 1, 0, 2, 1, 1, 1]"),
        ("outer_fields = [25, 26]", "outer_fields = [9, 11]"),
    ):
        track = track.replace(old, new)
    (pack / "track.toml").write_text(track, encoding="utf-8")
    scoring = (pack / "scoring.toml").read_text(encoding="utf-8")
    (pack / "scoring.toml").write_text(re.sub(r"win_at = \d+", "win_at = 40", scoring), encoding="utf-8")
    for direction in (0, 1):
        table = Table(Game(SPEC, 4, data=pack)).planes(A="outer 9", B="inner 4")
        if direction:
            table.return_flight()
        fields = marked(table, "field")
        assert len([name for name in fields if name.startswith("outer")]) == 30
        assert len([name for name in fields if name.startswith("inner")]) == 7
        assert planes(table) == {"0": "outer 9", "1": "inner 4", "2": "start", "3": "start"}
        assert "40+" in words_of(table)
        lines = table.state.text().splitlines()
        halves = [line.index("‖") for line in lines if "‖" in line]
        assert len(halves) == 3
        assert len(set(halves)) == 1
        assert next(line for line in lines if line.startswith("outer")).count("|") == 5
