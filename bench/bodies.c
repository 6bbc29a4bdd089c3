// Tops in quaternions and Kutta's method as a C programmer would write them: what a compiled step is compared to.
// The same maths as physics/free/free_body.py, pivoted/heavy_top.py, table/rolling.py and table/sliding.py, and the same
// numbers p; each function knows its surface. y begins with q (body to lab) and omega (body axes), and q is put back to
// length 1 after each step.
#include <math.h>

#define INLINE static inline __attribute__((always_inline))

typedef struct { double x, y, z; } vec;
typedef void rate_function(const double *y, const double *p, double *dy);
typedef void settle_function(double *y, const double *p);
typedef void touch_function(const double *p, vec g, vec d, vec *X, vec *V);

INLINE vec v3(double x, double y, double z) { return (vec){x, y, z}; }
INLINE vec at(const double *a) { return (vec){a[0], a[1], a[2]}; }
INLINE void put(double *a, vec v) { a[0] = v.x; a[1] = v.y; a[2] = v.z; }
INLINE vec add(vec a, vec b) { return (vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
INLINE vec times(double s, vec a) { return (vec){s * a.x, s * a.y, s * a.z}; }
INLINE double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
INLINE vec cross(vec a, vec b) {
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
// A symmetric matrix, 11 22 33 12 13 23.
INLINE vec product(const double *M, vec v) {
    return (vec){M[0] * v.x + M[3] * v.y + M[4] * v.z, M[3] * v.x + M[1] * v.y + M[5] * v.z,
                 M[4] * v.x + M[5] * v.y + M[2] * v.z};
}

// k in body axes.
INLINE vec vertical(const double *q) {
    double ww = q[0] * q[0], xx = q[1] * q[1], yy = q[2] * q[2], zz = q[3] * q[3];
    double inverse = 1.0 / (ww + xx + yy + zz);
    return v3(2.0 * (q[1] * q[3] - q[0] * q[2]) * inverse, 2.0 * (q[2] * q[3] + q[0] * q[1]) * inverse,
              (ww - xx - yy + zz) * inverse);
}

INLINE void spin(const double *q, vec o, double *dq) {
    double w = 0.5 * q[0], x = 0.5 * q[1], y = 0.5 * q[2], z = 0.5 * q[3];
    dq[0] = -x * o.x - y * o.y - z * o.z;
    dq[1] = w * o.x + y * o.z - z * o.y;
    dq[2] = w * o.y + z * o.x - x * o.z;
    dq[3] = w * o.z + x * o.y - y * o.x;
}

// R v for sign 1, and R^T v for sign -1.
INLINE vec rotated(const double *q, double sign, vec v) {
    vec r = at(q + 1), c = cross(r, v);
    double twice = 2.0 / (q[0] * q[0] + dot(r, r));
    return add(v, times(twice, add(times(sign * q[0], c), cross(r, c))));
}

INLINE void unit_length(double *y, const double *p) {
    double scale = 1.0 / sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2] + y[3] * y[3]);
    for (int i = 0; i < 4; i++) y[i] *= scale;
}

INLINE void rk4(rate_function *rate, settle_function *settle, int n, double *out, const double *p, double h, long steps) {
    double y[24], k1[24], k2[24], k3[24], k4[24], z[24];
    for (int i = 0; i < n; i++) y[i] = out[i];
    for (long step = 0; step < steps; step++) {
        rate(y, p, k1);
        for (int i = 0; i < n; i++) z[i] = y[i] + 0.5 * h * k1[i];
        rate(z, p, k2);
        for (int i = 0; i < n; i++) z[i] = y[i] + 0.5 * h * k2[i];
        rate(z, p, k3);
        for (int i = 0; i < n; i++) z[i] = y[i] + h * k3[i];
        rate(z, p, k4);
        for (int i = 0; i < n; i++) y[i] += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
        settle(y, p);
    }
    for (int i = 0; i < n; i++) out[i] = y[i];
}

// About a fixed point. p: I about it, its inverse, m g P.
INLINE void free_rate(const double *y, const double *p, double *dy) {
    vec o = at(y + 4);
    spin(y, o, dy);
    put(dy + 4, product(p + 6, cross(product(p, o), o)));
}

INLINE void heavy_rate(const double *y, const double *p, double *dy) {
    vec o = at(y + 4), torque = add(cross(product(p, o), o), cross(vertical(y), at(p + 12)));
    spin(y, o, dy);
    put(dy + 4, product(p + 6, torque));
}

void free_body(double *y, const double *p, double h, long steps) { rk4(free_rate, unit_length, 7, y, p, h, steps); }
void heavy_top(double *y, const double *p, double h, long steps) { rk4(heavy_rate, unit_length, 7, y, p, h, steps); }

// On a table. p: m, g, I about G, a kind of surface that these functions know, its numbers from p[9].
enum { MASS, GRAVITY, INERTIA, SURFACE = 9, INVERSE = 15, MU = 22, PATCH, EPSILON };

// The contact X from G and its velocity V, in body axes, from gamma and its rate d.
INLINE void touch_sphere(const double *p, vec g, vec d, vec *X, vec *V) {
    double R = p[SURFACE];
    *X = add(times(-R, g), v3(0.0, 0.0, p[SURFACE + 1]));
    *V = times(-R, d);
}

INLINE void touch_ellipsoid(const double *p, vec g, vec d, vec *X, vec *V) {
    const double *a = p + SURFACE;
    vec n = v3(a[0] * g.x, a[1] * g.y, a[2] * g.z), e = v3(a[0] * d.x, a[1] * d.y, a[2] * d.z);
    double square = dot(n, g), inverse = 1.0 / sqrt(square);
    *X = add(at(p + SURFACE + 3), times(-inverse, n));
    *V = times(inverse, add(times(dot(n, d) / square, n), times(-1.0, e)));
}

// A disk with a round rim: radius of the circle in which the rim's centres lie, radius of the rim.
INLINE void touch_ring(const double *p, vec g, vec d, vec *X, vec *V) {
    double R = p[SURFACE], rim = p[SURFACE + 1], s = sqrt(g.x * g.x + g.y * g.y);
    vec e = v3(g.x / s, g.y / s, 0.0);
    *X = add(times(-R, e), times(-rim, g));
    *V = add(times(R * (e.x * d.y - e.y * d.x) / s, v3(e.y, -e.x, 0.0)), times(-rim, d));
}

// x of M x = b for a symmetric, positive definite M, by its factors L D L^T.
INLINE vec solved(const double *M, vec b) {
    double l21 = M[3] / M[0], l31 = M[4] / M[0], d2 = M[1] - l21 * M[3], rest = M[5] - l21 * M[4], l32 = rest / d2;
    double c2 = b.y - l21 * b.x, z = (b.z - l31 * b.x - l32 * c2) / (M[2] - l31 * M[4] - l32 * rest);
    double y = c2 / d2 - l32 * z;
    return v3(b.x / M[0] - l21 * y - l31 * z, y, z);
}

// Without slip: (I + m(|X|^2 - X X^T)) omega' = (I omega) x omega + m X x (V x omega + omega x (X x omega) + g gamma).
// y: q, omega, x and y of G.
INLINE void roll(touch_function *touch, const double *y, const double *p, double *dy) {
    const double m = p[MASS], *I = p + INERTIA;
    vec g = vertical(y), o = at(y + 4), X, V;
    touch(p, g, cross(g, o), &X, &V);
    vec v = cross(X, o), u = add(add(cross(V, o), cross(o, v)), times(p[GRAVITY], g));
    double M[6] = {I[0] + m * (X.y * X.y + X.z * X.z), I[1] + m * (X.z * X.z + X.x * X.x),
                   I[2] + m * (X.x * X.x + X.y * X.y), I[3] - m * X.x * X.y, I[4] - m * X.x * X.z, I[5] - m * X.y * X.z};
    vec across = rotated(y, 1.0, v);
    spin(y, o, dy);
    put(dy + 4, solved(M, add(cross(product(I, o), o), times(m, cross(X, u)))));
    dy[7] = across.x;
    dy[8] = across.y;
}

// With slip under the law of Coulomb and Contensou, on the table all the time: y: q, omega, r and v of G, loss.
// N from k . d(v_A)/dt = 0. k . d(v_A)/dt is -falling without N, and each newton of it adds `lever`.
INLINE void slide(touch_function *touch, const double *y, const double *p, double *dy) {
    const double m = p[MASS], mu = p[MU], R = p[PATCH], slow = p[EPSILON], smallest = 3e-6;
    vec g = vertical(y), o = at(y + 4), v = at(y + 10), X, V;
    touch(p, g, cross(g, o), &X, &V);
    vec arm = cross(o, X), slip = add(v, rotated(y, 1.0, arm));
    double speed = sqrt(slip.x * slip.x + slip.y * slip.y), omega_z = dot(g, o), rim = R * omega_z;
    double turning = 0.8488263631567751 * fabs(rim), share = slow * slow / (slow * slow + turning * turning);
    double across = speed + turning, around = 2.945243112740431 * speed + fabs(rim);
    double factor = -mu / sqrt(across * across + slow * slow * (share * share) * (share * share));
    double drill = -mu * 0.5890486225480862 * R * rim / sqrt(around * around + smallest * smallest);
    double f_x = factor * slip.x, f_y = factor * slip.y;
    vec alone = product(p + INVERSE, cross(product(p + INERTIA, o), o));
    vec force = rotated(y, -1.0, v3(f_x, f_y, 1.0));
    vec each = product(p + INVERSE, add(cross(X, force), times(drill, g)));
    double lever = 1.0 / m + dot(each, cross(X, g));
    double rising = dot(g, add(cross(alone, X), add(cross(o, arm), cross(o, V)))) - p[GRAVITY], N = -rising / lever;
    spin(y, o, dy);
    put(dy + 4, add(alone, times(N, each)));
    put(dy + 7, v);
    put(dy + 10, v3(N * f_x / m, N * f_y / m, N / m - p[GRAVITY]));
    dy[13] = -N * (f_x * slip.x + f_y * slip.y + drill * omega_z);
}

// q to length 1, and G to where the lowest point rests on the table.
INLINE void put_back(touch_function *touch, double *y, const double *p) {
    unit_length(y, p);
    vec g = vertical(y), o = at(y + 4), X, V;
    touch(p, g, cross(g, o), &X, &V);
    y[9] = -dot(g, X);
    y[12] = -dot(g, cross(o, X));
}

#define ON_TABLE(SURFACE_NAME)                                                                                         \
    INLINE void roll_##SURFACE_NAME(const double *y, const double *p, double *dy) {                                    \
        roll(touch_##SURFACE_NAME, y, p, dy);                                                                          \
    }                                                                                                                  \
    INLINE void slide_##SURFACE_NAME(const double *y, const double *p, double *dy) {                                   \
        slide(touch_##SURFACE_NAME, y, p, dy);                                                                         \
    }                                                                                                                  \
    INLINE void rest_##SURFACE_NAME(double *y, const double *p) { put_back(touch_##SURFACE_NAME, y, p); }              \
    void rolling_##SURFACE_NAME(double *y, const double *p, double h, long steps) {                                    \
        rk4(roll_##SURFACE_NAME, unit_length, 9, y, p, h, steps);                                                      \
    }                                                                                                                  \
    void sliding_##SURFACE_NAME(double *y, const double *p, double h, long steps) {                                    \
        rk4(slide_##SURFACE_NAME, rest_##SURFACE_NAME, 14, y, p, h, steps);                                            \
    }

ON_TABLE(sphere)
ON_TABLE(ellipsoid)
ON_TABLE(ring)
