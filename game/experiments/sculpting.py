"""The phase sculpture of a session: what a scene says of it, and the task that computes it.

What it needs is loaded when it is first shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.model.frame import SceneFrame, View
from game.model.words import tr
from game.scenefile import SculptureSpec
from physics import BadInput, Simulation
from physics.types import Floats, Vector3

if TYPE_CHECKING:
    from game.experiments.sculpture_task import SculptureTask


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
        from game.experiments.sculpture_task import SculptureTask

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
