"""Playing for self-play: every step takes one decision in each game, by one forward pass for each policy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from ..agents.advice import Adviser
from ..agents.choosing import draw_legal
from ..agents.network import PolicyNetwork
from ..envs._core.bots import Bot
from ..envs._core.faces.batch import Batch
from ..envs._core.kernel import kernel
from ..envs._core.loops.outside import sort_by_player
from ..envs._core.loops.stepping import LEARNER
from .rollouts import Rollout, link, new_links, receive

OFFSET = 128
"""Added to a number of a line-up, which is an int8, it is an index."""


@kernel
def choose(
    rows: Any, order: Any, logits: Any, rng: Any, weights: Any, actions: Any, chosen: Any, log_probs: Any
) -> None:
    """Draw an action in the games `order` from logits float32 [m, actions] under their masks.

    Writes `actions` int64 [n] by game, `chosen` int64 [m] and `log_probs` float32 [m]. An action that is not legal can
    never be drawn, whatever the logits are. `rng` is uint64 [1], `weights` float64 [actions] is scratch.
    """
    for j in range(order.shape[0]):
        picked, log_prob = draw_legal(logits[j], rows[order[j]].mask, rng, weights)
        actions[order[j]] = picked
        chosen[j] = picked
        log_probs[j] = log_prob


@kernel
def forbid(rows: Any, order: Any, illegal: Any) -> None:
    """Write what the masks of the games `order` forbid into `illegal` bool [m, actions]."""
    for j in range(order.shape[0]):
        mask = rows[order[j]].mask
        for action in range(mask.shape[0]):
            illegal[j, action] = mask[action] == 0


@kernel
def tally(rows: Any, lineups: Any, players: int, tallies: Any) -> None:
    """Count what the learner won in the games that the last step ended, by its opponents.

    `lineups` int8 [n, max seats] were at the tables. `tallies` float64 [3, 256] are games, wins, and wins among equals,
    by the number of an opponent + `OFFSET`. A game counts for each opponent by its share of the other seats, a shared
    victory as a part of one.
    """
    for game in range(lineups.shape[0]):
        row = rows[game]
        if row.done == 0:
            continue
        winners, won, others = 0, 0, 0
        for seat in range(players):
            first = row.ranks[seat] == 1
            winners += first
            if lineups[game, seat] == LEARNER:
                won += first
            else:
                others += 1
        if others == 0:
            continue
        part = 1.0 / others
        for seat in range(players):
            if lineups[game, seat] != LEARNER:
                opponent = lineups[game, seat] + OFFSET
                tallies[0, opponent] += part
                tallies[1, opponent] += part * won / max(winners, 1)
                tallies[2, opponent] += part * (players - others) / players


@dataclass
class Table:
    """One kind of table: its batch, and what is going on in it. All games of it have the same number of seats.

    `adviser` is there if the learner plays over a bot.
    """

    batch: Batch
    adviser: Adviser | None = None

    def __post_init__(self) -> None:
        n = self.batch.num_envs
        self.order = np.zeros(n, dtype=np.int64)
        self.actions = np.zeros(n, dtype=np.int64)
        self.obs = torch.from_numpy(self.batch.obs)
        self.lineups = self.batch.lineup.copy()
        self.begin()

    def advise(self, order: NDArray[np.int64], advice: NDArray[np.int64], seed: int) -> None:
        """Write what the bot would choose in some games to `advice` int64 [m], if there is one."""
        if self.adviser is not None:
            advice[:] = self.adviser.advise(self.batch._records, order, self.batch.mask[order], seed)

    def begin(self) -> None:
        """Forget open decisions: a new rollout begins."""
        self.last, self.gains = new_links(self.batch.num_envs, self.batch.game.players)


class Collector:
    """Plays all tables and fills rollouts with the decisions of the learner.

    Args:
        batches: the games; their line-ups tell players outside apart.
        rollout: filled by `collect`.
        places: numbers outside of line-ups; the first is the learner.
        seed: seed of the draws of actions.
        base: the bot that networks play over, if any.
        threads: threads that ask it.

    Attributes:
        rng: uint64 [1], the generator of all actions.
    """

    def __init__(
        self,
        batches: Sequence[Batch],
        rollout: Rollout,
        places: int,
        seed: int,
        *,
        base: Bot | None = None,
        threads: int = 1,
    ) -> None:
        self.tables = [
            Table(batch, None if base is None else Adviser(batch.game, base, threads=threads)) for batch in batches
        ]
        self.rollout = rollout
        self.rng = np.array([seed], dtype=np.uint64)
        self._tallies = np.zeros((3, 2 * OFFSET))
        self.steps = 0
        total = sum(batch.num_envs for batch in batches)
        game = batches[0].game
        self._weights = np.zeros(game.num_actions)
        self._obs = torch.zeros((total, game.obs_size), dtype=rollout.obs.dtype, device=rollout.obs.device)
        self._chosen, self._log_probs = np.zeros(total, dtype=np.int64), np.zeros(total, dtype=np.float32)
        self._advice = np.zeros(total, dtype=np.int64)
        self.set_players([], np.zeros(places, dtype=np.int64))

    def set_players(self, others: Sequence[PolicyNetwork], player_of: NDArray[np.int64]) -> None:
        """Say who plays the seats outside.

        Args:
            others: the networks of players 1, 2, …; 0 is the learner.
            player_of: int64 [places], the player of each number outside (−1, −2, …).
        """
        self._others, self._player_of = list(others), player_of
        self._counts = [np.zeros(len(others) + 2, dtype=np.int64) for _ in self.tables]

    def collect(self, network: PolicyNetwork, wanted: int) -> None:
        """Play until the learner has made at least `wanted` decisions; they are the rollout.

        Raises:
            BotError: a bot chose an illegal action.
        """
        self.rollout.count = 0
        for table in self.tables:
            table.begin()
        with torch.inference_mode():
            while self.rollout.count < wanted:
                self._step(network)

    def take_tallies(self) -> NDArray[np.float64]:
        """Games that have ended since the last call, wins of the learner, and wins among equals: float64 [3, 256].

        The second axis is the number of the opponent in line-ups + `OFFSET`; pure self-play does not count.
        """
        taken = self._tallies.copy()
        self._tallies[:] = 0
        return taken

    def _step(self, network: PolicyNetwork) -> None:
        """One decision in every game."""
        for table, counts in zip(self.tables, self._counts, strict=True):
            sort_by_player(table.batch._rows, self._player_of, True, table.order, counts)
        starts = [0] * len(self.tables)
        for player in range(len(self._others) + 1):
            parts = []
            for k, (table, counts) in enumerate(zip(self.tables, self._counts, strict=True)):
                stop = starts[k] + int(counts[player])
                parts.append((table, table.order[starts[k] : stop]))
                starts[k] = stop
            if player == 0:
                self._decide(network, parts)
            else:
                self._decide_for(self._others[player - 1], parts)
        for table in self.tables:
            table.lineups[:] = table.batch.lineup
            table.batch.step(table.actions)
            rows = table.batch._rows
            receive(rows, table.last, table.gains, self.rollout.after, self.rollout.reward)
            tally(rows, table.lineups, table.batch.game.players, self._tallies)
        self.steps += 1

    def _decide(self, network: PolicyNetwork, parts: list[tuple[Table, NDArray[np.int64]]]) -> None:
        """The decisions of the learner: they are kept."""
        rollout = self.rollout
        first = rollout.count
        stop = first + sum(len(order) for _, order in parts)
        if stop == first:
            return
        self._see(parts, rollout.obs[first:stop], rollout.advice[first:stop])
        logits, values = network(rollout.obs[first:stop], self._on_device(rollout.advice[first:stop]))
        scores = logits.float().cpu().numpy()
        rollout.value[first:stop] = values.float().cpu().numpy()
        for table, order in parts:
            start, rollout.count = rollout.count, rollout.count + len(order)
            rows, here = table.batch._rows, slice(start, rollout.count)
            drawn = rollout.action[here], rollout.log_prob[here]
            choose(rows, order, scores[start - first :], self.rng, self._weights, table.actions, *drawn)
            forbid(rows, order, rollout.illegal[here])
            link(rows, order, start, table.last, table.gains, rollout.after, rollout.reward)

    def _decide_for(self, network: PolicyNetwork, parts: list[tuple[Table, NDArray[np.int64]]]) -> None:
        """The decisions of another network: nobody learns from them."""
        count = sum(len(order) for _, order in parts)
        if count == 0:
            return
        self._see(parts, self._obs[:count], self._advice[:count])
        scores = network.logits(self._obs[:count], self._on_device(self._advice[:count])).float().cpu().numpy()
        start = 0
        for table, order in parts:
            here = slice(start, start + len(order))
            drawn = self._chosen[here], self._log_probs[here]
            choose(table.batch._rows, order, scores[here], self.rng, self._weights, table.actions, *drawn)
            start = here.stop

    def _on_device(self, advice: NDArray[np.int64]) -> torch.Tensor:
        return torch.from_numpy(advice).to(self._obs.device)

    def _see(self, parts: list[tuple[Table, NDArray[np.int64]]], seen: torch.Tensor, advice: NDArray[np.int64]) -> None:
        """Copy the observations of some games of each table, one after the other, and take advice on them."""
        start = 0
        for table, order in parts:
            here = seen[start : start + len(order)]
            whole = len(order) == table.batch.num_envs
            here.copy_(table.obs if whole else table.obs[torch.from_numpy(order)])
            table.advise(order, advice[start : start + len(order)], int(self.rng[0]))
            start += len(order)
