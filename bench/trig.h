// The sine and cosine of physics/trig.py.
#include <math.h>

static inline __attribute__((always_inline)) void own_sincos(double x, double *sine, double *cosine) {
    double k = floor(x * 0.6366197723675814 + 0.5);
    double r = ((x - k * 1.5707963267341256e00) - k * 6.077100506303966e-11) - k * 2.0222662487959506e-21;
    double z = r * r;
    double zz = z * z;
    double s = r + r * z * ((-1.66666666666666324348e-01 + z * 8.33333333332248946124e-03)
             + zz * ((-1.98412698298579493134e-04 + z * 2.75573137070700676789e-06)
             + zz * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
    double c = 1.0 - (0.5 * z - zz * ((4.16666666666666019037e-02 + z * -1.38888888888741095749e-03)
             + zz * ((2.48015872894767294178e-05 + z * -2.75573143513906633035e-07)
             + zz * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))));
    double quadrant = k - 4.0 * floor(k * 0.25);
    int odd = (quadrant == 1.0) | (quadrant == 3.0);
    double a = odd ? c : s, b = odd ? s : c;
    *sine = quadrant >= 2.0 ? -a : a;
    *cosine = (quadrant == 1.0) | (quadrant == 2.0) ? -b : b;
}
