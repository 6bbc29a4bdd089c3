"""A change that a user makes, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

What = Literal[
    "scene", "formulation", "integrator", "dt", "speed", "parameter", "initial", "setting", "contenders", "ensemble",
    "hand", "put", "place",
]  # fmt: skip
"""The kinds of things that can be changed."""


@dataclass(frozen=True)
class Edit:
    """A change. what: of which kind of thing; name: which one, where there are several.

    value: a name for "scene", "formulation" and "integrator", a tuple of `duel.Contender` for "contenders", a
    `scenefile.Ensemble` for "ensemble", the numbers of a `physics.simulation.spring_hand.SpringHand` for "hand" (None:
    it lets go) and "put", those of a state for "place", a number or text with a unit for the others.
    """

    what: What
    value: Any
    name: str = ""
