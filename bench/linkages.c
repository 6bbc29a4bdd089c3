// Furuta's pendulum and the four-bar linkage as a C programmer would write them, by Kutta's method.
#define _GNU_SOURCE
#include "trig.h"

#define KUTTA(N, RATE, AFTER)                                                                         \
    double k1[N], k2[N], k3[N], k4[N], z[N];                                                          \
    for (long step = 0; step < steps; step++) {                                                       \
        RATE(y, p, k1);                                                                               \
        for (int i = 0; i < N; i++) z[i] = y[i] + 0.5 * h * k1[i];                                    \
        RATE(z, p, k2);                                                                               \
        for (int i = 0; i < N; i++) z[i] = y[i] + 0.5 * h * k2[i];                                    \
        RATE(z, p, k3);                                                                               \
        for (int i = 0; i < N; i++) z[i] = y[i] + h * k3[i];                                          \
        RATE(z, p, k4);                                                                               \
        for (int i = 0; i < N; i++) y[i] += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);        \
        AFTER;                                                                                        \
    }

// Furuta: angles phi of the arm and theta of the rod, their rates, energy lost, work.
enum { A, B, C, TORQUE, FRICTION, WEIGHT };

static inline void furuta_rate(const double *y, const double *p, double *dy) {
    double s, c, w = y[2], v = y[3];
    own_sincos(y[1], &s, &c);
    double a = p[A] + p[B] * s * s, off = p[C] * c;
    double one = p[TORQUE] - p[FRICTION] * w - 2.0 * p[B] * s * c * w * v + p[C] * s * v * v;
    double two = p[B] * s * c * w * w - p[WEIGHT] * s;
    double inverse = 1.0 / (a * p[B] - off * off);
    dy[0] = w;
    dy[1] = v;
    dy[2] = (p[B] * one - off * two) * inverse;
    dy[3] = (a * two - off * one) * inverse;
    dy[4] = p[FRICTION] * w * w;
    dy[5] = p[TORQUE] * w;
}

void furuta(double *y, const double *p, double h, long steps) { KUTTA(6, furuta_rate, (void)0) }

// Four-bar: angles of crank, coupler and rocker from +x to +z, their rates, energy lost, work.
// H = [[HA, K cos(a - b), 0], [., HB, 0], [0, 0, HD]]; the ends of coupler and rocker meet.
enum { HA, HB, HD, K, GA, GB, GD, CRANK, COUPLER, ROCKER, GROUND, DRIVE, DAMPING };

typedef struct { double s[3], c[3], inverse[3][3], J[2][3], W[2][3], D[2][2]; } Bars;

static inline void bars(const double *q, const double *p, Bars *b) {
    for (int i = 0; i < 3; i++) own_sincos(q[i], &b->s[i], &b->c[i]);
    double off = p[K] * (b->c[0] * b->c[1] + b->s[0] * b->s[1]);
    double d = 1.0 / (p[HA] * p[HB] - off * off);
    double inverse[3][3] = {{p[HB] * d, -off * d, 0.0}, {-off * d, p[HA] * d, 0.0}, {0.0, 0.0, 1.0 / p[HD]}};
    const double length[3] = {p[CRANK], p[COUPLER], -p[ROCKER]};
    for (int i = 0; i < 3; i++) {
        b->J[0][i] = -length[i] * b->s[i];
        b->J[1][i] = length[i] * b->c[i];
    }
    double g[2][2];
    for (int r = 0; r < 2; r++)
        for (int i = 0; i < 3; i++) {
            double sum = 0.0;
            for (int j = 0; j < 3; j++) sum += inverse[i][j] * b->J[r][j];
            b->W[r][i] = sum;
        }
    for (int r = 0; r < 2; r++)
        for (int s = 0; s < 2; s++) {
            g[r][s] = 0.0;
            for (int i = 0; i < 3; i++) g[r][s] += b->J[r][i] * b->W[s][i];
        }
    double e = 1.0 / (g[0][0] * g[1][1] - g[0][1] * g[1][0]);
    b->D[0][0] = g[1][1] * e;
    b->D[1][1] = g[0][0] * e;
    b->D[0][1] = b->D[1][0] = -g[0][1] * e;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) b->inverse[i][j] = inverse[i][j];
}

static inline void pulled(const Bars *b, const double *error, double *x) {
    double m = b->D[0][0] * error[0] + b->D[0][1] * error[1], n = b->D[1][0] * error[0] + b->D[1][1] * error[1];
    for (int i = 0; i < 3; i++) x[i] += b->W[0][i] * m + b->W[1][i] * n;
}

static inline void four_bar_rate(const double *y, const double *p, double *dy) {
    Bars b;
    bars(y, p, &b);
    const double *w = y + 3;
    double across = p[K] * (b.s[0] * b.c[1] - b.c[0] * b.s[1]);
    double Q[3] = {p[DRIVE] - across * w[1] * w[1] - p[GA] * b.c[0], across * w[0] * w[0] - p[GB] * b.c[1],
                   -p[GD] * b.c[2] - p[DAMPING] * w[2]};
    const double length[3] = {p[CRANK], p[COUPLER], -p[ROCKER]};
    double x[3], error[2] = {0.0, 0.0};
    for (int i = 0; i < 3; i++) x[i] = b.inverse[i][0] * Q[0] + b.inverse[i][1] * Q[1] + b.inverse[i][2] * Q[2];
    for (int i = 0; i < 3; i++) {
        error[0] += length[i] * b.c[i] * w[i] * w[i] - b.J[0][i] * x[i];
        error[1] += length[i] * b.s[i] * w[i] * w[i] - b.J[1][i] * x[i];
    }
    pulled(&b, error, x);
    for (int i = 0; i < 3; i++) dy[i] = w[i], dy[3 + i] = x[i];
    dy[6] = p[DAMPING] * w[2] * w[2];
    dy[7] = p[DRIVE] * w[0];
}

static inline void close_loop(double *y, const double *p) {
    Bars b;
    for (int turn = 0; turn < 2; turn++) {
        bars(y, p, &b);
        double error[2] = {p[GROUND] - p[CRANK] * b.c[0] - p[COUPLER] * b.c[1] + p[ROCKER] * b.c[2],
                           -p[CRANK] * b.s[0] - p[COUPLER] * b.s[1] + p[ROCKER] * b.s[2]};
        pulled(&b, error, y);
    }
    bars(y, p, &b);
    double error[2] = {0.0, 0.0};
    for (int i = 0; i < 3; i++) error[0] -= b.J[0][i] * y[3 + i], error[1] -= b.J[1][i] * y[3 + i];
    pulled(&b, error, y + 3);
}

void four_bar(double *y, const double *p, double h, long steps) { KUTTA(8, four_bar_rate, close_loop(y, p)) }
