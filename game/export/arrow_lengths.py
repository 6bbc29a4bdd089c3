"""The arrows of vectors as a look draws them, and the bars of their scales, for pages."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from game.export.exported_picture import Shown
from game.export.pose_recording import RecordedRun, arrow_kinds
from game.looks.generic import Look
from game.looks.vectors import SHAFT
from game.model.arrow_scales import UNSEEN, ArrowScales, factor_words, magnitude
from game.model.colors import HEADS, LIGHT_GREY, Head, vector_color
from game.model.frame import DOUBLED, OverlayArrow, SceneFrame
from game.scenefile import Scene


def page_scales(run: RecordedRun, scene: Scene) -> ArrowScales:
    """Return the scales of a run of a scene, watched from the time at which the scene opens on."""
    session = run.session
    change = session.past.history.change_at(0)
    opens = scene.opening_tick(session.simulation.dt)
    session.run.arrows.prepare(run.look, change, opens, scene.speed)
    session.run.arrows.settle()
    return session.run.arrows.scales


def arrows_of(run: RecordedRun, states: Sequence[Shown], scales: ArrowScales) -> list[dict[str, Any]]:
    """Return the arrows of a system as a look draws them in these scales.

    An arrow has the length min(factor * length * magnitude, longest) [m]; 0: it is not drawn. kind: as the shader reads
    it. states: some of those that are shown, in which its thickness, its colour, and how a look stretches it, are
    looked up.
    """
    look, found = run.look, []
    frames = [_arrows_in(look, shown, scales) for shown in states]
    radius = next((each[0].radius for each in frames if each), SHAFT * look.size)
    colors = {arrow.label: arrow.color for arrows in reversed(frames) for arrow in arrows}
    for arrow in arrow_kinds(run.system, run.moments[0].y):
        symbol, stretched = _as_drawn(look, states, arrow.name)
        symbol = symbol or arrow.symbol
        scale, factor = scales.units.get(arrow.unit), scales.factors.get(arrow.name, 1.0)
        drawn = scale is not None and factor < UNSEEN
        kind = int(HEADS.get(arrow.name, Head.SINGLE)) + DOUBLED * (factor != 1.0)
        found.append({
            "name": arrow.name, "symbol": symbol, "meaning": arrow.meaning, "unit": arrow.unit,
            "color": tuple(map(float, colors.get(symbol, vector_color(arrow.name)))), "head": kind, "radius": radius,
            "length": stretched * factor * scale.length if drawn and scale is not None else 0.0,
            "longest": scale.longest if scale is not None else 0.0,
            "words": factor_words(factor) if factor != 1.0 else "",
        })  # fmt: skip
    return found


def bars_of(scales: ArrowScales, arrows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the bars of scales: unit, length [m] of an arrow of magnitude 1, colour.

    The colour is that of the arrows of the unit (`arrows_of`), or that of no quantity where they have several.
    """
    bars = []
    for unit, scale in scales.units.items():
        inks = {each["color"] for each in arrows if each["unit"] == unit and each["length"] > 0.0}
        bars.append({"unit": unit, "length": scale.length, "color": inks.pop() if len(inks) == 1 else LIGHT_GREY})
    return bars


def _arrows_in(look: Look[Any], shown: Shown, scales: ArrowScales) -> list[OverlayArrow]:
    """Return the arrows of a state as a look draws them."""
    frame = SceneFrame(shown.view, np.asarray(look.focus, np.float32), float(look.radius))
    look.add_arrows(frame, shown.system, shown.y, scales)
    return frame.arrows


def _as_drawn(look: Look[Any], states: Sequence[Shown], name: str) -> tuple[str, float]:
    """Return the symbol of an arrow in a look, "" where it has none, and by what the look multiplies its vector.

    Vectors of equations are drawn in a scale of their own each.
    """
    for shown in states:
        own = next((each for each in shown.system.arrows(shown.y) if each.name == name), None)
        drawn = next((each for each in look.vectors(shown.system, shown.y) if each.name == name), None)
        if own is not None and drawn is not None and 0.0 < magnitude(own) < math.inf:
            return drawn.symbol, magnitude(drawn) / magnitude(own)
    return "", 1.0
