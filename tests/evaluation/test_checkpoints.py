"""Trained networks from their folders, as they are evaluated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mailwing import envs
from mailwing.evaluation import StoreError, compare, tournament
from mailwing.evaluation.entrants import resolve

torch = pytest.importorskip("torch")
safetensors = pytest.importorskip("safetensors.torch")

GAME = envs.load("drop_out", players=4)


def checkpoint(folder: Path, seed: int) -> str:
    """A network that was never trained, as training would save it."""
    from mailwing.agents.network import NetworkShape, PolicyNetwork
    from mailwing.agents.policy import METADATA, WEIGHTS, Metadata

    torch.manual_seed(seed)
    shape = NetworkShape(GAME.obs_size, GAME.num_actions, hidden=(16,))
    folder.mkdir(exist_ok=True)
    safetensors.save_file(PolicyNetwork(shape).state_dict(), folder / WEIGHTS)
    (folder / METADATA).write_text(Metadata.of_game(GAME, shape).to_json(), encoding="utf-8")
    return str(folder)


def test_a_network_plays_the_same_alone_and_in_batches(tmp_path: Path) -> None:
    path = checkpoint(tmp_path / "best", 0)
    agent = resolve(GAME, "ppo", path).agent()

    class Alone:
        """The network, asked for one decision at a time."""

        name = "alone"

        def reset(self, seed: int) -> None:
            agent.reset(seed)

        def act(self, view: object) -> int:
            return agent.act(view)

    batched = compare(GAME, path, "random", deals=20)
    alone = compare(GAME, Alone(), "random", deals=20)
    assert batched.by_seat == alone.by_seat
    assert batched.num_decisions == alone.num_decisions


def test_a_store_knows_the_weights(tmp_path: Path) -> None:
    """The metadata may change and the folder may move; other weights are another agent."""
    path = checkpoint(tmp_path / "best", 0)
    store = tmp_path / "results.sqlite"
    tournament(GAME, f"ppo={path}:3xrandom", deals=4, store=store)
    (tmp_path / "best" / "metadata.json").write_text((tmp_path / "best" / "metadata.json").read_text() + "\n")
    (tmp_path / "best").rename(tmp_path / "moved")
    tournament(GAME, f"ppo={tmp_path / 'moved'}:3xrandom", deals=4, store=store)
    path = checkpoint(tmp_path / "moved", 1)
    with pytest.raises(StoreError, match=r"agents.ppo: checkpoint \w+ in the file, checkpoint \w+ asked for"):
        tournament(GAME, f"ppo={path}:3xrandom", deals=4, store=store)


def test_a_checkpoint_of_another_game_is_refused(tmp_path: Path) -> None:
    path = checkpoint(tmp_path / "best", 0)
    with pytest.raises(ValueError, match="plays drop_out, not two_ply"):
        compare("two_ply", path, "random", deals=2)


def test_torch_has_its_threads_back_after_a_match(tmp_path: Path) -> None:
    """Forward passes of a match are computed on one thread, whatever the program has chosen for other things."""
    seen, path = [], checkpoint(tmp_path / "best", 0)
    agent = resolve(GAME, "ppo", path).agent()

    class Watched:
        """The network, noting the threads that it is asked with."""

        name = "watched"

        def reset(self, seed: int) -> None:
            agent.reset(seed)

        def act(self, view: object) -> int:
            return agent.act(view)

        def act_batch(self, obs: Any, mask: Any) -> Any:
            seen.append(torch.get_num_threads())
            return agent.act_batch(obs, mask)

    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        compare(GAME, Watched(), "random", deals=2)
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)
    assert set(seen) == {1}
