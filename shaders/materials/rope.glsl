// Rope laid of three strands.
#include "common/noise.glsl"
#define SHINE 1

Surface material_surface(inout vec3 n) {
    float strand = 3.0 * (surface.x - surface.y), fibre = 11.0 * surface.x + 7.0 * surface.y;
    float round_ = wave(strand, fwidth(strand)), fine = wave(fibre, fwidth(fibre));
    vec3 color = vec3(0.255, 0.195, 0.115) * (0.80 + 0.26 * round_ + 0.08 * fine);
    return Surface(color * tint.rgb, 0.0, 0.92, 0.0);
}
