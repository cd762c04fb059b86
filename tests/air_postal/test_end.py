"""The end of the game: what triggers it, the last round, points, ranks, and the limit of rounds."""

from __future__ import annotations

import pytest

from mailwing.envs.air_postal.state import Phase
from mailwing.envs.air_postal.testing import ROUND, Table, position

rule = pytest.mark.rule
PILOTS = ("Bastié", "Mermoz", "Balbo", "Osipenko")
CARDS = ("Paris - Moscow", "Paris - Berlin", "London - Rome", "Berlin - Lisbon", "Málaga - Rome")


# The trigger


@rule("PO-1.1", "PO-12.1", "PO-R1")
@pytest.mark.parametrize(("players", "threshold"), [(2, 60), (3, 50), (4, 40)])
@pytest.mark.parametrize("short", [0, 1])
def test_the_end_is_triggered_by_so_many_points(players: int, threshold: int, short: int) -> None:
    """At the end of one's turn; exactly so many are enough, one less is not."""
    table = (
        position(players).preflight("Bastié").glory(Bastié=threshold - short).play("Bastié", "Ready", "End the turn")
    )
    assert table.s.last_round == 1 - short
    while not table.state.done and table.s.round_number == ROUND:
        table.state.apply(int(table.state.legal()[-1]))
    assert (table.s.done, table.s.limit_reached) == (1 - short, 0)
    assert table.s.round_number == ROUND + short


@rule("PO-12.1", "PO-R1")
def test_those_who_have_not_played_in_this_round_do_and_there_is_no_reset() -> None:
    """Revenues and an objective still count; nothing is refilled."""
    table = position(3).objective_river(*CARDS).money(Mermoz=0)
    table.markers(Bastié="Flight Ops", Mermoz="Revenues", Balbo="Objectives & Revenues").preflight("Bastié")
    table.load_river("Mail").glory(Bastié=50).play("Bastié", "Ready", "End the turn")
    assert (table.state.done, table.s.last_round, table.decider) == (False, 1, "Italo Balbo")
    table.play("Balbo", "Take Paris – Moscow")
    assert table.state.done
    assert (table.money_of("Mermoz"), table.s.round_number) == (25, ROUND)
    assert table.river_of_objectives() == [None, *(card.replace("-", "–") for card in CARDS[1:])]
    assert table.river_of_loads() == [None] * 7 + ["Mail Delivery"]
    assert table.s.objective_discard.tolist() == [0, 0]
    assert table.turn_order == ["Maryse Bastié", "Jean Mermoz", "Italo Balbo"]


@rule("PO-12.1", "PO-R1")
def test_the_points_must_be_there_at_the_end_of_ones_own_turn() -> None:
    """Suppose that Mermoz had enough when Bastié's turn ended; and points that are lost do not undo the trigger."""
    table = position().glory(Mermoz=60).markers(Bastié="Flight Ops", Mermoz="Flight Ops").preflight("Bastié")
    table.go_on("Ready", "End the turn")
    assert table.s.last_round == 0
    table.s.last_round = 1
    assert table.glory(Mermoz=59).go_on("Ready", "End the turn").state.done


@rule("PO-12.1")
def test_points_of_a_crash_may_trigger_the_end() -> None:
    table = (
        position().glory(Bastié=57).city(Bastié="Lisbon").fuel(Bastié=1).markers(Bastié="Flight Ops", Mermoz="Revenues")
    )
    table.flying("Bastié").arrive("Bastié", "Horta").play("Bastié", "Go on as Howard Hughes")
    assert table.s.last_round == 0
    table.play("Hughes", "Take the Junkers")
    assert (table.s.last_round, table.state.done) == (1, True)


@rule("PO-R91", "PO-12.1")
@pytest.mark.parametrize("limit", [1, 2])
def test_the_limit_of_rounds_ends_the_game(limit: int) -> None:
    """The rulebook has none."""
    table = position(round_limit=limit)
    for number in range(1, limit + 1):
        assert (table.s.round_number, table.state.done) == (number, False)
        rest(table)
    assert (table.s.done, table.s.limit_reached, table.s.round_number) == (1, 1, limit)


@rule("PO-R91", "PO-12.1")
def test_without_an_option_the_limit_is_that_of_the_data_pack() -> None:
    """60 rounds for two; whoever triggers the end in the last of them ends the game by the rules."""
    table = position()
    table.s.round_number = 59
    assert not rest(table).state.done
    assert (table.s.round_number, rest(table).state.done, table.state.limit_reached) == (60, True, True)
    table = position().in_slot("Mermoz", 3).glory(Mermoz=60)
    table.s.round_number = 60
    table.play("Mermoz", "That is all")
    assert (table.state.done, table.state.limit_reached) == (True, False)


def rest(table: Table) -> Table:
    """A round in which two players take Revenues."""
    first, second = table.turn_order
    table.play(first, "Place on Revenues").play(second, "Place on Maintenance & Revenues")
    return table.play(second, "That is all")


# Points


def poor() -> Table:
    """Two players with 20 glory each, aircraft of level 3 without money; $10,000 for the aircraft."""
    return position().glory(Bastié=20, Mermoz=20).money(Bastié=0, Mermoz=0)


@rule("PO-12.2", "PO-R24")
def test_the_level_of_the_aircraft_counts() -> None:
    assert poor().scores == [23, 23]
    assert poor().aircraft(Mermoz="Tupolev ANT-25").scores == [23, 27]


@rule("PO-12.2", "PO-R24", "PO-R80")
@pytest.mark.parametrize(
    ("aircraft", "money", "points"),
    [
        ("Latécoère 25", 39, 0),
        ("Latécoère 25", 40, 1),
        ("Latécoère 25", 89, 1),
        ("Latécoère 25", 90, 2),
        ("Junkers W 33", 49, 0),
        ("Junkers W 33", 50, 1),
        ("Lockheed 14 Super Electra", 39, 1),
        ("Lockheed 14 Super Electra", 40, 2),
    ],
)
def test_each_50000_of_money_and_resale_value_is_a_point(aircraft: str, money: int, points: int) -> None:
    """Both together, rounded down once."""
    table = poor() if aircraft == "Latécoère 25" else poor().aircraft(Bastié=aircraft)
    level = int(table.t.level[table.number("aircraft", aircraft)])
    assert table.money(Bastié=money).scores[0] == 20 + level + points


@rule("PO-12.2", "PO-13.1", "PO-13.2", "PO-13.3", "PO-R24")
@pytest.mark.parametrize(
    ("cards", "lost"),
    [
        (("Paris - Moscow",), 4),
        (("Istanbul - Dakar", "Josephine Baker"), 8),
        (("Soviet Diplomacy",), 3),
        (("German Diplomacy", "Paris - Berlin", "Karen Blixen"), 11),
    ],
)
def test_unfulfilled_objectives_are_deducted(cards: tuple[str, ...], lost: int) -> None:
    """Of Diplomacy the first step: 3 for Soviet bags, as in the rulebook's example."""
    assert poor().objectives("Bastié", *cards).scores == [23 - lost, 23]


@rule("PO-12.2", "PO-R24")
def test_half_of_an_air_route_is_not_enough_and_what_was_achieved_costs_nothing() -> None:
    table = poor().objectives("Bastié", "Paris - Moscow").mark("Bastié", "Paris - Moscow", "Paris")
    assert table.scores == [19, 23]
    assert poor().achieved("Bastié", "Paris - Moscow", "Josephine Baker", "Soviet Diplomacy").scores == [23, 23]


@rule("PO-R80")
def test_the_final_total_may_be_negative() -> None:
    table = poor().glory(Bastié=0).objectives("Bastié", "Istanbul - Dakar")
    assert table.scores[0] == -3


# Ranks


@rule("PO-12.3", "PO-12.2")
@pytest.mark.parametrize(
    ("glory", "ranks"),
    [
        ((10, 9, 8, 7), [1, 2, 3, 4]),
        ((7, 8, 9, 10), [4, 3, 2, 1]),
        ((8, 10, 8, 9), [3, 1, 3, 2]),
        ((5, 5, 5, 5), [1] * 4),
    ],
)
def test_most_points_win_and_equal_players_share_a_place(glory: tuple[int, ...], ranks: list[int]) -> None:
    table = position(4).glory(**dict(zip(PILOTS, glory, strict=True))).money(**dict.fromkeys(PILOTS, 0))
    assert table.ranks == ranks


@rule("PO-12.3", "PO-R22")
def test_in_a_tie_the_aircraft_of_the_higher_level_wins() -> None:
    """Only in a tie; money of the aircraft is out of the way here."""
    table = poor().aircraft(Bastié="Breguet 19 GR").glory(Bastié=19, Mermoz=20)
    assert (table.scores, table.ranks) == ([23, 23], [1, 2])
    assert table.glory(Mermoz=21).ranks == [2, 1]
    assert table.glory(Mermoz=19).ranks == [1, 2]


@rule("PO-12.2")
def test_before_there_are_aircraft_nothing_is_added() -> None:
    """Somebody may want to know how things stand during the set-up."""
    table = position(2)
    table.s.aircraft[:] = -1
    table.s.phase = Phase.FIRST_AIRCRAFT
    assert table.money(Bastié=60, Mermoz=0).glory(Bastié=2, Mermoz=3).scores == [3, 3]
    assert table.ranks == [1, 1]
