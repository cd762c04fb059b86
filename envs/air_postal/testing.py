"""`position()`: a table in words, so that a test or a report of a fault reads like an example of the rulebook.

Pilots, cities, aircraft and cards go by their names, or by any part of them that belongs to no other.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any, Self

import numpy as np

from .._core.bits import members
from .._core.chance import GOLDEN, scramble
from .._core.game import Game
from .._core.position import Position
from . import SPEC
from .limits import COLOUR_LABELS, DIE_FACES, EXPERTS, FACE_LABELS, FIRST_EXPERT, NONE, Load
from .names import aircraft_name, city_name, equipment_name, seat_name
from .placing_cards import Cards, cards_in
from .rules.common import loads_aboard
from .rules.flights import colour_of
from .state import SETUP_LABELS, Phase

PILOTS = {
    "la_ligne": ("Maryse Bastié", "Jean Mermoz", "Italo Balbo", "Polina Denisovna Osipenko"),
    "blue_riband": ("Lady Mary Bailey", "Howard Hughes", "Carina Negrone", "Günther von Hünefeld"),
    "empire_routes": ("John Alcock", "Marga von Etzdorf", "Joaquín Loriga", "Dieudonné Costes"),
    "clippers": ("Richard Byrd", "Howard Hughes", "Carina Negrone", "Hélène Dutrieu"),
    "around_the_world": ("Bessie Coleman", "Harriet Quimby", "Joaquín Loriga", "Lady Mary Bailey"),
}
"""Who flies in which seat where nothing is said."""

AIRCRAFT = ("Latécoère 25", "Potez 25", "Fokker F.VII", "Loening OA-1")
WARBIRDS = ("Breguet XIV", "Curtiss JN-4 Jenny", "Airco DH.4", "Caudron G.3")
"""What they fly, seat by seat."""

ROUND = 36
"""The round in which `position` begins: a seat can have done a lot by then."""

DECISIONS = 5_000
"""More than there have been until then."""

CHUNK = 100_000
MOST_CHUNKS = 1_000

Draws = list[tuple[int, Collection[int]]]
"""The next draws, each out of so many, in a set of numbers from 0."""


def chance_for(draws: Draws) -> int:
    """A value of chance after which the next draws come out as wanted."""
    steps = GOLDEN * np.arange(1, len(draws) + 1, dtype=np.uint64)
    for chunk in range(MOST_CHUNKS):
        chance = np.arange(chunk * CHUNK, (chunk + 1) * CHUNK, dtype=np.uint64)
        for step, (n, wanted) in zip(steps, draws, strict=True):
            with np.errstate(over="ignore"):
                words = scramble(chance + step)
            drawn = (words >> np.uint64(32)) * np.uint64(n) >> np.uint64(32)
            chance = chance[np.isin(drawn, list(wanted))]
        if len(chance):
            return int(chance[0])
    raise AssertionError(f"chance never brings {draws}")


class Table(Cards):
    """A game in progress: chance that comes as wanted, playing in words, and looking."""

    # Chance

    def fate(self, *draws: tuple[int, Collection[int]]) -> Self:
        """The next draws come out as wanted: each out of `n`, in a set of numbers from 0."""
        self.s.chance = chance_for(list(draws))
        return self

    def dice(self, to: str, *faces: str) -> Self:
        """The dice of the next flight of the seat to decide, square by square: `dice("Moscow", "clear_sky", …)`."""
        here, there = int(self.s.city[self.s.seat]), self.number("city", to)
        route = int(self.t.route_to[self.t.setup_board[self.s.setup], here, there])
        assert route != NONE, f"no route leads to {to}"
        way = self.t.square[route][: self.t.route_length[route]].tolist()
        colours = way if self.t.route_city[route, 0] == here else way[::-1]
        assert len(colours) == len(faces), f"there are {len(colours)} squares on the way to {to}"
        return self.fate(*(self._die(colour, face) for colour, face in zip(colours, faces, strict=True)))

    def rerolls(self, square: int, face: str) -> Self:
        """The die of a square, from 1, shows this face when it is rolled again."""
        return self.fate(self._die(int(colour_of(self.t, self.s, square - 1)), face))

    def _die(self, colour: int, face: str) -> tuple[int, list[int]]:
        shown = [k for k, found in enumerate(self.t.die_face[colour]) if found == FACE_LABELS.index(face)]
        assert shown, f"a {COLOUR_LABELS[colour]} die has no face {face}"
        return DIE_FACES, shown

    def customs(self, *, caught: bool) -> Self:
        """Whether customs officers draw a Smuggling Case next."""
        cards, cases = int(loads_aboard(self.s, self.s.seat)), int(self.s.aboard[self.s.seat, Load.SMUGGLING_CASE])
        return self.fate((cards, range(cases) if caught else range(cases, cards)))

    def next_cards(self, objectives: tuple[str, ...] = (), loads: tuple[str, ...] = ()) -> Self:
        """The next cards that are drawn: first those of the Objective deck, then those of the Load deck.

        An empty deck is made of its discard pile, as it is now.
        """
        return self.fate(*self._objective_draws(objectives), *self._load_draws(loads))

    def _objective_draws(self, names: tuple[str, ...]) -> Draws:
        draws: Draws = []
        deck, discard = self.deck_of_objectives, cards_in(self.s.objective_discard)
        for name in names:
            deck, discard = (deck, discard) if deck else (discard, [])
            card = self.number("objective", name)
            draws.append((len(deck), [deck.index(card)]))
            deck.remove(card)
        return draws

    def _load_draws(self, names: tuple[str, ...]) -> Draws:
        draws: Draws = []
        deck, discard = self.s.load_deck.tolist(), self.s.load_discard.tolist()
        for name in names:
            deck, discard = (deck, discard) if any(deck) else (discard, [0] * len(deck))
            load = self.number("load", name)
            first = sum(deck[:load])
            assert deck[load], f"no {name} is in the deck"
            draws.append((sum(deck), range(first, first + deck[load])))
            deck[load] -= 1
        return draws

    def next_expert(self, name: str) -> Self:
        """The Expert card that comes to the top of its deck when the one there is bought."""
        unseen = [k for k in range(EXPERTS) if not int(self.s.experts_seen) >> k & 1]
        return self.fate((len(unseen), [unseen.index(self.number("equipment", name) - FIRST_EXPERT)]))

    # Playing

    def play(self, who: str, *words: str) -> Self:
        """A pilot, who must be the one to decide, plays actions, named in words or by how the words begin.

        The position must be a possible one.
        """
        self._explain_glory()
        found = self.game.faults(self.s)
        assert not found, found
        for said in words:
            assert self.state.seat == self.seat(who), f"{self.decider} decides, not {who}"
            self.state.apply(self.action(said))
        return self

    def go_on(self, *words: str) -> Self:
        """Whoever is to decide plays actions, and nobody asks whether the position is a possible one."""
        for said in words:
            self.state.apply(self.action(said))
        return self

    def action(self, said: str) -> int:
        """The legal action that is called so, or whose words alone begin so."""
        assert set(self.state.mask().tolist()) <= {0, 1}
        found = {self.state.describe(action): action for action in self.state.legal()}
        fitting = [said] if said in found else [words for words in found if words.startswith(said)]
        assert len(fitting) == 1, f"'{said}' is {'none' if not fitting else 'several'} of {list(found)}"
        return int(found[fitting[0]])

    def fly(self, who: str, to: str, *faces: str) -> Self:
        """A seat takes off, and the dice come as wanted; they are still to be accepted."""
        return self.dice(to, *faces).play(who, f"Fly to {to}")

    def arrive(self, who: str, to: str, *faces: str) -> Self:
        """A seat flies to a city and accepts the dice, which are all Clear Sky if nothing else is said."""
        if not faces:
            here, board = int(self.s.city[self.seat(who)]), self.t.setup_board[self.s.setup]
            faces = ("clear_sky",) * int(self.t.route_length[self.t.route_to[board, here, self.number("city", to)]])
        return self.fly(who, to, *faces).play(who, "Accept the dice")

    def place(self, **slots: str) -> Self:
        """Turn markers are placed one after the other: `place(Bastié="Flight Ops", Mermoz="Revenues")`."""
        for who, slot in slots.items():
            self.play(who, f"Place on {slot}")
        return self

    # Looking

    @property
    def decider(self) -> str:
        """The pilot of the seat to decide."""
        return seat_name(self.game, self.s, self.state.seat)

    @property
    def phase(self) -> Phase:
        """What is to be decided."""
        return Phase(int(self.s.phase))

    def choices(self, beginning: str = "") -> list[str]:
        """What the seat to decide may do, in words; all that have this beginning."""
        words = [self.state.describe(action) for action in self.state.legal()]
        return [said for said in words if said.startswith(beginning)]

    def may(self, *words: str) -> bool:
        """Whether the seat to decide has all these choices, or some that begin so."""
        return all(self.choices(said) for said in words)

    def money_of(self, who: str) -> int:
        """In $1,000."""
        return int(self.s.money[self.seat(who)])

    def glory_of(self, who: str) -> int:
        """On the score track."""
        return int(self.s.glory[self.seat(who)])

    def gauges_of(self, who: str) -> tuple[int, int]:
        """Fuel and endurance."""
        return int(self.s.fuel[self.seat(who)]), int(self.s.endurance[self.seat(who)])

    def city_of(self, who: str) -> str:
        """Where a seat's aircraft stands."""
        return city_name(self.game, int(self.s.city[self.seat(who)]))

    def aircraft_of(self, who: str) -> str:
        """What a seat flies."""
        return aircraft_name(self.game, int(self.s.aircraft[self.seat(who)]))

    def equipment_of(self, who: str) -> set[str]:
        """System and Crew cards aboard."""
        return {equipment_name(self.game, card) for card in members(self.s.equipment[self.seat(who)])}

    def name_of_aircraft(self, aircraft: int) -> str:
        """By its number."""
        return aircraft_name(self.game, aircraft)

    def aircraft_in(self, reserve: Any) -> set[str]:
        """Names of a set of aircraft: `aircraft_in(table.s.used_aircraft)`."""
        return {aircraft_name(self.game, k) for k in members(reserve)}

    @property
    def turn_order(self) -> list[str]:
        """The pilots on the windsock track."""
        return [seat_name(self.game, self.s, int(seat)) for seat in self.s.order[: self.game.players]]

    @property
    def scores(self) -> list[int]:
        """Points by seat, if the game ended now."""
        return [int(points) for points in self.state.scores()]

    @property
    def ranks(self) -> list[int]:
        """Ranks by seat, if the game ended now."""
        return [int(rank) for rank in self.state.ranks()]


@lru_cache(maxsize=256)
def first_deal(players: int, setup: str, options: tuple[tuple[str, Any], ...]) -> Position:
    """A game as it was dealt, seat 0 being the first in turn order, and so on; kept since many tables begin alike."""
    order: Draws = [(players - place, [0]) for place in range(players)]
    if dict(options).get("basic") == "yes":
        order = order[:1]
    if setup == SETUP_LABELS[0]:
        order = []
    return Game(SPEC, players, setup=setup, **dict(options)).new(chance_for(order))


def dealt(players: int = 2, setup: str = "la_ligne", **options: Any) -> Table:
    """A freshly dealt table; seat 0 is the first in turn order, and seats choose pilots one after the other."""
    deal = first_deal(players, setup, tuple(sorted(options.items())))
    return Table(deal.game, state=deal.copy())


@lru_cache(maxsize=256)
def first_round(
    players: int, pilots: tuple[str, ...], aircraft: tuple[str, ...], setup: str, options: tuple[tuple[str, Any], ...]
) -> Position:
    """The first round, with these pilots and aircraft; with one player, the last of the pilots is the Solo plane's."""
    table = dealt(players, setup, **dict(options))
    if players == 1:
        table.play("seat 0", f"{pilots[-1]} flies")
    for seat in range(players):
        table.play(f"seat {seat}", f"Fly as {pilots[seat]}")
    while table.phase in (Phase.BASE, Phase.SPARE_CITY):
        table.state.apply(int(table.state.legal()[0]))
    for seat in reversed(range(players)):
        table.play(pilots[seat], f"Take the {aircraft[seat]}")
    return table.state


def position(
    players: int = 2,
    *,
    pilots: tuple[str, ...] | None = None,
    aircraft: tuple[str, ...] | None = None,
    setup: str = "la_ligne",
    **options: Any,
) -> Table:
    """A late round begins: seat 0 places the first marker; nobody has done anything but take Revenues, and spend them.

    All tanks are empty, and cards are as they were dealt. Alone, or with a limit, it is the first round.
    """
    planes = aircraft or (WARBIRDS if options.get("warbirds") == "yes" else AIRCRAFT)
    begun = first_round(players, pilots or PILOTS[setup], planes, setup, tuple(sorted(options.items())))
    table = Table(begun.game, state=begun.copy())
    if players > 1 and "round_limit" not in options:
        table.s.round_number = ROUND
        table.s.num_decisions += DECISIONS
    return table
