"""The French of everything that users read: complete, without leftovers, with the same fields, set by the rules."""

from __future__ import annotations

import pytest

from game.model import words
from tools import words as collector


def test_every_text_has_a_translation() -> None:
    assert collector.missing("fr") == {}


def test_no_translation_is_left_over() -> None:
    assert collector.left_over("fr") == []


def test_fields_agree() -> None:
    assert collector.differing_fields("fr") == []


def test_no_text_is_glued_together() -> None:
    assert collector.glued_texts() == []


def test_spaces_and_apostrophes_follow_the_rules() -> None:
    texts, _ = words.load("fr")
    assert {text: translated for text, translated in texts.items() if collector.typeset(translated) != translated} == {}


def test_no_text_is_in_two_files() -> None:
    seen: dict[str, str] = {}
    for path in sorted((collector.ROOT / words.FOLDER / "fr").glob("*.json")):
        for text in words.msgspec.json.decode(path.read_bytes(), type=dict[str, str]):
            assert seen.setdefault(text, path.name) == path.name, text


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ("l'axe : 12,5 m/s !", "l’axe\u00a0: 12,5\u00a0m/s\u202f!"),
        ("« oui » ; non ?", "«\u00a0oui\u00a0»\u202f; non\u202f?"),
        ("20 maillons, 20 m de corde, {n} s", "20 maillons, 20\u00a0m de corde, {n}\u00a0s"),
        ("Régler : {a:.3f} %", "Régler\u00a0: {a:.3f}\u00a0%"),
        ("t = 3, 1:30", "t = 3, 1:30"),
    ],
)
def test_typesetting(typed: str, set_: str) -> None:
    assert collector.typeset(typed) == set_
    assert collector.typeset(set_) == set_
