"""One step of Kutta's method for the other tops: Polhode with and without checks, and C where it has the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import physics
from bench import native, polhode_top
from bench.native import BICYCLE, BODIES, DISK, GIMBALS, LEVITRON, ROUNDED, SATELLITE
from bench.timing import Timed, medians, quantity, ratio, table
from bench.tops import Missing
from physics.core.system import System

DT = 1e-4
STEPS = 20_000
SAME, TRIED = 1e-9, 1000
"""Greatest difference of a component of the state [m, rad/s, ...] from ours, and after how many steps."""

Run = Callable[[], object]
COLUMNS = ("Polhode", "checked", "C", "C, rounded as ours")


@dataclass(frozen=True)
class Top:
    """A system with parameters and a start. function: of `source`, which steps the same state, or its first numbers."""

    name: str
    system: str
    function: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    source: Path = BODIES
    start: Mapping[str, Any] = field(default_factory=dict)

    def made(self) -> System:
        """Return the system."""
        return physics.system(self.system, self.parameters, self.start)


BALLS = {"shape": "two balls", "mass": 0.0335, "radius": 0.008}
PRECESSING = {"theta": "75 deg", "psi_dot": 93.2, "phi_dot": 93.2, "theta_dot": 0.0}
"""Hurricane balls, and their start."""

TOPS = (
    Top("free body", "free-body", "free_body"),
    Top("heavy top", "heavy-top", "heavy_top"),
    Top("rolls: offset sphere", "rolling-body", "rolling_sphere"),
    Top("rolls: ellipsoid", "rolling-body", "rolling_ellipsoid", {"shape": "ellipsoid"}),
    Top("rolls: rattleback", "rattleback", "rolling_ellipsoid"),
    Top("slides: offset sphere", "sliding-body", "sliding_sphere"),
    Top("slides: ellipsoid", "sliding-body", "sliding_ellipsoid", {"shape": "ellipsoid"}),
    Top("rolls: hurricane balls", "rolling-body", "rolling_sphere", BALLS, start=PRECESSING),
    Top("slides: hurricane balls", "sliding-body", "sliding_sphere", BALLS, start=PRECESSING),
    Top("rolls: disk", "rolling-body", "rolling_ring", {"shape": "disk"}),
    Top("bicycle", "bicycle", "bicycle", source=BICYCLE),
    Top("levitron", "levitron", "levitron", source=LEVITRON),
    Top("Euler's disk, rolls", "euler-disk", "rolling_disk", source=DISK),
    Top("Euler's disk, slips", "euler-disk", "slipping_disk", {"contact": "slips"}, DISK),
    Top("satellite", "satellite", "satellite", source=SATELLITE),
    Top("gimbals", "gimbals", "gimbals", source=GIMBALS),
    Top("rolls: egg", "rolling-body", parameters={"shape": "egg"}),
    Top("rolls: profile", "rolling-body", parameters={"shape": "profile"}),
    Top("slides: egg", "sliding-body", parameters={"shape": "egg"}),
    Top("rolls: tippe top, Euler angles", "tippe-top"),
    Top("rolls: rolling top, Euler angles", "rolling-top"),
)


def bare(system: System) -> Run:
    """Return unchecked steps from the start; raises Missing."""
    step = polhode_top.stepping(system)
    return lambda: step(STEPS, DT)


def checked(system: System) -> Run:
    """Return the same steps with the checks of the program; raises Missing, also while it runs."""
    simulation = physics.Simulation(system, "rk4", DT)
    if not simulation.compile():
        raise Missing("Polhode, compiled: no machine code")

    def run() -> None:
        simulation.reset()
        if simulation.advance(STEPS) < STEPS:
            raise Missing(f"{system.name}: {simulation.message}")

    return run


def in_c(system: System, function: str, *extra: str, source: Path = BODIES) -> Run:
    """Return steps of a function in C; raises Missing without a compiler, and where its motion differs."""
    step = native.stepping(system, function, *extra, source=source)
    error = np.abs(np.array(polhode_top.stepping(system)(TRIED, DT)) - step(TRIED, DT)).max()
    if not error < SAME:
        raise Missing(f"C, {function}: {error:.1g} off after {TRIED} steps")
    return lambda: step(STEPS, DT)


def contenders(top: Top) -> tuple[dict[str, Run], list[str]]:
    """Return the available ones of `COLUMNS`, and messages about the others."""
    system, function = top.made(), top.function
    makers: dict[str, Run] = {"Polhode": lambda: bare(system), "checked": lambda: checked(system)}
    if function:
        makers |= {
            "C": lambda: in_c(system, function, source=top.source),
            "C, rounded as ours": lambda: in_c(system, function, ROUNDED, source=top.source),
        }
    there, missing = {}, []
    for name, make in makers.items():
        try:
            there[name] = make()
        except Missing as problem:
            missing.append(str(problem))
    return there, missing


def times_of(top: Top, missing: list[str]) -> dict[str, float]:
    """Return the seconds per step of the available ones; appends messages about the others to `missing`."""
    there, problems = contenders(top)
    missing += problems
    try:
        return medians([Timed(name, run, STEPS) for name, run in there.items()])
    except Missing as problem:
        missing.append(str(problem))
        return {}


def row(name: str, times: Mapping[str, float]) -> tuple[str, ...]:
    """Return a line of the table; ratios to the faster C."""
    best = min((times[each] for each in COLUMNS[2:] if each in times), default=0.0)
    ratios = (ratio(times[each], best) if best and each in times else "" for each in COLUMNS[:2])
    return (name, *(quantity(times[each]) if each in times else "" for each in COLUMNS), *ratios)


def report(tops: Sequence[Top] = TOPS) -> Iterator[str]:
    """Yield the table, and messages about what is missing."""
    missing: list[str] = []
    rows = [row(top.name, times_of(top, missing)) for top in tops]
    yield from table(("one RK4 step", *COLUMNS, "Polhode to C", "checked to C"), rows)
    if missing:
        yield from ("", *(f"Missing: {problem}." for problem in dict.fromkeys(missing)))
