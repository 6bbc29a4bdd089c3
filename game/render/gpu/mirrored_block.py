"""The uniform block of the bodies that polished metal mirrors, laid out as in `shaders/common/mirrored_bodies.glsl`."""

from __future__ import annotations

import moderngl
import numpy as np

from game.model.frame import Array
from game.render.gpu.shader_programs import BLOCKS

MAX_RODS = 8
"""Greatest number of shapes: each pixel of polished metal looks for all of them."""


def block_content(shapes: Array) -> bytes:
    """Return the bytes of the block for shapes (n, 3, 4), of which the first `MAX_RODS` count."""
    shown = np.asarray(shapes, np.float32).reshape(-1, 3, 4)[:MAX_RODS]
    lengths = np.linalg.norm(shown[:, 1, :3] - shown[:, 0, :3], axis=1)
    order = np.argsort(lengths > 0.0, kind="stable")  # balls, which cost least, first
    rows = shown[order]
    rows[:, 1, :3] -= rows[:, 0, :3]
    rows[:, 1, 3] = rows[:, 0, 3] + 0.5 * lengths[order]
    data = np.zeros((1 + 3 * MAX_RODS, 4), np.float32)
    data[0, :2] = np.count_nonzero(lengths == 0.0), len(rows)
    data[1 : 1 + 3 * len(rows)] = rows.reshape(-1, 4)
    return data.tobytes()


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
