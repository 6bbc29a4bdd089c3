from __future__ import annotations

import math

import numpy as np
import pytest

from physics import BadInput, Simulation
from physics.free.free_body import FreeBody
from physics.pendulums.double_pendulum import DoublePendulum
from physics.pendulums.double_pendulum_newton import DoublePendulumNewton
from physics.studies import outcome_map
from physics.studies.flip_map import flip_map, pendulum, step
from physics.studies.map_axes import copies_at
from physics.studies.outcome_map import CellResults, OutcomeMap, compute_cells
from physics.studies.outcomes import CellState, can_flip

UNEQUAL = DoublePendulum({"l2": 1.3, "l3": 0.6, "m2": 0.7, "m3": 1.9, "gravity": 4.0})
WHOLE = -math.pi, math.pi


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


def flips_at(system: DoublePendulum, angles: np.ndarray, duration: float) -> CellResults:
    return compute_cells(flip_map(system, WHOLE, WHOLE, 4, duration), lambda: False, angles)


@pytest.mark.parametrize("system", [DoublePendulum(), UNEQUAL])
def test_flip_times_agree_with_a_finer_method(system: DoublePendulum) -> None:
    angles = np.array([(2.9, 2.0), (-2.0, -2.9), (1.5, -2.5), (0.3, 0.2), (2.4, 0.7)])
    found = flips_at(system, angles, 3.0)
    expected = [turns_over(system, a, b, 3.0) for a, b in angles.tolist()]
    assert np.isfinite(expected).sum() >= 2 and np.isinf(expected).any()
    assert found.values == pytest.approx(np.array(expected), abs=2e-4)


def test_flip_times_do_not_depend_on_the_division_into_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    request = flip_map(DoublePendulum(), (-3.0, 3.0), (-3.0, 3.0), 12, 6.0)
    together, apart = OutcomeMap(request), OutcomeMap(request)
    together.compute()
    monkeypatch.setattr(outcome_map, "CELLS_PER_TASK", 17)
    apart.compute()
    assert np.isfinite(together.values).sum() > 40
    assert apart.values.tobytes() == together.values.tobytes()


def test_no_flip_without_enough_energy() -> None:
    angles = (np.arange(24) + 0.5) / 24 * 2.0 * math.pi - math.pi
    points = np.array([(a, b) for a in angles for b in angles])
    found = flips_at(UNEQUAL, points, 10.0)
    unable = found.states == CellState.EXCLUDED
    assert unable.any() and not unable.all()
    assert np.isinf(found.values[unable]).all()
    highest = UNEQUAL.replace(initial={"theta2": 0.0, "theta3": math.pi})
    energies = [UNEQUAL.energy(UNEQUAL.replace(initial={"theta2": a, "theta3": b}).start()) for a, b in points.tolist()]
    assert (np.array(energies) < highest.energy(highest.start()) - 1e-12).tolist() == unable.tolist()


def test_energy_excludes_nothing_of_bars_that_move() -> None:
    moving = UNEQUAL.replace(initial={"theta2": 0.1, "theta3": 0.1, "theta3_dot": 30.0})
    assert can_flip(copies_at(moving, (), np.zeros((1, 0))), "theta3").all()


def test_every_formulation_has_the_map_of_its_bars() -> None:
    newton = DoublePendulumNewton({"l2": 1.3})
    assert pendulum(newton).parameters["upper_length"] == 1.3
    assert step(pendulum(newton)) == pytest.approx(math.sqrt(1.0 / 9.81) / 64)
    with pytest.raises(BadInput, match="free-body is no double pendulum"):
        pendulum(FreeBody())
    with pytest.raises(BadInput, match="gravity = 0 m/s²: must be more than 0"):
        pendulum(DoublePendulum({"gravity": 0.0}))
