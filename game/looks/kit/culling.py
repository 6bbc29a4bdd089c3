"""View-frustum culling of static scenery."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from game.looks.kit.parts.timber import Floats64
from game.model.frame import Instance, SceneFrame, View
from physics.maths import dense

MIN_RADIUS = 0.0011
"""Radius of the smallest object that is drawn, in picture heights: less than a pixel."""


class StaticScenery:
    """Static instances, each with a bounding sphere.

    Instances within `near` [m] of the origin are always drawn: outside the picture they may still cast shadows into it.
    """

    def __init__(self, instances: Sequence[Instance], near: float = 0.0) -> None:
        self.instances = tuple(instances)
        spheres = [_sphere(instance) for instance in self.instances]
        self._middles = np.array([middle for middle, _ in spheres]).reshape(-1, 3)
        self._radii = np.array([radius for _, radius in spheres])
        self._always = np.linalg.norm(self._middles, axis=1) - self._radii < near

    def seen(self, view: View) -> list[Instance]:
        """Return the visible instances in their order."""
        both = dense.times(np.asarray(view.view, float), np.asarray(view.projection, float))
        inside = np.ones(len(self.instances), bool)
        for axis, side in ((0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)):
            plane = both[:, 3] + side * both[:, axis]
            away = dense.times(self._middles, plane[:3]) + plane[3]
            inside &= away > -self._radii * dense.length(plane[:3])
        far = np.linalg.norm(self._middles - view.eye, axis=1)
        inside &= 0.5 * float(view.projection[1, 1]) * self._radii > MIN_RADIUS * far
        return [self.instances[k] for k in np.flatnonzero(inside | self._always)]

    def add_to(self, frame: SceneFrame) -> None:
        """Add the visible instances to a frame, and to what may come into sight all of them."""
        frame.instances = [*frame.instances, *self.seen(frame.view)]
        frame.unseen = (*frame.unseen, *self.instances)


def _sphere(instance: Instance) -> tuple[Floats64, float]:
    """Return centre and radius of the bounding sphere of an instance."""
    points = instance.mesh.vertices[:, :3]
    low, high = points.min(axis=0), points.max(axis=0)
    model = np.asarray(instance.model, float)
    middle = dense.times(np.append(0.5 * (low + high), 1.0), model)
    return middle[:3], 0.5 * dense.length(high - low) * float(np.linalg.norm(model[:3, :3], axis=1).max())
