"""The air on a sphere: wind, drag, Magnus force.

Barmaz, Martelli, Piguet 2021, (1.2) and (1.3): F_t = ½ C_d A rho v², F_M = ½ pi r³ rho omega v across v, v being the
velocity in the air; omega in rad/s (erratum 8), positive for topspin, which pushes down. F_M does no work in still air
(erratum 7).
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import sqrt

from physics.maths import rounded
from physics.maths.power import log, power
from physics.trebuchet.machine import DRAG, DRAG_LAW, MAGNUS, REYNOLDS, TABLE, WIND_X, WIND_Y
from physics.types import Floats

GIVEN, SPHERE, SUBCRITICAL, BY_TABLE = 0.0, 1.0, 2.0, 3.0
"""Drag laws: constant C_d; by the Reynolds number, that of a smooth sphere with its drag crisis or without, a table."""
MIN_REYNOLDS = 1e-6
"""Smallest Reynolds number used in the drag laws."""
CURVE_POINTS = 100
"""Least number of parts into which the curve through a table is divided."""


def sphere_drag(reynolds: float) -> float:
    """Return C_d of a smooth sphere, up to a Reynolds number of 10⁶ or so; the drag crisis is near 3·10⁵.

    Morrison, An Introduction to Fluid Mechanics (Cambridge 2013), fig. 8.13; its third term is multiplied out.
    """
    a, b, c = reynolds / 5.0, reynolds / 2.63e5, reynolds / 1e6
    b2 = b * b
    b8 = (b2 * b2) * (b2 * b2)
    crisis = 0.411 * power(b, 0.06) / (1.0 + b8)
    slow = 2.6 * a / (1.0 + power(a, 1.52))
    return 24.0 / reynolds + slow + crisis + 0.25 * c / (1.0 + c)


def subcritical_drag(reynolds: float) -> float:
    """Return C_d of a smooth sphere before the drag crisis, 0.42 at large Reynolds numbers.

    Clift and Gauvin, The motion of particles in turbulent gas streams, Proc. Chemeca '70, 1 (1970), 14: Schiller and
    Naumann's law with a term for Newton's range; given for Reynolds numbers up to 3·10⁵.
    """
    newton = 0.42 / (1.0 + 42500.0 * power(reynolds, -1.16))
    return 24.0 / reynolds * (1.0 + 0.15 * power(reynolds, 0.687)) + newton


def tabulated_drag(reynolds: float, p: Floats) -> float:
    """Return C_d from the table in p: a cubic in log Re between two rows, and constant beyond the outer ones."""
    x, _ = log(reynolds)
    at, last = TABLE + 1, TABLE + 1 + 3 * (int(p[TABLE]) - 1)
    if x <= p[at]:
        return p[at + 1]
    if x >= p[last]:
        return p[last + 1]
    while x > p[at + 3]:
        at += 3
    h = p[at + 3] - p[at]
    s = (x - p[at]) / h
    r = 1.0 - s
    ends = r * r * (1.0 + 2.0 * s) * p[at + 1] + s * s * (1.0 + 2.0 * r) * p[at + 4]
    return ends + h * s * r * (r * p[at + 2] - s * p[at + 5])


def table(rows: Sequence[tuple[float, float]]) -> tuple[float, ...]:
    """Return what p holds of rows (Re, C_d): their number, and of each log Re, C_d and its slope."""
    x, c = [log(reynolds)[0] for reynolds, _ in rows], [drag for _, drag in rows]
    found = [float(len(rows))]
    for row in zip(x, c, monotone_slopes(x, c), strict=True):
        found += row
    return tuple(found)


@lru_cache(maxsize=4)
def drag_curve(rows: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    """Return points (Re, C_d) of `tabulated_drag` from the first row of a table to the last, with all rows."""
    p: Floats = memoryview(array("d", [*[0.0] * TABLE, *table(rows)]))
    whole, found = rounded.log(rows[-1][0] / rows[0][0]), [rows[0]]
    for (first, _), (last, drag) in pairwise(rows):
        steps = math.ceil(CURVE_POINTS * rounded.log(last / first) / whole)
        between = (first * rounded.power(last / first, k / steps) for k in range(1, steps))
        found += [*((reynolds, tabulated_drag(reynolds, p)) for reynolds in between), (last, drag)]
    return tuple(found)


def monotone_slopes(x: Sequence[float], c: Sequence[float]) -> list[float]:
    """Return the slopes with which cubics through the points rise and fall only where the points do.

    Fritsch and Butland, A method for constructing local monotone piecewise cubic interpolants, SIAM J. Sci. Stat.
    Comput. 5 (1984), 300: a weighted harmonic mean of the slopes on both sides, 0 at an extremum; at the ends the
    parabola through three points, limited alike.
    """
    h = [b - a for a, b in pairwise(x)]
    rise = [(b - a) / step for (a, b), step in zip(pairwise(c), h, strict=True)]
    if len(rise) == 1:
        return [rise[0], rise[0]]
    inner = []
    for (h0, h1), (d0, d1) in zip(pairwise(h), pairwise(rise), strict=True):
        w0, w1 = 2.0 * h1 + h0, h1 + 2.0 * h0
        inner.append((w0 + w1) / (w0 / d0 + w1 / d1) if d0 * d1 > 0.0 else 0.0)
    return [_end_slope(h[0], h[1], rise[0], rise[1]), *inner, _end_slope(h[-1], h[-2], rise[-1], rise[-2])]


def _end_slope(h0: float, h1: float, d0: float, d1: float) -> float:
    """Return the slope at an end: h, d are the lengths and slopes of the first and the second interval from there."""
    slope = ((2.0 * h0 + h1) * d0 - h0 * d1) / (h0 + h1)
    if slope * d0 <= 0.0:
        return 0.0
    return 3.0 * d0 if d0 * d1 <= 0.0 and abs(slope) > 3.0 * abs(d0) else slope


def drag_force(v_x: float, v_y: float, p: Floats) -> tuple[float, float]:
    """Return the drag on the stone, x and y [N]."""
    r_x, r_y = v_x - p[WIND_X], v_y - p[WIND_Y]
    speed = sqrt(r_x * r_x + r_y * r_y)
    drag, law = p[DRAG] * speed, p[DRAG_LAW]
    if law != GIVEN:
        reynolds = p[REYNOLDS] * speed
        reynolds = reynolds if reynolds > MIN_REYNOLDS else MIN_REYNOLDS
        if law == SPHERE:
            drag *= sphere_drag(reynolds)
        else:
            drag *= subcritical_drag(reynolds) if law == SUBCRITICAL else tabulated_drag(reynolds, p)
    return -drag * r_x, -drag * r_y


def air_force(v_x: float, v_y: float, p: Floats) -> tuple[float, float]:
    """Return the force of the air on the stone in flight, x and y [N]."""
    F_x, F_y = drag_force(v_x, v_y, p)
    return F_x + p[MAGNUS] * (v_y - p[WIND_Y]), F_y - p[MAGNUS] * (v_x - p[WIND_X])
