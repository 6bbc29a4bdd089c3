from __future__ import annotations

import math

import numpy as np
import pytest

from physics import BadInput, Simulation, System, system
from physics.pendulums.double_pendulum import DoublePendulum
from physics.pivoted.gyroscope import Gyroscope
from physics.simulation.poincare import SectionPlane, column, crossings, has_two_angles, is_angle, same_energy

SLOW = math.sqrt(3.0 * (1.0 - 2.0 / math.sqrt(7.0)) * 9.81)
"""Angular frequency of the slow mode of two equal uniform bars of 1 m [rad/s]."""


def rows(of: System, duration: float, every: int, dt: float = 1e-3) -> tuple[np.ndarray, np.ndarray]:
    simulation = Simulation(of, "rk4", dt)
    simulation.compile()
    times, states = [0.0], [list(simulation.y)]
    while simulation.time < duration:
        simulation.advance(every)
        times.append(simulation.time)
        states.append(list(simulation.y))
    return np.array(times), np.array(states)


def slow_swing() -> DoublePendulum:
    """Return a pendulum of two equal bars in the slow mode, at rest at the largest angles."""
    omega = SLOW * SLOW / 9.81
    ratio = (1.5 - (1.0 / 3.0 + 1.0) * omega) / (0.5 * omega)
    return DoublePendulum(initial={"theta2": 1e-4, "theta3": 1e-4 * ratio})


@pytest.mark.parametrize(("direction", "first"), [("up", 0.75), ("down", 0.25), ("both", 0.25)])
def test_crossing_times_of_the_lowest_point(direction: str, first: float) -> None:
    times, states = rows(slow_swing(), 10.0, 20)
    found, there = crossings(slow_swing(), SectionPlane("theta2", 0.0, direction), times, states)
    period = 2.0 * math.pi / SLOW
    expected = np.arange(first * period, 10.0, period / (2 if direction == "both" else 1))
    assert found == pytest.approx(expected, abs=2e-6)
    assert there.shape == (len(found), 4)
    assert np.abs(there[:, 0]).max() < 1e-11
    assert np.abs(np.abs(there[:, 2]) - 1e-4 * SLOW).max() < 1e-9


def test_crossings_agree_between_coarse_and_fine_rows() -> None:
    wild = DoublePendulum(initial={"theta2": 2.0, "theta3": 1.0})
    plane = SectionPlane("theta2", 0.3)
    fine, exact = crossings(wild, plane, *rows(wild, 8.0, 1))
    coarse, found = crossings(wild, plane, *rows(wild, 8.0, 10))
    assert len(fine) >= 3
    assert coarse == pytest.approx(fine, abs=1e-6) and found == pytest.approx(exact, abs=1e-4)


def test_angle_crosses_the_plane_once_per_turn() -> None:
    spinning = DoublePendulum({"gravity": 0.0}, {"theta2": 0.0, "theta3": 0.0, "theta2_dot": 2.0, "theta3_dot": 2.0})
    times, states = rows(spinning, 13.0, 20)
    found, there = crossings(spinning, SectionPlane("theta2", 1.0), times, states)
    assert found == pytest.approx((1.0 + 2.0 * math.pi * np.arange(len(found))) / 2.0, abs=1e-9)
    assert len(found) == 4 and there[-1, 0] == pytest.approx(1.0 + 6.0 * math.pi)
    assert is_angle(spinning, "theta2") and not is_angle(spinning, "theta2_dot")
    back, _ = crossings(spinning, SectionPlane("theta2", 1.0, "down"), times, states)
    assert len(back) == 0


def test_jump_of_a_wrapped_angle_is_no_crossing() -> None:
    times = np.linspace(0.0, 10.0, 501)
    spinning = DoublePendulum({"gravity": 0.0}, {"theta2_dot": 1.0, "theta3_dot": 1.0})
    angle = np.remainder(times + math.pi, 2.0 * math.pi) - math.pi
    states = np.column_stack([angle, angle, np.ones(501), np.ones(501)])
    assert len(crossings(spinning, SectionPlane("theta2", 0.0, "down"), times, states)[0]) == 0
    assert crossings(spinning, SectionPlane("theta2", 0.5, "up"), times, states)[0] == pytest.approx(
        [0.5, 0.5 + 2 * math.pi]
    )


def test_computed_quantities_define_planes() -> None:
    top = Gyroscope()
    name = top.quantities[0].name
    times, states = rows(top, 2.0, 5)
    values = column(top, name, states)
    middle = 0.5 * (values.min() + values.max())
    found, there = crossings(top, SectionPlane(name, middle), times, states)
    assert len(found) == ((values[:-1] < middle) & (values[1:] >= middle)).sum() > 0
    assert column(top, name, there) == pytest.approx(middle, rel=1e-7)


def test_unknown_plane_is_refused() -> None:
    with pytest.raises(BadInput, match="unknown quantity of double-pendulum 'phi'"):
        crossings(system("double-pendulum"), SectionPlane("phi"), np.zeros(2), np.zeros((2, 4)))


def test_random_states_have_the_energy_and_lie_in_the_plane() -> None:
    bars = DoublePendulum({"l2": 0.7, "m3": 2.0})
    plane = SectionPlane("theta3", 0.4)
    assert has_two_angles(bars, plane) and not has_two_angles(bars, SectionPlane("theta2_dot"))
    assert not has_two_angles(Gyroscope(), plane)
    found = same_energy(bars, plane, -3.0, 20)
    assert found.shape == (20, 4) and (found[:, 1] == 0.4).all()
    assert column(bars, "energy", found) == pytest.approx(-3.0, abs=1e-9)
    assert found.tolist() == same_energy(bars, plane, -3.0, 20).tolist()
    assert found.tolist() != same_energy(bars, plane, -3.0, 20, seed=1).tolist()
    assert len(same_energy(bars, plane, -1000.0, 20)) == 0
