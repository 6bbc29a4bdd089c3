"""The rows of cards: numbers, choices, switches, buttons and facts of a part, as data that a card panel draws."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from game.model.words import later
from game.scenefile.sketch import PartName
from game.ui.widgets.icons import Icon
from game.ui.workshop.sketch_values import SketchValues, inside
from physics.machines.words import NumberWord

Words = tuple[tuple[str, str | None], ...]
"""Words of a part with the text that each gets; None takes it away."""
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
    switch: SwitchItem | None = None
    closes: bool = False


class ChoiceItem(NamedTuple):
    """A choice among words. options: what the file says, and the words for it. note: beside the words, dim.

    words: what else is written with some of them.
    """

    way: str
    label: str
    options: tuple[tuple[str, str], ...]
    chosen: str
    note: str = ""
    words: Mapping[str, Words] = {}


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


class ButtonItem(NamedTuple):
    """Something that a click does: it writes words of the part, or makes a part of another table. base: of its name."""

    name: str
    label: str
    words: Words = ()
    table: str = ""
    given: Mapping[str, Any] | None = None
    base: str = ""


class FactItem(NamedTuple):
    """What is found and cannot be changed here."""

    label: str
    text: str


CardItem = NumberItem | ChoiceItem | SwitchItem | EitherItem | TextItem | ButtonItem | FactItem


class PartCard(NamedTuple):
    """The card of a part. about: at the right of its head. switches: in one row below its items; folded: its others."""

    part: PartName
    icon: Icon
    title: str
    about: str
    items: tuple[CardItem, ...]
    switches: tuple[SwitchItem, ...] = ()
    folded: tuple[CardItem, ...] = ()
    renames: bool = True


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
