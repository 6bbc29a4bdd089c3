"""Swing of a damped pendulum: θ'' = −q sin θ − c₁ θ' − c₂ |θ'| θ' − d sgn θ', for several pendulums at once.

q = g/ℓ, the viscous, the quadratic and the dry damping. Dry friction is not smoothed: where the rate changes its sign,
a step is divided there, and where the weight cannot overcome the friction, the pendulum stays.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

STEP = 0.15
"""Greatest step over 1/√q: the classical method of Runge and Kutta then alters q by 1e-5 of it."""
SERIES = [(-1.0) ** k / math.factorial(2 * k + 1) for k in range(8, -1, -1)]
"""Coefficients of the sine, the highest first: up to a quarter turn the series errs by 4e-14."""


def swings(numbers: Numbers, t: Numbers) -> Numbers:
    """Return the angles (n, rows) [rad] of n pendulums at times t (rows,) [s], not falling.

    numbers (n, 6): q [1/s²], c₁ [1/s], c₂ [1], d [1/s²], and angle [rad] and rate [rad/s] at t[0]. Not finite
    from where a pendulum runs away.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        return _swings(numbers, t)


def _swings(numbers: Numbers, t: Numbers) -> Numbers:
    q = numbers[:, 0]
    span = float(t[-1] - t[0])
    count = max(1, math.ceil(span * math.sqrt(max(float(np.abs(q).max()), 1e-12)) / STEP))
    h = span / count
    theta, omega = numbers[:, 4].copy(), numbers[:, 5].copy()
    place = np.minimum(((t - t[0]) / max(h, 1e-300)).astype(int), count - 1)
    edges = np.searchsorted(place, np.arange(count + 1))
    found = np.empty((len(numbers), len(t)))
    rubs = bool(numbers[:, 3].any())
    slope = _slope(numbers, theta, omega)
    for i in range(count):
        if rubs:
            after, speed, slope = _divided(numbers, theta, omega, h)
        else:
            after, speed = _classical(numbers, theta, omega, np.sign(omega), h, slope)
        then = _slope(numbers, after, speed)
        rows = slice(int(edges[i]), int(edges[i + 1]))
        if rows.stop > rows.start:
            u = ((t[rows] - t[0]) / h - i)[None, :]
            found[:, rows] = _between(u, h, (theta, omega, slope), (after, speed, then))
        theta, omega, slope = after, speed, then
    return found


def _slope(numbers: Numbers, theta: Numbers, omega: Numbers, way: Numbers | None = None) -> Numbers:
    """Return θ''. way: the sign of the rate that dry friction opposes, that of the rate itself where it is left out."""
    q, c1, c2, dry = numbers[:, :4].T
    way = np.sign(omega) if way is None else way
    force = -q * _sine(theta)
    free = force - c1 * omega - c2 * np.abs(omega) * omega - dry * way
    return np.where((way == 0.0) & (np.abs(force) <= dry), 0.0, free)


def _sine(x: Numbers) -> Numbers:
    """Return the sine (n,) of angles [rad]: quicker than for any angle, as most swings stay within a quarter turn."""
    if not float(np.abs(x).max()) <= 0.5 * math.pi:
        x = x - 2.0 * math.pi * np.round(x / (2.0 * math.pi))
        x = np.where(np.abs(x) > 0.5 * math.pi, np.copysign(math.pi, x) - x, x)
    square = x * x
    found = np.full_like(x, SERIES[0])
    for each in SERIES[1:]:
        found = found * square + each
    return found * x


def _divided(numbers: Numbers, theta: Numbers, omega: Numbers, h: float) -> tuple[Numbers, Numbers, Numbers]:
    """Return angles and rates after a step with dry friction, and θ'' before it."""
    dry = numbers[:, 3]
    force = -numbers[:, 0] * _sine(theta)
    way = np.where(omega != 0.0, np.sign(omega), np.where(np.abs(force) > dry, np.sign(force), 0.0))
    slope = _slope(numbers, theta, omega, way)
    after, speed = _classical(numbers, theta, omega, way, h)
    stays = way == 0.0
    turns = (speed * way < 0.0) & (dry > 0.0) & ~stays
    if turns.any():
        part = np.full(len(theta), h)
        for _ in range(4):  # the time at which the rate is zero, by secants
            _, at = _classical(numbers, theta, omega, way, part)
            gain = _slope(numbers, theta, at, way)
            part = np.where(turns & (gain != 0.0), np.clip(part - at / np.where(gain == 0.0, 1.0, gain), 0.0, h), part)
        rest, _ = _classical(numbers, theta, omega, way, part)
        force = -numbers[:, 0] * _sine(rest)
        back = np.where(np.abs(force) > dry, np.sign(force), 0.0)
        there, then = _classical(numbers, rest, np.zeros(len(theta)), back, h - part)
        after = np.where(turns, np.where(back == 0.0, rest, there), after)
        speed = np.where(turns, np.where(back == 0.0, 0.0, then), speed)
    return np.where(stays, theta, after), np.where(stays, 0.0, speed), slope


def _classical(
    numbers: Numbers, theta: Numbers, omega: Numbers, way: Numbers, h: Numbers | float, slope: Numbers | None = None
) -> tuple[Numbers, Numbers]:
    """Return angles and rates after steps h (n,) of the classical method, with friction that opposes one way.

    slope: θ'' before them, where it is known.
    """
    one = _slope(numbers, theta, omega, way) if slope is None else slope
    speed_two = omega + 0.5 * h * one
    two = _slope(numbers, theta + 0.5 * h * omega, speed_two, way)
    speed_three = omega + 0.5 * h * two
    three = _slope(numbers, theta + 0.5 * h * speed_two, speed_three, way)
    speed_four = omega + h * three
    four = _slope(numbers, theta + h * speed_three, speed_four, way)
    after = theta + h / 6.0 * (omega + 2.0 * speed_two + 2.0 * speed_three + speed_four)
    return after, omega + h / 6.0 * (one + 2.0 * two + 2.0 * three + four)


def _between(
    u: Numbers, h: float, begin: tuple[Numbers, Numbers, Numbers], end: tuple[Numbers, Numbers, Numbers]
) -> Numbers:
    """Return the polynomial of degree five (n, rows) at parts u of a step with its values, rates and slopes."""
    (x0, v0, a0), (x1, v1, a1) = ([each[:, None] for each in side] for side in (begin, end))
    v0, v1, a0, a1 = h * v0, h * v1, 0.5 * h * h * a0, 0.5 * h * h * a1
    jump = x1 - x0 - v0 - a0
    rise = v1 - v0 - 2.0 * a0
    bend = 2.0 * (a1 - a0)
    c3 = 10.0 * jump - 4.0 * rise + 0.5 * bend
    c4 = -15.0 * jump + 7.0 * rise - bend
    c5 = 6.0 * jump - 3.0 * rise + 0.5 * bend
    return x0 + u * (v0 + u * (a0 + u * (c3 + u * (c4 + u * c5))))
