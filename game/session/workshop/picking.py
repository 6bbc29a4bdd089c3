"""What of a machine is under the pointer, and where its points are, in the pose that is shown."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from game.model.frame import View
from game.scenefile.sketch import PartName, Sketch, SketchAnchor
from game.session.drag_body import candidates
from game.session.session import Session
from game.session.workshop.planes import nearest_on_segment, on_screen
from game.session.workshop.snapping import TAKES, BarLine, SnapTargets
from physics.machines.description import Described
from physics.machines.equations import MovingMachine, moving
from physics.machines.joints import GROUND_NAME, Joint
from physics.machines.posing import world_place
from physics.machines.sketch_check import NOTHING
from physics.machines.vectors import Vector, added, difference, dot, scaled, vector

PIN = 12.0
"""Distance on the screen [points] at which the pin of a joint is pointed at,"""
TIE = 10.0
"""and the line of a spring, a rod or a rope."""
LEAST_SQUARE = 1e-30
"""Least square of a length that is divided by [m²]."""
UNSEEN = ("fixed", "planar", "free")
"""Kinds of joints of which no pin is seen."""
END = 0.1
"""Part of a tie at each end where the body on which it hangs is meant."""
TIES = ("springs", "rods", "ropes")


@dataclass(frozen=True, eq=False)
class ShownMachine:
    """A machine in the pose that is shown, the state y. lift: how much the picture raises it [m]."""

    sketch: Sketch
    y: tuple[float, ...]
    lift: float

    @property
    def made(self) -> Described:
        """The machine that is drawn."""
        return self.sketch.check.made

    @cached_property
    def state(self) -> MovingMachine:
        """The places of all links."""
        return moving(self.made.machine, self.y)

    def place(self, anchor: SketchAnchor) -> Vector:
        """Return where an anchor is [m]."""
        drawn = self.drawn(anchor)
        return world_place(self.made, self.state, anchor.body, drawn)

    def drawn(self, anchor: SketchAnchor) -> Vector:
        """Return where an anchor is in the drawn pose [m]."""
        if not isinstance(anchor.name, str):
            return anchor.name
        return self.made.bodies[anchor.body].anchors[anchor.name]

    @cached_property
    def joints(self) -> dict[str, Joint]:
        """The joints of the sketch that are drawn."""
        return {name: each for name, each in self.made.joints.items() if name not in self.sketch.check.held}

    def joint_place(self, name: str) -> Vector:
        """Return where a joint is [m]."""
        joint = self.made.joints[name]
        return self.place(SketchAnchor(joint.first, joint.at))

    def is_loose(self, body: str) -> bool:
        """Return whether a body hangs on nothing, and nothing on it, so that it can be put anywhere."""
        words = [each for joint in self.sketch.tables.get("joints", {}).values() for each in joint.values()]
        joined = any(isinstance(each, list | tuple) and body in each for each in words)
        hangs = any(fault.kind == "hangs" and ("bodies", body) in fault.parts for fault in self.sketch.check.faults)
        return hangs and not joined

    def drawn_joint(self, name: str) -> Vector | None:
        """Return where a joint is [m], also one that the drawing leaves out; None where nothing says it."""
        if name in self.joints:
            return self.joint_place(name)
        loop = next((each for each in self.sketch.check.loops if each.closer.name == name), None)
        if loop is not None:
            return loop.one
        return _written(self.sketch.tables.get("joints", {}).get(name, {}).get("at"))

    def written_ends(self, name: str) -> tuple[Vector, Vector] | None:
        """Return where the ends of a body are written that the drawing leaves out [m], None where nothing says it."""
        given = self.sketch.tables.get("bodies", {}).get(name, {})
        start, end = _written(given.get("from")), _written(given.get("to"))
        return None if start is None or end is None else (start, end)

    def tie(self, part: PartName) -> tuple[Vector, Vector] | None:
        """Return the ends of a spring, rod or rope [m], None where it is not drawn."""
        try:
            given = self.sketch.tables[part[0]][part[1]]
            pair = [str(each) for each in given["between"]]
            ends = [self._end(who, given.get(word, "centre")) for who, word in zip(pair, ("from", "to"), strict=True)]
        except (KeyError, TypeError, ValueError):
            return None
        return ends[0], ends[1]

    def _end(self, body: str, given: Any) -> Vector:
        if not isinstance(given, str):
            x, y, z = (float(each) for each in given)
            return self.place(SketchAnchor(body, (x, y, z)))
        if body == GROUND_NAME:
            raise KeyError(given)
        return self.place(SketchAnchor(body, given))

    def length(self, body: str) -> float:
        """Return the length of a long body, 0 for others [m]."""
        drawn = self.made.bodies[body]
        return math.dist(drawn.start, drawn.end) if drawn.start is not None and drawn.end is not None else 0.0

    @cached_property
    def targets(self) -> SnapTargets:
        """What can take a point: anchors of the bodies, then points of joints that are none of these, lines of bars."""
        found: dict[SketchAnchor, Vector] = {}
        lines = []
        for name, body in self.made.bodies.items():
            if name == NOTHING:
                continue
            for word in body.anchors:
                found[SketchAnchor(name, word)] = self.place(SketchAnchor(name, word))
            if body.start is not None and body.end is not None:
                start, end = (self.place(SketchAnchor(name, each)) for each in (body.start, body.end))
                lines.append(BarLine(name, start, end, body.start, body.end))
        for joint in self.joints.values():
            for who, place in ((joint.first, joint.at), (joint.second, joint.to)):
                known = self.made.bodies[who].anchors.values() if who != GROUND_NAME else ()
                if place not in known:
                    found[SketchAnchor(who, place)] = self.place(SketchAnchor(who, place))
        ordered = sorted(found.items(), key=lambda each: each[0].body == GROUND_NAME)
        return SnapTargets(tuple(ordered), tuple(lines), self.lift)

    def near_body(self, place: Vector) -> str | None:
        """Return the body whose line, or centre, is nearest to a place."""

        def away(name: str) -> float:
            body = self.made.bodies[name]
            if body.start is None or body.end is None:
                return math.dist(self.place(SketchAnchor(name, "centre")), place)
            a, b = (self.place(SketchAnchor(name, end)) for end in (body.start, body.end))
            way = difference(b, a)
            along = dot(difference(place, a), way) / max(dot(way, way), LEAST_SQUARE)
            return math.dist(place, added(a, scaled(min(max(along, 0.0), 1.0), way)))

        names = [name for name in self.made.bodies if name in self.sketch.tables.get("bodies", {})]
        return min(names, key=away, default=None)


def _written(place: Any) -> Vector | None:
    """Return a place that is written as three numbers, None for another."""
    try:
        return vector(place)
    except (TypeError, ValueError):
        return None


def shown_machine(session: Session) -> ShownMachine | None:
    """Return the machine of the workshop in the pose that is shown; None where there is none."""
    held = session.run.workshop
    if held is None:
        return None
    state = session.workshop
    posed = state.pose if state.pose is not None and state.pose_of == held.sketch else None
    return _shown(held.sketch, posed or tuple(held.sketch.check.made.start), session.look.lift)


@lru_cache(4)
def _shown(sketch: Sketch, y: tuple[float, ...], lift: float) -> ShownMachine:
    return ShownMachine(sketch, y, lift)


def parts_at(session: Session, shown: ShownMachine, view: View, size: tuple[float, float], at: tuple[float, float],
             ) -> list[PartName]:  # fmt: skip
    """Return the parts under the pointer: joints at their pins, hinges first; ties, bodies, each nearest first.

    Joints without a pin that is seen, such as those in the middle of what flies, and ends of ties are behind bodies.
    """
    joints: list[tuple[bool, float, PartName]] = []
    for name in shown.joints:
        seen = on_screen(view, shown.joint_place(name), size, shown.lift)
        if seen is not None and (away := math.dist(seen, at)) <= PIN:
            joints.append((shown.joints[name].kind != "hinge", away, ("joints", name)))
    ties: list[tuple[bool, float, PartName]] = []
    for kind in TIES:
        for name in shown.sketch.tables.get(kind, {}):
            ends = shown.tie((kind, name))
            seen_ends = [on_screen(view, each, size, shown.lift) for each in ends or ()]
            if len(seen_ends) == 2 and seen_ends[0] is not None and seen_ends[1] is not None:
                part, away = nearest_on_segment(at, seen_ends[0], seen_ends[1])
                if away <= TIE:
                    ties.append((not END < part < 1.0 - END, away, (kind, name)))
    bodies: list[PartName] = []
    system = session.simulation.system
    drawn = system.bodies(session.shown)
    for _, _, number, _, _ in sorted(candidates(session.look, drawn, view, size, at), key=lambda each: each[:2]):
        if drawn[number].name in shown.sketch.tables.get("bodies", {}):
            bodies.append(("bodies", drawn[number].name))
    found: tuple[list[PartName], list[PartName]] = [], []
    for _, _, named in sorted(joints):
        found[shown.joints[named[1]].kind in UNSEEN].append(named)
    for at_end, _, named in sorted(ties):
        found[at_end].append(named)
    return [*found[0], *bodies, *found[1]]


def handles_of(shown: ShownMachine, selection: tuple[PartName, ...]) -> dict[SketchAnchor, Vector]:
    """Return the handles of what is selected alone, with their places [m]: ends of a bar, own anchors of a body."""
    if len(selection) != 1 or selection[0][0] != "bodies" or selection[0][1] not in shown.made.bodies:
        return {}
    name = selection[0][1]
    body = shown.made.bodies[name]
    if body.start is None:
        return {}
    words = [word for word in body.anchors if word != "centre"][:7]
    return {SketchAnchor(name, word): shown.place(SketchAnchor(name, word)) for word in words}


def handle_at(
    shown: ShownMachine, selection: tuple[PartName, ...], view: View, size: tuple[float, float],
    at: tuple[float, float],
) -> SketchAnchor | None:  # fmt: skip
    """Return the handle under the pointer."""
    for anchor, place in handles_of(shown, selection).items():
        seen = on_screen(view, place, size, shown.lift)
        if seen is not None and math.dist(seen, at) <= TAKES:
            return anchor
    return None


def is_named(sketch: Sketch, part: PartName) -> bool:
    """Return whether a part is still there."""
    table: Mapping[str, Any] = sketch.tables.get(part[0], {})
    return part[1] in table
