"""The frame of a trebuchet: trestles on long sills, and between them wheels to wind it up and a trough. Lengths in m.

x forwards, y across, z up; the ground is z = 0, and the pivot is above the origin.
"""

from __future__ import annotations

import math

import numpy as np

from game.looks.kit.parts.timber import TimberMesh, bar, coil, peg, strap
from game.looks.trebuchet.trebuchet_parts import TrebuchetDimensions
from game.model.frame import Mesh
from game.model.material import Material
from physics.maths.elementary import cos, sin

FOOT, COLLAR, SHORED = 0.48, 0.45, 0.70
"""Half the length of a trestle, and the heights of its collar and of its shores, in heights of the axle."""
SHORES, ABROAD = 0.26, 0.40
"""Distance of the shores from the post along the sill, and outwards from the trestle, in heights of the axle."""
SLIDE = 0.72
"""Length of the trough behind the stone, in lengths of the sling: at its end the stone is well above the ground."""
COILS = 9
"""Turns of rope on a drum."""
WHEEL, TREADS = 0.25, 12
"""Radius of a treadwheel, in heights of the axle, and the number of its boards."""
TRODDEN = 3.0
"""Height of the pivot [m] above which a machine has treadwheels, and below which handspikes."""
STOPPED, LOW = 0.42, 0.72
"""Distance from the axle at which a bar stops the beam, in long arms, and the height of a bar, in heights of the axle,
below which it stands on posts.
"""
FORWARD, ACROSS = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)


def right_trestle(plan: TrebuchetDimensions) -> Mesh:
    """Return the trestle at negative y, with its shores and its bearing, above the sill."""
    return _upright(plan, -1.0)


def left_trestle(plan: TrebuchetDimensions) -> Mesh:
    """Return the trestle at positive y, with its shores and its bearing, above the sill."""
    return _upright(plan, 1.0)


def _upright(plan: TrebuchetDimensions, side: float) -> Mesh:
    works = TimberMesh()
    _trestle(works, plan, side)
    _shores(works, plan, side)
    _bearing(works, plan, side)
    return works.done()


def ground_frame(plan: TrebuchetDimensions) -> Mesh:
    """Return what joins the trestles: sills and sleepers, the winch behind, and the trough between."""
    works = TimberMesh()
    for side in (-1.0, 1.0):
        _sill(works, plan, side)
        _winch(works, plan, side)
    t = plan.thick
    wide = plan.gap + 1.3 * t
    for x in (plan.front, -plan.rear):
        works.hew((x, -wide, 0.45 * t), (x, wide, 0.45 * t), (0.9 * t, 0.9 * t))
    if plan.trough:
        _trough(works, plan)
    for angle, way in plan.bars:
        _stop(works, plan, angle, way)
    return works.done()


def _stop(works: TimberMesh, plan: TrebuchetDimensions, angle: float, way: float) -> None:
    """Add a bar bound with rope that the long arm meets at an angle: on struts from cap and collar, or low on posts."""
    h, t = plan.axle, plan.thick
    reach, high = min(STOPPED * plan.long, 0.62 * h), h - 0.5 * plan.depth - 0.4 * t
    arm = plan.depth * (1.0 - 0.55 * max(reach - 0.16 * plan.long, 0.0) / plan.long)
    wood, pad = 0.42 * t, 0.75 * t
    along = np.array([-sin(angle), 0.0, cos(angle)])
    side = -way * np.array([-along[2], 0.0, along[0]])
    off = reach * along + (0.5 * arm + pad) * side
    x, z = float(off[0]), max(h + float(off[2]), 1.2 * t)
    y, end = plan.gap + 0.5 * t, plan.gap + 1.4 * t
    works.append(bar((x, -end, z), (x, end, z), wood, Material.TIMBER, 10))
    works.append(coil((x, -0.8 * plan.gap, z), (x, 0.8 * plan.gap, z), 0.72 * wood, 2 * COILS, 10))
    on = math.copysign(1.0, x)
    for beside in (-y, y):
        if z > LOW * h:
            works.hew((on * 0.4 * t, beside, high), (x, beside, z), (0.75 * t, 0.8 * t))
            leg = on * FOOT * h * (1.0 - COLLAR) if z < 1.5 * h else on * 1.2 * t
            foot = COLLAR * h if z < 1.5 * h else h - 2.0 * t
            works.hew((leg, beside, foot), (0.97 * x, beside, z - 0.05 * h), (0.7 * t, 0.7 * t))
        else:
            works.hew((x, beside, 0.0), (x, beside, z + 0.6 * t), (0.85 * t, 0.85 * t), up=FORWARD)
            works.hew((on * 0.3 * h, beside, 0.5 * t), (x, beside, 0.9 * z), (0.6 * t, 0.7 * t))


def _trestle(works: TimberMesh, plan: TrebuchetDimensions, side: float) -> None:
    """Add one trestle: a king post between two legs on a sill, a collar, and braces below it."""
    h, t, y = plan.axle, plan.thick, side * (plan.gap + 0.5 * plan.thick)
    foot, sill, cap = FOOT * h, 1.15 * t, h - 0.5 * plan.depth - 0.75 * t

    def at(x: float, z: float, off: float = 0.0) -> tuple[float, float, float]:
        return x, y + side * off, z

    def leg(z: float) -> float:
        """Return the distance of the legs from the post at a height."""
        return foot + (0.95 * t - foot) * (z - sill) / (cap - sill)

    works.hew(at(0.0, sill), at(0.0, cap), (0.95 * t, 0.95 * t))
    works.hew(at(-1.9 * t, cap + 0.45 * t), at(1.9 * t, cap + 0.45 * t), (1.1 * t, 0.95 * t))
    for x in (-1.0, 1.0):
        works.hew(at(x * foot, 0.9 * sill), at(x * 0.95 * t, cap), (t, 1.2 * t))
        works.hew(
            at(x * 0.5 * t, sill + 0.2 * t), at(x * leg(0.93 * COLLAR * h), 0.93 * COLLAR * h), (0.6 * t, 0.75 * t)
        )
    end = leg(COLLAR * h) + 0.9 * t
    works.hew(at(-end, COLLAR * h, 0.6 * t), at(end, COLLAR * h, 0.6 * t), (0.45 * t, 1.05 * t))
    for x in (-leg(COLLAR * h), 0.0, leg(COLLAR * h)):
        works.append(peg(at(x, COLLAR * h, 0.84 * t), (0, side, 0), 0.16 * t, Material.IRON))


def _sill(works: TimberMesh, plan: TrebuchetDimensions, side: float) -> None:
    """Add the sill of a trestle, with the straps of its legs, and that of its shores."""
    h, t = plan.axle, plan.thick
    foot, sill, y = FOOT * h, 1.15 * t, side * (plan.gap + 0.5 * t)
    works.hew((-plan.rear - 0.8 * t, y, 0.5 * sill), (plan.front + 0.8 * t, y, 0.5 * sill), (t, sill))
    for x in (-foot, foot):
        works.append(strap((x, y, 0.5 * sill), FORWARD, (t, sill), 0.30 * t))
    x, beside = SHORES * h, side * (plan.gap + t)
    out = beside + side * ABROAD * h
    works.hew((-x - 1.4 * t, out, 0.42 * t), (x + 1.4 * t, out, 0.42 * t), (0.85 * t, 0.85 * t))
    for way in (-x, x):
        works.hew((way, beside, 0.40 * t), (way, out + side * 0.9 * t, 0.40 * t), (0.7 * t, 0.7 * t))


def _shores(works: TimberMesh, plan: TrebuchetDimensions, side: float) -> None:
    """Add two struts from their own sill that keep the trestle from falling sideways."""
    h, t, y = plan.axle, plan.thick, side * (plan.gap + plan.thick)
    out, x = y + side * ABROAD * h, SHORES * h
    for way in (-1.0, 1.0):
        near = way * x * (1.0 - SHORED) / (1.0 - COLLAR)
        works.hew((way * x, out, 0.6 * t), (near, y - side * 0.2 * t, SHORED * h), (0.75 * t, 0.75 * t), up=FORWARD)


def _bearing(works: TimberMesh, plan: TrebuchetDimensions, side: float) -> None:
    """Add two cheeks on the cap on either side of the axle, and an iron clasp round it."""
    h, t, r = plan.axle, plan.thick, 0.5 * plan.depth
    y = side * (plan.gap + 0.5 * t)
    for x in (-r - 0.55 * t, r + 0.55 * t):
        works.hew((x, y, h - r - 0.1 * t), (x, y, h + 0.9 * r), (1.0 * t, 0.9 * t), up=FORWARD)
    works.append(bar((0, y - 0.22 * t, h), (0, y + 0.22 * t, h), 1.22 * r, Material.IRON, 12))


def _winch(works: TimberMesh, plan: TrebuchetDimensions, side: float) -> None:
    """Add a drum with its rope outside the trestle, clear of the stone and the sling."""
    h, t = plan.axle, plan.thick
    trodden = plan.pivot > TRODDEN
    x, z = -0.70 * plan.rear, WHEEL * h + 0.8 * t if trodden else 0.20 * h
    inner, outer, end = plan.gap + 0.5 * t, plan.gap + 0.38 * h, plan.gap + 0.44 * h
    works.hew((x - 0.2 * h, side * outer, 0.42 * t), (x + 0.2 * h, side * outer, 0.42 * t), (0.85 * t, 0.85 * t))
    for y in (inner, outer):
        works.hew((x, side * y, 0.8 * t), (x, side * y, z + 0.8 * t), (0.75 * t, 0.9 * t), up=FORWARD)
        for way in (-1.0, 1.0):
            works.hew(
                (x + way * 0.17 * h, side * y, 0.8 * t), (x, side * y, z - 0.3 * t), (0.5 * t, 0.55 * t), stations=1
            )
    works.append(bar((x, side * (inner - 0.5 * t), z), (x, side * end, z), 0.38 * t, Material.TIMBER, 8))
    a = inner + 0.7 * t
    works.append(coil((x, side * a, z), (x, side * (a + 0.10 * h), z), 0.40 * t, COILS, 8))
    if trodden:
        _treadwheel(works, (x, z), (side * (a + 0.125 * h), side * (outer - 0.65 * t)), WHEEL * h, t)
        return
    middle = np.array([x, side * (end - 0.3 * t), z])
    for angle in (0.4, 0.4 + 0.5 * math.pi):
        spoke = 0.15 * h * np.array([cos(angle), 0.0, sin(angle)])
        works.hew(middle - spoke, middle + spoke, (0.28 * t, 0.28 * t), stations=1)


def _treadwheel(
    works: TimberMesh, axle: tuple[float, float], between: tuple[float, float], radius: float, t: float
) -> None:
    """Add a wheel round an axle (x, z) between two places on y: rims on four arms each, and boards between the rims."""
    turns = 2.0 * math.pi * np.arange(TREADS) / TREADS
    ring = np.stack([axle[0] + radius * cos(turns), 0.0 * turns, axle[1] + radius * sin(turns)], axis=1)
    near, far = (ring + np.array([0.0, y, 0.0]) for y in between)
    for rim in (near, far):
        for k in range(TREADS):
            works.saw(rim[k - 1], rim[k], (0.26 * t, 0.50 * t), up=ACROSS)
        for k in (0, TREADS // 4):
            works.saw(rim[k], rim[k + TREADS // 2], (0.34 * t, 0.34 * t), up=ACROSS)
    for k, turn in enumerate(turns.tolist()):
        works.saw(near[k], far[k], (0.8 * t, 0.14 * t), up=(cos(turn), 0.0, sin(turn)))


def _trough(works: TimberMesh, plan: TrebuchetDimensions) -> None:
    """Add planks on which the stone slides, between two boards held by stakes."""
    r, t = plan.ball, plan.thick
    top, wide, board = plan.floor - r, 3.0 * r, 0.16 * t
    front, back = plan.start + 2.2 * r + 0.3 * t, plan.start - SLIDE * plan.sling
    level = top - 0.5 * board
    for y, short in ((-wide / 3.0, 0.0), (0.0, 0.2 * t), (wide / 3.0, 0.0)):
        works.hew((back - short, y, level), (front, y, level), (0.97 * wide / 3.0, board), stations=2)
    for side in (-1.0, 1.0):
        y, stake = side * (0.5 * wide + 0.5 * board), side * (0.5 * wide + 1.5 * board)
        works.hew((back, y, top + 0.3 * r), (front, y, top + 0.3 * r), (board, max(r, 2.0 * board)), stations=2)
        for x in np.linspace(back + 0.5 * t, front - 0.5 * t, 5).tolist():
            works.saw((x, stake, -0.3 * t), (x, stake, top + 1.05 * r), (board, 1.6 * board), up=FORWARD)
