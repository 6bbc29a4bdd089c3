"""The panel of maps: an outcome over two parameters or initial values of the present system."""

from __future__ import annotations

from dataclasses import dataclass, replace

from imgui_bundle import imgui

from game.experiments.map_figure import map_figure, part_words, run_words
from game.experiments.outcome_map import MapTask, best, usual_run
from game.experiments.parameter_range import ParameterRange, default_axes, default_range, field_of
from game.model.messages import FigureRequest
from game.model.shown.shown_units import ShownUnits
from game.model.words import tr
from game.session.actions import start_from_map
from game.session.session import Session
from game.ui.panels.context import PanelContext
from game.ui.panels.map_plot import MapPlot, build_key
from game.ui.panels.tuning import TuningPanel
from game.ui.widgets.basic import button, small, tip
from game.ui.widgets.fields import choice, labelled
from game.ui.widgets.range_rows import CLAMPED, LABEL, span_rows
from game.ui.widgets.theme import INK, Theme
from physics import BadInput, System
from physics.core.units import format_number
from physics.simulation.poincare import plottable_names
from physics.studies.map_axes import map_axis, varied
from physics.studies.outcome_map import MapRequest, map_request
from physics.studies.outcomes import CellState, Outcome, applicable, options

SIDE = 16.0
"""Width of the column of controls [em]."""
WIDE = 36.0
"""Width of the panel from which the controls stand beside the map [em]."""
PICTURE_SHARE = 0.55
"""Part of the height that the map has above its controls, in a narrow panel."""
CELLS = (32, 64, 128, 256, 512)
USUAL_CELLS = {True: 64, False: 256}
"""First number of cells along each side, for machines that throw and for others."""
SAVED = (".png", ".svg", ".csv", ".npz")
SECONDS = 20.0
LEAST_SECONDS, MOST_SECONDS = 0.1, 1000.0
"""First and allowed durations of each run [s]."""


@dataclass(frozen=True)
class MapChoices:
    """What the user has chosen to map. of: what the outcome is of; up, limit: of a passage [SI]."""

    outcome: str
    of: str = ""
    up: bool = True
    limit: float = 0.0
    seconds: float = SECONDS
    cells: int = 256


class MapPanel:
    """The panel that starts and shows a map; for a machine that throws also its optimisation."""

    def __init__(self) -> None:
        self.searching = False
        self.tuning = TuningPanel()
        self.plot = MapPlot()
        self.choices = MapChoices("final")
        self.spans: list[ParameterRange] = []
        self._kind: tuple[type[System], tuple[str, ...]] | None = None

    def search(self, system: System) -> None:
        """Turn to the page of the optimisation. Raises BadInput for a system without shots."""
        if not system.ends:
            raise BadInput(f"optimisation: {system.name} throws nothing, trebuchet does")
        self.searching = True

    def searches(self, system: System) -> bool:
        """Return whether the page of the optimisation is shown."""
        return self.searching and bool(system.ends)

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame."""
        system = desk.session.simulation.system
        self._fit(system)
        if system.ends:
            self._pages(desk.theme)
            if self.searching:
                self.tuning.build(desk)
                return
        em, room = desk.theme.em, imgui.get_content_region_avail()
        task = desk.session.run.beside.outcome_map
        if task is None:
            small(
                tr("An outcome of many runs over two parameters or initial values. Click in it: start here."),
                desk.theme,
            )
            self._controls(desk)
        elif room.x >= WIDE * em:
            if imgui.begin_child("##choices", imgui.ImVec2(SIDE * em, 0.0)):
                self._controls(desk)
            imgui.end_child()
            imgui.same_line(0.0, 1.0 * em)
            if imgui.begin_child("##map"):
                self._picture(desk, task)
            imgui.end_child()
        else:
            if imgui.begin_child("##map", imgui.ImVec2(0.0, max(PICTURE_SHARE * room.y, 10.0 * em))):
                self._picture(desk, task)
            imgui.end_child()
            self._controls(desk)

    def _fit(self, system: System) -> None:
        """Begin with the usual choices for another kind of system; replace what no longer applies."""
        known = varied(system)
        kind = type(system), tuple(variable.name for variable in system.variables)
        if kind != self._kind:
            self._kind = kind
            self.spans = [default_range(system, name) for name in default_axes(system)]
            self.choices = MapChoices(applicable(system)[0].name, cells=USUAL_CELLS[bool(system.ends)])
        for place, span in enumerate(self.spans):
            if span.name not in known:
                taken = {each.name for each in self.spans}
                self.spans[place] = default_range(system, next(name for name in known if name not in taken))
        if self.choices.outcome not in {each.name for each in applicable(system)}:
            self.choices = replace(self.choices, outcome=applicable(system)[0].name, of="")

    def _pages(self, theme: Theme) -> None:
        for words, searching, about in (
            (tr("Map"), False, tr("an outcome over two parameters or initial values")),
            (tr("Optimisation"), True, tr("best machine between bounds, under limits")),
        ):
            if button(words, self.searching == searching):
                self.searching = searching
            tip(about, theme)
            imgui.same_line()
        imgui.new_line()

    # The controls ---------------------------------------------------------------------------------------

    def _controls(self, desk: PanelContext) -> None:
        theme, task, system = desk.theme, desk.session.run.beside.outcome_map, desk.session.simulation.system
        self._start(desk, task)
        known = varied(system)
        for place, words in enumerate((tr("across"), tr("up"))):
            span_rows(words, self.spans, place, system, theme, desk.units, fields=known)
        self._outcome(system, theme, desk.units)
        self._numbers(system, theme)
        if task is not None:
            self._result(desk, task)

    def _start(self, desk: PanelContext, task: MapTask | None) -> None:
        """Build the button that starts a map, or its progress."""
        if task is not None and not task.done:
            if button(tr("Cancel")):
                task.cancel()
            imgui.same_line()
            words = tr("compiling\u2026") if task.compiling else f"{task.progress:.0%}"
            imgui.progress_bar(task.progress, imgui.ImVec2(-1.0, 0.0), words)
        elif task is not None and self.plot.zoomed(task):
            if button(tr("Compute this view"), True, -1.0):
                self._use_view(task)
                desk.attempt(lambda: self._compute(desk))
        elif button(tr("Compute map"), True, -1.0):
            desk.attempt(lambda: self._compute(desk))

    def _use_view(self, task: MapTask) -> None:
        """Take the bounds of the axes from the view of the map, as far as they are allowed."""
        axes = task.request.across, task.request.up
        for place, ((low, high), axis) in enumerate(zip(self.plot.view, axes, strict=True)):
            field = field_of(task.request.system, axis.name)
            self.spans[place] = ParameterRange(axis.name, max(low, field.low), min(high, field.high))

    def _outcome(self, system: System, theme: Theme, units: ShownUnits) -> None:
        """Build the choice of the outcome, and of what it is of."""
        known = applicable(system)
        labelled("", tr("outcome"), theme, LABEL)
        named = [(each.name, tr(each.meaning), each.name) for each in known]
        choice("##outcome", named, self.choices.outcome, self._use_outcome, theme, tr("what is computed of each run"))
        outcome = next(each for each in known if each.name == self.choices.outcome)
        if not outcome.of:
            return
        names, chosen = options(system, outcome), self._of(system, outcome)
        labelled("", tr("of"), theme, LABEL)
        symbols = {each.name: (each.symbol, each.meaning) for each in plottable_names(system)}
        symbols |= {event.name: (tr(event.meaning), "") for event in system.events if outcome.of == "event"}
        offered = [(name, symbols[name][0] or name, tr(symbols[name][1])) for name in names]
        choice("##of", offered, chosen, self._use_of, theme, tr(symbols[chosen][1]))
        if outcome.of == "passage":
            self._limit(system, chosen, theme, units)

    def _of(self, system: System, outcome: Outcome) -> str:
        """Return what the outcome is of, "" for nothing: what was chosen, else the usual."""
        names = options(system, outcome)
        return self.choices.of if self.choices.of in names or not names else outcome.usual(system) or names[0]

    def _use_outcome(self, name: str) -> None:
        self.choices = replace(self.choices, outcome=name, of="")

    def _use_of(self, name: str) -> None:
        self.choices = replace(self.choices, of=name)

    def _limit(self, system: System, name: str, theme: Theme, units: ShownUnits) -> None:
        """Build the side and the value of the limit of a passage."""
        si = next(each.unit for each in plottable_names(system) if each.name == name)
        unit, factor = units.of(si), units.shown(1.0, si)
        labelled("", tr("limit"), theme, LABEL)
        if imgui.button(">" if self.choices.up else "<", imgui.ImVec2(2.0 * theme.em, 0.0)):
            self.choices = replace(self.choices, up=not self.choices.up)
        tip(tr("above or below the limit"), theme)
        imgui.same_line()
        imgui.set_next_item_width(-1.0)
        value = self.choices.limit * factor
        moved, new = imgui.drag_float("##limit", value, 0.01 * max(abs(value), 1.0), 0.0, 0.0, f"%.4g {unit}".rstrip())
        if moved:
            self.choices = replace(self.choices, limit=float(f"{new:.5g}") / factor)

    def _numbers(self, system: System, theme: Theme) -> None:
        """Build duration and number of cells."""
        outcome = next(each for each in applicable(system) if each.name == self.choices.outcome)
        if not outcome.own_method:
            labelled("", tr("duration"), theme, LABEL)
            moved, new = imgui.drag_float(
                "##seconds", self.choices.seconds, 0.02 * self.choices.seconds, LEAST_SECONDS, MOST_SECONDS, "%.4g s",
                CLAMPED,
            )  # fmt: skip
            tip(tr("simulated time of each run"), theme)
            if moved:
                self.choices = replace(self.choices, seconds=float(f"{new:.4g}"))
        labelled("", tr("cells"), theme, LABEL)
        offered = [(str(count), f"{count} × {count}", "") for count in CELLS]
        choice("##cells", offered, str(self.choices.cells), self._use_cells, theme, tr("number of runs"))

    def _use_cells(self, count: str) -> None:
        self.choices = replace(self.choices, cells=int(count))

    def request(self, session: Session) -> MapRequest:
        """Return the request of the choices; raises BadInput."""
        simulation = session.simulation
        system, chosen = simulation.system, self.choices
        outcome = next(each for each in applicable(system) if each.name == chosen.outcome)
        across, up = (map_axis(system, each.name, each.low, each.high, chosen.cells) for each in self.spans)
        return map_request(
            system,
            across,
            up,
            _text(outcome, self._of(system, outcome), chosen),
            chosen.seconds,
            *usual_run(simulation),
        )

    def _compute(self, desk: PanelContext) -> None:
        desk.session.run.beside.compute_map(self.request(desk.session))

    # The map --------------------------------------------------------------------------------------------

    def _picture(self, desk: PanelContext, task: MapTask) -> None:
        clicked = self.plot.build(task, desk.session.simulation.system, desk.theme, desk.units)
        if clicked is not None:
            desk.attempt(lambda: start_from_map(desk.session, clicked))

    def _result(self, desk: PanelContext, task: MapTask) -> None:
        """Build the key of the map, what is known of it, and the buttons that save it."""
        theme, request = desk.theme, task.request
        if task.reason:
            small(tr(task.reason), theme)
            return
        imgui.separator()
        build_key(task, theme, desk.units)
        if request.chosen.outcome.late:
            known = task.chart.values.size - task.chart.count(CellState.UNKNOWN)
            share = 100.0 * task.chart.count(CellState.KNOWN) / max(known, 1)
            small(tr("happens in {share:.1f} % of the runs", share=share), theme, INK)
        small(run_words(request), theme, INK)
        if task.cancelled:
            small(part_words(task.chart), theme, INK)
        found = best(task.chart) if request.chosen.outcome.name == "range" else None
        if found is not None and task.done and imgui.button(tr("Load the longest shot")):
            at = {request.across.name: float(task.chart.x[found[1]]), request.up.name: float(task.chart.y[found[0]])}
            desk.attempt(lambda: start_from_map(desk.session, at))
        self._saving(desk, task)
        small(
            tr("Click: start here. Wheel or right drag: zoom. Drag: move. The view can be computed in more detail."),
            theme,
        )
        if _stale(task, desk.session.simulation.system):
            small(tr("Other parameters have changed since: compute it again."), theme)

    def _saving(self, desk: PanelContext, task: MapTask) -> None:
        title, stem = tr(desk.session.simulation.system.title), f"{desk.session.scene.name}-map"
        for suffix in SAVED:
            if button(suffix[1:].upper()):
                desk.ask(FigureRequest(stem, suffix, lambda: map_figure(task.chart, title)))
            tip(tr("save the map: {kind}", kind=suffix[1:].upper()), desk.theme)
            imgui.same_line()
        imgui.new_line()


def _text(outcome: Outcome, of: str, chosen: MapChoices) -> str:
    """Return the outcome as `--of` takes it."""
    if outcome.of == "passage":
        return f"{outcome.name}:{of}{'>' if chosen.up else '<'}{format_number(chosen.limit)}"
    return f"{outcome.name}:{of}" if of else outcome.name


def _stale(task: MapTask, system: System) -> bool:
    """Return whether the system differs from that of the map in parameters other than its axes."""
    axes = task.request.across.name, task.request.up.name
    old, new = task.request.system.parameters, system.parameters
    return any(old[name] != new.get(name, old[name]) for name in old if name not in axes)
