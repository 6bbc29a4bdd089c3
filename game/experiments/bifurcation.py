"""A bifurcation diagram in the background, and its figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import physics
from game.experiments.background import BackgroundTask
from game.experiments.map_figure import figure_axis
from game.model.figures.axis import scale_of
from game.model.figures.figure import CurveStyle, Figure, FigureAxis, FigureCurve, FigurePlot, TableColumn
from game.model.shown.shown_units import DEGREES
from game.model.words import decimal, tr
from physics import BadInput, Simulation
from physics.batch.copies import wait_for_code
from physics.core.units import format_number
from physics.simulation.poincare import SectionPlane, plottable_names
from physics.simulation.run import configuration
from physics.studies.bifurcation import Bifurcation, BifurcationRequest

HEIGHT = 420.0
"""Height of the plot [points]."""
INK = CurveStyle((0.05, 0.12, 0.32), line=False, marker="point")


class BifurcationTask(BackgroundTask):
    """A diagram that is computed in the background. reason: why there is no result, when it is over."""

    def __init__(self, request: BifurcationRequest) -> None:
        self.request, self.chart, self.reason = request, Bifurcation(request), ""
        super().__init__("bifurcation")

    @property
    def progress(self) -> float:
        """The part of the columns that are known, 0 to 1."""
        return float(self.chart.known.mean())

    def _work(self) -> None:
        wait_for_code(self.request.system, self.request.run.method, self._sleep)
        try:
            self.chart.compute(self._cancelled.is_set)
        except BadInput as error:
            self.reason = str(error)


def bifurcation_figure(chart: Bifurcation, title: str) -> Figure:
    """Return the figure of a diagram; title: what is shown."""
    request = chart.request
    quantity = next(each for each in plottable_names(request.system) if each.name == request.of)
    unit = DEGREES.of(quantity.unit)
    x = chart.x * DEGREES.shown(1.0, request.axis.unit)
    values = chart.values * DEGREES.shown(1.0, quantity.unit)
    across = np.repeat(x, values.shape[1])
    known = np.isfinite(values.ravel())
    symbol = quantity.symbol or quantity.name
    curve = FigureCurve(symbol, unit, across[known], values.ravel()[known], INK)
    y = FigureAxis(scale_of([values.ravel()], False), symbol, unit)
    plot = FigurePlot(figure_axis(request.axis), (y,), (curve,), HEIGHT)
    return Figure(title, section_words(request), (plot,), lambda: table(chart), lambda: arrays(chart))


def section_words(request: BifurcationRequest) -> str:
    """Return where the copies are seen, after which time."""
    after = decimal(format_number(request.transient))
    if isinstance(request.cut, SectionPlane):
        value = decimal(format_number(request.cut.value))
        return tr("where {name} passes {value}, after {time} s", name=request.cut.name, value=value, time=after)
    return tr("every {period} s, after {time} s", period=decimal(format_number(request.cut)), time=after)


def table(chart: Bifurcation) -> Sequence[TableColumn]:
    """Return a row for each value: that of the axis and that of the quantity [SI]."""
    known = np.isfinite(chart.values)
    x = np.repeat(chart.x, known.sum(axis=1))
    return [TableColumn(chart.request.axis.name, x), TableColumn(chart.request.of, chart.values[known])]


def arrays(chart: Bifurcation) -> dict[str, Any]:
    """Return the arrays of a diagram by name: the axis, and the values (columns, points), nan where there are fewer."""
    request = chart.request
    return {
        "configuration": "\n".join(bifurcation_configuration(request)),
        request.axis.name: chart.x,
        request.of: chart.values,
    }


def bifurcation_configuration(request: BifurcationRequest) -> list[str]:
    """Return what was run, as lines of TOML after the version."""
    run, axis, cut = request.run, request.axis, request.cut
    settings = Simulation(request.system, run.integrator, run.dt, run.settings).settings
    seen = f'at = "{cut.name}={cut.value!r}"' if isinstance(cut, SectionPlane) else f"every = {cut!r}"
    described = configuration(request.system, run.integrator, settings, run.dt)
    return [
        f"polhode {physics.__version__}", *described, "", "[bifurcation]", f'of = "{request.of}"', seen,
        f"seconds = {run.duration!r}", f"transient = {request.transient!r}",
        f'over = {{ name = "{axis.name}", low = {axis.low!r}, high = {axis.high!r}, cells = {axis.count} }}',
    ]  # fmt: skip
