r"""Equations as text, in a small subset of LaTeX, and as a tree.

Understood: letters, digits, Greek letters, `^`, `_`, brackets, `\frac`, `\tfrac`, `\sqrt`, `\dot`, `\ddot`, `\bar`,
`\mathbf` and `\boldsymbol` (a vector), `\mathrm`, `\text`, names of functions, and the signs of `SIGNS`. Brackets need
a partner and are as tall as what they hold. `\of{name}{...}` says which quantity of the system an expression is.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

Style = Literal["italic", "upright", "bold"]
Kind = Literal["ordinary", "function", "relation", "operation", "punctuation", "space"]

LETTERS = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho _ sigma tau upsilon"
GREEK = {name: chr(code) for code, name in enumerate([*LETTERS.split(), "phi", "chi", "psi", "omega"], start=0x3B1)} | {
    "Gamma": "Γ",
    "Delta": "Δ",
    "Theta": "Θ",
    "Lambda": "Λ",
    "Phi": "Φ",
    "Psi": "Ψ",
    "Omega": "Ω",
    "Sigma": "Σ",
}
GREEK |= {"varphi": "φ", "varepsilon": "ε", "ell": "ℓ", "partial": "∂", "Pi": "Π"}
FUNCTIONS = ("sin", "cos", "tan", "cot", "atan", "exp", "ln", "log", "min", "max", "sign", "div")
SIGNS: dict[str, tuple[str, Kind]] = {
    "cdot": ("·", "operation"), "times": ("×", "operation"), "circ": ("∘", "operation"), "wedge": ("∧", "operation"),
    "pm": ("±", "operation"), "le": ("≤", "relation"), "ge": ("≥", "relation"), "ne": ("≠", "relation"),
    "approx": ("≈", "relation"), "to": ("→", "relation"), "propto": ("∝", "relation"), "infty": ("∞", "ordinary"),
    "degree": ("°", "ordinary"), "sum": ("∑", "function"), "nabla": ("∇", "ordinary"), "prime": ("′", "ordinary"),
    "ldots": ("…", "ordinary"), "perp": ("⊥", "relation"), ",": ("0.17", "space"), ";": ("0.28", "space"),
    "quad": ("1.0", "space"), "qquad": ("2.0", "space"), " ": ("0.25", "space"),
}  # fmt: skip
"""Commands of signs: the character and how it is spaced; of a space its width [em]."""
CHARACTERS: dict[str, tuple[str, Kind]] = {
    "=": ("=", "relation"), "<": ("<", "relation"), ">": (">", "relation"), "+": ("+", "operation"),
    "-": ("−", "operation"), "−": ("−", "operation"), ",": (",", "punctuation"), ";": (";", "punctuation"),
    "/": ("/", "ordinary"), ".": (".", "ordinary"), "'": ("′", "ordinary"), "!": ("!", "ordinary"),
    ":": (":", "relation"), "…": ("…", "ordinary"), "°": ("°", "ordinary"), "%": ("%", "ordinary"),
}  # fmt: skip
PARTNERS = {"(": ")", "[": "]", "|": "|", "{": "}"}
MARKS = {"dot": "\u0307", "ddot": "\u0308", "bar": "\u0304"}
DEEPEST = 40
"""Groups inside one another, at most."""
TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|\s+|.", re.DOTALL)


class EquationError(ValueError):
    """A text that is no equation of this subset; the message says why in one line."""


@dataclass(frozen=True)
class Atom:
    """A character, a number or a word. kind: how it is spaced."""

    text: str
    style: Style = "upright"
    kind: Kind = "ordinary"


@dataclass(frozen=True)
class Row:
    """Expressions side by side."""

    items: tuple[Node, ...]


@dataclass(frozen=True)
class Fraction:
    """A fraction; small: set as high as a letter."""

    top: Row
    bottom: Row
    small: bool


@dataclass(frozen=True)
class Root:
    """A square root."""

    body: Row


@dataclass(frozen=True)
class Accent:
    """An expression with one of `MARKS` above."""

    body: Node
    mark: str


@dataclass(frozen=True)
class Script:
    """An expression with an index, an exponent, or both."""

    base: Node
    low: Node | None
    high: Node | None


@dataclass(frozen=True)
class Fence:
    """An expression between brackets."""

    left: str
    body: Row
    right: str


@dataclass(frozen=True)
class Named:
    """An expression that is a quantity of the system, by its name."""

    name: str
    body: Row


Node = Atom | Row | Fraction | Root | Accent | Script | Fence | Named


def parse(text: str) -> Row:
    """Return the tree of an equation. Raises EquationError."""
    reader = EquationReader(text)
    row = reader.row("")
    return row


class EquationReader:
    """A text that is read from left to right."""

    def __init__(self, text: str) -> None:
        self._tokens: list[str] = TOKEN.findall(text)
        self._at = 0
        self._depth = 0

    def row(self, end: str) -> Row:
        """Read up to `end`, which is taken away; "" is the end of the text."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise EquationError(f"more than {DEEPEST} groups inside one another")
        items: list[Node] = []
        while (token := self._next()) != end:
            if token == "":
                raise EquationError(f"{end} is missing")
            if token in ("^", "_"):
                items.append(self._script(items, token))
            elif (node := self._node(token)) is not None:
                items.append(node)
        self._depth -= 1
        return Row(tuple(items))

    def _next(self) -> str:
        """Return the next token that is not white space, "" at the end."""
        while self._at < len(self._tokens):
            self._at += 1
            if not (token := self._tokens[self._at - 1]).isspace():
                return token
        return ""

    def _script(self, items: list[Node], token: str) -> Script:
        """Return the last expression with an index or an exponent, which belongs to it."""
        if not items:
            raise EquationError(f"{token} stands behind nothing")
        base, part = items.pop(), self._argument()
        low, high = (base.low, base.high) if isinstance(base, Script) else (None, None)
        if (low if token == "_" else high) is not None:
            raise EquationError(f"{token} twice behind one expression")
        inner = base.base if isinstance(base, Script) else base
        return Script(inner, part, high) if token == "_" else Script(inner, low, part)

    def _argument(self) -> Node:
        """Read what a command or a script applies to: a group in braces, or one expression."""
        token = self._next()
        if token == "{":
            return _alone(self.row("}"))
        if token[:1].isdigit() and len(token) > 1:  # ^12 raises the 1 alone
            self._tokens[self._at - 1] = token[1:]
            self._at -= 1
            token = token[0]
        node = self._node(token)
        if node is None:
            raise EquationError("an argument is missing")
        return node

    def _word(self) -> str:
        """Read letters in braces as they are."""
        if self._next() != "{":
            raise EquationError("{ is missing")
        try:
            end = self._tokens.index("}", self._at)
        except ValueError:
            raise EquationError("} is missing") from None
        word, self._at = "".join(self._tokens[self._at : end]), end + 1
        return word

    def _group(self) -> Row:
        node = self._argument()
        return node if isinstance(node, Row) else Row((node,))

    def _node(self, token: str) -> Node | None:
        """Return the expression that begins with a token; None for one that only changes the size of brackets."""
        if token.startswith("\\"):
            return self._command(token[1:])
        if token in PARTNERS:
            return self.row("}") if token == "{" else Fence(token, self.row(PARTNERS[token]), PARTNERS[token])
        if token in CHARACTERS:
            character, kind = CHARACTERS[token]
            return Atom(character, "upright", kind)
        if token[:1].isdigit():
            return Atom(token)
        if token.isalpha():
            upright = token.isupper() and not token.isascii()
            return Atom(token, "upright" if upright else "italic")
        raise EquationError(f"{token or 'the end'} stands where an expression must")

    def _command(self, name: str) -> Node | None:
        if name in GREEK:
            return Atom(GREEK[name], "upright" if name[0].isupper() or name == "partial" else "italic")
        if name in SIGNS:
            character, kind = SIGNS[name]
            return Atom(character, "upright", kind)
        if name in FUNCTIONS:
            return Atom(name, "upright", "function")
        if name in MARKS:
            return Accent(self._argument(), MARKS[name])
        match name:
            case "frac" | "tfrac":
                return Fraction(self._group(), self._group(), name == "tfrac")
            case "sqrt":
                return Root(self._group())
            case "mathbf" | "boldsymbol":
                return _bold(self._argument())
            case "mathrm" | "text":
                return Atom(self._word())
            case "of":
                return Named(self._word(), self._group())
            case "left" | "right":
                return None
        raise EquationError(f"unknown command \\{name}")


def _alone(row: Row) -> Node:
    """Return the only expression of a row, or the row."""
    return row.items[0] if len(row.items) == 1 else row


def _bold(node: Node) -> Node:
    """Return an expression with its letters in bold italics."""
    match node:
        case Atom(text=text) if text.isalpha():
            return Atom(text, "bold")
        case Row(items=items):
            return Row(tuple(map(_bold, items)))
    return node


# Symbols --------------------------------------------------------------------------------------------------

RAISED = re.compile("([₀₁₂₃₄₅₆₇₈₉ₐₑₕₖₗₘₙₒₚₛₜₓ]+)")
LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉ₐₑₕₖₗₘₙₒₚₛₜₓ", "0123456789aehklmnopstx")


def plain(symbol: str) -> str:
    """Return a declared symbol as `spelled` spells expressions: ω_3 for ω₃, with marks as characters of their own."""
    lowered = RAISED.sub(lambda found: "_" + found[1].translate(LOWERED), unicodedata.normalize("NFD", symbol))
    return lowered.replace(" ", "")


def spelled(node: Node) -> str | None:
    """Return a letter with its mark and index as text, such as ψ̇ or I_A; None for others, and for vectors."""
    match node:
        case Atom(style="bold"):
            return None
        case Atom(text=text, kind="ordinary") if text.isalnum() or text in GREEK.values():
            return unicodedata.normalize("NFD", text)
        case Row(items=items) if items and all(isinstance(item, Atom) for item in items):
            return "".join(item.text for item in items if isinstance(item, Atom))
        case Accent(body=body, mark=mark):
            inner = spelled(body)
            return None if inner is None else inner + mark
        case Script(base=base, low=low, high=None) if low is not None:
            inner, index = spelled(base), spelled(low)
            return None if inner is None or index is None else f"{inner}_{index}"
    return None
