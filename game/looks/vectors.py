"""The vectors that a look draws, as arrows in the scales of the picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic

import numpy as np

from game.model.arrow_scales import ArrowRules, ArrowScales, factor_words, magnitude, written
from game.model.colors import HEADS, Head, vector_color
from game.model.frame import OverlayArrow, SceneFrame
from physics import System
from physics.types import Arrow, Floats, Vector3

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S = TypeVar("S", bound=System, default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S", bound=System)

SHAFT = 0.011
"""Radius of the shafts of arrows, in sizes of the bodies."""


class VectorLook(Generic[S]):
    """What a look says of the vectors of its system.

    size [m]: in which their lengths are given. lift [m]: height of the lab's origin above the floor of the world.
    subjects: names of the arrows that are magnified where they are too small to be seen: those that the look is about.
    """

    subjects: frozenset[str] = frozenset()
    size: float
    lift: float

    def to_world(self, point: Vector3) -> Vector3:
        """Convert a point from the lab to the world, whose floor is z = 0."""
        return np.asarray(point + np.array([0.0, 0.0, self.lift]))

    def vectors(self, system: S, y: Floats) -> list[Arrow]:
        """Return the vectors that are drawn at the state y."""
        return system.arrows(y)

    def weight(self, system: S) -> float:
        """Return the weight of all that moves [N], 0 without gravity; by default that of its arrows at the start."""
        start: Floats = memoryview(system.start())
        return sum(magnitude(arrow) for arrow in system.arrows(start) if arrow.name.split()[0] == "weight")

    def fixed_lengths(self) -> Mapping[str, float]:
        """Return lengths of arrows of magnitude 1 by unit [m], where a construction in the picture sets them."""
        return {}

    def arrow_rules(self, system: S) -> ArrowRules:
        """Return what scales of arrows need to know."""
        return ArrowRules(self.size, self.weight(system), self.subjects, self.fixed_lengths())

    def add_arrows(self, frame: SceneFrame, system: S, y: Floats, scales: ArrowScales) -> None:
        """Add an arrow for each vector, its length proportional to the magnitude by its unit."""
        for vector in self.vectors(system, y):
            arrow = drawn_arrow(vector, self.to_world(vector.origin), scales, SHAFT * self.size)
            if arrow is not None:
                frame.arrows.append(arrow)


def drawn_arrow(vector: Arrow, tail: Vector3, scales: ArrowScales, radius: float) -> OverlayArrow | None:
    """Return the arrow of a vector from a place (3,) [m] on; None: it is not drawn. radius [m]: of its shaft."""
    drawn = scales.drawn(vector)
    if drawn is None:
        return None
    size = magnitude(vector)
    tip = tail + vector.vector * (drawn.length / size)
    return OverlayArrow(
        np.asarray(tail, np.float32),
        np.asarray(tip, np.float32),
        vector_color(vector.name),
        vector.symbol,
        radius,
        head=HEADS.get(vector.name, Head.SINGLE),
        unit=vector.unit,
        size=size,
        broken=drawn.cut,
        factor=drawn.factor,
        value=arrow_value(size, vector.unit, drawn.factor, drawn.cut),
    )


def arrow_value(size: float, unit: str, factor: float, broken: bool) -> str:
    """Return what the label of an arrow says after its name: its factor, and its value where it is broken."""
    said = [factor_words(factor)] if factor != 1.0 else []
    return " ".join([*said, written(size, unit)] if broken else said)
