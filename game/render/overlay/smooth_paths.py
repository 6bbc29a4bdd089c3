"""Paths of points as splines: between the places where a motion was recorded they are curves instead of chords."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from game.model.frame import Array, View

PARTS = 4
"""Greatest number of parts of a chord that is replaced by a spline."""
LONG, TURN = 6.0, math.sin(math.radians(4.0))
"""Length [pixels] of a chord, and sine of a turn on the screen at one of its ends, beyond which it is replaced."""
MISS = 0.18
"""Distance [pixels] of a path from a part of a chord within which the parts are no more."""
CORNER, LOOP, SHARP = 0.5, 0.87, -0.2
"""Cosine of a turn in space that is a corner, such as a bounce: no tangent runs across it. It is none, but a part of a
narrow loop, where a neighbour turns the same way by more than the second of these, up to a turn by the last.
"""
AHEAD = 1e-6
"""Least depth of a point that has a place on the screen."""


def smooth_path(rows: Array, view: View, size: tuple[int, int]) -> Array:
    """Return a line (n, m), x y z first, with further rows between those of a path that is bent on the screen.

    Catmull-Rom splines, with lengths of chords as parameter, pass through all rows; what is beyond x y z changes
    linearly. A row of NaN interrupts the line. size: of the picture [pixels].
    """
    if len(rows) < 3:
        return rows
    counts = parts_of_chords(rows[:, :3], view, size)
    bent = np.flatnonzero(counts > 1)
    if not len(bent):
        return rows
    first = np.cumsum(counts) - counts
    found = np.repeat(rows, np.append(counts, 1), axis=0)
    change, tangents = np.diff(rows, axis=0)[bent], end_tangents(rows[:, :3], bent)
    for k in range(1, PARTS):
        on = counts[bent] > k
        part = (k / counts[bent[on]]).astype(np.float32)[:, None]
        here = rows[bent[on]] + part * change[on]
        here[:, :3] += part * (1.0 - part) * ((1.0 - part) * tangents[0][on] - part * tangents[1][on])
        found[first[bent[on]] + k] = here
    return found


def parts_of_chords(points: Array, view: View, size: tuple[int, int]) -> NDArray[np.intp]:
    """Return into how many parts each chord (n - 1,) of a path (n, 3) is divided; 1: it is straight on the screen."""
    both = np.asarray(view.view, float) @ np.asarray(view.projection, float)
    clip = points @ both[:3, [0, 1, 3]].astype(np.float32) + both[3, [0, 1, 3]].astype(np.float32)
    with np.errstate(invalid="ignore", divide="ignore"):
        depth = np.where(clip[:, 2] > AHEAD, clip[:, 2], np.nan)
        x, y = (0.5 * size[k] * (clip[:, k] / depth) for k in range(2))
    right, up = np.diff(x), np.diff(y)
    lengths = np.sqrt(right * right + up * up)
    turned = np.abs(right[:-1] * up[1:] - up[:-1] * right[1:])
    back = right[:-1] * right[1:] + up[:-1] * up[1:] < 0.0
    with np.errstate(invalid="ignore", divide="ignore"):
        sines = np.where(back, 1.0, turned / (lengths[:-1] * lengths[1:]))
    sines = np.where(np.isfinite(sines), sines, 0.0)  # where the line is lifted, or stands still
    turns = np.zeros_like(lengths)
    turns[:-1] = sines
    turns[1:] = np.maximum(turns[1:], sines)
    with np.errstate(invalid="ignore"):
        away = np.where((lengths > LONG) | (turns > TURN), 0.125 / MISS * lengths * turns, 0.0)
    return np.minimum(np.maximum(np.ceil(np.sqrt(away)), 1.0), PARTS).astype(np.intp)


def corners(ways: Array) -> NDArray[np.bool_]:
    """Return at which points between stretches of these directions (n, 3) a path has a corner, (n - 1,)."""
    cosines = np.einsum("ij,ij->i", ways[:-1], ways[1:])
    found = ~(cosines > CORNER)
    if (found & (cosines > SHARP)).any():
        axes = np.cross(ways[:-1], ways[1:])
        alike = (np.einsum("ij,ij->i", axes[:-1], axes[1:]) > 0.0) & (cosines[:-1] < LOOP) & (cosines[1:] < LOOP)
        in_loop = cosines > SHARP
        in_loop &= np.append(alike, False) | np.append(False, alike)
        found &= ~in_loop
    return np.asarray(found)


def as_of_arcs(tangents: Array) -> Array:
    """Return mean directions (n, 3) of two stretches, as long as the tangents of an arc of a circle through both.

    Their lengths are the cosines of half the turn; longer tangents keep narrow loops round.
    """
    sizes = np.sqrt(np.einsum("ij,ij->i", tangents, tangents))[:, None]
    return np.asarray(tangents * (2.0 / (sizes * (1.0 + sizes))))


def end_tangents(points: Array, chords: NDArray[np.intp]) -> tuple[Array, Array]:
    """Return by how much the tangents (k, 3) of a path (n, 3) at the start and end of chords (k,) differ from these."""
    steps = np.diff(points, axis=0)
    lengths = np.sqrt(np.einsum("ij,ij->i", steps, steps))
    with np.errstate(invalid="ignore", divide="ignore"):
        ways = steps / lengths[:, None]
        one, other = lengths[:-1, None], lengths[1:, None]
        across = np.full_like(points, np.nan)
        across[1:-1] = (other * ways[:-1] + one * ways[1:]) / (one + other)
        across[1:-1][corners(ways)] = np.nan
    way, starts, ends = ways[chords], as_of_arcs(across[chords]), as_of_arcs(across[chords + 1])
    # A free end is bent as little as the other end allows.
    at_start, at_end = np.isnan(starts[:, :1]), np.isnan(ends[:, :1])
    free_start = np.where(at_end, way, 1.5 * way - 0.5 * ends)
    free_end = np.where(at_start, way, 1.5 * way - 0.5 * starts)
    starts, ends = np.where(at_start, free_start, starts), np.where(at_end, free_end, ends)
    size = lengths[chords, None]
    return size * (starts - way), size * (ends - way)
