"""The phase sculpture of a session: what a scene says of it, and the task that computes it.

What it needs is loaded when it is first shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.experiments.background import BackgroundTask
from game.model.frame import SceneFrame, View
from game.model.words import tr
from game.scenefile import SculptureSpec
from physics import BadInput, Simulation
from physics.compiled import native
from physics.types import Floats, Vector3

if TYPE_CHECKING:
    from game.looks.sculpture import PhaseSculpture
    from physics.studies.phase_sculpture import SculptureRequest, SculptureSheet


class SculptureTask(BackgroundTask):
    """The computation of a sculpture, in several passes of which each makes it finer.

    shown: as it is so far, None at first. progress: 0 to 1. reason: why there is none.
    """

    def __init__(self, request: SculptureRequest) -> None:
        self.request = request
        self.shown: PhaseSculpture | None = None
        self.progress, self.reason = 0.0, ""
        super().__init__("sculpture")

    def is_of(self, run: Simulation) -> bool:
        """Return whether a run is the one that it began with, unchanged and not started again since."""
        request = self.request
        return (
            request.system is run.system
            and (request.method, request.dt, request.settings) == (run.integrator, run.dt, run.settings)
            and run.time >= request.time
        )

    def _work(self) -> None:
        from physics.batch.copies import wait_for_code
        from physics.studies.phase_sculpture import sculpted

        try:
            wait_for_code(self.request.system, self.request.method, self._sleep)
            sculpted(self.request, self._take, self._cancelled.is_set)
        except native.Unavailable as problem:
            self.reason = tr("compiled code is not available ({problem})", problem=problem)
        except BadInput as problem:  # such as slices too far apart, or a run that has ended outside the allowed starts
            self.reason = tr(str(problem))

    def _take(self, sheet: SculptureSheet, part: float) -> None:
        from game.looks.sculpture import PhaseSculpture

        self.shown, self.progress = PhaseSculpture(self.request, sheet), part


class SculptureState:
    """The sculpture of a run, about the state in which it was first shown, and what a scene says of it."""

    def __init__(self, spec: SculptureSpec) -> None:
        self.spec = spec
        self.task: SculptureTask | None = None

    @property
    def computing(self) -> bool:
        """True while it is being computed."""
        return self.task is not None and not self.task.done

    @property
    def stage(self) -> tuple[Vector3, float]:
        """Centre (3,) and radius [m] of what a camera frames."""
        from game.looks.sculpture import SCULPTURE_STAGE

        return SCULPTURE_STAGE

    def leave(self) -> None:
        """Stop computing and free what there is of it: when it is seen next, it begins anew, about the state then."""
        if self.task is not None:
            self.task.cancel()
        self.task = None

    def use(self, spec: SculptureSpec, run: Simulation) -> None:
        """Show another sculpture; raises BadInput where it does not fit a run, with nothing changed."""
        spec.request(run)
        self.spec = spec
        self.leave()

    def follow(self, run: Simulation) -> None:
        """Begin to compute the sculpture of a run, unless that has been done; one of another run is given up first."""
        if self.task is not None and self.task.is_of(run):
            return
        if self.task is not None and not self.task.done:
            self.task.cancel()
            return
        try:
            request = self.spec.request(run)
        except BadInput:  # another formulation may not have these quantities
            request = SculptureSpec().request(run)
        self.task = SculptureTask(request)

    def finish(self, run: Simulation) -> None:
        """Wait until the sculpture of a run is complete."""
        self.follow(run)
        while self.task is not None and not self.task.is_of(run):
            self.task.wait()
            self.follow(run)
        if self.task is not None:
            self.task.wait()

    def frame(self, view: View, run: Simulation, time: float, y: Floats) -> SceneFrame:
        """Return the picture of the sculpture, as far as it is computed, at a time of the run [s] in the state y."""
        from game.looks.sculpture import bare_plinth

        self.follow(run)
        task = self.task
        if task is None or not task.is_of(run) or (task.shown is None and not task.reason):
            return bare_plinth(view, tr("computing …"))
        if task.shown is None:
            return bare_plinth(view, task.reason)
        return task.shown.frame(view, time, y)
