"""Trials of the step of a run, from its present state, again and again in the background."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from game.experiments.background import BackgroundTask
from physics import BadInput, Simulation

if TYPE_CHECKING:
    from physics.studies.step_trial import StepTrial

RENEWED = 1.0
"""Wall seconds from one trial to the next, at least."""
SHARE = 0.25
"""Greatest part of the time that trials take."""


class TrialTask(BackgroundTask):
    """One trial. found: its result, None until it is there. problem: why there is none, in one line."""

    def __init__(self, simulation: Simulation) -> None:
        self.found: StepTrial | None = None
        self.problem, self.seconds = "", 0.0
        self._run_of = simulation.system, simulation.integrator.name, simulation.dt, dict(simulation.settings)
        self._state, self._time = list(simulation.y), simulation.time
        super().__init__("step trial")

    def _work(self) -> None:
        from physics.studies.step_trial import step_trial

        began = time.perf_counter()
        try:
            self.found = step_trial(*self._run_of, self._state, self._time, self._pauses())
        except BadInput as error:
            self.problem = str(error)
        finally:
            self.seconds = time.perf_counter() - began


class LiveTrial:
    """The trials of a run while they are shown. found, problem: of the last one, as in `TrialTask`.

    time: at which the step of `found` begins [s]. pending: whether a further result is to come while they are shown.
    """

    def __init__(self) -> None:
        self.found: StepTrial | None = None
        self.problem, self.time = "", 0.0
        self.pending = False
        self._task: TrialTask | None = None
        self._step: tuple[Any, ...] = ()
        self._state, self._began, self._from = b"", 0.0, 0.0

    @property
    def busy(self) -> bool:
        """Whether a trial is being made."""
        return self._task is not None and not self._task.done

    def follow(self, simulation: Simulation) -> None:
        """Begin a trial of the present step where it is time; called in every frame that shows them."""
        step = (simulation.system, simulation.integrator.name, simulation.dt, dict(simulation.settings))
        if self._step != step:
            self.stop()
            self._step, self.found, self.problem, self._state = step, None, "", b""
        self._collect()
        state = bytes(simulation.y)
        if self._task is None and state != self._state and time.perf_counter() >= self._began:
            self._state, self._from, self._began = state, simulation.time, time.perf_counter() + RENEWED
            self._task = TrialTask(simulation)
        self.pending = self._task is not None or state != self._state

    def stop(self) -> None:
        """Cancel the trial that is being made; the last result stays."""
        self.pending = False
        if self._task is not None:
            self._task.cancel()
            self._task, self._state = None, b""

    def wait(self) -> None:
        """Wait for the trial that is being made, and take its result."""
        if self._task is not None:
            self._task.wait()
        self._collect()

    def _collect(self) -> None:
        """Take the result of a trial that is done."""
        if self._task is None or not self._task.done:
            return
        if self._task.found is not None or self._task.problem:
            self.found, self.problem, self.time = self._task.found, self._task.problem, self._from
        self._began = max(self._began, time.perf_counter() + self._task.seconds * (1.0 / SHARE - 1.0))
        self._task = None
