"""Attitude of a thrown body from its rates alone: how it turned, up to how it lay at the start."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from physics.fitting.flight.motion import Numbers, flight_rates
from physics.fitting.flight.thrown import ThrownBody
from physics.maths.quaternion import product


class Turning(NamedTuple):
    """How the body of a flight turned: times t (rows,) [s] from its start, rates without bias (rows, 3) [rad/s].

    measured, ideal (rows, 4): attitudes by the rates alone and of the fitted body, with the same start. apart: the
    angles between them (rows,) [rad].
    """

    t: Numbers
    omega: Numbers
    measured: Numbers
    ideal: Numbers
    apart: Numbers


def attitudes(t: Numbers, omega: Numbers, first: Numbers) -> Numbers:
    """Return the quaternions (rows, 4), body to space, of rates in body axes; error of order 4 in the steps.

    t (rows,) [s], rising; omega (rows, 3) [rad/s], finite; first (4,): the one of the first row, scalar part first. A
    step turns by the rotation vector ∫ω dt − (h²/12) ω₁ × ω₂ (Magnus 1954), the integral of a cubic through the ends.
    """
    h = np.diff(t)[:, None]
    slope = np.gradient(omega, t, axis=0, edge_order=2 if len(t) > 2 else 1)
    turned = 0.5 * h * (omega[:-1] + omega[1:]) + h * h / 12.0 * (slope[:-1] - slope[1:])
    turned -= h * h / 12.0 * np.cross(omega[1:], omega[:-1])
    size = np.linalg.norm(turned, axis=1)
    steps = np.column_stack([np.cos(0.5 * size), 0.5 * np.sinc(0.5 * size / np.pi)[:, None] * turned])
    found = np.empty((len(t), 4))
    found[0] = first
    for i, step in enumerate(steps.tolist()):
        found[i + 1] = product(found[i].tolist(), step)
    return np.asarray(found / np.linalg.norm(found, axis=1)[:, None])


def upright(momentum: Numbers) -> Numbers:
    """Return the quaternion (4,), body to space, of the least turn that makes the angular momentum (3,) vertical."""
    along = momentum / np.linalg.norm(momentum)
    if along[2] < -1.0 + 1e-12:
        return np.array([0.0, 1.0, 0.0, 0.0])
    w = math.sqrt(0.5 * (1.0 + along[2]))
    return np.array([w, 0.5 * along[1] / w, -0.5 * along[0] / w, 0.0])


def angle_between(one: Numbers, other: Numbers) -> Numbers:
    """Return the angles (rows,) [rad] of the rotations from one attitude to the other, quaternions (rows, 4)."""
    return np.asarray(2.0 * np.arccos(np.clip(np.abs((one * other).sum(axis=1)), 0.0, 1.0)))


def turning(body: ThrownBody, place: int) -> Turning:
    """Return how a body turned in one of its flights; rows without all rates are left out."""
    flight, omega = body.flights[place], body.starts[place]
    rows = np.flatnonzero(np.isfinite(flight.rates).all(axis=1))
    t = flight.t[rows]
    measured = flight.rates[rows] - np.array([each.value for each in body.bias])
    fastest = float(np.linalg.norm(measured, axis=1).max())
    whole = np.unique(np.concatenate([flight.t[:1], t]))
    ideal = flight_rates(body.body(), omega, whole, fastest).omega[len(whole) - len(t) :]
    first = upright(body.inertia @ ideal[0])
    pair = attitudes(t, measured, first), attitudes(t, ideal, first)
    return Turning(t - t[0], measured, *pair, angle_between(*pair))
