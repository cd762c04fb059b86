"""The masked distribution and the learner: no illegal action ever, masks stored with their samples, budgets kept."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from torch.distributions import Categorical

from mailwing import envs
from mailwing.agents.network import NetworkShape, PolicyNetwork, entropy_of, masked_log_probs, sample
from mailwing.envs._core.faces.opponents import lineups_for
from mailwing.envs.adapters.sb3 import BatchVecEnv
from mailwing.training.config import Config, parse_config
from mailwing.training.maskable import SeatPPO, build_model, random_state, set_random_state


def small_config(game: str, **ppo: object) -> Config:
    settings = {"num_envs": 32, "n_steps": 8, "minibatch": 64, **ppo}
    tree = {
        "game": {"id": game},
        "opponents": {"weights": {"random": 1}},
        "network": {"hidden": [32]},
        "budget": {"steps": 1024},
        "ppo": settings,
    }
    return parse_config(tree, "test")


def small_model(game: str, **ppo: object) -> SeatPPO:
    bound = envs.load(game)
    config = small_config(game, **ppo)
    env = BatchVecEnv(bound, config.ppo.num_envs, lineups_for(bound, "random"), seed=1)
    model = build_model(config, env)
    model.progress = lambda: model.num_timesteps / config.budget.steps
    model.spent = lambda: model.num_timesteps >= config.budget.steps
    return model


def test_a_million_samples_hold_no_illegal_action() -> None:
    """Extreme logits, hundreds of actions, few of them legal: the case that breaks masks made of large numbers."""
    torch.manual_seed(0)
    mask = torch.rand(2000, 600) < 0.01
    mask[torch.arange(2000), torch.randint(600, (2000,))] = True
    logits = torch.randn(2000, 600) * 300
    logits[mask] -= 1000
    log_probs = masked_log_probs(logits, mask)
    for _ in range(500):
        assert mask.gather(1, sample(log_probs)[:, None]).all()


def test_the_masked_distribution_is_right_for_thousands_of_actions() -> None:
    torch.manual_seed(1)
    logits, mask = torch.randn(64, 8000) * 5, torch.rand(64, 8000) < 0.3
    log_probs = masked_log_probs(logits, mask)
    assert log_probs.exp().sum(1).numpy() == pytest.approx(1, abs=1e-5)
    assert (log_probs[~mask] == -torch.inf).all()
    for row in range(4):
        legal = Categorical(logits=logits[row][mask[row]])
        np.testing.assert_allclose(log_probs[row][mask[row]], legal.logits, atol=1e-4)
        assert entropy_of(log_probs)[row].item() == pytest.approx(legal.entropy().item(), abs=1e-4)


def test_gradients_are_finite_and_never_touch_illegal_actions() -> None:
    logits = torch.randn(16, 50, requires_grad=True)
    mask = torch.zeros(16, 50)
    mask[:, :3] = 1
    log_probs = masked_log_probs(logits, mask)
    (entropy_of(log_probs).sum() + log_probs[:, 0].sum()).backward()
    assert logits.grad is not None
    assert torch.isfinite(logits.grad).all()
    assert (logits.grad[:, 3:] == 0).all()


def test_samples_follow_the_probabilities() -> None:
    torch.manual_seed(2)
    log_probs = masked_log_probs(torch.log(torch.tensor([[0.5, 9.0, 0.3, 0.2]])), torch.tensor([[1, 0, 1, 1]]))
    drawn = torch.bincount(sample(log_probs.expand(40_000, 4)), minlength=4) / 40_000
    assert drawn.tolist() == pytest.approx([0.5, 0, 0.3, 0.2], abs=0.01)


@pytest.mark.parametrize("kind", ["own", "sb3-contrib"])
def test_the_ratio_is_one_before_the_first_update(kind: str) -> None:
    """Re-evaluating what was collected gives the same probabilities: what belongs together is stored together."""
    game = envs.load("several_moves")
    if kind == "own":
        model: MaskablePPO = small_model("several_moves")
    else:
        env = BatchVecEnv(game, 32, lineups_for(game, "random"), seed=1)
        model = MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=64, device="cpu", seed=1)
    total, callback = model._setup_learn(10**6, None)
    assert total
    env = model.env
    assert env is not None
    assert model.collect_rollouts(env, callback, model.rollout_buffer, model.n_steps)
    for data in model.rollout_buffer.get(64):
        actions = data.actions.long().flatten()
        assert (data.action_masks.gather(1, actions[:, None]) == 1).all()
        with torch.no_grad():
            values, log_prob, _ = model.policy.evaluate_actions(data.observations, actions, data.action_masks)
        np.testing.assert_allclose(torch.exp(log_prob - data.old_log_prob), 1, atol=1e-4)
        np.testing.assert_allclose(values.flatten(), data.old_values, atol=1e-4)


def test_advantages_end_with_the_game() -> None:
    """With γ = λ = 1 the return of a sample is the learner's own final reward wherever its game ended in the buffer."""
    model = small_model("drop_out", gamma=1.0, gae_lambda=1.0, n_steps=16)
    _, callback = model._setup_learn(10**6, None)
    assert model.env is not None
    model.collect_rollouts(model.env, callback, model.rollout_buffer, model.n_steps)
    memory = model.rollout_buffer
    for row in range(model.n_envs):
        end = None
        for step in reversed(range(memory.buffer_size - 1)):
            if memory.episode_starts[step + 1, row]:
                end = memory.rewards[step, row]
            if end is not None:
                assert memory.returns[step, row] == pytest.approx(end, abs=1e-5)


def test_the_buffer_gives_every_sample_once() -> None:
    model = small_model("two_ply")
    _, callback = model._setup_learn(10**6, None)
    assert model.env is not None
    model.collect_rollouts(model.env, callback, model.rollout_buffer, model.n_steps)
    model.rollout_buffer.returns[:] = np.arange(256).reshape(8, 32)
    for _ in range(2):
        drawn = torch.cat([data.returns for data in model.rollout_buffer.get(100)])
        assert sorted(drawn.tolist()) == list(range(256))
        assert drawn.tolist() != list(range(256))


def test_the_learning_rate_follows_the_budget() -> None:
    model = small_model("two_ply", learning_rate=1e-3, learning_rate_end=1e-4)
    model.learn(10**6)
    assert model.num_timesteps == 1024
    assert model.policy.optimizer.param_groups[0]["lr"] == pytest.approx(1e-4)
    model.progress = lambda: 0.5
    model._update_current_progress_remaining(0, 1)
    assert model.lr_schedule(model._current_progress_remaining) == pytest.approx(5.5e-4)


def test_random_states_go_on() -> None:
    model = small_model("two_ply")
    saved = {name: array.copy() for name, array in random_state(model).items()}
    first = (torch.rand(3).tolist(), model.rollout_buffer.random.random(3).tolist())
    set_random_state(model, saved)
    assert (torch.rand(3).tolist(), model.rollout_buffer.random.random(3).tolist()) == first


def test_reduced_precision_is_close() -> None:
    torch.manual_seed(3)
    network, obs = PolicyNetwork(NetworkShape(20, 10, (64, 64))), torch.rand(100, 20)
    exact = network.logits(obs)
    network.reduced = True
    np.testing.assert_allclose(network.logits(obs).detach(), exact.detach(), atol=0.02)
    assert network.logits(obs).dtype == torch.float32
