"""Rolling without slip on a horizontal table: the equations of motion of any convex body, and a base of systems.

With X from the centre of mass G to the contact point, in body axes, and Ẋ its velocity there
(`physics/bodies/contact.py`), the contact point is at rest, v_G = X×omega, and about the contact (Chappelier 2020, 6.2;
Kane and Levinson 1982)

    (I + m(|X|² - X Xᵀ)) omega' = (I omega)×omega + m X×(Ẋ×omega + omega×(X×omega) + g gamma)
    F = m(Ẋ×omega + X×omega' + omega×(X×omega) + g gamma)

F is the force of the table: its component along gamma must push, and friction must supply the rest.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np

from physics.bodies.contact import FIRST, GRAVITY, INERTIA, MASS, contact_point, tilt_margin, why_flat
from physics.core.fields import EnergyPart, Invariant, Quantity, SharedValues, Variable
from physics.core.oriented_body import OrientedBody, oriented
from physics.core.system import System
from physics.maths.quaternion import nutation_angle, rotation_rows, spin, to_lab, vertical
from physics.shapes.pose import PoseLayout
from physics.shapes.solids import Solid
from physics.tops import table_pose
from physics.tops.rotation_energy import rotation_parts, split_rotation
from physics.tops.table_pose import HEAD, write_pose
from physics.types import Floats, Vector3

Triple = tuple[float, float, float]
Six = tuple[float, float, float, float, float, float]
Nine = tuple[float, float, float, float, float, float, float, float, float]

PRESSURE_ROUNDING = 1e-12
"""A pressure below this part of the friction is rounding."""


def contact_at(y: Floats, p: Floats) -> Six:
    """Return contact point X from G [m] and its velocity [m/s] in body axes; y begins with q and omega."""
    g1, g2, g3 = vertical(y)
    w1, w2, w3 = y[4], y[5], y[6]
    return contact_point(g1, g2, g3, g2 * w3 - g3 * w2, g3 * w1 - g1 * w3, g1 * w2 - g2 * w1, p)


def momentum(w1: float, w2: float, w3: float, p: Floats) -> Triple:
    """Return the angular momentum about G in body axes [kg m²/s]."""
    a, b, c = p[INERTIA + 3], p[INERTIA + 4], p[INERTIA + 5]
    return (
        p[INERTIA] * w1 + a * w2 + b * w3,
        a * w1 + p[INERTIA + 1] * w2 + c * w3,
        b * w1 + c * w2 + p[INERTIA + 2] * w3,
    )


def solve_spd3(
    m11: float, m22: float, m33: float, m12: float, m13: float, m23: float, b1: float, b2: float, b3: float
) -> Triple:
    """Return the solution of M x = b for a symmetric, positive definite M, by its factors L D Lᵀ."""
    l21, l31 = m12 / m11, m13 / m11
    d2 = m22 - l21 * m12
    rest = m23 - l21 * m13
    l32 = rest / d2
    c2 = b2 - l21 * b1
    x3 = (b3 - l31 * b1 - l32 * c2) / (m33 - l31 * m13 - l32 * rest)
    x2 = c2 / d2 - l32 * x3
    return b1 / m11 - l21 * x2 - l31 * x3, x2, x3


def rolling_acceleration(y: Floats, p: Floats) -> Nine:
    """Return omega' [rad/s²], the force of the table [N] and the velocity of G [m/s], each in body axes."""
    g1, g2, g3 = vertical(y)
    w1, w2, w3 = y[4], y[5], y[6]
    m, g = p[MASS], p[GRAVITY]
    x1, x2, x3, s1, s2, s3 = contact_at(y, p)
    v1, v2, v3 = x2 * w3 - x3 * w2, x3 * w1 - x1 * w3, x1 * w2 - x2 * w1
    u1 = s2 * w3 - s3 * w2 + w2 * v3 - w3 * v2 + g * g1
    u2 = s3 * w1 - s1 * w3 + w3 * v1 - w1 * v3 + g * g2
    u3 = s1 * w2 - s2 * w1 + w1 * v2 - w2 * v1 + g * g3
    L1, L2, L3 = momentum(w1, w2, w3, p)
    a1, a2, a3 = solve_spd3(
        p[INERTIA] + m * (x2 * x2 + x3 * x3),
        p[INERTIA + 1] + m * (x3 * x3 + x1 * x1),
        p[INERTIA + 2] + m * (x1 * x1 + x2 * x2),
        p[INERTIA + 3] - m * x1 * x2,
        p[INERTIA + 4] - m * x1 * x3,
        p[INERTIA + 5] - m * x2 * x3,
        L2 * w3 - L3 * w2 + m * (x2 * u3 - x3 * u2),
        L3 * w1 - L1 * w3 + m * (x3 * u1 - x1 * u3),
        L1 * w2 - L2 * w1 + m * (x1 * u2 - x2 * u1),
    )
    return (
        a1,
        a2,
        a3,
        m * (u1 + x2 * a3 - x3 * a2),
        m * (u2 + x3 * a1 - x1 * a3),
        m * (u3 + x1 * a2 - x2 * a1),
        v1,
        v2,
        v3,
    )


def roll(t: float, y: Floats, p: Floats, dy: Floats) -> None:
    """Write the time derivatives of q, omega, x and y of G."""
    a1, a2, a3, _, _, _, v1, v2, v3 = rolling_acceleration(y, p)
    write_rolling(y, dy, a1, a2, a3, v1, v2, v3)


def write_rolling(y: Floats, dy: Floats, a1: float, a2: float, a3: float, v1: float, v2: float, v3: float) -> None:
    """Write those derivatives, given omega' and the velocity of G in body axes."""
    dy[0], dy[1], dy[2], dy[3] = spin(y, y[4], y[5], y[6])
    dy[4], dy[5], dy[6] = a1, a2, a3
    dy[7], dy[8], _ = to_lab(y, v1, v2, v3)


def height(y: Floats, p: Floats) -> float:
    """Return the height of G above the table [m]."""
    g1, g2, g3 = vertical(y)
    x1, x2, x3, _, _, _ = contact_at(y, p)
    return -(g1 * x1 + g2 * x2 + g3 * x3)


def normal_force(y: Floats, p: Floats) -> float:
    """Return the normal force of the table [N]; negative where it would have to pull."""
    push, _ = forces_of_table(y, p)
    return push


def forces_of_table(y: Floats, p: Floats) -> tuple[float, float]:
    """Return the normal force, as in `normal_force`, and the magnitude of the friction [N]."""
    _, _, _, f1, f2, f3, _, _, _ = rolling_acceleration(y, p)
    return push_and_friction(y, f1, f2, f3)


def push_and_friction(y: Floats, f1: float, f2: float, f3: float) -> tuple[float, float]:
    """Return the normal force and the magnitude of the friction [N] of a force of the table in body axes."""
    g1, g2, g3 = vertical(y)
    push = g1 * f1 + g2 * f2 + g3 * f3
    t1, t2, t3 = f1 - push * g1, f2 - push * g2, f3 - push * g3
    return push, math.sqrt(t1 * t1 + t2 * t2 + t3 * t3)


def rolling_margin(y: Floats, p: Floats, push: float) -> float:
    """Return F_n / m [m/s²] of a normal force, or the tilt of a disk from lying flat [rad] if that is less."""
    g1, g2, g3 = vertical(y)
    flat, pressed = tilt_margin(g1, g2, g3, p), push / p[MASS]
    return pressed if pressed < flat and flat > 0.0 else flat


def _kinetic(y: Floats, p: Floats) -> float:
    w1, w2, w3 = y[4], y[5], y[6]
    x1, x2, x3, _, _, _ = contact_at(y, p)
    v1, v2, v3 = x2 * w3 - x3 * w2, x3 * w1 - x1 * w3, x1 * w2 - x2 * w1
    L1, L2, L3 = momentum(w1, w2, w3, p)
    return 0.5 * (p[MASS] * (v1 * v1 + v2 * v2 + v3 * v3) + w1 * L1 + w2 * L2 + w3 * L3)


def _energy(body: RollingSystem, y: Floats) -> float:
    return _kinetic(y, body.p) + body.p[MASS] * body.p[GRAVITY] * height(y, body.p)


def contact_moment(body: System, y: Floats) -> float:
    """Return L·X [kg m³/s], with the angular momentum L about G and the contact point X from G."""
    L, X = momentum(y[4], y[5], y[6], body.p), contact_at(y, body.p)
    return L[0] * X[0] + L[1] * X[1] + L[2] * X[2]


def contact_moment_scale(body: System, y: Floats) -> float:
    """Return |L| |X| [kg m³/s], the scale of L·X."""
    return math.hypot(*momentum(y[4], y[5], y[6], body.p)) * math.hypot(*contact_at(y, body.p)[:3])


def force_in_lab(y: Floats, p: Floats) -> Triple:
    """Return the force of the table on the body in the lab [N]."""
    _, _, _, f1, f2, f3, _, _, _ = rolling_acceleration(y, p)
    return to_lab(y, f1, f2, f3)


def friction_needed(force: Triple) -> float:
    """Return the friction coefficient |Fₜ| / Fₙ that a force of the table in the lab [N] needs.

    It has no value where the table does not press: without weight, or where it would have to pull, no coefficient keeps
    the contact. Coulomb's law, |Fₜ| <= mu Fₙ with Fₙ > 0.
    """
    along = math.sqrt(force[0] * force[0] + force[1] * force[1])
    return along / force[2] if force[2] > PRESSURE_ROUNDING * along else math.nan


def write_table_forces(F_x: float, F_y: float, F_z: float, p: Floats, out: Floats) -> None:
    """Write the values of `FORCE_NAMES` for a force of the table in the lab [N]."""
    weight = p[MASS] * p[GRAVITY]
    out[0], out[1] = friction_needed((F_x, F_y, F_z)), (F_z / weight if weight > 0.0 else math.nan)
    out[2], out[3], out[4] = F_x, F_y, F_z


FORCE_NAMES = ("mu_needed", "normal", "force_x", "force_y", "force_z")


def force_quantities(values: SharedValues) -> tuple[Quantity, ...]:
    """Return the quantities of a force of the table, of values with `FORCE_NAMES` among them."""
    return (
        Quantity("mu_needed", "μ needed", "", "friction coefficient needed to roll, |Fₜ| / Fₙ", values["mu_needed"]),
        Quantity("normal", "Fₙ/mg", "", "normal force over weight", values["normal"]),
        Quantity("force_x", "F_x", "N", "force of the table along x", values["force_x"]),
        Quantity("force_y", "F_y", "N", "force of the table along y", values["force_y"]),
        Quantity("force_z", "F_z", "N", "force of the table upwards", values["force_z"]),
    )


def _write_values(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of `VALUES`."""
    F_x, F_y, F_z = force_in_lab(y, p)
    write_table_forces(F_x, F_y, F_z, p, out)
    out[5], out[6] = nutation_angle(y), height(y, p)


VALUES = SharedValues(_write_values, *FORCE_NAMES, "theta", "height")
ENERGY = Invariant("energy", "E", "J", "kinetic energy plus weight times height of G", _energy)
QUANTITIES = (
    Quantity("theta", "θ", "rad", "tilt of body axis 3 from the vertical", VALUES["theta"]),
    Quantity("height", "z", "m", "G above the table", VALUES["height"]),
    *force_quantities(VALUES),
)
TRANSLATION = EnergyPart("translation", "½ m v²", "motion of the centre of mass", "kinetic")
WEIGHT = EnergyPart("weight", "m g z", "potential energy of the weight, 0 with G on the table", "potential")
ENERGY_PARTS = (*rotation_parts(lambda body: body.p[INERTIA : INERTIA + 6], "I₁"), TRANSLATION, WEIGHT)
POSITION = (Variable("x", "x", "m", "G along x"), Variable("y", "y", "m", "G along y"))


def balls_precession(y: Floats, p: Floats) -> float:
    """Return W [rad/s], about the vertical and about the axis, of two welded balls that keep their tilt theta.

    W² = 5 g / (R (2 - 5 cos theta)), infinite from cos theta = 2/5 on (Jackson, Mertens, Pearson, Am. J. Phys. 83,
    2015, 959). G is at rest then.
    """
    _, _, cosine = vertical(y)
    room = 2.0 - 5.0 * cosine
    return math.sqrt(5.0 * p[GRAVITY] / (p[FIRST] * room)) if room > 0.0 and p[FIRST] > 0.0 else math.inf


def flat_precession(p: Floats) -> float:
    """Return W of two welded balls at theta = 90 degrees, the least [rad/s]: below it the upper ball touches, too."""
    return math.sqrt(2.5 * p[GRAVITY] / p[FIRST]) if p[FIRST] > 0.0 else math.inf


def _are_balls(body: Any) -> bool:
    return bool(body.shape == "two balls" and body.inertia == "homogeneous")


def balls_quantities(steady: Any, flat: Any) -> tuple[Quantity, ...]:
    """Return the quantities of hurricane balls, of these values."""
    return (
        Quantity(
            "precession_steady", "W steady", "rad/s",
            "rate at which the balls precess and spin steadily at this tilt; infinite where there is none",
            steady, applies=_are_balls,
        ),
        Quantity(
            "precession_least", "W least", "rad/s", "least steady rate, at which the upper ball touches the table",
            flat, applies=_are_balls,
        ),
    )  # fmt: skip


class RollingSystem(OrientedBody):
    """Base of the systems that roll: state q, omega, x, y of G; p begins as in `physics/bodies/contact.py`."""

    variables = (*oriented(), *POSITION)
    invariants: tuple[Invariant, ...] = (ENERGY,)
    quantities: tuple[Quantity, ...] = QUANTITIES
    energy_parts = ENERGY_PARTS

    inlined = True
    rate = staticmethod(roll)

    @staticmethod
    def margin(y: Floats, p: Floats) -> float:
        """Return F_n / m [m/s²] or the tilt of a disk from lying flat [rad], positive while rolling is possible."""
        return rolling_margin(y, p, normal_force(y, p))

    @staticmethod
    def survey(t: float, y: Floats, p: Floats, dy: Floats) -> tuple[float, ...]:
        """Write the time derivative and return the margin, all from one calculation of the force."""
        a1, a2, a3, f1, f2, f3, v1, v2, v3 = rolling_acceleration(y, p)
        write_rolling(y, dy, a1, a2, a3, v1, v2, v3)
        push, _ = push_and_friction(y, f1, f2, f3)
        return (rolling_margin(y, p, push),)

    def trouble(self, y: Floats) -> str:
        """Return the message of a lost contact, of a disk that lies flat, or of a second ball that touches."""
        if self.margin(y, self.p) > 0.0:
            return ""
        if not tilt_margin(*vertical(y), self.p) > 0.0:
            return why_flat(self.p)
        return "the table would have to pull: contact is lost, and a rolling body cannot fly (see sliding-body)"

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return translation, rotation by parts and weight [J]."""
        p, (w1, w2, w3) = self.p, y[4:7]
        x1, x2, x3, _, _, _ = contact_at(y, p)
        up = vertical(y)
        v1, v2, v3 = x2 * w3 - x3 * w2, x3 * w1 - x1 * w3, x1 * w2 - x2 * w1
        return {
            "translation": 0.5 * p[MASS] * (v1 * v1 + v2 * v2 + v3 * v3),
            **split_rotation(p[INERTIA : INERTIA + 6], (w1, w2, w3), up),
            "weight": -p[MASS] * p[GRAVITY] * (up[0] * x1 + up[1] * x2 + up[2] * x3),
        }

    def centre(self, y: Floats) -> Vector3:
        """Return G in the lab, (3,) [m]."""
        return np.array([y[7], y[8], height(y, self.p)])

    def contact(self, y: Floats) -> Vector3:
        """Return the contact point on the table, (3,) [m]."""
        return np.asarray(self.centre(y) + to_lab(y, *contact_at(y, self.p)[:3]))

    @property
    def solid(self) -> Solid:
        """The shape of the body about G."""
        raise NotImplementedError

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """The body, its vectors, the upper end of its axis, and the contact on the table and on the body."""
        return table_pose.layout("body", self.solid, table_pose.ROLLING)

    def pose_constants(self) -> tuple[float, ...]:
        """Return the numbers of `physics/tops/table_pose.py`, then p."""
        return table_pose.tip_of(self.solid), 1.0, *self.p

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn."""
        p = s[HEAD:]
        g1, g2, g3 = vertical(y)
        x1, x2, x3, _, _, _ = contact_at(y, p)
        L1, L2, L3 = momentum(y[4], y[5], y[6], p)
        F, weight = force_in_lab(y, p), p[MASS] * p[GRAVITY]
        write_pose(
            out, s, rotation_rows(y), (y[7], y[8], -(g1 * x1 + g2 * x2 + g3 * x3)), y[6], to_lab(y, y[4], y[5], y[6]),
            to_lab(y, L1, L2, L3), weight, to_lab(y, x1, x2, x3), (x1, x2, x3), F, F, False,
        )  # fmt: skip
