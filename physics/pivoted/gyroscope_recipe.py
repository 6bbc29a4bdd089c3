"""The pivoted symmetric top by a square root and a stored sign: the paper's recipe, and a correction."""

from __future__ import annotations

import math
from array import array
from math import sqrt

from physics.core.fields import Choice, Event, Variable
from physics.maths.trig import sincos
from physics.pivoted.gyroscope_integrals import GyroscopeIntegrals, potential
from physics.types import Floats, Motion

RESTARTED = 4
"""Index in p: 1 where theta'' takes over at turning points, else 0."""
NEAR = 0.1
"""Phase of the nutation [rad] within which a turning point is near."""
ENERGY_ROUNDING = 1e-12
"""Fraction of the energy below which 2 E - V counts as rounding."""
PUSH = 1e-12
"""Angle [rad] by which a theta with V > 2 E is first moved back, doubled until V < 2 E."""


def excess(y: Floats, p: Floats) -> float:
    """Return 2 E - V(theta) [J], which is I_A theta'²."""
    return 2.0 * y[6] - potential(y[1], y[4], y[5], p[0], p[2]) - y[5] * y[5] / p[1]


def nutation_acceleration(y: Floats, p: Floats) -> float:
    """Return theta'' = -V'(theta) / (2 I_A) [rad/s²]."""
    s, c = sincos(y[1])
    H = (y[4] - y[5] * c) / (p[0] * s * s)
    return s * (p[2] + H * (p[0] * H * c - y[5])) / p[0]


def near(y: Floats, p: Floats) -> float:
    """Return the 2 E - V [J] below which a turning point is near: theta'² < (NEAR theta'' / nutation frequency)²."""
    bend = nutation_acceleration(y, p)
    frequency = (y[5] * y[5] + 4.0 * p[0] * p[2]) / (p[0] * p[0])
    return p[0] * NEAR * NEAR * bend * bend / (frequency if frequency > 0.0 else 1.0) + ENERGY_ROUNDING * (
        abs(y[6]) + p[2]
    )


class GyroscopeRecipe(GyroscopeIntegrals):
    """A symmetric top with a fixed point on its axis, reduced by all three first integrals.

    As "gyroscope-integrals", but with E kept from the start and theta' from equation 21 by the recipe of Chappelier,
    "Simulation de toupies", EPFL 2020, 6.4:

        theta' = sgn(theta' before) sqrt((2 E - V(theta)) / I_A)                                             (21)

    `recipe` "as printed": where V > 2 E, the sign changes and theta is moved back. It is instructive in three ways. A
    top that starts at rest stays there, since sgn 0 = 0: the paper's own cone never falls. The square root has no
    bounded derivative where it is 0, so every method is of order 1 at each turning point. And E, L_z and L_3 do not
    show these errors: they are constants of the state.

    "restarted": near a turning point theta'' = -V'(theta) / (2 I_A) takes over, and sets the sign of theta' afterwards;
    every method keeps its order. V has the sin² theta that the paper leaves out (see "gyroscope-integrals").
    """

    name = "gyroscope-recipe"
    title = "Gyroscope, as printed"

    recipe = Choice(
        default="as printed", options=("as printed", "restarted"),
        meaning="method at turning points of theta: the paper's step 3, or theta'' for a while",
    )  # fmt: skip

    variables = (
        *GyroscopeIntegrals.variables,
        Variable(
            "start_energy",
            "E₀",
            "J",
            "energy, from the rates at the start",
            low=-1e30,
            high=1e30,
            entry=False,
            role="auxiliary",
        ),
        Variable(
            "sign",
            "sgn θ̇",
            "",
            "sign of the nutation rate, from the rates at the start; 0: θ̈ is integrated, or rest",
            entry=False,
            role="discrete",
        ),
    )
    events = (
        Event("turning", "θ has come to a turning point"),
        Event("leaving", "θ has left a turning point"),
    )

    def constants(self) -> tuple[float, ...]:
        """Return I_A [kg m²], I3 [kg m²], m g d [J], d [m]; whether theta'' takes over at turning points."""
        return *super().constants(), float(self.recipe == "restarted")

    def normalized(self, start: dict[str, float]) -> dict[str, float]:
        """Return the start with E and the sign computed from the other variables."""
        p = self.p
        y: Floats = memoryview(array("d", start.values()))
        squared = p[0] * y[3] * y[3]
        y[6] = 0.5 * (squared + potential(y[1], y[4], y[5], p[0], p[2]) + y[5] * y[5] / p[1])
        turns = y[3] == 0.0 or (p[RESTARTED] == 1.0 and squared < 2.0 * near(y, p))
        return {**start, "start_energy": y[6], "sign": 0.0 if turns else math.copysign(1.0, y[3])}

    @staticmethod
    def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
        """Write the time derivative of y by equations 19 to 21, or near turning points by the derivative of 21."""
        I_A, I3, sign = p[0], p[1], y[7]
        s, c = sincos(y[1])
        H = (y[4] - y[5] * c) / (I_A * s * s)
        left = excess(y, p)
        root = sign * sqrt((left if left > 0.0 else 0.0) / I_A)
        bend = nutation_acceleration(y, p)
        held = sign == 0.0 and p[RESTARTED] == 1.0
        dy[0] = H
        dy[1] = y[3] if held else root
        dy[2] = y[5] / I3 - c * H
        dy[3] = bend if held else 0.0
        dy[4] = 0.0
        dy[5] = 0.0
        dy[6] = 0.0
        dy[7] = 0.0

    @staticmethod
    def settle(y: Floats, p: Floats) -> None:
        """Set theta' by the square root, unless theta'' is integrated."""
        if y[7] != 0.0 or p[RESTARTED] == 0.0:
            left = excess(y, p)
            y[3] = y[7] * sqrt((left if left > 0.0 else 0.0) / p[0])

    @staticmethod
    def guards(t: float, y: Floats, p: Floats) -> tuple[float, ...]:
        """Return the guards: 2 E - V becomes too small for the recipe, and large enough again."""
        left = excess(y, p)
        if p[RESTARTED] == 0.0:
            return (left if y[7] != 0.0 else 1.0), 1.0
        close = near(y, p)
        if y[7] != 0.0:
            return left - close, 1.0
        return 1.0, 4.0 * close - left

    @staticmethod
    def jump(event: int, t: float, y: Floats, p: Floats) -> None:
        """Apply the paper's step 3, or the change between the square root and theta''."""
        if event == 1:
            y[7] = 1.0 if y[3] > 0.0 else -1.0
        elif p[RESTARTED] == 1.0:
            left = excess(y, p)
            y[3] = y[7] * sqrt((left if left > 0.0 else 0.0) / p[0])
            y[7] = 0.0
        else:
            y[7] = -y[7]
            push = PUSH
            while excess(y, p) <= 0.0 and push < 1.0:
                y[1] += y[7] * push
                push *= 2.0

    def resume(self, motion: Motion) -> array[float]:
        """Return the state that moves like `motion`; raises BadInput at the poles."""
        values = (*super().resume(motion), 0.0, 0.0)
        start = self.normalized({v.name: x for v, x in zip(self.variables, values, strict=True)})
        return array("d", start.values())
