"""The pivoted symmetric top by its integrals of motion."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Any

from physics.core.fields import Invariant, Quantity, SharedValues, Variable
from physics.errors import BadInput
from physics.maths.quaternion import from_euler, omega_of_rates
from physics.maths.trig import sincos
from physics.pivoted.gyroscope import Gyroscope
from physics.pivoted.lagrange_top import write_thresholds
from physics.pivoted.pivoted_pose import INERTIA, write_euler_pose
from physics.pivoted.pivoted_top import THRESHOLD_NAMES, EulerAngleTop, thresholds
from physics.tops.rotation_energy import split_euler_angles
from physics.types import Floats, Motion

SPIN = 60.0
"""Spin rate at the start [rad/s], when neither it nor L_3 is given."""


def potential(theta: float, L_z: float, L_3: float, I_A: float, mgd: float) -> float:
    """Return V(theta) without its constant I3 omega3²: 2 m g d cos theta + I_A H² sin² theta [J]."""
    s, c = sincos(theta)
    across = (L_z - L_3 * c) / s
    return 2.0 * mgd * c + across * across / I_A


def _energy(top: GyroscopeIntegrals, y: Floats) -> float:
    I_A, I3, mgd = top.p[0], top.p[1], top.p[2]
    return 0.5 * (I_A * y[3] * y[3] + potential(y[1], y[4], y[5], I_A, mgd) + y[5] * y[5] / I3)


def _energy_scale(top: GyroscopeIntegrals, y: Floats) -> float:
    return _energy(top, y) + 2.0 * top.p[2]


def _write_values(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of `VALUES`."""
    I_A, I3 = p[0], p[1]
    s, c = sincos(y[1])
    omega_3 = y[5] / I3
    write_thresholds(I_A, I3, p[2], c, omega_3, out)
    H = (y[4] - y[5] * c) / (I_A * s * s)
    out[4], out[5], out[6], out[7] = p[3] * c, omega_3, H, omega_3 - c * H


VALUES = SharedValues(_write_values, *THRESHOLD_NAMES, "height", "omega_3", "psi_dot", "phi_dot")


class GyroscopeIntegrals(EulerAngleTop):
    """A symmetric top with a fixed point on its axis, reduced by two first integrals.

    L_z = L·k and L_3 = L·a = I3 omega3 are constant, so that psi' and phi' follow from theta (Chappelier, "Simulation
    de toupies", EPFL 2020, 6.4, eqs 19-21), with I_A = I1 + m d²:

        psi' = H(theta) = (L_z - L_3 cos theta) / (I_A sin² theta)                                         (19)
        phi' = omega3 - cos theta H(theta)                                                                  (20)
        I_A theta'² = 2 E - V(theta),   V = I3 omega3² + 2 m g d cos theta + I_A H² sin² theta              (21)

    V's last term is I_A H² sin² theta; the paper prints it without sin² theta. Equation 21 is no equation of motion
    where theta' = 0: a constant theta solves it too ("gyroscope-recipe" shows that). Its derivative is one, and is
    implemented in `rate`: theta'' = -V'(theta) / (2 I_A). E is then free to drift, and shows the error of the method.

    A start may be given by rates, like that of "gyroscope"; the poles are refused as there. L_z, L_3 and omega3 are
    kept when parameters change.
    """

    name = "gyroscope-integrals"
    title = "Gyroscope, integrals"
    inlined = True

    variables: tuple[Variable, ...] = (
        *Gyroscope.variables[:3],
        Gyroscope.variables[4],
        Variable("L_z", "L·k", "kg m²/s", "angular momentum about the vertical", entry=False, role="velocity"),
        Variable("L_3", "L·a", "kg m²/s", "angular momentum about the symmetry axis", entry=False, role="velocity"),
    )
    aliases = (Gyroscope.variables[3], Gyroscope.variables[5])
    invariants = (Invariant("energy", "E", "J", "kinetic energy plus m g d cos θ", _energy, _energy_scale),)
    quantities = (
        Quantity("psi_dot", "ψ̇", "rad/s", "precession rate", VALUES["psi_dot"]),
        Quantity("phi_dot", "φ̇", "rad/s", "spin rate", VALUES["phi_dot"]),
        Quantity("omega_3", "ω₃", "rad/s", "spin rate about the symmetry axis", VALUES["omega_3"]),
        Quantity("height", "z", "m", "centre of mass above the pivot", VALUES["height"]),
        *thresholds(VALUES),
    )
    second_order = False

    def consistent(self) -> None:
        """Raise BadInput for I3 = 0, where L_3 = 0 does not determine omega3."""
        super().consistent()
        if self.inertia.I3 == 0.0:
            raise BadInput(
                f"body = {self.body}: must have a moment of inertia I3 about its axis, for omega3 = L_3 / I3"
            )

    def _checked_initial(self, given: dict[str, Any]) -> dict[str, float]:
        """Return the start; a top whose L_z and L_3 are not given spins without precessing."""
        rates = {} if "L_z" in given or "L_3" in given else {"psi_dot": 0.0, "phi_dot": SPIN}
        return super()._checked_initial({**rates, **given})

    def to_aliases(self, start: Mapping[str, float]) -> dict[str, float]:
        """Return the precession rate and the spin rate."""
        return dict(zip(("psi_dot", "phi_dot"), self.rates(list(start.values())), strict=True))

    def from_aliases(self, start: dict[str, float], given: Mapping[str, float]) -> dict[str, float]:
        """Return the start with L_z and L_3 of these rates."""
        rates = {**self.to_aliases(start), **given}
        return self.normalized({**start, **self._momenta(start["theta"], rates["psi_dot"], rates["phi_dot"])})

    def _momenta(self, theta: float, psi_dot: float, phi_dot: float) -> dict[str, float]:
        I_A, I3 = self.p[0], self.p[1]
        s, c = sincos(theta)
        L_3 = I3 * (psi_dot * c + phi_dot)
        return {"L_z": I_A * psi_dot * s * s + L_3 * c, "L_3": L_3}

    def constants(self) -> tuple[float, ...]:
        """Return I_A = I1 + m d² [kg m²], I3 [kg m²], m g d [J], d [m]."""
        return *self.lagrange, self.inertia.z

    @staticmethod
    def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
        """Write the time derivative of y by equations 19 and 20 and the derivative of 21."""
        I_A, I3, mgd = p[0], p[1], p[2]
        s, c = sincos(y[1])
        H = (y[4] - y[5] * c) / (I_A * s * s)
        dy[0] = H
        dy[1] = y[3]
        dy[2] = y[5] / I3 - c * H
        dy[3] = s * (mgd + H * (I_A * H * c - y[5])) / I_A
        dy[4] = 0.0
        dy[5] = 0.0

    def canonical_momenta(self, y: Floats) -> tuple[float, float, float]:
        """Return the momenta of psi, theta and phi [kg m²/s], of which the state has two, and the rate of theta."""
        return y[4], self.p[0] * y[3], y[5]

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn."""
        sin_theta, cos_theta = sincos(y[1])
        H = (y[4] - y[5] * cos_theta) / (s[INERTIA] * sin_theta * sin_theta)
        write_euler_pose(y, H, y[3], y[5] / s[INERTIA + 2] - cos_theta * H, s, out)

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return spin, precession, nutation and weight [J]."""
        s, c = sincos(y[1])
        rotation = split_euler_angles(self.p[0], self.p[1], s, self.rates(y)[0], y[3], y[5] / self.p[1])
        return {**rotation, "weight": self.p[2] * c}

    def rates(self, y: Floats | list[float]) -> tuple[float, float]:
        """Return the precession rate and the spin rate [rad/s]."""
        I_A, I3 = self.p[0], self.p[1]
        s, c = sincos(y[1])
        H = (y[4] - y[5] * c) / (I_A * s * s)
        return H, y[5] / I3 - c * H

    def motion(self, y: Floats) -> Motion:
        """Return the motion, with a quaternion."""
        psi_dot, phi_dot = self.rates(y)
        return self.pivoted(from_euler(y[0], y[1], y[2]), omega_of_rates(y[1], y[2], psi_dot, y[3], phi_dot))

    def resume(self, motion: Motion) -> array[float]:
        """Return the state that moves like `motion`; raises BadInput at the poles."""
        psi, theta, phi, psi_dot, theta_dot, phi_dot = self.angles(motion)
        return array("d", (psi, theta, phi, theta_dot, *self._momenta(theta, psi_dot, phi_dot).values()))
