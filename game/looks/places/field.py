"""A measured field: chalk lines across it, ranging rods at their ends, and their distances from the machine."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from game.looks.kit import shapes
from game.looks.kit.culling import StaticScenery
from game.looks.kit.parts.composite_meshes import joined
from game.looks.kit.transforms import translation
from game.looks.places.camp import camp
from game.looks.places.countryside import countryside
from game.looks.places.garden import garden
from game.looks.places.static_shadows import shades
from game.looks.places.town import town
from game.looks.places.woods import hedgerows
from game.model.colors import QUANTITY_COLORS
from game.model.frame import (
    Array,
    GroundKind,
    Instance,
    Mesh,
    SceneFrame,
    SceneLabel,
    Surroundings,
    View,
    hung,
    standing,
)
from game.model.hold import World
from game.model.material import Material
from physics.maths import dense
from physics.maths.elementary import decade

WHITE, RED = (0.72, 0.70, 0.66), (0.42, 0.035, 0.025)
MIN_BROAD_LINES = 4
"""Least number of broad lines within the reach."""
WIDE = 0.06
"""Half the length of the lines, in reaches."""
ROD, THICK = 0.011, 0.022
"""Height of a rod, in reaches, and its radius, in heights of the rod."""
MIN_ROD_HEIGHT, MAX_ROD_HEIGHT = 0.35, 4.0
"""Least and greatest height of a rod [m]."""
MIN_WOODED_LENGTH = 60.0
"""Least length [m] of a field with woods: beside the short field of a model the camera does not see that far."""
MAX_SETTLED_LENGTH = 8000.0
"""Greatest length [m] of a field with land round it: the number of hedges and walls grows with it."""
NEAR = 1.8
"""Approximate radius of the shadow map about the machine, in radii of the trampled ground."""
THIN = 0.3
"""Width [m] below which an object casts no shadow far from the machine."""
APART, LEVELS = 0.04, 0.05
"""Least gap on the screen between two labels side by side, and the height from which they lie above one another, in
picture heights."""
LETTER, LINES = 0.0052, 0.07
"""Half the width of a letter, and the height about them that they need, in picture heights."""


class Markers(NamedTuple):
    """The lines on the ground, the rods beside them, the distances [m], and the places (n, 3) [m] of their labels."""

    ground: GroundKind
    rods: list[Instance]
    distances: list[float]
    tops: Array


def add_field(frame: SceneFrame, reach: float, worn: float, siege: float = 0.0, headwind: bool = False) -> None:
    """Add to a frame a field that is measured up to `reach` along x, trampled within `worn` of the origin [m].

    siege: radius [m] of the stones that are thrown at a town; 0: there is none. headwind: whether flags fly against x.
    """
    markers = distance_markers(reach, worn)
    frame.stage, frame.ground = Surroundings.FIELD, markers.ground
    frame.instances += markers.rods
    scenery(reach, worn, siege, headwind, frame.hour).add_to(frame)
    frame.labels += distance_labels(markers, frame.view)


@lru_cache(maxsize=8)
def scenery(
    reach: float, worn: float, siege: float, headwind: bool = False, hour: float | None = None
) -> StaticScenery:
    """Return the scenery on and round such a field, made once; a field that is too long is bare.

    hour: of the day, for the shadows of what is far from the machine [h]; None: the usual one.
    """
    found, far = _standing(reach, worn, siege, headwind)
    return StaticScenery([*found, *map(standing, shades(far, hour))], NEAR * worn)


@lru_cache(maxsize=8)
def _standing(reach: float, worn: float, siege: float, headwind: bool) -> tuple[list[Instance], list[Instance]]:
    """Return the scenery without the shadows, and what casts one outside of the shadow map."""
    found: tuple[Instance, ...] = ()
    if reach > MAX_SETTLED_LENGTH:
        return [], []
    if reach > MIN_WOODED_LENGTH:
        found += hedgerows(reach, bool(siege))
    found += countryside(reach, bool(siege))
    if siege:
        tents = camp(worn, siege, headwind)
        far = [each for each in tents if dense.length(each.model[3, :2]) > NEAR * worn and casts_shadow(each)]
        found += (*town(reach), *tents)
    else:
        beside = garden(WIDE * reach)
        far = [each for each in beside if dense.length(each.model[3, :2]) > NEAR * worn and not each.extra]
        found += beside
    return [standing(each) for each in found], far


def casts_shadow(instance: Instance) -> bool:
    """Return whether an instance casts a visible shadow: not a rope, a flag or a pole."""
    thin = float(np.ptp(instance.mesh.vertices[:, :2], axis=0).max()) < THIN
    return not thin and instance.model[3, 2] < 1.0 and Material.PLAIN not in instance.mesh.vertices[:, 8]


def spacing(reach: float) -> tuple[float, float]:
    """Return the spacing of fine lines and of broad lines [m]: 1, 2, 5 times a power of ten."""
    power = decade(reach / MIN_BROAD_LINES)
    coarse = power * max(step for step in (1.0, 2.0, 5.0) if step * power <= reach / MIN_BROAD_LINES * (1.0 + 1e-9))
    return coarse / (4.0 if round(coarse / power) == 2 else 5.0), coarse


@lru_cache(maxsize=8)
def distance_markers(reach: float, worn: float) -> Markers:
    """Return the markers of a field as far as `reach` [m] from the origin, made once."""
    fine, coarse = spacing(reach)
    half_width = WIDE * reach
    distances = [coarse * k for k in range(1, int(reach / coarse * (1.0 + 1e-9)) + 1)]
    height = min(max(ROD * reach, MIN_ROD_HEIGHT), MAX_ROD_HEIGHT)
    pole, bands = rod(height)
    rods, tops = [], []
    for distance in distances:
        for side in (-half_width, half_width):
            model = translation(distance, side, 0.0)
            rods += [hung(pole, World(model), tint=WHITE), hung(bands, World(model), tint=RED)]
        tops.append((distance, half_width, 1.1 * height))
    ground = GroundKind(worn, fine, coarse, distances[-1], half_width)
    return Markers(ground, rods, distances, np.array(tops, np.float32))


def rod(height: float) -> tuple[Mesh, Mesh]:
    """Return a surveyor's rod on the origin, and the bands that are painted on it."""
    radius = THICK * height
    pole = [(0.0, 0.0), (radius, 0.0), (radius, 0.98 * height), (0.0, height)]
    bands = [(1.06 * radius, height * part) for part in (0.0, 0.25, 0.5, 0.75)]
    painted = [shapes.lathe(bands[k : k + 2], Material.PLAIN, 8) for k in (0, 2)]
    return shapes.lathe(pole, Material.PLAIN, 8), joined(painted)


def distance_labels(markers: Markers, view: View) -> list[SceneLabel]:
    """Return labels of the distances over their rods, nearest first: of all, or of every second one; where these
    crowd, too, of those that have room beside the nearer ones.
    """
    wide = float(view.projection[1, 1] / max(view.projection[0, 0], 1e-6))
    near = np.argsort(np.linalg.norm(markers.tops - view.eye, axis=1)).tolist()
    spots = {k: place for k in near if (place := view.project(markers.tops[k], (1, 1))) is not None}
    told = [f"{distance:g} m" for distance in markers.distances]
    roomy: list[int] = []
    for k in spots:
        if not any(_crowd(spots, told, wide, (k, other)) for other in roomy):
            roomy.append(k)
    even = [k for k in spots if k % 2 == 1]
    crowded = any(_crowd(spots, told, wide, pair) for pair in itertools.combinations(even, 2))
    kept = roomy if crowded or len(roomy) in (len(spots), 1) else even
    return [SceneLabel(markers.tops[k], told[k], QUANTITY_COLORS["distance"]) for k in kept]


def _crowd(spots: Mapping[int, tuple[float, float]], told: Sequence[str], wide: float, pair: tuple[int, int]) -> bool:
    """Return whether the labels of two rods lie on or near one another. wide: width of the picture over its height."""
    one, other = pair
    apart = abs(spots[one][0] - spots[other][0]) * wide
    room = APART + LETTER * (len(told[one]) + len(told[other]))
    return apart < room and abs(spots[one][1] - spots[other][1]) < LEVELS


def make_room(labels: list[SceneLabel], place: Array, words: str, view: View) -> None:
    """Take the distances that words at a place (3,) [m] would cover out of the labels of a picture."""
    at = view.project(place, (1, 1))
    if at is None:
        return
    wide = float(view.projection[1, 1] / max(view.projection[0, 0], 1e-6))

    def covered(label: SceneLabel) -> bool:
        spot = view.project(label.place, (1, 1)) if label.color == QUANTITY_COLORS["distance"] else None
        room = LETTER * (len(words) + len(label.text))
        return spot is not None and abs(spot[0] - at[0]) * wide < room and abs(spot[1] - at[1]) < LINES

    labels[:] = [label for label in labels if not covered(label)]
