from __future__ import annotations

import pytest

from game.model.equations.parse import (
    Accent,
    Atom,
    EquationError,
    Fence,
    Fraction,
    Named,
    Root,
    Row,
    Script,
    parse,
    plain,
    spelled,
)


def only(text: str):
    (node,) = parse(text).items
    return node


def test_letters_numbers_and_signs() -> None:
    assert parse("a = 2.5x").items == (
        Atom("a", "italic"),
        Atom("=", "upright", "relation"),
        Atom("2.5"),
        Atom("x", "italic"),
    )
    assert parse(r"\sin\theta").items == (Atom("sin", "upright", "function"), Atom("θ", "italic"))
    assert only(r"\Omega") == Atom("Ω")
    assert only("-") == Atom("−", "upright", "operation")


def test_fractions_and_roots() -> None:
    assert only(r"\frac{a}{b}") == Fraction(Row((Atom("a", "italic"),)), Row((Atom("b", "italic"),)), False)
    assert only(r"\tfrac12") == Fraction(Row((Atom("1"),)), Row((Atom("2"),)), True)
    assert only(r"\sqrt{x}") == Root(Row((Atom("x", "italic"),)))


def test_marks_indices_and_exponents_belong_to_what_they_follow() -> None:
    psi = Accent(Atom("ψ", "italic"), "\u0307")
    assert only(r"\dot\psi^2") == Script(psi, None, Atom("2"))
    assert only(r"\dot\theta_2^2") == only(r"\dot\theta^2_2")
    assert only("a_{11}") == Script(Atom("a", "italic"), Atom("11"), None)
    assert parse("x^12").items == (Script(Atom("x", "italic"), None, Atom("1")), Atom("2"))
    assert only(r"\ddot{x}") == Accent(Atom("x", "italic"), "\u0308")


def test_brackets_hold_what_is_between_them() -> None:
    assert only("(a)") == Fence("(", Row((Atom("a", "italic"),)), ")")
    assert only(r"\left[a\right]") == Fence("[", Row((Atom("a", "italic"),)), "]")
    assert only("|v|").left == "|"
    assert len(parse("{a+b}c").items) == 2


def test_vectors_are_bold_and_words_upright() -> None:
    assert only(r"\mathbf\omega") == only(r"\boldsymbol\omega") == Atom("ω", "bold")
    assert only(r"\text{while x}") == Atom("while x")
    assert only(r"\of{energy}{E+W}") == Named("energy", parse("E+W"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (r"\nonsense", r"unknown command \\nonsense"),
        ("(a", r"\) is missing"),
        ("a)", r"\) stands where an expression must"),
        (r"\frac{a}", "the end stands where"),
        ("^2", r"\^ stands behind nothing"),
        ("a_1_2", "_ twice"),
        (r"\of{x", "} is missing"),
        ("#", "# stands where"),
        ("(" * 60, "more than 40 groups"),
    ],
)
def test_what_is_no_equation_is_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(EquationError, match=said) as error:
        parse(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        (r"\dot\psi", "ψ̇"),
        (r"\omega_3", "ω₃"),
        ("I_A", "I_A"),
        (r"\dot x_1", "ẋ₁"),
        (r"I_{12}", "I₁₂"),
        (r"\varphi", "φ"),
    ],
)
def test_expressions_are_recognised_by_declared_symbols(text: str, symbol: str) -> None:
    assert spelled(only(text)) == plain(symbol)


def test_what_is_no_symbol_has_no_spelling() -> None:
    assert spelled(only(r"\frac12")) is None
    assert spelled(only("a^2")) is None
    assert spelled(only("+")) is None
    assert spelled(only(r"\mathbf L")) is None, "the vector is not the length L"
