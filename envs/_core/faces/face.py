"""What the environments of a single game share: rendering, illegal actions, seeds, saving and restoring."""

from __future__ import annotations

import copy
import difflib
from collections.abc import Sequence
from typing import Any, Literal, Self

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..chance import checked_seed, fresh_seed, seed_of
from ..game import Game
from ..numbers import action_number, whole_number
from ..pictures.canvas import Canvas
from ..pictures.render import Window, checked_width
from ..position import Position
from ..replay import Replay
from .session import Session

RenderMode = Literal["human", "ansi", "rgb_array", "svg"]
Illegal = Literal["terminate", "raise"]
IdleMask = Literal["zeros", "ones"]
MaskIn = Literal["info", "obs"]

RENDER_MODES: tuple[RenderMode, ...] = ("human", "ansi", "rgb_array", "svg")
"""A window, plain text, uint8 pixels [height, width, 3], the SVG document."""

ILLEGAL: tuple[Illegal, ...] = ("terminate", "raise")
"""What an illegal action does: end the game with −1 for the seat that played it, or raise `IllegalActionError`."""

IDLE_MASKS: tuple[IdleMask, ...] = ("zeros", "ones")
"""The mask of a seat that is not to decide: nothing is legal, or everything, since its action is ignored."""

MASK_IN: tuple[MaskIn, ...] = ("info", "obs")
"""Where a mask is: in the info, or beside the observation."""

ILLEGAL_REWARD = -1.0

Frame = NDArray[np.uint8] | str | None


def one_of(what: str, value: Any, choices: Sequence[Any]) -> Any:
    """The value, if it is one of the choices (ValueError: it is not; the message lists them)."""
    if value not in choices:
        near = difflib.get_close_matches(str(value), [str(choice) for choice in choices], n=1)
        hint = f" (did you mean '{near[0]}'?)" if near else ""
        raise ValueError(f"unknown {what} {value!r}{hint}; choose one of {', '.join(map(str, choices))}")
    return value


class Painter:
    """Draws positions in one render mode; the window opens at the first picture.

    Args:
        mode: one of `RENDER_MODES`, or None: nothing is drawn.
        title: title of the window.
        width: pixels across of frames and of the window; None: the drawing's own, at most `DEFAULT_WIDTH`.

    Raises:
        ValueError: there is no such mode, or the width is out of range.
    """

    def __init__(self, mode: RenderMode | None, title: str, width: int | None = None) -> None:
        self.mode: RenderMode | None = None if mode is None else one_of("render mode", mode, RENDER_MODES)
        self._title = title
        self._width = None if width is None else checked_width(width, "render_width")
        self._canvas: Canvas | None = None
        self._window: Any = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_canvas": None, "_window": None}

    def paint(self, state: Position, seat: int | None) -> Frame:
        """The picture of a position as `seat` sees it (None: a spectator); None in the mode `human`."""
        if self.mode == "ansi":
            return state.text(seat)
        if self.mode == "svg":
            return state.svg(seat)
        if self._canvas is None:
            self._canvas = Canvas(self._width)
        pixels = self._canvas.draw(state.svg(seat))
        if self.mode == "rgb_array":
            return pixels
        if self._window is None:
            self._window = Window(self._title)
        self._window.show(pixels)
        return None

    def close(self) -> None:
        """Close the window, if one is open."""
        if self._window is not None:
            self._window.close()
            self._window = None


class Face:
    """The common part of `GameAECEnv`, `GameParallelEnv` and `SoloEnv`.

    Attributes:
        game: the game behind the face.
        session: the game in progress.
        illegal: what an illegal action does, one of `ILLEGAL`.
        render_mode: one of `RENDER_MODES` or None.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def _set_up(
        self,
        session: Session,
        render_mode: RenderMode | None,
        illegal: Illegal,
        render_seat: int | None,
        render_width: int | None,
    ) -> None:
        game = session.game
        if render_seat is not None:
            render_seat = whole_number(f"{game.id}: render_seat", render_seat, 0, game.players - 1)
        self.game, self.session = game, session
        self.illegal: Illegal = one_of("way to treat illegal actions", illegal, ILLEGAL)
        self.render_mode: str | None = render_mode
        self._painter = Painter(render_mode, game.spec.title, render_width)
        self._render_seat = render_seat
        self.metadata = {**type(self).metadata, "name": f"{game.id}_v{game.spec.version}", "is_parallelizable": False}

    def render(self) -> Any:
        """Draw the position: None in the mode `human`, else text, pixels or the SVG document.

        Raises:
            RuntimeError: the face was made without a render mode.
            ImportError: the mode needs the extra `render`.
        """
        if self.render_mode is None:
            modes = ", ".join(RENDER_MODES)
            raise RuntimeError(f"{self.game.id}: made without a render mode; pass render_mode= one of {modes}")
        self._check_started()
        return self._painter.paint(self.session.position(copy=False), self._render_seat)

    def _show(self) -> None:
        """In the mode `human`, draw every new position."""
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Close the window, if one is open."""
        self._painter.close()

    def _check_started(self) -> None:
        raise NotImplementedError

    def _begin(self) -> Any:
        """Start an episode from the position of the session."""
        raise NotImplementedError

    def get_position(self) -> Position:
        """A copy of the position (`set_position` restores it, in this environment or another one of the same game)."""
        self._check_started()
        return self.session.position()

    def set_position(self, position: Position) -> None:
        """Continue from a copy of a position, as after `reset`: all agents are active and no reward has been received.

        Raises:
            ValueError: it is a position of another game or of other options.
        """
        self.session.put(position)
        self._begin()

    def replay(self) -> Replay:
        """The replay of the game so far (ValueError: it was not reached from a deal)."""
        self._check_started()
        return Replay.of(self.session.position())

    def clone(self) -> Self:
        """An independent copy of the environment and its game; it opens a window of its own."""
        return copy.deepcopy(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        twin = object.__new__(type(self))
        memo[id(self)] = twin
        # A game is never written to, so the copies share it.
        memo[id(self.game)] = self.game
        for name, value in self.__dict__.items():
            twin.__dict__[name] = copy.deepcopy(value, memo)
        return twin

    def _number(self, action: Any) -> int:
        """An action as a Python integer (ValueError: it is none)."""
        if type(action) is np.int64:  # what networks and samplers choose, told at once
            return int(action)
        return action_number(self.game.id, self.game.num_actions, action)


def masked_space(game: Game) -> spaces.Dict:
    """A fresh space of observations that have the mask beside them: `observation` and `action_mask` (int8)."""
    mask = spaces.Box(0, 1, (game.num_actions,), dtype=np.int8)
    return spaces.Dict({"observation": copy.deepcopy(game.observation_space), "action_mask": mask})


def learner_space(game: Game, mask: MaskIn) -> spaces.Space[Any]:
    """A fresh space of what a learner is shown (ValueError: the mask is asked for in another place)."""
    if one_of("place of the mask", mask, MASK_IN) == "obs":
        return masked_space(game)
    return copy.deepcopy(game.observation_space)


class SeatNames:
    """The agents `player_0`, `player_1`, … of the faces of PettingZoo, with their spaces.

    Args:
        game: the game.
        idle_mask: the mask of agents that are not to decide, one of `IDLE_MASKS`.

    Raises:
        ValueError: there is no such mask.
    """

    def __init__(self, game: Game, idle_mask: IdleMask = "zeros") -> None:
        self.agents = [f"player_{seat}" for seat in range(game.players)]
        self.seat = {agent: seat for seat, agent in enumerate(self.agents)}
        idle = one_of("mask of idle seats", idle_mask, IDLE_MASKS) == "ones"
        self._idle_mask, self._box = np.full(game.num_actions, idle, dtype=np.int8), game.observation_space
        self.observation_spaces: dict[str, spaces.Space[Any]] = {agent: masked_space(game) for agent in self.agents}
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(game.num_actions) for agent in self.agents
        }

    def plain_spaces(self) -> dict[str, spaces.Space[Any]]:
        """Fresh spaces of observations that have no mask beside them."""
        return {agent: copy.deepcopy(self._box) for agent in self.agents}

    def observe(self, session: Session, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent knows, with the mask of idle seats unless it is to decide (ValueError: no such agent)."""
        try:
            seat = self.seat[agent]
        except (KeyError, TypeError):
            raise ValueError(f"there is no agent {agent!r}; the agents are {', '.join(self.agents)}") from None
        decides = seat == session.seat and not session.finished
        mask = session.action_mask() if decides else self._idle_mask.copy()
        return {"observation": session.observation(seat), "action_mask": mask}


class Seeds:
    """The seeds of an environment's deals: the one that the caller gives, then others that follow from it."""

    def __init__(self) -> None:
        self._base: int | None = None
        self._episode = 0

    def next(self, seed: int | None) -> int:
        """The seed of the next deal; if none was ever given, the operating system draws the first one."""
        if seed is not None:
            self._base, self._episode = checked_seed(seed), 0
            return self._base
        if self._base is None:
            self._base = fresh_seed()
        self._episode += 1
        return seed_of(self._base, 0, self._episode)


def illegal_results(session: Session, action: int) -> dict[str, Any]:
    """Stop a game after an illegal action: the seat that played it receives −1, the others 0."""
    seat, words = session.seat, session.why_illegal(action)
    session.punish(ILLEGAL_REWARD)
    results = session.results()
    results["returns"][seat] = ILLEGAL_REWARD
    results["illegal_action"] = words
    return results


def copies(results: dict[str, Any]) -> dict[str, Any]:
    """A copy that shares no list, so that each agent can change its own."""
    return {name: list(value) if isinstance(value, list) else value for name, value in results.items()}
