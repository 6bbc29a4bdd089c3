from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from imgui_bundle import imgui

import game.ui
from game import scenefile
from game.model import resources
from game.ui.backend import Imgui
from game.ui.widgets.symbols import (
    MATH_BASE,
    MATH_SIZE,
    UPRIGHT_BASE,
    blank,
    decimal_points,
    draw_math,
    draw_symbol,
    math_size,
    pieces,
    symbol_size,
    wrapped,
)
from game.ui.widgets.theme import Theme

SIZE = 16.0


class Ink:
    """A draw list that records texts with place and height, and the centres of dots."""

    def __init__(self) -> None:
        self.words: list[tuple[str, float, float, float]] = []
        self.dots: list[tuple[float, float]] = []

    def add_text(self, font: imgui.ImFont, size: float, at: imgui.ImVec2, color: int, words: str) -> None:
        self.words.append((words, at.x, at.y, size))

    def add_circle_filled(self, middle: imgui.ImVec2, radius: float, color: int) -> None:
        self.dots.append((middle.x, middle.y))


@pytest.fixture
def font(context: Imgui):
    theme = Theme(resources.path("assets/fonts"))
    context.begin((100, 100), 1.0, 1 / 60)
    yield theme.medium
    context.end()


def drawn(text: str, font: imgui.ImFont, at: tuple[float, float] = (0.0, 0.0)) -> Ink:
    ink = Ink()
    draw_symbol(ink, at, text, 0, font, SIZE)
    return ink


@pytest.mark.parametrize(
    ("text", "letters", "lowered"),
    [
        ("ω₃", ["ω", "3"], ["3"]),
        ("m₁₂g", ["m", "12", "g"], ["12"]),
        ("v_x", ["v", "x"], ["x"]),
        ("v_Ay", ["v", "Ay"], ["Ay"]),
        ("|v_A|", ["|", "v", "A", "|"], ["A"]),
        ("m v_x + p_12", ["m v", "x", " + p", "12"], ["x", "12"]),
        ("a_", ["a_"], []),
    ],
)
def test_text_after_an_underscore_is_a_subscript(
    text: str, letters: list[str], lowered: list[str], font: imgui.ImFont
) -> None:
    words = [each for each in drawn(text, font, (5.0, 7.0)).words if each[0]]
    assert "".join(letter for letter, *_ in words) == "".join(letters)
    assert [letter for letter, _, _, size in words if size < SIZE] == lowered
    for _, _, y, size in words:
        if size < SIZE:
            assert y > 7.0 and 7.0 + SIZE < y + size < 7.0 + 1.15 * SIZE, "the baseline is lower, but near"
        else:
            assert y == 7.0


def test_pieces_are_side_by_side_within_the_symbol_size(font: imgui.ImFont) -> None:
    width, height = symbol_size("v_Ax", font, SIZE)
    letter, subscript = pieces("v_Ax", font, SIZE).runs
    alone, _ = symbol_size("v", font, SIZE)
    assert (letter.x, subscript.x) == (0.0, alone)
    assert alone < width < symbol_size("vAx", font, SIZE)[0]
    assert height == SIZE


def test_widths_are_those_of_the_picture_whatever_was_drawn_before(context: Imgui) -> None:
    theme, widths = Theme(resources.path("assets/fonts")), []
    for density in (1.0, 2.0, 1.0):
        context.begin((100, 100), density, 1 / 60)
        imgui.push_font(theme.italic, SIZE)
        widths.append((symbol_size("herpolhode", theme.italic, SIZE)[0], imgui.calc_text_size("herpolhode").x))
        imgui.pop_font()
        context.end()
    assert all(found == measured for found, measured in widths) and widths[0] != widths[1]


def test_decimal_points_are_where_their_letters_are(font: imgui.ImFont) -> None:
    (middle,) = decimal_points(pieces("v. 9.81 m.", font, SIZE), font)
    before, _ = symbol_size("v. 9", font, SIZE)
    after, _ = symbol_size("v. 9.", font, SIZE)
    assert middle == pytest.approx(0.5 * (before + after))


def test_a_dot_is_above_its_letter(font: imgui.ImFont) -> None:
    ink = drawn("aψ̇ v̇_x", font)
    before, _ = symbol_size("a", font, SIZE)
    after, _ = symbol_size("aψ", font, SIZE)
    assert len(ink.dots) == 2
    assert before < ink.dots[0][0] < after < ink.dots[1][0]
    assert "\u0307" not in "".join(words for words, *_ in ink.words)


def test_blank_is_at_least_as_wide_as_requested(font: imgui.ImFont) -> None:
    for width in (0.0, 1.0, 33.3):
        assert imgui.calc_text_size(blank(width)).x >= width
        assert not blank(width).strip()


def test_no_symbol_of_any_system_shows_an_underscore(font: imgui.ImFont) -> None:
    symbols = set()
    for name in scenefile.presets():
        system = scenefile.load(name).simulation().system
        things = (*system.variables, *system.invariants, *system.quantities, *system.fields.values())
        symbols |= {thing.symbol for thing in things}
    assert any("_" in symbol for symbol in symbols)
    for symbol in symbols:
        assert "_" not in "".join(words for words, *_ in drawn(symbol, font).words), symbol


def test_a_text_is_wrapped_between_its_words(font: imgui.ImFont) -> None:
    words = "the slow root of I_A cos θ Ω² − I₃ ω₃ Ω + m g d = 0, for which it does not nutate"
    lines = wrapped(words, 120.0, font, SIZE)
    assert " ".join(lines) == words
    assert all(symbol_size(line, font, SIZE)[0] <= 120.0 for line in lines)
    for line, following in pairwise(lines):
        assert symbol_size(f"{line} {following.split()[0]}", font, SIZE)[0] > 120.0
    assert wrapped("nutation precession", 10.0, font, SIZE) == ["nutation", "precession"]


def test_letters_are_drawn_at_the_measured_height(font: imgui.ImFont) -> None:
    ink = Ink()
    draw_symbol(ink, (0.0, 0.0), "v_x", 0, font, 13.5)
    assert [size for words, _, _, size in ink.words if words] == [14, 10]
    assert symbol_size("v_x", font, 13.5)[1] == 14


def test_a_line_does_not_end_between_a_number_and_its_unit(font: imgui.ImFont) -> None:
    assert wrapped("sur\u00a02,5\u00a0s ensuite", 1.0, font, SIZE) == ["sur\u00a02,5\u00a0s", "ensuite"]


@pytest.mark.parametrize("text", ["θ", "F_M", "μ|B|+mgz", "a·(ω×L)", "E"])
def test_symbols_are_set_in_italics_on_the_base_line_of_the_words_beside_them(font: imgui.ImFont, text: str) -> None:
    ink, fonts = Ink(), (font, font)
    draw_math(ink, (10.0, 20.0), text, 0xFFFFFFFF, fonts, SIZE)  # type: ignore[arg-type]
    _, _, top, size = ink.words[0]
    assert size == pytest.approx(MATH_SIZE * SIZE, abs=0.51)
    assert top + MATH_BASE * MATH_SIZE * SIZE == pytest.approx(20.0 + UPRIGHT_BASE * SIZE, abs=1.0)
    assert math_size(text, fonts, SIZE) == symbol_size(text, font, MATH_SIZE * SIZE)[0]


def test_the_name_of_a_quantity_without_a_symbol_is_upright(font: imgui.ImFont) -> None:
    ink, fonts = Ink(), (font, font)
    draw_math(ink, (10.0, 20.0), "speed of the rim", 0xFFFFFFFF, fonts, SIZE)  # type: ignore[arg-type]
    assert ink.words[0][2:] == (20.0, SIZE)


WORDS_WITH_SYMBOLS = {
    "basic.py", "energy_budget.py", "explain.py", "fields.py", "finder.py", "flow.py", "map_plot.py", "plot.py",
    "poincare.py", "shots.py", "stability.py",
}  # fmt: skip
"""Files that draw words, numbers, units or functions with symbols among them; this list only gets shorter."""


def test_symbols_that_stand_alone_have_one_typeface() -> None:
    """Only `draw_math` and the labels of the picture choose their letters, those of STIX."""
    folder = Path(game.ui.__file__).parent
    drawing = {path.name for path in folder.rglob("*.py") if re.search(r"\bdraw_symbol\(", path.read_text("utf-8"))}
    assert drawing - {"symbols.py"} == WORDS_WITH_SYMBOLS
