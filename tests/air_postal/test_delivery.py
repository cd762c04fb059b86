"""Deliveries: what goes where, one card at a stopover, VIPs, Diplomacy, customs, and cards that help."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mailwing.envs.air_postal.limits import Load
from mailwing.envs.air_postal.names import LOAD_NAMES
from mailwing.envs.air_postal.placing_cards import counted_loads
from mailwing.envs.air_postal.state import Phase
from mailwing.envs.air_postal.tables import OWN_DATA
from mailwing.envs.air_postal.testing import Table, position

rule = pytest.mark.rule

FLIGHTS = {
    "airfield": ("Paris", "Toulouse"),
    "big city": ("London", "Paris"),
    "customs": ("Gao", "Dakar"),
    "soviet": ("Paris", "Berlin"),
    "american": ("Paris", "Rome"),
    "british": ("Casablanca", "Lisbon"),
    "french": ("Caracas", "Bogotá"),
    "german": ("La Paz", "Santiago"),
}
"""A flight to a city of each sort."""

EVERYWHERE = ("Mail Delivery", "Priority Letter")
ACCEPTED = {
    "airfield": {*EVERYWHERE},
    "big city": {*EVERYWHERE, "PAX on Board"},
    "customs": {*EVERYWHERE, "Smuggling Case"},
    "soviet": {*EVERYWHERE, "Soviet Diplomatic Bag"},
    "american": {*EVERYWHERE, "American Diplomatic Bag"},
    "british": {*EVERYWHERE, "British Diplomatic Bag"},
    "french": {*EVERYWHERE, "French Diplomatic Bag"},
    "german": {*EVERYWHERE, "German Diplomatic Bag"},
}
MONEY = {"Mail Delivery": 5, "Priority Letter": 10, "Smuggling Case": 30, "Fuel Can": 0, "PAX on Board": 15}


def arriving(
    sort: str,
    *loads: str,
    cards: tuple[str, ...] = (),
    vips: tuple[str, ...] = (),
    setup: str = "la_ligne",
    data: Path | None = None,
) -> Table:
    """The first seat lands with these Load cards, System and Crew cards and VIPs, without money and glory."""
    table = position(4, setup=setup, data=data)
    who = table.pilots[0]
    start, end = FLIGHTS[sort]
    table.aircraft(**{who: "Junkers Ju 52/3m"}).city(**{who: start}).fuel(**{who: 6}).no_hubs_left()
    table.loads(who, *loads).equip(who, *cards).objectives(who, *vips).money(**{who: 0}).glory(**{who: 0})
    return table.flying(who).arrive(who, end)


def offers(table: Table) -> list[str]:
    """What can be delivered, without what it brings."""
    return [said.removeprefix("Deliver ").removeprefix("the ").split(" for $")[0] for said in table.choices("Deliver")]


# What goes where


@rule("PO-8.1", "PO-13.4", "PO-13.6", "PO-13.7", "PO-13.8", "PO-13.9", "PO-R10")
@pytest.mark.parametrize("sort", FLIGHTS)
@pytest.mark.parametrize("load", LOAD_NAMES.values())
def test_where_a_card_can_be_delivered(load: str, sort: str) -> None:
    """Fuel Cans nowhere; where nothing can be delivered nobody is asked."""
    table = arriving(sort, load)
    if load in ACCEPTED[sort]:
        assert (table.phase, offers(table)) == (Phase.DELIVERY, [load, "nothing"])
    else:
        assert (table.phase, table.loads_of("Bastié")) == (Phase.FLYING, {load: 1})


@rule("PO-8.1", "PO-13.4", "PO-13.6", "PO-13.7", "PO-13.8")
@pytest.mark.parametrize(
    ("sort", "load", "money"),
    [
        ("airfield", "Mail Delivery", 5),
        ("customs", "Priority Letter", 10),
        ("big city", "PAX on Board", 15),
        ("soviet", "Soviet Diplomatic Bag", 20),
        ("german", "German Diplomatic Bag", 20),
    ],
)
def test_what_a_delivery_brings(sort: str, load: str, money: int) -> None:
    """The card goes to the discard pile; without a Diplomacy card a bag does, too."""
    table = arriving(sort, load, load).play("Bastié", f"Deliver the {load} for ${money},000")
    assert (table.money_of("Bastié"), table.glory_of("Bastié")) == (money, 0)
    assert table.loads_of("Bastié") == {load: 1}
    assert counted_loads(table.s.load_discard) == {load: 1}
    assert not table.s.bags.any()


@rule("PO-8.1", "PO-R10", "PO-R31")
def test_one_card_at_a_stopover_and_another_one_at_the_next() -> None:
    """From Paris to Toulouse and back: a Mail in each city."""
    table = arriving("airfield", "Mail", "Mail", "PAX").play("Bastié", "Deliver the Mail")
    assert (table.phase, table.money_of("Bastié")) == (Phase.FLYING, 5)
    table.arrive("Bastié", "Paris")
    assert offers(table) == ["Mail Delivery", "PAX on Board", "nothing"]
    table.play("Bastié", "Deliver the PAX")
    assert (table.phase, table.money_of("Bastié"), table.loads_of("Bastié")) == (
        Phase.FLYING,
        20,
        {"Mail Delivery": 1},
    )


@rule("PO-R10", "PO-8.1")
def test_nobody_has_to_deliver() -> None:
    table = arriving("airfield", "Mail").play("Bastié", "Deliver nothing")
    assert (table.phase, table.loads_of("Bastié"), table.money_of("Bastié")) == (Phase.FLYING, {"Mail Delivery": 1}, 0)
    assert (table.s.delivered, table.s.delivered_category) == (0, 0)


@rule("PO-13.8", "PO-R10")
def test_a_priority_letter_is_delivered_before_everything_else() -> None:
    """Before VIPs and bags, too; after it the others have their turn."""
    table = arriving("big city", "Mail", "Priority", "PAX", vips=("Josephine Baker",))
    assert offers(table) == ["Priority Letter", "nothing"]
    assert offers(arriving("soviet", "Soviet", "Priority")) == ["Priority Letter", "nothing"]
    table.play("Bastié", "Deliver the Priority").arrive("Bastié", "London").play("Bastié", "Deliver nothing")
    table.arrive("Bastié", "Paris")
    assert offers(table) == ["Mail Delivery", "PAX on Board", "Josephine Baker", "nothing"]


# Two cards


@rule("PO-13.28", "PO-R10", "PO-R71")
def test_with_a_cargo_door_two_cargo_cards() -> None:
    """Or one PAX, or a VIP; never three, never mixed."""
    table = arriving("big city", "Mail", "Mail", "Mail", "PAX", cards=("Cargo Door",), vips=("Josephine Baker",))
    assert offers(table) == ["Mail Delivery", "PAX on Board", "Josephine Baker", "nothing"]
    table.play("Bastié", "Deliver the Mail")
    assert (table.phase, offers(table)) == (Phase.DELIVERY, ["Mail Delivery", "no more"])
    table.play("Bastié", "Deliver the Mail")
    assert (table.phase, table.money_of("Bastié")) == (Phase.FLYING, 10)
    assert table.loads_of("Bastié") == {"Mail Delivery": 1, "PAX on Board": 1}
    table = arriving("big city", "Mail", "PAX", "PAX", cards=("Cargo Door",)).play("Bastié", "Deliver the PAX")
    assert table.phase == Phase.FLYING


@rule("PO-13.31", "PO-R10", "PO-R71")
def test_with_air_stairs_two_pax() -> None:
    """A VIP is PAX; or one Cargo card."""
    table = arriving("big city", "Mail", "PAX", "PAX", cards=("Air Stairs",), vips=("Josephine Baker",))
    table.play("Bastié", "Deliver the PAX")
    assert offers(table) == ["PAX on Board", "Josephine Baker", "no more"]
    table.play("Bastié", "Deliver Josephine Baker for $15,000 and 2 glory")
    assert (table.phase, table.money_of("Bastié"), table.glory_of("Bastié")) == (Phase.FLYING, 30, 2)
    table = arriving("big city", "PAX", "PAX", cards=("Air Stairs",), vips=("Josephine Baker",))
    table.play("Bastié", "Deliver Josephine Baker").play("Bastié", "Deliver the PAX")
    assert (table.phase, table.loads_of("Bastié")) == (Phase.FLYING, {"PAX on Board": 1})
    assert (table.s.delivered, table.s.delivered_category) == (0, 0)
    table = arriving("big city", "Mail", "Mail", "PAX", cards=("Air Stairs",)).play("Bastié", "Deliver the Mail")
    assert table.phase == Phase.FLYING


@rule("PO-R71", "PO-13.28", "PO-13.31")
@pytest.mark.parametrize(("first", "left"), [("Mail Delivery", "Mail Delivery"), ("PAX on Board", "PAX on Board")])
def test_with_both_the_first_card_says_of_which_sort_the_second_is(first: str, left: str) -> None:
    table = arriving("big city", "Mail", "Mail", "PAX", "PAX", cards=("Cargo Door", "Air Stairs"))
    table.play("Bastié", f"Deliver the {first}")
    assert offers(table) == [left, "no more"]
    table.play("Bastié", f"Deliver the {left}")
    assert table.phase == Phase.FLYING


@rule("PO-13.28", "PO-R10")
def test_no_more_after_the_first() -> None:
    """At the next stopover there are two again."""
    table = arriving("airfield", "Mail", "Mail", "Mail", cards=("Cargo Door",)).play("Bastié", "Deliver the Mail")
    table.play("Bastié", "Deliver no more").arrive("Bastié", "Paris")
    table.play("Bastié", "Deliver the Mail", "Deliver the Mail")
    assert (table.money_of("Bastié"), table.loads_of("Bastié")) == (15, {})


@rule("PO-13.8", "PO-13.28")
@pytest.mark.parametrize(
    ("loads", "second"),
    [
        (("Priority", "Priority", "Mail"), ["Priority Letter", "no more"]),
        (("Priority", "Mail", "PAX"), ["Mail Delivery", "no more"]),
    ],
)
def test_with_a_cargo_door_priority_letters_go_first_as_well(loads: tuple[str, ...], second: list[str]) -> None:
    table = arriving("big city", *loads, cards=("Cargo Door",)).play("Bastié", "Deliver the Priority")
    assert offers(table) == second


@rule("PO-R31", "PO-8.1")
def test_with_a_cargo_door_and_nothing_left_to_deliver_nobody_is_asked() -> None:
    table = arriving("big city", "Mail", "Fuel Can", "PAX", cards=("Cargo Door",)).play("Bastié", "Deliver the Mail")
    assert table.phase == Phase.FLYING


# VIPs


@rule("PO-13.2", "PO-8.3")
def test_anna_may_wong_to_beijing() -> None:
    """The example of the rulebook: 3 glory and $15,000."""
    table = position(setup="around_the_world").city(Coleman="Vladivostok").fuel(Coleman=5).money(Coleman=0)
    table.glory(Coleman=0).objectives("Coleman", "Anna May Wong", "Albert Einstein").flying("Coleman")
    table.arrive("Coleman", "Beijing")
    assert offers(table) == ["Anna May Wong", "nothing"]
    table.play("Coleman", "Deliver Anna May Wong for $15,000 and 3 glory")
    assert (table.glory_of("Coleman"), table.money_of("Coleman")) == (3, 15)
    assert (table.objectives_of("Coleman"), table.achieved_of("Coleman")) == ({"Albert Einstein"}, {"Anna May Wong"})
    assert table.phase == Phase.FLYING


@rule("PO-13.2")
def test_a_vip_is_not_delivered_anywhere_else() -> None:
    table = arriving("big city", vips=("Charlie Chaplin", "Sergei Eisenstein"))
    assert table.phase == Phase.FLYING
    assert table.objectives_of("Bastié") == {"Charlie Chaplin", "Sergei Eisenstein"}


@rule("PO-13.2", "PO-R10")
def test_of_two_vips_alike_the_first_stands_for_both() -> None:
    """Josephine Baker and Ernest Hemingway travel to Paris for the same reward."""
    table = arriving("big city", cards=("Air Stairs",), vips=("Josephine Baker", "Ernest Hemingway", "Charlie Chaplin"))
    assert offers(table) == ["Josephine Baker", "nothing"]
    table.play("Bastié", "Deliver Josephine Baker")
    assert offers(table) == ["Ernest Hemingway", "no more"]
    table.play("Bastié", "Deliver Ernest Hemingway")
    assert (table.glory_of("Bastié"), table.objectives_of("Bastié")) == (4, {"Charlie Chaplin"})


@rule("PO-13.2", "PO-R10")
@pytest.mark.parametrize(("old", "new"), [("glory = 2", "glory = 3"), ("money = 15", "money = 20")])
def test_vips_to_the_same_city_for_another_reward_are_two_choices(tmp_path: Path, old: str, new: str) -> None:
    """As if Ernest Hemingway brought more than Josephine Baker: which of them travels on is up to the pilot."""
    pack = Path(shutil.copytree(OWN_DATA, tmp_path / "my_pack"))
    text = (pack / "objectives.toml").read_text(encoding="utf-8")
    hemingway = next(line for line in text.splitlines() if '"Ernest Hemingway"' in line)
    (pack / "objectives.toml").write_text(text.replace(hemingway, hemingway.replace(old, new)), encoding="utf-8")
    vips = ("Josephine Baker", "Ernest Hemingway")
    table = arriving("big city", vips=vips, data=pack)
    assert offers(table) == [*vips, "nothing"]
    table.play("Bastié", "Deliver Ernest Hemingway")
    assert (table.glory_of("Bastié"), table.money_of("Bastié")) == ((3, 15) if "glory" in new else (2, 20))
    assert table.objectives_of("Bastié") == {"Josephine Baker"}


@rule("PO-13.24", "PO-R27", "PO-R54")
def test_the_steward_earns_5000_more_for_pax_and_vips() -> None:
    """Not for Cargo."""
    table = arriving("big city", "Mail", "PAX", cards=("Steward", "Air Stairs"), vips=("Josephine Baker",))
    assert table.may("Deliver the Mail Delivery for $5,000")
    table.play("Bastié", "Deliver the PAX on Board for $20,000")
    assert table.money_of("Bastié") == 20
    table.play("Bastié", "Deliver Josephine Baker for $20,000 and 2 glory")
    assert (table.money_of("Bastié"), table.glory_of("Bastié")) == (40, 2)
    table = arriving("big city", "Mail", "PAX", cards=("Steward",)).play("Bastié", "Deliver the Mail")
    assert table.money_of("Bastié") == 5


# Diplomacy


@rule("PO-13.3", "PO-8.3", "PO-R23", "PO-8.1")
def test_two_soviet_bags_bring_seven_points() -> None:
    """The example of the rulebook: 3 for the first one, 4 for the second; the bags are kept, the money comes, too."""
    table = arriving("soviet", "Soviet", "Soviet", vips=("Soviet Diplomacy",))
    assert table.may("Deliver the Soviet Diplomatic Bag for $20,000 and 3 glory")
    table.play("Bastié", "Deliver the Soviet")
    assert (table.glory_of("Bastié"), table.money_of("Bastié")) == (3, 20)
    assert (table.objectives_of("Bastié"), table.achieved_of("Bastié")) == (set(), {"Soviet Diplomacy"})
    table.arrive("Bastié", "Paris").arrive("Bastié", "Berlin").play("Bastié", "Deliver the Soviet")
    assert (table.glory_of("Bastié"), table.money_of("Bastié")) == (7, 40)
    assert table.achieved_of("Bastié") == {"Soviet Diplomacy"}
    assert table.s.bags.tolist()[0] == [2, 0, 0, 0, 0]
    assert not table.s.load_discard.any()
    assert table.loads_of("Bastié") == {}


@rule("PO-13.3", "PO-R23")
@pytest.mark.parametrize(
    ("sort", "nation", "before", "glory"),
    [("soviet", "Soviet", 2, 5), ("french", "French", 1, 4), ("german", "German", 0, 4), ("german", "German", 1, 5)],
)
def test_the_scale_of_a_diplomacy_card(sort: str, nation: str, before: int, glory: int) -> None:
    table = position().aircraft(Bastié="Ford Trimotor").city(Bastié=FLIGHTS[sort][0]).fuel(Bastié=6).no_hubs_left()
    card = f"{nation} Diplomacy"
    table.bags("Bastié", **{nation.lower(): before}).loads("Bastié", nation).glory(Bastié=0)
    table = (table.achieved if before else table.objectives)("Bastié", card).flying("Bastié")
    table.arrive("Bastié", FLIGHTS[sort][1]).play("Bastié", f"Deliver the {nation}")
    assert (table.glory_of("Bastié"), table.achieved_of("Bastié")) == (glory, {card})
    assert table.s.bags[0, Load[f"{nation.upper()}_BAG"] - Load.SOVIET_BAG] == before + 1


@rule("PO-R23", "PO-13.7")
def test_a_bag_of_another_nation_or_another_players_card_counts_for_nothing() -> None:
    table = arriving("soviet", "Soviet", vips=("French Diplomacy",)).objectives("Mermoz", "Soviet Diplomacy")
    table.play("Bastié", "Deliver the Soviet")
    assert (table.glory_of("Bastié"), table.money_of("Bastié")) == (0, 20)
    assert counted_loads(table.s.load_discard) == {"Soviet Diplomatic Bag": 1}
    assert (table.objectives_of("Bastié"), table.objectives_of("Mermoz")) == (
        {"French Diplomacy"},
        {"Soviet Diplomacy"},
    )
    assert not table.s.bags.any()


# Customs


@rule("PO-13.9", "PO-R11")
def test_customs_find_the_smuggling_case() -> None:
    """A fine of $10,000, and the turn is over; the card is discarded."""
    table = arriving("customs", "Smuggling", "Mail", "PAX").money(Bastié=25).customs(caught=True)
    table.play("Bastié", "Deliver the Smuggling Case for $30,000, or a fine of $10,000")
    assert (table.money_of("Bastié"), table.loads_of("Bastié")) == (15, {"Mail Delivery": 1, "PAX on Board": 1})
    assert counted_loads(table.s.load_discard) == {"Smuggling Case": 1}
    assert table.decider != "Maryse Bastié"
    assert (table.s.delivered, table.s.delivered_category) == (0, 0)


@rule("PO-13.9", "PO-R11")
def test_customs_find_something_else() -> None:
    """The case is delivered for $30,000, and the turn goes on."""
    table = arriving("customs", "Smuggling", "Smuggling", "Mail").customs(caught=False)
    table.play("Bastié", "Deliver the Smuggling Case")
    assert (table.money_of("Bastié"), table.phase, table.decider) == (30, Phase.FLYING, "Maryse Bastié")
    assert table.loads_of("Bastié") == {"Mail Delivery": 1, "Smuggling Case": 1}
    assert counted_loads(table.s.load_discard) == {"Smuggling Case": 1}


@rule("PO-13.9", "PO-13.28")
def test_a_cargo_door_helps_after_customs_have_found_nothing() -> None:
    table = arriving("customs", "Smuggling", "Mail", "PAX", cards=("Cargo Door",)).customs(caught=False)
    table.play("Bastié", "Deliver the Smuggling Case", "Deliver the Mail")
    assert (table.money_of("Bastié"), table.phase) == (35, Phase.FLYING)


@rule("PO-R11")
@pytest.mark.parametrize(
    ("loads", "vips", "share"),
    [
        (("Smuggling",), (), 1),
        (("Smuggling", "Mail", "PAX", "Fuel Can"), (), 1 / 4),
        (("Smuggling", "Mail"), ("Josephine Baker", "Charlie Chaplin"), 1 / 4),
        (("Smuggling", "Smuggling", "Mail"), (), 2 / 3),
    ],
)
def test_customs_draw_one_of_all_cargo_and_pax_cards(
    loads: tuple[str, ...], vips: tuple[str, ...], share: float
) -> None:
    """VIPs among them, System and Crew cards not."""
    landed = arriving("customs", *loads, cards=("Compass", "Radio"), vips=vips)
    caught, deliver = 0, landed.action("Deliver the Smuggling Case")
    for chance in range(200):
        table = Table(landed.game, state=landed.state.copy())
        table.s.chance = chance
        table.state.apply(deliver)
        caught += table.money_of("Bastié") == 0
    assert caught / 200 == pytest.approx(share, abs=0.07)
