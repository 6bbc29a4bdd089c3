// Smooths jagged edges: where brightness jumps, mixes across the edge as far as it runs at a slant (after Lottes,
// "FXAA", 2009 and 2011). DETAIL: follows the edge to both of its ends; otherwise a mean along it does. FIND: only marks in the
// depth where it jumps, so that the rest is drawn only there: a processor computes both sides of every branch.
#if !FIND
out vec4 color;
#endif

uniform sampler2D picture;

float bright(vec3 c) { return dot(c, vec3(0.30, 0.59, 0.11)); }

float beside(int x, int y) {
    ivec2 at = ivec2(gl_FragCoord.xy) + ivec2(x, y), last = textureSize(picture, 0) - 1;
    // With constants as arguments only the edges that can be crossed are left.
    if (x < 0) at.x = max(at.x, 0);
    if (y < 0) at.y = max(at.y, 0);
    if (x > 0) at.x = min(at.x, last.x);
    if (y > 0) at.y = min(at.y, last.y);
    return bright(texelFetch(picture, at, 0).rgb);
}

#if DETAIL
const vec2 JUMP = vec2(0.020, 0.075);  // of brightness: least, least in shares of it
#else
const vec2 JUMP = vec2(0.03, 0.08);
#endif

#if !FIND
vec3 at(vec2 offset) {
    return textureLod(picture, (gl_FragCoord.xy + offset) / vec2(textureSize(picture, 0)), 0.0).rgb;
}

#if DETAIL
const int STEPS = 6;
const float FAR[STEPS] = float[](1.0, 2.5, 4.5, 6.5, 9.5, 14.5);  // where along the edge is looked, in pixels

// n, s, e, w: brightness of the neighbours; middle: of this pixel; contrast: between all of these.
vec3 smoothed(float n, float s, float e, float w, float middle, float contrast) {
    float ne = beside(1, 1), nw = beside(-1, 1), se = beside(1, -1), sw = beside(-1, -1);
    float across_y = abs(nw + sw - 2.0 * w) + 2.0 * abs(n + s - 2.0 * middle) + abs(ne + se - 2.0 * e);
    float across_x = abs(nw + ne - 2.0 * n) + 2.0 * abs(w + e - 2.0 * middle) + abs(sw + se - 2.0 * s);
    bool flat_ = across_y >= across_x;  // the edge runs more across the picture than up
    float up = flat_ ? n : e, down = flat_ ? s : w;
    float rise = abs(up - middle) >= abs(down - middle) ? 1.0 : -1.0;
    float other = rise > 0.0 ? up : down, slope = 0.25 * abs(other - middle), mean = 0.5 * (other + middle);
    vec2 normal = flat_ ? vec2(0.0, rise) : vec2(rise, 0.0), along = flat_ ? vec2(1.0, 0.0) : vec2(0.0, 1.0);
    // To both sides until the mean across the edge changes.
    vec2 ends = vec2(FAR[STEPS - 1]), off = vec2(0.0);
    bvec2 found = bvec2(false);
    for (int i = 0; i < STEPS && !all(found); i++) {
        vec2 there = vec2(bright(at(0.5 * normal + FAR[i] * along)), bright(at(0.5 * normal - FAR[i] * along))) - mean;
        if (!found.x) { off.x = there.x; ends.x = FAR[i]; found.x = abs(there.x) >= slope; }
        if (!found.y) { off.y = there.y; ends.y = FAR[i]; found.y = abs(there.y) >= slope; }
    }
    bool first = ends.x < ends.y;
    bool turns = ((first ? off.x : off.y) < 0.0) != (middle < mean);
    float share = turns ? 0.5 - min(ends.x, ends.y) / (ends.x + ends.y) : 0.0;
    // Single pixels that differ from their neighbours.
    float around = (2.0 * (n + s + e + w) + ne + nw + se + sw) / 12.0;
    float alone = clamp(abs(around - middle) / max(contrast, 1e-4), 0.0, 1.0);
    alone = (3.0 - 2.0 * alone) * alone * alone;
    return at(max(share, 0.85 * alone * alone) * normal);
}
#else
vec3 smoothed(float n, float s, float e, float w, float middle, float contrast) {
    vec3 a = at(vec2(-0.5)), b = at(vec2(0.5)), c = at(vec2(0.5, -0.5)), d = at(vec2(-0.5, 0.5));
    float lower_left = bright(a), upper_right = bright(b), lower_right = bright(c), upper_left = bright(d);
    float least = min(middle, min(min(lower_left, upper_right), min(lower_right, upper_left)));
    float most = max(middle, max(max(lower_left, upper_right), max(lower_right, upper_left)));
    vec2 slope = vec2(lower_right + upper_right - lower_left - upper_left,
                      upper_left + upper_right - lower_left - lower_right);
    vec2 along = vec2(-slope.y, slope.x);
    float flat_ = 0.01 + 0.03 * (lower_left + upper_right + lower_right + upper_left);
    along = clamp(along / (min(abs(along.x), abs(along.y)) + flat_), -8.0, 8.0);
    vec3 narrow = 0.5 * (at(along * (-1.0 / 6.0)) + at(along * (1.0 / 6.0)));
    vec3 wide = 0.5 * narrow + 0.25 * (at(along * -0.5) + at(along * 0.5));
    float brightness = bright(wide);
    vec3 mixed = brightness < least || brightness > most ? narrow : wide;
    // Single pixels that differ from their neighbours, such as a sliver of a narrow face.
    vec3 around = 0.25 * (a + b + c + d);
    float alone = clamp(2.0 * abs(bright(around) - middle) / max(most - least, 1e-3) - 0.8, 0.0, 1.0);
    return mix(mixed, around, alone);
}
#endif
#endif

void main() {
    float middle = beside(0, 0), n = beside(0, 1), s = beside(0, -1), e = beside(1, 0), w = beside(-1, 0);
    float most = max(max(max(n, s), max(e, w)), middle), least = min(min(min(n, s), min(e, w)), middle);
    float contrast = most - least;
#if FIND
    gl_FragDepth = contrast >= max(JUMP.x, JUMP.y * most) ? 0.0 : 1.0;
#else
    color = vec4(smoothed(n, s, e, w, middle, contrast), 1.0);
#endif
}
