"""One step of Kutta's method for planar chains of rods of growing length: Polhode with checks, and MuJoCo."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

import physics
from bench.timing import Timed, medians, quantity, ratio, table
from bench.tops import Missing
from physics.core.system import System

try:
    import mujoco
except ImportError:
    mujoco = None

DT = 1e-4
COUNTS = (10, 25, 50, 100, 200)
LENGTH, MASS = 0.1, 0.02
"""Length and mass of each rod [m, kg]."""
LINK_STEPS = 200_000
"""Steps times links in a round, and of MuJoCo steps times links squared, because its steps of long chains are slow."""
FEWEST = 20
"""Steps that MuJoCo makes in a round at least."""
SAME, TRIED = 1e-9, 200
"""Greatest difference of an angle [rad] from ours, and after how many steps."""

Run = Callable[[int], NDArray[np.float64]]
"""Function of the number of steps from the start; returns the angles from the vertical, (N,)."""


def chain(count: int) -> System:
    """Return the rods, at rest at an angle, the lower ones further out."""
    start = {f"theta_{i + 1}": 1.0 + 0.5 * i / count for i in range(count)}
    return physics.system(
        "planar-chain", {"count": count, "length": LENGTH * count, "mass": MASS * count, "bob": 0.0}, start
    )


def ours(count: int) -> Run:
    """Return steps with the checks of the program; raises Missing, also while it runs."""
    simulation = physics.Simulation(chain(count), "rk4", DT)
    if not simulation.compile():
        raise Missing("Polhode, compiled: no machine code")

    def run(steps: int) -> NDArray[np.float64]:
        simulation.reset()
        if simulation.advance(steps) < steps:
            raise Missing(f"{count} links: {simulation.message}")
        return simulation.state[:count]

    return run


def in_mujoco(count: int) -> Run:
    """Return `mj_step` with many steps in one call, contacts and constraints switched off; raises Missing."""
    if mujoco is None:
        raise Missing("MuJoCo: not installed (pip install mujoco)")
    across, along = MASS * LENGTH**2 / 12.0, 1e-4 * MASS * LENGTH**2
    bodies = "".join(
        f'<body pos="0 0 {-LENGTH if i else 0.0}"><joint axis="0 -1 0"/><inertial pos="0 0 {-0.5 * LENGTH}" '
        f'mass="{MASS}" diaginertia="{across} {across} {along}"/>'
        for i in range(count)
    )
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><option integrator="RK4" timestep="{DT}" gravity="0 0 -9.81"><flag contact="disable" '
        f'constraint="disable"/></option><worldbody>{bodies}{"</body>" * count}</worldbody></mujoco>'
    )
    angles = np.array(chain(count).start()[:count])

    def run(steps: int) -> NDArray[np.float64]:
        data = mujoco.MjData(model)
        data.qpos[:] = np.diff(angles, prepend=0.0)
        mujoco.mj_step(model, data, nstep=steps)
        return np.cumsum(data.qpos)

    return run


def checked(count: int) -> Run:
    """Return MuJoCo's steps of the same motion; raises Missing."""
    run = in_mujoco(count)
    error = np.abs(run(TRIED) - ours(count)(TRIED)).max()
    if not error < SAME:
        raise Missing(f"MuJoCo, {count} links: {error:.1g} rad off after {TRIED} steps")
    return run


def report(ours: Callable[[int], Run] = ours, checked: Callable[[int], Run] = checked) -> Iterator[str]:
    """Yield the table of Polhode's and MuJoCo's steps of chains, and messages about what is missing."""
    rows, missing = [], []
    for count in COUNTS:
        steps, fewer = LINK_STEPS // count, max(LINK_STEPS // count**2, FEWEST)
        there = [Timed("ours", partial(ours(count), steps), steps)]
        try:
            there.append(Timed("MuJoCo", partial(checked(count), fewer), fewer))
        except Missing as problem:
            missing.append(str(problem))
        times = medians(there)
        mine, theirs = times["ours"], times.get("MuJoCo")
        others = (quantity(theirs), ratio(theirs, mine)) if theirs else ("", "")
        rows.append((str(count), quantity(mine), quantity(mine / count), *others))
    yield from table(("links", "Polhode, checked", "per link", "MuJoCo", "to ours"), rows)
    if missing:
        yield from ("", *(f"Missing: {problem}." for problem in dict.fromkeys(missing)))
