// Hewn timber: grain along v, cracks where the wood has dried.
#include "common/noise.glsl"
#include "common/bump.glsl"
#include "common/turned_wood.glsl"
#define SHINE 1

Surface material_surface(inout vec3 n) {
    float number = floor(surface.x), along = surface.y / extent;
    vec4 own = scattered(vec3(number, 3.0, 5.0));
    vec2 at = vec2(fract(surface.x), 2.2 * along) + own.xy;
    float grain = texture(turned_wood, at).r, fine = texture(turned_wood, vec2(3.1, 1.3) * at + own.zw).r;
#if DETAIL
    float streaks = texture(turned_wood, vec2(0.43, 0.31) * at + own.yz).r;
#else
    float streaks = 0.5 * (fine + 0.6);
#endif
    // Where grain is darkest the wood has dried apart.
    float check = smoothstep(0.50, 0.36, 0.55 * streaks + 0.45 * fine) + 0.6 * smoothstep(0.36, 0.26, grain);
    vec3 wood = mix(vec3(0.170, 0.092, 0.038), vec3(0.185, 0.122, 0.066), own.x);
    wood = mix(wood, vec3(0.150, 0.136, 0.116), 0.10 + 0.75 * own.y * smoothstep(0.35, 0.75, streaks));
    wood *= (0.45 + 0.34 * own.z) * (0.10 + 0.90 * grain + 0.75 * fine) * (0.55 + 0.75 * streaks);
    wood *= 1.0 - 0.75 * min(check, 1.0);
    n = bumped(n, 0.0012 * extent * (grain + fine - 1.5 * check));
    return Surface(wood * tint.rgb, 0.0, 0.80, 0.0);
}
