"""Closed-form solution of the free rigid body, and Poinsot's construction.

The inertia ellipsoid rolls without slip on the invariable plane, which is at the distance 2E/L from the centre and
perpendicular to L. The point of contact is the tip of omega: its path in the BODY is the polhode, its path in SPACE, on
the plane, the herpolhode. (Chappelier, "Simulation de toupies", EPFL 2020, 7.1 has the two names exchanged.)

All curves are in units of angular velocity [rad/s]; a drawing scales them. Inertia matrices (3, 3) [kg m²] are in
body axes, not necessarily principal ones. Sources: Landau and Lifshitz, Mechanics, section 37; Whittaker, Analytical
Dynamics, sections 69 to 71.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from physics.bodies.inertia import principal
from physics.errors import BadInput
from physics.maths import array_trig, dense, rounded
from physics.maths.jacobi import argument, complete_K, sncndn
from physics.maths.rounded import square

Array = NDArray[np.float64]

FINE = 2048
"""Number of chords of a quarter of an ellipse that measure its length."""
SAMPLES = 64
"""Number of samples of the precession rate in one of its periods, for each unit of K."""
MIN_COEFFICIENT = 1e-17
"""Fourier coefficients below this fraction of the precession in one period are dropped."""


ROUNDING, IN_A_ROW = 1e-16, 8
"""Fraction below which a coefficient may be rounding, and number of such after which no other is looked for."""


class PolhodeElements(NamedTuple):
    """A polhode in its principal axes A, B, C: it encloses the C axis; B is the intermediate axis.

    axes (3, 3): columns are A, B, C in body axes, a rotation. moments: of A, B, C, rising or falling [kg m²]. a, b, c
    [rad/s]: omega = (a cn u, b sn u, c dn u), u = p t + start; they carry signs. m, m1 = 1 - m: parameter of the
    functions, 1 and 0 on the separatrix. p [1/s]: 0 where omega is constant.
    """

    axes: Array
    moments: tuple[float, float, float]
    a: float
    b: float
    c: float
    m: float
    m1: float
    p: float
    start: float

    @property
    def period(self) -> float:
        """The period of omega in the body, 4K/p [s]: infinite on the separatrix, 0 where omega is constant."""
        return 4.0 * complete_K(self.m, self.m1) / self.p if self.p else 0.0

    def omega(self, u: Array) -> Array:
        """Return omega in the axes A, B, C at u (n,): (n, 3)."""
        sn, cn, dn = sncndn(u, self.m, self.m1)
        return np.stack([self.a * cn, self.b * sn, self.c * dn], axis=-1)


def elements(inertia: Array, omega: ArrayLike) -> PolhodeElements:
    """Return the elements of the motion that has this omega (3,), in body axes [rad/s], at t = 0.

    With I_A < I_B < I_C, and all differences of moments reversed for I_A > I_B > I_C:
    a² = (2E I_C - L²) / (I_A (I_C - I_A)), b² = (2E I_C - L²) / (I_B (I_C - I_B)),
    c² = (L² - 2E I_A) / (I_C (I_C - I_A)), p² = (L² - 2E I_A) (I_C - I_B) / (I_A I_B I_C),
    m = (I_B - I_A) (2E I_C - L²) / ((I_C - I_B) (L² - 2E I_A)).
    """
    moments, axes = principal(np.asarray(inertia, float))
    o = dense.applied(axes.T, omega)
    # Differences such as L² - 2E I_B are summed from parts that cancel only on the separatrix itself.
    side = moments[2] * (moments[2] - moments[1]) * square(o[2]) - moments[0] * (moments[1] - moments[0]) * square(o[0])
    if side < 0.0:
        moments, axes = moments[::-1], axes[:, ::-1] * [1.0, 1.0, -1.0]
        o = dense.applied(axes.T, omega)
    (A, B, C), (o_A, o_B, o_C) = (tuple(map(float, v)) for v in (moments, o))
    x = A * (C - A) * square(o_A) + B * (C - B) * square(o_B)  # 2E I_C - L²
    y = B * (B - A) * square(o_B) + C * (C - A) * square(o_C)  # L² - 2E I_A
    p = math.sqrt(abs(y * (C - B)) / (A * B * C))
    if p == 0.0 or x == 0.0 or np.count_nonzero(o) < 2:  # omega is constant
        across = math.hypot(o_A, o_B)
        return PolhodeElements(axes, (A, B, C), across, across, o_C, 0.0, 1.0, 0.0, rounded.atan2(o_B, o_A))
    m, m1 = (B - A) * x / ((C - B) * y), abs((C - A) * side / ((C - B) * y))
    a, c = math.sqrt(x / (A * (C - A))), math.copysign(math.sqrt(y / (C * (C - A))), o_C)
    if m1 == 0.0:  # cn is infinitely far from its zero and keeps its sign
        a = math.copysign(a, o_A)
    b = math.copysign(math.sqrt(x / (B * (C - B))), (C - A) * a * c)
    length = math.hypot(o_A / a, o_B / b)
    start = argument(o_B / b / length, o_A / a / length, m, m1)
    return PolhodeElements(axes, (A, B, C), a, b, c, m, m1, p, start)


class PoinsotSolution:
    """The motion of a free rigid body at any time, in closed form.

    inertia (3, 3) [kg m²] and omega (3,) [rad/s] in body axes, rotation (3, 3) body to lab, both at t = 0. omega
    follows Jacobi's functions (`elements`). The orientation is that of a frame made of n = L/|L|, fixed in space, and
    a principal axis e, times the precession psi of e about L. Its rate

        psi' = (n·omega - (n·e)(omega·e)) / (1 - (n·e)²)

    is a function of omega alone. It is integrated term by term as a Fourier series, to rounding, or on the separatrix
    in elementary functions. e is the one of A and C that stays more than 45 degrees from L.

    Attributes: energy [J]; momentum (3,) [kg m²/s], in the lab; elements, with the period of omega.
    """

    def __init__(self, inertia: Array, omega: ArrayLike, rotation: Array | None = None) -> None:
        inertia, omega = np.asarray(inertia, float), np.asarray(omega, float)
        self.elements = elements(inertia, omega)
        self.start = np.eye(3) if rotation is None else np.asarray(rotation, float)
        self.momentum = dense.applied(self.start, dense.applied(inertia, omega))
        self.energy = 0.5 * dense.dot(omega, dense.applied(inertia, omega))
        e = self.elements
        self._L = dense.length(self.momentum)
        self._pole = 0 if abs(e.moments[0] * e.a) < abs(e.moments[2] * e.c) else 2
        if e.p and e.m1 > 0.0:
            self._mean, self._waves = self._series()
        if e.p:
            self._to_space = dense.product(
                dense.product(self.start, e.axes), self._frame(e.omega(np.array([e.start])))[0].T
            )

    def omega(self, times: ArrayLike) -> Array:
        """Return the angular velocity in body axes at times [s] (n,): (n, 3) [rad/s]."""
        return dense.product(self.elements.omega(self._u(times)), self.elements.axes.T)

    def rotation(self, times: ArrayLike) -> Array:
        """Return the orientation, body to lab, at times [s] (n,): (n, 3, 3)."""
        e, u = self.elements, self._u(times)
        if not e.p:
            return self._steady(np.asarray(times, float))
        turned = dense.product(self._to_space, rotations_about_3(self._psi(np.asarray(times, float))))
        return dense.product(dense.product(turned, self._frame(e.omega(u))), e.axes.T)

    def herpolhode(self, times: ArrayLike) -> Array:
        """Return the tip of omega in space at times [s] (n,): (n, 3) [rad/s], on the invariable plane."""
        return dense.applied(self.rotation(times), self.omega(times))

    def _u(self, times: ArrayLike) -> Array:
        return self.elements.p * np.asarray(times, float) + self.elements.start

    def _frame(self, omega: Array) -> Array:
        """Return as rows, of length 1, e perpendicular to L, L x e and L, in the axes A, B, C: (n, 3, 3)."""
        along = omega * self.elements.moments
        along /= dense.lengths(along)[:, None]
        across = np.eye(3)[self._pole] - along[:, self._pole, None] * along
        across /= dense.lengths(across)[:, None]
        return np.stack([across, np.cross(along, across), along], axis=1)

    def _rate(self, omega: Array) -> Array:
        """Return the precession rate of e about L [rad/s] at omega (n, 3)."""
        along = omega * self.elements.moments / self._L
        others = [i for i in range(3) if i != self._pole]
        return np.asarray((along * omega)[:, others].sum(axis=1) / square(along[:, others]).sum(axis=1))

    def _series(self) -> tuple[float, list[tuple[int, tuple[float, float]]]]:
        """Return psi' as a series in u of period 2K: its mean [rad/s], coefficients of exp(i pi k u / K), k >= 1."""
        e = self.elements
        K = complete_K(e.m, e.m1)
        n = SAMPLES * math.ceil(K)
        rates = self._rate(e.omega(2.0 * K * np.arange(n) / n))
        mean, (sines, cosines) = float(dense.total(rates)) / n, array_trig.sincos(2.0 * math.pi / n * np.arange(n))
        kept, small = [], 0
        for k in range(1, n // 2 + 1):
            place = k * np.arange(n) % n
            wave = float(dense.inner(cosines[place], rates)) / n, -float(dense.inner(sines[place], rates)) / n
            if math.hypot(*wave) > MIN_COEFFICIENT * abs(mean):
                kept.append((k, wave))
            small = small + 1 if math.hypot(*wave) < ROUNDING * abs(mean) else 0
            if small == IN_A_ROW:  # the others are rounding, too
                break
        return mean, kept

    def _psi(self, times: Array) -> Array:
        """Return by how much e has precessed about L [rad] at times [s] (n,).

        A difference of two values would lose digits where p is small: then u changes little in all the time.
        """
        e = self.elements
        if e.m1 == 0.0:
            return self._psi_on_the_separatrix(times)
        psi, K = self._mean * times, complete_K(e.m, e.m1)
        half, middle = 0.5 * e.p * times, e.start + 0.5 * e.p * times
        if not self._waves:
            return np.asarray(psi)
        turn = np.array([[math.pi * k / K] for k, _ in self._waves])
        real, imaginary = np.array([wave for _, wave in self._waves]).T[..., None]
        s, c = array_trig.sincos(turn * middle.ravel())
        swing = 4.0 / (turn * e.p) * (real * c - imaginary * s) * array_trig.sin(turn * half.ravel())
        return np.asarray(psi + dense.total(swing, 0).reshape(times.shape))

    def _psi_on_the_separatrix(self, times: Array) -> Array:
        """Return by how much e has precessed [rad] at times [s] (n,) on the separatrix.

        With tau = tanh u, psi' = L/I_B (1 + (1 - I_B/I_e) k (1 - tau²) / (1 - k + k tau²)), k = (L_e/L)² at tau = 0;
        its integral is an arctangent, the difference of two of which is the arctangent of one number.
        """
        e, pole = self.elements, self._pole
        moment, largest = e.moments[pole], (e.a, e.b, e.c)[pole]
        k = square(moment * largest / self._L)
        root, before, meanwhile = math.sqrt(k / (1.0 - k)), rounded.tanh(e.start), array_trig.tanh(e.p * times)
        after = (before + meanwhile) / (1.0 + before * meanwhile)
        gained = root * meanwhile * (1.0 - before * after)
        swing = array_trig.arctan2(gained, 1.0 + root * root * before * after)
        return np.asarray(self._L / e.moments[1] * (times + (1.0 - e.moments[1] / moment) * root * swing / e.p))

    def _steady(self, times: Array) -> Array:
        """Return the rotation about a constant axis, by Rodrigues' formula."""
        omega = self.omega([0.0])[0]
        size = dense.length(omega)
        x, y, z = omega / (size or 1.0)
        cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
        s, c = array_trig.sincos(size * times)
        sine, rest = s[:, None, None], (1.0 - c)[:, None, None]
        return dense.product(self.start, np.eye(3) + sine * cross + rest * dense.product(cross, cross))


def rotations_about_3(angles: Array) -> Array:
    """Return rotations about the third axis by these angles (n,): (n, 3, 3)."""
    (s, c), zero = array_trig.sincos(angles), np.zeros_like(angles)
    rows = [[c, -s, zero], [s, c, zero], [zero, zero, zero + 1.0]]
    return np.moveaxis(np.array(rows), 2, 0)


# Poinsot's construction --------------------------------------------------------------------------------------------


def plane_distance(inertia: Array, omega: ArrayLike) -> float:
    """Return the distance from the centre to the invariable plane, 2E/L [rad/s]; 0 at rest."""
    omega = np.asarray(omega, float)
    momentum = dense.applied(inertia, omega)
    return dense.dot(omega, momentum) / (dense.length(momentum) or 1.0)


def polhode(inertia: Array, omega: ArrayLike, n: int = 256) -> Array:
    """Return the polhode of omega (3,), a closed curve in the body: (n, 3) [rad/s], the last point the first."""
    e = elements(inertia, omega)
    if not e.p:
        return np.tile(np.asarray(omega, float), (n, 1))
    am = np.linspace(0.0, 2.0 * math.pi, n)
    sn, cn = array_trig.sincos(am)
    points = np.stack([e.a * cn, e.b * sn, e.c * np.sqrt(e.m1 + e.m * cn * cn)], axis=1)
    points[-1] = points[0]
    return dense.product(points, e.axes.T)


def polhodes(inertia: Array, energy: float, momenta: Sequence[float] | Array, n: int = 256) -> Array:
    """Return the polhodes of one energy [J] with these angular momenta [kg m²/s]: (len(momenta), 2, n, 3) [rad/s].

    Each momentum has two, on opposite sides. Raises BadInput for a momentum that the energy does not allow.
    """
    (A, _, C), axes = principal(np.asarray(inertia, float))
    found = []
    for L in momenta:
        least, most = math.sqrt(2.0 * energy * A), math.sqrt(2.0 * energy * C)
        if not least <= L <= most:
            raise BadInput(f"L = {L:.6g} kg m²/s: must be from {least:.6g} to {most:.6g} kg m²/s at this energy")
        part = (L * L - 2.0 * energy * A) / (C - A) if C > A else 0.0
        through = np.array([math.sqrt(max(2.0 * energy - part, 0.0) / A), 0.0, math.sqrt(part / C)])
        curve = polhode(inertia, dense.applied(axes, through), n)
        found.append([curve, -curve])
    return np.array(found).reshape(-1, 2, n, 3)


def spaced_momenta(inertia: Array, energy: float, count: int) -> Array:
    """Return angular momenta (count,) [kg m²/s] whose polhodes are evenly spaced between the extreme axes."""
    (A, _, C), _ = principal(np.asarray(inertia, float))
    way = (np.arange(count) + 0.5) / count * 0.5 * math.pi
    return np.asarray(np.sqrt(2.0 * energy * (A * square(array_trig.cos(way)) + C * square(array_trig.sin(way)))))


def separatrices(inertia: Array, energy: float, n: int = 257) -> Array:
    """Return the two ellipses that separate the two families of polhodes: (2, n, 3) [rad/s], closed.

    They begin, and end, at the axis of the intermediate moment, and cross there and opposite; their points are at equal
    distances along them, and if n = 4 k + 1 one is on each of their axes. A sphere has none: (0, n, 3).
    """
    (A, B, C), axes = principal(np.asarray(inertia, float))
    if not C > A:
        return np.zeros((0, n, 3))
    a, b = math.sqrt(2.0 * energy * (C - B) / (A * (C - A))), math.sqrt(2.0 * energy / B)
    c = math.sqrt(2.0 * energy * (B - A) / (C * (C - A)))
    along, across = ellipse_in_equal_steps(b, math.sqrt(a * a + c * c), n)
    both = [np.stack([a * across, b * along, side * c * across], axis=1) for side in (1, -1)]
    return dense.product(both, axes.T)


def ellipse_in_equal_steps(along: float, across: float, n: int) -> tuple[Array, Array]:
    """Return coordinates (n,), in semi-axes `along` and `across`, of points at equal distances round an ellipse.

    The first and the last are at the end of `along`.
    """
    sine, cosine = array_trig.sincos(np.linspace(0.0, 0.5 * math.pi, FINE + 1))
    steps = np.sqrt(square(along * np.diff(cosine)) + square(across * np.diff(sine)))
    lengths = np.append(0.0, np.cumsum(steps))
    at = 4.0 * np.arange(n) / (n - 1.0)
    turn = np.floor(at)
    back = turn % 2.0 == 1.0
    wanted = np.where(back, 1.0 - (at - turn), at - turn) * lengths[-1]
    before = np.minimum(np.searchsorted(lengths, wanted, side="right") - 1, FINE - 1)
    sn, cn = array_trig.sincos((before + (wanted - lengths[before]) / steps[before]) * (0.5 * math.pi / FINE))
    sn, cn = np.where(wanted == lengths[-1], 1.0, sn), np.where(wanted == lengths[-1], 0.0, cn)
    return np.where((turn == 1.0) | (turn == 2.0), -cn, cn), np.where(turn >= 2.0, np.where(turn < 4.0, -sn, sn), sn)
