"""The diagram of stability: growth rates and frequencies of small motions about steady ones, or a chart of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from imgui_bundle import imgui

from game.experiments.stability import StabilityTask
from game.model.figures.axis import AxisScale, brief
from game.model.figures.figure import DASHES, CurveStyle, Figure, FigureAxis, FigureCurve, FigurePlot, TableColumn
from game.model.messages import FigureRequest
from game.model.words import later, list_separator, tr
from game.ui.panels.context import PanelContext
from game.ui.panels.plots.canvas import Area, ScreenCurve, draw_curves, draw_ground, draw_x_axis, draw_y_axis
from game.ui.panels.plots.plot_choice import build_export
from game.ui.panels.plots.plot_data import dashes
from game.ui.panels.plots.plot_figure import titles
from game.ui.panels.plots.stability_chart import build_chart
from game.ui.widgets.basic import fitted, font, small
from game.ui.widgets.palette import for_print
from game.ui.widgets.symbols import draw_symbol, symbol_size
from game.ui.widgets.theme import ACCENT, AMBER, DIM, INK, SMALL_SIZE, TEAL, Theme, packed
from physics.core.stability import Stability
from physics.types import Floats

GUTTER, BELOW, ABOVE = 3.0, 2.9, 1.6
"""Room for the numbers at the left, for those below, and for what the y axis shows [em]."""
KINDS = (
    later("λ of small motions [1/s]; shaded: all of them die away"),
    later("λ of small motions [1/s]; shaded: none of them grows"),
)
"""What the diagram shows, of motions with losses and without."""
WORDS = later("growth rate Re λ"), later("frequency |Im λ|")
SHADES = TEAL, AMBER
"""What growth rates and frequencies are called, and their colours."""
WEIGHT = 1.8
"""Width of the curves [points]."""
FIGURE_HEIGHT = 420.0
"""Height of the printed diagram [points]."""


class StabilityPlot:
    """The panel of the diagram; it computes when it is first shown, and anew for other parameters.

    task: the computation, None before the first.
    """

    def __init__(self) -> None:
        self.task: StabilityTask | None = None

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame."""
        theme, system = desk.theme, desk.session.simulation.system
        if self.task is None or self.task.system is not system:
            if self.task is not None:
                self.task.cancel()
            self.task = StabilityTask(system)
        task, model = self.task, self.task.model
        if task.chart is not None:
            build_chart(desk, task.chart)
            return
        if not task.curves or model is None:
            small(tr("computing …"), theme)
            return
        small(told(task, model, desk.session.simulation.y), theme, INK)
        right = imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x - 2.0 * theme.em
        self._legend(theme)
        if imgui.get_cursor_pos_x() < right:
            imgui.set_cursor_pos_x(right)
        else:
            imgui.new_line()
        build_export(lambda suffix: self._save(desk, task, model, suffix), theme)
        self._plot(desk, task, model)

    def _legend(self, theme: Theme) -> None:
        for swings, (shade, words) in enumerate(zip(SHADES, WORDS, strict=True)):
            corner, em = imgui.get_cursor_screen_pos(), theme.em
            middle = corner.y + 0.55 * SMALL_SIZE * theme.scale
            x = np.array([corner.x, corner.x + 1.8 * em])
            for a, b in _strokes(x, np.array([middle, middle]), bool(swings), theme):
                imgui.get_window_draw_list().add_line(a, b, packed(shade), WEIGHT * theme.scale)
            imgui.dummy(imgui.ImVec2(1.9 * em, 0.0))
            imgui.same_line()
            small(tr(words), theme)
            imgui.same_line(0.0, 1.2 * em)

    def _plot(self, desk: PanelContext, task: StabilityTask, model: Stability) -> None:
        """Draw the diagram in the room that is left."""
        theme, em = desk.theme, desk.theme.em
        corner, room = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail()
        area = Area(
            round(corner.x + GUTTER * em), round(corner.y + ABOVE * em), round(corner.x + room.x - 0.9 * em),
            round(corner.y + max(room.y - BELOW * em, (5.0 + ABOVE) * em)),
        )  # fmt: skip
        x, y = AxisScale(model.low, model.high), task.scale
        draw_ground(area, theme)
        ink = imgui.get_window_draw_list()
        for low, high in task.stable:
            left, right = (area.left + x.part(end) * area.width for end in (low, high))
            ink.add_rect_filled(imgui.ImVec2(left, area.top), imgui.ImVec2(right, area.bottom), packed(TEAL, 0.14))
        draw_x_axis(area, x, theme, True)
        draw_y_axis(area, y, theme)
        zero = area.bottom - y.part(0.0) * area.height
        ink.add_line(imgui.ImVec2(area.left, zero), imgui.ImVec2(area.right, zero), packed(DIM), theme.scale)
        _draw_present(area, x, model, desk)
        along = area.x(x, task.values)
        curves = []
        for curve in task.curves:
            place = along, area.y(y, curve.values)
            drawn = dashes(*place, DASHES[1], theme.scale) if curve.swings else place
            curves.append(ScreenCurve(*drawn, SHADES[curve.swings], WEIGHT))
        draw_curves("modes", area, curves, theme)
        with font(theme.regular, SMALL_SIZE):
            above = fitted(tr(KINDS[model.bounded is not None]), area.width + GUTTER * em)
        size = SMALL_SIZE * theme.scale
        ink.add_text(theme.regular, size, imgui.ImVec2(corner.x, round(area.top - 1.4 * em)), packed(DIM), above)
        below = f"{model.symbol} [{model.unit}]"
        width, _ = symbol_size(below, theme.regular, size)
        at = (area.left + area.right - width) / 2, area.bottom + 1.35 * em
        draw_symbol(ink, at, below, packed(DIM), theme.regular, size)
        imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x, area.bottom + BELOW * em))
        imgui.dummy(imgui.ImVec2(0.0, 0.0))

    def _save(self, desk: PanelContext, task: StabilityTask, model: Stability, suffix: str) -> None:
        """Request that the diagram is saved."""
        title, subtitle = titles(desk.session)
        axes = (
            FigureAxis(AxisScale(model.low, model.high), model.symbol, model.unit),
            FigureAxis(task.scale, "λ", "1/s"),
        )
        curves = tuple(
            FigureCurve(each.name, "1/s", task.values, each.values, _printed(each.swings)) for each in task.curves
        )
        table = [TableColumn(f"{model.symbol} [{model.unit}]", task.values)]
        table += [TableColumn(f"{each.name} [1/s]", each.values) for each in task.curves]
        plot = FigurePlot(axes[0], (axes[1],), curves, FIGURE_HEIGHT)
        made = Figure(title, f"{tr('Stability')} · {subtitle}", (plot,), lambda: table)
        desk.ask(FigureRequest(f"{desk.session.scene.name}-stability", suffix, lambda: made))


def told(task: StabilityTask, model: Stability, y: Floats) -> str:
    """Return where the steady motion is stable, and where the present one is."""
    present = f"{model.symbol} = {brief(model.present(y), 3)} {model.unit}"
    if not task.stable:
        return tr("nowhere stable; now {present}", present=present)
    ranges = list_separator().join(f"{brief(low, 4)} – {brief(high, 4)} {model.unit}" for low, high in task.stable)
    return tr("stable: {ranges}; now {present}", ranges=ranges, present=present)


def _printed(swings: bool) -> CurveStyle:
    return CurveStyle(for_print(SHADES[swings]), dash=DASHES[int(swings)])


def _draw_present(area: Area, x: AxisScale, model: Stability, desk: PanelContext) -> None:
    """Draw a line at the present value, at the edge if it lies beyond."""
    part = min(max(x.part(model.present(desk.session.simulation.y)), 0.0), 1.0)
    left = round(area.left + part * area.width)
    ends = imgui.ImVec2(left, area.top), imgui.ImVec2(left, area.bottom)
    imgui.get_window_draw_list().add_line(*ends, packed(ACCENT), 2.0 * desk.theme.scale)


def _strokes(x: np.ndarray, y: np.ndarray, dashed: bool, theme: Theme) -> Sequence[tuple[imgui.ImVec2, imgui.ImVec2]]:
    """Return the strokes of a sample of a curve."""
    points = dashes(x, y, DASHES[1], theme.scale) if dashed else (x, y)
    ends = [imgui.ImVec2(float(a), float(b)) for a, b in zip(*points, strict=True)]
    return [(a, b) for a, b in pairwise(ends) if np.isfinite([a.x, a.y, b.x, b.y]).all()]
