// Straw in courses, each with its lower edge in shade, darker where it is wet.
#include "common/noise.glsl"
#include "common/meadow_texture.glsl"
#define SHINE 0

Surface material_surface(inout vec3 n) {
    vec2 at = surface.xy;
    float pixel = length(fwidth(at));
    vec3 straw = texture(floor_paint, at * vec2(1.10, 0.12)).rgb;
    vec3 slow = texture(floor_paint, at * vec2(0.05, 0.08)).rgb;
    float course = at.y / 0.72 + 0.25 * (straw.b - 0.5) + 0.12 * (slow.b - 0.5), part = fract(course);
    float lip = smoothstep(0.0, 0.10, part) * (1.0 - 0.35 * smoothstep(0.7, 1.0, part));
    lip = mix(0.8, lip, resolved(0.72, pixel));
    vec3 color = tint.rgb * (0.48 + 0.75 * straw.r) * (0.70 + 0.60 * slow.b) * (0.62 + 0.42 * lip);
    color = mix(color, vec3(0.070, 0.082, 0.030), 0.5 * smoothstep(0.55, 0.80, slow.b));
    return Surface(color, 0.0, 0.95, 0.0);
}
