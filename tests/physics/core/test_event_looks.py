"""Events hidden between the ends of a step, by guards whose zeros are known in closed form."""

import math

import numpy as np
import pytest

import physics
from physics.core import events
from physics.core.fields import Event, Invariant
from tests.physics.core.test_events import swing

CLEAR = 1e-12
"""Distance beyond a level at which its passage is noticed: afterwards the guard of the way back is positive."""
T = 26.0


def oscillation_energy(system, y):
    return 0.5 * (y[0] * y[0] + y[1] * y[1])


def oscillate(t, y, p, dy):
    swing(t, y, p, dy)
    dy[2] = dy[3] = 0.0


def passages(t, y, p):
    below, above = y[0] - p[0], p[1] - y[0]
    return (
        CLEAR + below if y[2] == 0.0 else 1.0, CLEAR - below if y[2] != 0.0 else 1.0,
        CLEAR + above if y[3] == 0.0 else 1.0, CLEAR - above if y[3] != 0.0 else 1.0,
    )  # fmt: skip


def pass_level(event, t, y, p):
    place = 2 + event // 2
    y[place] = 1.0 - y[place]


class Levels(physics.System):
    """x = cos t, whose passages of a low and a high level are events."""

    name, title = "levels", "Levels"
    variables = (
        physics.Variable("x", "x", "m", "place", 1.0), physics.Variable("v", "v", "m/s", "speed"),
        physics.Variable("below", "b", "", "is below", 0.0), physics.Variable("above", "a", "", "is above", 1.0),
    )  # fmt: skip
    second_order = False
    low = physics.Parameter(symbol="l", unit="m", default=-0.9, low=-2.0, high=2.0, meaning="low level")
    high = physics.Parameter(symbol="h", unit="m", default=0.9, low=-2.0, high=2.0, meaning="high level")
    invariants = (Invariant("energy", "E", "J", "energy", oscillation_energy),)
    events = tuple(Event(name, name) for name in ("sinks", "returns", "rises", "leaves"))
    rate = staticmethod(oscillate)
    guards = staticmethod(passages)
    jump = staticmethod(pass_level)

    def constants(self):
        return self.low, self.high


def expected(low, high, until):
    """Return the events as pairs (time, name), in order."""
    found, a, b = [], math.acos(low), math.acos(high)
    for turn in range(1 + int(until / math.tau)):
        start = math.tau * turn
        found += [(start + b, "leaves"), (start + a, "sinks"), (start + math.tau - a, "returns")]
        found += [(start + math.tau - b, "rises")]
    return [each for each in sorted(found) if each[0] < until]


ACCURATE = {"rk4": 0.05, "gauss4": 0.25, "gauss6": 0.5, "midpoint-suzuki4": 0.1, "midpoint-kahan-li8": 0.5}
ADAPTIVE = ("dop853", "taylor", "rk4-adaptive")
CASES = [(name, dt) for name, longest in ACCURATE.items() for dt in (longest, 0.4 * longest, 0.01)]
CASES += [(name, dt) for name in ADAPTIVE for dt in (1.0, 0.7, 0.3, 0.05, 0.01)]


def run(levels, method, dt, until=T, settings=None):
    simulation = physics.Simulation(Levels(levels), method, dt, settings)
    simulation.advance(round(until / dt))
    assert simulation.message == ""
    return simulation


@pytest.mark.parametrize(
    ("method", "dt", "level"),
    [
        pytest.param(*case, level, marks=() if (k + n) % 2 == 0 else pytest.mark.long)
        for k, case in enumerate(CASES)
        for n, level in enumerate((0.9, 0.999))
    ],
)
def test_passages_do_not_depend_on_the_length_of_ticks(method, dt, level):
    """Two passages of a level lie within a step of 1, 0.5 or 0.05 s, as often as not."""
    simulation = run({"low": -level, "high": level}, method, dt)
    wanted = expected(-level, level, simulation.time)
    assert [event.name for event in simulation.events] == [name for _, name in wanted]
    times = np.array([event.time for event in simulation.events])
    assert np.abs(times - [time for time, _ in wanted]).max() < 2e-3
    assert np.diff(times).min() > 0.0


@pytest.mark.parametrize("method", ADAPTIVE)
@pytest.mark.parametrize("dt", [1.0, 0.3, 0.01])
def test_a_passage_of_a_millionth_is_found(method, dt):
    """Between x = -0.999999 and back 0.0028 s pass, where each step of the method is a hundred times longer."""
    simulation = run({"low": -0.999999, "high": 2.0}, method, dt, settings={"rtol": 1e-12, "atol": 1e-13})
    downs = [event.time for event in simulation.events if event.name == "sinks"]
    wanted = [time for time, name in expected(-0.999999, 0.0, simulation.time) if name == "sinks"]
    assert downs == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize("method", ADAPTIVE)
@pytest.mark.parametrize("dt", [1.0, 0.3, 0.01])
def test_a_level_that_is_not_reached_has_no_event(method, dt):
    assert run({"low": -1.0 - 1e-7, "high": 2.0}, method, dt, settings={"rtol": 1e-12, "atol": 1e-13}).events[1:] == []


# Guards of the time alone --------------------------------------------------------------------------------------------


def stand(t, y, p, dy):
    dy[0] = dy[1] = 0.0


def count(event, t, y, p):
    y[1] += 1.0


def bell(guard):
    """Return a system whose only guard is a function of the time, until its event has happened."""

    class Bell(physics.System):
        name, title = "bell", "Bell"
        variables = (physics.Variable("x", "x", "m", "place"), physics.Variable("n", "n", "", "events"))
        second_order = False
        invariants = (Invariant("energy", "E", "J", "energy", lambda system, y: 0.0),)
        events = (Event("rings", "it rings"),)
        rate = staticmethod(stand)
        guards = staticmethod(lambda t, y, p: (guard(t) if y[1] == 0.0 else 1.0,))
        jump = staticmethod(count)

        def constants(self):
            return ()

    return Bell


def ringing(guard, dt, until=10.0, method="rk4"):
    simulation = physics.Simulation(bell(guard)(), method, dt)
    simulation.advance(round(until / dt))
    return [event.time for event in simulation.events]


TICKS = pytest.mark.parametrize("dt", [0.5, 0.3, 0.125, 0.04])


@TICKS
def test_a_guard_that_touches_zero_has_one_event(dt):
    assert ringing(lambda t: (t - 3.3) ** 2, dt) == [pytest.approx(3.3, abs=1e-6)]
    assert ringing(lambda t: 1.0 + math.sin(t), dt) == [pytest.approx(1.5 * math.pi, abs=1e-6)]
    assert ringing(lambda t: (t - 3.3) ** 2 + 1e-9, dt) == []


@TICKS
def test_the_first_of_three_zeros_within_a_step_is_the_event(dt):
    """They are a third of a step apart."""
    gap = 0.3 * dt
    first = 4.0 + 0.1 * dt
    times = ringing(lambda t: (first - t) * (first + gap - t) * (first + 2.0 * gap - t), dt)
    assert times == [pytest.approx(first, abs=1e-9)]


@TICKS
def test_a_thin_wall_is_not_passed(dt):
    """The guard is negative for a hundredth of a tick."""
    assert ringing(lambda t: (t - 3.37) ** 2 - (0.005 * dt) ** 2, dt) == [pytest.approx(3.37 - 0.005 * dt, abs=1e-9)]


def test_zeros_of_two_guards_within_a_step_happen_in_their_order():
    """The steep one dips and returns before the other one ends the step below zero."""

    class Two(bell(abs)):
        variables = (*bell(abs).variables, physics.Variable("m", "m", "", "others"))
        events = (Event("late", "late"), Event("dip", "dip"))
        rate = staticmethod(lambda t, y, p, dy: [dy.__setitem__(i, 0.0) for i in range(3)])
        guards = staticmethod(
            lambda t, y, p: (
                3.9 - t if y[1] == 0.0 else 1.0,
                50.0 * ((t - 3.7) ** 2 - 0.01**2) if y[2] == 0.0 else 1.0,
            )
        )
        jump = staticmethod(lambda event, t, y, p: y.__setitem__(1 + event, 1.0))

    simulation = physics.Simulation(Two(), "rk4", 0.5)
    simulation.advance(10)
    assert [(event.name, event.time) for event in simulation.events] == [
        ("dip", pytest.approx(3.69, abs=1e-9)), ("late", pytest.approx(3.9, abs=1e-12)),
    ]  # fmt: skip


# What it costs, and what is kept --------------------------------------------------------------------------------------


def test_a_step_far_from_events_is_not_looked_into(monkeypatch):
    looks = []
    scan = events._scan
    monkeypatch.setattr(events, "_scan", lambda *given: looks.append(given) or scan(*given))
    run({"low": -1.5, "high": 2.0}, "rk4", 0.01)
    assert len(looks) <= 3, "at the start, where no step has been made, and behind the first event"


@pytest.mark.parametrize(("method", "dt"), [("rk4", 0.05), ("dop853", 1.0)])
def test_a_run_is_the_same_from_a_snapshot(method, dt):
    """The guards that are remembered belong to the state: no look is lost where a run is taken up again."""
    whole, parts = (physics.Simulation(Levels({"low": -0.999}), method, dt) for _ in range(2))
    ticks = round(T / dt)
    whole.advance(ticks)
    for _ in range(ticks):
        parts.advance(1)
        parts.restore(parts.snapshot())
    assert parts.events == whole.events
    assert (bytes(parts.y), parts.memory) == (bytes(whole.y), whole.memory)


@pytest.mark.parametrize("method", ["rk4", "dop853"])
def test_machine_code_finds_the_same(method):
    plain, compiled = (physics.Simulation(Levels({"low": -0.999}), method, 0.25) for _ in range(2))
    assert compiled.compile()
    plain.advance(200)
    compiled.advance(200)
    assert len(plain.events) > 20
    assert (plain.events, bytes(plain.y), plain.memory) == (compiled.events, bytes(compiled.y), compiled.memory)
