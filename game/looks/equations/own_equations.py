"""The look of equations of one's own: balls, boxes, rods, springs, rings, arrows as the file says, on a stand."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType

import numpy as np
from msgspec.structs import replace

from game.looks.equations import equation_parts as parts
from game.looks.equations.motion_box import box_of
from game.looks.generic import LastChange, Look, further_points, whole_pose
from game.looks.kit import shapes
from game.looks.kit.parts import pendulum_parts
from game.looks.kit.path_names import add_path_name, path_of
from game.looks.kit.transforms import translation
from game.model.arrow_scales import ArrowScales
from game.model.arrow_views import depth_of
from game.model.colors import LIGHT_GREY, QUANTITY_COLORS, Color
from game.model.frame import (
    Array,
    CheckerPattern,
    Instance,
    Mesh,
    Ribbon,
    Room,
    ScaleBar,
    SceneFrame,
    SceneLabel,
    SurfacePattern,
    Surroundings,
    View,
    hung,
    is_somewhere,
    standing,
)
from game.model.hold import Aimed, Anchor, Between, Fixed, OnBody, World
from game.model.trails import TRACE_POINTS, TRACE_RATE, FadingPaths
from physics.equations.description import symbol_of
from physics.equations.drawing import FIT_SIZE, MOVED, TIED, DrawnItem, DrawnRow
from physics.equations.equations import Equations
from physics.maths import dense
from physics.shapes.solids import Body, Box, Ellipsoid
from physics.types import Arrow, Floats, Vector3

CLEAR = 0.12
"""Clearance above the table of what comes lowest, in the size of the motion."""
BEHIND = 0.32
"""Distance of the column of a stand behind all that moves, in the same."""
OSCILLATIONS, WINDINGS = 8.0, 40.0
"""Number of oscillations whose path is seen; of what has rates alone."""
SHORTEST, LONGEST = 6.0, 80.0
"""Least and greatest time for which a point of a trace is seen [s]."""
KEPT = 0.95
"""Part of the points of a trace that is used."""
FLAT = 0.12
"""Extent over the greatest one below which a motion is flat in this direction."""
LEAST = 1e-9
"""Least size of a motion, and length of a spring or a rod, that is made [m]."""
UPRIGHT = 0.999
"""Rise of a rod over its length from which on it is upright."""
AROUND = 1.1
"""Radius of what is looked at, in the size of the motion."""


class EquationsLook(Look[Equations]):
    """A look that draws what a scene file says of its equations, and holds what hangs on the origin on a stand.

    Where the file says nothing, a ball is at the state in a space of variables, whose axes are drawn. Where
    the motion goes in its first seconds is always in the picture.
    """

    systems = ("own equations",)
    room = Room.LABORATORY
    sized_by_motion = True
    trace_width = 3.0

    def __init__(self, system: Equations) -> None:
        self._kind, self._drawing = type(system), system.drawing
        winds = not system.own.accelerated
        self._moved = box = box_of(system)
        self._low, self._high, period, outermost = box.low, box.high, box.period, box.outermost
        kept = [outermost]
        if not self._drawing.chosen:
            far = parts.BEYOND * FIT_SIZE * np.array([float(bool(axis)) for axis in self._drawing.axes])
            self._low, self._high = np.minimum(self._low, -far), np.maximum(self._high, far)
            kept += [np.diag(far), -np.diag(far)]
        for height in self._grounds():
            self._low[2] = min(self._low[2], height)
        if self._drawing.origin:
            self._low, self._high = np.minimum(self._low, 0.0), np.maximum(self._high, 0.0)
        self.life = min(max((WINDINGS if winds else OSCILLATIONS) * period, SHORTEST), LONGEST)
        self.trace_rate = min(TRACE_RATE, KEPT * TRACE_POINTS / self.life)
        self.pose = seen_from(self._high - self._low)
        self._centre = 0.5 * (self._low + self._high)
        self._half = max(0.5 * float(dense.length(self._high - self._low)), LEAST)
        self._finish = {
            item.row.name: parts.finish(item.row.colour, "brass" if item.row.kind == "ball" else "wood")
            for item in self._drawing.of(*MOVED)
        }
        super().__init__(system)
        self.size = self._half
        kept += [np.array([[*self._centre[:2], height]]) for height in self._grounds()]
        kept += [np.zeros((1, 3))] if self._drawing.origin else []
        self.always = self.to_world(np.vstack(kept)).astype(np.float32)
        points = further_points(system, memoryview(system.start()))
        self._ties = self._made_ties(points)
        self._stand = [*self._made_stand(), *self._made_tracks(points), *self._made_feet(points)]

    def fits(self, system: Equations) -> bool:
        """Return whether the same parts show a system: the same description, with the same sizes of what is drawn."""
        return type(system) is self._kind and system.drawing == self._drawing

    def _grounds(self) -> list[float]:
        return [item.sizes[0] for item in self._drawing.of("ground")]

    def stand_height(self) -> float:
        """Return the height of the lab's origin above the table [m], which is the ground where there is one."""
        grounds = self._grounds()
        return -min(grounds) if grounds else CLEAR * self._half - float(self._low[2])

    def reach(self, body: Body) -> float:
        """Return half the size of the motion, whatever the body is [m]."""
        return self._half

    @property
    def focus(self) -> Vector3:
        """Return the middle of the motion of the first seconds."""
        return self.to_world(self._centre)

    @property
    def radius(self) -> float:
        """Return the radius of a sphere that holds the motion of the first seconds [m]."""
        return AROUND * self._half

    # Parts -------------------------------------------------------------------------------------------------

    def mesh(self, body: Body) -> Mesh:
        """Return the mesh of a ball or a box, in its colour."""
        material = self._finish.get(body.name, parts.finish("", "brass")).material
        match body.solid:
            case Box(sides, centre):
                return shapes.box(sides, centre, material)
            case Ellipsoid(axes, centre):
                return shapes.ellipsoid(axes, centre, material)
        return super().mesh(body)

    def paint(self, body: Body) -> SurfacePattern | CheckerPattern | None:
        """Return None: what is drawn does not turn."""
        return None

    def _made_ties(self, points: np.ndarray) -> list[tuple[Mesh, tuple[int, int], float, parts.Finish]]:
        """Return meshes, ends, lengths, 0 of rings, and finishes of what is tied. points (n, 3) [m]: of the start."""
        found: list[tuple[Mesh, tuple[int, int], float, parts.Finish]] = []
        for item in self._drawing.of(*TIED):
            radius, ends, colour = item.sizes[0], item.ends, item.row.colour
            worn = parts.finish(colour, "steel")
            if item.row.kind == "ring":
                found.append((parts.hoop(radius, item.sizes[1], worn.material), ends, 0.0, worn))
                continue
            if item.row.kind == "track":
                rod = shapes.cylinder(radius, 1.0, worn.material, 24)
                found += [] if self._is_still(item) else [(rod, pair, 1.0, worn) for pair in pairwise(item.places)]
                continue
            if item.row.kind == "rod":
                found.append((shapes.cylinder(radius, 1.0, worn.material, 24), ends, 1.0, worn))
                continue
            apart = points[ends[1]] - points[ends[0]]
            length = max(dense.length(apart), radius) if is_somewhere(apart) else radius
            worn = worn if colour else worn._replace(tint=pendulum_parts.BLUED)
            found.append((parts.coil(radius, item.row.turns, length, worn.material), ends, length, worn))
        return found

    def _is_still(self, item: DrawnItem) -> bool:
        """Return whether what is tied stays where it is."""
        return self._moved.is_still(item.places)

    def _made_tracks(self, points: np.ndarray) -> list[Instance]:
        """Return the tracks that stay where they are. points (n, 3) [m]: of the start."""
        found = []
        for item in self._drawing.of("track"):
            worn = parts.finish(item.row.colour, "steel")
            if self._is_still(item) and is_somewhere(points[item.places]):
                mesh = parts.track(points[item.places], item.sizes[0], worn.material)
                place = translation(0.0, 0.0, self.lift)
                found.append(standing(Instance(mesh, place, framed=False, **worn.worn())))  # type: ignore[arg-type]
        return found

    def _made_feet(self, points: np.ndarray) -> list[Instance]:
        """Return the feet of upright rods that stand on the ground. points (n, 3) [m]: of the start."""
        found: list[Instance] = []
        for item in self._drawing.of("rod"):
            low, high = sorted((points[k] for k in item.places), key=lambda place: float(place[2]))
            stands = any(abs(float(low[2]) - height) < LEAST for height in self._grounds())
            if stands and self._is_still(item) and float(high[2] - low[2]) > UPRIGHT * dense.length(high - low):
                found += parts.foot(self.to_world(low), item.sizes[0])
        return found

    def _made_stand(self) -> list[Instance]:
        """Return the stand of what hangs on the origin, or the axes of a space of variables."""
        if not self._drawing.chosen:
            return parts.axis_rods(self._drawing, FIT_SIZE, self.lift)
        if not self._drawing.origin or self.lift <= 0.0:
            return []
        return parts.stand(self._half, self.lift, float(self._high[1]) + BEHIND * self._half)

    def furniture(self) -> list[Instance]:
        """Return the stand or the axes."""
        return self._stand

    # Pictures ----------------------------------------------------------------------------------------------

    def frame(self, system: Equations, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """Return a frame with balls and boxes, rods, springs and rings, and the stand."""
        frame = super().frame(system, y, view, blur_seconds)
        if self._drawing.floats:
            frame.stage = Surroundings.VOID
        for k, body in enumerate(system.bodies(y)):
            worn = self._finish.get(body.name)
            if worn is not None:
                frame.instances[k] = replace(frame.instances[k], **worn.worn())
        pose, first = whole_pose(self, system, y), system.pose_layout.first_point
        for mesh, (low, high), length, worn in self._ties:
            one, other = Anchor(first + low), Anchor(first + high)
            on = Between(one, other, (1.0, 1.0), (0.0, length)) if length else Aimed(one, other, (1.0, 1.0, 1.0))
            frame.instances.append(hung(mesh, on, pose, **worn.worn()))
        return frame

    def vectors(self, system: Equations, y: Floats) -> list[Arrow]:
        """Return the arrows, those without a unit with their lengths in the picture [m]."""
        rows = [item.row for item in self._drawing.of("arrow")]
        arrows = {arrow.name: arrow for arrow in system.arrows(y)}
        kept = zip((kind.name for kind in system.pose_layout.arrows), rows, strict=True)
        return [
            arrow._replace(
                vector=(1.0 if row.unit else row.scale) * np.asarray(arrow.vector, float),
                symbol=row.label or symbol_of(name),
            )
            for name, row in kept
            if (arrow := arrows.get(name)) is not None
        ]

    def fixed_lengths(self) -> Mapping[str, float]:
        """Return the lengths [m] of arrows of magnitude 1, by unit: those without one have theirs in `vectors`."""
        rows = [item.row for item in self._drawing.of("arrow")]
        return {"": 1.0} | {row.unit: row.scale for row in rows if row.unit and row.scale}

    def add_arrows(self, frame: SceneFrame, system: Equations, y: Floats, scales: ArrowScales) -> None:
        """Add the arrows, in their colours."""
        before = len(frame.arrows)
        super().add_arrows(frame, system, y, scales)
        rows = [item.row for item in self._drawing.of("arrow")]
        inks = {row.label or symbol_of(row.name): parts.ink(row.colour) for row in rows}
        for k in range(before, len(frame.arrows)):
            ink = inks.get(frame.arrows[k].label)
            if ink is not None:
                frame.arrows[k] = replace(frame.arrows[k], color=ink)

    def add_traces(self, frame: SceneFrame, paths: FadingPaths) -> None:
        """Add the paths, each in the colour of what leaves it."""
        if paths.color is not None:
            super().add_traces(frame, paths)
            return
        colours = {item.row.name: item.row.colour for item in self._drawing.of(*MOVED)}
        for name in paths.trails:
            ink = parts.ink(colours.get(name, "")) or QUANTITY_COLORS["trace"]
            for points in paths.of(name).laid:
                deep = not self._drawing.chosen and all(self._drawing.axes)
                pieces = self._by_nearness(frame, points) if deep else [(points, ink)]
                frame.ribbons += [Ribbon(piece, paths.now, paths.life, own, self.trace_width) for piece, own in pieces]
                if len(paths.trails) == 1:  # several are told apart by their colours
                    add_path_name(frame, points, paths, path_of(name), ink)

    def _by_nearness(self, frame: SceneFrame, points: Array) -> list[tuple[Array, Color]]:
        """Return the parts of a path in a space of variables with their inks, which say how near they are."""
        depths = dense.times(np.asarray(points[:, :3], float), depth_of(frame.view)[:3])
        return parts.by_nearness(points, depths)

    def add_overlays(self, frame: SceneFrame, system: Equations, y: Floats, since: LastChange) -> None:
        """Add the labels of what is drawn and a bar for lengths, or the names and numbers of the axes of a space."""
        if self._drawing.chosen:
            frame.labels += self._labels(system, y)
            if parts.is_in_metres(system.own):
                frame.bars.append(ScaleBar("m", 1.0, self.focus.astype(np.float32), LIGHT_GREY))
            return
        for name, _, end in parts.axis_ends(self._drawing.axes, FIT_SIZE):
            base = name.rstrip("'")
            text = symbol_of(base) + "′" * (len(name) - len(base))
            place = self.to_world(end).astype(np.float32)
            frame.labels.append(SceneLabel(place, text, QUANTITY_COLORS["axes"], outward=True, on=World()))
        for tick in parts.axis_ticks(self._drawing.axes, self._drawing.ranges, FIT_SIZE):
            away = (
                parts.BESIDE * FIT_SIZE * (np.array([-1.0, 0.0, 0.0]) if tick.along[2] else np.array([0.0, 0.0, -1.0]))
            )
            place, text = self.to_world(tick.place + away).astype(np.float32), f"{tick.value:g}".replace("-", "−")
            frame.labels.append(SceneLabel(place, text, LIGHT_GREY, outward=True, on=World(), plain=True))

    def _labels(self, system: Equations, y: Floats) -> list[SceneLabel]:
        """Return the labels of balls and boxes, over them, and of rods, springs and rings."""
        found, bodies = [], system.bodies(y)
        for item in self._drawing.of(*MOVED):
            if item.row.label and is_somewhere(bodies[item.number].position):
                above = item.sizes[0] if item.row.kind == "ball" else 0.5 * item.sizes[2]
                place = self.to_world(np.asarray(bodies[item.number].position, float) + np.array([0.0, 0.0, above]))
                found.append(self._label(item.row, place, OnBody(item.number, None, float(above))))
        points = further_points(system, y)
        for item in self._drawing.of(*TIED):
            if item.row.label and is_somewhere(points[item.places]):
                low, high = points[item.ends[0]], points[item.ends[1]]
                middle = parts.top_of_ring(low, high, item.sizes[0]) if item.row.kind == "ring" else 0.5 * (low + high)
                which = item.places[len(item.places) // 2]
                if item.row.kind == "track":
                    middle = points[which]
                fixed: Fixed | None = World() if self._is_still(item) else None
                if fixed is None and (item.row.kind == "track" or self._moved.is_shifted(item.places)):
                    fixed = OnBody(system.pose_layout.first_point + which)
                found.append(self._label(item.row, self.to_world(middle), fixed))
        return found

    def _label(self, row: DrawnRow, place: Vector3, on: Fixed | None) -> SceneLabel:
        """Return a label in the ink of what it belongs to."""
        return SceneLabel(place.astype(np.float32), row.label, parts.ink(row.colour) or LIGHT_GREY, on=on)


def seen_from(extent: Vector3) -> Mapping[str, float]:
    """Return the direction from which a motion of an extent (3,) [m] is seen: a flat one from the front, or above."""
    flat = extent < FLAT * float(extent.max())
    if flat[1] and not flat[0]:
        return MappingProxyType({"azimuth": -76.0, "elevation": 9.0})
    if flat[2]:
        return MappingProxyType({"azimuth": -70.0, "elevation": 36.0})
    return MappingProxyType({"azimuth": -62.0, "elevation": 18.0})
