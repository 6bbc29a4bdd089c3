"""The passes that draw the scene itself, one kind of thing after the other: its mirror image, then `targets.drawn`."""

from __future__ import annotations

from collections.abc import Iterator

import moderngl

from game.render.gpu.driver import flush
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.meshes.mesh_programs import MeshPrograms
from game.render.passes.render_pass import FrameContext
from game.render.tiers import Tier

CLIP_DISTANCE_0 = 0x3000


class MirrorPass:
    """Draws the mirror image in the floor into a target, which the floor's shader reads.

    It has half the scene's size, but for a silvered mirror in half floats.
    """

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Draw all bodies mirrored, if the picture shows any image of them."""
        mirror, programs = context.targets.mirror, context.programs.mirror
        if mirror is None or programs is None or context.frame.backdrop is not None:
            return
        if not context.regions.mirror_images:
            return
        if context.tier.hdr and context.frame.mirror > 0.0:
            mirror = context.targets.clear_mirror()
        mirror.framebuffer.use()
        mirror.framebuffer.clear(0.0, 0.0, 0.0, 0.0, depth=1.0)
        self._ctx.enable_direct(CLIP_DISTANCE_0)
        self._ctx.front_face = "cw"
        try:
            yield from context.scene.meshes.draw(programs)
        finally:
            self._ctx.front_face = "ccw"
            self._ctx.disable_direct(CLIP_DISTANCE_0)
        mirror.texture.use(UNITS["reflection_map"])

    def release(self) -> None:
        """Free nothing: the target belongs to the picture."""


class OpaquePass:
    """Clears the parts that are drawn again and draws the opaque bodies."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Draw the bodies that can be visible in the parts that are drawn again."""
        drawn, regions = context.targets.drawn, context.regions
        drawn.use()
        # Without an even backdrop, floor and sky cover all that bodies leave; clearing half floats takes time.
        light, covered = context.frame.backdrop or 0.0, context.frame.backdrop is None
        drawn.color_mask = (not covered,) * 4
        for part in regions.scene:
            drawn.clear(light, light, light, 1.0, depth=1.0, viewport=part)
        drawn.color_mask = (True,) * 4
        drawn.use()
        self._ctx.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        drawn.scissor = regions.bounds
        meshes = context.scene.meshes
        yield from meshes.draw(
            context.programs.mesh,
            meshes.visible_in(regions.scene, context.frame.view, context.targets.size),
            context.programs.polished(context.frame),
        )

    def release(self) -> None:
        """Free nothing."""


class BackgroundPass:
    """Draws floor and sky where no body stands before them."""

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Draw the background of the stage, unless the frame has an even backdrop, which is there already."""
        regions = context.regions
        if context.frame.backdrop is not None:
            return
        context.programs.draw_background(
            context.targets.drawn, regions.scene, regions.bounds, regions.floor_shadows, regions.mirror_images
        )
        yield

    def release(self) -> None:
        """Free nothing."""


class CausticPass:
    """Brightens the floor where clear bodies gather light on it."""

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Draw the caustics."""
        for part in context.regions.scene:
            context.targets.drawn.scissor = part
            context.scene.caustics.draw(context.programs.caustic)
        yield from ()

    def release(self) -> None:
        """Free nothing."""


class GlassPass:
    """Draws the far sides of the bodies of glass, then the near ones."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Draw all bodies of glass over a copy of the scene so far, whose depth is left as it is."""
        targets, meshes, glass = context.targets, context.scene.meshes, context.programs.glass
        if not meshes.has_glass:
            return
        targets.drawn.scissor = None  # type: ignore[assignment]  # it would hold for copies, too
        targets.copied().use(UNITS["picture"])
        targets.drawn.use()
        targets.drawn.depth_mask = False
        self._ctx.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE | moderngl.BLEND)
        self._ctx.blend_func = moderngl.ONE, moderngl.SRC_ALPHA, moderngl.ZERO, moderngl.ONE  # type: ignore[assignment]
        for part in context.regions.scene:
            targets.drawn.scissor = part
            self._ctx.cull_face = "front"
            meshes.draw_glass(glass(back=1))
            self._ctx.cull_face = "back"
            meshes.draw_glass(glass(back=0))
        targets.drawn.depth_mask = True
        yield

    def release(self) -> None:
        """Free nothing."""


class GhostPass:
    """Draws translucent bodies over all others."""

    def __init__(self, shaders: Shaders, tier: Tier) -> None:
        self._outlines = MeshPrograms(shaders, {**tier.defines(), "MIRROR": 0}, fragment="shadow.frag")

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Draw ghosts and veils, the farthest first."""
        for part in context.regions.scene:
            context.targets.drawn.scissor = part
            context.scene.ghosts.draw(context.programs.ghost, context.programs.veil, self._outlines)
        yield from ()

    def release(self) -> None:
        """Free nothing."""


class ResolvePass:
    """Ends the scene: averages the samples of each pixel and hands its depth to the shaders that follow."""

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Resolve the scene, and have the driver begin with it."""
        context.targets.drawn.scissor = None  # type: ignore[assignment]
        context.targets.resolve()
        yield
        flush()
        context.targets.depth.use(UNITS["depth_map"])

    def release(self) -> None:
        """Free nothing."""
