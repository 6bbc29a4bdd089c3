import math

import numpy as np
import pytest

from tests.game.scenefile.notes.claims import Motion, claims, rounds_to, simulation


def report(motion):
    return {each.name: each.value for each in motion.system.report(motion.t, np.array(motion.states), ())}


@claims(
    "gimbals",
    "Magnus",
    "Struck at 60°, the axis nutates by 6.9°, 33 times a second",
    "the rings creep on: 22.9° a second",
    "the formula for small nutations, 22.5°",
    "Struck alike at 90°, they stay",
)
def test_magnus_drift():
    motion = Motion("gimbals", 4.0, 5e-4)
    theta, measured = motion.degrees("theta"), report(motion)
    assert abs(theta[0] - 60.0) < 1e-12
    assert rounds_to(0.5 * (theta.max() - theta.min()), "6.9")
    assert rounds_to(math.degrees(motion["nutation_size"][0]), "6.9")
    assert rounds_to(measured["nutation_measured"] / (2.0 * math.pi), "33")
    assert rounds_to(-math.degrees(measured["drift_measured"]), "22.9")
    assert rounds_to(-math.degrees(measured["drift_formula"]), "22.5")
    level = report(Motion("gimbals", 4.0, 5e-4, theta=0.5 * math.pi))
    assert abs(math.degrees(level["drift_measured"])) < 1e-3


@claims(
    "gimbal-lock",
    "Gimbal lock",
    "drives the rotor's axis from 40° through the outer axis",
    "they whip round at 18.9 rad/s, 3 turns a second",
    "the axis comes out on the other side",
)
def test_gimbal_lock():
    motion = Motion("gimbal-lock", 1.0, 5e-4)
    theta, rate = motion.degrees("theta"), motion["psi_dot"]
    assert abs(theta[0] - 40.0) < 1e-12
    passed = int(np.flatnonzero(theta < 0.0)[0])
    assert theta.min() < -60.0
    assert rounds_to(abs(rate[passed]), "18.9") and abs(rate).max() < 1.001 * abs(rate[passed])
    assert rounds_to(abs(rate[passed]) / (2.0 * math.pi), "3")


@claims(
    "gyrocompass",
    "Gyrocompass",
    "At 48.85° north, 200 times as fast as it is",
    "Let go 30° east of north",
    "to 17° west, and back to 9.7° within 65 minutes",
    "settles in the north, 0.053° above the horizon",
)
def test_gyrocompass():
    motion = Motion("gyrocompass", 24000.0, 10.0)
    heading, minutes = motion.degrees("heading"), motion.t / 60.0
    assert abs(math.degrees(motion.system.latitude) - 48.85) < 1e-12
    assert rounds_to(heading[0], "30")
    assert rounds_to(-heading.min(), "17")
    after = heading[minutes > minutes[np.argmin(heading)]]
    assert rounds_to(after.max(), "9.7")
    assert minutes[minutes > minutes[np.argmin(heading)]][np.argmax(after)] < 65.0
    assert abs(heading[-1]) < 0.1
    assert rounds_to(math.degrees(motion["exact_tilt"][0]), "0.053")
    assert abs(motion.degrees("elevation")[-1] - 0.053) < 0.004
    assert motion.drift() < 1e-9


def test_the_compass_keeps_its_step_at_200_times_the_speed_of_the_clock():
    """A picture of a sixtieth of a second is 667 steps: some tenths of a millisecond in machine code."""
    run = simulation("gyrocompass")
    assert round(200.0 / 60.0 / run.dt) == 667
    assert run.advance(667) == 667


@claims(
    "rate-gyro",
    "Rate gyro",
    "turns with the base, at 0.4 rad/s",
    "settles 11.2° off",
    "−H W/k says 11.5°",
    "the rest is the cosine of the deflection",
)
def test_rate_gyro():
    motion = Motion("rate-gyro", 3.0, 1e-3)
    deflection, formula = motion["deflection"], motion["rate_deflection"][0]
    assert motion.system.base_z == 0.4
    assert rounds_to(-math.degrees(deflection[-1]), "11.2")
    assert rounds_to(-math.degrees(formula), "11.5")
    assert abs(deflection[-1] / formula - math.cos(deflection[-1])) < 1e-3


@claims(
    "meridian",
    "Meridian gyroscope",
    "At 48.85° north, 4 times as fast as it is",
    "60° to both sides, once in 44.0 s",
    "Nothing but the rotation of the Earth turns it",
)
def test_meridian():
    motion = Motion("meridian", 50.0, 0.02)
    heading, period = motion.degrees("heading"), motion["meridian_period"][0]
    assert abs(math.degrees(motion.system.latitude) - 48.85) < 1e-12 and simulation("meridian").system.inner == "locked"
    assert rounds_to(heading.max(), "60") and rounds_to(-heading.min(), "60")
    assert abs(motion.degrees("elevation")).max() < 1e-12
    before = np.flatnonzero(np.diff(np.sign(heading)))
    norths = [np.interp(0.0, -np.sign(heading[i]) * heading[i : i + 2], motion.t[i : i + 2]) for i in before]
    assert 2.0 * np.diff(norths) == pytest.approx(period, abs=1e-4)
    assert rounds_to(period, "44.0") and motion.drift() < 1e-12
    still = Motion("meridian", 50.0, 1.0, rotation_rate=0.0)
    assert np.ptp(still.degrees("heading")) < 1e-12
