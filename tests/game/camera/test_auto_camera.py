"""Automatic camera: framing, bookmarks, turntable, tour; and drags that end them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from game import scenefile
from game.camera.camera import CLEARANCE, Mode
from game.camera.framing import ACROSS, UP, filling
from game.camera.outlines import outline
from game.camera.rig import CameraRig, pose_at
from game.model.edit import Edit
from game.scenefile import BookmarkSpec, CameraSpec
from game.session import advancing, edits
from game.session.compose import compose_frames
from game.session.session import Session
from physics import BadInput

SIZE = (640, 360)
FPS = 30
MARKS = (BookmarkSpec(name="one"), BookmarkSpec(name="two", azimuth=40.0, elevation=50.0, zoom=1.4),
         BookmarkSpec(name="three", target=(0.0, 0.0, 0.1), distance=0.4))  # fmt: skip


def opened(name: str = "fast-cone", **camera: object) -> tuple[Session, CameraRig]:
    session = Session(scenefile.load(name).changed(paused=False, camera=CameraSpec(**camera)))
    rig = CameraRig(session)
    rig.views(SIZE)
    rig.open(thoroughly=True)
    return session, rig


def film(session: Session, rig: CameraRig, seconds: float, runs: bool = True) -> np.ndarray:
    """Return the position of the eye in each picture, (n, 3)."""
    found = []
    for k in range(round(seconds * FPS)):
        if runs:
            advancing.advance_frame(session, FPS)
        rig.update(1 / FPS)
        if k % 5 == 0:
            rig.observe(compose_frames(session, rig.views(SIZE), 1 / FPS)[0])
        found.append(rig.lab.eye)
    return np.array(found)


def share(session: Session, rig: CameraRig) -> float:
    """Return the present filling of the picture, 1 where it is full."""
    frame = compose_frames(session, rig.views(SIZE), 1 / FPS)[0]
    return filling(outline(frame, 5.0 * session.look.radius), rig.lab.shown, rig.lab.lens)


def test_a_film_is_framed_alike_however_slow_the_machine_is(monkeypatch: pytest.MonkeyPatch) -> None:
    filmed = []
    for long in (0.0, math.inf):
        monkeypatch.setattr("game.camera.lookahead.LONG", long)
        filmed.append(film(*opened("egg-rising"), seconds=4.0))
    assert np.array_equal(*filmed)


@pytest.mark.parametrize(
    "name",
    ["fast-cone", "coin", *(pytest.param(each, marks=pytest.mark.long) for each in ("double-pendulum", "four-bar"))],
)
def test_framed_bodies_stay_in_the_picture_large_and_still(name: str) -> None:
    session, rig = opened(name)
    if name == "coin":
        rig.lab.use(Mode.ORBIT)
        rig.frame()
        rig.settle()
    way = film(session, rig, 4.0 if name == "double-pendulum" else 2.0)
    assert 0.4 < share(session, rig) < 1.0 / max(ACROSS, UP)
    if name != "coin":
        assert np.linalg.norm(np.ptp(way, axis=0)) < 0.02 * rig.lab.pose()["distance"], "it was foreseen"


def test_a_coin_that_rolls_in_circles_is_followed_within_the_picture() -> None:
    session, rig = opened("coin")
    assert rig.lab.mode is Mode.FOLLOW
    for _ in range(8):
        film(session, rig, 0.5)
        assert 0.5 < share(session, rig) < 1.0 / max(ACROSS, UP)


def test_camera_moved_by_hand_stays_until_the_body_is_framed_again() -> None:
    session, rig = opened()
    rig.lab.orbit(60.0, 20.0)
    rig.lab.zoom(-6.0)
    film(session, rig, 1.0)
    put = rig.lab.eye
    assert np.ptp(film(session, rig, 1.0), axis=0) == pytest.approx(0.0, abs=1e-4)
    rig.frame()
    way = film(session, rig, 3.0)
    assert np.linalg.norm(way[0] - put) < 0.1 * np.linalg.norm(way[-1] - put), "without a jump"
    assert 0.5 < share(session, rig) < 1.1
    assert rig.lab.pose()["azimuth"] == pytest.approx(-62.0 - 0.35 * 60.0, abs=0.1), "from where it was turned to"


def test_a_followed_body_of_another_size_is_framed_anew() -> None:
    session, rig = opened("hurricane-balls")
    assert rig.lab.mode is Mode.FOLLOW
    film(session, rig, 0.5, runs=False)
    distance = rig.lab.pose()["distance"]
    session.pause(True)
    edits.apply(session, Edit("parameter", "0.08", "radius"))
    film(session, rig, 6.0, runs=False)
    assert rig.lab.pose()["distance"] == pytest.approx(10.0 * distance, rel=0.2)


def test_a_body_is_followed_as_closely_after_the_other_modes() -> None:
    session, rig = opened("bicycle")
    film(session, rig, 0.5)
    near = rig.lab.shown[2]
    for mode in (Mode.ORBIT, Mode.TURNTABLE, Mode.TOUR, Mode.FLY, Mode.FOLLOW):
        rig.lab.use(mode)
        film(session, rig, 1.5 if mode is Mode.FOLLOW else 0.5)
    assert abs(rig.lab.shown[2] / near - 1.0) < 0.2


@pytest.mark.parametrize("framed", [False, True])
def test_a_body_that_has_rolled_away_is_in_the_middle_when_it_is_followed_again(framed: bool) -> None:
    session, rig = opened("coin-straight")
    rig.lab.use(Mode.ORBIT)
    film(session, rig, 1.0)
    away = np.linalg.norm(rig.lab.shown[3:6] - rig.lab.middle)
    rig.lab.use(Mode.FOLLOW)
    film(session, rig, 0.1)
    if framed:
        rig.frame()
    film(session, rig, 2.0)
    assert np.linalg.norm(rig.lab.shown[3:6] - rig.lab.middle) < 0.2 * away


def test_the_camera_is_back_at_once_after_a_body_was_huge_for_a_while() -> None:
    session, rig = opened("tennis-racket")
    rig.lab.use(Mode.ORBIT)
    edits.apply(session, Edit("parameter", 3.0, "head_width"))
    film(session, rig, 1.0)
    far = rig.lab.pose()["distance"]
    edits.apply(session, Edit("parameter", 0.15, "head_width"))
    film(session, rig, 0.6)
    assert rig.lab.pose()["distance"] < 0.4 * far


def test_distance_given_by_a_scene_is_kept() -> None:
    session, rig = opened(distance=3.0)
    film(session, rig, 1.0)
    assert rig.lab.pose()["distance"] == pytest.approx(3.0)
    assert opened(zoom=2.0)[1].lab.pose()["distance"] < 0.7 * opened()[1].lab.pose()["distance"]


def test_turntable_turns_once_in_its_period_and_closes() -> None:
    session, rig = opened(mode="turntable", period=4.0)
    first = rig.lab.eye
    way = film(session, rig, 4.0, runs=False)
    assert way[-1] == pytest.approx(first, abs=1e-6)
    angles = np.unwrap(np.arctan2(way[:, 1], way[:, 0]))
    assert np.diff(angles) == pytest.approx(math.tau / (4.0 * FPS), abs=2e-3)
    heights, aways = way[:, 2], np.hypot(way[:, 0], way[:, 1])
    assert np.ptp(heights) < 0.01 * heights[0]
    assert np.ptp(aways) < 0.03 * aways[0]


def test_turntable_starts_and_stops_smoothly() -> None:
    session, rig = opened(period=5.0)
    assert rig.toggle(Mode.TURNTABLE) is Mode.TURNTABLE
    way = film(session, rig, 4.0, runs=False)
    assert rig.toggle(Mode.TURNTABLE) is Mode.ORBIT
    way = np.vstack([way, film(session, rig, 2.0, runs=False)])
    speeds = np.linalg.norm(np.diff(way, axis=0), axis=1)
    assert speeds[-1] < 0.02 * speeds.max()
    assert np.abs(np.diff(speeds)).max() < 0.2 * speeds.max()


def test_flight_to_a_bookmark_ends_there_and_stays_above_the_floor() -> None:
    session, rig = opened(bookmarks=MARKS)
    assert rig.bookmarks.names == ((1, "one"), (2, "two"), (3, "three"))
    for number in (2, 3, 1):
        rig.go_to(number)
        stands = pose_at(rig, number)
        way = film(session, rig, 7.0, runs=False)
        steps = np.linalg.norm(np.diff(way, axis=0), axis=1)
        assert way[:, 2].min() > 0.99 * CLEARANCE * session.look.radius
        assert steps.max() < 0.1 * np.linalg.norm(way[-1]), "in steps"
        assert rig.lab.shown[:2] == pytest.approx(stands[:2])
    rig.go_to(3)
    film(session, rig, 7.0)
    assert rig.lab.pose()["distance"] == pytest.approx(0.4)
    assert rig.lab.pose()["target"] == pytest.approx([0.0, 0.0, 0.1])


def test_bookmark_is_set_at_the_present_pose() -> None:
    session, rig = opened()
    with pytest.raises(BadInput, match=r"bookmark 7: there is none; Ctrl\+7"):
        rig.go_to(7)
    rig.lab.orbit(200.0, 30.0)
    film(session, rig, 1.0)
    put = rig.lab.eye
    rig.keep(7)
    rig.go_to(1)
    film(session, rig, 7.0)
    assert np.linalg.norm(rig.lab.eye - put) > 0.1
    rig.go_to(7)
    film(session, rig, 7.0)
    assert rig.lab.eye == pytest.approx(put, abs=1e-3)


def test_drag_ends_a_flight() -> None:
    session, rig = opened(bookmarks=MARKS)
    rig.go_to(2)
    film(session, rig, 0.5)
    rig.lab.orbit(1.0, 0.0)
    film(session, rig, 1.0)
    assert np.ptp(film(session, rig, 1.0), axis=0) == pytest.approx(0.0, abs=1e-4)


def test_tour_passes_all_bookmarks() -> None:
    session, rig = opened(mode="tour", period=6.0, bookmarks=MARKS)
    first = rig.lab.eye
    way = film(session, rig, 6.0, runs=False)
    assert way[-1] == pytest.approx(first, abs=1e-3), "a loop"
    still = np.linalg.norm(np.diff(way, axis=0), axis=1) < 1e-6
    assert np.count_nonzero(np.diff(still.astype(int)) == 1) + still[0] == 3, "three stops"
    assert rig.modes == (Mode.ORBIT, Mode.TURNTABLE, Mode.TOUR, Mode.FLY, Mode.FOLLOW)
    rig.lab.orbit(1.0, 0.0)
    assert rig.lab.mode is Mode.ORBIT


def test_same_times_give_the_same_pictures() -> None:
    ways = [film(*opened("loops", mode="tour"), 3.0) for _ in range(2)]
    assert np.array_equal(*ways)


def test_depth_of_field_is_sharp_at_the_subject() -> None:
    _, rig = opened(blur=0.02)
    view = rig.views(SIZE)[0]
    assert view.blur == 0.02
    assert view.sharp == pytest.approx(rig.lab.pose()["distance"])
    assert not rig.toggle_lens()
    assert rig.views(SIZE)[0].blur == 0.0
    assert rig.toggle_lens()
    assert rig.views(SIZE)[0].blur == 0.02
