"""Outlines and creases of solids whose lines are known."""

from __future__ import annotations

import numpy as np
import pytest

from game.looks.kit import shapes
from game.looks.table import top_meshes
from game.model.frame import Instance, Mesh
from game.model.material import Material
from game.record.line_drawing.feature_lines import creases, outline, placed
from game.record.line_drawing.strokes import chained

HERE = np.eye(4, dtype=np.float32)


def test_the_outline_of_a_sphere_is_a_circle_seen_from_the_eye() -> None:
    eye = np.array([0.0, -5.0, 1.0])
    found = outline(Instance(shapes.sphere(1.0, segments=48), HERE), eye)
    away = np.linalg.norm(found.ends.reshape(-1, 3), axis=1)
    assert away == pytest.approx(1.0, abs=0.5 * (np.pi / 24) ** 2), "within the sagitta of the mesh's edges"
    plane = found.ends.reshape(-1, 3) @ eye  # the polar plane of the eye: x . eye = r^2
    assert plane == pytest.approx(1.0, abs=0.03)


def test_the_outline_is_one_closed_line() -> None:
    found = outline(Instance(shapes.sphere(1.0, segments=48), HERE), np.array([0.3, -5.0, 1.0]))
    lines = list(chained(found.ends))
    longest = max(lines, key=len)
    assert len(longest) > 0.9 * len(found.ends)
    assert np.linalg.norm(longest[0] - longest[-1]) < 0.1


def test_creases_of_a_cylinder_are_its_rims() -> None:
    found = creases(Instance(shapes.cylinder(0.5, 2.0), HERE))
    ends = found.ends.reshape(-1, 3)
    assert len(ends) >= 4 * 64, "both rims, with the edges of their chamfers"
    assert np.hypot(ends[:, 0], ends[:, 1]).min() > 0.46
    assert np.abs(found.ends[:, 0, 2] - found.ends[:, 1, 2]).max() < 1e-6, "none along it"


def test_a_sphere_has_no_crease() -> None:
    assert len(creases(Instance(shapes.sphere(1.0), HERE)).ends) == 0


def test_a_rounded_edge_has_a_line_at_each_of_its_borders() -> None:
    """A box has twelve rounded edges, a coin with a round rim two faces that end where the rim begins."""
    found = creases(Instance(shapes.box((2.0, 2.0, 2.0)), HERE))
    flat = 1.0 - 0.06 * 2.0
    sides = np.sort(np.abs(found.ends), axis=2)
    assert sides[..., 2] == pytest.approx(1.0) and sides[..., 1] == pytest.approx(flat, abs=1e-6)
    along = np.linalg.norm(found.ends[:, 1] - found.ends[:, 0], axis=1)
    assert along.sum() == pytest.approx(24 * 2.0 * flat, rel=1e-6)
    coin = top_meshes.coin(0.0115, 0.001)
    rims = creases(Instance(coin, HERE)).ends
    assert np.hypot(rims[..., 0], rims[..., 1]) == pytest.approx(0.0115, rel=1e-3)
    assert {*np.sign(rims[..., 2]).ravel().tolist()} == {-1.0, 1.0}


def test_what_is_round_everywhere_has_no_border() -> None:
    turn = np.linspace(0.0, 2.0 * np.pi, 25)
    ring = shapes.lathe(np.column_stack([1.0 + 0.05 * np.cos(turn), 0.05 * np.sin(turn)]), Material.STEEL, 96)
    assert len(creases(Instance(ring, HERE)).ends) == 0
    assert len(creases(Instance(shapes.ellipsoid((0.1, 0.05, 0.03)), HERE)).ends) == 0


def moved(scale: tuple[float, float, float], place: tuple[float, float, float]) -> np.ndarray:
    model = np.eye(4, dtype=np.float32)
    model[:3, :3] = np.diag(scale) @ [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    model[3, :3] = place
    return model


def test_corners_and_normals_go_with_an_instance_also_where_it_is_stretched() -> None:
    """Normals of a stretched sphere are those of the ellipsoid: they fall off faster where it is longer."""
    ball = shapes.sphere(1.0)
    corners, normals = placed(Instance(ball, moved((2.0, 1.0, 0.5), (1.0, 2.0, 3.0))))
    local = ball.vertices[:, :3].astype(float)
    assert corners == pytest.approx(
        np.stack([1.0 - local[:, 1], 2.0 + 2.0 * local[:, 0], 3.0 + 0.5 * local[:, 2]], axis=1)
    )
    gradient = (corners - (1.0, 2.0, 3.0)) / (1.0, 4.0, 0.25)
    unit = [each / np.linalg.norm(each, axis=1, keepdims=True) for each in (gradient, normals)]
    assert np.abs(unit[0] - unit[1]).max() < 0.04


def test_the_outline_lies_between_what_faces_the_eye_and_what_turns_away() -> None:
    eye = np.array([0.0, -5.0, 1.0])
    found = outline(Instance(shapes.sphere(1.0, segments=48), HERE), eye)
    facing = ((eye - found.ends) * found.normals).sum(axis=2)
    assert np.abs(facing).max() < 0.12, "normals there are square to the line of sight"
    assert (found.normals * found.ends).sum(axis=2).min() > 0.9, "and point outward"
    assert found.ends.shape == found.normals.shape and len(found.ends) > 48


def test_a_triangle_is_crossed_where_its_normals_turn_away() -> None:
    """Of one triangle with given normals the line is where their component to the far eye is 0."""
    rows = np.zeros((3, 9), np.float32)
    rows[:, :3] = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)
    rows[:, 3:6] = (0.0, -1.0, 0.0), (0.0, 3.0, 0.0), (0.0, 1.0, 0.0)
    for order in ([0, 1, 2], [1, 2, 0], [2, 0, 1]):
        found = outline(Instance(Mesh(rows[order], np.arange(3, dtype=np.int32)), HERE), np.array([0.0, -1e6, 0.0]))
        ends = sorted(found.ends[0].tolist())
        assert ends[0] == pytest.approx([0.0, 0.0, 0.5], abs=1e-5) and ends[1] == pytest.approx(
            [0.25, 0.0, 0.0], abs=1e-5
        )
        assert np.abs(found.normals).max() < 1e-5
    flipped = rows.copy()
    flipped[:, 3:6] *= -1.0
    found = outline(Instance(Mesh(flipped, np.arange(3, dtype=np.int32)), HERE), np.array([0.0, -1e6, 0.0]))
    assert sorted(found.ends[0].tolist())[1] == pytest.approx([0.25, 0.0, 0.0], abs=1e-5)
    flipped[:, 3:6] = 0.0, -1.0, 0.0
    assert (
        len(outline(Instance(Mesh(flipped, np.arange(3, dtype=np.int32)), HERE), np.array([0.0, -1e6, 0.0])).ends) == 0
    )


def roof(angle: float, scale: float = 1.0) -> Instance:
    """Two squares that share an edge along y, the second bent down by an angle [degrees]; corners are not shared."""
    bend = np.radians(angle)
    far = np.array([np.cos(bend), 0.0, -np.sin(bend)])
    along = np.array([0.0, 1.0, 0.0])
    left, right = np.array([-1.0, 0.0, 0.0]), far
    corners = [left, 0 * left, along, left + along, 0 * left, right, right + along, along]
    rows = np.zeros((8, 9), np.float32)
    rows[:, :3] = scale * np.array(corners)
    rows[:, 5] = 1.0
    return Instance(Mesh(rows, np.array([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7], np.int32)), HERE)


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3])
@pytest.mark.parametrize(("angle", "creased"), [(0.0, False), (28.0, False), (32.0, True), (90.0, True), (150.0, True)])
def test_edges_that_are_bent_by_more_than_30_degrees_are_creases(angle: float, creased: bool, scale: float) -> None:
    found = creases(roof(angle, scale)).ends / scale
    inner = (np.abs(found[:, :, 0]).max(axis=1) < 1e-6) & (np.abs(found[:, :, 2]).max(axis=1) < 1e-6)
    assert int(inner.sum()) == int(creased)
    assert len(found) == 6 + int(creased), "and those at which the surface ends, without diagonals"


def test_a_sheet_with_two_sides_is_creased_at_its_rim_alone() -> None:
    sheet = roof(0.0)
    both = np.concatenate([sheet.mesh.indices, sheet.mesh.indices.reshape(-1, 3)[:, ::-1].ravel()]).astype(np.int32)
    found = creases(Instance(Mesh(sheet.mesh.vertices, both), HERE)).ends
    middle = np.abs(found[:, :, 0]).max(axis=1) < 1e-6
    assert not middle.any()


def test_triangles_without_area_bend_nothing() -> None:
    flat = roof(0.0)
    indices = np.concatenate([flat.mesh.indices, [1, 2, 1, 4, 7, 7]]).astype(np.int32)
    found = creases(Instance(Mesh(flat.mesh.vertices, indices), HERE))
    assert len(found.ends) == 6 and found.normals[..., 2] == pytest.approx(np.ones((6, 2)))
