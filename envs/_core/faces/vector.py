"""Gymnasium's `VectorEnv` over the native batch, one learner in each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from ..alone import Alone
from ..game import Game
from ..loops.stepping import LEARNER
from ..rewards import RewardName
from .batch import Batch
from .face import Painter, one_of
from .opponents import Opponents, lineups_for

VectorRenderMode = Literal["ansi", "rgb_array", "svg"]

VECTOR_RENDER_MODES: tuple[VectorRenderMode, ...] = ("ansi", "rgb_array", "svg")

Results = dict[str, Any]
Stepped = tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Results]


class GameVectorEnv(VectorEnv[NDArray[np.float32], ArrayLike, NDArray[Any]]):
    """Many games of one learner against bots, stepped together, compiled; made by `envs.vector`.

    Infos hold `action_mask` int8 [num_envs, actions] (all ones where a game is over) and `seat` int8 [num_envs], the
    learner's. Where a game ended, `returns`, `scores`, `ranks` [num_envs, players], `winners` bool [num_envs, players],
    `num_decisions` and `limit_reached` are there, with the masks `_returns`, … as in Gymnasium.

    `NEXT_STEP`: the step that ends a game returns its last observation; the next step ignores the action and returns
    the new deal. `SAME_STEP`: the step that ends a game returns the new deal; the end is in `infos["final_obs"]` and
    `infos["final_info"]`.

    Args:
        game: the game.
        num_envs: number of games.
        opponents: see `opponents.lineups_for`.
        seat: the learner's seat, or several; None: every seat equally often.
        autoreset_mode: `NEXT_STEP` or `SAME_STEP` (the member or its value).
        render_mode: `ansi`, `rgb_array`, `svg` or None; `render()` gives a frame for each game.
        threads, reward, shaping, show_forced: see `Batch`.
        copy: return fresh arrays; if False, observations and masks are overwritten by the next step, and masks are
            read-only.

    One thread at a time may use it; a second one gets an `InUseError` (a RuntimeError).

    Raises:
        ValueError: an unknown opponent, seat, mode or reward.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        opponents: Opponents = "random",
        seat: int | Sequence[int] | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: VectorRenderMode | None = None,
        threads: int = 1,
        reward: RewardName = "placement",
        shaping: float = 0.0,
        show_forced: bool = False,
        copy: bool = True,
    ) -> None:
        self.game, self.num_envs, self.copy = game, num_envs, bool(copy)
        self._same_step = _mode(autoreset_mode) is AutoresetMode.SAME_STEP
        if render_mode is not None:
            one_of("render mode of vector environments", render_mode, VECTOR_RENDER_MODES)
        self._alone = Alone(f"{game.id}: this vector environment")
        self.render_mode: str | None = render_mode
        self._painter = Painter(render_mode, game.spec.title)
        bots, lineups, weights = lineups_for(game, opponents, seat)
        self.batch = Batch(
            *(game, num_envs),
            bots=bots,
            lineups=lineups,
            weights=weights,
            threads=threads,
            reward=reward,
            shaping=shaping,
            show_forced=show_forced,
            restart=self._same_step,
        )
        self.single_observation_space = game.observation_space
        self.single_action_space = spaces.Discrete(game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.metadata = {"render_modes": list(VECTOR_RENDER_MODES), "autoreset_mode": _mode(autoreset_mode)}
        self._rows = np.arange(num_envs)
        self._ended = np.zeros(num_envs, dtype=bool)
        self._begun = False

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], Results]:
        """Deal new games everywhere.

        Args:
            seed: one number: game k, episode e is `game.new(seed_of(seed, k, e))`; None: the next one that follows.
            options: not used; a `reset_mask` is refused, since finished games are restarted automatically.

        Raises:
            ValueError: a list of seeds, or a `reset_mask`.
            InUseError: another thread is using the environment.
        """
        with self._alone:
            return self._reset(seed, options)

    def _reset(
        self, seed: int | Sequence[int] | None, options: Mapping[str, Any] | None
    ) -> tuple[NDArray[np.float32], Results]:
        if seed is not None and not isinstance(seed, (int, np.integer)):
            raise ValueError(
                f"{self.game.id}: seed is one whole number for all games, which follow from it, not {seed!r}"
            )
        if options and "reset_mask" in options:
            raise ValueError(f"{self.game.id}: reset_mask is not supported; finished games are restarted automatically")
        super().reset(seed=None if seed is None else int(seed))
        self.batch.reset(int(self.np_random.integers(2**63)) if seed is None else int(seed))
        # A game that ends before the first decision of the learner is no episode.
        self.batch.restart_rows(np.flatnonzero(self.batch.done))
        self._ended[:] = False
        self._begun = True
        return self._observations(), self._infos()

    def step(self, actions: ArrayLike) -> Stepped:
        """Play one decision of the learner in every game.

        Args:
            actions: int [num_envs], legal in each game; ignored where the last step ended one (`NEXT_STEP`).

        Raises:
            ValueError: not as many integers as there are games.
            IllegalActionError: an action is not legal; no game has changed.
            ResetNeeded: before the first `reset`.
            InUseError: another thread is using the environment.
        """
        with self._alone:
            return self._step(actions)

    def _step(self, actions: ArrayLike) -> Stepped:
        if not self._begun:
            raise ResetNeeded(f"{self.game.id}: call reset() before the first step()")
        batch = self.batch
        begun = np.flatnonzero(self._ended)
        batch.step(actions)
        rewards = batch.rewards[self._rows, batch.acted].astype(np.float64)
        if not self._same_step and begun.size:
            rewards[begun] = 0.0
            batch.restart_rows(begun)
        ended = batch.done.astype(bool)
        observations, infos = self._observations(), self._infos()
        if ended.any():
            final = batch.final_obs[ended]
            if self._same_step:
                infos |= {"final_obs": self._by_game(ended, final), "_final_obs": ended.copy()}
                final_info = {**self._results(ended), "seat": np.where(ended, batch.acted, 0), "_seat": ended.copy()}
                infos |= {"final_info": final_info, "_final_info": ended.copy()}
            else:
                observations = observations if self.copy else observations.copy()
                observations[ended] = final
                infos |= self._results(ended)
        self._ended = ended
        return observations, rewards, ended.copy(), np.zeros(self.num_envs, dtype=bool), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Fresh bool [num_envs, actions], what the learner may play in each game (all ones where it is over)."""
        return self.batch.mask.astype(bool)

    def render(self) -> tuple[Any, ...] | None:
        """A frame for each game as its learner sees it (RuntimeError: made without a render mode)."""
        if self.render_mode is None:
            raise RuntimeError(f"{self.game.id}: made without a render mode; pass one of {VECTOR_RENDER_MODES}")
        seats = self._learner_seats().tolist()
        return tuple(self._painter.paint(self.batch.position(row), seat) for row, seat in enumerate(seats))

    def _learner_seats(self) -> NDArray[np.int8]:
        return (self.batch.lineup[:, : self.game.players] == LEARNER).argmax(axis=1).astype(np.int8)

    def _observations(self) -> NDArray[np.float32]:
        return self.batch.obs.copy() if self.copy else self.batch.obs

    def _infos(self) -> Results:
        everywhere = np.ones(self.num_envs, dtype=bool)
        mask = self.batch.mask.view(np.int8)
        return {
            "action_mask": mask.copy() if self.copy else mask,
            "_action_mask": everywhere,
            "seat": self._learner_seats(),
            "_seat": everywhere.copy(),
        }

    def _results(self, ended: NDArray[np.bool_]) -> Results:
        """Results of the games that ended, zero elsewhere."""
        batch, n = self.batch, self.game.players
        found = {
            "returns": batch.returns[:, :n],
            "scores": batch.scores[:, :n],
            "ranks": batch.ranks[:, :n],
            "winners": batch.ranks[:, :n] == 1,
            "num_decisions": batch.num_decisions,
            "limit_reached": batch.limit_reached.astype(bool),
        }
        infos: Results = {}
        for name, values in found.items():
            shown = np.zeros_like(values)
            shown[ended] = values[ended]
            infos |= {name: shown, f"_{name}": ended.copy()}
        return infos

    def _by_game(self, ended: NDArray[np.bool_], final: NDArray[np.float32]) -> NDArray[Any]:
        """Observations of ended games as an array of objects, None elsewhere, as in Gymnasium."""
        found = np.full(self.num_envs, None, dtype=object)
        for row, observation in zip(np.flatnonzero(ended), final, strict=True):
            found[row] = observation
        return found

    def __reduce__(self) -> Any:
        # The batch's arrays share memory and hold addresses of bots: a copy would be broken without an error.
        raise TypeError("a vector environment cannot be copied or pickled; make another one and reset it")


def _mode(value: AutoresetMode | str) -> AutoresetMode:
    """NEXT_STEP or SAME_STEP (ValueError: anything else)."""
    modes = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)
    names = {mode: mode for mode in modes} | {mode.value: mode for mode in modes} | {mode.name: mode for mode in modes}
    if value not in names:
        raise ValueError(f"unknown autoreset_mode {value!r}; choose {' or '.join(str(mode) for mode in modes)}")
    return names[value]
