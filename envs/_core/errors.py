"""What errors of this package have in common."""

from __future__ import annotations


class MailwingError(Exception):
    """An error whose message is meant for people: what was wrong, where, what to do. Commands show one line."""
