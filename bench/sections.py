"""Sections of the report: each has its date, and may be measured alone and put into a file that keeps the others."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path

from bench import machine

Sections = Mapping[str, Callable[[], Iterable[str]]]
"""Functions that measure, by titles; they return lines of Markdown."""
START = re.compile(r"^## (.+)$", re.MULTILINE)


def anchor(title: str) -> str:
    """Return the name of a section: that of its heading in links."""
    return title.lower().replace(" ", "-")


def measured(sections: Sections, names: Collection[str]) -> Iterator[str]:
    """Yield the lines of the sections with these names, each with the time of its measurement."""
    for title, lines in sections.items():
        if anchor(title) in names:
            yield from ("", f"## {title}", "", f"{machine.moment()}.")
            yield from lines()


def merged(sections: Sections, text: str, path: Path) -> str:
    """Return a report with the sections that it lacks from a file, if that exists, in their order."""
    head, *_ = START.split(text)
    found = _parts(path.read_text("utf-8")) if path.exists() else {}
    found |= _parts(text)
    kept = (f"## {title}{found[title]}" for title in sections if title in found)
    return f"{''.join((head, *kept)).rstrip()}\n"


def _parts(text: str) -> dict[str, str]:
    """Return the texts below the headings of sections, each to the next, with one empty line at its end."""
    _, *parts = START.split(text)
    return {title: f"{body.rstrip()}\n\n" for title, body in zip(parts[::2], parts[1::2], strict=True)}
