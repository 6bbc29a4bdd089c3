"""Shots computed without display: ranges of many machines, and the results of a single shot."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.batch.copies import LaneBatch, pool, shape_for
from physics.compiled import native
from physics.core.report import ReportEntry
from physics.core.system import System
from physics.core.units import check_number
from physics.errors import BadInput, unknown
from physics.registry import integrator
from physics.simulation.report_track import reportable
from physics.simulation.simulation import Simulation
from physics.studies.optimise import Measure
from physics.trebuchet.machine import (
    AIMS,
    ALPHA,
    FLIES,
    GAMMA_DOT,
    GIVEN_UP_IN_SLING,
    GIVEN_UP_IN_TROUGH,
    LANDED,
    PHASE,
    REST,
    SLIDES,
    SWINGS,
    X,
    Y,
    has_projectile,
)  # fmt: skip
from physics.trebuchet.report import LONGEST_SHOT

if TYPE_CHECKING:
    from physics.trebuchet.trebuchet import Trebuchet

Table = NDArray[np.float64]

METHOD, TOLERANCES = "dop853", {"rtol": 1e-7, "atol": 1e-9}
TICK = 0.02
"""Tick of a shot before the release [s]; events are located exactly within it."""
FLIGHT_TICK = 0.5
"""Tick while only the stone moves [s]."""
RUN_BLOCK = 40
"""Ticks between two checks whether shots are over."""
MIN_PARALLEL_SHOTS = 16
"""Number of shots from which all cores are used."""
EQUILIBRIUM = (0.0, math.pi, math.pi, 0.0, 0.0, 0.0)

"""Angles and rates of a machine in equilibrium, set after the release, when its motion no longer matters."""
REPORT_TICK, TICKS_PER_FLIGHT_ROW = 0.01, 10
"""Tick [s] of a `LaunchResult`, and ticks per row while the stone flies."""
GOALS = ("range", "impact_energy", "release_speed", "apex", "efficiency")
"""Entries of the report of a shot that can be maximised."""
LIMITED = ("peak_sling", "peak_hanger", "peak_pivot")
"""Entries that can be limited, in addition to the height."""
REASONS = {
    GIVEN_UP_IN_SLING: "not released within the time limit", GIVEN_UP_IN_TROUGH: "not released within the time limit",
    FLIES: f"still in the air after {LONGEST_SHOT:g} s",
}  # fmt: skip
"""Reasons why there is no range, by the phase in which a shot ends."""
OUT_OF_BOUNDS = "the numbers are no longer finite"
HEIGHT = ReportEntry("height", "h", "m", "height of the machine, with the long arm straight up")


class Limit(NamedTuple):
    """An upper limit: the name of an entry of the report, or of the height, and its greatest value in SI units."""

    name: str
    most: float


class RangeTable(NamedTuple):
    """Ranges of machines: values (n,) [m], NaN if the stone does not land; reasons: why not, by the machine's index."""

    values: Table
    reasons: dict[int, str]


def throwing_machine(system: System) -> Trebuchet:
    """Return the system itself, which must be a trebuchet; raises BadInput."""
    from physics.trebuchet.trebuchet import Trebuchet

    if not isinstance(system, Trebuchet):
        raise BadInput(f"{system.name}: throws nothing; {Trebuchet.name} does")
    return system


# Goals and limits -----------------------------------------------------------------------------------------


def goals(machine: Trebuchet) -> tuple[ReportEntry, ...]:
    """Return the entries of the report that can be maximised."""
    known = reportable(machine)
    return tuple(known[name] for name in GOALS)


def limitable(machine: Trebuchet) -> tuple[ReportEntry, ...]:
    """Return the entries that can be limited."""
    known = reportable(machine)
    return (*(known[name] for name in LIMITED), HEIGHT)


def goal(machine: Trebuchet, name: str) -> ReportEntry:
    """Return the entry of that name to maximise; raises BadInput."""
    return _called("objective", name, goals(machine))


def limit(machine: Trebuchet, name: str, most: object) -> Limit:
    """Return a limit, given as a number in SI units or as text with a unit; raises BadInput."""
    quantity = _called("limit", name, limitable(machine))
    return Limit(name, check_number(f"limit {name}", most, quantity.unit, 1e-9, 1e15))


def _called(what: str, name: str, known: Sequence[ReportEntry]) -> ReportEntry:
    for each in known:
        if each.name == name:
            return each
    raise unknown(what, name, (each.name for each in known))


# Many shots -----------------------------------------------------------------------------------------------


def prepared(machine: Trebuchet) -> bool:
    """Return whether machine code is available or impossible; if it is missing, compile it in the background."""
    shape = shape_for(machine, integrator(METHOD))
    if native.is_compiled(shape) or native.compile_error(shape):
        return True
    native.background.ask(shape)
    return False


def ranges(machine: Trebuchet, names: Sequence[str], numbers: Table) -> RangeTable:
    """Return the ranges of the machine with numbers (n, k) for the parameters of these names, on all cores."""
    found = np.full(len(numbers), np.nan)
    reasons: dict[int, str] = {}
    machines: dict[int, Trebuchet] = {}
    for i, row in enumerate(numbers.tolist()):
        try:
            machines[i] = machine.replace(dict(zip(names, row, strict=True)))
        except BadInput as error:
            reasons[i] = str(error)
    for i, thrown in zip(machines, throws(list(machines.values()), threads=True), strict=True):
        if isinstance(thrown, str):
            reasons[i] = thrown
        else:
            found[i] = thrown
    return RangeTable(found, reasons)


def throws(machines: Sequence[Trebuchet], starts: Table | None = None, threads: bool = False) -> list[float | str]:
    """Return the range of each machine [m], or the reason why there is none.

    starts: initial states (n, dim) (default: those of the machines). threads: on all cores, else in this thread.
    """
    if not machines:
        return []
    y = np.array([machine.start() for machine in machines]) if starts is None else starts
    try:
        native.compiled_run(shape_for(machines[0], integrator(METHOD)))
    except native.Unavailable:
        return [_thrown_alone(machine, start) for machine, start in zip(machines, y.tolist(), strict=True)]
    p = np.array([machine.p for machine in machines])
    shared = threads and len(p) >= MIN_PARALLEL_SHOTS
    y = _swung(machines[0], y, p, shared)
    flying = y[:, PHASE] == FLIES
    y[np.ix_(flying, range(ALPHA, GAMMA_DOT + 1))] = EQUILIBRIUM
    y[flying, REST] = 0.0
    y[flying] = _flown(machines[0], y[flying], p[flying], shared)
    ends = zip(y[:, PHASE].tolist(), y[:, X].tolist(), strict=True)
    return [x if phase == LANDED else REASONS.get(phase, OUT_OF_BOUNDS) for phase, x in ends]


def _swung(machine: Trebuchet, starts: Table, p: Table, threads: bool) -> Table:
    """Return the states (n, dim) after the tick of the release, or where a shot was given up."""
    copies = LaneBatch(machine, integrator(METHOD), TICK, starts, TOLERANCES, constants=p)
    while True:
        copies.advance(RUN_BLOCK, threads, until="release")
        phases = copies.states[:, PHASE]
        if not np.any((phases == SLIDES) | (phases == SWINGS) | (phases == AIMS)):
            return copies.states


def _flown(machine: Trebuchet, states: Table, p: Table, threads: bool) -> Table:
    """Return the states (n, dim) of flying stones after the landing or the greatest duration."""
    copies = LaneBatch(machine, integrator(METHOD), FLIGHT_TICK, states, TOLERANCES, constants=p)
    for _ in range(int(LONGEST_SHOT / (RUN_BLOCK * FLIGHT_TICK))):
        if not np.any(copies.states[:, PHASE] == FLIES):
            break
        copies.advance(RUN_BLOCK, threads, until="landing")
    return copies.states


def _thrown_alone(machine: Trebuchet, start: Sequence[float]) -> float | str:
    names = (variable.name for variable in machine.variables)
    reached = LaunchResult(machine.replace(initial=dict(zip(names, start, strict=True)))).report["range"]
    return reached.reason if reached.value is None else float(reached.value)


def measure(machine: Trebuchet, names: Sequence[str], objective: str, limits: Sequence[Limit]) -> Measure:
    """Return the measure that a search maximises: the objective for given numbers of the parameters of these names."""
    if objective == "range" and not limits:
        return lambda numbers: (ranges(machine, names, numbers).values, np.zeros(len(numbers)))

    def one(row: Table) -> tuple[float, float]:
        try:
            fired = LaunchResult(machine.replace(dict(zip(names, row.tolist(), strict=True))))
        except BadInput:
            return np.nan, 0.0
        beyond = sum(max(fired.number(name) / most - 1.0, 0.0) for name, most in limits)
        return fired.number(objective), beyond

    def several(numbers: Table) -> tuple[Table, Table]:
        values, beyond = np.array(list(pool().map(one, numbers))).T
        return values, beyond

    return several


# One shot -------------------------------------------------------------------------------------------------


class LaunchResult:
    """The result of a shot. report: its entries by name. path: of the stone in the lab, (n, 3) float32 [m]."""

    def __init__(self, machine: Trebuchet) -> None:
        self.machine = machine
        simulation = _cocked(machine, REPORT_TICK)
        rows = [(simulation.time, *simulation.y)]
        while not is_over(simulation) and simulation.time < LONGEST_SHOT:
            simulation.advance(1 if has_projectile(simulation.y[PHASE]) else TICKS_PER_FLIGHT_ROW)
            rows.append((simulation.time, *simulation.y))
        table = np.array(rows)
        t, states = table[:, 0], table[:, 1:]
        self.report = {each.name: each for each in machine.report(t, states, simulation.events)}
        flown = states[~np.array([has_projectile(phase) for phase in states[:, PHASE]])]
        self.path = np.column_stack([flown[:, X], np.zeros(len(flown)), flown[:, Y]]).astype(np.float32)

    def number(self, name: str) -> float:
        """Return an entry of the report, NaN if it has no value, or the height."""
        if name == HEIGHT.name:
            return self.machine.pivot_height + self.machine.long_arm
        value = self.report[name].value
        return np.nan if value is None else float(value)


def _cocked(machine: Trebuchet, tick: float) -> Simulation:
    """Return a simulation of the cocked machine, in machine code if there is any."""
    simulation = Simulation(machine, METHOD, tick, TOLERANCES)
    simulation.compile()
    return simulation


def is_over(shot: Simulation) -> bool:
    """Return whether a shot has diverged or reached one of its final events."""
    return shot.divergence is not None or any(event.name in shot.system.ends for event in shot.events)
