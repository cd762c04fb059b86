"""Ground Ops: Objective cards, Revenues and Maintenance."""

from __future__ import annotations

import pytest

from mailwing.envs.air_postal.limits import NONE, Equipment, Slot
from mailwing.envs.air_postal.names import SLOT_NAMES
from mailwing.envs.air_postal.placing_cards import counted_loads
from mailwing.envs.air_postal.state import Phase
from mailwing.envs.air_postal.testing import ROUND, position

rule = pytest.mark.rule
STANDARD = [
    "Hire a Flight Engineer for $5,000",
    "Hire a Radio for $10,000",
    "Hire a Navigator for $10,000",
    "Buy a Compass for $10,000",
    "Buy a Gyroscope for $10,000",
    "Buy an Autopilot for $60,000",
]


# Objectives


@rule("PO-11.1")
@pytest.mark.parametrize("slot", [1, 4])
def test_one_card_of_the_river_or_the_top_of_the_deck(slot: int) -> None:
    """One must be taken."""
    table = position().objective_river("Paris - Berlin", "London - Rome", "Josephine Baker", "Soviet Diplomacy")
    slots = {"Bastié": SLOT_NAMES[Slot(slot)], "Mermoz": "Aircraft Change & Maintenance"}
    table.markers(**slots).in_slot("Bastié", slot)
    assert [said.split(" (")[0] for said in table.choices()] == [
        "Take Paris – Berlin",
        "Take London – Rome",
        "Take Josephine Baker to Paris",
        "Take Soviet Diplomacy",
        "Take the top card of the Objective deck",
    ]
    table.play("Bastié", "Take Josephine Baker")
    assert table.objectives_of("Bastié") == {"Josephine Baker"}
    assert (table.phase, table.decider, table.s.round_number) == (Phase.CHANGE, "Jean Mermoz", ROUND)


@rule("PO-11.1", "PO-6.4")
def test_the_card_that_was_taken_leaves_a_gap_until_reset() -> None:
    table = position().objective_river("Paris - Berlin", "London - Rome", "Paris - Moscow", "Berlin - Lisbon")
    table.markers(Bastié="Objectives", Mermoz="Aircraft Change & Maintenance").in_slot("Bastié", 1)
    deck = len(table.deck_of_objectives)
    table.play("Bastié", "Take London – Rome")
    assert table.river_of_objectives() == ["Paris – Berlin", None, "Paris – Moscow", "Berlin – Lisbon"]
    assert len(table.deck_of_objectives) == deck


@rule("PO-11.1")
def test_the_top_of_the_deck() -> None:
    table = (
        position(3).objective_river("Paris - Berlin").next_cards(objectives=("Moscow - Lisbon",)).in_slot("Bastié", 1)
    )
    river, deck = table.river_of_objectives(), len(table.deck_of_objectives)
    table.play("Bastié", "Take the top card")
    assert table.objectives_of("Bastié") == {"Moscow – Lisbon"}
    assert (table.river_of_objectives(), len(table.deck_of_objectives)) == (river, deck - 1)
    assert table.s.objective_discard.tolist() == [0, 0]


@rule("PO-R7", "PO-4.3", "PO-13.2")
def test_a_vip_needs_a_free_seat() -> None:
    """Two PAX fill the Latécoère 25; Flaps bring another seat."""
    table = position().objective_river("Paris - Berlin", "Paris - Moscow", "London - Rome", "Josephine Baker")
    table.loads("Bastié", "PAX", "PAX", "Mail").in_slot("Bastié", 1)
    assert not table.may("Take Josephine Baker")
    assert len(table.choices()) == 4
    assert table.equip("Bastié", "Flaps").may("Take Josephine Baker")
    table.equip("Bastié").loads("Bastié", "PAX", "Mail", "Mail", "Mail")
    assert table.may("Take Josephine Baker")
    table.objectives("Bastié", "Charlie Chaplin")
    assert not table.may("Take Josephine Baker")


@rule("PO-R7", "PO-R76")
def test_without_a_seat_vips_on_top_of_the_deck_are_set_aside_and_discarded() -> None:
    """Two VIPs come, then an Air Route: it is taken, they are discarded."""
    table = position(3).loads("Bastié", "PAX", "PAX")
    table.next_cards(objectives=("Josephine Baker", "Charlie Chaplin", "Paris - Moscow")).in_slot("Bastié", 1)
    table.play("Bastié", "Take the top card")
    assert table.objectives_of("Bastié") == {"Paris – Moscow"}
    assert table.names_in(table.s.objective_discard) == {"Josephine Baker", "Charlie Chaplin"}


@rule("PO-R7", "PO-R76")
def test_with_a_seat_the_vip_on_top_is_taken() -> None:
    table = position(3).loads("Bastié", "PAX").next_cards(objectives=("Josephine Baker",)).in_slot("Bastié", 1)
    assert table.play("Bastié", "Take the top card").objectives_of("Bastié") == {"Josephine Baker"}


@rule("PO-R76", "PO-6.5")
def test_vips_that_were_set_aside_do_not_come_back_at_once() -> None:
    """The deck has one VIP, the discard pile an Air Route and another VIP."""
    for chance in range(8):
        table = (
            position(3)
            .loads("Bastié", "PAX", "PAX")
            .objective_piles(("Josephine Baker",), ("Paris - Moscow", "Charlie"))
        )
        table.s.chance = chance
        table.in_slot("Bastié", 1).play("Bastié", "Take the top card")
        assert table.objectives_of("Bastié") == {"Paris – Moscow"}
        left = table.names_in(table.s.objective_discard) | table.names_in(table.s.objective_deck)
        assert left == {"Josephine Baker", "Charlie Chaplin"}
        assert "Josephine Baker" in table.names_in(table.s.objective_discard)


@rule("PO-R76")
@pytest.mark.parametrize(
    ("deck", "discard", "seated", "may"),
    [
        (("Josephine Baker",), ("Charlie Chaplin",), True, True),
        (("Josephine Baker",), ("Charlie Chaplin",), False, False),
        ((), ("Charlie Chaplin",), True, True),
        ((), ("Paris - Moscow",), False, True),
        (("Paris - Moscow",), (), False, True),
        (("Soviet Diplomacy",), (), False, True),
        ((), ("Soviet Diplomacy",), False, True),
        (("Josephine Baker",), (), True, True),
        ((), (), True, False),
    ],
)
def test_whether_the_deck_may_be_drawn(
    deck: tuple[str, ...], discard: tuple[str, ...], seated: bool, may: bool
) -> None:
    """Not if every card left is a VIP without a seat."""
    table = position(3).objective_river("Paris - Berlin").objective_piles(deck, discard)
    table.loads("Bastié", "PAX", *(() if seated else ("PAX",))).in_slot("Bastié", 1)
    assert table.may("Take the top card") == may


@rule("PO-R76", "PO-R31")
@pytest.mark.parametrize(("card", "skipped"), [("Josephine Baker", True), ("Paris - Berlin", False), (None, True)])
def test_with_nothing_to_take_the_action_is_skipped(card: str | None, skipped: bool) -> None:
    """Revenues come all the same; nobody is asked."""
    table = position().objective_river(None, None, None, card).objective_piles().money(Bastié=0)
    table.loads("Bastié", "PAX", "PAX")
    table.place(Bastié="Objectives & Revenues", Mermoz="Revenues")
    assert (table.money_of("Bastié"), table.s.round_number == ROUND + 1) == (30, skipped)
    assert table.phase == (Phase.PLACING if skipped else Phase.OBJECTIVE)


# Revenues


@rule("PO-11.2", "PO-R44", "PO-R63")
@pytest.mark.parametrize(("slot", "money"), [(1, 0), (2, 25), (3, 25), (4, 25), (5, 0)])
def test_which_slots_bring_revenues(slot: int, money: int) -> None:
    """Mermoz's are $25,000; they come before Maintenance and objectives."""
    names = ("", "Objectives", "Revenues", "Maintenance & Revenues", "Objectives & Revenues", "Aircraft Change")
    table = position().money(Mermoz=0).play("Bastié", "Place on Flight Ops")
    said = next(said for said in table.choices() if said.startswith(f"Place on {names[slot]}"))
    table.play("Mermoz", said).play("Bastié", "No more", "Ready", "End the turn")
    assert table.money_of("Mermoz") == money
    if slot == 3:
        assert table.may("Hire a Flight Engineer for $5,000")


@rule("PO-5.1", "PO-11.2")
def test_each_pilot_has_revenues_of_his_own() -> None:
    table = position(4).money(Bastié=0, Mermoz=0, Balbo=0, Osipenko=0)
    table.place(
        Bastié="Revenues", Mermoz="Maintenance & Revenues", Balbo="Objectives & Revenues", Osipenko="Objectives"
    )
    table.play("Osipenko", "Take the top").play("Mermoz", "That is all").play("Balbo", "Take the top")
    assert table.s.money.tolist() == [30, 25, 35, 0]


# Maintenance: buying


@rule("PO-11.3", "PO-R19")
@pytest.mark.parametrize("slot", [3, 5])
def test_standard_cards_and_the_expert_card_on_top_are_on_sale(slot: int) -> None:
    """Basic cards are not."""
    table = position().expert("Altimeter").money(Bastié=60).in_slot("Bastié", slot)
    if slot == 5:
        table.play("Bastié", "Keep the aircraft")
    assert table.choices() == [*STANDARD, "Buy an Altimeter for $10,000", "That is all"]


@rule("PO-11.3")
def test_several_cards_are_bought_as_far_as_there_are_places() -> None:
    """1 Crew and 2 System cards for the Latécoère 25."""
    table = (
        position(3)
        .money(Bastié=100)
        .expert("Veteran")
        .in_slot("Bastié", 3)
        .play("Bastié", "Hire a Radio", "Buy a Compass")
    )
    assert (table.money_of("Bastié"), table.phase) == (80, Phase.MAINTENANCE)
    assert table.choices() == [STANDARD[4], STANDARD[5], "That is all"]
    table.play("Bastié", "Buy an Autopilot")
    assert table.choices() == ["That is all"]
    assert table.equipment_of("Bastié") == {"Radio", "Compass", "Autopilot"}
    assert (table.money_of("Bastié"), table.s.stock.tolist()) == (20, [4, 4, 4, 3, 4, 3, 4, 3])
    table.play("Bastié", "That is all")
    assert (table.phase, table.s.bought) == (Phase.PLACING, 0)


@rule("PO-11.3")
def test_no_second_copy_and_none_that_is_sold_out() -> None:
    table = position(4).aircraft(Bastié="Sikorsky S-42").money(Bastié=100).equip("Bastié", "Radio", "Compass")
    table.sold_out("Gyroscope").expert("Veteran").in_slot("Bastié", 3)
    assert table.choices() == [
        STANDARD[0],
        STANDARD[2],
        STANDARD[5],
        "Hire a Veteran for $40,000",
        "Discard the Radio",
        "Discard the Compass",
        "That is all",
    ]


@rule("PO-10.1", "PO-R41", "PO-11.3")
@pytest.mark.parametrize(
    ("money", "glory", "left"), [(60, 0, 0), (55, 0, None), (55, 1, 0), (45, 2, 0), (40, 1, None), (0, 6, 0)]
)
def test_equipment_may_be_bought_on_credit_as_far_as_glory_goes(money: int, glory: int, left: int | None) -> None:
    table = position(3).money(Bastié=money).glory(Bastié=glory).in_slot("Bastié", 3)
    assert table.may("Buy an Autopilot") == (left is not None)
    if left is not None:
        table.play("Bastié", "Buy an Autopilot")
        assert (table.money_of("Bastié"), table.glory_of("Bastié")) == (0, left)


@rule("PO-R41", "PO-R19")
@pytest.mark.parametrize(("money", "may"), [(40, True), (39, False)])
def test_the_expert_card_must_be_paid_for_too(money: int, may: bool) -> None:
    table = position().expert("Veteran").money(Bastié=money).glory(Bastié=0).in_slot("Bastié", 3)
    assert table.may("Hire a Veteran") == may


@rule("PO-R19", "PO-3.8", "PO-11.3")
def test_the_next_expert_card_is_seen_when_the_one_on_top_is_bought() -> None:
    """It may be bought at once."""
    table = position().expert("Altimeter").money(Bastié=100).in_slot("Bastié", 3).next_expert("Flaps")
    below = int(table.s.experts_below)
    table.play("Bastié", "Buy an Altimeter")
    assert (table.s.expert, table.s.experts_below) == (Equipment.FLAPS, below - 1)
    assert int(table.s.experts_seen) == 1 << 10 | 1 << 4
    table.play("Bastié", "Buy Flaps for $15,000")
    assert table.equipment_of("Bastié") == {"Altimeter", "Flaps"}
    assert table.s.experts_below == below - 2


@rule("PO-R79", "PO-R19")
def test_the_last_expert_card_leaves_an_empty_deck() -> None:
    """Five cards for two players."""
    table = position().aircraft(Bastié="Douglas DC-3", Mermoz="Sikorsky S-42").expert("Altimeter").money(Bastié=100)
    table.equip("Mermoz", "Flaps", "Floats").equip("Bastié", "Cargo Door", "Air Stairs").in_slot("Bastié", 3)
    assert table.s.experts_below == 0
    table.play("Bastié", "Buy an Altimeter")
    assert (table.s.expert, table.s.experts_below) == (NONE, 0)
    assert not [said for said in table.choices() if said.startswith(("Buy", "Hire")) and said not in STANDARD]
    table.play("Bastié", "Discard the Air Stairs")
    assert table.s.expert == Equipment.AIR_STAIRS
    assert set(table.s.experts_returned.tolist()) == {NONE}
    table.play("Bastié", "Discard the Cargo Door")
    assert table.s.expert == Equipment.AIR_STAIRS
    assert table.s.experts_returned.tolist() == [Equipment.CARGO_DOOR] + [NONE] * 6


@rule("PO-R79", "PO-R19")
def test_cards_put_under_the_deck_come_in_their_order_after_all_unseen_ones() -> None:
    table = position().aircraft(Bastié="Lockheed 14 Super Electra").money(Bastié=100)
    table.expert("Altimeter", "Flaps", "Floats").equip("Bastié", "Cargo Door").next_expert("Steward").in_slot(
        "Bastié", 3
    )
    assert table.s.experts_below == 1
    table.play("Bastié", "Buy an Altimeter")
    assert (table.s.expert, table.s.experts_below) == (Equipment.STEWARD, 0)
    table.play("Bastié", "Discard the Cargo Door", "Hire a Steward")
    assert table.s.expert == Equipment.FLAPS
    assert table.s.experts_returned.tolist() == [Equipment.FLOATS, Equipment.CARGO_DOOR] + [NONE] * 5
    table.play("Bastié", "Buy Flaps")
    assert table.s.expert == Equipment.FLOATS
    assert table.s.experts_returned.tolist() == [Equipment.CARGO_DOOR] + [NONE] * 6
    table.play("Bastié", "Buy Floats")
    assert table.s.expert == Equipment.CARGO_DOOR
    assert set(table.s.experts_returned.tolist()) == {NONE}


@rule("PO-R79", "PO-R19")
def test_all_seven_cards_but_one_can_lie_under_the_deck() -> None:
    """With four players; the next one comes to the top, and the others follow."""
    table = (
        position(4).equip("Bastié").expert("Altimeter", "Flaps", "Floats", "Slats", "Veteran", "Steward", "Wing Tanks")
    )
    table.money(Bastié=100).in_slot("Bastié", 3).play("Bastié", "Buy an Altimeter")
    under = [Equipment.FLOATS, Equipment.SLATS, Equipment.VETERAN, Equipment.STEWARD, Equipment.WING_TANKS]
    assert (table.s.expert, table.s.experts_below) == (Equipment.FLAPS, 0)
    assert table.s.experts_returned.tolist() == [*under, NONE, NONE]


@rule("PO-R67", "PO-13.27")
def test_slats_need_a_free_place_and_bring_two_and_one_for_crew() -> None:
    table = (
        position()
        .expert("Slats")
        .money(Bastié=100)
        .equip("Bastié", "Compass", "Gyroscope", "Radio")
        .in_slot("Bastié", 3)
    )
    assert not table.may("Buy Slats")
    table.play("Bastié", "Discard the Gyroscope", "Buy Slats for $15,000")
    assert table.may("Buy a Gyroscope", "Buy an Autopilot", "Hire a Navigator")
    table.play("Bastié", "Buy a Gyroscope", "Buy an Autopilot", "Hire a Navigator")
    assert not [said for said in table.choices() if said.startswith(("Buy", "Hire"))]
    assert len(table.equipment_of("Bastié")) == 6


# Maintenance: discarding


@rule("PO-11.3", "PO-R19")
def test_cards_of_earlier_rounds_can_be_discarded_without_a_refund() -> None:
    """They go back to their decks; what was bought now stays."""
    table = position().expert("Altimeter").money(Bastié=50).equip("Bastié", "Compass", "Copilot", "Floats")
    table.in_slot("Bastié", 3)
    assert table.choices("Discard") == ["Discard the Copilot", "Discard the Compass", "Discard the Floats"]
    table.play("Bastié", "Discard the Compass", "Discard the Copilot", "Discard the Floats")
    assert (table.money_of("Bastié"), table.s.stock.tolist()) == (50, [4] * 8)
    assert (table.s.expert, table.s.experts_returned[0]) == (Equipment.ALTIMETER, Equipment.FLOATS)
    table.play("Bastié", "Hire a Radio", "Buy an Altimeter")
    assert table.choices("Discard") == []
    assert table.equipment_of("Bastié") == {"Radio", "Altimeter"}


@rule("PO-11.3")
def test_a_card_that_was_discarded_can_be_bought_back_but_not_discarded_again() -> None:
    table = position().money(Bastié=50).equip("Bastié", "Compass", "Met Report").in_slot("Bastié", 3)
    table.play("Bastié", "Discard the Met Report", "Discard the Compass", "Buy a Compass")
    assert table.choices("Discard") == []
    assert (table.equipment_of("Bastié"), table.s.stock[0]) == ({"Compass"}, 4)
    assert table.money_of("Bastié") == 40


@rule("PO-11.3")
def test_what_was_bought_before_the_flight_can_be_discarded_in_the_next_maintenance() -> None:
    """Only this Maintenance counts."""
    table = position(2).money(Bastié=50).in_slot("Bastié", 3).play("Bastié", "Buy a Compass", "That is all")
    table.place(**{name.split()[-1]: slot for name, slot in zip(table.turn_order, SLOTS, strict=True)})
    assert table.decider == "Maryse Bastié"
    assert table.choices("Discard") == ["Discard the Compass"]


SLOTS = ("Maintenance & Revenues", "Revenues")


@rule("PO-13.29", "PO-R14", "PO-11.3")
@pytest.mark.parametrize(("fuel", "left"), [(7, 6), (6, 6), (3, 3)])
def test_without_the_auxiliary_tank_its_fuel_is_lost(fuel: int, left: int) -> None:
    table = position().equip("Bastié", "Auxiliary Tank").fuel(Bastié=fuel).in_slot("Bastié", 3)
    table.play("Bastié", "Discard the Auxiliary Tank")
    assert table.gauges_of("Bastié")[0] == left


@rule("PO-R66", "PO-13.26", "PO-10.1")
def test_discarding_flaps_makes_loads_too_many_and_they_are_paid_for() -> None:
    """One Cargo and one PAX card, then Maintenance goes on."""
    table = (
        position().equip("Bastié", "Flaps").loads("Bastié", "Mail", "Mail", "Priority", "Fuel Can", "PAX", "PAX", "PAX")
    )
    table.money(Bastié=20).in_slot("Bastié", 3).play("Bastié", "Discard the Flaps")
    assert table.phase == Phase.UNLOADING
    table.play("Bastié", "Give up the Mail Delivery", "Give up the PAX on Board")
    assert (table.money_of("Bastié"), table.phase) == (0, Phase.MAINTENANCE)
    assert counted_loads(table.s.load_discard) == {"Mail Delivery": 1, "PAX on Board": 1}


@rule("PO-R66", "PO-13.27", "PO-R18")
def test_discarding_slats_makes_cards_too_many_which_go_for_nothing() -> None:
    """1 Crew and 2 System cards may stay of 2 and 4."""
    table = (
        position(4).equip("Bastié", "Slats", "Compass", "Gyroscope", "Autopilot", "Radio", "Veteran").money(Bastié=20)
    )
    table.in_slot("Bastié", 3).play("Bastié", "Discard the Slats")
    assert table.phase == Phase.UNLOADING
    assert table.choices() == [
        "Discard the Radio",
        "Discard the Compass",
        "Discard the Gyroscope",
        "Discard the Autopilot",
        "Discard the Veteran",
    ]
    table.play("Bastié", "Discard the Autopilot")
    assert table.choices() == ["Discard the Radio", "Discard the Veteran"]
    table.play("Bastié", "Discard the Veteran")
    assert (table.phase, table.money_of("Bastié")) == (Phase.MAINTENANCE, 20)
    assert table.equipment_of("Bastié") == {"Compass", "Gyroscope", "Radio"}
    assert (table.s.stock[7], table.s.experts_returned.tolist()[:3]) == (4, [Equipment.SLATS, Equipment.VETERAN, NONE])
