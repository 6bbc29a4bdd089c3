#include "common/frame.glsl"
#include "common/display.glsl"
#include "common/lighting.glsl"
#if INNER
#include "common/shadow.glsl"
#endif
#if IMAGE
#include "common/floor_reflection.glsl"
#endif
#include "common/stage.glsl"
in vec2 point;
in vec3 base;
in vec3 painted;
#if INNER || HDR
in vec3 around;
#endif
#if INNER
in vec3 shaded;
in vec3 shine;
#if DETAIL
in vec3 gleam;
#endif
#endif
out vec4 color;

#if EDGE
// Returns the share of a pixel of this width about a distance from the middle of the table that is below a radius.
float within(float far, float pixel, float radius) { return saturate((radius - far) / pixel + 0.5); }

// Returns the light of the edge instead of that of the table's top, and the share of the pixel that it covers: the lamp
// gleams on the rounded edge, and the side below is dark.
vec4 edged(vec3 top) {
    float far = distance(point, stage.xy), pixel = max(fwidth(far), 1e-9), width = 0.002 * stage.w;
    float all = within(far, pixel, stage.w), upper = within(far, pixel, stage.z);
    float gleam = upper - within(far, pixel, stage.z - width);
    return vec4((top * mix(0.2, 1.0, upper / max(all, 1e-4)) + sunlight.rgb * (0.03 * gleam / max(all, 1e-4))), all);
}
#endif

#if INNER && SILVERED
const vec3 SILVER = vec3(0.86, 0.88, 0.90);

// Returns the light that a mirror in the table sends to the eye.
vec3 silvered(vec3 to_eye) {
    vec3 seen = environment(vec3(-to_eye.xy, to_eye.z), 0.08);
#if IMAGE
    vec4 image = textureLod(reflection_map, gl_FragCoord.xy * screen.zw, 0.0);
    seen = mix(seen, image.rgb, saturate(image.a * 60.0));
#endif
    return SILVER * seen;
}
#endif

void main() {
    float lightness = texture(floor_wood, floor_place(point)).r;
    float share = lightness * lightness;
#if INNER
#if SILVERED
    float beyond = chalk_lines.w - distance(point, stage.xy);
    if (beyond > 0.0) {
        color = developed(silvered(normalize(eye.xyz - vec3(point, 0.0))), vec3(0.0), 1.0);
        return;
    }
#endif
    float open = openness(vec3(point, 0.0), vec3(0.0, 0.0, 1.0));
    vec3 gloss = shine;
#if IMAGE
    vec3 to_eye = normalize(eye.xyz - vec3(point, 0.0));
    vec4 image = mirrored();
    vec3 bodies = image.rgb * environment_share(vec3(0.045), 0.2, max(to_eye.z, 0.02)) * 1.2;
    gloss = mix(gloss, bodies, image.a);
#endif
    vec3 lamp = (painted - around) * share;
#if DETAIL
    lamp += gleam;
#endif
    // Below a clear body most of the lamp's light passes, but not where that touches the table.
    float passes = mix(1.0, open, chalk_lines.z);
    color = developed(base + gloss * mix(1.0, open, 0.4) + lamp * (passes * sunlit(shaded)), around * (share * open), open);
#elif EDGE
    vec4 seen = edged(base + painted * share);
    color = vec4(developed(seen.rgb).rgb, seen.a);
#elif HDR
    color = developed(base + (painted - around) * share, around * share);
#else
    color = developed(base + painted * share);
#endif
}
