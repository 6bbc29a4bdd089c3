from __future__ import annotations

import numpy as np
from PIL import Image

from tools.assets import make_icon


def test_icon_of_the_window_is_that_of_the_tool() -> None:
    stored = np.load(make_icon.ASSETS / "icon.npy").astype(int)
    drawn = np.asarray(make_icon.draw(make_icon.WINDOW_SIZE)).astype(int)
    assert stored.shape == drawn.shape == (128, 128, 4)
    assert np.abs(stored - drawn).mean() < 1.0, "but for another version of the library that draws"
    assert stored[0, 0, 3] == 0 and stored[64, 2, 3] == 255, "round corners, straight edges"


def test_file_has_the_same_picture() -> None:
    with Image.open(make_icon.ASSETS / "icon.png") as picture:
        assert picture.size == (256, 256)
        small = np.asarray(picture.convert("RGBA").resize((128, 128), Image.Resampling.BOX)).astype(int)
    assert np.abs(small - np.load(make_icon.ASSETS / "icon.npy")).mean() < 4.0
