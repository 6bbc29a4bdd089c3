"""Values of parts of a sketch, as they are typed, and cures of faults."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any, NamedTuple

from game.scenefile.sketch import SCENE, PartName, Sketch, SketchAnchor, joined, kind_of
from game.scenefile.sketching.drawing import (
    SAME,
    SketchDrawing,
    axis_words,
    check_kind,
    fresh,
    near,
    still_valid,
    unit_vector,
    written,
    written_direction,
)
from game.scenefile.sketching.moving import move_end
from game.scenefile.sketching.placing import CONNECTIONS, STIFFNESS, place_body, toggle_ground
from game.scenefile.sketching.renaming import delete, rename
from physics import BadInput
from physics.core.units import check_number
from physics.machines import CALLED, VALUES
from physics.machines.bodies import MachineBody
from physics.machines.joints import GROUND_NAME, KINDS, SAID, Joint
from physics.machines.planar_loops import Closing
from physics.machines.sketch_check import Cure, LoopReport
from physics.machines.vectors import Vector, added, cross, difference, distance, scaled
from physics.machines.words import FAR, MASSES
from physics.maths import dense

MASS_WORDS = (*MASSES, "material")
"""Words of which one takes the others away; a material may have a mass, too."""
MOST_BRACKETS = 100
"""Most brackets of a list that is typed; a text with more is none."""
HELICAL = ("twist", "coupling")
"""Words of a spring that are kept with the joint of its body."""
KEPT_OF_SHAPES = (*MASS_WORDS, "inertia", "drag", "drag_coefficient", "area")
"""Words of a body that another shape has, too."""


def set_value(s: Sketch, part: PartName, word: str, text: Any) -> Sketch:
    """Return the sketch with a value of a part as it is typed; None takes it away.

    word: one of the file, or with dots for what is within: "driven.speed", "size.0", "corners.2.0". Besides, "length"
    of a bar or cylinder moves its end, "shape" and "kind" choose others. A number of `numbers` has the word "value".
    "twist" and "coupling" of a spring are those of the cylindrical joint of its body; "ends" of a body is the height
    at which the run ends. part: `SCENE` for gravity,
    air_density, wind, title and note. Raises BadInput in one line.
    """
    return set_values(s, part, ((word, text),))


def set_values(s: Sketch, part: PartName, words: Iterable[tuple[str, Any]]) -> Sketch:
    """Return the sketch with several values of a part, each as `set_value` takes it, which need only be right together.

    Raises BadInput in one line.
    """
    made, given = s, tuple(words)
    for word, text in given:
        made = _with_value(made, part, word, text)
    if part[0] == "joints" and any(word == "kind" for word, _ in given):
        return made  # what another kind cannot have may be mended later
    return still_valid(s, part, made)


def add_part(s: Sketch, table: str, words: Mapping[str, Any], base: str) -> tuple[Sketch, PartName]:
    """Return the sketch with one more part of a table, such as "measures", and the part. base: how its name begins.

    Raises BadInput for words that such a part cannot have.
    """
    tables = s.copied()
    part = table, fresh(s, tables, base)
    tables.setdefault(table, {})[part[1]] = deepcopy(dict(words))
    return still_valid(s, part, s.with_tables(tables)), part


def _with_value(s: Sketch, part: PartName, word: str, text: Any) -> Sketch:
    """Return the sketch with a value of a part, which may be wrong; raises BadInput for what no value can be."""
    if part == SCENE:
        return _set_of_scene(s, word, text)
    kind, name = part
    words = s.part(kind, name)
    if kind == "numbers":
        return _set_number(s, name, text)
    if kind == "joints" and word == "kind":
        return change_kind(s, name, str(text))
    if kind == "bodies" and word == "shape":
        return _change_shape(s, name, str(text))
    if kind == "bodies" and word == "length" and "from" in words:
        return _set_length(s, name, text)
    if kind == "bodies" and word == "ends":
        return _set_end(s, name, text)
    if kind == "springs" and word in HELICAL:
        return _set_helical(s, name, word, text)
    tables = s.copied()
    given = tables[kind][name]
    _write(f"{_called(part)}: {word}", given, word.split("."), _value_of(text))
    if kind == "bodies" and word in MASS_WORDS and text is not None:
        for other in MASS_WORDS:
            if other != word and {word, other} != {"mass", "material"}:
                given.pop(other, None)
    if kind == "joints" and word.split(".")[0] == "driven" and text is not None:
        for other in SAID:
            if other != "driven":
                given.pop(other, None)
    return s.with_tables(tables)


def _called(part: PartName) -> str:
    """Return what messages call a part."""
    kind, name = part
    return name if kind == "bodies" else f"{CALLED[kind]} {name}"


def _value_of(text: Any) -> Any:
    """Return what a typed text is in the file: a number, a list, true or false, else the text itself."""
    if not isinstance(text, str):
        return text
    text = text.strip()
    if text in ("true", "false"):
        return text == "true"
    if text[:1] in ("[", "{"):
        deep = text.count("[") + text.count("{") > MOST_BRACKETS
        try:
            return text if deep else json.loads(text)
        except ValueError:
            return text
    try:
        found = float(text)
    except ValueError:
        return text
    return int(text) if text.lstrip("+-").isdigit() and len(text) < 16 else found


def _write(called: str, within: Any, way: Sequence[str], value: Any) -> None:
    """Write a value at the end of a way, or take it away; a table that is empty then goes, too. Raises BadInput."""
    first, *rest = way
    if isinstance(within, list):
        if not first.isdigit() or int(first) >= len(within):
            raise BadInput(f"{called}: there is no number {first}; there are {len(within)}")
        if rest:
            _write(called, within[int(first)], rest, value)
        elif value is None:
            raise BadInput(f"{called}: a number of a list cannot be taken away; give another one")
        else:
            within[int(first)] = value
        return
    if not isinstance(within, dict):
        raise BadInput(f"{called}: is one value; must be a table or a list")
    if rest:
        if value is None and first not in within:
            return
        if not isinstance(within.get(first), dict | list):
            if rest[0].isdigit():
                raise BadInput(f"{called}: {first} is no list; give all its numbers")
            within[first] = {}
        _write(called, within[first], rest, value)
        if within[first] == {}:
            del within[first]
    elif value is None:
        within.pop(first, None)
    else:
        within[first] = value


def _set_of_scene(s: Sketch, word: str, text: Any) -> Sketch:
    """Return the sketch with another word of the whole machine; raises BadInput."""
    if word in ("title", "note"):
        return replace(s, rest=s.rest.changed(**{word: str(text or "").strip()}))
    if word.split(".")[0] not in VALUES:
        raise BadInput(f"{word}: is no word of the machine; must be title, note, {', '.join(VALUES)}")
    tables = s.copied()
    _write(word, tables, word.split("."), _value_of(text))
    return s.with_tables(tables)


def _set_number(s: Sketch, name: str, text: Any) -> Sketch:
    tables = s.copied()
    if text is None:
        del tables["numbers"][name]
    else:
        tables["numbers"][name] = _value_of(text)
    return s.with_tables(tables)


def add_number(s: Sketch, text: Any, base: str = "L") -> tuple[Sketch, str]:
    """Return the sketch with one more number that expressions may name, and its name: the base, base_2 ..."""
    tables = s.copied()
    name = fresh(s, tables, base)
    tables.setdefault("numbers", {})[name] = _value_of(text)
    return still_valid(s, ("numbers", name), s.with_tables(tables)), name


def _set_length(s: Sketch, name: str, text: Any) -> Sketch:
    """Return the sketch with the end of a bar moved along it; what is joined there follows."""
    body = SketchDrawing(s).bodies.get(name)
    if body is None or body.start is None or body.end is None:
        raise BadInput(f"{name}: has no ends that are known; give from and to")
    length = check_number(f"{name}: length", text, "m", 1e-9, FAR)
    way = [b - a for a, b in zip(body.start, body.end, strict=True)]
    share = length / dense.length(way)
    x, y, z = (a + share * b for a, b in zip(body.start, way, strict=True))
    return move_end(s, name, "end", s.pose(name).world((x, y, z)))


# Helical springs -----------------------------------------------------------------------------------------------


class HelicalSpring(NamedTuple):
    """What a spring does beside pulling, as typed. joint: the cylindrical one of its body, twist: its second stiffness.

    coupling: the name of that of its two motions, "" for none; both: its stiffness.
    """

    joint: str
    twist: Any
    coupling: str
    both: Any


def helical_spring(tables: Mapping[str, Any], name: str) -> HelicalSpring | None:
    """Return what a spring may do beside pulling; None where none of its bodies slides and turns about an axis."""
    given = tables["springs"][name]
    pair = given.get("between", ()) if isinstance(given, Mapping) else ()
    for joint, words in tables.get("joints", {}).items():
        if kind_of(words) == "cylindrical" and {str(each) for each in pair} & set(joined(words)) - {GROUND_NAME}:
            stiffness = words.get("stiffness")
            twist = stiffness[1] if isinstance(stiffness, list) and len(stiffness) == 2 else None
            ties = tables.get("couplings", {}).items()
            tie = next((each for each, tied in ties if isinstance(tied, Mapping) and tied.get("joint") == joint), "")
            return HelicalSpring(joint, twist, tie, tables["couplings"][tie].get("stiffness") if tie else None)
    return None


def _set_helical(s: Sketch, name: str, word: str, text: Any) -> Sketch:
    """Return the sketch in which a spring twists its body, or couples the twist to the pull; raises BadInput."""
    held = helical_spring(s.tables, name)
    if held is None:
        raise BadInput(f"spring {name}: {word}: none of its bodies slides and turns; must have a cylindrical joint")
    tables, value = s.copied(), _value_of(text)
    if word == "twist":
        joint = tables["joints"][held.joint]
        pull = joint["stiffness"][0] if held.twist is not None else 0
        if value is None and not pull:
            joint.pop("stiffness", None)
        else:
            joint["stiffness"] = [pull, 0 if value is None else value]
    elif value is None:
        return delete(s, [("couplings", held.coupling)]) if held.coupling else s
    else:
        tie = held.coupling or fresh(s, tables, "helix")
        tables.setdefault("couplings", {})[tie] = {"joint": held.joint, "stiffness": value}
    return s.with_tables(tables)


# What ends, and lets go ---------------------------------------------------------------------------------------


def end_of(tables: Mapping[str, Any], body: str) -> str:
    """Return the name of the end of the run at a height of a body, "" where there is none."""
    for name, words in tables.get("ends", {}).items():
        if isinstance(words, Mapping) and words.get("body") == body:
            return str(name)
    return ""


def _set_end(s: Sketch, body: str, text: Any) -> Sketch:
    """Return the sketch whose run ends where a body is at a height as typed; None: not any more."""
    tables, name = s.copied(), end_of(s.tables, body)
    if text is None:
        return delete(s, [("ends", name)]) if name else s
    name = name or fresh(s, tables, "end")
    tables.setdefault("ends", {}).setdefault(name, {"body": body})["height"] = _value_of(text)
    return s.with_tables(tables)


def change_tie(s: Sketch, part: PartName, kind: str) -> tuple[Sketch, PartName]:
    """Return the sketch with another tie between the same points, and what it is called; raises BadInput.

    kind: "springs", "rods" or "ropes". The length of a rod or rope is that at rest of a spring.
    """
    if kind not in CONNECTIONS or part[0] not in CONNECTIONS:
        raise BadInput(f"kind = {kind!r}: must be one of {', '.join(CONNECTIONS)}")
    if kind == part[0]:
        return s, part
    words = s.part(*part)
    if kind != "ropes" and "over" in words:
        raise BadInput(f"a {CONNECTIONS[kind]} runs straight; only a rope runs over pegs")
    name, old = part[1], CONNECTIONS[part[0]]
    if name.rstrip("0123456789").rstrip("_") == old:
        name = fresh(s, s.tables, CONNECTIONS[kind])
        s = rename(s, part, name)
    tables = s.copied()
    given = tables[part[0]].pop(name)
    kept = {word: value for word, value in given.items() if word in ("between", "from", "to", "over")}
    length = given.get("rest", given.get("length"))
    if length is not None:
        kept["rest" if kind == "springs" else "length"] = length
    if kind == "springs":
        kept["stiffness"] = STIFFNESS
    tables.setdefault(kind, {})[name] = kept
    return s.with_tables({each: value for each, value in tables.items() if value != {}}), (kind, name)


# Kinds and shapes --------------------------------------------------------------------------------------------


def change_kind(s: Sketch, joint: str, kind: str) -> Sketch:
    """Return the sketch with another kind of joint at the same place; what this kind has not goes. Raises BadInput."""
    words = s.part("joints", joint)
    check_kind(f"joint {joint}", kind)
    old = kind_of(words)
    if old == kind:
        return s
    first = words.get("axes", ["-y"])
    axis = words.get("axis", first[0] if isinstance(first, list) and first else "-y")
    kept = {word: each for word, each in words.items() if word in _words_alike(old, kind)}
    tables = s.copied()
    new: dict[str, Any] = {kind: deepcopy(words[old]) if old else list(joined(words))}
    if "at" in words:
        new["at"] = deepcopy(words["at"])
    tables["joints"][joint] = {**new, **axis_words(kind, axis, _line_of(s, joint)), **kept}
    return s.with_tables(tables)


def _line_of(s: Sketch, joint: str) -> Vector | None:
    """Return the direction of the long body that a joint carries, else of the other one, in the drawn pose."""
    first, second = joined(s.part("joints", joint))
    known = SketchDrawing(s).bodies
    for body in (known.get(second), known.get(first)):
        if body is not None and body.start is not None and body.end is not None:
            return difference(body.end, body.start)
    return None


def line_through(s: Sketch, joint: str) -> Any:
    """Return the direction of the long body of two on whose line a joint is, not at its end, None for none."""
    drawing = SketchDrawing(s)
    for name, place in drawing.of_joint(joint) or ():
        body = drawing.bodies.get(name)
        if body is None or body.start is None or body.end is None or near(place, body.start) or near(place, body.end):
            continue
        way, off = difference(body.end, body.start), difference(place, body.start)
        across = dense.length(cross(way, off)) / dense.length(way)
        if across < SAME:
            return written_direction(unit_vector(way))
    return None


def _words_alike(old: str, new: str) -> tuple[str, ...]:
    """Return the words of values that mean the same for two kinds of joints."""
    steps = [tuple(step.kind for step in KINDS.get(kind, ())) for kind in (old, new)]
    return SAID if steps[0] == steps[1] and len(steps[0]) == 1 else ()


def _change_shape(s: Sketch, name: str, shape: str) -> Sketch:
    """Return the sketch with a body of another shape, about the same centre and of the same size."""
    body = SketchDrawing(s).bodies.get(name)
    old = s.part("bodies", name)
    if old.get("shape") == shape:
        return s
    if {old.get("shape"), shape} == {"bar", "cylinder"} and body is not None:
        tables = s.copied()
        words = {word: each for word, each in tables["bodies"][name].items() if word not in ("width", "radius")}
        width = round(0.5 * body.width, 9) if shape == "cylinder" else round(body.width, 9)
        tables["bodies"][name] = {**words, "shape": shape, "radius" if shape == "cylinder" else "width": width}
        return s.with_tables(tables)
    centre: Vector = body.centre if body is not None else (0.0, 0.0, 0.0)
    size, axis = (_size_of(body), body.axis) if body is not None else (0.1, None)
    word = written_direction(axis) if axis is not None and body is not None and body.start is None else "-y"
    alone, other = place_body(Sketch.new(""), shape, centre, size, axis=word)
    tables = s.copied()
    kept = {each: value for each, value in old.items() if each in KEPT_OF_SHAPES and each != "inertia"}
    if "mass" in alone.part("bodies", other) and not kept.keys() & set(MASS_WORDS):
        kept["mass"] = alone.part("bodies", other)["mass"]
    new = {each: value for each, value in alone.part("bodies", other).items() if each != "mass"}
    tables["bodies"][name] = {**new, **kept}
    anchors = {each: list(place) for each, place in body.anchors.items()} if body is not None else {}
    for each, place in old.get("anchors", {}).items():
        tables["bodies"][name].setdefault("anchors", {})[each] = place
    _keep_anchors(tables, name, anchors, s.with_tables(tables))
    return s.with_tables(tables)


def _size_of(body: MachineBody) -> float:
    """Return the size of a body as `place_body` takes it [m]."""
    if body.start is not None and body.end is not None:
        return round(0.5 * distance(body.start, body.end), 9)
    if body.size is not None:
        return 0.5 * float(max(body.size))
    if body.corners:
        return max(distance(body.centre, each) for each in body.corners)
    return body.radius or 0.1


def _keep_anchors(tables: dict[str, Any], name: str, anchors: Mapping[str, Any], changed: Sketch) -> None:
    """Give a body anchors in place of those of its old shape that something names."""
    there = SketchDrawing(changed).bodies.get(name)
    have = there.anchors if there is not None else {}
    for anchor, place in anchors.items():
        if anchor not in have and _is_named(tables, name, anchor):
            tables["bodies"][name].setdefault("anchors", {})[anchor] = written(place)


def _is_named(tables: Mapping[str, Any], body: str, anchor: str) -> bool:
    """Return whether a joint or another part names an anchor of a body."""
    for words in tables.get("joints", {}).values():
        at, pair = words.get("at"), joined(words)
        names = [each.strip() for each in at.split(",")] if isinstance(at, str) else at
        if isinstance(names, list) and len(names) == 2 and (body, anchor) in zip(pair, names, strict=True):
            return True
    text = json.dumps({kind: each for kind, each in tables.items() if kind not in ("bodies", "joints")})
    return f'"{anchor}"' in text or f"{body}.{anchor}" in text


# Cures -----------------------------------------------------------------------------------------------------


def cured(s: Sketch, cure: Cure) -> Sketch:
    """Return the sketch after a cure of one of its faults; raises BadInput."""
    kind, name = cure.part
    if cure.what == "hinge":
        start = "start" if "from" in s.part(kind, name) else "centre"
        return toggle_ground(s, SketchAnchor(name, start))[0]
    tables = s.copied()
    if cure.what == "fly":
        tables.setdefault("joints", {})[fresh(s, tables, "")] = {"free": [GROUND_NAME, name]}
    elif cure.what == "free":
        return delete(s, [cure.part])
    elif cure.what == "let go":
        tables[kind][name].pop(cure.word, None)
    elif cure.what == "mass":
        tables[kind][name].pop("density", None)
        tables[kind][name]["mass"] = 0.1
    return s.with_tables(tables)


def closed_by(s: Sketch, loop: LoopReport, closing: Closing) -> Sketch:
    """Return the sketch in which a loop closes with the suggested value; raises BadInput.

    A distance moves the point of a joint on the ground, along the line to the other joint of the loop to the ground;
    the bodies keep their lengths.
    """
    if closing.word != "distance":
        return set_value(s, closing.part, closing.word, closing.text)
    known = {joint.name: joint for joint in s.check.joints_of(loop)}
    name = closing.part[1]
    others = [each for each in loop.joints if each != name and GROUND_NAME in (known[each].first, known[each].second)]
    if not others:
        raise BadInput(f"joint {name}: has no other joint to the ground in its loop")
    old, fixed = _on_ground(known[name]), _on_ground(known[others[0]])
    x, y, z = (
        round(each, 9) for each in added(fixed, scaled(closing.suggestion / closing.present, difference(old, fixed)))
    )
    words = s.part("joints", name)
    at, first = words.get("at"), joined(words)[0] == GROUND_NAME
    own = at[1 if first else 0] if isinstance(at, list) and len(at) == 2 else _anchor(s, known[name])
    both = [[x, y, z], own] if first else [own, [x, y, z]]
    return set_value(s, closing.part, "at", json.dumps(both))


def _on_ground(joint: Joint) -> Vector:
    """Return the point of a joint that is one of the ground [m]."""
    return joint.at if joint.first == GROUND_NAME else joint.to


def _anchor(s: Sketch, joint: Joint) -> object:
    """Return the anchor of the body that a joint holds to the ground, by its name, or its point where it has none."""
    body, place = (joint.second, joint.to) if joint.first == GROUND_NAME else (joint.first, joint.at)
    anchors = s.check.made.bodies[body].anchors
    return next((name for name, each in anchors.items() if each == place), list(place))
