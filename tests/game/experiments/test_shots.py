"""Shots as they are kept while the machine is fired, changed and rewound."""

import csv
import io
import math
from dataclasses import replace

import numpy as np
import pytest

from game.experiments.shots import MAX_SHOTS, PATH_POINTS, REPORT_PICTURES, CurrentShot, Shots, table
from game.model.edit import Edit
from game.model.input import Action
from game.scenefile import Scene
from game.session import actions, advancing, edits
from game.session.session import Session
from physics.core.report import ReportEntry

FRAME = 1 / 30
SCENE = Scene(
    system="trebuchet", name="a", title="A", integrator="dop853", dt=0.01,
    parameters={"long_arm": 5.0, "sling": 3.0, "projectile_mass": 40.0},
)  # fmt: skip
"""A machine with a flight of less than five seconds."""


def run(session: Session, seconds: float) -> None:
    session.pause(False)
    for _ in range(round(seconds / FRAME)):
        advancing.advance(session, int(FRAME * 1e9), 10**6)


def reported(session: Session) -> dict[str, ReportEntry]:
    return session.run.shots.report(session.past.history, session.past.events, session.simulation)


@pytest.fixture
def session():
    return Session(SCENE)


def fire(session: Session) -> None:
    actions.perform(session, Action.RESET)
    run(session, 8.0)


def test_shot_is_kept_when_it_lands(session):
    run(session, 1.0)
    assert not session.run.shots.kept
    assert session.run.shots.best is None
    run(session, 7.0)
    (shot,) = session.run.shots.kept
    report = reported(session)
    assert shot.number == 1
    assert shot.range_ == report["range"].value > 50
    assert (shot.changed, shot.altered) == ({}, False)
    assert session.run.shots.best is shot


def test_path_goes_from_the_release_to_the_landing(session):
    fire(session)
    (shot,) = session.run.shots.kept
    landing, release = shot.path[-1], shot.path[0]
    assert shot.path.dtype == np.float32
    assert 20 < len(shot.path) < 2 * PATH_POINTS + 2
    floor = session.look.to_world(np.zeros(3))
    assert landing == pytest.approx(floor + np.array([shot.range_, 0, 0]), abs=1e-4)
    at = np.array([shot.value("release_x"), 0, shot.value("release_y")])
    assert release == pytest.approx(floor + at, abs=1e-4)
    assert shot.path[:, 2].max() == pytest.approx(floor[2] + shot.value("apex"), rel=1e-3)


def test_shots_stay_when_the_machine_is_changed_and_fired_again(session):
    fire(session)
    actions.perform(session, Action.RESET)
    edits.apply(session, Edit("parameter", 3.5, "sling"))
    fire(session)
    one, two = session.run.shots.kept
    assert (two.number, two.changed, two.altered) == (2, {"sling": 3.5}, False)
    assert one.color != two.color
    assert one.range_ != two.range_
    assert session.run.shots.best is max(one, two, key=lambda shot: shot.range_)


def test_report_belongs_to_the_machine_at_the_release(session):
    fire(session)
    actions.perform(session, Action.RESET)
    run(session, 2.0)
    edits.apply(session, Edit("parameter", 3.5, "sling"))
    run(session, 6.0)
    one, two = session.run.shots.kept
    assert (two.altered, two.changed) == (True, {})
    for name in ("release_speed", "apex", "peak_sling", "efficiency", "range"):
        assert two.value(name) == pytest.approx(one.value(name), rel=1e-6), name


def test_peak_loads_count_while_the_machine_is_as_at_the_release(session):
    run(session, 0.1)
    edits.apply(session, Edit("parameter", 3.5, "sling"))
    flight_start = session.simulation.time
    run(session, 8.0)
    (shot,) = session.run.shots.kept
    assert (shot.altered, shot.changed) == (True, {"sling": 3.5})
    assert shot.report["peak_normal"].time >= flight_start


def test_rewound_shot_keeps_its_place(session):
    fire(session)
    fire(session)
    first, second = session.run.shots.kept
    advancing.seek(session, session.past.now(session.simulation) - 500)
    assert session.simulation.time < second.value("landing_time")
    for _ in range(REPORT_PICTURES):
        report = reported(session)
    assert report["range"].reason == "not landed yet"
    run(session, 8.0)
    assert [shot.number for shot in session.run.shots.kept] == [1, 2]
    assert session.run.shots.kept[0] is first
    assert session.run.shots.kept[1].range_ == second.range_


def test_report_of_a_running_shot_grows_with_the_run(session):
    def load():
        return reported(session)["peak_hanger"].value

    run(session, 0.5)
    early = load()
    run(session, 0.3)
    assert load() > 1.01 * early
    run(session, 0.8)
    assert reported(session)["release_time"].value < 1.6


def test_scene_of_the_same_kind_keeps_shots_and_another_kind_does_not(session):
    fire(session)
    edits.apply(session, Edit("scene", SCENE.changed(name="b", title="B", parameters={})))
    assert len(session.run.shots.kept) == 1
    run(session, 11.0)
    assert [shot.scene.title for shot in session.run.shots.kept] == ["A", "B"]
    edits.apply(session, Edit("scene", "fast-cone"))
    assert session.run.shots.kept == []
    run(session, 0.2)
    assert reported(session) == {}


def test_shot_that_is_given_up_has_no_range(session):
    edits.apply(session, Edit("parameter", 0.3, "time_limit"))
    fire(session)
    (shot,) = session.run.shots.kept
    assert math.isnan(shot.range_)
    assert "time limit" in shot.report["range"].reason
    assert session.run.shots.best is None


def test_table_has_all_shots(session):
    fire(session)
    edits.apply(session, Edit("parameter", 3.5, "sling"))
    edits.apply(session, Edit("parameter", "iron", "material"))
    fire(session)
    rows = list(csv.DictReader(io.StringIO(table(session.run.shots.kept))))
    assert [row["shot"] for row in rows] == ["1", "2"]
    for row, shot in zip(rows, session.run.shots.kept, strict=True):
        assert float(row["range"]) == shot.range_
        assert row["sling_slack"] in ("0", "1")
    assert [(row["sling"], row["material"]) for row in rows] == [("3.0", "stone"), ("3.5", "iron")]
    assert table([]).startswith("shot,")


def test_number_of_kept_shots_is_limited(session):
    fire(session)
    shots = Shots()
    shots.opened(session.simulation.system)
    (shot,) = session.run.shots.kept
    for i in range(MAX_SHOTS + 5):
        shots._keep(replace(shot, began=i))
    assert len(shots.kept) == MAX_SHOTS
    shots.clear()
    assert shots.kept == []


def test_report_is_updated_at_intervals(session, monkeypatch):
    worked = []
    report = CurrentShot.report
    monkeypatch.setattr(CurrentShot, "report", lambda self: worked.append(self.t[-1]) or report(self))

    def look(times):
        worked.clear()
        for _ in range(times):
            reported(session)
        return len(worked)

    run(session, 3.0)
    assert look(2 * REPORT_PICTURES) == 1, "at rest there is nothing new"
    advancing.step(session)
    assert look(1) == 1, "after a rest it is worked out at once"
    advancing.step(session)
    assert look(REPORT_PICTURES - 2) == 0, "digits stay a while"
    assert look(REPORT_PICTURES) == 1, "but not for good"
    run(session, 0.5)
    assert look(1) == 1, "much is new"
