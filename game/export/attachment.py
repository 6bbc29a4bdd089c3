"""How the parts of a picture hang: still, on a body, between two bodies, or in none of these ways.

It is found from pictures of several states, with verification: whatever a look does, a part that is said to hang on a
body does so in all of them to rounding. Matrices are for row vectors, as everywhere in pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats64 = NDArray[np.float64]
STILL, ON_BODY, BETWEEN, RIGID, ROPE, FREE = range(6)
TOLERANCE = 3e-5
"""Greatest deviation from a fixed place, in sizes of what is fixed: pictures are in single precision."""
ASPECT = 1e-3
"""Greatest relative change of the width of what is stretched."""


class Attachment(NamedTuple):
    """How a part hangs. body: the index of the body that it hangs on. local: its place in the axes of that body.

    For STILL local is its place in the world. For BETWEEN, ends are two places (body, or -1 for the world; point (3,)),
    between which its z axis extends; local are the lengths of its x and y axes. The others hang in no simple way: RIGID
    ones keep the lengths of their three axes, ROPEs those of x and y, FREE ones none; local are these lengths.
    own: it hangs so only in runs from the scene's own start.
    """

    kind: int
    local: Floats64
    body: int = -1
    ends: tuple[tuple[int, Floats64], tuple[int, Floats64]] | None = None
    own: bool = False

    def described(self) -> dict[str, Any]:
        """Return the numbers as JSON."""
        found: dict[str, Any] = {"kind": self.kind, **({"own": True} if self.own else {})}
        if self.kind == ON_BODY:
            found["body"] = self.body
        if self.ends is not None:
            found["ends"] = [[body, *(round(float(x), 9) for x in point)] for body, point in self.ends]
            found["wide"] = [float(x) for x in self.local[:2]]
        return found

    @property
    def moves(self) -> bool:
        """True where its places must be recorded."""
        return self.kind in (RIGID, ROPE, FREE)


def attach_model(models: Sequence[Floats64], bodies: Sequence[Sequence[Floats64]]) -> Attachment:
    """Return how an instance hangs whose matrices (4, 4) at several states are `models`.

    bodies: at each state the matrices of the bodies.
    """
    stack = np.array(models, float)
    size = max(float(np.abs(stack[:, :3, :3]).max()), float(np.ptp(stack[:, 3, :3], axis=0).max()), 1e-9)
    if float(np.ptp(stack, axis=0).max()) < TOLERANCE * size or not _moves(stack):
        return Attachment(STILL, stack[0])
    for k in range(len(bodies[0])):
        local = np.array([model @ np.linalg.inv(state[k]) for model, state in zip(stack, bodies, strict=True)])
        if np.abs(local - local[0]).max() < TOLERANCE * max(1.0, float(np.abs(local[0]).max())):
            return Attachment(ON_BODY, local[0], k)
    return _stretched(stack, bodies)


def _moves(stack: Floats64) -> bool:
    return bool(np.abs(stack - stack[0]).max() > 1e-7)


def _stretched(stack: Floats64, bodies: Sequence[Sequence[Floats64]]) -> Attachment:
    """Return how a part hangs that is on no body: between two places, or in no simple way.

    The x and y axes of what hangs between two places keep their lengths and stand across: such a part is round about
    its z axis, as ropes are.
    """
    axes = stack[:, :3, :3]
    lengths = np.linalg.norm(axes, axis=2)
    inner = np.abs(np.einsum("nij,nkj->nik", axes, axes) * (1.0 - np.eye(3)))
    upright = bool(np.all(inner <= ASPECT * np.maximum(lengths[:, :, None] * lengths[:, None, :], 1e-30)))
    kept = np.ptp(lengths, axis=0) <= ASPECT * lengths.max(axis=0)
    handed = bool(np.all(np.linalg.det(axes) > 0.0))
    if upright and kept[:2].all() and not kept[2]:
        tails, tips = stack[:, 3, :3], stack[:, 3, :3] + stack[:, 2, :3]
        first, second = attach_point(tails, bodies), attach_point(tips, bodies)
        if first is not None and second is not None:
            return Attachment(BETWEEN, lengths[0], ends=(first, second))
        return Attachment(ROPE, lengths[0])
    return Attachment(RIGID if upright and handed and kept.all() else FREE, lengths[0])


def attach_point(
    places: Sequence[Floats64] | Floats64, bodies: Sequence[Sequence[Floats64]]
) -> tuple[int, Floats64] | None:
    """Return the body (-1: the world) on which a point with these places (n, 3) is fixed and its place there, or None."""
    points = np.array(places, float)
    scale = max(float(np.ptp(points, axis=0).max()), float(np.abs(points).max()), 1e-9)
    if np.abs(points - points[0]).max() < 1e-6 * scale:
        return -1, points[0]
    for k in range(len(bodies[0])):
        inverse = np.array([np.linalg.inv(state[k]) for state in bodies])
        local = np.einsum("ni,nij->nj", points, inverse[:, :3, :3]) + inverse[:, 3, :3]
        if np.abs(local - local[0]).max() < TOLERANCE * scale:
            return k, local[0]
    return None


def attach_points(
    shapes: Sequence[Floats64], bodies: Sequence[Sequence[Floats64]]
) -> tuple[int, Floats64] | None:
    """Return the body (-1: the world) on which a line with these points (n, 3) is fixed and its points there, or None.

    Rows of NaN interrupt the line.
    """
    if len({len(shape) for shape in shapes}) > 1 or not len(shapes[0]):
        return None
    lines = np.array(shapes, float)
    gaps = np.isnan(lines[0]).any(axis=1)
    if any((np.isnan(line).any(axis=1) != gaps).any() for line in lines):
        return None
    kept = lines[:, ~gaps]
    if not kept.size:
        return None
    found = attach_point(kept[:, 0], bodies)
    candidates = [-1, *range(len(bodies[0]))] if found is None else [found[0], *range(-1, len(bodies[0]))]
    scale = max(float(np.ptp(kept, axis=(0, 1)).max()), 1e-9)
    for k in candidates:
        inverse = np.array([np.eye(4) if k < 0 else np.linalg.inv(state[k]) for state in bodies])
        local = np.einsum("npi,nij->npj", kept, inverse[:, :3, :3]) + inverse[:, None, 3, :3]
        if np.abs(local - local[0]).max() < 10.0 * TOLERANCE * scale:
            whole = np.full_like(lines[0], np.nan)
            whole[~gaps] = local[0]
            return k, whole
    return None
