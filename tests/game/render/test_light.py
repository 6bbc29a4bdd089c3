"""Light: surfaces neither lose nor gain any."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import moderngl
import numpy as np
import pytest
from msgspec.structs import replace

from game.looks.kit.shapes import sphere
from game.model import resources
from game.model.frame import Instance, Room, SceneFrame, Surroundings
from game.model.material import Material
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.lights import LIGHTS
from game.render.renderer import Renderer
from game.render.tiers import TIERS
from tests.game.render.small_scene import SIZE, placed, scene

Make = Callable[..., Renderer]
HEIGHT = 0.13
SHARES = """
#include "common/frame.glsl"
#include "common/lighting.glsl"
in vec2 uv;
out vec4 color;
void main() { color = vec4(environment_share(vec3(F0), uv.y, max(uv.x, 0.05)), 1.0); }
"""


def ball(material: Material, tint: tuple[float, float, float]) -> Instance:
    return Instance(sphere(0.05, material, 96), placed(HEIGHT), tint, 0.9)


def drawn(renderer: Renderer, *bodies: Instance, **changes: object) -> np.ndarray:
    nothing = np.zeros((0, 4), np.float32)
    frame: SceneFrame = replace(scene(SIZE, instances=list(bodies), occluders=nothing), **changes)  # type: ignore[arg-type]
    renderer.draw(frame)
    renderer.check()
    return renderer.read().astype(int)


@pytest.mark.parametrize(("f0", "least", "most"), [(1.0, 0.985, 1.015), (0.5, 0.2, 1.0), (0.04, 0.005, 0.9)])
def test_no_surface_reflects_more_than_it_gets(
    ctx: moderngl.Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, f0: float, least: float, most: float
) -> None:
    table = np.load(resources.path("assets/reflectance.npy"))
    shaders = tmp_path / "shaders"
    shaders.mkdir()
    (shaders / "common").symlink_to(resources.path("shaders/common"))
    (shaders / "full_screen.vert").symlink_to(resources.path("shaders/full_screen.vert"))
    (shaders / "shares.frag").write_text(SHARES)
    monkeypatch.setattr(resources, "root", lambda: tmp_path)
    program = Shaders(ctx).program("full_screen.vert", "shares.frag", {"F0": f0})
    texture = ctx.texture(table.shape[1::-1], 2, table.tobytes(), alignment=1, dtype="f2")
    texture.repeat_x = texture.repeat_y = False
    texture.use(UNITS["reflectance"])
    target = ctx.framebuffer([ctx.texture((64, 64), 4, dtype="f4")])
    target.use()
    ctx.enable_only(moderngl.NOTHING)
    ctx.vertex_array(program, []).render(moderngl.TRIANGLES, vertices=3)
    share = np.frombuffer(target.read(components=4, dtype="f4"), np.float32).reshape(64, 64, 4)[..., 0]
    assert least < share.min()
    assert share.max() < most
    smooth = f0 + (1 - f0) * (1 - (np.arange(64) + 0.5) / 64) ** 5
    assert share[0, 8:] == pytest.approx(smooth[8:], abs=0.01), "a mirror reflects by Fresnel's equations"


def test_the_lamp_is_mirrored_once(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that the lamp, which is part of the surroundings, adds no second highlight to metal."""
    renderer, metal = make(), ball(Material.STEEL, (1.0, 1.0, 1.0))
    usual = drawn(renderer, metal, stage=Surroundings.VOID)
    light = LIGHTS[Surroundings.VOID]
    monkeypatch.setitem(LIGHTS, Surroundings.VOID, replace(light, sunlight=tuple(1e-3 * c for c in light.sunlight)))
    dark = drawn(make(), metal, stage=Surroundings.VOID)
    assert np.abs(usual - dark)[86:114, 146:174].max() <= 1


@pytest.mark.parametrize("tier", TIERS)
def test_what_stands_before_the_lamp_hides_its_mirror_image(make: Make, tier: str) -> None:
    renderer, metal = make(tier=tier), ball(Material.STEEL, (1.0, 1.0, 1.0))
    towards = np.array([0.0, 0.0, HEIGHT]) + 0.14 * LIGHTS[Room.LIBRARY].to_light
    shade = placed(float(towards[2]))
    shade[3, :2] = towards[:2]
    others = (), (Instance(sphere(0.06, Material.PLAIN), shade, (0.02, 0.02, 0.02)),)
    free, hidden = (drawn(renderer, metal, *each)[86:114, 146:174] for each in others)
    assert (free - hidden).max() > 40


def test_mirror_images_are_as_bright_as_what_they_show(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    light, white = LIGHTS[Room.LIBRARY], ball(Material.PLAIN, (0.9, 0.9, 0.9))
    seen = []
    for more in (1.0, 2.0, 3.0):
        monkeypatch.setitem(LIGHTS, Room.LIBRARY, replace(light, sunlight=(more, more, more)))
        renderer = make(tier="medium")
        drawn(renderer, white)
        mirror = renderer._canvas.targets.mirror  # type: ignore[union-attr]
        assert mirror is not None
        image = np.frombuffer(mirror.texture.read(), np.float16).reshape(SIZE[1] // 2, SIZE[0] // 2, 4)
        seen.append(image[..., :3].astype(float).sum(axis=2))
    added = seen[1] - seen[0]
    assert added.max() > 0.1
    assert np.abs((seen[2] - seen[1]) - added).max() < 0.02 * added.max()


@pytest.mark.parametrize("tier", ["low", "high"])
def test_a_stop_more_is_brighter_and_as_much_less_darker_and_none_changes_no_bit(make: Make, tier: str) -> None:
    renderer, view = make(tier=tier), scene(SIZE).view
    views = (replace(view, exposure=stops) for stops in (0.0, 1.0, -1.0, 0.0))
    usual, bright, dark, again = (drawn(renderer, view=each) for each in views)
    assert dark.mean() < 0.85 * usual.mean() < 0.85 * 0.9 * bright.mean()
    assert np.array_equal(usual, again)
