"""Mechanics of a trebuchet: coordinates, mass matrix, generalized forces, energy.

Generalized coordinates alpha of the beam (0: long arm straight up), beta between long arm and sling, gamma between
short arm and hanger, in a plane with x forward and y up, the pivot at (0, l3) (Barmaz, Martelli, Piguet 2021, 1.3.2 and
appendix A, with the errata that are named below). The beam may be bent at the pivot: its short arm is turned by kappa
from the line of the long one, a = alpha + kappa. With u = beta - alpha and w = gamma + a:

    stone           x = -l2 sin alpha - l5 sin u      y = l3 + l2 cos alpha - l5 cos u
    counterweight   x =  l1 sin a - l4 sin w          y = l3 - l1 cos a + l4 cos w
    beam            its centre of mass l_b toward the long end, of a straight uniform one (l2 - l1)/2 (erratum 1), and
                    h_b across, where the beam moves as alpha grows; I_b about the pivot (erratum 2)

    T = ½ c11 alpha'² + ½ m k22 beta'² + ½ c33 gamma'² + m k12 alpha' beta' + c13 alpha' gamma'
    V = g [-m1 l1 cos a + (m l2 + mb l_b) cos alpha - mb h_b sin alpha - m l5 cos u + m1 l4 cos w]

As a' = alpha', T is that of a straight beam.

m is the mass in the sling: stone and pouch, after the release the pouch alone. Its rows are written per kilogram, so
that an empty sling without mass still moves, as the limit of a light one. A fixed counterweight is a hanger of length
0 that does not turn.
"""

from __future__ import annotations

from physics.maths.trig import sincos
from physics.types import Floats

ALPHA, BETA, GAMMA, ALPHA_DOT, BETA_DOT, GAMMA_DOT, X, Y, V_X, V_Y, LOSS, PHASE, REST, SLACK, TURN = range(15)
"""Indices in y. X to V_Y and TURN: the stone, in every phase."""

SLIDES, SWINGS, AIMS, FLIES, LANDED, GIVEN_UP_IN_SLING, GIVEN_UP_IN_TROUGH = 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0
"""The phases. GIVEN_UP_IN_SLING: given up, still in the sling; GIVEN_UP_IN_TROUGH: and still in the trough."""

ON_BEAM_TIP, ON_SLING, ON_HANGER, HELD, FORWARD = 1.0, 2.0, 4.0, 8.0, 16.0
"""Bits of `REST`: beam, sling and hanger at their stops (tip on the ground, the others along the beam, or at another
angle); with friction in the trough, one of both: the stone is held, it slides forward. Otherwise it slides backward."""

(
    L1, L2, L3, L4, L5, M1, M2, POUCH, BEAM_MASS, BEAM_MOMENT, BEAM_INERTIA, OWN_INERTIA, HINGED, GRAVITY, GROUND, MU,
    RELEASE, COS, SIN, THRESHOLD, BOUNCE, DRAG, DRAG_LAW, REYNOLDS, MAGNUS, WIND_X, WIND_Y, LIMIT,
    COS_BEND, SIN_BEND, BEAM_SIDE, ALPHA_LOW, ALPHA_HIGH, BETA_LOW, BETA_HIGH, GAMMA_LOW, GAMMA_HIGH,
    MU_STATIC, AIR_IN_SLING, SPIN, TABLE,
) = range(41)  # fmt: skip
"""Indices in p. BEAM_MOMENT: mb l_b; BEAM_SIDE: mb h_b. COS, SIN: of the release direction; THRESHOLD: of another
release. DRAG: ½ rho A times C_d where that is given; REYNOLDS: the Reynolds number per speed; MAGNUS: ½ pi r³ rho
omega. COS_BEND, SIN_BEND: of kappa. LOW, HIGH: the stops of each angle. MU_STATIC: at least
MU. TABLE: the number of rows of the drag table, which follow as log Re, C_d and its slope."""

JAM = 0.05
"""How much a sliding stone yields to a normal force, as a fraction of that without friction, where it jams. The
equations use no less, so that a step beyond the jam is smooth."""
MIN_SLING_SINE = 0.02
"""Sine of the sling's angle below which the sling cannot put its stone back onto the ground."""

Pair = tuple[float, float]
Triple = tuple[float, float, float]
Four = tuple[float, float, float, float]
Five = tuple[float, float, float, float, float]
Six = tuple[float, float, float, float, float, float]
Eight = tuple[float, float, float, float, float, float, float, float]


def has_projectile(phase: float) -> bool:
    """Return whether the stone is in the sling."""
    return phase < 2.5 or phase > 4.5


def in_trough(phase: float) -> bool:
    """Return whether the stone lies in the trough."""
    return phase < 0.5 or phase > 5.5


def swinging_mass(phase: float, p: Floats) -> float:
    """Return the mass at the end of the sling [kg]."""
    return p[POUCH] + p[M2] if has_projectile(phase) else p[POUCH]


def stops_of(place: int, p: Floats) -> Pair:
    """Return the stops of a coordinate [rad]: its least and its greatest angle."""
    if place == ALPHA:
        return p[ALPHA_LOW], p[ALPHA_HIGH]
    return (p[BETA_LOW], p[BETA_HIGH]) if place == BETA else (p[GAMMA_LOW], p[GAMMA_HIGH])


def inward(y: Floats, p: Floats, place: int) -> float:
    """Return the direction away from the nearer stop of a coordinate: 1, or -1."""
    low, high = stops_of(place, p)
    return -1.0 if y[place] - low > high - y[place] else 1.0


def in_contact(rest: float) -> float:
    """Return what friction does with a stone in the trough: HELD, FORWARD, or 0 while it slides backward."""
    return FORWARD if rest > 15.5 else (HELD if rest > 7.5 else 0.0)


def resting(rest: float) -> tuple[bool, bool, bool]:
    """Return whether tip, sling and hanger rest against their stops."""
    left = rest - in_contact(rest)
    hanger = left > 3.5
    left = left - ON_HANGER if hanger else left
    sling = left > 1.5
    left = left - ON_SLING if sling else left
    return left > 0.5, sling, hanger


def beam_frame(y: Floats) -> Eight:
    """Return sines and cosines of alpha, beta and gamma, then of u = beta - alpha."""
    sa, ca = sincos(y[ALPHA])
    sb, cb = sincos(y[BETA])
    sg, cg = sincos(y[GAMMA])
    return sa, ca, sb, cb, sg, cg, sb * ca - cb * sa, cb * ca + sb * sa


def short_side(angles: Eight, p: Floats) -> Four:
    """Return sine and cosine of a = alpha + kappa of the short arm, and of w = gamma + a of the hanger."""
    sa, ca, _, _, sg, cg, _, _ = angles
    s, c = sa * p[COS_BEND] + ca * p[SIN_BEND], ca * p[COS_BEND] - sa * p[SIN_BEND]
    return s, c, sg * c + cg * s, cg * c - sg * s


def mass_matrix(m: float, cb: float, cg: float, p: Floats) -> Five:
    """Return c11, k12, k22, c13 and c33; those of beta per kilogram of m.

    c11 = m1 (l1² + l4² - 2 l1 l4 cos gamma) + I_c + m (l2² + l5² - 2 l2 l5 cos beta) + I_b; k12 = l2 l5 cos beta - l5²;
    c13 = m1 (l4² - l1 l4 cos gamma) + I_c.
    """
    l1, l2, l4, l5, m1 = p[L1], p[L2], p[L4], p[L5], p[M1]
    bent = l2 * l5 * cb
    hung = l1 * l4 * cg
    c11 = (
        m1 * (l1 * l1 + l4 * l4 - 2.0 * hung) + p[OWN_INERTIA] + m * (l2 * l2 + l5 * l5 - 2.0 * bent) + p[BEAM_INERTIA]
    )
    c33 = m1 * l4 * l4 + p[OWN_INERTIA]
    return c11, bent - l5 * l5, l5 * l5, m1 * (l4 * l4 - hung) + p[OWN_INERTIA], c33


def forces(y: Floats, m: float, angles: Eight, p: Floats) -> Triple:
    """Return the right-hand side w of M q'' = w: w1, w2 per kilogram of m, w3 (erratum 6: sin(gamma + alpha))."""
    sa, ca, sb, _, _, _, su, _ = angles
    l1, l2, l4, l5, m1, g = p[L1], p[L2], p[L4], p[L5], p[M1], p[GRAVITY]
    da, db, dg = y[ALPHA_DOT], y[BETA_DOT], y[GAMMA_DOT]
    _, _, sw, _ = short_side(angles, p)
    hung, bent = m1 * l1 * l4 * angles[4], l2 * l5 * sb
    w1 = (
        (-m1 * l1 * p[COS_BEND] + m * l2 + p[BEAM_MOMENT]) * g * sa
        - (m1 * l1 * p[SIN_BEND] - p[BEAM_SIDE]) * g * ca
        + m * l5 * g * su
        + m1 * l4 * g * sw
        - 2.0 * (hung * dg + m * bent * db) * da
        - hung * dg * dg
        + m * bent * db * db
    )
    return w1, bent * da * da - g * l5 * su, hung * da * da + m1 * g * l4 * sw


def solve(m: float, matrix: Five, f: Triple, locked: tuple[bool, bool, bool]) -> Triple:
    """Return q'' of M q'' = f where locked coordinates do not move; f2 per kilogram of m.

    The matrix is an arrow (c23 = 0), so beta and gamma are eliminated one by one. The remaining c11 is at least I_b,
    never singular.
    """
    c11, k12, k22, c13, c33 = matrix
    f1, f2, f3 = f
    no_alpha, no_beta, no_gamma = locked
    k12 = 0.0 if no_beta else k12
    c13 = 0.0 if no_gamma else c13
    c33 = 1.0 if no_gamma else c33
    bend, hang = k12 / k22, c13 / c33
    alpha = 0.0 if no_alpha else (f1 - m * bend * f2 - hang * f3) / (c11 - m * bend * k12 - hang * c13)
    beta = 0.0 if no_beta else (f2 - k12 * alpha) / k22
    gamma = 0.0 if no_gamma else (f3 - c13 * alpha) / c33
    return alpha, beta, gamma


def active_stops(y: Floats, p: Floats) -> tuple[bool, bool, bool]:
    """Return whether each coordinate is locked: at rest against a stop, or gamma of a fixed counterweight.

    A stone held in the trough locks beam and sling: with the pivot they are a triangle.
    """
    tip, sling, hanger = resting(y[REST])
    held = in_contact(y[REST]) == HELD
    return tip or held, sling or held, hanger or p[HINGED] == 0.0


def stone_jacobian(angles: Eight, p: Floats) -> Four:
    """Return dx/d alpha, dx/d beta, dy/d alpha, dy/d beta of the stone in the sling [m]."""
    sa, ca, _, _, _, _, su, cu = angles
    l2, l5 = p[L2], p[L5]
    return l5 * cu - l2 * ca, -l5 * cu, -l2 * sa - l5 * su, l5 * su


def stone_bias(y: Floats, angles: Eight, p: Floats) -> Pair:
    """Return the part of the stone's acceleration, x and y, that comes from the rates alone [m/s²]."""
    sa, ca, _, _, _, _, su, cu = angles
    da2, du = y[ALPHA_DOT] * y[ALPHA_DOT], y[BETA_DOT] - y[ALPHA_DOT]
    return p[L2] * sa * da2 + p[L5] * su * du * du, p[L5] * cu * du * du - p[L2] * ca * da2


def stone_in_sling(y: Floats, angles: Eight, p: Floats) -> Four:
    """Return position and velocity of the sling's end: x, y, x', y'."""
    sa, ca, _, _, _, _, su, cu = angles
    x_a, x_b, y_a, y_b = stone_jacobian(angles, p)
    da, db = y[ALPHA_DOT], y[BETA_DOT]
    return (
        -p[L2] * sa - p[L5] * su,
        p[L3] + p[L2] * ca - p[L5] * cu,
        x_a * da + x_b * db,
        y_a * da + y_b * db,
    )


def larger(a: float, b: float) -> float:
    """Return the larger of two numbers."""
    return a if a > b else b


def project(y: Floats, p: Floats) -> None:
    """Put the stone at the end of its sling; in the trough, turn the sling so that the stone is on the ground.

    A sling that is nearly upright cannot do that: the beam turns instead.
    """
    if not has_projectile(y[PHASE]):
        return
    angles = beam_frame(y)
    if in_trough(y[PHASE]):
        sa, ca, su, cu = angles[0], angles[1], angles[6], angles[7]
        height = p[L3] + p[L2] * ca - p[L5] * cu
        rise = -p[L2] * sa - p[L5] * su
        if abs(su) > MIN_SLING_SINE:
            y[BETA] -= height / (p[L5] * su)
            angles = beam_frame(y)
            y[BETA_DOT] = y[ALPHA_DOT] * (1.0 + p[L2] * sa / (p[L5] * angles[6]))
        elif abs(rise) > MIN_SLING_SINE * p[L2]:
            y[ALPHA] -= height / rise
            angles = beam_frame(y)
            y[ALPHA_DOT] = y[BETA_DOT] * p[L5] * angles[6] / (p[L2] * angles[0] + p[L5] * angles[6])
    y[X], y[Y], y[V_X], y[V_Y] = stone_in_sling(y, angles, p)
    y[TURN] = y[BETA] - y[ALPHA]


def mechanical(y: Floats, p: Floats) -> float:
    """Return the kinetic energy of all bodies, and the potential energy above the ground [J]."""
    m = swinging_mass(y[PHASE], p)
    angles = beam_frame(y)
    sa, ca, _, cb, _, cg, _, cu = angles
    c11, k12, k22, c13, c33 = mass_matrix(m, cb, cg, p)
    da, db, dg = y[ALPHA_DOT], y[BETA_DOT], y[GAMMA_DOT]
    kinetic = 0.5 * (c11 * da * da + m * k22 * db * db + c33 * dg * dg) + m * k12 * da * db + c13 * da * dg
    _, _, _, cw = short_side(angles, p)
    height = (p[M1] + p[BEAM_MASS] + m) * p[L3] + (-p[M1] * p[L1] * p[COS_BEND] + m * p[L2] + p[BEAM_MOMENT]) * ca
    height += (p[M1] * p[L1] * p[SIN_BEND] - p[BEAM_SIDE]) * sa + p[M1] * p[L4] * cw - m * p[L5] * cu
    total = kinetic + p[GRAVITY] * height
    if has_projectile(y[PHASE]):
        return total
    return total + p[M2] * (0.5 * (y[V_X] * y[V_X] + y[V_Y] * y[V_Y]) + p[GRAVITY] * y[Y])
