"""A machine as a person makes it: the tables of its scene file with the texts that were typed, runnable or not."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import physics
from game.scenefile.described_tables import MACHINE
from game.scenefile.schema import Scene
from physics.core.system import System
from physics.machines import PARTS, VALUES
from physics.machines.joints import KINDS, Joint
from physics.machines.parts import SLIDE, TURN
from physics.machines.posing import DrawnPose
from physics.machines.sketch_check import PartName as PartName
from physics.machines.sketch_check import SketchCheck, checked
from physics.machines.vectors import Vector

SCENE: PartName = ("scene", "")
"""The part for what is said of the whole machine: gravity and air, and the title of its scene."""


class SketchAnchor(NamedTuple):
    """A point of a body by its name, or one in the drawn pose [m]; of the ground a point."""

    body: str
    name: str | Vector


@dataclass(frozen=True)
class Sketch:
    """A machine that is being made. text: its tables as JSON; scene: the other fields of its scene file.

    used: names that parts have had, which new ones do not get; they are not in the file, and do not count as content.
    """

    text: str
    rest: Scene
    used: frozenset[str] = frozenset()

    def __hash__(self) -> int:
        """Return a number by the content."""
        return hash(self.text)

    def __eq__(self, other: object) -> bool:
        """Return whether another sketch has the same content."""
        return isinstance(other, Sketch) and (self.text, self.rest) == (other.text, other.rest)

    @classmethod
    def new(cls, title: str) -> Sketch:
        """Return a sketch without parts, in a scene of a title."""
        return cls("{}", Scene(system=MACHINE, name=MACHINE, title=title, integrator="gauss6", dt=0.002, paused=True))

    @classmethod
    def of(cls, scene: Scene) -> Sketch:
        """Return the sketch of a scene of a machine, runnable or not; values that were changed are in its tables.

        Raises BadInput where the scene is none of a machine.
        """
        if scene.system != MACHINE:
            raise physics.BadInput(f"system = {scene.system}: is no machine of bodies and joints")
        given = dict(scene.parameters)
        field = physics.system_class(MACHINE).fields[MACHINE]
        text = _without_empty(str(field.check(given.pop(MACHINE, field.default))))
        rest = scene.changed(parameters={}, initial={})
        sketch = cls(text, rest)
        if given or scene.initial:
            sketch = sketch.with_values(physics.system(MACHINE, scene.parameters, scene.initial))
        return sketch

    @classmethod
    def of_system(cls, system: System, rest: Scene) -> Sketch:
        """Return the sketch of a machine that is simulated; rest: the scene for its other fields."""
        text = str(system.parameters[MACHINE])
        return cls(text, rest.changed(system=MACHINE, parameters={}, initial={})).with_values(system)

    @cached_property
    def tables(self) -> Mapping[str, Any]:
        """The tables as in a scene file; they are not to be changed."""
        found: dict[str, Any] = json.loads(self.text)
        return found

    def copied(self) -> dict[str, Any]:
        """Return a copy of the tables, to be changed."""
        return deepcopy(dict(self.tables))

    def with_tables(self, tables: Mapping[str, Any]) -> Sketch:
        """Return the sketch with other tables; those that are empty are left out."""
        kept = {name: each for name, each in tables.items() if each or not isinstance(each, Mapping)}
        ordered = {name: kept[name] for name in sorted(kept, key=_place_of)}
        names = {name for kind in PARTS for name in _rows(self.tables, kind)}
        return replace(self, text=json.dumps(ordered), used=self.used | names)

    def scene(self) -> Scene:
        """Return the scene for saving, which need not be runnable."""
        text = self.text if self.parts() else json.dumps({"bodies": {}, **self.tables})  # else the usual one is meant
        return self.rest.changed(system=MACHINE, parameters={MACHINE: text}, initial=dict(self.rest.initial))

    def parts(self) -> list[PartName]:
        """Return all parts in the order of the tables."""
        return [(kind, name) for kind in PARTS for name in _rows(self.tables, kind)]

    def part(self, kind: str, name: str) -> Any:
        """Return the words of a part; raises BadInput where there is none."""
        given = _rows(self.tables, kind)
        if name not in given:
            raise physics.BadInput(f"{kind}: there is no {name}; there are {', '.join(given) or 'none'}")
        return given[name]

    @property
    def check(self) -> SketchCheck:
        """What is wrong with it, and what shows it."""
        return _checked(self.text)

    def pose(self, body: str) -> DrawnPose:
        """Return where a body is at the start, against where it is drawn."""
        return self.check.poses.get(body, DrawnPose())

    def place(self, anchor: SketchAnchor) -> Vector:
        """Return where an anchor is at the start [m]; raises BadInput where there is none."""
        if isinstance(anchor.name, str):
            found = self.check.anchors.get((anchor.body, anchor.name))
            if found is None:
                raise physics.BadInput(f"{anchor.body} has no anchor {anchor.name!r}")
            return found
        return self.pose(anchor.body).world(anchor.name)

    # Values of a run ------------------------------------------------------------------------------------

    def with_values(self, system: System, before: System | None = None) -> Sketch:
        """Return the sketch with the parameters and the start of a machine that it shows.

        before: the machine as the sketch has it; without one, as its tables have it. Initial values that no word of a
        joint says, such as those of a ball, stay beside the tables.
        """
        kind: Any = type(system)
        tables = self.copied()
        parameters = before.parameters if before is not None else {}
        for name, way in kind.numbers.items():
            value = system.parameters[name]
            if value != parameters.get(name, kind.fields[name].default):
                _put(tables, way, value)
        start = before.initial if before is not None else {each.name: each.start for each in kind.variables}
        given = system.kept_start()
        beside = {}
        for name, value in given.items():
            if value != start.get(name) and not _put_start(tables, self.check.joints, name, value):
                beside[name] = value
        made = self.with_tables(tables)
        return replace(made, rest=made.rest.changed(initial={**made.rest.initial, **beside})) if beside else made


def _without_empty(text: str) -> str:
    """Return tables as JSON without those that are empty."""
    tables = json.loads(text)
    kept = {name: each for name, each in tables.items() if each != {}}
    return text if len(kept) == len(tables) else json.dumps(kept)


def _rows(tables: Mapping[str, Any], kind: str) -> Mapping[str, Any]:
    """Return the parts of a table by name, none where it is no table."""
    found = tables.get(kind)
    return found if isinstance(found, Mapping) else {}


def _place_of(name: str) -> int:
    """Return where a table stands in the file: simple values first."""
    order = (*VALUES, "numbers", *PARTS)
    return order.index(name) if name in order else len(order)


@lru_cache(64)
def _checked(text: str) -> SketchCheck:
    return checked(json.loads(text))


def _put(tables: dict[str, Any], way: Sequence[str], value: Any) -> None:
    """Write a value at the end of a way of words."""
    *first, last = way
    within = tables
    for word in first:
        within = within.setdefault(word, {})
    within[last] = value


def _put_start(tables: dict[str, Any], joints: Mapping[str, Joint], variable: str, value: float) -> bool:
    """Write an initial value as a word of its joint; return False where no word says it, as of a ball."""
    for name in _rows(tables, "joints").keys() & joints.keys():
        joint, steps = tables["joints"][name], joints[name].steps
        if "driven" in joint or any(each.kind not in (TURN, SLIDE) for each in steps):
            continue
        for step in steps:
            coordinate = "angle" if step.kind == TURN else "position"
            for ending, word in (("", coordinate), ("_rate", "rate")):
                if variable == f"{name}{step.ending}{ending}":
                    alike = [each for each in steps if word == "rate" or each.kind == step.kind]
                    _put_one(joint, word, alike.index(step), len(alike), value)
                    return True
    return False


def _put_one(joint: dict[str, Any], word: str, place: int, count: int, value: float) -> None:
    """Write one number of a word that has `count` of them, one alone without a list."""
    if count == 1:
        joint[word] = value
        return
    given = joint.get(word)
    numbers = list(given) if isinstance(given, list | tuple) and len(given) == count else [0.0] * count
    numbers[place] = value
    joint[word] = numbers


def kind_of(joint: object) -> str:
    """Return the kind of the joint of a table, "" for none."""
    return next((word for word in joint if word in KINDS), "") if isinstance(joint, Mapping) else ""


def joined(joint: Mapping[str, Any]) -> tuple[str, str]:
    """Return the two bodies of a joint, "" where they are not said."""
    pair = joint.get(kind_of(joint))
    if isinstance(pair, list | tuple) and len(pair) == 2:
        return str(pair[0]), str(pair[1])
    return "", ""
