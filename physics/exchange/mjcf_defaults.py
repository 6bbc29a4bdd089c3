"""What a file in MJCF says of all its elements: units of angles, classes of defaults, how axes are given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from physics.errors import shown
from physics.exchange.drafts import DraftSolid, MachineDraft
from physics.exchange.frames import Frame, about_axis, of_angles, of_quaternion, right_angled, toward
from physics.exchange.solids import diagonal
from physics.exchange.xml_tree import XmlElement
from physics.machines.vectors import UNIT, Matrix
from physics.maths.trig import PI

ORIENTATIONS = "quat", "axisangle", "euler", "xyaxes", "zaxis"
MAIN = "main"
OTHER_MASSES = "boundmass", "boundinertia"
Classes = dict[str, dict[str, dict[str, str]]]
"""Attributes by class and tag."""


@dataclass
class MjcfSettings:
    """Settings of a file. angle: size of its unit of angles [rad]. touches: whether bodies collide at all."""

    angle: float = PI / 180.0
    sequence: str = "xyz"
    limits_by_range: bool = True
    inertia_of_geoms: str = "auto"
    whole_mass: float = -1.0
    touches: bool = True
    touching: list[XmlElement] = field(default_factory=list)
    classes: Classes = field(default_factory=dict)

    def resolved(self, element: XmlElement, inherited: str) -> XmlElement:
        """Return an element with the attributes that its class, or the inherited one, gives it."""
        name = element.attributes.get("class", inherited or MAIN)
        if name not in self.classes and name != MAIN:
            raise element.wrong(f"class = {shown(name)}: there is no such class of defaults")
        given = {**self.classes.get(name, {}).get(element.tag, {})}
        if any(word in element.attributes for word in ORIENTATIONS):
            given = {word: value for word, value in given.items() if word not in ORIENTATIONS}
        return XmlElement(element.tag, {**given, **element.attributes}, element.line, element.children)

    def frame(self, element: XmlElement, *skipped: str) -> Frame:
        """Return place and axes of an element in what it is given in. skipped: attributes that take their place."""
        place = element.vector("pos", (0.0, 0.0, 0.0))
        for word in skipped:
            if word in element.attributes:
                ends = element.numbers(word, 6)
                x, y, z = (0.5 * (a + b) for a, b in zip(ends[:3], ends[3:], strict=True))
                return Frame(UNIT, (x, y, z))
        return Frame(self.rotation(element), place)

    def rotation(self, element: XmlElement) -> Matrix:
        """Return the rotation of an element; raises BadInput."""
        given = [word for word in ORIENTATIONS if word in element.attributes]
        if len(given) > 1:
            raise element.wrong(f"has {' and '.join(given)}; must have one of them")
        if not given:
            return UNIT
        word = given[0]
        if word == "quat":
            w, x, y, z = element.numbers(word, 4)
            if not w * w + x * x + y * y + z * z > 1e-20:
                raise element.wrong(f"quat = {shown(element.attributes[word])}: must not be zero")
            return of_quaternion(w, x, y, z)
        if word == "euler":
            a, b, c = (each * self.angle for each in element.vector(word))
            return of_angles((a, b, c), self.sequence)
        if word == "axisangle":
            x, y, z, angle = element.numbers(word, 4)
            part = XmlElement(element.tag, {"axisangle": f"{x!r} {y!r} {z!r}"}, element.line)
            return about_axis(part.direction("axisangle", (0.0, 0.0, 1.0)), angle * self.angle)
        if word == "zaxis":
            return toward(element.direction(word, (0.0, 0.0, 1.0)))
        numbers = element.numbers(word, 6)
        found = right_angled((numbers[0], numbers[1], numbers[2]), (numbers[3], numbers[4], numbers[5]))
        if found is None:
            raise element.wrong(f"xyaxes = {shown(element.attributes[word])}: must be two directions")
        return found

    def inertial(self, element: XmlElement, outer: Frame) -> DraftSolid:
        """Return the mass of a body; raises BadInput."""
        frame = self.frame(element).within(outer)
        mass = element.number("mass")
        if not mass >= 0.0:
            raise element.wrong(f"mass = {mass:g}: must not be negative")
        if "fullinertia" in element.attributes:
            xx, yy, zz, xy, xz, yz = element.numbers("fullinertia", 6)
            inertia: Matrix = ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
        else:
            inertia = diagonal(*element.vector("diaginertia", (0.0, 0.0, 0.0)))
        return DraftSolid(frame, mass, inertia, "", (0.0,))


def settings_of(root: XmlElement, draft: MachineDraft) -> MjcfSettings:
    """Return the settings of a file; raises BadInput."""
    found = MjcfSettings()
    for compiler in root.all("compiler"):
        degrees = found.angle != 1.0
        unit = compiler.choice("angle", ("degree", "radian"), "degree" if degrees else "radian")
        found.angle = PI / 180.0 if unit == "degree" else 1.0
        found.sequence = compiler.attributes.get("eulerseq", found.sequence)
        if len(found.sequence) != 3 or not set(found.sequence.lower()) <= set("xyz"):
            raise compiler.wrong(f"eulerseq = {shown(found.sequence)}: must be three of x, y, z, X, Y, Z")
        if "autolimits" in compiler.attributes:
            found.limits_by_range = compiler.choice("autolimits", ("true", "false"), "true") == "true"
        found.inertia_of_geoms = compiler.choice("inertiafromgeom", ("auto", "true", "false"), found.inertia_of_geoms)
        found.whole_mass = compiler.number("settotalmass", found.whole_mass)
        compiler.choice("coordinate", ("local",), "local")
        for word in OTHER_MASSES:
            if compiler.number(word, 0.0) > 0.0:
                draft.leave_out(f"{word} of all bodies", compiler)
        if compiler.choice("balanceinertia", ("true", "false"), "false") == "true":
            draft.leave_out("balanceinertia of all bodies", compiler)
    for default in root.all("default"):
        _add_class(default, {}, found.classes, MAIN)
    return found


def _add_class(
    element: XmlElement, outer: Mapping[str, Mapping[str, str]], classes: Classes, default: str = ""
) -> None:
    """Add a class of defaults with those inside of it."""
    name = element.attributes.get("class", default)
    if not name:
        raise element.wrong("needs class")
    own = {tag: dict(attributes) for tag, attributes in outer.items()}
    for child in element.children:
        if child.tag != "default":
            own[child.tag] = {**own.get(child.tag, {}), **child.attributes}
    classes[name] = own
    if default == MAIN and name != MAIN:
        classes[MAIN] = own
    for child in element.all("default"):
        _add_class(child, own, classes)
