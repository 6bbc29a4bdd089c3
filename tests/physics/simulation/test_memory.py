"""The memory of a method belongs to the state: it is kept, restored, undone and cleared with it."""

import numpy as np
import pytest

import physics
from physics.batch.copies import LaneBatch, spread_over
from physics.batch.ensemble import _PythonCopies
from physics.compiled import code_cache
from physics.simulation.history import MEMORY_INTERVAL, History

TOP = physics.system("gyroscope", initial={"theta": np.pi / 6, "phi_dot": 60.0})
METHODS = [name for name, method in physics.integrators().items() if method.memory(6)]


@pytest.fixture(autouse=True, scope="module")
def own_cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(code_cache.VARIABLE, str(tmp_path_factory.mktemp("code")))
        yield


def simulation(name="dop853", dt=1e-3, **settings):
    return physics.Simulation(TOP, name, dt, settings)


def test_only_adaptive_methods_have_a_memory():
    assert [name for name, method in physics.integrators().items() if method.kind == "adaptive"] == METHODS


@pytest.mark.parametrize("name", METHODS)
def test_snapshot_within_a_step_continues_bit_for_bit(name):
    run = simulation(name)
    run.advance(100)
    assert any(run.memory)
    kept = run.snapshot()
    assert kept.memory == run.memory
    run.advance(57)
    end = run.snapshot()
    for other in (run, physics.Simulation("gyroscope", "euler")):
        other.restore(kept)
        assert other.snapshot() == kept
        other.advance(57)
        assert other.snapshot() == end


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize(
    "change",
    [
        lambda run: run.set_parameters({"gravity": 3.7}),
        lambda run: run.set_dt(2e-3),
        lambda run: run.use(run.integrator.name, {"rtol": 1e-6}),
        lambda run: run.use("dop853"),
    ],
)
def test_change_within_a_step_restarts_the_method_from_the_present_state(name, change):
    run = simulation(name)
    run.advance(100)
    change(run)
    assert not any(run.memory)
    names = [variable.name for variable in TOP.variables]
    here = run.system.replace(initial=dict(zip(names, run.state, strict=True)))
    fresh = physics.Simulation(here, run.integrator.name, run.dt, run.settings)
    for other in (run, fresh):
        other.advance(50)
    assert bytes(run.y) == bytes(fresh.y), "the equations do not depend on time"


def test_reset_clears_the_memory():
    run = simulation()
    run.advance(100)
    run.reset()
    assert not any(run.memory)


def test_change_of_gravity_within_a_step_acts_at_once():
    """The reference is a method without a memory."""
    run, exact = simulation(), simulation("gauss6", 2.5e-4)
    run.advance(101)
    exact.advance(404)
    for each in (run, exact):
        each.set_parameters({"gravity": 0.0})
    run.advance(37)
    exact.advance(148)
    assert run.state == pytest.approx(exact.state, abs=1e-6)


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("dt", [1e-4, 1e-3, 0.05, 1.0])
def test_compiled_state_and_memory_have_the_bits_of_cpython_for_any_grouping(name, dt):
    plain, compiled, mixed = (simulation(name, dt) for _ in range(3))
    assert compiled.compile()
    assert mixed.compile()
    for group in (1, 2, 30, 7):
        plain.advance(group)
        mixed.advance(group)
        mixed._compiles = not mixed._compiles
    for _ in range(40):
        compiled.advance(1)
    assert any(plain.memory)
    for other in (compiled, mixed):
        assert bytes(other.y) == bytes(plain.y)
        assert other.memory == plain.memory


@pytest.mark.parametrize("name", METHODS)
def test_failing_tick_restores_the_memory_of_the_last_valid_tick(name, monkeypatch):
    """A margin fails at a tick inside a step, as if the top fell over; then the run continues from there."""

    def low(y, p):
        return 1.2 - y[1]

    class Fallen(type(TOP)):
        name = "fallen"
        margin = staticmethod(low)

        def trouble(self, y):
            return "it lies" if y[1] >= 1.2 else ""

    system = Fallen(initial=dict(TOP.initial))
    plain, compiled, single = (physics.Simulation(system, name) for _ in range(3))
    assert compiled.compile()
    done = plain.advance(1000)
    assert 10 < done < 1000
    assert compiled.advance(1000) == done
    single.advance(done)
    assert plain.message and plain.message == compiled.message
    for other in (compiled, single):
        assert (bytes(other.y), other.memory) == (bytes(plain.y), plain.memory)
    assert any(plain.memory)


def test_every_kept_tick_is_restored_and_continues_with_the_same_bits():
    run = simulation()
    history = History(run)
    seen = {}
    for change in (lambda: run.set_parameters({"gravity": 3.7}), lambda: run.use("rk4"), lambda: run.use("dop853")):
        for i in range(1500):
            run.advance(1)
            seen[run.tick] = bytes(run.y), run.memory
            if i % 7 == 0:
                history.record(run)
        change()
        history.mark(run)
        seen[run.tick] = bytes(run.y), run.memory
    for tick in (0, 1, 3, MEMORY_INTERVAL - 1, MEMORY_INTERVAL + 5, 1499, 1501, 2900, 3005, 4400, 4500):
        history.restore(run, tick)
        assert run.tick == tick
        assert not tick or (bytes(run.y), run.memory) == seen[tick]
    history.restore(run, 1200)
    run.advance(299)
    assert (bytes(run.y), run.memory) == seen[1499]


def test_restoring_repeats_few_ticks(monkeypatch):
    run = simulation()
    run.compile()
    history = History(run)
    for _ in range(600):
        run.advance(16)
        history.record(run)
    asked = []
    advance = physics.Simulation.advance
    monkeypatch.setattr(physics.Simulation, "advance", lambda self, ticks: asked.append(ticks) or advance(self, ticks))
    for tick in (9600, 5005, 1000, 3):
        history.restore(run, tick)
    assert len(asked) == 4
    assert max(asked) < MEMORY_INTERVAL + 16


def test_new_branch_drops_later_memories():
    run = simulation()
    history = History(run)
    for _ in range(300):
        run.advance(10)
        history.record(run)
    history.restore(run, 500)
    history.cut(500)
    run.set_parameters({"gravity": 1.6})
    history.mark(run)
    seen = {}
    for _ in range(300):
        run.advance(10)
        history.record(run)
        seen[run.tick] = bytes(run.y)
    for tick in (510, 1490, 1510, 2600, 3500):
        history.restore(run, tick)
        assert bytes(run.y) == seen[tick]


def test_kept_memories_are_bounded():
    budget = 200_000
    run = simulation()
    run.compile()
    history = History(run, budget)
    for _ in range(300):
        run.advance(MEMORY_INTERVAL)
        history.record(run)
    assert sum(len(moment.memory) for moment in history._moments) < 0.1 * budget
    assert history.oldest > 0
    newest = bytes(run.y)
    history.restore(run, history.oldest)
    run.advance(history.newest - history.oldest)
    assert bytes(run.y) == newest


@pytest.mark.parametrize("name", METHODS)
def test_each_copy_keeps_its_own_memory(name):
    states, _ = spread_over(TOP.start(), TOP, {"theta": 1e-2, "phi_dot": 1.0}, 5)
    states[2] = np.nan
    method = physics.integrator(name)
    flock = LaneBatch(TOP, method, 1e-3, states)
    one_by_one = _PythonCopies(TOP, method, 1e-3, states, method.checked_settings({}))
    for ticks in (13, 1, 7):
        flock.advance(ticks)
        one_by_one.advance(ticks)
    flock.take_constants(TOP.replace({"gravity": 3.7}))
    for i in (0, 1, 3, 4):
        alone = physics.Simulation(TOP, name, 1e-3)
        alone.y[:] = memoryview(states[i].copy())
        alone.advance(21)
        assert one_by_one.states[i].tobytes() == flock.states[i].tobytes() == bytes(alone.y)
    before = flock.states
    flock.advance(5)
    alone = physics.Simulation(TOP, name, 1e-3)
    alone.y[:] = memoryview(before[4].copy())
    alone.set_parameters({"gravity": 3.7})
    alone.advance(5)
    assert flock.states[4].tobytes() == bytes(alone.y)
