// Hewn stone with spots.
#include "common/noise.glsl"
#include "common/bump.glsl"
#define SHINE 1

Surface material_surface(inout vec3 n) {
    vec4 noise = mottled(5.0 * place + 11.0, 3.1);
    float spots = smoothstep(0.60, 0.72, noise.z);
    vec3 color = mix(vec3(0.135, 0.127, 0.112), vec3(0.270, 0.256, 0.226), smoothstep(0.30, 0.70, noise.x));
    color = mix(color, vec3(0.205, 0.165, 0.110), 0.35 * smoothstep(0.50, 0.70, noise.y));
    color *= 1.0 - 0.30 * spots;
    n = bumped(n, extent * (0.035 * noise.w - 0.008 * spots));
    return Surface(color * tint.rgb, 0.0, 0.86, 0.0);
}
