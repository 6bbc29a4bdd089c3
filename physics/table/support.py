"""Convex bodies of revolution by their support function h(theta), the distance of a tangent plane from the origin.

theta is the tilt of the axis at which that plane is the table, cos theta = gamma_3: the outward normal there is
(sin theta, -cos theta) in the meridian plane (r, z), and h'' + h >= 0 is the radius of curvature of the meridian.
Source: Schneider, Convex Bodies: The Brunn-Minkowski Theory (2014), 1.7.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from physics.bodies.inertia import Inertia, swept
from physics.maths import array_trig, dense, rounded
from physics.maths.quadrature import gauss_legendre
from physics.maths.rounded import square
from physics.shapes.outlines import Outline

Array = NDArray[np.float64]
Support = Callable[[Array], tuple[Array, Array, Array]]
"""A function that returns h, h' and h'' [m] at an array of tilts theta [rad]."""


def egg(equator: float, pole: float, taper: float) -> Support:
    """Return an egg: h = √(a² sin² + c² cos²) + kappa cos theta sin² theta, about the middle of its axis.

    a is its radius, 2 c its length.
    """
    kappa = egg_kappa(equator, pole, taper)

    def support(theta: Array) -> tuple[Array, Array, Array]:
        s, c = array_trig.sincos(theta)
        h = np.sqrt(square(equator * s) + square(pole * c))
        slope = (square(equator) - square(pole)) * s * c / h
        bend = square(equator * pole) / (h * h * h) - h
        s3, c3 = array_trig.sincos(3 * theta)  # cos sin² = (cos - cos 3) / 4
        more = kappa / 4 * np.array([c - c3, 3 * s3 - s, 9 * c3 - c])
        return h + more[0], slope + more[1], bend + more[2]

    return support


def egg_kappa(equator: float, pole: float, taper: float) -> float:
    """Return kappa [m] = taper a² / 2c.

    The radii of curvature at the lower and upper end of the egg are then (1 + taper) and (1 - taper) times a² / c, that
    of the spheroid with taper = 0.
    """
    return taper * square(equator) / (2 * pole)


def convex_hull(rows: Sequence[tuple[float, float]]) -> Array:
    """Return the convex hull of a meridian (r, z) and its mirror image, (n, 2), anticlockwise from the bottom."""
    points = sorted({(side * r, z) for r, z in rows for side in (1.0, -1.0)}, key=lambda point: (point[1], point[0]))
    return np.array(_chain(points)[:-1] + _chain(points[::-1])[:-1])


def _chain(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the corners of the right half of the convex hull of sorted points (Andrew's monotone chain)."""
    kept: list[tuple[float, float]] = []
    for r, z in points:
        while len(kept) > 1:
            (r1, z1), (r2, z2) = kept[-2:]
            if (r2 - r1) * (z - z1) - (z2 - z1) * (r - r1) > 0.0:
                break
            kept.pop()
        kept.append((r, z))
    return kept


def rounded_outline(rows: Sequence[tuple[float, float]], width: float) -> Support:
    """Return the convex hull of a profile (r, z) with its flat faces, cones and cylinders slightly rounded.

    A straight piece of the meridian has a single tilt, at which the contact would jump from one end to the other. Here
    it is spread over tilts within `width` [rad] on either side: it becomes an arc between the same two ends, which
    bulges by less than width / 4 of its length. Corners do not move.
    """
    corners = convex_hull(rows)
    edges = np.roll(corners, -1, axis=0) - corners
    angles = array_trig.arctan2(edges[:, 1], edges[:, 0])
    angles = np.where(angles < -width, angles + 2 * math.pi, angles)
    order = np.argsort(angles)
    r0, z0 = corners[order[0]]
    pieces = [(angles[i], math.hypot(*edges[i])) for i in order if angles[i] <= math.pi + width]

    def support(theta: Array) -> tuple[Array, Array, Array]:
        s, c = array_trig.sincos(theta)
        total = np.array([r0 * s - z0 * c, r0 * c + z0 * s, z0 * c - r0 * s])
        for angle, length in pieces:
            total += length * _arc(theta - angle, width)
        return total[0], total[1], total[2]

    return support


def truncated_sphere(radius: float, cut: float, width: float) -> Support:
    """Return a sphere without a cap of height `cut` at the top, its flat rounded as in `rounded_outline`.

    It is an exact sphere where the tilt differs by more than `width` [rad] from that of the rim of the flat. Within,
    the radius of curvature of the sphere decreases to 0 while that of the flat's arc increases to its full value.
    """
    end = rounded.acos(max(-1.0, cut / radius - 1.0))
    chord = 2.0 * rounded.sin(end)

    def support(theta: Array) -> tuple[Array, Array, Array]:
        total = _arc_integral(theta - end, width) - _arc_integral(theta + end - 2.0 * math.pi, width)
        total -= chord * _arc(theta - math.pi, width)
        total *= radius / (3.0 * width * _arc_norm(width))
        return radius - total[0], -total[1], -total[2]

    return support


def _arc_integral(u: Array, w: float) -> Array:
    """Return the integral of `_arc`'s G over u, G and G', (3, n): the sum over edges of length du each, up to u."""
    a = math.pi / w
    q, qq = 1 / (1 - a * a), 1 / (1 - 4 * a * a)
    N = _arc_norm(w)
    x = np.clip(u, -w, w)
    within = N * (1.5 * (x + w) + 2 * q / a * array_trig.sin(a * x) + 0.25 * qq / a * array_trig.sin(2 * a * x))
    within -= 0.5 / rounded.sin(w) * array_trig.sin(x + w)
    arc = _arc(u, w)
    return np.array([np.where(u >= w, 3.0 * w * N - array_trig.cos(u), within), arc[0], arc[1]])


def _arc_norm(w: float) -> float:
    """Return N of `_arc`."""
    a = math.pi / w
    return 0.5 / rounded.sin(w) / (1.5 - 2 / (1 - a * a) + 0.5 / (1 - 4 * a * a))


def _arc(u: Array, w: float) -> Array:
    """Return G, G' and G'', (3, n), with G'' + G = k(u): the part of an edge of length 1 in the support function.

    k is N (1 + cos(pi u / w))² within |u| < w, its integral with cos u being 1; then G = 0 for u <= -w and sin u for u
    >= w.
    """
    a = math.pi / w
    q, qq = 1 / (1 - a * a), 1 / (1 - 4 * a * a)
    N = _arc_norm(w)
    x = np.clip(u, -w, w)
    (sin1, cos1), (sin2, cos2) = array_trig.sincos(a * x), array_trig.sincos(2 * a * x)
    end = 0.5 / rounded.sin(w)
    within = np.array(
        [
            N * (1.5 + 2 * q * cos1 + 0.5 * qq * cos2) - end * array_trig.cos(x + w),
            -N * a * (2 * q * sin1 + qq * sin2) + end * array_trig.sin(x + w),
            -N * a * a * (2 * q * cos1 + 2 * qq * cos2) + end * array_trig.cos(x + w),
        ]
    )
    sine, cosine = array_trig.sincos(u)
    behind = np.array([sine, cosine, -sine])
    return np.where(u >= w, behind, np.where(u > -w, within, 0.0))


def offset_outline(support: Support, edge: float = 0.0, height: float = 0.0) -> Support:
    """Return the parallel surface at the distance `edge`, with h measured from the point (0, height) [m]."""

    def moved(theta: Array) -> tuple[Array, Array, Array]:
        h, slope, bend = support(theta)
        s, c = (height * each for each in array_trig.sincos(theta))
        return h + edge + c, slope - s, bend - c

    return moved


def table(support: Support, quarter: int) -> tuple[float, ...]:
    """Return rows of ten numbers for `bodies.contact`: h over an interval u of theta, by powers of the fraction of it.

    `quarter` intervals lead from the lower pole to the equator, then as many from the upper pole down to it. h is the
    spline of degree 9 through its values at their ends. Eight derivatives are continuous there, so that a method of
    order 8 keeps its order. Source: Schoenberg, Cardinal Spline Interpolation (1973), lecture 4.
    """
    n, near = 4 * quarter, np.arange(-4, 6)
    half = np.arange(2 * quarter + 1)
    h, _, _ = support(np.asarray(0.5 * math.pi / quarter * half, np.float64))
    pieces = _pieces(9)
    weights = _spline_weights(h, pieces[0])
    place = np.arange(quarter)[:, None] + near
    around = (np.array([[[0]], [[2 * quarter]]]) + np.array([[[1]], [[-1]]]) * place) % n
    rows = dense.product(weights[np.minimum(around, n - around)], pieces.T)
    rows[:, 0, 1:8:2] = 0.0  # at a pole h is even
    return tuple(rows.ravel().tolist())


def _spline_weights(h: Array, pieces: Array) -> Array:
    """Return the weights of B-splines whose sum has the values h (n,) from one pole to the other, even about both.

    pieces: the values at a knot of the splines that are not 0 there, and a 0. The matrix is banded and totally
    positive: elimination needs no pivoting (de Boor and Pinkus, Numerische Mathematik 27, 1977, 485).
    """
    n, near = len(h), np.arange(-4, 5)
    whole, found = np.zeros((n, n)), h.copy()
    places = np.abs(np.arange(n)[:, None] + near)
    places = np.where(places < n, places, 2 * (n - 1) - places)
    for place, piece in zip(places.T, pieces.tolist(), strict=False):
        whole[np.arange(n), place] += piece
    for k in range(n):
        below, beside = slice(k + 1, k + 5), slice(k + 1, k + 5)
        part = whole[below, k] / whole[k, k]
        whole[below, beside] -= part[:, None] * whole[k, beside]
        found[below] -= part * found[k]
    for k in range(n - 1, -1, -1):
        found[k] /= whole[k, k]
        found[max(k - 4, 0) : k] -= whole[max(k - 4, 0) : k, k] * found[k]
    return found


def _pieces(degree: int) -> Array:
    """Return the cardinal B-splines that are not 0 between two knots, (powers of t, splines from first to last)."""

    def piece(m: int, j: int) -> float:
        terms = (
            (-1) ** i * math.comb(degree + 1, i) * math.prod([degree - j - i] * (degree - m))
            for i in range(degree - j + 1)
        )
        return float(math.comb(degree, m) * sum(terms) / math.factorial(degree))

    return np.array([[piece(m, j) for j in range(degree + 1)] for m in range(degree + 1)])


def meridian(support: Support, theta: Array) -> Outline:
    """Return the points of contact of the tangent planes with these tilts, rows (r, z) [m]."""
    h, slope, _ = support(theta)
    s, c = array_trig.sincos(theta)
    r, z = np.maximum(h * s + slope * c, 0.0), -h * c + slope * s
    return tuple(zip(r.tolist(), z.tolist(), strict=True))


def solid_inertia(support: Support) -> Inertia:
    """Return the homogeneous body of density 1 kg/m³ with this smooth surface; z is that of the support.

    The method is Gauss-Legendre quadrature over theta, accurate to rounding for an egg.
    """
    places, weights = gauss_legendre(200)
    theta = np.asarray(0.5 * math.pi * (places + 1.0), np.float64)
    h, slope, bend = support(theta)
    s, c = array_trig.sincos(theta)
    dz = 0.5 * math.pi * weights * (h + bend) * s
    return swept(h * s + slope * c, slope * s - h * c, dz, 1.0)


def least_curvature(support: Support) -> float:
    """Return the smallest radius of curvature h + h'' of the meridian [m]; the body is convex if it is not negative."""
    h, _, bend = support(np.linspace(0.0, math.pi, 1001))
    return float(np.min(h + bend))
