// Lines and arrows are drawn over the finished picture, in pixels.
uniform vec4 canvas;  // width, height of the target, and their inverses

vec2 to_pixels(vec4 clip) { return clip.xy / clip.w * 0.5 * canvas.xy; }

// Where the line from a to b comes out in front of the eye; a itself if it already is.
vec4 in_front(vec4 a, vec4 b) {
    float near = 1e-4 * max(abs(a.w), abs(b.w)) + 1e-6;
    return a.w >= near || b.w <= near ? a : mix(a, b, (near - a.w) / (b.w - a.w));
}
