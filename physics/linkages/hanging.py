"""Base of the systems of links that hang from a support: what they declare for drawing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.core.system import System
from physics.types import Floats


class LinkShape(NamedTuple):
    """Dimensions of one link.

    body: name of its body. length: from joint to joint [m]. bob, mass: mass of the bob at its far end and of all of it
    [kg]. near, far: its radii at both ends [m], 0 where it has none. upper: height of its upper joint over the origin
    of the axes of its body [m].
    """

    body: str
    length: float
    bob: float
    mass: float
    near: float
    far: float
    upper: float


class HangingSystem(System):
    """Links joined end to end, the first one to a support, or held at both ends, or free.

    in_plane: whether the links move in the plane x-z; the state then begins with their angles from the downward
    vertical, followed by their rates.
    """

    kind = "pendulum"
    in_plane: ClassVar[bool] = False

    @property
    def link_shapes(self) -> tuple[LinkShape, ...]:
        """The links, starting at the support."""
        raise NotImplementedError

    @property
    def stands(self) -> bool:
        """True if the support does not move."""
        return True

    @property
    def held(self) -> tuple[int, ...]:
        """The indices into `points` of the fixed points: the support, the far end."""
        return (0,)

    @property
    def joint_kinds(self) -> tuple[str, ...]:
        """The kind of each joint; empty if all are alike."""
        return ()

    @property
    def joint_axes(self) -> Sequence[tuple[tuple[float, float, float], ...]]:
        """The unit vectors of the axes of each joint, in the axes of the body below; empty if all are alike."""
        return ()

    def points(self, y: Floats) -> NDArray[np.float64]:
        """Return all joints in the lab, the support first and the tip last, (n + 1, 3) [m]."""
        raise NotImplementedError

    def tensions(self, y: Floats) -> NDArray[np.float64]:
        """Return the tension of each link along it at its upper joint, (n,) [N]; negative: compression."""
        raise NotImplementedError
