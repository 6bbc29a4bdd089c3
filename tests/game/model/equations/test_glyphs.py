from __future__ import annotations

import pytest

from game.model import resources
from game.model.equations.glyphs import FILES, FontMeasures


@pytest.fixture(params=sorted(FILES.values()))
def measures(request: pytest.FixtureRequest) -> FontMeasures:
    return FontMeasures(resources.path(f"assets/fonts/{request.param}"))


def test_letters_stand_on_the_baseline(measures: FontMeasures) -> None:
    x, g, theta = (measures.of(character) for character in "xgθ")
    assert abs(x.bottom) < 0.02
    assert x.top == pytest.approx(0.45, abs=0.03)
    assert g.bottom < -0.15
    assert theta.top > 0.6
    assert measures.line == pytest.approx(1.51)


def test_words_are_as_wide_as_their_letters(measures: FontMeasures) -> None:
    s, i, n = (measures.of(character).advance for character in "sin")
    assert measures.text("sin").advance == pytest.approx(s + i + n)
    assert measures.text("sin").right <= s + i + measures.of("n").right
    assert measures.text(" ").top == measures.text(" ").bottom == 0.0


@pytest.mark.parametrize("character", "αβγδεζηθκλμνξπρστφχψωΓΔΘΛΞΠΣΦΨΩ∂∑×·∘±≤≥≠≈→∝∞∇⊥−′…()[]|")
def test_upright_letters_have_all_signs(character: str) -> None:
    assert FontMeasures(resources.path("assets/fonts/STIXGeneral.ttf")).glyph(character)


@pytest.mark.parametrize("character", "αβγδεζηθκλμνξπρστφχψωabcxyzIJLℓ")
def test_italic_letters_are_there(character: str) -> None:
    if character != "ℓ":
        assert FontMeasures(resources.path("assets/fonts/STIXGeneralItalic.ttf")).glyph(character)


def test_a_missing_sign_has_the_measures_of_the_missing_glyph() -> None:
    measures = FontMeasures(resources.path("assets/fonts/STIXGeneralItalic.ttf"))
    assert measures.glyph("字") == 0
    assert measures.of("字").advance > 0
