"""Machine code computes the values of all invariants and quantities, with the bits of CPython."""

import math
import struct
from array import array

import numpy as np
import pytest

import physics
from physics.compiled import native
from physics.compiled.measure_text import library_calls, measure_units
from physics.core.fields import Quantity
from physics.core.measure import MEASURE_CODE, measured, measured_at
from physics.pivoted.gyroscope import Gyroscope
from tests.shipped_code import effort_of, made_with


def states_of(system, count=6):
    """Return the start and states ever further from it, (count, dim); discrete variables stay."""
    random, start = np.random.default_rng(5), np.array(system.start())
    scales = np.concatenate([[0.0], np.geomspace(1e-3, 1.0, count - 1)])
    states = start + scales[:, None] * random.normal(size=(count, len(start)))
    states[:, system.places("discrete")] = start[system.places("discrete")]
    return states


def bits(numbers):
    """Return the bits of numbers, those of any nan as of one: IEEE 754 does not define them."""
    return [struct.pack("d", math.nan if value != value else value) for value in numbers]


def value(quantity, system, state):
    try:
        return float(quantity.value(system, memoryview(array("d", state))))
    except (ArithmeticError, ValueError):
        return math.nan


@pytest.mark.parametrize(
    ("name", "effort"),
    [
        *((name, effort_of(k)) for k, name in enumerate(physics.systems())),
        *(pytest.param(name, "full", marks=pytest.mark.long) for k, name in enumerate(physics.systems()) if k % 4),
    ],
)
def test_machine_code_has_the_values_of_cpython(name, effort):
    system = physics.system(name)
    key = type(system), len(system.variables)
    with made_with(effort):
        native.load_measure(*key)
        assert key in MEASURE_CODE, "a value cannot be compiled, or calls the C library"
        quantities, states = (*system.invariants, *system.quantities), states_of(system)
        found = measured(system, quantities, states)
        for state, row in zip(states, found, strict=True):
            assert bits(row) == bits(value(each, system, state) for each in quantities)
        assert bits(measured_at(system, quantities, memoryview(states[1]))) == bits(found[1])


@pytest.mark.parametrize("name", physics.systems())
def test_every_value_is_compiled(name):
    kind = physics.system_class(name)
    units = measure_units(kind, len(kind.variables))
    known = {each for unit in units.values() for each in unit.sources}
    for quantity in (*kind.invariants, *kind.quantities):
        source = getattr(getattr(quantity.value, "shared", None), "kernel", quantity.value)
        assert source in known, f"{quantity.name}: its value has no name"
    for unit in units.values():
        assert library_calls(unit.text().text) == set(), unit.text_name


class Timed(Gyroscope):
    """A gyroscope with a quantity of somebody's own, which has no text."""

    quantities = (*Gyroscope.quantities, Quantity("double", "d", "", "twice theta", lambda top, y: 2.0 * y[1]))


def test_a_value_of_somebodys_own_is_computed_beside_the_compiled_ones():
    system = Timed()
    native.load_measure(Timed, 6)
    assert (Timed, 6) in MEASURE_CODE
    states = states_of(system)
    found = measured(system, system.quantities, states)
    assert found[:, -1].tolist() == (2.0 * states[:, 1]).tolist()
    assert bits(found[0]) == bits(value(each, system, states[0]) for each in system.quantities)
