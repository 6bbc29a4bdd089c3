"""Invariants and derived quantities of a planar chain."""

from __future__ import annotations

import math
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from physics.core.fields import Invariant, Quantity
from physics.linkages.links import Link
from physics.linkages.planar import LOSS, WORK, energies, link_count
from physics.types import Floats

SPEED_OF_SOUND = 343.0
"""Speed of sound in air at 20 °C [m/s]."""


class Chain(Protocol):
    """Protocol of a planar chain: what its quantities read. The methods are those of `PlanarChain`."""

    p: Floats
    chain: tuple[Link, ...]
    gravity: float
    support: str

    def joints(self, y: Floats) -> NDArray[np.float64]:
        """Return all joints: x, z [m] and their rates, (N + 1, 4)."""

    def joint_forces(self, y: Floats) -> NDArray[np.float64]:
        """Return the force in each joint on the link below it, (N, 3) [N]."""

    def tensions(self, y: Floats) -> NDArray[np.float64]:
        """Return the tension of each link at its upper joint, (N,) [N]."""


def _balance(chain: Chain, y: Floats) -> float:
    k = 2 * link_count(y)
    kinetic, potential = energies(y, chain.p)
    return kinetic + potential + y[k + LOSS] - y[k + WORK]


def _scale(chain: Chain, y: Floats) -> float:
    kinetic, _ = energies(y, chain.p)
    mass, length = sum(link.whole[0] for link in chain.chain), sum(link.length for link in chain.chain)
    return kinetic + mass * chain.gravity * length


def _tip(place: int) -> Quantity:
    """Return the quantity of the tip's coordinate 0 or 1."""
    name, symbol, which = (("tip_x", "x", "forward"), ("tip_z", "z", "upward"))[place]
    return Quantity(name, symbol, "m", f"the tip, {which} from the support at rest",
                    lambda chain, y: float(chain.joints(y)[-1, place]))  # fmt: skip


def tip_speed(chain: Chain, y: Floats) -> float:
    """Return the speed of the last link's end [m/s]."""
    return math.hypot(*chain.joints(y)[-1, 2:])


INVARIANTS = (
    Invariant("energy", "E + W − W_s", "J", "energy + dissipated energy − work of the support", _balance, _scale),
)


def mach(chain: Chain, y: Floats) -> float:
    """Return the speed of the tip over that of sound."""
    return tip_speed(chain, y) / SPEED_OF_SOUND


QUANTITIES = (
    _tip(0),
    _tip(1),
    Quantity("tip_speed", "v", "m/s", "speed of the tip", tip_speed),
    Quantity("mach", "Ma", "", "speed of the tip over that of sound", mach),
    Quantity("mechanical", "E", "J", "kinetic and potential energy", lambda chain, y: sum(energies(y, chain.p))),
    Quantity("kinetic", "T", "J", "kinetic energy", lambda chain, y: energies(y, chain.p)[0]),
    Quantity("potential", "V", "J", "potential energy, 0 at the support at rest",
             lambda chain, y: energies(y, chain.p)[1]),
    Quantity("support_force", "F₀", "N", "force of the support",
             lambda chain, y: math.hypot(*chain.joint_forces(y)[0])),
    Quantity("largest_tension", "F_max", "N", "largest joint tension",
             lambda chain, y: float(max(chain.tensions(y)))),
    Quantity("support_x", "x₀", "m", "the support, forward", lambda chain, y: float(chain.joints(y)[0, 0]),
             applies=lambda chain: chain.support != "fixed"),
    Quantity("support_z", "z₀", "m", "the support, upward", lambda chain, y: float(chain.joints(y)[0, 1]),
             applies=lambda chain: chain.support == "harmonic" or chain.support == "stroke"),
)  # fmt: skip
