"""Large pictures, drawn in tiles with bounded memory.

Each tile is drawn with a border, because edges, mirror images, ambient occlusion and blur look at what is near by, and
only its middle is used. Bloom reaches farther than that; it is taken from the whole picture, drawn at a smaller size.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import moderngl
import numpy as np
from msgspec.structs import replace

from game.model.frame import ExposedFrame, SceneFrame, Surroundings, side_by_side
from game.model.material import Material
from game.model.overlay import InterfaceFrame
from game.render.dirty.dirty_regions import EDGE_REACH, IMAGE_BLUR, occlusion_reach
from game.render.gpu.readback import Picture
from game.render.passes.ambient_occlusion import MAX_REACH
from game.render.passes.depth_of_field import MAX_BLUR
from game.render.renderer import SEAM, Renderer
from game.render.tiers import Tier

MAX_PIXELS = 3840 * 2160
"""Greatest number of pixels that are drawn at a time: about 0.4 GB in the tier high."""
SIDE = 4
"""Least side of a tile, in its borders: then no more than four pixels are drawn for each that is shown."""
ROW = 4
"""Greatest number of pixels in a row of tiles, in those of a tile: a row of the finished picture is kept whole."""
STEP = 24
"""Tiles begin at multiples of this [pixels]: of the patterns of all passes, and of all factors of supersampling."""
BEADS = 4.0
"""Reach of dots and beads [pixels of a picture of 720 lines] beyond their middle, beyond `EDGE_REACH`."""
GLASS = 0.12
"""Greatest distance, in picture heights, over which glass is taken to bend the view."""
Place = tuple[int, int, int, int]
"""x, y, width, height [pixels, y up]."""


class TiledPicture:
    """A picture of a size [pixels] that is drawn in tiles by a renderer, whose own size changes for it.

    frames: the scenes, side by side as `Renderer.draw` draws them. exposed: in place of the first one its mean over an
    exposure. interface: labels over them; panels need the whole picture. max_pixels: of a tile; None: as usual.
    """

    def __init__(
        self,
        renderer: Renderer,
        size: tuple[int, int],
        frames: Sequence[SceneFrame],
        exposed: Sequence[ExposedFrame],
        interface: InterfaceFrame,
        max_pixels: int | None = None,
    ) -> None:
        self._renderer, self._size, self._interface = renderer, size, interface
        self._scenes = [exposed or [ExposedFrame(frames[0], 1.0)], *([ExposedFrame(each, 1.0)] for each in frames[1:])]
        self._places = side_by_side(size, len(frames))
        border = max(border_of(each[-1].frame, size, renderer.tier) for each in self._scenes)
        widest = max(width for _, _, width, _ in self._places)
        self._border, self._inner = tile_size((widest, size[1]), border, max_pixels or usual_pixels(border))
        self._smaller = math.sqrt(min(1.0, (max_pixels or MAX_PIXELS) / (widest * size[1])))

    @property
    def tiles(self) -> int:
        """How many tiles it has."""
        across = (-(-width // self._inner[0]) for _, _, width, _ in self._places)
        return sum(across) * -(-self._size[1] // self._inner[1])

    def strips(self, told: Callable[[], None] = lambda: None) -> Iterator[Picture]:
        """Yield the picture in strips of whole rows from the top, (rows, width, 3) uint8.

        told: called for each tile.
        """
        renderer = self._renderer
        renderer.draw_interface(replace(self._interface, batches=[], panes=None))  # its textures
        with self._glows() as glows:
            height = self._inner[1]
            for low in range((self._size[1] - 1) // height * height, -1, -height):
                high = min(low + height, self._size[1])
                yield self._strip(low, high, glows, told)

    @contextmanager
    def _glows(self) -> Iterator[list[list[moderngl.Texture]]]:
        """Yield the bloom of the moments of each scene."""
        made: list[list[moderngl.Texture]] = []
        try:
            for scene, (_, _, width, height) in zip(self._scenes, self._places, strict=True):
                self._renderer.resize((_part(width, self._smaller), _part(height, self._smaller)))
                made.append(self._renderer.draw_glows([each.frame for each in scene]))
            yield made
        finally:
            for texture in (texture for textures in made for texture in textures):
                texture.release()

    def _strip(self, low: int, high: int, glows: list[list[moderngl.Texture]], told: Callable[[], None]) -> Picture:
        """Return the rows from `low` to `high` (from below), top row first."""
        strip = np.empty((high - low, self._size[0], 3), np.uint8)
        for scene, (left, _, width, _), own in zip(self._scenes, self._places, glows, strict=True):
            for start in range(0, width, self._inner[0]):
                end = min(start + self._inner[0], width)
                strip[:, left + start : left + end] = self._tile(scene, (start, low, end, high), left, width, own)
                told()
        for left, _, _, _ in self._places[1:]:
            strip[:, left - 1 : left + 1] = np.rint(255.0 * np.array(SEAM))
        return strip

    def _tile(
        self, scene: Sequence[ExposedFrame], edges: Place, left: int, width: int, glows: list[moderngl.Texture]
    ) -> Picture:
        """Draw the part of a scene of this width between the edges left, low, right, high; returns it."""
        start, low, end, high = edges
        border, size = self._border, (width, self._size[1])
        wide, tall = (min(self._inner[k] + 2 * border, size[k]) for k in (0, 1))
        # All tiles have one size, so that nothing is made anew; those at the edges begin farther inside.
        x, y = (
            min(max(at - border, 0), -(-(whole - part) // STEP) * STEP)
            for at, whole, part in ((start, size[0], wide), (low, size[1], tall))
        )
        self._renderer.resize((wide, tall))
        place = x, y, wide, tall
        self._renderer.draw_part([_cut(each, place, size) for each in scene], glows)
        self._renderer.draw_interface(replace(self._interface, textures=[]), self._size, (left + x, y))
        picture = self._renderer.read()
        return picture[tall - (high - y) : tall - (low - y), start - x : end - x]


def _cut(exposed: ExposedFrame, place: Place, size: tuple[int, int]) -> ExposedFrame:
    return exposed._replace(frame=replace(exposed.frame, view=exposed.frame.view.part(place, size)))


def _part(length: int, factor: float) -> int:
    return max(round(length * factor), 1)


def usual_pixels(border: int) -> int:
    """Return the greatest number of pixels of a tile: `MAX_PIXELS`, or more where so wide a border would fill it."""
    return max(MAX_PIXELS, (SIDE * -(-border // STEP) * STEP) ** 2)


def tile_size(size: tuple[int, int], border: int, max_pixels: int) -> tuple[int, tuple[int, int]]:
    """Return the border and the size without it of the tiles of a picture, so that the fewest pixels are drawn.

    With borders a tile has at most `max_pixels`, unless the border alone is as large. One as wide or as high as the
    picture has none on these sides. A row of tiles has at most `ROW` times as many pixels as one may have.
    """
    border = -(-border // STEP) * STEP
    least = 4 * STEP
    best = math.inf, (least, least)
    splits = (range(1, -(-length // least) + 1) for length in size)
    for columns, rows in itertools.product(*splits):
        inner = (-(-size[0] // (STEP * columns)) * STEP, -(-size[1] // (STEP * rows)) * STEP)
        pixels = math.prod(min(each + 2 * border, length) for each, length in zip(inner, size, strict=True))
        if pixels <= max_pixels and inner[1] * size[0] <= ROW * max_pixels:
            best = min(best, (float(columns * rows * pixels), inner))
    return border, best[1]


def border_of(frame: SceneFrame, size: tuple[int, int], quality: Tier) -> int:
    """Return how far [pixels] the passes of a tier look beyond a tile of a picture of this size."""
    width, height = size
    reach = [0]
    if quality.reflection_taps > 1 and frame.stage is Surroundings.STUDIO:
        reach += [math.ceil(IMAGE_BLUR[0] * width), math.ceil(IMAGE_BLUR[1] * height)]
    if quality.hdr:
        blurred = 2.0 * MAX_BLUR if frame.view.blur > 0.0 else 0.0
        reach.append(math.ceil((_occlusion_reach(frame) + blurred) * height))
    if any((mesh.vertices[:, 8] == Material.GLASS).any() for mesh in {each.mesh for each in frame.instances}):
        reach.append(math.ceil(GLASS * height))
    return EDGE_REACH + math.ceil(BEADS * max(1.0, height / 720.0)) + max(reach)


def _occlusion_reach(frame: SceneFrame) -> float:
    """Return how far ambient occlusion looks, in picture heights, where a body is nearest."""
    away = float(np.linalg.norm(frame.view.eye - frame.focus)) - float(frame.radius)
    near = occlusion_reach(frame.radius) * 0.5 * float(frame.view.projection[1, 1]) / max(away, 1e-9)
    return min(MAX_REACH, near)
