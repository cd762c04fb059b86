"""Typed records: one declaration of a game's memory gives dtype, bounds, docs and `explain`.

A record is declared as a class whose annotated attributes carry an `F`:

    class Seat(Record):
        money: Annotated[int, F("i2", (), 0, 999, unit="£1,000", doc="cash in hand")]

Type checkers see the plain types; numba sees the attributes of a structured array's element. Record classes are never
instantiated: `Seat.zeros(3)` makes an array of three.

Fields of observations are floats that a network can learn from. The declaration says what such a float counts, and
the kernel reads it from there:

    class Observation(Record):
        money: Annotated[float, F("f4", (), 0, 31, scale=32, unit="£1", doc="cash in hand")]

    SCALE = scales(Observation)
    obs.money = s.money[seat] * SCALE.money        # £32 are 1.0
"""

from __future__ import annotations

import inspect
from collections import namedtuple
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class F:
    """The storage of one record field.

    Args:
        kind: a numpy code of fixed size such as `"i2"`, or another `Record` class (a nested record).
        shape: the shape of the field; `()` for one value.
        low, high: inclusive range of every element (None for nested records).
        unit: what is counted, such as `"£1,000"` or `"cards"`.
        scale: how many units a stored 1.0 stands for (observations; kernels multiply by `scales(...)`).
        labels: what the entries of the last axis are, in order, such as the names of an `IntEnum`.
        derived: computed from other fields of the record (tables), so that the hash of a data pack leaves it out; of a
            nested record, all fields.
        doc: one sentence for the docs page and `explain`.
        default: value of an option when the caller gives none (records of options only).
        choices: words for the values `low, low + 1, …` of an option (records of options only).
    """

    kind: str | type[Record]
    shape: tuple[int, ...] = ()
    low: float | None = None
    high: float | None = None
    unit: str = ""
    doc: str = ""
    scale: float = 1
    labels: tuple[str, ...] = ()
    derived: bool = False
    default: int | None = None
    choices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.labels and (not self.shape or len(self.labels) != self.shape[-1]):
            raise TypeError(f"{len(self.labels)} labels do not fit a last axis of shape {self.shape}: {self.labels}")


@dataclass(frozen=True)
class Leaf:
    """One plain field of a record, nested ones flattened.

    `path` is the dotted name (`"seats.money"`), `shape` the full shape including the shapes of enclosing records,
    `offset` the byte offset of the first element in the record.
    """

    path: str
    shape: tuple[int, ...]
    offset: int
    spec: F

    @property
    def size(self) -> int:
        """Number of elements."""
        return int(np.prod(self.shape, dtype=np.int64)) if self.shape else 1


class Record:
    """Base class of declared records; see the module docstring."""

    dtype: ClassVar[np.dtype[Any]]
    layout: ClassVar[np.dtype[Any]]
    fields: ClassVar[dict[str, F]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        hints = get_type_hints(cls, include_extras=True)
        cls.fields = {}
        for owner in reversed(cls.__mro__):
            for name in inspect.get_annotations(owner):
                spec = _spec_of(hints[name])
                if spec is not None:
                    cls.fields[name] = spec
        for name in cls.fields:
            if hasattr(np.record, name):
                raise TypeError(f"{cls.__name__}: a field cannot be called '{name}', numpy has that name")
        columns = [(name, _numpy_kind(spec), spec.shape) for name, spec in cls.fields.items()]
        # Nested records use the plain aligned dtype (wrapping in np.record loses the alignment); the outermost one is
        # an np.record, so that elements have attributes in interpreted kernels as in compiled ones.
        cls.layout = np.dtype(columns, align=True)
        cls.dtype = np.dtype((np.record, cls.layout))

    @classmethod
    def zeros(cls, count: int) -> NDArray[Any]:
        """A fresh plain array of `count` records, all zero."""
        return np.zeros(count, dtype=cls.dtype)

    @classmethod
    def leaves(cls, prefix: str = "", outer: tuple[int, ...] = (), base: int = 0) -> Iterator[Leaf]:
        """Every plain field in memory order, nested records flattened (offsets are of the first enclosing element)."""
        layout: Any = cls.dtype.fields
        for name, spec in cls.fields.items():
            offset = base + int(layout[name][1])
            if isinstance(spec.kind, str):
                yield Leaf(prefix + name, outer + spec.shape, offset, spec)
            else:
                for leaf in spec.kind.leaves(f"{prefix}{name}.", outer + spec.shape, offset):
                    yield replace(leaf, spec=replace(leaf.spec, derived=True)) if spec.derived else leaf

    @classmethod
    def read(cls, record: Any, path: str) -> NDArray[Any]:
        """The values at a dotted path of one record, as an array of the leaf's full shape (a view where numpy can)."""
        value: Any = np.asarray(record)
        names: list[Any] = path.split(".")
        for name in names:
            value = value[name]
        return np.asarray(value)

    @classmethod
    def out_of_range(cls, record: Any) -> list[str]:
        """Messages for every field of one record that holds a value outside its declared range (empty: all fine)."""
        faults = []
        for leaf in cls.leaves():
            values = np.asarray(cls.read(record, leaf.path), dtype=np.float64)
            if not np.isfinite(values).all():
                faults.append(f"{cls.__name__}.{leaf.path} is not finite: {values}")
                continue
            for bound, bad in ((leaf.spec.low, "below"), (leaf.spec.high, "above")):
                if bound is None:
                    continue
                wrong = values < bound if bad == "below" else values > bound
                if wrong.any():
                    faults.append(f"{cls.__name__}.{leaf.path} = {values[wrong].ravel()[0]:g} is {bad} {bound:g}")
        return faults

    @classmethod
    def explain(cls, record: Any) -> dict[str, Any]:
        """One record as nested dictionaries of plain Python values, with labelled axes by their labels."""
        result: dict[str, Any] = {}
        for name, spec in cls.fields.items():
            value = np.asarray(record)[name]
            if isinstance(spec.kind, str):
                result[name] = _labelled(value.tolist(), spec.labels, len(spec.shape))
            elif spec.shape:
                inner = spec.kind
                result[name] = [inner.explain(element) for element in np.asarray(value).ravel()]
            else:
                result[name] = spec.kind.explain(value)
        return result


RecordType = TypeVar("RecordType", bound=Record)


def scales(record: type[RecordType]) -> RecordType:
    """What one unit of each field is worth in the record, as constants that kernels can use: float32 `1 / scale`.

    Returns:
        A named tuple with the fields of the record (nested records are named tuples themselves); type checkers take it
        for a record, so that they find a misspelt name.
    """
    worth: Any = namedtuple(f"ScalesOf{record.__name__}", record.fields)
    return worth(
        *(
            np.float32(1 / spec.scale) if isinstance(spec.kind, str) else scales(spec.kind)
            for spec in record.fields.values()
        )
    )


def _labelled(values: Any, labels: tuple[str, ...], axes: int) -> Any:
    """Nested lists whose innermost ones become dictionaries, if they have labels."""
    if not labels:
        return values
    if axes == 1:
        return dict(zip(labels, values, strict=True))
    return [_labelled(inner, labels, axes - 1) for inner in values]


def _spec_of(hint: Any) -> F | None:
    """The `F` of an annotation, or None for an annotation without one (ClassVars)."""
    if get_origin(hint) is Annotated:
        for extra in get_args(hint)[1:]:
            if isinstance(extra, F):
                return extra
    return None


def _numpy_kind(spec: F) -> Any:
    return spec.kind if isinstance(spec.kind, str) else spec.kind.layout
