"""Phases of a shot: time derivative of the whole state, events between phases and their effects.

In the trough, swinging, aimed, in flight, landed; a shot that is not released in time is given up and stays in the
sling. The blows at the stops are in `blows.py`; what rests there does so until it is pulled away.
"""

from __future__ import annotations

from physics.trebuchet.accelerations import dynamics
from physics.trebuchet.air import air_force
from physics.trebuchet.blows import apply_stop
from physics.trebuchet.loads import sling_tension, stop_loads
from physics.trebuchet.machine import (
    AIMS,
    ALPHA,
    ALPHA_DOT,
    BETA,
    BETA_DOT,
    FLIES,
    GAMMA,
    GAMMA_DOT,
    GIVEN_UP_IN_SLING,
    GIVEN_UP_IN_TROUGH,
    GRAVITY,
    GROUND,
    HINGED,
    LANDED,
    LIMIT,
    LOSS,
    M2,
    ON_BEAM_TIP,
    ON_HANGER,
    ON_SLING,
    PHASE,
    REST,
    SLACK,
    SLIDES,
    SPIN,
    SWINGS,
    TURN,
    V_X,
    V_Y,
    X,
    Y,
    active_stops,
    has_projectile,
    in_trough,
    larger,
    resting,
    stops_of,
    swinging_mass,
)  # fmt: skip
from physics.trebuchet.release import NO_EVENT, release_guard, swing_phase
from physics.trebuchet.trough import decide, friction_guards, jam, let_slide, touch_down, touch_guards
from physics.types import Floats

(
    LIFT_OFF, AIM, AIM_LOST, RELEASED, LANDING, BEAM_STOP, SLING_STOP, HANGER_STOP, BEAM_FREE, SLING_FREE, HANGER_FREE,
    GONE_SLACK, TAUT, GIVEN_UP, TOUCH_DOWN, HOLD, SLIP, JAM,
) = range(18)  # fmt: skip
"""The events, in the order of their guards."""

STOP_TOLERANCE = 1e-12
"""Tolerance of a stop [rad], so that a coordinate that leaves it does not meet it at once."""
GUARD_TIME = 1.0
"""Time [s] that converts a rate into an angle, and a speed into a length."""
TENSION_TOLERANCE = 1e-9
"""Tension, in weights of what hangs in the sling, that counts as 0: at rest on the ground a sling has rounding alone.
"""


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
    dy[TURN] = dy[BETA] - dy[ALPHA] if has_projectile(y[PHASE]) else 0.0
    if y[PHASE] == FLIES:
        F_x, F_y = air_force(y[V_X], y[V_Y], p)
        dy[X], dy[Y] = y[V_X], y[V_Y]
        dy[V_X], dy[V_Y] = F_x / p[M2], F_y / p[M2] - p[GRAVITY]
        dy[TURN] = p[SPIN]
        dy[LOSS] = -(F_x * y[V_X] + F_y * y[V_Y])


# Guards -------------------------------------------------------------------------------------------------------------


def to_stop(y: Floats, p: Floats, place: int) -> float:
    """Return the distance of a coordinate from passing one of its stops [rad], positive also where it comes back."""
    least, greatest = stops_of(place, p)
    low = larger(y[place] - least + STOP_TOLERANCE, GUARD_TIME * y[place + 3])
    high = larger(greatest - y[place] + STOP_TOLERANCE, -GUARD_TIME * y[place + 3])
    return low if low < high else high


def active_guards(t: float, y: Floats, p: Floats) -> tuple[float, ...]:
    """Return the guards of all events."""
    phase, slack = y[PHASE], y[SLACK]
    tip, sling, hanger = resting(y[REST])
    aim, aim_lost, release = release_guard(y, p)
    in_sling = has_projectile(phase)
    lift_off, tension, force_tip, force_sling, force_hanger = NO_EVENT, NO_EVENT, NO_EVENT, NO_EVENT, NO_EVENT
    rounding, hold, slip, jams, touch = 0.0, NO_EVENT, NO_EVENT, NO_EVENT, NO_EVENT
    if in_sling or y[REST] > 0.5:
        found = dynamics(y, p)
        if in_sling:
            tension = sling_tension(y, p, found)
            rounding = TENSION_TOLERANCE * p[GRAVITY] * swinging_mass(phase, p)
            if in_trough(phase):
                lift_off = found[3]
                hold, slip, jams = friction_guards(y, p, found)
            elif p[GROUND]:
                touch, jams = touch_guards(y, p)
        if y[REST] > 0.5:
            force_tip, force_sling, force_hanger = stop_loads(y, p, found)
    return (
        lift_off,
        aim,
        aim_lost,
        release,
        larger(y[Y], GUARD_TIME * y[V_Y]) if phase == FLIES else NO_EVENT,
        NO_EVENT if tip else to_stop(y, p, ALPHA),
        NO_EVENT if sling else to_stop(y, p, BETA),
        NO_EVENT if hanger or p[HINGED] == 0.0 else to_stop(y, p, GAMMA),
        force_tip if tip else NO_EVENT,
        force_sling if sling else NO_EVENT,
        force_hanger if hanger else NO_EVENT,
        rounding + tension if slack == 0.0 and in_sling else NO_EVENT,
        rounding - tension if slack > 0.5 and in_sling else NO_EVENT,
        p[LIMIT] - t if phase < 2.5 else NO_EVENT,
        touch,
        hold,
        slip,
        jams,
    )


# Effects ------------------------------------------------------------------------------------------------------------


def apply_event(event: int, t: float, y: Floats, p: Floats) -> None:
    """Apply an event to the state."""
    if event == LIFT_OFF:
        let_slide(y)
        y[PHASE] = GIVEN_UP_IN_SLING if y[PHASE] > 5.5 else swing_phase(y, p)
    elif event == AIM:
        y[PHASE] = AIMS
    elif event == AIM_LOST:
        y[PHASE] = SWINGS
    elif event == RELEASED:
        let_slide(y)
        y[PHASE], y[SLACK] = FLIES, 0.0
    elif event == LANDING:
        y[LOSS] += 0.5 * p[M2] * (y[V_X] * y[V_X] + y[V_Y] * y[V_Y]) + p[M2] * p[GRAVITY] * y[Y]
        y[Y], y[V_X], y[V_Y], y[PHASE] = 0.0, 0.0, 0.0, LANDED
    elif event == BEAM_STOP:
        apply_stop(y, p, ALPHA)
    elif event == SLING_STOP:
        apply_stop(y, p, BETA)
    elif event == HANGER_STOP:
        apply_stop(y, p, GAMMA)
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
    elif event == TOUCH_DOWN or (event == JAM and not in_trough(y[PHASE])):
        touch_down(y, p)
    elif event == JAM:
        jam(y, p)
    elif event in (HOLD, SLIP):
        decide(y, p)
