"""The panel of the integrator: step size, settings, the step on trial, and a table of all methods."""

from __future__ import annotations

import re

from imgui_bundle import imgui

import physics
from game.model.words import later, tr
from game.ui.panels.context import PanelContext
from game.ui.panels.step_trial import build_trial
from game.ui.widgets.basic import ITEM_SPACING, draw_lines, font, pressed_area, tip, tip_wanted
from game.ui.widgets.fields import parameter_row
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.theme import ACCENT, DIM, INK, SMALL_SIZE, TEAL, Theme, Tone, packed
from physics.core.fields import Parameter
from physics.core.integrator import Integrator
from physics.simulation.simulation import MAX_DT, MIN_DT

STEP = Parameter(
    name=later("step"), symbol="Δt", meaning=later("step size of the integrator"),
    default=1e-3, unit="s", low=MIN_DT, high=MAX_DT, log=True,
)  # fmt: skip
ROW = 2.0
"""Height of a row [em]."""
COLUMNS = (0.0, 0.375, 0.47, 0.585, 0.815)
"""Left edges of name, order, cost, symplectic and reversible, as parts of the width."""
HEADS = (later("Method"), later("Order"), later("Cost"), later("Symplectic"), later("Reverses"))
KINDS = {"explicit": later("explicit"), "implicit": later("implicit"), "adaptive": later("adaptive")}


def build_method(desk: PanelContext) -> None:
    """Build the widgets of one frame."""
    simulation, theme = desk.session.simulation, desk.theme
    parameter_row(STEP, simulation.dt, desk.changes("dt"), theme)
    for setting in simulation.integrator.settings:
        value = simulation.settings[setting.name]
        parameter_row(setting, value, desk.changes("setting", setting.name), theme)
    build_trial(desk)
    width = imgui.get_content_region_avail().x
    _headings(width, theme)
    imgui.push_style_var(ITEM_SPACING, imgui.ImVec2(0.0, 0.0))
    use, corner = desk.changes("integrator"), imgui.get_cursor_screen_pos()
    lefts = [corner.x + part * width for part in COLUMNS]
    for name, method in physics.integrators().items():
        against = method.reason_against(simulation.system)
        if _row(method, name == simulation.integrator.name, against, width, lefts, theme):
            use(name)
    imgui.pop_style_var()


def _headings(width: float, theme: Theme) -> None:
    """Build the heads of the columns."""
    em, corner, ink = theme.em, imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    imgui.dummy(imgui.ImVec2(width, 1.5 * em))
    with font(theme.regular, SMALL_SIZE):
        for part, words in zip(COLUMNS, HEADS, strict=True):
            left = corner.x + part * width + (0.5 * em if part == 0.0 else 0.0)
            ink.add_text(imgui.ImVec2(round(left), corner.y + 0.4 * em), packed(DIM), tr(words))


def _row(method: Integrator, chosen: bool, against: str, width: float, lefts: list[float], theme: Theme) -> bool:
    """Build a method; return whether it was chosen. against: why it does not apply. lefts: edges of the columns."""
    em, corner, ink = theme.em, imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    clicked = pressed_area(method.name, imgui.ImVec2(width, ROW * em)) and not against and not chosen
    BOXES.control(method.name)
    if not imgui.is_item_visible():
        return False
    hovered = imgui.is_item_hovered()
    if tip_wanted():
        tip(tr(against) if against else _about(method), theme)
    if chosen or (hovered and not against):
        high = imgui.ImVec2(corner.x + width, corner.y + ROW * em)
        ink.add_rect_filled(corner, high, packed(Tone.TINT if chosen else Tone.FIELD), 0.4 * em)
        if chosen:
            ink.add_rect(corner, high, packed(ACCENT), 0.4 * em)
    middle = corner.y + ROW / 2 * em
    with font(theme.medium if chosen else theme.regular):
        name, room = tr(method.title), lefts[1] - lefts[0] - 0.8 * em
        draw_lines(ink, name, lefts[0] + 0.5 * em, middle, room, DIM if against else INK, theme)
    with font(theme.regular, SMALL_SIZE):
        if against:
            draw_lines(ink, _need(against), lefts[1], middle, width - lefts[1] + lefts[0], DIM, theme)
            return False
        y, plain = round(middle - 0.44 * em), packed(INK)
        ink.add_text(imgui.ImVec2(round(lefts[1]), y), plain, method.order_text)
        ink.add_text(imgui.ImVec2(round(lefts[2]), y), plain, _cost(method))
        shade = packed(TEAL if method.symplectic == "always" else DIM)
        ink.add_text(imgui.ImVec2(round(lefts[3]), y), shade, _symplectic(method))
        shade, words = (packed(TEAL), tr("yes")) if method.reversible else (packed(DIM), tr("no"))
        ink.add_text(imgui.ImVec2(round(lefts[4]), y), shade, words)
    return clicked


def _about(method: Integrator) -> str:
    """Return what a method is, for its tooltip."""
    kind, cost, keeps = tr(KINDS[method.kind]), tr(method.cost()), tr(method.keeps())
    line = tr("{method}: {kind}, {cost}; {keeps}.", method=tr(method.title), kind=kind, cost=cost, keeps=keeps)
    return f"{line}\n{tr(method.about)}"


def _need(against: str) -> str:
    """Return what a method needs that the system lacks, without the name of the method, which comes first."""
    return re.split(", which |;", tr(against).partition(" ")[2])[0].strip()


def _cost(method: Integrator) -> str:
    """Return the evaluations of a step; with a plus where the method takes steps of its own."""
    if not method.evaluations:
        return tr("loop")
    return f"{method.evaluations}{' +' if method.kind == 'adaptive' else ''}"


def _symplectic(method: Integrator) -> str:
    """Return where a method is symplectic, in one word."""
    if not method.symplectic or method.symplectic == "always":
        return tr("yes") if method.symplectic else tr("no")
    return tr("in (q, p)") if "canonical" in method.symplectic else tr("partly")
