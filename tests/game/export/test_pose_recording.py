"""Recordings of runs, read again from their columns of 16 bits."""

import math

import numpy as np
import pytest

from game.camera.rig import CameraRig
from game.export import pose_recording
from game.export.attachment import FREE, RIGID, Hung
from game.export.exported_picture import frame_of, phase_of, tensions_of
from game.export.pose_recording import AFTER, describe_camera, describe_recording, run_scene, samples
from game.export.sections import Sections
from game.looks.generic import further_points
from game.model.hold import Moving
from game.session import advancing
from game.session.open_scene import load


def stored(sections, ref):
    kind = f"<{ref['kind']}"
    return np.frombuffer(b"".join(sections._parts), kind, ref["count"], ref["at"])


def columns(sections, ref):
    """Rows (n, k) of numbers, each of which may be off by half of a 65535th of its column's range."""
    low, scale = stored(sections, ref["low"]), stored(sections, ref["scale"])
    planes = stored(sections, ref["planes"]).reshape(len(low), 2, ref["rows"]).astype(int)
    steps = np.cumsum(planes[:, 0] + 256 * planes[:, 1], axis=1) % 65536
    return low + (scale[:, None] * steps).T, 0.51 * scale


@pytest.fixture(scope="module")
def double():
    return run_scene(load("double-pendulum"), 0.5)


def test_a_run_has_a_moment_for_each_picture(double):
    assert len(double.moments) == 30
    scene = load("double-pendulum")
    times = np.array([moment.time for moment in double.moments])
    assert times == pytest.approx(np.arange(30) / 60.0 * scene.speed, abs=1.01 * double.session.simulation.dt)
    assert len(run_scene(scene, 0.5, 20).moments) == 10
    system = double.system
    for moment in double.moments[::7]:
        assert moment.values == pytest.approx([each.value(system, moment.y) for each in system.invariants], rel=1e-2)


def turned(q):
    """The rotation (3, 3) of a unit quaternion w, x, y, z."""
    w, u = q[0], np.asarray(q[1:])
    return np.array([axis + 2.0 * np.cross(u, np.cross(u, axis) + w * axis) for axis in np.eye(3)]).T


@pytest.mark.parametrize("name", ["double-pendulum", "mixed-joints", "euler-disk", "gimbal-lock"])
def test_a_recording_has_all_that_moves(name):
    run, sections = run_scene(load(name), 0.3), Sections()
    found = describe_recording(run, {}, sections)
    system, moments = run.system, run.moments
    rows, error = columns(sections, found["poses"])
    error = error + 1e-12
    assert len(rows) == len(moments) == 18
    assert stored(sections, found["times"]).tolist() == [moment.time for moment in moments]
    assert stored(sections, found["values"]).tolist() == [value for moment in moments for value in moment.values]
    phases = [part for moment in moments for part in phase_of(system, moment.y)]
    assert stored(sections, found["phases"]).tolist() == phases
    names = [arrow.name for arrow in pose_recording.arrow_kinds(system, moments[0].y)]
    for row, moment in zip(rows, moments, strict=True):
        place = 0
        for body in system.bodies(moment.y):
            assert (np.abs(row[place : place + 3] - body.position) <= error[place : place + 3]).all()
            assert turned(row[place + 3 : place + 7]) == pytest.approx(np.asarray(body.rotation), abs=1e-4)
            assert abs(row[place + 7] - body.spin_rate) <= error[place + 7]
            place += 8
        arrows = {arrow.name: arrow for arrow in system.arrows(moment.y)}
        expected = [
            number
            for each in names
            for number in ([*arrows[each].origin, *arrows[each].vector] if each in arrows else [0.0] * 6)
        ]
        expected += [number for point in system.traces(moment.y).values() for number in point]
        expected += [number for _, point in system.body_traces(moment.y).values() for number in point]
        expected += [*further_points(system, moment.y).ravel(), *tensions_of(system, moment.y)]
        assert len(row) == place + len(expected)
        assert (np.abs(row[place:] - expected) <= error[place:] + 1e-9 * np.abs(expected)).all()
    quaternions = rows[:, 3:7]
    assert ((quaternions[1:] * quaternions[:-1]).sum(axis=1) > 0.0).all()


def test_instances_that_hang_in_no_simple_way_are_recorded_as_they_are(double):
    frames = [frame_of(double.look, double.shown(moment), overlays=False) for moment in double.moments]
    models = np.array([[each.model for each in frame.instances] for frame in frames], float)
    turns = int(np.ptp(models[:, :, :3, :3], axis=0).max(axis=(1, 2)).argmax())
    lengths = np.linalg.norm(models[0, turns, :3, :3], axis=1)
    free = 1 if turns == 0 else 0
    sections = Sections()
    found = describe_recording(double, {turns: Hung(Moving()), free: Hung(None)}, sections)
    others = np.linalg.norm(models[0, free, :3, :3], axis=1)
    assert found["moving"] == [pytest.approx([turns, RIGID, *lengths]), pytest.approx([free, FREE, *others])]
    rows, _ = columns(sections, found["poses"])
    own = rows[:, -19:]
    assert own[:, :3] == pytest.approx(models[:, turns, 3, :3], abs=1e-4)
    for q, model in zip(own[:, 3:7], models[:, turns], strict=True):
        assert lengths[:, None] * turned(q).T == pytest.approx(model[:3, :3], abs=1e-3 * lengths.max())
    assert ((own[1:, 3:7] * own[:-1, 3:7]).sum(axis=1) > 0.0).all()
    assert own[:, 7:].reshape(-1, 4, 3) == pytest.approx(models[:, free, :, :3], abs=1e-4)


def test_a_long_recording_has_fewer_moments(double, monkeypatch):
    width = len(columns(sections := Sections(), describe_recording(double, {}, sections)["poses"])[0][0])
    monkeypatch.setattr(pose_recording, "MOST_NUMBERS", 10 * width)
    times = np.array([moment.time for moment in double.moments])
    found = describe_recording(double, {}, sections := Sections())
    assert stored(sections, found["times"]).tolist() == times[::3].tolist(), "fewer in a second"
    monkeypatch.setattr(pose_recording, "SHORTEST", 20 / 60)
    found = describe_recording(double, {}, sections := Sections())
    assert stored(sections, found["times"]).tolist() == times[:20:2].tolist(), "shorter, and fewer in a second"
    monkeypatch.setattr(pose_recording, "SHORTEST", 1 / 60)
    found = describe_recording(double, {}, sections := Sections())
    assert stored(sections, found["times"]).tolist() == times[:10].tolist(), "shorter"


def test_a_recording_without_an_end_is_as_long_as_its_numbers_allow(monkeypatch):
    scene = load("double-pendulum")
    assert len(run_scene(scene, None, 2).moments) == 40
    numbers = 2 * 8 + 4 * 6 + 2 * 3
    monkeypatch.setattr(pose_recording, "MOST_NUMBERS", 60 * numbers * 9)
    assert len(run_scene(scene, None, 2).moments) == 18
    monkeypatch.setattr(pose_recording, "MOST_NUMBERS", 60 * numbers)
    assert len(run_scene(scene, None, 2).moments) == 12


def test_a_throw_is_recorded_a_little_longer_than_it_lasts():
    scene = load("bent-beam")
    run = run_scene(scene, None, 20)
    (end,) = [event.time for event in run.session.simulation.events if event.name in run.system.ends][:1]
    after = (run.moments[-1].time - end) / scene.speed
    assert AFTER - 0.05 <= after <= AFTER + 0.1
    assert len(run.moments) < 20 * 40


@pytest.mark.parametrize(("name", "moves"), [("double-pendulum", False), ("golf-ball", True)])
def test_the_camera_is_recorded_where_it_moves(name, moves):
    run, sections = run_scene(load(name).changed(slow_motion=False), 1.0), Sections()
    found = describe_camera(run, sections)
    assert found["mode"] == run.mode
    assert found["first"] == list(map(float, run.moments[0].camera))
    assert ("track" in found, "times" in found) == (moves, moves)
    if moves:
        rows, error = columns(sections, found["track"])
        track = np.array([moment.camera for moment in run.moments])
        assert (np.abs(rows - track) <= error + 1e-12).all()
        assert stored(sections, found["times"]).tolist() == [moment.time for moment in run.moments]
        assert not math.isclose(rows[0, 3], rows[-1, 3]) or np.ptp(track, axis=0).max() > 0.01


@pytest.mark.parametrize(("fps", "at"), [(5, [1, 2, 3]), (20, [2, 4, 6]), (60, [6, 12, 18])])
def test_the_camera_looks_at_the_picture_as_often_however_many_moments_there_are(monkeypatch, fps, at):
    """Ten times a second, or at each moment of fewer."""
    seen, passed = [], []
    advance = advancing.advance_frame
    monkeypatch.setattr(advancing, "advance_frame", lambda session, fps: (passed.append(fps), advance(session, fps)))
    monkeypatch.setattr(CameraRig, "observe", lambda rig, frame: seen.append(len(passed)))
    run_scene(load("double-pendulum"), (at[-1] + 1) / fps, fps)
    assert seen == at and set(passed) == {fps}


def test_what_turns_round_and_round_is_recorded_without_a_jump(monkeypatch):
    """The quaternion that follows from a matrix alone changes its sign; its first number, w, is the fourth recorded."""
    angles = np.linspace(0.0, 4.0 * np.pi, 41)
    models = [np.eye(4) for _ in angles]
    for model, angle in zip(models, angles, strict=True):
        c, s = math.cos(angle), math.sin(angle)
        model[:3, :3] = 2.0 * np.array([(c, s, 0.0), (-s, c, 0.0), (0.0, 0.0, 1.0)])
        model[3, :3] = -1.0, 0.2, 0.3
    states = iter(models)
    monkeypatch.setattr(pose_recording, "_models", lambda *given: [next(states)])
    (found,), lengths = pose_recording._places(None, list(angles), {0: Hung(Moving())})
    assert found[:, :3].tolist() == [[-1.0, 0.2, 0.3]] * 41
    assert lengths.tolist() == [[2.0, 2.0, 2.0]]
    assert found[:, 3] == pytest.approx(np.cos(0.5 * angles), abs=1e-9)
    assert found[:, 6] == pytest.approx(np.sin(0.5 * angles), abs=1e-9)


def test_samples_are_equally_far_apart_in_each_phase():
    assert samples([()] * 17) == list(range(0, 17, 2))
    phases = [(0.0,)] * 3 + [(1.0,)] + [(0.0,)] * 2
    assert samples(phases) == [0, 1, 2, 4, 5, 3]
    assert samples([(0.0,)] * 600)[-1] == 599
    assert samples([(0.0,)] * 33 + [(1.0,)] * 5 + [(2.0,)]) == [*range(0, 33, 4), *range(33, 38), 38]
