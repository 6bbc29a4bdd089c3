"""Keys: the table of docs/laboratory.md has all of them, and no document names one that does nothing."""

import re

import pytest

from game.model.key_bindings import BINDINGS, BOOKMARK_KEYS, FLY_KEYS, shown_key, spelling
from tests.docs.documents import NAMES, prose, text_of
from tools.make_key_table import PAGE, table, with_table

KEYS = frozenset(shown_key(spelling(binding)) for binding in BINDINGS)
"""All keys, as they are shown."""
OTHER = frozenset(("Ctrl+1", "Ctrl+C", "Ctrl+D", "Alt+↑", "Ctrl+Tab"))
"""Keys that do something without a binding: in a terminal, a dialog, the workshop, and for bookmarks of the camera."""
NAMED = re.compile(r"(?<![\w`+])((?:(?:Ctrl|Shift|Alt)\+)+(?:F\d+|Tab|Space|[A-Z0-9,←→↑](?!\w))|F(?:[1-9]|1[0-2])\b)")
"""A key in a sentence: one with a modifier, or a function key."""


def test_table_of_keys_is_that_of_the_bindings():
    assert table() in PAGE.read_text("utf-8"), "the keys have changed: python -m tools.make_key_table"


def test_table_has_every_binding():
    cells = {key for line in table().splitlines() for key in line.split(" | ")[0].strip("| ").split(" · ")}
    assert cells >= KEYS, f"the help has no line for {', '.join(sorted(KEYS - cells))}: game/ui/panels/help.py"


def test_table_needs_its_place():
    assert with_table("a\n<!-- keys -->\nold\n<!-- end of keys -->\nb") == (
        f"a\n<!-- keys -->\n{table()}<!-- end of keys -->\nb"
    )
    with pytest.raises(ValueError, match="no place"):
        with_table("a")


@pytest.mark.parametrize("document", NAMES)
def test_keys_in_sentences_exist(document):
    unknown = sorted(set(NAMED.findall(prose(document))) - KEYS - OTHER)
    assert not unknown, f"{document} names {', '.join(unknown)}, which do nothing: correct it, or list it in OTHER"


def test_keys_of_the_readme_exist():
    section = text_of("README.md").partition("## Keys")[2].partition("\n## ")[0]
    cells = [
        line.split("|")[1] for line in section.splitlines() if line.startswith("| ") and line.split("|")[1].strip()
    ]
    single = {key.upper() for key in (*FLY_KEYS, *BOOKMARK_KEYS)}
    for cell in cells:
        for key in re.split(r" · |,? or ", cell.strip()):
            known = (
                key in KEYS
                or set(key.replace(",", "").split()) <= single
                or re.search(r"drag|wheel|drop|\d to \d", key)
            )
            assert known, f"README.md names the key {key!r}, which does nothing"
