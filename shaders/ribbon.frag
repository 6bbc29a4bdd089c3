#include "common/visibility.glsl"
#include "common/display.glsl"
#include "common/line.glsl"
in vec2 place;
in float half_width;
in vec4 ink;
flat in vec3 ends;
#if TUBE
flat in vec4 lamp;
#endif
out vec4 color;

// Greatest displayed value of a line of light: brighter ones would be lost in their own bloom.
const float BRIGHTEST = 0.93;

// Returns the distance from the middle of the line, in pixels.
float off_line() {
    float beyond = ends.y > 0.5 && place.x < 0.0 ? place.x : ends.z > 0.5 ? max(place.x - ends.x, 0.0) : 0.0;
    return length(vec2(beyond, place.y));
}

// Returns an edge that keeps the line legible on any ground, dark or, in a bright room, light.
vec4 rimmed(vec3 shade, float inside, float off) {
    float unit = line_unit();
    float rim = 0.5 * clamp((half_width + rim_of(half_width) - off) / unit, 0.0, 1.0) * (1.0 - inside);
    float alpha = inside + rim;
    return vec4((shade * inside + table.w * rim) / max(alpha, 1e-4), alpha);
}

void main() {
    float off = off_line();
    float inside = clamp(half_width + 0.5 - off, 0.0, 1.0);
#if TUBE
    float t = clamp(place.y / max(half_width, 1.0), -1.0, 1.0), up = sqrt(1.0 - t * t);
    float lit = 0.60 + 0.40 * saturate(0.25 + 0.75 * (t * lamp.x + up * lamp.y) + 0.45 * up);
    float shine = pow(saturate(t * lamp.z + up * lamp.w), 36.0);
    vec4 seen = rimmed(ink.rgb * lit + 0.42 * shine, inside, off);
    color = vec4(seen.rgb, seen.a * ink.a * in_sight(0.22));
#elif FLAT
    vec4 seen = rimmed(ink.rgb, inside * min(2.0 * half_width, 1.0), off);
    color = vec4(seen.rgb, seen.a * ink.a * in_sight(0.22));
#else
    // A line of this colour with a faint glow round it; as light it is not so bright that the bloom covers its colour.
    float glow = saturate(1.0 - (off - half_width) / rim_of(half_width));
#if HDR
    vec3 light = undisplayed(ink.rgb * min(1.0, BRIGHTEST / max(ink.r, max(ink.g, ink.b))));
#else
    vec3 light = ink.rgb;
#endif
    color = vec4(light, ink.a * max(inside, 0.10 * glow * glow) * in_sight(0.28));
#endif
}
