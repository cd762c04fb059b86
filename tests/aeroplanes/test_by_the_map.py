"""Random games against a plain reading of the map: destinations, ways, needs, claims, and every field that follows."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from mailwing.envs._core.game import Game
from mailwing.envs.aeroplanes import SPEC
from mailwing.envs.aeroplanes.limits import NONE
from mailwing.envs.aeroplanes.names import kind_name
from mailwing.envs.aeroplanes.state import ABOARD, Phase
from mailwing.envs.aeroplanes.testing import HOMES, Table

rule = pytest.mark.rule
RISK = {
    "white": (),
    "red": (12,),
    "black": (14,),
    "white white": (10,),
    "white red": (12,),
    "red red": (12, 12),
    "red black": (12, 14),
    "black black": (14, 14),
    "black red": (14, 12),
}
COLOURS = ("white", "red", "black")
FOLLOWING = ("network", "below", "presence", "open", "free", "bag")


class Reader:
    """A person who looks at the board and works out what a seat may do, slowly."""

    def __init__(self, table: Table) -> None:
        self.table = table
        t = table.t
        self.links: dict[tuple[str, str], tuple[str, int, bool]] = {}
        names = list(table.cities)
        for k in range(t.link_count):
            a, b = (names[end] for end in t.link_ends[k])
            kind = (COLOURS[t.link_colour[k]], int(t.link_bars[k]), bool(t.link_long[k]))
            self.links[a, b] = self.links[b, a] = kind
        for to, city in table.cities.items():
            if t.special_colour[city] >= 0:
                for start in names[:16]:
                    kind = (COLOURS[t.special_colour[city]], int(t.special_bars[city]), bool(t.special_long[city]))
                    self.links[start, to] = kind

    def own(self, seat: int) -> set[str]:
        """Where a seat has airports."""
        return {name for name, city in self.table.cities.items() if self.table.s.airport[seat, city]}

    def ways(self, seat: int, long: bool, to: str) -> dict[str, list[tuple[int, ...]]]:
        """The ways to a city, in words, and what their rolls must reach, with each origin."""
        found: dict[str, list[tuple[int, ...]]] = {}
        others = set[str]().union(*(self.own(other) for other in range(self.table.game.players) if other != seat))
        for start in self.own(seat):
            colour, bars, far = self.links.get((start, to), ("", 0, False))
            if colour and (long or not far):
                needs = RISK[colour] * max(bars, 1)
                words = f"Direct, {'barred ' if bars else ''}{colour}"
                found.setdefault(words, []).append(tuple(need - 2 * (to in others) for need in needs))
            for middle in self.table.cities if long else ():
                first, second = self.links.get((start, middle)), self.links.get((middle, to))
                if first is None or second is None or first[1] or second[1]:
                    continue
                needs = RISK.get(f"{first[0]} {second[0]}")
                if needs is not None:
                    ends = [middle, to][2 - len(needs) :]
                    helped = tuple(need - 2 * (end in others) for need, end in zip(needs, ends, strict=True))
                    found.setdefault(f"Skip {middle}", []).append(helped)
        return found

    def destinations(self, seat: int, stage: int, long: bool) -> set[str]:
        """Where a tile can be placed."""
        s, found = self.table.s, set()
        for name, city in self.table.cities.items():
            here = [int(other) for other in s.airport[:, city] if other]
            full = len(here) == self.table.t.spaces[self.table.game.players, city]
            mine = int(s.airport[seat, city])
            if mine:
                if full and mine < stage:
                    found.add(name)
            elif (not full or any(other < stage for other in here)) and self.ways(seat, long, name):
                found.add(name)
        return found

    def claims(self, seat: int) -> int:
        """How many passengers could be claimed."""
        s, t = self.table.s, self.table.t
        mine = {self.table.cities[name] for name in self.own(seat)}
        room = max((int(s.seats[card]) for card in range(t.cards) if s.owner[card] == seat), default=0)
        waiting = [tile for k, tile in enumerate(s.waiting) if tile != NONE and t.homes[k // 4] in mine]
        return sum(
            int(t.passenger_to[tile]) in mine and t.passenger_seats[tile] <= room
            for tile in [*waiting, *(tile for tile in s.overflow if tile != NONE)]
        )


def check_position(table: Table, reader: Reader) -> None:
    """What is offered is what the board shows, and what follows from the board agrees with it."""
    seat = table.state.seat
    if table.phase in (Phase.ACTION, Phase.PLACING):
        for kind in map(int, np.flatnonzero(table.s.tiles[seat])):
            trial = Table(table.game)
            trial.state = table.state.copy()
            expected = reader.destinations(seat, kind // 2 + 1, bool(kind % 2))
            words = f"Place a {kind_name(kind)} airport"
            assert (words in table.choices()) == bool(expected)
            if expected:
                trial.state.apply(trial.state.parse(words))
                assert trial.destinations() == expected
    if table.phase == Phase.ACTION:
        assert len(table.choices("Claim ")) == reader.claims(seat)
    if table.phase == Phase.ROUTE:
        name = list(table.cities)[table.s.destination]
        assert set(table.choices()) == set(reader.ways(seat, bool(table.s.kind % 2), name))
    check_fields(table)
    check_what_is_over_is_forgotten(table)
    assert set(table.state.mask().tolist()) <= {0, 1}


FLYING = {Phase.ROLLED, Phase.SHORT, Phase.NEXT_ROLL, Phase.REPLACE}
"""A route is chosen, and the tile is not placed yet."""


def check_what_is_over_is_forgotten(table: Table) -> None:
    """Fields that hold what is going on hold nothing when nothing of that kind goes on."""
    s, phase = table.s, table.phase
    assert (s.kind != NONE) == (phase in FLYING | {Phase.DESTINATION, Phase.ROUTE})
    assert (s.destination != NONE) == (phase in FLYING | {Phase.ROUTE})
    assert s.skipped == NONE or phase in FLYING
    assert (s.rolled > 0) == (s.rolls > 0) or phase == Phase.REPLACE
    if phase not in FLYING:
        assert (int(s.rolls), int(s.rolled), int(s.total), s.need.tolist()) == (0, 0, 0, [0, 0, 0])
    assert (s.bought != NONE) == (phase == Phase.EXTRA)
    assert (s.claiming != NONE) == (phase == Phase.LOAD)
    assert (s.wilds != 0) == (phase == Phase.WILD)
    assert (s.round_number > 0) == (phase != Phase.HOME)
    assert 0 <= s.acted < table.game.players


def check_fields(table: Table) -> None:
    """Fields that follow from others."""
    s, t = table.s, table.t
    before = {name: np.copy(s[name]) for name in FOLLOWING}
    table.derive()
    for name in FOLLOWING:
        assert np.array_equal(before[name], s[name]), name
    shown = [int(card) for card in s.display if card != NONE]
    assert all(a < b for a, b in pairwise(shown))
    for card in range(t.cards):
        aboard = t.passenger_seats[: t.passengers][s.passenger_at[: t.passengers] == ABOARD + card].sum()
        assert aboard + s.seats[card] <= t.card_capacity[card]
    points = t.passenger_points[: t.passengers]
    for seat in range(table.game.players):
        cards = [card for card in range(t.cards) if s.owner[card] == seat]
        mine = np.isin(s.passenger_at[: t.passengers], [ABOARD + card for card in cards])
        assert s.passenger_points[seat] == points[mine].sum()
        assert s.plane_points[seat] == sum(int(t.card_points[card]) for card in cards)


def choose(table: Table, luck: random.Random) -> int:
    """An action at random that gets a network going: placing and buying before anything else."""
    legal = table.state.legal()
    eager = [action for action in legal if table.state.describe(action).startswith(("Place", "Buy", "Claim", "Pay"))]
    return luck.choice(eager if eager and luck.random() < 0.8 else legal)


@rule("AE-3.2.2", "AE-3.2.5", "AE-3.2.6", "AE-3.3.7", "AE-3.5.4", "AE-3.5.5", "AE-4.4", "AE-R2", "AE-R51")
@pytest.mark.parametrize("players", [3, 5])
def test_what_is_offered_is_what_the_board_shows(players: int) -> None:
    """A slow reader of the board works out every offer of random games again, and every roll's needs.

    Now and then somebody finds money, so that the games get far.
    """
    luck = random.Random(players)
    table = Table(Game(SPEC, players, round_limit=20), seed=players).homes(*HOMES[:players])
    reader, seen, rolled = Reader(table), set[Phase](), 0
    for number in range(600):
        if table.state.done:
            break
        if number % 50 == 0 and table.phase == Phase.ACTION:
            table.money(**{table.decider: 40})
        check_position(table, reader)
        seen.add(table.phase)
        action, phase, seat = choose(table, luck), table.phase, table.state.seat
        words, long, to = table.state.describe(action), bool(table.s.kind % 2), int(table.s.destination)
        ways: Any = reader.ways(seat, long, list(table.cities)[to]) if phase == Phase.ROUTE else {}
        table.state.apply(action)
        if ways and table.phase in (Phase.SHORT, Phase.NEXT_ROLL):
            assert tuple(table.needs) == min(ways[words], key=lambda needs: (len(needs), sum(needs)))
            rolled += 1
    assert seen >= {Phase.ACTION, Phase.DESTINATION, Phase.ROUTE, Phase.SHORT, Phase.LOAD}
    assert rolled > 5


def points_by_hand(table: Table, bought: set[int]) -> list[int]:
    """What the end of the era scores, prize by prize; `bought` are the cards that were bought in it."""
    s, t, players = table.s, table.t, table.game.players
    region = t.region[: t.cities]
    standings = [
        [int((s.airport[seat, : t.cities][region == market] > 0).sum()) for seat in range(players)]
        for market in range(3)
    ]
    profit = [0] * players
    for card in bought:
        profit[s.owner[card]] += int(t.card_capacity[card]) - 2 * int(s.seats[card])
    won = [0] * players
    for market, standing in enumerate([*standings, profit]):
        prizes = t.rank_points[s.era - 1, market].tolist()[: 2 if players == 3 else 3] + [0] * players
        place = 0
        for value in sorted({value for value in standing if value > 0}, reverse=True):
            tied = [seat for seat in range(players) if standing[seat] == value]
            for seat in tied:
                won[seat] += sum(prizes[place : place + len(tied)]) // len(tied)
            place += len(tied)
    return won


@rule("AE-7.1", "AE-7.2", "AE-R19", "AE-R26", "AE-R27", "AE-R28", "AE-R29")
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seed", range(3))
def test_every_era_scores_what_a_person_would_count(players: int, seed: int) -> None:
    luck = random.Random(seed)
    table = Table(Game(SPEC, players), seed).homes(*HOMES[:players])
    while not table.state.done:
        before = set(np.flatnonzero(table.s.owner >= 0).tolist())
        for _ in range(100 + 10 * players):
            table.subsidies(8).state.apply(choose(table, luck))
        while table.phase != Phase.ACTION:
            table.state.apply(choose(table, luck))
        owned = set(np.flatnonzero((table.s.owner >= 0) & (table.s.owner < players)).tolist())
        expected, had = points_by_hand(table, owned - before), table.s.points[:players].copy()
        assert sum(expected) > 0
        table.subsidies(0).play(table.decider, "Take the token")
        assert (table.s.points[:players] - had).tolist() == expected
