"""Explicit Runge-Kutta methods that choose parts of a step by their own estimate of the error.

They start each step afresh with the whole of it, and the last part ends exactly where the step ends: how steps
are grouped does not matter, and a run goes on from a snapshot bit for bit.
"""

from __future__ import annotations

from math import sqrt

from physics.fields import Parameter
from physics.integrator import Integrator, Rate, call
from physics.system import Floats

MOST_PARTS = 10_000
"""Tries within one step, after which the tolerance is out of reach."""
SAFETY, SMALLEST_FACTOR, LARGEST_FACTOR = 0.9, 0.2, 4.0

Row = tuple[float, ...]
"""Of a table; A holds the rows below the diagonal one after the other."""

# Kutta's method with h (stages 1 to 4) and twice with h/2 (stages 1, 5 to 11), with z the result of the latter:
# E = (z - result with h) / 15 estimates its error, and z + E is of order 5.
# fmt: off
RK4_A = (
    1/2,
    0.0, 1/2,
    0.0, 0.0, 1.0,
    1/4, 0.0, 0.0, 0.0,
    0.0, 0.0, 0.0, 0.0, 1/4,
    0.0, 0.0, 0.0, 0.0, 0.0, 1/2,
    1/12, 0.0, 0.0, 0.0, 1/6, 1/6, 1/12,
    1/12, 0.0, 0.0, 0.0, 1/6, 1/6, 1/12, 1/4,
    1/12, 0.0, 0.0, 0.0, 1/6, 1/6, 1/12, 0.0, 1/4,
    1/12, 0.0, 0.0, 0.0, 1/6, 1/6, 1/12, 0.0, 0.0, 1/2,
)
RK4_B = (7/90, -1/45, -1/45, -1/90, 8/45, 8/45, 4/45, 4/45, 8/45, 8/45, 4/45)
RK4_C = (0.0, 1/2, 1/2, 1.0, 1/4, 1/4, 1/2, 1/2, 3/4, 3/4, 1.0)
RK4_E = (-1/180, -1/45, -1/45, -1/90, 1/90, 1/90, 1/180, 1/180, 1/90, 1/90, 1/180)
RK4_F = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

# Dormand and Prince's method of order 8 with error estimates E of order 5 and F of order 3 (Hairer's DOP853).
DOP853_A = (
    0.05260015195876773,
    0.0197250569845379, 0.0591751709536137,
    0.02958758547680685, 0.0, 0.08876275643042054,
    0.2413651341592667, 0.0, -0.8845494793282861, 0.924834003261792,
    0.037037037037037035, 0.0, 0.0, 0.17082860872947386,
    0.12546768756682242,
    0.037109375, 0.0, 0.0, 0.17025221101954405,
    0.06021653898045596, -0.017578125,
    0.03709200011850479, 0.0, 0.0, 0.17038392571223998,
    0.10726203044637328, -0.015319437748624402, 0.008273789163814023,
    0.6241109587160757, 0.0, 0.0, -3.3608926294469414,
    -0.868219346841726, 27.59209969944671, 20.154067550477894, -43.48988418106996,
    0.47766253643826434, 0.0, 0.0, -2.4881146199716677,
    -0.590290826836843, 21.230051448181193, 15.279233632882423, -33.28821096898486,
    -0.020331201708508627,
    -0.9371424300859873, 0.0, 0.0, 5.186372428844064,
    1.0914373489967295, -8.149787010746927, -18.52006565999696, 22.739487099350505,
    2.4936055526796523, -3.0467644718982196,
    2.273310147516538, 0.0, 0.0, -10.53449546673725,
    -2.0008720582248625, -17.9589318631188, 27.94888452941996, -2.8589982771350235,
    -8.87285693353063, 12.360567175794303, 0.6433927460157636,
)
DOP853_B = (
    0.054293734116568765, 0.0, 0.0, 0.0,
    0.0, 4.450312892752409, 1.8915178993145003, -5.801203960010585,
    0.3111643669578199, -0.1521609496625161, 0.20136540080403034, 0.04471061572777259,
)
DOP853_C = (
    0.0, 0.05260015195876773, 0.0789002279381516, 0.1183503419072274,
    0.2816496580927726, 0.3333333333333333, 0.25, 0.3076923076923077,
    0.6512820512820513, 0.6, 0.8571428571428571, 1.0,
)
DOP853_E = (
    0.01312004499419488, 0.0, 0.0, 0.0,
    0.0, -1.2251564463762044, -0.4957589496572502, 1.6643771824549864,
    -0.35032884874997366, 0.3341791187130175, 0.08192320648511571, -0.022355307863886294,
)
DOP853_F = (
    -0.18980075407240762, 0.0, 0.0, 0.0,
    0.0, 4.450312892752409, 1.8915178993145003, -5.801203960010585,
    -0.4226823213237919, -0.1521609496625161, 0.20136540080403034, 0.02265179219836082,
)
# fmt: on


def _trial(
    rate: Rate, t: float, h: float, y: Floats, p: Floats, new: Floats, w: Floats, A: Row, B: Row, C: Row
) -> None:
    """One part of h from y at t into `new`; the slopes stay in w."""
    n, stages = len(y), len(B)
    first = 0
    for i in range(stages):
        for q in range(n):
            new[q] = 0.0
        for j in range(i):
            a = A[first + j]
            if a != 0.0:
                for q in range(n):
                    new[q] += a * w[j * n + q]
        for q in range(n):
            new[q] = y[q] + h * new[q]
        call(rate, t + C[i] * h, new, p, w[i * n : i * n + n])
        first += i
    for q in range(n):
        total = 0.0
        for i in range(stages):
            total += B[i] * w[i * n + q]
        new[q] = y[q] + h * total


def _error(h: float, y: Floats, new: Floats, s: Floats, w: Floats, E: Row, F: Row) -> float:
    """The estimated error in units of what is allowed, the root of the mean square over positions and rates alike.

    Allowed is atol + rtol |y|. With both estimates e and f it is e² / sqrt(e² + f²/100), of the order of the method
    (Hairer, Norsett, Wanner, Solving ODEs I, II.10); with F = 0 it is e.
    """
    n = len(y)
    square_e, square_f = 0.0, 0.0
    for q in range(n):
        e, f = 0.0, 0.0
        for i in range(len(E)):
            e += E[i] * w[i * n + q]
            f += F[i] * w[i * n + q]
        before, after = abs(y[q]), abs(new[q])
        allowed = s[1] + s[0] * (after if after > before else before)
        e, f = e / allowed, f / allowed
        square_e += e * e
        square_f += f * f
    both = square_e + 0.01 * square_f
    return abs(h) * square_e / sqrt(both * n) if both > 0.0 else both


def _root(x: float, degree: int) -> float:
    """The root of x > 0 by Newton's iteration from above, without the C library's power."""
    root = x if x > 1.0 else 1.0
    while True:
        power = 1.0
        for _ in range(degree - 1):
            power *= root
        closer = root - (root - x / power) / degree
        if not closer < root:
            return root
        root = closer


def _factor(error: float, degree: int) -> float:
    """What to multiply a part by, after an error that grows with its power `degree`."""
    smallest, largest = SAFETY / LARGEST_FACTOR, SAFETY / SMALLEST_FACTOR
    low, high = 1.0, 1.0
    for _ in range(degree):
        low *= smallest
        high *= largest
    if error <= low:
        return LARGEST_FACTOR
    if error >= high:
        return SMALLEST_FACTOR
    return SAFETY / _root(error, degree)


def _adaptive(
    rate: Rate,
    t: float,
    h: float,
    steps: int,
    y: Floats,
    p: Floats,
    s: Floats,
    w: Floats,
    table: tuple[Row, Row, Row, Row, Row],
    degree: int,
) -> int:
    """Steps made of as many parts as the tolerances s = (rtol, atol) ask for."""
    A, B, C, E, F = table
    n, stages = len(y), len(B)
    here, new, slopes = w[0:n], w[n : 2 * n], w[2 * n : (2 + stages) * n]
    for step in range(steps):
        now = t + step * h
        for q in range(n):
            here[q] = y[q]
        passed, part = 0.0, h
        arrived = False
        for _ in range(MOST_PARTS):
            last = passed + part >= h
            if last:
                part = h - passed
            _trial(rate, now + passed, part, here, p, new, slopes, A, B, C)
            error = _error(part, here, new, s, slopes, E, F)
            if error - error != 0.0:  # infinite or not a number
                return step
            if error <= 1.0:
                for q in range(n):
                    here[q] = new[q]
                if last:
                    arrived = True
                    break
                passed += part
            part *= _factor(error, degree)
        if not arrived:
            return step
        for q in range(n):
            y[q] = here[q]
    return steps


RK4_TABLE = (RK4_A, RK4_B, RK4_C, RK4_E, RK4_F)
DOP853_TABLE = (DOP853_A, DOP853_B, DOP853_C, DOP853_E, DOP853_F)


def rk4_adaptive(
    rate: Rate, t: float, h: float, steps: int, y: Floats, p: Floats, s: Floats, w: Floats, lanes: int
) -> int:
    """Kutta's method with h and twice with h/2; the difference chooses h, and corrects the result to order 5.

    The idea is Dournac's (Simulation Pendule triple, 7), whose controller fails: at rest the error is 0 and its step
    infinite; an error that nears its bound from above is tried again for ever. Here the factor is SAFETY times the
    fifth root, within bounds, in a loop. Hairer, Norsett, Wanner, Solving ODEs I, II.4.
    """
    return _adaptive(rate, t, h, steps, y, p, s, w, RK4_TABLE, 5)


def dop853(rate: Rate, t: float, h: float, steps: int, y: Floats, p: Floats, s: Floats, w: Floats, lanes: int) -> int:
    """Dormand and Prince's pair of order 8, with Hairer's estimate. Hairer, Norsett, Wanner, Solving ODEs I, II.10."""
    return _adaptive(rate, t, h, steps, y, p, s, w, DOP853_TABLE, 8)


SETTINGS = (
    Parameter(
        name="rtol",
        symbol="δ",
        default=1e-9,
        unit="",
        low=1e-14,
        high=1e-2,
        log=True,
        meaning="error allowed in a part of a step, relative to the state",
    ),
    Parameter(
        name="atol",
        symbol="ε",
        default=1e-12,
        unit="",
        low=1e-16,
        high=1.0,
        log=True,
        meaning="error allowed in a part of a step beside that, in the units of the state",
    ),
)

INTEGRATORS = (
    Integrator(
        name="rk4-adaptive",
        title="Adaptive RK4",
        order=5,
        kind="adaptive",
        evaluations=len(RK4_B),
        about=(
            "Each step once whole and once in halves: the difference is the error, chooses how many parts a step "
            "needs, and corrects the result. Hairer et al., Solving ODEs I, II.4."
        ),
        kernel=rk4_adaptive,
        workspace=len(RK4_B) + 2,
        side_by_side=False,
        settings=SETTINGS,
    ),
    Integrator(
        name="dop853",
        title="Dormand–Prince 8",
        order=8,
        kind="adaptive",
        evaluations=len(DOP853_B),
        about=(
            "Twelve slopes, order 8, as many parts of a step as its tolerance needs. Dormand and Prince 1980; Hairer "
            "et al., Solving ODEs I, II.10."
        ),
        kernel=dop853,
        workspace=len(DOP853_B) + 2,
        side_by_side=False,
        settings=SETTINGS,
    ),
)
