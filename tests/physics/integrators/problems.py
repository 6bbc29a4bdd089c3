"""Equations of motion with known properties, and functions that step them with a bare kernel."""

from array import array

import numpy as np

import physics
from physics.core.series import TaylorSeries

FIXED = {"rtol": 1e-2, "atol": 1.0}
"""Tolerances so loose that an adaptive method makes each tick in one step."""

PLAIN = [name for name, each in physics.integrators().items() if each.rate_name == "rate" and not each.oriented]
"""Methods that apply to any right-hand side."""


def buffer(numbers):
    return memoryview(array("d", numbers))


class HenonHeiles:
    """Unit mass in the potential (x² + y²)/2 + x² y - y³/3: canonical variables, accelerations of positions alone."""

    @staticmethod
    def rate(t, y, p, dy):
        dy[0], dy[1] = y[2], y[3]
        dy[2] = -y[0] - 2.0 * y[0] * y[1]
        dy[3] = -y[1] - y[0] * y[0] + y[1] * y[1]

    @staticmethod
    def momenta(t, y, p, out):
        HenonHeiles.rate(t, y, p, out)

    variables = ("x", "y", "v_x", "v_y")
    series = TaylorSeries()

    @staticmethod
    def energy(y):
        x, z, u, v = y
        return (u * u + v * v + x * x + z * z) / 2 + x * x * z - z**3 / 3

    start = (0.3, -0.2, 0.25, 0.3)


def tolerances(name):
    """Return settings under which the error of a method is not determined by its own tolerance."""
    return {"epsilon": 1e-15} if name == "newmark" else FIXED if physics.integrator(name).kind == "adaptive" else {}


def stepped(name, rate, y, h, steps=1, t=0.0, p=(1.0,), settings=None):
    """Return the number of completed steps and the final state (n,) of a method on a bare right-hand side."""
    method = physics.integrator(name)
    s = buffer(method.checked_settings(settings or {}).values())
    state = buffer(y)
    w = buffer([0.0] * method.room(len(state)))
    done = method.kernel(rate, t, h, steps, state, buffer(p), s, w, 1)
    return done, np.array(state)
