"""Procedural meshes."""

from __future__ import annotations

import numpy as np
import pytest

from game.looks.kit.shapes import arrow, box, curve, cylinder, ellipsoid, lathe, sphere
from game.model.frame import Mesh
from game.model.material import Material


def volume(mesh: Mesh) -> float:
    """Return the volume inside a closed surface whose triangles are counter-clockwise seen from outside."""
    a, b, c = (mesh.vertices[mesh.indices.reshape(-1, 3)[:, k], :3].astype(float) for k in range(3))
    return float((a * np.cross(b, c)).sum() / 6)


@pytest.mark.parametrize(
    ("mesh", "expected"),
    [
        (lathe([(0, 0), (2, 3), (0, 3)], Material.BRASS, 256), np.pi * 4),
        (sphere(0.5, segments=128), np.pi / 6),
        (lathe([(0, 0), (1, 0), (1, 2), (0, 2)], Material.STEEL, 256), 2 * np.pi),
        (ellipsoid((1.0, 2.0, 0.5), (3.0, 1.0, -2.0), segments=160), 4 / 3 * np.pi),
        (box((1.0, 2.0, 3.0), (-1.0, 0.5, 4.0), edge=0.01), 6.0),
    ],
    ids=["cone", "ball", "cylinder", "ellipsoid", "box"],
)
def test_volume_and_orientation(mesh: Mesh, expected: float) -> None:
    assert volume(mesh) == pytest.approx(expected, rel=2e-3)


@pytest.mark.parametrize(
    "mesh",
    [cylinder(0.1, 0.3), sphere(2.0), arrow(1.0, 0.02), ellipsoid((0.1, 0.5, 0.02)), box((0.1, 0.2, 0.03))],
    ids=["cylinder", "ball", "arrow", "ellipsoid", "box"],
)
def test_normals_are_units_and_point_outwards(mesh: Mesh) -> None:
    assert mesh.vertices.dtype == np.float32
    assert mesh.indices.dtype == np.int32
    assert np.linalg.norm(mesh.vertices[:, 3:6], axis=1) == pytest.approx(1.0, abs=1e-5)
    triangles = mesh.indices.reshape(-1, 3)
    a, b, c = (mesh.vertices[triangles[:, k], :3].astype(float) for k in range(3))
    faces = np.cross(b - a, c - a)
    normals = mesh.vertices[triangles, 3:6].mean(axis=1)
    real = np.linalg.norm(faces, axis=1) > 1e-12
    assert np.all((faces * normals).sum(axis=1)[real] > 0)
    assert volume(mesh) > 0


def test_bends_are_smooth_and_edges_sharp() -> None:
    bend = lathe([(1, 0), (1.1, 1), (1.1, 2)], Material.PLAIN, 3)
    edge = lathe([(0, 0), (1, 0), (1, 1)], Material.PLAIN, 3)
    seam = lathe([(1, 0), (1, 1), (1, 2)], [Material.BRASS, Material.STEEL], 3)
    assert [len(mesh.vertices) // 4 for mesh in (bend, edge, seam)] == [3, 4, 4]
    assert sorted(set(seam.vertices[:, 8])) == [Material.BRASS, Material.STEEL]


def test_u_is_the_azimuth_and_v_the_arc_length() -> None:
    mesh = lathe([(0, 0), (3, 4), (3, 6)], Material.PLAIN, 8)
    rows = mesh.vertices.reshape(-1, 9, 9)
    assert rows[0, :, 6] == pytest.approx(np.linspace(0, 1, 9))
    assert sorted(set(mesh.vertices[:, 7].tolist())) == pytest.approx([0, 5, 7])
    assert np.array_equal(rows[1, 0, :6], rows[1, -1, :6]), "the seam closes"
    quarter = rows[1, 2]
    assert quarter[:3] == pytest.approx([0, 3, 4], abs=1e-6)


def test_an_ellipsoid_has_its_axes_and_the_normals_of_its_gradient() -> None:
    half, centre = np.array([0.1, 0.3, 0.05]), np.array([1.0, -2.0, 0.5])
    mesh = ellipsoid(half, centre, Material.EGG)
    points = mesh.vertices[:, :3].astype(float) - centre
    assert ((points / half) ** 2).sum(axis=1) == pytest.approx(1.0, abs=1e-3)
    assert np.abs(points).max(axis=0) == pytest.approx(half, rel=1e-3)
    gradient = points / half**2
    gradient /= np.linalg.norm(gradient, axis=1, keepdims=True)
    assert mesh.vertices[:, 3:6] == pytest.approx(gradient, abs=1e-3)
    assert set(mesh.vertices[:, 8]) == {Material.EGG}


def test_a_box_is_rounded_by_its_radius_and_as_large_as_its_sides() -> None:
    sides, centre = np.array([0.4, 0.2, 1.0]), np.array([0.0, 1.0, -1.0])
    mesh = box(sides, centre, Material.CLOTH, edge=0.1)
    points = mesh.vertices[:, :3].astype(float) - centre
    assert points.max(axis=0) == pytest.approx(sides / 2, abs=1e-6)
    assert points.min(axis=0) == pytest.approx(-sides / 2, abs=1e-6)
    radius = 0.1 * 0.2
    inner = np.clip(points, radius - sides / 2, sides / 2 - radius)
    assert np.linalg.norm(points - inner, axis=1) == pytest.approx(radius, abs=1e-6)
    assert set(mesh.vertices[:, 8]) == {Material.CLOTH}


def test_a_curve_passes_through_its_points() -> None:
    points = [(0, 0), (1, 2), (3, 1)]
    line = curve(points, 5)
    assert line[::5] == pytest.approx(np.array(points))
    assert len(line) == 11


@pytest.mark.parametrize(
    ("profile", "materials", "segments", "message"),
    [
        ([(0, 0)], Material.PLAIN, 8, r"shape \(1, 2\)"),
        ([(0, 0), (0, 0)], Material.PLAIN, 8, "coincide"),
        ([(-1, 0), (1, 1)], Material.PLAIN, 8, "radius"),
        ([(0, 0), (np.nan, 1)], Material.PLAIN, 8, "finite"),
        ([(0, 0), (1, 1)], [Material.PLAIN] * 2, 8, "length 2: allowed is 1"),
        ([(0, 0), (1, 1)], Material.PLAIN, 2, "segments is 2"),
    ],
)
def test_invalid_profiles_are_refused(profile: list, materials: object, segments: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        lathe(profile, materials, segments)  # type: ignore[arg-type]


def test_box_without_thickness_has_normals_and_volume() -> None:
    mesh = box((1e-3, 1e-59, 1e-3))
    assert np.isfinite(mesh.vertices).all()
    assert volume(mesh) == pytest.approx(1e-15, rel=1e-2)


def test_a_body_of_revolution_that_is_bent_afterwards_leaves_the_next_one_as_it_is() -> None:
    """What is expensive of it is made once and kept."""
    profile = [(0.0, 0.0), (0.25, 0.5), (0.0, 1.5)]
    first = lathe(profile, Material.BRASS, 40)
    usual = first.vertices.copy()
    first.vertices[:, :3] *= 2.0
    again = lathe(np.array(profile), [Material.BRASS] * 2, 40)
    assert np.array_equal(again.vertices, usual) and again is not first
    with pytest.raises(ValueError, match="read-only"):
        again.indices[0] = 1
    other = (
        lathe(profile, Material.STEEL, 40),
        lathe(profile, Material.BRASS, 48),
        lathe(profile[:2], Material.BRASS, 40),
    )
    assert all(not np.array_equal(each.vertices, usual) for each in other)
