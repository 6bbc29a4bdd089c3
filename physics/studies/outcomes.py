"""Outcomes of a run: the numbers of which maps are made, as one table.

An outcome is named as `--of` takes it: a name of `OUTCOMES`, and after a colon what it is of, such as `final:theta`.
Whether it applies follows from what a system declares: its kind, variables, quantities and events.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from physics.batch.batch_watch import Watch
from physics.batch.copies import LaneBatch
from physics.batch.watches import (
    AFTER,
    BEFORE,
    BEST,
    DONE,
    HIGH,
    INDEX,
    LOW,
    RATE_AFTER,
    RATE_BEFORE,
    ROUND,
    TICKS,
    TOTAL,
    TURN,
    WATCH_ROWS,
    watch_exit,
    watch_largest,
    watch_sides,
    watch_smallest,
    watch_turns,
)
from physics.core.oriented_body import OMEGA, OrientedBody
from physics.core.system import System
from physics.core.units import ANGLE, check_number
from physics.errors import BadInput, unknown
from physics.maths import array_trig
from physics.pendulums.double_bars import DoubleBarSystem
from physics.pendulums.double_equations import V, W
from physics.simulation.poincare import plottable_names
from physics.studies.growth import growth_rates, why_no_growth
from physics.studies.launches import METHOD, throwing_machine, throws
from physics.studies.map_axes import MapCopies
from physics.studies.sampled_copies import (
    MapRun,
    WatchedRuns,
    crossing,
    half_sine_squared,
    is_tilt,
    rate_variable,
    sight_of,
    tilts,
    value_at,
    watched,
)

LEVEL_AXIS = 0.5 * math.pi
"""Tilt of an axis that has fallen to the horizontal [rad]."""
TILTED = "pivoted top", "body on a table"
"""Kinds of systems whose theta is the angle of an axis from the upward vertical."""
HANGING = "pendulum", "chain"
"""Kinds of systems whose angles theta are those of links from the downward vertical."""

Numbers = NDArray[np.float64]
Argument = Literal["", "value", "passage", "link", "event"]
Stopped = Callable[[], bool]


class CellState(IntEnum):
    """What is known of a cell of a map."""

    UNKNOWN = 0
    KNOWN = 1
    NEVER = 2
    """It has not happened within the duration; the value is inf, or nan where there is no measure of it."""
    EXCLUDED = 3
    """The energy excludes that it ever happens; inf."""
    REFUSED = 4
    """The system does not allow these values; nan."""
    FAILED = 5
    """The run has ended early: its numbers are no longer finite, or the equations no longer hold; nan."""


@dataclass
class OutcomeValues:
    """The outcome of copies: values (m,) and states (m,) of `CellState`; reasons of some, by the index of a copy."""

    values: Numbers
    states: NDArray[np.uint8]
    reasons: dict[int, str]

    @classmethod
    def of(cls, values: Numbers, failed: NDArray[np.bool_]) -> OutcomeValues:
        """Return the outcome from values, inf where it never happened, and which copies have failed."""
        states = np.where(np.isfinite(values), CellState.KNOWN, CellState.NEVER).astype(np.uint8)
        states[failed] = CellState.FAILED
        return cls(np.where(failed, np.nan, values), states, {})


@dataclass(frozen=True)
class Outcome:
    """A kind of outcome. of: what it needs after the colon: a value, a passage such as theta>90deg, a link's angle...

    unit: "" for a number, or that of the value where `of` is "value". why_not(system): why it does not apply, or "".
    usual(system): what stands after the colon where nothing is given. measure(copies, run, of, stopped) computes it,
    in this thread. late: times, of which the logarithm is shown. own_method: that of its runs, whatever is asked for;
    why_not_so(run): why runs of a kind do not serve, or "".
    """

    name: str
    meaning: str
    unit: str
    measure: Callable[[MapCopies, MapRun, str, Stopped], OutcomeValues]
    of: Argument = ""
    why_not: Callable[[System], str] = lambda system: ""
    usual: Callable[[System], str] = lambda system: ""
    late: bool = False
    own_method: str = ""
    why_not_so: Callable[[MapRun], str] = lambda run: ""


@dataclass(frozen=True)
class ChosenOutcome:
    """An outcome of one system, with what it is of; text: as `--of` takes it; unit: SI, "" for a number."""

    outcome: Outcome
    of: str
    unit: str

    @property
    def text(self) -> str:
        """The outcome as `--of` takes it."""
        return f"{self.outcome.name}:{self.of}" if self.of else self.outcome.name


# Of what ----------------------------------------------------------------------------------------------------


def links(system: System) -> tuple[str, ...]:
    """Return the angles of the links of a pendulum or chain from the downward vertical, by the names of variables."""
    if system.kind not in HANGING:
        return ()
    coordinates = (system.variables[place] for place in system.places("coordinate"))
    return tuple(each.name for each in coordinates if each.angle and each.name.startswith("theta"))


def options(system: System, outcome: Outcome) -> tuple[str, ...]:
    """Return what an outcome can be of, without the limits of passages."""
    if outcome.of in ("value", "passage"):
        return tuple(each.name for each in plottable_names(system))
    if outcome.of == "link":
        return links(system)
    return tuple(event.name for event in system.events) if outcome.of == "event" else ()


def applicable(system: System) -> tuple[Outcome, ...]:
    """Return the outcomes that apply to a system."""
    return tuple(each for each in OUTCOMES if not each.why_not(system))


def chosen_outcome(system: System, text: str) -> ChosenOutcome:
    """Return the outcome of a text such as `final:theta`; raises BadInput where the system has none such."""
    name, _, of = text.partition(":")
    found = next((each for each in OUTCOMES if each.name == name.strip()), None)
    if found is None:
        raise unknown("outcome", name.strip(), (each.name for each in OUTCOMES))
    reason = found.why_not(system)
    if reason:
        known = ", ".join(each.name for each in applicable(system))
        raise BadInput(f"outcome {name}: {system.name} {reason}; it has: {known}")
    of = of.strip() or found.usual(system)
    return ChosenOutcome(found, of, _checked(system, found, of))


def _checked(system: System, outcome: Outcome, of: str) -> str:
    """Return the unit of an outcome; raises BadInput for what it cannot be of."""
    if not outcome.of:
        if of:
            raise BadInput(f"outcome {outcome.name}:{of}: is of nothing; leave {of!r} out")
        return outcome.unit
    known = options(system, outcome)
    name = passage(system, of)[0] if outcome.of == "passage" else of
    if not name:
        raise BadInput(f"outcome {outcome.name}: say of what, such as {outcome.name}:{known[0]}")
    if name not in known:
        raise unknown(f"{outcome.of} of {system.name}", name, known)
    if outcome.of == "value" and not outcome.unit:
        return next(each.unit for each in plottable_names(system) if each.name == name)
    return "" if outcome.unit == "1" else outcome.unit


def passage(system: System, text: str) -> tuple[str, bool, float]:
    """Return name, whether upward, and value [SI] of a passage such as theta>90deg; raises BadInput."""
    found = re.fullmatch(r"\s*([\w]+)\s*([<>])\s*(.+)", text)
    if not found:
        raise BadInput(f"passage {text!r}: must be NAME>NUMBER or NAME<NUMBER, such as theta>90deg")
    name, sign, number = found.groups()
    units = {each.name: each.unit for each in plottable_names(system)}
    if name not in units:
        raise unknown(f"quantity of {system.name}", name, units)
    return name, sign == ">", check_number(name, number, units[name], -1e15, 1e15)


# Measures ---------------------------------------------------------------------------------------------------


def _final(copies: MapCopies, run: MapRun, of: str, stopped: Stopped) -> OutcomeValues:
    """Return the value at the end."""
    batch = _run(copies, run)
    batch.advance(run.ticks, threads=False, stopped=stopped)
    values = np.array([value_at(copies.of(i), of, state) for i, state in enumerate(batch.states)])
    return OutcomeValues.of(values, ~np.isfinite(values))


def _run(copies: MapCopies, run: MapRun, events: int = 0) -> LaneBatch:
    return LaneBatch(
        copies.system, run.method, run.dt, copies.states, run.settings, constants=copies.constants, events=events
    )


def _extreme(watch: Watch) -> Callable[[MapCopies, MapRun, str, Stopped], OutcomeValues]:
    """Return the measure of the largest or smallest value after all steps."""
    start = -math.inf if watch is watch_largest else math.inf

    def measure(copies: MapCopies, run: MapRun, of: str, stopped: Stopped) -> OutcomeValues:
        seen = _seen(copies, run, of, watch, {BEST: start}, stopped)
        best = seen.records[:, BEST]
        return OutcomeValues.of(tilts(best) if is_tilt(copies.system, of) else best, seen.failed)

    return measure


def _seen(
    copies: MapCopies, run: MapRun, name: str, watch: Watch, start: Mapping[int, float], stopped: Stopped,
    low: float | Numbers = -math.inf, high: float | Numbers = math.inf,
) -> WatchedRuns:  # fmt: skip
    """Return what a watch keeps of a value, from records of 0 but for `start`. low, high: limits of the value."""
    sight, count = sight_of(copies.system, name), len(copies.states)
    limits, records = np.zeros((count, 3)), np.zeros((count, WATCH_ROWS))
    limits[:, LOW], limits[:, HIGH], limits[:, ROUND] = low, high, sight.round
    for row, value in start.items():
        records[:, row] = value
    return watched(copies, run, watch, sight, limits, records, stopped)


_largest, _smallest = _extreme(watch_largest), _extreme(watch_smallest)


def _tilt(copies: MapCopies, run: MapRun, of: str, stopped: Stopped) -> OutcomeValues:
    return _largest(copies, run, "theta", stopped)


def _passage(copies: MapCopies, run: MapRun, of: str, stopped: Stopped) -> OutcomeValues:
    """Return the time at which a value first passes a limit; 0 where it is beyond from the start."""
    name, up, limit = passage(copies.system, of)
    return _first(copies, run, name, stopped, *((-math.inf, limit) if up else (limit, math.inf)))


def _fall(copies: MapCopies, run: MapRun, of: str, stopped: Stopped) -> OutcomeValues:
    return _first(copies, run, "theta", stopped, -math.inf, LEVEL_AXIS)


def _first(
    copies: MapCopies, run: MapRun, name: str, stopped: Stopped, low: float | Numbers, high: float | Numbers
) -> OutcomeValues:
    """Return the time at which a value is first below or above a limit: between two looks that of the interpolant.

    That is cubic where the rate is a variable of the state, too; linear otherwise.
    """
    tilted = is_tilt(copies.system, name)
    within = (half_sine_squared(low), half_sine_squared(high)) if tilted else (low, high)
    seen = _seen(copies, run, name, watch_exit, {TICKS: -1.0}, stopped, *within)
    records = seen.records
    begun = records[:, TICKS] == 0.0
    times = np.where(begun, 0.0, np.inf)
    found = np.flatnonzero((np.abs(records[:, DONE]) == 1.0) & ~begun)
    side, looks = records[found, DONE], records[found, TICKS]
    ends = records[found][:, [BEFORE, AFTER]].T
    limit = np.where(side > 0.0, *(np.broadcast_to(each, len(records))[found] for each in (high, low)))
    ends = side * ((tilts(ends) if tilted else ends) - limit)
    began, ended = seen.looks(looks - 1.0), seen.looks(looks)
    rates = (ends[1] - ends[0]) * np.ones((2, 1))
    if rate_variable(copies.system, name):
        rates = side * (ended - began) * records[found][:, [RATE_BEFORE, RATE_AFTER]].T
    times[found] = began + (ended - began) * crossing(*ends, *rates)
    return OutcomeValues.of(times, seen.failed)


def _flip_time(copies: MapCopies, run: MapRun, of: str, stopped: Stopped) -> OutcomeValues:
    """Return the time at which a link first passes the upward vertical, either way."""
    able = can_flip(copies, of)
    swinging = copies.only(able)
    middle = TURN * np.floor((swinging.states[:, copies.system.index(of)] + math.pi) / TURN)
    found = _first(swinging, run, of, stopped, middle - math.pi, middle + math.pi)
    values, states = np.full(len(able), np.inf), np.full(len(able), CellState.EXCLUDED, np.uint8)
    values[able], states[able] = found.values, found.states
    return OutcomeValues(values, states, {})


def can_flip(copies: MapCopies, of: str) -> NDArray[np.bool_]:
    """Return whether copies have the energy to bring a link upright, (m,).

    Known of the lower of two bars that are released at rest; elsewhere any may.
    """
    system, y = copies.system, copies.states
    if not isinstance(system, DoubleBarSystem) or of != "theta3" or y[:, system.places("velocity")].any():
        return np.ones(len(y), bool)
    p = copies.constants if copies.constants is not None else np.array([system.p])
    upper, lower = y[:, system.index("theta2")], y[:, system.index("theta3")]
    return np.asarray(-p[:, V] * array_trig.cos(upper) - p[:, W] * array_trig.cos(lower) >= p[:, W] - p[:, V])


def _counted(watch: Watch, start: Mapping[int, float]) -> Callable[[MapCopies, MapRun, str, Stopped], OutcomeValues]:
    """Return the measure of how often a watch counts something."""

    def measure(copies: MapCopies, run: MapRun, of: str, stopped: Stopped) -> OutcomeValues:
        seen = _seen(copies, run, of, watch, start, stopped)
        return OutcomeValues.of(seen.records[:, TOTAL], seen.failed)

    return measure


_flips = _counted(watch_turns, {INDEX: math.nan})
_reversals = _counted(watch_sides, {})


def _event(copies: MapCopies, run: MapRun, of: str, stopped: Stopped) -> OutcomeValues:
    """Return the time of the first event of a name."""
    batch = _run(copies, run)
    batch.advance(run.ticks, threads=False, until=of, stopped=stopped)
    times = batch.ended
    return OutcomeValues.of(times, np.isnan(times))


def _range(copies: MapCopies, run: MapRun, of: str, stopped: Stopped) -> OutcomeValues:
    """Return the range of each shot, with the reason where there is none; the duration and the method are its own."""
    found = np.full(len(copies.places), np.nan)
    states, reasons = np.full(len(found), CellState.NEVER, np.uint8), {}
    for i, thrown in enumerate(throws([throwing_machine(copies.of(i)) for i in range(len(found))], copies.states)):
        if isinstance(thrown, str):
            reasons[i] = thrown
        else:
            found[i], states[i] = thrown, CellState.KNOWN
    return OutcomeValues(found, states, reasons)


def _lyapunov(copies: MapCopies, run: MapRun, of: str, stopped: Stopped) -> OutcomeValues:
    values = growth_rates(copies, run, stopped)
    return OutcomeValues.of(values, ~np.isfinite(values))


# The table --------------------------------------------------------------------------------------------------


def _throws(system: System) -> str:
    return "" if system.ends else "throws nothing"


def _tilts(system: System) -> str:
    known = [each.name for each in plottable_names(system)]
    return "" if system.kind in TILTED and "theta" in known else "has no axis that tilts from the upward vertical"


def _hangs(system: System) -> str:
    return "" if links(system) else "has no links whose angles are variables"


def _happens(system: System) -> str:
    return "" if system.events else "has no events"


def _parts(system: System) -> str:
    return "" if not system.events else "has events, at which neighbouring motions may part by a jump"


def _first_velocity(system: System) -> str:
    if isinstance(system, OrientedBody):
        return OMEGA[2]
    velocities = system.places("velocity")
    return system.variables[velocities[0]].name if velocities else ""


def _first_event(system: System) -> str:
    """Return the first kind of event that is announced, else the first one."""
    return next((event.name for event in system.events if not event.quiet), system.events[0].name)


OUTCOMES: tuple[Outcome, ...] = (
    Outcome("range", "distance at which the stone lands", "m", _range, why_not=_throws, own_method=METHOD),
    Outcome("fall", "time until the axis is level", "s", _fall, why_not=_tilts, late=True),
    Outcome("tilt", "largest tilt of the axis from the upward vertical", ANGLE, _tilt, why_not=_tilts),
    Outcome(
        "flip-time", "time until a link first passes the upward vertical", "s", _flip_time, "link", _hangs,
        lambda system: links(system)[-1], late=True,
    ),
    Outcome(
        "flips", "number of times that a link passes the upward vertical", "1", _flips, "link", _hangs,
        lambda system: links(system)[-1],
    ),
    Outcome("lyapunov", "largest Lyapunov exponent in this time", "1/s", _lyapunov, why_not=_parts,
            why_not_so=why_no_growth),
    Outcome("event", "time of the first event of a kind", "s", _event, "event", _happens,
            _first_event, late=True),
    Outcome("reversals", "number of changes of the sign of a value", "1", _reversals, "value",
            usual=_first_velocity),
    Outcome("final", "value at the end", "", _final, "value", usual=lambda system: system.variables[0].name),
    Outcome("largest", "largest value", "", _largest, "value", usual=lambda system: system.variables[0].name),
    Outcome("smallest", "smallest value", "", _smallest, "value", usual=lambda system: system.variables[0].name),
    Outcome("passage", "time until a value first passes a limit", "s", _passage, "passage", late=True),
)  # fmt: skip
"""All outcomes, those of the fewest systems first."""
