"""The update of self-play: masks are applied again, and the losses are those of the textbook."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from mailwing.agents.network import NetworkShape, PolicyNetwork, entropy_of, masked_log_probs, working_copy
from mailwing.training.config import PPOConfig
from mailwing.training.diverging import DivergedError
from mailwing.training.ppo import PolicyTerms, Update, losses, minibatches, normalised
from mailwing.training.selfplay_learner import Learner, Tables

from .toy_runs import toy_config


def learner_of(game: str = "several_moves", **tables: Any) -> Learner:
    """A learner that has collected a rollout of a toy."""
    few = {"num_envs": 32, "n_steps": 16, "minibatch": 128, **tables.pop("ppo", {})}
    config = toy_config(game, ppo=few, selfplay={"bots_share": 1}, **tables)
    learner = Learner(config, Tables(config), threads=1)
    learner.collect()
    return learner


def first_batch(learner: Learner) -> dict[str, Tensor]:
    """The first minibatch of the first epoch."""
    update = learner.update
    (first, *_) = minibatches(update.random, learner.rollout.learnt, update.config.minibatch)
    columns = learner.rollout.columns(torch.device("cpu"))
    return {name: column[torch.from_numpy(first)] for name, column in columns.items()}


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("base", ["", "random"])
def test_the_ratio_is_one_before_anything_is_learnt(shared: bool, base: str) -> None:
    """Masks and the advice of a bot that plays by chance are those under which actions were drawn."""
    learner = learner_of(network={"shared": shared, "base": base})
    batch = first_batch(learner)
    assert bool(batch["illegal"].any()), "masks must matter here"
    logits, values = learner.network(batch["obs"], batch["advice"])
    log_probs, _ = PolicyTerms.apply(logits, batch["illegal"], batch["action"])  # type: ignore[misc]
    torch.testing.assert_close((log_probs - batch["log_prob"]).exp(), torch.ones(len(values)), rtol=0, atol=2e-6)
    _, figures = losses(learner.network, batch, learner.config.ppo)
    assert float(figures[3]) == pytest.approx(0, abs=1e-4)
    assert float(figures[4]) == 0, "nothing is clipped"


def test_a_forgotten_mask_would_be_seen() -> None:
    """What the test above would find if masks were not applied again."""
    learner = learner_of()
    batch = first_batch(learner)
    logits, _ = learner.network(batch["obs"])
    log_probs, _ = PolicyTerms.apply(logits, torch.zeros_like(batch["illegal"]), batch["action"])  # type: ignore[misc]
    assert float((log_probs - batch["log_prob"]).detach().exp().min()) < 0.9


def test_actions_are_legal_and_stored_with_the_mask_that_they_were_drawn_under() -> None:
    rollout = learner_of("drop_out").rollout
    chosen = rollout.illegal[np.arange(rollout.count), rollout.action[: rollout.count]]
    assert not chosen.any()


def test_the_written_gradient_is_that_of_autograd() -> None:
    torch.manual_seed(3)
    logits = torch.randn(50, 7, dtype=torch.float64, requires_grad=True)
    illegal = torch.rand(50, 7) < 0.6
    action = torch.randint(0, 7, (50,))
    illegal[torch.arange(50), action] = False
    log_probs = masked_log_probs(logits, ~illegal)
    plain = log_probs.gather(1, action[:, None]).squeeze(1), entropy_of(log_probs)
    factors = torch.randn(2, 50)
    (wanted,) = torch.autograd.grad(sum((f * x).sum() for f, x in zip(factors, plain, strict=True)), logits)  # type: ignore[arg-type]
    terms = PolicyTerms.apply(logits.float(), illegal, action)  # type: ignore[misc]
    for found, known in zip(terms, plain, strict=True):
        torch.testing.assert_close(found, known.float(), rtol=1e-5, atol=1e-6)
    (gradient,) = torch.autograd.grad(sum((f * x).sum() for f, x in zip(factors, terms, strict=True)), logits)  # type: ignore[arg-type]
    torch.testing.assert_close(gradient.float(), wanted.float(), rtol=1e-5, atol=1e-5)


def test_the_loss_is_that_of_the_textbook() -> None:
    """Two decisions at a network that knows nothing: probability 1/2 each, ratios 1/2 ÷ 1/4 and 1/2 ÷ 1/2.

    Clipped at 1.2, advantages 1 and −2 give −(1.2 × 1) and −(1 × −2); values are 0, so that the value loss is 1 + 9.
    """
    network = PolicyNetwork(NetworkShape(1, 3, (2,), "tanh"))
    for parameter in network.parameters():
        torch.nn.init.zeros_(parameter)
    batch = {
        "obs": torch.zeros(2, 1),
        "illegal": torch.tensor([[False, False, True], [True, False, False]]),
        "action": torch.tensor([0, 2]),
        "log_prob": torch.tensor([0.25, 0.5]).log(),
        "advantage": torch.tensor([1.0, -2.0]),
        "returns": torch.tensor([1.0, -3.0]),
    }
    loss, figures = losses(network, batch, PPOConfig(clip=0.2, entropy=0.1, value_weight=0.5))
    entropy = 2 * np.log(2)
    assert figures.tolist() == pytest.approx([-1.2 + 2, 10, entropy, 2 - 1 - np.log(2), 1])
    assert loss.item() == pytest.approx(0.8 + 0.5 * 10 - 0.1 * entropy)


def test_chunks_add_up_to_the_minibatch() -> None:
    """Eight chunks of 16, or all 128 samples at once: the same step."""
    steps = {}
    for chunk in (0, 16):
        learner = learner_of()
        learner.update.chunk = chunk or 128
        learner.learn(1e-3)
        steps[chunk] = torch.cat([p.detach().flatten() for p in learner.network.parameters()])
    torch.testing.assert_close(steps[0], steps[16], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("shared", [False, True])
def test_bfloat16_learns_nearly_the_same(shared: bool) -> None:
    gradients = {}
    for precision in ("float32", "bfloat16"):
        learner = learner_of(network={"precision": precision, "shared": shared})
        assert learner.rollout.obs.dtype == getattr(torch, precision)
        assert all(parameter.dtype == torch.float32 for parameter in learner.network.parameters())
        before = torch.cat([p.detach().flatten() for p in learner.network.parameters()])
        learner.learn(1e-3)
        gradients[precision] = torch.cat([p.detach().flatten() for p in learner.network.parameters()]) - before
    similarity = torch.cosine_similarity(*gradients.values(), dim=0)
    assert float(similarity) > 0.5


@pytest.mark.parametrize("shared", [False, True])
def test_a_working_copy_follows_the_weights(shared: bool) -> None:
    network = PolicyNetwork(NetworkShape(8, 5, (16, 16), "relu", shared))
    update = Update(network, PPOConfig(), reduced=True)
    torch.nn.init.constant_(network.critic[-1].bias, 3.0)  # type: ignore[arg-type]
    update.refresh()
    obs = torch.rand(4, 8)
    for found, known in zip(update.working(obs.bfloat16()), network(obs), strict=True):
        torch.testing.assert_close(found, known, rtol=0.05, atol=0.05)
    assert working_copy(network)(obs.bfloat16())[0].dtype == torch.float32


@pytest.mark.parametrize("shared", [False, True])
def test_one_pass_gives_what_the_parts_give(shared: bool) -> None:
    network = PolicyNetwork(NetworkShape(8, 5, (16,), "silu", shared))
    obs = torch.rand(9, 8)
    logits, values = network(obs)
    torch.testing.assert_close(logits, network.logits(obs))
    torch.testing.assert_close(values, network.values(obs))


@pytest.mark.parametrize("shared", [False, True])
def test_the_policy_stands_still_while_the_value_warms_up(shared: bool) -> None:
    learner = learner_of(network={"shared": shared})
    before = {name: array.clone() for name, array in learner.network.state_dict().items()}
    learner.learn(1e-3, value_only=True)
    for name, array in learner.network.state_dict().items():
        assert bool((array == before[name]).all()) == name.startswith(("actor", "trunk"))
    learner.learn(1e-3)
    assert not bool((learner.network.state_dict()["actor.0.weight"] == before["actor.0.weight"]).all())


def test_minibatches_are_all_samples_once_and_nearly_equal() -> None:
    samples = np.arange(100, 203)
    parts = minibatches(np.random.default_rng(1), samples, 20)
    assert [len(part) for part in parts] == [21, 21, 21, 20, 20]
    assert sorted(np.concatenate(parts).tolist()) == samples.tolist()


def test_one_sample_has_no_deviation_to_be_divided_by() -> None:
    assert normalised(torch.tensor([2.5])).tolist() == [2.5]


def test_a_target_of_the_divergence_ends_an_update() -> None:
    learner = learner_of(ppo={"target_kl": 1e-9, "epochs": 10, "learning_rate": 0.1})
    assert learner.learn(0.1).minibatches == 2, "after the first step the policy is another one"


@pytest.mark.parametrize("column", ["advantage", "returns"])
def test_a_loss_that_is_no_number_is_refused_before_the_step(column: str) -> None:
    learner = learner_of()
    getattr(learner.rollout, column)[learner.rollout.learnt] = np.nan
    before = {name: array.clone() for name, array in learner.network.state_dict().items()}
    with pytest.raises(DivergedError, match=r"epoch 1: the losses are .*nan"):
        learner.learn(1e-3)
    for name, array in learner.network.state_dict().items():
        assert bool((array == before[name]).all()), name
