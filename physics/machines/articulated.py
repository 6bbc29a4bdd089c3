"""Accelerations of a tree of links by articulated bodies, whose cost grows with their number and not with its square.

Featherstone, Rigid Body Dynamics Algorithms (2008), 7.3, about the joint of each link, in axes of the lab. Unknown are
accelerations beyond those of `physics.machines.motion`, which are without q'': so nothing here depends on rates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from physics.machines.dynamics import Composite, Wrench, loads, slides
from physics.machines.linear import Factors, factors
from physics.machines.motion import Moved
from physics.machines.parts import BALL, GROUND, WELD, MachineTable
from physics.machines.vectors import (
    ZERO,
    Matrix,
    Number,
    Vector,
    added,
    cross,
    difference,
    dot,
    scaled,
    transposed,
    turned,
    turned_back,
)

DEEP, OF_BALL = 8, 5
"""Number of rates one after another beyond which articulated bodies need fewer operations, and what a ball counts."""
SYMMETRIC = (0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)
Element = Callable[[int, int], Number]
"""A function of row and column."""


def is_deep(machine: MachineTable) -> bool:
    """Return whether a machine is a tree without equations and drives that is deep enough for articulated bodies."""
    if machine.drives or machine.equations or machine.contacts:
        return False
    depths: list[int] = []
    for link in machine.links:
        above = 0 if link.parent == GROUND else depths[link.parent]
        depths.append(above + (OF_BALL if link.kind == BALL else link.rates))
    return max(depths) > DEEP


class Articulated(NamedTuple):
    """The inertia of a link with all that hangs on it by joints: torque n = J α + X a, force f = Xᵀ α + M a."""

    J: Matrix
    X: Matrix
    M: Matrix

    @classmethod
    def of(cls, body: Composite) -> Articulated:
        """Return that of a rigid body."""
        m, (x, y, z) = body.mass, body.moment
        return cls(
            body.inertia,
            ((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)),
            ((m, 0.0, 0.0), (0.0, m, 0.0), (0.0, 0.0, m)),
        )

    def plus(self, other: Articulated) -> Articulated:
        """Return the sum of two about the same point."""
        J, X, M = (_sum(a, b) for a, b in zip(self, other, strict=True))
        return Articulated(J, X, M)

    def push(self, axis: Vector, sliding: bool) -> Wrench:
        """Return the wrench that a unit acceleration along or about an axis needs."""
        if sliding:
            return Wrench(turned(self.X, axis), turned(self.M, axis))
        return Wrench(turned(self.J, axis), turned_back(self.X, axis))

    def moved_by(self, d: Vector) -> Articulated:
        """Return the same inertia about a point from which its own is at d: a there is a + α×d."""
        X = _sum(self.X, _crossed(d, self.M))  # X + [d] M
        right = _crossed(d, transposed(self.X))  # [d] Xᵀ, of which X [d]ᵀ is the transposed
        both = _crossed(d, transposed(X))  # [d] (Xᵀ - M [d])
        return Articulated(_symmetric(lambda i, j: self.J[i][j] + right[j][i] + both[i][j]), X, self.M)

    def freed(self, axis: Vector, sliding: bool, U: Wrench, inverse: Number) -> Articulated:
        """Return what is felt through a joint that moves freely along one axis. U: push of it; inverse: 1/(axis·U).

        Nothing is felt along the axis: of one along x, y or z these elements are 0, which rounding would not leave.
        """
        n, f = U
        scaled_n, scaled_f = scaled(inverse, n), scaled(inverse, f)
        gone = axis.index(1.0) if _is_along(axis, 1.0) else axis.index(-1.0) if _is_along(axis, -1.0) else -1
        torque, force = (-1, gone) if sliding else (gone, -1)
        return Articulated(
            _symmetric(lambda i, j: 0.0 if torque in (i, j) else self.J[i][j] - n[i] * scaled_n[j]),
            _all(lambda i, j: 0.0 if i == torque or j == force else self.X[i][j] - n[i] * scaled_f[j]),
            _symmetric(lambda i, j: 0.0 if force in (i, j) else self.M[i][j] - f[i] * scaled_f[j]),
        )


def _is_along(axis: Vector, sense: float) -> bool:
    """Return whether an axis is known to lie along x, y or z, in the sense 1 or against it, -1."""
    return all(isinstance(each, float) for each in axis) and sorted(map(abs, axis)) == [0.0, 0.0, 1.0] and sense in axis


def _all(element: Element) -> Matrix:
    """Return the matrix of a function of row and column."""
    one, two, three = ((element(i, 0), element(i, 1), element(i, 2)) for i in range(3))
    return one, two, three


def _symmetric(element: Element) -> Matrix:
    """Return the symmetric matrix of a function of row and column."""
    a, b, c, d, e, f = (element(i, j) for i, j in SYMMETRIC)
    return (a, b, c), (b, d, e), (c, e, f)


def _sum(a: Matrix, b: Matrix) -> Matrix:
    return added(a[0], b[0]), added(a[1], b[1]), added(a[2], b[2])


def _crossed(d: Vector, a: Matrix) -> Matrix:
    """Return [d] A, whose columns are d× those of A."""
    one, two, three = (cross(d, column) for column in transposed(a))
    return transposed((one, two, three))


class _Joint(NamedTuple):
    """What is kept of a link for the way forward: pushes of its axes, the factors, and what its axes feel."""

    pushes: Sequence[Wrench]
    factors: Factors
    errors: Sequence[Number]


def accelerations(
    machine: MachineTable, found: Sequence[Moved], applied: Sequence[Wrench], Q: Sequence[Number]
) -> list[Number]:
    """Return q'' of a tree without equations and drives. applied: wrench on each link; Q: forces of the joints."""
    bodies, wrenches = loads(machine, found)
    inertias = [Articulated.of(each) for each in bodies]
    felt = [
        Wrench(difference(w.torque, a.torque), difference(w.force, a.force))
        for w, a in zip(wrenches, applied, strict=True)
    ]
    joints: list[_Joint | None] = [None] * len(machine.links)
    for i in reversed(range(len(machine.links))):
        link, moved = machine.links[i], found[i]
        at = machine.rate_of(i)
        body, wrench = inertias[i], felt[i]
        if link.kind == BALL:
            joints[i], body, wrench = _through_ball(body, wrench, moved, Q[at : at + 3])
        elif link.kind != WELD:
            joints[i], body, wrench = _through_axis(body, wrench, moved.axes[0], slides(link), Q[at])
        if link.parent != GROUND:
            arm = difference(moved.place, found[link.parent].place)
            inertias[link.parent] = inertias[link.parent].plus(body.moved_by(arm))
            felt[link.parent] = felt[link.parent].plus(wrench.moved_by(arm))
    return _forward(machine, found, joints)


def _through_axis(
    body: Articulated, wrench: Wrench, axis: Vector, sliding: bool, force: Number
) -> tuple[_Joint, Articulated, Wrench]:
    """Return what is kept of a link with one axis, and the inertia and wrench that its parent feels."""
    U = body.push(axis, sliding)
    d = dot(axis, U.force if sliding else U.torque)
    known = factors([[d]])
    inverse = known.inverses[0]
    error = force - dot(axis, wrench.force if sliding else wrench.torque)
    share = inverse * error
    moved = Wrench(added(wrench.torque, scaled(share, U.torque)), added(wrench.force, scaled(share, U.force)))
    return _Joint([U], known, [error]), body.freed(axis, sliding, U, inverse), moved


def _through_ball(
    body: Articulated, wrench: Wrench, moved: Moved, forces: Sequence[Number]
) -> tuple[_Joint, Articulated, Wrench]:
    """Return the same of a ball, in axes of the lab: it transmits forces, and no torque but that of its friction."""
    known = factors([body.J[0][:1], body.J[1][:2], body.J[2]])
    x, y, z = forces
    torque = turned(moved.rotation, (x, y, z))
    error = difference(torque, wrench.torque)
    columns = [(a, b, c) for a, b, c in (known.solved(column) for column in transposed(body.X))]  # J⁻¹ X
    M = _symmetric(lambda i, j: body.M[i][j] - dot(transposed(body.X)[i], columns[j]))
    a, b, c = known.solved(error)
    force = added(wrench.force, turned_back(body.X, (a, b, c)))
    nothing: Matrix = (ZERO, ZERO, ZERO)
    pushes = [Wrench(ZERO, row) for row in body.X]
    return _Joint(pushes, known, error), Articulated(nothing, nothing, M), Wrench(torque, force)


def _forward(machine: MachineTable, found: Sequence[Moved], joints: Sequence[_Joint | None]) -> list[Number]:
    """Return q'' of all joints, from the ground outward."""
    moving: list[tuple[Vector, Vector]] = []
    q: list[Number] = [0.0] * machine.rates
    for i, (link, moved) in enumerate(zip(machine.links, found, strict=True)):
        alpha, a = ZERO, ZERO
        if link.parent != GROUND:
            alpha, a = moving[link.parent]
            a = added(a, cross(alpha, difference(moved.place, found[link.parent].place)))
        joint, at = joints[i], machine.rate_of(i)
        if joint is not None and link.kind == BALL:
            # α of the link, of which the torque is J α + X a: not beyond that of its parent
            left = [each - dot(push.force, a) for each, push in zip(joint.errors, joint.pushes, strict=True)]
            x, y, z = joint.factors.solved(left)
            q[at : at + 3] = turned_back(moved.rotation, difference((x, y, z), alpha))
            alpha = (x, y, z)
        elif joint is not None:
            push = joint.pushes[0]
            left_over = joint.errors[0] - dot(push.torque, alpha) - dot(push.force, a)
            q[at] = joint.factors.inverses[0] * left_over
            step = scaled(q[at], moved.axes[0])
            alpha, a = (alpha, added(a, step)) if slides(link) else (added(alpha, step), a)
        moving.append((alpha, a))
    return q
