"""Meshes of timbers, iron straps, ropes and stones."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from game.looks.kit.parts import timber
from game.looks.trebuchet.impact_crater import hole
from game.model.frame import Mesh
from game.model.material import Material
from tests.game.looks.kit.test_shapes import volume

START, END = np.array([1.0, 2.0, 0.5]), np.array([-1.0, 3.0, 2.5])
AXIS = (END - START) / np.linalg.norm(END - START)


def faces(mesh: Mesh) -> tuple[np.ndarray, np.ndarray]:
    """Return areas times normals of all triangles (n, 3), and the mean normals of their corners (n, 3)."""
    corners = mesh.vertices[mesh.indices.reshape(-1, 3)].astype(float)
    a, b, c = (corners[:, k, :3] for k in range(3))
    return np.cross(b - a, c - a), corners[:, :, 3:6].mean(axis=1)


@pytest.mark.parametrize(
    "mesh",
    [
        timber.timber(START, END, (0.2, 0.3), 3),
        timber.timber(START, END, (0.2, 0.3), 3, taper=0.4, stations=8),
        timber.timber((0, 0, 0), (0, 0, 2), (0.2, 0.2), up=(0, 0, 1)),
        timber.plank(START, END, (0.2, 0.3), 3),
        timber.strap(START, AXIS, (0.2, 0.3), 0.1),
        timber.bar(START, END, 0.1, Material.IRON),
        timber.bar(START, END, 0.1, Material.TIMBER),
        timber.coil(START, END, 0.1, 9),
        timber.rope(2.0, 0.02),
        timber.stone(0.1, 4),
        timber.heap((1.0, 0.7), 0.1, 5, 12)[3],
        timber.pumpkin(0.2),
    ],
    ids=lambda mesh: str(len(mesh.indices) // 3),
)
def test_timber_meshes_are_closed_and_face_outwards(mesh: Mesh) -> None:
    assert np.all(np.isfinite(mesh.vertices))
    across, normals = faces(mesh)
    area = np.linalg.norm(across, axis=1)
    assert np.all(np.einsum("ij,ij->i", across, normals)[area > 1e-12] > 0.0)
    assert np.allclose(across.sum(axis=0), 0.0, atol=1e-4 * area.sum())
    assert volume(mesh) > 0.0


def test_a_timber_spans_its_ends_with_the_given_section() -> None:
    mesh = timber.timber(START, END, (0.2, 0.3), 3, rough=0.0)
    along = (mesh.vertices[:, :3] - START) @ AXIS
    assert (along.min(), along.max()) == pytest.approx((0.0, np.linalg.norm(END - START)), abs=1e-6)
    across = np.cross((0.0, 0.0, 1.0), AXIS)
    across /= np.linalg.norm(across)
    wide, deep = ((mesh.vertices[:, :3] - START) @ side for side in (across, np.cross(AXIS, across)))
    assert (np.ptp(wide), np.ptp(deep)) == pytest.approx((0.2, 0.3), abs=1e-6)
    ends = mesh.vertices[mesh.vertices[:, 8] == Material.END_GRAIN]
    assert np.all(np.abs(ends[:, 3:6] @ AXIS) > 0.999)


def test_timber_shape_depends_on_its_seed_alone() -> None:
    one, again, other = (timber.timber(START, END, (0.2, 0.3), seed).vertices for seed in (3, 3, 4))
    assert np.array_equal(one, again)
    assert not np.allclose(one[:, :3], other[:, :3], atol=1e-4)


def test_a_timber_of_zero_length_is_refused() -> None:
    with pytest.raises(ValueError, match="coincide"):
        timber.timber(START, START, (0.2, 0.3))


def test_rope_texture_coordinate_counts_lays() -> None:
    mesh = timber.rope(2.0, 0.02)
    assert mesh.vertices[:, 7].max() == pytest.approx(2.0 / (9.0 * 0.02))
    assert np.linalg.norm(mesh.vertices[:, :2], axis=1).max() == pytest.approx(0.02)


def test_stones_and_pumpkins_have_the_given_size() -> None:
    for seed in range(3):
        assert np.linalg.norm(timber.stone(0.3, seed).vertices[:, :3], axis=1).max() == pytest.approx(0.3, rel=1e-4)
    across = np.linalg.norm(timber.pumpkin(0.3).vertices[:, :2], axis=1)
    assert across.max() == pytest.approx(0.3, rel=1e-3)


def test_a_heap_stays_in_its_box_and_is_highest_in_the_middle() -> None:
    stones = timber.heap((1.0, 0.7), 0.1, 5, 24)
    middles = np.array([mesh.vertices[:, :3].mean(axis=0) for mesh in stones])
    assert np.all(np.abs(middles[:, :2]) < (0.5, 0.35))
    out = np.max(np.abs(middles[:, :2]) / (0.5, 0.35), axis=1)
    assert middles[out < 0.4, 2].mean() > middles[out > 0.7, 2].mean()


def test_the_earth_round_a_hole_rises_to_a_rim_and_ends_in_the_ground() -> None:
    points = hole(0.2).vertices[:, :3] / 0.2
    away = np.hypot(points[:, 0] / 1.5, points[:, 1])
    heights = [points[(away > low) & (away < high), 2].max() for low, high in pairwise((0.0, 0.7, 2.0, 3.2))]
    assert heights[0] < heights[1] > heights[2]
    assert points[:, 2].min() < 0.0
    assert math.isclose(float(points[:, 2].max()), 0.5, abs_tol=0.25)


def test_a_burst_pumpkin_lies_in_pieces_on_the_ground() -> None:
    radius = 0.3
    rind, flesh = timber.burst_pumpkin(radius)
    for mesh in (rind, flesh):
        assert np.isfinite(mesh.vertices).all()
        places = mesh.vertices[:, :3]
        assert -0.52 * radius < places[:, 2].min() < -0.4 * radius, "on the ground"
        assert places[:, 2].max() < 1.2 * radius and np.ptp(places[:, 0]) > 3.0 * radius, "and apart"
    area = [0.5 * np.linalg.norm(faces(mesh)[0], axis=1).sum() for mesh in (rind, timber.pumpkin(radius))]
    assert 0.4 < area[0] / area[1] < 1.1, "of the rind of one pumpkin"
