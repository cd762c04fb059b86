"""Reading the scenarios of a data pack: their length, their goal, what they leave out, and the decks of weather."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.packs import PackTable
from .limits import MAX_CARDS, MAX_TURNS, WEATHER_LINES, ZONE_LABELS, Scenario, Wing, labels_of
from .state import Goal

if TYPE_CHECKING:
    from .tables import Tables


def read_scenarios(t: Tables, file: PackTable) -> None:
    """The scenarios and the stop points, after cards and wings."""
    points = file.table("points")
    t.stop_points = points.integer("stop", 1, 9)
    t.monopoly_points = points.integer("monopoly", 1, 9)
    names = labels_of(Scenario)
    for scenario, entry in enumerate(file.tables("scenario", len(Scenario), len(Scenario))):
        if entry.text("name", names) != names[scenario]:
            raise entry.fault("name", f"must be '{names[scenario]}': the scenarios stand in this order")
        _read_scenario(t, scenario, entry)
    _read_long_goals(t, file)
    for table in (points, file):
        table.done()


def _read_scenario(t: Tables, scenario: int, entry: PackTable) -> None:
    t.turns[scenario] = entry.integer("turns", 1, MAX_TURNS)
    t.has_meetings[scenario] = entry.flag("meetings")
    t.has_legends[scenario] = entry.flag("legendary_pilots")
    t.has_wings[scenario] = entry.flag("wings")
    t.race[scenario] = entry.flag("race")
    t.last_city_ends[scenario] = entry.flag("last_city_ends")
    if t.race[scenario] and t.last_city_ends[scenario]:
        raise entry.fault("last_city_ends", "a stop in the last city already decides a race")
    t.goal[scenario] = _read_goal(t, entry)
    if t.goal[scenario].any() and (t.race[scenario] or not t.has_wings[scenario]):
        raise entry.fault("goal", "wings decide nothing in a race, or in a scenario without wings")
    t.has_weather[scenario] = entry.flag("weather")
    if t.has_weather[scenario]:
        _read_decks(t, scenario, entry.table("decks", provenance=False))
    entry.done()


def _read_long_goals(t: Tables, file: PackTable) -> None:
    """Other goals of the campaign than the printed one; goal 0 is that one."""
    names = labels_of(Goal)[1:]
    for goal, entry in enumerate(file.tables("goal", len(names), len(names)), start=1):
        if entry.text("name", names) != names[goal - 1]:
            raise entry.fault("name", f"must be '{names[goal - 1]}': the goals stand in this order")
        t.long_goal[goal] = _read_goal(t, entry)
        if not t.long_goal[goal].any():
            raise entry.fault("goal", "must ask for at least one wing")
        entry.done()


def _read_goal(t: Tables, entry: PackTable) -> list[int]:
    goal = entry.integers("goal", 0, 9, len(Wing))
    for kind, wings in enumerate(goal):
        if wings > t.slots[kind]:
            raise entry.fault(f"goal[{kind}]", f"a company has no slots for {wings} such wings, only {t.slots[kind]}")
    return goal


def _read_decks(t: Tables, scenario: int, decks: PackTable) -> None:
    """A line that is open gets a new card in every turn, so that a deck must last for all of them."""
    for line, name in enumerate(ZONE_LABELS[:WEATHER_LINES]):
        cards = decks.integers(name, 1, MAX_CARDS)
        for number in cards:
            if not t.card_there[line, number - 1]:
                raise decks.fault(name, f"weather.toml has no card {number} of this line")
        if len(set(cards)) < len(cards):
            raise decks.fault(name, "a card cannot be there twice")
        if len(cards) < t.turns[scenario]:
            raise decks.fault(name, f"has {len(cards)} cards, {t.turns[scenario]} turns need as many")
        t.deck[scenario, line] = sum(1 << number - 1 for number in cards)
    decks.done()
