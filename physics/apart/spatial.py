"""Tops, gimbals and chains in space as bodies and joints."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from physics.apart.taken import TakenApart, driven_support, numbers_left
from physics.bodies.inertia import steiner
from physics.chains.jointed_chain import JointedChain
from physics.errors import BadInput
from physics.gimbals.gimbals import Gimbals
from physics.linkages.links import one_per_link
from physics.maths import dense
from physics.pivoted.gyroscope import Gyroscope
from physics.pivoted.heavy_top import HeavyTop
from physics.types import Floats

ORIGIN = [0.0, 0.0, 0.0]


def _elements(matrix: Any) -> list[float]:
    """Return the elements xx, yy, zz, xy, xz, yz of a symmetric matrix (3, 3)."""
    return [float(matrix[at]) for at in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]


def _about_centre(top: Any) -> dict[str, Any]:
    """Return the numbers of a top whose pivot is the origin, its axes those of the world."""
    P = np.asarray(top.centre, float)
    matrix = top.inertia_about_pivot - top.mass * (dense.dot(P, P) * np.eye(3) - np.outer(P, P))
    return {"centre": P.tolist(), "mass": top.mass, "inertia": _elements(matrix), "anchors": {"pivot": ORIGIN}}


def _top(system: Any, axis: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a top as a disk of its spin on a stem, and what fixes these; as its numbers alone where it is none.

    axis: of symmetry, in its own axes, None for none.
    """
    top = _about_centre(system)
    I3 = top["inertia"][2]
    P = np.asarray(top["centre"], float)
    if axis is None or abs(axis[2]) != 1.0 or not I3 > 0.0:
        return {"top": top}, {}
    radius = math.sqrt(2.0 * I3 / system.mass)
    bodies = {"top": {**top, "shape": "disk", "axis": "z", "radius": radius, "width": 0.2 * radius}}
    reach = float(P[2]) + math.copysign(0.6 * radius, float(P[2]))
    bodies["stem"] = {"shape": "cylinder", "from": ORIGIN, "to": [0.0, 0.0, reach], "radius": 0.08 * radius}
    return bodies, {"stem": {"fixed": ["top", "stem"], "at": ORIGIN}}


def heavy_top(system: HeavyTop) -> TakenApart:
    """Return a body on a ball joint, with the same quaternion."""
    bodies, joints = _top(system, system.symmetry_axis)
    joints["pivot"] = {"ball": ["ground", "top"], "at": ORIGIN}
    names = [f"pivot_{each}" for each in "wxyz"] + [f"pivot_rate_{each}" for each in "xyz"]

    def start(y: Floats) -> dict[str, float]:
        return dict(zip(names, y[:7], strict=True))

    return TakenApart({"bodies": bodies, "joints": joints, "gravity": system.gravity}, start, ("the shape of the top",))


def gyroscope(system: Gyroscope) -> TakenApart:
    """Return a top that turns in two massless rings by its Euler angles z-x-z."""
    top, fixed = _top(system, (0.0, 0.0, 1.0))
    bodies = {"outer": {"centre": ORIGIN}, "inner": {"centre": ORIGIN}, **top}
    joints = {
        **fixed,
        "psi": {"hinge": ["ground", "outer"], "at": ORIGIN, "axis": "z"},
        "theta": {"hinge": ["outer", "inner"], "at": ORIGIN, "axis": "x"},
        "phi": {"hinge": ["inner", "top"], "at": ORIGIN, "axis": "z"},
    }
    return TakenApart(
        {"bodies": bodies, "joints": joints, "gravity": system.gravity}, _by_euler_angles, ("the shape of the top",)
    )


def _by_euler_angles(y: Floats) -> dict[str, float]:
    """Return the start of three hinges from angles and, in the second half of the state, their rates."""
    at = len(y) // 2
    names = "psi", "theta", "phi"
    return dict(zip(names, y[:3], strict=True)) | {f"{n}_rate": y[at + k] for k, n in enumerate(names)}


def gimbals(system: Gimbals) -> TakenApart:
    """Return a rotor in two rings on a base at rest; raises BadInput for others."""
    for name, only in (("base", "still"), ("drive", "free"), ("inner", "free"), ("outer", "free")):
        if system.parameters[name] != only:
            raise BadInput(f"{name} = {system.parameters[name]}: must be {only} to be taken apart")
    offset = np.array([0.0, system.lb, system.la])
    inner = np.diag([system.Ai, system.Bi, system.Ci])
    inner = inner - (steiner(inner, system.mass, offset.tolist()) - inner)
    bodies = {
        "outer": {"shape": "hoop", "axis": "y", "radius": 0.1, "centre": ORIGIN, "width": 0.008,
                  "inertia": [system.Ao, system.Bo, system.Co]},
        "inner": {"shape": "hoop", "axis": "y", "radius": 0.08, "centre": offset.tolist(), "width": 0.008,
                  "mass": system.mass, "inertia": _elements(inner)},
        "rotor": {"shape": "disk", "axis": "z", "radius": 0.06, "width": 0.02, "centre": ORIGIN,
                  "inertia": [system.A, system.A, system.C]},
    }  # fmt: skip
    spring = {"stiffness": system.spring, "rest": system.rest_angle} if system.spring else {}
    joints = {
        "psi": {"hinge": ["ground", "outer"], "at": ORIGIN, "axis": "z", "damping": system.outer_friction},
        "theta": {"hinge": ["outer", "inner"], "at": ORIGIN, "axis": "x", "damping": system.inner_friction, **spring},
        "phi": {"hinge": ["inner", "rotor"], "at": ORIGIN, "axis": "z", "damping": system.rotor_friction,
                "torque": system.motor},
    }  # fmt: skip

    def start(y: Floats) -> dict[str, float]:
        names = "psi", "theta", "phi"
        return dict(zip(names, y[:3], strict=True)) | {f"{n}_rate": y[4 + k] for k, n in enumerate(names)}

    tables = {"bodies": bodies, "joints": joints, "gravity": system.gravity}
    return TakenApart(tables, start, ("the shapes of the rings and the rotor",))


def jointed_chain(system: JointedChain) -> TakenApart:
    """Return a chain of bodies on balls, universal joints and hinges, with the same coordinates."""
    bodies: dict[str, Any] = {}
    joints: dict[str, Any] = {}
    cosines = zip("xyz", system.amplitude, system.frequency, system.phase, strict=True)
    mother = driven_support(bodies, joints, cosines)
    damping = one_per_link("joint_damping", system.joint_damping, len(system.chain))
    names: list[tuple[str, str]] = []
    top = np.asarray(system.place, float)
    for k, (link, kind, axes) in enumerate(zip(system.chain, system.joints, system.joint_axes, strict=True)):
        body, joint = f"body_{k + 1}", f"joint_{k + 1}"
        centre = top - link.upper
        low = centre + link.lower
        bodies[body] = {"centre": centre.tolist(), "mass": link.mass, "inertia": list(link.inertia),
                        "anchors": {"start": top.tolist(), "end": low.tolist()}}  # fmt: skip
        joints[joint] = {kind: [mother, body], "at": top.tolist()}
        if kind == "hinge":
            joints[joint]["axis"] = list(axes[0])
        elif kind == "universal":
            joints[joint]["axes"] = [list(each) for each in axes]
        if damping[k]:
            joints[joint]["damping"] = [damping[k]] * 2 if kind == "universal" else damping[k]
        names.append((joint, kind))
        mother, top = body, low
    coordinates = [name for joint, kind in names for name in _of_joint(joint, kind)]
    rates = [name for joint, kind in names for name in _of_joint(joint, kind, "_rate")]

    def start(y: Floats) -> dict[str, float]:
        return dict(zip([*coordinates, *rates], y, strict=False))

    left = ("the shapes of the bodies", *numbers_left(system, com_drag="the drag of the bodies"))
    tables = {"bodies": bodies, "joints": joints, "gravity": system.gravity}
    return TakenApart(tables, start, left, len(coordinates) + len(rates) + 2)


def _of_joint(joint: str, kind: str, ending: str = "") -> list[str]:
    """Return the names of the coordinates of a joint, or with "_rate" of its rates."""
    if kind == "ball":
        return [f"{joint}{ending}_{each}" for each in ("xyz" if ending else "wxyz")]
    return [f"{joint}_{k}{ending}" for k in (1, 2)] if kind == "universal" else [f"{joint}{ending}"]
