"""Lyapunov exponents in the panel of comparisons: the largest one as it converges, and the whole spectrum."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from imgui_bundle import imgui

from game.experiments.exponents import ExponentTask, Mean, with_error
from game.model.figures.axis import AxisScale, scale_of
from game.model.messages import SaveRequest
from game.model.words import decimal, later, tr
from game.ui.panels.context import PanelContext
from game.ui.panels.plots.canvas import Area, ScreenCurve, draw_curves, draw_ground, draw_x_axis, draw_y_axis
from game.ui.widgets.basic import button, font, icon_button, small, text, tip
from game.ui.widgets.fields import parameter_row
from game.ui.widgets.icons import Icon, draw_icon
from game.ui.widgets.number_text import MINUS, SUBSCRIPTS, brief
from game.ui.widgets.symbols import wrapped
from game.ui.widgets.theme import ACCENT, AMBER, DIM, INK, SMALL_SIZE, TEAL, Color, Theme, Tone, packed
from physics import Parameter

if TYPE_CHECKING:
    from physics.studies.lyapunov import LyapunovSpectrum

DURATION = Parameter(
    name=later("duration"), symbol="T", meaning=later("time of the mean, after a transient of a tenth of it"),
    default=1000.0, unit="s", low=10.0, high=1e6, log=True,
)  # fmt: skip
HEIGHT, GUTTER, BELOW = 6.0, 3.4, 1.6
"""Height of the diagram, and the room at its left and below [em]."""
ROW = 1.35
"""Height of a row of the spectrum [em]."""
VALUE, BAR, ROLE = 0.09, 0.5, 0.74
"""Left edges of the values, bars and names of a spectrum, as parts of the width."""
LARGEST = later("from the present state, with this method and step, at full speed in the background")
WHOLE = later("all of them: the rates of growth in every direction")
ROLES = later(
    "Exponents of motion without losses come in pairs ±λ, and their sum is 0. The flow, and each conserved quantity, "
    "give a 0, and each of these its partner, too. Zeros approach 0 only as log T / T."
)


class ExponentsPanel:
    """The section of the exponents: how long, which, and what was found."""

    def __init__(self) -> None:
        self._duration = DURATION.default

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame."""
        theme, task = desk.theme, desk.session.run.beside.exponents
        parameter_row(DURATION, self._duration, desk.checked(DURATION, self._use), theme)
        if task is not None and not task.done:
            if button(tr("Cancel")):
                task.cancel()
            imgui.same_line()
            imgui.progress_bar(task.progress, imgui.ImVec2(-1.0, 0.0), f"{task.progress:.0%}")
        else:
            self._starts(desk, task)
        if task is None:
            small(tr("How fast neighbouring motions part: above 0 the motion is chaotic."), theme)
            return
        if task.reason:
            small(tr(task.reason), theme, AMBER)
        if task.found is None:
            if not task.done:
                small(tr("transient: directions settle"), theme)
            return
        _largest(task.found, theme)
        _convergence(task.means, theme)
        if len(task.found.exponents) > 1:
            _spectrum(task.found, theme)
        small(_origin(task, desk), theme)

    def _use(self, duration: float) -> None:
        self._duration = duration

    def _starts(self, desk: PanelContext, task: ExponentTask | None) -> None:
        """Build the buttons that start, and the one that saves what was found."""
        if button(tr("Largest exponent"), desk.session.run.beside.exponents is None):
            desk.measure_exponents(1, self._duration)
        tip(tr(LARGEST), desk.theme)
        imgui.same_line()
        if button(tr("Whole spectrum")):
            desk.measure_exponents(0, self._duration)
        tip(tr(WHOLE), desk.theme)
        if task is not None and task.found is not None:
            imgui.same_line()
            if icon_button("save exponents", Icon.DOWNLOAD, tr("Save as CSV"), desk.theme):
                desk.ask(SaveRequest(f"{desk.session.scene.name}-lyapunov", ".csv", task.table()))


def _origin(task: ExponentTask, desk: PanelContext) -> str:
    """Return what the exponents belong to."""
    time = 0.0 if task.found is None else task.found.time
    words = tr(
        "from t = {start:.4g} s, {method}, Δt {step:.4g} s; mean over {time:.4g} s",
        start=task.start, method=tr(task.method.title), step=task.dt, time=time,
    )  # fmt: skip
    if task.system is desk.session.simulation.system:
        return decimal(words)
    return f"{decimal(words)}; {tr('with other parameters or start values than now')}"


def judgement(found: LyapunovSpectrum) -> tuple[Icon, Color, str]:
    """Return what the largest exponent says, as an icon, its colour and words."""
    if found.chaotic:
        apart = 1.0 / float(found.exponents[0])
        words = tr("chaotic: neighbours part by a factor e in {time:.3g} s", time=apart)
        return Icon.ACTIVITY, AMBER, decimal(words)
    if math.isfinite(found.bound):
        words = tr("no chaos found: an exponent above {bound:.2g} /s would show", bound=found.bound)
        return Icon.CHECK, TEAL, decimal(words)
    return Icon.CLOCK, DIM, tr("too short to tell")


def role(found: LyapunovSpectrum, place: int) -> str:
    """Return the name of an exponent of a spectrum: 0, or the one that it is a pair with."""
    zero = found.is_zero(place)
    if zero is None:
        return tr("too short to tell")
    if zero:
        return tr("zero")
    other = found.mirror(place)
    return "" if other is None else tr("pair with {name}", name=name_of(other))


def name_of(place: int) -> str:
    """Return the symbol of an exponent."""
    return "λ" + str(place + 1).translate(SUBSCRIPTS)


def value_words(value: float, error: float) -> str:
    """Return an exponent with its error."""
    return decimal(with_error(value, error).replace("-", MINUS))


def _largest(found: LyapunovSpectrum, theme: Theme) -> None:
    """Build the largest exponent and what it says."""
    with font(theme.medium):
        text(f"λ₁ = {value_words(float(found.exponents[0]), float(found.errors[0]))} /s", INK)
    icon, shade, words = judgement(found)
    em, corner, size = theme.em, imgui.get_cursor_screen_pos(), SMALL_SIZE * theme.scale
    lines = wrapped(words, imgui.get_content_region_avail().x - 1.4 * em, theme.regular, size)
    ink = imgui.get_window_draw_list()
    draw_icon(ink, icon, corner.x + 0.5 * em, corner.y + 0.6 * size, em, packed(shade))
    with font(theme.regular, SMALL_SIZE):
        for place, line in enumerate(lines):
            at = imgui.ImVec2(round(corner.x + 1.4 * em), round(corner.y + 1.15 * size * place))
            ink.add_text(at, packed(shade), line)
    imgui.dummy(imgui.ImVec2(1.0, 1.15 * size * len(lines)))


def _convergence(means: list[Mean], theme: Theme) -> None:
    """Build the diagram of the largest exponent against the time of the mean, with its error."""
    if len(means) < 2:
        return
    small(tr("λ₁ [1/s] over the time of the mean T [s]; thin lines: one standard error"), theme)
    em, corner, width = theme.em, imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    times, values, errors = (np.array(column) for column in zip(*means, strict=True))
    area = Area(corner.x + GUTTER * em, corner.y + 0.4 * em, corner.x + width - 0.6 * em, corner.y + HEIGHT * em)
    known = np.where(np.isfinite(errors), errors, np.nan)
    late = values[len(values) // 3 :]  # the wild beginning would leave no room for the rest
    x = AxisScale(float(times[0]), float(times[-1]), True)
    y = scale_of([late, (values - known)[len(values) // 3 :], (values + known)[len(values) // 3 :], np.zeros(1)], False)
    draw_ground(area, theme)
    draw_x_axis(area, x, theme, True)
    draw_y_axis(area, y, theme)
    across = area.x(x, times)
    band = [ScreenCurve(across, area.y(y, values + side * known), Tone.CURVE_3, 1.0) for side in (-1.0, 1.0)]
    draw_curves("convergence", area, [*band, ScreenCurve(across, area.y(y, values), Tone.CURVE_1, 1.8)], theme)
    imgui.dummy(imgui.ImVec2(width, (HEIGHT + BELOW) * em))


def _spectrum(found: LyapunovSpectrum, theme: Theme) -> None:
    """Build a row for each exponent: name, value with error, bar, and what it is."""
    em, width, ink = theme.em, imgui.get_content_region_avail().x, imgui.get_window_draw_list()
    reaches = np.abs(found.exponents) + np.where(np.isfinite(found.errors), found.errors, 0.0)
    most = max(float(reaches.max()), 1e-300)
    corner = imgui.get_cursor_screen_pos()
    middle = corner.x + 0.5 * (BAR + ROLE - 0.02) * width
    half = 0.5 * (ROLE - BAR - 0.03) * width
    with font(theme.regular, SMALL_SIZE):
        height = imgui.get_text_line_height()
        for place, (value, error) in enumerate(zip(found.exponents.tolist(), found.errors.tolist(), strict=True)):
            y = round(corner.y + place * ROW * em)
            for left, shade, words in (
                (0.0, DIM, name_of(place)), (VALUE, INK, value_words(value, error)), (ROLE, DIM, role(found, place))
            ):  # fmt: skip
                ink.add_text(imgui.ImVec2(round(corner.x + left * width), y), packed(shade), words)
            known = error if math.isfinite(error) else 0.0
            _bar(ink, middle, y + 0.5 * height, half * value / most, half * known / most, em)
        rows = len(found.exponents)
        ends = imgui.ImVec2(middle, corner.y), imgui.ImVec2(middle, corner.y + rows * ROW * em)
        ink.add_line(*ends, packed(DIM))
    imgui.dummy(imgui.ImVec2(width, rows * ROW * em))
    tip(tr(ROLES), theme)
    if found.sum is not None:
        small(tr("sum {value} /s", value=brief(found.sum, 2)), theme)


def _bar(ink: imgui.ImDrawList, zero: float, y: float, length: float, error: float, em: float) -> None:
    """Draw a bar from 0 with its error [points]."""
    low, high = sorted((zero, zero + length))
    ink.add_rect_filled(imgui.ImVec2(low, y - 0.25 * em), imgui.ImVec2(high + 1.0, y + 0.25 * em), packed(ACCENT))
    if not error:
        return
    ends = imgui.ImVec2(zero + length - error, y), imgui.ImVec2(zero + length + error, y)
    ink.add_line(*ends, packed(INK), 0.1 * em)
