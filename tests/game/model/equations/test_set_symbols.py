"""Symbols: letters are italic, vectors bold, indices small and low; words are no symbols."""

from __future__ import annotations

import pytest

from game.model.equations.layout import SCRIPT
from game.model.equations.set_symbols import set_equation, set_symbol


def styles(text: str, vector: bool = False) -> list[tuple[str, str]]:
    box = set_symbol(text, 20.0, vector)
    assert box is not None
    return [(each.text, each.style) for each in box.glyphs]


def test_letters_are_italic_digits_and_capital_greek_upright() -> None:
    assert styles("θ") == [("θ", "italic")]
    assert styles("mg") == [("m", "italic"), ("g", "italic")]
    assert styles("3") == [("3", "upright")] and styles("Ω") == [("Ω", "upright")]


def test_of_a_vector_the_last_letter_is_bold() -> None:
    assert styles("mg", vector=True) == [("m", "italic"), ("g", "bold")]
    assert styles("L", vector=True) == [("L", "bold")] and styles("Ω", vector=True) == [("Ω", "bold")]
    assert styles("2", vector=True) == [("2", "upright")]


def test_a_weight_with_an_index_is_a_product() -> None:
    assert styles("m₁g", vector=True) == [("m", "italic"), ("1", "upright"), ("g", "bold")]


@pytest.mark.parametrize("text", ["x₁", "x_1"])
def test_an_index_is_smaller_and_lower(text: str) -> None:
    box = set_symbol(text, 20.0)
    assert box is not None
    letter, index = box.glyphs
    assert index.text == "1" and index.style == "upright"
    assert index.size == pytest.approx(SCRIPT * letter.size) and index.y > letter.y and index.x > letter.x


def test_a_dot_stands_over_its_letter() -> None:
    box = set_symbol("φ̇", 20.0)
    assert box is not None
    (dot,) = box.dots
    assert dot.y < -0.5 * 20.0 and 0.0 < dot.x < box.width and box.above > -dot.y


@pytest.mark.parametrize("text", ["polhode", "the plane", "12 N", "1 · 0.30 s", "", "exact: 3° off"])
def test_words_are_no_symbols(text: str) -> None:
    assert set_symbol(text, 20.0) is None


def test_a_long_equation_is_broken_into_lines() -> None:
    text = r"E = \tfrac12 I_A\dot\theta^2 + m g d\cos\theta + \tfrac12 I_3\omega_3^2"
    (whole,) = set_equation(text, 12.0)
    lines = set_equation(text, 12.0, 0.6 * whole.width)
    assert len(lines) > 1 and all(line.width <= 0.6 * whole.width for line in lines)
