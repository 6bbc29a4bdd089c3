"""The camera of a shot: smooth, above the ground, with machine and projectile in the picture."""

from __future__ import annotations

import math

import numpy as np
import pytest

from game.camera.camera import Camera, Mode
from game.camera.framing import filling
from game.camera.shot_camera import STAY, FilmedShot, ShotCamera, ViewExtent, left_behind, machine_shot
from tests.sampling import every

SIZE = (1280, 720)
RELEASE, FLIGHT = 1.0, 8.5
START, VELOCITY = np.array((-4.0, 0.0, 13.0)), np.array((38.0, 0.0, 40.0))
SWING = 7.0
"""Radius of the swing [m]."""
FORWARD, UP = np.array((1.0, 0.0, 0.0)), np.array((0.0, 0.0, 1.0))
GRAVITY = np.array((0.0, 0.0, -9.81))


class Shot:
    """A machine of 9 m that swings for a second, and a stone that flies on a parabola."""

    def __init__(self, scale: float = 1.0, way: float = 1.0, foreseen: bool = True) -> None:
        self.scale, self.way, self.foreseen = scale, way, foreseen
        self.machine = scale * np.array((0.0, 0.0, 7.0)), 9.5 * scale
        times = np.linspace(0.0, self.lands, 200)
        self.path = np.array([self.flown(time)[0] for time in times])
        self.swing = np.array([self.held(time) for time in np.linspace(0.0, RELEASE, 30)])

    @property
    def lands(self) -> float:
        """Return the time of the landing after the release [s]."""
        rise, high = VELOCITY[2], START[2]
        return (rise + math.sqrt(rise * rise + 2 * 9.81 * high)) / 9.81

    def flown(self, time: float) -> tuple[np.ndarray, np.ndarray]:
        side = np.array((self.way, 1.0, 1.0))
        place = self.scale * side * (START + VELOCITY * time + 0.5 * GRAVITY * time * time)
        return place, self.scale * side * (VELOCITY + GRAVITY * time)

    def held(self, time: float) -> np.ndarray:
        """Return the place on a circle, on which it reaches the start of the flight at its velocity."""
        speed = float(np.linalg.norm(VELOCITY))
        inwards = np.array((VELOCITY[2], 0.0, -VELOCITY[0])) / speed
        back = speed / SWING * (RELEASE**3 - time**3) / (3.0 * RELEASE**2)
        around = -math.cos(back) * inwards - math.sin(back) * VELOCITY / speed
        return self.scale * np.array((self.way, 1.0, 1.0)) * (START + SWING * (inwards + around))

    def at(self, time: float) -> FilmedShot:
        """Return the shot at a time since the beginning."""
        if time < RELEASE:
            place = self.held(time)
            stage, velocity = "held", np.zeros(3)
        elif time < RELEASE + self.lands:
            stage, (place, velocity) = "flying", self.flown(time - RELEASE)
        else:
            stage, place, velocity = "landed", self.flown(self.lands)[0], np.zeros(3)
        nowhere = np.empty((0, 3))
        if not self.foreseen:
            return FilmedShot(self.machine, place, velocity, stage, nowhere, nowhere, None)
        return FilmedShot(self.machine, place, velocity, stage, self.swing, self.path, self.path[-1])


LONG = Shot()
LONG.machine = LONG.machine[0], 2.0
"""A shot of a machine that is small beside its range."""


def camera(mode: Mode, shot: Shot, size: tuple[int, int] = SIZE) -> Camera:
    made = Camera(tuple(shot.machine[0]), shot.machine[1])
    made.use(mode)
    made.view(size[0] / size[1])
    return made


def film(
    made: Camera, shot: Shot, until: float, rate: int = 60, speed: float = 1.0, size: tuple[int, int] = SIZE
) -> list[tuple[FilmedShot, np.ndarray, tuple[float, float] | None]]:
    """Return subject, eye, and pixel of the projectile, of each picture."""
    director, found = ShotCamera(), []
    director.direct(made, shot.at(0.0), 0.0)
    for k in range(round(until * rate)):
        subject = shot.at(k * speed / rate)
        made.follow(subject.place)
        made.update(1 / rate)
        director.direct(made, subject, 1 / rate)
        pixel = made.view(size[0] / size[1]).project(subject.place.astype(np.float32), size)
        found.append((subject, made.eye, pixel))
    return found


def inside(pixel: tuple[float, float] | None, size: tuple[int, int] = SIZE, margin: float = 0.0) -> bool:
    """Return whether a pixel is in the picture, at least a part `margin` of it from the edges."""
    return pixel is not None and all(margin * n <= x <= (1 - margin) * n for x, n in zip(pixel, size, strict=True))


FILMED = Shot(), Shot(0.08), Shot(way=-1.0), Shot(foreseen=False)
PACES = (60, 1.0), (20, 1.0), (30, 0.5), (30, 3.0)
"""Pictures per second, and speeds."""


@pytest.mark.parametrize(
    ("shot", "rate", "speed"),
    [
        pytest.param(shot, *pace, marks=() if k == n else pytest.mark.long)
        for k, shot in enumerate(FILMED)
        for n, pace in enumerate(PACES)
    ],
)
def test_stone_is_in_the_picture_of_the_whole_flight(shot: Shot, rate: int, speed: float) -> None:
    pictures = film(camera(Mode.SHOT, shot), shot, 11.0 / speed, rate, speed)
    flying = [inside(pixel, margin=0.05) for subject, _, pixel in pictures if subject.stage == "flying"]
    assert len(flying) > 0.9 * shot.lands * rate / speed
    assert all(flying)


@pytest.mark.parametrize("size", [(1280, 720), (720, 1280), (1000, 400)])
def test_stone_is_in_pictures_of_any_size(size: tuple[int, int]) -> None:
    shot = Shot()
    pictures = film(camera(Mode.SHOT, shot, size), shot, 11.0, size=size)
    assert all(inside(pixel, size, 0.05) for subject, _, pixel in pictures if subject.stage == "flying")


@pytest.mark.parametrize("rate", [20, 60])
def test_stone_is_in_the_picture_while_it_swings(rate: int) -> None:
    shot = Shot()
    pictures = film(camera(Mode.SHOT, shot), shot, RELEASE, rate)
    assert all(inside(pixel) for _, _, pixel in pictures)


def test_cocked_machine_fills_the_picture() -> None:
    shot = Shot()
    made = camera(Mode.SHOT, shot)
    ShotCamera().direct(made, shot.at(0.0), 0.0)
    middle, radius = shot.machine
    top = made.view(16 / 9).project((middle + 0.55 * radius * UP).astype(np.float32), SIZE)
    assert top is not None
    assert 0.05 * SIZE[1] < top[1] < 0.2 * SIZE[1], "within the margins of a frame"


def test_stone_does_not_outrun_the_moving_camera() -> None:
    shot = Shot()
    pictures = film(camera(Mode.SHOT, shot), shot, 7.0)
    pixels = np.array([pixel for _, _, pixel in pictures])[180:]
    assert pixels == pytest.approx(np.tile((640.0, 370.0), (len(pixels), 1)), abs=25.0)


def test_landing_place_is_in_the_picture_before_the_stone() -> None:
    shot = Shot()
    made, director = camera(Mode.SHOT, shot), ShotCamera()
    director.direct(made, shot.at(0.0), 0.0)
    for k in range(round((RELEASE + shot.lands) * 60)):
        made.update(1 / 60)
        director.direct(made, shot.at(k / 60), 1 / 60)
        if RELEASE + shot.lands - 0.7 < k / 60:
            assert inside(made.view(16 / 9).project(shot.path[-1].astype(np.float32), SIZE))


def test_eye_never_jumps_and_stays_above_the_ground() -> None:
    shot = Shot()
    pictures = film(camera(Mode.SHOT, shot), shot, 16.0, rate=240)
    eyes = np.array([eye for _, eye, _ in pictures])
    assert np.all(eyes[:, 2] > 0.2)
    speeds = np.linalg.norm(np.diff(eyes, axis=0), axis=1) * 240
    assert speeds.max() < 400.0
    assert np.abs(np.diff(speeds)).max() < 12.0, "nor does it start or stop at once"


def test_machine_and_landing_are_both_in_the_last_picture() -> None:
    for shot in (Shot(), Shot(0.08), Shot(way=-1.0)):
        made = camera(Mode.SHOT, shot)
        film(made, shot, RELEASE + shot.lands + STAY + 6.0)
        view = made.view(16 / 9)
        middle, radius = shot.machine
        points = [*shot.path, middle + radius * UP, middle - middle[2] * UP, middle - radius * FORWARD]
        pixels = [view.project(np.asarray(point, np.float32), SIZE) for point in points]
        assert all(inside(pixel) for pixel in pixels)
        across = [x for x, _ in pixels]
        assert max(across) - min(across) > 0.8 * SIZE[0], "and they fill it"
        assert (across[199] - across[0]) * shot.way > 0, "to the right is forward"


def test_flight_is_in_the_free_part_of_a_picture_with_panels() -> None:
    shot = Shot()
    made = camera(Mode.TRAJECTORY, shot)
    free = (0.3, 0.0, 0.75, 0.6)
    made.fit_into(free)
    made.settle()
    ShotCamera().direct(made, shot.at(0.0), 0.0)
    pixels = [made.view(16 / 9).project(point.astype(np.float32), SIZE) for point in shot.path]
    for x, y in pixels:
        assert free[0] * SIZE[0] < x < free[2] * SIZE[0]
        assert free[1] * SIZE[1] < y < free[3] * SIZE[1]


def test_beside_a_picture_of_the_stone_the_whole_flight_is_shown() -> None:
    made, director, first = camera(Mode.SHOT, LONG), ShotCamera(), LONG.at(0.0)
    director.direct(made, first._replace(seen_beside=True), 0.0)
    near = made.pose()["distance"]
    for k in range(60 * 6):
        director.direct(made, LONG.at(k / 60)._replace(seen_beside=True), 1 / 60)
    view = made.view(SIZE[0] / SIZE[1])
    assert all(inside(view.project(place.astype(np.float32), SIZE)) for place in (first.place, LONG.path[-1]))
    assert made.pose()["distance"] > 5.0 * near, "it began at the machine"


def test_machine_mode_holds_the_machine_during_the_flight() -> None:
    shot = Shot()
    made = camera(Mode.MACHINE, shot)
    eyes = [eye for _, eye, _ in film(made, shot, 12.0)]
    assert np.ptp(eyes, axis=0) == pytest.approx(0.0, abs=1e-6)
    assert all(inside(made.view(16 / 9).project(place.astype(np.float32), SIZE)) for place in shot.swing)
    foot = made.view(16 / 9).project(np.zeros(3, np.float32), SIZE)
    assert foot is not None
    assert 0.8 * 720 < foot[1] < 720, "no picture is wasted on what is under the ground"


def test_camera_stays_at_the_landing_for_a_while() -> None:
    shot = Shot()
    made = camera(Mode.SHOT, shot)
    pictures = film(made, shot, RELEASE + shot.lands + STAY)
    assert np.linalg.norm(pictures[-1][1] - shot.path[-1]) < 25.0
    assert inside(pictures[-1][2], margin=0.3)


def test_same_times_give_the_same_pictures() -> None:
    eyes = [np.array([eye for _, eye, _ in film(camera(Mode.SHOT, Shot()), Shot(), 12.0, 30)]) for _ in range(2)]
    assert np.array_equal(*eyes)


@pytest.mark.parametrize("gesture", ["orbit", "pan", "zoom", "fly"])
@pytest.mark.parametrize(("shot", "until"), every(2, [(Shot(), 3.0), (LONG, 16.0)]))
def test_drag_takes_over_without_a_jump(gesture: str, shot: Shot, until: float) -> None:
    made = camera(Mode.SHOT, shot)
    film(made, shot, until)
    eye = made.eye
    match gesture:
        case "orbit":
            made.orbit(3.0, 0.0)
        case "pan":
            made.pan(2.0, 1.0)
        case "zoom":
            made.zoom(0.2)
        case "fly":
            made.fly((0, 0, 1), 0.001)
    made.update(1 / 60)
    assert made.mode is (Mode.FLY if gesture == "fly" else Mode.ORBIT)
    assert np.linalg.norm(made.eye - eye) < 0.5


def test_reset_returns_the_camera_in_one_sweep() -> None:
    shot, director = Shot(), ShotCamera()
    made = camera(Mode.SHOT, shot)
    director.direct(made, shot.at(20.0), 0.0)
    start = made.eye
    eyes = [start]
    for _ in range(600):
        director.direct(made, shot.at(0.0), 1 / 60)
        eyes.append(made.eye)
    steps = np.linalg.norm(np.diff(eyes, axis=0), axis=1)
    assert steps.max() < 0.03 * np.linalg.norm(start - eyes[-1])
    fresh = camera(Mode.SHOT, shot)
    ShotCamera().direct(fresh, shot.at(0.0), 0.0)
    assert eyes[-1] == pytest.approx(fresh.eye, abs=0.01)


def test_camera_turns_the_shorter_way() -> None:
    shot, director = Shot(), ShotCamera()
    made = camera(Mode.ORBIT, shot)
    made.set_pose({"azimuth": 260.0 + 720.0, "elevation": 6.0})
    made.use(Mode.MACHINE)
    for _ in range(300):
        before = made.eye
        director.direct(made, shot.at(0.0), 1 / 60)
        assert np.linalg.norm(made.eye - before) < 0.6
    assert math.degrees(made.shown[0]) == pytest.approx(-114.0, abs=0.5)


def test_machine_is_seen_from_the_direction_of_its_scene_until_the_release() -> None:
    shot = Shot()
    made, director = camera(Mode.SHOT, shot), ShotCamera()
    said = math.radians(-140.0), math.radians(5.0)
    for time in (0.0, 0.5 * RELEASE, 0.99 * RELEASE):
        director.direct(made, shot.at(time)._replace(direction=said), 1 / 60 if time else 0.0)
        assert made.shown[:2] == pytest.approx(said, abs=1e-9)


def test_points_of_the_machine_are_framed_in_place_of_its_box() -> None:
    shot = Shot()
    middle, radius = shot.machine
    body = middle + 0.4 * radius * np.array([(1.0, 0.2, 0.6), (-1.0, -0.2, -0.6), (1.0, -0.2, -0.6)])
    lens = ViewExtent(*camera(Mode.SHOT, shot).lens)
    subject = shot.at(0.0)
    poses = [machine_shot(each, lens, 0.1) for each in (subject, subject._replace(body=body))]
    assert poses[1][2] < 0.8 * poses[0][2]
    assert filling(body, poses[1], lens) <= 1.0 + 1e-6


def test_a_slow_stone_is_shown_with_its_machine_for_half_its_height_and_then_alone_before_the_sky() -> None:
    shot, speed = Shot(), 0.05
    pictures, made, director = [], camera(Mode.SHOT, shot), ShotCamera()
    director.direct(made, shot.at(0.9), 0.0)
    for k in range(round(0.6 / speed * 60)):
        subject = shot.at(0.9 + k * speed / 60)
        director.direct(made, subject, 1 / 60)
        pictures.append((subject, made.shown, made.view(16 / 9)))
    held = [pose[2] for subject, pose, _ in pictures if subject.stage == "held"]
    assert max(held) < 3.0 * held[0], "it does not run away before the stone leaves"
    for subject, pose, view in pictures:
        away = left_behind(subject) if subject.stage == "flying" else 0.0
        middle = view.project(subject.machine[0].astype(np.float32), SIZE)
        assert away > 0.2 or inside(middle), "the machine is shown, too"
        assert away < 1.2 or pose[2] < 1.3 * 0.42 * subject.machine[1] / math.tan(math.radians(16.0)), "the stone alone"
    eye, pose = pictures[-1][2].eye, pictures[-1][1]
    far = eye + 1e5 * np.array((-math.cos(pose[0]), -math.sin(pose[0]), 0.0))
    horizon = pictures[-1][2].project(far.astype(np.float32), SIZE)
    assert horizon is not None and horizon[1] / SIZE[1] == pytest.approx(0.62, abs=0.02)
