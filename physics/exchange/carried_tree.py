"""The tree of a machine's bodies for files of other programs: what carries each, and its start."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from physics.machines.bodies import MachineBody
from physics.machines.description import Described
from physics.machines.joints import GROUND_NAME, KINDS, Joint
from physics.machines.lengths import Resolved
from physics.machines.machine import Machine
from physics.machines.parts import SLIDE, WELD, MachineLink
from physics.machines.vectors import Vector, difference
from physics.machines.words import SLIDING, TURNING, number, numbers

SAID = (
    "bodies", "joints", "springs", "rods", "ropes", "gears", "racks", "screws", "couplings", "edges", "numbers",
    "gravity", "traces",
)  # fmt: skip
"""Tables of a description of which writers say what they leave out, and traces, which do not move anything."""


class CarriedStep(NamedTuple):
    """A motion of a joint: its link, its name, and its coordinates and rates at the start."""

    link: MachineLink
    name: str
    coordinates: tuple[float, ...]
    rates: tuple[float, ...]


@dataclass
class CarriedBody:
    """A body of a tree. mother: what carries it; place: of its joint, from that of the mother [m].

    origin: the place of its joint in the drawn pose. steps: of its joint, none where it is fixed.
    """

    name: str
    body: MachineBody
    mother: str
    joint: Joint
    place: Vector
    origin: Vector
    steps: tuple[CarriedStep, ...]
    children: list[CarriedBody] = field(default_factory=list)

    @property
    def has_mass(self) -> bool:
        """Whether it has a mass or an inertia."""
        return bool(self.body.mass or self.body.inertia.any())

    def seen(self, point: Vector) -> Vector:
        """Return a point of the drawn pose from the joint."""
        return difference(point, self.origin)

    @property
    def centre(self) -> Vector:
        """The centre of mass, from the joint."""
        return self.seen(self.body.centre)


@dataclass
class CarriedTree:
    """A machine as a tree of bodies, with the joints that close loops, and the tables of its description."""

    made: Described
    tables: dict[str, Any]
    bodies: dict[str, CarriedBody]
    loops: list[Joint]
    left_out: list[str] = field(default_factory=list)

    @property
    def roots(self) -> list[CarriedBody]:
        """The bodies that the ground carries."""
        return [each for each in self.bodies.values() if each.mother == GROUND_NAME]

    def in_depth(self) -> Iterator[CarriedBody]:
        """Yield all bodies, each before what it carries, and that before the next."""
        waiting = self.roots[::-1]
        while waiting:
            found = waiting.pop()
            yield found
            waiting += found.children[::-1]

    def body_of(self, link: int) -> str:
        """Return the name of the body of a link."""
        return next(name for name, each in self.made.carried.items() if each.link == link)

    def joint_of(self, link: int) -> str:
        """Return the name of the motion of a link."""
        return self.made.names[link]

    def limits_of(self, step: CarriedStep) -> tuple[list[float], float]:
        """Return the range of the coordinate of a motion, and its dry friction, where the description has them."""
        words = self.tables["joints"].get(step.name, {})
        known = SLIDING if step.link.kind == SLIDE else TURNING
        coordinate = known["position" if step.link.kind == SLIDE else "angle"]
        ends = numbers("range", words["range"], coordinate, 2) if "range" in words else []
        friction = number("friction", words["friction"], known["friction"]) if "friction" in words else 0.0
        for word in ("restitution", "static_friction"):
            if word in words:
                self.left_out.append(f"joint {step.name}: its {word}")
        return ends, friction

    def from_joint(self, body: str, point: Vector) -> Vector:
        """Return a point of the drawn pose from the joint of a body, or from the origin of the ground."""
        return point if body == GROUND_NAME else self.bodies[body].seen(point)


def carried_tree(system: Machine) -> CarriedTree:
    """Return the tree of a machine with its parameters and its start."""
    made = system.made
    y = list(system.start())
    names = {each.link: name for name, each in made.carried.items()}
    bodies: dict[str, CarriedBody] = {}
    carrying = set()
    for name, body in made.bodies.items():
        carried = made.carried[name]
        chain = [carried.link]
        while (parent := made.machine.links[chain[0]].parent) not in names:
            chain.insert(0, parent)
        joint = _joint_of(made, name, names[parent], chain)
        carrying.add(joint.name)
        steps = tuple(_step(made, link, y) for link in chain if made.machine.links[link].kind != WELD)
        x, y_, z = made.machine.links[chain[0]].place
        bodies[name] = CarriedBody(name, body, names[parent], joint, (x, y_, z), carried.origin, steps)
    for each in bodies.values():
        if each.mother != GROUND_NAME:
            bodies[each.mother].children.append(each)
    tables = Resolved(json.loads(system.parameters["machine"])).tables
    loops = [joint for name, joint in made.joints.items() if name not in carrying]
    tree = CarriedTree(made, tables, bodies, loops)
    for each in bodies.values():
        _complain(tree, each)
    tree.left_out += [table for table in tables if table not in SAID]
    ropes = tables.get("ropes", {}).items()
    tree.left_out += [f"rope {name}: where it lets go" for name, each in ropes if "lets_go" in each]
    return tree


def _complain(tree: CarriedTree, each: CarriedBody) -> None:
    """Note what acts on a body, and no other program has."""
    if any(word.startswith("drag") for word in tree.tables["bodies"].get(each.name, {})):
        tree.left_out.append(f"body {each.name}: its drag")
    for step in each.steps:
        if step.link.motor is not None:
            tree.left_out.append(f"joint {step.name}: its motor, which is an expression")


def _joint_of(made: Described, child: str, mother: str, chain: Sequence[int]) -> Joint:
    """Return the joint by which a body hangs on another one."""
    said = {made.names[link] for link in chain}
    return next(
        joint for joint in made.joints.values()
        if {joint.first, joint.second} == {child, mother}
        and said == {joint.name + step.ending for step in KINDS[joint.kind]}
    )  # fmt: skip


def _step(made: Described, number: int, y: Sequence[float]) -> CarriedStep:
    """Return a motion with its start."""
    table, link = made.machine, made.machine.links[number]
    at, speed_at = table.coordinate_of(number), table.coordinates + table.rate_of(number)
    coordinates, rates = y[at : at + link.coordinates], y[speed_at : speed_at + link.rates]
    return CarriedStep(link, made.names[number], tuple(coordinates), tuple(rates))
