// Bare earth.
#include "common/noise.glsl"
#include "common/bump.glsl"
#define SHINE 1

Surface material_surface(inout vec3 n) {
    vec4 noise = mottled(7.0 * place + 2.0, 3.7);
    vec3 color = mix(vec3(0.082, 0.060, 0.038), vec3(0.150, 0.112, 0.073), smoothstep(0.2, 0.8, noise.x));
    n = bumped(n, 0.022 * extent * noise.w);
    return Surface(color * tint.rgb, 0.0, 0.95, 0.0);
}
