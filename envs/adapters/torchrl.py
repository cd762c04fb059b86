"""TorchRL: an `EnvBase` over the native batch, one learner in each game, bots in the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .._core.faces.batch import Batch
from .._core.faces.face import Illegal, Seeds
from .._core.faces.learner_batch import LearnerBatch
from .._core.faces.opponents import Opponents, lineups_for
from .._core.game import Game
from .._core.registry import load
from .._core.rewards import RewardName
from .libraries import require

envs: Any = require("torchrl.envs", "torchrl", "0.14", "integrations")
specs: Any = require("torchrl.data", "torchrl", "0.14", "integrations")
torch: Any = require("torch", "torch", "2.4", "train")
TensorDict: Any = require("tensordict", "tensordict", "0.14", "integrations").TensorDict


class TorchRLEnv(envs.EnvBase):
    """Many games of one learner against bots as a TorchRL environment of batch size [num_envs].

    Its tensors are `observation` float32 [num_envs, obs_size], `action_mask` bool [num_envs, actions] (all true where a
    game is over), `action` int64 [num_envs], `reward` float32 [num_envs, 1], and `done`, `terminated`, `truncated`.
    The step that ends a game shows its last observation; `rollout`, collectors and `maybe_reset` deal the next one.
    `action_spec` has the masks of the present decisions, so that `rand_action` draws legal actions. All tensors are on
    the CPU.

    Args:
        game: id from `envs.games()`, or a loaded game.
        num_envs: games side by side.
        players: seats at the table; the game's usual number when None.
        data: folder of a data pack; the game's own when None.
        opponents: as for `envs.vector`.
        seat: the learner's seat, or several; None: every seat equally often.
        seed: of the games, as `set_seed`; None: drawn by the operating system.
        illegal: what an illegal action does: end its game with −1 for the learner, or raise `IllegalActionError`.
        reward, shaping, show_forced, threads: as for `envs.batch`.
        max_cycles: decisions of the learner after which a game is cut off (truncated); None: never.
        options: the game's own options.

    Raises:
        ImportError: TorchRL is not installed or too old; the message says what to install.
        TypeError: an unknown option.
        ValueError: an unknown game, opponent or value.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        players: int | None = None,
        data: str | Path | None = None,
        opponents: Opponents = "random",
        seat: int | Sequence[int] | None = None,
        seed: int | None = None,
        illegal: Illegal = "terminate",
        reward: RewardName = "placement",
        shaping: float = 0.0,
        show_forced: bool = False,
        max_cycles: int | None = None,
        threads: int = 1,
        **options: Any,
    ) -> None:
        bound = load(game, players=players, data=data, **options)
        bots, lineups, weights = lineups_for(bound, opponents, seat)
        batch = Batch(
            *(bound, num_envs),
            bots=bots,
            lineups=lineups,
            weights=weights,
            threads=threads,
            reward=reward,
            shaping=shaping,
            show_forced=show_forced,
            restart=False,
        )
        super().__init__(device="cpu", batch_size=[batch.num_envs])
        self.game, self.batch = bound, batch
        self._learners = LearnerBatch(batch, illegal=illegal, max_cycles=max_cycles)
        self._deals = Seeds()
        self._seed_to_come = seed
        self._declare()

    def _declare(self) -> None:
        n, game = self.batch.num_envs, self.game
        space = game.observation_space
        low, high = (torch.from_numpy(np.tile(bound, (n, 1))) for bound in (space.low, space.high))
        self.observation_spec = specs.Composite(
            observation=specs.Bounded(low, high, shape=(n, game.obs_size), dtype=torch.float32),
            action_mask=specs.Binary(game.num_actions, shape=(n, game.num_actions), dtype=torch.bool),
            shape=(n,),
        )
        self.action_spec = specs.Categorical(game.num_actions, shape=(n,), dtype=torch.int64)
        self.reward_spec = specs.Unbounded(shape=(n, 1), dtype=torch.float32)
        flag = specs.Categorical(2, shape=(n, 1), dtype=torch.bool)
        self.done_spec = specs.Composite(done=flag, terminated=flag.clone(), truncated=flag.clone(), shape=(n,))

    def _reset(self, tensordict: Any = None, **_: Any) -> Any:
        chosen = None if tensordict is None else tensordict.get("_reset", None)
        if chosen is None:
            self._learners.reset(self._deals.next(self._seed_to_come))
            self._seed_to_come = None
        else:
            self._learners.deal_ended(chosen.reshape(-1).numpy())
        ended = self._learners.ended
        return _tensors({**self._seen(), **_flags(ended, self._learners.truncated & ended)}, self.batch_size)

    def _step(self, tensordict: Any) -> Any:
        learners = self._learners
        rewards = learners.step(tensordict.get("action").numpy())
        flags = _flags(learners.ended, learners.truncated)
        reward = torch.from_numpy(rewards.astype(np.float32)).unsqueeze(1)
        return _tensors({**self._seen(), **flags, "reward": reward}, self.batch_size)

    def _seen(self) -> dict[str, Any]:
        """What each learner is shown, fresh: in games that are over, their last observation."""
        batch, ended = self.batch, self._learners.ended
        seen = batch.obs.copy()
        if ended.any():
            seen[ended] = batch.final_obs[ended]
        mask = torch.from_numpy(batch.mask.astype(bool))
        self.action_spec.update_mask(mask)
        return {"observation": torch.from_numpy(seen), "action_mask": mask}

    def _set_seed(self, seed: int | None) -> None:
        self._seed_to_come = seed


def _flags(ended: Any, truncated: Any) -> dict[str, Any]:
    flags = {"done": ended, "terminated": ended & ~truncated, "truncated": truncated}
    return {name: torch.from_numpy(np.array(flag)).unsqueeze(1) for name, flag in flags.items()}


def _tensors(source: dict[str, Any], batch_size: Any) -> Any:
    return TensorDict(source, batch_size=batch_size)
