"""Rounds: turn markers, unseating, the order of actions, the order of the next round, Reset and the rivers."""

from __future__ import annotations

import pytest

from mailwing.envs.air_postal.limits import NONE, Slot
from mailwing.envs.air_postal.placing_cards import counted_loads
from mailwing.envs.air_postal.state import Phase
from mailwing.envs.air_postal.testing import ROUND, Table, position

rule = pytest.mark.rule
FIVE = (
    "Place on Flight Ops",
    "Place on Objectives",
    "Place on Revenues",
    "Place on Maintenance & Revenues",
    "Place on Objectives & Revenues",
    "Place on Aircraft Change & Maintenance",
)


def next_round(table: Table) -> Table:
    """Two players take Revenues and do nothing else."""
    table.place(Bastié="Revenues", Mermoz="Maintenance & Revenues")
    return table.play("Mermoz", "That is all")


# Placing turn markers


@rule("PO-6.1", "PO-R3")
def test_markers_are_placed_in_turn_order() -> None:
    """One in each slot of Ground Ops, all in Flight Ops if they want to."""
    table = position(4).order("Mermoz", "Osipenko", "Bastié", "Balbo")
    assert table.choices() == list(FIVE)
    table.play("Mermoz", "Place on Objectives")
    assert table.choices() == [said for said in FIVE if said != "Place on Objectives"]
    table.play("Osipenko", "Place on Flight Ops").play("Bastié", "Place on Revenues")
    assert table.decider == "Italo Balbo"
    assert "Place on Flight Ops" in table.choices()
    assert not table.may("Place on Revenues")
    assert table.s.marker.tolist() == [Slot.REVENUES, Slot.OBJECTIVES, NONE, Slot.FLIGHT_OPS]
    assert table.s.line.tolist() == [3, NONE, NONE, NONE]
    table.play("Balbo", "Place on Flight Ops")
    assert table.s.line.tolist() == [3, 2, NONE, NONE]
    assert (table.phase, table.decider) == (Phase.LOADING, "Polina Denisovna Osipenko")


@rule("PO-6.2", "PO-R3", "PO-R83")
@pytest.mark.parametrize(
    ("slot", "fee"),
    [("Maintenance & Revenues", 10), ("Objectives & Revenues", 10), ("Aircraft Change & Maintenance", 5)],
)
def test_three_slots_can_be_taken_from_others_for_a_fee(slot: str, fee: int) -> None:
    """Exactly the fee will do; there is no debt for it. The unseated player gets it and moves at once."""
    table = position(3).money(Mermoz=fee - 5, Bastié=5).glory(Mermoz=30).play("Bastié", f"Place on {slot}")
    assert not table.may(f"Place on {slot}")
    table.money(Mermoz=fee)
    said = f"Place on {slot} for ${fee},000 to Maryse Bastié"
    assert said in table.choices()
    table.play("Mermoz", said)
    assert (table.money_of("Mermoz"), table.money_of("Bastié"), table.glory_of("Mermoz")) == (0, 5 + fee, 30)
    assert (table.phase, table.decider) == (Phase.PLACING, "Maryse Bastié")
    assert table.s.marker.tolist()[:3] == [NONE, SLOTS[slot], NONE]
    assert not table.may(f"Place on {slot}")
    table.play("Bastié", "Place on Objectives")
    assert table.decider == "Italo Balbo"
    assert table.s.marker.tolist()[:3] == [Slot.OBJECTIVES, SLOTS[slot], NONE]


SLOTS = {
    "Maintenance & Revenues": Slot.MAINTENANCE_AND_REVENUES,
    "Objectives & Revenues": Slot.OBJECTIVES_AND_REVENUES,
    "Aircraft Change & Maintenance": Slot.AIRCRAFT_CHANGE_AND_MAINTENANCE,
}


@rule("PO-6.2")
@pytest.mark.parametrize("slot", ["Objectives", "Revenues"])
def test_the_first_two_slots_cannot_be_taken(slot: str) -> None:
    table = position().money(Mermoz=500).play("Bastié", f"Place on {slot}")
    assert f"Place on {slot}" not in [said.partition(" for")[0] for said in table.choices()]
    assert len(table.choices()) == 5


@rule("PO-6.2", "PO-R3", "PO-R83")
def test_the_unseated_player_may_unseat_in_turn_but_not_go_back() -> None:
    """Mermoz, Bastié and Mermoz again have to go; nobody is twice in a slot in this round, even if it is free."""
    table = position(3).money(Bastié=50, Mermoz=50, Balbo=50)
    table.play("Bastié", "Place on Maintenance & Revenues").play("Mermoz", "Place on Objectives & Revenues")
    table.play("Balbo", "Place on Objectives & Revenues")
    assert (table.decider, table.money_of("Mermoz"), table.money_of("Balbo")) == ("Jean Mermoz", 60, 40)
    assert not table.may("Place on Objectives & Revenues")
    table.play("Mermoz", "Place on Maintenance & Revenues for $10,000 to Maryse Bastié")
    assert (table.decider, table.money_of("Mermoz"), table.money_of("Bastié")) == ("Maryse Bastié", 50, 60)
    table.play("Bastié", "Place on Objectives & Revenues for $10,000 to Italo Balbo")
    assert (table.decider, table.money_of("Bastié"), table.money_of("Balbo")) == ("Italo Balbo", 50, 50)
    table.play("Balbo", "Place on Maintenance & Revenues for $10,000 to Jean Mermoz")
    assert table.decider == "Jean Mermoz"
    assert table.choices() == [*FIVE[:3], FIVE[5]]
    table.play("Mermoz", "Place on Flight Ops")
    assert table.s.marker.tolist()[:3] == [Slot.OBJECTIVES_AND_REVENUES, 0, Slot.MAINTENANCE_AND_REVENUES]
    assert table.s.line.tolist() == [1, NONE, NONE, NONE]
    assert (table.phase, table.decider) == (Phase.LOADING, "Jean Mermoz")
    assert table.s.visited.tolist()[:3] == [0b011000, 0b011001, 0b011000]


@rule("PO-6.2", "PO-R3")
def test_a_slot_from_which_one_was_unseated_stays_closed_even_when_it_is_free() -> None:
    table = position(2).money(Bastié=50, Mermoz=50)
    table.play("Bastié", "Place on Maintenance & Revenues").play("Mermoz", "Place on Maintenance & Revenues")
    table.s.marker[1] = NONE
    assert table.choices() == [said for said in FIVE if said != "Place on Maintenance & Revenues"]


@rule("PO-6.1", "PO-R83")
def test_in_the_next_round_all_slots_are_open_again() -> None:
    table = position().money(Mermoz=50)
    table.play("Bastié", "Place on Maintenance & Revenues").play("Mermoz", "Place on Maintenance & Revenues")
    table.play("Bastié", "Place on Revenues").play("Mermoz", "That is all")
    assert table.s.round_number == ROUND + 1
    assert table.choices() == list(FIVE)
    assert table.s.visited.tolist() == [0, 0, 0, 0]
    assert set(table.s.marker.tolist()) == set(table.s.line.tolist()) == {NONE}


# The order of actions


@rule("PO-6.1", "PO-R2")
def test_all_load_then_all_fly_then_ground_ops_by_the_number_of_the_slot() -> None:
    table = position(4).fuel(Balbo=5, Bastié=5).money(Mermoz=0, Osipenko=0)
    table.place(Bastié="Flight Ops", Mermoz="Objectives & Revenues", Balbo="Flight Ops", Osipenko="Objectives")
    assert (table.phase, table.decider) == (Phase.LOADING, "Maryse Bastié")
    table.play("Bastié", "No more")
    assert (table.phase, table.decider) == (Phase.LOADING, "Italo Balbo")
    table.play("Balbo", "No more")
    assert (table.phase, table.decider) == (Phase.PREFLIGHT, "Maryse Bastié")
    table.play("Bastié", "Ready for take-off")
    assert (table.phase, table.decider) == (Phase.FLYING, "Maryse Bastié")
    table.play("Bastié", "End the turn here")
    assert (table.phase, table.decider) == (Phase.PREFLIGHT, "Italo Balbo")
    table.play("Balbo", "Ready for take-off", "End the turn here")
    assert (table.phase, table.decider, table.s.slot) == (Phase.OBJECTIVE, "Polina Denisovna Osipenko", 1)
    assert (table.money_of("Osipenko"), table.money_of("Mermoz")) == (0, 0)
    table.play("Osipenko", "Take the top card")
    assert (table.phase, table.decider, table.s.slot) == (Phase.OBJECTIVE, "Jean Mermoz", 4)
    assert table.money_of("Mermoz") == 25
    table.play("Mermoz", "Take the top card")
    assert (table.phase, table.s.round_number) == (Phase.PLACING, ROUND + 1)


@rule("PO-6.1", "PO-R2")
def test_without_fliers_ground_ops_begin_at_once() -> None:
    table = position().place(Bastié="Aircraft Change & Maintenance", Mermoz="Objectives")
    assert (table.phase, table.decider, table.s.slot) == (Phase.OBJECTIVE, "Jean Mermoz", 1)
    table.play("Mermoz", "Take the top card")
    assert (table.phase, table.decider, table.s.slot) == (Phase.CHANGE, "Maryse Bastié", 5)
    table.play("Bastié", "Keep the aircraft")
    assert (table.phase, table.decider) == (Phase.MAINTENANCE, "Maryse Bastié")
    table.play("Bastié", "That is all")
    assert (table.phase, table.s.round_number, table.s.slot) == (Phase.PLACING, ROUND + 1, 0)


# The order of the next round


@rule("PO-6.3", "PO-R4")
def test_the_order_of_the_next_round() -> None:
    """As in the rulebook's example: red, white, blue, then yellow.

    The last on the Flight Ops line comes first, then the first one; then Ground Ops from the last slot to the first.
    """
    white, yellow, red, blue = "Bastié", "Mermoz", "Balbo", "Osipenko"
    table = position(4).markers(
        Bastié="Flight Ops", Mermoz="Revenues", Balbo="Flight Ops", Osipenko="Maintenance & Revenues"
    )
    table.play(white, "No more").play(red, "No more")
    table.play(white, "Ready", "End the turn").play(red, "Ready", "End the turn").play(blue, "That is all")
    assert table.turn_order == [table.pilots[table.seat(who)] for who in (red, white, blue, yellow)]
    assert table.decider == "Italo Balbo"


@rule("PO-6.3", "PO-R4")
@pytest.mark.parametrize(
    ("slots", "order"),
    [
        (("Flight Ops", "Flight Ops", "Flight Ops", "Flight Ops"), (3, 2, 1, 0)),
        (("Objectives", "Revenues", "Flight Ops", "Flight Ops"), (3, 2, 1, 0)),
        (("Revenues", "Objectives", "Flight Ops", "Flight Ops"), (3, 2, 0, 1)),
        (("Flight Ops", "Revenues", "Objectives", "Flight Ops"), (3, 0, 1, 2)),
    ],
)
def test_fliers_come_first_from_the_end_of_the_line(slots: tuple[str, ...], order: tuple[int, ...]) -> None:
    table = position(4).place(**dict(zip(("Bastié", "Mermoz", "Balbo", "Osipenko"), slots, strict=True)))
    finish_round(table)
    assert table.s.order.tolist() == list(order)


@rule("PO-6.3", "PO-R4")
def test_all_five_slots_in_reverse_order() -> None:
    table = position(4).place(
        Bastié="Objectives & Revenues", Mermoz="Objectives", Balbo="Aircraft Change & Maintenance", Osipenko="Revenues"
    )
    finish_round(table)
    assert table.s.order.tolist() == [2, 0, 3, 1]
    table.place(Balbo="Maintenance & Revenues", Bastié="Objectives", Osipenko="Aircraft Change", Mermoz="Revenues")
    finish_round(table)
    assert table.s.order.tolist() == [3, 2, 1, 0]


def finish_round(table: Table) -> None:
    """Everybody does as little as possible until the next round begins."""
    before = int(table.s.round_number)
    while table.s.round_number == before:
        little = [said for said in table.choices() if said.startswith(LITTLE)]
        table.play(table.decider, little[0])


LITTLE = ("No more", "Ready", "End the turn", "That is all", "Keep the aircraft", "Take the top card")


# Endurance


@rule("PO-5.4", "PO-7.5")
def test_pilots_are_rested_when_a_round_begins() -> None:
    """Whoever flies or not, up to the number on the card and no further."""
    table = position().city(Bastié="London").fuel(Bastié=6).flying("Bastié").arrive("Bastié", "Paris", "fog")
    assert (table.gauges_of("Bastié"), table.gauges_of("Mermoz")) == ((5, 3), (0, 5))
    table.play("Bastié", "End the turn")
    assert (table.gauges_of("Bastié"), table.gauges_of("Mermoz")) == ((5, 4), (0, 5))


@rule("PO-7.2")
def test_fuel_stays_in_the_tanks() -> None:
    table = next_round(position().fuel(Bastié=3, Mermoz=1))
    assert (table.gauges_of("Bastié")[0], table.gauges_of("Mermoz")[0]) == (3, 1)


# Reset


@rule("PO-6.4", "PO-R5", "PO-R78")
def test_at_reset_the_rightmost_cards_are_discarded_and_the_others_move_right() -> None:
    table = position().objective_river("Paris - Berlin", "London - Rome", "Paris - Moscow", "Berlin - Lisbon")
    table.load_river("Mail", "PAX", "Mail", "Fuel Can", "Priority", "Smuggling")
    table.next_cards(objectives=("Josephine Baker",), loads=("Soviet",))
    next_round(table)
    assert table.river_of_objectives() == ["Josephine Baker", "Paris – Berlin", "London – Rome", "Paris – Moscow"]
    loads = ["Soviet Diplomatic Bag", "Mail Delivery", "PAX on Board", "Mail Delivery", "Fuel Can", "Priority Letter"]
    assert table.river_of_loads() == loads
    assert table.names_in(table.s.objective_discard) == {"Berlin – Lisbon"}
    assert counted_loads(table.s.load_discard) == {"Smuggling Case": 1}
    assert (table.s.objective_river[4:].tolist(), table.s.load_river[6:].tolist()) == ([NONE] * 2, [NONE] * 4)


def at_the_end(*, objectives: tuple[str | None, ...], loads: tuple[str | None, ...]) -> Table:
    """The last turn of a round of three: Bastié has flown, Mermoz has taken a card. The rivers have 5 and 8 places."""
    table = position(3).objective_river(*objectives).load_river(*loads)
    table.markers(Bastié="Flight Ops", Mermoz="Objectives", Balbo="Maintenance & Revenues")
    return table.in_slot("Balbo", 3)


@rule("PO-6.4", "PO-R5", "PO-R78")
def test_gaps_in_the_rivers_are_closed_and_the_first_card_drawn_lies_furthest_right() -> None:
    """The rightmost card that is still there goes, wherever it is."""
    table = at_the_end(
        objectives=(None, None, "Paris - Berlin", "London - Rome", None),
        loads=(None, None, "Mail", None, "PAX", "Priority", "Fuel Can", None),
    )
    objectives = "Josephine Baker", "Soviet Diplomacy", "Paris - Moscow", "Moscow - Lisbon"
    loads = "Soviet", "French", "Mail", "PAX", "French"
    table.objective_piles(deck=objectives).load_piles(deck=loads).next_cards(objectives, loads)
    table.play("Balbo", "That is all")
    assert table.river_of_objectives() == [
        "Moscow – Lisbon",
        "Paris – Moscow",
        "Soviet Diplomacy",
        "Josephine Baker",
        "Paris – Berlin",
    ]
    assert table.river_of_loads() == [
        "French Diplomatic Bag",
        "PAX on Board",
        "Mail Delivery",
        "French Diplomatic Bag",
        "Soviet Diplomatic Bag",
        "Mail Delivery",
        "PAX on Board",
        "Priority Letter",
    ]
    assert table.names_in(table.s.objective_discard) == {"London – Rome"}
    assert counted_loads(table.s.load_discard) == {"Fuel Can": 1}


@rule("PO-6.4", "PO-R78")
def test_empty_rivers_are_filled_anew() -> None:
    table = at_the_end(objectives=(None,) * 5, loads=(None,) * 8).play("Balbo", "That is all")
    assert None not in table.river_of_objectives() + table.river_of_loads()
    assert table.names_in(table.s.objective_discard) == set()
    assert counted_loads(table.s.load_discard) == {}


@rule("PO-6.4")
def test_nothing_is_refilled_during_a_round() -> None:
    table = position().load_river("Mail", "PAX", "PAX", "Mail", "PAX", "PAX").place(Bastié="Flight Ops")
    table.objective_river("Paris - Berlin", "London - Rome", "Paris - Moscow", "Berlin - Lisbon")
    table.play("Mermoz", "Place on Objectives").play("Bastié", "Load a Mail Delivery ($5,000), card 4")
    assert table.river_of_loads()[3:] == [None, "PAX on Board", "PAX on Board"]
    table.play("Bastié", "No more", "Ready", "End the turn")
    assert table.river_of_loads()[3] is None
    table.play("Mermoz", "Take London – Rome")
    assert table.s.round_number == ROUND + 1
    assert table.river_of_objectives()[2:] == ["Paris – Berlin", "Paris – Moscow"]


@rule("PO-6.5", "PO-R78")
def test_an_empty_deck_is_made_of_its_discard_pile_with_the_card_just_discarded() -> None:
    """One card is left in each deck, two are needed."""
    table = at_the_end(
        objectives=("Paris - Berlin", "London - Rome", "Paris - Moscow", "Málaga - Rome", None),
        loads=("Mail", "PAX", "PAX", "Mail", "PAX", "Fuel Can", "Priority", None),
    )
    table.objective_piles(deck=("Josephine Baker",)).load_piles(deck=("Soviet",)).play("Balbo", "That is all")
    assert table.river_of_objectives() == [
        "Málaga – Rome",
        "Josephine Baker",
        "Paris – Berlin",
        "London – Rome",
        "Paris – Moscow",
    ]
    assert table.river_of_loads()[:3] == ["Priority Letter", "Soviet Diplomatic Bag", "Mail Delivery"]
    assert table.s.objective_deck.tolist() == table.s.objective_discard.tolist() == [0, 0]
    assert not table.s.load_deck.any()
    assert not table.s.load_discard.any()


@rule("PO-6.5")
def test_the_deck_is_used_up_before_the_discard_pile_is_shuffled() -> None:
    """The last card of a deck is drawn, and the discard pile stays as it is."""
    table = position().objective_river("Paris - Berlin", "London - Rome", "Paris - Moscow", "Berlin - Lisbon")
    table.load_river("Mail", "PAX", "Mail", "Fuel Can", "Priority", "Smuggling")
    table.objective_piles(deck=("Josephine Baker",), discard=("Soviet Dip",)).load_piles(("Soviet",), ("French",))
    next_round(table)
    assert (table.river_of_objectives()[0], table.river_of_loads()[0]) == ("Josephine Baker", "Soviet Diplomatic Bag")
    assert table.s.objective_deck.tolist() == [0, 0]
    assert not table.s.load_deck.any()
    assert table.names_in(table.s.objective_discard) == {"Soviet Diplomacy", "Berlin – Lisbon"}
    assert counted_loads(table.s.load_discard) == {"French Diplomatic Bag": 1, "Smuggling Case": 1}


@rule("PO-R31", "PO-6.5")
def test_without_any_cards_the_rivers_stay_short() -> None:
    """Two cards are in the river, none elsewhere: the discarded one comes back, and there is a gap."""
    table = at_the_end(
        objectives=(None, None, "Paris - Berlin", None, "Paris - Moscow"),
        loads=(None, None, None, None, None, "Mail", None, "PAX"),
    )
    table.objective_piles().load_piles().play("Balbo", "That is all")
    assert table.river_of_objectives() == [None, None, None, "Paris – Moscow", "Paris – Berlin"]
    assert table.river_of_loads() == [None] * 6 + ["PAX on Board", "Mail Delivery"]
    table = at_the_end(objectives=(None,) * 5, loads=(None,) * 8).objective_piles().load_piles()
    table.play("Balbo", "That is all")
    assert set(table.river_of_objectives() + table.river_of_loads()) == {None}


@rule("PO-6.5")
@pytest.mark.parametrize("pile", ["deck", "discard"])
def test_all_cards_left_are_equally_likely(pile: str) -> None:
    """Whether they lie in the deck or in a discard pile that is shuffled."""
    names = ("Paris - Berlin", "London - Rome", "Josephine Baker", "Soviet Diplomacy")
    start = position().objective_river("Berlin - Lisbon", "London - Istanbul", "Málaga - Rome", "Moscow - Lisbon")
    start.objective_piles(**{pile: names}).in_slot("Bastié", 1)
    found = set()
    for chance in range(60):
        table = Table(start.game, state=start.state.copy())
        table.s.chance = chance
        table.play("Bastié", "Take the top card")
        found |= table.objectives_of("Bastié")
    assert found == {"Paris – Berlin", "London – Rome", "Josephine Baker", "Soviet Diplomacy"}
