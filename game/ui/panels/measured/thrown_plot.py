"""The plot of a recording of a thrown telephone: its rate and what no free flight explains, with flights to drag."""

from __future__ import annotations

import numpy as np
from imgui_bundle import imgui

from game.experiments.measurements.thrown_state import ThrownState
from game.model.figures.axis import AxisScale, Column
from game.model.words import decimal, tr
from game.session.files.thrown_run import move_flight
from game.ui.panels.context import PanelContext
from game.ui.panels.measured.residual_plot import rounded_up
from game.ui.panels.plots.canvas import Area, ScreenCurve, draw_curves, draw_ground, draw_x_axis, draw_y_axis
from game.ui.widgets.basic import pressed_area, tip
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.theme import ACCENT, DIM, SMALL_SIZE, Theme, Tone, faded, packed

HEIGHT, GUTTER, BELOW = 7.0, 3.0, 2.6
"""Height of the area, room at both sides for the numbers, and below for the time [em]."""
GRIP, GRIP_HIGH = 1.4, 2.0
"""Width within which an end of a flight can be taken, and height of its grip [em]."""
MOST_POINTS = 2000
"""Greatest number of rows that are drawn."""


class ThrownPlot:
    """The plot of one recording."""

    def __init__(self) -> None:
        self._left: tuple[object, Column | None] = (None, None)
        self._held: tuple[int, bool] | None = None

    def build(self, desk: PanelContext, thrown: ThrownState, place: int) -> None:
        """Build the plot of the recording at a place, with the ends of its flights."""
        theme, em = desk.theme, desk.theme.em
        recording = thrown.recordings[place]
        corner, room = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        left = self._acceleration_left(thrown, place)
        right = GUTTER if left is not None else 0.6
        area = Area(
            corner.x + GUTTER * em, corner.y + 1.5 * em, corner.x + room - right * em, corner.y + (1.5 + HEIGHT) * em
        )
        step = -(-len(recording.t) // MOST_POINTS)
        t, size = recording.t[::step], np.sqrt((recording.rates[::step] ** 2).sum(axis=1))
        x = AxisScale(float(t[0]), float(t[-1]))
        y = AxisScale(0.0, rounded_up(float(np.nanmax(size, initial=1e-3))))
        draw_ground(area, theme)
        self._shade(thrown, place, area, x)
        draw_x_axis(area, x, theme, True)
        draw_y_axis(area, y, theme)
        curves = [ScreenCurve(area.x(x, t), area.y(y, size), Tone.CURVE_1, 1.6)]
        if left is not None:
            second = AxisScale(0.0, rounded_up(float(np.nanpercentile(left, 95.0)) or 1.0))
            draw_y_axis(area, second, theme, True)
            curves.insert(0, ScreenCurve(area.x(x, t), area.y(second, left[::step]), Tone.CURVE_2, 1.2))
        draw_curves("recording", area, curves, theme)
        _names(area, left is not None, theme)
        self._grips(desk, thrown, place, area, x)
        imgui.set_cursor_screen_pos(corner)
        imgui.dummy(imgui.ImVec2(room, (1.5 + HEIGHT + BELOW) * em))
        BOXES.control("recording plot")

    def _acceleration_left(self, thrown: ThrownState, place: int) -> Column | None:
        """Return what a flight does not explain of the acceleration, computed once for each search for flights."""
        key = thrown.looked, None if thrown.looked is None else thrown.looked.flights, place, thrown.reverse
        if self._left[0] != tuple(map(id, key)):
            self._left = tuple(map(id, key)), thrown.acceleration_left(place)
        return self._left[1]

    def _shade(self, thrown: ThrownState, place: int, area: Area, x: AxisScale) -> None:
        """Shade the flights."""
        ink = imgui.get_window_draw_list()
        for span in thrown.spans:
            if span.place == place:
                ends = [area.left + x.part(time) * area.width for time in (span.begin, span.end)]
                low, high = imgui.ImVec2(ends[0], area.top), imgui.ImVec2(ends[1], area.bottom)
                ink.add_rect_filled(low, high, packed(faded(ACCENT, 0.22)))

    def _grips(self, desk: PanelContext, thrown: ThrownState, place: int, area: Area, x: AxisScale) -> None:
        """Build the grips at the ends of flights, which the mouse drags."""
        theme = desk.theme
        em, mouse = theme.em, imgui.get_mouse_pos()
        if not imgui.is_mouse_down(imgui.MouseButton_.left.value):
            self._held = None
        for number, span in enumerate(thrown.spans):
            if span.place != place:
                continue
            for is_end, time in ((False, span.begin), (True, span.end)):
                at = area.left + x.part(time) * area.width
                imgui.set_cursor_screen_pos(imgui.ImVec2(at - 0.5 * GRIP * em, area.top))
                pressed_area(f"grip {number} {is_end}", imgui.ImVec2(GRIP * em, area.height))
                BOXES.control(f"flight {number + 1} {'end' if is_end else 'begin'}")
                if imgui.is_item_activated():
                    self._held = number, is_end
                held = self._held == (number, is_end)
                lit = held or imgui.is_item_hovered()
                if lit:
                    imgui.set_mouse_cursor(imgui.MouseCursor_.resize_ew.value)
                    tip(decimal(f"{time:.3f} s"), theme)
                _draw_grip(at, area, lit, theme)
                if held and imgui.is_mouse_dragging(imgui.MouseButton_.left.value, 0.0):
                    new = x.value((mouse.x - area.left) / area.width)
                    ends = (span.begin, new) if is_end else (new, span.end)
                    move_flight(desk.session, thrown, number, *ends)


def _draw_grip(at: float, area: Area, lit: bool, theme: Theme) -> None:
    """Draw the line at an end of a flight, with a grip in its middle."""
    ink, em = imgui.get_window_draw_list(), theme.em
    shade = packed(ACCENT)
    ink.add_line(imgui.ImVec2(at, area.top), imgui.ImVec2(at, area.bottom), shade, (2.4 if lit else 1.6) * theme.scale)
    middle, wide = 0.5 * (area.top + area.bottom), (0.32 if lit else 0.24) * em
    low = imgui.ImVec2(at - wide, middle - 0.5 * GRIP_HIGH * em)
    high = imgui.ImVec2(at + wide, middle + 0.5 * GRIP_HIGH * em)
    ink.add_rect_filled(low, high, shade, wide)


def _names(area: Area, second: bool, theme: Theme) -> None:
    """Write the names of the curves above the plot, and that of the time below it."""
    ink, size, em = imgui.get_window_draw_list(), SMALL_SIZE * theme.scale, theme.em
    top = area.top - 1.3 * em
    ink.add_text(theme.regular, size, imgui.ImVec2(area.left, top), packed(Tone.CURVE_1), "|ω| [rad/s]")
    if second:
        words = tr("|a − flight| [m/s²]")
        width = imgui.calc_text_size(words).x * SMALL_SIZE * theme.scale / em
        ink.add_text(theme.regular, size, imgui.ImVec2(area.right - width, top), packed(Tone.CURVE_2), words)
    ink.add_text(theme.regular, size, imgui.ImVec2(area.left, area.bottom + 1.4 * em), packed(DIM), "t [s]")
