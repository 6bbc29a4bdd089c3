"""Measure which share of the picture the bodies of each preset fill, at its moment in the gallery or as it opens.

`python -m tools.measure_framing` prints a table, the smallest share first; `python -m tools.measure_framing coin book`
measures these alone, `--opening` the window as `polhode run` opens it, with its panels: then the last share is that of
the moving bodies in the part which no panel covers. Bodies are what moves; what
stands still beside them, such as a stand, is counted separately. A share is the part of the pixels that is covered, or
the part of the width and height that the rectangle around them takes. Last it says what the edge of the picture cuts: b
a moving body, s what is to be seen of a support, a an arrow, were it drawn whole.
"""

from __future__ import annotations

import argparse
import math
from typing import NamedTuple

import moderngl
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from game import scenefile
from game.app.film_run import FilmOptions
from game.app.offline import OfflineRenderer
from game.camera.lookahead import max_body_size
from game.camera.outlines import arrow_reaches, keyed, moving_bodies, moving_hulls, outline, standing_in
from game.camera.rig import share_of
from game.model.frame import Instance, Mesh, SceneFrame, View
from game.model.panel_layout import Edges
from game.render.gpu.gl_context import headless_context
from game.render.renderer import Renderer
from game.session.session import Session
from tools.command_line import check_names
from tools.make_gallery import FPS, KNOWN, said

SIZE = (1280, 720)
SCENERY, STANDING, MOVING = 0, 1, 2
"""What a pixel shows."""
STILL = 1e-3
"""Way, in radii of the scene, up to which a body counts as standing still."""
VERTEX = """#version 330 core
uniform mat4 place;
in vec3 corner;
void main() { gl_Position = place * vec4(corner, 1.0); }
"""
FRAGMENT = """#version 330 core
uniform float kind;
out vec4 shown;
void main() { shown = vec4(kind / 255.0, 0.0, 0.0, 1.0); }
"""


class Filling(NamedTuple):
    """Part of the picture that is covered, and the width and height of the rectangle around that, 0 to 1."""

    covered: float
    width: float
    height: float


class KindMap:
    """A map of a picture: it shows for each pixel whether scenery, a standing body or a moving one is seen there."""

    def __init__(self, context: moderngl.Context, size: tuple[int, int]) -> None:
        self._context = context
        self._program = context.program(VERTEX, FRAGMENT)
        self._target = context.framebuffer([context.renderbuffer(size)], context.depth_renderbuffer(size))
        self._meshes: dict[Mesh, moderngl.VertexArray] = {}

    def draw(self, frame: SceneFrame, kinds: list[int]) -> NDArray[np.uint8]:
        """Return the kinds (h, w) that are seen of a frame, with the kind of each of its instances."""
        self._target.use()
        self._context.enable_only(moderngl.DEPTH_TEST)
        self._target.clear()
        seen = np.asarray(frame.view.view, np.float64) @ np.asarray(frame.view.projection, np.float64)
        for instance, kind in zip(frame.instances, kinds, strict=True):
            if instance.opacity == 1.0:
                self._program["kind"] = float(kind)
                self._program["place"].write((instance.model.astype(np.float64) @ seen).astype(np.float32).tobytes())
                self._triangles(instance.mesh).render()
        width, height = self._target.size
        pixels = np.frombuffer(self._target.read(components=1, alignment=1), np.uint8)
        return pixels.reshape(height, width)

    def _triangles(self, mesh: Mesh) -> moderngl.VertexArray:
        if mesh not in self._meshes:
            corners = self._context.buffer(np.ascontiguousarray(mesh.vertices[:, :3], np.float32))
            order = self._context.buffer(np.ascontiguousarray(mesh.indices, np.int32))
            self._meshes[mesh] = self._context.vertex_array(self._program, [(corners, "3f", "corner")], order)
        return self._meshes[mesh]


def kinds_of(frame: SceneFrame, other: SceneFrame, most: float) -> list[int]:
    """Return the kind of each instance: it moves where it is elsewhere, or missing, in another frame of the motion.

    Instances larger than `most` [m] are scenery, and so is all that is far from the bodies. Where nothing moves, all
    that stands counts as moving: the body is at rest.
    """
    kinds, before = [], _numbered(other)
    for key, instance in _numbered(frame).items():
        points = instance.mesh.vertices[:, :3] @ instance.model[:3, :3] + instance.model[3, :3]
        far = np.linalg.norm(points.mean(axis=0) - frame.focus) > most
        if instance.extra or far or np.ptp(points, axis=0).max() > most:
            kinds.append(SCENERY)
            continue
        was = before[key].model if key in before else np.full((4, 4), np.inf)
        way = np.abs(points - instance.mesh.vertices[:, :3] @ was[:3, :3] - was[3, :3]).max()
        kinds.append(MOVING if not way <= STILL * frame.radius else STANDING)
    return kinds if MOVING in kinds else [MOVING if kind == STANDING else kind for kind in kinds]


def _numbered(frame: SceneFrame) -> dict[tuple[int, int], Instance]:
    """Return the instances by mesh and number among those with the same one."""
    numbered: dict[tuple[int, int], Instance] = {}
    for instance in frame.instances:
        number = 0
        while (key := (id(instance.mesh), number)) in numbered:
            number += 1
        numbered[key] = instance
    return numbered


def filling(kinds: NDArray[np.uint8], least: int) -> Filling:
    """Return the part of a map (h, w) that is covered by this kind or a higher one."""
    y, x = np.nonzero(kinds >= least)
    height, width = kinds.shape
    if not len(x):
        return Filling(0.0, 0.0, 0.0)
    return Filling(len(x) / kinds.size, (np.ptp(x) + 1) / width, (np.ptp(y) + 1) / height)


def cut_parts(session: Session, frame: SceneFrame) -> str:
    """Return what the edge of a picture of the lab cuts: b a moving body, s a support, a an arrow, were it whole."""
    look, system, most = session.look, session.simulation.system, max_body_size(session.look)
    standing = standing_in(look, system, session.shown)
    bodies = moving_hulls(frame, most, standing).reshape(-1, 3)
    supports = [each for key, each in keyed(frame.instances).items() if key in standing]
    kept = outline(replace(frame, instances=supports, arrows=[]), most)
    if not look.framed:  # surroundings are drawn with it
        bodies, kept = moving_bodies(look, system, session.shown), bodies[:0]
    reaches = arrow_reaches(frame, session.run.arrows.scales)
    arrows = np.array([(each.tail, each.tail + each.way) for each in reaches]).reshape(-1, 3)
    parts = {"b": bodies, "s": kept, "a": arrows}
    return "".join(letter for letter, points in parts.items() if farthest(points, frame.view) > 1.0)


def farthest(points: NDArray[np.float64], view: View) -> float:
    """Return how far points (n, 3) are from the middle of a picture, 1: at its edge; 0: none; inf: behind the eye."""
    if not len(points):
        return 0.0
    clip = np.column_stack([points, np.ones(len(points))]) @ np.asarray(view.view, float) @ view.projection
    return float((np.abs(clip[:, :2]) / clip[:, 3:]).max()) if (clip[:, 3] > 0.0).all() else math.inf


def within(kinds: NDArray[np.uint8], free: Edges) -> NDArray[np.uint8]:
    """Return the part of a map (h, w), bottom row first, that lies between the edges of a free part of the window."""
    height, width = kinds.shape
    left, right = round(free[0] * width), round(free[2] * width)
    return kinds[round((1.0 - free[3]) * height) : round((1.0 - free[1]) * height), left:right]


def measure(name: str, opening: bool, renderer: Renderer, drawn: KindMap) -> tuple[Filling, Filling, Filling, str]:
    """Return how far the moving bodies of a preset fill the picture, all bodies, and the moving ones its free part.

    With what the edge of the lab's picture cuts.

    Of two pictures it is the fuller one. opening: as the window shows it at first, with its panels; else in the
    gallery.
    """
    entry = said(name)
    scene = scenefile.load(name).changed(quality="low")
    options = FilmOptions(plate=0 if opening else entry.get("poses", 0), moment=not opening)
    studio = OfflineRenderer(
        scene, SIZE, FPS, opening, None if opening else entry.get("camera"), renderer, options=options
    )
    studio.session.simulation.compile()
    studio.advance()
    studio.picture()
    first, free = studio.scenes(), studio.interface.free
    for _ in range(round(entry.get("moment", KNOWN["usually"]) * FPS) - 1):
        studio.advance()
    last = studio.scenes()
    largest, found = max_body_size(studio.session.look), []
    wide = len(first)
    for k, (shown, other) in enumerate(zip(first, last, strict=True) if opening else zip(last, first, strict=True)):
        kinds = drawn.draw(shown, kinds_of(shown, other, largest))
        part = within(kinds, share_of(free, k / wide, (k + 1) / wide))
        found.append((filling(kinds, MOVING), filling(kinds, STANDING), filling(part, MOVING)))
    return *max(found), cut_parts(studio.session, first[0] if opening else last[0])


def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("names", nargs="*", metavar="PRESET", help="only these")
    arguments.add_argument("--opening", action="store_true", help="the window as it opens, with panels")
    chosen = arguments.parse_args()
    check_names(arguments, chosen.names, list(scenefile.presets()))
    context = headless_context()
    renderer, drawn = Renderer(context, SIZE, "low"), KindMap(context, SIZE)
    rows = []
    for name in chosen.names or scenefile.presets():
        rows.append((name, *measure(name, chosen.opening, renderer, drawn)))
        print(".", end="", flush=True)
    print()
    for name, *measured, cut in sorted(rows, key=lambda row: row[1].covered):
        shown = measured if chosen.opening else measured[:2]
        print(name.ljust(26), *(f"{part:6.1%} {w:5.0%} x {h:4.0%}" for part, w, h in shown), cut)


if __name__ == "__main__":
    main()
