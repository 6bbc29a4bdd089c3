"""Lines of dials that are thinner than a pixel."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping

import numpy as np
import pytest

from game.looks.kit import shapes
from game.looks.kit.parts.dial_lines import LineKind, dial_lines
from game.model.frame import Instance
from game.model.material import Material
from game.render.renderer import Renderer
from tests.game.render.small_scene import scene, view_of
from tests.sampling import every

Make = Callable[..., Renderer]
SIZE = 960, 600
NEAR, FAR, TOP = 0.06, 0.08, 0.13
RING = shapes.lathe([(0.09, TOP), (0.05, TOP)], Material.BRASS, 160)


def drawn(make: Make, tier: str, distance: float, kinds: Mapping[int, float]) -> np.ndarray:
    """Return how much darker a ring is for lines of half these widths [m], by their degrees, (height, width)."""
    return changed(make, tier, distance, kinds, (0.004, 0.004, 0.005)).sum(axis=2)


def changed(
    make: Make, tier: str, distance: float, kinds: Mapping[int, float], tint: tuple[float, float, float]
) -> np.ndarray:
    """Return the same in red, green and blue for lines of a tint, (height, width, 3)."""
    renderer = make(size=SIZE, tier=tier)
    still = np.eye(4, dtype=np.float32)
    lines = dial_lines({apart: LineKind(NEAR, FAR, half) for apart, half in kinds.items()}, TOP + 1e-4)
    bodies = [Instance(RING, still), Instance(lines, still, tint)]
    pictures = []
    for shown in (bodies[:1], bodies):
        renderer.draw(
            scene(instances=shown, occluders=np.zeros((0, 4), np.float32), view=view_of(SIZE, distance=distance))
        )
        pictures.append(renderer.read().astype(float))
    return pictures[0] - pictures[1]


def along(dark: np.ndarray, degree: float, distance: float) -> np.ndarray:
    """Return the darkening across a line at steps of half a pixel along it, without its ends, (n,)."""
    angle = np.radians(degree)
    view = view_of(SIZE, distance=distance)
    way = np.array([np.cos(angle), np.sin(angle), 0.0])
    first, last = (
        np.array(view.project((far * way + (0.0, 0.0, TOP)).astype(np.float32), SIZE)) for far in (NEAR, FAR)
    )
    length = np.linalg.norm(last - first)
    across = np.array([first[1] - last[1], last[0] - first[0]]) / length
    places = first + np.linspace(0.0, 1.0, int(2 * length) + 1)[4:-4, None] * (last - first)
    return sum(sampled(dark, places + aside * across) for aside in (-2.0, -1.0, 0.0, 1.0, 2.0))


def sampled(picture: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Return values of a picture at pixels (n, 2), x and y, between its own by their distances."""
    at = places - 0.5
    low = np.floor(at).astype(int)
    part = at - low
    found = np.zeros(len(at))
    for dx in (0, 1):
        for dy in (0, 1):
            share = np.where(dx, part[:, 0], 1 - part[:, 0]) * np.where(dy, part[:, 1], 1 - part[:, 1])
            found += share * picture[low[:, 1] + dy, low[:, 0] + dx]
    return found


@pytest.mark.parametrize(
    ("half", "distance", "tier"), every(3, itertools.product([2e-4, 4e-4], [0.5, 0.7], ["low", "high"]))
)
def test_a_line_has_no_gaps_however_thin_it_is(make: Make, tier: str, distance: float, half: float) -> None:
    dark = drawn(make, tier, distance, {10: half})
    for degree in range(0, 360, 10):
        found = along(dark, degree, distance)
        assert len(found) > 6
        assert found.min() > 0.5 * np.median(found) > 0.0, degree


def test_what_is_too_thin_is_fainter_instead(make: Make) -> None:
    """Check the ink of lines of 0.2 and 0.4 pixels: half the width, half the ink."""
    ink = [np.maximum(drawn(make, "high", 0.5, {10: half}), 0.0).sum() for half in (7e-5, 14e-5)]
    assert ink[1] / ink[0] == pytest.approx(2.0, rel=0.25), "displayed values are not proportional to light"


def test_lines_without_room_are_left_out(make: Make) -> None:
    """Check lines of each degree between others of ten degrees, from near by and where they are 2 pixels apart."""
    for distance, shown in ((0.35, True), (0.9, False)):
        dark = drawn(make, "low", distance, {10: 3e-4, 1: 3e-4})
        fine = np.median([np.median(along(dark, degree, distance)) for degree in range(265, 275) if degree % 10])
        coarse = np.median([np.median(along(dark, degree, distance)) for degree in (250, 260, 270, 280, 290)])
        assert coarse > 60.0
        assert (fine > 0.5 * coarse) == shown, distance
        assert shown or fine < 0.15 * coarse


def test_lines_have_the_colour_of_their_tint(make: Make) -> None:
    """Check broad lines: blue ones take the red away, and red ones the blue and little of the red."""
    blue, red = (changed(make, "low", 0.5, {10: 2e-3}, tint).max(axis=(0, 1)) for tint in ((0, 0, 0.4), (0.9, 0, 0)))
    assert blue[0] > 60.0 > 30.0 > red[0]
    assert red[1] > 40.0
