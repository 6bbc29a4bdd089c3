"""Our own compiled code, called as the simulation and the ensembles call it."""

from __future__ import annotations

from array import array
from collections.abc import Callable

import numpy as np

import physics
from bench.tops import Contender, Missing, Vector3, cone
from physics import native
from physics.clock import seconds
from physics.native import Pair, Unavailable
from physics.system import Floats

LANES = 64


def pair(integrator: str, lanes: int) -> Pair:
    """The top under an integrator as machine code; raises Missing."""
    top = cone()
    try:
        return native.pair(native.shape(top, physics.integrator(integrator), lanes))
    except Unavailable as problem:
        raise Missing(f"Polhode, compiled: {problem}") from None


def room(integrator: str, lanes: int) -> Floats:
    """A workspace for the kernel."""
    return memoryview(array("d", bytes(8 * lanes * physics.integrator(integrator).room(len(cone().variables)))))


def clock(dt: float) -> tuple[int, int, int]:
    """The times of ticks from 0, as the driver reads them."""
    step = seconds(dt)
    return 0, step.numerator, step.denominator


def single(integrator: str = "rk4", **given: float) -> Contender:
    """One top under an integrator, with what is given of its settings; raises Missing."""
    made, workspace = pair(integrator, 1), room(integrator, 1)
    method = physics.integrator(integrator)
    constants = memoryview(array("d", cone().p))
    settings = memoryview(array("d", method.checked_settings(given).values()))

    def run(steps: int, dt: float) -> Floats:
        y = memoryview(cone().start())
        made.run(steps, dt, clock(dt), y, constants, settings, workspace)
        return y

    def axis(steps: int, dt: float) -> Vector3:
        return cone().axis(run(steps, dt))

    name = "Polhode, compiled" + ("" if integrator == "rk4" else f", {integrator}")
    return Contender(name, run, axis, steps=20_000, order=method.order)


def many(states: np.ndarray, dt: float) -> Callable[[int], np.ndarray]:
    """A function of `steps` that advances `states` (n, 6), n a multiple of 64, on one thread; raises Missing."""
    made, workspace = pair("rk4", LANES), room("rk4", LANES)
    n, dim = states.shape
    lanes = np.ascontiguousarray(states.reshape(n // LANES, LANES, dim).transpose(0, 2, 1))
    constants = memoryview(np.tile(np.repeat(np.array(cone().p), LANES), n // LANES))
    settings = memoryview(array("d"))

    def run(steps: int) -> np.ndarray:
        y = lanes.copy()
        made.run(steps, dt, clock(dt), memoryview(y.reshape(-1)), constants, settings, workspace, n // LANES)
        return y.transpose(0, 2, 1).reshape(n, dim)

    return run
