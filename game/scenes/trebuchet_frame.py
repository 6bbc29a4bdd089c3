"""What a trebuchet stands on, as one mesh: two trestles on long sleepers, winches, a trough. Lengths in metres.

x forwards, y across, z up; the ground is z = 0, and the pivot is above the origin.
"""

from __future__ import annotations

import math

import numpy as np

from game.picture import Material, Mesh
from game.scenes.timber import Works, bar, coil, peg, strap
from game.scenes.trebuchet_parts import Plan

FOOT, TIES, STRUTS = 0.46, (0.38, 0.70), (0.38, 0.80)
"""Of a trestle, in heights of the axle: half its length, the heights of its ties, those at which it is shored up."""
SLIDE = 0.72
"""Length of the trough behind the stone, in lengths of the sling: by then the stone is well above the ground."""
COILS = 13
"""Turns of rope on a winch."""
FORWARD = (1.0, 0.0, 0.0)


def frame(plan: Plan) -> Mesh:
    """Two trestles on their sleepers, with winches behind, and the trough between."""
    works = Works()
    for side in (-1.0, 1.0):
        _trestle(works, plan, side)
        _shores(works, plan, side)
        _bearing(works, plan, side)
        _winch(works, plan, side)
    t = plan.thick
    wide = plan.gap + 1.3 * t
    for x in (plan.front, -plan.rear):
        works.hew((x, -wide, 0.45 * t), (x, wide, 0.45 * t), (0.9 * t, 0.9 * t))
    if plan.trough:
        _trough(works, plan)
    return works.done()


def _trestle(works: Works, plan: Plan, side: float) -> None:
    """One of the two that carry the axle: a post between two legs, with ties and braces, and a stay behind."""
    h, t, y = plan.axle, plan.thick, side * (plan.gap + 0.5 * plan.thick)
    foot, sleeper, cap = FOOT * h, 1.15 * t, h - 0.5 * plan.depth - 0.6 * t

    def at(x: float, z: float, off: float = 0.0) -> tuple[float, float, float]:
        return x, y + side * off, z

    def leg(z: float) -> float:
        """How far from the post the legs are at a height."""
        return foot + (1.5 * t - foot) * (z - sleeper) / (cap - sleeper)

    works.hew(at(-plan.rear - 0.8 * t, 0.5 * sleeper), at(plan.front + 0.8 * t, 0.5 * sleeper), (t, sleeper))
    works.hew(at(0.0, sleeper), at(0.0, cap), (0.9 * t, 1.05 * t))
    works.hew(at(-2.6 * t, cap + 0.4 * t), at(2.6 * t, cap + 0.4 * t), (1.05 * t, 0.8 * t))
    for x in (-1.0, 1.0):
        works.hew(at(x * foot, 0.9 * sleeper), at(x * 1.5 * t, cap), (0.85 * t, t))
        works.hew(at(x * 0.22 * h, sleeper), at(0.0, 0.42 * h), (0.6 * t, 0.7 * t))
        works.hew(at(x * leg(TIES[1] * h), TIES[1] * h), at(0.0, (TIES[0] + 0.02) * h), (0.55 * t, 0.65 * t))
    for z, beyond in zip(TIES, (0.10, 0.06), strict=True):
        end = leg(z * h) + beyond * h
        works.hew(at(-end, z * h, 0.45 * t), at(end, z * h, 0.45 * t), (0.5 * t, 0.9 * t))
        for x in (-leg(z * h), 0.0, leg(z * h)):
            works.append(peg(at(x, z * h, 0.7 * t), (0, side, 0), 0.13 * t, Material.IRON))
    works.hew(at(-0.94 * plan.rear, sleeper), at(-leg(0.55 * h), 0.55 * h), (0.7 * t, 0.85 * t))
    for x in (-foot, foot, -0.94 * plan.rear):
        works.append(strap(at(x, 0.5 * sleeper), FORWARD, (t, sleeper), 0.28 * t))


def _shores(works: Works, plan: Plan, side: float) -> None:
    """Struts on short sleepers of their own, against falling over sideways."""
    h, t, y = plan.axle, plan.thick, side * (plan.gap + plan.thick)
    for x, top, reach in ((-0.30, STRUTS[0], 0.32), (0.30, STRUTS[0], 0.32), (0.0, STRUTS[1], 0.46)):
        out = y + side * reach * h
        works.hew((x * h, y, 0.42 * t), (x * h, out + side * 0.7 * t, 0.42 * t), (0.85 * t, 0.85 * t))
        works.hew((x * h, out, 0.7 * t), (x * h, y, top * h), (0.65 * t, 0.65 * t), up=FORWARD)


def _bearing(works: Works, plan: Plan, side: float) -> None:
    """Two cheeks on the cap on either side of the axle, and an iron clasp round it."""
    h, t, r = plan.axle, plan.thick, 0.5 * plan.depth
    y = side * (plan.gap + 0.5 * t)
    for x in (-r - 0.55 * t, r + 0.55 * t):
        works.hew((x, y, h - r), (x, y, h + 0.9 * r), (0.95 * t, 0.9 * t), up=FORWARD)
    works.append(bar((0, y - 0.22 * t, h), (0, y + 0.22 * t, h), 1.22 * r, Material.IRON, 12))


def _winch(works: Works, plan: Plan, side: float) -> None:
    """A drum with its rope and handspikes, outside the trestle: stone and sling sweep the space between them."""
    h, t = plan.axle, plan.thick
    x, z = -0.70 * plan.rear, 0.20 * h
    inner, outer, end = plan.gap + 0.5 * t, plan.gap + 0.30 * h, plan.gap + 0.40 * h
    works.hew((x - 0.16 * h, side * outer, 0.42 * t), (x + 0.16 * h, side * outer, 0.42 * t), (0.85 * t, 0.85 * t))
    for y in (inner, outer):
        works.hew((x, side * y, 0.8 * t), (x, side * y, z + 0.9 * t), (0.75 * t, 0.85 * t), up=FORWARD)
    works.append(bar((x, side * (inner - 0.5 * t), z), (x, side * end, z), 0.42 * t, Material.TIMBER))
    a, b = inner + 0.7 * t, outer - 0.6 * t
    works.append(coil((x, side * a, z), (x, side * b, z), 0.43 * t, COILS))
    middle = np.array([x, side * (end - 0.3 * t), z])
    for angle in (0.4, 0.4 + 0.5 * math.pi):
        spoke = 0.15 * h * np.array([math.cos(angle), 0.0, math.sin(angle)])
        works.hew(middle - spoke, middle + spoke, (0.28 * t, 0.28 * t))


def _trough(works: Works, plan: Plan) -> None:
    """Planks on which the stone slides, between two boards held by stakes."""
    r, t = plan.ball, plan.thick
    top, wide, board = plan.floor - r, 3.0 * r, 0.16 * t
    front, back = plan.start + 2.2 * r + 0.3 * t, plan.start - SLIDE * plan.sling
    level = top - 0.5 * board
    for y, short in ((-wide / 3.0, 0.0), (0.0, 0.2 * t), (wide / 3.0, 0.0)):
        works.hew((back - short, y, level), (front, y, level), (0.97 * wide / 3.0, board))
    for side in (-1.0, 1.0):
        y, stake = side * (0.5 * wide + 0.5 * board), side * (0.5 * wide + 1.5 * board)
        works.hew((back, y, top + 0.3 * r), (front, y, top + 0.3 * r), (board, max(r, 2.0 * board)))
        for x in np.linspace(back + 0.5 * t, front - 0.5 * t, 5).tolist():
            works.hew((x, stake, -0.3 * t), (x, stake, top + 1.05 * r), (board, 1.6 * board), up=FORWARD)
