"""Records: dtype, leaves, ranges and explanations come from one declaration."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

from mailwing.envs._core.kernel import kernel
from mailwing.envs._core.record import F, Record


class Engine(Record):
    power: Annotated[int, F("i2", (), 0, 500, doc="horsepower")]
    heat: Annotated[NDArray[np.int8], F("i1", (2,), -5, 5)]


class Plane(Record):
    count: ClassVar[int] = 7
    name: Annotated[int, F("i1", (), 0, 9)]
    serial: Annotated[int, F("u8")]
    engines: Annotated[Any, F(Engine, (3,))]
    spare: Annotated[Any, F(Engine)]


class LongPlane(Plane):
    length: Annotated[float, F("f4", (), 0, 1)]


def test_the_dtype_has_the_declared_fields_and_is_aligned() -> None:
    names = Plane.dtype.names
    assert names == ("name", "serial", "engines", "spare")
    assert Plane.dtype.isalignedstruct
    assert Plane.dtype.fields is not None
    assert Plane.dtype.fields["serial"][1] % 8 == 0
    assert Plane.dtype["engines"].shape == (3,)


def test_fields_of_the_parent_come_first() -> None:
    assert list(LongPlane.fields) == ["name", "serial", "engines", "spare", "length"]
    assert list(Plane.fields) == ["name", "serial", "engines", "spare"]


def test_leaves_flatten_nested_records_and_their_offsets_are_where_the_values_lie() -> None:
    leaves = {leaf.path: leaf for leaf in Plane.leaves()}
    assert list(leaves) == ["name", "serial", "engines.power", "engines.heat", "spare.power", "spare.heat"]
    assert leaves["engines.heat"].shape == (3, 2)
    assert leaves["engines.heat"].size == 6
    assert leaves["serial"].size == 1
    planes = Plane.zeros(1)
    planes[0].spare.power = 300
    at = leaves["spare.power"].offset
    assert planes.view(np.uint8)[at : at + 2].view(np.int16)[0] == 300


def test_what_is_worked_out_as_a_whole_is_worked_out_field_by_field() -> None:
    class Hangar(Record):
        bay: Annotated[Any, F(Engine, (2,))]
        total: Annotated[Any, F(Engine, derived=True)]

    assert [leaf.path for leaf in Hangar.leaves() if leaf.spec.derived] == ["total.power", "total.heat"]


def test_read_is_a_view_of_the_full_shape() -> None:
    planes = Plane.zeros(2)
    heat = Plane.read(planes[1], "engines.heat")
    assert heat.shape == (3, 2)
    heat[2, 1] = 4
    assert planes[1].engines[2].heat[1] == 4
    assert planes[0].engines[2].heat[1] == 0


def test_out_of_range_names_the_field_and_the_bound() -> None:
    planes = LongPlane.zeros(1)
    assert LongPlane.out_of_range(planes[0]) == []
    planes[0].engines[1].power = 501
    planes[0].spare.heat[0] = -6
    planes[0].length = np.nan
    faults = "\n".join(LongPlane.out_of_range(planes[0]))
    assert "LongPlane.engines.power = 501 is above 500" in faults
    assert "LongPlane.spare.heat = -6 is below -5" in faults
    assert "LongPlane.length is not finite" in faults


def test_a_field_without_bounds_takes_anything() -> None:
    planes = Plane.zeros(1)
    planes[0].serial = 2**64 - 1
    assert Plane.out_of_range(planes[0]) == []


def test_explain_gives_plain_values_by_name() -> None:
    planes = Plane.zeros(1)
    planes[0].engines[1].heat[:] = (3, -2)
    said = Plane.explain(planes[0])
    assert said["name"] == 0
    assert said["engines"][1] == {"power": 0, "heat": [3, -2]}
    assert said["spare"] == {"power": 0, "heat": [0, 0]}


def test_kernels_write_through_attributes() -> None:
    @kernel
    def heat_up(planes: Any, i: int) -> None:
        engine = planes[i].engines[2]
        engine.heat[1] += 3
        planes[i].spare.power = 12

    planes = Plane.zeros(2)
    heat_up(planes, 1)
    assert planes[1].engines[2].heat.tolist() == [0, 3]
    assert planes[1].spare.power == 12
    assert not planes[:1].view(np.uint8).any()


def test_records_are_not_fields_when_they_carry_no_storage() -> None:
    class Note(Record):
        text: str
        number: Annotated[int, "no storage"]
        value: Annotated[int, F("i1")]

    assert list(Note.fields) == ["value"]


@pytest.mark.parametrize("name", ["round", "size", "max", "item"])
def test_a_name_that_numpy_uses_is_refused(name: str) -> None:
    """Compiled kernels would read the field, interpreted ones the method of the same name."""
    with pytest.raises(TypeError, match=rf"Bad: a field cannot be called '{name}'"):
        type("Bad", (Record,), {"__annotations__": {name: Annotated[int, F("i1")]}})


@pytest.mark.parametrize("count", [0, 1, 5])
def test_zeros_makes_fresh_plain_arrays(count: int) -> None:
    planes = Plane.zeros(count)
    assert type(planes) is np.ndarray
    assert planes.shape == (count,)
    assert not planes.view(np.uint8).any()
