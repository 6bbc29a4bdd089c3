// Canvas between ropes: it hangs in folds, and glows a little where the sun stands behind it.
#include "common/noise.glsl"
#include "common/paint.glsl"
#define SHINE 0

Surface material_surface(inout vec3 n) {
    Surface s = Surface(vec3(0.60, 0.545, 0.43) * tint.rgb, 0.0, 0.88, 0.0);
    paint_sectors(s, surface.x, surface.y, min(fwidth(surface.x), 0.02), max(fwidth(surface.y), 1e-7));
    s.roughness = 0.88;
    float folds = paint.y * surface.x, kept = resolved(1.0, min(fwidth(folds), 1.0));
    s.albedo *= 1.0 + 0.13 * kept * cos(2.0 * PI * folds);
    n = normalize(mix(n, to_light.xyz, 0.16));
    return s;
}
