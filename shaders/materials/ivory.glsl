// Ivory, with sectors painted on it.
#include "common/paint.glsl"

Surface material_surface(inout vec3 n) {
    Surface s = Surface(vec3(0.78, 0.69, 0.53) * tint.rgb, 0.0, 0.24, 1.0);
    paint_sectors(s, surface.x, surface.y, min(fwidth(surface.x), 0.02), max(fwidth(surface.y), 1e-7));
    return s;
}
