"""Comparison in the panels: choice of the compared runs, and their drifts of invariants."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from imgui_bundle import imgui

import physics
from game.experiments.duel import MAX_GHOSTS, Ghost, RunVariant, difference, method_words, step_bounds
from game.model.colors import GHOST_COLORS
from game.model.input import Action
from game.model.key_bindings import shown_keys
from game.model.words import SUPERSCRIPTS, decimal, later, tr
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import button, draw_lines, fitted, font, right_aligned, segmented, small, text, tip
from game.ui.widgets.fields import LABEL_WIDTH, choice, drop_down, labelled, option_row, parameter_row
from game.ui.widgets.number_text import MINUS
from game.ui.widgets.palette import legible
from game.ui.widgets.symbols import draw_math
from game.ui.widgets.theme import DIM, INK, SMALL_SIZE, VERMILLION, Color, Theme, drift_color, packed
from physics import Choice, Parameter, Simulation, System
from physics.core.fields import Invariant
from physics.simulation.outcome import InvariantValue

SYMBOL_WIDTH = 4.6
"""Width of the column of invariants [em]."""


def shade_of(place: int) -> Color:
    """Return the colour of a compared run on panels."""
    return legible(GHOST_COLORS[place])


def build_choice(desk: PanelContext) -> None:
    """Build the rows of the compared runs, integrator, step size and settings, and the start button."""
    session, theme = desk.session, desk.theme
    contenders = session.contenders
    change = desk.changes("contenders")
    for place, contender in enumerate(contenders):
        imgui.push_id(place)
        if len(contenders) > 1 and _remove(place, theme):
            change((*contenders[:place], *contenders[place + 1 :]))
        else:
            _contender(desk, place, contender)
        imgui.pop_id()
    if len(contenders) < MAX_GHOSTS:
        if imgui.button(tr("Add a run")):
            change((*contenders, contenders[-1]))
        tip(tr("one more compared run, with another integrator or step size"), theme)
        imgui.same_line()
    if session.duel is not None:
        if button(tr("End comparison"), width=-1.0):
            desk.ask(Action.GHOSTS)
        return
    if button(tr("Compare three methods"), width=-1.0):
        desk.ask(Action.COMPARE_METHODS)
    tip(tr("the run begins again beside two ghosts with other methods, with plots"), theme)
    about = _beginning(desk)
    if button(tr("Compare"), True, -1.0):
        desk.ask(Action.GHOSTS)
    tip(f"{about} ({shown_keys(Action.GHOSTS)})", theme)


def _beginning(desk: PanelContext) -> str:
    """Build the choice of where a comparison begins, and return what that means; a stopped run leaves no choice."""
    session, theme = desk.session, desk.theme
    contest, stopped = session.run.contest, session.simulation.divergence is not None
    begins = "start" if contest.from_start or stopped else "now"
    labelled("", later("begins"), theme)
    imgui.begin_disabled(stopped)
    chosen = segmented("beginning", [("now", tr("from now")), ("start", tr("from the start"))], begins, theme)
    imgui.end_disabled()
    if chosen is not None:
        contest.from_start = chosen == "start"
    if stopped:
        about = tr("the run has stopped: it and all compared runs begin again from the start")
        small(about, theme)
        return about
    if contest.from_start:
        return tr("the run begins again, all runs start from its initial state")
    return tr("all runs start from the present state")


def _remove(place: int, theme: Theme) -> bool:
    """Build the button that removes a compared run; return whether it was clicked."""
    corner = imgui.get_cursor_pos()
    imgui.set_cursor_pos_x(corner.x + LABEL_WIDTH * theme.em - 2.3 * theme.em)
    removed = imgui.button("\u00d7", imgui.ImVec2(1.7 * theme.em, 0.0))
    tip(tr("remove this run"), theme)
    imgui.set_cursor_pos(corner)
    return removed


def _contender(desk: PanelContext, place: int, contender: RunVariant) -> None:
    session, theme = desk.session, desk.theme
    methods, simulation = physics.integrators(), session.simulation
    kind = physics.system_class(contender.formulation or simulation.system.name)

    def put(changed: RunVariant) -> None:
        desk.changes("contenders")((*session.contenders[:place], changed, *session.contenders[place + 1 :]))

    corner = imgui.get_cursor_pos()
    imgui.align_text_to_frame_padding()
    dot(shade_of(place), theme, down=imgui.get_style().frame_padding.y)
    words, taken = tr("comparison {number}", number=place + 1), 2.5 * theme.em if len(session.contenders) > 1 else 0.0
    left, height = imgui.get_cursor_screen_pos().x, imgui.get_frame_height()
    room = LABEL_WIDTH * theme.em - (imgui.get_cursor_pos().x - corner.x) - taken
    middle = imgui.get_window_pos().y + corner.y - imgui.get_scroll_y() + height / 2
    draw_lines(imgui.get_window_draw_list(), words, left, middle, room, DIM, theme)
    imgui.set_cursor_pos(imgui.ImVec2(corner.x + LABEL_WIDTH * theme.em, corner.y))
    imgui.set_next_item_width(-1.0)
    choice(
        "##method",
        [(name, tr(method.title), tr(method.about)) for name, method in methods.items()],
        contender.integrator,
        lambda name: put(replace(contender, integrator=name, settings={})),
        theme,
        tr(methods[contender.integrator].about),
        {name: method.reason_against(kind) for name, method in methods.items()},
    )
    _differences(contender, simulation.system, put, theme)
    low, high = step_bounds(simulation)
    step = Parameter(
        name=later("step"), symbol="\u0394t", meaning=later("step size of this run"), default=simulation.dt, unit="s",
        low=low, high=high, log=True,
    )  # fmt: skip
    parameter_row(step, contender.dt, desk.checked(step, lambda dt: put(replace(contender, dt=dt))), theme)
    for setting in methods[contender.integrator].settings:
        value = contender.settings.get(setting.name, setting.default)
        parameter_row(setting, value, desk.checked(setting, _setter(contender, setting.name, put)), theme)


def _differences(contender: RunVariant, system: System, put: Callable[[RunVariant], None], theme: Theme) -> None:
    """Build the list of the differences of a compared run: formulation, variants, force laws."""
    titles = {name: physics.system_class(name).title for name in physics.formulations(system)}
    others = [(f"formulation={name}", name) for name in titles]
    choices = [field for field in system.applicable().values() if isinstance(field, Choice)]
    others += [(f"{field.name}={option}", option) for field in choices for option in field.options]
    if not others:
        return
    mine = {"formulation": contender.formulation or system.name, **system.parameters, **contender.parameters}
    its = {"formulation": system.name, **system.parameters}
    words = ", ".join(tr(titles.get(str(each), str(each))) for name, each in mine.items() if each != its.get(name))
    labelled("", tr("equations"), theme)
    with drop_down(
        "##differences", words or tr("as the run"), theme, tr("formulation, variants and force laws of this run")
    ) as opened:
        heading = ""
        for key, option in others if opened else ():
            name = key.partition("=")[0]
            if name != heading:
                heading = name
                small(tr(name.replace("_", " ")), theme)
            if option_row(f"{tr(titles.get(option, option))}##{key}", mine[name] == option, theme):
                put(_otherwise(contender, name, option, its))


def _otherwise(contender: RunVariant, name: str, option: str, its: Mapping[str, Any]) -> RunVariant:
    """Return a variant with another option; options equal to those of the run are removed."""
    if name == "formulation":
        return replace(contender, formulation="" if option == its[name] else option)
    own = {key: value for key, value in contender.parameters.items() if key != name}
    return replace(contender, parameters=own if option == its[name] else {**own, name: option})


def _setter(contender: RunVariant, name: str, put: Callable[[RunVariant], None]) -> Callable[[Any], None]:
    """Return a function that changes a setting of a variant."""
    return lambda value: put(replace(contender, settings={**contender.settings, name: value}))


def build_readings(desk: PanelContext) -> None:
    """Build a line for each run and a table of their drifts of invariants."""
    session, theme = desk.session, desk.theme
    if session.duel is None:
        return
    run, ghosts = session.simulation, session.duel.ghosts
    _side(tr("the run"), run, ", ".join(method_words(run)), INK, theme)
    for ghost in ghosts:
        name = tr("comparison {number}", number=ghost.place + 1)
        _side(
            name, ghost.simulation, difference(ghost, run) or ", ".join(method_words(run)), shade_of(ghost.place), theme
        )
    imgui.dummy(imgui.ImVec2(0.0, 0.2 * theme.em))
    _drifts(desk, ghosts)


def _side(name: str, simulation: Simulation, words: str, shade: Color, theme: Theme) -> None:
    """Build the line of a run: its integrator, or its differences from the main run."""
    imgui.begin_group()
    dot(shade, theme)
    stopped = "" if simulation.divergence is None else tr("stopped at {time:.2f} s", time=simulation.time)
    with font(theme.regular, SMALL_SIZE):
        room = imgui.get_content_region_avail().x - imgui.calc_text_size(stopped).x - 0.5 * theme.em
        text(fitted(words, room), INK)
        if stopped:
            imgui.same_line()
            right_aligned(stopped, imgui.get_content_region_avail().x, VERMILLION)
    imgui.end_group()
    method, step = method_words(simulation)
    about = tr(
        "{name}: {system}, {method}, {step}", name=name, system=tr(simulation.system.title), method=method, step=step
    )
    tip(tr(simulation.message) or (about if words in about else f"{about}\n{words}"), theme)


class _Columns(NamedTuple):
    """Left edge of the first column of the table and width of the columns [points]."""

    first: float
    step: float

    def roomy(self, theme: Theme) -> bool:
        """Return whether a number with its power of ten fits."""
        return self.step > 3.2 * theme.em


class _Cell(NamedTuple):
    """A short number, its colour and its tooltip."""

    words: str
    shade: Color
    explained: str


def _drifts(desk: PanelContext, ghosts: list[Ghost]) -> None:
    """Build the table: the drift of each run for each invariant, then the distances between the runs."""
    theme, run = desk.theme, desk.session.simulation
    sides = [(INK, run), *((shade_of(ghost.place), ghost.simulation) for ghost in ghosts)]
    left, width = imgui.get_cursor_pos_x(), imgui.get_content_region_avail().x
    symbols = min(SYMBOL_WIDTH * theme.em, 0.26 * width)
    columns = _Columns(left + symbols, (width - symbols) / len(sides))
    small(tr("drift"), theme)
    for i, (shade, _) in enumerate(sides):
        imgui.same_line()
        imgui.set_cursor_pos_x(columns.first + (i + 1) * columns.step - 0.8 * theme.em)
        dot(shade, theme, following=False)
    readings = [simulation.invariants() for _, simulation in sides]
    for invariant in run.system.invariants:
        _row(invariant.symbol, [_drift(invariant, reading, columns, theme) for reading in readings], columns, theme)
    _apart(desk, columns)


def _drift(invariant: Invariant, readings: Mapping[str, InvariantValue], columns: _Columns, theme: Theme) -> _Cell:
    """Return the cell with the drift of an invariant in one run."""
    if invariant.name not in readings:
        return _Cell(
            "\u2013", DIM, tr("{quantity}: not an invariant of these equations", quantity=tr(invariant.meaning))
        )
    drift = readings[invariant.name].drift
    found = drift_color(drift)
    words = brief(drift, columns.roomy(theme))
    return _Cell(
        words,
        found.color,
        tr("{quantity}: {drift:+.3e} ({state})", quantity=tr(invariant.meaning), drift=drift, state=tr(found.word)),
    )


def _apart(desk: PanelContext, columns: _Columns) -> None:
    """Build the row of distances of the compared runs from the main run."""
    assert desk.session.duel is not None
    gaps = desk.session.duel.apart()
    if all(gap is None for gap in gaps):
        return
    meaning = tr("largest distance between the traced points")
    cells = [_Cell("\u2013", DIM, meaning)]
    for gap in gaps:
        if gap is None:
            cells.append(_Cell("\u2013", INK, meaning))
        else:
            about = tr("{quantity}: {distance:.3e} m", quantity=meaning, distance=gap)
            cells.append(_Cell(brief(gap, columns.roomy(desk.theme)), INK, about))
    _row("\u0394r", cells, columns, desk.theme)


def _row(symbol: str, cells: Sequence[_Cell], columns: _Columns, theme: Theme) -> None:
    """Build a row of the table: a symbol and a number for each run."""
    corner = imgui.get_cursor_screen_pos()
    ink = imgui.get_window_draw_list()
    draw_math(ink, (corner.x, corner.y), symbol, packed(INK), theme.math, SMALL_SIZE * theme.scale)
    with font(theme.regular, SMALL_SIZE):
        for i, cell in enumerate(cells):
            imgui.set_cursor_pos_x(columns.first + i * columns.step)
            imgui.begin_group()
            right_aligned(cell.words, columns.step, cell.shade)
            imgui.end_group()
            tip(cell.explained, theme)
            if i + 1 < len(cells):
                imgui.same_line()


def brief(drift: float, room: bool) -> str:
    """Return a drift as short text: 3×10⁻¹², or without room only its power of ten."""
    if drift == 0.0:
        return "0"
    if not math.isfinite(drift):
        return "\u221e"
    if 0.0095 <= abs(drift) < 10:
        return decimal(f"{drift:.2f}".replace("-", MINUS))
    mantissa, exponent = f"{drift:.0e}".split("e")
    power = "10" + str(int(exponent)).translate(SUPERSCRIPTS)
    return f"{mantissa.replace('-', MINUS)}\u00d7{power}" if room else power


def dot(shade: Color, theme: Theme, following: bool = True, down: float = 0.0) -> None:
    """Build a filled circle as high as a line of text; down: offset below the top of the line [points]."""
    corner, em = imgui.get_cursor_screen_pos(), theme.em
    middle = imgui.ImVec2(corner.x + 0.35 * em, corner.y + down + 0.5 * em)
    imgui.get_window_draw_list().add_circle_filled(middle, 0.3 * em, packed(shade))
    imgui.dummy(imgui.ImVec2(0.8 * em, 0.0))
    if following:
        imgui.same_line()
