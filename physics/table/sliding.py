"""A convex body that slips on a table, leaves it and lands: contact forces, equations of motion, impacts.

State y: q, omega (body axes), r and v of the centre of mass G (lab), the dissipated energy and whether the body
touches. With the lowest point X from G (`physics/bodies/contact.py`), v_A = v_G + omega×X is the velocity of the
material there, v its part along the table, and the table's force is N (f_x, f_y, 1) with a drilling torque N tau about
the vertical k (Chappelier 2020, 6.5). N is what keeps k·v_A at zero: k·d(v_A)/dt is a number that N does not change,
plus N times `lever`.

Two balls touch with one of them, or with both: then a table acts on each, by the same law of friction, and N_1 and N_2
are what keeps both k·v_A at zero, two linear equations. The ball whose N would have to pull leaves the table. A ball
that strikes it while the other one touches is stopped by an impulse on it alone, which lifts the other one by 1/6 of
its speed (both are equal, and the impulse acts beyond the centre of percussion): a series of ever smaller blows, which
is cut off below `SETTLING_SPEED`.
"""

from __future__ import annotations

from math import sqrt

from physics.bodies.blow import (
    CONTENSOU,
    COULOMB,
    DRILL_COEFFICIENT,
    DRILL_SLIDE_COEFFICIENT,
    POINT,
    SLIDE_COEFFICIENT,
    VISCOUS,
    blow,
)
from physics.bodies.contact import FIRST, GRAVITY, KIND, MASS, SYSTEM_NUMBERS, TWO_BALLS, tilt_margin
from physics.core.oriented_body import OrientedBody
from physics.maths.quaternion import spin, to_body, to_lab, vertical
from physics.table.rolling import contact_at, momentum
from physics.types import Floats

Pair = tuple[float, float]
Triple = tuple[float, float, float]
Six = tuple[float, float, float, float, float, float]
Seven = tuple[float, float, float, float, float, float, float]
Ten = tuple[float, float, float, float, float, float, float, float, float, float]

Z, V_X, V_Y, V_Z, LOSS, CONTACT = 9, 10, 11, 12, 13, 14
"""Indices in y, after q, omega, x and y of G."""
IN_AIR, ON_TABLE, ON_SECOND, ON_BOTH = 0.0, 1.0, 2.0, 3.0
"""Values of y[CONTACT]. Two balls touch with the first one, at -R a from G (as ON_TABLE), with the second, or both."""

INVERSE = SYSTEM_NUMBERS
"""Indices in p, after those of `physics/bodies/contact.py`: six elements of the inverse matrix of inertia, ..."""
LAW, MU, PATCH, EPSILON, ONE_SIDED = (
    SYSTEM_NUMBERS + 6,
    SYSTEM_NUMBERS + 7,
    SYSTEM_NUMBERS + 8,
    SYSTEM_NUMBERS + 9,
    SYSTEM_NUMBERS + 10,
)
MIN_RIM_SPEED = 3e-6
"""Speed [m/s] of the rim of the patch below which the drilling torque is smoothed."""

MIN_LANDING_SPEED = 1e-5
"""Falling speed [m/s] below which a body has not landed yet: it is rounding, or the error of a coarse method."""
SETTLING_SPEED = 1e-4
"""Speed [m/s] below which a ball that is lifted by the blow of the other one stays on the table."""
MAX_BLOWS = 8
"""Greatest number of blows in turn in one impact of two balls."""
GUARD_TIME = 1e-3
"""Time [s] that converts a speed into a length to be compared with the gap."""
ROUNDING = 2e-15
"""Tilt of two balls [rad] from level, and its rate relative to omega, that `lay_level` may leave."""
NO_EVENT = 1e9
"""Value of a guard whose event cannot happen."""
MIN_LEVER = 1e-3
"""Value of lever m below which a body is jammed: friction rotates it into the table for any normal force (Painlevé)."""

unit_length = OrientedBody.settle


def lowest_point(y: Floats, p: Floats) -> Six:
    """Return contact point X from G [m] and its velocity [m/s] in body axes; of two balls, of the one that touches.

    In the air that is the lower one, and the first one where both touch.
    """
    x1, x2, x3, s1, s2, s3 = contact_at(y, p)
    if p[KIND] == TWO_BALLS and (y[CONTACT] == ON_SECOND or (y[CONTACT] == IN_AIR and vertical(y)[2] < 0.0)):
        x3 -= 2.0 * p[FIRST + 1]
    return x1, x2, x3, s1, s2, s3


def friction(v_x: float, v_y: float, omega_z: float, slow: float, p: Floats) -> Triple:
    """Return f_x, f_y and the drilling torque tau [m] per newton of N, at a slip [m/s] and omega·k [rad/s].

    slow: speed below which the law is smoothed [m/s]; a patch that spins faster needs no smoothing.
    """
    law, mu = p[LAW], p[MU]
    if law == VISCOUS:
        return -mu * v_x, -mu * v_y, 0.0
    square = v_x * v_x + v_y * v_y
    if law == COULOMB:
        factor = -mu / sqrt(square + slow * slow)
        return factor * v_x, factor * v_y, 0.0
    R = p[PATCH]
    rim, speed = R * omega_z, sqrt(square)
    turning = SLIDE_COEFFICIENT * abs(rim)
    share = slow * slow / (slow * slow + turning * turning)
    across, around = speed + turning, DRILL_SLIDE_COEFFICIENT * speed + abs(rim)
    factor = -mu / sqrt(across * across + slow * slow * (share * share) * (share * share))
    drill = -mu * DRILL_COEFFICIENT * R * rim / sqrt(around * around + MIN_RIM_SPEED * MIN_RIM_SPEED)
    return factor * v_x, factor * v_y, drill


def angular_response(t1: float, t2: float, t3: float, p: Floats) -> Triple:
    """Return the angular acceleration [rad/s²] caused by a torque [N m], both in body axes."""
    a, b, c = p[INVERSE + 3], p[INVERSE + 4], p[INVERSE + 5]
    return (
        p[INVERSE] * t1 + a * t2 + b * t3,
        a * t1 + p[INVERSE + 1] * t2 + c * t3,
        b * t1 + c * t2 + p[INVERSE + 2] * t3,
    )


def slip(y: Floats, x1: float, x2: float, x3: float) -> Triple:
    """Return v_A in the lab [m/s], of the point X of the body."""
    w1, w2, w3 = y[4], y[5], y[6]
    u_x, u_y, u_z = to_lab(y, w2 * x3 - w3 * x2, w3 * x1 - w1 * x3, w1 * x2 - w2 * x1)
    return y[V_X] + u_x, y[V_Y] + u_y, y[V_Z] + u_z


def reaction(y: Floats, p: Floats, slow: float, x1: float, x2: float, x3: float) -> Seven:
    """Return the effect per newton of N at X: angular acceleration (body axes), f_x, f_y, power, lever [1/kg]."""
    g1, g2, g3 = vertical(y)
    v_x, v_y, _ = slip(y, x1, x2, x3)
    omega_z = g1 * y[4] + g2 * y[5] + g3 * y[6]
    f_x, f_y, drill = friction(v_x, v_y, omega_z, slow, p)
    F1, F2, F3 = to_body(y, f_x, f_y, 1.0)
    a1, a2, a3 = angular_response(
        x2 * F3 - x3 * F2 + drill * g1, x3 * F1 - x1 * F3 + drill * g2, x1 * F2 - x2 * F1 + drill * g3, p
    )
    lever = 1.0 / p[MASS] + a1 * (x2 * g3 - x3 * g2) + a2 * (x3 * g1 - x1 * g3) + a3 * (x1 * g2 - x2 * g1)
    return a1, a2, a3, f_x, f_y, f_x * v_x + f_y * v_y + drill * omega_z, lever


def free_acceleration(y: Floats, p: Floats) -> Triple:
    """Return the angular acceleration of the body in flight, in body axes [rad/s²]."""
    w1, w2, w3 = y[4], y[5], y[6]
    L1, L2, L3 = momentum(w1, w2, w3, p)
    return angular_response(L2 * w3 - L3 * w2, L3 * w1 - L1 * w3, L1 * w2 - L2 * w1, p)


def dynamics(y: Floats, p: Floats) -> Ten:
    """Return omega' (body axes) [rad/s²], force of the table (lab) [N] and power of friction [W] in contact.

    Then come the downward acceleration of its contact without the table [m/s²], negative where the body leaves it, and
    the lever [1/kg]; where both balls touch, the lesser N over m, and the least lever. Last comes the share of the
    second ball in N.
    """
    g1, g2, g3 = vertical(y)
    w1, w2, w3 = y[4], y[5], y[6]
    x1, x2, x3, s1, s2, s3 = lowest_point(y, p)
    a1, a2, a3 = free_acceleration(y, p)
    r1, r2, r3, f_x, f_y, power, lever = reaction(y, p, p[EPSILON], x1, x2, x3)
    # k·d(v_A)/dt without N is -g + gamma·(omega'×X) + (gamma×omega)·(omega×X) + gamma·(omega×Ẋ).
    u1, u2, u3 = w2 * x3 - w3 * x2, w3 * x1 - w1 * x3, w1 * x2 - w2 * x1
    falling = (
        g1 * (a2 * x3 - a3 * x2 + w2 * u3 - w3 * u2 + w2 * s3 - w3 * s2)
        + g2 * (a3 * x1 - a1 * x3 + w3 * u1 - w1 * u3 + w3 * s1 - w1 * s3)
        + g3 * (a1 * x2 - a2 * x1 + w1 * u2 - w2 * u1 + w1 * s2 - w2 * s1)
        - p[GRAVITY]
    )
    if y[CONTACT] != ON_BOTH:
        N = -falling / lever
        return a1 + N * r1, a2 + N * r2, a3 + N * r3, N * f_x, N * f_y, N, N * power, -falling, lever, 0.0
    # All that is linear in X differs between the balls by what it is for the way from one to the other.
    way = -2.0 * p[FIRST + 1]
    q1, q2, q3, h_x, h_y, drain, other = reaction(y, p, p[EPSILON], x1, x2, x3 + way)
    sinking = falling + way * (g1 * (a2 + w1 * w3) + g2 * (w2 * w3 - a1) - g3 * (w1 * w1 + w2 * w2))
    back, across = lever + way * (g1 * r2 - g2 * r1), other - way * (g1 * q2 - g2 * q1)
    both = lever * other - across * back
    N, M = (sinking * across - falling * other) / both, (falling * back - sinking * lever) / both
    share = M / (N + M) if N > 0.0 and M > 0.0 else (0.0 if N > M else 1.0)
    return (
        a1 + N * r1 + M * q1, a2 + N * r2 + M * q2, a3 + N * r3 + M * q3, N * f_x + M * h_x, N * f_y + M * h_y, N + M,
        N * power + M * drain, (N if N < M else M) / p[MASS], least_lever(lever, other, across, back), share,
    )  # fmt: skip


def least_lever(lever: float, other: float, across: float, back: float) -> float:
    """Return the least of the levers of two balls, and of what they are where the other ball is held down [1/kg].

    across, back: the effect of N of each ball on the height of the other one.
    """
    least, greatest = (lever, other) if lever < other else (other, lever)
    product = across * back
    return least if least <= 0.0 or product <= 0.0 else least - product / greatest


def force_of_table(y: Floats, p: Floats) -> Triple:
    """Return the force of the table in the lab [N]; 0 in the air."""
    if y[CONTACT] > 0.5:
        _, _, _, F_x, F_y, F_z, _, _, _, _ = dynamics(y, p)
        return F_x, F_y, F_z
    return 0.0, 0.0, 0.0


def sliding_rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
    """Write the time derivative of the whole state, on the table and in flight."""
    if y[CONTACT] > 0.5:
        a1, a2, a3, F_x, F_y, N, power, _, _, _ = dynamics(y, p)
        write_rate(y, p, dy, a1, a2, a3, F_x, F_y, N, power)
    else:
        a1, a2, a3 = free_acceleration(y, p)
        write_rate(y, p, dy, a1, a2, a3, 0.0, 0.0, 0.0, 0.0)


def write_rate(
    y: Floats, p: Floats, dy: Floats, a1: float, a2: float, a3: float, F_x: float, F_y: float, N: float, power: float
) -> None:
    """Write that derivative, given the first seven numbers of `dynamics`."""
    m = p[MASS]
    dy[0], dy[1], dy[2], dy[3] = spin(y, y[4], y[5], y[6])
    dy[4], dy[5], dy[6] = a1, a2, a3
    dy[7], dy[8], dy[9] = y[V_X], y[V_Y], y[V_Z]
    dy[V_X], dy[V_Y], dy[V_Z] = F_x / m, F_y / m, N / m - p[GRAVITY]
    dy[LOSS], dy[CONTACT] = -power, 0.0


def resting_height(y: Floats, p: Floats) -> Pair:
    """Return the height of G [m] and its velocity upwards [m/s] with which the lowest point rests on the table."""
    g1, g2, g3 = vertical(y)
    w1, w2, w3 = y[4], y[5], y[6]
    x1, x2, x3, _, _, _ = lowest_point(y, p)
    rising = g1 * (w2 * x3 - w3 * x2) + g2 * (w3 * x1 - w1 * x3) + g3 * (w1 * x2 - w2 * x1)
    return -(g1 * x1 + g2 * x2 + g3 * x3), -rising


def project_to_table(y: Floats, p: Floats) -> None:
    """Normalise q and put a body that touches onto the table: nothing else depends on its z and v_z."""
    unit_length(y, p)
    if y[CONTACT] == ON_BOTH:
        lay_level(y, p)
    if y[CONTACT] > 0.5:
        y[Z], y[V_Z] = resting_height(y, p)


def lay_level(y: Floats, p: Floats) -> None:
    """Make the axis of two balls horizontal, and keep it so: by a turn, and by vertical impulses on both balls.

    Their moment is along a×k, in body axes (-gamma_2, gamma_1, 0).
    """
    g1, g2, g3 = vertical(y)
    back = -g3 / (g1 * g1 + g2 * g2)
    q0, q1, q2, q3 = spin(y, -g2 * back, g1 * back, 0.0)
    y[0], y[1], y[2], y[3] = y[0] + q0, y[1] + q1, y[2] + q2, y[3] + q3
    unit_length(y, p)
    g1, g2, _ = vertical(y)
    a1, a2, a3 = angular_response(-g2, g1, 0.0, p)
    impulse = (g2 * y[4] - g1 * y[5]) / (g1 * a2 - g2 * a1)
    y[4] += impulse * a1
    y[5] += impulse * a2
    y[6] += impulse * a3


def is_level(y: Floats) -> bool:
    """Return whether the axis of two balls is horizontal and stays so, as far as rounding tells."""
    g1, g2, g3 = vertical(y)
    turning = abs(y[4]) + abs(y[5]) + abs(y[6])
    return abs(g3) < ROUNDING and abs(g1 * y[5] - g2 * y[4]) <= ROUNDING * turning


def action_of_table(y: Floats, p: Floats) -> Seven:
    """Return the contact point from G in body axes [m], and the force of the table in the lab [N].

    Last comes how far beyond the point, along axis 3, the force acts [m]: where both balls touch, it is between them.
    """
    x1, x2, x3, _, _, _ = lowest_point(y, p)
    if not y[CONTACT] > 0.5:
        return x1, x2, x3, 0.0, 0.0, 0.0, 0.0
    _, _, _, F_x, F_y, F_z, _, _, _, share = dynamics(y, p)
    return x1, x2, x3, F_x, F_y, F_z, (-2.0 * p[FIRST + 1] * share if share > 0.0 else 0.0)


def rubbing(y: Floats, p: Floats) -> Pair:
    """Return the sliding velocity of the contact point along the table [m/s]; of two, that of the faster one."""
    x1, x2, x3, _, _, _ = lowest_point(y, p)
    v_x, v_y, _ = slip(y, x1, x2, x3)
    if y[CONTACT] == ON_BOTH:
        u_x, u_y, _ = slip(y, x1, x2, x3 - 2.0 * p[FIRST + 1])
        if u_x * u_x + u_y * u_y > v_x * v_x + v_y * v_y:
            return u_x, u_y
    return v_x, v_y


def mechanical(y: Floats, p: Floats) -> float:
    """Return the kinetic energy plus weight times height of G [J]."""
    w1, w2, w3 = y[4], y[5], y[6]
    L1, L2, L3 = momentum(w1, w2, w3, p)
    v2 = y[V_X] * y[V_X] + y[V_Y] * y[V_Y] + y[V_Z] * y[V_Z]
    return 0.5 * (p[MASS] * v2 + w1 * L1 + w2 * L2 + w3 * L3) + p[MASS] * p[GRAVITY] * y[Z]


def sliding_margin(y: Floats, p: Floats) -> float:
    """Return a margin that is positive in flight, and on the table unless the body is jammed or a disk lies flat."""
    if not y[CONTACT] > 0.5:
        return 1.0
    x1, x2, x3, _, _, _ = lowest_point(y, p)
    r1, r2, _, _, _, _, lever = reaction(y, p, p[EPSILON], x1, x2, x3)
    if y[CONTACT] == ON_BOTH:
        g1, g2, _ = vertical(y)
        way = -2.0 * p[FIRST + 1]
        q1, q2, _, _, _, _, other = reaction(y, p, p[EPSILON], x1, x2, x3 + way)
        back, across = lever + way * (g1 * r2 - g2 * r1), other - way * (g1 * q2 - g2 * q1)
        lever = least_lever(lever, other, across, back)
    return contact_margin(y, p, lever)


def contact_margin(y: Floats, p: Floats, lever: float) -> float:
    """Return the margin of a body that touches the table."""
    free_of_jam = lever * p[MASS] - MIN_LEVER
    if p[KIND] == TWO_BALLS:
        return free_of_jam
    g1, g2, g3 = vertical(y)
    flat = tilt_margin(g1, g2, g3, p)
    return free_of_jam if free_of_jam < flat else flat


# Lift-off and landing ---------------------------------------------------------------------------------------------


def lift_and_landing(t: float, y: Floats, p: Floats) -> tuple[float, ...]:
    """Return the guards of lift-off, landing and touch.

    The acceleration that the table must supply [m/s²], in flight the gap [m], and the gap under the other one of two
    balls [m].
    """
    if y[CONTACT] > 0.5:
        if p[ONE_SIDED] == 0.0:
            return NO_EVENT, NO_EVENT, touch_guard(y, p)
        _, _, _, _, _, _, _, needed, _, _ = dynamics(y, p)
        return needed, NO_EVENT, touch_guard(y, p)
    return NO_EVENT, landing_guard(y, p), NO_EVENT


def sliding_survey(t: float, y: Floats, p: Floats, dy: Floats) -> tuple[float, ...]:
    """Write the time derivative and return the margin and the guards, all from one calculation of the force."""
    if y[CONTACT] > 0.5:
        a1, a2, a3, F_x, F_y, N, power, needed, lever, _ = dynamics(y, p)
        write_rate(y, p, dy, a1, a2, a3, F_x, F_y, N, power)
        lifted = NO_EVENT if p[ONE_SIDED] == 0.0 else needed
        return contact_margin(y, p, lever), lifted, NO_EVENT, touch_guard(y, p)
    a1, a2, a3 = free_acceleration(y, p)
    write_rate(y, p, dy, a1, a2, a3, 0.0, 0.0, 0.0, 0.0)
    return 1.0, NO_EVENT, landing_guard(y, p), NO_EVENT


def landing_guard(y: Floats, p: Floats) -> float:
    """Return the gap of a body in flight [m], or its speed upwards as a length where that is greater."""
    height, rising = resting_height(y, p)
    return gap_or_speed(y[Z] - height, y[V_Z] - rising)


def gap_or_speed(gap: float, rising: float) -> float:
    """Return a gap [m], or the speed [m/s] at which it opens as a length where that is greater."""
    slowly = GUARD_TIME * (rising + MIN_LANDING_SPEED)
    return gap if gap > slowly else slowly


def touch_guard(y: Floats, p: Floats) -> float:
    """Return the same of the ball that does not touch."""
    if p[KIND] != TWO_BALLS or y[CONTACT] == ON_BOTH:
        return NO_EVENT
    return gap_or_speed(*other_ball(y, p))


def other_ball(y: Floats, p: Floats) -> Pair:
    """Return how high the ball that does not touch is above the table [m], and how fast it rises [m/s]."""
    g1, g2, g3 = vertical(y)
    along = 2.0 * p[FIRST + 1] if y[CONTACT] == ON_SECOND else -2.0 * p[FIRST + 1]
    return along * g3, along * (g1 * y[5] - g2 * y[4])


def apply_event(event: int, t: float, y: Floats, p: Floats) -> None:
    """Apply an event: 0: lift-off, 1: landing, 2: touch of the other ball.

    Where the table would have to pull after a landing, the body does not stay; where both balls touch, the one leaves
    that presses less.
    """
    project_to_table(y, p)
    leaves = event == 0
    if not leaves:
        before = mechanical(y, p)
        if event == 1:
            landing_jump(y, p)
            y[CONTACT] = ON_SECOND if p[KIND] == TWO_BALLS and vertical(y)[2] < 0.0 else ON_TABLE
        else:
            strike_in_turn(y, p)
        project_to_table(y, p)
        y[LOSS] += before - mechanical(y, p)
        if p[ONE_SIDED] == 0.0:
            return
    for _ in range(2):
        if y[CONTACT] == IN_AIR:
            return
        _, _, _, _, _, _, _, needed, _, share = dynamics(y, p)
        if needed > 0.0 and not leaves:
            return
        remaining = ON_TABLE if share < 0.5 else ON_SECOND
        y[CONTACT] = remaining if y[CONTACT] == ON_BOTH else IN_AIR
        leaves = False


def strike_in_turn(y: Floats, p: Floats) -> None:
    """Apply the impact of the ball that does not touch, and those that follow from it at once."""
    for _ in range(MAX_BLOWS):
        y[CONTACT] = ON_TABLE if y[CONTACT] == ON_SECOND else ON_SECOND
        landing_jump(y, p)
        project_to_table(y, p)
        _, rising = other_ball(y, p)
        if not rising < 0.0:
            break
    if rising < SETTLING_SPEED or p[ONE_SIDED] == 0.0:
        y[CONTACT] = ON_BOTH


def landing_jump(y: Floats, p: Floats) -> None:
    """Apply an inelastic impact under the same law of friction, not smoothed (`physics/bodies/blow.py`)."""
    x1, x2, x3, _, _, _ = lowest_point(y, p)
    v_x, v_y, falling = slip(y, x1, x2, x3)
    if not falling < 0.0:
        return
    g1, g2, g3 = vertical(y)
    c1, c2, c3, c_x, c_y, c_z, c_w = struck(y, p, 1.0, 0.0, 0.0, 0.0, x1, x2, x3)
    d1, d2, d3, _, d_y, d_z, d_w = struck(y, p, 0.0, 1.0, 0.0, 0.0, x1, x2, x3)
    e1, e2, e3, _, _, e_z, e_w = struck(y, p, 0.0, 0.0, 1.0, 0.0, x1, x2, x3)
    f1, f2, f3, _, _, _, f_w = struck(y, p, 0.0, 0.0, 0.0, 1.0, x1, x2, x3)
    patch = p[PATCH] if p[LAW] == CONTENSOU and p[PATCH] > POINT else 0.0
    J_x, J_y, J_z, drill = blow(
        (v_x, v_y, falling, g1 * y[4] + g2 * y[5] + g3 * y[6]),
        (p[LAW], p[MU], patch),
        (c_x, c_y, d_y, c_w, d_w, f_w, c_z, d_z, e_z, e_w),
    )
    y[4] += J_x * c1 + J_y * d1 + J_z * e1 + drill * f1
    y[5] += J_x * c2 + J_y * d2 + J_z * e2 + drill * f2
    y[6] += J_x * c3 + J_y * d3 + J_z * e3 + drill * f3
    y[V_X] += J_x / p[MASS]
    y[V_Y] += J_y / p[MASS]
    y[V_Z] += J_z / p[MASS]


def struck(
    y: Floats, p: Floats, J_x: float, J_y: float, J_z: float, drill: float, x1: float, x2: float, x3: float
) -> Seven:
    """Return what an impulse at X and one about the vertical change: omega (body axes), v_A (lab) and omega·k."""
    g1, g2, g3 = vertical(y)
    F1, F2, F3 = to_body(y, J_x, J_y, J_z)
    a1, a2, a3 = angular_response(
        x2 * F3 - x3 * F2 + drill * g1, x3 * F1 - x1 * F3 + drill * g2, x1 * F2 - x2 * F1 + drill * g3, p
    )
    u_x, u_y, u_z = to_lab(y, a2 * x3 - a3 * x2, a3 * x1 - a1 * x3, a1 * x2 - a2 * x1)
    m = p[MASS]
    return a1, a2, a3, u_x + J_x / m, u_y + J_y / m, u_z + J_z / m, g1 * a1 + g2 * a2 + g3 * a3
