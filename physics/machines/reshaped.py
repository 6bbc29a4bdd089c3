"""A machine whose points are drawn elsewhere, closed at once from the pose before: no table is read again.

Where its points lie says where its links begin and between which points its equations are. Masses stay as they were,
so that it is there for its pose alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from physics.machines.description import Described
from physics.machines.equations import size_of
from physics.machines.joints import GROUND_NAME, Joint, closing
from physics.machines.parts import GROUND, LENGTH, PLANE, LoopEquation, MachineTable
from physics.machines.placed_links import placed_links
from physics.machines.posing import closed_again
from physics.machines.vectors import ZERO, Vector, added, difference

Shift = Callable[[str, Vector], Vector]
"""Where a point of a body in the drawn pose goes [m]; the body of the ground is "ground"."""


@dataclass(frozen=True, eq=False)
class Reshaped:
    """A machine with its points drawn elsewhere. origins: where the joints of bodies are drawn then [m]; free: rates
    whose coordinates may change.
    """

    made: Described
    machine: MachineTable
    origins: Mapping[str, Vector]
    shift: Shift
    free: tuple[int, ...]

    def closed(self, y: Sequence[float]) -> list[float] | None:
        """Return the closed state near to one, None where Newton's method does not find one close by."""
        return closed_again(self.machine, list(y[: size_of(self.machine)]), list(self.free), quick=True)

    def places(self, y: Sequence[float], points: Sequence[tuple[str, Vector]]) -> list[Vector]:
        """Return where points of bodies are in a state [m], which are named by their places before."""
        found, state = [], placed_links(self.machine, y[: size_of(self.machine)])
        for body, drawn in points:
            place = self.shift(body, drawn)
            link = GROUND if body == GROUND_NAME else self.made.carried[body].link
            if link != GROUND:
                x, v, z = state[link].world(difference(place, self.origins[body]))
                place = float(x), float(v), float(z)
            found.append(place)
        return found


def reshaped(made: Described, shift: Shift, left_open: Sequence[Joint] = ()) -> Reshaped:
    """Return a machine with its points drawn elsewhere. left_open: joints that it lacks, and which close it, too."""
    links = list(made.machine.links)
    origins: dict[str, Vector] = {GROUND_NAME: ZERO}
    for first, joint, mother, child in sorted(_carrying(made), key=lambda each: each[0]):
        ends = {joint.first: joint.at, joint.second: joint.to}
        place = difference(shift(mother, ends[mother]), origins[mother])
        links[first] = replace(links[first], place=place)
        origins[child] = shift(child, ends[child])
    equations = [_moved(each, made, origins, shift) for each in made.machine.equations]
    for joint in left_open:
        one, other = (GROUND if who == GROUND_NAME else made.carried[who].link for who in (joint.first, joint.second))
        at = difference(shift(joint.first, joint.at), origins[joint.first])
        to = difference(shift(joint.second, joint.to), origins[joint.second])
        equations += closing(joint.kind, one, other, at, to, joint.axes)
    machine = replace(made.machine, links=tuple(links), equations=tuple(equations), contacts=(), marks=())
    free = tuple(k for k in range(machine.rates) if k not in made.given)
    return Reshaped(made, machine, origins, shift, free)


def _carrying(made: Described) -> list[tuple[int, Joint, str, str]]:
    """Return the joints that carry bodies: first link, joint, the body on which it hangs, and that which it carries."""
    bodies = {carried.link: name for name, carried in made.carried.items() if carried.link != GROUND}
    found = []
    for joint in made.joints.values():
        names = [joint.name + step.ending for step in joint.steps]
        numbers = [made.names.index(name) for name in names if name in made.names]
        if numbers:
            child = bodies[max(numbers)]
            mother = joint.first if child == joint.second else joint.second
            found.append((min(numbers), joint, mother, child))
    return found


def _moved(each: LoopEquation, made: Described, origins: Mapping[str, Vector], shift: Shift) -> LoopEquation:
    """Return an equation between the same points, which are drawn elsewhere."""
    if each.kind not in (PLANE, LENGTH):
        return each
    points = []
    for link, place in ((each.first, each.at), (each.second, each.to)):
        body = next((name for name, carried in made.carried.items() if carried.link == link), GROUND_NAME)
        drawn = added(place, made.carried[body].origin)
        points.append(difference(shift(body, drawn), origins[body]))
    return replace(each, at=points[0], to=points[1])
