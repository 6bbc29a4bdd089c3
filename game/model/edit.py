"""Edit: a change that a user makes, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

What = Literal[
    "scene", "formulation", "integrator", "dt", "speed", "parameter", "initial", "setting", "contenders", "ensemble",
    "sculpture", "hand", "put", "place", "machine",
]  # fmt: skip
"""Kinds of things that can be changed."""


@dataclass(frozen=True)
class Edit:
    """A change. what: the kind of thing; name: which one, where there are several.

    value: a name, a `Scene` or a `scenefile.sketch.Sketch` for "scene", a name for "formulation" and "integrator", a
    tuple of `duel.RunVariant` for "contenders", a `scenefile.EnsembleSpec` for "ensemble", a `scenefile.SculptureSpec`
    for "sculpture" (name: the field of it that is new), the numbers of a `physics.simulation.spring_hand.SpringHand`
    for "hand" (None: released) and "put", those of a state for "place", a `scenefile.sketch.Sketch` for "machine"
    (name: what was done; about: the same as a `Sentence`, if it is one), a number or text with a unit for the others.
    """

    what: What
    value: Any
    name: str = ""
    about: Any = None
