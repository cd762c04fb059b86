"""What a seat knows: all but future chance, since all cards lie open. Seats count clockwise from the observer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import numpy as np
from numpy.typing import NDArray

from .._core.kernel import kernel
from .._core.record import F, Record, scales
from .limits import (
    BALL_NAMES,
    COLOURS,
    LANE_NAMES,
    LANES,
    MAX_CARDS,
    MAX_COPIES,
    MAX_KINDS,
    MAX_PARTS,
    MAX_REPAIR,
    MAX_SEATS,
    MAX_SECTIONS,
    MAX_STEPS,
    PASSENGER_FIELDS,
    PASSENGER_SETS,
    START,
    WIND_NAMES,
    WINDS,
)
from .rules.drawing import are_too_many, cards_discarded, cards_in_pile, must_turn_over, points_in_hand, reds_in_hand
from .rules.hurricane import covers, repair_cost
from .rules.moves import are_enough, paths_of
from .rules.numbering import end_of
from .rules.scoring import flight_points
from .rules.turns import clockwise
from .state import NO_BALL, NOBODY, PHASE_NAMES, Options, Phase, State

if TYPE_CHECKING:
    from .tables import Tables

ONE = np.float32(1)

POINTS = 16
"""Spare parts and repairs are counted in 16 points: twice the most expensive repair of the game's own board."""

CARDS = 8
"""Cards are counted in eights."""

STEPS = 5
"""Steps are counted in 5 fields: what the strongest wind of the game's own board flies."""

FLIGHTS = 20
"""Flights are counted in 20; with the points of the game's own data pack no game has so many."""

SCORE_CAP = 2
"""The largest marker shown, as a share of the points that end the game."""

OneHot = NDArray[np.float32]
Floats = NDArray[np.float32]


class Observation(Record):
    """What a seat knows. Index 0 of an axis of seats is the observer; absent seats are zero."""

    phase: Annotated[OneHot, F("f4", (len(Phase),), 0, 1, labels=PHASE_NAMES, doc="what is to be decided")]
    decider: Annotated[OneHot, F("f4", (MAX_SEATS,), 0, 1, doc="who decides")]
    turn: Annotated[OneHot, F("f4", (MAX_SEATS,), 0, 1, doc="whose turn it is")]
    first: Annotated[OneHot, F("f4", (MAX_SEATS,), 0, 1, doc="who began this flight")]
    present: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 1, doc="whether somebody sits here")]

    ball: Annotated[OneHot, F("f4", (COLOURS,), 0, 1, labels=BALL_NAMES, doc="the ball that shows; all 0: none")]
    steps: Annotated[
        float,
        F("f4", (), 0, MAX_STEPS / STEPS, scale=STEPS, unit="fields", doc="steps of the ball that shows; 0: none"),
    ]
    bag: Annotated[Floats, F("f4", (COLOURS,), 0, 1, labels=BALL_NAMES, doc="chance of each ball at a shake")]

    pile: Annotated[
        Floats,
        F(
            "f4",
            (MAX_KINDS,),
            0,
            1,
            doc="share of each kind of card, in the data pack's order, that is in the draw pile",
        ),
    ]
    discard: Annotated[
        Floats, F("f4", (MAX_KINDS,), 0, 1, doc="share of each kind of card that is in the discard pile")
    ]
    draw_odds: Annotated[Floats, F("f4", (MAX_KINDS,), 0, 1, doc="chance of each kind of card at the next draw")]
    break_odds: Annotated[float, F("f4", (), 0, 1, doc="chance that my next draw loses my red cards")]
    drawn: Annotated[
        float, F("f4", (), 0, MAX_CARDS / CARDS, scale=CARDS, unit="cards", doc="cards drawn in this turn")
    ]

    flight: Annotated[
        float,
        F(
            "f4",
            (),
            0,
            1,
            scale=FLIGHTS,
            unit="flights",
            doc=f"number of this flight, from 1; all after {FLIGHTS} are shown as {FLIGHTS}",
        ),
    ]
    direction: Annotated[float, F("f4", (), 0, 1, doc="1 on a return flight")]
    clock: Annotated[float, F("f4", (), 0, 1, doc="share of this flight's turn limit that is used up")]
    passenger_free: Annotated[float, F("f4", (), 0, 1, doc="whether the passenger card lies beside the board")]

    paid: Annotated[
        float,
        F("f4", (), 0, MAX_PARTS / POINTS, scale=POINTS, unit="points", doc="what the decider has paid for its repair"),
    ]
    asked: Annotated[float, F("f4", (), 0, 1, doc="share of the seats that repairs or kept cards have come to")]
    paths: Annotated[
        Floats,
        F(
            "f4",
            (PASSENGER_SETS,),
            0,
            1,
            labels=("none", "first", "second", "both"),
            doc="paths that can be chosen to the end field, by the passenger fields newly flown over",
        ),
    ]
    end_lane: Annotated[
        OneHot, F("f4", (LANES,), 0, 1, labels=LANE_NAMES, doc="lane of the end field, while its path is to be chosen")
    ]
    end_x: Annotated[
        float, F("f4", (), 0, 1, doc="share of the course at the end field, while its path is to be chosen")
    ]

    hand: Annotated[
        Floats,
        F(
            "f4",
            (MAX_SEATS, MAX_KINDS),
            0,
            MAX_COPIES / CARDS,
            scale=CARDS,
            unit="cards",
            doc="cards of each kind, in the data pack's order",
        ),
    ]
    points: Annotated[
        Floats,
        F("f4", (MAX_SEATS,), 0, MAX_PARTS / POINTS, scale=POINTS, unit="points", doc="spare parts in hand"),
    ]
    can_fly: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 1, doc="whether the spare parts allow flying")]
    repair: Annotated[
        Floats,
        F("f4", (MAX_SEATS,), 0, MAX_REPAIR / POINTS, scale=POINTS, unit="points", doc="cost of a hurricane now"),
    ]
    can_repair: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 1, doc="whether the spare parts cover that")]
    on_start: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 1, doc="whether the plane is on the start field")]
    lane: Annotated[
        OneHot, F("f4", (MAX_SEATS, LANES), 0, 1, labels=LANE_NAMES, doc="lane of the plane; all 0: start or goal")
    ]
    x: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 1, doc="share of the course that is flown")]
    first_half: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 1, doc="whether the plane is in the first half")]
    over: Annotated[
        Floats,
        F("f4", (MAX_SEATS, PASSENGER_FIELDS), 0, 1, labels=("first", "second"), doc="passenger fields flown over"),
    ]
    holder: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 1, doc="whether the passenger is aboard")]
    land_odds: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 1, doc="chance that a shake lets the plane land")]
    score: Annotated[
        Floats,
        F(
            "f4",
            (MAX_SEATS,),
            0,
            SCORE_CAP,
            doc=f"marker, as a share of the points that end the game; more than {SCORE_CAP} is shown as {SCORE_CAP}",
        ),
    ]
    last: Annotated[
        Floats,
        F("f4", (MAX_SEATS,), 0, 1, doc="points of the last flight, as a share of the most that a flight can bring"),
    ]
    earns: Annotated[
        Floats,
        F("f4", (MAX_SEATS,), 0, 1, doc="points if the flight ended now, as a share of the most that it can bring"),
    ]

    ahead: Annotated[
        Floats,
        F(
            "f4",
            (LANES,),
            0,
            MAX_SECTIONS,
            unit="sections",
            labels=LANE_NAMES,
            doc="way from my plane to the first field ahead in each lane, to the goal if there is none",
        ),
    ]
    gain: Annotated[
        Floats,
        F("f4", (WINDS,), 0, 1, labels=WIND_NAMES, doc="share of the course that each wind could bring me, at most"),
    ]
    blocked: Annotated[
        Floats,
        F(
            "f4",
            (WINDS,),
            0,
            1,
            labels=WIND_NAMES,
            doc="whether a plane is where each wind would bring me in my lane; always 0 on the start field, in no lane",
        ),
    ]


SCALE = scales(Observation)


@kernel(inline=True)
def observe(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """Write what a seat knows."""
    obs.phase[s.phase] = ONE
    obs.decider[clockwise(o, s.seat, o.players - seat)] = ONE
    obs.turn[clockwise(o, s.turn, o.players - seat)] = ONE
    obs.first[clockwise(o, s.first, o.players - seat)] = ONE
    obs.flight = min(s.flight * SCALE.flight, 1.0)
    obs.direction = s.direction
    obs.clock = s.turns / o.turn_limit
    obs.passenger_free = s.holder == NOBODY
    obs.paid = s.paid * SCALE.paid
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
    if s.ball != NO_BALL:
        obs.ball[s.ball] = ONE
        obs.steps = t.steps[s.ball] * SCALE.steps
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
    turned = must_turn_over(s)
    odds = ONE / np.float32(max(cards_discarded(s) if turned else cards_in_pile(s), 1))
    red_odds = np.float32(0)
    for kind in range(MAX_KINDS):
        obs.pile[kind] = np.float32(s.pile[kind]) * t.copy_share[kind]
        obs.discard[kind] = np.float32(s.discard[kind]) * t.copy_share[kind]
        obs.draw_odds[kind] = (s.discard[kind] if turned else s.pile[kind]) * odds
        red_odds += obs.draw_odds[kind] * t.red[kind]
    if are_too_many(t, reds_in_hand(t, s, seat) + 1):
        obs.break_odds = min(float(red_odds), 1.0)
    obs.drawn = s.drawn * SCALE.drawn


@kernel(inline=True)
def observe_seats(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """Every seat's cards, plane and marker, the observer's at index 0.

    One loop with all that it shares looked up beforehand: most of an observation is written here.
    """
    share, first_half = t.share[s.direction], t.first_half[s.direction]
    land_odds = t.land_odds[o.players, s.direction]
    most, win = t.best_share, t.win_share
    for i in range(o.players):
        other = clockwise(o, seat, i)
        field = s.field[other]
        lane = t.lane_of[field]
        points = points_in_hand(t, s, other)
        cost = repair_cost(t, s, other)
        obs.present[i] = ONE
        for kind in range(MAX_KINDS):
            obs.hand[i, kind] = np.float32(s.hand[other, kind]) * SCALE.hand
        obs.points[i] = np.float32(points) * SCALE.points
        obs.can_fly[i] = are_enough(t, points)
        obs.repair[i] = np.float32(cost) * SCALE.repair
        obs.can_repair[i] = covers(points, cost)
        obs.on_start[i] = field == START
        for k in range(LANES):
            obs.lane[i, k] = lane == k
        obs.x[i] = share[field]
        obs.first_half[i] = first_half[field]
        obs.land_odds[i] = land_odds[field]
        obs.over[i, 0] = s.progress[other] & 1
        obs.over[i, 1] = s.progress[other] >> 1
        obs.holder[i] = s.holder == other
        obs.score[i] = min(np.float32(s.score[other]) * win, np.float32(SCORE_CAP))
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
