"""Polhode's compiled code, called as the simulation and the ensembles call it."""

from __future__ import annotations

from array import array
from collections.abc import Callable

import numpy as np

import physics
from bench.tops import Contender, Missing, Vector3, cone
from physics.batch.copies import LaneBatch
from physics.compiled import native
from physics.compiled.native import Unavailable
from physics.core.system import System
from physics.core.units import seconds
from physics.types import Floats


def clock(dt: float) -> tuple[int, int, int]:
    """Return the times of ticks from 0, as the driver reads them."""
    step = seconds(dt)
    return 0, step.numerator, step.denominator


def stepping(system: System, integrator: str = "rk4", **given: float) -> Callable[[int, float], Floats]:
    """Return a function of (steps, dt) that steps a system from its start, unchecked; raises Missing."""
    method = physics.integrator(integrator)
    try:
        made = native.compiled_run(native.shape(system, method))
    except Unavailable as problem:
        raise Missing(f"Polhode, compiled: {problem}") from None
    workspace = memoryview(array("d", bytes(8 * method.room(len(system.variables)))))
    constants = memoryview(array("d", system.p))
    settings = memoryview(array("d", method.checked_settings(given).values()))

    def run(steps: int, dt: float) -> Floats:
        y = memoryview(system.start())
        memory = memoryview(array("d", bytes(8 * method.memory(len(y)))))
        made.run(steps, dt, clock(dt), y, constants, settings, workspace, memory=memory)
        return y

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
