"""The gate for memory that comes from outside: saved positions, pickles, games of a run that goes on.

Compiled kernels check no index, so a record that no game has may make them read or write other memory. What enters
here is a position of this game, at this table, with these options and this data pack, or it is refused in words.
Copies that the library makes itself do not pass the gate.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .record import F, Record

if TYPE_CHECKING:
    from .game import Game

MAGIC = b"mailwing position\n"
"""The first bytes of a saved position."""

FORMAT = 1
"""Raised when a program of the format before cannot read a saved position any more."""

CHECKSUM_BYTES = 16

MOST_DECISIONS = 2**30
"""No game is that long; the counter of decisions must not run over while a position is played on."""

FAULTS_NAMED = 3
"""How many faults a message names."""

Memory = NDArray[np.uint8]


def checksum(*parts: Any) -> bytes:
    """A digest of bytes or contiguous arrays, to notice damage."""
    digest = hashlib.blake2b(digest_size=CHECKSUM_BYTES)
    for part in parts:
        digest.update(part)
    return digest.digest()


def layout_of(kind: type[Record]) -> str:
    """A digest of where the fields of a record lie."""
    fields = [(leaf.path, leaf.spec.kind, leaf.shape, leaf.offset) for leaf in kind.leaves()]
    return hashlib.sha256(repr((kind.dtype.itemsize, fields)).encode()).hexdigest()[:16]


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """A view of an array through which nothing can be written."""
    view = array.view()
    view.flags.writeable = False
    return view


class Fields:
    """The fields of a record by name, read once: far faster than a numpy record where many are asked for.

    Numbers are Python's own, which do not overflow; arrays are views. `fields.seat` and `fields["seat"]` are the same.
    """

    def __init__(self, record: Any) -> None:
        whole = np.asarray(record)
        for name in whole.dtype.names or ():
            value = whole[name]
            self.__dict__[name] = value.item() if value.ndim == 0 and value.dtype.names is None else value

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the record has no field '{name}'", name=name, obj=self)

    def __getitem__(self, name: str) -> Any:
        return self.__dict__[name]


def absent_seat_faults(game: Game, record: Any, paths: Sequence[str]) -> list[str]:
    """Fields whose first axis counts seats, and in which a seat that nobody sits at is not as it was dealt.

    Args:
        game: the game.
        record: the fields of a State record.
        paths: the dotted names of these fields.

    Returns:
        One line for each field; for a game's `GameSpec.faults`.
    """
    n, dealt = game.players, game._gate.dealt
    if n == game.spec.max_seats:
        return []
    found = []
    for path in paths:
        values: Any = record
        expected: Any = dealt
        for name in path.split("."):
            values, expected = values[name], expected[name]
        if (values[n:] != expected[n:]).any():
            found.append(f"{path} of a seat that nobody sits at is not as it was dealt ({n} seats play)")
    return found


class Gate:
    """What is let in as a position of one game; made once for a game.

    Args:
        game: the game with its options and tables.

    Attributes:
        header: the bytes before the checksum of a saved position, equal for all positions of the game.
        dealt: the fields of the State record of a deal, to compare with.
        tables: the fields of the game's Tables record.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.header = MAGIC + json.dumps(self.identity()).encode() + b"\n"
        record = game.new(0).record
        self.dealt, self.tables = Fields(record), Fields(game.tables[0])
        self._conserved = dict(game.spec.conserved(game, record))
        self._phases = None if game.spec.phases is None else {int(phase) for phase in game.spec.phases}
        elements = list(elements_of(game.spec.state))
        self._ranges = ranges_of(elements)
        used = np.zeros(game.spec.state.dtype.itemsize, dtype=bool)
        for element in elements:
            used[element.offset : element.offset + np.dtype(element.spec.kind).itemsize] = True
        self._padding = np.flatnonzero(~used)

    def identity(self) -> dict[str, Any]:
        """What memory of this game belongs to: game, table, options, data pack and layout."""
        game = self.game
        options = {name: int(game.options[0][name]) for name in game.option_values}
        return {
            "format": FORMAT,
            "game": game.id,
            "version": game.spec.version,
            "players": int(game.players),
            "options": options,
            "data": game.data_hash,
            "layout": layout_of(game.spec.state),
        }

    def seal(self, memory: Memory) -> bytes:
        """The memory of a position as `open` takes it: header, checksum, memory."""
        return b"".join((self.header, checksum(memory), memory.tobytes()))

    def open(self, data: bytes) -> Memory:
        """The memory of a saved position, a fresh copy.

        Raises:
            ValueError: it is damaged, of another game, version, table or data pack, or no position; the message says
                what it is and what was expected.
        """
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise ValueError(f"{self.game.id}: a saved position is bytes, not {type(data).__name__}")
        data = bytes(data)
        if not data.startswith(self.header):
            raise ValueError(f"{self.game.id}: {self._other_header(data)}")
        size, body = self.game.spec.state.dtype.itemsize, data[len(self.header) :]
        if len(body) != CHECKSUM_BYTES + size:
            raise ValueError(
                f"{self.game.id}: a saved position of this game has {len(self.header) + CHECKSUM_BYTES + size} bytes, "
                f"not {len(data)}: it was cut off, or something was added"
            )
        memory = np.frombuffer(body, dtype=np.uint8)[CHECKSUM_BYTES:].copy()
        if checksum(memory) != body[:CHECKSUM_BYTES]:
            raise ValueError(f"{self.game.id}: the checksum of the saved position is wrong: its bytes are damaged")
        self.check(memory, "these bytes are not a position of this game")
        return memory

    def check(self, memory: Memory, words: str) -> None:
        """Go on only if memory of the size of a State is a position of the game (ValueError: it is not, and why)."""
        faults = self.faults(memory.view(self.game.spec.state.dtype)[0])
        if self._padding.size and memory[self._padding].any():
            faults.append("bytes between its fields are not zero")
        if faults:
            more = f"; and {len(faults) - FAULTS_NAMED} more" if len(faults) > FAULTS_NAMED else ""
            raise ValueError(f"{self.game.id}: {words}: {'; '.join(faults[:FAULTS_NAMED])}{more}")

    def faults(self, record: Any) -> list[str]:
        """What is wrong with a State record, one line each; empty: it is a position of the game.

        Ranges come first, then what holds in all games, then what the game declares: each may rely on those before.
        """
        found = self._out_of_range(record)
        if found:
            return found
        fields = Fields(record)
        if found := self._general_faults(fields):
            return found
        found = self._lost(record) + list(self.game.spec.faults(self.game, fields))
        if not found and record.done == 0 and not self.game._mask_of(record).any():
            found.append("the game is not over, but nothing can be played")
        return found

    def _out_of_range(self, record: Any) -> list[str]:
        if getattr(record, "dtype", None) != self.game.spec.state.dtype:
            raise TypeError(f"{self.game.id}: expected a State record of this game, not {type(record).__name__}")
        memory = np.asarray(record).reshape(1).view(np.uint8)
        found = []
        for same in self._ranges:
            values = memory.view(same.kind)[same.at]
            # Not `values < low`: a NaN is not in range either.
            wrong = ~((values >= same.low) & (values <= same.high))
            for k in np.flatnonzero(wrong).tolist():
                place, low, high = same.names[k], same.low[k], same.high[k]
                found.append(f"State.{place} = {values[k]} is not in its range, {low} to {high}")
        return found

    def _general_faults(self, s: Fields) -> list[str]:
        game, found = self.game, []
        if s.seat >= game.players:
            found.append(f"seat {s.seat} is to decide, but the seats are 0 to {game.players - 1}")
        if s.num_decisions > MOST_DECISIONS:
            found.append(f"no game has {s.num_decisions} decisions")
        if s.limit_reached != 0 and s.done == 0:
            found.append("the limit has ended the game, but it is not over")
        if self._phases is not None and s["phase"] not in self._phases:
            found.append(f"there is no phase {s['phase']}")
        return found

    def _lost(self, record: Any) -> list[str]:
        now = self.game.spec.conserved(self.game, record)
        return [
            f"{name}: {now.get(name)} in all, but {amount} were dealt"
            for name, amount in self._conserved.items()
            if now.get(name) != amount
        ]

    def _other_header(self, data: bytes) -> str:
        """In which way bytes with another header are no position of this game."""
        if not data.startswith(MAGIC):
            return "these bytes are not a saved position: Position.to_bytes writes one"
        try:
            found: Any = json.loads(data[len(MAGIC) :].partition(b"\n")[0])
        except ValueError:
            found = None
        if not isinstance(found, dict):
            return "the header of the saved position is damaged"
        return difference(found, self.identity(), "position")


def difference(found: Mapping[str, Any], expected: Mapping[str, Any], what: str) -> str:
    """In words, the first thing in which the identity of saved memory is not the expected one."""
    if found.get("format") != expected["format"]:
        return f"the {what} has format {found.get('format')!r}; this version of mailwing reads {expected['format']}"
    words = {
        "game": "is of the game",
        "version": "is of version",
        "players": "is of a table with players =",
        "options": "was played with the options",
        "data": "was played with the data pack",
        "layout": "has the layout",
    }
    for name, wanted in expected.items():
        if found.get(name) != wanted:
            return f"the {what} {words.get(name, f'has {name} =')} {found.get(name)!r}; expected: {wanted!r}"
    return f"the header of the {what} is damaged"


class Element(NamedTuple):
    """One number of a record: its name with indices, its byte offset, and the field that declares it."""

    name: str
    offset: int
    spec: F


class Ranges(NamedTuple):
    """The bounds of all numbers of one dtype: where they lie, counted in such numbers, and what they may be."""

    kind: np.dtype[Any]
    at: NDArray[np.int64]
    low: NDArray[Any]
    high: NDArray[Any]
    names: list[str]


def elements_of(kind: type[Record], base: int = 0, prefix: str = "") -> Iterator[Element]:
    """Every number of a record in memory order, nested records and arrays taken apart."""
    layout: Any = kind.layout.fields
    for name, spec in kind.fields.items():
        plain = isinstance(spec.kind, str)
        size = np.dtype(spec.kind).itemsize if isinstance(spec.kind, str) else spec.kind.layout.itemsize
        for k, place in enumerate(np.ndindex(*spec.shape)):
            words = f"{prefix}{name}{list(place) if place else ''}"
            offset = base + int(layout[name][1]) + k * size
            if plain:
                yield Element(words, offset, spec)
            else:
                yield from elements_of(spec.kind, offset, f"{words}.")  # type: ignore[arg-type]


def ranges_of(elements: Sequence[Element]) -> list[Ranges]:
    """The bounds of the numbers that have any, by dtype; numbers without bounds must be numbers (no NaN)."""
    found = []
    for kind in dict.fromkeys(np.dtype(element.spec.kind) for element in elements):
        limits = np.finfo(kind) if kind.kind == "f" else np.iinfo(kind)
        of_kind = [element for element in elements if np.dtype(element.spec.kind) == kind]
        low = [limits.min if element.spec.low is None else element.spec.low for element in of_kind]
        high = [limits.max if element.spec.high is None else element.spec.high for element in of_kind]
        at = np.array([element.offset // kind.itemsize for element in of_kind], dtype=np.int64)
        bounds = (np.array(low, dtype=kind), np.array(high, dtype=kind))
        found.append(Ranges(kind, at, *bounds, [element.name for element in of_kind]))
    return found
