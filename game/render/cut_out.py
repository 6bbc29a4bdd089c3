"""Pictures with a transparent ground: what covers it, and how much, is found from two renderings.

The same picture is drawn before a dark and before a bright backdrop. Where both are equal it hides the backdrop; what
shines through of the difference is its transparency (Smith and Blinn, Blue Screen Matting, SIGGRAPH 1996). This holds
for smoothed edges, motion blur, glass, traces and labels alike.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from game.model.frame import ExposedFrame, SceneFrame
from game.model.overlay import InterfaceFrame
from game.render.gpu.readback import Picture
from game.render.renderer import Renderer

DARK, BRIGHT = 0.0, 1.0
"""Light of the backdrops; more would spread as bloom."""
NOISE = 2.0
"""Difference of two renderings [of 255 levels] that says nothing: dither and rounding."""
Levels = NDArray[np.float32]


class CutOut:
    """Maker of pictures with a transparent ground, by a renderer."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer
        self._between: Levels | None = None
        self._of: object = None

    def picture(
        self, frames: Sequence[SceneFrame], exposed: Sequence[ExposedFrame], interface: InterfaceFrame
    ) -> Picture:
        """Return a scene, or several side by side, as `Renderer.draw` draws them: (h, w, 4) uint8, top row first.

        Colours are not multiplied by alpha. interface: drawn over it; it may have labels, but no frosted panes.
        """
        renderer = self._renderer
        kind = renderer.size, renderer.tier, renderer.scale, len(frames)
        if self._between is None or self._of != kind:
            empty = [replace(frame.bare(), instances=[]) for frame in frames]
            dark, bright = (self._drawn(empty, [], None, light) for light in (DARK, BRIGHT))
            self._between, self._of = bright - dark, kind
        dark = self._drawn(frames, exposed, interface, DARK)
        bright = self._drawn(frames, exposed, replace(interface, textures=[]), BRIGHT)
        return cut_out(dark, bright, self._between)

    def _drawn(
        self,
        frames: Sequence[SceneFrame],
        exposed: Sequence[ExposedFrame],
        interface: InterfaceFrame | None,
        light: float,
    ) -> Levels:
        lit = [each._replace(frame=each.frame.before(light)) for each in exposed]
        self._renderer.draw(*(frame.before(light) for frame in frames), exposed=lit)
        if interface is not None:
            self._renderer.draw_interface(interface)
        return self._renderer.read().astype(np.float32)


def cut_out(dark: Levels, bright: Levels, between: Levels) -> Picture:
    """Return the picture (h, w, 4) of which two renderings before a dark and a bright backdrop are given, (h, w, 3).

    between: the difference of the backdrops alone, (h, w, 3); where there is none, the picture hides them.
    """
    seen, whole = (bright - dark).mean(axis=2), between.mean(axis=2)
    seen = np.where(np.abs(seen) < NOISE, 0.0, seen)
    through = np.divide(seen, whole, out=np.zeros_like(seen), where=whole > 8.0 * NOISE)
    # Light that is added, as that of a glow, hides nothing: it covers just as much as its colour needs.
    alpha = np.maximum(np.clip(1.0 - through, 0.0, 1.0), dark.max(axis=2) / 255.0)
    alpha[alpha * 255.0 < NOISE] = 0.0
    color = np.divide(dark, alpha[..., None], out=np.zeros_like(dark), where=alpha[..., None] > 0.0)
    return np.round(np.concatenate([np.clip(color, 0.0, 255.0), 255.0 * alpha[..., None]], axis=2)).astype(np.uint8)
