"""The view section of the controls."""

from __future__ import annotations

import numpy as np
import pytest
from imgui_bundle import imgui
from msgspec.structs import replace

from game import scenefile
from game.camera.rig import CameraRig
from game.model.frame import OverlayArrow
from game.model.input import Action
from game.model.messages import BookmarkRequest, CameraRequest, InterfaceStatus, QualityRequest, Request
from game.model.quality import QUALITIES
from game.model.scene_marks import SceneMarks
from game.session import advancing
from game.session.compose import compose_frame
from game.session.session import Session
from game.ui.backend import Imgui
from game.ui.interface import Interface
from game.ui.panels.context import InterfaceStyle, PanelContext
from game.ui.panels.view import ViewPanel, parts
from game.ui.widgets.basic import FIXED, window
from game.ui.widgets.theme import Theme
from tools.interface_driver import Driver

STATUS = InterfaceStatus(
    qualities=QUALITIES, quality="auto", drawn="low@0.75", cameras=("orbit", "turntable"), frames_per_second=60.0,
    bookmarks=((1, "near"), (3, "")),
)  # fmt: skip


class Panel:
    """A window with only the view section."""

    def __init__(self, interface: Interface, status: InterfaceStatus) -> None:
        self.desk: PanelContext = interface._desk
        self.context: Imgui = interface._imgui
        self.view, self.status = ViewPanel(), status
        for _ in range(3):
            self.frame()

    def frame(self) -> None:
        self.desk.status = self.status
        self.context.begin((400, 600), 1.0, 1 / 60)
        imgui.set_next_window_pos(imgui.ImVec2(0, 0))
        imgui.set_next_window_size(imgui.ImVec2(330, 600))
        with window("view", FIXED):
            self.view.build(self.desk)
        self.context.end()

    def click(self, x: float, y: float) -> list[Request]:
        io = imgui.get_io()
        io.add_mouse_pos_event(x, y)
        for down in (False, True, False):
            io.add_mouse_button_event(0, down)
            self.frame()
        asked, self.desk.requests = self.desk.requests, []
        return asked

    def everything(self) -> list[Request]:
        """What clicks all over the panel ask for, with lists closed again."""
        asked = []
        for y in range(14, 370, 15):
            for x in range(20, 320, 12):
                asked += self.click(x, y)
                if imgui.is_popup_open("", imgui.PopupFlags_.any_popup.value):
                    imgui.internal.close_popup_to_level(0, False)
                    self.frame()
        return asked


def test_every_control_sends_its_request(interface: Interface) -> None:
    panel = Panel(interface, STATUS)
    asked = panel.everything()
    requests = set(asked)
    assert {QualityRequest(name) for name in ("low", "medium", "high", "low@0.5")} <= requests
    assert {BookmarkRequest(1), BookmarkRequest(3), BookmarkRequest(2, keep=True)} <= requests
    assert {Action.VECTORS, Action.TRACES, Action.GEOMETRY, Action.DEPTH_OF_FIELD, Action.SCULPTURE} <= requests
    assert not any(isinstance(wish, CameraRequest) for wish in asked), "lists were closed"
    assert panel.desk.look == InterfaceStyle("high-contrast", 1.0)


def test_another_tier_keeps_the_resolution(interface: Interface) -> None:
    panel = Panel(interface, replace(STATUS, quality="low@0.75"))
    asked = [wish for x in range(30, 320, 20) for wish in panel.click(x, 25.0)]
    assert set(asked) == {QualityRequest("auto"), QualityRequest("medium@0.75"), QualityRequest("high@0.75")}


def test_all_requested_qualities_are_valid(interface: Interface) -> None:
    for quality in QUALITIES:
        status = replace(STATUS, quality=quality, drawn="medium" if quality == "auto" else quality)
        panel = Panel(interface, status)
        for x in range(30, 320, 40):
            for y in (25.0, 55.0):
                for wish in panel.click(x, y):
                    assert isinstance(wish, QualityRequest)
                    assert wish.name in QUALITIES
                    assert wish.name != quality


@pytest.mark.parametrize(
    ("text", "meant"), [("auto", ("auto", 1.0)), ("low@0.5", ("low", 0.5)), ("high", ("high", 1.0))]
)
def test_a_quality_is_parsed_into_tier_and_scale(text: str, meant: tuple[str, float]) -> None:
    assert parts(text) == meant


def test_a_style_applies_to_the_next_frame(interface: Interface) -> None:
    interface.frame((2560, 1440), 1 / 60, InterfaceStatus())
    interface.look = InterfaceStyle("light", 2.0)
    frame = interface.frame((2560, 1440), 1 / 60, InterfaceStatus())
    theme: Theme = interface._desk.theme
    assert (theme.name, theme.scale) == ("light", 2.0)
    assert frame.panes is not None
    assert frame.panes.rounding == pytest.approx(24.0)
    interface.look = InterfaceStyle("dark", 1.0)
    interface.frame((2560, 1440), 1 / 60, InterfaceStatus())


def test_every_panel_of_the_first_frame_has_a_background(interface: Interface) -> None:
    frame = interface.frame((1280, 720), 1 / 60, InterfaceStatus(recording=1.0))
    assert frame.panes is not None
    boxes = [box[:4] for box in frame.panes.boxes]
    for each in imgui.get_current_context().windows:
        if each.was_active and not each.hidden and each.name != "Debug##Default" and "/" not in each.name:
            x, y = each.pos.x, each.pos.y
            inside = (
                left <= x + 1 and top <= y + 1 and x + each.size.x <= right + 1 and y + each.size.y <= bottom + 1
                for left, top, right, bottom in boxes
            )
            assert any(inside), each.name
    interface.act(Action.INTERFACE)
    hidden = interface.frame((1280, 720), 1 / 60, InterfaceStatus())
    assert hidden.panes is not None
    assert hidden.panes.private == {0} == set(range(len(hidden.panes.boxes))), "only the sign how panels come back"
    assert hidden.lettering().panes is None


def test_each_arrow_has_a_switch_that_takes_it_out_of_the_picture() -> None:
    session = Session(scenefile.load("fast-cone"))
    session.run.arrows.thorough = True
    driver = Driver(session, (1280, 720), 1.0, "dark", SceneMarks())
    view = CameraRig(session).views((1280, 720))[0]

    def drawn() -> set[str]:
        return {arrow.label for arrow in compose_frame(session, view, 0.0).arrows}

    every = drawn()
    assert len(every) > 2 and "L" in every
    driver.act(Action.VIEW)
    driver.click("view/L")
    assert drawn() == every - {"L"} and session.run.arrows.hidden == {"L"}
    driver.click("view/L")
    assert drawn() == every
    driver.interface.close()


def test_torque_lever_and_dl_dt_are_off_until_they_are_switched_on_and_dl_dt_stands_at_the_tip_of_l() -> None:
    session = Session(scenefile.load("fast-cone"))
    session.run.arrows.thorough = True
    driver = Driver(session, (1280, 720), 1.0, "dark", SceneMarks())
    view = CameraRig(session).views((1280, 720))[0]

    def drawn() -> dict[str, OverlayArrow]:
        return {arrow.label: arrow for arrow in compose_frame(session, view, 0.0).arrows}

    assert not {"r", "τ", "dL/dt"} & drawn().keys()
    driver.act(Action.VIEW)
    for label in ("r", "τ", "dL/dt"):
        driver.click(f"view/{label}")
    arrows = drawn()
    assert {"r", "τ", "dL/dt"} <= arrows.keys()
    assert np.allclose(arrows["dL/dt"].tail, arrows["L"].tip, atol=1e-3), "but that L stands beside ω"
    lengths = [np.linalg.norm(arrows[name].tip - arrows[name].tail) for name in ("τ", "dL/dt")]
    assert lengths[0] == pytest.approx(lengths[1], rel=1e-4), "equal vectors in one scale"
    driver.click("view/τ")
    assert "τ" not in drawn()
    driver.interface.close()


def test_each_trace_has_a_switch_that_takes_it_out_of_the_picture() -> None:
    session = Session(scenefile.load("bicycle"))
    driver = Driver(session, (1280, 720), 1.0, "dark", SceneMarks())
    view = CameraRig(session).views((1280, 720))[0]
    for _ in range(20):
        advancing.run_ticks(session, 10)

    def drawn() -> int:
        frame = compose_frame(session, view, 0.0)
        return len(frame.ribbons) + len(frame.curves)

    every = drawn()
    driver.act(Action.VIEW)
    driver.click("view/front track")
    assert drawn() == every - 1 and session.run.traces.hidden == {"front track"}
    driver.click("view/front track")
    assert drawn() == every
    driver.interface.close()
