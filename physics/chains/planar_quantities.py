"""Invariants and derived quantities of a planar chain."""

from __future__ import annotations

from math import sqrt
from typing import Protocol

from physics.chains.planar import LOSS, WORK, energies, forces, joints, link_count, link_tension
from physics.core.fields import Invariant, Quantity, SharedValues
from physics.core.scratch import scratch
from physics.linkages.links import Link
from physics.types import Floats

SPEED_OF_SOUND = 343.0
"""Speed of sound in air at 20 °C [m/s]."""


class Chain(Protocol):
    """Protocol of a planar chain: what its quantities read."""

    p: Floats
    chain: tuple[Link, ...]
    gravity: float
    support: str


def _balance(chain: Chain, y: Floats) -> float:
    k = 2 * link_count(y)
    kinetic, potential = energies(y, chain.p)
    return kinetic + potential + y[k + LOSS] - y[k + WORK]


def _scale(chain: Chain, y: Floats) -> float:
    kinetic, _ = energies(y, chain.p)
    mass, length = sum(link.whole[0] for link in chain.chain), sum(link.length for link in chain.chain)
    return kinetic + mass * chain.gravity * length


INVARIANTS = (
    Invariant("energy", "E + W − W_s", "J", "energy + dissipated energy − work of the support", _balance, _scale),
)


def _write_values(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of `VALUES`; the forces last, whose equations may be singular in rounded numbers."""
    n = link_count(y)
    at, f = scratch(4 * (n + 1)), scratch(2 * n)
    joints(y, p, at)
    v_x, v_z = at[4 * n + 2], at[4 * n + 3]
    out[0], out[1], out[2] = at[4 * n], at[4 * n + 1], sqrt(v_x * v_x + v_z * v_z)
    out[3] = out[2] / SPEED_OF_SOUND
    kinetic, potential = energies(y, p)
    out[4], out[5], out[6], out[7], out[8] = kinetic + potential, kinetic, potential, at[0], at[1]
    forces(y, p, f)
    out[9] = sqrt(f[0] * f[0] + f[1] * f[1])
    largest = 0.0
    for i in range(n):
        tension = link_tension(y[i], f, i)
        if i == 0 or not tension <= largest:
            largest = tension
    out[10] = largest


VALUES = SharedValues(
    _write_values, "tip_x", "tip_z", "tip_speed", "mach", "mechanical", "kinetic", "potential", "support_x",
    "support_z", "support_force", "largest_tension",
)  # fmt: skip
QUANTITIES = (
    Quantity("tip_x", "x", "m", "the tip, forward from the support at rest", VALUES["tip_x"]),
    Quantity("tip_z", "z", "m", "the tip, upward from the support at rest", VALUES["tip_z"]),
    Quantity("tip_speed", "v", "m/s", "speed of the tip", VALUES["tip_speed"]),
    Quantity("mach", "Ma", "", "speed of the tip over that of sound", VALUES["mach"]),
    Quantity("mechanical", "E", "J", "kinetic and potential energy", VALUES["mechanical"]),
    Quantity("kinetic", "T", "J", "kinetic energy", VALUES["kinetic"]),
    Quantity("potential", "V", "J", "potential energy, 0 at the support at rest", VALUES["potential"]),
    Quantity("support_force", "F₀", "N", "force of the support", VALUES["support_force"]),
    Quantity("largest_tension", "F_max", "N", "largest joint tension", VALUES["largest_tension"]),
    Quantity("support_x", "x₀", "m", "the support, forward", VALUES["support_x"],
             applies=lambda chain: chain.support != "fixed"),
    Quantity("support_z", "z₀", "m", "the support, upward", VALUES["support_z"],
             applies=lambda chain: chain.support == "harmonic" or chain.support == "stroke"),
)  # fmt: skip
