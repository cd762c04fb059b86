"""What a player says at the table: the words of every action, and the table of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.actions import ActionRange, ActionTable
from .actions import Action
from .limits import (
    CARGO_SETS,
    CITIES,
    DESIGNS,
    LEGENDS,
    LEVELS,
    MAX_SEATS,
    MONOPOLY_CONTRACTS,
    MONOPOLY_TILES,
    NONE,
    REGIONS,
    SLOTS,
    TARGETS,
    WEATHER_LINES,
    Cargo,
    Flight,
    Legend,
    Rank,
    RecordKind,
    StripEffect,
    Wing,
)
from .names import (
    card_name,
    cargo_names,
    city_name,
    design_name,
    legend_name,
    line_name,
    rank_name,
    record_name,
    seat_name,
    wing_name,
)
from .rules.routes import flight_cost
from .state import Event, Phase

if TYPE_CHECKING:
    from .._core.game import Game
    from .state import State

TILE_NAMES = "AB"
"""Names of a company's monopoly tiles."""

NO_MORE = {
    Phase.CONTRACTS: "No more contracts",
    Phase.CONVERTING: "Keep the wings",
    Phase.REORGANISING: "The fleet is fine",
}


def contract_words(game: Game, contract: int) -> str:
    """What a contract asks for and pays: `"1 mail, any 2 for 2 bronze"`."""
    t = game.tables[0]
    asks = []
    for kind in Cargo:
        if count := int(t.asks[contract, kind]):
            name = "passenger" if count == 1 and kind == Cargo.PASSENGERS else kind.name.lower()
            asks.append(f"{count} {name}")
    if t.asks_any[contract]:
        asks.append(f"any {t.asks_any[contract]}")
    pays = [f"{count} {wing_name(kind)}" for kind, count in enumerate(t.earns[contract].tolist()) if count]
    return f"{', '.join(asks) or 'no contract'} for {' and '.join(pays) or 'nothing'}"


def a_pilot(game: Game, s: State, rank: int) -> str:
    """A pilot of the seat to decide: `"a rookie"`, `"Maryse Bastié"`."""
    legend = int(s.legend[s.seat])
    if rank == Rank.LEGENDARY and legend != NONE:
        return legend_name(game, legend)
    return f"a {rank_name(rank)}"


def register(game: Game, s: State, k: int) -> str:
    """Registering for the meeting."""
    return "Register for the meeting"


def stay_away(game: Game, s: State, k: int) -> str:
    """Not registering."""
    return "Stay away from the meeting"


def skip(game: Game, s: State, k: int) -> str:
    """Passing."""
    return "Pass"


def create(game: Game, s: State, k: int) -> str:
    """Creating a stop."""
    return f"Create a stop in {city_name(game, k)}"


def run(game: Game, s: State, k: int) -> str:
    """Making a run."""
    return f"Make a run to {city_name(game, k)}"


def record(game: Game, s: State, k: int) -> str:
    """Breaking a record, one's own or the world's."""
    kind, target = k // TARGETS, k % TARGETS + 1
    whose = "world" if target > s.level[: game.players, kind].max() else "personal"
    level = f"level {target}" if target <= LEVELS else f"beyond level {LEVELS}"
    return f"Break the {whose} {record_name(kind)} record: {level}"


def meeting(game: Game, s: State, k: int) -> str:
    """Sending a pilot."""
    return f"Send {a_pilot(game, s, k)} to the meeting"


def recruit(game: Game, s: State, k: int) -> str:
    """Recruiting from the stock."""
    return "Recruit a rookie"


def recruit_from(game: Game, s: State, k: int) -> str:
    """Recruiting from another company."""
    seat = (int(s.seat) + k + 1) % game.players
    return f"Recruit a rookie from {seat_name(game, s, seat)}, logistics down to {s.logistics[seat]}"


def logistics(game: Game, s: State, k: int) -> str:
    """Increasing logistics."""
    return f"Increase logistics by {game.tables[0].increase[s.logistics[s.seat]]}"


def logistics_token(game: Game, s: State, k: int) -> str:
    """Increasing logistics with a token."""
    t = game.tables[0]
    return (
        f"Increase logistics by {t.increase[s.logistics[s.seat]] + t.token_value[k]} with a +{t.token_value[k]} token"
    )


def reorganise(game: Game, s: State, k: int) -> str:
    """Reorganising the fleet."""
    return "Reorganise the fleet"


def maintenance(game: Game, s: State, k: int) -> str:
    """Quick maintenance."""
    return f"Maintain the {own_design(game, s, k)} for 1 logistics"


def recovery(game: Game, s: State, k: int) -> str:
    """Quick recovery."""
    named = k + 1 == Rank.LEGENDARY and s.legend[s.seat] != NONE
    return f"Recover {a_pilot(game, s, k + 1) if named else f'the {rank_name(k + 1)}'}"


def convert(game: Game, s: State, k: int) -> str:
    """Converting wings."""
    return f"Convert {game.tables[0].exchange[k]} {wing_name(k)} wings into 1 {wing_name(k + 1)}"


def take_off(game: Game, s: State, k: int) -> str:
    """Choosing where to take off: the own stops there, which are alike."""
    t, seat = game.tables[0], int(s.seat)
    own = (s.cubes[seat] > 0) | (s.monopoly == seat)
    cities = [city_name(game, city) for city in range(CITIES) if own[city] and t.region[city] == k and city != s.city]
    return f"Take off from {' or '.join(cities) or f'region {k + 1}'}"


def own_design(game: Game, s: State, design: int) -> str:
    """The name of a design of the seat to decide."""
    return design_name(game, int(s.company[s.seat]), design)


def design(game: Game, s: State, k: int) -> str:
    """Choosing a design: to fly it, to replace it, or to put a tile under it."""
    name = own_design(game, s, k)
    if s.phase == Phase.SWAP:
        return f"Replace the {name}"
    if s.phase == Phase.TILE:
        return f"Put the tile under the {name}"
    if s.phase == Phase.MOVING_TILE:
        return f"Move it under the {name}"
    return f"Fly the {name}{_for_its_price(game, s, k)}"


def _for_its_price(game: Game, s: State, design: int) -> str:
    """What the announced flight costs with a design in the weather that is known; empty if only a feat makes it so."""
    fleet = s.fleet[s.seat].tolist()
    if s.phase != Phase.DESIGN or design not in fleet:
        return ""
    cost = price_of_flight(game, s, fleet.index(design), Rank.LEGENDARY + 0, NONE, 0)
    return "" if cost == NONE else f" for {cost} logistics{' before new weather' if _is_unexplored(game, s) else ''}"


def _is_unexplored(game: Game, s: State) -> bool:
    """Whether weather will be turned up on the way of the announced flight."""
    t = game.tables[0]
    first, last = sorted((int(s.origin), int(t.region[s.city])))
    return bool(t.has_weather[game.options[0].scenario]) and NONE in s.card[first:last].tolist()


def price_of_flight(game: Game, record: State, place: int, rank: int, ignored: int, able: int) -> int:
    """What the announced flight costs with the aeroplane of a place and a pilot, −1: it is not possible.

    `ignored` is the line whose weather a feat cancels (−1: none), `able` whether a feat uses the pilot's ability.
    """
    flight = Flight.STOP + 0 if record.event == Event.CREATING else Flight.RUN + 0
    city, origin = int(record.city), int(record.origin)
    return int(flight_cost(game.tables[0], record, flight, city, origin, place, rank, ignored, able))


def pilot(game: Game, s: State, k: int) -> str:
    """Choosing a pilot."""
    return f"With {a_pilot(game, s, k)}"


def cancel(game: Game, s: State, k: int) -> str:
    """Giving up a stop that was announced."""
    return "Give up creating the stop"


def ignore_weather(game: Game, s: State, k: int) -> str:
    """A feat that cancels a weather card."""
    card = int(s.card[k])
    return f"Ignore the {line_name(game, k)} weather" + (f": {card_name(game, k, card)}" if card != NONE else "")


def ability(game: Game, s: State, k: int) -> str:
    """A feat of the pilot's own."""
    t, legend = game.tables[0], int(s.legend[s.seat])
    if legend == NONE:
        return "Use the feat"
    red = " and ".join(line_name(game, line) for line, asked in enumerate(t.red_line.tolist()) if asked)
    what = {
        Legend.RECORD_BONUS: f"{t.feat_bonus} more on the die",
        Legend.IGNORE_STRIP: "nothing is lost",
        Legend.EXTRA_LINE: "one line beyond the range",
        Legend.MEETING_BONUS: f"{t.feat_bonus} more on the die",
        Legend.CROSS_ANDES: f"cross the {red}",
    }[Legend(legend)]
    return f"Feat of {legend_name(game, legend)}: {what}"


def no_feat(game: Game, s: State, k: int) -> str:
    """Saving the feat."""
    return "No feat now"


def reveal(game: Game, s: State, k: int) -> str:
    """Revealing the strip."""
    return "Reveal the strip"


def legendary_strip(game: Game, s: State, k: int) -> str:
    """Using the legendary pilot's strip."""
    return "Lay the legendary pilot's strip"


def legend(game: Game, s: State, k: int) -> str:
    """Choosing a legendary pilot."""
    return f"Turn the pilot into {legend_name(game, k)}"


def lose_pilot(game: Game, s: State, k: int) -> str:
    """Losing the pilot."""
    return "Lose the pilot"


def lose_logistics(game: Game, s: State, k: int) -> str:
    """Losing logistics points instead."""
    return f"Lose {game.tables[0].effect_amount[StripEffect.HOSTAGE]} logistics points"


def contract(game: Game, s: State, k: int) -> str:
    """Executing a contract."""
    strip = int(s.strip[s.city, k]) if s.city != NONE else NONE
    if strip == NONE:
        return f"Execute the contract in slot {k + 1}"
    return f"Execute the contract: {contract_words(game, strip)}"


def carry(game: Game, s: State, k: int) -> str:
    """Choosing what to carry."""
    return f"Carry {cargo_names(k + 1)}"


def remove(game: Game, s: State, k: int) -> str:
    """Removing a rival's cube."""
    return f"Remove a cube of {seat_name(game, s, (int(s.seat) + k + 1) % game.players)}"


def monopoly(game: Game, s: State, k: int) -> str:
    """Choosing a monopoly tile."""
    return f"Put monopoly tile {TILE_NAMES[k]}: {contract_words(game, MONOPOLY_CONTRACTS + k)}"


def put_in(game: Game, s: State, k: int) -> str:
    """Bringing a design from the reserve."""
    return f"Put the {own_design(game, s, k)} in"


def move_tile(game: Game, s: State, k: int) -> str:
    """Moving a record tile."""
    return f"Move the {record_name(k)} tile"


def finish(game: Game, s: State, k: int) -> str:
    """No more."""
    return NO_MORE.get(Phase(int(s.phase)), "That is all")


ACTIONS = ActionTable(
    ActionRange("register", Action.REGISTER, 1, "Register for the meeting", register),
    ActionRange("stay_away", Action.STAY_AWAY, 1, "Do not register for the meeting", stay_away),
    ActionRange("pass", Action.PASS, 1, "Take no action", skip),
    ActionRange("create", Action.CREATE, CITIES, "Create a stop in the k-th city", create),
    ActionRange("run", Action.RUN, CITIES, "Make a run that lands in the k-th city", run),
    ActionRange(
        "record",
        Action.RECORD,
        len(RecordKind) * TARGETS,
        "Break a record: levels 1 to 5 and beyond of speed, then of distance, then of altitude",
        record,
    ),
    ActionRange("meeting", Action.MEETING, len(Rank), "Send a rookie, seasoned or legendary pilot there", meeting),
    ActionRange("recruit", Action.RECRUIT, 1, "Recruit a rookie from the stock", recruit),
    ActionRange(
        "recruit_from",
        Action.RECRUIT_FROM,
        MAX_SEATS - 1,
        "Recruit one from the k-th seat clockwise, from 1",
        recruit_from,
    ),
    ActionRange("logistics", Action.LOGISTICS, 1, "Increase logistics", logistics),
    ActionRange(
        "logistics_token",
        Action.LOGISTICS_TOKEN,
        2,
        "Increase logistics with a token: of the second, of the first",
        logistics_token,
    ),
    ActionRange("reorganise", Action.REORGANISE, 1, "Reorganise the fleet", reorganise),
    ActionRange("maintenance", Action.MAINTENANCE, DESIGNS, "Maintain an aeroplane of the k-th design", maintenance),
    ActionRange("recovery", Action.RECOVERY, len(Rank) - 1, "Recover a seasoned or the legendary pilot", recovery),
    ActionRange(
        "convert", Action.CONVERT, len(Wing) - 1, "Convert bronze, gold or platinum wings into one of the next", convert
    ),
    ActionRange("take_off", Action.TAKE_OFF, REGIONS, "Take off in the k-th region", take_off),
    ActionRange(
        "design", Action.DESIGN, DESIGNS, "Fly the k-th design, replace it, or put the record tile under it", design
    ),
    ActionRange("pilot", Action.PILOT, len(Rank), "With a rookie, seasoned or legendary pilot", pilot),
    ActionRange("cancel", Action.CANCEL, 1, "Give up creating the stop", cancel),
    ActionRange(
        "ignore_weather",
        Action.IGNORE_WEATHER,
        WEATHER_LINES,
        "Use the feat: ignore the k-th line's weather",
        ignore_weather,
    ),
    ActionRange("ability", Action.ABILITY, 1, "Use the feat: what only this legendary pilot can", ability),
    ActionRange("no_feat", Action.NO_FEAT, 1, "Save the feat", no_feat),
    ActionRange("reveal", Action.REVEAL, 1, "Reveal the city's strip", reveal),
    ActionRange("legendary_strip", Action.LEGENDARY_STRIP, 1, "Lay the legendary pilot's strip", legendary_strip),
    ActionRange("legend", Action.LEGEND, LEGENDS, "Turn the pilot into the k-th legendary pilot", legend),
    ActionRange("lose_pilot", Action.LOSE_PILOT, 1, "Bear the loss of the pilot", lose_pilot),
    ActionRange("lose_logistics", Action.LOSE_LOGISTICS, 1, "Lose logistics points instead", lose_logistics),
    ActionRange("contract", Action.CONTRACT, SLOTS, "Execute the contract in the k-th slot", contract),
    ActionRange(
        "carry",
        Action.CARRY,
        CARGO_SETS,
        "Carry the k-th set: 1 for mail, 2 for freight, 4 for passengers, added up",
        carry,
    ),
    ActionRange("remove", Action.REMOVE, MAX_SEATS - 1, "Remove a cube of the k-th seat clockwise, from 1", remove),
    ActionRange("monopoly", Action.MONOPOLY, MONOPOLY_TILES, "Put monopoly tile A or B on the city", monopoly),
    ActionRange("put_in", Action.PUT_IN, DESIGNS, "Bring the k-th design from the reserve", put_in),
    ActionRange(
        "move_tile", Action.MOVE_TILE, len(RecordKind), "Move the tile of speed, distance, altitude", move_tile
    ),
    ActionRange("finish", Action.FINISH, 1, "No more contracts, conversions or changes of the fleet", finish),
)
