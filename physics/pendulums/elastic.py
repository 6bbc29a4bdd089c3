"""An elastic cord of point masses (lumps) with a load at its end, in a vertical plane; it never pushes.

x forward, z up from where the cord is tied. Piece i joins lump i - 1 to lump i, the first one the platform; the last
lump is the load. With an extension e > 0 beyond its rest length l, a piece has the tension

    T = k e max(0, 1 + tau e')

after Hunt and Crossley (J. Appl. Mech. 42 (1975), 440): its friction is continuous where the piece tightens and never
makes it push.
"""

from __future__ import annotations

import math

from physics.types import Floats

LOSS, BALL_X, BALL_Z, BALL_V_X, BALL_V_Z, FALLING, STRETCHED, SINKING, REST = range(9)
"""Indices in y after x, z, x', z' and the flags of taut pieces (N each). FALLING: 1 until the ball lies on the
ground; STRETCHED: 1 while the load is further from the platform than the whole length; SINKING: 1 while it sinks."""

GRAVITY, LENGTH, STIFFNESS, TAU, LUMP, LOAD, WHOLE, BOTTOM = range(8)
"""Indices in p. LENGTH, STIFFNESS, TAU: of one piece; LUMP, LOAD: masses of an inner lump and of the last; WHOLE:
length at rest [m]; BOTTOM: of the gorge below the platform [m].
"""

EVENT_MARGIN = 1e-10
"""Threshold of the cord's events, in lengths of a piece, so that rounding does not repeat them endlessly."""
TURNING_SPEED = 1e-9
"""Threshold of the load's turning points [m/s]."""


def lump_count(y: Floats) -> int:
    """Return the number of lumps of a state, including the load."""
    return (len(y) - REST) // 5


def cord_segment(i: int, y: Floats, p: Floats) -> tuple[float, float, float, float]:
    """Return the direction (x, z) of piece i from its lower end, its extension [m] and the rate of that.

    The direction is 0 where its ends are in one place.
    """
    n = lump_count(y)
    dx, dz, u, w = -y[i], -y[n + i], -y[2 * n + i], -y[3 * n + i]
    if i > 0:
        dx += y[i - 1]
        dz += y[n + i - 1]
        u += y[2 * n + i - 1]
        w += y[3 * n + i - 1]
    length = math.sqrt(dx * dx + dz * dz)
    inverse = 1.0 / length if length > 0.0 else 0.0
    dx, dz = dx * inverse, dz * inverse
    return dx, dz, length - p[LENGTH], u * dx + w * dz


def tension(extension: float, stretching: float, p: Floats) -> float:
    """Return the tension of a taut piece [N]; below 0 where a step goes beyond the event at which it slackens."""
    return p[STIFFNESS] * extension * max(1.0 + p[TAU] * stretching, 0.0)


def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
    """Write the time derivative of y. The ball falls freely until it lies on the ground.

    A piece pulls while its flag says so, not while it is extended: steps that go beyond an event are smooth there.
    """
    n = lump_count(y)
    for i in range(n):
        dy[i], dy[n + i] = y[2 * n + i], y[3 * n + i]
        dy[2 * n + i] = dy[3 * n + i] = dy[4 * n + i] = 0.0
    lost = 0.0
    for i in range(n):
        if y[4 * n + i] < 0.5:
            continue
        along_x, along_z, extension, stretching = cord_segment(i, y, p)
        pull = tension(extension, stretching, p)
        lost += (pull - p[STIFFNESS] * extension) * stretching
        dy[2 * n + i] += pull * along_x
        dy[3 * n + i] += pull * along_z
        if i > 0:
            dy[2 * n + i - 1] -= pull * along_x
            dy[3 * n + i - 1] -= pull * along_z
    for i in range(n):
        mass = p[LOAD] if i == n - 1 else p[LUMP]
        dy[2 * n + i] = dy[2 * n + i] / mass
        dy[3 * n + i] = dy[3 * n + i] / mass - p[GRAVITY]
    k = 5 * n
    falls = y[k + FALLING]
    dy[k + LOSS] = lost
    dy[k + BALL_X], dy[k + BALL_Z] = falls * y[k + BALL_V_X], falls * y[k + BALL_V_Z]
    dy[k + BALL_V_X], dy[k + BALL_V_Z] = 0.0, -falls * p[GRAVITY]
    dy[k + FALLING] = dy[k + STRETCHED] = dy[k + SINKING] = 0.0


def distance(y: Floats) -> float:
    """Return the distance of the load from the platform [m]."""
    n = lump_count(y)
    x, z = y[n - 1], y[2 * n - 1]
    return math.sqrt(x * x + z * z)


def guards(t: float, y: Floats, p: Floats) -> tuple[float, ...]:
    """Return the guards: a piece tightens or slackens; the whole cord does; the load turns; the ball lands."""
    n = lump_count(y)
    k = 5 * n
    least = 1.0
    for i in range(n):
        _, _, extension, _ = cord_segment(i, y, p)
        least = min(least, extension if y[4 * n + i] > 0.5 else -extension)
    beyond, fall = distance(y) - p[WHOLE], -y[4 * n - 1]
    stretched, sinking = y[k + STRETCHED] > 0.5, y[k + SINKING] > 0.5
    return (
        least + EVENT_MARGIN * p[LENGTH],
        1.0 if stretched else EVENT_MARGIN * p[LENGTH] - beyond,
        EVENT_MARGIN * p[LENGTH] + beyond if stretched else 1.0,
        fall + TURNING_SPEED if sinking else 1.0,
        1.0 if sinking else TURNING_SPEED - fall,
        y[k + BALL_Z] + p[BOTTOM] if y[k + FALLING] > 0.5 else 1.0,
    )


def jump(event: int, t: float, y: Floats, p: Floats) -> None:
    """Change the flags of an event; the ball stops where it lands."""
    n = lump_count(y)
    k = 5 * n
    if event == 0:
        for i in range(n):
            _, _, extension, _ = cord_segment(i, y, p)
            if (extension if y[4 * n + i] > 0.5 else -extension) + EVENT_MARGIN * p[LENGTH] <= 0.0:
                y[4 * n + i] = 1.0 - y[4 * n + i]
    elif event == 1 or event == 2:
        y[k + STRETCHED] = 2.0 - event
    elif event == 3 or event == 4:
        y[k + SINKING] = event - 3.0
    else:
        y[k + BALL_V_X] = y[k + BALL_V_Z] = y[k + FALLING] = 0.0


def gorge_clearance(y: Floats, p: Floats) -> float:
    """Return the height of the load above the bottom of the gorge [m]."""
    return p[BOTTOM] + y[2 * lump_count(y) - 1]


def energies(y: Floats, p: Floats) -> tuple[float, float, float]:
    """Return kinetic, gravitational (0 at the platform) and elastic energy [J], without the ball."""
    n = lump_count(y)
    kinetic = weight = elastic = 0.0
    for i in range(n):
        mass = p[LOAD] if i == n - 1 else p[LUMP]
        u, w = y[2 * n + i], y[3 * n + i]
        kinetic += 0.5 * mass * (u * u + w * w)
        weight += mass * p[GRAVITY] * y[n + i]
        _, _, extension, _ = cord_segment(i, y, p)
        stretch = max(extension, 0.0)
        elastic += 0.5 * p[STIFFNESS] * stretch * stretch
    return kinetic, weight, elastic


def folded_state(pieces: int, whole: float, gap: float, depth: float, sag: float) -> tuple[list[float], list[float]]:
    """Return the places of lumps at rest: down from the platform at (0, 0), across, and up to a load at (gap, -depth).

    sag: half the weight of an inner lump over a piece's stiffness [m]. If the load is further away than the cord is
    long, the cord is straight.
    """
    each, down = whole / pieces, 0.5 * (whole - gap + depth)
    parts = [i / pieces for i in range(1, pieces + 1)]
    if down < max(depth, 0.0):
        return [gap * part for part in parts], [-depth * part for part in parts]
    along = [i * each for i in range(1, pieces + 1)]
    x = [min(max(s - down, 0.0), gap) for s in along]
    z = [-min(s, down, depth + whole - s) for s in along]
    left, right = sum(s <= down for s in along[:-1]), sum(s >= down + gap for s in along[:-1])
    for i in range(left):
        z[i] -= sag * (i + 1) * (2 * left - i)
    for i in range(right):
        z[pieces - 2 - i] -= sag * (i + 1) * (2 * right - i)
    return x, z
