"""The event log counts ticks across restarts, as the history does."""

from __future__ import annotations

import pytest

import physics
from game import scenefile
from game.session.past.event_log import EventLog


@pytest.fixture
def log() -> EventLog:
    """Return a log of three runs: five ticks with a change after three, none, and six with a change after two."""
    log = EventLog(scenefile.load("gyroscope"))
    log.add(3, "parameter", 0.1, "mass")
    log.add(5, "reset")
    log.add(0, "reset")
    log.add(2, "parameter", 0.2, "mass")
    log.add(6, "reset")
    return log


COUNTS = {0: 0, 2: 0, 3: 1, 4: 1, 5: 1, 6: 3, 7: 3, 8: 4, 9: 4, 11: 4, 12: 4, 13: 5, 20: 5}
"""Entries up to a moment: a restart takes a moment of its own, unless nothing has run before it."""


def test_a_moment_counts_the_ticks_of_all_runs(log: EventLog) -> None:
    assert {moment: log.count_until(moment) for moment in COUNTS} == COUNTS


def test_entries_that_are_put_back_are_counted_as_before(log: EventLog) -> None:
    log.graft(log.take(1))
    assert {moment: log.count_until(moment) for moment in COUNTS} == COUNTS


def test_what_is_cut_off_is_later_than_the_moment(log: EventLog) -> None:
    log.cut(7)
    assert [(entry.tick, entry.what) for entry in log.entries] == [(3, "parameter"), (5, "reset"), (0, "reset")]
    log.add(1, "parameter", 0.3, "mass")
    assert log.count_until(6) == 3
    assert log.count_until(7) == 4


@pytest.mark.parametrize("before", [None, "scene", "reset", "put back"])
def test_states_are_written_down_each_second_of_a_run_and_of_each_that_begins_anew(before: str | None) -> None:
    """Also in a run that begins anew in the middle, and where entries were taken off and put back."""
    simulation = physics.Simulation("gyroscope", dt=0.01)
    log = EventLog(scenefile.load("gyroscope"))

    def written(ticks: int) -> list[int]:
        known = len(log.entries)
        for _ in range(ticks):
            simulation.advance(1)
            log.watch(simulation)
        return [entry.tick for entry in log.entries[known:] if entry.what == "state"]

    assert written(250) == [100, 200]
    if before in ("scene", "reset"):
        log.add(simulation.tick, before)
        simulation.reset()
    elif before == "put back":
        entries = log.take(1)
        log.graft(entries)
    assert written(250) == ([100, 200] if before in ("scene", "reset") else [300, 400, 500])
