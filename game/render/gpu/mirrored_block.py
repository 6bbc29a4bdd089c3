"""The uniform block of the bodies that polished metal mirrors, laid out as in `shaders/common/mirrored_bodies.glsl`."""

from __future__ import annotations

import moderngl
import numpy as np
from numpy.typing import NDArray

from game.model.frame import Array
from game.render.gpu.shader_programs import BLOCKS

MAX_SHAPES = 8
"""Greatest number of shapes: each pixel of polished metal looks for all of them."""


def shape_counts(shapes: Array) -> dict[str, int]:
    """Return the numbers of balls and rods among shapes (n, 3, 4), of which the first `MAX_SHAPES` count.

    Under the names of the shaders' defines.
    """
    long = _are_long(_counted(shapes))
    return {"BALLS": int(np.count_nonzero(~long)), "RODS": int(np.count_nonzero(long))}


def block_content(shapes: Array) -> bytes:
    """Return the bytes of the block for the same shapes."""
    shown = _counted(shapes)
    rows = shown[np.argsort(_are_long(shown), kind="stable")]
    rows[:, 1, :3] -= rows[:, 0, :3]
    data = np.zeros((3 * MAX_SHAPES, 4), np.float32)
    data[: 3 * len(rows)] = rows.reshape(-1, 4)
    return data.tobytes()


def _counted(shapes: Array) -> Array:
    return np.asarray(shapes, np.float32).reshape(-1, 3, 4)[:MAX_SHAPES]


def _are_long(shapes: Array) -> NDArray[np.bool_]:
    return np.asarray(np.any(shapes[:, 0, :3] != shapes[:, 1, :3], axis=1))


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
