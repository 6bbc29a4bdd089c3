"""The vectors that a look draws, as arrows in the scales of the picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic

import numpy as np

from game.model.arrow_scales import ArrowRules, ArrowScales, factor_words, magnitude, written
from game.model.colors import HEADS, Head, vector_color
from game.model.frame import OverlayArrow, SceneFrame, is_somewhere
from physics import System
from physics.core.turning import LEVER, MOMENTUM_RATE, turning_arrows
from physics.shapes.pose import ArrowKind
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
    turning: which of lever, torque and dL/dt are offered; wanted: symbols of those that are drawn, at first none.
    """

    subjects: frozenset[str] = frozenset()
    turning: ClassVar[tuple[ArrowKind, ...]] = ()
    wanted: frozenset[str] = frozenset()
    size: float
    lift: float

    def to_world(self, point: Vector3) -> Vector3:
        """Convert a point from the lab to the world, whose floor is z = 0."""
        return np.asarray(point + np.array([0.0, 0.0, self.lift]))

    def vectors(self, system: S, y: Floats) -> list[Arrow]:
        """Return the vectors that are drawn at the state y."""
        return system.arrows(y)

    def offered(self, system: S, y: Floats) -> list[Arrow]:
        """Return the vectors at the state y that are drawn where a person wants them."""
        arrows = turning_arrows(system, y, system.arrows(y)) if self.turning else []
        return [each for each in arrows if each.symbol in self.offers]

    @property
    def offers(self) -> tuple[str, ...]:
        """The symbols of what `offered` can return."""
        return tuple(kind.symbol for kind in self.turning)

    def weight(self, system: S) -> float:
        """Return the weight of all that moves [N], 0 without gravity; by default that of its arrows at the start."""
        start: Floats = memoryview(system.start())
        return sum(magnitude(arrow) for arrow in system.arrows(start) if arrow.name.split()[0] == "weight")

    def fixed_lengths(self) -> Mapping[str, float]:
        """Return lengths of arrows of magnitude 1 by unit [m], where a construction in the picture sets them."""
        return {LEVER.unit: 1.0} if LEVER in self.turning else {}

    def arrow_rules(self, system: S) -> ArrowRules:
        """Return what scales of arrows need to know."""
        return ArrowRules(self.size, self.weight(system), self.subjects, self.fixed_lengths())

    def add_arrows(self, frame: SceneFrame, system: S, y: Floats, scales: ArrowScales) -> None:
        """Add an arrow for each vector, its length proportional to the magnitude by its unit."""
        vectors = self.vectors(system, y)
        if self.wanted:
            vectors = [*vectors, *(each for each in self.offered(system, y) if each.symbol in self.wanted)]
        ends = dict[str, Vector3]()
        for vector in vectors:
            tail = self.to_world(vector.origin)
            if vector.name == MOMENTUM_RATE.name:  # it says where the tip of L goes
                tail = ends.get("momentum", tail)
            arrow = drawn_arrow(vector, tail, scales, SHAFT * self.size)
            if arrow is not None:
                frame.arrows.append(arrow)
                ends[vector.name] = np.asarray(arrow.tip, float)


def drawn_arrow(vector: Arrow, tail: Vector3, scales: ArrowScales, radius: float) -> OverlayArrow | None:
    """Return the arrow of a vector from a place (3,) [m] on; None: it is not drawn. radius [m]: of its shaft."""
    drawn = scales.drawn(vector)
    if drawn is None or not is_somewhere(tail):
        return None
    size = magnitude(vector)
    tip = tail + vector.vector * (drawn.length / size)
    if not is_somewhere(tip):
        return None
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
