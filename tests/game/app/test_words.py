"""Labels of the picture are in stills and videos without panels."""

from __future__ import annotations

import numpy as np
import pytest

from game import scenefile
from game.app.offline import OfflineRenderer
from game.session.compose import compose_frames
from game.ui.labels import LabelRenderer


def test_picture_without_panels_has_its_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    studio = OfflineRenderer(scenefile.load("fast-cone").changed(quality="low"), (320, 200), 60, hud=False)
    studio.session.run.shown.vectors = True
    lettered = studio.picture().astype(int)
    monkeypatch.setattr(LabelRenderer, "draw", lambda *_: None)
    bare = studio.picture().astype(int)
    changed = np.abs(lettered - bare).max(axis=2) > 40
    assert changed.sum() > 30, "letters"
    assert changed.mean() < 0.03, "and no panel"


def test_labels_are_larger_in_larger_pictures_without_panels() -> None:
    scene = scenefile.load("fast-cone").changed(quality="low")
    small, large = (OfflineRenderer(scene, (16 * high // 9, high), 60, hud=False) for high in (360, 1440))
    heights = []
    for studio in (small, large):
        studio.session.run.shown.vectors = True
        words = studio.interface.frame(
            studio.size, 0.0, studio._status(compose_frames(studio.session, studio.rig.views(studio.size), 0.0))
        )
        rows = np.frombuffer(
            words.batches[0].vertices, np.dtype([("at", "<f4", 2), ("uv", "<f4", 2), ("color", "<u4")])
        )
        letters = rows["at"][rows["color"] >> 24 == 255]
        heights.append(float(np.ptp(letters.reshape(-1, 4, 2)[..., 1], axis=1).max()))
    assert heights[1] == pytest.approx(1.2 * 2.0 * heights[0], rel=0.1)
