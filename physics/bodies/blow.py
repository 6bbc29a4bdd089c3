"""The blow of a rigid body against a rough table, which ends when its contact no longer approaches: its impulses.

A blow is so short that the body does not turn meanwhile, and that the table's force alone counts. So the clock is the
normal impulse P that has acted (Darboux, Bull. Sci. Math. 4, 1880, 126; Keller, J. Appl. Mech. 53, 1986, 1): with the
velocity of the contact (v along the table, w upwards, omega_z about the vertical) and friction f and a drilling torque
tau per newton of N,

    dv/dP = B f + D tau + n,    domega_z/dP = D·f + D_w tau + n_w,    dw/dP = n·f + n_w tau + n_z,

whose coefficients are constants, the response of the contact to unit impulses. P grows whatever w does: friction that
drives the contact into the table (Painlevé) does so until the slip has stopped, and the blow ends all the same.

Dry friction depends on the ratio of v_x, v_y and the rim's speed R omega_z of the patch alone, not on their magnitude
|u|, and has no value where all are zero. With dP = |u| dtau the equations are smooth there, too: |u| shrinks or grows
exponentially, along straight lines in the end, from where on P follows at once, to the instant at which the slip stops,
to the end of the blow. The contact then holds, if friction is enough for it; otherwise slip begins anew along the
straight line that leads away, which does not depend on how it came (Routh, Advanced Rigid Dynamics, 1905, 187, in the
plane; Batlle, J. Appl. Mech. 63, 1996, 804). A patch stops to slip and to spin at the same instant (Farkas et al.,
Phys. Rev. Lett. 90, 2003, 248302). The laws are not smoothed: a blow is what those of `physics/table/sliding.py` tend
to for epsilon -> 0, whatever epsilon a motion needs to be computed. So what has stopped to slip begins without slip,
and creeps from there as its smoothed law has it.

Steps are those of the extrapolated midpoint rule, of order 10 (Hairer, Nørsett and Wanner, Solving Ordinary
Differential Equations I, II.9), as small as rounding allows. Everything is scalar arithmetic, for kernels.
"""

from __future__ import annotations

from math import sqrt

VISCOUS, COULOMB, CONTENSOU = 0.0, 1.0, 2.0
SLIDE_COEFFICIENT, DRILL_COEFFICIENT, DRILL_SLIDE_COEFFICIENT = (
    0.8488263631567751,
    0.5890486225480862,
    2.945243112740431,
)
"""8/(3 pi), 3 pi/16 and 15 pi/16: coefficients of a round patch that slides and spins."""

POINT = 1e-9
"""Radius [m] below which a patch is a point."""
TOLERANCE = 1e-12
"""Error of the method of order 8 in a step, over |u|; that of order 10 is what is used."""
EASY = 2e-2
"""Part of the tolerance below which the next step is longer."""
STRAIGHT = 1e-14
"""Part of its rate by which u may change across its own direction, where its path counts as straight."""
STOPPED = 1e-15
"""Part of all that |u| may become in a blow below which it is zero."""
CLOSE = 1e-8
"""Part of w in a step within which its zero is found before the rest is a straight line."""
MAX_STEPS = 20000
"""Greatest number of steps, after which the force is held constant; stiff bodies take some hundreds."""
MAX_HALVINGS = 60

Pair = tuple[float, float]
Triple = tuple[float, float, float]
Four = tuple[float, float, float, float]
Five = tuple[float, float, float, float, float]
Law = tuple[float, float, float]
"""The law of friction, its coefficient mu (in s/m if viscous) and the radius of the patch [m], 0 for a point."""
Response = tuple[float, float, float, float, float, float, float, float, float, float]
"""B_xx, B_xy, B_yy [1/kg]; D_x, D_y [rad/(kg m)], D_w [1/(kg m²)]; n_x, n_y, n_z [1/kg], n_w [rad/(kg m)]."""


def blow(v: Four, law: Law, r: Response) -> Four:
    """Return the impulses along x, y and upwards [N s] and about the vertical [N m s] that stop a contact.

    v: its velocity (v_x, v_y, v_z) [m/s] with v_z < 0, and omega_z [rad/s].
    """
    if law[1] == 0.0:
        return 0.0, 0.0, -v[2] / r[8], 0.0
    s = slide(v, law, r)
    to_rest = impulse_to_rest(v, s, law, r)
    f = friction_of(s, law) if to_rest != 0.0 else (0.0, 0.0, 0.0)
    if to_rest >= 0.0:
        s = (0.0, 0.0, 0.0, s[3] + f[2] * to_rest, s[4] + to_rest)
        f = from_rest(law, r)
    J_x, J_y = along_table(v, s, r)
    more = -rising(v, s, r) / rates(f, r)[3]
    return J_x + f[0] * more, J_y + f[1] * more, s[4] + more, s[3] + f[2] * more


def slide(v: Four, law: Law, r: Response) -> Five:
    """Return v_x, v_y, omega_z, the drilling impulse and P from where on friction is constant, next to the end at most.

    u is 0 where the slip has stopped.
    """
    w, viscous, s = v[2], law[0] == VISCOUS, (v[0], v[1], v[3], 0.0, 0.0)
    reach = size_of(s, law) - pace(law, r) * w / r[8]
    step = first_step(w, law, r)
    for _ in range(MAX_STEPS):
        if not viscous and (size_of(s, law) <= STOPPED * reach or surely_stops(v, s, law, r)):
            return 0.0, 0.0, 0.0, s[3], s[4]
        if is_straight(s, law, r):
            return s
        after, error = extrapolated(s, step, law, r)
        allowed = TOLERANCE * (reach if viscous else size_of(after, law))
        if not error <= allowed:
            step *= 0.5
            continue
        if not rising(v, after, r) < 0.0:
            return before_end(v, s, step, law, r)
        s = after
        if error <= EASY * allowed:
            step *= 1.5
    return s


def surely_stops(v: Four, s: Five, law: Law, r: Response) -> bool:
    """Return whether the slip of a point without a patch stops before the blow ends, and the point then holds.

    What a contact that holds takes in all does not depend on when it stopped. With h what it takes to hold, the speed
    √(u·B⁻¹u) falls by (mu - |h|) |u| / √(u·B⁻¹u) per P at least.
    """
    h_x, h_y = solved(r[6], r[7], r)
    spare = law[1] - sqrt(h_x * h_x + h_y * h_y)
    if law[2] > 0.0 or not spare > 0.0:
        return False
    q_x, q_y = solved(s[0], s[1], r)
    least = sqrt((r[0] * r[2] - r[1] * r[1]) / (r[0] + r[2]))  # below the root of the lesser principal value of B
    late = sqrt(s[0] * q_x + s[1] * q_y) / (spare * least)
    return rising(v, (0.0, 0.0, 0.0, s[3], s[4] + late), r) < 0.0


def pace(law: Law, r: Response) -> float:
    """Return a bound on the rate at which |u| changes with P [1/kg]; with a viscous law, of its part without slip."""
    along = sqrt(r[6] * r[6] + r[7] * r[7]) + law[2] * abs(r[9])
    return along if law[0] == VISCOUS else along + law[1] * (r[0] + r[2])


def first_step(w: float, law: Law, r: Response) -> float:
    """Return a step of tau, or of P if viscous, in which the direction of u, or friction, changes by a part of it."""
    if law[0] != VISCOUS:
        return 0.375 / pace(law, r)
    slow, whole = 0.375 / (law[1] * (r[0] + r[2])), -w / r[8]
    return slow if slow < whole else whole


def size_of(s: Five, law: Law) -> float:
    """Return |u| = √(v_x² + v_y² + R² omega_z²) [m/s]."""
    rim = law[2] * s[2]
    return sqrt(s[0] * s[0] + s[1] * s[1] + rim * rim)


def friction_of(s: Five, law: Law) -> Triple:
    """Return f_x, f_y and the drilling torque tau [m], where |u| > 0 or the law is viscous."""
    kind, mu, R = law
    v_x, v_y = s[0], s[1]
    if kind == VISCOUS:
        return -mu * v_x, -mu * v_y, 0.0
    speed, rim = sqrt(v_x * v_x + v_y * v_y), R * s[2]
    factor = -mu / (speed + SLIDE_COEFFICIENT * abs(rim))
    if R == 0.0:
        return factor * v_x, factor * v_y, 0.0
    drill = -mu * DRILL_COEFFICIENT * R * rim / (DRILL_SLIDE_COEFFICIENT * speed + abs(rim))
    return factor * v_x, factor * v_y, drill


def rates(f: Triple, r: Response) -> Four:
    """Return the rates of v_x, v_y, omega_z and w with P under this friction."""
    f_x, f_y, drill = f
    return (
        r[0] * f_x + r[1] * f_y + r[3] * drill + r[6],
        r[1] * f_x + r[2] * f_y + r[4] * drill + r[7],
        r[3] * f_x + r[4] * f_y + r[5] * drill + r[9],
        r[6] * f_x + r[7] * f_y + r[9] * drill + r[8],
    )


def tangent(s: Five, step: float, law: Law, r: Response) -> Five:
    """Return the change of v_x, v_y, omega_z, the drilling impulse and P in a step of tau, or of P if viscous."""
    weight = step if law[0] == VISCOUS else step * size_of(s, law)
    if weight == 0.0:
        return 0.0, 0.0, 0.0, 0.0, 0.0
    f = friction_of(s, law)
    a_x, a_y, a_w, _ = rates(f, r)
    return weight * a_x, weight * a_y, weight * a_w, weight * f[2], weight


def plus(s: Five, d: Five) -> Five:
    """Return the sum of two states."""
    return s[0] + d[0], s[1] + d[1], s[2] + d[2], s[3] + d[3], s[4] + d[4]


def times(factor: float, d: Five) -> Five:
    """Return a multiple of a state."""
    return factor * d[0], factor * d[1], factor * d[2], factor * d[3], factor * d[4]


def midpoint(s: Five, step: float, parts: int, law: Law, r: Response) -> Five:
    """Return the change in a step by the modified midpoint rule with an even number of parts."""
    part = step / parts
    last = (0.0, 0.0, 0.0, 0.0, 0.0)
    now = tangent(s, part, law, r)
    for _ in range(parts - 1):
        last, now = now, plus(last, tangent(plus(s, now), 2.0 * part, law, r))
    return now


def extrapolated(s: Five, step: float, law: Law, r: Response) -> tuple[Five, float]:
    """Return the state after a step, of order 10, and its difference from that of order 8 [m/s]."""
    high = e = (0.0, 0.0, 0.0, 0.0, 0.0)
    for parts in range(2, 12, 2):
        d = midpoint(s, step, parts, law, r)
        share, difference = weights(parts)
        high, e = plus(high, times(share, d)), plus(e, times(difference, d))
    late = 0.0 if law[0] == VISCOUS else abs(e[4]) * pace(law, r)
    return plus(s, high), size_of(e, law) + late


def weights(parts: int) -> Pair:
    """Return the share of a midpoint rule in order 10, and in the difference between that and order 8.

    With j half the parts, the product of j² / (j² - i²) over the other i from 1 to 5, or to 4.
    """
    if parts == 2:
        return 1.0 / 8640.0, 1.0 / 8640.0 + 1.0 / 360.0
    if parts == 4:
        return -64.0 / 945.0, -64.0 / 945.0 - 16.0 / 45.0
    if parts == 6:
        return 6561.0 / 4480.0, 6561.0 / 4480.0 + 729.0 / 280.0
    if parts == 8:
        return -16384.0 / 2835.0, -16384.0 / 2835.0 - 1024.0 / 315.0
    return 390625.0 / 72576.0, 390625.0 / 72576.0


def along_table(v: Four, s: Five, r: Response) -> Pair:
    """Return the impulses along x and y that have changed the slip from v to that of s."""
    x = s[0] - v[0] - r[6] * s[4] - r[3] * s[3]
    y = s[1] - v[1] - r[7] * s[4] - r[4] * s[3]
    return solved(x, y, r)


def solved(x: float, y: float, r: Response) -> Pair:
    """Return B⁻¹ (x, y)."""
    determinant = r[0] * r[2] - r[1] * r[1]
    return (r[2] * x - r[1] * y) / determinant, (r[0] * y - r[1] * x) / determinant


def rising(v: Four, s: Five, r: Response) -> float:
    """Return w [m/s], which follows from s: linear equations join all impulses and velocities."""
    J_x, J_y = along_table(v, s, r)
    return v[2] + r[6] * J_x + r[7] * J_y + r[8] * s[4] + r[9] * s[3]


def before_end(v: Four, s: Five, step: float, law: Law, r: Response) -> Five:
    """Return the state next to w = 0 within a step at whose end w is no longer negative."""
    after, _ = extrapolated(s, step, law, r)
    low, high = 0.0, step
    w_low, w_high = rising(v, s, r), rising(v, after, r)
    near, side = -CLOSE * w_low, 0.0
    w = w_high
    for _ in range(MAX_HALVINGS):
        if abs(w) <= near:
            break
        middle = low - w_low * (high - low) / (w_high - w_low)  # the rule of Illinois
        after, _ = extrapolated(s, middle, law, r)
        w = rising(v, after, r)
        if w < 0.0:
            low, w_low = middle, w
            w_high *= 0.5 if side < 0.0 else 1.0
            side = -1.0
        else:
            high, w_high = middle, w
            w_low *= 0.5 if side > 0.0 else 1.0
            side = 1.0
    return after


def is_straight(s: Five, law: Law, r: Response) -> bool:
    """Return whether friction no longer changes: u stays at its direction, or with a viscous law at its value."""
    a_x, a_y, a_w, _ = rates(friction_of(s, law), r)
    a_w *= law[2]
    if law[0] == VISCOUS:
        slope, share = sqrt(a_x * a_x + a_y * a_y), law[1] * size_of(s, law)
        return slope <= STRAIGHT * (pace(law, r) + (r[0] + r[2]) * share)
    rim = law[2] * s[2]
    share = (a_x * s[0] + a_y * s[1] + a_w * rim) / (s[0] * s[0] + s[1] * s[1] + rim * rim)
    a_x, a_y, a_w = a_x - share * s[0], a_y - share * s[1], a_w - share * rim
    return sqrt(a_x * a_x + a_y * a_y + a_w * a_w) <= STRAIGHT * pace(law, r)


def outwards(s: Five, law: Law, r: Response) -> float:
    """Return the rate of |u| with P [1/kg]."""
    a_x, a_y, a_w, _ = rates(friction_of(s, law), r)
    return (a_x * s[0] + a_y * s[1] + law[2] * a_w * law[2] * s[2]) / size_of(s, law)


def impulse_to_rest(v: Four, s: Five, law: Law, r: Response) -> float:
    """Return the normal impulse [N s] in which constant friction stops the slip; -1 if not before the blow ends."""
    if law[0] == VISCOUS:
        return -1.0
    size = size_of(s, law)
    if size == 0.0:
        return 0.0
    growth = outwards(s, law, r)
    if not growth < 0.0:
        return -1.0
    climb = rates(friction_of(s, law), r)[3]
    return -size / growth if rising(v, s, r) - climb * size / growth < 0.0 else -1.0


def from_rest(law: Law, r: Response) -> Triple:
    """Return the friction f_x, f_y and tau of a contact that has stopped: it holds, or slips along the way out."""
    f = holding(law, r)
    if holds(f, law):
        return f
    out, found = way_out(f, law, r)
    return friction_of(out, law) if found else f


def holding(law: Law, r: Response) -> Triple:
    """Return the friction f_x, f_y and tau that holds the contact; a point without a patch may spin."""
    h_x, h_y = solved(r[6], r[7], r)
    if law[2] == 0.0:
        return -h_x, -h_y, 0.0
    d_x, d_y = solved(r[3], r[4], r)
    drill = (r[3] * h_x + r[4] * h_y - r[9]) / (r[5] - r[3] * d_x - r[4] * d_y)
    return -h_x - d_x * drill, -h_y - d_y * drill, drill


def holds(f: Triple, law: Law) -> bool:
    """Return whether a law of dry friction reaches so far at rest: within its values at all ratios of slip to spin."""
    _, mu, R = law
    share = sqrt(f[0] * f[0] + f[1] * f[1]) / mu
    if R == 0.0 or not share <= 1.0:
        return share <= 1.0
    left = 1.0 - share
    reach = left / (left + DRILL_SLIDE_COEFFICIENT * SLIDE_COEFFICIENT * share) if share > 0.0 else 1.0
    return abs(f[2]) <= mu * DRILL_COEFFICIENT * R * reach


def way_out(f: Triple, law: Law, r: Response) -> tuple[Five, bool]:
    """Return slip and spin, of any length, that grow from rest along a straight line, and whether there are such.

    f: what would hold the contact. Against it they gain fastest; from there the direction comes to the line by itself.
    """
    rim = -f[2] / law[2] if law[2] > 0.0 else 0.0
    length = sqrt(f[0] * f[0] + f[1] * f[1] + rim * rim)
    s = (-f[0] / length, -f[1] / length, rim / length / law[2] if law[2] > 0.0 else 0.0, 0.0, 0.0)
    step = 0.375 / pace(law, r)
    for _ in range(MAX_STEPS):
        if is_straight(s, law, r):
            break
        after, error = extrapolated(s, step, law, r)
        size = size_of(after, law)
        if not error <= TOLERANCE * size:
            step *= 0.5
            continue
        s = times(1.0 / size, after)
        if error <= EASY * TOLERANCE * size:
            step *= 1.5
    return s, outwards(s, law, r) > 0.0
