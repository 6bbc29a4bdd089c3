"""Dormand and Prince's method of order 8, with steps as long as the tolerance allows and an interpolant within them.

Its steps do not depend on ticks. A tick that ends inside a step reads Hairer's interpolant of order 7 there, so the
memory holds the present step: its length, the time from its end to that of the tick, its end, and the interpolant.
"""

from __future__ import annotations

from math import sqrt

from physics.core.integrator import Integrator, Rate, call
from physics.core.runge_kutta import later_stages
from physics.core.step_control import MAX_TRIALS, TOLERANCES, initial_step, step_factor
from physics.core.work import begin_step, spend
from physics.types import Floats

ORDER = 8
NEAR = 1e-9
"""Rest of a step, as a fraction of the next one, that is not looked at apart from it: rounding."""
MAX_STEP = 1.0
"""Greatest length of a step [s]: at rest there is no error to bound it."""

# The tableau of stages 2 to 12: nodes, and rows over all earlier slopes. Then rows without their zeros, with the
# numbers of their slopes. Hairer, Norsett, Wanner, Solving ODEs I, II.5, and their DOP853.
# fmt: off
C = (
    0.05260015195876773, 0.0789002279381516, 0.1183503419072274, 0.2816496580927726, 0.3333333333333333, 0.25,
    0.3076923076923077, 0.6512820512820513, 0.6, 0.8571428571428571, 1,
)
A = (
    (0.05260015195876773,),
    (0.0197250569845379, 0.0591751709536137),
    (0.02958758547680685, 0, 0.08876275643042054),
    (0.2413651341592667, 0, -0.8845494793282861, 0.924834003261792),
    (0.037037037037037035, 0, 0, 0.17082860872947386, 0.12546768756682242),
    (0.037109375, 0, 0, 0.17025221101954405, 0.06021653898045596, -0.017578125),
    (0.03709200011850479, 0, 0, 0.17038392571223998, 0.10726203044637328, -0.015319437748624402, 0.008273789163814023),
    (0.6241109587160757, 0, 0, -3.3608926294469414, -0.868219346841726, 27.59209969944671, 20.154067550477894,
     -43.48988418106996),
    (0.47766253643826434, 0, 0, -2.4881146199716677, -0.590290826836843, 21.230051448181193, 15.279233632882423,
     -33.28821096898486, -0.020331201708508627),
    (-0.9371424300859873, 0, 0, 5.186372428844064, 1.0914373489967295, -8.149787010746927, -18.52006565999696,
     22.739487099350505, 2.4936055526796523, -3.0467644718982196),
    (2.273310147516538, 0, 0, -10.53449546673725, -2.0008720582248625, -17.9589318631188, 27.94888452941996,
     -2.8589982771350235, -8.87285693353063, 12.360567175794303, 0.6433927460157636),
)
B = (
    0.054293734116568765, 4.450312892752409, 1.8915178993145003, -5.801203960010585, 0.3111643669578199,
    -0.1521609496625161, 0.20136540080403034, 0.04471061572777259,
)  # 1, 6 to 12: the result
E5 = (
    0.01312004499419488, -1.2251564463762044, -0.4957589496572502, 1.6643771824549864, -0.35032884874997366,
    0.3341791187130175, 0.08192320648511571, -0.022355307863886294,
)  # 1, 6 to 12: an error estimate of order 5
E3 = (
    -0.18980075407240762, 4.450312892752409, 1.8915178993145003, -5.801203960010585, -0.4226823213237919,
    -0.1521609496625161, 0.20136540080403034, 0.02265179219836082,
)  # 1, 6 to 12: and one of order 3

# The interpolant: three more stages (13 is the slope at the end), and four rows over the slopes.
C_DENSE = (0.1, 0.2, 0.7777777777777778)  # of stages 14 to 16
A14 = (
    0.056167502283047954, 0.25350021021662483, -0.2462390374708025, -0.12419142326381637, 0.15329179827876568,
    0.00820105229563469, 0.007567897660545699, -0.008298,
)  # 1, 7 to 13
A15 = (
    0.03183464816350214, 0.028300909672366776, 0.053541988307438566, -0.05492374857139099, -0.00010834732869724932,
    0.0003825710908356584, -0.00034046500868740456, 0.1413124436746325,
)  # 1, 6 to 8, 11 to 14
A16 = (
    -0.42889630158379194, -4.697621415361164, 7.683421196062599, 4.06898981839711, 0.3567271874552811,
    -0.0013990241651590145, 2.9475147891527724, -9.15095847217987,
)  # 1, 6 to 9, 13 to 15
D5 = (
    -8.428938276109013, 0.5667149535193777, -3.0689499459498917, 2.38466765651207, 2.117034582445028,
    -0.871391583777973, 2.2404374302607883, 0.6315787787694688, -0.08899033645133331, 18.148505520854727,
    -9.194632392478356, -4.436036387594894,
)  # 1, 6 to 16
D6 = (
    10.427508642579134, 242.28349177525817, 165.20045171727028, -374.5467547226902, -22.113666853125306,
    7.733432668472264, -30.674084731089398, -9.332130526430229, 15.697238121770845, -31.139403219565178,
    -9.35292435884448, 35.81684148639408,
)
D7 = (
    19.985053242002433, -387.0373087493518, -189.17813819516758, 527.8081592054236, -11.57390253995963,
    6.8812326946963, -1.0006050966910838, 0.7777137798053443, -2.778205752353508, -60.19669523126412,
    84.32040550667716, 11.99229113618279,
)
D8 = (
    -25.69393346270375, -154.18974869023643, -231.5293791760455, 357.6391179106141, 93.40532418362432,
    -37.45832313645163, 104.0996495089623, 29.8402934266605, -43.53345659001114, 96.32455395918828,
    -39.17726167561544, -149.72683625798564,
)
# fmt: on

# The memory: four numbers, then the interpolant's eight rows (the first is the start of the step), the end of the
# step, and the slope there.
LENGTH, LOOK, NEXT, AHEAD = 0, 1, 2, 3
"""Length of the present step [s], 0 for none; time to the next end of a step; length of the next to try; time from the
end of the present step to that of the tick."""
NUMBERS, ROWS = 4, 10


_stages = later_stages(module=__name__, name="_stages", a=A, c=C)


def _weighed(row: tuple[float, ...], k: Floats, n: int, q: int) -> float:
    """Return the weighted sum of slopes 1 and 6 to 12 of component q."""
    total = row[0] * k[q] + row[1] * k[5 * n + q] + row[2] * k[6 * n + q] + row[3] * k[7 * n + q]
    return total + row[4] * k[8 * n + q] + row[5] * k[9 * n + q] + row[6] * k[10 * n + q] + row[7] * k[11 * n + q]


def _trial(rate: Rate, t: float, h: float, y: Floats, p: Floats, s: Floats, new: Floats, k: Floats) -> float:
    """Write a step of h from y at t into `new`; return its error in units of the allowed atol + rtol |y|.

    With both estimates e and f it is e² / sqrt(e² + f²/100), of order 8, with mean squares over positions and rates
    alike. Hairer, Norsett, Wanner, Solving ODEs I, (10.17).
    """
    n = len(y)
    _stages(rate, t, h, y, p, new, k)
    square_e, square_f = 0.0, 0.0
    for q in range(n):
        new[q] = y[q] + h * _weighed(B, k, n, q)
        before, after = abs(y[q]), abs(new[q])
        allowed = s[1] + s[0] * (after if after > before else before)
        e, f = _weighed(E5, k, n, q) / allowed, _weighed(E3, k, n, q) / allowed
        square_e += e * e
        square_f += f * f
    both = square_e + 0.01 * square_f
    return abs(h) * square_e / sqrt(both * n) if both > 0.0 else both


def _interpolant(
    rate: Rate, t: float, h: float, end: Floats, slope: Floats, p: Floats, rows: Floats, z: Floats, k: Floats
) -> None:
    """Write the rows of the interpolant of a step of h from rows[0:n] at t to `end`. Hairer's DOP853, contd8.

    k: slopes 1 to 12, of which 2 to 4, no longer needed, are replaced by 14 to 16.
    """
    n = len(end)
    k6, k7, k8, k9 = k[5 * n : 6 * n], k[6 * n : 7 * n], k[7 * n : 8 * n], k[8 * n : 9 * n]
    k10, k11, k12 = k[9 * n : 10 * n], k[10 * n : 11 * n], k[11 * n : 12 * n]
    k14, k15, k16 = k[n : 2 * n], k[2 * n : 3 * n], k[3 * n : 4 * n]
    for q in range(n):
        total = A14[0] * k[q] + A14[1] * k7[q] + A14[2] * k8[q] + A14[3] * k9[q] + A14[4] * k10[q]
        z[q] = rows[q] + h * (total + A14[5] * k11[q] + A14[6] * k12[q] + A14[7] * slope[q])
    call(rate, t + C_DENSE[0] * h, z, p, k14)
    for q in range(n):
        total = A15[0] * k[q] + A15[1] * k6[q] + A15[2] * k7[q] + A15[3] * k8[q] + A15[4] * k11[q]
        z[q] = rows[q] + h * (total + A15[5] * k12[q] + A15[6] * slope[q] + A15[7] * k14[q])
    call(rate, t + C_DENSE[1] * h, z, p, k15)
    for q in range(n):
        total = A16[0] * k[q] + A16[1] * k6[q] + A16[2] * k7[q] + A16[3] * k8[q] + A16[4] * k9[q]
        z[q] = rows[q] + h * (total + A16[5] * slope[q] + A16[6] * k14[q] + A16[7] * k15[q])
    call(rate, t + C_DENSE[2] * h, z, p, k16)
    for q in range(n):
        moved = end[q] - rows[q]
        bend = h * k[q] - moved
        rows[n + q], rows[2 * n + q], rows[3 * n + q] = moved, bend, moved - h * slope[q] - bend
        rows[4 * n + q] = h * (_weighed(D5, k, n, q) + _added(D5, slope[q], k14[q], k15[q], k16[q]))
        rows[5 * n + q] = h * (_weighed(D6, k, n, q) + _added(D6, slope[q], k14[q], k15[q], k16[q]))
        rows[6 * n + q] = h * (_weighed(D7, k, n, q) + _added(D7, slope[q], k14[q], k15[q], k16[q]))
        rows[7 * n + q] = h * (_weighed(D8, k, n, q) + _added(D8, slope[q], k14[q], k15[q], k16[q]))


def _added(row: tuple[float, ...], k13: float, k14: float, k15: float, k16: float) -> float:
    """Return the weighted sum of slopes 13 to 16."""
    return row[8] * k13 + row[9] * k14 + row[10] * k15 + row[11] * k16


def _read(rows: Floats, left: float, y: Floats) -> None:
    """Write the interpolant into y at the point where the fraction `left` of the step remains."""
    n, gone = len(y), 1.0 - left
    for q in range(n):
        inner = rows[4 * n + q] + gone * (rows[5 * n + q] + left * (rows[6 * n + q] + gone * rows[7 * n + q]))
        outer = rows[n + q] + left * (rows[2 * n + q] + gone * (rows[3 * n + q] + left * inner))
        y[q] = rows[q] + gone * outer


def _tick(rate: Rate, t: float, h: float, y: Floats, p: Floats, s: Floats, w: Floats) -> bool:
    """Make one tick of h from t by steps to its end or beyond it. Return False if a step fails."""
    n = len(y)
    rows, end, slope = w[NUMBERS : NUMBERS + 8 * n], w[NUMBERS + 8 * n : NUMBERS + 9 * n], w[NUMBERS + 9 * n :][0:n]
    work = w[NUMBERS + ROWS * n :]
    new, k = work[0:n], work[n : 13 * n]
    if w[LENGTH] == 0.0:
        for q in range(n):
            end[q] = y[q]
        call(rate, t, end, p, slope)
        w[NEXT] = min(MAX_STEP, initial_step(rate, t, end, slope, p, s, new, k[0:n], ORDER))
        w[AHEAD] = 0.0
    ahead = w[AHEAD] + h
    stepped = False
    for _ in range(MAX_TRIALS):
        if ahead <= 0.0:
            break
        if not spend(w, 12.0 * n):
            return False
        part, now = w[NEXT], t + h - ahead
        for q in range(n):
            k[q] = slope[q]
        error = _trial(rate, now, part, end, p, s, new, k)
        if ahead - part == ahead:  # below the rounding of time
            return False
        w[NEXT] = min(MAX_STEP, part * step_factor(error, ORDER))
        if error <= 1.0:
            for q in range(n):
                rows[q], end[q] = end[q], new[q]
            call(rate, now + part, end, p, slope)
            w[LENGTH], ahead, stepped = part, ahead - part, True
    if ahead > 0.0:
        return False
    w[AHEAD] = ahead
    left = -ahead
    w[LOOK] = left if left > NEAR * w[NEXT] else left + w[NEXT]
    if left == 0.0:  # at the end of a step nothing is read, and nothing will be: the next tick goes beyond it
        for q in range(n):
            y[q] = end[q]
        return True
    if stepped:
        start = t + h - ahead - w[LENGTH]
        _interpolant(rate, start, w[LENGTH], end, slope, p, rows, new, k)
    _read(rows, left / w[LENGTH], y)
    return True


def dop853(rate: Rate, t: float, h: float, steps: int, y: Floats, p: Floats, s: Floats, w: Floats, lanes: int) -> int:
    """Integrate by Dormand and Prince's pair of order 8 with Hairer's error estimate and interpolant."""
    for step in range(steps):
        begin_step(w, step)
        if not _tick(rate, t + step * h, h, y, p, s, w):
            return step
    return steps


INTEGRATORS = (
    Integrator(
        name="dop853",
        title="Dormand–Prince 8",
        order=ORDER,
        kind="adaptive",
        evaluations=15,
        about=(
            "Steps of order 8 as long as the tolerance allows, over many ticks or within one; a tick inside a step "
            "reads an interpolant of order 7. Dormand and Prince 1980; Hairer et al., Solving ODEs I, II.6, II.10."
        ),
        kernel=dop853,
        workspace=13,
        memory_numbers=NUMBERS,
        memory_rows=ROWS,
        side_by_side=False,
        settings=TOLERANCES,
    ),
)
