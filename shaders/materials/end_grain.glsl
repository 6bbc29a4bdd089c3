// The sawn end of a timber: year rings and cracks.
#include "common/noise.glsl"
#define SHINE 1

Surface material_surface(inout vec3 n) {
    vec2 p = surface.xy + 0.10 * sin(surface.yx * vec2(5.0, 4.0) + 1.0);
    float r = length(p), rings = 8.0 * r, turn = atan(p.y, p.x) * (0.5 / PI);
    float year = wave(rings + 0.8 * sin(9.0 * r), fwidth(rings));
    float cracks = max(wave(turn * 7.0 + 0.6 * sin(5.0 * r), 0.2), wave(turn * 3.0 + 0.31, 0.2));
    float open = smoothstep(0.965, 1.0, cracks) * smoothstep(0.05, 0.30, r) * resolved(0.4, length(fwidth(surface.xy)));
    vec3 wood = mix(vec3(0.175, 0.105, 0.050), vec3(0.225, 0.165, 0.100), saturate(0.5 * r + 0.2));
    wood *= (0.90 + 0.16 * year) * (1.0 - 0.75 * open);
    return Surface(wood * tint.rgb, 0.0, 0.88, 0.0);
}
