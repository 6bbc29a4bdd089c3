"""Loop, playing backwards and steps by events."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from game import scenefile
from game.model.edit import Edit
from game.model.input import Action
from game.session import actions, advancing, edits
from game.session.session import Session
from physics import BadInput

SECOND = 1_000_000_000


@pytest.fixture
def session() -> Session:
    """A session of half a second with a change of the method in the middle."""
    session = Session(scenefile.load("gyroscope"))
    passed(session, 0.25)
    edits.apply(session, Edit("integrator", "heun"))
    passed(session, 0.25)
    return session


def passed(session: Session, seconds: float) -> list[tuple[int, bytes, str]]:
    """Let time pass; return tick, state and method of each picture."""
    session.simulation.paused = False
    found = []
    for _ in range(round(60 * seconds)):
        advancing.advance(session, SECOND // 60, 10**6)
        simulation = session.simulation
        found.append((session.past.now(simulation), bytes(simulation.y), simulation.integrator.name))
    return found


def kept(session: Session, tick: int) -> tuple[bytes, str]:
    advancing.seek(session, tick)
    return bytes(session.simulation.y), session.simulation.integrator.name


def test_a_loop_repeats_what_is_kept_with_its_changes(session: Session) -> None:
    log, newest = list(session.past.log.entries), session.past.history.newest
    advancing.seek(session, 200)
    actions.perform(session, Action.LOOP_START)
    advancing.seek(session, 300)
    actions.perform(session, Action.LOOP_END)
    assert session.run.playback.loop == (200, 300)
    advancing.seek(session, 200)
    seen = passed(session, 0.4)
    ticks = [tick for tick, _, _ in seen]
    assert min(ticks) >= 200 and max(ticks) <= 300 and sum(b < a for a, b in itertools.pairwise(ticks)) >= 3
    assert {name for _, _, name in seen} == {"rk4", "heun"}
    for tick, state, name in seen[::5]:
        assert kept(session, tick) == (state, name)
    assert (session.past.log.entries, session.past.history.newest) == (log, newest)
    assert session.past.tree.lanes() == []
    actions.perform(session, Action.LOOP)
    passed(session, 0.5)
    assert session.past.now(session.simulation) > 300, "without the loop it goes on"
    actions.perform(session, Action.LOOP_CLEAR)
    assert session.run.playback.start is session.run.playback.end is None
    actions.perform(session, Action.UNDO)
    assert (session.run.playback.start, session.run.playback.end, session.run.playback.loops) == (200, 300, False)


def test_a_restart_removes_the_loop_until_it_is_undone(session: Session) -> None:
    actions.perform(session, Action.LOOP)
    loop = session.run.playback.loop
    actions.perform(session, Action.RESET)
    assert session.run.playback.loop is None
    actions.perform(session, Action.UNDO)
    assert session.run.playback.loop == loop
    actions.perform(session, Action.REDO)
    assert session.run.playback.loop is None


def test_a_loop_without_ends_is_that_of_the_whole_run(session: Session) -> None:
    newest = session.past.history.newest
    actions.perform(session, Action.LOOP)
    assert session.run.playback.loop == (0, newest)
    assert str(session.undo.done[-1].text) == "Loop 0.00 to 0.50 s"
    assert max(tick for tick, _, _ in passed(session, 0.7)) <= newest
    fresh = Session(session.scene)
    with pytest.raises(BadInput, match="nothing to repeat yet"):
        actions.perform(fresh, Action.LOOP)


def test_playing_backwards_shows_the_kept_states_and_stops_at_the_start(session: Session) -> None:
    newest = session.past.history.newest
    actions.perform(session, Action.BACKWARDS)
    seen = passed(session, 0.3)
    ticks = [tick for tick, _, _ in seen]
    assert ticks == sorted(ticks, reverse=True) and newest - ticks[-1] == pytest.approx(300, abs=2)
    times = session.run.traces.trails["tip"].points[:, 3]
    assert times[-1] == pytest.approx(session.simulation.time, abs=1e-6) and np.all(
        np.diff(times[np.isfinite(times)]) >= 0.0
    )
    for tick, state, name in seen[::5]:
        assert kept(session, tick) == (state, name)
    assert session.past.history.newest == newest
    actions.perform(session, Action.BACKWARDS)
    passed(session, 0.5)
    assert (session.simulation.tick, session.simulation.paused, session.run.playback.backwards) == (0, True, False)
    with pytest.raises(BadInput, match="start of the run"):
        actions.perform(session, Action.BACKWARDS)
    actions.perform(session, Action.PAUSE)
    assert passed(session, 0.1)[-1][0] > 0, "the other key plays forwards"


def test_pictures_between_ticks_go_back_in_time_too(session: Session) -> None:
    session.clock.speed = 0.01
    actions.perform(session, Action.BACKWARDS)
    places = []
    for _ in range(30):
        advancing.advance(session, SECOND // 60, 10**6)
        places.append(session.past.now(session.simulation) - 1 + session.part)
    assert all(a > b for a, b in itertools.pairwise(places)), "at every picture a little earlier"
    assert places[0] - places[-1] == pytest.approx(29 / 60 * 10, abs=0.01)


def test_within_a_loop_backwards_goes_from_a_to_b(session: Session) -> None:
    session.run.playback.start, session.run.playback.end, session.run.playback.loops = 200, 300, True
    advancing.seek(session, 250)
    actions.perform(session, Action.BACKWARDS)
    ticks = [tick for tick, _, _ in passed(session, 0.3)]
    assert min(ticks) >= 200 and max(ticks) <= 300 and sum(b > a for a, b in itertools.pairwise(ticks)) >= 2


def test_keys_go_from_event_to_event() -> None:
    session = Session(scenefile.load("gyroscope-recipe").changed(parameters={"recipe": "restarted"}))
    passed(session, 1.0)
    events = sorted({event.tick for event in session.past.events.happenings})
    for tick in reversed(events):
        actions.perform(session, Action.PREVIOUS_EVENT)
        assert session.past.now(session.simulation) == tick and session.simulation.paused
    with pytest.raises(BadInput, match="none is kept before"):
        actions.perform(session, Action.PREVIOUS_EVENT)
    actions.perform(session, Action.NEXT_EVENT)
    assert session.past.now(session.simulation) == events[1]
    advancing.seek(session, session.past.history.newest)
    with pytest.raises(BadInput, match="none is kept after"):
        actions.perform(session, Action.NEXT_EVENT)


def test_changes_count_as_events(session: Session) -> None:
    tick = session.past.history.changes[1].tick
    actions.perform(session, Action.PREVIOUS_EVENT)
    assert session.past.now(session.simulation) == tick
