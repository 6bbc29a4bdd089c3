"""What the card of a part says: its numbers, choices and switches, read from the tables of the sketch."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from game.model.words import decimal, later, list_separator, tr
from game.scenefile import sketching
from game.ui.widgets.icons import Icon
from game.ui.workshop.part_tree import (
    GROUND,
    KIND_WORDS,
    OTHERS,
    RATIO,
    SHAPE_ICONS,
    SHAPE_WORDS,
    Part,
    kind_of,
    length_of,
    pair_of,
)
from game.ui.workshop.sketch_values import SketchValues, entry_shown, inside, rounded_zero
from physics.core.units import format_number
from physics.errors import BadInput
from physics.machines.bodies import read_body
from physics.machines.joints import GROUND_NAME
from physics.machines.planar_loops import Closing
from physics.machines.words import (
    AIR,
    GRAVITY,
    LENGTHS,
    MARKS,
    MASSES,
    MATERIALS,
    PLACE,
    QUICK,
    ROPES,
    SIGNED_LENGTH,
    SLIDING,
    SPRINGS,
    TURNING,
    NumberWord,
)

Words = tuple[tuple[str, str | None], ...]
"""Words of a part with the text that each gets; None takes it away."""
FAR_OPEN = 1e3
"""Ends of ranges beyond this are none [m, rad]."""
LENGTH = NumberWord("m", 1e-6, 1e4, "length")
DRIVEN_TURN = {
    "speed": NumberWord("rad/s", -QUICK, QUICK, "speed"), "offset": NumberWord("rad", -QUICK, QUICK, "offset"),
    "amplitude": NumberWord("rad", -QUICK, QUICK, "amplitude"),
}  # fmt: skip
DRIVEN_SLIDE = {
    "speed": NumberWord("m/s", -QUICK, QUICK, "speed"), "offset": NumberWord("m", -1e4, 1e4, "offset"),
    "amplitude": NumberWord("m", -1e4, 1e4, "amplitude"),
}  # fmt: skip
DRIVEN_BOTH = {
    "frequency": NumberWord("Hz", 0.0, 1e4, "frequency"), "phase": NumberWord("rad", -1e4, 1e4, "phase"),
}  # fmt: skip
LABELS = {
    "rest": later("rest position"), "static_friction": later("static friction"), "stiffness": later("stiffness"),
    "width": later("width"), "radius": later("radius"), "mass": later("mass"), "density": later("density"),
    "torque": later("torque"), "force": later("force"), "ratio": later("ratio"), "damping": later("damping"),
    "restitution": later("restitution"), "friction": later("friction"), "length": later("length"),
    "speed": later("speed"), "offset": later("offset"), "amplitude": later("amplitude"), "phase": later("phase"),
    "frequency": later("drive frequency"), "drag": later("drag"), "drag_coefficient": later("drag coefficient"),
    "area": later("area across the wind"), "distance": later("distance"), "angle": later("angle"),
    "height": later("height"), "pull": later("pull"), "power": later("power"), "body": later("body"),
    "joint": later("joint"), "at": later("at"), "position": later("position"), "pitch": later("pitch"),
    "twist": later("stiffness of twist"), "coupling": later("coupling with twist"),
}  # fmt: skip
"""The words of a part's numbers and facts, as they are shown."""
MUST = {"springs": "stiffness", "couplings": "stiffness", "gears": "ratio", "racks": "radius", "screws": "pitch"}
"""The number that a part must have, by its table."""
MATERIAL_WORDS = {
    "balsa": later("balsa"), "spruce": later("spruce"), "maple": later("maple"), "oak": later("oak"),
    "nylon": later("nylon"), "acrylic": later("acrylic"), "abs": later("abs"), "glass": later("glass"),
    "aluminium": later("aluminium"), "titanium": later("titanium"), "steel": later("steel"), "brass": later("brass"),
    "copper": later("copper"), "lead": later("lead"), "tungsten": later("tungsten"),
}  # fmt: skip


class SwitchItem(NamedTuple):
    """Something that a part has or not. on_words, off_words: what is written when it is switched on, or off."""

    name: str
    label: str
    on: bool
    on_words: Words
    off_words: Words


class NumberItem(NamedTuple):
    """A number of a part. way: of words that lead to it. value: in SI units, None for none.

    raw: as it is typed. found: what the assembly found where none is given. span: of its slider, in SI units.
    removable: whether it can be taken away. switch: what takes it away with all that belongs to it, in place of a name.
    closes: whether the range is that within which a loop closes.
    """

    way: str
    label: str
    word: NumberWord
    value: float | None
    raw: object
    span: tuple[float, float] | None = None
    found: float | None = None
    removable: bool = False
    default: float | None = None
    switch: SwitchItem | None = None
    closes: bool = False


class ChoiceItem(NamedTuple):
    """A choice among words. options: what the file says, and the words for it. note: beside the words, dim."""

    way: str
    label: str
    options: tuple[tuple[str, str], ...]
    chosen: str
    note: str = ""


class EitherItem(NamedTuple):
    """Two ways to say something, of which one is chosen. words: what is written for each; switch: what has none."""

    name: str
    options: tuple[tuple[str, str], ...]
    chosen: str
    words: Mapping[str, Words]
    switch: SwitchItem


class TextItem(NamedTuple):
    """A text, such as an expression. many: numbers in a list, 0 for none; plain: it has no numbers."""

    way: str
    label: str
    text: str
    many: int = 0
    plain: bool = False


class FactItem(NamedTuple):
    """What is found and cannot be changed here."""

    label: str
    text: str


CardItem = NumberItem | ChoiceItem | SwitchItem | EitherItem | TextItem | FactItem


class PartCard(NamedTuple):
    """The card of a part. about: at the right of its head. switches: in one row below its items; folded: its others."""

    part: Part
    icon: Icon
    title: str
    about: str
    items: tuple[CardItem, ...]
    switches: tuple[SwitchItem, ...] = ()
    folded: tuple[CardItem, ...] = ()
    renames: bool = True


def card_of(part: Part, values: SketchValues, found: Mapping[str, float] | None = None, title: str = "") -> PartCard:
    """Return the card of a part. found: coordinates and rates at the start by the names of their variables."""
    kind, name = part
    if kind == "bodies":
        return _body(name, values)
    if kind == "joints":
        return _joint(name, values, found or {})
    if part == GROUND:
        return scene_card(values, title)
    table = values.tables[kind][name]
    items = tuple(_other(kind, name, table if isinstance(table, Mapping) else {}, values))
    return PartCard(part, OTHERS[kind], name, _between(table), items)


def scene_card(values: SketchValues, title: str = "") -> PartCard:
    """Return the card of the machine as a whole: its title, gravity, and how many bodies there are of what mass."""
    raw = values.tables.get("gravity")
    gravity = raw if isinstance(raw, int | float) else None
    items: list[CardItem] = [TextItem("title", later("title"), title, plain=True)]
    if not isinstance(raw, list | tuple):
        value = 9.81 if raw is None else gravity
        items.append(NumberItem("gravity", later("gravity"), GRAVITY, value, raw, (0.0, 20.0), default=9.81))
    bodies = values.tables.get("bodies", {})
    masses = [body_mass(name, values) for name in bodies]
    whole = sum(each for each in masses if each is not None)
    items.append(FactItem(later("bodies"), tr("{count}, {mass:.4g} kg", count=len(bodies), mass=whole)))
    return PartCard(GROUND, Icon.GROUND, tr("Ground"), tr("What does not move"), tuple(items), renames=False)


def number_item(
    kind: str, name: str, way: str, word: NumberWord, values: SketchValues, label: str = "", **more: Any
) -> NumberItem:
    """Return a number of a part."""
    raw, value = inside(values.tables.get(kind, {}).get(name, {}), way), values.value(kind, name, way, word)
    label = label or label_of(way)
    return NumberItem(way, label, word, value, raw, more.pop("span", None) or usual_span(word, value), **more)


def label_of(way: str) -> str:
    """Return the word that is shown for a number, by the way that leads to it."""
    word = way.rpartition(".")[2]
    return LABELS.get(word, word)


def usual_span(word: NumberWord, value: float | None) -> tuple[float, float]:
    """Return the range of a slider: from the present value, within what is allowed."""
    if word.unit == "rad":
        return -math.pi, math.pi
    size = 2.0 * abs(value) if value else {"rad/s": 10.0, "N m": 2.0, "": 1.0}.get(word.unit, 1.0)
    low = max(word.low, -size)
    if word.unit in ("m", "kg", "kg/m³") and word.low > -size:
        low = max(word.low, 0.0)
    return low, min(word.high, size)


# Bodies -----------------------------------------------------------------------------------------------------


def _body(name: str, values: SketchValues) -> PartCard:
    """Return the card of a body: its sizes and its mass."""
    table = values.tables["bodies"][name]
    shape = table.get("shape", "")
    items = [*_sizes(name, shape, values), *_mass(name, values)]
    folded = [*_coordinates(name, table, values), *_air(name, table, values)]
    icon, about, ending = SHAPE_ICONS.get(shape, Icon.BODY), tr(SHAPE_WORDS.get(shape, "")), _end(name, values)
    if isinstance(ending, NumberItem):
        items.append(ending)
    switches = (ending,) if isinstance(ending, SwitchItem) else ()
    return PartCard(("bodies", name), icon, name, about, tuple(items), switches, tuple(folded))


def _end(name: str, values: SketchValues) -> NumberItem | SwitchItem:
    """Return the height of a body at which the run ends, or where it does not, the switch that makes it."""
    end = sketching.end_of(values.tables, name)
    centre = values.point("bodies", name, "centre") or values.point("bodies", name, "from") or (0.0, 0.0, 0.0)
    below = "0" if centre[2] > 0.0 else f"{centre[2] - 1.0:.3g}"
    switch = SwitchItem("ends", later("ends the run"), bool(end), (("ends", below),), (("ends", None),))
    if not end:
        return switch
    raw, value = values.tables["ends"][end].get("height"), values.value("ends", end, "height", MARKS["height"])
    return NumberItem("ends", later("height"), MARKS["height"], value, raw, usual_span(PLACE, value), switch=switch)


def _sizes(name: str, shape: str, values: SketchValues) -> Iterator[CardItem]:
    """Yield the lengths of a body."""
    length = length_of(name, values)
    if length is not None:
        raw = inside(values.tables["bodies"][name], "to.0")
        yield NumberItem("length", later("length"), LENGTH, length, raw, (0.0, 2.0 * length))
    if shape == "box":
        for k, label in enumerate((later("size along x"), later("size along y"), later("size along z"))):
            yield number_item("bodies", name, f"size.{k}", LENGTHS["width"], values, label)
    if shape in ("cylinder", "ball", "hoop", "disk"):
        yield number_item("bodies", name, "radius", LENGTHS["radius"], values)
    if shape in ("bar", "disk", "plate"):
        default = None if length is None else length / 20.0
        yield number_item("bodies", name, "width", LENGTHS["width"], values, removable=True, found=default)


def _mass(name: str, values: SketchValues) -> Iterator[CardItem]:
    """Yield mass and material of a body."""
    table = values.tables["bodies"][name]
    material = table.get("material", "")
    mass = values.value("bodies", name, "mass", MASSES["mass"])
    found = body_mass(name, values) if mass is None else None
    yield number_item("bodies", name, "mass", MASSES["mass"], values, found=found, removable=bool(material))
    if "density" in table:
        yield number_item("bodies", name, "density", MASSES["density"], values)
    options = (("", tr("none")), *((word, tr(MATERIAL_WORDS[word])) for word in MATERIALS))
    note = f"{MATERIALS[material]:g} kg/m³" if material in MATERIALS else ""
    if table.get("shape") not in ("point", "hoop"):
        yield ChoiceItem("material", later("material"), options, str(material), note)


def body_mass(name: str, values: SketchValues) -> float | None:
    """Return the mass of a body that its density or material gives [kg], None where it cannot be found."""
    try:
        return read_body(name, values.of("bodies", name)).mass
    except BadInput:
        return None


def _coordinates(name: str, table: Mapping[str, Any], values: SketchValues) -> Iterator[CardItem]:
    """Yield the coordinates of a body's points."""
    labels = {"from": later("start"), "to": later("end"), "centre": later("centre")}
    for word, label in labels.items():
        if word in table:
            for k, axis in enumerate("xyz"):
                said = f"{tr(label)} {axis}"
                yield number_item("bodies", name, f"{word}.{k}", PLACE, values, said)


def _air(name: str, table: Mapping[str, Any], values: SketchValues) -> Iterator[CardItem]:
    """Yield what the air does to a body."""
    for word in AIR:
        if word == "drag" or word in table:
            yield number_item("bodies", name, word, AIR[word], values, removable=True)


# Joints -----------------------------------------------------------------------------------------------------


def _joint(name: str, values: SketchValues, found: Mapping[str, float]) -> PartCard:
    """Return the card of a joint: its kind, start and motor, and switches for the rest."""
    table = values.tables["joints"][name]
    kind = kind_of(table)
    first, second = (tr("Ground") if each == "ground" else each for each in pair_of(table))
    kinds = tuple((word, tr(words)) for word, words in KIND_WORDS.items())
    items: list[CardItem] = [ChoiceItem("kind", later("kind"), kinds, kind)]
    switches: tuple[SwitchItem, ...] = ()
    if kind in ("hinge", "slider"):
        known = SLIDING if kind == "slider" else TURNING
        items += _start_of(name, kind, known, values, found)
        items += _motor(name, kind, known, values)
        items += _switched(name, kind, known, values)
        switches = tuple(each for each in _joint_switches(known, table) if not each.on)
    else:
        items += _several(name, kind, values)
    folded = tuple(_directions(table))
    icon = Icon.SLIDER if kind in ("slider", "cylindrical") else Icon.HINGE
    about = f"{first} → {second}"
    return PartCard(("joints", name), icon, name, about, tuple(items), switches, folded)


SEVERAL: dict[str, tuple[tuple[str, int], ...]] = {
    "cylindrical": (("position", 1), ("angle", 1), ("rate", 2), ("damping", 2)),
    "universal": (("angle", 2), ("rate", 2), ("damping", 2)), "planar": (("position", 2), ("angle", 1), ("rate", 3)),
    "ball": (("rate", 3), ("damping", 1)), "free": (("position", 3), ("rate", 6)),
}  # fmt: skip
"""Values of joints with several motions, with how many numbers each has: in the order of the motions."""


def _several(name: str, kind: str, values: SketchValues) -> Iterator[CardItem]:
    """Yield the values of a joint with several motions: lists of numbers, but where there is one."""
    labels = {"position": later("start position"), "angle": later("start angle"), "rate": later("start rates")}
    for word, count in SEVERAL.get(kind, ()):
        known = SLIDING[word] if word == "position" else TURNING[word]
        if count == 1:
            yield number_item("joints", name, word, known, values, labels.get(word, ""), removable=True)
            continue
        raw = inside(values.tables["joints"][name], word)
        entries = [_exactly(each) for each in raw] if isinstance(raw, list | tuple) else []
        text = list_separator().join(decimal(each) for each in entries)
        yield TextItem(word, labels.get(word, label_of(word)), text, count, plain=True)


def _start_of(
    name: str, kind: str, known: Mapping[str, NumberWord], values: SketchValues, found: Mapping[str, float]
) -> Iterator[CardItem]:
    """Yield angle and rate of a joint at the start."""
    if "driven" in values.tables["joints"][name]:
        return
    word, label = ("position", later("start position")) if kind == "slider" else ("angle", later("start angle"))
    known_found = found.get(name), found.get(f"{name}_rate")
    yield number_item("joints", name, word, known[word], values, label, found=known_found[0], removable=True)
    yield number_item("joints", name, "rate", known["rate"], values, later("start rate"), found=known_found[1],
                      removable=True)  # fmt: skip


def _motor(name: str, kind: str, known: Mapping[str, NumberWord], values: SketchValues) -> Iterator[CardItem]:
    """Yield the motor of a joint: a torque or force, or a motion that is given."""
    table = values.tables["joints"][name]
    word = "force" if kind == "slider" else "torque"
    driven, on = "driven" in table, "driven" in table or word in table
    none: Words = ((word, None), ("driven", None))
    switch = SwitchItem("motor", later("motor"), on, ((word, "0"),), none)
    if not on:
        yield switch
        return
    coordinate = "position" if kind == "slider" else "angle"
    moved: Words = ((word, None), (coordinate, None), ("rate", None), ("driven.speed", "1"))
    options = (word, tr("Force") if kind == "slider" else tr("Torque")), ("driven", tr("Motion"))
    words: dict[str, Words] = {word: (("driven", None), (word, "0")), "driven": moved}
    yield EitherItem("motor", options, "driven" if driven else word, words, switch)
    if not driven:
        yield _torque(name, word, known[word], values)
        return
    for each, number in ((DRIVEN_SLIDE if kind == "slider" else DRIVEN_TURN) | DRIVEN_BOTH).items():
        yield number_item("joints", name, f"driven.{each}", number, values, removable=True, default=0.0)


def _torque(name: str, word: str, known: NumberWord, values: SketchValues) -> CardItem:
    """Return the torque or force of a motor: a number, or an expression of the motion."""
    raw = values.tables["joints"][name][word]
    item = number_item("joints", name, word, known, values, default=0.0)
    return item if item.value is not None else TextItem(word, label_of(word), str(raw))


SWITCHES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("damping", later("damping"), ("damping",)),
    ("spring", later("spring"), ("stiffness", "rest")),
    ("stops", later("stops"), ("range", "restitution")),
    ("friction", later("friction"), ("friction", "static_friction")),
)
"""What a joint may have: name, label, and words."""


def _joint_switches(known: Mapping[str, NumberWord], table: Mapping[str, Any]) -> Iterator[SwitchItem]:
    """Yield the switches of what a joint may have."""
    turning = known is TURNING
    on_words: dict[str, Words] = {
        "damping": (("damping", "0.01" if turning else "0.1"),),
        "spring": (("stiffness", "1" if turning else "10"),),
        "stops": (("range", '["-45 deg", "45 deg"]' if turning else "[-0.1, 0.1]"),),
        "friction": (("friction", "0.01" if turning else "0.1"),),
    }  # fmt: skip
    for each, label, words in SWITCHES:
        off: Words = tuple((word, None) for word in words)
        yield SwitchItem(each, label, words[0] in table, on_words[each], off)


def _switched(name: str, kind: str, known: Mapping[str, NumberWord], values: SketchValues) -> Iterator[CardItem]:
    """Yield the numbers of what a joint has."""
    table = values.tables["joints"][name]
    coordinate = known["position" if kind == "slider" else "angle"]
    switches = {each.name: each for each in _joint_switches(known, table)}
    for each, _, words in SWITCHES:
        if words[0] not in table:
            continue
        for word in words:
            switch = switches[each] if word == words[0] else None
            if word == "range":
                yield number_item("joints", name, "range.0", coordinate, values, later("lower stop"), switch=switch)
                yield number_item("joints", name, "range.1", coordinate, values, later("upper stop"))
            else:
                yield number_item("joints", name, word, known[word], values, removable=word != words[0], switch=switch)


def _directions(table: Mapping[str, Any]) -> Iterator[CardItem]:
    """Yield the axis of a joint, where it is one of the world's."""
    axis = table.get("axis")
    if isinstance(axis, str):
        options = tuple((each, each.replace("-", "−")) for each in ("x", "y", "z", "-x", "-y", "-z"))
        yield ChoiceItem("axis", later("axis"), options, axis)
    at = table.get("at")
    if isinstance(at, str):
        yield FactItem(later("at"), at)


def _exactly(value: object) -> str:
    """Return an entry of a list that can be changed, with all its digits."""
    return format_number(rounded_zero(value)) if isinstance(value, float) else str(value)


# The others ---------------------------------------------------------------------------------------------------


def _other(kind: str, name: str, table: Mapping[str, Any], values: SketchValues) -> Iterator[CardItem]:
    """Yield the numbers of a spring, rope, rod, gear, coupling or the like."""
    words: dict[str, dict[str, NumberWord]] = {
        "springs": SPRINGS, "rods": {"length": LENGTH}, "ropes": ROPES, "gears": {"ratio": RATIO},
        "couplings": {"stiffness": NumberWord("", -1e12, 1e12, "stiffness")},
        "racks": {"radius": SIGNED_LENGTH}, "screws": {"pitch": SIGNED_LENGTH},
        "rolling": {"radius": LENGTHS["radius"]},
    }  # fmt: skip
    for word, known in words.get(kind, {}).items():
        label = later("rest length") if word == "rest" else ""
        yield number_item(kind, name, word, known, values, label, removable=word != MUST.get(kind))
    if kind == "springs":
        yield from _helical(name, values)
    if kind == "ropes":
        yield from _lets_go(name, table, values)
    if kind == "ends":
        for word in MARKS.keys() & table.keys():
            yield number_item(kind, name, word, MARKS[word], values)
        table = {word: each for word, each in table.items() if word not in MARKS}
    if kind == "numbers":
        yield TextItem("value", later("value"), str(values.tables[kind][name]))
    if kind == "measures":
        for word, said in table.items():
            yield FactItem(label_of(word), entry_shown(said).strip("[]"))
    if kind in ("traces", "ends"):
        for word, said in table.items():
            yield FactItem(label_of(word), entry_shown(said))


def _lets_go(name: str, table: Mapping[str, Any], values: SketchValues) -> Iterator[CardItem]:
    """Yield where a rope lets go: at an angle or a position of a joint, or at a height; or the switch of that."""
    joints = {each: kind_of(words) for each, words in values.tables.get("joints", {}).items() if "driven" not in words}
    turning = [each for each, kind in joints.items() if kind == "hinge"]
    pair = {str(each) for each in table.get("between", ())} - {GROUND_NAME}
    near = [each for each in turning if pair & set(pair_of(values.tables["joints"][each]))]
    mark = table.get("lets_go")
    if not near and not isinstance(mark, Mapping):
        return
    on_words: Words = (("lets_go", json.dumps({"joint": near[0], "angle": "90 deg"}) if near else None),)
    switch = SwitchItem("lets_go", later("lets go"), mark is not None, on_words, (("lets_go", None),))
    if not isinstance(mark, Mapping):
        yield switch
        return
    for word in ("angle", "position", "height"):
        if word in mark:
            yield number_item("ropes", name, f"lets_go.{word}", MARKS[word], values, switch=switch)
    if "joint" in mark:
        alike = [each for each, kind in joints.items() if kind == joints.get(str(mark["joint"]))]
        yield ChoiceItem("lets_go.joint", later("joint"), tuple((each, each) for each in alike), str(mark["joint"]))


def _helical(name: str, values: SketchValues) -> Iterator[CardItem]:
    """Yield the twist of a spring and its coupling with the pull, where its body slides and turns about an axis."""
    held = sketching.helical_spring(values.tables, name)
    if held is None:
        return
    for way, raw, unit, *more in (
        ("twist", held.twist, "N m", ("joints", held.joint, "stiffness.1")),
        ("coupling", held.both, "N", ("couplings", held.coupling, "stiffness")),
    ):
        word = NumberWord(unit, -1e12, 1e12, way)
        value = values.value(*more[0], word) if raw is not None else None
        yield NumberItem(way, label_of(way), word, value, raw, usual_span(word, value), removable=True, default=0.0)


def _between(table: object) -> str:
    """Return what a part is between, in words."""
    pair = table.get("between", table.get("joints", ())) if isinstance(table, Mapping) else ()
    if not isinstance(pair, list | tuple):
        return ""
    return " – ".join(tr("Ground") if each == "ground" else str(each) for each in pair)


def within_ranges(card: PartCard, ranges: Sequence[Closing]) -> PartCard:
    """Return a card whose lengths and angles have the ranges within which their loops close, with a line that says so.

    ranges: of the values of loops.
    """
    own = {each.word: (each.low, each.high) for each in ranges if each.part == card.part and each.high < FAR_OPEN}
    if not own:
        return card
    items = tuple(
        item._replace(span=own[item.way], closes=True) if isinstance(item, NumberItem) and item.way in own else item
        for item in card.items
    )
    return card._replace(items=items)


def while_it_runs(card: PartCard, ways: Iterable[Sequence[str]]) -> PartCard:
    """Return a card with the numbers alone that change at once while the machine runs. ways: to these in the tables."""
    kind, name = card.part
    known = {".".join(map(str, way)) for way in ways}
    items = tuple(
        item._replace(switch=None, removable=False)
        for item in card.items
        if isinstance(item, NumberItem) and (f"{kind}.{name}.{item.way}" in known or item.way in known)
    )
    said = later("changes at once, t goes on") if items else later("no number that changes while it runs")
    return card._replace(about=tr(said), items=items, switches=(), folded=(), renames=False)


def shared_words(parts: Sequence[Part], values: SketchValues) -> tuple[NumberItem, ...]:
    """Return the numbers that several parts have in common; where they differ, a number without a value."""
    cards = [card_of(part, values) for part in parts]
    kept: list[NumberItem] = []
    for item in cards[0].items if cards else ():
        if not isinstance(item, NumberItem):
            continue
        same = [_item_at(card, item.way) for card in cards]
        if all(each is not None for each in same):
            values_of = {each.value for each in same if each is not None}
            kept.append(item if len(values_of) == 1 else item._replace(value=None, raw=None, found=None))
    return tuple(kept)


def _item_at(card: PartCard, way: str) -> NumberItem | None:
    return next((each for each in card.items if isinstance(each, NumberItem) and each.way == way), None)
