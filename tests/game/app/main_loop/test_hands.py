"""Pointer, keys and gamepad move the camera that they belong to; a drag with Ctrl moves a body."""

from __future__ import annotations

import numpy as np
import pytest

from game.app.main_loop.hands import Hands
from game.camera.camera import AZIMUTH
from game.camera.rig import CameraRig
from game.model.input import Action, Button, Event, Key, PadAxis, PointerMotion, Text
from game.scenefile import OverlaySpec, Scene
from game.scenefile.sketch import SketchAnchor
from game.session.compose import compose_frame
from game.session.session import Session
from game.session.workshop.desk import Workshop

SIZE = (480, 300)
CHAIN = Scene(system="planar-chain", parameters={"count": 2}, initial={"theta": [0.4, 0.8]}, paused=True)
PAIR = Scene(system="free-body", paused=True, overlays=OverlaySpec(body_view=True))


class Laboratory:
    """A session with its cameras, and hands in them."""

    def __init__(self, scene: Scene) -> None:
        self.session = Session(scene)
        self.rig = CameraRig(self.session)
        self.rig.views(SIZE)
        self.rig.open()
        self.rig.settle()
        self.warnings: list[str] = []
        self.hands = Hands(self.session, self.rig, lambda error: self.warnings.append(str(error)))

    def take(self, *events: Event) -> None:
        for event in events:
            self.hands.take(event, SIZE)

    def azimuths(self) -> list[float]:
        self.rig.settle()
        return [float(camera.shown[AZIMUTH]) for camera in (self.rig.lab, self.rig.beside)]

    def tip(self) -> tuple[float, float]:
        """Return where the end of the chain is seen [points]."""
        simulation, camera = self.session.simulation, self.rig.lab
        place = self.session.look.to_world(simulation.system.points(simulation.y)[-1])
        x, y = camera.view(SIZE[0] / SIZE[1]).project(place, SIZE)
        return float(x), float(y)


def dragged(x: float) -> tuple[Event, ...]:
    """Return the events of a drag to the right, from a place across the window [points]."""
    return Button("left", True, x, 60.0), PointerMotion(x + 300.0, 60.0, 300.0, 0.0)


@pytest.mark.parametrize(("x", "moved"), [(100.0, 0), (400.0, 1)])
def test_a_drag_moves_the_camera_of_the_picture_in_which_it_began(x: float, moved: int) -> None:
    laboratory = Laboratory(PAIR)
    before = laboratory.azimuths()
    laboratory.take(*dragged(x))
    assert laboratory.hands.held
    change = np.subtract(laboratory.azimuths(), before)
    assert abs(change[moved]) > 0.05 and change[1 - moved] == 0.0


def test_a_gamepad_moves_the_first_camera_and_all_is_let_go_together() -> None:
    laboratory = Laboratory(PAIR)
    before = laboratory.azimuths()
    laboratory.take(*dragged(400.0)[:1])
    laboratory.hands.pad.take(PadAxis("left x", 1.0))
    laboratory.hands.pass_time(0.2, SIZE)
    change = np.subtract(laboratory.azimuths(), before)
    assert abs(change[0]) > 0.05 and change[1] == 0.0
    laboratory.take(Key("w", True))
    laboratory.hands.let_go()
    assert not laboratory.hands.held
    resting = [camera.shown.copy() for camera in laboratory.rig.shown]
    laboratory.hands.pass_time(1.0, SIZE)
    laboratory.rig.settle()
    assert all((camera.shown == was).all() for camera, was in zip(laboratory.rig.shown, resting, strict=True))


def test_a_drag_with_ctrl_moves_the_body_and_no_camera() -> None:
    laboratory = Laboratory(CHAIN)
    (x, y), before = laboratory.tip(), laboratory.azimuths()
    laboratory.take(Button("left", True, x, y, ctrl=True))
    assert laboratory.hands.pull.held and not laboratory.hands.controls.held
    laboratory.take(PointerMotion(x - 25.0, y - 20.0, -25.0, -20.0, ctrl=True))
    laboratory.hands.pass_time(0.01, SIZE)
    assert laboratory.tip() == pytest.approx((x - 25.0, y - 20.0), abs=1.0)
    laboratory.take(Button("left", False, x - 25.0, y - 20.0))
    assert not laboratory.hands.held and laboratory.azimuths() == before and not laboratory.warnings
    laboratory.take(Button("left", True, *laboratory.tip(), ctrl=True))
    assert laboratory.hands.held
    laboratory.hands.let_go()
    assert not laboratory.hands.held, "the window has lost the focus"


def test_where_no_body_is_the_reason_is_said_and_no_camera_moves() -> None:
    laboratory = Laboratory(CHAIN)
    (x, y), before = laboratory.tip(), laboratory.azimuths()
    laboratory.take(Button("left", True, x + 60.0, y, ctrl=True), PointerMotion(x + 90.0, y, 30.0, 0.0))
    assert laboratory.warnings == ["nothing to pull there: take hold of a body"]
    assert laboratory.azimuths() == before and not laboratory.hands.held


def test_what_is_beside_the_first_picture_is_not_pulled() -> None:
    laboratory = Laboratory(PAIR)
    laboratory.take(Button("left", True, 400.0, 150.0, ctrl=True))
    assert not laboratory.hands.pull.held and laboratory.hands.controls.held and not laboratory.warnings


def test_two_clicks_of_one_frame_draw_where_they_are_though_the_first_raises_the_machine() -> None:
    laboratory = Laboratory(Scene(system="heavy-top", paused=True))
    session = laboratory.session
    laboratory.hands.act(Action.NEW_MACHINE)
    laboratory.rig.open()
    laboratory.rig.settle()
    laboratory.hands.pass_time(0.0, SIZE)
    for x, y in ((240.0, 60.0), (240.0, 150.0), (240.0, 210.0)):
        laboratory.take(*(Button("left", down, x, y, ctrl=True) for down in (True, False)))
    laboratory.hands.pass_time(0.0, SIZE)
    shown = Workshop(session).shown
    assert shown is not None
    seen = [
        laboratory.rig.lab.view(SIZE[0] / SIZE[1]).project(np.array((x, y, z + shown.lift)), SIZE)
        for x, y, z in (shown.place(SketchAnchor(body, "end")) for body in ("bar", "bar_2"))
    ]
    assert np.allclose(seen[0][:2], (240.0, 150.0), atol=2.0)
    assert np.allclose(seen[1][:2], (240.0, 210.0), atol=2.0)


def test_what_a_click_would_make_is_not_drawn_behind_a_panel() -> None:
    laboratory = Laboratory(Scene(system="heavy-top", paused=True))
    laboratory.hands.act(Action.NEW_MACHINE)
    laboratory.rig.open()
    laboratory.rig.settle()

    def drawn(covered: bool) -> int:
        laboratory.session.workshop.covered = covered
        laboratory.hands.pass_time(0.0, SIZE)
        frame = compose_frame(laboratory.session, laboratory.rig.lab.view(SIZE[0] / SIZE[1]), 1 / 60)
        return len(frame.curves) + len(frame.labels)

    laboratory.take(PointerMotion(240.0, 100.0, 0.0, 0.0))
    for _ in range(2):
        seen, hidden = drawn(covered=False), drawn(covered=True)
        assert hidden < seen == drawn(covered=False)
        laboratory.take(*(Button("left", down, 240.0, 100.0) for down in (True, False)))
        laboratory.take(PointerMotion(300.0, 180.0, 60.0, 80.0))
    laboratory.hands.type(Key("4", True, place="4"))
    laboratory.hands.type(Text("4"))
    assert drawn(covered=True) == drawn(covered=False), "what is typed is not at the pointer"
