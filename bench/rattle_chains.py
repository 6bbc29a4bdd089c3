"""One step of RATTLE, the splitting of chains, in a plane and in space: Polhode with and without checks, and C."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import physics
from bench import native, planar_chains, polhode_top, spatial_chains
from bench.native import RATTLE, ROUNDED, SPATIAL_RATTLE, pointer
from bench.planar_chains import DT, LINK_STEPS, SAME, TRIED
from bench.timing import Timed, medians, quantity, ratio, table
from bench.tops import Missing
from physics.core.system import System

COUNTS = (2, 10, 50, 200)
COLUMNS = ("Polhode", "checked", "C", "C, rounded as ours")


@dataclass(frozen=True)
class Chains:
    """A kind of chains by the number of links, and what steps their state in C: a function of a source."""

    chain: Callable[[int], System]
    source: Path
    function: str


PLANAR = Chains(planar_chains.chain, RATTLE, "planar_rattle")
SPATIAL = Chains(spatial_chains.chain, SPATIAL_RATTLE, "spatial_rattle")


def in_c(kind: Chains, count: int, *extra: str) -> Callable[[int], NDArray[np.float64]]:
    """Return steps of a number in C from the start, to the state; raises Missing."""
    step = getattr(native.library(*extra, source=kind.source), kind.function)
    system = kind.chain(count)
    constants = np.array(system.p)

    def run(steps: int) -> NDArray[np.float64]:
        y = np.array(system.start())
        step(pointer(y), pointer(constants), ctypes.c_double(DT), ctypes.c_long(steps), ctypes.c_int(count))
        return y

    return run


def verified(kind: Chains, count: int, extra: tuple[str, ...] = ()) -> Callable[[int], object]:
    """Return the steps in C of a motion that is ours; raises Missing."""
    run = in_c(kind, count, *extra)
    error = np.abs(np.array(polhode_top.stepping(kind.chain(count), "splitting")(TRIED, DT)) - run(TRIED)).max()
    if not error < SAME:
        raise Missing(f"C, {count} links: {error:.1g} off after {TRIED} steps")
    return run


def checked(kind: Chains, count: int) -> Callable[[int], object]:
    """Return steps with the checks of the program; raises Missing, also while it runs."""
    simulation = physics.Simulation(kind.chain(count), "splitting", DT)
    if not simulation.compile():
        raise Missing("Polhode, compiled: no machine code")

    def run(steps: int) -> None:
        simulation.reset()
        if simulation.advance(steps) < steps:
            raise Missing(f"{count} links: {simulation.message}")

    return run


def bare(kind: Chains, count: int) -> Callable[[int], object]:
    """Return unchecked steps; raises Missing."""
    step = polhode_top.stepping(kind.chain(count), "splitting")
    return lambda steps: step(steps, DT)


def report(kind: Chains) -> Iterator[str]:
    """Yield the table, with ratios to the faster C, and messages about what is missing."""
    rows, missing = [], []
    for count in COUNTS:
        steps = LINK_STEPS // (4 * count)
        makers = (bare, checked, verified, partial(verified, extra=(ROUNDED,)))
        there = []
        for name, make in zip(COLUMNS, makers, strict=True):
            try:
                there.append(Timed(name, partial(make(kind, count), steps), steps))
            except Missing as problem:
                missing.append(str(problem))
        times = medians(there)
        best = min((times[name] for name in COLUMNS[2:] if name in times), default=0.0)
        shares = (ratio(times[name], best) if best and name in times else "" for name in COLUMNS[:2])
        rows.append((str(count), *(quantity(times[name]) if name in times else "" for name in COLUMNS), *shares))
    yield from table(("links", *COLUMNS, "Polhode to C", "checked to C"), rows)
    if missing:
        yield from ("", *(f"Missing: {problem}." for problem in dict.fromkeys(missing)))
