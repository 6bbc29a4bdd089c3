"""Names of parts of a sketch: new names, with all that refers to the old ones, and parts that are taken away."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from game.scenefile.sketch import PARTS, PartName, Sketch
from physics import BadInput
from physics.errors import shown
from physics.machines import OF_JOINTS
from physics.machines.description import RESERVED
from physics.machines.joints import GROUND_NAME, KINDS
from physics.machines.sketch_check import bodies_of

ENDINGS = r"(?=(?:_rate|_1|_2|_way|_angle|_at_[xyz]|_[wxyz])*'?(?![\w']))"
"""What may follow the name of a joint in that of a variable."""


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
    refer = {"bodies": _body_renamed, "joints": _joint_renamed, "numbers": _number_renamed}.get(kind, _pull_renamed)
    refer(tables, old, name)
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
        for word, value in words.items():
            words[word] = _points(value, lambda text: re.sub(rf"^{old}(?=\.|$)", new, text))


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
    _pull_renamed(tables, old, new)
    for words in _tables_of(tables, "joints"):
        for word in ("torque", "force"):
            if isinstance(words.get(word), str):
                words[word] = re.sub(rf"(?<!\w){old}{ENDINGS}", new, words[word])


def _pull_renamed(tables: dict[str, Any], old: str, new: str) -> None:
    """Rename what measures of pulls, forces and powers are of."""
    for words in _tables_of(tables, "measures"):
        for word in ("pull", "force", "power"):
            if words.get(word) == old:
                words[word] = new


def _number_renamed(tables: dict[str, Any], old: str, new: str) -> None:
    """Rename a number in all expressions, which are texts that are no names."""
    pattern = re.compile(rf"(?<![\w.]){old}(?!\w)")
    names = ("shape", "material", "body", "joint", "joints", "between", *KINDS)

    def changed(value: Any, word: str) -> Any:
        if isinstance(value, dict):
            return {key: changed(each, key) for key, each in value.items()}
        if isinstance(value, list):
            return value if word in names else [changed(each, word) for each in value]
        return pattern.sub(new, value) if isinstance(value, str) and word not in names else value

    for kind in (*(each for each in PARTS if each not in ("measures", "traces")), "gravity", "air_density"):
        if kind in tables:
            tables[kind] = changed(tables[kind], kind)


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
    joints = {name for kind, name in parts if kind == "joints"}
    gone = {name for _, name in parts}
    if bodies:
        for kind in PARTS:
            given = tables.get(kind, {})
            lost = [name for name, words in given.items() if bodies & {*bodies_of(words), *_marked(words, "body")}]
            joints |= set(lost) if kind == "joints" else set()
            gone |= set(lost) if kind in ("joints", "springs", "rods", "ropes") else set()
            for name in lost if kind not in ("bodies", "numbers") else ():
                del given[name]
    for kind in (*OF_JOINTS, "ends", "measures"):
        given = tables.get(kind, {})
        for name in [each for each, words in given.items() if _refers(words, joints, gone)]:
            del given[name]
    for words in _tables_of(tables, "ropes"):
        if set(_marked(words, "joint")) & joints:
            words.pop("lets_go", None)
    return s.with_tables(tables)


def _marked(words: Any, word: str) -> list[str]:
    """Return the body or joint that the mark of a rope names."""
    mark = words.get("lets_go") if isinstance(words, dict) else None
    return [str(mark[word])] if isinstance(mark, dict) and word in mark else []


def _refers(words: Any, joints: set[str], gone: set[str]) -> bool:
    """Return whether a part is of joints that are gone, or measures something that is."""
    if not isinstance(words, dict):
        return False
    of = words.get("joints")
    if isinstance(of, list) and joints & {each for each in of if isinstance(each, str)}:
        return True
    if words.get("joint") in joints:
        return True
    return any(words.get(word) in gone for word in ("pull", "force", "power"))
