"""Values set as items of a drawing: a symbol in type, and the value behind it."""

from __future__ import annotations

from collections.abc import Sequence

from game.model.equations.set_symbols import set_symbol
from game.model.figures.caption import CaptionValue
from game.model.figures.figure import RGB
from game.record.figures.drawing_items import Formula, Item, Lettering
from game.record.figures.metrics import text_width

VALUE = 11.5
"""Size of the letters [points]."""
ROW, BETWEEN = 1.62, 22.0
"""Distance of two rows in the size of the letters, and least space between two values [points]."""


def value_items(value: CaptionValue, ink: RGB) -> tuple[list[Item], float, float]:
    """Return a value about its sign of equality at the width of its symbol, with the widths left and right of it."""
    box = set_symbol(value.symbol, 1.22 * VALUE)
    symbol = text_width(value.symbol, VALUE) if box is None else box.width
    behind, words = text_width(value.behind, VALUE), f" = {value.value}"
    name: Item = Lettering(0.0, 0.0, value.symbol, VALUE, ink)
    if box is not None:
        name = Formula(0.0, 0.0, box, value.symbol, ink)
    items = [name, Lettering(symbol, 0.0, value.behind, VALUE, ink), Lettering(symbol + behind, 0.0, words, VALUE, ink)]
    return items, symbol + behind, text_width(words, VALUE)


def moved(item: Item, x: float, y: float = 0.0) -> Item:
    """Return an item of words at another place."""
    if isinstance(item, Lettering | Formula):
        return item._replace(x=item.x + x, y=item.y + y)
    return item


def value_rows(
    values: Sequence[CaptionValue], corner: tuple[float, float], room: float, ink: tuple[RGB, RGB]
) -> tuple[list[Item], float]:
    """Return values beside one another, in as many rows as they need from a corner on, and the height of these.

    room: width of a row. ink: of the values, and of what they mean, which is not shown where the row ends.
    """
    (left, top), step = corner, ROW * VALUE
    x, y, found = left, top + VALUE, list[Item]()
    for value in values:
        items, before, after = value_items(value, ink[0])
        meaning = f"  {value.meaning}"
        wide = before + after + text_width(meaning, VALUE)
        if x > left and x + wide > left + room:
            x, y = left, y + step
        found += [moved(item, x, y) for item in items]
        if wide <= room:
            found.append(Lettering(x + before + after, y, meaning, VALUE, ink[1]))
        x += wide + BETWEEN
    return found, y - top + step if values else 0.0
