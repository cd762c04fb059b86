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
from ..chance import checked_seed
from ..game import Game
from ..loops.stepping import LEARNER
from ..numbers import is_whole, whole_number
from ..rewards import RewardName
from .batch import Batch
from .face import Illegal, MaskIn, Painter, learner_space, one_of
from .learner_batch import LearnerBatch
from .opponents import Opponents, lineups_for

VectorRenderMode = Literal["ansi", "rgb_array", "svg"]

VECTOR_RENDER_MODES: tuple[VectorRenderMode, ...] = ("ansi", "rgb_array", "svg")

Results = dict[str, Any]
Stepped = tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Results]


class GameVectorEnv(VectorEnv[Any, ArrayLike, NDArray[Any]]):
    """Many games of one learner against bots, stepped together, compiled; made by `envs.vector`.

    Observations are float32 [num_envs, obs_size]; with `mask="obs"` a dictionary of them and the masks,
    `{"observation", "action_mask"}`. Infos hold `action_mask` int8 [num_envs, actions] (all ones where a game is over)
    and `seat` int8 [num_envs], the learner's. Where a game ended, `returns`, `scores`, `ranks` [num_envs, players],
    `winners` bool [num_envs, players], `num_decisions` and `limit_reached` are there, with the masks `_returns`, … as
    in Gymnasium. Where an illegal action ended it, `illegal_action` says why.

    `NEXT_STEP`: the step that ends a game returns its last observation; the next step ignores the action and returns
    the new deal. `SAME_STEP`: the step that ends a game returns the new deal; the end is in `infos["final_obs"]` and
    `infos["final_info"]`, which has `action_mask` and `seat`, too.

    A game that is cut off by `max_cycles` ends with `truncations`, without a final reward: its last observation is that
    of the decision which would have come next, its scores and ranks are those of that position, nobody has won.

    Args:
        game: the game.
        num_envs: number of games.
        opponents: see `opponents.lineups_for`.
        seat: the learner's seat, or several; None: every seat equally often.
        mask: where the masks are: in the `info` alone, or in the `obs`, too.
        autoreset_mode: `NEXT_STEP` or `SAME_STEP` (the member or its value).
        render_mode: `ansi`, `rgb_array`, `svg` or None; `render()` gives a frame for each game.
        render_width: pixels across of a frame, 16 to 4096; None: its own width, at most 960.
        illegal: what an illegal action does: raise `IllegalActionError`, and no game has changed, or end its game with
            −1 for the learner (`terminate`).
        max_cycles: decisions of the learner after which a game is cut off; None: never.
        max_episode_steps: the same in Gymnasium's words, which `gymnasium.make_vec` passes on.
        threads, reward, shaping, show_forced: see `Batch`.
        copy: return fresh arrays; if False, observations and masks are overwritten by the next step, and masks are
            read-only.

    One thread at a time may use it; a second one gets an `InUseError` (a RuntimeError).

    Raises:
        ValueError: an unknown opponent, seat, mode or reward, or two different limits.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        opponents: Opponents = "random",
        seat: int | Sequence[int] | None = None,
        mask: MaskIn = "info",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: VectorRenderMode | None = None,
        render_width: int | None = None,
        illegal: Illegal = "raise",
        threads: int = 1,
        reward: RewardName = "placement",
        shaping: float = 0.0,
        show_forced: bool = False,
        max_cycles: int | None = None,
        max_episode_steps: int | None = None,
        copy: bool = True,
    ) -> None:
        self.game, self.num_envs, self.copy = game, num_envs, bool(copy)
        self.autoreset_mode = _mode(autoreset_mode)
        self._same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        if render_mode is not None:
            one_of("render mode of vector environments", render_mode, VECTOR_RENDER_MODES)
        self._alone = Alone(f"{game.id}: this vector environment")
        self.render_mode: str | None = render_mode
        self._painter = Painter(render_mode, game.spec.title, render_width)
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
        limit = _one_limit(game, max_cycles, max_episode_steps)
        self._learners = LearnerBatch(self.batch, illegal=illegal, max_cycles=limit)
        self.illegal, self.max_cycles = self._learners.illegal, self._learners.max_cycles
        self.single_observation_space = learner_space(game, mask)
        self._mask_in_obs = mask == "obs"
        self.single_action_space = spaces.Discrete(game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.metadata = {"render_modes": list(VECTOR_RENDER_MODES), "autoreset_mode": self.autoreset_mode}
        self._begun = False

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Any, Results]:
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

    def _reset(self, seed: int | Sequence[int] | None, options: Mapping[str, Any] | None) -> tuple[Any, Results]:
        if seed is not None and not is_whole(seed):
            raise ValueError(
                f"{self.game.id}: seed is one whole number for all games, which follow from it, not {seed!r}"
            )
        if options and "reset_mask" in options:
            raise ValueError(f"{self.game.id}: reset_mask is not supported; finished games are restarted automatically")
        deal = None if seed is None else checked_seed(seed)
        super().reset(seed=deal)
        self._learners.reset(int(self.np_random.integers(2**63)) if deal is None else deal)
        self._begun = True
        return self._seen(self._observations()), self._infos()

    def step(self, actions: ArrayLike) -> Stepped:
        """Play one decision of the learner in every game.

        Args:
            actions: int [num_envs], legal in each game; ignored where the last step ended one (`NEXT_STEP`).

        Raises:
            ValueError: not as many integers as there are games.
            IllegalActionError: an action is not legal, with `illegal="raise"`; no game has changed.
            ResetNeeded: before the first `reset`.
            InUseError: another thread is using the environment.
        """
        with self._alone:
            return self._step(actions)

    def _step(self, actions: ArrayLike) -> Stepped:
        if not self._begun:
            raise ResetNeeded(f"{self.game.id}: call reset() before the first step()")
        learners = self._learners
        rewards = learners.step(actions).astype(np.float64)
        ended, truncated = learners.ended, learners.truncated
        observations, infos = self._observations(), self._infos()
        if ended.any():
            final = self.batch.final_obs[ended]
            if self._same_step:
                infos |= {"final_obs": self._by_game(ended, final), "_final_obs": ended.copy()}
                infos |= {"final_info": self._final_info(), "_final_info": ended.copy()}
            else:
                observations = observations if self.copy else observations.copy()
                observations[ended] = final
                infos |= self._results()
        return self._seen(observations), rewards, ended & ~truncated, truncated.copy(), infos

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

    def _seen(self, observations: NDArray[np.float32]) -> Any:
        if not self._mask_in_obs:
            return observations
        mask = self.batch.mask.view(np.int8)
        return {"observation": observations, "action_mask": mask.copy() if self.copy else mask}

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

    def _final_info(self) -> Results:
        """The infos of the games that ended, where the observation is already that of the next deal."""
        ended = self._learners.ended
        mask = np.zeros((self.num_envs, self.game.num_actions), dtype=np.int8)
        mask[ended] = 1
        seats = np.where(ended, self._learners.learners, 0).astype(np.int8)
        return {
            "action_mask": mask,
            "_action_mask": ended.copy(),
            "seat": seats,
            "_seat": ended.copy(),
            **self._results(),
        }

    def _results(self) -> Results:
        """Results of the games that ended, zero elsewhere."""
        ended, illegal = self._learners.ended, self._learners.illegal_actions
        infos: Results = {}
        for name, values in self._learners.results().items():
            shown = np.zeros_like(values)
            shown[ended] = values[ended]
            infos |= {name: shown, f"_{name}": ended.copy()}
        if illegal:
            rows, words = np.array(list(illegal)), np.full(self.num_envs, None, dtype=object)
            words[rows] = list(illegal.values())
            infos |= {"illegal_action": words, "_illegal_action": np.isin(np.arange(self.num_envs), rows)}
        return infos

    def _by_game(self, ended: NDArray[np.bool_], final: NDArray[np.float32]) -> NDArray[Any]:
        """Observations of ended games as an array of objects, None elsewhere, as in Gymnasium."""
        found = np.full(self.num_envs, None, dtype=object)
        for row, observation in zip(np.flatnonzero(ended), final, strict=True):
            found[row] = observation
            if self._mask_in_obs:
                mask = np.ones(self.game.num_actions, dtype=np.int8)
                found[row] = {"observation": observation, "action_mask": mask}
        return found

    def __reduce__(self) -> Any:
        # The batch's arrays share memory and hold addresses of bots: a copy would be broken without an error.
        raise TypeError("a vector environment cannot be copied or pickled; make another one and reset it")


def _one_limit(game: Game, max_cycles: int | None, max_episode_steps: int | None) -> int | None:
    """The limit, named in our words or in Gymnasium's (ValueError: both, and they differ)."""
    if max_episode_steps is None:
        return max_cycles
    limit = whole_number(f"{game.id}: max_episode_steps", max_episode_steps, 1)
    if max_cycles not in (None, limit):
        raise ValueError(f"{game.id}: max_cycles={max_cycles!r} and max_episode_steps={limit} are one limit; name one")
    return limit


def _mode(value: AutoresetMode | str) -> AutoresetMode:
    """NEXT_STEP or SAME_STEP (ValueError: anything else)."""
    modes = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)
    names = {mode: mode for mode in modes} | {mode.value: mode for mode in modes} | {mode.name: mode for mode in modes}
    if value not in names:
        raise ValueError(f"unknown autoreset_mode {value!r}; choose {' or '.join(str(mode) for mode in modes)}")
    return names[value]
