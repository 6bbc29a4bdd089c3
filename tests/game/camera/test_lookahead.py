"""The lookahead of a camera where ticks take long in CPython."""

from __future__ import annotations

import pytest

from game import scenefile
from game.camera.framing import LookHistory
from game.camera.lookahead import LOOKS, METHOD, Lookahead
from game.session.session import Session
from physics.compiled import native
from physics.registry import integrator


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Session:
    """A session in which no tick can be made in CPython without waiting."""
    monkeypatch.setattr(native.background, "ask", lambda shape: None)
    monkeypatch.setattr("physics.simulation.simulation.PATIENCE", 0.0)
    return Session(scenefile.Scene(system="foucault-pendulum"))


def test_long_tick_waits_for_machine_code_in_a_window(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "is_compiled", lambda shape: None)
    ahead = Lookahead(session.simulation, session.look, 1.0, arrows=False)
    memory = LookHistory()
    ahead.advance(memory)
    assert ahead.waits and not ahead.done


def test_long_tick_is_compiled_at_once_where_nobody_waits(session: Session) -> None:
    ahead = Lookahead(session.simulation, session.look, 1.0, arrows=False, patient=False)
    memory = LookHistory()
    for _ in range(LOOKS):
        assert not ahead.done
        ahead.advance(memory)
    assert ahead.done


@pytest.mark.parametrize("patient", [True, False])
def test_a_window_looks_no_further_where_that_takes_long_in_machine_code(
    monkeypatch: pytest.MonkeyPatch, patient: bool
) -> None:
    monkeypatch.setattr("game.camera.lookahead.TOO_LONG", 0.0)
    session = Session(scenefile.Scene(system="foucault-pendulum"))
    native.compiled_run(native.shape(session.simulation.system, integrator(METHOD)))
    ahead = Lookahead(session.simulation, session.look, 1.0, arrows=False, patient=patient)
    ahead.advance(LookHistory())
    assert ahead.done == patient
