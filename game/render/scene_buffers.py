"""The passes of one picture, from the lamp's map of shadows to the ink that explains."""

from __future__ import annotations

from collections.abc import Generator, Iterator

import moderngl
import numpy as np

from game.model.frame import Array, SceneFrame, Stage
from game.model.material import Material
from game.render.dirty import dirty_regions
from game.render.dirty.dirty_rects import Rectangle, around, common, divided, joined, on_tiles, round_all
from game.render.gpu.driver import flush
from game.render.gpu.frame_block import FrameBlock
from game.render.gpu.framebuffers import Targets, glow_reach
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.lights import LIGHTS
from game.render.meshes.mesh_buffers import Bodies
from game.render.overlay.line_pass import grain_of
from game.render.pass_list import Look
from game.render.passes.caustics import Pools
from game.render.passes.ghost_pass import Ghosts
from game.render.passes.overlay_pass import Inks, draw_over
from game.render.stage.environment import Environment
from game.render.stage.stage_programs import Scenery
from game.render.tiers import Tier

CLIP_DISTANCE_0 = 0x3000
SMOOTHED = 16
"""How far from an edge it is looked for which way it runs (shaders/fxaa.frag) [pixels]."""


class Painter:
    """What pictures of all tiers are drawn with: bodies, ghosts, stages and ink. software: a processor draws."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, software: bool) -> None:
        self._ctx = ctx
        self._shaders = shaders
        self._software = software
        self._block = FrameBlock(ctx)
        self._bodies = Bodies(ctx)
        self._ghosts = Ghosts(ctx)
        self._pools = Pools(ctx)
        self._inks = Inks(ctx, shaders, software)
        self._scenery: dict[tuple[str, Stage], Scenery] = {}
        self._environments: dict[Stage, Environment] = {}
        self._lit: Stage | None = None

    @property
    def kinds(self) -> frozenset[Material | None]:
        """The special materials that the parts of the meshes of the last picture have."""
        return self._bodies.kinds

    def passes(self, frame: SceneFrame, targets: Targets, quality: Tier, look: Look) -> Generator[None]:
        """Draw a scene, one pass after the other."""
        scenery = self._set(frame.stage, quality)
        self._place(frame, targets, quality)
        grain, pixels = grain_of(frame, targets.native[1]), targets.size[1] / targets.native[1]
        look.ribbons.place(frame.ribbons, pixels if quality.hdr else 1.0, grain)
        self._ctx.depth_func = "<="
        changed = self._changed(frame, targets, quality, look)
        if changed.all:
            yield from self._draw_changed(frame, targets, quality, look, scenery, changed)
        else:
            self._inks.place(frame, targets, quality.detail)
        targets.depth.use(UNITS["depth_map"])
        self._ctx.copy_framebuffer(targets.target, targets.finished.framebuffer)
        if not quality.hdr:
            draw_over(self._ctx, look.ribbons, targets.target)
        yield
        yield from self._inks.drawn(targets.target)

    def _place(self, frame: SceneFrame, targets: Targets, quality: Tier) -> None:
        """Take over what a frame has, and where it is seen from."""
        bodies = (instance for instance in frame.instances if instance.opacity >= 1.0)
        self._bodies.place(body for body in bodies if quality.detail or not body.extra)
        self._ghosts.place((instance for instance in frame.instances if instance.opacity < 1.0), frame.view.eye)
        if self._software:
            self._bodies.coarsen(frame.view, targets.size[1])
        self._pools.place(frame.pools)
        self._block.fill(frame, targets.size, quality.shadow_size)

    def _set(self, stage: Stage, quality: Tier) -> Scenery:
        """Have a stage lit and its textures bound as a quality wants them."""
        if stage not in self._environments:
            self._environments[stage] = Environment(self._ctx, stage)
        if stage is not self._lit:
            self._block.light(LIGHTS[stage], self._environments[stage].irradiance)
            self._lit = stage
        self._environments[stage].bind(quality, quality.anisotropy)
        self._block.isotropic = quality.anisotropy == 1.0
        key = quality.name, stage
        if key not in self._scenery:
            self._scenery[key] = Scenery(self._ctx, self._shaders, quality, stage)
        return self._scenery[key]

    def _changed(self, frame: SceneFrame, targets: Targets, quality: Tier, look: Look) -> dirty_regions.Changed:
        """Where the picture in `targets` differs from the last one there: rectangles that do not overlap."""
        size, kept = targets.size, targets.kept
        whole = dirty_regions.Changed([(0, 0, *size)], [(0, 0, *size)])
        if not self._software or frame.view.blur > 0.0:
            kept.forget()
            return whole
        loose = np.concatenate([self._ghosts.corners, dirty_regions.boxes_of(frame.pools)])
        moved = kept.moved(bytes([frame.stage]) + self._block.lit, self._bodies.standing, loose)
        spheres = kept.shading(frame.occluders)
        lines = kept.inked(dirty_regions.lined(frame.ribbons, frame.view, size) if quality.hdr else [])
        if moved is None:
            return whole
        if (len(moved) or len(spheres)) and (frame.stage is not Stage.FIELD or self._bodies.glass):
            moved = np.concatenate([moved, self._bodies.corners])
        reach = look.nearby.reach(frame.radius) if look.nearby is not None else 0.0
        parts = dirty_regions.changed(moved, spheres, frame, size, quality, 2.0 * look.shadow.margin, reach)
        everything = joined(joined(parts.all + lines, dirty_regions.PART), dirty_regions.PART)
        return dirty_regions.Changed(divided(everything, size)[0], joined(parts.bright + lines, dirty_regions.PART))

    def _draw_changed(
        self,
        frame: SceneFrame,
        targets: Targets,
        quality: Tier,
        look: Look,
        scenery: Scenery,
        changed: dirty_regions.Changed,
    ) -> Iterator[None]:
        """Draw a scene in parts of the picture, to what the screen shows of them."""
        size, stale = targets.size, changed.all
        look.shadow.draw(self._bodies, self._block.light_projection)
        flush()
        yield
        images: list[Rectangle] = []
        shaded: list[Rectangle] = []
        if frame.stage is Stage.STUDIO:
            about = [round_all(stale)]
            images = common(dirty_regions.images(self._bodies.corners, frame.view, size, quality), about)
            shaded = common(dirty_regions.shaded(self._bodies.corners, frame, size, 2.0 * look.shadow.margin), about)
        if images and scenery.mirror:
            yield from self._draw_mirror(targets, scenery)
        yield from self._draw_scene(frame, targets, scenery, look, stale, shaded, images)
        flush()
        targets.depth.use(UNITS["depth_map"])
        if quality.hdr:
            stale = divided(
                joined(around(changed.bright, glow_reach(size[1]), size) + stale, dirty_regions.PART), size
            )[0]
            yield from self._develop(frame, targets, look, changed.all, stale)
            flush()
        self._inks.place(frame, targets, quality.detail)
        if quality.edges:
            stale = divided(on_tiles(around(stale, SMOOTHED, size), size), size)[0]
            touched = divided(dirty_regions.touched(self._corners, frame.view, size), size)[0]
            look.post.smooth(targets, stale, touched)
            yield
        look.post.enlarge(targets, stale)
        yield

    def _develop(
        self, frame: SceneFrame, targets: Targets, look: Look, stale: list[Rectangle], about: list[Rectangle]
    ) -> Iterator[None]:
        """From light in half floats, of which some parts are new, to what the screen shows about these."""
        size, near = targets.size, []
        if look.nearby is not None:
            found, nearest = dirty_regions.near(self._corners, frame, size, look.nearby.reach(frame.radius))
            near = common(divided(found, size)[0], about)
            look.nearby.draw(targets, frame.view, frame.radius, near, nearest)
            yield
        if look.lens is not None and frame.view.blur > 0.0:
            look.lens.draw(targets, frame.view)
            yield
        draw_over(self._ctx, look.ribbons, targets.scene_color)
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
        self._ctx.enable_direct(CLIP_DISTANCE_0)
        self._ctx.front_face = "cw"
        try:
            yield from self._bodies.drawn(scenery.mirror)
        finally:
            self._ctx.front_face = "ccw"
            self._ctx.disable_direct(CLIP_DISTANCE_0)
        targets.mirror_color.use(UNITS["reflection_map"])

    def _draw_scene(
        self,
        frame: SceneFrame,
        targets: Targets,
        scenery: Scenery,
        look: Look,
        stale: list[Rectangle],
        shaded: list[Rectangle],
        images: list[Rectangle],
    ) -> Iterator[None]:
        drawn = targets.drawn
        drawn.use()
        for part in stale:
            drawn.clear(0.0, 0.0, 0.0, 1.0, depth=1.0, viewport=part)
        self._ctx.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        drawn.scissor = round_all(stale)
        yield from self._bodies.drawn(scenery.mesh, self._bodies.seen_in(stale, frame.view, targets.size))
        scenery.draw_background(stale, shaded, images)
        yield
        for part in stale:
            drawn.scissor = part
            self._pools.draw(scenery.pool)
        scenery.glass.draw(self._bodies, targets, stale)
        for part in stale:
            drawn.scissor = part
            self._ghosts.draw(scenery.ghost, scenery.veil, look.outline)
        drawn.scissor = None  # type: ignore[assignment]
        targets.resolve()
        yield

    def release(self) -> None:
        """Free everything on the card but the programs."""
        for scenery in self._scenery.values():
            scenery.release()
        for environment in self._environments.values():
            environment.release()
        for part in (self._inks, self._ghosts, self._pools, self._bodies, self._block):
            part.release()
        self._scenery.clear()
        self._environments.clear()
