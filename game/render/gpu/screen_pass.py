"""Programs that cover the screen, or parts of it, with one triangle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import moderngl

from game.render.gpu.shader_programs import Shaders

Rectangle = tuple[int, int, int, int]
"""x, y, width, height [pixels, y up]."""


class ScreenPass:
    """A program that covers a framebuffer with one triangle."""

    def __init__(self, ctx: moderngl.Context, program: moderngl.Program) -> None:
        self._program = program
        self._array = ctx.vertex_array(program, [])

    def set(self, **uniforms: float | tuple[float, ...]) -> None:
        """Set uniforms for the next draws."""
        for name, value in uniforms.items():
            self._program[name] = value

    def draw(self, **uniforms: float | tuple[float, ...]) -> None:
        """Draw into the framebuffer in use."""
        self.set(**uniforms)
        self._array.render(moderngl.TRIANGLES, vertices=3)

    def within(self, rectangles: Sequence[Rectangle], into: moderngl.Framebuffer) -> None:
        """Draw only in these parts [pixels] of a framebuffer."""
        into.use()
        for rectangle in rectangles:
            into.scissor = rectangle
            self.draw()
        into.scissor = None  # type: ignore[assignment]

    def release(self) -> None:
        """Free the vertex array."""
        self._array.release()


class ScreenPrograms:
    """Maker and owner of the screen programs of one pass."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        self._ctx, self._shaders = ctx, shaders
        self._made: list[ScreenPass] = []

    def screen(self, fragment: str, defines: Mapping[str, int | float]) -> ScreenPass:
        """Return a screen program with this fragment shader."""
        self._made.append(ScreenPass(self._ctx, self._shaders.program("full_screen.vert", fragment, defines)))
        return self._made[-1]

    def release(self) -> None:
        """Free the vertex arrays."""
        for each in self._made:
            each.release()
