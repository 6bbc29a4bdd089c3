"""One picture of the interface as plain data: what `game/ui` builds and `game/render` lays over a scene."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray


class TextureUpdate(Struct, frozen=True):
    """A change of one interface texture. pixels: (h, w, 4) uint8, or None: the texture is not needed any more.

    With x = y = 0 and the full size on an unknown identity it creates the texture.
    """

    identity: int
    size: tuple[int, int]
    x: int
    y: int
    pixels: NDArray[np.uint8] | None


class DrawBatch(Struct, frozen=True):
    """Triangles of the interface.

    vertices: bytes-like, 20 bytes each: position 2f (points), uv 2f, colour 4 unsigned bytes.
    indices: bytes-like, uint32. commands: (clip x0, y0, x1, y1 in points, texture, first index, count).
    """

    vertices: memoryview
    indices: memoryview
    commands: list[tuple[float, float, float, float, int, int, int]]


class FrostedPanes(Struct, frozen=True):
    """Glass under the panels of an interface: it shows the picture behind, blurred and tinted. Lengths in points.

    boxes: left, top, right and lower edge, and opacity, of each; they do not lie on one another. rounding: radius of
    their corners. spread: how far their shadow reaches. Colours are sRGB; glass: what the picture is tinted with, and
    how far (0 to 1); edge: hairline at the rim; shadow: where it is darkest.
    """

    boxes: list[tuple[float, float, float, float, float]]
    rounding: float
    spread: float
    glass: tuple[float, float, float, float]
    edge: tuple[float, float, float, float]
    shadow: tuple[float, float, float, float]


class InterfaceFrame(Struct, frozen=True):
    """One picture of the interface. size is in points; the target's pixels follow from its own size.

    words: so many of the batches from the first on are words that belong to the picture; panes lie upon these and below
    the others.
    """

    size: tuple[float, float]
    batches: list[DrawBatch]
    textures: list[TextureUpdate]
    words: int = 0
    panes: FrostedPanes | None = None

    def lettering(self) -> InterfaceFrame:
        """What of it belongs to the picture; to be drawn first, with the textures of all."""
        return replace(self, batches=self.batches[: self.words], panes=None)

    def panels(self) -> InterfaceFrame:
        """The rest."""
        return replace(self, batches=self.batches[self.words :], textures=[], words=0)
