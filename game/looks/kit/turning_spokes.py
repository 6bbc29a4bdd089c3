"""Spokes of wheels, which become a veil where they turn too fast for the eye."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from game.model.frame import Mesh, SceneFrame, hung
from game.model.hold import Hold, Pose


class Spokes(NamedTuple):
    """The spokes of a wheel, and the surface that they seem to be while they turn fast.

    tint, hides: colour (linear RGB) of the turning spokes, and how much of what is behind them they hide.
    slow, blurred: angles [rad] by which the wheel turns while the shutter is open, up to which its spokes are seen,
    from which on the veil is.
    """

    spokes: Mesh
    veil: Mesh
    tint: tuple[float, float, float]
    hides: float
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
            veils.append(hung(wheel.veil, on, pose, tint=wheel.tint, opacity=wheel.hides * gone, veil=True))
    frame.instances += veils
