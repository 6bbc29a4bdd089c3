"""The framebuffers of one size that the passes draw into and read."""

from __future__ import annotations

import math
from typing import NamedTuple, TypeVar

import moderngl

from game.render.tiers import Tier

MAX_BLOOM = 1.0 / 45.0
"""Approximate height, in picture heights, of a pixel of the coarsest level of bloom."""
Part = TypeVar("Part", moderngl.Texture, moderngl.Renderbuffer, moderngl.Framebuffer)


class Surface(NamedTuple):
    """A texture and the framebuffer that draws into it."""

    texture: moderngl.Texture
    framebuffer: moderngl.Framebuffer


class Lights(NamedTuple):
    """Surfaces for sums of light, at the size of the scene: the light of one moment, and the sum."""

    one: Surface
    total: Surface


class RenderTargets:
    """The framebuffers and textures of pictures of one size and tier.

    drawn: the scene is drawn into it, with several samples per pixel if the tier says so; size: its size.
    scene, color, depth: the same with one sample, readable by shaders; scene_color without the depth, so that shaders
    may read that while they draw. shown: what the screen shows of the scene, at its size, RGBA8; the same as color
    where each shader ends with that. smooth_shown: the same with edges smoothed, or the same surface; finished: the
    same at native size. All these hold a picture until the next one. target, final: the finished
    picture with what is drawn over it, native size, RGBA8. mirror: the mirrored bodies at half the size, for a table
    whose image is blurred. native: size of the finished picture. Of half floats only: bloom: what is very bright, in
    quarters and halves of halves; glow: the same spread, in quarters; depths: at half the size, how far [m] ahead of
    the eye; open, smooth: how open the surroundings are, and those depths, at half the size.
    """

    def __init__(self, ctx: moderngl.Context, native: tuple[int, int], scale: float, tier: Tier) -> None:
        self._parts: list[moderngl.Texture | moderngl.Renderbuffer | moderngl.Framebuffer] = []
        self._ctx = ctx
        self.native = native
        self._copy: Surface | None = None
        self._blurred: tuple[Surface, Surface] | None = None
        self._means: tuple[Surface, Surface] | None = None
        self._lights: Lights | None = None
        self._ground: Surface | None = None
        self._clear_mirror: Surface | None = None
        self.size = size = (max(round(native[0] * scale), 1), max(round(native[1] * scale), 1))
        self.half = half = _part(size, 2)
        kind = "f2" if tier.hdr else "f1"
        self.color = self._texture(size, kind)
        self.depth: moderngl.Texture = self._keep(ctx.depth_texture(size))
        self.depth.compare_func = ""
        self.depth.filter = (moderngl.NEAREST, moderngl.NEAREST)
        self.depth.repeat_x = self.depth.repeat_y = False
        self.scene = self._framebuffer([self.color], self.depth)
        # Ink and post-processing read the depth texture while they write the colour.
        self.scene_color = self._framebuffer([self.color])
        self.shown = self._surface(size) if tier.hdr else Surface(self.color, self.scene_color)
        self.smooth_shown = self.shown
        self.marks: moderngl.Framebuffer | None = None
        self.marked: moderngl.Framebuffer | None = None
        if tier.edges:
            self.smooth_shown, marks = self._surface(size), self._keep(ctx.depth_renderbuffer(size))
            self.marks = self._framebuffer([], marks)
            self.marked = self._framebuffer([self.smooth_shown.texture], marks)
        self.finished = self.smooth_shown if size == native else self._surface(native)
        self.final, self.target = self._surface(native)
        samples = min(tier.samples, ctx.max_samples)
        self.drawn = self.scene
        if samples > 1:
            color = self._keep(ctx.renderbuffer(size, 4, samples=samples, dtype=kind))
            depth = self._keep(ctx.depth_renderbuffer(size, samples=samples))
            self.drawn = self._framebuffer([color], depth)
        self.mirror: Surface | None = None
        if tier.reflection_taps:
            self.mirror = self._image(half)
        self.bloom: list[Surface] = []
        if tier.hdr:
            self.bloom = [self._surface(_part(size, 4 << k), "f2") for k in range(bloom_levels(size[1]))]
            self.glow = self._surface(_part(size, 4), "f2")
            self.depths = self._surface(half, "f4", 1)
            self.open, self.smooth = (self._surface(half, "f2", 2) for _ in range(2))

    def resolve(self) -> None:
        """Average the samples of each pixel into `color` and `depth`."""
        if self.drawn is not self.scene:
            self._ctx.copy_framebuffer(self.scene, self.drawn)

    def copied(self) -> moderngl.Texture:
        """Return a texture with a copy of the scene drawn so far, readable while more is drawn."""
        if self.drawn is not self.scene:
            self.resolve()
            return self.color
        if self._copy is None:
            self._copy = self._surface(self.size, self.color.dtype)
        self._ctx.copy_framebuffer(self._copy.framebuffer, self.scene)
        return self._copy.texture

    def clear_mirror(self) -> Surface:
        """Return a surface at full size for the bodies in a silvered mirror, which is sharp, made when asked for."""
        if self._clear_mirror is None:
            self._clear_mirror = self._image(self.size)
        return self._clear_mirror

    def blurred(self) -> tuple[Surface, Surface]:
        """Return surfaces for the scene at half its size and for that blurred by a lens, made when first asked for."""
        if self._blurred is None:
            self._blurred = self._surface(self.half, "f2"), self._surface(self.half, "f2")
        return self._blurred

    def means(self) -> tuple[Surface, Surface]:
        """Return surfaces for a sum of finished scenes, in floats, and for their mean, made when first asked for."""
        if self._means is None:
            self._means = self._surface(self.native, "f4"), self._surface(self.native)
        return self._means

    def lights(self) -> Lights:
        """Return surfaces for sums of light, made when first asked for."""
        if self._lights is None:
            self._lights = Lights(self._surface(self.size, "f2"), self._surface(self.size, "f4"))
        return self._lights

    def ground(self) -> Surface:
        """Return a surface for the light and depth of a ground before which other things move, made when asked."""
        if self._ground is None:
            self._ground = self._surface(self.size, "f4")
        return self._ground

    def _keep(self, part: Part) -> Part:
        self._parts.append(part)
        return part

    def _texture(self, size: tuple[int, int], kind: str, components: int = 4) -> moderngl.Texture:
        texture = self._keep(self._ctx.texture(size, components, dtype=kind))
        texture.repeat_x = texture.repeat_y = False
        texture.filter = (moderngl.LINEAR, moderngl.LINEAR)
        return texture

    def _image(self, size: tuple[int, int]) -> Surface:
        """Return a surface for mirrored bodies, with a depth of its own."""
        image = self._texture(size, "f2")
        return Surface(image, self._framebuffer([image], self._keep(self._ctx.depth_renderbuffer(size))))

    def _surface(self, size: tuple[int, int], kind: str = "f1", components: int = 4) -> Surface:
        texture = self._texture(size, kind, components)
        return Surface(texture, self._framebuffer([texture]))

    def _framebuffer(
        self,
        colors: list[moderngl.Texture | moderngl.Renderbuffer],
        depth: moderngl.Texture | moderngl.Renderbuffer | None = None,
    ) -> moderngl.Framebuffer:
        return self._keep(self._ctx.framebuffer(colors, depth))

    def release(self) -> None:
        """Free everything."""
        # A framebuffer released while in use would be bound again when the next one is made.
        self._ctx.detect_framebuffer(0).use()
        for part in reversed(self._parts):
            part.release()
        self._parts.clear()


def bloom_levels(height: int) -> int:
    """Return the number of levels of bloom of a picture of this height [pixels], each half the size of the last."""
    return max(round(math.log2(MAX_BLOOM * height / 4.0)), 1) + 1


def bloom_reach(height: int) -> int:
    """Return the visible reach of bloom [pixels] in a picture of this height [pixels]."""
    return 20 << (bloom_levels(height) - 1)


def _part(size: tuple[int, int], divisor: int) -> tuple[int, int]:
    """Return a size divided by a number, rounded up."""
    return max(-(-size[0] // divisor), 1), max(-(-size[1] // divisor), 1)
