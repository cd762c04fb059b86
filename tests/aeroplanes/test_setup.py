"""What lies where before the first action, and who chooses which home when."""

from __future__ import annotations

import pytest

from mailwing.envs.aeroplanes.limits import NONE, WAITING
from mailwing.envs.aeroplanes.state import IN_BAG, IN_DECK, Phase
from mailwing.envs.aeroplanes.testing import LETTERS, dealt, position

rule = pytest.mark.rule
STARTING_CITIES = ["London", "Amsterdam", "Berlin", "Paris", "Zürich", "Rome"]


@rule("AE-1.1", "AE-4.2")
@pytest.mark.parametrize("seed", range(8))
def test_a_passenger_waits_in_every_space_and_no_wild_one(seed: int) -> None:
    table = dealt(3, seed)
    tiles = table.s.waiting.tolist()
    assert len(set(tiles)) == WAITING
    assert NONE not in tiles
    assert not table.t.passenger_wild[tiles].any()
    assert not table.t.passenger_points[tiles].any()
    in_bag = table.s.passenger_at == IN_BAG
    assert in_bag.sum() == 96 - 24, "the wild tiles are back in the bag"
    assert in_bag[table.t.passenger_wild > 0].sum() == table.t.passenger_wild.sum() == 36


@rule("AE-1.1")
def test_any_plain_tile_may_wait_anywhere() -> None:
    """Over many deals each of the 60 plain tiles waits about equally often: 24 / 60 of the deals."""
    game = dealt(3).game
    deals = 400
    seen = [0] * 96
    for seed in range(deals):
        for tile in game.new(seed).record.waiting:
            seen[tile] += 1
    for tile in range(96):
        assert seen[tile] / deals == pytest.approx(0 if game.tables[0].passenger_wild[tile] else 0.4, abs=0.1)


@rule("AE-1.2")
def test_the_overflow_begins_empty() -> None:
    assert set(dealt().s.overflow.tolist()) == {NONE}


@rule("AE-1.3", "AE-R50")
@pytest.mark.parametrize("players", [3, 5])
def test_lots_are_drawn_for_the_first_player(players: int) -> None:
    game = dealt(players).game
    first = [int(game.new(seed).record.first) for seed in range(300)]
    for seat in range(players):
        assert first.count(seat) / 300 == pytest.approx(1 / players, abs=0.08)


@rule("AE-1.4")
def test_homes_are_chosen_counter_clockwise_and_the_first_player_is_last() -> None:
    """B has the die, so A chooses first, then D, C and at last B, each among the cities that are left."""
    table = dealt(4)
    table.s.first, table.s.seat = 1, 0
    assert table.choices("Home in ") == STARTING_CITIES
    table.play("A", "Home in Paris")
    assert table.choices("Home in ") == [city for city in STARTING_CITIES if city != "Paris"]
    table.play("D", "Home in Rome").play("C", "Home in Zürich")
    assert table.choices("Home in ") == ["London", "Amsterdam", "Berlin"]
    table.play("B", "Home in Berlin")
    homes = {"A": "Paris", "B": "Berlin", "C": "Zürich", "D": "Rome"}
    assert [table.airport(letter, city) for letter, city in homes.items()] == [4] * 4
    assert table.phase == Phase.ACTION
    assert table.decider == "B", "the first player begins"


@rule("AE-1.4")
@pytest.mark.parametrize("seed", range(5))
def test_the_right_neighbour_of_the_first_player_chooses_first(seed: int) -> None:
    table = dealt(5, seed)
    assert table.state.seat == (table.s.first - 1) % 5


@rule("AE-1.5", "AE-3.5.1")
@pytest.mark.parametrize(("players", "spaces"), [(3, 2), (4, 3), (5, 3)])
def test_with_three_players_a_space_of_each_starting_city_is_closed(players: int, spaces: int) -> None:
    table = dealt(players)
    for name, city in table.cities.items():
        assert table.s.free[city] == (spaces if name in STARTING_CITIES else 2)


@rule("AE-3.5.1", "AE-1.5")
def test_empty_spaces_are_there_to_be_used() -> None:
    """A, at home in London, could place its first airport in any city next to it."""
    table = dealt(3).homes("London", "Berlin", "Rome").tiles("A", "I")
    assert table.offered("A", "I") >= {"Amsterdam", "Brussels", "Paris"}


@rule("AE-1.8")
def test_nothing_is_under_way_before_the_first_action() -> None:
    s = dealt(3).s
    assert {int(s.kind), int(s.destination), int(s.skipped), int(s.bought), int(s.claiming)} == {NONE}
    assert (int(s.rolls), int(s.rolled), int(s.total), int(s.wilds), int(s.done)) == (0, 0, 0, 0, 0)
    assert set(s.home.tolist()) == {NONE}


@rule("AE-1.6", "AE-1.10")
def test_nobody_has_money_or_failures_or_points_before_the_first_income() -> None:
    table = dealt(4)
    assert table.s.money.tolist() == [0] * 5
    assert table.s.failures.tolist() == [0] * 5
    assert table.state.scores() == [0] * 4


@rule("AE-1.7")
def test_six_advantage_tiles_of_each_type_lie_beside_the_board() -> None:
    table = dealt()
    assert table.s.stock.tolist() == [6] * 5
    assert [table.held(letter) for letter in "ABC"] == [{}] * 3
    assert [table.advantage(name) + 2 for name in ("Daring Pilot", "Engine Maintenance", "Increased Production")] == [
        2,
        3,
        4,
    ]
    assert [table.advantage(name) + 2 for name in ("Night Flights", "Radio Beacons")] == [5, 6]


@rule("AE-1.8", "AE-2.2")
def test_the_era_token_is_on_one_and_eight_bonds_lie_in_the_subsidy_box() -> None:
    table = dealt()
    assert table.s.era == 1
    table.homes("London", "Berlin", "Rome")
    assert table.s.subsidies == 8


@rule("AE-1.9")
def test_the_first_twelve_cards_are_on_display() -> None:
    table = dealt()
    assert table.shown == list(range(1, 13))
    assert table.s.next_card == 12
    assert (table.s.owner[:46] == IN_DECK).all()


@rule("AE-3.1.6")
def test_a_home_is_one_of_the_nine_airports_of_stage_one() -> None:
    table = position(5)
    for letter in LETTERS:
        assert table.supply(letter) == [8, 9, 9]
