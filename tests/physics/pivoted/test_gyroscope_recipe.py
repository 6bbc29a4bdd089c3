import numpy as np
import pytest

import physics
from physics import BadInput
from physics.maths.quaternion import euler, rotation_matrix
from physics.pivoted.lagrange_closed import LagrangeSolution

LOOPS = {"theta": 0.9, "psi_dot": -4.0, "theta_dot": -1.5, "phi_dot": 300.0}


def recipe(how, start=None, **parameters):
    return physics.system("gyroscope-recipe", {"recipe": how, **parameters}, start)


def after(system, dt, end, integrator="rk4"):
    """Return the state at the end, and the events before."""
    simulation = physics.Simulation(system, integrator, dt)
    simulation.advance(round(end / dt))
    assert simulation.divergence is None
    return simulation.y, simulation.events


def error(system, dt, end, integrator="rk4"):
    y, _ = after(system, dt, end, integrator)
    wanted = LagrangeSolution(system.lagrange, system.motion(memoryview(system.start()))).motion(end)
    return np.abs(system.rotation(y) - rotation_matrix(wanted.rotation)).max()


def slope(system, end, integrator="rk4"):
    steps = (1e-3, 5e-4, 2.5e-4)
    return np.polyfit(np.log(steps), np.log([error(system, dt, end, integrator) for dt in steps]), 1)[0]


def test_as_printed_the_cone_of_the_paper_never_falls():
    """It starts at rest, and sgn 0 = 0; the exact motion is at 116 degrees a quarter of a second later."""
    top = recipe("as printed")
    y, happened = after(top, 1e-3, 0.25)
    assert y[1] == top.initial["theta"] == pytest.approx(np.pi / 6)
    assert not happened
    exact = LagrangeSolution(top.lagrange, top.motion(memoryview(top.start())))
    assert euler(exact.motion(0.25).rotation)[1] > 2.0
    assert top.energy(y) == pytest.approx(top.energy(top.start()), rel=1e-15)  # and E does not show it


def test_restarted_the_cone_falls_and_passes_turning_points():
    top = recipe("restarted")
    exact = LagrangeSolution(top.lagrange, top.motion(memoryview(top.start())))
    y, happened = after(top, 1e-3, exact.period)
    assert [each.name for each in happened] == ["leaving", "turning"] * 2  # the top, the bottom, and the top again
    assert y[1] == pytest.approx(exact.turning[0], abs=1e-5)


@pytest.mark.parametrize("start", [{}, LOOPS])
def test_restarted_every_method_keeps_its_order(start):
    assert slope(recipe("restarted", start), 0.5) == pytest.approx(4, abs=0.3)
    assert slope(recipe("restarted", start), 0.2, "heun") == pytest.approx(2, abs=0.3)


def test_as_printed_every_method_is_of_first_order():
    top = recipe("as printed", LOOPS)
    assert slope(top, 0.5) < 1.5
    assert error(top, 2.5e-4, 0.5) > 100 * error(recipe("restarted", LOOPS), 2.5e-4, 0.5)


def test_as_printed_the_sign_changes_at_turning_points():
    top = recipe("as printed", LOOPS)
    exact = LagrangeSolution(top.lagrange, top.motion(memoryview(top.start())))
    y, happened = after(top, 1e-4, 3 * exact.period)
    assert len(happened) == 6
    apart = np.diff([each.time for each in happened])
    assert apart == pytest.approx(0.5 * exact.period, rel=0.05)
    assert exact.turning[0] - 1e-6 < y[1] < exact.turning[1] + 1e-6


def test_steady_precession_stays_steady():
    """2 E - V is then only rounding: theta'' is integrated all the time, without events."""
    top = recipe("restarted", {"theta": 1.0, "phi_dot": 400.0})
    slow = top.lagrange.steady_precessions(1.0, 400.0)[0]
    steady = top.replace(initial={"psi_dot": slow, "phi_dot": 400.0 - slow * np.cos(1.0)})
    y, happened = after(steady, 1e-3, 1.0)
    assert y[1] == pytest.approx(1.0, abs=1e-6)
    assert len(happened) == 0


def test_energy_and_sign_follow_from_the_rates_at_the_start():
    top = recipe("as printed", LOOPS)
    assert top.initial["start_energy"] == pytest.approx(top.energy(top.start()), rel=1e-14)
    assert top.initial["sign"] == -1.0
    changed = top.replace(initial={"theta_dot": 3.0})
    assert changed.initial["sign"] == 1.0
    assert changed.initial["start_energy"] > top.initial["start_energy"]
    assert recipe("restarted").initial["sign"] == 0.0


def test_other_recipes_are_refused():
    with pytest.raises(BadInput, match="as printed, restarted"):
        recipe("mended")


CASES = [("gauss4", 25, 1e-3), ("gauss4", 60, 5e-5), ("gauss6", 25, 2e-6), ("gauss6", 64, 3e-7)]


@pytest.mark.parametrize(("integrator", "steps", "tolerance"), CASES)
def test_restarted_implicit_methods_pass_turning_points_with_the_sign_intact(integrator, steps, tolerance):
    """Their steps begin before a turning point and end behind it, where their loops may not converge."""
    start = {"theta": 0.9, "psi_dot": 4.0, "theta_dot": -1.5, "phi_dot": 60.0}
    true = physics.Simulation(physics.system("gyroscope", initial=start), "dop853", 0.1, {"rtol": 1e-13})
    true.advance(4)
    run = physics.Simulation(recipe("restarted", start), integrator, 0.4 / steps)
    run.advance(steps)
    assert run.message == ""
    assert {event.before[-1] for event in run.events} == {-1.0, 0.0, 1.0}
    assert run["theta"] == pytest.approx(true["theta"], abs=tolerance)
