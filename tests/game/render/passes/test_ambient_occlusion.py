"""Ambient occlusion: darker where things meet, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace

from game.looks.kit.shapes import cylinder
from game.model.frame import Instance
from game.render.dirty.dirty_rects import grow_boxes
from game.render.dirty.dirty_regions import DirtyRegions
from game.render.renderer import Renderer
from tests.game.render.small_scene import SIZE, placed, scene, view_of

Make = Callable[..., Renderer]
COLUMN = cylinder(0.05, 0.2)


def columns() -> list[Instance]:
    """Return two columns side by side, almost touching."""
    models = [placed(0.0), placed(0.0)]
    models[0][3, 0], models[1][3, 0] = -0.052, 0.052
    return [Instance(COLUMN, model, (0.8, 0.8, 0.8)) for model in models]


def pictures(make: Make) -> tuple[np.ndarray, np.ndarray]:
    """Return the brightness (h, w) with ambient occlusion and without."""
    frame = scene(instances=columns(), occluders=np.zeros((0, 4), np.float32))
    seen = []
    for occludes in (True, False):
        renderer = make(tier="high")
        with pytest.MonkeyPatch.context() as patch:
            if not occludes:
                patch.setattr(DirtyRegions, "_near", ([], [(0, 0, *SIZE)]))
            renderer.draw(replace(frame, view=view_of(SIZE, azimuth=-1.57)))
        renderer.check()
        seen.append(renderer.read().astype(float).mean(axis=2))
    return seen[0], seen[1]


def test_occlusion_darkens_where_two_bodies_meet_and_not_their_fronts(make: Make) -> None:
    occluded, open_ = pictures(make)
    view = view_of(SIZE, azimuth=-1.57)

    def change(x: float, z: float, y: float = -0.05) -> float:
        place = view.project(np.array([x, y, z], np.float32), SIZE)
        assert place is not None
        column, row = (int(c) for c in place)
        around = np.s_[row - 1 : row + 2, column - 1 : column + 2]
        return float(occluded[around].mean() / open_[around].mean())

    assert change(-0.006, 0.12, -0.020) < 0.97, "beside the gap"
    assert change(-0.052, 0.12) > 0.97, "in the middle of a column"
    assert change(-0.052, 0.0, -0.056) < 0.97, "the floor at a column's foot"


def test_occlusion_leaves_the_backdrop_and_the_open_floor_unchanged(make: Make) -> None:
    occluded, open_ = pictures(make)
    assert np.array_equal(occluded[:40], open_[:40])
    assert np.abs(occluded - open_)[:, :60].max() <= 1.0
    assert np.percentile(occluded - open_, 99.9) <= 1.0, "no halo"


def test_boxes_grow_along_each_axis() -> None:
    box = np.array([[x, y, z] for x in (0, 1) for y in (0, 2) for z in (0, 3)], np.float32)
    wide = grow_boxes(np.concatenate([box, box + 10.0]), 0.5)
    assert (wide[:8].min(axis=0) < -0.1).all()
    assert (wide[:8].max(axis=0) > box.max(axis=0) + 0.1).all()
    assert np.allclose(wide[8:] - 10.0, wide[:8], atol=1e-5)
    assert grow_boxes(box, 0.0) is box
    assert grow_boxes(np.zeros((0, 3), np.float32), 1.0).shape == (0, 3)
