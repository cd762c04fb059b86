"""The contract that every game keeps, and the rules."""

from __future__ import annotations

from mailwing import envs
from mailwing.envs.testing import check_game


def test_the_game_keeps_the_contract() -> None:
    report = check_game("mail_race")
    assert report.passed > 100


def test_an_opened_slip_is_flown_with_the_wind() -> None:
    state = envs.load("mail_race").new(seed=1)
    seat = state.seat
    number = int(state.record.slip[seat])
    state.apply(state.parse("Open the slip"))
    assert state.scores()[seat] == number + 2
    assert state.record.opened[seat] == number


def test_the_first_plane_to_land_wins() -> None:
    state = envs.load("mail_race", players=2).new(seed=1)
    first = state.seat
    while not state.done:
        state.apply(state.parse("Fly low"))
    assert state.winners() == [first]
    assert state.num_decisions == 2 * 6 - 1
