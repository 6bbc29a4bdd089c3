"""Arrows of pages are as long as those of the program."""

import numpy as np
import pytest

from game.export.arrow_lengths import arrows_of, page_scales
from game.export.exported_picture import Shown
from game.export.pose_recording import run_scene
from game.model.frame import SceneFrame
from game.session.open_scene import load


@pytest.mark.parametrize("name", ["loops", "tennis-racket", "magnetic-bottle"])
def test_arrows_have_the_lengths_and_the_width_of_the_look(name):
    scene = load(name)
    run = run_scene(scene, 0.3)
    scales = page_scales(run, scene)
    moments = [run.shown(moment) for moment in run.moments]
    described = {each["name"]: each for each in arrows_of(run, moments[:-1:6], scales)}
    seen: Shown = moments[-1]
    frame = SceneFrame(seen.view, np.zeros(3, np.float32), 1.0)
    run.look.add_arrows(frame, seen.system, seen.y, scales)
    drawn = {arrow.label: arrow for arrow in frame.arrows}
    vectors = [each for each in run.system.arrows(seen.y) if described[each.name]["symbol"] in drawn]
    assert len(vectors) == len(drawn)
    for vector in vectors:
        page = described[vector.name]
        arrow = drawn[page["symbol"]]
        assert page["color"] == pytest.approx(arrow.color)
        length = min(page["length"] * np.linalg.norm(vector.vector), page["longest"])
        assert length == pytest.approx(np.linalg.norm(arrow.tip - arrow.tail), rel=1e-3)
        assert page["radius"] == pytest.approx(arrow.radius)
