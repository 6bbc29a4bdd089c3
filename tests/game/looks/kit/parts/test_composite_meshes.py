"""Objects made of several pieces."""

from __future__ import annotations

import numpy as np
import pytest

from game.looks.kit.parts import composite_meshes
from game.looks.kit.shapes import sphere
from game.model.frame import Mesh
from game.model.material import Material
from tests.game.looks.kit.test_shapes import volume


def extent(mesh: Mesh) -> np.ndarray:
    return np.ptp(mesh.vertices[:, :3], axis=0)


def test_a_ring_has_the_volume_of_a_ring() -> None:
    angle = np.linspace(0.0, 2.0 * np.pi, 181)
    path = np.stack([0.5 * np.cos(angle), 0.0 * angle, 0.5 * np.sin(angle)], axis=1)
    ring = composite_meshes.tube(path, np.array([0.0, 1.0, 0.0]), (0.05, 0.08), Material.BRASS, 64)
    assert volume(ring) == pytest.approx(np.pi * 0.05 * 0.08 * 2.0 * np.pi * 0.5, rel=5e-3)


def test_stretched_and_moved_bodies_keep_their_normals() -> None:
    ball = composite_meshes.moved(composite_meshes.stretched(sphere(1.0), (2.0, 1.0, 0.5)), (1.0, 2.0, 3.0))
    place = ball.vertices[:, :3].astype(float) - [1.0, 2.0, 3.0]
    normals = place / np.square([2.0, 1.0, 0.5])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    assert ball.vertices[:, 3:6] == pytest.approx(normals, abs=0.05)
    assert volume(ball) == pytest.approx(volume(sphere(1.0)), rel=1e-4)


@pytest.mark.parametrize(
    ("mesh", "sides", "thick"),
    [
        (composite_meshes.book((0.21, 0.03, 0.14)), (0.21, 0.03, 0.14), 0.75),
        (composite_meshes.racket_head((0.085, 0.007, 0.075)), (0.17, 0.014, 0.15), 0.02),
        (composite_meshes.nut_hub(0.03, 0.009), (0.018, 0.018, 0.03), 0.3),
    ],
    ids=["book", "head", "hub"],
)
def test_object_meshes_fill_their_extent_and_face_outwards(
    mesh: Mesh, sides: tuple[float, float, float], thick: float
) -> None:
    """Check extent and orientation; thick: least fraction of its bounding box that the mesh fills."""
    assert extent(mesh) == pytest.approx(np.array(sides), rel=5e-3)
    assert thick * np.prod(sides) < volume(mesh) < np.prod(sides)


HEAD = (0.085, 0.007, 0.075)


def test_a_racket_handle_has_its_length_and_its_arms_meet_the_head() -> None:
    grip = composite_meshes.grip(0.11, 0.013, -0.0765, HEAD)
    places = grip.vertices[:, :3].astype(float)
    assert places[:, 2].min() == pytest.approx(-0.1865)
    assert np.abs(places[places[:, 2] < -0.15, :2]).max() == pytest.approx(0.013, rel=1e-3)
    head = composite_meshes.racket_head(HEAD).vertices[:, :3].astype(float)[:, [2, 1, 0]]
    for side in (-1.0, 1.0):
        arm = places[side * places[:, 0] > 0.03]
        end = arm[arm[:, 2].argmax()]
        assert np.linalg.norm(head - end, axis=1).min() < 0.007, "inside its rim"
        assert np.abs(arm[:, 1]).max() < HEAD[1]


def test_strings_end_in_the_frame() -> None:
    lines = composite_meshes.strings(HEAD).reshape(-1, 3, 3)
    assert len(lines) == composite_meshes.MAINS + composite_meshes.CROSSES
    assert np.isnan(lines[:, 2]).all()
    a, _, c = np.array(HEAD) - (composite_meshes.RIM * HEAD[1], 0.0, composite_meshes.RIM * HEAD[1])
    ends = lines[:, :2].reshape(-1, 3)
    assert (ends[:, 0] / a) ** 2 + (ends[:, 2] / c) ** 2 == pytest.approx(1.0)
    assert np.abs(ends[:, 1]).max() == 0.0


def test_a_closed_sheet_has_no_seam() -> None:
    turn = np.linspace(0.0, 2.0 * np.pi, 33)
    ring = np.stack([np.cos(turn), np.sin(turn), 0.0 * turn], axis=1)
    tower = np.stack([ring * (1.0, 1.0, 1.0) + (0.0, 0.0, z) for z in (1.0, 0.0)])
    mesh = composite_meshes.sheet(tower, Material.BRASS, closed=True)
    outward = mesh.vertices[:, :3] * (1.0, 1.0, 0.0)
    assert mesh.vertices[:, 3:6] == pytest.approx(outward, abs=1e-6)


def test_nut_wings_are_no_heavier_than_the_equivalent_bar() -> None:
    wings = composite_meshes.nut_wings(0.08, 0.005)
    assert extent(wings)[2] == pytest.approx(0.08, rel=1e-5)
    assert volume(wings) == pytest.approx(np.pi * 0.005**2 * 0.08, rel=0.15)
