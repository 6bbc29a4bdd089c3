#include "common/visibility.glsl"
in vec2 place;
flat in vec4 shaft;
flat in vec3 head;
flat in vec4 ink;
flat in vec2 heights;
flat in float lamp;
flat in float kind;
flat in vec2 marks;
out vec4 color;

// Distances to the edges of the parts, in pixels, negative inside.
float to_shaft() {
    float along = clamp(place.x / max(shaft.x, 1e-3), 0.0, 1.0), radius = mix(shaft.z, shaft.w, along);
    float across = place.y;
    if (marks.y > 0.5) {  // two thin ones
        across = abs(across) - max(radius, 2.2 * line_unit());
        radius = max(0.45 * radius, 0.8 * line_unit());
    }
    return length(vec2(place.x - along * shaft.x, across)) - radius;
}

float to_point(vec2 at) {
    float length_ = shaft.y - shaft.x;
    float slope = ((at.x - shaft.x) * head.x + (abs(at.y) - head.x) * length_) / length(vec2(head.x, length_));
    return max(slope, shaft.x - at.x);
}

float to_base(vec2 at) {
    vec2 axes = max(head.yx, vec2(0.5)), p = vec2(at.x - shaft.x, at.y);
    float k = length(p / axes);
    return k * (k - 1.0) / max(length(p / (axes * axes)), 1e-4);
}

// Returns the distance to a head whose tip is this far behind that of the arrow.
float to_head(float behind) {
    vec2 at = place + vec2(behind, 0.0);
    return min(to_point(at), to_base(at));
}

const float BREAK = 0.62;  // of the length, where the shaft of an arrow is broken that is longer than it is drawn
const float STROKE = 1.3, BETWEEN = 5.0, TALL = 10.0, SLANT = 0.5, SHORT = 110.0;  // of the two strokes there: half
// width, half distance, half height [pixels of a picture of 720 lines], slope, and length below which they are smaller

// Returns the distances to the strokes and to the gap between them.
vec2 to_break(float unit) {
    unit *= clamp(shaft.y / (SHORT * unit), 0.5, 1.0);
    float across = (place.x - BREAK * shaft.y - SLANT * place.y) / length(vec2(1.0, SLANT));
    float ends = abs(place.y) - TALL * unit;
    return vec2(max(abs(abs(across) - BETWEEN * unit) - STROKE * unit, ends), max(abs(across) - BETWEEN * unit, ends));
}

const float FAINT = 0.55;  // opacity of what is hidden
const float APART = 0.72;  // distance of the tips of a double head, in lengths of a head

// Returns the shading across a round bar or cone, -1 to 1: its own colour except at the side away from the lamp.
float rounded(float across) { return 1.0 - 0.36 * smoothstep(0.1, 1.0, -across * lamp); }

void main() {
    float unit = line_unit();
    float base = to_base(place), tip = to_head(0.0), point = tip, bar = to_shaft();
    bool twice = kind == 1.0, hollow = kind == 2.0;
    float second = APART * (shaft.y - shaft.x);
    if (twice) point = min(point, to_head(second));
    float wall = 1.1 * unit;
    if (hollow) bar = max(bar, -tip - 0.5 * wall);
    float shape = hollow ? min(bar, max(tip, -tip - 2.0 * wall)) : min(bar, point);
    float inside = clamp(0.5 - shape, 0.0, 1.0);
    float rim = clamp(1.5 + 0.5 * unit - shape, 0.0, 1.0) * 0.5;  // a thin dark or light edge, to be read on any ground
    float under = clamp(0.5 - base, 0.0, 1.0) * head.z;
    float along = clamp(place.x / max(shaft.x, 1e-3), 0.0, 1.0);
    float end = twice && tip > 0.0 ? shaft.y - second : shaft.y;
    float wide = point < bar ? head.x * clamp((end - place.x) / max(shaft.y - shaft.x, 1e-3), 0.05, 1.0)
                             : mix(shaft.z, shaft.w, along);
    vec3 shade = ink.rgb * mix(rounded(clamp(place.y / max(wide, 0.5), -1.0, 1.0)), 0.58, under);
    // The first of two heads has an edge against the second.
    if (twice) shade *= mix(1.0, 0.35, clamp(1.2 * unit - abs(tip - 0.6 * unit), 0.0, 1.0) * step(0.0, tip));
    if (marks.x > 0.5) {
        vec2 broken = to_break(unit);
        float stroke = clamp(0.5 - broken.x, 0.0, 1.0), gap = clamp(0.5 - broken.y, 0.0, 1.0);
        shade = mix(shade, ink.rgb, stroke);
        inside = max(inside * (1.0 - gap), stroke);
        rim = max(rim, max(gap, clamp(1.5 + 0.5 * unit - broken.x, 0.0, 1.0) * 0.5));
    }
    rim *= 1.0 - inside;
    float alpha = inside + rim;
    // What only the floor hides is seen through it. Behind a body the shaft is dashed and the head is whole; what is
    // thin hides nothing.
    bool below = mix(heights.x, heights.y, clamp(place.x / max(shaft.y, 1e-3), 0.0, 1.0)) < 0.0;
    float seen = in_sight(0.0), faint = 1.0;
    if (below) faint = FAINT;
    else if (seen < 1.0 && alpha > 0.0 && point > max(bar, 0.5)) {
        float gap = abs(mod(place.x, 9.0 * unit) - 4.5 * unit) - 1.2 * unit;
        faint = mix(1.0, FAINT * smoothstep(0.0, 1.0, gap), thickness());
    }
    color = vec4((shade * inside + table.w * rim) / max(alpha, 1e-4), ink.a * alpha * mix(faint, 1.0, seen));
}
