"""Optimisation of a machine in the background."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.experiments.background import BackgroundTask
from game.experiments.parameter_range import ParameterRange
from game.model.words import tr
from physics.studies import launches
from physics.studies.launches import Limit
from physics.studies.optimise import BestMachine, Optimiser
from physics.trebuchet.trebuchet import Trebuchet


@dataclass(frozen=True)
class Improvement:
    """A throw that was the best so far: parameters, value of the objective, number of throws before it, and path."""

    parameters: Mapping[str, float]
    value: float
    throws: int
    path: NDArray[np.float32]


class Optimisation(BackgroundTask):
    """Search for the best machine: parameters are varied within their ranges until the objective no longer grows.

    history: the best throws so far, each better than the one before. before: that of the machine as it is given, None
    until it is known. throws: number of machines tried. reason: why
    nothing was found, when it is over.
    """

    def __init__(
        self,
        machine: Trebuchet,
        spans: Sequence[ParameterRange],
        objective: str = "range",
        limits: Sequence[Limit] = (),
        seed: int = 0,
    ) -> None:
        self.machine, self.wanted = machine, launches.goal(machine, objective)
        self.history: list[Improvement] = []
        self.before: Improvement | None = None
        self.reason = ""
        self._names = [each.name for each in spans]
        self._seed = seed
        measure = launches.measure(machine, self._names, objective, limits)
        bounds = [(each.low, each.high) for each in spans]
        self._search = Optimiser(measure, bounds, self._add_improvement, lambda: self._cancelled.is_set())
        super().__init__("optimiser")

    @property
    def throws(self) -> int:
        """Return the number of machines tried."""
        return self._search.throws

    @property
    def best(self) -> Improvement | None:
        """Return the best throw so far."""
        return self.history[-1] if self.history else None

    def _add_improvement(self, best: BestMachine) -> None:
        parameters = dict(zip(self._names, best.numbers, strict=True))
        path = launches.LaunchResult(self.machine.replace(parameters)).path
        self.history.append(Improvement(parameters, best.value, best.throws, path))

    def _work(self) -> None:
        # The compiler has its own process: compiling in this one would delay the picture.
        while not launches.prepared(self.machine):
            self._sleep()
        thrown = launches.LaunchResult(self.machine)
        present = {name: float(self.machine.parameters[name]) for name in self._names}
        self.before = Improvement(present, thrown.number(self.wanted.name), 0, thrown.path)
        if self._search.run(self._seed) is None:
            self.reason = tr("no machine between these bounds gives a shot within the limits")
