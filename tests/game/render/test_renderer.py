"""The content of pictures, on a real OpenGL."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import moderngl
import numpy as np
import pytest
from msgspec.structs import replace
from pyrr import Matrix44

from game.looks.kit.shapes import cylinder
from game.model.frame import Curve, Instance, Points, View
from game.render.passes.finishing_passes import FxaaPass
from game.render.passes.render_pass import FrameContext
from game.render.renderer import Renderer
from game.render.tiers import TIERS
from tests.game.render.small_scene import CONE, PAINT, PIVOT, SIZE, arrow, edge_row, placed, ribbon, scene, view_of

Make = Callable[..., Renderer]


def drawn(renderer: Renderer, **changes: object) -> np.ndarray:
    renderer.draw(scene(renderer.size, **changes))
    renderer.check()
    return renderer.read().astype(int)


def window(picture: np.ndarray, point: tuple[float, float, float], half: int = 2) -> np.ndarray:
    """Return the pixels about the image of a point."""
    height, width = picture.shape[:2]
    place = view_of((width, height)).project(np.array(point, np.float32), (width, height))
    assert place is not None
    x, y = (int(c) for c in place)
    return picture[y - half : y + half + 1, x - half : x + half + 1].reshape(-1, 3)


@pytest.mark.parametrize("tier", TIERS)
def test_every_tier_shows_the_paint_the_floor_and_the_backdrop(make: Make, tier: str) -> None:
    picture = drawn(make(tier=tier))
    assert picture.shape == (SIZE[1], SIZE[0], 3)
    cone = picture[20:90, 130:190].reshape(-1, 3)
    blue = (cone[:, 2] > cone[:, 0] + 15) & (cone[:, 2] > 50)
    cream = (cone.min(axis=1) > 90) & (cone[:, 0] > cone[:, 2])
    assert blue.sum() > 100
    assert cream.sum() > 100
    floor = picture[150:, :60].reshape(-1, 3).mean(axis=0)
    assert floor[0] > floor[1] > floor[2] > 10, "wood is brown"
    foot = round(edge_row(scene(SIZE), 20.0)) - 4
    wall = picture[foot - 6 : foot, :40].mean()
    assert wall < 60 and wall < 0.5 * picture[150:].mean(), "the wall is dark beside the pool of light"


@pytest.mark.parametrize("tier", TIERS)
def test_a_body_darkens_the_floor_where_its_shadow_falls(make: Make, tier: str) -> None:
    renderer = make(tier=tier)
    with_cone = drawn(renderer)
    without = drawn(renderer, instances=[], occluders=np.zeros((0, 4), np.float32))
    # Light from (-0.56, -0.44, 0.70) carries the middle of the cone, 0.24 m up, this far.
    shadow = (0.24 * 0.56 / 0.70, 0.24 * 0.44 / 0.70, 0.0)
    assert window(with_cone, shadow).mean() < 0.85 * window(without, shadow).mean()
    lit = (-0.25, 0.12, 0.0)
    assert window(with_cone, lit).mean() == pytest.approx(window(without, lit).mean(), abs=2.0)


def test_spheres_darken_the_floor_under_them(make: Make) -> None:
    renderer = make()
    ball = np.array([[-0.12, -0.05, 0.03, 0.03]], np.float32)
    open_sky = drawn(renderer, instances=[], occluders=np.zeros((0, 4), np.float32))
    under = drawn(renderer, instances=[], occluders=ball)
    point = (-0.12, -0.05, 0.0)
    assert window(under, point).mean() < 0.9 * window(open_sky, point).mean()


@pytest.mark.parametrize(("tier", "mirrors"), [("low", False), ("medium", True), ("high", True)])
def test_the_polished_floor_mirrors_bodies(make: Make, tier: str, mirrors: bool) -> None:
    renderer = make(tier=tier)
    frame = replace(scene(occluders=np.zeros((0, 4), np.float32)), view=view_of(SIZE, azimuth=-0.9, elevation=0.25))
    column = cylinder(0.04, 0.2)
    x, y = (int(c) for c in frame.view.project(np.array([0, 0, -0.03], np.float32), SIZE) or (0, 0))
    seen = []
    for tint in ((0.9, 0.05, 0.05), (0.05, 0.05, 0.9)):
        renderer.draw(replace(frame, instances=[Instance(column, np.eye(4, dtype=np.float32), tint)]))
        seen.append(renderer.read().astype(int)[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3).mean(axis=0))
    red_less_blue = seen[0] - seen[1]
    assert (red_less_blue[0] > 5) == mirrors
    assert (red_less_blue[2] < -5) == mirrors


@pytest.mark.parametrize("tier", TIERS)
def test_an_arrow_keeps_its_colour(make: Make, tier: str) -> None:
    color = (0.10, 0.60, 1.0)
    picture = drawn(make(tier=tier), arrows=[arrow(color)])
    middle = window(picture, (0.0, 0.0, 0.30), half=0)[0]
    assert middle == pytest.approx(np.array(color) * 255, abs=2.0)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("scale", [1.0, 0.5])
def test_a_curve_keeps_its_colour_and_its_width(make: Make, tier: str, scale: float) -> None:
    color = (0.10, 0.60, 1.0)
    ends = np.array([[-0.1, 0.0, 0.30], [0.1, 0.0, 0.30]], np.float32)
    renderer = make(tier=tier, scale=scale)
    plain, marked = drawn(renderer), drawn(renderer, curves=[Curve(ends, color, width=3.0)])
    assert window(marked, (0.0, 0.0, 0.30), half=0)[0] == pytest.approx(np.array(color) * 255, abs=2.0)
    place = view_of(SIZE).project(np.array([0.0, 0.0, 0.30], np.float32), SIZE)
    assert place is not None
    covered = (np.abs(marked - plain)[:, int(place[0])].sum(axis=1) > 40).sum()
    assert 2 <= covered <= 5


def test_the_hidden_part_of_a_curve_is_faint_and_nan_lifts_the_pen(make: Make) -> None:
    renderer = make()
    points = np.array([[0.0, 0.0, z] for z in (0.14, 0.29, 0.31, 0.35)], np.float32)
    lifted = np.insert(points, 2, np.nan, axis=0)
    plain, whole, broken = (
        drawn(renderer, curves=[Curve(rows, (0.0, 1.0, 0.0), 3.0)] if rows is not None else [])
        for rows in (None, points, lifted)
    )
    inside, gap, beyond = (0.0, 0.0, 0.22), (0.0, 0.0, 0.30), (0.0, 0.0, 0.33)
    assert 0 < window(whole, inside, 0)[0][1] - window(plain, inside, 0)[0][1] < 80
    assert window(whole, gap, 0)[0] == pytest.approx([0, 255, 0], abs=2)
    assert np.array_equal(window(broken, gap, 0), window(plain, gap, 0))
    assert window(broken, beyond, 0)[0] == pytest.approx([0, 255, 0], abs=2)


def test_the_hidden_part_of_an_arrow_is_faint(make: Make) -> None:
    renderer = make()
    through = replace(arrow((0.0, 1.0, 0.0)), tail=np.array([0, 0, 0.14], np.float32))
    plain, marked = drawn(renderer), drawn(renderer, arrows=[through])
    inside, outside = (0.0, 0.0, 0.22), (0.0, 0.0, 0.31)
    change = window(marked, inside, 0)[0] - window(plain, inside, 0)[0]
    assert 0 < change[1] < 0.55 * 255
    assert window(marked, outside, 0)[0] == pytest.approx([0, 255, 0], abs=2)


def test_an_arrow_is_seen_better_through_the_floor_than_through_a_body(make: Make) -> None:
    renderer = make()
    tail, tip, middle = ((0.16, 0.0, z) for z in (-0.01, -0.09, -0.04))
    below = replace(arrow((0.0, 1.0, 0.0)), tail=np.array(tail, np.float32), tip=np.array(tip, np.float32))
    plain, marked = (window(drawn(renderer, arrows=arrows), middle, 0)[0] for arrows in ([], [below]))
    assert (marked[1] - plain[1]) / (255 - plain[1]) == pytest.approx(0.55, abs=0.03)


@pytest.mark.parametrize("tier", TIERS)
def test_a_ribbon_glows_along_its_points(make: Make, tier: str) -> None:
    picture = drawn(make(tier=tier), ribbons=[ribbon()])
    newest = window(picture, (0.1 * np.cos(-0.4), 0.1 * np.sin(-0.4), 0.30), half=1)
    brightest = newest[newest.sum(axis=1).argmax()]
    assert brightest[1] > 200, "mint green"
    assert brightest[1] > brightest[0] + 50


def test_a_ribbon_fades_with_age_and_lifts_its_pen_at_nan(make: Make) -> None:
    renderer = make()
    plain = drawn(renderer)
    whole = drawn(renderer, ribbons=[ribbon()])
    lifted = ribbon()
    lifted.points[20:40] = np.nan
    broken = drawn(renderer, ribbons=[lifted])
    gone = drawn(renderer, ribbons=[ribbon(now=50.0)])
    assert np.array_equal(gone, plain)
    changed = [int((np.abs(p - plain).sum(axis=2) > 30).sum()) for p in (whole, broken)]
    assert 0 < changed[1] < 0.85 * changed[0]
    before_the_gap = tuple(lifted.points[18:20, :3].mean(axis=0))
    assert np.array_equal(window(broken, before_the_gap, half=0), window(whole, before_the_gap, half=0))


def test_a_turning_body_shows_the_average_of_its_paint(make: Make) -> None:
    renderer = make((480, 300))

    def cone(blur: float, turns: float) -> np.ndarray:
        model = placed(PIVOT)
        angle = 2 * np.pi * turns
        model[:2, :2] = [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
        body = Instance(CONE, model, paint=PAINT, spin_blur=blur)
        return drawn(renderer, instances=[body])[70:85, 225:255]

    pair = 2 / PAINT.sectors
    assert np.abs(cone(0.0, 0.0) - cone(0.0, 0.5 * pair)).mean() > 40, "sharp paint shows the turn"
    assert np.abs(cone(pair, 0.0) - cone(pair, 0.5 * pair)).mean() < 3, "paint blurred over a whole pair cannot"
    contrast = [np.abs(cone(blur, 0.0) - cone(blur, 0.5 * pair)).mean() for blur in (0.0, 0.25 * pair, 0.6 * pair)]
    assert contrast[0] > contrast[1] > contrast[2]


def test_the_same_frame_gives_the_same_picture(make: Make) -> None:
    first, second = make(tier="medium"), make(tier="medium")
    assert np.array_equal(drawn(first), drawn(second))
    assert np.array_equal(drawn(first), drawn(second))


def test_nothing_is_made_on_the_card_while_it_runs(
    ctx: moderngl.Context, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    renderer = make(tier="medium")
    dots = Points(np.random.default_rng(1).normal(0.0, 0.1, (500, 3)), np.full((500, 4), 255, np.uint8))
    renderer.draw(scene(arrows=[arrow()], ribbons=[ribbon()], points=[dots]))
    made: Counter[str] = Counter()

    def count(kind: str) -> None:
        make_it = getattr(moderngl.Context, kind)

        def counted(self: moderngl.Context, *args: object, **options: object) -> object:
            made[kind] += 1
            return make_it(self, *args, **options)

        monkeypatch.setattr(moderngl.Context, kind, counted)

    for kind in (
        "buffer",
        "texture",
        "framebuffer",
        "vertex_array",
        "program",
        "renderbuffer",
        "depth_texture",
    ):
        count(kind)
    for k in range(50):
        moved = replace(dots, positions=dots.positions + 0.001 * k)
        view = view_of(SIZE, -1.9 + 0.01 * k)
        renderer.draw(scene(arrows=[arrow()], ribbons=[ribbon(1.0 + k / 60)], points=[moved], view=view))
    renderer.check()
    assert not made
    renderer.resize((160, 90))
    assert made["framebuffer"], "the count itself works"


def test_unmoved_instances_are_not_uploaded_again(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    renderer, frame = make(), scene()
    renderer.draw(frame)
    sent: list[int] = []
    write = moderngl.Buffer.write
    monkeypatch.setattr(moderngl.Buffer, "write", lambda self, data: (sent.append(len(data)), write(self, data))[1])
    renderer.draw(frame)
    still = len(sent)
    moved = replace(frame, instances=[replace(frame.instances[0], model=placed(0.2)), frame.instances[1]])
    renderer.draw(moved)
    assert len(sent) == 2 * still + 1, "of two bodies one has moved"


def test_a_mesh_leaves_the_card_when_long_unused(make: Make) -> None:
    renderer = make((16, 16))
    renderer.draw(scene((16, 16)))
    assert len(renderer._scene.meshes._buffers) == 2
    for _ in range(301):
        renderer._scene.meshes.place([])
    assert not renderer._scene.meshes._buffers


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("scale", [1.0, 0.5])
def test_any_size_can_follow_any_other(make: Make, tier: str, scale: float) -> None:
    renderer = make((64, 48), tier, scale)
    for size in ((1, 1), (3, 7), (131, 77), (2, 300), (64, 48)):
        renderer.resize(size)
        renderer.draw(scene(size, arrows=[arrow()], ribbons=[ribbon()]))
        renderer.check()
        assert renderer.read().shape == (size[1], size[0], 3)


def test_a_window_without_pixels_draws_nothing(make: Make) -> None:
    renderer = make((0, 30))
    renderer.draw(scene((1, 1)))
    with pytest.raises(RuntimeError, match="0 x 30"):
        _ = renderer.target
    renderer.resize((32, 20))
    assert drawn(renderer).any()


def test_tiers_and_scales_change_on_the_fly(make: Make) -> None:
    renderer = make()
    low = drawn(renderer)
    renderer.use("medium", 0.75)
    assert drawn(renderer).shape == low.shape
    renderer.use("low")
    assert np.array_equal(drawn(renderer), low)
    with pytest.raises(ValueError, match="'ultra'.*low, medium"):
        renderer.use("ultra")
    with pytest.raises(ValueError, match="scale is 2"):
        renderer.use("low", 2)


def test_the_scale_hardly_changes_the_picture(make: Make) -> None:
    full = drawn(make((640, 400)))
    half = drawn(make((640, 400), scale=0.5))
    assert np.abs(full - half).mean() < 4.0


def test_a_scene_a_hundred_times_as_large_looks_the_same(make: Make) -> None:
    small = scene()
    bare = replace(small, instances=[replace(i, paint=None) for i in small.instances])
    stretch = np.diag([100.0, 100.0, 100.0, 1.0]).astype(np.float32)
    eye = 100 * small.view.eye
    view = np.array(Matrix44.look_at(eye, (0, 0, 13.0), (0, 0, 1)), np.float32)
    projection = np.array(Matrix44.perspective_projection(32.0, SIZE[0] / SIZE[1], 2.0, 5000.0), np.float32)
    large = replace(
        bare,
        view=View(eye, view, projection),
        focus=small.focus * 100,
        radius=20.0,
        instances=[replace(i, model=i.model @ stretch) for i in bare.instances],
        occluders=small.occluders * 100,
    )
    renderer = make()
    renderer.draw(large)
    far = renderer.read().astype(int)
    renderer.draw(bare)
    assert np.abs(far - renderer.read()).mean() < 3.0


@pytest.mark.parametrize("tier", TIERS)
def test_edges_are_smoothed_and_even_areas_unchanged(make: Make, tier: str, monkeypatch: pytest.MonkeyPatch) -> None:
    smoothed, frame = [], scene()

    def jagged(fxaa: FxaaPass, context: FrameContext) -> Iterator[None]:
        fxaa._ctx.copy_framebuffer(context.targets.smooth_shown.framebuffer, context.targets.shown.framebuffer)
        yield

    for smooth in (FxaaPass.draw, jagged):
        monkeypatch.setattr(FxaaPass, "draw", smooth)
        renderer = make(tier=tier, software=True)
        renderer.draw(frame)
        renderer.check()
        smoothed.append(renderer.read().astype(int))
    after, before = smoothed
    changed = np.abs(after - before).max(axis=2) > 3
    steps = np.zeros(changed.shape)
    bright = before.mean(axis=2)
    steps[1:-1, 1:-1] = np.max(
        [np.abs(np.roll(bright, by, axis) - bright)[1:-1, 1:-1] for axis in (0, 1) for by in (-1, 1)], axis=0
    )
    assert changed.sum() > 100
    assert changed.mean() < 0.1
    inner = np.s_[1:-1, 1:-1]
    assert steps[inner][changed[inner]].min() >= 2, "only beside a step"
    assert changed[steps > 60].mean() > 0.5
