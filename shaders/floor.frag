#include "common/frame.glsl"
#include "common/display.glsl"
#include "common/light.glsl"
#if INNER
#include "common/shadow.glsl"
#endif
#include "common/stage.glsl"
in vec2 point;
in vec3 ambient;
in vec3 base;
#if INNER || DETAIL
in float lamp;
#endif
#if INNER
in vec3 shaded;
#endif
#if DETAIL
in vec3 shine;
in vec2 clear;
#endif
out vec4 color;

uniform sampler2D reflection_map;

// Lines of constant width on the floor, never thinner than a pixel but fainter instead, and an even tone
// where they are closer than pixels (after Golus, "The Best Darn Grid Shader", 2023).
float grid(vec2 pixel, float spacing, float width) {
    pixel /= spacing;
    vec2 drawn = clamp(vec2(width), pixel, vec2(0.5));
    vec2 off = 1.0 - abs(fract(point / spacing) * 2.0 - 1.0);
    vec2 line = clamp(0.5 + (drawn - off) / (3.0 * pixel), 0.0, 1.0) * (width / drawn);
    line = mix(line, vec2(width), clamp(pixel * 2.0 - 1.0, 0.0, 1.0));
    return max(line.x, line.y);
}

#if INNER && REFLECTION_TAPS
// The mirror image of what stands on the floor, the more blurred the higher it stands; a is its coverage.
vec4 mirrored() {
    vec2 uv = gl_FragCoord.xy * screen.zw;
    vec4 image = texture(reflection_map, uv);
#if REFLECTION_TAPS > 1
    float width = 0.003 + 0.028 * saturate(image.a), turn = 2.0 * PI * dither(gl_FragCoord.xy);
    for (int i = 1; i < REFLECTION_TAPS; i++) {
        float radius = sqrt(float(i) / float(REFLECTION_TAPS)) * width, angle = float(i) * 2.39996 + turn;
        image += texture(reflection_map, uv + radius * vec2(cos(angle), 1.6 * sin(angle)));
    }
    image /= float(REFLECTION_TAPS);
#endif
    return vec4(image.rgb, saturate(image.a * 60.0));
}
#endif

#if DETAIL
// What the lacquer adds, seen from the direction to_eye: the lamp's highlight, the studio, the bodies.
vec3 lacquer(float lightness, float sun, float open) {
    vec3 to_eye = normalize(eye.xyz - vec3(point, 0.0)), gloss = shine;
    float roughness = 0.50 - 0.22 * lightness;
#if INNER && REFLECTION_TAPS
    vec4 image = mirrored();
    vec3 bodies = image.rgb * environment_share(vec3(0.045), 0.2, max(to_eye.z, 0.02)) * (1.2 * clear.x);
    gloss = mix(gloss, bodies, image.a * clear.y);
#endif
    float highlight = 0.0125 * ggx(saturate(normalize(to_light.xyz + to_eye).z), roughness * roughness);
    return sunlight.rgb * (sun * highlight) + gloss * mix(1.0, open, 0.4);
}
#endif

void main() {
    float lightness = texture(floor_wood, floor_place(point)).r;
    vec3 albedo = floor_color(lightness);
    vec2 pixel = fwidth(point);
    float lines = max(0.16 * grid(pixel, wood.z, 0.014), 0.40 * grid(pixel, wood.w, 0.008));
    albedo = mix(albedo, vec3(0.42, 0.34, 0.26), lines);
    vec3 light = ambient;
#if INNER || DETAIL
    float sun = lamp;
#endif
#if INNER
    sun *= sunlit(shaded);
#endif
#if DETAIL
    float open = 1.0;
#if INNER
    open = mix(1.0, openness(vec3(point, 0.0), vec3(0.0, 0.0, 1.0)), clear.y);
#endif
    light *= open;
#endif
#if INNER || DETAIL
    light += sunlight.rgb * (sun / PI);
#endif
    light = base + albedo * light;
#if DETAIL
    light += lacquer(lightness, sun, open);
#endif
    color = developed(light);
}
