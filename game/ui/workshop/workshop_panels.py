"""The panels of the workshop in a window of any size: tools, parts with their card, checks, status."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from imgui_bundle import imgui

from game.model.panel_layout import MARGIN, READINGS_WIDTH, TITLE_HEIGHT
from game.scenefile.sketch import Sketch
from game.session.workshop.state import Tool
from game.ui.label_placement import Box
from game.ui.layout.title_chip import build_title
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import ALWAYS, FIXED, WINDOW_PADDING, window
from game.ui.widgets.item_boxes import window_box
from game.ui.workshop.card_panel import sketch_of
from game.ui.workshop.check_list import build_checks
from game.ui.workshop.joint_strip import build_choices, build_from_here
from game.ui.workshop.parts_drawer import PartsDrawer
from game.ui.workshop.parts_panel import PartsPanel
from game.ui.workshop.status_line import build_status, build_tool_hint
from game.ui.workshop.tool_bar import bar_width, build_tool_bar

PARTS_WIDTH = 20.0
"""Width of the parts and their card [em]."""
STATUS_ROOM, STATUS_HEIGHT = 22.0, 14.0
"""Width and height below which there is no line of the status [em]."""
SHEET = 0.55
"""Greatest part of a narrow window's height that the card takes."""
SQUARE = 0.9
"""Width over height from which on the picture is framed beside the checks."""


class BuildArea(NamedTuple):
    """What the workshop leaves free. covered: boxes of its panels. left, top, right, bottom: edges [points]."""

    covered: list[Box]
    left: float
    top: float
    right: float
    bottom: float


class WorkshopPanels:
    """The panels of the workshop, while it is open."""

    def __init__(self) -> None:
        self.parts, self.drawer = PartsPanel(), PartsDrawer()

    def shown(self, desk: PanelContext) -> Sketch | None:
        """Return the sketch whose panels are shown, None while the workshop is closed."""
        return sketch_of(desk) if desk.session.workshop.active else None

    def build(self, desk: PanelContext, sketch: Sketch, area: Box, readings: Box | None, aside: bool) -> BuildArea:
        """Build the panels in a wide window, within an area [points]; return what is free.

        readings: the box of the usual readings, where these are shown in place of the checks. aside: whether another
        panel stands in place of the parts.
        """
        em = desk.theme.em
        margin, (left, top, right, bottom) = MARGIN * em, area
        covered: list[Box] = [] if readings is None else [readings]
        runs = desk.session.simulation.tick > 0
        if not runs:
            covered.append(self._checks(desk, sketch, right, top, bottom))
        edge = right - READINGS_WIDTH * em - margin
        start, panel_top = left, top
        if edge - left - (PARTS_WIDTH * em + margin) >= bar_width(False, em) and not aside:
            covered.append(build_title(desk, left, top, left + PARTS_WIDTH * em))
            start, panel_top = left + PARTS_WIDTH * em + margin, top + TITLE_HEIGHT * em + margin
        tools = build_tool_bar(desk, start, top, edge - start)
        covered.append(tools)
        if start == left:
            panel_top = tools[3] + margin
        free_left = left
        if not aside:
            covered.append(self._parts(desk, sketch, (left, panel_top, left + PARTS_WIDTH * em, bottom)))
            free_left = left + PARTS_WIDTH * em + margin
        lower = bottom
        if not runs and right - free_left >= STATUS_ROOM * em and bottom - tools[3] >= STATUS_HEIGHT * em:
            covered.append(build_status(desk, sketch, free_left, right, lower))
            strip = build_choices(desk, sketch, free_left, right, covered[-1][1] - margin)
            covered += [] if strip is None else [strip]
            covered.append(build_tool_hint(desk, free_left, right, covered[-1][1] - margin))
            lower = covered[-1][1] - margin
        elif runs and desk.session.simulation.paused:
            covered.append(build_from_here(desk, free_left, right, lower))
            lower = covered[-1][1] - margin
        # The machine is beside the checks, whatever they come to say, where it need not be smaller for that.
        beside = edge if edge - free_left >= SQUARE * (bottom - tools[3]) else right
        return BuildArea(covered, free_left, tools[3], beside, lower)

    def build_narrow(self, desk: PanelContext, sketch: Sketch, area: Box) -> BuildArea:
        """Build the panels in a narrow window: tools above, the card as a sheet from below; return what is free."""
        em = desk.theme.em
        margin, (left, top, right, bottom) = MARGIN * em, area
        tools = build_tool_bar(desk, left, top, right - left)
        covered, lower = [tools], bottom
        if desk.session.simulation.tick == 0:
            height = SHEET * imgui.get_io().display_size.y
            sheet = self._sheet(desk, sketch, (left, max(tools[3] + margin, bottom - height), right, bottom))
            if sheet is not None:
                covered.append(sheet)
                lower = sheet[1] - margin
            if lower - tools[3] >= 0.5 * STATUS_HEIGHT * em:
                covered.append(build_status(desk, sketch, left, right, lower))
                lower = covered[-1][1] - margin
        return BuildArea(covered, left, tools[3], right, lower)

    def _sheet(self, desk: PanelContext, sketch: Sketch, place: Box) -> Box | None:
        """Build the card of the selection, the drawer of the tool, or what is wrong; None where there is nothing."""
        state, em = desk.session.workshop, desk.theme.em
        if state.tool in (Tool.BODY, Tool.PARTS):
            return self._window("drawer", desk, place, lambda: self.drawer.build(desk), True)
        if state.selection or not sketch.parts():
            room = place[3] - place[1] - 1.5 * em
            return self._window("parts", desk, place, lambda: self.parts.build(desk, sketch, room, True), True)
        if not sketch.check.runnable:
            return self._window("checks", desk, place, lambda: build_checks(desk, sketch), True)
        return None

    def _parts(self, desk: PanelContext, sketch: Sketch, place: Box) -> Box:
        """Build the parts, or the drawer of a tool that places something."""
        if desk.session.workshop.tool in (Tool.BODY, Tool.PARTS):
            return self._window("drawer", desk, place, lambda: self.drawer.build(desk))
        room = place[3] - place[1] - 1.5 * desk.theme.em
        return self._window("parts", desk, place, lambda: self.parts.build(desk, sketch, room))

    def _checks(self, desk: PanelContext, sketch: Sketch, right: float, top: float, bottom: float) -> Box:
        place = right - READINGS_WIDTH * desk.theme.em, top, right, bottom
        return self._window("checks", desk, place, lambda: build_checks(desk, sketch))

    def _window(
        self, name: str, desk: PanelContext, place: Box, build: Callable[[], None], from_below: bool = False
    ) -> Box:
        """Build a panel within a place, as high as what it holds, then scrolling; return its box."""
        em, (left, top, right, bottom) = desk.theme.em, place
        corner = (left, bottom, 0.0, 1.0) if from_below else (left, top, 0.0, 0.0)
        imgui.set_next_window_pos(imgui.ImVec2(*map(round, corner[:2])), ALWAYS, imgui.ImVec2(*corner[2:]))
        imgui.set_next_window_size_constraints(
            imgui.ImVec2(right - left, 0.0), imgui.ImVec2(right - left, max(bottom - top, 4.0 * em))
        )
        imgui.set_next_window_size(imgui.ImVec2(right - left, 0.0), ALWAYS)
        imgui.push_style_var(WINDOW_PADDING, imgui.ImVec2(em, 0.5 * em))
        with window(name, FIXED):
            desk.glass.lay()
            build()
            box = window_box()
        imgui.pop_style_var()
        return box
