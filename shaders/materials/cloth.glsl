// The cloth of a book, with gilt tooling on its covers and its back: u is 0 where it is plain, 1 + the cover's
// width over its height on a cover, less than 0 by as much on the back. `place`: x up the book, y through it, z away
// from its back.
#include "common/noise.glsl"

float weave() {
    vec3 threads = place * 50.0;
    float kept = resolved(1.0, length(fwidth(threads)));
    vec3 s = sin(2.0 * PI * threads);
    return (s.x * s.y + s.y * s.z + s.z * s.x) * kept;
}

// Returns the share of a pixel that a line covers whose middle is `off` away; a thin line grows fainter, not thinner.
float drawn(float off, float half_width, float pixel) {
    float wide = max(half_width, 0.5 * pixel);
    return saturate((wide + 0.5 * pixel - abs(off)) / pixel) * half_width / wide;
}

float in_box(vec2 p, vec2 half_) {
    vec2 out_ = abs(p) - half_;
    return length(max(out_, 0.0)) + min(max(out_.x, out_.y), 0.0);
}

#if DETAIL
// The word POLHODE, a letter in each unit of p.x, its middle at p.y = 0: bars left, right, on top, in the middle
// and below (1, 2, 4, 8, 16), and rings round it all or, for a P, above (32, 64).
const int LETTERS[7] = int[](65, 32, 17, 11, 32, 32, 29);

float lettered(vec2 p, float pixel) {
    const vec2 size = vec2(0.30, 0.56);
    int at = int(clamp(floor(p.x), 0.0, 6.0)), bars = LETTERS[at];
    vec2 q = vec2(p.x - float(at) - 0.5, p.y);
    float side = abs(q.y) - size.y, level = abs(q.x) - size.x, off = 1.0;
    if ((bars & 1) != 0) off = min(off, max(abs(q.x + size.x), side));
    if ((bars & 2) != 0) off = min(off, max(abs(q.x - size.x), side));
    if ((bars & 4) != 0) off = min(off, max(abs(q.y - size.y), level));
    if ((bars & 8) != 0) off = min(off, max(abs(q.y), level));
    if ((bars & 16) != 0) off = min(off, max(abs(q.y + size.y), level));
    vec2 half_ = vec2(size.x, (bars & 64) != 0 ? 0.5 * size.y : size.y), from = q - vec2(0.0, size.y - half_.y);
    float round_ = at == 1 || at == 4 || from.x > 0.0 ? 0.95 * min(half_.x, half_.y) : 0.0;
    if ((bars & 96) != 0) off = min(off, abs(in_box(from, half_ - round_) - round_));
    return drawn(off, 0.062, pixel);
}
#endif

// Polhodes seen along the middle axis, in a circle: hyperbolas, and the separatrix where they part.
float device(vec2 p, float pixel) {
    const float radius = 0.40;
    float out_ = length(p), level = 3.0 * (1.9 * p.x * p.x - p.y * p.y) / (radius * radius);
    float slope = max(fwidth(level), 1e-4);
    float around = max(fwidth(out_), 1e-4);
    float lines = drawn((fract(level + 0.5) - 0.5) * pixel / slope, 0.0048, pixel) * saturate(1.6 - 1.6 * slope);
    float inside = saturate((radius - out_) / around + 0.5);
    return max(lines * inside, max(drawn(out_ - radius, 0.012, around), drawn(out_ - 1.09 * radius, 0.005, around)));
}

Surface material_surface(inout vec3 n) {
    vec3 cloth = vec3(0.066, 0.0052, 0.0085), leather = vec3(0.010, 0.017, 0.013);
    float wide = abs(surface.x) - 1.0, gilt, panel;
    vec3 at = place * max(wide, 1.0);  // in half heights
    float pixel = max(length(fwidth(at)) * 0.7, 1e-4);
    if (surface.x < 0.0) {
        float up = abs(at.x), band = min(abs(up - 0.24), abs(up - 0.68));
        gilt = max(drawn(band - 0.052, 0.007, pixel), drawn(up - 0.945, 0.009, pixel));
        panel = saturate((0.175 - abs(at.x - 0.46)) / pixel + 0.5);
        gilt = max(gilt, panel * drawn(abs(at.x - 0.46) - 0.07, 0.012, pixel));
    } else {
        vec2 p = vec2(sign(at.y) * at.z, at.x);
        float rim = -in_box(p, vec2(wide, 1.0));
        float edge = max(fwidth(rim), 1e-4);
        gilt = max(drawn(rim - 0.070, 0.010, edge), drawn(rim - 0.100, 0.0045, edge));
        gilt = max(gilt, device(p + vec2(0.0, place.y > 0.0 ? 0.20 : 0.0), pixel));
        float label = in_box(p - vec2(0.0, 0.57), vec2(0.49, 0.145));
        panel = place.y > 0.0 ? saturate(0.5 - label / pixel) : 0.0;
        float title = drawn(label + 0.022, 0.007, pixel);
#if DETAIL
        const float letter = 0.122;
        title = max(title, lettered((p - vec2(0.0, 0.57)) / letter + vec2(3.5, 0.0), pixel / letter));
#else
        title = max(title, drawn(in_box(p - vec2(0.0, 0.57), vec2(0.36, 0.0)), 0.034, pixel));
#endif
        gilt = max(gilt, panel * title);
    }
    float tooled = wide > 0.01 ? 1.0 : 0.0;
    gilt *= tooled;
    panel *= tooled;
    vec3 ground = mix(cloth * (1.0 + 0.45 * weave()), leather, panel) * tint.rgb;
    return Surface(mix(ground, vec3(0.95, 0.60, 0.21), gilt), gilt, mix(mix(0.72, 0.46, panel), 0.27, gilt), 0.0);
}
