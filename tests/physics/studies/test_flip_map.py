from __future__ import annotations

import math

import numpy as np
import pytest

from physics import BadInput, Simulation
from physics.compiled import native
from physics.studies import flip_map
from physics.studies.flip_map import FlipBatch, can_flip, crossing, pendulum
from physics.systems.double_pendulum import DoublePendulum
from physics.systems.double_pendulum_newton import DoublePendulumNewton
from physics.systems.free_body import FreeBody

UNEQUAL = DoublePendulum({"l2": 1.3, "l3": 0.6, "m2": 0.7, "m3": 1.9, "gravity": 4.0})


def turns_over(system: DoublePendulum, upper: float, lower: float, until: float) -> float:
    """Return when the lower bar passes the upward vertical, by another method with a hundredth of the step, or inf."""
    simulation = Simulation(system.replace(initial={"theta2": upper, "theta3": lower}), "dop853", 1e-3)
    simulation.compile()
    while abs(simulation["theta3"]) <= math.pi:
        if simulation.time >= until:
            return math.inf
        simulation.advance(1)
    beyond = abs(simulation["theta3"]) - math.pi
    return simulation.time - beyond / abs(simulation["theta3_dot"])


@pytest.mark.parametrize("system", [DoublePendulum(), UNEQUAL])
def test_flip_times_agree_with_a_finer_method(system: DoublePendulum) -> None:
    upper, lower = np.array([2.9, -2.0, 1.5, 0.3, 2.4]), np.array([2.0, -2.9, -2.5, 0.2, 0.7])
    found = FlipBatch(system, upper, lower, duration=3.0)
    found.run()
    expected = [turns_over(system, a, b, 3.0) for a, b in zip(upper, lower, strict=True)]
    assert np.isfinite(expected).sum() >= 2 and np.isinf(expected).any()
    assert found.times == pytest.approx(np.array(expected), abs=2e-4)
    assert found.time == 3.0


def test_flip_times_do_not_depend_on_the_division_into_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    angles = np.linspace(-3.0, 3.0, 12)
    upper, lower = (each.ravel() for each in np.meshgrid(angles, angles))
    together, apart = (FlipBatch(DoublePendulum(), upper, lower, 6.0) for _ in range(2))
    together.run()
    monkeypatch.setattr(flip_map, "PENDULUMS_PER_TASK", 17)
    apart = FlipBatch(DoublePendulum(), upper, lower, 6.0)
    apart.run()
    assert np.isfinite(together.times).sum() > 40
    assert apart.times.tobytes() == together.times.tobytes()


def test_no_flip_without_enough_energy() -> None:
    angles = (np.arange(24) + 0.5) / 24 * 2.0 * math.pi - math.pi
    upper, lower = (each.ravel() for each in np.meshgrid(angles, angles))
    able = can_flip(UNEQUAL, upper, lower)
    found = FlipBatch(UNEQUAL, upper, lower, 10.0)
    found.run()
    assert able.any() and not able.all()
    assert np.isinf(found.times[~able]).all()
    highest = UNEQUAL.replace(initial={"theta2": 0.0, "theta3": math.pi})
    energies = [
        UNEQUAL.energy(UNEQUAL.replace(initial={"theta2": a, "theta3": b}).start())
        for a, b in zip(upper, lower, strict=True)
    ]
    assert (np.array(energies) >= highest.energy(highest.start()) - 1e-12).tolist() == able.tolist()


def test_flip_map_stops_when_cancelled() -> None:
    found = FlipBatch(DoublePendulum(), np.full(3, 2.9), np.full(3, 2.0), 1000.0)
    found.run(lambda: found.time < 2.0)
    assert 2.0 <= found.time < 3.0 and np.isfinite(found.times).all()


def test_crossing_is_the_root_of_the_cubic() -> None:
    way = np.array([0.25, 0.5, 0.9])
    cubic = np.polynomial.Polynomial([0.0, 2.0, -1.0, 1.5])
    at = cubic(way)
    before, after = math.pi - at, math.pi - at + cubic(1.0)
    rates = np.full(3, cubic.deriv()(0.0)), np.full(3, cubic.deriv()(1.0))
    assert crossing(before, rates[0], after, rates[1]) == pytest.approx(way, abs=1e-11)
    assert crossing(-before, -rates[0], -after, -rates[1]) == pytest.approx(way, abs=1e-11)


def test_every_formulation_gives_the_same_pendulum() -> None:
    given = {"upper_length": 1.3, "lower_mass": 0.2, "upper_inertia": 0.4}
    found = pendulum(DoublePendulumNewton(given))
    assert found.p == DoublePendulum(given).p


def test_systems_without_flips_are_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="free-body is no double pendulum"):
        pendulum(FreeBody())
    with pytest.raises(BadInput, match="gravity = 0 m/s²: must be more than 0"):
        pendulum(DoublePendulum({"gravity": 0.0}))

    def refused(shape: object) -> None:
        raise native.Unavailable("numba is missing")

    monkeypatch.setattr(native, "compiled_run", refused)
    with pytest.raises(BadInput, match="compiled code is needed and not available: numba is missing"):
        FlipBatch(DoublePendulum(), np.full(1, 2.9), np.full(1, 2.0))
