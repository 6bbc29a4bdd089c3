"""A fit of the run to a measured table, computed in a process of its own while the window goes on."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import physics
from game.experiments.background import BackgroundTask
from game.experiments.measurements.measured import Column, MeasuredTable
from physics import BadInput, Simulation
from physics.compiled import helper_process

if TYPE_CHECKING:
    import subprocess

    from physics.fitting.fit import Fit
    from physics.fitting.solver import Loss

CODE = "from game.experiments.measurements.fit_task import work; work()"
ENDED = "the fit has ended by itself: its process was stopped from outside, or memory was too small"
NICE = 10
"""How much the process gives way to others, so that the picture does not stop."""


@dataclass(frozen=True)
class FitRequest:
    """What is to be fitted. t, columns, free, window, loss, starts, segment, noise: as in
    `physics.fitting.fit.fit`.

    The other fields describe the run, whose method and step the fit uses.
    """

    system: str
    parameters: Mapping[str, Any]
    initial: Mapping[str, float]
    integrator: str
    dt: float
    settings: Mapping[str, Any]
    t: Column
    columns: Mapping[str, Column]
    free: tuple[str, ...]
    window: tuple[float, float]
    loss: Loss = "soft_l1"
    starts: int = 4
    segment: float | None = None
    noise: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(
        cls, run: Simulation, table: MeasuredTable, free: Sequence[str], window: tuple[float, float],
        loss: Loss = "soft_l1", starts: int = 4,
    ) -> FitRequest:  # fmt: skip
        """Return the request of a fit of a run to a table."""
        system = run.system
        parameters = {name: system.parameters[name] for name in system.applicable()}
        return cls(
            system.name, parameters, dict(system.initial), run.integrator.name, run.dt, dict(run.settings), table.t,
            dict(table.columns), tuple(free), window, loss, starts,
        )  # fmt: skip


class FitTask(BackgroundTask):
    """A fit in the background. table: the one that is fitted to.

    part: how much is done, 0 to 1. found: the result, None before there is one. problem: why there is none, in English,
    in one line.
    """

    def __init__(self, request: FitRequest, table: MeasuredTable) -> None:
        self.request, self.table = request, table
        self.part = 0.0
        self.found: Fit | None = None
        self.problem = ""
        self._child: subprocess.Popen[bytes] | None = None
        super().__init__("fit")

    @property
    def cancelled(self) -> bool:
        """Whether it was cancelled."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """End the process."""
        super().cancel()
        if self._child is not None and not self.done:
            self._child.kill()

    def _work(self) -> None:
        try:
            child = self._child = helper_process.start(CODE, self.request, answers=True)
        except OSError as error:
            self.problem = f"the fit cannot begin: {error.strerror}"
            return
        if self.cancelled:
            child.kill()
        assert child.stdout is not None
        with child.stdout as answers, suppress(EOFError, pickle.UnpicklingError):
            while True:
                name, value = pickle.load(answers)
                setattr(self, name, value)
        child.wait()
        if self.found is None and not self.problem and not self.cancelled:
            self.problem = ENDED


def work() -> None:
    """Compute the fit that is read from standard input; answers are written as pairs of a name and its value."""
    from physics.fitting.fit import fit

    with suppress(AttributeError, OSError):
        os.nice(NICE)
    asked: FitRequest = helper_process.receive()
    answers = sys.stdout.buffer

    def answer(name: str, value: object) -> None:
        answers.write(pickle.dumps((name, value)))
        answers.flush()

    try:
        found = fit(
            physics.system(asked.system, dict(asked.parameters), dict(asked.initial)), asked.t, asked.columns,
            asked.free, asked.noise, integrator=asked.integrator, dt=asked.dt, settings=asked.settings,
            window=asked.window, loss=asked.loss, starts=asked.starts, segment=asked.segment,
            note=lambda part: answer("part", part),
        )  # fmt: skip
        answer("found", found)
    except BadInput as error:
        answer("problem", str(error))
