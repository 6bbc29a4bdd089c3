"""The record of the last picture in the framebuffers, by which unchanged parts are not drawn again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

import numpy as np

from game.model.frame import Array
from game.render.gpu.screen_pass import Rectangle

NO_CORNERS: Array = np.zeros((0, 3), np.float32)


class Placed(Protocol):
    """Instances of one mesh; the same object as long as they do not move."""

    @property
    def corners(self) -> Array:
        """The corners (n, 3) of the boxes round the instances, eight for each [m]."""


class SceneState(NamedTuple):
    """The data that the pixels of a scene depend on.

    light: bytes of the data that every pixel depends on. placed: the instances in the scene, by mesh. bodies, ghosts,
    caustics: corners (n, 3) [m] of the boxes round the opaque and the translucent bodies and the gathered light, eight
    for each. has_glass: whether any body is of glass.
    """

    light: bytes
    placed: Mapping[Any, Placed]
    bodies: Array
    ghosts: Array
    caustics: Array
    has_glass: bool
    mirrored: bytes = b""
    polished: Array = NO_CORNERS


class FrameCache:
    """The state of the picture that was last drawn into the framebuffers of one size."""

    def __init__(self) -> None:
        self._light = b""
        self._placed: Mapping[Any, Placed] = {}
        self._loose = NO_CORNERS
        self._mirrored = b""
        self._occluders: Array = np.zeros((0, 4), np.float32)
        self._lines: list[Rectangle] = []
        self._as_light = False

    def begin(self, as_light: bool) -> None:
        """Forget the last picture unless its scene was kept in the same way: as light, or with the film curve."""
        if as_light != self._as_light:
            self.forget()
        self._as_light = as_light

    def forget(self) -> None:
        """Forget the last picture, so that the next one is drawn whole."""
        self._light = b""

    def moved(self, state: SceneState) -> Array | None:
        """Return corners (n, 3), eight for each, of the old and new boxes of everything that has changed.

        None where everything must be drawn again. Ghosts and caustics always count as changed.
        """
        loose = np.concatenate([state.ghosts, state.caustics])
        before, self._placed = self._placed, state.placed
        gone = [placed.corners for mesh, placed in before.items() if state.placed.get(mesh) is not placed]
        new = [placed.corners for mesh, placed in state.placed.items() if before.get(mesh) is not placed]
        images = state.polished if self._mirrored != state.mirrored else NO_CORNERS
        found = np.concatenate([NO_CORNERS, *gone, *new, images, self._loose, loose])
        self._loose, self._mirrored = loose, state.mirrored
        anew, self._light = self._light != state.light, state.light
        return None if anew else found

    def changed_occluders(self, occluders: Array) -> Array:
        """Return the present and the last occluding spheres (n, 4) if any has changed, else none."""
        spheres = np.asarray(occluders, np.float32).reshape(-1, 4)
        before, self._occluders = self._occluders, spheres
        return spheres[:0] if np.array_equal(before, spheres) else np.concatenate([before, spheres])

    def changed_lines(self, lines: list[Rectangle]) -> list[Rectangle]:
        """Return the parts with lines in this picture or the last one."""
        before, self._lines = self._lines, lines
        return before + lines
