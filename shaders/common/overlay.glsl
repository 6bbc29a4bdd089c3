// Geometry of lines and arrows, which are drawn over the finished picture, in pixels.
#include "common/frame.glsl"
uniform vec4 canvas;  // width, height of the target, and their inverses

vec2 to_pixels(vec4 clip) { return clip.xy / clip.w * 0.5 * canvas.xy; }

// Widths are given for a picture of 720 lines; a higher one shows the same, not thinner lines.
float line_unit() { return depths.w * max(1.0, canvas.y * window.w / (720.0 * depths.w)); }

// Returns how many pixels a metre across the line of sight covers there.
float pixels_per_metre(vec4 clip) {
    return 0.5 * canvas.y / clip.w * length(vec3(view_projection[0].y, view_projection[1].y, view_projection[2].y));
}

// Returns where the line from a to b comes in front of the eye; a itself if it already is.
vec4 in_front(vec4 a, vec4 b) {
    float near = 1e-4 * max(abs(a.w), abs(b.w)) + 1e-6;
    return a.w >= near || b.w <= near ? a : mix(a, b, (near - a.w) / (b.w - a.w));
}
