"""Thin sheets: normals, gaps, both sides, and coarser levels."""

from __future__ import annotations

import numpy as np

from game.looks.kit.sheet_mesh import sheet_mesh, sheet_normals, whole_cells
from game.model.material import Material

ENDLESS = np.full(3, np.inf)


def column(rows: int = 9, around: int = 33, radius: float = 0.5) -> np.ndarray:
    """Return places of a round column, counter-clockwise, upwards."""
    turn, up = np.linspace(0.0, 2.0 * np.pi, around), np.linspace(0.0, 1.0, rows)
    ring = radius * np.column_stack([np.cos(turn), np.sin(turn)])
    height = np.broadcast_to(up[:, None, None], (rows, around, 1))
    return np.concatenate([np.broadcast_to(ring, (rows, around, 2)), height], axis=2)


def faces(vertices: np.ndarray, indices: np.ndarray) -> np.ndarray:
    corners = vertices[indices.reshape(-1, 3), :3]
    return np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])


def test_normals_of_a_column_point_outwards_also_at_its_seam() -> None:
    places = column()
    normals = sheet_normals(places, ENDLESS, closed=True)
    out = places * (2.0, 2.0, 0.0)
    assert np.abs(normals - out).max() < 1e-2
    assert np.abs(normals[:, 0] - normals[:, -1]).max() < 1e-12


def test_both_sides_face_their_normals_at_every_level() -> None:
    places = column()
    cells = whole_cells(places, ENDLESS, np.zeros((9, 32), bool))
    mesh = sheet_mesh(places, sheet_normals(places, ENDLESS, True), cells, Material.PLAIN, (0.01, -0.01))
    assert len(mesh.indices) == 2 * 6 * 8 * 32
    assert [len(indices) for indices, _ in mesh.coarser] == [len(mesh.indices) // 4, len(mesh.indices) // 16]
    assert 0.0 < mesh.coarser[0][1] < mesh.coarser[1][1]
    for indices in (mesh.indices, *(each for each, _ in mesh.coarser)):
        normals = mesh.vertices[indices.reshape(-1, 3)][:, 0, 3:6]
        assert ((faces(mesh.vertices, indices) * normals).sum(axis=1) > 0.0).all()


def test_torn_and_unknown_places_have_no_cells() -> None:
    places, torn = column(), np.zeros((9, 32), bool)
    torn[4, 10] = True
    places[2, 20] = np.nan
    cells = whole_cells(places, ENDLESS, torn)
    assert (~cells).sum() == 2 + 4
    normals = sheet_normals(places, ENDLESS, True)
    mesh = sheet_mesh(places, normals, cells, Material.PLAIN, (0.0, 0.0))
    assert np.isfinite(mesh.vertices).all()
    used = np.unique(mesh.indices)
    assert np.abs(np.linalg.norm(mesh.vertices[used, 3:6], axis=1) - 1.0).max() < 1e-5


def test_a_sheet_that_goes_round_is_cut_at_the_edge() -> None:
    x = (np.linspace(0.0, 2.4, 49) + 0.5) % 1.0 - 0.5
    places = np.stack([np.broadcast_to(x, (5, 49)), np.zeros((5, 49)), np.repeat(np.arange(5.0)[:, None], 49, 1)], 2)
    period = np.array([1.0, np.inf, np.inf])
    assert (~whole_cells(places, period, np.zeros((5, 48), bool))).sum() == 4 * 2
    assert np.abs(sheet_normals(places, period, False) - (0.0, -1.0, 0.0)).max() < 1e-12
