"""Machine code of a system outside physics follows what its sources read, as CPython does."""

import sys

import pytest

import physics
from physics.compiled.source_edition import edition, own_functions
from physics.core.fields import Invariant, Variable

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
