"""States of chains in the coordinates of RATTLE: places of all masses, in which the kinetic energy is ½ |q'|².

Many states at once, as arrays: r states of N links each.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from physics.chains import planar
from physics.chains.placed import FIRST, FREE, GRAVITY, INERTIA, LINKS, LOWER, MASS, PLACE, UPPER
from physics.chains.spatial import ALONG, EACH, STIFFNESS
from physics.maths import array_trig, dense
from physics.types import Cartesian, Floats

Numbers = NDArray[np.float64]


def planar_cartesian(states: Numbers, p: Floats) -> Cartesian:
    """Return states (r, n) of a planar chain on a fixed support: centres of mass and angles of its links.

    Links have masses M and moments S and I of first and second order about their upper joints, at a link's length from
    one another: the centre is S/M from the joint, and I - S²/M is the moment of inertia about it.
    """
    count = planar.link_count(states[0])
    length, M, S, I = np.array(p[planar.FIRST : planar.FIRST + 4 * count]).reshape(4, count)  # noqa: E741
    theta, omega = states[:, :count], states[:, count : 2 * count]
    arm = np.divide(S, M, out=np.zeros(count), where=M > 0.0)
    s, c = array_trig.sincos(theta)
    along, across = np.stack([s, -c], -1), np.stack([c, s], -1)
    centres = _down(length[:, None] * along, arm[:, None] * along)
    velocities = _down(length[:, None] * omega[..., None] * across, arm[:, None] * omega[..., None] * across)
    root, turning = np.sqrt(M)[:, None], np.sqrt(np.maximum(I - S * arm, 0.0))
    return Cartesian(
        np.concatenate([_flat(root * centres), turning * theta], axis=1),
        np.concatenate([_flat(root * velocities), turning * omega], axis=1),
        p[planar.GRAVITY] * dense.inner(centres[:, :, 1], M),
    )


def spatial_cartesian(states: Numbers, p: Floats) -> Cartesian:
    """Return states (r, n) of a spatial chain on a fixed support or on none: centres of mass and axes of its bodies.

    An axis a of a body counts times the square root of the sum of mass x_a², half of the trace of its inertia less I_a.
    """
    count = int(p[LINKS])
    bodies = np.array(p[FIRST : FIRST + EACH * count]).reshape(count, EACH)
    mass, inertia, upper, lower = (
        bodies[:, at : at + size] for at, size in ((MASS, 1), (INERTIA, 3), (UPPER, 3), (LOWER, 3))
    )
    omega = states[:, 4 * count : 7 * count].reshape(-1, count, 3)
    R = _rotations(states[:, : 4 * count].reshape(-1, count, 4))
    to_centre, to_next = -_turned(R, upper), _turned(R, lower - upper)
    centres = _down(to_next, to_centre)
    velocities = _down(np.cross(omega, to_next), np.cross(omega, to_centre))
    if p[FREE] == 1.0:
        first = states[:, None, 7 * count : 7 * count + 6]
        centres += first[..., :3] - centres[:, :1]
        velocities += first[..., 3:] - velocities[:, :1]
    else:
        centres += np.array(p[PLACE : PLACE + 3])
    root = np.sqrt(mass)
    spread = np.sqrt(np.maximum(0.5 * inertia.sum(axis=1, keepdims=True) - inertia, 0.0))
    axes = R.swapaxes(2, 3) * spread[..., None]
    potential = p[GRAVITY] * dense.inner(centres[..., 2], mass[:, 0]) + _springs(R, bodies)
    return Cartesian(
        np.concatenate([_flat(root * centres), _flat(axes)], axis=1),
        np.concatenate([_flat(root * velocities), _flat(np.cross(omega[:, :, None], axes))], axis=1),
        potential,
    )


def _down(links: Numbers, parts: Numbers) -> Numbers:
    """Return the sums (r, N, d) of all links before each and a part of itself."""
    return np.cumsum(links, axis=1) - links + parts


def _flat(vectors: Numbers) -> Numbers:
    return vectors.reshape(len(vectors), -1)


def _turned(R: Numbers, vectors: Numbers) -> Numbers:
    """Return vectors (N, 3) of the bodies in the lab, (r, N, 3)."""
    return dense.applied(R, vectors)


def _rotations(q: Numbers) -> Numbers:
    """Return the rotation matrices (..., 3, 3) of unit quaternions (..., 4), body to lab."""
    w, x, y, z = np.moveaxis(q, -1, 0)
    rows = (
        (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)),
        (2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)),
        (2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)),
    )
    return np.stack([np.stack(row, -1) for row in rows], -2)


def _springs(R: Numbers, bodies: Numbers) -> Numbers:
    """Return the energy (r,) of the springs that align each body with the one before, the first one downwards [J]."""
    along = _turned(R, bodies[:, ALONG : ALONG + 3])
    before = np.concatenate([np.broadcast_to([0.0, 0.0, -1.0], along[:, :1].shape), along[:, :-1]], axis=1)
    return dense.inner(0.5 * dense.inner(along - before, along - before), bodies[:, STIFFNESS])
