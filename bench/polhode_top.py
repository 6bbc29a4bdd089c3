"""Polhode's compiled code, called as the simulation and the ensembles call it."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import cache

import numpy as np

import physics
from bench.tops import Contender, Missing, Vector3, cone
from physics.batch.copies import LaneBatch
from physics.compiled import native
from physics.compiled.native import Unavailable
from physics.core import events
from physics.core.system import System
from physics.core.units import seconds
from physics.types import Floats


def stepping(system: System, integrator: str = "rk4", **given: float) -> Callable[[int, float], Floats]:
    """Return a function of (steps, dt) that steps a system from its start, unchecked; raises Missing.

    It returns the state, which its next call overwrites. What is the same in each call is made once.
    """
    method = physics.integrator(integrator)
    try:
        made = native.compiled_run(native.shape(system, method))
    except Unavailable as problem:
        raise Missing(f"Polhode, compiled: {problem}") from None
    start = memoryview(system.start())
    fresh = memoryview(array("d", bytes(8 * events.memory_size(system, method))))
    empty = memoryview(events.empty_log(len(start)))
    constants, settings = array("d", system.p), array("d", method.checked_settings(given).values())
    y, memory, log, p, s = (memoryview(array("d", each)) for each in (start, fresh, empty, constants, settings))
    buffers = y, p, s, native.workspace(system, method), 1, memory, log
    arguments = made.arguments(0, 0.0, (0, 0, 1), *buffers, own=False, checked=None)
    exact = cache(seconds)

    def run(steps: int, dt: float) -> Floats:
        y[:], memory[:], log[:] = start, fresh, empty
        step = exact(dt)
        arguments.first, arguments.each, arguments.unit = 0, step.numerator, step.denominator
        arguments.ticks, arguments.h, arguments.before = steps, dt, 0
        made.run_ticks(arguments, log)
        return buffers[0]  # which keeps all of them alive, whose addresses the arguments have

    return run


def single(integrator: str = "rk4", **given: float) -> Contender:
    """Return one top under an integrator, with the settings given; raises Missing."""
    run, method = stepping(cone(), integrator, **given), physics.integrator(integrator)

    def axis(steps: int, dt: float) -> Vector3:
        return cone().axis(run(steps, dt))

    name = "Polhode, compiled" + ("" if integrator == "rk4" else f", {integrator}")
    return Contender(name, run, axis, steps=20_000, order=method.order)


def many(states: np.ndarray, dt: float) -> Callable[[int], None]:
    """Return a function of `steps` that continues from `states` (n, 6) on one thread; raises Missing."""
    try:
        copies = LaneBatch(cone(), physics.integrator("rk4"), dt, states)
    except Unavailable as problem:
        raise Missing(f"Polhode, compiled lanes: {problem}") from None
    return lambda steps: copies.advance(steps, threads=False)
