"""A machine whose points are drawn elsewhere, closed at once, against one that is read anew from changed tables."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from game.scenefile import sketching
from game.scenefile.sketch import Sketch, SketchAnchor
from physics.machines.reshaped import reshaped

MOVES = [
    ("leg", "link", "end", (0.01, 0.0, -0.015), True), ("leg", "upper", "end", (-0.02, 0.0, 0.01), True),
    ("leg", "crank", "end", (0.02, 0.0, 0.01), False), ("leg", "thigh", "corner_3", (-0.02, 0.0, 0.02), False),
    ("four-bar", "coupler", "end", (0.03, 0.0, 0.02), True), ("slider-crank", "rod", "end", (0.05, 0.0, 0.0), True),
    ("governor", "arm_1", "end", (0.01, 0.0, 0.01), True),
]  # fmt: skip


@pytest.mark.parametrize(("name", "body", "anchor", "way", "stretch"), MOVES)
def test_it_is_the_machine_that_is_read_anew(
    name: str, body: str, anchor: str, way: Sequence[float], stretch: bool
) -> None:
    sketch: Sketch = sketching.template(name)
    if name == "four-bar":  # else the start of what is free is another one
        sketch = sketching.set_value(sketch, ("joints", next(iter(sketch.tables["joints"]))), "angle", "0 deg")
    check, held = sketch.check, SketchAnchor(body, anchor)
    x, y, z = (a + b for a, b in zip(sketch.place(held), way, strict=True))
    drawing = sketching.SketchDrawing(sketch)
    if stretch:
        shift = sketching.end_shift(sketch, drawing, body, anchor, (x, y, z))
        after = sketching.move_end(sketch, body, anchor, (x, y, z))
    else:
        shift = sketching.anchor_shift(sketch, drawing, held, (x, y, z))
        after = sketching.move_anchor(sketch, held, (x, y, z))
    assert after.check.runnable, after.check.faults
    shape = reshaped(check.made, shift)
    state = shape.closed(check.made.start)
    assert state is not None
    names = [(who, word) for who, each in check.made.bodies.items() for word in each.anchors if word != "centre"]
    places = shape.places(state, [(who, check.made.bodies[who].anchors[word]) for who, word in names])
    before = [sketch.place(SketchAnchor(*each)) for each in names]
    assert max(math.dist(*each) for each in zip(places, before, strict=True)) > 0.5 * math.hypot(*way)
    for each, place in zip(names, places, strict=True):
        assert place == pytest.approx(after.place(SketchAnchor(*each)), abs=1e-8), each
