"""Every preset has measured claims, in the words of its note; no number of a note stands outside of them."""

import importlib
import pkgutil
import re

import pytest

from game import scenefile
from tests.game.scenefile import notes
from tests.game.scenefile.notes.claims import CLAIMS

MEASURED = tuple(
    importlib.import_module(f"{notes.__name__}.{each.name}")
    for each in pkgutil.iter_modules(notes.__path__)
    if each.name.startswith("test_") and not __name__.endswith(each.name)
)
"""The tests that make claims, imported so that these are known where this file is run alone."""
NUMBER = re.compile(
    r"\d+|\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred"
    r"|thousand|half|third|quarter|fifth|sixth|tenth|hundredths|twice)\b",
    re.IGNORECASE,
)
TEXTS = {each.name: f"{each.title}. {each.note}" for each in scenefile.scene_summaries()}


@pytest.mark.parametrize("preset", TEXTS)
def test_note_has_claims_in_its_own_words(preset):
    assert CLAIMS.get(preset), "no test measures what this note says"
    assert [passage for passage in CLAIMS[preset] if passage not in TEXTS[preset]] == []


@pytest.mark.parametrize("preset", TEXTS)
def test_every_number_of_a_note_is_part_of_a_claim(preset):
    rest = TEXTS[preset]
    for passage in CLAIMS[preset]:
        rest = rest.replace(passage, "")
    assert [found.group() for found in NUMBER.finditer(rest)] == []


def test_claims_are_of_existing_presets():
    assert CLAIMS.keys() <= TEXTS.keys() and MEASURED
