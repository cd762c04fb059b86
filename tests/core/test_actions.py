"""The action table: ranges without gaps, words both ways, errors for people."""

from __future__ import annotations

import pytest

from mailwing import envs
from mailwing.envs._core.actions import ActionRange, ActionTable
from mailwing.envs._core.game import Game


def words(prefix: str) -> ActionRange:
    return ActionRange(prefix, 0, 3, prefix, lambda game, s, k: f"{prefix} {k + 1}")


TABLE = ActionTable(
    ActionRange("fly", 0, 12, "Fly", lambda game, s, k: f"Fly route {k + 1}"),
    ActionRange("land", 12, 1, "Land", lambda game, s, k: "Land"),
    ActionRange("look", 13, 1, "Look", lambda game, s, k: "Look around"),
)


@pytest.fixture(scope="module")
def game() -> Game:
    return envs.load("two_ply")


def test_the_table_knows_its_size_and_ranges() -> None:
    assert TABLE.size == 14
    assert TABLE.range_of(0).name == "fly"
    assert TABLE.range_of(11).name == "fly"
    assert TABLE.range_of(12).name == "land"


@pytest.mark.parametrize("action", [-1, 14])
def test_there_is_no_range_for_an_unknown_action(action: int) -> None:
    with pytest.raises(IndexError, match=rf"no action {action}; the actions are 0 to 13"):
        TABLE.range_of(action)


@pytest.mark.parametrize("start", [0, 2, 4])
def test_a_gap_or_overlap_is_refused(start: int) -> None:
    second = ActionRange("second", start, 2, "", lambda game, s, k: "")
    with pytest.raises(ValueError, match=rf"'second' starts at {start}, expected 3"):
        ActionTable(words("first"), second)


def test_a_repeated_name_is_refused() -> None:
    again = ActionRange("first", 3, 2, "", lambda game, s, k: "")
    with pytest.raises(ValueError, match="same name"):
        ActionTable(words("first"), again)


def test_describe_says_the_words(game: Game) -> None:
    assert TABLE.describe(game, None, 4) == "Fly route 5"
    assert TABLE.describe(game, None, 12) == "Land"


@pytest.mark.parametrize(
    ("text", "action"),
    [("Land", 12), ("  land ", 12), ("lan", 12), ("LOOK", 13), ("12", 12), ("3", 3), ("fly route 1", 0)],
)
def test_parse_takes_words_beginnings_and_numbers(game: Game, text: str, action: int) -> None:
    assert TABLE.parse(game, None, range(14), text) == action


def test_whole_words_win_over_beginnings(game: Game) -> None:
    """'Fly route 1' also begins 'Fly route 10', but says one action exactly."""
    assert TABLE.parse(game, None, [0, 9, 10], "Fly route 1") == 0


def test_beginnings_that_end_with_a_word_win_over_others(game: Game) -> None:
    """'Fly the F.II' begins both, but in one of them it is a whole name."""
    names = ("F.II for 2 logistics", "F.III for 1 logistics")
    table = ActionTable(ActionRange("fly", 0, 2, "Fly", lambda game, s, k: f"Fly the {names[k]}"))
    assert table.parse(game, None, [0, 1], "fly the f.ii") == 0
    assert table.parse(game, None, [0, 1], "Fly the F.III") == 1
    with pytest.raises(ValueError, match="could mean several"):
        table.parse(game, None, [0, 1], "Fly the")


def test_every_action_parses_back_from_its_words(game: Game) -> None:
    for action in range(TABLE.size):
        assert TABLE.parse(game, None, range(TABLE.size), TABLE.describe(game, None, action)) == action


def test_ambiguous_words_are_refused_with_candidates(game: Game) -> None:
    with pytest.raises(ValueError, match=r"two_ply: 'Fly' could mean several actions; try: .*Fly route"):
        TABLE.parse(game, None, range(14), "Fly")


def test_a_misspelling_gets_near_misses(game: Game) -> None:
    with pytest.raises(ValueError, match=r"'Lnd' is none of the legal actions; try: Land"):
        TABLE.parse(game, None, range(14), "Lnd")


@pytest.mark.parametrize("text", ["", "   ", "zzz"])
def test_nonsense_lists_some_legal_actions(game: Game, text: str) -> None:
    with pytest.raises(ValueError, match=r"none of the legal actions; try: Fly route 3; Land"):
        TABLE.parse(game, None, [2, 12], text)


@pytest.mark.parametrize("number", ["5", "-1", "99"])
def test_an_illegal_number_lists_the_legal_ones(game: Game, number: str) -> None:
    with pytest.raises(ValueError, match=rf"action {number} is not legal now; legal: 2, 12"):
        TABLE.parse(game, None, [2, 12], number)
