"""Unchanged parts of a picture are not drawn again, and the pictures are the same as when drawn whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import moderngl
import numpy as np
import pytest
from msgspec.structs import replace

from game.looks.kit.shapes import box, sphere
from game.model.frame import Caustic, Instance, SceneFrame, Surroundings
from game.model.material import Material
from game.render.dirty import dirty_regions
from game.render.dirty.dirty_rects import (
    body_edges,
    cover_with_tiles,
    intersect,
    overlaps,
    snap_to_tiles,
    split_disjoint,
    total_area,
)
from game.render.dirty.frame_cache import NO_CORNERS, FrameCache, SceneState
from game.render.meshes.mesh_buffers import PlacedInstances
from game.render.renderer import Renderer
from tests.game.render.small_scene import CONE, PAINT, PIVOT, SIZE, STAND, placed, ribbon, scene, view_of

Make = Callable[..., Renderer]
STANDING = Instance(STAND, np.eye(4, dtype=np.float32))
GLASS = Instance(box((0.06, 0.05, 0.03), material=Material.GLASS), placed(0.05))
BALL = sphere(0.02, Material.BRASS, 24)


def tilted(turn: float) -> Instance:
    """Return the cone tilted and turned about the vertical."""
    c, s, lean = np.cos(turn), np.sin(turn), 0.5
    model = placed(PIVOT)
    model[:3, :3] = [[c * np.cos(lean), s * np.cos(lean), -np.sin(lean)], [-s, c, 0.0],
                     [c * np.sin(lean), s * np.sin(lean), np.cos(lean)]]  # fmt: skip
    return Instance(CONE, model.astype(np.float32), paint=PAINT)


def rolling(stage: Surroundings) -> Iterator[SceneFrame]:
    """Return frames with a circling body, a ball that rolls out of the picture and vanishes, a ghost and a trace."""
    for k in range(8):
        ball = placed(0.02)
        ball[3, :3] = 0.08 + 0.06 * k, -0.12, 0.02 + 0.03 * k
        things = [tilted(0.4 * k), STANDING, replace(tilted(0.4 * k - 0.3), opacity=0.4)]
        if k < 7:
            things.append(Instance(BALL, ball))
        trace = ribbon(1.0 + 0.2 * k)
        trace = replace(trace, points=0.5 * trace.points + np.array([-0.14 - 0.03 * k, 0.0, 0.1, 0.0], np.float32))
        spheres = np.array([[0.05 * np.cos(0.4 * k), 0.05 * np.sin(0.4 * k), 0.18, 0.06]], np.float32)
        yield scene(instances=things, occluders=spheres, ribbons=[trace], stage=stage)


def clear(_: Surroundings) -> Iterator[SceneFrame]:
    """Return frames of a ball that moves behind a fixed block of glass over its caustic."""
    points = np.stack(np.meshgrid([-0.05, 0.0, 0.05], [-0.05, 0.05]), axis=-1).astype(np.float32)
    for k in range(5):
        ball = placed(0.05)
        ball[3, :2] = -0.06 + 0.03 * k, 0.08
        pool = Caustic(points + 0.005 * k, np.full(points.shape[:2], 0.8, np.float32))
        yield scene(instances=[GLASS, Instance(BALL, ball)], pools=[pool], occluders=np.zeros((0, 4), np.float32))


def picture(renderer: Renderer, frame: SceneFrame) -> np.ndarray:
    renderer.draw(frame)
    renderer.check()
    return renderer.read()


MOTIONS = [(rolling, stage) for stage in Surroundings] + [(clear, Surroundings.STUDIO)]
DRAWN = [("low", 1.0), ("medium", 1.0), ("high", 1.0), ("high", 0.5)]


@pytest.mark.parametrize(
    ("motion", "stage", "tier", "scale"),
    [
        pytest.param(*motion, *drawn, marks=() if (k + n) % 4 == 0 else pytest.mark.long)
        for k, motion in enumerate(MOTIONS)
        for n, drawn in enumerate(DRAWN)
    ],
)
def test_partial_redraws_equal_whole_pictures(
    make: Make,
    tier: str,
    scale: float,
    motion: Callable[[Surroundings], Iterator[SceneFrame]],
    stage: Surroundings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dirty_regions, "MIN_PART_PIXELS", 0)  # in such a small picture all parts would be merged
    keeps, forgets = (make(tier=tier, scale=scale, software=True) for _ in range(2))
    for frame in motion(stage):
        forgets.use(tier, scale)  # which begins a new picture
        whole = picture(forgets, frame)
        assert np.array_equal(picture(keeps, frame), whole)
    assert np.array_equal(picture(make(tier=tier, scale=scale, software=True), frame), whole)


def test_another_view_is_drawn_whole(make: Make) -> None:
    keeps, frame = make(software=True), scene()
    picture(keeps, frame)
    aside = replace(frame, view=view_of(SIZE, azimuth=-1.7))
    assert np.array_equal(picture(keeps, aside), picture(make(software=True), aside))


@pytest.mark.parametrize("tier", ["low", "high"])
def test_only_changed_parts_are_drawn(make: Make, tier: str, monkeypatch: pytest.MonkeyPatch) -> None:
    renderer, cleared = make((1280, 720), tier, software=True), []
    clear_ = moderngl.Framebuffer.clear

    def counted(self: moderngl.Framebuffer, *color: float, **options: object) -> None:
        if "viewport" in options:
            cleared.append(options["viewport"])
        clear_(self, *color, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(moderngl.Framebuffer, "clear", counted)
    frames = [scene((1280, 720), instances=[tilted(turn), STANDING]) for turn in (0.0, 0.1)]
    sizes = []
    for frame in (frames[0], frames[1], frames[1]):
        renderer.draw(frame)
        sizes.append(sum(width * height for _, _, width, height in cleared))
        cleared.clear()
    assert sizes[0] == 1280 * 720
    assert 0.05 * sizes[0] < sizes[1] < 0.6 * sizes[0]
    assert sizes[2] == 0


def test_moved_boxes_include_old_and_new_places() -> None:
    kept, mesh, other = FrameCache(), object(), object()
    here, there, still = (PlacedInstances([], np.full((8, 3), value, np.float32)) for value in (1.0, 2.0, 3.0))

    def moved(lit: bytes, standing: dict[object, PlacedInstances]) -> list[float] | None:
        nothing = NO_CORNERS
        found = kept.moved(SceneState(lit, standing, nothing, nothing, nothing, has_glass=False))
        return None if found is None else found[::8, 0].tolist()

    assert moved(b"day", {mesh: here, other: still}) is None, "the first"
    assert moved(b"day", {mesh: here, other: still}) == []
    assert moved(b"day", {mesh: there, other: still}) == [1.0, 2.0]
    assert moved(b"day", {other: still}) == [2.0]
    assert moved(b"night", {other: still}) is None
    kept.forget()
    assert moved(b"night", {other: still}) is None


def test_changed_occluders_are_reported_while_they_change() -> None:
    kept, one, two = FrameCache(), np.ones((1, 4)), np.full((2, 4), 2.0)
    assert len(kept.changed_occluders(one)) == 1
    assert len(kept.changed_occluders(one)) == 0
    assert kept.changed_occluders(two)[:, 0].tolist() == [1.0, 2.0, 2.0]


def test_snapped_rectangles_cover_the_same_tiles_by_either_method() -> None:
    size = 500, 300
    parts = [(10, 20, 60, 50), (200, 100, 31, 33), (480, 290, 20, 10)]
    found = snap_to_tiles(parts, size)
    assert intersect(parts, found) != []
    assert all(x % 32 == 0 and y % 32 == 0 for x, y, _, _ in found)
    assert found[2] == (480, 288, 20, 12)
    assert total_area(split_disjoint(parts, size)[0]) <= total_area(split_disjoint(found, size)[0])


def test_tiles_are_those_of_snapped_rectangles_even_where_one_ends_with_a_tile() -> None:
    size = 500, 300
    parts = [(10, 20, 60, 50), (64, 32, 32, 96), (480, 290, 20, 10)]
    covered = np.zeros((2, *size), bool)
    tiles = cover_with_tiles(np.array([(x, y, x + wide, y + high) for x, y, wide, high in parts]), size)
    for where, rectangles in zip(covered, (snap_to_tiles(parts, size), tiles), strict=True):
        for x, y, wide, high in rectangles:
            where[x : x + wide, y : y + high] = True
    assert (covered[0] == covered[1]).all()


def test_body_edges_are_empty_out_of_sight_and_full_behind_the_eye() -> None:
    view = view_of(SIZE)
    both = view.view @ view.projection
    cube = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
    seen, aside, around = 0.02 * cube + (0, 0, 0.13), 0.02 * cube + (5, -2, 0.13), 3.0 * cube
    found = body_edges(np.concatenate([seen, aside, around]), both, SIZE)
    assert (found[0, :2] < found[0, 2:]).all()
    assert found[1].tolist() == [0, 0, 0, 0]
    assert found[2].tolist() == [0, 0, *SIZE]
    left, low, right, high = found[0].tolist()
    assert overlaps(found, [(left, low, 5, 5)]).tolist() == [True, False, True]
    assert overlaps(found, [(right, high, 5, 5)]).tolist() == [False, False, True]
    assert not overlaps(found, []).any()
