"""Binet's surfaces for a satellite: sphere of |L| and ellipsoid of energy in the space of L in body axes.

I is the inertia of all that turns with the body as it stands: with the balls, the moving mass at its place, and a rotor
that is held, but without the axial moment of a free one. What the parts have against the body is g:

    L = I omega + g,    g = h n + Jp sigma_p + Jr (sigma_r + s n) + mu x' e

(h n only for a rotor; s the rotor's speed, sigma of the balls against what they sit in). So L is on the sphere
|L| = const and on the ellipsoid ½ (L - g)·I⁻¹(L - g) = ½ omega·I omega, which has its middle at g and omega as its
normal there, for every satellite and at every time. Of a gyrostat without dampers g and both surfaces rest, and L
runs along the curve in which they meet (Zhukovsky 1885, Volterra 1899). Where a damper takes energy the ellipsoid
shrinks round g; without a rotor g goes to 0, until the ellipsoid touches the sphere from inside at the ends of the
axis of the largest moment.
"""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from physics.maths import array_trig, dense
from physics.maths.quaternion import to_body
from physics.satellite import equations as eq
from physics.types import Floats

Array = NDArray[np.float64]

STEP, MOST = 0.04, 700
"""Length of a step along a polhode on the unit sphere, and the greatest number of steps."""
APART = 0.1
"""Least distance between branches of a polhode that are told apart, in |L|."""
BRANCHES = 4
"""Greatest number of closed curves in which a sphere and an ellipsoid are taken to meet; there are two at most."""
ROWS, COLUMNS = 25, 48
"""Points of a grid on the sphere, from pole to pole and round it, between which branches are looked for."""
SHARPENINGS, LARGEST = 4, 0.1
"""Number of Newton steps that put points on both surfaces, and the greatest length of one, in |L|."""


class MomentumSurfaces:
    """The sphere and the ellipsoid of a satellite at a moment.

    inertia (3, 3) [kg m²]; middle (3,), that is g, and L (3,) [kg m²/s] in body axes.
    """

    def __init__(self, inertia: Array, middle: Array, L: Array) -> None:
        self.inertia, self.middle, self.L = inertia, middle, L
        self._inverse = dense.inverse(inertia)
        self.omega = dense.applied(self._inverse, L - middle)
        self.energy = 0.5 * dense.dot(self.omega, dense.applied(inertia, self.omega))

    @cached_property
    def size(self) -> float:
        """|L| [kg m²/s]."""
        return dense.length(self.L)

    @property
    def reach(self) -> float:
        """Radius of a sphere about the origin that holds both surfaces, in |L|."""
        largest = float(dense.eigen(self.inertia)[0][-1])
        return max(dense.length(self.middle) + math.sqrt(2.0 * self.energy * largest), self.size) / self.size

    def energies(self, L: Array) -> Array:
        """Return ½ (L - g)·I⁻¹(L - g) [J] for (n, 3) [kg m²/s]: it is `energy` on the ellipsoid."""
        across = L - self.middle
        return 0.5 * dense.inner(dense.product(across, self._inverse), across)

    def polhode(self, start: Array | None = None) -> Array:
        """Return the closed curve on both surfaces through a point of both, at first L, (n, 3) [kg m²/s].

        Of a steady turn it is that point alone.
        """
        at = self.L if start is None else start
        return self._sharpened(self.size * self._run(at / self.size))

    def other_branches(self, polhode: Array) -> list[Array]:
        """Return the closed curves (n, 3) [kg m²/s] in which the surfaces meet beside the one through L."""
        known = [polhode]
        candidates = self._crossings()
        while len(candidates) and len(known) < BRANCHES:
            off = np.min([dense.lengths(candidates[:, None] - line).min(axis=1) for line in known], axis=0)
            best = int(np.argmax(off))
            if not off[best] > APART * self.size:
                break
            known.append(self.polhode(candidates[best]))
        return known[1:]

    def _crossings(self) -> Array:
        """Return points (n, 3) on both surfaces, from signs along meridians of a grid on the sphere."""
        down, round_ = np.meshgrid(
            np.linspace(0.0, math.pi, ROWS), np.linspace(0.0, 2.0 * math.pi, COLUMNS, endpoint=False), indexing="ij"
        )
        (sine, cosine), (north, east) = array_trig.sincos(down), array_trig.sincos(round_)
        places = np.stack([sine * east, sine * north, cosine], axis=2)
        off = self.energies(self.size * places.reshape(-1, 3)).reshape(ROWS, COLUMNS) - self.energy
        rows, columns = np.nonzero(off[1:] * off[:-1] < 0.0)
        above, below = off[rows, columns], off[rows + 1, columns]
        part = (above / (above - below))[:, None]
        between = (1.0 - part) * places[rows, columns] + part * places[rows + 1, columns]
        return self._sharpened(self.size * between)

    def _sharpened(self, points: Array) -> Array:
        """Return points (n, 3) moved onto both surfaces, or the sphere alone where these touch."""
        square = self.size * self.size
        for _ in range(SHARPENINGS):
            slope = dense.product(points - self.middle, self._inverse)
            length = (points * points).sum(axis=1)
            # Along the sphere, then to it. Where the surfaces touch there is no way that changes the energy.
            across = slope - ((slope * points).sum(axis=1) / length)[:, None] * points
            steep = (across * across).sum(axis=1)
            step = (self.energies(points) - self.energy) / np.where(steep > 0.0, steep, 1.0)
            step *= np.abs(step) * np.sqrt(steep) < LARGEST * self.size
            points = points - step[:, None] * across
            points = points * np.sqrt(square / (points * points).sum(axis=1))[:, None]
        return points

    def _run(self, start: Array) -> Array:
        """Return points (n, 3) along L×omega on the unit sphere, by steps of one length, back to the first."""
        rows = [tuple(row) for row in self._inverse.tolist()]
        middle = tuple((self.middle / self.size).tolist())
        at: eq.Triple = tuple(start.tolist())
        (a, b, c), (d, e, f), (g, h, i) = rows

        def way(x: eq.Triple) -> eq.Triple:
            u, v, w = x[0] - middle[0], x[1] - middle[1], x[2] - middle[2]
            out = eq.crossed(x, (a * u + b * v + c * w, d * u + e * v + f * w, g * u + h * v + i * w))
            length = math.sqrt(eq.dot(out, out))
            return (out[0] / length, out[1] / length, out[2] / length) if length > 0.0 else (0.0, 0.0, 0.0)

        line, first, ahead, away = [at], at, way(at), False
        for _ in range(MOST):
            k1 = way(at)
            k2 = way(eq.mixed(at, 0.5 * STEP, k1))
            k3 = way(eq.mixed(at, 0.5 * STEP, k2))
            k4 = way(eq.mixed(at, STEP, k3))
            at = eq.mixed(eq.mixed(at, STEP / 6.0, k1), STEP / 3.0, k2)
            at = eq.mixed(eq.mixed(at, STEP / 3.0, k3), STEP / 6.0, k4)
            off = math.dist(at, first)
            away = away or off > 2.0 * STEP
            back = away and off < STEP
            if not back or eq.dot(eq.mixed(at, -1.0, first), ahead) < 0.0:
                line.append(at)
            if back:
                break
        return np.array([*line, first] if away else [first])


def momentum_surfaces(y: Floats, p: Floats) -> MomentumSurfaces:
    """Return the surfaces of a satellite with the numbers p of `physics/satellite/equations.py` at the state y."""
    rho = np.array(eq.lever(y, p))
    inertia = np.array(
        [[p[eq.I11], p[eq.I12], p[eq.I13]], [p[eq.I12], p[eq.I22], p[eq.I23]], [p[eq.I13], p[eq.I23], p[eq.I33]]]
    )
    inertia += (p[eq.JP] + p[eq.JR] + p[eq.MU] * dense.dot(rho, rho)) * np.eye(3) - p[eq.MU] * np.outer(rho, rho)
    L = np.array(to_body(y, y[eq.MOMENTUM], y[eq.MOMENTUM + 1], y[eq.MOMENTUM + 2]))
    omega = np.array(eq.angular_velocity(y, p))
    return MomentumSurfaces(inertia, L - dense.applied(inertia, omega), L)
