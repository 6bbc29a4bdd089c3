// The land of a field: grass, trampled earth round the machine, chalk lines, and farmland beyond.
#include "common/frame.glsl"
#include "common/display.glsl"
#include "common/lighting.glsl"
#include "common/field.glsl"
#if ZONE == SHADED
#include "common/shadow.glsl"
#endif
in vec2 point;
in vec4 air;
flat in vec3 ambient;
out vec4 color;
#if ZONE == SHADED
in vec3 shaded;
#endif

#if ZONE == FAR
uniform sampler2D field_land;  // the land from above, with the roots of its colours
#endif

#include "common/meadow.glsl"

#if ZONE == SHADED || ZONE == LINED
// Returns the share of chalk on lines across the field: never thinner than a pixel, but fainter instead.
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
#endif

#if ZONE == FAR
// Returns the colour of the farmland beyond the meadow.
vec3 plots(vec3 meadow, float grain) {
    vec2 at = TURNED * point / LAND;
#if ASLANT
    vec3 land = texture(field_land, at).rgb;
#else
    vec3 land = textureLod(field_land, at, log2(grain / LAND) + LAND_DEPTH - 0.4).rgb;
#endif
    return land * land * (0.22 + 2.4 * meadow.g);
}
#endif

void main() {
#if ZONE == FAR
    float grain = grain_of(point);
    Turf turf = far_meadow(point, grain, level_of(grain * ground.y));
    turf.albedo = dried(turf.albedo, 0.5, turf.blades, turf.slow);
    turf.albedo = mix(turf.albedo, plots(turf.albedo, grain), smoothstep(0.0, 60.0, beyond_meadow(point)));
#else
    Turf turf = meadow(point);
#endif
    vec3 albedo = turf.albedo;
#if ZONE == SHADED || ZONE == LINED
    albedo = mix(albedo, vec3(0.72, 0.71, 0.67) * (0.7 + 0.5 * turf.blades), 0.9 * chalk(turf.blades));
#endif
    float sun = to_light.z * (1.0 + sheen_of(normalize(eye.xyz - vec3(point, 0.0))) * (1.0 - turf.bare));
#if ZONE == SHADED
    sun *= sunlit(shaded);
#endif
    vec3 light = ambient;
#if DETAIL && ZONE == SHADED
    float open = openness(vec3(point, 0.0), vec3(0.0, 0.0, 1.0));
#else
    const float open = 1.0;
#endif
    light *= open;
    color = developed(albedo * sunlight.rgb * (sun / PI * air.a) + air.rgb, albedo * light * air.a, open);
}
