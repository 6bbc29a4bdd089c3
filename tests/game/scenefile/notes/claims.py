"""Claims of the presets' notes, each beside the run that measures it, and the motions that they are measured on."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from game import scenefile
from physics import Simulation
from physics.simulation.report_track import ReportTrack
from physics.simulation.run import sample

CLAIMS: dict[str, list[str]] = {}
"""Passages of the notes by preset: those that some test measures, and sources, which none can."""


def claims(preset: str, *passages: str, sources: tuple[str, ...] = ()) -> Callable[[Any], Any]:
    """Mark a test as the measurement of these passages of a preset's title and note."""
    CLAIMS.setdefault(preset, []).extend((*passages, *sources))
    return lambda test: test


def rounds_to(value: float, printed: str) -> bool:
    """Return whether a value, rounded to the digits that are printed, is the number that is printed."""
    decimals = len(printed.partition(".")[2])
    return bool(abs(value - float(printed)) <= 0.5001 * 10.0**-decimals)


def simulation(preset: str, integrator: str = "", **changes: Any) -> Simulation:
    """Return the compiled simulation of a preset; changes: of parameters, or of the start."""
    scene = scenefile.load(preset)
    fields = scene.simulation().system.fields
    values = {name: value for name, value in changes.items() if name in fields}
    start = {name: value for name, value in changes.items() if name not in fields}
    scene = scene.changed(
        parameters={**scene.parameters, **values},
        initial={**scene.initial, **start},
        integrator=integrator or scene.integrator,
    )
    made = scene.simulation()
    made.compile()
    return made


class Motion:
    """The motion of a preset for `seconds`, with a state every `every` [s]: `motion["theta"]` (rows,) by name."""

    def __init__(self, preset: str, seconds: float, every: float, integrator: str = "", **changes: Any) -> None:
        self.simulation = run = simulation(preset, integrator, **changes)
        self.system = run.system
        stride = round(every / run.dt)
        self.states = [np.array(run.y)]
        for _ in range(round(seconds / (stride * run.dt))):
            assert run.advance(stride) == stride, run.message
            self.states.append(np.array(run.y))
        self.t = stride * run.dt * np.arange(len(self.states))

    def __getitem__(self, name: str) -> np.ndarray:
        names = [variable.name for variable in self.system.variables]
        if name in names:
            return np.array(self.states)[:, names.index(name)]
        found = {each.name: each for each in (*self.system.invariants, *self.system.quantities)}
        return np.array([found[name].value(self.system, memoryview(state)) for state in self.states])

    def degrees(self, name: str) -> np.ndarray:
        """Return an angle in degrees, (rows,)."""
        return np.degrees(self[name])

    def times(self, event: str) -> list[float]:
        """Return the times [s] of the events of a name."""
        return [each.time for each in self.simulation.events if each.name == event]

    def drift(self, name: str = "energy") -> float:
        """Return the relative drift of an invariant at the end."""
        return abs(self.simulation.invariants()[name].drift)


def shot(preset: str, **changes: Any) -> Mapping[str, float]:
    """Return the numbers of the report of a shot, to its landing."""
    run = simulation(preset, **changes)
    track = ReportTrack(run)
    for _ in sample(run, None, 0.1, track):
        pass
    return {name: entry.value for name, entry in track.report().items() if isinstance(entry.value, float)}


def crossings(values: np.ndarray) -> np.ndarray:
    """Return the rows after which values (rows,) change their sign."""
    return np.flatnonzero(np.diff(np.sign(values)))


def rate_of(t: np.ndarray, values: np.ndarray) -> float:
    """Return the angular frequency [rad/s] of an oscillation about 0, from its first passage to its last."""
    rows = crossings(values)
    return float(np.pi * (len(rows) - 1) / (t[rows[-1]] - t[rows[0]]))
