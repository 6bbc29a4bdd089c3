from __future__ import annotations

import pytest
from imgui_bundle import imgui

from game.model.edit import Edit
from game.model.input import Action, Button, PointerMotion
from game.model.messages import InterfaceStatus
from game.model.run_events import TimelineEvent
from game.session import actions, advancing, edits
from game.session.session import Session
from game.ui.interface import Interface
from game.ui.panels.timeline.marks import change_positions, event_positions, restart_positions, words_at
from game.ui.panels.timeline.scale import TimeSpan
from physics.types import Occurrence

SIZE = (1280, 720)


def frames(interface: Interface, count: int = 3) -> None:
    for _ in range(count):
        interface.frame(SIZE, 1 / 60, InterfaceStatus())


def strip() -> tuple[float, float, float]:
    """Return the left and right ends of the track and its vertical position."""
    (window,) = (w for w in imgui.get_current_context().windows if w.name == "timeline")
    assert window.was_active
    inner = 0.75 * 16 + 4.6 * 16
    return window.pos.x + inner, window.pos.x + window.size.x - inner, window.pos.y + window.size.y / 2


@pytest.fixture
def past(session: Session) -> Session:
    """A session that has run for twenty seconds."""
    edits.apply(session, Edit("speed", 1.0))
    run(session, 20_000)
    return session


def run(session: Session, ticks: int) -> None:
    """Advance without recording for plots and traces."""
    for _ in range(ticks // 10):
        session.simulation.advance(10)
        session.past.ran(session.simulation)


def press(interface: Interface, x: float, y: float, down: bool = True) -> None:
    interface.feed(PointerMotion(x, y, 0, 0))
    frames(interface)
    interface.feed(Button("left", down, x, y))
    frames(interface)


def test_dragging_shows_the_past_and_keeps_later_states(past: Session, interface: Interface) -> None:
    frames(interface)
    left, right, y = strip()
    press(interface, (left + right) / 2, y)
    assert past.simulation.paused
    assert past.simulation.time == pytest.approx(10.0, abs=0.02)
    for part in (0.25, 0.75, 1.5):
        interface.feed(PointerMotion(left + part * (right - left), y, 0, 0))
        frames(interface)
        assert past.simulation.time == pytest.approx(20 * min(part, 1.0), abs=0.02)
    interface.feed(PointerMotion(left - 500, y, 0, 0))
    frames(interface)
    press(interface, left - 500, y, down=False)
    assert past.simulation.tick == 0
    assert past.past.history.newest == 20_000
    actions.perform(past, Action.PAUSE)
    frames(interface)
    assert not past.simulation.paused, "a hand that let go holds nothing"


def test_a_resting_pointer_causes_no_computation(
    past: Session, interface: Interface, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames(interface)
    left, right, y = strip()
    asked, seek = [], advancing.seek
    monkeypatch.setattr(advancing, "seek", lambda session, tick: (asked.append(tick), seek(session, tick)))
    press(interface, (left + right) / 2, y)
    frames(interface, 10)
    assert len(asked) == 1


def test_changes_are_marked_at_their_times(past: Session) -> None:
    history, span = past.past.history, TimeSpan(0.0, 40.0, 100.0, 500.0)
    assert change_positions(history, span, 16.0) == []
    edits.apply(past, Edit("parameter", 5.0, "gravity"))
    run(past, 100)
    edits.apply(past, Edit("parameter", 6.0, "gravity"))
    run(past, 10_000)
    edits.apply(past, Edit("integrator", "newmark"))
    assert change_positions(history, span, 16.0) == pytest.approx([300.0, 401.0], abs=0.5), "what would touch is one"
    assert [change.about for change in history.changes] == ["", "gravity", "gravity", "newmark"]
    advancing.seek(past, 20_000)
    edits.apply(past, Edit("dt", 2e-3))
    assert change_positions(history, span, 16.0) == pytest.approx([300.0], abs=0.5), "the other branch is gone"


def test_a_restart_is_marked_and_can_be_dragged_over(past: Session, interface: Interface) -> None:
    actions.perform(past, Action.RESET)
    run(past, 10_000)
    interface.panels.timeline.earlier = True
    frames(interface)
    left, right, y = strip()
    history = past.past.history
    span = TimeSpan(0.0, float(history.times[-1]), left, right)
    assert restart_positions(history, span) == pytest.approx([left + 2 / 3 * (right - left)], abs=1.0)
    assert change_positions(history, span, 16.0) == []
    for part, time in ((0.9, 7.0), (0.6, 18.0), (0.7, 1.0)):
        press(interface, left + part * (right - left), y)
        press(interface, left + part * (right - left), y, down=False)
        assert past.simulation.time == pytest.approx(time, abs=0.1)
    assert history.newest == 30_001


def test_the_timeline_tooltip_describes_time_and_change(past: Session, interface: Interface) -> None:
    frames(interface)
    left, right, y = strip()
    interface.feed(PointerMotion((left + right) / 2, y, 0, 0))
    frames(interface, 60)
    assert any(w.name.startswith("##Tooltip") and w.was_active for w in imgui.get_current_context().windows)


def test_times_and_positions_are_inverse() -> None:
    span = TimeSpan(5.0, 15.0, 100.0, 300.0)
    assert span.x(10.0) == 200.0
    assert span.time(span.x(7.5)) == pytest.approx(7.5)
    assert (span.x(0.0), span.x(20.0)) == (100.0, 300.0)


def test_the_timeline_of_a_new_run_can_be_dragged(session: Session, interface: Interface) -> None:
    frames(interface)
    left, right, y = strip()
    press(interface, (left + right) / 2, y)
    assert session.simulation.tick == 0


def test_events_are_marked_at_their_times(past: Session) -> None:
    span = TimeSpan(0.0, 40.0, 100.0, 500.0)
    what = Occurrence(0, 0.0, "landing", "the body lands")
    events = [TimelineEvent(0, time, what) for time in (1.0, 10.0, 10.1, 20.0)]
    assert event_positions(events, span, 16.0) == pytest.approx([110.0, 200.0, 300.0]), "what would touch is one"
    assert event_positions(events, TimeSpan(5.0, 45.0, 100.0, 500.0), 16.0) == pytest.approx([150.0, 250.0])


def test_the_timeline_tooltip_describes_an_event(past: Session, interface: Interface) -> None:
    past.past.events.happenings.append(
        TimelineEvent(10_000, 10.0, Occurrence(10_000, 10.0, "landing", "the body lands"))
    )
    span = TimeSpan(0.0, 20.0, 100.0, 500.0)
    assert words_at(interface._desk, span, 301.0) == "t = 10 s: the body lands"
    assert "to look back" in words_at(interface._desk, span, 340.0)
