"""What the workshop adds to the picture: grid, anchors, what is in hand, guides, handles, and where loops are open."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from game.model.colors import Color
from game.model.frame import Array, Curve, Points, SceneFrame, SceneLabel, View
from game.model.hold import Floats64
from game.model.words import decimal, tr
from game.scenefile import sketching
from game.scenefile.sketch import PartName, Sketch, SketchAnchor
from game.session.session import Session
from game.session.workshop.desk import Workshop
from game.session.workshop.picking import TIES, ShownMachine, handles_of
from game.session.workshop.placing_hand import PLACING, PlacingHand
from game.session.workshop.planes import angle_of, round_step, scale_at, turned_about
from game.session.workshop.state import AXES, BuildState, Tool, ValueHandle
from game.session.workshop.value_handles import value_handles, written_value
from physics import BadInput
from physics.machines.joints import GROUND_NAME
from physics.machines.sketch_check import Fault
from physics.machines.vectors import Vector, added, difference, dot, scaled

INK: Color = (0.93, 0.93, 0.90)
ACCENT: Color = (0.502, 0.733, 1.0)
RED: Color = (1.0, 0.42, 0.34)
AXIS_COLORS: dict[str, Color] = {"x": (0.86, 0.26, 0.38), "y": (0.30, 0.72, 0.46), "z": (0.33, 0.56, 0.95)}
CURVE: Color = (0.98, 0.65, 0.18)
RIM: Color = (0.04, 0.05, 0.07)
RING, POINTED, CHOSEN, TAKEN = 8.0, 12.0, 11.0, 13.0
"""Radii of the ring of an anchor, of a joint under the pointer, of one that is selected, of an anchor that takes the
point that is placed [points]."""
WHITE: Color = (1.0, 1.0, 1.0)
HANDLE = 5.5
"""Half the side of a handle [points]."""
ROUND = np.linspace(0.0, 2.0 * math.pi, 25)
"""Angles of the corners of a ring."""
CORNERS = math.pi / 4 + ROUND[::6]
ARC_PARTS = 24
"""Parts of the arc of an angle."""
GAP = np.full((1, 3), math.nan)
NEARER = 0.2
"""Part of the way to the eye by which marks stand before what they mark."""
CELLS = 14
"""Cells of the grid to either side of its middle."""
DASH = 7.0
"""Length of a dash and of the gap after it [points]."""
SAME = 1e-7
"""Distance within which ends count as being where they were [m]."""
OPEN = 1e-6
"""Gap from which on a loop is drawn as open [m]."""


class WorkshopMarks:
    """The marks of one picture. All places are those of the machine; the picture raises them."""

    def __init__(self, frame: SceneFrame, session: Session, view: View, shown: ShownMachine) -> None:
        self._frame, self._view, self._shown = frame, view, shown
        self._session = session
        self._state: BuildState = session.workshop
        matrix = np.asarray(view.view, np.float64)
        self._up = matrix[:3, 1]
        across = np.stack([matrix[:3, 0], matrix[:3, 1]])
        self._circle, self._square = (
            np.stack([np.cos(turns), np.sin(turns)], 1) @ across for turns in (ROUND, CORNERS)
        )

    def add(self) -> None:
        """Add all marks to the frame."""
        if self._state.tool is not Tool.SELECT:
            self._grid()
        self._curves()
        self._faults()
        self._selected()
        self._anchors()
        self._in_hand()
        self._snap()
        self._names()

    # Kinds of marks -----------------------------------------------------------------------------------------

    def _raised(self, points: Sequence[Sequence[float]] | Floats64, front: bool = True) -> Array:
        """Return points of the picture; front: nearer to the eye on the same rays, so that no body hides them."""
        found = np.array(points, np.float32).reshape(-1, 3)
        found[:, 2] += np.float32(self._shown.lift)
        return found + np.float32(NEARER) * (self._view.eye - found) if front else found

    def _line(
        self, points: Sequence[Sequence[float]] | Floats64, color: Color, width: float = 2.0, opacity: float = 1.0
    ) -> None:
        """Draw a line with a dark rim, so that it stands on any ground."""
        raised = self._raised(points)
        self._frame.curves.append(Curve(raised, RIM, width + 2.0, 0.45 * opacity))
        self._frame.curves.append(Curve(raised, color, width, opacity))

    def _dashed(self, start: Vector, end: Vector, color: Color, width: float = 2.0, opacity: float = 1.0) -> None:
        length = math.dist(start, end)
        step = DASH * self._scale(start)
        count = min(max(math.ceil(length / (2.0 * step)), 1), 200)
        rows: list[Sequence[float]] = []
        for k in range(count):
            first, last = k / count, min((k + 0.5) / count, 1.0)
            rows += [added(start, scaled(part, difference(end, start))) for part in (first, last)]
            rows.append((math.nan, math.nan, math.nan))
        self._frame.curves.append(Curve(self._raised(rows), color, width, opacity))

    def _ring(self, place: Vector, radius: float, color: Color, width: float = 2.0) -> None:
        self._rings([place], radius, color, width)

    def _rings(self, places: Iterable[Vector], radius: float, color: Color, width: float = 2.0) -> None:
        """Draw rings of one colour as one line with gaps."""
        rows: list[Floats64] = []
        for place in places:
            rows += [np.array(place) + radius * self._scale(place) * self._circle, GAP]
        if rows:
            self._line(np.concatenate(rows), color, width)

    def _label(self, place: Vector, text: str, color: Color = INK) -> None:
        x, y, z = place
        self._frame.labels.append(
            SceneLabel(np.array((x, y, z + self._shown.lift), np.float32), text, color, plain=True)
        )

    def _scale(self, place: Vector) -> float:
        return scale_at(self._view, place, self._shown.lift, self._state.height)

    # What they say ------------------------------------------------------------------------------------------

    def _grid(self) -> None:
        """Draw the plane of drawing: a grid, and its two axes through the origin."""
        plane = self._state.plane
        step = round_step(self._scale(plane.through))  # as snapping does: lines are where points go
        across, up = (AXES[name] for name in plane.along)
        middle = self._state.snap.place if self._state.snap is not None else plane.through
        away = scaled(dot(plane.through, AXES[plane.square]), AXES[plane.square])
        centre = [round(dot(middle, e) / step) for e in (across, up)]
        rows: list[Sequence[float]] = []
        for k in range(-CELLS, CELLS + 1):
            for along, other, (here, there) in ((across, up, centre), (up, across, centre[::-1])):
                line = added(away, scaled(step * (there + k), other))
                rows += [added(line, scaled(step * (here + sign * CELLS), along)) for sign in (-1, 1)]
                rows.append((math.nan, math.nan, math.nan))
        self._frame.curves.append(Curve(self._raised(rows, front=False), INK, 1.0, 0.16))
        for name, e, here in zip(plane.along, (across, up), centre, strict=True):
            ends = [added(away, scaled(step * (here + sign * CELLS), e)) for sign in (-1, 1)]
            self._frame.curves.append(Curve(self._raised(ends, front=False), AXIS_COLORS[name], 1.5, 0.7))

    def _curves(self) -> None:
        """Draw the coupler curves, with a dot for each 30 degrees of the crank."""
        curves = self._state.curves
        if curves is None or curves.sketch != self._shown.sketch or self._state.pose is not None:
            return
        for curve in list(curves.found.values()):
            self._line([*curve.path, *curve.path[:1]] if curve.whole else curve.path, CURVE, 2.5)
            dots = self._raised(curve.path[:: max((len(curve.path) - 1) // 12, 1)])
            color = np.array([*(round(255 * each) for each in CURVE), 255], np.uint8)
            self._frame.points.append(Points(dots, np.tile(color, (len(dots), 1)), 7.0))

    def _faults(self) -> None:
        """Draw what the first fault is about in red, and open loops with their gaps."""
        check = self._shown.sketch.check
        for loop in check.loops:
            if loop.gap > OPEN:
                joints = [self._shown.made.joints[name] for name in loop.joints if name in self._shown.made.joints]
                for body in sorted({each for joint in joints for each in (joint.first, joint.second)} - {GROUND_NAME}):
                    self._body(body, RED, dashed=True)
                self._line([loop.one, loop.other], RED, 2.0)
                self._ring(loop.one, RING, RED)
                self._ring(loop.other, RING, RED)
                middle = scaled(0.5, added(loop.one, loop.other))
                self._label(middle, f"{decimal(f'{loop.gap:.3f}')} m", RED)
        for fault in check.faults[:1]:
            self._fault(fault)

    def _fault(self, fault: Fault) -> None:
        for table, name in fault.parts:
            if table == "bodies" and name in self._shown.made.bodies:
                self._body(name, RED, dashed=True)
            elif table == "bodies" and (ends := self._shown.written_ends(name)) is not None:
                self._dashed(*ends, RED, 3.0)
            elif table == "joints" and (place := self._shown.drawn_joint(name)) is not None:
                self._ring(place, CHOSEN, RED)

    def _body(self, name: str, color: Color, dashed: bool = False) -> None:
        """Draw the middle line of a body, or a ring about its centre."""
        body = self._shown.made.bodies[name]
        if body.start is None or body.end is None:
            self._ring(self._shown.place(SketchAnchor(name, "centre")), CHOSEN, color)
            return
        ends = [self._shown.place(SketchAnchor(name, each)) for each in (body.start, body.end)]
        if dashed:
            self._dashed(ends[0], ends[1], color, 3.0)
        else:
            self._line(ends, color, 3.0)

    def _selected(self) -> None:
        state, shown = self._state, self._shown
        chosen = [(part, ACCENT) for part in state.selection]
        chosen += [(state.hover, INK)] if state.hover is not None and state.hover not in state.selection else []
        for part, color in chosen:
            table, name = part
            if table == "bodies" and name in shown.made.bodies:
                self._body(name, color)
            elif table == "joints" and name in shown.joints:
                self._ring(shown.joint_place(name), CHOSEN if color is ACCENT else POINTED, color, 2.5)
            elif table in TIES and (ends := shown.tie(part)) is not None:
                self._line(ends, color, 2.5)
        if state.tool is Tool.SELECT:
            for place in handles_of(shown, state.selection).values():
                self._line(np.array(place) + HANDLE * self._scale(place) * self._square, WHITE)
            for handle in value_handles(shown, state.selection, state.plane, self._view):
                self._value_handle(handle)

    def _value_handle(self, handle: ValueHandle) -> None:
        """Draw the handle of a number: a square, of a stop a tick; while it is dragged the value to which it is."""
        press, value = self._state.press, self._state.dialled
        held = press is not None and press.value is not None and press.value.way == handle.way and value is not None
        own = handle.value if value is None or not held else value
        if handle.choices:
            way = handle.choices[int(own)][1]
            place = added(handle.centre, scaled(math.dist(handle.place, handle.centre), way))
            self._line([handle.centre, place], ACCENT if held else WHITE, 2.5)
        elif handle.across is not None:
            place = added(handle.centre, scaled(0.5 * own + handle.beyond, handle.across))
            self._line([added(handle.centre, scaled(0.5 * own, handle.across)), place], WHITE, 1.5)
        else:
            radius, turns = math.dist(handle.place, handle.centre), (handle.value, own)
            first, last = (handle.zero + handle.sense * each for each in turns)
            if handle.way == "angle" and not held:
                first = last - math.pi / 6.0
            ways = [first + (last - first) * k / ARC_PARTS for k in range(ARC_PARTS + 1)]
            arc = [turned_about(handle.centre, handle.centre, handle.plane, radius, each) for each in ways]
            place = arc[-1]
            if handle.way == "angle" or held:
                self._line(arc, ACCENT if held else WHITE, 1.5)
            if handle.way != "angle":
                ends = [added(handle.centre, scaled(part, difference(place, handle.centre))) for part in (0.75, 1.15)]
                self._line(ends, WHITE, 3.0)
        if handle.across is not None or handle.way in ("angle", "axis"):
            square = np.array(place) + HANDLE * self._scale(place) * self._square
            self._line(square, ACCENT if held else WHITE)
        if held:
            up = scaled(18.0 * self._scale(place), self._upward())
            self._label(added(place, up), decimal(written_value(handle, own)).replace(" deg", "°"), ACCENT)

    def _anchors(self) -> None:
        """Draw the rings of what can take a point; with no tool in hand, of joints alone."""
        state, shown = self._state, self._shown
        if state.tool in PLACING:
            places = {_rounded(place) for _, place in shown.targets.anchors}
        elif state.tool in (Tool.SELECT, Tool.GEAR):
            places = {_rounded(shown.joint_place(name)) for name in shown.joints}
        else:
            places = set()
        snap = state.pointed
        taken = snap.place if snap is not None and snap.anchor is not None else None
        near = {each for each in places if taken is not None and math.dist(taken, each) < 1e-9}
        self._rings(sorted(places - near), RING, INK, 1.5)
        self._rings(near, TAKEN, ACCENT, 1.5)

    def _in_hand(self) -> None:
        """Draw what a click would make, and what is being moved."""
        state, shown = self._state, self._shown
        press = state.press
        if press is not None and press.moved and press.handle is not None and state.tool is Tool.SELECT:
            if state.snap is not None:
                self._dashed(shown.place(press.handle), state.snap.place, ACCENT)
                self._ring(state.snap.place, RING, ACCENT)
            self._live()
            return
        if state.tool not in PLACING or state.pointed is None:
            return
        try:
            target = PlacingHand(Workshop(self._session)).target()
        except BadInput:
            target = None
        if target is None:
            return
        points = [each.place for each in state.gesture.points]
        if state.tool is Tool.PARTS:
            for line in template_lines(sketching.machine_of(state.template)):
                self._line([added(target, scaled(state.scale, each)) for each in line], ACCENT, 5.0, 0.6)
        elif state.tool is Tool.BODY:
            size = state.size or state.fit
            self._ring(target, size / self._scale(target), ACCENT)
            if state.gesture.axis:
                way = scaled(1.4 * size, AXES[state.gesture.axis])
                self._line([difference(target, way), added(target, way)], ACCENT, 2.0)
        elif points and state.tool is not Tool.GROUND:
            self._ghost(points, target)
        self._ring(target, 5.0, ACCENT)

    def _live(self) -> None:
        """Draw the long bodies where they would be, dashed and red while their loops cannot be closed."""
        live = self._state.live
        for name, start, end in live.lines if live is not None else ():
            body = self._shown.made.bodies[name]
            before = [self._shown.place(SketchAnchor(name, each)) for each in (body.start, body.end) if each]
            if math.dist(start, before[0]) + math.dist(end, before[1]) < SAME:
                continue
            if live is not None and live.closed:
                self._line([start, end], ACCENT, 3.0, 0.8)
            else:
                self._dashed(start, end, RED, 2.5)

    def _ghost(self, points: Sequence[Vector], target: Vector) -> None:
        """Draw what is being drawn through the points placed so far."""
        state = self._state
        if state.tool is Tool.BAR:
            self._line([points[-1], target], ACCENT, 9.0, 0.55)
            self._line([points[-1], target], INK, 1.5)
            self._ring(points[-1], RING, ACCENT)
            self._label(scaled(0.5, added(points[-1], target)), self._length(points[-1], target), ACCENT)
        else:
            self._line([*points, target], ACCENT, 2.0)

    def _length(self, start: Vector, end: Vector) -> str:
        """Return the length and the angle of what is drawn, or what is typed of them."""
        state, typed = self._state, list(self._state.gesture.typed)
        own = [f"{math.dist(start, end):.3f}", f"{math.degrees(angle_of(difference(end, start), state.plane)):.0f}"]
        shown = [text or number for text, number in zip(typed, own, strict=True)]
        if state.gesture.typing:
            shown[state.gesture.field] = f"{typed[state.gesture.field]}|"
        return f"{decimal(shown[0])} m · {decimal(shown[1])}°".replace("-", "−")

    def _snap(self) -> None:
        snap = self._state.pointed
        if snap is None or (self._state.tool is Tool.SELECT and self._state.press is None):
            return
        for start, end in snap.guides:
            self._dashed(start, end, ACCENT, 1.5, 0.8)
        if snap.word is not None and not self._state.gesture.typing:
            down = scaled(-22.0 * self._scale(snap.place), self._upward())
            self._label(added(snap.place, down), str(snap.word))

    def _upward(self) -> Vector:
        x, y, z = (float(each) for each in self._up)
        return x, y, z

    def _names(self) -> None:
        """Write the names of joints, and of the body under the pointer, and a value that is being typed."""
        state, shown = self._state, self._shown
        for name, joint in shown.joints.items():
            if joint.kind != "fixed":
                place = shown.joint_place(name)
                off = scaled(14.0 * self._scale(place), self._upward())
                self._label(added(place, off), name, ACCENT if ("joints", name) in state.selection else INK)
        if state.hover is not None and state.hover[0] == "bodies" and state.hover[1] in shown.made.bodies:
            self._label(shown.place(SketchAnchor(state.hover[1], "centre")), state.hover[1])
        entry = state.entry
        if entry is not None:
            place = self._middle(entry.part)
            words = f"{tr(entry.word.replace('_', ' '))} {decimal(entry.text)}|"
            self._label(added(place, scaled(-26.0 * self._scale(place), self._upward())), words, ACCENT)

    def _middle(self, part: PartName) -> Vector:
        """Return a place of a part, for what is said of it."""
        table, name = part
        if table == "joints" and name in self._shown.joints:
            return self._shown.joint_place(name)
        if table == "bodies" and name in self._shown.made.bodies:
            return self._shown.place(SketchAnchor(name, "centre"))
        ends = self._shown.tie(part) if table in TIES else None
        return scaled(0.5, added(*ends)) if ends is not None else self._state.plane.through


def _rounded(place: Vector) -> Vector:
    x, y, z = place
    return round(x, 9), round(y, 9), round(z, 9)


@lru_cache(16)
def template_lines(sketch: Sketch) -> tuple[tuple[Vector, Vector], ...]:
    """Return the lines of the long bodies of a machine that is placed, from its origin [m]."""
    lines = ShownMachine(sketch, tuple(sketch.check.made.start), 0.0).targets.lines
    return tuple((line.start, line.end) for line in lines)


def add_marks(frame: SceneFrame, session: Session, view: View) -> None:
    """Add the marks of the workshop to the picture of the lab, while pointer and keys are the workshop's."""
    desk = Workshop(session)
    desk.tidy()
    shown = desk.shown
    if desk.works and shown is not None:
        WorkshopMarks(frame, session, view, shown).add()
