"""The picture that is seen while the program loads."""

from __future__ import annotations

import numpy as np
from PIL import Image

from game.app.opening_picture import draw_opening_picture
from game.model import resources
from game.model.scene_marks import THUMBNAILS
from game.render.gpu.gl_context import headless_context


def test_the_thumbnail_of_a_preset_fills_the_window_upright_and_dim() -> None:
    with Image.open(resources.path(THUMBNAILS) / "coin.webp") as picture:
        whole = picture.convert("RGB")
    ctx = headless_context()
    try:
        for width, height in ((112, 63), (63, 63), (160, 45)):
            target = ctx.framebuffer([ctx.texture((width, height), 4)])
            assert draw_opening_picture(target, "coin")
            drawn = np.frombuffer(target.read(), np.uint8).reshape(height, width, 3)[::-1]
            part = min(whole.width, whole.height * width / height), min(whole.height, whole.width * height / width)
            left, top = (whole.width - part[0]) / 2, (whole.height - part[1]) / 2
            cut = whole.resize((width, height), box=(left, top, left + part[0], top + part[1]))
            assert np.abs(0.6 * np.asarray(cut, float) - drawn).mean() < 6.0
        assert not draw_opening_picture(target, "a scene of one's own")
    finally:
        ctx.release()
