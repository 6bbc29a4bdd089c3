"""The panel of the flip map: time of the first flip of a double pendulum over its initial angles."""

from __future__ import annotations

import math

import numpy as np
from imgui_bundle import imgui, implot
from numpy.typing import NDArray

from game.experiments.flip_map import ANGLES, CELLS, WHOLE, Angles, FlipMap
from game.model.words import decimal, tr
from game.session.actions import release_pendulum
from game.ui.panels.context import PanelContext
from game.ui.panels.plots.plot_style import pop_style, push_style
from game.ui.widgets.basic import button, font, small, tip
from game.ui.widgets.pixels import Pixels
from game.ui.widgets.symbols import draw_symbol, symbol_size
from game.ui.widgets.theme import DIM, INK, SMALL_SIZE, Theme, Tone, packed
from physics import System
from physics.studies.flip_map import DURATION, step

SIDE = 12.5
"""Width of the column of controls [em]."""
MAX_ASPECT = 1.5
"""Greatest width of the map, in heights."""
FLAGS = (
    implot.Flags_.no_legend.value
    | implot.Flags_.no_title.value
    | implot.Flags_.no_menus.value
    | implot.Flags_.no_frame.value
    | implot.Flags_.no_mouse_text.value
)
X_AXIS, Y_AXIS = implot.ImAxis_.x1.value, implot.ImAxis_.y1.value
COLORS = implot.Colormap_.plasma.value
SHADES = 256
WAITING, UNABLE = SHADES, SHADES + 1
"""Indices after the colours: cells that have not flipped yet, and cells whose energy excludes a flip."""
DARK = {WAITING: (0.02, 0.02, 0.03, 1.0), UNABLE: (0.13, 0.14, 0.16, 1.0)}
TICKS = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
"""Times [s] labelled on the colour scale."""
DEGREES = 180.0 / math.pi
VIEW_TOLERANCE = 0.01
"""Tolerance within which a view counts as that of the map, as a fraction of the map."""
UPDATES_PER_SECOND = 5.0
"""Updates of a growing map per second of wall time."""


class FlipsPanel:
    """The panel that starts and shows the flip map, and starts a pendulum where the user clicks."""

    def __init__(self) -> None:
        self._pixels: Pixels | None = None
        self._table = np.zeros(0, np.uint32)
        self._drawn: tuple[FlipMap | None, float, bool] = None, -1.0, False
        self._drawn_at = -1.0
        self._view = WHOLE, WHOLE

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame."""
        chart, theme = desk.session.flip_map, desk.theme
        if chart is None:
            small(
                tr(
                    "Time of the first flip of the lower bar for 512 × 512 starts from rest: across, the initial "
                    "angle of the upper bar; up, that of the lower one. Click: start here."
                ),
                theme,
            )
            self._choices(desk, chart)
            return
        if imgui.begin_child("##choices", imgui.ImVec2(SIDE * theme.em, 0.0)):
            self._choices(desk, chart)
        imgui.end_child()
        imgui.same_line(0.0, 1.0 * theme.em)
        if imgui.begin_child("##map"):
            self._take(chart)
            self._map(desk, chart)
        imgui.end_child()

    def _choices(self, desk: PanelContext, chart: FlipMap | None) -> None:
        theme, session, system = desk.theme, desk.session, desk.session.simulation.system
        if chart is not None and not chart.done:
            if button(tr("Cancel")):
                chart.cancel()
            imgui.same_line()
            words = (
                tr("{time:.1f} of {whole:g} s", time=chart.time, whole=chart.duration)
                if chart.time
                else tr("compiling…")
            )
            imgui.progress_bar(chart.progress, imgui.ImVec2(-1.0, 0.0), words)
        elif chart is None or _stale(chart, system):
            if _wide(tr("Compute map"), True):
                desk.attempt(session.map_flips)
        elif _elsewhere(chart, self._view):
            if _wide(tr("Compute this view"), True):
                desk.attempt(lambda: session.map_flips(*self._view))
        elif (chart.across, chart.up) != (WHOLE, WHOLE):
            if _wide(tr("Whole map"), False):
                desk.attempt(session.map_flips)
        elif _wide(tr("Recompute"), False):
            desk.attempt(session.map_flips)
        tip(tr("{n} by {n} starts from rest, {time:g} s each, by rk4 on all cores", n=CELLS, time=DURATION), theme)
        if chart is None:
            return
        if chart.reason:
            small(tr(chart.reason), theme)
            return
        _scale(chart, self._table, theme)
        for at, words in (
            (WAITING, tr("no flip within {time:.3g} s", time=chart.time)),
            (UNABLE, tr("flip excluded by energy")),
        ):
            _swatch(int(self._table[at]) if len(self._table) else 0, words, theme)
        share, dt = 100.0 * chart.turned, 1e3 * step(chart.system)
        small(tr("{share:.1f} % flipped; rk4, dt = {dt:.3g} ms", share=share, dt=dt), theme, INK)
        small(tr("Click: start here. Wheel: zoom; the zoomed view can be computed in more detail."), theme)
        if _stale(chart, system):
            small(tr("The parameters have changed since."), theme)

    # The map --------------------------------------------------------------------------------------------

    def _take(self, chart: FlipMap) -> None:
        """Update the colours if the map has grown, but not in every frame."""
        now, state = imgui.get_time(), (chart, chart.time, chart.done)
        same = self._drawn[0] is chart
        if state == self._drawn or (same and not chart.done and now - self._drawn_at < 1.0 / UPDATES_PER_SECOND):
            return
        if self._pixels is None:
            self._pixels, self._table = Pixels(CELLS, CELLS), table()
        self._pixels.put(self._table[shades(chart)])
        self._drawn, self._drawn_at = state, now
        if not same:
            self._view = chart.across, chart.up

    def _map(self, desk: PanelContext, chart: FlipMap) -> None:
        theme, system = desk.theme, desk.session.simulation.system
        room = imgui.get_content_region_avail()
        size = imgui.ImVec2(min(room.x, MAX_ASPECT * room.y), max(room.y, 6.0 * theme.em))
        push_style(theme)
        with font(theme.regular, SMALL_SIZE):
            if implot.begin_plot("##flips", size, FLAGS):
                self._axes(chart)
                low, high = (
                    implot.Point(*(getattr(each, end) * DEGREES for each in (chart.across, chart.up)))
                    for end in ("low", "high")
                )
                assert self._pixels is not None
                bottom_up = imgui.ImVec2(0.0, 1.0), imgui.ImVec2(1.0, 0.0)
                implot.plot_image("##times", self._pixels.reference, low, high, *bottom_up)
                limits = implot.get_plot_limits()
                self._view = _angles(limits.x), _angles(limits.y)
                _mark(system, theme)
                if implot.is_plot_hovered():
                    self._read(desk, chart)
                implot.end_plot()
                _labels(system, theme)
        pop_style()

    def _axes(self, chart: FlipMap) -> None:
        quiet = implot.AxisFlags_.no_highlight.value | implot.AxisFlags_.no_grid_lines.value
        implot.setup_axes(" ", " ", quiet, quiet)
        for axis, seen, whole in zip((X_AXIS, Y_AXIS), self._view, (chart.across, chart.up), strict=True):
            fresh = seen is whole
            when = imgui.Cond_.always.value if fresh else imgui.Cond_.once.value
            implot.setup_axis_limits(axis, seen.low * DEGREES, seen.high * DEGREES, when)
            implot.setup_axis_limits_constraints(axis, -180.0, 180.0)
            implot.setup_axis_format(axis, "%g°")

    @staticmethod
    def _read(desk: PanelContext, chart: FlipMap) -> None:
        """Show the values under the pointer, and start there on a click."""
        at = implot.get_plot_mouse_pos()
        theta2, theta3 = at.x / DEGREES, at.y / DEGREES
        place = [_cell(each, span) for each, span in ((theta3, chart.up), (theta2, chart.across))]
        words = tr("θ₂ = {upper:.4g}°, θ₃ = {lower:.4g}°", upper=at.x, lower=at.y)
        if None not in place:
            words += f"\n{tr(chart.words(*place))}"  # type: ignore[arg-type]  # none of them is None
        if imgui.begin_tooltip():
            imgui.text_unformatted(words)
            imgui.end_tooltip()
        drag = imgui.get_mouse_drag_delta(0, 0.0)
        if imgui.is_mouse_released(0) and abs(drag.x) + abs(drag.y) < 3.0:
            desk.attempt(lambda: release_pendulum(desk.session, theta2, theta3))


def shortest_time(chart: FlipMap) -> float:
    """Return the shortest time of the colour scale [s]."""
    bars = chart.system
    return 0.5 * math.sqrt(max(bars.upper_length, bars.lower_length) / bars.gravity)


def shades(chart: FlipMap) -> NDArray[np.intp]:
    """Return the colour index of each cell, decreasing with the logarithm of the time of the first flip."""
    low, high = shortest_time(chart), chart.duration
    with np.errstate(divide="ignore"):
        part = np.log(chart.times / low) * ((SHADES - 1) / math.log(high / low))
    late = np.where(chart.able, WAITING, UNABLE)
    return np.where(np.isfinite(chart.times), SHADES - 1 - np.clip(part, 0, SHADES - 1), late).astype(np.intp)


def table() -> NDArray[np.uint32]:
    """Return the packed colours for the indices of `shades`."""
    bright = [implot.sample_colormap(i / (SHADES - 1), COLORS) for i in range(SHADES)]
    dark = [imgui.ImVec4(*DARK[at]) for at in (WAITING, UNABLE)]
    return np.array([imgui.color_convert_float4_to_u32(each) for each in (*bright, *dark)], np.uint32)


def _wide(words: str, matters: bool) -> bool:
    return button(words, matters, -1.0)


def _stale(chart: FlipMap, system: System) -> bool:
    """Return whether the parameters differ from those of the map."""
    old, new = chart.system.parameters, system.parameters
    return any(old[name] != new.get(name, old[name]) for name in old)


def _elsewhere(chart: FlipMap, view: tuple[Angles, Angles]) -> bool:
    """Return whether the view differs from the range of the map."""
    for seen, known in zip(view, (chart.across, chart.up), strict=True):
        room = VIEW_TOLERANCE * (known.high - known.low)
        if abs(seen.low - known.low) > room or abs(seen.high - known.high) > room:
            return True
    return False


def _angles(limits: implot.Range) -> Angles:
    return Angles(max(limits.min / DEGREES, -math.pi), min(limits.max / DEGREES, math.pi))


def _cell(angle: float, span: Angles) -> int | None:
    """Return the index of the cell of an angle, or None outside."""
    part = (angle - span.low) / (span.high - span.low)
    return int(part * CELLS) if 0.0 <= part < 1.0 else None


def _mark(system: System, theme: Theme) -> None:
    """Draw a ring at the initial angles of the pendulum."""
    x, y = (math.remainder(system.initial[name], 2.0 * math.pi) * DEGREES for name in ANGLES)
    place, ink = implot.plot_to_pixels(x, y), implot.get_plot_draw_list()
    implot.push_plot_clip_rect()
    ink.add_circle(place, 0.36 * theme.em, packed(Tone.ON_MAP_RIM), 24, 3.5 * theme.scale)
    ink.add_circle(place, 0.36 * theme.em, packed(Tone.ON_MAP), 24, 1.6 * theme.scale)
    implot.pop_plot_clip_rect()


def _labels(system: System, theme: Theme) -> None:
    """Draw the symbols of the angles below and to the left of the last plot."""
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    size, ink = SMALL_SIZE * theme.scale, imgui.get_window_draw_list()
    across, up = (system.variables[system.index(name)].symbol for name in ANGLES)
    width, height = symbol_size(across, theme.regular, size)
    middle = (low.x + high.x - width) / 2, high.y - height - 0.3 * theme.em
    draw_symbol(ink, middle, across, packed(DIM), theme.regular, size)
    draw_symbol(ink, (low.x + 0.1 * theme.em, (low.y + high.y - height) / 2), up, packed(DIM), theme.regular, size)


def _scale(chart: FlipMap, colors: NDArray[np.uint32], theme: Theme) -> None:
    """Build the colour scale with times [s] below it."""
    if not len(colors):
        return
    corner, ink = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    width, height, size = imgui.get_content_region_avail().x, 0.9 * theme.em, SMALL_SIZE * theme.scale
    strips = 64
    for i in range(strips):
        left, right = (round(corner.x + width * part / strips) for part in (i, i + 1))
        shade = int(colors[SHADES - 1 - i * (SHADES - 1) // (strips - 1)])
        ink.add_rect_filled(imgui.ImVec2(left, corner.y), imgui.ImVec2(right, corner.y + height), shade)
    low, high = shortest_time(chart), chart.duration
    for time in (time for time in TICKS if low <= time <= high):
        words = decimal(f"{time:g}")
        room = symbol_size(words, theme.regular, size)[0]
        middle = width * math.log(time / low) / math.log(high / low)
        begin_at = corner.x + min(max(middle - room / 2, 0.0), width - room)
        at = imgui.ImVec2(round(begin_at), round(corner.y + height + 0.15 * theme.em))
        ink.add_text(theme.regular, size, at, packed(DIM), words)
    imgui.dummy(imgui.ImVec2(width, height + 1.1 * theme.em))


def _swatch(shade: int, words: str, theme: Theme) -> None:
    """Build a colour sample and its meaning."""
    corner, size = imgui.get_cursor_screen_pos(), 0.8 * theme.em
    ink = imgui.get_window_draw_list()
    ink.add_rect_filled(corner, imgui.ImVec2(corner.x + size, corner.y + size), shade)
    ink.add_rect(corner, imgui.ImVec2(corner.x + size, corner.y + size), packed(DIM, 0.5))
    imgui.dummy(imgui.ImVec2(size, size))
    imgui.same_line()
    small(words, theme)
