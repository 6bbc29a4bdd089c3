"""A chain of rigid bodies in space with ball, universal and hinge joints."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from physics.chains import chain_pose, jointed
from physics.chains.chain_energy import chain_parts
from physics.chains.cylinder_quantities import JOINTED, angular_momenta, cylinder_quantities, energy_scale
from physics.chains.cylinders import MAX_BODIES, CylinderChain, Three, unit_vector
from physics.chains.jointed import balance
from physics.chains.placed import PLACED
from physics.chains.placed import energies as energies_of
from physics.core.fields import ChoiceList, Invariant, Quantity, Variable, Vector
from physics.errors import BadInput
from physics.linkages.links import subscript
from physics.maths import dense
from physics.maths.quaternion import from_euler
from physics.types import Floats

AXES = {"ball": 3, "universal": 2, "hinge": 1}
USUAL: dict[str, tuple[Three, ...]] = {
    "ball": (),
    "universal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)),
    "hinge": ((0.0, 1.0, 0.0),),
}
PARALLEL_ANGLE = 1e-6
"""Angle [rad] between the axes of a universal joint below which they count as parallel."""


def _state(joints: tuple[str, ...]) -> tuple[Variable, ...]:
    """Return the variables of a chain with these joints."""
    return (
        *(variable for i, joint in enumerate(joints, 1) for variable in _coordinates(i, joint)),
        *(variable for i, joint in enumerate(joints, 1) for variable in _rates(i, joint)),
        Variable("loss", "W", "J", "energy lost in the joints and to the air", entry=False, role="auxiliary"),
        Variable("work", "W_s", "J", "work of the support", entry=False, role="auxiliary"),
        Variable("time", "τ", "s", "time of the support's motion", low=0.0, entry=False, role="auxiliary"),
    )


def _coordinates(i: int, joint: str) -> Iterator[Variable]:
    if joint == "ball":
        for part, start in zip("wxyz", from_euler(0.3, 1.0, 0.0), strict=True):
            yield Variable(f"q_{i}_{part}", f"q{subscript(i)}{part}", "", f"orientation of body {i} in the one before",
                           start, entry=False, group="joint_q")  # fmt: skip
    for axis in range(1, 1 + AXES[joint] if joint != "ball" else 1):
        yield Variable(f"q_{i}_{axis}", f"q{subscript(i)}{subscript(axis)}", "rad", f"angle {axis} of joint {i}",
                       0.5, group="joint_q")  # fmt: skip


def _rates(i: int, joint: str) -> Iterator[Variable]:
    for axis in range(1, 1 + AXES[joint]):
        what = f"angular velocity in joint {i} about axis {axis}" + (" of its body" if joint == "ball" else "")
        yield Variable(f"u_{i}_{axis}", f"u{subscript(i)}{subscript(axis)}", "rad/s", what, low=-1e6, high=1e6,
                       group="joint_qd", role="velocity")  # fmt: skip


def _energy(chain: JointedChain, y: Floats) -> float:
    return balance(y, chain.p)


def _turns_freely(chain: JointedChain) -> bool:
    """Return whether no torque acts about the vertical through the support."""
    ball = chain.joints[0] == "ball" and chain.joint_damping[0] == 0.0
    return ball and chain.stands and not any(chain.com_drag)


class JointedChain(CylinderChain):
    """Rigid bodies in a row, each on a ball, a universal joint or a hinge: an arm, a flail, a spine.

    Coordinates of the joints alone, so that they cannot open: of a ball the unit quaternion of its body in the one
    before and the relative angular velocity in the axes of its body; of a universal joint the angle about e1, fixed in
    the body before, and then that about e2, fixed in its own, and their rates; of a hinge the angle about e1, fixed in
    both, and its rate. Axes are given in one list, six numbers for a universal joint and three for a hinge; those not
    given are x and then y for a universal joint, and y for a hinge. With all coordinates 0 (balls: 1, 0, 0, 0) a chain
    of cylinders hangs straight down. The accelerations follow by Featherstone's articulated bodies, in
    `physics/chains/jointed.py`, in a time that grows as N.

    Friction of a joint is c times its relative angular velocity. Invariants: E + W - W_s, the energy plus dissipated
    energy less the work of the support; and L_z if the first joint is a ball without friction on a fixed support.
    """

    name = "jointed-chain"
    title = "Jointed chain"
    plotted = ("tip_z", "tip_x")

    joints = ChoiceList(
        default=("universal", "hinge"), options=tuple(AXES), longest=MAX_BODIES,
        meaning="joint of each body with the one before, the first one with the support",
    )  # fmt: skip
    axes = Vector(
        default=(), unit="", low=-1.0, high=1.0, shortest=0, longest=6 * MAX_BODIES, symbol="e",
        meaning="axes of universal joints (two each) and hinges (one each), three numbers each; none given: x, y and y",
    )  # fmt: skip

    variables = _state(joints.default)
    invariants = (
        Invariant("energy", "E + W − W_s", "J", "energy + dissipated energy − work of the support", _energy,
                  energy_scale),
        angular_momenta(JOINTED, 2, _turns_freely),
    )  # fmt: skip
    energy_parts = chain_parts("potential energy of the weight, 0 at z = 0")
    quantities = (
        *cylinder_quantities(JOINTED),
        Quantity("support_force", "F₀", "N", "force on the support", JOINTED["support_force"]),
        Quantity("largest_tension", "F_max", "N", "largest joint tension", JOINTED["largest_tension"]),
    )

    rate = staticmethod(jointed.rate)
    settle = staticmethod(jointed.normalize)
    pose = staticmethod(chain_pose.write_jointed_pose)

    def instance_variables(self) -> tuple[Variable, ...]:
        """Return the variables: coordinates and rates of all joints."""
        return _state(self.joints)

    @property
    def joint_kinds(self) -> tuple[str, ...]:
        """The kind of each joint."""
        return tuple(self.joints)

    @property
    def number(self) -> int:
        """The number of bodies: one for each joint."""
        return len(self.joints)

    def consistent(self) -> None:
        """Raise BadInput for a bad chain, or if the joints and axes do not fit the bodies."""
        super().consistent()
        if len(self.joints) != len(self.chain):
            raise BadInput(f"joints: {len(self.joints)} given; {len(self.chain)} needed, one for each body")
        for i, (joint, axes) in enumerate(zip(self.joints, self.joint_axes, strict=True), 1):
            if any(not math.hypot(*axis) > 0.0 for axis in axes):
                raise BadInput(f"axes: one of joint {i} is 0, 0, 0; must have a direction")
            if joint == "universal" and not dense.length(np.cross(axes[0], axes[1])) > PARALLEL_ANGLE:
                raise BadInput(f"axes: those of joint {i}, universal, are parallel; must be two directions")

    @cached_property
    def joint_axes(self) -> list[tuple[Three, ...]]:
        """The unit vectors of the axes of each joint, in the axes of the body below; none for a ball."""
        needed = 3 * sum(len(USUAL[joint]) for joint in self.joints)
        if len(self.axes) not in (0, needed):
            raise BadInput(
                f"axes: {len(self.axes)} numbers given; {needed} needed, three for each axis (universal: 2, hinge: 1)"
            )
        if not self.axes:
            return [USUAL[joint] for joint in self.joints]
        numbers = iter(self.axes)
        return [tuple(_direction(numbers) for _ in USUAL[joint]) for joint in self.joints]

    def constants(self) -> tuple[float, ...]:
        """Return p as `physics/chains/placed.py` and `physics/chains/jointed.py` define it."""
        numbers = [*self.head()]
        for common, joint, axes in zip(self.common(), self.joints, self.joint_axes, strict=True):
            given = [value for axis in axes for value in axis]
            numbers += [*common, float(AXES[joint]), *given, *([0.0] * (6 - len(given)))]
        return tuple(numbers)

    def normalized(self, start: dict[str, float]) -> dict[str, float]:
        """Return the start with all q normalised; raises BadInput for q = 0."""
        found = dict(start)
        for i, joint in enumerate(self.joints, 1):
            if joint == "ball":
                names = [f"q_{i}_{part}" for part in "wxyz"]
                found |= zip(names, unit_vector([start[name] for name in names], f"q_{i}"), strict=True)
        return found

    # Drawing ----------------------------------------------------------------------------------------------

    def _placed(self, y: Floats) -> NDArray[np.float64]:
        n = len(self.chain)
        out: Floats = memoryview(array("d", bytes(8 * PLACED * n)))
        jointed.place(y, self.p, out, memoryview(array("d", bytes(8 * jointed.JOINT_DATA * n))))
        return np.array(out).reshape(-1, PLACED)

    def energies(self, y: Floats) -> tuple[float, float]:
        """Return the kinetic energy, and potential energy above z = 0 [J]."""
        return energies_of(memoryview(array("d", self.placed(y).ravel())), self.p, jointed.EACH)

    def _joint_forces(self, y: Floats) -> NDArray[np.float64]:
        out: Floats = memoryview(array("d", bytes(24 * len(self.chain))))
        jointed.forces(y, self.p, out)
        return np.array(out).reshape(-1, 3)


def _direction(numbers: Iterator[float]) -> Three:
    """Return the next three numbers as a unit vector, unless they are 0."""
    x, y, z = unit_vector((next(numbers), next(numbers), next(numbers)))
    return x, y, z
