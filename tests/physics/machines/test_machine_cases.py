"""Machines move as independent computations say."""

from __future__ import annotations

import numpy as np
import pytest

import physics
from tests.physics.machines.models import CASES, model
from tests.reference import case
from tests.sampling import every

DT = 2e-4


def motion(name: str, method: str, dt: float) -> tuple[physics.Simulation, np.ndarray]:
    """Return the run of a case, and what the case names at its times."""
    made, given = model(name), case(f"machines/{name}")
    run = physics.Simulation(made.system, method, dt)
    assert run.compile(), run.compile_problem
    states = []
    for time in given["times"]:
        run.advance(round(time / dt) - run.tick)
        assert run.divergence is None
        states.append(made.found(dict(zip((each.name for each in made.system.variables), run.y, strict=True))))
    return run, np.array(states)


@pytest.mark.parametrize("name", every(2, CASES))
def test_states_are_those_of_the_reference(name: str) -> None:
    given = case(f"machines/{name}")
    run, states = motion(name, "gauss6", DT)
    expected = np.array(given["expected"]["states"])
    assert np.abs((states - expected) / np.maximum(np.abs(expected), 1.0)).max() < given["tolerance"]
    balance = run.system.invariants[0].value
    begun, ended = (balance(run.system, y) for y in (memoryview(run.system.start()), run.y))
    assert ended == pytest.approx(begun, abs=1e-9)


@pytest.mark.parametrize("name", ["cart_pole", "furuta", "slider_crank"])
def test_energy_lost_is_that_of_the_reference(name: str) -> None:
    run, _ = motion(name, "gauss6", DT)
    expected = case(f"machines/{name}")["expected"]["lost"][-1]
    assert run.y[run.system.index("loss")] == pytest.approx(expected, rel=1e-8)


def test_peaucelliers_linkage_stays_on_its_line() -> None:
    _, states = motion("peaucellier", "rk4", 1e-3)
    assert np.abs(states[:, 2] - case("machines/peaucellier")["expected"]["line_x"]).max() < 1e-12


@pytest.mark.parametrize(("method", "order"), [("heun", 2), ("rk4", 4), ("gauss4", 4)])
def test_errors_fall_with_the_order_of_the_method(method: str, order: int) -> None:
    expected = np.array(case("machines/four_bar_torque")["expected"]["states"])[:2]
    errors = [np.abs(motion("four_bar_torque", method, dt)[1][:2] - expected).max() for dt in (5e-3, 2.5e-3)]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.35)


@pytest.mark.parametrize("name", ["four_bar_torque", "governor", "furuta", "spring_pendulum"])
def test_machine_code_has_the_bits_of_cpython(name: str) -> None:
    plain, compiled = (physics.Simulation(model(name).system, "rk4", 1e-3) for _ in range(2))
    assert compiled.compile()
    assert plain.advance(200) == compiled.advance(200) == 200
    assert bytes(plain.y) == bytes(compiled.y)
