from __future__ import annotations

import math
import random
from collections.abc import Callable

import numpy as np
import pytest

from game.camera.camera import CLEARANCE, Camera, Mode
from game.scenefile.camera_spec import from_spec, path_stops

SIZE = (1280, 720)
ASPECT = SIZE[0] / SIZE[1]


def camera(**pose: object) -> Camera:
    made = Camera((0.0, 0.0, 0.2), 0.15)
    made.set_pose(pose)
    return made


def run(made: Camera, seconds: float, rate: int) -> None:
    for _ in range(round(seconds * rate)):
        made.update(1.0 / rate)


def test_framed_sphere_fills_the_picture_without_leaving_it() -> None:
    made = Camera((0.1, -0.3, 0.4), 0.2)
    view = made.view(ASPECT)
    for axis in np.eye(3):
        for sign in (-1, 1):
            x, y = view.project(np.array((0.1, -0.3, 0.4)) + sign * 0.2 * axis, SIZE) or (math.nan, math.nan)
            assert 0 <= x <= SIZE[0]
            assert 0 <= y <= SIZE[1]
    top = view.project(np.array((0.1, -0.3, 0.6)), SIZE)
    bottom = view.project(np.array((0.1, -0.3, 0.2)), SIZE)
    assert top is not None
    assert bottom is not None
    assert 0.5 * SIZE[1] < bottom[1] - top[1] < 0.95 * SIZE[1]


def test_framing_a_tall_picture_keeps_the_sides() -> None:
    made = Camera((0.0, 0.0, 0.5), 0.4)
    made.view(0.5)
    made.frame((0.0, 0.0, 0.5), 0.4)
    made.settle()
    right = made.view(0.5).view[:3, 0].astype(float)
    x, _ = made.view(0.5).project(np.array((0.0, 0.0, 0.5)) + 0.4 * right, (400, 800)) or (math.nan, math.nan)
    assert 200 < x < 400


@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (600, 900)])
def test_framed_sphere_fits_into_the_free_part_of_the_window(size: tuple[int, int]) -> None:
    made = camera()
    aspect = size[0] / size[1]
    made.view(aspect)
    made.frame((0.0, 0.0, 0.2), 0.15)
    free = 0.25, 0.0, 0.75, 0.5
    made.fit_into(free)
    made.settle()
    view = made.view(aspect)
    middle = view.project(np.array((0.0, 0.0, 0.2)), size)
    assert middle == pytest.approx((0.5 * size[0], 0.25 * size[1]))
    turned = view.view[:3, :3].astype(float)
    for side in (turned[:, 0], -turned[:, 0], turned[:, 1], -turned[:, 1]):
        x, y = view.project(np.array((0.0, 0.0, 0.2)) + 0.15 * side, size) or (math.nan, math.nan)
        assert free[0] * size[0] <= x <= free[2] * size[0] and 0 <= y <= free[3] * size[1]
    made.pan(30.0, -20.0, size[1])
    made.settle()
    moved = made.view(aspect).project(np.array((0.0, 0.0, 0.2)), size)
    assert moved == pytest.approx((middle[0] + 30.0, middle[1] - 20.0), abs=1.0), "it stays under the pointer"
    made.fit_into((0.0, 0.0, 1.0, 1.0))
    made.frame((0.0, 0.0, 0.2), 0.15)
    made.settle()
    assert made.view(aspect).project(np.array((0.0, 0.0, 0.2)), size) == pytest.approx((size[0] / 2, size[1] / 2))


def test_target_is_in_the_middle_and_up_is_up() -> None:
    made = camera(azimuth=33.0, elevation=12.0)
    view = made.view(ASPECT)
    assert view.project(np.array((0.0, 0.0, 0.2)), SIZE) == pytest.approx((640, 360), abs=0.1)
    _, y = view.project(np.array((0.0, 0.0, 0.25)), SIZE) or (0, 0)
    assert y < 360


def test_view_is_a_rotation_even_looking_straight_down() -> None:
    made = camera(elevation=89.0)
    made.orbit(0.0, 1e4)
    made.update(1.0)
    axes = made.view(ASPECT).view[:3, :3].astype(float)
    assert np.allclose(axes.T @ axes, np.eye(3), atol=1e-6)
    assert np.linalg.det(axes) == pytest.approx(1.0, abs=1e-6)


def test_orbiting_over_the_pole_does_not_flip() -> None:
    made = camera(elevation=85.0, azimuth=20.0)
    right = made.view(ASPECT).view[:3, 0].copy()
    for _ in range(50):
        made.orbit(0.0, 20.0)
        made.update(1 / 60)
        assert made.view(ASPECT).view[:3, 0] @ right > 0.999


def test_drag_to_the_right_moves_the_near_side_to_the_right() -> None:
    made = camera(elevation=0.0, azimuth=0.0)
    near_side = np.array((0.1, 0.0, 0.2))
    before = made.view(ASPECT).project(near_side, SIZE)
    made.orbit(40.0, 0.0)
    made.settle()
    after = made.view(ASPECT).project(near_side, SIZE)
    assert before is not None
    assert after is not None
    assert after[0] > before[0] + 5


def test_pan_moves_the_target_with_the_pointer() -> None:
    made = camera(elevation=20.0)
    made.pan(50.0, 30.0, height=SIZE[1])
    made.settle()
    moved = made.view(ASPECT).project(np.array((0.0, 0.0, 0.2)), SIZE)
    assert moved == pytest.approx((690, 390), abs=0.5)


def test_zoom_is_reversible_and_limited() -> None:
    made = camera(distance=1.0)
    made.zoom(3)
    assert made.pose()["distance"] < 0.9
    made.zoom(-3)
    assert made.pose()["distance"] == pytest.approx(1.0)
    made.zoom(500)
    assert 0 < made.pose()["distance"] < 0.2
    made.zoom(-500)
    assert made.pose()["distance"] < 20


@pytest.mark.parametrize("rate", [10, 30, 60])
def test_motion_does_not_depend_on_the_frame_rate(rate: int) -> None:
    path = {}
    for frames in (rate, 240):
        made = camera(azimuth=0.0, elevation=30.0)
        made.orbit(200.0, -40.0)
        made.zoom(4)
        made.pan(60.0, 10.0)
        run(made, 0.2, frames)
        path[frames] = made.eye
    assert np.allclose(path[rate], path[240], atol=1e-9)


def test_flying_does_not_depend_on_the_frame_rate() -> None:
    ends = []
    for rate in (30, 144):
        made = camera(azimuth=10.0, elevation=10.0)
        for _ in range(rate):
            made.fly((0.0, 0.3, 1.0), 1.0 / rate)
            made.update(1.0 / rate)
        run(made, 2.0, rate)
        ends.append(made.eye)
    assert np.allclose(ends[0], ends[1], atol=1e-6)


def test_flying_follows_the_direction_of_view() -> None:
    made = camera(elevation=5.0)
    forward = -made.view(ASPECT).view[:3, 2].astype(float)
    start = made.eye
    made.fly((0, 0, 1), 0.5)
    assert made.mode is Mode.FLY
    made.settle()
    step = made.eye - start
    assert step @ forward == pytest.approx(np.linalg.norm(step), rel=1e-6)
    assert np.linalg.norm(step) > 0.05


def test_looking_round_while_flying_leaves_the_eye_in_place() -> None:
    made = camera(elevation=20.0)
    made.cycle_mode()
    start = made.eye
    made.orbit(150.0, -70.0)
    run(made, 0.5, 60)
    assert np.allclose(made.eye, start)


def test_changing_the_mode_does_not_jump() -> None:
    made = camera(azimuth=40.0, elevation=25.0)
    made.fly((1, 0, 1), 0.2)
    made.orbit(30, 10)
    run(made, 0.1, 60)
    for _ in range(4):
        before = made.view(ASPECT)
        made.cycle_mode()
        after = made.view(ASPECT)
        assert np.allclose(before.eye, after.eye, atol=1e-6)
        assert np.allclose(before.view, after.view, atol=1e-6)


def test_follow_moves_with_the_body_and_orbit_does_not() -> None:
    made = camera()
    while made.mode is not Mode.FOLLOW:
        made.cycle_mode()
    made.follow((0.5, 0.2, 0.3))
    run(made, 2.0, 60)
    assert made.view(ASPECT).project(np.array((0.5, 0.2, 0.3)), SIZE) == pytest.approx((640, 360), abs=0.5)
    still = camera()
    eye = still.eye
    still.follow((0.5, 0.2, 0.3))
    run(still, 1.0, 60)
    assert np.allclose(still.eye, eye)


def followed(body: Callable[[float], tuple[float, float, float]], rate: int = 60) -> np.ndarray:
    """Return the place of a body on the screen while a camera follows it for six seconds, (n, 2) pixels."""
    made = camera()
    made.use(Mode.FOLLOW)
    places = []
    for k in range(6 * rate):
        made.follow(body(k / rate))
        made.update(1 / rate)
        places.append(made.view(ASPECT).project(np.array(body(k / rate)), SIZE))
    return np.array(places)


def test_follow_does_not_lag_behind_steady_motion() -> None:
    for rate in (30, 144):
        assert np.allclose(followed(lambda t: (0.3 * t, -0.2 * t, 0.2), rate)[3 * rate :], (640, 360), atol=0.5)


def test_follow_does_not_shake_with_an_oscillation() -> None:
    made = camera()
    made.use(Mode.FOLLOW)
    pivots = []
    for k in range(240):
        made.follow((0.0, 0.01 * math.sin(2 * math.pi * 6 * k / 60), 0.2))
        made.update(1 / 60)
        pivots.append(made.eye[1])
    assert np.ptp(pivots[120:]) < 0.4 * 0.02


@pytest.mark.parametrize("seed", range(8))
def test_eye_stays_above_the_floor(seed: int) -> None:
    hand = random.Random(seed)
    made = Camera((0.0, 0.0, 0.1), 0.15)
    for _ in range(400):
        match hand.randrange(7):
            case 0 | 1:
                made.orbit(hand.uniform(-300, 300), hand.uniform(-300, 300))
            case 2:
                made.pan(hand.uniform(-300, 300), hand.uniform(-300, 300))
            case 3:
                made.zoom(hand.uniform(-9, 9))
            case 4:
                made.fly((hand.uniform(-1, 1), hand.uniform(-1, 1), hand.uniform(-1, 1)), hand.uniform(0, 0.5))
            case 5:
                made.cycle_mode()
            case 6:
                made.follow((hand.uniform(-1, 1), hand.uniform(-1, 1), hand.uniform(-0.5, 1)))
        made.update(hand.choice((0.0, 1 / 144, 1 / 30, 0.2)))
        assert made.eye[2] >= 0.999 * CLEARANCE * 0.15
        assert np.isfinite(made.view(ASPECT).view).all()


def test_near_plane_stays_in_front_of_body_and_floor() -> None:
    for distance, elevation in ((0.1, 0.0), (1.0, 15.0), (5.0, 60.0)):
        made = camera(distance=distance, elevation=elevation)
        projection = made.view(ASPECT).projection.astype(float)
        near = projection[3, 2] / (projection[2, 2] - 1.0)
        assert 0 < near < made.eye[2]
        assert near <= max(np.linalg.norm(made.eye - (0, 0, 0.2)) - 0.15, 0.02 * 0.15 * 1.001)


def test_window_covered_by_panels_shows_the_picture_upright_below_them() -> None:
    made = camera(distance=1.0, elevation=15.0)
    made.fit_into((0.7, 0.0, 0.3, -0.1))
    made.settle()
    projection = made.view(ASPECT).projection
    assert projection[0, 0] > 0.0
    assert projection[1, 1] > 0.0


def test_small_motion_of_the_body_does_not_change_the_view_of_a_camera_at_rest() -> None:
    made = camera(distance=1.0, elevation=15.0)
    seen = set()
    for k in range(50):
        made.follow((0.02 * np.cos(0.3 * k), 0.02 * np.sin(0.3 * k), 0.2))
        made.update(1 / 60)
        seen.add(made.view(ASPECT).projection.tobytes())
    assert len(seen) <= 2


def test_pose_round_trip() -> None:
    made = camera(azimuth=40.0, elevation=15.0, distance=0.8, target=[0.0, 0.1, 0.2])
    pose = made.pose()
    assert pose["azimuth"] == pytest.approx(40.0)
    assert pose["target"] == pytest.approx([0.0, 0.1, 0.2])
    other = Camera((0.0, 0.0, 0.2), 0.15)
    other.set_pose(pose)
    assert np.allclose(other.eye, made.eye)
    made.cycle_mode()
    assert made.pose()["azimuth"] == pytest.approx(40.0)


def test_camera_option_is_parsed() -> None:
    assert from_spec("azimuth=40, elevation=15,distance=0.8") == {
        "azimuth": 40,
        "elevation": 15,
        "distance": 0.8,
    }
    assert from_spec("target=0:0.1:-2") == {"target": [0.0, 0.1, -2.0]}
    assert from_spec("") == {}
    turned = from_spec("azimuth=-0.25turns,elevation=pi/6,distance=80cm,target=0:10 cm:−2,period=0.5 min")
    assert turned.pop("target") == pytest.approx([0.0, 0.1, -2.0])
    assert turned == pytest.approx({"azimuth": -90.0, "elevation": 30.0, "distance": 0.8, "period": 30.0})
    assert path_stops("1@0,2@500ms,3@1.5 s") == [(1, 0.0), (2, 0.5), (3, 1.5)]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("azimut=40", "azimut"),
        ("azimuth", "name=value"),
        ("elevation=100", "-89 to 89"),
        ("distance=near", "near"),
        ("distance=nan", "nan"),
        ("distance=0", "0.0001"),
        ("distance=40deg", "40deg"),
        ("elevation=-pi", "-89 to 89"),
        ("azimuth=1_0", "1_0"),
        ("target=1:2", "three numbers"),
        ("target=1:2:x", "three numbers"),
    ],
)
def test_invalid_camera_option_names_the_part_and_what_is_allowed(text: str, named: str) -> None:
    with pytest.raises(ValueError, match="camera") as raised:
        from_spec(text)
    assert named in str(raised.value)
    assert "\n" not in str(raised.value)


def test_invalid_pose_of_a_scene_file_is_refused() -> None:
    with pytest.raises(ValueError, match="target"):
        Camera().set_pose({"target": "here"})
    with pytest.raises(ValueError, match="roll"):
        Camera().set_pose({"roll": 1.0})
    with pytest.raises(ValueError, match="radius"):
        Camera().frame((0, 0, 0), 0.0)
