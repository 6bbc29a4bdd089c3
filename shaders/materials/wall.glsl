// A framed wall: plaster between beams.
#include "common/noise.glsl"
#include "common/meadow_texture.glsl"
#define SHINE 0

// Returns the visible share of beams: posts and rails of a frame, and braces across its panels.
float beams(vec2 at, float pixel) {
    const vec2 panel = vec2(1.75, 2.75);
    vec2 cell = floor(at / panel), inside = at - (cell + 0.5) * panel;
    vec2 edge = 0.5 * panel - abs(inside);
    float brace = abs(inside.x - (mod(cell.x, 2.0) < 0.5 ? 0.55 : -0.55) * inside.y) * 0.87;
    brace = mod(cell.x + cell.y, 3.0) < 0.5 ? brace : 9.0;
    float off = min(min(edge.x, edge.y) - 0.11, brace - 0.10), drawn = max(pixel, 0.01);
    return 1.0 - smoothstep(-0.5 * drawn, 0.5 * drawn, off);
}

// Plaster between the beams of a frame, on a footing of stone, stained by water from the eaves.
Surface material_surface(inout vec3 n) {
    vec2 at = surface.xy;
    float pixel = length(fwidth(at));
    float slow = texture(floor_paint, at * vec2(0.13, 0.05) + 0.1).b, fine = texture(floor_paint, at * 0.31).b;
    vec3 plaster = tint.rgb * (0.66 + 0.36 * slow + 0.26 * fine);
    plaster *= 1.0 - vec3(0.30, 0.34, 0.40) * (1.0 - smoothstep(0.2, 1.5, at.y + 1.2 * (fine - 0.5)));
    vec3 wood = vec3(0.070, 0.046, 0.030) * (0.6 + 0.9 * fine);
    vec3 footing = vec3(0.20, 0.185, 0.16) * (0.6 + 0.8 * fine);
    vec3 color = mix(footing, mix(plaster, wood, beams(at, pixel)), smoothstep(0.40, 0.46, at.y));
    return Surface(color, 0.0, 0.9, 0.0);
}
