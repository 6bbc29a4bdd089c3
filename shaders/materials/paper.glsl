// A stack of paper, seen at the edges of its sheets.
#include "common/noise.glsl"

float sheets(float across) {
    float pixel = fwidth(across), sheet = floor(across);
    float fine = wave(across, pixel) * (0.4 + 0.6 * scattered(vec3(sheet, 1.0, 2.0)).x);
    return fine + 0.6 * wave(across / 7.3, pixel / 7.3);
}

Surface material_surface(inout vec3 n) {
    float dark = 0.5 - 0.5 * sheets(70.0 * surface.y / extent);
    return Surface(vec3(0.80, 0.74, 0.61) * tint.rgb * (1.0 - 0.42 * dark), 0.0, 0.85, 0.0);
}
