"""The arrows of vectors as a look draws them, for pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from game.export.exported_picture import Shown
from game.export.pose_recording import RecordedRun, arrow_kinds
from game.looks.generic import ARROW_REACH, FORCES, MAX_ARROW, WEIGHT_REACH, Look
from game.model.colors import HEADS, OTHER_QUANTITY, QUANTITY_COLORS, Head
from game.model.frame import SceneFrame
from physics.maths import dense

SAME = 1e-4
"""Greatest relative difference of two lengths that count as the same."""
Lengths = list[tuple[float, float]]
"""Magnitudes of a vector, and the lengths of its arrow [m]."""


def arrows_of(run: RecordedRun, states: Sequence[Shown]) -> list[dict[str, Any]]:
    """Return the arrows of a system as a look draws them at some states.

    An arrow has the length reach * min(magnitude / scale, most) [m].
    """
    look, first = run.look, run.moments[0]
    lengths, radius = _drawn(look, states)
    found = []
    for arrow in arrow_kinds(run.system, first.y):
        color = QUANTITY_COLORS.get(arrow.name) or QUANTITY_COLORS.get(arrow.name.split()[0], OTHER_QUANTITY)
        scale = look.units.get(arrow.name, 1.0)
        usual = look.size * (WEIGHT_REACH if arrow.name in FORCES else ARROW_REACH)
        reach, most = _proportion(lengths.get(arrow.name, []), scale, usual)
        found.append({
            "name": arrow.name, "symbol": arrow.symbol, "meaning": arrow.meaning, "color": color, "scale": scale,
            "head": int(HEADS.get(arrow.name, Head.SINGLE)), "reach": reach, "most": most, "radius": radius,
        })  # fmt: skip
    return found


def _drawn(look: Look[Any], states: Sequence[Shown]) -> tuple[dict[str, Lengths], float]:
    """Return the lengths of the arrows by their names, and the radius of their shafts [m]."""
    lengths: dict[str, Lengths] = {}
    radius = 0.011 * look.size
    for shown in states:
        frame = SceneFrame(shown.view, np.asarray(look.focus, np.float32), float(look.radius))
        look.add_arrows(frame, shown.system, shown.y)
        drawn = {arrow.label: arrow for arrow in frame.arrows}
        for vector in shown.system.arrows(shown.y):
            magnitude = dense.length(vector.vector)
            if vector.symbol in drawn and magnitude > 0.0:
                arrow = drawn[vector.symbol]
                length = dense.length(np.asarray(arrow.tip, float) - arrow.tail)
                lengths.setdefault(vector.name, []).append((magnitude, length))
                radius = arrow.radius
    return lengths, radius


def _proportion(lengths: Lengths, scale: float, usual: float) -> tuple[float, float]:
    """Return reach and most of an arrow: the usual ones if they give these lengths, or those that do."""
    if all(abs(length - usual * min(size / scale, MAX_ARROW)) < SAME * usual for size, length in lengths):
        return usual, MAX_ARROW
    reach = scale * max(length / size for size, length in lengths)
    cut = [length for size, length in lengths if length < (1.0 - SAME) * reach * size / scale]
    return reach, max(cut) / reach if cut else max(MAX_ARROW, *(size / scale for size, _ in lengths))
