"""Gymnasium's `Env`: one learner, whose opponents are bots or agents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsInt

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from ..chance import checked_seed
from ..game import Game
from ..numbers import whole_number
from ..position import IllegalActionError
from ..rewards import RewardName
from .face import Face, Illegal, MaskIn, RenderMode, illegal_results, learner_space
from .solo_session import SoloOpponents, SoloSession, seat_opponents


class SoloEnv(Face, gymnasium.Env[Any, SupportsInt]):
    """A game for one learner; made by `envs.solo`.

    The observation is float32 [obs_size], fresh at every call; which actions are legal is in `info["action_mask"]`
    (int8, for `action_space.sample`) and `action_masks()` (bool, for sb3-contrib). With `mask="obs"` an observation is
    a dictionary of both, `{"observation", "action_mask"}`. Once the game is over the mask is
    all ones. `info["seat"]` is the learner's seat; at the end the info also holds `returns`, `scores`, `ranks`,
    `winners`, `num_decisions` and `limit_reached`. Decisions with one legal action, and those of the other seats, are
    played automatically.

    An illegal action with `illegal="terminate"` ends the episode with −1; the reason is in `info["illegal_action"]`.

    Args:
        game: the game.
        opponents: see `SoloOpponents`; names are those of the game's ladder.
        seat: the learner's seat; None: drawn for every game.
        mask: where the mask is: in the `info` alone, or in the `obs`, too.
        render_mode, illegal, reward, shaping, show_forced, max_cycles, render_width: as for `GameAECEnv`; cycles are
            the learner's decisions.
        render_seat: the seat whose view is drawn; None: the learner's.
    """

    def __init__(
        self,
        game: Game,
        *,
        opponents: SoloOpponents = "random",
        seat: int | None = None,
        mask: MaskIn = "info",
        render_mode: RenderMode | None = None,
        illegal: Illegal = "terminate",
        reward: RewardName = "placement",
        shaping: float = 0.0,
        show_forced: bool = False,
        max_cycles: int | None = None,
        render_seat: int | None = None,
        render_width: int | None = None,
    ) -> None:
        if seat is not None:
            seat = whole_number(f"{game.id}: seat", seat, 0, game.players - 1)
        self._solo = SoloSession(
            *(game, seat_opponents(game, opponents)),
            reward=reward,
            shaping=shaping,
            show_forced=show_forced,
            max_cycles=max_cycles,
        )
        self._set_up(self._solo, render_mode, illegal, render_seat, render_width)
        self._fixed_seat, self._view_seat = seat, render_seat
        self.observation_space = learner_space(game, mask)
        self._mask_in_obs = mask == "obs"
        self.action_space = spaces.Discrete(game.num_actions)
        self._started = False

    @property
    def seat(self) -> int:
        """The learner's seat in this game."""
        return self._solo.learner

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a new game and play up to the learner's first decision.

        Args:
            seed: determines the deal, as `game.new(seed)`, and the learner's seat; None: the next ones that follow.
            options: not used.
        """
        deal = None if seed is None else checked_seed(seed)
        super().reset(seed=deal)
        while True:
            if deal is None:
                deal = int(self.np_random.integers(2**63))
            drawn = self._fixed_seat
            self._solo.seat_learner(int(self.np_random.integers(self.game.players)) if drawn is None else drawn)
            self._solo.deal(deal)
            if not self._solo.finished:
                return self._begin()
            deal = None  # the other seats ended the game before the first decision of the learner

    def _begin(self) -> tuple[Any, dict[str, Any]]:
        self._started = True
        if self._view_seat is None:
            self._render_seat = self.seat
        self._show()
        info = self._info()
        return self._seen(info), info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the learner's decision, then the others up to its next one.

        Raises:
            IllegalActionError: the action is not legal, with `illegal="raise"`; nothing has changed.
            BotError: an opponent chose an illegal action.
            ResetNeeded: there is no game, or it is over.
        """
        self._check_started()
        session = self._solo
        if session.finished:
            raise ResetNeeded(f"{self.game.id}: the game is over, call reset()")
        number = action if type(action) is int else self._number(action)
        results: Mapping[str, Any] | None = None
        if not (0 <= number < session.mask.shape[0] and session.play(number)):
            if self.illegal == "raise":
                raise IllegalActionError(session.why_illegal(number))
            results = illegal_results(session, number)
        elif session.finished:
            results = session.results()
        if self.render_mode == "human":
            self.render()
        info = self._info()
        if results is not None:
            info.update(results)
        reward = float(session.rewards[session.learner])
        return self._seen(info), reward, session.finished and not session.truncated, session.truncated, info

    def _seen(self, info: dict[str, Any]) -> Any:
        """What the learner is shown, in arrays that the info does not share."""
        observation = self._solo.observation(self._solo.learner)
        if not self._mask_in_obs:
            return observation
        return {"observation": observation, "action_mask": info["action_mask"].copy()}

    def _info(self) -> dict[str, Any]:
        session = self._solo
        mask = np.ones(self.game.num_actions, dtype=np.int8) if session.finished else session.action_mask()
        return {"action_mask": mask, "seat": session.learner}

    def action_masks(self) -> NDArray[np.bool_]:
        """Fresh bool [actions], what the learner may play; all ones once the game is over."""
        return np.ones(self.game.num_actions, dtype=bool) if self._solo.finished else self._solo.mask.astype(bool)

    def _check_started(self) -> None:
        if not self._started:
            raise ResetNeeded(f"{self.game.id}: call reset() first, there is no game yet")
