import numpy as np
import pytest

import physics
from physics import BadInput, copies, native
from physics.copies import Copies, spread_over

SYSTEM = physics.system("gyroscope")


@pytest.fixture(autouse=True)
def _compiled():
    try:
        native.pair(copies.shape_for(SYSTEM, physics.integrator("rk4")))
    except native.Unavailable as problem:
        pytest.skip(str(problem))


def alone(state, integrator, ticks, dt=1e-3):
    simulation = physics.Simulation(SYSTEM, integrator, dt)
    simulation.y[:] = memoryview(np.array(state))
    simulation.advance(ticks)
    return simulation.state


@pytest.mark.parametrize("integrator", ["euler", "rk4", "implicit-midpoint", "dop853"])
def test_each_copy_moves_as_if_it_were_alone(integrator):
    states, _ = spread_over(SYSTEM.start(), SYSTEM, {"theta": 1e-2, "phi_dot": 1.0}, 70)
    flock = Copies(SYSTEM, physics.integrator(integrator), 1e-3, states)
    flock.advance(13)
    flock.advance(7)
    assert flock.states.shape == (70, 6)
    for i in (0, 1, 63, 64, 69):
        assert flock.states[i].tobytes() == alone(states[i], integrator, 20).tobytes()


def test_other_constants_hold_from_then_on():
    states, _ = spread_over(SYSTEM.start(), SYSTEM, {"theta": 1e-2}, 3)
    flock = Copies(SYSTEM, physics.integrator("rk4"), 1e-3, states)
    flock.advance(5)
    flock.take_constants(SYSTEM.replace({"gravity": 1.62}))
    flock.advance(5)
    simulation = physics.Simulation(SYSTEM, "rk4")
    simulation.y[:] = memoryview(states[2])
    simulation.advance(5)
    simulation.set_parameters({"gravity": 1.62})
    simulation.advance(5)
    assert flock.states[2].tobytes() == simulation.state.tobytes()


@pytest.mark.parametrize("integrator", ["rk4", "dop853"])
def test_a_copy_that_fails_leaves_the_others_alone(integrator):
    states, _ = spread_over(SYSTEM.start(), SYSTEM, {"theta": 1e-2}, 5)
    states[3] = np.nan
    flock = Copies(SYSTEM, physics.integrator(integrator), 1e-3, states)
    flock.advance(4)
    assert np.isnan(flock.states).all(axis=1).tolist() == [False, False, False, True, False]
    assert flock.states[4].tobytes() == alone(states[4], integrator, 4).tobytes()


def test_no_copies_and_no_ticks_are_nothing():
    none = Copies(SYSTEM, physics.integrator("rk4"), 1e-3, np.zeros((0, 6)))
    none.advance(3)
    assert none.states.shape == (0, 6)
    states, _ = spread_over(SYSTEM.start(), SYSTEM, {"theta": 1e-2}, 2)
    still = Copies(SYSTEM, physics.integrator("rk4"), 1e-3, states)
    still.advance(0)
    assert np.array_equal(still.states, states)


def test_a_spread_is_even_in_one_variable_and_a_box_in_several():
    start = SYSTEM.start()
    states, share = spread_over(start, SYSTEM, {"theta": 0.1}, 5)
    assert states[:, 1] - start[1] == pytest.approx([-0.1, -0.05, 0.0, 0.05, 0.1])
    assert share == pytest.approx([-1.0, -0.5, 0.0, 0.5, 1.0])
    assert (np.delete(states, 1, axis=1) == np.delete(np.array(start), 1)).all()
    box, share = spread_over(start, SYSTEM, {"theta": 0.1, "phi_dot": 2.0}, 200)
    assert box[:, 1] - start[1] == pytest.approx(0.1 * share)
    assert 1.8 < np.abs(box[:, 5] - start[5]).max() <= 2.0
    assert np.array_equal(box, spread_over(start, SYSTEM, {"theta": 0.1, "phi_dot": 2.0}, 200)[0])
    with pytest.raises(BadInput, match="'tetha'.*theta"):
        spread_over(start, SYSTEM, {"tetha": 0.1}, 5)
