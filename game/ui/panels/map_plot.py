"""The picture of a map in a panel, and the key of its colours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from imgui_bundle import imgui, implot

from game.experiments.map_colors import GROUND, LINES, MapPicture, state_words, strip, without_value
from game.experiments.outcome_map import PICTURE_SIDE, MapTask, axis_title, best, cell_words
from game.experiments.parameter_range import format_parameter, present_value
from game.model.figures.axis import AxisScale
from game.model.shown.shown_units import ShownUnits
from game.model.words import tr
from game.ui.panels.plots.plot_style import pop_style, push_style
from game.ui.widgets.basic import font, small
from game.ui.widgets.pixels import Pixels
from game.ui.widgets.symbols import draw_symbol, symbol_size
from game.ui.widgets.theme import DIM, SMALL_SIZE, Theme, Tone, packed
from physics import System
from physics.studies.map_axes import MapAxis
from physics.studies.outcomes import CellState

FLAGS = (
    implot.Flags_.no_legend.value
    | implot.Flags_.no_title.value
    | implot.Flags_.no_menus.value
    | implot.Flags_.no_frame.value
    | implot.Flags_.no_mouse_text.value
)
AXES = implot.ImAxis_.x1.value, implot.ImAxis_.y1.value
MAX_ASPECT = 1.5
"""Greatest width of the map, in heights."""
STRIPS = 64
"""Rectangles of which the key of the colours is drawn."""
TICK_ROOM = 4.0
"""Least distance of numbers beside one another [em]."""
TICKS = 8
"""Greatest number of labelled values of an axis."""
VIEW_TOLERANCE = 0.01
"""Tolerance within which a view counts as that of the map, as a part of the map."""
CLICK_PIXELS = 3.0
"""Way of the pointer up to which a press is a click [points]."""

View = tuple[tuple[float, float], tuple[float, float]]
"""The ends of both axes that are seen [SI]."""


class MapPlot:
    """The plot of a map, which may still be growing: zoomed with the wheel, moved by dragging."""

    def __init__(self) -> None:
        self._pixels: Pixels | None = None
        self._task: MapTask | None = None
        self._drawn: MapPicture | None = None
        self.view: View = (0.0, 1.0), (0.0, 1.0)

    def zoomed(self, task: MapTask) -> bool:
        """Return whether the view differs from the whole of a map."""
        if self._task is not task:
            return False
        for (low, high), axis in zip(self.view, _axes_of(task), strict=True):
            room = VIEW_TOLERANCE * (axis.high - axis.low)
            if abs(low - axis.low) > room or abs(high - axis.high) > room:
                return True
        return False

    def build(self, task: MapTask, system: System, theme: Theme, units: ShownUnits) -> dict[str, float] | None:
        """Draw the map into the rest of the panel; return the values of the axes [SI] where it was clicked, or None."""
        fresh = self._task is not task
        if fresh:
            self._task, self._drawn = task, None
            self.view = tuple((axis.low, axis.high) for axis in _axes_of(task))  # type: ignore[assignment]  # two of them
        self._take(task)
        across, up = (axis_title(axis) + _unit(axis, units) for axis in _axes_of(task))
        _title(up, theme)
        room, clicked = imgui.get_content_region_avail(), None
        size = imgui.ImVec2(min(room.x, MAX_ASPECT * room.y), max(room.y, 6.0 * theme.em))
        push_style(theme)
        with font(theme.regular, SMALL_SIZE):
            if implot.begin_plot("##map", size, FLAGS):
                factors = [units.shown(1.0, axis.unit) for axis in _axes_of(task)]
                counts = 1 + int(0.3 * size.x / theme.em), 1 + int(0.6 * size.y / theme.em)
                self._axes(task, fresh, counts, units)
                low, high = (
                    implot.Point(*(units.shown(getattr(axis, end), axis.unit) for axis in _axes_of(task)))
                    for end in ("low", "high")
                )
                if self._pixels is not None and self._drawn is not None:
                    implot.plot_image("##cells", self._pixels.reference, low, high)
                limits = implot.get_plot_limits()
                self.view = (
                    (limits.x.min / factors[0], limits.x.max / factors[0]),
                    (limits.y.min / factors[1], limits.y.max / factors[1]),
                )
                _mark(task, system, theme, factors)
                if implot.is_plot_hovered():
                    clicked = _read(task, system, theme, units)
                implot.end_plot()
                _label(across, theme)
        pop_style()
        return clicked

    def _take(self, task: MapTask) -> None:
        """Send the picture where it has changed."""
        if task.picture is None or task.picture is self._drawn:
            return
        if self._pixels is None:
            self._pixels = Pixels(PICTURE_SIDE, PICTURE_SIDE)
        self._drawn = task.picture
        self._pixels.put(np.ascontiguousarray(self._drawn.pixels).view(np.uint32)[:, :, 0])

    def _axes(self, task: MapTask, fresh: bool, counts: tuple[int, int], units: ShownUnits) -> None:
        """Set up the axes, each with at most so many labelled values."""
        quiet = implot.AxisFlags_.no_highlight.value | implot.AxisFlags_.no_grid_lines.value
        implot.setup_axes(" ", " ", quiet, quiet)
        when = imgui.Cond_.always.value if fresh else imgui.Cond_.once.value
        for place, seen, axis, count in zip(AXES, self.view, _axes_of(task), counts, strict=True):
            low, high = (units.shown(end, axis.unit) for end in seen)
            implot.setup_axis_limits(place, low, high, when)
            ticks = AxisScale(low, high).ticks(min(count, TICKS))
            sign = "°" if units.of(axis.unit) == "°" and not ticks.common else ""
            values, labels = [tick.value for tick in ticks.ticks], [tick.label + sign for tick in ticks.ticks]
            implot.setup_axis_ticks(place, values, labels, False)


def _axes_of(task: MapTask) -> tuple[MapAxis, MapAxis]:
    return task.request.across, task.request.up


def _read(task: MapTask, system: System, theme: Theme, units: ShownUnits) -> dict[str, float] | None:
    """Show what is under the pointer; return it where it was clicked."""
    at = implot.get_plot_mouse_pos()
    axes = _axes_of(task)
    values = [place / units.shown(1.0, axis.unit) for place, axis in zip((at.x, at.y), axes, strict=True)]
    column, row = (axis.cell(value) for axis, value in zip(axes, values, strict=True))
    lines = [format_parameter(system, axis.name, value, units) for axis, value in zip(axes, values, strict=True)]
    if row is not None and column is not None:
        lines += [cell_words(task.chart, row, column, units), tr("click: start here")]
    if imgui.begin_tooltip():
        imgui.push_text_wrap_pos(20.0 * theme.em)
        imgui.text_unformatted("\n".join(lines))
        imgui.pop_text_wrap_pos()
        imgui.end_tooltip()
    moved = imgui.get_mouse_drag_delta(0, 0.0)
    clicked = imgui.is_mouse_released(0) and abs(moved.x) + abs(moved.y) < CLICK_PIXELS
    return {axis.name: value for axis, value in zip(axes, values, strict=True)} if clicked else None


def _mark(task: MapTask, system: System, theme: Theme, factors: Sequence[float]) -> None:
    """Draw a ring at the present values, and a square at the largest outcome of a machine that throws."""
    axes, ink = _axes_of(task), implot.get_plot_draw_list()
    values = [_within(axis, present_value(system, axis.name)) for axis in axes]
    place = implot.plot_to_pixels(values[0] * factors[0], values[1] * factors[1])
    implot.push_plot_clip_rect()
    ink.add_circle(place, 0.36 * theme.em, packed(Tone.ON_MAP_RIM), 24, 3.5 * theme.scale)
    ink.add_circle(place, 0.36 * theme.em, packed(Tone.ON_MAP), 24, 1.6 * theme.scale)
    found = best(task.chart) if task.request.chosen.outcome.name == "range" else None
    if found is not None:
        x, y = float(task.chart.x[found[1]]) * factors[0], float(task.chart.y[found[0]]) * factors[1]
        at, half = implot.plot_to_pixels(x, y), 0.4 * theme.em
        corners = imgui.ImVec2(at.x - half, at.y - half), imgui.ImVec2(at.x + half, at.y + half)
        ink.add_rect(*corners, packed(Tone.ON_MAP_RIM), 0.0, 3.5 * theme.scale)
        ink.add_rect(*corners, packed(Tone.ON_MAP), 0.0, 1.6 * theme.scale)
    implot.pop_plot_clip_rect()


def _within(axis: MapAxis, value: float) -> float:
    """Return a value; an angle outside the axis by whole turns, as the same angle on it."""
    if axis.unit == "rad" and not axis.low <= value <= axis.high:
        turned = axis.low + (value - axis.low) % (2.0 * np.pi)
        return float(turned if turned <= axis.high else value)
    return value


def _title(words: str, theme: Theme) -> None:
    """Build the name of the vertical axis, above the plot."""
    corner, size = imgui.get_cursor_screen_pos(), SMALL_SIZE * theme.scale
    draw_symbol(imgui.get_window_draw_list(), (corner.x, corner.y), words, packed(DIM), theme.regular, size)
    width, height = symbol_size(words, theme.regular, size)
    imgui.dummy(imgui.ImVec2(width, height))


def _label(words: str, theme: Theme) -> None:
    """Draw the name of the horizontal axis below the last plot."""
    low, high, size = imgui.get_item_rect_min(), imgui.get_item_rect_max(), SMALL_SIZE * theme.scale
    width, height = symbol_size(words, theme.regular, size)
    middle = (low.x + high.x - width) / 2, high.y - height - 0.3 * theme.em
    draw_symbol(imgui.get_window_draw_list(), middle, words, packed(DIM), theme.regular, size)


def _unit(axis: MapAxis, units: ShownUnits) -> str:
    unit = units.of(axis.unit)
    return f" [{tr(unit)}]" if unit and unit != "°" else ""


def build_key(task: MapTask, theme: Theme, units: ShownUnits) -> None:
    """Build the key, in these units: the colours with their values below, then the patterns of other cells."""
    picture, outcome = task.picture, task.request.chosen.outcome
    if picture is None:
        return
    corner, ink = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    width, height, size = imgui.get_content_region_avail().x, 0.9 * theme.em, SMALL_SIZE * theme.scale
    colors = strip(outcome.late, STRIPS)[::-1, 0]
    for i, color in enumerate(colors.tolist()):
        left, right = (round(corner.x + width * part / STRIPS) for part in (i, i + 1))
        ink.add_rect_filled(imgui.ImVec2(left, corner.y), imgui.ImVec2(right, corner.y + height), _packed(color))
    unit = task.request.chosen.unit
    scale = picture.scale.times(units.shown(1.0, unit))
    ticks = scale.ticks(max(int(width / (TICK_ROOM * theme.em)), 2))
    for tick in ticks.ticks:
        room = symbol_size(tick.label, theme.regular, size)[0]
        middle = width * scale.part(tick.value)
        at = corner.x + min(max(middle - room / 2, 0.0), width - room)
        place = imgui.ImVec2(round(at), round(corner.y + height + 0.15 * theme.em))
        ink.add_text(theme.regular, size, place, packed(DIM), tick.label)
    imgui.dummy(imgui.ImVec2(width, height + 1.1 * theme.em))
    shown = " ".join(part for part in (ticks.common, tr(units.of(unit)) if unit else "") if part)
    small(f"{tr(outcome.meaning)} [{shown}]" if shown else tr(outcome.meaning), theme)
    for state in without_value(picture):
        _swatch(state, state_words(task.chart, state), theme)


def _swatch(state: CellState, words: str, theme: Theme) -> None:
    """Build a sample of the pattern of a state and its meaning."""
    corner, side = imgui.get_cursor_screen_pos(), 0.9 * theme.em
    end, ink = imgui.ImVec2(corner.x + side, corner.y + side), imgui.get_window_draw_list()
    ink.add_rect_filled(corner, end, _packed(GROUND[state]))
    if state in LINES:
        shade, third = _packed(LINES[state]), side / 3.0
        for rising in (True, False) if state == CellState.FAILED else (True,):
            for low, high in ((0.0, third), (0.0, 3.0 * third), (2.0 * third, 3.0 * third)):
                ends = (low, high), (high, low)
                points = [imgui.ImVec2(corner.x + x, corner.y + (y if rising else side - y)) for x, y in ends]
                ink.add_line(points[0], points[1], shade, theme.scale)
    ink.add_rect(corner, end, packed(DIM, 0.5))
    imgui.dummy(imgui.ImVec2(side, side))
    imgui.same_line()
    small(words, theme)


def _packed(color: Sequence[int]) -> int:
    red, green, blue = (part / 255.0 for part in color[:3])
    return packed((red, green, blue, 1.0))
