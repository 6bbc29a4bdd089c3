// Forged iron, rusty in places.
#include "common/noise.glsl"
#include "common/bump.glsl"

Surface material_surface(inout vec3 n) {
    vec4 noise = mottled(13.0 * place + 5.0, 3.3);
    float rust = 0.7 * smoothstep(0.42, 0.75, noise.x);
    vec3 color = mix(vec3(0.155, 0.152, 0.150), vec3(0.095, 0.060, 0.040), rust) * (0.75 + 0.5 * noise.y);
    n = bumped(n, 0.010 * extent * noise.w);
    return Surface(color * tint.rgb, 0.90 - 0.75 * rust, 0.42 + 0.30 * rust + 0.12 * noise.z, 0.0);
}
