"""The floor: of the studio a disc in the middle that takes shadows and rings round it; of the field one disc."""

from __future__ import annotations

from typing import NamedTuple

import moderngl
import numpy as np

from game.picture import Array

AROUND = 96


class Disc(NamedTuple):
    """A part of the floor: centre x, y and radius [m]."""

    center: tuple[float, float]
    radius: float


NOWHERE = Disc((0.0, 0.0), 0.0)


def darkened(corners: Array, occluders: Array, to_light: Array, eye: Array | None = None) -> Disc:
    """The disc outside of which no shadow falls and the sky is open to within 2 percent.

    corners: (n, 3), of boxes round the bodies; occluders: (m, 4), spheres. With an eye, the disc reaches as
    far as the mirror images that this eye sees.
    """
    corners, occluders = np.asarray(corners, float), np.asarray(occluders, float)
    cast = corners[:, :2] - np.maximum(corners[:, 2:], 0.0) * (to_light[:2] / to_light[2])
    height, size = np.abs(occluders[:, 2]), occluders[:, 3]
    # A sphere of radius r at height h darkens a point of the floor at distance d by h r^2 / d^3.
    reach = np.sqrt(np.maximum((50.0 * height * size**2) ** (2.0 / 3.0) - height**2, size**2))[:, None]
    points = np.concatenate([corners[:, :2], cast, occluders[:, :2] - reach, occluders[:, :2] + reach])
    if not len(points):
        return NOWHERE
    center = 0.5 * (points.min(axis=0) + points.max(axis=0))
    radius = 1.05 * float(np.linalg.norm(points - center, axis=1).max())
    if eye is not None:
        radius = max(radius, float(np.linalg.norm(np.asarray(eye, float)[:2] - center)))
    return Disc((float(center[0]), float(center[1])), radius)


def disc(rings: int, around: int = AROUND) -> tuple[Array, np.ndarray]:
    """Vertices (cosine, sine, 0 in the middle to 1 at the rim) and triangles, anticlockwise from above."""
    turns = np.linspace(0.0, 2.0 * np.pi, around + 1)
    out = np.linspace(0.0, 1.0, rings + 1)
    vertices = np.empty((rings + 1, around + 1, 3), np.float32)
    vertices[..., 0], vertices[..., 1], vertices[..., 2] = np.cos(turns), np.sin(turns), out[:, None]
    width = around + 1
    a = (np.arange(rings)[:, None] * width + np.arange(around)[None, :]).ravel()
    triangles = np.stack([a, a + width, a + 1, a + 1, a + width, a + width + 1], axis=1)
    return vertices.reshape(-1, 3), triangles.astype(np.int32).reshape(-1)


class Floor:
    """Discs, each of so many rings and drawn by a program of its own."""

    def __init__(self, ctx: moderngl.Context, *parts: tuple[moderngl.Program, int]) -> None:
        self._buffers: list[moderngl.Buffer] = []
        self._arrays: list[moderngl.VertexArray] = []
        for program, rings in parts:
            vertices, triangles = disc(rings)
            buffer, index = ctx.buffer(vertices.tobytes()), ctx.buffer(triangles.tobytes())
            self._buffers += [buffer, index]
            self._arrays.append(ctx.vertex_array(program, [(buffer, "3f", "in_ring")], index_buffer=index))

    def draw(self) -> None:
        """Draw all parts."""
        for array in self._arrays:
            array.render()

    def release(self) -> None:
        """Free the buffers."""
        for array in self._arrays:
            array.release()
        for buffer in self._buffers:
            buffer.release()
