"""One step of Kutta's method for chains of rods joined by balls: Polhode with checks, and MuJoCo."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

import physics
from bench import planar_chains
from bench.planar_chains import DT, LENGTH, MASS, SAME, TRIED, Run
from bench.tops import Missing
from physics.chains.spatial_chain import SpatialChain

try:
    import mujoco
except ImportError:
    mujoco = None

RADIUS = 0.01
"""Radius of each rod [m]."""


@cache
def chain(count: int) -> SpatialChain:
    """Return the rods, at rest at an angle, the lower ones further out and further round."""
    part = np.arange(count) / count
    made = {"count": count, "length": LENGTH * count, "mass": MASS * count, "radius": RADIUS}
    return SpatialChain(made, {"theta": 1.0 + 0.5 * part, "psi": part, "phi": 0.0})


def ours(count: int) -> Run:
    """Return steps with the checks of the program, to the centres of mass; raises Missing, also while it runs."""
    system = chain(count)
    simulation = physics.Simulation(system, "rk4", DT)
    if not simulation.compile():
        raise Missing("Polhode, compiled: no machine code")

    def run(steps: int) -> NDArray[np.float64]:
        simulation.reset()
        if simulation.advance(steps) < steps:
            raise Missing(f"{count} links: {simulation.message}")
        return system.centres(simulation.y)

    return run


def in_mujoco(count: int) -> Run:
    """Return `mj_step` with many steps in one call, contacts and constraints switched off; raises Missing."""
    if mujoco is None:
        raise Missing("MuJoCo: not installed (pip install mujoco)")
    x, y, z = chain(count).chain[0].inertia
    bodies = "".join(
        f'<body pos="0 0 {-LENGTH if i else 0.0}"><joint type="ball"/><inertial pos="0 0 {-0.5 * LENGTH}" '
        f'mass="{MASS}" diaginertia="{x} {y} {z}"/>'
        for i in range(count)
    )
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><option integrator="RK4" timestep="{DT}" gravity="0 0 -9.81"><flag contact="disable" '
        f'constraint="disable"/></option><worldbody>{bodies}{"</body>" * count}</worldbody></mujoco>'
    )
    lab = np.array(chain(count).start()[: 4 * count]).reshape(-1, 4)
    relative = np.empty_like(lab)
    for before, after, found in zip(np.vstack([[1.0, 0.0, 0.0, 0.0], lab]), lab, relative, strict=False):
        mujoco.mju_mulQuat(found, before * [1.0, -1.0, -1.0, -1.0], after)

    def run(steps: int) -> NDArray[np.float64]:
        data = mujoco.MjData(model)
        data.qpos[:] = relative.ravel()
        mujoco.mj_step(model, data, nstep=steps)
        mujoco.mj_kinematics(model, data)
        return np.array(data.xipos[1:])

    return run


def checked(count: int) -> Run:
    """Return MuJoCo's steps of the same motion; raises Missing."""
    run = in_mujoco(count)
    error = np.abs(run(TRIED) - ours(count)(TRIED)).max()
    if not error < SAME:
        raise Missing(f"MuJoCo, {count} links: {error:.1g} m off after {TRIED} steps")
    return run


def report() -> Iterator[str]:
    """Yield the table, and messages about what is missing."""
    return planar_chains.report(ours, checked)
