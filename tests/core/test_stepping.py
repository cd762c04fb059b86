"""Small parts of the compiled loops."""

from __future__ import annotations

import numpy as np
import pytest

from mailwing.envs._core.loops.stepping import only_action


@pytest.mark.parametrize(
    ("legal", "only"),
    [([0], 0), ([148], 148), ([76], 76), ([], -1), ([0, 148], -1), ([1, 2], -1), (range(149), -1)],
)
def test_the_only_legal_action_is_found_wherever_it_stands(legal: list[int], only: int) -> None:
    mask = np.zeros(149, dtype=np.uint8)
    mask[list(legal)] = 1
    assert only_action(mask) == only


@pytest.mark.parametrize("entries", [1, 5, 63, 64, 65, 127, 128, 273])
def test_whatever_the_length_of_the_mask(entries: int) -> None:
    for action in range(entries):
        mask = np.zeros(entries, dtype=np.uint8)
        mask[action] = 1
        assert only_action(mask) == action
        mask[(action + entries // 2) % entries] = 1
        assert only_action(mask) == (-1 if entries > 1 else action)


def test_of_a_long_mask_too() -> None:
    mask = np.zeros(10_000, dtype=np.uint8)
    mask[9_999] = 1
    assert only_action(mask) == 9_999
    mask[:] = 1
    assert only_action(mask) == -1
