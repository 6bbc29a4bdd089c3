"""Wilberforce's pendulum: a mass on a helical spring, which bobs up and down and twists in turn."""

from __future__ import annotations

import math
from functools import cached_property
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from physics.core.fields import EnergyPart, Invariant, Parameter, Quantity, SharedValues, Variable
from physics.core.system import System
from physics.core.units import format_number
from physics.errors import BadInput
from physics.maths import rounded
from physics.maths.trig import PI, sincos
from physics.shapes.pose import ArrowKind, PoseLayout, write_arrow, write_body, write_point
from physics.shapes.solids import SolidOfRevolution
from physics.types import Floats

MASS, INERTIA, STIFFNESS, TORSION, HALF, PULL, TWIST_PULL, SINE, COSINE, FAST, SLOW = range(11)
"""Indices in p: m [kg], I [kg m²], k [N/m], delta [N m], epsilon/2 [N], √m and √I, the sine and the cosine of the angle
of the modes, and the squares of their frequencies [rad²/s²]."""
TURNS, PLACES = 7, 12
"""Turns of the spring that is drawn, and the number of its points in each of them."""
BENDING = 1.3
"""Stiffness of round steel wire against bending over that against torsion, 1 + Poisson's ratio."""
FLAT = 0.5
"""Height of the bob that is drawn, in its radii."""
ARM = 1.5
"""Distance of the traced nut from the axis, in radii of the bob."""
LEAST_WOUND = 0.5
"""Least number of turns of the spring that is drawn, in those that it has at rest."""


def _energy(pendulum: Wilberforce, y: Floats) -> float:
    p = pendulum.p
    kinetic = p[MASS] * y[2] * y[2] + p[INERTIA] * y[3] * y[3]
    return 0.5 * (kinetic + p[STIFFNESS] * y[0] * y[0] + p[TORSION] * y[1] * y[1]) + p[HALF] * y[0] * y[1]


def _mode_energies(y: Floats, p: Floats) -> tuple[float, float]:
    """Return the energies of the fast and of the slow normal mode [J]."""
    s, c = p[SINE], p[COSINE]
    u, v = p[PULL] * y[0], p[TWIST_PULL] * y[1]
    u_dot, v_dot = p[PULL] * y[2], p[TWIST_PULL] * y[3]
    fast, slow = c * u + s * v, c * v - s * u
    fast_dot, slow_dot = c * u_dot + s * v_dot, c * v_dot - s * u_dot
    return 0.5 * (fast_dot * fast_dot + p[FAST] * fast * fast), 0.5 * (slow_dot * slow_dot + p[SLOW] * slow * slow)


def _fast_energy(pendulum: Wilberforce, y: Floats) -> float:
    fast, _ = _mode_energies(y, pendulum.p)
    return fast


def _slow_energy(pendulum: Wilberforce, y: Floats) -> float:
    _, slow = _mode_energies(y, pendulum.p)
    return slow


def _write_values(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of `VALUES`."""
    out[0] = 0.5 * (p[MASS] * y[2] * y[2] + p[STIFFNESS] * y[0] * y[0])
    out[1] = 0.5 * (p[INERTIA] * y[3] * y[3] + p[TORSION] * y[1] * y[1])
    fast, slow = sqrt(p[FAST]), sqrt(p[SLOW])
    out[2], out[3] = 2.0 * PI / fast, 2.0 * PI / slow
    out[4] = 4.0 * p[SINE] * p[SINE] * p[COSINE] * p[COSINE]
    difference = (p[FAST] - p[SLOW]) / (fast + slow)
    out[5] = 2.0 * PI / difference if difference > 0.0 else math.nan


VALUES = SharedValues(
    _write_values, "bobbing_energy", "twisting_energy", "fast_period", "slow_period", "transfer", "beat_period"
)

ARROWS = (
    ArrowKind("force", "F", "N", "force on the bob: that of the spring less the weight"),
    ArrowKind("velocity", "v", "m/s", "velocity of a nut on its arm"),
    ArrowKind("omega", "ω", "rad/s", "angular velocity of the bob"),
)


class Wilberforce(System):
    """A bob on a helical spring that stretches and twists, as L. R. Wilberforce showed it in 1894.

    Coordinates: z [m], the height of the bob above its place of rest, and theta [rad], its angle about the vertical
    from there, in the sense in which the spring winds downward. A helix that is stretched also winds itself up a
    little: its energy has a term in both, here with Berg's and Marshall's constant epsilon [N],

        V = k z²/2 + delta theta²/2 + epsilon z theta/2,

    so that Lagrange's equations are

        m z'' = -k z - epsilon theta/2
        I theta'' = -delta theta - epsilon z/2

    The weight only moves the place of rest. The spring has no mass; a real one counts with a third of its own in m.

    With u = √m z and v = √I theta the two normal modes are fast = u cos a + v sin a and slow = v cos a - u sin a, with
    tan 2a = 2 e/(k/m - delta/I) and e = epsilon/(2 √(m I)). The squares of their frequencies are the mean of k/m and
    delta/I, plus and minus √(((k/m - delta/I)/2)² + e²). Each keeps its energy: these are invariants beside the sum.

    Let go without twist, the bob bobs with both modes at once, and these come out of step: after half a beat, pi over
    the difference of their frequencies, the part sin² 2a of the energy is in the twist where e is small beside k/m: all
    of it where k/m = delta/I. There Wilberforce tuned his bob by moving nuts in and out on its arms.

    L. R. Wilberforce, "On the vibrations of a loaded spiral spring", Phil. Mag. 38 (1894) 386. R. E. Berg and T. S.
    Marshall, "Wilberforce pendulum oscillations and normal modes", Am. J. Phys. 59 (1991) 32.
    """

    name = "wilberforce"
    title = "Wilberforce pendulum"
    plotted = ("bobbing_energy", "twisting_energy")
    separable = True
    inlined = True

    mass = Parameter(
        default=1.2, unit="kg", low=1e-3, high=100.0, log=True, symbol="m",
        meaning="of the bob, with a third of that of the spring",
    )  # fmt: skip
    inertia = Parameter(
        default=2.1e-3, unit="kg m²", low=1e-7, high=10.0, log=True, symbol="I",
        meaning="moment of inertia of the bob about the vertical",
    )  # fmt: skip
    stiffness = Parameter(
        default=30.0,
        unit="N/m",
        low=1e-3,
        high=1e5,
        log=True,
        symbol="k",
        meaning="of the spring, when it is stretched",
    )
    torsion = Parameter(
        default=0.0525, unit="N m", low=1e-7, high=1e3, log=True, symbol="δ",
        meaning="stiffness of the spring, when it is twisted, for each radian",
    )  # fmt: skip
    coupling = Parameter(
        default=0.2, unit="N", low=-1e3, high=1e3, symbol="ε",
        meaning="twice the force that a twist by one radian needs to hold the bob at its height",
    )  # fmt: skip
    length = Parameter(
        default=0.5, unit="m", low=0.01, high=100.0, log=True, symbol="L",
        meaning="of the spring with the bob at rest; it changes nothing but the picture",
    )  # fmt: skip

    variables = (
        Variable("z", "z", "m", "the bob, above its place of rest", -0.1, -1e3, 1e3),
        Variable("theta", "θ", "rad", "twist of the bob about the vertical", 0.0, -1e4, 1e4),
        Variable("z_dot", "ż", "m/s", "velocity upward", 0.0, -1e4, 1e4, role="velocity"),
        Variable("theta_dot", "θ̇", "rad/s", "rate of twist", 0.0, -1e5, 1e5, role="velocity"),
    )
    invariants = (
        Invariant("energy", "E", "J", "kinetic energy, and that of the spring", _energy),
        Invariant("fast_energy", "E₊", "J", "energy of the fast normal mode", _fast_energy, _energy),
        Invariant("slow_energy", "E₋", "J", "energy of the slow normal mode", _slow_energy, _energy),
    )
    energy_parts = (
        EnergyPart("bobbing", "½ m ż²", "motion up and down", "kinetic"),
        EnergyPart("twisting", "½ I θ̇²", "motion about the vertical", "kinetic"),
        EnergyPart("stretch", "½ k z²", "stretch of the spring from rest", "elastic"),
        EnergyPart("twist", "½ δ θ²", "twist of the spring", "elastic"),
        EnergyPart("coupling", "½ ε z θ", "what stretch and twist have in common, of either sign", "elastic"),
    )
    quantities = (
        Quantity("bobbing_energy", "E_z", "J", "energy of the motion up and down, ½ m ż² + ½ k z²",
                 VALUES["bobbing_energy"]),
        Quantity("twisting_energy", "E_θ", "J", "energy of the twist, ½ I θ̇² + ½ δ θ²", VALUES["twisting_energy"]),
        Quantity("fast_period", "T₊", "s", "period of the fast normal mode", VALUES["fast_period"]),
        Quantity("slow_period", "T₋", "s", "period of the slow normal mode", VALUES["slow_period"]),
        Quantity("beat_period", "T_b", "s", "time in which the energy goes over and returns", VALUES["beat_period"],
                 applies=lambda pendulum: pendulum.p[FAST] > pendulum.p[SLOW]),
        Quantity("transfer", "sin² 2a", "", "the greatest part of the energy that goes over from one motion to the "
                 "other, where the coupling is weak", VALUES["transfer"]),
    )  # fmt: skip

    def consistent(self) -> None:
        """Raise BadInput for a coupling at which the spring would not hold the bob at rest."""
        most = 2.0 * sqrt(self.stiffness * self.torsion)
        if not abs(self.coupling) < most:
            raise BadInput(
                f"coupling = {format_number(self.coupling)} N: must be less than 2 √(k δ), {format_number(most)} N"
            )

    def constants(self) -> tuple[float, ...]:
        """Return the numbers p in the order of their indices."""
        pull, twist_pull = sqrt(self.mass), sqrt(self.inertia)
        bobbing, twisting = self.stiffness / self.mass, self.torsion / self.inertia
        e, difference = 0.5 * self.coupling / (pull * twist_pull), 0.5 * (bobbing - twisting)
        sine, cosine = rounded.sincos(0.5 * rounded.atan2(e, difference))
        fast = 0.5 * (bobbing + twisting) + sqrt(difference * difference + e * e)
        # By the product of both, which is not a difference of large numbers.
        slow = (bobbing * twisting - e * e) / fast
        return (
            self.mass, self.inertia, self.stiffness, self.torsion, 0.5 * self.coupling, pull, twist_pull, sine, cosine,
            fast, slow,
        )  # fmt: skip

    @staticmethod
    def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
        """Write the time derivative of y: m z'' = -k z - epsilon theta/2, I theta'' = -delta theta - epsilon z/2."""
        dy[0], dy[1] = y[2], y[3]
        dy[2] = -(p[2] * y[0] + p[4] * y[1]) / p[0]
        dy[3] = -(p[3] * y[1] + p[4] * y[0]) / p[1]

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return the kinetic energies of both motions, and the three terms of that of the spring [J]."""
        p = self.p
        return {
            "bobbing": 0.5 * p[MASS] * y[2] * y[2],
            "twisting": 0.5 * p[INERTIA] * y[3] * y[3],
            "stretch": 0.5 * p[STIFFNESS] * y[0] * y[0],
            "twist": 0.5 * p[TORSION] * y[1] * y[1],
            "coupling": p[HALF] * y[0] * y[1],
        }

    # Drawing -------------------------------------------------------------------------------------------------

    @property
    def bob_radius(self) -> float:
        """The radius [m] of a disc with the mass and the moment of inertia of the bob."""
        return sqrt(2.0 * self.inertia / self.mass)

    @property
    def coil_radius(self) -> float:
        """The radius [m] of a helix of steel wire whose stiffnesses have the ratio of k and delta, at most L/4."""
        return min(sqrt(self.torsion / (BENDING * self.stiffness)), 0.25 * self.length)

    @property
    def hook(self) -> float:
        """The height [m] of the end of the spring above the middle of the bob."""
        return 0.5 * FLAT * self.bob_radius

    def points(self, y: Floats) -> NDArray[np.float64]:
        """Return the wire of the spring from the support to the bob in the lab, (n, 3) [m]."""
        return self.pose_layout.points_of(self.posed(y))

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """The bob, with force, velocity and angular velocity; the path of a nut on its arm; the wire of the spring."""
        radius, half = self.bob_radius, self.hook
        disc = SolidOfRevolution(((0.0, -half), (radius, -half), (radius, half), (0.0, half)))
        return PoseLayout((("bob", disc),), ARROWS, ("nut",), points=TURNS * PLACES + 1)

    def pose_constants(self) -> tuple[float, ...]:
        """Return p, then length and radius of the spring at rest, its hook, and the distance of the nut [m]."""
        return (*self.p, self.length, self.coil_radius, self.hook, ARM * self.bob_radius)

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn; the wire keeps its length, so that its turns are wider where there are fewer."""
        length, radius, hook, arm = s[11], s[12], s[13], s[14]
        sine, cosine = sincos(y[1])
        write_body(out, 0, 0.0, 0.0, y[0], (cosine, -sine, 0.0, sine, cosine, 0.0, 0.0, 0.0, 1.0), y[3])
        nut = arm * cosine, arm * sine, y[0]
        write_arrow(out, 1, 0, (0.0, 0.0, y[0] + hook), (0.0, 0.0, -(s[STIFFNESS] * y[0] + s[HALF] * y[1])))
        write_arrow(out, 1, 1, nut, (-arm * sine * y[3], arm * cosine * y[3], y[2]))
        write_arrow(out, 1, 2, (0.0, 0.0, y[0]), (0.0, 0.0, y[3]))
        write_point(out, 1, 3, 0, nut)
        round_turns = 2.0 * PI * TURNS
        wire = length * length + round_turns * radius * round_turns * radius
        high = length - y[0]
        wound = max(round_turns + y[1], LEAST_WOUND * round_turns)
        wide = sqrt(max(wire - high * high, 0.0)) / wound
        for i in range(TURNS * PLACES + 1):
            share = i / (TURNS * PLACES)
            sine, cosine = sincos(share * (round_turns + y[1]))
            height = y[0] + hook + (1.0 - share) * high
            write_point(out, 1, 3, i + 1, (wide * cosine, wide * sine, height))
