"""Contact of a convex body with a horizontal table: the contact point X from the centre of mass G, in body axes.

The vertical in body axes is gamma = Rᵀk; the contact point is the one furthest along -gamma. With the
height of G above the table as a function h of the tilt theta (cos theta = gamma_3), a body of revolution touches at

    X = -r(theta) e + z(theta) e3,  r = h sin theta + h' cos theta,  z = -h cos theta + h' sin theta,

where e is the direction of gamma across the axis; the radii of curvature of its surface there are h + h'' along the
meridian and r / sin theta across it. Source: the envelope of the tangent planes, e.g. Schneider, Convex Bodies, 1.7.

`contact_point` is scalar arithmetic on a flat list p of numbers, whose indices are defined here; the p of every system
that rolls or slides on a table begins with them.
"""

from __future__ import annotations

import math

from physics.maths.trig import arctan2
from physics.types import Floats

MASS, GRAVITY = 0, 1
INERTIA = 2
"""Index of I11, I22, I33, I12, I13, I23, the inertia matrix about G."""
KIND = 8
FIRST = 9
"""Index of the six numbers that define the shape, described in `contact_point`."""
SYSTEM_NUMBERS = 15
"""Index of the first number of the system itself; a table of h follows the system's numbers."""

SPHERE, ELLIPSOID, RING, TURNED, EGG, TWO_BALLS = 0.0, 1.0, 2.0, 3.0, 4.0, 5.0

FLAT = 1e-4
"""Angle [rad] from lying flat below which a ring touches with half its rim at once."""
ON_AXIS = 1e-9
"""Value of sin theta below which a body of revolution stands on its axis, to rounding."""

Six = tuple[float, float, float, float, float, float]


def contact_point(g1: float, g2: float, g3: float, d1: float, d2: float, d3: float, p: Floats) -> Six:
    """Return the contact point X [m] and its velocity V [m/s] in body axes, from gamma (a unit vector) and its rate d.

    p[KIND] selects the surface and p[FIRST:] holds its numbers: SPHERE: radius R, height R alpha of its centre over G
    on axis 3. ELLIPSOID: squares of its semi-axes, centre from G. RING (a disk with a round rim): radius of the circle
    in which the rim's centres lie, radius of the rim. TURNED: first place of a table, its intervals from a pole to the
    equator, radians in one of them (see `_table`). EGG: squares of its radius and half its length, its kappa, height of
    G over its middle (see `physics.table.support.egg`). TWO_BALLS: those of a SPHERE, the lower of the balls.
    """
    kind = p[KIND]
    if kind == ELLIPSOID:
        return _ellipsoid(g1, g2, g3, d1, d2, d3, p)
    if kind == RING:
        return _ring(g1, g2, g3, d1, d2, d3, p)
    if kind in (SPHERE, TWO_BALLS):
        R = p[FIRST]
        return -R * g1, -R * g2, p[FIRST + 1] - R * g3, -R * d1, -R * d2, -R * d3
    return _turned(g1, g2, g3, d1, d2, d3, p)


def tilt_margin(g1: float, g2: float, g3: float, p: Floats) -> float:
    """Return the angle of a ring from lying flat, less FLAT [rad]; of two balls gamma_3; 1 for other shapes."""
    if p[KIND] == RING:
        return math.sqrt(g1 * g1 + g2 * g2) - FLAT
    if p[KIND] == TWO_BALLS:
        return g3
    return 1.0


def why_flat(p: Floats) -> str:
    """Return the message of a body whose `tilt_margin` is not positive, which touches in more than a point."""
    if p[KIND] == TWO_BALLS:
        return "the upper ball touches the table, too: both cannot roll without slip (see sliding-body)"
    return "the disk lies flat on the table, where half its rim touches at once"


def _ellipsoid(g1: float, g2: float, g3: float, d1: float, d2: float, d3: float, p: Floats) -> Six:
    """Return X = c - D²gamma / s with s = √(gammaᵀ D² gamma); V = -(D² d - D²gamma (gammaᵀ D² d) / s²) / s."""
    a1, a2, a3 = p[FIRST], p[FIRST + 1], p[FIRST + 2]
    n1, n2, n3 = a1 * g1, a2 * g2, a3 * g3
    square = n1 * g1 + n2 * g2 + n3 * g3
    s = math.sqrt(square)
    along = (n1 * d1 + n2 * d2 + n3 * d3) / square
    return (
        p[FIRST + 3] - n1 / s,
        p[FIRST + 4] - n2 / s,
        p[FIRST + 5] - n3 / s,
        (n1 * along - a1 * d1) / s,
        (n2 * along - a2 * d2) / s,
        (n3 * along - a3 * d3) / s,
    )


def _ring(g1: float, g2: float, g3: float, d1: float, d2: float, d3: float, p: Floats) -> Six:
    """Return X = -R e - rho gamma with e = (gamma_1, gamma_2, 0) / sin theta; e = 0 if it lies flat."""
    R, rho = p[FIRST], p[FIRST + 1]
    s = math.sqrt(g1 * g1 + g2 * g2)
    if s < ON_AXIS:
        return -rho * g1, -rho * g2, -rho * g3, -rho * d1, -rho * d2, -rho * d3
    e1, e2 = g1 / s, g2 / s
    turn = R * (e1 * d2 - e2 * d1) / s
    return -R * e1 - rho * g1, -R * e2 - rho * g2, -rho * g3, turn * e2 - rho * d1, -turn * e1 - rho * d2, -rho * d3


def _turned(g1: float, g2: float, g3: float, d1: float, d2: float, d3: float, p: Floats) -> Six:
    """Return X and V of a body of revolution by its h(theta); at the poles r / sin theta = h + h''."""
    s = math.sqrt(g1 * g1 + g2 * g2)
    h, slope, bend = _egg(s, g3, p) if p[KIND] == EGG else _table(s, g3, p)
    meridian = h + bend
    if s < ON_AXIS:
        return -meridian * g1, -meridian * g2, -h * g3, -meridian * d1, -meridian * d2, 0.0
    e1, e2 = g1 / s, g2 / s
    across = h + slope * g3 / s
    outwards = e1 * d1 + e2 * d2
    tilting = g3 * outwards - s * d3
    more = (across - meridian) * g3 * tilting
    return (
        -across * g1,
        -across * g2,
        slope * s - h * g3,
        more * e1 - across * d1,
        more * e2 - across * d2,
        meridian * s * tilting,
    )


def _egg(s: float, c: float, p: Floats) -> tuple[float, float, float]:
    """Return h, h' and h'' of `physics.table.support.egg` at the tilt with sine s and cosine c."""
    a2, c2, kappa, z = p[FIRST], p[FIRST + 1], p[FIRST + 2], p[FIRST + 3]
    ss, cc = s * s, c * c
    w = math.sqrt(a2 * ss + c2 * cc)
    return (
        w + (kappa * ss + z) * c,
        s * ((a2 - c2) * c / w + kappa * (2.0 * cc - ss) - z),
        a2 * c2 / (w * w * w) - w + (kappa * (2.0 * cc - 7.0 * ss) - z) * c,
    )


def _table(s: float, c: float, p: Floats) -> tuple[float, float, float]:
    """Return h, h' and h'' at the tilt with sine s >= 0 and cosine c, from rows of `physics.table.support.table`.

    theta is measured from the nearer pole, so that h' / sin theta is accurate there.
    """
    first, quarter, u = int(p[FIRST]), int(p[FIRST + 1]), p[FIRST + 2]
    place = arctan2(s, abs(c)) / u
    k = int(place)
    if k >= quarter:
        k = quarter - 1
    t = place - k
    row = first + 10 * (k if c >= 0.0 else quarter + k)
    h, slope, half = p[row + 9], 0.0, 0.0
    for i in range(8, -1, -1):  # Horner's scheme for all three
        half = half * t + slope
        slope = slope * t + h
        h = h * t + p[row + i]
    return h, (slope if c >= 0.0 else -slope) / u, 2.0 * half / (u * u)
