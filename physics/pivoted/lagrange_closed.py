"""Closed-form solution of the symmetric heavy top, by elliptic functions.

Sources: Whittaker, Analytical Dynamics (1937), sections 71-73; Klein and Sommerfeld, The Theory of the Top, VI;
Carlson, Numerical Algorithms 10 (1995), 13, for the integrals of the third kind.
"""

from __future__ import annotations

import math

from physics.maths import dense, polynomial, rounded
from physics.maths.jacobi import argument, carlson_RJ, complete_K, sncndn
from physics.maths.quaternion import euler, product, rotation_matrix, turn
from physics.maths.rounded import square, whole_power
from physics.pivoted.lagrange_top import LagrangeTop
from physics.types import Motion

MAX_NEWTON_STEPS = 200
"""Greatest number of steps of Newton's method; a double root takes one for each binary digit."""


class LagrangeSolution:
    """The motion of a symmetric top at any time, from an initial motion.

    With u = cos(theta), a = I3 omega3 / I_A, b = L_z / I_A, beta = 2 m g d / I_A and the three roots u1 <= u2 <= u3
    of u'² = (1 - u²)(alpha - beta u) - (b - a u)²:

        u = u1 + (u2 - u1) sn²(kappa t + tau),   kappa² = beta (u3 - u1) / 4,   m = (u2 - u1) / (u3 - u1)
        psi + phi = (omega3 - a) t + (a + b) ∫ dt / (1 + u),   psi - phi = -(omega3 - a) t + (b - a) ∫ dt / (1 - u)

    The sum and the difference of psi and phi are the halves of the quaternion's angles, so nothing is singular at
    theta = 0; where theta passes through 0 (b = a) or pi (b = -a), cos or sin of its half changes its sign instead.

    period [s]: of theta. turning: the smallest and the largest theta [rad]. Without weight the motion is the free one;
    its period and turning angles are NaN.
    """

    def __init__(self, top: LagrangeTop, start: Motion) -> None:
        self.top, self.start = top, start
        self._a = top.I3 * start.omega[2] / top.I_A
        self.period, self.turning = math.nan, (math.nan, math.nan)
        self._still = top.mgd > 0.0 and self._stands()
        self._free = top.mgd == 0.0
        if not (self._free or self._still):
            self._solve()

    def motion(self, t: float) -> Motion:
        """Return the orientation and the angular velocity at the time t [s] after the start."""
        if self._free:
            return self._free_motion(t)
        if self._still:
            spun = product(self.start.rotation, turn(self.start.omega[2] * t, (0.0, 0.0, 1.0)))
            return Motion(spun, self.start.omega)
        return self._heavy_motion(t)

    def _stands(self) -> bool:
        """Return whether the top starts exactly upright or hanging and only spins."""
        w, x, y, z = self.start.rotation
        return (x == y == 0.0 or w == z == 0.0) and self.start.omega[0] == self.start.omega[1] == 0.0

    def _free_motion(self, t: float) -> Motion:
        """Return the motion without weight: a rotation by |L| t / I_A about L and one about the body's own axis."""
        rotation, (o_1, o_2, o_3) = self.start.rotation, self.start.omega
        I_A, I3, _ = self.top
        L = dense.applied(rotation_matrix(rotation), (I_A * o_1, I_A * o_2, I3 * o_3))
        own = (o_3 - self._a) * t
        turned = product(turn(dense.length(L) * t / I_A, L.tolist()), rotation)
        s, c = rounded.sincos(own)
        return Motion(product(turned, turn(own, (0.0, 0.0, 1.0))), (o_1 * c + o_2 * s, o_2 * c - o_1 * s, o_3))

    # The heavy top: the roots, and the phase at the start -------------------------------------------------

    def _solve(self) -> None:
        psi, theta, phi, psi_dot, theta_dot, _ = euler(self.start.rotation, self.start.omega)
        sine, w0 = rounded.sin(theta), 2.0 * square(rounded.sin(0.5 * theta))
        flat, u_dot = psi_dot * sine * sine, -theta_dot * sine
        a, beta = self._a, 2.0 * self.top.mgd / self.top.I_A
        self._less, self._more = flat - a * w0, flat + a * (2.0 - w0)  # b - a, b + a
        w1, w2, w3 = self._roots(w0, square(theta_dot) + square(psi_dot * sine), flat, u_dot, beta)
        self._w1, self._w2, self._span = w1, w2, w1 - w2
        self._z1 = square(self._more) / (beta * (2.0 - w2) * (2.0 - w3)) if self._more else 0.0  # 1 + u1
        self._kappa = 0.5 * math.sqrt(beta * (w1 - w3))
        self._m, self._m1 = self._span / (w1 - w3), (w2 - w3) / (w1 - w3)
        self._K = complete_K(self._m, self._m1)
        self.period = 2.0 * self._K / self._kappa
        least, greatest = (2.0 * rounded.asin(math.sqrt(min(0.5 * w, 1.0))) for w in (w2, w1))
        self.turning = least, greatest
        sn, cn = self._phase(w1 - w0, w0 - w2, u_dot)
        self._tau = argument(sn, cn, self._m, self._m1)
        # A theta that starts exactly at a pole increases from there.
        self._sign_sine, self._sign_cosine = 1.0 if cn > 0.0 else -1.0, 1.0 if sn > 0.0 else -1.0
        self._half_sum, self._half_difference = 0.5 * (psi + phi), 0.5 * (psi - phi)

    def _roots(self, w0: float, across: float, flat: float, u_dot: float, beta: float) -> tuple[float, float, float]:
        """Return w = 1 - u of the three roots, w1 >= w2 >= 0 >= w3.

        The first follows from the cubic about the start, u = u0 + v: its value there, u'², is known without
        cancellation, so that roots which nearly coincide are found. The other two follow from their sum and product.
        """
        a, u0 = self._a, 1.0 - w0
        slope = 2.0 * (a * flat - u0 * across) - beta * w0 * (2.0 - w0)
        w1 = w0 - _least_root((beta, 2.0 * beta * u0 - across - a * a, slope, u_dot * u_dot))
        w1 = min(max(w1, w0), 2.0)
        both = 2.0 + w0 - (across + a * a) / beta - w1
        times = square(self._less) / (beta * w1)
        larger = 0.5 * (abs(both) + math.sqrt(both * both + 4.0 * times))
        other = times / larger if larger else 0.0
        w2, w3 = (larger, -other) if both > 0.0 else (other, -larger)
        return w1, min(w2, w1), w3

    def _phase(self, below: float, above: float, u_dot: float) -> tuple[float, float]:
        """Return sn and cn at the start, where sn² and cn² are `below` and `above` (u - u1 and u2 - u) of u2 - u1.

        The smaller of them follows from u' = 2 (u2 - u1) kappa sn cn dn.
        """
        if not self._span:
            return 0.0, 1.0
        sn2, cn2 = (min(max(part / self._span, 0.0), 1.0) for part in (below, above))
        rate = u_dot / (2.0 * self._span * self._kappa)
        if sn2 < 0.5:
            sn = min(abs(rate) / math.sqrt(cn2 * (1.0 - self._m * sn2)), 1.0)
            return sn, math.copysign(math.sqrt(1.0 - sn * sn), rate) if sn else 1.0
        dn = math.sqrt(self._m1 + self._m * cn2)
        cn = rate / (math.sqrt(sn2) * dn) if dn else 0.0
        cn = min(max(cn, -1.0), 1.0)  # roots that nearly coincide are known to rounding alone
        return math.sqrt(1.0 - cn * cn), cn

    # The motion at a time --------------------------------------------------------------------------------------

    def _heavy_motion(self, t: float) -> Motion:
        tau, omega_3 = self._tau + self._kappa * t, self.start.omega[2]
        sn, cn, dn = (float(each) for each in sncndn(tau, self._m, self._m1))
        sine = math.sqrt(0.5 * (self._w2 + self._span * cn * cn))
        cosine = math.sqrt(0.5 * (self._z1 + self._span * sn * sn))
        if self._w2 == 0.0:
            sine = math.copysign(sine, self._sign_sine * cn)
        if self._z1 == 0.0:
            cosine = math.copysign(cosine, self._sign_cosine * sn)
        own = (omega_3 - self._a) * t
        total = self._half_sum + 0.5 * (own + self._over_one_plus_u(tau))
        difference = self._half_difference + 0.5 * (self._over_one_minus_u(tau) - own)
        rotation = (
            cosine * rounded.cos(total), sine * rounded.cos(difference), sine * rounded.sin(difference),
            cosine * rounded.sin(total),
        )  # fmt: skip
        # theta' and psi' sin(theta); where a half's sine or cosine goes through 0, its ratio to cn or sn is constant.
        half = math.sqrt(0.5 * self._span)
        cn_part = half * cn / sine if self._w2 else self._sign_sine
        sn_part = half * sn / cosine if self._z1 else self._sign_cosine
        theta_dot = -2.0 * self._kappa * dn * cn_part * sn_part if self._span else 0.0
        flat = 0.5 * (self._less * cosine / sine if self._less else 0.0)
        flat += 0.5 * (self._more * sine / cosine if self._more else 0.0)
        s, c = rounded.sincos(total - difference)
        return Motion(rotation, (theta_dot * c + flat * s, flat * c - theta_dot * s, omega_3))

    def _over_one_minus_u(self, tau: float) -> float:
        """Return (b - a) ∫ dt / (1 - u) since the start, 1 - u = w1 (1 - n sn²)."""
        if not self._less:
            return 0.0
        n = self._span / self._w1
        third = self._third(tau, n, self._w2 / self._w1) - self._third(self._tau, n, self._w2 / self._w1)
        return self._less / (self._kappa * self._w1) * (tau - self._tau + n * third)

    def _over_one_plus_u(self, tau: float) -> float:
        """Return (b + a) ∫ dt / (1 + u) since the start, 1 + u = z1 + (u2 - u1) sn².

        Shifted by K, sn becomes cn / dn, and nothing cancels where u1 is close to -1.
        """
        if not self._more:
            return 0.0
        z2 = self._z1 + self._span
        if self._m1 > 0.0:
            n, rest = (self._z1 * self._m + self._span) / z2, self._z1 * self._m1 / z2
            third = self._third(tau - self._K, n, rest) - self._third(self._tau - self._K, n, rest)
            factor = self._span * self._m1 / z2
            return self._more / (self._kappa * z2) * (tau - self._tau + factor * third)
        n, rest = -self._span / self._z1, z2 / self._z1
        third = self._third(tau, n, rest) - self._third(self._tau, n, rest)
        return self._more / (self._kappa * self._z1) * (tau - self._tau + n * third)

    def _third(self, tau: float, n: float, rest: float) -> float:
        """Return ∫ sn² / (1 - n sn²) dtau from 0, with rest = 1 - n: sn³ R_J / 3, plus the integral over each 2 K."""
        turns = 0.0 if math.isinf(self._K) else float(round(tau / (2.0 * self._K)))
        whole = 2.0 * carlson_RJ(0.0, self._m1, 1.0, rest) / 3.0 if turns else 0.0
        sn, cn, dn = (float(x) for x in sncndn(tau - 2.0 * self._K * turns if turns else tau, self._m, self._m1))
        ccc = cn * cn
        return turns * whole + whole_power(sn, 3) * carlson_RJ(ccc, dn * dn, 1.0, ccc + rest * sn * sn) / 3.0


def _least_root(cubic: tuple[float, float, float, float]) -> float:
    """Return the smallest real root, <= 0, of a cubic that is >= 0 at 0 and has a positive first coefficient."""
    guess = min(*(x - abs(y) for x, y in polynomial.roots(cubic)), 0.0)
    guess -= 1e-6 * (1e-12 + abs(guess))
    c3, c2, c1, c0 = cubic
    for _ in range(MAX_NEWTON_STEPS):  # from the left, where it is concave, Newton's steps never overshoot
        slope = c1 + guess * (2.0 * c2 + guess * 3.0 * c3)
        step = -(c0 + guess * (c1 + guess * (c2 + guess * c3))) / slope if slope > 0.0 else 0.0
        if not step > 2.0**-53 * abs(guess):
            break
        guess += step
    return guess
