"""`mailwing tune`: searching for numbers, and probing those that a bot has."""

from __future__ import annotations

import json

import pytest

from mailwing.cli import main


def test_a_probe_says_what_a_number_changes(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["tune", "ab_die_post", "adept", "--probe", "--deals", "3", "--threads", "1"]
    name = known_number()
    assert main([*asked, "--numbers", name]) == 0
    told = capsys.readouterr().out
    assert told.startswith(
        "Ab die Post!, adept at tables of 3 × adept: each of 1 numbers moved alone, 12 games a value"
    )
    assert f"\n{name} " in told
    assert "0 of 1 numbers beat the bot beyond doubt" in told
    assert main([*asked, "--numbers", name, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["bot"], found["players"], found["deals"]) == ("ab_die_post", "adept", 4, 3)
    assert found["numbers"][0]["name"] == name
    assert len(found["numbers"][0]["trials"]) >= 10


def known_number() -> str:
    """The first number of the bot."""
    from mailwing.envs._core.faces.opponents import find_bot

    return find_bot("ab_die_post", "adept").names[0]


def test_a_search_prints_numbers_as_a_table_that_can_be_kept(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["tune", "ab_die_post", "adept", "--against", "novice", "--generations", "1", "--population", "4"]
    asked += ["--elite", "2", "--deals", "2", "--threads", "1", "--seed", "3"]
    assert main(asked) == 0
    told = capsys.readouterr()
    assert "[adept]\n" in told.out
    assert f"\n{known_number()} = " in told.out
    assert "generation 1 of 1: win rate" in told.err
    assert main([*asked, "--json"]) == 0
    assert known_number() in json.loads(capsys.readouterr().out)["numbers"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ab_die_post", "adpet", "--probe"], "unknown opponent 'adpet'"),
        (["ab_die_post", "adept", "--against", "novise"], "unknown opponent 'novise'"),
        (["ab_die_post", "adept", "--probe", "--numbers", "luck"], "has no number 'luck'"),
        (["ab_die_post", "random", "--probe"], "the numbers of the bot 'random' have no names"),
        (["ab_die_post", "adept", "--probe", "--deals", "0"], "deals=0 is not a whole number"),
        (
            ["ab_die_post", "adept", "--against", "novice", "--deals", "0"],
            "tune: deals=0 is not a whole number",
        ),
        (
            ["ab_die_post", "adept", "--against", "novice", "--elite", "65"],
            "elite=65 is more than the population",
        ),
        (["ab_die_post", "adept", "--against", "novice", "--spread", "0"], "spread=0.0 must be above 0"),
        (["ab_die_post", "random", "--against", "novice"], "have no names; there is nothing to tune"),
    ],
)
def test_bad_input_is_refused_in_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", *words]) == 2
    assert said in capsys.readouterr().err
