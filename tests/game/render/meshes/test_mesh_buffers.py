"""Small bodies are drawn with fewer triangles and look the same."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace

from game.looks.kit.parts.composite_meshes import joined, moved, stretched
from game.looks.kit.shapes import box, ellipsoid, lathe
from game.model.frame import Instance, Mesh
from game.model.material import Material
from game.render.meshes.mesh_buffers import SLICES, detail_levels, slice_boxes
from game.render.renderer import Renderer
from tests.game.render.small_scene import SIZE, placed, scene, view_of

Make = Callable[..., Renderer]
ROUND = lathe([(0.0, 0.0), (0.05, 0.0), (0.05, 0.1), (0.0, 0.1)], Material.BRASS, 96)


def outline(indices: np.ndarray, vertices: np.ndarray) -> np.ndarray:
    """Return the midpoints of the edges of triangles, (n, 3)."""
    corners = vertices[indices.reshape(-1, 3), :3]
    return np.concatenate([0.5 * (corners[:, k] + corners[:, (k + 1) % 3]) for k in range(3)])


@pytest.mark.parametrize("mesh", [ROUND, moved(ROUND, (0.1, 0.0, 0.0)), stretched(ROUND, (2.0, 2.0, 1.0))])
def test_coarser_levels_have_the_stated_error(mesh: Mesh) -> None:
    middle = 0.5 * (mesh.vertices[:, :2].min(axis=0) + mesh.vertices[:, :2].max(axis=0))
    radius = np.linalg.norm(mesh.vertices[:, :2] - middle, axis=1).max()
    assert [len(indices) for indices, _ in mesh.coarser] == [len(mesh.indices) // 2, len(mesh.indices) // 4]
    for indices, off in mesh.coarser:
        rim = np.linalg.norm(outline(indices, mesh.vertices)[:, :2] - middle, axis=1)
        inmost = rim[rim > 0.9 * radius].min()
        assert radius - inmost == pytest.approx(off, rel=0.02)


def test_an_ellipsoid_has_coarser_triangles_and_a_box_none() -> None:
    assert len(ellipsoid((0.1, 0.2, 0.3)).coarser) == 2
    assert box((1.0, 1.0, 1.0)).coarser == ()


def test_joined_meshes_keep_their_triangles_on_each_level() -> None:
    block = box((0.1, 0.1, 0.1))
    mesh = joined([block, ROUND])
    assert len(mesh.coarser) == 2
    for (indices, off), (alone, far) in zip(mesh.coarser, ROUND.coarser, strict=True):
        assert off == far
        assert len(indices) == len(block.indices) + len(alone)
        assert np.array_equal(indices[len(block.indices) :] - len(block.vertices), alone)


def test_levels_lie_one_after_the_other() -> None:
    mesh = joined([lathe([(0.0, 0.0), (0.1, 0.0), (0.0, 0.1)], [Material.IVORY, Material.RUBBER], 32), ROUND])
    found, indices = detail_levels(mesh)
    assert [level.off for level in found] == [0.0, *(off for _, off in mesh.coarser)]
    for level, given in zip(found, (mesh.indices, *(coarse for coarse, _ in mesh.coarser)), strict=True):
        assert sum(part.length for part in level.parts) == level.whole.length == len(given)
        own = indices[level.whole.first : level.whole.first + level.whole.length]
        assert sorted(own.tolist()) == sorted(given.tolist())
        assert len(level.parts) == 2


@pytest.mark.parametrize("distance", [3.0, 0.75])
def test_coarser_levels_make_no_visible_difference(make: Make, distance: float) -> None:
    few = lathe([(0.0, 0.0), (0.05, 0.0), (0.05, 0.1), (0.0, 0.1)], Material.BRASS, 24)
    frame = scene(instances=[Instance(few, placed(0.08))], view=view_of(SIZE, distance=distance))
    plain = replace(few, coarser=())
    finest = replace(frame, instances=[replace(frame.instances[0], mesh=plain)])
    coarse, fine = make(tier="low", software=True), make(tier="low", software=True)
    coarse.draw(frame)
    fine.draw(finest)
    (buffers,) = coarse._scene.meshes._present
    off = np.abs(coarse.read().astype(int) - fine.read()).max(axis=2)
    assert (off > 25).mean() < 0.002
    assert (buffers._level is buffers._levels[0]) == (distance < 1.0)


def test_a_card_draws_all_triangles(make: Make) -> None:
    renderer = make(tier="low", software=False)
    renderer.draw(scene(instances=[Instance(ROUND, placed(0.08))]))
    (buffers,) = renderer._scene.meshes._present
    assert buffers._level is buffers._levels[0]


CONE = lathe([(0.0, 0.0), (0.05, 0.15), (0.0, 0.15)], Material.BRASS, 48)
LEANING = moved(lathe([(0.0, 0.0), (0.3, 0.02), (0.0, 0.05)], Material.BRASS, 3), (0.0, 0.0, -1.0))
APART = joined([CONE, moved(CONE, (0.0, 0.0, 1.0))])


@pytest.mark.parametrize("mesh", [ROUND, CONE, LEANING, APART], ids=["cylinder", "cone", "few triangles", "two parts"])
def test_boxes_of_slices_hold_every_triangle(mesh: Mesh) -> None:
    shares = np.random.default_rng(3).dirichlet((1.0, 1.0, 1.0), 40)
    corners = mesh.vertices[mesh.indices.reshape(-1, 3), :3]
    surface = (shares @ corners.astype(float)).reshape(-1, 3)
    boxes = slice_boxes(mesh, SLICES)[:, :3].reshape(-1, 8, 3)
    low, high = boxes.min(axis=1) - 1e-6, boxes.max(axis=1) + 1e-6
    inside = ((surface[:, None] >= low) & (surface[:, None] <= high)).all(axis=2)
    assert inside.any(axis=1).all()
    assert inside.any(axis=0).all(), "a box without any surface"


def test_boxes_of_slices_are_close_to_a_cone() -> None:
    def volume(boxes: np.ndarray) -> float:
        sides = boxes[:, :3].reshape(-1, 8, 3)
        return float((sides.max(axis=1) - sides.min(axis=1)).prod(axis=1).sum())

    # A slice k of n reaches up to k / n of the radius: the mean of the squares, (n + 1) (2 n + 1) / (6 n^2).
    n = SLICES
    expected = (n + 1) * (2 * n + 1) / (6 * n * n)
    assert volume(slice_boxes(CONE, n)) / volume(slice_boxes(CONE, 1)) == pytest.approx(expected, rel=1e-5)
    assert len(slice_boxes(APART, n)) == 2 * 8  # nothing is between its two parts
