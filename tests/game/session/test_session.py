import numpy as np
import pytest

import physics
from game import scenefile
from game.model.edit import Edit
from game.model.frame import View
from game.model.input import Action
from game.model.trails import Traces
from game.scenefile import Scene
from game.session import actions, advancing, edits
from game.session.compose import compose_frame, time_shown
from game.session.session import Session
from physics import BadInput

VIEW = View(np.zeros(3, np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))
SECOND = 1_000_000_000


@pytest.fixture
def session():
    return Session(scenefile.load("gyroscope"))


def test_time_passes_by_the_clock_and_stops_when_paused(session):
    assert advancing.advance(session, SECOND // 10, budget=10**6) == 100
    actions.perform(session, Action.PAUSE)
    assert advancing.advance(session, SECOND, budget=10**6) == 0
    actions.perform(session, Action.STEP)
    assert session.simulation.tick == 101
    actions.perform(session, Action.PAUSE)
    advancing.advance(session, SECOND // 1000, budget=10**6)
    assert session.simulation.tick == 102


def test_what_is_shown_lies_between_the_last_two_ticks_by_the_part_of_a_tick_that_has_passed(session):
    advancing.advance(session, SECOND // 10 + SECOND // 4000, budget=10**6)
    simulation = session.simulation
    assert (simulation.tick, session.part) == (100, pytest.approx(0.25, abs=1e-6))
    assert session.behind == pytest.approx(0.75 * simulation.dt, rel=1e-5)
    assert time_shown(session) == pytest.approx(0.1 - 0.75e-3, abs=1e-8)
    advancing.play_backwards(session)
    advancing.advance(session, SECOND // 100 + SECOND // 4000, budget=10**6)
    assert 0.0 <= session.behind <= simulation.dt
    session.pause(True)
    assert session.behind == 0.0 and time_shown(session) == simulation.time


def test_traces_are_laid_when_they_are_wanted_and_are_the_same(session, monkeypatch):
    seen, laid = Session(session.scene), []
    lay = Traces.lay
    monkeypatch.setattr(Traces, "lay", lambda self, *state: (laid.append(self), lay(self, *state)))
    for _ in range(30):
        advancing.advance(seen, SECOND // 30, budget=10**6)
        assert len(seen.run.traces.trails["tip"].points) > 0
        advancing.advance(session, SECOND // 30, budget=10**6)
    assert not any(each is session.run.traces._trails for each in laid), "nobody has looked"
    for name, trail in session.run.traces.trails.items():
        assert np.array_equal(trail.points, seen.run.traces.trails[name].points)
    assert len(session.run.traces.trails["tip"].points) > 100


def test_traces_that_are_not_shown_do_not_pile_up(session):
    session.run.shown.traces = False
    advancing.advance(session, SECOND // 10, budget=10**6)
    assert session.run.traces._unlaid
    compose_frame(session, VIEW, 0.0)
    assert not session.run.traces._unlaid


def test_unachievable_speed_is_measured(session):
    for _ in range(100):
        advancing.advance(session, SECOND // 60, budget=5)
    assert session.run.pacing.speed_meter.achieved == pytest.approx(0.3, rel=0.01)
    assert session.clock.dropped > 0


def test_ticks_that_do_not_fit_into_a_picture_are_dropped(session):
    assert advancing.advance(session, SECOND // 60, 10**6, seconds=0.0) == 1
    assert session.clock.dropped == 15
    assert session.clock.part == 0.0


def test_tab_cycles_through_all_integrators_and_keeps_the_motion(session):
    advancing.advance(session, SECOND // 10, 10**6)
    state = session.simulation.state
    apply = [n for n, method in physics.integrators().items() if not method.reason_against(session.simulation.system)]
    names = []
    for _ in apply:
        names.append(session.simulation.integrator.name)
        actions.perform(session, Action.NEXT_INTEGRATOR)
    assert sorted(names) == sorted(apply)
    assert session.simulation.integrator.name == "rk4"
    actions.perform(session, Action.PREVIOUS_INTEGRATOR)
    assert session.simulation.integrator.name == names[-1]
    assert (session.simulation.state == state).all()


def test_diverged_run_is_resumed_by_tab_and_by_reset():
    session = Session(scenefile.load("gyroscope").changed(integrator="euler-cromer"))
    for revive in (Action.NEXT_INTEGRATOR, Action.RESET):
        edits.apply(session, Edit("integrator", "euler-cromer"))
        actions.perform(session, Action.RESET)
        for _ in range(60 * 5):
            advancing.advance(session, SECOND // 60, 10**6)
        assert session.simulation.divergence is not None
        actions.perform(session, Action.PAUSE)
        assert session.simulation.paused, "there is nothing to go on with"
        actions.perform(session, revive)
        assert session.simulation.message == ""
        assert session.simulation.tick == 0
        assert advancing.advance(session, SECOND // 10, 10**6) > 0


def test_page_keys_cycle_through_the_presets():
    session, names = Session(scenefile.load(scenefile.presets()[-2])), scenefile.presets()
    assert names[0] == scenefile.DEFAULT
    for name in (names[-1], names[0]):
        actions.perform(session, Action.NEXT_SCENE)
        assert session.scene.name == name
    for name in (names[-1], names[-2]):
        actions.perform(session, Action.PREVIOUS_SCENE)
        assert session.scene.name == name


def test_trace_is_the_path_of_the_tip_between_frames_too(session):
    advancing.advance(session, SECOND // 5, 10**6)
    points = session.run.traces.trails["tip"].points
    assert len(points) >= 0.2 * 240
    tip = session.look.to_world(session.simulation.system.traces(session.simulation.y)["tip"])
    assert points[-1, :3] == pytest.approx(tip, abs=1e-6)
    assert np.allclose(np.linalg.norm(points[:, :3] - [0, 0, session.look.lift], axis=1), 0.15, atol=1e-6)
    assert (np.diff(points[:, 3]) > 0).all()
    actions.perform(session, Action.RESET)
    assert len(session.run.traces.trails["tip"].points) == 1


def test_frame_has_bodies_stand_arrows_and_traces(session):
    actions.perform(session, Action.GEOMETRY)
    advancing.advance(session, SECOND // 5, 10**6)
    advancing.advance_frame(session, 60)
    frame = compose_frame(session, VIEW, 1 / 60)
    assert len(frame.instances) == 4, "a top; plinth, metal and jewel of its stand"
    assert [arrow.label for arrow in frame.arrows] == ["ω", "L", "mg"]
    assert len(frame.ribbons) == 1
    assert 0 < len(frame.occluders) <= 8
    assert frame.instances[0].spin_blur == pytest.approx(60 / 60 / (2 * np.pi) / 2, rel=1e-4)
    actions.perform(session, Action.VECTORS)
    actions.perform(session, Action.TRACES)
    actions.perform(session, Action.PAUSE)
    frame = compose_frame(session, VIEW, 1 / 60)
    assert (frame.arrows, frame.ribbons) == ([], [])
    assert frame.instances[0].spin_blur == 0, "what stands still is sharp"


def test_meshes_are_kept_while_the_shape_is(session):
    mesh = compose_frame(session, VIEW, 1 / 60).instances[0].mesh
    edits.apply(session, Edit("parameter", 1.62, "gravity"))
    assert compose_frame(session, VIEW, 1 / 60).instances[0].mesh is mesh
    edits.apply(session, Edit("parameter", 0.08, "radius"))
    assert compose_frame(session, VIEW, 1 / 60).instances[0].mesh is not mesh


@pytest.mark.parametrize("body", physics.system_class("gyroscope").body.options)
def test_every_look_clears_the_floor(body):
    session = Session(Scene(system="gyroscope", parameters={"body": body}))
    frame = compose_frame(session, VIEW, 1 / 60)
    assert session.look.lift > 0.5 * session.look.size
    for instance in frame.instances:
        vertices = instance.mesh.vertices
        assert np.isfinite(vertices).all()
        world = np.c_[vertices[:, :3], np.ones(len(vertices))] @ instance.model
        assert world[:, 2].min() > -1e-6


def test_recording_runs_its_ticks_independent_of_wall_time(session):
    assert sum(advancing.advance_frame(session, 60) for i in range(60)) == 1000


def ran(session, seconds):
    for _ in range(round(60 * seconds)):
        advancing.advance(session, SECOND // 60, 10**6)
    return session.simulation.tick


def test_steps_back_and_forth_show_the_same_states(session):
    states = {}
    actions.perform(session, Action.PAUSE)
    for _ in range(10):
        states[session.simulation.tick] = bytes(session.simulation.y)
        actions.perform(session, Action.STEP)
    for tick in (9, 8, 7, 6):
        actions.perform(session, Action.STEP_BACK)
        assert (session.simulation.tick, bytes(session.simulation.y)) == (tick, states[tick])
    for tick in (7, 8, 9):
        actions.perform(session, Action.STEP)
        assert (session.simulation.tick, bytes(session.simulation.y)) == (tick, states[tick])
    actions.perform(session, Action.STEP)
    actions.perform(session, Action.STEP)
    assert session.simulation.tick == 11, "beyond what is kept the run goes on"
    for _ in range(20):
        actions.perform(session, Action.STEP_BACK)
    assert session.simulation.tick == 0


def test_arrow_keys_scrub_at_the_speed_of_the_run(session):
    end = ran(session, 1.0)
    actions.perform(session, Action.BACK)
    assert session.simulation.paused
    assert session.simulation.tick == pytest.approx(end - 100, abs=4)
    edits.apply(session, Edit("speed", 0.01))
    before = session.simulation.tick
    actions.perform(session, Action.BACK)
    assert 0 < before - session.simulation.tick <= 4
    actions.perform(session, Action.FORTH)
    assert 0 <= session.simulation.tick - (before - 4) <= 8
    for _ in range(10):
        edits.apply(session, Edit("speed", 1.0))
        actions.perform(session, Action.FORTH)
    assert session.simulation.tick == end
    for _ in range(20):
        actions.perform(session, Action.BACK)
    assert session.simulation.tick == 0


def test_going_on_from_the_past_begins_a_new_branch(session):
    end = ran(session, 0.5)
    edits.apply(session, Edit("parameter", 3.0, "gravity"))
    edits.apply(session, Edit("integrator", "newmark"))
    ran(session, 0.5)
    advancing.seek(session, 300)
    assert session.simulation.system.gravity == 9.81
    assert session.simulation.integrator.name == "rk4"
    assert session.past.history.newest > end
    assert advancing.advance(session, SECOND, 10**6) == 0, "looking back holds the run"
    assert session.past.history.newest > end
    actions.perform(session, Action.PAUSE)
    ran(session, 0.1)
    assert session.past.history.newest > end, "up to the change it is the same motion"
    ran(session, 0.2)
    assert session.past.history.newest == session.simulation.tick == pytest.approx(600, abs=2)
    assert [change.about for change in session.past.history.changes] == [""]
    fresh = Session(scenefile.load("gyroscope"))
    fresh.simulation.advance(session.simulation.tick)
    assert bytes(fresh.simulation.y) == bytes(session.simulation.y)


def test_change_in_the_past_is_a_new_branch_and_a_refused_one_is_not(session):
    end = ran(session, 0.5)
    advancing.seek(session, 200)
    with pytest.raises(BadInput):
        edits.apply(session, Edit("parameter", -1, "gravity"))
    edits.apply(session, Edit("speed", 0.5))
    assert session.past.history.newest == end
    edits.apply(session, Edit("parameter", 3.0, "gravity"))
    assert session.past.history.newest == 200
    advancing.seek(session, 199)
    assert session.simulation.system.gravity == 9.81
    actions.perform(session, Action.STEP)
    assert session.simulation.system.gravity == 3.0


def test_seek_restores_clock_look_and_trace(session):
    ran(session, 1.0)
    there = session.run.traces.trails["tip"].points[-100:].copy()
    mesh = compose_frame(session, VIEW, 1 / 60).instances[0].mesh
    tick = session.simulation.tick
    edits.apply(session, Edit("dt", 5e-4))
    edits.apply(session, Edit("parameter", "disk", "body"))
    ran(session, 0.5)
    assert np.isnan(session.run.traces.trails["tip"].points).any(), "the pen was lifted"
    advancing.seek(session, tick - 1)
    points = session.run.traces.trails["tip"].points
    assert session.clock.dt == session.simulation.dt == 1e-3
    assert np.isfinite(points).all()
    assert points[-1, 3] == pytest.approx(session.simulation.time)
    assert points[0, 3] == 0.0
    for row in points[-20:]:
        near = there[np.argsort(abs(there[:, 3] - row[3]))[:2]]
        assert np.linalg.norm(near[:, :3] - row[:3], axis=1).min() < 0.01
    shape = compose_frame(session, VIEW, 1 / 60).instances[0].mesh
    assert (shape.vertices == mesh.vertices).all()
    advancing.seek(session, session.past.history.newest)
    assert session.clock.dt == 5e-4
    assert np.isnan(session.run.traces.trails["tip"].points).any()


def test_diverged_run_can_be_rewound_and_continued():
    session = Session(scenefile.load("gyroscope").changed(integrator="euler-cromer"))
    while session.simulation.divergence is None:
        ran(session, 0.5)
    end = session.simulation.tick
    assert session.past.history.newest == end
    actions.perform(session, Action.BACK)
    assert session.simulation.message == ""
    assert session.simulation.tick < end
    edits.apply(session, Edit("integrator", "rk4"))
    before = session.simulation.tick
    actions.perform(session, Action.PAUSE)
    assert ran(session, 0.1) > before


def test_a_run_that_has_diverged_is_so_again_where_its_end_is_looked_at():
    session = Session(scenefile.load("gyroscope").changed(integrator="euler-cromer"))
    while session.simulation.divergence is None:
        ran(session, 0.5)
    end, why = session.past.now(session.simulation), session.simulation.divergence
    advancing.seek(session, end - 100)
    assert session.simulation.divergence is None and session.simulation.paused
    advancing.seek(session, end)
    assert session.simulation.divergence == why and session.simulation.paused
    session.pause(False)
    assert session.simulation.paused, "nothing comes after it"
    advancing.seek(session, end - 100, play=True)
    assert session.simulation.divergence is None and not session.simulation.paused
    advancing.seek(session, end, play=True)
    assert session.simulation.divergence is None, "it is tried again"


def test_another_scene_has_another_history(session):
    ran(session, 0.2)
    actions.perform(session, Action.NEXT_SCENE)
    actions.perform(session, Action.BACK)
    assert (session.simulation.tick, session.past.history.newest) == (0, 0)


def test_seek_works_across_a_reset(session):
    end = ran(session, 0.5)
    before = bytes(session.simulation.y)
    edits.apply(session, Edit("parameter", 3.0, "gravity"))
    edits.apply(session, Edit("initial", 1.0, "theta"))
    actions.perform(session, Action.RESET)
    assert session.simulation.tick == 0 and session.simulation["theta"] == 1.0
    ran(session, 0.3)
    assert session.simulation.time == pytest.approx(0.3, abs=2e-3)
    for _ in range(10):
        actions.perform(session, Action.BACK)
    assert session.simulation.time < 0.5 and session.simulation.system.gravity == 9.81
    advancing.seek(session, end + 1)
    assert session.simulation.tick == 0 and session.simulation.system.gravity == 3.0
    assert session.run.traces.trails["tip"].points[0, 3] == 0.0 and len(session.run.traces.trails["tip"].points) == 1
    actions.perform(session, Action.STEP_BACK)
    assert (session.simulation.tick, bytes(session.simulation.y)) == (end, before)
    advancing.seek(session, end - 100)
    assert len(session.run.traces.trails["tip"].points) > 50
    assert [entry.what for entry in session.past.log.entries] == ["parameter", "initial", "reset"]
    actions.perform(session, Action.PAUSE)
    ran(session, 0.2)
    assert session.past.log.entries == [], "that was another branch"
    assert session.past.history.newest == session.simulation.tick == pytest.approx(end + 100, abs=2)


def test_states_are_kept_as_often_as_they_are_plotted(session):
    ran(session, 0.5)
    coarse = len(session.past.history)
    session.choices.plotted = True
    ran(session, 0.5)
    fine = len(session.past.history) - coarse
    assert fine == 500 > 3 * coarse
    edits.apply(session, Edit("speed", 16.0))
    before = len(session.past.history)
    advancing.advance(session, SECOND // 2, 10**6)
    assert len(session.past.history) - before == pytest.approx(240 * 8, rel=0.1), "never fewer than the past needs"


def test_duel_restarts_at_every_seek_even_beside_a_coarser_step(session):
    actions.perform(session, Action.GHOSTS)
    ran(session, 0.2)
    edits.apply(session, Edit("dt", 0.1))
    ran(session, 0.2)
    for action in (Action.RESET, Action.GHOSTS, Action.GHOSTS, Action.BACK):
        actions.perform(session, action)
    assert all(ghost.simulation.time == session.simulation.time for ghost in session.duel.ghosts)
    ran(session, 0.2)
    advancing.seek(session, 1)
    assert {ghost.simulation.time for ghost in session.duel.ghosts} == {session.simulation.time}
