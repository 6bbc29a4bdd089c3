// A magnetic top over a ring magnet and Kutta's method as a C programmer would write them. The same maths, state y and
// numbers p as physics/levitron/ring_magnet.py and flight.py.
#include "bodies.c"

enum { INNER, OUTER, THICK, REMANENCE, L_MASS, DIPOLE_1, DIPOLE_3, L_I1, L_I3, L_GRAVITY, TILT,
       C_SPIN = 19, C_TURN, C_MOVE };
typedef struct { double potential, across, along, sheet; } field;

// Of a loop and of a sheet of current: complete elliptic integrals by the means that all of them share.
INLINE field loop(double R, double rho, double zeta) {
    const double pi = 3.141592653589793;
    double wide = R + rho, narrow = R - rho, zz = zeta * zeta;
    double s_2 = wide * wide + zz, d_2 = narrow * narrow + zz, s = sqrt(s_2), kc = sqrt(d_2 / s_2);
    double a = 0.5 * (1.0 + kc), b = sqrt(kc), c = R / (s_2 * a), square = rho * c, total = 2.0 * c * c, weight = 2.0;
    double ratio = narrow / wide, g = fabs(ratio) < 1e-16 ? 1e-16 : ratio, p = fabs(g), inverse = 1.0 / p;
    double first = g * inverse, f = 1.0 + first * inverse, q = kc * inverse, t = 2.0 * (first + q), e = 1.0;
    p += q;
    for (int i = 0; i < 6; i++) {
        double ab = a * b, old = f;
        inverse = 1.0 / p;
        e *= 4.0;
        f += t * inverse;
        q = e * ab * inverse;
        t = 2.0 * (t + old * q);
        p += q;
        a = 0.5 * (a + b);
        b = sqrt(ab);
        double share = square / (4.0 * a);
        square *= share;
        c *= share;
        weight *= 2.0;
        total += weight * c * c;
    }
    double mean = 128.0 * a, K = 0.5 * pi / a, k_2 = 4.0 * R / s_2, part = 1.0 - 0.5 * rho * k_2;
    double E = K * (part - 0.5 * rho * rho * total);
    field found = {
        s * K * total / (4.0 * pi),
        zeta * s / (2.0 * pi * d_2) * K * (0.25 * k_2 * k_2 - 0.5 * part * total),
        (K + (R * R - rho * rho - zz) / d_2 * E) / (2.0 * pi * s),
        0.5 * R * zeta / (wide * s) * (t + f * mean) / (mean * (mean + p)),
    };
    return found;
}

INLINE field minus(field a, field b) {
    return (field){a.potential - b.potential, a.across - b.across, a.along - b.along, a.sheet - b.sheet};
}

// Rows M of a rotation: M v and its inverse.
INLINE vec turned(const double *M, vec v) { return v3(dot(at(M), v), dot(at(M + 3), v), dot(at(M + 6), v)); }
INLINE vec back(const double *M, vec v) {
    return add(add(times(v.x, at(M)), times(v.y, at(M + 3))), times(v.z, at(M + 6)));
}

INLINE void hover(const double *y, const double *p, double *dy) {
    vec o = at(y + 4), v = at(y + 10), r = back(p + TILT, at(y + 7));
    vec dipole = v3(p[DIPOLE_1], 0.0, p[DIPOLE_3]), d = back(p + TILT, rotated(y, 1.0, dipole));
    double rho = sqrt(r.x * r.x + r.y * r.y), below = r.z + p[THICK], B = p[REMANENCE];
    field all = minus(loop(p[OUTER], rho, r.z), loop(p[OUTER], rho, below));
    if (p[INNER] > 0.0) all = minus(all, minus(loop(p[INNER], rho, r.z), loop(p[INNER], rho, below)));
    double b = B * all.potential, rise = -B * all.across, steep = -B * all.along, level = -B * all.sheet;
    double h = rho > 0.0 ? (-2.0 * b - steep) / (rho * rho) : 0.0, across = r.x * d.x + r.y * d.y;
    double outward = h * across + rise * d.z, m = p[L_MASS], I1 = p[L_I1], I3 = p[L_I3];
    vec F = turned(p + TILT, v3(b * d.x + outward * r.x, b * d.y + outward * r.y, rise * across + steep * d.z));
    vec T = cross(dipole, rotated(y, -1.0, turned(p + TILT, v3(b * r.x, b * r.y, level))));
    spin(y, o, dy);
    put(dy + 4, v3((T.x - p[C_TURN] * o.x + (I1 - I3) * o.y * o.z) / I1,
                   (T.y - p[C_TURN] * o.y + (I3 - I1) * o.z * o.x) / I1, (T.z - p[C_SPIN] * o.z) / I3));
    put(dy + 7, v);
    put(dy + 10, add(times(1.0 / m, add(F, times(-p[C_MOVE], v))), v3(0.0, 0.0, -p[L_GRAVITY])));
    dy[13] = p[C_SPIN] * o.z * o.z + p[C_TURN] * (o.x * o.x + o.y * o.y) + p[C_MOVE] * dot(v, v);
    dy[14] = 0.0;
}

void levitron(double *y, const double *p, double h, long steps) { rk4(hover, unit_length, 15, y, p, h, steps); }
