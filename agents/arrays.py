"""Files of a checkpoint, read with care: JSON objects and safetensors are what they should be, or refused by name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load

Shapes = Mapping[str, tuple[str, tuple[int, ...]]]
"""The arrays that a file should hold: dtype (as numpy names it) and shape by name."""


class CheckpointError(ValueError):
    """A checkpoint cannot be used; the message says which, why, and what to do."""


def read_object(file: Path) -> dict[str, Any]:
    """The JSON object in a file.

    Raises:
        CheckpointError: it holds something else; the message names the file.
        OSError: it cannot be read.
    """
    return parse_object(file.read_bytes(), file)


def parse_object(text: str | bytes, source: Path) -> dict[str, Any]:
    """The JSON object in a text (CheckpointError: it is something else; the message names `source`)."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CheckpointError(f"{source}: not a JSON file: {error if text else 'it is empty'}") from error
    if not isinstance(values, dict):
        raise CheckpointError(f"{source}: a JSON object is expected, not {type(values).__name__}")
    return values


def read_arrays(file: Path) -> dict[str, NDArray[Any]]:
    """The arrays in a safetensors file.

    Raises:
        CheckpointError: it is damaged or holds types that numpy does not have; the message names the file.
        OSError: it cannot be read.
    """
    try:
        return load(file.read_bytes())
    except (SafetensorError, KeyError, TypeError, ValueError) as error:
        raise CheckpointError(f"{file}: not a whole safetensors file: {error}") from error


def check_arrays(arrays: Mapping[str, NDArray[Any]], wanted: Shapes, file: Path) -> None:
    """Check that a file holds exactly these arrays, and finite numbers in them.

    Raises:
        CheckpointError: a name is missing or unknown, a dtype or shape differs, or there are NaN or infinite numbers;
            the message names file and array.
    """
    _check_names(set(arrays), set(wanted), file)
    for name, (dtype, shape) in wanted.items():
        array = arrays[name]
        if (str(array.dtype), array.shape) != (dtype, shape):
            has, needs = (f"{kind} {list(size)}" for kind, size in ((array.dtype, array.shape), (dtype, shape)))
            raise CheckpointError(f"{file}: '{name}' is {has}, not {needs}")
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            count = array.size - int(np.isfinite(array).sum())
            raise CheckpointError(f"{file}: '{name}' has NaN or infinite numbers ({count:,} of {array.size:,})")


def _check_names(found: set[str], wanted: set[str], file: Path) -> None:
    for fault, names in (("missing", wanted - found), ("unknown", found - wanted)):
        if names:
            first = sorted(names)[0]
            more = f", and {len(names) - 1} more" if len(names) > 1 else ""
            raise CheckpointError(f"{file}: '{first}' is {fault}{more}")


def check_values(values: Mapping[str, Any], kinds: Mapping[str, type], file: Path) -> None:
    """Check that an object of JSON has exactly these keys, with values of these kinds.

    Args:
        values: the object.
        kinds: by key `int`, `float` (whole numbers too; finite), `str` or `dict`.
        file: where it was read.

    Raises:
        CheckpointError: a key is missing or unknown, or a value is of another kind; the message names file and key.
    """
    _check_names(set(values), set(kinds), file)
    words = {int: "a whole number", float: "a finite number", str: "text", dict: "an object"}
    for name, kind in kinds.items():
        value = values[name]
        fits = type(value) is kind or (kind is float and type(value) is int)
        if not fits or (kind is float and not np.isfinite(value)):
            raise CheckpointError(f"{file}: '{name}' must be {words[kind]}, not {value!r}")
