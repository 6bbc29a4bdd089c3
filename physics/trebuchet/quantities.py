"""Invariants and derived quantities of a trebuchet."""

from __future__ import annotations

import math

from physics.core.fields import EnergyPart, Invariant, Quantity
from physics.trebuchet import loads
from physics.trebuchet.engine import ThrowingMachine
from physics.trebuchet.machine import (
    ALPHA_DOT,
    BEAM_INERTIA,
    BEAM_MASS,
    BEAM_MOMENT,
    GAMMA_DOT,
    GRAVITY,
    L1,
    L2,
    L3,
    L4,
    LOSS,
    M1,
    M2,
    OWN_INERTIA,
    PHASE,
    POUCH,
    V_X,
    V_Y,
    Y,
    beam_frame,
    dynamics,
    has_projectile,
    mechanical,
    stone_in_sling,
)  # fmt: skip
from physics.types import Floats


def _energy(machine: ThrowingMachine, y: Floats) -> float:
    return mechanical(y, machine.p) + y[LOSS]


def _mechanical(machine: ThrowingMachine, y: Floats) -> float:
    return mechanical(y, machine.p)


def _beam(machine: ThrowingMachine, y: Floats) -> float:
    p = machine.p
    height = p[BEAM_MASS] * p[L3] + p[BEAM_MOMENT] * beam_frame(y)[1]
    return 0.5 * p[BEAM_INERTIA] * y[ALPHA_DOT] ** 2 + p[GRAVITY] * height


def _counterweight(machine: ThrowingMachine, y: Floats) -> float:
    p, cg = machine.p, beam_frame(y)[5]
    l1, l4, da, dg = p[L1], p[L4], y[ALPHA_DOT], y[GAMMA_DOT]
    dw = da + dg
    square = l1 * l1 * da * da + l4 * l4 * dw * dw - 2.0 * l1 * l4 * cg * da * dw
    return 0.5 * (p[M1] * square + p[OWN_INERTIA] * dw * dw) + p[M1] * p[GRAVITY] * counterweight_height(machine, y)


def _projectile(machine: ThrowingMachine, y: Floats) -> float:
    m = machine.p[M2]
    return 0.5 * m * (y[V_X] ** 2 + y[V_Y] ** 2) + m * machine.p[GRAVITY] * y[Y]


def counterweight_height(machine: ThrowingMachine, y: Floats) -> float:
    """Return the height of the counterweight above the ground [m]."""
    p = machine.p
    sa, ca, _, _, sg, cg, _, _ = beam_frame(y)
    return p[L3] - p[L1] * ca + p[L4] * (cg * ca - sg * sa)


def tip_height(machine: ThrowingMachine, y: Floats) -> float:
    """Return the height of the long arm's end above the ground [m]."""
    return machine.p[L3] + machine.p[L2] * beam_frame(y)[1]


def _speed(machine: ThrowingMachine, y: Floats) -> float:
    return math.hypot(y[V_X], y[V_Y])


def _elevation(machine: ThrowingMachine, y: Floats) -> float:
    return math.atan2(y[V_Y], y[V_X])


def sling_tension(machine: ThrowingMachine, y: Floats) -> float:
    """Return the tension of the sling [N], positive where it pulls."""
    return loads.sling_tension(y, machine.p, dynamics(y, machine.p))


def normal(machine: ThrowingMachine, y: Floats) -> float:
    """Return the normal force of the trough on the stone [N]."""
    return dynamics(y, machine.p)[3]


def hanger_load(machine: ThrowingMachine, y: Floats) -> float:
    """Return the force of the counterweight on the hanger [N]."""
    return math.hypot(*loads.hanger_force(y, machine.p, dynamics(y, machine.p)))


def pivot_x(machine: ThrowingMachine, y: Floats) -> float:
    """Return the force of the frame on the beam, forward [N]."""
    return loads.pivot_force(y, machine.p, dynamics(y, machine.p))[0]


def pivot_y(machine: ThrowingMachine, y: Floats) -> float:
    """Return the force of the frame on the beam, upward [N]."""
    return loads.pivot_force(y, machine.p, dynamics(y, machine.p))[1]


def pivot_load(machine: ThrowingMachine, y: Floats) -> float:
    """Return the load of the beam on its axle [N]."""
    return math.hypot(*loads.pivot_force(y, machine.p, dynamics(y, machine.p)))


def _scale(machine: ThrowingMachine, y: Floats) -> float:
    return machine.p[M1] * (machine.p[GRAVITY] or 1.0) * machine.drop


INVARIANTS = (Invariant("energy", "E + W", "J", "energy plus dissipated energy", _energy, _scale),)

ENERGY_PARTS = (
    EnergyPart("beam", "½ I_b α̇²", "rotation of the beam", "kinetic"),
    EnergyPart("counterweight", "½ m₁ v₁² + ½ I_c ω²", "motion of the counterweight's centre, and its rotation",
               "kinetic"),
    EnergyPart("pouch", "½ m_p v²", "motion of the pouch", "kinetic", applies=lambda machine: machine.pouch_mass > 0.0),
    EnergyPart("stone", "½ m₂ v²", "motion of the stone", "kinetic"),
    EnergyPart("raised weight", "m₁ g y₁", "potential energy of the counterweight, 0 on the ground", "potential"),
    EnergyPart("other weights", "g Σ m y", "potential energy of beam, pouch and stone, 0 on the ground", "potential"),
    EnergyPart("losses", "", "energy lost to stops, friction, air and the landing", "lost"),
)  # fmt: skip


def split(machine: ThrowingMachine, y: Floats) -> dict[str, float]:
    """Return the parts of the energy [J]: hanger and sling have no mass."""
    p = machine.p
    angles = beam_frame(y)
    l1, l4, da = p[L1], p[L4], y[ALPHA_DOT]
    dw = da + y[GAMMA_DOT]
    square = l1 * l1 * da * da + l4 * l4 * dw * dw - 2.0 * l1 * l4 * angles[5] * da * dw
    _, end_y, u, v = stone_in_sling(y, angles, p)
    x_dot, y_dot, height = (u, v, end_y) if has_projectile(y[PHASE]) else (y[V_X], y[V_Y], y[Y])
    lift = p[BEAM_MASS] * p[L3] + p[BEAM_MOMENT] * angles[1] + p[POUCH] * end_y + p[M2] * height
    found = {
        "beam": 0.5 * p[BEAM_INERTIA] * da * da,
        "counterweight": 0.5 * (p[M1] * square + p[OWN_INERTIA] * dw * dw),
        "pouch": 0.5 * p[POUCH] * (u * u + v * v),
        "stone": 0.5 * p[M2] * (x_dot * x_dot + y_dot * y_dot),
        "raised weight": p[M1] * p[GRAVITY] * counterweight_height(machine, y),
        "other weights": p[GRAVITY] * lift,
        "losses": y[LOSS],
    }
    return {part.name: found[part.name] for part in machine.energy_parts}


QUANTITIES = (
    Quantity("speed", "v", "m/s", "speed of the stone", _speed),
    Quantity("elevation", "∠v", "rad", "angle of the stone's velocity above the horizontal", _elevation),
    Quantity("sling_tension", "F_s", "N", "tension of the sling; negative: as a rod it would push", sling_tension),
    Quantity("normal", "N", "N", "force of the trough under the stone", normal),
    Quantity("hanger_load", "F_h", "N", "tension in the hanger, or force at the end of the short arm", hanger_load),
    Quantity("pivot_load", "F_p", "N", "load of the axle", pivot_load),
    Quantity("pivot_x", "F_px", "N", "force of the frame on the beam, forward", pivot_x),
    Quantity("pivot_y", "F_py", "N", "force of the frame on the beam, upward", pivot_y),
    Quantity("mechanical", "E", "J", "energy of machine and stone", _mechanical),
    Quantity("energy_projectile", "E₂", "J", "energy of the stone", _projectile),
    Quantity("energy_counterweight", "E₁", "J", "energy of the counterweight", _counterweight),
    Quantity("energy_beam", "E_b", "J", "energy of the beam", _beam),
    Quantity("tip_height", "y_t", "m", "height of the long arm's end", tip_height),
    Quantity("counterweight_height", "y₁", "m", "height of the counterweight", counterweight_height),
)
