"""The reach of the light over a whole motion."""

from __future__ import annotations

import numpy as np
import pytest

from game.camera.camera import Camera
from game.model.frame import SceneFrame
from game.session.stills.light_reach import lit_over


@pytest.fixture
def frame() -> SceneFrame:
    return SceneFrame(Camera((0.0, 0.0, 1.0), 2.0).view(1.5), np.array((0.0, 0.0, 1.0), np.float32), 2.0)


def test_a_motion_within_the_radius_is_lit_already(frame: SceneFrame) -> None:
    near = [np.array((0.0, 0.0, 1.0)), np.array((2.0, 0.0, 1.0))]
    assert lit_over(frame, near, 2.0) is frame


def test_light_reaches_round_the_middle_of_a_motion_that_goes_far(frame: SceneFrame) -> None:
    places = [np.array((-1.0, 0.0, 1.0)), np.array((1.0, 4.0, 1.0)), np.array((5.0, 8.0, 1.0))]
    lit = lit_over(frame, places, 2.0)
    assert lit.focus.tolist() == [2.0, 4.0, 1.0]
    assert lit.radius == pytest.approx(7.0), "half of the diagonal of 6 by 8, and the radius"
    assert lit.view is frame.view and frame.radius == 2.0, "the frame itself stays"


def test_light_reaches_back_where_only_the_beginning_is_far(frame: SceneFrame) -> None:
    places = [np.array((-9.0, 0.0, 1.0)), np.array((0.0, 0.0, 1.0))]
    lit = lit_over(frame, places, 2.0)
    assert lit.focus.tolist() == [-4.5, 0.0, 1.0] and lit.radius == pytest.approx(6.5)
