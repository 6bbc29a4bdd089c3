"""Blows in a trebuchet at the stops of tip, sling and hanger.

Where the tip meets the ground, sling or hanger the beam (beta or gamma leaves ]0, 2 pi[), or one of the three a stop at
another angle, an impulse through the mass matrix reverses the speed n·q' at the stop, with the restitution e:

    q' -> q' - (1 + e) M⁻¹n (n·q') / (nᵀM⁻¹n),    Delta T = -½ (1 - e²) (n·q')² / (nᵀM⁻¹n)

(erratum 5 of the paper: reversing one rate alone changes the energy even at e = 1). What rests against another stop or
in the trough takes part, unless the blow pulls it away; of the trough's friction only what holds a stone. A bounce that
is too slow ends at rest. A stone that swings back to the ground (`trough.py`) does not bounce.

Two stops that are reached together hand the blow back and forth. With a the matrix n_iᵀM⁻¹n_j of both, the blows go on
for ever, each pair of them weaker by a factor, if (1 + e)² a12² >= 4 e a11 a22 (the rates of both stops after a pair of
blows are a linear map of those before it, whose eigenvalues are then real): they come to rest at once, which is their
limit.
"""

from __future__ import annotations

from physics.trebuchet.accelerations import holding
from physics.trebuchet.machine import (
    AIMS,
    ALPHA,
    ALPHA_DOT,
    BETA,
    BETA_DOT,
    BOUNCE,
    GAMMA,
    GAMMA_DOT,
    GIVEN_UP_IN_SLING,
    GIVEN_UP_IN_TROUGH,
    HELD,
    LOSS,
    MU_STATIC,
    ON_BEAM_TIP,
    ON_HANGER,
    ON_SLING,
    PHASE,
    REST,
    Triple,
    active_stops,
    beam_frame,
    in_contact,
    in_trough,
    inward,
    mass_matrix,
    mechanical,
    project,
    resting,
    solve,
    stone_jacobian,
    stops_of,
    swinging_mass,
)  # fmt: skip
from physics.trebuchet.release import swing_phase
from physics.trebuchet.trough import decide, let_slide
from physics.types import Floats

REST_RATE = 5e-5
"""Rate after a bounce, times 1 - e [rad/s], below which the coordinate is at rest; by the factor all bounces yet to
come last equally long for every e."""
CONTACT = 1e-8
"""Distance from a stop [rad] below which a coordinate is hit together with another."""
STOPS = (ALPHA, BETA, GAMMA)
"""The coordinates with stops."""
PULL = 1e-9
"""Part of a blow by which it must pull at what rests to free it: less is rounding. A blow that is slower than REST_RATE
frees nothing."""


def apply_stop(y: Floats, p: Floats, place: int) -> None:
    """Apply the impact of one coordinate on its stop, and add the dissipated energy.

    The blow turns the stone's velocity, past the release direction, too: whether it is aimed is decided again.
    """
    before, e = mechanical(y, p), p[BOUNCE]
    other = accumulates_with(y, p, place)
    rests = other != place or ((1.0 - e) * e * abs(y[place + 3]) < REST_RATE and e < 1.0)
    stop_impact(y, p, place, 0.0 if rests else e)
    if rests:
        rest_at_stop(y, p, place)
    if other != place:
        stop_impact(y, p, other, 0.0)
        rest_at_stop(y, p, other)
    project(y, p)
    if y[PHASE] == AIMS:
        y[PHASE] = swing_phase(y, p)
    y[LOSS] += before - mechanical(y, p)
    if in_trough(y[PHASE]):
        decide(y, p)


def to_nearer_stop(y: Floats, p: Floats, place: int) -> float:
    """Return the distance of a coordinate from its nearer stop [rad]."""
    low, high = stops_of(place, p)
    below, above = y[place] - low, high - y[place]
    return above if below > above else below


def accumulates_with(y: Floats, p: Floats, place: int) -> int:
    """Return the other coordinate with whose stop the blows at this one go on for ever, or `place` if there is none."""
    e, locked = p[BOUNCE], active_stops(y, p)
    here = response(y, p, place)
    own = component(here, place)
    for other in STOPS:
        if other == place or component(locked, other) or to_nearer_stop(y, p, other) > CONTACT:
            continue
        side = inward(y, p, place) * inward(y, p, other)
        there = response(y, p, other)
        passed_on = component(here, other)
        after = y[other + 3] - (1.0 + e) * y[place + 3] / own * passed_on
        pair = (1.0 + e) * (1.0 + e) * passed_on * component(there, place)
        endless = pair >= 4.0 * e * own * component(there, other)
        if endless and side * passed_on < 0.0 and inward(y, p, other) * after < 0.0:
            return other
    return place


def component(values: tuple[float, float, float], place: int) -> float:
    """Return the component of a coordinate; machine code cannot raise errors, as an index could."""
    return values[0] if place == ALPHA else (values[1] if place == BETA else values[2])


def unit(place: int) -> Triple:
    """Return the unit vector n of a coordinate."""
    return (1.0 if place == ALPHA else 0.0, 1.0 if place == BETA else 0.0, 1.0 if place == GAMMA else 0.0)


def response(y: Floats, p: Floats, place: int) -> Triple:
    """Return M⁻¹n of a coordinate, that of beta times the mass in the sling; what rests, and the stone in the trough,
    is kept where it is.
    """
    r1, r2, r3, _ = response_and_share(y, p, place)
    return r1, r2, r3


def response_and_share(y: Floats, p: Floats, place: int) -> tuple[float, float, float, float]:
    """Return `response`, and the part of the impulse by which the trough keeps the stone from moving up or down."""
    m = swinging_mass(y[PHASE], p)
    angles = beam_frame(y)
    matrix = mass_matrix(m, angles[3], angles[5], p)
    locked = active_stops(y, p)
    r1, r2, r3 = solve(m, matrix, unit(place), locked)
    if not in_trough(y[PHASE]):
        return r1, r2, r3, 0.0
    _, _, y_a, y_b = stone_jacobian(angles, p)
    s1, s2, s3 = solve(m, matrix, (y_a, y_b / m, 0.0), locked)
    yielding = y_a * s1 + y_b * s2
    share = (y_a * r1 + y_b * r2) / yielding if yielding > 0.0 else 0.0
    return r1 - share * s1, r2 - share * s2, r3 - share * s3, share


def stop_impact(y: Floats, p: Floats, place: int, e: float) -> None:
    """Apply the impulse of a stop to the rates; what rests stays at rest unless the impulse pulls it away."""
    n = unit(place)
    for _ in STOPS:
        r1, r2, r3, share = response_and_share(y, p, place)
        blow = (1.0 + e) * y[place + 3] / (r1 * n[0] + r2 * n[1] + r3 * n[2])
        if abs(y[place + 3]) < REST_RATE or not let_go(y, p, place, (r1, r2, r3), share, blow):
            break
    y[ALPHA_DOT] -= blow * r1
    y[BETA_DOT] -= blow * r2
    y[GAMMA_DOT] -= blow * r3


def let_go(y: Floats, p: Floats, place: int, r: Triple, share: float, blow: float) -> bool:
    """Free what rests although a blow, with its response r and the trough's share, pulls at it; return whether any."""
    if in_trough(y[PHASE]) and share * blow < 0.0:
        let_slide(y)
        y[PHASE] = GIVEN_UP_IN_SLING if y[PHASE] == GIVEN_UP_IN_TROUGH else swing_phase(y, p)
        return True
    m = swinging_mass(y[PHASE], p)
    angles = beam_frame(y)
    c11, k12, k22, c13, c33 = mass_matrix(m, angles[3], angles[5], p)
    r1, r2, r3 = r
    n1, n2, n3 = unit(place)
    if in_trough(y[PHASE]):
        _, _, y_a, y_b = stone_jacobian(angles, p)
        n1, n2 = n1 - share * y_a, n2 - share * y_b / m
    if in_contact(y[REST]) == HELD:
        torques = -blow * (c13 * r3 - n1), blow * m * n2
        up, along = holding(torques, stone_jacobian(angles, p), y, 0.0)
        if up < 0.0 or abs(along) > p[MU_STATIC] * up:
            let_slide(y)
            return True
        return False
    tip, sling, hanger = resting(y[REST])
    pulls = (
        -blow * (c11 * r1 + m * k12 * r2 + c13 * r3 - n1),
        -blow * (k12 * r1 + k22 * r2 - n2),
        -blow * (c13 * r1 + c33 * r3 - n3),
    )
    for other, rests, bit in ((ALPHA, tip, ON_BEAM_TIP), (BETA, sling, ON_SLING), (GAMMA, hanger, ON_HANGER)):
        if rests and inward(y, p, other) * component(pulls, other) < -PULL * abs(blow):
            y[REST] -= bit
            return True
    return False


def rest_at_stop(y: Floats, p: Floats, place: int) -> None:
    """Put a coordinate exactly onto its stop, where it rests."""
    low, high = stops_of(place, p)
    y[place] = low if inward(y, p, place) > 0.0 else high
    y[place + 3] = 0.0
    y[REST] += ON_BEAM_TIP if place == ALPHA else (ON_SLING if place == BETA else ON_HANGER)
