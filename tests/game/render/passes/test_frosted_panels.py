"""Frosted panels over synthetic pictures."""

from __future__ import annotations

import moderngl
import numpy as np
import pytest

from game.model.overlay import FrostedPanes, InterfaceFrame
from game.render.gpu.readback import read
from game.render.gpu.shader_programs import Shaders
from game.render.passes.interface_pass import InterfacePass

SIZE = (256, 192)
BOX = (64.0, 48.0, 192.0, 144.0)


class Sheet:
    """A render target with one pixel for each point of the interface."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self.drawer = InterfacePass(ctx, Shaders(ctx))
        self.color = ctx.texture(SIZE, 4)
        self.target = ctx.framebuffer([self.color])

    def draw(self, picture: np.ndarray, tint: float = 0.0, opacity: float = 1.0, shadow: float = 0.0) -> np.ndarray:
        alpha = np.full((*picture.shape[:2], 1), 255, np.uint8)
        self.color.write(np.ascontiguousarray(np.dstack([picture, alpha])[::-1]).tobytes())
        glass = (1.0, 0.0, 0.0, tint)
        panes = FrostedPanes([(*BOX, opacity)], 12.0, 14.0, glass, (1.0, 1.0, 1.0, 0.0), (0.0, 0.0, 0.0, shadow))
        self.drawer.draw(InterfaceFrame((float(SIZE[0]), float(SIZE[1])), [], [], panes=panes), self.target)
        return read(self.target).astype(int)


@pytest.fixture
def sheet(ctx: moderngl.Context) -> Sheet:
    return Sheet(ctx)


def plain(value: int) -> np.ndarray:
    return np.full((SIZE[1], SIZE[0], 3), value, np.uint8)


def stripes() -> np.ndarray:
    picture = plain(0)
    picture[:, ::2] = 200
    return picture


def test_glass_blurs_what_is_behind_and_leaves_the_rest(sheet: Sheet) -> None:
    before = stripes()
    picture = sheet.draw(before)
    inside = picture[70:120, 90:170]
    assert np.ptp(inside) <= 4
    assert abs(inside.mean() - 100) < 4
    assert np.array_equal(picture[:, :60], before[:, :60])


def test_glass_shows_what_is_at_its_own_place_the_right_way_up(sheet: Sheet) -> None:
    before = plain(0)
    before[: SIZE[1] // 2] = 200
    picture = sheet.draw(before)
    assert picture[60, 128, 0] > 140 > 60 > picture[132, 128, 0]


def test_a_tint_covers_by_its_opacity(sheet: Sheet) -> None:
    assert sheet.draw(plain(100), tint=0.5)[96, 128].tolist() == pytest.approx([178, 50, 50], abs=2)


def test_a_panel_that_fades_lets_the_picture_through(sheet: Sheet) -> None:
    full, half = sheet.draw(plain(100), tint=1.0), sheet.draw(plain(100), tint=1.0, opacity=0.5)
    assert full[96, 128].tolist() == [255, 0, 0]
    assert half[96, 128].tolist() == pytest.approx([178, 50, 50], abs=2)


def test_corners_are_round_and_no_line_is_left_between_the_parts(sheet: Sheet) -> None:
    red = sheet.draw(plain(0), tint=1.0)[..., 0]
    x0, y0, x1, y1 = (int(edge) for edge in BOX)
    assert red[y0 + 1, x0 + 1] == red[y1 - 2, x1 - 2] == 0
    assert 0 < (red[y0 : y0 + 12, x0 : x0 + 12] == 255).mean() < 1.0
    middle = red[y0 + 12 : y1 - 12, x0:x1]
    assert (middle == 255).all()
    assert (red[y0:y1, x0 + 12 : x1 - 12] == 255).all()
    assert not red[: y0 - 1].any()


def test_a_shadow_lies_round_a_panel_and_fades_away(sheet: Sheet) -> None:
    line = sheet.draw(plain(200), tint=1.0, shadow=0.6)[96, :64, 1]
    assert line[63] < 120
    assert (np.diff(line) <= 0).all()
    assert line[45] == 200


def test_a_second_size_makes_new_pictures_and_the_same_one_none(sheet: Sheet) -> None:
    sheet.draw(plain(50))
    small = sheet.drawer._panes._small_color
    sheet.draw(plain(60))
    assert sheet.drawer._panes._small_color is small
