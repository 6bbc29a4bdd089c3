"""The motion that a measured table tells: interpolation, gaps, what is not enough."""

import math

import numpy as np
import pytest

import physics
from game.experiments.measurements.measured import MeasuredTable
from game.experiments.measurements.measured_motion import MeasuredMotion

PENDULUM = physics.system("planar-chain", {"count": 1}, {"theta_1": 0.4})


def table(t: np.ndarray, **columns: np.ndarray) -> MeasuredTable:
    return MeasuredTable("1.csv", t, columns)


def angle(motion: MeasuredMotion, time: float) -> float | None:
    state = motion.state(PENDULUM, time)
    return None if state is None else state[0]


def test_rows_are_met_and_cubics_between_them_followed():
    t = np.linspace(0.0, 1.0, 11)
    motion = MeasuredMotion(PENDULUM, table(t, theta_1=t**3 - t))
    assert angle(motion, t[4]) == t[4] ** 3 - t[4]
    assert angle(motion, 0.33) == pytest.approx(0.33**3 - 0.33, rel=1e-12)
    assert angle(motion, 0.05) == pytest.approx(0.05**3 - 0.05, abs=1e-3), "from three rows at the ends"


@pytest.mark.parametrize("time", [-0.01, 1.01, math.nan])
def test_outside_the_data_nothing_is_known(time: float):
    t = np.linspace(0.0, 1.0, 11)
    assert angle(MeasuredMotion(PENDULUM, table(t, theta_1=t)), time) is None


def test_wrapped_angles_go_on():
    t = np.linspace(0.0, 1.0, 11)
    turned = 3.0 * t + 2.0
    wrapped = np.mod(turned + np.pi, 2.0 * np.pi) - np.pi
    motion = MeasuredMotion(PENDULUM, table(t, theta_1=wrapped))
    at = angle(motion, 0.385)
    assert at is not None and math.remainder(at - (3.0 * 0.385 + 2.0), 2.0 * math.pi) == pytest.approx(0.0, abs=1e-12)


def test_missing_values_are_bridged_but_not_a_long_gap():
    t = np.arange(100) / 100
    values = t.copy()
    values[10:12], values[50:80] = np.nan, np.nan
    motion = MeasuredMotion(PENDULUM, table(t, theta_1=values))
    assert angle(motion, 0.105) == pytest.approx(0.105, rel=1e-12)
    assert angle(motion, 0.495) is None and angle(motion, 0.6) is None
    assert angle(motion, 0.8) == 0.8


def test_times_that_are_the_same_do_not_divide_by_zero():
    t = np.array([0.0, 0.1, 0.1, 0.1, 0.2])
    assert angle(MeasuredMotion(PENDULUM, table(t, theta_1=t)), 0.15) == pytest.approx(0.15, rel=1e-9)


def test_what_moves_a_body_and_is_not_measured_is_named():
    gyroscope = physics.system("gyroscope")
    t = np.linspace(0.0, 1.0, 11)
    motion = MeasuredMotion(gyroscope, table(t, theta=t, psi=t))
    assert motion.missing == ("phi",) and motion.state(gyroscope, 0.5) is None
    whole = MeasuredMotion(gyroscope, table(t, theta=0.1 + t, psi=t, phi=t))
    assert whole.missing == () and whole.state(gyroscope, 0.5) is not None


def test_a_moving_support_keeps_its_time():
    moved = physics.system("planar-chain", {"count": 1, "support": "harmonic"})
    t = np.linspace(0.0, 1.0, 11)
    motion = MeasuredMotion(moved, table(t, theta_1=t))
    state = motion.state(moved, 0.35)
    assert motion.missing == () and state is not None and state[moved.index("time")] == pytest.approx(0.35)


def test_quaternions_are_of_length_one():
    body = physics.system("free-body")
    t = np.linspace(0.0, 1.0, 5)
    columns = {"q_w": np.cos(t), "q_x": np.sin(t), "q_y": 0.0 * t, "q_z": 0.0 * t}
    state = MeasuredMotion(body, table(t, **columns)).state(body, 0.4)
    assert state is not None
    assert sum(state[body.index(name)] ** 2 for name in columns) == pytest.approx(1.0, rel=1e-14)


@pytest.mark.parametrize("name", physics.systems())
def test_no_system_and_no_value_is_too_much(name: str):
    """The start is met where all coordinates are measured; values of no sense make no motion, or a strange one."""
    system = physics.system(name)
    start = dict(zip((each.name for each in system.variables), system.start(), strict=True))
    t = np.linspace(0.0, 1.0, 5)
    measured = {each.name: np.full(5, start[each.name]) for each in system.variables if each.role == "coordinate"}
    motion = MeasuredMotion(system, table(t, **measured))
    state = motion.state(system, 0.25)
    assert motion.missing == () and state is not None
    assert [state[system.index(each)] for each in measured] == pytest.approx([start[each] for each in measured])
    for value in (0.0, 1e200, -1e9):
        absurd = MeasuredMotion(system, table(t, **{each: np.full(5, value) for each in measured}))
        found = absurd.state(system, 0.25)
        assert found is None or np.isfinite(found).all()
    assert MeasuredMotion(system, table(t, nothing=t)).state(system, 0.25) is None
