"""The pages of explanation in `assets/explain`: found by scene, read once."""

from __future__ import annotations

from functools import cache

import physics
from game.learn.docstring_page import docstring_page
from game.learn.page import LANGUAGES, Page, PageFile, parsed
from game.model import resources
from physics import BadInput
from physics.text_files import read_text

FOLDER = "assets/explain"
MAX_BYTES = 200_000


@cache
def page_files(language: str) -> tuple[PageFile, ...]:
    """Return all files of explanations in a language. Raises BadInput for the first that is not readable."""
    if language not in LANGUAGES:
        raise BadInput(f"language = {language!r}: must be one of {', '.join(LANGUAGES)}")
    paths = sorted(resources.path(FOLDER).glob(f"*.{language}.md"))
    return tuple(parsed(read_text(path, MAX_BYTES), language, path.name) for path in paths)


@cache
def page_of(scene: str, system: str, language: str) -> Page | None:
    """Return the page of a scene with a system, or None for an unknown system. Raises BadInput.

    Where no file in that language explains the system, it is the English page, or else that of its docstring.
    """
    for file in (*page_files(language), *page_files("en")):
        if system in file.systems:
            return file.page(scene, system)
    return docstring_page(physics.system_class(system)) if system in physics.systems() else None
