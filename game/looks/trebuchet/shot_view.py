"""What a second picture shows of a thrown body: a camera flies beside it, and names its speed and the forces on it."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from game.looks.kit.transforms import translation
from game.model.colors import HEADS, QUANTITY_COLORS, Head
from game.model.frame import Array, Curve, OverlayArrow, SceneFrame, View
from game.model.words import decimal
from physics.maths import dense
from physics.maths.elementary import cos, sin
from physics.types import Vector3

REACH = 1.6
"""Radius of what the picture holds, in radii of the body."""
NEAREST = 0.25
"""Distance of the plane from which on the picture shows anything, in distances of the body."""
SOFT = 0.014
"""Blur of the landscape, as in `View`."""
SPEED, FORCE, LONGEST = 1.5, 0.85, 1.0
"""Lengths of the arrows of a speed and of a force that are one unit, and of the longest, in radii of the body."""
SURFACE = 1.04
"""Distance of their tails from its middle."""
SHORTEST = 0.02
"""Size of a force, in weights, below which it has no arrow."""
THICK = 0.022
"""Thickness of the arrows, in radii of the body."""
SPIN_TURN, SPIN_HEAD, SPIN_RADIUS = 4.7, 0.5, 1.25
"""Angle of the arc that shows a spin, and of its head [rad]; its radius round the body, in radii of that."""


class AirForces(NamedTuple):
    """Speed of a sphere in the air and the forces on it, in the plane of motion, (3,) [SI].

    wind: whether that is another speed than the one over the ground.
    """

    velocity: Vector3
    in_air: Vector3
    drag: Vector3
    lift: Vector3
    weight: Vector3
    wind: bool


def split_force(force: Vector3, in_air: Vector3) -> tuple[Vector3, Vector3]:
    """Return the part of a force (3,) along the speed in the air, drag, and the part across it, the Magnus force."""
    square = float(dense.times(in_air, in_air))
    drag = in_air * (float(dense.times(force, in_air)) / square) if square > 0.0 else np.zeros(3)
    return drag, force - drag


def view_beside(view: View, place: Vector3, far: float) -> View:
    """Return the view into the world of a camera that sees a body there as if that were in the origin.

    place: of the body (3,) [m]. far: distance [m] up to which the landscape is seen.
    """
    away = dense.length(view.eye)
    near = NEAREST * away
    projection = np.array(view.projection, np.float64)
    projection[2, 2], projection[3, 2] = -(far + near) / (far - near), -2.0 * far * near / (far - near)
    seen = dense.times(np.asarray(translation(*(-place)), np.float64), np.asarray(view.view, np.float64))
    return replace(
        view,
        eye=(view.eye + place).astype(np.float32),
        view=seen.astype(np.float32),
        projection=projection.astype(np.float32),
        blur=SOFT,
        sharp=away,
    )


def add_air_forces(frame: SceneFrame, place: Vector3, radius: float, air: AirForces, fastest: float) -> None:
    """Add speeds and forces as arrows from a body of this radius [m]; fastest: one unit of speed [m/s]."""
    weight = dense.length(air.weight)
    for symbol, velocity in [("v", air.velocity), *([("v − w", air.in_air)] if air.wind else [])]:
        speed = dense.length(velocity)
        words = f"{symbol} {decimal(f'{speed:.3g}')} m/s"
        _add_arrow(frame, place, radius * SPEED / fastest * velocity, radius, "velocity", words)
    for name, symbol, force in (
        ("weight", "mg", air.weight),
        ("friction", "F_D", air.drag),
        ("force", "F_M", air.lift),
    ):
        share = dense.length(force) / weight if weight > 0.0 else 0.0
        if not share > SHORTEST:
            continue
        words = symbol if name == "weight" else f"{symbol} {decimal(f'{share:.2f}')} mg"
        _add_arrow(frame, place, radius * FORCE / weight * force, radius, name, words)


def _add_arrow(frame: SceneFrame, middle: Vector3, way: Vector3, radius: float, name: str, words: str) -> None:
    """Add an arrow that begins at the surface of the body."""
    length = dense.length(way)
    if not 0.0 < length < math.inf:
        return
    along = radius / length * way
    broken = length > LONGEST * radius
    ends = (middle + part * along for part in (SURFACE, SURFACE + min(length / radius, LONGEST)))
    tail, tip = (end.astype(np.float32) for end in ends)
    frame.arrows.append(
        OverlayArrow(
            tail, tip, QUANTITY_COLORS[name], words, THICK * radius, head=HEADS.get(name, Head.SINGLE), broken=broken
        )
    )


def add_spin_arc(frame: SceneFrame, place: Array, radius: float, spin: float) -> None:
    """Add an arc in the sense of a spin about y, positive from up ahead, round a place (3,); radius [m]."""
    turns = math.copysign(1.0, spin) * np.linspace(-0.5 * SPIN_TURN, 0.5 * SPIN_TURN, 49)
    ring = np.stack([sin(turns), np.zeros(49), cos(turns)], axis=1)
    arc = (place + radius * ring).astype(np.float32)
    start = arc[-1 - round(SPIN_HEAD / SPIN_TURN * 48)]
    color = QUANTITY_COLORS["omega"]
    frame.curves.append(Curve(arc[:-3], color, 2.4, 0.95))
    frame.arrows.append(OverlayArrow(start, arc[-1], color, "ω", 0.1 * radius))
