"""Pendulums and linkages in a plane as bodies and joints."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from physics.apart.taken import TakenApart, driven_support, numbers_left
from physics.chains.planar_chain import PlanarChain
from physics.errors import BadInput
from physics.linkages.links import Link, one_per_link
from physics.maths.rounded import whole_power
from physics.pendulums.double_bars import DoubleBarSystem
from physics.pendulums.double_equations import J2, J3
from physics.pendulums.parallel_linkage import ParallelLinkage
from physics.pendulums.wilberforce import Wilberforce
from physics.types import Floats

DOWN = "-y"
"""The axis about which an angle from the downward vertical counts."""


def _relative(names: Sequence[str], angles: Sequence[float], rates: Sequence[float]) -> dict[str, float]:
    """Return the start of hinges one after the other, from angles and rates of their bodies in the lab."""
    found = {name: b - a for name, (a, b) in zip(names, itertools.pairwise([0.0, *angles]), strict=True)}
    turning = itertools.pairwise([0.0, *rates])
    return found | {f"{name}_rate": b - a for name, (a, b) in zip(names, turning, strict=True)}


def double_bars(system: DoubleBarSystem) -> TakenApart:
    """Return a double pendulum of bars."""
    l2, l3 = system.upper_length, system.lower_length
    ends = [0.0, 0.0, 0.0], [0.0, 0.0, -l2], [0.0, 0.0, -l2 - l3]
    inertias = [[J, J, 0.0] for J in (system.p[J2], system.p[J3])]
    bodies = {
        "upper": {"shape": "bar", "from": ends[0], "to": ends[1], "mass": system.upper_mass, "inertia": inertias[0]},
        "lower": {"shape": "bar", "from": ends[1], "to": ends[2], "mass": system.lower_mass, "inertia": inertias[1]},
    }
    joints = {
        "pivot": {"hinge": ["ground", "upper"], "at": ends[0], "axis": DOWN},
        "elbow": {"hinge": ["upper", "lower"], "at": "end, start", "axis": DOWN},
    }

    def start(y: Floats) -> dict[str, float]:
        at = len(y) // 2
        return _relative(("pivot", "elbow"), list(y[:2]), list(y[at : at + 2]))

    left = () if system.name == "double-pendulum" else (f"the formulation {system.name}",)
    return TakenApart({"bodies": bodies, "joints": joints, "gravity": system.gravity}, start, left)


def planar_chain(system: PlanarChain) -> TakenApart:
    """Return a chain in a plane; raises BadInput for the stroke of a hand."""
    if system.support == "stroke":
        raise BadInput("support = stroke: a machine has no such motion; must be fixed or harmonic to be taken apart")
    n = len(system.chain)
    names = [f"joint_{k + 1}" for k in range(n)]
    bodies: dict[str, Any] = {}
    joints: dict[str, Any] = {}
    hand = "ground"
    if system.support == "harmonic":
        along = ("x", system.amplitude_x, system.frequency_x, system.phase_x)
        upward = ("z", system.amplitude_z, system.frequency_z, system.phase_z)
        hand = driven_support(bodies, joints, (along, upward))
    height, rubbing = 0.0, _friction(system)
    for k, (link, name) in enumerate(zip(system.chain, names, strict=True)):
        body = f"link_{k + 1}"
        _add_link(bodies, joints, body, link, height)
        damping = {"damping": rubbing[k]} if rubbing[k] else {}
        joints[name] = {"hinge": [hand, body], "at": [0.0, 0.0, height], "axis": DOWN, **damping}
        hand, height = body, height - link.length
    left = numbers_left(system, drag="the drag of the masses", drag_coefficient="the drag of the rods")

    def start(y: Floats) -> dict[str, float]:
        return _relative(names, list(y[:n]), list(y[n : 2 * n]))

    return TakenApart({"bodies": bodies, "joints": joints, "gravity": system.gravity}, start, left, 2 * n + 2)


def _friction(system: PlanarChain) -> list[float]:
    """Return the friction of all joints; of a tapered chain it goes as the fourth power of the radius."""
    found = list(one_per_link("friction", system.friction, len(system.chain)))
    if system.links != "tapered" or not system.radii[0]:
        return found
    radii = [0.5 * (link.near + link.far) / system.radii[0] for link in system.chain]
    return [each * whole_power(radius, 4) for each, radius in zip(found, radii, strict=True)]


def _add_link(bodies: dict[str, Any], joints: dict[str, Any], name: str, link: Link, height: float) -> None:
    """Add a rod that hangs down from a height, with its bob."""
    ends = {"from": [0.0, 0.0, height], "to": [0.0, 0.0, height - link.length]}
    radius = 0.5 * (link.near + link.far)
    bar = {"shape": "bar", **ends, **({"width": 2.0 * radius} if radius else {})}
    if link.mass and link.centre == 0.5 * link.length:
        bar |= {"mass": link.mass, "inertia": [link.inertia, link.inertia, 0.0]}
    bodies[name] = bar
    if link.mass and link.centre != 0.5 * link.length:
        centre = [0.0, 0.0, height - link.centre]
        inertia = [link.inertia, link.inertia, 0.0]
        bodies[f"{name}_mass"] = {"centre": centre, "mass": link.mass, "inertia": inertia}
        joints[f"{name}_holds"] = {"fixed": [name, f"{name}_mass"], "at": centre}
    if link.bob:
        bodies[f"{name}_bob"] = {"shape": "point", "centre": ends["to"], "mass": link.bob}
        joints[f"{name}_carries"] = {"fixed": [name, f"{name}_bob"], "at": ends["to"]}


def parallel_linkage(system: ParallelLinkage) -> TakenApart:
    """Return a row of parallel four-bar linkages."""
    bodies: dict[str, Any] = {}
    joints: dict[str, Any] = {}
    L, cranks = system.length, int(system.loops) + 1
    for k in range(cranks):
        foot, head = [k * L, 0.0, 0.0], [k * L, 0.0, L]
        bodies[f"crank_{k}"] = {"shape": "bar", "from": foot, "to": head, "mass": system.mass, "width": 0.05 * L,
                                "inertia": _slender(system.mass, L, "z")}  # fmt: skip
        joints[f"foot_{k}"] = {"hinge": ["ground", f"crank_{k}"], "at": foot, "axis": "y"}
    for k in range(1, cranks):
        ends = {"from": [(k - 1) * L, 0.0, L], "to": [k * L, 0.0, L]}
        bodies[f"coupler_{k}"] = {"shape": "bar", **ends, "mass": system.mass, "width": 0.05 * L,
                                  "inertia": _slender(system.mass, L, "x")}  # fmt: skip
        joints[f"near_{k}"] = {"hinge": [f"crank_{k - 1}", f"coupler_{k}"], "at": "end, start", "axis": "y"}
        joints[f"far_{k}"] = {"hinge": [f"coupler_{k}", f"crank_{k}"], "at": "end, end", "axis": "y"}

    def start(y: Floats) -> dict[str, float]:
        return {"foot_0": y[0], "foot_0_rate": y[cranks]}

    return TakenApart({"bodies": bodies, "joints": joints, "gravity": system.gravity}, start)


def _slender(mass: float, length: float, axis: str) -> list[float]:
    """Return the inertia of a thin rod along x or z."""
    across = mass * length * length / 12.0
    return [0.0, across, across] if axis == "x" else [across, across, 0.0]


def wilberforce(system: Wilberforce) -> TakenApart:
    """Return a bob that slides and turns; the spring is in its joints and their coupling."""
    place = [0.0, 0.0, 0.0]
    sag = system.mass * 9.81 / system.stiffness
    bodies = {
        "carriage": {"centre": place},
        "bob": {"shape": "cylinder", "from": [0.0, 0.0, -0.04], "to": [0.0, 0.0, 0.04], "radius": 0.03,
                "mass": system.mass, "inertia": [system.inertia, system.inertia, system.inertia]},
    }  # fmt: skip
    joints = {
        "z": {"slider": ["ground", "carriage"], "axis": "z", "stiffness": system.stiffness, "rest": sag},
        "twist": {"hinge": ["carriage", "bob"], "at": place, "axis": "z", "stiffness": system.torsion},
    }
    couplings = {"helix": {"joints": ["z", "twist"], "stiffness": 0.5 * system.coupling}}

    def start(y: Floats) -> dict[str, float]:
        return {"z": y[0], "twist": y[1], "z_rate": y[2], "twist_rate": y[3]}

    return TakenApart({"bodies": bodies, "joints": joints, "couplings": couplings}, start, ("the helical spring",))
