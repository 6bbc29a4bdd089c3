"""What is drawn of a machine: bodies with their arrows, traced anchors, ends of springs and rods, places of ropes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.core.straight_line import function_of, root
from physics.machines.bodies import MachineBody
from physics.machines.description import Described
from physics.machines.equations import MovingMachine, moving
from physics.machines.hanging import places_along, ropes_of
from physics.machines.motion import apart, ends_of, point_of
from physics.machines.parts import GROUND, LENGTH, VANISHING, WELD, LoopEquation, MachineTable, Spring, structure
from physics.machines.reactions import ground_forces
from physics.machines.recorded import record_with
from physics.machines.vectors import Matrix, Number, Vector, distance, dot, product, scaled
from physics.maths import dense
from physics.maths.elementary import power
from physics.maths.trig import PI
from physics.shapes.outlines import cylinder
from physics.shapes.pose import ArrowKind, PoseLayout
from physics.shapes.solids import Box, Ellipsoid, Solid, SolidOfRevolution

STEEL = 7800.0
"""Density of the ball with which a body without a shape is drawn [kg/m³]."""
SMALLEST = 0.004
"""Least radius of such a ball [m]."""
FLAT = 1e-6
"""Greatest cosine of the angle between two directions that are square to one another."""
MOST_VELOCITIES = 6
"""Number of moving bodies up to which velocities have arrows."""
MOST_HELD, MOST_SOLVED = 4, 12
"""Number of joints to the ground, and of rates, up to which the forces of the ground have arrows."""
LONGEST_INDEX = 8
"""Letters of a name up to which it is the index of a symbol."""
LEAST = 1e-12
"""Length [m] below which that of a spring without length counts as this, so that it is drawn without a pull."""


class Traced(NamedTuple):
    """A point of a link whose path is drawn, from its joint."""

    name: str
    link: int
    at: Vector


def _solid(made: Described, body: MachineBody) -> Solid:
    """Return the shape of a body about its centre, with its axis along the third."""
    length = _length(body)
    if body.shape == "plate":
        return _box_round(body, shape_axes(made, body.name))
    if body.shape == "bar":
        return Box((body.width, body.width, length))
    if body.shape in ("cylinder", "hoop", "disk"):
        height = length or body.width
        return SolidOfRevolution(cylinder(height, body.radius, -0.5 * height))
    if body.size is not None:
        x, y, z = body.size
        return Box((x, y, z))
    radius = body.radius or max(power(0.75 * body.mass / (PI * STEEL), 1.0 / 3.0), SMALLEST)
    return Ellipsoid((radius, radius, radius))


def _box_round(body: MachineBody, axes: NDArray[np.float64]) -> Box:
    """Return the box about a plate, in the axes of the shape."""
    along = dense.times(np.subtract(body.corners, body.centre), axes)
    low, high = along.min(axis=0), along.max(axis=0)
    x, y, z = (float(each) for each in high - low)
    a, b, c = (float(each) for each in 0.5 * (low + high))
    return Box((x, y, max(z, body.width)), (a, b, c))


def _length(body: MachineBody) -> float:
    if body.start is None or body.end is None:
        return 0.0
    return distance(body.start, body.end)


def shape_axes(made: Described, name: str) -> NDArray[np.float64]:
    """Return the rotation (3, 3) from the axes of a shape to those of the link, which are the world's as drawn.

    The third axis is that of the shape; the second one is along a hinge of the body that is square to it, if any.
    """
    body = made.bodies[name]
    if body.axis is None:
        return np.eye(3)
    third = np.array(body.axis)
    side = np.array([0.0, 1.0, 0.0]) if abs(third[1]) < 0.9 else np.array([1.0, 0.0, 0.0])
    for joint in made.joints.values():
        along = np.array(joint.axes[0])
        if (
            joint.kind == "hinge"
            and name in (joint.first, joint.second)
            and abs(float(dense.inner(along, third))) < FLAT
        ):
            side = along
            break
    first = np.cross(side, third)
    first /= dense.length(first)
    return np.column_stack([first, np.cross(third, first), third]) + 0.0


def traced_points(made: Described) -> list[Traced]:
    """Return the points that are traced: those that the description names, else some that are far out."""
    if made.traces:
        return [_traced(made, name, *where) for name, where in made.traces.items()]
    return _far_points(made)


def _traced(made: Described, name: str, who: str, place: Sequence[float]) -> Traced:
    """Return a point of a body, at a place in the drawn pose."""
    carried = made.carried[who]
    x, y, z = (a - b for a, b in zip(place, carried.origin, strict=True))
    return Traced(name, carried.link, (x, y, z))


def _far_points(made: Described) -> list[Traced]:
    """Return the far end, or the centre, of each body that carries no other."""
    parents = {link.parent for link in made.machine.links}
    found = []
    for name, body in made.bodies.items():
        carried = made.carried[name]
        if carried.link in parents or _is_fixed(made, carried.link):
            continue
        place = body.anchors.get("end", body.centre)
        if np.allclose(place, carried.origin):
            place = body.anchors.get("start", body.centre)
        found.append(_traced(made, name, name, place))
    return found


def _is_fixed(made: Described, link: int) -> bool:
    """Return whether a link moves with the ground."""
    while link != GROUND:
        if made.machine.links[link].axes:
            return False
        link = made.machine.links[link].parent
    return True


def layout(made: Described) -> PoseLayout:
    """Return the order of the numbers of a pose."""
    bodies = tuple((name, _solid(made, body)) for name, body in made.bodies.items())
    named = _moving_names(made)
    velocities = [
        ArrowKind(f"velocity {name}", symbol, "m/s", f"velocity of the centre of {name}")
        for name, symbol in zip(named, indexed("v", named), strict=True)
    ]
    numbers = [str(k + 1) for k in range(len(made.machine.springs))]
    springs = [
        ArrowKind(f"force {number}", symbol, "N", "pull of a spring")
        for number, symbol in zip(numbers, indexed("F", numbers), strict=True)
    ]
    joints = [made.names[link] for link in _held(made)]
    held = [
        ArrowKind(f"force {joint}", symbol, "N", f"force of the ground in {joint}")
        for joint, symbol in zip(joints, indexed("R", joints), strict=True)
    ]
    return PoseLayout(
        bodies, (*velocities, *springs, *held),
        tuple(each.name for each in traced_points(made)),
        points=2 * len(ties_of(made)) + sum(each.places for each in ropes_of(made)),
    )  # fmt: skip


def indexed(symbol: str, names: Sequence[str]) -> list[str]:
    """Return a symbol for each of some parts: with its name as index, with numbers where names are long; of one alone.

    "v" of "crank" and "rod" becomes v_crank and v_rod.
    """
    if len(names) < 2:
        return [symbol] * len(names)
    short = [name.replace("_", "") for name in names]
    if max(map(len, short)) > LONGEST_INDEX or len({*short}) < len(short):
        short = [str(k + 1) for k in range(len(names))]
    return [f"{symbol}_{each}" for each in short]


def _moving_names(made: Described) -> list[str]:
    """Return the bodies whose velocities are drawn: of those that are fixed to one another the one that carries them.

    None has one where many bodies move, or where that is said.
    """
    links = made.machine.links
    own = {name: links[each.link] for name, each in made.carried.items() if not _is_fixed(made, each.link)}
    found = [name for name in made.bodies if name in own and own[name].axes] if len(own) <= MOST_VELOCITIES else []
    return [name for name in found if made.bodies[name].arrow]


def _held(made: Described) -> list[int]:
    """Return the links whose force from the ground is drawn: of joints that hold them there, where these are few.

    Where more bars than needed hold something, no law of rigid bodies says how much each of them bears.
    """
    if made.machine.rates - len(made.machine.equations) != max(made.freedom, 0):
        return []
    links = made.machine.links
    found = [k for k, link in enumerate(links) if link.parent == GROUND and link.kind != WELD]
    free = {name for name, joint in made.joints.items() if joint.kind in ("free", "planar")}
    loose = any(made.names[k].startswith(tuple(f"{name}_" for name in free)) for k in found if free)
    if loose or len(found) > MOST_HELD or made.machine.rates > MOST_SOLVED:
        return []
    silent = [name for name, joint in made.joints.items() if not joint.arrow]
    return [k for k in found if not any(made.names[k] in (name, f"{name}_1") for name in silent)]


def ties_of(made: Described, machine: MachineTable | None = None) -> list[Spring | LoopEquation]:
    """Return all springs, then all rods. machine: a table of the machine in place of its own."""
    table, ropes = machine or made.machine, {each.number for each in ropes_of(made) if each.always}
    rods = (each for k, each in enumerate(table.equations) if each.kind == LENGTH and k not in ropes)
    return [*table.springs, *rods]


class PoseParts(NamedTuple):
    """What the numbers of a pose depend on beside the table and the state, in their order.

    bodies: links, and the rotations from the axes of the shapes to theirs. moving: links whose velocities are drawn.
    held: links whose forces from the ground are. traced: links, and points from their joints.
    """

    bodies: tuple[tuple[int, Matrix], ...]
    moving: tuple[int, ...]
    held: tuple[int, ...]
    traced: tuple[tuple[int, Vector], ...]

    def numbers(self) -> list[Number]:
        """Return the numbers in it."""
        rows = [each for _, turned in self.bodies for row in turned for each in row]
        return [*rows, *(each for _, place in self.traced for each in place)]

    def with_numbers(self, numbers: Sequence[Number]) -> PoseParts:
        """Return it with other numbers."""
        following = iter(numbers)

        def taken() -> Vector:
            return next(following), next(following), next(following)

        bodies = tuple((link, (taken(), taken(), taken())) for link, _ in self.bodies)
        return self._replace(bodies=bodies, traced=tuple((link, taken()) for link, _ in self.traced))


def parts_of_pose(made: Described) -> PoseParts:
    """Return what the numbers of a pose depend on."""
    bodies = []
    for name in made.bodies:
        one, two, three = ((float(a), float(b), float(c)) for a, b, c in shape_axes(made, name))
        bodies.append((made.carried[name].link, (one, two, three)))
    moving_links = tuple(made.carried[name].link for name in _moving_names(made))
    traced = tuple((each.link, each.at) for each in traced_points(made))
    return PoseParts(tuple(bodies), moving_links, tuple(_held(made)), traced)


def pose_numbers(made: Described, parts: PoseParts, machine: MachineTable, y: Sequence[Number]) -> list[Number]:
    """Return the numbers of a pose, in the order of the layout. machine, parts: with terms where it is recorded."""
    state = moving(machine, y)
    found: list[Number] = []
    for link, turned in parts.bodies:
        moved = state.found[link]
        rows = product(moved.rotation, turned)
        axis = rows[0][2], rows[1][2], rows[2][2]
        centre = point_of(moved, machine.links[link].centre)
        found += [*centre.place, *rows[0], *rows[1], *rows[2], dot(moved.spin, axis)]
    for link in parts.moving:
        centre = point_of(state.found[link], machine.links[link].centre)
        found += [*centre.place, *centre.velocity]
    for spring in machine.springs:
        found += _pull(state, spring)
    for each in ground_forces(machine, y) if parts.held else ():
        found += [*each.place, *each.force] if each.link in parts.held else []
    for link, at in parts.traced:
        found += point_of(state.found[link], at).place
    for tie in ties_of(made, machine):
        one, other = ends_of(machine, state.found, tie)
        found += [*one.place, *other.place]
    for rope in ropes_of(made):
        for place in places_along(made, state, rope):
            found += place
    return found


@dataclass(frozen=True)
class _Posed:
    """A machine whose pose is written by the same kernel as that of others. what: of which this depends."""

    what: str
    made: Described = field(compare=False)
    parts: PoseParts = field(compare=False)


@lru_cache(128)
def _recorded(of: _Posed) -> Any:
    """Return the kernel that writes what is drawn of a machine."""
    name = f"pose_{hashlib.sha256(of.what.encode()).hexdigest()[:16]}"
    head = ["def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:", "    p = s"]
    numbers = of.parts.numbers()

    def written(table: MachineTable, y: Sequence[Any], more: Sequence[Any]) -> list[Any]:
        return pose_numbers(of.made, of.parts.with_numbers(more), table, y)

    return record_with(of.made.machine, numbers, written, head, "out", name)


def pose_kernel(made: Described, parts: PoseParts, text: str) -> Any:
    """Return the kernel that writes what is drawn; machines of one structure share it, unless ropes hang in them."""
    places = ([link for link, _ in parts.bodies], parts.moving, parts.held, [link for link, _ in parts.traced])
    gone = tuple((k, each) for k, each in enumerate(parts.numbers()) if each in VANISHING)
    alike = text if made.pegs else repr((structure(made.machine), places, gone))
    return _recorded(_Posed(alike, made, parts))


def _pull(state: MovingMachine, spring: Spring) -> list[Number]:
    """Return the place and the force of a spring's elastic pull on its second end."""
    one, other = ends_of(state.machine, state.found, spring)
    way = apart(one, other)
    length = function_of("max", root(dot(way.place, way.place)), LEAST)
    pull = scaled(-(spring.stiffness * (length - spring.rest) / length), way.place)
    return [*other.place, *pull]
