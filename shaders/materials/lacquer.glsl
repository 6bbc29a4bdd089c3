// Lacquer in two colours that change at planes across the axes of the body.
#include "common/strobe.glsl"

// Returns a place in cells of the pattern. It is a little under the surface: a face may lie just where two cells meet.
vec3 cells_at(vec3 at) {
    // An axis without planes stays in the middle of a cell.
    return at * (-0.998 * paint.yzw) + 0.5 * vec3(equal(paint.yzw, vec3(0.0)));
}

// Returns the mean over a width of a square wave of 1 and -1, along each axis.
vec3 alternating(vec3 cells, vec3 width) {
    width = max(width, vec3(1e-4));
    vec3 from = abs(fract(0.5 * (cells - 0.5 * width)) - 0.5), to = abs(fract(0.5 * (cells + 0.5 * width)) - 0.5);
    return 2.0 * (from - to) / width;
}

// Returns the mean all round the axis of rotation of the product of the three waves, in `count` places.
float all_round(int count) {
    vec3 axis = turn * inversesqrt(max(dot(turn, turn), 1e-12)), along = axis * dot(axis, place);
    vec3 out_ = place - along, beside = cross(axis, out_);
    float sum = 0.0, width = 2.0 * PI / float(max(count, 1));
    for (int i = 0; i < count; i++) {
        float angle = width * (float(i) + 0.5);
        vec3 at = along + cos(angle) * out_ + sin(angle) * beside;
        vec3 sides = alternating(cells_at(at), abs(cross(axis * width, at) * paint.yzw));
        sum += sides.x * sides.y * sides.z;
    }
    return sum / float(max(count, 1));
}

vec3 checkered(vec3 plain) {
    if (light_paint + dark_paint == vec3(0.0)) return plain;
    vec3 cells = cells_at(place), moved = abs(cross(turn, place) * paint.yzw);
    // A fast turn smears the pattern along its motion.
    vec3 sides = alternating(cells, fwidth(cells) + moved);
    // Planes through the axes repeat twice in a turn, others every two cells.
    float kept = unstrobed(max(length(turn) / PI, 0.5 * max(moved.x, max(moved.y, moved.z))));
    float share = mix(all_round(kept < 1.0 ? 12 : 0), sides.x * sides.y * sides.z, kept);
    return mix(dark_paint, light_paint, 0.5 + 0.5 * share);
}

Surface material_surface(inout vec3 n) {
    return Surface(checkered(tint.rgb), 0.0, 0.30, 1.0);
}
