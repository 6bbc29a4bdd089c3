// The double pendulum by Lagrange's equations and Kutta's method as a C programmer would write them.
// The same maths as physics/pendulums/double_equations.py and physics/integrators/explicit.py.
#define _GNU_SOURCE
#include "trig.h"

// p: m2, m3, h2, h3, J2, J3, g, then those of (26)-(30). y: the angles and their rates.
enum { N = 4, A11 = 7, A22, U, V, W };

#define RATE(SINCOS, y, dy)                                                                           \
    do {                                                                                              \
        double s2, c2, s3, c3, w2 = (y)[2], w3 = (y)[3];                                              \
        SINCOS((y)[0], &s2, &c2);                                                                     \
        SINCOS((y)[1], &s3, &c3);                                                                     \
        double a12 = u * (s2 * s3 + c2 * c3), across = u * (s2 * c3 - c2 * s3);                       \
        double b1 = -across * w3 * w3 - v * s2, b2 = across * w2 * w2 - w * s3;                       \
        double inverse = 1.0 / (a11 * a22 - a12 * a12);                                               \
        (dy)[0] = w2;                                                                                 \
        (dy)[1] = w3;                                                                                 \
        (dy)[2] = (a22 * b1 - a12 * b2) * inverse;                                                    \
        (dy)[3] = (a11 * b2 - a12 * b1) * inverse;                                                    \
    } while (0)

#define PENDULUM(NAME, SINCOS)                                                                        \
    void NAME(double *y, const double *p, double h, long steps) {                                     \
        const double a11 = p[A11], a22 = p[A22], u = p[U], v = p[V], w = p[W];                        \
        double k1[N], k2[N], k3[N], k4[N], z[N];                                                      \
        for (long step = 0; step < steps; step++) {                                                   \
            RATE(SINCOS, y, k1);                                                                      \
            for (int i = 0; i < N; i++) z[i] = y[i] + 0.5 * h * k1[i];                                \
            RATE(SINCOS, z, k2);                                                                      \
            for (int i = 0; i < N; i++) z[i] = y[i] + 0.5 * h * k2[i];                                \
            RATE(SINCOS, z, k3);                                                                      \
            for (int i = 0; i < N; i++) z[i] = y[i] + h * k3[i];                                      \
            RATE(SINCOS, z, k4);                                                                      \
            for (int i = 0; i < N; i++) y[i] += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);    \
        }                                                                                             \
    }

PENDULUM(with_own_sincos, own_sincos)
PENDULUM(with_libm, sincos)
