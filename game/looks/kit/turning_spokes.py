"""Spokes of wheels, which become a veil where they turn too fast for the eye."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from game.model.frame import Mesh, SceneFrame, SpokePattern, hung
from game.model.hold import Hold, Pose

OPAQUE = 0.999
"""Greatest opacity of a veil, so that it stays one: how much it hides says its pattern."""


class Spokes(NamedTuple):
    """The spokes of a wheel, and the surface that they seem to be while they turn fast.

    pattern: of the spokes on that surface. tint: colour (linear RGB) of the turning spokes.
    slow, blurred: angles [rad] by which the wheel turns while the shutter is open, up to which its spokes are seen,
    from which on the veil is.
    """

    spokes: Mesh
    veil: Mesh
    pattern: SpokePattern
    tint: tuple[float, float, float]
    slow: float
    blurred: float


def add_spokes(frame: SceneFrame, wheels: Iterable[tuple[Spokes, Hold, float]], pose: Pose) -> None:
    """Add the spokes of wheels with what they hang on and the angles [rad] by which they turn in an exposure.

    All spokes come first, and the veils, which are there only where something turns fast, come last: the exposures of
    a film are matched by their order.
    """
    veils = []
    for wheel, on, turned in wheels:
        gone = min(max((abs(turned) - wheel.slow) / (wheel.blurred - wheel.slow), 0.0), 1.0)
        tint = wheel.tint if gone > 0.0 else (1.0, 1.0, 1.0)
        frame.instances.append(hung(wheel.spokes, on, pose, tint=tint, opacity=1.0 - gone))
        if gone > 0.0:
            turns = abs(turned) / (2.0 * math.pi)
            seen = {"tint": wheel.tint, "paint": wheel.pattern, "spin_blur": turns, "opacity": min(gone, OPAQUE)}
            veils.append(hung(wheel.veil, on, pose, veil=True, **seen))
    frame.instances += veils
