// Ripples run with the stream, each pattern at its own pace; white where it breaks over stones and along the banks.
// The tint says how far the patterns have drifted, in repeats of each.
#include "common/meadow_texture.glsl"
#include "common/baked_light.glsl"
#define BAKED_LIGHT 1

Surface material_surface(inout vec3 n) {
    vec2 at = surface.xy;
    // The water is fast in the middle and slow at the banks: drifting patterns are stretched there.
    float lag = at.y * at.y;
    vec2 slow_at = vec2(0.05 * (at.x + 0.8 * lag) - tint.x, 0.50 * at.y);
    vec2 fine_at = vec2(0.20 * (at.x + 1.2 * lag) - tint.y, 2.4 * at.y + 0.37);
    vec3 slow = texture(floor_paint, slow_at).rgb, fine = texture(floor_paint, fine_at).rgb;
    vec3 waves = texture(floor_paint, vec2(0.9 * at.x - tint.z, 1.7 * at.y + 0.11)).rgb;
#if DETAIL
    // Stones in the bed do not move.
    float rapids = smoothstep(0.50, 0.72, texture(floor_paint, at * vec2(0.17, 0.61) + 0.53).b);
#else
    const float rapids = 0.25;
#endif
    // At a grazing angle the crests hide the parts that would mirror the ground.
    float steep = saturate(2.2 * normalize(eye.xyz - position).z - 0.1);
    n = normalize(vec3(steep * ((fine.bg - 0.5) * 0.22 + (waves.bg - 0.5) * 0.24), 1.0));
    own_sky = 0.62;
    own_shade = tint.w;
    float bank = smoothstep(0.20, 0.42, abs(at.y));
    float broken = 0.30 * slow.b + 0.44 * fine.b + 0.24 * waves.r + 0.16 * bank + 0.24 * rapids;
    broken = 0.80 * smoothstep(0.58, 1.00, broken);
    vec3 deep = mix(vec3(0.008, 0.052, 0.054), vec3(0.050, 0.105, 0.080), bank * slow.g + 0.35 * fine.b);
    return Surface(mix(deep, vec3(0.60, 0.65, 0.65), broken), 0.0, mix(0.10, 0.85, broken), 0.0);
}
