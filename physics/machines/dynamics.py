"""The equations of motion of a tree of links: H q'' + C = Q, by composite bodies.

Featherstone, Rigid Body Dynamics Algorithms (2008), 6.2, about the joint of each link. H is factored from its last row
to its first, H = Lᵀ D L, so that bodies on different branches need no operations with one another (same, 6.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from physics.core.straight_line import inverse, root
from physics.machines.motion import Moved, apart, ends_of
from physics.machines.parts import DRIVEN_SLIDE, GROUND, SLIDE, MachineLink, MachineTable
from physics.machines.vectors import (
    ZERO,
    Matrix,
    Number,
    Vector,
    added,
    cross,
    difference,
    dot,
    product,
    scaled,
    transposed,
    turned,
)

Rows = list[list[Number]]


class Wrench(NamedTuple):
    """A torque about the joint of a link, and a force."""

    torque: Vector
    force: Vector

    def plus(self, other: Wrench) -> Wrench:
        """Return the sum of two wrenches about the same point."""
        return Wrench(added(self.torque, other.torque), added(self.force, other.force))

    def moved_by(self, arm: Vector) -> Wrench:
        """Return the same wrench about a point from which its own is at `arm`."""
        return Wrench(added(self.torque, cross(arm, self.force)), self.force)


class Composite(NamedTuple):
    """Mass, first moment m c and moments of inertia about the joint, of a link with all that hangs on it."""

    mass: Number
    moment: Vector
    inertia: Matrix

    def push(self, axis: Vector, slides: bool) -> Wrench:
        """Return the wrench that a unit acceleration along or about an axis needs."""
        if slides:
            return Wrench(cross(self.moment, axis), scaled(self.mass, axis))
        return Wrench(turned(self.inertia, axis), cross(axis, self.moment))


NO_WRENCH = Wrench(ZERO, ZERO)


def slides(link: MachineLink) -> bool:
    """Return whether the axis of a link is one along which it slides."""
    return link.kind in (SLIDE, DRIVEN_SLIDE)


def inertia_in_lab(link: MachineLink, moved: Moved) -> Matrix:
    """Return the inertia of a link about its centre, in axes of the lab."""
    xx, yy, zz, xy, xz, yz = link.inertia
    turned_once = product(moved.rotation, ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)))
    return product(turned_once, transposed(moved.rotation))


def _about(inertia: Matrix, mass: Number, c: Vector) -> Matrix:
    """Return an inertia about a point from which the centre is at c."""
    square = dot(c, c)
    one, two, three = (
        tuple(inertia[i][j] + mass * ((square if i == j else 0.0) - c[i] * c[j]) for j in range(3)) for i in range(3)
    )
    return one, two, three


def loads(machine: MachineTable, found: Sequence[Moved]) -> tuple[list[Composite], list[Wrench]]:
    """Return of each link alone its masses about its joint, and the wrench that its motion needs."""
    bodies, wrenches = [], []
    for link, moved in zip(machine.links, found, strict=True):
        c = turned(moved.rotation, link.centre)
        own = inertia_in_lab(link, moved)
        swept = cross(moved.spin, cross(moved.spin, c))
        force = scaled(link.mass, added(added(moved.acceleration, cross(moved.spin_rate, c)), swept))
        gyroscopic = cross(moved.spin, turned(own, moved.spin))
        torque = added(added(cross(c, force), turned(own, moved.spin_rate)), gyroscopic)
        bodies.append(Composite(link.mass, scaled(link.mass, c), _about(own, link.mass, c)))
        wrenches.append(Wrench(torque, force))
    return bodies, wrenches


def to_parent(body: Composite, arm: Vector) -> Composite:
    """Return a composite body about a point from which its own is at `arm`."""
    h, d = body.moment, arm
    s = added(h, scaled(body.mass, d))
    both = dot(h, d) + dot(d, s)
    one, two, three = (
        tuple(body.inertia[i][j] + ((both if i == j else 0.0) - (h[i] * d[j] + d[i] * s[j])) for j in range(3))
        for i in range(3)
    )
    return Composite(body.mass, s, (one, two, three))


def joined(one: Composite, other: Composite) -> Composite:
    """Return two bodies as one, about the same point."""
    a, b, c = (added(x, y) for x, y in zip(one.inertia, other.inertia, strict=True))
    return Composite(one.mass + other.mass, added(one.moment, other.moment), (a, b, c))


class Tree(NamedTuple):
    """H and C of all rates, and behind them those of the links that are driven, in their order."""

    H: Rows
    bias: list[Number]


def tree_of(machine: MachineTable, found: Sequence[Moved], applied: Sequence[Wrench]) -> Tree:
    """Return H (symmetric) and C. applied: wrench on each link about its joint, of springs and of the hand."""
    bodies, wrenches = loads(machine, found)
    wrenches = [
        Wrench(difference(w.torque, a.torque), difference(w.force, a.force))
        for w, a in zip(wrenches, applied, strict=True)
    ]
    size = machine.rates + machine.drives
    H: Rows = [[0.0] * size for _ in range(size)]
    bias: list[Number] = [0.0] * size
    for i in reversed(range(len(machine.links))):
        link, moved = machine.links[i], found[i]
        for number, axis in enumerate(moved.axes):
            at = machine.axis_of(i) + number
            bias[at] = dot(axis, wrenches[i].force if slides(link) else wrenches[i].torque)
            row: list[Number] = [0.0] * size
            project(machine, found, i, bodies[i].push(axis, slides(link)), row)
            for other in axes_up_to(machine, i):
                H[at][other] = H[other][at] = row[other]
        if link.parent != GROUND:
            arm = difference(moved.place, found[link.parent].place)
            bodies[link.parent] = joined(bodies[link.parent], to_parent(bodies[i], arm))
            wrenches[link.parent] = wrenches[link.parent].plus(wrenches[i].moved_by(arm))
    return Tree(H, bias)


def project(machine: MachineTable, found: Sequence[Moved], link: int, wrench: Wrench, row: list[Number]) -> None:
    """Add to a row what a wrench on a link, about its joint, does along the axes of it and all that it hangs on."""
    while link != GROUND:
        each, moved = machine.links[link], found[link]
        for number, axis in enumerate(moved.axes):
            at = machine.axis_of(link) + number
            row[at] = row[at] + dot(axis, wrench.force if slides(each) else wrench.torque)
        if each.parent != GROUND:
            wrench = wrench.moved_by(difference(moved.place, found[each.parent].place))
        link = each.parent


def axes_up_to(machine: MachineTable, link: int) -> list[int]:
    """Return the numbers of the axes of a link and of all that it hangs on."""
    found: list[int] = []
    while link != GROUND:
        found += range(machine.axis_of(link), machine.axis_of(link) + machine.links[link].axes)
        link = machine.links[link].parent
    return found


def spring_wrenches(machine: MachineTable, found: Sequence[Moved]) -> tuple[list[Wrench], Number]:
    """Return the wrenches of all springs on each link about its joint, and the power that their dampers lose [W]."""
    wrenches, lost = [NO_WRENCH] * len(machine.links), 0.0
    for spring in machine.springs:
        one, other = ends_of(machine, found, spring)
        way = apart(one, other)
        if spring.is_linear:
            force = scaled(spring.stiffness, way.place)
        else:
            length = root(dot(way.place, way.place))
            along = scaled(inverse(length, spring.rest), way.place)  # 0 where the ends meet
            speed = dot(along, way.velocity)
            force = scaled(spring.stiffness * (length - spring.rest) + spring.damping * speed, along)
            lost = lost + spring.damping * speed * speed
        for link, sign, place in ((spring.first, 1.0, one.place), (spring.second, -1.0, other.place)):
            if link != GROUND:
                wrenches[link] = wrenches[link].plus(force_at(found[link], place, scaled(sign, force)))
    return wrenches, lost


def force_at(moved: Moved, place: Vector, force: Vector) -> Wrench:
    """Return the wrench about the joint of a link of a force at a place in the lab."""
    return Wrench(ZERO, force).moved_by(difference(place, moved.place))


def joint_forces(
    machine: MachineTable, q: Sequence[Number], u: Sequence[Number]
) -> tuple[list[Number], Number, Number]:
    """Return Q of springs, dampers and motors of joints and of couplings; power lost, and power of motors [W]."""
    Q: list[Number] = [0.0] * machine.rates
    lost: Number = 0.0
    work: Number = 0.0
    for i, link in enumerate(machine.links):
        at, row = machine.coordinate_of(i), machine.axis_of(i)
        for number in range(link.rates):
            speed = u[row + number]
            Q[row + number] = Q[row + number] - link.damping * speed
            lost = lost + link.damping * speed * speed
        if link.rates == 1:
            Q[row] = Q[row] + link.torque - link.stiffness * (q[at] - link.rest)
            work = work + link.torque * u[row]
    for coupling in machine.couplings:
        for one, other in ((coupling.first, coupling.second), (coupling.second, coupling.first)):
            row = machine.axis_of(one)
            Q[row] = Q[row] - coupling.stiffness * q[machine.coordinate_of(other)]
    return Q, lost, work
