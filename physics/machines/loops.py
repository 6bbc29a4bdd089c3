"""Equations between links: closed loops, rods, gears, ropes, stops, friction at rest, edges, disks that roll.

An equation is phi = 0, with the row of its derivatives by the rates, and gamma, what is left of its second derivative
where all q'' are 0. The row is the generalised force of the wrench that keeps it. Featherstone (2008), 8.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from physics.core.straight_line import inverse, root
from physics.machines.dynamics import Wrench, force_at, project
from physics.machines.motion import Moved, apart, ends_of, motion_of, point_at, point_of
from physics.machines.parts import (
    EDGE,
    GEAR,
    GRIP,
    GROUND,
    HIGH,
    LENGTH,
    LOW,
    PEGS,
    PLANE,
    RIGHT_ANGLE,
    ROLL,
    TOUCH,
    Contact,
    LoopEquation,
    MachineTable,
)
from physics.machines.vectors import (
    ZERO,
    Number,
    Vector,
    added,
    cross,
    difference,
    dot,
    scaled,
    turned,
)


class Loop(NamedTuple):
    """Value of an equation, its row over all axes (rates, then what is driven), and gamma.

    off: 0 where it holds; 1 where it does not, with zeros for the others.
    """

    phi: Number
    row: list[Number]
    gamma: Number
    off: Number = 0.0


class LinkScene(NamedTuple):
    """A machine with the motion of all its links, and its coordinates."""

    machine: MachineTable
    found: Sequence[Moved]
    q: Sequence[Number]

    def moved(self, link: int) -> Moved:
        """Return the motion of a link, or of the ground."""
        return motion_of(self.machine, self.found, link)

    def pushed(self, link: int, place: Vector, force: Vector, row: list[Number]) -> None:
        """Add the generalised force of a force at a place on a link to a row."""
        if link != GROUND:
            project(self.machine, self.found, link, force_at(self.found[link], place, force), row)

    def twisted(self, link: int, torque: Vector, row: list[Number]) -> None:
        """Add the generalised force of a torque on a link to a row."""
        if link != GROUND:
            project(self.machine, self.found, link, Wrench(torque, ZERO), row)


def loops(machine: MachineTable, found: Sequence[Moved], q: Sequence[Number]) -> list[Loop]:
    """Return all equations at a state."""
    scene = LinkScene(machine, found, q)
    made = []
    for equation in machine.equations:
        row: list[Number] = [0.0] * (machine.rates + machine.drives)
        phi, gamma = KINDS[equation.kind](scene, equation, row)
        made.append(Loop(phi, row, gamma))
    return made


def contact_loops(
    machine: MachineTable, found: Sequence[Moved], q: Sequence[Number], contacts: Sequence[Contact]
) -> list[Loop]:
    """Return the equations of contacts at a state, as if all held. phi is not negative where nothing is overlong."""
    scene = LinkScene(machine, found, q)
    made = []
    for contact in contacts:
        row: list[Number] = [0.0] * (machine.rates + machine.drives)
        phi, gamma = KINDS[contact.kind](scene, contact, row)
        if contact.is_rope:
            scale = scale_of(contact)
            phi, gamma, row = scale * phi, scale * gamma, [scale * each for each in row]
        made.append(Loop(phi, row, gamma))
    return made


def scale_of(contact: Contact) -> Number:
    """Return the factor of a contact's equation with which its multiplier is the tension of a rope."""
    if contact.kind == LENGTH:
        return -1.0 / contact.value
    return -1.0 if contact.is_rope else 1.0


def switched(loop: Loop, on: Number) -> Loop:
    """Return an equation that holds where `on` is 1, and not where it is 0."""
    return Loop(on * loop.phi, [on * each for each in loop.row], on * loop.gamma, 1.0 - on)


def _plane(scene: LinkScene, each: LoopEquation, row: list[Number]) -> tuple[Number, Number]:
    """u·(B - A), for a direction u of the first link: the point of the second is in a plane of the first."""
    one, other = scene.moved(each.first), scene.moved(each.second)
    u, b = turned(one.rotation, each.along), point_of(other, each.to)
    seen = apart(point_at(one, difference(b.place, one.place)), b)
    across = difference(seen.acceleration, scaled(2.0, cross(one.spin, seen.velocity)))
    scene.pushed(each.second, b.place, u, row)
    scene.pushed(each.first, b.place, scaled(-1.0, u), row)
    return dot(u, difference(b.place, point_of(one, each.at).place)), dot(u, across)


def _length(scene: LinkScene, each: LoopEquation, row: list[Number]) -> tuple[Number, Number]:
    """½ (|B - A|² - L²): a rod without mass."""
    a, b = ends_of(scene.machine, scene.found, each)
    way = apart(a, b)
    scene.pushed(each.second, b.place, way.place, row)
    scene.pushed(each.first, a.place, scaled(-1.0, way.place), row)
    phi = 0.5 * (dot(way.place, way.place) - each.value * each.value)
    return phi, dot(way.place, way.acceleration) + dot(way.velocity, way.velocity)


def _right_angle(scene: LinkScene, each: LoopEquation, row: list[Number]) -> tuple[Number, Number]:
    """n·m - c of a direction of each link: c is 0 where they are at right angles."""
    one, other = scene.moved(each.first), scene.moved(each.second)
    n, m = turned(one.rotation, each.along), turned(other.rotation, each.across)
    torque = cross(m, n)
    n_rate, m_rate = cross(one.spin, n), cross(other.spin, m)
    turning = added(cross(m_rate, n), cross(m, n_rate))
    scene.twisted(each.second, torque, row)
    scene.twisted(each.first, scaled(-1.0, torque), row)
    gamma = dot(difference(other.spin_rate, one.spin_rate), torque) + dot(difference(other.spin, one.spin), turning)
    return dot(n, m) - each.offset, gamma


def _gear(scene: LinkScene, each: LoopEquation, row: list[Number]) -> tuple[Number, Number]:
    """q_a - r q_b - q_0: gears, racks and screws."""
    machine = scene.machine
    row[machine.axis_of(each.first)] = 1.0
    row[machine.axis_of(each.second)] = -each.value
    one, other = (scene.q[machine.coordinate_of(link)] for link in (each.first, each.second))
    return one - each.value * other - each.offset, 0.0


def _pegs(scene: LinkScene, each: LoopEquation, row: list[Number]) -> tuple[Number, Number]:
    """|A - P| + |B - S| - L: a rope over two pegs P and S of the ground."""
    phi, gamma = -each.value, 0.0
    up = scaled(-1.0, scene.machine.gravity)
    for link, at, peg in ((each.first, each.at, each.along), (each.second, each.to, each.across)):
        point = point_of(scene.moved(link), at)
        way = difference(point.place, peg)
        length = root(dot(way, way))
        short = inverse(length, each.value)  # 0 at a peg itself, where an end may be while the rope is slack
        along = scaled(short, way)
        speed = dot(along, point.velocity)
        turning = (dot(point.velocity, point.velocity) - speed * speed) * short
        phi, gamma = phi + length, gamma + dot(along, difference(point.acceleration, up)) + turning
        scene.pushed(link, point.place, along, row)
    return phi, gamma


def _edge(scene: LinkScene, each: LoopEquation, row: list[Number]) -> tuple[Number, Number]:
    """n·v_A = 0, of the rates alone: a point of the first link does not slip along a direction n of it."""
    one = scene.moved(each.first)
    a, n = point_of(one, each.at), turned(one.rotation, each.along)
    scene.pushed(each.first, a.place, n, row)
    own = difference(a.acceleration, scaled(-1.0, scene.machine.gravity))
    return 0.0, dot(n, own) + dot(cross(one.spin, n), a.velocity)


def _contact(scene: LinkScene, each: LoopEquation) -> tuple[Vector, Vector, Number]:
    """Return where the rim of a disk is lowest, from its centre, the rate of that, and the slope of the disk.

    Of all points of the rim it has the least n·x along the normal n of the plane: -r (n - (e·n) e)/s, with the axis e
    of the disk and s = |n - (e·n) e|, the sine of its angle to n.
    """
    one = scene.moved(each.first)
    axis, n = turned(one.rotation, each.across), each.to
    turning = cross(one.spin, axis)
    along, along_rate = dot(axis, n), dot(turning, n)
    slope = root(1.0 - along * along)
    down = scaled(-1.0 / slope, difference(n, scaled(along, axis)))
    slope_rate = -(along * along_rate) / slope
    bent = scaled(1.0 / slope, added(scaled(along_rate, axis), scaled(along, turning)))
    rate = difference(bent, scaled(slope_rate / slope, down))
    return scaled(each.value, down), scaled(each.value, rate), slope


def disk_slopes(machine: MachineTable, found: Sequence[Moved], q: Sequence[Number]) -> list[Number]:
    """Return of each disk that rolls the sine of its angle to the plane."""
    scene = LinkScene(machine, found, q)
    return [_contact(scene, each)[2] for each in machine.equations if each.kind == TOUCH]


def _roll(scene: LinkScene, each: LoopEquation, row: list[Number]) -> tuple[Number, Number]:
    """u·v = 0, of the rates alone: the lowest point of a disk's rim has no velocity along a direction u of the ground.

    Its acceleration is a + α×ρ + ω×ρ', where ρ goes from the centre to that place, which moves along the rim.
    """
    one = scene.moved(each.first)
    arm, arm_rate, _ = _contact(scene, each)
    centre = point_of(one, each.at)
    own = difference(centre.acceleration, scaled(-1.0, scene.machine.gravity))
    moving = added(own, added(cross(one.spin_rate, arm), cross(one.spin, arm_rate)))
    scene.pushed(each.first, added(centre.place, arm), each.along, row)
    return 0.0, dot(each.along, moving)


def _touch(scene: LinkScene, each: LoopEquation, row: list[Number]) -> tuple[Number, Number]:
    """n·C - r s - h: the lowest point of a disk's rim lies in a plane; its rate is that of `_roll` along n."""
    _, gamma = _roll(scene, each, row)
    centre = point_of(scene.moved(each.first), each.at).place
    return dot(each.along, centre) - each.value * _contact(scene, each)[2] - each.offset, gamma


def _low(scene: LinkScene, each: LoopEquation, row: list[Number]) -> tuple[Number, Number]:
    """q - q_0: a stop, which holds a coordinate from below."""
    row[scene.machine.axis_of(each.first)] = 1.0
    return scene.q[scene.machine.coordinate_of(each.first)] - each.value, 0.0


def _high(scene: LinkScene, each: LoopEquation, row: list[Number]) -> tuple[Number, Number]:
    """q_0 - q: a stop, which holds a coordinate from above."""
    row[scene.machine.axis_of(each.first)] = -1.0
    return each.value - scene.q[scene.machine.coordinate_of(each.first)], 0.0


def _grip(scene: LinkScene, each: LoopEquation, row: list[Number]) -> tuple[Number, Number]:
    """q' = 0, of the rate alone: friction holds a joint."""
    row[scene.machine.axis_of(each.first)] = 1.0
    return 0.0, 0.0


KINDS: dict[str, Callable[[LinkScene, LoopEquation, list[Number]], tuple[Number, Number]]] = {
    PLANE: _plane, LENGTH: _length, RIGHT_ANGLE: _right_angle, GEAR: _gear, PEGS: _pegs, EDGE: _edge,
    ROLL: _roll, TOUCH: _touch,
    LOW: _low, HIGH: _high, GRIP: _grip,
}  # fmt: skip
