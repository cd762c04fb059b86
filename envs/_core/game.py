"""What a game is: the declaration that a game's folder makes, and the game bound to its options, ready to be played."""

from __future__ import annotations

import difflib
import hashlib
import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .actions import ActionTable
from .errors import UnknownNameError
from .gate import Gate, checksum, layout_of, read_only
from .numbers import is_whole
from .record import F, Record
from .shared_arrays import shared
from .sources import module_digest

if TYPE_CHECKING:
    from .loops.compiled import CompiledGame
    from .position import Position


class GameState(Record):
    """The first fields of the `State` record of every game; a game adds its own."""

    chance: Annotated[int, F("u8", doc="counter of the generator; hidden from every seat")]
    seat: Annotated[int, F("i1", (), 0, 7, doc="seat to decide; any seat once the game is over")]
    done: Annotated[int, F("i1", (), 0, 1, doc="1 when the game has ended")]
    limit_reached: Annotated[int, F("i1", (), 0, 1, doc="1 when the documented limit ended it, not the rulebook")]
    num_decisions: Annotated[int, F("i4", (), 0, 2**31 - 1, doc="decisions played so far, forced ones included")]


class GameOptions(Record):
    """The first field of every `Options` record; other options declare `default` and, for words, `choices`."""

    players: Annotated[int, F("i1", (), 1, 8, doc="seats at the table")]


@dataclass(frozen=True)
class Kernels:
    """The six kernels of a game, on records (`t` tables, `o` options, `s` state).

    Attributes:
        deal: `deal(t, o, s, seed)` starts a game in `s`, which arrives zeroed with `s.chance = seed`.
        legal: `legal(t, o, s, mask)` sets to 1 what the seat to decide may play; `mask` uint8 [actions] arrives zeroed.
            Never called when the game is over; otherwise at least one entry gets set.
        apply: `apply(t, o, s, action)` plays a legal action and all chance up to the next decision, or sets `s.done`.
        observe: `observe(t, o, s, seat, obs)` writes what `seat` knows into the Observation record `obs`, which arrives
            zeroed.
        redeal: `redeal(t, o, s, seat, seed)` draws anew all that `seat` cannot know (future chance included: it sets
            `s.chance = seed`).
        score: `score(t, o, s, scores, ranks)` gives final or current `scores` int32 [seats] and `ranks` int8 [seats] (1
            is best, shared where the rules share, tie-breaks resolved; no seat has rank 1 in a game that nobody won);
            both arrive zeroed.
    """

    deal: Callable[..., None]
    legal: Callable[..., None]
    apply: Callable[..., None]
    observe: Callable[..., None]
    redeal: Callable[..., None]
    score: Callable[..., None]


@dataclass(frozen=True)
class Hidden:
    """A secret: the State leaf at `path` is known to no seat, or only to the seat that its axis `seat_axis` counts."""

    path: str
    seat_axis: int | None = None


@dataclass(frozen=True)
class GameSpec:
    """The declaration of a game; `envs.register` takes it.

    Args:
        id: lower-case identifier, such as `"ab_die_post"`.
        title: the name on the box.
        version: raised with every change of rules, observation or actions (`-v0`, `-v1`, …).
        seats: numbers of players that the rules allow.
        default_seats: players when the caller gives no number.
        options, tables, state, observation: the four records.
        kernels: the six kernels.
        actions: the action table.
        load_tables: reads and checks a data pack (None: the one that comes with the game) into `Tables` [1].
        max_decisions: no game is longer, at the default options.
        zero_sum: placement rewards sum to zero.
        hidden: the secrets; `chance` is always one and is not listed.
        conserved: `(game, record) -> {name: amount}` of what never changes in a game (cards, money by ledger) and is
            the same in every deal.
        faults: `(game, record) -> lines` that say what is inconsistent in a State record, such as "seat 2 holds 3 cards
            of kind 1, the game has 2"; empty in every position that can be reached. A saved position is let in only if
            there are none, so they must cover whatever kernels rely on: every index that they follow, every loop that
            waits for something to be found. Values are in their declared ranges when it is called, and what is
            `conserved` is compared elsewhere. `record` has the fields of the State by name, numbers as Python's own.
        svg: `(game, record, seat) -> SVG text` of the table as `seat` sees it (None: as all see it).
        text: the same as plain text.
        details: `(game, record, seat) -> plain text` of what `seat` knows and `text` has no room for, of any length;
            `d` in `mailwing play` shows it. Empty: `text` leaves nothing out.
        prospect: `(game, record, action) -> words`: what a legal action leads to that its own words do not say, as far
            as its seat can know (chances, costs, what is gained or given up), in a few words that `mailwing play`
            shows behind it; empty: nothing.
        why_not: `(game, record, action) -> words`: why an action that is not legal is not, such as "you have £3", which
            `mailwing play` answers; empty: there is nothing to say.
        signs: what the signs of `text` mean, in lines of at most 80 columns; empty: they explain themselves. `?` in
            `mailwing play` shows it, and the page of the game has it.
        seat_name: `(game, record, seat) -> name` by which people call a seat, such as its company; empty: its number.
        ending: `(game, record) -> words` that say who has won a game that is over and why; empty: the scores say it.
        news: `(game, before, action, after) -> lines`: what happens in public when `action` leads from one State record
            to the other, in words, without the words of the action itself. A line that names no seat is about the seat
            that acted.
        check: raises ValueError for options that do not go together, before anything is dealt.
        phases: the enum whose members the State field `phase` holds, each with a docstring or comment: what is to be
            decided; None: the game has none.
        changes: what changed in each version, the newest first: `(version, sentence)`.
        doc: one paragraph on the game, for the docs page.
    """

    id: str
    title: str
    version: int
    seats: tuple[int, ...]
    default_seats: int
    options: type[GameOptions]
    tables: type[Record]
    state: type[GameState]
    observation: type[Record]
    kernels: Kernels
    actions: ActionTable
    load_tables: Callable[[Path | None], NDArray[Any]]
    max_decisions: int
    svg: Callable[[Game, Any, int | None], str]
    text: Callable[[Game, Any, int | None], str]
    details: Callable[[Game, Any, int | None], str] = lambda game, record, seat: ""
    prospect: Callable[[Game, Any, int], str] = lambda game, record, action: ""
    why_not: Callable[[Game, Any, int], str] = lambda game, record, action: ""
    signs: str = ""
    seat_name: Callable[[Game, Any, int], str] = lambda game, record, seat: ""
    ending: Callable[[Game, Any], str] = lambda game, record: ""
    news: Callable[[Game, Any, int, Any], list[str]] = lambda game, before, action, after: []
    zero_sum: bool = True
    hidden: tuple[Hidden, ...] = ()
    conserved: Callable[[Game, Any], Mapping[str, int]] = lambda game, record: {}
    faults: Callable[[Game, Any], Iterable[str]] = lambda game, record: ()
    check: Callable[[Game], None] = lambda game: None
    phases: type[IntEnum] | None = None
    changes: tuple[tuple[int, str], ...] = ()
    doc: str = ""

    @property
    def max_seats(self) -> int:
        """Seats at the largest table; arrays by seat have this length for every number of players."""
        return max(self.seats)

    @cached_property
    def obs_size(self) -> int:
        """Number of float32 in an observation."""
        return self.observation.dtype.itemsize // 4

    @cached_property
    def row(self) -> type[Record]:
        """The record of one game in a batch."""
        from .loops.rows import make_row

        return make_row(self)

    @cached_property
    def rules_hash(self) -> str:
        """A digest of the sources of the rules; replays carry it, so that a change of rules is noticed."""
        return module_digest(self.kernels.apply.__module__)[:16]

    @cached_property
    def compiled(self) -> CompiledGame:
        """The compiled entry points, built once for the game whatever the options."""
        from .loops.compiled import CompiledGame

        return CompiledGame(self)


class Game:
    """A game bound to its options: tables, records, kernels and spaces. Made by `envs.load`.

    Attributes:
        spec: the declaration.
        players: seats at this table.
        options: Options [1], read-only.
        tables: Tables [1], read-only.
        option_values: the options by name, in words where they have words.
        data: the folder of the data pack, None for the game's own.
    """

    def __init__(
        self, spec: GameSpec, /, players: int | None = None, data: str | Path | None = None, **options: Any
    ) -> None:
        self.spec = spec
        if players is not None and not (is_whole(players) and players in spec.seats):
            allowed = ", ".join(map(str, spec.seats))
            raise ValueError(
                f"{spec.id}: players={players!r} is not a number of players of this game; it has {allowed}"
            )
        self.players = spec.default_seats if players is None else int(players)
        self.data = None if data is None else Path(data)
        self._set_options(options)
        self._set_tables(np.ascontiguousarray(spec.load_tables(self.data)))
        spec.check(self)

    def _set_options(self, given: Mapping[str, Any]) -> None:
        declared = {name: field for name, field in self.spec.options.fields.items() if name != "players"}
        for name in given:
            if name not in declared:
                near = difflib.get_close_matches(name, declared, n=1)
                hint = f" (did you mean '{near[0]}'?)" if near else ""
                known = ", ".join(declared) or "none"
                raise UnknownNameError(f"{self.spec.id}: unknown option '{name}'{hint}; options: {known}")
        # Compiled code asks for writable arrays; what callers get is a view that is not.
        self._options = self.spec.options.zeros(1)
        self.options = read_only(self._options)
        self.option_values: dict[str, int | str] = {}
        self._options[0]["players"] = self.players
        for name, field in declared.items():
            value = given.get(name, field.default)
            number = option_number(self.spec.id, name, field, value)
            self._options[0][name] = number
            self.option_values[name] = field.choices[number - int(field.low or 0)] if field.choices else number

    def _set_tables(self, tables: NDArray[Any]) -> None:
        self._tables = shared(tables)
        self.tables = read_only(self._tables)

    @property
    def id(self) -> str:
        """The identifier of the game."""
        return self.spec.id

    @property
    def num_actions(self) -> int:
        """Size of the action space."""
        return self.spec.actions.size

    @property
    def obs_size(self) -> int:
        """Number of float32 in an observation."""
        return self.spec.obs_size

    @cached_property
    def data_hash(self) -> str:
        """A digest of the numbers in the data pack, wherever it is stored; derived tables are left out."""
        # Field by field: numpy does not copy the padding between aligned fields, so its bytes are undefined.
        digest = hashlib.sha256()
        for leaf in self.spec.tables.leaves():
            if leaf.spec.derived:
                continue
            digest.update(self.spec.tables.read(self.tables[0], leaf.path).tobytes())
        return digest.hexdigest()[:16]

    @cached_property
    def spec_hash(self) -> str:
        """A digest of the layout of observation and actions; a network can play a game only if this is equal."""
        layout = [(leaf.path, leaf.shape, leaf.offset) for leaf in self.spec.observation.leaves()]
        ranges = [(entry.name, int(entry.start), entry.size) for entry in self.spec.actions.ranges]
        return hashlib.sha256(repr((self.id, layout, ranges)).encode()).hexdigest()[:16]

    @cached_property
    def observation_space(self) -> spaces.Box:
        """Float32 vector with the declared bounds of every field."""
        low = np.zeros(1, dtype=self.spec.observation.dtype)
        high = np.zeros(1, dtype=self.spec.observation.dtype)
        for leaf in self.spec.observation.leaves():
            self.spec.observation.read(low[0], leaf.path)[...] = leaf.spec.low
            self.spec.observation.read(high[0], leaf.path)[...] = leaf.spec.high
        return spaces.Box(low.view(np.float32).reshape(-1), high.view(np.float32).reshape(-1), dtype=np.float32)

    @cached_property
    def action_space(self) -> spaces.Discrete:
        """All actions of the game; the mask says which of them are legal now."""
        return spaces.Discrete(self.num_actions)

    def new(self, seed: int | None = None) -> Position:
        """Deal a game: equal seeds in [0, 2⁶⁴) give equal games everywhere; None: one drawn by the operating system."""
        from .position import Position

        return Position.deal(self, seed)

    def from_bytes(self, data: bytes) -> Position:
        """The position that `Position.to_bytes` saved; its history is not part of it.

        Raises:
            ValueError: damaged, of another game, version, table, options or data pack, or a record that no position of
                this game has; the message says what it is and what was expected.
        """
        from .position import Position

        return Position.from_bytes(self, data)

    def faults(self, record: Any) -> list[str]:
        """What is wrong with a State record, in words, one line each; empty: it is a position of this game."""
        return self._gate.faults(record)

    @cached_property
    def _gate(self) -> Gate:
        return Gate(self)

    def explain(self, observation: NDArray[np.float32]) -> dict[str, Any]:
        """An observation vector, float32 [obs_size], as nested dictionaries by field name."""
        vector = np.ascontiguousarray(observation, dtype=np.float32)
        if vector.shape != (self.obs_size,):
            raise ValueError(f"{self.id}: an observation has shape ({self.obs_size},), not {vector.shape}")
        return self.spec.observation.explain(vector.view(self.spec.observation.dtype)[0])

    def mask_of(self, record: Any) -> NDArray[np.uint8]:
        """What the seat to decide may play in a State record, fresh uint8 [actions] (all zero when the game is over).

        For pictures and words, so that they do not repeat the rules.
        """
        return self._mask_of(record)

    def _mask_of(self, record: Any) -> NDArray[np.uint8]:
        mask = np.empty(self.num_actions, dtype=np.uint8)
        self.spec.compiled.legal(self._tables, self._options, self.array_of(record), 0, mask)
        return mask

    def standing_of(self, record: Any) -> tuple[list[int], list[int]]:
        """Scores and ranks of all seats in a State record, final or as they would be if the game ended now."""
        scores = np.empty(self.spec.max_seats, dtype=np.int32)
        ranks = np.empty(self.spec.max_seats, dtype=np.int8)
        self.spec.compiled.score(self._tables, self._options, self.array_of(record), 0, scores, ranks)
        return scores[: self.players].tolist(), ranks[: self.players].tolist()

    def array_of(self, record: Any) -> NDArray[Any]:
        """A fresh State array [1] with a copy of a record, on which kernels may be called."""
        array = self.spec.state.zeros(1)
        array[0] = record
        return array

    def same_as(self, other: Game) -> bool:
        """Whether the other one is the same game with the same options and tables (as an unpickled copy is)."""
        if self is other:
            return True
        same_options = self.options.tobytes() == other.options.tobytes()
        return self.spec is other.spec and same_options and self.data_hash == other.data_hash

    def __reduce__(self) -> Any:
        """Pickles hold the id of the game, its options, and its tables as bytes with their layout and a checksum."""
        names = [name for name in self.spec.options.fields if name != "players"]
        values = {
            "players": int(self.players),
            "data": self.data,
            "options": {name: int(self.options[0][name]) for name in names},
        }
        tables = self._tables.tobytes()
        seal = (self.spec.version, layout_of(self.spec.tables), checksum(tables))
        return _rebuild_game, (self.id, self.spec.kernels.apply.__module__, values, tables, seal)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.option_values.items())
        return f"<Game {self.id}-v{self.spec.version} players={self.players}{options}>"


def _rebuild_game(game_id: str, home: str, values: dict[str, Any], tables: bytes, seal: tuple[Any, ...]) -> Game:
    """Unpickle; if the game is not registered in this process, the module of its kernels may declare it as `SPEC`.

    Raises:
        ValueError: the pickle is damaged, or of another version of the game.
    """
    from .registry import games, register, spec_of

    if game_id not in games():
        spec = getattr(importlib.import_module(home), "SPEC", None)
        if isinstance(spec, GameSpec) and spec.id == game_id:
            register(spec)
    spec = spec_of(game_id)
    expected = (spec.version, layout_of(spec.tables), checksum(tables))
    for word, found, wanted in zip(("version", "layout of tables", "checksum"), seal, expected, strict=True):
        if found != wanted:
            raise ValueError(f"{game_id}: the pickled game has another {word}: {found!r}; expected: {wanted!r}")
    game = object.__new__(Game)
    game.spec, game.players, game.data = spec, values["players"], values["data"]
    if game.players not in spec.seats:
        raise ValueError(f"{game_id}: the pickled game has {game.players!r} players, but it has {spec.seats}")
    game._set_options(values["options"])
    game._set_tables(np.frombuffer(tables, dtype=np.uint8).copy().view(spec.tables.dtype))
    if faults := spec.tables.out_of_range(game.tables[0]):
        raise ValueError(f"{game_id}: the pickled tables are not those of a data pack: {faults[0]}")
    spec.check(game)
    return game


def option_number(game: str, name: str, field: F, value: Any) -> int:
    """The number stored for an option's value (a number in range, or one of its words)."""
    low = int(field.low or 0)
    if field.choices:
        if isinstance(value, str) and value in field.choices:
            return low + field.choices.index(value)
        if isinstance(value, str):
            raise ValueError(f"{game}: option {name}={value!r} is unknown; choose one of {', '.join(field.choices)}")
    if isinstance(value, (bool, int, np.integer)) and low <= int(value) <= int(field.high or 0):
        return int(value)
    raise ValueError(f"{game}: option {name}={value!r} must be a whole number from {low} to {int(field.high or 0)}")
