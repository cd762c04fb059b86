"""What a person may ask for at the table: choices explained, refused, taken back, saved and gone on with."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from cli.test_play import Person

from mailwing import cli, envs
from mailwing.agents import View
from mailwing.agents.human import Human, QuitGame, choices
from mailwing.agents.outlook import makes_no_difference
from mailwing.cli.at_table import AtTable, TakenBack, reveals
from mailwing.envs import Replay
from mailwing.envs._core.position import Position
from mailwing.envs.ab_die_post.testing import position

TABLE = ["play", "ab_die_post", "--agents", "human,random,random", "--seed", "4"]


@pytest.fixture
def type_answers(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let `input` give these answers, then Ctrl-D."""

    def give(*answers: str) -> None:
        monkeypatch.setattr("builtins.input", Person(*answers).ask)

    return give


def aeroplanes() -> Position:
    """A game of Aeroplanes in which everybody has a home, and the seat to decide an airport tile to place."""
    state = envs.load("aeroplanes", players=3).new(3)
    for said in ("London", "Berlin", "Rome", "Buy 1", "Buy 2", "Buy 3"):
        state.apply(state.parse(said))
    assert state.describe(state.parse("place")) == "Place a Stage I airport"
    return state


def at_table(state: Position) -> AtTable:
    return AtTable(state, [Human()] * state.game.players, ["human"] * state.game.players)


# Finding and explaining choices


@pytest.mark.parametrize("said", ["paris", "Home in Paris", "in paris", "PARIS home", "3"])
def test_a_choice_is_found_by_any_of_its_words(said: str) -> None:
    state = envs.load("aeroplanes", players=3).new(3)
    assert Person(said).agent().act(View(state)) == 3


def test_letters_need_no_accents() -> None:
    state = envs.load("aeroplanes", players=3).new(3)
    assert state.describe(state.parse("zurich")) == "Home in Zürich"


def test_what_an_action_leads_to_is_explained() -> None:
    """What is certain is said; what the dice or cards decide, with its share; and who decides next."""
    state = envs.load("ab_die_post").new(0)
    state.apply(0)
    person = Person("? draw", "?stop", "? 1", "1")
    person.agent().act(View(state))
    drawing, stopping, again = (said for said in person.heard if "  (" in said.splitlines()[0])
    assert drawing.startswith("0  Draw another card  (")
    assert re.search(r"^  about \d+ %: draws a (1|2|red 3)$", drawing, re.MULTILINE)
    assert "  you decide next: Draw another card, Stop drawing" in drawing
    assert stopping == again
    assert "  next to decide: seat " in stopping


def test_a_choice_that_is_not_possible_is_named() -> None:
    state = envs.load("ab_die_post").new(0)
    state.apply(0)
    person = Person("? land", "5", "? 999", "land", "1")
    person.agent().act(View(state))
    said = "\n".join(person.heard)
    assert said.count("'5 Land' is not possible now") == 3
    assert "action 999 is not legal now" in said


def test_several_choices_that_are_not_possible_are_named() -> None:
    state = aeroplanes()
    person = Person("? claim london", "subsidy")
    person.agent().act(View(state))
    refused = next(said for said in person.heard if "Claim London passenger 1" in said).splitlines()
    assert len(refused) == 4
    assert all(" is not possible now: " in line for line in refused)


def test_the_help_fits_a_terminal_and_lists_keys_and_sections() -> None:
    for game_id in ("aeroplanes", "ab_die_post", "aeropostale", "air_postal"):
        state = envs.load(game_id).new(1)
        state.play_forced()
        person = Person("?", "q")
        with pytest.raises(QuitGame):
            person.agent().act(View(state))
        help_text = next(said for said in person.heard if said.startswith("Type the number"))
        assert max(map(len, help_text.splitlines())) <= 80
    assert "  d operations board" in help_text


def test_a_section_of_the_details_can_be_asked_for() -> None:
    state = aeroplanes()
    person = Person("d rolls", "d nothing", "subsidy")
    person.agent().act(View(state))
    (rolls,) = (said for said in person.heard if said.startswith("Rolls:"))
    assert "red 12+ (35 %)" in rolls
    assert "Passengers" not in rolls


def test_many_choices_stand_in_columns_of_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as there is room, which there is not beside what they lead to."""
    state = aeroplanes()
    assert "     6  Buy 4 Airco DH.16 for £2: 1×I, 2 seats" in choices(View(state))
    monkeypatch.setattr(View, "prospect", lambda self, action: "")
    lines = choices(View(state))
    assert len(lines) < len(state.legal())
    assert max(map(len, lines)) <= 80
    for action in state.legal():
        assert any(f"{action} {state.describe(action)}" in line for line in lines)


def test_a_table_is_printed_once_a_turn_and_then_what_has_changed() -> None:
    """The second decision of a turn shows only lines that are new; `t` and another seat's turn show all of it."""
    state = envs.load("ab_die_post").new(0)
    state.apply(0)
    person = Person("0", "t", "0", "0")
    human = person.agent()
    state.apply(human.act(View(state)))
    first, person.heard[:] = list(person.heard), []
    human.act(View(state))
    changed, whole = (said for said in person.heard if said.startswith("\n"))
    assert first[0].count("section") == whole.count("section") == 1
    assert "section" not in changed
    assert f"seat {state.seat}: drew 2 cards; another one?" in changed
    person.heard.clear()
    human.look_again()
    human.act(View(state))
    assert person.heard[0] == whole


# Nothing to choose


@pytest.mark.parametrize(("hand", "matters"), [(("red 3", "2", "2", "1"), False), (("red 3", "red 3", "2", "2"), True)])
def test_a_repair_that_takes_the_whole_hand_is_no_choice(hand: tuple[str, ...], matters: bool) -> None:
    """8 points for the inner lane: with 8 in the hand all is paid in whatever order, with 10 a card may be kept."""
    table = position(players=3).planes(A="inner 3").hand("A", *hand).fly("A", "black")
    assert len(table.state.legal()) > 1
    assert makes_no_difference(table.state) != matters


def test_what_makes_no_difference_is_played_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    table = position(players=3).planes(A="inner 3").hand("A", "red 3", "2", "2", "1").fly("A", "black")
    at = at_table(table.state)
    at._decision()
    said = capsys.readouterr().out.splitlines()
    assert said == ["seat 0 (human): Pay a 1 [whatever is chosen, it comes to the same]", "    1 of 8 points paid"]


# Taking back


def play(at: AtTable, said: str) -> None:
    """A person at the table says what to play."""
    at._remember(at.state.seat)
    before, action = at.state.copy(), at.state.parse(said)
    at.state.apply(action)
    at._tell(before, action, "")


def test_choices_are_taken_back_one_by_one_until_something_is_known() -> None:
    """The tile, then its destination may be changed; when it has landed and another seat has played, no more."""
    at = at_table(aeroplanes())
    assert at.take_back() == "There is no choice to take back."
    start = at.state.to_bytes()
    play(at, "place")
    then = at.state.to_bytes()
    play(at, "to frankfurt" if "To Frankfurt" in map(at.state.describe, at.state.legal()) else "to vienna")
    for expected in (then, start):
        with pytest.raises(TakenBack, match=r"^Taken back: (To|Place a) "):
            at.take_back()
        assert at.state.to_bytes() == expected
    assert at.happened() == "Nothing has been played yet."


def test_what_dice_or_cards_have_decided_is_not_taken_back() -> None:
    state = envs.load("ab_die_post").new(0)
    state.apply(0)
    at = at_table(state)
    play(at, "draw another")
    assert at.take_back() == "'Draw another card' cannot be taken back: dice or cards have decided since."


def test_choices_of_others_are_not_taken_back() -> None:
    at = at_table(aeroplanes())
    first = at.state.seat
    play(at, "subsidy")
    assert at.take_back() == f"The last choice was that of seat {first}; only your own can be taken back."


def test_nothing_is_taken_back_once_others_have_chosen() -> None:
    at = at_table(aeroplanes())
    first = at.state.seat
    at.people.clear()
    at.people.add(first)
    while not at._marks or at.state.seat != first:
        play(at, "subsidy")
    assert re.fullmatch(r"'Take a subsidy of £1' cannot be taken back: seat \d has chosen since.", at.take_back())


def test_what_was_hidden_cannot_be_unlearnt() -> None:
    """Who registers for a meeting of L'Aéropostale is secret until the last one has chosen, and known then."""
    state = envs.load("aeropostale", players=2, scenario="short").new(1)
    first = state.copy()
    state.apply(state.parse("stay away"))
    assert first.seat != state.seat
    last = state.copy()
    state.apply(state.parse("stay away"))
    assert reveals(last, state)


def test_a_choice_taken_back_is_not_in_the_replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], type_answers: Callable[..., None]
) -> None:
    file = tmp_path / "game.json"
    type_answers("london", "berlin", "rome", "buy 1", "buy 2", "buy 3", "place", "undo", "subsidy", "q")
    words = ["play", "aeroplanes", "--agents", "human,human,human", "--seed", "3", "--save", str(file)]
    assert cli.main(words) == 0
    assert "Taken back: Place a Stage I airport" in capsys.readouterr().out
    replay = Replay.load(file)
    replay.check()
    assert len(replay.actions) == 7


def test_what_has_happened_can_be_read_again(
    capsys: pytest.CaptureFixture[str], type_answers: Callable[..., None]
) -> None:
    type_answers("stop", "l")
    assert cli.main([*TABLE, "--quiet"]) == 0
    said = capsys.readouterr().out
    assert said.count("seat 0 (human): Stop drawing") == 1
    assert "(random): " in said


# Saving and going on


def test_a_saved_game_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], type_answers: Callable[..., None]
) -> None:
    """It has the agents of the file, and is saved to the same file again."""
    file = tmp_path / "game.json"
    type_answers("draw another", f"s {file}", "q")
    assert cli.main(TABLE) == 0
    assert f"Saved; go on with: mailwing play --resume {file}" in capsys.readouterr().out
    before = Replay.load(file)
    type_answers("stop", "q")
    assert cli.main(["play", "--resume", str(file)]) == 0
    said = capsys.readouterr().out
    assert "seat 0: human  seat 1: random  seat 2: random" in said
    assert f"{file} goes on after {len(before.actions)} decisions." in said
    after = Replay.load(file)
    assert after.actions[: len(before.actions)] == before.actions
    assert len(after.actions) > len(before.actions)
    after.check()
    assert cli.main(["play", "ab_die_post", "--resume", str(file), "--agents", "random", "--quiet"]) == 0
    assert Replay.load(file).scores is not None


def test_saving_needs_a_file_that_can_be_written(tmp_path: Path) -> None:
    at = at_table(aeroplanes())
    assert at.save() == "Name a file, such as: save game.json"
    assert at.save(str(tmp_path / "no" / "game.json")).startswith("Not saved: ")
    assert at.save(str(tmp_path / "game.json")).startswith("Saved; ")


@pytest.mark.parametrize(
    ("change", "words", "message"),
    [
        (lambda text: text[:50], [], "not a complete JSON file"),
        (lambda text: "{}", [], "this is not a replay"),
        (lambda text: text.replace("ab_die_post", "chess"), [], "chess"),
        (lambda text: text.replace('"version": 1', '"version": 0'), [], "but the rules here are ab_die_post-v1"),
        (lambda text: re.sub('"data_hash": ".*"', '"data_hash": "x"', text), [], "another data pack"),
        (lambda text: re.sub(r'"actions": \[\d+', '"actions": [5', text), [], "stops being legal at action 0"),
        (lambda text: re.sub(r'"agents": .*', '"agents": null,', text), [], "name the agents with --agents"),
        (lambda text: text, ["--seed", "3"], "--seed does not go with --resume"),
        (lambda text: text, ["--players", "3"], "--players does not go with --resume"),
        (lambda text: text, ["--option", "turn_limit=60"], "--option does not go with --resume"),
        (lambda text: text, ["--agents", "novice,expret"], "did you mean 'expert'?"),
    ],
)
def test_what_cannot_go_on_is_refused_and_left_as_it_is(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: Callable[[str], str],
    words: list[str],
    message: str,
) -> None:
    state = envs.load("ab_die_post", players=3).new(4)
    for _ in range(3):
        state.apply(state.legal()[0])
    file = tmp_path / "game.json"
    text = change(Replay.of(state, agents=["human", "random", "random"]).to_json())
    file.write_text(text)
    assert cli.main(["play", "--resume", str(file), *words]) == cli.USER_ERROR
    said = capsys.readouterr().err
    assert message in said
    assert len(said.splitlines()) == 1
    assert file.read_text() == text


def test_a_game_that_is_over_or_of_another_kind_does_not_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    assert cli.main([*TABLE[:2], "--agents", "random", "--seed", "1", "--quiet", "--save", str(file)]) == 0
    capsys.readouterr()
    assert cli.main(["play", "--resume", str(file)]) == cli.USER_ERROR
    assert "is over; watch it with: mailwing replay" in capsys.readouterr().err
    assert cli.main(["play", "aeroplanes", "--resume", str(file)]) == cli.USER_ERROR
    assert "is a game of ab_die_post, not of aeroplanes" in capsys.readouterr().err
    assert cli.main(["play"]) == cli.USER_ERROR
    assert "name a game" in capsys.readouterr().err
    assert json.loads(file.read_text())["scores"] is not None
