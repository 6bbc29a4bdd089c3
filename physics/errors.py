"""What a user can get wrong, said in one line."""

from __future__ import annotations

from collections.abc import Iterable


class BadInput(ValueError):
    """A name, a value or a unit that cannot be used. The message names the thing, the value and what is allowed."""


class Cancelled(Exception):
    """Raised within a computation that nobody wants any more."""


def unknown(kind: str, name: str, allowed: Iterable[str]) -> BadInput:
    """The error for a name that does not exist, with the nearest one that does."""
    from difflib import get_close_matches

    names = list(allowed)
    near = get_close_matches(name, names, n=1)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    return BadInput(f"unknown {kind} {name!r}{hint}; known: {', '.join(names)}")
