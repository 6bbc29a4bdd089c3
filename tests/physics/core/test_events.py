"""Events, tested on motions between walls that are known in closed form."""

import math
from array import array
from dataclasses import replace

import numpy as np
import pytest

import physics
from physics.core import events
from physics.core.fields import Event, Invariant

WALL, BOUNCE = 0.5, 0.8
END = 8.0
"""End of the run [s], after two bounces."""
FAR = 1.0


def swing(t, y, p, dy):
    dy[0], dy[1] = y[1], -y[0]


def swing_momenta(t, y, p, out):
    out[0], out[1] = y[1], -y[0]


def wall_ahead(t, y, p):
    return (y[0] + p[0] if y[1] < 0.0 else FAR,)


def bounce(event, t, y, p):
    y[1] = -p[1] * y[1]


def swing_energy(system, y):
    return 0.5 * (y[0] * y[0] + y[1] * y[1])


class Spring(physics.System):
    """A mass on a spring, x'' = -x, that bounces off a wall at -0.5 with a loss of speed."""

    name, title = "spring", "Spring and wall"
    variables = (physics.Variable("x", "x", "m", "place", 1.0), physics.Variable("v", "v", "m/s", "speed"))
    invariants = (Invariant("energy", "E", "J", "energy", swing_energy),)
    events = (Event("bounce", "the mass bounces off the wall"),)
    separable = True
    rate = staticmethod(swing)
    momenta = staticmethod(swing_momenta)
    guards = staticmethod(wall_ahead)
    jump = staticmethod(bounce)

    def constants(self):
        return WALL, BOUNCE


METHODS = [name for name, method in physics.integrators().items() if not method.reason_against(Spring)]
ADAPTIVE = [name for name in METHODS if physics.integrator(name).kind == "adaptive"]


def exact(time):
    """Return the times of the bounces up to `time`, and x and v at `time`."""
    at, times = math.acos(-WALL), []
    if time < at:
        return times, (math.cos(time), -math.sin(time))
    away = BOUNCE * math.sin(at)
    while True:
        times.append(at)
        there_and_back = 2 * (math.pi - math.atan(away / WALL))
        if time < at + there_and_back:
            part = time - at
            x, v = -WALL * math.cos(part) + away * math.sin(part), WALL * math.sin(part) + away * math.cos(part)
            return times, (x, v)
        at += there_and_back
        away *= BOUNCE


def run(method, dt, time=END, settings=None):
    simulation = physics.Simulation(Spring(), method, dt, settings)
    simulation.advance(round(time / dt))
    assert simulation.divergence is None
    return simulation


def errors(simulation):
    """Return the largest errors of the times of bounces and of the state."""
    times, state = exact(simulation.time)
    assert [event.name for event in simulation.events] == ["bounce"] * len(times)
    of_times = max(abs(event.time - at) for event, at in zip(simulation.events, times, strict=True))
    return np.array([of_times, np.abs(simulation.state - state).max()])


def test_only_methods_for_rotating_bodies_do_not_apply_to_the_spring():
    assert set(physics.integrators()) - set(METHODS) == {
        name for name in physics.integrators() if name.startswith(("splitting", "exact", "commutator-free"))
    }


@pytest.mark.parametrize("method", [name for name in METHODS if name not in ADAPTIVE])
def test_order_of_convergence_holds_through_bounces(method):
    """The order holds for the times and for the state after them; no bounce is at the end of a step."""
    order = physics.integrator(method).order
    dt = 2.0 ** (min(order - 8, -1) if order > 1 else -9)
    coarse, fine = errors(run(method, dt)), errors(run(method, dt / 2))
    assert fine.max() < 0.01
    assert np.log2(coarse[1] / fine[1]) == pytest.approx(order, abs=0.3)
    assert np.log2(coarse[0] / fine[0]) > order - 0.7


@pytest.mark.parametrize("method", ADAPTIVE)
@pytest.mark.parametrize("dt", [0.01, 0.032, 0.5, 1.0])
def test_adaptive_methods_are_accurate_for_any_tick_length(method, dt):
    assert errors(run(method, dt, settings={"rtol": 1e-13, "atol": 1e-15})).max() < 1e-11


@pytest.mark.parametrize("method", ADAPTIVE)
def test_bounce_clears_the_memory_of_a_method(method):
    before, after = run(method, 0.01, 2.0), run(method, 0.01, 2.1)
    assert any(before.memory)
    assert (len(before.events), len(after.events)) == (0, 1)
    assert not any(after.memory)
    onward = physics.Simulation(Spring(initial=dict(zip("xv", after.y, strict=True))), method, 0.01)
    onward.advance(50)
    after.advance(50)
    assert bytes(after.y) == bytes(onward.y), "as if it had started there"


# Two walls: a speed of 8 m/s between -1 and 1 m, times without rounding ---------------------------------------------


def drift(t, y, p, dy):
    dy[0], dy[1] = y[1], 0.0


def walls(t, y, p):
    return (1.0 - y[0] if y[1] > 0.0 else FAR, 1.0 + y[0] if y[1] < 0.0 else FAR)


def turn_back(event, t, y, p):
    y[1] = -y[1]


class Channel(Spring):
    """A puck between two walls."""

    name = "channel"
    variables = (physics.Variable("x", "x", "m", "place"), physics.Variable("v", "v", "m/s", "speed", 8.0))
    events = (Event("right", "it comes to the right wall"), Event("left", "it comes to the left wall"))
    rate = staticmethod(drift)
    guards = staticmethod(walls)
    jump = staticmethod(turn_back)


def test_several_events_in_one_step_are_processed_in_order():
    simulation = physics.Simulation(Channel(), "rk4", 1.0)
    assert simulation.advance(1) == 1
    assert [event.name for event in simulation.events] == ["right", "left", "right", "left"]
    assert [event.time for event in simulation.events] == pytest.approx([0.125, 0.375, 0.625, 0.875], abs=1e-14)
    assert {event.tick for event in simulation.events} == {1}
    assert simulation.state == pytest.approx([0.0, 8.0], abs=1e-13)


@pytest.mark.parametrize("compiled", [False, True], ids=["in CPython", "compiled"])
def test_event_at_the_end_of_a_tick_happens_once_in_that_tick(compiled):
    simulation = physics.Simulation(Channel(), "euler", 0.125)
    assert not compiled or simulation.compile()
    simulation.advance(1)
    assert [(event.tick, event.time, event.name) for event in simulation.events] == [(1, 0.125, "right")]
    assert list(simulation.y) == [1.0, -8.0]
    simulation.advance(4)
    assert [(event.tick, event.time) for event in simulation.events] == [(1, 0.125), (3, 0.375), (5, 0.625)]
    assert list(simulation.y) == [1.0, -8.0]


def test_event_at_the_start_of_a_step_happens_at_its_time():
    simulation = physics.Simulation(Channel(initial={"x": 1.0}), "rk4", 0.125)
    simulation.advance(1)
    assert [event.time for event in simulation.events] == [0.0]
    assert list(simulation.y) == [0.0, -8.0]


def both(t, y, p):
    return 1.0 - y[0], 2.0 - 2.0 * y[0], FAR


def test_least_guard_decides_between_simultaneous_events():
    class Two(Channel):
        guards = staticmethod(both)

    def look(x):
        seen = memoryview(array("d", bytes(8 * (events.SEEN + 3))))
        events.least_guard(Two.guards, 0.0, array("d", [x, 0.0]), array("d"), seen)
        assert math.isnan(x) or tuple(seen[2:]) == (3.0, *both(0.0, [x], ()))
        return list(seen[:2])

    assert look(0.5) == [0.5, 0.0]
    assert look(1.5) == [-1.0, 1.0]
    assert look(1.0) == [0.0, 0.0]
    assert math.isnan(look(math.nan)[0])


@pytest.mark.parametrize(
    ("values", "place"), [((3.0, 1.0, 2.0), 1), ((1.0, 0.0, math.nan), 2), ((math.nan, -1.0, math.nan), 0), ((2.0,), 0)]
)
def test_least_guard_is_the_first_that_is_not_a_number_or_else_the_smallest(values, place):
    seen = memoryview(array("d", [7.0] * (events.SEEN + len(values))))
    events.write_guards(values, seen)
    assert list(seen) == pytest.approx([values[place], place, len(values), *values], nan_ok=True)


def failure(*anything):
    raise ZeroDivisionError


def test_functions_that_raise_give_nan():
    seen, y = memoryview(array("d", [7.0, 7.0])), memoryview(array("d", [1.0, 2.0]))
    events.least_guard(failure, 0.0, y, y, seen)
    assert list(seen) == pytest.approx([math.nan, 0.0], nan_ok=True)
    events.apply_jump(failure, 0, 0.0, y, y)
    assert list(y) == pytest.approx([math.nan, 2.0], nan_ok=True)
    y[0] = 1.0
    events.settle_state(failure, y, y)
    assert list(y) == pytest.approx([math.nan, 2.0], nan_ok=True)


def stuck(event, t, y, p):
    y[1] = y[1]


class Stuck(Channel):
    """A channel whose walls do not reverse the velocity."""

    jump = staticmethod(stuck)


@pytest.mark.parametrize("compiled", [False, True], ids=["in CPython", "compiled"])
def test_too_many_events_within_one_step_stop_the_run(compiled):
    simulation = physics.Simulation(Stuck(), "rk4", 0.01)
    assert not compiled or simulation.compile()
    assert simulation.advance(100) == 12
    assert f"{events.MAX_EVENTS} events within one step, which follow one another ever faster" in simulation.message
    assert "smaller" not in simulation.message.replace("no step is small enough", "")
    assert simulation.time == 0.12
    assert simulation.paused
    assert simulation.events == []
    assert list(simulation.y) == pytest.approx([0.96, 8.0])


def test_many_events_within_a_long_step_call_for_a_smaller_one():
    simulation = physics.Simulation(Channel(), "rk4", 1.0)
    simulation.set_initial({"v": 2000.0})
    simulation.reset()
    simulation.advance(1)
    assert f"{events.MAX_EVENTS} events within one step. Try a smaller dt" in simulation.message
    simulation.set_dt(0.02)
    simulation.advance(50)
    assert simulation.message == ""


def test_failing_kernel_stops_the_run_with_the_message_of_the_method():
    simulation = physics.Simulation(Spring(), "newmark", 1.0, {"epsilon": 1e-15})
    simulation.advance(1)
    plain = simulation.integrator.failure()
    simulation.integrator = replace(simulation.integrator, kernel=lambda *step: 0)
    assert simulation.advance(5) == 0
    assert plain in simulation.message


def test_state_that_becomes_nan_before_a_wall_is_no_event():
    class Lost(Channel):
        @staticmethod
        def rate(t, y, p, dy):
            dy[0], dy[1] = y[1], math.sqrt(0.5 - y[0])

    simulation = physics.Simulation(Lost(), "euler", 0.01)
    simulation.advance(100)
    assert "no longer finite" in simulation.message
    assert simulation.events == []
    assert np.isfinite(simulation.state).all()


def rooted(t, y, p, dy):
    dy[0], dy[1] = y[1], math.sqrt(0.5 - y[0])


@pytest.mark.parametrize("compiled", [False, True], ids=["in CPython", "compiled"])
def test_nan_guard_is_no_event(compiled):
    """A state that becomes nan before the wall has no event; a wall before that point has one."""

    class Far(Channel):
        rate = staticmethod(rooted)
        guards = staticmethod(lambda t, y, p: (1.0 - y[0], FAR))

    class Near(Channel):
        rate = staticmethod(rooted)
        guards = staticmethod(lambda t, y, p: (FAR if y[1] < 0.0 else 0.4 - y[0], FAR))

    far, near = physics.Simulation(Far(), "euler", 0.05), physics.Simulation(Near(), "heun", 0.07)
    for run in (far, near):
        assert not compiled or run.compile()
        run.advance(3 if run is far else 1)
    assert "no longer finite" in far.message
    assert far.events == []
    assert near.message == ""
    assert near.events[0].before[0] == pytest.approx(0.4, abs=1e-15)


def test_restoring_drops_later_events_and_they_happen_again():
    simulation = physics.Simulation(Spring(), "rk4", 0.01)
    simulation.advance(300)
    kept = simulation.snapshot()
    first = list(simulation.events)
    assert len(first) == 1
    simulation.advance(1500)
    later, end = list(simulation.events), simulation.snapshot()
    assert len(later) > 2
    simulation.restore(kept)
    assert simulation.events == first
    simulation.advance(1500)
    assert simulation.events == later
    assert simulation.snapshot() == end
    simulation.reset()
    assert simulation.events == []


def test_grouping_of_ticks_does_not_change_events():
    one, many = (physics.Simulation(Spring(), "rk4", 0.01) for _ in range(2))
    one.advance(1000)
    for group in (1, 208, 1, 7, 783):
        many.advance(group)
    assert one.events == many.events
    assert bytes(one.y) == bytes(many.y)


def test_only_the_last_events_are_kept(monkeypatch):
    monkeypatch.setattr(physics.simulation.simulation, "MAX_KEPT_EVENTS", 3)
    simulation = physics.Simulation(Channel(), "rk4", 0.01)
    simulation.advance(200)
    assert [event.time for event in simulation.events] == pytest.approx([1.375, 1.625, 1.875], abs=1e-13)


@pytest.mark.parametrize(
    "method",
    ["rk4", "newmark", "dop853"]
    + [pytest.param(name, marks=pytest.mark.long) for name in ("gauss4", "symplectic-euler", "rk4-adaptive")],
)
def test_compiled_events_have_the_bits_of_cpython(method):
    plain, compiled = (physics.Simulation(Spring(), method, 0.01) for _ in range(2))
    assert compiled.compile()
    assert plain.advance(1200) == compiled.advance(1200) == 1200
    assert plain.events == compiled.events
    assert len(plain.events) == 3
    assert all(event.before[1] < 0.0 and event.before[0] == pytest.approx(-WALL, abs=1e-15) for event in plain.events)
    assert (bytes(plain.y), plain.memory) == (bytes(compiled.y), compiled.memory)


@pytest.mark.parametrize("method", ["rk4", "dop853"])
def test_compiled_chattering_ends_at_the_same_tick_as_in_cpython(method):
    plain, compiled = (physics.Simulation(Stuck(), method, 0.01) for _ in range(2))
    assert compiled.compile()
    assert plain.advance(100) == compiled.advance(100) == 12
    assert plain.message == compiled.message
    assert (bytes(plain.y), plain.memory, plain.events) == (bytes(compiled.y), compiled.memory, compiled.events)


def test_compiled_run_leaves_no_tick_to_cpython(monkeypatch):
    """Not even when the log of a call is full."""
    monkeypatch.setattr(physics.simulation.simulation, "MAX_LOGGED_EVENTS", 5)
    simulation = physics.Simulation(Channel(), "rk4", 0.5)
    simulation.compile()
    monkeypatch.setattr(physics.simulation.simulation, "PythonRun", None)
    assert simulation.advance(400) == 400
    times = np.array([event.time for event in simulation.events])
    assert times == pytest.approx(0.125 + 0.25 * np.arange(800), abs=1e-11)
    assert [event.tick for event in simulation.events] == [1 + each // 2 for each in range(800)]
