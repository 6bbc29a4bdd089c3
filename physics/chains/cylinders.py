"""Base of the chains of rigid bodies in space, joined end to end: their parameters and drawing."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.chains import chain_pose
from physics.chains.chain_energy import split_motion
from physics.chains.placed import CENTRE, FREE, OMEGA, ROTATION, VELOCITY
from physics.core.fields import Choice, Parameter, Vector
from physics.core.oriented_body import UNIT_TOLERANCE
from physics.errors import BadInput
from physics.linkages.hanging import HangingSystem, LinkShape
from physics.linkages.links import one_per_link, tapered_rods
from physics.maths import dense
from physics.maths.rounded import square, whole_power
from physics.shapes.pose import PoseLayout
from physics.shapes.solids import Box, Solid, SolidOfRevolution
from physics.types import Floats

MAX_BODIES = 500
MADE = {"links": ("uniform", "tapered")}
GIVEN = {"links": ("given",)}
THIN = 1e-3
"""Radius over length, as drawn, of bodies given by their masses and inertias."""

Three = tuple[float, float, float]


class Cylinder(NamedTuple):
    """A body of a chain: mass [kg], moments of inertia about its body axes [kg m²], from its centre of mass to the
    joint with the one before and with the next, in body axes [m], and its radii there, as it is drawn.
    """

    mass: float
    inertia: Three
    upper: Three
    lower: Three
    near: float
    far: float

    @property
    def length(self) -> float:
        """The length from joint to joint [m]."""
        return math.dist(self.upper, self.lower)


def cones(count: int, length: float, mass: float, radius: float, taper: float) -> list[Cylinder]:
    """Return a chain of homogeneous cones along axis 3, `taper` times as thick at its end as at its beginning."""
    density = 3.0 * mass / (length * (1.0 + taper + taper * taper))
    found = []
    for link in tapered_rods(count, length, density, radius, taper, 1.0):
        a, b = link.near, link.far
        fourth = whole_power(a, 4) + whole_power(a, 3) * b + a * a * b * b + a * whole_power(b, 3) + whole_power(b, 4)
        along = 0.3 * link.mass * fourth / (a * a + a * b + b * b)
        across = link.inertia + 0.5 * along
        below = link.length - link.centre
        ends = (0.0, 0.0, link.centre), (0.0, 0.0, -below)
        found.append(Cylinder(link.mass, (across, across, along), *ends, a, b))
    return found


class CylinderChain(HangingSystem):
    """Bodies joined end to end, the first one to a support; subclasses add the equations of motion."""

    kind = "chain"
    second_order = False

    links = Choice(
        default="uniform", options=("uniform", "tapered", "given"),
        meaning="how the bodies are given: cylinders, tapered cones, or each by its own numbers",
    )  # fmt: skip
    length = Parameter(
        default=0.9, unit="m", low=1e-3, high=1e3, log=True, symbol="L", meaning="total length", when=MADE
    )
    mass = Parameter(default=0.6, unit="kg", low=1e-9, high=1e4, log=True, symbol="M", meaning="total mass", when=MADE)
    radius = Parameter(
        default=0.02, unit="m", low=1e-6, high=10.0, log=True, symbol="r", meaning="radius at the beginning", when=MADE
    )
    taper = Parameter(
        default=0.1, unit="", low=1e-3, high=10.0, log=True, meaning="radius at the end over that at the beginning",
        when={"links": ("tapered",)},
    )  # fmt: skip
    masses = Vector(
        default=(0.2, 0.2, 0.2), unit="kg", low=1e-9, high=1e4, longest=MAX_BODIES, symbol="m",
        meaning="mass of each body", when=GIVEN,
    )  # fmt: skip
    inertias = Vector(
        default=(0.00152, 0.00152, 4e-05), unit="kg m²", low=1e-18, high=1e6, shortest=3, longest=3 * MAX_BODIES,
        symbol="I", meaning="principal moments of inertia of each body, three for each or for all", when=GIVEN,
    )  # fmt: skip
    upper_joints = Vector(
        default=(0.0, 0.0, 0.15), unit="m", low=-1e3, high=1e3, shortest=3, longest=3 * MAX_BODIES, symbol="d",
        meaning="from each centre of mass to the joint with the one before, in body axes, three for each or for all",
        when=GIVEN,
    )  # fmt: skip
    lower_joints = Vector(
        default=(0.0, 0.0, -0.15), unit="m", low=-1e3, high=1e3, shortest=3, longest=3 * MAX_BODIES, symbol="u",
        meaning="from each centre of mass to the joint with the next, in body axes, three for each or for all",
        when=GIVEN,
    )  # fmt: skip
    gravity = Parameter(default=9.81, unit="m/s²", low=0.0, high=1e3, symbol="g", meaning="gravitational acceleration")
    joint_damping = Vector(
        default=(0.0,), unit="N m s", low=0.0, high=1e3, longest=MAX_BODIES, symbol="c",
        meaning="friction of each joint over its relative angular velocity, one for all or one for each",
    )  # fmt: skip
    com_drag = Vector(
        default=(0.0,), unit="N s/m", low=0.0, high=1e3, longest=MAX_BODIES, symbol="k",
        meaning="drag at each centre of mass over its velocity, one for all or one for each",
    )  # fmt: skip
    place = Vector(
        default=(0.0, 0.0, 0.0), unit="m", low=-1e3, high=1e3, shortest=3, longest=3,
        meaning="mean position x, y, z of the support",
    )  # fmt: skip
    amplitude = Vector(
        default=(0.0, 0.0, 0.0), unit="m", low=-1e3, high=1e3, shortest=3, longest=3, symbol="A",
        meaning="amplitude of the support's motion A cos(Ωt + φ) along x, y and z",
    )  # fmt: skip
    frequency = Vector(
        default=(0.0, 0.0, 0.0), unit="rad/s", low=0.0, high=1e5, shortest=3, longest=3, symbol="Ω",
        meaning="angular frequency of the support's motion along x, y and z",
    )  # fmt: skip
    phase = Vector(
        default=(0.0, 0.0, 0.0), unit="rad", low=-1e3, high=1e3, shortest=3, longest=3, symbol="φ",
        meaning="phase of the support's motion along x, y and z",
    )  # fmt: skip

    def consistent(self) -> None:
        """Raise BadInput if a Vector does not fit the number of bodies, or a body has its two joints in one place."""
        for i, link in enumerate(self.chain):
            if not link.length > 0.0:
                raise BadInput(f"body {i + 1} of {len(self.chain)}: d and u are the same; its joints must be apart")
        for name in ("joint_damping", "com_drag"):
            one_per_link(name, self.parameters[name], len(self.chain))

    @property
    def number(self) -> int:
        """The number of bodies, where they are not given one by one."""
        raise NotImplementedError

    @cached_property
    def chain(self) -> tuple[Cylinder, ...]:
        """The bodies, starting at the support."""
        if self.links != "given":
            taper = self.taper if self.links == "tapered" else 1.0
            return tuple(cones(self.number, self.length, self.mass, self.radius, taper))
        n = len(self.masses)
        names = "inertias", "upper_joints", "lower_joints"
        inertias, d, u = (triples_per_body(name, self.parameters[name], n) for name in names)
        thin = [THIN * math.dist(a, b) for a, b in zip(d, u, strict=True)]
        return tuple(Cylinder(*each) for each in zip(self.masses, inertias, d, u, thin, thin, strict=True))

    @property
    def stands(self) -> bool:
        """True if the support does not move."""
        return not any(A * frequency for A, frequency in zip(self.amplitude, self.frequency, strict=True))

    def head(self, free: bool = False, end: Sequence[float] = ()) -> tuple[float, ...]:
        """Return the numbers of p before those of the bodies (`physics/chains/placed.py`); end: the fixed far end."""
        moves = (*self.amplitude, *self.frequency, *self.phase, *self.place)
        return self.gravity, float(len(self.chain)), float(free), float(bool(end)), *moves, *(end or (0.0, 0.0, 0.0))

    def common(self) -> list[tuple[float, ...]]:
        """Return the numbers of each body in p that all equations need."""
        n = len(self.chain)
        c, k = one_per_link("joint_damping", self.joint_damping, n), one_per_link("com_drag", self.com_drag, n)
        return [
            (link.mass, *link.inertia, *link.upper, *link.lower, damping, drag)
            for link, damping, drag in zip(self.chain, c, k, strict=True)
        ]

    # Drawing ----------------------------------------------------------------------------------------------

    def placed(self, y: Floats) -> NDArray[np.float64]:
        """Return the placement of all bodies, (N, PLACED), as in `physics/chains/placed.py`; read-only."""
        return self._known("placed", y, self._placed)

    def _placed(self, y: Floats) -> NDArray[np.float64]:
        raise NotImplementedError

    def energies(self, y: Floats) -> tuple[float, float]:
        """Return the kinetic energy, and potential energy above z = 0 [J]."""
        raise NotImplementedError

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return the motion of the bodies, their weight, losses and the work of the support [J]."""
        masses, inertias = self._inertias
        placed = self.placed(y)
        velocity = placed[:, VELOCITY:OMEGA]
        with np.errstate(all="ignore"):
            turned = (placed[:, OMEGA:, None] * placed[:, ROTATION:CENTRE].reshape(-1, 3, 3)).sum(axis=1)
            moving = 0.5 * masses * square(velocity).sum(axis=1)
            turning = 0.5 * (inertias * square(turned)).sum(axis=1)
            weight = self.gravity * dense.dot(masses, placed[:, CENTRE + 2])
        return {
            **split_motion(moving.tolist(), turning.tolist()),
            "weight": weight,
            "losses": y[len(y) - 3],
            "work of the support": y[len(y) - 2],
        }

    @cached_property
    def _inertias(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The masses (N,) [kg] and principal moments (N, 3) [kg m²] of the bodies."""
        return np.array([link.mass for link in self.chain]), np.array([link.inertia for link in self.chain])

    def joint_forces(self, y: Floats) -> NDArray[np.float64]:
        """Return the force of each body on the previous one or the support, in the lab, (N or more, 3) [N]."""
        return self._known("joint forces", y, self._joint_forces)

    def _joint_forces(self, y: Floats) -> NDArray[np.float64]:
        raise NotImplementedError

    def _known(self, what: str, y: Floats, find: Callable[[Floats], NDArray[np.float64]]) -> NDArray[np.float64]:
        """Return a result for y, computed once and kept for the other quantities at the same y."""
        key = bytes(y)
        kept = self._found.get(what)
        if kept is None or kept[0] != key:
            kept = self._found[what] = key, find(y)
        return kept[1]

    @cached_property
    def _found(self) -> dict[str, tuple[bytes, NDArray[np.float64]]]:
        return {}

    def tensions(self, y: Floats) -> NDArray[np.float64]:
        """Return the tension of each body along it at its upper joint, (N,) [N]; negative: compression."""
        return self.pose_layout.tensions_of(self.posed(y))

    @cached_property
    def link_shapes(self) -> tuple[LinkShape, ...]:
        """The bodies, starting at the support."""
        return tuple(
            LinkShape(f"link {i + 1}", link.length, 0.0, link.mass, link.near, link.far, link.upper[2])
            for i, link in enumerate(self.chain)
        )

    def rotations(self, y: Floats) -> NDArray[np.float64]:
        """Return the rotation matrices, body to lab, (N, 3, 3)."""
        return self.placed(y)[:, ROTATION:CENTRE].reshape(-1, 3, 3)

    def centres(self, y: Floats) -> NDArray[np.float64]:
        """Return all centres of mass in the lab, (N, 3) [m]."""
        return self.placed(y)[:, CENTRE:VELOCITY]

    def points(self, y: Floats) -> NDArray[np.float64]:
        """Return all joints in the lab, the support first and the tip last, (N + 1, 3) [m]."""
        R, r = self.rotations(y), self.centres(y)
        first = r[0] + dense.applied(R[0], self.chain[0].upper)
        return np.vstack([first, r + dense.applied(R, [link.lower for link in self.chain])])

    @cached_property
    def _solids(self) -> tuple[Solid, ...]:
        return tuple(map(_solid, self.chain))

    @property
    def _drawn_forces(self) -> range:
        return chain_pose.drawn_forces(len(self.chain), int(self.p[FREE]))

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """The bodies, axes at the centres of mass; velocity of the tip, forces if few; some joints; all joints."""
        bodies = [(f"link {i + 1}", solid) for i, solid in enumerate(self._solids)]
        return chain_pose.layout(bodies, len(self.chain), self._drawn_forces, "body", 1)

    def pose_constants(self) -> tuple[float, ...]:
        """Return the numbers of `physics/chains/chain_pose.py`, then p."""
        return *chain_pose.head(len(self.chain), self._drawn_forces), *self.p


def triples_per_body(name: str, values: Sequence[float], count: int) -> list[Three]:
    """Return three numbers for each body, from a list of all or three common ones; raises BadInput."""
    if len(values) not in (3, 3 * count):
        raise BadInput(
            f"{name}: {len(values)} numbers given; {3 * count} needed, three for each body, or three for all"
        )
    rows = [(values[i], values[i + 1], values[i + 2]) for i in range(0, len(values), 3)]
    return rows * (count // len(rows))


def unit_vector(values: Sequence[float], name: str = "") -> tuple[float, ...]:
    """Return the numbers scaled to length 1, unchanged if they have it; raises BadInput for zeros with a name."""
    length = math.hypot(*values)
    if name and length == 0.0:
        raise BadInput(f"{name} = {', '.join('0' * len(values))}: no orientation; they must not all be 0")
    return (
        tuple(values)
        if length == 0.0 or abs(length - 1.0) < UNIT_TOLERANCE
        else tuple(value / length for value in values)
    )


def _solid(link: Cylinder) -> Solid:
    """Return a cone along axis 3 if the joints lie on it, else a box around them."""
    (a, b, top), (c, d, bottom) = link.upper, link.lower
    if a == b == c == d == 0.0 and top > bottom:
        return SolidOfRevolution(((0.0, bottom), (link.far, bottom), (link.near, top), (0.0, top)))
    sides = np.abs(np.subtract(link.upper, link.lower)) + 2.0 * link.near
    return Box(tuple(sides.tolist()), tuple((0.5 * np.add(link.upper, link.lower)).tolist()))
