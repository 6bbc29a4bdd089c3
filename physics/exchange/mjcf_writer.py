"""Machines as files in MJCF, the language of MuJoCo: so that they can be carried there and checked.

All frames of bodies have the axes of the world in the reference pose, which is the drawn pose with closed joints. The
start, with constant torques of motors, is the key frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from physics.exchange.carried_tree import CarriedBody, CarriedStep, CarriedTree
from physics.exchange.frames import about_axis, matrix, quaternion_of
from physics.exchange.writing import XmlWriter
from physics.machines import GEARED
from physics.machines.bodies import MachineBody
from physics.machines.equations import moving, size_of
from physics.machines.hanging import ropes_of
from physics.machines.joints import GROUND_NAME, Joint
from physics.machines.motion import ends_of
from physics.machines.parts import (
    BALL,
    DRIVEN_SLIDE,
    DRIVEN_TURN,
    GEAR,
    LENGTH,
    RIGHT_ANGLE,
    SLIDE,
    LoopEquation,
    Spring,
)
from physics.machines.vectors import UNIT, Vector, added, scaled
from physics.maths import dense
from physics.maths.rounded import cos

LEAST_MASS, LEAST_SHARE = 2e-15, 1e-13
"""Mass [kg] and moment of inertia that a body that moves needs in MuJoCo, and share of the greatest moment."""
STEP = 1e-3
"""Step of MuJoCo [s]."""
HARD = {"solref": f"{2.0 * STEP!r} 1", "solimp": "0.9999 0.9999 0.001"}
"""How hard equalities are: as hard as the step allows."""
POINT_RADIUS, ASIDE = 0.02, 0.1
"""Radius of what has no shape, and distance of the second point that two bodies of a hinge have in common [m]."""


def mjcf_text(tree: CarriedTree, title: str) -> str:
    """Return a machine as a file. What cannot be said is added to the tree's list of what is left out."""
    return _MjcfWriting(tree, XmlWriter("mujoco", model=title)).text()


@dataclass
class _MjcfWriting:
    """A file while it is written."""

    tree: CarriedTree
    xml: XmlWriter
    sites: dict[str, list[tuple[str, Vector]]] = field(default_factory=dict)
    stiffness: dict[str, float] = field(default_factory=dict)
    pulls: dict[str, float] = field(default_factory=dict)
    torques: list[tuple[str, float]] = field(default_factory=list)
    qpos: list[float] = field(default_factory=list)
    qvel: list[float] = field(default_factory=list)

    def text(self) -> str:
        """Return the file."""
        xml, made = self.xml, self.tree.made
        xml.one("compiler", angle="radian", autolimits="true")
        with xml.inside("option", timestep=STEP, integrator="RK4", gravity=made.machine.gravity):
            xml.one("flag", contact="disable")
        tendons, equalities = XmlWriter("tendon"), XmlWriter("equality")
        self._springs(tendons)
        self._couplings(tendons)
        self._ropes(tendons)
        self._ties(tendons, equalities)
        self._loops(equalities)
        with xml.inside("worldbody"):
            self._sites(GROUND_NAME)
            for root in self.tree.roots:
                self._body(root)
        for part in (tendons, equalities):
            xml.add(part)
        if self.torques:
            with xml.inside("actuator"):
                for name, _ in self.torques:
                    xml.one("motor", name=f"{name}_motor", joint=name, gear="1")
        with xml.inside("keyframe"):
            controls = {"ctrl": [torque for _, torque in self.torques]} if self.torques else {}
            xml.one("key", name="start", qpos=self.qpos, qvel=self.qvel, **controls)
        return xml.text()

    def leave_out(self, what: str) -> None:
        """Note what the file does not say."""
        self.tree.left_out.append(what)

    # Bodies -------------------------------------------------------------------------------------------------

    def _body(self, each: CarriedBody) -> None:
        """Write a body with all that it carries."""
        placed, steps = self._placed(each)
        with self.xml.inside("body", name=named(each.name), **placed):
            if _is_free(each, steps):
                self.xml.one("freejoint", name=each.joint.name)
                self._start_freely(each, steps)
            else:
                for step in steps:
                    self._joint(step)
            self._mass(each, moves=bool(steps))
            self._geom(each)
            self._sites(each.name)
            for child in each.children:
                self._body(child)

    def _placed(self, each: CarriedBody) -> tuple[dict[str, object], Sequence[CarriedStep]]:
        """Return where a body is in what carries it, with what drives it at its start, and its other motions."""
        place, rotation = each.place, UNIT
        for step in each.steps:
            if not step.link.is_driven:
                continue
            self.leave_out(f"joint {step.name} is driven; it stands still as at the start")
            value = step.link.law[0] + step.link.law[2] * cos(step.link.law[4])
            axis = step.link.axis
            if step.link.kind == DRIVEN_SLIDE:
                place = added(place, scaled(value, axis))
            elif step.link.kind == DRIVEN_TURN:
                rotation = about_axis(axis, value)
        turned = {} if rotation == UNIT else {"quat": quaternion_of(rotation)}
        return {"pos": place, **turned}, [step for step in each.steps if not step.link.is_driven]

    def _joint(self, step: CarriedStep) -> None:
        """Write a motion of a joint."""
        link = step.link
        words: dict[str, object] = {}
        if link.kind == BALL:
            words["type"] = "ball"
        else:
            words |= {"type": "slide" if link.kind == SLIDE else "hinge", "axis": link.axis}
            stiffness = link.stiffness + self.stiffness.get(step.name, 0.0)
            if stiffness:
                words["stiffness"] = stiffness
                if pull := link.stiffness * link.rest:
                    words["springref"] = pull / stiffness
            ends, friction = self.tree.limits_of(step)
            words |= ({"range": ends} if ends else {}) | ({"frictionloss": friction} if friction else {})
        if link.damping:
            words["damping"] = link.damping
        if link.torque:
            self.torques.append((step.name, link.torque))
        self.xml.one("joint", name=step.name, **words)
        self.qpos += step.coordinates
        self.qvel += step.rates

    def _start_freely(self, each: CarriedBody, steps: Sequence[CarriedStep]) -> None:
        """Add the start of a body that flies."""
        x, y, z = (step.coordinates[0] for step in steps[:3])
        self.qpos += [*added(each.place, (x, y, z)), *steps[3].coordinates]
        self.qvel += [rate for step in steps for rate in step.rates]

    def _mass(self, each: CarriedBody, moves: bool) -> None:
        """Write the mass of a body; one that moves has at least the smallest that MuJoCo takes."""
        if not each.has_mass and not moves:
            return
        mass, words = max(each.body.mass, LEAST_MASS), {"pos": each.centre}
        inertia = each.body.inertia
        moments, axes = dense.eigen(inertia)
        least, most = float(moments[0]), float(moments[2])
        spare = float(moments[0] + moments[1]) - most
        if min(least, spare) > 1e-9 * most:
            xx, yy, zz, xy, xz, yz = (float(inertia[i, j]) for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))
            self.xml.one("inertial", mass=mass, fullinertia=(xx, yy, zz, xy, xz, yz), **words)
            return
        more = LEAST_SHARE * most + LEAST_MASS
        if not inertia[~np.eye(3, dtype=bool)].any():
            self.xml.one("inertial", mass=mass, diaginertia=[float(x) + more for x in np.diag(inertia)], **words)
            return
        axes[:, 2] = np.cross(axes[:, 0], axes[:, 1])
        rotation = quaternion_of(matrix(axes.tolist()))
        principal = [max(float(x), 0.0) + more for x in moments]
        self.xml.one("inertial", mass=mass, quat=rotation, diaginertia=principal, **words)

    def _geom(self, each: CarriedBody) -> None:
        """Write the shape of a body, without mass and contacts."""
        kind, words = shape_of(each.body, each)
        if kind:
            self.xml.one("geom", type=kind, mass="0", contype="0", conaffinity="0", **words)

    def _sites(self, name: str) -> None:
        for site, place in self.sites.get(name, ()):
            self.xml.one("site", name=site, pos=place)

    def _site(self, name: str, body: str, place: Vector) -> str:
        """Add a site at a point from the joint of a body, and return its name."""
        self.sites.setdefault(body, []).append((name, place))
        return name

    # What ties them -----------------------------------------------------------------------------------------

    def _between(self, xml: XmlWriter, name: str, tie: Spring | LoopEquation, **words: object) -> None:
        """Write a tendon between two points."""
        ends = ((tie.first, tie.at, "from"), (tie.second, tie.to, "to"))
        sites = [self._site(f"{name}_{word}", self.tree.body_of(link), place) for link, place, word in ends]
        with xml.inside("spatial", name=name, **words):
            for site in sites:
                xml.one("site", site=site)

    def _springs(self, xml: XmlWriter) -> None:
        """Write springs as tendons."""
        for name, spring in zip(self.tree.tables.get("springs", {}), self.tree.made.machine.springs, strict=True):
            forces = {"stiffness": spring.stiffness, "damping": spring.damping}
            self._between(
                xml, name, spring, springlength=spring.rest, **{word: each for word, each in forces.items() if each}
            )

    def _ropes(self, xml: XmlWriter) -> None:
        """Write ropes without pegs as tendons with a greatest length."""
        for rope in ropes_of(self.tree.made):
            if rope.pegs or rope.always:
                self.leave_out(f"rope {rope.name}: runs over pegs, or is always taut")
                continue
            tie = rope.tie(self.tree.made.machine)
            self._between(xml, rope.name, tie, range=[0.0, tie.value])

    def _couplings(self, xml: XmlWriter) -> None:
        """Write couplings of two coordinates as springs of their sum, which joints with less stiffness undo."""
        tables = self.tree.tables.get("couplings", {})
        for name, each in zip(tables, self.tree.made.machine.couplings, strict=True):
            joints, size = [self.tree.joint_of(link) for link in (each.first, each.second)], abs(each.stiffness)
            with xml.inside("fixed", name=name, stiffness=size, springlength="0"):
                for joint, share in zip(joints, (1.0, each.stiffness / size), strict=True):
                    xml.one("joint", joint=joint, coef=share)
                    self.stiffness[joint] = self.stiffness.get(joint, 0.0) - size

    def _ties(self, tendons: XmlWriter, equalities: XmlWriter) -> None:
        """Write rods and gears as equalities."""
        machine = self.tree.made.machine
        state = moving(machine, resting(self.tree))
        rods = iter(self.tree.tables.get("rods", {}))
        gears = (name for table in GEARED for name in self.tree.tables.get(table, {}))
        for tie in machine.equations:
            if tie.kind == LENGTH:
                name = next(rods, "rod")
                self._between(tendons, name, tie)
                one, other = (np.array(end.place, float) for end in ends_of(machine, state.found, tie))
                more = tie.value - dense.length(other - one)
                equalities.one("tendon", tendon1=name, polycoef=[more, 0.0, 0.0, 0.0, 0.0], **HARD)
            elif tie.kind == GEAR:
                first, second = (self.tree.joint_of(link) for link in (tie.first, tie.second))
                shares = [tie.offset, tie.value, 0.0, 0.0, 0.0]
                equalities.one("joint", name=next(gears, "gear"), joint1=first, joint2=second, polycoef=shares, **HARD)
        for name in self.tree.tables.get("edges", {}):
            self.leave_out(f"edge {name}: MuJoCo has none")

    def _loops(self, xml: XmlWriter) -> None:
        """Write joints that close loops."""
        for joint in self.tree.loops:
            if joint.kind in ("slider", "cylindrical", "planar"):
                self.leave_out(f"joint {joint.name}: a {joint.kind} that closes a loop")
                continue
            if joint.kind == "universal":
                self.leave_out(f"joint {joint.name}: closes a loop as a ball, not as a universal joint")
            for k, way in enumerate(self._ways(joint)):
                ends = ((joint.first, joint.at, "from"), (joint.second, joint.to, "to"))
                name = joint.name + ("" if k == 0 else f"_{k + 1}")
                sites = [
                    self._site(f"{name}_{word}", body, self.tree.from_joint(body, added(place, way)))
                    for body, place, word in ends
                ]
                kind = "weld" if joint.kind == "fixed" else "connect"
                xml.one(kind, name=name, site1=sites[0], site2=sites[1], **HARD)

    def _ways(self, joint: Joint) -> list[Vector]:
        """Return from the place of a joint the points that its bodies have in common."""
        ways: list[Vector] = [(0.0, 0.0, 0.0)]
        links = {self.tree.made.carried[each].link for each in (joint.first, joint.second)}
        turns = any(
            each.kind == RIGHT_ANGLE and {each.first, each.second} == links for each in self.tree.made.machine.equations
        )
        return [*ways, scaled(ASIDE, joint.axes[0])] if turns and joint.kind == "hinge" else ways


def named(body: str) -> str:
    """Return the name of a body in the file, in which `world` is the ground."""
    return f"{body}_" if body == "world" else body


def _is_free(each: CarriedBody, steps: Sequence[CarriedStep]) -> bool:
    """Return whether a body flies, without friction."""
    if each.joint.kind != "free" or each.mother != GROUND_NAME or each.joint.first != GROUND_NAME:
        return False
    return not any(step.link.damping for step in steps)


def resting(tree: CarriedTree) -> list[float]:
    """Return the state in which all coordinates are 0."""
    machine = tree.made.machine
    y = [0.0] * size_of(machine)
    for k, link in enumerate(machine.links):
        if link.kind == BALL:
            y[machine.coordinate_of(k)] = 1.0
    return y


def shape_of(body: MachineBody, each: CarriedBody) -> tuple[str, dict[str, object]]:
    """Return the shape of a body as the type and the attributes of a geom, "" for one without a shape."""
    if body.start is not None and body.end is not None:
        ends = (*each.seen(body.start), *each.seen(body.end))
        if body.shape == "bar":
            return "box", {"fromto": ends, "size": [0.5 * body.width]}
        return "cylinder", {"fromto": ends, "size": [body.radius]}
    if body.shape in ("hoop", "disk") and body.axis is not None:
        half = scaled(0.5 * body.width, body.axis)
        ends = (*added(each.centre, scaled(-1.0, half)), *added(each.centre, half))
        return "cylinder", {"fromto": ends, "size": [body.radius]}
    if body.size is not None:
        return "box", {"pos": each.centre, "size": [0.5 * side for side in body.size]}
    if body.shape == "ball":
        return "sphere", {"pos": each.centre, "size": [body.radius]}
    is_point = body.mass and not body.inertia.any()
    return ("sphere", {"pos": each.centre, "size": [POINT_RADIUS]}) if is_point else ("", {})
