"""The way from a pointer on the screen to a point of the plane of drawing, and back.

Points are those of the machine; the picture shows them raised by a height, the `lift` of a look.
"""

from __future__ import annotations

import math

import numpy as np
from pyrr import matrix44

from game.model.frame import View
from game.session.workshop.state import AXES, Ray, SketchPlane
from physics.machines.vectors import Vector, added, difference, dot, scaled

FIELD = 720.0
"""Height of the picture [points] in which sizes on the screen are said where its own is not known."""


def facing(view: View, through: Vector) -> SketchPlane:
    """Return the plane square to an axis that faces the eye most."""
    looks = np.abs(np.asarray(view.view, np.float64)[:3, 2])
    return SketchPlane("xyz"[int(np.argmax(looks))], through)


def ray_at(view: View, at: tuple[float, float], size: tuple[float, float], lift: float) -> Ray:
    """Return the ray through a point of the screen, in the space of the machine. lift: how much it is raised [m]."""
    whole = view.view.astype(np.float64) @ view.projection.astype(np.float64)
    there = np.array([2.0 * at[0] / size[0] - 1.0, 1.0 - 2.0 * at[1] / size[1], 0.5, 1.0]) @ matrix44.inverse(whole)
    way = there[:3] / there[3] - view.eye
    raised = np.array([0.0, 0.0, lift])
    return np.asarray(view.eye, np.float64) - raised, np.asarray(way / math.sqrt(float(np.dot(way, way))), np.float64)


def on_screen(view: View, point: Vector, size: tuple[float, float], lift: float) -> tuple[float, float] | None:
    """Return where a point of the machine is on the screen, None behind the eye."""
    return view.project(np.array((point[0], point[1], point[2] + lift)), size)


def scale_at(view: View, point: Vector, lift: float, height: float = FIELD) -> float:
    """Return the length [m] that has the size of one point of the screen at a place. height: of the picture."""
    raised = np.append(np.array((point[0], point[1], point[2] + lift)), 1.0)
    depth = float((raised @ view.view @ view.projection)[3])
    return 2.0 * max(depth, 1e-6) / (height * float(view.projection[1, 1]))


def round_step(scale: float, points: float = 24.0) -> float:
    """Return the step of a grid, 1, 2 or 5 times a power of ten [m], that has about this size on the screen."""
    wanted = points * scale
    power = math.pow(10.0, math.floor(math.log10(max(wanted, 1e-9))))
    return next(each * power for each in (1.0, 2.0, 5.0, 10.0) if each * power >= wanted * 0.75)


def nearest_on_segment(at: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    """Return the part of a segment of the screen that is nearest to a point, 0 to 1, and its distance [points]."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    part = 0.0 if square == 0.0 else min(max(((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / square, 0.0), 1.0)
    return part, math.hypot(at[0] - a[0] - part * dx, at[1] - a[1] - part * dy)


def turned_about(point: Vector, start: Vector, plane: SketchPlane, length: float, angle: float) -> Vector:
    """Return the point at a length and an angle [rad, from the axis across] from a start, in a plane."""
    across, up = (AXES[name] for name in plane.along)
    way = added(scaled(math.cos(angle), across), scaled(math.sin(angle), up))
    away = dot(difference(point, start), AXES[plane.square])
    return added(start, added(scaled(length, way), scaled(away, AXES[plane.square])))


def angle_of(way: Vector, plane: SketchPlane) -> float:
    """Return the angle of a way from the axis across, in a plane [rad]."""
    across, up = (AXES[name] for name in plane.along)
    return math.atan2(dot(way, up), dot(way, across))
