"""Setting up a table by hand, in the words of the game: seats, aircraft, the board, phases; hooks for `testing.py`.

Pilots, cities, aircraft and cards go by their names, or by any part of them that belongs to no other. As a keyword,
`von_Etzdorf` is von Etzdorf.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

import numpy as np

from .._core.game import Game
from .._core.position import Position
from .limits import (
    AIRCRAFT,
    CITIES,
    EQUIPMENTS,
    GREAT_FIRSTS,
    HUBS,
    LOADS,
    NONE,
    OBJECTIVES,
    PILOTS,
    SOLO,
    BasicAction,
    Slot,
)
from .names import (
    ROUTE_DASH,
    SLOT_NAMES,
    aircraft_name,
    city_name,
    equipment_name,
    great_first_name,
    load_name,
    objective_name,
    pilot_name,
    seat_name,
)
from .rules.loading import begin_flight_turn
from .state import Phase

SPARE_SLOTS = (
    Slot.REVENUES,
    Slot.OBJECTIVES,
    Slot.MAINTENANCE_AND_REVENUES,
    Slot.OBJECTIVES_AND_REVENUES,
    Slot.AIRCRAFT_CHANGE_AND_MAINTENANCE,
)
"""Where those are of whom nothing else is said."""

PHASE_OF_SLOT = {
    Slot.OBJECTIVES: Phase.OBJECTIVE,
    Slot.MAINTENANCE_AND_REVENUES: Phase.MAINTENANCE,
    Slot.OBJECTIVES_AND_REVENUES: Phase.OBJECTIVE,
    Slot.AIRCRAFT_CHANGE_AND_MAINTENANCE: Phase.CHANGE,
}

SPARE_AIRCRAFT = (27, 28, 31, 33, 26, 29, 22, 21)
"""What crashed where nothing else is said."""

NAMERS: dict[str, tuple[int, Callable[[Game, int], str]]] = {
    "city": (CITIES, city_name),
    "aircraft": (AIRCRAFT, aircraft_name),
    "pilot": (PILOTS, pilot_name),
    "equipment": (EQUIPMENTS, equipment_name),
    "objective": (OBJECTIVES, objective_name),
    "great first": (GREAT_FIRSTS, great_first_name),
    "load": (LOADS, lambda _, load: load_name(load)),
}


class Board:
    """A game in progress with hooks to set it up; every method that sets something up returns the table.

    Whatever is set up leaves a position that could occur: each card and each aircraft is in one place, a seat has been
    in the Hub where it stands, pilots have been lost with their aircraft.
    """

    def __init__(self, game: Game, seed: int = 0, *, state: Position | None = None) -> None:
        self.game = game
        self.state = game.new(seed) if state is None else state

    @property
    def s(self) -> Any:
        """The State record, to read and to set; nothing is checked: `game.faults(table.s)` says what is wrong."""
        return self.state._record

    @property
    def t(self) -> Any:
        """The Tables record."""
        return self.game.tables[0]

    @property
    def o(self) -> Any:
        """The options."""
        return self.game.options[0]

    # Names

    def number(self, kind: str, name: str) -> int:
        """The number of a thing: `number("city", "Porto Novo")`; a part of the name will do if nothing else has it."""
        size, namer = NAMERS[kind]
        return number_in([namer(self.game, k) for k in range(size)], name, kind)

    def seat(self, who: str) -> int:
        """The seat of a pilot."""
        return number_in(self.pilots, who, "pilot at this table")

    @property
    def pilots(self) -> list[str]:
        """The pilots by seat."""
        return [seat_name(self.game, self.s, seat) for seat in range(self.game.players)]

    # Setting up: what a seat has

    def _set(self, field: Any, values: dict[str, int]) -> Self:
        for who, value in values.items():
            field[self.seat(who)] = value
        return self

    def money(self, **amounts: int) -> Self:
        """Money in $1,000: `money(Bastié=35)`."""
        return self._set(self.s.money, amounts)

    def glory(self, **points: int) -> Self:
        """Glory points on the score track."""
        return self._set(self.s.glory, points)

    def fuel(self, **points: int) -> Self:
        """Fuel gauges."""
        return self._set(self.s.fuel, points)

    def endurance(self, **points: int) -> Self:
        """Endurance of pilots."""
        return self._set(self.s.endurance, points)

    def city(self, **cities: str) -> Self:
        """Where aircraft stand; they have been in this Hub then, and cubes lie on their Air Routes."""
        self._set(self.s.city, {who: self.number("city", name) for who, name in cities.items()})
        for who in cities:
            self._stand(self.seat(who))
        return self

    def _stand(self, seat: int) -> None:
        city, hubs = int(self.s.city[seat]), self.s.hub.tolist()
        if city in hubs:
            self.s.hubs_reached[seat] |= 1 << hubs.index(city)
        for end in range(2):
            self.s.marked[end] |= self.s.held[seat, 0] & self.t.routes_of_city[city, end]

    def aircraft(self, **names: str) -> Self:
        """Aircraft, from the reserve or second-hand; what a seat had before is new again, and its tanks are empty."""
        for who, name in names.items():
            seat, wanted = self.seat(who), self.number("aircraft", name)
            if self.s.aircraft[seat] != wanted:
                self._clear_aircraft(wanted)
                self.s.new_aircraft |= np.int64(1) << np.int64(self.s.aircraft[seat])
                self.s.aircraft[seat] = wanted
            self.s.fuel[seat] = 0
        return self

    def _clear_aircraft(self, aircraft: int) -> None:
        bit = np.int64(1) << np.int64(aircraft)
        there = self.s.new_aircraft | self.s.used_aircraft
        assert there & bit, f"the {aircraft_name(self.game, aircraft)} is not to be had"
        self.s.new_aircraft &= ~bit
        self.s.used_aircraft &= ~bit

    def second_hand(self, *names: str) -> Self:
        """These aircraft have been sold."""
        for name in names:
            aircraft = self.number("aircraft", name)
            self._clear_aircraft(aircraft)
            self.s.used_aircraft |= np.int64(1) << np.int64(aircraft)
        return self

    def only(self, *new: str, used: tuple[str, ...] = ()) -> Self:
        """No other aircraft are to be had, new and second-hand; with the others went all pilots who were left."""
        left = {self.number("aircraft", name) for name in new}, {self.number("aircraft", name) for name in used}
        mine = {int(aircraft) for aircraft in self.s.aircraft}
        assert not mine & (left[0] | left[1]), "somebody has it"
        gone = int(self.s.new_aircraft | self.s.used_aircraft).bit_count() - len(left[0] | left[1])
        self.s.new_aircraft = sum(1 << aircraft for aircraft in left[0])
        self.s.used_aircraft = sum(1 << aircraft for aircraft in left[1])
        self.s.pilots_left, self.s.lost_pilots = 0, self.s.lost_pilots + gone
        return self

    def pilot(self, **names: str) -> Self:
        """Another pilot for a seat, rested; the one before has crashed with an aircraft."""
        for who, name in names.items():
            seat, pilot = self.seat(who), self.number("pilot", name)
            assert int(self.s.pilots_left) >> (pilot // 2) & 1, f"{name} is not to be had"
            self.s.pilots_left &= ~(1 << (pilot // 2))
            self.s.pilot[seat] = pilot
            self.s.endurance[seat] = self.t.max_endurance[pilot]
            self._lose_aircraft()
        return self

    def lost_pilots(self, count: int) -> Self:
        """So many pilots have disappeared, each with an aircraft; the last cards first, while there are any."""
        while self.s.lost_pilots < count:
            if self.s.pilots_left:
                self.s.pilots_left &= ~(1 << int(self.s.pilots_left).bit_length() - 1)
            self._lose_aircraft()
        return self

    def _lose_aircraft(self) -> None:
        self.s.lost_pilots += 1
        self._clear_aircraft(next(k for k in SPARE_AIRCRAFT if int(self.s.new_aircraft) >> k & 1))

    def one_crash(self) -> None:
        """A pilot at least has disappeared, since cards are in the box."""
        if not self.s.lost_pilots:
            self.lost_pilots(1)

    # Setting up: the board

    def hubs(self, who: str, *cities: str) -> Self:
        """A seat has reached these Hubs, and no others but the one where it stands."""
        places = self.s.hub.tolist()
        self.s.hubs_reached[self.seat(who)] = sum(1 << places.index(self.number("city", name)) for name in cities)
        self._stand(self.seat(who))
        return self

    def great_firsts(self, who: str, *names: str) -> Self:
        """A seat, or the `"Solo plane"`, was the first to make these flights."""
        for name in names:
            self.s.great_first[self.number("great first", name)] = SOLO if who == "Solo plane" else self.seat(who)
        return self

    def no_hubs_left(self, *whos: str) -> Self:
        """These seats, or all, have been in all Hubs."""
        return self._set(self.s.hubs_reached, dict.fromkeys(whos or self.pilots, 2**HUBS - 1))

    # Setting up: the Operations board and what is to be decided

    def order(self, *whos: str) -> Self:
        """The turn order of this round, in which nobody has placed a marker yet; the seats named are the first ones."""
        named = [self.seat(who) for who in whos]
        rest = [seat for seat in range(self.game.players) if seat not in named]
        self.s.order[: self.game.players] = named + rest
        return self._clear_markers(Phase.PLACING, int(self.s.order[0]))

    def _clear_markers(self, phase: Phase, seat: int) -> Self:
        for markers in (self.s.marker, self.s.line):
            markers[:] = NONE
        self.s.endurance[: self.game.players] = self.t.max_endurance[self.s.pilot[: self.game.players]]
        self.s.visited[:] = 0
        self.s.passed = self.s.turn = self.s.slot = self.s.bought = 0
        self.s.phase, self.s.seat = phase, seat
        return self

    def markers(self, **slots: str) -> Self:
        """Everybody has placed a marker: `markers(Bastié="Flight Ops")`; on the Flight Ops line as they are named here.

        Of whom nothing is said is on Ground Ops, where there is room. Flight Ops begin: loading, by the first flier.
        """
        self._clear_markers(Phase.LOADING, 0)
        numbers = {name: slot for slot, name in SLOT_NAMES.items()}
        for who, slot in slots.items():
            self._place(self.seat(who), numbers[slot])
        for seat in range(self.game.players):
            if self.s.marker[seat] == NONE:
                self._place(seat, next(slot for slot in SPARE_SLOTS if slot not in self.s.marker))
        self.s.seat = max(0, int(self.s.line[0]))
        return self

    def _place(self, seat: int, slot: Slot) -> None:
        self.s.marker[seat] = slot
        self.s.visited[seat] |= 1 << slot
        if slot == Slot.FLIGHT_OPS:
            self.s.line[self.s.line.tolist().index(NONE)] = seat

    def loading(self, who: str) -> Self:
        """A seat on the Flight Ops line, alone there if nothing has been said, is about to load."""
        seat = self._on_the_line(who)
        self.s.passed = 0
        self.s.phase = Phase.LOADING
        self.s.seat = seat
        return self

    def flown(self, squares: int, *, endurance: int | None = None) -> Self:
        """The seat that is about to fly has flown so many squares in this turn, and has so much endurance left."""
        self.s.flown = squares
        if endurance is not None:
            self.s.endurance[self.s.seat] = endurance
        return self

    def preflight(self, who: str) -> Self:
        """A seat on the Flight Ops line, alone there if nothing has been said, is about to buy fuel."""
        self.s.seat = self._on_the_line(who)
        self._have_loaded()
        begin_flight_turn(self.s)
        return self

    def flying(self, who: str) -> Self:
        """A seat on the Flight Ops line, alone there if nothing has been said, is about to fly."""
        self.preflight(who).s.phase = Phase.FLYING
        return self

    def _on_the_line(self, who: str) -> int:
        seat = self.seat(who)
        if self.o.basic:
            self.s.turn, self.s.action = self.s.order.tolist().index(seat), BasicAction.FLIGHT_OPS
            return seat
        if seat not in self.s.line:
            self.markers(**{who: "Flight Ops"})
        self.s.turn, self.s.slot = self.s.line.tolist().index(seat), 0
        return seat

    def _have_loaded(self) -> int:
        fliers = [int(flier) for flier in self.s.line if flier != NONE]
        self.s.passed = sum(1 << flier for flier in fliers)
        return max(0, len(fliers) - 1)

    def in_slot(self, who: str, slot: int) -> Self:
        """A seat is in a slot of Ground Ops, from 1, and decides; Revenues have been paid."""
        seat = self.seat(who)
        if self.s.marker[seat] != slot:
            self.markers(**{who: SLOT_NAMES[Slot(slot)]})
        self.s.slot, self.s.turn, self.s.seat, self.s.bought = slot, self._have_loaded(), seat, 0
        self.s.phase = PHASE_OF_SLOT[Slot(slot)]
        return self


def number_in(names: list[str], said: str, kind: str) -> int:
    """Which of some names is meant: the very name, or the only one that has this part."""
    wanted = said.replace("_", " ").replace(" - ", ROUTE_DASH)
    if wanted in names:
        return names.index(wanted)
    found = [k for k, name in enumerate(names) if wanted in name]
    assert len(found) == 1, f"no {kind} is called {wanted}" if not found else f"several are called {wanted}: {found}"
    return found[0]
