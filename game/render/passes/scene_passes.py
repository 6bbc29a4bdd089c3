"""The passes that draw the scene itself, one kind of thing after the other, into `targets.drawn`."""

from __future__ import annotations

from collections.abc import Iterator

import moderngl

from game.render.gpu.driver import flush
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.meshes.mesh_programs import MeshPrograms
from game.render.passes.render_pass import FrameContext
from game.render.tiers import Tier


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
