"""Response of a held point of a body to an impulse.

Of a system only the velocities u among its variables must be known. Its energy is T = ½ u·M u + ... in them, however
they are chosen, and `rate` gives the velocity of a point of the body, x' = J u, with the constraints of rolling. An
impulse P [N s] at x changes u by M⁻¹ Jᵀ P (Pars, Analytical Dynamics, 1965, ch. 14).
"""

from __future__ import annotations

from array import array

import numpy as np
from numpy.typing import NDArray

from physics.core.system import System, has_energy
from physics.errors import BadInput
from physics.maths import dense
from physics.types import Floats, GripPoint, Vector3

DIFFERENCE_STEP = 1e-6
"""Step to either side for the derivative of a position [s]."""
ZERO_MASS, RANK_TOLERANCE = 1e-12, 1e-9
"""Part of the largest mass below which a mass counts as zero (a variable that follows from others), and rank tolerance
of the pseudo-inverse."""


def grip_point(system: System, y: Floats, body: int, point: Vector3) -> GripPoint:
    """Return the grip of a point (3,) [m] in the axes of a body; raises BadInput if the point cannot be moved."""
    if not has_energy(system):
        raise BadInput("hand: nothing can be grabbed, because no energy is known, and so no mass")
    held = system.grip(y, body, point) or general_grip(system, y, body, point)
    if not np.trace(held.mobility) > 0.0:
        raise BadInput(f'hand: body "{system.bodies(y)[body].name}" cannot be grabbed')
    return held


# Any system, by differences -------------------------------------------------------------------------------


def general_grip(system: System, y: Floats, body: int, point: Vector3) -> GripPoint:
    """Return the grip of a point by differences: of the energy for the masses (exact), of positions for velocities."""
    velocities = system.places("velocity")
    held = system.bodies(y)[body]
    drift = _moving(system, with_velocities(system, y, velocities, {}), body, point)
    J = np.column_stack(
        [_moving(system, with_velocities(system, y, velocities, {i: 1.0}), body, point) - drift for i in velocities]
    )
    M = _masses(system, y, velocities)
    scale = np.sqrt(np.where(np.diag(M) > ZERO_MASS * np.diag(M).max(), np.diag(M), np.inf))
    inverse = dense.pseudo_inverse(M / np.outer(scale, scale), RANK_TOLERANCE) / np.outer(scale, scale)
    answer = np.zeros((len(y), 3))
    answer[velocities] = dense.product(inverse, J.T)
    velocity = _moving(system, memoryview(array("d", y)), body, point)
    return GripPoint(
        held.position + dense.applied(held.rotation, point), velocity, answer, dense.product(J, answer[velocities])
    )


def _masses(system: System, y: Floats, velocities: list[int]) -> NDArray[np.float64]:
    """Return the mass matrix M (m, m) from the energy, which is of second order in the velocities."""

    def energy(changes: dict[int, float]) -> float:
        return system.energy(with_velocities(system, y, velocities, changes))

    rest, m = energy({}), len(velocities)
    alone = [energy({i: 1.0}) for i in velocities]
    M = np.empty((m, m))
    for a, i in enumerate(velocities):
        M[a, a] = alone[a] + energy({i: -1.0}) - 2.0 * rest
        for b in range(a):
            M[a, b] = M[b, a] = energy({i: 1.0, velocities[b]: 1.0}) - alone[a] - alone[b] + rest
    return M


def with_velocities(system: System, y: Floats, velocities: list[int], changes: dict[int, float]) -> Floats:
    """Return the settled state with the velocities in `changes` (by index in y) and all others 0."""
    other: Floats = memoryview(array("d", y))
    for i in velocities:
        other[i] = changes.get(i, 0.0)
    system.settle(other, system.p)
    return other


def _moving(system: System, y: Floats, body: int, point: Vector3) -> Vector3:
    """Return the velocity (3,) [m/s] of a point of a body."""
    dy: Floats = memoryview(array("d", bytes(8 * len(y))))
    system.rate(0.0, y, system.p, dy)
    velocities = system.places("velocity")
    near = DIFFERENCE_STEP / max(1.0, *(abs(dy[i]) for i in system.places("coordinate")))
    ends = []
    for side in (near, -near):
        other: Floats = memoryview(array("d", (a + side * b for a, b in zip(y, dy, strict=True))))
        for i in velocities:
            other[i] = y[i]
        system.settle(other, system.p)
        held = system.bodies(other)[body]
        ends.append(held.position + dense.applied(held.rotation, point))
    return np.asarray((ends[0] - ends[1]) / (2.0 * near))
