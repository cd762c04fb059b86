"""The base class of errors whose message is written for people."""

from __future__ import annotations


class MailwingError(Exception):
    """An error whose message says what is wrong, where, and what to do. Commands print it as one line."""


class UnknownNameError(MailwingError, TypeError):
    """An option or a setting that does not exist; a `TypeError`, as Python raises for unknown keyword arguments."""


class UnknownFieldError(MailwingError, AttributeError):
    """A kernel uses a field that its record does not have; the message names file, line and the nearest field."""
