"""The framebuffers of one size: what the scene is drawn into, and the finished picture."""

from __future__ import annotations

from typing import TypeVar

import moderngl

from game.render.tiers import Tier

BLOOM_LEVELS = 5
Part = TypeVar("Part", moderngl.Texture, moderngl.Renderbuffer, moderngl.Framebuffer)


class Targets:
    """drawn: the scene is drawn into it, with several samples per pixel if the tier says so; size: its size.
    scene, color, depth: the same with one sample, readable by shaders. target, final: the finished picture,
    native size, RGBA8; the same as color where nothing is left to do. scratch: room for a second one.
    mirror: the mirrored bodies at half the size. native: size of the finished picture. bloom: halves of halves.
    """

    def __init__(self, ctx: moderngl.Context, native: tuple[int, int], scale: float, tier: Tier) -> None:
        self._parts: list[moderngl.Texture | moderngl.Renderbuffer | moderngl.Framebuffer] = []
        self._ctx = ctx
        self.native = native
        self._copy: moderngl.Framebuffer | None = None
        self.size = size = (max(round(native[0] * scale), 1), max(round(native[1] * scale), 1))
        kind = "f2" if tier.hdr else "f1"
        self.color = self._texture(size, kind)
        self.depth: moderngl.Texture = self._keep(ctx.depth_texture(size))
        self.depth.compare_func = ""
        self.depth.filter = (moderngl.NEAREST, moderngl.NEAREST)
        self.depth.repeat_x = self.depth.repeat_y = False
        self.scene = self._framebuffer([self.color], self.depth)
        # Ink and post-processing read the depth texture while they write the colour.
        self.scene_color = self._framebuffer([self.color])
        self.final, self.target = self.color, self.scene_color
        if size != native or tier.hdr:
            self.final = self._texture(native, "f1")
            self.target = self._framebuffer([self.final])
        self.scratch_color: moderngl.Texture | None = None
        self.scratch: moderngl.Framebuffer | None = None
        if tier.edges:
            self.scratch_color = self._texture(native, "f1")
            self.scratch = self._framebuffer([self.scratch_color])
        samples = min(tier.samples, ctx.max_samples)
        self.drawn = self.scene
        if samples > 1:
            color = self._keep(ctx.renderbuffer(size, 4, samples=samples, dtype=kind))
            depth = self._keep(ctx.depth_renderbuffer(size, samples=samples))
            self.drawn = self._framebuffer([color], depth)
        half = (max(size[0] // 2, 1), max(size[1] // 2, 1))
        self.mirror_color: moderngl.Texture | None = None
        self.mirror: moderngl.Framebuffer | None = None
        if tier.reflection_taps:
            self.mirror_color = self._texture(half, "f2")
            self.mirror = self._framebuffer([self.mirror_color], self._keep(ctx.depth_renderbuffer(half)))
        self.bloom: list[tuple[moderngl.Framebuffer, moderngl.Texture]] = []
        for k in range(1, BLOOM_LEVELS + 1 if tier.hdr else 1):
            texture = self._texture((max(size[0] >> k, 1), max(size[1] >> k, 1)), "f2")
            self.bloom.append((self._framebuffer([texture]), texture))

    def resolve(self) -> None:
        """Average the samples of each pixel into the textures."""
        if self.drawn is not self.scene:
            self._ctx.copy_framebuffer(self.scene, self.drawn)

    def copied(self) -> moderngl.Texture:
        """What is drawn so far, readable while more is drawn: a texture of the scene's size."""
        if self.drawn is not self.scene:
            self.resolve()
            return self.color
        if self._copy is None:
            self._copied_color = self._texture(self.size, self.color.dtype)
            self._copy = self._framebuffer([self._copied_color])
        self._ctx.copy_framebuffer(self._copy, self.scene)
        return self._copied_color

    def _keep(self, part: Part) -> Part:
        self._parts.append(part)
        return part

    def _texture(self, size: tuple[int, int], kind: str) -> moderngl.Texture:
        texture = self._keep(self._ctx.texture(size, 4, dtype=kind))
        texture.repeat_x = texture.repeat_y = False
        texture.filter = (moderngl.LINEAR, moderngl.LINEAR)
        return texture

    def _framebuffer(
        self,
        colors: list[moderngl.Texture | moderngl.Renderbuffer],
        depth: moderngl.Texture | moderngl.Renderbuffer | None = None,
    ) -> moderngl.Framebuffer:
        return self._keep(self._ctx.framebuffer(colors, depth))

    def release(self) -> None:
        """Free everything."""
        # A framebuffer that goes while in use would be put back in use by the next one that is made.
        self._ctx.detect_framebuffer(0).use()
        for part in reversed(self._parts):
            part.release()
        self._parts.clear()
