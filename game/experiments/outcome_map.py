"""A map in the background: an outcome over two parameters or initial values, with its picture."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np

from game.experiments.background import BackgroundTask
from game.experiments.map_colors import MapPicture, painted, state_words
from game.model.figures.axis import brief
from game.model.shown.shown_units import ShownUnits
from game.model.words import tr
from physics import BadInput, Simulation
from physics.pendulums.double_bars import DoubleBarSystem
from physics.studies.flip_map import METHOD, step
from physics.studies.map_axes import MapAxis
from physics.studies.outcome_map import MapRequest, OutcomeMap, prepared
from physics.studies.outcomes import CellState

if TYPE_CHECKING:
    from concurrent.futures import Executor

PICTURE_SIDE = 512
"""Pixels of the picture along each side."""
SECONDS_PER_PICTURE = 0.2
"""Least time between two pictures of a map that grows [s]."""


class MapTask(BackgroundTask):
    """A map that is computed in the background.

    chart: the map as far as it is known. picture: its latest picture, None before the first, or where `paints` is
    False. reason: why there is no result, when it is over. compiling: whether machine code is awaited. executor: runs
    the cells (default: a thread for each core).
    """

    def __init__(self, request: MapRequest, executor: Executor | None = None, paints: bool = False) -> None:
        self.request, self.chart = request, OutcomeMap(request)
        self.picture: MapPicture | None = None
        self.reason, self.compiling = "", True
        self._executor, self._paints, self._painted_at = executor, paints, 0.0
        super().__init__("map")

    @property
    def progress(self) -> float:
        """The part of the cells that are known, 0 to 1."""
        return self.chart.known

    @property
    def cancelled(self) -> bool:
        """Whether it has been stopped before its end."""
        return self._cancelled.is_set()

    def _work(self) -> None:
        while not prepared(self.request):
            self._sleep()
        self.compiling = False
        try:
            self.chart.compute(self._executor, self._cancelled.is_set, self._follow)
        except BadInput as error:
            self.reason = str(error)
            return
        self._paint()

    def _follow(self) -> None:
        if time.monotonic() > self._painted_at + SECONDS_PER_PICTURE:
            self._paint()

    def _paint(self) -> None:
        if self._paints:
            self.picture = painted(self.chart, PICTURE_SIDE, PICTURE_SIDE)
            self._painted_at = time.monotonic()


def usual_run(simulation: Simulation) -> tuple[str, float, dict[str, Any]]:
    """Return method, step [s] and settings of the runs of a map of the system of a simulation.

    They are those of the simulation; rk4 in place of a method that adapts its step, and for two bars a step of their
    own, with which many runs take little time.
    """
    if isinstance(simulation.system, DoubleBarSystem) and simulation.system.gravity > 0.0:
        return METHOD, step(simulation.system), {}
    if simulation.integrator.kind == "adaptive":
        return METHOD, simulation.dt, {}
    return simulation.integrator.name, simulation.dt, dict(simulation.settings)


def best(chart: OutcomeMap) -> tuple[int, int] | None:
    """Return row and column of the largest value, or None where there is none."""
    known = np.where(chart.states == CellState.KNOWN, chart.values, -np.inf)
    if not np.isfinite(known).any():
        return None
    row, column = np.unravel_index(np.argmax(known), known.shape)
    return int(row), int(column)


def cell_words(chart: OutcomeMap, row: int, column: int, units: ShownUnits) -> str:
    """Return the outcome of a cell as text, in these units."""
    state = CellState(int(chart.states[row, column]))
    if state != CellState.KNOWN:
        reason = chart.reasons.get((row, column), "")
        return tr(reason) if reason else state_words(chart, state)
    unit = chart.request.chosen.unit
    shown = units.shown(float(chart.values[row, column]), unit)
    return f"{brief(shown, 4)} {tr(units.of(unit)) if unit else ''}".rstrip()


def axis_title(axis: MapAxis) -> str:
    """Return what is written along an axis, without its unit."""
    return axis.symbol or tr(axis.name.replace("_", " "))
