// The gyroscope's equations and Kutta's method as a C programmer would write them: what a compiled step is compared to.
// The same maths as physics/pivoted/gyroscope.py and physics/integrators/explicit.py.
#define _GNU_SOURCE
#include "trig.h"

enum { N = 6 };

// Equations 13 to 15; component i of y and dy is `stride` doubles after component i - 1.
#define RATE(SINCOS, y, dy, stride)                                                                   \
    do {                                                                                              \
        double s, c, u = (y)[3 * (stride)], v = (y)[4 * (stride)], w = (y)[5 * (stride)];             \
        SINCOS((y)[1 * (stride)], &s, &c);                                                            \
        double k = v / (I_A * s);                                                                     \
        (dy)[0 * (stride)] = u;                                                                       \
        (dy)[1 * (stride)] = v;                                                                       \
        (dy)[2 * (stride)] = w;                                                                       \
        (dy)[3 * (stride)] = k * ((I3 - 2.0 * I_A) * u * c + I3 * w);                                 \
        (dy)[4 * (stride)] = (mgd * s + u * s * ((I_A - I3) * u * c - I3 * w)) / I_A;                 \
        (dy)[5 * (stride)] = k * ((I_A - (I3 - I_A) * c * c) * u - I3 * w * c);                       \
    } while (0)

// One top. y: psi, theta, phi and their rates; p: I_A, I3, m g d.
#define ONE(NAME, SINCOS)                                                                             \
    void NAME(double *y, const double *p, double h, long steps) {                                     \
        const double I_A = p[0], I3 = p[1], mgd = p[2];                                               \
        double k1[N], k2[N], k3[N], k4[N], z[N];                                                      \
        for (long step = 0; step < steps; step++) {                                                   \
            RATE(SINCOS, y, k1, 1);                                                                   \
            for (int i = 0; i < N; i++) z[i] = y[i] + 0.5 * h * k1[i];                                \
            RATE(SINCOS, z, k2, 1);                                                                   \
            for (int i = 0; i < N; i++) z[i] = y[i] + 0.5 * h * k2[i];                                \
            RATE(SINCOS, z, k3, 1);                                                                   \
            for (int i = 0; i < N; i++) z[i] = y[i] + h * k3[i];                                      \
            RATE(SINCOS, z, k4, 1);                                                                   \
            for (int i = 0; i < N; i++) y[i] += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);    \
        }                                                                                             \
    }

ONE(one_with_own_sincos, own_sincos)
ONE(one_with_libm, sincos)

// Many tops in blocks of LANES, component by component: y[block][i][lane]; all with the same p.
#define SIMD _Pragma("omp simd") for (int l = 0; l < LANES; l++)

void many(double *y, const double *p, double h, long steps, long blocks) {
    const double I_A = p[0], I3 = p[1], mgd = p[2];
    double k1[N * LANES], k2[N * LANES], k3[N * LANES], k4[N * LANES], z[N * LANES];
    for (long block = 0; block < blocks; block++, y += N * LANES) {
        for (long step = 0; step < steps; step++) {
            SIMD RATE(own_sincos, y + l, k1 + l, LANES);
            for (int i = 0; i < N * LANES; i++) z[i] = y[i] + 0.5 * h * k1[i];
            SIMD RATE(own_sincos, z + l, k2 + l, LANES);
            for (int i = 0; i < N * LANES; i++) z[i] = y[i] + 0.5 * h * k2[i];
            SIMD RATE(own_sincos, z + l, k3 + l, LANES);
            for (int i = 0; i < N * LANES; i++) z[i] = y[i] + h * k3[i];
            SIMD RATE(own_sincos, z + l, k4 + l, LANES);
            for (int i = 0; i < N * LANES; i++) y[i] += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
        }
    }
}
