import numpy as np
import pytest

from game.camera.camera import Camera
from game.looks.kit import shapes
from game.looks.kit.transforms import translation
from game.model.frame import Instance, SceneFrame
from game.model.material import Material
from game.render.gpu.gl_context import headless_context
from tools.measure_framing import MOVING, SCENERY, STANDING, KindMap, filling, kinds_of, within

SIZE = (320, 180)
CUBE = shapes.box((1.0, 1.0, 1.0), (0.0, 0.0, 0.0), Material.STEEL)
WALL = shapes.box((90.0, 1.0, 90.0), (0.0, 0.0, 0.0), Material.STEEL)


def frame(moved: float) -> SceneFrame:
    camera = Camera((0.0, 0.0, 1.0), 2.0)
    places = [(moved - 1.5, 0.0, 1.0), (1.5, 0.0, 1.0), (0.0, 20.0, 0.0)]
    instances = [Instance(mesh, translation(*place)) for mesh, place in zip((CUBE, CUBE, WALL), places, strict=True)]
    return SceneFrame(camera.view(16 / 9), np.array([0.0, 0.0, 1.0], np.float32), 2.0, instances)


def test_what_moves_is_told_from_what_stands_and_from_scenery() -> None:
    assert kinds_of(frame(0.3), frame(0.0), 10.0) == [MOVING, STANDING, SCENERY]
    assert kinds_of(frame(0.0), frame(0.0), 10.0) == [MOVING, MOVING, SCENERY], "at rest all is the body"


def test_two_equal_cubes_fill_twice_as_much_as_one() -> None:
    shown = frame(0.0)
    kinds = KindMap(headless_context(), SIZE).draw(shown, [MOVING, STANDING, SCENERY])
    one, both = filling(kinds, MOVING), filling(kinds, STANDING)
    assert 0.01 < one.covered < 0.1 and both.covered == pytest.approx(2.0 * one.covered, rel=0.2)
    assert both.width > 2.0 * one.width and both.height < 2.0 * one.height
    assert filling(np.zeros((3, 4), np.uint8), MOVING) == (0.0, 0.0, 0.0)


def test_the_free_part_of_a_picture_is_told_from_the_rest() -> None:
    kinds = np.zeros((10, 20), np.uint8)
    kinds[2:5, 4:8] = MOVING  # from the lower edge of the window
    assert (within(kinds, (0.2, 0.5, 0.4, 0.8)) == MOVING).all()
    assert within(kinds, (0.0, 0.0, 1.0, 1.0)).shape == kinds.shape
    assert not within(kinds, (0.4, 0.0, 1.0, 1.0)).any()
