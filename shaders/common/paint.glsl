#include "common/strobe.glsl"

// Returns the share of light paint in a stretch of `width` sector pairs round u: the average of a square wave, which is
// motion blur.
float painted(float u, float width) {
    float from = u - 0.5 * width, to = u + 0.5 * width;
    float area = 0.5 * (floor(to) - floor(from)) + min(fract(to), 0.5) - min(fract(from), 0.5);
    return saturate(area / width);
}

// Returns 1 between two arc lengths, 0 outside, with edges one pixel wide.
float between(float v, float from, float to, float pixel) {
    return smoothstep(from - pixel, from + pixel, v) - smoothstep(to - pixel, to + pixel, v);
}

// Paints sectors and the two lines beside them.
void paint_sectors(inout Surface s, float u, float v, float pixel_u, float pixel_v) {
    if (paint.y < 0.5) return;
    float pairs = 0.5 * paint.y;
    float share = painted(u * pairs, max(max(paint.x, pixel_u) * pairs, 1e-3));
    share = mix(0.5, share, unstrobed(paint.x * pairs));
    float band = between(v, paint.z, paint.w, pixel_v);
    s.albedo = mix(s.albedo, mix(dark_paint, light_paint, share), band);
    s.roughness = mix(s.roughness, 0.33, band);
    float gap = 0.035 * (paint.w - paint.z);
    float lines = between(v, paint.z - 2.0 * gap, paint.z - gap, pixel_v)
                + between(v, paint.w + gap, paint.w + 2.0 * gap, pixel_v);
    s.albedo = mix(s.albedo, vec3(0.020, 0.012, 0.008), 0.85 * lines);
}
