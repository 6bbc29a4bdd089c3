// A disk that rolls or slips nearly flat, with dry friction of its rim, and Kutta's method, as a C programmer would
// write them. The same maths as physics/disk/equations.py and losses.py, the same state y and numbers p; components are
// along the horizontal diameter u, e uphill in the disk and its axis a.
#include "bodies.c"

enum { D_MASS, D_GRAVITY, RADIUS, HALF, ACROSS, AXIAL, D_MU = 7, D_EPSILON, COEFFICIENT = 10 };
// Sine and cosine of the tilt, its cotangent and the inverse of the sine, e in body axes, u in the lab, omega.
typedef struct { double s, c, slope, inverse, e_1, e_2, u_x, u_y; vec w; } tilted;

INLINE tilted in_disk(const double *q) {
    double ww = q[0] * q[0], xx = q[1] * q[1], yy = q[2] * q[2], zz = q[3] * q[3], twice = 2.0 / (ww + xx + yy + zz);
    double xz = q[1] * q[3], yz = q[2] * q[3], wx = q[0] * q[1], wy = q[0] * q[2], g_1 = xz - wy, g_2 = yz + wx;
    double sine = sqrt(g_1 * g_1 + g_2 * g_2) * twice, s = sine > 1e-9 ? sine : 1e-9, c = 0.5 * (ww - xx - yy + zz) * twice;
    double inverse = 1.0 / s, scale = twice * inverse, e_1 = g_1 * scale, e_2 = g_2 * scale;
    return (tilted){s, c, c * inverse, inverse, e_1, e_2, (wx - yz) * scale, (xz + wy) * scale,
                    v3(e_2 * q[4] - e_1 * q[5], e_1 * q[4] + e_2 * q[5], q[6])};
}

INLINE vec response(const double *p, vec b) {
    double m = p[D_MASS], R = p[RADIUS], h = p[HALF], I = p[ACROSS] + m * h * h, J = p[AXIAL] + m * R * R;
    double both = m * R * h, inverse = 1.0 / (I * J - both * both);
    return v3(b.x / (I + m * R * R), (J * b.y + both * b.z) * inverse, (both * b.y + I * b.z) * inverse);
}

INLINE vec rim_friction(const double *p, tilted d, double N) {
    double along = d.w.z - d.slope * d.w.y, Q = -p[COEFFICIENT] * along * N * (p[RADIUS] / sqrt(along * along + 1e-6));
    return v3(0.0, -Q * d.slope, Q);
}

INLINE void write_rate(const double *y, tilted d, vec o, double v_u, double v_d, double f_u, double f_d, double lost,
                       double slid, double *dy) {
    spin(y, at(y + 4), dy);
    dy[4] = o.x * d.e_2 + o.y * d.e_1, dy[5] = o.y * d.e_2 - o.x * d.e_1, dy[6] = o.z;
    dy[7] = v_u * d.u_x - v_d * d.u_y, dy[8] = v_u * d.u_y + v_d * d.u_x;
    dy[9] = f_u * d.u_x - f_d * d.u_y, dy[10] = f_u * d.u_y + f_d * d.u_x;
    dy[11] = lost, dy[12] = slid, dy[13] = d.slope * d.w.y - d.w.z, dy[14] = 0.0;
}

INLINE void roll_flat(const double *y, const double *p, double *dy) {
    tilted d = in_disk(y);
    double m = p[D_MASS], g = p[D_GRAVITY], R = p[RADIUS], h = p[HALF], turning = d.w.z - d.slope * d.w.y;
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
    double m = p[D_MASS], R = p[RADIUS], h = p[HALF], turning = d.w.z - d.slope * d.w.y;
    double around = (p[ACROSS] - p[AXIAL]) * d.w.z, arm = R * d.c - h * d.s, high = R * d.s + h * d.c;
    double v_u = y[9] * d.u_x + y[10] * d.u_y, v_d = y[10] * d.u_x - y[9] * d.u_y;
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
    double v_u = p[HALF] * d.w.y - p[RADIUS] * d.w.z, v_d = -(p[RADIUS] * d.s + p[HALF] * d.c) * d.w.x;
    y[9] = v_u * d.u_x - v_d * d.u_y, y[10] = v_u * d.u_y + v_d * d.u_x;
}

void rolling_disk(double *y, const double *p, double h, long steps) { rk4(roll_flat, roll_on, 15, y, p, h, steps); }
void slipping_disk(double *y, const double *p, double h, long steps) {
    rk4(slip_flat, unit_length, 15, y, p, h, steps);
}
