"""Layers of machines whose hinges are parallel: bars and plates lie beside one another, so that none cuts another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from physics.machines.bodies import MachineBody
from physics.machines.description import Described
from physics.machines.joints import GROUND_NAME, Joint
from physics.maths import dense

THICK = 0.6
"""Thickness of a bar over its width."""
APART = 1.25
"""Distance of two layers, in the thickness of the thickest bar."""
SAME = 1e-6
"""Distance of two joints that are one, in the size of the machine."""


class Layered(NamedTuple):
    """The layers of a machine. of: the number of that of each body, 0 the farthest from the eye. apart [m]."""

    of: Mapping[str, int]
    apart: float

    def shift(self, name: str) -> float:
        """Return how far a body is drawn from its place, along y [m]."""
        return -self.apart * self.of.get(name, 0)


def layered(made: Described) -> Layered:
    """Return the layers of a machine: those that are given, and those that meet at a joint lie in different ones."""
    flat = {name for name, body in made.bodies.items() if body.shape in ("bar", "plate")}
    if not is_plane(made):
        return Layered({}, 0.0)
    groups = rigid_groups(made)
    meeting = _meeting(made, groups)
    layers = {groups[name]: body.layer for name, body in made.bodies.items() if body.layer is not None}
    for name in made.bodies:
        group = groups[name]
        if group in layers or group == GROUND_NAME or not flat & {each for each, of in groups.items() if of == group}:
            continue
        taken = {layers[other] for other in meeting.get(group, ()) if other in layers}
        layers[group] = next(k for k in range(len(taken) + 1) if k not in taken)
    thick = max((thickness(made.bodies[name]) for name in flat), default=0.0)
    return Layered({name: layers.get(group, 0) for name, group in groups.items()}, APART * thick)


def thickness(body: MachineBody) -> float:
    """Return the thickness with which a bar or a plate is drawn [m]."""
    return body.width if body.shape == "plate" else THICK * body.width


def is_plane(made: Described) -> bool:
    """Return whether all hinges are along y, so that what they join may lie in layers across it."""
    turning = [joint for joint in made.joints.values() if joint.kind in ("hinge", "universal", "ball", "free")]
    return any(joint.kind == "hinge" for joint in turning) and all(
        joint.kind == "hinge" and abs(joint.axes[0][1]) > 0.999 for joint in turning
    )


def rigid_groups(made: Described) -> dict[str, str]:
    """Return the name of one body of those that are fixed to one another, for each body."""
    groups = {name: name for name in (GROUND_NAME, *made.bodies)}
    for joint in made.joints.values():
        if joint.kind == "fixed":
            one, other = groups[joint.first], groups[joint.second]
            keep, drop = (other, one) if other == GROUND_NAME else (one, other)
            groups = {name: keep if group == drop else group for name, group in groups.items()}
    return {name: group for name, group in groups.items() if name != GROUND_NAME}


def _meeting(made: Described, groups: Mapping[str, str]) -> dict[str, set[str]]:
    """Return the groups that meet each group at a hinge, or at the same place of another one as it does."""
    hinges = [joint for joint in made.joints.values() if joint.kind == "hinge"]
    found: dict[str, set[str]] = {}
    for pins in _pins(hinges):
        names = {groups.get(name, GROUND_NAME) for joint in pins for name in (joint.first, joint.second)}
        for name in names - {GROUND_NAME}:
            found.setdefault(name, set()).update(names - {name, GROUND_NAME})
    return found


def _pins(hinges: list[Joint]) -> list[list[Joint]]:
    """Return the hinges that share a body and a place of it."""
    found: list[list[Joint]] = []
    for joint in hinges:
        same = [pins for pins in found if any(_at_one_place(joint, other) for other in pins)]
        found = [pins for pins in found if pins not in same]
        found.append([each for pins in same for each in pins] + [joint])
    return found


def _at_one_place(one: Joint, other: Joint) -> bool:
    places = {(one.first, one.at), (one.second, one.to)}
    others = {(other.first, other.at), (other.second, other.to)}
    return any(
        a == b and dense.length(np.subtract(p, q)) < SAME * (1.0 + dense.length(p))
        for a, p in places
        for b, q in others
    )
