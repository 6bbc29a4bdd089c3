import numpy as np
import pytest

import physics
from tests.physics.integrators.problems import PLAIN, HenonHeiles, stepped, tolerances

METHODS = physics.integrators()
PAPERS_START = {"theta": np.pi / 6, "phi_dot": 60.0}
END = 0.25
GYROSCOPE = physics.system("gyroscope", initial=PAPERS_START)
ORDERS = {
    "euler": 1,
    "euler-cromer": 1,
    "cromer-positions-first": 1,
    "symplectic-euler": 1,
    "heun": 2,
    "newmark": 2,
    "stormer-verlet": 2,
    "implicit-midpoint": 2,
    "splitting": 2,
    "rk4": 4,
    "commutator-free4": 4,
    "gauss4": 4,
    "rk4-adaptive": 5,
    "gauss6": 6,
    "dop853": 8,
    "taylor": 22,
    "exact": np.inf,
    **dict.fromkeys(("splitting-yoshida4", "splitting-suzuki4", "midpoint-yoshida4", "midpoint-suzuki4"), 4),
    **dict.fromkeys(("splitting-kahan-li6", "midpoint-kahan-li6"), 6),
    **dict.fromkeys(("splitting-kahan-li8", "midpoint-kahan-li8"), 8),
}
"""Orders of the methods in the literature."""
IN_TICKS = [name for name, method in METHODS.items() if not method.memory_rows]
"""Methods whose steps are ticks; the orders of the others are measured in `test_dop853.py` and `test_taylor.py`."""
IN_RANGE = [name for name in IN_TICKS if not name.endswith(("li6", "li8"))]
"""Those whose errors are above rounding below; the others are measured in `test_composition.py`."""
APPLY = [name for name, method in METHODS.items() if not method.reason_against(GYROSCOPE)]


def state_at_end(name, steps):
    simulation = physics.Simulation(GYROSCOPE, name, END / steps, tolerances(name))
    simulation.advance(steps)
    assert simulation.divergence is None
    return simulation.state


@pytest.fixture(scope="module")
def exact():
    return state_at_end("gauss6", 1024)


def slope(errors, steps):
    return np.polyfit(np.log(1.0 / np.array(steps)), np.log(errors), 1)[0]


@pytest.mark.parametrize("name", [name for name in APPLY if name in IN_RANGE])
def test_error_falls_with_the_declared_order(name, exact):
    """The slope of log(error) against log(dt) on the paper's cone."""
    order = physics.integrator(name).order
    coarsest = min(512, 2048 >> order)  # large enough for the leading term, small enough to stay above rounding
    steps = (coarsest, 2 * coarsest, 4 * coarsest)
    errors = [np.linalg.norm(state_at_end(name, n) - exact) for n in steps]
    assert slope(errors, steps) == pytest.approx(order, abs=0.1)


@pytest.mark.parametrize("name", [name for name in PLAIN if name in IN_TICKS and not METHODS[name].second_order])
def test_powers_of_time_are_integrated_exactly_up_to_the_order(name):
    """y' = t^(k - 1) from 0 to 1 in one step: 1/k for each k up to the order."""
    for k in range(1, physics.integrator(name).order + 1):

        def rate(t, y, p, dy, k=k):
            dy[0] = t ** (k - 1)

        assert stepped(name, rate, (0.0,), 1.0, settings=tolerances(name))[1] == pytest.approx([1 / k], abs=1e-14)


def test_stormer_verlet_kicks_at_both_ends_of_a_step():
    """v' = 6 t: the trapezoidal rule is exact for v; q uses the half kick at the start."""

    def rate(t, y, p, dy):
        dy[0], dy[1] = y[1], 6.0 * t

    assert list(stepped("stormer-verlet", rate, (0.0, 0.0), 1.0)[1]) == [0.0, 3.0]


def test_stormer_verlet_has_order_two_where_it_applies():
    _, exact = stepped("gauss6", HenonHeiles.rate, HenonHeiles.start, 0.01, 200)
    steps = (64, 128, 256)
    ends = [stepped("stormer-verlet", HenonHeiles.rate, HenonHeiles.start, 2.0 / n, n)[1] for n in steps]
    assert slope([np.linalg.norm(end - exact) for end in ends], steps) == pytest.approx(2, abs=0.02)


def test_orders_are_those_of_the_literature():
    assert {name: METHODS[name].order for name in ORDERS} == ORDERS


def test_two_methods_of_high_order_agree_to_rounding(exact):
    simulation = physics.Simulation(GYROSCOPE, "dop853", END / 64, {"rtol": 1e-14, "atol": 1e-16})
    simulation.advance(64)
    assert simulation.state == pytest.approx(exact, abs=1e-12)
