"""The contract suite as people outside call it: what it finds in broken games, and how it says so."""

from __future__ import annotations

import inspect
import logging
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from toys import hidden_coin, two_ply

from mailwing import envs
from mailwing.envs import testing
from mailwing.envs._core import registry
from mailwing.envs._core.kernel import INTERPRETED
from mailwing.envs.authoring import Bot, GameSpec, Hidden, Kernels, kernel
from mailwing.envs.testing import Case, ContractError, NotApplicable, check_game
from mailwing.envs.testing.homes import home_of


@kernel
def observe_all(t: Any, o: Any, s: Any, seat: int, obs: Any) -> None:
    obs.coin[s.hands[1 - seat].coin] = 1


@kernel
def observe_a_misspelt_field(t: Any, o: Any, s: Any, seat: int, obs: Any) -> None:
    obs.coin[s.hand[seat].coin] = 1


@kernel
def choose_by_the_others_coin(t: Any, o: Any, s: Any, mask: Any, params: Any, rng: Any, work: Any) -> int:
    if s.said < 0:
        return hidden_coin.Action.SAY + s.hands[1 - s.seat].coin
    return hidden_coin.Action.GUESS + s.hands[s.speaker].coin


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    """Games that a test registers are gone after it."""
    before = dict(registry._registered)
    yield
    registry._registered.clear()
    registry._registered.update(before)


def changed(name: str, **changes: Any) -> GameSpec:
    """Hidden coin with another id and a fault."""
    return replace(hidden_coin.SPEC, id=name, **changes)


def test_a_sound_game_passes_and_the_report_says_what_was_looked_at(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "mailwing.testing"):
        report = check_game("two_ply", only=("play", "results.rewards_follow_the_ranks"))
    assert report.passed == len(report.checked) > 10
    assert {each.case for each in report.checked} == {"two_ply-2"}
    assert str(report).startswith(f"two_ply: {report.passed} checks passed at 1 table in")
    assert "two_ply-2 play.positions_are_sound: passed" in caplog.text


def test_what_does_not_apply_is_in_the_report() -> None:
    report = check_game("solo_flight", only=["results.seats_are_fair_at_random_play"])
    assert report.passed == 0
    assert "not looked at: results.seats_are_fair_at_random_play: a solo game has one seat" in str(report)


def test_a_leak_is_found_and_named() -> None:
    kernels = Kernels(**{**vars(hidden_coin.SPEC.kernels), "observe": observe_all})
    with pytest.raises(ContractError) as told:
        check_game(changed("leaky", kernels=kernels), only=["knowledge.secrets_of_others_cannot_be_seen"])
    message = str(told.value)
    assert message.startswith("leaky-2: knowledge.")
    assert "seat 0 sees what it cannot know: coin differs" in message
    assert "knowledge.py:" in message


def test_a_secret_that_is_not_there_is_named() -> None:
    with pytest.raises(ContractError, match=r"odd: hidden field 'purse' is not a field of State"):
        check_game(changed("odd", hidden=(Hidden("purse"),)), only=["knowledge.secrets_of_others_cannot_be_seen"])


def test_a_secret_that_is_not_declared_is_named() -> None:
    with pytest.raises(ContractError, match=r"redeal for seat 0 changed what is not declared hidden: hands\.coin"):
        check_game(changed("shy", hidden=(Hidden("box"),)), only=["knowledge"])


def test_what_is_lost_is_named_with_its_values() -> None:
    counts = iter(range(10**6))
    spec = changed("lossy", conserved=lambda game, record: {"coins": next(counts)})
    with pytest.raises(
        ContractError, match=r"lossy-2: .* \(Values lie in .*\): {'coins': 0} was dealt, {'coins': 1} is there now"
    ):
        check_game(spec, only=["play.positions_are_sound"])


def test_a_fault_in_the_game_itself_is_named() -> None:
    def broken(game: Any, record: Any, seat: int | None) -> str:
        raise KeyError("no such seat")

    with pytest.raises(
        ContractError, match=r"crash-2: knowledge\.pictures_are_drawings .*: KeyError: 'no such seat'"
    ) as told:
        check_game(changed("crash", svg=broken), only=["knowledge.pictures_are_drawings"])
    assert 'raise KeyError("no such seat")' in str(told.value), "the line of the game"


def test_a_misspelt_field_is_named_with_its_place() -> None:
    kernels = Kernels(**{**vars(hidden_coin.SPEC.kernels), "observe": observe_a_misspelt_field})
    with pytest.raises(ContractError) as told:
        check_game(changed("misspelt", kernels=kernels), only=["knowledge"])
    line = inspect.getsourcelines(inspect.unwrap(observe_a_misspelt_field))[1] + 2
    place = f"test_suite.py:{line}: "
    assert place in str(told.value)
    if not INTERPRETED:
        assert f"{place}a kernel uses the field 'hand', which its record does not have (did you mean 'hands'?)" in str(
            told.value
        )


def test_bots_can_be_handed_over() -> None:
    cheat = Bot("cheat", choose_by_the_others_coin)
    with pytest.raises(ContractError, match="cheat looks at what its seat cannot know"):
        check_game("hidden_coin", only=["bots"], bots=[cheat])
    assert check_game("hidden_coin", only=["bots"], bots=[hidden_coin.SLY]).passed == 1


def test_golden_games_are_written_and_compared(tmp_path: Path) -> None:
    (case,) = testing.cases_of("two_ply")
    with pytest.raises(ContractError, match=r"two_ply-2\.json is missing"):
        check_game("two_ply", only=["golden"], golden=tmp_path)
    path = testing.write_golden(case, tmp_path / "games")
    assert check_game("two_ply", only=["golden"], golden=path.parent).passed == 2
    path.write_text(path.read_text(encoding="utf-8").replace('"scores": [', '"scores": [7, '), encoding="utf-8")
    with pytest.raises(ContractError, match=r"scores changed; if this change of rules is meant"):
        check_game("two_ply", only=["golden"], golden=path.parent)
    (path.parent / "two_ply-9.json").touch()
    with pytest.raises(ContractError, match=r"golden games of no case in .*: two_ply-9\.json"):
        check_game("two_ply", only=["golden.no_golden_game_is_left_over"], golden=path.parent)


def test_unknown_games_seats_and_checks_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown game 'two_plie'"):
        check_game("two_plie")
    with pytest.raises(ValueError, match=r"players=7, but the game has 2"):
        check_game("two_ply", players=7)
    with pytest.raises(ValueError, match=r"there are no checks knowlege; topics: .*knowledge"):
        check_game("two_ply", only=["knowlege"])
    with pytest.raises(ValueError, match="is registered already"):
        check_game(replace(two_ply.SPEC))


def test_seats_can_be_chosen() -> None:
    report = check_game("drop_out", players=(4, 5), only=["memory.seeds_differ"])
    assert [each.case for each in report.checked] == ["drop_out-4", "drop_out-5"]


def test_without_assertions_nothing_is_said_to_be_checked() -> None:
    code = "from mailwing.envs.testing import check_game\n"
    code += "try: check_game('ab_die_post')\nexcept RuntimeError as error: print(error)"
    done = subprocess.run([sys.executable, "-O", "-c", code], capture_output=True, text=True, check=True)
    assert "runs with -O" in done.stdout


def test_every_check_says_what_must_hold() -> None:
    for check in testing.checks():
        assert check.doc.endswith("."), check.id
    assert len({check.id for check in testing.checks()}) == len(testing.checks())


def test_games_that_other_processes_cannot_find_are_not_compared_with_them() -> None:
    assert home_of(two_ply.SPEC) == "toys.two_ply"
    with pytest.raises(NotApplicable, match="declares lost as SPEC"):
        home_of(changed("lost"))


def test_positions_in_words() -> None:
    table = testing.position("aeroplanes", players=4).money(A=3)
    assert table.cash("A") == 3
    assert table.state.game == table.game
    table = testing.position("ab_die_post", players=5).planes(A="outer 3")
    assert (table.where("A"), table.state.game.players) == ("outer 3", 5)
    with pytest.raises(ValueError, match=r"two_ply: there are no positions in words; a module 'toys\.testing'"):
        testing.position("two_ply")


def test_cases_are_every_table_and_the_variants() -> None:
    names = [case.id for case in testing.cases_of("several_moves") if not case.slow]
    assert names[:3] == ["several_moves-2", "several_moves-3", "several_moves-4"]
    assert Case("several_moves", 2, (("length", 1),)).game.option_values["length"] == "long"
    assert testing.positions(Case("two_ply", 2)) is testing.positions(Case("two_ply", 2))
    assert envs.seats("several_moves") == (2, 3, 4)
