// Rows of tiles, no two of one tone, with moss where the roof stays damp.
#include "common/noise.glsl"
#include "common/meadow_texture.glsl"
#define SHINE 0

Surface material_surface(inout vec3 n) {
    const vec2 size = vec2(0.55, 0.42);
    vec2 at = surface.xy;
    float pixel = length(fwidth(at)), row = floor(at.y / size.y);
    vec2 cell = vec2(at.x / size.x + 0.5 * row, at.y / size.y), inside = fract(cell);
    float kept = resolved(0.6, pixel);
    vec4 own = scattered(vec3(floor(cell), 1.0));
    float side = 1.0 - smoothstep(0.03, 0.10, 0.5 - abs(inside.x - 0.5));
    float edge = max(1.0 - smoothstep(0.0, 0.22, inside.y), 0.7 * side);
    float slow = texture(floor_paint, at * vec2(0.045, 0.028) + 0.3).b;
    vec3 color = tint.rgb * (1.0 + kept * (0.7 * own.x - 0.35)) * (1.0 - 0.55 * kept * edge) * (0.65 + 0.75 * slow);
    color = mix(color, vec3(0.060, 0.070, 0.028), 0.45 * smoothstep(0.52, 0.75, slow + 0.2 * (own.y - 0.5) * kept));
    return Surface(color, 0.0, 0.9, 0.0);
}
