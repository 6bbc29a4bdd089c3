"""Where in a picture there is work for a pass: in the shade, near bodies, at their edges, in their mirror images.

corners of all functions: (n, 3), eight for each body, of the boxes round them. They give rectangles of pixels.
"""

from __future__ import annotations

import numpy as np

from game.picture import Array, SceneFrame, Stage, View
from game.render.floor import OUTLINE, shades
from game.render.lights import LIGHTS
from game.render.tiers import Tier
from game.render.touched import Rectangle, footprints, grown, joined, rectangles, widened

SPREAD = 0.032, 0.051
"""How far the floor's mirror image is blurred (mirror.glsl), in widths and heights of the picture."""
FEW_PIXELS = 3_000
"""So many pixels of the floor cost less than one more part of it."""


def shaded(corners: Array, frame: SceneFrame, size: tuple[int, int], soft: float) -> list[Rectangle]:
    """Where in a picture of this size the studio's floor can be in the shade, of bodies or spheres.

    soft: width of a shadow's edge, in radii of what is lit. Other stages have no parts in the shade: all of it can be.
    """
    if frame.stage is not Stage.STUDIO:
        return []
    light = LIGHTS[frame.stage]
    soft *= light.reach * float(frame.radius) / float(light.to_light[2])
    edges = shades(corners, frame.occluders, light.to_light, soft).reshape(-1, 3)
    both = np.asarray(frame.view.view) @ np.asarray(frame.view.projection)
    return joined(rectangles(edges, both, size, OUTLINE), FEW_PIXELS)


def touched(corners: Array, view: View, size: tuple[int, int]) -> list[Rectangle]:
    """Where in a picture of this size bodies can be."""
    return rectangles(corners, np.asarray(view.view) @ np.asarray(view.projection), size)


def near(corners: Array, frame: SceneFrame, size: tuple[int, int], reach: float) -> tuple[list[Rectangle], float]:
    """Where in a picture of this size anything can be within reach [m] of a body; how far ahead that begins [m]."""
    if frame.stage is Stage.FIELD:
        corners = grown(corners, reach)
    elif frame.stage is Stage.STUDIO:
        corners = np.concatenate([corners, footprints(corners, reach)])
    both = np.asarray(frame.view.view) @ np.asarray(frame.view.projection)
    ahead = corners @ both[:3, 3] + both[3, 3]
    return rectangles(corners, both, size), max(float(ahead.min(initial=np.inf)), 0.0)


def images(corners: Array, view: View, size: tuple[int, int], quality: Tier) -> list[Rectangle]:
    """Where in a picture of this size the floor's mirror images of bodies can be."""
    below = corners * (1.0, 1.0, -1.0)
    found = rectangles(below, np.asarray(view.view) @ np.asarray(view.projection), size)
    return widened(found, SPREAD, size) if quality.reflection_taps > 1 else found
