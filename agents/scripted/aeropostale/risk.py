"""How likely the weather that a flight of the expert would turn up keeps it from landing."""

from __future__ import annotations

from ....envs._core.kernel import kernel
from ....envs.aeropostale.limits import MAX_CARDS, NONE, WEATHER_LINES, Effect, Flight
from ....envs.aeropostale.rules.routes import TOO_FAR, cost_of_flight
from ....envs.aeropostale.state import Options, State
from ....envs.aeropostale.tables import Tables
from .evaluation_record import Evaluation


@kernel
def danger_of_weather(t: Tables, o: Options, s: State, e: Evaluation, origin: int, to: int, place: int) -> float:
    """How likely a new stop must be given up when cards are turned up on the way, each line by itself.

    A card is one of those in the line's pile that nobody has seen yet. On the way to a last city that ends the
    game everything must be dared: who waits for a safe way is late.
    """
    if t.race[o.scenario] or t.last_city_ends[o.scenario] or not t.has_weather[o.scenario]:
        return 0.0
    chance = 1.0
    for line in range(min(origin, to), min(max(origin, to), WEATHER_LINES)):
        if s.card[line] == NONE:
            left = t.deck[o.scenario, line] & ~s.cards_seen[line]
            good, count = 0, 0
            for card in range(MAX_CARDS):
                if (left >> card) & 1:
                    count += 1
                    good += can_fly_under(t, s, e, origin, to, place, line, card)
            chance *= good / max(1, count)
    return 1.0 - chance


@kernel
def can_fly_under(t: Tables, s: State, e: Evaluation, origin: int, to: int, place: int, line: int, card: int) -> bool:
    """Whether the flight being weighed can be made with another card on its way: points, range and pilots suffice."""
    effect, value = t.card_effect[line, card], t.card_value[line, card] + 0
    if t.card_acts[line, card, Flight.STOP] == 0:
        return True
    if effect == Effect.PILOTS_FROM:
        return e.rank_for[value] != NONE
    if effect != Effect.COST and effect != Effect.COUNTS_AS:
        return True
    length = e.length + (value - 1 if effect == Effect.COUNTS_AS else 0)
    cost = cost_of_flight(t, s, place, origin, to, length, e.extra + (value if effect == Effect.COST else 0), 0)
    return cost != TOO_FAR and cost <= s.logistics[s.seat]
