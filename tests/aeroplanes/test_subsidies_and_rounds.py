"""Income, rounds, the first player die, subsidies and the token."""

from __future__ import annotations

import pytest

from mailwing.envs.aeroplanes.state import Phase
from mailwing.envs.aeroplanes.testing import Table, dealt, position

rule = pytest.mark.rule


def subsidies_from(table: Table, letters: str) -> Table:
    """These seats take a subsidy each, one after another."""
    for letter in letters:
        table.play(letter, "Take a subsidy")
    return table


@rule("AE-2.3")
@pytest.mark.parametrize(
    ("home", "income"), [("Paris", 11), ("Berlin", 14), ("London", 12), ("Amsterdam", 12), ("Zürich", 12), ("Rome", 13)]
)
def test_the_first_income_depends_on_the_home(home: str, income: int) -> None:
    others = [city for city in ("London", "Amsterdam", "Zürich") if city != home][:2]
    table = dealt(3).homes(home, *others)
    assert table.cash("A") == income
    assert [table.cash(letter) for letter in "BC"] == [12, 12]


@rule("AE-2.4", "AE-2.5", "AE-2.1", "AE-2.2")
@pytest.mark.parametrize(("era", "income"), [(2, 22), (3, 32)])
def test_later_incomes_do_not_and_come_on_top_of_what_is_left(era: int, income: int) -> None:
    table = position(homes=("Paris", "Berlin", "Rome")).era(era - 1).money(A=0, B=5, C=1).subsidies(0)
    table.play("A", "Take the token")
    assert table.s.era == era
    assert [table.cash(letter) for letter in "ABC"] == [income, income + 5, income + 1]
    assert table.s.subsidies == 8
    assert table.s.round_number == 1


@rule("AE-2.6", "AE-2.10")
def test_a_round_goes_clockwise_one_action_each() -> None:
    table = position(4).turn("C", first="C").die(2)
    assert subsidies_from(table, "CDA").decider == "B"
    assert table.s.round_number == 1
    assert table.phase == Phase.ACTION


@rule("AE-2.7")
@pytest.mark.parametrize(
    ("players", "first", "die", "next_one"),
    [
        (4, "A", 1, "B"),
        (4, "A", 4, "A"),
        (4, "A", 6, "C"),
        (4, "C", 3, "B"),
        (3, "A", 3, "A"),
        (3, "B", 5, "A"),
        (5, "D", 2, "A"),
        (5, "A", 6, "B"),
    ],
)
def test_the_die_is_passed_left_by_as_many_as_it_shows(players: int, first: str, die: int, next_one: str) -> None:
    """With four players a 1 makes the left neighbour first player, and a 4 comes back."""
    table = position(players)
    last = "ABCDE"[(table.seat(first) - 1) % players]
    table.turn(last, first=first).die(die).play(last, "Take a subsidy")
    assert table.decider == next_one
    assert table.s.die == die
    assert table.s.round_number == 2
    subsidies_from(table, next_one)
    assert table.decider == "ABCDE"[(table.seat(next_one) + 1) % players], "from there on clockwise"


@rule("AE-2.6", "AE-2.7")
def test_everybody_acts_once_in_each_round() -> None:
    """Two rounds of three: the die always comes back to A, who has rolled a 3."""
    table = position()
    for number in (1, 2):
        for letter in "ABC":
            assert table.s.round_number == number
            table.die(3).play(letter, "Take a subsidy")
    assert (table.decider, int(table.s.round_number)) == ("A", 3)


@rule("AE-2.7")
def test_nobody_knows_what_the_dice_will_show() -> None:
    """All that lies open stays as it is when a position is dealt anew for a seat; the die may show anything."""
    table, shown = position().turn("C"), set[int]()
    for seed in range(60):
        trial = table.state.redeal(0, seed)
        trial.apply(trial.parse("Take a subsidy"))
        shown.add(int(trial.record.die))
    assert shown == {1, 2, 3, 4, 5, 6}


@rule("AE-2.3", "AE-2.4", "AE-3.1.1", "AE-6.1")
def test_what_seats_and_the_box_hold_is_what_the_bank_gave() -> None:
    """Income, a purchase, a subsidy and the income of the next era."""
    table = dealt().homes("London", "Berlin", "Rome")
    for words in ("Buy 1 Airco", "Take a subsidy", "Take Daring Pilot", "Take a subsidy"):
        assert table.s.bank == table.s.money.sum() + table.s.subsidies > 0
        table.state.apply(table.state.parse(words))
    while table.s.era == 1:
        table.state.apply(table.state.parse("Take a subsidy" if table.s.subsidies else "Take the token"))
    assert table.s.bank == table.s.money.sum() + table.s.subsidies == table.s.money.sum() + 8


@rule("AE-2.10")
def test_one_of_the_five_actions_must_be_taken() -> None:
    """A could do any of them; B, without money, tiles and aeroplanes, has only the subsidy."""
    table = position().money(A=5).tiles("A", "I").plane("A", 1).waiting("London", 1, "London")
    starts = {words.split()[0] for words in table.choices()}
    assert starts == {"Buy", "Place", "Claim", "Take", "Roll"}
    assert table.turn("B").choices() == ["Take a subsidy of £1"]


@rule("AE-6.1")
def test_a_subsidy_is_a_bond_out_of_the_box() -> None:
    table = position().play("A", "Take a subsidy")
    assert table.cash("A") == 1
    assert table.s.subsidies == 7
    assert table.decider == "B"


@rule("AE-6.2", "AE-R18", "AE-R54")
def test_the_token_can_be_taken_only_when_no_bond_is_left() -> None:
    """And even then only by whoever chooses to."""
    table = position().subsidies(1).money(B=1)
    assert table.choices("Take a s") == ["ubsidy of £1"]
    assert "Take the token, which ends the era" not in table.choices()
    table.play("A", "Take a subsidy")
    assert "Take the token, which ends the era" in table.choices()
    assert "Take a subsidy of £1" not in table.choices()
    table.play("B", "Take Daring Pilot")
    assert table.s.era == 1
    assert table.choices() == ["Take the token, which ends the era"], "C is forced"


@rule("AE-6.3", "AE-2.8", "AE-2.9", "AE-R18", "AE-R36")
def test_the_token_ends_the_era_at_once_and_its_taker_leads_the_next() -> None:
    """B takes it second: C does not act any more, nobody rolls, and no £1 goes with it."""
    table = position().turn("B").subsidies(0)
    table.s.die = 3
    table.play("B", "Take the token")
    assert table.s.era == 2
    assert table.decider == "B"
    assert table.cash("B") == 22
    assert table.s.die == 0
    assert table.s.acted == 0
    subsidies_from(table, "BC")
    assert table.decider == "A"


@rule("AE-2.9", "AE-2.1")
def test_after_the_third_era_the_game_is_over() -> None:
    table = position().era(3).subsidies(0).play("A", "Take the token")
    assert table.state.done
    assert not table.state.limit_reached
    assert table.cash("A") == 0, "no income any more"


@rule("AE-R52", "AE-R25")
def test_an_era_ends_with_its_last_round() -> None:
    """The die is rolled once more, and its new holder leads."""
    table = position(round_limit=5)
    for number in range(1, 5):
        assert table.s.round_number == number
        table.turn("C", first="A").die(6).subsidies(9).play("C", "Take a subsidy")
    assert table.s.era == 1
    table.turn("C", first="A").die(2).play("C", "Take a subsidy")
    assert table.s.era == 2
    assert table.s.round_number == 1
    assert table.decider == "C"
    assert table.cash("C") >= 22


@rule("AE-R52")
def test_at_the_limit_of_the_third_era_the_game_ends_as_it_stands() -> None:
    table = position(round_limit=5).era(3).airports("A", "Cairo").turn("C", first="A")
    table.s.round_number = 5
    table.play("C", "Take a subsidy")
    assert table.state.done
    assert table.state.limit_reached
    assert table.state.scores() == [4 + 2, 2, 2], "Africa, and three homes that share 5 and 3"


@rule("AE-R52", "AE-2.9")
def test_when_the_game_has_ended_nothing_is_under_way_any_more() -> None:
    """The last action of the last round is a claim, and no aeroplane is left to be chosen."""
    table = position(round_limit=5).plane("C", 12).era(3).turn("C", first="A").waiting("Rome", 1, "Rome")
    table.s.round_number = 5
    table.play("C", "Claim", "Aboard 12")
    assert (int(table.s.done), int(table.s.limit_reached)) == (1, 1)
    assert table.phase == Phase.ACTION


@rule("AE-R52")
def test_the_limit_of_rounds_is_sixty() -> None:
    assert position().game.options[0].round_limit == 60
