"""Phases of a shot: time derivative of the whole state, events between phases and their effects.

In the trough, swinging, aimed, in flight, landed; a shot that is not released in time is given up and stays in the
sling. Where the tip meets the ground, or sling or hanger meet the beam (beta or gamma leaves ]0, 2 pi[), an impulse
through the mass matrix reverses the speed n·q' at the stop, with the restitution e:

    q' -> q' - (1 + e) M⁻¹n (n·q') / (nᵀM⁻¹n),    Delta T = -½ (1 - e²) (n·q')² / (nᵀM⁻¹n)

(erratum 5: reversing one rate alone changes the energy even at e = 1). A bounce that is too slow ends at rest until the
coordinate is pulled away. A stone that swings back to the ground does not bounce.
"""

from __future__ import annotations

from math import sqrt

from physics.maths.trig import sincos
from physics.trebuchet.air import air_force
from physics.trebuchet.loads import sling_tension, stop_loads
from physics.trebuchet.machine import (
    AIMS,
    ALPHA,
    ALPHA_DOT,
    BETA,
    BETA_DOT,
    BOUNCE,
    COS,
    FLIES,
    GAMMA,
    GAMMA_DOT,
    GIVEN_UP_IN_SLING,
    GIVEN_UP_IN_TROUGH,
    GRAVITY,
    GROUND,
    HINGED,
    L2,
    L3,
    L5,
    LANDED,
    LIMIT,
    LOSS,
    M2,
    ON_BEAM_TIP,
    ON_HANGER,
    ON_SLING,
    PHASE,
    RELEASE,
    REST,
    SIN,
    SLACK,
    SLIDES,
    SWINGS,
    THRESHOLD,
    V_X,
    V_Y,
    Triple,
    X,
    Y,
    active_stops,
    beam_frame,
    dynamics,
    has_projectile,
    in_trough,
    mass_matrix,
    mechanical,
    resting,
    solve,
    stone_in_sling,
    stone_jacobian,
    swinging_mass,
)  # fmt: skip
from physics.types import Floats

BY_VELOCITY, BY_SLING, BY_BEAM, BY_PRONG = 0.0, 1.0, 2.0, 3.0
"""Release modes."""

(
    LIFT_OFF, AIM, AIM_LOST, RELEASED, LANDING, BEAM_STOP, SLING_STOP, HANGER_STOP, BEAM_FREE, SLING_FREE, HANGER_FREE,
    GONE_SLACK, TAUT, GIVEN_UP, TOUCH_DOWN,
) = range(15)  # fmt: skip
"""The events, in the order of their guards."""

TWO_PI = 6.283185307179586
NO_EVENT = 1e9
"""Value of a guard whose event cannot happen."""
STOP_TOLERANCE = 1e-12
"""Tolerance of a stop [rad], so that a coordinate that leaves it does not meet it at once."""
GUARD_TIME = 1.0
"""Time [s] that converts a rate into an angle, and a speed into a length."""
REST_RATE = 1e-4
"""Rate after a bounce [rad/s] below which the coordinate is at rest."""
ARMING_SPEED = 1e-6
"""Speed across the release direction that arms the release, in units of √(g l5)."""
MIN_SLING_SINE = 0.02
"""Sine of the sling's angle below which it cannot be put back onto the ground."""


def move(t: float, y: Floats, p: Floats, dy: Floats) -> None:
    """Write the time derivative of the whole state."""
    a, b, g, _, _, power = dynamics(y, p)
    tip, sling, hanger = active_stops(y, p)
    dy[ALPHA] = 0.0 if tip else y[ALPHA_DOT]
    dy[BETA] = 0.0 if sling else y[BETA_DOT]
    dy[GAMMA] = 0.0 if hanger else y[GAMMA_DOT]
    dy[ALPHA_DOT], dy[BETA_DOT], dy[GAMMA_DOT] = a, b, g
    dy[X], dy[Y], dy[V_X], dy[V_Y], dy[LOSS] = 0.0, 0.0, 0.0, 0.0, -power
    dy[PHASE], dy[REST], dy[SLACK] = 0.0, 0.0, 0.0
    if y[PHASE] == FLIES:
        F_x, F_y = air_force(y[V_X], y[V_Y], p)
        dy[X], dy[Y] = y[V_X], y[V_Y]
        dy[V_X], dy[V_Y] = F_x / p[M2], F_y / p[M2] - p[GRAVITY]
        dy[LOSS] = -(F_x * y[V_X] + F_y * y[V_Y])


def project(y: Floats, p: Floats) -> None:
    """Put the stone at the end of its sling; in the trough, set the sling so that the stone is on the ground."""
    if not has_projectile(y[PHASE]):
        return
    angles = beam_frame(y)
    if in_trough(y[PHASE]):
        sa, ca, su, cu = angles[0], angles[1], angles[6], angles[7]
        if abs(su) > MIN_SLING_SINE:
            y[BETA] -= (p[L3] + p[L2] * ca - p[L5] * cu) / (p[L5] * su)
            angles = beam_frame(y)
            y[BETA_DOT] = y[ALPHA_DOT] * (1.0 + p[L2] * sa / (p[L5] * angles[6]))
    y[X], y[Y], y[V_X], y[V_Y] = stone_in_sling(y, angles, p)


# Guards -------------------------------------------------------------------------------------------------------------


def larger(a: float, b: float) -> float:
    """Return the larger of two numbers."""
    return a if a > b else b


def to_stop(angle: float, rate: float) -> float:
    """Return the distance of an angle from leaving ]0, 2 pi[, positive also where it comes back."""
    low = larger(angle + STOP_TOLERANCE, GUARD_TIME * rate)
    high = larger(TWO_PI - angle + STOP_TOLERANCE, -GUARD_TIME * rate)
    return low if low < high else high


def across_and_along(y: Floats, p: Floats) -> tuple[float, float]:
    """Return the stone's velocity across the release direction, positive while it is steeper, and along it [m/s]."""
    return y[V_Y] * p[COS] - y[V_X] * p[SIN], y[V_X] * p[COS] + y[V_Y] * p[SIN]


def release_guard(y: Floats, p: Floats) -> Triple:
    """Return the guards of aim, of its loss, and of the release."""
    phase = y[PHASE]
    if p[RELEASE] == BY_VELOCITY:
        across, along = across_and_along(y, p)
        if phase == SWINGS:
            return ARMING_SPEED * sqrt(p[GRAVITY] * p[L5]) - across, NO_EVENT, NO_EVENT
        if phase == AIMS:
            return NO_EVENT, larger(across, along), larger(across, -along)
        return NO_EVENT, NO_EVENT, NO_EVENT
    if phase > 2.5:
        return NO_EVENT, NO_EVENT, NO_EVENT
    if p[RELEASE] == BY_BEAM:
        return NO_EVENT, NO_EVENT, y[ALPHA] - p[THRESHOLD]
    if p[RELEASE] == BY_SLING:
        return NO_EVENT, NO_EVENT, p[THRESHOLD] - (y[BETA] - y[ALPHA])
    return NO_EVENT, NO_EVENT, p[THRESHOLD] - y[BETA]


def active_guards(t: float, y: Floats, p: Floats) -> tuple[float, ...]:
    """Return the guards of all events."""
    phase, slack = y[PHASE], y[SLACK]
    tip, sling, hanger = resting(y[REST])
    sa, ca = sincos(y[ALPHA])
    aim, aim_lost, release = release_guard(y, p)
    in_sling = has_projectile(phase)
    lift_off, tension, force_tip, force_sling, force_hanger = NO_EVENT, NO_EVENT, NO_EVENT, NO_EVENT, NO_EVENT
    if in_sling or y[REST] > 0.5:
        found = dynamics(y, p)
        if in_sling:
            tension = sling_tension(y, p, found)
            if in_trough(phase):
                lift_off = found[3]
        if y[REST] > 0.5:
            force_tip, force_sling, force_hanger = stop_loads(y, p, found)
    on_ground = larger(p[L3] / p[L2] + ca + STOP_TOLERANCE, -GUARD_TIME * sa * y[ALPHA_DOT])
    return (
        lift_off,
        aim,
        aim_lost,
        release,
        larger(y[Y], GUARD_TIME * y[V_Y]) if phase == FLIES else NO_EVENT,
        NO_EVENT if tip else on_ground,
        NO_EVENT if sling else to_stop(y[BETA], y[BETA_DOT]),
        NO_EVENT if hanger or p[HINGED] == 0.0 else to_stop(y[GAMMA], y[GAMMA_DOT]),
        force_tip if tip else NO_EVENT,
        force_sling if sling else NO_EVENT,
        force_hanger if hanger else NO_EVENT,
        tension if slack == 0.0 and in_sling else NO_EVENT,
        -tension if slack > 0.5 and in_sling else NO_EVENT,
        p[LIMIT] - t if phase < 2.5 else NO_EVENT,
        larger(y[Y] + STOP_TOLERANCE * p[L5], GUARD_TIME * y[V_Y])
        if in_sling and p[GROUND] and not in_trough(phase)
        else NO_EVENT,
    )


# Effects ------------------------------------------------------------------------------------------------------------


def apply_event(event: int, t: float, y: Floats, p: Floats) -> None:
    """Apply an event to the state."""
    if event == LIFT_OFF:
        y[PHASE] = GIVEN_UP_IN_SLING if y[PHASE] > 5.5 else swing_phase(y, p)
    elif event == AIM:
        y[PHASE] = AIMS
    elif event == AIM_LOST:
        y[PHASE] = SWINGS
    elif event == RELEASED:
        y[PHASE], y[SLACK] = FLIES, 0.0
    elif event == LANDING:
        y[LOSS] += 0.5 * p[M2] * (y[V_X] * y[V_X] + y[V_Y] * y[V_Y]) + p[M2] * p[GRAVITY] * y[Y]
        y[Y], y[V_X], y[V_Y], y[PHASE] = 0.0, 0.0, 0.0, LANDED
    elif event == BEAM_STOP:
        apply_stop(y, p, ALPHA, ON_BEAM_TIP)
    elif event == SLING_STOP:
        apply_stop(y, p, BETA, ON_SLING)
    elif event == HANGER_STOP:
        apply_stop(y, p, GAMMA, ON_HANGER)
    elif event == BEAM_FREE:
        y[REST] -= ON_BEAM_TIP
    elif event == SLING_FREE:
        y[REST] -= ON_SLING
    elif event == HANGER_FREE:
        y[REST] -= ON_HANGER
    elif event == GONE_SLACK:
        y[SLACK] = 1.0
    elif event == TAUT:
        y[SLACK] = 0.0
    elif event == GIVEN_UP:
        y[PHASE] = GIVEN_UP_IN_TROUGH if y[PHASE] == SLIDES else GIVEN_UP_IN_SLING
    elif event == TOUCH_DOWN:
        touch_down(y, p)


def swing_phase(y: Floats, p: Floats) -> float:
    """Return the phase of a stone that swings: AIMS, by velocity only while steeper than the release direction."""
    if p[RELEASE] != BY_VELOCITY:
        return AIMS
    across, _ = across_and_along(y, p)
    return AIMS if across > ARMING_SPEED * sqrt(p[GRAVITY] * p[L5]) else SWINGS


def apply_stop(y: Floats, p: Floats, place: int, bit: float) -> None:
    """Apply the impact of one coordinate on its stop, and add the dissipated energy.

    The blow turns the stone's velocity, past the release direction, too: whether it is aimed is decided again.
    """
    before = mechanical(y, p)
    towards = y[place + 3]
    bounced = p[BOUNCE] * abs(towards)
    rests = bounced < REST_RATE and p[BOUNCE] < 1.0
    stop_impact(y, p, place, 0.0 if rests else p[BOUNCE])
    if rests:
        settle_at_stop(y, p, place)
        y[place + 3] = 0.0
        y[REST] += bit
    project(y, p)
    if y[PHASE] == AIMS:
        y[PHASE] = swing_phase(y, p)
    y[LOSS] += before - mechanical(y, p)


def stop_impact(y: Floats, p: Floats, place: int, e: float) -> None:
    """Apply the impulse of a stop to the rates; coordinates at rest and a stone in the trough stay there."""
    m = swinging_mass(y[PHASE], p)
    angles = beam_frame(y)
    matrix = mass_matrix(m, angles[3], angles[5], p)
    locked = active_stops(y, p)
    n = (1.0 if place == ALPHA else 0.0, 1.0 if place == BETA else 0.0, 1.0 if place == GAMMA else 0.0)
    r1, r2, r3 = solve(m, matrix, n, locked)
    if in_trough(y[PHASE]):
        _, _, y_a, y_b = stone_jacobian(angles, p)
        s1, s2, s3 = solve(m, matrix, (y_a, y_b / m, 0.0), locked)
        share = (y_a * r1 + y_b * r2) / (y_a * s1 + y_b * s2)
        r1, r2, r3 = r1 - share * s1, r2 - share * s2, r3 - share * s3
    yielding = r1 * n[0] + r2 * n[1] + r3 * n[2]
    blow = (1.0 + e) * y[place + 3] / yielding
    y[ALPHA_DOT] -= blow * r1
    y[BETA_DOT] -= blow * r2
    y[GAMMA_DOT] -= blow * r3


def touch_down(y: Floats, p: Floats) -> None:
    """Apply the landing of a swinging stone on the ground, without a bounce; it then slides."""
    before = mechanical(y, p)
    m = swinging_mass(y[PHASE], p)
    angles = beam_frame(y)
    _, _, y_a, y_b = stone_jacobian(angles, p)
    matrix = mass_matrix(m, angles[3], angles[5], p)
    r1, r2, r3 = solve(m, matrix, (y_a, y_b / m, 0.0), active_stops(y, p))
    blow = y[V_Y] / (y_a * r1 + y_b * r2)
    y[ALPHA_DOT] -= blow * r1
    y[BETA_DOT] -= blow * r2
    y[GAMMA_DOT] -= blow * r3
    y[PHASE] = GIVEN_UP_IN_TROUGH if y[PHASE] == GIVEN_UP_IN_SLING else SLIDES
    project(y, p)
    y[LOSS] += before - mechanical(y, p)


def settle_at_stop(y: Floats, p: Floats, place: int) -> None:
    """Put a coordinate exactly onto its stop."""
    if place == ALPHA:
        sa, ca = sincos(y[ALPHA])
        y[ALPHA] += (p[L3] / p[L2] + ca) / sa
    else:
        y[place] = 0.0 if y[place] < 3.0 else TWO_PI
