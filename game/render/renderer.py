"""The renderer: draws a `SceneFrame`, and the interface over it, into a framebuffer of its own."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import islice
from typing import NamedTuple

import moderngl
import numpy as np
from msgspec.structs import replace

from game.model.frame import (
    Curve,
    ExposedFrame,
    FadingLines,
    Instance,
    OverlayArrow,
    Points,
    Ribbon,
    SceneFrame,
    Surroundings,
    side_by_side,
)
from game.model.material import Material
from game.model.overlay import InterfaceFrame
from game.render.dirty.dirty_regions import DirtyRegions, find_dirty_regions, whole_picture
from game.render.dirty.frame_cache import FrameCache, SceneState
from game.render.gpu.gl_context import describe
from game.render.gpu.mirrored_block import shape_counts
from game.render.gpu.readback import Picture, read
from game.render.gpu.render_targets import RenderTargets
from game.render.gpu.screen_pass import ScreenPrograms
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.overlay.overlay_pass import OverlayPass
from game.render.overlay.point_clouds import COUNTED
from game.render.pass_list import PassList
from game.render.passes.interface_pass import InterfacePass
from game.render.passes.light_sum import LightSum, MeanPicture
from game.render.passes.render_pass import FrameContext
from game.render.stage.scene_buffers import SceneBuffers
from game.render.tiers import TIERS, Tier, tier

TINY = (320, 180)
"""Size [pixels] of pictures that are drawn only to compile their programs. Neither it nor its
halves are powers of two, because some drivers compile separate code for those."""
SEAM = (0.16, 0.17, 0.19)
"""Colour (sRGB) of the line between two pictures."""
WHITE = (1.0, 1.0, 1.0)
SMALL = 0.02
"""Size of the samples in radii of the scene: large enough to cover a pixel of the smallest picture."""


class Canvas(NamedTuple):
    """The framebuffers of one picture, and the record of the last one in them."""

    targets: RenderTargets
    cache: FrameCache


class Renderer:
    """Draws pictures of one size [pixels], tier and scale.

    software: whether a processor draws; None: as the context reports. Nothing is made on the card while pictures of the
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
        self._scene = SceneBuffers(ctx, self._software)
        self._overlay = OverlayPass(ctx, self._shaders, self._software)
        self._copies = ScreenPrograms(ctx, self._shaders)
        self._means: dict[str, MeanPicture] = {}
        self._sums: dict[str, LightSum] = {}
        self._stretch, self._copy = (self._copies.screen("copy.frag", {"EXACT": exact}) for exact in (0, 1))
        self._interface: InterfacePass | None = None
        self._pass_lists: dict[str, PassList] = {}
        self._prepared: dict[
            tuple[str, Surroundings, bool, tuple[int, ...], frozenset[Material | None]], int | None
        ] = {}
        self._canvas: Canvas | None = None
        self._parts: list[Canvas] = []
        self.size = size
        self.use(tier, scale)

    @property
    def target(self) -> moderngl.Framebuffer:
        """The finished picture, native size, RGBA8; RuntimeError while the size has a zero in it."""
        if self._canvas is None:
            raise RuntimeError(f"a picture of {self.size[0]} x {self.size[1]} pixels has no framebuffer")
        return self._canvas.targets.target

    def use(self, name: str, scale: float = 1.0) -> None:
        """Change the tier and the scale of the scene's pixels; the picture's size stays."""
        if not 0.25 <= scale <= 1.0:
            raise ValueError(f"scale is {scale}: allowed is 0.25 to 1")
        self.tier, self.scale = tier(name, self._software), scale
        self._use_passes(self.tier)
        self._make_canvas()

    def _use_passes(self, quality: Tier) -> bool:
        """Make the passes of a tier unless they exist; return whether they had to be made."""
        missing = quality.name not in self._pass_lists
        if missing:
            self._pass_lists[quality.name] = PassList(self.ctx, self._shaders, quality, self._overlay)
        return missing

    def resize(self, size: tuple[int, int]) -> None:
        """Change the picture's size [pixels]."""
        if size != self.size:
            self.size = size
            self._make_canvas()

    def _make_canvas(self) -> None:
        if self._canvas is not None:
            self._canvas.targets.release()
        self._make_parts([])
        self._canvas = self._new_canvas(self.size) if min(self.size) > 0 else None

    def _new_canvas(self, size: tuple[int, int]) -> Canvas:
        return Canvas(RenderTargets(self.ctx, size, self.scale, self.tier), FrameCache())

    def _make_parts(self, sizes: list[tuple[int, int]]) -> None:
        """Make framebuffers for pictures side by side, unless they exist."""
        if [part.targets.native for part in self._parts] != sizes:
            for part in self._parts:
                part.targets.release()
            self._parts = [self._new_canvas(size) for size in sizes]

    def prepare(self, frame: SceneFrame) -> bool:
        """Compile about one more program for such a scene in all tiers; return False if all are compiled.

        This includes overlays, clouds and ghosts that it does not show yet. frame: the scene last drawn. The finished
        picture stays as it is.
        """
        materials = self._scene.meshes.materials
        for name in sorted(TIERS, key=lambda name: name != self.tier.name):
            key = name, frame.stage, frame.mirror > 0.0, tuple(shape_counts(frame.mirrored).values()), materials
            done = self._prepared.get(key, 0)
            if done is not None:
                self._prepared[key] = self._prepare(frame, tier(name, self._software), done)
                return True
        return False

    def _prepare(self, frame: SceneFrame, quality: Tier, done: int) -> int | None:
        """Draw one more step than `done` into a tiny picture; return the number of steps done, None after the last."""
        if self._use_passes(quality):
            return 0
        tiny, sampled = RenderTargets(self.ctx, TINY, 0.5, quality), with_samples(frame, self._software)
        regions = whole_picture(sampled, tiny.size, quality, self._scene.place(sampled, tiny.size, quality))
        passes = self._passes(sampled, tiny, quality, regions)
        try:
            count = sum(1 for _ in islice(passes, done + 1))
        finally:
            passes.close()
            tiny.release()
        return count if count > done else None

    def draw(self, *frames: SceneFrame, exposed: Sequence[ExposedFrame] = ()) -> None:
        """Draw a scene into `target`, or several side by side, each in its part as `side_by_side` divides it.

        exposed: instead of the first scene its mean over an exposure, the last of them with what is drawn over it.
        """
        if self._canvas is None:
            return
        scenes = [exposed or [ExposedFrame(frames[0], 1.0)], *([ExposedFrame(frame, 1.0)] for frame in frames[1:])]
        if len(frames) == 1:
            self._make_parts([])
            self._draw_scene(scenes[0], self._canvas)
            return
        places = [place for place in side_by_side(self.size, len(frames)) if place[2] > 0]
        self._make_parts([(width, height) for _, _, width, height in places])
        for scene, part in zip(scenes[-len(places) :], self._parts, strict=True):
            self._draw_scene(scene, part)
        self._join([left for left, _, _, _ in places], self._canvas.targets.target)

    def _join(self, lefts: list[int], target: moderngl.Framebuffer) -> None:
        """Copy the parts side by side, each from its left edge on, with a thin line between them."""
        self.ctx.enable_only(moderngl.NOTHING)
        target.use()
        for left, part in zip(lefts, self._parts, strict=True):
            target.viewport = (left, 0, *part.targets.native)
            part.targets.final.use(UNITS["picture"])
            self._stretch.draw()
        for left in lefts[1:]:
            target.clear(*SEAM, 1.0, viewport=(left - 1, 0, 2, self.size[1]))
        target.viewport = (0, 0, *self.size)

    def _draw_scene(
        self, scene: Sequence[ExposedFrame], canvas: Canvas, glows: Sequence[moderngl.Texture] = ()
    ) -> None:
        passes = self._pass_lists[self.tier.name]
        ground = scene[0].weight <= 0.0
        if self.tier.hdr and ground:
            context = self._draw_sum(scene, canvas, glows)
            for _ in passes.draw_overlay(context):
                pass
            return
        scene, glows = (scene[1:], glows[1:]) if ground else (scene, glows)
        canvas.cache.begin(as_light=self.tier.hdr and len(scene) > 1)
        if len(scene) > 1:
            context = self._draw_mean(scene, canvas, glows)
        else:
            context = self._context(scene[0].frame, canvas)._replace(glow=glows[0] if glows else None)
            for _ in passes.draw_scene(context):
                pass
        for _ in passes.draw_overlay(context):
            pass

    def _draw_mean(
        self, scene: Sequence[ExposedFrame], canvas: Canvas, glows: Sequence[moderngl.Texture]
    ) -> FrameContext:
        """Draw the mean light of moments; return the context of the last one, for what is drawn over it."""
        targets, passes, tier_ = canvas.targets, self._pass_lists[self.tier.name], self.tier
        if tier_.name not in self._means:
            self._means[tier_.name] = MeanPicture(self.ctx, self._shaders, tier_)
        mean, bodies = self._means[tier_.name], []
        for number, (frame, weight) in enumerate(scene):
            context = self._context(frame, canvas)._replace(glow=glows[number] if glows else None)
            for _ in passes.draw_light(context) if tier_.hdr else passes.draw_scene(context):
                pass
            mean.add(targets, weight, first=number == 0)
            bodies += [self._scene.meshes.corners, self._scene.ghosts.corners]
        background = mean.finish(targets)
        if not tier_.hdr:
            return context._replace(background=background)
        state = self._scene.place(context.frame, targets.size, tier_)._replace(bodies=np.concatenate(bodies))
        context = context._replace(regions=whole_picture(context.frame, targets.size, tier_, state))
        for _ in passes.finish_light(context):
            pass
        return context

    def _draw_sum(
        self, scene: Sequence[ExposedFrame], canvas: Canvas, glows: Sequence[moderngl.Texture]
    ) -> FrameContext:
        """Draw a long exposure: ground, moments, flash. Their light is added up before the film curve.

        Returns the context of the flash, for what is drawn over it.
        """
        targets, passes, tier_ = canvas.targets, self._pass_lists[self.tier.name], self.tier
        if tier_.name not in self._sums:
            self._sums[tier_.name] = LightSum(self.ctx, self._shaders, tier_)
        total, veil = self._sums[tier_.name], max(1.0 - scene[-1].weight, 1e-9)
        canvas.cache.forget()  # what is kept of the last picture is not light
        for number, (frame, weight) in enumerate(scene):
            context = self._context(replace(frame, curves=[]) if frame.lamp is not None else frame, canvas)
            if glows:
                context = context._replace(glow=glows[number])
            for _ in passes.draw_light(context):
                pass
            if number == 0:
                total.begin(targets)
            elif number < len(scene) - 1:
                total.add(targets, weight / veil)
        total.develop(targets, context.frame)
        canvas.cache.forget()
        size = targets.size
        whole = whole_picture(context.frame, size, tier_, self._scene.place(context.frame, size, tier_))
        context = context._replace(regions=whole)
        for _ in passes.finish_light(context):
            pass
        return context

    def _context(self, frame: SceneFrame, canvas: Canvas) -> FrameContext:
        state = self._scene.place(frame, canvas.targets.size, self.tier)
        programs = self._pass_lists[self.tier.name].programs(frame.stage, frame.mirror > 0.0)
        regions = self._regions(frame, canvas, state)
        return FrameContext(frame, canvas.targets, self.tier, self._scene, programs, regions, canvas.targets.finished)

    def _regions(self, frame: SceneFrame, canvas: Canvas, state: SceneState) -> DirtyRegions:
        """Return the regions of a picture to draw: all of it on a card or with depth of field."""
        size = canvas.targets.size
        if self._software and frame.view.blur <= 0.0:
            return find_dirty_regions(canvas.cache, frame, size, self.tier, state)
        canvas.cache.forget()
        return whole_picture(frame, size, self.tier, state)

    def _passes(
        self, frame: SceneFrame, targets: RenderTargets, quality: Tier, regions: DirtyRegions
    ) -> Generator[None]:
        passes = self._pass_lists[quality.name]
        programs = passes.programs(frame.stage, frame.mirror > 0.0)
        return passes.run(FrameContext(frame, targets, quality, self._scene, programs, regions, targets.finished))

    def draw_glows(self, frames: Sequence[SceneFrame]) -> list[moderngl.Texture]:
        """Draw scenes one after another, and return the bloom of each, for `draw_part`; the caller releases it.

        There is none in a tier without bloom.
        """
        glows: list[moderngl.Texture] = []
        for frame in frames if self.tier.hdr and self._canvas is not None else ():
            self.draw(frame)
            glow = self._canvas.targets.glow.texture  # type: ignore[union-attr]  # the canvas is there
            copy = self.ctx.texture(glow.size, glow.components, glow.read(), dtype=glow.dtype)
            copy.repeat_x = copy.repeat_y = False
            glows.append(copy)
        return glows

    def draw_part(self, exposed: Sequence[ExposedFrame], glows: Sequence[moderngl.Texture]) -> None:
        """Draw a part of a picture into `target`, as the view of each frame says; glows: from `draw_glows`, or none."""
        if self._canvas is not None:
            self._make_parts([])
            self._draw_scene(exposed, self._canvas, glows)

    def draw_interface(
        self, interface: InterfaceFrame, whole: tuple[int, int] | None = None, corner: tuple[int, int] = (0, 0)
    ) -> None:
        """Draw the interface over `target`; its texture changes are applied even when nothing is drawn.

        whole, corner: as for `InterfacePass.draw`.
        """
        if self._interface is None:
            self._interface = InterfacePass(self.ctx, self._shaders)
        if self._canvas is None:
            self._interface.update(interface.textures)
        else:
            self._interface.draw(interface, self._canvas.targets.target, whole, corner)

    def read(self) -> Picture:
        """Return the finished picture: (h, w, 3) uint8, top row first. Waits for the card."""
        return read(self.target)

    def present(self, window_size: tuple[int, int]) -> None:
        """Put the finished picture on the window [pixels]; the caller flips it."""
        if self._canvas is None or min(window_size) <= 0:
            return
        screen = self.ctx.screen
        screen.use()
        screen.viewport = (0, 0, *window_size)
        self.ctx.enable_only(moderngl.NOTHING)
        self._canvas.targets.final.use(UNITS["picture"])
        (self._copy if window_size == self.size else self._stretch).draw()

    def recover(self) -> None:
        """Begin anew after an error in the middle of a picture: framebuffers, and the state of OpenGL."""
        self.ctx.enable_only(moderngl.NOTHING)
        self.ctx.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        self.ctx.screen.scissor = None  # type: ignore[assignment]
        self.ctx.screen.depth_mask = True
        self.ctx.screen.use()
        self._make_canvas()

    def recover_interface(self) -> None:
        """Begin the interface anew, whose next frame brings all its textures."""
        if self._interface is not None:
            self._interface.release()
        self._interface = None

    def blank(self) -> None:
        """Make the picture a plain ground for the interface."""
        if self._canvas is not None:
            self.ctx.enable_only(moderngl.NOTHING)
            self._canvas.targets.target.clear(*SEAM, 1.0)
            self._canvas.cache.forget()

    def check(self) -> None:
        """Raise RuntimeError if OpenGL has reported an error since the last call."""
        problem = self.ctx.error
        if problem != "GL_NO_ERROR":
            raise RuntimeError(f"OpenGL error {problem}")

    def release(self) -> None:
        """Free everything on the card."""
        canvases = [canvas.targets for canvas in (self._canvas, *self._parts) if canvas is not None]
        parts = (
            *self._pass_lists.values(),
            *canvases,
            self._interface,
            self._overlay,
            self._copies,
            *self._means.values(),
            *self._sums.values(),
            self._scene,
        )
        for part in (*parts, self._shaders):
            if part is not None:
                part.release()
        self._pass_lists.clear()
        self._parts.clear()
        self._means.clear()
        self._canvas = self._interface = None


def with_samples(frame: SceneFrame, counted: bool) -> SceneFrame:
    """Return a scene with a ribbon, curve, tube, arrow, fading lines, dots, beads, a ghost and a veil in its middle.

    counted: whether to add so many dots that a processor counts them.
    """
    middle = np.asarray(frame.focus, np.float32)
    aside = middle + np.array([SMALL * frame.radius, 0.0, 0.0], np.float32)
    line = np.stack([middle, aside])
    radius = 0.5 * SMALL * frame.radius
    places = np.broadcast_to(middle, (COUNTED, 3)) if counted else line
    shades = np.full((len(places), 4), 255, np.uint8)
    ghosts = [
        Instance(each.mesh, each.model, opacity=0.3, veil=veil)
        for each in frame.instances[:1]
        for veil in (False, True)
    ]
    return replace(
        frame,
        instances=[*frame.instances, *ghosts],
        ribbons=[*frame.ribbons, Ribbon(np.column_stack([line, [0.0, 0.0]]).astype(np.float32), 0.0, 1.0)],
        curves=[*frame.curves, Curve(line, WHITE), Curve(line, WHITE, tube=radius)],
        arrows=[*frame.arrows, OverlayArrow(middle, aside, WHITE)],
        points=[
            *frame.points,
            Points(line, shades[:2], 4.0),
            Points(line, shades[:2], 4.0, radius),
            Points(places, shades),
        ],
        strands=[*frame.strands, FadingLines(line[:, None], shades[:1])],
    )
