// A disk that rolls or slips nearly flat, with dry friction of its rim, and Kutta's method, as a C programmer would
// write them. The same maths as physics/disk/equations.py and losses.py, the same state y and numbers p; components are
// along the horizontal diameter u, e uphill in the disk and its axis a.
#include "bodies.c"

enum { D_MASS, D_GRAVITY, RADIUS, HALF, ACROSS, AXIAL, D_MU = 7, D_EPSILON, COEFFICIENT = 10 };
typedef struct { double s, c, e_1, e_2; vec w; } tilted;  // sine and cosine of the tilt, e in body axes, omega

INLINE tilted in_disk(const double *y) {
    vec g = vertical(y);
    double s = sqrt(g.x * g.x + g.y * g.y), floor = s > 1e-9 ? s : 1e-9, e_1 = g.x / floor, e_2 = g.y / floor;
    return (tilted){floor, g.z, e_1, e_2, v3(e_2 * y[4] - e_1 * y[5], e_1 * y[4] + e_2 * y[5], y[6])};
}

INLINE vec response(const double *p, vec b) {
    double m = p[D_MASS], R = p[RADIUS], h = p[HALF], I = p[ACROSS] + m * h * h, J = p[AXIAL] + m * R * R;
    double both = m * R * h, inverse = 1.0 / (I * J - both * both);
    return v3(b.x / (I + m * R * R), (J * b.y + both * b.z) * inverse, (both * b.y + I * b.z) * inverse);
}

INLINE vec rim_friction(const double *p, tilted d, double N) {
    double around = d.w.y / d.s, along = d.w.z - d.c * around;
    double Q = -p[COEFFICIENT] * along * N * p[RADIUS] / sqrt(along * along + 1e-6);
    return v3(0.0, -Q * d.c / d.s, Q);
}

INLINE void write_rate(const double *y, tilted d, vec o, double v_u, double v_d, double f_u, double f_d, double lost,
                       double slid, double *dy) {
    vec u = rotated(y, 1.0, v3(d.e_2, -d.e_1, 0.0));
    spin(y, at(y + 4), dy);
    dy[4] = o.x * d.e_2 + o.y * d.e_1, dy[5] = o.y * d.e_2 - o.x * d.e_1, dy[6] = o.z;
    dy[7] = v_u * u.x - v_d * u.y, dy[8] = v_u * u.y + v_d * u.x;
    dy[9] = f_u * u.x - f_d * u.y, dy[10] = f_u * u.y + f_d * u.x;
    dy[11] = lost, dy[12] = slid, dy[13] = d.c / d.s * d.w.y - d.w.z, dy[14] = 0.0;
}

INLINE void roll_flat(const double *y, const double *p, double *dy) {
    tilted d = in_disk(y);
    double m = p[D_MASS], g = p[D_GRAVITY], R = p[RADIUS], h = p[HALF], turning = d.w.z - d.c / d.s * d.w.y;
    double around = (p[ACROSS] - p[AXIAL]) * d.w.z;
    vec v = v3(h * d.w.y - R * d.w.z, -h * d.w.x, R * d.w.x);
    vec a = add(cross(d.w, v), v3(0.0, R * turning * d.w.z + g * d.s, g * d.c - R * turning * d.w.y));
    vec b = v3(around * d.w.y + m * (h * a.y - R * a.z), -around * d.w.x - m * h * a.x, m * R * a.x);
    vec o = response(p, b);
    double up = a.y - h * o.x, out = a.z + R * o.x;
    vec torque = rim_friction(p, d, m * (d.s * up + d.c * out));
    o = add(o, response(p, torque));
    double f_u = a.x - R * o.z + h * o.y, f_d = d.c * (a.y - h * o.x) - d.s * (a.z + R * o.x);
    write_rate(y, d, o, v.x, -(R * d.s + h * d.c) * d.w.x, f_u, f_d, -dot(torque, d.w), 0.0, dy);
}

INLINE void slip_flat(const double *y, const double *p, double *dy) {
    tilted d = in_disk(y);
    double m = p[D_MASS], R = p[RADIUS], h = p[HALF], turning = d.w.z - d.c / d.s * d.w.y;
    double around = (p[ACROSS] - p[AXIAL]) * d.w.z, arm = R * d.c - h * d.s, high = R * d.s + h * d.c;
    vec u = rotated(y, 1.0, v3(d.e_2, -d.e_1, 0.0));
    double v_u = y[9] * u.x + y[10] * u.y, v_d = y[10] * u.x - y[9] * u.y;
    double s_u = v_u + R * d.w.z - h * d.w.y, s_d = v_d + high * d.w.x;
    double drag = -p[D_MU] / sqrt(s_u * s_u + s_d * s_d + p[D_EPSILON] * p[D_EPSILON]);
    double lever = 1.0 / m + arm * (arm - drag * s_d * high) / p[ACROSS];
    double N = (p[D_GRAVITY] + arm * (around * d.w.y / p[ACROSS] - turning * d.w.y) - high * d.w.x * d.w.x) / lever;
    double f_u = N * drag * s_u, f_d = N * drag * s_d;
    vec torque = rim_friction(p, d, N);
    vec o = v3((around * d.w.y - arm * N + high * f_d + torque.x) / p[ACROSS],
               (-around * d.w.x - h * f_u + torque.y) / p[ACROSS], (R * f_u + torque.z) / p[AXIAL]);
    write_rate(y, d, o, v_u, v_d, f_u / m, f_d / m, -dot(torque, d.w), -(f_u * s_u + f_d * s_d), dy);
}

// q to length 1, and the velocity of G to that of rolling.
INLINE void roll_on(double *y, const double *p) {
    unit_length(y, p);
    tilted d = in_disk(y);
    vec u = rotated(y, 1.0, v3(d.e_2, -d.e_1, 0.0));
    double v_u = p[HALF] * d.w.y - p[RADIUS] * d.w.z, v_d = -(p[RADIUS] * d.s + p[HALF] * d.c) * d.w.x;
    y[9] = v_u * u.x - v_d * u.y, y[10] = v_u * u.y + v_d * u.x;
}

void rolling_disk(double *y, const double *p, double h, long steps) { rk4(roll_flat, roll_on, 15, y, p, h, steps); }
void slipping_disk(double *y, const double *p, double h, long steps) {
    rk4(slip_flat, unit_length, 15, y, p, h, steps);
}
