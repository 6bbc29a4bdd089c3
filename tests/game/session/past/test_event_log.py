"""The event log counts ticks across restarts, as the history does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import physics
from game import scenefile
from game.session.past.event_log import EventLog, fingerprint, read
from game.session.session import Session
from physics import BadInput


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


HEADER = '{"scene": {"system": "gyroscope"}}'
STATE = '{"tick": 5, "what": "state", "value": "00"}'


def written(folder: Path, *lines: str) -> Path:
    path = folder / "a.log"
    session = Session(scenefile.load("gyroscope"))
    session.past.write(path, session.simulation)
    header = path.read_text("utf-8").splitlines()[0]
    path.write_text("\n".join([header, *lines, ""]), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ((), "holds no state to compare with"),
        (('{"tick": 5, "what": "pause"}',), "line 2"),
        ((STATE, '{"tick": 4, "what": "state", "value": "00"}'), "line 3: tick = 4: comes after tick 5"),
        ((STATE, "not JSON"), "line 3: not JSON: Expecting value"),
        ((STATE, "[" * 100_000), "line 3: not JSON: too many brackets"),
        ((STATE, '{"tick": 5, "what": "parameter", "name": "\\ud800", "value": 1}'), "line 3: a text has half"),
        ((STATE, f'{{"tick": {"9" * 5000}, "what": "state"}}'), "line 3: an integer has thousands of digits"),
    ],
)
def test_what_is_wrong_in_a_log_is_named_with_its_line(tmp_path: Path, lines: tuple[str, ...], said: str) -> None:
    with pytest.raises(BadInput, match=re.escape(said)):
        read(written(tmp_path, *lines))


def test_ticks_begin_anew_after_a_restart_and_in_another_scene(tmp_path: Path) -> None:
    scene = json.loads(written(tmp_path, STATE).read_text("utf-8").splitlines()[0])["scene"]
    again = json.dumps({"tick": 5, "what": "scene", "value": scene})
    found = read(written(tmp_path, STATE, '{"tick": 6, "what": "reset"}', STATE, again, STATE))
    assert [(entry.tick, entry.what) for entry in found.entries] == [
        (5, "state"), (6, "reset"), (5, "state"), (5, "scene"), (5, "state"),
    ]  # fmt: skip
    proper = written(tmp_path, STATE, '{"tick": 5, "what": "parameter", "name": "\\u03b8", "value": 1.5}')
    assert read(proper).entries[-1].name == "θ"


def test_of_a_thing_that_is_moved_at_one_tick_the_last_place_is_kept(log: EventLog) -> None:
    count = len(log.entries)
    for what, name, values, kept in (
        ("parameter", "gravity", (1.0, 2.0), 1),
        ("parameter", "body", ("disk", "ring"), 2),
        ("hand", "hand", ([1.0], None), 1),
        ("place", "hand", ([1.0], [2.0]), 1),
        ("state", "", (1.0, 2.0), 2),
    ):
        for value in values:
            log.add(0, what, value, name)
        assert len(log.entries) == count + kept, what
        assert log.entries[-1].value == values[-1]
        count += kept
    log.add(0, "parameter", 3.0, "mass")
    log.add(1, "parameter", 4.0, "mass")
    assert len(log.entries) == count + 2, "at another tick"


def test_the_fingerprint_of_a_state_is_that_of_logs_that_were_written_before() -> None:
    simulation = scenefile.load("gyroscope").simulation()
    assert list(simulation.y) == [0.0, 0.5235987755982988, 0.0, 0.0, 0.0, 60.0]
    assert fingerprint(simulation) == "9ebb953329821aaab3ae63112d0fd01b9f57ae82d793846a9823342d24e21e65"


def test_a_log_whose_entries_were_counted_anew_has_its_first_state_after_a_second() -> None:
    simulation = physics.Simulation("gyroscope", dt=0.01)
    log = EventLog(scenefile.load("gyroscope"))
    log.graft(log.take(0))
    for _ in range(250):
        simulation.advance(1)
        log.watch(simulation)
    assert [entry.tick for entry in log.entries if entry.what == "state"] == [100, 200]
