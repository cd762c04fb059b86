"""The pool of past selves: who joins, who leaves, and what is in its folder."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from mailwing import envs
from mailwing.agents.network import NetworkShape, PolicyNetwork
from mailwing.agents.policy import CheckpointError, Metadata, load_policy
from mailwing.training.config import SelfPlayConfig
from mailwing.training.pool import Pool, name_of

GAME = envs.load("kingmaker")
SHAPE = NetworkShape(GAME.obs_size, GAME.num_actions, (8,))
METADATA = Metadata.of_game(GAME, SHAPE)


def network_of(seed: int) -> PolicyNetwork:
    torch.manual_seed(seed)
    return PolicyNetwork(SHAPE)


def pool_of(folder: Path, members: int, size: int = 3) -> Pool:
    """A pool whose members have 100, 200, … decisions."""
    pool = Pool(folder, SelfPlayConfig(pool_size=size, pool_games=10, pool_win_rate=1.2))
    for k in range(1, members + 1):
        pool.add(network_of(k), 100 * k, METADATA)
    return pool


def steps_of(pool: Pool) -> list[int]:
    return [member.steps for member in pool.members]


def test_the_first_joins_at_once_and_the_next_one_when_it_wins(tmp_path: Path) -> None:
    """At three seats equals win a third: 4 of 10 games are 1.2 times as much."""
    pool = pool_of(tmp_path, 0)
    assert pool.is_due()
    pool = pool_of(tmp_path, 1)
    assert not pool.is_due(), "no game yet"
    for games, wins, due in ((9, 9, False), (10, 3.9, False), (10, 4, True)):
        pool.games[:], pool.wins[:], pool.fair[:] = 0, 0, 0
        pool.count(np.array([games, 0, 0.0]), np.array([wins, 0, 0.0]), np.array([games, 0, 0.0]) / 3)
        assert pool.is_due() == due, (games, wins)
    pool.add(network_of(2), 200, METADATA)
    assert not pool.is_due(), "games are counted anew"


def test_places_without_a_member_are_played_by_the_others(tmp_path: Path) -> None:
    pool = pool_of(tmp_path, 2)
    assert pool.player_of_places().tolist() == [0, 1, 0]
    pool.count(np.array([1, 2, 4.0]), np.array([1, 0, 1.0]), np.array([1, 2, 4.0]) / 3)
    assert pool.games.tolist() == [5, 2, 0]
    assert pool.wins.tolist() == [2, 0, 0]


def test_the_one_that_the_learner_beats_most_makes_room(tmp_path: Path) -> None:
    pool = pool_of(tmp_path, 3)
    pool.count(np.full(3, 30.0), np.array([12, 20, 15.0]), np.full(3, 10.0))
    pool.add(network_of(4), 400, METADATA)
    assert steps_of(pool) == [100, 400, 300]
    pool.count(np.full(3, 30.0), np.full(3, 10.0), np.full(3, 10.0))
    pool.add(network_of(5), 500, METADATA)
    assert steps_of(pool) == [500, 400, 300], "the oldest of equals"


def test_members_are_agents_and_keep_their_weights(tmp_path: Path) -> None:
    network = network_of(1)
    pool = Pool(tmp_path, SelfPlayConfig())
    pool.add(network, 100, METADATA)
    kept = pool.members[0].network.state_dict()["actor.0.weight"].clone()
    torch.nn.init.zeros_(network.actor[0].weight)  # type: ignore[arg-type]
    torch.testing.assert_close(pool.members[0].network.actor[0].weight, kept)
    torch.testing.assert_close(load_policy(tmp_path / name_of(100), GAME).network.actor[0].weight, kept)


def test_folders_of_former_members_stay_until_the_state_no_longer_names_them(tmp_path: Path) -> None:
    pool = pool_of(tmp_path, 4)
    (tmp_path / ".000000000500.fresh").mkdir()
    assert len(list(tmp_path.iterdir())) == 5
    pool.prune()
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [name_of(steps) for steps in sorted(steps_of(pool))]


def test_a_pool_goes_on_from_its_arrays(tmp_path: Path) -> None:
    pool = pool_of(tmp_path, 2)
    pool.count(np.ones(3), np.ones(3), np.ones(3))
    arrays = pool.arrays()
    again = Pool(tmp_path, pool.config)
    again.restore(again.read(arrays["members"], GAME, network_of(9)), arrays)
    assert steps_of(again) == [100, 200]
    assert again.games.tolist() == pool.games.tolist()
    for old, new in zip(pool.members, again.members, strict=True):
        torch.testing.assert_close(old.network.actor[0].weight, new.network.actor[0].weight)


def test_a_member_that_is_gone_or_another_is_named(tmp_path: Path) -> None:
    pool = pool_of(tmp_path, 2)
    members, learner = pool.arrays()["members"], network_of(1)
    other = PolicyNetwork(NetworkShape(GAME.obs_size, GAME.num_actions, (4,)))
    with pytest.raises(CheckpointError, match=r"000000000100: this past self has another network than the learner"):
        pool.read(members, GAME, other)
    (tmp_path / name_of(200) / "weights.safetensors").write_bytes(b"")
    with pytest.raises(CheckpointError, match=r"000000000200/weights.safetensors: not a whole safetensors file"):
        pool.read(members, GAME, learner)
    (tmp_path / name_of(100)).rename(tmp_path / "elsewhere")
    with pytest.raises(CheckpointError, match="000000000100: this past self of the run is missing.*folder back"):
        pool.read(members, GAME, learner)
