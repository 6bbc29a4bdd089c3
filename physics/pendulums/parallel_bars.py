"""A row of cranks whose ends are joined by couplers: a mechanism of closed loops.

All bars are uniform rods of length L and mass m. Crank i stands on a pivot at x = i L, at phi_i from the upward
vertical, and its end is B_i; coupler i joins B_i to B_{i+1}. y: the angles phi_0 .. phi_N, then their rates; p: L, m,
g. All below is dimensionless: masses in m, lengths in L, and forces where they are divided by m L.

Coupler i keeps its length. With half the difference h of its two angles and their mean k,

    Phi_i = ½ (|B_{i+1} - B_i|² - 1) = 2 sin h (cos k + sin h) = 0,    h = 0 where it is a parallelogram

With M from the kinetic energy and G the gradients of Phi, accelerations a and tensions f of the couplers follow from

    [ M  Gᵀ ] [ a ]   [ moments    ]
    [ G  -e ] [ f ] = [ -(dG/dt) v ]

Where all bars lie in one line, each row of G is zero, and tensions cannot act: the small e then keeps the matrix
regular, and the mechanism continues its motion. Whatever is small there is computed from sin h, not as a difference, so
that division by the small cosines keeps its accuracy. In the order phi_0, phi_1, coupler 0, phi_2, coupler 1, ...
nothing is further than 3 from the diagonal.
"""

from __future__ import annotations

from physics.core.scratch import scratch
from physics.maths.linear_solve import solve_banded
from physics.maths.trig import sincos
from physics.types import Floats

LENGTH, MASS, GRAVITY = range(3)
REGULARIZATION = 1e-18
"""The regularisation e: cosines of the angles below its square root count as zero."""
WIDTH, ROW = 3, 4
TRIG = 6
"""Number of values per crank: sine and cosine of its angle, and of h and k of the coupler to the next crank."""
ROUNDS = 4
CLOSURE_TOLERANCE = 1e-25
"""Phi that counts as zero: a further iteration would change nothing."""


def bars_at(i: int, loops: int) -> int:
    """Return the number of bars that end at B_i."""
    return 2 if i == 0 or i == loops else 3


def unknown_index(i: int) -> int:
    """Return the index of phi_i among the unknowns; coupler i is at 2 i + 2."""
    return 2 * i - 1 if i > 0 else 0


def bar_rates(y: Floats, trig: Floats) -> None:
    """Write sines and cosines of the angles into trig, (N + 1, TRIG)."""
    cranks = len(trig) // TRIG
    for i in range(cranks):
        trig[TRIG * i], trig[TRIG * i + 1] = sincos(y[i])
    for i in range(cranks - 1):
        half = 0.5 * (y[i + 1] - y[i])
        trig[TRIG * i + 2], trig[TRIG * i + 3] = sincos(half)
        trig[TRIG * i + 4], trig[TRIG * i + 5] = sincos(y[i] + half)


def closure(trig: Floats, i: int) -> float:
    """Return Phi_i."""
    s_h, c_k = trig[TRIG * i + 2], trig[TRIG * i + 5]
    return 2.0 * s_h * (c_k + s_h)


def gradient(trig: Floats, i: int) -> tuple[float, float]:
    """Return the derivatives of Phi_i by phi_i and by phi_{i+1}."""
    across = 2.0 * trig[TRIG * i + 2] * trig[TRIG * i + 3]
    return -trig[TRIG * i + 1] - across, trig[TRIG * i + 7] + across


def closure_error(trig: Floats, i: int, v: float, v_next: float) -> float:
    """Return the rate of Phi_i."""
    return gradient(trig, i)[1] * (v_next - v) - 2.0 * trig[TRIG * i + 4] * trig[TRIG * i + 2] * v


def assemble(trig: Floats, band: Floats) -> None:
    """Write the matrix for `solve_banded`."""
    loops = len(trig) // TRIG - 1
    for i in range(len(band)):
        band[i] = 0.0
    for i in range(loops + 1):
        band[unknown_index(i) * ROW] = bars_at(i, loops) / 3.0
    for i in range(loops):
        s_h = trig[TRIG * i + 2]
        here, after = gradient(trig, i)
        following, coupler = unknown_index(i + 1), 2 * i + 2
        band[following * ROW + following - unknown_index(i)] = (1.0 - 2.0 * s_h * s_h) / 6.0
        band[coupler * ROW] = -REGULARIZATION
        band[coupler * ROW + coupler - unknown_index(i)] = here
        band[coupler * ROW + coupler - following] = after


def solve_accelerations(y: Floats, p: Floats, trig: Floats, x: Floats) -> None:
    """Write accelerations and tensions, in the order of the unknowns, into x (2 N + 1). trig (N + 1, TRIG): scratch."""
    loops = len(trig) // TRIG - 1
    band = scratch(ROW * (2 * loops + 1))
    bar_rates(y, trig)
    assemble(trig, band)
    fall = p[GRAVITY] / p[LENGTH]
    for i in range(loops + 1):
        x[unknown_index(i)] = 0.5 * bars_at(i, loops) * fall * trig[TRIG * i]
    for i in range(loops):
        s, s_h, c_h, c_k = trig[TRIG * i], trig[TRIG * i + 2], trig[TRIG * i + 3], trig[TRIG * i + 5]
        v, v_next = y[loops + 1 + i], y[loops + 2 + i]
        across = s_h * c_h / 3.0
        x[unknown_index(i)] += across * v_next * v_next
        x[unknown_index(i + 1)] -= across * v * v
        apart = (s * (v_next + v) - (1.0 - 2.0 * s_h * s_h) * (v_next - v)) * (v_next - v)
        x[2 * i + 2] = apart + 2.0 * c_k * s_h * v_next * v_next
    solve_banded(band, x, 2 * loops + 1, WIDTH)


def move(t: float, y: Floats, p: Floats, dy: Floats) -> None:
    """Write the rates and accelerations of the angles, for the closed linkage nearest to y.

    A method may leave the loops a little open between its steps. Where all bars come to lie in one line that would
    grow beyond all bounds, were the motion not that of closed loops at each evaluation.
    """
    cranks = len(y) // 2
    room = scratch((TRIG + 4) * cranks)
    trig, rest = room[0 : TRIG * cranks], room[TRIG * cranks : (TRIG + 4) * cranks]
    x, closed = rest[0 : 2 * cranks - 1], rest[2 * cranks : 4 * cranks]
    for i in range(2 * cranks):
        closed[i] = y[i]
    project_to_closure(closed, p)
    solve_accelerations(closed, p, trig, x)
    for i in range(cranks):
        dy[i] = closed[cranks + i]
        dy[cranks + i] = x[unknown_index(i)]


def project_to_closure(y: Floats, p: Floats) -> None:
    """Close the loops: set the nearest angles, then the nearest rates, in the metric of the kinetic energy."""
    cranks = len(y) // 2
    loops, size = cranks - 1, 2 * cranks - 1
    room = scratch(TRIG * cranks + (1 + ROW) * size)
    trig, rest = room[0 : TRIG * cranks], room[TRIG * cranks : TRIG * cranks + (1 + ROW) * size]
    x, band = rest[0:size], rest[size : (1 + ROW) * size]
    for turn in range(ROUNDS + 1):
        bar_rates(y, trig)
        worst = 0.0
        for i in range(size):
            x[i] = 0.0
        for i in range(loops):
            x[2 * i + 2] = -closure(trig, i)
            worst = max(worst, abs(x[2 * i + 2]))
        if worst <= CLOSURE_TOLERANCE or turn == ROUNDS:
            break
        assemble(trig, band)
        solve_banded(band, x, size, WIDTH)
        for i in range(cranks):
            y[i] += x[unknown_index(i)]
    for i in range(size):
        x[i] = 0.0
    for i in range(loops):
        x[2 * i + 2] = -closure_error(trig, i, y[cranks + i], y[cranks + i + 1])
    assemble(trig, band)
    solve_banded(band, x, size, WIDTH)
    for i in range(cranks):
        y[cranks + i] += x[unknown_index(i)]
