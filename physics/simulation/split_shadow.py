"""The shadow energy of compositions of a splitting method, read from a few of their own steps.

A symplectic step of h is, but for terms smaller than any power of h, the motion of a shadow energy Ht for the time h.
Along that motion Ht = p·q' - A' with the action A. Each step of a splitting consists of motions of single parts of the
energy, of which the action is known: tau T in the motion of a kinetic part T, which is quadratic in the momenta, and
-tau V in that of a weight V. So q and A are known after 0, ±1, ... ±k steps, and their slopes at 0 are those of the
polynomial through them, up to h^(2k). The idea, with other variables, is that of Skeel and Hardy, SIAM J. Sci. Comput.
23, 2001, 1172: "Practical construction of modified Hamiltonians".

The motion of the energy itself, by a method of order 8 in finer steps, is read in the same way and taken off: of a
method of order r, what the polynomials miss is then of order h^(r + 2k), instead of h^2k.

p·q' of a body is L·omega. Its orientation is that of axes which do not spin, turned about axis 3 by the spin angle:
both are smooth where the body spins fast.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from ctypes import CFUNCTYPE, addressof, c_double, c_void_p
from math import factorial, sqrt

from physics.compiled import native
from physics.compiled.compile_unit import CompileUnit, kernel_unit
from physics.core.powers import SplitBody
from physics.core.scratch import scratch
from physics.integrators.composition import KAHAN_LI8
from physics.maths.rounded import whole_power
from physics.maths.trig import sincos
from physics.types import Floats

H, REACH, PARTS, SCALE, STAGES, FINER_STAGES, WEIGHTS, MOST_STAGES, MOST_REACH = 0, 1, 2, 3, 4, 5, 6, 17, 4
FINER_WEIGHTS = WEIGHTS + MOST_STAGES
SLOPES = FINER_WEIGHTS + MOST_STAGES
FIRST_PART = SLOPES + MOST_REACH
"""Places of the given numbers: step, k, number of parts, factor of the result, number of shares of the step, and of the
finer ones, these shares, factors of the slope, and then a and w of each part (`SplitPart`)."""
FINER = 2
"""Steps of the finer method in one step."""
PART_SIZE, MOST_PARTS = 6, 3
L, GAMMA, FRAME, SPIN, ACTION, BODY_SIZE = 0, 3, 6, 10, 11, 12
"""Places in a body on its way: L, gamma, quaternion of the axes that do not spin, spin angle, action."""
STATE_SIZE = 6


def write_split_shadow(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the shadow energy less the energy [J] into out[0]. y: L and gamma in principal axes; p: `given_numbers`."""
    body = scratch(BODY_SIZE)
    h, reach, found = p[H], int(p[REACH]), 0.0
    for way in range(4):  # forward and backward, by the method and by the finer one
        sign, finer = 1.0 - 2.0 * (way % 2), way // 2
        stages, first = int(p[STAGES + finer]), WEIGHTS + MOST_STAGES * finer
        steps, unit = (FINER, sign * h / FINER) if finer > 0 else (1, sign * h)
        _begin(body, y)
        for j in range(reach):
            for stage in range(steps * stages):
                _split_step(p[first + stage % stages] * unit, body, p)
            found += (sign if finer == 0 else -sign) * p[SLOPES + j] * _slope(body, y)
    out[0] = p[SCALE] * found / h


def _slope(body: Floats, y: Floats) -> float:
    """Return p·q - A of a body on its way, with p at its start."""
    return 2.0 * (y[0] * body[FRAME + 1] + y[1] * body[FRAME + 2] + y[2] * body[FRAME + 3]) + (
        y[2] * body[SPIN] - body[ACTION]
    )


def _begin(body: Floats, y: Floats) -> None:
    """Write a body with L and gamma of y, in axes of its own, that has done nothing."""
    for i in range(STATE_SIZE):
        body[i] = y[i]
    for i in range(FRAME, BODY_SIZE):
        body[i] = 0.0
    body[FRAME] = 1.0


def _split_step(h: float, body: Floats, p: Floats) -> None:
    """Move a body by one symmetric step of the splitting: half of the first part, the step of the others, the half."""
    last = int(p[PARTS]) - 1
    for turn in range(2 * last + 1):
        part = turn if turn <= last else 2 * last - turn
        _move(h if part == last else 0.5 * h, body, p, FIRST_PART + PART_SIZE * part)


def _move(tau: float, body: Floats, p: Floats, at: int) -> None:
    """Move a body by one part of the energy alone: L' = L × aL + gamma × w, gamma' = gamma × aL."""
    a_1, a_2, a_3, w_1, w_2, w_3 = p[at], p[at + 1], p[at + 2], p[at + 3], p[at + 4], p[at + 5]
    g_1, g_2, g_3 = body[GAMMA], body[GAMMA + 1], body[GAMMA + 2]
    body[L] += tau * (g_2 * w_3 - g_3 * w_2)
    body[L + 1] += tau * (g_3 * w_1 - g_1 * w_3)
    body[L + 2] += tau * (g_1 * w_2 - g_2 * w_1)
    L_1, L_2, L_3 = body[L], body[L + 1], body[L + 2]
    kinetic = 0.5 * (a_1 * L_1 * L_1 + a_2 * L_2 * L_2 + a_3 * L_3 * L_3)
    body[ACTION] += tau * (kinetic - (w_1 * g_1 + w_2 * g_2 + w_3 * g_3))
    if a_1 == a_2:  # about L, and then about the axis of symmetry
        size = sqrt(L_1 * L_1 + L_2 * L_2 + L_3 * L_3)
        unit = 1.0 / (size if size > 0.0 else 1.0)
        n_1, n_2, n_3, angle, spin = unit * L_1, unit * L_2, unit * L_3, tau * a_1 * size, tau * (a_3 - a_1) * L_3
    else:  # about axis 1 or 2
        n_1, n_2, n_3, spin = (1.0 if a_1 != 0.0 else 0.0), (1.0 if a_2 != 0.0 else 0.0), 0.0, 0.0
        angle = tau * (a_1 * L_1 + a_2 * L_2)
    if angle != 0.0:
        _turn_frame(body, n_1, n_2, n_3, angle)
    for about in range(2):
        if about == 1:
            n_1, n_2, n_3, angle = 0.0, 0.0, 1.0, spin
        if angle != 0.0:
            _turn_vectors(body, n_1, n_2, n_3, angle)
    body[SPIN] += spin


def _turn_frame(body: Floats, n_1: float, n_2: float, n_3: float, angle: float) -> None:
    """Rotate the axes that do not spin about a unit vector in those of the body."""
    s, c = sincos(body[SPIN])
    m_1, m_2 = c * n_1 - s * n_2, s * n_1 + c * n_2
    s, c = sincos(0.5 * angle)
    x, y, z = s * m_1, s * m_2, s * n_3
    q_w, q_x, q_y, q_z = body[FRAME], body[FRAME + 1], body[FRAME + 2], body[FRAME + 3]
    body[FRAME] = q_w * c - q_x * x - q_y * y - q_z * z
    body[FRAME + 1] = q_w * x + q_x * c + q_y * z - q_z * y
    body[FRAME + 2] = q_w * y + q_y * c + q_z * x - q_x * z
    body[FRAME + 3] = q_w * z + q_z * c + q_x * y - q_y * x


def _turn_vectors(body: Floats, n_1: float, n_2: float, n_3: float, angle: float) -> None:
    """Rotate L and gamma, as axes see them that are rotated about a unit vector by an angle."""
    s, c = sincos(angle)
    for at in (L, GAMMA):
        v_1, v_2, v_3 = body[at], body[at + 1], body[at + 2]
        along = (1.0 - c) * (n_1 * v_1 + n_2 * v_2 + n_3 * v_3)
        body[at] = c * v_1 + along * n_1 - s * (n_2 * v_3 - n_3 * v_2)
        body[at + 1] = c * v_2 + along * n_2 - s * (n_3 * v_1 - n_1 * v_3)
        body[at + 2] = c * v_3 + along * n_3 - s * (n_1 * v_2 - n_2 * v_1)


def slope_factors(reach: int) -> list[float]:
    """Return c_1 ... c_k with f'(0) h = sum of c_j (f(j h) - f(-j h)), up to h^(2 k + 1)."""
    whole = factorial(reach) * factorial(reach)
    return [(-1.0) ** (j + 1) * whole / (j * factorial(reach - j) * factorial(reach + j)) for j in range(1, reach + 1)]


def given_numbers(body: SplitBody, h: float, weights: Sequence[float], reach: int = 3) -> Floats:
    """Return the numbers that `write_split_shadow` takes: for a step h [s] of these shares, and k = reach."""
    p: Floats = memoryview(array("d", bytes(8 * (FIRST_PART + PART_SIZE * MOST_PARTS))))
    p[H], p[REACH], p[PARTS], p[STAGES], p[FINER_STAGES] = h, reach, len(body.parts), len(weights), MOST_STAGES
    # The finer method has an error of order 8, too, which is then a known part of that of the method.
    p[SCALE] = 1.0 / (1.0 - 1.0 / whole_power(FINER, 8)) if tuple(weights) == KAHAN_LI8.weights else 1.0
    p[WEIGHTS : WEIGHTS + len(weights)] = array("d", weights)
    p[FINER_WEIGHTS : FINER_WEIGHTS + MOST_STAGES] = array("d", KAHAN_LI8.weights)
    p[SLOPES : SLOPES + reach] = array("d", slope_factors(reach))
    for at, part in enumerate(body.parts):
        first = FIRST_PART + PART_SIZE * at
        p[first : first + PART_SIZE] = array("d", (*part.a, *part.w))
    return p


def split_shadow_unit() -> CompileUnit:
    """Return what compiles `write_split_shadow`."""
    return kernel_unit(write_split_shadow, STATE_SIZE)


CALL = CFUNCTYPE(None, c_double, c_void_p, c_void_p, c_void_p)
Write = Callable[[float, Floats, Floats, Floats], None]


def compiled_write() -> Write:
    """Return `write_split_shadow` as machine code, or itself where there is none."""
    try:
        code = CALL(native.function_address(split_shadow_unit()))
    except native.Unavailable:
        return write_split_shadow

    def write(t: float, y: Floats, p: Floats, out: Floats) -> None:
        code(t, *(addressof(c_double.from_buffer(each)) for each in (y, p, out)))

    return write


def composed_correction(
    body: SplitBody, h: float, weights: Sequence[float], write: Write = write_split_shadow
) -> float:
    """Return the shadow energy less the energy [J] of a splitting composed with these shares of its step h [s].

    Each part must be a weight, a rotation about axis 1 or 2, or a rotation in which axis 3 is one of symmetry.
    """
    y: Floats = memoryview(array("d", (*body.L, *body.gamma)))
    out: Floats = memoryview(array("d", [0.0]))
    write(0.0, y, given_numbers(body, h, weights), out)
    return out[0]
