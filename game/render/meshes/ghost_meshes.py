"""Translucent bodies, drawn after all others, the farthest first, each with only its outermost surface."""

from __future__ import annotations

from collections.abc import Iterable

import moderngl
import numpy as np

from game.model.frame import Array, Instance
from game.render.meshes.mesh_programs import MeshPrograms
from game.render.meshes.scene_meshes import SceneMeshes


class GhostMeshes:
    """The translucent bodies of one picture."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        self._bodies: list[SceneMeshes] = []
        self._veils: list[bool] = []
        self._count = 0
        self.corners: Array = np.zeros((0, 3), np.float32)
        """Corners (n, 3) of the boxes round them, in the world [m]."""

    def place(self, instances: Iterable[Instance], eye: Array) -> None:
        """Take over this picture's ghosts, seen from `eye` (3,) [m]."""
        order = sorted(instances, key=lambda each: -float(np.linalg.norm(each.model[3, :3] - eye)))
        self._count, self._veils = len(order), [instance.veil for instance in order]
        self._bodies += [SceneMeshes(self._ctx) for _ in order[len(self._bodies) :]]
        for bodies, instance in zip(self._bodies, order, strict=False):
            bodies.place([instance])
        boxes = [bodies.corners for bodies in self._bodies[: self._count]]
        self.corners = np.concatenate([np.zeros((0, 3), np.float32), *boxes])

    def draw(self, programs: MeshPrograms, veils: MeshPrograms, outlines: MeshPrograms) -> None:
        """Draw them over the picture in the framebuffer in use, which holds the depth of the rest.

        programs, veils: for ghosts and for veils. outlines: programs that draw the same places in any colour.
        """
        if not self._count:
            return
        context = self._ctx
        context.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE | moderngl.BLEND)
        # Slightly behind its place, so that a ghost in the place of a body is hidden by it without flicker.
        context.polygon_offset = 1.0, 4.0
        for bodies, veil in zip(self._bodies, self._veils, strict=False):
            context.fbo.depth_mask = not veil
            if not veil:
                context.blend_func = moderngl.ZERO, moderngl.ONE  # first only the depth of its outermost surface
                bodies.draw_with(outlines.of(None))
            context.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
            bodies.draw_with((veils if veil else programs).of(None))
        context.fbo.depth_mask = True
        context.polygon_offset = 0.0, 0.0

    def release(self) -> None:
        """Free the meshes on the card."""
        for bodies in self._bodies:
            bodies.release()
        self._bodies.clear()
        self._count = 0
