"""The phase sculpture: what a flow makes of a curve of starts, in a phase plane, with time going up.

It stands on a plinth. Its colours tell the starts apart, as those of a cloud do. A glowing line is the slice of the
present, in which a bead is the body itself.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.looks.generic import linear
from game.looks.kit import shapes
from game.looks.kit.sheet_mesh import sheet_mesh, sheet_normals, whole_cells
from game.looks.kit.sweep import swept
from game.looks.kit.transforms import identity, translation
from game.model.colormap import diverging
from game.model.colors import LIGHT_GREY, Color
from game.model.figures.axis import AxisScale, Tick, brief
from game.model.frame import Curve, Instance, Mesh, Points, Ribbon, SceneFrame, SceneLabel, Surroundings, View
from game.model.material import Material
from game.model.shown.shown_units import DEGREES
from game.model.words import decimal, later, tr
from physics.core.system import System
from physics.maths.elementary import cos, sin
from physics.simulation.poincare import column, plottable_names
from physics.studies.phase_sculpture import TURN, SculptureRequest, SculptureSheet
from physics.types import Floats, Vector3

Floats64 = NDArray[np.float64]

SIDE, HEIGHT = 1.0, 1.35
"""Sides of the plane and height of the time axis [m]."""
MARGIN = 0.04
"""Room beside the sheet, in its widths, where the plane does not go round."""
PLINTH, FOOT = 1.24, 0.07
"""Width and height of the plinth [m]."""
MIDDLE: Vector3 = np.array([0.0, 0.0, FOOT + 0.46 * HEIGHT])
RADIUS = 0.86
"""Middle and radius [m] of what a camera frames."""
SCULPTURE_STAGE = MIDDLE, RADIUS
THICKNESS, THREAD = 0.003, 0.006
"""Thickness of the sheet, and radius of the thread as which a narrow one is drawn [m]."""
BANDS, INLAY = 28, 0.78
"""Number of bands of different colours, and brightness of every second one."""
GLOW: Color = (1.0, 0.97, 0.86)
"""Colour (sRGB) of the slice of the present."""
SHEEN = 0.34
"""Roughness of the sheet."""
STONE = (0.030, 0.032, 0.036)
"""Colour (linear RGB) of the plinth."""
MOST_TICKS, FEWER_TICKS, ROOM = 4, 2, 32
"""Greatest number of ticks of an axis, the same where labels are long, and characters that have room beside it."""
MARK = 0.022
"""Length of the ticks [m]."""
ASIDE = 0.075
"""Distance of numbers from the frame [m]."""


class PlaneAxis(NamedTuple):
    """An axis: the quantity on it, its unit as shown, and the values [this unit] at its ends."""

    title: str
    unit: str
    scale: AxisScale

    @classmethod
    def of(cls, system: System, name: str, low: float, high: float) -> PlaneAxis:
        """Return the axis of a quantity with values from low to high [SI]."""
        found = next(each for each in plottable_names(system) if each.name == name)
        scale = AxisScale(DEGREES.shown(low, found.unit), DEGREES.shown(high, found.unit))
        return cls(found.symbol or found.name, DEGREES.of(found.unit), scale)

    def labelled(self) -> tuple[list[Tick], str]:
        """Return ticks with their labels, and the title with what these leave out.

        Short ones have the unit. Longer ones, such as `57200 °/s`, would run into one another: their unit stands in the
        title, and of those that are long without it there are fewer.
        """
        found = self.scale.ticks(MOST_TICKS)
        labels = [_measured(tick.label, self.unit) for tick in found.ticks]
        if not found.common and sum(map(len, labels)) <= ROOM:
            ticks = [Tick(tick.value, label) for tick, label in zip(found.ticks, labels, strict=True)]
            return ticks, self.title
        if sum(len(tick.label) for tick in found.ticks) > ROOM:
            found = self.scale.ticks(FEWER_TICKS)
        unit = " ".join(part for part in (found.common, self.unit) if part)
        return list(found.ticks), f"{self.title} [{unit}]" if unit else self.title


class PhaseSculpture:
    """The sculpture of a surface that was computed, with its meshes."""

    def __init__(self, request: SculptureRequest, sheet: SculptureSheet) -> None:
        self.request, self.sheet = request, sheet
        room = np.where(sheet.wraps, 0.0, MARGIN) * (sheet.high - sheet.low)
        self._low, self._high = sheet.low - room, sheet.high + room
        names = zip(request.plane, self._low.tolist(), self._high.tolist(), strict=True)
        self.axes = [PlaneAxis.of(request.system, name, low, high) for name, low, high in names]
        unit = next(each.unit for each in plottable_names(request.system) if each.name == request.plane.across)
        self._unit = f"{unit}²/s"
        self._places = self._placed(sheet.points, sheet.times[:, None])
        self.instances = [*_plinth(), *self._sheet(), *self._threads()]

    def _placed(self, points: Floats64, times: Floats64) -> Floats64:
        """Return places (..., 3) [m] in the world of points (..., 2) of the plane [SI] at times (...) [s]."""
        first, last = float(self.sheet.times[0]), float(self.sheet.times[-1])
        flat = SIDE * ((points - self._low) / (self._high - self._low) - 0.5)
        up = FOOT + HEIGHT * (times - first) / max(last - first, 1e-12)
        return np.concatenate([flat, np.broadcast_to(up, points.shape[:-1])[..., None]], axis=-1)

    # Meshes ----------------------------------------------------------------------------------------------

    def _sheet(self) -> list[Instance]:
        """Return the sheet in bands, by their starts."""
        sheet, period = self.sheet, np.array([*np.where(self.sheet.wraps, SIDE, np.inf), np.inf])
        cells = whole_cells(self._places, period, sheet.torn)
        normals = sheet_normals(self._places, period, sheet.closed)
        offsets = 0.5 * THICKNESS, -0.5 * THICKNESS
        if sheet.closed:  # both sides outwards, so that those of a thin filament stay apart
            outwards = 0.5 * THICKNESS * (1.0 if _turns_left(sheet.points[0]) else -1.0)
            offsets = outwards, outwards
        edges = np.searchsorted(sheet.share, np.linspace(0.0, 1.0, BANDS + 1)).clip(0, len(sheet.share) - 1)
        found = []
        for band, (first, last) in enumerate(itertools.pairwise(edges.tolist())):
            part, span = cells[:, first:last], slice(first, last + 1)
            if not part.any():
                continue
            color = self.color(float(sheet.share[(first + last) // 2]), INLAY if band % 2 else 1.0)
            mesh = sheet_mesh(self._places[:, span], normals[:, span], part, Material.PLAIN, offsets)
            found.append(Instance(mesh, identity(), color, SHEEN))
        return found

    def color(self, share: float, brightness: float = 1.0) -> tuple[float, float, float]:
        """Return the colour (linear RGB) of a start: blue below the middle of the spread, orange above it."""
        offset = cos(TURN * share) if self.sheet.closed else 2.0 * share - 1.0
        red, green, blue = diverging(np.array([offset]))[0, :3] / 255.0
        return linear((float(red), float(green), float(blue)), brightness)

    def _threads(self) -> list[Instance]:
        """Return the thread of the middle start, for the time while the sheet is too narrow to be seen."""
        sheet, middle = self.sheet, len(self.sheet.share) // 2
        if sheet.closed:
            return []
        length = np.nan_to_num(sheet.steps, nan=np.inf).sum(axis=1) * SIDE
        path = self._places[length < 2.0 * THREAD, middle]
        return [Instance(_thread(piece), identity(), self.color(0.5), SHEEN) for piece in _pieces(path)]

    # Pictures --------------------------------------------------------------------------------------------

    def time_in(self, time: float) -> float | None:
        """Return the time of the slice that shows a time of the run [s], or None without one.

        A sculpture that begins later than its run is that of a motion that is driven: its slices come again and again.
        """
        first, last = float(self.sheet.times[0]), float(self.sheet.times[-1])
        if self.request.after > 0.0 and last > first:
            return first + (time - first) % (last - first)
        step = self.request.dt  # what is shown may be a step behind
        return min(max(time, first), last) if first - step <= time <= last + step else None

    def frame(self, view: View, time: float, y: Floats) -> SceneFrame:
        """Return the picture of the sculpture in the void, at a time of the run [s], with the body in the state y."""
        frame = SceneFrame(
            view, MIDDLE.astype(np.float32), RADIUS, title=later("phase sculpture"), stage=Surroundings.VOID
        )
        frame.instances += self.instances
        frame.occluders = np.array([[0.0, 0.0, FOOT, 0.45 * PLINTH]], np.float32)
        self._add_axes(frame)
        moment = self.time_in(time)
        if moment is not None:
            self._add_slice(frame, moment, y)
        return frame

    def _add_slice(self, frame: SceneFrame, time: float, y: Floats) -> None:
        """Add the slice at a time: its frame, its curve, and the body as a bead; with the area, where it is known."""
        times = self.sheet.times
        after = int(np.clip(np.searchsorted(times, time), 1, len(times) - 1))
        part = float((time - times[after - 1]) / (times[after] - times[after - 1]))
        below, above = self._places[after - 1], self._places[after]
        step = above - below
        step[np.abs(step).max(axis=1) > 0.5 * SIDE] = 0.0  # it has gone round from edge to edge
        line = below + part * step
        cut = np.isnan(line).any(axis=1)
        cut[:-1] |= self.sheet.torn[after] | (np.abs(np.diff(line, axis=0)).max(axis=1) > 0.5 * SIDE)
        lit = np.column_stack([line, np.ones(len(line))])
        lit[cut] = np.nan
        z = float(line[0, 2]) if np.isfinite(line[0, 2]) else FOOT
        frame.curves.append(Curve(_square(z), LIGHT_GREY, 1.2, 0.48))
        frame.curves.append(Curve(lit[:, :3].astype(np.float32), GLOW, 2.2))
        frame.ribbons.append(Ribbon(lit.astype(np.float32), 1.0, 1.0, GLOW, 6.0))
        place = self._body(y, z)
        if place is not None:
            frame.points.append(Points(place, np.array([[255, 255, 255, 255]], np.uint8), 11.0, 0.016))
        area = self.sheet.area[after - 1 : after + 1]
        if np.isfinite(area).all():
            value = float(area[0] + part * (area[1] - area[0]))
            share = decimal(f"{100.0 * value / float(self.sheet.area[0]):.1f}")
            corner = _corner(frame.view, 1.0)
            spot = np.array([*((0.5 * SIDE + ASIDE) * corner), z], np.float32)
            words = tr("area {value} ({percent} %)", value=f"{brief(value)} {self._unit}", percent=share)
            frame.labels.append(SceneLabel(spot, words, GLOW, outward=True))

    def _body(self, y: Floats, z: float) -> NDArray[np.float32] | None:
        """Return the place (1, 3) of a state in the slice at this height, or None where it is outside of the plane."""
        state = np.array(y)[None]
        if not np.isfinite(state).all():
            return None
        point = np.array([column(self.request.system, name, state)[0] for name in self.request.plane])
        for axis, wraps in enumerate(self.sheet.wraps):
            point[axis] -= TURN * np.rint(point[axis] / TURN) if wraps else 0.0
        part = (point - self._low) / (self._high - self._low) - 0.5
        inside = np.isfinite(part).all() and (np.abs(part) <= 0.5).all()
        return np.array([[*(SIDE * part), z]], np.float32) if inside else None

    def _add_axes(self, frame: SceneFrame) -> None:
        """Add the frame of the plane at the foot with its scales, and the scale of time at the corner to the left."""
        frame.curves.append(Curve(_square(FOOT + 0.001), LIGHT_GREY, 1.6, 0.8))
        eye = np.asarray(frame.view.eye, float)[:2]
        near = np.where(eye < 0.0, -1.0, 1.0)
        for axis, shown in enumerate(self.axes):
            out = np.zeros(3)
            out[1 - axis] = near[1 - axis]  # at the edge that is turned to the eye
            foot = np.array([0.0, 0.0, FOOT + 0.001]) + 0.5 * SIDE * out
            way = SIDE * np.eye(3)[axis]
            ticks, title = shown.labelled()
            _add_scale(frame, foot - 0.5 * way, way, out, ticks, shown.scale)
            frame.labels.append(SceneLabel((foot + 2.6 * ASIDE * out).astype(np.float32), title, LIGHT_GREY))
        corner = _corner(frame.view, -1.0)
        foot = np.array([*(0.5 * SIDE * corner), FOOT])
        way = np.array([0.0, 0.0, HEIGHT])
        times = AxisScale(float(self.sheet.times[0]), float(self.sheet.times[-1]))
        frame.curves.append(Curve(np.array([foot, foot + way], np.float32), LIGHT_GREY, 1.6, 0.8))
        found = times.ticks(2 * MOST_TICKS)  # one above the other, so that long ones have room, too
        unit = "" if found.common else "s"
        ticks = [Tick(tick.value, _measured(tick.label, unit)) for tick in found.ticks]
        _add_scale(frame, foot, way, np.array([*corner, 0.0]) / math.sqrt(2.0), ticks, times)
        if found.common:
            top = (foot + 1.08 * way).astype(np.float32)
            frame.labels.append(SceneLabel(top, f"t [{found.common} s]", LIGHT_GREY))


def _turns_left(points: Floats64) -> bool:
    """Return whether a closed curve (n, 2) goes round counter-clockwise."""
    x, y = points.T
    return bool(np.nansum(x[:-1] * y[1:] - x[1:] * y[:-1]) >= 0.0)


def _measured(number: str, unit: str) -> str:
    return number + (unit if unit == "°" else f" {unit}".rstrip())


def _corner(view: View, side: float) -> NDArray[np.float64]:
    """Return the signs (2,) of the corner of the plane farthest to the left in the picture (side -1), or the right."""
    right = side * np.asarray(view.view, float)[:2, 0]
    return np.where(right < 0.0, -1.0, 1.0)


def _square(z: float) -> NDArray[np.float32]:
    half = 0.5 * SIDE
    corners = [(-half, -half), (half, -half), (half, half), (-half, half), (-half, -half)]
    return np.array([(x, y, z) for x, y in corners], np.float32)


def _add_scale(
    frame: SceneFrame, start: Vector3, way: Vector3, out: Vector3, ticks: Sequence[Tick], scale: AxisScale
) -> None:
    """Add ticks along a line from `start` (3,), and their numbers beside it in the direction `out`."""
    for value, words in ticks:
        at = start + scale.part(value) * way
        frame.curves.append(Curve(np.array([at, at + MARK * out], np.float32), LIGHT_GREY, 1.6, 0.9))
        frame.labels.append(SceneLabel((at + ASIDE * out).astype(np.float32), words, LIGHT_GREY))


def bare_plinth(view: View, words: str) -> SceneFrame:
    """Return the picture of the plinth alone, with words over it."""
    frame = _empty_frame(view)
    frame.instances += _plinth()
    frame.labels.append(SceneLabel(np.array([0.0, 0.0, 0.5 * HEIGHT], np.float32), words, GLOW))
    return frame


def _empty_frame(view: View) -> SceneFrame:
    title = later("phase sculpture")
    return SceneFrame(view, MIDDLE.astype(np.float32), RADIUS, title=title, stage=Surroundings.VOID)


@lru_cache(maxsize=1)
def _slab() -> Mesh:
    return shapes.box((PLINTH, PLINTH, FOOT), (0.0, 0.0, 0.0), Material.PLAIN)


def _plinth() -> list[Instance]:
    return [Instance(_slab(), translation(0.0, 0.0, 0.5 * FOOT), STONE, 0.22)]


def _pieces(path: Floats64) -> list[Floats64]:
    """Return the parts of a path (n, 3) between its gaps and jumps from edge to edge."""
    if not len(path):
        return []
    jumps = ~(np.abs(np.diff(path, axis=0)).max(axis=1) < 0.5 * SIDE)
    return [piece for piece in np.split(path, np.flatnonzero(jumps) + 1) if len(piece) > 1]


def _thread(path: Floats64) -> Mesh:
    """Return a round thread along a path that rises, (n, 3)."""
    round_ = TURN * np.arange(10) / 10
    outline = THREAD * np.column_stack([cos(round_), sin(round_)])
    return swept(path, outline, (1.0, 0.0, 0.0))
