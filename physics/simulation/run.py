"""A whole run as data: `simulate` and its result, `Run`."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

import numpy as np
from numpy.typing import NDArray

from physics.core.report import ReportEntry
from physics.core.system import System
from physics.core.units import check_number, format_number, seconds
from physics.errors import BadInput
from physics.registry import system_class
from physics.simulation.outcome import Divergence, InvariantValue
from physics.simulation.pace import Pace
from physics.simulation.report_track import ReportTrack
from physics.simulation.simulation import Simulation
from physics.simulation.viewing import HEIGHT, SPEED, Displayed, RunStart, html_of, show

MAX_DURATION = 1e7
MAX_TABLE_BYTES = 4e9
"""Greatest size of a table that is kept in memory [bytes]."""


def columns(system: System | type[System]) -> tuple[str, ...]:
    """Return the names of the columns of a run: t, the state variables, the invariants, the derived quantities."""
    computed = (*system.invariants, *system.quantities)
    return ("t", *(v.name for v in system.variables), *(q.name for q in computed))


def row(simulation: Simulation) -> list[float]:
    """Return the present values of `columns`."""
    system, y = simulation.system, simulation.y
    computed = [quantity.value(system, y) for quantity in (*system.invariants, *system.quantities)]
    return [simulation.time, *y, *computed]


def sample(
    simulation: Simulation, duration: float | None, every: float | None = None, track: ReportTrack | None = None
) -> Iterator[list[float]]:
    """Run for `duration` [s] and yield a row at the start, every `every` [s] (default: each step), and at the end.

    duration: None for a system whose runs end by themselves (`System.ends`), at the latest after `System.longest`. It
    ends early when the run diverges; the last row is then the last valid state. track: recorder of the states for the
    report. Raises BadInput when `every` is not a whole number of steps or a length is out of bounds.
    """
    ticks, stride = _plan(simulation, duration, every)
    advance = (track or simulation).advance
    if duration is None:
        return _rows(simulation, ticks, stride, advance, Pace(), simulation.system.ends)
    return _rows(simulation, ticks, stride, advance, Pace(ticks), ())


def table(
    simulation: Simulation, duration: float | None, every: float | None = None, track: ReportTrack | None = None
) -> NDArray[np.float64]:
    """Run as `sample` does and return all rows, (rows, columns).

    Raises BadInput as `sample` does, and for a table that could become larger than `MAX_TABLE_BYTES`.
    """
    ticks, stride = _plan(simulation, duration, every)
    width = len(columns(simulation.system))
    size = 8.0 * width * (ticks / stride + 2)
    if size > MAX_TABLE_BYTES:
        allowed = f"at most {MAX_TABLE_BYTES / 1e9:.3g} GB are kept in memory"
        raise BadInput(f"{size / 1e9:.3g} GB of rows: {allowed}; ask for rows less often (every), or write CSV")
    numbers = array("d")
    for each in sample(simulation, duration, every, track):
        numbers.extend(each)
    return np.frombuffer(numbers).reshape(-1, width)


def _plan(simulation: Simulation, duration: float | None, every: float | None) -> tuple[int, int]:
    """Return the greatest number of ticks of a run, and of those from row to row; raises BadInput."""
    if duration is None and not simulation.system.ends:
        raise BadInput(f"duration: {simulation.system.name} has no end of its own: give --duration")
    longest = min(simulation.system.longest, MAX_DURATION)
    return whole_ticks(simulation.dt, longest if duration is None else duration, every)


def whole_ticks(dt: float, duration: float, every: float | None) -> tuple[int, int]:
    """Return the number of ticks of dt in a duration, and from row to row (default: one); raises BadInput."""
    duration = check_number("duration", duration, "s", 0.0, MAX_DURATION)
    every = dt if every is None else check_number("every", every, "s", dt, MAX_DURATION)
    ratio = seconds(every) / seconds(dt)
    if ratio.denominator != 1:
        raise BadInput(f"every = {format_number(every)} s: must be a whole multiple of dt = {format_number(dt)} s")
    return round(seconds(duration) / seconds(dt)), int(ratio)


def _rows(
    simulation: Simulation, ticks: int, stride: int, advance: Callable[[int], int], pace: Pace, ends: Sequence[str]
) -> Iterator[list[float]]:
    yield row(simulation)
    done = 0
    while done < ticks and simulation.divergence is None and not any(e.name in ends for e in simulation.events):
        step = pace.advance(simulation, min(stride, ticks - done), advance)
        if step:
            done += step
            yield row(simulation)


class Run:
    """The result of a run: `t` (rows,), every column by name as `run["theta"]` (rows,), and its outcome.

    system, integrator, settings, dt: what was run. invariants: the column (rows,) of each by name. readings: the last
    value and relative drift of each invariant. events: sentences with their time. report: its entries by name, for
    systems that have a report. divergence: None if the run reached its end. warning: of a drift of the energy, or "".
    """

    def __init__(self, simulation: Simulation, rows: NDArray[np.float64], report: Mapping[str, ReportEntry]) -> None:
        self.system = simulation.system
        self.integrator = simulation.integrator.name
        self.settings = dict(simulation.settings)
        self.dt = simulation.dt
        self.columns = columns(self.system)
        self.data = rows
        self.readings: dict[str, InvariantValue] = simulation.invariants()
        self.report = dict(report)
        self.divergence: Divergence | None = simulation.divergence
        self.warning = simulation.warning
        self.events: list[str] = [str(event) for event in simulation.events]
        if simulation.divergence:
            self.events.append(simulation.message)

    @property
    def t(self) -> NDArray[np.float64]:
        """The times [s], (rows,)."""
        return self["t"]

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        """Return a column by its name, (rows,); raises BadInput for an unknown name."""
        if name not in self.columns:
            raise BadInput(f"unknown column {name!r}; known: {', '.join(self.columns)}")
        return np.asarray(self.data[:, self.columns.index(name)])

    @property
    def invariants(self) -> dict[str, NDArray[np.float64]]:
        """The column of each invariant by its name, (rows,)."""
        return {invariant.name: self[invariant.name] for invariant in self.system.invariants}

    def show(self, speed: float = SPEED, height: int = HEIGHT) -> Displayed:
        """Return the run, from its start, as a page that a notebook shows, alive where it can be.

        speed: simulated seconds in a second; height [CSS pixels]. Raises BadInput where no viewer is installed.
        """
        return show(self._start(), speed, height)

    def _repr_html_(self) -> str | None:
        """Return what a notebook displays: `show`, or a text where that fails. It takes some seconds."""
        return html_of(self._start())

    def _start(self) -> RunStart:
        return RunStart(self.system, self.integrator, self.settings, self.dt)

    def to_csv(self, path: str | Path) -> None:
        """Write all columns, with the configuration in a comment at the top; raises OSError."""
        with open(path, "w", encoding="utf-8", newline="") as file:
            write_csv(
                file,
                configuration(self.system, self.integrator, self.settings, self.dt),
                self.columns,
                self.data,
            )


def configuration(system: System, integrator: str, settings: Mapping[str, float], dt: float) -> list[str]:
    """Return the configuration of a run as lines of TOML that a scene file may contain."""

    def text(value: Any) -> str:
        if isinstance(value, str):
            return f'"{value}"'
        return "[" + ", ".join(map(text, value)) + "]" if isinstance(value, tuple) else repr(value)

    lines = [f'system = "{system.name}"', f'integrator = "{integrator}"', f"dt = {dt!r}"]
    groups = {
        "parameters": {name: system.parameters[name] for name in system.applicable()},
        "initial": system.initial,
        "settings": settings,
    }
    for title, group in groups.items():
        if group:
            lines += ["", f"[{title}]", *(f"{name} = {text(value)}" for name, value in group.items())]
    return lines


def write_csv(file: TextIO, comment: Sequence[str], names: Sequence[str], rows: Any) -> None:
    """Write rows of numbers so that they can be read back exactly, after `comment` lines with `# ` before each."""
    file.writelines(f"# {line}".rstrip() + "\n" for line in comment)
    file.write(",".join(names) + "\n")
    file.writelines(",".join(repr(float(value)) for value in each) + "\n" for each in rows)


def simulate(
    system: str | System,
    duration: float | None = None,
    dt: float = 1e-3,
    integrator: str = "rk4",
    every: float | None = None,
    parameters: Mapping[str, Any] | None = None,
    initial: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Run:
    """Run a system for `duration` seconds, or to its own end, and return the sampled run.

    system: a name of `physics.systems()`, or a `System`. every: seconds between samples (default: each step).
    parameters and initial: values by name, in SI units or as text with a unit. A run that diverges returns the rows up
    to then, with `divergence` set. Raises BadInput for invalid names, values and combinations.
    """
    if isinstance(system, str):
        system = system_class(system)(parameters, initial)
    elif parameters or initial:
        system = system.replace(parameters, initial)
    simulation = Simulation(system, integrator, dt, settings)
    track = ReportTrack(simulation)
    rows = table(simulation, duration, every, track)
    return Run(simulation, rows, track.report())
