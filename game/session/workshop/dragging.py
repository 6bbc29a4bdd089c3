"""The drag of a body at the start of a machine: the pose that follows the pointer, and start values that keep it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from game.scenefile import sketching
from game.scenefile.sketch import Sketch, SketchAnchor, kind_of
from game.session.workshop.picking import ShownMachine
from game.session.workshop.state import LiveShape
from physics import BadInput
from physics.core.units import format_number
from physics.machines.assembly import gap
from physics.machines.description import Described
from physics.machines.equations import moving
from physics.machines.joints import KINDS
from physics.machines.parts import BALL, GROUND, SLIDE
from physics.machines.posing import STEPS as POSING
from physics.machines.posing import posed, rows_that_count, world_place
from physics.machines.reshaped import reshaped
from physics.machines.vectors import Vector

CHANGED = 1e-9
"""Change of a coordinate [rad, m] that counts."""
SAID = 1e-7
"""Change of a coordinate [rad, m] that is said as a start value: less is what the search has left."""
SAME_POSE = 1e-6
"""Greatest distance [m] between a pose and that which its start values give."""
DIGITS = 9
"""Digits in which start values are written."""


def dragged_pose(
    shown: ShownMachine, body: str, drawn: Vector, target: Vector, steps: int = POSING
) -> tuple[float, ...]:  # fmt: skip
    """Return the pose near to the one shown in which a point of a body is as near to a target as it can be.

    Joints with values that do not carry the body keep them, unless then nothing moves. steps: most that are taken; a
    later call goes on.
    """
    made = shown.made
    path = set(links_below(made, body))
    kept = [k for k in made.given if _link_of(made, k) not in path]
    found = tuple(posed(made, shown.y, body, drawn, target, kept, steps))
    if kept and math.dist(found, shown.y) < CHANGED:
        found = tuple(posed(made, shown.y, body, drawn, target, (), steps))
    return found


def live_shape(
    shown: ShownMachine, anchor: SketchAnchor, place: Vector, stretch: bool, before: LiveShape | None
) -> LiveShape | None:  # fmt: skip
    """Return the machine with an anchor at another place [m], its loops closed from the pose before; None for none.

    stretch: the end of a bar is moved alone, as at the end of the drag.
    """
    sketch, made = shown.sketch, shown.made
    drawing = _drawing_of(sketch)
    try:
        if stretch and anchor.name in ("start", "end"):
            shift = sketching.end_shift(sketch, drawing, anchor.body, str(anchor.name), place)
        else:
            shift = sketching.anchor_shift(sketch, drawing, anchor, place)
    except BadInput:
        return None
    left_open = [loop.closer for loop in sketch.check.loops if loop.closer.name not in made.joints]
    shape = reshaped(made, shift, left_open)
    y = before.y if before is not None else shown.y
    closed = shape.closed(y)
    if closed is None and before is not None and before.closed:
        closed = shape.closed(shown.y)
    now = tuple(y if closed is None else closed)
    bodies = [(name, each.start, each.end) for name, each in made.bodies.items() if each.start and each.end]
    points = [(name, each) for name, *ends in bodies for each in ends if each is not None]
    found = shape.places(now, points)
    lines = zip((name for name, *_ in bodies), found[::2], found[1::2], strict=True)
    return LiveShape(tuple(lines), now, closed is not None)


@lru_cache(2)
def _drawing_of(sketch: Sketch) -> sketching.SketchDrawing:
    return sketching.SketchDrawing(sketch)


def links_below(made: Described, body: str) -> list[int]:
    """Return the links that carry a body, from the ground on."""
    found = []
    link = made.carried[body].link
    while link != GROUND:
        found.append(link)
        link = made.machine.links[link].parent
    return found[::-1]


def _link_of(made: Described, rate: int) -> int:
    """Return the link that has a rate."""
    machine = made.machine
    return next(k for k, link in enumerate(machine.links) if link.rates and 0 <= rate - machine.rate_of(k) < link.rates)


def with_pose(sketch: Sketch, y: Sequence[float], body: str = "", rates: Sequence[float] | None = None) -> Sketch:
    """Return the sketch that begins in a pose, by the fewest start values that say it.

    body: the one that was dragged, whose joints say it first. rates: of all motions, where these are to be kept, too.
    Raises BadInput for a pose of a ball joint, whose start a file cannot say.
    """
    made = sketch.check.made
    _refuse_balls(sketch, made, y)
    below = links_below(made, body) if body else []
    order = [*made.given, *(k for link in below for k in _rates_of(made, link))]
    order += [k for k in range(made.machine.rates) if k not in order]
    chosen = _independent(made, y, order)
    moved = [abs(_coordinate(made, y, k) - _coordinate(made, made.start, k)) > SAID for k in chosen]
    changed = [k for k, other in zip(chosen, moved, strict=True) if other or k in made.given]
    tries = ((changed, True), (chosen, True), (range(made.machine.rates), False))
    for which, rounded in tries if rates is None else tries[1:]:
        found = _written(sketch, made, y, which, rates, rounded)
        if _agrees(found, made, y):
            return found
    if sketch.check.faults:
        raise BadInput(sketch.check.faults[0].line)  # until that is mended
    raise BadInput("pose: the start values of the joints do not give it again")


def _refuse_loose(sketch: Sketch) -> None:
    """Raise BadInput where a body hangs on nothing: no joint says where it is."""
    line = next((fault.line for fault in sketch.check.faults if fault.kind == "hangs"), None)
    if line is not None:
        raise BadInput(line)


def _refuse_balls(sketch: Sketch, made: Described, y: Sequence[float]) -> None:
    machine = made.machine
    for k, link in enumerate(machine.links):
        at = machine.coordinate_of(k)
        if link.kind == BALL and math.dist(y[at : at + 4], made.start[at : at + 4]) > CHANGED:
            if made.names[k].startswith(sketch.check.held):
                _refuse_loose(sketch)
            raise BadInput(f"joint {made.names[k]}: a ball, whose angles at the start a file cannot say")


def _rates_of(made: Described, link: int) -> range:
    first = made.machine.rate_of(link)
    return range(first, first + made.machine.links[link].rates)


def _coordinate(made: Described, y: Sequence[float], rate: int) -> float:
    """Return the coordinate of a rate, 0 for those of a ball."""
    link = _link_of(made, rate)
    return 0.0 if made.machine.links[link].kind == BALL else y[made.machine.coordinate_of(link)]


def _independent(made: Described, y: Sequence[float], order: Iterable[int]) -> list[int]:
    """Return the first of some rates that can be chosen together."""
    machine = made.machine
    basis = rows_that_count(np.array(gap(machine, list(y)).rows, float))
    found = []
    for k in order:
        if machine.links[_link_of(made, k)].kind == BALL:
            continue
        row = np.zeros(machine.rates)
        row[k] = 1.0
        longer = rows_that_count(np.array([*basis, row]))
        if len(longer) > len(basis):
            basis = longer
            found.append(k)
    return found


def _agrees(sketch: Sketch, made: Described, y: Sequence[float]) -> bool:
    """Return whether a sketch begins in a pose."""
    if sketch.check.held and any(fault.kind not in ("hangs", "massless", "stiff") for fault in sketch.check.faults):
        return False
    state, other = moving(made.machine, y), sketch.check.made
    there = moving(other.machine, other.start)
    for name, body in made.bodies.items():
        for place in body.anchors.values():
            if name not in other.bodies:
                return False
            if math.dist(world_place(made, state, name, place), world_place(other, there, name, place)) > SAME_POSE:
                return False
    return True


def _written(
    sketch: Sketch, made: Described, y: Sequence[float], which: Collection[int], rates: Sequence[float] | None = None,
    rounded: bool = True,
) -> Sketch:  # fmt: skip
    """Return the sketch with the coordinates of some rates as start values, and with these rates where they are given.

    rounded: as texts with units, in `DIGITS` digits; else as numbers.
    """
    tables = sketch.copied()
    for name, joint in tables.get("joints", {}).items():
        steps = [step for step in KINDS.get(kind_of(joint), ()) if step.kind != BALL]
        links = [made.names.index(name + step.ending) for step in steps if name + step.ending in made.names]
        if "driven" in joint or not links or len(links) != len(steps):
            continue
        firsts = [made.machine.rate_of(link) for link in links]
        for word, sliding in (("angle", False), ("position", True)):
            mine = [k for k, step in zip(firsts, steps, strict=True) if (step.kind == SLIDE) == sliding]
            if any(k in which for k in mine):
                _say(joint, word, [_text(_coordinate(made, y, k), sliding, rounded) for k in mine])
        if rates is not None and len(steps) == len(KINDS[kind_of(joint)]) and any(k in which for k in firsts):
            _say(joint, "rate", [_rounded(rates[k]) if rounded else rates[k] for k in firsts])
    return sketch.with_tables(tables)


def _say(joint: dict[str, Any], word: str, values: list[Any]) -> None:
    joint[word] = values[0] if len(values) == 1 else values


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


def _text(value: float, sliding: bool, rounded: bool) -> str | float:
    """Return an angle in degrees, or a position in metres, as a file says it."""
    if not rounded:
        return value
    shown = value if sliding else math.degrees(value)
    return f"{format_number(_rounded(shown))} {'m' if sliding else 'deg'}"
