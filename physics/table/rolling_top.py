"""A body of revolution that rolls without slip, by section 6.3 of the paper, corrected and as printed."""

from __future__ import annotations

from dataclasses import replace

from physics.bodies.contact import GRAVITY, MASS, SYSTEM_NUMBERS
from physics.core.fields import Choice, Parameter, SharedValues
from physics.errors import BadInput
from physics.maths.trig import sincos
from physics.table.contact_body import ContactBody
from physics.table.rolling_angles import (
    I1,
    I3,
    VALUE_NAMES,
    Four,
    RollingEulerSystem,
    angle_quantities,
    clearance,
    meridian,
    rolling,
    write_angle_values,
    write_angles_pose,
)
from physics.tops.table_pose import HEAD
from physics.types import Floats

PRINTED, CHANGING, INTERVAL, MOVING = SYSTEM_NUMBERS, SYSTEM_NUMBERS + 1, SYSTEM_NUMBERS + 2, SYSTEM_NUMBERS + 3
"""Indices in p of a variant's flags: M_A as printed, I_A changes, interval of differences or 0, contact moves."""
VARIANTS = {
    "full": (0.0, 1.0, 0.0, 1.0),
    "contact at rest": (0.0, 1.0, 0.0, 0.0),
    "inertia by differences": (0.0, 1.0, 1.0, 0.0),
    "no change of inertia": (0.0, 0.0, 0.0, 0.0),
    "sign as printed": (1.0, 0.0, 0.0, 0.0),
}


def about_contact(X2: float, X3: float, p: Floats) -> Four:
    """Return I_A11, I_A22, I_A33, I_A23 [kg m²], the inertia about the contact in the nodal frame (3.2)."""
    m = p[MASS]
    return p[I1] + m * (X2 * X2 + X3 * X3), p[I1] + m * X3 * X3, p[I3] + m * X2 * X2, -m * X2 * X3


def change_of_inertia(theta: float, theta_dot: float, X2: float, X3: float, V2: float, V3: float, p: Floats) -> Four:
    """Return I_A' [kg m²/s] in the order of `about_contact`: exact, by differences, or 0, by variant."""
    if p[CHANGING] == 0.0:
        return 0.0, 0.0, 0.0, 0.0
    if p[INTERVAL] == 0.0:
        twice = 2.0 * p[MASS]
        across, along = twice * X2 * V2, twice * X3 * V3
        return across + along, along, across, -p[MASS] * (X2 * V3 + V2 * X3)
    s, c = sincos(theta - p[INTERVAL] * theta_dot)
    Y2, Y3, _, _ = meridian(s, c, p)
    new, old = about_contact(X2, X3, p), about_contact(Y2, Y3, p)
    per = 1.0 / p[INTERVAL]
    return per * (new[0] - old[0]), per * (new[1] - old[1]), per * (new[2] - old[2]), per * (new[3] - old[3])


def accelerations(y: Floats, s: float, c: float, at: Four, p: Floats) -> tuple[float, float, float]:
    """Return psi'', theta'', phi'' by equations 9 and 2.

    s and c are sine and cosine of theta, at is the `meridian` there.
    """
    psi_dot, w1, phi_dot = y[5], y[6], y[7]
    w2, along = psi_dot * s, psi_dot * c
    w3 = along + phi_dot
    X2, X3, D2, D3 = at
    V2, V3 = D2 * w1, D3 * w1
    A11, A22, A33, A23 = about_contact(X2, X3, p)
    B11, B22, B33, B23 = change_of_inertia(y[1], w1, X2, X3, V2, V3, p)
    L1, L2, L3 = A11 * w1, A22 * w2 + A23 * w3, A23 * w2 + A33 * w3

    slope = s * X3 - c * X2
    moment = -p[MASS] * p[GRAVITY] * (-abs(slope) if p[PRINTED] else slope)
    # m times the velocity of the geometric contact point, (phi' X2, V2, V3), and v_G = X×omega.
    m = p[MASS] * p[MOVING]
    P1, P2, P3 = m * phi_dot * X2, m * V2, m * V3
    G1, G2, G3 = X2 * w3 - X3 * w2, X3 * w1, -X2 * w1
    M1 = moment - (w2 * L3 - along * L2) - B11 * w1 - (P2 * G3 - P3 * G2)
    M2 = w1 * L3 - along * L1 - B22 * w2 - B23 * w3 - (P3 * G1 - P1 * G3)
    M3 = w2 * L1 - w1 * L2 - B23 * w2 - B33 * w3 - (P1 * G2 - P2 * G1)

    determinant = A22 * A33 - A23 * A23
    w2_dot = (A33 * M2 - A23 * M3) / determinant
    w3_dot = (A22 * M3 - A23 * M2) / determinant
    return (
        (w2_dot - psi_dot * w1 * c) / s,
        M1 / A11,
        w3_dot + (psi_dot * w1 - w2_dot * c) / s,
    )


def _write_values(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of `VALUES`."""
    s, c = sincos(y[1])
    psi_2, theta_2, phi_2 = accelerations(y, s, c, meridian(s, c, p), p)
    write_angle_values(y, p, psi_2, theta_2, phi_2, out)


VALUES = SharedValues(_write_values, *VALUE_NAMES)


class RollingTop(ContactBody, RollingEulerSystem):
    """A convex body of revolution that rolls without slip, by the paper's section 6.3, corrected or as printed.

    Coordinates: precession psi, nutation theta, spin phi [rad] (z-x-z, `physics/maths/euler_angles.py`) and their rates
    [rad/s]; x and y of G [m], with P4 and P5 as `physics/table/rolling_angles.py` says. A is the contact point, h the
    height of G; vectors have nodal components. Equations of motion (Chappelier, "Simulation de toupies", EPFL 2020, eqs
    9, 1 and 2), implemented in `accelerations`:

        I_A omega' = M_A - m A'×v_G - omega_e×(I_A omega) - I_A' omega                              (9, corrected)
        omega = (theta', psi' sin theta, psi' cos theta + phi'),  omega_e = omega - phi' a                (1)
        theta'' = omega_1',  psi'' = (omega_2' - psi' theta' cos theta) / sin theta,
        phi'' = omega_3' + (psi' theta' - omega_2' cos theta) / sin theta                                 (2)
        I_A = I + m (|AG|² - AG AGᵀ) (3.2),  M_A = -m g h' u,  v_G = omega×AG

    The paper has three errors where A moves, and each `variant` below includes one more of them:

        full                    none
        contact at rest         the term of the moving contact, m A'×v_G, is missing in (9); A' is the velocity of the
                                geometric point, not that of the matter in it, which is 0
        inertia by differences  moreover I_A' = (I_A now - I_A an `interval` ago) / interval (6.3, 3c), with the
                                earlier theta as theta - interval theta'
        no change of inertia    moreover I_A' = 0 (3b), the paper's own choice, which is not small
        sign as printed         moreover M_A = +m g d sin theta u with d > 0, which holds only where G is above A along
                                the axis, as in a cone on its tip; a tippe top has d = R alpha and the other sign

    All but the first do not conserve energy and Jellett's and Routh's integrals, as the drifts show. Euler angles fail
    at theta = 0 and pi, and a run that comes closer than 1e-4 rad ends with a message (rolling-body goes through); so
    does one where the table would have to pull.
    """

    name = "rolling-top"
    title = "Rolling top, section 6.3"
    inlined = True

    shape = replace(ContactBody.shape, options=ContactBody.shape.options[:-1])  # not two balls, which have a stop
    variant = Choice(
        default="full",
        options=tuple(VARIANTS),
        meaning="the corrected equations, or with more and more of the paper's errors",
    )
    interval = Parameter(
        default=1e-3, unit="s", low=1e-7, high=0.1, log=True, symbol="Δt",
        meaning="time between the two values of I_A, one step in the paper",
        when={"variant": ("inertia by differences",)},
    )  # fmt: skip

    quantities = angle_quantities(VALUES)

    @property
    def keeps_energy(self) -> bool:
        """False with the paper's errors."""
        return self.variant == "full"

    @property
    def sphere(self) -> tuple[float, float] | None:
        """The radius R and R alpha [m] of an offset sphere."""
        return (self.radius, self.radius * self.alpha) if self.shape == "offset sphere" else None

    def consistent(self) -> None:
        """Raise BadInput if it is not a body of revolution."""
        super().consistent()
        if self.shape == "ellipsoid" and not (self.axis_1 == self.axis_2 and self.centre_1 == self.centre_2 == 0.0):
            raise BadInput(
                "ellipsoid: must be one of revolution, axis_1 = axis_2 and centre_1 = centre_2 = 0 (see rolling-body)"
            )
        if not self.symmetric:
            raise BadInput(
                "inertia: must be that of a body of revolution, I1 = I2, I12 = I13 = I23 = 0 (see rolling-body)"
            )

    def constants(self) -> tuple[float, ...]:
        """Return p as `physics/bodies/contact.py` defines it, with the flags of the variant."""
        printed, changing, differences, moving = VARIANTS[self.variant]
        return self.numbers((printed, changing, differences * self.interval, moving))

    @staticmethod
    def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
        """Write the time derivative of y by equations 9 and 2, with rolling of G."""
        s, c = sincos(y[1])
        for i in range(5):
            dy[i] = y[5 + i]
        at = meridian(s, c, p)
        dy[5], dy[6], dy[7] = accelerations(y, s, c, at, p)
        dy[8], dy[9] = rolling(y, s, c, at)

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn."""
        p = s[HEAD:]
        sin_theta, cos_theta = sincos(y[1])
        at = meridian(sin_theta, cos_theta, p)
        psi_2, theta_2, phi_2 = accelerations(y, sin_theta, cos_theta, at, p)
        write_angles_pose(y, s, psi_2, theta_2, phi_2, out)

    @staticmethod
    def margin(y: Floats, p: Floats) -> float:
        """Return the smaller of theta's distance from the poles [rad] and F_n / m [m/s²]."""
        s, c = sincos(y[1])
        at = meridian(s, c, p)
        _, theta_2, _ = accelerations(y, s, c, at, p)
        return clearance(y, s, c, at, theta_2, p)
