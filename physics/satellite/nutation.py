"""Growth of the nutation of a satellite whose body and rotor have one axis of symmetry: exactly, and by energy sink.

The transverse components a = a_1 + i a_2 of L, bp and br, in body axes, are small and go as exp(lambda t). With the
speeds w0 of the body and w_r of the rotor, L3 = I3 w0 + Ir w_r + Jp w0 + Jr w_r, and z = lambda + i w0, the equations
of `physics/satellite/equations.py` leave

    It = i L3/z - g_p/(z + c_p/J_p) - g_r/(z + c_r/J_r),    g_p = c_p + i J_p w0,    g_r = c_r + i J_r w_r

whose solutions are three at most: the nutation, at first z = i L3/It', and the balls. The one that grows most counts.
The energy sink (Likins, J. Spacecraft 4, 1967, 1638; Iorillo 1965) takes for the nutation that of the undamped
satellite and for the balls their forced motion in it; it is off by about J/It.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from physics.satellite.equations import CP, CR, I1, I3, IR, JP, JP_INVERSE, JR, JR_INVERSE
from physics.types import Floats

ITERATIONS, SETTLED = 200, 1e-15
"""Greatest number of iterations, and the relative change of all roots at which they end."""
FAR = 10.0
"""Rate of decay given to a ball that is not there, in the largest of all rates: it is not the one that grows most."""

Complex = tuple[float, float]


def times(a: Complex, b: Complex) -> Complex:
    """Return the product of complex numbers."""
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def over(a: Complex, b: Complex) -> Complex:
    """Return the quotient of complex numbers."""
    square = b[0] * b[0] + b[1] * b[1]
    return (a[0] * b[0] + a[1] * b[1]) / square, (a[1] * b[0] - a[0] * b[1]) / square


def less(a: Complex, b: Complex) -> Complex:
    """Return the difference of complex numbers."""
    return a[0] - b[0], a[1] - b[1]


def axial_momentum(p: Floats, w0: float, w_r: float) -> float:
    """Return L3 [kg m²/s] of body, rotor and the balls in them that turn about the axis with the speeds w0 and w_r."""
    return (p[I3] + p[JP]) * w0 + (p[IR] + p[JR]) * w_r


def exact_growth(p: Floats, w0: float, w_r: float) -> float:
    """Return the growth rate of the nutation [1/s], negative where it closes; 0 without a damper.

    A ball without friction keeps its own momentum and has no part in the nutation.
    """
    a_p, a_r = p[CP] * p[JP_INVERSE], p[CR] * p[JR_INVERSE]
    J_p = p[JP] if a_p > 0.0 else 0.0
    J_r = p[JR] if a_r > 0.0 else 0.0
    if J_p + J_r == 0.0:
        return 0.0
    L3 = (p[I3] + J_p) * w0 + (p[IR] + J_r) * w_r
    z: Complex = (0.0, L3 / (p[I1] + J_p + J_r))
    largest = a_p + a_r + abs(z[1]) + abs(w0) + abs(w_r)
    d_p: Complex = (a_p if a_p > 0.0 else FAR * largest, 0.0)
    d_r: Complex = (a_r if a_r > 0.0 else FAR * largest, 0.0)
    g_p: Complex = (J_p * a_p / p[I1], J_p * w0 / p[I1])
    g_r: Complex = (J_r * a_r / p[I1], J_r * w_r / p[I1])
    drive: Complex = (0.0, L3 / p[I1])
    # The Weierstrass iteration for all three roots, from those without coupling; the small parts keep them apart.
    u: Complex = (-d_p[0], 1e-3 * largest)
    v: Complex = (-d_r[0], -2e-3 * largest)
    for _ in range(ITERATIONS):
        step = over(_polynomial(z, drive, d_p, d_r, g_p, g_r), times(less(z, u), less(z, v)))
        z = less(z, step)
        change = abs(step[0]) + abs(step[1])
        step = over(_polynomial(u, drive, d_p, d_r, g_p, g_r), times(less(u, z), less(u, v)))
        u = less(u, step)
        change = change + abs(step[0]) + abs(step[1])
        step = over(_polynomial(v, drive, d_p, d_r, g_p, g_r), times(less(v, z), less(v, u)))
        v = less(v, step)
        change = change + abs(step[0]) + abs(step[1])
        if not change > SETTLED * largest:
            break
    return max(z[0], max(u[0], v[0]))


def _polynomial(z: Complex, drive: Complex, d_p: Complex, d_r: Complex, g_p: Complex, g_r: Complex) -> Complex:
    """Return (z - drive)(z + d_p)(z + d_r) + g_p z (z + d_r) + g_r z (z + d_p), whose roots are those looked for."""
    p, r = (z[0] + d_p[0], z[1] + d_p[1]), (z[0] + d_r[0], z[1] + d_r[1])
    main = times(less(z, drive), times(p, r))
    one, other = times(g_p, times(z, r)), times(g_r, times(z, p))
    return main[0] + one[0] + other[0], main[1] + one[1] + other[1]


def sink_growth(p: Floats, w0: float, w_r: float) -> float:
    """Return the growth rate by energy sink [1/s]: -(L3/It'²) times the sum of c l/(l0² + (c/J)²), It' with the balls.

    l0 = L3/It'; l, its excess over the speed of what the ball sits in, is the rate at which omega turns there.
    """
    It = p[I1] + p[JP] + p[JR]
    L3 = axial_momentum(p, w0, w_r)
    l0 = L3 / It
    return -L3 / (It * It) * (_sink(p[CP], p[JP_INVERSE], l0, w0) + _sink(p[CR], p[JR_INVERSE], l0, w_r))


def _sink(c: float, J_inverse: float, l0: float, turning: float) -> float:
    loose = c * J_inverse
    return c * (l0 - turning) / (l0 * l0 + loose * loose) if loose > 0.0 else 0.0


def eigenvalues(p: Floats, w0: float, w_r: float) -> NDArray[np.complex128]:
    """Return the eigenvalues of nutation and balls [1/s], in body axes, by their real parts, the least first."""
    s0, L3, It = w_r - w0, axial_momentum(p, w0, w_r), p[I1]
    balls = [(p[JP], p[CP], 0.0), (p[JR], p[CR], s0)]
    there = [ball for ball in balls if ball[0] > 0.0]
    turning = np.full(1 + len(there), -1.0) / It
    turning[0] = 1.0 / It
    matrix = -1j * w0 * np.eye(len(turning)) + 0j
    matrix[0] += 1j * L3 * turning
    for row, (J, c, faster) in enumerate(there, start=1):
        matrix[row] += (1j * J * (w0 + faster) + c) * turning
        matrix[row, row] -= c / J
    found = np.linalg.eigvals(matrix)
    return np.asarray(found[np.lexsort((found.imag, found.real))])


def measured_growth(L: tuple[float, float, float], omega: tuple[float, float, float]) -> float:
    """Return the rate of ln |L_t| [1/s], from L and omega in body axes: L_t L_t' = -L3 (L_1 omega_2 - L_2 omega_1)."""
    square = L[0] * L[0] + L[1] * L[1]
    return -L[2] * (L[0] * omega[1] - L[1] * omega[0]) / square if square > 0.0 else math.nan
