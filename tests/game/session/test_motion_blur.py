"""Turning bodies are blurred by the angle since the last picture: sharp in slow motion, never strobing."""

from __future__ import annotations

import math

import numpy as np
import pytest

from game import scenefile
from game.camera.camera import Camera
from game.model.frame import SHUTTER, Instance
from game.session import advancing
from game.session.compose import compose_frame
from game.session.session import Session

SECOND = 1_000_000_000
VIEW = Camera().view(1.5)


def running(name: str, speed: float = 1.0) -> Session:
    session = Session(scenefile.load(name).changed(paused=False, speed=speed))
    session.run.shown.geometry = session.run.shown.vectors = session.run.shown.traces = False
    return session


def body(session: Session) -> Instance:
    return compose_frame(session, VIEW, 1 / 60).instances[0]


def turned(session: Session) -> float:
    """Return the angle by which the first body turns about its axis in a simulated second [turns]."""
    return abs(session.simulation.system.bodies(session.shown)[0].spin_rate) / (2.0 * math.pi)


@pytest.mark.parametrize("speed", [1.0, 0.1, 0.01])
@pytest.mark.parametrize(
    "name", ["fast-cone", "wheel", "flipping-tippe-top", "free-symmetric", "egg-rising", "coin", "mixed-joints"]
)
def test_paint_is_blurred_over_the_simulated_time_of_a_picture(name: str, speed: float) -> None:
    session = running(name, speed)
    for _ in range(2):
        advancing.advance_frame(session, 60)
    assert turned(session) > 0.0
    assert body(session).spin_blur == pytest.approx(SHUTTER * speed / 60 * turned(session), rel=1e-3)


def test_slow_machine_is_blurred_over_the_time_it_has_run() -> None:
    session = running("fast-cone")
    ticks = advancing.advance(session, SECOND // 60, 5)
    assert ticks == 5
    passed = ticks * session.simulation.dt
    assert body(session).spin_blur == pytest.approx(SHUTTER * passed * turned(session), rel=1e-6)


def test_picture_shown_longer_is_blurred_more() -> None:
    session, blurs = running("fast-cone"), []
    for pictures in (60, 20):
        advancing.advance(session, SECOND // pictures, 10**6)
        blurs.append(body(session).spin_blur)
    assert blurs[1] == pytest.approx(3.0 * blurs[0], rel=1e-2)


def test_first_picture_is_blurred_at_the_chosen_speed() -> None:
    session = running("fast-cone", 0.5)
    assert body(session).spin_blur == pytest.approx(SHUTTER * 0.5 / 60 * turned(session))


@pytest.mark.parametrize("name", ["free-asymmetric-1", "free-asymmetric-2"])
def test_checker_is_blurred_about_its_axis_of_rotation(name: str) -> None:
    session = running(name)
    advancing.advance_frame(session, 60)
    omega = np.array(session.shown[4:7])
    assert body(session).turn == pytest.approx((SHUTTER / 60 * omega).tolist(), rel=1e-2, abs=1e-6)
    session.pause(True)
    assert body(session).turn == (0.0, 0.0, 0.0)
