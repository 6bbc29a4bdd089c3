"""The sphere |L| = const in body axes, with the polhodes of a gyrostat, its equilibria and the path of L."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from game.looks.kit.quadric_curves import join_with_gaps
from physics.maths import dense, rounded
from physics.maths.elementary import cos, sin
from physics.satellite.craft import axes_about
from physics.satellite.gyrostat import Equilibrium, equilibria

Floats64 = NDArray[np.float64]

STEP, STEPS = 0.03, 420
"""Length of a step along a polhode, in radii, and the greatest number of steps: twice round the sphere."""
FAMILY = (0.30, 0.58, 0.84)
"""Places of the polhodes between a stable equilibrium and the nearest unstable one, in the angle between them."""
BRANCH_POINTS = 193
"""Number of points of a branch of a separatrix, with the saddles at its ends."""
SAME = 1e-6
"""Relative difference of energies up to which a branch may lead from one saddle to another."""


class Polhodes:
    """The polhodes of a gyrostat on the unit sphere of the directions of L in body axes.

    inertia (3, 3) [kg m²], extra = h n (3,) and L [kg m²/s]. family, separatrix (n, 3): lines with gaps. Each line of
    the separatrix runs from an unstable equilibrium, a saddle, to one, in steps of equal length.
    """

    def __init__(self, inertia: Floats64, extra: Floats64, L: float) -> None:
        h = dense.length(extra)
        self.equilibria = equilibria(inertia, h, extra / h if h else np.array([0.0, 0.0, 1.0]), L)
        self.key = inertia.copy(), extra.copy(), L
        self._inverse, self._extra, self._L = dense.inverse(inertia), extra, L
        self.family = self._lines(self._starts())
        self.separatrix = self._separatrices()

    def holds(self, inertia: Floats64, extra: Floats64, L: float) -> bool:
        """Return whether these polhodes are near enough to those of other numbers."""
        old, before, size = self.key
        return bool(
            np.array_equal(old, inertia)
            and dense.length(before - extra) < 0.01 * max(L, size)
            and abs(L - size) < 0.01 * size
        )

    def _starts(self) -> Floats64:
        """Return points (n, 3) between each stable equilibrium and the nearest other, or the axis across it."""
        stable = [each for each in self.equilibria if each.stable]
        others = [each for each in self.equilibria if not each.stable]
        found = []
        for each in stable:
            own = each.momentum / self._L
            ends = [other.momentum / self._L for other in others] or [-own + 1e-3 * np.eye(3)[0]]
            end = max(ends, key=lambda way: float(dense.times(way, own)))
            across = end - (dense.times(end, own)) * own
            if not dense.length(across) > 1e-9:
                across = axes_about(own)[:, 0]
            across /= dense.length(across)
            angle = rounded.acos(min(max(dense.dot(end, own), -1.0), 1.0))
            found += [cos(part * angle) * own + sin(part * angle) * across for part in FAMILY]
        return np.array(found).reshape(-1, 3)

    def _separatrices(self) -> Floats64:
        """Return the curves along which L leaves unstable equilibria, to where it comes to one: (n, 3) with gaps."""
        saddles = [each for each in self.equilibria if not each.stable]
        if not saddles:
            return np.zeros((0, 3))
        ends = np.array([each.momentum / self._L for each in saddles])
        starts = np.repeat(ends, 2, axis=0)
        ways = np.concatenate([[way, -way] for way in map(self._way_out, ends)])
        energies = np.repeat([each.energy for each in saddles], 2)
        span = max(each.energy for each in self.equilibria) - min(each.energy for each in self.equilibria)
        same = np.abs(energies[:, None] - [each.energy for each in saddles]) <= SAME * max(span, 1e-300)
        rows = [starts]
        at = self._on_level(_on_sphere(starts + STEP * ways), energies)
        last = np.full(len(starts), -1)
        to = np.zeros(len(starts), int)
        for count in range(1, STEPS):
            rows.append(at)
            apart = np.where(same, np.linalg.norm(at[:, None] - ends, axis=2), np.inf)
            there = (last < 0) & (apart.min(axis=1) < STEP) & (count > 2)
            last[there], to[there] = count, apart.argmin(axis=1)[there]
            if (last >= 0).all():
                break
            middle = at + 0.5 * STEP * self._way(at)
            at = self._on_level(_on_sphere(at + STEP * self._way(middle)), energies)
        lines = np.stack(rows, axis=1)
        found = []
        for line, stop, saddle in zip(lines, last.tolist(), to.tolist(), strict=True):
            if stop >= 0:
                line = np.vstack([line[:stop], ends[saddle]])
            found.append(evenly_spaced(line, BRANCH_POINTS))
        return join_with_gaps(np.array(found))

    def _way_out(self, saddle: Floats64) -> Floats64:
        """Return the direction (3,) in which L leaves an unstable equilibrium, one of two."""
        frame = axes_about(saddle)[:, :2].T
        slope = dense.times(np.array([self._slope((saddle + 1e-5 * way)[None])[0] for way in frame]), frame.T)
        return np.asarray(dense.times(frame.T, _leaving(slope.T)))

    def _on_level(self, points: Floats64, energies: Floats64) -> Floats64:
        """Return points (n, 3) of the sphere moved to the places beside them with these energies (n,) [J]."""
        momenta = self._L * points - self._extra
        omega = dense.times(momenta, self._inverse)
        excess = 0.5 * (omega * momenta).sum(axis=1) - energies
        uphill = self._L * (omega - (omega * points).sum(axis=1)[:, None] * points)
        steepness = (uphill * uphill).sum(axis=1)
        part = np.clip(excess / np.maximum(steepness, 1e-300), -STEP, STEP)
        return _on_sphere(points - part[:, None] * uphill)

    def _slope(self, points: Floats64) -> Floats64:
        """Return l×omega at directions (n, 3) of l, of any length."""
        omega = dense.times(self._L * points - self._extra, self._inverse)
        return np.cross(points, omega)

    def _way(self, points: Floats64) -> Floats64:
        """Return the direction in which L passes points (n, 3), of length 1."""
        slope = self._slope(points)
        return np.asarray(slope / np.maximum(np.linalg.norm(slope, axis=1, keepdims=True), 1e-300))

    def _lines(self, points: Floats64) -> Floats64:
        """Return the polhodes through points (n, 3), as lines with gaps; each ends where it comes round."""
        if not len(points):
            return np.zeros((0, 3))

        rows, at = [points], points
        for _ in range(STEPS):
            middle = at + 0.5 * STEP * self._way(at)
            at = _on_sphere(at + STEP * self._way(middle))
            rows.append(at)
        lines = np.stack(rows, axis=1)
        back = np.linalg.norm(lines - lines[:, :1], axis=2)
        for line, distance in zip(lines, back, strict=True):
            away = int(np.argmax(distance > 2.0 * STEP))
            near = np.flatnonzero(distance[away:] < 0.75 * STEP) if away else np.zeros(0, int)
            if len(near):
                line[away + near[0]] = line[0]
                line[away + near[0] + 1 :] = np.nan
        return join_with_gaps(lines)


def evenly_spaced(line: Floats64, count: int) -> Floats64:
    """Return so many points of a line (n, 3) on the unit sphere, at equal distances; its ends are kept exactly."""
    lengths = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1)))
    at = np.linspace(0.0, lengths[-1], count)
    points = _on_sphere(np.stack([np.interp(at, lengths, part) for part in line.T], axis=1))
    points[0], points[-1] = line[0], line[-1]
    return points


def _on_sphere(points: Floats64) -> Floats64:
    return np.asarray(points / np.linalg.norm(points, axis=1, keepdims=True))


def split(found: list[Equilibrium], L: float) -> tuple[Floats64, Floats64]:
    """Return the directions (n, 3) of the stable and of the unstable equilibria."""
    ways = [
        np.array([each.momentum / L for each in found if each.stable is kind]).reshape(-1, 3) for kind in (True, False)
    ]
    return ways[0], ways[1]


def _leaving(slope: Floats64) -> Floats64:
    """Return the unit vector (2,) along which x' = slope x (2, 2) leaves a saddle: of the larger eigenvalue."""
    (a, b), (c, d) = slope.tolist()
    half = 0.5 * (a - d)
    rate = 0.5 * (a + d) + math.sqrt(max(half * half + b * c, 0.0))
    way = max(np.array([b, rate - a]), np.array([rate - d, c]), key=dense.length)
    return np.asarray(way / dense.length(way))
