"""The gorge: its walls face the river, its shadows lie where rock hides the sun, its river on its floor."""

from __future__ import annotations

import numpy as np
import pytest

from game.looks.places import canyon
from game.model.frame import SUN, Mesh
from tests.game.looks.kit.parts.test_timber import faces

DEEP = 0.84


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_walls_banks_and_land_are_whole_and_face_outwards(side: float) -> None:
    for mesh in (*canyon.walls(DEEP, side), canyon.floor(DEEP), canyon.river(DEEP), canyon.land(DEEP, side)):
        across, normals = faces(mesh)
        assert np.all(np.isfinite(mesh.vertices))
        assert (np.einsum("ij,ij->i", across, normals) > -1e-9).mean() > 0.98, "but for some at the sharpest edges"


def test_the_walls_stand_on_either_side_of_the_river_wherever_it_winds() -> None:
    river = canyon.river(DEEP).vertices
    for side in (-1.0, 1.0):
        for panel in canyon.walls(DEEP, side):
            rock = panel.vertices
            middle = np.interp(rock[:, 0], river[::2, 0], 0.5 * (river[::2, 1] + river[1::2, 1]))
            assert np.all(side * (rock[:, 1] - middle) > 0.6 * canyon.RIVER)
    assert np.ptp(river[:, 1]) > 1.0, "it winds"


def test_a_wall_facing_the_sun_is_lit_and_shades_the_foot_of_the_other() -> None:
    toward = float(np.sign(SUN[1]))

    def share(side: float, low: float, high: float) -> float:
        panel = canyon.walls(DEEP, side)[canyon.PANELS // 2].vertices
        level = panel[:, 2] / DEEP
        return float(panel[(level > low) & (level < high), 7].mean())

    assert share(-toward, 0.6, 1.0) > 0.9
    assert share(toward, 0.1, 0.5) < 0.1
    open_, closed = (canyon.sunlit(np.array([(0.0, y, z)]), DEEP)[0] for y, z in ((0.0, 2.0), (0.45 * toward, 0.05)))
    assert (open_, closed) == (1.0, 0.0)


def test_the_foot_of_a_wall_sees_less_of_the_sky() -> None:
    rock: Mesh = canyon.walls(DEEP, 1.0)[3]
    level, sky = rock.vertices[:, 2] / DEEP, rock.vertices[:, 6]
    assert sky[level < 0.2].mean() < 0.75 * sky[level > 0.8].mean()
    assert sky.min() > 0.0


def test_beds_are_of_uneven_thickness_and_fill_the_wall() -> None:
    low, thick = canyon._beds()
    assert low[0] == 0.0
    assert low[-1] + thick[-1] == pytest.approx(1.0)
    assert low[1:] == pytest.approx((low + thick)[:-1])
    assert thick.max() > 2.0 * thick.min() > 0.0


def test_the_same_gorge_is_made_once() -> None:
    assert canyon.walls(DEEP, 1.0) is canyon.walls(DEEP, 1.0)
    assert sum(len(panel.indices) // 3 for panel in canyon.walls(DEEP, 1.0)) < 13_000
