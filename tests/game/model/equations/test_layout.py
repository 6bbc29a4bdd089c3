from __future__ import annotations

import pytest

from game.model.equations.glyphs import Extent
from game.model.equations.layout import AXIS, SCRIPT, THICK, MathBox, Typesetter
from game.model.equations.parse import Style, parse

SIZE = 10.0


def measure(words: str, style: Style) -> Extent:
    """Every character is a square of half its size, on the baseline."""
    return Extent(0.5 * len(words), 0.0, 0.5 * len(words), 0.0, 0.5)


def laid(text: str, names: dict[str, str] | None = None, display: bool = True) -> MathBox:
    return Typesetter(measure, names or {}).row(parse(text).items, SIZE, display)


def at(box: MathBox, text: str):
    (glyphs,) = (each for each in box.glyphs if each.text == text)
    return glyphs


def test_letters_stand_side_by_side_and_relations_are_spaced() -> None:
    assert [glyphs.x for glyphs in laid("ab").glyphs] == [0.0, 5.0]
    box = laid("a=b")
    assert at(box, "=").x == pytest.approx(5.0 + THICK * SIZE)
    assert box.width == pytest.approx(15.0 + 2 * THICK * SIZE)
    assert laid("-a").width == pytest.approx(10.0), "a sign is not spaced as an operation"


def test_a_fraction_is_centred_on_the_axis() -> None:
    box = laid(r"\frac{a}{bcd}")
    (bar,) = box.strokes
    assert bar.points[0][1] == bar.points[1][1] == pytest.approx(-AXIS * SIZE)
    assert at(box, "a").y < -AXIS * SIZE < at(box, "b").y - 5.0
    middle = (bar.points[0][0] + bar.points[1][0]) / 2
    assert at(box, "a").x + 2.5 == pytest.approx(middle)
    assert at(box, "c").x + 2.5 == pytest.approx(middle)


def test_fractions_within_lines_are_small() -> None:
    assert at(laid(r"\frac{a}{b}", display=False), "a").size < at(laid(r"\frac{a}{b}"), "a").size == SIZE
    assert at(laid(r"\tfrac{a}{b}"), "a").size < SIZE


def test_indices_are_low_exponents_high_and_both_smaller() -> None:
    box = laid("x_1^2")
    assert at(box, "1").y > 0 > at(box, "2").y
    assert at(box, "1").size == at(box, "2").size == pytest.approx(SCRIPT * SIZE)
    assert box.below > 0 and box.above > 5.0


def test_dots_stand_above_the_letter() -> None:
    box = laid(r"\ddot x")
    assert len(box.dots) == 2
    assert all(dot.y < -5.0 for dot in box.dots)
    assert sum(dot.x for dot in box.dots) / 2 == pytest.approx(2.5 + 0.06 * SIZE)
    assert box.above > 5.0
    (bar,) = laid(r"\bar x").strokes
    assert bar.points[0][1] < -5.0


def test_a_root_covers_its_body() -> None:
    box = laid(r"\sqrt{\frac{a}{b}}")
    body = laid(r"\frac{a}{b}", display=False)
    top = min(y for stroke in box.strokes for _, y in stroke.points)
    assert top <= -body.above
    assert box.width > body.width


def test_brackets_grow_with_what_they_hold() -> None:
    assert at(laid("(a)"), "(").size == SIZE
    tall = laid(r"(\frac{a}{b})")
    assert at(tall, "(").size > SIZE
    drawn = laid(r"[\frac{\frac{a}{b}}{\frac{\frac cd}{e}}]")
    brackets = [stroke for stroke in drawn.strokes if len(stroke.points) == 4]
    assert len(brackets) == 2
    assert drawn.above == pytest.approx(-min(y for _, y in brackets[0].points))
    assert [stroke.bent for stroke in laid(r"(\frac{\frac{a}{b}}{\frac{\frac cd}{e}})").strokes].count(True) == 2


def test_symbols_of_the_system_have_places() -> None:
    names = {"ω_3": "omega_3", "m": "mass"}
    box = laid(r"I_3\omega_3^2 + m", names)
    assert [region.name for region in box.regions] == ["omega_3", "mass"], "ω₃ within its square, too"
    box = laid(r"I_3\omega_3 + m_1", names)
    (region,) = box.regions
    assert region.name == "omega_3"
    assert region.left <= at(box, "ω").x and region.right >= at(box, "ω").x + 5.0
    (named,) = laid(r"\of{energy}{E+W}").regions
    assert named.name == "energy" and named.right > 15.0


def lines(text: str, width: float) -> list[MathBox]:
    return Typesetter(measure, {}).lines(parse(text), SIZE, width)


def test_an_equation_too_wide_is_made_smaller_and_then_broken() -> None:
    whole = laid("a=bcdef+ghijk").width
    assert [box.width for box in lines("a=bcdef+ghijk", whole)] == [whole]
    (smaller,) = lines("a=bcdef+ghijk", 0.9 * whole)
    assert smaller.width == pytest.approx(0.9 * whole)
    broken = lines("a=bcdef+ghijk", 0.7 * whole)
    assert len(broken) == 2
    assert broken[1].glyphs[0].text == "+" and broken[1].glyphs[0].x > 0
    assert all(box.width <= 0.7 * whole for box in broken)
    assert all(box.width <= 20.0 + 1e-9 for box in lines("a=bcdefghijk", 20.0)), "smaller still where no line may end"
