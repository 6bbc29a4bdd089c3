"""The chart of Ince and Strutt for the modes of a chain on a shaken support."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from physics.chains.planar import link_count
from physics.chains.shaken.hanging_modes import squares_over_gravity
from physics.chains.shaken.upside_down import ShakenChain as Shaken
from physics.core.stability import ChartBoundary, ChartPoint, StabilityChart
from physics.linkages.links import subscript
from physics.maths.mathieu import characteristic_values
from physics.maths.rounded import square
from physics.maths.trig import sincos
from physics.types import Floats

COUNT = 241
"""Number of the values of q at which the boundaries are computed."""
LEAST_Q, GREATEST_Q = 1.2, 12.0
"""Least and greatest end of the axis of q."""
LEAST_A, GREATEST_A = 1.4, 30.0
"""Least and greatest end of the axis of a, upward; downward half of that. Modes beyond are left out."""
MARGIN = 1.2
"""Ratio of the end of an axis to the farthest mode."""


class ShakenPendulum(Shaken, Protocol):
    """Protocol of a planar chain: what its chart reads."""

    @property
    def amplitude_z(self) -> float:
        """Amplitude of the support upward [m]."""


def strutt_chart(chain: ShakenPendulum) -> StabilityChart:
    """Return the chart of Mathieu's equation, q from 0 on and a, with the present place of each mode of a chain."""
    squares = squares_over_gravity(chain.chain)
    q = 2.0 * abs(chain.amplitude_z) * squares
    a = 4.0 * chain.gravity * squares / square(chain.frequency_z)
    right = min(max(LEAST_Q, MARGIN * q.max(initial=0.0)), GREATEST_Q)
    top = min(max(LEAST_A, 2.0 * MARGIN * a.max(initial=0.0)), GREATEST_A)
    x = np.linspace(0.0, right, COUNT)
    regions = 1 + math.ceil(math.sqrt(top + 2.0 * right))
    values = [characteristic_values(each, regions) for each in x.tolist()]
    boundaries = []
    for n in range(regions):
        low, high = np.array([each.a[n] for each in values]), np.array([each.b[n] for each in values])
        boundaries += [ChartBoundary(f"a{subscript(n)}", low), ChartBoundary(f"b{subscript(n + 1)}", high)]

    inside = (q <= right) & (a <= 0.5 * top)
    places = list(zip(q[inside].tolist(), a[inside].tolist(), strict=True))
    sides = {
        side: [ChartPoint(far, side * high, is_bounded(far, side * high)) for far, high in places]
        for side in (-1.0, 1.0)
    }

    def present(y: Floats) -> Sequence[ChartPoint]:
        return sides[-1.0 if upside_down(chain, y) else 1.0]

    return StabilityChart("q", "a", x, tuple(boundaries), -0.5 * top, top, present, len(squares) - int(inside.sum()))


def upside_down(chain: Shaken, y: Floats) -> bool:
    """Return whether the tip is above the support."""
    return sum(link.length * sincos(y[i])[1] for i, link in enumerate(chain.chain[: link_count(y)])) < 0.0


def is_bounded(q: float, a: float) -> bool:
    """Return whether motions of Mathieu's equation stay small at a and q."""
    if a < -2.0 * q:
        return False
    return characteristic_values(q, 2 + math.ceil(math.sqrt(max(a, 0.0) + 2.0 * q))).bounded(a)
