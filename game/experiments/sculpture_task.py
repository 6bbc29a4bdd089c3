"""The phase sculpture in the background."""

from __future__ import annotations

import time

from game.experiments.background import BackgroundTask
from game.looks.sculpture import PhaseSculpture
from game.model.words import tr
from physics import BadInput, Simulation
from physics.batch.copies import wait_for_code
from physics.compiled import native
from physics.errors import Cancelled
from physics.studies.phase_sculpture import SculptureRequest, SculptureSheet, sculpted

POLL_SECONDS = 0.02


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
        try:
            wait_for_code(self.request.system, self.request.method, self._pause)
            sculpted(self.request, self._take, self._cancelled.is_set)
        except Cancelled:
            pass
        except native.Unavailable as problem:
            self.reason = tr("compiled code is not available ({problem})", problem=problem)
        except BadInput as problem:  # a run may have ended in a state that is not allowed as a start
            self.reason = str(problem)

    def _pause(self) -> None:
        if self._cancelled.is_set():
            raise Cancelled
        time.sleep(POLL_SECONDS)

    def _take(self, sheet: SculptureSheet, part: float) -> None:
        self.shown, self.progress = PhaseSculpture(self.request, sheet), part
