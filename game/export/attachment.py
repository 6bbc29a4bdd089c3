"""How the parts of a picture hang: still, on a body, between two bodies, or in none of these ways.

A look says it (`game/model/hold.py`). Where it does not, it is found from pictures of several states, with
verification: whatever a look does, a part that is found to hang on a body does so in all of them to rounding. Matrices
are for row vectors, as everywhere in pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.model.hold import Hold, World, is_same
from physics.maths import dense

Floats64 = NDArray[np.float64]
STILL, ON_BODY, BETWEEN, RIGID, ROPE, FREE, AT, AIMED = range(8)
TOLERANCE = 3e-5
"""Greatest deviation from a fixed place, in sizes of what is fixed: pictures are in single precision."""
LEAST = 1e-7
"""Greatest change of a number of the matrix of a part, however small it is, that is still [m]."""
ASPECT = 1e-3
"""Greatest relative change of the length of an axis, and greatest deviation of a direction [rad]."""
Point = tuple[int, Floats64]
"""The index of the body (-1: the world) on which a point is fixed, and its place there (3,) [m]."""


class Attachment(NamedTuple):
    """How a part hangs.

    body: the index of the body that it hangs on. local: its matrix (4, 4) in the axes of that body. ends: points.
    STILL: local is its matrix in the world. BETWEEN: it extends along its z axis between the two ends; local are the
    lengths of its x and y axes, and the extent of its mesh along z. AT: it is at the first end, with the axes of local.
    AIMED: it is at the first end, its z axis points to the second or away from it, its y axis has a fixed direction;
    local are the lengths of the axes, the sign of z, and that direction. The others hang in no simple way: RIGID ones
    keep the lengths of their three axes, ROPEs those of x and y, FREE ones none; local are these lengths.
    own: it hangs so only in runs from the scene's own start. phases: how it hangs at each value of the discrete
    variables of the system, where that differs.
    """

    kind: int
    local: Floats64
    body: int = -1
    ends: tuple[Point, ...] = ()
    own: bool = False
    phases: tuple[tuple[tuple[float, ...], Attachment], ...] = ()

    def described(self) -> dict[str, Any]:
        """Return the numbers as JSON."""
        found: dict[str, Any] = {"kind": self.kind, **({"own": True} if self.own else {})}
        if self.kind == ON_BODY:
            found["body"] = self.body
        if self.ends:
            found["ends"] = [[body, *(round(float(x), 9) for x in point)] for body, point in self.ends]
        if self.kind in (BETWEEN, AIMED):
            found["wide"] = [float(x) for x in self.local.ravel()]
        if self.phases:
            found["phases"] = [
                [list(key), {**each.described(), "local": [float(x) for x in each.model.ravel()]}]
                for key, each in self.phases
            ]
        return found

    @property
    def model(self) -> Floats64:
        """The matrix (4, 4) of an instance in the axes of what it hangs on."""
        return np.eye(4) if self.moves or self.kind in (BETWEEN, AIMED) else self.local

    @property
    def moves(self) -> bool:
        """True where its places must be recorded."""
        return self.kind in (RIGID, ROPE, FREE)


class MeshShape(NamedTuple):
    """What matters of a mesh for how it hangs: whether it looks the same however turned, and its extent along z."""

    ball: bool = False
    low: float = 0.0
    high: float = 1.0


MESH = MeshShape()


def said_attachment(holds: Sequence[Hold | None]) -> Attachment | None:
    """Return how a part hangs that hangs so at several states; None where that is not said, or not the same at all."""
    first, *others = holds
    if first is None or not all(each is not None and is_same(first, each) for each in others):
        return None
    local = np.eye(4) if first.local is None else np.asarray(first.local, float)
    return Attachment(STILL, local) if isinstance(first, World) else Attachment(ON_BODY, local, first.body)


def said_body(holds: Sequence[Hold | None]) -> int | None:
    """Return the body (-1: the world) on which a line or a point is at several states; None where that is not said."""
    found = {None if each is None else -1 if isinstance(each, World) else each.body for each in holds}
    return found.pop() if len(found) == 1 else None


def attach_in_phases(
    models: Sequence[Floats64],
    bodies: Sequence[Sequence[Floats64]],
    phases: Sequence[tuple[float, ...]],
    shape: MeshShape,
) -> Attachment:
    """Return how an instance hangs, as `attach_model`, or at each of the phases that the states belong to."""
    whole = attach_model(models, bodies, shape)
    keys = list(dict.fromkeys(phases))
    if not whole.moves or len(keys) < 2:
        return whole
    found = []
    for key in keys:
        which = [k for k, phase in enumerate(phases) if phase == key]
        found.append((key, attach_model([models[k] for k in which], [bodies[k] for k in which], shape)))
    if any(each.moves for _, each in found):
        return whole
    return found[0][1]._replace(phases=tuple(found))


def attach_model(
    models: Sequence[Floats64], bodies: Sequence[Sequence[Floats64]], shape: MeshShape = MESH
) -> Attachment:
    """Return how an instance hangs whose matrices (4, 4) at several states are `models`.

    bodies: at each state the matrices of the bodies.
    """
    stack = np.array(models, float)
    size = float(np.abs(stack[:, :3, :3]).max())
    if float(np.ptp(stack, axis=0).max()) < max(TOLERANCE * size, LEAST):
        return Attachment(STILL, stack[0])
    for k in _candidates(stack, bodies, TOLERANCE):
        local = dense.product(stack, dense.inverse([state[k] for state in bodies]))
        if np.abs(local - local[0]).max() < TOLERANCE * max(1.0, float(np.abs(local[0]).max())):
            return Attachment(ON_BODY, local[0], k)
    return _stretched(stack, bodies, shape)


def _stretched(stack: Floats64, bodies: Sequence[Sequence[Floats64]], shape: MeshShape) -> Attachment:
    """Return how a part hangs that is on no body: at a point, between two, or in no simple way."""
    axes, tails = stack[:, :3, :3], stack[:, 3, :3]
    lengths = dense.lengths(axes)
    kept = np.ptp(lengths, axis=0) <= ASPECT * lengths.max(axis=0)
    first = attach_point(tails, bodies)
    if first is not None and kept.all():
        if shape.ball or np.abs(axes - axes[0]).max() < ASPECT * lengths.max():
            return Attachment(AT, stack[0], ends=(first,))
        if aimed := _aimed(stack, lengths[0], first, bodies):
            return aimed
    if kept[:2].all():
        below, above = (attach_point(tails + z * axes[:, 2], bodies) for z in (shape.low, shape.high))
        if below is not None and above is not None:
            return Attachment(BETWEEN, np.array([*lengths[0, :2], shape.low, shape.high]), ends=(below, above))
    inner = np.abs(dense.product(axes, np.swapaxes(axes, 1, 2)) * (1.0 - np.eye(3)))
    upright = bool(np.all(inner <= ASPECT * np.maximum(lengths[:, :, None] * lengths[:, None, :], 1e-30)))
    if upright and kept[:2].all() and not kept[2]:
        return Attachment(ROPE, lengths[0])
    handed = bool(np.all(dense.determinant(axes) > 0.0))
    return Attachment(RIGID if upright and handed and kept.all() else FREE, lengths[0])


def _aimed(stack: Floats64, lengths: Floats64, first: Point, bodies: Sequence[Sequence[Floats64]]) -> Attachment | None:
    """Return the origin of a body at which the z axis of a part points, whose y axis does not turn, if there is one."""
    up = stack[:, 1, :3] / lengths[1]
    if np.abs(up - up[0]).max() > ASPECT or abs(dense.dot(up[0], stack[0, 2, :3])) > ASPECT * lengths[2]:
        return None
    for k in range(len(bodies[0])):
        way = np.array([state[k][3, :3] for state in bodies]) - stack[:, 3, :3]
        size = dense.lengths(way)[:, None]
        if size.min() < 1e-9:
            continue
        along = dense.inner(way / size, stack[:, 2, :3]) / lengths[2]
        sign = float(np.sign(along[0]))
        if np.all(sign * along > 1.0 - ASPECT * ASPECT):
            local = np.array([*lengths, sign, *up[0]])
            return Attachment(AIMED, local, ends=(first, (k, np.zeros(3))))
    return None


def attach_point(
    places: Sequence[Floats64] | Floats64, bodies: Sequence[Sequence[Floats64]], said: int | None = None
) -> Point | None:
    """Return the body (-1: the world) on which a point at `places` (n, 3) is fixed, and its place there, or None.

    said: the only one to look at; None: any.
    """
    points = np.array(places, float)
    scale = max(float(np.ptp(points, axis=0).max()), float(np.abs(points).max()), 1e-9)
    if said in (None, -1) and np.abs(points - points[0]).max() < 1e-6 * scale:
        return -1, points[0]
    rows = np.concatenate([points, np.ones((len(points), 1))], axis=1)[:, None, :]
    for k in _candidates(rows, bodies, TOLERANCE * scale) if said is None else [said] if said >= 0 else []:
        local = dense.product(rows, dense.inverse([state[k] for state in bodies]))[:, 0, :3]
        if np.abs(local - local[0]).max() < TOLERANCE * scale:
            return k, local[0]
    return None


def _candidates(rows: Floats64, bodies: Sequence[Sequence[Floats64]], tolerance: float) -> list[int]:
    """Return the bodies in whose axes rows (n, m, 4) are about the same at the first, the middle and the last state."""
    three = [0, len(rows) // 2, len(rows) - 1]
    axes = dense.inverse([bodies[k] for k in three])
    local = dense.product(rows[three][:, None], axes)
    apart = np.abs(local - local[0]).max(axis=(0, 2, 3))
    size = np.maximum(1.0, np.abs(local[0]).max(axis=(1, 2)))
    return [int(k) for k in np.flatnonzero(apart < tolerance * size)]


def attach_points(
    shapes: Sequence[Floats64], bodies: Sequence[Sequence[Floats64]], said: int | None = None
) -> Point | None:
    """Return the body (-1: the world) on which a line with these points (n, 3) is fixed and its points there, or None.

    Rows of NaN interrupt the line. said: the only body to look at; None: any.
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
    candidates = [said] if said is not None else [-1, *range(len(bodies[0]))]
    if said is None and (found := attach_point(kept[:, 0], bodies)) is not None:
        candidates = [found[0], *candidates]
    scale = max(float(np.ptp(kept, axis=(0, 1)).max()), 1e-9)
    for k in candidates:
        inverse = dense.inverse([np.eye(4) if k < 0 else state[k] for state in bodies])
        local = dense.product(kept, inverse[:, :3, :3]) + inverse[:, None, 3, :3]
        if np.abs(local - local[0]).max() < 10.0 * TOLERANCE * scale:
            whole = np.full_like(lines[0], np.nan)
            whole[~gaps] = local[0]
            return k, whole
    return None
