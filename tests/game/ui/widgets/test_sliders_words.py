"""Texts about the allowed values of fields, in both languages."""

from __future__ import annotations

import pytest

from game.model.words import use_language
from game.ui.widgets.sliders import allowed
from physics.core.fields import Choice, ChoiceList, Parameter, Profile, Variable, Vector

NUMBER = Parameter(meaning="m", default=1.0, unit="m", low=0.5, high=1e6)
SMALL = Parameter(meaning="m", default=1.0, unit="kg", low=1e-6, high=1000.0)
WHOLE = Parameter(meaning="n", default=1.0, unit="", low=1.0, high=30.0, whole=True)
JOINTS = ("ball", "hinge")


@pytest.mark.parametrize(
    ("field", "english", "french_words"),
    [
        (NUMBER, "0.5 to 1000000 m", "de 0,5 à 1000000\u00a0m"),
        (SMALL, "1×10⁻⁶ to 1000 kg", "de 1×10⁻⁶ à 1000\u00a0kg"),
        (WHOLE, "whole, 1 to 30", "entier, de 1 à 30"),
        (Variable("x", "x", "rad", "an angle", low=-1.5, high=1.5), "-1.5 to 1.5 rad", "de -1,5 à 1,5\u00a0rad"),
        (Choice(meaning="c", default="ball", options=JOINTS), "ball, hinge", "rotule ; pivot"),
        (
            ChoiceList(meaning="l", default=JOINTS, options=JOINTS, longest=9),
            "1 to 9 of ball, hinge", "1 à 9 parmi rotule ; pivot",
        ),
        (
            Vector(meaning="v", default=(1.0,), unit="kg", low=0.0, high=2.5),
            "1 to 1000 numbers, each 0 to 2.5 kg", "1 à 1000 nombres, chacun de 0 à 2,5\u00a0kg",
        ),
        (
            Profile(meaning="p", default=(), unit="m", low=0.0, high=1.0),
            "a CSV file or 3 to 1000 rows r, z, r 0 to 1 m",
            "un fichier CSV ou 3 à 1000 lignes r, z, r de 0 à 1\u00a0m",
        ),
    ],
)  # fmt: skip
def test_allowed_values(french: None, field, english: str, french_words: str) -> None:
    assert allowed(field).replace("\u202f", " ") == french_words
    use_language("en")
    assert allowed(field) == english
