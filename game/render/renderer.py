"""Draws a `SceneFrame`, and the interface over it, into a framebuffer of our own."""

from __future__ import annotations

import moderngl
import numpy as np

from game.picture import InterfaceFrame, SceneFrame, Stage, View, side_by_side
from game.render.context import describe
from game.render.environment import Environment
from game.render.floor import NOWHERE, Disc, darkened
from game.render.ghosts import Ghosts
from game.render.ink import Arrows, Curves, Lines, Ribbons
from game.render.interface import InterfacePass
from game.render.lights import LIGHTS
from game.render.materials import NONE, MeshPrograms
from game.render.meshes import Bodies
from game.render.points import PointClouds
from game.render.post import Post
from game.render.readback import Picture, read
from game.render.scenery import Scenery
from game.render.shader import UNITS, Shaders
from game.render.shadow import ShadowMap
from game.render.targets import Targets
from game.render.tiers import Tier, tier
from game.render.touched import Rectangle, rectangles
from game.render.uniforms import FrameBlock

CLIP_DISTANCE_0 = 0x3000
SEAM = (0.16, 0.17, 0.19)
"""Colour (sRGB) of the line between two pictures."""


class Look:
    """What belongs to one tier, whatever the stage: shadow map, ribbons, post-processing."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, quality: Tier) -> None:
        defines = quality.defines()
        self.outline = MeshPrograms(shaders, {**defines, "MIRROR": 0}, fragment="shadow.frag")
        self.ribbons = Ribbons(ctx, shaders.program("ribbon.vert", "ribbon.frag", {**defines, "FLAT": 0}))
        self.shadow = ShadowMap(ctx, shaders, quality)
        self.post = Post(ctx, shaders, quality)

    def release(self) -> None:
        """Free all but the programs."""
        for part in (self.ribbons, self.shadow, self.post):
            part.release()


class Renderer:
    """The passes of one picture at one size [pixels], quality and scale.

    Nothing is made on the card while pictures of the same kind follow one another. A size with a zero in
    it, of a minimised window, draws nothing. Errors: ShaderError; ValueError for an unknown tier or a scale
    outside 0.25 to 1; moderngl.Error.
    """

    def __init__(self, ctx: moderngl.Context, size: tuple[int, int], tier: str = "medium", scale: float = 1.0) -> None:
        self.ctx = ctx
        self._shaders = Shaders(ctx)
        self._block = FrameBlock(ctx)
        self._bodies = Bodies(ctx)
        self._ghosts = Ghosts(ctx)
        self._arrows = Arrows(ctx, self._shaders.program("arrow.vert", "arrow.frag"))
        self._curves = Curves(ctx, self._shaders.program("ribbon.vert", "ribbon.frag", {"FLAT": 1, "HDR": 0}))
        self._points = PointClouds(ctx, self._shaders.program("point.vert", "point.frag"))
        self._interface: InterfacePass | None = None
        self._software = bool(describe(ctx)["software"])
        self._looks: dict[str, Look] = {}
        self._scenery: dict[tuple[str, Stage], Scenery] = {}
        self._environments: dict[Stage, Environment] = {}
        self._lit: Stage | None = None
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
        self.tier, self.scale = tier(name), scale
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

    def _set(self, stage: Stage) -> Scenery:
        """Have a stage lit and its textures bound."""
        if stage not in self._environments:
            self._environments[stage] = Environment(self.ctx, stage)
        if stage is not self._lit:
            self._block.light(LIGHTS[stage], self._environments[stage].irradiance)
            self._lit = stage
        anisotropy = 1.0 if self._software else self.tier.anisotropy
        self._environments[stage].bind(self.tier, anisotropy)
        self._block.isotropic = anisotropy == 1.0
        key = self.tier.name, stage
        if key not in self._scenery:
            self._scenery[key] = Scenery(self.ctx, self._shaders, self.tier, stage)
        return self._scenery[key]

    def _draw_frame(self, frame: SceneFrame, targets: Targets) -> None:
        look, scenery = self._looks[self.tier.name], self._set(frame.stage)
        self._bodies.place(instance for instance in frame.instances if instance.opacity >= 1.0)
        self._ghosts.place((instance for instance in frame.instances if instance.opacity < 1.0), frame.view.eye)
        self._block.fill(frame, targets.size, self.tier.shadow_size, self._dark(frame, scenery.mirror is not None))
        self.ctx.depth_func = "<="
        look.shadow.draw(self._bodies)
        self._draw_mirror(targets, scenery)
        self._draw_scene(targets, scenery, look.outline)
        look.ribbons.place(frame.ribbons, targets.size[1] / targets.native[1] if self.tier.hdr else 1.0)
        targets.depth.use(UNITS["depth_map"])
        if self.tier.hdr:
            self._draw_ink(look.ribbons, targets.scene_color)
        look.post.finish(targets, self._jagged(frame.view, targets.native) if self.tier.edges else [])
        if not self.tier.hdr:
            self._draw_ink(look.ribbons, targets.target)
        self._curves.place(frame.curves)
        self._draw_ink(self._curves, targets.target)
        self._points.place(frame.points)
        self._draw_ink(self._points, targets.target)
        self._arrows.place(frame.arrows)
        self._draw_ink(self._arrows, targets.target)

    def _dark(self, frame: SceneFrame, mirrored: bool) -> Disc:
        """The part of the studio's floor that can be dark; the field is worked out whole."""
        if frame.stage is Stage.FIELD:
            return NOWHERE
        eye = frame.view.eye if mirrored else None
        return darkened(self._bodies.corners, frame.occluders, LIGHTS[frame.stage].to_light, eye)

    def _jagged(self, view: View, size: tuple[int, int]) -> list[Rectangle]:
        """Where in a picture of this size bodies can show edges."""
        corners = np.concatenate([self._bodies.corners, self._ghosts.corners])
        return rectangles(corners, np.asarray(view.view) @ np.asarray(view.projection), size)

    def _draw_mirror(self, targets: Targets, scenery: Scenery) -> None:
        if targets.mirror is None or targets.mirror_color is None or scenery.mirror is None:
            return
        targets.mirror.use()
        targets.mirror.clear(0.0, 0.0, 0.0, 0.0, depth=1.0)
        self.ctx.enable_direct(CLIP_DISTANCE_0)
        self.ctx.front_face = "cw"
        self._bodies.draw(scenery.mirror)
        self.ctx.front_face = "ccw"
        self.ctx.disable_direct(CLIP_DISTANCE_0)
        targets.mirror_color.use(UNITS["reflection_map"])

    def _draw_scene(self, targets: Targets, scenery: Scenery, outline: MeshPrograms) -> None:
        targets.drawn.use()
        targets.drawn.clear(0.0, 0.0, 0.0, 1.0, depth=1.0)
        self.ctx.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        self._bodies.draw(scenery.mesh)
        scenery.draw_background()
        scenery.glass.draw(self._bodies, targets)
        self._ghosts.draw(scenery.ghost.of(NONE), outline.of(NONE))
        targets.resolve()

    def _draw_ink(self, ink: Lines | Arrows | PointClouds, framebuffer: moderngl.Framebuffer) -> None:
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
            self._points,
            self._ghosts,
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
