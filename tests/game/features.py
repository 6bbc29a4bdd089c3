"""What a picture shows, as names: the features that the golden pictures together must have.

A feature is a look, a material, a place, a kind of painted pattern, of arrow, of line and of point, and others, each
where it is seen: `features` leaves out what lies outside of the picture, behind a body, or is of a few pixels, and what
a tier does not draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import moderngl
import numpy as np
from numpy.typing import NDArray

from game.looks.generic import Look
from game.model.frame import Instance, Mesh, SceneFrame, View
from game.model.material import Material
from game.render.tiers import TIERS, Tier

SIZE = (320, 180)
LEAST = 12
"""Pixels of a map of this size that a material covers where it is seen."""
ALMOST = LEAST // 2
"""The same where another driver may count other pixels."""
FAINT = 0.02
"""Opacity below which something is not seen."""
VERTEX = """#version 330 core
uniform mat4 place;
in vec3 corner;
in float number;
flat out float material;
void main() { gl_Position = place * vec4(corner, 1.0); material = number; }
"""
FRAGMENT = """#version 330 core
flat in float material;
out vec4 shown;
void main() { shown = vec4((material + 1.0) / 255.0, 0.0, 0.0, 1.0); }
"""


class MaterialMap:
    """A map of a picture: it shows for each pixel the number of the material that is seen there, plus one."""

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._program = context.program(VERTEX, FRAGMENT)
        self._target = context.framebuffer([context.renderbuffer(SIZE)], context.depth_renderbuffer(SIZE))
        self._meshes: dict[Mesh, moderngl.VertexArray] = {}

    def seen(self, instances: Sequence[Instance], view: View, least: int) -> set[Material]:
        """Return the materials that are seen of opaque bodies, on at least so many pixels."""
        self._target.use()
        self._context.enable_only(moderngl.DEPTH_TEST)
        self._target.clear()
        seen = np.asarray(view.view, np.float64) @ np.asarray(view.projection, np.float64)
        for instance in instances:
            self._program["place"].write((instance.model.astype(np.float64) @ seen).astype(np.float32).tobytes())
            self._triangles(instance.mesh).render()
        counts = np.bincount(np.frombuffer(self._target.read(components=1, alignment=1), np.uint8), minlength=256)
        return {material for material in Material if counts[material + 1] >= least}

    def _triangles(self, mesh: Mesh) -> moderngl.VertexArray:
        if mesh not in self._meshes:
            rows = self._context.buffer(np.ascontiguousarray(mesh.vertices[:, [0, 1, 2, 8]], np.float32))
            order = self._context.buffer(np.ascontiguousarray(mesh.indices, np.int32))
            layout = [(rows, "3f 1f", "corner", "number")]
            self._meshes[mesh] = self._context.vertex_array(self._program, layout, order)
        return self._meshes[mesh]


def features(look: Look, frames: Sequence[SceneFrame], tier: str, drawn: MaterialMap, least: int = LEAST) -> set[str]:
    """Return the names of what a picture shows in a tier: of the frame of the lab, and whether another is beside it.

    least: pixels of a map that a material covers.
    """
    frame, how = frames[0], TIERS[tier]
    opaque = [each for each in _instances(frame, how) if each.opacity == 1.0]
    found = {f"look {type(look).__name__}", f"place {frame.place.name}"}
    found |= {f"material {material.name}" for material in drawn.seen(opaque, frame.view, least)}
    found |= {f"paint {type(each.paint).__name__}" for each in opaque if each.paint and _inside(_ends(each), frame)}
    found |= {f"arrow {each.head.name}" for each in frame.arrows if _shows(each.opacity, [each.tail, each.tip], frame)}
    if len(frames) > 1:
        found.add("second picture")
    return found | set(_lines(frame)) | set(_effects(frame, how))


def _lines(frame: SceneFrame) -> Iterator[str]:
    """Yield the kinds of lines, points and words that a frame shows."""
    for ribbon in frame.ribbons:
        if _inside(ribbon.points[:, :3], frame, 2):
            yield "ribbon"
    for curve in frame.curves:
        if np.max(curve.opacity, initial=0.0) > FAINT and _inside(curve.points, frame, 2):
            yield "tube" if curve.tube else "curve"
    for points in frame.points:
        if points.colors[:, 3].max(initial=0) > 255 * FAINT and _inside(points.positions, frame):
            yield "beads" if points.radius else "dots"
    for strands in frame.strands:
        if _inside(strands.points.reshape(-1, 3), frame, 2):
            yield "strands"
    if any(_shows(each.opacity, [each.place], frame) for each in frame.labels):
        yield "label"
    if any(each.label and _shows(each.opacity, [each.tip], frame) for each in frame.arrows):
        yield "name of an arrow"


def _effects(frame: SceneFrame, how: Tier) -> Iterator[str]:
    """Yield the kinds of translucent and blurred bodies, of mirrors and of light that a frame shows in a tier."""
    for each in _instances(frame, how):
        seen = each.opacity > FAINT and _inside(_ends(each), frame)
        if seen and each.opacity < 1.0:
            yield "veil" if each.veil else "ghost"
        if seen and each.paint and not each.veil and (each.spin_blur or any(each.turn)):
            yield "blur of a turning body"
    if frame.pools:
        yield "caustic"
    if frame.mirror:
        yield "mirror"
    if how.bodies and len(frame.mirrored):
        yield "bodies that see one another"
    if how.hdr and frame.view.blur:
        yield "depth of field"


def _instances(frame: SceneFrame, how: Tier) -> list[Instance]:
    """Return the instances that a tier draws."""
    return [each for each in frame.instances if how.detail or not each.extra]


def _ends(instance: Instance) -> NDArray[np.float64]:
    """Return some of the vertices of an instance in the world, (n, 3)."""
    points = instance.mesh.vertices[:: 1 + len(instance.mesh.vertices) // 200, :3].astype(np.float64)
    return points @ instance.model[:3, :3] + instance.model[3, :3]


def _shows(opacity: float, points: Sequence[NDArray[np.float32]], frame: SceneFrame) -> bool:
    return opacity > FAINT and _inside(np.array(points), frame)


def _inside(points: NDArray[np.floating], frame: SceneFrame, least: int = 1) -> bool:
    """Return whether at least so many points (n, 3) of the world are inside the picture; those of NaN are not."""
    clip = np.column_stack([points, np.ones(len(points))]) @ frame.view.view @ frame.view.projection
    with np.errstate(invalid="ignore"):
        inside = (clip[:, 3] > 0.0) & (np.abs(clip[:, :2]) <= clip[:, 3:]).all(axis=1)
    return int(inside.sum()) >= least
