// Black rubber with ribs.
#include "common/noise.glsl"

Surface material_surface(inout vec3 n) {
    float ribs = 24.0 * surface.y / extent;
    return Surface(vec3(0.030, 0.030, 0.032) * tint.rgb * (1.0 + 0.45 * wave(ribs, fwidth(ribs))), 0.0, 0.62, 0.0);
}
