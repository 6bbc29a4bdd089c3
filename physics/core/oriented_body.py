"""Systems whose state begins with an orientation, a unit quaternion, and mostly an angular velocity in body axes."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from physics.core.fields import Variable
from physics.core.system import System
from physics.errors import BadInput
from physics.maths import dense
from physics.maths.lengths import inverse_length
from physics.maths.quaternion import euler, from_euler, omega_of_rates
from physics.maths.trig import arctan2, sincos
from physics.types import Floats

UNIT_TOLERANCE = 1e-15
"""A length that differs from 1 by less is not normalised, so that a state that was read from a run keeps its bits."""

Q = ("q_w", "q_x", "q_y", "q_z")
OMEGA = ("omega_1", "omega_2", "omega_3")
ANGLES = ("psi", "theta", "phi")
RATES = ("psi_dot", "theta_dot", "phi_dot")

EULER = (
    Variable("psi", "ψ", "rad", "precession angle"),
    Variable("theta", "θ", "rad", "nutation angle"),
    Variable("phi", "φ", "rad", "spin angle"),
    Variable("psi_dot", "ψ̇", "rad/s", "precession rate", low=-1e15, high=1e15, role="velocity"),
    Variable("theta_dot", "θ̇", "rad/s", "nutation rate", low=-1e15, high=1e15, role="velocity"),
    Variable("phi_dot", "φ̇", "rad/s", "spin rate", low=-1e15, high=1e15, role="velocity"),
)
"""The Euler angles and their rates, as aliases of q and omega."""
EULER_BESIDE_OMEGA = (*EULER[:3], *(replace(rate, entry=False) for rate in EULER[3:]))
"""The same for systems whose initial angular velocity is entered as omega."""


def oriented(
    psi: float = 0.0,
    theta: float = 0.0,
    phi: float = 0.0,
    omega: Sequence[float] = (0.0, 0.0, 0.0),
    by_omega: bool = False,
) -> tuple[Variable, ...]:
    """Return the seven variables of q and omega with these initial angles [rad] and angular velocity [rad/s].

    by_omega: the user enters omega rather than the rates of the Euler angles.
    """
    symbols, subscripts = ("q₀", "q₁", "q₂", "q₃"), ("₁", "₂", "₃")
    meanings = (
        "scalar part of the orientation quaternion",
        *(f"component {i} of the orientation quaternion" for i in (1, 2, 3)),
    )
    orientation = zip(Q, symbols, meanings, from_euler(psi, theta, phi), strict=True)
    turning = zip(OMEGA, subscripts, omega, strict=True)
    return (
        *(Variable(name, symbol, "", meaning, start, entry=False) for name, symbol, meaning, start in orientation),
        *(
            Variable(
                name,
                f"ω{subscript}",
                "rad/s",
                f"angular velocity along body axis {place}",
                start,
                low=-1e5,
                high=1e5,
                entry=by_omega,
                role="velocity",
            )
            for place, (name, subscript, start) in enumerate(turning, 1)
        ),
    )


class QuaternionBody(System):
    """A system whose state begins with q: y[0] to y[3]. A q of any length is normalised at the start."""

    second_order = False

    def normalized(self, start: dict[str, float]) -> dict[str, float]:
        """Return the initial values with q of length 1; raises BadInput for q = 0."""
        length = math.hypot(*(start[name] for name in Q))
        if length == 0.0:
            raise BadInput("q_w, q_x, q_y, q_z = 0, 0, 0, 0: no orientation; they must not all be 0")
        if abs(length - 1.0) < UNIT_TOLERANCE:
            return start
        return {**start, **{name: start[name] / length for name in Q}}

    def between(self, before: Floats, after: Floats, part: float) -> array[float]:
        """Interpolate linearly, but q along the great arc in the direction of motion, even if it is the longer one."""
        mixed = super().between(before, after, part)
        a, b = np.array(before[:4]), np.array(after[:4])
        angle = 2.0 * arctan2(dense.length(a - b), dense.length(a + b))
        sine, _ = sincos(angle)
        if sine > 1e-6:
            turned = (sincos((1.0 - part) * angle)[0] * a + sincos(part * angle)[0] * b) / sine
            mixed[:4] = array("d", turned)
        elif angle > 1.0:  # a full turn within one tick: its axis is undetermined
            mixed[:4] = array("d", a)
        return mixed


class OrientedBody(QuaternionBody):
    """A system whose state begins with q and omega: y[0] to y[3] and y[4] to y[6].

    Its variables begin with those of `oriented`. An initial state may be given in Euler angles too: angles alone rotate
    the body and keep omega in body axes; rates set omega, and those not given stay as they were. A q of any length is
    normalised, at the start and after every step.
    """

    aliases: tuple[Variable, ...] = EULER
    oriented = True

    def to_aliases(self, start: Mapping[str, float]) -> dict[str, float]:
        """Return the Euler angles and their rates (see `euler` for the poles)."""
        found = euler([start[name] for name in Q], [start[name] for name in OMEGA])
        return dict(zip((*ANGLES, *RATES), found, strict=True))

    def from_aliases(self, start: dict[str, float], given: Mapping[str, float]) -> dict[str, float]:
        """Return the initial values with these Euler angles and rates."""
        start = dict(self.normalized(start))
        e = {**self.to_aliases(start), **given}
        if any(name in given for name in ANGLES):
            start.update(zip(Q, from_euler(e["psi"], e["theta"], e["phi"]), strict=True))
        if any(name in given for name in RATES):
            omega = omega_of_rates(e["theta"], e["phi"], e["psi_dot"], e["theta_dot"], e["phi_dot"])
            start.update(zip(OMEGA, omega, strict=True))
        return self.normalized(start)

    @staticmethod
    def settle(y: Floats, p: Floats) -> None:
        """Normalise q to length 1."""
        scale = inverse_length(y[0] * y[0] + y[1] * y[1] + y[2] * y[2] + y[3] * y[3])
        y[0] *= scale
        y[1] *= scale
        y[2] *= scale
        y[3] *= scale
