"""Arrays of whole numbers that callers hand in: refused in words where numpy would round, wrap or guess."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .chance import checked_seed


def whole_numbers(values: ArrayLike, what: str) -> NDArray[np.int64]:
    """An array of whole numbers as a fresh int64 array of the same shape.

    Args:
        values: numbers, of any kind of integer.
        what: what they are, for the message.

    Raises:
        ValueError: they are floats, truth values, text or objects, or too large.
    """
    try:
        given = np.asarray(values)
    except ValueError:
        raise ValueError(f"{what}: expected whole numbers in rows of equal length, not {values!r}") from None
    if given.size == 0:
        return np.zeros(given.shape, dtype=np.int64)
    if given.dtype.kind not in "iu" or (given.dtype.kind == "u" and given.max() > np.iinfo(np.int64).max):
        raise ValueError(f"{what}: expected whole numbers, not {given.dtype} ({given.ravel()[:4].tolist()}, …)")
    return np.array(given, dtype=np.int64)


def checked_seeds(values: Any) -> NDArray[np.uint64]:
    """Seeds that the caller named, as a fresh uint64 array (ValueError: not whole numbers from 0 to 2⁶⁴ − 1)."""
    if isinstance(values, np.ndarray) and values.dtype.kind in "iu":
        if values.dtype.kind == "i" and values.size and values.min() < 0:
            checked_seed(int(values.min()))
        return np.array(values, dtype=np.uint64)
    given = np.asarray(values, dtype=object)
    return np.array([checked_seed(seed) for seed in given.ravel()], dtype=np.uint64).reshape(given.shape)
