"""Flip maps: the time of the first flip of the lower of two bars that are released at rest, over their angles.

After some ten swings the motion is chaotic: single times have no meaning there, only their pattern.
"""

from __future__ import annotations

import math

from physics.core.system import System
from physics.errors import BadInput
from physics.pendulums.double_bars import DoubleBarSystem
from physics.pendulums.double_pendulum import DoublePendulum
from physics.studies.map_axes import map_axis
from physics.studies.outcome_map import MapRequest, map_request

DURATION = 20.0
"""Default duration [s]."""
STEPS = 64
"""Steps per time sqrt(l/g) of the shorter bar: 5 ms for bars of 1 m, an error of 1e-6 rad after 2 s, at most 1e-3."""
METHOD = "rk4"
ANGLES = ("theta2", "theta3")
"""Angles of the upper and of the lower bar from the downward vertical."""


def pendulum(system: System) -> DoublePendulum:
    """Return the pendulum of these bars at rest with Lagrange's equations, from any formulation; raises BadInput."""
    if not isinstance(system, DoubleBarSystem):
        raise BadInput(f"flips: {system.name} is no double pendulum of bars, double-pendulum is one")
    if not system.gravity > 0.0:
        raise BadInput(f"flips: gravity = {system.gravity:g} m/s²: must be more than 0, or bars at rest stay there")
    known = {name: system.parameters[name] for name in system.applicable() if name in DoublePendulum.fields}
    return DoublePendulum(known)


def step(system: DoubleBarSystem) -> float:
    """Return the step [s] for these bars."""
    return math.sqrt(min(system.upper_length, system.lower_length) / system.gravity) / STEPS


def flip_map(
    system: System, across: tuple[float, float], up: tuple[float, float], cells: int, duration: float = DURATION
) -> MapRequest:
    """Return the request of a flip map between these bounds of theta2 and theta3 [rad]; raises BadInput."""
    bars = pendulum(system)
    upper, lower = map_axis(bars, ANGLES[0], *across, cells), map_axis(bars, ANGLES[1], *up, cells)
    return map_request(bars, upper, lower, "flip-time", duration, METHOD, step(bars))
