"""Stub."""

from __future__ import annotations

from typing import Any


def news(*args: Any) -> Any:
    """Stub."""
    return []
