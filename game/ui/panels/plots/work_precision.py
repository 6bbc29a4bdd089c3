"""The work-precision diagram: error of every integrator against its evaluations, on logarithmic axes."""

from __future__ import annotations

import math

import numpy as np
from imgui_bundle import imgui, implot

import physics
from game.experiments.work_precision import DURATION, WorkPrecision, WorkPrecisionPoint
from game.ui.panels.context import PanelContext
from game.ui.panels.plots.plot_data import LINE_COLORS, bounds
from game.ui.widgets.basic import button, font, small, tip
from game.ui.widgets.theme import CLEAR, DIM, FAINT, INK, SMALL_SIZE, Theme, Tone, packed, vector

MARKERS = (
    (implot.Marker_.circle.value, "●"),
    (implot.Marker_.square.value, "■"),
    (implot.Marker_.diamond.value, "◆"),
    (implot.Marker_.up.value, "▲"),
)
"""Markers and their characters in the legend, for more integrators than colours."""
FLAGS = (
    implot.Flags_.no_title.value
    | implot.Flags_.no_menus.value
    | implot.Flags_.no_frame.value
    | implot.Flags_.no_mouse_text.value
)
X_AXIS, Y_AXIS = implot.ImAxis_.x1.value, implot.ImAxis_.y1.value
MIN_ERROR = 1e-16
POINT_DISTANCE = 1.5
"""Distance within which the pointer reads a point [em]."""
COLORS, SIZES = 8, 5
"""Number of style colours and variables pushed for plots."""


class PrecisionPlot:
    """The panel of the work-precision diagram: start, progress and plot."""

    def __init__(self) -> None:
        self._drawn = 0

    def build(self, desk: PanelContext) -> bool:
        """Build the widgets of one frame; return True when the user goes back to the plots of the run."""
        theme, precision = desk.theme, desk.session.precision
        back = imgui.button("\u2039 Plots")
        tip("back to the plots of the run", theme)
        imgui.same_line()
        if precision is not None and not precision.done:
            self._running(desk, precision)
        else:
            if button("Compute" if precision is None else "Recompute", precision is None):
                desk.compare_methods(True)
            tip(
                f"every integrator over {DURATION:g} s from the initial state in the panel, at several step sizes",
                theme,
            )
        if precision is None:
            small(
                "Runs every applicable integrator from the initial state, at coarse and fine steps, and plots its "
                "error at the end against the number of evaluations of the equations. Takes some seconds, "
                "in the background.",
                theme,
            )
        elif not precision.points and precision.done:
            small("Nothing to compare: the reference solution did not reach the end time.", theme)
        else:
            _plot(precision, not precision.done or self._drawn != len(precision.points), theme)
            self._drawn = len(precision.points)
        return back

    @staticmethod
    def _running(desk: PanelContext, precision: WorkPrecision) -> None:
        if imgui.button("Cancel"):
            desk.compare_methods(False)
        imgui.same_line()
        imgui.progress_bar(precision.progress, imgui.ImVec2(-1.0, 0.0), f"{precision.progress:.0%}")


def _plot(precision: WorkPrecision, growing: bool, theme: Theme) -> None:
    """Plot the curves; the axes follow while the curves grow."""
    floor = np.array([precision.floor] if precision.floor else [])
    push_style(theme)
    room = imgui.get_content_region_avail()
    with font(theme.regular, SMALL_SIZE):
        if implot.begin_plot("##precision", imgui.ImVec2(room.x, max(room.y, 5.0 * theme.em)), FLAGS):
            quiet = implot.AxisFlags_.no_highlight.value
            lines = curves(precision.points)
            errors = [*(y for _, y in lines.values()), floor]
            implot.setup_axes("evaluations", "relative error", quiet, quiet)
            for axis, columns in ((X_AXIS, [x for x, _ in lines.values()]), (Y_AXIS, errors)):
                implot.setup_axis_scale(axis, implot.Scale_.log10.value)
                implot.setup_axis_limits(
                    axis, *bounds(columns, True), (imgui.Cond_.always if growing else imgui.Cond_.once).value
                )
            implot.setup_legend(implot.Location_.east.value, implot.LegendFlags_.outside.value)
            _plot_floor(floor, theme)
            for i, (name, (x, y)) in enumerate(lines.items()):
                shade = vector(LINE_COLORS[i % len(LINE_COLORS)])
                marker, letter = MARKERS[i // len(LINE_COLORS) % len(MARKERS)]
                spec = implot.Spec(line_color=shade, line_weight=1.4 * theme.scale, marker=marker)
                spec.marker_size = 3.0 * theme.scale
                spec.marker_line_color = spec.marker_fill_color = shade
                implot.plot_line(f"{letter} {physics.integrator(name).title}", x, y, spec)
            read = _pointed_at(list(precision.points), theme) if implot.is_plot_hovered() else None
            implot.end_plot()
            if read is not None:
                imgui.set_tooltip(words(read))
    pop_style()


def _pointed_at(points: list[WorkPrecisionPoint], theme: Theme) -> WorkPrecisionPoint | None:
    """Return the point nearest to the pointer and mark it with a ring; None if none is near."""
    pointer = imgui.get_mouse_pos()
    places = [implot.plot_to_pixels(point.evaluations, max(point.error, MIN_ERROR)) for point in points]
    away = [math.hypot(place.x - pointer.x, place.y - pointer.y) for place in places]
    nearest = min(range(len(away)), key=away.__getitem__, default=None)
    if nearest is None or away[nearest] > POINT_DISTANCE * theme.em:
        return None
    implot.get_plot_draw_list().add_circle(places[nearest], 0.4 * theme.em, packed(INK), 24, 1.5 * theme.scale)
    return points[nearest]


def words(point: WorkPrecisionPoint) -> str:
    """Return the tooltip of a point."""
    method = physics.integrator(point.integrator)
    setting = "rtol" if method.kind == "adaptive" else "\u0394t"
    unit = "" if method.kind == "adaptive" else " s"
    return (
        f"{method.title}\n{setting} = {point.setting:.3g}{unit}\n"
        f"{point.evaluations} evaluations, relative error {point.error:.2e}"
    )


def _plot_floor(floor: np.ndarray, theme: Theme) -> None:
    """Draw the error of the reference as a line, below which errors mean nothing."""
    if len(floor):
        spec = implot.Spec(line_color=vector(DIM), line_weight=theme.scale)
        spec.flags = implot.InfLinesFlags_.horizontal.value
        implot.plot_inf_lines("reference error", floor, spec)


def curves(points: list[WorkPrecisionPoint]) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Return evaluations and errors of each integrator, sorted, in the order of `physics.integrators`."""
    found = {}
    for name in physics.integrators():
        mine = sorted((point.evaluations, max(point.error, MIN_ERROR)) for point in points if point.integrator == name)
        if mine:
            x, y = np.array(mine, float).T
            found[name] = np.ascontiguousarray(x), np.ascontiguousarray(y)
    return found


def push_style(theme: Theme) -> None:
    """Use the colours of the panels for plots until `pop_style`."""
    for slot, shade in (
        (implot.Col_.plot_bg, Tone.PLOT),
        (implot.Col_.plot_border, FAINT),
        (implot.Col_.axis_text, DIM),
        (implot.Col_.axis_grid, Tone.GRID),
        (implot.Col_.legend_bg, CLEAR),
        (implot.Col_.legend_text, INK),
        (implot.Col_.inlay_text, INK),
        (implot.Col_.frame_bg, CLEAR),
    ):
        implot.push_style_color(slot.value, vector(shade))
    em = theme.em
    implot.push_style_var(implot.StyleVar_.plot_padding.value, imgui.ImVec2(0.1 * em, 0.3 * em))
    implot.push_style_var(implot.StyleVar_.label_padding.value, imgui.ImVec2(0.3 * em, 0.25 * em))
    implot.push_style_var(implot.StyleVar_.plot_min_size.value, imgui.ImVec2(4.0 * em, 3.0 * em))
    implot.push_style_var(implot.StyleVar_.legend_padding.value, imgui.ImVec2(0.5 * em, 0.0))
    implot.push_style_var(implot.StyleVar_.legend_inner_padding.value, imgui.ImVec2(0.3 * em, 0.1 * em))


def pop_style() -> None:
    """Restore the style of plots."""
    implot.pop_style_color(COLORS)
    implot.pop_style_var(SIZES)
