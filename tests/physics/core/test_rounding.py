"""Values that are nothing but rounding."""

import math
from array import array

import numpy as np
import pytest

import physics
from physics.core.fields import Quantity
from physics.core.rounding import significant, significant_rows


def found(system, name, y):
    quantity = next(each for each in (*system.invariants, *system.quantities) if each.name == name)
    return significant(system, quantity, y, quantity.value(system, y))


def test_coplanarity_of_the_gyroscope_is_zero_in_every_picture():
    """Axis, angular velocity and angular momentum of a symmetric top lie in a plane: all digits are rounding."""
    simulation = physics.Simulation("gyroscope")
    shown, raw = set(), set()
    quantity = next(each for each in simulation.system.invariants if each.name == "coplanarity")
    for _ in range(60):
        simulation.advance(16)
        raw.add(quantity.value(simulation.system, simulation.y))
        shown.add(simulation.invariants()["coplanarity"].value)
    assert shown == {0.0}
    assert len(raw) > 5
    reading = simulation.invariants()["coplanarity"]
    assert 0.0 <= reading.rounding < 1e-14


def test_height_of_a_level_wheel_is_zero_and_its_fast_precession_undefined():
    wheel = physics.system("gyroscope", initial={"theta": math.pi / 2, "phi_dot": 150.0})
    y = memoryview(wheel.start())
    height, fast = found(wheel, "height", y), found(wheel, "precession_fast", y)
    assert height.value == 0.0 < height.rounding
    assert math.isnan(fast.value) and fast.rounding > 0.0
    tilted = memoryview(physics.system("gyroscope", initial={"theta": 1.2, "phi_dot": 150.0}).start())
    assert found(wheel, "precession_fast", tilted).rounding == 0.0


@pytest.mark.parametrize("value", [1.0, 1e-3, 1e-12, -1e-30, 1e15])
def test_small_and_large_values_with_valid_digits_are_shown(value):
    system = physics.system("gyroscope")
    quantity = Quantity("scaled", "s", "", "the first rate in other units", lambda system, y: value * y[3])
    y = memoryview(array("d", [0.0, 0.5, 0.0, 1.0, 0.0, 0.0]))
    assert significant(system, quantity, y, quantity.value(system, y)) == (value, 0.0)


def test_discrete_variables_are_not_nudged():
    system = physics.system("bungee")
    place = system.index("falling")
    quantity = Quantity("flag", "f", "", "1e-10 while it falls", lambda system, y: 1e-10 if y[place] == 1.0 else 1.0)
    y = memoryview(system.start())
    assert significant(system, quantity, y, quantity.value(system, y)) == (1e-10, 0.0)


def test_quantity_at_the_edge_of_its_domain_is_shown_as_it_is():
    system = physics.system("gyroscope")
    quantity = Quantity("root", "r", "", "a root", lambda system, y: 1e-12 + math.sqrt(1.0 - y[3]))
    y = memoryview(array("d", [0.0, 0.5, 0.0, 1.0, 0.0, 0.0]))
    assert significant(system, quantity, y, quantity.value(system, y)) == (1e-12, 0.0)


def test_many_values_are_checked_as_each_alone(monkeypatch):
    monkeypatch.setattr("physics.core.rounding.MOST_NUMBERS", 100)
    system = physics.system("gyroscope")
    quantity = next(each for each in system.invariants if each.name == "coplanarity")
    states = np.array(system.start()) + np.random.default_rng(2).normal(0.0, 0.1, (9, 6))
    values = np.array([quantity.value(system, memoryview(state)) for state in states])
    values[4], values[5], values[6] = 0.0, 1.0, math.nan
    shown, rounding = significant_rows(system, quantity, states, values)
    alone = [
        significant(system, quantity, memoryview(state), value) for state, value in zip(states, values, strict=True)
    ]
    assert np.array_equal(shown, [each.value for each in alone], equal_nan=True)
    assert rounding.tolist() == [each.rounding for each in alone]
    assert shown[0] == 0.0 < rounding[0] and shown[5] == 1.0 and rounding[4] > 0.0
