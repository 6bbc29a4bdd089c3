"""Outlines and creases of solids whose lines are known."""

from __future__ import annotations

import numpy as np
import pytest

from game.looks.kit import shapes
from game.model.frame import Instance
from game.record.line_drawing.feature_lines import creases, outline
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
