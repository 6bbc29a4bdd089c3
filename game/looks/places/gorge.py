"""A steel arch bridge across a gorge, as meshes; it runs along y with its deck at z = 0. Lengths in metres."""

from __future__ import annotations

import itertools
import math
from functools import lru_cache

import numpy as np

from game.looks.kit import shapes
from game.looks.kit.parts.composite_meshes import joined
from game.looks.kit.parts.timber import Floats64, TimberMesh, bar, made_of, plank
from game.looks.kit.sweep import girder, swept
from game.model.frame import Mesh
from game.model.material import Material
from physics.maths.elementary import square

Place = tuple[float, float, float]

WIDE = 3.0
"""Width of the deck; like all lengths without another unit, relative to the size of people."""
EDGE = -0.30
"""X of the front side of the deck; only a platform extends from it to the jumper."""
GATE = 0.95
"""Half the width of that platform."""
SLOT = 0.09
"""Half the width of the gap in it through which the cord hangs."""
BOARD, MAX_BOARDS = 0.30, 240
UNDER = 0.32
"""Height of the deck: boards, and the cross beams under them."""
INSET = 0.35
"""Distance from the sides of the deck to the planes of the ribs."""
CROWN, RISE = 1.45, 0.38
"""Depth of the ribs' centre line at the crown; rise of the arch from its springings, in half spans."""
PANELS = 18
"""Number of panels of the arch, from one post to the next."""
BEAM = (0.34, 0.72, 0.05)
"""Width, depth and thickness of the girders under the deck."""
RIB, SPRINGS = (0.55, 0.85, 0.07), 1.7
"""Width, depth and thickness of the ribs at the crown; ratio of their depth at the springings to it."""
INTO = 0.485
"""Half the span of the arch, in widths of the gorge."""
STRETCHES = 6
"""Number of stretches into which the bridge is divided, from one end to the other."""
RAILS = (0.36, 0.62, 0.88)


@lru_cache(maxsize=4)
def deck(width: float, x: float, size: float) -> list[Mesh]:
    """Return boards and abutments of a bridge over a gorge of this width, with a platform up to `x` for the jumper.

    size: of people, relative to adults. The meshes are stretches of the bridge, so that invisible ones can be culled.
    """
    half = 0.5 * width + 2.0 * size
    back, front = sides(x, size)
    works = TimberMesh()
    boards = min(MAX_BOARDS, round(2.0 * half / (BOARD * size)))
    pace = 2.0 * half / boards
    for k in range(boards):
        y = -half + (k + 0.5) * pace
        works.saw((back, y, -0.03 * size), (front, y, -0.03 * size), (0.93 * pace, 0.06 * size))
    gate, slot = GATE * size, SLOT * size
    planks = 5
    wide = (gate - slot) / planks
    for side in (-1.0, 1.0):
        for k in range(planks):
            y = side * (slot + (k + 0.5) * wide)
            works.saw((front + 0.02 * size, y, -0.03 * size), (x, y, -0.03 * size), (0.93 * wide, 0.06 * size))
        works.append(_abutment(side, width, back, front, size))
    return _stretches(works, half)


@lru_cache(maxsize=4)
def steel(width: float, x: float, size: float) -> list[Mesh]:
    """Return the arch, the posts on it, girders and railings of the bridge; their instances give the colour."""
    half, (back, front) = 0.5 * width + 2.0 * size, sides(x, size)
    planes = back + INSET * size, front - INSET * size
    y = np.linspace(-INTO * width, INTO * width, 2 * PANELS + 1)
    crown = arch(y, width, size)
    parts = [part for plane in planes for part in _rib(plane, y, crown, half, size)]
    parts += _bracing(planes, y, crown, size)
    for k in np.arange(-half, half, half / PANELS):
        low = -0.19 * size
        parts.append(_flat((back, k, low), (front, k, low), (0.14 * size, 0.26 * size)))
    parts += _railing(back + 0.04 * size, half, size, 0.0) + _railing(front - 0.04 * size, half, size, GATE * size)
    return _stretches([*parts, *_platform(front, x, size)], half)


def _stretches(parts: list[Mesh], half: float) -> list[Mesh]:
    """Join the parts into one mesh for each stretch of the bridge."""
    found: list[list[Mesh]] = [[] for _ in range(STRETCHES)]
    for part in parts:
        y = part.vertices[:, 1]
        share = 0.5 + 0.25 * float(y.min() + y.max()) / half
        found[min(max(int(STRETCHES * share), 0), STRETCHES - 1)].append(part)
    return [joined(meshes) for meshes in found if meshes]


def _cuts(start: float, end: float, half: float) -> list[tuple[float, float]]:
    """Split an interval of y where stretches meet."""
    places = np.linspace(-half, half, STRETCHES + 1)
    inner = places[(places > start + 1e-6 * half) & (places < end - 1e-6 * half)].tolist()
    return list(itertools.pairwise([start, *inner, end]))


def sides(x: float, size: float) -> tuple[float, float]:
    """Return x of the back and of the front side of a deck from which the jumper leaves at `x`."""
    front = min(EDGE * size, x)
    return front - WIDE * size, front


def arch(y: Floats64, width: float, size: float) -> Floats64:
    """Return height (n,) of the centre line of the ribs: a parabola."""
    span = INTO * width
    return np.asarray(-CROWN * size - RISE * span * square(y / span))


def _rib(x: float, y: Floats64, crown: Floats64, half: float, size: float) -> list[Mesh]:
    """Return one plane of the bridge: the rib, the girder under the deck, and posts between them."""
    deeper = np.linspace(SPRINGS, 1.0, PANELS + 1)
    swell = np.concatenate([deeper, deeper[-2::-1]])[:, None]
    outlines = size * girder(*RIB) * np.stack([np.ones_like(swell), swell], axis=-1)
    line, each = np.column_stack([0.0 * y + x, y, crown]), 2 * PANELS // STRETCHES
    side = (1.0, 0.0, 0.0)
    parts = [_beam(line[k : k + each + 1], outlines[k : k + each + 1], side) for k in range(0, 2 * PANELS, each)]
    width, depth, thick = (size * part for part in BEAM)
    middle = -UNDER * size - 0.5 * depth
    for start, end in _cuts(-half, half, half):
        parts.append(_beam(np.array([(x, start, middle), (x, end, middle)]), girder(width, depth, thick), side))
    stiff = (0.8 * width, 0.05 * size)
    for place in np.arange(-half, half, half / PANELS).tolist():
        feet = middle - 0.49 * depth, middle + 0.49 * depth
        parts.append(_flat((x, place, feet[0]), (x, place, feet[1]), stiff, (0.0, 1.0, 0.0)))
    low, high = crown[::2] + 0.5 * RIB[1] * size, middle - 0.5 * depth
    for place, foot in zip(y[::2].tolist(), low.tolist(), strict=True):
        if foot < high - 0.05 * size:
            post = np.array([(x, place, foot - 0.1 * size), (x, place, high)])
            parts.append(_beam(post, girder(0.32 * size, 0.40 * size, 0.04 * size), side))
    return parts


def _bracing(planes: tuple[float, float], y: Floats64, crown: Floats64, size: float) -> list[Mesh]:
    """Return struts and crosses between the ribs, and between tall posts."""
    # A strut joined to a web ends inside the web.
    a, b = planes[0] + 0.1 * size, planes[1] - 0.1 * size
    thin, strut = (0.13 * size, 0.13 * size), (0.22 * size, 0.22 * size)
    top = -UNDER * size - BEAM[1] * size
    places = list(zip(y[::2].tolist(), crown[::2].tolist(), strict=True))
    found = [_flat((a, at, z), (b, at, z), strut) for at, z in places]
    for (at, z), (after, high) in itertools.pairwise(places):
        found += [_flat((a, at, z), (b, after, high), thin), _flat((b, at, z), (a, after, high), thin)]
    for at, z in places:
        storeys = int((top - z) / (1.1 * (b - a)))
        levels = np.linspace(z, top, storeys + 1).tolist()
        for low, high in itertools.pairwise(levels):
            found += [_flat((a, at, low), (b, at, high), thin), _flat((b, at, low), (a, at, high), thin)]
            found.append(_flat((a, at, high), (b, at, high), thin))
    return found


def _beam(path: Floats64, outlines: Floats64, side: Place) -> Mesh:
    return swept(
        path, outlines, side, Material.STEELWORK, [1.0, 0.8, 0.45, 0.2, 0.55, 1.0, 1.0, 0.55, 0.2, 0.45, 0.8, 1.0]
    )


def _flat(start: Place, end: Place, section: tuple[float, float], up: Place = (0.0, 0.0, 1.0)) -> Mesh:
    return _open(made_of(plank(start, end, section, up=up), Material.STEELWORK))


def _round(start: Place, end: Place, radius: float, sides: int = 6) -> Mesh:
    return _open(bar(start, end, radius, Material.STEELWORK, sides))


def _open(mesh: Mesh) -> Mesh:
    """Return a mesh whose vertices are marked as fully open to the sky."""
    mesh.vertices[:, 6] = 1.0
    return mesh


def _railing(x: float, half: float, size: float, gate: float) -> list[Mesh]:
    """Return posts, rails and a broad handrail along y, open within `gate` of the middle."""
    found = []
    for y in np.linspace(-half, half, 2 * round(half / (1.9 * size)) + 1).tolist():
        if abs(y) >= gate:
            found.append(_flat((x, y, -0.3 * size), (x, y, 1.08 * size), (0.06 * size, 0.08 * size)))
    runs = [(-half, -gate), (gate, half)] if gate else [(-half, half)]
    for start, end in (cut for run in runs for cut in _cuts(*run, half)):
        found += [_round((x, start, z * size), (x, end, z * size), 0.022 * size) for z in RAILS]
        found.append(_flat((x, start, 1.1 * size), (x, end, 1.1 * size), (0.10 * size, 0.06 * size)))
    return found


def _platform(front: float, x: float, size: float) -> list[Mesh]:
    """Return the supports of the platform, its railings, and the bar to which the cord is tied."""
    found, back = [], front - 1.2 * size
    for side in (-1.0, 1.0):
        for y in (side * 0.30 * size, side * 0.88 * size):
            found.append(_flat((back, y, -0.14 * size), (x, y, -0.14 * size), (0.09 * size, 0.16 * size)))
        y = side * GATE * size
        for post in (front, x - 0.05 * size):
            found.append(_round((post, y, -0.2 * size), (post, y, 1.1 * size), 0.03 * size, 8))
        for z in (0.55, 1.1):
            ends = (front, y, z * size), (x - 0.05 * size, y, z * size)
            found.append(_round(*ends, 0.026 * size, 8))
    return [*found, bar((0.0, -0.34 * size, 0.03 * size), (0.0, 0.34 * size, 0.03 * size), 0.035 * size,
                        Material.STEEL, 12)]  # fmt: skip


def _abutment(side: float, width: float, back: float, front: float, size: float) -> Mesh:
    """Return the block of masonry, let into the rock, from which the arch springs."""
    low = float(arch(np.array(INTO * width), width, size)) - 2.2 * size
    near, far, high = 0.472 * width, 0.54 * width, low + 4.4 * size
    middle = 0.5 * (back + front), side * 0.5 * (near + far), 0.5 * (low + high)
    sides_ = front - back + 1.2 * size, far - near, high - low
    block = shapes.box(sides_, middle, Material.MASONRY, 0.02)
    block.vertices[:, 6] = block.vertices[:, 0] + block.vertices[:, 1]
    block.vertices[:, 7] = block.vertices[:, 2] - low + math.tau
    return block
