"""Errors with a message of one line for the user."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

LONGEST, LONGEST_VALUE = 3000, 400
"""Greatest lengths of a message, and of a value in one [characters]; longer ones are cut in their middle."""
MAX_BITS = 4096
"""Greatest integer that is written out, as a power of 2; Python refuses to write those of thousands of digits."""


EXAMPLES = {
    "parameters": "{'mass': 0.1}", "initial": "{'theta': '30 deg'}", "settings": "{'rtol': 1e-9}",
    "columns": "{'theta': [0.1, 0.2, 0.3]}", "noise": "{'theta': '1 deg'}",
}  # fmt: skip
"""What arguments may be that give values by their names."""


class BadInput(ValueError):
    """A name, value or unit that is not allowed. The message names the input, its value and what is allowed.

    A message of more than `LONGEST` characters is cut.
    """

    def __init__(self, message: str = "") -> None:
        super().__init__(cut(message, LONGEST))


def cut(text: str, most: int) -> str:
    """Return a text of at most so many characters, one that is longer without its middle."""
    return text if len(text) <= most else f"{text[: most * 2 // 3 - 2]} … {text[-most // 3 + 2 :]}"


def shown(value: Any) -> str:
    """Return how a value is written in a message: its `repr`, cut if it is long; it never fails."""
    try:
        return cut(as_written(value), LONGEST_VALUE)
    except (ValueError, RecursionError):  # an integer of thousands of digits, or brackets inside one another
        return f"a huge {type(value).__name__}"


def as_written(value: Any) -> str:
    """Return a value as a file or a script has it, in one line: its `repr`, of a date or a time `2024-05-01`.

    Raises ValueError, RecursionError where it is too large to be written.
    """
    text = str(value) if type(value).__module__ == "datetime" else repr(value)
    return " ".join(text.split()) if "\n" in text else text


def has_huge_integer(value: Any) -> bool:
    """Return whether a value that was read from a file, or anything in it, is an integer too long to be written."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, int) and each.bit_length() > MAX_BITS:
            return True
        if isinstance(each, dict):
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each
    return False


class Cancelled(Exception):
    """Raised inside a computation that has been cancelled."""


def by_names(name: str, given: object) -> dict[str, Any]:
    """Return the values that an argument gives by their names, none for None; raises BadInput for anything else."""
    if given is None:
        return {}
    if isinstance(given, type) or not hasattr(given, "keys"):
        raise BadInput(f"{name} = {shown(given)}: must be values by their names, such as {EXAMPLES[name]}")
    found: dict[Any, Any] = dict(given)  # type: ignore[call-overload]  # what has keys is a mapping
    for key in found:
        if not isinstance(key, str):
            raise BadInput(f"{name}: {shown(key)}: must be a name, as text")
    return found


def listed_names(name: str, given: object, such: str) -> tuple[str, ...]:
    """Return the names that an argument lists; raises BadInput for anything else."""
    found: tuple[object, ...] = (None,)
    if isinstance(given, Iterable) and not isinstance(given, str | bytes | type):
        found = tuple(given)
    if not all(isinstance(each, str) for each in found):
        raise BadInput(f"{name} = {shown(given)}: must be a list of names, such as {such}")
    return tuple(map(str, found))


def check_path(name: str, given: object) -> None:
    """Raise BadInput for an argument that is not the path of a file."""
    if not isinstance(given, str | os.PathLike):
        raise BadInput(f"{name} = {shown(given)}: must be the path of a file")


def check_function(name: str, given: object) -> None:
    """Raise BadInput for an argument that is neither a function nor None."""
    if given is not None and not callable(given):
        raise BadInput(f"{name} = {shown(given)}: must be a function")


def unknown(kind: str, name: object, allowed: Iterable[str]) -> BadInput:
    """Return the error for a name that does not exist; its message suggests the closest known name."""
    from difflib import get_close_matches

    names = list(allowed)
    if not names:
        return BadInput(f"unknown {kind} {shown(name)}: there is none")
    near = get_close_matches(name, names, n=1) if isinstance(name, str) else []
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    return BadInput(f"unknown {kind} {shown(name)}{hint}; known: {', '.join(names)}")
