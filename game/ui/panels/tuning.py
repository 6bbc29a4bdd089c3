"""The optimisation of a machine: the search for the one that throws best."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from imgui_bundle import imgui, implot

from game.experiments.parameter_range import ParameterRange, default_range, format_parameter, numeric_parameters
from game.experiments.tuning import Optimisation
from game.experiments.tuning_state import BEFORE_COLOR, SEARCH_COLOR
from game.model.messages import CameraRequest
from game.model.shown.shown_units import ShownUnits
from game.model.words import decimal, later, list_separator, tr
from game.session.actions import cock_machine
from game.ui.panels.context import PanelContext
from game.ui.panels.plots.plot_style import pop_style, push_style
from game.ui.panels.report import shown as counted
from game.ui.widgets.basic import button, fitted, font, small, text, tip
from game.ui.widgets.fields import choice, labelled
from game.ui.widgets.palette import legible
from game.ui.widgets.range_rows import CLAMPED, LABEL, brief, span_rows
from game.ui.widgets.theme import SMALL_SIZE, TEAL, TITLE_SIZE, Theme, vector
from physics import BadInput, System
from physics.core.report import ReportEntry
from physics.studies import launches
from physics.studies.launches import Limit
from physics.trebuchet.trebuchet import Trebuchet

SIDE = 15.5
"""Width of the column of controls [em]."""
WIDE = 34.0
"""Width of the panel from which the controls stand beside the results [em]."""
FLAGS = (
    implot.Flags_.no_legend.value
    | implot.Flags_.no_title.value
    | implot.Flags_.no_menus.value
    | implot.Flags_.no_frame.value
    | implot.Flags_.no_mouse_text.value
    | implot.Flags_.no_box_select.value
)
FIRST = ("release_angle", "sling")
"""Parameters varied at first, if they apply."""
MAX_SPANS = 4
LIMIT_COLUMN = 7.6
"""Left edge of the numbers of limits [em]."""
COMPILING = later("compiling\u2026")
FIRST_LIMIT = 1.2
"""First value of a limit, relative to the value of the present machine."""


class TuningPanel:
    """The page of the search, beside that of the map."""

    def __init__(self) -> None:
        self._kind: type[System] | None = None
        self._over: list[ParameterRange] = []
        self._goals: tuple[ReportEntry, ...] = ()
        self._limitable: tuple[ReportEntry, ...] = ()
        self._goal = ""
        self._limits: dict[str, float] = {}

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame."""
        theme, system = desk.theme, desk.session.simulation.system
        try:
            machine = launches.throwing_machine(system)
        except BadInput as error:
            small(tr(str(error)), theme)
            return
        self._fit(machine)
        if imgui.get_content_region_avail().x < WIDE * theme.em:
            self._what_to_search(desk)
            self._best(desk)
            return
        begun = desk.session.run.beside.tuning.search is not None
        height = imgui.ChildFlags_.none if begun else imgui.ChildFlags_.auto_resize_y
        if imgui.begin_child("##choices", imgui.ImVec2(SIDE * theme.em, 0.0), height):
            self._what_to_search(desk)
        imgui.end_child()
        imgui.same_line(0.0, 1.0 * theme.em)
        if imgui.begin_child("##found", child_flags=height):
            self._best(desk)
        imgui.end_child()

    def _fit(self, system: Trebuchet) -> None:
        """Reset the choices for another type of system; replace parameters that no longer apply."""
        numbers = numeric_parameters(system)
        if self._kind is not type(system):
            self._kind, self._over, self._limits = type(system), [], {}
            self._goals, self._limitable = launches.goals(system), launches.limitable(system)
            self._goal = self._goals[0].name
            launches.prepared(system)
        self._over[:] = [each for each in self._over if each.name in numbers]
        while len(self._over) < (1 if self._over else 2):
            self._over.append(self._another(system, self._over))

    def _another(self, system: System, spans: Sequence[ParameterRange]) -> ParameterRange:
        """Return one more parameter to vary."""
        numbers, taken = numeric_parameters(system), {each.name for each in spans}
        return default_range(system, next(name for name in (*FIRST, *numbers) if name in numbers and name not in taken))

    def _what_to_search(self, desk: PanelContext) -> None:
        theme, system = desk.theme, desk.session.simulation.system
        machine = launches.throwing_machine(system)
        for place in range(len(self._over)):
            if span_rows(tr("vary"), self._over, place, system, theme, desk.units, len(self._over) > 1):
                del self._over[place]
                break
        if len(self._over) < MAX_SPANS and imgui.button(tr("Add a parameter")):
            self._over.append(self._another(system, self._over))
        labelled("", tr("maximise"), theme, LABEL)
        wanted = [(each.name, tr(each.meaning), "") for each in self._goals]
        choice("##goal", wanted, self._goal, self._use_goal, theme, tr("quantity to maximise"))
        if self._limitable:
            small(tr("upper limits"), theme)
        for quantity in self._limitable:
            self._limit_row(quantity, machine, theme)

    def _use_goal(self, name: str) -> None:
        self._goal = name

    def _limit_row(self, quantity: ReportEntry, machine: Trebuchet, theme: Theme) -> None:
        """Build a check box that sets a limit, and its value."""
        imgui.push_id(quantity.name)
        limited = quantity.name in self._limits
        room = imgui.get_content_region_avail().x - imgui.get_frame_height() - imgui.get_style().item_inner_spacing.x
        imgui.begin_disabled(not launches.prepared(machine))
        changed, limited = imgui.checkbox(f"{fitted(tr(quantity.meaning), room)}##limit", limited)
        imgui.end_disabled()
        tip(tr("upper limit: {meaning}", meaning=tr(quantity.meaning)), theme)
        if changed and limited:
            fired = launches.LaunchResult(machine)
            self._limits[quantity.name] = float(f"{FIRST_LIMIT * fired.number(quantity.name):.2g}")
        elif changed:
            del self._limits[quantity.name]
        if limited and quantity.name in self._limits:
            most = self._limits[quantity.name]
            factor, unit = (1e-3, "kN") if quantity.unit == "N" else (1.0, quantity.unit)
            imgui.set_cursor_pos_x(LIMIT_COLUMN * theme.em)
            imgui.set_next_item_width(-1.0)
            moved, new = imgui.drag_float(
                "##most", most * factor, 0.005 * most * factor, 1e-6, 1e9, f"\u2264 %.4g {unit}", CLAMPED
            )
            if moved:
                self._limits[quantity.name] = float(f"{new:.4g}") / factor
        imgui.pop_id()

    def _begin(self, desk: PanelContext, search: Optimisation | None) -> None:
        """Build the button that starts the search, or its progress."""
        tuning, system = desk.session.run.beside.tuning, desk.session.simulation.system
        if search is not None and not search.done:
            _running(
                search.cancel,
                -imgui.get_time(),
                tr("{count} shots", count=search.throws) if search.throws else tr(COMPILING),
            )
        elif _wide(tr("Search"), search is None):
            limits = [Limit(name, most) for name, most in self._limits.items()]
            desk.attempt(lambda: tuning.optimise(system, self._over, self._goal, limits))
            desk.ask(CameraRequest("trajectory"))  # in which both arcs are in the picture
        tip(
            tr("differential evolution, then a simplex from the best point; the scene shows the best shots"), desk.theme
        )

    def _best(self, desk: PanelContext) -> None:
        search, theme, system = desk.session.run.beside.tuning.search, desk.theme, desk.session.simulation.system
        self._begin(desk, search)
        if search is None:
            small(
                tr(
                    "Searches for the best machine between the bounds and within the limits at the left. The best "
                    "shots are drawn in the scene during the search."
                ),
                theme,
            )
            return
        best = search.best
        if best is None:
            small(tr(search.reason) or tr("searching\u2026"), theme)
            return
        value, unit = counted(replace(search.wanted, value=best.value), desk.units)
        if search.before is not None and math.isfinite(search.before.value):
            was, its = counted(replace(search.wanted, value=search.before.value), desk.units)
            words = decimal(f"{was:.6g} {tr(its) if its else its}".rstrip())
            text(tr("before: {value}", value=words), legible(BEFORE_COLOR, 4.5))
        with font(theme.medium, TITLE_SIZE):
            text(decimal(f"{value:.6g} {tr(unit) if unit else unit}".rstrip()), legible(SEARCH_COLOR, 4.5))
        found = {"meaning": tr(search.wanted.meaning), "values": _given(system, best.parameters, desk.units)}
        if search.done:
            state = tr("best: {meaning}; {values}; {count} shots", count=search.throws, **found)
        else:
            state = tr("best so far: {meaning}; {values}; {count} shots", count=search.throws, **found)
        small(state, theme)
        if imgui.button(tr("Load the best")):
            desk.attempt(lambda: cock_machine(desk.session, best.parameters))
        tip(tr("apply these values and cock the machine"), theme)
        _progress(search, theme)


def _running(cancel: Callable[[], None], progress: float, words: str) -> None:
    if imgui.button(tr("Cancel")):
        cancel()
    imgui.same_line()
    imgui.progress_bar(progress, imgui.ImVec2(-1.0, 0.0), words)


def _wide(words: str, matters: bool) -> bool:
    return button(words, matters, -1.0)


def _given(system: System, values: Mapping[str, float], units: ShownUnits) -> str:
    return list_separator().join(format_parameter(system, name, value, units) for name, value in values.items())


def _progress(search: Optimisation, theme: Theme) -> None:
    """Plot the best value against the number of shots."""
    x = np.array([float(found.throws) for found in search.history] + [float(search.throws)])
    y = np.array([found.value for found in search.history] + [search.history[-1].value])
    push_style(theme)
    implot.push_style_var(implot.StyleVar_.fit_padding.value, imgui.ImVec2(0.0, 0.05))  # the best is not on the frame
    room = imgui.get_content_region_avail()
    with font(theme.regular, SMALL_SIZE):
        if room.y > 4.0 * theme.em and implot.begin_plot("##progress", room, FLAGS | implot.Flags_.no_inputs.value):
            fit = implot.AxisFlags_.auto_fit.value
            implot.setup_axes(tr("shots"), f"{tr(brief(search.wanted.name))} [{search.wanted.unit or '1'}]", fit, fit)
            spec = implot.Spec(line_color=vector(TEAL), line_weight=1.6 * theme.scale)
            implot.plot_stairs("##best", x, y, spec)
            implot.end_plot()
    implot.pop_style_var()
    pop_style()
