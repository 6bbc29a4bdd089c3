"""Pictures drawn in tiles: the same as drawn at once, but for noise and the outlines near a tile's edge."""

from __future__ import annotations

from unittest.mock import Mock

import numpy as np
import pytest

from game import scenefile
from game.app.offline import FilmOptions, OfflineRenderer
from game.render.tiled_picture import MAX_PIXELS, STEP, TiledPicture, tile_size, usual_pixels
from game.scenefile import OverlaySpec

SIZE = 240, 800
"""Higher than 720 pixels, from where on lines and words grow with the picture."""
MEAN, FAR, FAR_SHARE = 0.6, 8, 0.004
"""Mean difference of levels; a large one, and the greatest share of pixels with such."""


@pytest.mark.parametrize(
    ("preset", "quality", "camera", "split"),
    [
        pytest.param("loops", "high", "blur=0.02", False, marks=pytest.mark.long),
        pytest.param("rattleback-preferred", "medium", "", False, marks=pytest.mark.long),
        pytest.param("trebuchet", "low", "azimuth=40,elevation=12", False, marks=pytest.mark.long),
        ("free-asymmetric-1", "high", "", True),
        ("loops", "high", "distance=0.45", False),  # what stands on a table shows tiles without a border
    ],
)
def test_tiles_make_the_same_picture(preset: str, quality: str, camera: str, split: bool) -> None:
    scene = scenefile.load(preset).changed(quality=quality, overlays=OverlaySpec(body_view=split))
    studio = OfflineRenderer(scene, SIZE, 20, False, camera, options=FilmOptions(blur=2))
    for _ in range(10):
        studio.advance()
    whole = studio.picture().astype(int)
    told = Mock()
    large = TiledPicture(studio.renderer, SIZE, *studio._composed(), max_pixels=200 * 200)
    strips = list(large.strips(told))
    assert len(strips) > 2 and told.call_count == large.tiles > len(strips)
    tiled = np.concatenate(strips)
    off = np.abs(whole - tiled).max(axis=2)
    assert tiled.shape == (SIZE[1], SIZE[0], 3)
    assert off.mean() < MEAN
    assert (off > FAR).mean() < FAR_SHARE
    # A shift of one pixel is far more than that.
    assert (np.abs(whole[1:] - tiled[:-1]).max(axis=2) > FAR).mean() > 3.0 * FAR_SHARE
    studio.renderer.release()


@pytest.mark.parametrize(("border", "height"), [(100, 2160), (542, 4320), (1067, 8640)])
def test_wide_borders_have_larger_tiles(border: int, height: int) -> None:
    """Ambient occlusion of a picture of 16K reaches over a thousand pixels, a third of the side of a usual tile."""
    size = height * 16 // 9, height
    wide, inner = tile_size(size, border, usual_pixels(border))
    drawn = min(inner[0] + 2 * wide, size[0]) * min(inner[1] + 2 * wide, size[1])
    assert drawn <= max(MAX_PIXELS, (4 * wide) ** 2) and drawn < 4.3 * inner[0] * inner[1]


@pytest.mark.parametrize("size", [(7680, 4320), (15360, 8640), (4000, 16384)])
@pytest.mark.parametrize("border", [17, 500])
def test_tiles_are_few_and_bounded(size: tuple[int, int], border: int) -> None:
    most = 3000 * 3000
    wide, (x, y) = tile_size(size, border, most)
    assert wide >= border
    assert min(x + 2 * wide, size[0]) * min(y + 2 * wide, size[1]) <= most and y * size[0] <= 4 * most
    assert x % STEP == y % STEP == wide % STEP == 0
    count = -(-size[0] // x) * -(-size[1] // y)
    assert count * (3000 - 2 * border) ** 2 < 2.6 * size[0] * size[1]


@pytest.mark.parametrize(("border", "most"), [(312, 1.55), (500, 2.2)])
def test_a_picture_of_8k_is_drawn_few_times_over(border: int, most: float) -> None:
    """Tiles as high as the picture have borders on two sides alone; square ones would take 1.7 and 2.8 times."""
    size = 7680, 4320
    wide, (x, y) = tile_size(size, border, usual_pixels(border))
    tile = min(x + 2 * wide, size[0]) * min(y + 2 * wide, size[1])
    assert -(-size[0] // x) * -(-size[1] // y) * tile < most * size[0] * size[1]
