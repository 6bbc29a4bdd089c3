"""The forecast of a run."""

from __future__ import annotations

import numpy as np
import pytest

from game import scenefile
from game.model.edit import Edit
from game.model.input import Action
from game.session import actions, advancing, edits
from game.session.forecast import Forecast, has_forecast, shape
from game.session.session import Session
from physics.compiled import native

SECOND = 1_000_000_000


@pytest.fixture
def session() -> Session:
    return Session(scenefile.load("trebuchet").changed(paused=True, slow_motion=False))


def foreseen(session: Session) -> Forecast:
    """Return the forecast when it is complete."""
    for _ in range(200):
        advancing.advance(session, SECOND // 60, 100)
        assert session.run.pacing.forecast is not None
        if session.run.pacing.forecast.done:
            return session.run.pacing.forecast
    raise AssertionError("it never ends")


def test_release_and_landing_are_known_before_the_shot(session: Session) -> None:
    found = foreseen(session)
    assert session.simulation.tick == 0
    assert found.moment == pytest.approx(0.9775104, abs=1e-5)
    assert found.landing == pytest.approx([318.05532, 0.0, 0.0], rel=1e-5, abs=1e-6)
    assert np.max(found.path[:, 2]) == pytest.approx(98.618, abs=0.05)
    assert np.all(np.diff(found.path[:, 0]) >= 0)


def test_forecast_is_extended_with_every_picture(session: Session) -> None:
    advancing.advance(session, SECOND // 60, 100)
    assert session.run.pacing.forecast is not None
    assert session.run.pacing.forecast.moment is None
    assert not session.run.pacing.forecast.done


def test_another_machine_has_another_forecast(session: Session) -> None:
    before = foreseen(session)
    edits.apply(session, Edit("parameter", 4.6, "sling"))
    after = foreseen(session)
    assert after is not before
    assert after.landing is not None
    assert before.landing is not None
    assert abs(after.landing[0] - before.landing[0]) > 1.0


def test_repeated_shot_has_the_same_forecast(session: Session) -> None:
    before = foreseen(session)
    session.pause(False)
    advancing.advance(session, SECOND // 5, 10**6)
    assert session.run.pacing.forecast is before
    actions.perform(session, Action.RESET)
    advancing.advance(session, SECOND // 60, 100)
    assert session.run.pacing.forecast is before


def test_forecast_restarts_at_a_change_in_flight(session: Session) -> None:
    foreseen(session)
    session.pause(False)
    advancing.advance(session, 3 * SECOND // 2, 10**6)
    edits.apply(session, Edit("parameter", 40.0, "wind_speed"))
    session.pause(True)
    found = foreseen(session)
    assert found.moment is None, "the release is over"
    assert found.landing is not None
    assert found.landing[0] > 330.0
    assert found.path[0] == pytest.approx(session.simulation.system.thrown(session.simulation.y).position)


def test_system_that_throws_nothing_has_no_forecast() -> None:
    session = Session(scenefile.load("gyroscope"))
    advancing.advance(session, SECOND // 60, 100)
    assert session.run.pacing.forecast is None
    assert not session.throws


def test_long_tick_of_a_forecast_waits_for_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native.background, "ask", lambda shape: None)
    monkeypatch.setattr(native, "is_compiled", lambda shape: None)
    monkeypatch.setattr("physics.simulation.simulation.PATIENCE", 0.0)
    session = Session(scenefile.load("trebuchet").changed(paused=True, slow_motion=False))
    advancing.look_ahead(session)
    advancing.look_ahead(session)
    assert session.run.pacing.forecast is not None
    assert not session.run.pacing.forecast.done
    assert len(session.run.pacing.forecast.swing) == 0
    monkeypatch.undo()
    native.compiled_run(shape(session.simulation.system))
    assert foreseen(session).landing is not None


@pytest.mark.parametrize(("name", "wanted"), [("trebuchet", True), ("bungee", True), ("gyroscope", False)])
def test_a_flight_or_a_moment_to_show_slowly_is_foreseen(name: str, wanted: bool) -> None:
    """The jumper of the bungee has such a moment, and throws nothing."""
    assert has_forecast(scenefile.load(name).simulation()) is wanted
