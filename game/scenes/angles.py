"""Euler's angles as arcs: psi from i to the line of nodes, theta from the vertical to the axis, phi on to the body."""

from __future__ import annotations

import math

import numpy as np

from game.picture import ArrowInk, Curve, SceneFrame
from game.scenes.generic import INK
from physics.quaternion import Quaternion, euler
from physics.rotation import lab_to_nodal
from physics.system import Vector3

RADII = {"psi": 0.62, "theta": 0.52, "phi": 0.42}
"""Of the arcs, in sizes of the body."""
SYMBOLS = {"psi": "ψ", "theta": "θ", "phi": "φ", "alpha": "α", "beta": "β", "gamma": "γ"}
ARC_WIDTH, LINE_WIDTH, CIRCLE_WIDTH = 2.4, 1.6, 1.0
ARC, LINE, CIRCLE = 0.75, 0.45, 0.18
"""Opacities."""
POINTS_A_TURN = 96
HEAD = 0.14
"""Length of an arc's head [rad]; shorter arcs have none."""
SEEN = 0.01
"""Sine of the least angle that is drawn."""
BLURRED = 0.35
"""Angle [rad] turned in a frame beyond which an arc would only flicker."""


def add_angles(frame: SceneFrame, rotation: Quaternion, pivot: Vector3, size: float, turned: float) -> None:
    """The three angles of an orientation about the pivot (3,) [m] in the world, for a body of this size [m].

    turned: the angle [rad] by which phi turns during the frame: an arc that turns too fast is left out.
    """
    psi, theta, phi = euler(rotation)[:3]
    node, across = lab_to_nodal(psi, theta)[:2]
    i, j, k = np.eye(3)
    arcs = (("psi", psi, i, j), ("theta", theta, k, np.cross(node, k)), ("phi", phi, node, across))
    for name, angle, start, side in arcs:
        if name == "phi" and turned > BLURRED:
            continue
        add_arc(frame, name, angle, pivot, RADII[name] * size * start, RADII[name] * size * side)
    for name, end in (("node", RADII["psi"] * node), ("vertical", 1.1 * k)):
        line = pivot + size * np.array([-end if name == "node" else 0.0 * end, end])
        frame.curves.append(Curve(line.astype(np.float32), INK[name], LINE_WIDTH, LINE))


def add_tilt(frame: SceneFrame, axis: Vector3, pivot: Vector3, size: float) -> None:
    """Theta alone: from the vertical to an axis (3,) through the pivot (3,) [m] in the world, `size` [m] away."""
    k = np.array([0.0, 0.0, 1.0])
    across = axis - axis[2] * k
    sine = float(np.linalg.norm(across))
    if sine < SEEN:
        return
    for end in (k, axis):
        line = pivot + size * np.array([0.0 * end, 1.08 * end])
        frame.curves.append(Curve(line.astype(np.float32), INK["vertical"], LINE_WIDTH, LINE))
    add_arc(frame, "theta", math.atan2(sine, float(axis[2])), pivot, size * k, size * across / sine)


def add_arc(frame: SceneFrame, name: str, angle: float, pivot: Vector3, start: Vector3, side: Vector3) -> None:
    """An arc from `start` towards `side` (3,), both from the pivot, with a head and a name; psi and phi on a circle."""
    color = INK[name]
    if name in ("psi", "phi"):
        whole = np.linspace(0.0, 2.0 * math.pi, POINTS_A_TURN + 1)
        frame.curves.append(Curve(_circle(whole, pivot, start, side), color, CIRCLE_WIDTH, CIRCLE))
    head = math.copysign(min(HEAD, abs(angle)), angle)
    turns = np.linspace(0.0, angle - head, 2 + int(POINTS_A_TURN * abs(angle) / (2.0 * math.pi)))
    frame.curves.append(Curve(_circle(turns, pivot, start, side), color, ARC_WIDTH, ARC))
    if abs(head) == HEAD:
        tail, tip = _circle(np.array([angle - head, angle]), pivot, start, side)
        radius = 0.010 * float(np.linalg.norm(start))
        frame.arrows.append(ArrowInk(tail, tip, color, SYMBOLS[name], radius))


def _circle(angles: np.ndarray, pivot: Vector3, start: Vector3, side: Vector3) -> np.ndarray:
    return (pivot + np.outer(np.cos(angles), start) + np.outer(np.sin(angles), side)).astype(np.float32)
