"""The equations of motion of a machine on its whole state, and what closes its loops again.

State: coordinates q, rates u, then as far as the machine has them energy lost W, work done on it W_s [J], time [s], one
variable for each mark at which the run ends, 1 once it is reached, and one for each contact: of a rope or stop 1 while
it pulls or pushes, else 0, and -1 of a rope that has let go; of friction 0 while it holds, else the sign of the rate.
H q'' = Q - C + Jᵀ λ with J q'' = -gamma: A = J H⁻¹ Jᵀ, λ = A⁻¹ (-gamma - J H⁻¹ (Q - C)).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from physics.core.straight_line import root
from physics.machines.air import air_wrenches
from physics.machines.articulated import accelerations, is_deep
from physics.machines.dynamics import Tree, joint_forces, spring_wrenches, tree_of
from physics.machines.linear import Factors, Softened, factors
from physics.machines.loops import Loop, contact_loops, disk_slopes, loops, switched
from physics.machines.motion import Moved, apart, ends_of, motions, point_of
from physics.machines.motors import motor_forces
from physics.machines.parts import BALL, GROUND, PEGS, MachineTable, Spring
from physics.machines.vectors import Number, difference, dot, turned, turned_back

State = Sequence[Number]
STRETCH = 1e-3
"""Part of its length, or angle [rad], by which a spring is stretched at least in the size of the energy."""
FLATTEST = 0.01
"""Sine of the angle between a disk that rolls and its plane, below which it counts as flat."""
MEETING = 1e-9
"""Distance of two points at which they count as one [m]."""
AT_PEG = 1e-3
"""The same of an end of a rope and its peg, over the length of rope beside its pegs: a step must not leap over it."""


class Places(NamedTuple):
    """Places of the last variables of a state: energy lost, work, time (-1: none); where ends and contacts begin."""

    loss: int
    work: int
    time: int
    ends: int
    contacts: int


def places(machine: MachineTable) -> Places:
    """Return where energy lost, work and time stand in a state."""
    at = machine.coordinates + machine.rates
    found = []
    for there in (machine.loses, machine.is_worked_on, machine.has_time):
        found.append(at if there else -1)
        at += there
    loss, work, time = found
    return Places(loss, work, time, at, at + machine.ends)


def size_of(machine: MachineTable) -> int:
    """Return the number of variables of a state."""
    return places(machine).contacts + len(machine.contacts)


class MovingMachine(NamedTuple):
    """A machine at a state: coordinates, rates, motions of its links, variables of its contacts, and the time [s]."""

    machine: MachineTable
    q: State
    u: State
    found: list[Moved]
    states: State = ()
    t: Number = 0.0

    @property
    def axis_rates(self) -> list[Number]:
        """The rates, then those of the driven links."""
        driven = [moved.drive for moved in self.found if moved.drive is not None]
        return [*self.u, *driven]

    @property
    def loops(self) -> list[Loop]:
        """All equations, then those of the contacts, switched on and off."""
        machine, found = self.machine, loops(self.machine, self.found, self.q)
        contacts = contact_loops(machine, self.found, self.q, machine.contacts)
        for contact, loop, state in zip(machine.contacts, contacts, self.states, strict=True):
            found.append(switched(loop, contact.acting(state)))
        return found

    def speed(self, loop: Loop) -> Number:
        """Return the rate at which the value of an equation changes."""
        speed: Number = 0.0
        for share, rate in zip(loop.row, self.axis_rates, strict=True):
            speed = speed + share * rate
        return speed


def moving(machine: MachineTable, y: State) -> MovingMachine:
    """Return a machine at a state."""
    end = machine.coordinates + machine.rates
    q, u, at = y[: machine.coordinates], y[machine.coordinates : end], places(machine)
    t = y[at.time] if at.time >= 0 else 0.0
    return MovingMachine(
        machine, q, u, motions(machine, q, u, t), y[at.contacts : at.contacts + len(machine.contacts)], t
    )


def gaps(machine: MachineTable, y: State) -> list[Number]:
    """Return what the equations, and the ropes and stops that act, say of a state, one number after the other.

    First the values of all (m,), then their rows (m, rates and driven axes), then the rates of what is driven.
    """
    state = moving(machine, y)
    found = state.loops[: len(machine.equations) + machine.pushing]
    rows = [each for loop in found for each in loop.row]
    return [*(loop.phi for loop in found), *rows, *state.axis_rates[machine.rates :]]


class Solved(NamedTuple):
    """Accelerations of the rates, multipliers of the equations, power lost and power put in [W].

    torques: or forces of what is driven, in the order of their axes.
    """

    accelerations: list[Number]
    multipliers: list[Number]
    lost: Number
    work: Number
    torques: Sequence[Number] = ()


class Closed(NamedTuple):
    """The equations of a machine in the metric of its masses: H = Lᵀ D L, rows L⁻ᵀ Jᵀ, and the factors of J H⁻¹ Jᵀ."""

    mass: Factors
    rows: list[list[Number]]
    inner: Factors | Softened

    @classmethod
    def of(cls, machine: MachineTable, tree: Tree, found: Sequence[Loop]) -> Closed:
        """Return them at a state."""
        n = machine.rates
        mass = factors([row[:n] for row in tree.H[:n]])
        rows = [mass.back(loop.row[:n]) for loop in found]
        A = [[_weighted(one, other, mass.inverses) for other in rows[: k + 1]] for k, one in enumerate(rows)]
        for k, loop in enumerate(found):
            A[k][k] = A[k][k] + loop.off
        return cls(mass, rows, Softened.of(A) if machine.overlaps else factors(A, follows=True))

    def nearest(self, errors: Sequence[Number]) -> list[Number]:
        """Return H⁻¹ Jᵀ A⁻¹ errors: the shortest change, in the metric H, that changes J x by `errors`."""
        return self.mass.forth(self.pulled(self.inner.solved(errors), [0.0] * len(self.mass.inverses)))

    def pulled(self, multipliers: Sequence[Number], x: list[Number]) -> list[Number]:
        """Return x + L⁻ᵀ Jᵀ multipliers."""
        for row, each in zip(self.rows, multipliers, strict=True):
            x = [a + b * each for a, b in zip(x, row, strict=True)]
        return x


def _weighted(one: State, other: State, weights: State) -> Number:
    total: Number = 0.0
    for a, b, weight in zip(one, other, weights, strict=True):
        total = total + a * weight * b
    return total


def solved(state: MovingMachine) -> Solved:
    """Return the accelerations of a machine."""
    machine = state.machine
    n = machine.rates
    applied, lost = spring_wrenches(machine, state.found)
    air, lost_to_air, blown = air_wrenches(machine, state.found)
    applied = [one.plus(other) for one, other in zip(applied, air, strict=True)]
    Q, lost_in_joints, work = joint_forces(machine, state.q, state.u)
    lost, work = lost + lost_in_joints + lost_to_air, work + blown
    for row, force in motor_forces(machine, state.q, state.u, state.t):
        Q[row], work = Q[row] + force, work + force * state.u[row]
    for contact, sense in zip(machine.contacts, state.states, strict=True):
        if not contact.pushes:
            row = machine.rate_of(contact.first)
            Q[row] = Q[row] - contact.value * sense
            lost = lost + contact.value * sense * state.u[row]
    if is_deep(machine):
        return Solved(accelerations(machine, state.found, applied, Q), [], lost, work)
    tree = tree_of(machine, state.found, applied)
    found = state.loops
    closed = Closed.of(machine, tree, found)
    x = closed.mass.back([force - bias for force, bias in zip(Q, tree.bias, strict=False)])
    errors = [
        -loop.gamma - _weighted(row, x, closed.mass.inverses) for loop, row in zip(found, closed.rows, strict=True)
    ]
    multipliers = closed.inner.solved(errors)
    changes = closed.mass.forth(closed.pulled(multipliers, x))
    torques: list[Number] = []
    for k, rate in enumerate(state.axis_rates[n:], start=n):
        torque = tree.bias[k]
        for row, acceleration in zip(tree.H[k], changes, strict=False):
            torque = torque + row * acceleration
        for loop, multiplier in zip(found, multipliers, strict=True):
            torque = torque - loop.row[k] * multiplier
        work = work + torque * rate
        torques.append(torque)
    return Solved(changes, multipliers, lost, work, torques)


def slopes(machine: MachineTable, y: State) -> list[Number]:
    """Return the time derivative of a state."""
    state = moving(machine, y)
    found = solved(state)
    slope = [*coordinate_slopes(machine, state.q, state.u), *found.accelerations]
    at = places(machine)
    slope += [found.lost] * (at.loss >= 0) + [found.work] * (at.work >= 0) + [1.0] * (at.time >= 0)
    for over in y[at.ends : at.contacts]:
        slope = [(1.0 - over) * each for each in slope]
    return [*slope, *[0.0] * (machine.ends + len(machine.contacts))]


def coordinate_slopes(machine: MachineTable, q: State, u: State) -> list[Number]:
    """Return the derivatives of the coordinates."""
    found: list[Number] = []
    for i, link in enumerate(machine.links):
        at, row = machine.coordinate_of(i), machine.rate_of(i)
        if link.kind == BALL:
            a, b, c, d = (0.5 * each for each in q[at : at + 4])
            e, f, g = u[row : row + 3]
            found += [-b * e - c * f - d * g, a * e + c * g - d * f, a * f + d * e - b * g, a * g + b * f - c * e]
        else:
            found += u[row : row + link.rates]
    return found


def closed_positions(machine: MachineTable, y: State) -> list[Number]:
    """Return the state after one step of Newton's method for the loops, the nearest in the metric of the masses."""
    state = moving(machine, y)
    tree = tree_of(machine, state.found, spring_wrenches(machine, state.found)[0])
    found = state.loops
    moved = Closed.of(machine, tree, found).nearest([-loop.phi for loop in found])
    return shifted(machine, y, moved)


def closed_rates(machine: MachineTable, y: State) -> list[Number]:
    """Return the state with the nearest rates, in the metric of the masses, with which the loops stay closed."""
    state = moving(machine, y)
    tree = tree_of(machine, state.found, spring_wrenches(machine, state.found)[0])
    found = state.loops
    moved = Closed.of(machine, tree, found).nearest([-state.speed(loop) for loop in found])
    u = [each + shift for each, shift in zip(state.u, moved, strict=True)]
    return [*y[: machine.coordinates], *u, *y[machine.coordinates + machine.rates :]]


def normalised(machine: MachineTable, q: State) -> list[Number]:
    """Return coordinates with quaternions of length 1."""
    found = list(q)
    for i, link in enumerate(machine.links):
        if link.kind == BALL:
            at = machine.coordinate_of(i)
            square: Number = 0.0
            for each in q[at : at + 4]:
                square = square + each * each
            scale = 1.0 / root(square)
            found[at : at + 4] = [each * scale for each in q[at : at + 4]]
    return found


def shifted(machine: MachineTable, y: State, step: State) -> list[Number]:
    """Return the state whose coordinates have changed as after rates `step` (rates,) for 1 s."""
    q = y[: machine.coordinates]
    shifts = coordinate_slopes(machine, q, step)
    return [*normalised(machine, [a + b for a, b in zip(q, shifts, strict=True)]), *y[machine.coordinates :]]


class Energies(NamedTuple):
    """Kinetic energies of the centres and about them, weight, and springs [J]."""

    moving: Number
    turning: Number
    weight: Number
    elastic: Number


def energies(machine: MachineTable, y: State) -> Energies:
    """Return the energies of a machine at a state."""
    state = moving(machine, y)
    linear: Number = 0.0
    turning: Number = 0.0
    weight: Number = 0.0
    for link, moved in zip(machine.links, state.found, strict=True):
        centre = point_of(moved, link.centre)
        spin = turned_back(moved.rotation, moved.spin)
        xx, yy, zz, xy, xz, yz = link.inertia
        own = turned(((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)), spin)
        linear = linear + 0.5 * (link.mass * dot(centre.velocity, centre.velocity))
        turning = turning + 0.5 * dot(spin, own)
        weight = weight - link.mass * dot(machine.gravity, centre.place)
    return Energies(linear, turning, weight, _elastic(state))


def energy_size(machine: MachineTable, y: State) -> float:
    """Return the size of the terms of the energy [J].

    Weights are taken at their distances from the origin, springs at a stretch of at least `STRETCH`.
    """
    state, found = moving(machine, y), energies(machine, y)
    size = found.moving + found.turning + abs(found.elastic)
    gravity = root(dot(machine.gravity, machine.gravity))
    for link, moved in zip(machine.links, state.found, strict=True):
        place = point_of(moved, link.centre).place
        size = size + link.mass * gravity * root(dot(place, place)) + 0.5 * abs(link.stiffness) * STRETCH * STRETCH
    for spring in machine.springs:
        least = STRETCH * _length(state, spring)
        size = size + 0.5 * spring.stiffness * least * least
    return float(size)


def _elastic(state: MovingMachine) -> Number:
    machine = state.machine
    total: Number = 0.0
    for i, link in enumerate(machine.links):
        if link.rates == 1:
            off = state.q[machine.coordinate_of(i)] - link.rest
            total = total + 0.5 * link.stiffness * off * off
    for spring in machine.springs:
        stretch = _length(state, spring) - spring.rest
        total = total + 0.5 * spring.stiffness * stretch * stretch
    for coupling in machine.couplings:
        one, other = (state.q[machine.coordinate_of(link)] for link in (coupling.first, coupling.second))
        total = total + coupling.stiffness * one * other
    return total


def _length(state: MovingMachine, spring: Spring) -> Number:
    way = apart(*ends_of(state.machine, state.found, spring))
    return root(dot(way.place, way.place))


def spring_lengths(machine: MachineTable, y: State) -> list[Number]:
    """Return the length [m] of each spring at a state."""
    if not machine.springs:
        return []
    state = moving(machine, y)
    return [_length(state, spring) for spring in machine.springs]


def reserves(machine: MachineTable, y: State) -> list[Number]:
    """Return what is positive where the equations hold: how far apart ends are [m] without which there is no direction.

    First of springs that are not linear, then of ropes over pegs from these; 1 where a rope is slack. Then of disks
    that roll how far they are from lying flat.
    """
    state = moving(machine, y)
    found = [_length(state, spring) - MEETING for spring in machine.springs if not spring.is_linear]
    slack = [0.0] * len(machine.equations) + [1.0 - each for each in state.states]
    for each, off in zip((*machine.equations, *machine.contacts), slack, strict=True):
        if each.kind == PEGS:
            ends = ends_of(machine, state.found, each)
            for link, end, peg in zip((each.first, each.second), ends, (each.along, each.across), strict=True):
                if link != GROUND:
                    way = difference(end.place, peg)
                    found.append(root(dot(way, way)) - (MEETING + AT_PEG * each.value) + off)
    return [*found, *flat_reserves(state)]


def flat_reserves(state: MovingMachine) -> list[Number]:
    """Return of each disk that rolls the sine of its angle to the plane, less the least with which it rolls."""
    return [slope - FLATTEST for slope in disk_slopes(state.machine, state.found, state.q)]


def balance(machine: MachineTable, y: State) -> Number:
    """Return E + W - W_s [J], which is constant."""
    at = places(machine)
    total = sum(energies(machine, y), start=0.0)
    if at.loss >= 0:
        total = total + y[at.loss]
    return total - y[at.work] if at.work >= 0 else total
