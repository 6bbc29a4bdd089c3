"""Every system with every method that applies to it: the error of a step falls with the order that is declared."""

import math

import numpy as np
import pytest

import physics
from physics.studies.step_trial import ORDER_TOLERANCE, REFERENCE, REFERENCE_SETTINGS, measured_order, stepper
from tests.physics.integrators.problems import tolerances

SYSTEMS = [name for name in physics.systems() if name != "gyroscope-recipe"]
"""As it is printed the recipe has order 1 with any method: tests/physics/pivoted/test_gyroscope_recipe.py."""
STEPS = 1e-3, 8e-3, 2.5e-3, 1.25e-4
"""Steps [s] tried in turn, until the errors are neither rounding nor far from a power of the step."""
SHORT_OF = {6: 0.5, 8: 1.0}
"""How far below a high order a measured one may be: between rounding and far too long steps there is little room."""
SHARES = 4
"""Methods of a system are divided into so many groups, of which the short run has one, another for each system."""


def methods_of(system):
    """Return the names of the methods that have an order and take the step they are given, as adaptive ones do not."""
    return [
        name
        for name, each in physics.integrators().items()
        if each.kind != "adaptive" and math.isfinite(each.order) and not each.reason_against(system)
    ]


def orders():
    for number, name in enumerate(SYSTEMS):
        for share in range(SHARES):
            marks = () if share == number % SHARES else (pytest.mark.long,)
            yield pytest.param(name, share, marks=marks, id=f"{name}-{share}")


@pytest.mark.parametrize(("name", "share"), list(orders()))
def test_the_error_of_a_step_falls_with_the_declared_order(name, share):
    """From a state in motion, against the method of order 8 at a tolerance of 1e-14."""
    run = physics.Simulation(physics.system(name), "rk4", 1e-3)
    assert run.advance(30) == 30
    state = np.array(run.y)
    exact = stepper(run.system, physics.integrator(REFERENCE), REFERENCE_SETTINGS, run.time)
    for method in methods_of(run.system)[share::SHARES]:
        declared = physics.integrator(method)
        step = stepper(run.system, declared, tolerances(method), run.time)
        least = declared.order - SHORT_OF.get(declared.order, ORDER_TOLERANCE)
        for dt in STEPS:
            found, doubt, _ = measured_order(run.system, step, exact, state, dt)
            assert not found + doubt < least, (method, dt)
            if found > least:
                break
        else:
            pytest.fail(f"{method}: no order measured, at last {found} with a doubt of {doubt}")
