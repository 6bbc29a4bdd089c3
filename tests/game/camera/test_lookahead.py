"""The lookahead of a camera: ticks that take long wait for machine code, those of large systems run in a thread."""

from __future__ import annotations

from threading import Event

import pytest

from game import scenefile
from game.camera.lookahead import HORIZON, LARGE, LOOKS, METHOD, TICKS, Lookahead, StatesAhead
from game.camera.outlines import LookHistory
from game.looks import look_for
from game.session.session import Session
from physics import Simulation
from physics.compiled import native
from physics.registry import integrator
from physics.types import Floats


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Session:
    """A session in which no tick can be made in CPython without waiting."""
    monkeypatch.setattr(native.background, "ask", lambda shape: None)
    monkeypatch.setattr("physics.simulation.simulation.PATIENCE", 0.0)
    return Session(scenefile.Scene(system="foucault-pendulum"))


def test_long_tick_waits_for_machine_code_in_a_window(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "is_compiled", lambda shape: None)
    ahead = Lookahead(session.simulation, session.look, 1.0, arrows=None)
    memory = LookHistory()
    ahead.advance(memory)
    assert ahead.waits and not ahead.done


def test_long_tick_is_compiled_at_once_where_nobody_waits(session: Session) -> None:
    ahead = Lookahead(session.simulation, session.look, 1.0, arrows=None, patient=False)
    memory = LookHistory()
    for _ in range(LOOKS):
        assert not ahead.done
        ahead.advance(memory)
    assert ahead.done


def test_it_is_outdated_when_half_of_it_has_passed_and_when_time_was_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.camera.lookahead.LONG", 10.0)
    simulation = Session(scenefile.load("fast-cone")).simulation
    ahead = Lookahead(simulation, look_for(simulation.system), 0.5, arrows=None, patient=False)
    memory, begun = LookHistory(), simulation.time
    ahead.advance(memory)
    assert not ahead.outdated(begun + HORIZON), "it is still being made"
    while not ahead.done:
        ahead.advance(memory)
    assert not ahead.outdated(begun + 0.2 * HORIZON)
    assert ahead.outdated(begun + 0.3 * HORIZON) and ahead.outdated(begun - 0.1)


@pytest.mark.parametrize("patient", [True, False])
def test_a_window_looks_no_further_where_that_takes_long_in_machine_code(
    monkeypatch: pytest.MonkeyPatch, patient: bool
) -> None:
    monkeypatch.setattr("game.camera.lookahead.TOO_LONG", 0.0)
    session = Session(scenefile.Scene(system="foucault-pendulum"))
    native.compiled_run(native.shape(session.simulation.system, integrator(METHOD)))
    ahead = Lookahead(session.simulation, session.look, 1.0, arrows=None, patient=patient)
    ahead.advance(LookHistory())
    assert ahead.done == patient


def large() -> Simulation:
    simulation = scenefile.load("chain-50").simulation()
    assert len(simulation.y) > LARGE
    return simulation


def test_states_ahead_are_those_of_the_run() -> None:
    run, alone = Simulation(large().system, "rk4"), Simulation(large().system, "rk4")
    assert run.compile()
    ahead = StatesAhead(run, 3)
    for _ in range(3):
        alone.advance(1)
        reached = ahead.take()
        assert reached is not None
        assert (reached[0], bytes(reached[1])) == (alone.time, bytes(alone.y))
    assert ahead.take() is None
    assert ahead.has(5), "no more will come"


def test_a_tick_that_takes_long_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    simulation, go_on = large(), Event()
    Simulation(simulation.system, METHOD).compile()
    tick = StatesAhead._work
    monkeypatch.setattr(StatesAhead, "_work", lambda self: (go_on.wait(), tick(self))[1])
    ahead = Lookahead(simulation, look_for(simulation.system), 0.01, arrows=None)
    assert ahead.waits
    assert not ahead.done
    go_on.set()
    ahead.advance(LookHistory())
    assert not ahead.done
    ahead.cancel()
    assert ahead.done


def test_cancelling_ends_the_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    simulation = large()
    asked: list[int] = []

    def advance(ticks: int) -> int:
        asked.append(ticks)
        if len(asked) == TICKS:
            ahead.cancel()
        return 1

    assert simulation.compile()
    begun = Event()
    monkeypatch.setattr(simulation, "advance", lambda ticks: (begun.wait(), advance(ticks))[1])
    ahead = StatesAhead(simulation, 1000)
    begun.set()
    ahead.wait()
    assert len(asked) == TICKS
    state: Floats = simulation.y
    assert bytes(ahead.take()[1]) == bytes(state)  # type: ignore[index]
