"""The scenarios: what they leave out, how long they last, and how they end."""

from __future__ import annotations

import pytest

from mailwing.envs.aeropostale.limits import NONE
from mailwing.envs.aeropostale.pictures.facts import goal_words, wings_of_goal
from mailwing.envs.aeropostale.state import Options, Phase
from mailwing.envs.aeropostale.testing import COMPANIES, Table, dealt, position

rule = pytest.mark.rule
SCENARIOS = ("introduction", "short", "campaign", "la_paz", "supremacy")
TURNS = {"introduction": 3, "short": 4, "campaign": 6, "la_paz": 5, "supremacy": 6}


def end_turn(table: Table, turn: int | None = None) -> Table:
    """All pass in the last round of a turn."""
    table.at(table.companies[int(table.s.first)], action=4, turn=turn or int(table.s.turn))
    for _ in range(table.game.players):
        table.play(table.decider, "Pass")
    return table


# How long


@rule("AO-8.1", "AO-8.2", "AO-8.3", "AO-8.4", "AO-8.5", "AO-R1", "AO-6.1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_ends_after_its_turns(scenario: str) -> None:
    """3, 4, 6, 5 and 6."""
    last = TURNS[scenario]
    table = end_turn(position(2, scenario=scenario), last - 1)
    assert (table.state.done, table.s.turn) == (False, last)
    table = end_turn(position(2, scenario=scenario), last)
    assert (table.s.done, table.s.turn) == (1, last)
    assert table.s.won.sum() == 0


@rule("AO-8.2", "AO-8.3", "AO-8.4", "AO-8.5", "AO-3.3")
@pytest.mark.parametrize(
    ("scenario", "decks"),
    [
        ("short", [range(1, 9)] * 5),
        ("campaign", [range(1, 9)] * 5),
        (
            "la_paz",
            [
                (3, 5, 7, 8, 9, 10, 12),
                (4, 5, 6, 7, 8, 10, 11),
                (2, 4, 7, 8, 9, 11),
                (3, 5, 6, 9, 10, 11),
                (1, 4, 7, 8, 9, 10),
            ],
        ),
        (
            "supremacy",
            [
                (3, 4, 5, 7, 9, 10, 12),
                (3, 4, 5, 7, 9, 10, 11),
                (2, 3, 4, 7, 9, 10),
                (3, 4, 6, 9, 10, 11),
                (1, 2, 3, 4, 7, 9),
            ],
        ),
    ],
)
def test_the_cards_that_come(scenario: str, decks: list[range | tuple[int, ...]]) -> None:
    """Each card of the decks in turn lies open after another one of its deck, with its share of chance."""
    for k in range(max(map(len, decks))):
        table = position(2, scenario=scenario)
        cards = {line: deck[k % len(deck)] for line, deck in zip(table.lines, decks, strict=True)}
        for line, deck in zip(table.lines, decks, strict=True):
            table.weather(line, deck[(k + 1) % len(deck)])
        end_turn(table.next_cards(**cards))
        assert {line: table.card(line) for line in table.lines} == cards


@rule("AO-R4")
def test_number_eleven_of_the_pyrenees_is_in_no_deck() -> None:
    """It lies in the box all the same."""
    t = dealt(2).t
    assert t.card_there[0, 10]
    assert not (t.deck[:, 0] >> 10 & 1).any()


# Introduction


@rule("AO-8.1", "AO-3.1")
def test_the_introduction_has_no_meetings() -> None:
    """From the first turn on actions begin at once; nobody may send a pilot, and no meeting makes a first player."""
    table = dealt(3, scenario="introduction")
    assert (table.phase, table.s.action) == (Phase.ACTION, 1)
    assert not table.choices("Send")
    table.s.first = table.s.seat = 1
    end_turn(table)
    assert (table.phase, table.s.turn, table.s.action) == (Phase.ACTION, 2, 1)
    assert table.s.tokens.sum() == table.s.ranked.sum() == table.s.barred.sum() == 0


@rule("AO-8.1", "AO-4.1.2.1")
def test_the_introduction_has_no_weather() -> None:
    table = position(2, scenario="introduction").announce(
        "Latécoère", "Create a stop in Barcelona", "Toulouse", "Salmson 2A2"
    )
    assert table.s.card.tolist() == [NONE] * 5
    table.next_strip("Barcelona", value=3).play("Latécoère", "With a rookie")
    assert table.logistics_of("Latécoère") == 3
    end_turn(table)
    assert table.s.card.tolist() == [NONE] * 5


@rule("AO-8.1", "AO-4.5.4")
def test_the_introduction_has_no_legendary_pilots() -> None:
    """A stop in Africa is created with the strip of the city."""
    table = position(2, scenario="introduction").next_strip("Tangier", value=2)
    table.create("Latécoère", "Tangier", "Toulouse", "Salmson 2A2")
    assert (table.cubes_of("Latécoère", "Tangier"), table.decider) == (2, "Sabena")


@rule("AO-8.1", "AO-3.2", "AO-R37")
@pytest.mark.parametrize(
    ("wings", "first"),
    [
        ([{}, {}, {}, {}], "KLM"),
        ([{}, {"bronze": 1}, {"bronze": 1}, {}], "Luft Hansa"),
        ([{"bronze": 1}, {}, {"bronze": 1}, {"bronze": 1}], "Sabena"),
        ([{"bronze": 2}, {"bronze": 2}, {"bronze": 1}, {"bronze": 2}], "KLM"),
        ([{"bronze": 3}, {"gold": 1}, {"gold": 1}, {"gold": 1}], "Latécoère"),
        ([{"platinum": 1}, {"bronze": 4, "gold": 2}, {"bronze": 3, "gold": 2}, {"gold": 3}], "KLM"),
        ([{"diamond": 1}, {"platinum": 1, "gold": 3}, {"platinum": 2}, {"platinum": 1, "gold": 2}], "Luft Hansa"),
        ([{"bronze": 3, "gold": 2}, {"platinum": 1}, {"platinum": 1}, {"platinum": 1}], "Latécoère"),
    ],
)
def test_in_the_introduction_who_has_least_wings_is_first(wings: list[dict[str, int]], first: str) -> None:
    """A gold wing is worth 4 bronze ones, a platinum wing 12, a diamond 24.

    Sabena was first player: among equals come KLM, Luft Hansa, Latécoère and at last Sabena.
    """
    table = position(4, scenario="introduction")
    for company, numbers in zip(table.companies, wings, strict=True):
        table.wings(company, **numbers)
    table.s.first = 1
    table.s.turn = 1
    end_turn(table)
    assert (table.decider, table.s.first) == (first, table.seat(first))


@rule("AO-8.1", "AO-R37")
def test_among_equals_the_next_clockwise_is_around_the_table() -> None:
    """Luft Hansa, the last seat, was first player; all have a bronze wing."""
    table = position(4, scenario="introduction").at("Luft Hansa", turn=1)
    for company in table.companies:
        table.wings(company, bronze=1)
    assert end_turn(table).decider == "Latécoère"


@rule("AO-8.1", "AO-R37")
def test_wings_of_the_turn_count_for_the_next_first_player() -> None:
    """Supremacy over Africa makes Sabena richer than Latécoère, which was first."""
    table = position(2, scenario="introduction").stop("Tangier", Sabena=1)
    assert end_turn(table, 1).decider == "Latécoère"


@rule("AO-8.2", "AO-3.2")
@pytest.mark.parametrize("scenario", SCENARIOS[1:])
def test_elsewhere_wings_do_not_make_a_first_player(scenario: str) -> None:
    table = position(3, scenario=scenario)
    if scenario != "la_paz":
        table.wings("Latécoère", bronze=3)
    assert end_turn(table).decider == "Latécoère"


# La Paz


def to_la_paz(table: Table, effect: str | None = None, pilot: str = "a seasoned pilot") -> Table:
    """Latécoère flies from Santiago to La Paz, where a strip with this effect is revealed."""
    table.stop("Santiago", Latécoère=1).pilots("Latécoère", seasoned=1)
    table.next_strip("La Paz", value=None if effect else 2, effect=effect)
    return table.create("Latécoère", "La Paz", "Santiago", "Salmson 2A2", pilot)


@rule("AO-8.4", "AO-R38")
def test_the_first_stop_in_la_paz_wins_the_race() -> None:
    table = to_la_paz(position(4, scenario="la_paz"))
    assert table.state.done
    assert table.s.won[:4].tolist() == [1, 0, 0, 0]
    assert table.state.ranks() == [1, 2, 2, 2]
    assert table.wings_of("Latécoère") == {}


@rule("AO-8.4", "AO-R26")
def test_without_its_pilot_nobody_wins_the_race() -> None:
    """Repeated crashes: the stop is there, but the race goes on."""
    table = to_la_paz(position(4, scenario="la_paz"), "repeated crashes")
    assert (table.state.done, table.decider) == (False, "Sabena")
    assert table.cubes_of("Latécoère", "La Paz") > 0
    assert table.pilots_of("Latécoère", "used") == {}
    assert table.s.won.sum() == 0


@rule("AO-8.4", "AO-R26", "AO-4.5.4.1")
@pytest.mark.parametrize(
    ("choice", "won"), [("Feat of Henri Guillaumet: nothing is lost", True), ("Lose the pilot", False)]
)
def test_guillaumet_can_save_the_race(choice: str, won: bool) -> None:
    table = position(4, scenario="la_paz").legend("Latécoère", "Guillaumet")
    to_la_paz(table, "repeated crashes", "Henri Guillaumet").play("Latécoère", choice)
    assert table.state.done == won


@rule("AO-8.4")
def test_stops_in_other_cities_win_no_race() -> None:
    table = position(4, scenario="la_paz").next_strip("Brussels", value=2)
    table.create("Latécoère", "Brussels", "Toulouse", "Salmson 2A2")
    assert not table.state.done


@rule("AO-8.4", "AO-R38")
def test_after_five_turns_nobody_wins_the_race() -> None:
    """All are second, whatever stops they have."""
    table = end_turn(position(3, scenario="la_paz").stop("Dakar", KLM=3), 5)
    assert table.state.done
    assert table.state.ranks() == [2, 2, 2]
    assert table.state.winners() == []


@rule("AO-8.4")
def test_during_the_race_the_order_is_that_of_stop_points() -> None:
    """It is only what a spectator would say."""
    assert position(3, scenario="la_paz").stop("Dakar", KLM=3).state.ranks() == [2, 2, 1]


@rule("AO-8.5", "AO-R39", "AO-R65")
def test_a_stop_in_la_paz_ends_the_supremacy_scenario_at_once() -> None:
    """With its diamond and the effect of the strip; Sabena has more stop points and wins. No supremacy is marked."""
    table = position(4, scenario="supremacy").stop("Dakar", Sabena=2).stop("Natal", Sabena=1).stop("Tangier", Sabena=1)
    to_la_paz(table.logistics(Latécoère=5), "favorable encounter")
    assert table.state.done
    assert table.logistics_of("Latécoère") == 5 - 1 + 1
    assert [table.wings_of(company) for company in table.companies] == [{"diamond": 1}, {}, {}, {}]
    assert table.state.scores() == [3, 4, 1, 1]
    assert table.state.ranks() == [2, 1, 3, 3]
    assert table.s.won.sum() == 0


@rule("AO-8.5", "AO-R65", "AO-R26")
def test_it_ends_also_without_the_pilot() -> None:
    assert to_la_paz(position(4, scenario="supremacy"), "repeated crashes").state.done


@rule("AO-8.5", "AO-R65", "AO-R23")
def test_conversions_come_before_the_end() -> None:
    """Whoever gains the diamond may convert wings; then the game is over. A second stop there ends it as well."""
    table = to_la_paz(position(4, scenario="supremacy").wings("Latécoère", bronze=4))
    assert (table.state.done, table.phase) == (False, Phase.CONVERTING)
    table.play("Latécoère", "Keep the wings")
    assert table.state.done
    table = position(4, scenario="supremacy")
    table.s.diamond[0] = 1
    assert to_la_paz(table).state.done
    assert table.wings_of("Latécoère") == {}


@rule("AO-8.3", "AO-8.2", "AO-8.1", "AO-5.4")
@pytest.mark.parametrize("scenario", SCENARIOS[:3])
def test_elsewhere_the_game_goes_on_after_la_paz(scenario: str) -> None:
    table = to_la_paz(position(4, scenario=scenario))
    assert (table.state.done, table.decider) == (False, "Sabena")
    assert table.wings_of("Latécoère") == {"diamond": 1}


@rule("AO-8.3", "AO-3.1")
@pytest.mark.parametrize("players", [2, 5])
def test_a_campaign_in_which_all_pass(players: int) -> None:
    """Six turns, each with a registration and four rounds; then all have one stop."""
    table = dealt(players)
    for turn in range(1, 7):
        assert (table.s.turn, table.phase) == (turn, Phase.REGISTERING)
        for company in COMPANIES[:players]:
            table.play(company, "Stay away from the meeting")
        for action in range(1, 5):
            for company in COMPANIES[:players]:
                assert (table.s.action, table.state.done) == (action, False)
                table.play(company, "Pass")
    assert table.state.done
    assert table.state.scores() == [1] * players


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_option_says_turns_and_goal(scenario: str) -> None:
    """As the data pack has them."""
    game = position(2, scenario=scenario).game
    says = next(part for part in Options.fields["scenario"].doc.split("; ") if scenario in part)
    assert f"{scenario}, {TURNS[scenario]} turns" in says
    assert goal_words(game) in says
    assert ("La Paz" in says) == (not any(wings_of_goal(game)))


@pytest.mark.parametrize("goal", ["long", "longest"])
def test_the_option_says_the_longer_goals(goal: str) -> None:
    game = position(2, goal=goal).game
    assert f"{goal}, {goal_words(game)}" in Options.fields["goal"].doc
