"""The mean of an exposure: light is added up, and the film curve comes after the sum."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from game.model.frame import ExposedFrame, Instance
from game.render.renderer import Renderer
from game.render.tiers import TIERS
from tests.game.render.small_scene import CONE, PAINT, PIVOT, SIZE, placed, scene

ROOTS = np.linspace(0.0, 4.0, 8001)
"""Roots of light at which the curve is tabulated."""


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
