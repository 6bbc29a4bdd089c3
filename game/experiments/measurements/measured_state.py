"""Measured tables beside a run: which one is drawn as a ghost, and the fit of the run to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from game.experiments.measurements.measured import MeasuredTable
from game.experiments.measurements.measured_motion import MeasuredMotion
from game.looks.generic import Look
from game.looks.ghosts import GhostPose
from game.model.colors import GHOST_COLORS, ORANGE
from game.model.frame import Array, Points
from physics import Choice, System

if TYPE_CHECKING:
    from game.experiments.measurements.fit_task import FitRequest, FitTask

PLACE, COLOR = len(GHOST_COLORS), ORANGE
"""Place among the ghosts, after those of a duel, and colour of the measured motion."""
MOST_DOTS, DOT = 300, 7.5
"""Greatest number of measured places that are drawn, and their diameter, as in `Points`."""


class MeasuredState:
    """What is done with the measured tables of a run.

    shown: whether the measured motion is drawn. chosen: name of the table that is used where there are several; "" for
    the last one. fit: the fit that runs or has ended, or None.
    """

    def __init__(self, shown: bool = True) -> None:
        self.shown = shown
        self.chosen = ""
        self.fit: FitTask | None = None
        self._known: tuple[object, MeasuredMotion] | None = None
        self._dotted: tuple[object, ...] = ()
        self._dots: dict[int, Array] = {}
        """Place of the marked point at each row that was drawn last, of `_dotted`."""

    def opened(self) -> MeasuredState:
        """Return the state with which another scene opens."""
        return MeasuredState(self.shown)

    def table(self, tables: Sequence[MeasuredTable]) -> MeasuredTable | None:
        """Return the measured table that is used, None where there is none."""
        found = [table for table in tables if not table.joined]
        return next((table for table in found if table.name == self.chosen), found[-1] if found else None)

    def drawn(self, tables: Sequence[MeasuredTable]) -> MeasuredTable | None:
        """Return the table whose motion is drawn, None where none is wanted."""
        return self.table(tables) if self.shown else None

    def motion(self, system: System, tables: Sequence[MeasuredTable]) -> MeasuredMotion | None:
        """Return the motion that the table tells of a system, None where there is no table."""
        table = self.table(tables)
        if table is None:
            return None
        choices = tuple(
            str(system.parameters[name]) for name, field in system.applicable().items() if isinstance(field, Choice)
        )
        key = table, type(system), system.variables, choices
        if self._known is None or self._known[0] != key:
            self._known = key, MeasuredMotion(system, table)
        return self._known[1]

    def pose(self, system: System, tables: Sequence[MeasuredTable], time: float) -> GhostPose | None:
        """Return the measured motion at a time [s] as a ghost, None where it is not known or not wanted."""
        motion = self.motion(system, tables) if self.shown else None
        y = None if motion is None else motion.state(system, time)
        return None if y is None else GhostPose(PLACE, system, y, COLOR)

    def dots(self, look: Look[Any], system: System, tables: Sequence[MeasuredTable], time: float) -> Points | None:
        """Return the measured places of the marked point up to a time [s] as dots that fade; None without any."""
        motion = self.motion(system, tables) if self.shown else None
        if motion is None or motion.missing:
            return None
        rows = motion.rows(time - look.life, time, MOST_DOTS)
        if self._dotted != (motion, system, look):
            self._dotted, self._dots = (motion, system, look), {}
        states = {row: motion.row_state(system, row) for row in rows if row not in self._dots}
        known = {row: np.array(y) for row, y in states.items() if y is not None}
        if known:
            self._dots |= zip(known, look.tips(system, np.array(list(known.values()))), strict=True)
        self._dots = {row: self._dots[row] for row in rows if row in self._dots}
        if not self._dots:
            return None
        ages = (time - motion.table.t[list(self._dots)]) / look.life
        colors = np.full((len(ages), 4), 255, np.uint8)
        colors[:, :3] = np.round(255 * np.array(COLOR))
        colors[:, 3] = np.round(255 * (1.0 - ages))
        return Points(np.array(list(self._dots.values())), colors, DOT)

    def begin(self, request: FitRequest, table: MeasuredTable) -> None:
        """Begin a fit to a table in place of the present one."""
        from game.experiments.measurements.fit_task import FitTask

        self.cancel()
        self.fit = FitTask(request, table)

    def cancel(self) -> None:
        """Cancel the fit, if there is one."""
        if self.fit is not None:
            self.fit.cancel()
