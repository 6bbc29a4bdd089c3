"""Things made of several pieces."""

from __future__ import annotations

import numpy as np
import pytest

from game.picture import Material, Mesh
from game.scenes import wares
from game.shapes import sphere
from tests.game.test_shapes import volume


def extent(mesh: Mesh) -> np.ndarray:
    return np.ptp(mesh.vertices[:, :3], axis=0)


def test_a_ring_has_the_volume_of_a_ring() -> None:
    angle = np.linspace(0.0, 2.0 * np.pi, 181)
    path = np.stack([0.5 * np.cos(angle), 0.0 * angle, 0.5 * np.sin(angle)], axis=1)
    ring = wares.tube(path, np.array([0.0, 1.0, 0.0]), (0.05, 0.08), Material.BRASS, 64)
    assert volume(ring) == pytest.approx(np.pi * 0.05 * 0.08 * 2.0 * np.pi * 0.5, rel=5e-3)


def test_stretched_and_moved_bodies_keep_their_normals() -> None:
    ball = wares.moved(wares.stretched(sphere(1.0), (2.0, 1.0, 0.5)), (1.0, 2.0, 3.0))
    place = ball.vertices[:, :3].astype(float) - [1.0, 2.0, 3.0]
    normals = place / np.square([2.0, 1.0, 0.5])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    assert ball.vertices[:, 3:6] == pytest.approx(normals, abs=0.05)
    assert volume(ball) == pytest.approx(volume(sphere(1.0)), rel=1e-4)


@pytest.mark.parametrize(
    ("mesh", "sides", "thick"),
    [
        (wares.book((0.21, 0.03, 0.14)), (0.21, 0.03, 0.14), 0.75),
        (wares.racket_head((0.085, 0.007, 0.075)), (0.17, 0.014, 0.15), 0.02),
        (wares.nut_hub(0.03, 0.009), (0.018, 0.018, 0.03), 0.5),
        (wares.grip(0.11, 0.013, -0.02), (0.026, 0.026, 0.11), 0.4),
    ],
    ids=["book", "head", "hub", "grip"],
)
def test_a_ware_is_as_large_as_it_says_and_turned_outside_out(
    mesh: Mesh, sides: tuple[float, float, float], thick: float
) -> None:
    """thick: at least this part of its box is filled."""
    assert extent(mesh) == pytest.approx(np.array(sides), rel=5e-3)
    assert thick * np.prod(sides) < volume(mesh) < np.prod(sides)


def test_the_wings_are_no_heavier_than_the_bar_they_stand_for() -> None:
    wings = wares.nut_wings(0.08, 0.005)
    assert extent(wings)[2] == pytest.approx(0.08, rel=1e-5)
    assert volume(wings) == pytest.approx(np.pi * 0.005**2 * 0.08, rel=0.15)
