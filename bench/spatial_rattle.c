// A chain in space and RATTLE as a C programmer would write them: the maths, state y and numbers p of
// physics/chains/rattle/spatial_rattle.py, for one that hangs from a fixed support, without springs. n: number of bodies, at
// most MOST.
#include "bodies.c"

enum { WEIGHT, FIRST = 19, EACH = 43, MOST = 256 };  // in p
enum { BODY_MASS, BODY_INERTIA, UPPER = 4, LOWER = 7 };  // of a body

typedef struct { vec x, y, z; } mat;  // its rows
typedef struct { double w; vec v; } quaternion;
typedef struct {
    quaternion F;
    mat R, turning, carried;
    vec velocity, impulse, moved, near, far, lack, spin, answer, turn;
} body;

INLINE mat transposed(const mat *A) {
    return (mat){v3(A->x.x, A->y.x, A->z.x), v3(A->x.y, A->y.y, A->z.y), v3(A->x.z, A->y.z, A->z.z)};
}
INLINE vec turned(const mat *A, vec v) { return v3(dot(A->x, v), dot(A->y, v), dot(A->z, v)); }
INLINE vec turned_back(const mat *A, vec v) {
    return add(times(v.x, A->x), add(times(v.y, A->y), times(v.z, A->z)));
}
INLINE mat multiplied(const mat *A, const mat *B) {
    return (mat){turned_back(B, A->x), turned_back(B, A->y), turned_back(B, A->z)};
}
INLINE vec minus(vec a, vec b) { return v3(a.x - b.x, a.y - b.y, a.z - b.z); }
INLINE vec each(const double *I, vec v) { return v3(I[0] * v.x, I[1] * v.y, I[2] * v.z); }

INLINE mat inverted(const mat *A) {
    vec p = cross(A->y, A->z), q = cross(A->z, A->x), r = cross(A->x, A->y);
    double scale = 1.0 / dot(A->x, p);
    mat columns = {times(scale, p), times(scale, q), times(scale, r)};
    return transposed(&columns);
}

INLINE mat rotation(quaternion q) {
    double w = q.w, x = q.v.x, y = q.v.y, z = q.v.z, twice = 2.0 / (w * w + dot(q.v, q.v));
    double xs = twice * x, ys = twice * y, zs = twice * z;
    return (mat){v3(1.0 - y * ys - z * zs, x * ys - w * zs, x * zs + w * ys),
                 v3(x * ys + w * zs, 1.0 - x * xs - z * zs, y * zs - w * xs),
                 v3(x * zs - w * ys, y * zs + w * xs, 1.0 - x * xs - y * ys)};
}

INLINE quaternion turn_of(vec v) { return (quaternion){sqrt(1.0 - dot(v, v)), v}; }

// (F - 1) a.
INLINE vec swept(quaternion F, vec a) {
    vec u = cross(F.v, a);
    return times(2.0, add(times(F.w, u), cross(F.v, u)));
}

// The discrete momentum of a turn, times the step.
INLINE vec momentum(quaternion F, const double *I) {
    vec m = each(I, F.v);
    return times(2.0, add(times(F.w, m), cross(F.v, m)));
}

INLINE void add_cross(mat *A, vec v) {
    A->x.y -= v.z, A->x.z += v.y, A->y.x += v.z, A->y.z -= v.x, A->z.x -= v.y, A->z.y += v.x;
}

static void place(int n, const double *y, const double *p, body *bodies) {
    vec joint = v3(0.0, 0.0, 0.0);
    for (int i = 0; i < n; i++) {
        body *b = bodies + i;
        const double *q = p + FIRST + EACH * i;
        vec o = at(y + 4 * n + 3 * i);
        b->R = rotation((quaternion){y[4 * i], at(y + 4 * i + 1)});
        b->velocity = minus(joint, cross(o, turned(&b->R, at(q + UPPER))));
        joint = add(b->velocity, cross(o, turned(&b->R, at(q + LOWER))));
    }
}

// The turns after which the impulses fit; returns the largest component of one.
static double respond(int n, const double *p, body *bodies) {
    mat K = {v3(0.0, 0.0, 0.0), v3(0.0, 0.0, 0.0), v3(0.0, 0.0, 0.0)};
    vec f = v3(0.0, 0.0, 0.0), x = v3(0.0, 0.0, 0.0);
    double largest = 0.0;
    for (int i = n - 1; i >= 0; i--) {
        body *b = bodies + i;
        const double *q = p + FIRST + EACH * i, mass = q[BODY_MASS];
        vec r = times(-1.0, at(q + UPPER)), l = add(at(q + LOWER), r), d = b->far, m = times(mass, b->near);
        mat back = transposed(&b->R), G = multiplied(&K, &b->R);
        G = multiplied(&back, &G);
        f = turned_back(&b->R, f);
        mat C = {cross(G.x, d), cross(G.y, d), cross(G.z, d)}, Ct = transposed(&C), Gt = transposed(&G), T = transposed(&b->turning);
        double along = dot(r, m);
        mat Et = {minus(T.x, cross(l, Ct.x)), minus(T.y, cross(l, Ct.y)), minus(T.z, cross(l, Ct.z))};
        mat Ht = {cross(l, Gt.x), cross(l, Gt.y), cross(l, Gt.z)}, E = transposed(&Et), H = transposed(&Ht);
        E.x = minus(E.x, times(m.x, r)), E.y = minus(E.y, times(m.y, r)), E.z = minus(E.z, times(m.z, r));
        E.x.x += along, E.y.y += along, E.z.z += along;
        add_cross(&C, m);
        add_cross(&H, times(mass, r));
        mat inverse = inverted(&E);
        b->answer = turned(&inverse, times(-1.0, add(b->spin, add(cross(r, b->lack), cross(l, f)))));
        b->carried = multiplied(&inverse, &H);
        mat handed = multiplied(&C, &b->carried);
        G = (mat){add(G.x, handed.x), add(G.y, handed.y), add(G.z, handed.z)};
        G.x.x += mass, G.y.y += mass, G.z.z += mass;
        f = turned(&b->R, minus(add(f, b->lack), turned(&C, b->answer)));
        G = multiplied(&b->R, &G);
        K = multiplied(&G, &back);
    }
    for (int i = 0; i < n; i++) {
        body *b = bodies + i;
        x = turned_back(&b->R, x);
        vec a = minus(b->answer, turned(&b->carried, x));
        x = turned(&b->R, add(x, cross(a, b->far)));
        if (!(fabs(a.x) <= largest)) largest = fabs(a.x);
        if (!(fabs(a.y) <= largest)) largest = fabs(a.y);
        if (!(fabs(a.z) <= largest)) largest = fabs(a.z);
        b->turn = a;
    }
    return largest;
}

// What the turns lack, and by what the centres of mass move.
static void weigh(int n, const double *p, double h, body *bodies) {
    vec x = v3(0.0, 0.0, 0.0), fall = v3(0.0, 0.0, 0.5 * h * h * p[WEIGHT]);
    for (int i = 0; i < n; i++) {
        body *b = bodies + i;
        const double *q = p + FIRST + EACH * i, *I = q + BODY_INERTIA;
        vec r = times(-1.0, at(q + UPPER)), l = add(at(q + LOWER), r), a = swept(b->F, r);
        b->near = add(r, a);
        b->moved = add(x, turned(&b->R, a));
        b->lack = times(q[BODY_MASS], turned_back(&b->R, add(minus(b->moved, times(h, b->velocity)), fall)));
        b->spin = minus(momentum(b->F, I), b->impulse);
        a = swept(b->F, l);
        b->far = add(l, a);
        x = add(x, turned(&b->R, a));
        mat F = rotation(b->F);
        double half = 0.5 * (I[0] + I[1] + I[2]), spread[3] = {half - I[0], half - I[1], half - I[2]};
        F = (mat){each(spread, F.x), each(spread, F.y), each(spread, F.z)};
        double trace = F.x.x + F.y.y + F.z.z;
        b->turning = (mat){times(-1.0, F.x), times(-1.0, F.y), times(-1.0, F.z)};
        b->turning.x.x += trace, b->turning.y.y += trace, b->turning.z.z += trace;
    }
}

static void step_places(int n, double *y, const double *p, double h, body *bodies) {
    place(n, y, p, bodies);
    for (int i = 0; i < n; i++) {
        body *b = bodies + i;
        vec o = turned_back(&b->R, at(y + 4 * n + 3 * i));
        b->impulse = times(h, each(p + FIRST + EACH * i + BODY_INERTIA, o));
        b->F = turn_of(times(0.5 * h, o));
    }
    double largest = 1.0;
    for (int turn = 0; turn < 30; turn++) {
        weigh(n, p, h, bodies);
        if (largest <= 1e-10) break;
        largest = respond(n, p, bodies);
        for (int i = 0; i < n; i++) {
            body *b = bodies + i;
            vec a = b->turn;
            b->F = turn_of(add(b->F.v, times(0.5, add(times(b->F.w, a), cross(a, b->F.v)))));
        }
    }
    for (int i = 0; i < n; i++) {
        quaternion F = bodies[i].F;
        double w = y[4 * i];
        vec v = at(y + 4 * i + 1);
        y[4 * i] = w * F.w - dot(v, F.v);
        put(y + 4 * i + 1, add(times(w, F.v), add(times(F.w, v), cross(v, F.v))));
    }
}

static void step_velocities(int n, double *y, const double *p, double h, body *bodies) {
    vec fall = v3(0.0, 0.0, 0.5 * h * p[WEIGHT]);
    for (int i = 0; i < n; i++) {
        body *b = bodies + i;
        b->impulse = turned(&b->R, times(1.0 / h, momentum(b->F, p + FIRST + EACH * i + BODY_INERTIA)));
    }
    place(n, y, p, bodies);
    for (int i = 0; i < n; i++) {
        body *b = bodies + i;
        const double *q = p + FIRST + EACH * i, *I = q + BODY_INERTIA;
        b->lack = times(q[BODY_MASS], turned_back(&b->R, add(minus(b->velocity, times(1.0 / h, b->moved)), fall)));
        b->spin = minus(each(I, turned_back(&b->R, at(y + 4 * n + 3 * i))), turned_back(&b->R, b->impulse));
        b->turning = (mat){v3(I[0], 0.0, 0.0), v3(0.0, I[1], 0.0), v3(0.0, 0.0, I[2])};
        b->near = times(-1.0, at(q + UPPER));
        b->far = add(at(q + LOWER), b->near);
    }
    respond(n, p, bodies);
    for (int i = 0; i < n; i++) put(y + 4 * n + 3 * i, add(at(y + 4 * n + 3 * i), turned(&bodies[i].R, bodies[i].turn)));
}

void spatial_rattle(double *y, const double *p, double h, long steps, int n) {
    body bodies[MOST];
    for (long step = 0; step < steps; step++) {
        step_places(n, y, p, h, bodies);
        step_velocities(n, y, p, h, bodies);
        y[7 * n + 2] += h;
        for (int i = 0; i < n; i++) unit_length(y + 4 * i, p);
    }
}
