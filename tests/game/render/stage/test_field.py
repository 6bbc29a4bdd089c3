"""A meadow under the sky instead of the studio."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import moderngl
import numpy as np
import pytest
from msgspec.structs import replace
from pyrr import Matrix44

from game.looks.kit.parts.foliage import Cell, squares
from game.looks.kit.parts.masonry import block
from game.looks.kit.parts.timber import rope
from game.looks.kit.shapes import box, sphere
from game.looks.places.static_shadows import shades, shadow_mesh
from game.model.daylight import sun_of
from game.model.frame import Array, GroundKind, Instance, SceneFrame, Surroundings, View
from game.model.material import Material
from game.render.renderer import Renderer
from game.render.tiers import TIERS
from tests.game.render.small_scene import scene

Make = Callable[..., Renderer]
SIZE = (320, 200)
EYE, MIDDLE = (4.0, -24.0, 6.0), (4.0, 0.0, 3.0)
BOX = box((2.0, 2.0, 2.0), material=Material.TIMBER)


def view_of(
    eye: tuple[float, float, float] = EYE, middle: tuple[float, float, float] = MIDDLE, far: float = 4000.0
) -> View:
    view = np.array(Matrix44.look_at(eye, middle, (0, 0, 1)), np.float32)
    projection = np.array(Matrix44.perspective_projection(40.0, SIZE[0] / SIZE[1], 0.3, far), np.float32)
    return View(np.array(eye, np.float32), view, projection)


def standing(x: float, y: float = 0.0) -> Array:
    model = np.eye(4, dtype=np.float32)
    model[3, :3] = x, y, 1.0
    return model


def frame(view: View | None = None, *bodies: Instance, ground: GroundKind | None = None) -> SceneFrame:
    focus = np.array([2.0, 0.0, 2.0], np.float32)
    ground = ground or GroundKind(worn=3.0)
    return SceneFrame(view or view_of(), focus, 12.0, list(bodies), stage=Surroundings.FIELD, ground=ground)


def drawn(renderer: Renderer, picture: SceneFrame) -> np.ndarray:
    renderer.draw(picture)
    renderer.check()
    return renderer.read().astype(int)


def at(picture: np.ndarray, view: View, point: tuple[float, float, float], half: int = 2) -> np.ndarray:
    """Return the mean colour about the image of a point."""
    place = view.project(np.array(point, np.float32), SIZE)
    assert place is not None
    x, y = (int(part) for part in place)
    return picture[y - half : y + half + 1, x - half : x + half + 1].reshape(-1, 3).mean(axis=0)


@pytest.mark.parametrize("tier", TIERS)
def test_the_sky_is_blue_the_grass_is_green_and_the_earth_by_the_machine_is_brown(make: Make, tier: str) -> None:
    view = view_of()
    picture = drawn(make(tier=tier), frame(view))
    sky = picture[:20].reshape(-1, 3).mean(axis=0)
    assert sky[2] > sky[1] > sky[0] > 100
    grass = at(picture, view, (9.0, -4.0, 0.0), 6)
    assert grass[1] > grass[0] > grass[2] + 15
    earth = at(picture, view, (0.0, 0.0, 0.0), 3)
    assert earth[0] > earth[1] > earth[2] + 10


@pytest.mark.parametrize("tier", TIERS)
def test_static_shadows_darken_the_ground_and_blend_into_the_meadow(make: Make, tier: str) -> None:
    renderer, view = make(tier=tier), view_of((4.0, -24.0, 14.0), (4.0, 0.0, 0.0))
    patch = np.diag([5.0, 5.0, 1.0, 1.0]).astype(np.float32)
    patch[3, :3] = 8.0, 0.0, 0.02
    bare, shaded = (drawn(renderer, frame(view, *bodies)) for bodies in ((), (Instance(shadow_mesh(), patch),)))
    inside, rim = (8.0, 0.0, 0.0), (8.0, 5.6, 0.0)
    assert at(shaded, view, inside).mean() < 0.75 * at(bare, view, inside).mean()
    assert at(shaded, view, rim, 1) == pytest.approx(at(bare, view, rim, 1), rel=0.10)
    away = (-4.0, 0.0, 0.0)
    assert at(shaded, view, away) == pytest.approx(at(bare, view, away), abs=1.0), "it throws no shadow of its own"


@pytest.mark.parametrize("first", [0, 1])
def test_overlapping_static_shadows_leave_no_sunlit_tear(make: Make, first: int) -> None:
    """Draw a small shadow within a large one, as those of a tent's cloth and valance."""
    renderer, view = make(tier="low"), view_of((4.0, -24.0, 14.0), (4.0, 0.0, 0.0))
    tall, low = (Instance(block((4.0 - r, -r, 0.0), (4.0 + r, r, high)), np.eye(4, dtype=np.float32)) for r, high in
                 ((2.0, 4.0), (0.8, 2.5)))  # fmt: skip
    large, small = shades([tall, low])
    alone = drawn(renderer, frame(view, large))
    both = drawn(renderer, frame(view, *([large, small] if first else [small, large])))
    dark = alone.sum(axis=2) < drawn(renderer, frame(view)).sum(axis=2) - 30
    assert dark.sum() > 500
    assert (both - alone)[dark].max() < 12, "nowhere lighter"


@pytest.mark.parametrize("tier", TIERS)
def test_only_tier_low_leaves_out_mere_scenery(make: Make, tier: str) -> None:
    renderer, view = make(tier=tier), view_of()
    bare = drawn(renderer, frame(view))
    with_box = drawn(renderer, frame(view, Instance(BOX, standing(5.0), extra=True)))
    assert bool(np.abs(with_box - bare).max() > 40) is (tier != "low")


@pytest.mark.parametrize("tier", TIERS)
def test_a_body_casts_a_shadow_away_from_the_sun(make: Make, tier: str) -> None:
    renderer, view = make(tier=tier), view_of()
    bare, with_box = drawn(renderer, frame(view)), drawn(renderer, frame(view, Instance(BOX, standing(5.0))))
    shadow, lit = (7.5, 1.0, 0.0), (2.0, -2.0, 0.0)
    assert at(with_box, view, shadow).mean() < 0.75 * at(bare, view, shadow).mean()
    assert at(with_box, view, lit).mean() == pytest.approx(at(bare, view, lit).mean(), abs=2.0)


@pytest.mark.parametrize("tier", TIERS)
def test_grass_mirrors_nothing(make: Make, tier: str) -> None:
    renderer, view = make(tier=tier), view_of()
    before = (5.0, -3.0, 0.0)
    seen = [
        at(drawn(renderer, frame(view, Instance(sphere(1.0), standing(5.0), tint))), view, before)
        for tint in ((0.9, 0.05, 0.05), (0.05, 0.05, 0.9))
    ]
    assert seen[0] == pytest.approx(seen[1], abs=4.0), "but for the glow"


@pytest.mark.parametrize("tier", TIERS)
def test_chalk_lines_lie_at_their_distances(make: Make, tier: str) -> None:
    view = view_of()
    picture = drawn(make(tier=tier), frame(view, ground=GroundKind(2.0, 2.0, 10.0, 8.0, 5.0)))
    bright = [at(picture, view, (x, -4.0, 0.0), 0).mean() for x in (4.0, 5.0, 6.0, 7.0, 8.0, 10.0)]
    assert min(bright[0::2][:2]) > max(bright[1], bright[3]) + 25
    assert bright[4] > bright[3] + 10
    assert bright[5] < bright[2] - 25, "none beyond the reach"
    assert at(picture, view, (6.0, -6.0, 0.0), 0).mean() < bright[2] - 25, "none beside"


def test_far_things_fade_into_the_air(make: Make) -> None:
    renderer, contrast = make(), []
    for away in (20.0, 900.0):
        view = view_of((0.0, -away, 8.0), (0.0, 0.0, 8.0))
        model = standing(0.0)
        model[:3, :3] *= away / 8.0
        picture = drawn(renderer, frame(view, Instance(sphere(1.0), model, (0.01, 0.01, 0.01))))
        contrast.append(at(picture, view, (0.0, 0.0, 0.05 * away)).mean())
    assert contrast[1] > contrast[0] + 15


def test_the_land_goes_on_beyond_the_far_plane(make: Make) -> None:
    renderer = make()
    near, far = (drawn(renderer, frame(view_of(far=far))) for far in (120.0, 8000.0))
    assert np.abs(near - far).mean() < 0.5


def test_the_meadow_is_calm_when_the_eye_flies_over_it(make: Make) -> None:
    renderer, changes = make(tier="medium"), []
    ground = GroundKind(4.0, 10.0, 50.0, 300.0, 20.0)
    for x in (40.0, 120.0, 260.0):
        pictures = [
            drawn(renderer, frame(view_of((x + step, -40.0, 30.0), (x + step + 60.0, 0.0, 0.0)), ground=ground))
            for step in (0.0, 0.05)
        ]
        changes.append(np.abs(pictures[1] - pictures[0])[60:].mean())
    assert max(changes) < 2.0


def test_a_rope_pulled_out_has_more_lays(make: Make) -> None:
    renderer, mesh = make((640, 400)), rope(1.0, 0.02)
    turns = []
    for length in (1.0, 3.0):
        model = np.zeros((4, 4), np.float32)
        model[0, 2] = model[1, 1] = 1.0
        model[2, 0], model[3] = -length, (0.5 * length, 0.0, 1.0, 1.0)
        view = view_of((0.0, -1.5, 1.2), (0.0, 0.0, 1.0))
        picture = drawn(renderer, frame(view, Instance(mesh, model)))
        place = view.project(np.array([0.0, -0.02, 1.0], np.float32), (640, 400))
        assert place is not None
        row = picture[int(place[1]), 220:420].mean(axis=1)
        turns.append(int((np.diff(np.sign(row - row.mean())) != 0).sum()))
    assert turns[0] > 4
    assert turns[1] == pytest.approx(turns[0], abs=0.25 * turns[0]), "lays are as long as they were"


def test_nothing_is_made_while_stages_take_turns(
    ctx: moderngl.Context, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    renderer, body = make(tier="medium"), Instance(BOX, standing(5.0))
    frames = [frame(None, body), scene(SIZE)]
    for picture in frames:
        renderer.draw(picture)
    made: Counter[str] = Counter()
    for kind in ("buffer", "texture", "texture3d", "framebuffer", "vertex_array", "program"):
        monkeypatch.setattr(moderngl.Context, kind, lambda *_, kind=kind, **__: made.update([kind]))
    for picture in frames * 3:
        renderer.draw(picture)
    assert not made


def test_each_stage_looks_the_same_after_the_other(make: Make) -> None:
    renderer = make()
    studio, field = drawn(renderer, scene(SIZE)), drawn(renderer, frame())
    assert np.array_equal(drawn(renderer, scene(SIZE)), studio)
    assert np.array_equal(drawn(make(), frame()), field)


def test_a_stone_far_from_the_origin_has_no_spots_of_shadow_on_it(make: Make) -> None:
    renderer, stone, seen = make(tier="medium"), sphere(0.15, Material.PLAIN, 64), []
    for x in (0.0, 300.0):
        model = standing(x)
        eye = (x - 0.5, -1.0, 1.3)
        picture = frame(view_of(eye, (x, 0.0, 1.0)), Instance(stone, model, (0.5, 0.5, 0.5), 0.9))
        picture.focus, picture.radius = model[3, :3], 0.9
        seen.append(drawn(renderer, picture)[82:118, 142:178])
    near, far = seen
    assert np.abs(near - far).max() < 25


@pytest.mark.parametrize("tier", TIERS)
def test_the_ground_that_takes_shadows_looks_as_the_meadow_round_it(make: Make, tier: str) -> None:
    renderer, view = make(tier=tier), view_of((4.0, -40.0, 14.0), (4.0, 0.0, 0.0))
    ground, pictures = GroundKind(2.0, 2.0, 10.0, 20.0, 5.0), []
    for x in (4.0, 900.0):
        picture = frame(view, ground=ground)
        picture.focus = np.array([x, 0.0, 2.0], np.float32)
        pictures.append(drawn(renderer, picture))
    assert np.abs(pictures[1] - pictures[0]).max() < 12
    assert np.abs(pictures[1] - pictures[0]).mean() < 0.3


@pytest.mark.parametrize("tier", TIERS)
def test_the_meadow_blends_into_the_land_beyond(make: Make, tier: str) -> None:
    view = view_of((0.0, 90.0, 25.0), (0.0, 150.0, 0.0))
    picture = drawn(make(tier=tier), frame(view))
    inside, beyond, far = (
        np.mean([at(picture, view, (float(x), y, 0.0), 1) for x in range(-24, 25, 4)], axis=0) for y in (149, 151, 260)
    )
    assert inside == pytest.approx(beyond, abs=9.0)
    assert np.abs(far - inside).max() > 4.0, "other people's crops"


@pytest.mark.parametrize("tier", TIERS)
def test_sky_and_land_leave_no_hole_in_any_view(make: Make, tier: str) -> None:
    renderer = make(tier=tier)
    for middle in ((0.0, 50.0, 2.0), (0.0, 50.0, 8.0), (40.0, 1.0, -20.0), (3.0, 4.0, 30.0), (-50.0, 0.0, 0.0)):
        view = view_of((0.0, 0.0, 2.5), middle)
        rolled = view_of((0.0, 0.0, 2.5), middle)
        rolled.view[:] = rolled.view @ np.array(Matrix44.from_z_rotation(0.6), np.float32)
        for seen in (view, rolled):
            assert drawn(renderer, frame(seen)).max(axis=2).min() > 20


def test_hills_stand_at_the_horizon(make: Make) -> None:
    view = view_of((0.0, 0.0, 2.0), (0.0, -50.0, 3.0))
    picture = drawn(make(), frame(view))
    for x in (-900.0, 0.0, 900.0):
        hills, sky = (at(picture, view, (x, -5000.0, z), 0) for z in (42.0, 300.0))
        assert hills.mean() < sky.mean() - 12


@pytest.mark.parametrize(("reach", "there"), [(900.0, True), (0.0, False)])
def test_bodies_cast_shadows_as_far_as_the_meadow_reaches(make: Make, reach: float, there: bool) -> None:
    renderer, x = make(), 800.0
    view = view_of((x + 4.0, -24.0, 6.0), (x + 4.0, 0.0, 3.0))
    ground = GroundKind(2.0, 10.0, 50.0, reach, 0.5)
    pictures = []
    for bodies in ((), (Instance(BOX, standing(x + 5.0)),)):
        picture = frame(view, *bodies, ground=ground)
        picture.focus = np.array([x + 2.0, 0.0, 2.0], np.float32)
        pictures.append(at(drawn(renderer, picture), view, (x + 7.5, 1.0, 0.0)).mean())
    assert bool(pictures[1] < 0.75 * pictures[0]) is there


@pytest.mark.parametrize(
    ("material", "tier"),
    [
        pytest.param(material, tier, marks=() if (k + n) % len(TIERS) == 0 else pytest.mark.long)
        for k, material in enumerate(
            [Material.WALL, Material.WHITEWASH, Material.THATCH, Material.TILES, Material.MASONRY, Material.SPRIG]
        )
        for n, tier in enumerate(TIERS)
    ],
)
def test_buildings_and_plants_take_the_tint(make: Make, tier: str, material: Material) -> None:
    renderer, view = make(tier=tier), view_of((2.0, -9.0, 2.0), (0.0, 0.0, 1.0))
    if material is Material.SPRIG:
        corners = np.array([[(-3, -1, 0), (3, -1, 0), (3, -1, 3), (-3, -1, 3)]], float)
        mesh = squares(corners, np.array([[0.0, -1.0, 0.3]]), np.array([Cell.HEDGE]), np.array([7]))
    else:
        mesh = block((-3.0, -1.0, 0.0), (3.0, 1.0, 3.0), material)
    red, blue = (
        at(drawn(renderer, frame(view, Instance(mesh, np.eye(4, dtype=np.float32), tint))), view, (0.3, -1.0, 1.2), 9)
        for tint in ((1.0, 0.25, 0.25), (0.25, 0.25, 1.0))
    )
    assert red[0] > blue[0] + 10
    assert blue[2] > red[2] + 4


def test_shadows_and_light_follow_the_hour(make: Make) -> None:
    renderer, view = make(tier="low"), view_of((2.0, -24.0, 30.0), (2.0, 0.0, 0.0))
    post = Instance(box((1.0, 1.0, 6.0), material=Material.TIMBER), standing(2.0))
    hours = (9.0, 12.0, 18.0)
    away = {hour: -2.5 * np.array(sun_of(hour)[:2]) / np.hypot(*sun_of(hour)[:2]) for hour in hours}
    seen = {}
    for hour in hours:
        bare, shaded = (drawn(renderer, frame(replace(view, hour=hour), *bodies)) for bodies in ((), (post,)))
        seen[hour] = bare
        for other, (x, y) in away.items():
            lit, dark = (at(each, view, (2.0 + x, y, 0.0), 1).mean() for each in (bare, shaded))
            assert bool(dark < 0.85 * lit) is (hour == other)
    assert seen[18.0].mean() < 0.9 * seen[12.0].mean()
    usual = drawn(renderer, frame(view))
    walled = replace(frame(replace(view, hour=18.0)), shaded=True)
    assert np.array_equal(drawn(renderer, walled), usual), "no other hour where shadows are part of the bodies"
    assert not np.array_equal(seen[18.0], usual)
