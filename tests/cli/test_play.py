"""`mailwing play`, and the person at the terminal."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mailwing import cli, envs
from mailwing.agents import View
from mailwing.agents.human import Human, QuitGame
from mailwing.cli.at_table import is_said_in_secret
from mailwing.cli.game_options import read_options
from mailwing.envs._core.replay import Replay
from mailwing.envs.air_postal import Phase

BOTS = ["play", "ab_die_post", "--agents", "random,random,random", "--seed", "3"]


class Person:
    """Answers prompts from a list (then Ctrl-D), and remembers what was said."""

    def __init__(self, *answers: str) -> None:
        self.answers: Iterator[str] = iter(answers)
        self.heard: list[str] = []

    def ask(self, prompt: str) -> str:
        self.heard.append(prompt)
        try:
            return next(self.answers)
        except StopIteration:
            raise EOFError from None

    def agent(self) -> Human:
        return Human(self.ask, self.heard.append)


@pytest.fixture
def type_answers(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let `input` give these answers, then Ctrl-D."""

    def give(*answers: str) -> None:
        monkeypatch.setattr("builtins.input", Person(*answers).ask)

    return give


def test_bots_play_a_whole_game_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(BOTS) == 0
    said = capsys.readouterr().out
    assert said.startswith("Ab die Post!, 3 players, seed 3\nseat 0: random  seat 1: random  seat 2: random\n")
    assert said.count("section   1 ") == 2, "the table at the start and at the end"
    assert "(random): Draw a card" in said
    assert "(random): Fly to " in said
    assert re.search(r"^seat \d \(random\): Draw a card\n    draws a (1|2|red 3)$", said, re.MULTILINE)
    assert re.search(r"^    points: seat 0 \+\d", said, re.MULTILINE)
    ending = said.split("The game is over after ")[1].splitlines()
    assert ending[1] == "rank  points  player"
    assert sorted(line.split()[0] for line in ending[2:5])[0] == "1"


def test_quiet_prints_the_result_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*BOTS, "--quiet"]) == 0
    said = capsys.readouterr().out
    assert "section" not in said
    assert "Fly" not in said
    assert "draws" not in said
    assert len(said.splitlines()) == 7


def test_the_result_says_why_and_who_where_points_do_not(capsys: pytest.CaptureFixture[str]) -> None:
    """In L'Aéropostale wings win before stop points, and people call seats by their companies."""
    words = ["play", "aeropostale", "--agents", "expert,novice", "--seed", "1", "--quiet"]
    assert cli.main([*words, "--option", "scenario=introduction"]) == 0
    _, seats, ended, head, first, _ = capsys.readouterr().out.splitlines()
    company = re.search(r"^ +1 +\d+  seat 0 \(expert\), (.+)$", first)
    assert company is not None
    assert f"seat 0: expert, {company[1]}  seat 1: novice, " in seats
    goal = "the goal is reached: 4 bronze and 3 gold"
    assert re.fullmatch(rf"The game is over after \d+ decisions: {company[1]} \(seat 0\) wins, {goal}\.", ended)
    assert head == "rank  points  player"


def test_help_explains_the_signs_of_the_table() -> None:
    state = envs.load("aeropostale", scenario="short").new(1)
    person = Person("?", "stay away")
    assert state.describe(person.agent().act(View(state))) == "Stay away from the meeting"
    said = "\n".join(person.heard)
    assert "1  Stay away from the meeting  (Do not register for the meeting)" in said
    assert state.game.spec.signs in said


def test_tables_prints_every_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*BOTS, "--tables"]) == 0
    said = capsys.readouterr().out
    assert said.count("section   1 ") == said.count("(random): ") + 1


def test_a_saved_game_is_the_game_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    assert cli.main([*BOTS, "--save", str(file), "--option", "turn_limit=60"]) == 0
    said = capsys.readouterr().out
    replay = Replay.load(file)
    assert replay.check() == []
    assert (replay.seed, replay.agents, replay.options) == (3, ["random"] * 3, {"turn_limit": 60})
    assert f"after {len(replay.actions)} decisions" in said
    assert f"mailwing replay {file}" in said
    assert replay.scores is not None
    for seat, points in enumerate(replay.scores):
        assert any(line.split()[1:4] == [str(points), "seat", str(seat)] for line in said.splitlines() if line.strip())


def test_equal_seeds_give_equal_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(BOTS) == 0
    first = capsys.readouterr().out
    assert cli.main(BOTS) == 0
    assert capsys.readouterr().out == first


def test_without_a_seed_the_one_drawn_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "ab_die_post", "--agents", "random", "--quiet"]) == 0
    seed = capsys.readouterr().out.splitlines()[0].rpartition(" ")[2]
    assert seed.isdigit()


def test_the_last_agent_takes_the_seats_that_are_left(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        cli.main(["play", "ab_die_post", "--agents", "novice,random", "--players", "5", "--quiet", "--seed", "1"]) == 0
    )
    assert "seat 0: novice  seat 1: random  seat 2: random  seat 3: random  seat 4: random" in capsys.readouterr().out


def test_the_table_has_as_many_seats_as_agents(capsys: pytest.CaptureFixture[str]) -> None:
    for count, players in ((1, 3), (3, 3), (6, 6)):
        assert (
            cli.main(["play", "ab_die_post", "--agents", ",".join(["random"] * count), "--quiet", "--seed", "1"]) == 0
        )
        assert f"{players} players" in capsys.readouterr().out


def test_shuffled_seats_follow_from_the_seed(capsys: pytest.CaptureFixture[str]) -> None:
    orders = set()
    for seed in range(12):
        words = ["play", "ab_die_post", "--agents", "novice,random,random", "--quiet", "--seed", str(seed)]
        said = []
        for _ in range(2):
            assert cli.main([*words, "--seat-order", "shuffled", "--option", "turn_limit=20"]) == 0
            said.append(capsys.readouterr().out.splitlines()[1])
        assert said[0] == said[1]
        orders.add(said[0])
    assert len(orders) == 3


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--agents", "random,expret,random"], "unknown agent 'expret' (did you mean 'expert'?)"),
        (["--agents", "random,,random"], "has an empty name"),
        (["--agents", "random", "--players", "9"], "players=9 is not a number of players"),
        (["--agents", ",".join(["random"] * 7)], "it has 3, 4, 5, 6"),
        (["--agents", ",".join(["random"] * 4), "--players", "3"], "4 agents are named, but the table has 3 seats"),
        (["--agents", "random", "--option", "turn_limt=60"], "did you mean 'turn_limit'?"),
        (["--agents", "random", "--option", "turn_limit"], "must be NAME=VALUE"),
        (["--agents", "random", "--seed", "-1"], "a seed is a whole number"),
        (["--agents", "random", "--data", "no_such_pack"], "no_such_pack"),
        (["--agents", "random", "--save", "no_such_folder/game.json"], "the folder no_such_folder does not exist"),
    ],
)
def test_mistakes_are_refused_before_anything_is_played(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["play", "ab_die_post", *words]) == cli.USER_ERROR
    said = capsys.readouterr()
    assert message in said.err
    assert len(said.err.splitlines()) == 1
    assert "seat" not in said.out


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "ab_die_pots"]) == cli.USER_ERROR
    assert "did you mean 'ab_die_post'?" in capsys.readouterr().err


def test_options_are_read() -> None:
    assert read_options(["turn_limit=60", "variant = family"]) == {"turn_limit": 60, "variant": "family"}
    with pytest.raises(ValueError, match="given twice"):
        read_options(["a=1", "a=2"])


def test_a_person_plays_until_they_quit_and_the_game_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], type_answers: Callable[..., None]
) -> None:
    type_answers("draw another", "stop", "q")
    file = tmp_path / "game.json"
    words = ["play", "ab_die_post", "--agents", "human,random,random", "--seed", "4", "--save", str(file)]
    assert cli.main(words) == 0
    said = capsys.readouterr().out
    assert "seat 0 (human): Draw another card" in said
    assert "seat 0 (human): Stop drawing" in said
    assert "Stopped after " in said
    replay = Replay.load(file)
    replay.check()
    assert replay.scores is None
    assert replay.agents == ["human", "random", "random"]


def test_a_person_is_asked_only_where_there_is_a_choice(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first decision of a game is forced: nobody has the cards to fly."""
    asked: list[list[str]] = []

    def choose(self: Human, view: View) -> int:
        asked.append([view.describe(action) for action in view.legal()])
        return view.legal()[-1]

    monkeypatch.setattr(Human, "act", choose)
    assert cli.main(["play", "ab_die_post", "--agents", "human", "--option", "turn_limit=20", "--seed", "4"]) == 0
    assert min(map(len, asked)) == 2
    assert "(human): Draw a card [nothing else was possible]\n    draws a " in capsys.readouterr().out
    assert ["Draw a card"] not in asked


def test_interrupted_while_bots_play_the_game_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(self: Any, view: View) -> int:
        if view.num_decisions > 20:
            raise KeyboardInterrupt
        return view.legal()[0]

    monkeypatch.setattr("mailwing.agents.KernelAgent.act", interrupt)
    file = tmp_path / "game.json"
    assert cli.main([*BOTS, "--save", str(file)]) == 0
    assert "Stopped after " in capsys.readouterr().out
    assert len(json.loads(file.read_text())["actions"]) >= 20


def test_an_agent_that_breaks_the_rules_is_named_and_the_game_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mailwing.agents.KernelAgent.act", lambda self, view: -1)
    file = tmp_path / "game.json"
    assert cli.main([*BOTS, "--save", str(file)]) == cli.USER_ERROR
    assert "the agent 'random' at seat " in capsys.readouterr().err
    Replay.load(file).check()


@pytest.mark.parametrize("answer", ["1", "Stop drawing", "stop", "  STOP d  "])
def test_a_person_may_answer_with_a_number_words_or_a_beginning(answer: str) -> None:
    state = envs.load("ab_die_post").new(0)
    state.apply(0)
    person = Person(answer)
    assert person.agent().act(View(state)) == 1
    said = "\n".join(person.heard)
    assert state.text(state.seat) in said
    assert "     0  Draw another card\n     1  Stop drawing" in said
    assert f"You are seat {state.seat}" in said


def test_a_person_is_asked_again_until_the_answer_is_understood() -> None:
    state = envs.load("ab_die_post").new(0)
    state.apply(0)
    person = Person("", "fly to the moon", "7", "?", "t", "0")
    assert person.agent().act(View(state)) == 0
    said = "\n".join(person.heard)
    assert "'fly to the moon' is none of the legal actions; try: " in said
    assert "action 7 is not legal now" in said
    assert "Type the number of an action, which is always the same" in said
    assert "0 Draw another card (Draw a card, as the turn's choice or once more)" in " ".join(said.split()), "typed"
    assert said.count("You are seat ") == 2
    assert sum(line.startswith("your choice") for line in person.heard) == 6


def test_a_person_may_ask_for_what_the_table_has_no_room_for() -> None:
    state = envs.load("air_postal", setup="la_ligne").new(0)
    person = Person("?", "d", "0")
    person.agent().act(View(state))
    assert state.details(state.seat) in person.heard
    assert "BUE Buenos Aires, Big City: " in state.details()
    assert "\n  d             all that has no room" in "\n".join(person.heard)
    state = envs.load("ab_die_post").new(0)
    person = Person("?", "D", "0")
    person.agent().act(View(state))
    assert "The table shows all that is known." in person.heard
    assert "  d             all" not in "\n".join(person.heard)


@pytest.mark.parametrize("answers", [("q",), ("QUIT",), ()])
def test_a_person_may_quit(answers: tuple[str, ...]) -> None:
    state = envs.load("ab_die_post").new(0)
    with pytest.raises(QuitGame):
        Person(*answers).agent().act(View(state))


def test_a_person_sees_no_secrets() -> None:
    """The other seat's coin is hidden in this toy: what is printed stays the same when it is dealt anew."""
    state = envs.load("hidden_coin").new(0)
    said, secrets = set(), set()
    for seed in range(16):
        other = state.redeal(state.seat, seed)
        person = Person("q")
        with pytest.raises(QuitGame):
            person.agent().act(View(other))
        said.add("\n".join(person.heard))
        secrets.add(other.text(1 - state.seat))
    assert len(said) == 1
    assert len(secrets) == 2


@pytest.mark.parametrize(("agents", "heard"), [("human,expert", False), ("expert,human", False), ("expert", True)])
def test_a_person_does_not_hear_what_others_choose_in_secret(
    agents: str, heard: bool, capsys: pytest.CaptureFixture[str], type_answers: Callable[..., None]
) -> None:
    """Who registers for the meeting of L'Aéropostale is said when the last one has chosen; bots alone hide nothing."""
    type_answers("stay away", "stay away", "q")
    words = ["play", "aeropostale", "--players", "3", "--agents", agents, "--seed", "1"]
    assert cli.main([*words, "--option", "scenario=short"]) == 0
    until_revealed = capsys.readouterr().out.split("registered for the meeting: ")[0]
    chosen = re.findall(r"seat \d \((?:expert|human)\): (.*)", until_revealed)
    assert len(chosen) == 3
    *before, last = chosen
    assert ("decides in secret" not in before) == heard
    assert (set(before) <= {"Register for the meeting", "Stay away from the meeting"}) == heard
    assert last in {"Register for the meeting", "Stay away from the meeting"}


def test_what_is_dealt_after_a_choice_does_not_make_it_a_secret() -> None:
    """Air Postal deals City cards when the last one has chosen a pilot; those that are chosen of them are secret.

    So is the card that the last one puts back, though no hand is left after it.
    """
    state = envs.load("air_postal", players=3, main_base="yes").new(1)
    secret = []
    while int(state.record.phase) != Phase.FIRST_AIRCRAFT:
        before, action = state.copy(), state.legal()[0]
        state.apply(action)
        secret.append((before.describe(action).split()[0], is_said_in_secret(before, action, state)))
    assert secret == [("Fly", False)] * 3 + [("Choose", True)] * 3 + [("Put", True)] * 3
