"""Values of invariants and quantities at many states, by the rules of CPython."""

import math
from array import array

import numpy as np
import pytest

import physics
from physics.core.fields import Quantity, SharedValues
from physics.core.measure import MEASURE_CODE, measure_layout, measured, measured_at
from physics.pivoted.gyroscope import Gyroscope


@pytest.fixture
def in_cpython(monkeypatch):
    """No machine code is loaded."""
    for key in list(MEASURE_CODE):
        monkeypatch.delitem(MEASURE_CODE, key)


def shared(calls):
    """Return two values of the first variable, whose kernel counts its calls."""

    def write(t, y, p, out):
        calls.append(y[0])
        out[0] = 2.0 * y[0]
        out[1] = 1.0 / y[0]

    return SharedValues(write, "twice", "inverse")


def test_values_that_are_shared_are_computed_once_for_a_state_of_a_system():
    calls, system = [], physics.system("gyroscope")
    values = shared(calls)
    y = memoryview(array("d", [3.0]))
    assert (values["twice"](system, y), values["inverse"](system, y)) == (6.0, 1.0 / 3.0)
    assert calls == [3.0]
    y[0] = 5.0
    assert values["twice"](system, y) == 10.0
    values["twice"](physics.system("gyroscope"), y)
    assert calls == [3.0, 5.0, 5.0]


def test_shared_values_from_where_on_arithmetic_fails_are_nan():
    values, system, y = shared([]), physics.system("gyroscope"), memoryview(array("d", [0.0]))
    assert values["twice"](system, y) == 0.0
    assert math.isnan(values["inverse"](system, y))
    y[0] = 2.0
    assert values["inverse"](system, y) == 0.5


def test_a_value_that_cannot_be_computed_is_nan(in_cpython):
    system = physics.system("gyroscope")
    root = Quantity("root", "r", "", "a root", lambda system, y: math.sqrt(y[3]))
    states = np.array([system.start()] * 2)
    states[:, 3] = -1.0, 4.0
    assert measured(system, [root], states)[:, 0] == pytest.approx([math.nan, 2.0], nan_ok=True)
    assert math.isnan(measured_at(system, [root], memoryview(states[0]))[0])


def test_no_states_have_no_values():
    system = physics.system("gyroscope")
    assert measured(system, system.quantities, np.empty((0, len(system.variables)))).shape == (
        0,
        len(system.quantities),
    )


def test_every_value_has_its_own_place():
    layout = measure_layout(Gyroscope)
    assert layout.size == sum(source.width for source in layout.sources)
    places = [layout.places[each.value][1] for each in (*Gyroscope.invariants, *Gyroscope.quantities)]
    assert len({*places}) == len(places) and max(places) < layout.size
