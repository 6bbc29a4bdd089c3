"""Invariants and derived quantities of a body that slides."""

from __future__ import annotations

import math

import numpy as np

from physics.bodies.contact import ELLIPSOID, FIRST, GRAVITY, INERTIA, KIND, MASS, SPHERE, TWO_BALLS
from physics.core.fields import Invariant, Quantity, SharedValues
from physics.maths.quaternion import nutation_angle, vertical
from physics.maths.rounded import square
from physics.table.rolling import (
    balls_precession,
    balls_quantities,
    contact_moment,
    contact_moment_scale,
    flat_precession,
    momentum,
)
from physics.table.sliding import LOSS, V_X, V_Y, Z, force_of_table, mechanical, resting_height, rubbing
from physics.table.sliding_contact import SlidingContact
from physics.table.standing import egg_rise_threshold, egg_stability_threshold, inverted_spin, upright_spin
from physics.types import Floats


def _energy(body: SlidingContact, y: Floats) -> float:
    return mechanical(y, body.p) + y[LOSS]


def _jellett(body: SlidingContact, y: Floats) -> float:
    return -contact_moment(body, y)


def _L_3(body: SlidingContact, y: Floats) -> float:
    return momentum(y[4], y[5], y[6], body.p)[2]


def _L_z(body: SlidingContact, y: Floats) -> float:
    g1, g2, g3 = vertical(y)
    L1, L2, L3 = momentum(y[4], y[5], y[6], body.p)
    return g1 * L1 + g2 * L2 + g3 * L3


def _L_scale(body: SlidingContact, y: Floats) -> float:
    return math.hypot(*momentum(y[4], y[5], y[6], body.p))


def _push_scale(body: SlidingContact, y: Floats) -> float:
    return math.sqrt(2.0 * body.mass * abs(_energy(body, y)))


def _momentum_x(body: SlidingContact, y: Floats) -> float:
    return body.p[MASS] * y[V_X]


def _momentum_y(body: SlidingContact, y: Floats) -> float:
    return body.p[MASS] * y[V_Y]


def _about_vertical(body: SlidingContact, y: Floats) -> float:
    g1, g2, g3 = vertical(y)
    return g1 * y[4] + g2 * y[5] + g3 * y[6]


def _slippery(body: SlidingContact) -> bool:
    return body.mu == 0.0


def _turns_alike(body: SlidingContact) -> bool:
    """Return whether there is no friction and the surface and inertia are those of a body of revolution."""
    return body.mu == 0.0 and body.revolved


def _keeps_jellett(body: SlidingContact) -> bool:
    """Return whether the body is one sphere with G on its axis, without drilling torque."""
    return (
        body.foot is not None and body.shape != "two balls" and (body.law != "contensou" or body.mu * body.patch == 0.0)
    )


def _is_peg(body: SlidingContact) -> bool:
    return body.foot is not None and body.foot.alpha < 0.0 and body.foot.upright() < math.inf


def _leaves_upright(body: SlidingContact) -> bool:
    return body.foot is not None and body.foot.alpha > 0.0 and body.foot.upright() < math.inf


def _stays_inverted(body: SlidingContact) -> bool:
    return body.foot is not None and body.foot.alpha > 0.0 and body.foot.inverted() < math.inf


def _can_invert(body: SlidingContact) -> bool:
    return body.foot is not None and body.foot.can_invert()


def _is_egg(body: SlidingContact) -> bool:
    """Return whether the body is a homogeneous prolate spheroid, its inertia given or not."""
    if body.shape != "ellipsoid" or not body.axis_1 == body.axis_2 < body.axis_3 or not body.revolved:
        return False
    a2, c2 = square(body.axis_1), square(body.axis_3)
    homogeneous = body.mass / 5 * np.array([a2 + c2, 2 * a2])
    alike = np.allclose(np.diag(body.inertia_matrix)[[0, 2]], homogeneous, rtol=1e-6, atol=0.0)
    return body.centre_3 == 0.0 and bool(alike)


def _write_values(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of `VALUES`."""
    for i in range(6, 12):
        out[i] = math.nan
    out[13], out[14] = balls_precession(y, p), flat_precession(p)
    if p[KIND] == SPHERE or p[KIND] == TWO_BALLS:
        R, alpha = p[FIRST], p[FIRST + 1] / p[FIRST]
        weight, I1, I3 = p[MASS] * p[GRAVITY] * R, p[INERTIA], p[INERTIA + 2]
        inverted = inverted_spin(weight, alpha, I1, I3)
        out[6], out[7] = upright_spin(weight, alpha, I1, I3), inverted
        out[8] = I3 * inverted * R * (1.0 + alpha)
        out[9] = inverted * (1.0 + alpha) / (1.0 - alpha) if alpha < 1.0 else math.nan
    if p[KIND] == ELLIPSOID:
        a, c = math.sqrt(p[FIRST]), math.sqrt(p[FIRST + 2])
        out[10], out[11] = egg_rise_threshold(p[GRAVITY], a), egg_stability_threshold(p[GRAVITY], a, c)
    out[0], out[1] = nutation_angle(y), mechanical(y, p)
    v_x, v_y = rubbing(y, p)
    height, _ = resting_height(y, p)
    out[2], out[3], out[4], out[5] = math.sqrt(v_x * v_x + v_y * v_y), v_x, v_y, y[Z] - height
    weight = p[MASS] * p[GRAVITY]
    out[12] = force_of_table(y, p)[2] / weight if weight > 0.0 else math.nan


VALUES = SharedValues(
    _write_values, "theta", "mechanical", "slip", "slip_x", "slip_y", "gap", "n_upright", "n_inverted",
    "lambda_inversion", "n_inversion", "omega_z_rising", "n_egg", "normal", "balls", "balls_flat",
)  # fmt: skip
INVARIANTS = (
    Invariant("energy", "E + W", "J", "kinetic energy plus weight times height plus dissipated energy", _energy),
    Invariant(
        "jellett", "−L·X", "kg m³/s", "Jellett's integral −L·X, X from G to the contact point", _jellett,
        contact_moment_scale, applies=_keeps_jellett,
    ),
    Invariant(
        "L_z", "L·k", "kg m²/s", "angular momentum about the vertical", _L_z, _L_scale, applies=_slippery,
    ),
    Invariant(
        "L_3", "L·a", "kg m²/s", "angular momentum about the symmetry axis", _L_3, _L_scale, applies=_turns_alike,
    ),
    Invariant(
        "p_x", "m v_x", "kg m/s", "momentum along x", _momentum_x, _push_scale,
        applies=_slippery,
    ),
    Invariant(
        "p_y", "m v_y", "kg m/s", "momentum along y", _momentum_y, _push_scale,
        applies=_slippery,
    ),
)  # fmt: skip
QUANTITIES = (
    Quantity("theta", "θ", "rad", "tilt of body axis 3 from the vertical", VALUES["theta"]),
    Quantity("normal", "N/mg", "", "normal force over weight", VALUES["normal"]),
    Quantity(
        "slip", "|v_A|", "m/s", "sliding velocity of the contact point",
        VALUES["slip"],
    ),
    Quantity("slip_x", "v_Ax", "m/s", "sliding velocity along x", VALUES["slip_x"]),
    Quantity("slip_y", "v_Ay", "m/s", "sliding velocity along y", VALUES["slip_y"]),
    Quantity(
        "mechanical", "E", "J", "kinetic energy plus weight times height of G",
        VALUES["mechanical"],
    ),
    Quantity(
        "lambda", "λ", "kg m³/s", "Jellett's −L·X, X from G to the contact point", _jellett,
        applies=lambda body: not _keeps_jellett(body),
    ),
    Quantity("gap", "Δz", "m", "lowest point above the table", VALUES["gap"]),
    Quantity("omega_z", "ω·k", "rad/s", "angular velocity about the vertical", _about_vertical),
    Quantity(
        "n_upright", "ω₃ upright", "rad/s", "spin rate above which upright with G below the centre is unstable",
        VALUES["n_upright"], applies=_leaves_upright,
    ),
    Quantity(
        "n_inverted", "ω₃ inverted", "rad/s", "spin rate above which inverted is stable",
        VALUES["n_inverted"], applies=_stays_inverted,
    ),
    Quantity(
        "lambda_inversion", "λ inversion", "kg m³/s", "Jellett's integral above which it inverts completely",
        VALUES["lambda_inversion"], applies=_can_invert,
    ),
    Quantity(
        "n_inversion", "ω₃ inversion", "rad/s", "spin rate above which it inverts completely",
        VALUES["n_inversion"], applies=_can_invert,
    ),
    Quantity(
        "n_peg", "ω₃ upright", "rad/s", "spin rate above which a top on a round peg is stable upright",
        VALUES["n_upright"], applies=_is_peg,
    ),
    Quantity(
        "omega_z_rising", "ω·k rising", "rad/s", "angular velocity above which an egg on its side rises",
        VALUES["omega_z_rising"], applies=_is_egg,
    ),
    Quantity(
        "n_egg", "ω₃ upright", "rad/s", "spin rate above which an egg is stable on its end",
        VALUES["n_egg"], applies=_is_egg,
    ),
    *balls_quantities(VALUES["balls"], VALUES["balls_flat"]),
)  # fmt: skip
