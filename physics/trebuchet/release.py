"""When a trebuchet lets its stone go: by velocity, or by the angle of sling, beam or prong.

By velocity a machine is not aimed while sling or hanger still rests on the stop that holds it cocked, its lower one:
the stone of a whipper, whose sling lies along the beam and whose counterweight is propped, creeps past the release
direction before it is thrown.
"""

from __future__ import annotations

from math import sqrt

from physics.trebuchet.machine import (
    AIMS,
    ALPHA,
    BETA,
    COS,
    GAMMA,
    GRAVITY,
    L5,
    PHASE,
    RELEASE,
    REST,
    SIN,
    SWINGS,
    THRESHOLD,
    V_X,
    V_Y,
    Triple,
    larger,
    resting,
    stops_of,
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


def still_cocked(y: Floats, p: Floats) -> bool:
    """Return whether sling or hanger rests on its lower stop, from which it swings out."""
    _, sling, hanger = resting(y[REST])
    return (sling and at_lower_stop(y, p, BETA)) or (hanger and at_lower_stop(y, p, GAMMA))


def at_lower_stop(y: Floats, p: Floats, place: int) -> bool:
    """Return whether a coordinate is nearer its lower stop than the other one."""
    low, high = stops_of(place, p)
    return y[place] - low < high - y[place]


def swing_phase(y: Floats, p: Floats) -> float:
    """Return the phase of a stone that swings: AIMS, by velocity only while steeper than the release direction."""
    if p[RELEASE] != BY_VELOCITY:
        return AIMS
    if still_cocked(y, p):
        return SWINGS
    across, _ = across_and_along(y, p)
    return AIMS if across > ARMING_SPEED * sqrt(p[GRAVITY] * p[L5]) else SWINGS


def release_guard(y: Floats, p: Floats) -> Triple:
    """Return the guards of aim, of its loss, and of the release."""
    phase = y[PHASE]
    if p[RELEASE] == BY_VELOCITY:
        across, along = across_and_along(y, p)
        if phase == SWINGS and still_cocked(y, p):
            return NO_EVENT, NO_EVENT, NO_EVENT
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
