"""Accelerations of a trebuchet, with the trough's normal force and friction."""

from __future__ import annotations

from physics.trebuchet.machine import (
    ALPHA_DOT,
    BETA_DOT,
    FORWARD,
    GRAVITY,
    HELD,
    JAM,
    MU,
    PHASE,
    REST,
    Four,
    Pair,
    Six,
    active_stops,
    beam_frame,
    forces,
    in_contact,
    in_trough,
    larger,
    mass_matrix,
    resting,
    solve,
    stone_bias,
    stone_jacobian,
    swinging_mass,
)  # fmt: skip
from physics.types import Floats


def dynamics(y: Floats, p: Floats) -> Six:
    """Return alpha'', beta'', gamma'', the trough's normal force N [N], its friction [N] and its power [W].

    In the trough N keeps y = 0 of the stone: with J its gradient, J q'' + J' q' = 0. Coulomb's friction mu N acts
    against the sliding; of a stone that is held it is what its rest needs.
    """
    m = swinging_mass(y[PHASE], p)
    angles = beam_frame(y)
    matrix = mass_matrix(m, angles[3], angles[5], p)
    locked = active_stops(y, p)
    w = forces(y, m, angles, p)
    free = solve(m, matrix, w, locked)
    if not in_trough(y[PHASE]):
        return free[0], free[1], free[2], 0.0, 0.0, 0.0
    x_a, x_b, y_a, y_b = jacobian = stone_jacobian(angles, p)
    if in_contact(y[REST]) == HELD:
        missing = matrix[3] * free[2] - w[0], -m * w[1]
        N, friction = holding(missing, jacobian, y, m * p[GRAVITY])
        return free[0], free[1], free[2], N, friction, 0.0
    _, bias = stone_bias(y, angles, p)
    v_x = x_a * y[ALPHA_DOT] + x_b * y[BETA_DOT]
    drag = drag_of(y, p)
    pushed = solve(m, matrix, (y_a + drag * x_a, (y_b + drag * x_b) / m, 0.0), locked)
    yielding = y_a * pushed[0] + y_b * pushed[1]
    if p[MU] > 0.0:
        smooth = solve(m, matrix, (y_a, y_b / m, 0.0), locked)
        yielding = larger(yielding, JAM * (y_a * smooth[0] + y_b * smooth[1]))
    N = -(y_a * free[0] + y_b * free[1] + bias) / yielding
    return (
        free[0] + N * pushed[0],
        free[1] + N * pushed[1],
        free[2] + N * pushed[2],
        N,
        drag * N,
        drag * N * v_x,
    )


def drag_of(y: Floats, p: Floats) -> float:
    """Return the friction on a sliding stone per normal force: mu, against the direction in which it slides."""
    return -p[MU] if in_contact(y[REST]) == FORWARD else p[MU]


def holding(missing: Pair, jacobian: Four, y: Floats, weight: float) -> Pair:
    """Return normal force and friction, or impulses, on a held stone that give beam and sling the missing torques.

    A stop at which beam or sling rests as well makes friction unnecessary: it is then 0.
    """
    x_a, x_b, y_a, y_b = jacobian
    tip, sling, _ = resting(y[REST])
    if tip and sling:
        return weight, 0.0
    if tip:
        return missing[1] / y_b, 0.0
    if sling:
        return missing[0] / y_a, 0.0
    across = y_a * x_b - x_a * y_b
    return (missing[0] * x_b - missing[1] * x_a) / across, (missing[1] * y_a - missing[0] * y_b) / across
