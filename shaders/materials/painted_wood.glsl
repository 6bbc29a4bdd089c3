// Turned and varnished wood, with sectors painted on it.
#include "common/paint.glsl"
#include "common/turned_wood.glsl"

#if DETAIL
// Returns how much darker the year rings are. The trunk's pith runs beside the axis of the turned body: rings on the
// ends, arches and lines on the sides. A fast turn smears them.
float year_rings(float fibre) {
    float wavy = (0.8 - 0.6 * grain.w) * fibre + 0.25 * sin(1.7 * grain.z);
    float years = 3.4 * length(grain.xy - vec2(1.5, 0.9) + 0.05 * grain.z) + wavy;
    float year = fract(years), pixel = fwidth(years), smeared = 30.0 * paint.x;
    float late = smoothstep(0.35, 0.92, year) * smoothstep(1.0, 0.95, year) - 0.35;
    return late * saturate(1.6 - 2.0 * pixel) / (1.0 + smeared * smeared) * mix(0.16, 0.30, grain.w);
}
#endif

void paint_wood(inout Surface s) {
    float u = surface.x, v = surface.y;
    // Across the azimuth's jump from 1 to 0 the derivative means nothing.
    float pixel_u = min(fwidth(u), 0.02), pixel_v = max(fwidth(v), 1e-7);
    vec2 at = vec2(u, v * wood.y * 4.0);
    // Where the grain would strobe, it is its mean all round.
    float smeared = log2(paint.x * 512.0 + 1.0) + 2.0 * (1.0 - unstrobed(paint.x));
    float lod = max(smeared, log2(max(pixel_u * 512.0, pixel_v * wood.y * 1024.0) + 1e-6));
    float lightness = textureLod(turned_wood, at, lod).r;
#if DETAIL
    lightness *= 1.06 - year_rings(lightness);
#endif
    s.albedo = mix(vec3(0.060, 0.022, 0.008), vec3(0.60, 0.315, 0.125), lightness * lightness * 1.2) * tint.rgb;
    // Across the grain it drinks more of the varnish.
    s.albedo *= 1.0 - vec3(0.22, 0.30, 0.36) * (grain.w * grain.w);
    s.roughness = 0.42 - 0.12 * lightness;
    s.coat = 1.0;
    paint_sectors(s, u, v, pixel_u, pixel_v);
}
