"""Descriptions of machines while they are put together from another program's file, and what was left out of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from physics.errors import BadInput
from physics.exchange.frames import Frame
from physics.exchange.xml_tree import XmlElement
from physics.machines.bodies import read_body
from physics.machines.description import MOST, QUATERNION, RESERVED, described
from physics.machines.joints import GROUND_NAME, KINDS, WORDS
from physics.machines.parts import BALL
from physics.machines.vectors import Matrix, Vector
from physics.machines.words import DIRECTIONS
from physics.maths import dense

SAME = 1e-12
"""Distance of points [m], and difference of inertias as a share of the greatest, that counts as none."""
NOTHING = 1e-13
"""Mass [kg] and moment of inertia [kg m²] that count as none: MuJoCo asks for some of what has none."""
LONGEST_NAME = 40
"""Greatest length of a name that is taken over [characters]."""
STRAIGHT = 1.0 - 1e-12
WIDTHS = 1e-6, 1e4
"""Least and greatest size of a shape [m]."""
Words = dict[str, Any]


@dataclass
class DraftSolid:
    """A geometric solid of a file: its axes and centre in the world, its mass and inertia in its axes, its shape.

    kind: box, cylinder or ball; size: its sides, radius and length, or radius.
    """

    frame: Frame
    mass: float
    inertia: Matrix
    kind: str
    size: tuple[float, ...]

    def words(self) -> Words | None:
        """Return the shape in the words of a description, None for one that they do not have."""
        if not all(WIDTHS[0] <= each <= WIDTHS[1] for each in self.size):
            return None
        centre = list(self.frame.place)
        if self.kind == "ball":
            return {"shape": "ball", "centre": centre, "radius": self.size[0]}
        if self.kind == "cylinder":
            return {"shape": "cylinder", **self._ends(2, self.size[1]), "radius": self.size[0]}
        sides = self._sides()
        if sides is not None:
            return {"shape": "box", "centre": centre, "size": sides}
        for k in range(3):
            one, other = (self.size[each] for each in range(3) if each != k)
            if abs(one - other) <= SAME * one:
                return {"shape": "bar", **self._ends(k, self.size[k]), "width": one}
        return None

    def _ends(self, axis: int, length: float) -> Words:
        """Return the ends of what is long along one of its axes."""
        half = [0.0, 0.0, 0.0]
        half[axis] = 0.5 * length
        x, y, z = half
        return {"from": list(self.frame.at((-x, -y, -z))), "to": list(self.frame.at((x, y, z)))}

    def _sides(self) -> list[float] | None:
        """Return the sides of a box along the axes of the world, None for one that is turned."""
        found = [0.0, 0.0, 0.0]
        for i, row in enumerate(self.frame.rotation):
            for j, each in enumerate(row):
                if abs(each) > STRAIGHT:
                    found[i] = self.size[j]
        return found if all(found) else None


@dataclass
class DraftNote:
    """Something that was left out: where it was first, and how often."""

    line: int
    count: int = 1


@dataclass
class MachineDraft:
    """A machine while it is put together. lines: of bodies and joints in the file, by their names."""

    title: str = ""
    tables: dict[str, Words] = field(default_factory=lambda: {"bodies": {}, "joints": {}})
    gravity: Vector = (0.0, 0.0, -9.81)
    initial: dict[str, float] = field(default_factory=dict)
    notes: dict[str, DraftNote] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    _variables: set[str] = field(default_factory=lambda: set(RESERVED))

    @property
    def bodies(self) -> Words:
        """The bodies by their names."""
        return self.tables["bodies"]

    @property
    def joints(self) -> Words:
        """The joints by their names."""
        return self.tables["joints"]

    def leave_out(self, what: str, element: XmlElement) -> None:
        """Note that something of the file is not in the machine."""
        if what in self.notes:
            self.notes[what].count += 1
        else:
            self.notes[what] = DraftNote(element.line)

    @property
    def left_out(self) -> tuple[str, ...]:
        """What was left out, each with the line where it was first, and how often."""
        found = []
        for what, note in self.notes.items():
            often = f" and {note.count - 1} more" if note.count > 1 else ""
            found.append(f"line {note.line}{often}: {what}")
        return tuple(found)

    def add_body(self, wanted: str, element: XmlElement) -> str:
        """Add a body without mass and return its name, which may differ from the one that is wanted."""
        name = self._free_name(wanted or "body", (*self.bodies, GROUND_NAME))
        self.bodies[name] = {}
        self.lines.setdefault(name, element.line)
        if len(self.bodies) > MOST["bodies"]:
            raise element.wrong(f"more than {MOST['bodies']} bodies, those between several joints of one included")
        return name

    def add_joint(self, wanted: str, kind: str, pair: tuple[str, str], element: XmlElement, **words: Any) -> str:
        """Add a joint of two bodies and return its name."""
        name = self._free_name(wanted or "joint", self._variables | set(self.joints), kind)
        self._variables |= set(variables(name, kind))
        self.joints[name] = {kind: list(pair), **words}
        self.lines[f"joint {name}"] = element.line
        return name

    def add(self, table: str, wanted: str, element: XmlElement, **words: Any) -> str:
        """Add something else that has a name, such as a spring, and return its name."""
        known = self.tables.setdefault(table, {})
        name = self._free_name(wanted or table.removesuffix("s"), {*known, *self.joints})
        known[name] = words
        self.lines[f"{table.removesuffix('s')} {name}"] = element.line
        return name

    def _free_name(self, wanted: str, taken: Any, kind: str = "fixed") -> str:
        """Return a name like the one that is wanted that is not taken, nor its variables where it is a joint."""
        plain = "".join(each if each.isalnum() or each == "_" else "_" for each in wanted)[:LONGEST_NAME]
        plain = plain if plain.isidentifier() else f"_{plain}"
        plain = plain if plain.isidentifier() else "part"
        name, number = plain, 1
        while name in taken or (kind != "fixed" and not self._variables.isdisjoint(variables(name, kind))):
            number += 1
            name = f"{plain}_{number}"
        return name

    def give_mass(
        self, name: str, mass: float, centre: Vector, inertia: Matrix, solids: Sequence[DraftSolid], line: XmlElement
    ) -> None:
        """Give a body mass, centre and inertia about it in the world, and the first shape that it can have."""
        body = self.bodies[name]
        mass = 0.0 if mass < NOTHING else mass
        found = [words for each in solids if (words := each.words()) is not None]
        own = next((words for words in found if dense.length(np.subtract(_middle(words), centre)) <= SAME), None)
        has_inertia = any(abs(each) > NOTHING for row in inertia for each in row)
        if own is not None:
            body |= own if has_inertia or not mass else {"shape": "point", "centre": list(centre)}
        elif any(centre):
            body["centre"] = list(centre)
        if mass:
            body["mass"] = mass
        if own is None and found and len(self.bodies) < MOST["bodies"]:
            drawn = self.add_body(f"{name}_shape", line)
            self.bodies[drawn] |= found[0]
            self.add_joint(drawn, "fixed", (name, drawn), line)
        if solids and not found:
            self.leave_out("the look of a body: its shape is not one of those that a machine has", line)
        if has_inertia and not self._has_inertia(name, inertia):
            (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia
            body["inertia"] = [xx, yy, zz, xy, xz, yz] if xy or xz or yz else [xx, yy, zz]

    def _has_inertia(self, name: str, inertia: Matrix) -> bool:
        """Return whether the shape of a body has an inertia already."""
        if "shape" not in self.bodies[name]:
            return False
        try:
            own = read_body(name, self.bodies[name]).inertia
        except BadInput:
            return False
        return bool(np.abs(own - np.array(inertia)).max() <= SAME * np.abs(np.array(inertia)).max())

    def limit(self, name: str, element: XmlElement, **words: Any) -> None:
        """Give a joint a range or dry friction, where the description of machines has these words."""
        for word, value in words.items():
            if word in WORDS:
                self.joints[name][word] = value
            else:
                self.leave_out(f"{word} of a joint", element)

    def description(self) -> Words:
        """Return the tables of the machine."""
        x, y, z = self.gravity
        found: Words = {name: table for name, table in self.tables.items() if table}
        if (x, y) != (0.0, 0.0) or z > 0.0:
            found["gravity"] = [x, y, z]
        elif z != -9.81:
            found["gravity"] = -z + 0.0
        return found

    def check(self) -> None:
        """Raise BadInput with the line of the file for what is wrong with the machine."""
        if not self.bodies:
            raise BadInput("has no bodies; a machine needs at least one")
        try:
            described(self.description())
        except BadInput as error:
            raise BadInput(self._with_line(str(error))) from None

    def _with_line(self, message: str) -> str:
        for name, line in self.lines.items():
            if message.startswith((f"{name}:", f'body "{name}"', f"joints.{name}")):
                return f"line {line}: {message}"
        return message


def variables(name: str, kind: str) -> list[str]:
    """Return the names of the variables of a joint."""
    found: list[str] = []
    for step in KINDS[kind]:
        own = name + step.ending
        found += [own, f"{own}_rate"]
        if step.kind == BALL:
            found += [f"{own}_{each}" for each in QUATERNION] + [f"{own}_rate_{each}" for each in QUATERNION[1:]]
    return found


def _middle(words: Mapping[str, Any]) -> Sequence[float]:
    """Return the centre of a shape."""
    if "centre" in words:
        return list(words["centre"])
    return [0.5 * (a + b) for a, b in zip(words["from"], words["to"], strict=True)]


def direction_word(direction: Vector) -> Any:
    """Return a unit vector in the words of a description: "x", "-y" … or three numbers."""
    for word, each in DIRECTIONS.items():
        if each == direction:
            return word
    return list(direction)
