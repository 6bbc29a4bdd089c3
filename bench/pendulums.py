"""One step of Kutta's method for the double pendulum: each formulation with and without checks, and C."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

import physics
from bench import native, polhode_top
from bench.bodies import DT, SAME, STEPS, TRIED, Run, bare, checked
from bench.native import PENDULUM, ROUNDED
from bench.timing import Timed, medians, quantity, ratio, table
from bench.tops import Missing
from physics.core.system import System

WILD = {"theta2": 2.0, "theta3": -1.0, "theta2_dot": 3.0, "theta3_dot": -5.0}
FORMULATIONS = ("double-pendulum", "double-pendulum-newton", "double-pendulum-forces", "double-pendulum-open")
IN_C = {
    "C, Lagrange": ("with_own_sincos",),
    "C, Lagrange, sincos of the C library": ("with_libm",),
    "C, Lagrange, rounded as ours": ("with_own_sincos", ROUNDED),
}


def pendulum(name: str) -> System:
    """Return a formulation of the pendulum that is timed."""
    return physics.system(name, {"l3": 0.7, "m2": 1.5}, WILD)


def in_c(function: str, *extra: str) -> Run:
    """Return steps of a function of `pendulum.c`; raises Missing without a compiler, and where its motion differs."""
    system = pendulum(FORMULATIONS[0])
    step = native.stepping(system, function, *extra, source=PENDULUM)
    error = np.abs(np.array(polhode_top.stepping(system)(TRIED, DT)) - step(TRIED, DT)).max()
    if not error < SAME:
        raise Missing(f"C, {function}: {error:.1g} off after {TRIED} steps")
    return lambda: step(STEPS, DT)


def makers() -> dict[str, Callable[[], Run]]:
    """Return a maker of each contender, by name; they raise Missing."""
    ours = {}
    for name in FORMULATIONS:
        system = pendulum(name)
        ours[system.title] = lambda system=system: bare(system)
        ours[f"{system.title}, checked"] = lambda system=system: checked(system)
    return {**ours, **{name: lambda given=given: in_c(*given) for name, given in IN_C.items()}}


def report() -> Iterator[str]:
    """Yield the table, and messages about what is missing."""
    there, missing = [], []
    for name, make in makers().items():
        try:
            there.append(Timed(name, make(), STEPS))
        except Missing as problem:
            missing.append(str(problem))
    times = medians(there)
    best = min((times[name] for name in IN_C if name in times), default=0.0)
    rows = [(name, quantity(time), ratio(time, best) if best else "") for name, time in times.items()]
    yield from table(("one RK4 step", "time", "to the fastest C"), rows)
    if missing:
        yield from ("", *(f"Missing: {problem}." for problem in dict.fromkeys(missing)))
