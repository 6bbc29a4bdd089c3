"""Work to reach an error, from 1e-6 to 1e-13: our adaptive methods beside heyoka's Taylor series in machine code."""

from __future__ import annotations

import types
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import physics
from bench.polhode_top import stepping
from bench.timing import Timed, medians, quantity, ratio, table
from physics.core.system import System
from physics.types import Floats

try:
    import heyoka
except ImportError:
    heyoka = None

DURATION = 10.0
MOTIONS: dict[str, tuple[str, dict[str, float]]] = {
    "gyroscope": ("The paper's cone", {}),
    "double-pendulum": ("Two bars from 1 and 1.5 rad", {"theta2": 1.0, "theta3": 1.5}),
    "free-body": ("The nut that turns over", {}),
}
"""Systems with their starts, in words."""
SERIES, THEIRS = "taylor", "heyoka"
OURS = (SERIES, "dop853", "exact")
TOLERANCES = tuple(10.0**-power for power in range(6, 15))
"""Of each step; ours also allow an absolute error of a thousandth."""
ERRORS = tuple(10.0**-power for power in range(6, 14))
TICK = 1.0
"""Tick of our methods [s], the longest allowed."""
REFERENCE_TOLERANCE = 1e-19
REPEATS = 40
"""Runs of a timed round."""
ROUNDS = 5

States = NDArray[np.float64]


class Trial(NamedTuple):
    """A method at a tolerance: its error after `DURATION`, and the time that it takes [s]."""

    error: float
    time: float


class Steps(NamedTuple):
    """The number of a method's steps and their order."""

    number: int
    order: int


def report() -> Iterator[str]:
    """Yield a table for each motion, or the reason why there is none."""
    if heyoka is None:
        yield "Missing: heyoka: not installed (pip install heyoka)."
        return
    for name, (words, start) in MOTIONS.items():
        system = physics.system(name, initial=start)
        trials = measured(system)
        yield from (f"{words}:", "", *motion_table(trials), "", loosest_steps(system, trials), "")


def motion_table(trials: Mapping[str, Sequence[Trial]]) -> list[str]:
    """Return the table of one motion from the trials of its methods."""
    names = list(trials)
    rows = []
    for error in ERRORS:
        times = {name: time_at(trials[name], error) for name in names}
        cells = [quantity(time) if time else "" for time in times.values()]
        theirs = times[THEIRS]
        shares = [ratio(times[name], theirs) if times[name] and theirs else "" for name in names[:-1]]
        if any(times.values()):
            rows.append((f"{error:.0e}", *cells, *shares))
    least = [f"{min(trial.error for trial in trials[name]):.1g}" for name in names]
    rows.append(("least error", *least, *("" for _ in names[:-1])))
    return table(("error after 10 s", *names, *(f"{name} to {THEIRS}" for name in names[:-1])), rows)


def measured(system: System) -> dict[str, list[Trial]]:
    """Return the trials of each method at all tolerances, timed in turn; raises Missing."""
    true = reference(system)
    runs: dict[tuple[str, float], Callable[[], States]] = {}
    for name in OURS:
        method = physics.integrator(name)
        if not method.reason_against(system):
            tolerances = TOLERANCES if method.settings else TOLERANCES[:1]
            runs |= {(name, tolerance): ours(system, name, tolerance) for tolerance in tolerances}
    runs |= {(THEIRS, tolerance): heyokas(system, tolerance) for tolerance in TOLERANCES}
    timed = [Timed(f"{name} {tolerance}", partial(repeated, run), REPEATS) for (name, tolerance), run in runs.items()]
    times = medians(timed, ROUNDS)
    found: dict[str, list[Trial]] = {}
    for (name, tolerance), run in runs.items():
        error = float(np.max(np.abs(run() - true) / np.maximum(1.0, np.abs(true))))
        found.setdefault(name, []).append(Trial(error, times[f"{name} {tolerance}"]))
    return found


def loosest_steps(system: System, trials: Mapping[str, Sequence[Trial]]) -> str:
    """Return a sentence with numbers, orders and times of the steps of both series at the loosest tolerance."""
    said = []
    for name, counted in ((SERIES, our_steps(system, TOLERANCES[0])), (THEIRS, their_steps(system, TOLERANCES[0]))):
        each = quantity(trials[name][0].time / counted.number)
        said.append(f"{name} makes {counted.number} steps of order {counted.order}, {each} each")
    return f"With a tolerance of {TOLERANCES[0]:g}, {', and '.join(said)}."


def our_steps(system: System, tolerance: float) -> Steps:
    """Return the steps of our series, counted in CPython."""
    method, orders = physics.integrator(SERIES), []

    def counted(order: float, y: Floats, p: Floats, out: Floats) -> None:
        orders.append(order)
        series(order, y, p, out)

    series, y = method.rate_of(type(system)), memoryview(system.start())
    numbers = (system.p, method.checked_settings(allowed(tolerance)).values(), bytes(8 * method.room(len(y))))
    p, settings, workspace = (memoryview(array("d", each)) for each in numbers)
    method.kernel(counted, 0.0, TICK, round(DURATION / TICK), y, p, settings, workspace, 1)
    return Steps(len(orders), round(orders[0]))


def their_steps(system: System, tolerance: float) -> Steps:
    """Return heyoka's steps."""
    integrator = heyoka.taylor_adaptive(equations(system), list(system.start()), tol=tolerance)
    return Steps(integrator.propagate_until(DURATION)[3], integrator.order)


def repeated(run: Callable[[], States]) -> None:
    """Make the runs of a timed round."""
    for _ in range(REPEATS):
        run()


def time_at(trials: Sequence[Trial], error: float) -> float:
    """Return the time of a method for an error, interpolated between the trials about it; 0 if none reaches it."""
    within = min((trial for trial in trials if trial.error <= error), key=lambda trial: trial.time, default=None)
    if within is None:
        return 0.0
    beyond = [trial for trial in trials if trial.error > error and trial.time < within.time]
    if not beyond:
        return within.time
    other = max(beyond, key=lambda trial: trial.time)
    share = np.log(error / within.error) / np.log(other.error / within.error)
    return float(within.time * (other.time / within.time) ** share)


def ours(system: System, name: str, tolerance: float) -> Callable[[], States]:
    """Return the run of a method of ours; raises Missing."""
    run = stepping(system, name, **(allowed(tolerance) if physics.integrator(name).settings else {}))
    return lambda: np.array(run(round(DURATION / TICK), TICK))


def allowed(tolerance: float) -> dict[str, float]:
    """Return the settings of our adaptive methods for a tolerance."""
    return {"rtol": tolerance, "atol": max(1e-3 * tolerance, 1e-16)}


def heyokas(system: System, tolerance: float) -> Callable[[], States]:
    """Return heyoka's run."""
    start = list(system.start())
    integrator = heyoka.taylor_adaptive(equations(system), start, tol=tolerance)

    def run() -> States:
        integrator.time = 0.0
        integrator.state[:] = start
        integrator.propagate_until(DURATION)
        return np.array(integrator.state)

    return run


def reference(system: System) -> States:
    """Return the state after `DURATION` by heyoka with the 64 bits of a long double."""
    start = np.array(system.start(), dtype=np.longdouble)
    integrator = heyoka.taylor_adaptive(
        equations(system), start, fp_type=np.longdouble, tol=np.longdouble(REFERENCE_TOLERANCE)
    )
    integrator.propagate_until(np.longdouble(DURATION))
    return np.array(integrator.state, dtype=np.float64)


def equations(system: System) -> list[tuple[Any, Any]]:
    """Return heyoka's equations of motion, which are ours: the same source, of symbols instead of numbers."""
    names = [variable.name for variable in system.variables]
    symbols, slopes = list(heyoka.make_vars(*names)), [0.0] * len(names)
    rate = symbolic(system.rate, {"sincos": lambda x: (heyoka.sin(x), heyoka.cos(x)), "sqrt": heyoka.sqrt})
    rate(0.0, symbols, system.p, slopes)
    return list(zip(symbols, slopes, strict=True))


def symbolic(function: Callable[..., Any], replaced: Mapping[str, Any]) -> Callable[..., Any]:
    """Return a Python function that calls others in place of these, with all of ours that it calls by name."""
    known = dict(function.__globals__)
    for name in function.__code__.co_names:
        if name in replaced:
            known[name] = replaced[name]
        elif isinstance(known.get(name), types.FunctionType):
            known[name] = symbolic(known[name], replaced)
    return types.FunctionType(function.__code__, known, function.__name__, function.__defaults__, function.__closure__)
