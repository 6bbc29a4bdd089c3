"""Ends of the axes of many ensemble members on a table, computed at once."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from physics import System
from physics.bodies.contact import ELLIPSOID, FIRST, KIND, contact_point
from physics.maths import dense
from physics.maths.elementary import arccos, cos, sin, square
from physics.types import Floats

Floats64 = NDArray[np.float64]

TILTS = 181


def tips(system: System, states: Floats64, reach: float) -> Floats64:
    """Return the points `reach` [m] from G along body axis 3, (n, 3) in the lab, for states (n, dim); NaN for a
    failed member.

    It serves the systems whose constants begin as described in `physics/bodies/contact.py`.
    """
    gamma, axis = from_angles(states) if system.variables[0].name == "psi" else from_quaternions(states)
    x, y = (states[:, system.index(name)] for name in "xy")
    flies = any(variable.name == "z" for variable in system.variables)
    z = states[:, system.index("z")] if flies else heights(gamma, system.p)
    return np.stack([x, y, z], axis=1) + reach * axis


def from_quaternions(states: Floats64) -> tuple[Floats64, Floats64]:
    """Return the vertical in body axes and the third body axis in the lab, each (n, 3)."""
    with np.errstate(invalid="ignore"):  # a member that failed has no orientation
        w, x, y, z = (states[:, :4] / np.linalg.norm(states[:, :4], axis=1, keepdims=True)).T
        up = 1.0 - 2.0 * (x * x + y * y)
        gamma = np.stack([2.0 * (x * z - w * y), 2.0 * (y * z + w * x), up], axis=1)
        return gamma, np.stack([2.0 * (x * z + w * y), 2.0 * (y * z - w * x), up], axis=1)


def from_angles(states: Floats64) -> tuple[Floats64, Floats64]:
    """Return the same from psi and theta; the component of gamma across the axis lies along body axis 2."""
    with np.errstate(invalid="ignore"):
        psi, theta = states[:, :2].T
        across, up = sin(theta), cos(theta)
        gamma = np.stack([np.zeros_like(up), across, up], axis=1)
        return gamma, np.stack([across * sin(psi), -across * cos(psi), up], axis=1)


def heights(gamma: Floats64, p: Floats) -> Floats64:
    """Return the heights of G above the table [m], (n,): the reach of the body along -gamma (n, 3).

    Exact for an ellipsoid; for a body of revolution interpolated between tilts a degree apart.
    """
    if p[KIND] == ELLIPSOID:
        squares, centre = np.array(p[FIRST : FIRST + 3]), np.array(p[FIRST + 3 : FIRST + 6])
        return np.asarray(np.sqrt(dense.times(square(gamma), squares)) - dense.times(gamma, centre))
    tilts = np.linspace(0.0, math.pi, TILTS)
    rows = np.array([contact_point(0.0, sin(t), cos(t), 0.0, 0.0, 0.0, p)[1:3] for t in tilts.tolist()])
    reach = -(rows[:, 0] * sin(tilts) + rows[:, 1] * cos(tilts))
    return np.asarray(np.interp(arccos(np.clip(gamma[:, 2], -1.0, 1.0)), tilts, reach))
