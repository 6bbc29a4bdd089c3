"""A chain of links that swings in a vertical plane."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from physics.chains import chain_pose, planar
from physics.chains.chain_energy import chain_parts, split_motion
from physics.chains.planar_quantities import INVARIANTS, QUANTITIES
from physics.chains.rattle import planar_rattle
from physics.chains.rattle.weighted_places import planar_cartesian
from physics.chains.shaken.strutt_chart import strutt_chart
from physics.chains.shaken.upside_down import SHAKEN_QUANTITIES, is_shaken, shaking_numbers
from physics.core.fields import Choice, Event, Parameter, Variable, Vector
from physics.core.splitting_conditions import at_rest, lossless
from physics.core.stability import StabilityChart
from physics.linkages.hanging import HangingSystem, LinkShape
from physics.linkages.links import Link, check_masses, one_per_link, rod, subscript, tapered_rods
from physics.maths import array_trig, dense, rounded
from physics.maths.rounded import whole_power
from physics.maths.trig import sincos
from physics.shapes.pose import PoseLayout
from physics.shapes.solids import Box, Ellipsoid
from physics.types import Cartesian, Floats, GripPoint, Vector3

MOST = 200
BOB_DENSITY = 8500.0
"""Density of brass [kg/m³], for the size of the bobs as drawn."""


def chain_state(count: int, angle: float = 0.5 * math.pi) -> tuple[Variable, ...]:
    """Return the variables of a chain of `count` links that starts at this angle [rad]."""
    each = range(1, count + 1)
    return (
        *(
            Variable(
                f"theta_{i}", f"θ{subscript(i)}", "rad", f"angle of link {i} from the downward vertical",
                angle, group="theta",
            ) for i in each
        ),
        *(
            Variable(
                f"theta_dot_{i}", f"θ̇{subscript(i)}", "rad/s", f"rate of angle {i}", low=-1e6, high=1e6,
                group="theta_dot", role="velocity",
            ) for i in each
        ),
        Variable("loss", "W", "J", "energy lost in the joints and to the air", entry=False, role="auxiliary"),
        Variable("work", "W_s", "J", "work of the support", entry=False, role="auxiliary"),
        Variable("time", "τ", "s", "time of the support's motion", low=0.0, entry=False, role="auxiliary"),
        Variable("in_stroke", "s", "", "1 until a stroke of the support is over", 1.0, entry=False, role="discrete"),
    )  # fmt: skip


class PlanarChain(HangingSystem):
    """N rigid links in a row, hinged in a vertical plane: pendulums from one bob to a whip.

    Coordinates: the angle theta_i of each link from the downward vertical and its rate, all absolute; x is forward, z
    upward from the rest position of the support. Each link is a rod of length l_i, with its centre of mass c_i from its
    upper joint, of mass m_i and moment of inertia J_i about that centre, and a bob m_p at its lower end. With
    q_i = m_i c_i + m_p l_i + l_i (all mass below), H_ij = l_j q_i and H_ii = J_i + m_i c_i² + m_p l_i² + l_i² (all
    mass below),

        H_ij cos(theta_i - theta_j) theta_j'' + H_ij sin(theta_i - theta_j) theta_j'² + g q_i sin theta_i = Q_i

    which `physics/chains/planar.py` solves link by link, in a time that grows as N and not as N³.

    Q_i: drag of the masses k_d v_i, with the absolute velocity v_i of each lower joint (Dournac, Simulation pendule
    triple amorti, whose v² of the second mass must have 2 l1 l2 theta1' theta2' cos(theta1 - theta2)); friction of the
    joints k_j (theta_i' - theta_{i-1}'); drag of the air across each rod, ½ rho C_d 2 r l |v_n| v_n at its middle. The
    support is fixed, or moves: by a cosine along each axis, or one stroke of a hand, as in cracking a whip; its end,
    where the acceleration of the hand jumps, is an event. A tapered chain consists of thin cones; its friction is
    proportional to the fourth power of its radius.

    Invariant: E + W - W_s, the energy plus dissipated energy less the work of the support. The maximum speed of the end
    of a whip or of a folded chain depends on the number of links, and does not converge with it.
    """

    name = "planar-chain"
    title = "Planar chain"
    plotted: ClassVar[tuple[str, ...]] = ("tip_z", "tip_x")
    kind = "chain"
    in_plane = True
    second_order = False

    links = Choice(
        default="uniform", options=("uniform", "tapered", "given"),
        meaning="how the links are given: all alike, tapered, or each by its own numbers",
    )  # fmt: skip
    count = Parameter(
        default=3, unit="", low=1, high=MOST, whole=True, symbol="N", meaning="number of links",
        when={"links": ("uniform", "tapered")},
    )  # fmt: skip
    length = Parameter(
        default=3.0, unit="m", low=1e-3, high=1e3, log=True, symbol="L", meaning="length of all links together",
        when={"links": ("uniform", "tapered")},
    )  # fmt: skip
    mass = Parameter(
        default=0.0, unit="kg", low=0.0, high=1e4, symbol="M", meaning="mass of all rods together",
        when={"links": ("uniform",)},
    )  # fmt: skip
    bob = Parameter(
        default=1.0, unit="kg", low=0.0, high=1e4, symbol="m_b", meaning="mass of the bob at the end of each link",
        when={"links": ("uniform",)},
    )  # fmt: skip
    load = Parameter(
        default=0.0, unit="kg", low=0.0, high=1e4, symbol="m_l", meaning="mass that hangs at the end of the last link",
        when={"links": ("uniform", "tapered")},
    )  # fmt: skip
    density = Parameter(
        default=0.4, unit="kg/m", low=1e-6, high=1e3, log=True, symbol="λ", meaning="mass per metre at the thick end",
        when={"links": ("tapered",)},
    )  # fmt: skip
    taper = Parameter(
        default=0.1, unit="", low=1e-3, high=10.0, log=True, meaning="radius at the end over that at the beginning",
        when={"links": ("tapered",)},
    )  # fmt: skip
    grading = Parameter(
        default=1.0, unit="", low=0.5, high=2.0, meaning="length of a link over that of the one before",
        when={"links": ("tapered",)},
    )  # fmt: skip
    lengths = Vector(
        default=(1.0, 1.0, 1.0), unit="m", low=1e-6, high=1e3, longest=MOST, symbol="l", meaning="length of each link",
        when={"links": ("given",)},
    )  # fmt: skip
    masses = Vector(
        default=(0.0,), unit="kg", low=0.0, high=1e4, longest=MOST, symbol="m", meaning="mass of each rod",
        when={"links": ("given",)},
    )  # fmt: skip
    centres = Vector(
        default=(), unit="m", low=-1e3, high=1e3, shortest=0, longest=MOST, symbol="c",
        meaning="centre of mass of each rod from its upper joint; none given: at its middle",
        when={"links": ("given",)},
    )  # fmt: skip
    inertias = Vector(
        default=(), unit="kg m²", low=0.0, high=1e6, shortest=0, longest=MOST, symbol="J",
        meaning="moment of inertia of each rod about its centre of mass; none given: m l²/12",
        when={"links": ("given",)},
    )  # fmt: skip
    bobs = Vector(
        default=(1.0,), unit="kg", low=0.0, high=1e4, longest=MOST, symbol="m_p",
        meaning="mass of the bob at the end of each link", when={"links": ("given",)},
    )  # fmt: skip
    radii = Vector(
        default=(0.01,), unit="m", low=0.0, high=10.0, longest=MOST, symbol="r",
        meaning="radius of the rods, one for all or one for each; of a tapered chain that of its beginning",
    )  # fmt: skip
    gravity = Parameter(default=9.81, unit="m/s²", low=0.0, high=1e3, symbol="g", meaning="gravitational acceleration")
    drag = Vector(
        default=(0.0,), unit="N s/m", low=0.0, high=1e6, longest=MOST, symbol="k_d",
        meaning="drag of each mass over its velocity, at the end of its link",
    )  # fmt: skip
    friction = Vector(
        default=(0.0,), unit="N m s", low=0.0, high=1e6, longest=MOST, symbol="k_j",
        meaning="friction of each joint over its relative rate, the first one that with the support",
    )  # fmt: skip
    drag_coefficient = Parameter(
        default=0.0, unit="", low=0.0, high=100.0, symbol="C_d", meaning="drag coefficient of the rods, across them"
    )
    air_density = Parameter(default=1.2, unit="kg/m³", low=0.0, high=1e4, symbol="ρ", meaning="density of the air")
    support = Choice(
        default="fixed", options=("fixed", "harmonic", "stroke"),
        meaning="motion of the support: none, cosines along x and z, or one stroke along x",
    )  # fmt: skip
    amplitude_x = Parameter(
        default=0.0, unit="m", low=-1e3, high=1e3, symbol="A_x", meaning="amplitude of the support forward",
        when={"support": ("harmonic",)},
    )  # fmt: skip
    frequency_x = Parameter(
        default=0.0, unit="rad/s", low=0.0, high=1e5, symbol="Ω_x", meaning="angular frequency of the support forward",
        when={"support": ("harmonic",)},
    )  # fmt: skip
    phase_x = Parameter(
        default=0.0, unit="rad", low=-1e3, high=1e3, symbol="φ_x", meaning="phase of the support forward",
        when={"support": ("harmonic",)},
    )  # fmt: skip
    amplitude_z = Parameter(
        default=0.0, unit="m", low=-1e3, high=1e3, symbol="A_z", meaning="amplitude of the support upward",
        when={"support": ("harmonic",)},
    )  # fmt: skip
    frequency_z = Parameter(
        default=0.0, unit="rad/s", low=0.0, high=1e5, symbol="Ω_z", meaning="angular frequency of the support upward",
        when={"support": ("harmonic",)},
    )  # fmt: skip
    phase_z = Parameter(
        default=0.0, unit="rad", low=-1e3, high=1e3, symbol="φ_z", meaning="phase of the support upward",
        when={"support": ("harmonic",)},
    )  # fmt: skip
    stroke = Parameter(
        default=1.2, unit="m", low=-1e2, high=1e2, symbol="S", meaning="length of the stroke forward",
        when={"support": ("stroke",)},
    )  # fmt: skip
    stroke_time = Parameter(
        default=0.22, unit="s", low=1e-3, high=1e3, log=True, symbol="T", meaning="duration of the stroke",
        when={"support": ("stroke",)},
    )  # fmt: skip
    lift = Parameter(
        default=0.35, unit="m", low=-1e2, high=1e2, symbol="S_z", meaning="rise of the hand in mid stroke",
        when={"support": ("stroke",)},
    )  # fmt: skip

    variables = chain_state(int(count.default))
    invariants = INVARIANTS
    quantities = (*QUANTITIES, *SHAKEN_QUANTITIES)
    energy_parts = chain_parts("potential energy of the weight, 0 at the support's place at rest")
    events: ClassVar[tuple[Event, ...]] = (Event("stroke-end", "the stroke is over", quiet=True),)

    rate = staticmethod(planar.rate)
    split_step: ClassVar[Any] = staticmethod(planar_rattle.split_step)
    guards = staticmethod(planar.guards)
    jump = staticmethod(planar.jump)

    def why_not_split(self) -> str:
        """Return that RATTLE needs no losses and a fixed support, where there are some or it moves."""
        n = len(self.chain)
        drag, friction, air = (self.p[planar.FIRST + k * n : planar.FIRST + (k + 1) * n] for k in (4, 5, 6))
        losses = {"drag": drag, "friction": friction, "drag_coefficient": air}
        return lossless(self.name, losses) or at_rest(self.name, self.stands)

    def cartesian(self, states: NDArray[np.float64]) -> Cartesian:
        """Return states in the coordinates of RATTLE, of a chain that stands."""
        return planar_cartesian(states, self.p)

    def normalized(self, start: dict[str, float]) -> dict[str, float]:
        """Return the start with the flag of the stroke set."""
        over = self.support == "stroke" and start["time"] >= self.stroke_time
        return {**start, "in_stroke": float(not over)}

    def instance_variables(self) -> tuple[Variable, ...]:
        """Return the variables: angles and rates of all links."""
        return chain_state(len(self.chain))

    def consistent(self) -> None:
        """Raise BadInput if a Vector does not fit the number of links, or a link has no inertia."""
        check_masses(self.chain)
        for name in ("drag", "friction"):
            one_per_link(name, self.parameters[name], len(self.chain))

    @cached_property
    def chain(self) -> tuple[Link, ...]:
        """The links, starting at the support."""
        if self.links == "given":
            return self._given()
        n = int(self.count)
        if self.links == "tapered":
            found = tapered_rods(n, self.length, self.density, self.radii[0], self.taper, self.grading)
        else:
            radii = one_per_link("radii", self.radii, n)
            found = [rod(self.length / n, self.mass / n, self.bob, r) for r in radii]
        return (*found[:-1], found[-1]._replace(bob=found[-1].bob + self.load))

    def _given(self) -> tuple[Link, ...]:
        n = len(self.lengths)
        m, bobs, radii = (one_per_link(k, self.parameters[k], n) for k in ("masses", "bobs", "radii"))
        links = [rod(*each) for each in zip(self.lengths, m, bobs, radii, strict=True)]
        if self.centres:
            c = one_per_link("centres", self.centres, n)
            links = [link._replace(centre=x) for link, x in zip(links, c, strict=True)]
        if self.inertias:
            J = one_per_link("inertias", self.inertias, n)
            links = [link._replace(inertia=x) for link, x in zip(links, J, strict=True)]
        return tuple(links)

    def constants(self) -> tuple[float, ...]:
        """Return p as `physics/chains/planar.py` defines it, then the bounds of `chains/shaken/upside_down.py`."""
        swings = self.support == "harmonic"
        cosines = (
            self.amplitude_x, self.frequency_x, self.phase_x, self.amplitude_z, self.frequency_z, self.phase_z,
        ) if swings else (0.0,) * 6  # fmt: skip
        thrown = self.support == "stroke"
        hand = (self.stroke, math.pi / self.stroke_time, self.lift) if thrown else (0.0,) * 3
        return self.gravity, float(thrown), *cosines, *hand, *self._link_numbers(), *shaking_numbers(self)

    def _link_numbers(self) -> tuple[float, ...]:
        """Return the numbers of all links, in the order of `physics/chains/planar.py`."""
        n, rows = len(self.chain), []
        k_d, k_j = one_per_link("drag", self.drag, n), one_per_link("friction", self.friction, n)
        for link, drag, friction in zip(self.chain, k_d, k_j, strict=True):
            radius = 0.5 * (link.near + link.far)
            rubs = (
                friction * whole_power(radius / self.radii[0], 4)
                if self.links == "tapered" and self.radii[0]
                else friction
            )
            air = 0.5 * self.air_density * self.drag_coefficient * 2.0 * radius * link.length
            rows.append((link.length, *link.whole, drag, rubs, air))
        return tuple(number for kind in zip(*rows, strict=True) for number in kind)

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return the motion of rods and bobs, their weight, losses and the work of the support [J]."""
        n = len(self.chain)
        _, z, v_x, v_z, _, _ = planar.support(y, self.p)
        moving, turning, lift = [], [], 0.0
        for link, angle, omega in zip(self.chain, y[:n], y[n : 2 * n], strict=True):
            s, c = sincos(angle)
            half = link.centre * omega
            u, w = v_x + half * c, v_z + half * s
            v_x, v_z = v_x + link.length * omega * c, v_z + link.length * omega * s
            moving.append(0.5 * (link.mass * (u * u + w * w) + link.bob * (v_x * v_x + v_z * v_z)))
            turning.append(0.5 * link.inertia * omega * omega)
            lift += link.mass * (z - link.centre * c)
            z -= link.length * c
            lift += link.bob * z
        return {
            **split_motion(moving, turning),
            "weight": self.p[planar.GRAVITY] * lift,
            "losses": y[2 * n + planar.LOSS],
            "work of the support": y[2 * n + planar.WORK],
        }

    @property
    def has_stability(self) -> bool:
        """True if the support is shaken up and down."""
        return is_shaken(self)

    def stability(self) -> StabilityChart:
        """Return the chart of Ince and Strutt with the modes of the chain, hanging or upside down."""
        return strutt_chart(self)

    # Drawing ----------------------------------------------------------------------------------------------

    @cached_property
    def link_shapes(self) -> tuple[LinkShape, ...]:
        """The links, starting at the support."""
        return tuple(
            LinkShape(f"link {i + 1}", link.length, link.bob, link.whole[0], link.near, link.far, 0.0)
            for i, link in enumerate(self.chain)
        )

    @property
    def stands(self) -> bool:
        """True if the support does not move."""
        return bool(self.support == "fixed")

    def joints(self, y: Floats) -> NDArray[np.float64]:
        """Return all joints from the support to the tip: x, z [m] and their rates, (N + 1, 4)."""
        out: Floats = memoryview(array("d", bytes(32 * (len(self.chain) + 1))))
        planar.joints(y, self.p, out)
        return np.array(out).reshape(-1, 4)

    def points(self, y: Floats) -> NDArray[np.float64]:
        """Return all joints in the lab, (N + 1, 3) [m]."""
        x, z = self.joints(y)[:, :2].T
        return np.column_stack([x, np.zeros_like(x), z])

    def joint_forces(self, y: Floats) -> NDArray[np.float64]:
        """Return the force of the part above each joint on the link below it, in the lab, (N, 3) [N].

        NaN where a link is so light beside others that rounding leaves nothing of its inertia.
        """
        out: Floats = memoryview(array("d", bytes(16 * len(self.chain))))
        try:
            planar.forces(y, self.p, out)
        except ZeroDivisionError:
            out = memoryview(array("d", [math.nan] * len(out)))
        x, z = np.array(out).reshape(-1, 2).T
        return np.column_stack([x, np.zeros_like(x), z])

    def tensions(self, y: Floats) -> NDArray[np.float64]:
        """Return the tension of each link at its upper joint, (N,) [N], or nan; negative: compression."""
        return self.pose_layout.tensions_of(self.posed(y))

    @cached_property
    def _with_bobs(self) -> list[int]:
        """The indices of the links with bobs."""
        return [i for i, link in enumerate(self.chain) if link.bob > 0.0]

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """The rods, then the bobs; velocity of the tip, forces if they are few; some joints; all joints."""
        n = len(self.chain)
        rods = [(f"link {i + 1}", _rod(link)) for i, link in enumerate(self.chain)]
        bobs = [(f"bob {i + 1}", _bob(self.chain[i])) for i in self._with_bobs]
        return chain_pose.layout((*rods, *bobs), n, chain_pose.drawn_forces(n, 0), "link", 0)

    def pose_constants(self) -> tuple[float, ...]:
        """Return the numbers of `physics/chains/chain_pose.py`, then p."""
        n = len(self.chain)
        return *chain_pose.head(n, chain_pose.drawn_forces(n, 0), self._with_bobs), *self.p

    pose = staticmethod(chain_pose.write_planar_pose)

    def grip(self, y: Floats, body: int, point: Vector3) -> GripPoint:
        """Return the grip of a rod, or of a bob at its end."""
        n = len(self.chain)
        link = body if body < n else self._with_bobs[body - n]
        whole = _hanging(y[link])
        arm = dense.applied(whole, point) - (0.0 if body < n else self.chain[link].length) * whole[:, 2]
        held = impulse_response(self.chain, np.array(y[:n]), np.array(y[n : 2 * n]), self.joints(y)[link], link, arm)
        answer = np.zeros((len(y), 3))
        answer[n : 2 * n] = held.answer
        return held._replace(answer=answer)


def _rod(link: Link) -> Box:
    thick = 2.0 * max(0.5 * (link.near + link.far), 1e-4)
    return Box((thick, thick, link.length), (0.0, 0.0, -0.5 * link.length))


def _bob(link: Link) -> Ellipsoid:
    radius = rounded.cbrt(0.75 * link.bob / (math.pi * BOB_DENSITY))
    return Ellipsoid((radius, radius, radius))


def _hanging(angle: float) -> np.ndarray[Any, Any]:
    """Return the rotation, body to lab, (3, 3), of a link at this angle: axis 3 up along it, axis 2 across."""
    s, c = sincos(angle)
    return np.array([[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]])


def impulse_response(
    chain: Sequence[Link], theta: NDArray[np.float64], rates: NDArray[np.float64], joint: NDArray[np.float64],
    link: int, arm: Vector3,
) -> GripPoint:  # fmt: skip
    """Return the response at a point of a link (0 is the first), `arm` (3,) [m] from its upper joint in the lab.

    theta and rates (N,): angles and theirs. joint (4,): x, z of the upper joint and their rates. The rows of the
    response are those of the rates alone, (N, 3).
    """
    M, S, I = np.array([each.whole for each in chain]).T  # noqa: E741  # the symbol of moments of inertia
    L = np.array([each.length for each in chain])
    below = np.cumsum(M[::-1])[::-1] - M
    H = np.triu(np.outer(L, S + L * below), 1)
    masses = (H + H.T + np.diag(I + L * L * below)) * array_trig.cos(theta[:, None] - theta)
    J = np.zeros((3, len(chain)))
    s, c = array_trig.sincos(theta[:link])
    J[0, :link], J[2, :link] = L[:link] * c, L[:link] * s
    J[0, link], J[2, link] = -arm[2], arm[0]
    answer = dense.solve(masses, J.T)
    turned = rates[link] * J[:, link]
    velocity = np.array([joint[2] + turned[0], 0.0, joint[3] + turned[2]])
    return GripPoint(np.array([joint[0], 0.0, joint[1]]) + arm, velocity, answer, dense.product(J, answer))
