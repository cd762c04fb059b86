"""Continental supremacy at the end of a turn."""

from __future__ import annotations

import pytest

from mailwing.envs.aeropostale.state import Event, Phase
from mailwing.envs.aeropostale.testing import Table, position

rule = pytest.mark.rule
TO_GOLD = "Convert 4 bronze wings into 1 gold"
TO_PLATINUM = "Convert 3 gold wings into 1 platinum"


def last_action(table: Table, first: str = "Latécoère") -> Table:
    """The first player is about to begin the last round of actions; the others follow."""
    return table.at(first, action=4)


def end_turn(table: Table, first: str = "Latécoère") -> list[dict[str, int]]:
    """All pass in the last round; the wings of each company."""
    last_action(table, first)
    for _ in range(table.game.players):
        table.play(table.decider, "Pass")
    return [table.wings_of(company) for company in table.companies]


@rule("AO-3.8", "AO-5.6", "AO-R36")
def test_the_example_sabena_has_more_stops_than_klm() -> None:
    """Eight cubes each in Europe: Sabena with Barcelona 3, Berlin 2 and Brussels, KLM with Toulouse 5 and Amsterdam."""
    table = position().stop("Barcelona", Sabena=3).stop("Berlin", Sabena=2).stop("Toulouse", KLM=5)
    assert end_turn(table) == [{}, {"gold": 1}, {}, {}]


@rule("AO-5.6", "AO-R36")
def test_most_cubes_on_a_continent() -> None:
    """More stops help only among equals: KLM has 9 cubes in Europe, Sabena 8 at three stops."""
    table = position().stop("Barcelona", Sabena=3).stop("Berlin", Sabena=2).stop("Toulouse", KLM=6)
    assert end_turn(table) == [{}, {}, {"gold": 1}, {}]


@rule("AO-5.6", "AO-R36")
def test_equal_cubes_and_equal_stops_earn_nobody_a_wing() -> None:
    """As at the beginning of the game in Europe; and where nobody has a cube there is nothing to win."""
    assert end_turn(position()) == [{}] * 4


@rule("AO-5.6", "AO-R36")
@pytest.mark.parametrize("strong", ["Latécoère", "Sabena", "KLM"])
def test_a_tie_of_others_is_nothing_to_who_has_most(strong: str) -> None:
    """Whoever comes before or after them at the table."""
    table = position(3).stop("Dakar", Latécoère=2, Sabena=2, KLM=2)
    table.s.cubes[table.seat(strong), table.cities["Dakar"]] = 3
    assert end_turn(table) == [{"gold": 1} if company == strong else {} for company in table.companies]


@rule("AO-5.6", "AO-R36")
def test_a_tie_of_the_strongest_is_one_whatever_the_third_has() -> None:
    table = position(3).stop("Dakar", Latécoère=3, Sabena=1, KLM=3)
    assert end_turn(table) == [{}] * 3


@rule("AO-5.6", "AO-3.8")
def test_a_wing_for_each_continent() -> None:
    """Europe, with Barcelona, Africa, with Tangier on the other side of the sea, and South America."""
    table = position().stop("Barcelona", Luft_Hansa=1).stop("Tangier", KLM=1).stop("Natal", Latécoère=2, Sabena=1)
    assert end_turn(table) == [{"gold": 1}, {}, {"gold": 1}, {"gold": 1}]


@rule("AO-5.6", "AO-3.8")
def test_one_company_may_win_all_three() -> None:
    table = position().stop("Barcelona", KLM=1).stop("Tangier", KLM=1).stop("Natal", KLM=1)
    end_turn(table)
    assert (table.decider, table.wings_of("KLM")) == ("KLM", {"gold": 3})
    assert table.choices() == [TO_PLATINUM, "Keep the wings"]


@rule("AO-5.6", "AO-R19")
def test_a_monopoly_counts_as_the_maximum_of_the_city() -> None:
    """Tangier holds 6: as much as Sabena's 6 cubes in Dakar; a monopoly is 3 stop points, two stops are 2."""
    table = position(2).stop("Dakar", Sabena=6).monopoly("Latécoère", "Tangier")
    assert end_turn(table) == [{"gold": 1}, {}]
    table = position(2).stop("Dakar", Sabena=7).monopoly("Latécoère", "Tangier")
    assert end_turn(table) == [{}, {"gold": 1}]
    table = position(2, africa="harder").stop("Dakar", Sabena=6).monopoly("Latécoère", "Tangier")
    assert end_turn(table) == [{}, {"gold": 1}]


@rule("AO-5.6", "AO-R36")
def test_a_monopoly_is_three_stop_points_among_equals() -> None:
    """Nobody wins against three stops of as many cubes."""
    table = position(2).monopoly("Latécoère", "Tangier")
    table.stop("Dakar", Sabena=2).stop("Nouakchott", Sabena=2).stop("Casablanca", Sabena=2)
    assert end_turn(table) == [{}, {}]


@rule("AO-5.6")
def test_stops_on_other_continents_decide_nothing() -> None:
    """Equal in Africa, where each has one stop; Sabena has others in South America."""
    table = position(2).stop("Dakar", Latécoère=2, Sabena=2).stop("Natal", Sabena=1)
    assert end_turn(table) == [{}, {"gold": 1}]


@rule("AO-3.8", "AO-5.6")
def test_supremacy_is_marked_once_in_a_turn() -> None:
    table = position(2).stop("Dakar", Sabena=1)
    for _ in range(7):
        table.play(table.decider, "Pass")
        assert table.wings_of("Sabena") == {}
    table.play(table.decider, "Pass")
    assert table.wings_of("Sabena") == {"gold": 1}
    assert (table.s.turn, table.phase, table.s.gained) == (3, Phase.REGISTERING, 0)


@rule("AO-8.4", "AO-R38", "AO-5.6")
def test_in_the_race_there_is_no_supremacy() -> None:
    assert end_turn(position(2, scenario="la_paz").stop("Dakar", Sabena=1)) == [{}, {}]


@rule("AO-8.1", "AO-5.6", "AO-3.8")
def test_in_the_introduction_there_is() -> None:
    assert end_turn(position(2, scenario="introduction").stop("Dakar", Sabena=1)) == [{}, {"gold": 1}]


# Conversions at the end of a turn


@rule("AO-R63", "AO-5.7")
def test_those_who_gained_convert_in_turn_order() -> None:
    """KLM is first player; Sabena gained nothing and is not asked, though it has four bronze wings."""
    table = position().stop("Barcelona", Luft_Hansa=1).stop("Tangier", KLM=1).stop("Natal", Latécoère=1)
    for company in table.companies:
        table.wings(company, bronze=4, gold=1)
    end_turn(table, "KLM")
    assert (table.decider, table.phase, table.s.event) == ("KLM", Phase.CONVERTING, Event.SUPREMACY)
    assert (table.s.turn, table.s.action) == (2, 4)
    table.play("KLM", TO_GOLD)
    assert (table.decider, table.choices()) == ("KLM", [TO_PLATINUM, "Keep the wings"])
    table.play("KLM", TO_PLATINUM).play("Luft Hansa", "Keep the wings").play("Latécoère", TO_GOLD, "Keep the wings")
    assert (table.s.turn, table.phase) == (3, Phase.REGISTERING)
    assert [table.wings_of(company) for company in table.companies] == [
        {"gold": 3},
        {"bronze": 4, "gold": 1},
        {"platinum": 1},
        {"bronze": 4, "gold": 2},
    ]


@rule("AO-R63", "AO-5.7")
def test_who_gained_nothing_is_not_asked() -> None:
    """Latécoère, Sabena and KLM have gold wings to convert, Luft Hansa alone has gained one."""
    table = position().stop("Tangier", Luft_Hansa=1)
    for company in table.companies:
        table.wings(company, gold=3)
    end_turn(table)
    assert table.decider == "Luft Hansa"
    table.play("Luft Hansa", "Keep the wings")
    assert table.s.turn == 3


@rule("AO-R63", "AO-3.2")
def test_the_winner_of_the_meeting_converts_first() -> None:
    """Who becomes first player in the fourth phase is first in the sixth."""
    table = position(2).stop("Barcelona", Sabena=1).stop("Tangier", Latécoère=1)
    table.wings("Latécoère", bronze=4).wings("Sabena", bronze=4).pilots("Sabena", rookie=2).pilots(
        "Sabena", "used", rookie=1
    )
    table.s.registered[1], table.s.sent[1] = 1, 0
    end_turn(table)
    assert table.decider == "Sabena"
    table.play("Sabena", "Keep the wings").play("Latécoère", "Keep the wings")
    assert table.decider == "Sabena"


@rule("AO-R34", "AO-5.7")
def test_a_fourth_gold_wing_of_supremacy_is_lost_if_it_is_not_converted() -> None:
    table = position(2).stop("Tangier", Latécoère=1).wings("Latécoère", gold=3)
    end_turn(table)
    table.play("Latécoère", "Keep the wings")
    assert table.wings_of("Latécoère") == {"gold": 3}
    table = position(2).stop("Tangier", Latécoère=1).wings("Latécoère", gold=3)
    end_turn(table)
    table.play("Latécoère", TO_PLATINUM)
    assert table.wings_of("Latécoère") == {"gold": 1, "platinum": 1}
    assert table.s.turn == 3


@rule("AO-R63", "AO-R35")
def test_nobody_has_won_before_all_have_converted() -> None:
    """The gold wing of Europe completes Latécoère's goal, those of the other continents Sabena's.

    Both have won, and stop points decide between them.
    """
    table = position(2).stop("Barcelona", Latécoère=1).stop("Tangier", Sabena=1).stop("Natal", Sabena=1)
    table.wings("Latécoère", bronze=4, gold=2, platinum=1).wings("Sabena", bronze=4, gold=1, platinum=1)
    end_turn(table)
    assert table.wings_of("Latécoère") == table.wings_of("Sabena") == {"bronze": 4, "gold": 3, "platinum": 1}
    assert (table.decider, table.state.done) == ("Latécoère", False)
    table.play("Latécoère", "Keep the wings")
    assert (table.decider, table.state.done) == ("Sabena", False)
    table.play("Sabena", "Keep the wings")
    assert table.state.done
    assert table.s.won[:2].tolist() == [1, 1]
    assert table.state.ranks() == [2, 1]


@rule("AO-R63", "AO-R35")
def test_who_converts_the_goal_away_has_not_won() -> None:
    """The goal is looked for after all conversions."""
    table = position(2).stop("Tangier", Latécoère=1).wings("Latécoère", bronze=4, gold=2, platinum=1)
    end_turn(table)
    table.play("Latécoère", TO_PLATINUM)
    table.play("Latécoère", "Keep the wings")
    assert not table.state.done
