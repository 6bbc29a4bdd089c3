"""The film curve: from light to displayed values and back."""

from __future__ import annotations

from pathlib import Path

import moderngl
import numpy as np
import pytest

from game.model import resources
from game.render.gpu.shader_programs import UNITS, Shaders

PROGRAM = """
#include "common/frame.glsl"
#include "common/display.glsl"
uniform sampler2D picture;
out vec4 color;
void main() {
    vec3 light = texelFetch(picture, ivec2(gl_FragCoord.xy), 0).rgb;
#if BACK
    color = vec4(undisplayed(round(255.0 * curved(light)) / 255.0), 1.0);
#else
    color = vec4(curved(light), 1.0);
#endif
}
"""
BRIGHTNESS = np.geomspace(0.003, 8.0, 60)
COLORS = {
    "red": (1.0, 0.06, 0.03),
    "vermilion": (1.0, 0.25, 0.06),
    "brass": (1.0, 0.6, 0.2),
    "green": (0.2, 1.0, 0.15),
    "blue": (0.05, 0.2, 1.0),
    "walnut": (1.0, 0.55, 0.31),
    "white": (1.0, 1.0, 1.0),
}


class Curve:
    """The film curve as the shaders compute it."""

    def __init__(self, ctx: moderngl.Context, folder: Path) -> None:
        self._ctx = ctx
        (folder / "shaders").mkdir()
        for name in ("common", "full_screen.vert"):
            (folder / "shaders" / name).symlink_to(resources.path(f"shaders/{name}"))
        (folder / "shaders" / "curve.frag").write_text(PROGRAM)

    def __call__(self, light: np.ndarray, back: bool = False) -> np.ndarray:
        """Return what is shown of light (n, 3); back: the light that is read from what is shown."""
        values = np.hstack([light, np.ones((len(light), 1))]).astype(np.float32)
        picture = self._ctx.texture((len(light), 1), 4, values.tobytes(), dtype="f4")
        picture.filter = (moderngl.NEAREST, moderngl.NEAREST)
        program = Shaders(self._ctx).program("full_screen.vert", "curve.frag", {"BACK": int(back)})
        exposure = np.zeros(64 * 3 + 16 * 26, np.uint8).view(np.float32)
        exposure[48 + 3] = 1.0
        block = self._ctx.buffer(exposure.tobytes())
        block.bind_to_uniform_block(0)
        picture.use(UNITS["picture"])
        target = self._ctx.framebuffer([self._ctx.texture((len(light), 1), 4, dtype="f4")])
        target.use()
        self._ctx.enable_only(moderngl.NOTHING)
        self._ctx.vertex_array(program, []).render(moderngl.TRIANGLES, vertices=3)
        return np.frombuffer(target.read(components=4, dtype="f4"), np.float32).reshape(-1, 4)[:, :3].astype(float)


@pytest.fixture
def curve(ctx: moderngl.Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Curve:
    made = Curve(ctx, tmp_path)
    monkeypatch.setattr(resources, "root", lambda: tmp_path)
    return made


def oklab(linear: np.ndarray) -> np.ndarray:
    """Convert linear sRGB to OKLab (Ottosson 2020)."""
    cones = np.array([[0.4122, 0.5363, 0.0514], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.6300]])
    lab = np.array([[0.2105, 0.7936, -0.0041], [1.9780, -2.4286, 0.4506], [0.0259, 0.7828, -0.8087]])
    return np.asarray(np.cbrt(linear @ cones.T) @ lab.T)


def emitted(shown: np.ndarray) -> np.ndarray:
    """Return the light of a screen that shows these sRGB values."""
    shown = np.clip(shown, 0.0, 1.0)
    return np.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)


@pytest.mark.parametrize("name", [name for name in COLORS if name != "white"])
def test_colours_keep_their_hue_at_any_brightness(curve: Curve, name: str) -> None:
    color = np.array(COLORS[name])
    seen, true = oklab(emitted(curve(BRIGHTNESS[:, None] * color))), oklab(color[None])[0]
    off = np.angle((seen[:, 1] + 1j * seen[:, 2]) / complex(true[1], true[2]))
    strong = np.hypot(seen[:, 1], seen[:, 2]) > 0.03
    assert np.abs(np.degrees(off[strong])).max() < 6.0


def test_more_light_is_never_darker_and_darks_are_not_crushed(curve: Curve) -> None:
    for color in COLORS.values():
        assert (np.diff(curve(BRIGHTNESS[:, None] * color).max(axis=1)) > 0.0).all()
    grey = curve(np.array([[0.001] * 3, [0.01] * 3, [0.18] * 3, [1.0] * 3]))[:, 0] * 255
    assert grey[0] > 2.5
    assert grey[1] > 15.0
    assert grey[2] == pytest.approx(138, abs=3)
    assert grey[3] == pytest.approx(229, abs=3)


@pytest.mark.parametrize("name", COLORS)
def test_light_can_be_read_back(curve: Curve, name: str) -> None:
    light = np.geomspace(0.05, 2.0, 30)[:, None] * np.array(COLORS[name])
    read = curve(light, back=True)
    most = light.max(axis=1, keepdims=True)
    assert (np.abs(read - light) / most).max() < 0.06
