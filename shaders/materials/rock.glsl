// Beds of different stone, broken along joints, with stains washed down over them. u: share of the sky that it
// sees, v: of the sun.
#include "common/noise.glsl"
#include "common/bump.glsl"
#include "common/meadow_texture.glsl"
#include "common/baked_light.glsl"
#define SHINE 0
#define BAKED_LIGHT 1

Surface material_surface(inout vec3 n) {
    float size = 1.0 / (0.55 * ground.x);
    bool lies = n.z > 0.62;
    float below = smoothstep(0.20, 0.60, -n.z);  // under a ledge the picture would be stretched and torn to streaks
    vec2 at = (lies ? position.xy : vec2(position.x + 0.6 * position.y, position.z)) * size;
    own_sky = surface.x;
    own_shade = surface.y;
    vec3 slow = texture(floor_paint, at * vec2(0.060, 0.031)).rgb;
    vec3 rough = mix(texture(floor_paint, at * vec2(0.34, 0.47) + 0.3).rgb, vec3(0.5), below);
    float bed = position.z * size + 0.35 * (slow.b - 0.5), layer = floor(bed), part = bed - layer;
    vec4 own = scattered(vec3(layer, 5.0, 2.0)), above = scattered(vec3(layer + 1.0, 5.0, 2.0));
    float next = smoothstep(0.82, 1.0, part), sharp = resolved(0.5, fwidth(at.y));
    float tone = mix(own.x, above.x, next), warm = mix(own.y, above.y, next);
    vec3 stone = mix(vec3(0.190, 0.158, 0.124), vec3(0.375, 0.325, 0.250), mix(0.5, tone, 0.85));
    stone = mix(stone, vec3(0.330, 0.195, 0.112), 0.60 * smoothstep(0.40, 0.95, warm));
    float fine = 4.0 * bed + 1.6 * rough.b + 0.5 * slow.r, lines = wave(fine, fwidth(fine));
    stone *= (0.55 + 0.45 * rough.b + 0.45 * slow.b) * (1.0 + 0.10 * lines * (0.4 + own.z));
    // Where there is soil: in some places not even on ledges, in others also on slopes.
    float soil = 0.45 * (rough.b - 0.5) + 0.8 * (slow.b - 0.5);
    float flat_ = smoothstep(0.46, 0.80, n.z + soil);
    stone *= 1.0 - 0.50 * smoothstep(0.40, 0.28, rough.b) - 0.30 * sharp * smoothstep(0.10, 0.0, part) * (1.0 - flat_);
    // Streaks of dissolved minerals run down from the rim.
    float streak = smoothstep(0.55, 0.80, texture(floor_paint, at * vec2(0.27, 0.008) + 0.7).b);
    stone *= 1.0 - vec3(0.42, 0.40, 0.34) * streak;
    // Grass holds on where the rock lies flat.
    vec3 grass = mix(vec3(0.040, 0.058, 0.018), vec3(0.098, 0.102, 0.036), rough.b) * (0.6 + 0.8 * rough.r);
    stone = mix(stone, grass, 0.92 * flat_);
#if DETAIL
    // Where the picture changes from walls to ledges, a step of the height is no slope.
    float even = (1.0 - below) * smoothstep(0.0, 0.06, abs(n.z - 0.62));
    n = bumped(n, (0.42 * rough.b + 0.10 * lines + 1.2 * slow.b - 0.8) * even * 0.020 * ground.x);
#endif
    return Surface(stone * tint.rgb, 0.0, 0.93, 0.0);
}
