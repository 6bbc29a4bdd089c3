"""Indices beyond the state or the constants in sources outside physics: refused by the compiler, told by CPython."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.compiled import native
from physics.core.fields import Invariant, Variable
from physics.core.scratch import scratch


def energy(system, y):
    return 0.5 * y[1] * y[1] + 0.5 * y[0] * y[0]


def far_energy(system, y):
    return energy(system, y) + 0.0 * third(y)


class Spring(physics.System):
    name, title = "spring-of-indices", "Spring"
    variables = (Variable("x", "x", "m", "place", 0.5), Variable("v", "v", "m/s", "velocity", 0.3, role="velocity"))
    invariants = (Invariant("energy", "E", "J", "of the motion", energy, lambda system, y: 1e9),)

    def constants(self):
        return (1.0, 2.0)


def third(row):
    return row[2]


def state_beyond(t, y, p, dy):
    dy[0] = y[1]
    dy[1] = -y[2]


def slope_beyond(t, y, p, dy):
    dy[0] = y[1]
    dy[2] = -y[0]


def added_beyond(t, y, p, dy):
    dy[0] = y[1]
    dy[2] += y[0]


def constant_beyond(t, y, p, dy):
    dy[0] = y[1]
    dy[1] = -y[0] * p[2]


def counted_beyond(t, y, p, dy):
    for i in range(3):
        dy[i] = -y[i]


def from_end_beyond(t, y, p, dy):
    dy[0] = y[-3]
    dy[1] = -y[0]


def called_beyond(t, y, p, dy):
    dy[0] = third(y)
    dy[1] = -y[0]


def part_beyond(t, y, p, dy):
    rest = y[1:]
    dy[0] = rest[1]
    dy[1] = -y[0]


def constants_called_beyond(t, y, p, dy):
    dy[0] = y[1] * third(p)
    dy[1] = -y[0]


def scratch_beyond(t, y, p, dy):
    w = scratch(2)
    w[2] = y[0]
    dy[0] = y[1]
    dy[1] = -y[0]


def powers_beyond(t, y, p, dy):
    dy[0] = y[1] ** 2.0
    dy[1] = -y[2]


def within(t, y, p, dy):
    rest = y[1:]
    for i in range(1, 2):
        dy[i] = -y[i - 1] * p[i] / 2.0
    dy[-2] = rest[0] * p[0]


def of_rate(rate: Callable[..., None]) -> physics.System:
    """Return a spring with another right-hand side."""
    kind: Any = type("Own", (Spring,), {"rate": staticmethod(rate)})
    made: physics.System = kind()
    return made


@pytest.mark.parametrize(
    ("rate", "index", "of"),
    [
        (state_beyond, "y[2]", "2 numbers of the state"),
        (slope_beyond, "dy[2]", "2 numbers of the slope"),
        (added_beyond, "dy[2]", "2 numbers of the slope"),
        (constant_beyond, "p[2]", "2 numbers of p"),
        (counted_beyond, "y[i]", "2 numbers of the state"),
        (from_end_beyond, "y[-3]", "2 numbers of the state"),
        (called_beyond, "row[2]", "2 numbers of the state"),
        (part_beyond, "rest[1]", "2 numbers of the state"),
        (constants_called_beyond, "row[2]", "2 numbers of p"),
        (scratch_beyond, "w[2]", "of 2 numbers"),
    ],
)
def test_an_index_beyond_a_buffer_is_refused_with_its_place_and_the_cure(
    rate: Callable[..., None], index: str, of: str
) -> None:
    run = physics.Simulation(of_rate(rate), "rk4", 0.01)
    assert not run.compile()
    said = run.compile_problem
    source = third if index.startswith("row") else rate
    first = source.__code__.co_firstlineno
    line = int(said.split(":")[1])
    assert said.startswith("physics/compiled/test_indices.py:") and first < line <= first + 5
    assert f"`{index}`" in said and of in said and said.endswith("take an index below 2")
    with pytest.raises(
        BadInput, match=r"^physics/compiled/test_indices.py:\d+: `.*`: an index is beyond what there is"
    ):
        run.advance(3)


def test_what_numba_compiles_is_refused_too() -> None:
    pytest.importorskip("numba")
    run = physics.Simulation(of_rate(powers_beyond), "rk4", 0.01)
    assert not run.compile() and "`y[2]`: is beyond the 2 numbers of the state" in run.compile_problem


def test_the_line_of_cpython_is_that_of_the_source() -> None:
    run = physics.Simulation(of_rate(state_beyond), "rk4", 0.01)
    line = state_beyond.__code__.co_firstlineno + 2
    told = f"test_indices.py:{line}: `dy\\[1\\] = -y\\[2\\]`: an index is beyond what there is: the state of "
    with pytest.raises(BadInput, match=told + "spring-of-indices has 2 numbers, p has 2$") as error:
        run.advance(1)
    assert "\n" not in str(error.value)
    with pytest.raises(BadInput, match=told):
        physics.ensemble(of_rate(state_beyond), 2, {"x": 0.1}, 0.02, 0.01)


def test_indices_within_are_compiled_to_the_same_bits() -> None:
    states = []
    for compiled in (False, True):
        run = physics.Simulation(of_rate(within), "rk4", 0.01)
        assert not compiled or run.compile(), run.compile_problem
        run.advance(50)
        states.append(bytes(run.y))
    assert states[0] == states[1]


def test_an_energy_beyond_the_state_is_told_at_once() -> None:
    invariant = Invariant("energy", "E", "J", "of the motion", far_energy, lambda system, y: 1e9)
    kind: Any = type("Own", (Spring,), {"rate": staticmethod(within), "invariants": (invariant,)})
    with pytest.raises(BadInput, match=r"`return row\[2\]`: an index is beyond what there is"):
        physics.Simulation(kind(), "rk4", 0.01)
    assert not native.load_value(kind, 2, invariant)


def test_another_number_of_constants_is_checked_anew() -> None:
    class Longer(Spring):
        few = True
        rate = staticmethod(constant_beyond)

        def constants(self):
            return (1.0, 2.0) if Longer.few else (1.0, 2.0, 3.0)

    assert not physics.Simulation(Longer(), "rk4", 0.01).compile()
    Longer.few = False
    run = physics.Simulation(Longer(), "rk4", 0.01)
    assert run.compile(), run.compile_problem
    run.advance(2)
    assert np.isfinite(run.state).all()
