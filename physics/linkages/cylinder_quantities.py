"""Invariants and derived quantities of a chain of bodies in space."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from physics.core.fields import Invariant, Quantity
from physics.linkages.cylinders import CylinderChain
from physics.linkages.placed import OMEGA, VELOCITY
from physics.linkages.planar_quantities import SPEED_OF_SOUND
from physics.types import Floats, Vector3


def momentum(chain: CylinderChain, y: Floats) -> Vector3:
    """Return the momentum of all bodies, (3,) [kg m/s]."""
    masses = np.array([link.mass for link in chain.chain])
    return np.asarray(masses @ chain.placed(y)[:, VELOCITY:OMEGA])


def angular_momentum(chain: CylinderChain, y: Floats) -> Vector3:
    """Return the angular momentum of all bodies about the mean position of the support, (3,) [kg m²/s]."""
    placed, R = chain.placed(y), chain.rotations(y)
    masses = np.array([link.mass for link in chain.chain])
    moved = masses @ np.cross(chain.centres(y) - chain.place, placed[:, VELOCITY:OMEGA])
    I = np.array([link.inertia for link in chain.chain])  # noqa: E741  # the symbol of moments of inertia
    return np.asarray(moved + np.einsum("nij,nj,nkj,nk->i", R, I, R, placed[:, OMEGA:]))


def tip_velocity(chain: CylinderChain, y: Floats) -> Vector3:
    """Return the velocity of the last joint, (3,) [m/s]."""
    last, arm = chain.placed(y)[-1], chain.rotations(y)[-1] @ chain.chain[-1].lower
    return np.asarray(last[VELOCITY:OMEGA] + np.cross(last[OMEGA:], arm))


def tip_speed(chain: CylinderChain, y: Floats) -> float:
    """Return the speed of the last joint [m/s]."""
    return float(np.linalg.norm(tip_velocity(chain, y)))


def energy_scale(chain: CylinderChain, y: Floats) -> float:
    """Return the scale of energy drifts [J]: the kinetic energy plus that of lifting the chain by its length."""
    mass, length = sum(link.mass for link in chain.chain), sum(link.length for link in chain.chain)
    return chain.energies(y)[0] + mass * chain.gravity * length


def _momentum_scale(chain: CylinderChain, y: Floats) -> float:
    mass = sum(link.mass for link in chain.chain)
    return math.sqrt(2.0 * mass * chain.energies(y)[0])


def _turning_scale(chain: CylinderChain, y: Floats) -> float:
    return _momentum_scale(chain, y) * sum(link.length for link in chain.chain)


def momenta(axis: int, applies: Callable[..., bool]) -> Invariant:
    """Return the invariant of one component of the momentum."""
    name = "xyz"[axis]
    return Invariant(f"P_{name}", f"P_{name}", "kg m/s", f"momentum along {name}",
                     lambda chain, y: float(momentum(chain, y)[axis]), _momentum_scale, applies=applies)  # fmt: skip


def angular_momenta(axis: int, applies: Callable[..., bool]) -> Invariant:
    """Return the invariant of one component of the angular momentum."""
    name = "xyz"[axis]
    return Invariant(f"L_{name}", f"L_{name}", "kg m²/s", f"angular momentum about {name} through the support's place",
                     lambda chain, y: float(angular_momentum(chain, y)[axis]), _turning_scale,
                     applies=applies)  # fmt: skip


def _part(name: str, symbol: str, axis: int) -> Quantity:
    which = ("along x", "along y", "upward")[axis]
    return Quantity(name, symbol, "m", f"the tip, {which}", lambda chain, y: float(chain.points(y)[-1, axis]))


def mach(chain: CylinderChain, y: Floats) -> float:
    """Return the speed of the tip over that of sound."""
    return tip_speed(chain, y) / SPEED_OF_SOUND


QUANTITIES = (
    _part("tip_x", "x", 0),
    _part("tip_y", "y", 1),
    _part("tip_z", "z", 2),
    Quantity("tip_speed", "v", "m/s", "speed of the tip", tip_speed),
    Quantity("mach", "Ma", "", "speed of the tip over that of sound", mach),
    Quantity("mechanical", "E", "J", "kinetic and potential energy", lambda chain, y: sum(chain.energies(y))),
    Quantity("kinetic", "T", "J", "kinetic energy", lambda chain, y: chain.energies(y)[0]),
    Quantity("potential", "V", "J", "potential energy, 0 at z = 0", lambda chain, y: chain.energies(y)[1]),
    Quantity("angular_momentum", "|L|", "kg m²/s", "angular momentum about the support's place",
             lambda chain, y: float(np.linalg.norm(angular_momentum(chain, y)))),
)  # fmt: skip
