"""What the notes of the bicycles say, measured."""

import numpy as np
import pytest

from tests.game.scenefile.notes.claims import Motion, claims, rounds_to, simulation


def speed_at_zero(model, real, low, high):
    """Return the speed [m/s] between two at which the greatest growth rate of the real or the complex modes is 0."""
    speeds = np.linspace(low, high, 2001)
    rates = [max(each.real for each in model.eigenvalues(v) if (abs(each.imag) < 1e-9) == real) for v in speeds]
    return speeds[np.flatnonzero(np.diff(np.sign(rates)))[0]]


@claims("bicycle", "at 5 m/s a push makes it lean by 12°", "comes upright, and rides on at 5.08 m/s")
def test_bicycle():
    motion = Motion("bicycle", 20.0, 0.01)
    lean = motion.degrees("lean")
    assert rounds_to(lean.max(), "12") and motion.degrees("steer").max() > 5
    assert abs(lean[-1]) < 0.05
    assert rounds_to(-motion.system.rear_radius * motion["theta_R_rate"][-1], "5.08")


@claims(
    "bicycle-weave",
    "At 4 m/s, just below its weave speed of 4.29 m/s",
    "a lean of 1°",
    "a swaying of 11°",
    "neither dies nor throws it",
)
def test_bicycle_weave():
    motion = Motion("bicycle-weave", 60.0, 0.01)
    lean = motion.degrees("lean")
    assert lean[0] == pytest.approx(1.0)
    for part in np.split(np.abs(lean[3000:6000]), 3):
        assert rounds_to(part.max(), "11")
    assert rounds_to(speed_at_zero(motion.system.linear, False, 3.0, 5.0), "4.29")


@claims("bicycle-capsize", "At 7 m/s it no longer weaves, but leans over slowly", "is down after 33 s")
def test_bicycle_capsize():
    run = simulation("bicycle-capsize")
    run.compile()
    assert run.system.linear.eigenvalues(7.0).real.max() == pytest.approx(0.1026817, rel=1e-5)
    run.advance(round(40.0 / run.dt))
    assert rounds_to(run.time, "33") and "fallen" in run.message


@claims(
    "two-mass-skate",
    "Two-mass",
    "No trail, and wheels without any spin",
    "two masses",
    "At 4 m/s a push leans it by 4.8°",
    "above 2.84 m/s",
)
def test_two_mass_skate():
    motion = Motion("two-mass-skate", 6.0, 0.01)
    system, lean = motion.system, motion.degrees("lean")
    assert system.trail == system.rear_Iyy == system.front_Iyy == 0.0
    assert rounds_to(lean.max(), "4.8") and abs(lean[-1]) < 0.2
    speeds = np.linspace(2.0, 4.0, 2001)
    stable = [v for v in speeds if system.linear.eigenvalues(v).real.max() < 0.0]
    assert rounds_to(stable[0], "2.84")
