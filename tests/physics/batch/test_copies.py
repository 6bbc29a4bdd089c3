import math

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.batch import copies
from physics.batch.blocks import aligned
from physics.batch.copies import LaneBatch, checked_spread, spread_over
from physics.compiled import native

SYSTEM = physics.system("gyroscope")


@pytest.fixture(autouse=True)
def _compiled():
    try:
        native.compiled_run(copies.shape_for(SYSTEM, physics.integrator("rk4")))
    except native.Unavailable as problem:
        pytest.skip(str(problem))


def alone(state, integrator, ticks, dt=1e-3):
    simulation = physics.Simulation(SYSTEM, integrator, dt)
    simulation.y[:] = memoryview(np.array(state))
    simulation.advance(ticks)
    return simulation.state


@pytest.mark.parametrize("integrator", ["euler", "rk4", "implicit-midpoint", "dop853"])
def test_each_copy_moves_independently(integrator):
    states, _ = spread_over(SYSTEM.start(), SYSTEM, {"theta": 1e-2, "phi_dot": 1.0}, 70)
    flock = LaneBatch(SYSTEM, physics.integrator(integrator), 1e-3, states)
    flock.advance(13)
    flock.advance(7)
    assert flock.states.shape == (70, 6)
    assert np.array([flock.column(i) for i in range(6)]).T.tobytes() == flock.states.tobytes()
    for i in (0, 1, 31, 32, 63, 64, 69):
        assert flock.states[i].tobytes() == alone(states[i], integrator, 20).tobytes()


@pytest.mark.parametrize("name", ["gyroscope", "planar-chain"])
def test_many_short_calls_in_one_thread_are_those_of_all_cores(name):
    system = physics.system(name)
    states, _ = spread_over(system.start(), system, {system.variables[0].name: 1e-2}, 3)
    one, other = (LaneBatch(system, physics.integrator("rk4"), 1e-3, states) for _ in range(2))
    for ticks, dt in ((1, 1e-3), (2, 1e-3), (1, 7e-4), (3, 1.0 / 3.0e3), (4, 1e-3)):
        one.dt = other.dt = dt
        one.advance(ticks, threads=False)
        other.advance(ticks)
        assert one.states.tobytes() == other.states.tobytes()
    one.take_constants(system.replace({"gravity": 1.62}))
    other.take_constants(system.replace({"gravity": 1.62}))
    one.advance(5, threads=False)
    other.advance(5)
    assert one.states.tobytes() == other.states.tobytes()


def test_buffers_are_aligned_to_cache_lines():
    for shape in ((3, 6, 32), (7,), (0, 6, 32), (5, 3)):
        for _ in range(4):
            made = aligned(*shape)
            assert made.shape == shape and made.flags.c_contiguous and not made.any()
            assert made.ctypes.data % 64 == 0 or not made.size
    states, _ = spread_over(SYSTEM.start(), SYSTEM, {"theta": 1e-2}, 70)
    flock = LaneBatch(SYSTEM, physics.integrator("rk4"), 1e-3, states)
    assert all(buffer.ctypes.data % 64 == 0 for buffer in (flock._y[1:], flock._p))


def test_changed_constants_apply_to_all_copies():
    states, _ = spread_over(SYSTEM.start(), SYSTEM, {"theta": 1e-2}, 3)
    flock = LaneBatch(SYSTEM, physics.integrator("rk4"), 1e-3, states)
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
def test_failed_copy_does_not_affect_the_others(integrator):
    states, _ = spread_over(SYSTEM.start(), SYSTEM, {"theta": 1e-2}, 5)
    states[3] = np.nan
    flock = LaneBatch(SYSTEM, physics.integrator(integrator), 1e-3, states)
    flock.advance(4)
    assert np.isnan(flock.states).all(axis=1).tolist() == [False, False, False, True, False]
    assert flock.states[4].tobytes() == alone(states[4], integrator, 4).tobytes()


def test_zero_copies_and_zero_ticks_are_allowed():
    none = LaneBatch(SYSTEM, physics.integrator("rk4"), 1e-3, np.zeros((0, 6)))
    none.advance(3)
    assert none.states.shape == (0, 6)
    states, _ = spread_over(SYSTEM.start(), SYSTEM, {"theta": 1e-2}, 2)
    still = LaneBatch(SYSTEM, physics.integrator("rk4"), 1e-3, states)
    still.advance(0)
    assert np.array_equal(still.states, states)


def test_spread_is_even_in_one_variable_and_random_in_several():
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


def test_changed_step_applies_to_all_copies():
    """Also for a method that steps ahead of the tick, which then restarts."""
    states, _ = spread_over(SYSTEM.start(), SYSTEM, {"theta": 1e-2}, 3)
    flock = LaneBatch(SYSTEM, physics.integrator("dop853"), 1e-3, states)
    simulation = physics.Simulation(SYSTEM, "dop853", 1e-3)
    simulation.y[:] = memoryview(states[1])
    for dt in (1e-3, 1e-3, 4e-3):
        flock.dt = dt
        flock.advance(5)
        if dt != simulation.dt:
            simulation.set_dt(dt)
        simulation.advance(5)
    assert flock.states[1].tobytes() == simulation.state.tobytes()


def test_spread_over_a_group_moves_each_of_its_variables():
    chain = physics.system("planar-chain")
    same = {"theta_1": 0.02, "theta_2": 0.02, "theta_3": 0.02}
    assert checked_spread(chain, {"theta": 0.02}) == same
    assert checked_spread(chain, {"theta": "1deg, 2deg, 3deg"})["theta_3"] == pytest.approx(np.radians(3.0))
    with pytest.raises(BadInput, match="2 numbers given; 3 needed"):
        checked_spread(chain, {"theta": "1deg, 2deg"})


def test_spread_over_an_alias_changes_only_that_alias():
    top = physics.system("heavy-top", initial={"theta": 0.5, "psi_dot": 3.0, "phi_dot": 50.0})
    states, share = spread_over(top.start(), top, {"phi_dot": 2.0}, 5)
    names = [variable.name for variable in top.variables]
    there = [top.to_aliases(dict(zip(names, state, strict=True))) for state in states]
    assert [each["phi_dot"] for each in there] == pytest.approx([48.0, 49.0, 50.0, 51.0, 52.0], abs=1e-12)
    assert share.tolist() == [-1.0, -0.5, 0.0, 0.5, 1.0]
    for name in ("psi", "theta", "phi", "psi_dot", "theta_dot"):
        assert [each[name] for each in there] == pytest.approx([there[2][name]] * 5, abs=1e-12)
    tilted, _ = spread_over(top.start(), top, {"theta": 0.1, "omega_1": 0.2}, 50)
    found = [top.to_aliases(dict(zip(names, state, strict=True)))["theta"] for state in tilted]
    assert np.ptp(found) == pytest.approx(0.2)
    assert (np.abs(tilted[:, 4] - top.start()[4]) <= 0.2).all()
    assert tilted[:, 5:].tolist() == [list(top.start()[5:])] * 50, "an angle alone keeps omega in the body"


# With events --------------------------------------------------------------------------------------------------------

HOPPER = physics.system("sliding-body", {"alpha": 0.375}, {"theta": 0.6, "omega_3": 150.0, "drop": 5e-4})
"""A start from which the body lands within 11 ms."""


def hoppers(count=7, method="rk4", **given):
    states, _ = spread_over(HOPPER.start(), HOPPER, {"phi_dot": 20.0, "drop": 2e-4}, count)
    return states, LaneBatch(HOPPER, physics.integrator(method), 1e-3, states, events=10, **given)


def hopping(state, method, *groups, system=HOPPER):
    simulation = physics.Simulation(system, method, 1e-3)
    simulation.place(state)
    for ticks in groups:
        simulation.advance(ticks)
    return simulation


@pytest.mark.parametrize("threads", [True, False])
@pytest.mark.parametrize("method", ["rk4", "dop853"])
def test_events_of_a_copy_are_those_of_the_copy_alone(method, threads):
    states, flock = hoppers(method=method)
    for ticks in (5, 12, 43):
        flock.advance(ticks, threads)
    for i, (state, end) in enumerate(zip(states, flock.states, strict=True)):
        alone = hopping(state, method, 60)
        assert alone.events
        assert flock.events(i) == alone.events
        assert end.tobytes() == bytes(alone.y)
    times, before = flock.first("landing")
    assert len(set(times)) == len(states), "each in its own time"
    assert [flock.events(i)[0].time for i in range(7)] == times.tolist()
    assert [flock.events(i)[0].before for i in range(7)] == [tuple(row) for row in before.tolist()]
    with pytest.raises(BadInput, match="'lending'.*landing"):
        flock.first("lending")


def test_first_is_nan_for_events_that_did_not_happen_or_were_not_kept():
    _, flock = hoppers(3)
    assert np.isnan(flock.first("landing")[0]).all()
    flock.advance(9, until="landing")
    assert np.isnan(flock.first("landing")[0]).tolist() == np.isinf(flock.ended).tolist()
    assert 0 < np.isinf(flock.ended).sum() < 3
    assert np.isnan(flock.first("lift-off")[1]).all()
    states, _ = spread_over(HOPPER.start(), HOPPER, {"drop": 2e-4}, 3)
    unkept = LaneBatch(HOPPER, physics.integrator("rk4"), 1e-3, states)
    unkept.advance(30)
    assert np.isnan(unkept.first("landing")[0]).all()


def test_copies_have_their_own_constants():
    """All copies have different constants, and there are more copies than lanes."""
    method = physics.integrator("rk4")
    tops = [SYSTEM.replace({"gravity": g}) for g in np.linspace(1.0, 20.0, 40)]
    states = np.array([top.start() for top in tops])
    flock = LaneBatch(SYSTEM, method, 1e-3, states, constants=np.array([top.p for top in tops]))
    flock.advance(20, threads=False)
    hopping_tops = [HOPPER.replace({"gravity": g}) for g in (5.0, 9.0, 10.0)]
    constants = np.array([top.p for top in hopping_tops])
    _, hoppers_apart = hoppers(3, constants=constants)
    hoppers_apart.advance(20, threads=False)
    for one in (0, 31, 32, 39):
        alone = physics.Simulation(tops[one], "rk4", 1e-3)
        alone.advance(20)
        assert flock.states[one].tobytes() == bytes(alone.y)
    states, _ = hoppers(3)
    for one, top in enumerate(hopping_tops):
        assert hoppers_apart.states[one].tobytes() == bytes(hopping(states[one], "rk4", 20, system=top).y)


@pytest.mark.parametrize("method", ["rk4", "dop853"])
def test_copy_with_a_goal_event_stops_at_the_end_of_its_tick(method):
    states, flock = hoppers(method=method)
    for ticks in (9, 30):
        flock.advance(ticks, until="landing")
    for i, state in enumerate(states):
        landed = flock.events(i)[0]
        assert landed.name == "landing"
        assert flock.ended[i] == landed.time
        assert flock.states[i].tobytes() == bytes(hopping(state, method, math.ceil(landed.time * 1e3)).y)
    before = flock.states
    flock.advance(10)
    assert flock.states.tobytes() == before.tobytes()
    with pytest.raises(BadInput, match="'lending'.*landing"):
        flock.advance(1, until="lending")


def test_copies_start_at_a_given_time():
    """The time is rounded to a fraction of few digits."""
    _, flock = hoppers(3, time=2 / 30)
    flock.advance(40)
    assert flock.events(0)[0].time > 2 / 30


def test_copies_with_events_accept_changed_constants_and_step():
    states, flock = hoppers(3)
    flock.advance(5)
    flock.take_constants(HOPPER.replace({"gravity": 3.0}))
    flock.dt = 2.5e-4
    assert flock.dt == 2.5e-4
    flock.advance(60)
    alone = hopping(states[2], "rk4", 5)
    alone.set_parameters({"gravity": 3.0})
    alone.set_dt(2.5e-4)
    alone.advance(60)
    assert alone.events and flock.events(2) == alone.events
    assert flock.states[2].tobytes() == bytes(alone.y)


def test_diverged_copy_stays_nan():
    """The method's loop fails at its spin rate; it stays nan even with a shorter step that would converge."""
    states, _ = hoppers(3)
    states[1, 4:7] = 1e7
    flock = LaneBatch(HOPPER, physics.integrator("implicit-midpoint"), 1e-3, states)
    flock.advance(20)
    flock.take_constants(HOPPER.replace({"gravity": 3.0}))
    flock.dt = 1e-9
    flock.advance(1)
    assert np.isnan(flock.states).all(axis=1).tolist() == [False, True, False]
    assert np.isnan(flock.ended).tolist() == [False, True, False]


def test_copy_whose_equations_fail_becomes_nan():
    """Friction jams the body; a simulation of it alone stops with a message."""
    jammed = HOPPER.replace({"mu": 5.0, "law": "coulomb"})
    states, _ = spread_over(jammed.start(), jammed, {"drop": 2e-4}, 3)
    flock = LaneBatch(jammed, physics.integrator("rk4"), 1e-3, states)
    flock.advance(200)
    alone = [hopping(state, "rk4", 200, system=jammed) for state in states]
    assert [run.divergence is not None for run in alone] == np.isnan(flock.states).all(axis=1).tolist()
    assert any(run.divergence for run in alone)
