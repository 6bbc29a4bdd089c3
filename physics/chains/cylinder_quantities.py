"""Invariants and derived quantities of a chain of bodies in space."""

from __future__ import annotations

import math
from collections.abc import Callable
from math import sqrt

import numpy as np

from physics.chains.cylinders import CylinderChain
from physics.chains.jointed import EACH as JOINTED_STRIDE
from physics.chains.jointed import JOINT_DATA
from physics.chains.jointed import forces as jointed_forces
from physics.chains.jointed import place as place_jointed
from physics.chains.placed import (
    CENTRE,
    END,
    FIRST,
    LINKS,
    LOWER,
    MASS,
    OMEGA,
    PLACE,
    PLACED,
    UPPER,
    VELOCITY,
    body_momentum,
    body_tension,
    energies,
)
from physics.chains.planar_quantities import SPEED_OF_SOUND
from physics.chains.spatial import EACH as SPATIAL_STRIDE
from physics.chains.spatial import forces as spatial_forces
from physics.chains.spatial import place as place_spatial
from physics.chains.spatial import spring_energy
from physics.core.fields import Invariant, Quantity, SharedValues
from physics.core.scratch import scratch
from physics.maths import dense
from physics.maths.matrices import cross, turned
from physics.types import Floats, Vector3

NAMES = (
    "tip_x", "tip_y", "tip_z", "tip_speed", "mach", "mechanical", "kinetic", "potential", "angular_momentum", "L_x",
    "L_y", "L_z", "P_x", "P_y", "P_z", "sag", "gap", "support_force", "end_force", "largest_tension",
)  # fmt: skip
"""The values, those that need the forces in the joints last: their equations may be singular in rounded numbers."""


def write_motion(placed: Floats, p: Floats, each: int, springs: float, out: Floats) -> None:
    """Write the values that need no forces, of placed bodies. springs: energy of the springs in the joints [J].

    each: number of values of a body in p.
    """
    n = int(p[LINKS])
    k, j = PLACED * (n - 1), FIRST + each * (n - 1)
    r_1, r_2, r_3 = turned(placed, k, p[j + LOWER], p[j + LOWER + 1], p[j + LOWER + 2])
    v_1, v_2, v_3 = cross(placed[k + OMEGA], placed[k + OMEGA + 1], placed[k + OMEGA + 2], r_1, r_2, r_3)
    x, y_, z = placed[k + CENTRE] + r_1, placed[k + CENTRE + 1] + r_2, placed[k + CENTRE + 2] + r_3
    v_1, v_2, v_3 = placed[k + VELOCITY] + v_1, placed[k + VELOCITY + 1] + v_2, placed[k + VELOCITY + 2] + v_3
    speed = sqrt(v_1 * v_1 + v_2 * v_2 + v_3 * v_3)
    kinetic, potential = energies(placed, p, each)
    potential += springs
    out[0], out[1], out[2], out[3], out[4] = x, y_, z, speed, speed / SPEED_OF_SOUND
    out[5], out[6], out[7] = kinetic + potential, kinetic, potential
    write_momenta(placed, p, each, out)
    x, y_, z = x - p[END], y_ - p[END + 1], z - p[END + 2]
    out[15], out[16] = sag(placed, p, each), sqrt(x * x + y_ * y_ + z * z)


def write_momenta(placed: Floats, p: Floats, each: int, out: Floats) -> None:
    """Write the angular momentum about the mean position of the support, and the momentum, of all bodies."""
    P_x = P_y = P_z = L_x = L_y = L_z = 0.0
    for i in range(int(p[LINKS])):
        k, j = PLACED * i, FIRST + each * i
        m = p[j + MASS]
        u, v, w = m * placed[k + VELOCITY], m * placed[k + VELOCITY + 1], m * placed[k + VELOCITY + 2]
        r_1, r_2, r_3 = placed[k + CENTRE] - p[PLACE], placed[k + CENTRE + 1] - p[PLACE + 1], placed[k + CENTRE + 2]
        c_1, c_2, c_3 = cross(r_1, r_2, r_3 - p[PLACE + 2], u, v, w)
        s_1, s_2, s_3 = body_momentum(placed, k, p, j)
        s_1, s_2, s_3 = turned(placed, k, s_1, s_2, s_3)
        P_x, P_y, P_z = P_x + u, P_y + v, P_z + w
        L_x, L_y, L_z = L_x + c_1 + s_1, L_y + c_2 + s_2, L_z + c_3 + s_3
    out[8] = sqrt(L_x * L_x + L_y * L_y + L_z * L_z)
    out[9], out[10], out[11], out[12], out[13], out[14] = L_x, L_y, L_z, P_x, P_y, P_z


def sag(placed: Floats, p: Floats, each: int) -> float:
    """Return how far the lowest joint is below the first one [m]."""
    _, _, r_3 = turned(placed, 0, p[FIRST + UPPER], p[FIRST + UPPER + 1], p[FIRST + UPPER + 2])
    top = placed[CENTRE + 2] + r_3
    low = top
    for i in range(int(p[LINKS])):
        k, j = PLACED * i, FIRST + each * i
        _, _, r_3 = turned(placed, k, p[j + LOWER], p[j + LOWER + 1], p[j + LOWER + 2])
        low = min(low, placed[k + CENTRE + 2] + r_3)
    return top - low


def write_loads(placed: Floats, p: Floats, each: int, f: Floats, last: int, out: Floats) -> None:
    """Write the sizes of forces in the first joint and in the joint `last`, and the largest tension [N].

    f: force of each body on the one before, in the lab (3 N or more).
    """
    out[17] = sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2])
    k = 3 * last
    out[18] = sqrt(f[k] * f[k] + f[k + 1] * f[k + 1] + f[k + 2] * f[k + 2])
    largest = 0.0
    for i in range(int(p[LINKS])):
        tension = body_tension(placed, PLACED * i, p, FIRST + each * i, f, 3 * i)
        if i == 0 or not tension <= largest:
            largest = tension
    out[19] = largest


def _write_spatial(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of a chain with ball joints."""
    n = int(p[LINKS])
    placed, f = scratch(PLACED * n), scratch(3 * n + 3)
    place_spatial(y, p, placed)
    write_motion(placed, p, SPATIAL_STRIDE, spring_energy(p, placed), out)
    spatial_forces(y, p, f)
    write_loads(placed, p, SPATIAL_STRIDE, f, n, out)


def _write_jointed(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of a chain with joints of several kinds, whose far end nothing holds."""
    n = int(p[LINKS])
    placed, held, f = scratch(PLACED * n), scratch(JOINT_DATA * n), scratch(3 * n)
    place_jointed(y, p, placed, held)
    write_motion(placed, p, JOINTED_STRIDE, 0.0, out)
    jointed_forces(y, p, f)
    write_loads(placed, p, JOINTED_STRIDE, f, n - 1, out)


SPATIAL, JOINTED = SharedValues(_write_spatial, *NAMES), SharedValues(_write_jointed, *NAMES)


def tip_velocity(chain: CylinderChain, y: Floats) -> Vector3:
    """Return the velocity of the last joint, (3,) [m/s]."""
    last, arm = chain.placed(y)[-1], dense.applied(chain.rotations(y)[-1], chain.chain[-1].lower)
    return np.asarray(last[VELOCITY:OMEGA] + np.cross(last[OMEGA:], arm))


def energy_scale(chain: CylinderChain, y: Floats) -> float:
    """Return the scale of energy drifts [J]: the kinetic energy plus that of lifting the chain by its length."""
    mass, length = sum(link.mass for link in chain.chain), sum(link.length for link in chain.chain)
    return chain.energies(y)[0] + mass * chain.gravity * length


def _momentum_scale(chain: CylinderChain, y: Floats) -> float:
    mass = sum(link.mass for link in chain.chain)
    return math.sqrt(2.0 * mass * chain.energies(y)[0])


def _turning_scale(chain: CylinderChain, y: Floats) -> float:
    return _momentum_scale(chain, y) * sum(link.length for link in chain.chain)


def momenta(values: SharedValues, axis: int, applies: Callable[..., bool]) -> Invariant:
    """Return the invariant of one component of the momentum."""
    name = f"P_{'xyz'[axis]}"
    return Invariant(name, name, "kg m/s", f"momentum along {'xyz'[axis]}", values[name], _momentum_scale,
                     applies=applies)  # fmt: skip


def angular_momenta(values: SharedValues, axis: int, applies: Callable[..., bool]) -> Invariant:
    """Return the invariant of one component of the angular momentum."""
    name, about = f"L_{'xyz'[axis]}", f"angular momentum about {'xyz'[axis]} through the support's place"
    return Invariant(name, name, "kg m²/s", about, values[name], _turning_scale, applies=applies)


def cylinder_quantities(values: SharedValues) -> tuple[Quantity, ...]:
    """Return the quantities of all chains of bodies in space."""
    return (
        Quantity("tip_x", "x", "m", "the tip, along x", values["tip_x"]),
        Quantity("tip_y", "y", "m", "the tip, along y", values["tip_y"]),
        Quantity("tip_z", "z", "m", "the tip, upward", values["tip_z"]),
        Quantity("tip_speed", "v", "m/s", "speed of the tip", values["tip_speed"]),
        Quantity("mach", "Ma", "", "speed of the tip over that of sound", values["mach"]),
        Quantity("mechanical", "E", "J", "kinetic and potential energy", values["mechanical"]),
        Quantity("kinetic", "T", "J", "kinetic energy", values["kinetic"]),
        Quantity("potential", "V", "J", "potential energy, 0 at z = 0", values["potential"]),
        Quantity("angular_momentum", "|L|", "kg m²/s", "angular momentum about the support's place",
                 values["angular_momentum"]),
    )  # fmt: skip
