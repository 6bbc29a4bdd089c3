"""What is known of the loops of a sketch, computed once for each: panels ask for it in every frame."""

from __future__ import annotations

from functools import lru_cache

from game.scenefile.sketch import Sketch
from physics.machines.planar_loops import Closing, FourBar, closes_with, four_bar, ranges
from physics.machines.sketch_check import LoopReport

OPEN = 1e-6
"""Gap above which a loop counts as open [m]."""
DRIVES = ("driven", "torque", "angle", "rate")
"""Words of a joint that make it the crank of a linkage, for what is said of it."""
KEPT = 16
"""Number of sketches of which this is kept."""


@lru_cache(KEPT)
def ranges_of(sketch: Sketch) -> tuple[Closing, ...]:
    """Return within which ranges the lengths and given angles of loops may be, each alone."""
    return tuple(each for loop in sketch.check.loops for each in ranges(sketch.check, loop))


@lru_cache(KEPT)
def closings_of(sketch: Sketch) -> tuple[LoopReport, tuple[Closing, ...]] | None:
    """Return the first open loop with the values that close it, None where all are closed."""
    for loop in sketch.check.loops:
        if loop.gap > OPEN:
            return loop, closes_with(sketch.check, loop)
    return None


@lru_cache(KEPT)
def four_bars_of(sketch: Sketch) -> tuple[tuple[str, FourBar], ...]:
    """Return the four-bar linkages among closed loops, each with its crank: a joint that is given or driven."""
    joints, found = sketch.tables.get("joints", {}), []
    for loop in sketch.check.loops:
        cranks = [name for name in loop.joints if any(word in joints.get(name, {}) for word in DRIVES)]
        bars = four_bar(sketch.check, loop, cranks[0]) if cranks and loop.gap <= OPEN else None
        if bars is not None:
            found.append((cranks[0], bars))
    return tuple(found)
