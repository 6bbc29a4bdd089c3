"""Invariants and derived quantities of a trebuchet."""

from __future__ import annotations

from math import sqrt

from physics.core.fields import EnergyPart, Invariant, Quantity, SharedValues
from physics.maths.trig import arctan2
from physics.trebuchet.accelerations import dynamics
from physics.trebuchet.engine import ThrowingMachine
from physics.trebuchet.loads import hanger_force, pivot_force, sling_tension
from physics.trebuchet.machine import (
    ALPHA_DOT,
    BEAM_INERTIA,
    BEAM_MASS,
    BEAM_MOMENT,
    BEAM_SIDE,
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
    has_projectile,
    in_trough,
    mechanical,
    short_side,
    stone_in_sling,
)  # fmt: skip
from physics.types import Floats


def _energy(machine: ThrowingMachine, y: Floats) -> float:
    return mechanical(y, machine.p) + y[LOSS]


def counterweight_height(y: Floats, p: Floats) -> float:
    """Return the height of the counterweight above the ground [m]."""
    _, ca, _, cw = short_side(beam_frame(y), p)
    return p[L3] - p[L1] * ca + p[L4] * cw


def _write_values(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of `VALUES`."""
    sa, ca, _, _, _, cg, _, _ = beam_frame(y)
    l1, l4, m, g, da = p[L1], p[L4], p[M2], p[GRAVITY], y[ALPHA_DOT]
    dw = da + y[GAMMA_DOT]
    square = l1 * l1 * da * da + l4 * l4 * dw * dw - 2.0 * l1 * l4 * cg * da * dw
    height, v2 = counterweight_height(y, p), y[V_X] * y[V_X] + y[V_Y] * y[V_Y]
    rising = 0.0 if in_trough(y[PHASE]) else y[V_Y]  # where y' is rounding, which would turn backward by a whole turn
    out[0], out[1], out[2] = sqrt(v2), arctan2(rising, y[V_X]), mechanical(y, p)
    out[3] = 0.5 * m * v2 + m * g * y[Y]
    out[4] = 0.5 * (p[M1] * square + p[OWN_INERTIA] * dw * dw) + p[M1] * g * height
    out[5] = 0.5 * p[BEAM_INERTIA] * da * da + g * (p[BEAM_MASS] * p[L3] + p[BEAM_MOMENT] * ca - p[BEAM_SIDE] * sa)
    out[6], out[7] = p[L3] + p[L2] * ca, height
    found = dynamics(y, p)
    h_x, h_y = hanger_force(y, p, found)
    p_x, p_y = pivot_force(y, p, found)
    out[8], out[9], out[10] = sling_tension(y, p, found), found[3], sqrt(h_x * h_x + h_y * h_y)
    out[11], out[12], out[13] = sqrt(p_x * p_x + p_y * p_y), p_x, p_y


VALUES = SharedValues(
    _write_values, "speed", "elevation", "mechanical", "energy_projectile", "energy_counterweight", "energy_beam",
    "tip_height", "counterweight_height", "sling_tension", "normal", "hanger_load", "pivot_load", "pivot_x", "pivot_y",
)  # fmt: skip


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
    lift = (
        p[BEAM_MASS] * p[L3] + p[BEAM_MOMENT] * angles[1] - p[BEAM_SIDE] * angles[0] + p[POUCH] * end_y + p[M2] * height
    )
    found = {
        "beam": 0.5 * p[BEAM_INERTIA] * da * da,
        "counterweight": 0.5 * (p[M1] * square + p[OWN_INERTIA] * dw * dw),
        "pouch": 0.5 * p[POUCH] * (u * u + v * v),
        "stone": 0.5 * p[M2] * (x_dot * x_dot + y_dot * y_dot),
        "raised weight": p[M1] * p[GRAVITY] * counterweight_height(y, p),
        "other weights": p[GRAVITY] * lift,
        "losses": y[LOSS],
    }
    return {part.name: found[part.name] for part in machine.energy_parts}


QUANTITIES = (
    Quantity("speed", "v", "m/s", "speed of the stone", VALUES["speed"]),
    Quantity("elevation", "∠v", "rad", "angle of the stone's velocity above the horizontal", VALUES["elevation"]),
    Quantity(
        "sling_tension", "F_s", "N", "tension of the sling; negative: as a rod it would push", VALUES["sling_tension"]
    ),
    Quantity("normal", "N", "N", "force of the trough under the stone", VALUES["normal"]),
    Quantity(
        "hanger_load", "F_h", "N", "tension in the hanger, or force at the end of the short arm", VALUES["hanger_load"]
    ),
    Quantity("pivot_load", "F_p", "N", "load of the axle", VALUES["pivot_load"]),
    Quantity("pivot_x", "F_px", "N", "force of the frame on the beam, forward", VALUES["pivot_x"]),
    Quantity("pivot_y", "F_py", "N", "force of the frame on the beam, upward", VALUES["pivot_y"]),
    Quantity("mechanical", "E", "J", "energy of machine and stone", VALUES["mechanical"]),
    Quantity("energy_projectile", "E₂", "J", "energy of the stone", VALUES["energy_projectile"]),
    Quantity("energy_counterweight", "E₁", "J", "energy of the counterweight", VALUES["energy_counterweight"]),
    Quantity("energy_beam", "E_b", "J", "energy of the beam", VALUES["energy_beam"]),
    Quantity("tip_height", "y_t", "m", "height of the long arm's end", VALUES["tip_height"]),
    Quantity("counterweight_height", "y₁", "m", "height of the counterweight", VALUES["counterweight_height"]),
)
