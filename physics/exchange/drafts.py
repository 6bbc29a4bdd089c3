"""Descriptions of machines while they are put together from another program's file, and what was left out of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from physics.errors import BadInput
from physics.exchange.frames import Frame, moved_inertia, turned_inertia
from physics.exchange.xml_tree import XmlElement
from physics.machines.bodies import read_body
from physics.machines.description import MOST, QUATERNION, RESERVED, described
from physics.machines.joints import GROUND_NAME, KINDS
from physics.machines.parts import BALL
from physics.machines.vectors import ZERO, Matrix, Vector, added, difference, scaled
from physics.maths import dense

SAME = 1e-12
"""Distance of points [m], and difference of inertias as a share of the greatest, that counts as none."""
NOTHING = 1e-13
"""Mass [kg] and moment of inertia [kg m²] that count as none: MuJoCo asks for some of what has none."""
LONGEST_NAME = 40
"""Greatest length of a name that is taken over [characters]."""
STRAIGHT = 1.0 - 1e-12
MOST_PARTS = 300
"""Greatest number of bodies of a file before those that are fixed become parts of others."""
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


def as_one(solids: Sequence[DraftSolid]) -> tuple[float, Vector, Matrix]:
    """Return mass, centre, and inertia about the centre in the world, of several solids."""
    mass = 0.0
    moment: Vector = ZERO
    for each in solids:
        mass += each.mass
        moment = added(moment, scaled(each.mass, each.frame.place))
    centre = scaled(1.0 / mass, moment) if mass else ZERO
    whole: Matrix = (ZERO, ZERO, ZERO)
    for each in solids:
        own = turned_inertia(each.frame.rotation, each.inertia)
        moved = own if len(solids) == 1 else moved_inertia(own, each.mass, difference(each.frame.place, centre))
        one, two, three = (added(a, b) for a, b in zip(whole, moved, strict=True))
        whole = one, two, three
    if len(solids) == 1:
        centre = solids[0].frame.place
    return mass, centre, whole


def scaled_matrix(factor: float, a: Matrix) -> Matrix:
    """Return a matrix times a number."""
    return scaled(factor, a[0]), scaled(factor, a[1]), scaled(factor, a[2])


@dataclass
class DraftLoad:
    """Mass, centre and inertia about it in the world, of a body, with its solids and its element in the file."""

    mass: float
    centre: Vector
    inertia: Matrix
    solids: list[DraftSolid]
    line: XmlElement

    def with_part(self, other: DraftLoad) -> DraftLoad:
        """Return both as one body."""
        parts = [DraftSolid(Frame(place=each.centre), each.mass, each.inertia, "", (0.0,)) for each in (self, other)]
        mass, centre, inertia = as_one([each for each in parts if each.mass or any(map(any, each.inertia))])
        return DraftLoad(mass, centre, inertia, [*self.solids, *other.solids], self.line)


@dataclass
class MachineDraft:
    """A machine while it is put together.

    lines: of bodies and joints in the file, by their names. loads: masses of the bodies. fused: of what a body that
    was fixed became a part.
    """

    title: str = ""
    tables: dict[str, Words] = field(default_factory=lambda: {"bodies": {}, "joints": {}})
    gravity: Vector = (0.0, 0.0, -9.81)
    initial: dict[str, float] = field(default_factory=dict)
    notes: dict[str, DraftNote] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    loads: dict[str, DraftLoad] = field(default_factory=dict)
    fused: dict[str, str] = field(default_factory=dict)
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
        if len(self.bodies) > MOST_PARTS:
            raise element.wrong(f"more than {MOST_PARTS} bodies")
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
        """Give a body mass, centre and inertia about it in the world, and solids of which it may have the shape."""
        self.loads[name] = DraftLoad(0.0 if mass < NOTHING else mass, centre, inertia, list(solids), line)

    def body_of(self, name: str) -> str:
        """Return the body of which one is a part."""
        while name in self.fused:
            name = self.fused[name]
        return name

    def scale_masses(self, whole: float) -> None:
        """Give all bodies together a mass [kg]."""
        before = sum(each.mass for each in self.loads.values())
        for each in self.loads.values():
            if before:
                each.mass *= whole / before
                each.inertia = scaled_matrix(whole / before, each.inertia)

    def settle_masses(self) -> None:
        """Fuse bodies that are fixed to others where there are too many, and write all masses and shapes."""
        for everything in (False, True):
            while (name := self._fusible(everything)) is not None:
                self._fuse(name)
        for name, load in list(self.loads.items()):
            self._write(name, load)
        if len(self.bodies) > MOST["bodies"]:
            line = self.loads[list(self.loads)[MOST["bodies"]]].line if len(self.loads) > MOST["bodies"] else None
            told = f"{len(self.bodies)} bodies, those between several joints of one included; at most {MOST['bodies']}"
            raise line.wrong(told) if line else BadInput(told)

    def _fusible(self, everything: bool) -> str | None:
        """Return the joint that fixes a body which can become a part of another one: one of nothing, else any."""
        if everything and len(self.bodies) <= MOST["bodies"]:
            return None
        for name, words in self.joints.items():
            child = words["fixed"][1] if "fixed" in words else ""
            load = self.loads.get(child)
            is_nothing = load is not None and not (load.mass or load.solids or any(map(any, load.inertia)))
            if child in self.bodies and load is not None and (everything or (is_nothing and not self.bodies[child])):
                return name
        return None

    def _fuse(self, name: str) -> None:
        """Make a body that a joint fixes a part of what it is fixed to."""
        mother, child = self.joints.pop(name)["fixed"]
        self.fused[child] = mother
        load, words = self.loads.pop(child), self.bodies.pop(child)
        for each in self.joints.values():
            kind = next(word for word in each if word in KINDS)
            each[kind] = [mother if who == child else who for who in each[kind]]
        if mother != GROUND_NAME:
            self.loads[mother] = self.loads[mother].with_part(load) if mother in self.loads else load
            if "anchors" in words:
                self.bodies[mother].setdefault("anchors", {}).update(words["anchors"])

    def _write(self, name: str, load: DraftLoad) -> None:
        """Write mass, centre and inertia of a body, and the first shape that it can have."""
        body, centre = self.bodies[name], load.centre
        found = [words for each in load.solids if (words := each.words()) is not None]
        own = next((words for words in found if dense.length(np.subtract(_middle(words), centre)) <= SAME), None)
        has_inertia = any(abs(each) > NOTHING for row in load.inertia for each in row)
        if own is not None:
            body |= own if has_inertia or not load.mass else {"shape": "point", "centre": list(centre)}
        elif any(centre):
            body["centre"] = list(centre)
        if load.mass:
            body["mass"] = load.mass
        if own is None and found and len(self.bodies) < MOST["bodies"]:
            drawn = self.add_body(f"{name}_shape", load.line)
            self.bodies[drawn] |= found[0]
            self.add_joint(drawn, "fixed", (name, drawn), load.line)
        if load.solids and not found:
            self.leave_out("the look of a body: its shape is not one of those that a machine has", load.line)
        inertia = self._possible(load) if has_inertia else load.inertia
        if has_inertia and not self._has_inertia(name, inertia):
            (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia
            body["inertia"] = [xx, yy, zz, xy, xz, yz] if xy or xz or yz else [xx, yy, zz]

    def _possible(self, load: DraftLoad) -> Matrix:
        """Return an inertia; of one that no body has, a ball's with the same mean."""
        (one, two, three), _ = dense.eigen(np.array(load.inertia))
        if one >= -SAME * three and three <= (one + two) * (1.0 + 1e-9):
            return load.inertia
        mean = float(max(one + two + three, 0.0)) / 3.0
        self.leave_out("an inertia that no body has (it has the same mean in all directions)", load.line)
        return (mean, 0.0, 0.0), (0.0, mean, 0.0), (0.0, 0.0, mean)

    def _has_inertia(self, name: str, inertia: Matrix) -> bool:
        """Return whether the shape of a body has an inertia already."""
        if "shape" not in self.bodies[name]:
            return False
        try:
            own = read_body(name, self.bodies[name]).inertia
        except BadInput:
            return False
        return bool(np.abs(own - np.array(inertia)).max() <= SAME * np.abs(np.array(inertia)).max())

    def limit(self, name: str, low: float, high: float) -> None:
        """Give a joint a range."""
        words = self.joints[name]
        words["range"] = [low, high]
        if not low <= 0.0 <= high:  # the drawn pose is beyond a stop
            words.setdefault(coordinate_word(words), 0.5 * (low + high))

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


def coordinate_word(joint: Words) -> str:
    """Return the word of the coordinate of a hinge or slider."""
    return "position" if "slider" in joint else "angle"


def _middle(words: Mapping[str, Any]) -> Sequence[float]:
    """Return the centre of a shape."""
    if "centre" in words:
        return list(words["centre"])
    return [0.5 * (a + b) for a, b in zip(words["from"], words["to"], strict=True)]
