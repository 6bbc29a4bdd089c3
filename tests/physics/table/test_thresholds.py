"""Stability thresholds: copies swept through a spin rate, against the formulas.

Every copy starts slightly off its steady motion; growth or decay of the tilt shows on which side it is.
"""

import math

import numpy as np
import pytest

import physics
from physics import ensemble

G = 9.81
EVERY = 0.0125
"""Time between two samples of a tilt [s]."""

m, R, ALPHA = 0.02, 0.02, 0.3
I1, I3 = 131 / 350 * m * R**2, 0.4 * m * R**2
TIPPE = {"inertia": "given", "mass": m, "radius": R, "alpha": ALPHA, "I1": I1, "I2": I1, "I3": I3}
"""The tippe top of the cases."""
PEG_MASS, PEG_I1, PEG_I3, EPS, DISTANCE = 0.1, 4e-5, 5e-5, 0.003, 0.03
PEG = {"inertia": "given", "mass": PEG_MASS, "radius": EPS, "alpha": -10.0, "I1": PEG_I1, "I2": PEG_I1, "I3": PEG_I3}
A, C = 0.02, 0.03
EGG = {"shape": "ellipsoid", "axis_1": A, "axis_2": A, "axis_3": C}
VISCOUS = {"law": "viscous", "mu": 0.3, "constraint": "two-sided"}
"""Friction that is linear in small slips, as the formulas assume."""


def sweep(system, name, about, width, duration, dt):
    """Return values of one variable over the copies, times, and their tilts from the axis's steady place (n, rows)."""
    start = system.replace(initial={name: about})
    found = ensemble(start, 21, {name: width}, duration, dt=dt, every=EVERY)
    w, x, y, z = (found[part] for part in ("q_w", "q_x", "q_y", "q_z"))
    return about + width * found.moved, found.t, w * w - x * x - y * y + z * z, 2 * np.hypot(x, y) * np.hypot(w, z)


def crossing(at, values, level=0.0):
    """Return the place where values cross a level, between two copies; it must be unique."""
    beyond = values > level
    (i,) = np.flatnonzero(beyond[1:] != beyond[:-1])
    return at[i] + (level - values[i]) * (at[i + 1] - at[i]) / (values[i + 1] - values[i])


def growth(t, tilt, early, late):
    """Return the logarithm of the growth of each copy's tilt between two time intervals."""
    sizes = [np.sqrt((tilt[:, (t >= begin) & (t < end)] ** 2).mean(axis=1)) for begin, end in (early, late)]
    return np.log(sizes[1] / sizes[0])


WITH_FRICTION = {
    "tippe top leaves": (
        TIPPE, 0.0, "omega_3", math.sqrt(m * G * R * ALPHA * (1 - ALPHA) ** 2 / (I3 * (I1 / I3 - 1 + ALPHA))), True,
    ),
    "tippe top stays inverted": (
        TIPPE, math.pi, "omega_3", math.sqrt(m * G * R * ALPHA * (1 + ALPHA) ** 2 / (I3 * (1 + ALPHA - I1 / I3))),
        False,
    ),
    "egg stands": (EGG, 0.0, "omega_3", math.sqrt(5 * G * C**3) / A**2, False),
    "egg rises": (EGG, math.pi / 2, "psi_dot", math.sqrt(5 * G / A), True),
    "peg top stands": (
        PEG, 0.0, "omega_3",
        math.sqrt(
            PEG_MASS * G * DISTANCE * (DISTANCE + EPS) ** 2 / (EPS * (PEG_I3 * (DISTANCE + EPS) - PEG_I1 * EPS))
        ),
        False,
    ),
}  # fmt: skip
"""Body, tilt, swept variable, the formula of tops (Chappelier 2020, 6.5; Moffatt 2002), and whether tilts grow above.
"""
SHOWN = {
    "tippe top leaves": "n_upright",
    "tippe top stays inverted": "n_inverted",
    "egg stands": "n_egg",
    "egg rises": "omega_z_rising",
    "peg top stands": "n_peg",
}


@pytest.mark.parametrize("name", WITH_FRICTION)
def test_sliding_bodies_become_unstable_at_the_threshold(name):
    """The threshold agrees to a thousandth."""
    shape, theta, variable, formula, grows_above = WITH_FRICTION[name]
    body = physics.system("sliding-body", shape | VISCOUS, {"theta": abs(theta - 1e-3), "omega_3": 0.0})
    values = {each.name: each.value(body, body.start()) for each in body.quantities}
    assert values[SHOWN[name]] == pytest.approx(formula, rel=1e-12)
    at, t, cosine, sine = sweep(body, variable, 1.03 * formula, 0.12 * formula, 6.0, 2.5e-4)
    grown = growth(t, cosine if variable == "psi_dot" else sine, (2.0, 3.0), (5.0, 6.0))
    assert crossing(at, grown) == pytest.approx(formula, rel=1e-3)
    assert (grown[0] < 0.0 < grown[-1]) if grows_above else (grown[-1] < 0.0 < grown[0])


DISK = physics.system("rolling-body", {"shape": "disk"})
CONE = physics.system("heavy-top")
WITHOUT = {
    "a sleeping top falls": (
        CONE, 0.0, "omega_3",
        math.sqrt(4 * CONE.inertia_about_pivot[0, 0] * CONE.mass * G * CONE.centre[2]) / CONE.inertia_about_pivot[2, 2],
    ),
    "a disk rolls straight": (DISK, math.pi / 2, "omega_3", math.sqrt(G / (3 * DISK.radius))),
    "a disk spins": (DISK, math.pi / 2, "psi_dot", math.sqrt(G / (1.25 * DISK.radius))),
}  # fmt: skip
"""I3² n² = 4 I_A m g d; with I1 = m R² / 4 = I3 / 2: ω3² = I1 m g R / (I3 (I3 + m R²)), Ω² = m g R / (I1 + m R²)."""


@pytest.mark.parametrize("name", WITHOUT)
def test_bodies_without_friction_are_stable_above_the_threshold(name):
    """A tilt of 1e-8 becomes 2e-4 and more where it grows; otherwise it stays within a few hundred times its start."""
    system, theta, variable, formula = WITHOUT[name]
    steady = {"theta": abs(theta - 1e-8), "psi_dot": 0.0, "theta_dot": 0.0, "phi_dot": 0.0}
    started = system.replace(initial=steady)
    at, _, cosine, sine = sweep(started, variable, formula, 0.06 * formula, 10.0, 1.25e-3)
    tilt = np.abs(cosine if theta else sine)
    assert crossing(at, np.log(np.nanmax(tilt, axis=1)), math.log(2e-4)) == pytest.approx(formula, rel=0.01)
    assert np.nanmax(tilt[0]) > 0.1
    assert np.nanmax(tilt[-1]) < 1e-6
