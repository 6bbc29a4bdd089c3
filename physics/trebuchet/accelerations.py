"""Accelerations of a trebuchet, with the trough's normal force and friction, and the air on the stone in its sling."""

from __future__ import annotations

from physics.trebuchet.air import drag_force
from physics.trebuchet.machine import (
    AIR_IN_SLING,
    ALPHA_DOT,
    BETA_DOT,
    FORWARD,
    GRAVITY,
    HELD,
    JAM,
    MU,
    PHASE,
    REST,
    Eight,
    Four,
    Pair,
    Six,
    Triple,
    active_stops,
    beam_frame,
    forces,
    has_projectile,
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


def air_in_sling(y: Floats, angles: Eight, p: Floats) -> Four:
    """Return the force of the air on a stone in its sling, x and y [N], and the stone's velocity [m/s]; without
    Magnus force, because the pouch holds the stone.
    """
    x_a, x_b, y_a, y_b = stone_jacobian(angles, p)
    v_x, v_y = x_a * y[ALPHA_DOT] + x_b * y[BETA_DOT], y_a * y[ALPHA_DOT] + y_b * y[BETA_DOT]
    if p[AIR_IN_SLING] == 0.0 or not has_projectile(y[PHASE]):
        return 0.0, 0.0, v_x, v_y
    F_x, F_y = drag_force(v_x, v_y, p)
    return F_x, F_y, v_x, v_y


def pushes(y: Floats, m: float, angles: Eight, p: Floats) -> Triple:
    """Return `forces` with that of the air on a stone in its sling."""
    w1, w2, w3 = forces(y, m, angles, p)
    if p[AIR_IN_SLING] == 0.0 or not has_projectile(y[PHASE]):
        return w1, w2, w3
    x_a, x_b, y_a, y_b = stone_jacobian(angles, p)
    F_x, F_y, _, _ = air_in_sling(y, angles, p)
    return w1 + x_a * F_x + y_a * F_y, w2 + (x_b * F_x + y_b * F_y) / m, w3


def dynamics(y: Floats, p: Floats) -> Six:
    """Return alpha'', beta'', gamma'', the trough's normal force N [N], its friction [N], and the power [W].

    The power: that of the friction, and of the air on the stone in its sling.

    In the trough N keeps y = 0 of the stone: with J its gradient, J q'' + J' q' = 0. Coulomb's friction mu N acts
    against the sliding; of a stone that is held it is what its rest needs.
    """
    m = swinging_mass(y[PHASE], p)
    angles = beam_frame(y)
    matrix = mass_matrix(m, angles[3], angles[5], p)
    locked = active_stops(y, p)
    w = pushes(y, m, angles, p)
    free = solve(m, matrix, w, locked)
    F_x, F_y, v_x, v_y = air_in_sling(y, angles, p)
    blown = F_x * v_x + F_y * v_y
    if not in_trough(y[PHASE]):
        return free[0], free[1], free[2], 0.0, 0.0, blown
    x_a, x_b, y_a, y_b = jacobian = stone_jacobian(angles, p)
    if in_contact(y[REST]) == HELD:
        missing = matrix[3] * free[2] - w[0], -m * w[1]
        N, friction = holding(missing, jacobian, y, m * p[GRAVITY])
        return free[0], free[1], free[2], N, friction, 0.0
    _, bias = stone_bias(y, angles, p)
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
        drag * N * v_x + blown,
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
