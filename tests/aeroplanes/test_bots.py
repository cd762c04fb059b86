"""The ladder of Aeroplanes: each rung beats three of the rung below, at any number of seats, and plays by its ideas.

The bars hold for the lower end of the 95 % interval over 2,000 games (`mailwing evaluate`). Here fewer are played, on
fixed deals, so the share itself must clear the bar.
"""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from mailwing.agents.scripted import find_bots
from mailwing.agents.scripted.aeroplanes.adept import rank_gained
from mailwing.agents.scripted.aeroplanes.connection_odds import (
    WORTH_OF_A_ROLL,
    WORTH_OF_ARRIVING,
    best_connection,
    by_skipping,
    look_at_flights,
)
from mailwing.agents.scripted.aeroplanes.evaluation_record import FLIGHT_OUTLOOK
from mailwing.agents.tuning import win_rates
from mailwing.envs import Bot, load
from mailwing.envs._core.bots import RANDOM
from mailwing.envs._core.loops.matches import play_out
from mailwing.envs._core.loops.pool import pack_params
from mailwing.envs._core.position import Position
from mailwing.envs.aeroplanes.actions import Action
from mailwing.envs.aeroplanes.limits import ADVANTAGES, Colour, Region
from mailwing.envs.aeroplanes.names import advantage_name
from mailwing.envs.aeroplanes.rules.common import opponents_at
from mailwing.envs.aeroplanes.rules.connections import first_link
from mailwing.envs.aeroplanes.rules.scoring import market_points
from mailwing.envs.aeroplanes.testing import Table, position

DEALS = 100
BARS = (("novice", "random", 0.90), ("adept", "novice", 0.70), ("expert", "adept", 0.60))
LADDER = ("novice", "adept", "expert")

PLAY = {"novice": "b5f78054d846a9c5", "adept": "20edb8c51e58f529", "expert": "45d0e289e9b4835b"}
"""Digests of the results of a few games of each bot among its like."""


def bot(name: str) -> Bot:
    return {"random": RANDOM, **find_bots("aeroplanes")}[name]


def choice(state: Position, name: str) -> int:
    """What a bot plays in a position."""
    game, player = state.game, bot(name)
    functions = game.spec.compiled.functions([player])
    rng, work = np.array([1], dtype=np.uint64), game.spec.state.zeros(4)
    arrays = (game._tables, game._options, state._array, 0, state.mask())
    return int(game.spec.compiled.choose(*arrays, functions, 0, pack_params([player]), rng, work))


@pytest.mark.parametrize(("name", "below", "bar"), BARS)
def test_a_rung_beats_three_of_the_rung_below(name: str, below: str, bar: float) -> None:
    """One seat against three, each deal in all four seats: the win rate is above the bar."""
    seeds = np.arange(DEALS, dtype=np.uint64)
    share = win_rates(load("aeroplanes", players=4), [bot(name)], [bot(below)], seeds, threads=1)[0]
    assert share > bar


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize(("name", "below"), [("adept", "novice"), ("expert", "adept")])
def test_the_ladder_holds_at_tables_of_other_sizes(players: int, name: str, below: str) -> None:
    """The numbers were found at tables of four; they are good elsewhere."""
    seeds = np.arange(60, dtype=np.uint64)
    share = win_rates(load("aeroplanes", players=players), [bot(name)], [bot(below)], seeds, threads=1)[0]
    assert share > 1.4 / players


@pytest.mark.parametrize("players", [3, 4, 5])
def test_choices_are_legal_wherever_random_players_lead(players: int) -> None:
    """Positions that no bot would reach by itself, phases of every kind among them."""
    for seed in range(6):
        state = load("aeroplanes", players=players).new(seed)
        rng = np.random.default_rng(seed)
        while not state.done and state.num_decisions < 600:
            legal = state.legal()
            if len(legal) > 1:
                for name in LADDER:
                    assert choice(state, name) in legal, f"{name} in phase {state.record.phase}"
            state.apply(int(rng.choice(legal)))


@pytest.mark.parametrize("name", LADDER)
def test_a_bot_plays_the_games_that_it_played_before(name: str) -> None:
    """Rewriting a bot so that it reads better or runs faster leaves its play alone."""
    digest = hashlib.sha256()
    for players in (3, 4, 5):
        lineups = np.zeros((8, players), dtype=np.int8)
        results = play_out(load("aeroplanes", players=players), [bot(name)], lineups, np.arange(8))
        for found in (results.scores, results.ranks, results.num_decisions):
            digest.update(found.astype(np.int32).tobytes())
    assert digest.hexdigest()[:16] == PLAY[name], (
        f"the {name} plays otherwise than before. If that is meant (other numbers, better ideas, a changed rule), it "
        f"is fine to write '{digest.hexdigest()[:16]}' into PLAY; if not, look for what else its new source does"
    )


def test_bots_know_the_odds_of_a_flight() -> None:
    """Casablanca is a red connection away: 12 or more, 10 with an opponent there; money makes up for a shortfall."""
    state = load("aeroplanes", players=4).new(1)
    for home in range(4):
        state.apply(home)
    t, o, s = state.game.tables[0], state.game.options[0], state._record
    city = 16
    s.money[s.seat] = 0
    flight = best_connection(t, o, s, city, 0)
    assert (flight.action, flight.rolls, flight.cost) == (Action.DIRECT + Colour.RED, 1, 0)
    assert flight.odds == pytest.approx(t.single_odds[Colour.RED, 0])
    s.money[s.seat] = 2
    flight = best_connection(t, o, s, city, 0)
    assert flight.odds == pytest.approx(t.single_odds[Colour.RED, 1])
    assert 0 < flight.cost < 2
    s.money[s.seat] = 0
    s.network[(s.seat + 1) % 4] |= np.int64(1) << city
    flight = best_connection(t, o, s, city, 0)
    assert (flight.cost, flight.odds) == (0, pytest.approx(t.single_odds[Colour.RED, 1]))


def test_bots_know_the_odds_of_skipping_a_city() -> None:
    """With nothing to pay with, they are those of the table of risks, each roll helped where its link ends.

    Of several cities that can be skipped the best is, the first one if others are as good.
    """
    state = load("aeroplanes", players=5).new(3)
    while state.record.era < 2:
        state.apply(choice(state, "adept"))
    t, o, s = state.game.tables[0], state.game.options[0], state._record
    outlook = np.zeros(1, FLIGHT_OUTLOOK)[0]
    look_at_flights(t, o, s, outlook)
    others, found = opponents_at(o, s, s.seat), set()
    for city in range(t.cities):
        odds, rolls = {}, {}
        for middle in range(t.cities):
            first, second = first_link(t, s.network[s.seat], middle, city), t.colour_between[middle, city]
            if first >= 0:
                help_of = tuple(int(others >> end & 1) for end in (middle, city))
                odds[middle] = t.pair_odds[(first, second, *help_of)]
                rolls[middle] = int(t.pair_rolls[first, second])
                found.add((rolls[middle], *help_of))
        flight = by_skipping(t, city, 0, outlook)
        merits = {middle: WORTH_OF_ARRIVING * odds[middle] - WORTH_OF_A_ROLL * rolls[middle] for middle in odds}
        assert (flight.action >= 0) == (len(merits) > 0)
        if merits:
            middle = flight.action - Action.VIA
            assert (flight.odds, flight.rolls) == (pytest.approx(odds[middle]), rolls[middle])
            assert merits[middle] == pytest.approx(max(merits.values()))
            assert middle == min(k for k in merits if (odds[k], rolls[k]) == (odds[middle], rolls[middle]))
    assert found >= {(2, 0, 0), (2, 0, 1), (2, 1, 0), (2, 1, 1)}


@pytest.mark.parametrize("era", [1, 2, 3])
@pytest.mark.parametrize("counts", [(0, 3, 2), (0, 3, 0), (2, 5, 0), (0, 3, 2, 0), (0, 4, 3, 2), (0, 4, 3, 2, 0)])
def test_the_adept_expects_of_an_airport_what_the_era_would_score(counts: tuple[int, ...], era: int) -> None:
    """Where no tie is near: with three players a third rank is worth nothing, with more it is, a fourth one never."""
    africa = Region.AFRICA + 0
    table = position(len(counts)).era(era).turn("A")
    t, o, s = table.t, table.game.options[0], table.s
    s.presence[: len(counts), africa] = counts
    expected = rank_gained(t, o, s, africa)
    before = market_points(t, o, s, s.seat, africa)
    s.presence[s.seat, africa] += 1
    assert expected == market_points(t, o, s, s.seat, africa) - before


def test_experts_end_their_games_and_keep_little_money() -> None:
    """Eras end by the token, not by the limit of rounds, and what is left at the end is small change."""
    for seed in range(3):
        state = load("aeroplanes", players=4).new(seed)
        while not state.done:
            state.apply(choice(state, "expert"))
        assert state.record.limit_reached == 0
        assert state.record.round_number < 40
        assert state.record.money[:4].mean() < 12


def test_the_expert_takes_the_token_when_only_rivals_could_still_gain() -> None:
    """Leading everywhere in the last era, with nothing to buy and nobody to fly, it ends the game."""
    state = load("aeroplanes", players=4).new(5)
    while state.record.era < 3:
        state.apply(choice(state, "adept"))
    s = state._record
    s.bank -= s.subsidies + s.money.sum() - 30
    s.subsidies = 0
    s.money[:] = 0
    for seat in range(1, 4):
        s.money[(s.seat + seat) % 4] = 10
    s.presence[s.seat] = 9
    s.carried[s.seat] = s.profit[s.seat] = 20
    assert choice(state, "expert") == Action.SUBSIDY


def said_by_the_expert(table: Table) -> str:
    """What the expert plays at a table that was set up, in words."""
    return table.state.describe(choice(table.state, "expert"))


def short_roll(era: int, *dice: int, money: int, pilots: int = 1) -> Table:
    """A's dice on the way to Casablanca must show 12; it has seats for two passengers who want to go there."""
    table = position().era(era).waiting("London", 1, "Casablanca", seats=2).waiting("London", 2, "Casablanca", seats=2)
    table.plane("A", 20 if era == 2 else 36).turn("A").tiles("A", "II").money(A=money).advantages(
        "A", "Daring Pilot", pilots
    )
    return table.fly("A", "II", "Casablanca", "Direct, red", dice=dice)


def test_the_expert_plays_no_daring_pilot_that_cannot_save_the_flight() -> None:
    """Five points short, a Daring Pilot covers three and money must cover two: £1 is not enough, £2 are."""
    assert said_by_the_expert(short_roll(2, 2, 2, 3, money=1)) == "Give up the connection"
    assert said_by_the_expert(short_roll(2, 2, 2, 3, money=2)) == "Use a Daring Pilot"
    assert said_by_the_expert(short_roll(2, 2, 2, 3, money=0, pilots=2)) == "Use a Daring Pilot"


def test_the_expert_makes_up_for_a_roll_at_the_least_cost() -> None:
    """Three points are what a Daring Pilot is for; late in the game two are paid, money being worth little by then."""
    assert said_by_the_expert(short_roll(2, 2, 2, 5, money=9)) == "Use a Daring Pilot"
    late = short_roll(3, 2, 4, 4, money=9)
    assert said_by_the_expert(late) == "Use a Daring Pilot"
    assert said_by_the_expert(late.subsidies(0)) == "Pay £2"
    assert said_by_the_expert(short_roll(2, 2, 2, 5, money=9, pilots=0)) == "Pay £3"


def test_the_expert_does_not_roll_for_advantages_that_are_gone() -> None:
    """B and C hold all tiles of all types, so that £1 would buy nothing; all that A can do is take the token."""
    table = position().era(2).turn("A").money(A=2).subsidies(0)
    for kind in range(ADVANTAGES):
        table.advantages("B", advantage_name(kind), 3).advantages("C", advantage_name(kind), 3)
    assert said_by_the_expert(table) == "Take the token, which ends the era"


def test_the_expert_does_not_pay_for_advantages_that_it_cannot_use_any_more() -> None:
    """In the last era nothing to fly, no seat and no card for £2: only before it do advantages wait for later."""
    assert said_by_the_expert(position().era(3).turn("A").money(A=2)) == "Take a subsidy of £1"
    assert said_by_the_expert(position().era(2).turn("A").money(A=2)) == "Roll for two advantages for £1"
    flying = position().era(3).turn("A").money(A=2).failures(A=3).tiles("A", "III")
    assert said_by_the_expert(flying) == "Roll for two advantages for £1"


def test_the_expert_fills_its_seats_before_it_buys_more() -> None:
    """Somebody is waiting whom rivals may take as well, and the card will still be there; without him, it buys."""
    table = position(4).era(2).airports("A", "Brussels", "Paris").plane("A", 20, free=3).turn("A").money(A=14)
    table.subsidies(4)
    for kind in range(ADVANTAGES):
        table.advantages("B", advantage_name(kind), 6)
    assert said_by_the_expert(table).startswith("Buy ")
    assert (
        said_by_the_expert(table.waiting("London", 1, "Paris", seats=2)) == "Claim London passenger 1 to Paris, 2 seats"
    )


def test_the_expert_spends_money_that_buys_no_card_any_more() -> None:
    """Money is worth nothing at the end: £3 are too much for an airport while they would help to buy a card."""
    table = position().era(3).turn("A").tiles("A", "II").money(A=4)
    assert said_by_the_expert(table.fly("A", "II", "Casablanca", "Direct, red", dice=(2, 2, 5))) == "Pay £3"
    assert said_by_the_expert(table.money(A=12)) == "Give up the connection"
