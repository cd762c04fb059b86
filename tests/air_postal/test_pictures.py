"""The picture and the text of the table: all that a player looks for is on them, and secrets are not."""

from __future__ import annotations

import random
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from air_postal.pictures import SVG, aboard, city, drawing, fly, play, table, walk, words_in, words_of
from mailwing.envs._core.game import Game
from mailwing.envs._core.pictures.fitting import COLUMNS
from mailwing.envs._core.pictures.lettering import text_width
from mailwing.envs._core.pictures.render import rasterise
from mailwing.envs._core.position import Position
from mailwing.envs.air_postal import SPEC
from mailwing.envs.air_postal.actions import Action
from mailwing.envs.air_postal.limits import (
    CITIES,
    FIRST_VIP,
    HUBS,
    ROUTES,
    SOLO,
    VIPS,
    Board,
    Equipment,
    Face,
    Load,
    Nation,
)
from mailwing.envs.air_postal.names import aircraft_name, city_name, great_first_name, objective_name, pilot_name
from mailwing.envs.air_postal.pictures.draw_map import MAP
from mailwing.envs.air_postal.pictures.facts import choices, facts, final_words, wanted
from mailwing.envs.air_postal.pictures.map_layout import LEGEND, Node, labels, layout, squares_of
from mailwing.envs.air_postal.pictures.svg import HEIGHT, WIDTH, svg
from mailwing.envs.air_postal.pictures.text import text
from mailwing.envs.air_postal.pictures.text_of_phases import short_name
from mailwing.envs.air_postal.pictures.words import course, status
from mailwing.envs.air_postal.state import Phase

TABLES = (
    (1, {"setup": "la_ligne"}),
    (4, {"setup": "around_the_world", "round_limit": 9}),
    (2, {"setup": "blue_riband", "basic": "yes", "round_limit": 9}),
    (3, {"setup": "empire_routes", "warbirds": "yes", "round_limit": 9}),
    (2, {"setup": "clippers", "main_base": "yes", "round_limit": 9}),
)
OVER = 99


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    """Positions of every phase, of tables of 1 to 4 and of every variant, and the ends of their games."""
    found: dict[tuple[int, int], Position] = {}
    for seed in range(len(TABLES) * 3):
        players, options = TABLES[seed % len(TABLES)]
        for state in walk(players, seed, **options):
            key = (seed % len(TABLES), OVER if state.done else int(state.record.phase))
            # Later positions show more; one of each phase is enough.
            if key not in found or random.Random(seed).random() < 0.1:
                found[key] = state.copy()
    assert {phase for _, phase in found} == {OVER, *(phase.value for phase in Phase)}
    return list(found.values())


def test_every_position_is_drawn_and_written(positions: list[Position]) -> None:
    for state in positions:
        for seat in (None, 0):
            assert drawing(state, seat).tag == f"{SVG}svg"
            lines = text(state.game, state.record, seat).splitlines()
            assert max(len(line) for line in lines) <= COLUMNS
            assert all(line and line == line.rstrip() for line in lines)
            assert status(state.game, state.record).startswith(lines[1])
        assert status(state.game, state.record) in words_of(state)


def test_chance_is_not_to_be_seen(positions: list[Position]) -> None:
    for state in positions[::4]:
        other = state.copy()
        other._record.chance += 1
        assert svg(state.game, state.record) == svg(other.game, other.record)
        assert text(state.game, state.record) == text(other.game, other.record)


def test_words_stay_on_the_picture(positions: list[Position]) -> None:
    for state in positions:
        for element in drawing(state, 0).iter(f"{SVG}text"):
            left, right = span(element)
            assert 0 <= left <= right <= WIDTH, element.text
            assert 0 <= float(element.get("y", 0)) <= HEIGHT, element.text


def test_words_of_a_line_do_not_overlap(positions: list[Position]) -> None:
    for state in positions:
        lines: dict[float, list[tuple[float, float, str]]] = {}
        for element in drawing(state, 0).iter(f"{SVG}text"):
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
    state = table()
    pixels = rasterise(svg(state.game, state.record), width=360)
    assert pixels.shape == (226, 360, 3)


# The map


@pytest.mark.parametrize("board", Board)
def test_cities_have_room_for_squares_and_stay_off_the_legend(board: Board) -> None:
    game = table().game
    t, size = game.tables[0], MAP[2:]
    plan = layout(game, board, size)
    assert {node.city for node in plan.places} == {k for k in range(CITIES) if t.on_board[board, k]}
    assert set(plan.ends) == {route for route in range(ROUTES) if t.route_on[board, route]}
    for x, y in plan.places.values():
        assert 20 < x < size[0] - 20
        assert 20 < y < size[1] - 20
        assert x > LEGEND[0] + 12 or y < size[1] - LEGEND[1] - 12
    for route in plan.ends:
        squares = squares_of(plan, route)
        assert len(squares) == t.route_length[route]
        steps = [abs(ax - bx) + abs(ay - by) for (ax, ay), (bx, by) in pairwise(squares)]
        assert all(step > 9 for step in steps)


def test_routes_over_the_date_line_are_drawn_whole_in_the_east() -> None:
    game = table(setup="around_the_world").game
    plan = layout(game, Board.WORLD, MAP[2:])
    again = {city_name(game, node.city) for node in plan.places if node.again}
    assert again == {"Midway", "Fairbanks"}
    midway = next(node.city for node in plan.places if node.again and city_name(game, node.city) == "Midway")
    assert plan.places[Node(midway, again=True)][0] > plan.places[Node(midway)][0] + 500


def test_names_do_not_lie_on_each_other() -> None:
    for name in ("la_ligne", "empire_routes"):
        state = table(setup=name)
        board = int(state.game.tables[0].setup_board[state.record.setup])
        plan = layout(state.game, board, MAP[2:])
        hubs = tuple(int(hub) for hub in state.record.hub)
        boxes = [label.box for label in labels(state.game, plan, hubs).values()]
        for k, (left, top, right, bottom) in enumerate(boxes):
            for other in boxes[k + 1 :]:
                wide = min(right, other[2]) - max(left, other[0])
                high = min(bottom, other[3]) - max(top, other[1])
                assert wide <= 3 or high <= 3


def test_a_hub_shows_its_rewards_and_who_has_been_there() -> None:
    state = table()
    s, t = state._record, state.game.tables[0]
    hub = int(s.hub[0])
    name = city_name(state.game, hub)
    worth = f"{t.city_glory[hub]} or ${t.city_money[hub]}k"
    before = words_in(state, "city", name)
    assert {name, worth} <= set(before)
    s.hubs_reached[1] = 1
    assert sorted(words_in(state, "city", name)) == sorted([*before, "1"])
    assert f"{t.city_glory[hub]}/${t.city_money[hub]}k [1]" in flat(state)
    assert f"{name}: {t.city_glory[hub]} glory or ${t.city_money[hub]},000; " in state.details()


def flat(state: Position, seat: int | None = None) -> str:
    """The text with its lines joined."""
    return " ".join(text(state.game, state.record, seat).split())


def test_a_great_first_shows_its_glory_until_somebody_has_it() -> None:
    state = table()
    t = state.game.tables[0]
    route = int(t.route_to[Board.ATLANTIC, city(state, "Dakar"), city(state, "Natal")])
    first = int(t.great_first_of[route])
    glory = str(t.great_first_glory[first])
    assert great_first_name(state.game, first) == "South Atlantic"
    assert words_in(state, "first", first) == [glory]
    assert f"DKR-NAT {glory}" in flat(state)
    state._record.great_first[first] = 1
    assert words_in(state, "first", first) == ["1"]
    assert "DKR-NAT" not in flat(state)
    holder = pilot_name(state.game, int(state.record.pilot[1])).split()[-1]
    assert f"South Atlantic, Dakar – Natal: {glory} glory, 5 squares; {holder}" in state.details()
    state._record.great_first[first] = SOLO
    assert words_in(state, "first", first) == ["S"]


def test_where_one_may_fly_is_ringed_and_what_a_flight_needs_is_said() -> None:
    state = fly(table(), "Berlin", fuel=5)
    plain = len(list(group(state, "Moscow")))
    state._record.phase = Phase.PLACING
    assert len(list(group(state, "Moscow"))) == plain - 1
    state._record.phase = Phase.FLYING
    words = words_of(state)
    assert any(line.startswith("Fly to Moscow: 3 squares, ") for line in words)
    assert any(line.startswith("In Berlin with 5 of ") for line in words)
    lines = text(state.game, state.record).splitlines()
    route = next(line for line in lines if line.startswith("  MOS"))
    t = state.game.tables[0]
    k = int(t.route_to[Board.ATLANTIC, city(state, "Berlin"), city(state, "Moscow")])
    assert route.split()[:3] == ["MOS", "Moscow", "GGW"]
    assert float(route.split()[3].split("/")[0]) == pytest.approx(t.route_fuel[k], abs=0.06)
    assert "Big City" in route


def group(state: Position, name: str) -> ElementTree.Element:
    """The drawn city."""
    return next(element for element in drawing(state, 0).iter() if element.get("data-city") == name)


def test_cities_to_which_cards_call_have_flags() -> None:
    state = fly(table(), "Berlin")
    s, t = state._record, state.game.tables[0]
    s.held[:] = 0
    plain = len(list(group(state, "Paris")))
    vip = next(k for k in range(VIPS) if t.vip_city[k] == city(state, "Paris"))
    s.held[0, 1] = 1 << vip
    assert len(list(group(state, "Paris"))) == plain + 2
    s.held[0] = 0
    s.aboard[0, Load.SOVIET_BAG] = 1
    embassies = {k for k in range(CITIES) if t.nation[k] == Nation.SOVIET and t.on_board[Board.ATLANTIC, k]}
    assert wanted(state.game, state.record, 0) == embassies


# What is decided


def test_dice_are_shown_with_what_they_cost() -> None:
    state = fly(table(), "Berlin", fuel=3)
    s = state._record
    s.aircraft[s.seat] = int(state.game.tables[0].range.argmax())
    state.apply(Action.CITY + city(state, "Moscow"))
    s.face[:3] = (Face.CLEAR_SKY, Face.HEADWIND, Face.ICE_AND_SNOW)
    s.endurance[s.seat] = 5
    assert words_in(state, "die", 0) == ["clear", "−1 fuel"]
    assert words_in(state, "die", 2) == ["ice", "−1 fuel", "−2 end."]
    assert "→ Moscow" in words_of(state)
    assert "incident on square 2" in facts(state.game, state.record)[0]
    assert "fuel −2 endurance −0  leaves 0 and 5" in text(state.game, state.record)


def test_amounts_of_fuel_are_put_together() -> None:
    state = fly(table(), "Berlin", fuel=0)
    s = state._record
    s.phase, s.money[s.seat], s.glory[s.seat] = Phase.PREFLIGHT, 10, 9
    words = choices(state.game, state.record, state.game.mask_of(state.record))
    most = sum(Action.FUEL <= action < Action.BUY for action in state.legal())
    assert words[0] == f"Buy 1 to {most} fuel for $5,000 each, from 3 on losing glory for debt"


def test_the_operations_board() -> None:
    state = table()
    play(state, "Place on Maintenance & Revenues", "Place on Flight Ops")
    seats = [int(seat) for seat in state.record.order[:2]]
    words = words_in(state, "slot", "Maintenance & Revenues")
    assert words[-2:] == [str(seats[0]), "$10,000"]
    assert words_in(state, "slot", "Flight Ops") == ["Flight Ops", str(seats[1])]
    state._record.load_river[0] = Load.SOVIET_BAG
    assert words_in(state, "load", 0) == ["Bag S", "$20k"]
    assert "Loads: Bag S, " in text(state.game, state.record)
    assert words_in(state, "deck", "Autopilot")[-2:] == ["$60k", "×4"]


def test_aircraft_on_sale() -> None:
    state = table()
    s, game = state._record, state.game
    aircraft = next(k for k in range(36) if int(s.new_aircraft) >> k & 1)
    name, t = aircraft_name(game, aircraft), game.tables[0]
    words = words_in(state, "aircraft", name)
    loads = "·".join(map(str, t.load_value[aircraft]))
    assert words[0] == str(t.level[aircraft])
    assert words[-3:] == [
        f"{t.max_fuel[aircraft]}/{t.range[aircraft]}",
        loads,
        f"${t.price[aircraft]}k/{t.resale[aircraft]}",
    ]
    s.new_aircraft, s.used_aircraft = int(s.new_aircraft) & ~(1 << aircraft), 1 << aircraft
    assert words_in(state, "aircraft", name) == words


def test_the_text_says_in_full_what_matters_now() -> None:
    state = table()
    s = state._record
    s.phase, s.money[s.seat] = Phase.MAINTENANCE, 500
    s.equipment[s.seat] = 0
    assert "  $60k Autopilot: 3 endurance more, once per turn" in text(state.game, state.record)
    s.phase = Phase.PLACING
    assert ", 3 Maint+Rev -, 4 Obj+Rev -, " in text(state.game, state.record)
    assert "  3 Maintenance & Revenues        fee $10,000  -" in state.details()
    s.phase = Phase.OBJECTIVE
    assert f"  {objective_name(state.game, int(s.objective_river[0]))}" in text(state.game, state.record)
    s.phase = Phase.CHANGE
    assert "level, name, type, Max Fuel/Range, Cargo·PAX·Crew·System, price/resale" in text(state.game, state.record)


def test_short_names_keep_the_model() -> None:
    assert short_name("Latécoère 28", 13) == "Latécoère 28"
    assert short_name("Savoia-Marchetti S.55", 13) == "Savoia-M S.55"
    assert short_name("Ford Trimotor", 9) == "Trimotor"
    assert short_name("Ryan NYP Spirit of St. Louis", 16) == "Ryan NYP Spirit"
    assert short_name("Ryan NYP Spirit of St. Louis", 6) == "Louis"


# Cockpits


def test_a_cockpit() -> None:
    state = table()
    s, t = state._record, state.game.tables[0]
    s.money[0], s.glory[0], s.fuel[0] = 35, 12, 2
    s.aboard[0] = 0
    s.aboard[0, Load.MAIL] = 2
    s.held[0] = 0
    s.held[0, 0] = 1
    s.marked[0] = 1
    s.equipment[0] = aboard(Equipment.COMPASS)
    words = words_in(state, "cockpit", 0, seat=0)
    assert words[0] == "0"
    assert "12 glory   $35,000" in words
    assert f"{pilot_name(state.game, int(s.pilot[0]))} (you)" in words
    assert words.count("Mail") == 2
    assert {aircraft_name(state.game, int(s.aircraft[0])), "Compass", objective_name(state.game, 0)} <= set(words)
    assert f"2/{t.max_fuel[s.aircraft[0]]}" in words
    a, b = (t.city_code[k].tobytes().decode() for k in t.air_route[0])
    assert f"{a}*-{b} {t.objective_glory[0]}" in flat(state)
    assert ", you 12 $35k " in flat(state, 0)


@pytest.mark.parametrize("cards", [4, 8, 16, 30, 60])
def test_there_is_room_for_any_number_of_objectives(cards: int) -> None:
    state = table(4)
    s = state._record
    s.held[:] = 0
    s.held[0] = (2**cards - 1, 0b11 | 1 << VIPS)
    s.marked[0] = 1
    places = set()
    for element in drawing(state, 0).iter(f"{SVG}text"):
        assert float(element.get("font-size", 0)) > 2, element.text
        places.add((element.get("x"), element.get("y")))
    words = words_in(state, "cockpit", 0)
    assert any(word.startswith(("Paris – Berlin", "PAR-BER")) for word in words)
    assert any(word.startswith("Soviet") for word in words)


def test_a_vip_travels_in_a_seat_and_diplomacy_says_what_has_been_delivered() -> None:
    state = table()
    s, t = state._record, state.game.tables[0]
    card = int(t.diplomacy_of[Nation.SOVIET])
    s.held[0] = 0
    s.achieved[0, 1] = 1 << (VIPS + card)
    s.bags[0, Nation.SOVIET] = 1
    s.held[0, 1] = 1
    words = words_in(state, "cockpit", 0)
    name = objective_name(state.game, FIRST_VIP)
    assert name in words
    assert f"{name} to {city_name(state.game, int(t.vip_city[0]))}" in words
    assert "(3)+4+5 glory" in words
    assert "Soviet Diplomacy 1 of 3" in flat(state)


def test_the_solo_plane_and_its_path() -> None:
    state = table(1)
    s, t = state._record, state.game.tables[0]
    words = words_of(state)
    name = pilot_name(state.game, int(t.setup_pilot[s.setup, s.solo_pilot]))
    assert name in words
    first = city_name(state.game, int(t.path[s.setup, s.solo_pilot, 0]))
    assert any(line.startswith(f"1. {first}") for line in words)
    assert f"Solo plane, {name}: 0 glory" in flat(state)
    assert any(element.get("data-path") for element in drawing(state).iter())


# The Main Base variant


def secret(phase: Phase) -> Position:
    """City cards are being chosen."""
    state = Game(SPEC, 3, setup="la_ligne", main_base="yes").new(5)
    while state.record.phase != phase:
        state.apply(state.legal()[0])
    return state


@pytest.mark.parametrize("phase", [Phase.BASE, Phase.SPARE_CITY])
def test_city_cards_of_others_are_secret(phase: Phase) -> None:
    state = secret(phase)
    state.apply(state.legal()[0])
    for seat in (None, 0, 1, 2):
        other = state.copy()
        for rival in range(3):
            if rival != seat:
                hand = [k for k in range(HUBS * 4) if int(other.record.hand[rival]) >> k & 1]
                other._record.hand[rival] = sum(1 << (39 - k) for k in range(len(hand)))
                other._record.choice[rival] = 39 if other.record.choice[rival] >= 0 else -1
        assert svg(state.game, state.record, seat) == svg(other.game, other.record, seat)
        assert text(state.game, state.record, seat) == text(other.game, other.record, seat)


def test_the_own_city_cards_and_what_was_chosen() -> None:
    state = secret(Phase.BASE)
    seat = int(state.record.seat)
    chosen = state.legal()[1] - Action.CITY
    state.apply(state.legal()[1])
    assert any(line.endswith(", chosen") for line in words_in(state, "cockpit", seat, seat))
    assert f"; chosen: {city_name(state.game, chosen)}" in flat(state, seat)
    assert "in secret" in words_of(state, seat)


# The end


def test_who_has_won() -> None:
    state = table(3)
    s = state._record
    s.held[:] = 0
    s.glory[:3] = (9, 30, 9)
    s.done = 1
    scores, _ = state.game.standing_of(s)
    name = pilot_name(state.game, int(s.pilot[1]))
    assert status(state.game, s) == f"game over: {name} (seat 1) wins with {scores[1]} points"
    assert "winner" in words_in(state, "cockpit", 1)
    assert "The game is over" in words_of(state)
    assert course(state.game, s).startswith("La Ligne  round 1/")


def test_how_scores_come_about(positions: list[Position]) -> None:
    for state in positions:
        scores, _ = state.game.standing_of(state.record)
        for seat, score in enumerate(scores):
            glory, unfulfilled, level, money = (
                int(word) for word in final_words(state.game, state.record, seat).split() if word.isdigit()
            )
            assert glory - unfulfilled + level + money == score
    state = table(2)
    state._record.done = 1
    assert final_words(state.game, state.record, 1) in words_of(state)
    assert final_words(state.game, state.record, 1) in text(state.game, state.record)
