"""The Solo version: the Solo plane, its path, and who wins."""

from __future__ import annotations

import pytest

from mailwing.envs.air_postal.limits import NONE, SETUPS, SOLO
from mailwing.envs.air_postal.names import city_code
from mailwing.envs.air_postal.state import Phase
from mailwing.envs.air_postal.testing import Table, dealt, position

rule = pytest.mark.rule

PATH = ("MLW", "DKR", "CAS", "AGP", "LIS", "HOR", "YYT", "NYC", "WAS", "MIA", "HAV", "CCS", "BOG")
"""From Porto Novo."""


def solo() -> Table:
    """Maryse Bastié against Polina Osipenko, as in the rulebook's example."""
    return position(1, pilots=("Maryse Bastié", "Polina Denisovna Osipenko"))


def rest(table: Table) -> Table:
    """A round with Revenues alone."""
    return table.play("Bastié", "Place on Revenues")


@rule("PO-17.1", "PO-3.10")
def test_one_pilot_of_the_postcard_flies_the_solo_plane_and_another_is_chosen() -> None:
    table = dealt(1)
    assert (table.phase, len(table.choices())) == (Phase.SOLO_PILOT, 4)
    assert table.may("Polina Denisovna Osipenko flies the Solo plane")
    table.play("seat 0", "Polina Denisovna Osipenko flies")
    assert (table.phase, table.s.solo_pilot, table.s.pilot[0]) == (Phase.PILOT, 0, NONE)
    assert len(table.choices()) == 3
    assert not table.may("Fly as Polina")
    table.play("seat 0", "Fly as Italo Balbo from Lima")
    assert (table.phase, table.state.seat, table.city_of("Balbo")) == (Phase.FIRST_AIRCRAFT, 0, "Lima")
    assert table.s.pilots_left == 0b00111111
    table.play("Balbo", "Take the Potez 25")
    assert (table.phase, table.s.round_number, table.s.solo_at) == (Phase.PLACING, 1, 0)


@rule("PO-17.2", "PO-17.3", "PO-17.4", "PO-R25")
def test_polina_osipenko_needs_13_rounds_for_28_to_35_points() -> None:
    """The example of the rulebook: Monrovia, Málaga and so on, with two Great Firsts on the way."""
    table = solo()
    board = [city_code(table.game, int(city)) for city in table.t.path[0, 0][: len(PATH)]]
    assert tuple(board) == PATH
    points = [3, 3, 3, 5, 8, 8, 16, 20, 20, 20, 23, 30, 35]
    for k, glory in enumerate(points):
        assert (table.s.round_number, table.s.solo_at, table.state.done) == (k + 1, k, False)
        rest(table)
        assert table.s.solo_glory == glory
    assert (table.s.done, table.s.limit_reached, table.s.round_number) == (1, 0, 13)
    assert (table.s.great_first == SOLO).sum() == 2
    assert table.s.great_first[table.number("great first", "Azores")] == SOLO
    assert table.s.great_first[table.number("great first", "Caribbean")] == SOLO


@rule("PO-17.4", "PO-8.5", "PO-R22")
def test_great_firsts_of_the_player_are_lost_to_the_solo_plane() -> None:
    """28 points are the least."""
    table = rest(solo()).great_firsts("Bastié", "Azores", "Caribbean")
    for _ in PATH[1:]:
        rest(table)
    assert (table.s.solo_glory, table.state.done) == (28, True)
    assert (table.s.great_first == 0).sum() == 2


@rule("PO-8.5", "PO-R22")
def test_great_firsts_of_the_solo_plane_are_lost_to_the_player() -> None:
    """It has flown from Horta to St. John's in the seventh round."""
    table = solo()
    for _ in range(7):
        rest(table)
    table.city(Bastié="Horta").fuel(Bastié=6).glory(Bastié=3).flying("Bastié").arrive("Bastié", "St. John's")
    assert (table.phase, table.glory_of("Bastié")) == (Phase.HUB, 3)


@rule("PO-17.3", "PO-R25", "PO-8.4")
def test_hubs_of_the_solo_plane_are_still_open() -> None:
    """Nor is its Main Base scored."""
    table = solo()
    assert table.s.solo_glory == 0
    rest(table).city(Bastié="Dakar").fuel(Bastié=6).flying("Bastié").arrive("Bastié", "Monrovia")
    assert table.phase == Phase.HUB


@rule("PO-17.3")
def test_the_solo_plane_flies_after_the_players_turn() -> None:
    """The round is over then, and cards move as usual."""
    table = solo().objective_river("Paris - Berlin", "London - Rome", "Paris - Moscow", "Berlin - Lisbon")
    table.play("Bastié", "Place on Objectives")
    assert table.s.solo_at == 0
    table.play("Bastié", "Take Paris – Moscow")
    assert (table.s.solo_at, table.s.round_number) == (1, 2)
    assert table.river_of_objectives()[2:] == ["Paris – Berlin", "London – Rome"]


@rule("PO-17.5", "PO-1.1")
def test_no_number_of_points_ends_the_game() -> None:
    table = solo().glory(Bastié=99).go_on("Place on Revenues")
    assert (table.state.done, table.s.last_round) == (False, 0)


@rule("PO-17.5", "PO-R82")
@pytest.mark.parametrize(("glory", "rank"), [(33, 1), (32, 2), (31, 2), (40, 1), (0, 2)])
def test_more_points_than_the_solo_plane_win(glory: int, rank: int) -> None:
    """With 3 for the aircraft 33 are 36; equal points are not enough."""
    table = solo().glory(Bastié=glory).money(Bastié=0)
    table.s.solo_glory = 35
    assert (table.scores, table.ranks) == ([glory + 3], [rank])


@rule("PO-R73", "PO-9.4")
def test_the_card_of_the_solo_plane_is_not_to_be_had_after_a_crash() -> None:
    table = solo().city(Bastié="Lisbon").fuel(Bastié=1).flying("Bastié").arrive("Bastié", "Horta")
    assert len(table.choices()) == 12
    assert not table.may("Go on as Polina")
    assert not table.may("Go on as Joaquín Loriga")
    assert not table.may("Go on as Dieudonné Costes")


@rule("PO-17.2", "PO-R43")
@pytest.mark.parametrize("setup", range(SETUPS))
@pytest.mark.parametrize("pilot", range(4))
def test_the_path_leads_to_the_nearest_hub_each_time(setup: int, pilot: int) -> None:
    """Of equally near ones to the first on the postcard, by the fewest squares."""
    t = solo().t
    board, base = int(t.setup_board[setup]), int(t.setup_base[setup, pilot])
    path = [int(city) for city in t.path[setup, pilot] if city != NONE]
    left = [int(hub) for hub in t.setup_hub[setup] if hub != base]
    at, k, reached = base, 0, []
    while left:
        hub = min(left, key=lambda city: (int(t.distance[board, at, city]), left.index(city)))
        squares, here = 0, at
        while here != hub:
            route = int(t.route_to[board, here, path[k]])
            assert route != NONE
            squares += int(t.route_length[route])
            here, k = path[k], k + 1
            if here in left:
                assert int(t.path_hub[setup, pilot, k - 1]) == int(t.city_glory[here])
                reached.append(here)
        assert squares == int(t.distance[board, at, hub])
        left, at = [city for city in left if city not in reached], hub
    assert k == len(path) == int(t.path_length[setup, pilot])


@rule("PO-17.4")
def test_the_last_round_is_that_of_the_last_hub() -> None:
    """Not the limit of rounds, which no Solo plane needs: 13 rounds in the rulebook's example."""
    table = solo()
    for k in range(1, 14):
        assert table.state.text().splitlines()[0] == f"Air Postal  La Ligne  round {k}/13"
        assert table.state.observation_record(0)["clock"] == pytest.approx(k / 13)
        rest(table)
    assert table.state.done
