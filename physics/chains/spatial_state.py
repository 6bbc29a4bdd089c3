"""Variables of a chain in space, and aliases for its initial state."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from physics.core.fields import Variable
from physics.linkages.links import subscript
from physics.maths import dense, rounded
from physics.maths.quaternion import POLE, Quaternion, euler, from_euler

PARTS, AXES = "wxyz", "xyz"
ANGLES = ("theta", "psi", "phi")


def state(orientations: list[Quaternion], free: bool) -> tuple[Variable, ...]:
    """Return the variables of a chain whose bodies start at these orientations."""
    each = list(enumerate(orientations, 1))
    found = [
        Variable(f"q_{i}_{part}", f"q{subscript(i)}{part}", "", f"orientation of body {i}, {part}", value,
                 entry=False, group="orientation")
        for i, q in each for part, value in zip(PARTS, q, strict=True)
    ]  # fmt: skip
    found += [
        Variable(f"omega_{i}_{axis}", f"ω{subscript(i)}{axis}", "rad/s", f"angular velocity of body {i} about {axis}",
                 low=-1e6, high=1e6, group="omega", role="velocity")
        for i, _ in each for axis in AXES
    ]  # fmt: skip
    if free:
        found += [
            Variable(f"r_{axis}", axis, "m", f"centre of mass of body 1 along {axis}", group="position")
            for axis in AXES
        ]  # fmt: skip
        found += [
            Variable(
                f"v_{axis}", f"v_{axis}", "m/s", f"velocity of body 1 along {axis}", group="velocity", role="velocity"
            )
            for axis in AXES
        ]  # fmt: skip
    return (
        *found,
        Variable("loss", "W", "J", "energy lost in the joints and to the air", entry=False, role="auxiliary"),
        Variable("work", "W_s", "J", "work of the support", entry=False, role="auxiliary"),
        Variable("time", "τ", "s", "time of the support's motion", low=0.0, entry=False, role="auxiliary"),
    )


def angles(count: int) -> tuple[Variable, ...]:
    """Return the angles of all bodies, aliases of their orientations."""
    each = range(1, count + 1)
    return (
        *(Variable(f"theta_{i}", f"θ{subscript(i)}", "rad", f"angle of body {i} from hanging straight down",
                   group="theta") for i in each),
        *(Variable(f"psi_{i}", f"ψ{subscript(i)}", "rad", f"direction in which body {i} leans, from x",
                   group="psi") for i in each),
        *(Variable(f"phi_{i}", f"φ{subscript(i)}", "rad", f"turn of body {i} about its own axis", group="phi",
                   entry=False) for i in each),
    )  # fmt: skip


def leaning(theta: float, psi: float, phi: float) -> Quaternion:
    """Return the orientation of a body at theta from hanging, at the azimuth psi from x, rotated by phi.

    Its matrix is Rz(psi) Ry(-theta) Rz(phi).
    """
    return from_euler(psi - 0.5 * math.pi, theta, phi + 0.5 * math.pi)


def angles_of_orientation(q: Sequence[float]) -> tuple[float, float, float]:
    """Return (theta, psi, phi) of an orientation; psi is 0 where it hangs straight down or stands."""
    node, theta, spin, _, _, _ = euler(q)
    if rounded.sin(theta) > POLE:
        return theta, _wrapped(node + 0.5 * math.pi), _wrapped(spin - 0.5 * math.pi)
    return theta, 0.0, _wrapped(spin + node if theta < 1.0 else spin - node - math.pi)


def _wrapped(angle: float) -> float:
    return math.remainder(angle, 2.0 * math.pi)


def skewed_start(count: int) -> list[Quaternion]:
    """Return an initial state from which a chain moves in all directions."""
    return [leaning(1.0, 0.3 * i, 0.0) for i in range(count)]


def angles_of(start: Mapping[str, float], count: int) -> dict[str, float]:
    """Return the angles of all bodies by their names."""
    found = [angles_of_orientation([start[f"q_{i}_{part}"] for part in PARTS]) for i in range(1, count + 1)]
    return {f"{name}_{i}": e[place] for place, name in enumerate(ANGLES) for i, e in enumerate(found, 1)}


def orientations_of(angles: Mapping[str, float], given: Iterable[str]) -> dict[str, float]:
    """Return the parts of the quaternions of those bodies of which an angle is given, by their names."""
    found: dict[str, float] = {}
    for i in dict.fromkeys(name.split("_")[1] for name in given):
        q = leaning(*(angles[f"{name}_{i}"] for name in ANGLES))
        found |= zip((f"q_{i}_{part}" for part in PARTS), q, strict=True)
    return found


def smallest_rotation(axis: NDArray[np.float64], to: NDArray[np.float64]) -> Quaternion:
    """Return the smallest rotation of one direction into another, as a quaternion."""
    a, b = axis / dense.length(axis), to / dense.length(to)
    w, (x, y, z) = 1.0 + dense.dot(a, b), np.cross(a, b).tolist()
    if w < 1e-12:  # opposite directions: any perpendicular axis
        w, (x, y, z) = 0.0, np.cross(a, np.eye(3)[np.argmin(np.abs(a))]).tolist()
    length = math.hypot(w, x, y, z)
    return w / length, x / length, y / length, z / length
