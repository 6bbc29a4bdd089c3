"""Draws a `SceneFrame`, and the interface over it, into a framebuffer of our own."""

from __future__ import annotations

from itertools import islice

import moderngl

from game.model.frame import SceneFrame, Stage, side_by_side
from game.model.material import Material
from game.model.overlay import InterfaceFrame
from game.render.gpu.framebuffers import Targets
from game.render.gpu.gl_context import describe
from game.render.gpu.readback import Picture, read
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.pass_list import Look
from game.render.passes.interface_pass import InterfacePass
from game.render.scene_buffers import Painter
from game.render.tiers import TIERS, Tier, tier
from game.render.warmup_samples import with_samples

TINY = (320, 180)
"""Size [pixels] of pictures that are drawn for nothing but to have their programs compiled. Neither it nor its
halves are powers of two: some drivers compile anew for those."""
SEAM = (0.16, 0.17, 0.19)
"""Colour (sRGB) of the line between two pictures."""


class Renderer:
    """The passes of one picture at one size [pixels], quality and scale.

    software: a processor draws, or not; None: as the context says. Nothing is made on the card while pictures of the
    same kind follow one another. A size with a zero in it, of a minimised window, draws nothing. Errors: ShaderError;
    ValueError for an unknown tier or a scale outside 0.25 to 1; moderngl.Error.
    """

    def __init__(
        self,
        ctx: moderngl.Context,
        size: tuple[int, int],
        tier: str = "medium",
        scale: float = 1.0,
        software: bool | None = None,
    ) -> None:
        self.ctx = ctx
        self._shaders = Shaders(ctx)
        self._software = bool(describe(ctx)["software"]) if software is None else software
        self._painter = Painter(ctx, self._shaders, self._software)
        self._interface: InterfacePass | None = None
        self._looks: dict[str, Look] = {}
        self._prepared: dict[tuple[str, Stage, frozenset[Material | None]], int | None] = {}
        self._targets: Targets | None = None
        self._parts: list[Targets] = []
        self.size = size
        self.use(tier, scale)

    @property
    def target(self) -> moderngl.Framebuffer:
        """The finished picture, native size, RGBA8; RuntimeError while the size has a zero in it."""
        if self._targets is None:
            raise RuntimeError(f"a picture of {self.size[0]} x {self.size[1]} pixels has no framebuffer")
        return self._targets.target

    def use(self, name: str, scale: float = 1.0) -> None:
        """Change the tier and the scale of the scene's pixels; the picture's size stays."""
        if not 0.25 <= scale <= 1.0:
            raise ValueError(f"scale is {scale}: allowed is 0.25 to 1")
        self.tier, self.scale = tier(name, self._software), scale
        if name not in self._looks:
            self._looks[name] = Look(self.ctx, self._shaders, self.tier)
        self._make_targets()

    def resize(self, size: tuple[int, int]) -> None:
        """Change the picture's size [pixels]."""
        if size != self.size:
            self.size = size
            self._make_targets()

    def _make_targets(self) -> None:
        if self._targets is not None:
            self._targets.release()
        self._make_parts([])
        self._targets = Targets(self.ctx, self.size, self.scale, self.tier) if min(self.size) > 0 else None

    def _make_parts(self, sizes: list[tuple[int, int]]) -> None:
        """Have framebuffers for pictures side by side."""
        if [part.native for part in self._parts] != sizes:
            for part in self._parts:
                part.release()
            self._parts = [Targets(self.ctx, size, self.scale, self.tier) for size in sizes]

    def prepare(self, frame: SceneFrame) -> bool:
        """One step towards drawing such a scene in all tiers at once: about one program is compiled.

        So are those of ink, clouds and ghosts that it does not show yet. frame: the scene last drawn. False: nothing is
        left to do. The finished picture stays as it is.
        """
        kinds = self._painter.kinds
        for name in sorted(TIERS, key=lambda name: name != self.tier.name):
            key = name, frame.stage, kinds
            done = self._prepared.get(key, 0)
            if done is not None:
                self._prepared[key] = self._prepare(frame, tier(name, self._software), done)
                return True
        return False

    def _prepare(self, frame: SceneFrame, quality: Tier, done: int) -> int | None:
        """Draw the first passes into a tiny picture, one more than are done; how many that are, None if all."""
        if quality.name not in self._looks:
            self._looks[quality.name] = Look(self.ctx, self._shaders, quality)
            return 0
        tiny = Targets(self.ctx, TINY, 0.5, quality)
        passes = self._painter.passes(with_samples(frame, self._software), tiny, quality, self._looks[quality.name])
        try:
            count = sum(1 for _ in islice(passes, done + 1))
        finally:
            passes.close()
            tiny.release()
        return count if count > done else None

    def draw(self, *frames: SceneFrame) -> None:
        """Draw a scene into `target`, or several side by side, each in its part as of `side_by_side`."""
        if self._targets is None:
            return
        if len(frames) == 1:
            self._make_parts([])
            self._draw_frame(frames[0], self._targets)
            return
        places = [place for place in side_by_side(self.size, len(frames)) if place[2] > 0]
        self._make_parts([(width, height) for _, _, width, height in places])
        for frame, part in zip(frames[-len(places) :], self._parts, strict=True):
            self._draw_frame(frame, part)
        self._join([left for left, _, _, _ in places], self._targets.target)

    def _join(self, lefts: list[int], target: moderngl.Framebuffer) -> None:
        """Put the parts side by side, each from its left edge on, with a thin line between them."""
        self.ctx.enable_only(moderngl.NOTHING)
        target.use()
        for left, part in zip(lefts, self._parts, strict=True):
            target.viewport = (left, 0, *part.native)
            part.final.use(UNITS["picture"])
            self._looks[self.tier.name].post.stretch.draw()
        for left in lefts[1:]:
            target.clear(*SEAM, 1.0, viewport=(left - 1, 0, 2, self.size[1]))
        target.viewport = (0, 0, *self.size)

    def _draw_frame(self, frame: SceneFrame, targets: Targets) -> None:
        for _ in self._painter.passes(frame, targets, self.tier, self._looks[self.tier.name]):
            pass

    def draw_interface(self, interface: InterfaceFrame) -> None:
        """Draw the interface over `target`; its texture changes are taken over even when nothing is drawn."""
        if self._interface is None:
            self._interface = InterfacePass(self.ctx, self._shaders)
        if self._targets is None:
            self._interface.update(interface.textures)
        else:
            self._interface.draw(interface, self._targets.target)

    def read(self) -> Picture:
        """The finished picture: (h, w, 3) uint8, top row first. Waits for the card."""
        return read(self.target)

    def present(self, window_size: tuple[int, int]) -> None:
        """Put the finished picture on the window [pixels]; the caller flips it."""
        if self._targets is None or min(window_size) <= 0:
            return
        screen = self.ctx.screen
        screen.use()
        screen.viewport = (0, 0, *window_size)
        self.ctx.enable_only(moderngl.NOTHING)
        self._targets.final.use(UNITS["picture"])
        post = self._looks[self.tier.name].post
        (post.copy if window_size == self.size else post.stretch).draw()

    def check(self) -> None:
        """RuntimeError if OpenGL has found fault with anything since the last call."""
        problem = self.ctx.error
        if problem != "GL_NO_ERROR":
            raise RuntimeError(f"OpenGL error {problem}")

    def release(self) -> None:
        """Free everything on the card."""
        parts = (*self._looks.values(), self._targets, *self._parts, self._interface, self._painter, self._shaders)
        for part in parts:
            if part is not None:
                part.release()
        self._looks.clear()
        self._parts.clear()
        self._targets = self._interface = None
