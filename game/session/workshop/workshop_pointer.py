"""The pointer in the workshop: a click places or selects, a drag from something moves it, else the camera turns."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from game.model.frame import View
from game.model.input import Button, Event, PointerMotion
from game.model.shown.sentence import Sentence
from game.model.words import later
from game.scenefile import sketching
from game.scenefile.sketch import PartName, SketchAnchor
from game.session.drag_body import candidates
from game.session.session import Session
from game.session.workshop.coupler_curves import CouplerCurves, crank_of
from game.session.workshop.desk import VALUE, Workshop
from game.session.workshop.dragging import live_shape
from game.session.workshop.picking import ShownMachine, handle_at, parts_at
from game.session.workshop.placing_hand import PLACING, PlacingHand, follow_freedom
from game.session.workshop.planes import facing, ray_at, round_step, scale_at
from game.session.workshop.snapping import TURN, Pointed, SnapTargets, snapped
from game.session.workshop.state import BuildState, Press, Snap, Tool, ValueHandle
from game.session.workshop.value_handles import dialled, handle_of_value_at, value_handles, written_value
from physics.machines.joints import GROUND_NAME
from physics.machines.posing import drawn_place
from physics.machines.vectors import Vector

CLICK = 4.0
"""Way of the pointer [points] up to which a press is a click."""
FINE = math.radians(1.0)
"""Step of angles whose handles are dragged, without Shift."""
FIT = 40.0
"""Size of a new body on the screen [points]."""
EDGE = later("Nothing can be drawn in a plane that is seen from its edge: turn the view, or take the plane {plane}")
FROM_ANCHORS = (Tool.BAR, Tool.JOINT, Tool.SPRING, Tool.ROPE, Tool.MEASURE)
"""Tools with which a drag from an anchor is two clicks."""

Size = tuple[float, float]


class WorkshopPointer:
    """What the pointer does over the picture while the workshop is open. It changes the machine through `Workshop`."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._desk = Workshop(session)
        self._hand = PlacingHand(self._desk)
        self._moved = self._shift = self._ctrl = False

    @property
    def works(self) -> bool:
        """Whether the pointer is the workshop's."""
        return self._desk.works

    @property
    def held(self) -> bool:
        """True while something of the machine is held."""
        press = self._state.press
        return press is not None and _grabs(press)

    @property
    def _state(self) -> BuildState:
        return self._session.workshop

    def take(self, event: Event, view: View, size: Size) -> bool:
        """Handle an event over the picture of the lab, of this size in points; return whether it was the workshop's.

        Raises BadInput where the machine cannot be changed so.
        """
        if not self.works:
            self.let_go()
            return False
        match event:
            case PointerMotion():
                self._desk.tidy()
                return self._follow(event)
            case Button(button="left", down=True):
                self._state.settle()
                self._desk.tidy()
                self._point(view, size, (event.x, event.y), event.shift, event.ctrl)
                self._state.press = self._pressed(view, size, event)
                return _grabs(self._state.press)
            case Button(button="left", down=False) if self._state.press is not None:
                self._point(view, size, (event.x, event.y), event.shift, event.ctrl)
                press = self._state.press
                if math.dist((press.x, press.y), (event.x, event.y)) > CLICK:
                    press = self._state.press = press._replace(moved=True)
                self._drag(view, size)
                number, self._state.dialled = self._state.dialled, None
                live, self._state.press, self._state.live = self._state.live, None, None
                if press.value is not None and press.moved:
                    if number is not None:
                        self._dial(press.value, number)
                    return True
                self._released(press, view, size, event)
                if self._state.coming is not None:
                    self._state.live = live  # shown until then
                return _grabs(press)
        return False

    def work(self, view: View, size: Size) -> None:
        """Follow the pointer, once in a frame, and begin what is computed beside it. Raises BadInput."""
        self._state.height = size[1]
        self._desk.follow_change()
        if not self.works:
            return
        follow_curves(self._session)
        follow_freedom(self._state, self._session.run.workshop)
        if self._state.pointer is None or not self._moved:
            return
        self._moved = False
        self._point(view, size, self._state.pointer, self._shift, self._ctrl)
        self._moved = self._drag(view, size, whole=False)

    def let_go(self) -> None:
        """Let go of what is held, where it was."""
        state = self._state
        state.press = state.pose = state.pose_of = state.live = state.dialled = None

    def _follow(self, event: PointerMotion) -> bool:
        state = self._state
        state.pointer = event.x, event.y
        self._shift, self._ctrl, self._moved = event.shift, event.ctrl, True
        press = state.press
        if press is None:
            return False
        if not press.moved and math.dist((press.x, press.y), state.pointer) > CLICK:
            press = state.press = press._replace(moved=True)
        return _grabs(press) or not press.moved

    # What is under the pointer ------------------------------------------------------------------------------

    def _point(self, view: View, size: Size, at: Size, shift: bool, ctrl: bool) -> None:
        """Find what is under the pointer: a snap where a point is placed or moved, else a part."""
        state, desk = self._state, self._desk
        shown = desk.shown
        state.pointer = at
        if shown is None:
            return
        state.axis = state.plane.toward(view)
        scale = scale_at(view, state.plane.through, shown.lift, size[1])
        state.fit, state.step, state.by_keys = round_step(scale, FIT), round_step(scale), False
        moves = state.press is not None and state.press.handle is not None and state.tool is Tool.SELECT
        if state.tool in PLACING or moves:
            state.snap = self._snap(shown, view, size, at, shift, ctrl, moves)
            state.hover = None
            other = facing(view, state.plane.through)
            if state.snap is None and other.square != state.plane.square:
                state.message = Sentence(EDGE, plane=other.name)
            elif state.message:
                state.message = ""
        else:
            state.snap = None
            found = [] if state.press is not None else parts_at(self._session, shown, view, size, at)
            wanted = "joints" if state.tool is Tool.GEAR else ""
            state.hover = next((part for part in found if not wanted or part[0] == wanted), None)

    def _snap(
        self, shown: ShownMachine, view: View, size: Size, at: Size, shift: bool, ctrl: bool, moves: bool
    ) -> Snap | None:
        state = self._state
        targets, start, plane = shown.targets, None, state.plane
        if moves and state.press is not None and state.press.handle is not None:
            handle = state.press.handle
            place = shown.place(handle)
            plane, targets = plane.moved(place), _elsewhere(targets, place, handle.body)
        elif state.gesture.points:
            start = state.gesture.points[-1].place
            plane = plane.moved(start)
        free = ctrl or not state.snapping
        pointed = Pointed(at, view, size, plane, start, free, shift, state.gesture.axis)
        return snapped(targets, pointed, state.snap)

    def _pressed(self, view: View, size: Size, event: Button) -> Press:
        """Return the press of the left button, with what it holds."""
        state, shown, at = self._state, self._desk.shown, (event.x, event.y)
        press = Press(event.x, event.y)
        if shown is None:
            return press
        if state.tool in FROM_ANCHORS and state.snap is not None and state.snap.anchor is not None:
            return press._replace(handle=state.snap.anchor)
        if state.tool is not Tool.SELECT:
            return press
        numbers = value_handles(shown, state.selection, state.plane, view)
        if (number := handle_of_value_at(numbers, view, size, at, shown.lift)) is not None:
            return press._replace(part=number.part, value=number)
        if (handle := handle_at(shown, state.selection, view, size, at)) is not None:
            return press._replace(part=("bodies", handle.body), handle=handle)
        found = parts_at(self._session, shown, view, size, at)
        if not found:
            return press
        part = next((each for each in state.selection if each in found), found[0])
        if part[0] == "joints":
            joint = shown.made.joints[part[1]]
            body, place = (joint.second, joint.to) if joint.first == GROUND_NAME else (joint.first, joint.at)
            return press._replace(part=part, handle=SketchAnchor(body, place))
        if part[0] == "bodies" and shown.is_loose(part[1]):
            return press._replace(part=part, handle=SketchAnchor(part[1], "centre"))
        held = self._held_point(shown, view, size, at, part) if part[0] == "bodies" else None
        return press if held is None else press._replace(part=part, held=held)

    def _held_point(
        self, shown: ShownMachine, view: View, size: Size, at: Size, part: PartName
    ) -> tuple[str, Vector] | None:
        """Return the point of a body under the pointer, in the drawn pose."""
        session = self._session
        bodies = session.simulation.system.bodies(session.shown)
        for _, _, number, point, _ in sorted(
            candidates(session.look, bodies, view, size, at), key=lambda each: each[:2]
        ):
            if ("bodies", bodies[number].name) == part:
                x, y, z = (float(each) for each in bodies[number].position + bodies[number].rotation @ np.array(point))
                return part[1], drawn_place(shown.made, shown.state, part[1], (x, y, z))
        return None

    # Drags --------------------------------------------------------------------------------------------------

    def _drag(self, view: View, size: Size, whole: bool = True) -> bool:
        """Move the machine with a body that is held, or show it with the point that is; return whether to go on.

        whole: as far as the body comes, as at the end; else a few steps.
        """
        press, shown, at = self._state.press, self._desk.shown, self._state.pointer
        if press is not None and press.moved and press.value is not None and shown is not None and at is not None:
            step = 0.0 if self._ctrl else TURN if self._shift else FINE
            self._state.dialled = dialled(press.value, view, size, at, shown.lift, step)
            return False
        if press is not None and press.moved and press.handle is not None and self._state.tool is Tool.SELECT:
            if self._state.snap is not None and shown is not None:
                place, before = self._state.snap.place, self._state.live
                self._state.live = live_shape(shown, press.handle, place, _stretches(press), before)
            return False
        if press is None or not press.moved or press.held is None or shown is None or at is None:
            return False
        body, drawn = press.held
        place = shown.place(SketchAnchor(body, drawn))
        ray = ray_at(view, at, size, shown.lift)
        target = self._state.plane.moved(place).hit(ray) or facing(view, place).hit(ray)
        return target is not None and self._desk.drag(body, drawn, target, whole)

    def _dial(self, handle: ValueHandle, number: float) -> None:
        """Set the number of a handle. Raises BadInput."""
        text = written_value(handle, number)
        made = sketching.set_value(self._desk.sketch, handle.part, handle.way, text)
        word = handle.way.partition(".")[0]
        self._desk.change(made, Sentence(VALUE, word=word, name=handle.part[1], text=text))

    def _released(self, press: Press, view: View, size: Size, event: Button) -> None:
        """Finish a click or a drag. Raises BadInput."""
        state = self._state
        if not press.moved:
            self._click(press, view, size, event)
        elif press.held is not None:
            self._desk.drop(press.held[0])
        elif press.handle is not None and state.tool is Tool.SELECT:
            snap = state.snap
            if snap is not None:
                self._desk.move(press.handle, snap.place, _stretches(press))
        elif press.handle is not None:
            self._pull_out(press, view, size, event)

    def _pull_out(self, press: Press, view: View, size: Size, event: Button) -> None:
        """Place a point at the anchor where a drag began, and one where it ends."""
        if not self._state.gesture.points:
            self._point(view, size, (press.x, press.y), event.shift, event.ctrl)
            self._hand.place()
            self._point(view, size, (event.x, event.y), event.shift, event.ctrl)
        self._hand.place()

    def _click(self, press: Press, view: View, size: Size, event: Button) -> None:
        state, shown = self._state, self._desk.shown
        if state.tool in PLACING:
            self._hand.place(keep=event.shift)
        elif state.tool is Tool.GEAR and state.hover is not None:
            self._hand.choose_joint(state.hover[1])
        elif state.tool is Tool.SELECT and shown is not None:
            found = parts_at(self._session, shown, view, size, (event.x, event.y))
            if not found:
                self._desk.select([] if not event.shift else state.selection)
            elif event.shift:
                self._desk.select([found[0]], add=True)
            else:
                again = state.clicked is not None and math.dist(state.clicked, (event.x, event.y)) <= CLICK
                chosen = state.selection[0] if again and state.selection else None
                at = found.index(chosen) + 1 if chosen in found else 0
                self._desk.select([found[at % len(found)]])
            state.clicked = event.x, event.y


def follow_curves(session: Session) -> None:
    """Begin to compute the curves of the sketch that is shown, if they are not known."""
    held, state = session.run.workshop, session.workshop
    sketch = held.sketch if held is not None else None
    if state.curves_of == sketch:
        return
    state.curves_of = sketch
    if state.curves is not None:
        state.curves.cancel()
        state.curves = None
    crank = crank_of(sketch.check) if sketch is not None else None
    if sketch is not None and crank is not None:
        state.curves = CouplerCurves(sketch, crank)


def _grabs(press: Press) -> bool:
    """Return whether a press holds something, so that the camera does not turn."""
    return press.handle is not None or press.held is not None or press.value is not None


def _stretches(press: Press) -> bool:
    """Return whether a press holds the end of a body, which is stretched, and no joint, which is moved."""
    return press.part is not None and press.part[0] == "bodies"


def _elsewhere(targets: SnapTargets, place: Vector, body: str) -> SnapTargets:
    """Return the targets that are not at a place, nor on the line of a body that moves."""
    anchors = tuple(each for each in targets.anchors if math.dist(each[1], place) > 1e-9)
    return replace(targets, anchors=anchors, lines=tuple(each for each in targets.lines if each.body != body))
