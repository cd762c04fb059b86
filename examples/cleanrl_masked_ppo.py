"""PPO with action masks against scripted bots, in one file to read and change, in the manner of CleanRL.

    python examples/cleanrl_masked_ppo.py --opponents novice --total-timesteps 500000

What matters in a game of turns is that the vector face plays the other seats between two decisions of the learner: the
next observation is the learner's own next decision, the reward of a step is all that its seat got in between, and the
step that ends a game carries its final reward. Needs the extra `train`.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

from mailwing import envs


@dataclass
class Args:
    """Every number of a run."""

    game: str = "ab_die_post"
    """id of the game"""
    players: int = 4
    """seats at the table, the learner's included"""
    opponents: str = "novice"
    """the bot in the other seats"""
    seed: int = 1
    """seed of games, weights and sampling"""
    total_timesteps: int = 300_000
    """decisions of the learner"""
    num_envs: int = 256
    """games at once"""
    num_steps: int = 64
    """decisions in each game between two updates"""
    num_minibatches: int = 4
    """minibatches of an update"""
    update_epochs: int = 4
    """passes over the decisions of an update"""
    learning_rate: float = 1e-3
    """Adam's, falling linearly to zero"""
    gamma: float = 1.0
    """discount per decision; the reward comes at the end of the game"""
    shaping: float = 0.1
    """factor of potential-based shaping on the score: who always comes last at first has nothing else to learn from"""
    gae_lambda: float = 0.95
    """weight of long advantage estimates"""
    clip_coef: float = 0.2
    """clip of the probability ratio"""
    ent_coef: float = 0.01
    """weight of the entropy"""
    vf_coef: float = 0.5
    """weight of the value loss"""
    max_grad_norm: float = 0.5
    """gradients are cut to this norm"""
    hidden: int = 128
    """width of the two hidden layers"""
    threads: int = 1
    """threads of torch; small networks are slower with more"""


def parse_args() -> Args:
    """`Args` from the command line; every field is an option."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for field in fields(Args):
        kind = type(field.default)
        parser.add_argument(
            f"--{field.name.replace('_', '-')}", type=kind, default=field.default, metavar=kind.__name__
        )
    return Args(**vars(parser.parse_args()))


def layer(inputs: int, outputs: int, gain: float = 2**0.5) -> nn.Linear:
    """A linear layer with orthogonal weights and no bias at first."""
    linear = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(linear.weight, gain)
    nn.init.zeros_(linear.bias)
    return linear


class Agent(nn.Module):
    """A policy under masks and a value, without shared layers."""

    def __init__(self, obs_size: int, actions: int, hidden: int) -> None:
        super().__init__()
        self.actor = nn.Sequential(
            layer(obs_size, hidden), nn.ReLU(), layer(hidden, hidden), nn.ReLU(), layer(hidden, actions, 0.01)
        )
        self.critic = nn.Sequential(
            layer(obs_size, hidden), nn.ReLU(), layer(hidden, hidden), nn.ReLU(), layer(hidden, 1, 1.0)
        )

    def policy(self, obs: Tensor, mask: Tensor) -> Categorical:
        """What to play; illegal actions have no probability at all."""
        # The lowest float instead of −inf: the entropy multiplies it with a probability of zero.
        logits = self.actor(obs).masked_fill(~mask, torch.finfo(torch.float32).min)
        return Categorical(logits=logits)

    def value(self, obs: Tensor) -> Tensor:
        """The expected final reward, [n]."""
        return self.critic(obs).squeeze(-1)


class Tracker:
    """The learner's results since the last look: its share of first places."""

    def __init__(self) -> None:
        self.games, self.wins = 0, 0.0

    def add(self, infos: dict[str, Any], seats: np.ndarray) -> None:
        """Count the games that ended in a step; `seats` are the learner's in the games that were being played."""
        if "final_info" not in infos:
            return
        ended = np.flatnonzero(infos["_final_info"])
        winners = infos["final_info"]["winners"][ended]
        self.games += len(ended)
        self.wins += float((winners[np.arange(len(ended)), seats[ended]] / np.maximum(winners.sum(axis=1), 1)).sum())

    def take(self) -> float:
        """The win rate, and start anew (nan: no game ended)."""
        share = self.wins / self.games if self.games else float("nan")
        self.games, self.wins = 0, 0.0
        return share


@dataclass
class Rollout:
    """What was seen and done, [num_steps, num_envs, …]."""

    obs: Tensor
    masks: Tensor
    actions: Tensor
    logprobs: Tensor
    values: Tensor
    rewards: Tensor
    dones: Tensor


def collect(args: Args, venv: Any, agent: Agent, obs: np.ndarray, infos: dict[str, Any], tracker: Tracker) -> Any:
    """Play `num_steps` decisions in every game; the rollout, and where the games stand now."""
    steps, shape = args.num_steps, (args.num_steps, args.num_envs)
    rollout = Rollout(
        obs=torch.zeros(*shape, obs.shape[1]),
        masks=torch.zeros(*shape, infos["action_mask"].shape[1], dtype=torch.bool),
        actions=torch.zeros(shape, dtype=torch.int64),
        logprobs=torch.zeros(shape),
        values=torch.zeros(shape),
        rewards=torch.zeros(shape),
        dones=torch.zeros(shape),
    )
    for step in range(steps):
        rollout.obs[step] = torch.from_numpy(obs)
        rollout.masks[step] = torch.from_numpy(infos["action_mask"].astype(bool))
        with torch.no_grad():
            policy = agent.policy(rollout.obs[step], rollout.masks[step])
            rollout.actions[step] = policy.sample()
            rollout.logprobs[step] = policy.log_prob(rollout.actions[step])
            rollout.values[step] = agent.value(rollout.obs[step])
        seats = infos["seat"]
        obs, rewards, terminated, _, infos = venv.step(rollout.actions[step].numpy())
        tracker.add(infos, seats)
        rollout.rewards[step] = torch.from_numpy(rewards)
        rollout.dones[step] = torch.from_numpy(terminated)
    return rollout, obs, infos


def advantages_of(args: Args, rollout: Rollout, next_value: Tensor) -> Tensor:
    """Generalised advantage estimates, [num_steps, num_envs]."""
    advantages = torch.zeros_like(rollout.rewards)
    carried = torch.zeros(args.num_envs)
    for step in reversed(range(args.num_steps)):
        goes_on = 1.0 - rollout.dones[step]
        delta = rollout.rewards[step] + args.gamma * next_value * goes_on - rollout.values[step]
        carried = delta + args.gamma * args.gae_lambda * goes_on * carried
        advantages[step], next_value = carried, rollout.values[step]
    return advantages


def update(args: Args, agent: Agent, optimizer: torch.optim.Optimizer, rollout: Rollout, advantages: Tensor) -> None:
    """The epochs of PPO over one rollout."""
    obs, masks = rollout.obs.flatten(0, 1), rollout.masks.flatten(0, 1)
    actions, logprobs = rollout.actions.flatten(), rollout.logprobs.flatten()
    advantage = advantages.flatten()
    returns = advantage + rollout.values.flatten()
    for _ in range(args.update_epochs):
        for chosen in torch.randperm(len(actions)).chunk(args.num_minibatches):
            policy = agent.policy(obs[chosen], masks[chosen])
            ratio = (policy.log_prob(actions[chosen]) - logprobs[chosen]).exp()
            scaled = (advantage[chosen] - advantage[chosen].mean()) / (advantage[chosen].std() + 1e-8)
            clipped = ratio.clamp(1 - args.clip_coef, 1 + args.clip_coef)
            policy_loss = -torch.min(scaled * ratio, scaled * clipped).mean()
            value_loss = 0.5 * (agent.value(obs[chosen]) - returns[chosen]).square().mean()
            loss = policy_loss - args.ent_coef * policy.entropy().mean() + args.vf_coef * value_loss
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), args.max_grad_norm)
            optimizer.step()


def main(args: Args) -> float:
    """Train; the learner's win rate in the games of the last update."""
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    venv = envs.vector(
        args.game,
        num_envs=args.num_envs,
        players=args.players,
        opponents=args.opponents,
        shaping=args.shaping,
        autoreset_mode="SAME_STEP",
    )
    obs, infos = venv.reset(seed=args.seed)
    agent = Agent(obs.shape[1], infos["action_mask"].shape[1], args.hidden)
    optimizer = torch.optim.Adam(agent.parameters(), lr=args.learning_rate, eps=1e-5)
    tracker, share = Tracker(), float("nan")
    updates = max(1, args.total_timesteps // (args.num_envs * args.num_steps))
    started = time.perf_counter()
    for number in range(updates):
        optimizer.param_groups[0]["lr"] = args.learning_rate * (1 - number / updates)
        rollout, obs, infos = collect(args, venv, agent, obs, infos, tracker)
        with torch.no_grad():
            next_value = agent.value(torch.from_numpy(obs))
        update(args, agent, optimizer, rollout, advantages_of(args, rollout, next_value))
        share = tracker.take()
        steps = (number + 1) * args.num_envs * args.num_steps
        speed = steps / (time.perf_counter() - started)
        print(
            f"{steps:>9,} decisions  win rate {share:.3f} (chance {1 / args.players:.3f})  {speed:,.0f}/s", flush=True
        )
    venv.close()
    return share


if __name__ == "__main__":
    main(parse_args())
