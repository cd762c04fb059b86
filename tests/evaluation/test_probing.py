"""Probing finds the number that is wrong, and the one that nothing depends on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import toys  # noqa: F401  registers the toy games

from mailwing import envs
from mailwing.envs import Bot
from mailwing.envs._core.bots import RANDOM
from mailwing.envs._core.kernel import kernel
from mailwing.evaluation.probing import probe, values_to_try


@kernel
def choose_by_care(t: Any, o: Any, s: Any, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """Sorts letters well if it cares, and badly if not; it has a haste that it never asks for."""
    if mask[2] != 0:
        return 2
    return int(s.letter) if params[0] > 0 else 1 - int(s.letter)


CARELESS = Bot("careless", choose_by_care, np.array([-0.5, 3.0]), names=("care", "haste"))


def game(players: int = 2) -> Any:
    return envs.load("several_moves", players=players)


def test_a_number_is_moved_by_steps_of_its_size_and_to_nothing() -> None:
    assert values_to_try(0.25) == [-7.75, -3.75, -1.75, -0.75, -0.25, 0.0, 0.75, 1.25, 2.25, 4.25, 8.25]
    assert values_to_try(-4.0)[:3] == [-36.0, -20.0, -12.0]
    assert -4.0 not in values_to_try(-4.0)


def test_a_hole_and_a_plateau_are_found() -> None:
    """Whoever sorts well beats a table that sorts all letters badly, in every deal; haste changes no game."""
    care, haste = probe(game(), CARELESS, deals=40)
    assert (care.name, care.value) == ("care", -0.5)
    assert [trial.value for trial in care.better] == [0.5, 1.5, 3.5, 7.5]
    assert all(trial.win_rate.value == 1 for trial in care.better)
    assert care.plateau == (-8.5, 0.0)
    assert haste.plateau == (-21.0, 27.0)
    assert not haste.better
    assert all(trial.win_rate.value == 0.5 for trial in haste.trials)


def test_only_the_numbers_named_are_moved_and_reported_before() -> None:
    said: list[tuple[int, int, str]] = []
    found = list(probe(game(), CARELESS, deals=5, numbers=["haste"], report=lambda *words: said.append(words)))
    assert [one.name for one in found] == ["haste"]
    assert said == [(0, 1, "haste")]


def test_the_same_seed_finds_the_same_on_any_number_of_threads() -> None:
    found = [list(probe(game(3), CARELESS, deals=20, seed=4, threads=threads)) for threads in (1, 2)]
    assert found[0] == found[1]


def test_what_cannot_be_probed_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="several_moves: the bot 'careless' has no number 'cares'; it has care, haste"):
        list(probe(game(), CARELESS, numbers=["cares"]))
    with pytest.raises(ValueError, match="the numbers of the bot 'random' have no names"):
        list(probe(game(), RANDOM))
    with pytest.raises(ValueError, match="deals=0 is not a whole number from 1 on"):
        list(probe(game(), CARELESS, deals=0))
    with pytest.raises(ValueError, match="solo_flight: a bot is probed against tables of itself"):
        list(probe(envs.load("solo_flight"), CARELESS))
