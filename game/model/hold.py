"""What a part of a picture hangs on, and the places in the world that follow from it.

Matrices are for row vectors, as everywhere in pictures. A pose is the matrices (4, 4) to the world from the axes of
what parts can hang on: the bodies of a system in their order, then its traced points, then its further points
(`PoseLayout`), which are not turned. What hangs on bodies needs these alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from physics.maths import dense

Array = NDArray[np.float32]
Floats64 = NDArray[np.float64]
Pose = Sequence[Floats64]
Triple = tuple[float, float, float]
Phase = tuple[float, ...]
"""Values of the discrete variables of a system, or of the first of them."""
ACROSS: Triple = (0.0, 1.0, 0.0)
ROUNDING = 3e-5
"""Greatest difference of two matrices that are the same, in their greatest number: pictures are in single precision."""


class Anchor(NamedTuple):
    """A place that moves with what is held. of: the number of that in a pose; -1: the world. at: in its axes [m].

    level: it keeps the height of `at` in the world.
    """

    of: int
    at: Triple = (0.0, 0.0, 0.0)
    level: bool = False


class World(NamedTuple):
    """It stands still. local: its matrix (4, 4) float32 in the world; None: the axes of the world."""

    local: Array | None = None


class OnBody(NamedTuple):
    """It is fixed on a body, with this index. local: its matrix (4, 4) float32 in the axes of that; None: these.

    above: how much higher it is in the world, however the body is turned [m].
    """

    body: int
    local: Array | None = None
    above: float = 0.0


class At(NamedTuple):
    """It is at a place, and does not turn. local: its matrix (4, 4) float32, but for the place."""

    place: Anchor
    local: Array


class Between(NamedTuple):
    """It is stretched along its z axis from one place to another.

    wide: the lengths of its x and y axes. extent: z of its mesh at both places. side: its y axis is as near to this
    direction as it can.
    """

    low: Anchor
    high: Anchor
    wide: tuple[float, float]
    extent: tuple[float, float] = (0.0, 1.0)
    side: Triple = ACROSS


class Aimed(NamedTuple):
    """It is at a place; its z axis points to another, or, with a negative length, away from it.

    lengths: of its axes. side: its y axis is as near to this direction as it can.
    """

    place: Anchor
    to: Anchor
    lengths: Triple
    side: Triple = ACROSS


class Bent(Protocol):
    """A rope along some places."""

    @property
    def places(self) -> tuple[Anchor, ...]:
        """The places, at least two."""

    def models(self, points: Floats64) -> list[Array]:
        """Return the matrices (pieces, 4, 4) of each of its strands along points (n, 3) of the world."""


class RopePiece(NamedTuple):
    """It is one piece of one strand of a rope. stiff: it is not stretched: its axes have length 1."""

    rope: Bent
    strand: int
    number: int
    stiff: bool = False


class Moving(NamedTuple):
    """It moves in another way, as a rigid body."""


Rigid = World | OnBody
Steady = Rigid | At | Between | Aimed | RopePiece | Moving


class ByPhase(NamedTuple):
    """It hangs in different ways in different phases; in others as in the last one."""

    phases: tuple[tuple[Phase, Steady], ...]

    def now(self, phase: Phase) -> Steady:
        """Return how it hangs while the discrete variables have these values."""
        found = (hold for key, hold in self.phases if phase[: len(key)] == key)
        return next(found, self.phases[-1][1])


Hold = Steady | ByPhase


class Upright(NamedTuple):
    """It faces the eye, but stands upright about the middle of what a look shows; body: it leans with this one."""

    body: int | None = None


class FollowedPlace(NamedTuple):
    """A place in the axes of a body (-1: the world), (3,) [m].

    height: that in the world, if it stays the same.
    """

    of: int
    at: Triple = (0.0, 0.0, 0.0)
    height: float | None = None

    def described(self) -> list[float]:
        """Return it as JSON."""
        return [self.of, *self.at, *([] if self.height is None else [self.height])]


class AtHeight(NamedTuple):
    """It is where the line of this name, which rises all the way, is as high as a body; or it leads there from that."""

    line: str
    body: int


Fixed = Rigid | Upright
"""What a line, a label or an arrow of an explanation may be fixed on."""


def placed(hold: Hold, pose: Pose, phase: Phase = ()) -> Array:
    """Return the matrix (4, 4) of what hangs so, from its own axes to the world; not of what moves in another way."""
    if isinstance(hold, ByPhase):
        hold = hold.now(phase)
    if isinstance(hold, World):
        return np.eye(4, dtype=np.float32) if hold.local is None else hold.local
    if isinstance(hold, OnBody):
        return _on_body(hold, pose)
    if isinstance(hold, At):
        found = hold.local.copy()
        found[3, :3] = place_of(hold.place, pose)
        return found
    if isinstance(hold, Between):
        low, high = place_of(hold.low, pose), place_of(hold.high, pose)
        along = (high - low) / (hold.extent[1] - hold.extent[0])
        return _along(low - hold.extent[0] * along, along, hold.wide, hold.side)
    if isinstance(hold, Aimed):
        place = place_of(hold.place, pose)
        way = place_of(hold.to, pose) - place
        return _along(place, hold.lengths[2] / (dense.length(way) or 1.0) * way, hold.lengths[:2], hold.side)
    if isinstance(hold, RopePiece):
        return piece_of(hold.rope.models(np.array([place_of(each, pose) for each in hold.rope.places])), hold)
    raise ValueError("no pose says where it is")


def place_of(place: Anchor, pose: Pose) -> Floats64:
    """Return a place (3,) [m] in the world."""
    at = np.array(place.at)
    if place.of < 0:
        return at
    axes = pose[place.of]
    found: Floats64 = dense.times(at, axes[:3, :3]) + axes[3, :3]
    if place.level:
        found[2] = place.at[2]
    return found


def piece_of(models: Sequence[Array], piece: RopePiece) -> Array:
    """Return the matrix (4, 4) of a piece, of those of its rope."""
    model: Array = models[piece.strand][piece.number]
    if piece.stiff:
        model = model.copy()
        model[:3, :3] /= dense.lengths(model[:3, :3])[:, None]
    return model


def _on_body(hold: OnBody, pose: Pose) -> Array:
    axes = pose[hold.body].astype(np.float32)
    found: Array = axes if hold.local is None else dense.times(hold.local, axes)
    if hold.above:
        found[3, 2] += hold.above
    return found


def _along(origin: Floats64, along: Floats64, wide: Sequence[float], side: Triple) -> Array:
    """Return the matrix (4, 4) of axes at an origin with this z axis; x and y are so long, y is nearly along `side`."""
    # Where the z axis is along `side`, there is no nearest direction across it.
    x = np.cross(side, along)
    size = dense.length(x)
    x = x / size if size > 0.0 else np.array([side[1], side[2], side[0]])
    y = np.cross(along, x)
    found = np.eye(4, dtype=np.float32)
    found[0, :3], found[1, :3], found[2, :3] = wide[0] * x, wide[1] * y / (dense.length(y) or 1.0), along
    found[3, :3] = origin
    return found


def placed_points(hold: Rigid, points: NDArray[np.floating], pose: Pose) -> Array:
    """Return points (n, 3) or (3,) [m] in the axes of what holds them as places in the world."""
    if isinstance(hold, World):
        return points.astype(np.float32)
    axes = pose[hold.body]
    found: Array = (dense.times(points, axes[:3, :3]) + axes[3, :3]).astype(np.float32)
    return found


def fixed_on(body: int, model: Array, pose: Pose) -> OnBody:
    """Return that it is fixed on a body as it is placed now, by a matrix (4, 4)."""
    return OnBody(body, dense.product(model, dense.inverse(pose[body])).astype(np.float32))


def is_same(first: object, second: object) -> bool:
    """Return whether two holds, or parts of them, are the same, but for rounding of single precision."""
    if first is second:
        return True
    if isinstance(first, np.ndarray) and isinstance(second, np.ndarray):
        least = ROUNDING * float(np.abs(first).max(initial=1.0))
        return first.shape == second.shape and bool((np.abs(first - second) <= least).all())
    if isinstance(first, tuple) and isinstance(second, tuple):
        alike = type(first) is type(second) and len(first) == len(second)
        return alike and all(map(is_same, first, second))
    return type(first) is type(second) and first == second
