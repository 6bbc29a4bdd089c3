// Combed hair.
#include "common/noise.glsl"
#define OWN_HIGHLIGHT 1
vec3 strand;     // unit vector along the hair
float offset_;   // shift of a hair's highlights along it, different for each hair

// Strands along v, no two of one tone.
Surface material_surface(inout vec3 n) {
    float u = surface.x, pixel = min(fwidth(u), 0.02);
    vec3 px = dFdx(position), py = dFdy(position);
    strand = px * dFdy(u) - py * dFdx(u);
    strand = normalize(strand - dot(strand, n) * n + 1e-9);
    float bundle = wave(17.0 * u, 17.0 * pixel), fine = wave(61.0 * u, 61.0 * pixel);
    float thin = wave(139.0 * u + 0.4 * bundle, 139.0 * pixel);
    // Gaps between strands are dark, raised strands are light.
    float shade = 1.0 + 0.26 * bundle + 0.24 * fine + 0.26 * thin;
    offset_ = 0.10 * bundle + 0.13 * fine + 0.10 * thin;
    n = normalize(n + (0.20 * bundle + 0.24 * fine + 0.18 * thin) * cross(strand, n));
    return Surface(tint.rgb * shade, 0.0, 0.62, 0.0);
}

// Returns highlights: from the cuticle, white and towards the root; from inside, coloured and towards the tip
// (Kajiya, Kay 1989; Marschner et al. 2003).
vec3 own_highlight(vec3 n, vec3 halfway, vec3 own) {
    float white = dot(normalize(strand + (offset_ - 0.10) * n), halfway);
    float warm = dot(normalize(strand + (offset_ + 0.14) * n), halfway);
    float a = sqrt(max(1.0 - white * white, 0.0)), b = sqrt(max(1.0 - warm * warm, 0.0));
    return vec3(0.055 * pow(a, 150.0)) + own * (0.42 * pow(b, 24.0));
}
