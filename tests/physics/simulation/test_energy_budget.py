"""The budget of a run: what is stored and lost is what has come in, with the drift of the method apart."""

import math

import numpy as np
import pytest

import physics
from physics.core.fields import Invariant, Variable
from physics.simulation.energy_budget import EnergyBudget, energy_quantities
from physics.simulation.spring_hand import SpringHand
from physics.types import Floats


def held(budget: EnergyBudget) -> float:
    """Return what is stored or lost [J]."""
    return sum(value for part, value in budget.parts if part.kind != "work")


def part(budget: EnergyBudget, name: str) -> float:
    return next(value for part, value in budget.parts if part.name == name)


def works(budget: EnergyBudget) -> float:
    return sum(value for part, value in budget.parts if part.kind == "work")


def size(budget: EnergyBudget) -> float:
    return sum(abs(value) for _, value in budget.parts)


@pytest.mark.parametrize("name", ["gyroscope", "sliding-body", "trebuchet", "whip", "spatial-chain", "bungee"])
def test_what_is_there_is_what_has_come_in(name: str) -> None:
    simulation = physics.Simulation(name, "rk4", 1e-3)
    assert simulation.energy_budget().drift == 0.0
    simulation.advance(200)
    budget = simulation.energy_budget()
    sources = budget.start + works(budget) + budget.hand + budget.drift
    assert held(budget) == pytest.approx(sources, abs=1e-12 * size(budget))
    assert budget.hand == 0.0
    assert abs(budget.drift) < 1e-5 * size(budget)


def test_friction_is_told_from_the_drift_of_the_method() -> None:
    """The loss is that of the drag k v² of the bobs, by Simpson's rule from the motion; the coarse method drifts."""
    chain = physics.system("planar-chain", {"count": 2, "drag": (0.2,)}, {"theta_1": 1.0, "theta_2": 2.0})

    def run(integrator: str, dt: float) -> tuple[EnergyBudget, np.ndarray]:
        simulation, power = physics.Simulation(chain, integrator, dt), []
        for _ in range(round(1.0 / dt) + 1):
            power.append(0.2 * float((chain.joints(simulation.y)[1:, 2:] ** 2).sum()))
            budget = simulation.energy_budget()
            simulation.advance(1)
        return budget, np.array(power)

    fine, power = run("rk4", 1e-3)
    simpson = 1e-3 / 3.0 * float(power[0] + power[-1] + 4.0 * power[1:-1:2].sum() + 2.0 * power[2:-1:2].sum())
    assert part(fine, "losses") == pytest.approx(simpson, rel=1e-8)
    assert part(fine, "losses") > 0.05 * size(fine)
    assert abs(fine.drift) < 1e-9
    coarse, _ = run("euler", 1e-3)
    assert coarse.drift > 1e-2
    assert part(coarse, "losses") == pytest.approx(simpson, rel=0.05)


def test_a_method_that_does_not_keep_the_energy_drifts_and_loses_nothing_to_friction() -> None:
    simulation = physics.Simulation("double-pendulum", "euler", 1e-3)
    start = simulation.system.energy(simulation.y)
    simulation.advance(500)
    budget = simulation.energy_budget()
    assert all(each.kind not in ("lost", "work") for each, _ in budget.parts)
    assert budget.start == start
    assert budget.drift == pytest.approx(simulation.system.energy(simulation.y) - start, abs=1e-12)
    assert abs(budget.drift) > 1e-3


def test_the_work_of_the_hand_is_apart_from_start_and_drift() -> None:
    simulation = physics.Simulation("double-pendulum", "rk4", 1e-3)
    start = simulation.energy_budget().start
    target = simulation.system.bodies(simulation.y)[1].position + np.array([0.3, 0.0, 0.8])
    simulation.hold(SpringHand(1, (0.0, 0.0, 0.0), tuple(target.tolist()), 40.0, 2.0))
    simulation.advance(400)
    budget = simulation.energy_budget()
    assert abs(budget.hand) > 0.1
    assert budget.hand == simulation.work
    assert budget.start == pytest.approx(start, abs=1e-8)  # the hand's grip is known by differences
    assert abs(budget.drift) < 1e-7
    assert held(budget) == pytest.approx(start + budget.hand + budget.drift, abs=1e-8)


def test_a_support_that_moves_does_work() -> None:
    shaken = {"support": "harmonic", "amplitude_x": 0.3, "frequency_x": 4.0}
    simulation = physics.Simulation(physics.system("planar-chain", shaken), "rk4", 1e-3)
    simulation.advance(700)
    budget = simulation.energy_budget()
    assert abs(works(budget)) > 1.0
    assert abs(budget.drift) < 1e-6
    assert budget.mechanical - simulation.system.energy(simulation.system.start()) == pytest.approx(
        works(budget) + budget.drift, abs=1e-9
    )


def test_an_impact_loses_energy_at_its_event() -> None:
    """An upright top falls 20 mm: the landing takes its translation and leaves its spin, without friction."""
    top = physics.system("sliding-body", {"mu": 0.0}, {"drop": 0.02, "theta": 0.0})
    simulation = physics.Simulation(top, "rk4", 1e-4)
    while not simulation.events:
        before = simulation.energy_budget()
        simulation.advance(1)
    after = simulation.energy_budget()
    assert part(before, "losses") == 0.0
    assert part(after, "losses") == pytest.approx(top.mass * top.gravity * 0.02, rel=1e-9)
    assert abs(after.drift) < 1e-9 * size(after)


def test_a_budget_of_a_state_without_value_is_nan() -> None:
    simulation = physics.Simulation("gyroscope")
    simulation.y[1] = math.inf
    budget = simulation.energy_budget()
    assert all(math.isnan(value) for _, value in budget.parts)
    assert math.isnan(budget.drift)
    assert math.isnan(budget.mechanical)


@pytest.mark.parametrize("name", ["whip", "sliding-body"])
def test_columns_of_the_parts_are_those_of_the_budget(name):
    system = physics.system(name)
    names = [quantity.name for quantity in energy_quantities(system)]
    run = physics.simulate(system, 0.05, columns=["t", *names])
    simulation = physics.Simulation(system)
    simulation.advance(50)
    assert [run[each][-1] for each in names] == [value for _, value in simulation.energy_budget().parts]
    assert run.invariants == {}, "only what was asked for is kept"


class Bare(physics.System):
    """A system that has only its equations."""

    name, title = "bare-of-a-test", "Bare"
    variables = (Variable("x", "x", "m", "place", 0.5), Variable("v", "v", "m/s", "velocity", 0.3, role="velocity"))
    invariants = (Invariant("energy", "E", "J", "", lambda _, y: 0.5 * (y[0] * y[0] + y[1] * y[1]), lambda *_: 1.0),)

    def constants(self) -> tuple[float, ...]:
        return ()

    @staticmethod
    def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
        dy[0], dy[1] = y[1], -y[0]


def test_a_system_without_parts_has_the_energy_alone() -> None:
    simulation = physics.Simulation(Bare(), "euler", 0.01)
    simulation.advance(10)
    budget = simulation.energy_budget()
    assert budget.parts == ()
    assert budget.start + budget.drift == pytest.approx(Bare().energy(simulation.y), rel=1e-15)
    assert budget.drift > 0.0


def test_a_system_of_which_nothing_is_drawn_says_so() -> None:
    with pytest.raises(physics.BadInput, match="bare-of-a-test: has nothing that is drawn; write pose_layout and pose"):
        Bare().bodies(memoryview(Bare().start()))
