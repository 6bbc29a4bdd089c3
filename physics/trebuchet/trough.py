"""Friction of the stone in the trough: holding, sliding, and blows on the ground.

A stone at rest is held while the friction that its rest needs is at most mu_s N, with the static coefficient mu_s,
which is not below mu; otherwise it slides, with mu N against the motion (Coulomb). What it does is part of the state,
so that the equations are smooth between the events.

Sliding presses a stone against the ground if the sling is steep: the normal force that keeps y = 0 grows with 1/D,
D = J M⁻¹(J + drag J_x)ᵀ, and where D is not positive there is none, although the stone is not about to lift off. This
is Painlevé's paradox (Sur les lois du frottement de glissement, C. R. Acad. Sci. 121 (1895), 112): a blow, without a
collision, ends the sliding (Lecornu 1905; Génot and Brogliato, Eur. J. Mech. A 18 (1999), 653).
"""

from __future__ import annotations

from physics.trebuchet.accelerations import drag_of, dynamics
from physics.trebuchet.machine import (
    ALPHA_DOT,
    BETA_DOT,
    FORWARD,
    GAMMA_DOT,
    GIVEN_UP_IN_SLING,
    GIVEN_UP_IN_TROUGH,
    HELD,
    JAM,
    L5,
    LOSS,
    MU,
    MU_STATIC,
    PHASE,
    REST,
    SLIDES,
    V_X,
    V_Y,
    Pair,
    Six,
    Y,
    active_stops,
    beam_frame,
    in_contact,
    larger,
    mass_matrix,
    mechanical,
    project,
    solve,
    stone_bias,
    stone_jacobian,
    swinging_mass,
)  # fmt: skip
from physics.trebuchet.release import NO_EVENT, swing_phase
from physics.types import Floats

TOUCH = 1e-12
"""Depth below the ground, in lengths of the sling, that is allowed: a stone that leaves it does not touch at once."""
GUARD_TIME = 1.0
"""Time [s] that converts a speed into a length."""
STILL = 1e-9
"""Speed of a stone [m/s], or rate of the beam [rad/s], that counts as rest."""
LIMIT = 1e-9
"""Part of the normal force by which friction may pass mu N before the stone slides: rounding."""
ONE_WAY = 1e-9
"""Rise per impulse of a held point, as a fraction of that without friction, below which it moves in one direction only:
what ends its vertical motion ends all of it."""
FAR = 1e300
"""An impulse that is never reached."""


def friction_guards(y: Floats, p: Floats, found: Six) -> tuple[float, float, float]:
    """Return the guards of coming to rest, of sliding on, and of jamming; `found` is the result of `dynamics` at y."""
    if p[MU_STATIC] == 0.0:
        return NO_EVENT, NO_EVENT, NO_EVENT
    contact = in_contact(y[REST])
    if contact == HELD:
        return NO_EVENT, grip(p, found), NO_EVENT
    sense = 1.0 if contact == FORWARD else -1.0
    return larger(sense * y[V_X], sense * forward(y, p, found)), NO_EVENT, yielding(y, p, drag_of(y, p)) - JAM


def grip(p: Floats, found: Six) -> float:
    """Return by how much friction may still grow before a held stone slides [N]."""
    return (p[MU_STATIC] + LIMIT) * found[3] - abs(found[4])


def forward(y: Floats, p: Floats, found: Six) -> float:
    """Return the acceleration of the stone along the trough [m/s²]."""
    angles = beam_frame(y)
    x_a, x_b, _, _ = stone_jacobian(angles, p)
    return x_a * found[0] + x_b * found[1] + stone_bias(y, angles, p)[0]


def touch_guards(y: Floats, p: Floats) -> Pair:
    """Return the guards of a swinging stone that touches the ground, without and with Painlevé's paradox."""
    touch = larger(y[Y] + TOUCH * p[L5], GUARD_TIME * y[V_Y])
    if p[MU] > 0.0 and not yielding(y, p, -p[MU] if y[V_X] > 0.0 else p[MU]) > 0.0:
        return NO_EVENT, touch
    return touch, NO_EVENT


def yielding(y: Floats, p: Floats, drag: float) -> float:
    """Return D of a stone on the ground as a fraction of its value without friction; 1 where nothing can move."""
    m = swinging_mass(y[PHASE], p)
    angles = beam_frame(y)
    x_a, x_b, y_a, y_b = stone_jacobian(angles, p)
    s1, s2, _ = solve(m, mass_matrix(m, angles[3], angles[5], p), (y_a, y_b / m, 0.0), active_stops(y, p))
    smooth = y_a * s1 + y_b * s2
    return 1.0 + drag * (x_a * s1 + x_b * s2) / smooth if smooth > 0.0 else 1.0


# Effects ------------------------------------------------------------------------------------------------------------


def let_slide(y: Floats) -> None:
    """Forget what friction did with the stone."""
    y[REST] -= in_contact(y[REST])


def decide(y: Floats, p: Floats) -> None:
    """Set what friction does with a stone in the trough: hold it, or let it slide; without friction it slides freely.

    A stone at rest that can neither be held nor slide leaves the trough.
    """
    let_slide(y)
    if p[MU_STATIC] == 0.0:
        return
    if abs(y[V_X]) > STILL:
        y[REST] += FORWARD if y[V_X] > 0.0 else 0.0
        return
    if abs(y[ALPHA_DOT]) < STILL:
        before = mechanical(y, p)
        y[ALPHA_DOT], y[BETA_DOT], y[V_X] = 0.0, 0.0, 0.0
        y[LOSS] += before - mechanical(y, p)
        y[REST] += HELD
        found = dynamics(y, p)
        if found[3] > 0.0 and grip(p, found) > 0.0:
            return
    for contact in (0.0, FORWARD):
        let_slide(y)
        y[REST] += contact
        found = dynamics(y, p)
        sense = 1.0 if contact == FORWARD else -1.0
        if found[3] > 0.0 and yielding(y, p, drag_of(y, p)) > JAM and sense * forward(y, p, found) > 0.0:
            return
    let_slide(y)
    y[PHASE] = GIVEN_UP_IN_SLING if y[PHASE] == GIVEN_UP_IN_TROUGH else swing_phase(y, p)


def touch_down(y: Floats, p: Floats) -> None:
    """Apply the landing of a swinging stone on the ground, without a bounce."""
    before = mechanical(y, p)
    blow_on_ground(y, p, 0.0)
    y[PHASE] = GIVEN_UP_IN_TROUGH if y[PHASE] == GIVEN_UP_IN_SLING else SLIDES
    project(y, p)
    y[LOSS] += before - mechanical(y, p)
    decide(y, p)


def jam(y: Floats, p: Floats) -> None:
    """Apply the blow that ends the sliding of a stone that jams."""
    before = mechanical(y, p)
    blow_on_ground(y, p, JAM)
    project(y, p)
    y[LOSS] += before - mechanical(y, p)
    decide(y, p)


def blow_on_ground(y: Floats, p: Floats, least: float) -> None:
    """Apply the impulse of the ground and its friction, which ends the stone's vertical motion, to the rates.

    least: D, as a fraction of its value without friction, from which the stone may slide on.
    """
    m = swinging_mass(y[PHASE], p)
    angles = beam_frame(y)
    x_a, x_b, y_a, y_b = stone_jacobian(angles, p)
    matrix, locked = mass_matrix(m, angles[3], angles[5], p), active_stops(y, p)
    u1, u2, u3 = solve(m, matrix, (y_a, y_b / m, 0.0), locked)
    f1, f2, f3 = solve(m, matrix, (x_a, x_b / m, 0.0), locked)
    w_yy, w_xy, w_xx = y_a * u1 + y_b * u2, x_a * u1 + x_b * u2, x_a * f1 + x_b * f2
    v_x, v_y = x_a * y[ALPHA_DOT] + x_b * y[BETA_DOT], y_a * y[ALPHA_DOT] + y_b * y[BETA_DOT]
    up, along = blow_with_friction(v_x, v_y, w_xx, w_xy, w_yy, p[MU], least)
    y[ALPHA_DOT] += up * u1 + along * f1
    y[BETA_DOT] += up * u2 + along * f2
    y[GAMMA_DOT] += up * u3 + along * f3


def blow_with_friction(v_x: float, v_y: float, w_xx: float, w_xy: float, w_yy: float, mu: float, least: float) -> Pair:
    """Return the impulses of the ground, upward and forward, on a point that does not bounce [N s].

    v: velocity before; w: its change per impulse; least: as for `blow_on_ground`. While the upward impulse grows the
    point slides, with the friction mu against it; once it has stopped it is held if that takes less than mu, otherwise
    it slides the other way; until v_y is 0 (Routh, Advanced Rigid Dynamics 1905, art. 187).
    """
    if not w_yy > 0.0:
        return 0.0, 0.0
    up, along = 0.0, 0.0
    if mu > 0.0 and v_x != 0.0:
        drag = -mu if v_x > 0.0 else mu
        rising, slowing = w_yy + drag * w_xy, w_xy + drag * w_xx
        end = -v_y / rising if rising > least * w_yy else FAR
        stop = -v_x / slowing if v_x * slowing < 0.0 else FAR
        if end <= stop and end < FAR:
            return end, drag * end
        if stop < FAR:
            up, along, v_y = stop, drag * stop, v_y + rising * stop
    share = -w_xy / w_xx if w_xx > 0.0 else 0.0
    held = abs(share) <= mu
    share = share if held else (-mu if w_xy > 0.0 else mu)
    rising = w_yy + share * w_xy
    if not rising > ONE_WAY * w_yy:
        return up - v_y / w_yy, along
    more = -v_y / rising
    return up + more, along + share * more
