"""Forecast of a run without further changes, extended a little with every picture.

It is another simulation of the same system, with long ticks and exactly located events. It serves the camera and slow
motion; what is reported of a run is taken from the run. A tick that would take long in CPython waits for machine code.
"""

from __future__ import annotations

from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from game.session.past.timeline import Timeline
from physics import Simulation, System
from physics.compiled import native
from physics.compiled.native import CompileKey, Unavailable
from physics.registry import integrator
from physics.simulation.history_parts import ParameterChange

METHOD = "dop853"
SETTINGS = {"rtol": 1e-7, "atol": 1e-9}
TICK = 0.02
"""Length of a tick [s]."""
TICKS_AT_ONCE = 10
HORIZON = 60.0
"""Simulated seconds after which the forecast ends."""
LARGE = 16
"""Number of state variables above which only machine code is fast enough."""


class Forecast:
    """The run from its last change on, as far as calls of `advance` have computed it.

    moment: time [s] of the event that the system highlights; None while it is not known. swing and path: where the
    projectile is held and where it flies, (n, 3) [m] in the lab, as far as known. landing (3,): where it lands.
    """

    def __init__(self, change: ParameterChange) -> None:
        self._change = change
        snapshot = change.snapshot
        self._start = memoryview(snapshot.state).cast("d")
        self._run = Simulation(snapshot.system, METHOD, TICK, SETTINGS)
        self._run.compile_in_background(patient=True)
        self._run.place(self._start, change.time - change.start)
        self._held: list[NDArray[np.float64]] = []
        self._flown: list[NDArray[np.float64]] = []
        self.swing = self.path = np.empty((0, 3))
        self._seen = 0
        self.moment: float | None = None
        self.landing: NDArray[np.float64] | None = None
        self.done = False
        self._record()
        self.advance()

    def of(self, change: ParameterChange) -> bool:
        """Return whether this is the forecast after a change."""
        old, new = self._change.snapshot, change.snapshot
        began = self._change.time - self._change.start == change.time - change.start
        return self._change is change or (old.system is new.system and old.state == new.state and began)

    def advance(self) -> None:
        """Compute a little further, until there is nothing more to find."""
        run, left = self._run, TICKS_AT_ONCE
        while left and not self.done:
            ran = run.advance(1)
            if run.waiting:
                break
            self.done = not ran or run.tick * TICK > HORIZON
            self._record()
            left -= 1
        if left < TICKS_AT_ONCE:
            self.swing, self.path = (np.array(way).reshape(-1, 3) for way in (self._held, self._flown))

    def _record(self) -> None:
        """Record the result of the last tick."""
        run = self._run
        thrown = run.system.thrown(run.y)
        if thrown is not None:
            (self._held if thrown.stage == "held" else self._flown).append(thrown.position)
            if thrown.stage == "landed":
                self.landing, self.done = thrown.position, True
        for event in run.events[self._seen :]:
            if event.name == run.system.highlight and self.moment is None:
                self.moment = event.time
        self._seen = len(run.events)
        if thrown is None and self.moment is not None:
            self.done = True


def large(system: System) -> bool:
    """Return whether a system is forecast in machine code alone."""
    return len(system.variables) > LARGE


def has_forecast(simulation: Simulation) -> bool:
    """Return whether a run has something to forecast: a moment to show slowly, or a flight."""
    return bool(simulation.system.highlight) or simulation.system.thrown(simulation.y) is not None


def shape(system: System) -> CompileKey:
    """Return the compile key of the forecast's machine code."""
    return native.shape(system, integrator(METHOD))


def compile_thoroughly(simulation: Simulation) -> None:
    """Compile a large system, and what forecasts a run: how far that is ahead must not depend on the machine."""
    if large(simulation.system):
        simulation.compile()
    if large(simulation.system) or has_forecast(simulation):
        with suppress(Unavailable):
            native.compiled_run(shape(simulation.system))


def extended_forecast(forecast: Forecast | None, past: Timeline, simulation: Simulation) -> Forecast | None:
    """Return the forecast of a run, a little further; None where there is nothing to forecast."""
    if not has_forecast(simulation):
        return None
    if large(simulation.system) and native.is_compiled(shape(simulation.system)) is None:
        native.background.ask(shape(simulation.system))
        return None
    change = past.history.change_at(past.now(simulation))
    if forecast is None or not forecast.of(change):
        return Forecast(change)
    forecast.advance()
    return forecast
