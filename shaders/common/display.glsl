// Tone mapping from light to displayed values: the one place where the gamma curve is applied.
#include "common/film_curve.glsl"

// Returns a dither that spreads rounding to 8 bits over neighbouring pixels, so that dark gradients show no bands.
float dither(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel + window.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
}

vec3 display(vec3 light, vec2 pixel) { return curved(light) + dither(pixel) / 255.0; }

// Returns the light that `display` shows as this value, as far as 8 bits can tell.
vec3 undisplayed(vec3 shown) {
    float most = max(max(shown.r, shown.g), max(shown.b, 1e-3)), x = most / max(1.0 - most, 0.01);
    float root = sqrt(0.17 * x);  // from which Newton's method starts
    for (int i = 0; i < 3; i++) root -= (bent(root) - x) / (0.20 + root * (8.4 + 12.6 * root));
    float white = whitened(root);
    vec3 roots = root * clamp((shown / most - white) / (1.0 - white), 0.0, 1.0);
    return roots * roots / eye.w;
}

// Returns the colour a pass writes for this light. In half floats its alpha is the share of the light that occlusion
// does not take away (tonemap.frag).
vec4 developed(vec3 light) {
#if HDR
    return vec4(min(light, 12.0), 1.0);
#else
    return vec4(display(light, gl_FragCoord.xy), 1.0);
#endif
}

// Returns the same for a surface: light straight from the lamp, and from all round. open: how much of that has already
// been found to arrive: occlusion in the picture must not take the same away once more.
vec4 developed(vec3 direct, vec3 ambient, float open) {
#if HDR
    const vec3 brightness = vec3(0.30, 0.59, 0.11);
    vec3 light = direct + ambient;
    return vec4(min(light, 12.0), 1.0 - open * open * dot(ambient, brightness) / max(dot(light, brightness), 1e-4));
#else
    return developed(direct + ambient);
#endif
}

vec4 developed(vec3 direct, vec3 ambient) { return developed(direct, ambient, 1.0); }
