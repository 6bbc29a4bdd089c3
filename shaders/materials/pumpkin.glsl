// A pumpkin with ribs round the body's z axis.
#include "common/noise.glsl"

Surface material_surface(inout vec3 n) {
    float turn = atan(place.y, place.x) * (0.5 / PI), rib = abs(sin(10.0 * PI * turn));
    float ends = smoothstep(0.55, 0.95, abs(place.z));
    vec4 noise = mottled(6.0 * place, 3.3);
    vec3 color = mix(vec3(0.52, 0.125, 0.015), vec3(0.36, 0.070, 0.009), pow(rib, 6.0));
    color = mix(color, vec3(0.46, 0.20, 0.035), 0.4 * ends + 0.2 * smoothstep(0.5, 0.7, noise.x));
    return Surface(color * (0.85 + 0.3 * noise.y) * tint.rgb, 0.0, 0.42 + 0.1 * noise.z, 0.0);
}
