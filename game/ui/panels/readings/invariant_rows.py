"""The invariants in the readings: value over the curve of the drift, state over the drift."""

from __future__ import annotations

from imgui_bundle import imgui

from game.model.words import tr
from game.session.past.drifts import MOST_NEW, DriftCurves
from game.ui.label_placement import Box
from game.ui.panels.context import PanelContext
from game.ui.panels.readings.value_rows import ShownValue, ValueRows, link, offer_units
from game.ui.widgets.basic import font
from game.ui.widgets.drift_state import (
    Runs,
    curve_points,
    draw_drift_curve,
    draw_state,
    drift_height,
    states_explained,
)
from game.ui.widgets.number_text import drift_text
from game.ui.widgets.symbols import draw_math, math_size
from game.ui.widgets.theme import DIM, INK, SMALL_SIZE, DriftBand, drift_color, packed
from physics.core.fields import Invariant
from physics.simulation.outcome import InvariantValue

PERIOD = 0.1
"""Wall time [s] between updates of the numbers and curves while the run goes on."""
ROW = 2.5
"""Height of a row [em]."""
SYMBOL_WIDTH, STATE_WIDTH, CURVE_WIDTH, CURVE_HEIGHT = 4.0, 4.6, 5.45, 0.8
"""Widths of the columns of symbols and of states, and size of the curve of a drift [em]."""


class InvariantRows:
    """The rows of the invariants, with the curves of their drifts."""

    def __init__(self) -> None:
        self._curves = DriftCurves()
        self._due = 0.0
        self._points: dict[str, tuple[tuple[int, Box], Runs, float]] = {}
        self._readings: dict[str, InvariantValue] = {}

    def build(self, desk: PanelContext, values: ValueRows) -> None:
        """Build the rows of all invariants."""
        session = desk.session
        simulation = session.simulation
        now = imgui.get_time()
        if simulation.paused or now >= self._due:
            self._due = now + PERIOD
            self._readings = simulation.invariants()
            most = MOST_NEW if simulation.paused else 1
            self._curves.update(session.past.history, session.past.now(simulation), self._readings, most)
        for invariant in simulation.system.invariants:
            self._row(desk, values, invariant, self._readings[invariant.name])

    def _row(self, desk: PanelContext, values: ValueRows, invariant: Invariant, found: InvariantValue) -> None:
        theme, em = desk.theme, desk.theme.em
        corner, room = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        reading = ShownValue(invariant, found.value, found.rounding)
        words, steady, unit = values.shown(desk, reading)
        left = corner.x + max(SYMBOL_WIDTH * em, math_size(reading.symbol, theme.math, em) + 0.6 * em)
        number = imgui.calc_text_size(words).x
        after = left + number + 0.3 * em
        offer_units(desk, invariant, (after, corner.y, after, corner.y + 1.5 * em))
        imgui.set_cursor_screen_pos(corner)
        imgui.dummy(imgui.ImVec2(room, ROW * em - imgui.get_style().item_spacing.y))
        if not imgui.is_item_visible():
            return
        curve = left, corner.y + 1.4 * em, left + CURVE_WIDTH * em, corner.y + (1.4 + CURVE_HEIGHT) * em
        state = corner.x + room - STATE_WIDTH * em, corner.y, corner.x + room, corner.y + ROW * em
        about = _about(desk, invariant, (curve, state)) if imgui.is_item_hovered() else ""
        link(desk, reading, (corner.x, corner.y, corner.x + room, corner.y + ROW * em - 0.15 * em), about)
        ink, top = imgui.get_window_draw_list(), corner.y + 0.25 * em
        draw_math(ink, (corner.x, top), reading.symbol, packed(INK), theme.math, em)
        ink.add_text(imgui.ImVec2(round(left), round(top)), packed(INK), words[:steady])
        if steady < len(words):
            middle = left + imgui.calc_text_size(words[:steady]).x
            ink.add_text(imgui.ImVec2(round(middle), round(top)), packed(DIM), words[steady:])
        band, right, dim = drift_color(found.drift), corner.x + room, packed(DIM)
        draw_state(ink, band, right, top + 0.02 * em, theme)
        with font(theme.regular, SMALL_SIZE):
            ink.add_text(imgui.ImVec2(round(after), round(top + 0.12 * em)), dim, unit)
            said = drift_text(found.drift)
            at = imgui.ImVec2(round(right - imgui.calc_text_size(said).x), round(top + 1.12 * em))
            ink.add_text(at, dim, said)
        box = curve[0], curve[1], min(curve[2], state[0]), curve[3]
        self._curve(desk, ink, invariant.name, found.drift, band, box)

    def _curve(
        self, desk: PanelContext, ink: imgui.ImDrawList, name: str, drift: float, band: DriftBand, box: Box
    ) -> None:
        """Draw the curve of a drift over the run that is kept, with a dot at the present."""
        em = desk.theme.em
        known = self._curves.version, box
        if name not in self._points or self._points[name][0] != known:
            times, drifts = self._curves.curve(name)
            last = float(times[-1]) if len(times) else 0.0
            self._points[name] = known, curve_points(times, drifts, box), last
        _, runs, last = self._points[name]
        draw_drift_curve(ink, runs, band, box, em)
        share = min(desk.session.simulation.time / last, 1.0) if last > 0.0 else 0.0
        place = imgui.ImVec2(box[0] + share * (box[2] - box[0]), box[3] - drift_height(drift) * (box[3] - box[1]))
        ink.add_circle_filled(place, 0.13 * em, packed(band.color), 10)


def _about(desk: PanelContext, invariant: Invariant, parts: tuple[Box, Box]) -> str:
    """Return what is said about an invariant: a warning, and over one of the parts what states and curve mean."""
    simulation = desk.session.simulation
    warning = simulation.warning if invariant.name == "energy" else ""
    explained = states_explained() if any(map(_over, parts)) else ""
    return "\n".join(filter(None, (tr(warning) if warning else "", explained)))


def _over(box: Box) -> bool:
    """Return whether the pointer is over a box [points]."""
    return imgui.is_mouse_hovering_rect(imgui.ImVec2(*box[:2]), imgui.ImVec2(*box[2:]))
