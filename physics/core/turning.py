"""Lever, torque and rate of change of the angular momentum of a top, as arrows beside those of its `pose`."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence

import numpy as np

from physics.core.system import System, written_pose
from physics.shapes.pose import ArrowKind
from physics.types import Arrow, Floats, Vector3

LEVER = ArrowKind("lever", "r", "m", "lever: from the point that L is about to where the force acts")
TORQUE = ArrowKind("torque", "τ", "N m", "torque of the forces about that point: r × F")
MOMENTUM_RATE = ArrowKind("momentum rate", "dL/dt", "N m", "rate of change of the angular momentum")
TURNING = (LEVER, TORQUE, MOMENTUM_RATE)
"""What `turning_arrows` returns, each where it is not zero."""
APART = 1e-7
"""Half the time between the two states from which dL/dt is found [s]: a tenth of a milliradian at 1000 rad/s."""


def turning_arrows(system: System, y: Floats, arrows: Sequence[Arrow]) -> list[Arrow]:
    """Return lever [m], torque [N m] and dL/dt [N m] at the state y of a system with an arrow "momentum" [kg m²/s].

    arrows: those of the state; forces are the ones in N, without "friction" where a "force" has it. All three are taken
    about the origin of L: a pivot or the centre of mass. dL/dt comes from the equations of motion alone, so that it can
    be seen to be the torque; Goldstein, Classical Mechanics, (1.26). A force through that point has no lever.
    """
    named = {arrow.name: arrow for arrow in arrows}
    if "momentum" not in named:
        return []
    pole = np.asarray(named["momentum"].origin, float)
    forces = [each for each in arrows if each.unit == "N" and not (each.name == "friction" and "force" in named)]
    torque, lever = np.zeros(3), np.zeros(3)
    for force in forces:
        r = np.asarray(force.origin, float) - pole
        if np.any(force.vector):
            torque += np.cross(r, force.vector)
            lever = r if np.any(r) else lever
    vectors = lever, torque, momentum_rate(system, y)
    kept = zip(TURNING, vectors, strict=True)
    return [Arrow(*kind, pole, vector) for kind, vector in kept if np.any(vector) and np.isfinite(vector).all()]


def momentum_rate(system: System, y: Floats) -> Vector3:
    """Return dL/dt (3,) [N m] at the state y by its equations of motion: the change of L along y', by a difference.

    nan where the arithmetic of the equations fails.
    """
    state, rates = np.array(y, float), array("d", [0.0]) * len(y)
    try:
        type(system).rate(0.0, memoryview(array("d", y)), system.p, memoryview(rates))
    except (ArithmeticError, ValueError):
        return np.full(3, math.nan)
    way = APART * np.frombuffer(rates)
    after, before = (_momentum(system, array("d", (state + sign * way).tolist())) for sign in (1.0, -1.0))
    return (after - before) / (2.0 * APART)


def _momentum(system: System, state: array[float]) -> Vector3:
    """Return the arrow "momentum" (3,) [kg m²/s] of a state."""
    found = system.pose_layout.arrows_of(written_pose(system, state))
    return next((arrow.vector for arrow in found if arrow.name == "momentum"), np.full(3, math.nan))
