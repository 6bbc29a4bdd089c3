"""Draws a `SceneFrame`, and the interface over it, into a framebuffer of our own."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import partial
from itertools import islice

import moderngl
import numpy as np

from game.picture import Array, Material, SceneFrame, Stage, side_by_side
from game.render import where
from game.render.context import describe
from game.render.environment import Environment
from game.render.ghosts import Ghosts
from game.render.ink import Arrows, Curves, Strokes, Tubes, grain_of
from game.render.interface import InterfacePass
from game.render.lights import LIGHTS
from game.render.look import Look
from game.render.materials import MeshPrograms
from game.render.meshes import Bodies
from game.render.points import PointClouds
from game.render.pools import Pools
from game.render.readback import Picture, read
from game.render.samples import with_samples
from game.render.scenery import Scenery
from game.render.shader import UNITS, Shaders
from game.render.strands import StrandLines
from game.render.targets import Targets, glow_reach
from game.render.tiers import TIERS, Tier, tier
from game.render.touched import Rectangle, around, common, divided, joined, on_tiles, round_all
from game.render.uniforms import FrameBlock
from game.sheets import InterfaceFrame

CLIP_DISTANCE_0 = 0x3000
TINY = (320, 180)
"""Size [pixels] of pictures that are drawn for nothing but to have their programs compiled. Neither it nor its
halves are powers of two: some drivers compile anew for those."""
SMOOTHED = 16
"""How far from an edge it is looked for which way it runs (shaders/edges.frag) [pixels]."""
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
        self._block = FrameBlock(ctx)
        self._bodies = Bodies(ctx)
        self._ghosts = Ghosts(ctx)
        self._pools = Pools(ctx)
        self._arrows = Arrows(ctx, lambda: self._shaders.program("arrow.vert", "arrow.frag"))
        stroke = partial(self._shaders.program, "ribbon.vert", "ribbon.frag")
        self._curves = Curves(ctx, partial(stroke, {"FLAT": 1, "TUBE": 0, "HDR": 0}))
        self._tubes = Tubes(ctx, partial(stroke, {"FLAT": 1, "TUBE": 1, "HDR": 0}))
        self._interface: InterfacePass | None = None
        self._software = bool(describe(ctx)["software"]) if software is None else software
        self._points = PointClouds(ctx, self._shaders, self._software)
        self._strands = StrandLines(ctx, self._shaders)
        self._looks: dict[str, Look] = {}
        self._scenery: dict[tuple[str, Stage], Scenery] = {}
        self._environments: dict[Stage, Environment] = {}
        self._lit: Stage | None = None
        self._prepared: dict[tuple[str, Stage, frozenset[frozenset[Material]]], int | None] = {}
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
        kinds = self._bodies.kinds
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
        passes = self._passes(with_samples(frame, self._software), tiny, quality)
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

    def _set(self, stage: Stage, quality: Tier) -> Scenery:
        """Have a stage lit and its textures bound as a quality wants them."""
        if stage not in self._environments:
            self._environments[stage] = Environment(self.ctx, stage)
        if stage is not self._lit:
            self._block.light(LIGHTS[stage], self._environments[stage].irradiance)
            self._lit = stage
        self._environments[stage].bind(quality, quality.anisotropy)
        self._block.isotropic = quality.anisotropy == 1.0
        key = quality.name, stage
        if key not in self._scenery:
            self._scenery[key] = Scenery(self.ctx, self._shaders, quality, stage)
        return self._scenery[key]

    def _draw_frame(self, frame: SceneFrame, targets: Targets) -> None:
        for _ in self._passes(frame, targets, self.tier):
            pass

    def _passes(self, frame: SceneFrame, targets: Targets, quality: Tier) -> Generator[None]:
        """Draw a scene, one pass after the other."""
        look, scenery = self._looks[quality.name], self._set(frame.stage, quality)
        bodies = (instance for instance in frame.instances if instance.opacity >= 1.0)
        self._bodies.place(body for body in bodies if quality.detail or not body.extra)
        self._ghosts.place((instance for instance in frame.instances if instance.opacity < 1.0), frame.view.eye)
        if self._software:
            self._bodies.coarsen(frame.view, targets.size[1])
        self._pools.place(frame.pools)
        self._block.fill(frame, targets.size, quality.shadow_size)
        self.ctx.depth_func = "<="
        grain = grain_of(frame, targets.native[1])
        look.ribbons.place(frame.ribbons, targets.size[1] / targets.native[1] if quality.hdr else 1.0, grain)
        stale = self._stale(frame, targets, quality, look)
        if stale.all:
            yield from self._draw_stale(frame, targets, quality, look, scenery, stale)
        targets.depth.use(UNITS["depth_map"])
        look.post.enlarge(targets)
        if not quality.hdr:
            self._draw_ink(look.ribbons, targets.target)
        yield
        self._curves.place((curve for curve in frame.curves if not curve.tube), grain)
        self._draw_ink(self._curves, targets.target)
        yield
        self._tubes.place((curve for curve in frame.curves if curve.tube), frame.view, grain)
        self._draw_ink(self._tubes, targets.target)
        yield
        self._strands.place(frame.strands if quality.detail else [], grain)
        self._draw_ink(self._strands, targets.target)
        yield
        self._points.place(frame.points, frame.view, targets.native[1], quality.detail)
        self._draw_ink(self._points, targets.target)
        yield
        self._arrows.place(frame.arrows)
        self._draw_ink(self._arrows, targets.target)

    def _stale(self, frame: SceneFrame, targets: Targets, quality: Tier, look: Look) -> where.Changed:
        """Where the picture in `targets` differs from the last one there: rectangles that do not overlap."""
        size, kept = targets.size, targets.kept
        whole = where.Changed([(0, 0, *size)], [(0, 0, *size)])
        if not self._software or frame.view.blur > 0.0:
            kept.forget()
            return whole
        loose = np.concatenate([self._ghosts.corners, where.boxes_of(frame.pools)])
        moved = kept.moved(bytes([frame.stage]) + self._block.lit, self._bodies.standing, loose)
        spheres = kept.shading(frame.occluders)
        lines = kept.inked(where.lined(frame.ribbons, frame.view, size) if quality.hdr else [])
        if moved is None:
            return whole
        if (len(moved) or len(spheres)) and (frame.stage is not Stage.FIELD or self._bodies.glass):
            moved = np.concatenate([moved, self._bodies.corners])
        reach = look.nearby.reach(frame.radius) if look.nearby is not None else 0.0
        parts = where.changed(moved, spheres, frame, size, quality, 2.0 * look.shadow.margin, reach)
        everything = joined(joined(parts.all + lines, where.PART), where.PART)
        return where.Changed(divided(everything, size)[0], joined(parts.bright + lines, where.PART))

    def _draw_stale(
        self,
        frame: SceneFrame,
        targets: Targets,
        quality: Tier,
        look: Look,
        scenery: Scenery,
        changed: where.Changed,
    ) -> Iterator[None]:
        """Draw a scene in parts of the picture, to what the screen shows of them."""
        size, stale = targets.size, changed.all
        look.shadow.draw(self._bodies, self._block.light_projection)
        yield
        images: list[Rectangle] = []
        shaded: list[Rectangle] = []
        if frame.stage is Stage.STUDIO:
            about = [round_all(stale)]
            images = common(where.images(self._bodies.corners, frame.view, size, quality), about)
            shaded = common(where.shaded(self._bodies.corners, frame, size, 2.0 * look.shadow.margin), about)
        if images and scenery.mirror:
            yield from self._draw_mirror(targets, scenery)
        yield from self._draw_scene(frame, targets, scenery, look.outline, stale, shaded, images)
        targets.depth.use(UNITS["depth_map"])
        if quality.hdr:
            stale = divided(joined(around(changed.bright, glow_reach(size[1]), size) + stale, where.PART), size)[0]
            yield from self._develop(frame, targets, look, changed.all, stale)
        if quality.edges:
            stale = divided(on_tiles(around(stale, SMOOTHED, size), size), size)[0]
            touched = divided(where.touched(self._corners, frame.view, size), size)[0]
            look.post.smooth(targets, stale, touched)
            yield

    def _develop(
        self, frame: SceneFrame, targets: Targets, look: Look, stale: list[Rectangle], about: list[Rectangle]
    ) -> Iterator[None]:
        """From light in half floats, of which some parts are new, to what the screen shows about these."""
        size, near = targets.size, []
        if look.nearby is not None:
            found, nearest = where.near(self._corners, frame, size, look.nearby.reach(frame.radius))
            near = common(divided(found, size)[0], about)
            look.nearby.draw(targets, frame.view, frame.radius, near, nearest)
            yield
        if look.lens is not None and frame.view.blur > 0.0:
            look.lens.draw(targets, frame.view)
            yield
        self._draw_ink(look.ribbons, targets.scene_color)
        yield
        look.post.glow(targets, stale, about)
        yield
        look.post.develop(targets, frame.view, near, common(divided(near, size)[1], about))
        yield

    @property
    def _corners(self) -> Array:
        """Of the boxes round bodies and ghosts: (n, 3), eight for each."""
        return np.concatenate([self._bodies.corners, self._ghosts.corners])

    def _draw_mirror(self, targets: Targets, scenery: Scenery) -> Iterator[None]:
        if targets.mirror is None or targets.mirror_color is None or scenery.mirror is None:
            return
        targets.mirror.use()
        targets.mirror.clear(0.0, 0.0, 0.0, 0.0, depth=1.0)
        self.ctx.enable_direct(CLIP_DISTANCE_0)
        self.ctx.front_face = "cw"
        try:
            yield from self._bodies.drawn(scenery.mirror)
        finally:
            self.ctx.front_face = "ccw"
            self.ctx.disable_direct(CLIP_DISTANCE_0)
        targets.mirror_color.use(UNITS["reflection_map"])

    def _draw_scene(
        self,
        frame: SceneFrame,
        targets: Targets,
        scenery: Scenery,
        outline: MeshPrograms,
        stale: list[Rectangle],
        shaded: list[Rectangle],
        images: list[Rectangle],
    ) -> Iterator[None]:
        drawn = targets.drawn
        drawn.use()
        for part in stale:
            drawn.clear(0.0, 0.0, 0.0, 1.0, depth=1.0, viewport=part)
        self.ctx.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        drawn.scissor = round_all(stale)
        yield from self._bodies.drawn(scenery.mesh, self._bodies.seen_in(stale, frame.view, targets.size))
        scenery.draw_background(stale, shaded, images)
        yield
        for part in stale:
            drawn.scissor = part
            self._pools.draw(scenery.pool)
        for part in stale:
            scenery.glass.draw(self._bodies, targets, part)
        for part in stale:
            drawn.scissor = part
            self._ghosts.draw(scenery.ghost, scenery.veil, outline)
        drawn.scissor = None  # type: ignore[assignment]
        targets.resolve()
        yield

    def _draw_ink(self, ink: Strokes | PointClouds | StrandLines, framebuffer: moderngl.Framebuffer) -> None:
        framebuffer.use()
        self.ctx.enable_only(moderngl.BLEND)
        self.ctx.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        ink.draw(framebuffer.size)

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
        parts = [
            *self._looks.values(),
            *self._scenery.values(),
            *self._environments.values(),
            self._targets,
            *self._parts,
            self._interface,
            self._arrows,
            self._curves,
            self._tubes,
            self._points,
            self._strands,
            self._ghosts,
            self._pools,
            self._bodies,
        ]
        for part in (*parts, self._block, self._shaders):
            if part is not None:
                part.release()
        self._looks.clear()
        self._scenery.clear()
        self._environments.clear()
        self._parts.clear()
        self._targets = self._interface = None
