"""The cloth of a book's cover."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace

from game.looks.kit.parts.composite_meshes import book
from game.model.frame import Instance, Surroundings
from game.render.renderer import Renderer
from game.render.tiers import TIERS
from tests.game.render.small_scene import scene, view_of

Make = Callable[..., Renderer]
HEIGHT, THICK, WIDE = SIDES = (0.21, 0.03, 0.14)


def faced(renderer: Renderer, sides: tuple[float, float, float], front: bool) -> Callable[[float, float], np.ndarray]:
    """Return the colours at places on a cover, in half heights of the book upwards and away from its back."""
    turn = np.eye(4, dtype=np.float32)
    # The book stands upright; its front or its back faces a camera at the lab's -y.
    out = np.array([0.0, -1.0, 0.0]) if front else np.array([0.0, 1.0, 0.0])
    turn[0, :3], turn[1, :3] = (0.0, 0.0, 1.0), out
    turn[2, :3] = np.cross(turn[0, :3], turn[1, :3])
    turn[3, :3] = 0.0, 0.0, 0.13
    view = view_of(renderer.size, azimuth=-0.5 * np.pi, elevation=0.0, distance=0.55)
    frame = replace(scene(renderer.size), view=view, instances=[Instance(book(sides), turn)], stage=Surroundings.VOID)
    renderer.draw(frame)
    renderer.check()
    picture = renderer.read().astype(float)

    def at(up: float, along: float) -> np.ndarray:
        local = 0.5 * sides[0] * np.array([up, 0.0, along])
        local[1] = (0.5 if front else -0.5) * sides[1]
        if not front:
            local[1] *= -1.0
        place = view.project((local @ turn[:3, :3] + turn[3, :3]).astype(np.float32), renderer.size)
        assert place is not None
        x, y = (int(part) for part in place)
        return picture[y - 1 : y + 2, x - 1 : x + 2].reshape(-1, 3).mean(axis=0)

    return at


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("sides", [SIDES, (0.14, 0.03, 0.19)], ids=["high", "wide"])
def test_the_gilt_ornament_is_a_circle_on_covers_of_any_proportion(
    make: Make, tier: str, sides: tuple[float, float, float]
) -> None:
    at = faced(make(size=(640, 400), tier=tier), sides, front=True)
    plain = at(-0.78, 0.0)
    assert plain[0] > 1.8 * plain[1], "red cloth"
    for turn in np.linspace(0.0, 2.0 * np.pi, 7):
        gilt = at(-0.20 + 0.40 * np.sin(turn), 0.40 * np.cos(turn))
        assert gilt[1] - plain[1] > 12, "gold is greener than red"
    assert at(-0.814, 0.0)[1] - plain[1] < 6, "and no larger"


@pytest.mark.parametrize("tier", TIERS)
def test_the_title_is_on_the_front_alone(make: Make, tier: str) -> None:
    label = 0.57 + 0.088, 0.0
    renderer = make(size=(640, 400), tier=tier)
    front, back = (faced(renderer, SIDES, side) for side in (True, False))
    assert front(*label)[0] < 0.75 * front(-0.78, 0.0)[0], "dark leather"
    assert back(*label)[0] > 0.75 * back(-0.78, 0.0)[0]
