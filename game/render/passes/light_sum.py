"""The light of several moments, added up before the film curve is applied: their mean, and a film exposed for long."""

from __future__ import annotations

import math
from collections.abc import Sequence

import moderngl
import numpy as np
from numpy.typing import NDArray

from game.model.frame import LONGEST_LAMP, SceneFrame, View
from game.render.gpu.render_targets import RenderTargets, Surface
from game.render.gpu.screen_pass import ScreenPass, ScreenPrograms
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.tiers import Tier

SILK = {"ROOM": 0.42, "VEIL": 1.9, "FADED": 0.35, "FLASH": 0.75}
"""Light of the room, of the veil of what moves, of both behind the last pose, and of that, relative to the lamp's."""
LAMP = (1.0, 0.78, 0.42)
"""Colour of the lamp, as light."""
BRIGHT = 1.6
"""Light at the middle of its path where the lamp is as fast as on average."""
TRUNCATED = 3.0
"""Distance at which a Gaussian ends, in its widths."""
GLOW = ((0.85, 0.9), (0.10, 5.0), (0.05, 14.0))
"""Shares of its light, and the width (standard deviation) of each [pixels of a picture of 720 lines]."""
LAMPS = 40_000
"""Number of places at which it shines."""
SHORTEST = 40.0
"""Least length of its path [pixels], so that a lamp at rest is no brighter than one that moves this far."""
BEFORE = 1.0 - 1e-4
"""Depth of the lamp, relative to its place, so that it is not hidden by what carries it."""


class MeanPicture:
    """Adds up the light of moments with weights, and applies the film curve to the sum, for one tier.

    In half floats it adds `targets.lights().one` and ends in `targets.shown`, whose edges are not smoothed yet. In
    other tiers it takes the light from `targets.finished`, as far as 8 bits can tell, and ends in a surface of its own.
    """

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, tier: Tier) -> None:
        self._ctx, self._of_light = ctx, tier.hdr
        self._programs = ScreenPrograms(ctx, shaders)
        self._add, self._finish = (
            self._programs.screen("mean.frag", {**tier.defines(), "FINISH": finish}) for finish in (0, 1)
        )

    def _sum(self, targets: RenderTargets) -> Surface:
        return targets.lights().total if self._of_light else targets.means()[0]

    def add(self, targets: RenderTargets, weight: float, first: bool) -> None:
        """Add what has been drawn to the sum; the first moment begins it."""
        into = self._sum(targets).framebuffer
        into.use()
        if first:
            into.clear()
        self._ctx.enable_only(moderngl.BLEND)
        self._ctx.blend_func = moderngl.ONE, moderngl.ONE
        (targets.lights().one if self._of_light else targets.finished).texture.use(UNITS["picture"])
        self._add.draw(weight=weight)

    def finish(self, targets: RenderTargets) -> Surface:
        """Return the picture of the sum."""
        mean = targets.shown if self._of_light else targets.means()[1]
        self._ctx.enable_only(moderngl.NOTHING)
        mean.framebuffer.use()
        self._sum(targets).texture.use(UNITS["picture"])
        self._finish.draw()
        return mean

    def release(self) -> None:
        """Free the vertex arrays."""
        self._programs.release()


class LightSum:
    """Adds up the light of moments with weights, before a ground that is exposed apart, for one tier in half floats."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, tier: Tier) -> None:
        self._ctx, self._tier = ctx, tier
        self._programs = ScreenPrograms(ctx, shaders)
        self._made: dict[int, ScreenPass] = {}
        self._seen: NDArray[np.float32] | None = None

    def _program(self, develop: int) -> ScreenPass:
        if develop not in self._made:
            defines = {**self._tier.defines(), **SILK, "DEVELOP": develop}
            self._made[develop] = self._programs.screen("light_sum.frag", defines)
        return self._made[develop]

    def begin(self, targets: RenderTargets) -> None:
        """Begin a sum; what has been drawn is the ground, from which what moves is told by its depth."""
        lights, shape = targets.lights(), targets.size[::-1]
        self._seen = np.frombuffer(targets.depth.read(), np.float32).reshape(shape)
        light = np.frombuffer(lights.one.texture.read(), np.float16).reshape(*shape, 4)
        both = np.concatenate([light[..., :3].astype(np.float32), self._seen[..., None]], axis=2)
        targets.ground().texture.write(np.ascontiguousarray(both))
        lights.total.framebuffer.use()
        lights.total.framebuffer.clear()

    def add(self, targets: RenderTargets, weight: float) -> None:
        """Add the light of the moment that has been drawn."""
        lights = targets.lights()
        lights.total.framebuffer.use()
        self._ctx.enable_only(moderngl.BLEND)
        self._ctx.blend_func = moderngl.ONE, moderngl.ONE
        self._bind(targets)
        self._program(0).draw(weight=weight)

    def develop(self, targets: RenderTargets, frame: SceneFrame) -> None:
        """Apply the film curve to the sum, into `targets.shown`; the moment drawn last is the flash."""
        places = np.empty((0, 3)) if frame.lamp is None else np.asarray(frame.lamp, float)
        light = lamp_light(places, frame.view, targets.size, self._seen)
        lamp = self._ctx.texture(targets.size, 3, np.ascontiguousarray(light), dtype="f4")
        try:
            self._ctx.enable_only(moderngl.NOTHING)
            targets.shown.framebuffer.use()
            self._bind(targets)
            targets.lights().total.texture.use(UNITS["sum_map"])
            lamp.use(UNITS["lamp_map"])
            self._program(1).draw()
        finally:
            lamp.release()

    def _bind(self, targets: RenderTargets) -> None:
        targets.lights().one.texture.use(UNITS["light_map"])
        targets.depth.use(UNITS["depth_now"])
        targets.ground().texture.use(UNITS["ground_map"])

    def release(self) -> None:
        """Free the vertex arrays."""
        self._programs.release()


def lamp_light(
    places: NDArray[np.float64], view: View, size: tuple[int, int], depth: NDArray[np.float32] | None
) -> NDArray[np.float32]:
    """Return the light (h, w, 3) of a lamp that passes places (n, 3) [m] at equal times, the lowest row first.

    Its power is constant, so the light on a pixel is that over the speed on the screen. depth: (h, w), of what stands
    still and hides it.
    """
    light = np.zeros((size[1], size[0]))
    if len(places) < 2 or not np.isfinite(places).all(axis=1).any():
        return np.zeros((*light.shape, 3), np.float32)
    at = np.linspace(0.0, len(places) - 1.0, max(LAMPS, len(places)))
    known = np.arange(len(places), dtype=float)
    fine = np.column_stack([np.interp(at, known, places[:, k]) for k in range(3)])
    clip = (
        np.column_stack([fine, np.ones(len(fine))]) @ np.asarray(view.view, float) @ np.asarray(view.projection, float)
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        near = clip[:, :3] / np.where(clip[:, 3:] > 1e-6, clip[:, 3:], np.nan)
    x, y = (0.5 + 0.5 * near[:, 0]) * size[0] - 0.5, (0.5 + 0.5 * near[:, 1]) * size[1] - 0.5
    steps = np.hypot(np.diff(x), np.diff(y))
    seen = np.isfinite(x) & np.isfinite(y)
    extent = max(float(np.ptp(x[seen])), float(np.ptp(y[seen]))) if seen.any() else 0.0
    length = max(min(float(np.nansum(steps)), LONGEST_LAMP * extent), SHORTEST * size[1] / 720.0)
    sigma = GLOW[0][1] * max(size[1] / 720.0, 1.0)
    power = BRIGHT * length / len(at) * math.sqrt(2.0 * math.pi) * sigma / GLOW[0][0]
    column, row = np.floor(np.nan_to_num(x, nan=-9.0)).astype(int), np.floor(np.nan_to_num(y, nan=-9.0)).astype(int)
    lit = (column >= 0) & (row >= 0) & (column < size[0] - 1) & (row < size[1] - 1)
    if depth is not None:
        hidden = depth[np.where(lit, row, 0), np.where(lit, column, 0)] < (0.5 + 0.5 * near[:, 2]) * BEFORE
        lit &= ~hidden
    column, row, x, y = column[lit], row[lit], x[lit] - column[lit], y[lit] - row[lit]
    for right, share_x in ((0, 1.0 - x), (1, x)):
        for up, share_y in ((0, 1.0 - y), (1, y)):
            np.add.at(light, (row + up, column + right), power * share_x * share_y)
    spread = sum_of_blurs(light, [(share, width * max(size[1] / 720.0, 1.0)) for share, width in GLOW])
    return np.asarray(spread[..., None] * np.array(LAMP), np.float32)


def sum_of_blurs(light: NDArray[np.float64], blurs: Sequence[tuple[float, float]]) -> NDArray[np.float64]:
    """Return light spread by Gaussians, each with a share of it and a width [pixels]; there is none beyond the border.

    All are done in one product of Fourier transforms, of a field with a margin as wide as the greatest reach.
    """
    margin = max(_reach(width) for _, width in blurs)
    shape = [_quick(length + margin) for length in light.shape]
    spread = np.zeros((shape[0], shape[1] // 2 + 1))
    for share, width in blurs:
        down, right = (_transform(width, length) for length in shape)
        spread += share * np.outer(down, right[: spread.shape[1]])
    blurred = np.fft.irfft2(np.fft.rfft2(light, shape) * spread, shape)
    return np.asarray(np.maximum(blurred[: light.shape[0], : light.shape[1]], 0.0))


def _reach(width: float) -> int:
    return int(TRUNCATED * width + 0.5)


def _transform(width: float, length: int) -> NDArray[np.float64]:
    """Return the Fourier transform (length,) of a Gaussian of that width about 0, whose sum is 1."""
    reach = _reach(width)
    along = np.exp(-0.5 * np.square(np.arange(-reach, reach + 1) / width))
    circle = np.zeros(length)
    np.add.at(circle, np.arange(-reach, reach + 1) % length, along / along.sum())
    return np.asarray(np.fft.fft(circle).real)


def _quick(length: int) -> int:
    """Return the least length from this one on of which a transform is quick: its greatest prime factor is 5."""
    while True:
        rest = length
        for prime in (2, 3, 5):
            while rest % prime == 0:
                rest //= prime
        if rest == 1:
            return length
        length += 1
