// Clumps of leaves: their lightness is that of the meadow's blades, projected from three sides.
#include "common/noise.glsl"
#include "common/meadow_texture.glsl"
#define SHINE 0

Surface material_surface(inout vec3 n) {
    vec3 p = 0.42 * place, side = n * n;
    vec3 card = side.x * texture(floor_paint, p.yz).rgb + side.y * texture(floor_paint, p.zx + 0.4).rgb
              + side.z * texture(floor_paint, p.xy + 0.7).rgb;
    float leaf = card.r;
#if DETAIL
    vec4 noise = noise4(6.5 * place + 4.0, length(fwidth(6.5 * place)));
#else
    vec4 noise = 1.7 * (card.bgrb - 0.5) + 0.5;
#endif
    leaf = saturate(2.6 * leaf - 0.45);
    // Sky shows through at the edge of a crown.
    if (0.45 * noise.x + 0.65 * leaf < 0.62 - 0.85 * abs(dot(n, normalize(eye.xyz - position)))) discard;
    float lit = saturate(0.75 * leaf + 0.9 * (noise.x - 0.4));
    n = normalize(n + 0.9 * (noise.yzw - 0.5) + 0.7 * (leaf - 0.4) * to_light.xyz);
    vec3 green = mix(vec3(0.010, 0.019, 0.005), vec3(0.072, 0.098, 0.026), lit);
    return Surface(mix(green, vec3(0.095, 0.092, 0.022), 0.35 * lit * noise.y) * tint.rgb, 0.0, 0.9, 0.0);
}
