"""Behaviour cloning from a data set on disk: export games of a bot, learn its choices from the file, play the clone.

pip install 'mailwing[data,train]'
python examples/clone_from_data.py
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from mailwing import evaluation
from mailwing.agents import View


@dataclass
class Clone:
    """The network as an agent: `act_batch` plays many games at once, `act` one."""

    network: nn.Module
    name: str = "clone"

    def reset(self, seed: int) -> None:
        """Nothing is left to chance."""

    def act(self, view: View) -> int:
        """The action for one position."""
        return int(self.act_batch(view.observation()[None], view.mask()[None])[0])

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The most probable legal actions."""
        with torch.inference_mode():
            return masked(self.network(torch.tensor(obs)), torch.tensor(mask)).argmax(1).numpy()


@dataclass(frozen=True)
class Settings:
    """What is exported and how it is learnt."""

    games: int = 150
    bot: str = "expert"
    epochs: int = 6
    hidden: int = 128
    minibatch: int = 512
    learning_rate: float = 2e-3
    deals: int = 50
    folder: Path = Path()


def masked(logits: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Scores of which only those of legal actions count."""
    return logits.masked_fill(mask == 0, -torch.inf)


def main(settings: Settings | None = None) -> tuple[float, float]:
    """The share of choices in games that were kept back that are those of the bot, and the win rate against `adept`."""
    settings = settings or Settings()
    file = settings.folder / "games.parquet"
    print(evaluation.export_games("ab_die_post", settings.bot, file, games=settings.games, threads=2, overwrite=True))
    data = evaluation.DataSet(file).read()
    kept_back = data.game >= 0.9 * settings.games  # whole games: decisions of one game resemble each other
    learnt = np.flatnonzero(~kept_back)

    torch.manual_seed(0)
    size, actions = data.observation.shape[1], data.mask.shape[1]
    network = nn.Sequential(
        *(nn.Linear(size, settings.hidden), nn.ReLU()),
        *(nn.Linear(settings.hidden, settings.hidden), nn.ReLU()),
        nn.Linear(settings.hidden, actions),
    )
    optimiser = torch.optim.Adam(network.parameters())
    parts = max(1, len(learnt) // settings.minibatch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, settings.learning_rate, total_steps=settings.epochs * parts
    )
    random = np.random.default_rng(0)
    for _ in range(settings.epochs):
        for part in np.array_split(random.permutation(learnt), parts):
            obs, mask, action = (torch.tensor(x[part]) for x in (data.observation, data.mask, data.action))
            loss = nn.functional.cross_entropy(masked(network(obs), mask), action.long())
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()

    clone = Clone(network)
    chosen = clone.act_batch(data.observation[kept_back], data.mask[kept_back])
    accuracy = float((chosen == data.action[kept_back]).mean())
    result = evaluation.compare("ab_die_post", clone, against="adept", deals=settings.deals, threads=2)
    print(f"{accuracy:.1%} of the choices of '{settings.bot}'; {result}")
    return accuracy, result.win_rate


if __name__ == "__main__":
    main()
