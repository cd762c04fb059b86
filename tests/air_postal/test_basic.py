"""The Basic variant: three actions, no rivers, one Load value, no crash."""

from __future__ import annotations

from collections import Counter

import pytest

from mailwing.envs.air_postal.limits import NONE, BasicAction
from mailwing.envs.air_postal.placing_cards import counted_loads
from mailwing.envs.air_postal.state import Phase
from mailwing.envs.air_postal.testing import ROUND, Table, dealt, position

rule = pytest.mark.rule
FIVE = ("Paris - Berlin", "London - Rome", "Soviet Diplomacy", "Josephine Baker", "Paris - Moscow")
LOADS = ("Mail", "PAX", "Fuel Can", "Mail", "Soviet")


def basic(players: int = 2) -> Table:
    """The first turn of a game."""
    return position(players, basic="yes")


# Setting up, and turns


@rule("PO-16.1", "PO-16.2")
def test_there_are_no_rivers_and_no_expert_cards() -> None:
    table = dealt(2, basic="yes")
    assert set(table.s.objective_river.tolist()) == set(table.s.load_river.tolist()) == {NONE}
    assert (table.s.expert, table.s.experts_below, table.s.experts_seen) == (NONE, 0, 0)
    assert len(table.deck_of_objectives) == 66
    assert table.s.load_deck.sum() == 51
    assert table.s.stock.tolist()[:2] == [4, 4]


@rule("PO-16.3", "PO-R77")
def test_the_first_player_is_drawn_and_the_others_follow_clockwise() -> None:
    found = Counter(tuple(Table(dealt(3, basic="yes").game, seed).s.order.tolist()) for seed in range(150))
    assert set(found) == {(0, 1, 2, NONE), (1, 2, 0, NONE), (2, 0, 1, NONE)}
    assert all(count > 30 for count in found.values())


@rule("PO-16.3", "PO-16.4")
def test_the_order_stays_the_same_from_round_to_round() -> None:
    """Pilots are rested in every round."""
    table = basic(3)
    for number in (ROUND, ROUND + 1):
        assert table.s.round_number == number
        for pilot in ("Bastié", "Mermoz", "Balbo"):
            assert (table.phase, table.s.round_number) == (Phase.BASIC_ACTION, number)
            table.play(pilot, "Maintenance", "Keep the aircraft")
    assert (table.s.round_number, table.decider) == (ROUND + 2, "Maryse Bastié")
    assert table.s.order.tolist() == [0, 1, 2, NONE]
    table.fuel(Bastié=4).city(Bastié="London").preflight("Bastié").play("Bastié", "Ready").arrive(
        "Bastié", "Paris", "fog"
    )
    table.play("Bastié", "End the turn").play("Mermoz", "Maintenance", "Keep").play("Balbo", "Maintenance", "Keep")
    assert table.gauges_of("Bastié") == (3, 4)


@rule("PO-16.4")
def test_three_actions() -> None:
    table = basic()
    assert [said.partition(":")[0] for said in table.choices()] == ["Objectives", "Maintenance", "Flight Ops"]
    assert table.play("Bastié", "Maintenance").s.action == BasicAction.MAINTENANCE


@rule("PO-12.1", "PO-16.3")
def test_the_end_is_triggered_as_usual() -> None:
    """The last player of the round still has a turn; whoever is before the one who triggers it has none."""
    table = basic(3).play("Bastié", "Maintenance", "Keep")
    table.glory(Mermoz=50).play("Mermoz", "Maintenance", "Keep")
    assert (table.state.done, table.decider, table.s.last_round) == (False, "Italo Balbo", 1)
    table.play("Balbo", "Maintenance", "Keep")
    assert (table.state.done, table.s.round_number) == (True, ROUND)


# Objectives


@rule("PO-16.6")
def test_five_objectives_are_drawn_and_one_is_kept() -> None:
    """Revenues come with them; none or two cannot be kept, nor the deck be drawn."""
    table = basic().money(Bastié=0).objective_piles(FIVE).play("Bastié", "Objectives")
    assert (table.money_of("Bastié"), table.phase) == (30, Phase.OBJECTIVE)
    assert len(table.choices()) == 5
    assert not table.may("Take the top card")
    table.play("Bastié", "Take Josephine Baker")
    assert table.objectives_of("Bastié") == {"Josephine Baker"}
    left = {"Paris – Berlin", "London – Rome", "Soviet Diplomacy", "Paris – Moscow"}
    assert table.names_in(table.s.objective_discard) == left
    assert set(table.s.objective_river.tolist()) == {NONE}
    assert (table.phase, table.decider) == (Phase.BASIC_ACTION, "Jean Mermoz")


@rule("PO-16.6", "PO-6.5")
def test_an_empty_objective_deck_is_made_of_the_discard_pile() -> None:
    """Two in the deck, four in the discard pile: five are drawn, the two among them."""
    discard = ("Soviet Diplomacy", "Josephine Baker", "Paris - Moscow", "Berlin - Lisbon")
    table = basic().objective_piles(("Paris - Berlin", "London - Rome"), discard).play("Bastié", "Objectives")
    assert table.may("Take Paris – Berlin", "Take London – Rome")
    assert len(table.choices()) == 5
    assert (len(table.deck_of_objectives), table.s.objective_discard.tolist()) == (1, [0, 0])


@rule("PO-R77", "PO-16.6")
@pytest.mark.parametrize("count", [0, 1, 3])
def test_fewer_than_five_objectives_are_drawn_where_there_are_no_more(count: int) -> None:
    table = basic().money(Bastié=0).objective_piles(FIVE[:count]).play("Bastié", "Objectives")
    assert table.money_of("Bastié") == 30
    if count:
        assert len(table.choices()) == count
    else:
        assert (table.phase, table.decider) == (Phase.BASIC_ACTION, "Jean Mermoz")


@rule("PO-R77", "PO-R26", "PO-4.4", "PO-16.5")
@pytest.mark.parametrize("room", [True, False])
def test_vips_that_do_not_fit_are_all_discarded(room: bool) -> None:
    """With one place left one must be kept."""
    vips = ("Josephine Baker", "Ernest Hemingway", "Charlie Chaplin", "Winston Churchill", "Carlos Gardel")
    table = basic().objective_piles(vips).loads("Bastié", *("Mail",) * (4 if room else 5)).play("Bastié", "Objectives")
    if room:
        assert len(table.choices()) == 5
        table.play("Bastié", "Take Carlos Gardel")
        assert table.objectives_of("Bastié") == {"Carlos Gardel"}
    else:
        assert (table.phase, table.decider) == (Phase.BASIC_ACTION, "Jean Mermoz")
        assert len(table.names_in(table.s.objective_discard)) == 5
        assert set(table.s.objective_river.tolist()) == {NONE}


@rule("PO-16.6", "PO-R26")
def test_without_a_place_a_vip_cannot_be_kept_but_another_card_can() -> None:
    table = basic().objective_piles(FIVE).loads("Bastié", *("Mail",) * 5).play("Bastié", "Objectives")
    assert len(table.choices()) == 4
    assert not table.may("Take Josephine Baker")


# Maintenance


@rule("PO-16.7", "PO-11.4", "PO-R26")
def test_maintenance_is_the_aircraft_change_and_nothing_else() -> None:
    """Prices and levels are as usual; there are no System and Crew cards to buy, no Revenues."""
    table = basic().money(Bastié=70).play("Bastié", "Maintenance")
    assert (table.phase, table.money_of("Bastié")) == (Phase.CHANGE, 70)
    table.play("Bastié", "Change to the Latécoère 28 for $70,000")
    assert (table.money_of("Bastié"), table.aircraft_of("Bastié")) == (0, "Latécoère 28")
    assert (table.phase, table.decider) == (Phase.BASIC_ACTION, "Jean Mermoz")


@rule("PO-R77", "PO-16.7")
def test_maintenance_may_be_used_without_buying() -> None:
    table = basic().play("Bastié", "Maintenance", "Keep the aircraft")
    assert (table.decider, table.aircraft_of("Bastié")) == ("Jean Mermoz", "Latécoère 25")


@rule("PO-16.7", "PO-R26", "PO-16.5", "PO-R65")
def test_cards_that_do_not_fit_are_given_up_for_nothing() -> None:
    """From 5 places to 2: any cards may go, VIPs, Crew and Systems among them."""
    table = basic().money(Bastié=100).loads("Bastié", "Mail", "PAX").equip("Bastié", "Copilot", "Met Report")
    table.objectives("Bastié", "Josephine Baker").play("Bastié", "Maintenance", "Change to the Breguet 19")
    assert table.phase == Phase.UNLOADING
    assert table.choices() == [
        "Discard the Met Report",
        "Discard the Copilot",
        "Give up the Mail Delivery",
        "Give up the PAX on Board",
        "Give up Josephine Baker",
    ]
    table.play("Bastié", "Give up Josephine Baker", "Give up the PAX", "Discard the Copilot")
    assert (table.money_of("Bastié"), table.glory_of("Bastié")) == (50, 3)
    assert (table.loads_of("Bastié"), table.equipment_of("Bastié")) == ({"Mail Delivery": 1}, {"Met Report"})
    assert counted_loads(table.s.load_discard) == {"PAX on Board": 1}
    assert table.names_in(table.s.objective_discard) == {"Josephine Baker"}
    assert (table.phase, table.decider) == (Phase.BASIC_ACTION, "Jean Mermoz")


# Flight Ops


@rule("PO-16.8", "PO-16.5", "PO-R26")
def test_five_load_cards_are_drawn_and_loaded_up_to_the_load_value() -> None:
    """The Latécoère 25 has 5 places for all; two are taken, by a Copilot and a VIP."""
    table = basic().equip("Bastié", "Copilot").objectives("Bastié", "Josephine Baker").next_cards(loads=LOADS)
    table.play("Bastié", "Flight Ops")
    assert table.phase == Phase.LOADING
    assert table.s.load_river.tolist() == [0, 0, 3, 8, 9] + [NONE] * 5
    table.play("Bastié", "Load a Mail", "Load a Fuel Can", "Load a Mail")
    assert table.choices() == ["No more Load cards"]
    table.play("Bastié", "No more")
    assert table.loads_of("Bastié") == {"Mail Delivery": 2, "Fuel Can": 1}
    assert counted_loads(table.s.load_discard) == {"Soviet Diplomatic Bag": 1, "PAX on Board": 1}
    assert set(table.s.load_river.tolist()) == {NONE}
    assert (table.phase, table.decider) == (Phase.PREFLIGHT, "Maryse Bastié")


@rule("PO-16.8")
def test_one_place_is_one_card_of_any_sort() -> None:
    table = basic().loads("Bastié", *("PAX",) * 4).next_cards(loads=LOADS).play("Bastié", "Flight Ops")
    assert len(table.choices()) == 5
    table.play("Bastié", "Load a PAX", "No more")
    assert table.loads_of("Bastié") == {"PAX on Board": 5}


@rule("PO-16.8", "PO-R77", "PO-6.5")
@pytest.mark.parametrize(
    ("deck", "discard", "drawn"),
    [
        (("Mail", "PAX"), (), [0, 9]),
        (("PAX",), ("Mail", "Mail"), [0, 0, 9]),
        ((), ("French", "Mail"), [0, 4]),
        ((), (), []),
    ],
)
def test_fewer_than_five_loads_are_drawn_where_there_are_no_more(
    deck: tuple[str, ...], discard: tuple[str, ...], drawn: list[int]
) -> None:
    """It will never come to that; without any card the flight is prepared at once."""
    table = basic().load_piles(deck, discard).go_on("Flight Ops")
    assert table.s.load_river.tolist() == drawn + [NONE] * (10 - len(drawn))
    assert table.phase == (Phase.LOADING if drawn else Phase.PREFLIGHT)
    assert table.decider == "Maryse Bastié"


@rule("PO-16.8")
def test_when_all_cards_are_loaded_the_flight_is_prepared() -> None:
    table = basic().next_cards(loads=LOADS).play("Bastié", "Flight Ops", "Load a PAX", "Load a Mail", "Load a Mail")
    table.play("Bastié", "Load a Fuel Can")
    assert table.phase == Phase.LOADING
    table.play("Bastié", "Load a Soviet")
    assert (table.phase, table.decider) == (Phase.PREFLIGHT, "Maryse Bastié")


@rule("PO-16.8", "PO-16.2", "PO-16.5")
@pytest.mark.parametrize(("mail", "may"), [(3, True), (4, True), (5, False)])
def test_a_met_report_and_a_copilot_need_a_place_too(mail: int, may: bool) -> None:
    """The last place is for one of the two."""
    table = basic().money(Bastié=100).loads("Bastié", *("Mail",) * mail).preflight("Bastié")
    assert table.may("Buy a Met Report", "Hire a Copilot") == may
    if may:
        table.play("Bastié", "Buy a Met Report")
        assert table.may("Hire a Copilot") == (mail == 3)


@rule("PO-16.8", "PO-16.3", "PO-7.6")
def test_a_flight_then_the_next_player() -> None:
    """Fuel, dice and delivery are as usual; after it the turn goes on clockwise."""
    table = basic().money(Bastié=100).next_cards(loads=LOADS).play("Bastié", "Flight Ops", "Load a Mail", "No more")
    table.play("Bastié", "Buy 3 fuel", "Ready")
    table.arrive("Bastié", "Berlin").play("Bastié", "Deliver the Mail", "End the turn")
    assert (table.city_of("Bastié"), table.gauges_of("Bastié"), table.money_of("Bastié")) == ("Berlin", (1, 4), 90)
    assert (table.phase, table.decider, table.s.turn) == (Phase.BASIC_ACTION, "Jean Mermoz", 1)


@rule("PO-16.9", "PO-9.3")
def test_there_is_no_crash() -> None:
    """Over water, a Land Plane has an incident, with a level lost."""
    table = basic().city(Bastié="Lisbon").fuel(Bastié=2).glory(Bastié=10).loads("Bastié", "Mail").preflight("Bastié")
    table.play("Bastié", "Ready").arrive("Bastié", "Horta")
    assert (table.glory_of("Bastié"), table.s.lost_pilots, table.city_of("Bastié")) == (7, 0, "Lisbon")
    assert (table.loads_of("Bastié"), table.aircraft_of("Bastié")) == ({"Mail Delivery": 1}, "Latécoère 25")
    assert table.decider == "Jean Mermoz"
