"""Cards of what is neither body nor joint: springs, ropes, gears and the like, measures, and ends of the run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from game.model.words import later, tr
from game.scenefile import sketching
from game.scenefile.sketch import PartName, joined, kind_of
from game.ui.workshop.card_items import (
    ButtonItem,
    CardItem,
    ChoiceItem,
    FactItem,
    NumberItem,
    PartCard,
    SwitchItem,
    TextItem,
    Words,
    label_of,
    number_item,
    usual_span,
)
from game.ui.workshop.part_tree import MEASURE_WORDS, OTHERS, carried_parts
from game.ui.workshop.sketch_values import SketchValues, entry_shown
from physics.errors import BadInput
from physics.machines.bodies import read_body
from physics.machines.joints import GROUND_NAME
from physics.machines.measures import POINTS
from physics.machines.ropes import MOST_PEGS
from physics.machines.words import COUPLED, LENGTHS, MARKS, PLACE, RATIO, ROPES, SIGNED_LENGTH, SPRINGS, NumberWord

NUMBERS: dict[str, dict[str, NumberWord]] = {
    "springs": SPRINGS, "rods": {"length": ROPES["length"]}, "ropes": ROPES, "gears": {"ratio": RATIO},
    "racks": {"radius": SIGNED_LENGTH}, "screws": {"pitch": SIGNED_LENGTH}, "couplings": {"stiffness": COUPLED},
    "rolling": {"radius": LENGTHS["radius"]},
}  # fmt: skip
"""The numbers of the parts of each table."""
MUST = {"springs": "stiffness", "couplings": "stiffness", "gears": "ratio", "racks": "radius", "screws": "pitch"}
"""The number that a part must have, by its table."""
SINGLE = {"hinge": "angle", "slider": "position"}
"""Kinds of joints with one motion, and the word of where it is."""
AT_FIRST = {"angle": "90 deg", "position": "0.1 m", "height": "0 m"}
"""Where a mark is until another place is typed."""
ENDS_OF = ("springs", "rods", "ropes")
ALIKE = (("height", "speed"), ("force", "power"))
"""Measures that are of the same thing."""
POINT_LABELS = (later("first point"), later("second point"), later("third point"))


def other_card(part: PartName, values: SketchValues) -> PartCard:
    """Return the card of a part that is neither body nor joint."""
    kind, name = part
    table = values.tables[kind][name]
    words: Mapping[str, Any] = table if isinstance(table, Mapping) else {}
    items, folded = [*_numbers(kind, name, words, values)], [*_ends_of(kind, words, values)]
    if kind == "numbers":
        items.append(TextItem("value", later("value"), str(table)))
    elif kind in ("gears", "racks", "screws", "couplings"):
        items += _joints(words, values)
    elif kind == "springs":
        items += _helical(name, values)
    elif kind == "ropes":
        items += _rope(name, words, values)
        folded += _pegs(name, words, values)
    elif kind == "measures":
        items += _measure(words, values)
    elif kind == "ends":
        items += _mark(part, "", words, values)
    elif kind == "traces":
        items += _point_of_body("", words, values)
    elif kind in ("rolling", "edges"):
        items += [
            FactItem(label_of(word), entry_shown(each))
            for word, each in words.items()
            if word not in NUMBERS.get(kind, ())
        ]
    if kind in ENDS_OF:
        given = {"pull": name}
        folded.append(ButtonItem("measure pull", later("measure its pull"), table="measures", given=given, base="pull"))
    return PartCard(part, OTHERS[kind], name, _between(words), tuple(items), folded=tuple(folded))


def _between(table: Mapping[str, Any]) -> str:
    """Return what a part is between, in words."""
    pair = table.get("between", table.get("joints", ()))
    if not isinstance(pair, list | tuple):
        return ""
    return " – ".join(tr("Ground") if each == GROUND_NAME else str(each) for each in pair)


def _numbers(kind: str, name: str, table: Mapping[str, Any], values: SketchValues) -> Iterator[CardItem]:
    """Yield the numbers of a part; a rope that is always taut is never jerked, and has no restitution."""
    for word, known in NUMBERS.get(kind, {}).items():
        if word == "restitution" and table.get("taut") is True:
            continue
        label = later("rest length") if word == "rest" else ""
        yield number_item(kind, name, word, known, values, label, removable=word != MUST.get(kind))


# What parts name ---------------------------------------------------------------------------------------------


def single_joints(values: SketchValues) -> dict[str, str]:
    """Return the joints with one motion that carry bodies and are not driven, each with the word of where it is."""
    joints, closing = values.tables.get("joints", {}), carried_parts(values.tables).closing
    return {
        name: SINGLE[kind_of(each)]
        for name, each in joints.items()
        if kind_of(each) in SINGLE and "driven" not in each and name not in closing
    }


def anchors_of(body: str, values: SketchValues) -> tuple[str, ...]:
    """Return the names of the points of a body, none for one with a fault."""
    try:
        return tuple(read_body(body, values.of("bodies", body)).anchors)
    except BadInput:
        return ()


def _named(options: Sequence[str], chosen: object) -> tuple[tuple[tuple[str, str], ...], str]:
    """Return the options of a choice among names, or points of the drawn pose, and the one that is chosen."""
    own = json.dumps(chosen) if isinstance(chosen, list | tuple) else str(chosen)
    found = [(each, tr("Ground") if each == GROUND_NAME else each) for each in options]
    if own not in options:
        found.insert(0, (own, entry_shown(chosen)))
    return tuple(found), own


def _joints(table: Mapping[str, Any], values: SketchValues) -> Iterator[CardItem]:
    """Yield the choices of the two joints that a gear, rack, screw or coupling ties; of a screw perhaps one."""
    pair = table.get("joints")
    if isinstance(pair, list | tuple) and len(pair) == 2:
        for k, label in enumerate((later("first joint"), later("second joint"))):
            other = pair[1 - k]
            yield ChoiceItem(f"joints.{k}", label, *_named([j for j in single_joints(values) if j != other], pair[k]))
    elif "joint" in table:
        joints = [name for name, each in values.tables.get("joints", {}).items() if kind_of(each) == "cylindrical"]
        yield ChoiceItem("joint", label_of("joint"), *_named(joints, table["joint"]))


def _ends_of(kind: str, table: Mapping[str, Any], values: SketchValues) -> Iterator[CardItem]:
    """Yield the choices of the points between which a spring, rod or rope is."""
    pair = table.get("between")
    if kind not in ENDS_OF or not isinstance(pair, list | tuple) or len(pair) != 2:
        return
    for word, label, body in zip(("from", "to"), (later("start"), later("end")), pair, strict=True):
        points = anchors_of(str(body), values)
        if points:
            yield ChoiceItem(word, label, *_named(points, table.get(word, "centre")), note=str(body))


def _point_of_body(prefix: str, table: Mapping[str, Any], values: SketchValues) -> Iterator[CardItem]:
    """Yield the choices of a body and of a point of it."""
    bodies, body = tuple(values.tables.get("bodies", {})), table.get("body")
    words: dict[str, Words] = {each: ((f"{prefix}body", each), (f"{prefix}at", None)) for each in bodies}
    yield ChoiceItem(f"{prefix}body", label_of("body"), *_named(bodies, body), words=words)
    yield ChoiceItem(f"{prefix}at", label_of("at"), *_named(anchors_of(str(body), values), table.get("at", "centre")))


# Marks -------------------------------------------------------------------------------------------------------


def mark_of(values: SketchValues, pair: Sequence[str]) -> dict[str, Any]:
    """Return the words of a rope's mark until others are chosen: of a joint with one motion, else of a height.

    pair: the bodies that the rope ties. A joint of one of them comes first.
    """
    free = single_joints(values)
    tied = {*pair} - {GROUND_NAME}
    for name in sorted(free, key=lambda name: not tied & {*joined(values.tables["joints"][name])}):
        return {"joint": name, free[name]: AT_FIRST[free[name]]}
    return {"body": next(iter(values.tables.get("bodies", {})), ""), "height": AT_FIRST["height"]}


def _mark(part: PartName, prefix: str, mark: Mapping[str, Any], values: SketchValues) -> Iterator[CardItem]:
    """Yield where a rope lets go, or the run ends: at an angle or position of a joint, or at the height of a point."""
    joints, bodies = single_joints(values), tuple(values.tables.get("bodies", {}))
    words: dict[str, Words] = {}
    none = {f"{prefix}{word}": None for word in ("joint", "angle", "position", "body", "at", "height")}
    if joints:
        name, word = next(iter(joints.items()))
        new: dict[str, str | None] = {f"{prefix}joint": name, f"{prefix}{word}": AT_FIRST[word]}
        words["joint"] = tuple((new | none | new).items())
    if bodies:
        new = {f"{prefix}body": bodies[0], f"{prefix}height": AT_FIRST["height"]}
        words["height"] = tuple((new | none | new).items())
    labels = {"joint": tr("a joint"), "height": tr("a height")}
    options = tuple((each, labels[each]) for each in labels if each in words)
    chosen = "height" if "height" in mark else "joint"
    yield ChoiceItem(f"{prefix}of", later("where"), options, chosen, words=words)
    if chosen == "height":
        yield from _point_of_body(prefix, mark, values)
        yield number_item(*part, f"{prefix}height", MARKS["height"], values)
        return
    own, word = mark.get("joint"), "position" if "position" in mark else "angle"
    choices: dict[str, Words] = {}
    for each, of in joints.items():
        other: Words = () if of == word else ((f"{prefix}{word}", None), (f"{prefix}{of}", AT_FIRST[of]))
        choices[each] = ((f"{prefix}joint", each), *other)
    yield ChoiceItem(f"{prefix}joint", label_of("joint"), *_named(tuple(joints), own), words=choices)
    yield number_item(*part, f"{prefix}{word}", MARKS[word], values)


# Ropes -------------------------------------------------------------------------------------------------------


def _helical(name: str, values: SketchValues) -> Iterator[CardItem]:
    """Yield the twist of a spring and its coupling with the pull, where its body slides and turns about an axis."""
    held = sketching.helical_spring(values.tables, name)
    if held is None:
        return
    for way, raw, unit, place in (
        ("twist", held.twist, "N m", ("joints", held.joint, "stiffness.1")),
        ("coupling", held.both, "N", ("couplings", held.coupling, "stiffness")),
    ):
        word = NumberWord(unit, -1e12, 1e12, way)
        value = values.value(*place, word) if raw is not None else None
        yield NumberItem(way, label_of(way), word, value, raw, usual_span(word, value), removable=True)


def _rope(name: str, table: Mapping[str, Any], values: SketchValues) -> Iterator[CardItem]:
    """Yield whether a rope is always taut, and where it lets go."""
    taut, mark = table.get("taut") is True, table.get("lets_go")
    none: Words = (("restitution", None), ("lets_go", None))
    yield SwitchItem("taut", later("always taut"), taut, (*none, ("taut", "true")), (("taut", None),))
    given: Words = (("taut", None), ("lets_go", json.dumps(mark_of(values, table.get("between", ())))))
    yield SwitchItem("lets_go", later("lets go"), mark is not None, given, (("lets_go", None),))
    if isinstance(mark, Mapping):
        yield from _mark(("ropes", name), "lets_go.", mark, values)


def _pegs(name: str, table: Mapping[str, Any], values: SketchValues) -> Iterator[CardItem]:
    """Yield the coordinates of the pegs of a rope, with buttons for one more and for the last one."""
    pegs = table.get("over", [])
    if not isinstance(pegs, list | tuple):
        return
    for k in range(len(pegs)):
        for axis in range(3):
            label = tr("peg {number}, {axis}", number=k + 1, axis="xyz"[axis])
            yield number_item("ropes", name, f"over.{k}.{axis}", PLACE, values, label)
    if len(pegs) < MOST_PEGS and (new := _next_peg(name, table, len(pegs), values)) is not None:
        yield ButtonItem("one more peg", later("one more peg"), (("over", json.dumps([*pegs, new])),))
    if pegs:
        words: Words = (("over", json.dumps(pegs[:-1]) if len(pegs) > 1 else None),)
        yield ButtonItem("last peg away", later("take the last peg away"), words)


def _next_peg(name: str, table: Mapping[str, Any], count: int, values: SketchValues) -> list[float] | None:
    """Return where one more peg of a rope begins: half way from the last one to the end; None where that is unknown."""
    pair = table.get("between")
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        return None
    last = values.point("ropes", name, f"over.{count - 1}") if count else _end_of(name, "from", str(pair[0]), values)
    end = _end_of(name, "to", str(pair[1]), values)
    if last is None or end is None:
        return None
    return [round(0.5 * (a + b), 6) for a, b in zip(last, end, strict=True)]


def _end_of(name: str, word: str, body: str, values: SketchValues) -> tuple[float, float, float] | None:
    """Return the point at which a rope begins or ends, in the drawn pose [m]."""
    given = values.tables["ropes"][name].get(word, "centre")
    if not isinstance(given, str):
        return values.point("ropes", name, word)
    try:
        return read_body(body, values.of("bodies", body)).anchors.get(given)
    except BadInput:
        return None


# Measures ----------------------------------------------------------------------------------------------------


def _measure(table: Mapping[str, Any], values: SketchValues) -> Iterator[CardItem]:
    """Yield what a measure is of."""
    kind = next(iter(table), "")
    given = table.get(kind)
    alike = next((each for each in ALIKE if kind in each), ())
    if alike:
        other = alike[1 - alike.index(kind)]
        text = json.dumps(given) if isinstance(given, list | tuple) else str(given)
        options = tuple((each, tr(MEASURE_WORDS[each])) for each in alike)
        yield ChoiceItem("of", later("kind"), options, kind, words={other: ((kind, None), (other, text))})
    if kind in POINTS:
        points = given if POINTS[kind] > 1 and isinstance(given, list | tuple) else [given]
        names = [f"{body}.{each}" for body in values.tables.get("bodies", {}) for each in anchors_of(body, values)]
        for k, each in enumerate(points):
            way, label = (f"{kind}.{k}", POINT_LABELS[k % 3]) if POINTS[kind] > 1 else (kind, later("the point"))
            whole = f"{each}.centre" if each in values.tables.get("bodies", {}) else each
            yield ChoiceItem(way, label, *_named(names, whole))
    elif kind in ("pull", "force", "power"):
        tables = ENDS_OF if kind == "pull" else ("joints",)
        names = [name for each in tables for name in values.tables.get(each, {})]
        yield ChoiceItem(kind, later("of"), *_named(names, given))


# What can be made of a part ----------------------------------------------------------------------------------


def measures_of_joint(name: str, values: SketchValues) -> Iterator[ButtonItem]:
    """Yield buttons that measure a joint, and that end the run where it is."""
    table, free = values.tables["joints"][name], single_joints(values)
    force = {"force": name}
    yield ButtonItem("measure force", later("measure its force"), table="measures", given=force, base="force")
    if kind_of(table) in SINGLE and ({"torque", "force", "driven"} & table.keys()):
        power = {"power": name}
        yield ButtonItem("measure power", later("measure its power"), table="measures", given=power, base="power")
    if name in free:
        end = {"joint": name, free[name]: AT_FIRST[free[name]]}
        yield ButtonItem("end here", later("end the run at a place of it"), table="ends", given=end, base="end")


def measures_of_body(name: str) -> Iterator[ButtonItem]:
    """Yield buttons that measure a body."""
    for kind, label in (("height", later("measure its height")), ("speed", later("measure its speed"))):
        given = {kind: f"{name}.centre"}
        yield ButtonItem(f"measure {kind}", label, table="measures", given=given, base=kind)


def ties_of(parts: Sequence[PartName], values: SketchValues) -> Iterator[ButtonItem]:
    """Yield buttons that tie two joints with one motion each, where two are selected."""
    free = single_joints(values)
    names = [name for kind, name in parts if kind == "joints" and name in free]
    if len(parts) != 2 or len(names) != 2:
        return
    gear: dict[str, Any] = {"joints": names, "ratio": -1.0}
    if free[names[0]] == free[names[1]]:
        yield ButtonItem("gear", later("gear between them"), table="gears", given=gear, base="gear")
    else:
        ordered = sorted(names, key=lambda name: free[name] != "position")
        rack = {"joints": ordered, "radius": 0.1}
        yield ButtonItem("rack", later("rack and wheel between them"), table="racks", given=rack, base="rack")
    coupling = {"joints": names, "stiffness": 1.0}
    yield ButtonItem("coupling", later("coupling of their energy"), table="couplings", given=coupling, base="coupling")
