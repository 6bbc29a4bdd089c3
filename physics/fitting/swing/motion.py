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
    laws = _Laws(numbers)
    span = float(t[-1] - t[0])
    count = max(1, math.ceil(span * math.sqrt(max(float(np.abs(laws.q).max()), 1e-12)) / STEP))
    h = span / count
    theta, omega = numbers[:, 4].copy(), numbers[:, 5].copy()
    places, rates = np.empty((2, count + 1, len(numbers)))
    before, later = np.empty((2, count, len(numbers)))
    places[0], rates[0] = theta, omega
    laws.look(theta, omega, h)
    slope = laws.slope(theta, omega)
    for i in range(count):
        laws.look(theta, omega, h)
        if laws.rubs:
            theta, omega, before[i] = laws.divided(theta, omega, h)
        else:
            before[i] = slope
            theta, omega = laws.classical(theta, omega, None, h, slope)
        slope = laws.slope(theta, omega)
        places[i + 1], rates[i + 1], later[i] = theta, omega, slope
    part = (t - t[0]) / max(h, 1e-300)
    at = np.minimum(part.astype(int), count - 1)
    begin, end = (places[at].T, rates[at].T, before[at].T), (places[at + 1].T, rates[at + 1].T, later[at].T)
    return _between((part - at)[None, :], h, begin, end)


class _Laws:
    """The numbers of n pendulums, and their steps. rubs: whether one has dry friction."""

    def __init__(self, numbers: Numbers) -> None:
        self.q, self._c1, self._c2, self._dry = np.ascontiguousarray(numbers[:, :4].T)
        self._pull = -self.q
        self.rubs, self._squares = bool(self._dry.any()), bool(self._c2.any())
        self._near = False

    def look(self, theta: Numbers, omega: Numbers, h: float) -> None:
        """Note whether all stay within a quarter turn in a step of h [s], or hardly leave it."""
        self._near = float((np.abs(theta) + h * np.abs(omega)).max()) <= 0.5 * math.pi

    def slope(self, theta: Numbers, omega: Numbers, way: Numbers | None = None) -> Numbers:
        """Return θ''. way: the sign of the rate that dry friction opposes, that of the rate where it is left out."""
        force = self._pull * self._sine(theta)
        free: Numbers = force - self._c1 * omega
        if self._squares:
            free -= self._c2 * np.abs(omega) * omega
        if not self.rubs:
            return free
        way = np.sign(omega) if way is None else way
        free -= self._dry * way
        return np.where((way == 0.0) & (np.abs(force) <= self._dry), 0.0, free)

    def _sine(self, x: Numbers) -> Numbers:
        """Return the sine (n,) of angles [rad]: quicker than for any, as most swings stay within a quarter turn."""
        if not self._near and not float(np.abs(x).max()) <= 0.5 * math.pi:
            x = x - 2.0 * math.pi * np.round(x / (2.0 * math.pi))
            x = np.where(np.abs(x) > 0.5 * math.pi, np.copysign(math.pi, x) - x, x)
        square = x * x
        found: Numbers = square * SERIES[0]
        found += SERIES[1]
        for each in SERIES[2:]:
            found *= square
            found += each
        found *= x
        return found

    def divided(self, theta: Numbers, omega: Numbers, h: float) -> tuple[Numbers, Numbers, Numbers]:
        """Return angles and rates after a step with dry friction, and θ'' before it."""
        dry = self._dry
        force = self._pull * self._sine(theta)
        way = np.where(omega != 0.0, np.sign(omega), np.where(np.abs(force) > dry, np.sign(force), 0.0))
        slope = self.slope(theta, omega, way)
        after, speed = self.classical(theta, omega, way, h, slope)
        stays = way == 0.0
        turns = (speed * way < 0.0) & (dry > 0.0) & ~stays
        if turns.any():
            part = np.full(len(theta), h)
            for _ in range(4):  # the time at which the rate is zero, by secants
                _, at = self.classical(theta, omega, way, part, slope)
                gain = self.slope(theta, at, way)
                part = np.where(
                    turns & (gain != 0.0), np.clip(part - at / np.where(gain == 0.0, 1.0, gain), 0.0, h), part
                )
            rest, _ = self.classical(theta, omega, way, part, slope)
            force = self._pull * self._sine(rest)
            back = np.where(np.abs(force) > dry, np.sign(force), 0.0)
            still = np.zeros(len(theta))
            there, then = self.classical(rest, still, back, h - part, self.slope(rest, still, back))
            after = np.where(turns, np.where(back == 0.0, rest, there), after)
            speed = np.where(turns, np.where(back == 0.0, 0.0, then), speed)
        return np.where(stays, theta, after), np.where(stays, 0.0, speed), slope

    def classical(
        self, theta: Numbers, omega: Numbers, way: Numbers | None, h: Numbers | float, one: Numbers
    ) -> tuple[Numbers, Numbers]:
        """Return angles and rates after steps h (n,) of the classical method, with friction that opposes one way.

        one: θ'' before them.
        """
        half = 0.5 * h
        speed_two = omega + half * one
        two = self.slope(theta + half * omega, speed_two, way)
        speed_three = omega + half * two
        three = self.slope(theta + half * speed_two, speed_three, way)
        speed_four = omega + h * three
        four = self.slope(theta + h * speed_three, speed_four, way)
        sixth = h / 6.0
        after = theta + sixth * (omega + 2.0 * (speed_two + speed_three) + speed_four)
        return after, omega + sixth * (one + 2.0 * (two + three) + four)


def _between(
    u: Numbers, h: float, begin: tuple[Numbers, Numbers, Numbers], end: tuple[Numbers, Numbers, Numbers]
) -> Numbers:
    """Return the polynomials of degree five (n, rows) at parts u (1, rows) of steps with these values and rates."""
    (x0, v0, a0), (x1, v1, a1) = begin, end
    v0, v1, a0, a1 = h * v0, h * v1, 0.5 * h * h * a0, 0.5 * h * h * a1
    jump = x1 - x0 - v0 - a0
    rise = v1 - v0 - 2.0 * a0
    bend = 2.0 * (a1 - a0)
    c3 = 10.0 * jump - 4.0 * rise + 0.5 * bend
    c4 = -15.0 * jump + 7.0 * rise - bend
    c5 = 6.0 * jump - 3.0 * rise + 0.5 * bend
    return x0 + u * (v0 + u * (a0 + u * (c3 + u * (c4 + u * c5))))
