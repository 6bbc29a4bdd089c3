"""Images of polished bodies in one another."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from game.looks.kit import mirrored
from game.looks.kit.shapes import sphere
from game.model.frame import Array, Instance, SceneFrame, Surroundings
from game.model.material import Material
from game.render.gpu.mirrored_block import MAX_SHAPES, block_content, shape_counts
from game.render.renderer import Renderer
from tests.game.render.small_scene import placed, scene, view_of
from tests.sampling import every

Make = Callable[..., Renderer]
SIZE = (480, 360)
RADIUS, HEIGHT = 0.06, 0.13
OTHER = np.array([-0.075, -0.12, 0.17])
LOW = OTHER + np.array([0.02, 0.02, -0.12])
RADII = 0.03, 0.045
BALL = Instance(sphere(RADIUS, Material.BRASS, 160), placed(HEIGHT))
BLACK = (0.0, 0.0, 0.0)


def frame(shapes: list[Array], stage: Surroundings = Surroundings.VOID) -> SceneFrame:
    """Return a ball of brass, and shapes that are seen in it alone."""
    nothing = np.zeros((0, 4), np.float32)
    return scene(
        SIZE, view=view_of(SIZE, distance=0.55), instances=[BALL], occluders=nothing, stage=stage,
        mirrored=mirrored.together(shapes),
    )  # fmt: skip


def drawn(make: Make, tier: str, shapes: list[Array], stage: Surroundings = Surroundings.VOID) -> np.ndarray:
    renderer = make(SIZE, tier, software=False)  # as a card draws it
    renderer.draw(frame(shapes, stage))
    renderer.check()
    return renderer.read().astype(float)


def mirrored_rays() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return where each pixel (h, w) sees the ball, the ray that it mirrors from there, and whether it does."""
    view = view_of(SIZE, distance=0.55)
    x, y = np.meshgrid((np.arange(SIZE[0]) + 0.5) / SIZE[0], (np.arange(SIZE[1]) + 0.5) / SIZE[1])
    far = np.stack([2 * x - 1, 1 - 2 * y, np.full_like(x, 0.9), np.ones_like(x)], axis=-1)
    world = far @ np.linalg.inv(np.asarray(view.view, float) @ np.asarray(view.projection, float))
    eye = np.asarray(view.eye, float)
    ray = world[..., :3] / world[..., 3:] - eye
    ray /= np.linalg.norm(ray, axis=-1, keepdims=True)
    from_middle = eye - np.array([0.0, 0.0, HEIGHT])
    along = ray @ from_middle
    inside = along**2 - from_middle @ from_middle + RADIUS**2
    hit = eye + ray * (-along - np.sqrt(np.maximum(inside, 0.0)))[..., None]
    normal = (hit - np.array([0.0, 0.0, HEIGHT])) / RADIUS
    return hit, ray - 2.0 * np.sum(ray * normal, axis=-1, keepdims=True) * normal, inside > 0.0


def traced(start: np.ndarray, end: np.ndarray, radius: float) -> np.ndarray:
    """Return where a rod from start to end is seen in the ball, (h, w): traced ray by ray, by sampling the rod."""
    hit, ray, seen = mirrored_rays()
    met = np.zeros(seen.shape, bool)
    for share in np.linspace(0.0, 1.0, 1 if np.array_equal(start, end) else 200):
        back = hit - (start + share * (end - start))
        ahead = np.sum(back * ray, axis=-1)
        met |= (ahead < 0.0) & (ahead**2 - np.sum(back * back, axis=-1) + radius**2 > 0.0)
    return met & seen


def traced_ring(axis: np.ndarray, radii: tuple[float, float], height: float) -> np.ndarray:
    """Return where a ring about `OTHER` is seen in the ball, (h, w): by steps along each ray, through its volume."""
    hit, ray, seen = mirrored_rays()
    start, way = hit[seen] - OTHER, ray[seen]
    met = np.zeros(len(start), bool)
    for t in np.arange(0.0, 0.3, 5e-4):
        at = start + t * way
        z = at @ axis
        across = np.linalg.norm(at - z[:, None] * axis, axis=1)
        met |= (np.abs(z) < 0.5 * height) & (radii[0] < across) & (across < radii[1])
    found = np.zeros(seen.shape, bool)
    found[seen] = met
    return found


SLANTED = np.array([0.6, 0.0, 0.8])
SHAPES = {
    "ball": (mirrored.ball(OTHER, 0.03, BLACK), lambda: traced(OTHER, OTHER, 0.03)),
    "rod": (mirrored.rod(OTHER, LOW, 0.03, BLACK), lambda: traced(OTHER, LOW, 0.03)),
    "ring": (mirrored.ring(OTHER, SLANTED, RADII, 0.02, BLACK), lambda: traced_ring(SLANTED, RADII, 0.02)),
}


@pytest.mark.parametrize("name", every(2, SHAPES))
def test_the_edge_of_an_image_is_where_a_traced_ray_has_it(make: Make, name: str) -> None:
    shape, trace = SHAPES[name]
    bare, image = (drawn(make, "medium", shapes) for shapes in ([], [shape]))
    truth = trace()
    assert truth.sum() > 200
    # Roughness spreads an edge evenly to both sides: pixels that change, weighted, are as many and have one middle.
    share = np.abs(bare - image).sum(axis=2) / np.maximum(bare.sum(axis=2), 1.0)
    rows, columns = np.indices(truth.shape)
    for axis in (rows, columns):
        assert np.average(axis, weights=share) == pytest.approx(np.average(axis[truth]), abs=1.0)
    inner = truth & np.roll(truth, 1, 0) & np.roll(truth, -1, 0) & np.roll(truth, 1, 1) & np.roll(truth, -1, 1)
    # Its edge, which mirrors at a grazing angle, is not black.
    apart = int((share > 0.5 * share.max()).sum()) - int(truth.sum())
    assert abs(apart) < (truth & ~inner).sum(), "the edges are less than a pixel apart"


def test_a_black_body_hides_what_is_behind_its_image(make: Make) -> None:
    seen = traced(OTHER, OTHER, 0.015)
    image = drawn(make, "medium", [mirrored.ball(OTHER, 0.03, BLACK)])
    assert image[seen].mean() < 0.5 * drawn(make, "medium", [])[seen].mean()


@pytest.mark.parametrize(("tier", "stage"), [("low", Surroundings.VOID), ("high", Surroundings.FIELD)])
def test_nothing_is_mirrored_where_it_would_cost_too_much(make: Make, tier: str, stage: Surroundings) -> None:
    assert np.array_equal(drawn(make, tier, [], stage), drawn(make, tier, [mirrored.ball(OTHER, 0.03)], stage))


def test_an_image_moves_on_a_body_that_rests(make: Make) -> None:
    renderer = make(SIZE, "medium", software=False)
    pictures = []
    for at in (OTHER, LOW):
        renderer.draw(frame([mirrored.ball(at, 0.03, BLACK)]))
        pictures.append(renderer.read().astype(float))
    assert np.array_equal(pictures[1], drawn(make, "medium", [mirrored.ball(LOW, 0.03, BLACK)]))
    assert not np.array_equal(*pictures)


def test_a_body_does_not_mirror_itself(make: Make) -> None:
    own = mirrored.ball((0.0, 0.0, HEIGHT), RADIUS, BLACK)
    assert np.abs(drawn(make, "medium", []) - drawn(make, "medium", [own])).max() <= 4.0


def test_more_shapes_than_fit_are_left_out() -> None:
    shapes = mirrored.together([mirrored.ball((k, 0.0, 0.0), 1.0) for k in range(MAX_SHAPES + 3)])
    assert len(block_content(shapes)) == len(block_content(shapes[:0])) == 16 * 3 * MAX_SHAPES
    assert shape_counts(shapes) == {"BALLS": MAX_SHAPES, "RODS": 0, "RINGS": 0}


def test_balls_come_first_and_all_have_their_axes() -> None:
    ball, rod = mirrored.ball((0.0, 0.0, 1.0), 0.3), mirrored.rod((1.0, 2.0, 0.0), (1.0, 6.0, 0.0), 0.5)
    ring = mirrored.ring((0.0, 0.0, 2.0), (0.0, 1.0, 0.0), (3.0, 2.0), 0.5)
    shapes = mirrored.together([ring, rod, ball])
    assert shape_counts(shapes) == {"BALLS": 1, "RODS": 1, "RINGS": 1}
    rows = np.frombuffer(block_content(shapes), np.float32).reshape(-1, 4)
    assert rows[:2].ravel().tolist() == pytest.approx([0.0, 0.0, 1.0, 0.3, 0.0, 0.0, 0.0, 0.0])
    assert rows[3:5].ravel().tolist() == pytest.approx([1.0, 2.0, 0.0, 0.5, 0.0, 4.0, 0.0, 0.0])
    assert rows[6:8].ravel().tolist() == pytest.approx([0.0, 0.0, 2.0, 2.5, 0.0, 1.0, 0.0, 0.5])
    assert rows[8, 3] == 0.25
