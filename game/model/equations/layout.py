"""Layout of equations: from the tree of `parse` to characters and lines with their places.

Lengths are in points; x to the right, y downward from the baseline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from game.model.equations.glyphs import Extent
from game.model.equations.parse import (
    Accent,
    Atom,
    Fence,
    Fraction,
    Kind,
    Named,
    Node,
    Root,
    Row,
    Script,
    Style,
    spelled,
)

Measure = Callable[[str, Style], Extent]
"""Returns the measures of characters in a style, for the size 1."""

THIN, MEDIUM, THICK = 3 / 18, 4 / 18, 5 / 18
"""Spaces behind punctuation, about operations and about relations [em], as in TeX."""
SCRIPT, SMALL_FRACTION = 0.7, 0.72
"""Sizes of indices and small fractions relative to what they belong to."""
AXIS, STROKE = 0.25, 0.045
"""Height of the axis, on which fractions and brackets are centred, and thickness of lines [em]."""
BAR_GAP, ROOT_GAP, DOT_GAP = 0.14, 0.12, 0.14
"""Distances from the bar of a fraction to its parts, from a root to its body, from a letter to its dots [em]."""
DOT_RADIUS, DOT_STEP = 0.055, 0.21
DROP, RISE = 0.22, 0.40
"""How far an index stands below the baseline and an exponent above it [em]."""
SET_HEIGHT, FENCE_WIDTH, TALL = 1.2, 0.30, 1.9
"""Height that a bracket of the font encloses, width of a drawn one, and height from which they are drawn [em]."""
INDENT = 1.6
"""Indent of the second and further lines of an equation [em]."""
LEAST_SHRINK = 0.86
"""An equation is made smaller by at most this factor before it is broken into lines."""


class Glyphs(NamedTuple):
    """Characters of one size, whose origin is at (x, y)."""

    text: str
    style: Style
    x: float
    y: float
    size: float

    def moved(self, x: float, y: float) -> Glyphs:
        """Return it moved."""
        return self._replace(x=self.x + x, y=self.y + y)


class Stroke(NamedTuple):
    """A line through points; bent: a Bézier curve with these four control points."""

    points: tuple[tuple[float, float], ...]
    thickness: float
    bent: bool = False

    def moved(self, x: float, y: float) -> Stroke:
        """Return it moved."""
        return self._replace(points=tuple((px + x, py + y) for px, py in self.points))


class Dot(NamedTuple):
    """A disk."""

    x: float
    y: float
    radius: float

    def moved(self, x: float, y: float) -> Dot:
        """Return it moved."""
        return self._replace(x=self.x + x, y=self.y + y)


class Region(NamedTuple):
    """The place of a symbol of the system, by its name there: left, top, right and bottom edges."""

    name: str
    left: float
    top: float
    right: float
    bottom: float

    def moved(self, x: float, y: float) -> Region:
        """Return it moved."""
        return Region(self.name, self.left + x, self.top + y, self.right + x, self.bottom + y)


@dataclass
class MathBox:
    """A part of an equation: its width, its extent above and below the baseline, and what is drawn."""

    width: float = 0.0
    above: float = 0.0
    below: float = 0.0
    glyphs: list[Glyphs] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    dots: list[Dot] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)

    def add(self, other: MathBox, x: float, y: float = 0.0) -> None:
        """Add another box with its origin at (x, y)."""
        self.glyphs += [each.moved(x, y) for each in other.glyphs]
        self.strokes += [each.moved(x, y) for each in other.strokes]
        self.dots += [each.moved(x, y) for each in other.dots]
        self.regions += [each.moved(x, y) for each in other.regions]
        self.above, self.below = max(self.above, other.above - y), max(self.below, other.below + y)


class Typesetter:
    """Makes boxes of trees. names: of the system's quantities by their symbols, as `parse.spelled` spells them."""

    def __init__(self, measure: Measure, names: Mapping[str, str]) -> None:
        self._measure, self._names = measure, names

    def lines(self, row: Row, size: float, width: float) -> list[MathBox]:
        """Return an equation as lines at most `width` wide: smaller if that suffices, otherwise broken."""
        whole = self.row(row.items, size, True)
        if whole.width <= width:
            return [whole]
        if whole.width * LEAST_SHRINK <= width:
            return [self.row(row.items, size * width / whole.width, True)]
        lines = self._broken(row.items, size, width)
        widest = max(line.width for line in lines)
        return lines if widest <= width else self._broken(row.items, size * width / widest, width)

    def _broken(self, items: Sequence[Node], size: float, width: float) -> list[MathBox]:
        """Return lines that begin with relations or operations of the outermost row, where they have to end."""
        starts = [k for k, item in enumerate(items) if k and _breaks(item)]
        pieces = [items[a:b] for a, b in zip([0, *starts], [*starts, len(items)], strict=True)]
        lines: list[list[Node]] = [[]]
        for piece in pieces:
            indent = INDENT * size * (len(lines) > 1)
            longer = [*lines[-1], *piece]
            if lines[-1] and indent + self.row(longer, size, True).width > width:
                lines.append(list(piece))
            else:
                lines[-1] = longer
        boxes = []
        for k, line in enumerate(lines):
            box, indent = MathBox(), INDENT * size * (k > 0)
            inner = self.row(line, size, True)
            box.add(inner, indent)
            box.width = indent + inner.width
            boxes.append(box)
        return boxes

    def row(self, items: Iterable[Node], size: float, display: bool, spaced: bool = True) -> MathBox:
        """Return expressions side by side. display: fractions are large; spaced: about relations and operations."""
        box, before = MathBox(), None
        for node in items:
            kind = _kind(node, before)
            if spaced:
                box.width += size * _space(before, kind)
            inner = self.box(node, size, display)
            box.add(inner, box.width)
            box.width += inner.width
            before = kind
        return box

    def box(self, node: Node, size: float, display: bool) -> MathBox:
        """Return the box of an expression."""
        made = self._box(node, size, display)
        name = node.name if isinstance(node, Named) else self._names.get(spelled(node) or "")
        if name is not None:
            made.regions = [Region(name, 0.0, -made.above, made.width, made.below)]
        return made

    def _box(self, node: Node, size: float, display: bool) -> MathBox:
        match node:
            case Atom():
                return self._atom(node, size)
            case Row(items=items):
                return self.row(items, size, display)
            case Named(body=body):
                return self.row(body.items, size, display)
            case Fraction():
                return self._fraction(node, size, display and not node.small)
            case Root(body=body):
                return self._root(self.row(body.items, size, False), size)
            case Accent(body=body, mark=mark):
                return self._accent(self._box(body, size, display), mark, size, _slanted(body))
            case Script():
                return self._script(node, size, display)
            case Fence(left=left, body=body, right=right):
                return self._fence(left, self.row(body.items, size, display), right, size)

    def _atom(self, atom: Atom, size: float) -> MathBox:
        if atom.kind == "space":
            return MathBox(float(atom.text) * size)
        extent = self._measure(atom.text, atom.style)
        box = MathBox(extent.advance * size, extent.top * size, -extent.bottom * size)
        overhang = max(extent.right - extent.advance, 0.0) * size if atom.style != "upright" else 0.0
        box.width += overhang
        box.glyphs.append(Glyphs(atom.text, atom.style, 0.0, 0.0, size))
        return box

    def _fraction(self, node: Fraction, size: float, display: bool) -> MathBox:
        inner = size if display else SMALL_FRACTION * size
        top, bottom = (self.row(part.items, inner, False, display) for part in (node.top, node.bottom))
        side, gap, axis = 0.15 * size, BAR_GAP * inner, -AXIS * size
        box = MathBox(max(top.width, bottom.width) + 2 * side)
        box.add(top, (box.width - top.width) / 2, axis - gap - top.below)
        box.add(bottom, (box.width - bottom.width) / 2, axis + gap + bottom.above)
        box.strokes.append(Stroke(((side / 2, axis), (box.width - side / 2, axis)), STROKE * size))
        return box

    def _root(self, body: MathBox, size: float) -> MathBox:
        gap, hook = ROOT_GAP * size, 0.62 * size
        above, below = max(body.above, 0.5 * size) + gap, max(body.below, 0.05 * size)
        box = MathBox(hook + body.width + 0.12 * size)
        box.add(body, hook)
        middle = below - 0.5 * (above + below)
        box.strokes += [
            Stroke(((0.08 * size, middle + 0.1 * size), (0.2 * size, middle)), STROKE * size),
            Stroke(((0.2 * size, middle), (0.36 * size, below)), 2 * STROKE * size),
            Stroke(
                ((0.36 * size, below), (hook - 0.06 * size, -above), (box.width - 0.06 * size, -above)), STROKE * size
            ),
        ]
        box.above, box.below = above + 0.08 * size, below + STROKE * size
        return box

    def _accent(self, body: MathBox, mark: str, size: float, slant: float) -> MathBox:
        height = body.above + DOT_GAP * size
        middle = body.width / 2 + slant * size
        if mark == "\u0304":
            body.strokes.append(Stroke(((0.06 * size, -height), (body.width, -height)), STROKE * size))
        else:
            count = 2 if mark == "\u0308" else 1
            for k in range(count):
                x = middle + (k - (count - 1) / 2) * DOT_STEP * size
                body.dots.append(Dot(x, -height, DOT_RADIUS * size))
        body.above = height + DOT_RADIUS * size
        return body

    def _script(self, node: Script, size: float, display: bool) -> MathBox:
        inner = SCRIPT * size
        base = (self.box if node.low is None else self._box)(node.base, size, display)
        box = MathBox()
        box.add(base, 0.0)
        width, gap = base.width, 0.04 * size
        if node.low is not None:
            low = self.row((node.low,), inner, False, False)
            drop = max(DROP * size, base.below - 0.06 * size, low.above - 0.35 * size)
            box.add(low, base.width + gap - _tuck(node.base) * size, drop)
            width = max(width, base.width + gap + low.width)
            name = self._names.get(spelled(Script(node.base, node.low, None)) or "") if node.high is not None else None
            if name is not None:
                box.regions = [Region(name, 0.0, -base.above, width, drop + low.below)]
        if node.high is not None:
            high = self.row((node.high,), inner, False, False)
            rise = max(RISE * size, base.above - 0.32 * size)
            box.add(high, base.width + gap, -rise)
            width = max(width, base.width + gap + high.width)
        box.width = width + gap
        return box

    def _fence(self, left: str, body: MathBox, right: str, size: float) -> MathBox:
        reach = max(body.above - AXIS * size, body.below + AXIS * size)
        box = MathBox()
        if 2 * reach <= TALL * size:
            larger = size * max(1.0, 2 * reach / (SET_HEIGHT * size))
            first, last = (self._atom(Atom(sign), larger) for sign in (left, right))
            down = AXIS * (larger - size)
            box.add(first, 0.0, down)
            box.add(body, first.width)
            box.add(last, first.width + body.width, down)
            box.width = first.width + body.width + last.width
            return box
        reach += 0.06 * size
        width = FENCE_WIDTH * size
        box.add(body, width)
        box.width = 2 * width + body.width
        for sign, x, side in ((left, 0.0, 1.0), (right, box.width, -1.0)):
            box.strokes.append(_bracket(sign, x, side, -AXIS * size, reach, size))
        box.above, box.below = max(box.above, reach + AXIS * size), max(box.below, reach - AXIS * size)
        return box


def _bracket(sign: str, x: float, side: float, axis: float, reach: float, size: float) -> Stroke:
    """Return a bracket whose outer edge is at x; side: 1 for an opening one, -1 for a closing one."""
    near, far, thickness = x + 0.08 * size * side, x + 0.22 * size * side, 1.4 * STROKE * size
    top, bottom = axis - reach, axis + reach
    if sign in "()":
        bend = near - 0.02 * size * side
        third = 0.6 * reach
        return Stroke(((far, top), (bend, axis - third), (bend, axis + third), (far, bottom)), thickness, True)
    if sign in "[]":
        return Stroke(((far, top), (near, top), (near, bottom), (far, bottom)), thickness)
    return Stroke(((near, top), (near, bottom)), thickness)


def _breaks(node: Node) -> bool:
    return isinstance(node, Atom) and node.kind in ("relation", "operation")


def _kind(node: Node, before: Kind | None) -> Kind:
    """Return how an expression is spaced; a sign at the start or behind another sign belongs to what follows."""
    kind = node.kind if isinstance(node, Atom) else "ordinary"
    if isinstance(node, Script) and isinstance(node.base, Atom) and node.base.kind == "function":
        kind = "function"
    if kind == "operation" and before in (None, "relation", "operation", "punctuation", "function"):
        return "ordinary"
    return kind


def _space(before: Kind | None, kind: Kind) -> float:
    """Return the space between two expressions [em]."""
    if before is None or "space" in (before, kind):
        return 0.0
    if "relation" in (before, kind):
        return THICK
    if "operation" in (before, kind):
        return MEDIUM
    if before == "punctuation" or "function" in (before, kind):
        return THIN
    return 0.0


def _slanted(node: Node) -> float:
    """Return how far the marks over a letter stand to the right of its middle [em]."""
    return 0.06 if isinstance(node, Atom) and node.style != "upright" else 0.0


def _tuck(node: Node) -> float:
    """Return how far an index moves under a letter whose top leans over it [em]."""
    return 0.06 if isinstance(node, Atom) and node.style != "upright" and node.text.isupper() else 0.0
