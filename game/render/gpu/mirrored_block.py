"""The uniform block of the bodies that polished metal mirrors, laid out as in `shaders/common/mirrored_bodies.glsl`."""

from __future__ import annotations

import moderngl
import numpy as np
from numpy.typing import NDArray

from game.model.frame import Array
from game.render.gpu.shader_programs import BLOCKS

MAX_SHAPES = 8
"""Greatest number of shapes: each pixel of polished metal looks for all of them."""
KINDS = "BALLS", "RODS", "RINGS"
"""Kinds of shapes, in the order of the block."""


def shown_shapes(shapes: Array) -> Array:
    """Return the first `MAX_SHAPES` of shapes (n, 3, 4) in the order of the block: balls, rods, rings."""
    return np.asarray(np.asarray(shapes, np.float32).reshape(-1, 3, 4)[shown_order(shapes)])


def shown_order(shapes: Array) -> NDArray[np.int64]:
    """Return the numbers of these among the shapes (n, 3, 4)."""
    shown = np.asarray(shapes, np.float32).reshape(-1, 3, 4)[:MAX_SHAPES]
    return np.asarray(np.argsort(_kinds(shown), kind="stable"))


def shape_counts(shapes: Array) -> dict[str, int]:
    """Return the numbers of balls, rods and rings of the shown of shapes (n, 3, 4), as defines."""
    counts = np.bincount(_kinds(shapes[:MAX_SHAPES]), minlength=len(KINDS))
    return dict(zip(KINDS, counts.tolist(), strict=True))


def block_content(shapes: Array) -> bytes:
    """Return the bytes of the block for shapes (n, 3, 4)."""
    rows = shown_shapes(shapes)
    rows[:, 1, :3] -= rows[:, 0, :3]
    rings = _kinds(shown_shapes(shapes)) == KINDS.index("RINGS")
    rows[rings, 2, 3] = np.linalg.norm(rows[rings, 1, :3], axis=1)
    rows[rings, 1, :3] /= rows[rings, 2, 3:]
    data = np.zeros((3 * MAX_SHAPES, 4), np.float32)
    data[: 3 * len(rows)] = rows.reshape(-1, 4)
    return data.tobytes()


def _kinds(shapes: Array) -> NDArray[np.intp]:
    """Return the places in `KINDS` of shapes (n, 3, 4): a ring has a width, a ball no length."""
    long = np.any(shapes[:, 0, :3] != shapes[:, 1, :3], axis=1)
    return np.where(shapes[:, 1, 3] > 0.0, 2, np.where(long, 1, 0))


class MirroredBlock:
    """The block on the card."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._buffer = ctx.buffer(block_content(np.zeros((0, 3, 4), np.float32)), dynamic=True)

    def fill(self, shapes: Array) -> None:
        """Upload shapes (n, 3, 4), as of `SceneFrame.mirrored`, and bind them for all programs, if there are any."""
        if len(shapes):
            self._buffer.write(block_content(shapes))
            self._buffer.bind_to_uniform_block(BLOCKS["MirroredBodies"])

    def release(self) -> None:
        """Free the buffer."""
        self._buffer.release()
