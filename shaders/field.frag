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

uniform sampler2D floor_paint;  // lightness of the grass, dryness, slow noise

const mat2 TURNED = mat2(0.8, 0.6, -0.6, 0.8);

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
    // Slow noise may be sharper than the card would have it where that blurs too much.
    vec3 near = texture(floor_paint, point * ground.y).rgb;
    vec3 middle = texture(floor_paint, TURNED * point * (ground.y * 0.137), -1.2 * depths.z).rgb;
    // Where a pixel holds much of it, slow noise would show that its tile repeats.
    middle.b = mix(0.5, middle.b, 1.0 / (1.0 + 1.5 * length(fwidth(point))));
    vec3 wide = texture(floor_paint, TURNED * TURNED * point * (ground.y * 0.0087), -2.0 * depths.z).rgb;

    float dry = saturate(0.6 * near.g + 0.4 * middle.b + 0.7 * wide.b - 0.55);
    float lush = saturate(0.40 + 0.5 * middle.b - 0.6 * wide.b + 0.1);
    vec3 albedo = mix(vec3(0.064, 0.084, 0.025), vec3(0.050, 0.085, 0.021), lush);
    albedo = mix(albedo, vec3(0.158, 0.146, 0.060), 0.55 * dry);
    float beyond = length(point - vec2(0.5 * chalk_lines.z, 0.0)) - 0.62 * chalk_lines.z - 150.0;
    if (beyond > 0.0) albedo = mix(albedo, plots(albedo, middle.b), smoothstep(0.0, 60.0, beyond));
    albedo *= 0.30 + 1.9 * near.r * (0.88 + 0.24 * middle.b) * (0.60 + 0.9 * middle.r);

    float trodden = length(point) / ground.x - 0.9 * (middle.b - 0.5) - 0.25 * (near.r - 0.5);
    float bare = 1.0 - smoothstep(0.55, 1.15, trodden);
    albedo = mix(albedo, vec3(0.150, 0.112, 0.074) * (0.55 + 0.55 * near.r + 0.45 * middle.r), 0.92 * bare);
    albedo = mix(albedo, vec3(0.62, 0.61, 0.57) * (0.7 + 0.5 * near.r), 0.85 * chalk(near.r));

    float sun = to_light.z * sunlit(shaded) * (1.0 + sheen * (1.0 - bare));
    vec3 light = ambient;
#if DETAIL
    light *= openness(vec3(point, 0.0), vec3(0.0, 0.0, 1.0));
#endif
    light = albedo * (light + sunlight.rgb * (sun / PI));
    color = developed(light * air.a + air.rgb);
}
