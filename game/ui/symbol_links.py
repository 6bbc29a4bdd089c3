"""Links between the symbols of readings and the names of arrows, arcs and labels in the picture.

A reading mentions a name that stands in its symbol: L·k mentions L and k, ψ̇ mentions ψ, mg mentions mg but not m. An
index of a component after a name belongs to it: ω₃ and |ω| mention ω, F_x mentions F, unless they are names themselves.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from game.model.frame import SceneFrame
from game.ui.widgets.symbols import DOT, HIGH, LOW

COMPONENTS = "123xyzn"
"""Indices of components: of axes of the body or of the lab, and of a normal."""
SYMBOL = re.compile(rf"[^\W\d_{LOW}]+(?:_[^\W_{LOW}]+|[{LOW}]+[xyz]?)?")
RAISED = str.maketrans(LOW, HIGH)


def names_in(scenes: Iterable[SceneFrame]) -> frozenset[str]:
    """Return the names of arrows, arcs and labels in pictures."""
    return frozenset().union(*(scene.names for scene in scenes))


@lru_cache(maxsize=2000)
def mentioned(symbol: str, names: frozenset[str]) -> frozenset[str]:
    """Return those of the names that the symbol of a reading mentions."""
    by_plain = {_plain(name): name for name in names}
    found = set()
    for part in SYMBOL.findall(unicodedata.normalize("NFD", symbol).replace(DOT, "")):
        plain = _plain(part)
        letters, _, index = plain.partition("_")
        component = index[-1:] in COMPONENTS and index
        shorter = f"{letters}_{index[:-1]}".rstrip("_") if component else plain
        name = by_plain.get(plain) or by_plain.get(shorter)
        if name is not None:
            found.add(name)
    return frozenset(found)


def _plain(symbol: str) -> str:
    """Return a symbol with its index after an underscore, in ordinary characters, and without dots."""
    plain = unicodedata.normalize("NFD", symbol).replace(DOT, "").replace("_", "")
    letters = plain.rstrip(LOW + "xyz") if any(mark in LOW for mark in plain) else plain
    if letters == plain and "_" in symbol:
        return symbol
    index = plain[len(letters) :].translate(RAISED)
    return f"{letters}_{index}" if index else letters
