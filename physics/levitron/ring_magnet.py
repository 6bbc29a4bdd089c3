"""The field of a magnet with the form of a ring, or of a disk, magnetised along its axis.

The magnet is as good as two sheets of current, on its outer and its inner wall, that run round in opposite senses. The
field of each is the integral of that of circular loops from z = -thick to z = 0. Derivatives along the axis undo the
integral: what is needed beside Bz itself is that of a loop at each end of a sheet.

The functions are kernels: scalar arithmetic in a fixed number of operations.
"""

from __future__ import annotations

from math import sqrt

from physics.maths.trig import PI
from physics.types import Floats

INNER, OUTER, THICK, REMANENCE = 0, 1, 2, 3
"""Indices in p, of the kernels of this package: radii and thickness [m], remanence [T]."""
MEANS = 6
"""Steps of the arithmetic-geometric mean: enough at a distance above 1e-4 radii from the wire of a loop."""
LAST_SCALE = 2.0 ** (MEANS + 1)
"""What the last mean is multiplied by in Bulirsch's integral."""
EDGE = 1e-16
"""Least size of the ratio (R - rho)/(R + rho), so that a wall is approached from one of its sides.

The field of a sheet jumps there by what a sheet that ends elsewhere on the same side takes back."""

Triple = tuple[float, float, float]
Ends = tuple[float, float, float, float]
Field = tuple[float, float, float, float, float]


def loop_fields(radius: float, rho: float, zeta: float) -> Ends:
    """Return A/rho, B_rho/rho and Bz of a loop, and Bz of a sheet that ends here, at rho and zeta above it.

    The loop has mu0 I = 1 and the sheet mu0 I = 1 per metre, which goes on upward for ever: its Bz has half of the
    field inside a long coil left out. With k² = 4 R rho/s², K and E are complete elliptic integrals, from the means
    a_n, b_n, c_n of 1 and √(1 - k²) (Abramowitz and Stegun, 17.6). The vector potential of a loop has (2 - k²) K - 2 E
    over rho, and all digits of that are lost on the axis; the same number is K times the sum of 2^n c_n² with n > 0,
    and c_n is known to rounding with rho taken out of it. Bz of a sheet: N. Derby, S. Olbert, Am. J. Phys. 78 (2010),
    229, with the general integral of R. Bulirsch, Numer. Math. 7 (1965), 78, by the same means.
    """
    wide, narrow, square = radius + rho, radius - rho, zeta * zeta
    s_2, d_2 = wide * wide + square, narrow * narrow + square
    s, kc, inverse = sqrt(s_2), sqrt(d_2 / s_2), 1.0 / s_2
    k_2 = 4.0 * radius * inverse  # over rho, as are c and the sum
    ratio = narrow / wide
    if abs(ratio) < EDGE:
        ratio = EDGE
    K, total, cel = complete_integrals(kc, 2.0 * radius * inverse / (1.0 + kc), rho, ratio)
    part = 1.0 - 0.5 * rho * k_2
    E = K * (part - 0.5 * rho * rho * total)
    potential = s * K * total / (4.0 * PI)
    across = zeta * s / (2.0 * PI * d_2) * K * (0.25 * k_2 * k_2 - 0.5 * part * total)
    along = (K + (radius * radius - rho * rho - square) / d_2 * E) / (2.0 * PI * s)
    return potential, across, along, radius * zeta / (PI * wide * s) * cel


def complete_integrals(kc: float, c: float, rho: float, g: float) -> Triple:
    """Return K, the sum of 2^n c_n² with n > 0, c_n over rho, and Bulirsch's cel(kc, g², 1, g).

    c: c_1 over rho. The last one is the integral of (cos² + g sin²)/((cos² + g² sin²) √(cos² + kc² sin²)) from 0 to
    pi/2. Its means are those of K, times 2^n: their products, one root for both, are `ab` times `scale`.
    """
    a, b = 0.5 * (1.0 + kc), sqrt(kc)
    square, weight, total = rho * c, 2.0, 2.0 * c * c
    p = abs(g)
    inverse = 1.0 / p
    top = g * inverse
    found, q, scale = 1.0 + top * inverse, kc * inverse, 1.0
    top = 2.0 * (top + q)
    p += q
    for _ in range(MEANS):
        inverse, ab, old = 1.0 / p, a * b, found
        scale *= 4.0
        q = scale * ab * inverse
        found += top * inverse
        top = 2.0 * (top + old * q)
        p += q
        a, b = 0.5 * (a + b), sqrt(ab)
        share = square / (4.0 * a)
        square, c = square * share, c * share
        weight *= 2.0
        total += weight * c * c
    mean = LAST_SCALE * a
    return 0.5 * PI / a, total, 0.5 * PI * (top + found * mean) / (mean * (mean + p))


def base_field(x: float, y: float, z: float, p: Floats) -> Field:
    """Return the field at (x, y, z) in the axes of the magnet, whose upper face is at z = 0.

    The numbers b, Bz [T], b' = db/dz [T/m²], B' = dBz/dz [T/m] and h [T/m³] give the field (b x, b y, Bz) and its
    gradient, whose elements are b + h x², h x y, b' x in the first row, and so on; it is symmetric, without a trace.
    """
    rho = sqrt(x * x + y * y)
    remanence, below = p[REMANENCE], z + p[THICK]
    A_1, b_1, B_1, S_1 = loop_fields(p[OUTER], rho, below)
    A_2, b_2, B_2, S_2 = loop_fields(p[OUTER], rho, z)
    potential, across, along, sheet = A_2 - A_1, b_1 - b_2, B_1 - B_2, S_1 - S_2
    if p[INNER] > 0.0:
        A_1, b_1, B_1, S_1 = loop_fields(p[INNER], rho, below)
        A_2, b_2, B_2, S_2 = loop_fields(p[INNER], rho, z)
        potential -= A_2 - A_1
        across -= b_1 - b_2
        along -= B_1 - B_2
        sheet -= S_1 - S_2
    b, steep = remanence * potential, remanence * along
    curl = -2.0 * b - steep
    h = curl / (rho * rho) if rho > 0.0 else 0.0
    return b, remanence * sheet, remanence * across, steep, h


def axis_derivatives(z: float, inner: float, outer: float, thick: float, remanence: float) -> Ends:
    """Return Bz and its first three derivatives by z on the axis, at z above the upper face [T/m^n]."""
    found = [0.0, 0.0, 0.0, 0.0]
    for radius, sign in ((outer, 0.5), (inner, -0.5)):
        for u, side in ((z + thick, sign), (z, -sign)):
            if radius > 0.0:
                square = radius * radius
                root = sqrt(u * u + square)
                cubed = root * root * root
                found[0] += side * u / root
                found[1] += side * square / cubed
                found[2] -= side * 3.0 * square * u / (cubed * root * root)
                found[3] += side * 3.0 * square * (4.0 * u * u - square) / (cubed * cubed * root)
    return remanence * found[0], remanence * found[1], remanence * found[2], remanence * found[3]
