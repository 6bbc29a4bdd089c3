"""What is computed beside a run in the background."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.experiments.exponents import ExponentTask
from game.experiments.poincare import BackgroundSection
from game.experiments.tuning_state import TuningState
from game.experiments.work_precision import WorkPrecision
from physics import Simulation, System
from physics.simulation.poincare import SectionPlane

if TYPE_CHECKING:
    from game.experiments.outcome_map import MapTask
    from physics.studies.outcome_map import MapRequest


class BesideTasks:
    """What is computed beside a run in the background, and what has been found so far; None where nothing was asked.

    precision: the work-precision diagram. outcome_map: the map of outcomes. section: the Poincaré section. exponents:
    the Lyapunov exponents. tuning: the optimisation of the machine.
    """

    def __init__(self) -> None:
        self.precision: WorkPrecision | None = None
        self.outcome_map: MapTask | None = None
        self.section: BackgroundSection | None = None
        self.exponents: ExponentTask | None = None
        self.tuning = TuningState()

    @property
    def computing(self) -> bool:
        """True while something is being computed."""
        tasks = self.precision, self.outcome_map, self.section, self.exponents, self.tuning.search
        return any(task is not None and not task.done for task in tasks)

    def cancel(self) -> None:
        """Cancel all of it; what has been found so far is kept."""
        self.tuning.cancel()
        for task in (self.precision, self.outcome_map, self.section, self.exponents):
            if task is not None:
                task.cancel()

    def compare_methods(self, system: System, wanted: bool) -> None:
        """Start the work-precision diagram from the present start of a system, or cancel it."""
        if self.precision is not None:
            self.precision.cancel()
        if wanted:
            self.precision = WorkPrecision(system)

    def compute_map(self, request: MapRequest) -> None:
        """Start a map, in place of the present one."""
        from game.experiments.outcome_map import MapTask

        self.forget_map()
        self.outcome_map = MapTask(request, paints=True)

    def forget_map(self) -> None:
        """Cancel the map and discard its result."""
        if self.outcome_map is not None:
            self.outcome_map.cancel()
        self.outcome_map = None

    def run_section(self, simulation: Simulation, plane: SectionPlane, others: int = 0) -> None:
        """Start a Poincaré section of the coming run and of others of its energy, in place of the present one.

        Raises BadInput.
        """
        fresh = BackgroundSection(simulation, plane, others)
        self.forget_section()
        self.section = fresh

    def forget_section(self) -> None:
        """Cancel the section and discard its result."""
        if self.section is not None:
            self.section.cancel()
        self.section = None

    def measure_exponents(self, simulation: Simulation, count: int, duration: float) -> None:
        """Start measuring Lyapunov exponents from the present state, in place of the present ones.

        count: how many, 0 for all. duration: time of the mean [s].
        """
        if self.exponents is not None:
            self.exponents.cancel()
        self.exponents = ExponentTask(simulation, count, duration)
