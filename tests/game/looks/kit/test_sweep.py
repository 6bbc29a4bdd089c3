"""Beams and limbs along a line: their extent, and that they face outward."""

from __future__ import annotations

import numpy as np
import pytest

from game.looks.kit.sweep import girder, limb, swept
from game.model.frame import Mesh
from tests.game.looks.kit.parts.test_timber import faces

ARCH = np.array([(0.0, y, -0.3 * y * y) for y in np.linspace(-1.0, 1.0, 9)])
LIMB = [(0.0, 0.0, 0.0, 0.2, 0.1), (0.1, 0.0, 1.0, 0.3, 0.15), (0.0, 0.0, 2.0, 0.1, 0.1)]


def outward(mesh: Mesh) -> bool:
    areas, normals = faces(mesh)
    return bool(np.all((areas * normals).sum(axis=1) > -1e-9 * np.abs(areas).max()))


def test_a_girder_outline_has_its_width_and_depth_and_runs_counter_clockwise() -> None:
    outline = girder(0.4, 0.9, 0.1)
    assert np.ptp(outline, axis=0) == pytest.approx([0.4, 0.9])
    x, y = outline.T
    area = 0.5 * float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))
    assert area == pytest.approx(2.0 * 0.4 * 0.1 + 0.7 * 0.1)


def test_a_beam_follows_its_path_with_changing_outlines() -> None:
    swell = np.linspace(2.0, 1.0, len(ARCH))[:, None, None]
    mesh = swept(ARCH, girder(0.2, 0.3, 0.02) * swell, (1.0, 0.0, 0.0))
    assert outward(mesh)
    ends = [mesh.vertices[np.abs(mesh.vertices[:, 1] - y) < 0.2, 0] for y in (-1.0, 1.0)]
    assert [float(np.ptp(x)) for x in ends] == pytest.approx([0.4, 0.2], rel=0.15)
    middle = mesh.vertices[np.abs(mesh.vertices[:, 1]) < 0.05]
    assert float(middle[:, 2].mean()) == pytest.approx(0.0, abs=0.02)


@pytest.mark.parametrize("closed", [(True, True), (False, False)])
def test_a_limb_has_the_widths_of_its_stations_and_round_closed_ends(closed: tuple[bool, bool]) -> None:
    mesh = limb(LIMB, around=32, closed=closed)
    assert outward(mesh)
    x, y, z = mesh.vertices[:, :3].T
    at = np.abs(z - 1.0) < 0.05
    assert (np.ptp(x[at]), np.ptp(y[at])) == pytest.approx((0.6, 0.3), rel=0.03)
    reach = 0.1 if closed[1] else 0.02
    assert float(z.max()) == pytest.approx(2.0 + reach, abs=0.03)
