"""When a trebuchet lets its stone go: by velocity, or by the angle of sling, beam or prong."""

from __future__ import annotations

from math import sqrt

from physics.trebuchet.machine import (
    AIMS,
    ALPHA,
    BETA,
    COS,
    GRAVITY,
    L5,
    PHASE,
    RELEASE,
    SIN,
    SWINGS,
    THRESHOLD,
    V_X,
    V_Y,
    Triple,
    larger,
)  # fmt: skip
from physics.types import Floats

BY_VELOCITY, BY_SLING, BY_BEAM, BY_PRONG = 0.0, 1.0, 2.0, 3.0
"""Release modes."""
NO_EVENT = 1e9
"""Value of a guard whose event cannot happen."""
ARMING_SPEED = 1e-6
"""Speed across the release direction that arms the release, in units of √(g l5)."""


def across_and_along(y: Floats, p: Floats) -> tuple[float, float]:
    """Return the stone's velocity across the release direction, positive while it is steeper, and along it [m/s]."""
    return y[V_Y] * p[COS] - y[V_X] * p[SIN], y[V_X] * p[COS] + y[V_Y] * p[SIN]


def swing_phase(y: Floats, p: Floats) -> float:
    """Return the phase of a stone that swings: AIMS, by velocity only while steeper than the release direction."""
    if p[RELEASE] != BY_VELOCITY:
        return AIMS
    across, _ = across_and_along(y, p)
    return AIMS if across > ARMING_SPEED * sqrt(p[GRAVITY] * p[L5]) else SWINGS


def release_guard(y: Floats, p: Floats) -> Triple:
    """Return the guards of aim, of its loss, and of the release."""
    phase = y[PHASE]
    if p[RELEASE] == BY_VELOCITY:
        across, along = across_and_along(y, p)
        if phase == SWINGS:
            return ARMING_SPEED * sqrt(p[GRAVITY] * p[L5]) - across, NO_EVENT, NO_EVENT
        if phase == AIMS:
            return NO_EVENT, larger(across, along), larger(across, -along)
        return NO_EVENT, NO_EVENT, NO_EVENT
    if phase > 2.5:
        return NO_EVENT, NO_EVENT, NO_EVENT
    if p[RELEASE] == BY_BEAM:
        return NO_EVENT, NO_EVENT, y[ALPHA] - p[THRESHOLD]
    if p[RELEASE] == BY_SLING:
        return NO_EVENT, NO_EVENT, p[THRESHOLD] - (y[BETA] - y[ALPHA])
    return NO_EVENT, NO_EVENT, p[THRESHOLD] - y[BETA]
