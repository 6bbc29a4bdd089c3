"""A system as a user writes it: outside physics, with values of its own."""

from __future__ import annotations

import math

from physics.core.fields import Quantity
from physics.pendulums.double_pendulum import DoublePendulum
from physics.types import Floats


class OwnBars(DoublePendulum):
    """Two bars with a value that reads numbers alone, which can be compiled, and one that reads an attribute."""

    def drop(self, y: Floats) -> float:
        """Return how high the first joint is, in units of g l."""
        return -self.p[0] * math.cos(y[0])

    def reach(self, y: Floats) -> float:
        """Return how far out it is [m]."""
        return float(self.upper_length) * math.sin(y[0])

    quantities = (
        *DoublePendulum.quantities,
        Quantity("drop", "d", "", "height of the joint", drop),
        Quantity("reach", "r", "m", "distance of the joint", reach),
    )
