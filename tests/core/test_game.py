"""`Game`: options in numbers and words, errors that name what is wrong, hashes, spaces."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mailwing import envs
from mailwing.envs._core.shared_arrays import shared


def test_the_usual_number_of_players_is_taken() -> None:
    assert envs.load("several_moves").players == 2
    assert envs.load("several_moves", players=4).players == 4


@pytest.mark.parametrize("players", [0, 1, 5, -1, "3", 2.5, 3.0, True])
def test_a_wrong_number_of_players_is_refused_with_the_right_ones(players: Any) -> None:
    with pytest.raises(ValueError, match=r"several_moves: players=.* it has 2, 3, 4"):
        envs.load("several_moves", players=players)


def test_options_are_taken_in_words_and_numbers() -> None:
    by_word = envs.load("several_moves", length="long", mistakes="costly")
    by_number = envs.load("several_moves", length=1, mistakes=1)
    assert by_word.options.tobytes() == by_number.options.tobytes()
    assert by_word.option_values == {"length": "long", "mistakes": "costly"}
    assert envs.load("several_moves").option_values == {"length": "short", "mistakes": "free"}


def test_an_unknown_option_gets_a_near_miss() -> None:
    with pytest.raises(
        TypeError, match=r"unknown option 'lenght' \(did you mean 'length'\?\); options: length, mistakes"
    ):
        envs.load("several_moves", lenght="long")


def test_an_option_of_a_game_without_options_is_refused() -> None:
    with pytest.raises(TypeError, match=r"two_ply: unknown option 'speed'; options: none"):
        envs.load("two_ply", speed=3)


@pytest.mark.parametrize("value", ["longer", ""])
def test_an_unknown_word_lists_the_words(value: str) -> None:
    with pytest.raises(ValueError, match=r"option length='.*' is unknown; choose one of short, long"):
        envs.load("several_moves", length=value)


@pytest.mark.parametrize("value", [2, -1, 0.5, None, [1]])
def test_a_number_out_of_range_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match=r"option length=.* must be a whole number from 0 to 1"):
        envs.load("several_moves", length=value)


def test_an_unknown_game_gets_a_near_miss() -> None:
    with pytest.raises(ValueError, match=r"unknown game 'two_plie' \(did you mean 'two_ply'\?\); games: .*two_ply"):
        envs.load("two_plie")


def test_a_game_is_handed_through_but_not_changed() -> None:
    game = envs.load("drop_out", players=4)
    assert envs.load(game) is game
    with pytest.raises(ValueError, match="bound to its options already"):
        envs.load(game, players=3)


def test_registering_twice_is_fine_and_stealing_an_id_is_not() -> None:
    import dataclasses

    from toys import two_ply

    assert envs.register(two_ply.SPEC) is two_ply.SPEC
    with pytest.raises(ValueError, match="id 'two_ply' is registered already"):
        envs.register(dataclasses.replace(two_ply.SPEC, title="Another"))


def test_toys_are_among_the_games() -> None:
    assert {"two_ply", "kingmaker"} <= set(envs.games())
    assert envs.games() == sorted(envs.games())
    assert envs.seats("drop_out") == (3, 4, 5)


def test_the_layout_hash_is_that_of_the_game_not_of_the_options() -> None:
    short, long = envs.load("several_moves"), envs.load("several_moves", players=4, length="long")
    assert short.spec_hash == long.spec_hash
    assert short.spec_hash != envs.load("two_ply").spec_hash
    assert short.data_hash == long.data_hash


def test_explain_refuses_a_vector_of_another_game() -> None:
    game = envs.load("two_ply")
    with pytest.raises(ValueError, match=rf"an observation has shape \({game.obs_size},\), not \(3,\)"):
        game.explain(np.zeros(3, dtype=np.float32))


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number from 0 to"):
        envs.load("two_ply").new(seed)


def test_the_repr_says_what_was_asked_for() -> None:
    said = repr(envs.load("several_moves", players=3, length="long"))
    assert said == "<Game several_moves-v0 players=3, length='long', mistakes='free'>"


def test_games_with_equal_tables_share_their_memory() -> None:
    one, other = envs.load("several_moves", players=2), envs.load("several_moves", players=4)
    assert np.shares_memory(one.tables, other.tables)
    assert not np.shares_memory(one.tables, envs.load("two_ply").tables)


def test_arrays_are_shared_only_if_type_and_shape_are_equal_too() -> None:
    kept = shared(np.zeros(8, dtype=np.uint8))
    assert shared(np.zeros(8, dtype=np.uint8)) is kept
    for different in (np.zeros(8, dtype=np.int8), np.zeros((2, 4), dtype=np.uint8), np.ones(8, dtype=np.uint8)):
        assert shared(different) is different
