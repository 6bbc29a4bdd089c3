"""Passes that cover the screen, or parts of it, with one triangle."""

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
        """Set what the next draws use."""
        for name, value in uniforms.items():
            self._program[name] = value

    def draw(self, **uniforms: float | tuple[float, ...]) -> None:
        """Draw into the framebuffer in use."""
        self.set(**uniforms)
        self._array.render(moderngl.TRIANGLES, vertices=3)

    def within(self, rectangles: Sequence[Rectangle], into: moderngl.Framebuffer) -> None:
        """Draw only where these parts [pixels] of a framebuffer are."""
        into.use()
        for rectangle in rectangles:
            into.scissor = rectangle
            self.draw()
        into.scissor = None  # type: ignore[assignment]

    def release(self) -> None:
        """Free the vertex array."""
        self._array.release()


class ScreenPrograms:
    """Makes the programs of passes over the screen, and frees what they draw with."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        self._ctx, self._shaders = ctx, shaders
        self._made: list[ScreenPass] = []

    def screen(self, fragment: str, defines: Mapping[str, int | float]) -> ScreenPass:
        """A pass with this fragment shader."""
        self._made.append(ScreenPass(self._ctx, self._shaders.program("full_screen.vert", fragment, defines)))
        return self._made[-1]

    def release(self) -> None:
        """Free the vertex arrays."""
        for each in self._made:
            each.release()
