"""Coupler curves: the paths of the points that a sketch traces while its crank is turned once round, before any run."""

from __future__ import annotations

from contextlib import suppress

from game.experiments.background import BackgroundTask
from game.scenefile.sketch import Sketch
from physics import BadInput
from physics.errors import Cancelled
from physics.machines.joints import GROUND_NAME
from physics.machines.sketch_check import SketchCheck, tree_joints
from physics.machines.turn_curve import TurnCurve, turn_curve

COUNTS = 25, 121
"""Numbers of points of the curve that is there at once, and of the one that follows."""


class CouplerCurves(BackgroundTask):
    """The curves of a sketch by the names of its traces, as far as they are known."""

    def __init__(self, sketch: Sketch, crank: str) -> None:
        self.sketch, self._crank = sketch, crank
        self.found: dict[str, TurnCurve] = {}
        super().__init__("coupler curves")

    def _work(self) -> None:
        made = self.sketch.check.made
        for count in COUNTS:
            for name, (body, place) in made.traces.items():
                if self._cancelled.is_set():
                    raise Cancelled
                with suppress(BadInput):
                    self.found[name] = turn_curve(made, self._crank, body, place, count)


def crank_of(check: SketchCheck) -> str | None:
    """Return the hinge to the ground that is turned: one with values before the others; None for no crank in a loop."""
    if not (check.runnable and check.freedom == 1 and check.loops and check.made.traces):
        return None
    found = [
        joint
        for joint in tree_joints(check.made)
        if joint.kind == "hinge" and GROUND_NAME in (joint.first, joint.second) and "driven" not in joint.said
    ]
    chosen = sorted(found, key=lambda joint: not joint.said)
    return chosen[0].name if chosen else None
