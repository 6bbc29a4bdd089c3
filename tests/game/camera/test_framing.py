"""Framing: inside, in the middle, large; and unchanged while it is."""

from __future__ import annotations

import math

import numpy as np
import pytest

from game import scenefile
from game.camera.camera import ARM, FOV_Y, PIVOT, Camera
from game.camera.framing import (
    ACROSS,
    ARM_STEP,
    CALM,
    LARGEST_SHARE,
    PATIENCE,
    UP,
    WHOLE,
    AutoFraming,
    Subject,
    arm_for,
    best,
    enclosing_rings,
    far_enough,
    filling,
    fit,
    placed,
    share_of_bodies,
    under,
)
from game.camera.outlines import (
    DIRECTIONS,
    ArrowReach,
    LookHistory,
    keyed,
    moving_hulls,
    outermost,
    outline,
    standing_in,
    with_paths_inside,
)
from game.looks.kit import shapes
from game.looks.kit.transforms import translation
from game.model.frame import Curve, Instance, OverlayArrow, Ribbon, SceneFrame, View
from game.model.material import Material
from game.session.session import Session

SIZE = (1280, 720)
LENS = SIZE[0] / SIZE[1] * math.tan(FOV_Y / 2), math.tan(FOV_Y / 2)
DIRECTION = 0.7, 0.3
RNG = np.random.default_rng(3)
CLOUDS = [RNG.normal(size=(200, 3)) * stretch + (1.0, -2.0, 4.0) for stretch in ((1, 1, 1), (4, 1, 0.2), (0.1, 0.2, 3))]
NOWHERE = View(np.zeros(3, np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))


def pixels(points: np.ndarray, pose: np.ndarray) -> np.ndarray:
    camera = Camera((0.0, 0.0, 0.0), 1.0)
    camera.show(pose)
    view = camera.view(SIZE[0] / SIZE[1])
    found = np.array([view.project(point.astype(np.float32), SIZE) for point in points])
    return np.abs(found / SIZE - 0.5) * 2.0


@pytest.mark.parametrize("points", CLOUDS)
def test_all_points_are_inside_and_fill_the_allowed_part(points: np.ndarray) -> None:
    pose = fit(points, DIRECTION, LENS)
    shares = pixels(points, pose).max(axis=0) / (ACROSS, UP)
    assert shares.max() == pytest.approx(1.0, abs=0.03)
    assert filling(points, pose, LENS) == pytest.approx(shares.max(), abs=0.03)
    assert filling(points, fit(points, DIRECTION, LENS, 1.5), LENS) > 1.3


def test_the_pivot_of_a_fit_is_not_below_the_floor() -> None:
    flat = np.array([(3.0, 3.0, 0.1), (3.0, -3.0, 0.1), (-3.0, 3.0, 0.2), (-3.0, -3.0, 0.2)])
    pose = fit(flat, (0.7, 0.47), LENS)
    assert pose[PIVOT][2] >= 0.0
    shares = pixels(flat, pose).max(axis=0) / (ACROSS, UP)
    assert shares.max() == pytest.approx(1.0, abs=0.03), "as a camera shows it"


def test_points_behind_the_eye_have_infinite_filling() -> None:
    pose = fit(CLOUDS[0], DIRECTION, LENS)
    assert filling(CLOUDS[0] * 50.0, pose, LENS) == math.inf


@pytest.mark.parametrize("points", CLOUDS)
def test_arm_for_a_given_pivot_is_long_enough(points: np.ndarray) -> None:
    pose = fit(points, DIRECTION, LENS)
    pose[PIVOT] += 0.3
    pose[ARM] = arm_for(points, pose, LENS)
    assert filling(points, pose, LENS) == pytest.approx(1.0, abs=1e-6)


def test_rings_contain_the_points_from_all_directions() -> None:
    for azimuth in np.linspace(0.0, 6.0, 9):
        pose = fit(enclosing_rings(CLOUDS[1]), (0.0, 0.3), LENS)
        pose[0] = azimuth
        assert filling(CLOUDS[1], pose, LENS) < 1.02


def test_outline_has_bodies_and_whole_arrows() -> None:
    body, hill = shapes.sphere(0.1), shapes.sphere(30.0)
    placed = np.eye(4, dtype=np.float32)
    placed[3, :3] = 1.0, 0.0, 0.0
    trail = np.array([(5.0, 0, 0, 0.0), *[(0.0, 2.0, 0.0, 9.0)] * 30, (np.nan,) * 4], np.float32)
    arrow = OverlayArrow(np.zeros(3, np.float32), np.array((0.0, 0.0, 1.0), np.float32), (1.0, 1.0, 1.0))
    glass, foot = (
        Instance(shapes.sphere(3.0), placed, opacity=0.1, veil=True),
        Instance(shapes.sphere(0.4), placed, framed=False),
    )
    frame = SceneFrame(NOWHERE, np.zeros(3, np.float32), 1.0, [Instance(body, placed), Instance(hill, placed)])
    frame.instances += [glass, foot]
    frame.ribbons, frame.arrows = [Ribbon(trail, 10.0, 3.0)], [arrow]
    points = outline(frame, 5.0, stands=False)
    assert points.shape == (len(DIRECTIONS), 3)
    low, high = points.min(axis=0), points.max(axis=0)
    assert high == pytest.approx([1.1, 0.1, 1.0], abs=0.01), "the ball and the arrow; no path, veil, foot or hill"
    assert low == pytest.approx([0.0, -0.1, -0.1], abs=0.01)
    frame.instances.append(Instance(shapes.sphere(0.5), placed, opacity=0.4))
    assert outline(frame, 5.0).max() == pytest.approx(1.5, abs=0.01), "a ghost, too"
    assert outline(frame, 5.0, ghosts=False, stands=False).max() == pytest.approx(1.1, abs=0.01)


def test_look_history_drops_the_oldest_beyond_its_size() -> None:
    memory = LookHistory(8)
    for time in range(12):
        memory.add(float(time), np.full((len(DIRECTIONS), 3), float(time)))
    assert set(memory.since(9.0)[:, 0]) == {9.0, 10.0, 11.0}
    assert set(memory.since(-1.0)[:, 0]) == set(map(float, range(4, 12)))


def swinging(reach: float, time: float) -> np.ndarray:
    return outermost(reach * math.sin(time) * np.array([(1.0, 0.0, 0.0)]) + 0.2 * RNG.normal(size=(40, 3)).clip(-1, 1))


def film(framer: AutoFraming, reach: float, seconds: float, rate: int = 30) -> np.ndarray:
    memory, poses = LookHistory(), []
    for k in range(round(seconds * rate)):
        memory.add(k / rate, swinging(reach, 2.0 * k / rate))
        poses.append(framer.advance(memory.since(k / rate - 3.0), DIRECTION, LENS, 1 / rate if k else 0.0))
    return np.array(poses)


def test_framing_comes_to_rest_and_does_not_follow_an_oscillation() -> None:
    poses = film(AutoFraming(), 2.0, 20.0)
    late = poses[len(poses) // 2 :]
    assert np.ptp(late[:, ARM]) < 0.01 * late[0, ARM]
    assert np.ptp(late[:, PIVOT], axis=0).max() < 0.01


def test_framing_widens_smoothly_and_narrows_after_a_while() -> None:
    framer = AutoFraming()
    small = film(framer, 1.0, 6.0)[-1]
    framer.begin(small)
    grown = film(framer, 4.0, 10.0)
    framer.begin(grown[-1])
    arms = grown[5:, ARM]
    assert arms[-1] > 2.0 * small[ARM]
    assert np.abs(np.diff(arms)).max() < 0.1 * arms[-1], "without a jump"
    held = [framer.advance(np.array(CLOUDS[0]), DIRECTION, LENS, 1 / 30) for _ in range(3)]
    assert held
    points = swinging(0.0, 0.0)
    for _ in range(round((PATIENCE + 6.0) * 30)):
        pose = framer.advance(points, DIRECTION, LENS, 1 / 30)
    assert filling(points, pose, LENS) > 0.9


def test_framing_uses_a_larger_free_area() -> None:
    framer = AutoFraming()
    points = CLOUDS[0]
    framer.advance(points, DIRECTION, LENS, 0.0)
    for _ in range(90):
        pose = framer.advance(points, DIRECTION, (0.6 * LENS[0], 0.6 * LENS[1]), 1 / 30)
    assert filling(points, pose, (0.6 * LENS[0], 0.6 * LENS[1])) == pytest.approx(1.0, abs=0.05)


def test_framing_without_motion_comes_to_rest() -> None:
    framer = AutoFraming()
    framer.begin(fit(CLOUDS[0], DIRECTION, LENS) + np.array([0.0, 0.0, 1.0, 0.1, 0.0, 0.0]))
    poses = [framer.advance(CLOUDS[0], DIRECTION, LENS, 1 / 60) for _ in range(900)]
    steps = np.abs(np.diff(poses, axis=0)).max(axis=1)
    last = int(np.flatnonzero(steps)[-1])
    assert last < 800
    assert steps[last] < 2e-4 * poses[-1][ARM]


def test_an_arrow_reaches_no_farther_than_its_median() -> None:
    history = LookHistory()
    for time, length in enumerate((1.0, 2.0, 9.0)):
        arrow = ArrowReach(("F", 1), np.zeros(3), np.array((0.0, 0.0, length)))
        history.add(float(time), np.zeros((len(DIRECTIONS), 3)), [arrow])
    assert history.since(-1.0)[:, 2].max() == pytest.approx(2.0)
    assert history.since(1.5)[:, 2].max() == pytest.approx(9.0), "of the times that are asked for"
    assert history.since(-1.0, 0.5)[:, 2].max() == pytest.approx(1.0)


def test_bodies_and_what_stands_are_kept_whole() -> None:
    body, post = shapes.sphere(0.1), shapes.box((0.1, 0.1, 2.0), (0.0, 0.0, 0.0), Material.STEEL)
    here = np.eye(4, dtype=np.float32)
    for framed in (None, False, True):
        frame = SceneFrame(NOWHERE, np.zeros(3, np.float32), 1.0)
        frame.instances = [Instance(body, translation(0.0, 0.0, 1.0)), Instance(post, here, framed=framed)]
        standing = frozenset(key for key, each in keyed(frame.instances).items() if each.mesh is post)
        assert outline(frame, 5.0)[:, 2].min() == pytest.approx(-1.0), "its foot is inside, too"
        alone = outline(frame, 5.0, stands=False)
        assert alone[:, 2].min() == pytest.approx(0.9 if framed is False else -1.0), "it is a stand"
        assert moving_hulls(frame, 5.0, standing).shape == (1, len(DIRECTIONS), 3)
    for framed, most in ((True, 1.0), (None, 0.0)):
        frame.instances = [Instance(shapes.sphere(1.0), here, opacity=0.1, veil=True, framed=framed)]
        assert np.abs(outline(frame, 0.5)).max(initial=0.0) == pytest.approx(most, abs=0.02), "glass that says more"


@pytest.mark.parametrize(("back", "life"), [(40, 60.0), (95, 100.0), (None, 100.0)])
def test_paths_fade_in_where_they_came_back_into_the_picture(back: int | None, life: float) -> None:
    points = np.zeros((100, 4), np.float32)
    points[:, 3] = np.arange(100)
    points[5] = np.nan
    if back is not None:
        points[back - 10 : back + 1, 0] = 1.5
    frame = SceneFrame(NOWHERE, np.zeros(3, np.float32), 1.0)
    frame.ribbons = [Ribbon(points, 100.0, 100.0)]
    frame.curves = [Curve(points[:, :3], (1.0, 1.0, 1.0), path=path) for path in (True, False)]
    found = with_paths_inside(frame)
    assert found.ribbons[0].life == life, "a path of which little would be left is cut by the border"
    faded, other = (np.broadcast_to(curve.opacity, 100) for curve in found.curves)
    assert other.min() == 1.0, "it is no path"
    assert faded[-1] == 1.0 and np.flatnonzero(faded == 0.0).tolist() == list(range(41 if back == 40 else 0))


def test_only_what_the_state_moves_is_no_support() -> None:
    session = Session(scenefile.load("double-pendulum"))
    look, system, y = session.look, session.simulation.system, session.simulation.y
    instances = keyed(look.frame(system, y, NOWHERE, 0.0).instances)
    standing = standing_in(look, system, y)
    assert 0 < len(standing) < len(instances)
    assert all(instances[key].framed is not None or instances[key].on is not None for key in standing)


def test_bodies_cover_what_they_cover() -> None:
    ball = DIRECTIONS[None]
    pose = np.array((*DIRECTION, 20.0, 0.0, 0.0, 0.0))
    disk = math.pi / (4.0 * 20.0**2 * LENS[0] * LENS[1])
    assert share_of_bodies(ball, pose, LENS) == pytest.approx(disk, rel=0.15)
    two = np.concatenate([ball, ball + 1e-9])
    assert share_of_bodies(two, pose, LENS) == share_of_bodies(ball, pose, LENS), "what is behind another counts once"
    near = far_enough(ball, np.array((*DIRECTION, 4.0, 0.0, 0.0, 0.0)), LENS)
    assert share_of_bodies(ball, near, LENS) == pytest.approx(LARGEST_SHARE, abs=0.02)


@pytest.mark.parametrize("points", CLOUDS)
def test_points_keep_off_a_covered_corner(points: np.ndarray) -> None:
    corner = (0.0, -0.1)
    free, _ = placed(Subject(points), DIRECTION, LENS)
    beside, part = placed(Subject(points, corner=corner), DIRECTION, LENS)
    assert under(points, free, LENS, corner) and not under(points, beside, LENS, corner)
    assert beside[ARM] > free[ARM] and part != WHOLE
    assert filling(points, beside, LENS) < 1.1 and filling(points, beside, LENS, part) <= 1.0 + 1e-9
    far = placed(Subject(points, corner=(0.99, 0.99)), DIRECTION, LENS)
    assert np.array_equal(far[0], free), "a corner in which nothing is changes nothing"


def test_poses_are_rounded_and_nothing_is_cut() -> None:
    for points in CLOUDS:
        pose = best(Subject(points), DIRECTION, LENS)
        assert math.log(pose[ARM]) / ARM_STEP == pytest.approx(round(math.log(pose[ARM]) / ARM_STEP), abs=1e-9)
        assert 0.9 < filling(points, pose, LENS) <= 1.0 + 1e-9
        assert np.array_equal(best(Subject(points * 1.0001), DIRECTION, LENS)[ARM], pose[ARM])


def test_a_new_pose_waits_until_the_last_one_has_been_shown_for_a_while() -> None:
    framer, points = AutoFraming(), CLOUDS[0]
    first = framer.advance(points, DIRECTION, LENS, 0.0)
    poses = [framer.advance(1.06 * points - 0.06 * points.mean(axis=0), DIRECTION, LENS, 1 / 30) for _ in range(60)]
    arms = np.array([pose[ARM] for pose in poses])
    assert np.ptp(arms[: round(30 * CALM) - 1]) == 0.0 and arms[0] == pytest.approx(first[ARM]) and arms[-1] > arms[0]
