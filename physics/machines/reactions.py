"""Forces with which the ground holds a machine, by Newton's law: what its parts need, less what else acts on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from physics.machines.air import air_wrenches
from physics.machines.dynamics import loads, slides, spring_wrenches
from physics.machines.equations import MovingMachine, moving, solved
from physics.machines.loops import KINDS, LinkScene, scale_of
from physics.machines.motion import Moved
from physics.machines.parts import GROUND, Contact, MachineTable
from physics.machines.vectors import ZERO, Number, Vector, added, cross, difference, scaled


class HeldForce(NamedTuple):
    """The force of the ground on a link that hangs on it, at the link's joint, both in the lab [N, m]."""

    link: int
    place: Vector
    force: Vector


class PushingScene(LinkScene):
    """A machine whose equations push its links: `forces` is the sum on each, for a multiplier of `size`."""

    forces: list[Vector]
    size: Number

    def pushed(self, link: int, place: Vector, force: Vector, row: list[Number]) -> None:
        """Add a force on a link to those that push it."""
        if link != GROUND:
            self.forces[link] = added(self.forces[link], scaled(self.size, force))

    def twisted(self, link: int, torque: Vector, row: list[Number]) -> None:
        """Leave a torque out: it is no force."""


def ground_forces(machine: MachineTable, y: Sequence[Number]) -> list[HeldForce]:
    """Return the forces of the ground on all links that hang on it, in their order."""
    state = moving(machine, y)
    totals = carrying_forces(state)
    return [
        HeldForce(k, state.found[k].place, totals[k]) for k, link in enumerate(machine.links) if link.parent == GROUND
    ]


def carrying_forces(state: MovingMachine) -> list[Vector]:
    """Return the force on each link of the one that carries it, in the lab [N]: what all that it carries needs."""
    machine, found = state.machine, solved(state)
    moved = with_accelerations(machine, state.found, found.accelerations)
    needed = [each.force for each in loads(machine, moved)[1]]
    pushed = equation_forces(machine, state.found, state.q, found.multipliers)
    springs, air = spring_wrenches(machine, state.found)[0], air_wrenches(machine, state.found)[0]
    others = [added(one.force, other.force) for one, other in zip(springs, air, strict=True)]
    totals = [difference(a, added(b, c)) for a, b, c in zip(needed, pushed, others, strict=True)]
    for k in reversed(range(len(machine.links))):
        parent = machine.links[k].parent
        if parent != GROUND:
            totals[parent] = added(totals[parent], totals[k])
    return totals


def closing_force(state: MovingMachine, numbers: Sequence[int], link: int) -> Vector:
    """Return the force of a joint that closes a loop on one of its links, in the lab [N]. numbers: of its equations."""
    machine = state.machine
    multipliers: list[Number] = [0.0] * (len(machine.equations) + len(machine.contacts))
    for k, each in enumerate(solved(state).multipliers):
        multipliers[k] = each if k in numbers else 0.0
    return equation_forces(machine, state.found, state.q, multipliers)[link]


def with_accelerations(machine: MachineTable, found: Sequence[Moved], accelerations: Sequence[Number]) -> list[Moved]:
    """Return the motion of all links with the accelerations of the coordinates, which `found` lacks."""
    more: list[tuple[Vector, Vector]] = []
    whole = []
    for k, (link, moved) in enumerate(zip(machine.links, found, strict=True)):
        turning, going = ZERO, ZERO
        if link.parent != GROUND:
            turning, going = more[link.parent]
            going = added(going, cross(turning, difference(moved.place, found[link.parent].place)))
        for number, axis in enumerate(() if link.is_driven else moved.axes):
            change = scaled(accelerations[machine.axis_of(k) + number], axis)
            turning, going = (turning, added(going, change)) if slides(link) else (added(turning, change), going)
        more.append((turning, going))
        whole.append(
            moved._replace(acceleration=added(moved.acceleration, going), spin_rate=added(moved.spin_rate, turning))
        )
    return whole


def equation_forces(
    machine: MachineTable, found: Sequence[Moved], q: Sequence[Number], multipliers: Sequence[Number]
) -> list[Vector]:
    """Return the sum of the forces of all equations and ropes on each link; stops and friction are parts of joints."""
    scene = PushingScene(machine, found, q)
    scene.forces = [ZERO] * len(machine.links)
    for equation, multiplier in zip((*machine.equations, *machine.contacts), multipliers, strict=True):
        scene.size = scale_of(equation) * multiplier if isinstance(equation, Contact) else multiplier
        KINDS[equation.kind](scene, equation, [0.0] * (machine.rates + machine.drives))
    return scene.forces
