"""What a fit to recordings of a thrown telephone has found: numbers, warnings, residuals, and a box beside them."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
from imgui_bundle import imgui

from game.experiments.measurements.thrown_numbers import (
    FoundNumber,
    box_ratios,
    found_numbers,
    is_no_body,
    mirrored_axes,
    off_ellipsoid,
    residuals,
    times_of_noise,
    turns_of,
    twin_words,
)
from game.experiments.measurements.thrown_state import ThrownState
from game.experiments.measurements.thrown_task import FoundBody
from game.looks.free.measured_rates import BANDS
from game.model.errors import RecordingError
from game.model.figures.axis import AxisScale
from game.model.messages import printable
from game.model.words import decimal, later, tr
from game.session.files.thrown_run import angle_apart, save_found
from game.ui.panels.context import PanelContext
from game.ui.panels.measured.fit_result import ERROR, VALUE
from game.ui.panels.measured.residual_plot import rounded_up
from game.ui.panels.plots.canvas import MARKERS, Area, ScreenCurve, draw_curves, draw_ground, draw_x_axis, draw_y_axis
from game.ui.panels.plots.plot_data import LINE_COLORS
from game.ui.widgets.basic import button, font, segmented, small, text, tip
from game.ui.widgets.fields import parameter_row
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.number_text import MINUS, brief
from game.ui.widgets.symbols import prose
from game.ui.widgets.theme import AMBER, DIM, INK, SMALL_SIZE, VERMILLION, Color, Theme, faded, packed
from physics.core.fields import Parameter
from physics.fitting.flight.thrown import ThrownBody

HEIGHT, GUTTER, BELOW = 6.5, 3.6, 2.6
"""Height of the plot of residuals, room at its left for the numbers, and below for the time [em]."""
COLUMN = 6.5
"""Left edge of the values [em]; the symbols before it are longer than those of a fit."""
LENGTHS = tuple(
    Parameter(
        name=f"side {axis}", meaning=later("side of the telephone along this axis; 0: not told"), default=0.0,
        unit="mm", low=0.0, high=500.0, symbol=axis,
    )
    for axis in "xyz"
)  # fmt: skip


class ThrownResult:
    """The widgets of what was found."""

    def build(self, desk: PanelContext, thrown: ThrownState) -> None:
        """Build the widgets of one frame, nothing where nothing is found."""
        found, theme = thrown.found, desk.theme
        if found is None:
            return
        body = found.fit.body
        for words, shade in _followed(body):
            _paragraph(words, theme, shade)
        for words in _flights(found):
            small(words, theme)
        for each in found_numbers(body):
            _number(each, body, theme)
        _lengths(desk, thrown, body)
        for words in _remarks(found):
            _paragraph(words, theme, AMBER)
        self._choose(thrown, found, theme)
        if body.followed:
            _beside(desk, thrown, found)
        _save(desk, thrown, found)
        _residuals(found, min(thrown.flight, len(found.turnings) - 1), theme)
        small(tr("Mass and size have no effect on the rates, and are not found."), theme)

    def _choose(self, thrown: ThrownState, found: FoundBody, theme: Theme) -> None:
        """Build the choice of the flight that is shown."""
        if len(found.turnings) < 2:
            return
        options = [(str(k), tr("flight {number}", number=k + 1)) for k in range(len(found.turnings))]
        imgui.set_next_item_width(-1.0)
        chosen = segmented("shown flight", options, str(thrown.flight), theme)
        if chosen is not None:
            thrown.flight = int(chosen)


def _paragraph(words: str, theme: Theme, shade: Color = INK) -> None:
    prose(words, imgui.get_content_region_avail().x, packed(shade), theme.regular, SMALL_SIZE * theme.scale)


def _followed(body: ThrownBody) -> list[tuple[str, Color]]:
    """Return whether the motion is followed, and what correlated residuals mean, with colours."""
    rms = brief(body.rms, 3)
    if not body.followed:
        words = tr("NOT FOLLOWED: the rates are not those of a free body; residuals {rms} rad/s.", rms=rms)
        if 0.0 < body.reach < math.inf:
            words += " " + tr("They leave them after {time} s.", time=brief(body.reach, 3))
        return [(words, VERMILLION), (tr("The values mean nothing. Drag the ends to the free flight alone."), AMBER)]
    said: list[tuple[str, Color]] = [
        (tr("FOLLOWED: the rates are those of a free body; residuals {rms} rad/s.", rms=rms), INK)
    ]
    correlation, times = times_of_noise(body)
    if times > 1.0:
        words = tr(
            "Neighbouring residuals are correlated by {correlation}: a pattern, not noise. Errors are {times} times "
            "those of noise alone.",
            correlation=brief(correlation, 2), times=brief(times, 2),
        )  # fmt: skip
        said.append((words, AMBER))
    else:
        said.append((tr("Neighbouring residuals are not correlated: errors are those of noise."), DIM))
    return said


def _flights(found: FoundBody) -> list[str]:
    """Return what the flights and rests were, in sentences."""
    fit, said = found.fit, []
    for number, ((place, _, _), flight, turned) in enumerate(
        zip(fit.spans, fit.body.flights, found.turnings, strict=True)
    ):
        said.append(
            tr(
                "flight {number}: {rows} rows, {turns} turns",
                number=number + 1, rows=len(flight.t), turns=brief(turns_of(turned), 2),
            )
        )  # fmt: skip
        arm = fit.found[place].arm
        if arm is not None:
            x, y, z = (brief(1e3 * float(each), 3) for each in arm)
            said[-1] += "; " + tr("accelerometer at ({x}, {y}, {z}) mm from the centre of mass", x=x, y=y, z=z)
    for recording, rest, (count, limit) in zip(fit.recordings, fit.rests, fit.cut, strict=True):
        name = printable(recording.name)
        if rest is not None:
            begin, end = (brief(each, 3) for each in rest)
            said.append(tr("rest: {name}, {begin} to {end} s, tells the bias", name=name, begin=begin, end=end))
        if count:
            said.append(
                tr(
                    "{name}: rates are cut off at {limit} rad/s: {count} rows left out",
                    name=name, limit=brief(limit, 4), count=count,
                )
            )  # fmt: skip
    return said


def _number(each: FoundNumber, body: ThrownBody, theme: Theme) -> None:
    """Build the row of a number: name, value, error, unit; what it is stands in the tooltip."""
    em, corner = theme.em, imgui.get_cursor_screen_pos()
    value, half = each.value
    text(tr(each.name))
    shown, error = "", tr("not found")
    if not body.followed:
        shown, error = brief(value, 4), tr("not known")
    elif math.isnan(half):
        shown, error = brief(value, 6), tr("not known")
    elif math.isfinite(half):
        shown, error = _rounded(value, half), f"± {brief(half, 2)} {each.unit}".rstrip()
        if each.unit == "°" and each.about:
            error += " " + tr(each.about).partition(":")[0].strip()
    imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x + COLUMN * em, corner.y))
    text(shown)
    imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x + (COLUMN + ERROR - VALUE) * em, corner.y))
    with font(theme.regular, SMALL_SIZE):
        text(error, DIM)
    imgui.set_cursor_screen_pos(corner)
    imgui.dummy(imgui.ImVec2(imgui.get_content_region_avail().x, 1.2 * em))
    BOXES.control(f"found {each.name}")
    tip(tr(each.about), theme)


def _rounded(value: float, half: float) -> str:
    """Return a value with as many decimals as two digits of its error need."""
    decimals = 1 - math.floor(math.log10(half)) if half > 0.0 else -1
    return decimal(f"{value:.{decimals}f}".replace("-", MINUS)) if 0 <= decimals <= 9 else brief(value, 6)


def _lengths(desk: PanelContext, thrown: ThrownState, body: ThrownBody) -> None:
    """Build the sides of the telephone, and the ratios of a box with them beside those that were found."""
    for place, field in enumerate(LENGTHS):
        change = desk.checked(field, partial(thrown.lengths.__setitem__, place))
        parameter_row(field, thrown.lengths[place], change, desk.theme, desk.units)
    box = box_ratios((thrown.lengths[0], thrown.lengths[1], thrown.lengths[2]))
    if box is None:
        small(tr("Type the three sides of the telephone to compare it with a box of even density."), desk.theme)
        return
    own = body.ratios
    words = tr("box: {box}, found: {own}", box=_ratio(box), own=_ratio((own[0].value, own[1].value)))
    small(words, desk.theme, INK)


def _ratio(moments: tuple[float, float]) -> str:
    """Return moments over the greatest as a proportion."""
    return " : ".join((*(brief(each, 4) for each in moments), "1"))


def _remarks(found: FoundBody) -> list[str]:
    """Return what is asked, and what is not found, in sentences."""
    body, said = found.fit.body, []
    twin = twin_words(body)
    if twin:
        said.append(tr(twin) + ". " + tr("Choose it above under “wrong sense”."))
    for axis in mirrored_axes(found.fit):
        said.append(tr("The accelerometer fits rates of the other sense alone: {axis}.", axis=axis))
    if is_no_body(body):
        said.append(tr("I₁ + I₂ < I₃: no real body has such moments"))
    return [*said, *(tr(each) for each in body.remarks)]


def _beside(desk: PanelContext, thrown: ThrownState, found: FoundBody) -> None:
    """Build what the picture shows: the key of the dots, their distance from the ellipsoid, the angle of the ghost."""
    theme, em = desk.theme, desk.theme.em
    if thrown.rates is None and thrown.shown is found:  # undo has gone back to the run before
        if button(tr("Show the flight"), True, -1.0):
            thrown.shown = None
        return
    if thrown.rates is None or thrown.shown is not found:
        small(tr("The picture is prepared…"), theme)
        return
    small(tr("In the picture: measured rates at the ellipsoid of the body, by their residual"), theme)
    ink, corner = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
    left, size = corner.x, SMALL_SIZE * theme.scale
    for band, count in zip(BANDS, thrown.rates.counts(), strict=True):
        words = f"{tr(band.words)}: {count}"
        wide = imgui.calc_text_size(words).x * size / em + 2.0 * em
        if left + wide > corner.x + imgui.get_content_region_avail().x:
            left, corner = corner.x, imgui.ImVec2(corner.x, corner.y + 1.2 * em)
        shade = packed((*band.color, 1.0))
        ink.add_circle_filled(imgui.ImVec2(left + 0.5 * em, corner.y + 0.6 * em), 0.045 * em * band.size, shade, 20)
        ink.add_text(theme.regular, size, imgui.ImVec2(left + 1.2 * em, corner.y + 0.1 * em), packed(DIM), words)
        left += wide
    imgui.set_cursor_screen_pos(corner)
    imgui.dummy(imgui.ImVec2(imgui.get_content_region_avail().x, 1.3 * em))
    BOXES.control("key of the dots")
    off = 100.0 * off_ellipsoid(found.fit.body, found.turnings[thrown.drawn], thrown.drawn)
    fifth = max(len(off) // 5, 1)
    begin, end = (brief(float(np.mean(each)), 2) for each in (off[:fifth], off[-fifth:]))
    small(tr("outside the ellipsoid: {begin} % at first, {end} % at last", begin=begin, end=end), theme)
    tip(tr("air draws the dots inwards, an error of the bias shifts them all"), theme)
    angle = angle_apart(desk.session)
    last = brief(math.degrees(float(found.turnings[thrown.drawn].apart[-1])), 2)
    now = "–" if angle is None else brief(math.degrees(angle), 2)
    words = tr("between the ghost by the rates and the body: {now}° now, {last}° at last", now=now, last=last)
    small(words, theme, INK)


def _save(desk: PanelContext, thrown: ThrownState, found: FoundBody) -> None:
    """Build the button that keeps a flight: a scene with its measured motion beside it."""
    if desk.saved_in is None or not found.fit.body.followed:
        return
    if button(tr("Save the scene and its motion")):
        try:
            file = save_found(desk.saved_in(), thrown, found, min(thrown.flight, len(found.turnings) - 1))
        except RecordingError as error:
            desk.warn(error)
            return
        desk.say(tr("{name} saved, with its table", name=file.name), file=file)
        desk.look_for_saved()
    tip(tr("the ideal body with the ghost beside it, for Scenes (F3) and for the command line"), desk.theme)


def _residuals(found: FoundBody, place: int, theme: Theme) -> None:
    """Build the plot of the residuals of the three rates over time, with two standard deviations of the noise."""
    body, em = found.fit.body, theme.em
    flight, values = body.flights[place], residuals(body, place)
    small(tr("Measured less computed [rad/s]; band: ± 2 σ, σ = {noise}", noise=brief(body.noise, 2)), theme)
    corner, room = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    area = Area(corner.x + GUTTER * em, corner.y + 0.4 * em, corner.x + room - 1.4 * em, corner.y + HEIGHT * em)
    most = max(float(np.nanmax(np.abs(values), initial=0.0)), 2.5 * body.noise, 1e-9)
    x, y = AxisScale(float(flight.t[0]), float(flight.t[-1])), AxisScale(-rounded_up(most), rounded_up(most))
    draw_ground(area, theme)
    high, low = (float(area.y(y, np.array([side * 2.0 * body.noise]))[0]) for side in (1.0, -1.0))
    imgui.get_window_draw_list().add_rect_filled(
        imgui.ImVec2(area.left, high), imgui.ImVec2(area.right, low), packed(faded(DIM, 0.2))
    )
    draw_x_axis(area, x, theme, True)
    draw_y_axis(area, y, theme)
    shapes = tuple(MARKERS)
    points = [
        ScreenCurve(area.x(x, flight.t), area.y(y, column), LINE_COLORS[k], 0.0, shapes[k])
        for k, column in enumerate(values.T)
    ]
    draw_curves("thrown residuals", area, points, theme)
    ink, size = imgui.get_window_draw_list(), SMALL_SIZE * theme.scale
    ink.add_text(theme.regular, size, imgui.ImVec2(area.left, area.bottom + 1.4 * em), packed(DIM), "t [s]")
    for k, name in enumerate(("ω₁", "ω₂", "ω₃")):
        at = area.left + (4.0 + 3.0 * k) * em
        middle = np.array([at]), np.array([area.bottom + 1.9 * em])
        box = Area(at - 0.6 * em, area.bottom + 1.4 * em, at + 0.6 * em, area.bottom + 2.4 * em)
        draw_curves(f"legend {k}", box, [ScreenCurve(*middle, LINE_COLORS[k], 0.0, shapes[k], False, 3.5)], theme)
        ink.add_text(
            theme.regular, size, imgui.ImVec2(at + 0.6 * em, area.bottom + 1.4 * em), packed(LINE_COLORS[k]), name
        )
    imgui.set_cursor_screen_pos(corner)
    imgui.dummy(imgui.ImVec2(room, (HEIGHT + BELOW) * em))
    BOXES.control("thrown residuals")
