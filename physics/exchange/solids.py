"""Geometric solids of other programs' files with their masses."""

from __future__ import annotations

from physics.exchange.drafts import DraftSolid
from physics.exchange.frames import Frame
from physics.machines.vectors import Matrix
from physics.maths.trig import PI

Moments = tuple[float, float, float]


def diagonal(x: float, y: float, z: float) -> Matrix:
    """Return a diagonal matrix."""
    return (x, 0.0, 0.0), (0.0, y, 0.0), (0.0, 0.0, z)


def box(frame: Frame, sides: Moments, mass: float | None, density: float) -> DraftSolid:
    """Return a box. mass [kg]: None for that of a density [kg/m³]."""
    x, y, z = sides
    m = density * x * y * z if mass is None else mass
    share = m / 12.0
    inertia = diagonal(share * (y * y + z * z), share * (x * x + z * z), share * (x * x + y * y))
    return DraftSolid(frame, m, inertia, "box", sides)


def ellipsoid(frame: Frame, radii: Moments, mass: float | None, density: float) -> DraftSolid:
    """Return an ellipsoid, which is drawn where it is a ball."""
    a, b, c = radii
    m = density * 4.0 / 3.0 * PI * a * b * c if mass is None else mass
    share = 0.2 * m
    inertia = diagonal(share * (b * b + c * c), share * (a * a + c * c), share * (a * a + b * b))
    is_ball = a == b == c
    return DraftSolid(frame, m, inertia, "ball" if is_ball else "ellipsoid", (a,) if is_ball else (0.0,))


def cylinder(frame: Frame, radius: float, length: float, mass: float | None, density: float) -> DraftSolid:
    """Return a cylinder along its third axis."""
    square = radius * radius
    m = density * PI * square * length if mass is None else mass
    across = m * (3.0 * square + length * length) / 12.0
    return DraftSolid(frame, m, diagonal(across, across, 0.5 * m * square), "cylinder", (radius, length))


def capsule(frame: Frame, radius: float, length: float, mass: float | None, density: float) -> DraftSolid:
    """Return a cylinder with half balls at its ends, drawn without them. length [m]: of the cylinder."""
    square = radius * radius
    share = length / (length + 4.0 / 3.0 * radius)
    m = density * PI * square * (length + 4.0 / 3.0 * radius) if mass is None else mass
    tube, balls = m * share, m * (1.0 - share)
    across = tube * (3.0 * square + length * length) / 12.0
    across += balls * (0.4 * square + 0.25 * length * length + 0.375 * length * radius)
    along = 0.5 * tube * square + 0.4 * balls * square
    return DraftSolid(frame, m, diagonal(across, across, along), "cylinder", (radius, length))
