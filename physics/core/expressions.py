"""Expressions that a file gives as text, such as `0.3*sin(2*pi*t)`, read by a grammar of our own.

A text becomes a program of a closed list of operations, operands first; nothing of it is run as Python.
`physics/core/evaluation.py` computes with numbers or records terms.

    sum: product {(+|-) product}            product: unary {(*|/) unary}
    unary: (-|+) unary | power              power: atom [^ unary]
    atom: number | name | function(sum, ...) | (sum)

Powers bind to the right and before a sign: -x^2 is -(x^2), 2^-x is allowed. `**`, `·`, `×`, x², x⁻¹, ½ are read, too;
Greek letters and lowered digits are other spellings of a name: θ₁ is theta_1. There is no product without a sign.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NamedTuple

from physics.errors import BadInput

MOST_CHARACTERS, LONGEST_NAME, DEEPEST = 4000, 40, 60
"""Greatest numbers of characters of an expression and of a name, and of brackets and powers inside one another."""
GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta", "θ": "theta",
    "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma",
    "τ": "tau", "υ": "upsilon", "φ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega", "Γ": "Gamma", "Δ": "Delta",
    "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi", "Σ": "Sigma", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
    "µ": "mu", "ϕ": "phi", "ϑ": "theta", "ϵ": "epsilon",
}  # fmt: skip
"""Names of Greek letters, in other shapes, too."""
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75}
SIGNS = {"−": "-", "–": "-", "·": "*", "⋅": "*", "×": "*", "**": "^"}
TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|(?P<fraction>[½¼¾])"
    r"|(?P<raised>⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)|(?P<name>(?![₀₁₂₃₄₅₆₇₈₉])(?:[^\W\d⁰¹²³⁴⁵⁶⁷⁸⁹½¼¾]|[0-9])+'{0,2})"
    r"|(?P<sign>\*\*|<=|>=|[-+−–*·⋅×/^(),<>])|(?P<other>\S))"
)
ARGUMENTS = {
    "sin": 1, "cos": 1, "tan": 1, "sqrt": 1, "exp": 1, "log": 1, "tanh": 1, "atan2": 2, "abs": 1, "sign": 1,
    "min": 2, "max": 2, "where": 3,
}  # fmt: skip
"""The functions, with their numbers of arguments; the first one of `where` is a comparison, such as x > 0."""
CONSTANTS = {"pi": math.pi}
COMPARISONS = "<", ">", "<=", ">="


class BadExpression(BadInput):
    """Raised for a fault of an expression. column: where it is, from 1; fault: the message without that."""

    def __init__(self, fault: str, column: int) -> None:
        super().__init__(f"column {column}: {fault}")
        self.fault, self.column = fault, column


class Token(NamedTuple):
    """A number, a name or a sign of a text. kind: "number", "name", "sign", or "end" behind the last one."""

    kind: str
    text: str
    column: int


class ProgramStep(NamedTuple):
    """An operation of a program, on the last of the values before. name: of a name, a function or a comparison."""

    operation: str
    column: int
    name: str = ""
    value: float = 0.0


@dataclass(frozen=True)
class Expression:
    """An expression as a program: each step takes its operands from the end of the values and puts its own there."""

    steps: tuple[ProgramStep, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names that it has, but for functions and constants, each once."""
        return tuple(dict.fromkeys(each.name for each in self.steps if each.operation == "name"))

    def check_names(self, known: tuple[str, ...]) -> None:
        """Raise BadExpression for the first name that is not known."""
        for each in self.steps:
            if each.operation == "name" and each.name not in known:
                such = _near(each.name, (*known, *CONSTANTS, *ARGUMENTS)) or f"; names here are {_listed(known)}"
                raise BadExpression(f'"{each.name}" is unknown{such}', each.column)


def _near(name: str, names: tuple[str, ...]) -> str:
    found = get_close_matches(name, names, 1)
    return f'; did you mean "{found[0]}"?' if found else ""


def _listed(names: tuple[str, ...], most: int = 12) -> str:
    return ", ".join((*names[:most], *(["..."] if len(names) > most else []))) or "none"


def plain_name(text: str) -> str:
    """Return a name as it is called in the state and in tables: theta for θ, theta_1 for θ₁."""
    found = ""
    for letter in text:
        if "₀" <= letter <= "₉":
            found += ("_" if found[-1:].isalpha() else "") + letter.translate(LOWERED)
        else:
            found += GREEK.get(letter, letter)
    return found


def tokens(text: str) -> list[Token]:
    """Return the numbers, names and signs of a text; raises BadExpression."""
    if len(text) > MOST_CHARACTERS:
        raise BadExpression(f"{len(text)} characters; at most {MOST_CHARACTERS}", 1)
    found: list[Token] = []
    place = 0
    while (match := TOKEN.match(text, place)) is not None:
        kind = str(match.lastgroup)
        written, column, place = match[kind], match.start(kind) + 1, match.end()
        if kind == "other":
            raise BadExpression(f'"{_visible(written)}" is not part of an expression', column)
        if kind == "raised":
            found.append(Token("sign", "^", column))
            raised = written.translate(RAISED)
            found += [Token("sign", "-", column)] * raised.startswith("-")
            kind, written = "number", raised.removeprefix("-")
        elif kind == "fraction":
            kind, written = "number", repr(FRACTIONS[written])
        elif kind == "name":
            written = _name(written, column)
        found.append(Token(kind, SIGNS.get(written, written), column))
    return [*found, Token("end", "", len(text) + 1)]


def _name(written: str, column: int) -> str:
    name = plain_name(written)
    if len(name) > LONGEST_NAME:
        raise BadExpression(f"a name of {len(name)} letters; at most {LONGEST_NAME}", column)
    strange = next((each for each in name if not each.isascii()), "")
    if strange:
        raise BadExpression(f'the letter "{_visible(strange)}" (U+{ord(strange):04X}) is not part of a name', column)
    return name


def _visible(letter: str) -> str:
    return letter if letter.isprintable() else f"U+{ord(letter):04X}"


def names_changed(text: str, change: Callable[[str], str]) -> str:
    """Return an expression in which `change` has made other names of all names, those of functions included."""

    def swapped(found: re.Match[str]) -> str:
        written = found["name"]
        return found[0] if written is None else found[0].removesuffix(written) + change(written)

    return TOKEN.sub(swapped, text)


def parsed(text: str) -> Expression:
    """Return the expression of a text; raises BadExpression."""
    reader = _Reader(tokens(text))
    reader.sum()
    left = reader.token
    if left.kind != "end":
        if left.kind in ("name", "number") or left.text == "(":
            raise BadExpression(f'no operator before "{left.text}"; a product needs *', left.column)
        raise BadExpression(f'"{left.text}" is not expected here', left.column)
    return Expression(tuple(reader.steps))


class _Reader:
    """A reader of tokens, which writes the steps of a program in the order of their values."""

    def __init__(self, found: list[Token]) -> None:
        self.tokens, self.at, self.depth = found, 0, 0
        self.steps: list[ProgramStep] = []

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def taken(self, *signs: str) -> Token | None:
        """Return the next token, and go on, if it is one of some signs."""
        token = self.token
        if token.kind != "sign" or token.text not in signs:
            return None
        self.at += 1
        return token

    def need(self, sign: str) -> None:
        if self.taken(sign) is None:
            raise BadExpression(f'"{sign}" is missing', self.token.column)

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise BadExpression(f"brackets and powers more than {DEEPEST} inside one another", self.token.column)

    def write(self, operation: str, column: int, name: str = "", value: float = 0.0) -> None:
        self.steps.append(ProgramStep(operation, column, name, value))

    def sum(self) -> None:
        self.deeper()
        self.product()
        while sign := self.taken("+", "-"):
            self.product()
            self.write(sign.text, sign.column)
        self.depth -= 1

    def product(self) -> None:
        self.unary()
        while sign := self.taken("*", "/"):
            self.unary()
            self.write(sign.text, sign.column)

    def unary(self) -> None:
        first, negative = self.token.column, False
        while sign := self.taken("-", "+"):
            negative ^= sign.text == "-"
        self.power()
        if negative:
            self.write("negative", first)

    def power(self) -> None:
        self.atom()
        if sign := self.taken("^"):
            self.deeper()
            self.unary()
            self.depth -= 1
            self.write("^", sign.column)

    def atom(self) -> None:
        token = self.token
        if token.kind == "end":
            raise BadExpression("a number, a name or a bracket is missing", token.column)
        self.at += 1
        if token.kind == "number":
            value = float(token.text)
            if math.isinf(value):
                raise BadExpression("this number is too large", token.column)
            self.write("number", token.column, value=value)
        elif token.kind == "name":
            self.name(token)
        elif token.text == "(":
            self.sum()
            self.need(")")
        else:
            raise BadExpression(f'"{token.text}" is not expected here', token.column)

    def name(self, token: Token) -> None:
        if token.text in ARGUMENTS:
            self.call(token)
        elif self.token.text == "(" and self.token.kind == "sign":
            such = _near(token.text, tuple(ARGUMENTS))
            fault = f'"{token.text}" is unknown{such}' if such else f'"{token.text}" is no function; a product needs *'
            raise BadExpression(fault, token.column)
        elif token.text in CONSTANTS:
            self.write("number", token.column, value=CONSTANTS[token.text])
        else:
            self.write("name", token.column, token.text)

    def call(self, token: Token) -> None:
        self.need("(")
        count, name = 1, token.text
        if name == "where":
            self.sum()
            if (sign := self.taken(*COMPARISONS)) is None:
                raise BadExpression("where needs a comparison first, such as x > 0", self.token.column)
            name += sign.text
        self.sum()
        while self.taken(","):
            self.sum()
            count += 1
        self.need(")")
        if count != ARGUMENTS[token.text]:
            wanted = ARGUMENTS[token.text]
            such = f"{wanted} argument{'s' * (wanted > 1)}, not {count}"
            raise BadExpression(f"{token.text} takes {such}", token.column)
        self.write("call", token.column, name)
