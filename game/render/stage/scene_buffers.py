"""The data of a scene on the graphics card, for any tier: bodies, ghosts, caustics and light."""

from __future__ import annotations

import moderngl

from game.model.frame import Instance, Room, SceneFrame, Surroundings
from game.render.dirty.frame_cache import NO_CORNERS, SceneState
from game.render.gpu.frame_block import FrameBlock
from game.render.gpu.mirrored_block import MirroredBlock
from game.render.lights import Light, light_of
from game.render.meshes.caustic_meshes import CausticMeshes, caustic_boxes
from game.render.meshes.ghost_meshes import GhostMeshes
from game.render.meshes.scene_meshes import SceneMeshes
from game.render.stage.environment import Environment
from game.render.tiers import Tier


class SceneBuffers:
    """The content of the picture that is drawn next. software: a processor draws.

    meshes: opaque bodies and those of glass; ghosts: translucent ones; caustics: light gathered on the floor; block:
    the uniforms that all programs share.
    """

    def __init__(self, ctx: moderngl.Context, software: bool) -> None:
        self._ctx = ctx
        self._software = software
        self.block = FrameBlock(ctx)
        self._mirrored = MirroredBlock(ctx)
        self.meshes = SceneMeshes(ctx)
        self.ghosts = GhostMeshes(ctx)
        self.caustics = CausticMeshes(ctx)
        self._environments: dict[Surroundings | Room, Environment] = {}
        self._lit: Light | None = None
        self._unseen: tuple[Instance, ...] = ()
        self._plain: tuple[Instance, ...] = ()

    def place(self, frame: SceneFrame, size: tuple[int, int], tier: Tier) -> SceneState:
        """Upload the content and the view of a frame of this size [pixels]; return the state that it depends on."""
        self._light(frame, tier)
        bodies = (instance for instance in frame.instances if instance.opacity >= 1.0)
        if frame.unseen is not self._unseen:
            self._unseen, self._plain = frame.unseen, tuple(each for each in frame.unseen if not each.extra)
        unseen = self._unseen if tier.detail else self._plain
        self.meshes.place((body for body in bodies if tier.detail or not body.extra), unseen)
        self.ghosts.place((each for each in frame.instances if 0.0 < each.opacity < 1.0), frame.view.eye)
        if self._software:
            self.meshes.coarsen(frame.view, size[1])
        self.caustics.place(frame.pools)
        self.block.fill(frame, size, tier.shadow_size, self.meshes.has_glass)
        self._mirrored.fill(frame.mirrored)
        return SceneState(
            light=bytes([frame.stage]) + repr(frame.backdrop).encode() + self.block.lit,
            placed=self.meshes.placed_by_mesh,
            bodies=self.meshes.corners,
            ghosts=self.ghosts.corners,
            caustics=caustic_boxes(frame.pools) if self._software else NO_CORNERS,
            has_glass=self.meshes.has_glass,
            mirrored=frame.mirrored.tobytes() if tier.bodies else b"",
            polished=self.meshes.polished_corners if tier.bodies else NO_CORNERS,
        )

    def _light(self, frame: SceneFrame, tier: Tier) -> None:
        """Set the light of a frame and bind the textures of its place as a tier needs them."""
        place, light = frame.place, light_of(frame)
        if place not in self._environments:
            self._environments[place] = Environment(self._ctx, place, self._software)
        if light is not self._lit:
            self.block.light(light, self._environments[place].irradiance)
            self._lit = light
        self._environments[place].bind(tier, tier.anisotropy)
        self.block.isotropic = tier.anisotropy == 1.0

    def release(self) -> None:
        """Free everything on the card."""
        for environment in self._environments.values():
            environment.release()
        self._environments.clear()
        for part in (self.ghosts, self.caustics, self.meshes, self._mirrored, self.block):
            part.release()
