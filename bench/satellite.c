// A satellite with a rotor, two balls in fluids and a moving mass, and Kutta's method, as a C programmer would write
// them. The same maths, state y and numbers p as physics/satellite/equations.py.
#include "bodies.c"

enum { MOMENTUM = 4, AXIAL = 7, BODY_BALL, ROTOR_BALL = 11, PLACE = 14, PUSH, ANGLE, LOST = 17, WORK = 20 };
enum { AXIS = 9, IR = 12, IR_INVERSE, FREE, HELD, P_BALL, JP_INVERSE, CP, R_BALL, JR_INVERSE, CR, REDUCED, MU_INVERSE,
       FROM, LINE = 27, LEVER = 30, K = 33, C, MOTOR, BEARING };

INLINE vec plus(vec a, double k, vec b) { return add(a, times(k, b)); }

// w of I* w = v; rho: place of the moving mass.
INLINE void effective(const double *p, vec rho, double *M) {
    double mu = p[REDUCED], square = mu * dot(rho, rho);
    vec e = at(p + LEVER);
    M[0] = p[0] + square - mu * (rho.x * rho.x + e.x * e.x);
    M[1] = p[1] + square - mu * (rho.y * rho.y + e.y * e.y);
    M[2] = p[2] + square - mu * (rho.z * rho.z + e.z * e.z);
    M[3] = p[3] - mu * (rho.x * rho.y + e.x * e.y);
    M[4] = p[4] - mu * (rho.x * rho.z + e.x * e.z);
    M[5] = p[5] - mu * (rho.y * rho.z + e.y * e.z);
}

INLINE void fly(const double *y, const double *p, double *dy) {
    vec n = at(p + AXIS), d = at(p + LINE), e = at(p + LEVER), rho = plus(at(p + FROM), y[PLACE], d);
    vec b = times(p[P_BALL], at(y + BODY_BALL)), r = times(p[R_BALL], at(y + ROTOR_BALL));
    vec core = rotated(y, -1.0, plus(plus(at(y + MOMENTUM), -1.0, b), -1.0, r));
    double M[6];
    effective(p, rho, M);
    vec o = solved(M, plus(plus(core, -y[AXIAL], n), -y[PUSH], e));
    double s = y[AXIAL] * p[IR_INVERSE] - p[FREE] * dot(o, n), slide = y[PUSH] * p[MU_INVERSE] - dot(o, e);
    vec slip = plus(times(p[JP_INVERSE], rotated(y, -1.0, b)), -1.0, o);
    vec other = plus(times(p[JR_INVERSE], rotated(y, -1.0, r)), -1.0, plus(o, s, n));
    vec body = times(-p[CP], slip), rotor = times(-p[CR], other), u = plus(cross(o, rho), slide, d);
    double along = dot(n, rotor), force = p[REDUCED] * dot(u, cross(o, d)) - p[K] * y[PLACE] - p[C] * slide;
    double k = p[REDUCED] * slide, drive = 0.0;
    if (p[HELD] > 0.5) {
        vec change = plus(plus(plus(cross(core, o), -1.0, body), -1.0, rotor), -force, e);
        change = plus(plus(plus(change, -2.0 * k * dot(rho, d), o), k * dot(rho, o), d), k * dot(d, o), rho);
        drive = p[IR] * dot(solved(M, change), n) + along + p[BEARING] * y[AXIAL] * p[IR_INVERSE];
    }
    spin(y, o, dy);
    put(dy + MOMENTUM, v3(0.0, 0.0, 0.0));
    dy[AXIAL] = p[FREE] * (p[MOTOR] - p[BEARING] * s - along);
    put(dy + BODY_BALL, rotated(y, 1.0, body));
    put(dy + ROTOR_BALL, rotated(y, 1.0, rotor));
    dy[PLACE] = slide, dy[PUSH] = force, dy[ANGLE] = s;
    dy[LOST] = p[CP] * dot(slip, slip) + p[C] * slide * slide;
    dy[LOST + 1] = p[CR] * dot(other, other);
    dy[LOST + 2] = p[BEARING] * s * s;
    dy[WORK] = (p[FREE] * p[MOTOR] + drive) * s;
}

void satellite(double *y, const double *p, double h, long steps) { rk4(fly, unit_length, 21, y, p, h, steps); }
