"""How the parts of a picture hang, as a page reads it, and what lines and points are found to be fixed on.

A look says it of its parts, lines, dots, arrows and labels (`game/model/hold.py`). Whether it is so at all states, in
the run alone, or not at all is found from pictures of several. Matrices are for row vectors, as everywhere in pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.model.frame import Instance, is_somewhere
from game.model.hold import (
    Aimed,
    Anchor,
    At,
    Bent,
    Between,
    ByPhase,
    Hold,
    Moving,
    OnBody,
    RopePiece,
    World,
    is_same,
)
from physics.maths import dense

Floats64 = NDArray[np.float64]
STILL, ON_BODY, BETWEEN, RIGID, PIECE, FREE, AT, AIMED = range(8)
"""Kinds of a part, as a page numbers them: those of the holds; RIGID and FREE parts are recorded."""
TOLERANCE = 3e-4
"""Greatest deviation from a fixed place, in sizes of what is fixed: pictures are in single precision."""
NEAR = 1e-2
"""Least size of what is fixed, in its distance from the origin."""


class Hung(NamedTuple):
    """What a part hangs on; None: that is not said, or differs. own: it hangs so only in the scene's own run."""

    on: Hold | None
    own: bool = False

    @property
    def moves(self) -> bool:
        """True where its places must be recorded."""
        return self.on is None or isinstance(self.on, Moving)

    @property
    def kind(self) -> int:
        """How the places of a part that moves are recorded: as those of a rigid body, or as matrices."""
        return FREE if self.on is None else RIGID

    def described(self, ropes: list[Bent]) -> dict[str, Any]:
        """Return the numbers as JSON. ropes: those of all parts, in which ropes that are new are appended."""
        found: dict[str, Any] = {"kind": self.kind} if self.on is None else described_hold(self.on, ropes)
        return {**found, **({"own": True} if self.own else {})}

    @property
    def model(self) -> Floats64:
        """The matrix (4, 4) of an instance in the axes of what it hangs on."""
        return np.eye(4) if self.on is None else local_of(self.on)


def local_of(hold: Hold) -> Floats64:
    """Return the matrix (4, 4) of what hangs so in the axes of what holds it, where it is fixed there."""
    if isinstance(hold, ByPhase):
        return local_of(hold.phases[0][1])
    local = hold.local if isinstance(hold, World | OnBody | At) else None
    return np.eye(4) if local is None else np.asarray(local, float)


def described_hold(hold: Hold, ropes: list[Bent]) -> dict[str, Any]:
    """Return how a part hangs as JSON, without its matrix in the axes of what holds it."""
    if isinstance(hold, ByPhase):
        phases = [
            (list(key), {**described_hold(each, ropes), "local": local_of(each).ravel().tolist()})
            for key, each in hold.phases
        ]
        return {**described_hold(hold.phases[0][1], ropes), "phases": phases}
    if isinstance(hold, World):
        return {"kind": STILL}
    if isinstance(hold, OnBody):
        return {"kind": ON_BODY, "body": hold.body, **({"above": hold.above} if hold.above else {})}
    if isinstance(hold, At):
        return {"kind": AT, "ends": [described_anchor(hold.place)]}
    if isinstance(hold, Between):
        wide = [*hold.wide, *hold.side, *hold.extent]
        return {"kind": BETWEEN, "ends": [described_anchor(hold.low), described_anchor(hold.high)], "wide": wide}
    if isinstance(hold, Aimed):
        wide = [*hold.lengths[:2], *hold.side, hold.lengths[2]]
        return {"kind": AIMED, "ends": [described_anchor(hold.place), described_anchor(hold.to)], "wide": wide}
    if isinstance(hold, RopePiece):
        rope = next((k for k, each in enumerate(ropes) if is_same(each, hold.rope)), len(ropes))
        ropes += [hold.rope] if rope == len(ropes) else []
        return {"kind": PIECE, "piece": [rope, hold.strand, hold.number, int(hold.stiff)]}
    return {"kind": RIGID}


def described_anchor(place: Anchor) -> list[float]:
    """Return a place as JSON: the number of what it moves with (-1: the world), x, y, z [m], 1 where it is level."""
    return [place.of, *(round(float(x), 9) for x in place.at), *([1] if place.level else [])]


def hung_at(seen: Sequence[Instance], run: int) -> Hung:
    """Return what a part hangs on in pictures of all states, or else in those of the run, the first so many."""
    for count in sorted({len(seen), run}, reverse=True):
        first = seen[0].on
        if first is not None and all(each.on is not None and is_same(first, each.on) for each in seen[1:count]):
            return Hung(first, count < len(seen))
    return Hung(None)


def local_points(shapes: Sequence[Floats64], axes: Sequence[Floats64]) -> Floats64 | None:
    """Return the points (n, 3) of a line in these axes (4, 4) at several states; None where they are not the same.

    Rows of NaN interrupt the line.
    """
    if len({len(shape) for shape in shapes}) > 1 or not len(shapes[0]):
        return None
    lines = np.array(shapes, float)
    gaps = np.isnan(lines[0]).any(axis=1)
    kept = lines[:, ~gaps]
    if not kept.size or any((np.isnan(line).any(axis=1) != gaps).any() for line in lines):
        return None
    if not is_somewhere(np.array(axes)):
        return None
    inverse = dense.inverse(axes)
    local = dense.product(kept, inverse[:, :3, :3]) + inverse[:, None, 3, :3]
    size = max(float(np.ptp(kept, axis=(0, 1)).max()), NEAR * float(np.abs(kept).max()), 1e-9)
    if np.abs(local - local[0]).max() > TOLERANCE * size:
        return None
    whole: Floats64 = np.full_like(lines[0], np.nan)
    whole[~gaps] = local[0]
    return whole
