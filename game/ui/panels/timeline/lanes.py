"""Lanes of the timeline: the branches beside the run that is shown, each a line that leaves it where it was changed."""

from __future__ import annotations

from collections.abc import Sequence

from imgui_bundle import imgui

from game.model.colors import GHOST_COLORS
from game.model.words import later, tr
from game.session.past.branches import Lane
from game.session.undoing import lane_name
from game.ui.panels.context import PanelContext
from game.ui.panels.timeline.scale import TimeSpan
from game.ui.widgets.basic import font
from game.ui.widgets.palette import Color, legible
from game.ui.widgets.theme import DIM, RIM, SMALL_SIZE, Theme, packed

HEIGHT = 1.25
"""Height of a lane [em]."""
REACH = 16.0
"""Greatest distance of the pointer from the ends of a lane that it points at [points]."""
DASH = 0.45
"""Length of a dash of every second lane, and of its gap [em]."""
ENDS = later("{name}  ends at {time:.2f} s")


def draw_lanes(
    lanes: Sequence[Lane], span: TimeSpan, tops: tuple[float, float], theme: Theme, near: int | None, first: int
) -> None:
    """Draw lanes below the track.

    tops: middle of the track, and upper edge of the lanes [points]. near: number of the lane under the pointer. first:
    number of the first lane that is shown.
    """

    def height(row: int) -> float:
        return tops[1] + (row + 0.5) * HEIGHT * theme.em

    for row, lane in enumerate(lanes):
        above = tops[0] if lane.parent is None or lane.parent < first else height(lane.parent - first)
        _draw_lane(lane, span, (above, height(row)), theme, row == near)


def _draw_lane(lane: Lane, span: TimeSpan, heights: tuple[float, float], theme: Theme, near: bool) -> None:
    """Draw the line of a lane from where it leaves to its end."""
    em, (above, y), ink = theme.em, heights, imgui.get_window_draw_list()
    shade, thick = packed(lane_color(lane)), (0.22 if near else 0.14) * em
    left, right = span.x(lane.begin), span.x(lane.stop)
    if span.shows(lane.begin):
        ink.add_line(imgui.ImVec2(left, above), imgui.ImVec2(left, y), shade, 0.12 * em)
        ink.add_circle_filled(imgui.ImVec2(left, above), 0.26 * em, packed(RIM), 16)
        ink.add_circle_filled(imgui.ImVec2(left, above), 0.2 * em, shade, 16)
    step = DASH * em if lane.tip.number % 2 else right - left
    x = left
    while x < right:
        ink.add_line(imgui.ImVec2(x, y), imgui.ImVec2(min(x + step, right), y), shade, thick)
        x += max(1.6 * step, 1.0)


def draw_names(lanes: Sequence[Lane], span: TimeSpan, top: float, desk: PanelContext) -> None:
    """Write the names of the lanes."""
    for row, lane in enumerate(lanes):
        y = top + (row + 0.5) * HEIGHT * desk.theme.em
        _draw_name(imgui.get_window_draw_list(), lane, span, y, desk)


def _draw_name(ink: imgui.ImDrawList, lane: Lane, span: TimeSpan, y: float, desk: PanelContext) -> None:
    """Write what began the branch and when it ends, right of its line, or left of it where there is more room."""
    theme, name = desk.theme, lane_name(lane).words(desk.units)
    words = tr(ENDS, name=name, time=lane.stop - lane.base)
    with font(theme.regular, SMALL_SIZE):
        size = imgui.calc_text_size(words)
        left = span.x(lane.stop) + 0.6 * theme.em
        if left + size.x > span.right:
            left = max(min(span.x(lane.begin) - 0.6 * theme.em - size.x, span.right - size.x), span.left)
        at = imgui.ImVec2(round(left), round(y - size.y / 2))
        whole = imgui.ImVec2(at.x + size.x, at.y + size.y)
        ink.add_rect_filled(at, whole, packed(RIM, 0.6), 0.2 * theme.em)
        ink.add_text(at, packed(DIM), words)
        ink.add_text(at, packed(lane_color(lane)), name)


def lane_color(lane: Lane) -> Color:
    """Return the colour of a lane, which it keeps."""
    return legible(GHOST_COLORS[lane.tip.number % len(GHOST_COLORS)], 4.5)


def lane_at(lanes: Sequence[Lane], span: TimeSpan, top: float, at: tuple[float, float], em: float) -> int | None:
    """Return the number of the lane nearest to the pointer [points], None where none is near."""
    row = round((at[1] - top) / (HEIGHT * em) - 0.5)
    return row if 0 <= row < len(lanes) and at[0] >= span.x(lanes[row].begin) - REACH else None


def tick_on(lane: Lane, span: TimeSpan, x: float) -> int:
    """Return the tick of a lane at a position on the screen [points]; right of its end the last one."""
    part = (span.time(x) - lane.begin) / max(lane.stop - lane.begin, 1e-12)
    return lane.start + round(min(max(part, 0.0), 1.0) * (lane.end - lane.start))
