"""Placement of meshes: model matrices for row vectors."""

import math

import numpy as np
import pytest

from game.looks.kit.transforms import identity, placement, scaled, translation, upright


def moved(model: np.ndarray, point: tuple[float, float, float]) -> np.ndarray:
    return (np.append(point, 1.0) @ model)[:3]


def test_matrices_are_float32() -> None:
    made = identity(), translation(1.0, 2.0, 3.0), placement(np.eye(3), np.zeros(3)), upright(np.zeros(2), 0.3, 2.0)
    assert all(model.dtype == np.float32 and model.shape == (4, 4) for model in made)


def test_translation_moves_and_placement_aligns_with_its_rows() -> None:
    assert moved(translation(1.0, 2.0, 3.0), (1.0, 1.0, 1.0)) == pytest.approx([2.0, 3.0, 4.0])
    axes = [(0.0, 1.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 0.0, 1.0)]
    assert moved(placement(axes, (5.0, 0.0, 0.0)), (2.0, 1.0, 3.0)) == pytest.approx([4.0, 2.0, 3.0])


def test_a_mesh_is_scaled_along_its_own_axes_about_its_own_origin() -> None:
    placed = placement([(0.0, 1.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 0.0, 1.0)], (5.0, 0.0, 0.0))
    assert moved(scaled(placed, (3.0, 1.0, 1.0)), (1.0, 1.0, 1.0)) == pytest.approx([4.0, 3.0, 1.0])
    assert moved(scaled(placed, 2.0), (1.0, 0.0, 0.0)) == pytest.approx([5.0, 2.0, 0.0])
    assert moved(placed, (1.0, 0.0, 0.0)) == pytest.approx([5.0, 1.0, 0.0]), "the matrix that was given is as it was"


def test_an_upright_mesh_turns_counterclockwise_seen_from_above() -> None:
    model = upright(np.array([10.0, 20.0]), 0.5 * math.pi, 2.0, 3.0, -1.0)
    assert moved(model, (1.0, 0.0, 1.0)) == pytest.approx([10.0, 22.0, 2.0], abs=1e-5)
    assert upright(np.zeros(2), 0.0, 2.0) == pytest.approx(np.diag([2.0, 2.0, 2.0, 1.0]))
