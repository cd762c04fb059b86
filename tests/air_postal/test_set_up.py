"""Setting up: the postcard, decks and rivers, pilots, Main Bases and the first aircraft."""

from __future__ import annotations

from collections import Counter

import pytest

from mailwing.envs._core.bits import members
from mailwing.envs.air_postal.limits import (
    AIR_ROUTES,
    FIRST_DIPLOMACY,
    NONE,
    OBJECTIVES,
    Equipment,
)
from mailwing.envs.air_postal.placing_cards import cards_in
from mailwing.envs.air_postal.state import SETUP_LABELS, Phase
from mailwing.envs.air_postal.testing import PILOTS, Table, dealt, position

rule = pytest.mark.rule
POSTCARDS = SETUP_LABELS[1:]


def copies(table: Table, times: int) -> list[Table]:
    """The same game, dealt again and again."""
    return [Table(table.game, seed) for seed in range(times)]


# The postcard


@rule("PO-3.1", "PO-3.13", "PO-R28")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_postcard_says_which_board_and_which_eight_hubs(players: int) -> None:
    """Eight, however many play."""
    table = dealt(players, "clippers")
    hubs = ["New York", "Washington", "Mexico City", "Caracas", "Bogotá", "Belém", "Santiago", "Buenos Aires"]
    assert table.s.hub.tolist() == [table.number("city", name) for name in hubs]
    assert table.s.setup == 3
    assert set(table.choices()) == {
        "Fly as Hélène Dutrieu from Lima",
        "Fly as Howard Hughes from Chicago",
        "Fly as Richard Byrd from Montréal",
        "Fly as Carina Negrone from Rio de Janeiro",
    }


@rule("PO-3.1")
def test_the_side_of_the_board_says_where_to_fly() -> None:
    """Las Palmas is on the Atlantic Map alone, the route from Cairo to Baghdad on the World Map."""
    atlantic = position().city(Bastié="Casablanca").fuel(Bastié=6).flying("Bastié")
    assert atlantic.may("Fly to Las Palmas")
    world = position(setup="empire_routes").city(Alcock="Casablanca").fuel(Alcock=6).flying("Alcock")
    assert not world.choices("Fly to Las Palmas")
    assert world.city(Alcock="Cairo").may("Fly to Baghdad")
    assert not atlantic.city(Bastié="Cairo").choices("Fly to Baghdad")


@rule("PO-3.1")
def test_without_a_choice_each_postcard_comes_in_a_fifth_of_the_games() -> None:
    found = Counter(int(table.s.setup) for table in copies(dealt(2, "random"), 200))
    assert sorted(found) == [0, 1, 2, 3, 4]
    assert all(25 <= count <= 55 for count in found.values())


# Decks and rivers


@rule("PO-3.3", "PO-3.5")
@pytest.mark.parametrize(("postcard", "cards"), tuple(zip(POSTCARDS, (66, 36, 51, 35, 81), strict=True)))
def test_the_objective_deck_has_the_continents_of_the_postcard_and_all_diplomacy(postcard: str, cards: int) -> None:
    """Twelve Air Routes and three or four VIPs for each continent, and five Diplomacy cards."""
    table = dealt(2, postcard)
    river = [int(card) for card in table.s.objective_river if card != NONE]
    deck = cards_in(table.s.objective_deck)
    assert (len(river), len(deck)) == (4, cards - 4)
    assert not set(river) & set(deck)
    continents = int(table.t.setup_continents[table.s.setup])
    for card in range(OBJECTIVES):
        expected = card >= FIRST_DIPLOMACY or continents >> int(table.t.objective_continent[card]) & 1
        assert (card in river + deck) == bool(expected), card
    assert cards_in(table.s.objective_discard) == cards_in(table.s.objective_box) == []


@rule("PO-3.4", "PO-3.5", "PO-R81")
@pytest.mark.parametrize(("players", "objectives", "loads"), [(1, 4, 6), (2, 4, 6), (3, 5, 8), (4, 6, 10)])
def test_the_rivers_are_as_long_as_the_number_of_players_says(players: int, objectives: int, loads: int) -> None:
    """All 51 Load cards are in play; alone, the rivers are those of two."""
    table = dealt(players)
    assert (table.s.objective_river != NONE).tolist() == [True] * objectives + [False] * (6 - objectives)
    assert (table.s.load_river != NONE).tolist() == [True] * loads + [False] * (10 - loads)
    river = Counter(int(load) for load in table.s.load_river if load != NONE)
    assert [int(table.s.load_deck[load]) + river[load] for load in range(10)] == [12, 4, 6, 3, 3, 3, 3, 2, 6, 9]
    assert not table.s.load_discard.any()
    assert not table.s.load_box.any()


@rule("PO-3.3", "PO-3.5")
def test_the_objective_deck_is_shuffled() -> None:
    """Of 66 cards, each comes first in a 66th of the games, Air Routes and others alike."""
    first = [int(table.s.objective_river[3]) for table in copies(dealt(2), 400)]
    assert len(set(first)) == 66
    assert sum(card < AIR_ROUTES for card in first) / 400 == pytest.approx(48 / 66, abs=0.07)


@rule("PO-3.4", "PO-3.5")
def test_the_load_deck_is_shuffled() -> None:
    first = Counter(int(table.s.load_river[5]) for table in copies(dealt(2), 400))
    for load, count in enumerate((12, 4, 6, 3, 3, 3, 3, 2, 6, 9)):
        assert first[load] / 400 == pytest.approx(count / 51, abs=0.05)


@rule("PO-3.2", "PO-3.8")
@pytest.mark.parametrize(("players", "experts"), [(1, 4), (2, 5), (3, 6), (4, 7)])
def test_four_copies_of_basic_and_standard_cards_and_some_experts(players: int, experts: int) -> None:
    """Three Expert cards more than there are players; only the top one is known."""
    table = dealt(players)
    assert table.s.stock.tolist() == [4] * 8
    assert Equipment.FUEL_EXPERT <= table.s.expert <= Equipment.FLOATS
    assert members(table.s.experts_seen) == [table.s.expert - Equipment.FUEL_EXPERT]
    assert table.s.experts_below == experts - 1
    assert set(table.s.experts_returned.tolist()) == {NONE}
    assert not table.s.equipment.any()
    assert not table.s.equipment_box.any()


@rule("PO-3.8")
def test_any_expert_card_can_lie_on_top() -> None:
    found = Counter(int(table.s.expert) for table in copies(dealt(2), 390))
    assert sorted(found) == list(range(Equipment.FUEL_EXPERT, Equipment.FLOATS + 1))
    assert all(15 <= count <= 48 for count in found.values())


@rule("PO-3.6")
def test_new_aircraft_are_those_of_level_3_and_more() -> None:
    table = dealt(2)
    assert members(table.s.new_aircraft) == list(range(8, 36))
    assert table.s.used_aircraft == 0


@rule("PO-3.9")
@pytest.mark.parametrize("players", [2, 3])
def test_the_first_order_is_random(players: int) -> None:
    """Each comes equally often."""
    found = Counter(tuple(table.s.order.tolist()) for table in copies(dealt(players, "clippers"), 60 * players))
    assert len(found) == (2, 6)[players - 2]
    assert all(set(order[players:]) == {NONE} for order in found)
    assert all(count >= (45, 18)[players - 2] for count in found.values())


@rule("PO-3.1", "PO-3.9")
def test_nothing_else_lies_on_the_table() -> None:
    s = dealt(4).s
    for field in ("marker", "line", "pilot", "aircraft", "city", "choice", "main_base", "great_first", "face"):
        assert set(s[field].tolist()) == {NONE}, field
    for field in ("solo_pilot", "route", "using"):
        assert s[field] == NONE, field
    for field in ("money", "glory", "fuel", "visited", "held", "achieved", "marked", "aboard", "bags", "hubs_reached"):
        assert not s[field].any(), field
    assert (s.round_number, s.turn, s.slot, s.last_round, s.lost_pilots) == (0, 0, 0, 0, 0)
    assert s.pilots_left == 0b11111111


# Pilots and their bases


@rule("PO-3.10")
def test_pilots_are_chosen_in_turn_order_and_nobody_twice() -> None:
    table = dealt(3)
    assert len(table.choices()) == 4
    assert table.state.seat == 0
    table.play("seat 0", "Fly as Italo Balbo from Lima")
    assert table.state.seat == 1
    assert not table.choices("Fly as Italo Balbo")
    table.play("seat 1", "Fly as Jean Mermoz from Dakar")
    assert table.state.seat == 2
    assert table.choices() == ["Fly as Maryse Bastié from Paris", "Fly as Polina Denisovna Osipenko from Porto Novo"]
    assert table.s.pilots_left == 0b01111101
    assert table.phase == Phase.PILOT
    table.play("seat 2", "Fly as Maryse Bastié from Paris")
    assert table.phase == Phase.FIRST_AIRCRAFT
    assert table.s.pilots_left == 0b01111100


@rule("PO-R29")
def test_the_other_face_of_a_card_that_is_taken_cannot_be_chosen() -> None:
    table = dealt(2)
    table.s.pilots_left &= ~1
    assert not table.choices("Fly as Maryse Bastié")
    assert len(table.choices()) == 3


@rule("PO-3.11")
@pytest.mark.parametrize(
    ("postcard", "pilot", "base", "glory", "money", "endurance"),
    [
        ("la_ligne", "Maryse Bastié", "Paris", 3, 50, 4),
        ("la_ligne", "Polina Denisovna Osipenko", "Porto Novo", 4, 40, 5),
        ("clippers", "Hélène Dutrieu", "Lima", 4, 40, 3),
        ("around_the_world", "Bessie Coleman", "Washington", 2, 60, 5),
    ],
)
def test_a_main_base_brings_glory_and_money(
    postcard: str, pilot: str, base: str, glory: int, money: int, endurance: int
) -> None:
    """The aircraft will stand there, and the pilot is rested."""
    table = dealt(2, postcard).play("seat 0", f"Fly as {pilot} from {base}")
    assert (table.money_of(pilot), table.glory_of(pilot)) == (money, glory)
    assert table.city_of(pilot) == base
    assert table.s.main_base.tolist() == [table.number("city", base), NONE, NONE, NONE]
    assert table.gauges_of(pilot) == (0, endurance)
    assert (table.s.money[1], table.s.glory[1], table.s.city[1]) == (0, 0, NONE)


# The first aircraft


@rule("PO-3.12", "PO-5.2")
def test_maryse_bastie_begins_with_an_aircraft_of_level_3_at_most() -> None:
    """The example of the rulebook; the aircraft costs nothing."""
    table = dealt(2).play("seat 0", "Fly as Jean Mermoz").play("seat 1", "Fly as Maryse Bastié")
    assert table.decider == "Maryse Bastié"
    assert table.choices() == [
        "Take the Junkers F.13",
        "Take the Dornier Do J Wal",
        "Take the Fokker F.VII",
        "Take the Potez 25",
        "Take the Loening OA-1",
        "Take the Latécoère 25",
        "Take the de Havilland DH.60 Moth",
    ]
    table.play("Bastié", "Take the Potez 25")
    assert (table.aircraft_of("Bastié"), table.money_of("Bastié")) == ("Potez 25", 50)
    assert "Potez 25" not in table.aircraft_in(table.s.new_aircraft)
    assert len(table.aircraft_in(table.s.new_aircraft)) == 27


@rule("PO-3.12", "PO-5.2")
def test_who_is_better_may_begin_higher() -> None:
    """John Alcock's level is 4."""
    table = dealt(2, "empire_routes").play("seat 0", "Fly as Joaquín Loriga").play("seat 1", "Fly as John Alcock")
    assert len(table.choices()) == 13
    assert table.may("Take the Ford Trimotor", "Take the Potez 25", "Take the Ryan NYP Spirit of St. Louis")
    assert not table.choices("Take the Latécoère 28")


@rule("PO-3.12", "PO-6.1")
def test_aircraft_are_chosen_in_reverse_order_then_the_first_player_begins() -> None:
    table = dealt(3)
    for seat, pilot in enumerate(PILOTS["la_ligne"][:3]):
        table.play(f"seat {seat}", f"Fly as {pilot}")
    table.play("Balbo", "Take the Fokker F.VII")
    assert not table.choices("Take the Fokker F.VII")
    table.play("Mermoz", "Take the Potez 25")
    assert (table.phase, table.s.round_number) == (Phase.FIRST_AIRCRAFT, 0)
    table.play("Bastié", "Take the Loening OA-1")
    assert (table.phase, table.decider, table.s.round_number) == (Phase.PLACING, "Maryse Bastié", 1)
    assert [table.aircraft_of(who) for who in table.pilots] == ["Loening OA-1", "Potez 25", "Fokker F.VII"]
    assert table.s.aircraft[3] == NONE
    assert not table.s.fuel.any()


# Warbirds


@rule("PO-14.1", "PO-R74")
@pytest.mark.parametrize(("pilot", "highest", "count"), [("Joaquín Loriga", 1, 4), ("Marga von Etzdorf", 2, 8)])
def test_warbirds_begin_two_levels_lower(pilot: str, highest: int, count: int) -> None:
    """Their level is an upper limit here, too."""
    table = dealt(2, "empire_routes", warbirds="yes")
    assert members(table.s.new_aircraft) == list(range(36))
    table.play("seat 0", "Fly as John Alcock").play("seat 1", f"Fly as {pilot}")
    levels = [int(table.t.level[k]) for k in range(36) if table.may(f"Take the {table.name_of_aircraft(k)}")]
    assert (max(levels), len(levels)) == (highest, count)
    table.play(pilot, "Take the Breguet XIV")
    assert table.money_of(pilot) == 50


@rule("PO-14.1")
def test_warbirds_can_be_bought_where_they_are_played() -> None:
    """The level of the aircraft may go down, as far as competence goes."""
    table = position(warbirds="yes", aircraft=("Breguet XIV", "Caudron G.3")).in_slot("Bastié", 5)
    assert table.may("Change to the Vickers Vimy for $25,000", "Change to the Airco DH.4 for $10,000")
