// Lacquer in two colours that change at planes across the axes of the body.
// Returns the mean over a width of a square wave of 1 and -1, along each axis.
vec3 alternating(vec3 cells, vec3 width) {
    width = max(width, vec3(1e-4));
    vec3 from = abs(fract(0.5 * (cells - 0.5 * width)) - 0.5), to = abs(fract(0.5 * (cells + 0.5 * width)) - 0.5);
    return 2.0 * (from - to) / width;
}

vec3 checkered(vec3 plain) {
    if (light_paint + dark_paint == vec3(0.0)) return plain;
    // A little under the surface: a face may lie just where two cells meet.
    // An axis without planes stays in the middle of a cell.
    vec3 cells = place * (-0.998 * paint.yzw) + 0.5 * vec3(equal(paint.yzw, vec3(0.0)));
    // A fast turn smears the pattern along its motion.
    vec3 sides = alternating(cells, fwidth(cells) + abs(cross(turn, place) * paint.yzw));
    return mix(dark_paint, light_paint, 0.5 + 0.5 * sides.x * sides.y * sides.z);
}

Surface material_surface(inout vec3 n) {
    return Surface(checkered(tint.rgb), 0.0, 0.30, 1.0);
}
