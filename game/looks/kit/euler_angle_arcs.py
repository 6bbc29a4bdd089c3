"""Euler's angles as arcs: psi from i to the line of nodes, theta from the vertical to the axis, phi on to the body.

The axes from which the angles are counted are drawn as well.
"""

from __future__ import annotations

import math

import numpy as np

from game.model.colors import QUANTITY_COLORS
from game.model.frame import Array, Curve, OverlayArrow, SceneFrame, SceneLabel, View
from game.model.hold import Fixed, OnBody, World
from physics.maths import dense
from physics.maths.elementary import arctan2, cos, sin
from physics.maths.euler_angles import lab_to_nodal
from physics.maths.quaternion import Quaternion, euler
from physics.types import Vector3

RADII = {"psi": 0.52, "theta": 0.44, "phi": 0.36}
"""Radii of the arcs, in sizes of the body."""
SYMBOLS = {"psi": "ψ", "theta": "θ", "phi": "φ", "alpha": "α", "beta": "β", "gamma": "γ"}
NODES = "N"
"""Name of the line of nodes."""
ARC_WIDTH, LINE_WIDTH, CIRCLE_WIDTH = 2.6, 1.5, 1.0
ARC, LINE, CIRCLE = 0.95, 0.55, 0.28
"""Opacities of the arcs, of the line of nodes and of the circles."""
POINTS_A_TURN = 96
HEAD = 0.13
"""Length of an arc's head, in radii of the arc; a shorter arc has a shorter head."""
SMALL, LARGE = 0.012, 0.03
"""Lengths of an arc on the screen, in picture heights, between which it fades in."""
UPRIGHT, TILTED = 0.035, 0.12
"""Sines of theta between which the line of nodes fades in, with psi and phi, which are counted from it."""
BLURRED, SLOW = 0.35, 0.28
"""Angles [rad] turned in a frame between which an arc fades in; one that turns faster would only flicker."""
LEAST_LEAN, LEAN = 0.06, 0.16
"""Sines of theta between which theta alone fades in: an axis that nutates about the vertical leaves it hidden."""
FAR, NEAR = 0.06, 0.02
"""Ways of the end of theta alone in a frame, in its radii, between which it fades in though its plane turns fast."""
FRAME = 0.75
"""Opacity of the axes of the lab, which serve only as a reference."""
LAB_AXES, BODY_AXES = (0.68, 0.68, 0.86), (0.62, 0.62)
"""Lengths of the axes as drawn, in sizes of the body."""
AXIS = 0.0052
"""Radius of their shafts, in sizes of the body."""


def add_angles(frame: SceneFrame, rotation: Quaternion, pivot: Vector3, size: float, turned: float) -> None:
    """Add the three angles of an orientation about the pivot (3,) [m] in the world, for a body of this size [m].

    turned: the angle [rad] by which phi turns during the frame: an arc that turns too fast is left out, and so are the
    axes of the body. For an upright body psi and phi are left out, because it has no line of nodes.
    """
    psi, theta, phi = euler(rotation)[:3]
    node, across, axis = lab_to_nodal(psi, theta)
    lab = np.eye(3)
    add_axes(frame, "frame", "ijk", lab, pivot, size * np.array(LAB_AXES), FRAME, on=World())
    nodal, slow = smooth_step(sin(theta), UPRIGHT, TILTED), 1.0 - smooth_step(turned, SLOW, BLURRED)
    body = np.array([cos(phi) * node + sin(phi) * across, cos(phi) * across - sin(phi) * node])
    add_axes(frame, "axes", "12", body, pivot, size * np.array(BODY_AXES), slow, on=OnBody(0))
    for name, angle, start, side, seen in (
        ("psi", psi, lab[0], lab[1], nodal),
        ("theta", theta, lab[2], np.cross(node, lab[2]), 1.0),
        ("phi", phi, node, across, nodal * slow),
    ):
        add_arc(frame, name, angle, pivot, RADII[name] * size * start, RADII[name] * size * side, seen)
    if nodal > 0.0:
        ends = pivot + 1.12 * RADII["psi"] * size * np.array([-node, node])
        frame.curves.append(
            Curve(ends.astype(np.float32), QUANTITY_COLORS["node"], LINE_WIDTH, nodal * LINE, name=NODES)
        )
        way = np.array([pivot, pivot + RADII["theta"] * size * axis])
        frame.curves.append(Curve(way.astype(np.float32), QUANTITY_COLORS["vertical"], LINE_WIDTH, nodal * LINE))
        if nodal > 0.5:
            frame.labels.append(SceneLabel(ends[1].astype(np.float32), NODES, QUANTITY_COLORS["node"], outward=True))


def add_axes(
    frame: SceneFrame,
    ink: str,
    names: str,
    axes: Vector3,
    pivot: Vector3,
    lengths: Vector3,
    opacity: float = 1.0,
    on: Fixed | None = None,
) -> None:
    """Add axes, rows (n, 3), of lengths (n,) [m] from the pivot (3,) [m], with names of one letter.

    on: what they are fixed on.
    """
    if opacity <= 0.0:
        return
    radius = AXIS / LAB_AXES[0] * float(lengths[0])
    for name, axis, length in zip(names, axes, lengths, strict=True):
        tail, tip = pivot.astype(np.float32), (pivot + length * axis).astype(np.float32)
        frame.arrows.append(OverlayArrow(tail, tip, QUANTITY_COLORS[ink], name, radius, opacity, on=on))


def add_tilt(frame: SceneFrame, axis: Vector3, pivot: Vector3, size: float, turn: Vector3) -> None:
    """Add theta alone: from the vertical to an axis (3,) through the pivot (3,) [m] in the world, at `size` [m].

    turn: the vector (3,) [rad] by which the body turns during the frame: where the plane of theta turns too fast, and
    takes the end of the arc along, it is left out. With nutation the rate of the plane goes up and down in each turn
    of it, while that of the end changes slowly.
    """
    k = np.array([0.0, 0.0, 1.0])
    across = axis - axis[2] * k
    sine = dense.length(across)
    tilted = smooth_step(sine, LEAST_LEAN, LEAN)
    if tilted > 0.0:
        way = abs(float(dense.times(k, np.cross(axis, np.cross(turn, axis))))) / sine
        tilted *= 1.0 - min(smooth_step(way / sine, SLOW, BLURRED), smooth_step(way, NEAR, FAR))
    if tilted <= 0.0:
        return
    for end in (k, axis):
        line = pivot + size * np.array([0.0 * end, 1.08 * end])
        frame.curves.append(Curve(line.astype(np.float32), QUANTITY_COLORS["vertical"], LINE_WIDTH, tilted * LINE))
    add_arc(frame, "theta", arctan2(sine, float(axis[2])), pivot, size * k, size * across / sine, tilted)


def add_arc(
    frame: SceneFrame,
    name: str,
    angle: float,
    pivot: Vector3,
    start: Vector3,
    side: Vector3,
    opacity: float = 1.0,
) -> None:
    """Add an arc from `start` towards `side` (3,), both from the pivot, with a head and a name; psi and phi lie on
    a circle.

    An arc too short on the screen to be distinguished from the lines at its ends is not drawn.
    """
    color, symbol = QUANTITY_COLORS[name], SYMBOLS[name]
    if name in ("psi", "phi") and opacity > 0.0:
        whole = np.linspace(0.0, 2.0 * math.pi, POINTS_A_TURN + 1)
        circle, on = _circle(whole, pivot, start, side), World() if name == "psi" else None
        frame.curves.append(Curve(circle, color, CIRCLE_WIDTH, opacity * CIRCLE, name=symbol, on=on))
    head = math.copysign(min(HEAD, 0.5 * abs(angle)), angle)
    turns = np.linspace(0.0, angle - 0.9 * head, 2 + int(POINTS_A_TURN * abs(angle) / (2.0 * math.pi)))
    arc = _circle(turns, pivot, start, side)
    # The head lies along the chord of the arc's end; the arrow has no shaft.
    tail, tip = _circle(np.array([angle - head, angle]), pivot, start, side)
    opacity *= smooth_step(length_seen(np.vstack([arc, tip]), frame.view), SMALL, LARGE)
    if opacity <= 0.0:
        return
    frame.curves.append(Curve(arc, color, ARC_WIDTH, opacity * ARC, name=symbol))
    frame.arrows.append(OverlayArrow(tail, tip, color, symbol, 0.0090 * dense.length(start), opacity))


def smooth_step(value: float, low: float, high: float) -> float:
    """Return 0 up to `low`, 1 from `high` on, and a smooth step between."""
    share = min(max((value - low) / (high - low), 0.0), 1.0)
    return share * share * (3.0 - 2.0 * share)


def length_seen(points: Array, view: View) -> float:
    """Return the length of a line (n, 3) on the screen, in heights of the picture; 0 where part is behind the eye."""
    clip = dense.times(dense.times(points, view.view[:3]), view.projection) + dense.times(view.view[3], view.projection)
    if (clip[:, 3] <= 1e-6).any():
        return 0.0
    places = clip[:, :2] / clip[:, 3:] * (0.5 * view.projection[1, 1] / view.projection[0, 0], 0.5)
    return float(np.linalg.norm(np.diff(places, axis=0), axis=1).sum())


def _circle(angles: np.ndarray, pivot: Vector3, start: Vector3, side: Vector3) -> np.ndarray:
    return (pivot + np.outer(cos(angles), start) + np.outer(sin(angles), side)).astype(np.float32)
