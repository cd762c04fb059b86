"""Flight Ops on the ground: Load cards, Load values, fuel, the Met Report and the Copilot, and debts."""

from __future__ import annotations

import pytest

from mailwing.envs.air_postal.state import Phase
from mailwing.envs.air_postal.testing import Table, position

rule = pytest.mark.rule
FULL = ("Mail", "PAX", "Fuel Can", "Priority", "PAX", "Smuggling")


# Load cards


@rule("PO-7.1", "PO-R6")
def test_fliers_take_one_card_each_in_turn_until_they_pass() -> None:
    """Whoever has passed is out, the others go on."""
    table = (
        position(3)
        .load_river(*FULL, "French", "Mail")
        .place(Bastié="Flight Ops", Mermoz="Revenues", Balbo="Flight Ops")
    )
    table.play("Bastié", "Load a PAX on Board ($15,000), card 2").play("Balbo", "Load a Smuggling Case")
    table.play("Bastié", "Load a Fuel Can").play("Balbo", "No more Load cards")
    table.play("Bastié", "Load a French Diplomatic Bag", "Load a Priority Letter")
    assert table.loads_of("Bastié") == {
        "Priority Letter": 1,
        "French Diplomatic Bag": 1,
        "Fuel Can": 1,
        "PAX on Board": 1,
    }
    assert table.loads_of("Balbo") == {"Smuggling Case": 1}
    assert table.loads_of("Mermoz") == {}
    assert table.river_of_loads() == ["Mail Delivery", None, None, None, "PAX on Board", None, None, "Mail Delivery"]
    table.play("Bastié", "No more Load cards")
    assert (table.phase, table.decider) == (Phase.PREFLIGHT, "Maryse Bastié")
    assert table.s.passed == 0b101


@rule("PO-7.1")
def test_loading_ends_when_the_river_is_empty() -> None:
    table = position().loads("Bastié", "Mail", "Mail", "PAX").loads("Mermoz", "Mail").load_river("Mail", None, "PAX")
    table.markers(Bastié="Flight Ops", Mermoz="Flight Ops").play("Bastié", "Load a PAX")
    assert table.decider == "Jean Mermoz"
    table.play("Mermoz", "Load a Mail")
    assert (table.phase, table.decider) == (Phase.PREFLIGHT, "Maryse Bastié")
    table.play("Bastié", "Ready", "End the turn")
    assert (table.phase, table.decider) == (Phase.PREFLIGHT, "Jean Mermoz")


@rule("PO-7.1")
def test_without_any_load_card_nobody_loads() -> None:
    """Neither in the river nor elsewhere."""
    table = position().load_river().load_piles().place(Bastié="Flight Ops", Mermoz="Flight Ops")
    assert table.s.passed == 0
    assert (table.phase, table.decider) == (Phase.PREFLIGHT, "Maryse Bastié")


@rule("PO-7.1", "PO-4.3")
@pytest.mark.parametrize(
    ("aboard", "words"),
    [
        (("Mail",) * 2 + ("PAX",) * 2, ("Load a Mail", "Load a Fuel Can", "Load a Priority", "Load a Smuggling")),
        (("Mail",) * 3 + ("PAX",), ("Load a PAX on Board ($15,000), card 2 of 6", "Load a PAX")),
        (("Mail", "Fuel Can", "Priority", "PAX", "PAX"), ()),
    ],
)
def test_cargo_and_pax_have_places_of_their_own(aboard: tuple[str, ...], words: tuple[str, ...]) -> None:
    """The Latécoère 25 takes 3 Cargo and 2 PAX."""
    table = position().loads("Bastié", *aboard).load_river(*FULL).loading("Bastié")
    assert table.may(*words, "No more Load cards")
    cargo = any("Mail" in said for said in words)
    pax = any("PAX" in said for said in words)
    assert len(table.choices()) == 1 + 4 * cargo + 2 * pax


@rule("PO-4.3", "PO-13.2", "PO-7.1")
def test_a_vip_sits_in_a_pax_seat() -> None:
    table = position().objectives("Bastié", "Josephine Baker").loads("Bastié", "PAX").load_river("PAX", "Mail")
    assert table.loading("Bastié").choices() == ["Load a Mail Delivery ($5,000)", "No more Load cards"]
    table.loads("Bastié")
    assert table.may("Load a PAX")


@rule("PO-4.3")
def test_the_full_cockpit() -> None:
    """The example of the rulebook: fuel 6 of 6, endurance 4 of 4, 3 Cargo and 2 PAX."""
    table = position().money(Bastié=30).load_river(*FULL).place(Bastié="Flight Ops", Mermoz="Revenues")
    table.play("Bastié", "Load a Mail", "Load a Fuel Can", "Load a Priority", "Load a PAX", "Load a PAX")
    assert table.choices() == ["No more Load cards"]
    table.play("Bastié", "No more")
    assert not table.may("Buy 7 fuel")
    table.play("Bastié", "Buy 6 fuel")
    assert (table.gauges_of("Bastié"), table.money_of("Bastié")) == ((6, 4), 0)
    assert table.loads_of("Bastié") == {"Mail Delivery": 1, "Priority Letter": 1, "Fuel Can": 1, "PAX on Board": 2}


@rule("PO-7.1")
def test_of_equal_cards_side_by_side_the_first_stands_for_all() -> None:
    """Gaps between them do not matter; another card does."""
    table = position().load_river("Mail", "Mail", None, "Mail", "PAX", "Mail").loading("Bastié")
    assert [int(action) for action in table.state.legal()][:-1] == [
        table.action("Load a Mail Delivery ($5,000), card 1 of 5"),
        table.action("Load a PAX on Board"),
        table.action("Load a Mail Delivery ($5,000), card 5 of 5"),
    ]


@rule("PO-13.26", "PO-4.3")
def test_flaps_make_room_for_one_cargo_and_one_pax_more() -> None:
    table = position().equip("Bastié", "Flaps").loads("Bastié", "Mail", "Mail", "Mail", "PAX", "PAX")
    table.load_river("Mail", "PAX").loading("Bastié")
    assert len(table.choices()) == 3
    table.play("Bastié", "Load a Mail")
    assert table.choices() == ["Load a PAX on Board ($15,000)", "No more Load cards"]
    table.play("Bastié", "Load a PAX")
    assert table.loads_of("Bastié") == {"Mail Delivery": 4, "PAX on Board": 3}


# Fuel


@rule("PO-7.2", "PO-4.1")
@pytest.mark.parametrize(("before", "most"), [(0, 6), (4, 2), (6, 0)])
def test_fuel_up_to_the_maximum(before: int, most: int) -> None:
    table = position().fuel(Bastié=before).money(Bastié=100).preflight("Bastié")
    assert [said.split(" for ")[0] for said in table.choices("Buy") if "fuel" in said] == [
        f"Buy {k} fuel" for k in range(1, most + 1)
    ]


@rule("PO-7.2", "PO-R64")
def test_a_point_of_fuel_costs_5000_and_fuel_is_bought_once() -> None:
    table = position().fuel(Bastié=1).money(Bastié=35).preflight("Bastié").play("Bastié", "Buy 3 fuel for $15,000")
    assert (table.gauges_of("Bastié")[0], table.money_of("Bastié"), table.glory_of("Bastié")) == (4, 20, 3)
    assert [said for said in table.choices("Buy") if "fuel" in said] == []
    table.play("Bastié", "Buy a Met Report", "Ready").play("Bastié", "End the turn")
    assert table.money_of("Bastié") == 15


@rule("PO-7.2")
def test_fuel_can_be_bought_again_in_the_next_round() -> None:
    table = position().preflight("Bastié").play("Bastié", "Buy 1 fuel", "Ready", "End the turn")
    table.place(Bastié="Flight Ops", Mermoz="Revenues").play("Bastié", "No more")
    assert table.may("Buy 5 fuel")


@rule("PO-13.29", "PO-4.1", "PO-7.2")
def test_an_auxiliary_tank_holds_one_more() -> None:
    table = position().equip("Bastié", "Auxiliary Tank").money(Bastié=100).preflight("Bastié")
    assert table.may("Buy 7 fuel for $35,000")
    assert not table.may("Buy 8 fuel")
    table.play("Bastié", "Buy 7 fuel")
    assert table.gauges_of("Bastié")[0] == 7


# A Met Report and a Copilot


@rule("PO-7.3", "PO-7.4", "PO-R20", "PO-R64")
def test_one_met_report_and_one_copilot() -> None:
    """One of each aboard; each is a payment of its own, in any order."""
    table = position().money(Bastié=25).preflight("Bastié")
    table.play("Bastié", "Hire a Copilot for $5,000", "Buy 1 fuel", "Buy a Met Report for $5,000")
    assert table.choices() == ["Ready for take-off"]
    assert table.equipment_of("Bastié") == {"Copilot", "Met Report"}
    assert table.money_of("Bastié") == 10
    assert table.s.stock.tolist() == [3, 3, 4, 4, 4, 4, 4, 4]


@rule("PO-7.3", "PO-7.4", "PO-R20")
@pytest.mark.parametrize(
    ("cards", "can_buy", "can_hire"),
    [
        (("Compass",), True, True),
        (("Compass", "Gyroscope"), False, True),
        (("Radio",), True, False),
        (("Met Report",), False, True),
        (("Copilot",), True, False),
        (("Slats", "Compass"), True, True),
        (("Slats", "Radio", "Copilot"), True, False),
        (("Slats", "Compass", "Gyroscope", "Autopilot"), False, True),
    ],
)
def test_they_need_a_free_place(cards: tuple[str, ...], can_buy: bool, can_hire: bool) -> None:
    """The Latécoère 25 takes 1 Crew and 2 System cards."""
    table = position().equip("Bastié", *cards).preflight("Bastié")
    assert table.may("Buy a Met Report") == can_buy
    assert table.may("Hire a Copilot") == can_hire


@rule("PO-7.3", "PO-7.4")
@pytest.mark.parametrize(("card", "words"), [("Met Report", "Buy a Met"), ("Copilot", "Hire a Copilot")])
def test_only_four_are_in_the_box(card: str, words: str) -> None:
    table = position().sold_out(card).preflight("Bastié")
    assert not table.may(words)
    table.s.stock[table.number("equipment", card)] = 1
    assert table.may(words)


@rule("PO-7.2")
def test_ready_at_once() -> None:
    table = position().preflight("Bastié").play("Bastié", "Ready for take-off")
    assert (table.phase, table.decider) == (Phase.FLYING, "Maryse Bastié")


# Debts


@rule("PO-10.1", "PO-R16")
def test_a_debt_of_15000_costs_two_points() -> None:
    """The example of the rulebook."""
    table = position().money(Bastié=0).glory(Bastié=9).preflight("Bastié")
    table.play("Bastié", "Buy 3 fuel for $15,000, losing 2 glory for debt")
    assert (table.money_of("Bastié"), table.glory_of("Bastié"), table.gauges_of("Bastié")[0]) == (0, 7, 3)


@rule("PO-10.1", "PO-R16")
@pytest.mark.parametrize(
    ("money", "fuel", "left", "lost"),
    [
        (30, 6, 0, 0),
        (25, 6, 0, 1),
        (20, 6, 0, 1),
        (15, 6, 0, 2),
        (10, 6, 0, 2),
        (5, 6, 0, 3),
        (0, 6, 0, 3),
        (35, 6, 5, 0),
    ],
)
def test_money_first_then_a_point_for_each_started_10000(money: int, fuel: int, left: int, lost: int) -> None:
    table = position().money(Bastié=money).glory(Bastié=9).preflight("Bastié").play("Bastié", f"Buy {fuel} fuel")
    assert (table.money_of("Bastié"), table.glory_of("Bastié")) == (left, 9 - lost)


@rule("PO-10.1", "PO-R64")
def test_each_payment_is_rounded_by_itself() -> None:
    table = position().money(Bastié=0).glory(Bastié=9).preflight("Bastié")
    table.play("Bastié", "Buy 1 fuel", "Buy a Met Report", "Hire a Copilot")
    assert (table.money_of("Bastié"), table.glory_of("Bastié")) == (0, 6)


@rule("PO-R41")
@pytest.mark.parametrize(("glory", "most", "cards"), [(0, 1, 1), (1, 3, 1), (2, 5, 1), (3, 6, 1)])
def test_debts_of_ones_own_choice_go_as_far_as_glory(glory: int, most: int, cards: int) -> None:
    """With $5,000 and no glory 1 fuel or one card can be paid."""
    table = position().money(Bastié=5).glory(Bastié=glory).preflight("Bastié")
    assert len([said for said in table.choices("Buy") if "fuel" in said]) == most
    assert (len(table.choices("Buy a Met")), len(table.choices("Hire"))) == (cards, cards)


@rule("PO-R41")
def test_without_money_and_glory_nothing_is_bought() -> None:
    table = position().money(Bastié=4).glory(Bastié=0).preflight("Bastié")
    assert table.choices() == ["Ready for take-off"]
    assert len(table.glory(Bastié=1).choices()) == 2 + 2 + 1


@rule("PO-R15", "PO-R41")
def test_the_score_does_not_go_below_zero() -> None:
    """A compulsory payment takes what there is."""
    table = landed_with_a_case(money=5, glory=0)
    assert (table.money_of("Bastié"), table.glory_of("Bastié")) == (0, 0)
    table = landed_with_a_case(money=5, glory=5)
    assert (table.money_of("Bastié"), table.glory_of("Bastié")) == (0, 4)


def landed_with_a_case(money: int, glory: int) -> Table:
    """Customs officers in Dakar find the only card aboard."""
    table = position().city(Bastié="Casablanca").fuel(Bastié=6).money(Bastié=money).glory(Bastié=glory)
    table.loads("Bastié", "Smuggling Case").flying("Bastié").arrive("Bastié", "Dakar")
    return table.play("Bastié", "Deliver the Smuggling Case")
