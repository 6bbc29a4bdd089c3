"""What the card of a part says: its numbers, choices and switches, read from the tables of the sketch."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from game.model.words import decimal, later, list_separator, tr
from game.scenefile import sketching
from game.scenefile.sketch import PartName, joined, kind_of
from game.ui.widgets.icons import Icon
from game.ui.workshop.card_items import (
    CardItem,
    ChoiceItem,
    EitherItem,
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
from game.ui.workshop.other_cards import measures_of_body, measures_of_joint, other_card, ties_of
from game.ui.workshop.part_tree import GROUND, KIND_WORDS, SHAPE_ICONS, SHAPE_WORDS, length_of
from game.ui.workshop.sketch_values import SketchValues, entry_shown, inside, rounded_zero
from physics.core.units import format_number
from physics.errors import BadInput
from physics.machines.bodies import read_body
from physics.machines.joints import GROUND_NAME, driven_words
from physics.machines.planar_loops import Closing
from physics.machines.words import (
    AIR,
    COLOURS,
    GRAVITY,
    INERTIA,
    LENGTHS,
    MARKS,
    MASSES,
    MATERIALS,
    PLACE,
    SLIDING,
    TURNING,
    NumberWord,
)

MOST_LAYERS = 8
"""Layers that the card of a bar offers."""
FAR_OPEN = 1e3
"""Ends of ranges beyond this are none [m, rad]."""
LENGTH = NumberWord("m", 1e-6, 1e4, "length")
MATERIAL_WORDS = {
    "balsa": later("balsa"), "spruce": later("spruce"), "maple": later("maple"), "oak": later("oak"),
    "nylon": later("nylon"), "acrylic": later("acrylic"), "abs": later("abs"), "glass": later("glass"),
    "aluminium": later("aluminium"), "titanium": later("titanium"), "steel": later("steel"), "brass": later("brass"),
    "copper": later("copper"), "lead": later("lead"), "tungsten": later("tungsten"),
}  # fmt: skip

COLOUR_WORDS = {
    "white": later("white"), "grey": later("grey"), "black": later("black"), "red": later("red"),
    "orange": later("orange"), "yellow": later("yellow"), "green": later("green"), "turquoise": later("turquoise"),
    "blue": later("blue"), "violet": later("violet"),
}  # fmt: skip


def card_of(
    part: PartName, values: SketchValues, found: Mapping[str, float] | None = None, title: str = ""
) -> PartCard:
    """Return the card of a part. found: coordinates and rates at the start by the names of their variables."""
    kind, name = part
    if kind == "bodies":
        return _body(name, values)
    if kind == "joints":
        return _joint(name, values, found or {})
    if part == GROUND:
        return scene_card(values, title)
    return other_card(part, values)


def scene_card(values: SketchValues, title: str = "") -> PartCard:
    """Return the card of the machine as a whole: its title, gravity, and how many bodies there are of what mass."""
    raw = values.tables.get("gravity")
    gravity = raw if isinstance(raw, int | float) else None
    items: list[CardItem] = [TextItem("title", later("title"), title, plain=True)]
    if not isinstance(raw, list | tuple):
        value = 9.81 if raw is None else gravity
        items.append(NumberItem("gravity", later("gravity"), GRAVITY, value, raw, (0.0, 20.0)))
    bodies = values.tables.get("bodies", {})
    masses = [body_mass(name, values) for name in bodies]
    whole = sum(each for each in masses if each is not None)
    items.append(FactItem(later("bodies"), tr("{count} · {mass:.4g} kg", count=len(bodies), mass=whole)))
    return PartCard(GROUND, Icon.GROUND, tr("Ground"), tr("What does not move"), tuple(items), renames=False)


# Bodies -----------------------------------------------------------------------------------------------------


def _body(name: str, values: SketchValues) -> PartCard:
    """Return the card of a body: its sizes and its mass."""
    table = values.tables["bodies"][name]
    shape = table.get("shape", "")
    items = [*_sizes(name, shape, values), *_mass(name, values)]
    folded = [*_inertia(name, values), *_coordinates(name, table, values), *_air(name, table, values)]
    if shape in ("bar", "plate"):
        folded.append(_layer(table))
    folded.append(_colour(table))
    folded += measures_of_body(name)
    icon, about, ending = SHAPE_ICONS.get(shape, Icon.BODY), tr(SHAPE_WORDS.get(shape, "")), _end(name, values)
    if isinstance(ending, NumberItem):
        items.append(ending)
    switches = (ending,) if isinstance(ending, SwitchItem) else ()
    return PartCard(("bodies", name), icon, name, about, tuple(items), switches, tuple(folded))


def _layer(table: Mapping[str, Any]) -> ChoiceItem:
    """Return the layer in which a bar or a plate is drawn."""
    options = (("", tr("by itself")), *((str(k), str(k)) for k in range(MOST_LAYERS)))
    return ChoiceItem("layer", later("layer"), options, str(table.get("layer", "")))


def _colour(table: Mapping[str, Any]) -> ChoiceItem:
    """Return the colour in which a body is painted; one of its own that the file says stays among them."""
    given = str(table.get("colour", ""))
    own = ((given, given),) if given and given not in COLOURS else ()
    options = (("", tr("by itself")), *((word, tr(COLOUR_WORDS[word])) for word in COLOURS), *own)
    return ChoiceItem("colour", later("colour"), options, given)


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


MOMENTS = ("xx", "yy", "zz", "xy", "xz", "yz")
"""Elements of an inertia, in their order in the file."""


def _inertia(name: str, values: SketchValues) -> Iterator[CardItem]:
    """Yield the inertia of a body about its centre: as its shape has it, or three moments or six elements."""
    given = values.tables["bodies"][name].get("inertia")
    if isinstance(given, list | tuple):
        switch = SwitchItem("inertia", later("inertia given"), True, (), (("inertia", None),))
        for k in range(len(given)):
            label = tr("inertia {element}", element=MOMENTS[k % 6])
            own = switch if k == 0 else None
            yield number_item("bodies", name, f"inertia.{k}", INERTIA, values, label, switch=own)
        return
    try:
        found = read_body(name, values.of("bodies", name)).inertia
    except BadInput:
        return
    elements = [float(found["xyz".index(a), "xyz".index(b)]) for a, b in map(tuple, MOMENTS)]
    whole = elements if any(elements[3:]) else elements[:3]
    words: Words = (("inertia", json.dumps([float(f"{each:.9g}") for each in whole])),)
    yield SwitchItem("inertia", later("inertia given"), False, words, (("inertia", None),))
    shown = list_separator().join(decimal(entry_shown(each)) for each in elements[:3])
    yield FactItem(later("moments of inertia"), f"{shown} kg m²")


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
    first, second = (tr("Ground") if each == GROUND_NAME else each for each in joined(table))
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
    folded = (*_directions(table), *measures_of_joint(name, values))
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
    for each, number in driven_words(kind).items():
        yield number_item("joints", name, f"driven.{each}", number, values, removable=True)


def _torque(name: str, word: str, known: NumberWord, values: SketchValues) -> CardItem:
    """Return the torque or force of a motor: a number, or an expression of the motion."""
    raw = values.tables["joints"][name][word]
    item = number_item("joints", name, word, known, values)
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


def while_it_runs(card: PartCard, ways: Iterable[Sequence[str]], parts: Sequence[PartName] = ()) -> PartCard:
    """Return a card with the numbers alone that change at once while the machine runs. ways: to these in the tables.

    parts: those of a card of several.
    """
    known = {".".join(map(str, way)) for way in ways}

    def changes(way: str) -> bool:
        return way in known or all(f"{kind}.{name}.{way}" in known for kind, name in parts or (card.part,))

    items = tuple(
        item._replace(switch=None, removable=False)
        for item in card.items
        if isinstance(item, NumberItem) and changes(item.way)
    )
    said = later("changes at once, t goes on") if items else later("no number that changes while it runs")
    return card._replace(about=tr(said), items=items, switches=(), folded=(), renames=False)


def shared_words(parts: Sequence[PartName], values: SketchValues) -> tuple[CardItem, ...]:
    """Return the numbers that several parts have in common, and what can tie them.

    Where they differ, a number is without a value.
    """
    cards = [card_of(part, values) for part in parts]
    kept: list[CardItem] = []
    for item in cards[0].items if cards else ():
        if not isinstance(item, NumberItem):
            continue
        same = [_item_at(card, item.way) for card in cards]
        if all(each is not None for each in same):
            values_of = {each.value for each in same if each is not None}
            kept.append(item if len(values_of) == 1 else item._replace(value=None, raw=None, found=None))
    return (*kept, *ties_of(parts, values))


def _item_at(card: PartCard, way: str) -> NumberItem | None:
    return next((each for each in card.items if isinstance(each, NumberItem) and each.way == way), None)
