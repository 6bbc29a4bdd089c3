"""A convex body that rolls without slip on a horizontal table."""

from __future__ import annotations

import math
from array import array

from physics.bodies.contact import FIRST, GRAVITY, INERTIA, MASS
from physics.core.fields import Invariant, Quantity
from physics.core.oriented_body import oriented
from physics.maths.quaternion import to_lab, vertical
from physics.table.contact_body import ContactBody
from physics.table.rolling import (
    ENERGY,
    POSITION,
    QUANTITIES,
    RollingSystem,
    balls_precession,
    balls_quantities,
    contact_moment,
    contact_moment_scale,
    flat_precession,
    height,
    rolling_acceleration,
)
from physics.types import Floats, Motion


def _is_tippe_top(body: RollingBody) -> bool:
    """Return whether the body is a symmetric sphere with G on its axis, as Jellett's and Routh's integrals need."""
    return body.shape in ("offset sphere", "two balls") and body.symmetric


def _routh_factor(body: RollingBody, y: Floats) -> float:
    I1, I3, m, R = body.p[INERTIA], body.p[INERTIA + 2], body.p[MASS], body.p[FIRST]
    c = vertical(y)[2]
    off = R * c - body.p[FIRST + 1]
    return math.sqrt(I1 * I3 + m * (I3 * off * off + I1 * R * R * (1.0 - c * c)))


def _routh(body: RollingBody, y: Floats) -> float:
    return y[6] * _routh_factor(body, y)


def _routh_scale(body: RollingBody, y: Floats) -> float:
    return math.hypot(y[4], y[5], y[6]) * _routh_factor(body, y)


def _is_thin_disk(body: RollingBody) -> bool:
    return body.shape == "disk" and body.edge == 0.0 and body.symmetric


def _about_vertical(body: RollingBody, y: Floats) -> float:
    g = vertical(y)
    return y[4] * g[0] + y[5] * g[1] + y[6] * g[2]


def _straight_rolling(body: RollingBody, y: Floats) -> float:
    I1, I3, m, R = body.p[INERTIA], body.p[INERTIA + 2], body.p[MASS], body.p[FIRST]
    return math.sqrt(I1 * m * body.p[GRAVITY] * R / (I3 * (I3 + m * R * R)))


def _upright_spin(body: RollingBody, y: Floats) -> float:
    m, R = body.p[MASS], body.p[FIRST]
    return math.sqrt(m * body.p[GRAVITY] * R / (body.p[INERTIA] + m * R * R))


def _steady_precession(body: RollingBody, y: Floats) -> float:
    return balls_precession(y, body.p)


def _least_precession(body: RollingBody, y: Floats) -> float:
    return flat_precession(body.p)


class RollingBody(ContactBody, RollingSystem):
    """Any convex body that rolls without slip: tippe top, egg, disk, coin, cone, ellipsoid, or a profile from a file.

    Coordinates: orientation q (body to lab), angular velocity omega in body axes, x and y of the centre of mass G; its
    height follows, since the body touches. Equations of motion (`physics/table/rolling.py`) with the contact point
    X(gamma) of the shape (`physics/bodies/contact.py`), gamma the vertical in body axes and Ẋ = dX/dgamma
    (gamma×omega):

        (I + m(|X|² - X Xᵀ)) omega' = (I omega)×omega + m X×(Ẋ×omega + omega×(X×omega) + g gamma)

    This is the full form of Chappelier 2020, 6.2 and 6.3, for any body; 6.3 as printed omits the motion of the contact.
    A tippe top (the default, the truncated sphere of 3.3) never inverts without slip. Besides E it conserves Jellett's
    L·X and Routh's integral; other bodies have only E in closed form.

    A thin disk rolls straight on stably when omega_3² > I1 m g R / (I3 (I3 + m R²)), and spins upright stably when
    its angular velocity about the vertical, squared, is above m g R / (I1 + m R²).

    Rolling needs friction, at least the coefficient mu_needed. A run ends where the table would have to pull, or where
    a disk lies flat.
    """

    name = "rolling-body"
    title = "Rolling body"
    family = "rolling top"

    variables = (*oriented(theta=0.5, omega=(0.0, 0.0, 30.0)), *POSITION)
    invariants = (
        ENERGY,
        Invariant(
            "jellett", "L·X", "kg m³/s", "Jellett's integral L·X, X from G to the contact point",
            contact_moment, contact_moment_scale, applies=_is_tippe_top,
        ),
        Invariant(
            "routh", "ω₃√(…)", "kg m²/s", "Routh's integral ω₃ √(I₁I₃ + mR²(I₃(cos θ − α)² + I₁ sin² θ))",
            _routh, _routh_scale, applies=_is_tippe_top,
        ),
    )  # fmt: skip
    quantities = (
        *QUANTITIES,
        Quantity(
            "L_dot_X", "L·X", "kg m³/s", "L·X, X from G to the contact point", contact_moment,
            applies=lambda body: not _is_tippe_top(body),
        ),
        Quantity(
            "omega_3_straight", "ω₃ straight", "rad/s", "spin rate above which a disk rolls straight stably",
            _straight_rolling, applies=_is_thin_disk,
        ),
        Quantity("omega_z", "ω·k", "rad/s", "angular velocity about the vertical", _about_vertical),
        Quantity(
            "omega_z_upright", "ω·k upright", "rad/s", "angular velocity above which a disk spins upright stably",
            _upright_spin, applies=_is_thin_disk,
        ),
        *balls_quantities(_steady_precession, _least_precession),
    )  # fmt: skip

    def constants(self) -> tuple[float, ...]:
        """Return mass, gravity, inertia and surface, as `physics/bodies/contact.py` defines them."""
        return self.numbers()

    def motion(self, y: Floats) -> Motion:
        """Return the motion: orientation and angular velocity, from which that of G follows."""
        velocity = to_lab(y, *rolling_acceleration(y, self.p)[6:])
        return Motion((y[0], y[1], y[2], y[3]), (y[4], y[5], y[6]), (y[7], y[8], height(y, self.p)), velocity)

    def resume(self, motion: Motion) -> array[float]:
        """Return the state that rolls with this orientation and angular velocity above this place."""
        return array("d", [*motion.rotation, *motion.omega, *motion.position[:2]])
