// A chain in a plane and RATTLE as a C programmer would write them: the maths, state y and numbers p of
// physics/chains/rattle/planar_rattle.py. n: number of links, at most MOST.
#include <math.h>
#include "trig.h"

enum { GRAVITY, FIRST = 11, MOST = 256 };

typedef struct { double n_x, n_z, m_x, m_z, a_x, a_z, b_x, b_z, twist, r, h_x, h_z, change; } link;

static double respond(int n, const double *q, link *w) {
    const double *L = q, *M = q + n, *S = q + 2 * n, *I = q + 3 * n;
    double kxx = 0.0, kxz = 0.0, kzx = 0.0, kzz = 0.0, f_x = 0.0, f_z = 0.0, x = 0.0, z = 0.0, largest = 0.0;
    for (int i = n - 1; i >= 0; i--) {
        link *e = w + i;
        double moved = M[i] > 0.0 ? S[i] * S[i] / M[i] : 0.0, turning = I[i] - moved, u = e->n_x, v = e->n_z;
        double k_x = L[i] * (u * kxx + v * kzx), k_z = L[i] * (u * kxz + v * kzz);
        double c_x = S[i] * e->m_x + L[i] * (kxx * e->m_x + kxz * e->m_z);
        double c_z = S[i] * e->m_z + L[i] * (kzx * e->m_x + kzz * e->m_z);
        double D = turning + moved * (u * e->m_x + v * e->m_z) + L[i] * (k_x * e->m_x + k_z * e->m_z);
        double lack = S[i] * (u * e->a_x + v * e->a_z) + moved * (u * e->b_x + v * e->b_z) + turning * e->twist;
        double inverse = 1.0 / D, r = -(lack + L[i] * (u * f_x + v * f_z)) * inverse;
        e->r = r;
        e->h_x = (S[i] * u + k_x) * inverse;
        e->h_z = (S[i] * v + k_z) * inverse;
        f_x += M[i] * e->a_x + S[i] * e->b_x + c_x * r;
        f_z += M[i] * e->a_z + S[i] * e->b_z + c_z * r;
        kxx += M[i] - c_x * e->h_x;
        kxz -= c_x * e->h_z;
        kzx -= c_z * e->h_x;
        kzz += M[i] - c_z * e->h_z;
    }
    for (int i = 0; i < n; i++) {
        link *e = w + i;
        e->change = e->r - (e->h_x * x + e->h_z * z);
        x += L[i] * e->m_x * e->change;
        z += L[i] * e->m_z * e->change;
        if (!(fabs(e->change) <= largest)) largest = fabs(e->change);
    }
    return largest;
}

// What each link lacks when turned by phi: of its way in a time h > 0, or of its rate, for h = -1 over the time.
static void turn_links(int n, const double *q, const double *phi, const double *rate, double h, double fall, link *w) {
    double x = 0.0, z = fall;
    for (int i = 0; i < n; i++) {
        link *e = w + i;
        double s, c;
        own_sincos(0.5 * phi[i], &s, &c);
        double u = e->n_x * c - e->n_z * s, v = e->n_z * c + e->n_x * s;
        e->m_x = u * c - v * s, e->m_z = v * c + u * s;
        if (h > 0.0) {
            e->b_x = 2.0 * s * u - h * rate[i] * e->n_x, e->b_z = 2.0 * s * v - h * rate[i] * e->n_z;
            e->twist = phi[i] - h * rate[i];
        } else {
            e->n_x = e->m_x, e->n_z = e->m_z;
            e->b_x = rate[i] * e->m_x + 2.0 * s * u * h, e->b_z = rate[i] * e->m_z + 2.0 * s * v * h;
            e->twist = rate[i] + phi[i] * h;
        }
        e->a_x = x, e->a_z = z;
        x += q[i] * e->b_x;
        z += q[i] * e->b_z;
    }
}

void planar_rattle(double *y, const double *p, double h, long steps, int n) {
    const double *q = p + FIRST, g = p[GRAVITY];
    double phi[MOST];
    link w[MOST];
    for (long step = 0; step < steps; step++) {
        for (int i = 0; i < n; i++) {
            own_sincos(y[i], &w[i].n_z, &w[i].n_x);
            phi[i] = h * y[n + i];
        }
        for (int turn = 0; turn < 30; turn++) {
            turn_links(n, q, phi, y + n, h, 0.5 * h * h * g, w);
            double largest = respond(n, q, w);
            for (int i = 0; i < n; i++) phi[i] += w[i].change;
            if (largest <= 1e-10) break;
        }
        turn_links(n, q, phi, y + n, -1.0 / h, 0.5 * h * g, w);
        respond(n, q, w);
        for (int i = 0; i < n; i++) {
            y[i] += phi[i];
            y[n + i] += w[i].change;
        }
        y[2 * n + 2] += h;
    }
}
