"""One picture of the interface as plain data, which `game/ui` builds and `game/render` draws over a scene."""

from __future__ import annotations

from zlib import crc32

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray


class TextureUpdate(Struct, frozen=True):
    """A change of one interface texture. pixels: (h, w, 4) uint8, or None: the texture is no longer needed.

    With x = y = 0 and the full size, for an unknown identity, it creates the texture.
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
    """Frosted glass under the panels of an interface: the picture behind it, blurred and tinted. Lengths in points.

    boxes: left, top, right and lower edge, and opacity, of each; they do not overlap. rounding: radius of their
    corners. spread: reach of their shadow. Colours are sRGB; glass: tint of the picture, and its strength (0 to 1);
    edge: hairline at the rim; shadow: its darkest value. private: indices of boxes that belong to what no file shows.
    """

    boxes: list[tuple[float, float, float, float, float]]
    rounding: float
    spread: float
    glass: tuple[float, float, float, float]
    edge: tuple[float, float, float, float]
    shadow: tuple[float, float, float, float]
    private: frozenset[int] = frozenset()

    def only(self, private: bool) -> FrostedPanes:
        """Return those boxes alone that are private, or those that are not."""
        return replace(self, boxes=[box for i, box in enumerate(self.boxes) if (i in self.private) is private])


class InterfaceFrame(Struct, frozen=True):
    """One picture of the interface. size is in points; the target's pixels follow from its own size.

    words: number of batches, from the first on, that are labels of the picture; panes are drawn over these and below
    the others. private: indices of batches that no video shows: signs, messages, questions; above: those of popups.
    """

    size: tuple[float, float]
    batches: list[DrawBatch]
    textures: list[TextureUpdate]
    words: int = 0
    panes: FrostedPanes | None = None
    private: frozenset[int] = frozenset()
    above: frozenset[int] = frozenset()

    @property
    def key(self) -> int:
        """Return a number by which frames can be told apart; those that change a texture differ from others."""
        sum_ = 0
        for batch in self.batches:
            sum_ = crc32(batch.indices, crc32(batch.vertices, sum_))
        drawn = tuple(tuple(batch.commands) for batch in self.batches)
        panes = tuple(self.panes.boxes) if self.panes is not None else ()
        return hash((self.size, sum_, drawn, panes, len(self.textures)))

    def lettering(self) -> InterfaceFrame:
        """Return the batches that belong to the picture; they are drawn first, with the textures of all."""
        return replace(self, batches=self.batches[: self.words], panes=None)

    def panels(self) -> InterfaceFrame:
        """Return the other batches."""
        return replace(self, batches=self.batches[self.words :], textures=[], words=0)

    def recorded(self) -> InterfaceFrame:
        """Return the batches of the panels that a video with panels shows."""
        kept = [i for i in range(self.words, len(self.batches)) if i not in self.private]
        return self._some(kept, private=False)

    def unrecorded(self) -> InterfaceFrame:
        """Return the batches that are drawn after `recorded`, over it: what is private, and popups once more."""
        private = [i for i in range(self.words, len(self.batches)) if i in self.private]
        return self._some([*private, *sorted(self.above)], private=True)

    def _some(self, kept: list[int], private: bool) -> InterfaceFrame:
        panes = None if self.panes is None else self.panes.only(private)
        batches = [self.batches[i] for i in kept]
        return replace(self, batches=batches, textures=[], words=0, panes=panes, private=frozenset(), above=frozenset())
