"""Sums of light: the lamp's light goes with its time on a pixel, and the film curve comes after the sum."""

from __future__ import annotations

import math

import numpy as np
import pytest

from game.camera.camera import Camera
from game.model.frame import ExposedFrame, Instance, View
from game.render.passes.light_sum import BRIGHT, LAMP, lamp_light
from tests.game.render.small_scene import CONE, PAINT, PIVOT, SIZE, placed, scene

AREA = (320, 180)


@pytest.fixture(scope="module")
def view() -> View:
    camera = Camera((0.0, 0.0, 0.0), 1.0)
    camera.set_pose({"azimuth": -90.0, "elevation": 0.0})
    camera.settle()
    return camera.view(AREA[0] / AREA[1])


def straight(*parts: tuple[float, float, int]) -> np.ndarray:
    """Return places on the x axis: from, to, and in how many equal times."""
    x = np.concatenate([np.linspace(start, end, count, endpoint=False) for start, end, count in parts])
    return np.column_stack([x, 0.0 * x, 0.0 * x])


def test_core_has_its_light_where_the_lamp_goes_at_its_mean_speed(view: View) -> None:
    light = lamp_light(straight((-0.5, 0.5, 400)), view, AREA, None)[..., 0] / LAMP[0]
    core = light.max(axis=0)[AREA[0] // 2]
    assert BRIGHT * 0.7 < core < BRIGHT * 1.3


def test_light_goes_with_time(view: View) -> None:
    """Twice the speed is half the light, and its whole does not depend on the way."""
    light = lamp_light(straight((-0.5, 0.0, 400), (0.0, 0.5, 200)), view, AREA, None)[..., 0]
    columns = light.sum(axis=0)
    lit = np.flatnonzero(columns > 0.2 * columns.max())
    slow, fast = columns[lit[len(lit) // 4]], columns[lit[3 * len(lit) // 4]]
    assert slow / fast == pytest.approx(2.0, rel=0.05)


def test_windings_upon_windings_have_no_more_light_than_a_long_path(view: View) -> None:
    whole = []
    for windings in (1, 3, 40, 80):
        turn = np.linspace(0.0, 2.0 * np.pi * windings, 60 * windings)
        circle = 0.3 * np.column_stack([np.cos(turn), 0.0 * turn, np.sin(turn)])
        whole.append(float(lamp_light(circle, view, AREA, None).sum()))
    assert whole[1] == pytest.approx(3.0 * whole[0], rel=0.02), "few of them add up"
    assert whole[3] == pytest.approx(whole[2], rel=0.02) and whole[2] < 5.0 * whole[0]


def test_what_stands_before_it_hides_it(view: View) -> None:
    near = np.zeros(AREA[::-1], np.float32)
    assert lamp_light(straight((-0.5, 0.5, 400)), view, AREA, near).max() == 0.0
    assert lamp_light(straight((-0.5, 0.5, 400)), view, AREA, near + 1.0).max() > 0.0


@pytest.mark.parametrize("places", [np.empty((0, 3)), np.full((9, 3), np.nan), np.ones((1, 3))])
def test_a_lamp_that_is_nowhere_is_dark(view: View, places: np.ndarray) -> None:
    assert lamp_light(places, view, AREA, None).max() == 0.0
    still = lamp_light(np.zeros((50, 3)), view, AREA, None)
    assert np.isfinite(still).all() and math.isfinite(float(still.max())) and still.max() > 0.0


def test_veil_lies_on_the_dimmed_ground(make) -> None:  # type: ignore[no-untyped-def]
    renderer = make(tier="high")
    ground = scene(SIZE)
    poses = [scene(SIZE, instances=[Instance(CONE, placed(height), paint=PAINT)]) for height in (PIVOT, PIVOT + 0.12)]
    renderer.draw(ground)
    room = renderer.read().astype(float)
    exposed = [ExposedFrame(ground, 0.0), ExposedFrame(poses[0], 0.6), ExposedFrame(poses[1], 0.4)]
    renderer.draw(poses[1], exposed=exposed)
    renderer.check()
    long = renderer.read().astype(float)
    renderer.draw(poses[1])
    alone = renderer.read().astype(float)
    renderer.draw(poses[1])
    assert np.array_equal(renderer.read(), alone.astype(np.uint8)), "nothing of it is left in the next picture"
    body = np.abs(alone - room).max(axis=2) > 12.0
    far = ~body & (np.abs(long - room).max(axis=2) < 250.0)
    assert long[far].mean() < 0.9 * room[far].mean(), "the room is dimmed"
    assert long[body].mean() > long[far].mean(), "the flash lights the last pose"
