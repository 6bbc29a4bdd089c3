"""A fit of the run to a measured table, computed in a process of its own while the window goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import physics
from game.experiments.helper_task import HelperTask, answering
from game.experiments.measurements.measured import Column, MeasuredTable
from physics import BadInput, Simulation
from physics.compiled import helper_process

if TYPE_CHECKING:
    from physics.fitting.fit import Fit
    from physics.fitting.solver import Loss

CODE = "from game.experiments.measurements.fit_task import work; work()"


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


class FitTask(HelperTask):
    """A fit in the background. table: the one that is fitted to. found: the result, None before there is one."""

    code = CODE

    def __init__(self, request: FitRequest, table: MeasuredTable) -> None:
        self.request, self.table = request, table
        self.found: Fit | None = None
        super().__init__("fit", request)


def work() -> None:
    """Compute the fit that is read from standard input; answers are written as pairs of a name and its value."""
    from physics.fitting.fit import fit

    answer = answering()
    asked: FitRequest = helper_process.receive()
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
