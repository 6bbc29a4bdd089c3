"""The pages of explanation: found by scene, read once; of other systems, made of the docstring.

They stand in `assets/explain`, and beside the presets of installed packages.
"""

from __future__ import annotations

import inspect
import re
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import physics
from game.learn.page import LANGUAGES, Page, PageFile, Paragraph, parsed
from game.learn.prose import Span
from game.model import resources
from physics import BadInput, System, plugins
from physics.text_files import read_text

FOLDER = "assets/explain"
MAX_BYTES = 200_000
PUBLISHED = re.compile(r"\((?:1[5-9]|20)\d\d\)|, (?:1[5-9]|20)\d\d[,.)]")
"""What a paragraph of sources has in a docstring, and no other: the year of a publication."""


@cache
def page_files(language: str) -> tuple[PageFile, ...]:
    """Return all files of explanations in a language. Raises BadInput for the first that is not readable."""
    if language not in LANGUAGES:
        raise BadInput(f"language = {language!r}: must be one of {', '.join(LANGUAGES)}")
    paths = sorted(resources.path(FOLDER).glob(f"*.{language}.md"))
    return tuple(parsed(read_text(path, MAX_BYTES), language, path.name) for path in paths)


class OfferedPages(NamedTuple):
    """The files of explanations beside the presets of installed packages, and why others cannot be read."""

    files: list[PageFile]
    refused: list[str]


@cache
def _offered(language: str) -> OfferedPages:
    found = OfferedPages([], [])
    for point in plugins.offered(plugins.PRESETS).values():
        for path in sorted(path for folder in plugins.folders(point) for path in folder.glob(f"*.{language}.md")):
            try:
                found.files.append(parsed(read_text(path, MAX_BYTES), language, path.name))
            except BadInput as error:
                found.refused.append(f"{plugins.refused(point)}: {error}")
    return found


def refused_pages() -> list[str]:
    """Return why explanations that installed packages offer cannot be read, a line each."""
    return [line for language in LANGUAGES for line in _offered(language).refused]


@cache
def page_of(scene: str, system: str, language: str) -> Page | None:
    """Return the page of a scene with a system, or None for an unknown system. Raises BadInput.

    Where no file in that language explains the system, it is the English page, or else that of its docstring. Packages
    explain systems of their own, and scenes of their own with any system.
    """
    for spoken in dict.fromkeys((language, "en")):
        offered = [file for file in _offered(spoken).files if system in file.systems]
        file = next((file for file in (*page_files(spoken), *offered) if system in file.systems), None)
        if file is not None:
            others = {name: part for each in offered for name, part in each.parts.items() if name}
            return replace(file, parts=others | file.parts).page(scene, system)
    return docstring_page(physics.system_class(system)) if system in physics.systems() else None


def docstring_page(system: type[System]) -> Page:
    """Return a page of the docstring of a system, in English.

    What is seen is its first paragraph; equations are its indented lines, each with the paragraph before it; the source
    is the last paragraph, where that has the year of a publication.
    """
    written = [each for each in re.split(r"\n\s*\n", inspect.getdoc(system) or system.title) if each.strip()]
    see, rest = written[:1], written[1:]
    source = [rest.pop()] if rest and PUBLISHED.search(rest[-1]) and not rest[-1].startswith(" ") else []
    equations: list[str] = []
    for before, block in pairwise(written):
        if block.startswith(" "):
            equations += [] if before.startswith(" ") or before in see else [before]
            equations += [line.strip() for line in block.splitlines()]
    return Page(system.title, _prose(see), _prose(equations), (), _prose(source))


def _prose(blocks: list[str]) -> tuple[Paragraph, ...]:
    """Return blocks of text as paragraphs, each on one line."""
    return tuple(Paragraph((Span(" ".join(block.split())),)) for block in blocks)
