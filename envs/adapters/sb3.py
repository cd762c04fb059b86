"""Stable-Baselines3: a `VecEnv` over the native batch, one learner in each game, bots and networks in the other seats.

A trajectory consists of the decisions of one seat. Bots and networks play between two of them, so the next
observation is that of the learner, and the reward of a step is all that its seat received since, the final reward
included.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env.base_vec_env import VecEnv, VecEnvIndices, VecEnvStepReturn

from .._core.faces.batch import Batch
from .._core.faces.face import Illegal, Seeds
from .._core.faces.learner_batch import LearnerBatch
from .._core.faces.opponents import LineUps
from .._core.faces.outsiders import DrawingAgent, Outsiders
from .._core.game import Game
from .._core.loops.stepping import LEARNER
from .._core.rewards import RewardName

NOTHING: dict[str, Any] = {}
"""The info of a game that is not over; shared by all such games and never written to."""


class BatchVecEnv(VecEnv):
    """Games of one learner against bots as a `VecEnv`; made by `envs.sb3`.

    `env_method("action_masks")` returns the mask array of the batch itself, uint8 [num_envs, actions], which the next
    step overwrites (`MaskablePPO` copies it). Observations are fresh arrays.

    The info of a finished game holds `terminal_observation`, `episode` (`r` return of the learner, `l` its decisions),
    `win` (1, or a share of it if several seats win), `scores`, `ranks` and `returns` by seat, and
    `TimeLimit.truncated`, by which algorithms know that they may bootstrap. Where an illegal action ended it,
    `illegal_action` says why.

    Args:
        game: the game.
        num_envs: number of games.
        lineups: the line-ups (`lineups_for`); exactly one seat of each is the learner's.
        rivals: the networks that are −2, −3, … in line-ups.
        seed: seed of the batch; `reset` starts the same games again. None: as in Stable-Baselines3, the next `reset`
            starts the games of `env.seed(…)`, which algorithms call with their seed, and later ones go on from there.
        threads: number of threads; results do not depend on it.
        reward: `placement`, `win` or `score`.
        shaping: factor of potential-based shaping on the score.
        show_forced: decisions with one legal action are shown, too, instead of played on.
        illegal: what an illegal action does: raise `IllegalActionError`, and no game has changed, or end its game with
            −1 for the learner (`terminate`).
        max_cycles: decisions of the learner after which a game is cut off; None: never.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        lineups: LineUps,
        rivals: Sequence[DrawingAgent] = (),
        *,
        seed: int | None = 0,
        threads: int = 1,
        reward: RewardName = "placement",
        shaping: float = 0.0,
        show_forced: bool = False,
        illegal: Illegal = "raise",
        max_cycles: int | None = None,
    ) -> None:
        learners = (np.asarray(lineups.lineups) == LEARNER).sum(axis=1)
        if (learners != 1).any():
            raise ValueError(
                f"{game.id}: every line-up needs exactly one learner, one has {learners[learners != 1][0]}"
            )
        self.render_mode = None
        self.seed_of_batch, self._deals = seed, Seeds()
        self.batch = Batch(
            game,
            num_envs,
            seed=seed,
            bots=lineups.bots,
            lineups=lineups.lineups,
            weights=lineups.weights,
            threads=threads,
            reward=reward,
            shaping=shaping,
            outside=1 + len(rivals),
            show_forced=show_forced,
        )
        self.rivals = list(rivals)
        outsiders = Outsiders(self.batch, self.rivals, first=LEARNER - 1) if rivals else None
        self._learners = LearnerBatch(self.batch, illegal=illegal, max_cycles=max_cycles, outsiders=outsiders)
        self._actions: NDArray[Any] = np.zeros(num_envs, dtype=np.int64)
        self._return = np.zeros(num_envs, dtype=np.float64)
        self._decisions = self._learners.decisions
        self._infos = [NOTHING] * num_envs
        self.games = 0
        self.wins = 0.0
        super().__init__(num_envs, game.observation_space, game.action_space)

    def reset(self) -> NDArray[np.float32]:
        """Deal new games everywhere, see `seed`; observations float32 [num_envs, obs_size]."""
        for rival in self.rivals:
            rival.draws = 0
        own = self.seed_of_batch
        self._learners.reset(self._deals.next(self._seeds[0]) if own is None else own)
        self._return[:] = 0
        self._reset_seeds()
        self._reset_options()
        return self.batch.obs.copy()

    def action_masks(self) -> NDArray[np.uint8]:
        """What may be played in each game, fresh uint8 [num_envs, actions]."""
        return self.batch.mask.copy()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the actions of the next `step_wait`, integers [num_envs]."""
        self._actions = np.asarray(actions)

    def step_wait(self) -> VecEnvStepReturn:
        """Play one decision in every game, then the bots up to the next decision of the learner.

        Returns:
            Observations float32 [num_envs, obs_size], rewards float32 [num_envs], dones bool [num_envs], infos.
        """
        rewards = self._learners.step(self._actions)
        dones = self._learners.ended
        self._return += rewards
        infos = self._finish(np.flatnonzero(dones)) if dones.any() else self._infos
        return self.batch.obs.copy(), rewards, dones, infos

    def _finish(self, rows: NDArray[np.int64]) -> list[dict[str, Any]]:
        """Infos of a step in which the games of some rows ended: their results in the words of all environments."""
        learners, seats = self._learners, self._learners.learners[rows]
        results = {name: array[rows] for name, array in learners.results().items()}
        winners = results.pop("winners")
        win = winners[np.arange(len(rows)), seats] / np.maximum(winners.sum(axis=1), 1)
        self.games += len(rows)
        self.wins += float(win.sum())
        infos = list(self._infos)
        final = learners.final_obs[rows]
        shown = {name: array.tolist() for name, array in results.items()}
        for k, row in enumerate(rows.tolist()):
            infos[row] = {
                "terminal_observation": final[k],
                "TimeLimit.truncated": bool(learners.truncated[row]),
                "episode": {"r": float(self._return[row]), "l": int(learners.lengths[row])},
                "seat": int(seats[k]),
                "win": float(win[k]),
                **{name: values[k] for name, values in shown.items()},
            }
            if row in learners.illegal_actions:
                infos[row]["illegal_action"] = learners.illegal_actions[row]
        self._return[rows] = 0
        return infos

    def take_results(self) -> tuple[int, float]:
        """Number of games finished since the last call, and of wins among them (shared victories split)."""
        result = self.games, self.wins
        self.games, self.wins = 0, 0.0
        return result

    def memory(self) -> dict[str, NDArray[Any]]:
        """Everything that the next steps depend on, by name: fresh arrays, as for `Batch.memory`."""
        own = {name: array.copy() for name, array in self._own_memory().items()}
        return {**self.batch.memory(), **own}

    def _own_memory(self) -> dict[str, NDArray[Any]]:
        """What the next steps depend on besides the batch."""
        own: dict[str, NDArray[Any]] = {"returns": self._return, "learner_decisions": self._decisions}
        if self.rivals:
            own["draws"] = np.array([rival.draws for rival in self.rivals], dtype=np.int64)
        return own

    def restore(self, memory: Mapping[str, NDArray[Any]]) -> None:
        """Go on as the environment did from which `memory()` is (ValueError: it does not fit, see `Batch.restore`)."""
        own = self._own_memory()
        for name, array in own.items():
            found = memory.get(name)
            if found is None or found.shape != array.shape or found.dtype != array.dtype:
                raise ValueError(f"'{name}' is missing, or is not {array.dtype} of shape {array.shape}")
            if not np.isfinite(found).all():
                raise ValueError(f"'{name}' holds what is not a number")
        if self.rivals and memory["draws"].min() < 0:
            raise ValueError("'draws' holds numbers below 0")
        self.batch.restore(memory)
        for name, array in own.items():
            array[:] = memory[name]
        for rival, draws in zip(self.rivals, own.get("draws", ()), strict=True):
            rival.draws = int(draws)

    def close(self) -> None:
        """Does nothing: there are no resources to release."""

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """The environment's own attribute, once for every game asked for."""
        return [getattr(self, attr_name)] * self._count(indices)

    def has_attr(self, attr_name: str) -> bool:
        """Whether the games have an attribute."""
        return hasattr(self, attr_name)

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Refused: the games of a batch have no attributes of their own."""
        raise NotImplementedError(f"the games of a batch have no attribute '{attr_name}' of their own to set")

    def env_method(self, method_name: str, *args: Any, indices: VecEnvIndices = None, **kwargs: Any) -> Any:
        """Only `action_masks`: the array of all games, not a list of rows (it can be indexed like one)."""
        if method_name != "action_masks":
            raise NotImplementedError(f"the games of a batch have no method '{method_name}'")
        masks = self.action_masks()
        return masks if indices is None else masks[np.asarray(self._get_indices(indices))]

    def env_is_wrapped(self, wrapper_class: type, indices: VecEnvIndices = None) -> list[bool]:
        """Whether infos are as after a wrapper: those of finished games have what a `Monitor` writes."""
        return [wrapper_class is Monitor] * self._count(indices)

    def _count(self, indices: VecEnvIndices) -> int:
        chosen: Sequence[int] = list(self._get_indices(indices))
        return len(chosen)
