"""What a seat knows: all but future chance, since all cards lie open. Seats count clockwise from the observer."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from .._core.kernel import kernel
from .._core.record import F, Record
from .actions import MAX_KINDS, PASSENGER_SETS
from .rules.drawing import points_in_hand, reds_in_hand
from .rules.moves import end_of, paths_of
from .rules.scoring import flight_points
from .rules.turns import clockwise
from .state import NOBODY, Options, Phase, State
from .tables import COLOURS, LANES, MAX_SEATS, MAX_SECTIONS, MAX_STEPS, START, WINDS, Tables

PHASES = len(Phase)

POINTS = np.float32(1 / 16)
"""Spare parts and repairs are told in 16 points: twice the dearest repair."""

CARDS = np.float32(1 / 8)
"""Cards in hand are told in eights."""

ONE = np.float32(1)
MAX_POINTS = 5_400 / 16
FLIGHTS = np.float32(1 / 20)
"""Flights are told in twentieths."""

SCORE_CAP = np.float32(2)

OneHot = NDArray[np.float32]


class Observation(Record):
    """What a seat knows. Index 0 of an axis of seats is the observer; absent seats are zero."""

    phase: Annotated[
        OneHot, F("f4", (PHASES,), 0, 1, doc="what is to be decided: turn, drawing, move, path, repair, keep")
    ]
    decider: Annotated[OneHot, F("f4", (MAX_SEATS,), 0, 1, doc="who decides")]
    turn: Annotated[OneHot, F("f4", (MAX_SEATS,), 0, 1, doc="whose turn it is")]
    first: Annotated[OneHot, F("f4", (MAX_SEATS,), 0, 1, doc="who began this flight")]
    present: Annotated[OneHot, F("f4", (MAX_SEATS,), 0, 1, doc="whether somebody sits here")]

    ball: Annotated[OneHot, F("f4", (COLOURS,), 0, 1, doc="the ball that shows: green, blue, red, yellow, black")]
    steps: Annotated[float, F("f4", (), 0, 4, unit="5 fields", doc="steps of the ball that shows")]
    bag: Annotated[OneHot, F("f4", (COLOURS,), 0, 1, doc="chance of each ball at a shake")]

    pile: Annotated[OneHot, F("f4", (MAX_KINDS,), 0, 1, doc="share of each kind of card that is in the draw pile")]
    discard: Annotated[
        OneHot, F("f4", (MAX_KINDS,), 0, 1, doc="share of each kind of card that is in the discard pile")
    ]
    draw_odds: Annotated[OneHot, F("f4", (MAX_KINDS,), 0, 1, doc="chance of each kind of card at the next draw")]
    break_odds: Annotated[float, F("f4", (), 0, 1, doc="chance that my next draw loses my red cards")]
    drawn: Annotated[float, F("f4", (), 0, 75, unit="8 cards", doc="cards drawn in this turn")]

    flight: Annotated[float, F("f4", (), 0, 1, doc="number of this flight in 20ths, at most 1")]
    direction: Annotated[float, F("f4", (), 0, 1, doc="1 on a return flight")]
    clock: Annotated[float, F("f4", (), 0, 1, doc="share of this flight's turn limit that is used up")]
    passenger_free: Annotated[float, F("f4", (), 0, 1, doc="whether the passenger card lies beside the board")]

    paid: Annotated[float, F("f4", (), 0, MAX_POINTS, unit="16 points", doc="what the decider has paid for its repair")]
    asked: Annotated[float, F("f4", (), 0, 1, doc="share of the seats that repairs or kept cards have come to")]
    paths: Annotated[
        OneHot, F("f4", (PASSENGER_SETS,), 0, 1, doc="open paths over no, the first, the second, both passenger fields")
    ]
    end_lane: Annotated[OneHot, F("f4", (LANES,), 0, 1, doc="lane of the end field, while its path is open")]
    end_x: Annotated[float, F("f4", (), 0, 1, doc="share of the course at the end field, while its path is open")]

    hand: Annotated[OneHot, F("f4", (MAX_SEATS, MAX_KINDS), 0, 25, unit="8 cards", doc="cards of each kind")]
    points: Annotated[OneHot, F("f4", (MAX_SEATS,), 0, MAX_POINTS, unit="16 points", doc="spare parts in hand")]
    can_fly: Annotated[OneHot, F("f4", (MAX_SEATS,), 0, 1, doc="whether the spare parts allow flying")]
    repair: Annotated[OneHot, F("f4", (MAX_SEATS,), 0, 99 / 16, unit="16 points", doc="cost of a hurricane now")]
    can_repair: Annotated[OneHot, F("f4", (MAX_SEATS,), 0, 1, doc="whether the spare parts cover that")]
    on_start: Annotated[OneHot, F("f4", (MAX_SEATS,), 0, 1, doc="whether the plane is on the start field")]
    lane: Annotated[OneHot, F("f4", (MAX_SEATS, LANES), 0, 1, doc="lane of the plane: outer, middle, inner")]
    x: Annotated[OneHot, F("f4", (MAX_SEATS,), 0, 1, doc="share of the course that is flown")]
    first_half: Annotated[OneHot, F("f4", (MAX_SEATS,), 0, 1, doc="whether the plane is in the first half")]
    over: Annotated[OneHot, F("f4", (MAX_SEATS, 2), 0, 1, doc="passenger fields flown over")]
    holder: Annotated[OneHot, F("f4", (MAX_SEATS,), 0, 1, doc="whether the passenger is aboard")]
    land_odds: Annotated[OneHot, F("f4", (MAX_SEATS,), 0, 1, doc="chance that a shake lets the plane land")]
    score: Annotated[OneHot, F("f4", (MAX_SEATS,), 0, 2, doc="marker, as a share of the points that win, at most 2")]
    last: Annotated[OneHot, F("f4", (MAX_SEATS,), 0, 1, doc="points of the last flight, as a share of the most")]
    earns: Annotated[OneHot, F("f4", (MAX_SEATS,), 0, 1, doc="points if the flight ended now, as a share of the most")]

    ahead: Annotated[
        OneHot, F("f4", (LANES,), 0, MAX_SECTIONS, unit="sections", doc="way to the first field ahead in each lane")
    ]
    gain: Annotated[OneHot, F("f4", (WINDS,), 0, 1, doc="share of the course that each ball could bring me, at most")]
    blocked: Annotated[
        OneHot, F("f4", (WINDS,), 0, 1, doc="whether a plane is at the end of my straight flight with each ball")
    ]


@kernel(inline=True)
def observe(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """Write what a seat knows."""
    obs.phase[s.phase] = ONE
    obs.decider[clockwise(o, s.seat, o.players - seat)] = ONE
    obs.turn[clockwise(o, s.turn, o.players - seat)] = ONE
    obs.first[clockwise(o, s.first, o.players - seat)] = ONE
    obs.flight = min(s.flight * float(FLIGHTS), 1.0)
    obs.direction = s.direction
    obs.clock = s.turns / o.turn_limit
    obs.passenger_free = s.holder == NOBODY
    obs.paid = s.paid * float(POINTS)
    obs.asked = s.asked / o.players
    observe_balls(t, o, s, obs)
    observe_piles(t, s, seat, obs)
    observe_seats(t, o, s, seat, obs)
    observe_way(t, o, s, seat, obs)


@kernel(inline=True)
def observe_balls(t: Tables, o: Options, s: State, obs: Observation) -> None:
    """The shaker, the ball that shows, and the paths over the passenger that are open."""
    for colour in range(COLOURS):
        obs.bag[colour] = t.bag[o.players, colour]
    if s.ball >= 0:
        obs.ball[s.ball] = ONE
        obs.steps = t.steps[s.ball] * np.float32(0.2)
    if s.phase == Phase.PASSENGER:
        groups = paths_of(t, s, s.move)
        for m in range(PASSENGER_SETS):
            obs.paths[m] = groups >> m & 1
        end = end_of(t, s, s.move)
        obs.end_x = t.share[s.direction, end]
        if t.lane_of[end] >= 0:
            obs.end_lane[t.lane_of[end]] = ONE


@kernel(inline=True)
def observe_piles(t: Tables, s: State, seat: int, obs: Observation) -> None:
    """Both piles, and what the next card may be; the discard pile is turned over when the draw pile is empty."""
    left, thrown = 0, 0
    for kind in range(MAX_KINDS):
        left += s.pile[kind]
        thrown += s.discard[kind]
    odds = ONE / np.float32(max(left if left > 0 else thrown, 1))
    red_odds = np.float32(0)
    for kind in range(MAX_KINDS):
        obs.pile[kind] = np.float32(s.pile[kind]) * t.copy_share[kind]
        obs.discard[kind] = np.float32(s.discard[kind]) * t.copy_share[kind]
        obs.draw_odds[kind] = (s.pile[kind] if left > 0 else s.discard[kind]) * odds
        red_odds += obs.draw_odds[kind] * t.red[kind]
    if reds_in_hand(t, s, seat) + 1 >= t.reds_that_break:
        obs.break_odds = min(float(red_odds), 1.0)
    obs.drawn = s.drawn * float(CARDS)


@kernel(inline=True)
def observe_seats(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """Every seat's cards, plane and marker, the observer's at index 0.

    One loop with all that it shares looked up beforehand: this is half of the time that a decision takes.
    """
    share, first_half = t.share[s.direction], t.first_half[s.direction]
    land_odds = t.land_odds[o.players, s.direction]
    most, win = t.best_share, t.win_rate
    for i in range(o.players):
        other = clockwise(o, seat, i)
        field = s.field[other]
        lane = t.lane_of[field]
        points = points_in_hand(t, s, other)
        cost = t.repair[field]
        obs.present[i] = ONE
        for kind in range(MAX_KINDS):
            obs.hand[i, kind] = np.float32(s.hand[other, kind]) * CARDS
        obs.points[i] = np.float32(points) * POINTS
        obs.can_fly[i] = points >= t.min_points
        obs.repair[i] = np.float32(cost) * POINTS
        obs.can_repair[i] = points >= cost
        obs.on_start[i] = field == START
        for k in range(LANES):
            obs.lane[i, k] = lane == k
        obs.x[i] = share[field]
        obs.first_half[i] = first_half[field]
        obs.land_odds[i] = land_odds[field]
        obs.over[i, 0] = s.progress[other] & 1
        obs.over[i, 1] = s.progress[other] >> 1
        obs.holder[i] = s.holder == other
        obs.score[i] = min(np.float32(s.score[other]) * win, SCORE_CAP)
        obs.last[i] = np.float32(s.last[other]) * most
        obs.earns[i] = np.float32(flight_points(t, o, s, other)) * most


@kernel(inline=True)
def observe_way(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """The observer's way ahead: the next field in each lane, what each ball could bring, and who is in the way."""
    field = s.field[seat]
    way, gain = t.way[s.direction, field], t.gain[s.direction, field]
    for lane in range(LANES):
        obs.ahead[lane] = way[lane]
    for wind in range(WINDS):
        obs.gain[wind] = gain[wind]
    if field == START:
        return
    for other in range(o.players):
        lead = s.field[other] - field
        if 0 < lead <= MAX_STEPS and t.lane_of[s.field[other]] == t.lane_of[field]:
            for wind in range(WINDS):
                if lead == t.steps[wind]:
                    obs.blocked[wind] = ONE
