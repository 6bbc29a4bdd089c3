"""Prose with emphasised words and equations within lines."""

from __future__ import annotations

import re
from typing import NamedTuple

SPAN = re.compile(r"\$([^$]+)\$|\*\*(.+?)\*\*")


class Span(NamedTuple):
    """A piece of prose. kind: "words", "strong" (emphasised words), or "equation" within a line."""

    text: str
    kind: str = "words"


def spans(text: str) -> tuple[Span, ...]:
    """Return prose as spans."""
    found, end = [], 0
    for match in SPAN.finditer(text):
        if match.start() > end:
            found.append(Span(text[end : match.start()]))
        found.append(Span(match[1], "equation") if match[1] is not None else Span(match[2], "strong"))
        end = match.end()
    if end < len(text):
        found.append(Span(text[end:]))
    return tuple(found)
