"""A step of RATTLE for a chain in a vertical plane, in O(N).

Each link is a free body, with place r and angle theta, and the forces in the joints close them at the end of the step
(Hairer, Lubich, Wanner, Geometric Numerical Integration, VII.1.4; Andersen 1983). With v the velocity at the start and
G its acceleration by weight, the impulses in the joints do no work on what the joints allow at the start of the step:
for each turn eta_i of a link, which moves its own points and all links below,

    sum over the links of  m (r' - r - h v - ½ h² G)·delta_eta r + J (theta' - theta - h omega) delta_eta theta = 0

N equations for the N angles theta' = theta + phi, since the places follow from these: the joints are closed to
rounding. The velocities at the end are those for which the same holds with what the joints allow there, of
m (v' - (r' - r)/h - ½ h G) and J (omega' - phi/h): linear equations. Order 2, symmetric, symplectic.

Newton's equations for the angles are those of an articulated chain (`physics/chains/planar.py`) in which the links
turn about the joints at the end of the step and are weighed at its start: one matrix K of 2 by 2, not symmetric, hands
on from the tip what all links behind do.
"""

from __future__ import annotations

from math import nan

from physics.chains.planar import A_X, FIRST, GRAVITY, LAW, PHI_Z, TIME, link_count
from physics.core.scratch import scratch
from physics.maths.trig import sincos
from physics.types import Floats

CLOSE = 1e-10
"""Last change of an angle [rad] after which none follows: Newton's iteration squares its error."""
MOST = 30
"""Changes after which there is no solution: the step is too long for the rates."""


def is_conserved(y: Floats, p: Floats) -> bool:
    """Return whether the chain has no losses and hangs from a support that is fixed."""
    n = link_count(y)
    found = abs(p[LAW])
    for i in range(A_X, PHI_Z + 1):
        found += abs(p[i])
    for i in range(FIRST + 4 * n, FIRST + 7 * n):
        found += abs(p[i])
    return found == 0.0


def split_step(h: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the state after one step of a chain without losses on a fixed support; nan for another chain.

    It is nan, too, where the step has no solution: a link cannot turn by more than about half a radian in a step.
    """
    n = link_count(y)
    for i in range(len(y)):
        out[i] = y[i]
    out[2 * n + TIME] += h
    w = scratch(14 * n)
    phi = w[0:n]
    if not (is_conserved(y, p) and turn(h, y, p, phi, w[n : 14 * n])):
        for i in range(len(y)):
            out[i] = nan
        return
    for i in range(n):
        out[i] += phi[i]
    meet(h, y, p, phi, out, w[n : 14 * n])


def turn(h: float, y: Floats, p: Floats, phi: Floats, w: Floats) -> bool:
    """Write the angles by which the links turn into `phi` (N); return whether there is a solution. w: (13 N)."""
    n = link_count(y)
    q = p[FIRST:]
    L = q[0:n]
    omega, fall = y[n : 2 * n], 0.5 * h * h * p[GRAVITY]
    n_x, n_z, m_x, m_z = w[0:n], w[n : 2 * n], w[2 * n : 3 * n], w[3 * n : 4 * n]
    a_x, a_z, b_x, b_z = w[4 * n : 5 * n], w[5 * n : 6 * n], w[6 * n : 7 * n], w[7 * n : 8 * n]
    twist, change = w[8 * n : 9 * n], w[9 * n : 10 * n]
    for i in range(n):
        n_z[i], n_x[i] = sincos(y[i])
        phi[i] = h * omega[i]
    for _ in range(MOST):
        x, z = 0.0, fall
        for i in range(n):
            s, c = sincos(0.5 * phi[i])
            u, v = n_x[i] * c - n_z[i] * s, n_z[i] * c + n_x[i] * s
            m_x[i], m_z[i] = u * c - v * s, v * c + u * s
            b_x[i] = 2.0 * s * u - h * omega[i] * n_x[i]
            b_z[i] = 2.0 * s * v - h * omega[i] * n_z[i]
            a_x[i], a_z[i], twist[i] = x, z, phi[i] - h * omega[i]
            x += L[i] * b_x[i]
            z += L[i] * b_z[i]
        largest = respond(n, q, w)
        for i in range(n):
            phi[i] += change[i]
        if largest <= CLOSE:
            return True
    return False


def meet(h: float, y: Floats, p: Floats, phi: Floats, out: Floats, w: Floats) -> None:
    """Write the rates at the end of the step into `out`. w: (13 N), as `turn` left it."""
    n = link_count(y)
    q = p[FIRST:]
    L = q[0:n]
    each, half = 1.0 / h, 0.5 * h * p[GRAVITY]
    n_x, n_z, m_x, m_z = w[0:n], w[n : 2 * n], w[2 * n : 3 * n], w[3 * n : 4 * n]
    a_x, a_z, b_x, b_z = w[4 * n : 5 * n], w[5 * n : 6 * n], w[6 * n : 7 * n], w[7 * n : 8 * n]
    twist, change = w[8 * n : 9 * n], w[9 * n : 10 * n]
    x, z = 0.0, half
    for i in range(n):
        s, c = sincos(0.5 * phi[i])
        u, v = n_x[i] * c - n_z[i] * s, n_z[i] * c + n_x[i] * s
        m_x[i], m_z[i] = u * c - v * s, v * c + u * s
        n_x[i], n_z[i] = m_x[i], m_z[i]
        b_x[i] = y[n + i] * m_x[i] - 2.0 * s * u * each
        b_z[i] = y[n + i] * m_z[i] - 2.0 * s * v * each
        a_x[i], a_z[i], twist[i] = x, z, y[n + i] - phi[i] * each
        x += L[i] * b_x[i]
        z += L[i] * b_z[i]
    respond(n, q, w)
    for i in range(n):
        out[n + i] = y[n + i] + change[i]


def respond(n: int, q: Floats, w: Floats) -> float:
    """Write the changes of the angles after which the impulses fit, into w[9 N:10 N]; return the largest of them.

    w: across each link at the start and at the end (4 N), what its upper joint lacks, then its direction (4 N), then
    its angle (N). q: the numbers of the links, as in `physics/chains/planar.py`.
    """
    n_x, n_z, m_x, m_z = w[0:n], w[n : 2 * n], w[2 * n : 3 * n], w[3 * n : 4 * n]
    a_x, a_z, b_x, b_z = w[4 * n : 5 * n], w[5 * n : 6 * n], w[6 * n : 7 * n], w[7 * n : 8 * n]
    twist, change = w[8 * n : 9 * n], w[9 * n : 10 * n]
    r, h_x, h_z = w[10 * n : 11 * n], w[11 * n : 12 * n], w[12 * n : 13 * n]
    L, M, S, I = q[0:n], q[n : 2 * n], q[2 * n : 3 * n], q[3 * n : 4 * n]  # noqa: E741  # a moment of inertia
    kxx = kxz = kzx = kzz = f_x = f_z = 0.0
    for i in range(n - 1, -1, -1):
        moved = S[i] * S[i] / M[i] if M[i] > 0.0 else 0.0  # as a point mass at its centre; the rest of I turns
        turning = I[i] - moved
        u, v, x, z = n_x[i], n_z[i], m_x[i], m_z[i]
        k_x, k_z = L[i] * (u * kxx + v * kzx), L[i] * (u * kxz + v * kzz)
        g_x, g_z = S[i] * u + k_x, S[i] * v + k_z
        c_x = S[i] * x + L[i] * (kxx * x + kxz * z)
        c_z = S[i] * z + L[i] * (kzx * x + kzz * z)
        D = turning + moved * (u * x + v * z) + L[i] * (k_x * x + k_z * z)
        lack = S[i] * (u * a_x[i] + v * a_z[i]) + moved * (u * b_x[i] + v * b_z[i]) + turning * twist[i]
        inverse = 1.0 / D
        r[i] = -(lack + L[i] * (u * f_x + v * f_z)) * inverse
        h_x[i], h_z[i] = g_x * inverse, g_z * inverse
        f_x += M[i] * a_x[i] + S[i] * b_x[i] + c_x * r[i]
        f_z += M[i] * a_z[i] + S[i] * b_z[i] + c_z * r[i]
        kxx += M[i] - c_x * h_x[i]
        kxz -= c_x * h_z[i]
        kzx -= c_z * h_x[i]
        kzz += M[i] - c_z * h_z[i]
    largest = x = z = 0.0
    for i in range(n):
        change[i] = r[i] - (h_x[i] * x + h_z[i] * z)
        x += L[i] * m_x[i] * change[i]
        z += L[i] * m_z[i] * change[i]
        if not abs(change[i]) <= largest:
            largest = abs(change[i])
    return largest
