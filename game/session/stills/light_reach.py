"""How far the light and its shadows reach in a picture of a whole motion."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from game.model.frame import SceneFrame, is_somewhere
from physics.types import Vector3


def lit_over(frame: SceneFrame, places: Sequence[Vector3], radius: float) -> SceneFrame:
    """Return a frame whose light reaches over all places (3,) [m], with a radius [m] round each of them."""
    places = [place for place in places if is_somewhere(place)] or [np.asarray(frame.focus, float)]
    low, high = np.min(places, axis=0), np.max(places, axis=0)
    far = max(float(np.linalg.norm(place - frame.focus)) for place in (low, high))
    if far <= radius:
        return frame
    middle = (0.5 * (low + high)).astype(np.float32)
    return replace(frame, focus=middle, radius=0.5 * float(np.linalg.norm(high - low)) + radius)
