"""Plates: poses at equal times, where they were or side by side, numbered."""

from __future__ import annotations

import numpy as np
import pytest

from game import scenefile
from game.camera.camera import Camera
from game.looks.kit import shapes
from game.model.frame import Instance, SceneFrame, Surroundings, View
from game.session import advancing
from game.session.exposure import Exposure
from game.session.session import Session
from game.session.stills.gathered import GatheredStates
from game.session.stills.plate import _all_travel, _at, _side_by_side, compose_plate

FPS = 60


def gathered(preset: str, frames: int, speed: float = 1.0) -> tuple[Session, GatheredStates]:
    session = Session(scenefile.load(preset).changed(paused=False, slow_motion=False, speed=speed))
    states, exposure = GatheredStates(between=True), Exposure()
    for _ in range(frames):
        advancing.advance_frame(session, FPS, exposure)
        states.add(session, exposure)
    return session, states


def seen(session: Session) -> View:
    return Camera(tuple(session.look.focus), session.look.radius).view(16 / 9)


def test_poses_are_at_equal_times_up_to_the_last() -> None:
    _, states = gathered("tennis-racket", 50)
    times = np.array([pose.time for pose in states.spread(7)])
    assert np.diff(times) == pytest.approx(8 / FPS, rel=1e-9)
    assert times[-1] == states.pictures[-1].time
    assert len(states.spread(200)) == 50, "as many as there are"
    first, last = states.spread(2)
    assert (first.time, last.time) == (states.pictures[0].time, states.pictures[-1].time)
    assert [pose.time for pose in states.spread(1)] == [last.time]


def test_a_body_on_the_spot_stands_side_by_side_as_it_was() -> None:
    session, states = gathered("tennis-racket", 41)
    poses = states.spread(5)
    plate = compose_plate(session, poses, seen(session)).moving
    parts = len(plate.instances) // 5
    frames = [session.look.frame(session.simulation.system, pose.state, seen(session), 0.0) for pose in poses]
    places = []
    for k, frame in enumerate(frames):
        for shown, was in zip(plate.instances[k * parts : (k + 1) * parts], frame.instances, strict=True):
            assert (shown.spin_blur, shown.turn) == (0.0, (0.0, 0.0, 0.0)), "sharp"
            assert shown.model[:3, :3] == pytest.approx(was.model[:3, :3]), "turned as it was"
        strings = plate.curves[k].points - frame.curves[0].points
        assert np.ptp(strings[np.isfinite(strings).all(axis=1)], axis=0).max() < 1e-5, "as a whole"
        places.append(plate.instances[k * parts].model[3, :3] - frame.instances[0].model[3, :3])
    apart = np.linalg.norm(np.diff(places, axis=0), axis=1)
    assert apart.min() > 0.8 * session.look.size


def test_a_machine_stays_where_it_is_and_is_drawn_once() -> None:
    session, states = gathered("trebuchet", 40)
    poses = states.spread(4)
    plate = compose_plate(session, poses, seen(session))
    one = session.look.frame(session.simulation.system, poses[-1].state, seen(session), 0.0)
    still = len(plate.frame.instances) - len(plate.moving.instances)
    moving = len(one.instances) - still
    assert still > 20 and moving > 0
    assert len(plate.moving.instances) == 4 * moving


def test_numbers_and_times_count_from_the_first_pose() -> None:
    session, states = gathered("double-pendulum", 31)
    labels = compose_plate(session, states.spread(4), seen(session)).frame.labels
    assert [label.text for label in labels] == ["1 · 0.00 s", "2 · 0.17 s", "3 · 0.33 s", "4 · 0.50 s"]
    tips = session.look.tips(session.simulation.system, np.array([np.asarray(p.state) for p in states.spread(4)]))
    beside = np.linalg.norm(np.array([label.place for label in labels]) - tips, axis=1)
    assert (beside > 0.0).all() and (beside < 0.2 * session.look.size).all(), "at the outer end of the last link"
    assert all(label.outward for label in labels)


def test_the_last_pose_is_solid_and_the_path_from_the_first_one_is_drawn() -> None:
    session, states = gathered("double-pendulum", 31)
    poses = states.spread(4)
    plate = compose_plate(session, poses, seen(session))
    parts = len(plate.moving.instances) // 4
    shown = [{each.opacity for each in plate.moving.instances[k * parts : (k + 1) * parts]} for k in range(4)]
    assert all(len(each) == 1 for each in shown) and [max(each) for each in shown] == sorted(max(e) for e in shown)
    assert max(shown[0]) == 0.3 and max(shown[-1]) == 1.0
    (path,) = plate.frame.ribbons
    assert path.points[[0, -1], 3] == pytest.approx([poses[0].time, poses[-1].time], abs=0.01)
    assert path.now - path.points[0, 3] < 0.5 * path.life, "all of it is seen"
    side_by_side, turns = gathered("tennis-racket", 41)
    beside = compose_plate(side_by_side, turns.spread(5), seen(side_by_side))
    assert not beside.frame.ribbons and {each.opacity for each in beside.moving.instances} == {1.0}


def test_a_plate_of_a_chain_has_the_key_of_its_colours() -> None:
    session, states = gathered("normal-mode", 6)
    texts = [label.text for label in compose_plate(session, states.spread(2), seen(session)).frame.labels]
    assert "tension" in texts and "15 N" in texts


@pytest.mark.parametrize(
    ("preset", "frames", "poses"),
    [("double-pendulum-2", 96, 6), pytest.param("kapitza", 198, 4, marks=pytest.mark.long)],
)
def test_poses_that_overlap_look_as_they_were_one_before_another(preset, frames, poses) -> None:
    session, states = gathered(preset, frames)
    view, chosen = seen(session), states.spread(poses)
    plate = compose_plate(session, chosen, view)
    own = [session.look.frame(session.simulation.system, pose.state, view, 0.0).instances for pose in chosen]
    parts = len(plate.moving.instances) // poses
    eye, turn = np.asarray(view.eye, float), np.asarray(view.view, float)[:3, :3]
    nearer = []
    for k, row in enumerate(own):
        there = {id(each.mesh): each for each in row if id(each.mesh) in {id(m.mesh) for m in plate.moving.instances}}
        for shown in plate.moving.instances[k * parts : (k + 1) * parts]:
            was = there.get(id(shown.mesh))
            if was is None or sum(each.mesh is shown.mesh for each in row) > 1:
                continue
            before, after = (
                each.mesh.vertices[:, :3] @ each.model[:3, :3] + each.model[3, :3] for each in (was, shown)
            )
            one, other = ((points - eye) @ turn for points in (before, after))
            assert other[:, :2] / other[:, 2:] == pytest.approx(one[:, :2] / one[:, 2:], abs=1e-5), "seen in one place"
            nearer.append((k, float(np.median(other[:, 2] / one[:, 2]))))
    tips = session.look.tips(session.simulation.system, np.array([np.asarray(pose.state) for pose in chosen]))
    for k, (label, tip) in enumerate(zip(plate.frame.labels[:poses], tips, strict=True)):
        assert np.linalg.norm(label.place - tip) < 0.3 * session.look.size, f"{k + 1} hangs on the end of its pose"
    depth = dict(nearer)
    assert len(depth) == poses and sorted(depth, key=depth.__getitem__, reverse=True) == list(range(poses))


def test_rows_are_as_wide_as_what_is_drawn() -> None:
    session, states = gathered("rattleback", 41)
    plate = compose_plate(session, states.spread(5), seen(session)).moving
    parts = len(plate.instances) // 5
    stones = plate.instances[::parts]
    widest = max(float(np.ptp(stone.mesh.vertices[:, :3], axis=0).max()) for stone in stones)
    apart = np.linalg.norm(np.diff([stone.model[3, :2] for stone in stones], axis=0), axis=1)
    assert apart.min() < 1.3 * widest, "the ellipsoid of which it is cut is longer"


@pytest.mark.parametrize("preset", ["coin", "tennis-racket", "bicycle", "dual-spin"])
def test_a_number_stands_above_its_own_body_in_the_picture(preset) -> None:
    session, states = gathered(preset, 41)
    camera = Camera(tuple(session.look.focus), session.look.radius)
    camera.set_pose({"elevation": 40.0})
    camera.settle()
    view, poses = camera.view(16 / 9), states.spread(5)
    plate = compose_plate(session, poses, view)
    parts = len(plate.moving.instances) // 5
    turn = np.asarray(view.view, float)[:3, :3]
    for k, label in enumerate(plate.frame.labels):
        own = [plate.moving.instances[k * parts + part] for part in range(parts)]
        corners = (
            np.concatenate([each.mesh.vertices[:, :3] @ each.model[:3, :3] + each.model[3, :3] for each in own]) @ turn
        )
        place = label.place @ turn
        assert place[1] > corners[:, 1].max() - 0.03 * session.look.size
        assert corners[:, 0].min() < place[0] < corners[:, 0].max()


def test_many_poses_fill_a_field_wider_than_high() -> None:
    session, states = gathered("tennis-racket", 61)
    view, parts = seen(session), 40
    plate = compose_plate(session, states.spread(parts), view)
    assert len(plate.frame.labels) == parts
    turn = np.asarray(view.view, float)[:3, :3]
    corners = [each.mesh.vertices[:, :3] @ each.model[:3, :3] + each.model[3, :3] for each in plate.moving.instances]
    width, height = np.ptp(np.concatenate(corners) @ turn, axis=0)[:2]
    assert 1.9 < width / height < 3.6


def test_poses_side_by_side_stand_in_columns() -> None:
    """The middle of a racket moves as it turns about its centre of mass; its poses stand in columns for all that."""
    session, states = gathered("tennis-racket", 61)
    view = seen(session)
    plate = compose_plate(session, states.spread(12), view).moving
    each = len(plate.instances) // 12
    middles = []
    for k in range(12):
        row = plate.instances[k * each : (k + 1) * each]
        places = np.concatenate([part.mesh.vertices[:, :3] @ part.model[:3, :3] + part.model[3, :3] for part in row])
        middles.append(0.5 * (places.min(axis=0) + places.max(axis=0)))
    across = np.sort(np.array(middles) @ np.asarray(view.view, float)[:3, 0])
    steps = np.diff(across)
    columns = steps[steps > 1e-3 * session.look.size]
    assert 3 <= len(columns) + 1 <= 6
    assert columns == pytest.approx(columns[0], rel=1e-3)


def test_the_light_of_a_plate_is_that_of_its_last_pose() -> None:
    session, states = gathered("coin", 41)
    poses, view = states.spread(5), seen(session)
    last = session.look.frame(session.simulation.system, poses[-1].state, view, 0.0)
    assert np.array_equal(compose_plate(session, poses, view).frame.occluders, last.occluders)


@pytest.mark.parametrize("count", [2, 5])
def test_poses_stand_where_they_were_where_a_body_goes_half_its_diameter_from_one_to_the_next(count: int) -> None:
    size, ball = 0.1, shapes.sphere(0.1)
    frame = SceneFrame(Camera((0.0, 0.0, 0.0), 1.0).view(16 / 9), np.zeros(3, np.float32), 1.0)

    def shifts(step: float) -> np.ndarray:
        rows = []
        for k in range(count):
            model = np.eye(4, dtype=np.float32)
            model[3, 0] = step * k
            rows.append([Instance(ball, model)])
        return np.array(_side_by_side(rows, size, frame))

    assert not shifts(0.11).any()
    for step in (0.0, 0.09):
        found = shifts(step)
        places = found + step * np.arange(count)[:, None] * (1.0, 0.0, 0.0)
        apart = np.linalg.norm(np.diff(places, axis=0), axis=1)
        assert found.any() and apart.min() > 2.0 * size, "else side by side"


def at_places(*places: tuple[float, float, float]) -> list[Instance]:
    row = []
    for place in places:
        model = np.eye(4, dtype=np.float32)
        model[3, :3] = place
        row.append(Instance(shapes.sphere(0.1), model))
    return row


def test_all_of_a_pose_travels_unless_one_body_stays() -> None:
    both = [at_places((x, 0.0, 0.0), (x + 0.5, 0.0, 0.0)) for x in (0.0, 1.0, 2.0)]
    one = [at_places((0.01 * x, 0.0, 0.0), (x + 0.5, 0.0, 0.0)) for x in (0.0, 1.0, 2.0)]
    assert _all_travel(both) and not _all_travel(one)
    assert not _all_travel(both[:1]) and not _all_travel([both[0], both[1][:1]]) and not _all_travel([[], []])


def test_the_smallest_body_about_a_place_has_it() -> None:
    near, far = at_places((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    large = Instance(shapes.sphere(0.5), np.eye(4, dtype=np.float32))
    assert _at(np.array([0.05, 0.0, 0.0]), [large, near, far]) == [near]
    assert _at(np.array([0.4, 0.0, 0.0]), [large, near, far]) == [large]
    assert _at(np.array([1.1, 0.0, 0.0]), [near, far]) == [far] and _at(np.array([9.0, 0.0, 0.0]), [near, far]) == []


def test_rows_on_a_table_are_as_many_as_are_seen_from_above() -> None:
    """The flatter the view the more rows, which seem close; from the side there is one."""
    counts = []
    for elevation in (85.0, 45.0, 25.0, 15.0):
        camera = Camera((0.0, 0.0, 0.0), 1.0)
        camera.set_pose({"elevation": elevation, "azimuth": 30.0})
        camera.settle()
        frame = SceneFrame(camera.view(16 / 9), np.zeros(3, np.float32), 1.0, stage=Surroundings.STUDIO)
        rows = [at_places((0.0, 0.0, 0.1)) for _ in range(24)]
        shifts = np.array(_side_by_side(rows, 0.1, frame))
        assert not shifts[:, 2].any(), "they stay on the table"
        across = shifts @ np.asarray(frame.view.view, float)[:3, 0]
        counts.append(len(set(across.round(4).tolist())))
        apart = np.linalg.norm(shifts[:, None] - shifts[None], axis=2)[np.triu_indices(24, 1)]
        assert apart.min() > 0.2, "none touches another"
        assert np.abs(shifts.mean(axis=0)).max() < 0.3
    assert 24 == counts[3] > counts[0] >= counts[1] > counts[2] > 1, counts
