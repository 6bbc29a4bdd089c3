"""The step on trial in the panel of the integrator: what it shows beside what its method promises."""

from __future__ import annotations

import math
from enum import Enum
from typing import NamedTuple

from imgui_bundle import imgui

from game.model.words import decimal, later, tr
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import font, section, small, tip
from game.ui.widgets.icons import Icon, draw_icon
from game.ui.widgets.number_text import brief
from game.ui.widgets.symbols import wrapped
from game.ui.widgets.theme import DIM, INK, SMALL_SIZE, TEAL, VERMILLION, Color, Theme, packed
from physics.core.integrator import Integrator
from physics.studies.step_trial import LONGER, StepTrial

VALUE, MARK = 0.385, 0.575
"""Left edges of values and of what is expected, as parts of the width."""
LINE = 1.25
"""Height of a line [em]."""


class Mark(Enum):
    """Whether a measured value is as expected."""

    MET = "met"
    MISSED = "missed"
    OPEN = "open"


MARKS: dict[Mark, tuple[Icon, Color]] = {
    Mark.MET: (Icon.CHECK, TEAL),
    Mark.MISSED: (Icon.CLOSE, VERMILLION),
    Mark.OPEN: (Icon.HELP, DIM),
}

ORDER = later(
    "the order of the method, by the errors of a step of {step} s and of half of it beside a reference: ± {by}"
)
NO_ORDER = later(
    "no step that is short beside the fastest motion shows an error above rounding, "
    "or the method makes steps of its own"
)
RETURN = later("the largest difference from the state after a step forward and one backward; 0 for a reversible method")
TURNED = later("the largest difference from the state after a step, reversed velocities, and a step")
SYMPLECTIC = later(
    "the largest element of JᵀΩJ − Ω, without unit: J is the derivative of the step in positions and momenta (q, p), "
    "Ω = (0 1; −1 0). 0 for a symplectic step; differences show it to about {bound}."
)
POISSON = later(
    "the largest element of J B(x) Jᵀ − B(x′), without unit: J is the derivative of the step in x, angular momentum "
    "and vertical in body axes, B the matrix of their Lie–Poisson bracket. 0 where the step keeps the bracket; "
    "differences show it to about {bound}."
)
IN_MOMENTA = later("This method is symplectic where it steps (q, p); here it steps positions and velocities.")
LONG = later("a step ten times as long tells a method of high order from a symplectic one: below rounding both show 0")
NO_FORM = later("Symplectic or not is not measured: this system has no momenta in closed form.")


class TrialRow(NamedTuple):
    """A row: what was measured, its value, whether it is as expected, in words, and its tooltip."""

    label: str
    value: str
    mark: Mark | None
    words: str
    about: str


def build_trial(desk: PanelContext) -> None:
    """Build the section, and renew what it shows while it is open."""
    simulation, theme, trial = desk.session.simulation, desk.theme, desk.session.trial
    opened = section(tr("This step on trial"), theme)
    desk.watch_trial(opened)
    if not opened:
        return
    if trial.problem:
        small(tr(trial.problem), theme)
    elif trial.found is None:
        small(tr("measuring …"), theme)
    else:
        for measured in rows(trial.found, simulation.integrator):
            _row(measured, theme)
        if not trial.found.form:
            small(tr(NO_FORM), theme)
        title = tr(simulation.integrator.title)
        small(decimal(tr("{method}, measured at t = {time:.3f} s", method=title, time=trial.time)), theme)


def rows(found: StepTrial, method: Integrator) -> list[TrialRow]:
    """Return what a trial shows beside what is expected of a method."""
    return [_order(found, method), _back(found, method), *(_form(found, method) if found.form else [])]


def _order(found: StepTrial, method: Integrator) -> TrialRow:
    label = tr("Measured order")
    if math.isnan(found.order):
        words = tr("steps of its own") if found.adaptive else tr("rounding: cannot tell")
        return TrialRow(label, "–", Mark.OPEN, words, tr(NO_ORDER))
    about = tr(ORDER, step=brief(found.order_step, 3), by=brief(found.order_error, 1))
    value, shows = decimal(f"{found.order:.2f}"), found.shows_order(method.order)
    if shows is None:
        words = tr("expected {value}: cannot tell", value=method.order_text)
        return TrialRow(label, value, Mark.OPEN, words, about)
    return TrialRow(label, value, *_judged(shows, method.order_text), about)


def _back(found: StepTrial, method: Integrator) -> TrialRow:
    label, value = tr("Way back"), _size(found.returned)
    about = tr(TURNED if found.adaptive else RETURN)
    if found.adaptive:
        return TrialRow(label, value, Mark.OPEN, tr("within its tolerance"), about)
    verdict = found.leads_back
    if method.reversible and found.comes_back and verdict == "undecided":
        verdict = "yes"  # the loop of an implicit method leaves more in the longer step
    return TrialRow(label, value, *_compared(verdict, "yes" if method.reversible else "no"), about)


def _form(found: StepTrial, method: Integrator) -> list[TrialRow]:
    """Return the rows of the form, at the step and at ten times it."""
    name = "JᵀΩJ − Ω" if found.form == "canonical" else "JBJᵀ − B"
    about = tr(SYMPLECTIC if found.form == "canonical" else POISSON, bound=brief(max(found.bound, 1e-11), 1))
    if "canonical" in method.symplectic:
        about = f"{about}\n{tr(IN_MOMENTA)}"
    if found.adaptive:
        judged = Mark.OPEN, tr("within its tolerance")
    else:
        judged = _compared(found.verdict, "yes" if method.symplectic == "always" else "no")
    slope = "" if math.isnan(found.slope) else decimal(tr("grows with power {slope:.1f} of Δt", slope=found.slope))
    return [
        TrialRow(f"|{name}|", _size(found.defect), *judged, about),
        TrialRow(tr("at {count:g} Δt", count=LONGER), _size(found.longer), None, slope, tr(LONG)),
    ]


def _compared(verdict: str, expected: str) -> tuple[Mark, str]:
    """Return whether something that is 0 for "yes" is as expected: rounding hides what is small but not 0."""
    if expected == "yes":
        return (Mark.OPEN, tr("0 expected: cannot tell")) if verdict == "undecided" else _judged(verdict == "yes", "0")
    return _judged(True, "> 0") if verdict == "no" else (Mark.OPEN, tr("rounding: cannot tell"))


def _judged(met: bool, value: str) -> tuple[Mark, str]:
    if met:
        return Mark.MET, tr("expected {value}", value=value)
    return Mark.MISSED, tr("expected {value}: not met", value=value)


def _size(value: float) -> str:
    return "–" if math.isnan(value) else brief(value, 2)


def _row(measured: TrialRow, theme: Theme) -> None:
    """Build a row; what is expected takes as many lines as it needs."""
    em, width = theme.em, imgui.get_content_region_avail().x
    corner, ink, size = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list(), SMALL_SIZE * theme.scale
    left = corner.x + MARK * width + (1.3 * em if measured.mark else 0.0)
    lines = wrapped(measured.words, corner.x + width - left, theme.regular, size) if measured.words else [""]
    labels = wrapped(measured.label, (VALUE - 0.02) * width, theme.regular, size)
    imgui.dummy(imgui.ImVec2(width, (max(len(lines), len(labels)) - 1 + LINE) * 1.15 * size))
    tip(measured.about, theme)
    with font(theme.regular, SMALL_SIZE):
        for place, line in enumerate(labels):
            ink.add_text(imgui.ImVec2(round(corner.x), round(corner.y + 1.15 * size * place)), packed(DIM), line)
    with font(theme.medium, SMALL_SIZE):
        ink.add_text(imgui.ImVec2(round(corner.x + VALUE * width), round(corner.y)), packed(INK), measured.value)
    icon, shade = MARKS[measured.mark or Mark.OPEN]
    if measured.mark:
        draw_icon(ink, icon, left - 0.7 * em, corner.y + 0.6 * size, em, packed(shade))
    with font(theme.regular, SMALL_SIZE):
        for place, line in enumerate(lines):
            ink.add_text(imgui.ImVec2(round(left), round(corner.y + 1.15 * size * place)), packed(shade), line)
