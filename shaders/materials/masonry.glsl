// Courses of cut stones, each with a tone of its own, weathered from above and damp at the foot.
#include "common/noise.glsl"
#include "common/meadow_texture.glsl"
#define SHINE 0

Surface material_surface(inout vec3 n) {
    vec2 at = surface.xy, size = vec2(1.05, 0.46);
    float pixel = length(fwidth(at)), course = floor(at.y / size.y);
    vec2 cell = vec2(at.x / size.x + 0.5 * course + 0.31 * sin(3.7 * course), at.y / size.y);
    vec4 own = scattered(vec3(floor(cell), 3.0));
    vec2 inside = 0.5 - abs(fract(cell) - 0.5);
    float sharp = resolved(0.7, pixel);
    float joint = (1.0 - smoothstep(0.02, 0.06, min(inside.x * size.x, inside.y * size.y) + 0.012 * own.w)) * sharp;
    // By the place in the world: pieces of wall are all the same.
    vec2 there = vec2(position.x + 0.45 * position.y, at.y);
    float slow = texture(floor_paint, there * vec2(0.021, 0.013)).b, fine = texture(floor_paint, at * 0.11).b;
    vec3 stone = mix(vec3(0.215, 0.196, 0.163), vec3(0.300, 0.280, 0.240), 0.5 + (own.x - 0.5) * sharp);
    stone = mix(stone, vec3(0.255, 0.190, 0.118), 0.45 * own.y * sharp + 0.30 * smoothstep(0.45, 0.75, slow));
    stone *= 0.50 + 0.56 * slow + 0.40 * fine;
    // Repaired patches, and stains of rain from the parapet.
    float years = texture(floor_paint, 0.0057 * position.xy + 0.004 * course).b;
    float run = texture(floor_paint, there * vec2(0.093, 0.006) + 0.31).b;
    stone *= (0.70 + 0.60 * years) * (1.0 - 0.38 * smoothstep(0.52, 0.72, run));
    float damp = 1.0 - smoothstep(0.0, 3.4, at.y + 5.0 * (fine - 0.5));
    stone = mix(stone, vec3(0.062, 0.078, 0.030), 0.75 * damp);
    stone *= 1.0 - 0.55 * joint;
    return Surface(stone * tint.rgb, 0.0, 0.92, 0.0);
}
