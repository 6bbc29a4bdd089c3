"""Gears of machines: their wheels touch, their numbers of teeth are as the ratio, and a tooth meets a gap, always."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from game.looks.machines.machine_gears import GearWheel, teeth_of, toothed, wheel_mesh, wheels_of
from game.looks.machines.machine_mesh import frame_along
from physics.machines.machine import Machine
from tests.sampling import every


def geared(ratio: float, axes: tuple[str, str] = ("-y", "-y"), apart: float = 0.5, **more: Any) -> Machine:
    """Return two wheels on the ground, geared to one another."""
    disk = {"shape": "disk", "axis": "y", "radius": 0.05, "mass": 1.0}
    return Machine({"machine": {
        "bodies": {"a": {**disk, "centre": [0, 0, 1]}, "b": {**disk, "centre": [0.6 * apart, 0, 1 - 0.8 * apart]}},
        "joints": {
            "A": {"hinge": ["ground", "a"], "axis": axes[0], "angle": 0.3, "rate": 2.0},
            "B": {"hinge": ["ground", "b"], "axis": axes[1], "angle": 1.1},
        },
        "gears": {"g": {"joints": ["A", "B"], "ratio": ratio}},
    }})  # fmt: skip


@pytest.mark.parametrize(("ratio", "counts"), [(2.0, (18, 36)), (1.0, (18, 18)), (1.5, (18, 27)), (0.2, (90, 18)),
                                               (3.7, (20, 74))])  # fmt: skip
def test_numbers_of_teeth_are_as_the_ratio(ratio: float, counts: tuple[int, int]) -> None:
    assert teeth_of(ratio) == counts


def outlines(system: Machine, turns: tuple[float, float]) -> list[np.ndarray]:
    """Return the outlines of the wheels in the world, turned from the drawn pose by these angles of the joints."""
    found = []
    for wheel, joint, turn in zip(wheels_of(system.described), ("A", "B"), turns, strict=True):
        x, y, axis = frame_along(wheel.axis)
        sign = float(np.sign(axis @ np.array(system.described.joints[joint].axes[0])))
        c, s = np.cos(sign * turn), np.sin(sign * turn)
        flat = toothed(wheel) @ np.array([[c, s], [-s, c]])
        found.append(wheel.centre + flat[:, :1] * x + flat[:, 1:] * y)
    return found


def inside(points: np.ndarray, outline: np.ndarray) -> np.ndarray:
    """Return which points of the plane of x and z are inside of a closed outline."""
    found = np.zeros(len(points), bool)
    for a, b in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        crosses = (a[2] > points[:, 2]) != (b[2] > points[:, 2])
        with np.errstate(divide="ignore", invalid="ignore"):
            at = a[0] + (points[:, 2] - a[2]) / (b[2] - a[2]) * (b[0] - a[0])
        found ^= crosses & (points[:, 0] < at)
    return found


@pytest.mark.parametrize(
    ("axes", "ratio"),
    every(2, itertools.product([("-y", "-y"), ("-y", "y"), ("y", "-y")], [-1.0, -2.0, -0.4, 3.0, 0.25])),
)
def test_teeth_never_cut_one_another(ratio: float, axes: tuple[str, str]) -> None:
    system = geared(ratio, axes)
    wheels = wheels_of(system.described)
    sense = ratio * (1.0 if axes[0] == axes[1] else -1.0)
    if sense == 1.0:
        assert wheels == []
        return
    distance = np.linalg.norm(np.subtract(wheels[1].centre, wheels[0].centre))
    radii = [wheel.radius for wheel in wheels]
    assert (sum(radii) if sense < 0.0 else abs(radii[1] - radii[0])) == pytest.approx(distance)
    assert radii[1] / radii[0] == pytest.approx(abs(ratio)), "A turns so many times as fast"
    start = system.start()
    for turn in np.linspace(0.0, 0.5, 7):
        one, other = outlines(system, (start[0] + ratio * turn, start[1] + turn))
        inner = [wheel.inner for wheel in wheels]
        if any(inner):
            ring, gear = (one, other) if inner[0] else (other, one)
            assert inside(gear, ring).all(), "the small wheel lies within the ring"
        else:
            assert not inside(one, other).any() and not inside(other, one).any()


def test_wheels_are_closed_meshes_of_their_size() -> None:
    for ratio in (-2.0, 3.0):
        for wheel in wheels_of(geared(ratio).described):
            mesh = wheel_mesh(wheel)
            away = np.hypot(*(mesh.vertices[:, [0, 2]] - wheel.centre[[0, 2]]).T)
            module = 2.0 * wheel.radius / wheel.teeth
            assert away.max() == pytest.approx(wheel.radius + module * (3.85 if wheel.inner else 0.9), rel=1e-4)
            assert np.ptp(mesh.vertices[:, 1]) == pytest.approx(wheel.wide * (1.0 if wheel.inner else 1.5), rel=1e-4)
            triangles = mesh.vertices[mesh.indices.reshape(-1, 3)]
            across = np.cross(triangles[:, 1, :3] - triangles[:, 0, :3], triangles[:, 2, :3] - triangles[:, 0, :3])
            whole = np.linalg.norm(across, axis=1) > 2e-8
            assert (np.einsum("ij,ij->i", across, triangles[:, :, 3:6].mean(axis=1))[whole] > 0.0).all()


def test_no_wheels_where_axes_cross_or_coincide() -> None:
    assert wheels_of(geared(-2.0, ("x", "-y")).described) == []
    assert isinstance(wheels_of(geared(-2.0).described)[0], GearWheel)
