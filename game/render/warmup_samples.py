"""A scene with one sample of everything that can be drawn, to compile all programs before they are needed."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from game.model.frame import Curve, FadingLines, Instance, OverlayArrow, Points, Ribbon, SceneFrame
from game.render.overlay.point_clouds import COUNTED

WHITE = (1.0, 1.0, 1.0)
SMALL = 0.02
"""Size of the samples in radii of the scene: large enough to cover a pixel of the smallest picture."""


def with_samples(frame: SceneFrame, counted: bool) -> SceneFrame:
    """Return a scene with a ribbon, curve, tube, arrow, fading lines, dots, beads, a ghost and a veil in its middle.

    counted: whether to add so many dots that a processor counts them.
    """
    middle = np.asarray(frame.focus, np.float32)
    aside = middle + np.array([SMALL * frame.radius, 0.0, 0.0], np.float32)
    line = np.stack([middle, aside])
    radius = 0.5 * SMALL * frame.radius
    places = np.broadcast_to(middle, (COUNTED, 3)) if counted else line
    shades = np.full((len(places), 4), 255, np.uint8)
    ghosts = [
        Instance(each.mesh, each.model, opacity=0.3, veil=veil)
        for each in frame.instances[:1]
        for veil in (False, True)
    ]
    return replace(
        frame,
        instances=[*frame.instances, *ghosts],
        ribbons=[*frame.ribbons, Ribbon(np.column_stack([line, [0.0, 0.0]]).astype(np.float32), 0.0, 1.0)],
        curves=[*frame.curves, Curve(line, WHITE), Curve(line, WHITE, tube=radius)],
        arrows=[*frame.arrows, OverlayArrow(middle, aside, WHITE)],
        points=[
            *frame.points,
            Points(line, shades[:2], 4.0),
            Points(line, shades[:2], 4.0, radius),
            Points(places, shades),
        ],
        strands=[*frame.strands, FadingLines(line[:, None], shades[:1])],
    )
