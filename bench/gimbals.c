// A rotor in two rings and Kutta's method as a C programmer would write them, all of them free. The same maths and
// numbers p as physics/gimbals/gimbal_equations.py; y: psi, theta, phi, turn of the base, three rates, loss, work.
#include "bodies.c"
#include "trig.h"

enum { AO, BO, CO, A_T, B_T, CI, C_R, SPRING, REST, C_OUT, C_IN, C_ROT, MOTOR, RAISED, ASIDE, W_X, W_Y, W_Z,
       TURN_RATE = 21 };

INLINE void swing(const double *y, const double *p, double *dy) {
    double s, c, sine, cosine, psi = y[4], theta = y[5], phi = y[6];
    own_sincos(y[1], &s, &c);
    own_sincos(y[0], &sine, &cosine);
    double w_u = p[W_X] * cosine + p[W_Y] * sine, w_h = p[W_Y] * cosine - p[W_X] * sine, P = psi + p[W_Z];
    double O_b = P * s + w_h * c, O_a = P * c - w_h * s, H = p[C_R] * (phi + O_a);
    double torque = p[MOTOR] - p[C_ROT] * phi, along = p[CI] * O_a + H;
    double a = psi * w_u * s - O_b * theta, b = O_a * theta - psi * w_u * c;
    double pull = p[RAISED] * s - p[ASIDE] * c - p[SPRING] * (y[1] - p[REST]) - p[C_IN] * theta;
    double outer = (p[AO] - p[BO] + p[A_T]) * w_u * w_h + p[A_T] * theta * w_h + along * w_u * s
                   - p[B_T] * O_b * w_u * c - p[C_OUT] * psi + along * s * theta
                   - p[B_T] * (b * s + O_b * c * theta) - p[CI] * a * c - torque * c;
    double faster = outer / (p[CO] + p[B_T] * s * s + p[CI] * c * c);
    dy[0] = psi, dy[1] = theta, dy[2] = phi, dy[3] = p[TURN_RATE];
    dy[4] = faster;
    dy[5] = (O_b * ((p[B_T] - p[CI]) * O_a - H) + pull) / p[A_T] - psi * w_h;
    dy[6] = torque / p[C_R] - faster * c - a;
    dy[7] = p[C_OUT] * psi * psi + p[C_IN] * theta * theta + p[C_ROT] * phi * phi;
    dy[8] = p[MOTOR] * phi;
}

INLINE void nothing(double *y, const double *p) {}

void gimbals(double *y, const double *p, double h, long steps) { rk4(swing, nothing, 9, y, p, h, steps); }
