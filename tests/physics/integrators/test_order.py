import numpy as np
import pytest

import physics

PAPERS_START = {"theta": np.pi / 6, "phi_dot": 60.0}
END = 0.25


def state_at_end(system, integrator, dt):
    simulation = physics.Simulation(system, integrator, dt)
    simulation.advance(round(END / dt))
    assert simulation.divergence is None
    return simulation.state


@pytest.fixture(scope="module")
def exact():
    system = physics.system("gyroscope", initial=PAPERS_START)
    return state_at_end(system, "rk4", END / 8192)


@pytest.mark.parametrize("name", physics.integrators())
def test_error_falls_with_the_declared_order(name, exact):
    """The slope of log(error) against log(dt) on the paper's cone."""
    method = physics.integrator(name)
    system = physics.system("gyroscope", initial=PAPERS_START)
    steps = np.array([512, 1024, 2048]) if method.order < 4 else np.array([128, 256, 512])
    errors = [np.linalg.norm(state_at_end(system, name, END / n) - exact) for n in steps]
    slope = np.polyfit(np.log(END / steps), np.log(errors), 1)[0]
    assert slope == pytest.approx(method.order, abs=0.1)


def test_the_orders_are_those_of_the_paper():
    orders = {name: method.order for name, method in physics.integrators().items()}
    assert orders == {"euler": 1, "euler-cromer": 1, "heun": 2, "rk4": 4, "newmark": 2}
