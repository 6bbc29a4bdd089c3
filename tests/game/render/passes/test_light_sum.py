"""Sums of light: the lamp's light goes with its time on a pixel, and the film curve comes after the sum."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy.ndimage import gaussian_filter

from game.camera.camera import Camera
from game.model.frame import ExposedFrame, Instance, View
from game.render.passes.light_sum import BRIGHT, LAMP, lamp_light, sum_of_blurs
from game.render.renderer import Renderer
from game.render.tiers import TIERS
from tests.game.render.small_scene import CONE, PAINT, PIVOT, SIZE, placed, scene

AREA = (320, 180)
ROOTS = np.linspace(0.0, 4.0, 8001)
"""Roots of light at which the curve is tabulated."""


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


@pytest.mark.parametrize("shape", [(40, 61), (3, 5)])
def test_blurs_agree_with_another_computation(shape: tuple[int, int]) -> None:
    light, blurs = np.random.default_rng(3).random(shape), ((0.85, 0.9), (0.15, 5.0))
    expected = sum(share * gaussian_filter(light, width, mode="constant", truncate=3.0) for share, width in blurs)
    np.testing.assert_allclose(sum_of_blurs(light, blurs), expected, rtol=0.0, atol=1e-14)


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


def bent(root: np.ndarray) -> np.ndarray:
    return 0.20 * root + 4.2 * root**2 + 4.2 * root**3


def whitened(root: np.ndarray) -> np.ndarray:
    return np.clip(0.35 * root - 0.33, -0.1, 0.65)


def shown(light: np.ndarray) -> np.ndarray:
    """Return the displayed levels of light (..., 3): the brightest channel by a table, the others by their ratio."""
    roots = np.sqrt(light)
    most = np.maximum(roots.max(axis=-1, keepdims=True), 1e-4)
    white = whitened(most)
    return 255.0 * (roots / most * (1.0 - white) + white) * np.interp(most, ROOTS, bent(ROOTS) / (1.0 + bent(ROOTS)))


def light_of(levels: np.ndarray) -> np.ndarray:
    """Return the light that is displayed as levels (..., 3), by the inverse table."""
    brightest = np.maximum(levels.max(axis=-1, keepdims=True), 0.25)
    root = np.interp(brightest / 255.0, bent(ROOTS) / (1.0 + bent(ROOTS)), ROOTS)
    white = whitened(root)
    return (root * np.clip((levels / brightest - white) / (1.0 - white), 0.0, 1.0)) ** 2


@pytest.mark.parametrize("tier", TIERS)
def test_an_exposure_is_the_mean_light_of_its_frames(make: Callable[..., Renderer], tier: str) -> None:
    renderer = make(tier=tier)
    frames = [scene(SIZE, instances=[Instance(CONE, placed(height), paint=PAINT)]) for height in (PIVOT, PIVOT + 0.06)]
    apart = []
    for frame in frames:
        renderer.draw(frame)
        apart.append(renderer.read().astype(float))
    exposed = [ExposedFrame(frame, 0.5) for frame in frames]
    means = []
    for _ in range(2):
        renderer.draw(frames[1], exposed=exposed)
        renderer.check()
        means.append(renderer.read().astype(float))
    assert np.array_equal(*means), "nothing is left of the picture before"
    expected = shown(0.5 * (light_of(apart[0]) + light_of(apart[1])))
    off = np.abs(means[0] - expected).max(axis=2)
    of_pictures = np.abs(np.sqrt((apart[0] ** 2 + apart[1] ** 2) / 2) - expected).max(axis=2)
    told = of_pictures > 6.0
    assert told.sum() > 100, "the mean of displayed values is another"
    if TIERS[tier].hdr:  # its edges are smoothed after the sum
        assert np.median(off[told]) < 1.5 and np.mean(off < 3.0) > 0.97
    else:
        assert off.max() < 2.5
    renderer.draw(frames[1])
    assert np.array_equal(renderer.read(), apart[1]), "nothing of it is left in the next picture"


@pytest.mark.parametrize("tier", TIERS)
def test_what_stands_still_looks_as_in_one_picture(make: Callable[..., Renderer], tier: str) -> None:
    renderer, frame = make(tier=tier), scene(SIZE)
    renderer.draw(frame)
    once = renderer.read().astype(float)
    renderer.draw(frame, exposed=[ExposedFrame(frame, weight) for weight in (0.25, 0.5, 0.25)])
    off = np.abs(renderer.read() - once)
    assert off.mean() < 0.1 and np.mean(off > 2.0) < 1e-3
