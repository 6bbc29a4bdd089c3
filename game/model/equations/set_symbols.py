"""Symbols in print: a name such as ω_3, φ̇ or mg as a small equation, in the fonts of the explanations."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from game.model import resources
from game.model.equations.glyphs import FILES, Extent, FontMeasures
from game.model.equations.layout import MathBox, Typesetter
from game.model.equations.parse import MARKS, Accent, Atom, Node, Row, Script, Style, parse, plain

MARK = f"[{''.join(MARKS.values())}]"
LOW = "₀₁₂₃₄₅₆₇₈₉ₐₑₕₖₗₘₙₒₚₛₜₓ"
SYMBOL = re.compile(
    rf"(?P<letters>\d|([^\W\d_{LOW}]{MARK}?){{1,2}})(_(?P<index>[^\W_]{{1,4}})|(?P<low>[{LOW}]+)(?P<then>[^\W\d_{LOW}]?))?"
    r"(?P<prime>['′]?)"
)
"""A symbol: one or two letters, or a digit; an index, behind one in small characters another letter; a prime."""
LETTER = re.compile(rf"[^\W_]{MARK}?")
ONE_LINE = 1e9
"""Width [points] that no equation reaches."""


@cache
def _measures(style: Style) -> FontMeasures:
    return FontMeasures(resources.path(f"assets/fonts/{FILES[style]}"))


def measure(words: str, style: Style) -> Extent:
    """Return the measures of characters in a style, for the size 1."""
    return _measures(style).text(words)


def symbol_tree(text: str, vector: bool = False) -> Row | None:
    """Return the tree of a symbol; None for a text that is none. vector: its last letter is bold."""
    found = SYMBOL.fullmatch(unicodedata.normalize("NFD", text))
    if found is None:
        return None
    letters, then = LETTER.findall(found["letters"]), found["then"]
    last = len(letters) - 1
    nodes: list[Node] = [_letter(each, vector and not then and k == last) for k, each in enumerate(letters)]
    index = found["index"] or plain(found["low"] or "").removeprefix("_")
    high = Atom("′") if found["prime"] else None
    if index or high:
        low = Atom(index, "italic" if index in "xyz" else "upright") if index else None
        nodes[-1] = Script(nodes[-1], low, high)
    return Row((*nodes, _letter(then, vector)) if then else tuple(nodes))


def _letter(text: str, vector: bool) -> Node:
    capital_greek = text[0].isupper() and not text[0].isascii()
    style: Style = "upright" if text[0].isdigit() or (capital_greek and not vector) else "bold" if vector else "italic"
    return Accent(Atom(text[0], style), text[1]) if len(text) > 1 else Atom(text, style)


def set_symbol(text: str, size: float, vector: bool = False) -> MathBox | None:
    """Return a symbol of a height [points], set; None for a text that is none."""
    tree = symbol_tree(text, vector)
    return None if tree is None else Typesetter(measure, {}).row(tree.items, size, False)


def set_equation(text: str, size: float, width: float = ONE_LINE) -> list[MathBox]:
    """Return an equation of a height as lines that are at most so wide [points]. Raises EquationError."""
    return Typesetter(measure, {}).lines(parse(text), size, width)
