// Grass, trampled earth round the machine, chalk lines across, and other people's fields beyond.
#include "common/frame.glsl"
#include "common/display.glsl"
#include "common/light.glsl"
#include "common/shadow.glsl"
in vec2 point;
in vec3 shaded;
in vec4 air;
in float sheen;
flat in vec3 ambient;
out vec4 color;

#include "common/meadow.glsl"

// Share of chalk on lines across the field: never thinner than a pixel, but fainter instead.
float lines(float spacing, float width, float pixel) {
    float off = abs(fract(point.x / spacing + 0.5) - 0.5) * spacing;
    float drawn = max(width, pixel);
    return (1.0 - smoothstep(0.5 * drawn - 0.5 * pixel, 0.5 * drawn + 0.5 * pixel, off)) * width / drawn;
}

float chalk(float uneven) {
    vec2 pixel = max(fwidth(point), vec2(1e-6));
    vec2 beyond = vec2(point.x - chalk_lines.z, abs(point.y) - chalk_lines.w) - pixel;
    if (chalk_lines.x <= 0.0 || point.x < 0.0 || max(beyond.x, beyond.y) > 0.0) return 0.0;
    vec2 inside = smoothstep(-pixel, pixel, vec2(chalk_lines.z - point.x, chalk_lines.w - abs(point.y)));
    float from = smoothstep(-pixel.x, pixel.x, point.x - 0.5 * chalk_lines.x);
    float width = 0.012 * chalk_lines.y;
    float drawn = max(lines(chalk_lines.y, width, pixel.x), 0.6 * lines(chalk_lines.x, 0.4 * width, pixel.x));
    return drawn * inside.x * inside.y * from * (0.75 + 0.25 * uneven);
}

// The land beyond the meadow: plots of different crops, with hedges between them.
vec3 plots(vec3 meadow, float fine) {
    const vec2 size = vec2(330.0, 210.0);
    vec2 at = TURNED * point, pixel = fwidth(at);
    at += 9.0 * sin(at.yx / 71.0) + 5.0 * sin(at.yx / 23.0);
    float row = floor(at.y / size.y);
    at.x += 0.618 * size.x * row;
    vec2 cell = floor(at / size), inside = 0.5 * size - abs(at - (cell + 0.5) * size);
    vec3 random = fract(sin(vec3(dot(cell, vec2(12.9898, 78.233)), dot(cell, vec2(39.346, 11.135)),
                                 dot(cell, vec2(73.156, 52.235)))) * 43758.5453);
    vec3 crop = random.x < 0.45 ? mix(vec3(0.050, 0.082, 0.022), vec3(0.075, 0.105, 0.034), random.y)
              : random.x < 0.75 ? mix(vec3(0.170, 0.145, 0.060), vec3(0.125, 0.125, 0.045), random.y)
                                : mix(vec3(0.120, 0.088, 0.058), vec3(0.095, 0.092, 0.050), random.y);
    crop = mix(crop * (0.7 + 0.6 * fine), meadow, 0.25);
    vec2 wide = max(vec2(3.0), pixel);
    vec2 hedge = (1.0 - smoothstep(0.5 * wide, 1.5 * wide, inside)) * 3.0 / wide;
    return mix(crop, vec3(0.030, 0.044, 0.015), 0.9 * max(hedge.x, hedge.y));
}

void main() {
    Turf turf = meadow(point);
    vec3 albedo = turf.albedo;
    float beyond = length(point - vec2(0.5 * chalk_lines.z, 0.0)) - 0.62 * chalk_lines.z - 150.0;
    if (beyond > 0.0) albedo = mix(albedo, plots(albedo, turf.slow), smoothstep(0.0, 60.0, beyond));
    albedo = mix(albedo, vec3(0.62, 0.61, 0.57) * (0.7 + 0.5 * turf.blades), 0.85 * chalk(turf.blades));

    float sun = to_light.z * sunlit(shaded) * (1.0 + sheen * (1.0 - turf.bare));
    vec3 light = ambient;
#if DETAIL
    light *= openness(vec3(point, 0.0), vec3(0.0, 0.0, 1.0));
#endif
    color = developed(albedo * sunlight.rgb * (sun / PI * air.a) + air.rgb, albedo * light * air.a);
}
