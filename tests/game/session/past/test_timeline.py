"""Timeline of a session: formulations and events, rewound and branched."""

import numpy as np
import pytest

from game import scenefile
from game.model.edit import Edit
from game.model.frame import View
from game.model.input import Action
from game.session import actions, advancing, edits
from game.session.compose import compose_frame
from game.session.session import Session
from physics import BadInput

VIEW = View(np.zeros(3, np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))
SECOND = 1_000_000_000


def passed(session, seconds):
    for _ in range(round(60 * seconds)):
        advancing.advance(session, SECOND // 60, 10**6)


def recipe():
    """Return a top whose nutation has two events at each turning point."""
    return Session(scenefile.load("gyroscope-recipe").changed(parameters={"recipe": "restarted"}))


def test_change_of_formulation_continues_the_motion():
    session = Session(scenefile.load("gyroscope"))
    passed(session, 0.3)
    tip = session.run.traces.trails["tip"].points[-1, :3].copy()
    names = list(session.simulation.system.parameters)
    edits.apply(session, Edit("formulation", "heavy-top"))
    assert session.simulation.system.name == "heavy-top"
    assert set(names) <= set(session.simulation.system.parameters)
    y = session.simulation.y
    assert session.look.to_world(session.simulation.system.traces(y)["tip"]) == pytest.approx(tip, abs=1e-6)
    passed(session, 0.2)
    points = session.run.traces.trails["tip"].points[:, 0]
    assert np.isnan(points).sum() == 1 and np.isfinite(points[-1])
    assert compose_frame(session, VIEW, 1 / 60).instances
    advancing.seek(session, 100)
    assert session.simulation.system.name == "gyroscope"
    assert compose_frame(session, VIEW, 1 / 60).instances
    advancing.seek(session, 450)
    assert session.simulation.system.name == "heavy-top"
    actions.perform(session, Action.RESET)
    assert session.simulation.system.entered()["theta"] == pytest.approx(
        scenefile.load("gyroscope").simulation()["theta"]
    )


@pytest.mark.parametrize(
    ("scene", "name", "said"),
    [
        ("gyroscope", "rolling-top", "must be one of gyroscope"),
        ("free-body", "gyroscope", "formulation = gyroscope: free-body has no other"),
        ("gyroscope", "nothing", "must be one of gyroscope"),
    ],
)
def test_inapplicable_formulation_is_refused_and_the_run_goes_on(scene, name, said):
    session = Session(scenefile.load(scene))
    passed(session, 0.1)
    before = session.simulation.snapshot()
    with pytest.raises(BadInput, match=said):
        edits.apply(session, Edit("formulation", name))
    assert session.simulation.snapshot() == before
    passed(session, 0.1)
    assert session.simulation.tick > before.tick


def test_top_stopped_at_the_pole_continues_in_another_formulation():
    scene = scenefile.load("gyroscope").changed(
        initial={"theta": 1e-2, "psi": 0.0, "theta_dot": -3.0, "phi_dot": 0.0}, dt=1e-5
    )
    session = Session(scene)
    session.simulation.advance(4000)
    assert "θ" in session.simulation.message
    stopped = session.simulation.time
    edits.apply(session, Edit("formulation", "heavy-top"))
    assert session.simulation.message == ""
    session.simulation.advance(1000)
    assert session.simulation.time > stopped


def test_cloud_spread_in_a_missing_variable_gets_the_default_spread():
    session = Session(scenefile.load("gyroscope-integrals"))
    edits.apply(session, Edit("ensemble", scenefile.EnsembleSpec(10, {"L_z": 1e-5})))
    actions.perform(session, Action.CLOUD)
    edits.apply(session, Edit("formulation", "heavy-top"))
    assert session.run.ensemble.checked(session.simulation.system)
    edits.apply(session, Edit("ensemble", scenefile.EnsembleSpec(10, {"theta": 1e-3})))
    edits.apply(session, Edit("formulation", "gyroscope"))
    assert session.run.ensemble.spread == {"theta": 1e-3}


def test_events_are_kept_after_a_seek_and_belong_to_their_branch():
    session = recipe()
    passed(session, 2.0)
    kept = list(session.past.events.happenings)
    assert {each.occurrence.name for each in kept} == {"turning", "leaving"}
    assert len(kept) == session.past.events.noticed >= 10
    assert [each.time for each in kept] == sorted(each.time for each in kept)
    for moment in (700, 0, 1500, 1999):
        advancing.seek(session, moment)
        assert session.past.events.happenings == kept, "looking back forgets nothing and sees nothing twice"
    advancing.seek(session, 700)
    session.pause(False)
    passed(session, 0.2)
    assert session.past.events.happenings == kept, "what lies ahead is the same motion"
    passed(session, 1.3)
    assert session.past.events.happenings[: len(kept)] == kept, "nothing is seen twice"
    advancing.seek(session, 700)
    edits.apply(session, Edit("parameter", 5.0, "gravity"))
    assert session.past.events.happenings == [each for each in kept if each.tick <= 700]
    actions.perform(session, Action.UNDO)
    assert session.past.events.happenings[: len(kept)] == kept


def test_events_of_a_second_run_follow_those_of_the_first():
    session = recipe()
    passed(session, 1.0)
    first = len(session.past.events.happenings)
    actions.perform(session, Action.RESET)
    passed(session, 1.0)
    later = session.past.events.happenings[first:]
    assert [each.occurrence for each in later] == [each.occurrence for each in session.past.events.happenings[:first]]
    assert later[0].tick > 990 and later[0].time == pytest.approx(later[0].occurrence.time + 1.0, abs=0.02)
    edits.apply(session, Edit("scene", "fast-cone"))
    assert session.past.events.happenings == []


def test_a_run_that_has_diverged_is_shown_as_diverged_where_it_ends_and_only_there():
    scene = scenefile.load("gyroscope").changed(
        initial={"theta": 1e-2, "psi": 0.0, "theta_dot": -3.0, "phi_dot": 0.0}, dt=1e-5, paused=False
    )
    session = Session(scene)
    advancing.run_ticks(session, 4000)
    message, end = session.simulation.message, session.past.now(session.simulation)
    assert "θ" in message
    advancing.seek(session, end // 2)
    assert session.simulation.divergence is None
    advancing.seek(session, end)
    assert session.simulation.message == message


def test_two_changes_at_one_tick_are_named_together():
    session = Session(scenefile.load("gyroscope"))
    passed(session, 0.1)
    edits.apply(session, Edit("parameter", 3.7, "gravity"))
    edits.apply(session, Edit("parameter", 0.05, "mass"))
    assert session.past.history.changes[-1].about == "gravity, mass"
    edits.apply(session, Edit("parameter", 1.6, "gravity"))
    assert session.past.history.changes[-1].about == "gravity, mass", "each is named once"
    passed(session, 0.1)
    edits.apply(session, Edit("parameter", 0.04, "mass"))
    assert session.past.history.changes[-1].about == "mass"


def test_a_trace_that_is_played_back_is_as_dense_as_before():
    session = Session(scenefile.load("gyroscope").changed(speed=1.0))
    session.look.life = 0.3
    passed(session, 0.8)
    forward = np.diff(np.isfinite(session.run.traces.trails["tip"].points[:, 0]).cumsum())[-100:]
    assert forward.all()
    actions.perform(session, Action.BACKWARDS)
    passed(session, 0.4)
    played = session.run.traces.trails["tip"].points[:, :3]
    advancing.seek(session, session.past.now(session.simulation))
    laid = session.run.traces.trails["tip"].points[:, :3]
    steps, wanted = (np.linalg.norm(np.diff(points[-200:], axis=0), axis=1) for points in (played, laid))
    assert np.nanmax(steps) <= 1.5 * np.nanmax(wanted)


def test_a_change_is_named_alone_where_the_other_branch_was_changed_at_the_same_tick():
    session = Session(scenefile.load("gyroscope"))
    advancing.run_ticks(session, 100)
    edits.apply(session, Edit("parameter", 5.0, "gravity"))
    advancing.run_ticks(session, 50)
    advancing.seek(session, 50)
    edits.apply(session, Edit("parameter", 0.08, "mass"))
    advancing.run_ticks(session, 50)
    edits.apply(session, Edit("parameter", 0.09, "mass"))
    assert [(change.tick, change.about) for change in session.past.history.changes[-2:]] == [
        (50, "mass"),
        (100, "mass"),
    ]
    edits.apply(session, Edit("parameter", 6.0, "gravity"))
    assert session.past.history.changes[-1].about == "mass, gravity", "both at this tick"
