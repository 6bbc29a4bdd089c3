// Whipple's bicycle and Kutta's method as a C programmer would write them. The same maths and numbers p as
// physics/bicycle/equations.py; y as in physics/bicycle/bicycle.py.
#include "bodies.c"
#include "trig.h"

enum { G_, COS_TILT, SIN_TILT, D1, D2, D3, B_X, B_Z, H_X, H_Z, R_RADIUS, F_RADIUS, R_CROWN, F_CROWN, TORQUES,
       MASSES = 20 };
enum { YAW = 2, LEAN, PITCH, STEER, THETA_R, THETA_F, LEAN_RATE, STEER_RATE, WHEEL_RATE, WORK };

typedef struct {
    vec a2, a3, b1, b3, s3, e, g1, g3, rho_r, rho_f, arm_b, arm_d, arm_f, arm_h, down;
    double n;
} frame;
typedef struct { vec v[4], w[4]; } motion;  // of R, B, H, F

INLINE vec mix(double s, vec a, double t, vec b) { return add(times(s, a), times(t, b)); }

INLINE frame axes(const double *y, const double *p) {
    frame f;
    double s, c;
    own_sincos(y[LEAN], &s, &c);
    f.a2 = v3(0.0, c, s);
    f.a3 = v3(0.0, -s, c);
    own_sincos(y[PITCH], &s, &c);
    f.b1 = v3(c, -s * f.a3.y, -s * f.a3.z);
    f.b3 = v3(s, c * f.a3.y, c * f.a3.z);
    vec s1 = mix(p[COS_TILT], f.b1, -p[SIN_TILT], f.b3);
    f.s3 = mix(p[SIN_TILT], f.b1, p[COS_TILT], f.b3);
    own_sincos(y[STEER], &s, &c);
    vec h1 = mix(c, s1, s, f.a2);
    f.e = mix(-s, s1, c, f.a2);
    f.g1 = mix(p[COS_TILT], h1, p[SIN_TILT], f.s3);
    f.g3 = mix(-p[SIN_TILT], h1, p[COS_TILT], f.s3);
    f.n = sqrt(1.0 - f.e.z * f.e.z);
    f.down = times(1.0 / f.n, v3(-f.e.z * f.e.x, -f.e.z * f.e.y, 1.0 - f.e.z * f.e.z));
    f.rho_r = add(times(p[R_RADIUS] - p[R_CROWN], f.a3), v3(0.0, 0.0, p[R_CROWN]));
    f.rho_f = add(times(p[F_RADIUS] - p[F_CROWN], f.down), v3(0.0, 0.0, p[F_CROWN]));
    f.arm_b = mix(p[B_X], f.b1, p[B_Z], f.b3);
    f.arm_d = mix(p[D1], s1, p[D3], f.s3);
    f.arm_f = times(p[D2], h1);
    f.arm_h = add(f.arm_f, mix(p[H_X], f.g1, p[H_Z], f.g3));
    return f;
}

INLINE vec to_front(const frame *f) { return add(add(f->arm_d, f->arm_f), add(f->rho_f, times(-1.0, f->rho_r))); }

// The speeds (yaw', pitch', theta_F') that take the velocity v from the front wheel's point on the ground.
INLINE vec dependent(const frame *f, vec q, vec v) {
    vec a = v3(-q.y, q.x, 0.0), b = cross(f->a2, q), c = cross(f->e, f->rho_f);
    vec bc = cross(b, c), ca = cross(c, a), ab = cross(a, b);
    return times(-1.0 / dot(a, bc), v3(dot(bc, v), dot(ca, v), dot(ab, v)));
}

INLINE motion moving(const frame *f, vec free, vec others) {
    motion m;
    vec b = add(v3(free.x, 0.0, others.x), times(others.y, f->a2)), h = add(b, times(free.y, f->s3));
    vec r = add(b, times(free.z, f->a2)), axle = cross(f->rho_r, r), head = add(axle, cross(b, f->arm_d));
    m.w[0] = r, m.w[1] = b, m.w[2] = h, m.w[3] = add(h, times(others.z, f->e));
    m.v[0] = axle, m.v[1] = add(axle, cross(b, f->arm_b));
    m.v[2] = add(head, cross(h, f->arm_h)), m.v[3] = add(head, cross(h, f->arm_f));
    return m;
}

INLINE vec inertia(int body, const frame *f, const double *p, vec w) {
    const double *I = p + MASSES + 5 * body + 1;
    if (body == 0 || body == 3) {
        vec axle = body ? f->e : f->a2;
        return add(times(I[0], w), times((I[1] - I[0]) * dot(axle, w), axle));
    }
    vec e1 = body == 1 ? f->b1 : f->g1, e2 = body == 1 ? f->a2 : f->e, e3 = body == 1 ? f->b3 : f->g3;
    double w1 = dot(e1, w), w2 = dot(e2, w), w3 = dot(e3, w);
    return add(mix(I[0] * w1 + I[3] * w3, e1, I[3] * w1 + I[2] * w3, e3), times(I[1] * w2, e2));
}

INLINE motion momenta(const frame *f, const double *p, const motion *m) {
    motion found;
    for (int i = 0; i < 4; i++) {
        found.v[i] = times(p[MASSES + 5 * i], m->v[i]);
        found.w[i] = inertia(i, f, p, m->w[i]);
    }
    return found;
}

INLINE double work(const motion *a, const motion *b) {
    double total = 0.0;
    for (int i = 0; i < 4; i++) total += dot(a->v[i], b->v[i]) + dot(a->w[i], b->w[i]);
    return total;
}

INLINE vec carried(vec a, vec alpha, vec w, vec arm) { return add(a, add(cross(alpha, arm), cross(w, cross(w, arm)))); }

INLINE void ride(const double *y, const double *p, double *dy) {
    frame f = axes(y, p);
    vec q = to_front(&f), u = v3(y[LEAN_RATE], y[STEER_RATE], y[WHEEL_RATE]);
    vec T[3] = {dependent(&f, q, cross(v3(1.0, 0.0, 0.0), q)), dependent(&f, q, cross(f.s3, add(f.arm_f, f.rho_f))),
                dependent(&f, q, cross(f.rho_r, f.a2))};
    motion unit[3], row[3];
    for (int i = 0; i < 3; i++) {
        unit[i] = moving(&f, v3(i == 0, i == 1, i == 2), T[i]);
        row[i] = momenta(&f, p, &unit[i]);
    }
    vec s = add(add(times(u.x, T[0]), times(u.y, T[1])), times(u.z, T[2]));
    motion m = moving(&f, u, s), a;

    vec w_a = v3(u.x, 0.0, s.x), turn = cross(w_a, f.a2), rim = times(p[R_RADIUS] - p[R_CROWN], cross(w_a, f.a3));
    a.w[1] = add(v3(0.0, u.x * s.x, 0.0), times(s.y, turn));
    a.w[0] = add(a.w[1], times(u.z, turn));
    a.w[2] = add(a.w[1], times(u.y, cross(m.w[1], f.s3)));
    vec e_rate = cross(m.w[2], f.e);
    a.w[3] = add(a.w[2], times(s.z, e_rate));
    a.v[0] = add(cross(f.rho_r, a.w[0]), cross(rim, m.w[0]));
    vec a_d = carried(a.v[0], a.w[1], m.w[1], f.arm_d);
    a.v[1] = carried(a.v[0], a.w[1], m.w[1], f.arm_b);
    a.v[2] = carried(a_d, a.w[2], m.w[2], f.arm_h);
    a.v[3] = carried(a_d, a.w[2], m.w[2], f.arm_f);
    double n_rate = -f.e.z * e_rate.z / f.n;
    vec down_rate = times(-1.0 / f.n, add(mix(e_rate.z, f.e, f.e.z, e_rate), times(n_rate, f.down)));
    vec a_p = add(a.v[3], add(cross(a.w[3], f.rho_f), cross(m.w[3], times(p[F_RADIUS] - p[F_CROWN], down_rate))));
    motion bias = moving(&f, v3(0.0, 0.0, 0.0), dependent(&f, q, a_p));
    for (int i = 0; i < 4; i++) {
        vec force = add(add(a.v[i], bias.v[i]), v3(0.0, 0.0, -p[G_]));
        vec torque = add(inertia(i, &f, p, add(a.w[i], bias.w[i])), cross(m.w[i], inertia(i, &f, p, m.w[i])));
        a.v[i] = times(p[MASSES + 5 * i], force);
        a.w[i] = torque;
    }
    double M[6] = {work(&unit[0], &row[0]), work(&unit[1], &row[1]), work(&unit[2], &row[2]),
                   work(&unit[0], &row[1]), work(&unit[0], &row[2]), work(&unit[1], &row[2])};
    vec F = v3(p[TORQUES] - work(&unit[0], &a), p[TORQUES + 1] - work(&unit[1], &a), p[TORQUES + 2] - work(&unit[2], &a));
    double l1 = M[4] / M[2], l2 = M[5] / M[2], aa = M[0] - l1 * M[4], b = M[3] - l1 * M[5], d = M[1] - l2 * M[5];
    double f1 = F.x - l1 * F.z, f2 = F.y - l2 * F.z, steer = (f2 - b / aa * f1) / (d - b / aa * b);
    double lean = (f1 - b * steer) / aa;

    double sine, cosine;
    own_sincos(y[YAW], &sine, &cosine);
    double along = m.v[0].x + rim.x, across = m.v[0].y + rim.y;
    dy[0] = cosine * along - sine * across;
    dy[1] = sine * along + cosine * across;
    dy[YAW] = s.x, dy[LEAN] = u.x, dy[PITCH] = s.y, dy[STEER] = u.y, dy[THETA_R] = u.z, dy[THETA_F] = s.z;
    dy[LEAN_RATE] = lean, dy[STEER_RATE] = steer, dy[WHEEL_RATE] = (F.z - M[4] * lean - M[5] * steer) / M[2];
    dy[WORK] = p[TORQUES] * u.x + p[TORQUES + 1] * u.y + p[TORQUES + 2] * u.z;
}

// The pitch to where the front wheel touches the ground.
INLINE void touch_down(double *y, const double *p) {
    for (int i = 0; i < 20; i++) {
        frame f = axes(y, p);
        double slope = cross(f.a2, add(f.arm_d, f.arm_f)).z
                       - (p[F_RADIUS] - p[F_CROWN]) * f.e.z * cross(f.a2, f.e).z / f.n;
        double step = to_front(&f).z / slope;
        y[PITCH] -= step;
        if (!(fabs(step) > 1e-15)) return;
    }
}

void bicycle(double *y, const double *p, double h, long steps) { rk4(ride, touch_down, 12, y, p, h, steps); }
