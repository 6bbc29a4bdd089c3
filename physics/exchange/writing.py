"""Texts in XML, and machines as files of other programs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from xml.sax.saxutils import quoteattr


def numbers(value: Any) -> str:
    """Return a value of an attribute: a text, a number, or several of them."""
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple):
        return " ".join(map(numbers, value))
    number = float(value) + 0.0
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)


class XmlWriter:
    """Writes elements below a root, each in a line of its own."""

    def __init__(self, tag: str, **attributes: object) -> None:
        self._tag, self._attributes = tag, attributes
        self._lines: list[str] = []
        self._depth = 1

    def one(self, tag: str, **attributes: object) -> None:
        """Write an element with nothing inside."""
        self._lines.append(f"{'  ' * self._depth}<{_said(tag, attributes)}/>")

    @contextmanager
    def inside(self, tag: str, **attributes: object) -> Iterator[None]:
        """Write an element; what is written meanwhile is inside of it."""
        self._lines.append(f"{'  ' * self._depth}<{_said(tag, attributes)}>")
        self._depth += 1
        yield
        self._depth -= 1
        self._lines.append(f"{'  ' * self._depth}</{tag}>")

    def add(self, other: XmlWriter) -> None:
        """Write what another writer has, with its root, if it has anything."""
        if other._lines:
            self._lines += ["  " * self._depth + line for line in other.text().splitlines()]

    def text(self) -> str:
        """Return all that was written."""
        return "\n".join((f"<{_said(self._tag, self._attributes)}>", *self._lines, f"</{self._tag}>")) + "\n"


def _said(tag: str, attributes: dict[str, object]) -> str:
    return " ".join((tag, *(f"{name}={quoteattr(numbers(each))}" for name, each in attributes.items())))
