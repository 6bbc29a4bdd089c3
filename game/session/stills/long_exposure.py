"""A long exposure: one picture of a whole motion, as a camera with an open shutter and a flash at its end takes it.

The bodies leave a veil, the mean of their light; the flash shows them as they are at the end; a small lamp at the
traced point draws its path, brightest where the point is slow. The first of the pictures is the ground alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from game.model.frame import LONGEST_LAMP, Curve, ExposedFrame, SceneFrame, View
from game.session.compose import posed
from game.session.exposure import path_length
from game.session.session import Session
from game.session.stills.light_reach import lit_over
from physics.types import Floats

MOMENTS, MOST_MOMENTS = 240, 720
"""Numbers of pictures of the bodies: usual, and greatest, for bodies that go far."""
APART = 8.0
"""Way on the screen [pixels of a picture of 720 lines] between two pictures above which there are more of them."""
LINES = 720
FLASH = 0.42
"""Part of the light of the picture that comes from the flash at the end."""
LAMP = (1.0, 0.90, 0.66)
"""Colour (sRGB) of the lamp."""
GLOW = ((18.0, 0.07), (8.0, 0.16), (2.6, 1.0))
"""Widths [pixels of a picture of 720 lines] and opacities of the lines of which its path is made."""
FAINTEST = 0.12
"""Least opacity of the path, relative to that of a slow point."""
FINE = 4000
"""Greatest number of points of the path."""


def compose_long_exposure(session: Session, states: Sequence[Floats], view: View) -> list[ExposedFrame]:
    """Return the pictures whose mean a long exposure is, with their weights, the last of them with the lamp's path.

    The first is the ground, of weight 0. states: of the motion, at equal times, the oldest first.
    """
    look, system = session.look, session.simulation.system
    last = look.frame(system, states[-1], view, 0.0).bare()
    last.lamp = look.tips(system, np.array([np.asarray(state) for state in _thinned(states, FINE)]))
    last.curves = lamp_path(last.lamp)
    poses = [look.frame(system, state, view, 0.0) for state in _thinned(states, MOST_MOMENTS)]
    poses = [look.frame(system, state, view, 0.0) for state in _thinned(states, _moments_needed(poses, view))]
    if look.wanders:
        last = lit_over(last, [pose.focus.astype(float) for pose in poses], look.radius)
    weight = (1.0 - FLASH) / len(poses)
    fits = all(len(pose.instances) <= len(last.instances) for pose in poses)
    ways = [replace(posed(last, pose), lamp=None, curves=[]) for pose in poses] if fits else []
    veil = [ExposedFrame(way, weight) for way in ways]
    if not veil:
        return [ExposedFrame(last, 1.0)]
    moved = moving([*poses, last])
    still = [each for k, each in enumerate(last.instances) if k not in moved]
    alone = replace(last, occluders=last.occluders[:0], mirrored=last.mirrored[:0])
    ground = replace(alone, instances=still, lamp=None, curves=[])
    return [ExposedFrame(ground, 0.0), *veil, ExposedFrame(last, 1.0 - weight * len(veil))]


def swept(exposed: Sequence[ExposedFrame]) -> SceneFrame:
    """Return the last picture of a long exposure with the bodies of all that are not only its ground."""
    pictures = [each.frame for each in exposed if each.weight > 0.0]
    kept = moving(pictures)
    bodies = [each for picture in pictures for k, each in enumerate(picture.instances) if k in kept]
    return replace(pictures[-1], instances=bodies, curves=[])


def moving(poses: Sequence[SceneFrame]) -> set[int]:
    """Return the numbers of the bodies that are not at the same place in all poses."""
    places = [[np.asarray(each.model).tobytes() for each in pose.instances] for pose in poses]
    return {k for row in places for k, place in enumerate(row) if place != places[-1][k]}


def _moments_needed(poses: Sequence[SceneFrame], view: View) -> int:
    """Return of how many pictures the veil is to be made, so that bodies that turn fast leave no combs."""
    if len({len(pose.instances) for pose in poses}) > 1:
        return MOMENTS
    way = path_length([pose.instances for pose in poses], view, LINES)
    return min(max(MOMENTS, round(way / APART)), MOST_MOMENTS)


def _thinned(states: Sequence[Floats], most: int) -> Sequence[Floats]:
    """Return at most so many states at equal distances, the last one among them."""
    return states[:: -max(-(-len(states) // most), 1)][::-1]


def lamp_path(points: NDArray[np.float32]) -> list[Curve]:
    """Return the lines that a lamp draws that passes points (n, 3) [m] at equal times; a row of NaN is dark."""
    if len(points) < 3 or not np.isfinite(points).any():
        return []
    step = np.linalg.norm(np.diff(points.astype(float), axis=0), axis=1)
    usual = max(float(np.median(step[np.isfinite(step)])) if np.isfinite(step).any() else 0.0, 1e-12)
    slowness = usual / np.maximum(np.nan_to_num(np.append(step, step[-1]), nan=np.inf), 1e-3 * usual)
    extent = float((np.nanmax(points, axis=0) - np.nanmin(points, axis=0)).max())
    share = min(1.0, (LONGEST_LAMP * extent + 1e-12) / (float(np.nansum(step)) + 1e-12))
    light = (share * np.clip(0.6 * slowness, FAINTEST, 1.0)).astype(np.float32)
    return [Curve(points, LAMP, width, (opacity * light).astype(np.float32)) for width, opacity in GLOW]
