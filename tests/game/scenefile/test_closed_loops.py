"""Each value that is said to close an open loop closes it."""

from __future__ import annotations

import pytest

from game.scenefile import sketching
from game.scenefile.sketch import Sketch, SketchAnchor
from physics.machines.planar_loops import closes_with


def four_bar_open() -> Sketch:
    """Return a crank of 0.3 m, a coupler of 0.45 m, a rocker of 0.35 m on 1 m, with the crank at 57°."""
    s, crank = sketching.place_bar(Sketch.new("open"), (0.0, 0.0, 0.0), (0.3, 0.0, 0.0))
    s, coupler = sketching.place_bar(s, (0.3, 0.0, 0.0), (0.75, 0.0, 0.0), from_anchor=SketchAnchor(crank, "end"))
    s, rocker = sketching.place_bar(s, (1.0, 0.0, 0.0), (1.0, 0.0, 0.35))
    s = sketching.set_value(s, ("joints", "A"), "angle", "57 deg")
    return sketching.join(s, "hinge", SketchAnchor(coupler, "end"), SketchAnchor(rocker, "end"))[0]


def test_an_open_loop_closes_with_each_of_the_values_alone() -> None:
    s = four_bar_open()
    (fault,) = s.check.faults
    assert fault.line.startswith("the loop through") and "m remain" in fault.line
    (loop,) = s.check.loops
    found = {(each.part[1], each.word): each for each in closes_with(s.check, loop)}
    assert found.keys() == {
        ("bar_2", "length"), ("bar_3", "length"), ("A", "angle"), (found_pivot(found), "distance"),
    }, "no crank at 57° comes nearer to the other pivot than sin 57° m, which is more than 0.8 m"  # fmt: skip
    assert found["bar_2", "length"].low == pytest.approx(0.524, abs=1e-3)
    assert found["bar_2", "length"].high == pytest.approx(1.224, abs=1e-3)
    for closing in found.values():
        closed = sketching.closed_by(s, loop, closing)
        assert closed.check.runnable, (closing, closed.check.faults)
        lengths = [made_length(closed, name) for name in ("bar", "bar_2", "bar_3")]
        given = [0.3, 0.45, 0.35]
        if closing.word == "length":
            given[("bar", "bar_2", "bar_3").index(closing.part[1])] = closing.suggestion
        assert lengths == pytest.approx(given, rel=1e-8)


def found_pivot(found: dict[tuple[str, str], object]) -> str:
    return next(name for name, word in found if word == "distance")


def made_length(s: Sketch, name: str) -> float:
    body = s.check.made.bodies[name]
    return sum((b - a) ** 2 for a, b in zip(body.start, body.end, strict=True)) ** 0.5
