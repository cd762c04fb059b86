"""The own data pack, as the rulebook states it."""

from __future__ import annotations

from typing import Any

import pytest

from mailwing.envs.aeropostale.limits import (
    CARGO_LABELS,
    CONTRACTS,
    HOME_STRIPS,
    LEGENDARY_STRIP,
    LEVELS,
    MAX_TURNS,
    MONOPOLY_CONTRACTS,
    NONE,
    STRIPS,
    STRIPS_PER_CONTINENT,
    WEATHER_LINES,
    Cargo,
    Continent,
    Effect,
    Flight,
    Legend,
    RecordKind,
    Scenario,
    StripEffect,
    Wing,
)
from mailwing.envs.aeropostale.state import Competition
from mailwing.envs.aeropostale.tables import NO_RECORD, Tables, load_tables

PYRENEES, SAHARA, ATLANTIC, AMAZONIA, ANDES, PACIFIC = range(6)
AFRICA, SOUTH_AMERICA = WEATHER_LINES, WEATHER_LINES + 1
"""Zones of pioneers behind those of the lines."""


@pytest.fixture(scope="module")
def t() -> Any:
    """The tables of the game's own pack."""
    return load_tables()[0]


def word(letters: Any) -> str:
    """A name in the tables as text."""
    return letters.tobytes().rstrip(b"\0").decode()


def words(names: Any) -> list[str]:
    """All names of a table."""
    return [word(letters) for letters in names]


def city(t: Any, name: str) -> int:
    """The number of a city."""
    return words(t.city_name).index(name)


def design(t: Any, company: str, name: str) -> tuple[int, int]:
    """The company and the row of a design."""
    number = words(t.company_name).index(company)
    return number, words(t.design_name[number]).index(name)


def contract(t: Any, strip: int) -> tuple[int, ...]:
    """Mail, freight, passengers and any; then bronze and gold."""
    return (*t.asks[strip].tolist(), int(t.asks_any[strip]), *t.earns[strip].tolist())


def card(t: Any, line: int, number: int) -> tuple[str, Effect, int]:
    """Name, effect and value of a weather card."""
    return (
        word(t.card_name[line, number - 1]),
        Effect(t.card_effect[line, number - 1]),
        int(t.card_value[line, number - 1]),
    )


def test_what_is_handed_out_is_a_copy() -> None:
    load_tables()[0].gauge = 3
    assert load_tables()[0].gauge == 10


def test_all_numbers_are_in_their_ranges(t: Any) -> None:
    assert Tables.out_of_range(t) == []


def test_what_the_box_holds(t: Any) -> None:
    """15 rookies, 10 seasoned pilots, 55 weather cards, 20 strips a continent, 8 meeting bonus tokens."""
    assert (t.rookies, 5 * t.seasoned, t.tokens) == (15, 10, 4)
    assert t.card_there.sum(axis=1).tolist() == [12, 11, 11, 11, 10]
    assert t.token_value.tolist() == [2, 3]
    assert STRIPS == 3 * STRIPS_PER_CONTINENT == 60
    assert words(t.legend_name)[Legend.RECORD_BONUS] == "Maryse Bastié"


def test_the_board(t: Any) -> None:
    """Five cities in Europe, four in Africa, four in South America; only the Andes ask for a red range."""
    assert [(t.continent == continent).sum() for continent in Continent] == [5, 4, 4]
    assert words(t.line_name) == ["Pyrenees", "Sahara", "Atlantic", "Amazonia", "Andes", "Pacific"]
    assert t.red_line.tolist() == [0, 0, 0, 0, 1, 0]
    assert t.south_america.tolist() == [0, 0, 0, 1, 1, 1, 1]
    assert t.last_city == city(t, "La Paz")


@pytest.mark.parametrize(
    ("start", "end", "lines"),
    [
        ("Brussels", "Dakar", (PYRENEES, SAHARA)),
        ("Toulouse", "Dakar", (PYRENEES, SAHARA)),
        ("Dakar", "Natal", (ATLANTIC,)),
        ("Buenos Aires", "Santiago", (ANDES,)),
        ("Santiago", "La Paz", (PACIFIC,)),
        ("Barcelona", "Casablanca", ()),
        ("Toulouse", "La Paz", (PYRENEES, SAHARA, ATLANTIC, AMAZONIA, ANDES, PACIFIC)),
    ],
)
def test_lines_between_two_cities(t: Any, start: str, end: str, lines: tuple[int, ...]) -> None:
    assert tuple(range(t.region[city(t, start)], t.region[city(t, end)])) == lines


@pytest.mark.parametrize(
    ("name", "printed", "easier", "harder"),
    [
        ("Barcelona", 8, 9, 8),
        ("Toulouse", 9, 10, 9),
        ("Berlin", 9, 10, 9),
        ("Dakar", 8, 9, 7),
        ("Nouakchott", 7, 8, 6),
        ("Casablanca", 6, 7, 5),
        ("Tangier", 6, 7, 5),
        ("Natal", 6, 7, 5),
        ("Buenos Aires", 7, 8, 6),
        ("Santiago", 6, 6, 6),
        ("La Paz", 5, 5, 5),
    ],
)
def test_maximum_trade_values_and_their_tokens(t: Any, name: str, printed: int, easier: int, harder: int) -> None:
    values = t.city_maximum[:, city(t, name)]
    assert values[[Competition.PRINTED, Competition.EASIER, Competition.HARDER]].tolist() == [printed, easier, harder]


def test_companies_and_what_they_begin_with(t: Any) -> None:
    assert words(t.company_name) == ["Latécoère", "Sabena", "KLM", "Luft Hansa", "CAT"]
    assert [word(t.city_name[home]) for home in t.home] == ["Toulouse", "Brussels", "Amsterdam", "Berlin", "Barcelona"]
    assert t.home_cubes.tolist() == [3, 3, 3, 3, 1]
    assert t.five_only.tolist() == [0, 0, 0, 0, 1]
    assert t.opens == 0
    assert (t.start_logistics, t.start_rookies) == (4, 3)


def test_twelve_designs_of_which_three_start(t: Any) -> None:
    assert (t.design_record == NO_RECORD).sum(axis=1).tolist() == [3] * 5
    assert (t.design_record[:, :3] == NO_RECORD).all()
    for record in RecordKind:
        assert (t.design_record == record).sum(axis=1).tolist() == [3] * 5
    assert (t.design_level[t.design_record != NO_RECORD] >= 1).all()


def test_the_latecoere_28_3(t: Any) -> None:
    """Capacity 1 for mail only, fuel 2, range 3, at level 3 of the distance record."""
    which = design(t, "Latécoère", "Latécoère 28-3")
    assert (t.capacity[which], CARGO_LABELS[t.icons[which] - 1], t.fuel[which], t.range[which]) == (1, "m", 2, 3)
    assert (t.design_record[which], t.design_level[which]) == (RecordKind.DISTANCE, 3)


def test_designs_of_the_examples(t: Any) -> None:
    """The Laté 28-1 burns 2 and takes mail over two lines, the Potez 25 is red, the Fokker F.VIII takes any three."""
    late = design(t, "Latécoère", "Latécoère 28-1")
    assert (t.fuel[late], t.icons[late] >> Cargo.MAIL & 1) == (2, 1)
    assert t.range[late] >= 2
    assert t.red_range[design(t, "Latécoère", "Potez 25")]
    fokker = design(t, "KLM", "Fokker F.VIII")
    assert (t.capacity[fokker], CARGO_LABELS[t.icons[fokker] - 1]) == (3, "mfp")


def test_what_the_speed_record_brings_at_level_3(t: Any) -> None:
    """A Blériot-Spad 33, a Farman 121 and two bronze wings for Latécoère."""
    brought = (t.design_record[0] == RecordKind.SPEED) & (t.design_level[0] <= 3)
    assert words(t.design_name[0][brought]) == ["Blériot-Spad 33", "Farman 121"]
    assert t.record_wings[RecordKind.SPEED, :4].sum(axis=0).tolist() == [2, 0]


def test_wings_and_die_of_records(t: Any) -> None:
    """Six bronze and two gold wings lie on the squares; the die shows 1, for one."""
    assert t.record_wings.shape[1] == LEVELS + 1
    assert t.record_wings.sum(axis=(0, 1)).tolist() == [6, 2]
    assert t.record_die.tolist() == [0, 0, 1, 1, 2, 3]
    assert (t.tile_bonus, t.tile_cost) == (1, 1)


def test_pilots_on_dice(t: Any) -> None:
    assert (t.rank_bonus.tolist(), t.feat_bonus) == ([0, 1, 2], 2)


def test_the_gauge(t: Any) -> None:
    """From 2, by the +2 of the space and a token of +2, to 6."""
    assert t.increase.tolist() == [3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]
    assert 2 + t.increase[2] + t.token_value[0] == 6
    assert t.gauge == 10


def test_strips_of_the_examples(t: Any) -> None:
    """Europe: 2 cubes, 1 mail for 1 bronze. South America: 3 cubes and a pilot lost, any 3 for nothing; 2 mails for a
    gold wing. Africa: 4 cubes and no effect; 1 mail and 1 passenger, in two contracts, for 3 bronze wings."""
    assert (t.strip_value[0], contract(t, 0)) == (2, (1, 0, 0, 0, 1, 0))
    america = range(2 * STRIPS_PER_CONTINENT, STRIPS)
    crash = next(strip for strip in america if contract(t, strip) == (0, 0, 0, 3, 0, 0))
    assert (t.strip_value[crash], t.strip_effect[crash]) == (3, StripEffect.REPEATED_CRASHES)
    assert (2, 0, 0, 0, 0, 1) in [contract(t, strip) for strip in america]
    africa = [contract(t, strip) for strip in range(STRIPS_PER_CONTINENT, 2 * STRIPS_PER_CONTINENT)]
    assert (1, 0, 0, 0, 1, 0) in africa
    assert (0, 0, 1, 0, 2, 0) in africa


@pytest.mark.parametrize(
    ("continent", "copies"),
    [
        (Continent.EUROPE, {StripEffect.NAVIGATION_ERROR: 2, StripEffect.MECHANICAL_FAILURE: 3}),
        (
            Continent.AFRICA,
            {StripEffect.MECHANICAL_FAILURE: 2, StripEffect.HOSTAGE: 3, StripEffect.ARMY_SUPPLIES: 4},
        ),
        (
            Continent.SOUTH_AMERICA,
            {
                StripEffect.REPEATED_CRASHES: 4,
                StripEffect.INSUFFICIENT_LOGISTICS: 1,
                StripEffect.FAVORABLE_ENCOUNTER: 2,
                StripEffect.TRADE_AGREEMENT: 2,
            },
        ),
    ],
)
def test_how_many_strips_have_an_effect(t: Any, continent: int, copies: dict[StripEffect, int]) -> None:
    strips = t.strip_effect[continent * STRIPS_PER_CONTINENT :][:STRIPS_PER_CONTINENT].tolist()
    assert {StripEffect(effect): strips.count(effect) for effect in set(strips) if effect} == copies


def test_amounts_of_effects(t: Any) -> None:
    assert t.effect_amount.tolist() == [0, 0, 1, 2, 2, 0, 1, 1, 2]


def test_strips_behind_those_of_continents(t: Any) -> None:
    """The legendary pilot's is worth 1 and has no contract; 1 mail for 1 bronze in starting cities; monopoly tiles."""
    assert (t.strip_value[LEGENDARY_STRIP], contract(t, LEGENDARY_STRIP)) == (1, (0, 0, 0, 0, 0, 0))
    assert {contract(t, strip) for strip in range(HOME_STRIPS, MONOPOLY_CONTRACTS)} == {(1, 0, 0, 0, 1, 0)}
    tiles = [contract(t, strip) for strip in range(MONOPOLY_CONTRACTS, CONTRACTS)]
    assert tiles == [(0, 0, 0, 1, 2, 0), (0, 0, 0, 2, 0, 1)]
    assert not t.strip_effect[LEGENDARY_STRIP:].any()


def test_what_follows_from_contracts(t: Any) -> None:
    america = 2 * STRIPS_PER_CONTINENT
    three = america + 2
    assert contract(t, three) == (1, 1, 1, 0, 2, 1)
    assert (t.asks_all[three], CARGO_LABELS[t.needs[three] - 1], t.worth[three]) == (3, "mfp", 2 + 4)
    assert (t.asks_all[MONOPOLY_CONTRACTS + 1], t.needs[MONOPOLY_CONTRACTS + 1]) == (2, 0)
    assert t.asks_all[LEGENDARY_STRIP] == 0


def test_equal_contracts_have_the_likeness_of_the_first(t: Any) -> None:
    for strip in range(CONTRACTS):
        equal = [other for other in range(CONTRACTS) if contract(t, other) == contract(t, strip)]
        assert t.likeness[strip] == (equal[0] if t.asks_all[strip] else strip)
    assert t.likeness[HOME_STRIPS] == 0


@pytest.mark.parametrize(
    ("line", "number", "name", "effect", "value"),
    [
        (PYRENEES, 1, "Clear weather", Effect.BRONZE_FOR_ANY, 1),
        (PYRENEES, 2, "Clear weather", Effect.BRONZE_FOR_PASSENGERS, 2),
        (PYRENEES, 3, "Favorable winds", Effect.COST, -1),
        (PYRENEES, 4, "Ascending air", Effect.CUBES_OF_RUN, 1),
        (PYRENEES, 5, "Contrary winds", Effect.COST, 1),
        (PYRENEES, 6, "Bad weather", Effect.CUBES_OF_RUN, -1),
        (PYRENEES, 7, "Storm forecast", Effect.NO_PASSENGERS, 0),
        (PYRENEES, 8, "Thunderstorms", Effect.COUNTS_AS, 2),
        (PYRENEES, 11, "Violent thunderstorms", Effect.MAIL_ONLY, 1),
        (SAHARA, 7, "Sandstorms", Effect.PILOTS_FROM, 1),
        (SAHARA, 9, "Clear skies", Effect.CUBES_OF_STOP, 1),
        (AMAZONIA, 7, "Downpours", Effect.NO_INCREASE, 0),
        (ATLANTIC, 7, "Violent thunderstorms", Effect.COUNTS_AS, 3),
        (ANDES, 8, "Ice storms", Effect.PILOTS_FROM, 2),
        (ANDES, 7, "Snowstorms", Effect.COUNTS_AS, 2),
    ],
)
def test_the_cards_that_the_rulebook_lists(
    t: Any, line: int, number: int, name: str, effect: Effect, value: int
) -> None:
    assert card(t, line, number) == (name, effect, value)


def test_what_cards_act_on(t: Any) -> None:
    """Winds on both, clear skies when a stop is created, clear weather on runs, an overcast sky on nothing."""
    cases = [(PYRENEES, 5, 1, 1), (SAHARA, 9, 1, 0), (PYRENEES, 1, 0, 1), (PYRENEES, 12, 0, 0)]
    for line, number, stop, run in cases:
        acts = t.card_acts[line, number - 1]
        assert (acts[Flight.STOP], acts[Flight.RUN]) == (stop, run)


def test_cards_that_count_once(t: Any) -> None:
    """Contrary winds over the Pyrenees and the Sahara are one; favorable ones are others; storms are not marked."""
    once = t.card_once
    assert once[PYRENEES, 4] == once[SAHARA, 4] >= 0
    assert once[PYRENEES, 2] not in (once[PYRENEES, 4], NONE)
    assert once[PYRENEES, 6] == once[ANDES, 8] == NONE
    assert (once[t.card_there == 0] == NONE).all()


def test_cards_of_other_names_are_not_identical(t: Any) -> None:
    assert card(t, SAHARA, 8) == ("Sirocco", Effect.COST, 2)
    assert card(t, ATLANTIC, 11) == ("Doldrums front", Effect.COST, 2)
    assert t.card_once[SAHARA, 7] != t.card_once[ATLANTIC, 10]


def test_slots_and_exchange_of_wings(t: Any) -> None:
    assert (t.slots.tolist(), t.exchange.tolist()) == ([4, 3, 2, 1], [4, 3, 2, 0])
    assert t.in_bronze.tolist() == [1, 4, 12, 24]
    assert (t.diamonds, t.supremacy_gold) == (1, 1)


def test_wings_of_distances(t: Any) -> None:
    """One to three bronze wings, then a gold one; six lines count as five."""
    assert t.distance_wings.tolist() == [[0, 0], [1, 0], [1, 0], [2, 0], [3, 0], [0, 1]]


def test_the_example_of_pioneers(t: Any) -> None:
    """Mail from Toulouse to Dakar: Pyrenees 1, Sahara 2, Africa 1, two lines 1; five bronze wings in all."""
    mail = t.pioneer_wings[:, Cargo.MAIL, Wing.BRONZE]
    assert (mail[PYRENEES], mail[SAHARA], mail[AFRICA]) == (1, 2, 1)
    assert mail[[PYRENEES, SAHARA, AFRICA]].sum() + t.distance_wings[2, Wing.BRONZE] == 5
    assert t.pioneer_wings[SOUTH_AMERICA].sum() > t.pioneer_wings[AFRICA].sum()


def test_length_and_goal_of_scenarios(t: Any) -> None:
    assert t.turns.tolist() == [3, 4, 6, 5, 6]
    assert t.turns.max() == MAX_TURNS
    goals = [[4, 3, 0, 0], [4, 3, 1, 0], [4, 3, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert t.goal.tolist() == goals
    assert (t.stop_points, t.monopoly_points) == (1, 3)


def test_what_scenarios_leave_out(t: Any) -> None:
    """The introduction has neither weather nor meetings nor legendary pilots, the race to La Paz no wings."""
    assert t.has_weather.tolist() == t.has_meetings.tolist() == t.has_legends.tolist() == [0, 1, 1, 1, 1]
    assert t.has_wings.tolist() == [1, 1, 1, 0, 1]
    assert t.race.tolist() == [0, 0, 0, 1, 0]
    assert t.last_city_ends.tolist() == [0, 0, 0, 0, 1]


@pytest.mark.parametrize(
    ("scenario", "decks"),
    [
        (Scenario.INTRODUCTION, [set()] * 5),
        (Scenario.SHORT, [set(range(1, 9))] * 5),
        (Scenario.CAMPAIGN, [set(range(1, 9))] * 5),
        (
            Scenario.LA_PAZ,
            [
                {3, 5, 7, 8, 9, 10, 12},
                {4, 5, 6, 7, 8, 10, 11},
                {2, 4, 7, 8, 9, 11},
                {3, 5, 6, 9, 10, 11},
                {1, 4, 7, 8, 9, 10},
            ],
        ),
        (
            Scenario.SUPREMACY,
            [
                {3, 4, 5, 7, 9, 10, 12},
                {3, 4, 5, 7, 9, 10, 11},
                {2, 3, 4, 7, 9, 10},
                {3, 4, 6, 9, 10, 11},
                {1, 2, 3, 4, 7, 9},
            ],
        ),
    ],
)
def test_decks_of_scenarios(t: Any, scenario: Scenario, decks: list[set[int]]) -> None:
    assert [{card + 1 for card in range(12) if deck >> card & 1} for deck in t.deck[scenario].tolist()] == decks
