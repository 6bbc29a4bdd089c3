"""From the drawn scene to the finished picture: glow and tone mapping, smoothed edges, native size."""

from __future__ import annotations

from collections.abc import Sequence

import moderngl

from game.render.shader import UNITS, Shaders
from game.render.targets import Targets
from game.render.tiers import Tier
from game.render.touched import Rectangle

BRIGHT = 1.1
"""Light above this glows."""


class Screen:
    """A program that covers a framebuffer with one triangle."""

    def __init__(self, ctx: moderngl.Context, program: moderngl.Program) -> None:
        self._program = program
        self._array = ctx.vertex_array(program, [])

    def draw(self, **uniforms: float | tuple[float, ...]) -> None:
        """Draw into the framebuffer in use."""
        for name, value in uniforms.items():
            self._program[name] = value
        self._array.render(moderngl.TRIANGLES, vertices=3)

    def release(self) -> None:
        """Free the vertex array."""
        self._array.release()


class Post:
    """The passes of one tier."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, tier: Tier) -> None:
        self._ctx = ctx
        self._tier = tier
        self.stretch = Screen(ctx, shaders.program("screen.vert", "copy.frag", {"EXACT": 0}))
        self.copy = Screen(ctx, shaders.program("screen.vert", "copy.frag", {"EXACT": 1}))
        self._passes = [self.stretch, self.copy]

        def screen(fragment: str) -> Screen:
            self._passes.append(Screen(ctx, shaders.program("screen.vert", fragment, tier.defines())))
            return self._passes[-1]

        if tier.edges:
            self._edges = screen("edges.frag")
        if tier.hdr:
            self._down, self._up = screen("bloom_down.frag"), screen("bloom_up.frag")
            self._tonemap = screen("tonemap.frag")

    def finish(self, targets: Targets, rectangles: Sequence[Rectangle]) -> None:
        """Fill `targets.target`. rectangles [pixels of the target]: where bodies may have jagged edges."""
        self._ctx.enable_only(moderngl.NOTHING)
        if self._tier.hdr:
            self._glow(targets)
        targets.target.use()
        targets.color.use(UNITS["picture"])
        if self._tier.hdr:
            self._tonemap.draw()
        elif targets.final is not targets.color:
            self.stretch.draw()
        if targets.scratch is not None and targets.scratch_color is not None:
            edges = {"pixel": _pixel(targets.final)}
            _within(rectangles, self._edges, targets.final, targets.scratch, edges)
            _within(rectangles, self.copy, targets.scratch_color, targets.target, {})

    def _glow(self, targets: Targets) -> None:
        source = targets.color
        for k, (framebuffer, texture) in enumerate(targets.bloom):
            framebuffer.use()
            source.use(UNITS["picture"])
            self._down.draw(pixel=_pixel(source), threshold=BRIGHT if k == 0 else 0.0)
            source = texture
        self._ctx.enable_only(moderngl.BLEND)
        self._ctx.blend_func = moderngl.ONE, moderngl.ONE
        for framebuffer, texture in reversed(targets.bloom[:-1]):
            framebuffer.use()
            source.use(UNITS["picture"])
            self._up.draw(pixel=_pixel(source))
            source = texture
        self._ctx.enable_only(moderngl.NOTHING)
        targets.bloom[0][1].use(UNITS["bloom_map"])

    def release(self) -> None:
        """Free the vertex arrays."""
        for part in self._passes:
            part.release()


def _pixel(texture: moderngl.Texture) -> tuple[float, float]:
    return 1.0 / texture.width, 1.0 / texture.height


def _within(
    rectangles: Sequence[Rectangle],
    screen: Screen,
    picture: moderngl.Texture,
    into: moderngl.Framebuffer,
    uniforms: dict[str, tuple[float, float]],
) -> None:
    picture.use(UNITS["picture"])
    into.use()
    for rectangle in rectangles:
        into.scissor = rectangle
        screen.draw(**uniforms)
    into.scissor = None  # type: ignore[assignment]
