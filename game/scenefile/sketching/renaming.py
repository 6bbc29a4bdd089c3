"""Names of parts of a sketch: new names, with all that refers to the old ones, and parts that are taken away."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from game.scenefile.sketch import PartName, Sketch, kind_of
from physics import BadInput
from physics.core.expressions import names_changed, plain_name
from physics.errors import shown
from physics.machines import OF_JOINTS, PARTS, TABLES
from physics.machines.description import RESERVED
from physics.machines.joints import GROUND_NAME, KINDS
from physics.machines.lengths import WITHOUT, expression_in, expressions_changed
from physics.machines.measures import OF_PARTS, POINTS
from physics.machines.motors import GivenMotor, read_motor
from physics.machines.parts import BALL
from physics.machines.sketch_check import bodies_of
from physics.machines.words import SLIDING, TURNING, NumberWord

MOTORS = {"torque": TURNING["torque"], "force": SLIDING["force"]}
"""Words of joints that may be expressions of the motion."""


def rename(s: Sketch, part: PartName, name: str) -> Sketch:
    """Return the sketch with another name of a part, and of all that refers to it; raises BadInput."""
    kind, old = part
    words = s.part(kind, old)
    name = re.sub(r"\s+", "_", name.strip())
    if name == old:
        return s
    if not name.isidentifier() or name in (*RESERVED, GROUND_NAME):
        allowed = "letters, digits and _, begin with a letter, and have no meaning of its own"
        raise BadInput(f"{kind}: {shown(name)} is no name; must be {allowed}")
    tables = s.copied()
    taken = [each for each in PARTS if isinstance(tables.get(each), dict) and name in tables[each]]
    if taken:
        raise BadInput(f"{kind}: the name {name} is taken, in {taken[0]}; give it another one")
    tables[kind] = {name if each == old else each: value for each, value in tables[kind].items()}
    tables[kind][name] = words
    refer = {"bodies": _body_renamed, "joints": _joint_renamed, "numbers": _number_renamed}
    if kind in refer:
        refer[kind](tables, old, name)
    for words in _tables_of(tables, "measures"):
        words |= {word: name for word, kinds in OF_PARTS.items() if kind in kinds and words.get(word) == old}
    return s.with_tables(tables)


def _body_renamed(tables: dict[str, Any], old: str, new: str) -> None:
    def swapped(each: Any) -> Any:
        return new if each == old else each

    for kind in PARTS:
        for words in _tables_of(tables, kind):
            for word in (*KINDS, "between"):
                if isinstance(words.get(word), list):
                    words[word] = [swapped(each) for each in words[word]]
            if "body" in words:
                words["body"] = swapped(words["body"])
            if isinstance(words.get("lets_go"), dict) and "body" in words["lets_go"]:
                words["lets_go"]["body"] = swapped(words["lets_go"]["body"])
    for words in _tables_of(tables, "measures"):
        for word in POINTS.keys() & words.keys():
            words[word] = _points(words[word], lambda text: re.sub(rf"^{old}(?=\.|$)", new, text))


def _points(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, list):
        return [_points(each, change) if isinstance(each, str) else each for each in value]
    return change(value) if isinstance(value, str) else value


def _joint_renamed(tables: dict[str, Any], old: str, new: str) -> None:
    for kind in OF_JOINTS:
        for words in _tables_of(tables, kind):
            if isinstance(words.get("joints"), list):
                words["joints"] = [new if each == old else each for each in words["joints"]]
            if words.get("joint") == old:
                words["joint"] = new
    marks = [*_tables_of(tables, "ends"), *(each.get("lets_go", {}) for each in _tables_of(tables, "ropes"))]
    for mark in marks:
        if isinstance(mark, dict) and mark.get("joint") == old:
            mark["joint"] = new
    variables = {plain_name(f"{old}{ending}"): f"{new}{ending}" for ending in _endings(kind_of(tables["joints"][new]))}
    _motors_renamed(tables, lambda name: variables.get(plain_name(name), name))


def _endings(kind: str) -> Iterator[str]:
    """Yield what follows the name of a joint of a kind in those of its variables."""
    for step in KINDS.get(kind, ()):
        if step.kind == BALL:
            yield from (f"{step.ending}_{each}" for each in (*"wxyz", "rate_x", "rate_y", "rate_z"))
        else:
            yield from (f"{step.ending}{each}" for each in ("", "_rate", "'"))


def _motors_renamed(tables: dict[str, Any], change: Callable[[str], str]) -> None:
    """Change the names in all motors that are expressions, which forces with units are not."""

    def swapped(value: Any, word: NumberWord) -> Any:
        if isinstance(value, list):
            return [swapped(each, word) for each in value]
        try:
            motor = read_motor("", value, word)
        except BadInput:
            return value
        return names_changed(value, change) if isinstance(motor, GivenMotor) else value

    for words in _tables_of(tables, "joints"):
        words |= {word: swapped(words[word], known) for word, known in MOTORS.items() if word in words}


def _number_renamed(tables: dict[str, Any], old: str, new: str) -> None:
    """Rename a number in all expressions."""

    def change(name: str) -> str:
        return new if plain_name(name) == plain_name(old) else name

    for kind in TABLES:
        if kind in tables and kind not in WITHOUT:
            tables[kind] = expressions_changed(tables[kind], (kind,), lambda text, *_: names_changed(text, change))
    for name, value in tables["numbers"].items():
        if expression_in(value) is not None:
            tables["numbers"][name] = names_changed(value, change)
    _motors_renamed(tables, change)


def _tables_of(tables: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    given = tables.get(kind)
    return [each for each in given.values() if isinstance(each, dict)] if isinstance(given, dict) else []


# Taking away ----------------------------------------------------------------------------------------------


def delete(s: Sketch, parts: Sequence[PartName]) -> Sketch:
    """Return the sketch without parts, and without what is joined to bodies and joints that are gone.

    What then hangs on nothing stays. Raises BadInput for a part that is not there.
    """
    tables = s.copied()
    for kind, name in parts:
        s.part(kind, name)
        tables[kind].pop(name, None)
    bodies = {name for kind, name in parts if kind == "bodies"}
    gone = set(parts)
    for kind in PARTS if bodies else ():
        given = tables.get(kind, {})
        for name in [name for name, words in given.items() if bodies & {*bodies_of(words), *_marked(words, "body")}]:
            gone.add((kind, name))
            del given[name]
    joints = {name for kind, name in gone if kind == "joints"}
    for kind in (*OF_JOINTS, "ends", "measures"):
        given = tables.get(kind, {})
        for name in [each for each, words in given.items() if _refers(words, joints, gone)]:
            del given[name]
    for words in _tables_of(tables, "ropes"):
        if set(_marked(words, "joint")) & joints:
            words.pop("lets_go", None)
    return s.with_tables(tables)


def only(s: Sketch, bodies: Sequence[str], title: str) -> Sketch:
    """Return a sketch of some bodies of another one, with what joins them to one another and to the ground.

    title: of its scene. Raises BadInput where there are none.
    """
    kept = set(bodies)
    if not kept:
        raise BadInput("keep: no body is selected")
    others = [("bodies", name) for name in s.tables.get("bodies", {}) if name not in kept]
    made = delete(s, others)
    return replace(made, rest=made.rest.changed(title=title, note="", name="machine"), used=frozenset())


def _marked(words: Any, word: str) -> list[str]:
    """Return the body or joint that the mark of a rope names."""
    mark = words.get("lets_go") if isinstance(words, dict) else None
    return [str(mark[word])] if isinstance(mark, dict) and word in mark else []


def _refers(words: Any, joints: set[str], gone: set[PartName]) -> bool:
    """Return whether a part is of joints that are gone, or measures something that is."""
    if not isinstance(words, dict):
        return False
    of = words.get("joints")
    if isinstance(of, list) and joints & {each for each in of if isinstance(each, str)}:
        return True
    if words.get("joint") in joints:
        return True
    return any((kind, words.get(word)) in gone for word, kinds in OF_PARTS.items() for kind in kinds)
