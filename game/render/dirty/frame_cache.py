"""What framebuffers still hold of the picture before: where nothing has changed since, it is not drawn again."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from game.model.frame import Array
from game.render.dirty.dirty_rects import Rectangle
from game.render.meshes.mesh_buffers import NOWHERE, MeshBuffers, Placed


class Kept:
    """What was drawn last into the framebuffers of one size."""

    def __init__(self) -> None:
        self._lit = b""
        self._standing: Mapping[MeshBuffers, Placed] = {}
        self._loose = NOWHERE
        self._occluders: Array = np.zeros((0, 4), np.float32)
        self._lines: list[Rectangle] = []

    def forget(self) -> None:
        """All must be drawn anew."""
        self._lit = b""

    def moved(self, lit: bytes, standing: Mapping[MeshBuffers, Placed], loose: Array) -> Array | None:
        """Corners (n, 3), eight for each, of the boxes in which anything stood or stands that has changed.

        None: all must be drawn anew. lit: whatever it is that all pixels depend on; standing: bodies, by their
        meshes; loose: corners of boxes round all that is not told from what it was in the last picture.
        """
        before, self._standing = self._standing, standing
        gone = [placed.corners for buffers, placed in before.items() if standing.get(buffers) is not placed]
        new = [placed.corners for buffers, placed in standing.items() if before.get(buffers) is not placed]
        found = np.concatenate([NOWHERE, *gone, *new, self._loose, loose])
        self._loose = loose
        anew, self._lit = self._lit != lit, lit
        return None if anew else found

    def shading(self, occluders: Array) -> Array:
        """Spheres (n, 4) that may take light from what is round them now, or did, if any has changed."""
        spheres = np.asarray(occluders, np.float32).reshape(-1, 4)
        before, self._occluders = self._occluders, spheres
        return spheres[:0] if np.array_equal(before, spheres) else np.concatenate([before, spheres])

    def inked(self, lines: list[Rectangle]) -> list[Rectangle]:
        """Where there are lines now, or were."""
        before, self._lines = self._lines, lines
        return before + lines
