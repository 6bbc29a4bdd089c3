"""The tree of a machine's parts: which joint carries which body, and what else there is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from game.model.shown.shown_units import ShownUnits
from game.model.words import later, tr
from game.scenefile.sketch import PartName, joined, kind_of
from game.ui.widgets.icons import Icon
from game.ui.workshop.sketch_values import SketchValues, number_shown, unit_shown
from physics.machines.joints import GROUND_NAME, SAID
from physics.machines.words import (
    COUPLED,
    LENGTHS,
    MASSES,
    PLACE,
    RATIO,
    ROPES,
    SIGNED_LENGTH,
    SLIDING,
    SPRINGS,
    TURNING,
)
from physics.maths import dense

GROUND: PartName = (GROUND_NAME, "")
KIND_WORDS = {
    "hinge": later("hinge"), "slider": later("slider"), "cylindrical": later("cylindrical joint"),
    "universal": later("universal joint"), "ball": later("ball joint"), "fixed": later("fixed joint"),
    "free": later("free joint"), "planar": later("planar joint"),
}  # fmt: skip
SHAPE_WORDS = {
    "bar": later("bar"), "box": later("box"), "ball": later("solid ball"), "cylinder": later("cylinder"),
    "disk": later("disk"), "hoop": later("hoop"), "plate": later("plate"), "point": later("point mass"),
}  # fmt: skip
SHAPE_ICONS = {
    "bar": Icon.BAR, "box": Icon.BOX, "plate": Icon.TRIANGLE, "ball": Icon.CIRCLE, "point": Icon.DISC,
    "disk": Icon.DISC, "hoop": Icon.TARGET, "cylinder": Icon.BODY,
}  # fmt: skip
OTHERS = {
    "springs": Icon.SPRING, "rods": Icon.ROD, "ropes": Icon.ROPE, "gears": Icon.GEARS, "racks": Icon.GEARS,
    "screws": Icon.GEARS, "couplings": Icon.COUPLING,
    "rolling": Icon.TARGET, "edges": Icon.MINUS, "measures": Icon.RULER, "traces": Icon.CURVE, "ends": Icon.CROSS,
    "numbers": Icon.METHOD,
}  # fmt: skip
"""Tables of parts below bodies and joints, in their order, with their icons."""
MEASURE_WORDS = {
    "distance": later("distance"), "angle": later("angle"), "height": later("height"), "speed": later("speed"),
    "pull": later("pull"), "force": later("force"), "power": later("power"),
}  # fmt: skip
MANY = 12
"""Number of rows above which a joint without values is not shown: it is selected in the picture, or by its body."""


class PartRow(NamedTuple):
    """A row of the tree. depth: from the left. note: one number, or what it is; given: whether it is a given value.

    state: what is wrong or special about it, "" for nothing; fault: whether that is a fault.
    """

    part: PartName
    depth: int
    icon: Icon
    name: str
    note: str = ""
    given: bool = False
    state: str = ""
    fault: bool = False


class CarriedParts(NamedTuple):
    """Which joint carries which body. of: joints and bodies that hang on each body; closing: joints that close loops.

    hanging: bodies that hang on nothing.
    """

    of: Mapping[str, Sequence[tuple[str, str]]]
    closing: tuple[str, ...]
    hanging: tuple[str, ...]


def carried_parts(tables: Mapping[str, Any]) -> CarriedParts:
    """Return which joint carries which body: joints with values first, then those near the ground."""
    bodies, waiting = tables.get("bodies", {}), dict(tables.get("joints", {}))
    levels, found = {GROUND_NAME: 0}, dict[str, list[tuple[str, str]]]()
    while True:
        reaching: list[tuple[bool, int, int, str]] = []
        for name, joint in waiting.items():
            reached = [levels[each] for each in joined(joint) if each in levels]
            if len(reached) == 1 and all(each in levels or each in bodies for each in joined(joint)):
                reaching.append((not any(word in joint for word in SAID), reached[0], len(reaching), name))
        if not reaching:
            break
        _, level, _, name = min(reaching)
        first, second = joined(waiting.pop(name))
        mother, child = (first, second) if first in levels else (second, first)
        levels[child] = level + 1
        found.setdefault(mother, []).append((name, child))
    hanging = tuple(name for name in bodies if name not in levels)
    return CarriedParts(found, tuple(waiting), hanging)


def part_rows(
    tables: Mapping[str, Any],
    units: ShownUnits,
    faults: Mapping[PartName, str] | None = None,
    selected: Sequence[PartName] = (),
) -> list[PartRow]:
    """Return the rows of the tree, in their order. faults: what is wrong with parts, in short words."""
    values, carried, wrong = SketchValues(tables), carried_parts(tables), faults or {}
    rows = [PartRow(GROUND, 0, Icon.GROUND, tr("Ground"), tr("fixed"))]
    rows += _hung(GROUND_NAME, 1, carried, values, units)
    for name in carried.hanging:
        rows.append(body_row(name, 1, values, units)._replace(state=tr("hangs on nothing"), fault=True))
        rows += _hung(name, 2, carried, values, units)
    for name in carried.closing:
        row = joint_row(name, 1, values, units)
        rows.append(row._replace(state=tr("closes the loop")) if name in tables.get("joints", {}) else row)
    for kind, icon in OTHERS.items():
        for name in tables.get(kind, {}):
            rows.append(PartRow((kind, name), 0, icon, name, other_note(kind, name, values, units)))
    rows = [row._replace(state=wrong[row.part], fault=True) if row.part in wrong else row for row in rows]
    if len(rows) <= MANY:
        return rows
    return [row for row in rows if not _folds(row, tables) or row.part in selected]


def _folds(row: PartRow, tables: Mapping[str, Any]) -> bool:
    """Return whether a row is that of a joint about which nothing is to be said."""
    kind, name = row.part
    return kind == "joints" and not row.state and not any(word in tables["joints"][name] for word in SAID)


def _hung(mother: str, depth: int, carried: CarriedParts, values: SketchValues, units: ShownUnits) -> Iterator[PartRow]:
    """Yield the rows of what hangs on a body."""
    for joint, child in carried.of.get(mother, ()):
        yield joint_row(joint, depth, values, units)
        yield body_row(child, depth, values, units)
        yield from _hung(child, depth + 1, carried, values, units)


def joint_row(name: str, depth: int, values: SketchValues, units: ShownUnits) -> PartRow:
    """Return the row of a joint: its angle or position, where that is given, else its kind."""
    joint = values.tables["joints"][name]
    kind = kind_of(joint)
    icon = Icon.SLIDER if kind in ("slider", "cylindrical") else Icon.HINGE
    word = "position" if kind == "slider" else "angle"
    known = (SLIDING if kind == "slider" else TURNING)[word]
    value = values.value("joints", name, word, known)
    if value is not None:
        note = with_unit_shown(value, known.unit, joint.get(word), units)
        return PartRow(("joints", name), depth, icon, name, note, given=True)
    note = tr("driven") if "driven" in joint else tr(KIND_WORDS.get(kind, "no kind"))
    return PartRow(("joints", name), depth, icon, name, note)


def body_row(name: str, depth: int, values: SketchValues, units: ShownUnits) -> PartRow:
    """Return the row of a body: the length of a bar, else its mass."""
    body = values.tables["bodies"][name]
    shape = body.get("shape", "")
    icon = SHAPE_ICONS.get(shape, Icon.BODY) if isinstance(shape, str) else Icon.BODY
    length = length_of(name, values)
    if length is not None:
        raw = body.get("from", (None,))
        return PartRow(("bodies", name), depth, icon, name, with_unit_shown(length, "m", _first(raw), units))
    mass = values.value("bodies", name, "mass", MASSES["mass"])
    if mass is not None:
        return PartRow(("bodies", name), depth, icon, name, with_unit_shown(mass, "kg", body.get("mass"), units))
    material = body.get("material", "")
    return PartRow(("bodies", name), depth, icon, name, tr(material) if isinstance(material, str) else "")


def _first(raw: object) -> object:
    return raw[0] if isinstance(raw, list | tuple) and raw else None


def length_of(name: str, values: SketchValues) -> float | None:
    """Return the length of a bar or cylinder [m], None for other bodies."""
    start, end = values.point("bodies", name, "from"), values.point("bodies", name, "to")
    if start is None or end is None:
        return None
    return dense.length([b - a for a, b in zip(start, end, strict=True)])


WORD_OF = {
    "springs": ("stiffness", SPRINGS["stiffness"]), "rods": ("length", ROPES["length"]),
    "ropes": ("length", ROPES["length"]), "gears": ("ratio", RATIO), "couplings": ("stiffness", COUPLED),
    "racks": ("radius", SIGNED_LENGTH), "screws": ("pitch", SIGNED_LENGTH),
    "ends": ("height", PLACE), "rolling": ("radius", LENGTHS["radius"]),
}  # fmt: skip
"""The number that a row of each table shows."""


def other_note(kind: str, name: str, values: SketchValues, units: ShownUnits) -> str:
    """Return one number of a spring, rope, gear or the like, else what it is."""
    table = values.tables[kind][name]
    if kind == "numbers":
        return str(table)
    if kind == "measures" and isinstance(table, Mapping):
        return tr(MEASURE_WORDS.get(next(iter(table), ""), ""))
    if kind not in WORD_OF or not isinstance(table, Mapping):
        return ""
    word, known = WORD_OF[kind]
    value = values.value(kind, name, word, known._replace(low=-1e12, high=1e12))
    return "" if value is None else with_unit_shown(value, known.unit, table.get(word), units)


def with_unit_shown(value: float, unit: str, raw: object, units: ShownUnits) -> str:
    """Return a value in SI units with the unit in which it is shown."""
    shown = unit_shown(raw, unit, units)
    words = number_shown(value, unit, shown)
    return f"{words}°" if shown in ("deg", "°") else f"{words} {tr(shown)}".rstrip()
