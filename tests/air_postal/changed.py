"""Possible tables, and what is changed in them by hand so that they are none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mailwing.envs.air_postal.limits import NONE
from mailwing.envs.air_postal.state import Phase
from mailwing.envs.air_postal.testing import Table, dealt, position

Edit = Callable[[Any], object]


def is_refused(table: Table, words: str, edit: Edit) -> None:
    """What is changed by hand in a possible position is noticed, and said in these words."""
    assert table.game.faults(table.s) == []
    edit(table.s)
    found = table.game.faults(table.s)
    assert any(words in line for line in found), found


# Tables


def choosing(phase: Phase, **options: str) -> Table:
    """Set-up, up to the first decision of a phase."""
    table = dealt(2, **options)
    while table.phase != phase:
        table.state.apply(table.state.legal()[0])
    return table


def first_aircraft() -> Table:
    """Mermoz has chosen an aircraft, Bastié is about to."""
    table = choosing(Phase.FIRST_AIRCRAFT)
    table.state.apply(table.state.legal()[0])
    return table


def spare_city() -> Table:
    """Both have a Main Base, seat 0 has chosen the City card that it puts back."""
    table = choosing(Phase.SPARE_CITY, main_base="yes")
    table.state.apply(table.state.legal()[0])
    return table


def main_base() -> Table:
    """The first round of the Main Base variant."""
    return position(main_base="yes")


def placing() -> Table:
    """Bastié was unseated from Maintenance & Revenues, and places her marker again; Balbo is still to come."""
    table = position(3).place(Bastié="Maintenance & Revenues", Mermoz="Maintenance & Revenues")
    assert table.decider == "Maryse Bastié"
    return table


def loading() -> Table:
    """Both are on the Flight Ops line."""
    return position().place(Bastié="Flight Ops", Mermoz="Flight Ops")


def flying() -> Table:
    """Bastié is about to fly from Berlin, with a Fuel Can, a Flight Engineer and a Gyroscope aboard."""
    table = position().city(Bastié="Berlin").fuel(Bastié=6).place(Bastié="Flight Ops", Mermoz="Revenues")
    return table.equip("Bastié", "Flight Engineer", "Gyroscope").loads("Bastié", "Fuel Can", "Mail").flying("Bastié")


def rolled() -> Table:
    """Dice lie on two green squares and a white one."""
    return flying().fly("Bastié", "Moscow", "clear_sky", "headwind", "ice_and_snow")


def die() -> Table:
    """Bastié looks for the die that her Flight Engineer rolls again."""
    return rolled().play("Bastié", "Use the Flight Engineer")


def delivering() -> Table:
    """Bastié has delivered one of three Mail Deliveries in Paris, and has a Cargo Door."""
    table = flying().equip("Bastié", "Cargo Door").loads("Bastié", "Mail", "Mail", "Mail").arrive("Bastié", "Paris")
    return table.play("Bastié", "Deliver the Mail")


def in_paris() -> Table:
    """Bastié stands in Paris, and tries to achieve Paris – Berlin."""
    return position().objectives("Bastié", "Paris - Berlin")


def crashed() -> Table:
    """Bastié's Latécoère 25 has come down in the sea off Casablanca."""
    table = position().city(Bastié="Casablanca").fuel(Bastié=1).place(Bastié="Flight Ops", Mermoz="Revenues")
    table.flying("Bastié").fly("Bastié", "Lisbon", "headwind").play("Bastié", "Accept")
    assert table.phase == Phase.NEW_PILOT
    return table


def maintaining() -> Table:
    """Mermoz is in Maintenance; Bastié has flown."""
    table = position().place(Bastié="Flight Ops", Mermoz="Maintenance & Revenues")
    return table.play("Bastié", "No more", "Ready", "End the turn")


def unloading() -> Table:
    """Bastié has taken her Flaps out, and has a card too many."""
    table = position().equip("Bastié", "Flaps").loads("Bastié", "Mail", "Mail", "Mail", "Mail")
    table.place(Bastié="Maintenance & Revenues", Mermoz="Revenues").play("Bastié", "Discard the Flaps")
    assert table.phase == Phase.UNLOADING
    return table


def basic() -> Table:
    """The Basic variant, before the first action."""
    return position(basic="yes")


def basic_objectives() -> Table:
    """Five Objective cards were drawn."""
    return basic().play("Bastié", "Objectives")


def basic_loads() -> Table:
    """Five Load cards were drawn, of several kinds."""
    table = basic().next_cards(loads=("Mail", "Fuel Can", "Mail", "PAX", "PAX"))
    return table.play("Bastié", "Flight Ops")


def solo() -> Table:
    """The second round of the Solo version."""
    table = position(1).place(Bastié="Revenues")
    assert table.s.round_number == 2
    return table


def over() -> Table:
    """The end after one round: nobody flew, Mermoz maintained his aircraft last."""
    table = position(round_limit=1).place(Bastié="Revenues", Mermoz="Maintenance & Revenues")
    table.play("Mermoz", "That is all")
    assert table.state.done
    return table


# Changes


def put(name: str, value: Any, *index: int) -> Edit:
    """Write a value into a field."""

    def edit(s: Any) -> None:
        if index:
            s[name][index] = value
        else:
            s[name] = value

    return edit


def add(name: str, value: int, *index: int) -> Edit:
    """Add something to a field; below 0: take it away."""
    return lambda s: put(name, (s[name][index] if index else s[name]) + value, *index)(s)


def both(*edits: Edit) -> Edit:
    """Several changes, one after the other."""
    return lambda s: [edit(s) for edit in edits]


def move(name: str, start: int, end: int) -> Edit:
    """A card lies in another place of a row."""

    def edit(s: Any) -> None:
        s[name][end], s[name][start] = s[name][start], NONE

    return edit


def lowest_bit(bits: Any) -> int:
    """The set of the first thing in a set."""
    return int(bits) & -int(bits)


def take_card(s: Any, seat: int) -> int:
    """A seat gets an Air Route from the deck; the card, as a set."""
    card = lowest_bit(s.objective_deck[0])
    s.objective_deck[0] &= ~np.int64(card)
    s.held[seat, 0] |= card
    return card


def cubes_on_both_cities(s: Any) -> None:
    """An Air Route with a cube on each of its cities."""
    s.marked[:] = take_card(s, 0)


def two_objectives(s: Any) -> None:
    """Seat 0 has taken two Air Routes."""
    for _ in range(2):
        take_card(s, 0)


def a_gap_in_the_river(s: Any) -> None:
    """A Load card of the river is in the deck again."""
    s.load_deck[s.load_river[3]] += 1
    s.load_river[3] = NONE


def air_route_in_the_box(s: Any) -> None:
    """An Air Route from the deck, which no crash can have lost."""
    card = take_card(s, 0)
    s.held[0, 0] = 0
    s.objective_box[0] = card


def an_expert_card_twice(s: Any) -> None:
    """The card on top of the Expert deck lies under it, too."""
    s.experts_returned[0] = s.expert


def second_hand_museum_piece(s: Any) -> None:
    """A Breguet 19 GR, which has no resale price, has been sold."""
    s.new_aircraft &= ~np.int64(1 << 19)
    s.used_aircraft = 1 << 19


def a_level_too_high(s: Any) -> None:
    """Mermoz begins with an aircraft of level 7."""
    s.new_aircraft = s.new_aircraft & ~np.int64(1 << 35) | np.int64(1) << np.int64(s.aircraft[1])
    s.aircraft[1] = 35


def solo_plane_at_its_end(s: Any) -> None:
    """The Solo plane is at its last Hub, and one more round begins."""
    s.solo_at = 13
    s.round_number = 14


def same_hand(s: Any) -> None:
    """Two seats have the same City cards."""
    s.hand[1] = s.hand[0]


def choice_of_another(s: Any) -> None:
    """Seat 0 has chosen a City card of seat 1."""
    s.choice[0] = lowest_bit(s.hand[1]).bit_length() - 1


def hub_at_home(s: Any) -> None:
    """A Hub is the Main Base of seat 0; Hubs lie in order."""
    s.hub[:6] = sorted([*s.hub[1:6].tolist(), int(s.main_base[0])])
