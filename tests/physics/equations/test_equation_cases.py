"""Equations that are written as text move as independent computations say."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import physics
from physics.compiled import code_cache, native
from physics.compiled.compile_unit import CompileUnit
from physics.equations.equations import Equations
from tests.physics.equations.scenes import CASES, of_case
from tests.physics.machines.models import bar, hinge
from tests.physics.machines.models import made as machine
from tests.reference import case

CLOSE = {"rtol": 1e-13, "atol": 1e-14}
BOUNCES = "ball_on_shaken_table"


def states_at(system: Equations, times: list[float]) -> list[dict[str, float]]:
    """Return the variables at times, by dop853 with steps of its own."""
    found, now, start = [], 0.0, dict(system.initial)
    for time in times:
        part = system.replace(initial=start)
        count = math.ceil(time - now)
        run = physics.Simulation(part, "dop853", (time - now) / count, settings=CLOSE)
        assert run.advance(count) == count, run.message
        start, now = dict(zip((each.name for each in system.variables), run.y, strict=True)), time
        found.append(start)
    return found


@pytest.mark.parametrize("name", [name for name in CASES if name != BOUNCES])
def test_states_are_those_of_the_reference(name: str) -> None:
    given, system = case(f"equations/{name}"), of_case(name)
    wanted = given["expected"]
    found = states_at(system, given["times"])
    states = np.array([[state[each] for each in wanted["names"]] for state in found])
    expected = np.array(wanted["states"])
    assert np.abs((states - expected) / np.maximum(np.abs(expected), 1.0)).max() < given["tolerance"]
    for invariant in system.invariants:
        start, size = invariant.reference(system, memoryview(system.start()))
        for state in found:
            y = memoryview(np.array(list(state.values())))
            assert abs(invariant.value(system, y) - start) < 1e-10 * size


def test_a_ball_bounces_where_the_reference_says() -> None:
    given, system = case(f"equations/{BOUNCES}"), of_case(BOUNCES)
    run = physics.Simulation(system, "gauss6", 1 / 256)
    states = []
    for time in given["times"]:
        run.advance(int(time * 256) - run.tick)
        part = system.replace(initial=now(run))
        rest = physics.Simulation(part, "gauss6", max(time - run.time, 1e-7))
        rest.advance(1 if time > run.time else 0)
        states.append(list(rest.y)[:2])
    assert np.abs(np.array(states) - given["expected"]["states"]).max() < given["tolerance"]
    impacts = np.array(given["expected"]["impacts"])
    assert [event.name for event in run.events] == ["impact"] * len(impacts)
    assert np.abs([event.time for event in run.events] - impacts[:, 0]).max() < given["tolerance"]
    assert np.abs([event.before[1] for event in run.events] - impacts[:, 1]).max() < given["tolerance"]


def now(run: physics.Simulation) -> dict[str, float]:
    """Return the variables of a run."""
    return dict(zip((each.name for each in run.system.variables), run.y, strict=True))


def test_numbers_of_the_cases_are_found() -> None:
    pendulum, wanted = of_case("spherical_pendulum"), case("equations/spherical_pendulum")["expected"]
    y = memoryview(pendulum.start())
    values = {each.name: each.value(pendulum, y) for each in pendulum.invariants}
    assert values["momentum_phi"] == pytest.approx(wanted["momentum_phi"][0], rel=1e-14)
    hoop, given = of_case("bead_on_a_hoop"), case("equations/bead_on_a_hoop")
    assert "time" not in [each.name for each in hoop.variables]  # it vanishes from the multiplied out Lagrangian
    assert hoop.invariants[0].meaning.startswith("Jacobi integral")
    jacobi = given["expected"]["jacobi_integral"][0]
    assert hoop.energy(memoryview(hoop.start())) == pytest.approx(jacobi, rel=1e-12)
    eight = of_case("henon_heiles")
    expected = case("equations/henon_heiles")["expected"]["energy"][0]
    assert eight.energy(memoryview(eight.start())) == pytest.approx(expected, rel=1e-14)
    bottle = of_case("magnetic_bottle")
    assert bottle.warnings == () and bottle.invariants == ()


ORDERS = [
    ("henon_heiles", "stormer-verlet", 2),
    ("henon_heiles", "splitting-yoshida4", 4),
    ("spherical_pendulum", "symplectic-euler", 1),
    ("spherical_pendulum", "rk4", 4),
    ("kapitza", "gauss4", 4),
]


@pytest.mark.parametrize(("name", "method", "order"), ORDERS)
def test_errors_fall_with_the_order_of_the_method(name: str, method: str, order: int) -> None:
    given, system = case(f"equations/{name}"), of_case(name)
    names, time = given["expected"]["names"], given["times"][0]
    errors = []
    for count in (100, 200):
        run = physics.Simulation(system, method, time / count)
        run.advance(count)
        found = [run[each] for each in names]
        errors.append(np.abs(np.subtract(found, given["expected"]["states"][0])).max())
    assert np.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.3)


def test_taylor_series_and_machine_code_agree_with_cpython() -> None:
    text = "x'' = -tanh(x) - 0.1*x'*exp(-x²) + 0.2*log(3 + sin(omega*t)) - (2 + x²)^0.3\ny' = atan2(x, 2 + y²)"
    tables = {"equations": text, "variables": {"x": {"start": 1}, "y": {}}, "parameters": {"omega": 1.3}}
    system = physics.system("equations", {"equations": tables})
    runs = [physics.Simulation(system, method, 1 / 64) for method in ("taylor", "gauss6", "rk4", "rk4")]
    assert runs[3].compile(), runs[3].compile_problem
    for run in runs:
        assert run.advance(128) == 128
    assert np.abs(np.subtract(runs[0].y, runs[1].y)).max() < 1e-10
    assert bytes(runs[2].y) == bytes(runs[3].y)


def test_machine_code_of_events_and_choices_has_the_bits_of_cpython() -> None:
    tables = {
        "equations": "z'' = -g - where(z > 0.2, c*z', 0)*abs(z')\nheat' = max(0, -z')",
        "variables": {"z": {"start": 0.5, "unit": "m", "high": 3}, "heat": {}},
        "parameters": {"g": "9.81 m/s²", "c": "0.1 1/m"},
        "events": {
            "bounce": {"when": "z", "and": "z' < -0.1", "set": {"z'": "-0.8*z'", "heat": "heat + 1"}},
            "rest": {"when": "z + 1e-3", "end": True},
        },
        "quantities": {"push": "z''"},
    }
    system = physics.system("equations", {"equations": tables})
    plain, compiled = (physics.Simulation(system, "rk4", 1e-3) for _ in range(2))
    assert compiled.compile(), compiled.compile_problem
    assert plain.advance(1500) == compiled.advance(1500)
    assert bytes(plain.y) == bytes(compiled.y)
    assert [event.time for event in plain.events] == [event.time for event in compiled.events]
    assert len(plain.events) == 3
    assert getattr(type(system), "series", None) is None
    assert [note.partition(" ")[0] for note in system.notes] == ["max", "where", "abs"]


def test_machine_code_that_is_kept_belongs_to_one_description(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Descriptions of one size have classes of one name, and what is compiled of them has names of its own."""
    monkeypatch.setenv(code_cache.VARIABLE, str(tmp_path))
    hoop, atwood = of_case("bead_on_a_hoop"), of_case("atwood")
    assert type(hoop).__qualname__ == type(atwood).__qualname__ and len(hoop.variables) == len(atwood.variables)
    one_bar = machine({"bar": bar(0.0, 1.0, 2.0)}, {"pivot": hinge("ground", "bar", [0.0, 0.0, 0.0])})
    known: dict[str, CompileUnit] = {}
    for system in (hoop, atwood, physics.system("machine"), physics.system("machine"), one_bar):
        for method in ("taylor", "rk4"):
            for unit in native.units_of(native.shape(system, physics.integrator(method))):
                assert known.setdefault(unit.name, unit) == unit
    plain, compiled = (physics.Simulation(hoop, "taylor", 1 / 64) for _ in range(2))
    assert compiled.compile(), compiled.compile_problem
    assert plain.advance(32) == compiled.advance(32) == 32
    assert bytes(plain.y) == bytes(compiled.y)
