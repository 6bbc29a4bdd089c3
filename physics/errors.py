"""Errors with a message of one line for the user."""

from __future__ import annotations

from collections.abc import Iterable


class BadInput(ValueError):
    """A name, value or unit that is not allowed. The message names the input, its value and what is allowed."""


class Cancelled(Exception):
    """Raised inside a computation that has been cancelled."""


def unknown(kind: str, name: str, allowed: Iterable[str]) -> BadInput:
    """Return the error for a name that does not exist; its message suggests the closest known name."""
    from difflib import get_close_matches

    names = list(allowed)
    near = get_close_matches(name, names, n=1)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    return BadInput(f"unknown {kind} {name!r}{hint}; known: {', '.join(names)}")
