"""`Position`: one game in progress, for people, scripts and tree search."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from .chance import checked_seed, fresh_seed
from .game import Game
from .gate import read_only
from .loops.stepping import LOG_SIZE
from .numbers import action_number, is_whole
from .rewards import reward_kind


class IllegalActionError(ValueError):
    """An action that the seat to decide may not play now; the position is unchanged."""


class Position:
    """One game in progress. Made by `Game.new`, `Game.from_bytes` or `copy`.

    Every action, forced ones included, is one `apply`; `play_forced` plays actions while exactly one is legal.
    `memory`, `array` and `record` can be read, not written: `edit` changes a position by hand. (Whoever lifts the flag
    with numpy writes at his or her own risk: compiled rules check no index.) Threads may share a position; each call
    is done before the next one begins.

    Attributes:
        game: the game that is being played.
        seed: the seed of the deal; None for a position that was not reached from a deal.
    """

    __slots__ = ("_history", "_memory", "_viewed", "game", "seed")

    game: Game
    seed: int | None
    _memory: NDArray[np.uint8]
    _viewed: NDArray[Any] | None
    _history: Any

    def __init__(self, *_: object, **__: object) -> None:
        raise TypeError("positions are made by game.new(seed), game.from_bytes(data) and position.copy()")

    @classmethod
    def _of(cls, game: Game, memory: NDArray[np.uint8], seed: int | None, history: Any = None) -> Self:
        """The position in this memory, uint8 [bytes of a State record], which is taken over unchecked."""
        made = object.__new__(cls)
        made.game, made.seed = game, seed
        made._memory, made._viewed = memory, None
        # Actions so far as a linked list `(previous, action)`: copies of a position share it.
        made._history = history
        return made

    @classmethod
    def deal(cls, game: Game, seed: int | None = None) -> Self:
        """A freshly dealt game (`seed` in [0, 2⁶⁴); None: drawn by the operating system)."""
        seed = fresh_seed() if seed is None else checked_seed(seed)
        state = cls._of(game, np.zeros(game.spec.state.dtype.itemsize, dtype=np.uint8), seed)
        game.spec.compiled.deal(game._tables, game._options, state._array, 0, np.uint64(seed))
        return state

    @classmethod
    def from_bytes(cls, game: Game, data: bytes) -> Self:
        """The position that `to_bytes` saved; see `Game.from_bytes`."""
        return cls._of(game, game._gate.open(data), None)

    @property
    def _array(self) -> NDArray[Any]:
        """The memory as a State array [1]; a view takes longer than copying a position, so it is made when needed."""
        if self._viewed is None:
            self._viewed = self._memory.view(self.game.spec.state.dtype)
        return self._viewed

    @property
    def memory(self) -> NDArray[np.uint8]:
        """The whole position, a read-only view of uint8 [bytes of a State record]."""
        return read_only(self._memory)

    @property
    def array(self) -> NDArray[Any]:
        """The position as a read-only State array [1] over the same memory."""
        return read_only(self._array)

    @property
    def record(self) -> Any:
        """The State record, for reading."""
        return self.array[0]

    @property
    def _record(self) -> Any:
        """The State record, for writing what the rules allow."""
        return self._array[0]

    @contextmanager
    def edit(self) -> Iterator[Any]:
        """Change a position by hand: the body gets a State record to write to, and the position takes it over.

            with position.edit() as s:
                s.money[0] = 5

        The position has neither seed nor history afterwards, since it was not reached from a deal.

        Raises:
            ValueError: the record is no position of this game; the message says why, and nothing has changed.
        """
        before = self._memory.tobytes()
        memory = self._memory.copy()
        yield memory.view(self.game.spec.state.dtype)[0]
        if self._memory.tobytes() != before:
            raise ValueError(
                f"{self.game.id}: the position was played on while it was edited; the edit is not taken over"
            )
        self.game._gate.check(memory, "the edited record is not a position of this game")
        self._memory[:] = memory
        self.seed = self._history = None

    @property
    def seat(self) -> int:
        """The seat to decide."""
        return int(self._array["seat"][0])

    @property
    def done(self) -> bool:
        """Whether the game is over."""
        return bool(self._array["done"][0])

    @property
    def limit_reached(self) -> bool:
        """Whether the documented limit ended the game, not the rulebook."""
        return bool(self._array["limit_reached"][0])

    @property
    def num_decisions(self) -> int:
        """Decisions played since the deal, forced ones included."""
        return int(self._array["num_decisions"][0])

    @property
    def history(self) -> list[int]:
        """The actions since the deal (since `from_bytes` for a restored position)."""
        found = []
        node = self._history
        while node is not None:
            node, action = node
            found.append(action)
        return found[::-1]

    def mask(self) -> NDArray[np.uint8]:
        """Fresh uint8 [actions], 1 for what the seat to decide may play; all zero when the game is over."""
        mask = np.empty(self.game.num_actions, dtype=np.uint8)
        self.game.spec.compiled.legal(self.game._tables, self.game._options, self._array, 0, mask)
        return mask

    def legal(self) -> list[int]:
        """The actions that the seat to decide may play, ascending."""
        return np.flatnonzero(self.mask()).tolist()

    def apply(self, action: int) -> None:
        """Play one action of the seat to decide.

        Raises:
            IllegalActionError: it may not be played now; nothing has changed.
        """
        game = self.game
        mask = np.empty(game.num_actions, dtype=np.uint8)
        try:
            number = action if type(action) is int else action_number(game.id, game.num_actions, action)
        except ValueError as error:
            raise IllegalActionError(self.why_illegal(action)) from error
        exists, play = 0 <= number < game.num_actions, game.spec.compiled.play
        if not (exists and play(game._tables, game._options, self._array, 0, number, mask)):
            raise IllegalActionError(self.why_illegal(action))
        self._history = (self._history, number)

    def play_forced(self) -> list[int]:
        """Play actions while exactly one is legal; returns them."""
        game = self.game
        mask = np.empty(game.num_actions, dtype=np.uint8)
        log = np.empty(LOG_SIZE, dtype=np.int32)
        played: list[int] = []
        while True:
            count = game.spec.compiled.play_forced(game._tables, game._options, self._array, 0, mask, log)
            for action in log[:count].tolist():
                self._history = (self._history, action)
                played.append(action)
            if count < LOG_SIZE:
                return played

    def observation_record(self, seat: int | None = None) -> Any:
        """What a seat (the one to decide, when None) knows, as a fresh Observation record with named fields."""
        game = self.game
        seat = self.seat if seat is None else self.checked_seat(seat)
        records = np.empty(1, dtype=game.spec.observation.dtype)
        flat = records.view(np.float32).reshape(1, -1)
        game.spec.compiled.observe(game._tables, game._options, self._array, 0, seat, records, flat, 0)
        return records[0]

    def observation(self, seat: int | None = None) -> NDArray[np.float32]:
        """What a seat (the one to decide, when None) knows, as a fresh float32 [obs_size]."""
        game = self.game
        seat = self.seat if seat is None else self.checked_seat(seat)
        flat = np.empty((1, game.obs_size), dtype=np.float32)
        records = flat.reshape(-1).view(game.spec.observation.dtype)
        game.spec.compiled.observe(game._tables, game._options, self._array, 0, seat, records, flat, 0)
        return flat[0]

    def explain(self, seat: int | None = None) -> dict[str, Any]:
        """The observation of a seat as nested dictionaries by field name."""
        return self.game.spec.observation.explain(self.observation_record(seat))

    def _standing(self, kind: int = 0) -> tuple[NDArray[np.int32], NDArray[np.int8], NDArray[np.float32]]:
        seats = self.game.spec.max_seats
        scores, ranks = np.empty(seats, dtype=np.int32), np.empty(seats, dtype=np.int8)
        rewards = np.empty(seats, dtype=np.float32)
        game = self.game
        game.spec.compiled.returns(game._tables, game._options, self._array, 0, kind, scores, ranks, rewards)
        n = game.players
        return scores[:n], ranks[:n], rewards[:n]

    def scores(self) -> list[int]:
        """Final (or current) points of each seat."""
        return self._standing()[0].tolist()

    def ranks(self) -> list[int]:
        """Final (or current) rank of each seat, 1 the best; shared where the rules share."""
        return self._standing()[1].tolist()

    def winners(self) -> list[int]:
        """The seats of rank 1 once the game is over (possibly none); an empty list before."""
        return [seat for seat, rank in enumerate(self.ranks()) if rank == 1] if self.done else []

    def returns(self, reward: str = "placement") -> list[float]:
        """The final reward of each seat as if the game ended now: `placement`, `win` or `score`."""
        return self._standing(reward_kind(reward))[2].tolist()

    def copy(self) -> Self:
        """An independent copy."""
        return self._of(self.game, self._memory.copy(), self.seed, self._history)

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> Any:
        return _rebuild_state, (type(self), self.game, self.to_bytes(), self.seed, self.history)

    def to_bytes(self) -> bytes:
        """The whole position as bytes, for `Game.from_bytes`: a header that names game, table and data, a checksum."""
        return self.game._gate.seal(self._memory)

    def redeal(self, seat: int, seed: int) -> Self:
        """A copy in which everything that `seat` cannot know, future chance included, is drawn anew.

        It has no history and no seed, because these hold what the seat cannot know.
        """
        game = self.game
        copy = self._of(game, self._memory.copy(), None)
        seat, word = self.checked_seat(seat), np.uint64(checked_seed(seed))
        game.spec.compiled.redeal(game._tables, game._options, copy._array, 0, seat, word)
        return copy

    def describe(self, action: int) -> str:
        """A player's words for an action in this position."""
        return self.game.spec.actions.describe(self.game, self.record, action)

    def news(self, before: Position, action: int) -> list[str]:
        """What happened in public when `action` led from `before` to this position, one line for each event.

        The words of the action itself (`before.describe(action)`) are left out.
        """
        return self.game.spec.news(self.game, before.record, action, self.record)

    def parse(self, text: str) -> int:
        """The legal action that words or a number mean (ValueError: none, or several)."""
        return self.game.spec.actions.parse(self.game, self.record, self.legal(), text)

    def svg(self, seat: int | None = None) -> str:
        """The table as an SVG picture, as `seat` sees it (None: a spectator)."""
        return self.game.spec.svg(self.game, self.record, None if seat is None else self.checked_seat(seat))

    def text(self, seat: int | None = None) -> str:
        """The table as plain text, as `seat` sees it (None: a spectator)."""
        return self.game.spec.text(self.game, self.record, None if seat is None else self.checked_seat(seat))

    def details(self, seat: int | None = None) -> str:
        """What `text` has no room for, as `seat` sees it (None: a spectator); empty if it leaves nothing out."""
        return self.game.spec.details(self.game, self.record, None if seat is None else self.checked_seat(seat))

    def seat_name(self, seat: int) -> str:
        """What people call a seat, beside its number, such as its company; empty if nothing else."""
        return self.game.spec.seat_name(self.game, self.record, self.checked_seat(seat))

    def prospect(self, action: int) -> str:
        """What a legal action leads to, in a few words, as far as its seat can know; empty: its words say it all."""
        return self.game.spec.prospect(self.game, self.record, action)

    def why_not(self, action: int) -> str:
        """Why an action is not legal now, as far as the game says it; else empty."""
        if self.done:
            return "the game is over"
        return self.game.spec.why_not(self.game, self.record, action) if action not in self.legal() else ""

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        what = "over" if self.done else f"seat {self.seat} to decide"
        return f"<Position {self.game.id} players={self.game.players} num_decisions={self.num_decisions} {what}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return False
        return self.game.same_as(other.game) and np.array_equal(self._memory, other._memory)

    __hash__ = None  # type: ignore[assignment]

    def checked_seat(self, seat: int) -> int:
        """The seat, if it is one of this table (ValueError: it is not)."""
        if not is_whole(seat) or not 0 <= seat < self.game.players:
            raise ValueError(f"{self.game.id}: there is no seat {seat!r}; the seats are 0 to {self.game.players - 1}")
        return int(seat)

    def why_illegal(self, action: Any) -> str:
        """Words for people about an action that may not be played now."""
        if self.done:
            return f"{self.game.id}: the game is over, no action can be played (the position is unchanged)"
        if isinstance(action, str):
            return (
                f"{self.game.id}: an action is a number, not the words {action!r}; "
                "position.apply(position.parse(words)) plays by words (the position is unchanged)"
            )
        try:
            number = action_number(self.game.id, self.game.num_actions, action)
        except ValueError as error:
            return f"{error} (the position is unchanged)"
        try:
            words = f"action {number} ({self.describe(number)})"
        except Exception:  # the words of an action that is impossible here may not exist
            words = f"action {number}"
        legal = self.legal()
        shown = ", ".join(f"{a} {self.describe(a)}" for a in legal[:6]) + (", …" if len(legal) > 6 else "")
        return (
            f"{self.game.id}: seat {self.seat} cannot play {words} now. It may play: {shown} "
            "(position.legal() lists all; the position is unchanged)"
        )


def _rebuild_state(kind: type[Position], game: Game, data: bytes, seed: int | None, actions: list[int]) -> Position:
    """Unpickle (ValueError: it is no position of the game, see `Game.from_bytes`)."""
    memory = game._gate.open(data)
    history = None
    for action in actions:
        if not isinstance(action, int) or not 0 <= action < game.num_actions:
            raise ValueError(f"{game.id}: the history of the pickled position has an action {action!r}")
        history = (history, action)
    return kind._of(game, memory, None if seed is None else checked_seed(seed), history)
