"""The passes of a picture in the order in which they draw, from the lamp's shadow map to the overlay."""

from __future__ import annotations

from collections.abc import Generator

import moderngl

from game.model.frame import Surroundings
from game.render.gpu.shader_programs import Shaders
from game.render.overlay.overlay_pass import OverlayPass, RibbonPass
from game.render.passes.ambient_occlusion import AmbientOcclusionPass
from game.render.passes.bloom_pass import BloomPass
from game.render.passes.depth_of_field import DepthOfFieldPass
from game.render.passes.finishing_passes import ComposePass, FxaaPass, ToneMapPass, UpscalePass
from game.render.passes.render_pass import FrameContext, RenderPass
from game.render.passes.scene_passes import (
    BackgroundPass,
    CausticPass,
    GhostPass,
    GlassPass,
    MirrorPass,
    OpaquePass,
    ResolvePass,
)
from game.render.passes.shadow_pass import ShadowPass
from game.render.stage.stage_programs import StagePrograms
from game.render.tiers import Tier


class PassList:
    """The passes of one tier.

    scene: the passes that are skipped where nothing has changed since the last picture; overlay: the passes that draw
    over a copy of their result, in each picture. overlay_pass: shared with other tiers, and not released here.
    """

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, tier: Tier, overlay_pass: OverlayPass) -> None:
        self._ctx = ctx
        self._shaders = shaders
        self._tier = tier
        self._overlay_pass = overlay_pass
        self._stages: dict[tuple[Surroundings, bool], StagePrograms] = {}
        ribbons = RibbonPass(ctx, shaders, tier)
        self.scene: list[RenderPass] = [
            ShadowPass(ctx, shaders, tier),
            MirrorPass(ctx),
            OpaquePass(ctx),
            BackgroundPass(),
            CausticPass(),
            GlassPass(ctx),
            GhostPass(shaders, tier),
            ResolvePass(),
        ]
        if tier.hdr:
            self.scene += [
                AmbientOcclusionPass(ctx, shaders),
                DepthOfFieldPass(ctx, shaders),
                ribbons,  # drawn before bloom, which spreads their light
                BloomPass(ctx, shaders),
                ToneMapPass(ctx, shaders, tier),
            ]
        self._to_light = len(self.scene)
        if tier.edges:
            self.scene += [FxaaPass(ctx, shaders, tier)]
        self.scene += [UpscalePass(ctx, shaders, tier)]
        self.overlay: list[RenderPass] = [ComposePass(ctx), *([] if tier.hdr else [ribbons]), overlay_pass]

    def programs(self, stage: Surroundings, silvered: bool = False) -> StagePrograms:
        """Return the programs of a stage, made when first needed; silvered: a round mirror is let into its table."""
        key = stage, silvered
        if key not in self._stages:
            self._stages[key] = StagePrograms(self._ctx, self._shaders, self._tier, *key)
        return self._stages[key]

    def run(self, context: FrameContext) -> Generator[None]:
        """Draw one pass after the other, and yield after each part for which a program may have to be compiled."""
        yield from self.draw_scene(context)
        yield from self.draw_overlay(context)

    def draw_scene(self, context: FrameContext) -> Generator[None]:
        """Draw the passes up to the finished scene."""
        self._ctx.depth_func = "<="
        for each in self.scene if context.regions.scene else ():
            yield from each.draw(context)

    def draw_light(self, context: FrameContext) -> Generator[None]:
        """Draw the passes up to the light of a scene, into `targets.lights().one`; in half floats alone."""
        self._ctx.depth_func = "<="
        for each in self.scene[: self._to_light] if context.regions.scene else ():
            yield from each.draw(context._replace(as_light=True))

    def finish_light(self, context: FrameContext) -> Generator[None]:
        """Draw the passes from `targets.shown`, to which a sum of light has been developed, to the finished scene."""
        for each in self.scene[self._to_light :]:
            yield from each.draw(context)

    def draw_overlay(self, context: FrameContext) -> Generator[None]:
        """Draw the passes over the finished scene."""
        self._ctx.depth_func = "<="
        for each in self.overlay:
            yield from each.draw(context)

    def release(self) -> None:
        """Free everything on the card but the programs."""
        for programs in self._stages.values():
            programs.release()
        self._stages.clear()
        for each in (*self.scene, *self.overlay):
            if each is not self._overlay_pass:
                each.release()
