"""The page of a system that no file explains yet: its docstring, with the equations as they stand there."""

from __future__ import annotations

import inspect
import re
from itertools import pairwise

from game.learn.page import Page, Paragraph
from game.learn.prose import Span
from physics import System

SOURCE = re.compile(r"\((?:1[5-9]|20)\d\d\)|, (?:1[5-9]|20)\d\d[,.)]")
"""What a paragraph of sources has and no other: the year of a publication."""


def docstring_page(system: type[System]) -> Page:
    """Return a page of the docstring of a system, in English.

    What is seen is its first paragraph; equations are its indented lines, each with the paragraph before it; the source
    is the last paragraph, where that has the year of a publication.
    """
    written = [each for each in re.split(r"\n\s*\n", inspect.getdoc(system) or system.title) if each.strip()]
    see, rest = written[:1], written[1:]
    source = [rest.pop()] if rest and SOURCE.search(rest[-1]) and not rest[-1].startswith(" ") else []
    equations: list[str] = []
    for before, block in pairwise(written):
        if block.startswith(" "):
            equations += [] if before.startswith(" ") or before in see else [before]
            equations += [line.strip() for line in block.splitlines()]
    return Page(system.title, _prose(see), _prose(equations), (), _prose(source))


def _prose(blocks: list[str]) -> tuple[Paragraph, ...]:
    """Return blocks of text as paragraphs, each on one line."""
    return tuple(Paragraph((Span(" ".join(block.split())),)) for block in blocks)
