"""What a click places with the tool in hand, and the chains of clicks of each tool."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from game.model.shown.sentence import Sentence, Word
from game.model.words import later
from game.scenefile import sketching
from game.scenefile.sketch import SCENE, PartName, Sketch, SketchAnchor
from game.session.past.sketches import WorkshopState
from game.session.workshop import gestures
from game.session.workshop.desk import UNTITLED, Workshop, in_degrees
from game.session.workshop.freedom_ahead import FreedomAhead
from game.session.workshop.planes import angle_of, turned_about
from game.session.workshop.state import BuildState, Gesture, PlacedPoint, Tool
from physics import BadInput
from physics.core.units import check_number
from physics.machines.joints import GROUND_NAME
from physics.machines.vectors import Vector, difference

LONGEST = 1e3
"""Greatest length that is typed [m]."""
CHAINS = {Tool.SPRING: "springs", Tool.ROPE: "ropes"}
"""Tables of what tools draw between anchors."""
INSERTED = later("{name} placed")
PLACING = (Tool.BAR, Tool.BODY, Tool.JOINT, Tool.SPRING, Tool.ROPE, Tool.GROUND, Tool.MEASURE, Tool.PARTS)
"""Tools with which a click places a point."""


class PlacingHand:
    """The hand that places points in a workshop."""

    def __init__(self, desk: Workshop) -> None:
        self._desk = desk

    @property
    def state(self) -> BuildState:
        """What is going on."""
        return self._desk.state

    def target(self) -> Vector | None:
        """Return where a click would place a point now: what is typed counts before the pointer. Raises BadInput."""
        state = self.state
        if state.snap is None:
            return None
        place = state.snap.place
        if not state.gesture.points or not state.gesture.typing or state.tool is not Tool.BAR:
            return place
        start = state.gesture.points[-1].place
        way = difference(place, start)
        length_text, angle_text = state.gesture.typed
        length = check_number("length", length_text, "m", 1e-6, LONGEST) if length_text else _size(way)
        angle = check_number("angle", in_degrees(angle_text), "rad", -1e3, 1e3) if angle_text else None
        turned = angle_of(way, state.plane) if angle is None else angle
        return turned_about(place, start, state.plane, length, turned)

    @property
    def on_body(self) -> bool:
        """Whether the point that is being placed is on an anchor of a body."""
        snap = self.state.snap
        return snap is not None and snap.anchor is not None and snap.anchor.body != GROUND_NAME

    def place(self, grounded: bool = False, keep: bool = False, hinged: bool = False) -> None:
        """Place a point where the pointer is, with the tool in hand; raises BadInput.

        grounded: the point is to be hinged to the ground. keep: the tool stays in hand. hinged: a body is not fixed to
        the one on whose anchor it is, but hinged.
        """
        state = self.state
        state.settle()
        place = self.target()
        if state.snap is None or place is None:
            raise BadInput("the plane of drawing is seen from its edge here; turn the view or take another plane")
        free = state.gesture.typing
        anchor = None if free else state.snap.anchor
        point = PlacedPoint(place, anchor, grounded)
        state.plane = state.plane.moved(place)
        placing: dict[Tool, Callable[[PlacedPoint, str], None]] = {
            Tool.BAR: self._place_bar, Tool.JOINT: self._place_joint, Tool.SPRING: self._place_tie,
            Tool.ROPE: self._place_tie, Tool.GROUND: self._place_ground, Tool.MEASURE: self._place_measure,
        }  # fmt: skip
        if state.tool is Tool.BODY:
            size, along = state.size or state.fit, state.gesture.axis
            made = gestures.body(self._desk.sketch, state.shape, point, size, state.axis, along, hinged)
            self._desk.take_over(made, select=True, then=lambda: self._put_down(keep))
        elif state.tool is Tool.PARTS:
            self._place_template(point, keep)
        elif state.tool in placing:
            placing[state.tool](point, state.axis)

    def _place_bar(self, point: PlacedPoint, axis: str) -> None:
        state = self.state
        points = state.gesture.points
        if not points:
            state.gesture = replace(state.gesture, points=(point,))
            return
        result = gestures.bar(self._desk.sketch, points[-1], point, axis)
        assert result.part is not None
        ends = point.anchor is not None or point.grounded
        following = () if ends else (PlacedPoint(point.place, SketchAnchor(result.part[1], "end")),)
        self._desk.take_over(result, select=True, then=lambda: self._hold(*following))

    def _hold(self, *points: PlacedPoint) -> None:
        """Go on from points, or with nothing in hand."""
        self.state.gesture = Gesture(points=points)

    def _put_down(self, keep: bool) -> None:
        """Put the tool away once something has been placed, unless it is kept."""
        if not keep:
            self.state.tool, self.state.gesture = Tool.SELECT, Gesture()

    def _place_template(self, point: PlacedPoint, keep: bool) -> None:
        """Place the machine that is chosen in the drawer."""
        name, state = self.state.template, self.state
        first = not self._desk.sketch.parts()
        sketch, scale, title = self._desk.sketch, state.scale, sketching.title_of(name)
        bodies: list[PartName] = []

        def make() -> Sketch:
            made, parts = sketching.insert(sketch, sketching.machine_of(name), point.place, scale)
            bodies.extend(each for each in parts if each[0] == "bodies")
            if first and sketch.rest.title == str(Sentence(UNTITLED)):
                made = sketching.set_value(made, SCENE, "title", title)  # it is called as what it begins with
            return made

        def then() -> None:
            self._desk.select(bodies)
            state.opened = state.opened or first  # the camera finds what is large or small, where nothing else is seen
            if not keep:
                state.tool = Tool.SELECT

        self._desk.change_to(make, Sentence(INSERTED, name=Word(title)), then)

    def resize(self, steps: int) -> None:
        """Make what is placed larger or smaller, by steps of a quarter of its size."""
        factor = 1.25 if steps > 0 else 0.8
        if self.state.tool is Tool.BODY:
            self.state.size = float(f"{(self.state.size or self.state.fit) * factor:.3g}")
        else:
            self.state.scale = min(max(self.state.scale * factor, 0.05), 20.0)

    def _place_joint(self, point: PlacedPoint, axis: str) -> None:
        state = self.state
        points = state.gesture.points
        here = self._apart_here(point)
        if not points and len(here) == 2:
            self._desk.take_over(gestures.joint(self._desk.sketch, here[0], here[1], axis), select=True)
            return
        if not points:
            state.gesture = replace(state.gesture, points=(point,))
            return
        first = points[0]
        if first.anchor is not None and first.anchor == point.anchor:
            point = PlacedPoint(point.place)  # the same one again: it is joined to the ground
        self._desk.take_over(gestures.joint(self._desk.sketch, first, point, axis), select=True, then=self._hold)

    def join_to_ground(self, kind: str) -> None:
        """Join the anchor that was placed last to the ground, by a joint of a kind; raises BadInput."""
        state = self.state
        point = state.gesture.points[-1]
        if point.anchor is None or point.anchor.body == GROUND_NAME:
            raise BadInput("joint: the point is one of the ground; click an anchor of a body")
        made = gestures.joint(self._desk.sketch, point, PlacedPoint(point.place), state.axis)
        assert made.part is not None
        made = gestures.kind(made.sketch, made.part[1], kind, state.plane.along)
        self._desk.take_over(made, select=True, then=self._hold)

    def _apart_here(self, point: PlacedPoint) -> list[PlacedPoint]:
        """Return the anchors at a point of the first two bodies that lie there and that no joint joins."""
        shown = self._desk.shown
        if shown is None or point.anchor is None:
            return []
        found: dict[str, PlacedPoint] = {}
        for anchor, place in shown.targets.anchors:
            if gestures.are_one(place, point.place):
                found.setdefault(anchor.body, PlacedPoint(place, anchor))
        bodies = list(found)[:2]
        joined = any({each.first, each.second} == set(bodies) for each in shown.joints.values())
        return [] if len(bodies) < 2 or joined else [found[each] for each in bodies]

    def _place_tie(self, point: PlacedPoint, axis: str) -> None:
        """Add a point of a spring or rope: the first, a peg of a rope, or the last, which is on an anchor."""
        state = self.state
        points = (*state.gesture.points, point)
        ends = len(points) > 1 and (state.tool is Tool.SPRING or point.anchor is not None)
        state.gesture = replace(state.gesture, points=points)
        if ends:
            self.end_chain()

    def _place_ground(self, point: PlacedPoint, axis: str) -> None:
        self._desk.take_over(gestures.ground(self._desk.sketch, point, axis), select=True)

    def _place_measure(self, point: PlacedPoint, axis: str) -> None:
        """Measure a point, or with the points before, of which each click measures one more, up to three."""
        state, shown = self.state, self._desk.shown
        if point.anchor is None and shown is not None and not state.gesture.points:
            body = shown.near_body(point.place)
            if body is None:
                raise BadInput("measure: there is no body; draw one first")
            point = PlacedPoint(point.place, SketchAnchor(body, self._desk.sketch.pose(body).drawn(point.place)))
        points, made = (*state.gesture.points, point), state.gesture.made
        base = self._desk.sketch if made is None else sketching.delete(self._desk.sketch, [made])
        result = gestures.measure(base, points)

        def then() -> None:
            state.gesture = Gesture() if len(points) == 3 else replace(state.gesture, points=points, made=result.part)

        self._desk.take_over(result, select=True, then=then)

    def end_chain(self) -> bool:
        """End a gesture: make the spring or rope of the points placed; return whether there was one."""
        state = self.state
        points, kind = state.gesture.points, CHAINS.get(state.tool)
        was = bool(points or state.gesture.joints)
        state.gesture = Gesture()
        if kind is not None and len(points) > 1:
            self._desk.take_over(gestures.tie(self._desk.sketch, kind, points), select=True)
        return was

    def choose_joint(self, name: str) -> None:
        """Choose a joint for a gear: the second one makes it."""
        chosen = (*self.state.gesture.joints, name)
        self.state.gesture = replace(self.state.gesture, joints=chosen)
        if len(chosen) == 2:
            self.state.gesture = Gesture()
            self._desk.take_over(gestures.gear(self._desk.sketch, *chosen), select=True)


def _size(way: Vector) -> float:
    return math.hypot(*way)


# Ahead --------------------------------------------------------------------------------------------------------


def follow_freedom(state: BuildState, held: WorkshopState | None) -> None:
    """Begin to compute the freedom after the next click, where a click would add a joint or take one away."""
    sketch = held.sketch if held is not None else None
    key = None if sketch is None else _key(sketch, state)
    if state.ahead is not None and state.ahead.key != key:
        state.ahead.cancel()
        state.ahead = None
    if sketch is not None and key is not None and state.ahead is None:
        state.ahead = FreedomAhead(key, sketch, _made_by(sketch, state))


def _key(sketch: Sketch, state: BuildState) -> object | None:
    """Return what the freedom after a click depends on: not on where in empty space it is. None for no such click."""
    snap, points = state.snap, state.gesture.points
    anchor = None if snap is None else snap.anchor
    if snap is None or not sketch.check.runnable:
        return None
    if state.tool is Tool.GROUND and anchor is not None and anchor.body != GROUND_NAME:
        return sketch, state.tool, anchor
    if state.tool in (Tool.BAR, Tool.JOINT) and points and not gestures.are_one(points[-1].place, snap.place):
        return sketch, state.tool, points[-1], anchor
    return None


def _made_by(sketch: Sketch, state: BuildState) -> Callable[[], Sketch]:
    """Return what makes the sketch after a click."""
    assert state.snap is not None
    point, axis, points = PlacedPoint(state.snap.place, state.snap.anchor), state.axis, state.gesture.points
    if state.tool is Tool.GROUND:
        return lambda: gestures.ground(sketch, point, axis).sketch
    if state.tool is Tool.JOINT:
        return lambda: gestures.joint(sketch, points[0], point, axis).sketch
    return lambda: gestures.bar(sketch, points[-1], point, axis).sketch
