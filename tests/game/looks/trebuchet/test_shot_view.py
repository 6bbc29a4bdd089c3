"""The second picture of a throw: the projectile in its middle, with its speed, its spin and the forces on it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from game import scenefile
from game.camera.rig import CameraRig
from game.looks.trebuchet.shot_view import REACH, split_force
from game.model.frame import OverlayArrow, SceneFrame
from game.model.input import Action
from game.session import actions
from game.session.compose import compose_frames
from game.session.session import Session
from physics.trebuchet.air import drag_force

SIZE = (1280, 720)
HALF = (640, 720)
STEP = 0.004
"""Step of the runs [s]."""


def flying(preset: str, seconds: float) -> tuple[Session, SceneFrame]:
    """Return the session of a preset with a shot that has been flying for so many seconds, and its second picture."""
    session = Session(scenefile.load(preset).changed(dt=STEP))
    simulation = session.simulation
    while not any(event.name == "release" for event in simulation.events):
        simulation.advance(5)
    simulation.advance(round(seconds / simulation.dt))
    return session, beside(session)


def beside(session: Session) -> SceneFrame:
    rig = CameraRig(session)
    return compose_frames(session, rig.views(SIZE), 1 / 60)[1]


def way(arrow: OverlayArrow) -> np.ndarray:
    """Return the direction of an arrow, of length 1."""
    along = np.asarray(arrow.tip - arrow.tail, float)
    return np.asarray(along / np.linalg.norm(along))


@pytest.fixture(scope="module")
def golf_ball() -> tuple[Session, SceneFrame]:
    return flying("golf-ball", 1.0)


@pytest.fixture(scope="module")
def headwind() -> tuple[Session, SceneFrame]:
    return flying("headwind", 4.0)


def test_the_projectile_is_in_the_middle_and_fills_a_sixth_of_the_picture(golf_ball) -> None:
    session, frame = golf_ball
    ball = next(each for each in frame.instances if each.mesh is session.look.meshes[2])
    assert frame.view.project(ball.model[3, :3], HALF) == pytest.approx((320.0, 360.0), abs=1.0)
    away = float(np.linalg.norm(ball.model[3, :3] - frame.view.eye))
    radius = 0.5 * session.simulation.system.ball / away * float(frame.view.projection[1, 1]) * 360.0
    assert math.pi * radius**2 / (HALF[0] * HALF[1]) == pytest.approx(1 / 6, abs=0.02)
    assert session.look.second_stage()[1] == REACH * 0.5 * session.simulation.system.ball


def test_arrows_point_along_speed_drag_magnus_force_and_weight(golf_ball) -> None:
    session, frame = golf_ball
    y, p = session.simulation, session.simulation.system.p
    velocity = np.array([y["x_dot"], 0.0, y["y_dot"]])
    arrows = {arrow.label.split()[0]: way(arrow) for arrow in frame.arrows}
    assert list(arrows) == ["v", "mg", "F_D", "F_M", "ω"]
    assert arrows["v"] == pytest.approx(velocity / np.linalg.norm(velocity), abs=2e-3)
    assert arrows["mg"] == pytest.approx([0.0, 0.0, -1.0], abs=2e-3)
    along, up = drag_force(y["x_dot"], y["y_dot"], p)
    assert arrows["F_D"] == pytest.approx(np.array([along, 0.0, up]) / math.hypot(along, up), abs=2e-3)
    assert arrows["F_M"] == pytest.approx([-arrows["v"][2], 0.0, arrows["v"][0]], abs=2e-3), "backspin lifts"


def test_the_speed_in_the_air_is_that_over_the_ground_without_the_wind(headwind) -> None:
    session, frame = headwind
    y = session.simulation
    words = {arrow.label.rsplit(" ", 2)[0]: arrow for arrow in frame.arrows}
    over_ground, in_air = (float(words[name].label.split()[-2]) for name in ("v", "v − w"))
    assert over_ground == pytest.approx(math.hypot(y["x_dot"], y["y_dot"]), rel=5e-3)
    assert in_air == pytest.approx(math.hypot(y["x_dot"] + 15.0, y["y_dot"]), rel=5e-3)
    drag = next(arrow for arrow in frame.arrows if arrow.label.startswith("F_D"))
    assert way(drag) == pytest.approx(-way(words["v − w"]), abs=2e-3)


def test_a_force_is_split_along_and_across_the_speed() -> None:
    force, speed = np.array([1.0, 0.0, 2.0]), np.array([3.0, 0.0, 0.5])
    drag, lift = split_force(force, speed)
    assert drag + lift == pytest.approx(force)
    assert np.cross(drag, speed) == pytest.approx(np.zeros(3), abs=1e-15)
    assert lift @ speed == pytest.approx(0.0, abs=1e-15)
    assert split_force(force, np.zeros(3))[1] == pytest.approx(force)


def test_every_throw_has_the_picture_before_during_and_after_its_flight() -> None:
    session = Session(scenefile.load("golf-ball").changed(dt=STEP, overlays=scenefile.OverlaySpec()))
    actions.perform(session, Action.BODY_VIEW)
    for phase in (0.0, 3.0, 4.0):
        while session.simulation["phase"] < phase:
            session.simulation.advance(5)
        frame = beside(session)
        assert session.look.meshes[2] in [each.mesh for each in frame.instances]
        assert bool(frame.arrows) is (phase == 3.0)
        assert frame.view.eye[2] > 0.0
