"""Machines as files in URDF, the language of robots in ROS: trees without springs, closed loops and a start."""

from __future__ import annotations

from dataclasses import dataclass

from physics.exchange.carried_tree import CarriedBody, CarriedStep, CarriedTree
from physics.exchange.writing import XmlWriter
from physics.machines.bodies import MachineBody
from physics.machines.description import STANDARD_GRAVITY
from physics.machines.joints import GROUND_NAME
from physics.machines.parts import BALL, GEAR, SLIDE, LoopEquation
from physics.machines.vectors import ZERO, Vector, added, scaled
from physics.machines.words import FAR
from physics.maths import dense
from physics.maths.rounded import asin, atan2

WORLD = "world"
OTHERS = {"ropes": "rope", "springs": "spring", "rods": "rod", "couplings": "coupling", "edges": "edge"}
UPRIGHT = 1.0 - 1e-12


def urdf_text(tree: CarriedTree, title: str) -> str:
    """Return a machine as a file. What cannot be said is added to the tree's list of what is left out."""
    return _UrdfWriting(tree, XmlWriter("robot", name=title)).text()


@dataclass
class _UrdfWriting:
    """A file while it is written."""

    tree: CarriedTree
    xml: XmlWriter

    def text(self) -> str:
        """Return the file."""
        self._complain()
        self.xml.one("link", name=WORLD)
        gears = {self.tree.joint_of(each.first): each for each in self.tree.made.machine.equations if each.kind == GEAR}
        for each in self.tree.in_depth():
            self._link(each)
            self._joints(each, gears)
        return self.xml.text()

    def leave_out(self, what: str) -> None:
        """Note what the file does not say."""
        self.tree.left_out.append(what)

    def _complain(self) -> None:
        """Note what URDF has no words for."""
        tree = self.tree
        for table, what in OTHERS.items():
            for name in tree.tables.get(table, {}):
                self.leave_out(f"{what} {name}")
        for joint in tree.loops:
            self.leave_out(f"joint {joint.name}: it closes a loop")
        if tree.made.machine.gravity != STANDARD_GRAVITY:
            self.leave_out("gravity")
        steps = [step for each in tree.in_depth() for step in each.steps]
        if any(any(step.rates) or (step.link.kind != BALL and any(step.coordinates)) for step in steps):
            self.leave_out("the start")

    def _link(self, each: CarriedBody) -> None:
        """Write a body about its joint."""
        with self.xml.inside("link", name=named(each.name)):
            kind, origin, words = shape_of(each.body, each)
            if kind:
                with self.xml.inside("visual"):
                    self.xml.one("origin", **origin)
                    with self.xml.inside("geometry"):
                        self.xml.one(kind, **words)
            if not each.has_mass:
                return
            with self.xml.inside("inertial"):
                self.xml.one("origin", xyz=each.centre)
                self.xml.one("mass", value=each.body.mass)
                places = {"xx": (0, 0), "xy": (0, 1), "xz": (0, 2), "yy": (1, 1), "yz": (1, 2), "zz": (2, 2)}
                self.xml.one("inertia", **{f"i{word}": each.body.inertia[place] for word, place in places.items()})

    def _joints(self, each: CarriedBody, gears: dict[str, LoopEquation]) -> None:
        """Write the joint of a body, with links without mass between its motions."""
        mother, child = WORLD if each.mother == GROUND_NAME else named(each.mother), named(each.name)
        if _is_free(each):
            self._joint(each.joint.name, "floating", mother, child, each.place)
            return
        motions = [motion for step in each.steps for motion in self._motions(step)]
        if not motions:
            self._joint(each.joint.name, "fixed", mother, child, each.place)
            return
        place = each.place
        limits = {step.name: self.tree.limits_of(step) for step in each.steps}
        for k, (name, kind, axis, damping) in enumerate(motions):
            last = k == len(motions) - 1
            carried = child if last else f"{name}_link"
            if not last:
                self.xml.one("link", name=carried)
            self._joint(
                name, kind, mother, carried, place, axis, (damping, *limits.get(name, ([], 0.0))), gears.get(name)
            )
            mother, place = carried, ZERO

    def _motions(self, step: CarriedStep) -> list[tuple[str, str, Vector, float]]:
        """Return the joints that a motion is: name, type, axis and damping."""
        link = step.link
        if link.is_driven:
            self.leave_out(f"joint {step.name}: it is driven; it is written as fixed")
            return []
        if link.torque:
            self.leave_out(f"joint {step.name}: its constant torque or force")
        if link.stiffness:
            self.leave_out(f"joint {step.name}: its spring")
        if link.kind == BALL:
            self.leave_out(f"joint {step.name}: it is three hinges, because URDF has no ball")
            axes = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
            return [(f"{step.name}_{word}", "continuous", axis, link.damping) for word, axis in axes.items()]
        kind = "prismatic" if link.kind == SLIDE else "continuous"
        return [(step.name, kind, link.axis, link.damping)]

    def _joint(
        self, name: str, kind: str, mother: str, child: str, place: Vector, axis: Vector | None = None,
        felt: tuple[float, list[float], float] = (0.0, [], 0.0), gear: LoopEquation | None = None,
    ) -> None:  # fmt: skip
        """Write a joint. felt: damping, range and dry friction."""
        damping, ends, friction = felt
        with self.xml.inside("joint", name=name, type="revolute" if ends and kind == "continuous" else kind):
            self.xml.one("parent", link=mother)
            self.xml.one("child", link=child)
            self.xml.one("origin", xyz=place)
            if axis is not None:
                self.xml.one("axis", xyz=axis)
            if kind == "prismatic" or ends:  # a prismatic joint must say limits
                low, high = ends or (-FAR, FAR)
                self.xml.one("limit", lower=low, upper=high, effort="0", velocity="0")
            if damping or friction:
                self.xml.one("dynamics", damping=damping, **({"friction": friction} if friction else {}))
            if gear is not None:
                other = self.tree.joint_of(gear.second)
                self.xml.one("mimic", joint=other, multiplier=gear.value, offset=gear.offset)


def named(body: str) -> str:
    """Return the name of a body in the file, in which `world` is the ground."""
    return f"{body}_" if body == WORLD else body


def _is_free(each: CarriedBody) -> bool:
    """Return whether a body flies, without friction."""
    return each.joint.kind == "free" and each.joint.second == each.name and not any(s.link.damping for s in each.steps)


def shape_of(body: MachineBody, each: CarriedBody) -> tuple[str, dict[str, object], dict[str, object]]:
    """Return the shape of a body as a tag, with the attributes of its origin and its own, "" for one without."""
    origin: dict[str, object] = {"xyz": each.centre}
    if body.size is not None:
        return "box", origin, {"size": body.size}
    if body.shape == "ball":
        return "sphere", origin, {"radius": body.radius}
    if body.axis is None:
        return "", {}, {}
    origin["rpy"] = leaning(body.axis)
    length = body.width
    if body.start is not None and body.end is not None:
        x, y, z = added(body.end, scaled(-1.0, body.start))
        length = dense.length((x, y, z))
    if body.shape == "bar":
        return "box", origin, {"size": (body.width, body.width, length)}
    return "cylinder", origin, {"radius": body.radius, "length": length}


def leaning(axis: Vector) -> Vector:
    """Return the angles roll, pitch and yaw that turn the third axis to a unit vector."""
    x, y, z = axis
    if abs(y) > UPRIGHT:
        return (-asin(y), 0.0, 0.0)
    return (-asin(y), atan2(x, z), 0.0)
