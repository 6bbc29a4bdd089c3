"""A chain of rigid bodies in space with ball joints."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from physics.chains import chain_pose, spatial
from physics.chains.catenary import hanging_directions
from physics.chains.chain_energy import chain_parts
from physics.chains.cylinder_hand import impulse_response
from physics.chains.cylinder_quantities import (
    SPATIAL,
    angular_momenta,
    cylinder_quantities,
    energy_scale,
    momenta,
    tip_velocity,
)
from physics.chains.cylinders import MADE, MAX_BODIES, Cylinder, CylinderChain, unit_vector
from physics.chains.placed import CENTRE, DAMPING, FIRST, OMEGA, PLACED, VELOCITY
from physics.chains.placed import energies as energies_of
from physics.chains.rattle import spatial_rattle
from physics.chains.rattle.weighted_places import spatial_cartesian
from physics.chains.spatial import EACH, STIFFNESS, balance
from physics.chains.spatial_state import angles, angles_of, orientations_of, skewed_start, smallest_rotation, state
from physics.core.fields import Choice, EnergyPart, Invariant, Parameter, Quantity, Variable, Vector
from physics.core.splitting_conditions import at_rest, lossless, open_ended
from physics.core.units import format_number
from physics.errors import BadInput
from physics.linkages.links import one_per_link
from physics.maths import dense
from physics.maths.quaternion import Quaternion
from physics.types import Cartesian, Floats, GripPoint, Vector3

CLOSE = 1e-14
"""Largest error of the far end's place at the start, over the length of the chain."""
MOST_STEPS = 100
TAUT = "the chain is drawn taut: its ends are as far apart as it is long"


def _energy(chain: SpatialChain, y: Floats) -> float:
    return balance(y, chain.p)


def _undamped(chain: SpatialChain) -> bool:
    """Return whether nothing outside takes momentum from a free chain."""
    return chain.support == "free" and not any(chain.com_drag)


def _weightless(chain: SpatialChain) -> bool:
    return _undamped(chain) and chain.gravity == 0.0


def _turns_freely(chain: SpatialChain) -> bool:
    """Return whether no torque acts about the vertical through the support."""
    held = chain.support == "fixed" and chain.stands and not any(chain.com_drag) and chain.joint_damping[0] == 0.0
    return held or _undamped(chain)


def _hangs(chain: SpatialChain) -> bool:
    return bool(chain.support != "free")


def _is_held(chain: SpatialChain) -> bool:
    return bool(chain.support == "both ends")


class SpatialChain(CylinderChain):
    """Rigid bodies joined end to end by ball joints: a ponytail, a whip, a rope between two hooks.

    Coordinates: for each body a unit quaternion q (body to lab) and its angular velocity omega in the lab. Its upper
    joint lies at d from its centre of mass, its lower one at u, in body axes; with q = 1 a chain of cylinders hangs
    straight down; it may be given by angles: theta from there toward psi from x, and phi about its own axis, so that
    theta alone makes a planar chain. Places follow from the support and the orientations, so that joints cannot open;
    a free chain also has the place r and velocity v of its first body. The equations, in
    `physics/chains/spatial.py`,

        q' = ½ (0, omega)∘q        I omega' + omega×I omega = tau + u×f_i - d×f_{i-1}

    need f_i, the force of body i + 1 on body i, which keeps their joint closed: N blocks of 3 by 3 in a row (after
    Marleau, PHS4700 chapter 6, corrected), in a time that grows as N. tau: friction of the joints, c times the relative
    angular velocity, and springs kappa (e_i×e_{i-1}) that align the directions e; F = -k v at each centre of mass. The
    support is fixed or moves by cosines.

    A chain without springs that is held at both ends hangs at rest unless another start is given, whose far end is then
    moved to its place, as it is after each step. Invariants: E + W - W_s, the energy plus dissipated energy less the
    work of the support; L_z about the vertical through a fixed support; momentum and angular momentum of a free chain
    without weight. RK4 wants steps of 1/960 s or less, and a hundred times less while a whip cracks.
    """

    name = "spatial-chain"
    title = "Spatial chain"
    plotted = ("tip_z", "tip_x")

    support = Choice(
        default="fixed", options=("fixed", "free", "both ends"),
        meaning="support of the first joint, none, or of the first joint and the far end",
    )  # fmt: skip
    count = Parameter(
        default=3, unit="", low=1, high=MAX_BODIES, whole=True, symbol="N", meaning="number of bodies", when=MADE
    )
    stiffness = Vector(
        default=(0.0,), unit="N m", low=0.0, high=1e6, longest=MAX_BODIES, symbol="κ",
        meaning="of a spring in each joint that straightens it, the first one downwards; one for all or one for each",
    )  # fmt: skip
    end = Vector(
        default=(0.6, 0.0, 0.0), unit="m", low=-1e3, high=1e3, shortest=3, longest=3,
        meaning="x, y, z of where the far end is held", when={"support": ("both ends",)},
    )  # fmt: skip

    variables = state(skewed_start(3), False)
    aliases = angles(3)
    invariants = (
        Invariant("energy", "E + W − W_s", "J", "energy + dissipated energy − work of the support", _energy,
                  energy_scale),
        *(momenta(SPATIAL, axis, _weightless if axis == 2 else _undamped) for axis in range(3)),
        *(angular_momenta(SPATIAL, axis, _turns_freely if axis == 2 else _weightless) for axis in range(3)),
    )  # fmt: skip
    energy_parts = chain_parts(
        "potential energy of the weight, 0 at z = 0",
        EnergyPart("springs", "½ Σ κ |Δe|²", "energy of the springs in the joints", "elastic",
                   applies=lambda chain: any(chain.stiffness)),
    )  # fmt: skip
    quantities = (
        *cylinder_quantities(SPATIAL),
        Quantity("support_force", "F₀", "N", "force on the support", SPATIAL["support_force"], applies=_hangs),
        Quantity("end_force", "F_e", "N", "force on what holds the far end", SPATIAL["end_force"], applies=_is_held),
        Quantity("largest_tension", "F_max", "N", "largest joint tension", SPATIAL["largest_tension"]),
        Quantity("sag", "s", "m", "lowest joint below the support", SPATIAL["sag"], applies=_is_held),
        Quantity("gap", "δ", "m", "distance of the far end from its fixed point", SPATIAL["gap"], applies=_is_held),
    )

    rate = staticmethod(spatial.rate)
    settle = staticmethod(spatial.settle)
    margin = staticmethod(spatial.margin)
    pose = staticmethod(chain_pose.write_spatial_pose)
    split_step = staticmethod(spatial_rattle.split_step)

    def instance_variables(self) -> tuple[Variable, ...]:
        """The variables: orientations and angular velocities; a chain held at both ends starts at rest."""
        orientations = self._at_rest if self.support == "both ends" else skewed_start(len(self.chain))
        return state(orientations, self.support == "free")

    def instance_aliases(self) -> tuple[Variable, ...]:
        """Return the angles theta, psi and phi of all bodies."""
        return angles(len(self.chain))

    @property
    def held(self) -> tuple[int, ...]:
        """The indices of the support, of the support and the far end, or none."""
        match self.support:
            case "free":
                return ()
            case "both ends":
                return (0, -1)
        return (0,)

    @property
    def number(self) -> int:
        """The number of bodies."""
        return int(self.count)

    def consistent(self) -> None:
        """Raise BadInput for a bad chain, or one held at both ends that is too short."""
        super().consistent()
        one_per_link("stiffness", self.stiffness, len(self.chain))
        if self.support == "both ends":
            distance, length = math.dist(self.place, self.end), sum(link.length for link in self.chain)
            if not distance < length * (1.0 - spatial.MIN_SLACK):
                raise BadInput(
                    f"end {format_number(distance)} m from the support: must be nearer than the length of the chain, "
                    f"{format_number(length)} m, by a fraction of {spatial.MIN_SLACK:.0e} or more: a straight chain "
                    "cannot move"
                )

    @cached_property
    def _at_rest(self) -> list[Quaternion]:
        lengths = np.array([link.length for link in self.chain])
        ends = [(np.array(link.upper), np.array(link.upper) - np.array(link.lower)) for link in self.chain]
        along = np.array([dense.dot(axis, upper) / dense.dot(axis, axis) for upper, axis in ends])
        weights = np.array([link.mass for link in self.chain]) * (self.gravity or 1.0)
        found = hanging_directions(lengths, along * lengths, weights, np.subtract(self.end, self.place))
        return [smallest_rotation(axis, -e) for (_, axis), e in zip(ends, found, strict=True)]

    def constants(self) -> tuple[float, ...]:
        """Return p as `physics/chains/placed.py` and `physics/chains/spatial.py` define it."""
        free = self.support == "free"
        head = self.head(free, self.end if self.support == "both ends" else ())
        stiffness = one_per_link("stiffness", self.stiffness, len(self.chain))
        bodies = [
            [*common, *_answers(link), stiff]
            for common, link, stiff in zip(self.common(), self.chain, stiffness, strict=True)
        ]
        if free:  # its first joint has no other side
            bodies[0][DAMPING] = bodies[0][STIFFNESS] = 0.0
        return *head, *(value for body in bodies for value in body)

    # Initial state --------------------------------------------------------------------------------------------

    def normalized(self, start: dict[str, float]) -> dict[str, float]:
        """Return the start with all q normalised and a held far end in place; raises BadInput for q = 0."""
        y = array("d", start.values())
        for i in range(len(self.chain)):
            y[4 * i : 4 * i + 4] = array("d", unit_vector(y[4 * i : 4 * i + 4], f"q_{i + 1}"))
        if self.support == "both ends":
            self._bring(memoryview(y))
        return dict(zip(start, y, strict=True))

    def _bring(self, y: Floats) -> None:
        """Move the far end to where it is held, and to rest, in place; raises BadInput."""
        length = sum(link.length for link in self.chain)
        for _ in range(MOST_STEPS):
            far = dense.length(self.points(y)[-1] - self.end)
            if far <= CLOSE * length and dense.length(tip_velocity(self, y)) <= CLOSE * (1.0 + max(map(abs, y))):
                return
            spatial.settle(y, self.p)
        raise BadInput("orientation: the far end cannot be reached from this start")

    def kept_start(self) -> dict[str, float]:
        """Return what to keep of the start: all, unless it is the rest position that follows from the ends."""
        rests = self.support == "both ends" and all(self.initial[each.name] == each.start for each in self.variables)
        return {} if rests else super().kept_start()

    def to_aliases(self, start: Mapping[str, float]) -> dict[str, float]:
        """Return the angles theta, psi and phi of all bodies."""
        return angles_of(start, len(self.chain))

    def from_aliases(self, start: dict[str, float], given: Mapping[str, float]) -> dict[str, float]:
        """Return the start with these angles."""
        return self.normalized({**start, **orientations_of({**self.to_aliases(start), **given}, given)})

    def trouble(self, y: Floats) -> str:
        """Return the message of a chain that is drawn taut."""
        return "" if self.margin(y, self.p) > 0.0 else TAUT

    def why_stuck(self, y: Floats, dt: float) -> str:
        """Return that the support draws the chain taut within the step, where its equations end."""
        held = self.support == "both ends"
        return TAUT if held and spatial.slack(y[len(y) - 1] + dt, self.p) <= spatial.MIN_SLACK else ""

    def why_not_split(self) -> str:
        """Return that RATTLE needs no losses, a support that is fixed or none, and a free end, where one is lacking."""
        dampings = [self.p[FIRST + EACH * i + DAMPING] for i in range(len(self.chain))]
        losses = {"joint_damping": dampings, "com_drag": self.com_drag}
        held = open_ended(self.name, self.support == "both ends")
        return held or lossless(self.name, losses) or at_rest(self.name, self.stands)

    def cartesian(self, states: NDArray[np.float64]) -> Cartesian:
        """Return states in the coordinates of RATTLE, of a chain with at most one end held."""
        return spatial_cartesian(states, self.p)

    # Drawing ----------------------------------------------------------------------------------------------

    def _placed(self, y: Floats) -> NDArray[np.float64]:
        out: Floats = memoryview(array("d", bytes(8 * PLACED * len(self.chain))))
        spatial.place(y, self.p, out)
        return np.array(out).reshape(-1, PLACED)

    def energies(self, y: Floats) -> tuple[float, float]:
        """Return the kinetic energy, and potential energy, 0 at z = 0 and for a straight chain [J]."""
        placed: Floats = memoryview(array("d", self.placed(y).ravel()))
        kinetic, potential = energies_of(placed, self.p, spatial.EACH)
        return kinetic, potential + spatial.spring_energy(self.p, placed)

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return the motion of the bodies, weight, springs, losses and the work of the support [J]."""
        found = super().split_energy(y)
        if not any(self.stiffness):
            return found
        placed: Floats = memoryview(array("d", self.placed(y).ravel()))
        return {**found, "springs": spatial.spring_energy(self.p, placed)}

    def _joint_forces(self, y: Floats) -> NDArray[np.float64]:
        """Return the joint forces with the force on the held far end, (N + 1, 3)."""
        out: Floats = memoryview(array("d", bytes(24 * len(self.chain) + 24)))
        spatial.forces(y, self.p, out)
        return np.array(out).reshape(-1, 3)

    def grip(self, y: Floats, body: int, point: Vector3) -> GripPoint:
        """Return the grip of a body at a point, as `System.grip`."""
        n, R, placed = len(self.chain), self.rotations(y), self.placed(y)
        numbers = [(link.mass, link.inertia, link.upper, link.lower) for link in self.chain]
        m, I, d, u = (np.array(each) for each in zip(*numbers, strict=True))  # noqa: E741  # the symbol of inertia
        inertias = dense.product(R * I[:, None, :], np.swapaxes(R, 1, 2))
        upper, lower, arm = dense.applied(R, d), dense.applied(R, u), dense.applied(R[body], point)
        found = impulse_response(
            m, inertias, upper, lower, body, arm, self.support == "free", self.support == "both ends"
        )
        answer = np.zeros((len(y), 3))
        answer[4 * n : 7 * n] = found.omega.reshape(-1, 3)
        if self.support == "free":
            answer[7 * n + 3 : 7 * n + 6] = found.first
        there = placed[body]
        velocity = there[VELOCITY:OMEGA] + np.cross(there[OMEGA:], arm)
        return GripPoint(there[CENTRE:VELOCITY] + arm, velocity, answer, found.point)


def _answers(link: Cylinder) -> tuple[float, ...]:
    """Return A_dd, A_uu and A_ud of a body in its axes, row by row, and its direction from joint to joint."""
    inverse, d, u = (
        np.diag(1.0 / np.array(link.inertia)),
        dense.cross_matrix(np.array(link.upper)),
        dense.cross_matrix(np.array(link.lower)),
    )
    found = (np.eye(3) / link.mass - dense.product(dense.product(x, inverse), y) for x, y in ((d, d), (u, u), (u, d)))
    along = np.subtract(link.lower, link.upper) / link.length
    return *(float(value) for matrix in found for value in matrix.ravel()), *along.tolist()
