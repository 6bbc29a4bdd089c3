"""Lines and arrows as quads on the screen, fainter where a body hides them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple, cast

import moderngl
import numpy as np

from game.model.frame import Array, Curve, OverlayArrow, Ribbon, SceneFrame, View
from game.render.overlay.smooth_paths import smooth_path

Making = Callable[[], moderngl.Program]
"""A function that returns a program, made on its first call."""
ROW = 32
"""Number of bytes of one ribbon point: x y z, half width, rgba."""

FADES, THIN = 0.6, 0.2
"""Fraction of its life in which a point of a ribbon fades, and ratio of its last width to its first."""
LIFT = np.full((1, 8), np.nan, np.float32)
MAX_PIECES = 8
"""Greatest number of pieces of a stretch of a tube."""
MIN_THINNED = 256
"""Least number of points of a line that is thinned."""


class LineView(NamedTuple):
    """The picture that lines are made for: its view, its size [pixels], and half a pixel in the scene's middle [m]."""

    view: View
    size: tuple[int, int]
    grain: float

    @classmethod
    def of(cls, frame: SceneFrame, size: tuple[int, int]) -> LineView:
        """Return the picture of a frame at a size [pixels]."""
        return cls(frame.view, size, pixel_size(frame, size[1]))


def ribbon_rows(ribbon: Ribbon, pixels: float = 1.0) -> Array:
    """Return points of a ribbon as the shader reads them: (n, 8) x y z, half width [pixels], r g b a.

    Young points are wide; as they age they taper and vanish. pixels: how many of the target's pixels one pixel of the
    width is.
    """
    points = np.asarray(ribbon.points, np.float32)
    fresh = np.clip(1.0 - (ribbon.now - points[:, 3:4]) / max(ribbon.life, 1e-9), 0.0, 1.0)
    rows = np.empty((len(points), 8), np.float32)
    rows[:, :3] = points[:, :3]
    rows[:, 3:4] = 0.5 * pixels * ribbon.width * (THIN + (1.0 - THIN) * np.sqrt(fresh))
    rows[:, 4:7] = ribbon.color
    ramp = np.clip(fresh / FADES, 0.0, 1.0)
    rows[:, 7:8] = ramp * ramp * (3.0 - 2.0 * ramp)
    rows[np.isnan(points).any(axis=1), :4] = np.nan
    alive: Array = rows[~(fresh[:, 0] <= 0.0)]
    return alive


def curve_rows(curve: Curve) -> Array:
    """Return points of a curve in the form of `ribbon_rows`; of a tube the half width is its radius [m]."""
    rows = np.empty((len(curve.points), 8), np.float32)
    rows[:, :3] = curve.points
    rows[:, 3:7] = (curve.tube or 0.5 * curve.width, *curve.color)
    rows[:, 7] = curve.opacity
    rows[np.isnan(rows).any(axis=1), :4] = np.nan
    return rows


def thin_line(rows: Array, grain: float) -> Array:
    """Return a long line (n, 8) without the points that are nearer than `grain` [m] along it to the last that is kept.

    Where a motion almost stops, as at a cusp, its points are too dense for a stretch between two to have a direction.
    """
    if len(rows) < MIN_THINNED or grain <= 0.0:
        return rows
    steps = np.sqrt((np.diff(rows[:, :3], axis=0) ** 2).sum(axis=1))
    lifted = np.isnan(steps)
    steps[lifted] = grain
    at = np.floor(np.cumsum(steps) / grain)
    kept = np.ones(len(rows), bool)
    kept[1:-1] = at[:-1] != np.concatenate([[0.0], at[:-2]])
    kept[1:] |= lifted
    kept[:-1] |= lifted
    return rows[kept]


def drawn_rows(curve: Curve, canvas: LineView) -> Array:
    """Return the rows of a curve as it is drawn: without points that are too dense, a path as a spline."""
    rows = thin_line(curve_rows(curve), canvas.grain)
    return smooth_path(rows, canvas.view, canvas.size) if curve.path else rows


def join_lines(lines: Iterable[Array]) -> Array:
    """Return the rows of lines, with the pen lifted between them, at the beginning and at the end."""
    return np.concatenate([LIFT, *(part for line in lines for part in (line, LIFT)), LIFT])


def sort_far_to_near(rows: Array, view: View) -> Array:
    """Return the stretches of tubes (n, 4, 8), each with its neighbours, from those far from the eye to the near ones.

    A stretch that runs away from the eye is cut into pieces no deeper than the thickest tube is wide, so that of two
    tubes about the same line the thicker one is always the nearer.
    """
    depths = rows[:, :3] @ view.view[:3, 2]  # they grow towards the eye
    start = np.flatnonzero(np.isfinite(depths[1:-2]) & np.isfinite(depths[2:-1]))
    thickest = max(float(rows[start + 1, 3].max(initial=0.0)), 1e-9)
    deep = np.abs(depths[start + 2] - depths[start + 1]) / thickest
    count = np.clip(np.ceil(deep), 1, MAX_PIECES).astype(np.intp)
    which = np.repeat(start, count)
    piece = np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count)
    share, pieces = piece.astype(np.float32)[:, None], np.repeat(count, count).astype(np.float32)[:, None]
    a, b, c, d = (rows[which + k] for k in range(4))
    step = (c - b) / pieces
    first, last = b + share * step, b + (share + 1.0) * step
    begins, ends = share == 0.0, share == pieces - 1.0
    cut = np.stack([np.where(begins, a, first - step), first, np.where(ends, c, last), np.where(ends, d, last + step)])
    nearest = 0.5 * (cut[1, :, :3] + cut[2, :, :3]) @ view.view[:3, 2] + 2.0 * cut[1, :, 3]
    return np.ascontiguousarray(cut.transpose(1, 0, 2)[np.argsort(nearest, kind="stable")])


def pixel_size(frame: SceneFrame, height: int) -> float:
    """Return the size [m] of half a pixel at the middle of the scene in a picture of this height [pixels]."""
    away = float(np.linalg.norm(frame.view.eye - frame.focus))
    return away / (float(frame.view.projection[1, 1]) * max(height, 1))


class QuadBuffer:
    """A growing buffer of instanced quads; `attributes` say name, format and offset.

    The program is made when there is first a quad to draw.
    """

    def __init__(
        self,
        ctx: moderngl.Context,
        program: Making,
        attributes: Sequence[tuple[str, str, int]],
        stride: int,
    ) -> None:
        self._ctx = ctx
        self._make = program
        self._attributes = attributes
        self._stride = stride
        self._array: moderngl.VertexArray | None = None
        self._buffer: moderngl.Buffer | None = None
        self._count = 0

    @cached_property
    def _program(self) -> moderngl.Program:
        return self._make()

    def write(self, data: Array, count: int) -> None:
        """Upload this picture's data, enough for `count` quads."""
        self._count = count
        if not count:
            return
        if self._buffer is None or data.nbytes > self._buffer.size:
            self.release()
            self._buffer = self._ctx.buffer(reserve=max(2 * data.nbytes, 1 << 18), dynamic=True)
            self._array = self._ctx.vertex_array(self._program, [])
            for name, form, offset in self._attributes:
                place = cast(moderngl.Attribute, self._program[name]).location
                self._array.bind(place, "f", self._buffer, form, offset=offset, stride=self._stride, divisor=1)
        self._buffer.write(data.tobytes())

    def draw(self, target: tuple[int, int]) -> None:
        """Draw over a target of this size [pixels]; blending and the depth texture are bound already."""
        if self._count and self._array is not None:
            self._program["canvas"] = (*target, 1.0 / target[0], 1.0 / target[1])
            self._array.render(moderngl.TRIANGLE_STRIP, vertices=4, instances=self._count)

    def release(self) -> None:
        """Free the buffers; a later picture makes new ones."""
        if self._array is not None and self._buffer is not None:
            self._array.release()
            self._buffer.release()
        self._array = self._buffer = None


STRETCH = (
    *((name, "4f", ROW * k) for k, name in enumerate(("in_a", "in_b", "in_c", "in_d"))),
    ("in_color_b", "4f", ROW + 16),
    ("in_color_c", "4f", 2 * ROW + 16),
)
"""Four rows one after another: a stretch of a line and its neighbours."""


class Lines(QuadBuffer):
    """Lines of a picture in one draw call, with the pen lifted between them."""

    def __init__(self, ctx: moderngl.Context, program: Making) -> None:
        super().__init__(ctx, program, STRETCH, ROW)

    def place_rows(self, lines: Iterable[Array]) -> None:
        """Upload lines, each as rows in the form of `ribbon_rows`."""
        rows = join_lines(lines)
        self.write(rows, max(len(rows) - 3, 0))


class Ribbons(Lines):
    """The ribbons of a picture."""

    def place(self, ribbons: Sequence[Ribbon], pixels: float, canvas: LineView) -> None:
        """Upload this picture's ribbons, as splines; pixels as in `ribbon_rows`."""
        rows = (thin_line(ribbon_rows(ribbon, pixels), canvas.grain) for ribbon in ribbons)
        self.place_rows(smooth_path(line, canvas.view, canvas.size) for line in rows)


class Curves(Lines):
    """The curves of a picture that are not tubes."""

    def place(self, curves: Iterable[Curve], canvas: LineView) -> None:
        """Upload this picture's curves."""
        self.place_rows(drawn_rows(curve, canvas) for curve in curves)


class Tubes(QuadBuffer):
    """The curves of a picture that are tubes: nearer parts cover farther ones, also of the same tube.

    They are drawn over the finished picture, where there is no depth test, and so from the farthest stretch on.
    """

    def __init__(self, ctx: moderngl.Context, program: Making) -> None:
        super().__init__(ctx, program, STRETCH, 4 * ROW)

    def place(self, curves: Iterable[Curve], canvas: LineView) -> None:
        """Upload this picture's tubes, sorted for its view."""
        rows = join_lines(drawn_rows(curve, canvas) for curve in curves)
        stretches = sort_far_to_near(rows, canvas.view)
        self.write(stretches, len(stretches))


class Arrows(QuadBuffer):
    """The arrows of a picture."""

    def __init__(self, ctx: moderngl.Context, program: Making) -> None:
        attributes = [("in_tail", "4f", 0), ("in_tip", "3f", 16), ("in_color", "4f", 28), ("in_head", "1f", 44)]
        super().__init__(ctx, program, attributes, 48)

    def place(self, arrows: Sequence[OverlayArrow]) -> None:
        """Upload this picture's arrows; one that is not finite is left out."""
        rows = np.array(
            [(*arrow.tail, arrow.radius, *arrow.tip, *arrow.color, arrow.opacity, arrow.kind) for arrow in arrows],
            np.float32,
        ).reshape(-1, 12)
        rows = rows[np.isfinite(rows).all(axis=1)]
        self.write(rows, len(rows))
