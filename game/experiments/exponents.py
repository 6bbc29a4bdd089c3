"""Lyapunov exponents of a run from its present state, in the background."""

from __future__ import annotations

import io
import math
import time
from typing import TYPE_CHECKING, NamedTuple

from game.experiments.background import BackgroundTask
from physics import BadInput, Simulation
from physics.batch.copies import wait_for_code
from physics.errors import Cancelled
from physics.simulation.run import configuration

if TYPE_CHECKING:
    from physics.studies.lyapunov import LyapunovSpectrum

TRANSIENT = 0.1
"""Transient, as a part of the time of the mean."""
REFRESH_SECONDS = 0.1
"""Wall seconds from one result to the next, at least."""
GROWTH = 1.03
"""Factor from one time on the curve of convergence to the next."""


class Mean(NamedTuple):
    """The largest exponent as it was known after a time: time [s], value and error [1/s]."""

    time: float
    value: float
    error: float


class ExponentTask(BackgroundTask):
    """Exponents of the motion from the state of a simulation, under the same method, at full speed.

    count: how many, 0 for the whole spectrum. duration: time of the mean [s]. found: what is known so far, or None.
    means: the convergence of the largest one. reached: the time so far, of `total` [s]. reason: why there is no result
    or none any more, in one line.
    """

    def __init__(self, simulation: Simulation, count: int, duration: float) -> None:
        self.system, self.method, self.dt = simulation.system, simulation.integrator, simulation.dt
        self.count, self.duration, self.start = count, duration, simulation.time
        self.total, self.reached = (1.0 + TRANSIENT) * duration, 0.0
        self.found: LyapunovSpectrum | None = None
        self.means: list[Mean] = []
        self.reason = ""
        self._settings, self._state = dict(simulation.settings), list(simulation.y)
        super().__init__("exponents")

    @property
    def progress(self) -> float:
        """The progress, 0 to 1."""
        return min(self.reached / self.total, 1.0)

    def _work(self) -> None:
        from physics.studies.lyapunov import LyapunovRun, intervals

        try:
            if self.method.kind != "adaptive":
                wait_for_code(self.system, self.method, self._sleep)
            run = LyapunovRun(
                self.system, self.method.name, self.dt, self._settings, self.count, TRANSIENT * self.duration,
                state=self._state, at=self.start,
            )  # fmt: skip
            pause, shown = self._pauses(), 0.0
            for done, _ in intervals(run, self.duration):
                self.reached = done
                if run.time > run.transient and time.perf_counter() > shown:
                    self._take(run.spectrum())
                    shown = time.perf_counter() + REFRESH_SECONDS
                if self._cancelled.is_set():
                    raise Cancelled
                pause()
            self.reason = run.ended
            self._take(run.spectrum())
        except BadInput as error:
            self.reason = self.reason or str(error)

    def _take(self, found: LyapunovSpectrum) -> None:
        self.found = found
        if not self.means or found.time > GROWTH * self.means[-1].time:
            self.means.append(Mean(found.time, float(found.exponents[0]), float(found.errors[0])))

    def table(self) -> str:
        """Return the exponents as CSV, with the system, the method and the times in comments."""
        out, found = io.StringIO(), self.found
        assert found is not None
        for line in configuration(self.system, self.method.name, self._settings, self.dt):
            out.write(f"# {line}\n")
        names = [variable.name for variable in self.system.variables]
        state = ", ".join(f"{name} = {value!r}" for name, value in zip(names, self._state, strict=True))
        out.write(f"# from t = {self.start!r} s: {state}\n")
        out.write(f"# transient {found.transient!r} s, mean over {found.time!r} s\n")
        if found.ended:
            out.write(f"# ended early: {found.ended}\n")
        out.write("number,exponent [1/s],error [1/s]\n")
        for number, (value, error) in enumerate(zip(found.exponents, found.errors, strict=True), 1):
            out.write(f"{number},{float(value)!r},{float(error)!r}\n")
        return out.getvalue()


def with_error(value: float, error: float) -> str:
    """Return a number and its error, both to the second digit of the error."""
    if not math.isfinite(error):
        return f"{value:+.3g} ± ?"
    places = min(max(1 - math.floor(math.log10(error)), 0), 12) if error > 0.0 else 12
    return f"{value:+.{places}f} ± {error:.{places}f}"
