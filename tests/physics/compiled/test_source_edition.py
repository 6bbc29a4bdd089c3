"""Machine code of a system outside physics follows what its sources read, as CPython does."""

import sys
from array import array

import numpy as np
import pytest

import physics
from physics.compiled import native
from physics.compiled.source_edition import edition, own_functions
from physics.core.fields import Invariant, Quantity, Variable
from physics.core.measure import measured, measured_at

PULL = 1.0


def force(x):
    return PULL * x


def other_force(x):
    return 0.25 * x


class Held:
    stiffness = 2.0

    @staticmethod
    def force(x):
        return Held.stiffness * x


def energy(system, y):
    return 0.5 * y[1] * y[1]


class Sprung(physics.System):
    name, title = "sprung-of-a-test", "Spring"
    variables = (Variable("x", "x", "m", "place", 0.5), Variable("v", "v", "m/s", "velocity", 0.3, role="velocity"))
    invariants = (Invariant("energy", "E", "J", "of the motion", energy, lambda system, y: 1e9),)

    def constants(self):
        return ()

    @staticmethod
    def rate(t, y, p, dy):
        dy[0] = y[1]
        dy[1] = -force(y[0]) - Held.force(y[0])


def end(compiled):
    simulation = physics.Simulation(Sprung(), integrator="rk4", dt=0.01)
    assert not compiled or simulation.compile(), simulation.compile_problem
    simulation.advance(100)
    return list(simulation.state)


@pytest.mark.parametrize(
    ("owner", "name", "value"),
    [(None, "PULL", 9.0), (None, "force", other_force), (Held, "stiffness", 5.0), (Held, "force", other_force)],
)
def test_machine_code_follows_a_name_that_is_assigned_anew(monkeypatch, owner, name, value):
    before = end(compiled=True)
    assert before == end(compiled=False)
    new = staticmethod(value) if owner and callable(value) else value
    monkeypatch.setattr(owner or sys.modules[__name__], name, new)
    after = end(compiled=True)
    assert after == end(compiled=False)
    assert after != before


def test_sources_in_physics_read_nothing_that_changes():
    kind = physics.system_class("gyroscope")
    assert edition(kind.rate, *own_functions(kind)) == ()


def test_what_a_closure_holds_belongs_to_it():
    def made(factor):
        def rate(t, y, p, dy):
            dy[0] = factor * y[0]

        return rate

    one, other = edition(made(1.0)), edition(made(1))
    assert one[1:] != other[1:]
    assert one[1:] == edition(made(1.0))[1:]


def scaled_place(system, y):
    return PULL * y[0]


class Measured(Sprung):
    name = "measured-of-a-test"
    quantities = (Quantity("scaled", "s", "m", "of the motion", scaled_place),)


def scaled(kind):
    """Return the value at a state by machine code, and by CPython."""
    (quantity,) = kind.quantities
    assert native.load_value(kind, 2, quantity)
    system, y = kind(), memoryview(array("d", [0.5, 0.3]))
    return measured_at(system, [quantity], y)[0], quantity.value(system, y)


def test_values_that_are_watched_follow_a_name_that_is_assigned_anew(monkeypatch):
    assert scaled(Measured) == (0.5, 0.5)
    monkeypatch.setattr(sys.modules[__name__], "PULL", 3.0)
    rows = measured(Measured(), Measured.quantities, np.array([[0.5, 0.3]]))
    assert rows[0, 0] == 1.5, "also where it is not loaded anew"
    assert scaled(Measured) == (1.5, 1.5)
    assert not {unit.edition for unit in native._uncompiled if unit.sources == (scaled_place,)}


def test_a_class_that_is_defined_anew_has_values_of_its_own(monkeypatch):
    assert scaled(type("Measured", (Measured,), {})) == (0.5, 0.5)
    monkeypatch.setattr(sys.modules[__name__], "PULL", 7.0)
    assert scaled(type("Measured", (Measured,), {})) == (3.5, 3.5)


def test_a_right_hand_side_that_is_called_alone_follows_too(monkeypatch):
    y, p, dy = (memoryview(array("d", numbers)) for numbers in ([0.5, 0.3], [0.0], [0.0, 0.0]))
    native.rate_call(Sprung.rate, 2)(0.0, y, p, dy)
    assert dy[1] == -1.5
    monkeypatch.setattr(sys.modules[__name__], "PULL", 2.0)
    native.rate_call(Sprung.rate, 2)(0.0, y, p, dy)
    assert dy[1] == -2.0
